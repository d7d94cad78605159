//! Which letters are answered, which are not, and what their dates mean.

use crate::club::{ARBITER, Club, ROBOT, Setup};

#[test]
fn the_same_letter_twice() {
    let mut club = Club::opens();
    club.letter("ann")
        .message_id("one@a.example")
        .says("1. 5254")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // The same Message-ID, sender and own text, by another way and at another hour.
    club.days_pass(1);
    club.letter("ann")
        .message_id("one@a.example")
        .received("2026-01-10T10:00:00Z")
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "duplicate");
    club.nobody_is_told();
}

#[test]
fn the_same_bytes_in_one_pass() {
    let mut club = Club::opens();
    let letter = format!(
        "From: ann@a.example\r\nTo: {ROBOT}\r\nSubject: move\r\nDate: Sat, 10 Jan 2026 08:00:00 +0000\r\n\r\n1. 5254\r\n"
    );
    club.drops(letter.as_bytes());
    club.drops(letter.as_bytes());
    club.polls();
    assert_eq!(club.verdicts(), ["move", "duplicate"]);
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // Without a Message-ID and with other line ends it is still the same.
    club.drops(letter.replace("\r\n", "\n").as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "duplicate");
}

#[test]
fn the_same_message_id_with_other_text_is_new() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    club.letter("ann")
        .message_id("broken@client.example")
        .says("2. 7163")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.letter("ann")
        .message_id("broken@client.example")
        .says("DRAW?")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.are_told(&["ann", "bert"], "draw");
}

#[test]
fn the_same_move_again_gets_a_friendly_answer() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.sends("ann", "1. 5254");
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood");
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn robots_are_never_answered() {
    for (header, verdict) in [
        ("Auto-Submitted: auto-replied", "auto-reply"),
        ("Auto-Submitted: auto-generated", "auto-reply"),
        ("Precedence: bulk", "bulk"),
        ("List-Id: <chess.lists.example>", "bulk"),
        ("X-Autoreply: yes", "auto-reply"),
        ("Precedence: auto_reply", "auto-reply"),
    ] {
        let mut club = Club::opens();
        club.letter("ann").header(header).says("1. 5254").posts();
        club.polls();
        assert_eq!(club.verdict(), verdict, "{header}");
        club.nobody_is_told();
        club.stands("T26/1", "/ply", 0);
    }
}

#[test]
fn our_own_letter_coming_back_is_not_answered() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    let ours = club.last_letter("ann", "T26/1");
    let back = String::from_utf8_lossy(&ours.raw).replacen("From:", "X-From:", 1);
    club.drops(format!("From: ann@a.example\r\n{back}").as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bulk");
    club.nobody_is_told();
}

