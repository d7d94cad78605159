//! What a record holds for the official report: violations, protests and appeals,
//! decisions.

use crate::arbiter::settled_by;
use crate::chess::Side;
use crate::ids::{EventId, GameName};
use crate::record::{
    AppealTrouble, Claim, Entry, Event, FaultKind, GameFile, PlayerEntry, PlayerEvent, Recorded,
    ResultCode, Termination, revoked_entries,
};
use crate::report::given_back::GivenBack;
use crate::rules::{Article, Profile};
use crate::time::{Day, Zone};
use std::collections::BTreeMap;

/// A violation of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// When.
    pub date: Day,
    /// In which game; none where it is about a player alone.
    pub game: Option<GameName>,
    /// Whose: his starting number.
    pub number: u32,
    /// What.
    pub what: What,
    /// The article.
    pub article: Option<String>,
    /// What was decided.
    pub outcome: IncidentEnd,
    /// What was written, or how the person explained it.
    pub said: String,
}

/// Kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A faulty move.
    Fault(FaultKind),
    /// Time exceeded, at that move: days used and allowed.
    Overstep {
        /// The move's number.
        at_move: u32,
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
    },
    /// No move for long.
    Silence,
    /// Leave announced after it began.
    LateLeave,
    /// A claim of time made too late.
    LateClaim,
    /// No opinion for the adjudication in time.
    NoOpinion,
    /// Penalty days by the arbiter's word.
    Penalised,
}

impl What {
    /// As JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            What::Fault(FaultKind::Impossible) => "impossible-move",
            What::Fault(FaultKind::Unreadable) => "unreadable-move",
            What::Fault(FaultKind::Ambiguous) => "ambiguous-move",
            What::Fault(FaultKind::WrongRepetition) => "wrong-repetition",
            What::Fault(FaultKind::NoMove) => "no-move",
            What::Overstep { .. } => "overstep",
            What::Silence => "silence",
            What::LateLeave => "late-leave",
            What::LateClaim => "late-claim",
            What::NoOpinion => "no-opinion",
            What::Penalised => "penalty",
        }
    }
}

/// What came of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncidentEnd {
    /// So many penalty days.
    Penalty(i64),
    /// The game was decided by it.
    Result(ResultCode),
    /// The arbiter did not confirm it.
    Rejected,
    /// It was announced wrongly.
    Annulled,
    /// The clock began at zero (55.6.4).
    ClockReset,
    /// Leave counts from its notice.
    FromNotice,
    /// No right of appeal.
    NoAppeal,
    /// Told to both players and the arbiter; nothing more.
    Told,
    /// Not decided yet.
    Open,
}

impl IncidentEnd {
    /// As JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            IncidentEnd::Penalty(_) => "penalty",
            IncidentEnd::Result(code) => code.text(),
            IncidentEnd::Rejected => "rejected",
            IncidentEnd::Annulled => "annulled",
            IncidentEnd::ClockReset => "clock-reset",
            IncidentEnd::FromNotice => "from-notice",
            IncidentEnd::NoAppeal => "no-appeal",
            IncidentEnd::Told => "told",
            IncidentEnd::Open => "open",
        }
    }

    /// Penalty days.
    pub fn days(self) -> Option<i64> {
        match self {
            IncidentEnd::Penalty(days) => Some(days),
            _ => None,
        }
    }
}

/// A decision of the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncidentDecision {
    /// The decision's number.
    pub id: EventId,
    /// When.
    pub date: Day,
    /// In which game.
    pub game: Option<GameName>,
    /// Whom it is about, where it is a player alone.
    pub number: Option<u32>,
    /// What.
    pub what: DecidedAbout,
    /// The article.
    pub article: Option<String>,
    /// The arbiter's reason.
    pub reason: String,
    /// It was not taken back.
    pub counts: bool,
}

/// What was decided, in a game or about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecidedAbout {
    /// In a game.
    Game(Event),
    /// About a player.
    Player(PlayerEvent),
    /// In all games that an outage hit.
    Outage(GivenBack),
}

