//! Orders about entries, at the desk (27-29).

use super::Grounds;
use crate::arbiter::notice::EntryNews;
use crate::error::Failure;
use crate::orders::entry::EntryDeed;
use crate::orders::{Outcome, Refusal};
use crate::record::TournamentEvent;
use crate::robot::changes::file_now;
use crate::robot::desk::Desk;
use crate::robot::erasing;
use crate::robot::field::{self, EntryGrounds};
use crate::rules::Article;
use crate::store::{Application, TournamentRow, TournamentStatus};
use crate::tournament::entries::EntryState;

/// Carries out what is ordered about entries.
pub(super) fn decide(
    desk: &mut Desk<'_>,
    deed: EntryDeed<'_>,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = deed.code();
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    let changes_field = matches!(
        deed,
        EntryDeed::Admit(_) | EntryDeed::Withdraw(_) | EntryDeed::Close(_)
    );
    if changes_field && row.status != TournamentStatus::Planned {
        return Err(Refusal::HasBegun(code.to_owned()).into());
    }
    let of = EntryGrounds {
        cause: grounds.cause,
        reason: &grounds.reason,
        article: grounds.article.as_deref(),
    };
    match deed {
        EntryDeed::Admit(order) => each(desk, &row, &order.entries, |desk, one| {
            if order.seen || order.paid {
                let ticks = (one.seen || order.seen, one.paid || order.paid);
                tick(desk, &row, one, ticks, of)?;
            }
            admit(desk, &row, one, of)
        }),
        EntryDeed::Refuse(order) => each(desk, &row, &order.entries, |desk, one| {
            refuse(desk, &row, one, of)
        }),
        EntryDeed::Tick(order) if !order.seen && !order.paid => Err(Refusal::NothingTicked.into()),
        EntryDeed::Tick(order) => each(desk, &row, &order.entries, |desk, one| {
            let to = |was: bool, named: bool| if named { !order.off } else { was };
            let ticks = (to(one.seen, order.seen), to(one.paid, order.paid));
            tick(desk, &row, one, ticks, of)
        }),
        EntryDeed::Withdraw(order) => each(desk, &row, &order.entries, |desk, one| {
            stands(one, code, !one.state.is_over())?;
            field::withdraw(desk, &row, one, of)?;
            Ok(decided(&row, one, EntryState::Withdrawn))
        }),
        EntryDeed::Erase(order) => each(desk, &row, &order.entries, |desk, one| {
            stands(one, code, one.state.is_over())?;
            erasing::erase(desk, &row, one, of)?;
            Ok(Outcome::EntryErased {
                code: code.to_owned(),
                entry: one.number,
            })
        }),
        EntryDeed::Close(_) => close(desk, &row, of).map(|done| vec![done]),
    }
}

/// Does it with each of the entries that are named, one after the other.
fn each(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    numbers: &[u32],
    deed: impl Fn(&mut Desk<'_>, &Application) -> Result<Outcome, Failure>,
) -> Result<Vec<Outcome>, Failure> {
    let mut done = Vec::new();
    for number in numbers {
        // As those before it have left the list.
        let all = desk.tx.applications_of(row.facts.id)?;
        let one = all.iter().find(|a| a.number == *number);
        let code = || row.facts.code.clone();
        let one = one.ok_or_else(|| Refusal::NoSuchEntry {
            code: code(),
            entry: *number,
        })?;
        if one.person.is_none() {
            let (code, entry) = (code(), *number);
            return Err(Refusal::EntryIsErased { code, entry }.into());
        }
        done.push(deed(desk, one)?);
    }
    Ok(done)
}

/// Whether an entry stands so that something can be done with it.
fn stands(one: &Application, code: &str, so: bool) -> Result<(), Refusal> {
    match so {
        true => Ok(()),
        false => Err(Refusal::EntryStands {
            code: code.to_owned(),
            entry: one.number,
            state: one.state,
        }),
    }
}

fn decided(row: &TournamentRow, one: &Application, state: EntryState) -> Outcome {
    let terms = row.tournament_file().ok().and_then(|file| file.entries);
    let rating = one.person.as_ref().and_then(|p| p.form.rating);
    let comes_in = matches!(state, EntryState::Admitted | EntryState::Waiting);
    Outcome::EntryDecided {
        code: row.facts.code.clone(),
        entry: one.number,
        name: one.name().to_owned(),
        state,
        outside: comes_in && terms.is_some_and(|t| !t.wants(rating)),
    }
}

fn admit(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    of: EntryGrounds<'_>,
) -> Result<Outcome, Failure> {
    let can = one.state.waits() || one.state == EntryState::Refused;
    stands(one, &row.facts.code, can)?;
    let file = file_now(desk.tx, row)?;
    // Once the games are made, only a free number can be filled.
    if file.entries.as_ref().is_none_or(|terms| terms.closed)
        && !file.players.iter().any(|p| p.withdrawn)
    {
        return Err(Refusal::NoEntries(row.facts.code.clone()).into());
    }
    let state = field::admit(desk, row, one, of)?;
    Ok(decided(row, one, state))
}

fn refuse(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    of: EntryGrounds<'_>,
) -> Result<Outcome, Failure> {
    let planned = row.status == TournamentStatus::Planned;
    let can = !one.state.is_over() && (planned || one.state != EntryState::Admitted);
    stands(one, &row.facts.code, can)?;
    if one.state == EntryState::Admitted {
        field::leave(desk, row, one)?;
    }
    let (entry, state) = (one.number, EntryState::Refused);
    desk.tx.application_state(one.id, state, desk.now)?;
    let event = TournamentEvent::EntryDecided { entry, state };
    field::note(desk, row, event, (Article::AdmissionRefused, of))?;
    // Nobody is written to who has not shown that the address is his.
    if !matches!(one.state, EntryState::Unverified | EntryState::Asked) {
        field::tell(desk, row, one, (EntryNews::Refused, 0, of.reason))?;
    }
    if planned {
        field::move_up(desk, row, of)?;
    }
    Ok(decided(row, one, state))
}

fn tick(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    (seen, paid): (bool, bool),
    of: EntryGrounds<'_>,
) -> Result<Outcome, Failure> {
    desk.tx.application_ticks(one.id, seen, paid)?;
    let entry = one.number;
    let event = TournamentEvent::EntryTicked { entry, seen, paid };
    field::note(desk, row, event, (Article::EntryData, of))?;
    Ok(Outcome::EntryTicked {
        code: row.facts.code.clone(),
        entry,
        name: one.name().to_owned(),
        seen,
        paid,
    })
}

fn close(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    of: EntryGrounds<'_>,
) -> Result<Outcome, Failure> {
    let players = field::close(desk, row, of)?;
    let games = desk.tx.games_of_tournament(row.facts.id)?.len();
    Ok(Outcome::EntriesClosed {
        code: row.facts.code.clone(),
        players,
        games,
    })
}