#[test]
fn a_delivery_report_is_a_bounce() {
    let mut club = Club::opens();
    let report = format!(
        "From: MAILER-DAEMON@b.example\r\nTo: {ROBOT}\r\nSubject: Undelivered Mail\r\n\
         Date: Sat, 10 Jan 2026 08:00:00 +0000\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; b.example\r\n\r\n\
         Final-Recipient: rfc822; bert@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    );
    club.drops(report.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
    club.nobody_is_told();
}

#[test]
fn strangers_are_never_answered() {
    let mut club = Club::opens();
    club.letter("eve@evil.example").says("1. 5254").posts();
    club.drops(b"Subject: nobody\r\n\r\n1. 5254\r\n");
    club.drops(b"From: ann@a.example, bert@b.example\r\nSubject: two\r\n\r\n1. 5254\r\n");
    club.polls();
    assert_eq!(club.verdicts(), ["unknown-sender"; 3]);
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn an_arbiter_is_no_stranger_and_plays_no_move() {
    let mut club = Club::opens();
    club.letter(ARBITER).says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "not-understood");
    club.is_told("arbiter", "transcript");
    club.nobody_is_told();
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn addresses_are_compared_without_case() {
    let mut club = Club::opens();
    club.letter("ANN@A.Example").says("1. 5254").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn answers_go_to_the_registered_address() {
    let mut club = Club::opens();
    club.letter("ann")
        .header("Reply-To: elsewhere@evil.example")
        .says("1. 5254")
        .posts();
    club.polls();
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn two_games_in_one_letter() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.letter("clara")
        .subject("[T26/2]")
        .says("1. 4244")
        .posts();
    club.polls();
    club.is_told("clara", "confirmation");
    club.is_told("ann", "move");
    club.letter("ann")
        .subject("both")
        .says("T26/1\n1. 5254\n\nT26/2\n1... 4745\n")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    assert_eq!(club.all_read("confirmation"), 2);
    club.is_told("bert", "move");
    club.is_told("clara", "move");
    club.is_told("ann", "status")
        .says("T26/1: move 1. 5254 is recorded")
        .says("T26/2: move 1... 4745 is recorded");
    club.stands("T26/1", "/ply", 1);
    club.stands("T26/2", "/ply", 2);
}

#[test]
fn of_two_games_one_right_and_one_wrong() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.letter("ann")
        .subject("both")
        .says("T26/1\n1. 5254\n\nT26/2\n1. 5256\n")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ann", "confirmation");
    club.is_told("ann", "rejection");
    club.is_told("bert", "move");
    // One more lists what was done in each.
    club.is_told("ann", "status")
        .says("T26/1: move 1. 5254 is recorded")
        .says("T26/2: the move was not accepted");
    club.stands("T26/2", "/clock/white/penalty", 2);
    club.stands("T26/1", "/clock/white/penalty", 0);
}

#[test]
fn which_game_is_asked_where_it_is_not_clear() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.sends("ann", "1. 5254");
    assert_eq!(club.verdict(), "no-game");
    let asked = club.is_told("ann", "not-understood");
    asked.says("T26/1").says("T26/2");
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/2", "/ply", 0);
    for (subject, game) in [("[T26/2] my move", "T26/2"), ("T26/1", "T26/1")] {
        club.letter("ann").subject(subject).says("1. 5254").posts();
        club.polls();
        club.stands(game, "/ply", 1);
        club.everything_read();
    }
}

#[test]
fn signs_that_contradict_play_nothing() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3), (2, 3)]).opens();
    let about_first = club.last_letter("ann", "T26/1");
    club.letter("ann")
        .answering(&about_first)
        .subject("[T26/2]")
        .says("1. 5254")
        .posts();
    club.letter("ann")
        .subject("[T26/3]")
        .says("1. 5254")
        .posts();
    club.letter("ann")
        .subject("[T26/99]")
        .says("1. 5254")
        .posts();
    for subject in ["[T26/1] [T26/2]", "Re: [T26/1] or T26/2?"] {
        club.letter("ann").subject(subject).says("1. 5254").posts();
    }
    club.polls();
    assert_eq!(club.verdicts(), ["no-game"; 5]);
    assert_eq!(club.all_read("not-understood"), 5);
    // The second letter of no use went to a person too.
    club.is_told("arbiter", "digest");
    for game in ["T26/1", "T26/2", "T26/3"] {
        club.stands(game, "/ply", 0);
    }
}

#[test]
fn the_only_active_game_needs_no_name() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.letter("ann").subject("T26/2").says("RESIGN").posts();
    club.polls();
    club.are_told(&["ann", "clara", "arbiter"], "result");
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
}

#[test]
fn a_backlog_that_holds_a_whole_game_is_played_whole() {
    let mut club = Club::opens();
    club.it_is("2026-01-20T09:00:00Z");
    // The files lie in another order than the letters arrived in.
    for (who, text, hour) in [
        ("bert", "2... 4884", "2026-01-13T10:00:00Z"),
        ("ann", "2. 7274", "2026-01-12T10:00:00Z"),
        ("bert", "1... 5755", "2026-01-11T10:00:00Z"),
        ("ann", "1. 6263", "2026-01-10T10:00:00Z"),
    ] {
        club.letter(who)
            .dated(hour)
            .received(hour)
            .says(text)
            .posts();
    }
    let report = club.polls();
    assert_eq!((report.fetched, report.processed), (4, 4));
    assert_eq!(club.verdicts().iter().filter(|v| *v == "move").count(), 4);
    club.stands("T26/1", "/termination", "checkmate");
    club.are_told(&["ann", "bert", "ann", "bert"], "confirmation");
    club.are_told(&["ann", "bert", "ann", "bert"], "move");
    club.are_told(&["ann", "bert", "arbiter"], "result");
}

