//! A letter to the players of a tournament: who reads it, and that it was sent.

use super::decided::{GivenBy, Grounds};
use super::record_in_tournament;
use crate::address;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::orders::{CircularOrder, Outcome, Refusal};
use crate::record::{Status, TournamentEvent};
use crate::robot::desk::Desk;
use crate::rules::Article;
use crate::store::{PlayerEntryRow, TournamentRow};
use crate::tournament::officials::Office;
use std::collections::BTreeSet;

/// Writes to those who are meant, and to the arbiter.
pub(super) fn circular(
    desk: &mut Desk<'_>,
    order: &CircularOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = order.code.as_str();
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    let text = order.by_languages()?;
    let readers = readers(desk, &row, order)?;
    if readers.is_empty() {
        return Err(Refusal::NoReaders(code.to_owned()).into());
    }
    let from = writer(&row, grounds);
    let article = Article::ArbiterDecides.number(row.facts.profile);
    let event = TournamentEvent::CircularSent {
        from: from.clone(),
        subject: order.subject.trim().to_owned(),
        text: order.text.clone().unwrap_or_default().trim().to_owned(),
        numbers: readers.iter().map(|r| r.start_number).collect(),
    };
    record_in_tournament(desk, &row, event, grounds, article)?;
    let letter = |to, text: &str| {
        let body = Body::Circular {
            code: code.to_owned(),
            name: row.facts.name.clone(),
            from: from.clone(),
            subject: order.subject.trim().to_owned(),
            text: text.to_owned(),
            readers: readers.len(),
        };
        Notice::new(to, body).of_tournament(row.facts.id)
    };
    let mut notices = Vec::new();
    for reader in &readers {
        let language = desk.player(reader.player)?.language;
        notices.push(letter(Recipient::Player(reader.player), text.to(language)));
    }
    // Who sees to it that it is right reads all its languages.
    for to in officials(&row, order.officials) {
        notices.push(letter(to, order.text.as_deref().unwrap_or_default().trim()));
    }
    desk.record(Ruling::telling(notices), None, None)?;
    Ok(vec![Outcome::CircularSent {
        code: code.to_owned(),
        readers: readers.len(),
    }])
}

/// Who reads it: of those who play, in the order of their numbers.
fn readers(
    desk: &Desk<'_>,
    row: &TournamentRow,
    order: &CircularOrder,
) -> Result<Vec<PlayerEntryRow>, Failure> {
    let mut entries = desk.tx.entries_of_tournament(row.facts.id)?;
    let has = |number: u32| entries.iter().any(|e| e.start_number == number);
    if let Some(number) = order.number.iter().find(|number| !has(**number)) {
        return Err(Refusal::NoPlayer(format!("{}:{number}", order.code)).into());
    }
    let file = row.tournament_file()?;
    let mut meant: BTreeSet<u32> = order.number.iter().copied().collect();
    for team in &order.team {
        let at = usize::try_from(*team).unwrap_or(0);
        let found = at.checked_sub(1).and_then(|at| file.teams.get(at));
        let (code, team) = (order.code.clone(), *team);
        let found = found.ok_or(Refusal::NoTeam { code, team })?;
        meant.extend(found.boards.iter().copied());
    }
    let named = !(order.number.is_empty() && order.team.is_empty());
    let playing = match order.open {
        true => Some(with_open_games(desk, row)?),
        false => None,
    };
    entries.retain(|e| {
        // Who is named gets it though he has left.
        let is_meant = match named {
            true => meant.contains(&e.start_number),
            false => e.withdrawn.is_none(),
        };
        is_meant && playing.as_ref().is_none_or(|p| p.contains(&e.player))
    });
    entries.sort_by_key(|e| e.start_number);
    Ok(entries)
}

fn with_open_games(desk: &Desk<'_>, row: &TournamentRow) -> Result<BTreeSet<PlayerId>, Failure> {
    let games = desk.tx.games_of_tournament(row.facts.id)?;
    let open = games.iter().filter(|g| g.status != Status::Finished);
    Ok(open
        .flat_map(|g| [g.players.white.0, g.players.black.0])
        .collect())
}

/// Who writes: the official who gives the order, else the arbiter.
fn writer(row: &TournamentRow, grounds: &Grounds) -> String {
    let arbiter = || row.facts.arbiter.name.clone();
    let named = match &grounds.by {
        GivenBy::Known(by) if by.address.is_some() => return by.name.clone(),
        GivenBy::Named(named) | GivenBy::SignedIn(named) => named.trim(),
        GivenBy::Known(_) | GivenBy::Letter | GivenBy::Console(_) => return arbiter(),
    };
    let key = address::key(named);
    let holders = row.facts.holders();
    let is_he = |h: &&_| super::direction::is_named(h, &key, named);
    let found = holders.iter().find(is_he);
    found.map_or_else(arbiter, |h| h.who.name.clone())
}

/// The arbiter, and where they are to read it too the others, each once.
fn officials(row: &TournamentRow, all: bool) -> Vec<Recipient> {
    let mut told = BTreeSet::from([address::key(&row.facts.arbiter.email)]);
    let mut to = vec![Recipient::Arbiter];
    if all {
        let holders = row.facts.holders();
        let others = holders.iter().filter(|h| h.office != Office::Arbiter);
        for holder in others {
            if told.insert(address::key(&holder.who.email)) {
                to.push(Recipient::InPerson(holder.place));
            }
        }
    }
    to
}
