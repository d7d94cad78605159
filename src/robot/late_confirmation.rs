//! How a letter that waited for a code was confirmed: by the end of the day after the first
//! list that showed it, or late (CONTRACT.md 4, Who). What follows for its dates is ruled in
//! `arbiter::late_confirmation`.

use super::codes::{codes_of, is_letter};
use super::desk::Desk;
use super::docket::Docket;
use super::sender::{LetterFrom, Sender};
use crate::arbiter::notice::OpenMatter;
use crate::arbiter::{Body, Dispatch, LateConfirmation, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, TournamentId};
use crate::record::PlayerEvent;
use crate::report::matters::{Happened, Matter, confirmed_late};
use crate::report::words::matters::told;
use crate::request::WHOLE;
use crate::rules::Article;
use crate::store::{Challenge, InboundRow};
use crate::time::{Day, Instant, Zone};
use serde_json::Value;
use std::collections::BTreeMap;

/// The answer to a code, for the letter that waited for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Confirmation {
    /// The letter that waited.
    letter: InboundId,
    /// The number of its code.
    code: i64,
    /// That which confirmed it.
    by: InboundId,
    /// When that was sent.
    dispatch: Dispatch,
}

impl Confirmation {
    /// A letter with a yes to the code of another.
    pub fn by(from: &LetterFrom<'_>, letter: InboundId, code: i64) -> Confirmation {
        Confirmation {
            letter,
            code,
            by: from.pending.id,
            dispatch: Dispatch {
                arrived: from.pending.arrived,
                header: from.letter.date,
            },
        }
    }
}

/// How the letter of a docket was confirmed, where it waited for a code and is heard now.
fn confirmation_of(desk: &Desk<'_>, docket: &Docket<'_>) -> Option<Confirmation> {
    desk.confirmation.filter(|c| c.letter == docket.inbound)
}

/// The last day on which a letter is confirmed in time whose first list left at an hour.
fn last_day(left: Instant, zone: Zone) -> Day {
    zone.day(left).plus(1)
}

/// How the letter of a docket was confirmed, where that was late in the zone of a game.
pub(super) fn in_game(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    id: GameId,
) -> Result<Option<LateConfirmation>, Failure> {
    let Some(Confirmation {
        code, by, dispatch, ..
    }) = confirmation_of(desk, docket)
    else {
        return Ok(None);
    };
    let game = desk.game(id)?;
    let (zone, ply) = (game.facts.zone, game.ply());
    let Some(left) = desk.tx.challenge_left(code)? else {
        return Ok(None);
    };
    let last = last_day(left, zone);
    if zone.day(dispatch.arrived) <= last {
        return Ok(None);
    }
    let refused = |code: &Challenge| code.used.is_some_and(|at| zone.day(at) <= last);
    let first = came_first(desk, docket, (id, ply), refused)?;
    Ok(Some(LateConfirmation {
        by,
        dispatch,
        first,
    }))
}

