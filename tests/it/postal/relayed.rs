//! Cards that pass through the club, and games in which one side plays by post: what counts
//! as received and when, what still counts, and what a letter that stands no more begins.

use super::unmailed::{papers, posts_all};
use super::{GAME, Pile, by_post, day_comes, enters, letter, matters};
use crate::club::{Club, Setup};
use postchess::time::Day;
use serde_json::Value;

/// Bert plays on by post in a tournament by e-mail, from his second move on.
fn one_by_post(rules: &str, tournament: &str) -> Club {
    let mut club = Setup::new()
        .rules(&format!(
            "repeat_after_days = 0\nsilence_days = 0\npost_transit_days = 10\n{rules}"
        ))
        .tournament(tournament)
        .lives_at("bert", &["Oak Street 2", "54321 Village"])
        .opens();
    club.play(GAME, "5254 5755");
    club.it_is("2026-01-20T10:00:00Z");
    club.decides("carrier T26/1 black post --agreed letters --reason asked");
    club.takes_all();
    club
}

/// Ann's move is played, and our card with it is posted on the same day.
fn told_by_card(club: &mut Club) {
    club.it_is("2026-01-21T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.takes_all();
    posts_all(club);
    club.stands(GAME, "/clock/running/since", "2026-01-31");
}

/// Neither has e-mail; White's first card is entered.
fn both_unmailed(marks: &str) -> Club {
    let mut club = by_post()
        .unmailed("ann", &["Elm Road 1", "12345 Town"])
        .unmailed("bert", &["Oak Street 2", "54321 Village"])
        .opens();
    posts_all(&mut club);
    let mut pile = Pile::default();
    pile.card(&[("text", "1. 5254"), ("postmarks", marks)]);
    enters(&mut club, "2025-03-07", &pile);
    club
}

fn status(club: &mut Club) -> String {
    club.game(GAME)["status"].as_str().expect("one").to_owned()
}

/// Days pass until the game stands so.
fn waits_for(club: &mut Club, wanted: &str) {
    for _ in 0..100 {
        if status(club) == wanted {
            return;
        }
        club.days_pass(1);
        club.polls();
        club.ticks();
        club.takes_all();
        if !papers(club).is_empty() {
            posts_all(club);
        }
    }
    panic!("{} and not {wanted}", status(club));
}

/// How a move on paper comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Card,
    FaultyCard,
    Order,
}

/// Black's answer, sent on a day.
fn comes(club: &mut Club, way: Way, sent: &str) -> Result<String, String> {
    let done = match way {
        Way::Card | Way::FaultyCard => {
            let mut pile = Pile::default();
            let faults = match way {
                Way::FaultyCard => ("faults", "illegible"),
                _ => ("faults", ""),
            };
            let text = "2... 2836 received 31.01.2026";
            pile.card(&[("text", text), faults, ("postmarks", sent)]);
            super::types_import(club, &pile.table())
        }
        Way::Order => club.types(&format!(
            "td move T26/1 2836 --received 2026-01-31 --sent {sent} --reason card"
        )),
    };
    club.takes_all();
    done
}

/// 56.6 and what our letters promise: what was sent in time and is still on its way counts,
/// however it comes.
#[test]
fn a_move_on_paper_that_was_sent_in_time_counts_in_every_state_as_a_letter_does() {
    let states = [
        ("days_per_period = 20", "", "paused"),
        ("days_per_period = 20", "", "finished"),
        ("", "end_date = \"2026-02-15\"", "adjudication"),
    ];
    for (rules, tournament, state) in states {
        for way in [Way::Card, Way::FaultyCard, Way::Order] {
            let mut club = one_by_post(rules, tournament);
            told_by_card(&mut club);
            waits_for(&mut club, state);
            let before = club.game(GAME)["record"].clone();
            let late = comes(&mut club, way, "2026-02-25").expect_err("too late");
            assert!(!late.is_empty());
            assert_eq!(club.game(GAME)["record"], before, "{state} {way:?}");
            let done = comes(&mut club, way, "2026-02-12");
            if (state, way) == ("adjudication", Way::FaultyCard) {
                done.expect_err("no clock runs to which days could be added");
                continue;
            }
            done.unwrap_or_else(|why| panic!("{state} {way:?}: {why}"));
            let expected = match state {
                "adjudication" => state,
                _ => "active",
            };
            assert_eq!(status(&mut club), expected, "{state} {way:?}");
            match way {
                Way::FaultyCard => club.stands(GAME, "/clock/black/penalty", 2),
                Way::Card | Way::Order => {
                    club.stands(GAME, "/moves/3/sent", "2026-02-12");
                    club.stands(GAME, "/moves/3/days", 12);
                }
            }
            club.stands(GAME, "/result", "*");
        }
    }
}

