//! A tournament that was played elsewhere is taken over: added, started, and its games brought
//! to where they stand, all in one transaction and as one decision.

use super::alone::Robot;
use super::deciding;
use super::desk::Desk;
use super::orders::decided::{DecisionEffect, Grounds, Inspection};
use super::orders::{given, record_in_tournament};
use super::reports;
use super::starting::begin_games;
use super::tournaments::new_game;
use crate::arbiter::{Body, Notice, Recipient, Ruling, by_position};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::clock::charge::spent;
use crate::compose::Composed;
use crate::error::Failure;
use crate::ids::{LeaveId, PlayerId};
use crate::imported::{
    Fitted, ImportTerms, ImportedGame, ImportedLeave, ImportedMove, ImportedRound, SourceFile,
    fitted,
};
use crate::orders::Outcome;
use crate::orders::role::Power;
use crate::record::{
    Entry, Event, GameFile, PairedGame, PairedRound, PlayerEntry, PlayerEvent, Status,
    TournamentEvent,
};
use crate::rules::{Article, OneOfWords};
use crate::store::{GameRow, NewGame, Terms, TournamentRow};
use crate::time::{Day, Instant};
use crate::tournament::file::EnteredPlayer;
use crate::tournament::pairing;
use crate::tournament::roster::NumberingOrder;
use std::collections::{BTreeMap, BTreeSet};

/// Noon: the instant of dispatch of what has only a day.
const NOON: i64 = 12 * 3600;

/// What is to be taken over.
#[derive(Clone, Copy, Debug)]
pub struct ImportWish<'a> {
    /// The tournament file, and how complaints call it.
    pub file: (&'a str, &'a str),
    /// A list of players in place of its sections.
    pub listed: Option<&'a [EnteredPlayer]>,
    /// What other programs say of its games.
    pub sources: &'a [SourceFile],
    /// Since when who is to move thinks, where no date tells it; else since today.
    pub since: Option<Day>,
    /// Why, and by whom.
    pub grounds: &'a Grounds,
}

/// What was taken over.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The tournament's code.
    pub code: String,
    /// The decision.
    pub effect: DecisionEffect,
    /// What is known otherwise of persons that the home has.
    pub remarks: Vec<String>,
}

impl Robot {
    /// Takes a running tournament over from files of other programs.
    ///
    /// # Errors
    /// Every fault of the files; a round that does not fit; teams that are paired round by
    /// round; a code that is taken. Nothing is changed then.
    pub fn tournament_import(&mut self, wish: ImportWish<'_>) -> Result<Imported, Failure> {
        let order = NumberingOrder::File;
        let (text, name) = wish.file;
        let read = self.read_file(text, name, wish.listed, &order)?;
        let ([file], [new]) = (read.files.as_slice(), read.new.as_slice()) else {
            let words = "a cycle of stages is not taken over as a whole";
            return Err(Failure::failed(words).hint("a file for each of its stages"));
        };
        let system = file.play.system;
        if system.is_of_teams() && system.is_by_rounds() {
            return Err(Failure::failed(format!(
                "{}: rounds of teams that were paired elsewhere are not taken over",
                system.word()
            ))
            .hint("system = \"pairs\" with the pairs of the round that is being played"));
        }
        let pairings = match system.is_by_rounds() {
            true => Vec::new(),
            false => pairing::games(file)
                .map_err(|why| Failure::failed(format!("{} cannot be paired: {why}", file.code)))?,
        };
        let today = file.time_zone.day(self.now);
        let terms = ImportTerms {
            today,
            since: wish.since.unwrap_or(today),
        };
        let fitted = fitted(file, &pairings, wish.sources, terms)
            .map_err(|wrong| Failure::failed(wrong.join("\n")))?;
        let mut new = new.clone();
        if system.is_by_rounds() {
            new.games = fitted.rounds.iter().flat_map(games_of).collect();
        }
        let remarks = [read.remarks.clone(), fitted.remarks.clone()].concat();
        let taken = Taken::from(fitted);
        let mut tried = None;
        let done = self.batch(|desk| {
            let id = desk.tx.tournament_add(&new, desk.now)?;
            let row = desk.tx.tournament_load_id(id)?;
            let row = row.ok_or_else(|| Failure::failed("the tournament is not there"))?;
            let effect = decide(desk, &row, &taken, wish)?;
            if wish.grounds.dry_run {
                tried = Some(effect);
                return Err(Failure::failed("a dry run"));
            }
            Ok(effect)
        });
        let effect = match tried {
            Some(effect) => effect,
            None => done?,
        };
        if !wish.grounds.dry_run {
            self.send_if_possible()?;
        }
        Ok(Imported {
            code: file.code.clone(),
            effect,
            remarks,
        })
    }
}

