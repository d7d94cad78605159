//! Suppositions without an if: what the opponent does, said first. `Nimmt er, …`, `Ферзём
//! возьмёт – …`.

use crate::fold::{self, Word};
use crate::language::Language;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The words of one language that say so.
pub struct VerbFirst {
    verbs: BTreeSet<String>,
    /// With which piece it is done: `ферзём`.
    by: BTreeSet<String>,
}

impl VerbFirst {
    /// Those of a language.
    pub fn of(language: Language) -> &'static VerbFirst {
        let mut all = ALL.iter();
        let found = all.find(|(of, _)| *of == language);
        found.map_or(&NONE, |(_, words)| words)
    }

    /// Whether some words open with them.
    pub fn opens(&self, words: &[Word]) -> bool {
        let by = words.first().is_some_and(|w| self.by.contains(&w.text));
        let behind = words.iter().skip(usize::from(by));
        fold::entry(behind.map(|w| w.text.as_str()), &self.verbs).is_some()
    }
}

/// Whether a text opens with them in any language.
pub fn opens(text: &str) -> bool {
    let words = fold::words(text);
    ALL.iter().any(|(_, of_one)| of_one.opens(&words))
}

static NONE: VerbFirst = VerbFirst {
    verbs: BTreeSet::new(),
    by: BTreeSet::new(),
};

static ALL: LazyLock<Vec<(Language, VerbFirst)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let words = vocabulary::players_of(language);
        let set = |list: &[String]| list.iter().map(|word| fold::fold(word)).collect();
        let words = VerbFirst {
            verbs: set(&words.stating.verb_first),
            by: set(&words.play.by),
        };
        (language, words)
    };
    Language::ALL.into_iter().map(of).collect()
});
