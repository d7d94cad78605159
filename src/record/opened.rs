//! A matter for the arbiter, as the record has it: what it is about and the facts, never
//! a sentence. Records of version 0.1 hold some facts in English sentences of ours; they
//! are read here and nowhere else ([`of_sentence`]).

use super::game::PartOfMove;
use crate::cards::CardFault;
use crate::chess::Side;
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// A matter that an entry opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Opened {
    /// What: `late-leave`, `slow-transmission`, `letter-lost`, …
    pub matter: String,
    /// The last day in time, where there is a term.
    pub until: Option<Day>,
    /// Who brought it, or whose it is. Older records do not always tell.
    pub side: Option<Side>,
    /// What happened.
    pub what: Circumstance,
}

impl Opened {
    /// A matter without a term.
    pub fn new(matter: &str, side: Side, what: Circumstance) -> Opened {
        Opened {
            matter: matter.to_owned(),
            until: None,
            side: Some(side),
            what,
        }
    }

    /// What somebody said, where that opened the matter.
    pub fn words(&self) -> &str {
        match &self.what {
            Circumstance::Words { words } => words,
            _ => "",
        }
    }
}

/// What happened, as far as the name of the matter does not tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Circumstance {
    /// No more than its name says.
    Plain,
    /// What somebody said; in records of version 0.1 a sentence of the robot's.
    Words {
        /// The words; perhaps none.
        words: String,
    },
    /// A side exceeded its time, and the opponent has to claim it (54.5.5, 56.6.2).
    MayClaim {
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
        /// The number of the move.
        at_move: u32,
    },
    /// A player names a later receipt than counts (56.2.5).
    Receipt {
        /// The day that he names.
        stated: Day,
    },
    /// A player complains of his opponent's words.
    Abuse {
        /// What he says.
        words: String,
        /// The words that were passed on to him last; none where none were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// A card with a fault that leaves its move standing (55.4.9.3-4).
    CardFault {
        /// What.
        fault: CardFault,
        /// The penalty days that the article has for it.
        days: u32,
    },
    /// Nothing tells a date of a half-move by post (55.2.2.5).
    OpenDate {
        /// The half-move.
        ply: u32,
        /// Which of its dates.
        date: PartOfMove,
        /// The day that counts until it is settled.
        meanwhile: Day,
    },
    /// A move was repeated later than it had to be (55.4.11).
    LateRepeat {
        /// By so many days.
        days: i64,
    },
    /// A letter did not arrive.
    Lost(LostLetter),
    /// A letter came back, and no day changes by it.
    Unheeded(UnheededReport),
}

impl Circumstance {
    /// What somebody said.
    pub fn said(words: impl Into<String>) -> Circumstance {
        Circumstance::Words {
            words: words.into(),
        }
    }
}

/// A letter that did not arrive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostLetter {
    /// Its number in the outbox.
    pub letter: String,
    /// To whom.
    pub name: String,
    /// What a mail server said, in its own words.
    pub why: String,
    /// The last day on which a clock stands by it, where a report by mail says so.
    #[serde(default)]
    pub last: Option<Day>,
}

/// A report that a letter came back, which changes no day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnheededReport {
    /// The letter's number in the outbox.
    pub letter: String,
    /// To whom.
    pub name: String,
    /// Why it changes none.
    pub why: Unheeded,
    /// What a mail server said, in its own words.
    pub said: String,
}

/// Why a delivery report changes no day (RULES.md 2, "Left").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unheeded {
    /// It did not come to the secret return address.
    Unsigned,
    /// It came more than seven days after the letter left.
    Late,
    /// The player has answered the letter, or written in the game since.
    Answered,
    /// His flag has fallen.
    FlagFallen,
    /// One was taken for this half-move already, or two in this game: in records up to
    /// version 0.2.
    Already,
    /// Such reports have stopped his clock in this game for as long as they may.
    Spent,
}

impl Unheeded {
    /// All of them.
    pub const ALL: [Unheeded; 6] = [
        Unheeded::Unsigned,
        Unheeded::Late,
        Unheeded::Answered,
        Unheeded::FlagFallen,
        Unheeded::Already,
        Unheeded::Spent,
    ];

    /// As the record has it.
    pub fn name(self) -> &'static str {
        match self {
            Unheeded::Unsigned => "unsigned",
            Unheeded::Late => "late",
            Unheeded::Answered => "answered",
            Unheeded::FlagFallen => "flag-fallen",
            Unheeded::Already => "already",
            Unheeded::Spent => "spent",
        }
    }
}

/// As it stands in the database. `note` and `received` are those of version 0.1, in which
/// the facts had no place of their own.
#[derive(Serialize, Deserialize)]
struct Stored {
    matter: String,
    until: Option<Day>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    received: Option<Day>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    because: Option<Circumstance>,
}

