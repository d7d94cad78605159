//! A letter as it came or left, for the chief arbiter at the desk of the server: with
//! addresses, tokens and codes. Nobody takes one without standing in the record.

use super::decided::{Deciding, GivenBy, Grounds};
use super::{given, record_in_tournament};
use crate::error::Failure;
use crate::ids::GameName;
use crate::orders::Refusal;
use crate::orders::role::Power;
use crate::record::{Cause, TournamentEvent};
use crate::robot::alone::Robot;
use crate::robot::correspondence::raw_letter;
use crate::robot::deciding;
use crate::rules::Article;
use crate::store::Direction;

/// Which letter of a game is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawLetter {
    /// The game.
    pub game: GameName,
    /// It was received or composed.
    pub direction: Direction,
    /// Its number.
    pub number: i64,
}

impl Robot {
    /// The bytes of a letter of a game; `None`: there is none of that number in it. `by`: who
    /// takes it, which is recorded first.
    ///
    /// # Errors
    /// [`Refusal::NotYourOffice`] where it is not his to see, or of a game that he plays; the
    /// record or the lock.
    pub fn take_raw_letter(
        &mut self,
        by: &GivenBy,
        asked: &RawLetter,
    ) -> Result<Option<Vec<u8>>, Failure> {
        self.batch(|desk| {
            let code = asked.game.code.as_str();
            let giver = given::with_right(desk, by, (code, Power::RawLetters))?;
            let row = desk.tx.tournament_load(code)?;
            let Some((row, id)) = row.zip(desk.tx.game_find(&asked.game)?) else {
                return Ok(None);
            };
            // What goes to his partner, with his tokens, is not for who plays against him.
            let taker = giver.as_ref().and_then(|by| by.address.as_deref());
            let game = desk.game(id)?;
            if taker.is_some_and(|taker| game.side_at(taker).is_some()) {
                return Err(Refusal::NotYourOffice.into());
            }
            let found = raw_letter(desk.tx, id, (asked.direction, asked.number))?;
            if found.is_none() {
                return Ok(None);
            }
            let event = TournamentEvent::RawLetterTaken {
                game: asked.game.clone(),
                came: asked.direction == Direction::In,
                letter: asked.number,
            };
            let article = Article::ArbiterDecides.number(row.facts.profile);
            let grounds = Grounds {
                by: by.clone(),
                cause: Cause::OrderWeb,
                ..Grounds::console("", false)
            };
            let (done, ..) = deciding::in_part(desk, &grounds, |desk| {
                record_in_tournament(desk, &row, event, &grounds, article)?;
                let number = desk.deciding.as_ref().and_then(Deciding::number);
                if let Some((by, id)) = giver.as_ref().zip(number) {
                    desk.tx.giver_add(id, by)?;
                }
                Ok(())
            });
            done?;
            Ok(found)
        })
    }
}

/// Whether something failed because it is not his to do who asked for it.
pub fn is_not_his(failure: &Failure) -> bool {
    matches!(failure.refusal.as_deref(), Some(Refusal::NotYourOffice))
}
