//! What waits for the arbiter of a tournament apart from its games and players: letters that
//! need somebody, paper that lies there, the robot's hour, rounds, entries, terms of his own.
//! The day ([`today_of`](super::today_of)) and the report
//! ([`report_of`](super::report_of)) take it from here.

use super::paper::{Unposted, tournaments};
use super::tables::seen_as_one;
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId, TournamentId};
use crate::report::table::TableEntrant;
use crate::report::{Concerned, Happened, Matter};
use crate::robot::bounces::without_addresses;
use crate::robot::codes::HOLDS;
use crate::robot::hours::held_back;
use crate::robot::{rounds, stages};
use crate::store::{ElsewhereRow, TournamentRow, TournamentStatus, View};
use crate::time::{Day, Instant};
use crate::tournament::entries::EntryState;
use std::collections::{BTreeMap, BTreeSet};

/// How long a letter that was given up stays among the matters, in days.
const UNDELIVERED_DAYS: i64 = 30;

/// How long a message that could not be read is counted, in days.
const MALFORMED_DAYS: i64 = 7;

/// How long messages of unknown senders are shown and counted, in days.
pub(super) const STRANGE_DAYS: i64 = 7;

/// How long a letter from another address stays among the matters, in days, where
/// nobody answers for it.
const ELSEWHERE_DAYS: i64 = 14;

/// A tournament that should have been started is told of so many days before.
const START_DAYS: i64 = 7;

/// Letters that need somebody, by tournament.
pub(super) struct Letters {
    waiting: BTreeMap<Option<TournamentId>, u64>,
    given_up: Vec<(TournamentId, Matter)>,
    unposted: Unposted,
    malformed: BTreeMap<TournamentId, u64>,
    unverified: BTreeMap<TournamentId, u64>,
    elsewhere: Vec<ElsewhereRow>,
}

impl Letters {
    /// Reads them as of an hour.
    pub(super) fn read(view: View<'_>, now: Instant) -> Result<Letters, Failure> {
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
            let undelivered = Matter {
                game: facts.as_ref().map(|f| f.name.clone()),
                what: "undelivered".to_owned(),
                about: player.iter().map(|p| p.name.clone()).collect(),
                concerned: player.map(|p| Concerned {
                    player: p.id,
                    name: p.name,
                }),
                happened: Happened::Undelivered {
                    why: without_addresses(&row.trouble),
                },
                commands: vec![format!("outbox retry {}", row.id)],
                ..Matter::default()
            };
            for id in tournaments(view, &row)? {
                let Some(of) = view.tournament_load_id(id)? else {
                    continue;
                };
                // What is about no game concerns those that are not over.
                if row.game_id.is_none() && of.status == TournamentStatus::Finished {
                    continue;
                }
                let since = Some(of.facts.zone.day(row.composed));
                let matter = Matter {
                    since,
                    ..undelivered.clone()
                };
                letters.given_up.push((id, matter));
            }
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

    /// Those to a tournament's players that were given up.
    fn given_up_of(&self, id: TournamentId) -> impl Iterator<Item = &Matter> {
        let of = move |(at, _): &&(TournamentId, Matter)| *at == id;
        self.given_up.iter().filter(of).map(|(_, matter)| matter)
    }

    /// How many of each kind a tournament has.
    pub(super) fn count(&self, id: TournamentId) -> LetterCount {
        LetterCount {
            unsent: count(&self.waiting, Some(id)),
            undelivered: u64::try_from(self.given_up_of(id).count()).unwrap_or(u64::MAX),
            malformed: count(&self.malformed, id),
            unverified: count(&self.unverified, id),
        }
    }
}

/// How many letters of a tournament need somebody.
pub(super) struct LetterCount {
    /// Wait to be sent.
    pub unsent: u64,
    /// Were given up.
    pub undelivered: u64,
    /// Could not be read.
    pub malformed: u64,
    /// Wait for their code.
    pub unverified: u64,
}

fn count<K: Ord>(all: &BTreeMap<K, u64>, key: K) -> u64 {
    all.get(&key).copied().unwrap_or(0)
}

/// What waits in a tournament apart from its games and its players.
pub(super) fn around(
    view: View<'_>,
    row: &TournamentRow,
    now: Instant,
    entrants: &[TableEntrant],
    letters: &Letters,
) -> Result<Vec<Matter>, Failure> {
    let facts = &row.facts;
    let day = facts.zone.day(now);
    let mut matters: Vec<Matter> = letters.given_up_of(facts.id).cloned().collect();
    matters.extend(letters.unposted.matters(view, facts, MOST_ABOUT)?);
    matters.extend(hour_in_doubt(view, row)?);
    matters.extend(not_started(row, day)?);
    matters.extend(round_astray(view, row)?);
    matters.extend(round_unpaired(view, row)?);
    matters.extend(field_astray(view, row, now)?);
    matters.extend(report_due(row, day));
    matters.extend(entries_to_decide(view, row)?);
    matters.extend(elsewhere(row, entrants, &letters.elsewhere));
    matters.extend(strangers(view, row, now)?);
    Ok(matters)
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

/// No further round can be paired as things are: whether it ends so is the arbiter's to say.
fn round_unpaired(view: View<'_>, row: &TournamentRow) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    if row.status != TournamentStatus::Started {
        return Ok(None);
    }
    let unpaired = rounds::unpaired(&view, facts.id)?;
    Ok(unpaired.map(|round| Matter {
        what: "round-unpaired".to_owned(),
        article: crate::rules::Article::SystemAnnounced
            .number(facts.profile)
            .to_owned(),
        happened: Happened::RoundUnpaired { round },
        commands: vec![
            format!("td pair {}", facts.code),
            format!("td log {}", facts.code),
        ],
        ..Matter::default()
    }))
}

/// Before a stage begins, the tables of those before it come to make another field: by making
/// it again, or by what is decided about them, it is settled.
fn field_astray(
    view: View<'_>,
    row: &TournamentRow,
    now: Instant,
) -> Result<Option<Matter>, Failure> {
    let facts = &row.facts;
    if row.status != TournamentStatus::Planned || !stages::astray(&view, row, now)? {
        return Ok(None);
    }
    let stage = row.tournament_file()?.stage;
    let sources = stage.map(|s| s.from).unwrap_or_default();
    let mut commands = vec![format!("td promote {}", facts.code)];
    commands.extend(sources.iter().map(|from| format!("td log {}", from.stage)));
    Ok(Some(Matter {
        what: "field-astray".to_owned(),
        article: stages::MIXED.to_owned(),
        until: Some(facts.start).filter(|start| *start >= facts.zone.day(now)),
        happened: Happened::FieldAstray,
        commands,
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
                format!("td entry refuse {code} {number}"),
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
pub(super) fn report_due(row: &TournamentRow, day: Day) -> Option<Matter> {
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
