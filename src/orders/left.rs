//! What an order did with a player who left: facts, and what they say.

use crate::ids::GameName;
use crate::language::Language;
use crate::messages::{Phrase, tell};
use crate::record::Unfinished;
use serde::Serialize;

/// A player has left a tournament: what became of his games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// Who.
    pub name: String,
    /// Which.
    pub code: String,
    /// The arbiter excluded him.
    pub excluded: bool,
    /// His finished games.
    pub finished: u32,
    /// All his games.
    pub scheduled: u32,
    /// The finished ones count.
    pub counts: bool,
    /// That is what article 33 has for such a case.
    pub is_preset: bool,
    /// The paragraph that has it.
    pub preset: &'static str,
    /// What became of the unfinished ones.
    pub way: Unfinished,
    /// How many those were.
    pub unfinished: usize,
    /// Games in which an overstep of the partner was still being decided.
    pub undecided: Vec<GameName>,
}

impl Left {
    pub(super) fn said(&self, language: Language) -> String {
        let tell = |phrase: Phrase| tell(language, phrase.0, self);
        let leaves = tell(match self.excluded {
            true => Phrase("left.excluded"),
            false => Phrase("left.leaves"),
        });
        let finished = tell(Phrase("left.finished"));
        let counts = tell(match self.counts {
            true => Phrase("left.count"),
            false => Phrase("left.count-for-nobody"),
        });
        let preset = tell(match self.is_preset {
            true => Phrase("left.preset"),
            false => Phrase("left.otherwise"),
        });
        let fate = tell(match self.unfinished {
            0 => Phrase("left.none"),
            _ => Phrase("left.fate"),
        });
        let said = format!("{leaves}: {finished}, {counts}{preset}; {fate}");
        match self.undecided[..] {
            [] => said,
            _ => format!("{said}; {}", tell(Phrase("left.undecided"))),
        }
    }
}
