//! Whatever happens to a game, its record tells the same story as the game in hand.

use super::*;
use crate::clock::DaySpan as Days;
use crate::ids::LeaveId;
use crate::record::LeaveSpan;
use proptest::prelude::*;

/// What the record must bring back.
fn state(game: &GameFile) -> String {
    let marks = (&game.marks, &game.pending, &game.barred, &game.oversteps);
    let open = (&game.draw_offer, &game.proposal, &game.exceeded);
    format!(
        "{:?} {:?} {open:?} {marks:?} {:?} {:?} {:?}",
        game.status,
        game.result,
        game.moves,
        game.tally(),
        next_due(game)
    )
}

/// A legal move of the side to move, chosen by a number, as text.
fn legal(game: &GameFile, choice: usize) -> Option<String> {
    let position = game.line.position();
    let all = position.legal_moves();
    (!all.is_empty()).then(|| position.numeric(all[choice % all.len()]))
}

fn regulations(r: &mut Regulations, kind: u8) {
    r.days_per_period = 12;
    r.moves_per_period = 2;
    r.forfeit = [Forfeit::Notice, Forfeit::Claim, Forfeit::Immediate][usize::from(kind % 3)];
    r.lose_on_overstep = 1 + u32::from(kind / 3 % 2);
    r.double_after_days = if kind / 6 % 2 == 1 { 4 } else { 0 };
    r.transit_days = u32::from(kind % 4);
    r.saved_days_cap = [0, 3][usize::from(kind / 2 % 2)];
    r.days_per_move = u32::from(kind / 5 % 3);
    r.control_warning_days = [5, 0][usize::from(kind / 4 % 2)];
}

/// One thing that happens on a day.
fn step(t: &mut Table, day: Day, what: u8, choice: usize) {
    let text = day.to_string();
    let turn = t.game.turn();
    let side = if choice.is_multiple_of(2) {
        turn
    } else {
        turn.other()
    };
    let number = t.game.move_number();
    let dots = if turn == Side::White { "." } else { "..." };
    match what {
        0..=9 => {
            let Some(mv) = legal(&t.game, choice) else {
                return;
            };
            t.moves(turn, &text, &format!("{number}{dots} {mv}"));
        }
        10 => {
            t.moves(side, &text, &format!("{number}{dots} 1188"));
        }
        11 => {
            let Some(mv) = legal(&t.game, choice) else {
                return;
            };
            let early = day.plus(-6).to_string();
            t.moves(turn, &early, &format!("{number}{dots} {mv}"));
        }
        12 => {
            t.writes(side, &text, &GameRequest::DrawOffer);
        }
        13 => {
            t.writes(side, &text, &GameRequest::DrawDecline);
        }
        14 | 15 => {
            t.writes(side, &text, &GameRequest::TimeClaim);
        }
        16 => {
            let text_of = "no".to_owned();
            t.writes(side, &text, &GameRequest::Protest { text: text_of });
        }
        17..=20 | 30..=36 => ordered(t, &text, what, choice),
        21 => {
            let days = Days {
                from: day.plus(-2),
                to: day.plus(3),
            };
            let id = LeaveId(1);
            t.game
                .set_leave(side, vec![LeaveSpan { id, days }])
                .unwrap();
        }
        _ => {
            t.ticks(&text);
        }
    }
}