impl DecidedAbout {
    /// As JSON names it.
    pub fn what(&self) -> &'static str {
        match self {
            DecidedAbout::Game(event) => event.what(),
            DecidedAbout::Outage(_) => "time-given",
            DecidedAbout::Player(event) => match event {
                PlayerEvent::LeaveTaken { .. } => "leave-taken",
                PlayerEvent::LeaveEnded { .. } => "leave-ended",
                PlayerEvent::LeaveKept { .. } => "leave-kept",
                PlayerEvent::AddressChanged { .. } | PlayerEvent::PostalChanged => {
                    "address-changed"
                }
                PlayerEvent::Withdrawn { .. } => "withdrawn",
                PlayerEvent::TookOver { .. } => "took-over",
                PlayerEvent::Replaced { .. } => "replaced",
                PlayerEvent::Revoked { .. } => "revoked",
                _ => "player",
            },
        }
    }
}

/// What a player may contest by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A protest against an overstep or a ruling.
    Protest,
    /// An appeal against an adjudication.
    Appeal,
    /// A claim of time or of a draw that the record does not bear out.
    Claim,
}

impl By {
    /// As JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            By::Protest => "protest",
            By::Appeal => "appeal",
            By::Claim => "claim",
        }
    }
}

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An appeal.
    Appeal(AppealTrouble),
    /// A claim: what the record says.
    Claim(Claim),
}

impl Refused {
    /// As JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            Refused::Appeal(AppealTrouble::Late) => "late",
            Refused::Appeal(AppealTrouble::NothingSent) => "nothing-sent",
            Refused::Appeal(AppealTrouble::Final) => "final",
            Refused::Claim(Claim::Time { barred: true, .. }) => "barred",
            Refused::Claim(Claim::Time { .. } | Claim::Draw { .. }) => "not-borne-out",
        }
    }
}

/// A protest, an appeal or a refused claim, with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contested {
    /// When.
    pub date: Day,
    /// In which game.
    pub game: GameName,
    /// Whose: his starting number; none where the record does not tell.
    pub number: Option<u32>,
    /// Which of the two.
    pub what: By,
    /// The article.
    pub article: Option<String>,
    /// His words.
    pub said: String,
    /// Why it was not taken.
    pub refused: Option<Refused>,
    /// The decision that settled it.
    pub settled: Option<IncidentDecision>,
}

/// The violations in a game.
pub(super) fn of_game(game: &GameFile) -> Vec<Incident> {
    let mut found = Vec::new();
    let entries: Vec<&Recorded> = game.entries.iter().filter(|e| game.counts(e)).collect();
    for (index, entry) in entries.iter().enumerate() {
        let later = entries.get(index + 1..).unwrap_or_default();
        found.extend(of_entry(game, entry, later));
        if entry.event == Event::OpinionsClosed {
            found.extend(without_opinion(game, entry));
        }
    }
    found
}

fn number(game: &GameFile, side: Side) -> u32 {
    game.player(side).start_number
}

