//! The second failure goes to a person (CONTRACT.md 5): a letter of no use to its
//! writer that follows another one in the same game, any cry for a person, what tells of a
//! death or an illness, and a letter of no use that tells of what a person has to hear, or
//! comes while its writer may protest against an announced overstep. What was before is read
//! from the inbox; nothing is counted.

use super::desk::Desk;
use super::docket::Docket;
use crate::arbiter::notice::SaidBefore;
use crate::arbiter::{Body, Notice, Recipient, Remark, Ruling, may_protest};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::letter;
use crate::record::{Cause, Circumstance, Entry, Event, Opened};
use crate::report::matters::is_called;
use crate::request::masked::without_addresses;
use crate::request::{is_cry, is_death, is_plight};
use crate::rules::Article;
use crate::store::{Arrival, View};
use crate::time::{Day, Instant, Zone};

/// Longest part of a letter that is shown to the arbiter, in characters.
const MOST_SHOWN: usize = 1_500;

/// Longest part of it in the record, in characters: what the list of matters shows.
const MOST_NOTED: usize = 200;

/// Why a person is called.
pub(super) struct Call {
    /// In so many words.
    cry: bool,
    /// He may protest against an announced overstep; until which day, where it is known.
    may_protest: Option<Option<Day>>,
    /// The letter before, where it was of no use either.
    before: Option<Arrival>,
}

/// Whether a letter calls for a person, by what is ruled on it. `useless`: it did not do what
/// its sender wanted.
pub(super) fn call_of(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    (ruling, useless): (&Ruling, bool),
    game: Option<GameId>,
) -> Result<Option<Call>, Failure> {
    if docket.called {
        return Ok(None);
    }
    let mut before = None;
    if let (true, Some(from)) = (useless, docket.letter.from.first()) {
        let this = Arrival {
            letter: docket.inbound,
            at: docket.arrived,
        };
        let newest = desk.tx.inbound_before(from, game, this)?;
        before = newest
            .filter(|(_, verdict)| verdict.is_of_no_use())
            .map(|(arrival, _)| arrival);
    }
    let said = &docket.letter.own_text;
    let may_protest = match game.filter(|_| useless) {
        Some(id) => may_protest_in(desk, docket, id)?,
        None => None,
    };
    let cry = is_cry(said);
    let stops = is_death(said) && !brings_words(ruling);
    let concerns = stops || useless && is_plight(said) || may_protest.is_some();
    let is_one = cry || concerns || before.is_some();
    Ok(is_one.then_some(Call {
        cry,
        may_protest,
        before,
    }))
}

/// Whether the arbiter has the words of a letter by what is ruled on it: a protest, a copy.
fn brings_words(ruling: &Ruling) -> bool {
    let mut told = ruling.notices.iter();
    told.any(|n| n.to == Recipient::Arbiter && !matches!(n.body, Body::Result))
}

/// Whether what a player says in a game may be meant against an overstep of his that was
/// announced: until which day he may protest.
fn may_protest_in(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    id: GameId,
) -> Result<Option<Option<Day>>, Failure> {
    let arrived = docket.arrived;
    let sender = docket.sender;
    let game = desk.game(id)?;
    let side = game.side_of(sender);
    Ok(side.and_then(|side| may_protest(game, side, game.facts.zone.day(arrived))))
}

/// Tells the arbiter, with the words; the matter is recorded, and the player told.
pub(super) fn call_person(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    ruling: &mut Ruling,
    call: Call,
    game: Option<GameId>,
) -> Result<(), Failure> {
    docket.called = true;
    let games = match game {
        Some(id) => vec![(id, desk.tx.game_facts(id)?.tournament)],
        None => first_games(desk.tx, docket.sender)?,
    };
    let mut told: Option<Remark> = None;
    for (id, tournament) in games {
        let facts = desk.tx.tournament_facts(tournament)?;
        let zone = facts.zone;
        told.get_or_insert(Remark::WithArbiter {
            name: facts.arbiter.name.clone(),
            email: facts.arbiter.email.clone(),
        });
        let mut letters = Vec::new();
        if let Some(before) = call.before {
            letters.push(SaidBefore {
                day: zone.day(before.at),
                text: words_of(desk.tx, before.letter)?,
            });
        }
        letters.push(said(zone, docket.arrived, &docket.letter.own_text));
        let body = Body::Unheard {
            name: desk.player_name(docket.sender)?,
            cry: call.cry,
            letters,
        };
        let mut notice = Notice::new(Recipient::Arbiter, body);
        if game.is_some() {
            open_matter(desk, id, docket, ruling)?;
        } else {
            notice.tournament = Some(tournament);
            let mut matter = Ruling::default();
            open_matter(desk, id, docket, &mut matter)?;
            desk.record(matter, Some(id), None)?;
        }
        ruling.notices.push(notice);
    }
    let me = Recipient::Player(docket.sender);
    if let Some(first) = ruling.notices.iter_mut().find(|n| n.to == me) {
        let protest = call.may_protest.map(|until| Remark::MayProtest { until });
        first.remarks.extend(protest);
        first.remarks.extend(told);
    }
    Ok(())
}

/// Opens the matter in a game with a ruling about it, where none is open.
fn open_matter(
    desk: &mut Desk<'_>,
    id: GameId,
    docket: &Docket<'_>,
    ruling: &mut Ruling,
) -> Result<(), Failure> {
    let (now, inbound) = (desk.now, docket.inbound);
    let game = desk.game(id)?;
    let after = ruling.game.as_deref().unwrap_or(game);
    let Some(side) = game
        .side_of(docket.sender)
        .filter(|s| !is_called(after, *s))
    else {
        return Ok(());
    };
    let words = shown(&docket.letter.own_text, MOST_NOTED);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let event = Event::MatterOpened(Opened::new("unheard", side, Circumstance::said(words)));
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let entry = Entry::new(now, Cause::Letter(inbound), event).on(article);
    ruling
        .records(game, entry)
        .map_err(|e| Failure::failed(format!("game {}: {e}", game.facts.name)))
}

/// Of each running tournament the first game that a player has to play: a letter
/// about no game is no less a call.
fn first_games(view: &View<'_>, player: PlayerId) -> Result<Vec<(GameId, TournamentId)>, Failure> {
    let mut found: Vec<(GameId, TournamentId)> = Vec::new();
    for row in view.player_games(player, true)? {
        if found.iter().all(|(_, t)| *t != row.tournament) {
            found.push((row.id, row.tournament));
        }
    }
    Ok(found)
}

fn words_of(view: &View<'_>, id: InboundId) -> Result<String, Failure> {
    let raw = view.inbound_raw(id)?;
    let read = letter::read(&raw.bytes);
    Ok(read.map_or_else(|_| String::new(), |l| shown(&l.own_text, MOST_SHOWN)))
}

fn said(zone: Zone, arrived: Instant, text: &str) -> SaidBefore {
    SaidBefore {
        day: zone.day(arrived),
        text: shown(text, MOST_SHOWN),
    }
}

/// A player's words without addresses, and not more than are read.
fn shown(text: &str, most: usize) -> String {
    let text = text.trim();
    let mut words: String = text.chars().take(most).collect();
    if words.len() < text.len() {
        words.push_str(" …");
    }
    without_addresses(&words)
}
