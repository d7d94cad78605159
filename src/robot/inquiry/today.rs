//! What the arbiter's day is made of, read from the store. The work is what is due,
//! not what exists: games of which something waits are found by their rows, games
//! in which something comes by the index of due dates; no other game is folded.

use super::matters::{Letters, STRANGE_DAYS, around, report_due};
use super::paper::Unposted;
use super::tables::{entrants_of, input_of, line_of, line_of_row, numbers_of};
use crate::arbiter::{Ahead, Forecast, OPINION_TERM};
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId, TournamentId};
use crate::record::GameFile;
use crate::report::Happened;
use crate::report::matters::Matter;
use crate::report::table::{GameLine, TableEntrant, TableInput};
use crate::report::today::{ComingKind, ToCome, Today, TournamentStanding, Waiting};
use crate::store::{
    DueGame, ForeseenGame, Store, TournamentFacts, TournamentRow, TournamentStatus, View,
};
use crate::time::{Day, Instant};
use std::collections::{BTreeMap, BTreeSet};

/// As many games are as much work as what is asked of each tournament.
const GAMES_A_TOURNAMENT: u32 = 4;

/// Everything that waits for the arbiters of some tournaments, and what comes in
/// the next `days` days (0: nothing is looked ahead).
pub fn today_of(
    view: View<'_>,
    rows: &[TournamentRow],
    now: Instant,
    days: i64,
) -> Result<Today, Failure> {
    let mut today = Today {
        at: now,
        days,
        waiting: Vec::new(),
        coming: Vec::new(),
        tournaments: Vec::new(),
        unknown_senders: view.inbound_unplaced(now.plus_seconds(-STRANGE_DAYS * 86_400))?,
    };
    let letters = Letters::read(view, now)?;
    let looked = games_to_look_at(view, rows, now, days)?;
    let (folded, foreseen): (Vec<LookedAt<'_>>, Vec<LookedAt<'_>>) =
        looked.into_iter().partition(|one| one.waits);
    let runs: Vec<&[LookedAt<'_>]> = foreseen.chunks(AT_ONCE).collect();
    let each = view.each(&runs, |view, run| foreseen_in(view, run, (now, days)))?;
    today.coming.extend(each.into_iter().flatten());
    let found = view.each_game(
        &folded,
        |one| one.game,
        |view, one, file| {
            let coming = match one.comes {
                true => {
                    let day = one.facts.zone.day(now);
                    let (ahead, players) = one.folded(&file, (day, days));
                    let name = |id| file.side_of(id).map(|side| file.player(side).name.clone());
                    one.coming(ahead, players, |id| name(id).unwrap_or_default(), now)
                }
                false => Vec::new(),
            };
            Ok::<_, Failure>((file.facts.tournament, coming, one.line(view, &file, now)?))
        },
    )?;
    let mut lines: BTreeMap<TournamentId, Vec<(GameId, GameLine)>> = BTreeMap::new();
    for (tournament, coming, line) in found {
        today.coming.extend(coming);
        lines.entry(tournament).or_default().extend(line);
    }
    let parts = view.each(rows, |view, row| {
        let lines = lines.get(&row.facts.id).map_or(&[][..], Vec::as_slice);
        tournament(view, row, (now, days), lines, &letters)
    })?;
    for part in parts {
        today.waiting.extend(part.waiting);
        today.coming.extend(part.coming);
        today.tournaments.extend(part.standing);
    }
    Ok(today.sorted())
}

/// The same for the official of an address: of opinions in a game that he plays he is told no
/// more than a player (56.9.4).
pub fn seen_by(view: View<'_>, mut today: Today, address: &str) -> Result<Today, Failure> {
    for waiting in &mut today.waiting {
        matter_seen_by(view, &mut waiting.matter, address)?;
    }
    Ok(today)
}

/// A matter as [`seen_by`] has it.
pub fn matter_seen_by(view: View<'_>, matter: &mut Matter, address: &str) -> Result<(), Failure> {
    let Happened::Opinions { of, .. } = &mut matter.happened else {
        return Ok(());
    };
    let Some(id) = matter.game.as_ref().map(|name| view.game_find(name)) else {
        return Ok(());
    };
    if let Some(id) = id? {
        let game = view.game_load(id)?;
        if game.side_at(address).is_some() && !game.opinions_are_shown() {
            *of = None;
        }
    }
    Ok(())
}

/// As [`today_of`] of the [`tournaments_of`] those codes that `wanted` lets pass, with the
/// tournaments; read by all processors where much is due.
pub fn today_from(
    store: &Store,
    codes: &[String],
    (now, days): (Instant, i64),
    wanted: impl Fn(&TournamentRow) -> bool,
) -> Result<(Vec<TournamentRow>, Today), Failure> {
    let view = store.read();
    let due = view.games_due_count(now.plus_seconds(days * 86_400))?;
    let tournaments = match u32::try_from(codes.len()).unwrap_or(u32::MAX) {
        0 => view.tournaments_total()?,
        named => named,
    };
    let work = due.saturating_add(tournaments.saturating_mul(GAMES_A_TOURNAMENT));
    store.side_by_side(work, |view| {
        let mut rows = tournaments_of(view, codes, now)?;
        rows.retain(wanted);
        let today = today_of(view, &rows, now, days)?;
        Ok((rows, today))
    })
}

/// Games whose summaries are read at once.
const AT_ONCE: usize = 256;

/// What comes in some games in so many days, by what is kept of them.
fn foreseen_in(
    view: View<'_>,
    run: &[LookedAt<'_>],
    (now, days): (Instant, i64),
) -> Result<Vec<ToCome>, Failure> {
    let ids: Vec<GameId> = run.iter().map(|one| one.game).collect();
    let mut rows = view.games_foreseen(&ids)?;
    let mut each = Vec::with_capacity(run.len());
    let mut about = BTreeSet::new();
    for one in run {
        let row = rows.remove(&one.game);
        let (ahead, players) = one.foreseen(view, row, (now, days))?;
        about.extend(ahead.iter().map(|ahead| *players.get(ahead.side)));
        each.push((one, ahead, players));
    }
    // One of both, in most games.
    let names = view.player_names(&about.into_iter().collect::<Vec<_>>())?;
    let name = |id: PlayerId| names.get(&id).cloned().unwrap_or_default();
    let each = each.into_iter();
    let coming = each.flat_map(|(one, ahead, players)| one.coming(ahead, players, name, now));
    Ok(coming.collect())
}

/// A game that the day may be about.
struct LookedAt<'a> {
    facts: &'a TournamentFacts,
    game: GameId,
    number: u32,
    /// Something falls due in it in the days to come.
    comes: bool,
    /// Something in it waits for the arbiter, or may.
    waits: bool,
}

impl LookedAt<'_> {
    /// What comes in it in so many days, by what is kept of it, its row; and its players.
    fn foreseen(
        &self,
        view: View<'_>,
        row: Option<ForeseenGame>,
        (now, days): (Instant, i64),
    ) -> Result<(Vec<Ahead>, BySide<PlayerId>), Failure> {
        let days = (self.facts.zone.day(now), days);
        let kept = row.and_then(|row| Some((row.ahead?, row.players, row.ends)));
        let Some((ahead, players, ends)) = kept else {
            return Ok(self.folded(&view.game_load(self.game)?, days));
        };
        let Some(forecast) = Forecast::read(&ahead).map_err(Failure::failed)? else {
            return Ok(self.folded(&view.game_load(self.game)?, days));
        };
        let end = ends.or(self.facts.end);
        Ok((forecast.within(days.0, days.0.plus(days.1), end), players))
    }

    /// The same, by its record.
    fn folded(&self, file: &GameFile, days: (Day, i64)) -> (Vec<Ahead>, BySide<PlayerId>) {
        let ahead = Forecast::of(file).within(days.0, days.0.plus(days.1), file.facts.end);
        let [white, black] = Side::BOTH.map(|side| file.player(side).id);
        (ahead, BySide { white, black })
    }

    fn coming(
        &self,
        ahead: Vec<Ahead>,
        players: BySide<PlayerId>,
        name: impl Fn(PlayerId) -> String,
        now: Instant,
    ) -> Vec<ToCome> {
        let facts = self.facts;
        let today = facts.zone.day(now);
        let shown = ahead.into_iter().map(|ahead| {
            let player = *players.get(ahead.side);
            ToCome {
                tournament: facts.code.clone(),
                profile: facts.profile,
                today,
                day: ahead.day,
                game: Some(GameName {
                    code: facts.code.clone(),
                    number: self.number,
                }),
                kind: ComingKind::Game(ahead.what, facts.regulations.forfeit),
                side: Some(ahead.side),
                name: name(player),
                player: Some(player),
            }
        });
        shown.collect()
    }

    /// Its matters, where something in it waits, or may.
    fn line(
        &self,
        view: View<'_>,
        file: &GameFile,
        now: Instant,
    ) -> Result<Option<(GameId, GameLine)>, Failure> {
        let line = self.waits.then(|| line_of(view, file, now)).transpose()?;
        Ok(line.map(|line| (self.game, line)))
    }
}

