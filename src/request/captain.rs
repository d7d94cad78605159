//! What a captain states for his team in the words of a letter: who plays in a round (24.1),
//! and who speaks for the team from now on (24.9). Only what stands at the beginning of a
//! line is a statement; all else is words.

use super::courtesy::{closes, greeted};
use super::pattern;
use crate::vocabulary::{self, CaptainWords, Pick, either};
use regex::Regex;
use std::sync::LazyLock;

/// A tournament's code in a heading: letters and figures.
static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[A-Z][A-Z\d_-]*\d[A-Z\d_-]*\b"));

/// The longest line that names a player, in characters.
const MOST_OF_A_NAME: usize = 60;
/// The most lines of a signature.
const MOST_OF_A_SIGNATURE: usize = 4;
/// The most players of a line-up that are looked at.
const MOST_PLAYERS: usize = 100;

/// What a captain's letter states, and what else stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptainLetter {
    /// Its statements.
    pub stated: Vec<CaptainStates>,
    /// Its other lines, without courtesies.
    pub rest: String,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptainStates {
    /// Who plays in a round.
    LineUp {
        /// As it stands in the letter.
        read: String,
        /// The round, where one is named.
        round: Option<u32>,
        /// Players in board order, by starting number or by name.
        players: Vec<String>,
    },
    /// Another speaks for the team.
    Delegate {
        /// As it stands in the letter.
        read: String,
        /// His name.
        name: String,
        /// His address.
        email: String,
    },
}

fn words(pick: Pick<CaptainWords>) -> String {
    let mut all = vocabulary::arbiters(|w| pick(&w.captain));
    // A longer one begins with a shorter.
    all.sort_by_key(|word| std::cmp::Reverse(word.len()));
    either(&all)
}

static LINE_UP: LazyLock<Regex> = LazyLock::new(|| {
    let words = words(|c| &c.line_up);
    pattern(&format!(r"(?i)^\s*(?:{words})(?:[\s,:(]+(?P<more>.*))?$"))
});

static ROUND: LazyLock<Regex> = LazyLock::new(|| {
    let round = words(|c| &c.round);
    pattern(&format!(
        r"(?i)(?:\p{{L}}{{1,4}}\s+){{0,2}}(?:\b(?:{round})\s*[№#]?\s*(?P<n>\d{{1,2}})|\b(?P<m>\d{{1,2}})(?:\.|-?\p{{L}}{{1,2}})?\s+(?:{round})\b)"
    ))
});

static DELEGATE: LazyLock<Regex> = LazyLock::new(|| {
    let words = words(|c| &c.delegate);
    pattern(&format!(r"(?i)^\s*(?:{words})\b(?P<more>.*)$"))
});

static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[^\s<>,;:()\[\]]+@[^\s<>,;:()\[\]]+\.[\p{L}\d-]+"));

/// Names, right before an address.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"((?:\p{Lu}[\p{L}.'’-]*\s+)*\p{Lu}[\p{L}.'’-]*)["\s,:–—<(-]*$"#));

/// `1. `, `2) `, `Board 3: ` before a player.
static BOARD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:\p{L}{4,11}\s+)?\d{1,2}\s*[.):–—-]\s*(\S.*)$"));

/// What a captain's own text states.
pub fn stated_in(own_text: &str) -> CaptainLetter {
    let lines: Vec<&str> = own_text.lines().collect();
    let mut letter = CaptainLetter::default();
    let mut rest: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let below = lines.get(at + 1..).unwrap_or_default();
        match line_up(line, below).or_else(|| delegate(line, below)) {
            Some((stated, more)) => {
                letter.stated.push(stated);
                at += more;
            }
            None => rest.push(line),
        }
        at += 1;
    }
    letter.rest = without_courtesies(&rest);
    letter
}

/// Lines without greetings, and without regards and the few lines of a signature below.
fn without_courtesies(lines: &[&str]) -> String {
    let regards = lines.iter().rposition(|line| closes(line)).filter(|at| {
        let below = lines.iter().skip(at + 1);
        below.filter(|line| !line.trim().is_empty()).count() <= MOST_OF_A_SIGNATURE
    });
    let above = lines.iter().take(regards.unwrap_or(lines.len()));
    let words =
        above.filter(|line| line.trim().is_empty() || greeted(line) < line.trim_end().len());
    words.copied().collect::<Vec<_>>().join("\n")
}

