//! The rules of time sentence by sentence: what the stories beside do not tell.

use super::*;
use crate::arbiter::{Coming, Forecast};
use crate::record::Wish;
use crate::rules::{DaysOrMonths, NoMate};

/// Ten days a period and nothing but oversteps. White's first move on the 10th is
/// received on the 11th: Black's flag falls on the 22nd, and is declared on the 23rd.
fn ten(change: impl FnOnce(&mut Regulations)) -> Table {
    Table::new(|r| {
        r.repeat_after_days = 0;
        r.silence_days = DaysOrMonths::Days(0);
        r.control_warning_days = 0;
        r.days_per_period = 10;
        change(r);
    })
}

fn opened(change: impl FnOnce(&mut Regulations)) -> Table {
    let mut t = ten(change);
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t
}

fn noticed(change: impl FnOnce(&mut Regulations)) -> Table {
    let mut t = opened(change);
    assert_eq!(t.ticks("2026-01-23"), [NoticeKind::TimeForfeit; 3]);
    t
}

impl Table {
    fn orders(&mut self, day: &str, what: &str) {
        let now = Instant::parse(&format!("{day}T12:00:00Z")).unwrap();
        self.orders_at(now, what);
    }

    fn annulled(&self) -> bool {
        let annulled = |n: &Notice| matches!(n.body, Body::ForfeitAnnulled { .. });
        self.last.notices.iter().any(annulled)
    }

    fn flag(&self) -> Day {
        self.game.tally().running.unwrap().flag
    }
}

fn protest() -> GameRequest {
    GameRequest::Protest {
        text: "no".to_owned(),
    }
}

// An announced overstep that the record no longer bears out.

#[test]
fn a56_7_7_leave_granted_backwards_keeps_the_loss_from_being_entered() {
    let mut t = noticed(|_| {});
    t.away(Side::Black, "2026-01-12", "2026-01-16");
    assert_eq!(t.ticks("2026-02-09"), []);
    assert_eq!(t.game.status, Status::Paused, "the arbiter decides");
    t.orders("2026-02-10", "reject-claim");
    assert_eq!(t.game.status, Status::Active);
    // A single day of leave would not have been enough.
    let mut t = noticed(|_| {});
    t.away(Side::Black, "2026-01-12", "2026-01-12");
    assert_eq!(t.ticks("2026-02-09").len(), 6);
}

#[test]
fn a56_2_5_dates_set_or_days_taken_back_keep_the_loss_from_being_entered() {
    let mut t = noticed(|_| {});
    let order = "set-dates 2 --received 2026-01-15";
    t.orders("2026-01-24", order);
    assert_eq!(t.ticks("2026-02-09"), []);
    let mut t = noticed(|_| {});
    let back = "penalty black -2";
    t.orders("2026-01-24", back);
    assert_eq!(t.ticks("2026-02-09"), []);
    assert_eq!(t.game.status, Status::Paused);
}

// A move dispatched before the flag fell.

#[test]
fn a_move_sent_before_the_flag_annuls_an_immediate_loss_too() {
    let mut t = opened(|r| r.forfeit = Forfeit::Immediate);
    t.ticks("2026-01-23");
    assert_eq!(t.game.status, Status::Finished);
    assert_eq!(
        t.moves(Side::Black, "2026-01-21", "1... 5755"),
        Verdict::Move
    );
    assert!(t.annulled());
    assert_eq!((t.game.status, t.game.result), (Status::Active, None));
    assert_eq!(t.total(Side::Black), (10, 0, 10));
}

#[test]
fn a_loss_entered_by_the_arbiter_is_not_annulled_by_a_letter() {
    let mut t = noticed(|_| {});
    t.orders("2026-01-24", "confirm-forfeit");
    assert_eq!(
        t.moves(Side::Black, "2026-01-21", "1... 5755"),
        Verdict::MoveRejected
    );
    assert_eq!(t.game.status, Status::Finished);
}

#[test]
fn a_letter_without_a_move_annuls_no_notice() {
    let mut t = noticed(|_| {});
    t.moves(Side::Black, "2026-01-21", "5755 4745");
    assert!(!t.annulled());
    assert_eq!(t.game.status, Status::Paused);
    // A faulty move is an answer: it annuls the notice and costs its two days.
    t.moves(Side::Black, "2026-01-21", "1... 5754");
    assert!(t.annulled());
    assert_eq!(t.total(Side::Black), (10, 2, 12));
}

#[test]
fn an_overstep_made_with_a_move_is_not_annulled_by_the_next_move() {
    let mut t = opened(|_| {});
    // Dispatched after the flag fell, arrived before the tick; White answered.
    t.moves(Side::Black, "2026-01-22", "1... 5755");
    t.moves(Side::White, "2026-01-22", "2. 7163");
    assert_eq!(t.ticks("2026-01-22"), [], "the time on the way");
    assert_eq!(t.ticks("2026-01-23"), [NoticeKind::TimeForfeit; 3]);
    let exceeded = t.game.exceeded.clone().unwrap();
    assert_eq!(
        (exceeded.side, exceeded.at_move, exceeded.total),
        (Side::Black, 1, 11)
    );
    assert_eq!(
        t.moves(Side::Black, "2026-01-21", "2... 2836"),
        Verdict::Held
    );
    assert_eq!(t.game.status, Status::Paused);
}

#[test]
fn what_was_proposed_and_offered_stands_again_with_the_game() {
    let mut t = ten(|r| r.forfeit = Forfeit::Immediate);
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    t.writes(Side::White, "2026-01-11", &GameRequest::DrawOffer);
    t.ticks("2026-01-23");
    assert!(t.game.draw_offer.is_none() && t.game.proposal.is_none());
    t.orders("2026-01-24", "reject-claim");
    assert_eq!(t.game.draw_offer, Some((Side::White, 1)));
    assert!(t.game.proposal.is_some());
}

// Protests.

#[test]
fn a56_6_4_a_protest_one_day_late_does_not_keep_the_loss_away() {
    // The notice is received on the 24th: in time up to 7 February.
    let mut t = noticed(|_| {});
    t.writes(Side::Black, "2026-02-08", &protest());
    assert!(matches!(
        t.last.notices[0].body,
        Body::Protest { in_time: false, .. }
    ));
    assert_eq!(t.ticks("2026-02-09").len(), 6);
    assert_eq!(t.game.status, Status::Finished);
    let mut t = noticed(|_| {});
    t.writes(Side::Black, "2026-02-07", &protest());
    assert!(matches!(
        t.last.notices[0].body,
        Body::Protest { in_time: true, .. }
    ));
    assert_eq!(t.ticks("2026-02-09"), []);
}

#[test]
fn a56_6_4_only_the_side_concerned_contests_an_overstep() {
    let mut t = noticed(|_| {});
    t.writes(Side::White, "2026-01-25", &protest());
    assert!(!t.game.exceeded.as_ref().unwrap().protested);
    assert_eq!(t.ticks("2026-02-09").len(), 6);
}

#[test]
fn a54_5_2_the_loser_s_term_runs_from_the_notice() {
    let mut t = opened(|r| {
        r.forfeit = Forfeit::Immediate;
        r.protest_days = [3, 14];
    });
    t.ticks("2026-01-23");
    t.writes(Side::Black, "2026-02-07", &protest());
    assert!(matches!(
        t.last.notices[0].body,
        Body::Protest { in_time: true, .. }
    ));
    t.writes(Side::Black, "2026-02-08", &protest());
    assert!(matches!(
        t.last.notices[0].body,
        Body::Protest { in_time: false, .. }
    ));
}

// Claims.

fn by_claim(r: &mut Regulations) {
    r.forfeit = Forfeit::Claim;
    r.moves_per_period = 1;
}

