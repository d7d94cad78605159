//! Players' reports to the arbiter (55.1.2): who owes one is asked for it when it is due,
//! and what is sent is noted. Work grows with the tournaments in which one is due.

use super::alone::Robot;
use super::desk::Desk;
use crate::arbiter::{Body, Notice, Recipient, Ruling, owed_report};
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::record::{Cause, PlayerEntry, PlayerEvent, Recorded, Status};
use crate::rules::Article;
use crate::store::{TournamentFacts, TournamentRow};
use crate::time::{Day, Instant};
use std::collections::BTreeMap;

impl Robot {
    /// Asks the players for the reports that are due by now, a line for each asked.
    pub(super) fn ask_for_reports(&mut self) -> Result<Vec<String>, Failure> {
        let mut told = Vec::new();
        for row in self.store.read().tournaments_reporting(self.now)? {
            if self.is_to_stop() {
                break;
            }
            told.extend(self.alone(|robot| robot.batch(|desk| ask(desk, &row)))?);
        }
        Ok(told)
    }
}

/// Notes in a tournament that begins when its players owe their first reports.
pub(super) fn begin(desk: &mut Desk<'_>, facts: &TournamentFacts) -> Result<(), Failure> {
    note_given(desk, facts.id, facts.zone.day(desk.now).max(facts.start))
}

/// Notes of a report that was sent on a day when the next one is owed.
pub(super) fn note_given(desk: &Desk<'_>, id: TournamentId, sent: Day) -> Result<(), Failure> {
    let facts = desk.tx.tournament_facts(id)?;
    if let Some(owed) = owed_report(&facts.regulations, sent, &[]) {
        let at = facts.zone.begins(owed.due);
        desk.tx.tournament_reports_by(id, at)?;
    }
    Ok(())
}

/// The entries of a report that a player sent: in one tournament, or in all that
/// ask for any.
pub(super) fn given(
    desk: &Desk<'_>,
    player: PlayerId,
    only: Option<TournamentId>,
    sent: Instant,
    cause: Cause,
) -> Result<Vec<PlayerEntry>, Failure> {
    let mut entries = Vec::new();
    for row in desk.tx.player_tournaments(player)? {
        let facts = desk.tx.tournament_facts(row.tournament)?;
        let is_meant = only.is_none_or(|id| id == row.tournament);
        let plays = row.withdrawn.is_none() && row.replaced.is_none();
        if is_meant && plays && facts.regulations.report_every_days > 0 {
            let event = PlayerEvent::Reported {
                sent: facts.zone.day(sent),
            };
            entries.push(entry(desk, player, &facts, event, cause));
        }
    }
    Ok(entries)
}

/// Asks all players of a tournament whose reports are due, and notes when the next is.
fn ask(desk: &mut Desk<'_>, row: &TournamentRow) -> Result<Vec<String>, Failure> {
    let facts = &row.facts;
    let today = facts.zone.day(desk.now);
    let start = facts
        .zone
        .day(row.started.unwrap_or(desk.now))
        .max(facts.start);
    let mut records: BTreeMap<PlayerId, Vec<Recorded<PlayerEntry>>> = BTreeMap::new();
    for entry in desk.tx.player_events_of_tournament(facts.id)? {
        records.entry(entry.player).or_default().push(entry);
    }
    let mut told = Vec::new();
    let mut next: Option<Day> = None;
    for player in desk.tx.entries_of_tournament(facts.id)? {
        let record = records.remove(&player.player).unwrap_or_default();
        let owed = owed_report(&facts.regulations, start, &record);
        let Some(owed) = owed.filter(|o| !o.asked && player.withdrawn.is_none()) else {
            continue;
        };
        if owed.due > today {
            next = Some(next.map_or(owed.due, |day| day.min(owed.due)));
            continue;
        }
        let games = desk.tx.player_games(player.player, false)?;
        let open =
            |g: &&crate::store::GameRow| g.tournament == facts.id && g.status != Status::Finished;
        if games.iter().find(open).is_none() {
            continue;
        }
        let body = Body::ReportAsked {
            code: facts.code.clone(),
            since: owed.since,
            until: owed.until,
        };
        let notice = Notice::new(Recipient::Player(player.player), body).of_tournament(facts.id);
        let event = PlayerEvent::ReportAsked {
            due: owed.due,
            until: owed.until,
        };
        let ruling = Ruling {
            player_entries: vec![entry(desk, player.player, facts, event, Cause::Tick)],
            notices: vec![notice],
            ..Ruling::default()
        };
        desk.record(ruling, None, None)?;
        told.push(format!(
            "{}:{}: report asked",
            facts.code, player.start_number
        ));
    }
    let next = next.map(|day| facts.zone.begins(day));
    desk.tx.tournament_reports_due(facts.id, next)?;
    Ok(told)
}

fn entry(
    desk: &Desk<'_>,
    player: PlayerId,
    facts: &TournamentFacts,
    event: PlayerEvent,
    cause: Cause,
) -> PlayerEntry {
    PlayerEntry {
        at: desk.now,
        player,
        tournament: Some(facts.id),
        event,
        grounds: Some(Article::ReportsOwed.number(facts.profile).to_owned()),
        cause,
        note: String::new(),
    }
}