/// The games that the day is about, by tournament and number: those with matters, and those
/// in which something falls due in the days to come. Each is read once.
fn games_to_look_at<'a>(
    view: View<'_>,
    rows: &'a [TournamentRow],
    now: Instant,
    days: i64,
) -> Result<Vec<LookedAt<'a>>, Failure> {
    let mut coming: BTreeMap<TournamentId, Vec<DueGame>> = BTreeMap::new();
    if days > 0 {
        // What is declared on a day has its reason up to the time on the way earlier.
        let transit = |r: &TournamentRow| {
            let of = &r.facts.regulations;
            i64::from(of.transit_days.max(of.post_transit_days))
        };
        let transit = rows.iter().map(transit).max().unwrap_or(0);
        for game in due_within(view, now, days + transit + 2)? {
            coming.entry(game.tournament).or_default().push(game);
        }
    }
    let mut all = Vec::new();
    for row in rows {
        let facts = row.facts.as_ref();
        let mut of: BTreeMap<u32, LookedAt<'_>> = BTreeMap::new();
        let mut add = |number: u32, game: GameId, (comes, waits): (bool, bool)| {
            let looked = of.entry(number).or_insert(LookedAt {
                facts,
                game,
                number,
                comes: false,
                waits: false,
            });
            looked.comes |= comes;
            looked.waits |= waits;
        };
        for game in view.games_with_matters(facts.id)? {
            add(game.name.number, game.id, (false, true));
        }
        for game in coming.remove(&facts.id).unwrap_or_default() {
            add(game.number, game.id, (true, false));
        }
        all.extend(of.into_values());
    }
    Ok(all)
}

