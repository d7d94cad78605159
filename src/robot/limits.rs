//! Limits on what letters can provoke. A program that answers everything we send,
//! with whatever it may say, must find an end; a person never meets one.
//!
//! They silence answers, never acts: what a letter asks is recorded and charged as
//! without them. What its sender would be told is counted by player and hour, player
//! and day, game and day, and altogether by the hour; at a limit it is owed
//! (`robot::owed`), and the arbiter is told once. Letters about moves, resignations and
//! agreements are not limited: a game has so many of them and no more. What others are
//! told of a player's acts is bounded by the day.

use super::desk::Desk;
use super::mail::{BroughtBy, mail};
use crate::arbiter::notice::OpenMatter;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::config::Limits;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::record::{Entry, Event, GameFile, PlayerEntry, PlayerEvent};
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::rules::Article;
use crate::store::{Begins, NewOwed, TournamentStatus};
use crate::time::{Instant, Zone};
use serde::{Deserialize, Serialize};

/// What a limit is about, and its key in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Hour(PlayerId),
    Day(PlayerId),
    Game(GameId),
    All,
}

impl Scope {
    fn key(self) -> &'static str {
        match self {
            Scope::Hour(_) => "limits.answers_per_hour",
            Scope::Day(_) => "limits.answers_per_day",
            Scope::Game(_) => "limits.game_answers_per_day",
            Scope::All => "limits.all_answers_per_hour",
        }
    }

    fn most(self, limits: &Limits) -> u32 {
        match self {
            Scope::Hour(_) => limits.answers_per_hour,
            Scope::Day(_) => limits.answers_per_day,
            Scope::Game(_) => limits.game_answers_per_day,
            Scope::All => limits.all_answers_per_hour,
        }
    }

    fn name(self) -> String {
        match self {
            Scope::Hour(player) | Scope::Day(player) => format!("player {player}"),
            Scope::Game(game) => format!("game {}", game.0),
            Scope::All => "all".to_owned(),
        }
    }
}

/// Acts of one player in a day of which others are told at once: leave and its end,
/// offers, words, protests, withdrawal, address (CONTRACT.md 5).
const ACTS_A_DAY: u32 = 10;

/// Calls for a person, or letters of no use, of which the arbiter is told at once in a
/// day, by player and game. Further ones of that day follow in one letter.
const CALLS_A_DAY: u32 = 1;

/// What the limits leave alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Free {
    /// All that is written: a game has only so many of these.
    All,
    /// What the sender gets.
    Answers,
    /// Nothing.
    Nothing,
}

impl Free {
    fn of(ruling: &Ruling) -> Free {
        let in_game = |e: &Entry| {
            matches!(
                e.event,
                Event::MovePlayed { .. }
                    | Event::Ended { .. }
                    | Event::NoticeAnnulled { .. }
                    | Event::TimeExceeded { .. }
            )
        };
        let of_player = |e: &PlayerEntry| {
            matches!(
                e.event,
                PlayerEvent::AddressChanged { .. } | PlayerEvent::WithdrawalAsked
            )
        };
        // Lists of codes have bounds of their own (`asking`).
        let codes = |n: &Notice| matches!(n.body, Body::Challenge { .. });
        if ruling.entries().iter().any(in_game) {
            Free::All
        } else if ruling.player_entries.iter().any(of_player) || ruling.notices.iter().any(codes) {
            Free::Answers
        } else {
            Free::Nothing
        }
    }
}

/// A notice that is held back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HeldNotice {
    /// What is to be said.
    pub notice: Notice,
    /// What the game shows beyond its record: the moves of a CHECK.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub view: Vec<Entry>,
    /// It waits for the daily letter of its reader.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub daily: bool,
    /// What is reckoned from its leaving, where it waits for a daily letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Begins>,
}

/// A ruling that a player's letter brought.
pub(super) struct Provoked {
    inbound: InboundId,
    sender: PlayerId,
    game: Option<GameId>,
    free: Free,
}

