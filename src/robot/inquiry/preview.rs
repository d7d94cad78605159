//! A tournament before its start, read from the store.

use crate::chess::Variant;
use crate::chess::chess960::array_of;
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::report::preview::{
    CyclePreview, Entrant, Pair, Planned, PlannedChange, Preview, StartPlace,
};
use crate::store::{Amendment, TournamentRow, TournamentStatus, View};
use crate::time::Instant;
use crate::tournament::announced::announced;
use std::collections::{BTreeMap, BTreeSet};

/// A tournament by its code.
///
/// # Errors
/// There is none.
pub fn tournament_of(view: View<'_>, code: &str) -> Result<TournamentRow, Failure> {
    if let Some(row) = view.tournament_load(code)? {
        return Ok(row);
    }
    let stages = view.tournaments_of_cycle(code)?;
    if stages.is_empty() {
        return Err(Failure::missing(format!("there is no tournament {code}"))
            .hint("postchess tournament list shows those there are"));
    }
    let codes: Vec<&str> = stages.iter().map(|s| s.facts.code.as_str()).collect();
    Err(Failure::failed(format!("{code} is a cycle"))
        .hint(format!("name one of its stages: {}", codes.join(", "))))
}

/// A tournament before its start, or a cycle with its stages, as of an hour.
///
/// # Errors
/// There is none.
pub fn planned_of(
    view: View<'_>,
    code: &str,
    robot: &str,
    now: Instant,
) -> Result<Planned, Failure> {
    let rows = view.tournaments_of_cycle(code)?;
    let mut cycle: Option<CyclePreview> = None;
    for row in &rows {
        let preview = preview_of(view, row, robot, now)?;
        let Some(entry) = &preview.stage else {
            continue;
        };
        let cycle = cycle.get_or_insert_with(|| CyclePreview {
            code: entry.cycle.clone(),
            name: entry.cycle_name.clone(),
            language: preview.language,
            today: preview.today,
            stages: Vec::new(),
            over: BTreeSet::new(),
        });
        if row.status == TournamentStatus::Finished {
            cycle.over.insert(preview.code.clone());
        }
        cycle.stages.push(preview);
    }
    if let Some(cycle) = cycle {
        return Ok(Planned::Cycle(cycle));
    }
    let row = tournament_of(view, code)?;
    let preview = preview_of(view, &row, robot, now)?;
    Ok(Planned::Tournament(Box::new(preview)))
}

/// What a preview is made of, as of an hour.
///
/// # Errors
/// The database cannot be read.
fn preview_of(
    view: View<'_>,
    row: &TournamentRow,
    robot: &str,
    now: Instant,
) -> Result<Preview, Failure> {
    let facts = &row.facts;
    // What was entered, which says what was left open.
    let file = row.tournament_file()?;
    let mut numbers: BTreeMap<PlayerId, u32> = BTreeMap::new();
    let mut players: BTreeMap<u32, Option<Entrant>> = (1..)
        .zip(&file.players)
        .map(|(number, _)| (number, None))
        .collect();
    for entry in view.entries_of_tournament(facts.id)? {
        let Some(player) = view.player_load(entry.player)? else {
            continue;
        };
        let index = usize::try_from(entry.start_number).unwrap_or(0);
        let entered = index.checked_sub(1).and_then(|i| file.players.get(i));
        numbers.insert(player.id, entry.start_number);
        players.insert(
            entry.start_number,
            Some(Entrant {
                id: player.id,
                name: player.name,
                reach: player.reach,
                language: player.language,
                language_given: entered.is_some_and(|e| e.language.is_some())
                    || player.language != facts.language,
                rating: player.rating,
                federation: player.federation,
                bounces: player.hard_bounces,
            }),
        );
    }
    let number = |id: PlayerId| numbers.get(&id).copied().unwrap_or(0);
    let mut pairs = Vec::new();
    for game in view.games_of_tournament(facts.id)? {
        let array = match facts.variant {
            Variant::Standard => None,
            Variant::Chess960 => {
                let start = view.game_facts(game.id)?.start_fen.clone();
                start.as_deref().and_then(array_of)
            }
        };
        pairs.push(Pair {
            name: game.name.to_string(),
            round: game.round,
            board: game.board,
            white: number(game.players.white.0),
            black: number(game.players.black.0),
            array,
        });
    }
    Ok(Preview {
        code: facts.code.clone(),
        name: facts.name.clone(),
        started: row.status != TournamentStatus::Planned,
        profile: facts.profile,
        start: facts.start,
        end: facts.end,
        zone: facts.zone,
        language: facts.language,
        arbiter: facts.arbiter.clone(),
        appeals: facts.appeals.clone(),
        adjudicator: facts.adjudicator.clone(),
        officials: facts.officials.clone(),
        regulations: (*facts.regulations).clone(),
        announced: announced(&file),
        players: players
            .into_iter()
            .map(|(number, player)| StartPlace { number, player })
            .collect(),
        games: pairs,
        changes: changes_of(view, facts.id)?,
        robot: robot.to_owned(),
        today: facts.zone.day(now),
        stage: file.stage,
    })
}

/// What was changed in a tournament before its start, oldest first (31.4).
pub(super) fn changes_of(view: View<'_>, id: TournamentId) -> Result<Vec<PlannedChange>, Failure> {
    let all = view.amendments(id)?.into_iter();
    let change = |a: Amendment| PlannedChange {
        at: a.at,
        what: a.what,
        who: a.who,
        reason: a.reason,
    };
    Ok(all.map(change).collect())
}
