//! Who gave a decision, as the record keeps it.

use crate::arbiter::notice::DecidedBy;
use crate::language::Language;
use crate::messages::word;
use crate::rules::OneOfWords;
use crate::tournament::officials::Office;
use serde::{Deserialize, Serialize};

/// Who gave a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Giver {
    /// As the tournament names him; or the console, with the system's user.
    pub name: String,
    /// His address, where he is an official.
    pub address: Option<String>,
    /// What he is in the tournament, by which the order was his: a word of
    /// [`super::Role::word`].
    pub role: Option<String>,
}

impl Giver {
    /// Who is at the machine.
    pub fn console(name: &str) -> Giver {
        Giver {
            name: name.to_owned(),
            address: None,
            role: None,
        }
    }

    /// As letters name him at the head of a decision: the arbiter stands there by himself, and
    /// so he does for the console.
    pub fn beside_the_arbiter(self) -> Option<DecidedBy> {
        let Giver { name, role, .. } = self;
        let other = role.filter(|role| role != Office::Arbiter.word());
        other.map(|role| DecidedBy { name, role })
    }

    /// `Dora Dean (deputy)`.
    pub fn said(&self, language: Language) -> String {
        match &self.role {
            Some(role) => format!("{} ({})", self.name, word(language, "role", role)),
            None => self.name.clone(),
        }
    }
}
