//! A tournament that was played elsewhere until now: what files of other programs say of its
//! games, fitted to the games that our pairing makes, or, where rounds are paired one by one,
//! to rounds as they were paired there. Data in, data out; everything that is
//! wrong is said at once.

mod dates;
mod games;
mod leave;
mod names;
mod otherwise;
mod rounds;
mod said;
mod sheet;
mod told;
mod trf;
mod trf_lines;

pub use said::SaidGame;

use crate::chess::Side;
use crate::clock::DaySpan;
use crate::record::{ResultCode, Termination};
use crate::time::Day;
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing::Pairing;
use crate::tournament::system::Bye;
use leave::Leave;
use said::Said;
use std::collections::BTreeSet;

/// A file of another program, as text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name, as complaints call it.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// A half-move that was made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedMove {
    /// UCI.
    pub uci: String,
    /// Receipt of what it answers, as it is reckoned here.
    pub received: Day,
    /// Its dispatch.
    pub sent: Day,
    /// It was accepted from a series, and took no time (56.4.6).
    pub in_series: bool,
    /// The days that it cost and the penalty beside them, where the file says them.
    pub cost: Option<(i64, i64)>,
}

/// A game as it stands elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// Its number here.
    pub number: u32,
    /// Its half-moves.
    pub moves: Vec<ImportedMove>,
    /// The file tells their days; else they are made to fit what it says of the clocks.
    pub is_dated: bool,
    /// How it ended, where it has; what the board itself ends is not told here.
    pub result: Option<(ResultCode, Termination)>,
    /// Its file says that it is over, and not how: it waits for the arbiter's word.
    pub is_undecided: bool,
    /// Since when the side to move thinks, where it is being played.
    pub since: Day,
    /// What the arbiter should look at in it.
    pub remark: Option<String>,
}

/// What days mean in it.
#[derive(Clone, Copy, Debug)]
pub struct ImportTerms {
    /// The day of the import: nothing is later.
    pub today: Day,
    /// From when on who is to move thinks, where no date tells it.
    pub since: Day,
}

/// A round that was paired elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedRound {
    /// Which, from 1.
    pub number: u32,
    /// Its official start.
    pub start: Day,
    /// When its unfinished games are adjudicated.
    pub end: Option<Day>,
    /// Its games.
    pub games: Vec<Pairing>,
    /// Who got points without a game.
    pub byes: Vec<Bye>,
    /// Who was away.
    pub absent: BTreeSet<u32>,
}

/// Leave that was taken elsewhere, or announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportedLeave {
    /// Whose: the starting number.
    pub number: u32,
    /// Its days.
    pub days: DaySpan,
}

/// What files say, fitted to a tournament.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    /// The games that they tell of, by number.
    pub games: Vec<ImportedGame>,
    /// The rounds, where they are paired one by one: all games are theirs.
    pub rounds: Vec<ImportedRound>,
    /// Leave, by player and day.
    pub leave: Vec<ImportedLeave>,
    /// What the arbiter should look at.
    pub remarks: Vec<String>,
}

/// Reads files and fits what they say to a tournament; games of which no file tells are not
/// begun yet.
///
/// # Errors
/// Every fault with its file and game.
pub fn fitted(
    file: &TournamentFile,
    pairings: &[Pairing],
    sources: &[SourceFile],
    terms: ImportTerms,
) -> Result<Fitted, Vec<String>> {
    let mut wrong = Vec::new();
    let mut files: Vec<Said> = Vec::new();
    for source in sources {
        match said::read(source) {
            Ok(said) => files.push(said),
            Err(faults) => wrong.extend(faults),
        }
    }
    if wrong.is_empty() && files.iter().all(|said| said.games.is_empty()) {
        wrong.push("no game stands in the files".to_owned());
    }
    let leave = Leave::of(file, &files).unwrap_or_else(|faults| {
        wrong.extend(faults);
        Leave::default()
    });
    let by_rounds = file.play.system.is_by_rounds();
    let fitted = match by_rounds && wrong.is_empty() {
        true => rounds::fitted(file, (&files, &leave), terms),
        // Games are fitted beside what could not be read: all faults are told at once.
        false if !by_rounds => games::fitted(file, pairings, (&files, &leave), terms),
        false => Ok(Fitted::default()),
    };
    match fitted {
        Ok(mut fitted) if wrong.is_empty() => {
            fitted.remarks.extend(otherwise::remarks(file, &files));
            fitted.remarks.extend(leave.remarks(file));
            let of_games = fitted.games.iter().filter_map(|g| g.remark.clone());
            fitted.remarks.extend(of_games);
            fitted.leave = leave.all();
            Ok(fitted)
        }
        Ok(_) => Err(wrong),
        Err(faults) => {
            wrong.extend(faults);
            Err(wrong)
        }
    }
}

/// The side of a half-move, from 0.
fn side_of(index: usize) -> Side {
    match index % 2 {
        0 => Side::White,
        _ => Side::Black,
    }
}