#[test]
fn the_received_header_decides_the_arrival() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-25T09:00:00Z");
    club.letter("bert")
        .dated("2026-01-15T09:00:00Z")
        .received("2026-01-15T10:00:00Z")
        .says("1... 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/sent", "2026-01-15");
    club.stands("T26/1", "/moves/1/days", 4);
}

#[test]
fn a56_2_5_the_date_is_cut_to_one_day_before_the_arrival() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-25T09:00:00Z");
    club.letter("bert")
        .dated("2026-01-12T09:00:00Z")
        .received("2026-01-15T10:00:00Z")
        .says("1... 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation")
        .says("12 January")
        .says("14 January");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/sent", "2026-01-14");
}

#[test]
fn a_future_missing_or_unreadable_date_is_the_arrival() {
    for date in [
        "Date: Sun, 25 Jan 2026 09:00:00 +0000\r\n",
        "",
        "Date: yesterday evening\r\n",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254");
        club.it_is("2026-01-20T09:00:00Z");
        let letter = format!(
            "Received: from a by mx.club.example; Thu, 15 Jan 2026 10:00:00 +0000\r\n\
             From: bert@b.example\r\nTo: {ROBOT}\r\n{date}Subject: x\r\n\r\n1... 5755\r\n"
        );
        club.drops(letter.as_bytes());
        club.polls();
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
        club.stands("T26/1", "/moves/1/sent", "2026-01-15");
    }
}

#[test]
fn an_arrival_in_the_future_is_now() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-15T09:00:00Z");
    club.letter("bert")
        .dated("2026-02-15T09:00:00Z")
        .received("2026-02-15T10:00:00Z")
        .says("1... 5755")
        .posts();
    club.polls();
    club.is_told("bert", "confirmation");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/sent", "2026-01-15");
}

#[test]
fn a56_2_3_a_stated_receipt() {
    for (stated, received) in [
        ("received 2026-01-10", "2026-01-10"),
        ("rec. 10.01.2026", "2026-01-10"),
        // Later than what counts: noted, not taken.
        ("received 2026-01-13", "2026-01-11"),
        // Before the letter left.
        ("received 2026-01-05", "2026-01-11"),
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254");
        club.it_is("2026-01-15T09:00:00Z");
        club.sends("bert", &format!("1... 5755\n{stated}"));
        club.is_told("bert", "confirmation");
        club.is_told("ann", "move");
        club.stands("T26/1", "/moves/1/received", received);
    }
}

#[test]
fn a56_2_5_slow_mail_is_for_the_arbiter_with_the_order_filled_in() {
    let mut club = Club::opens();
    club.play("T26/1", "5254");
    club.it_is("2026-01-15T09:00:00Z");
    club.sends("bert", "1... 5755\nreceived 2026-01-13");
    club.is_told("bert", "confirmation").says("13 January 2026");
    club.is_told("ann", "move");
    club.stands("T26/1", "/moves/1/days", 4);
    let matters = |club: &mut Club| {
        let table = club.types("tournament report T26 --format json").unwrap();
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        table["matters"].clone()
    };
    let open = matters(&mut club);
    assert_eq!(open[0]["what"], "slow-transmission");
    assert_eq!(open[0]["article"], "56.2.5");
    assert_eq!(
        open[0]["command"],
        "td set-dates T26/1 2 --received 2026-01-13"
    );
    club.types("td set-dates T26/1 2 --received 2026-01-13")
        .unwrap();
    for who in ["ann", "bert", "arbiter"] {
        club.is_told(who, "ruling");
    }
    club.stands("T26/1", "/moves/1/days", 2);
    assert_eq!(matters(&mut club), serde_json::json!([]));
}

