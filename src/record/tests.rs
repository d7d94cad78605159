//! The worked cases of reflection time (tests/cases/timelines.json), put into a
//! record and folded; and what a fold must keep.

use super::fixture::*;
use super::*;
use crate::arbiter::{Announced, Body, Dispatch, LeaveAccount, LeaveCase, Recipient};
use crate::chess::{BySide, Position, Side};
use crate::clock::free_of;
use crate::ids::{InboundId, LeaveId, PlayerId, TournamentId};
use crate::language::Language;
use crate::request::WrittenDate;
use crate::rules::{Forfeit, Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Nothing of these cases is left out: the list is compared with the file.
const CASES: [&str; 22] = [
    "E01", "E02", "E03", "E05", "E06", "E10", "E13", "E14", "E16", "E17", "E18", "E21", "E24",
    "E30", "E33", "E36", "P01", "P02", "P04", "P07", "S01", "S03",
];

#[derive(Clone, Debug, Default)]
struct Planned {
    received: Option<String>,
    sent: Option<String>,
    variant: bool,
    code: Option<String>,
    faults: Vec<(FaultKind, String, String)>,
    /// Penalty days without a move to look at.
    penalties: u32,
}

/// What happens between two half-moves.
#[derive(Clone, Debug)]
enum Between {
    Claim { against: Side, day: String },
    Rejected { against: Side, day: String },
    Confirmed { against: Side },
    RulingReceived { by: Side, day: String },
}

struct Story {
    id: String,
    facts: GameFacts,
    plan: BTreeMap<u32, Planned>,
    between: BTreeMap<u32, Vec<Between>>,
    leave: BySide<Vec<LeaveSpan>>,
    /// Leave announced late was handed to the arbiter.
    late: bool,
    before: BTreeMap<i32, i64>,
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

fn side(letter: &str) -> Option<Side> {
    match letter {
        "W" => Some(Side::White),
        "B" => Some(Side::Black),
        _ => None,
    }
}

/// `12.` and `12...` as a half-move; a code behind it does not matter.
fn ply(label: &str) -> u32 {
    let number: u32 = label.split('.').next().unwrap().parse().unwrap();
    number * 2 - u32::from(!label.contains("..."))
}

fn day(date: &str) -> Day {
    d(date.get(..10).unwrap())
}

fn instant(date: &str) -> Instant {
    Instant::parse(date).unwrap_or_else(|| noon(date))
}

impl Story {
    fn read(case: &Value) -> Story {
        let profile = match text(case, "profile").unwrap() {
            "post" => Profile::Post,
            "server" => Profile::Server,
            _ => Profile::Email,
        };
        let settings = &case["settings"];
        let whole = |key: &str| u32::try_from(settings[key].as_u64().unwrap()).unwrap();
        let regulations = Regulations {
            days_per_period: whole("days_per_10_moves"),
            leave_days_per_year: whole("leave_days_per_year"),
            // The cases give dates of receipt as they are established.
            transit_days: 0,
            web_moves: false,
            ..Regulations::of(profile)
        };
        let white = player(1, "W", 1, Language::En);
        let black = player(2, "B", 2, Language::En);
        let mut story = Story {
            id: text(case, "id").unwrap().to_owned(),
            facts: GameFacts {
                profile,
                regulations: Arc::new(regulations),
                start: day(text(settings, "start").unwrap()),
                zone: Zone::utc(),
                ..facts(1, white, black)
            },
            plan: BTreeMap::new(),
            between: BTreeMap::new(),
            leave: BySide::default(),
            late: false,
            before: BTreeMap::new(),
        };
        for event in case["events"].as_array().unwrap() {
            story.event(event);
        }
        story
    }

    fn last(&self) -> u32 {
        self.plan.keys().copied().max().unwrap_or(0)
    }

    fn then(&mut self, what: Between) {
        let last = self.plan.iter().filter(|(_, p)| p.sent.is_some());
        let last = last.map(|(ply, _)| *ply).max().unwrap_or(0);
        self.between.entry(last).or_default().push(what);
    }

    fn event(&mut self, event: &Value) {
        let date = text(event, "date").unwrap().to_owned();
        let actor = side(text(event, "actor").unwrap());
        match text(event, "type").unwrap() {
            "official_start" => assert_eq!(day(&date), self.facts.start),
            "recv" => {
                let answer = ply(text(event, "move").unwrap()) + 1;
                self.plan.entry(answer).or_default().received = Some(date);
            }
            "send" => self.send(event, actor.unwrap(), date),
            "query" => {}
            "recv_query" => {
                let mut planned = self.plan.values_mut();
                let faulty = planned.rfind(|p| !p.faults.is_empty());
                faulty.unwrap().received = Some(date);
            }
            "fault" => {
                // Each on a half-move of its own, of no time.
                let side = actor.unwrap();
                let used = self.plan.keys().filter(|p| is(side, **p)).count();
                let at = 2 * (u32::try_from(used).unwrap() + 1) - u32::from(side == Side::White);
                let planned = self.plan.entry(at).or_default();
                planned.penalties = 1;
            }
            "moves_summary" | "moves_summary_after" => {
                let side = actor.unwrap();
                let used = self.plan.keys().filter(|p| is(side, **p)).count();
                let first = u32::try_from(used).unwrap() + 1;
                for (days, k) in event["per_move"].as_array().unwrap().iter().zip(first..) {
                    let from = self.facts.start;
                    let at = 2 * k - u32::from(side == Side::White);
                    let planned = self.plan.entry(at).or_default();
                    planned.received = Some(from.to_string());
                    planned.sent = Some(from.plus(days.as_i64().unwrap()).to_string());
                }
            }
            "leave_notice" | "leave" => self.leave(event, actor.unwrap(), &date),
            "leave_used_before" => {
                let days = event["days"].as_i64().unwrap();
                let from = day(&date);
                let year = i32::try_from(event["year"].as_i64().unwrap()).unwrap();
                self.before.insert(year, days);
                self.leave.get_mut(actor.unwrap()).push(LeaveSpan {
                    id: LeaveId(1),
                    days: crate::clock::DaySpan {
                        from,
                        to: from.plus(days - 1),
                    },
                });
            }
            "claim" => self.then(Between::Claim {
                against: actor.unwrap().other(),
                day: date,
            }),
            "decision" => {
                let against = self.between.values().flatten().find_map(|b| match b {
                    Between::Claim { against, .. } => Some(*against),
                    _ => None,
                });
                let against = against.unwrap();
                self.then(match event["confirmed"].as_bool().unwrap() {
                    true => Between::Confirmed { against },
                    false => Between::Rejected { against, day: date },
                });
            }
            "recv_decision" => self.then(Between::RulingReceived {
                by: actor.unwrap(),
                day: date,
            }),
            other => panic!("{}: event {other}", self.id),
        }
    }

    fn send(&mut self, event: &Value, actor: Side, date: String) {
        let mut received = None;
        let mut own = text(event, "move").map(ply);
        let accepted = event["accepts"].as_array().cloned().unwrap_or_default();
        for label in &accepted {
            let at = ply(label.as_str().unwrap());
            let planned = self.plan.entry(at).or_default();
            received = received.or_else(|| planned.received.take());
            *planned = Planned {
                sent: Some(date.clone()),
                variant: true,
                ..Planned::default()
            };
            if event["move"].is_null() {
                own = Some(at + 1);
            }
        }
        let own = own.unwrap();
        assert!(is(actor, own), "{}", self.id);
        let start = self.facts.start.to_string();
        let planned = self.plan.entry(own).or_default();
        planned.received = planned.received.take().or(received);
        planned.code = text(event, "code").map(str::to_owned);
        let fault = match text(event, "fault") {
            _ if event["move"].is_null() => Some(FaultKind::NoMove),
            Some("impossible") => Some(FaultKind::Impossible),
            Some(other) => panic!("fault {other}"),
            None => None,
        };
        match fault {
            Some(kind) => {
                let from = planned.received.take().unwrap_or(start);
                planned.faults.push((kind, from, date));
            }
            None => {
                // A summary before has said what it cost; this says when it was sent.
                if let (Some(from), Some(until)) = (&planned.received, &planned.sent) {
                    let days = day(until).since(day(from));
                    planned.received = Some(day(&date).plus(-days).to_string());
                }
                planned.sent = Some(date);
            }
        }
        if event["with_claim"].as_bool() == Some(true) {
            let day = text(event, "date").unwrap().to_owned();
            let against = actor.other();
            self.then(Between::Claim { against, day });
        }
    }

    /// As the arbiter takes it: from its notice, where it came late.
    fn leave(&mut self, event: &Value, actor: Side, date: &str) {
        let written = |key: &str| {
            let day = day(text(event, key).unwrap());
            WrittenDate::of(day)
        };
        // On the server leave is taken at a click, before its first day.
        let sent = match self.facts.profile {
            Profile::Server => instant(date).plus_seconds(-1),
            _ => instant(date),
        };
        let account = LeaveAccount {
            tournament: TournamentId(1),
            code: "RU26-01".to_owned(),
            profile: self.facts.profile,
            regulations: self.facts.regulations.clone(),
            zone: self.facts.zone,
            play: (self.facts.start, self.facts.end),
            leave: self.leave.get(actor).clone(),
            cancelled: false,
            opponents: Vec::new(),
        };
        let case = LeaveCase {
            player: PlayerId(1),
            name: "W".to_owned(),
            accounts: vec![account],
        };
        let announced = Announced {
            dispatch: Dispatch::at(sent),
            now: sent,
            cause: Cause::Letter(InboundId(1)),
        };
        let ruling = case.take(&written("from_"), &written("to"), None, announced);
        self.late = ruling.notices.iter().any(|n| {
            n.to == Recipient::Arbiter && matches!(n.body, Body::LeaveAnnounced { late: true, .. })
        });
        for entry in ruling.player_entries {
            if let PlayerEvent::LeaveTaken { from, to, .. } = entry.event {
                let days = crate::clock::DaySpan { from, to };
                let id = LeaveId(2);
                self.leave.get_mut(actor).push(LeaveSpan { id, days });
            }
        }
    }

    /// The record, entry by entry, each applied as it comes; then folded anew.
    fn play(&self) -> GameFile {
        let facts = Arc::new(self.facts.clone());
        let mut game = GameFile::new(facts.clone(), self.leave.clone()).unwrap();
        let mut record = Record::started(&self.facts.start.to_string());
        game.extend(record.entries[0].clone()).unwrap();
        let mut put = |game: &mut GameFile, event: Event| {
            record.put(event, None, "");
            game.extend(record.entries.last().unwrap().clone()).unwrap();
        };
        let start = self.facts.start.to_string();
        let mut faults = BySide { white: 0, black: 0 };
        for at in 1..=self.last() {
            let planned = self.plan.get(&at).cloned().unwrap_or_default();
            let side = game.turn();
            let mut penalty = |game: &mut GameFile, put: &mut dyn FnMut(&mut GameFile, Event)| {
                let before: &mut usize = faults.get_mut(side);
                let days = game.facts.regulations.penalty_days[(*before).min(1)];
                *before += 1;
                let days = i64::from(days);
                put(game, Event::penalty(side, days, at));
            };
            let previous = self.plan.get(&(at - 1)).and_then(|p| p.sent.clone());
            let server = self.facts.profile == Profile::Server;
            let standing = if server { previous } else { None };
            for (kind, from, until) in &planned.faults {
                put(&mut game, left(at - 1, side, About::Move, from));
                let before = game.penalties.iter().filter(|(s, ..)| *s == side).count();
                let event = Event::Faulty {
                    charged: Some(game.facts.regulations.penalty_days[before.min(1)]),
                    arrived: None,
                    ply: at,
                    fault: *kind,
                    text: String::new(),
                    received: day(from),
                    sent: day(until),
                    sent_at: instant(until),
                };
                put(&mut game, event);
                penalty(&mut game, &mut put);
            }
            for _ in 0..planned.penalties {
                penalty(&mut game, &mut put);
            }
            if planned.sent.is_none() && !planned.faults.is_empty() {
                break;
            }
            // A half-move the case does not speak of takes no time.
            let sent = planned.sent.as_ref().or(planned.received.as_ref());
            let sent = sent.or(standing.as_ref()).unwrap_or(&start);
            let received = planned.received.as_ref().or(standing.as_ref());
            let received = match received {
                Some(received) => received,
                None if at == 1 => &start,
                None => sent,
            };
            put(&mut game, left(at - 1, side, About::Move, received));
            let position = game.line.position();
            let uci = match &planned.code {
                Some(code) if self.id == "E01" => by_code(position, code),
                _ => shuffle(at).to_owned(),
            };
            let event = Event::MovePlayed {
                ply: at,
                uci,
                received: day(received),
                sent: day(sent),
                sent_at: instant(sent),
                variant: planned.variant,
                to_the_second: false,
            };
            put(&mut game, event);
            for what in self.between.get(&at).into_iter().flatten() {
                let event = between(&game, what);
                put(&mut game, event);
            }
        }
        let folded = GameFile::fold(facts, self.leave.clone(), record.entries).unwrap();
        assert_eq!(folded.tally(), game.tally(), "{}", self.id);
        assert_eq!(folded.status, game.status, "{}", self.id);
        assert_eq!(folded.barred, game.barred, "{}", self.id);
        folded
    }
}

fn is(side: Side, ply: u32) -> bool {
    (ply % 2 == 1) == (side == Side::White)
}

fn left(ply: u32, to: Side, about: About, date: &str) -> Event {
    Event::LetterLeft {
        ply,
        about,
        to,
        left: instant(date),
        on_paper: false,
    }
}

/// Knights out and home again: legal for ever.
fn shuffle(ply: u32) -> &'static str {
    match ply % 4 {
        1 => "g1f3",
        2 => "g8f6",
        3 => "f3g1",
        _ => "f6g8",
    }
}

fn by_code(position: &Position, code: &str) -> String {
    let moves = position.legal_moves();
    let mv = moves.into_iter().find(|m| position.numeric(*m) == code);
    position.uci(mv.unwrap())
}

fn between(game: &GameFile, what: &Between) -> Event {
    match what {
        Between::Claim { against, day } => {
            let overstep = game.tally().sides.get(*against).overstep;
            let (at_move, total, limit) =
                overstep.map_or((10, 61, 60), |o| (o.at_move, o.total, o.limit));
            Event::TimeExceeded {
                side: *against,
                at_move,
                total,
                limit,
                flag: d(day),
                from: d(day),
                claimed: true,
            }
        }
        Between::Rejected { against, day } => Event::ClaimRejected {
            total: None,
            days: 0,
            side: *against,
            bar_claims: true,
            day: d(day),
        },
        Between::Confirmed { against } => Event::ClockReset { side: *against },
        Between::RulingReceived { by, day } => left(game.ply(), *by, About::Ruling, day),
    }
}

fn of(game: &GameFile, side: Side) -> Vec<&PlayedMove> {
    game.moves.iter().filter(|m| m.side == side).collect()
}

/// Leave days of a side in a year.
fn leave_in(story: &Story, side: Side, year: i32) -> i64 {
    let spans: Vec<_> = story.leave.get(side).iter().map(|l| l.days).collect();
    let free = free_of(&spans);
    let (first, next) = (Day::new(year, 1, 1), Day::new(year + 1, 1, 1));
    let all = crate::clock::charge(first.unwrap(), next.unwrap(), &[]);
    all - crate::clock::charge(first.unwrap(), next.unwrap(), &free)
}

fn check(story: &Story, game: &GameFile, side: Side, key: &str, value: &Value) {
    let at = format!("{} {} {key}", story.id, side.name());
    let clock = game.tally().sides.get(side);
    let number = || value.as_i64().unwrap();
    match key {
        "per_move" if value.is_array() => {
            let days: Vec<i64> = of(game, side).iter().map(|m| m.days).collect();
            assert_eq!(serde_json::json!(days), *value, "{at}");
        }
        "per_move" => {
            for (label, days) in value.as_object().unwrap() {
                let mv = game.moves.iter().find(|m| m.ply == ply(label)).unwrap();
                assert_eq!(mv.side, side, "{at}");
                assert_eq!(Some(mv.days), days.as_i64(), "{at} {label}");
            }
        }
        "per_move_so_far" => {
            for (label, days) in value.as_object().unwrap() {
                assert_eq!(game.ply() + 1, ply(label), "{at}");
                let so_far: i64 = game.pending.iter().map(|f| f.days).sum();
                assert_eq!(Some(so_far), days.as_i64(), "{at}");
            }
        }
        "total" | "total_so_far" | "total_moves_9_18" => assert_eq!(clock.total, number(), "{at}"),
        "penalty" if value.is_array() => {
            let days: Vec<i64> = game.penalties.iter().map(|(_, _, days)| *days).collect();
            assert_eq!(serde_json::json!(days), *value, "{at}");
        }
        "penalty" | "penalty_total" => assert_eq!(clock.penalty, number(), "{at}"),
        "overstep" => assert_eq!(Some(clock.overstep.is_some()), value.as_bool(), "{at}"),
        "control_10" => {
            assert_eq!(value, "kept");
            assert_eq!(clock.overstep, None, "{at}");
        }
        "remaining_at_move_10" => {
            let tenth = of(game, side)[9].total;
            let limit = game.tally().limit(game, side, 10);
            assert_eq!(limit - tenth, number(), "{at}");
        }
        "total_at_8" => assert_eq!(of(game, side)[7].total, number(), "{at}"),
        "first_overstep" => assert_eq!(*game.oversteps.get(side), 1, "{at}"),
        "second_overstep" => {
            assert_eq!(value, false);
            assert_eq!(clock.overstep, None, "{at}");
        }
        "clock_after" => {
            // Counted anew: what move 9 has in all is what it alone has cost.
            let ninth = of(game, side)[8];
            assert_eq!(ninth.total - ninth.days, number(), "{at}");
        }
        "next_control" => {
            assert_eq!(value, "30 days for moves 9-18");
            assert_eq!((clock.moves, clock.limit), (10, 60), "{at}");
            assert_eq!(of(game, side)[17].total, 30, "{at}");
        }
        "treated_as" => {
            assert_eq!(value, "unreadable move");
            assert_eq!(game.pending[0].kind, FaultKind::NoMove, "{at}");
        }
        "query_delay_counted" => assert_eq!(number(), 0),
        "leave_days_used" | "leave_days" => {
            assert_eq!(leave_in(story, side, 2025), number(), "{at}");
        }
        "leave_used_2025" => assert_eq!(leave_in(story, side, 2025), number(), "{at}"),
        "leave_days_2025" => {
            let before = story.before.get(&2025).copied().unwrap_or(0);
            assert_eq!(leave_in(story, side, 2025) - before, number(), "{at}");
        }
        "leave_days_2026" => assert_eq!(leave_in(story, side, 2026), number(), "{at}"),
        "left_of_45" => {
            let allowed = i64::from(story.facts.regulations.leave_days_per_year);
            assert_eq!(allowed, 45);
            assert_eq!(allowed - leave_in(story, side, 2025), number(), "{at}");
        }
        "valid" | "needs_td_decision" => {
            assert_eq!(
                Some(story.late),
                value.as_bool().map(|v| v == (key != "valid")),
                "{at}"
            );
        }
        other => panic!("{}: nothing checks '{other}'", story.id),
    }
}

#[test]
fn a56_4_the_worked_cases_come_out_of_the_record() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/timelines.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut seen = BTreeSet::new();
    let mut checked = 0;
    for case in cases.as_array().unwrap() {
        let story = Story::read(case);
        let game = story.play();
        for (key, value) in case["expected"].as_object().unwrap() {
            // Sentences beside the sides are told by tests of their own.
            if let Some(side) = side(key) {
                for (key, value) in value.as_object().unwrap() {
                    check(&story, &game, side, key, value);
                    checked += 1;
                }
            }
        }
        seen.insert(story.id);
    }
    assert_eq!(seen, CASES.iter().map(|c| (*c).to_owned()).collect());
    assert_eq!(checked, 71);
}