/// Whether no letter of this player that asks for something else, which waits for the same half-move and
/// was not refused in time, came before that of the docket.
fn came_first(
    desk: &Desk<'_>,
    docket: &Docket<'_>,
    half_move: (GameId, u32),
    refused: impl Fn(&Challenge) -> bool,
) -> Result<bool, Failure> {
    let Some(this) = desk.tx.inbound_show(docket.inbound)? else {
        return Ok(true);
    };
    let player = desk.player(docket.sender)?;
    let acts = acts_in(&this);
    if acts.is_empty() {
        return Ok(true);
    }
    for code in codes_of(desk.tx, &Sender::Player(&player))? {
        let Some(other) = code.inbound.filter(|other| *other != docket.inbound) else {
            continue;
        };
        let is_rival = is_letter(&code) && code.about == Some(half_move) && !refused(&code);
        let Some(other) = desk.tx.inbound_show(other)?.filter(|_| is_rival) else {
            continue;
        };
        let before = (other.arrived, other.id) < (this.arrived, this.id);
        let waits = other.verdict == Some(Verdict::Unverified);
        let theirs = acts_in(&other);
        if before && waits && !theirs.is_empty() && theirs != acts {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What changes something in a game: of two letters that wait with one of these each, only one
/// can be meant.
const ACTS: [&str; 8] = [
    "move",
    "resign",
    "draw-offer",
    "draw-accept",
    "draw-decline",
    "draw-claim",
    "time-claim",
    "withdraw",
];

/// What of that a letter asks for, as it was understood.
fn acts_in(row: &InboundRow) -> Vec<[&Value; 6]> {
    let all = row.requests.as_ref().and_then(Value::as_array);
    let all = all.into_iter().flatten();
    all.filter(|r| r["type"].as_str().is_some_and(|what| ACTS.contains(&what)))
        .map(|r| ["type", "game", "number", "text", "variant", WHOLE].map(|key| &r[key]))
        .collect()
}

/// Between the orders of a matter: each stands on a line of its own, set in like the first.
const NEXT_LINE: &str = "\n    ";

/// The arbiter is told of each letter that was confirmed late and keeps its date, or of whose
/// date he has to decide.
pub(super) fn tell_arbiter(ruling: &mut Ruling) {
    let Some(game) = ruling.game.as_deref() else {
        return;
    };
    let all = ruling.entries().iter();
    let matters: Vec<Matter> = all.filter_map(|e| confirmed_late(game, e)).collect();
    let (language, tournament) = (game.facts.language, game.facts.tournament);
    for matter in matters {
        let lines = matter.commands.iter();
        let lines = lines.map(|command| format!("postchess {command}"));
        let open = OpenMatter {
            game: matter.game.as_ref().map(ToString::to_string),
            note: matter.note(language),
            what: matter.what,
            article: matter.article,
            until: matter.until,
            command: lines.collect::<Vec<_>>().join(NEXT_LINE),
        };
        ruling.notices.push(to_arbiter(open, tournament));
    }
}

fn to_arbiter(matter: OpenMatter, tournament: TournamentId) -> Notice {
    let matters = vec![matter];
    let body = Body::Digest { matters };
    Notice::new(Recipient::Arbiter, body).of_tournament(tournament)
}

/// Leave that is announced by a letter which was confirmed after its first day: the arbiter of
/// each tournament is told, with both dates.
pub(super) fn tell_of_leave(
    desk: &Desk<'_>,
    docket: &Docket<'_>,
    ruling: &mut Ruling,
) -> Result<(), Failure> {
    let Some(Confirmation { dispatch, .. }) = confirmation_of(desk, docket) else {
        return Ok(());
    };
    let own = Dispatch {
        arrived: docket.arrived,
        header: docket.letter.date,
    };
    let mut leaves: BTreeMap<TournamentId, (Day, Day)> = BTreeMap::new();
    for entry in &ruling.player_entries {
        let (from, to) = match entry.event {
            PlayerEvent::LeaveTaken { from, to, .. } | PlayerEvent::LeaveAsked { from, to } => {
                (from, to)
            }
            _ => continue,
        };
        if let Some(tournament) = entry.tournament {
            let whole = leaves.entry(tournament).or_insert((from, to));
            *whole = (whole.0.min(from), whole.1.max(to));
        }
    }
    let name = desk.player_name(docket.sender)?;
    for (id, (from, to)) in leaves {
        let facts = desk.tx.tournament_facts(id)?;
        let unit = facts.regulations.day_unit;
        let confirmed = facts.zone.day(dispatch.counted(facts.zone, unit).0);
        if confirmed <= from {
            continue;
        }
        let happened = Happened::LeaveConfirmed {
            name: name.clone(),
            from,
            to,
            own: facts.zone.day(own.counted(facts.zone, unit).0),
            confirmed,
        };
        let matter = OpenMatter {
            game: None,
            what: "late-leave".to_owned(),
            article: Article::LeaveAnnounced.number(facts.profile).to_owned(),
            until: None,
            command: "postchess td leave cancel ID".to_owned(),
            note: told(facts.language, &happened),
        };
        ruling.notices.push(to_arbiter(matter, id));
    }
    Ok(())
}
