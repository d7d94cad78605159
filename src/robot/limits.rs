//! Limits on what letters can provoke. A program that answers everything we send,
//! with whatever it may say, must find an end; a person never meets one.
//!
//! Moves, resignations and agreements are not limited: a game has so many of them
//! and no more. Everything else that a player's letter would make us write is
//! counted by player and hour, player and day, game and day, and altogether by the
//! hour; at a limit it is neither done nor answered, and the arbiter is told once.

use super::desk::Batch;
use crate::arbiter::notice::Matter;
use crate::arbiter::{Article, Body, Notice, NoticeKind, Recipient, Ruling};
use crate::config::Limits;
use crate::error::Failure;
use crate::ids::{GameId, PlayerId, TournamentId};
use crate::record::{Entry, Event, PlayerEntry, PlayerEvent};
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::store::TournamentStatus;
use crate::time::Zone;

/// What a limit is about, and its key in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Hour(PlayerId),
    Day(PlayerId),
    Game(GameId),
    All,
}

impl Scope {
    fn key(self) -> &'static str {
        match self {
            Scope::Hour(_) => "limits.answers_per_hour",
            Scope::Day(_) => "limits.answers_per_day",
            Scope::Game(_) => "limits.game_answers_per_day",
            Scope::All => "limits.all_answers_per_hour",
        }
    }

    fn most(self, limits: &Limits) -> u32 {
        match self {
            Scope::Hour(_) => limits.answers_per_hour,
            Scope::Day(_) => limits.answers_per_day,
            Scope::Game(_) => limits.game_answers_per_day,
            Scope::All => limits.all_answers_per_hour,
        }
    }

    fn name(self) -> String {
        match self {
            Scope::Hour(player) | Scope::Day(player) => format!("player {player}"),
            Scope::Game(game) => format!("game {}", game.0),
            Scope::All => "all".to_owned(),
        }
    }
}

/// Whether a ruling is one of which a game has only so many.
fn is_bounded(ruling: &Ruling) -> bool {
    let in_game = |e: &Entry| {
        matches!(
            e.event,
            Event::MovePlayed { .. }
                | Event::Ended { .. }
                | Event::NoticeAnnulled { .. }
                | Event::TimeExceeded { .. }
        )
    };
    let of_player = |e: &PlayerEntry| {
        matches!(
            e.event,
            PlayerEvent::AddressChanged { .. } | PlayerEvent::WithdrawalAsked
        )
    };
    // Lists of codes have bounds of their own (`asking`).
    let codes = |n: &Notice| matches!(n.body, Body::Challenge { .. });
    ruling.entries.iter().any(in_game)
        || ruling.player_entries.iter().any(of_player)
        || ruling.notices.iter().any(codes)
}

impl Batch<'_> {
    /// Whether a ruling that a player's letter brought may be recorded and mailed.
    /// Where not, `silenced` has the limit's key.
    pub(super) fn may_answer(
        &mut self,
        ruling: &Ruling,
        sender: PlayerId,
        game: Option<GameId>,
    ) -> Result<bool, Failure> {
        if ruling.notices.is_empty() || is_bounded(ruling) {
            return Ok(true);
        }
        let day = Zone::utc().day(self.now).to_string();
        let hour: String = self.now.to_string().chars().take(13).collect();
        let mut scopes = vec![
            (Scope::Hour(sender), &hour),
            (Scope::Day(sender), &day),
            (Scope::All, &hour),
        ];
        scopes.extend(game.map(|id| (Scope::Game(id), &day)));
        for (scope, period) in &scopes {
            if self.tx.answers_count(period, &scope.name())? >= scope.most(self.limits) {
                self.silenced = Some(scope.key());
                if self
                    .tx
                    .answers_add(&day, &format!("told {}", scope.name()))?
                    == 1
                {
                    self.tell_of_limit(*scope, sender)?;
                }
                return Ok(false);
            }
        }
        for _ in &ruling.notices {
            for (scope, period) in &scopes {
                self.tx.answers_add(period, &scope.name())?;
            }
        }
        Ok(true)
    }

    fn tell_of_limit(&mut self, scope: Scope, sender: PlayerId) -> Result<(), Failure> {
        let name = self.player_name(sender)?;
        let (tournaments, game): (Vec<TournamentId>, Option<String>) = match scope {
            Scope::Game(id) => {
                let facts = self.tx.game_facts(id)?;
                (vec![facts.tournament], Some(facts.name.to_string()))
            }
            Scope::Hour(_) | Scope::Day(_) => {
                let entries = self.tx.player_tournaments(sender)?;
                (entries.into_iter().map(|e| e.tournament).collect(), None)
            }
            Scope::All => {
                let rows = self.tx.tournament_list()?;
                (rows.into_iter().map(|r| r.facts.id).collect(), None)
            }
        };
        let mut ruling = Ruling::default();
        for id in tournaments {
            let row = self.tx.tournament_load_id(id)?;
            let Some(row) = row.filter(|r| r.status == TournamentStatus::Started) else {
                continue;
            };
            let matter = Matter {
                game: game.clone(),
                what: "answers-stopped".to_owned(),
                article: Article::ArbiterDecides.number(row.facts.profile).to_owned(),
                until: None,
                command: "postchess inbox list".to_owned(),
                note: told(
                    row.facts.language,
                    &Happened::AnswersStopped {
                        limit: scope.key(),
                        name: name.to_owned(),
                    },
                ),
            };
            let body = Body::Digest {
                matters: vec![matter],
            };
            let mut notice = Notice::new(NoticeKind::Digest, Recipient::Arbiter, body);
            notice.tournament = Some(id);
            ruling.notices.push(notice);
        }
        self.record(ruling, None, None)
    }
}
