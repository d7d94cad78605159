//! The correspondence of a game (56.1.4, 56.1.5): the robot has all of it, so nobody
//! who lost his needs to ask his partners. What a player gets is what he wrote and
//! what was written to him; the arbiter gets all.

use super::desk::Desk;
use crate::address;
use crate::arbiter::{Body, Ruling};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::language::Language;
use crate::letter;
use crate::record::GameFile;
use crate::report::{document, game as forms};
use crate::store::View;
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
    /// The letters alone.
    pub letters: String,
    /// How many letters are in it.
    pub count: u32,
    /// How many older ones are left out for their size.
    pub left_out: u32,
}

struct WrittenLetter {
    at: Instant,
    head: String,
    words: String,
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
    let mut kept: Vec<&WrittenLetter> = Vec::new();
    let mut bytes = 0;
    for one in letters.iter().rev() {
        bytes += one.head.len() + one.words.len();
        if bytes > MOST_BYTES && !kept.is_empty() {
            break;
        }
        kept.push(one);
    }
    kept.reverse();
    let mut text = document::text(&forms::journal(game, language, today));
    let schedule = forms::schedule_document(game, language);
    let _ = write!(text, "\n\n{}\n", document::text(&schedule));
    let mut shown = String::new();
    for (number, one) in (1 + letters.len() - kept.len()..).zip(&kept) {
        let line = "=".repeat(74);
        let _ = write!(
            shown,
            "\n{line}\n[{number}] {}\n\n{}\n",
            one.head, one.words
        );
    }
    text.push_str(&shown);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Correspondence {
        text,
        letters: shown,
        count: count(kept.len()),
        left_out: count(letters.len() - kept.len()),
    })
}

fn written(
    view: &View<'_>,
    game: &GameFile,
    reader: Option<PlayerId>,
) -> Result<Vec<WrittenLetter>, Failure> {
    let id = game.facts.id;
    let zone = game.facts.zone;
    let mut all = Vec::new();
    // The addresses we wrote to, so that a change of address loses no letter.
    let mut own: BTreeSet<String> = BTreeSet::new();
    if let Some(row) = reader.map(|id| view.player_load(id)).transpose()?.flatten() {
        own.extend(row.reach.key());
    }
    for row in view.outbound_of_game(id)? {
        // Codes are for one use, and no part of the game.
        let code = matches!(row.kind.as_str(), "challenge" | "address" | "withdrawal");
        if code || reader.is_some() && row.player != reader {
            continue;
        }
        if reader.is_some() {
            own.extend(row.to.email().map(address::key));
        }
        let at = row.sent.unwrap_or(row.composed);
        all.push(WrittenLetter {
            at,
            head: format!("{} -> {} | {}", zone.day(at), row.to, row.subject),
            words: words_of(&view.outbound_raw(row.id)?.bytes),
        });
    }
    for row in view.inbound_of_game(id)? {
        // What nobody confirmed is nobody's letter.
        let known = row.verdict.is_some_and(crate::arbiter::Verdict::was_known);
        if !known || reader.is_some() && !own.contains(&address::key(&row.from)) {
            continue;
        }
        all.push(WrittenLetter {
            at: row.arrived,
            head: format!(
                "{} <- {} | {}",
                zone.day(row.arrived),
                row.from,
                row.subject
            ),
            words: words_of(&view.inbound_raw(row.id)?.bytes),
        });
    }
    Ok(all)
}

/// The text of a letter, as a reader of mail shows it; nothing where it was cut to
/// its header long after the end of its tournament.
fn words_of(bytes: &[u8]) -> String {
    let read = letter::read(bytes).map(|l| l.text).unwrap_or_default();
    read.trim().chars().take(MOST_OF_ONE).collect()
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
