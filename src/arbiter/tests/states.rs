//! The clock follows states, not letters; and a pass more or less changes nothing.

use super::*;
use crate::rules::DayUnit;
use proptest::prelude::*;

/// A letter on its way: when it leaves, and what hangs on it.
type OnItsWay = (Instant, (u32, About, Side));

/// A table at which letters come at any hour, and where our own may be held back.
struct Duel {
    game: GameFile,
    on_their_way: Vec<OnItsWay>,
    letters: i64,
    forfeits: usize,
    now: Instant,
}

const BEGIN: &str = "2026-01-10T00:00:00Z";

impl Duel {
    fn new(profile: Profile, change: impl FnOnce(&mut Regulations)) -> Duel {
        let mut facts = facts(|_| {});
        facts.profile = profile;
        let mut regulations = Regulations::of(profile);
        regulations.variants = true;
        change(&mut regulations);
        facts.regulations = Arc::new(regulations);
        Duel {
            game: begun(facts),
            on_their_way: Vec::new(),
            letters: 0,
            forfeits: 0,
            now: Instant::parse(BEGIN).unwrap(),
        }
    }

    /// Letters of ours leave that are due to.
    fn post(&mut self, now: Instant) {
        self.now = now;
        self.on_their_way.sort_by_key(|letter| letter.0);
        while let Some((left, (ply, about, to))) = self.on_their_way.first().copied() {
            if left > now {
                return;
            }
            self.on_their_way.remove(0);
            // What the robot does with a letter that the game has left behind.
            if ply == self.game.ply() || matches!(about, About::Notice | About::Ruling) {
                let event = Event::LetterLeft {
                    ply,
                    about,
                    to,
                    left,
                    on_paper: false,
                };
                self.game.apply(entry(left, event)).unwrap();
            }
        }
    }

    /// What a ruling says goes to the post; a request is held back for so many hours.
    fn sends(&mut self, ruling: &Ruling, held: Option<i64>) {
        if let Some(after) = &ruling.game {
            self.game = (**after).clone();
        }
        let forfeit = |n: &&Notice| n.kind() == NoticeKind::TimeForfeit;
        self.forfeits += ruling.notices.iter().filter(forfeit).count();
        for begins in ruling.notices.iter().filter_map(|n| n.begins) {
            let hours = match (begins.1, held) {
                (About::Correction, Some(hours)) => hours,
                (About::Correction, None) => continue,
                _ => 0,
            };
            let left = self.now.plus_seconds(hours * 3600);
            self.on_their_way.push((left, begins));
        }
        self.post(self.now);
        number(&mut self.game);
    }

    fn writes(&mut self, side: Side, now: Instant, request: &GameRequest, held: Option<i64>) {
        self.post(now);
        self.letters += 1;
        let ctx = Context {
            now,
            cause: Cause::Letter(InboundId(self.letters)),
            side,
            dispatch: Dispatch {
                arrived: now,
                header: None,
            },
            verified: true,
            received: None,
            sent: None,
            text: "",
            only_request: true,
            answered: None,
            asks: None,
            same_words: Vec::new(),
        };
        let before = due_by_letter(&self.game, &ctx, Some(now));
        self.sends(&before, held);
        let ruling = rule(&self.game, request, &ctx);
        self.sends(&ruling, held);
        let after = due_by_letter(&self.game, &ctx, Some(now));
        self.sends(&after, held);
    }

    fn ticks(&mut self, now: Instant) {
        self.post(now);
        let ruling = due(&self.game, now, Some(now));
        self.sends(&ruling, Some(0));
    }

    fn total(&self, side: Side) -> i64 {
        self.game.tally().sides.get(side).total
    }

    /// The side's own number before a move, as it writes it.
    fn numbered(&self, text: &str) -> GameRequest {
        let dots = match self.game.turn() {
            Side::White => ".",
            Side::Black => "...",
        };
        let number = self.game.move_number();
        GameRequest::Move(written(&format!("{number}{dots} {text}")))
    }
}

fn after(now: Instant, hours: i64) -> Instant {
    now.plus_seconds(hours * 3600 + 600)
}

/// Knights out and home again.
fn shuffle(game: &GameFile) -> &'static str {
    match game.ply() % 4 {
        0 => "7163",
        1 => "7866",
        2 => "6371",
        _ => "6678",
    }
}

