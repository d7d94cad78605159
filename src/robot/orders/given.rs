//! Who gives an order at the console (`--as`): an official of the tournaments that it
//! touches, whose it is to give. It names, it does not prove; but nobody is named for what
//! is not his. At the desk of the server he has proved his address, and the same is asked.

use super::decided::{DecisionEffect, GivenBy, Grounds};
use super::letter::rights::{foreign_part, is_in_role, of_tournaments};
use crate::address;
use crate::error::Failure;
use crate::orders::role::Power;
use crate::orders::{Giver, Order, Refusal};
use crate::robot::desk::Desk;
use crate::robot::office::{WritingOfficial, office_of};
use crate::rules::OneOfWords;
use crate::store::TournamentFacts;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Who gives an order, and his offices where an official was named.
pub(super) type FoundGiver = (Giver, Option<WritingOfficial>);

/// Who gives an order that was tried; none where a letter tells that.
///
/// # Errors
///
/// Nobody of that name is an official where it is about, or it is not his to give.
pub(super) fn found(
    desk: &mut Desk<'_>,
    order: &Order,
    grounds: &Grounds,
    would: &DecisionEffect,
) -> Result<Option<FoundGiver>, Failure> {
    let (named, is_proven) = match &grounds.by {
        GivenBy::Letter => return Ok(None),
        GivenBy::Known(by) => return Ok(Some((by.clone(), None))),
        GivenBy::Console(who) => return Ok(Some((Giver::console(who), None))),
        GivenBy::Named(named) => (named.trim(), false),
        GivenBy::SignedIn(address) => (address.as_str(), true),
    };
    let about = about(desk, order, would)?;
    let address = match is_proven {
        true => named.to_owned(),
        false => official_named(&about, named)?,
    };
    let office = office_of(desk.tx, &address, desk.now)?;
    let Some(office) = office else {
        return Err(no_official(&about, named).into());
    };
    if let Some(code) = foreign_part(desk, would, order, &office)? {
        let named = named.to_owned();
        return Err(Refusal::NoOfficeIn { named, code }.into());
    }
    if !is_in_role(desk, would, order, &office)? {
        return Err(Refusal::NotYourOffice.into());
    }
    let code = about.first().map(|facts| facts.code.as_str());
    let by = office.giver(code, Power::of(order));
    Ok(by.map(|by| (by, Some(office))))
}

/// Who does what is no order of the list, in a tournament: enters cards, takes it over.
/// Where there is no such tournament, whoever looks for its games says so.
///
/// # Errors
///
/// Nobody of that name is an official of it, or he has not that right.
pub(in crate::robot) fn with_right(
    desk: &Desk<'_>,
    by: &GivenBy,
    (code, power): (&str, Power),
) -> Result<Option<Giver>, Failure> {
    let (named, is_proven) = match by {
        GivenBy::Letter => return Ok(None),
        GivenBy::Known(by) => return Ok(Some(by.clone())),
        GivenBy::Console(who) => return Ok(Some(Giver::console(who))),
        GivenBy::Named(named) => (named.trim(), false),
        GivenBy::SignedIn(address) => (address.as_str(), true),
    };
    let Some(row) = desk.tx.tournament_load(code)? else {
        return Ok(None);
    };
    let address = match is_proven {
        true => named.to_owned(),
        false => official_named(&[row.facts], named)?,
    };
    let office = office_of(desk.tx, &address, desk.now)?;
    let office = office.filter(|office| office.has_all(code, power));
    let office = office.ok_or(Refusal::NotYourOffice)?;
    Ok(office.giver(Some(code), power))
}

/// The tournaments that an order is about, by what it touches; where it touches none, all.
fn about(
    desk: &Desk<'_>,
    order: &Order,
    would: &DecisionEffect,
) -> Result<Vec<Arc<TournamentFacts>>, Failure> {
    let mut codes: Vec<String> = order.tournament().map(str::to_owned).into_iter().collect();
    codes.extend(
        of_tournaments(desk, order)?
            .into_iter()
            .map(|(code, _)| code),
    );
    codes.extend(would.entries.iter().map(|(game, _)| game.code.clone()));
    let mut whole = BTreeSet::new();
    for entry in &would.player_entries {
        match entry.tournament {
            Some(id) => codes.push(desk.tx.tournament_facts(id)?.code.clone()),
            None => {
                whole.insert(entry.player);
            }
        }
    }
    for player in whole {
        for entry in desk.tx.player_tournaments(player)? {
            codes.push(desk.tx.tournament_facts(entry.tournament)?.code.clone());
        }
    }
    let mut found: Vec<Arc<TournamentFacts>> = Vec::new();
    for row in desk.tx.tournament_list()? {
        if codes.is_empty() || codes.contains(&row.facts.code) {
            found.push(row.facts);
        }
    }
    Ok(found)
}

/// The address of the official who is named, by name or address.
fn official_named(about: &[Arc<TournamentFacts>], named: &str) -> Result<String, Failure> {
    let key = address::key(named);
    let mut found: BTreeSet<String> = BTreeSet::new();
    for facts in about {
        let captains = facts.captains.iter().map(|c| &c.who);
        let all = facts.holders().into_iter().map(|h| h.who).chain(captains);
        for who in all {
            let own = address::key(&who.email);
            if own == key || who.name.to_lowercase() == named.to_lowercase() {
                found.insert(own);
            }
        }
    }
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(no_official(about, named).into()),
    }
}

pub(super) fn no_official(about: &[Arc<TournamentFacts>], named: &str) -> Refusal {
    let mut officials: Vec<String> = Vec::new();
    for facts in about {
        let holders = facts.holders();
        let all = holders.iter().map(|h| (h.who, h.office.word()));
        let captains = facts.captains.iter().map(|c| (&c.who, "captain"));
        for (who, role) in all.chain(captains) {
            let told = format!("{} ({role})", who.told());
            if !officials.contains(&told) {
                officials.push(told);
            }
        }
    }
    Refusal::NoOfficial {
        named: named.to_owned(),
        officials,
    }
}