#[test]
fn a55_6_a_card_that_was_posted_before_the_flag_makes_a_claim_void() {
    let mut club = by_post().rules("lose_on_overstep = 1").opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    let claim = ("kind", "claim");
    pile.card(&[claim, ("side", "white"), ("receipt", "2025-04-15")]);
    enters(&mut club, "2025-04-18", &pile);
    club.stands(GAME, "/status", "paused");
    let mut pile = Pile::default();
    pile.moves("1... 5755", "2025-04-02", "2025-04-19");
    enters(&mut club, "2025-04-20", &pile);
    club.stands(GAME, "/status", "active");
    club.stands(GAME, "/moves/1/days", 25);
}

#[test]
fn a_letter_that_tells_a_voided_move_begins_nothing_for_the_one_that_stands_there_now() {
    let mut club = both_unmailed("2025-03-03");
    club.it_is("2025-03-08T08:00:00Z");
    posts_all(&mut club);
    let mut pile = Pile::default();
    let answer = |pile: &mut Pile, text: &str| {
        pile.card(&[("text", text), ("postmarks", "2025-03-14")]);
    };
    answer(&mut pile, "1... 5755 received 10.03.2025");
    enters(&mut club, "2025-03-17", &pile);
    let ids: Vec<_> = papers(&mut club).iter().map(|r| r.id).collect();
    let printed = club.robot().paper_printed(&ids).expect("a printing");
    club.decides("void T26/1 2 --reason \"a typing error\"");
    club.takes_all();
    pile.rows.clear();
    answer(&mut pile, "1... 3735 received 10.03.2025");
    enters(&mut club, "2025-03-20", &pile);
    let left = club.robot().paper_posted(Some(printed), None, None);
    left.expect("posted");
    club.stands(GAME, "/clock/running", Value::Null);
    club.it_is("2025-03-25T08:00:00Z");
    posts_all(&mut club);
    club.stands(GAME, "/clock/running/since", "2025-04-04");
}

#[test]
fn a55_2_2_4_the_mark_of_arrival_of_a_card_that_we_pass_on_is_that_of_the_club() {
    // As long as ours has not left, his time does not run, and none is over.
    let mut club = both_unmailed("2025-03-03;2025-03-06");
    club.stands(GAME, "/clock/running", Value::Null);
    club.it_is("2025-03-10T08:00:00Z");
    posts_all(&mut club);
    club.stands(GAME, "/clock/running/since", "2025-03-20");
    let mut pile = Pile::default();
    let text = "1... 5755 received 13.03.2025";
    pile.card(&[("text", text), ("postmarks", "2025-03-14")]);
    enters(&mut club, "2025-03-17", &pile);
    club.stands(GAME, "/moves/1/days", 1);
    let shown = club.game(GAME)["moves"][1].clone();
    assert_eq!(shown["received"], "2025-03-13", "{shown}");
    // Nor does a mark that is entered later overrule it.
    let mut pile = Pile::default();
    let marks = ("postmarks", "2025-03-03;2025-03-05");
    pile.card(&[("text", "1. 5254"), marks]);
    enters(&mut club, "2025-03-18", &pile);
    club.stands(GAME, "/moves/1/days", 1);
    // Cards that went straight from one to the other are entered with both marks.
    let mut club = both_unmailed("2025-03-03;2025-03-06");
    let mut pile = Pile::default();
    pile.card(&[("text", "1... 5755"), ("postmarks", "2025-03-16")]);
    enters(&mut club, "2025-03-20", &pile);
    club.stands(GAME, "/moves/1/received", "2025-03-06");
    club.stands(GAME, "/moves/1/days", 10);
}