impl Provoked {
    /// `None`: it was no player's letter.
    pub fn by(ruling: &Ruling, game: Option<GameId>, by: Option<&BroughtBy>) -> Option<Provoked> {
        Some(Provoked {
            inbound: by?.inbound,
            sender: by?.sender?,
            game,
            free: Free::of(ruling),
        })
    }
}

/// The day and the hour of an instant, as counters name them.
fn periods(now: Instant) -> (String, String) {
    let day = Zone::utc().day(now).to_string();
    let hour = now.to_string().chars().take(13).collect();
    (day, hour)
}

/// Those of a ruling's letters that leave now. The others are owed: what a letter
/// asks is done without limits, only what is said about it waits. `silenced` then
/// has the limit's key.
pub(super) fn leaving(
    desk: &mut Desk<'_>,
    notices: Vec<Notice>,
    provoked: &Provoked,
    view: Option<&GameFile>,
) -> Result<Vec<Notice>, Failure> {
    if provoked.free == Free::All || notices.is_empty() {
        return Ok(notices);
    }
    let Provoked { sender, game, .. } = *provoked;
    let me = Recipient::Player(sender);
    let calls = |n: &Notice| matches!(n.body, Body::Unheard { .. });
    let acts = |n: &Notice| n.to != me && !calls(n);
    let over = match provoked.free {
        Free::Nothing if notices.iter().any(|n| n.to == me) => reached(desk, sender, game)?,
        _ => None,
    };
    if let Some(scope) = over {
        desk.silenced = Some(scope.key());
        let (day, _) = periods(desk.now);
        let told = format!("told {}", scope.name());
        if desk.tx.answers_add(&day, &told)? == 1 {
            tell_of_limit(desk, scope, sender)?;
        }
    }
    let too_many = notices.iter().any(acts)
        && is_beyond(desk, &format!("acts of player {sender}"), ACTS_A_DAY)?;
    let called = format!("calls of player {sender} {}", game.map_or(0, |g| g.0));
    let heard = notices.iter().any(calls) && is_beyond(desk, &called, CALLS_A_DAY)?;
    let mut leaving = Vec::with_capacity(notices.len());
    for notice in notices {
        let held = match () {
            () if notice.to == me => over.is_some(),
            () if calls(&notice) => heard,
            () => too_many,
        };
        if held {
            owe(desk, notice, provoked, view)?;
        } else {
            if provoked.free == Free::Nothing {
                count_answer(desk, sender, game)?;
            }
            leaving.push(notice);
        }
    }
    Ok(leaving)
}

/// Counts one more of these today, or says that there were as many as may be.
fn is_beyond(desk: &Desk<'_>, scope: &str, most: u32) -> Result<bool, Failure> {
    let (day, _) = periods(desk.now);
    if desk.tx.answers_count(&day, scope)? >= most {
        return Ok(true);
    }
    desk.tx.answers_add(&day, scope)?;
    Ok(false)
}

/// For how long the same hint is not given a second time for like words, in seconds.
const SAID: i64 = 48 * 3_600;

/// Whether the same was said to a player of late already, for like words of his. Where it was
/// not, it counts as said now.
pub(super) fn was_said(desk: &Desk<'_>, what: &str) -> Result<bool, Failure> {
    let scope = format!("said {what}");
    let (_, since) = periods(desk.now.plus_seconds(-SAID));
    if desk.tx.answers_since(&since, &scope)? {
        return Ok(true);
    }
    let (_, hour) = periods(desk.now);
    desk.tx.answers_add(&hour, &scope)?;
    Ok(false)
}

fn scopes(desk: &Desk<'_>, sender: PlayerId, game: Option<GameId>) -> Vec<(Scope, String)> {
    let (day, hour) = periods(desk.now);
    let mut scopes = vec![
        (Scope::Hour(sender), hour.clone()),
        (Scope::Day(sender), day.clone()),
        (Scope::All, hour),
    ];
    scopes.extend(game.map(|id| (Scope::Game(id), day)));
    scopes
}