fn story(id: &str) -> Story {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/timelines.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let case = cases.as_array().unwrap().iter().find(|c| c["id"] == id);
    Story::read(case.unwrap())
}

#[test]
fn a56_6_1_the_claim_of_e06_interrupts_the_game() {
    let game = story("E06").play();
    assert_eq!(game.status, Status::Paused);
    let exceeded = game.exceeded.as_ref().unwrap();
    assert_eq!((exceeded.side, exceeded.at_move), (Side::White, 10));
    assert_eq!((exceeded.total, exceeded.limit), (61, 60));
    assert_eq!(game.tally().running, None);
}

#[test]
fn a56_6_7_a_refused_claim_bars_others_in_the_cycle_from_move_11() {
    // Folding and applying must agree on the cycle: `play` compares them.
    let mut story = story("E36");
    story.plan.remove(&21);
    let game = story.play();
    assert_eq!(game.status, Status::Active);
    assert_eq!(game.barred.black, Some(2));
    let running = game.tally().running;
    assert_eq!(running.map(|r| r.side), None, "the answer has not left yet");
}

#[test]
fn a55_6_4_after_a_first_overstep_the_game_goes_on() {
    let mut story = story("P07");
    story.plan.retain(|at, _| *at <= 16);
    let game = story.play();
    assert_eq!(game.status, Status::Active);
    assert_eq!(game.exceeded, None);
    let clock = game.tally().sides.black;
    assert_eq!((clock.moves, clock.total, clock.limit), (0, 0, 30));
    assert_eq!(clock.overstep, None);
}

