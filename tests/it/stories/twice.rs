//! Letters that come twice, late, out of order, without what a letter has, or too
//! large to be read.

use crate::club::{Club, ROBOT, Setup};

#[test]
fn the_same_message_id_with_other_text_is_noted() {
    let mut club = Club::opens();
    let writes = |club: &mut Club, text: &str| {
        club.letter("ann")
            .message_id("broken@client.example")
            .says(text)
            .posts();
        club.polls();
    };
    writes(&mut club, "STATUS");
    assert!(!club.note().contains("Message-ID"));
    writes(&mut club, "1. 5254");
    assert_eq!(club.verdict(), "move");
    let note = club.note();
    assert!(
        note.contains("the Message-ID of letter 1 with another text"),
        "{note}"
    );
    club.is_told("ann", "status");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // The very same again is a duplicate, whichever of the two it repeats.
    writes(&mut club, "1. 5254");
    assert_eq!(club.verdict(), "duplicate");
    writes(&mut club, "STATUS");
    assert_eq!(club.verdict(), "duplicate");
    club.nobody_is_told();
}

#[test]
fn the_same_letter_under_a_new_message_id_moves_once() {
    // XBoard's cmail -remail sends the last letter again.
    let mut club = Club::opens();
    for n in 0..4 {
        club.letter("ann")
            .message_id(&format!("remail-{n}@a.example"))
            .says("1. 5254")
            .posts();
        club.polls();
    }
    assert_eq!(
        club.verdicts(),
        ["move", "duplicate", "duplicate", "duplicate"]
    );
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    assert_eq!(club.all_read("not-understood"), 3);
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/white/total", 0);
}

#[test]
fn a_letter_without_date_and_message_id_is_a_letter() {
    let mut club = Club::opens();
    let bare = |text: &str| format!("From: ann@a.example\r\nTo: {ROBOT}\r\n\r\n{text}\r\n");
    club.drops(bare("1. 5254").as_bytes());
    club.drops(bare("STATUS").as_bytes());
    club.drops(bare("STATUS").as_bytes());
    club.polls();
    assert_eq!(club.verdicts(), ["move", "command", "duplicate"]);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.is_told("ann", "status");
    club.stands("T26/1", "/moves/0/sent", "2026-01-10");
}

#[test]
fn a_game_in_a_shuffled_heap_is_played_whole() {
    let moves = [
        "1. 5254",
        "1... 5755",
        "2. 7163",
        "2... 2836",
        "3. 6125",
        "3... 1716",
        "4. 2514",
        "4... 7866",
        "5. 5171",
        "5... 6857",
    ];
    let mut club = Club::opens();
    // Each arrives a day after the one before; the heap lies in another order.
    let mut heap: Vec<(usize, &str)> = moves.into_iter().enumerate().collect();
    heap.sort_by_key(|(n, _)| (n * 7) % 10);
    for (n, text) in heap {
        let who = if n % 2 == 0 { "ann" } else { "bert" };
        let at = format!("2026-01-{:02}T10:00:00Z", 10 + n);
        club.letter(who).dated(&at).received(&at).says(text).posts();
    }
    club.days_pass(30);
    club.polls();
    assert_eq!(club.verdicts(), ["move"; 10]);
    club.stands("T26/1", "/ply", 10);
    for n in 0..10 {
        let day = format!("2026-01-{:02}", 10 + n);
        club.stands("T26/1", &format!("/moves/{n}/sent"), day.as_str());
    }
    club.everything_read();
    club.types("verify").unwrap();
}

#[test]
fn a_late_letter_is_judged_by_its_own_dispatch() {
    let mut club = Club::opens();
    club.letter("ann")
        .dated("2026-01-13T20:00:00Z")
        .received("2026-01-14T06:00:00Z")
        .says("1. 5254")
        .posts();
    club.days_pass(40);
    club.polls();
    club.stands("T26/1", "/moves/0/sent", "2026-01-13");
    club.stands("T26/1", "/clock/white/total", 2);
    club.everything_read();
}

#[test]
fn who_is_known_learns_that_a_letter_is_too_large() {
    let mut club = Setup::new()
        .default_policy()
        .set("limits.max_message_bytes", "10000")
        .opens();
    let start = club.last_letter("ann", "T26/1");
    club.everything_read();
    let large = "x".repeat(12_000);
    club.letter("ann").answering(&start).says(&large).posts();
    club.polls();
    assert_eq!(club.verdict(), "too-large");
    club.is_told("ann", "not-understood")
        .says("13 kB")
        .says("10 kB");
    // The same file again is known; a stranger's, a forged or a machine's is not answered.
    club.polls();
    club.letter("ann").says(&large).posts();
    club.letter("eve@e.example")
        .answering(&start)
        .says(&large)
        .posts();
    club.letter("ann")
        .answering(&start)
        .header("Auto-Submitted: auto-replied")
        .says(&large)
        .posts();
    club.polls();
    club.nobody_is_told();
    // Nothing is lost by it: the move alone is enough.
    club.letter("ann").answering(&start).says("1. 5254").posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}