/// A letter that does not move: of what kind, so many hours after the last, and how
/// long its answer is held back; the last figure says never.
fn noise(t: &mut Duel, side: Side, (kind, now, hold): (u8, Instant, i64)) {
    let held = (hold < 90).then_some(hold);
    let request = match kind {
        0 => t.numbered("1188"),
        1 => t.numbered("xyz"),
        2 => {
            let mut moves = written("1188");
            moves.place = SeriesPlace::Prose;
            GameRequest::Move(moves)
        }
        3 => GameRequest::DrawOffer,
        4 => GameRequest::Correspondence { game: None },
        5 => GameRequest::Repeat,
        _ => {
            // A wrong repetition, where there is something to repeat.
            let last = t.game.move_number();
            match (t.game.turn(), t.game.ply()) {
                (_, 0) => t.numbered("1181"),
                (Side::White, _) => {
                    let text = format!("{}... 1112 {last}. 7163", last - 1);
                    GameRequest::Move(written(&text))
                }
                (Side::Black, _) => GameRequest::Move(written(&format!("{last}. 1112 7866"))),
            }
        }
    };
    t.writes(side, now, &request, held);
}

fn charged(game: &GameFile) -> i64 {
    let days = |e: &Entry| match e.event {
        Event::Penalty { days, .. } => days,
        _ => 0,
    };
    game.standing().map(days).sum()
}

fn unit(hours: bool) -> DayUnit {
    if hours {
        DayUnit::Hours24
    } else {
        DayUnit::Date
    }
}

const PROFILES: [Profile; 3] = [Profile::Email, Profile::Post, Profile::Server];

/// Letters before a move, each with its hours since the last, its kind and how long
/// our answer is held; and the hours to the move itself.
type Round = (Vec<(i64, u8, i64)>, i64);