#[test]
fn a56_6_1_a_claim_beside_the_answer_to_the_control_move_is_in_time() {
    let mut t = opened(by_claim);
    t.moves(Side::Black, "2026-01-25", "1... 5755");
    t.moves(Side::White, "2026-01-26", "2. 7163");
    t.adds(Side::White, "2026-01-26", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Paused);
    // In a letter of its own after the answer it lapses.
    let mut t = opened(by_claim);
    t.moves(Side::Black, "2026-01-25", "1... 5755");
    t.moves(Side::White, "2026-01-26", "2. 7163");
    t.writes(Side::White, "2026-01-26", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Active);
}

#[test]
fn a56_6_1_an_overstep_that_lapsed_does_not_hide_the_next() {
    let mut t = opened(by_claim);
    t.moves(Side::Black, "2026-01-25", "1... 5755");
    t.moves(Side::White, "2026-01-26", "2. 7163");
    // 14 days at the first move; 9 more make 23 of 20 at the second.
    t.moves(Side::Black, "2026-02-05", "2... 2836");
    t.writes(Side::White, "2026-02-06", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Paused);
    let exceeded = t.game.exceeded.clone().unwrap();
    assert_eq!(
        (exceeded.at_move, exceeded.total, exceeded.limit),
        (2, 23, 20)
    );
    // The same while he is still thinking.
    let mut t = opened(by_claim);
    t.moves(Side::Black, "2026-01-25", "1... 5755");
    t.moves(Side::White, "2026-01-26", "2. 7163");
    t.writes(Side::White, "2026-02-02", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Active, "20 of 20 days");
    t.writes(Side::White, "2026-02-03", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Paused);
}

#[test]
fn a53_3_the_arbiter_is_told_of_each_overstep_that_nobody_claims() {
    let mut t = opened(by_claim);
    let told = |t: &mut Table, day: &str| {
        t.ticks(day);
        let opened = |e: &&Entry| matches!(e.event, Event::MatterOpened(_));
        t.last.entries().iter().filter(opened).count()
    };
    assert_eq!(told(&mut t, "2026-01-23"), 1);
    assert_eq!(told(&mut t, "2026-01-24"), 0);
    t.moves(Side::Black, "2026-01-25", "1... 5755");
    assert_eq!(told(&mut t, "2026-01-25"), 0);
    t.moves(Side::White, "2026-01-26", "2. 7163");
    t.moves(Side::Black, "2026-02-05", "2... 2836");
    assert_eq!(told(&mut t, "2026-02-06"), 1);
    assert_eq!(told(&mut t, "2026-02-07"), 0);
}

