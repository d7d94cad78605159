//! What reports are made of, read from the store.

use super::matters::{Letters, around};
use super::preview::changes_of;
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::record::game::Tenure;
use crate::record::{
    Cause, Entry, Event, GameFile, GameResult, LeaveSpan, Official, PlayerEntry, PlayerEvent,
    Recorded, TournamentEvent, revoked_entries,
};
use crate::report::cycle::{CycleInput, StageInput};
use crate::report::official::{self, Chronicle, OfficialInput};
use crate::report::table::{Failing, Former, GameLine, Setting, TableEntrant, TableInput};
use crate::report::trf::{SwissTerms, TrfGame, TrfInput, TrfPlayer};
use crate::report::{HeardLetter, Strange, add_heard};
use crate::robot::rounds;
use crate::robot::stages;
use crate::store::TournamentStatus;
use crate::store::{Arrival, GameRow, Store, TournamentFacts, TournamentRow, View};
use crate::time::{Day, Instant, Zone};
use crate::tournament::announced::announced;
use crate::tournament::apart::kept_apart;
use crate::tournament::encounter::Seating;
use crate::tournament::officials::Office;
use crate::tournament::pairing;
use crate::tournament::play::System;
use crate::tournament::scored;
use crate::tournament::system::swiss::initial_colour;
use crate::tournament::team_table::TeamBye;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything the report on a tournament needs, as of an hour.
pub fn table_of(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<TableInput, Failure> {
    let facts = &row.facts;
    let today = facts.zone.day(now);
    let mut input = input_of(view, row, entrants_of(view, facts)?, today)?;
    let games = view.games_of_tournament(facts.id)?;
    let line = |view: View<'_>, _: &GameRow, game| line_of(view, &game, now);
    input.games = view.each_game(&games, |row| row.id, line)?;
    Ok(input)
}

/// The same for who may see all that waits for the arbiter: what waits apart from the games
/// and players too.
pub fn report_of(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<TableInput, Failure> {
    let mut input = table_of(view, row, now)?;
    input.around = around(view, row, now, &input.entrants, &Letters::read(view, now)?)?;
    Ok(input)
}

/// As [`report_of`], read by all processors where its games are many.
pub fn report_from(
    store: &Store,
    row: &TournamentRow,
    now: Instant,
) -> Result<TableInput, Failure> {
    let games = store.read().games_count(row.facts.id)?;
    store.side_by_side(games, |view| report_of(view, row, now))
}

/// A cycle with the tables of its stages, as of an hour; none where the code is no cycle's.
pub fn cycle_of(view: View<'_>, code: &str, now: Instant) -> Result<Option<CycleInput>, Failure> {
    cycle_input(view, code, now, |row| table_of(view, row, now))
}

/// The same with the table of each stage as it is given.
pub(super) fn cycle_input(
    view: View<'_>,
    code: &str,
    now: Instant,
    table: impl Fn(&TournamentRow) -> Result<TableInput, Failure>,
) -> Result<Option<CycleInput>, Failure> {
    let mut found: Option<CycleInput> = None;
    for row in view.tournaments_of_cycle(code)? {
        let Some(entry) = row.tournament_file()?.stage else {
            continue;
        };
        let cycle = found.get_or_insert_with(|| CycleInput {
            code: entry.cycle.clone(),
            name: entry.cycle_name.clone(),
            today: row.facts.zone.day(now),
            stages: Vec::new(),
        });
        cycle.stages.push(StageInput {
            entry,
            begun: row.status != TournamentStatus::Planned,
            table: table(&row)?,
        });
    }
    Ok(found)
}

/// What the tables of a tournament need that are made of how its games stand
/// ([`table::OF_OUTCOMES`](crate::report::table::OF_OUTCOMES)): only summaries are read.
pub fn outcomes_of(
    view: View<'_>,
    row: &TournamentRow,
    now: Instant,
) -> Result<TableInput, Failure> {
    let facts = &row.facts;
    let mut input = input_of(view, row, entrants_of(view, facts)?, facts.zone.day(now))?;
    let numbers = numbers_of(&input.entrants);
    let games = view.games_of_tournament(facts.id)?;
    input.games = games.iter().map(|row| line_of_row(row, &numbers)).collect();
    Ok(input)
}

/// The starting numbers of all who have or had one.
pub(super) fn numbers_of(entrants: &[TableEntrant]) -> BTreeMap<PlayerId, u32> {
    let of_one = |entrant: &TableEntrant| {
        let former = entrant.former.iter().map(|former| former.player);
        let all: Vec<PlayerId> = former.chain([entrant.player]).collect();
        let number = entrant.start_number;
        all.into_iter().map(move |player| (player, number))
    };
    entrants.iter().flat_map(of_one).collect()
}

/// A game that need not be folded: who plays, and how it ended. Nothing is said of clocks,
/// penalties, matters and how far it is.
pub(super) fn line_of_row(row: &GameRow, numbers: &BTreeMap<PlayerId, u32>) -> GameLine {
    let (white, black) = (row.players.white.0, row.players.black.0);
    let number = |player: PlayerId| numbers.get(&player).copied().unwrap_or_default();
    let result = row.result.zip(row.termination);
    GameLine {
        name: row.name.clone(),
        round: row.round,
        white: number(white),
        black: number(black),
        players: BySide { white, black },
        status: row.status,
        result: result.map(|(code, termination)| GameResult { code, termination }),
        ply: row.ply,
        clocks: Default::default(),
        penalties: Vec::new(),
        overdue: Vec::new(),
        matters: Vec::new(),
        progress: Default::default(),
    }
}

/// The places of a tournament's players, by starting number.
pub(in crate::robot) fn places_of(
    view: View<'_>,
    row: &TournamentRow,
    now: Instant,
) -> Result<BTreeMap<u32, String>, Failure> {
    let rows = outcomes_of(view, row, now)?.standings().table.into_iter();
    Ok(rows.map(|row| (row.start_number, row.place)).collect())
}

/// A game for the report; to a silence, what was heard of both players meanwhile.
pub(in crate::robot) fn line_of(
    view: View<'_>,
    game: &GameFile,
    now: Instant,
) -> Result<GameLine, Failure> {
    let mut line = GameLine::of(game, game.moment(now));
    let mut silent = line.matters.iter_mut();
    if let Some(silence) = silent.find(|m| m.what == "silence") {
        let since = since_last_move(game);
        let strange = since.map(|since| strange(view, game, since)).transpose()?;
        add_heard(silence, heard(view, game)?, strange.flatten());
    }
    Ok(line)
}

/// The letters of both players since the last move, about this game or about none.
fn heard(view: View<'_>, game: &GameFile) -> Result<Vec<HeardLetter>, Failure> {
    let mut addresses = BySide::<String>::default();
    for side in Side::BOTH {
        let row = view.player_load(game.player(side).id)?;
        *addresses.get_mut(side) = row.and_then(|p| p.reach.key()).unwrap_or_default();
    }
    let Some(since) = since_last_move(game) else {
        return Ok(Vec::new());
    };
    let name = game.facts.name.to_string();
    let mut found = Vec::new();
    for row in view.heard_since([&addresses.white, &addresses.black], since)? {
        let about = |games: &str| games.split(',').any(|g| g.trim() == name);
        if !row.games.is_empty() && !about(&row.games) {
            continue;
        }
        let requests = row.requests.as_deref().unwrap_or("[]");
        let requests: Vec<Value> = serde_json::from_str(requests).map_err(Failure::failed)?;
        let asked = requests.iter().filter_map(|r| r["type"].as_str());
        let mut what: Vec<String> = asked.map(str::to_owned).collect();
        // Of what nobody has vouched for it is said only that it came.
        if what.is_empty() || matches!(row.verdict.as_str(), "unverified" | "auto-reply") {
            what.clear();
            what.push(row.verdict);
        }
        let side = match row.from == addresses.white {
            true => Side::White,
            false => Side::Black,
        };
        let day = game.facts.zone.day(row.arrived);
        found.push(HeardLetter { side, day, what });
    }
    Ok(found)
}

/// From when on letters show that somebody was there: after the last move.
fn since_last_move(game: &GameFile) -> Option<Arrival> {
    let begun = |e: &&Entry| matches!(e.event, Event::MovePlayed { .. } | Event::Started);
    Some(match game.standing().rfind(begun)? {
        Entry {
            cause: Cause::Letter(letter),
            ..
        } => Arrival {
            letter: *letter,
            at: Instant::from_unix(0),
        },
        entry => Arrival {
            letter: InboundId(0),
            at: entry.at,
        },
    })
}

/// Letters that name the game, or answer one of ours about it, from addresses that are
/// nobody's.
fn strange(view: View<'_>, game: &GameFile, since: Arrival) -> Result<Option<Strange>, Failure> {
    let mut all: BTreeMap<InboundId, Instant> = BTreeMap::new();
    for row in view.named_game(game.facts.id, since)? {
        all.insert(row.inbound, row.arrived);
    }
    for row in view.inbound_elsewhere(since.at)? {
        let here = row.game == Some(game.facts.id) && row.inbound > since.letter;
        if here && row.arrived > since.at {
            all.insert(row.inbound, row.arrived);
        }
    }
    Ok(seen_as_one(&all, game.facts.zone))
}

/// Letters from addresses that are nobody's, seen as one; `None` where there are none.
pub(in crate::robot) fn seen_as_one(
    all: &BTreeMap<InboundId, Instant>,
    zone: Zone,
) -> Option<Strange> {
    let (last, at) = all.last_key_value()?;
    Some(Strange {
        count: all.len(),
        last: *last,
        day: zone.day(*at),
    })
}

/// The players of a tournament.
pub(in crate::robot) fn entrants_of(
    view: View<'_>,
    facts: &TournamentFacts,
) -> Result<Vec<TableEntrant>, Failure> {
    let record = view.player_events_of_tournament(facts.id)?;
    let mut entrants = Vec::new();
    let mut former: Vec<Former> = Vec::new();
    let mut players = view.players_of_tournament(facts.id)?;
    let mut leave: BTreeMap<PlayerId, Vec<LeaveSpan>> = BTreeMap::new();
    for row in view.leave_of_tournament(facts.id)? {
        leave.entry(row.player).or_default().extend(row.span());
    }
    for entry in view.entries_all(facts.id)? {
        let player = players
            .remove(&entry.player)
            .ok_or_else(|| Failure::failed(format!("player {} is not there", entry.player)))?;
        let own: Vec<Recorded<PlayerEntry>> = record
            .iter()
            .filter(|e| e.player == entry.player)
            .cloned()
            .collect();
        if let Some(at) = entry.replaced {
            let tenure = Tenure {
                player: entry.player,
                from: took_over(&own).map(|at| facts.zone.day(at)),
                until: Some(facts.zone.day(at)),
            };
            let spans = leave.remove(&entry.player).unwrap_or_default();
            former.push(Former {
                leave: spans.into_iter().filter_map(|l| tenure.clip(l)).collect(),
                player: entry.player,
                name: player.name,
                federation: player.federation,
                rating: player.rating,
                from: tenure.from,
                until: facts.zone.day(at),
                record: own,
            });
            continue;
        }
        let away = |e: &Recorded<PlayerEntry>| matches!(e.event, PlayerEvent::AccessLost { .. });
        let heard = match own.iter().any(away) {
            true => match player.reach.email() {
                Some(address) => view.heard_from(address)?,
                None => None,
            },
            false => None,
        };
        entrants.push(TableEntrant {
            player: entry.player,
            start_number: entry.start_number,
            withdrawn: entry.withdrawn.is_some(),
            counts: counts(&own),
            failing: player.failing_since.map(|at| Failing {
                since: facts.zone.day(at),
                count: player.hard_bounces,
            }),
            heard: heard.map(|at| facts.zone.day(at)),
            leave: leave.remove(&entry.player).unwrap_or_default(),
            record: own,
            former: std::mem::take(&mut former),
            name: player.name,
            federation: player.federation,
            rating: player.rating,
            language: player.language,
        });
    }
    Ok(entrants)
}

/// A report of which only the players are known yet.
pub(in crate::robot) fn input_of(
    view: View<'_>,
    row: &TournamentRow,
    entrants: Vec<TableEntrant>,
    today: Day,
) -> Result<TableInput, Failure> {
    let (mut byes, mut team_byes, mut rounds) = (Vec::new(), Vec::new(), None);
    let (facts, file) = (&row.facts, row.tournament_file()?);
    let over = row.status == TournamentStatus::Finished;
    let play = file.play.clone();
    let mut seating = Seating::of(play.system, play.board_order);
    seating.removed = pairing::removed(&file);
    for event in view.tournament_events(facts.id)? {
        let TournamentEvent::RoundPaired(paired) = &event.event else {
            continue;
        };
        seating.left.insert(paired.round, paired.left.clone());
        rounds = Some(paired.round);
        for bye in &paired.byes {
            let (unit, round, points) = (bye.unit, paired.round, bye.points);
            match play.system.is_of_teams() {
                true => team_byes.push(TeamBye { team: unit, round }),
                false => byes.push(scored::TableBye {
                    player: unit,
                    round,
                    points,
                    asked: bye.asked,
                }),
            }
        }
    }
    let told = announced(&file);
    Ok(TableInput {
        code: facts.code.clone(),
        name: facts.name.clone(),
        profile: facts.profile,
        tie_breaks: facts.regulations.tie_breaks.clone(),
        scoring: facts.regulations.points,
        byes,
        carried: match &file.stage {
            Some(stage) => stages::carried(&view, facts.id, stage)?,
            None => Vec::new(),
        },
        rounds,
        goes_on: !over && play.system.is_by_rounds(),
        bracket: rounds::bracket_of(&view, facts.id, &file)?,
        teams: file.teams,
        team_score: play.team_score,
        seating,
        team_byes,
        leave_days_per_year: facts.regulations.leave_days_per_year,
        zone: facts.zone,
        today,
        entrants,
        running: row.status == TournamentStatus::Started,
        games: Vec::new(),
        around: Vec::new(),
        setting: Setting {
            language: facts.language,
            start: facts.start,
            end: facts.end,
            arbiter: facts.arbiter.name.clone(),
            control: (
                i64::from(facts.regulations.days_per_period),
                facts.regulations.moves_per_period,
            ),
            announced: told,
        },
    })
}

/// Everything the tournament report file needs.
pub fn trf_of(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<TrfInput, Failure> {
    let facts = &row.facts;
    let table = outcomes_of(view, row, now)?;
    let players = table.entrants.iter().map(|entrant| TrfPlayer {
        number: entrant.start_number,
        name: entrant.name.clone(),
        language: entrant.language,
        rating: entrant.rating,
        federation: entrant.federation.clone(),
    });
    let players = players.collect();
    let games = table.games.iter().map(|line| TrfGame {
        round: line.round,
        white: line.white,
        black: line.black,
        plies: line.ply,
        result: line.standing().result,
        carried: false,
    });
    let carried = table.carried.iter().map(|of| TrfGame {
        round: of.game.round,
        white: of.game.white,
        black: of.game.black,
        plies: 0,
        result: of.game.result,
        carried: true,
    });
    let regulations = &facts.regulations;
    let file = row.tournament_file()?;
    let field = pairing::field(&file);
    let play = &file.play;
    let swiss = (play.system == System::Swiss).then(|| SwissTerms {
        first: initial_colour(&field),
        apart: kept_apart(play, &field.federations, play.rounds).never,
    });
    Ok(TrfInput {
        swiss,
        name: facts.name.clone(),
        language: facts.language,
        profile: facts.profile,
        start: facts.start,
        end: facts.end,
        arbiter: facts.arbiter.name.clone(),
        deputies: deputies_of(facts),
        control: (regulations.days_per_period, regulations.moves_per_period),
        players,
        games: games.chain(carried).collect(),
        standings: table.standings(),
        system: play.system,
        rounds: (play.rounds > 0).then_some(play.rounds),
        byes: table.byes.clone(),
        scoring: table.scoring,
        teams: table.teams.clone(),
        begins: play.terms.iter().map(|t| (t.number, t.start)).collect(),
    })
}

/// When a player took the starting number over, the last time he did.
fn took_over(own: &[Recorded<PlayerEntry>]) -> Option<Instant> {
    let took = |e: &&Recorded<PlayerEntry>| matches!(e.event, PlayerEvent::TookOver { .. });
    own.iter().rfind(took).map(|e| e.at)
}

/// Whether a player's games count (33.1): as his record says of a withdrawal, else
/// they do.
fn counts(own: &[Recorded<PlayerEntry>]) -> bool {
    let dead = revoked_entries(own);
    let mut standing = own.iter().rev().filter(|e| !dead.contains(&e.id));
    standing
        .find_map(|e| match e.event {
            PlayerEvent::Withdrawn { counts, .. } => Some(counts),
            _ => None,
        })
        .unwrap_or(true)
}

/// The names of the arbiter's deputies.
fn deputies_of(facts: &TournamentFacts) -> Vec<String> {
    let deputies = facts.holders().into_iter();
    let deputies = deputies.filter(|h| h.office == Office::Deputy);
    deputies.map(|h| h.who.name.clone()).collect()
}

/// Who holds an office beside the three that stand by themselves: those and no captains.
fn others_of(facts: &TournamentFacts) -> Vec<(Office, String)> {
    let others = facts.holders().into_iter().filter(|h| h.is_listed());
    others.map(|h| (h.office, h.who.name.clone())).collect()
}

/// Everything the chief arbiter's official report needs (30.2.1.6).
pub fn official_of(
    view: View<'_>,
    row: &TournamentRow,
    now: Instant,
) -> Result<OfficialInput, Failure> {
    let facts = &row.facts;
    let today = facts.zone.day(now);
    let mut table = input_of(view, row, entrants_of(view, facts)?, today)?;
    let mut games = Vec::new();
    for game in view.games_of_tournament(facts.id)? {
        let game = view.game_load(game.id)?;
        table.games.push(GameLine::of(&game, game.moment(now)));
        games.push(Chronicle::of(&game));
    }
    let name = |o: &Option<Official>| o.as_ref().map(|o| o.name.clone());
    let event = official::TournamentEvent {
        profile: facts.profile,
        variant: facts.variant,
        regulations: Arc::clone(&facts.regulations),
        start: facts.start,
        end: facts.end,
        finished: row.finished.map(|at| facts.zone.day(at)),
        arbiter: facts.arbiter.name.clone(),
        appeals: name(&facts.appeals),
        adjudicator: name(&facts.adjudicator),
        others: others_of(facts),
        changes: changes_of(view, facts.id)?,
        letters: (
            view.inbound_count_of(facts.id)?,
            view.outbound_count_of(facts.id)?,
        ),
    };
    Ok(OfficialInput {
        table,
        event,
        games,
    })
}