fn rounds(most: usize) -> impl Strategy<Value = Vec<Round>> {
    let letters = prop::collection::vec((0i64..60, 0u8..7, 0i64..100), 0..6);
    prop::collection::vec((letters, 0i64..90), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// RULES.md 2: no sequence of letters makes a total smaller than silence would have
    /// made it; and none greater than by its penalties, where nothing is on the way.
    #[test]
    fn letters_make_no_total_smaller_than_silence_would(
        profile in 0usize..3,
        hours in any::<bool>(),
        penalty in 0usize..4,
        transit in 0u32..3,
        twice in 0u32..2,
        rounds in rounds(6),
    ) {
        let set = |r: &mut Regulations| {
            r.days_per_period = 1000;
            r.day_unit = unit(hours);
            r.penalty_days = [[0, 0], [2, 2], [5, 10], [1, 3]][penalty];
            r.transit_days = transit;
            r.double_after_days = twice * 4;
        };
        let mut loud = Duel::new(PROFILES[profile], set);
        let mut silent = Duel::new(PROFILES[profile], set);
        let mut at_once = Duel::new(PROFILES[profile], set);
        let mut now = Instant::parse(BEGIN).unwrap();
        for (letters, last) in rounds {
            let side = loud.game.turn();
            for (gap, kind, hold) in letters {
                now = after(now, gap);
                noise(&mut loud, side, (kind, now, hold));
                noise(&mut at_once, side, (kind, now, 0));
                let flag = |t: &Duel| t.game.tally().running.map(|r| r.flag);
                prop_assert!(flag(&loud).is_none_or(|f| Some(f) <= flag(&silent)));
            }
            now = after(now, last);
            for t in [&mut loud, &mut silent, &mut at_once] {
                let mv = t.numbered(shuffle(&t.game));
                t.writes(side, now, &mv, Some(0));
            }
            prop_assert_eq!(loud.game.ply(), silent.game.ply());
            let all = loud.total(Side::White) + loud.total(Side::Black);
            let least = silent.total(Side::White) + silent.total(Side::Black);
            for side in Side::BOTH {
                prop_assert!(loud.total(side) >= silent.total(side), "{side:?}: {} < {}, {:#?}", loud.total(side), silent.total(side), loud.game.moves);
            }
            // A letter within the time on the way shows that the move was there already.
            prop_assert!(transit > 0 || all <= least + charged(&loud.game));
            // What holds our answers back moves no day (by post a request has no receipt
            // before it leaves).
            if PROFILES[profile] != Profile::Post {
                for side in Side::BOTH {
                    prop_assert_eq!(loud.total(side), at_once.total(side));
                }
            }
            for mv in &loud.game.moves {
                prop_assert!(mv.faults.iter().map(|f| f.days).sum::<i64>() <= mv.days);
            }
        }
    }

    /// The same letters with passes inserted at random: equal moves, days, status,
    /// result and forfeit letters.
    #[test]
    fn extra_passes_change_nothing(
        profile in 0usize..3,
        forfeit in 0usize..3,
        hours in any::<bool>(),
        transit in 0u32..3,
        penalty in 0usize..2,
        letters in prop::collection::vec((0i64..150, 0u8..16, 0usize..60), 1..25),
        passes in prop::collection::vec(0i64..1500, 0..40),
    ) {
        let set = |r: &mut Regulations| {
            r.days_per_period = 6;
            r.moves_per_period = 2;
            r.forfeit = [Forfeit::Notice, Forfeit::Immediate, Forfeit::Claim][forfeit];
            r.lose_on_overstep = 1;
            r.day_unit = unit(hours);
            r.transit_days = transit;
            r.penalty_days = [[0, 0], [2, 2]][penalty];
            r.time_against_no_mate = crate::rules::NoMate::Loss;
        };
        let mut plain = Duel::new(PROFILES[profile], set);
        let mut more = Duel::new(PROFILES[profile], set);
        let mut passes: Vec<Instant> = passes
            .into_iter()
            .map(|hours| Instant::parse(BEGIN).unwrap().plus_seconds(hours * 3600 + 1800))
            .collect();
        passes.sort();
        let mut now = Instant::parse(BEGIN).unwrap();
        for (gap, kind, choice) in letters {
            now = after(now, gap);
            while passes.first().is_some_and(|at| *at <= now) {
                let at = passes.remove(0);
                more.ticks(at);
            }
            for t in [&mut plain, &mut more] {
                let side = t.game.turn();
                let request = any_letter(t, kind, choice);
                t.writes(side, now, &request, Some(0));
            }
        }
        for days in [1, 3, 10, 60, 70, 150] {
            let at = now.plus_seconds(days * 86_400);
            plain.ticks(at);
            more.ticks(at);
        }
        let told = |t: &Duel| {
            let moves: Vec<_> = t.game.moves.iter().map(|m| (m.uci.clone(), m.days, m.total)).collect();
            (moves, t.game.status, t.game.result, t.forfeits)
        };
        prop_assert_eq!(told(&plain), told(&more));
    }
}

/// A move, with a series, an accepted series, or a fault.
fn any_letter(t: &Duel, kind: u8, choice: usize) -> GameRequest {
    let mv = shuffle(&t.game);
    let next = match mv {
        "7163" => ["7866", "6371", "6678", "7163"],
        "7866" => ["6371", "6678", "7163", "7866"],
        "6371" => ["6678", "7163", "7866", "6371"],
        _ => ["7163", "7866", "6371", "6678"],
    };
    match kind {
        0..=4 => t.numbered(mv),
        5..=8 => t.numbered(&format!(
            "{mv} if {} {} {} {}",
            next[0], next[1], next[2], next[3]
        )),
        9..=12 => {
            // As much of a series as stands, in pairs, and a move of one's own behind it.
            let pairs = t.game.proposal.as_ref().map_or(0, |p| p.longest() / 2);
            let taken = pairs.min(1 + choice % 2);
            let all = [mv, next[0], next[1], next[2], next[3]];
            t.numbered(&all[..=2 * taken].join(" "))
        }
        13 => t.numbered("1188"),
        14 => GameRequest::DrawDecline,
        _ => {
            let mut moves = written("1188");
            moves.place = SeriesPlace::Prose;
            GameRequest::Move(moves)
        }
    }
}

#[test]
fn a54_4_sixty_impossible_moves_stop_no_clock() {
    for profile in [Profile::Server, Profile::Email] {
        let mut t = Duel::new(profile, |r| {
            r.days_per_period = 1000;
            r.penalty_days = [0, 0];
        });
        let mut now = Instant::parse(BEGIN).unwrap();
        for _ in 0..60 {
            now = now.plus_seconds(23 * 3600);
            let bad = t.numbered("1188");
            t.writes(Side::White, now, &bad, Some(0));
        }
        // Fifty-seven and a half days.
        assert_eq!(
            t.game.tally().used(&t.game, t.game.moment(now)),
            57,
            "{profile:?}"
        );
        let mv = t.numbered("7163");
        t.writes(Side::White, now, &mv, Some(0));
        assert_eq!(t.total(Side::White), 57);
    }
}

#[test]
fn a56_4_7_an_outage_moves_the_day_of_our_request_and_a_repeated_fault_costs_once() {
    let at = |text: &str| Instant::parse(text).unwrap();
    let mut t = Duel::new(Profile::Email, |_| {});
    let bad = t.numbered("1188");
    t.writes(Side::White, at("2026-01-13T12:00:00Z"), &bad, None);
    assert_eq!(t.game.receipt(), Some(d("2026-01-14")));
    let delayed = Event::LetterDelayed {
        ply: 0,
        to: Side::White,
    };
    let at_last = at("2026-01-17T12:00:00Z");
    t.game.apply(entry(at_last, delayed)).unwrap();
    assert!(
        t.game.tally().running.is_none(),
        "an outage of ours is nobody's time"
    );
    t.writes(Side::White, at_last, &bad, Some(0));
    assert_eq!(charged(&t.game), 2, "our request had not left");
    assert_eq!(t.game.receipt(), Some(d("2026-01-18")));
    let mv = t.numbered("7163");
    t.writes(Side::White, at("2026-01-20T12:00:00Z"), &mv, Some(0));
    // Ten days, of which the 13th to the 16th, in which our request had not left, are nobody's
    // whole, and so is its day on the way, by the penalty: five, and two penalty days.
    assert_eq!(t.total(Side::White), 7);
}
