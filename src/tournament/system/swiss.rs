//! The Swiss system (26, 31.7): so many rounds, each paired by the FIDE Dutch system from
//! what was scored so far. Teams are paired by the same rules, with their points in the
//! place of a player's.

use super::{Bye, Field, NextRound, PastMeeting, PastRound, Round, Unpairable};
use crate::chess::Side;
use crate::tournament::apart::kept_apart;
use crate::tournament::dutch::{self, Contestant, Past, SwissField};
use crate::tournament::lot::Lot;
use crate::tournament::play::{System, TeamScore};
use crate::tournament::scored::{Points, Scoring};

/// What comes after the rounds so far.
pub fn next(field: &Field<'_>, past: &[PastRound]) -> NextRound {
    let rounds = usize::try_from(field.play.rounds).unwrap_or(usize::MAX);
    if past.len() >= rounds {
        return NextRound::Nothing;
    }
    let unfinished = |m: &PastMeeting| m.counted().is_none();
    if past.iter().any(|r| r.meetings.iter().any(unfinished)) {
        return NextRound::Waits;
    }
    let swiss = swiss_field(field, past);
    if swiss.contestants.len() < 2 {
        return NextRound::Unpairable(Unpairable::TooFew);
    }
    match dutch::pair(&swiss) {
        Err(dutch::NoPairing) => NextRound::Unpairable(Unpairable::NoPairing),
        Ok(paired) => NextRound::Paired(Round {
            meetings: paired.boards,
            byes: paired
                .bye
                .map(|unit| Bye {
                    unit,
                    points: of_bye(field),
                    asked: false,
                })
                .into_iter()
                .collect(),
        }),
    }
}

/// What a bye is for the pairing: a win, or, where the points on the boards count, one on
/// each; a won match of teams is a point here.
pub fn of_bye(field: &Field<'_>) -> Points {
    let Scoring { win, .. } = field.scoring;
    match (field.play.system, field.play.team_score) {
        (System::TeamSwiss, TeamScore::Match) => Points::ONE,
        (System::TeamSwiss, TeamScore::Board) => {
            Points::quarters(win.in_quarters() * i64::from(field.boards))
        }
        _ => win,
    }
}

/// What the Dutch system pairs the next round from.
pub fn swiss_field(field: &Field<'_>, past: &[PastRound]) -> SwissField {
    let contestant = |number: u32| Contestant {
        number,
        history: past.iter().map(|round| of_round(round, number)).collect(),
    };
    let (absent, here): (Vec<u32>, Vec<u32>) =
        field.numbers().partition(|n| field.absent.contains(n));
    let round = u32::try_from(past.len() + 1).unwrap_or(u32::MAX);
    let kept = kept_apart(field.play, &field.federations, round);
    SwissField {
        rounds: field.play.rounds,
        most: of_bye(field),
        contestants: here.into_iter().map(contestant).collect(),
        absent: absent.into_iter().map(contestant).collect(),
        forbidden: kept.never,
        avoided: kept.if_possible,
        initial: initial_colour(field),
    }
}

/// What became of a round for a unit.
fn of_round(round: &PastRound, number: u32) -> Past {
    let met = round
        .meetings
        .iter()
        .find(|m| m.white == number || m.black == number);
    if let Some(meeting) = met {
        let (side, opponent) = match meeting.white == number {
            true => (Side::White, meeting.black),
            false => (Side::Black, meeting.white),
        };
        let scored = meeting.counted().unwrap_or_default();
        let points = match side {
            Side::White => scored.0,
            Side::Black => scored.1,
        };
        return match meeting.played {
            true => Past::Played {
                opponent,
                side,
                points,
            },
            false => Past::Unplayed {
                points,
                bars_bye: points > Points::ZERO,
            },
        };
    }
    let bye = round.byes.iter().find(|b| b.unit == number);
    Past::Unplayed {
        points: bye.map_or(Points::ZERO, |b| b.points),
        bars_bye: bye.is_some_and(|b| !b.asked),
    }
}

/// The colour of the first odd number in the first round: drawn, where there is a seed,
/// else White.
pub fn initial_colour(field: &Field<'_>) -> Side {
    match &field.play.draw_seed {
        Some(seed) if !Lot::new(seed, "colour").coin() => Side::Black,
        _ => Side::White,
    }
}
