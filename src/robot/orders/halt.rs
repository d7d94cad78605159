//! A whole tournament is paused, or goes on: one decision.

use super::Grounds;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::orders::circular::Circular;
use crate::orders::halt::{go_on, letters, stop};
use crate::orders::{Outcome, Refusal};
use crate::robot::desk::Desk;
use crate::rules::Article;

impl Desk<'_> {
    /// The games stand still from today; or time counts again from the day on which a
    /// letter that leaves today is received.
    /// Not from its real leaving, as for one game: the one letter a player gets is about
    /// several games, and the leaving of a letter begins something in one game only.
    pub(super) fn halt(
        &mut self,
        code: &str,
        resumes: bool,
        grounds: &Grounds,
    ) -> Result<Vec<Outcome>, Failure> {
        let tournament = self.tournament_named(code)?;
        let facts = self.tx.tournament_facts(tournament)?;
        let today = facts.zone.day(self.now);
        let transit = i64::from(facts.regulations.transit_days);
        let day = match resumes {
            true => today.plus(transit),
            false => today,
        };
        let (reason, now) = (grounds.reason.as_str(), self.now);
        let mut games: Vec<(String, [PlayerId; 2])> = Vec::new();
        for row in self.tx.games_of_tournament(tournament)? {
            let game = self.game(row.id)?;
            let ruling = match resumes {
                true => go_on(game, day, reason, now),
                false => stop(game, day, reason, now),
            };
            let Some(ruling) = ruling else { continue };
            self.record(ruling, Some(row.id), None)?;
            if resumes {
                self.release_held(row.id)?;
            }
            let (white, black) = (&row.players.white, &row.players.black);
            let line = format!("{}: {} – {}", row.name, white.1, black.1);
            games.push((line, [white.0, black.0]));
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
        let ruling = letters(circular, code, (resumes, day), &games);
        self.record(ruling, None, None)?;
        let (code, games) = (code.to_owned(), games.len());
        Ok(vec![match resumes {
            true => Outcome::AllResumed { code, games, day },
            false => Outcome::AllPaused { code, games, day },
        }])
    }
}
