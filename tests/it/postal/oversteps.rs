//! Oversteps and silence by post (55.5.2, 55.6), by cards.

use super::cases::plays;
use super::{GAME, Pile, by_post, day_comes, enters, letter, matters, record, told_by};
use crate::club::{Club, Setup};
use postchess::time::Day;

/// Both have moved so often as Black's days say; the day of his last card.
pub(super) fn played(pile: &mut Pile, costs: &[i64]) -> Day {
    let mut day = Day::new(2025, 3, 1).expect("a day");
    plays(pile, &mut day, 1, costs);
    day
}

/// White's claim, registered.
pub(super) fn claims(pile: &mut Pile, sent: Day) {
    pile.card(&[
        ("kind", "claim"),
        ("side", "white"),
        ("receipt", &sent.to_string()),
        ("registered", "R-77"),
        ("note", "with the calculation and two cards"),
    ]);
}

#[test]
fn a55_6_1_more_than_thirty_days_on_ten_or_fewer_moves_are_an_overstep() {
    for (costs, over) in [
        (vec![15, 15], false),
        (vec![15, 16], true),
        (vec![31], true),
    ] {
        let mut club = by_post().opens();
        let mut pile = Pile::default();
        let day = played(&mut pile, &costs);
        claims(&mut pile, day);
        let letters = told_by(&mut club, "2025-05-20", &pile);
        club.stands(GAME, "/clock/black/overstepped", over);
        let noticed = letters.iter().any(|m| m.kind == "time-forfeit");
        assert_eq!(noticed, over, "{costs:?}");
    }
    // Another control where the regulations have one.
    let mut club = by_post().rules("days_per_period = 40").opens();
    let mut pile = Pile::default();
    played(&mut pile, &[15, 16]);
    enters(&mut club, "2025-05-20", &pile);
    club.stands(GAME, "/clock/black/overstepped", false);
}

#[test]
fn a55_6_2_a_claim_by_registered_card_is_told_with_the_calculation_and_its_number_is_kept() {
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    let day = played(&mut pile, &[15, 16]);
    claims(&mut pile, day);
    let letters = told_by(&mut club, "2025-05-20", &pile);
    // 55.6.2.1: the arbiter has the claim and the calculation; the schedule of article 60.
    let told = letter(&letters, "arbiter", "time-forfeit");
    told.says("31")
        .says("30")
        .says("1 April 2025")
        .says("The full calculation");
    let schedule = club
        .types("game show T26/1 --format schedule")
        .expect("a schedule");
    for days in ["15", "31"] {
        assert!(schedule.contains(days), "{schedule}");
    }
    // 55.6.2.2: the opponent is told by the robot; number and dispatch stand in the record.
    letter(&letters, "bert", "time-forfeit")
        .says("31")
        .says("55.6.5");
    let game = club.game(GAME);
    let cards = game["cards"].as_array().expect("cards");
    let claim = cards.last().expect("the claim");
    assert_eq!(claim["card"]["registered"], "R-77");
    assert_eq!(claim["dates"]["sent"], day.to_string());
    assert_eq!(claim["dates"]["sent_by"], "55.2.2.2");
    // 55.6.2.3: his cards are here, each with its marks.
    let his: Vec<&serde_json::Value> = cards.iter().filter(|c| c["side"] == "black").collect();
    assert_eq!(his.len(), 2);
    assert!(his.iter().all(|c| !c["card"]["postmarks"].is_null()));
}

#[test]
fn a55_6_7_a_claim_stays_one_whatever_stands_on_its_card_and_no_sealed_move_is_told() {
    let claims = |club: &mut Club, day: Day, text: &str| {
        club.it_is("2025-05-21T18:00:00Z");
        let mut pile = Pile::default();
        let sent = day.to_string();
        pile.card(&[
            ("kind", "claim"),
            ("side", "white"),
            ("text", text),
            ("receipt", &sent),
        ]);
        super::types_import(club, &pile.table())
    };
    // The first overstep of two pauses nothing: the move counts, and so does the claim.
    let mut club = by_post().opens();
    let mut pile = Pile::default();
    let day = played(&mut pile, &[15, 16]);
    enters(&mut club, "2025-05-20", &pile);
    let done = claims(&mut club, day, "3. 1415").expect("taken");
    assert!(done.contains("3. a5"), "{done}");
    let letters = club.takes_all();
    letter(&letters, "bert", "time-forfeit");
    letter(&letters, "bert", "move");
    // Where it pauses the game, the claimant's move is sealed with the arbiter.
    let mut club = by_post().rules("lose_on_overstep = 1").opens();
    let mut pile = Pile::default();
    let day = played(&mut pile, &[15, 16]);
    enters(&mut club, "2025-05-20", &pile);
    let before = record(&mut club, GAME);
    for text in ["3. 1415", "3. 1415\nCLAIM TIME", "CLAIM TIME\n3. 1415"] {
        let refused = claims(&mut club, day, text).expect_err("the move is sealed");
        assert!(refused.contains("55.6.7"), "{refused}");
        assert_eq!(record(&mut club, GAME), before, "{text}");
        assert!(club.takes_all().is_empty(), "{text}");
    }
    claims(&mut club, day, "").expect("the claim alone");
    letter(&club.takes_all(), "bert", "time-forfeit");
    club.stands(GAME, "/status", "paused");
}