fn of_entry(game: &GameFile, entry: &Recorded, later: &[&Recorded]) -> Option<Incident> {
    let date = game.facts.zone.day(entry.at);
    let incident = |side, what, outcome, said: &str| Incident {
        date,
        game: Some(game.facts.name.clone()),
        number: number(game, side),
        what,
        article: entry.grounds.clone(),
        outcome,
        said: said.to_owned(),
    };
    match &entry.event {
        Event::Faulty {
            ply, fault, text, ..
        } => {
            let side = game.side_of_ply(*ply);
            // The penalty stands beside it, brought by the same letter; it has an article
            // of its own.
            let penalty = later
                .iter()
                .take_while(|e| e.cause == entry.cause)
                .find_map(|e| match e.event {
                    Event::Penalty { days, .. } => Some((days, &e.grounds)),
                    _ => None,
                });
            let outcome = penalty.map_or(IncidentEnd::Told, |(days, _)| IncidentEnd::Penalty(days));
            let mut fault = incident(side, What::Fault(*fault), outcome, text);
            if let Some((_, Some(article))) = penalty {
                fault.article = Some(article.clone());
            }
            Some(fault)
        }
        Event::TimeExceeded {
            side,
            at_move,
            total,
            limit,
            ..
        } => {
            let what = What::Overstep {
                at_move: *at_move,
                total: *total,
                limit: *limit,
            };
            let outcome = later.iter().find_map(|e| match &e.event {
                Event::Ended { result, .. } => Some(IncidentEnd::Result(*result)),
                Event::ClaimRejected { side: s, .. } if s == side => Some(IncidentEnd::Rejected),
                Event::NoticeAnnulled { side: s } if s == side => Some(IncidentEnd::Annulled),
                Event::ClockReset { side: s } if s == side => Some(IncidentEnd::ClockReset),
                _ => None,
            });
            let said = later.iter().find_map(|e| match &e.event {
                Event::Protested { side: s, text } if s == side => Some(text.as_str()),
                _ => None,
            });
            let outcome = outcome.unwrap_or(IncidentEnd::Open);
            Some(incident(*side, what, outcome, said.unwrap_or("")))
        }
        Event::SilenceReported { ply } => {
            let side = game.side_of_ply(ply + 1);
            let ended = later.iter().find_map(|e| match &e.event {
                Event::Ended {
                    result,
                    termination: Termination::Silence,
                } => Some(IncidentEnd::Result(*result)),
                _ => None,
            });
            Some(incident(
                side,
                What::Silence,
                ended.unwrap_or(IncidentEnd::Told),
                "",
            ))
        }
        Event::Penalty { side, days, .. } if entry.cause.is_order() && *days > 0 => Some(incident(
            *side,
            What::Penalised,
            IncidentEnd::Penalty(*days),
            &entry.note,
        )),
        Event::MatterOpened(opened) if opened.matter == "late-claim" => {
            // Whose it was, the overstep of the other side tells in older records.
            let exceeded = |s: &Side| !game.tally().oversteps.get(s.other()).is_empty();
            let side = opened
                .side
                .or_else(|| Side::BOTH.into_iter().find(exceeded))?;
            Some(incident(side, What::LateClaim, IncidentEnd::Told, ""))
        }
        _ => None,
    }
}

/// Who sent no opinion by the end of its term (56.9.7).
fn without_opinion(game: &GameFile, closed: &Entry) -> Vec<Incident> {
    let Some(file) = &game.adjudication else {
        return Vec::new();
    };
    let date = game.facts.zone.day(closed.at);
    let over = file.until.is_some_and(|until| date > until);
    let article = Article::NoAppealWithout.number(game.facts.profile);
    Side::BOTH
        .into_iter()
        .filter(|side| over && file.opinions.get(*side).is_none())
        .map(|side| Incident {
            date,
            game: Some(game.facts.name.clone()),
            number: number(game, side),
            what: What::NoOpinion,
            article: Some(article.to_owned()),
            outcome: IncidentEnd::NoAppeal,
            said: String::new(),
        })
        .collect()
}

/// The violations of a player apart from his games.
pub(super) fn of_player(
    record: &[Recorded<PlayerEntry>],
    number: u32,
    profile: Profile,
    zone: Zone,
) -> Vec<Incident> {
    let marked = Article::LeaveAnnounced.number(profile);
    let late = |e: &&Recorded<PlayerEntry>| match e.event {
        PlayerEvent::LeaveTaken {
            from,
            granted: false,
            ..
        } => e.grounds.as_deref() == Some(marked) && zone.day(e.at) >= from,
        _ => false,
    };
    record
        .iter()
        .filter(late)
        .map(|e| Incident {
            date: zone.day(e.at),
            game: None,
            number,
            what: What::LateLeave,
            article: e.grounds.clone(),
            outcome: IncidentEnd::FromNotice,
            said: String::new(),
        })
        .collect()
}