#[test]
fn a55_2_3_the_receipt_is_by_the_carrier_of_what_was_received() {
    // It left by e-mail: 56.2.5, whatever the card states.
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\npost_transit_days = 10")
        .lives_at("bert", &["Oak Street 2", "54321 Village"])
        .opens();
    club.play(GAME, "5254 5755");
    club.it_is("2026-01-21T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.it_is("2026-01-23T10:00:00Z");
    club.decides("carrier T26/1 black post --agreed letters --reason asked");
    club.takes_all();
    let mut pile = Pile::default();
    let text = "2... 2836 received 30.01.2026";
    pile.card(&[("text", text), ("postmarks", "2026-02-01")]);
    enters(&mut club, "2026-02-04", &pile);
    club.stands(GAME, "/moves/3/received", "2026-01-22");
    club.stands(GAME, "/moves/3/days", 10);
    // It left on paper: 55.2.2.4, also where he answers by e-mail.
    for (stated, counted) in [("24.01.2026", "2026-01-24"), ("30.01.2026", "2026-01-30")] {
        let mut club = one_by_post("", "");
        told_by_card(&mut club);
        club.it_is("2026-01-23T10:00:00Z");
        club.decides("carrier T26/1 black email --agreed letters --reason asked");
        club.it_is("2026-02-10T10:00:00Z");
        club.sends("bert", &format!("2... 2836\nreceived {stated}"));
        let letters = club.takes_all();
        let told = letter(&letters, "bert", "confirmation");
        assert!(!told.text.contains("had not been sent"), "{}", told.text);
        club.stands(GAME, "/moves/3/received", counted);
    }
}

#[test]
fn a55_5_2_to_whom_the_move_was_never_sent_is_not_silent() {
    let mut club = Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\ndays_per_period = 300")
        .unmailed("bert", &["Oak Street 2", "54321 Village"])
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
        .opens();
    posts_all(&mut club);
    let mut pile = Pile::default();
    pile.card(&[("text", "1. 5254"), ("postmarks", "2025-03-04")]);
    enters(&mut club, "2025-03-12", &pile);
    assert!(matters(&mut club, "not-printed").is_empty());
    let letters = day_comes(&mut club, "2025-06-10");
    assert!(!letters.iter().any(|m| m.kind == "silence"), "{letters:?}");
    let open = matters(&mut club, "not-printed");
    assert_eq!(open.len(), 1, "{open:#?}");
    assert_eq!(open[0]["command"], "print --output post.pdf");
    // From when it was posted he has his three months.
    posts_all(&mut club);
    assert!(matters(&mut club, "not-printed").is_empty());
    day_comes(&mut club, "2025-09-09");
    assert!(matters(&mut club, "silence").is_empty());
    day_comes(&mut club, "2025-09-12");
    assert_eq!(matters(&mut club, "silence").len(), 1);
}

/// The text of the newest letter of a kind that waits for paper.
fn paper_text(club: &mut Club, kind: &str) -> String {
    let rows = papers(club);
    let row = rows.iter().rfind(|row| row.kind == kind);
    let row = row.unwrap_or_else(|| panic!("no {kind} on paper"));
    let text = super::unmailed::text_of(club, row);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a56_6_4_a_term_that_hangs_on_the_posting_has_no_last_day_that_is_too_early() {
    let mut club = one_by_post("days_per_period = 20", "");
    told_by_card(&mut club);
    for _ in 0..60 {
        if status(&mut club) == "paused" {
            break;
        }
        club.days_pass(1);
        club.polls();
        club.ticks();
        if status(&mut club) != "paused" {
            club.takes_all();
        }
    }
    let letters = club.takes_all();
    for who in ["ann", "arbiter"] {
        let told = letter(&letters, who, "time-forfeit").text.clone();
        assert!(told.contains("14 days"), "{told}");
        assert!(!told.contains("up to and including"), "{told}");
        assert!(!told.contains("the last day is"), "{told}");
    }
    let his = paper_text(&mut club, "time-forfeit");
    assert!(
        his.contains("within 14 days of receiving this letter"),
        "{his}"
    );
    assert!(!his.contains("The last day to send it"), "{his}");
    assert!(his.contains("on its way"), "{his}");
}

#[test]
fn what_ends_with_a_ruling_on_paper_is_forecast_with_its_way_and_shows_no_flag_before() {
    let mut club = one_by_post("", "");
    told_by_card(&mut club);
    club.it_is("2026-02-05T10:00:00Z");
    club.decides("pause T26/1 --reason asked");
    club.it_is("2026-02-15T10:00:00Z");
    club.decides("resume T26/1 --reason asked");
    club.takes_all();
    club.stands(GAME, "/clock/running", Value::Null);
    for command in [
        "game show T26/1",
        "tournament report T26",
        "--json tournament report T26",
    ] {
        let said = club.types(command).expect("a report");
        assert!(!said.contains("2299-") && !said.contains("2300-"), "{said}");
    }
    let his = paper_text(&mut club, "ruling");
    posts_all(&mut club);
    let flag = club.game(GAME)["clock"]["running"]["flag_falls"].clone();
    let flag = Day::of_paper(flag.as_str().expect("a flag")).expect("a day");
    let last = flag.plus(-1);
    let month = ["March", "April", "May"][usize::try_from(last.month()).expect("one") - 3];
    let told = format!("{} {month} 2026", last.day());
    assert!(his.contains(&told), "{told}: {his}");
    club.stands(GAME, "/clock/running/side", "black");
}

#[test]
fn a55_2_3_what_has_not_left_goes_the_new_way() {
    let mut club = one_by_post("", "");
    club.it_is("2026-01-21T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.takes_all();
    assert!(papers(&mut club).iter().any(|row| row.kind == "move"));
    club.it_is("2026-01-23T10:00:00Z");
    club.decides("carrier T26/1 black email --agreed letters --reason asked");
    let letters = club.takes_all();
    let told = letter(&letters, "bert", "repeat").text.clone();
    assert!(told.contains("7163"), "{told}");
    club.stands(GAME, "/clock/running/since", "2026-01-24");
    assert!(!papers(&mut club).iter().any(|row| row.kind == "move"));
    // A card that is on its way may answer what came as one.
    let mut club = one_by_post("", "");
    told_by_card(&mut club);
    club.it_is("2026-02-10T10:00:00Z");
    club.decides("carrier T26/1 black email --agreed letters --reason asked");
    club.takes_all();
    comes(&mut club, Way::Card, "2026-02-08").expect("a card on its way");
    club.stands(GAME, "/moves/3/days", 8);
    let refused = comes(&mut club, Way::Card, "2026-02-09").expect("known");
    assert!(refused.contains("dates are corrected"), "{refused}");
}

#[test]
fn a55_1_4_a_card_that_corrects_dates_is_told_to_all_with_the_days_in_the_journal() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    pile.moves("1... 5755", "2025-03-12", "2025-03-16");
    enters(&mut club, "2025-03-20", &pile);
    pile.rows.clear();
    pile.moves("1... 5755", "2025-03-14", "2025-03-17");
    let letters = super::told_by(&mut club, "2025-03-21", &pile);
    for who in ["ann", "bert", "arbiter"] {
        let told: Vec<_> = letters
            .iter()
            .filter(|m| m.to == crate::club::address(who))
            .collect();
        assert_eq!(told.len(), 2, "{who}: {told:?}");
        assert!(
            told.iter().any(|m| m.text.contains("14 March 2025")),
            "{told:?}"
        );
        assert!(
            told.iter().any(|m| m.text.contains("17 March 2025")),
            "{told:?}"
        );
    }
    let journal = club.types("game show T26/1 --format journal").expect("one");
    assert!(journal.contains("corrected: 6 days; total 6"), "{journal}");
    // The same card again tells nobody anything.
    assert!(super::told_by(&mut club, "2025-03-22", &pile).is_empty());
}

#[test]
fn a55_5_1_the_second_repeat_is_so_many_days_after_the_first() {
    let mut club = super::with_repeats_after(14).opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    enters(&mut club, "2025-03-09", &pile);
    let mut repeated = Vec::new();
    for day in [
        "2025-04-06",
        "2025-04-07",
        "2025-04-19",
        "2025-04-20",
        "2025-05-20",
    ] {
        let letters = day_comes(&mut club, day);
        if letters.iter().any(|m| m.kind == "repeat") {
            repeated.push(day);
        }
    }
    assert_eq!(repeated, ["2025-04-06", "2025-04-20"]);
}

#[test]
fn a53_3_an_overstep_that_is_for_the_opponent_to_claim_is_foretold_until_it_is_told() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    enters(&mut club, "2025-03-09", &pile);
    club.it_is("2025-04-05T18:00:00Z");
    let today = club.types("today").expect("today");
    assert!(today.contains("you are told"), "{today}");
    day_comes(&mut club, "2025-04-08");
    club.it_is("2025-04-12T18:00:00Z");
    let today = club.types("today").expect("today");
    assert!(!today.contains("you are told"), "{today}");
}

#[test]
fn of_a_move_that_was_made_nothing_is_said_to_be_on_its_way() {
    let mut club = by_post().rules("lose_on_overstep = 1").opens();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-03", "2025-03-08");
    pile.moves("1... 5755", "2025-04-15", "2025-04-18");
    pile.card(&[
        ("kind", "claim"),
        ("side", "white"),
        ("receipt", "2025-04-19"),
    ]);
    let letters = super::told_by(&mut club, "2025-04-20", &pile);
    let told = letter(&letters, "bert", "time-forfeit").text.clone();
    assert!(!told.contains("on its way"), "{told}");
}

#[test]
fn what_is_about_all_games_of_who_plays_by_cards_goes_on_paper_and_asks_for_no_e_mail() {
    let mut club = one_by_post("", "");
    told_by_card(&mut club);
    let mut pile = Pile::default();
    pile.card(&[
        ("kind", "leave"),
        ("side", "black"),
        ("text", "from 10.02.2026 to 15.02.2026"),
        ("postmarks", "2026-02-02"),
    ]);
    club.it_is("2026-02-05T10:00:00Z");
    super::types_import(&mut club, &pile.table()).expect("a leave");
    let letters = club.takes_all();
    assert!(
        !letters.iter().any(|m| m.to == crate::club::address("bert")),
        "{letters:?}"
    );
    paper_text(&mut club, "leave");
    // A draw offer on paper names the card and not a word for a line.
    club.it_is("2026-02-06T10:00:00Z");
    pile.rows.clear();
    pile.card(&[
        ("text", "2... 2836 received 31.01.2026"),
        ("postmarks", "2026-02-03"),
    ]);
    super::types_import(&mut club, &pile.table()).expect("a move");
    club.takes_all();
    club.sends("ann", "3. 6152 DRAW?");
    club.takes_all();
    let told = paper_text(&mut club, "move");
    assert!(
        told.contains("reply card") && !told.contains("ACCEPT DRAW"),
        "{told}"
    );
}

#[test]
fn days_that_hang_on_the_posting_are_told_with_the_day_they_are_reckoned_from() {
    let mut club = one_by_post("", "");
    club.it_is("2026-01-21T10:00:00Z");
    club.sends("ann", "2. 7163");
    club.takes_all();
    let his = paper_text(&mut club, "move");
    assert!(his.contains("posted today, 21 January 2026"), "{his}");
    let rows = papers(&mut club);
    let row = rows.iter().rfind(|row| row.kind == "move").expect("a card");
    assert!(!row.subject.contains(" by "), "{}", row.subject);
    // Once it is posted nothing hangs on a posting any more.
    posts_all(&mut club);
    club.it_is("2026-01-22T10:00:00Z");
    club.decides("penalty T26/1 black 1 --reason slow");
    club.takes_all();
    let his = paper_text(&mut club, "ruling");
    assert!(!his.contains("posted today"), "{his}");
}

#[test]
fn a55_2_3_what_waits_on_paper_goes_by_mail_where_the_carrier_is_taken_back() {
    for is_printed in [false, true] {
        let mut club = one_by_post("", "");
        club.it_is("2026-01-21T10:00:00Z");
        club.sends("ann", "2. 7163");
        club.takes_all();
        if is_printed {
            let ids: Vec<_> = papers(&mut club).iter().map(|row| row.id).collect();
            club.robot().paper_printed(&ids).expect("a printing");
        }
        let log = club.types("--json td log T26").expect("a log");
        let log: Vec<Value> = serde_json::from_str(&log).expect("JSON");
        let carrier = log.iter().find(|d| d.to_string().contains("by post"));
        let number = carrier.expect("the carrier")["id"].clone();
        club.it_is("2026-01-23T10:00:00Z");
        club.types(&format!("td revoke {number} --reason slip"))
            .expect("it is taken back");
        let letters = club.takes_all();
        let told = letter(&letters, "bert", "repeat").text.clone();
        assert!(told.contains("7163"), "{told}");
        club.stands(GAME, "/clock/running/since", "2026-01-24");
        assert!(!papers(&mut club).iter().any(|row| row.kind == "move"));
        // What lies there printed is not posted any more.
        let posted = club.types("post sent").unwrap_or_default();
        assert!(!posted.contains(" move "), "{posted}");
        club.stands(GAME, "/clock/running/since", "2026-01-24");
    }
}