/// A line-up that begins here, with how many lines below belong to it.
fn line_up(line: &str, below: &[&str]) -> Option<(CaptainStates, usize)> {
    let tidy = line.replace(['‑', '–', '—'], "-");
    let found = LINE_UP.captures(&tidy)?;
    let more = found.name("more").map_or("", |m| m.as_str()).trim();
    if tidy.contains('?') {
        return None;
    }
    let (head, items) = match (tidy.trim_end().ends_with(':'), more.rsplit_once(':')) {
        (true, _) => (more.trim_end_matches(':'), ""),
        (false, Some((head, items))) => (head, items.trim()),
        (false, None) => (more, ""),
    };
    let of_round = ROUND.captures(head);
    let round = of_round
        .as_ref()
        .and_then(|c| c.name("n").or(c.name("m")))
        .and_then(|n| n.as_str().parse().ok());
    let around = of_round.as_ref().map_or_else(
        || head.to_owned(),
        |c| head.replace(c.get(0).map_or("", |m| m.as_str()), " "),
    );
    let around = CODE.replace_all(&around, " ");
    let marks = |c: char| !c.is_alphanumeric();
    let has_colon = tidy.contains(':');
    let (items, above): (String, bool) = match items.is_empty() {
        false => (items.to_owned(), true),
        true if around.chars().any(char::is_alphabetic) && !has_colon => return None,
        true if around.chars().any(|c| c.is_ascii_digit()) && !has_colon => {
            (around.trim_matches(marks).to_owned(), true)
        }
        true => (String::new(), false),
    };
    let (players, taken) = match above {
        true => (in_one_line(&items), 0),
        false => in_lines(below),
    };
    let mut read = vec![line.trim()];
    read.extend(
        below
            .iter()
            .take(taken)
            .map(|l| l.trim())
            .filter(|l| !l.is_empty()),
    );
    let stated = CaptainStates::LineUp {
        read: read.join(" / "),
        round,
        players,
    };
    let some = matches!(&stated, CaptainStates::LineUp { players, .. } if !players.is_empty());
    some.then_some((stated, taken))
}

/// Players between commas; starting numbers between blanks too.
fn in_one_line(items: &str) -> Vec<String> {
    let numbers = items
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || c == ',' || c == '.' || c == ';');
    let parts: Vec<&str> = match numbers {
        true => items.split(|c: char| !c.is_ascii_digit()).collect(),
        false => items.split([',', ';']).collect(),
    };
    let named = parts.into_iter().map(player).filter(|p| !p.is_empty());
    named.take(MOST_PLAYERS).collect()
}

/// Players in the lines below, up to an empty one, with how many lines they take.
fn in_lines(below: &[&str]) -> (Vec<String>, usize) {
    let mut players = Vec::new();
    let mut taken = 0;
    for (at, line) in below.iter().enumerate().take(MOST_PLAYERS) {
        let line = line.trim();
        if line.is_empty() && players.is_empty() {
            continue;
        }
        let is_a_player = !line.is_empty()
            && !closes(line)
            && !line.contains('?')
            && line.chars().count() <= MOST_OF_A_NAME;
        if !is_a_player {
            break;
        }
        players.push(player(line));
        taken = at + 1;
    }
    (players, taken)
}

/// A player without the board before him and what stands in brackets behind.
fn player(text: &str) -> String {
    let text = text.trim();
    let text = BOARD
        .captures(text)
        .and_then(|c| c.get(1))
        .map_or(text, |m| m.as_str());
    let text = text.split('(').next().unwrap_or(text);
    text.trim_matches(|c: char| c.is_whitespace() || ".,;".contains(c))
        .to_owned()
}

/// Who speaks for the team from now on, with how many lines below belong to it.
fn delegate(line: &str, below: &[&str]) -> Option<(CaptainStates, usize)> {
    let found = DELEGATE.captures(line)?;
    let own = found.name("more").map_or("", |m| m.as_str());
    let (text, taken) = match (ADDRESS.is_match(own), below.first()) {
        (true, _) | (false, None) => (own.to_owned(), 0),
        (false, Some(next)) => (format!("{own} {next}"), 1),
    };
    let address = ADDRESS.find(&text).filter(|_| !text.contains('?'))?;
    let before = text.get(..address.start())?;
    let name = NAME.captures(before)?.get(1)?.as_str().trim().to_owned();
    let stated = CaptainStates::Delegate {
        read: match below.first().filter(|_| taken > 0) {
            Some(next) => format!("{} / {}", line.trim(), next.trim()),
            None => line.trim().to_owned(),
        },
        name,
        email: address.as_str().to_owned(),
    };
    Some((stated, taken))
}

#[cfg(test)]
#[path = "captain_tests.rs"]
mod tests;