/// Half-moves: number, squares, received, sent.
type Moves<'a> = &'a [(u32, &'a str, &'a str, &'a str)];

/// A post game in which White thinks about its first move for 35 days and more: the
/// moves before the decision, which is made on 20 February, and those behind it.
fn post_overstep(before: Moves, behind: Moves) -> GameFile {
    let mut facts = facts(
        1,
        player(1, "W", 1, Language::En),
        player(2, "B", 2, Language::En),
    );
    facts.profile = Profile::Post;
    facts.zone = Zone::utc();
    facts.regulations = Arc::new(Regulations::of(Profile::Post));
    assert_eq!(facts.regulations.forfeit, Forfeit::Claim);
    let mut record = Record::started("2026-01-10");
    record.left(0, Side::White, "2026-01-10");
    let exceeded = Event::TimeExceeded {
        side: Side::White,
        at_move: 1,
        total: 35,
        limit: 30,
        flag: d("2026-02-10"),
        from: d("2026-02-14"),
        claimed: true,
    };
    for (ply, uci, received, sent) in before {
        record.mv(*ply, uci, received, sent);
    }
    record.at("2026-02-20").put(exceeded, Some("55.6.1"), "");
    let side = Side::White;
    record.by(Cause::Order, Event::ClockReset { side }, Some("55.6.4"), "");
    let ply = u32::try_from(before.len()).unwrap();
    let to = Side::BOTH[before.len() % 2];
    record.put(left(ply, to, About::Ruling, "2026-02-22"), None, "");
    for (ply, uci, received, sent) in behind {
        record.mv(*ply, uci, received, sent);
    }
    record.game(facts, BySide::default())
}

#[test]
fn a55_6_4_the_move_after_the_overstepping_one_begins_at_zero() {
    let moves: Moves = &[
        (1, "e2e4", "2026-01-10", "2026-02-14"),
        (2, "e7e5", "2026-02-16", "2026-02-17"),
        (3, "g1f3", "2026-02-18", "2026-02-20"),
    ];
    let decided_behind = post_overstep(moves, &[]);
    // Decided while White still thinks, it is the same.
    for game in [decided_behind, post_overstep(&[], moves)] {
        assert_eq!(game.status, Status::Active);
        let totals: Vec<i64> = of(&game, Side::White).iter().map(|m| m.total).collect();
        assert_eq!(totals, [35, 2]);
        assert_eq!(game.tally().sides.white.overstep, None);
        assert_eq!(game.tally().sides.white.moves, 1);
    }
}

#[test]
fn a55_6_4_no_flag_falls_in_the_move_that_ends_the_old_count() {
    let game = post_overstep(&[], &[]);
    assert_eq!(game.tally().running, None);
    let clock = game.tally().sides.white;
    assert_eq!((clock.moves, clock.total, clock.limit), (0, 0, 30));
    assert!(!game.tally().overstepped(Side::White, d("2026-06-01")));
}

#[test]
fn entries_of_older_records_are_read() {
    let old =
        r#"{"what":"matter-opened","matter":"dead-position","until":null,"note":"black: locked"}"#;
    let event: Event = serde_json::from_str(old).unwrap();
    let Event::MatterOpened(opened) = event else {
        panic!("{event:?}");
    };
    assert_eq!(opened.side, Some(Side::Black));
    assert_eq!(opened.words(), "locked");
    let claim = Event::ClaimRefused {
        side: Side::White,
        claim: Claim::Time {
            at_move: 3,
            total: 30,
            limit: 60,
            barred: false,
        },
    };
    let text = serde_json::to_string(&claim).unwrap();
    assert!(text.contains(r#""claim":"time","at_move":3"#), "{text}");
    assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), claim);
}

#[test]
fn a55_4_7_three_days_of_a_query_are_free_and_the_excess_counts() {
    let game = |sent: &str, ply: u32| {
        let mut facts = facts(
            1,
            player(1, "W", 1, Language::En),
            player(2, "B", 2, Language::En),
        );
        facts.profile = Profile::Post;
        facts.regulations = Arc::new(Regulations::of(Profile::Post));
        let mut record = Record::started("2026-01-10");
        record.left(0, Side::White, "2026-01-10");
        record.mv(1, "e2e4", "2026-01-10", "2026-01-12");
        for duty in [Duty::Query, Duty::Repeat] {
            let replied = Event::Replied {
                side: Side::White,
                ply,
                duty,
                received: d("2026-01-20"),
                sent: d(sent),
            };
            record.put(replied, Some("55.4.7"), "");
        }
        record
            .mv(2, "e7e5", "2026-01-16", "2026-01-26")
            .mv(3, "g1f3", "2026-01-30", "2026-02-01");
        record.game(facts, BySide::default())
    };
    assert_eq!(game("2026-01-23", 3).tally().sides.white.total, 4);
    // Five days, of which three are free: two, for either letter.
    let late = game("2026-01-25", 3);
    assert_eq!(late.tally().sides.white.total, 8);
    assert_eq!((late.moves[2].days, late.tally().moves[2].replies), (6, 4));
    // Beside the half-move that is due they count already.
    assert_eq!(game("2026-01-25", 5).tally().sides.white.total, 8);
    assert_eq!(late.tally().sides.black.total, 10);
}

#[test]
fn a_fault_of_an_older_record_keeps_the_reckoning_it_had() {
    let old = r#"{"what":"faulty","ply":1,"fault":"impossible","text":"1. 5256",
        "received":"2026-01-10","sent":"2026-01-12","sent_at":"2026-01-12T12:00:00Z"}"#;
    let event: Event = serde_json::from_str(old).unwrap();
    assert!(matches!(&event, Event::Faulty { charged: None, .. }));
    let game = |event: Event| {
        let facts = facts(
            1,
            player(1, "W", 1, Language::En),
            player(2, "B", 2, Language::En),
        );
        let mut record = Record::started("2026-01-10");
        record.put(event, Some("56.3.4"), "");
        record.mv(1, "e2e4", "2026-01-20", "2026-01-23");
        record.game(facts, BySide::default())
    };
    // Everything between the bad letter and the receipt of our request was nobody's.
    assert_eq!(game(event.clone()).moves[0].days, 5);
    let mut now = event;
    if let Event::Faulty { charged, .. } = &mut now {
        *charged = Some(2);
    }
    assert_eq!(game(now.clone()).moves[0].days, 11);
    if let Event::Faulty { charged, .. } = &mut now {
        *charged = Some(0);
    }
    // It was free: the receipt that counts is that of the move.
    assert_eq!(game(now).moves[0].days, 3);
}

#[test]
fn a_result_is_read_in_every_spelling() {
    use ResultCode as R;
    for (code, texts) in [
        (R::White, "1-0|1:0|1–0|1 - 0|1 : 0|1−0| 1-0 "),
        (R::Black, "0-1|0:1|0—1|0 : 1"),
        (
            R::Draw,
            "1/2-1/2|½-½|½:½|½ – ½|0.5-0.5|0,5:0,5|0,5 - 0,5|1/2|½|1/2:1/2",
        ),
        (R::WhiteForfeit, "+/-|+:-|+-|+ : –|+/−|+ - -"),
        (R::BlackForfeit, "-/+|-:+|-+|–+|−:+"),
        (R::BothForfeit, "-/-|-:-|--|——"),
        (R::BothLose, "0-0|0:0|0 – 0"),
    ] {
        for text in texts.split('|') {
            assert_eq!(ResultCode::parse(text), Some(code), "{text}");
            assert_eq!(ResultCode::parse(code.text()), Some(code));
        }
    }
    for text in [
        "", "-", "–", "*", "0.0", "0,0", "0.5", "0,5", "1", "2-0", "1-1", "10", "1/0", "1-0-0",
        "½-0", "draw", "+:+",
    ] {
        assert_eq!(ResultCode::parse(text), None, "{text}");
    }
}
