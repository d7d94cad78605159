//! The chief arbiter's official report: how the event went, every violation of the
//! rules with its person and what was decided, protests and appeals with their
//! authors' words, decisions with number and reason (30.2.1.6, 30.2.1.7). What is signed has
//! two or three pages; long lists are annexes behind the signature.
//!
//! [`Chronicle::of`] reads a game's record; [`document`] puts everything into words.

mod incidents;
mod lines;
mod merged;
mod page;

pub use incidents::{
    Contested, DecidedAbout, Incident, IncidentDecision, IncidentEnd, Refused, What,
};
pub use page::document;

use super::preview::PlannedChange;
use super::table::TableInput;
use crate::chess::{BySide, Side, Variant};
use crate::ids::GameName;
use crate::record::{
    GameFile, GameResult, PlayerEntry, PlayerEvent, Recorded, Status, revoked_entries,
};
use crate::request::masked::{MASK, without_addresses};
use crate::rules::{OneOfWords, Profile, Regulations};
use crate::time::Day;
use crate::tournament::officials::Office;
use serde_json::{Value, json};
use std::sync::Arc;

/// Days in which the report is due after the end (30.2.1.6).
pub const TERM: i64 = 10;

/// The tournament apart from its games.
#[derive(Clone, Debug)]
pub struct TournamentEvent {
    /// Its article.
    pub profile: Profile,
    /// The rules.
    pub variant: Variant,
    /// Its regulations.
    pub regulations: Arc<Regulations>,
    /// The official start.
    pub start: Day,
    /// The last day of play, where the file names one.
    pub end: Option<Day>,
    /// When the last game ended.
    pub finished: Option<Day>,
    /// The chief arbiter.
    pub arbiter: String,
    /// Who decides protests against him.
    pub appeals: Option<String>,
    /// Who adjudicates a second time.
    pub adjudicator: Option<String>,
    /// Who else holds an office: deputies, section arbiters, further judges, a secretary.
    pub others: Vec<(Office, String)>,
    /// What was changed before the start, oldest first.
    pub changes: Vec<PlannedChange>,
    /// Letters received and sent about its games.
    pub letters: (u64, u64),
}

/// A game, as the report tells it.
#[derive(Clone, Debug)]
pub struct Chronicle {
    /// `CODE/N`.
    pub name: GameName,
    /// The starting numbers.
    pub players: BySide<u32>,
    /// Half-moves played.
    pub ply: u32,
    /// Dispatch of the last half-move.
    pub last: Option<Day>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// Whether it is over.
    pub over: bool,
    /// Violations of the rules.
    pub incidents: Vec<Incident>,
    /// Protests and appeals.
    pub contested: Vec<Contested>,
    /// The arbiter's decisions.
    pub decisions: Vec<IncidentDecision>,
}

impl Chronicle {
    /// The game as its record tells it.
    pub fn of(game: &GameFile) -> Chronicle {
        Chronicle {
            name: game.facts.name.clone(),
            players: BySide {
                white: game.player(Side::White).start_number,
                black: game.player(Side::Black).start_number,
            },
            ply: game.ply(),
            last: game.moves.last().map(|m| m.sent),
            result: game.result,
            over: game.status == Status::Finished,
            incidents: incidents::of_game(game),
            contested: incidents::contested(game),
            decisions: incidents::decisions(game),
        }
    }
}

/// Everything the report is made of.
#[derive(Clone, Debug)]
pub struct OfficialInput {
    /// The table, with players and their entries.
    pub table: TableInput,
    /// The tournament.
    pub event: TournamentEvent,
    /// The games by number.
    pub games: Vec<Chronicle>,
}

impl OfficialInput {
    /// The last day of its term; none while games are open.
    pub fn due(&self) -> Option<Day> {
        self.event.finished.map(|day| day.plus(TERM))
    }

    /// What was changed before the start (31.4), without the addresses in it.
    pub fn changes(&self) -> Vec<PlannedChange> {
        let beside = format!(" <{MASK}>");
        let shown = |c: &PlannedChange| PlannedChange {
            what: without_addresses(&c.what).replace(&beside, ""),
            reason: without_addresses(&c.reason),
            ..c.clone()
        };
        self.event.changes.iter().map(shown).collect()
    }

    /// Who had a starting number on a day, in that game where one is told, with his
    /// federation: `Иванов Иван (RUS)`. Empty where no number is.
    fn named_in(&self, number: Option<u32>, game: Option<&GameName>, day: Day) -> String {
        match number.and_then(|n| self.table.had(n, game, day)) {
            None => String::new(),
            Some((name, Some(federation))) => format!("{name} ({federation})"),
            Some((name, None)) => name.to_owned(),
        }
    }

    /// What is recorded of those who play, and of those who played before them.
    fn records(&self) -> impl Iterator<Item = (u32, &Vec<Recorded<PlayerEntry>>)> {
        self.table.entrants.iter().flat_map(|e| {
            let earlier = e.former.iter().map(|f| &f.record);
            let all = std::iter::once(&e.record).chain(earlier);
            all.map(|record| (e.start_number, record))
        })
    }