#[test]
fn a55_6_3_a_claim_later_than_the_answer_to_the_control_move_lapses() {
    for (with_answer, noticed) in [(true, true), (false, false)] {
        let mut club = by_post().rules("moves_per_period = 2").opens();
        let mut pile = Pile::default();
        let day = played(&mut pile, &[15, 16]);
        let answered = day.plus(1);
        let text = match with_answer {
            true => "3. 1415\nCLAIM TIME",
            false => "3. 1415",
        };
        pile.card(&[("text", text), ("postmarks", &answered.to_string())]);
        if !with_answer {
            claims(&mut pile, answered.plus(3));
        }
        let letters = told_by(&mut club, "2025-05-20", &pile);
        let told = letters.iter().any(|m| m.kind == "time-forfeit");
        assert_eq!(told, noticed, "{:?}", pile.rows);
        if !noticed {
            letter(&letters, "arbiter", "claim").says("55.6.3");
        }
        club.stands(GAME, "/status", "active");
    }
}

#[test]
fn a55_6_11_the_first_overstep_loses_where_the_regulations_say_so() {
    let mut club = by_post().rules("lose_on_overstep = 1").opens();
    let mut pile = Pile::default();
    let day = played(&mut pile, &[15, 16]);
    claims(&mut pile, day);
    enters(&mut club, "2025-05-20", &pile);
    club.stands(GAME, "/status", "paused");
    // Seven days for an objection (55.6.5), from the receipt of the notice.
    day_comes(&mut club, "2025-05-27");
    club.stands(GAME, "/status", "paused");
    day_comes(&mut club, "2025-05-30");
    club.stands(GAME, "/result", "1-0");
    club.stands(GAME, "/termination", "time");
    let ended = record(&mut club, GAME);
    let ended = ended.iter().find(|(what, _)| what == "ended");
    assert_eq!(ended.map(|(_, article)| article.as_str()), Some("55.6.11"));
}

/// A tournament by article 55 whose silence is that of the article.
fn with_silence() -> Club {
    Setup::new()
        .profile("post")
        .rules("repeat_after_days = 0\ndays_per_period = 300")
        .begins("2025-03-01", "2025-03-01T08:00:00Z")
        .opens()
}

#[test]
fn a55_5_2_after_three_months_without_a_move_who_did_nothing_may_lose() {
    let mut club = with_silence();
    let mut pile = Pile::default();
    pile.moves("1. 5254", "2025-03-04", "2025-03-08");
    enters(&mut club, "2025-03-12", &pile);
    // Three calendar months from the last dispatch.
    let letters = day_comes(&mut club, "2025-06-03");
    assert!(letters.is_empty(), "{letters:?}");
    let letters = day_comes(&mut club, "2025-06-05");
    for who in ["ann", "bert", "arbiter"] {
        letter(&letters, who, "silence").says("55.5.2");
    }
    let open = matters(&mut club, "silence");
    assert_eq!(open.len(), 1, "{open:#?}");
    assert_eq!(open[0]["article"], "55.5.2");
    let order = open[0]["command"].as_str().expect("an order").to_owned();
    assert!(order.contains("--by silence"), "{order}");
    club.stands(GAME, "/status", "active");
    club.types("td result T26/1 1-0 --by silence --reason nothing-heard")
        .expect("a result");
    club.takes_all();
    club.stands(GAME, "/result", "1-0");
    club.stands(GAME, "/termination", "silence");
    assert_eq!(matters(&mut club, "silence").len(), 0);
    let ended = record(&mut club, GAME);
    assert!(
        ended.contains(&("ended".to_owned(), "55.5.2".to_owned())),
        "{ended:?}"
    );
}