fn line(game: &GameFile, entry: &Recorded) -> IncidentDecision {
    IncidentDecision {
        id: entry.cause.decision(entry.id).unwrap_or(entry.id),
        date: game.facts.zone.day(entry.at),
        game: Some(game.facts.name.clone()),
        number: None,
        what: DecidedAbout::Game(entry.event.clone()),
        article: entry.grounds.clone(),
        reason: entry.note.clone(),
        counts: game.counts(entry),
    }
}

/// The arbiter's decisions in a game; the start of the tournament is none.
pub(super) fn decisions(game: &GameFile) -> Vec<IncidentDecision> {
    let his = |e: &&Recorded| e.cause.is_order() && e.event != Event::Started;
    game.entries
        .iter()
        .filter(his)
        .map(|e| line(game, e))
        .collect()
}

/// Days given back in many games by one decision are one line.
pub(super) fn in_whole(all: Vec<IncidentDecision>) -> Vec<IncidentDecision> {
    let mut given: BTreeMap<EventId, Vec<IncidentDecision>> = BTreeMap::new();
    let mut whole = Vec::new();
    for line in all {
        match line.what {
            DecidedAbout::Game(Event::TimeGiven { .. } | Event::HoursGiven { .. }) => {
                given.entry(line.id).or_default().push(line);
            }
            _ => whole.push(line),
        }
    }
    whole.extend(given.into_values().filter_map(one_line));
    whole
}

/// The lines of one decision that gives days back.
fn one_line(lines: Vec<IncidentDecision>) -> Option<IncidentDecision> {
    let entries = lines.iter().filter_map(|line| match &line.what {
        DecidedAbout::Game(event) => Some((line.game.as_ref()?, event)),
        _ => None,
    });
    let given = GivenBack::of(entries)?;
    let first = lines.into_iter().next()?;
    Some(IncidentDecision {
        game: first.game.filter(|_| given.about().is_none()),
        what: DecidedAbout::Outage(given),
        ..first
    })
}

/// The arbiter's decisions about a player.
pub(super) fn about_player(
    record: &[Recorded<PlayerEntry>],
    number: u32,
    zone: Zone,
) -> Vec<IncidentDecision> {
    let dead = revoked_entries(record);
    record
        .iter()
        // Who took over says of whom: one line is enough.
        .filter(|e| e.cause.is_order() && !matches!(e.event, PlayerEvent::Replaced { .. }))
        .map(|e| IncidentDecision {
            id: e.decision().unwrap_or(e.id),
            date: zone.day(e.at),
            game: None,
            number: Some(number),
            what: DecidedAbout::Player(e.event.clone()),
            article: e.grounds.clone(),
            reason: e.note.clone(),
            counts: !dead.contains(&e.id),
        })
        .collect()
}

/// Protests, appeals and refused claims in a game.
pub(super) fn contested(game: &GameFile) -> Vec<Contested> {
    let mut found = Vec::new();
    for entry in game.entries.iter() {
        let (what, side, said, refused) = match &entry.event {
            Event::Protested { side, text } | Event::RulingProtested { side, text, .. } => {
                (By::Protest, Some(*side), text.as_str(), None)
            }
            Event::MatterOpened(opened) if opened.matter == "protest" => {
                (By::Protest, opened.side, opened.words(), None)
            }
            Event::AppealLodged {
                side,
                text,
                refused,
                ..
            } => {
                let refused = refused.map(Refused::Appeal);
                (By::Appeal, Some(*side), text.as_str(), refused)
            }
            Event::ClaimRefused { side, claim } => {
                (By::Claim, Some(*side), "", Some(Refused::Claim(*claim)))
            }
            _ => continue,
        };
        let settled = settled_by(game, entry).filter(|_| refused.is_none());
        found.push(Contested {
            date: game.facts.zone.day(entry.at),
            game: game.facts.name.clone(),
            number: side.map(|s| number(game, s)),
            what,
            article: entry.grounds.clone(),
            said: said.to_owned(),
            refused,
            settled: settled.map(|e| line(game, e)),
        });
    }
    found
}
