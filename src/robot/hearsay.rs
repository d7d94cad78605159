//! Words that letters about a game passed on to a player since his last move are their
//! writer's when they come back without their mark: two whole lines of them, or twelve words
//! in a row, are no move, offer or resignation of his. What he copies on purpose stays his: a
//! record, a form, a game as PGN, the move that is due with its number, a command alone on its
//! line.

use super::echo;
use crate::error::Failure;
use crate::fold;
use crate::ids::GameId;
use crate::letter::{self, Letter};
use crate::request;
use crate::store::{GameRow, PlayerRow, View};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// So many words in a row are another's, and so many whole lines.
const FEWEST_WORDS: usize = 12;
const FEWEST_LINES: usize = 2;

/// Most games, and most letters about each, that are looked at.
const MOST_GAMES: usize = 6;
const MOST_LETTERS: u32 = 8;

/// Most words that are compared, of the letter and of what was passed on.
const MOST_WORDS: usize = 5_000;

/// Most places at which a word is looked for.
const MOST_PLACES: usize = 64;

/// The letter with blanks in its own words, and in those of the page beside them, for what
/// others wrote; `None` where nothing is.
pub(super) fn without_hearsay(view: &View<'_>, letter: &Letter) -> Result<Option<Letter>, Failure> {
    let enough = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        lines >= FEWEST_LINES || text.split_whitespace().count() >= FEWEST_WORDS
    };
    if !enough(&letter.own_text) && !letter.page.as_deref().is_some_and(enough) {
        return Ok(None);
    }
    let [from] = &letter.from[..] else {
        return Ok(None);
    };
    let Some(player) = view.player_by_address(from)? else {
        return Ok(None);
    };
    let (mut passages, mut due) = (Vec::new(), BTreeSet::new());
    for game in games_meant(view, letter, &player)? {
        due.insert(game.ply / 2 + 1);
        passages.extend(passed_on(view, &game, &player)?);
    }
    if passages.is_empty() {
        return Ok(None);
    }
    let said = PassedWords::of(&passages);
    let own_text = said.blanked(&letter.own_text, &due);
    let page = letter.page.as_deref();
    let page = page.and_then(|page| said.blanked(page, &due));
    Ok(letter.with_words(own_text, page))
}

/// The games of the letters that are answered; where none is, all that the player plays.
fn games_meant(
    view: &View<'_>,
    letter: &Letter,
    player: &PlayerRow,
) -> Result<Vec<GameRow>, Failure> {
    let mut ids: BTreeSet<GameId> = BTreeSet::new();
    for id in letter.answers.iter().rev().take(MOST_LETTERS as usize) {
        let row = view.outbound_by_message_id(id)?;
        ids.extend(row.and_then(|row| row.game_id));
    }
    let mut games = view.player_games(player.id, true)?;
    if !ids.is_empty() {
        games.retain(|game| ids.contains(&game.id));
    }
    games.truncate(MOST_GAMES);
    Ok(games)
}

/// What letters about a game passed on to a player since his last move.
fn passed_on(view: &View<'_>, game: &GameRow, player: &PlayerRow) -> Result<Vec<String>, Failure> {
    let is_white = game.players.white.0 == player.id;
    let is_his_turn = is_white == (game.ply.is_multiple_of(2));
    let since = game.ply.saturating_sub(u32::from(is_his_turn));
    let mut passages = Vec::new();
    for id in view.outbound_passing_on((game.id, player.id), since, MOST_LETTERS)? {
        passages.extend(letter::passed_on(&view.outbound_raw(id)?.bytes).unwrap_or_default());
    }
    Ok(passages)
}

/// What was passed on, to be found again.
struct PassedWords {
    passages: Vec<Vec<String>>,
    /// Where each word stands: the passage, and its place in it.
    places: BTreeMap<String, Vec<(usize, usize)>>,
}

