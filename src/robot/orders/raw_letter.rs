//! A letter of a game as a file, for the chief arbiter at the desk of the server: with its header
//! and addresses, and without what signs in or acts for somebody. Nobody takes one without
//! standing in the record.

use super::Giver;
use super::decided::{Deciding, GivenBy, Grounds};
use super::{given, record_in_tournament};
use crate::error::Failure;
use crate::ids::{GameName, PlayerId};
use crate::orders::Refusal;
use crate::orders::role::Power;
use crate::record::{Cause, TournamentEvent};
use crate::robot::alone::Robot;
use crate::robot::correspondence::{masked_letter, raw_letter};
use crate::robot::deciding;
use crate::robot::desk::Desk;
use crate::rules::Article;
use crate::store::{Direction, TournamentRow, View};

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
    /// A letter of a game, [masked](masked_letter); `None`: there is none of that number in it.
    /// `by`: who takes it, which is recorded first.
    ///
    /// # Errors
    /// [`Refusal::NotYourOffice`] where it is not his to see, of a game that he plays, or of
    /// somebody against whom he has a game anywhere; the record or the lock.
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
            let Some(found) = found else {
                return Ok(None);
            };
            if let Some(taker) = taker {
                refuse_opponent(desk.tx, taker, found.player)?;
            }
            let Some(shown) = masked_letter(&found.bytes) else {
                return Ok(None);
            };
            let event = TournamentEvent::RawLetterTaken {
                game: asked.game.clone(),
                came: asked.direction == Direction::In,
                letter: asked.number,
                masked: true,
            };
            let grounds = Grounds {
                by: by.clone(),
                cause: Cause::OrderWeb,
                ..Grounds::console("", false)
            };
            record_taken(desk, (&row, giver.as_ref()), event, &grounds)?;
            Ok(Some(shown.into_bytes()))
        })
    }
}

/// Records that a letter of a tournament's game was taken, and by whom.
///
/// # Errors
/// The record.
pub(in crate::robot) fn record_taken(
    desk: &mut Desk<'_>,
    (row, giver): (&TournamentRow, Option<&Giver>),
    event: TournamentEvent,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let article = Article::ArbiterDecides.number(row.facts.profile);
    let (done, ..) = deciding::in_part(desk, grounds, |desk| {
        record_in_tournament(desk, row, event, grounds, article)?;
        let number = desk.deciding.as_ref().and_then(Deciding::number);
        if let Some((by, id)) = giver.zip(number) {
            desk.tx.giver_add(id, by)?;
        }
        Ok(())
    });
    done
}

/// Refuses an official who has a game against somebody a letter of his: another takes it, a
/// deputy, the appeals arbiter or the operator.
///
/// # Errors
/// [`Refusal::NotYourOffice`]; the database cannot be read.
pub(in crate::robot) fn refuse_opponent(
    view: &View<'_>,
    official: &str,
    whose: Option<PlayerId>,
) -> Result<(), Failure> {
    let Some((own, whose)) = view.player_by_address(official)?.zip(whose) else {
        return Ok(());
    };
    match view.play_each_other(own.id, whose)? {
        true => Err(Refusal::NotYourOffice.into()),
        false => Ok(()),
    }
}

/// Whether something failed because it is not his to do who asked for it.
pub fn is_not_his(failure: &Failure) -> bool {
    matches!(failure.refusal.as_deref(), Some(Refusal::NotYourOffice))
}
