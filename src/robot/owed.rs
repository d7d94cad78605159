//! What is owed: what a limit held back, said when the limit allows it. It is kept as
//! what is to be said and not as letters: so several become one letter, which shows
//! the games as they stand when it leaves, and a second answer that would be the same
//! is said once. The mark that it was said is set in the transaction that stores the
//! letter.

use super::alone::Robot;
use super::beginning::{self, Leaving};
use super::daily;
use super::desk::Desk;
use super::limits::{self, HeldNotice};
use super::mail::{BroughtBy, Owing, games_shown, mail_owed};
use super::orders::later;
use super::writers::AnswerPiece;
use crate::arbiter::notice::OfLetter;
use crate::arbiter::{Body, Notice, Recipient};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId, TournamentId};
use crate::record::{Entry, GameFile};
use crate::store::{Owed, View};
use crate::time::{Day, Instant, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rows of one player that are looked at in a pass: far more than a limit lets a person
/// provoke, and what a pass has in memory. The rest follows with the next one.
const MOST_ROWS: u32 = 2_000;

/// Answers in one letter; what a machine provoked beyond that is only counted.
const MOST_TOLD: usize = 20;

/// Seconds of an hour, by which answers are counted.
const HOUR: i64 = 3_600;

/// A held notice with its row.
struct OwedItem {
    row: Owed,
    held: HeldNotice,
}

/// To whom: a player, or an official of a tournament.
type Reader = (Recipient, Option<TournamentId>);

/// What is owed, with the game as it stood where it is about one.
type Shown = (OwedItem, Option<Arc<GameFile>>);

/// When the next of what is owed may be said, where anything is.
pub(super) fn next_due(view: View<'_>, now: Instant) -> Result<Option<Instant>, Failure> {
    let waits = view.owed_any()?;
    Ok(waits.then(|| now.plus_seconds(HOUR - now.unix().rem_euclid(HOUR))))
}

impl Robot {
    /// Says what is owed and may be said now.
    pub(super) fn pay_owed(&mut self) -> Result<(), Failure> {
        if !self.store.read().owed_any()? {
            return Ok(());
        }
        self.alone(|robot| {
            robot.batch(|desk| {
                count_owed(desk)?;
                later::pay_offices(desk)?;
                pay_owed(desk)?;
                daily::pay_daily(desk)
            })
        })
    }

    /// Our requests that a limit holds back count as having left with the pass that
    /// made them (RULES.md 2, "A faulty move"): a limit moves no day.
    pub(super) fn count_owed(&mut self) -> Result<(), Failure> {
        if self.store.read().owed_begins()?.is_empty() {
            return Ok(());
        }
        self.alone(|robot| robot.batch(count_owed))
    }
}

fn count_owed(desk: &mut Desk<'_>) -> Result<(), Failure> {
    let rows = desk.tx.owed_begins()?.into_iter();
    for row in rows.filter(|row| !daily::is_daily(row)) {
        if let (Some(game), Some(begins)) = (row.game, row.begins) {
            beginning::note_beginning(desk, game, row.player, begins, Leaving::mailed(row.made))?;
        }
        desk.tx.owed_begun(row.id)?;
    }
    Ok(())
}

fn pay_owed(desk: &mut Desk<'_>) -> Result<(), Failure> {
    for sender in desk.tx.owed_senders()? {
        let rows = desk.tx.owed_of(sender, MOST_ROWS)?;
        let (own, others): (Vec<Owed>, Vec<Owed>) =
            rows.into_iter().partition(|r| r.player == Some(sender));
        pay_answers(desk, sender, own)?;
        pay_others(desk, sender, others)?;
    }
    Ok(())
}

/// Answers to who wrote: as soon as his limits allow one more letter.
fn pay_answers(desk: &mut Desk<'_>, sender: PlayerId, rows: Vec<Owed>) -> Result<(), Failure> {
    let mut open = Vec::new();
    for row in rows {
        if limits::may_answer(desk, sender, row.game)? {
            open.push(row);
        }
    }
    let games: BTreeSet<Option<GameId>> = open.iter().map(|r| r.game).collect();
    if say(desk, (Recipient::Player(sender), None), open)? {
        // One letter, whatever it is about.
        let only = games.iter().flatten().next().copied();
        limits::count_answer(desk, sender, only.filter(|_| games.len() == 1))?;
    }
    Ok(())
}

/// What others are told of a player's acts: one letter a day, each reader for himself.
fn pay_others(desk: &mut Desk<'_>, sender: PlayerId, rows: Vec<Owed>) -> Result<(), Failure> {
    let day = |at: Instant| Zone::utc().day(at);
    let mut readers: BTreeMap<Reader, Vec<Owed>> = BTreeMap::new();
    for row in rows {
        if day(row.made) >= day(desk.now) || daily::is_daily(&row) {
            continue;
        }
        if let Some(reader) = reader_of(desk.tx, &row)? {
            readers.entry(reader).or_default().push(row);
        }
    }
    tracing::debug!(
        "player {sender}: {} readers are owed a letter",
        readers.len()
    );
    for (reader, rows) in readers {
        say(desk, reader, rows)?;
    }
    Ok(())
}

fn reader_of(view: &View<'_>, row: &Owed) -> Result<Option<Reader>, Failure> {
    if let Some(player) = row.player {
        return Ok(Some((Recipient::Player(player), None)));
    }
    let Ok(held) = serde_json::from_str::<HeldNotice>(&row.notice) else {
        return Ok(None);
    };
    let tournament = match (held.notice.tournament, row.game) {
        (Some(id), _) => Some(id),
        (None, Some(game)) => Some(view.game_facts(game)?.tournament),
        (None, None) => None,
    };
    Ok(Some((held.notice.to, tournament)))
}

/// Says all this in one letter; whether one was written.
fn say(desk: &mut Desk<'_>, reader: Reader, rows: Vec<Owed>) -> Result<bool, Failure> {
    let ids: Vec<i64> = rows.iter().map(|r| r.id).collect();
    let (Some(last), to) = (rows.last().cloned(), reader.0) else {
        return Ok(false);
    };
    let mut items: Vec<OwedItem> = Vec::new();
    for row in rows {
        // What another version of the program wrote: the reader sees how all stands.
        let held = serde_json::from_str(&row.notice).unwrap_or_else(|_| HeldNotice {
            notice: Notice::new(to, Body::Status { done: Vec::new() }),
            view: Vec::new(),
            daily: false,
            begins: None,
        });
        items.push(OwedItem { row, held });
    }
    let mut kept: Vec<(OwedItem, Option<Arc<GameFile>>)> = Vec::new();
    for item in items.into_iter().rev() {
        if kept.iter().any(|(later, _)| replaces(later, &item)) {
            continue;
        }
        let game = match item.row.game {
            Some(id) => as_shown(desk, id, &item.held.view)?.map(Some),
            None => Some(None),
        };
        // An answer about moves that the game has left behind says nothing any more.
        if let Some(game) = game.filter(|g| still_holds(&item.held.notice, g.as_deref())) {
            kept.push((item, game));
        }
    }
    kept.reverse();
    let more = kept.len().saturating_sub(MOST_TOLD);
    let kept: Vec<(OwedItem, Option<Arc<GameFile>>)> = kept.into_iter().skip(more).collect();
    let by = brought_by(desk.tx, &last)?;
    let owing = Owing {
        together: Vec::new(),
        pays: ids,
    };
    let mut kept = kept;
    match kept.len() {
        0 => {
            desk.tx.owed_settle(&owing.pays, None, desk.now)?;
            return Ok(false);
        }
        1 if more == 0 => {
            if let Some((item, game)) = kept.pop() {
                let mut notice = item.held.notice;
                notice.tournament = notice.tournament.or(reader.1);
                mail_owed(desk, notice, game, by.as_ref(), owing)?;
            }
        }
        _ => say_together(desk, reader, (kept, more), by.as_ref(), owing)?,
    }
    Ok(true)
}

/// What brought what is owed: a message; `None`: an order at the console, or a pass.
pub(super) fn brought_by(view: &View<'_>, row: &Owed) -> Result<Option<BroughtBy>, Failure> {
    let Some(inbound) = row.inbound else {
        return Ok(None);
    };
    Ok(Some(BroughtBy {
        inbound,
        message_id: view.inbound_show(inbound)?.and_then(|m| m.message_id),
        sender: Some(row.sender),
    }))
}

fn say_together(
    desk: &mut Desk<'_>,
    (to, tournament): Reader,
    (kept, more): (Vec<Shown>, usize),
    brought: Option<&BroughtBy>,
    mut owing: Owing,
) -> Result<(), Failure> {
    let player = match to {
        Recipient::Player(id) => Some(id),
        Recipient::Arbiter
        | Recipient::Appeals
        | Recipient::Adjudicator
        | Recipient::Captain(_)
        | Recipient::Applicant(_)
        | Recipient::InPerson(_) => None,
    };
    let by = match (player, brought.and_then(|by| by.sender)) {
        (Some(reader), Some(sender)) if reader == sender => None,
        (_, Some(sender)) => Some(desk.player_name(sender)?),
        (_, None) => None,
    };
    let mut letters = Vec::with_capacity(kept.len());
    let mut about: BTreeSet<GameId> = BTreeSet::new();
    for (item, game) in kept {
        let came = match item.row.inbound {
            Some(inbound) => desk.tx.inbound_show(inbound)?,
            None => None,
        };
        let came = came.map_or(item.row.made, |m| m.arrived);
        letters.push(OfLetter {
            day: day_of(desk.tx, came, game.as_deref(), tournament)?,
            game: game.as_ref().map(|g| g.facts.name.to_string()),
        });
        about.extend(game.as_ref().map(|g| g.facts.id));
        let games = games_shown(desk, &item.held.notice, player)?;
        owing.together.push(AnswerPiece {
            notice: item.held.notice,
            game,
            games,
        });
    }
    let more = u32::try_from(more).unwrap_or(u32::MAX);
    let mut notice = Notice::new(to, Body::Together { by, letters, more });
    notice.tournament = tournament;
    let game = match (about.len(), about.first()) {
        (1, Some(id)) => Some(desk.snapshot(*id)?),
        _ => None,
    };
    mail_owed(desk, notice, game, brought, owing)
}

fn day_of(
    view: &View<'_>,
    at: Instant,
    game: Option<&GameFile>,
    tournament: Option<TournamentId>,
) -> Result<Day, Failure> {
    let zone = match (game, tournament) {
        (Some(game), _) => game.facts.zone,
        (None, Some(id)) => view.tournament_facts(id)?.zone,
        (None, None) => Zone::utc(),
    };
    Ok(zone.day(at))
}

/// A game with what an answer shows beyond its record; `None` where that does not
/// fit it any more.
fn as_shown(
    desk: &mut Desk<'_>,
    id: GameId,
    view: &[Entry],
) -> Result<Option<Arc<GameFile>>, Failure> {
    let game = desk.snapshot(id)?;
    if view.is_empty() {
        return Ok(Some(game));
    }
    let mut copy = (*game).clone();
    for entry in view {
        if copy.apply(entry.clone()).is_err() {
            return Ok(None);
        }
    }
    Ok(Some(Arc::new(copy)))
}

/// Whether a later notice says what an earlier one would have said: the same, or the
/// state that followed the earlier one's.
fn replaces(later: &OwedItem, earlier: &OwedItem) -> bool {
    if later.row.game != earlier.row.game {
        return false;
    }
    match (&later.held.notice.body, &earlier.held.notice.body) {
        (
            Body::DrawOffered { yours: a } | Body::DrawDeclined { yours: a },
            Body::DrawOffered { yours: b } | Body::DrawDeclined { yours: b },
        ) => !a && !b,
        (
            Body::LeaveAnnounced { days, code, .. },
            Body::LeaveAnnounced {
                days: before,
                code: same,
                ..
            },
        ) => code == same && days.0 == before.0,
        _ => later.held == earlier.held,
    }
}

/// Whether a notice is still true: an offer that fell with a move is none.
fn still_holds(notice: &Notice, game: Option<&GameFile>) -> bool {
    match (&notice.body, game) {
        (Body::DrawOffered { yours: false }, Some(game)) => game.draw_offer.is_some(),
        _ => true,
    }
}
