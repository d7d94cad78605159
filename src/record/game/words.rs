//! Words that the players leave for each other: what waits for the next letter, and
//! what was passed on.

use crate::record::event::Event;
use serde::Serialize;

/// Words of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Greeting {
    /// Half-moves played when they were written.
    pub ply: u32,
    /// The words, without addresses and links.
    pub words: String,
}

/// What one side has said to the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What goes with the next letter to the opponent.
    pub waiting: Option<Greeting>,
    /// What went last.
    pub passed: Option<Greeting>,
}

impl Said {
    /// Takes an entry about this side's words.
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::Greeted { ply, words, .. } => {
                self.waiting = Some(Greeting {
                    ply: *ply,
                    words: words.clone(),
                });
            }
            Event::GreetingPassed { .. } => {
                self.passed = self.waiting.take().or(self.passed.take());
            }
            _ => {}
        }
    }

    /// Whether words of that half-move were passed on already: one block a half-move.
    pub fn passed_at(&self, ply: u32) -> bool {
        self.passed.as_ref().is_some_and(|g| g.ply == ply)
    }
}