/// What the files say, as it is entered.
struct Taken {
    games: BTreeMap<u32, ImportedGame>,
    rounds: Vec<ImportedRound>,
    leave: Vec<ImportedLeave>,
}

impl From<Fitted> for Taken {
    fn from(fitted: Fitted) -> Taken {
        let games = fitted.games.into_iter().map(|game| (game.number, game));
        Taken {
            games: games.collect(),
            rounds: fitted.rounds,
            leave: fitted.leave,
        }
    }
}

/// The games of a round, with its terms.
fn games_of(round: &ImportedRound) -> Vec<NewGame> {
    let terms = Terms {
        start: round.start,
        end: round.end,
    };
    let games = round.games.iter().cloned().map(|game| NewGame {
        terms: Some(terms),
        ..new_game(game)
    });
    games.collect()
}

/// A round as the record has it.
fn paired(round: &ImportedRound) -> PairedRound {
    let games = round.games.iter().map(|game| PairedGame {
        number: game.number,
        white: game.white,
        black: game.black,
    });
    PairedRound {
        round: round.number,
        start: round.start,
        end: round.end,
        games: games.collect(),
        byes: round.byes.clone(),
        absent: round.absent.iter().copied().collect(),
        left: BTreeSet::new(),
        estimated: Vec::new(),
        elsewhere: true,
    }
}

/// The decision: what it enters, who gave it, and its letters.
fn decide(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    taken: &Taken,
    wish: ImportWish<'_>,
) -> Result<DecisionEffect, Failure> {
    let by = given::with_right(desk, &wish.grounds.by, (&row.facts.code, Power::Direction))?;
    let mut outcome = None;
    let (done, mut effect, drafts) = deciding::in_part(desk, wish.grounds, |desk| {
        outcome = Some(take_over(desk, row, taken, wish)?);
        let number = desk.deciding.as_ref().and_then(|d| d.number());
        if let (Some(by), Some(id)) = (&by, number) {
            desk.tx.giver_add(id, by)?;
        }
        Ok(())
    });
    done?;
    effect.done = outcome.into_iter().collect();
    if wish.grounds.dry_run {
        // What cannot be written is found now, and not when it is meant.
        let written = drafts.iter().map(|draft| desk.try_to_write(draft));
        let written = written.collect::<Result<Vec<Composed>, Failure>>()?;
        let shown = Inspection::as_read(drafts.iter().zip(&written));
        effect.shown.push(shown);
    } else {
        drafts.into_iter().for_each(|draft| desk.post(draft));
    }
    Ok(effect)
}

fn take_over(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    taken: &Taken,
    wish: ImportWish<'_>,
) -> Result<Outcome, Failure> {
    let facts = &row.facts;
    let games = desk.tx.games_of_tournament(facts.id)?;
    desk.tx.tournament_start(facts.id, desk.now)?;
    reports::begin(desk, facts)?;
    let moves = taken.games.values().map(|game| game.moves.len()).sum();
    let event = TournamentEvent::TakenOver {
        files: wish.sources.iter().map(|s| s.name.clone()).collect(),
        games: taken.games.len(),
        moves,
    };
    let article = Article::ArbiterDecides.number(facts.profile);
    record_in_tournament(desk, row, event, wish.grounds, article)?;
    for round in &taken.rounds {
        let event = TournamentEvent::RoundPaired(paired(round));
        record_in_tournament(desk, row, event, wish.grounds, article)?;
    }
    if !taken.leave.is_empty() {
        enter_leave(desk, row, &taken.leave, wish.grounds)?;
    }
    let mut wrong = Vec::new();
    let mut finished = 0;
    let (known, fresh): (Vec<GameRow>, Vec<GameRow>) = games
        .into_iter()
        .partition(|g| taken.games.contains_key(&g.name.number));
    for row in known {
        let Some(game) = taken.games.get(&row.name.number) else {
            continue;
        };
        let now = desk.now;
        match brought_to(desk.game(row.id)?, game, now, wish.grounds) {
            Ok(ruling) => {
                let after = ruling.game.as_ref();
                let over = after.is_some_and(|g| g.status == Status::Finished);
                finished += usize::from(over);
                desk.record(ruling, Some(row.id), None)?;
            }
            Err(why) => wrong.push(format!("{}: {why}", row.name)),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::failed(wrong.join("\n")));
    }
    begin_games(desk, row, &fresh, wish.grounds.cause)?;
    Ok(Outcome::TakenOver {
        code: facts.code.clone(),
        games: taken.games.len(),
        finished,
        moves,
    })
}

