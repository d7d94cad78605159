//! Players without e-mail beside those with it: what is written to them waits for paper,
//! nothing of it is mailed, and nothing is lost.

use super::{GAME, Pile, enters, letter, told_by};
use crate::club::{Club, Setup, address};
use postchess::store::{OutboundRow, OutboundState, PaperWanted};

/// Ann and Clara have no e-mail; Bert and Dima have.
fn mixed() -> Setup {
    Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .round_robin(4)
        .unmailed("ann", &["Elm Road 1", "12345 Town", "Germany"])
        .unmailed("clara", &["ul. Długa 7", "00-238 Warszawa"])
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
}

pub(super) fn papers(club: &mut Club) -> Vec<OutboundRow> {
    let view = club.robot().store.read();
    view.paper_waiting(&PaperWanted::default()).expect("rows")
}

pub(super) fn text_of(club: &mut Club, row: &OutboundRow) -> String {
    let raw = club.robot().store.read().outbound_raw(row.id);
    let bytes = raw.expect("bytes").bytes;
    let parsed = mail_parser::MessageParser::default().parse(&bytes);
    let parsed = parsed.expect("a letter");
    parsed.body_text(0).expect("a text").into_owned()
}

#[test]
fn a55_2_2_a_card_dates_no_move_that_a_letter_or_an_order_had_brought() {
    let setup = Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\nsilence_days = 0");
    let mut club = setup.begins("2025-03-01", "2025-03-01T08:00:00Z").opens();
    club.it_is("2025-03-01T10:00:00Z");
    club.sends("ann", "1. 5254");
    club.it_is("2025-03-06T10:00:00Z");
    club.types("td move T26/1 1... 5755 --received 2025-03-02 --sent 2025-03-05 --reason telegram")
        .expect("an order");
    club.takes_all();
    let before = club.game(GAME)["moves"].clone();
    // Both sent a card for safety's sake, later.
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-08", "2025-03-12");
    pile.moves("1... 5755", "2025-03-09", "2025-03-13");
    let said = enters(&mut club, "2025-03-14", &pile);
    assert_eq!(said.matches("had come otherwise").count(), 2, "{said}");
    assert_eq!(club.game(GAME)["moves"], before);
    // A card that brought its move is corrected by one with other dates.
    let mut pile = Pile::default();
    pile.moves("2. 7163", "2025-03-10", "2025-03-13");
    pile.moves("2. 7163", "2025-03-09", "2025-03-13");
    let said = enters(&mut club, "2025-03-14", &pile);
    assert!(said.contains("its dates are corrected"), "{said}");
    assert_eq!(club.game(GAME)["moves"][2]["sent"], "2025-03-09");
}

#[test]
fn a55_2_2_4_no_receipt_is_recorded_behind_the_dispatch_of_its_answer() {
    let setup = Setup::new().profile("post");
    let setup = setup.rules("repeat_after_days = 0\nsilence_days = 0");
    let setup = setup.begins("2025-03-01", "2025-03-01T08:00:00Z");
    let mut club = setup.opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    let marks = ("postmarks", "2025-03-20;2025-03-23");
    pile.card(&[("text", "1... 5755 received 25.03"), marks]);
    let letters = told_by(&mut club, "2025-03-24", &pile);
    assert_eq!(club.game(GAME)["moves"][1]["received"], "2025-03-08");
    let told = letter(&letters, "bert", "confirmation");
    assert!(!told.text.contains("This date counts"), "{}", told.text);
}

