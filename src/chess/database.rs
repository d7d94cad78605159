//! Games out of a PGN file, as databases and servers write them: tags, the main line judged by
//! the laws, and the comments behind each move.

use super::{Position, Variant};
use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseGame {
    /// Its tags, by name.
    pub tags: BTreeMap<String, String>,
    /// What stands in braces before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line, as far as they are legal.
    pub moves: Vec<DatabaseMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, behind the moves.
    pub outcome: Option<String>,
    /// Why the rest of it cannot be read: a move that is not legal there, a position that is
    /// none.
    pub trouble: Option<String>,
}

/// A half-move of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseMove {
    /// UCI, as [`Position::uci`] has it.
    pub uci: String,
    /// What stands in braces behind it.
    pub comments: Vec<String>,
}

impl DatabaseGame {
    /// What a tag says; nothing where it is missing, empty, or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.get(name).map(|v| v.trim());
        value.filter(|v| !v.is_empty() && !v.chars().all(|c| c == '?'))
    }
}

/// All games of a text.
pub fn read(text: &str) -> Vec<DatabaseGame> {
    let mut reader = Reader::new(text.as_bytes());
    let mut found = Vec::new();
    // Reading from memory fails nowhere.
    while let Ok(Some(game)) = reader.read_game(&mut Filing) {
        found.push(game);
    }
    found
}

struct Filing;

/// A game while its moves are read.
struct Open {
    game: DatabaseGame,
    position: Option<Position>,
}

impl Visitor for Filing {
    type Tags = DatabaseGame;
    type Movetext = Open;
    type Output = DatabaseGame;

    fn begin_tags(&mut self) -> ControlFlow<DatabaseGame, DatabaseGame> {
        ControlFlow::Continue(DatabaseGame::default())
    }

    fn tag(
        &mut self,
        game: &mut DatabaseGame,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<DatabaseGame> {
        let name = String::from_utf8_lossy(name).into_owned();
        game.tags
            .insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: DatabaseGame) -> ControlFlow<DatabaseGame, Open> {
        let variant = match game.tag("Variant") {
            Some(name) if name.to_lowercase().contains("960") => Variant::Chess960,
            _ => Variant::Standard,
        };
        let position = match game.tag("FEN") {
            Some(fen) => Position::from_fen(fen, variant),
            None => Ok(Position::start()),
        };
        if let Err(why) = &position {
            game.trouble = Some(why.to_string());
        }
        let position = position.ok();
        ControlFlow::Continue(Open { game, position })
    }

    fn san(&mut self, open: &mut Open, san: SanPlus) -> ControlFlow<DatabaseGame> {
        let Some(position) = &open.position else {
            return ControlFlow::Continue(());
        };
        match san.san.to_move(&position.chess) {
            Ok(mv) => {
                let mv = super::Move(mv);
                open.game.moves.push(DatabaseMove {
                    uci: position.uci(mv),
                    comments: Vec::new(),
                });
                open.position = Some(position.after(mv));
            }
            Err(_) => {
                let dots = position.turn().dots();
                let number = position.move_number();
                open.game.trouble = Some(format!("{number}{dots} {san} is not a legal move there"));
                open.position = None;
            }
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, open: &mut Open, said: RawComment<'_>) -> ControlFlow<DatabaseGame> {
        // What stands behind a move that was not read is nobody's.
        if open.position.is_some() {
            let said = String::from_utf8_lossy(said.as_bytes()).trim().to_owned();
            match open.game.moves.last_mut() {
                Some(last) => last.comments.push(said),
                None => open.game.comments.push(said),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _open: &mut Open) -> ControlFlow<DatabaseGame, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, open: &mut Open, outcome: Outcome) -> ControlFlow<DatabaseGame> {
        open.game.outcome = Some(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, open: Open) -> DatabaseGame {
        open.game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_games_is_read_as_programs_write_it() {
        let games = read(
            "[Event \"x\"]\n[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
             1. e4 {[%ccsnt 2026.01.12,09:30]} (1. d4 {no} d5) 1... e5 {good} $1 {[%clk 1:00:00]}\n\
             2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0\n\n\
             [White \"Bert\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 60\"]\n[SetUp \"1\"]\n\n*\n\n\
             [White \"Carl\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n",
        );
        assert_eq!(games.len(), 3);
        let uci: Vec<&str> = games[0].moves.iter().map(|m| m.uci.as_str()).collect();
        assert_eq!(
            uci,
            ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]
        );
        assert_eq!(games[0].moves[0].comments, ["[%ccsnt 2026.01.12,09:30]"]);
        assert_eq!(games[0].moves[1].comments, ["good", "[%clk 1:00:00]"]);
        assert_eq!(
            (games[0].tag("White"), games[0].tag("Black")),
            (Some("Ann"), None)
        );
        assert_eq!(games[0].outcome.as_deref(), Some("1-0"));
        assert_eq!(games[1].moves, []);
        assert_eq!(games[2].moves.len(), 2);
        let trouble = games[2].trouble.as_deref().unwrap();
        assert_eq!(trouble, "2. Ke3 is not a legal move there");
    }
}
