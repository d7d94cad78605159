//! The letters, as the two files hold them, and what was meant by each.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// A letter: a line of a file.
#[derive(Clone, Debug, Deserialize)]
pub struct PersonsLetter {
    /// `own:17`, `cases:3`: file and line.
    #[serde(skip)]
    pub at: String,
    /// `ru` `uk` `pl` `en` `de`.
    pub language: String,
    /// What is hard about it.
    #[serde(default)]
    pub kind: String,
    /// The moves played before, numeric; `=` after one offers a draw with it.
    pub before: Vec<String>,
    /// What was meant, as the file says it.
    pub expect: String,
    /// The mail program.
    pub client: String,
    /// Instead of the subject of the letter that is answered.
    pub subject: Option<String>,
    /// The writer's own words, a line a paragraph.
    pub text: String,
}

/// Something that a letter does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// A move, in UCI.
    Move(String),
    /// Moves that follow on the opponent's answers.
    Tail,
    /// A draw is offered.
    Offer,
    /// The draw is agreed.
    Accept,
    /// The offer is declined.
    Decline,
    /// The game is given up.
    Resign,
    /// Leave, first and last day.
    Leave(String, String),
    /// An answer that was asked for, by its kind.
    Told(String),
    /// A word to the arbiter.
    Arbiter,
    /// Anything else that stands in the record.
    Other(String),
}

impl PersonsLetter {
    /// What was meant; empty where nothing may be done.
    pub fn meant(&self) -> BTreeSet<Deed> {
        let word = self.expect.as_str();
        if let Some(rest) = word.strip_prefix("cond:") {
            return BTreeSet::from([Deed::Move(rest.to_owned()), Deed::Tail]);
        }
        match word {
            "ask" | "none" => BTreeSet::new(),
            "resign" => BTreeSet::from([Deed::Resign]),
            "accept" => BTreeSet::from([Deed::Accept]),
            "decline" => BTreeSet::from([Deed::Decline]),
            "offer" => BTreeSet::from([Deed::Offer]),
            "status" | "help" => BTreeSet::from([Deed::Told(word.to_owned())]),
            "arbiter" => BTreeSet::from([Deed::Arbiter]),
            _ => word.split(['&', '+']).map(|part| self.part(part)).collect(),
        }
    }

    fn part(&self, part: &str) -> Deed {
        if part == "offer" {
            return Deed::Offer;
        }
        if let Some(days) = part.strip_prefix("leave:") {
            let (from, to) = days.split_once(':').expect("leave:FROM:TO");
            return Deed::Leave(from.to_owned(), to.to_owned());
        }
        let is_uci = (4..=5).contains(&part.len()) && part.is_ascii();
        assert!(is_uci, "{}: what is '{part}'?", self.at);
        Deed::Move(part.to_owned())
    }

    /// A move was meant: a penalty for this letter would be unjust beyond doubt.
    pub fn means_a_move(&self) -> bool {
        self.meant().iter().any(|act| matches!(act, Deed::Move(_)))
    }

    /// By which letters without a kind are told apart in the table: what was meant.
    fn kind_by_meaning(&self) -> String {
        let first = self.expect.split(':').next().unwrap_or_default();
        match first {
            "cond" => "a move with a tail".to_owned(),
            "ask" | "none" => "trap".to_owned(),
            _ if self.expect.contains('+') => "a move with an offer".to_owned(),
            _ if self.expect.contains('&') => "a move with leave".to_owned(),
            _ if self.means_a_move() => format!("a move, {}", self.language),
            _ => first.to_owned(),
        }
    }
}

/// The letters of a file, each with its place.
pub fn letters(name: &str, path: &str) -> Vec<PersonsLetter> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let each = |(row, line): (usize, &str)| {
        let at = format!("{name}:{}", row + 1);
        let mut one: PersonsLetter =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{at}: {e}"));
        one.at = at;
        if one.kind.is_empty() {
            one.kind = one.kind_by_meaning();
        }
        one
    };
    text.lines().enumerate().map(each).collect()
}