impl From<Stored> for Opened {
    fn from(stored: Stored) -> Opened {
        let (side, what) = match stored.because {
            Some(what) => (stored.side, what),
            None => of_sentence(&stored),
        };
        Opened {
            matter: stored.matter,
            until: stored.until,
            side,
            what,
        }
    }
}

impl From<Opened> for Stored {
    fn from(opened: Opened) -> Stored {
        Stored {
            matter: opened.matter,
            until: opened.until,
            note: String::new(),
            received: None,
            side: opened.side,
            because: Some(opened.what),
        }
    }
}

/// The facts of a sentence of version 0.1. What does not read like one of them is
/// somebody's words.
fn of_sentence(stored: &Stored) -> (Option<Side>, Circumstance) {
    let note = stored.note.as_str();
    let begins = |side: &Side| note.starts_with(side.name());
    let side = Side::BOTH.into_iter().find(begins);
    let of_side = side.and_then(|side| note.strip_prefix(side.name()));
    let what = match stored.matter.as_str() {
        "overstep" => of_side.and_then(may_claim),
        "dead-position" => of_side
            .and_then(|rest| rest.strip_prefix(": "))
            .map(Circumstance::said),
        "letter-lost" => lost(note),
        "report-unheeded" => unheeded(note),
        "slow-transmission" => stored
            .received
            .map(|stated| Circumstance::Receipt { stated }),
        "late-claim" | "sealed-move" => Some(Circumstance::Plain),
        _ => None,
    };
    match what {
        Some(what) => (stored.side.or(side), what),
        None => (stored.side, Circumstance::said(note)),
    }
}

fn may_claim(rest: &str) -> Option<Circumstance> {
    let (total, rest) = rest.strip_prefix(" has used ")?.split_once(" of ")?;
    let (limit, rest) = rest.split_once(" days at move ")?;
    let at_move = rest.strip_suffix("; the opponent may claim")?;
    Some(Circumstance::MayClaim {
        total: total.parse().ok()?,
        limit: limit.parse().ok()?,
        at_move: at_move.parse().ok()?,
    })
}

fn lost(note: &str) -> Option<Circumstance> {
    let (letter, rest) = note.strip_prefix("letter ")?.split_once(" to ")?;
    let (name, why) = rest.split_once(" did not arrive: ")?;
    let [letter, name, why] = [letter, name, why].map(str::to_owned);
    Some(Circumstance::Lost(LostLetter {
        letter,
        name,
        why,
        last: None,
    }))
}

fn unheeded(note: &str) -> Option<Circumstance> {
    let (letter, rest) = note.strip_prefix("letter ")?.split_once(" to ")?;
    let (name, rest) = rest.split_once(" came back (")?;
    let (why, said) = rest.split_once("): ")?;
    let why = Unheeded::ALL.into_iter().find(|w| w.name() == why)?;
    let [letter, name, said] = [letter, name, said].map(str::to_owned);
    Some(Circumstance::Unheeded(UnheededReport {
        letter,
        name,
        why,
        said,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Event;

    fn read(matter: &str, note: &str) -> Opened {
        let old = serde_json::json!({
            "what": "matter-opened", "matter": matter, "until": null, "note": note,
        });
        match serde_json::from_value(old).unwrap() {
            Event::MatterOpened(opened) => opened,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn sentences_of_older_records_are_facts() {
        let cases = [
            (
                read(
                    "overstep",
                    "black has used 61 of 60 days at move 9; the opponent may claim",
                ),
                Some(Side::Black),
                Circumstance::MayClaim {
                    total: 61,
                    limit: 60,
                    at_move: 9,
                },
            ),
            (
                read("dead-position", "white: nobody can mate"),
                Some(Side::White),
                Circumstance::said("nobody can mate"),
            ),
            (
                read(
                    "letter-lost",
                    "letter 7 to Ann Bell did not arrive: 550: no",
                ),
                None,
                Circumstance::Lost(LostLetter {
                    letter: "7".to_owned(),
                    name: "Ann Bell".to_owned(),
                    why: "550: no".to_owned(),
                    last: None,
                }),
            ),
            (
                read("report-unheeded", "letter 7 to Ann came back (late): full"),
                None,
                Circumstance::Unheeded(UnheededReport {
                    letter: "7".to_owned(),
                    name: "Ann".to_owned(),
                    why: Unheeded::Late,
                    said: "full".to_owned(),
                }),
            ),
            (
                read("letter-lost", "the mailbox is full"),
                None,
                Circumstance::said("the mailbox is full"),
            ),
            (
                read("protest", "white has used no day"),
                None,
                Circumstance::said("white has used no day"),
            ),
        ];
        for (opened, side, what) in cases {
            assert_eq!((opened.side, &opened.what), (side, &what));
            // Written anew it is the same, and holds no sentence of ours.
            let text = serde_json::to_string(&Event::MatterOpened(opened.clone())).unwrap();
            assert!(!text.contains("note"), "{text}");
            let again: Event = serde_json::from_str(&text).unwrap();
            assert_eq!(again, Event::MatterOpened(opened));
        }
    }
}
