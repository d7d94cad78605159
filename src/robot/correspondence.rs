//! The correspondence of a game (56.1.4, 56.1.5): the robot has all of it, so nobody
//! who lost his needs to ask his partners. What a player gets is what he wrote and
//! what was written to him; the arbiter gets all.

use super::desk::Desk;
use crate::address;
use crate::arbiter::{Body, Ruling};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::language::Language;
use crate::letter::{self, ReadableLetter};
use crate::record::GameFile;
use crate::report::{document, game as forms};
use crate::request::masked::without_keys;
use crate::store::{Direction, InboundRow, OutboundRow, View};
use crate::time::{Day, Instant};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Largest text of letters that is enclosed, in bytes: a mailbox takes it, and a
/// game of sixty moves fits. The newest are kept.
const MOST_BYTES: usize = 400_000;
/// Most of one letter, in characters.
const MOST_OF_ONE: usize = 20_000;

/// All that was written in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondence {
    /// Journal, schedule and letters.
    pub text: String,
    /// The letters alone, in the order in which they were written.
    pub letters: Vec<GameLetter>,
    /// How many letters are in it.
    pub count: u32,
    /// How many older ones are left out for their size.
    pub left_out: u32,
}

/// A letter of a game, as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLetter {
    /// It was received or composed.
    pub direction: Direction,
    /// Its number.
    pub number: i64,
    /// When.
    pub at: Instant,
    /// Day, to or from whom, and its subject.
    pub head: String,
    /// Its text; nothing where it was cut to its header.
    pub words: String,
}

/// The correspondence of a game as of a day, for one of its players or, where none is
/// named, for the arbiter.
///
/// # Errors
///
/// A database that cannot be read. A letter that cannot is named without its words.
pub fn correspondence(
    view: &View<'_>,
    game: &GameFile,
    reader: Option<PlayerId>,
    language: Language,
    today: Day,
) -> Result<Correspondence, Failure> {
    let mut letters = written(view, game, reader)?;
    letters.sort_by_key(|w| w.at);
    let (all, mut bytes) = (letters.len(), 0);
    let mut kept: Vec<GameLetter> = Vec::new();
    for one in letters.into_iter().rev() {
        bytes += one.head.len() + one.words.len();
        if bytes > MOST_BYTES && !kept.is_empty() {
            break;
        }
        kept.push(one);
    }
    kept.reverse();
    let side = reader.and_then(|id| game.side_of(id));
    let mut text = document::text(&forms::journal(game, language, today, side));
    let schedule = forms::schedule_document(game, language);
    let _ = write!(text, "\n\n{}\n", document::text(&schedule));
    for (number, one) in (1 + all - kept.len()..).zip(&kept) {
        let line = "=".repeat(74);
        let _ = write!(text, "\n{line}\n[{number}] {}\n\n{}\n", one.head, one.words);
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Correspondence {
        text,
        count: count(kept.len()),
        left_out: count(all - kept.len()),
        letters: kept,
    })
}

/// The letters that we wrote in a game. Codes are for one use, and no part of it.
fn composed(view: &View<'_>, id: GameId) -> Result<Vec<OutboundRow>, Failure> {
    let mut rows = view.outbound_of_game(id)?;
    rows.retain(|row| !matches!(row.kind.as_str(), "challenge" | "address" | "withdrawal"));
    Ok(rows)
}

/// The letters that came in a game. What nobody confirmed is nobody's letter.
fn received(view: &View<'_>, id: GameId) -> Result<Vec<InboundRow>, Failure> {
    let mut rows = view.inbound_of_game(id)?;
    rows.retain(|row| row.verdict.is_some_and(crate::arbiter::Verdict::was_known));
    Ok(rows)
}

/// A letter of the correspondence of a game.
pub(super) struct FoundLetter {
    /// Its bytes, as it came or left.
    pub bytes: Vec<u8>,
    /// The player who wrote it, or to whom it went.
    pub player: Option<PlayerId>,
}