impl PassedWords {
    fn of(passages: &[String]) -> PassedWords {
        let words = passages.iter().map(|passage| {
            let words = fold::words(passage).into_iter().take(MOST_WORDS);
            words.map(|word| word.text).collect::<Vec<String>>()
        });
        let passages: Vec<Vec<String>> = words.collect();
        let mut places: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (passage, words) in passages.iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                let all = places.entry(word.clone()).or_default();
                if all.len() < MOST_PLACES {
                    all.push((passage, at));
                }
            }
        }
        PassedWords { passages, places }
    }

    /// How many words from the first of these on were passed on in a row.
    fn run(&self, words: &[fold::Word]) -> usize {
        let first = words.first().and_then(|word| self.places.get(&word.text));
        let runs = first.into_iter().flatten().map(|(passage, at)| {
            let theirs = self.passages.get(*passage).and_then(|p| p.get(*at..));
            let same = theirs.into_iter().flatten().zip(words);
            same.take_while(|(their, word)| **their == word.text)
                .count()
        });
        runs.max().unwrap_or(0)
    }

    /// The text with blanks for what was passed on: as many bytes as before, so that places
    /// in it stay where they are. `None`: nothing was.
    fn blanked(&self, text: &str, due: &BTreeSet<u32>) -> Option<String> {
        let lines: Vec<&str> = text.split('\n').collect();
        let ranges = self.found_in(text, &ranges_of(&lines));
        if ranges.is_empty() {
            return None;
        }
        let is_theirs = |at: usize| ranges.iter().any(|range| range.contains(&at));
        // Whoever wrote a form or a record, who sends one fills it in.
        let kept = echo::kept_lines(&lines, |_| true);
        let mut start = 0;
        let blanked = lines.iter().enumerate().map(|(at, line)| {
            let from = start;
            start += line.len() + 1;
            match kept.contains(&at) || is_meant(line, due) {
                true => (*line).to_owned(),
                false => echo::blank(line, from, &is_theirs),
            }
        });
        let blanked = blanked.collect::<Vec<_>>().join("\n");
        (blanked != text).then_some(blanked)
    }

    /// The places of a text, in bytes, that were passed on.
    fn found_in(&self, text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
        let words = fold::words(text);
        let words = words.get(..MOST_WORDS).unwrap_or(&words);
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let length = self.run(rest);
            let run = rest.get(..length).unwrap_or_default();
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                let range = first.start..last.end;
                if length >= FEWEST_WORDS {
                    found.push(range);
                } else {
                    found.extend(whole_lines(words, &range, lines));
                }
            }
            at += length.max(1);
        }
        found
    }
}

/// The whole lines within a range, where they are enough.
fn whole_lines(
    words: &[fold::Word],
    range: &Range<usize>,
    lines: &[Range<usize>],
) -> Option<Range<usize>> {
    let is_within = |line: &&Range<usize>| {
        let mut own = words
            .iter()
            .filter(|word| line.contains(&word.start))
            .peekable();
        own.peek().is_some() && own.all(|word| range.start <= word.start && word.end <= range.end)
    };
    let whole: Vec<&Range<usize>> = lines.iter().filter(is_within).collect();
    let (first, last) = (whole.first()?, whole.last()?);
    (whole.len() >= FEWEST_LINES).then_some(first.start..last.end)
}

/// Where each line stands.
fn ranges_of(lines: &[&str]) -> Vec<Range<usize>> {
    let mut start = 0;
    let each = lines.iter().map(|line| {
        let from = start;
        start += line.len() + 1;
        from..from + line.len()
    });
    each.collect()
}

/// Whether a line says by itself that it is meant: the move that is due with its number, a
/// command alone, a tag of PGN.
fn is_meant(line: &str, due: &BTreeSet<u32>) -> bool {
    let line = line.trim();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line.get(..digits).and_then(|number| number.parse().ok());
    let numbered = line.get(digits..).is_some_and(|rest| rest.starts_with('.'));
    let is_due = numbered && number.is_some_and(|number| due.contains(&number));
    is_due || line.starts_with('[') || request::is_command_alone(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "I think that you\nshould resign now, for 7163 wins at once and there is \
        nothing that helps\nRESIGN\n12. 5254";

    fn left(own: &str) -> String {
        let said = PassedWords::of(&[WORDS.to_owned()]);
        let left = said.blanked(own, &BTreeSet::from([12]));
        let left = left.unwrap_or_else(|| own.to_owned());
        let lines = left.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn two_whole_lines_or_twelve_words_in_a_row_are_anothers() {
        for (own, kept) in [
            ("I think that you\nshould resign", ""),
            ("Thanks!\n\nI think that you\nshould resign now", "Thanks!"),
            (
                "should resign now, for 7163 wins at once and there is nothing",
                "",
            ),
            ("12. 7163\nI think\nthat you", "12. 7163"),
            // Fewer are his own.
            ("should resign", "should resign"),
            ("should resign now, for 7163", "should resign now, for 7163"),
        ] {
            assert_eq!(left(own), kept, "{own}");
        }
    }

    #[test]
    fn a_command_alone_and_the_move_that_is_due_are_his() {
        for (own, kept) in [
            ("I think that you\nshould resign now\nRESIGN", "RESIGN"),
            ("nothing that helps\nRESIGN\n12. 5254", "RESIGN|12. 5254"),
            ("RESIGN\n12. 5254", "RESIGN|12. 5254"),
        ] {
            assert_eq!(left(own), kept, "{own}");
        }
    }
}
