//! What the arbiter's day is made of, read from the store. The work is what is due,
//! not what exists: games of which something waits are found by their rows, games
//! in which something comes by the index of due dates; no other game is folded.

use super::paper::Unposted;
use super::tables::{entrants_of, input_of, line_of, line_of_row, numbers_of, seen_as_one};
use crate::arbiter::{Ahead, Forecast, OPINION_TERM};
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId, TournamentId};
use crate::record::GameFile;
use crate::report::table::{GameLine, TableEntrant, TableInput};
use crate::report::today::{ComingKind, ToCome, Today, TournamentStanding, Waiting};
use crate::report::{Concerned, Happened, Matter};
use crate::robot::bounces::without_addresses;
use crate::robot::codes::HOLDS;
use crate::robot::hours::held_back;
use crate::robot::rounds;
use crate::store::{
    DueGame, ElsewhereRow, Store, TournamentFacts, TournamentRow, TournamentStatus, View,
};
use crate::time::{Day, Instant};
use crate::tournament::entries::EntryState;
use std::collections::{BTreeMap, BTreeSet};

/// How long a letter that was given up stays among the matters, in days.
const UNDELIVERED_DAYS: i64 = 30;

/// How long a message that could not be read is counted, in days.
const MALFORMED_DAYS: i64 = 7;

/// How long messages of unknown senders are shown and counted, in days.
const STRANGE_DAYS: i64 = 7;

/// How long a letter from another address stays among the matters, in days, where
/// nobody answers for it.
const ELSEWHERE_DAYS: i64 = 14;

