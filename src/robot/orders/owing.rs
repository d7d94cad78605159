//! Answers to officials that a limit holds back (CONTRACT.md 5). What was asked is kept in
//! its own words, and answered with what holds when the limit allows a letter again
//! ([`super::later`]): several letters by one, the same question once.

use super::official_letter::OfficialLetter;
use crate::arbiter::Verdict;
use crate::arbiter::notice::CodeTrouble;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::orders::by_letter::orders_json;
use crate::request::orders::Orders;
use crate::robot::desk::Desk;
use crate::robot::settled::Settled;
use serde::{Deserialize, Serialize};

/// Most answers that are owed to one official; of more the newest.
const MOST_OWED: usize = 40;

/// An answer that is owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwedAnswer {
    /// To which letter.
    pub inbound: InboundId,
    /// What it says.
    pub to: OwedQuestion,
}

/// What an answer is owed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OwedQuestion {
    /// What these lines ask for or try; perhaps none.
    Lines(Vec<String>),
    /// Why a code was not taken.
    Code(CodeTrouble),
}

/// What a letter asks for and tries is answered later.
pub(super) fn owe_asked(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    orders: &Orders,
    limit: &str,
) -> Result<Settled, Failure> {
    let lines = orders.lines.iter().map(|line| match line.dry_run {
        true => format!("{} --dry-run", line.read),
        false => line.read.clone(),
    });
    let note = owe_office(desk, of, OwedQuestion::Lines(lines.collect()), limit)?;
    Ok(Settled {
        requests: orders_json(orders),
        ..Settled::of(Verdict::Command, &note)
    })
}

/// That nothing was found to do is said later.
pub(super) fn owe_nothing_asked(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    limit: &str,
) -> Result<String, Failure> {
    owe_office(desk, of, OwedQuestion::Lines(Vec::new()), limit)
}

/// Why a code was not taken is said later.
pub(in crate::robot) fn owe_code(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    why: CodeTrouble,
    limit: &str,
) -> Result<String, Failure> {
    owe_office(desk, of, OwedQuestion::Code(why), limit)
}

/// An answer to a letter of his is owed.
fn owe_office(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    to: OwedQuestion,
    limit: &str,
) -> Result<String, Failure> {
    let mut owed = answers(&desk.tx.owed_office(of.office.address())?);
    // The same asked again is answered once, as the newest letter's.
    owed.retain(|a| a.to != to);
    let inbound = of.pending.id;
    owed.push(OwedAnswer { inbound, to });
    let skip = owed.len().saturating_sub(MOST_OWED);
    keep_owed(
        desk,
        of.office.address(),
        owed.get(skip..).unwrap_or_default(),
    )?;
    Ok(format!("the answer is owed: {limit} is reached"))
}

/// Keeps what is owed to an official; nothing of it any more where it is empty.
pub(super) fn keep_owed(
    desk: &mut Desk<'_>,
    address: &str,
    owed: &[OwedAnswer],
) -> Result<(), Failure> {
    let kept = match owed {
        [] => String::new(),
        some => serde_json::to_string(some).map_err(Failure::failed)?,
    };
    Ok(desk.tx.owed_office_set(address, &kept)?)
}

/// What another version of the program kept is owed no more: nothing of it is known.
pub(super) fn answers(kept: &str) -> Vec<OwedAnswer> {
    serde_json::from_str(kept).unwrap_or_default()
}
