//! A whole tournament is paused, or goes on: one decision.

use super::Grounds;
use super::game::release_held;
use super::player::tournament_named;
use crate::error::Failure;
use crate::orders::circular::Circular;
use crate::orders::halt::{Halt, HaltedGame};
use crate::orders::{Outcome, Refusal};
use crate::robot::desk::Desk;
use crate::rules::Article;

/// The games stand still from today; or time counts again from the day on which a
/// letter that leaves today is received.
/// Not from its real leaving, as for one game: the one letter a player gets is about
/// several games, and the leaving of a letter begins something in one game only.
pub(super) fn halt(
    desk: &mut Desk<'_>,
    code: &str,
    resumes: bool,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let tournament = tournament_named(desk, code)?;
    let facts = desk.tx.tournament_facts(tournament)?;
    let today = facts.zone.day(desk.now);
    let transit = i64::from(facts.regulations.transit_days);
    let day = match resumes {
        true => today.plus(transit),
        false => today,
    };
    let (reason, now) = (grounds.reason.as_str(), desk.now);
    let halt = Halt { resumes, day };
    let mut games: Vec<HaltedGame> = Vec::new();
    for row in desk.tx.games_of_tournament(tournament)? {
        let game = desk.game(row.id)?;
        let Some(ruling) = halt.in_game(game, reason, now) else {
            continue;
        };
        desk.record(ruling, Some(row.id), None)?;
        if resumes {
            release_held(desk, row.id)?;
        }
        let (white, black) = (&row.players.white, &row.players.black);
        games.push(HaltedGame {
            line: format!("{}: {} – {}", row.name, white.1, black.1),
            players: [white.0, black.0],
        });
    }
    if games.is_empty() {
        let code = code.to_owned();
        return Err(match resumes {
            true => Refusal::NoneStandsStill(code).into(),
            false => Refusal::NonePlayed(code).into(),
        });
    }
    let [_, protest_days] = facts.regulations.protest_days;
    let circular = Circular {
        tournament,
        article: Article::ArbiterDecides.number(facts.profile),
        protest_days,
        reason,
    };
    let ruling = halt.letters(circular, code, &games);
    desk.record(ruling, None, None)?;
    let (code, games) = (code.to_owned(), games.len());
    Ok(vec![match resumes {
        true => Outcome::AllResumed { code, games, day },
        false => Outcome::AllPaused { code, games, day },
    }])
}
