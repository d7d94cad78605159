//! What letters about one state of a game have in common: two go out for each move, and the
//! record is the same in both.

use crate::language::Language;
use crate::record::GameFile;
use crate::report::document::{html_rows, table_text};
use crate::report::game::{algebraic, form};
use crate::report::game_view::{self, RunningView};
use crate::report::pgn;
use crate::time::Instant;
use minijinja::Value;
use std::sync::OnceLock;

/// Parts of letters about one state of a game that are written at one hour: each is made for
/// the first letter that has it.
#[derive(Debug, Default)]
pub struct Common {
    running: OnceLock<Option<RunningView>>,
    pgn: OnceLock<String>,
    records: [OnceLock<ShownRecord>; Language::COUNT],
}

/// The record of a game in one language, as templates take it.
#[derive(Debug)]
pub(super) struct ShownRecord {
    /// The lines above the form, as text and each for itself.
    pub head: Value,
    pub head_rows: Value,
    /// Form 59.1 as text, and as rows of a table.
    pub form: Value,
    pub form_rows: Value,
    /// The moves in the letters of the language.
    pub algebraic: Value,
}

impl Common {
    /// The running clock of the game.
    pub(super) fn running(&self, game: &GameFile, now: Instant) -> Option<RunningView> {
        *self.running.get_or_init(|| game_view::running(game, now))
    }

    /// The game as PGN.
    pub(super) fn pgn(&self, game: &GameFile) -> &str {
        self.pgn.get_or_init(|| pgn::game(game))
    }

    /// The record of the game.
    pub(super) fn record(&self, game: &GameFile, language: Language) -> &ShownRecord {
        let [first, ..] = &self.records;
        // There is a place for each language.
        let place = self.records.get(language.index()).unwrap_or(first);
        place.get_or_init(|| {
            let form = form(game, language);
            ShownRecord {
                head: form.head_text().into(),
                form: table_text(&form.table).into(),
                form_rows: Value::from_safe_string(html_rows(&form.table)),
                head_rows: form.head.into(),
                algebraic: algebraic(game, language).into(),
            }
        })
    }
}