/// A tournament that should have been started is told of so many days before.
const START_DAYS: i64 = 7;

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
    let each = view.each_of_runs(&foreseen, |view, one| one.foreseen(view, (now, days)))?;
    today.coming.extend(each.into_iter().flatten());
    let found = view.each_game(
        &folded,
        |one| one.game,
        |view, one, file| {
            let day = one.facts.zone.day(now);
            let coming = match one.comes {
                true => one.folded(&file, (day, days)),
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

/// A game that the day may be about.
struct LookedAt<'a> {
    facts: &'a TournamentFacts,
    game: GameId,
    /// Something falls due in it in the days to come.
    comes: bool,
    /// Something in it waits for the arbiter, or may.
    waits: bool,
}

impl LookedAt<'_> {
    /// What comes in it in so many days, by what is kept of it.
    fn foreseen(
        &self,
        view: View<'_>,
        (now, days): (Instant, i64),
    ) -> Result<Vec<ToCome>, Failure> {
        let days = (self.facts.zone.day(now), days);
        let row = view.game_row(self.game)?;
        let kept = row.and_then(|row| Some((row.ahead?, row.name, row.players, row.ends)));
        let Some((ahead, name, players, ends)) = kept else {
            return Ok(self.folded(&view.game_load(self.game)?, days));
        };
        let forecast: Forecast = serde_json::from_str(&ahead).map_err(Failure::failed)?;
        let end = ends.or(self.facts.end);
        let ahead = forecast.within(days.0, days.0.plus(days.1), end);
        Ok(self.coming(ahead, &name, &players, days.0))
    }

    /// The same, by its record.
    fn folded(&self, file: &GameFile, days: (Day, i64)) -> Vec<ToCome> {
        let player = |side| (file.player(side).id, file.player(side).name.clone());
        let players = BySide {
            white: player(Side::White),
            black: player(Side::Black),
        };
        let ahead = Forecast::of(file).within(days.0, days.0.plus(days.1), file.facts.end);
        self.coming(ahead, &file.facts.name, &players, days.0)
    }

    fn coming(
        &self,
        ahead: Vec<Ahead>,
        game: &GameName,
        players: &BySide<(PlayerId, String)>,
        day: Day,
    ) -> Vec<ToCome> {
        let facts = self.facts;
        let shown = ahead.into_iter().map(|ahead| {
            let (player, name) = players.get(ahead.side);
            ToCome {
                tournament: facts.code.clone(),
                profile: facts.profile,
                today: day,
                day: ahead.day,
                game: Some(game.clone()),
                kind: ComingKind::Game(ahead.what, facts.regulations.forfeit),
                side: Some(ahead.side),
                name: name.clone(),
                player: Some(*player),
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
        let transit = |r: &TournamentRow| i64::from(r.facts.regulations.transit_days);
        let transit = rows.iter().map(transit).max().unwrap_or(0);
        let by = now.plus_seconds((days + transit + 2) * 86_400);
        for game in view.games_due_by(by)? {
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

/// Letters that need somebody, by tournament.
struct Letters {
    waiting: BTreeMap<Option<TournamentId>, u64>,
    given_up: Vec<(Option<TournamentId>, Matter)>,
    unposted: Unposted,
    malformed: BTreeMap<TournamentId, u64>,
    unverified: BTreeMap<TournamentId, u64>,
    elsewhere: Vec<ElsewhereRow>,
}

impl Letters {
    fn read(view: View<'_>, now: Instant) -> Result<Letters, Failure> {
        let ago = |days: i64| now.plus_seconds(-days * 86_400);
        let mut letters = Letters {
            waiting: view.outbound_waiting_by_tournament()?,
            given_up: Vec::new(),
            unposted: Unposted::read(view, now)?,
            malformed: BTreeMap::new(),
            unverified: BTreeMap::new(),
            elsewhere: view.inbound_elsewhere(ago(ELSEWHERE_DAYS))?,
        };
        for row in view.outbound_failed(ago(UNDELIVERED_DAYS))? {
            // What a clock hung on is a matter of its game; what was kept back on
            // purpose is none.
            if row.begins.is_some() || row.attempts == 0 {
                continue;
            }
            let facts = row.game_id.map(|id| view.game_facts(id)).transpose()?;
            let player = row.player.map(|id| view.player_load(id)).transpose()?;
            let player = player.flatten();
            let since = facts
                .as_ref()
                .map_or(crate::time::Zone::utc(), |f| f.zone)
                .day(row.composed);
            letters.given_up.push((
                facts.as_ref().map(|f| f.tournament),
                Matter {
                    game: facts.map(|f| f.name.clone()),
                    what: "undelivered".to_owned(),
                    about: player.iter().map(|p| p.name.clone()).collect(),
                    concerned: player.map(|p| Concerned {
                        player: p.id,
                        name: p.name,
                    }),
                    since: Some(since),
                    happened: Happened::Undelivered {
                        why: without_addresses(&row.trouble),
                    },
                    commands: vec![format!("outbox retry {}", row.id)],
                    ..Matter::default()
                },
            ));
        }
        // As long as a letter waits for its code.
        let unverified_from = now.plus_seconds(-HOLDS);
        for aside in view.inbound_aside(ago(MALFORMED_DAYS))? {
            if aside.readable && aside.kept < unverified_from {
                continue;
            }
            // Of who plays, and of who holds an office: each once a tournament.
            let offices = view.tournaments_of_official(&aside.from)?;
            let mut of: BTreeSet<TournamentId> = offices.iter().map(|t| t.id).collect();
            if let Some(player) = view.player_by_address(&aside.from)? {
                let entries = view.player_tournaments(player.id)?;
                of.extend(entries.iter().map(|entry| entry.tournament));
            }
            let counts = match aside.readable {
                true => &mut letters.unverified,
                false => &mut letters.malformed,
            };
            for tournament in of {
                *counts.entry(tournament).or_insert(0) += 1;
            }
        }
        Ok(letters)
    }
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
    let mut matters: Vec<Matter> = match running {
        true => {
            let input = TableInput {
                games: lines.into_values().collect(),
                ..input_of(view, row, entrants.clone(), day)?
            };
            input.matters()
        }
        // Of a tournament that is over only its games can still be contested.
        false => lines.into_values().flat_map(|l| l.matters).collect(),
    };
    let mine = letters
        .given_up
        .iter()
        .filter(|(id, _)| *id == Some(facts.id));
    let open = view.tournament_open_games(facts.id)?;
    let mut standing = TournamentStanding {
        code: facts.code.clone(),
        name: facts.name.clone(),
        open: u64::from(open),
        unsent: count(&letters.waiting, Some(facts.id)),
        malformed: count(&letters.malformed, facts.id),
        unverified: count(&letters.unverified, facts.id),
        failing: u64::try_from(failing).unwrap_or(u64::MAX),
        ..TournamentStanding::default()
    };
    for (_, matter) in mine {
        standing.undelivered += 1;
        matters.push(matter.clone());
    }
    matters.extend(letters.unposted.matters(view, facts, MOST_ABOUT)?);
    matters.extend(hour_in_doubt(view, row)?);
    matters.extend(not_started(row, day)?);
    matters.extend(round_astray(view, row)?);
    matters.extend(report_due(row, day));
    matters.extend(entries_to_decide(view, row)?);
    matters.extend(elsewhere(row, &entrants, &letters.elsewhere));
    matters.extend(strangers(view, row, now)?);
    for matter in matters {
        let waiting = Waiting {
            tournament: facts.code.clone(),
            today: day,
            matter,
        };
        standing.matters += u64::from(!waiting.matter.takes_its_course());
        let overstep = ["overstep", "protest"].contains(&waiting.matter.what.as_str());
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

fn count<K: Ord>(all: &BTreeMap<K, u64>, key: K) -> u64 {
    all.get(&key).copied().unwrap_or(0)
}

/// Nothing is declared, as the machine's clock may be wrong.
fn hour_in_doubt(view: View<'_>, row: &TournamentRow) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    let why = match row.status {
        TournamentStatus::Started => held_back(view, facts.zone)?,
        TournamentStatus::Planned | TournamentStatus::Finished => None,
    };
    Ok(why.map(|happened| Matter {
        what: "hour-in-doubt".to_owned(),
        article: crate::rules::Article::ArbiterDecides
            .number(facts.profile)
            .to_owned(),
        happened,
        commands: vec!["tick --hour-is-right".to_owned()],
        ..Matter::default()
    }))
}

/// Its start date comes or has come, and nobody has started it.
fn not_started(row: &TournamentRow, day: Day) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    let near = row.status == TournamentStatus::Planned && facts.start <= day.plus(START_DAYS);
    if !near {
        return Ok(None);
    }
    // A stage waits for those before it, or begins by itself on its day.
    let stage = row.tournament_file()?.stage;
    let waits =
        stage.is_some_and(|s| s.is_open() || (!s.from.is_empty() && s.dated && day < facts.start));
    Ok((!waits).then(|| Matter {
        what: "not-started".to_owned(),
        article: crate::rules::Article::BeforeStart
            .number(facts.profile)
            .to_owned(),
        until: Some(facts.start),
        happened: Happened::ToStart,
        commands: vec![format!("tournament start {}", facts.code)],
        ..Matter::default()
    }))
}

/// A round of a knock-out was paired upon results that stand no more: by what is decided
/// about them, or by going on from them, it is settled.
fn round_astray(view: View<'_>, row: &TournamentRow) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    if row.status != TournamentStatus::Started {
        return Ok(None);
    }
    let astray = rounds::astray(&view, row)?;
    Ok(astray.map(|round| Matter {
        what: "round-astray".to_owned(),
        article: crate::rules::Article::SystemAnnounced
            .number(facts.profile)
            .to_owned(),
        happened: Happened::RoundAstray { round },
        commands: vec![
            format!("td log {}", facts.code),
            format!("td pair {}", facts.code),
        ],
        ..Matter::default()
    }))
}

/// Entries on which the officials have to decide (29.4), in order of arrival.
fn entries_to_decide(view: View<'_>, row: &TournamentRow) -> Result<Vec<Matter>, Failure> {
    let facts = &row.facts;
    if row.status != TournamentStatus::Planned {
        return Ok(Vec::new());
    }
    let file = row.tournament_file()?;
    let Some(terms) = &file.entries else {
        return Ok(Vec::new());
    };
    let free = file.has_room();
    let mut matters = Vec::new();
    for one in view.applications_of(facts.id)? {
        let Some(person) = one.person.as_ref().filter(|_| one.state.waits()) else {
            continue;
        };
        let (code, number, rating) = (&facts.code, one.number, person.form.rating);
        matters.push(Matter {
            what: "entry".to_owned(),
            article: crate::rules::Article::Admission
                .number(facts.profile)
                .to_owned(),
            about: vec![person.name.clone()],
            since: Some(facts.zone.day(one.made)),
            happened: Happened::EntryApplied {
                number,
                name: person.name.clone(),
                rating,
                outside: !terms.wants(rating),
                unverified: one.state == EntryState::Unverified,
                free,
            },
            commands: vec![
                format!("td entry admit {code} {number}"),
                format!("td entry refuse {code} {number} --reason REASON"),
            ],
            ..Matter::default()
        });
    }
    Ok(matters)
}

/// Letters with players' tokens from other addresses than theirs (56.1.2), by player.
fn elsewhere(
    row: &TournamentRow,
    entrants: &[TableEntrant],
    letters: &[ElsewhereRow],
) -> Vec<Matter> {
    let facts = &row.facts;
    let mut of: BTreeMap<PlayerId, BTreeMap<InboundId, Instant>> = BTreeMap::new();
    for letter in letters {
        let all = of.entry(letter.player).or_default();
        all.insert(letter.inbound, letter.arrived);
    }
    let mut matters = Vec::new();
    for (player, letters) in of {
        let entrant = entrants.iter().find(|e| e.player == player);
        let (Some(entrant), Some(letters)) = (entrant, seen_as_one(&letters, facts.zone)) else {
            continue;
        };
        let article = crate::rules::Article::AddressChange.number(facts.profile);
        matters.push(Matter {
            what: "other-address".to_owned(),
            article: article.to_owned(),
            about: vec![entrant.name.clone()],
            concerned: Some(entrant.concerned()),
            since: Some(letters.day),
            commands: vec![
                format!("inbox show {}", letters.last),
                format!(
                    "td address {}:{} NEW@ADDRESS",
                    facts.code, entrant.start_number
                ),
            ],
            happened: Happened::Elsewhere {
                name: entrant.name.clone(),
                letters,
            },
            ..Matter::default()
        });
    }
    matters
}

/// Letters of unknown senders that name something of the tournament, as one matter.
fn strangers(view: View<'_>, row: &TournamentRow, now: Instant) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    let mut all: BTreeMap<InboundId, Instant> = BTreeMap::new();
    let mut about: BTreeSet<String> = BTreeSet::new();
    for named in view.named_in(facts.id, now.plus_seconds(-STRANGE_DAYS * 86_400))? {
        all.insert(named.inbound, named.arrived);
        if let Some(game) = named.game {
            about.insert(view.game_facts(game)?.name.to_string());
        }
        if let Some(player) = named.player {
            about.extend(view.player_load(player)?.map(|p| p.name));
        }
    }
    let Some(letters) = seen_as_one(&all, facts.zone) else {
        return Ok(None);
    };
    Ok(Some(Matter {
        what: "unknown-sender".to_owned(),
        about: about.into_iter().take(MOST_ABOUT).collect(),
        since: all.values().next().map(|at| facts.zone.day(*at)),
        commands: vec![format!("inbox show {}", letters.last)],
        happened: Happened::Strangers { letters },
        ..Matter::default()
    }))
}

/// Most games and players that such a matter names.
const MOST_ABOUT: usize = 6;

/// The chief arbiter's report, for its ten days (30.2.1.6).
fn report_due(row: &TournamentRow, day: Day) -> Option<Matter> {
    let facts = &row.facts;
    let ended = facts.zone.day(row.finished?);
    let until = ended.plus(crate::report::official::TERM);
    (day <= until).then(|| Matter {
        what: "official-report".to_owned(),
        article: crate::rules::Article::OfficialReport
            .number(facts.profile)
            .to_owned(),
        until: Some(until),
        since: Some(ended),
        happened: Happened::ReportDue,
        commands: vec![format!("tournament official-report {}", facts.code)],
        ..Matter::default()
    })
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