#[test]
fn an_answer_on_the_same_day_costs_nothing() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755 7163 2836");
    for ply in 0..4 {
        club.stands("T26/1", &format!("/moves/{ply}/days"), 0);
    }
}

#[test]
fn too_large_and_unreadable_letters_stop_nothing() {
    let mut club = Setup::new()
        .set("limits.max_message_bytes", "10000")
        .opens();
    let big = format!(
        "From: ann@a.example\r\nSubject: big\r\n\r\n{}\r\n",
        "x".repeat(12_000)
    );
    club.drops(big.as_bytes());
    club.drops(b"");
    club.drops(&[0xff, 0xfe, 0x00, 0x01, 0x02]);
    club.writes("ann", "1. 5254");
    let report = club.polls();
    assert_eq!(
        report.processed + 1,
        report.fetched,
        "too large is not processed"
    );
    let verdicts = club.verdicts();
    assert_eq!(verdicts.len(), 4);
    assert!(verdicts.contains(&"too-large".to_owned()), "{verdicts:?}");
    assert!(!verdicts.contains(&"pending".to_owned()), "{verdicts:?}");
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    club.everything_read();
}

#[test]
fn letters_form_a_thread() {
    let mut club = Club::opens();
    club.letter("ann")
        .message_id("hers@a.example")
        .says("1. 5254")
        .posts();
    club.polls();
    let confirmation = club.is_told("ann", "confirmation");
    assert_eq!(
        confirmation.header("In-Reply-To").as_deref(),
        Some("<hers@a.example>")
    );
    let first = club.is_told("bert", "move");
    assert!(
        first.header("References").is_some(),
        "the start letter began the thread"
    );
    let refs = format!(
        "{:?}{:?}",
        first.header("References"),
        first.header("In-Reply-To")
    );
    assert!(
        !refs.contains("hers@a.example"),
        "the opponent's Message-ID is not passed on"
    );
    // The opponent's letter and the confirmation carry tokens of their own.
    assert_ne!(first.message_id, confirmation.message_id);
    assert_ne!(first.reply_to, confirmation.reply_to);
}

#[test]
fn subjects_never_hold_a_move() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    for (who, kind) in [("ann", "confirmation"), ("bert", "move")] {
        let subject = club.is_told(who, kind).subject;
        for sign in ["5254", "e4", "e2"] {
            assert!(!subject.contains(sign), "{subject}");
        }
    }
}

#[test]
fn a_letter_is_processed_again_on_demand() {
    let mut club = Club::opens();
    club.sends("ann", "Hello there, how are you?");
    club.is_told("ann", "not-understood");
    club.types("inbox retry 1").unwrap();
    club.is_told("ann", "not-understood");
    assert!(club.types("inbox retry 77").is_err());
    club.types("outbox retry 1").unwrap();
    club.is_told("ann", "start");
}

#[test]
fn a_letter_that_was_dealt_with_is_not_processed_again_and_keeps_its_verdict() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    club.sends("bert", "STATUS");
    // Impossible, with its penalty.
    club.sends("bert", "1... 5752");
    club.everything_read();
    let before = (club.verdicts(), club.game("T26/1"));
    assert_eq!(before.0, ["move", "command", "move-rejected"]);
    for (id, verdict) in (1..).zip(&before.0) {
        let said = club.types(&format!("inbox retry {id}")).unwrap_err();
        let wanted = format!("message {id} was dealt with ({verdict})");
        assert!(said.contains(&wanted), "{said}");
        club.nobody_is_told();
    }
    assert_eq!((club.verdicts(), club.game("T26/1")), before);
}