/// Games in which something falls due, or is overdue, in so many days: read by the day.
fn due_within(view: View<'_>, now: Instant, days: i64) -> Result<Vec<DueGame>, Failure> {
    let hour = |day: i64| now.plus_seconds(day * 86_400);
    let overdue = (Instant::from_unix(0), now);
    let each = (0..days).map(|day| (hour(day), hour(day + 1)));
    let all: Vec<(Instant, Instant)> = [overdue].into_iter().chain(each).collect();
    let due = view.each(&all, |view, (behind, by)| {
        view.games_due_within(*behind, *by)
    })?;
    Ok(due.into_iter().flatten().collect())
}

/// A tournament's part of the day.
#[derive(Default)]
struct DayOfTournament {
    waiting: Vec<Waiting>,
    coming: Vec<ToCome>,
    standing: Option<TournamentStanding>,
}

/// `lines`: its games with matters.
fn tournament(
    view: View<'_>,
    row: &TournamentRow,
    (now, days): (Instant, i64),
    lines: &[(GameId, GameLine)],
    letters: &Letters,
) -> Result<DayOfTournament, Failure> {
    let mut part = DayOfTournament::default();
    let facts = &row.facts;
    let day = facts.zone.day(now);
    let entrants = entrants_of(view, facts)?;
    let lines = games_of(view, facts, lines, &entrants)?;
    let failing = entrants.iter().filter(|e| e.failing.is_some()).count();
    let running = row.status == TournamentStatus::Started;
    let input = TableInput {
        games: lines.into_values().collect(),
        around: around(view, row, now, &entrants, letters)?,
        ..input_of(view, row, entrants.clone(), day)?
    };
    let of = letters.count(facts.id);
    let open = view.tournament_open_games(facts.id)?;
    let mut standing = TournamentStanding {
        code: facts.code.clone(),
        name: facts.name.clone(),
        open: u64::from(open),
        unsent: of.unsent,
        undelivered: of.undelivered,
        malformed: of.malformed,
        unverified: of.unverified,
        failing: u64::try_from(failing).unwrap_or(u64::MAX),
        ..TournamentStanding::default()
    };
    for matter in input.matters() {
        let waiting = Waiting {
            tournament: facts.code.clone(),
            today: day,
            matter,
        };
        standing.matters += u64::from(!waiting.matter.takes_its_course());
        // Also one that is protested against.
        let overstep = matches!(waiting.matter.happened, Happened::Overstep { .. });
        standing.oversteps += u64::from(overstep);
        part.waiting.push(waiting);
    }
    if row.status != TournamentStatus::Finished {
        part.coming = calendar(facts, open > 0, &entrants, (day, days));
    }
    if running || standing.matters > 0 {
        part.standing = Some(standing);
    }
    Ok(part)
}

