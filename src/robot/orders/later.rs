//! Answers to officials that a limit holds back (CONTRACT.md 5). What was asked is kept in
//! its own words, and answered with what holds when the limit allows a letter again:
//! several letters by one, the same question once.

use super::letter::{answer_office, carry_out_all, over_limit};
use super::letter::{orders_in, orders_json};
use crate::arbiter::notice::CodeTrouble;
use crate::arbiter::{Body, Verdict};
use crate::error::Failure;
use crate::ids::InboundId;
use crate::letter::{self, Letter};
use crate::request::orders::Orders;
use crate::robot::desk::Desk;
use crate::robot::office::{WritingOfficial, office_of};
use crate::robot::settled::Settled;
use crate::store::Pending;
use serde::{Deserialize, Serialize};

/// Most answers that are owed to one official; of more the newest.
const MOST_OWED: usize = 40;

/// An answer that is owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwedAnswer {
    /// To which letter.
    inbound: InboundId,
    /// What it says.
    to: OwedQuestion,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OwedQuestion {
    /// What these lines ask for or try; perhaps none.
    Lines(Vec<String>),
    /// Why a code was not taken.
    Code(CodeTrouble),
}

/// Who wrote.
type Who<'a> = (&'a Pending, &'a Letter, &'a WritingOfficial);

/// What a letter asks for and tries is answered later.
pub(super) fn owe_asked(
    desk: &mut Desk<'_>,
    who: Who<'_>,
    orders: &Orders,
    limit: &str,
) -> Result<Settled, Failure> {
    let lines = orders.lines.iter().map(|line| match line.dry_run {
        true => format!("{} --dry-run", line.read),
        false => line.read.clone(),
    });
    let note = owe_office(desk, who, OwedQuestion::Lines(lines.collect()), limit)?;
    Ok(Settled {
        requests: orders_json(orders),
        ..Settled::of(Verdict::Command, &note)
    })
}

/// That nothing was found to do is said later.
pub(super) fn owe_nothing_asked(
    desk: &mut Desk<'_>,
    who: Who<'_>,
    limit: &str,
) -> Result<String, Failure> {
    owe_office(desk, who, OwedQuestion::Lines(Vec::new()), limit)
}

/// Why a code was not taken is said later.
pub(in crate::robot) fn owe_code(
    desk: &mut Desk<'_>,
    who: Who<'_>,
    why: CodeTrouble,
    limit: &str,
) -> Result<String, Failure> {
    owe_office(desk, who, OwedQuestion::Code(why), limit)
}

fn owe_office(
    desk: &mut Desk<'_>,
    (pending, _, office): Who<'_>,
    to: OwedQuestion,
    limit: &str,
) -> Result<String, Failure> {
    let mut owed = answers(&desk.tx.owed_office(office.address())?);
    // The same asked again is answered once, as the newest letter's.
    owed.retain(|a| a.to != to);
    let inbound = pending.id;
    owed.push(OwedAnswer { inbound, to });
    let skip = owed.len().saturating_sub(MOST_OWED);
    keep_owed(desk, office.address(), owed.get(skip..).unwrap_or_default())?;
    Ok(format!("the answer is owed: {limit} is reached"))
}

fn keep_owed(desk: &mut Desk<'_>, address: &str, owed: &[OwedAnswer]) -> Result<(), Failure> {
    let kept = match owed {
        [] => String::new(),
        some => serde_json::to_string(some).map_err(Failure::failed)?,
    };
    Ok(desk.tx.owed_office_set(address, &kept)?)
}

/// Says to each official what is owed to him, where his limits allow a letter.
pub(in crate::robot) fn pay_offices(desk: &mut Desk<'_>) -> Result<(), Failure> {
    for (address, kept) in desk.tx.owed_offices()? {
        let owed = answers(&kept);
        let (asked, codes): (Vec<OwedAnswer>, Vec<OwedAnswer>) = owed
            .into_iter()
            .partition(|a| matches!(a.to, OwedQuestion::Lines(_)));
        let Some(newest) = asked.last().or(codes.last()).map(|a| a.inbound) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        // Who is no official any more is owed nothing.
        let (Some(office), Some(pending)) = (
            office_of(desk.tx, &address)?,
            desk.tx.inbound_again(newest)?,
        ) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        let raw = desk.tx.inbound_raw(newest)?;
        let Ok(letter) = letter::read(&raw.bytes) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        if over_limit(desk, &office)?.is_some() {
            continue;
        }
        let who = (&pending, &letter, &office);
        let left = match asked.is_empty() {
            false => {
                carry_out_all(desk, who, &orders_of(&asked), None)?;
                codes.as_slice()
            }
            true => {
                let (last, left) = codes
                    .split_last()
                    .map_or((None, [].as_slice()), |(l, r)| (Some(l), r));
                if let Some(OwedQuestion::Code(why)) = last.map(|a| a.to.clone()) {
                    let body = Body::CodeRefused { why };
                    answer_office(desk, body, who)?;
                }
                left
            }
        };
        keep_owed(desk, &address, left)?;
    }
    Ok(())
}

/// What another version of the program kept is owed no more: nothing of it is known.
fn answers(kept: &str) -> Vec<OwedAnswer> {
    serde_json::from_str(kept).unwrap_or_default()
}

/// All that was asked, each thing once.
fn orders_of(asked: &[OwedAnswer]) -> Orders {
    let mut lines: Vec<&str> = Vec::new();
    for answer in asked {
        if let OwedQuestion::Lines(all) = &answer.to {
            for line in all {
                if !lines.contains(&line.as_str()) {
                    lines.push(line);
                }
            }
        }
    }
    orders_in(&lines.join("\n"))
}
