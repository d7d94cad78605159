//! What players are told of the pairing before the first round (31.7 to 31.9).

use super::apart::{Restriction, restrictions};
use super::entries::EntryTerms;
use super::file::TournamentFile;
use serde::{Deserialize, Serialize};

/// One such thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Announcement {
    /// Rounds are paired one by one, each after the one before (31.7, 31.8): not all games
    /// begin at once, as 53.1 has it.
    RoundByRound {
        /// By the Swiss system; else it is a cup.
        swiss: bool,
    },
    /// Who should not meet (31.9).
    Apart(Restriction),
    /// Entries are taken (27.2).
    Entries {
        /// The tournament's code, which an entry names.
        code: String,
        /// On these terms.
        terms: EntryTerms,
    },
}

/// What the players of a tournament are told.
pub fn announced(file: &TournamentFile) -> Vec<Announcement> {
    let system = file.play.system;
    let by_rounds = system.is_by_rounds().then(|| Announcement::RoundByRound {
        swiss: system.is_swiss(),
    });
    let apart = restrictions(file).into_iter().map(Announcement::Apart);
    let entries = file.entries.iter().filter(|terms| !terms.closed);
    let entries = entries.map(|terms| Announcement::Entries {
        code: file.code.clone(),
        terms: terms.clone(),
    });
    by_rounds.into_iter().chain(apart).chain(entries).collect()
}
