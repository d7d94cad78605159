//! A refused overstep leaves time to move.

use crate::club::{Club, Setup};

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