#[test]
fn the_days_from_the_claim_s_arrival_are_nobody_s() {
    let mut t = opened(|r| r.forfeit = Forfeit::Claim);
    let at = |day: &str| Instant::parse(&format!("{day}T12:00:00Z")).unwrap();
    let ctx = Context {
        now: at("2026-01-26"),
        cause: Cause::Letter(InboundId(9)),
        side: Side::White,
        dispatch: Dispatch {
            arrived: at("2026-01-24"),
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
    t.take(rule(&t.game, &GameRequest::TimeClaim, &ctx));
    assert_eq!(t.game.exceeded.as_ref().unwrap().from, d("2026-01-24"));
}

// Rejected oversteps.

#[test]
fn what_was_let_pass_is_not_raised_again_in_the_next_cycle_either() {
    let carried = |answered: &str| {
        let mut t = opened(|r| r.moves_per_period = 1);
        // 25 of 10 days at the first move: 5 more than the second control allows.
        t.moves(Side::Black, "2026-02-05", "1... 5755");
        t.ticks("2026-02-05");
        t.orders("2026-02-06", "reject-claim");
        t.moves(Side::White, "2026-02-07", "2. 7163");
        t.moves(Side::Black, answered, "2... 2836");
        t.ticks("2026-02-12");
        t.game.status
    };
    assert_eq!(carried("2026-02-08"), Status::Active);
    assert_eq!(carried("2026-02-09"), Status::Paused, "by more");
}

#[test]
fn a56_6_7_what_a_refusal_has_left_ends_with_the_next_control() {
    let black = |t: &Table| *t.game.tally().sides.get(Side::Black);
    for cap in [0, 3] {
        // Twelve of ten days at the first move of two, and twenty left beyond.
        let mut t = noticed(|r| {
            r.moves_per_period = 2;
            r.saved_days_cap = cap;
        });
        t.orders("2026-01-23", "reject-claim --days 20");
        t.moves(Side::Black, "2026-01-24", "1... 5755");
        assert_eq!(
            (black(&t).total, black(&t).limit),
            (12, 32),
            "up to the control"
        );
        assert_eq!(t.game.let_off(Side::Black), Some((32, 2)));
        t.moves(Side::White, "2026-01-24", "2. 7163");
        t.moves(Side::Black, "2026-01-25", "2... 2836");
        assert_eq!((black(&t).total, black(&t).limit), (12, 20), "behind it");
        assert_eq!(t.game.let_off(Side::Black), None);
        t.moves(Side::White, "2026-01-25", "3. 6125");
        assert_eq!(t.flag(), d("2026-02-04"), "eight days");
    }
    // Ruled behind the control of its period, it holds up to the one after.
    let mut t = noticed(|r| {
        r.moves_per_period = 2;
        r.forfeit = Forfeit::Notice;
        r.lose_on_overstep = 2;
    });
    t.writes(Side::Black, "2026-01-23", &protest());
    t.moves(Side::Black, "2026-01-24", "1... 5755");
    t.moves(Side::White, "2026-01-24", "2. 7163");
    t.moves(Side::Black, "2026-01-25", "2... 2836");
    t.moves(Side::White, "2026-01-25", "3. 6125");
    t.orders("2026-01-26", "reject-claim --days 20");
    assert_eq!((black(&t).total, black(&t).limit), (13, 33));
    t.moves(Side::Black, "2026-01-26", "3... 1716");
    t.moves(Side::White, "2026-01-26", "4. 2514");
    t.moves(Side::Black, "2026-01-27", "4... 7866");
    assert_eq!((black(&t).total, black(&t).limit), (13, 30));
}

#[test]
fn a56_6_7_who_has_kept_a_control_by_what_was_left_is_not_over_at_once_behind_it() {
    let black = |t: &Table| *t.game.tally().sides.get(Side::Black);
    let mut t = noticed(|r| r.moves_per_period = 1);
    t.orders("2026-01-23", "reject-claim --days 20");
    // The ruling is received on the 24th: 13 days more, 25 of 32.
    t.moves(Side::Black, "2026-02-06", "1... 5755");
    assert_eq!((black(&t).total, black(&t).limit), (25, 32));
    t.moves(Side::White, "2026-02-07", "2. 7163");
    assert_eq!(t.flag(), d("2026-02-16"), "the second control allows 20");
    t.moves(Side::Black, "2026-02-08", "2... 2836");
    assert_eq!(
        (black(&t).total, black(&t).limit),
        (25, 30),
        "the third allows more"
    );
}

#[test]
fn a56_4_4_behind_a_pause_play_goes_on_for_both_with_the_first_answer() {
    // Black answers on the day of the ruling; White had the move on that day.
    let ends = [
        ("pause", "2026-01-14", "resume", 3),
        ("pause", "2026-01-14", "resume", 1),
        ("", "", "reject-claim --days 9", 1),
    ];
    for (before, from, order, transit) in ends {
        for ruled in ["2026-01-24", "2026-01-25"] {
            let case = format!("{order}, {transit} on the way, ruled {ruled}");
            let mut t = opened(|r| r.transit_days = transit);
            match before {
                "" => assert_eq!(t.ticks("2026-01-23").len(), 3, "{case}"),
                _ => t.orders(from, before),
            }
            t.orders(ruled, order);
            t.moves(Side::Black, "2026-01-25", "1... 5755");
            let own = t.total(Side::Black);
            t.moves(Side::White, "2026-01-30", "2. 7163");
            let days = |t: &Table| t.game.moves[2].days;
            assert_eq!(days(&t), 5 - i64::from(transit), "{case}");
            t.orders("2026-01-31", "set-dates 3 --received 2026-01-25");
            assert_eq!(days(&t), 5, "{case}");
            assert_eq!(t.total(Side::Black), own, "{case}");
            // No day before the ruling is anybody's.
            t.orders("2026-01-31", "set-dates 3 --received 2026-01-23");
            assert_eq!(days(&t), 5, "{case}");
        }
    }
}

#[test]
fn a56_4_4_a_move_that_was_held_moves_no_end_of_a_pause_before_the_ruling() {
    let mut t = opened(|_| {});
    t.orders("2026-01-14", "pause");
    t.orders("2026-01-20", "resume");
    let at = |day: &str| Instant::parse(&format!("{day}T12:00:00Z")).unwrap();
    let ctx = Context {
        now: at("2026-01-20"),
        cause: Cause::Letter(InboundId(9)),
        side: Side::Black,
        dispatch: Dispatch {
            arrived: at("2026-01-16"),
            header: Some(at("2026-01-16")),
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
    t.take(rule(
        &t.game,
        &GameRequest::Move(written("1... 5755")),
        &ctx,
    ));
    t.leave(at("2026-01-20"));
    assert_eq!(t.game.moves[1].sent, d("2026-01-16"));
    assert_eq!(t.game.moves[1].days, 3);
    t.moves(Side::White, "2026-01-26", "2. 7163");
    t.orders("2026-01-27", "set-dates 3 --received 2026-01-17");
    assert_eq!(t.game.moves[2].days, 6, "from the ruling on");
}

// lose_on_overstep = 2.

#[test]
fn a55_6_4_the_first_of_two_oversteps_does_not_pause_the_game() {
    let mut t = noticed(|r| r.lose_on_overstep = 2);
    assert_eq!(t.game.status, Status::Active);
    assert_eq!(t.ticks("2026-01-24"), [], "announced once");
    assert_eq!(
        t.moves(Side::Black, "2026-01-24", "1... 5755"),
        Verdict::Move
    );
    assert_eq!(t.total(Side::Black), (13, 0, 13));
    t.moves(Side::White, "2026-01-30", "2. 7163");
    // No protest: the clock begins at zero with the move after it.
    assert_eq!(t.ticks("2026-02-08"), []);
    assert_eq!(t.ticks("2026-02-09"), [NoticeKind::Ruling; 3]);
    assert_eq!(*t.game.oversteps.get(Side::Black), 1);
    assert_eq!(t.total(Side::Black), (0, 0, 0));
    assert_eq!(t.game.tally().sides.get(Side::Black).limit, 10);
    assert_eq!(t.game.status, Status::Active);
    assert_eq!(t.flag(), d("2026-02-11"));
}

/// Black's first overstep of two awaits the arbiter; the move with it was sent on the 24th, and
/// White's answer is received on the 26th.
fn contested(change: impl FnOnce(&mut Regulations)) -> Table {
    let mut t = noticed(|r| {
        r.lose_on_overstep = 2;
        r.moves_per_period = 3;
        change(r);
    });
    t.moves(Side::Black, "2026-01-24", "1... 5755");
    t.writes(Side::Black, "2026-01-24", &protest());
    t.moves(Side::White, "2026-01-25", "2. 7163");
    t
}

#[test]
fn a55_6_4_while_a_first_overstep_is_decided_the_next_move_has_its_time_of_the_new_count() {
    let mut t = contested(|r| r.control_warning_days = 5);
    // Ten days from the 26th, whatever the old count has used.
    assert_eq!(t.flag(), d("2026-02-06"));
    let counting = |t: &Table| *t.game.tally().counting(Side::Black);
    assert_eq!((counting(&t).total, counting(&t).limit), (0, 10));
    assert_eq!(t.total(Side::Black), (13, 0, 13), "what was used stays");
    assert!(t.game.tally().overstepped(Side::Black, d("2026-01-26")));
    let comes = Forecast::of(&t.game).within(d("2026-01-26"), d("2026-03-01"), None);
    let comes: Vec<_> = comes.into_iter().map(|a| (a.day, a.what)).collect();
    assert_eq!(
        comes,
        [
            (d("2026-01-31"), Coming::Warning),
            (d("2026-02-05"), Coming::LastDay),
            (d("2026-02-06"), Coming::Flag),
            (d("2026-02-07"), Coming::Overstep),
        ]
    );
    assert_eq!(t.ticks("2026-01-30"), []);
    assert_eq!(t.ticks("2026-01-31"), [NoticeKind::Reminder; 2]);
    assert_eq!(t.ticks("2026-02-04"), []);
    // The decision changes nothing of it, be it made before the day or after.
    let decided = |t: &Table, day: &str| {
        let mut decided = Table {
            game: t.game.clone(),
            last: Ruling::default(),
            letters: t.letters,
        };
        decided.orders(day, "confirm-forfeit");
        decided
    };
    let confirmed = decided(&t, "2026-02-04");
    assert_eq!(confirmed.flag(), d("2026-02-06"));
    assert_eq!(confirmed.total(Side::Black), (0, 0, 0));
    assert_eq!(t.ticks("2026-02-05"), [NoticeKind::Reminder; 2]);
    assert_eq!(t.ticks("2026-02-10"), [], "nothing is declared meanwhile");
    assert_eq!(decided(&t, "2026-02-10").flag(), d("2026-02-06"));
    // Made while nothing is decided, the moves go on on the new count.
    t.moves(Side::Black, "2026-02-11", "2... 2836");
    assert_eq!(counting(&t).moves, 1);
    assert_eq!(counting(&t).total, 16);
    assert_eq!(t.total(Side::Black), (29, 0, 29));
    // The refusal lets pass what the record has.
    t.moves(Side::White, "2026-02-12", "3. 6125");
    t.orders("2026-02-14", "reject-claim --days 20");
    let black = *t.game.tally().sides.get(Side::Black);
    assert_eq!((black.total, black.limit), (29, 50));
    assert_eq!(t.game.tally().counting(Side::Black), &black);
    assert_eq!(t.flag(), d("2026-03-07"));
}

#[test]
fn a55_6_4_the_overstepping_move_of_who_accepts_a_series_is_his_own_behind_it() {
    let mut t = ten(|r| r.lose_on_overstep = 2);
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    assert_eq!(t.ticks("2026-01-23"), [NoticeKind::TimeForfeit; 3]);
    t.writes(Side::Black, "2026-01-23", &protest());
    t.moves(Side::Black, "2026-01-25", "1... 5755 2. 7163 2836");
    assert_eq!(t.total(Side::Black), (14, 0, 14));
    t.moves(Side::White, "2026-01-26", "3. 6125");
    assert_eq!(t.flag(), d("2026-02-07"));
    // Decided before that move or behind it, it is the same: nothing of the 14 days is left.
    t.orders("2026-01-28", "confirm-forfeit");
    assert_eq!(t.total(Side::Black), (0, 0, 0));
    assert!(t.game.tally().oversteps.get(Side::Black).is_empty());
    assert_eq!(t.flag(), d("2026-02-07"));
}

#[test]
fn a55_6_4_an_overstep_that_is_undone_begins_no_new_count() {
    let mut t = contested(|_| {});
    assert!(t.game.tally().anew.is_some());
    t.orders("2026-01-27", "set-dates 2 --received 2026-01-20");
    assert_eq!(t.game.tally().anew, None);
    // Four days of ten are used.
    assert_eq!(t.flag(), d("2026-02-02"));
}

#[test]
fn a55_6_11_the_first_overstep_loses_where_the_regulations_say_so() {
    for (profile, lose_on_overstep, article) in [
        (Profile::Post, 1, "55.6.11"),
        (Profile::Email, 1, "56.6.6"),
        (Profile::Server, 1, "54.5.2"),
    ] {
        let mut t = noticed(|r| r.lose_on_overstep = lose_on_overstep);
        Arc::make_mut(&mut t.game.facts).profile = profile;
        t.orders("2026-01-24", "confirm-forfeit");
        let ended = t.game.entries.iter().rev();
        let mut ended = ended.filter(|e| matches!(e.event, Event::Ended { .. }));
        let grounds = ended.next().and_then(|e| e.grounds.clone());
        assert_eq!(grounds.as_deref(), Some(article), "{profile:?}");
    }
}

#[test]
fn a55_6_6_the_second_overstep_pauses_and_loses() {
    let mut t = noticed(|r| {
        r.lose_on_overstep = 2;
        r.days_per_period = 10;
    });
    t.orders("2026-01-24", "confirm-forfeit");
    // Still thinking: that move ends the old count, and the next one begins at zero.
    t.ticks("2026-02-06");
    assert_eq!(t.game.status, Status::Active);
    t.moves(Side::Black, "2026-02-06", "1... 5755");
    assert_eq!(t.total(Side::Black), (0, 0, 0));
    t.moves(Side::White, "2026-02-07", "2. 7163");
    assert_eq!(t.flag(), d("2026-02-19"));
    t.ticks("2026-02-20");
    assert_eq!(t.game.status, Status::Paused);
    assert_eq!(t.ticks("2026-03-09").len(), 6);
    assert_eq!(t.game.status, Status::Finished);
}

#[test]
fn a55_6_5_a_first_overstep_contested_and_refused() {
    let mut t = noticed(|r| r.lose_on_overstep = 2);
    t.writes(Side::Black, "2026-01-25", &protest());
    assert_eq!(t.ticks("2026-02-09"), [], "the arbiter decides");
    t.moves(Side::Black, "2026-02-09", "1... 5755");
    t.orders("2026-02-10", "reject-claim");
    assert_eq!(t.game.status, Status::Active);
    assert_eq!(*t.game.oversteps.get(Side::Black), 0);
    assert_eq!(t.total(Side::Black), (29, 0, 29));
}

#[test]
fn a55_6_4_immediate_begins_at_zero_too() {
    let mut t = opened(|r| {
        r.lose_on_overstep = 2;
        r.forfeit = Forfeit::Immediate;
    });
    t.ticks("2026-01-23");
    assert_eq!(t.game.status, Status::Active);
    assert_eq!(*t.game.oversteps.get(Side::Black), 1);
    t.moves(Side::Black, "2026-01-24", "1... 5755");
    t.moves(Side::White, "2026-01-25", "2. 7163");
    t.ticks("2026-02-20");
    assert_eq!(t.game.status, Status::Finished);
}

// Series of moves.

#[test]
fn a5_1_1_a_series_that_mates_needs_no_answer() {
    for text in ["2. 7274 4884", "2. 7274 4884 3. 5254"] {
        let mut t = ten(|_| {});
        t.moves(Side::White, "2026-01-10", "1. 6263");
        t.moves(Side::Black, "2026-01-11", "1... 5755 if 7274 4884");
        assert_eq!(t.moves(Side::White, "2026-01-12", text), Verdict::Move);
        let result = t.game.result.unwrap();
        assert_eq!(
            (result.code, result.termination),
            (ResultCode::Black, Termination::Checkmate)
        );
        assert_eq!(t.total(Side::White).1, 0, "nothing was faulty");
    }
}

#[test]
fn a56_4_6_a_fault_before_the_acceptance_stands_beside_the_own_move() {
    let mut t = ten(|r| r.moves_per_period = 1);
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    t.moves(Side::Black, "2026-01-20", "1... 5754");
    t.moves(Side::Black, "2026-01-21", "1... 5755 2. 7163 7866");
    let [_, first, _, own] = &t.game.moves[..] else {
        panic!()
    };
    assert_eq!((first.days, first.penalty, first.faults.len()), (0, 0, 0));
    assert_eq!((own.days, own.penalty, own.faults.len()), (9, 2, 1));
    assert_eq!(t.total(Side::Black), (9, 2, 11));
    // Over the control the days belong to the second move: 11 of 20.
    assert!(t.game.tally().sides.get(Side::Black).overstep.is_none());
}

#[test]
fn a56_3_9_an_acceptance_in_prose_costs_nothing() {
    let mut t = ten(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    let mut moves = written("1... 5755 2. 7163");
    moves.place = SeriesPlace::Prose;
    t.writes(Side::Black, "2026-01-12", &GameRequest::Move(moves));
    assert_eq!(t.total(Side::Black).1, 0);
}

// Reckoning.

#[test]
fn iccf_days_that_count_twice_bring_the_flag_forward() {
    let mut t = opened(|r| r.double_after_days = 5);
    // Seven days cost nine, eight cost eleven.
    assert_eq!(t.flag(), d("2026-01-19"));
    t.moves(Side::Black, "2026-01-18", "1... 5755");
    assert_eq!(t.total(Side::Black), (9, 0, 9));
    let mut t = opened(|r| {
        r.double_after_days = 5;
        r.control_warning_days = 5;
    });
    assert_eq!(t.ticks("2026-01-15"), []);
    assert_eq!(t.ticks("2026-01-16"), [NoticeKind::Reminder; 2]);
    assert_eq!(t.ticks("2026-01-18"), [NoticeKind::Reminder; 2]);
    assert_eq!(t.ticks("2026-01-18"), []);
}

/// Black wishes to be warned from a day on.
fn wishing(days: &[u32], from: &str, warning: u32) -> Table {
    let mut t = opened(|r| r.control_warning_days = warning);
    let days = days.to_vec();
    let at = Instant::parse(&format!("{from}T12:00:00Z")).unwrap();
    let mut facts = (*t.game.facts).clone();
    let wishes = &mut facts.players.get_mut(Side::Black).wishes;
    wishes.take(&Wish::Warnings { days }, at);
    t.game.facts = Arc::new(facts);
    t
}

#[test]
fn own_warnings_come_when_so_many_days_are_left() {
    let mut t = wishing(&[9, 7, 2], "2026-01-10", 0);
    // Received on the 11th with ten days: nine are left on the 12th.
    assert_eq!(
        next_due(&t.game).unwrap().to_string(),
        "2026-01-12T00:00:00Z"
    );
    assert_eq!(t.ticks("2026-01-11"), []);
    assert_eq!(t.ticks("2026-01-12"), [NoticeKind::Reminder]);
    let own = |n: &Notice| {
        matches!(
            n.body,
            Body::Reminder {
                left: 9,
                wished: true,
                ..
            }
        )
    };
    assert!(t.last.notices.iter().all(own), "{:?}", t.last.notices);
    assert_eq!(t.ticks("2026-01-12"), [], "once");
    // A pass that comes late warns once.
    assert_eq!(t.ticks("2026-01-19"), [NoticeKind::Reminder]);
    assert_eq!(t.ticks("2026-01-20"), []);
    t.moves(Side::Black, "2026-01-20", "1... 5755");
    assert!(t.game.marks.warned_on.is_none());
}

#[test]
fn own_warnings_stand_beside_the_tournament_s_but_never_two_on_one_day() {
    let mut t = wishing(&[6, 5, 1], "2026-01-10", 5);
    assert_eq!(t.ticks("2026-01-15"), [NoticeKind::Reminder], "his own");
    assert_eq!(
        t.ticks("2026-01-16"),
        [NoticeKind::Reminder; 2],
        "the tournament's"
    );
    assert_eq!(t.ticks("2026-01-20"), [NoticeKind::Reminder], "his own");
    assert_eq!(
        t.ticks("2026-01-21"),
        [NoticeKind::Reminder; 2],
        "the last day"
    );
}

#[test]
fn of_what_is_past_already_nobody_is_warned() {
    // More days than he had when the move came, or than he had when he asked.
    let mut t = wishing(&[30, 10, 8, 3], "2026-01-14", 0);
    assert_eq!(
        next_due(&t.game).unwrap().to_string(),
        "2026-01-18T00:00:00Z"
    );
    assert_eq!(t.ticks("2026-01-17"), []);
    assert_eq!(t.ticks("2026-01-18"), [NoticeKind::Reminder]);
}

#[test]
fn the_flag_of_a_move_with_a_fault_before_it() {
    let mut t = opened(|_| {});
    // Six days and two of penalty; the request is received on the 18th.
    t.moves(Side::Black, "2026-01-17", "1... 5754");
    assert_eq!(t.flag(), d("2026-01-21"));
    t.moves(Side::Black, "2026-01-23", "1... 5755");
    let overstep = t.game.tally().sides.get(Side::Black).overstep.unwrap();
    assert_eq!((overstep.total, overstep.flag), (13, d("2026-01-21")));
}

/// The flag that is told while one thinks is the flag that a move has overstepped by when it
/// is made, on whatever day the fault came.
#[test]
fn a56_4_1_a_flag_that_a_penalty_brings_on_falls_on_the_day_of_the_fault() {
    for day in 12..=22 {
        let mut t = opened(|_| {});
        t.moves(Side::Black, &format!("2026-01-{day}"), "1... 5754");
        let told = t.flag();
        let over = t.game.tally().sides.get(Side::Black).left < 0;
        assert_eq!(over, told <= d(&format!("2026-01-{day}")), "{day}: {told}");
        t.moves(Side::Black, "2026-01-28", "1... 5755");
        let overstep = t.game.tally().sides.get(Side::Black).overstep.unwrap();
        assert_eq!(overstep.flag, told, "{day}");
    }
}

#[test]
fn a56_6_2_a_claim_on_the_day_on_which_a_penalty_used_up_the_time_is_borne_out() {
    let mut t = opened(by_claim);
    t.moves(Side::Black, "2026-01-21", "1... 5754");
    assert_eq!(t.flag(), d("2026-01-21"));
    t.writes(Side::White, "2026-01-21", &GameRequest::TimeClaim);
    let refused = |n: &Notice| matches!(n.body, Body::ClaimRefused { .. });
    assert!(!t.last.notices.iter().any(refused));
    assert_eq!(t.game.status, Status::Paused);
}

#[test]
fn a56_4_5_a_receipt_set_before_the_start_counts_as_the_start() {
    let mut t = ten(|_| {});
    t.moves(Side::White, "2026-01-12", "1. 5254");
    let order = "set-dates 1 --received 2026-01-02";
    t.orders("2026-01-13", order);
    assert_eq!(t.total(Side::White), (2, 0, 2));
}

#[test]
fn dates_that_are_set_count_by_full_days_too() {
    let mut t = ten(|r| r.day_unit = DayUnit::Hours24);
    t.moves(Side::White, "2026-01-15", "1. 5254");
    assert_eq!(t.total(Side::White).0, 5);
    let order = "set-dates 1 --received 2026-01-12 --sent 2026-01-14";
    t.orders("2026-01-16", order);
    assert_eq!(t.total(Side::White).0, 2);
}

#[test]
fn a_game_that_ended_otherwise_is_not_opened_by_a_refused_claim() {
    let mut t = noticed(|_| {});
    t.writes(Side::White, "2026-01-24", &GameRequest::Resign);
    let now = Instant::parse("2026-01-25T12:00:00Z").unwrap();
    assert!(order(&t.game, "reject-claim", "", now).is_err());
    assert_eq!(t.game.result.unwrap().termination, Termination::Resignation);
}

#[test]
fn a_faulty_move_is_reckoned_from_the_receipt_the_arbiter_sets() {
    let mut t = opened(|_| {});
    t.moves(Side::Black, "2026-01-13", "1... 5754");
    let order = "set-dates 2 --received 2026-01-18";
    t.orders("2026-01-19", order);
    t.moves(Side::Black, "2026-01-20", "1... 5755");
    assert_eq!(t.total(Side::Black), (4, 2, 6));
}

#[test]
fn a56_4_7_dates_in_which_a_faulty_letter_lay_with_us_are_nobody_s_whole() {
    // Three days before it and two penalty days; our request is on its way for a day, which the
    // penalty gives back.
    for (looked, behind) in [
        ("2026-01-13", 11),
        ("2026-01-14", 10),
        ("2026-01-18", 6),
        ("2026-01-23", 1),
        ("2026-01-24", 0),
    ] {
        let mut t = ten(|_| {});
        let bad = GameRequest::Move(written("1. 5255"));
        t.looked_at(Side::White, ("2026-01-13", looked), &bad);
        t.moves(Side::White, "2026-01-25", "1. 5254");
        let total = (3 + behind, 2, 5 + behind);
        assert_eq!(t.total(Side::White), total, "looked at on {looked}");
    }
}

#[test]
fn a56_6_7_a_bar_ends_with_its_cycle() {
    let mut t = opened(by_claim);
    t.writes(Side::White, "2026-01-23", &GameRequest::TimeClaim);
    t.orders("2026-01-24", "reject-claim --bar-claims");
    let refused = |t: &Table| {
        let barred = |n: &Notice| matches!(n.body, Body::ClaimRefused { barred: true, .. });
        t.last.notices.iter().any(barred)
    };
    t.writes(Side::White, "2026-02-02", &GameRequest::TimeClaim);
    assert!(refused(&t));
    t.moves(Side::Black, "2026-02-02", "1... 5755");
    t.moves(Side::White, "2026-02-02", "2. 7163");
    t.writes(Side::White, "2026-02-20", &GameRequest::TimeClaim);
    assert!(!refused(&t));
    assert_eq!(t.game.status, Status::Paused);
}

#[test]
fn a_lost_letter_about_an_earlier_move_stops_no_clock() {
    let mut t = opened(|_| {});
    let at = Instant::parse("2026-01-12T12:00:00Z").unwrap();
    let lost = |ply, to| Event::LetterLost {
        ply,
        to,
        about: Some(About::Move),
        left: None,
        reported: false,
    };
    t.game.apply(entry(at, lost(0, Side::White))).unwrap();
    assert!(t.game.tally().running.is_some());
    t.game.apply(entry(at, lost(1, Side::Black))).unwrap();
    assert!(t.game.tally().running.is_none());
    // Receipt counts from a delivery that succeeds.
    let left = Event::LetterLeft {
        ply: 1,
        about: About::Move,
        to: Side::Black,
        left: Instant::parse("2026-01-20T12:00:00Z").unwrap(),
        on_paper: false,
    };
    t.game.apply(entry(at, left)).unwrap();
    assert_eq!(t.flag(), d("2026-02-01"));
}

#[test]
fn a56_5_2_of_two_letters_about_a_move_the_one_that_arrived_counts() {
    let at = |text: &str| Instant::parse(text).unwrap();
    let mut t = opened(|_| {});
    let first = t.game.letter_left().unwrap();
    let again = at("2026-01-20T12:00:00Z");
    let left = Event::LetterLeft {
        ply: 1,
        about: About::Move,
        to: Side::Black,
        left: again,
        on_paper: false,
    };
    t.game.apply(entry(again, left)).unwrap();
    // Two letters: the first one counts, as long as it is not known to be lost.
    assert_eq!(t.game.letter_left(), Some(first));
    let lost = |left| Event::LetterLost {
        ply: 1,
        to: Side::Black,
        about: Some(About::Move),
        left: Some(left),
        reported: false,
    };
    t.game.apply(entry(again, lost(first))).unwrap();
    assert_eq!(t.game.receipt(), Some(d("2026-01-21")));
    // The same loss told twice takes nothing more away.
    t.game.apply(entry(again, lost(first))).unwrap();
    assert_eq!(t.flag(), d("2026-02-01"));
    t.game.apply(entry(again, lost(again))).unwrap();
    assert_eq!(t.game.receipt(), None);
    assert!(t.game.tally().running.is_none());
    // The days from the first letter on were nobody's.
    t.moves(Side::Black, "2026-02-10", "1... 5755");
    assert_eq!(t.total(Side::Black), (0, 0, 0));
}

#[test]
fn a56_6_4_a_notice_that_came_back_begins_no_term() {
    let mut t = opened(|_| {});
    t.ticks("2026-01-24");
    assert_eq!(t.game.status, Status::Paused);
    let left = t.game.exceeded.as_ref().unwrap().notice_left.unwrap();
    let lost = Event::LetterLost {
        ply: 1,
        to: Side::Black,
        about: Some(About::Notice),
        left: Some(left),
        reported: false,
    };
    t.game.apply(entry(left, lost)).unwrap();
    assert_eq!(t.game.exceeded.as_ref().unwrap().notice_left, None);
    assert_eq!(t.ticks("2026-03-24"), []);
    assert_eq!(t.game.status, Status::Paused);
}

#[test]
fn a_ruling_that_came_back_ends_no_pause() {
    let mut t = opened(|_| {});
    t.ticks("2026-01-24");
    t.orders("2026-01-30", "reject-claim");
    let flag = t.flag();
    let left = Instant::parse("2026-01-30T12:00:00Z").unwrap();
    let lost = Event::LetterLost {
        ply: 1,
        to: Side::Black,
        about: Some(About::Ruling),
        left: Some(left),
        reported: false,
    };
    t.game.apply(entry(left, lost)).unwrap();
    assert!(t.flag() > flag.plus(1_000));
    let again = Event::LetterLeft {
        ply: 1,
        about: About::Ruling,
        to: Side::Black,
        left: Instant::parse("2026-02-09T12:00:00Z").unwrap(),
        on_paper: false,
    };
    t.game.apply(entry(left, again)).unwrap();
    assert_eq!(t.flag(), flag.plus(10));
}

#[test]
fn leave_a_pause_and_a_fault_in_one_move() {
    let mut t = opened(|_| {});
    t.away(Side::Black, "2026-01-13", "2026-01-14");
    // Received on the 11th: two days, two of leave, one more, then the fault.
    t.moves(Side::Black, "2026-01-16", "1... 5754");
    assert_eq!(t.total(Side::Black), (3, 2, 5));
    // The request is received on the 17th: five days are left, to the 22nd.
    assert_eq!(t.flag(), d("2026-01-23"));
    t.ticks("2026-01-24");
    assert_eq!(t.game.status, Status::Paused);
    assert_eq!(t.game.exceeded.as_ref().unwrap().total, 12);
    t.orders("2026-01-30", "reject-claim");
    // The ruling is received on the 31st; the 24th to the 30th are nobody's.
    t.moves(Side::Black, "2026-01-31", "1... 5755");
    assert_eq!(t.total(Side::Black), (10, 2, 12));
    assert_eq!(t.ticks("2026-02-02"), []);
    assert_eq!(t.game.status, Status::Active);
}

#[test]
fn exactly_at_the_control_is_no_overstep() {
    let mut t = opened(|_| {});
    t.moves(Side::Black, "2026-01-21", "1... 5755");
    assert_eq!(t.total(Side::Black), (10, 0, 10));
    assert_eq!(t.ticks("2026-02-03").len(), 3, "White's own flag");
    assert_eq!(t.game.exceeded.as_ref().unwrap().side, Side::White);
}

#[test]
fn a56_4_7_a_second_fault_costs_the_second_figure() {
    let mut t = ten(|r| r.penalty_days = [2, 5]);
    t.moves(Side::White, "2026-01-10", "1. 5255");
    t.moves(Side::White, "2026-01-11", "1. 5256");
    assert_eq!(t.total(Side::White), (0, 7, 7));
    // The opponent's first costs the first figure.
    t.moves(Side::White, "2026-01-12", "1. 5254");
    t.moves(Side::Black, "2026-01-13", "1... 5754");
    assert_eq!(t.total(Side::Black).1, 2);
}

#[test]
fn no_time_on_the_way_and_three_days_of_it() {
    let mut t = opened(|r| r.transit_days = 0);
    assert_eq!(t.flag(), d("2026-01-21"));
    assert_eq!(t.ticks("2026-01-20"), []);
    assert_eq!(t.ticks("2026-01-21").len(), 3);
    assert_eq!(t.ticks("2026-02-04"), []);
    assert_eq!(t.ticks("2026-02-05").len(), 6);
    let mut t = opened(|r| r.transit_days = 3);
    assert_eq!(t.flag(), d("2026-01-24"));
    assert_eq!(t.ticks("2026-01-26"), []);
    assert_eq!(t.ticks("2026-01-27").len(), 3);
    // Received on the 30th, in time to 13 February, on the way to the 16th.
    assert_eq!(t.ticks("2026-02-16"), []);
    assert_eq!(t.ticks("2026-02-17").len(), 6);
}

#[test]
fn a6_9_against_one_who_cannot_mate_as_the_regulations_say() {
    let bare = |rule: NoMate| {
        let mut facts = facts(|r| {
            r.time_against_no_mate = rule;
            r.days_per_period = 10;
            r.repeat_after_days = 0;
            r.control_warning_days = 0;
            r.forfeit = Forfeit::Immediate;
        });
        // Black to lose on time has a queen, White has only his king.
        facts.start_fen = Some("4k3/8/8/3q4/8/8/8/4K3 w - - 0 1".to_owned());
        let mut t = Table::of(begun(facts));
        t.moves(Side::White, "2026-01-10", "1. 5152");
        t.ticks("2026-01-23");
        t.ticks("2026-03-23");
        t
    };
    assert_eq!(
        bare(NoMate::Loss).game.result.unwrap().code,
        ResultCode::White
    );
    let mut drawn = bare(NoMate::Draw);
    assert_eq!(drawn.game.status, Status::Paused, "never silently");
    drawn.orders("2026-03-24", "confirm-forfeit");
    assert_eq!(drawn.game.result.unwrap().code, ResultCode::Draw);
}

#[test]
fn a_move_during_the_leave_says_that_the_leave_goes_on() {
    let mut t = opened(|_| {});
    t.away(Side::Black, "2026-01-13", "2026-01-18");
    t.moves(Side::Black, "2026-01-15", "1... 5755");
    assert_eq!(t.total(Side::Black), (2, 0, 2));
    let until = d("2026-01-18");
    assert!(
        t.last.notices[0]
            .remarks
            .contains(&Remark::LeaveGoesOn { until })
    );
}

#[test]
fn a_month_between_two_ticks_warns_of_nothing_twice() {
    let mut t = Table::new(|r| r.days_per_period = 100);
    t.moves(Side::White, "2026-01-10", "1. 5254");
    let kinds = t.ticks("2026-04-19");
    assert_eq!(
        kinds,
        [
            NoticeKind::Reminder,
            NoticeKind::Reminder,
            NoticeKind::Repeat,
            NoticeKind::Repeat,
            NoticeKind::Silence,
            NoticeKind::Silence,
            NoticeKind::Silence,
        ]
    );
    assert_eq!(t.ticks("2026-04-20"), []);
    assert_eq!(t.ticks("2026-04-21"), [NoticeKind::Reminder; 2]);
    assert_eq!(t.ticks("2026-04-21"), []);
}

#[test]
fn white_s_first_move_is_free_or_counts_from_a_late_start_letter() {
    let mut t = Table::new(|r| {
        r.white_first_move = crate::rules::WhiteFirstMove::Free;
    });
    assert_eq!(t.game.tally().running, None, "no flag falls in it");
    assert!(t.game.receipt().is_some());
    for day in ["2026-01-18", "2026-02-01", "2026-02-09"] {
        assert!(!t.game.tally().overstepped(Side::White, d(day)));
    }
    t.moves(Side::White, "2026-02-10", "1. 5254");
    assert_eq!(t.total(Side::White), (0, 0, 0));
}

#[test]
fn a56_4_5_no_flag_falls_on_a_free_first_move_and_who_does_not_make_it_is_silent() {
    let free = |r: &mut Regulations| {
        r.white_first_move = crate::rules::WhiteFirstMove::Free;
        r.silence_days = DaysOrMonths::Days(40);
        r.control_warning_days = 5;
    };
    let mut t = ten(free);
    let comes = Forecast::of(&t.game).within(d("2026-01-10"), d("2026-12-31"), None);
    let comes: Vec<_> = comes.into_iter().map(|a| a.what).collect();
    assert_eq!(comes, [Coming::Silence]);
    let mut day = d("2026-01-10");
    let mut told = Vec::new();
    while day < d("2026-03-10") {
        told.extend(t.ticks(&day.to_string()));
        day = day.next();
    }
    assert_eq!(told, [NoticeKind::Silence; 3]);
    assert_eq!(t.game.status, Status::Active);
    t.moves(Side::White, "2026-03-10", "1. 5254");
    assert_eq!(t.total(Side::White), (0, 0, 0));
    // Black's first move is not free.
    assert_eq!(t.flag(), d("2026-03-22"));
    // What a penalty charges stands beside it like beside any other.
    let mut t = ten(free);
    t.orders("2026-01-15", "penalty white 2");
    t.moves(Side::White, "2026-02-10", "1. 5254");
    assert_eq!(t.total(Side::White), (0, 2, 2));
}

// Days that are bounded otherwise.

#[test]
fn a56_4_3_every_move_of_one_s_own_may_add_days() {
    let mut t = opened(|r| r.days_per_move = 2);
    let limits = |t: &Table| [Side::White, Side::Black].map(|s| t.game.tally().sides.get(s).limit);
    assert_eq!(limits(&t), [12, 10], "White has made a move");
    assert_eq!(t.flag(), d("2026-01-22"), "of the first move, as ever");
    t.moves(Side::Black, "2026-01-16", "1... 5755");
    assert_eq!(limits(&t), [12, 12]);
    t.moves(Side::White, "2026-01-17", "2. 7163");
    // Five days of twelve are used, and the move is received on the 18th.
    assert_eq!(t.flag(), d("2026-01-26"));
}

/// Two moves a period, and at most three days go over a control.
fn capped(cap: u32) -> Table {
    opened(|r| {
        r.moves_per_period = 2;
        r.saved_days_cap = cap;
    })
}

#[test]
fn a56_4_3_unused_days_above_the_cap_lapse_at_the_control() {
    let mut t = capped(3);
    let black = |t: &Table| *t.game.tally().sides.get(Side::Black);
    t.moves(Side::Black, "2026-01-12", "1... 5755");
    assert_eq!(
        (black(&t).limit, black(&t).left),
        (10, 9),
        "before the control nothing lapses"
    );
    t.moves(Side::White, "2026-01-12", "2. 7163");
    t.moves(Side::Black, "2026-01-15", "2... 2836");
    // Three days used of ten: seven are left, four of them lapse.
    assert_eq!(
        (black(&t).total, black(&t).limit, black(&t).left),
        (3, 16, 13)
    );
    assert_eq!(t.game.tally().passed.get(Side::Black).lapsed.len(), 1);
    t.moves(Side::White, "2026-01-15", "3. 6125");
    t.moves(Side::Black, "2026-01-29", "3... 1716");
    assert_eq!(black(&t).left, 0);
    assert!(black(&t).overstep.is_none(), "exactly the limit");
    t.moves(Side::White, "2026-01-29", "4. 2514");
    assert_eq!(t.flag(), d("2026-01-31"));
}

#[test]
fn a56_4_3_what_is_not_above_the_cap_is_kept() {
    let mut t = capped(7);
    t.moves(Side::Black, "2026-01-12", "1... 5755");
    t.moves(Side::White, "2026-01-12", "2. 7163");
    t.moves(Side::Black, "2026-01-15", "2... 2836");
    assert_eq!(t.game.tally().sides.get(Side::Black).left, 17);
    assert!(t.game.tally().passed.get(Side::Black).lapsed.is_empty());
}

#[test]
fn a56_4_6_a_series_over_the_control_foresees_what_lapses() {
    let mut t = capped(3);
    t.moves(Side::Black, "2026-01-12", "1... 5755");
    t.moves(Side::White, "2026-01-12", "2. 7163 if 2836 6125");
    let running = t.game.tally().running.unwrap();
    let series = running.series.unwrap();
    // One day of ten is used; if he accepts, six of nine lapse: 1 + 3 + 10.
    assert_eq!((series.through, series.limit), (2, 14));
    t.moves(Side::Black, "2026-01-23", "2... 2836 3. 6125 1716");
    let black = *t.game.tally().sides.get(Side::Black);
    assert_eq!((black.limit, black.total), (14, 11));
}

/// Black takes so many replies of White's series of three and adds a move of his own.
fn accepts(t: &mut Table, replies: usize, day: Day) {
    let line = [
        "2... 4746",
        "2... 2836 3. 6134 4746",
        "2... 2836 3. 6134 6835 4. 2133 4746",
        "2... 2836 3. 6134 6835 4. 2133 7866 5. 4243 4746",
    ];
    t.moves(Side::Black, &day.to_string(), line[replies]);
    assert_eq!(t.game.moves.len(), 4 + 2 * replies);
}

#[test]
fn a56_4_6_the_days_told_with_a_series_are_those_of_the_move_it_names() {
    let series = [
        "2836 6134",
        "2836 6134 6835 2133",
        "2836 6134 6835 2133 7866 4243",
    ];
    let mut told = 0;
    for per_move in [0, 1, 5] {
        for (period, cap) in [(1, 0), (2, 0), (3, 0), (10, 0), (1, 3), (2, 3)] {
            for most in 1..=series.len() {
                let case = format!("{per_move} a move, {period} a period, cap {cap}: {most}");
                let mut t = opened(|r| {
                    r.days_per_move = per_move;
                    r.moves_per_period = period;
                    r.saved_days_cap = cap;
                });
                t.moves(Side::Black, "2026-01-13", "1... 5755");
                t.moves(
                    Side::White,
                    "2026-01-14",
                    &format!("2. 7163 if {}", series[most - 1]),
                );
                let running = t.game.tally().running.unwrap();
                let over = |replies, day: Day| {
                    let mut t = Table {
                        game: t.game.clone(),
                        last: Ruling::default(),
                        letters: t.letters,
                    };
                    accepts(&mut t, replies, day);
                    t.game.tally().sides.get(Side::Black).overstep.is_some()
                };
                let Some(series) = running.series else {
                    for replies in 0..=most {
                        assert!(over(replies, running.flag), "{case}, {replies}");
                        assert!(!over(replies, running.flag.plus(-1)), "{case}, {replies}");
                    }
                    continue;
                };
                told += 1;
                let through = usize::try_from(series.through - 1).unwrap();
                assert!((1..=most).contains(&through), "{case}");
                for replies in 0..=most {
                    let last = series.flag.plus(-1);
                    // With a cap more lapses at a further control among what is accepted.
                    if replies <= through || cap == 0 {
                        assert_eq!(over(replies, last), replies < through, "{case}, {replies}");
                    }
                    assert!(over(replies, series.flag), "{case}, {replies}");
                }
                // Nothing is declared before that day, whatever passes there are.
                let mut day = running.flag;
                while day < series.flag {
                    assert_eq!(t.ticks(&day.to_string()), [], "{case}, {day}");
                    day = day.next();
                }
                assert_eq!(t.game.status, Status::Active, "{case}");
                assert!(
                    !t.game
                        .tally()
                        .overstepped(Side::Black, series.flag.plus(-1))
                );
                t.ticks(&series.flag.plus(1).to_string());
                assert_eq!(t.game.status, Status::Paused, "{case}");
            }
        }
    }
    assert_eq!(
        told, 41,
        "of 54 series there are so many that give more days"
    );
}

#[test]
fn a56_4_6_what_comes_has_both_days_of_a_series_the_second_with_its_move() {
    let mut t = opened(|r| {
        r.moves_per_period = 2;
        r.control_warning_days = 5;
    });
    t.moves(Side::Black, "2026-01-13", "1... 5755");
    t.moves(Side::White, "2026-01-14", "2. 7163 if 2836 6134 6835 2133");
    let coming = |t: &Table, from: &str| {
        let all = Forecast::of(&t.game).within(d(from), d("2026-03-01"), None);
        all.into_iter().map(|a| (a.day, a.what)).collect::<Vec<_>>()
    };
    let ordinary = [
        (d("2026-01-18"), Coming::Warning),
        (d("2026-01-23"), Coming::LastDay),
        (d("2026-01-24"), Coming::Flag),
    ];
    let later = [
        (d("2026-02-03"), Coming::SeriesFlag(2)),
        (d("2026-02-04"), Coming::Overstep),
    ];
    assert_eq!(coming(&t, "2026-01-15"), [&ordinary[..], &later].concat());
    assert_eq!(coming(&t, "2026-01-25"), later);
    // The figures are those of the next move, until the later day is past too (56.4.6).
    for (day, limit, left) in [
        ("2026-01-20", 10, 3),
        ("2026-01-30", 10, -7),
        ("2026-02-02", 10, -10),
        ("2026-02-03", 20, -1),
    ] {
        let clock = t.game.tally().clock(&t.game, Side::Black, d(day));
        let stands = (
            clock.limit,
            t.game.tally().left(&t.game, Side::Black, d(day)),
        );
        assert_eq!(stands, (limit, left), "{day}");
        let over = t.game.tally().overstepped(Side::Black, d(day));
        assert_eq!(over, day == "2026-02-03");
    }
}

/// Reminders to White on each day up to the fall of his flag: day, days left, the flag they
/// name, whether it is the last day.
fn reminded(t: &mut Table, from: Day) -> Vec<(Day, i64, Day, bool)> {
    let mut told = Vec::new();
    let mut day = from;
    while t.game.tally().running.is_none_or(|r| day < r.flag) && day < from.plus(100) {
        t.ticks(&day.to_string());
        let white = Recipient::Player(t.game.player(Side::White).id);
        told.extend(
            t.last
                .notices
                .iter()
                .filter(|n| n.to == white)
                .filter_map(|n| match n.body {
                    Body::Reminder {
                        left,
                        flag,
                        last_day,
                        ..
                    } => Some((day, left, flag, last_day)),
                    _ => None,
                }),
        );
        day = day.next();
    }
    told
}

#[test]
fn a56_4_10_warnings_are_about_the_flag_that_stands() {
    // Warned on 25 and 30 January of a flag on the 31st; whatever moves it on is warned of.
    for (orders, flag, first) in [
        (
            &[("2026-01-26", "penalty white -7")][..],
            "2026-02-07",
            Some("2026-02-01"),
        ),
        (
            &[("2026-01-30", "penalty white -7")],
            "2026-02-07",
            Some("2026-02-01"),
        ),
        (&[("2026-01-30", "penalty white -2")], "2026-02-02", None),
        (
            &[("2026-01-30", "set-dates 1 --received 2026-01-20")],
            "2026-02-10",
            Some("2026-02-04"),
        ),
        (
            &[("2026-01-26", "pause"), ("2026-02-10", "resume")],
            "2026-02-16",
            None,
        ),
        (
            &[("2026-02-02", "reject-claim --days 20")],
            "2026-02-24",
            Some("2026-02-18"),
        ),
        (
            &[("2026-02-02", "reject-claim --days 4")],
            "2026-02-08",
            None,
        ),
        // What takes days is told in its ruling: the first warning holds.
        (
            &[("2026-01-26", "penalty white 2")],
            "2026-01-29",
            Some("2026-01-25"),
        ),
    ] {
        let mut t = Table::new(|r| {
            r.days_per_period = 20;
            (r.repeat_after_days, r.silence_days) = (0, DaysOrMonths::Days(0));
        });
        let (begin, _) = orders[0];
        let mut day = d("2026-01-20");
        let mut all = Vec::new();
        while day < d(begin) {
            t.ticks(&day.to_string());
            let body = t.last.notices.first().map(|n| n.body.clone());
            if let Some(Body::Reminder {
                left,
                flag,
                last_day,
                ..
            }) = body
            {
                all.push((day, left, flag, last_day));
            }
            day = day.next();
        }
        for (day, words) in orders {
            t.orders(day, words);
        }
        let last = orders.last().map(|(day, _)| d(day)).unwrap();
        all.extend(reminded(&mut t, last));
        assert_eq!(t.flag(), d(flag), "{orders:?}");
        let of_flag: Vec<_> = all.iter().filter(|r| r.2 == d(flag)).collect();
        let firsts: Vec<_> = of_flag.iter().filter(|r| !r.3).collect();
        let lasts: Vec<Day> = of_flag.iter().filter(|r| r.3).map(|r| r.0).collect();
        assert_eq!(lasts, [d(flag).plus(-1)], "{orders:?}: {all:?}");
        match first {
            Some(first) if d(first) > last => {
                assert_eq!(firsts.len(), 1, "{orders:?}: {all:?}");
                assert_eq!(
                    (firsts[0].0, firsts[0].1),
                    (d(first), 5),
                    "{orders:?}: {all:?}"
                );
            }
            Some(_) => assert!(firsts.is_empty(), "{orders:?}: {all:?}"),
            None => assert!(
                firsts.len() <= 1 && firsts.iter().all(|r| r.1 <= 5),
                "{all:?}"
            ),
        }
    }
}

#[test]
fn what_comes_has_the_last_day_of_a_flag_that_has_moved_on() {
    let mut t = Table::new(|r| {
        r.days_per_period = 20;
        (r.repeat_after_days, r.silence_days) = (0, DaysOrMonths::Days(0));
    });
    t.ticks("2026-01-25");
    t.ticks("2026-01-30");
    let coming = |t: &Table| {
        let all = Forecast::of(&t.game).within(d("2026-01-30"), d("2026-03-01"), None);
        all.into_iter().map(|a| (a.day, a.what)).collect::<Vec<_>>()
    };
    // It falls on its day, and is announced when a letter sent before has had its day.
    assert_eq!(
        coming(&t),
        [
            (d("2026-01-31"), Coming::Flag),
            (d("2026-02-01"), Coming::Overstep),
        ]
    );
    t.orders("2026-01-30", "set-dates 1 --received 2026-01-20");
    assert_eq!(
        coming(&t),
        [
            (d("2026-02-04"), Coming::Warning),
            (d("2026-02-09"), Coming::LastDay),
            (d("2026-02-10"), Coming::Flag),
            (d("2026-02-11"), Coming::Overstep),
        ]
    );
}

#[test]
fn a_receipt_before_our_request_is_asked_back() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t.moves(Side::Black, "2026-01-14", "1... 5754");
    let asked = |t: &Table, received: &str| {
        let line = format!("set-dates T/1 2 --received {received}");
        let td = orders::line::of_line(&line).unwrap();
        let (_, order) = td.order.in_game().unwrap();
        let now = Instant::parse("2026-01-20T12:00:00Z").unwrap();
        let decided = orders::decide(&t.game, order, "reason", now).unwrap();
        let days = decided
            .ruling
            .game
            .map(|g| g.tally().sides.get(Side::Black).total);
        (!decided.cautions.is_empty(), days)
    };
    for played in [false, true] {
        if played {
            t.moves(Side::Black, "2026-01-17", "1... 5755");
            // The 11th to the 14th and the 16th to the 17th are his, and two days of penalty.
            assert_eq!(asked(&t, "2026-01-16"), (false, Some(3 + 1 + 2)));
        }
        assert!(asked(&t, "2026-01-12").0, "{played}");
        assert!(!asked(&t, "2026-01-15").0, "{played}");
    }
}
