//! A refused overstep leaves time to move, and every figure of a game is the same
//! wherever it stands (RULES.md 4, "A rejected overstep"; 56.6.7).

use crate::club::{Club, Setup};

const GAME: &str = "T26/1";

/// Black received 1. e4 on 11 January; the flag fell on 13 March, the notice went out on
/// the 14th, and the arbiter refuses the overstep on the 16th: received on the 17th.
fn refused(leaves: &str) -> Club {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";
    let mut club = Setup::new().rules(quiet).opens();
    club.play(GAME, "5254");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.are_told(&["ann", "bert", "arbiter"], "time-forfeit");
    club.it_is("2026-03-16T09:00:00Z");
    club.decides(&format!("reject-claim {GAME} {leaves}"));
    club
}

#[test]
fn every_figure_uses_the_limit_that_the_ruling_left() {
    let mut club = refused("--days 5");
    // 62 days by the notice, and five that the ruling leaves.
    club.stands(GAME, "/clock/running/used", 62);
    club.stands(GAME, "/clock/black/limit", 67);
    club.stands(GAME, "/clock/black/left", 67);
    club.stands(GAME, "/clock/black/overstepped", false);
    club.stands(GAME, "/clock/running/flag_falls", "2026-03-23");
    club.it_is("2026-03-18T09:00:00Z");
    club.sends("bert", "STATUS");
    let status = club.is_told("bert", "status");
    status.says("4");
    // It is raised again where later days exceed it by more, with the same figures.
    club.it_is("2026-03-24T09:00:00Z");
    club.polls();
    club.ticks();
    let notice = club.is_told("bert", "time-forfeit");
    notice.says("Used: 69 days; allowed: 67 days");
    notice.says("the first day over is 23 March 2026");
    club.are_told(&["ann", "arbiter"], "time-forfeit");
}

#[test]
fn a_refusal_that_says_nothing_lets_pass_what_was_used() {
    let mut club = refused("");
    club.stands(GAME, "/clock/black/limit", 62);
    club.stands(GAME, "/clock/running/used", 62);
    club.stands(GAME, "/clock/running/flag_falls", "2026-03-18");
    club.it_is("2026-03-17T20:00:00Z");
    club.sends("bert", "1... 5755");
    assert_eq!(club.verdict(), "move");
    club.takes_all();
    club.ticks();
    club.stands(GAME, "/status", "active");
    // Until that player's next control, not beyond it by more than the formula.
    club.stands(GAME, "/clock/black/limit", 62);
}

#[test]
fn a_receipt_stated_in_the_ruling_counts() {
    let mut club = refused("--received 2026-03-10");
    // Four days up to the notice: nothing needs to be let pass.
    club.stands(GAME, "/clock/running/used", 4);
    club.stands(GAME, "/clock/black/limit", 60);
    club.stands(GAME, "/clock/running/since", "2026-03-10");
}

#[test]
fn a_loss_on_time_that_is_reopened_leaves_what_the_order_says() {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0";
    let mut club = Setup::new()
        .rules(quiet)
        .rules("forfeit = \"immediate\"")
        .opens();
    club.play(GAME, "5254");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.takes_all();
    club.stands(GAME, "/result", "1-0");
    club.it_is("2026-03-16T09:00:00Z");
    club.decides(&format!("reopen {GAME} --days 5"));
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/clock/black/limit", 67);
    club.stands(GAME, "/clock/running/flag_falls", "2026-03-23");
}

const QUIET: &str = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";

/// Black has thought since 11 January, and his time was over on 12 March.
fn overstepped() -> Club {
    let mut club = Setup::new().rules(QUIET).opens();
    club.play("T26/1", "5254");
    club.it_is("2026-03-14T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club.stands("T26/1", "/status", "paused");
    club
}

/// The same, and the loss is entered.
fn lost() -> Club {
    let mut club = overstepped();
    club.types("td confirm-forfeit T26/1").unwrap();
    club.everything_read();
    club
}

#[test]
fn an_order_that_leaves_under_four_days_says_so_and_asks_for_more() {
    for (before, order) in [
        (overstepped as fn() -> Club, "reject-claim"),
        (lost as fn() -> Club, "reopen"),
    ] {
        let mut club = before();
        let stood = club.game("T26/1");
        let asked = club.types(&format!("td {order} T26/1")).unwrap_err();
        assert!(
            asked.contains("black would have ") || asked.contains("over at once"),
            "{asked}"
        );
        for way in ["--received DATE", "--days N", "--anyway"] {
            assert!(asked.contains(way), "{asked}");
        }
        assert_eq!(club.game("T26/1"), stood);
        club.nobody_is_told();
        let tried = club.types(&format!("td {order} T26/1 --dry-run")).unwrap();
        assert!(
            tried.contains("after: ") && tried.contains("flag of black"),
            "{tried}"
        );

        let done = club.types(&format!("td {order} T26/1 --days 10")).unwrap();
        assert!(done.contains("flag of black 2026-03-2"), "{done}");
        club.everything_read();
        club.stands("T26/1", "/status", "active");
        club.stands("T26/1", "/clock/black/overstepped", false);

        let mut club = before();
        club.types(&format!("td {order} T26/1 --received 2026-02-10"))
            .unwrap_or_else(|e| panic!("{order}: {e}"));
        club.everything_read();
        club.stands("T26/1", "/clock/black/overstepped", false);

        let mut club = before();
        club.types(&format!("td {order} T26/1 --anyway")).unwrap();
        club.everything_read();
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn a_letter_gives_the_days_in_the_same_order() {
    let mut club = overstepped();
    club.sends("arbiter", "HELP");
    let help = club.is_told("arbiter", "transcript");
    let says = |club: &mut Club, to: &crate::club::Mail, text: &str| {
        club.letter("arbiter").answering(to).says(text).posts();
        club.polls();
        club.is_told("arbiter", "transcript")
    };
    let asked = says(&mut club, &help, "REJECT-CLAIM T26/1");
    club.nobody_is_told();
    asked.says("--days").says("REJECT-CLAIM T26/1 ANYWAY");
    says(&mut club, &asked, "REJECT-CLAIM T26/1 days 10").says("Done (decision");
    club.everything_read();
    club.stands("T26/1", "/status", "active");
}