fn ordered(t: &mut Table, day: &str, what: u8, choice: usize) {
    let ply = u32::try_from(choice).unwrap() % (t.game.ply() + 2);
    let (yesterday, early) = (d(day).plus(-1), d(day).plus(-3));
    let also = |option: String| match choice.is_multiple_of(2) {
        true => option,
        false => String::new(),
    };
    let words = match what {
        17 => "confirm-forfeit".to_owned(),
        18 => format!("reject-claim {}", also("--bar-claims".to_owned())),
        19 => format!("penalty white {}", i64::try_from(choice % 9).unwrap() - 4),
        20 => format!("set-dates {ply} --received {early}"),
        30 => format!("void {ply} {}", also(format!("--clock {day}"))),
        31 => "reopen".to_owned(),
        32 => "pause".to_owned(),
        33 => "resume".to_owned(),
        34 => "result 1/2-1/2".to_owned(),
        35 => {
            let mv = legal(&t.game, choice).unwrap_or_else(|| "nothing".to_owned());
            format!("move {mv} --received {yesterday} --sent {day}")
        }
        _ => return revoked(t, day, choice),
    };
    let now = Instant::parse(&format!("{day}T13:00:00Z")).unwrap();
    let before = t.game.clone();
    match order(&t.game, &words, "reason", now) {
        Ok(ruling) => {
            assert!(!ruling.entries().is_empty(), "{words}: {}", ruling.note);
            t.take(ruling);
            match words.split(' ').next().unwrap() {
                "void" => assert_eq!(t.game.ply() + 1, ply),
                "move" => assert_eq!(t.game.ply(), before.ply() + 1),
                "pause" => assert_eq!(t.game.status, Status::Paused),
                "resume" => assert_eq!(t.game.status, Status::Active),
                "reopen" => assert_eq!(t.game.result, None),
                _ => {}
            }
            t.leave(now);
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// One of the decisions so far is taken back, perhaps a revocation.
fn revoked(t: &mut Table, day: &str, choice: usize) {
    let mut all: Vec<EventId> = t.game.entries.iter().filter_map(|e| e.decision()).collect();
    all.dedup();
    let Some(decision) = (!all.is_empty()).then(|| all[choice % all.len()]) else {
        return;
    };
    let now = Instant::parse(&format!("{day}T14:00:00Z")).unwrap();
    if let Ok(decided) = orders::revoke(&t.game, decision, "reason", now) {
        let ruling = decided.ruling;
        assert_eq!(ruling.entries().len(), 1, "{}", ruling.note);
        t.take(ruling);
        let mine = |e: &&Recorded| e.decision() == Some(decision);
        assert!(t.game.standing_recorded().find(mine).is_none());
        t.leave(now);
    }
}

/// Days that were taken back are told anew where leave is entered for days before that.
#[test]
fn a55_4_7_leave_that_is_entered_behind_days_taken_back_counts_in_hand_as_in_the_record() {
    let mut t = Table::new(|r| regulations(r, 2));
    let mut day = d("2026-01-10");
    for (what, days, choice) in [
        (12, 0, 0),
        (10, 0, 0),
        (12, 0, 0),
        (12, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
        (0, 2, 0),
        (11, 1, 0),
        (0, 0, 0),
        (19, 0, 117),
        (21, 0, 19),
    ] {
        day = day.plus(days);
        step(&mut t, day, what, choice);
    }
    let (facts, leave) = (t.game.facts.clone(), t.game.leave.clone());
    let told = GameFile::fold(facts, leave, t.game.entries.to_vec()).unwrap();
    assert_eq!(told.tally().sides.white.penalty, -1);
    assert_eq!(state(&told), state(&t.game));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_in_hand_is_what_its_record_tells(
        kind in 0u8..12,
        steps in prop::collection::vec((0u8..40, 0i64..8, 0usize..400), 1..40),
    ) {
        let mut t = Table::new(|r| regulations(r, kind));
        let mut day = d("2026-01-10");
        for (what, days, choice) in steps {
            day = day.plus(days);
            step(&mut t, day, what, choice);
            let (facts, leave) = (t.game.facts.clone(), t.game.leave.clone());
            let told = GameFile::fold(facts, leave, t.game.entries.to_vec()).unwrap();
            prop_assert_eq!(state(&told), state(&t.game));
            prop_assert_eq!(disagreements(&told), Vec::<String>::new());
            for clock in [Side::White, Side::Black].map(|s| t.game.tally().sides.get(s)) {
                prop_assert_eq!(clock.total, clock.days + clock.penalty);
                prop_assert_eq!(clock.left, clock.limit - clock.total);
            }
            if let Some(over) = &t.game.exceeded {
                prop_assert!(t.game.status != Status::Active || t.game.facts.regulations.lose_on_overstep == 2, "{:?}", over);
            }
        }
    }

    #[test]
    fn a_tick_does_only_what_was_said_to_be_due_and_does_it_once(
        kind in 0u8..12,
        steps in prop::collection::vec((0u8..40, 0i64..8, 0usize..400), 1..25),
    ) {
        let mut t = Table::new(|r| regulations(r, kind));
        let mut day = d("2026-01-10");
        for (what, days, choice) in steps {
            day = day.plus(days);
            step(&mut t, day, what, choice);
            let now = Instant::parse(&format!("{day}T20:00:00Z")).unwrap();
            let said = next_due(&t.game);
            let done = due(&t.game, now, Some(now));
            if !done.entries().is_empty() {
                prop_assert!(said.is_some_and(|at| at <= now), "{:?} was not due", done.entries());
            }
            let mut once = *done.game.unwrap();
            let mut seen: Vec<String> = Vec::new();
            // A second pass may find what the first has made possible, but nothing twice.
            for _ in 0..4 {
                number(&mut once);
                let again = due(&once, now, Some(now));
                for entry in again.entries() {
                    let text = format!("{:?}", entry.event);
                    prop_assert!(!seen.contains(&text), "{text} twice");
                    seen.push(text);
                }
                once = *again.game.unwrap();
            }
        }
    }

    /// What comes in a game within some days is found by the day on which a pass looks at it,
    /// whatever regulations hold and whatever stands; and the looks come to an end.
    #[test]
    fn what_comes_is_found_by_the_next_look(
        kind in 0u8..12,
        proposes in prop::collection::vec(0usize..40, 2..9),
        steps in prop::collection::vec((0u8..40, 0i64..8, 0usize..400), 0..25),
    ) {
        let mut t = Table::new(|r| regulations(r, kind));
        let mut day = d("2026-01-10");
        for (what, days, choice) in steps {
            day = day.plus(days);
            step(&mut t, day, what, choice);
        }
        proposes_a_series(&mut t, day, &proposes);
        for now in 0..40 {
            let day = day.plus(now);
            let at = Instant::parse(&format!("{day}T20:00:00Z")).unwrap();
            let look = next_look(&t.game, at);
            prop_assert!(is_next_look(&t.game, look));
            let regulations = &t.game.facts.regulations;
            let transit = regulations.transit_days.max(regulations.post_transit_days);
            let by = at.plus_seconds((7 + i64::from(transit) + 2) * 86_400);
            let flags = |a: &Ahead| matches!(a.what, Coming::Flag | Coming::SeriesFlag(_));
            let coming = Forecast::of(&t.game).within(day, day.plus(7), t.game.facts.end);
            for ahead in coming.iter().filter(|a| flags(a)) {
                prop_assert!(look.is_some_and(|look| look <= by), "{ahead:?}, {look:?}");
            }
            t.ticks(&day.to_string());
        }
    }
}

/// Who is to move makes a move and proposes a series behind it, where he can.
fn proposes_a_series(t: &mut Table, day: Day, choices: &[usize]) {
    if t.game.status != Status::Active {
        return;
    }
    let mut position = t.game.line.position().clone();
    let mut said = Vec::new();
    for choice in choices {
        let all = position.legal_moves();
        let Some(mv) = all.get(choice % all.len().max(1)) else {
            break;
        };
        said.push(position.numeric(*mv));
        position = position.after(*mv);
    }
    let Some((own, series)) = said.split_first() else {
        return;
    };
    let turn = t.game.turn();
    let dots = if turn == Side::White { "." } else { "..." };
    let number = t.game.move_number();
    let text = format!("{number}{dots} {own} if {}", series.join(" "));
    t.moves(turn, &day.to_string(), &text);
}