#[test]
fn what_is_written_to_who_has_no_e_mail_waits_for_paper_and_nothing_is_lost() {
    let mut club = mixed().opens();
    // Six games: every player has three, with a letter for each.
    let start = papers(&mut club);
    assert_eq!(start.len(), 6);
    assert!(start.iter().all(|r| r.kind == "start" && r.to.is_post()));
    for row in &start {
        let text = text_of(&mut club, row);
        assert!(!text.contains("Reply") && !text.contains("HELP"), "{text}");
        let raw = club.robot().store.read().outbound_raw(row.id);
        let raw = String::from_utf8(raw.unwrap().bytes).unwrap();
        assert!(
            !raw.contains("Reply-To:") && !raw.contains("moves+"),
            "{raw}"
        );
    }
    // Who meets Ann needs her address; the arbiter can look it up; nobody else is told.
    let told: Vec<String> = start.iter().map(|r| text_of(&mut club, r)).collect();
    let to_ann = told.iter().filter(|t| t.contains("00-238 Warszawa"));
    assert_eq!(to_ann.count(), 1, "Clara's address is told to Ann once");
    let shown = club
        .types("player show T26:1 --format json")
        .unwrap_or_default();
    assert!(!shown.contains("Elm Road"), "{shown}");
    let shown = club.types("player show T26:1").unwrap();
    assert!(
        shown.contains("by post") && shown.contains("Elm Road 1"),
        "{shown}"
    );
    for command in [
        "tournament report T26",
        "tournament show T26",
        "--json player list",
        "game show T26/1",
    ] {
        let said = club.types(command).unwrap();
        assert!(!said.contains("Elm Road"), "{command}: {said}");
    }
    // A card comes: Ann against Bert or the like; who has e-mail is told by it.
    let game = start[0].game.clone().expect("a game");
    let mut pile = Pile::default();
    pile.card(&[
        ("game", &game),
        ("text", "1. 5254"),
        ("postmarks", "2025-03-04;2025-03-08"),
    ]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(&game, "/ply", 1);
    // The arbiter's decision reaches all, on paper or by mail.
    let before = papers(&mut club).len();
    club.decides(&format!("result {game} 1/2-1/2 --by agreement"));
    let letters = club.takes_all();
    assert!(
        papers(&mut club).len() > before,
        "the ruling waits for paper"
    );
    let mailed: Vec<String> = letters.iter().map(|m| m.to.clone()).collect();
    for who in ["ann", "clara"] {
        assert!(!mailed.iter().any(|to| to.contains(&address(who))));
    }
    // Every letter of ours was mailed or waits; none is stuck, and health says so.
    let mut states = Vec::new();
    let each = |row: OutboundRow| {
        states.push((row.to.is_post(), row.state));
        std::ops::ControlFlow::Continue(())
    };
    let view = club.robot().store.read();
    view.outbound_each(postchess::ids::OutboundId(0), each)
        .unwrap();
    assert!(states.iter().all(|(post, state)| match post {
        true => *state == OutboundState::Print,
        false => *state == OutboundState::Sent,
    }));
    assert_eq!(view.outbound_waiting().unwrap(), 0);
    let listed = club.types("outbox list").unwrap();
    assert!(
        listed.contains("print") && listed.contains("by post"),
        "{listed}"
    );
}

#[test]
fn he_is_the_same_person_in_the_next_tournament() {
    let mut club = mixed().opens();
    let again = mixed().code("N26").file();
    club.robot().tournament_add(&again, "story").unwrap();
    let players = club.robot().store.read().player_list().unwrap();
    assert_eq!(players.len(), 4);
    club.takes_all();
}

/// Prints all that waits and posts it today.
pub(super) fn posts_all(club: &mut Club) {
    let ids: Vec<_> = papers(club).iter().map(|r| r.id).collect();
    let batch = club.robot().paper_printed(&ids).expect("a batch");
    let left = club.robot().paper_posted(Some(batch), None, None);
    assert_eq!(left.expect("posted").len(), ids.len());
}

#[test]
fn terms_on_paper_run_from_posting_with_the_time_on_the_way_both_ways() {
    let mut club = Setup::new()
        .profile("post")
        .rules(
            "repeat_after_days = 0\nsilence_days = 0\nforfeit = \"notice\"\nlose_on_overstep = 1\n\
             post_transit_days = 10\nprotest_days = [7, 14]",
        )
        .unmailed("ann", &["Elm Road 1", "12345 Town"])
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
        .opens();
    // As long as the start card is not posted, nobody's time runs.
    club.it_is("2025-05-01T18:00:00Z");
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/status", "active");
    club.it_is("2025-05-02T18:00:00Z");
    posts_all(&mut club);
    // Received by the 12th, begun on the third day after: thirty days later the flag has
    // fallen, and ten more days later it can be said.
    for (day, status) in [("2025-06-24", "active"), ("2025-06-25", "paused")] {
        club.it_is(&format!("{day}T18:00:00Z"));
        club.ticks();
        club.takes_all();
        club.stands("T26/1", "/status", status);
    }
    // The notice lies there: no term runs.
    club.it_is("2025-08-01T18:00:00Z");
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/status", "paused");
    posts_all(&mut club);
    // Ten days on the way, seven for the protest, ten for his answer.
    club.it_is("2025-08-28T18:00:00Z");
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/status", "paused");
    club.it_is("2025-08-29T18:00:00Z");
    club.ticks();
    club.takes_all();
    club.stands("T26/1", "/status", "finished");
    club.stands("T26/1", "/result", "0-1");
}

#[test]
fn a55_2_2_4_a_card_that_came_through_our_hands_was_posted_when_ours_was() {
    for (posted, told) in [("2025-03-20", 0), ("2025-03-13", 1)] {
        let mut club = mixed().opens();
        posts_all(&mut club);
        // Ann, without e-mail, answers: his card lay with the club before ours left.
        let game = of_ann(&mut club, "black");
        let mut pile = Pile::default();
        pile.card(&[
            ("game", &game),
            ("text", "1. 5254"),
            ("postmarks", "2025-03-04"),
        ]);
        enters(&mut club, "2025-03-12", &pile);
        club.it_is(&format!("{posted}T08:00:00Z"));
        posts_all(&mut club);
        pile.rows.clear();
        pile.card(&[
            ("game", &game),
            ("text", "1... 5755 received 25.03.2025"),
            ("postmarks", "2025-03-27"),
        ]);
        enters(&mut club, "2025-03-31", &pile);
        club.stands(&game, "/moves/1/days", 2);
        let open = super::matters(&mut club, "slow-transmission");
        assert_eq!(open.len(), told, "posted {posted}: {open:#?}");
    }
}

/// The last game in which Ann, who has no e-mail, has a colour.
fn of_ann(club: &mut Club, colour: &str) -> String {
    let games = (1..=6).map(|n| format!("T26/{n}"));
    let hers = games.filter(|name| club.game(name)[colour]["name"] == "Ann Archer");
    hers.last().expect("a game of hers")
}

#[test]
fn a_card_is_confirmed_on_paper_only_where_there_is_more_to_tell() {
    for (text, told) in [("1. 5254", 0), ("1. 5254 if 1... 5755 2. 7163", 1)] {
        let mut club = mixed().opens();
        let game = of_ann(&mut club, "white");
        let mut pile = Pile::default();
        pile.card(&[("game", &game), ("text", text), ("postmarks", "2025-03-04")]);
        enters(&mut club, "2025-03-12", &pile);
        club.stands(&game, "/ply", 1);
        let waiting = papers(&mut club);
        let confirmed = waiting.iter().filter(|row| row.kind == "confirmation");
        assert_eq!(confirmed.count(), told, "{text}");
    }
}

#[test]
fn a55_4_2_our_request_on_paper_stops_the_clock_until_it_is_received() {
    let mut club = mixed().opens();
    let game = of_ann(&mut club, "white");
    let mut pile = Pile::default();
    pile.card(&[
        ("game", &game),
        ("text", "1. 5255"),
        ("faults", "impossible"),
        ("postmarks", "2025-03-04"),
    ]);
    enters(&mut club, "2025-03-12", &pile);
    let rows = papers(&mut club);
    let refused = rows.iter().find(|row| row.kind == "rejection");
    let text = text_of(&mut club, refused.expect("a letter"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("write to the arbiter by registered letter"),
        "{text}"
    );
    assert!(!text.contains("PROTEST"), "{text}");
    // Ten days on its way, if it is posted today: thirty less three and the penalty are
    // left from then.
    assert!(
        text.contains("no later than Sunday, 13 April 2025"),
        "{text}"
    );
    // 55.4.2, 55.4.3: the way of our request is nobody's time.
    club.it_is("2025-03-13T08:00:00Z");
    posts_all(&mut club);
    pile.rows.clear();
    pile.card(&[
        ("game", &game),
        ("text", "1. 5254 received 20.03.2025"),
        ("postmarks", "2025-03-22"),
    ]);
    enters(&mut club, "2025-03-26", &pile);
    club.stands(&game, "/moves/0/days", 5);
    club.stands(&game, "/clock/white/total", 10);
}

#[test]
fn a55_2_3_by_agreement_one_side_plays_on_by_post_in_a_tournament_by_e_mail() {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\npost_transit_days = 10")
        .lives_at("bert", &["Oak Street 2", "54321 Village"])
        .opens();
    club.play("T26/1", "5254 5755");
    let mut card = Pile::default();
    card.card(&[("text", "2. 7163"), ("written", "2026-01-20")]);
    club.it_is("2026-01-21T10:00:00Z");
    let refused = super::imports(&mut club, &card.table()).unwrap_err();
    assert!(refused.contains("not played by post"), "{refused}");
    let order = "td carrier T26/1 white post --agreed both --reason asked";
    let refused = club.types(order).unwrap_err();
    assert!(refused.contains("no postal address of white"), "{refused}");
    club.decides("carrier T26/1 black post --agreed letters --reason \"no computer any more\"");
    club.takes_all();
    let refused = super::imports(&mut club, &card.table()).unwrap_err();
    assert!(refused.contains("white sends no cards"), "{refused}");
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("by post from the next move on"), "{log}");
    // Ann's letter is played, and a card goes out to Bert: nothing by mail.
    club.letter("ann").says("2. 7163").posts();
    club.polls();
    let told: Vec<String> = club.takes_all().iter().map(|m| m.to.clone()).collect();
    assert!(!told.iter().any(|to| to.contains("bert")), "{told:?}");
    let kinds: Vec<String> = papers(&mut club).iter().map(|r| r.kind.clone()).collect();
    assert!(kinds.contains(&"move".to_owned()), "{kinds:?}");
    posts_all(&mut club);
    // Nothing tells when it came: after the time on the way.
    club.it_is("2026-02-01T10:00:00Z");
    club.stands("T26/1", "/clock/running/since", "2026-01-31");
    // His card does, and its postmark when he answered.
    let mut answer = Pile::default();
    answer.card(&[
        ("text", "received 25.01.2026\n2... 2836"),
        ("postmarks", "2026-01-28;2026-02-03"),
    ]);
    enters(&mut club, "2026-02-05", &answer);
    club.stands("T26/1", "/ply", 4);
    club.stands("T26/1", "/moves/3/received", "2026-01-25");
    club.stands("T26/1", "/moves/3/sent", "2026-01-28");
    club.stands("T26/1", "/moves/3/days", 3);
    // Ann goes on by mail: her receipt is that of our letter.
    club.stands("T26/1", "/clock/running/side", "white");
    club.stands("T26/1", "/clock/running/since", "2026-02-06");
}

#[test]
fn a55_1_2_another_postal_address_is_told_to_opponents_and_arbiter_and_stays_out_of_the_record() {
    let mut club = mixed().opens();
    let order = "td address T26:1 --postal Birkenweg-3 --postal 99999-Stadt --reason moved";
    let said = club.types(order).unwrap();
    assert!(said.contains("Birkenweg-3"), "{said}");
    let mut told: Vec<String> = Vec::new();
    for mail in club.takes_all() {
        assert_eq!(mail.kind, "ruling");
        assert!(mail.text.contains("Birkenweg-3"), "{}", mail.text);
        told.push(mail.to);
    }
    told.sort();
    let expected = [address("bert"), address("dima"), address("arbiter")];
    assert_eq!(told, expected);
    let paper = papers(&mut club);
    let rulings = paper.iter().filter(|r| r.kind == "ruling");
    assert_eq!(rulings.count(), 2, "Ann herself, and Clara");
    let shown = club.types("player show T26:1").unwrap();
    assert!(
        shown.contains("99999-Stadt") && !shown.contains("Elm Road"),
        "{shown}"
    );
    let log = club.types("td log T26").unwrap();
    assert!(!log.contains("Birkenweg"), "{log}");
    let number = log
        .lines()
        .find_map(|l| l.split_whitespace().next()?.parse::<u64>().ok())
        .expect("a decision");
    let refused = club.types(&format!("td revoke {number}")).unwrap_err();
    assert!(
        refused.contains("the postal address before is not kept"),
        "{refused}"
    );
}

#[test]
fn who_has_no_e_mail_takes_over_by_name_and_postal_address() {
    let mut club = mixed().opens();
    posts_all(&mut club);
    let order = "td replace T26:2 T26 --name \"Eva Novak\" --postal \"Oak Street 2\" \
                 --postal \"54321 Village\" --reason illness";
    let tried = club.types(&format!("{order} --dry-run")).expect("a trial");
    assert!(tried.contains("Eva Novak"), "{tried}");
    club.types(order).expect("a replacement");
    let letters = club.takes_all();
    let shown = club.types("player show T26:2").expect("she is known");
    assert!(
        shown.contains("Eva Novak") && shown.contains("Oak Street 2"),
        "{shown}"
    );
    // What goes to her waits for paper, and tells her where her opponents live.
    let hers = papers(&mut club);
    let hers: Vec<String> = hers
        .iter()
        .filter(|row| row.kind == "start")
        .map(|row| text_of(&mut club, row))
        .collect();
    assert_eq!(hers.len(), 3, "a letter for each game");
    assert!(hers.iter().any(|text| text.contains("Elm Road 1")));
    // Her opponents hear where she lives, the one with e-mail by mail.
    let dima = letter(&letters, "dima", "ruling").text.clone();
    let all: String = letters.iter().map(|m| m.text.clone()).collect();
    assert!(all.contains("Oak Street 2"), "{dima}");
    // The same person again is the same one; nobody without a name, and none but by post.
    let again = club.types(order).expect_err("she plays");
    assert!(again.contains("plays under number 2"), "{again}");
    let nameless = club
        .types("td replace T26:4 T26 --postal \"Oak Street 9\" --reason illness")
        .expect_err("who");
    assert!(nameless.contains("--name"), "{nameless}");
    assert!(club.types("td replace T26:4 T26 --name Eva").is_err());
    let decision = club.types("--json td log T26").expect("a log");
    let decision: serde_json::Value = serde_json::from_str(&decision).expect("JSON");
    let last = decision.as_array().expect("a list").iter().rev();
    let mut numbers = last.filter_map(|d| d["id"].as_i64());
    let number = numbers.next().expect("a decision");
    club.types(&format!("td revoke {number} --reason \"a slip\""))
        .expect("it is taken back");
    club.takes_all();
    let shown = club.types("player show T26:2").expect("he is back");
    assert!(shown.contains("Bert Baker"), "{shown}");
    let mut by_mail = Setup::new().opens();
    let refused = by_mail
        .types("td replace T26:2 T26 --name Eva --postal Street --reason illness")
        .expect_err("no paper there");
    assert!(refused.contains("needs an e-mail address"), "{refused}");
}

#[test]
fn a_card_that_the_game_has_passed_is_not_printed() {
    let begun = || {
        let mut club = mixed().opens();
        posts_all(&mut club);
        club
    };
    let mut club = begun();
    let game = of_ann(&mut club, "black");
    let waits = |club: &mut Club| {
        let rows = papers(club);
        let of_game = rows.iter().filter(|r| r.game.as_deref() == Some(&game));
        // The card that tells White's first move.
        let told = |r: &&OutboundRow| r.begins.as_ref().is_some_and(|b| b.ply == 1);
        of_game.filter(|r| r.kind == "move").filter(told).count()
    };
    let told = |club: &mut Club, text: &str, posted: &str, day: &str| {
        let mut pile = Pile::default();
        pile.card(&[("game", &game), ("text", text), ("postmarks", posted)]);
        enters(club, day, &pile);
    };
    told(&mut club, "1. 5254", "2025-03-04", "2025-03-12");
    assert_eq!(waits(&mut club), 1);
    // She knew it before, and has answered: the card that would tell it is none any more.
    told(
        &mut club,
        "1... 5755 received 10.03.2025",
        "2025-03-11",
        "2025-03-13",
    );
    club.stands(&game, "/ply", 2);
    assert_eq!(waits(&mut club), 0);
    let kept = club.types("outbox list").expect("a list");
    assert!(kept.contains("failed"), "{kept}");
    // What is over is told with its result.
    let mut club = begun();
    told(&mut club, "1. 5254", "2025-03-04", "2025-03-12");
    assert_eq!(waits(&mut club), 1);
    club.decides(&format!("result {game} 1-0 --by resignation"));
    club.takes_all();
    assert_eq!(waits(&mut club), 0);
    let rows = papers(&mut club);
    let over = rows.iter().filter(|r| r.game.as_deref() == Some(&game));
    assert!(over.count() > 0, "the result goes on paper");
}
