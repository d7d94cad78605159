//! A tournament that is over: its final table, with the records of their games, to
//! the players and the arbiter.

use super::alone::Robot;
use super::inquiry::table_of;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::report::document::{self, Document, DocumentSection};
use crate::report::official;
use crate::report::table::{TableInput, bracket_table, cross_table, team_table};
use crate::store::TournamentRow;
use crate::time::Day;

impl Robot {
    /// Sends the final tables that are due: on a later day than the last game ended,
    /// so that a slip can be mended before. One line for each tournament.
    pub(super) fn tell_final_tables(&mut self) -> Result<Vec<String>, Failure> {
        match self.store.read().tournaments_untold()?.is_empty() {
            true => Ok(Vec::new()),
            false => self.alone(Robot::tell_tables),
        }
    }

    fn tell_tables(&mut self) -> Result<Vec<String>, Failure> {
        let now = self.now;
        let rows = self.store.read().tournaments_untold()?;
        let mut told = Vec::new();
        for row in rows {
            let zone = row.facts.zone;
            let Some(ended) = row.finished.map(|at| zone.day(at)) else {
                continue;
            };
            if zone.day(now) <= ended || self.is_to_stop() {
                continue;
            }
            let table = table_of(self.store.read(), &row, now)?;
            let mut players = Vec::new();
            for entrant in table.entrants.iter().filter(|e| !e.withdrawn) {
                if let Some(player) = self.store.read().player_load(entrant.player)? {
                    players.push((player.id, player.language));
                }
            }
            let ruling = letters(&row, &table, players, ended);
            self.batch(|desk| {
                desk.tx.tournament_told(row.facts.id, now)?;
                desk.record(ruling, None, None)
            })?;
            told.push(format!("{}: final table", row.facts.code));
        }
        Ok(told)
    }
}

/// One letter to each player who has not left, and one to the arbiter.
fn letters(
    row: &TournamentRow,
    table: &TableInput,
    players: Vec<(PlayerId, Language)>,
    ended: Day,
) -> Ruling {
    let facts = &row.facts;
    let to = players
        .into_iter()
        .map(|(id, l)| (Recipient::Player(id), l));
    let mut ruling = Ruling::default();
    for (to, language) in to.chain([(Recipient::Arbiter, facts.language)]) {
        let body = Body::FinalTable {
            name: facts.name.clone(),
            code: facts.code.clone(),
            table: lines(table, language),
            due: ended.plus(official::TERM),
        };
        let notice = Notice::new(to, body).of_tournament(facts.id);
        ruling.notices.push(notice);
    }
    ruling
}

/// The table in fixed width.
fn lines(table: &TableInput, language: Language) -> Vec<String> {
    let mut document = Document::new(language, "");
    let mut section = DocumentSection::untitled();
    if let Some(bracket) = bracket_table(table, language) {
        section.table(bracket);
    }
    if let Some(teams) = team_table(table, language) {
        section.table(teams);
    }
    section.table(cross_table(table, &table.standings(), language));
    document.push(section);
    let text = document::text(&document);
    text.lines()
        .filter(|l| !l.is_empty())
        .map(str::to_owned)
        .collect()
}
