//! Our own words coming back without a mark of quotation: some programs answer
//! with the whole letter they got. Our letters hold an example of an answer, which
//! is a legal move; it is not the player's.

use crate::error::Failure;
use crate::ids::OutboundId;
use crate::letter::{self, Letter};
use crate::store::View;
use std::collections::BTreeSet;

/// Fewer lines than this are a person's own: even who copies the example sends it
/// without the sentences around it.
const FEWEST_LINES: usize = 5;

/// Most letters of ours that are compared.
const MOST_LETTERS: usize = 6;

/// How much of a neighbouring line must be ours, in characters: programs break
/// lines anew.
const EDGE: usize = 10;

/// A line that is a move with its number and nothing else, between two others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Example {
    before: String,
    line: String,
    after: String,
}

/// The lines of a text that are nothing but a numbered move, each with what stands
/// around it; and where they stand.
fn examples(text: &str) -> Vec<(usize, Example)> {
    let lines: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .map(|(n, l)| (n, l.split_whitespace().collect::<Vec<_>>().join(" ")))
        .filter(|(_, l)| !l.is_empty())
        .collect();
    let mut found = Vec::new();
    for around in lines.windows(3) {
        if let [(_, before), (at, line), (_, after)] = around
            && is_numbered(line)
        {
            let skip = before.chars().count().saturating_sub(EDGE);
            let example = Example {
                before: before.chars().skip(skip).collect(),
                line: line.clone(),
                after: after.chars().take(EDGE).collect(),
            };
            found.push((*at, example));
        }
    }
    found
}

/// `12. 5254`, `12... Nf6`: a number, dots, a move.
fn is_numbered(line: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = bare.trim_start_matches(['.', ' ', '…']);
    bare.len() < line.len() && rest.len() < bare.len() && !rest.is_empty() && !rest.contains(' ')
}

/// The own text of a letter with blanks for the examples of ours in it; `None`
/// where there are none.
pub(super) fn without_our_examples(
    view: &View<'_>,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let own = letter.own_text.lines().filter(|l| !l.trim().is_empty());
    if own.count() < FEWEST_LINES {
        return Ok(None);
    }
    let found = examples(&letter.own_text);
    if found.is_empty() {
        return Ok(None);
    }
    let mut ours = BTreeSet::new();
    for id in letters_before(view, letter)? {
        let raw = view.outbound_raw(id)?;
        let Ok(sent) = letter::read(&raw.bytes) else {
            continue;
        };
        ours.extend(examples(&sent.text).into_iter().map(|(_, e)| e));
    }
    let dropped: BTreeSet<usize> = found
        .into_iter()
        .filter(|(_, example)| ours.contains(example))
        .map(|(at, _)| at)
        .collect();
    if dropped.is_empty() {
        return Ok(None);
    }
    Ok(Some(blanked(&letter.own_text, &dropped)))
}

/// A text with blanks for some of its lines: as many bytes as before, so that places in
/// the text stay where they are.
pub(super) fn blanked(text: &str, dropped: &BTreeSet<usize>) -> String {
    let kept = text.lines().enumerate();
    let kept: Vec<String> = kept
        .map(|(at, line)| match dropped.contains(&at) {
            true => " ".repeat(line.len()),
            false => line.to_owned(),
        })
        .collect();
    kept.join("\n")
}

/// Letters of ours that the sender may have before him: those he answers, and
/// the newest ones about his games.
fn letters_before(view: &View<'_>, letter: &Letter) -> Result<Vec<OutboundId>, Failure> {
    let mut ids: Vec<OutboundId> = Vec::new();
    for id in letter.answers.iter().rev().take(MOST_LETTERS) {
        ids.extend(view.outbound_by_message_id(id)?.map(|row| row.id));
    }
    let player = match letter.from.first() {
        Some(from) => view.player_by_address(from)?,
        None => None,
    };
    if let Some(player) = player {
        for game in view.player_games(player.id, true)? {
            if ids.len() >= MOST_LETTERS {
                break;
            }
            if let Some(thread) = view.thread_of(game.id, player.id)? {
                ids.push(thread.last_id);
                ids.extend(thread.move_id);
            }
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_move_alone_on_its_line_is_an_example() {
        for line in ["1. 5254", "12... 5755", "1... e5", "12 … Nf6", "3.5254"] {
            assert!(is_numbered(line), "{line}");
        }
        for line in [
            "5254",
            "1. e4 e5",
            "2026",
            "RESIGN",
            "12. 5254 if",
            "01. 5254 5755",
        ] {
            assert!(!is_numbered(line), "{line}");
        }
    }

    #[test]
    fn what_stands_around_it_belongs_to_it() {
        let ours = examples("for example:\n\n    1... 5755\n\nPut your own move in place\nof it");
        let same = examples("> x\nthe letter, for example:\n1... 5755\n\nPut your own\nmove");
        assert_eq!(ours[0].1, same[0].1);
        let own = examples("Hello\n1... 5755\nBest regards");
        assert_ne!(ours[0].1, own[0].1);
    }
}