/// A letter of a game as it came or left; `None`: it is none of its correspondence.
///
/// # Errors
/// A database that cannot be read.
pub(super) fn raw_letter(
    view: &View<'_>,
    id: GameId,
    (direction, number): (Direction, i64),
) -> Result<Option<FoundLetter>, Failure> {
    match direction {
        Direction::Out => {
            let mut rows = composed(view, id)?.into_iter();
            let Some(row) = rows.find(|row| row.id.0 == number) else {
                return Ok(None);
            };
            Ok(Some(FoundLetter {
                bytes: view.outbound_raw(row.id)?.bytes,
                player: row.player,
            }))
        }
        Direction::In => {
            let mut rows = received(view, id)?.into_iter();
            let Some(row) = rows.find(|row| row.id.0 == number) else {
                return Ok(None);
            };
            Ok(Some(FoundLetter {
                bytes: view.inbound_raw(row.id)?.bytes,
                player: view.player_by_address(&row.from)?.map(|p| p.id),
            }))
        }
    }
}

/// A letter of either direction for whoever may read it and is not its owner: a message of one
/// plain text with the fields of its header, without what signs in or acts for somebody
/// ([`without_keys`]). `None`: nothing can be made of it.
pub fn masked_letter(bytes: &[u8]) -> Option<String> {
    let letter = letter::readable(bytes).ok()?;
    let shown = |(name, value): (String, String)| (name, without_keys(&value));
    let letter = ReadableLetter {
        fields: letter.fields.into_iter().map(shown).collect(),
        text: without_keys(&letter.text),
    };
    Some(letter.message())
}

fn written(
    view: &View<'_>,
    game: &GameFile,
    reader: Option<PlayerId>,
) -> Result<Vec<GameLetter>, Failure> {
    let id = game.facts.id;
    let zone = game.facts.zone;
    let mut all = Vec::new();
    // The addresses we wrote to, so that a change of address loses no letter.
    let mut own: BTreeSet<String> = BTreeSet::new();
    if let Some(row) = reader.map(|id| view.player_load(id)).transpose()?.flatten() {
        own.extend(row.reach.key());
    }
    for row in composed(view, id)? {
        if reader.is_some() && row.player != reader {
            continue;
        }
        if reader.is_some() {
            own.extend(row.to.email().map(address::key));
        }
        let at = row.sent.unwrap_or(row.composed);
        all.push(GameLetter {
            direction: Direction::Out,
            number: row.id.0,
            at,
            head: without_keys(&format!("{} -> {} | {}", zone.day(at), row.to, row.subject)),
            words: words_of(&view.outbound_raw(row.id)?.bytes),
        });
    }
    for row in received(view, id)? {
        if reader.is_some() && !own.contains(&address::key(&row.from)) {
            continue;
        }
        all.push(GameLetter {
            direction: Direction::In,
            number: row.id.0,
            at: row.arrived,
            head: without_keys(&format!(
                "{} <- {} | {}",
                zone.day(row.arrived),
                row.from,
                row.subject
            )),
            words: words_of(&view.inbound_raw(row.id)?.bytes),
        });
    }
    Ok(all)
}

/// The text of a letter, as a reader of mail shows it, without what signs in or acts for
/// somebody: it goes on to others than the letter did. Nothing where it was cut to its header
/// long after the end of its tournament.
fn words_of(bytes: &[u8]) -> String {
    let read = letter::read(bytes).map(|l| l.text).unwrap_or_default();
    let shown: String = read.trim().chars().take(MOST_OF_ONE).collect();
    without_keys(&shown)
}

/// Puts the letters into an answer that asks for them.
pub(super) fn enclose(
    desk: &mut Desk<'_>,
    ruling: &mut Ruling,
    id: GameId,
    reader: PlayerId,
) -> Result<(), Failure> {
    let asks = |b: &Body| matches!(b, Body::Correspondence { .. });
    if !ruling.notices.iter().any(|n| asks(&n.body)) {
        return Ok(());
    }
    let language = desk
        .tx
        .player_load(reader)?
        .map_or(Language::En, |p| p.language);
    let now = desk.now;
    let file = desk.game(id)?.clone();
    let today = file.facts.zone.day(now);
    let found = correspondence(desk.tx, &file, Some(reader), language, today)?;
    for notice in &mut ruling.notices {
        if let Body::Correspondence {
            letters,
            count,
            left_out,
        } = &mut notice.body
        {
            letters.clone_from(&found.text);
            *count = found.count;
            *left_out = found.left_out;
        }
    }
    Ok(())
}