#[test]
fn whoever_answers_everything_finds_an_end() {
    let mut club = Setup::new().set("limits.answers_per_day", "3").opens();
    for word in ["hm", "well", "so", "oh", "ah"] {
        club.letter("ann").subject("Re: hm").says(word).posts();
    }
    club.polls();
    assert_eq!(club.all_read("not-understood"), 2);
    club.is_told("arbiter", "digest").says("Ann Archer");
    club.is_told("arbiter", "digest").says("answers_per_day");
    club.nobody_is_told();
    let note = club.note();
    assert!(note.contains("answers_per_day"), "{note}");
    // What was held back comes in one letter: the three answers are the same. And the
    // arbiter has the rest of what he had to hear.
    club.days_pass(1);
    club.polls();
    club.is_told("ann", "not-understood");
    club.is_told("arbiter", "digest").says("oh").says("ah");
    // The next day it is answered again, and moves always are.
    club.days_pass(1);
    club.sends("ann", "hm");
    club.is_told("ann", "not-understood");
    club.everything_read();
}

#[test]
fn an_address_of_another_script_plays_like_anybody() {
    let mut club = Club::opens();
    club.sends("bert", "ADDRESS иван@почта.рф");
    club.is_told("bert", "address").says("иван@почта.рф");
    club.decides("address T26:2 иван@почта.рф --reason moved");
    club.everything_read();
    club.sends("ann", "1. 5254");
    club.is_told("ann", "confirmation");
    // The domain goes over the network as the network has it; the name stays his.
    let told = club.is_told("иван@xn--80a1acny.xn--p1ai", "move");
    club.nobody_is_told();
    club.letter("bert")
        .from("Иван <иван@почта.рф>")
        .answering(&told)
        .says("1... 5755")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.everything_read();
    club.sends("ann", "2. 7163");
    club.everything_read();
    club.letter("bert")
        .from("=?utf-8?B?0JjQstCw0L0=?= <ИВАН@XN--80A1ACNY.xn--p1ai>")
        .says("2... 2836")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.everything_read();
    // What only looks like it is a stranger's.
    for other in ["иван@пoчта.рф", "ивaн@почта.рф", "иван@почта.pф"] {
        club.letter("bert").from(other).says("STATUS").posts();
        club.polls();
        assert_eq!(club.verdict(), "unknown-sender", "{other}");
    }
    // Nobody else gets it, in whichever spelling.
    let taken = club.types("td address T26:1 иван@xn--80a1acny.xn--p1ai --reason x");
    assert!(taken.is_err());
    // A report names it as the network has it, or in its own script.
    club.sends("ann", "3. 6125");
    club.is_told("ann", "confirmation");
    let told = club.is_told("иван@xn--80a1acny.xn--p1ai", "move");
    let fields =
        |to: &str| crate::reports_of_mail::fields(to, "failed", "5.1.1", "550 no such user");
    let report = crate::reports_of_mail::report(
        &told,
        &crate::reports_of_mail::back(&told),
        &fields("иван@почта.рф"),
    );
    club.drops(report.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "bounce");
    assert!(club.note().contains("what was reckoned from it is void"));
    club.are_told(&["arbiter", "ann"], "delivery-problem");
}

#[test]
fn with_json_every_answer_is_one_document() {
    let mut club = Setup::new().opens();
    club.sends("ann", "What now?");
    club.everything_read();
    for line in [
        "inbox show 1 --raw",
        "outbox show 1 --raw",
        "inbox retry 1",
        "outbox retry 1",
        "print",
        "player calendar 1",
    ] {
        let told = club.types(&format!("--json {line}")).unwrap();
        let read: Result<serde_json::Value, _> = serde_json::from_str(&told);
        assert!(read.is_ok(), "{line}: {told}");
    }
    club.everything_read();
}

#[test]
fn a_move_of_another_game_is_asked_about_and_costs_nothing() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.play("T26/1", "5254 5755");
    club.play("T26/2", "4244");
    club.takes_all();
    let other = club.last_letter("ann", "T26/2");
    club.letter("ann").answering(&other).says("2. 7163").posts();
    club.polls();
    assert_eq!(club.verdict(), "no-game");
    club.is_told("ann", "not-understood")
        .says("T26/1")
        .says("T26/2");
    club.stands("T26/2", "/clock/black/penalty", 0);
    // One that is of no game of hers is hers to answer for.
    club.letter("ann")
        .answering(&other)
        .says("1... 1118")
        .posts();
    club.polls();
    club.is_told("ann", "rejection");
    club.takes_all();
}
