//! What became of one message: its verdict, and the reason why.

use crate::arbiter::Verdict;
use crate::ids::GameName;

/// What became of one message.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub from: String,
    pub own_text: Option<String>,
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

    /// Two things done by one letter: the graver verdict stands.
    pub fn and(mut self, other: Settled) -> Settled {
        self.verdict = self.verdict.min(other.verdict);
        self.note = format!("{}; {}", self.note, other.note);
        for game in other.games {
            if !self.games.contains(&game) {
                self.games.push(game);
            }
        }
        self
    }
}