/// The limit at which an answer to a player about a game has to wait.
fn reached(
    desk: &Desk<'_>,
    sender: PlayerId,
    game: Option<GameId>,
) -> Result<Option<Scope>, Failure> {
    for (scope, period) in scopes(desk, sender, game) {
        if desk.tx.answers_count(&period, &scope.name())? >= scope.most(desk.limits) {
            return Ok(Some(scope));
        }
    }
    Ok(None)
}

/// Whether an answer to a player about a game may leave.
pub(super) fn may_answer(
    desk: &Desk<'_>,
    sender: PlayerId,
    game: Option<GameId>,
) -> Result<bool, Failure> {
    Ok(reached(desk, sender, game)?.is_none())
}

/// Counts a letter that a player's letter brought.
pub(super) fn count_answer(
    desk: &Desk<'_>,
    sender: PlayerId,
    game: Option<GameId>,
) -> Result<(), Failure> {
    for (scope, period) in scopes(desk, sender, game) {
        desk.tx.answers_add(&period, &scope.name())?;
    }
    Ok(())
}

/// Keeps a notice until the limit allows it.
fn owe(
    desk: &mut Desk<'_>,
    mut notice: Notice,
    provoked: &Provoked,
    view: Option<&GameFile>,
) -> Result<(), Failure> {
    let begins = notice.begins.take().map(|told| Begins::of(told, view));
    // A CHECK shows the game as the moves would leave it: they are kept along.
    let view = match (view, provoked.game) {
        (Some(view), Some(_)) => view.fresh().to_vec(),
        _ => Vec::new(),
    };
    let player = match notice.to {
        Recipient::Player(id) => Some(id),
        Recipient::Arbiter
        | Recipient::Appeals
        | Recipient::Adjudicator
        | Recipient::Captain(_)
        | Recipient::Applicant(_)
        | Recipient::InPerson(_) => None,
    };
    let held = serde_json::to_string(&HeldNotice {
        notice,
        view,
        daily: false,
        begins: None,
    })
    .map_err(Failure::failed)?;
    desk.tx.owed_add(
        &NewOwed {
            inbound: Some(provoked.inbound),
            sender: provoked.sender,
            player,
            game: provoked.game,
            begins,
            notice: &held,
        },
        desk.now,
    )?;
    Ok(())
}

fn tell_of_limit(desk: &mut Desk<'_>, scope: Scope, sender: PlayerId) -> Result<(), Failure> {
    let name = desk.player_name(sender)?;
    let (tournaments, game): (Vec<TournamentId>, Option<String>) = match scope {
        Scope::Game(id) => {
            let facts = desk.tx.game_facts(id)?;
            (vec![facts.tournament], Some(facts.name.to_string()))
        }
        Scope::Hour(_) | Scope::Day(_) => {
            let entries = desk.tx.player_tournaments(sender)?;
            (entries.into_iter().map(|e| e.tournament).collect(), None)
        }
        Scope::All => {
            let rows = desk.tx.tournament_list()?;
            (rows.into_iter().map(|r| r.facts.id).collect(), None)
        }
    };
    for id in tournaments {
        let row = desk.tx.tournament_load_id(id)?;
        let Some(row) = row.filter(|r| r.status == TournamentStatus::Started) else {
            continue;
        };
        let matter = OpenMatter {
            game: game.clone(),
            what: "answers-stopped".to_owned(),
            article: Article::ArbiterDecides.number(row.facts.profile).to_owned(),
            until: None,
            command: "postchess inbox list".to_owned(),
            note: told(
                row.facts.language,
                &Happened::AnswersStopped {
                    limit: scope.key(),
                    name: name.to_owned(),
                },
            ),
        };
        let body = Body::Digest {
            matters: vec![matter],
        };
        let notice = Notice::new(Recipient::Arbiter, body).of_tournament(id);
        mail(desk, notice, None, None)?;
    }
    Ok(())
}
