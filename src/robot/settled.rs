//! What became of one message: its verdict, and the reason why.

use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId};
use crate::store::{InboundVerdict, Pending, Tx, hash};
use crate::time::Instant;
use serde::Serialize;
use std::fmt;

/// What became of one message.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub from: String,
    pub own_text: Option<String>,
    /// It is known to be from its sender.
    pub believed: bool,
    /// What its Date says, of a letter of somebody's that we know.
    pub dated: Option<Instant>,
    pub verdict: Verdict,
    pub games: Vec<GameName>,
    pub requests: Vec<serde_json::Value>,
    pub note: String,
}

impl Default for Settled {
    fn default() -> Settled {
        Settled {
            from: String::new(),
            own_text: None,
            believed: false,
            dated: None,
            verdict: Verdict::NotUnderstood,
            games: Vec::new(),
            requests: Vec::new(),
            note: String::new(),
        }
    }
}

impl Settled {
    /// A verdict with its reason, where no request was ruled.
    pub fn of(verdict: Verdict, note: &str) -> Settled {
        Settled {
            verdict,
            note: note.to_owned(),
            ..Settled::default()
        }
    }

    /// The same of a letter that is known to be from its sender, or not.
    pub fn of_known(self, believed: bool) -> Settled {
        Settled { believed, ..self }
    }

    /// Two things done by one letter: the graver verdict stands.
    pub fn and(mut self, other: Settled) -> Settled {
        self.verdict = self.verdict.min(other.verdict);
        self.believed |= other.believed;
        self.note = format!("{}; {}", self.note, other.note);
        for game in other.games {
            if !self.games.contains(&game) {
                self.games.push(game);
            }
        }
        self
    }
}

/// What became of one message, as a pass tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LetterEvent {
    /// Its number.
    pub id: InboundId,
    /// The sender.
    pub from: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The games it was about.
    pub games: Vec<GameName>,
    /// Why, in English.
    pub note: String,
}

impl LetterEvent {
    pub(super) fn of(id: InboundId, settled: &Settled) -> LetterEvent {
        LetterEvent {
            id,
            from: settled.from.clone(),
            verdict: settled.verdict,
            games: settled.games.clone(),
            note: settled.note.clone(),
        }
    }
}

impl fmt::Display for LetterEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "letter {} from {}: {}", self.id, self.from, self.verdict)?;
        for game in &self.games {
            write!(f, " {game}")?;
        }
        if !self.note.is_empty() {
            write!(f, " - {}", self.note)?;
        }
        Ok(())
    }
}

/// Writes the verdict of a message.
pub(super) fn settle(tx: &Tx<'_>, pending: &Pending, settled: &Settled) -> Result<(), Failure> {
    let game: Option<GameId> = match settled.games.first() {
        Some(name) => tx.game_find(name)?,
        None => None,
    };
    let names: Vec<String> = settled.games.iter().map(GameName::to_string).collect();
    let games = names.join(",");
    let requests = serde_json::to_string(&settled.requests).map_err(Failure::failed)?;
    let text_hash = settled.own_text.as_ref().map(|t| hash(t.as_bytes()));
    tx.inbound_done(
        pending.id,
        &InboundVerdict {
            verdict: settled.verdict,
            game,
            games: (!names.is_empty()).then_some(games.as_str()),
            requests: Some(&requests),
            text_hash,
            believed: settled.believed,
            dated: settled.dated,
            note: &settled.note,
        },
    )?;
    Ok(())
}
