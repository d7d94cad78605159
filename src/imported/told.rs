//! Games of several files, put together: a report file has the result, a database the moves.
//! Where rounds are paired one by one a game is known by its round, else by the pair here that
//! it is.

use super::names::Field;
use super::said::{Said, SaidGame};
use crate::tournament::scored::Scoring;
use std::collections::BTreeSet;

/// A game by the numbers of its players, with all that files say of it.
pub(super) struct Telling {
    /// White's starting number.
    pub white: u32,
    /// Black's.
    pub black: u32,
    /// What is said.
    pub game: SaidGame,
    /// A file that tells of it tells days.
    pub tells_days: bool,
    files: BTreeSet<usize>,
}

/// A file, by its place among them, and whether it tells days.
pub(super) type OfFile = (usize, bool);

/// The games of all files with their rounds, each once.
pub(super) fn games_told(
    names: &Field<'_>,
    files: &[Said],
    wrong: &mut Vec<String>,
) -> Vec<(u32, Telling)> {
    let mut found: Vec<(u32, Telling)> = Vec::new();
    for (file, said) in files.iter().enumerate() {
        let of_file = (file, said.tells_days());
        for game in &said.games {
            let told = round_and_players(names, game).and_then(|(round, white, black)| {
                let same = |(r, t): &&mut (u32, Telling)| {
                    (*r, t.white, t.black) == (round, white, black) && !t.is_told_by(file)
                };
                match found.iter_mut().find(same) {
                    Some((_, telling)) => telling.tells_too(game, of_file)?,
                    None => found.push((round, Telling::of((white, black), game, of_file))),
                }
                Ok(())
            });
            if let Err(why) = told {
                wrong.push(format!("{}: {why}", game.place));
            }
        }
    }
    found
}

fn round_and_players(names: &Field<'_>, game: &SaidGame) -> Result<(u32, u32, u32), String> {
    let white = names.number_of(&game.white)?;
    let black = names.number_of(&game.black)?;
    if white == black {
        return Err(format!("{} does not meet himself", game.white));
    }
    let round = game.round.filter(|round| *round > 0);
    let round = round.ok_or("its round is not told, and rounds are paired one by one")?;
    Ok((round, white, black))
}

impl Telling {
    /// What one file says of a game.
    pub fn of((white, black): (u32, u32), game: &SaidGame, of_file: OfFile) -> Telling {
        let (file, tells_days) = of_file;
        Telling {
            white,
            black,
            game: game.clone(),
            tells_days,
            files: BTreeSet::from([file]),
        }
    }

    /// Whether a file has told of it: what it has beyond that is another game.
    pub fn is_told_by(&self, file: usize) -> bool {
        self.files.contains(&file)
    }

    /// Adds what another file says of it.
    ///
    /// # Errors
    /// It says something else.
    pub fn tells_too(&mut self, game: &SaidGame, of_file: OfFile) -> Result<(), String> {
        let (file, tells_days) = of_file;
        self.add(game)?;
        self.tells_days |= tells_days;
        self.files.insert(file);
        Ok(())
    }

    /// It is, or was, a game on the board.
    pub fn was_played(&self) -> bool {
        let result = self.game.result;
        result.is_none_or(|(code, _)| code.was_played())
    }

    fn add(&mut self, other: &SaidGame) -> Result<(), String> {
        let own = &mut self.game;
        let place = &own.place;
        if !own.moves.is_empty() && !other.moves.is_empty() {
            let uci = |game: &SaidGame| -> Vec<String> {
                game.moves.iter().map(|m| m.uci.clone()).collect()
            };
            if uci(own) != uci(other) {
                return Err(format!("it has other moves than in {place}"));
            }
        }
        let points = |game: &SaidGame| {
            let result = game.result?;
            Some(result.0.counted().points(Scoring::USUAL))
        };
        match (points(own), points(other)) {
            (Some(a), Some(b)) if a != b => {
                return Err(format!("it has another result than in {place}"));
            }
            (None, Some(_)) => own.result = other.result,
            // A report file has the mark of a win without play, a database has none.
            (Some(_), Some(_)) if is_unplayed(own) => {}
            (Some(_), Some(_)) if is_unplayed(other) => own.result = other.result,
            // Who has the moves knows best what ended it.
            (Some(_), Some(_)) if own.moves.is_empty() && !other.moves.is_empty() => {
                own.result = other.result;
            }
            _ => {}
        }
        if own.moves.is_empty() {
            own.moves.clone_from(&other.moves);
        }
        if own.over.is_none() {
            own.over.clone_from(&other.over);
        }
        if own.fen.is_none() {
            own.fen.clone_from(&other.fen);
        }
        if own.trouble.is_none() {
            own.trouble.clone_from(&other.trouble);
        }
        own.board = own.board.or(other.board);
        own.begun = own.begun.or(other.begun);
        own.days.white = own.days.white.or(other.days.white);
        own.days.black = own.days.black.or(other.days.black);
        Ok(())
    }
}

/// Whether a game was won or lost without play, by its result.
fn is_unplayed(game: &SaidGame) -> bool {
    game.result.is_some_and(|(code, _)| !code.was_played())
}