/// Leave that was taken elsewhere counts as taken here.
fn enter_leave(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    leave: &[ImportedLeave],
    grounds: &Grounds,
) -> Result<(), Failure> {
    let entries = desk.tx.entries_of_tournament(row.facts.id)?;
    let players: BTreeMap<u32, PlayerId> = entries
        .into_iter()
        .map(|e| (e.start_number, e.player))
        .collect();
    let entry = |leave: &ImportedLeave| {
        Some(PlayerEntry {
            at: desk.now,
            player: players.get(&leave.number).copied()?,
            tournament: Some(row.facts.id),
            event: PlayerEvent::LeaveTaken {
                leave: LeaveId(0),
                from: leave.days.from,
                to: leave.days.to,
                granted: false,
            },
            grounds: Some(Article::ArbiterDecides.number(row.facts.profile).to_owned()),
            cause: grounds.cause,
            note: grounds.reason.clone(),
        })
    };
    let ruling = Ruling {
        player_entries: leave.iter().filter_map(entry).collect(),
        ..Ruling::default()
    };
    desk.record(ruling, None, None)
}

/// A game with what was played in it elsewhere, and letters to both where it goes on.
fn brought_to(
    game: &GameFile,
    taken: &ImportedGame,
    now: Instant,
    grounds: &Grounds,
) -> Result<Ruling, String> {
    let zone = game.facts.zone;
    let article = Article::ArbiterDecides.number(game.facts.profile);
    let entry = |event| {
        Entry::new(now, grounds.cause, event)
            .on(article)
            .noted(&grounds.reason)
    };
    let mut ruling = Ruling::of(game, Entry::new(now, grounds.cause, Event::Started));
    let enter = |ruling: &mut Ruling, event| {
        let entered = ruling.records(game, entry(event));
        entered.map_err(|why| why.to_string())
    };
    for (ply, mv) in (1..).zip(&taken.moves) {
        let noon = zone.begins(mv.sent).unix() + NOON;
        let event = Event::MovePlayed {
            ply,
            uci: mv.uci.clone(),
            received: mv.received,
            sent: mv.sent,
            sent_at: Instant::from_unix(noon.min(now.unix())),
            variant: mv.in_series,
            to_the_second: game.counts_hours(),
        };
        enter(&mut ruling, event)?;
        for event in ruling.game.as_ref().map_or_else(Vec::new, |g| cost(g, mv)) {
            enter(&mut ruling, event)?;
        }
    }
    let after = ruling.game.clone().ok_or("it cannot begin")?;
    let by_board = after.line.ending().map(|ending| by_position(ending).0);
    let told = taken.result.map(|(result, termination)| Event::Ended {
        result,
        termination,
    });
    match (by_board, told) {
        (Some(board), Some(told)) if !same_result(&board, &told) => {
            return Err("the board says another result than the file".to_owned());
        }
        (Some(ended), _) | (None, Some(ended)) => enter(&mut ruling, ended)?,
        (None, None) => {
            let event = Event::DatesSet {
                ply: after.ply() + 1,
                received: Some(taken.since),
                sent: None,
            };
            enter(&mut ruling, event)?;
            if taken.is_undecided {
                let from = zone.day(now);
                enter(&mut ruling, Event::Paused { from, whole: false })?;
                return Ok(ruling);
            }
            in_time(ruling.game.as_ref().unwrap_or(&after))?;
            ruling.notices.extend(Side::BOTH.map(|side| {
                let body = Body::MovedHere {
                    is_dated: taken.is_dated,
                    since: taken.since,
                };
                Notice::new(Recipient::Player(after.player(side).id), body)
            }));
        }
    }
    Ok(ruling)
}

/// What makes the half-move made last cost what the file says: its penalty, and days that
/// were nobody's there.
fn cost(game: &GameFile, mv: &ImportedMove) -> Vec<Event> {
    let (Some((days, penalty)), Some(made)) = (mv.cost, game.moves.last()) else {
        return Vec::new();
    };
    let free = game.free_days(made.side);
    let more = days - made.days;
    let given = DaySpan {
        from: made.received,
        to: spent(made.received, -more, &free).plus(-1),
    };
    let given = (more < 0).then(|| Event::TimeGiven {
        side: made.side,
        dates: vec![given],
    });
    // Days beyond the dates, as where those past a number count twice, stand beside it too.
    let beside = penalty + more.max(0);
    let beside = (beside != 0).then(|| Event::penalty(made.side, beside, made.ply));
    given.into_iter().chain(beside).collect()
}

fn same_result(one: &Event, other: &Event) -> bool {
    matches!(
        (one, other),
        (Event::Ended { result: a, .. }, Event::Ended { result: b, .. }) if a == b
    )
}

/// Whether nobody has used more days than he had.
fn in_time(game: &GameFile) -> Result<(), String> {
    for side in Side::BOTH {
        let clock = game.tally().sides.get(side);
        if clock.total > clock.limit {
            return Err(format!(
                "{} has used {} of {} days",
                game.player(side).name,
                clock.total,
                clock.limit
            ));
        }
    }
    Ok(())
}