/// The games of a tournament that its matters are about: those with matters, and those of
/// players with matters of their own.
fn games_of(
    view: View<'_>,
    facts: &TournamentFacts,
    lines: &[(GameId, GameLine)],
    entrants: &[TableEntrant],
) -> Result<BTreeMap<GameId, GameLine>, Failure> {
    let mut lines: BTreeMap<GameId, GameLine> = lines.iter().cloned().collect();
    let numbers = numbers_of(entrants);
    // A player's matter may ask which of his games are open.
    for entrant in entrants.iter().filter(|e| !e.record.is_empty()) {
        for game in view.player_games(entrant.player, false)? {
            if game.tournament == facts.id && !lines.contains_key(&game.id) {
                lines.insert(game.id, line_of_row(&game, &numbers));
            }
        }
    }
    Ok(lines)
}

/// What comes in a tournament apart from its games.
fn calendar(
    facts: &TournamentFacts,
    open: bool,
    entrants: &[TableEntrant],
    (day, days): (Day, i64),
) -> Vec<ToCome> {
    if days == 0 {
        return Vec::new();
    }
    let last = day.plus(days);
    let mut found: Vec<(Day, ComingKind, Option<&TableEntrant>)> = Vec::new();
    found.push((facts.start, ComingKind::Start, None));
    if let Some(end) = facts.end.filter(|_| open) {
        found.push((end, ComingKind::End, None));
        found.push((end.plus(OPINION_TERM), ComingKind::Opinions, None));
    }
    for entrant in entrants {
        for leave in entrant
            .leave
            .iter()
            .filter(|l| l.days.from <= l.days.to && l.days.to >= day)
        {
            let begins = ComingKind::LeaveBegins(leave.days.to);
            found.push((leave.days.from, begins, Some(entrant)));
            found.push((leave.days.to, ComingKind::LeaveEnds, Some(entrant)));
        }
    }
    let soon = found
        .into_iter()
        .filter(|(d, _, _)| (day..=last).contains(d));
    let shown = soon.map(|(d, kind, whose)| ToCome {
        tournament: facts.code.clone(),
        profile: facts.profile,
        today: day,
        day: d,
        game: None,
        kind,
        side: None,
        name: whose.map_or_else(String::new, |e| e.name.clone()),
        player: whose.map(|e| e.player),
    });
    shown.collect()
}

/// Tournaments of which something may wait: those that run or are planned, and
/// finished ones with something open. Or those named.
pub fn tournaments_of(
    view: View<'_>,
    codes: &[String],
    now: Instant,
) -> Result<Vec<TournamentRow>, Failure> {
    if codes.is_empty() {
        let mut rows = Vec::new();
        let unposted = Unposted::read(view, now)?;
        for row in view.tournament_list()? {
            let over = row.status == TournamentStatus::Finished;
            let day = row.facts.zone.day(now);
            if !over
                || report_due(&row, day).is_some()
                || unposted.any(row.facts.id)
                || !view.games_with_matters(row.facts.id)?.is_empty()
            {
                rows.push(row);
            }
        }
        return Ok(rows);
    }
    let mut rows: Vec<TournamentRow> = Vec::new();
    for code in codes {
        let row = view.tournament_load(code)?.ok_or_else(|| {
            Failure::missing(format!("there is no tournament {code}"))
                .hint("postchess tournament list shows those there are")
        })?;
        if !rows.iter().any(|r| r.facts.id == row.facts.id) {
            rows.push(row);
        }
    }
    Ok(rows)
}