    /// All violations, oldest first.
    pub fn incidents(&self) -> Vec<Incident> {
        let of_games = self.games.iter().flat_map(|g| g.incidents.iter().cloned());
        let (profile, zone) = (self.event.profile, self.table.zone);
        let of_players = self
            .records()
            .flat_map(|(number, record)| incidents::of_player(record, number, profile, zone));
        let mut all: Vec<Incident> = of_games.chain(of_players).collect();
        all.sort_by_key(|i| i.date);
        all
    }

    /// All decisions, by number.
    pub fn decisions(&self) -> Vec<IncidentDecision> {
        let of_games = self.games.iter().flat_map(|g| g.decisions.iter().cloned());
        let of_players = self
            .records()
            .flat_map(|(number, record)| incidents::about_player(record, number, self.table.zone));
        let mut all = incidents::in_whole(of_games.chain(of_players).collect());
        all.sort_by_key(|d| (d.id, d.date));
        all
    }

    /// All protests and appeals, oldest first.
    pub fn contested(&self) -> Vec<Contested> {
        let all = self.games.iter().flat_map(|g| g.contested.iter().cloned());
        let mut all: Vec<Contested> = all.collect();
        all.sort_by_key(|c| c.date);
        all
    }

    /// Who asked to leave the tournament or left it, oldest first.
    fn withdrawals(&self) -> Vec<(u32, &Recorded<PlayerEntry>)> {
        let leaves = |e: &&Recorded<PlayerEntry>| {
            matches!(
                e.event,
                PlayerEvent::WithdrawalAsked | PlayerEvent::Withdrawn { .. }
            )
        };
        let mut all: Vec<(u32, &Recorded<PlayerEntry>)> = self
            .records()
            .flat_map(|(number, record)| {
                let dead = revoked_entries(record);
                let counts = record.iter().filter(move |r| !dead.contains(&r.id));
                counts.map(move |r| (number, r))
            })
            .filter(|(_, entry)| leaves(entry))
            .collect();
        all.sort_by_key(|(_, entry)| entry.at);
        all
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let standings = self.table.standings();
        let incidents: Vec<Value> = self
            .incidents()
            .iter()
            .map(|i| {
                json!({
                    "date": i.date, "game": i.game, "start_number": i.number,
                    "name": self.table.had(i.number, i.game.as_ref(), i.date).map(|p| p.0),
                    "federation": self.table.had(i.number, i.game.as_ref(), i.date)
                        .and_then(|p| p.1),
                    "what": i.what.name(), "article": i.article,
                    "outcome": i.outcome.name(), "days": i.outcome.days(), "text": i.said,
                })
            })
            .collect();
        let contested: Vec<Value> = self
            .contested()
            .iter()
            .map(|c| {
                json!({
                    "date": c.date, "game": c.game, "start_number": c.number,
                    "what": c.what.name(), "article": c.article, "text": c.said,
                    "refused": c.refused.map(Refused::name), "settled": c.settled.as_ref().map(|s| json!({
                        "id": s.id, "date": s.date, "what": s.what.what(),
                        "article": s.article, "reason": s.reason,
                    })),
                })
            })
            .collect();
        let decisions: Vec<Value> = self
            .decisions()
            .iter()
            .map(|d| {
                let mut line = json!({
                    "id": d.id, "date": d.date, "game": d.game, "start_number": d.number,
                    "what": d.what.what(), "article": d.article, "reason": d.reason,
                    "superseded": !d.counts,
                });
                if let (Some(line), DecidedAbout::Outage(given)) = (line.as_object_mut(), &d.what) {
                    line.insert("given_back".to_owned(), given.json());
                }
                line
            })
            .collect();
        let changes: Vec<Value> = self
            .changes()
            .iter()
            .map(|c| {
                json!({
                    "date": self.table.zone.day(c.at), "what": c.what, "who": c.who,
                    "reason": c.reason,
                })
            })
            .collect();
        let persons: Vec<Value> = self
            .table
            .entrants
            .iter()
            .map(|p| {
                json!({
                    "start_number": p.start_number, "name": p.name,
                    "federation": p.federation, "rating": p.rating,
                })
            })
            .collect();
        let (received, sent) = self.event.letters;
        let others = self.event.others.iter();
        let officials: Vec<Value> = others
            .map(|(office, name)| json!({"role": office.word(), "name": name}))
            .collect();
        json!({
            "tournament": self.table.code, "name": self.table.name,
            "final": standings.is_final, "start": self.event.start, "end": self.event.end,
            "finished": self.event.finished, "due": self.due(),
            "arbiter": self.event.arbiter, "appeals": self.event.appeals,
            "adjudicator": self.event.adjudicator, "officials": officials, "players": persons,
            "table": standings.table, "letters": {"received": received, "sent": sent},
            "changes": changes, "violations": incidents, "contested": contested, "decisions": decisions,
        })
    }
}
