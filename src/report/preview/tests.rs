use super::*;
use crate::report::document::text;

fn entrant(id: i64, name: &str, email: &str, federation: &str) -> Entrant {
    Entrant {
        id: PlayerId(id),
        name: name.to_owned(),
        reach: email.into(),
        language: Language::Ru,
        language_given: true,
        rating: Some(2000),
        federation: Some(federation.to_owned()),
        bounces: 0,
    }
}

pub(super) fn preview(count: u32) -> Preview {
    let official = |name: &str, email: &str| Official::new(name, email);
    let players = (1..=count)
        .map(|n| StartPlace {
            number: n,
            player: Some(entrant(
                i64::from(n),
                &format!("Игрок {n}"),
                &format!("p{n}@mail.ru"),
                &format!("F{n}"),
            )),
        })
        .collect();
    let mut number = 0;
    let mut games = Vec::new();
    for (round, boards) in (1..).zip(crate::tournament::system::round_robin::berger(count)) {
        for (board, (white, black)) in (1..).zip(boards) {
            number += 1;
            games.push(Pair {
                name: format!("T27/{number}"),
                round,
                board,
                white,
                black,
                array: None,
            });
        }
    }
    Preview {
        code: "T27".into(),
        name: "Весна".into(),
        started: false,
        profile: Profile::Email,
        start: Day::new(2027, 3, 1).unwrap(),
        end: Some(Day::new(2029, 3, 1).unwrap()),
        zone: Zone::utc(),
        language: Language::Ru,
        arbiter: official("Орлова", "td@club.example"),
        appeals: Some(official("Апелляция", "a@club.example")),
        officials: Vec::new(),
        adjudicator: Some(official("Судья", "j@club.example")),
        announced: Vec::new(),
        regulations: Regulations::of(Profile::Email),
        players,
        games,
        changes: Vec::new(),
        robot: "moves@club.example".into(),
        today: Day::new(2027, 2, 1).unwrap(),
        stage: None,
    }
}

fn said(preview: &Preview) -> Vec<String> {
    warnings(preview)
        .iter()
        .map(|w| w.say(Language::En))
        .collect()
}

#[test]
fn a_tournament_in_order_has_nothing_to_look_at() {
    assert_eq!(said(&preview(6)), Vec::<String>::new());
    let text = text(&document(&preview(6), Language::En));
    assert!(text.contains("Nothing strikes the eye."), "{text}");
    assert!(
        text.contains("All regulations are those of the article."),
        "{text}"
    );
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let order = "direct encounter, number of wins, Sonneborn-Berger, Koya. (39.1)";
    assert!(words.contains(order), "{text}");
}

#[test]
fn what_strikes_the_eye_is_told() {
    let mut p = preview(6);
    p.start = Day::new(2027, 1, 30).unwrap();
    p.appeals = None;
    p.adjudicator = Some(p.arbiter.clone());
    let change = |p: &mut Preview, n: usize, email: &str| {
        p.players[n].player.as_mut().unwrap().reach = email.into();
    };
    change(&mut p, 0, "one@gmial.com");
    change(&mut p, 1, "two@club.con");
    change(&mut p, 2, "MOVES@club.example");
    change(&mut p, 3, "td@club.example");
    p.players[4].player.as_mut().unwrap().bounces = 2;
    p.players[5].player.as_mut().unwrap().name = "Игрок 5".into();
    p.players[5].player.as_mut().unwrap().language_given = false;
    p.games.retain(|g| g.white != 1);
    assert_eq!(
        said(&p),
        [
            "The official start, 2027-01-30, is over already.",
            "The official start, 2027-01-30, is a weekend.",
            "Nobody is named to hear protests against the arbiter (56.1.10).",
            "Орлова would hear appeals against rulings of his own.",
            "Орлова is an official of the tournament and plays in it.",
            "Игрок 1, one@gmial.com: is gmail.com meant?",
            "Игрок 2, two@club.con: no such kind of domain is known.",
            "Игрок 3: the address is the robot's own.",
            "Игрок 5, p5@mail.ru: letters came back, 2 in a row.",
            "Two players are called Игрок 5.",
            "Игрок 1 has 0 games with White and 2 with Black.",
            "Игрок 2 has 3 games with White and 1 with Black.",
            "No language was given for Игрок 5: they are written to in ru.",
        ]
    );
    // What the arbiter sees, nobody else does.
    let text = text(&public(&p, Language::En));
    assert!(
        !text.contains('@') && !text.contains("over already"),
        "{text}"
    );
    assert!(text.contains("Игрок 1"));
}

#[test]
fn a31_10_players_of_one_federation_that_meet_in_the_last_rounds_are_told() {
    let mut p = preview(10);
    for n in 0..2 {
        p.players[n].player.as_mut().unwrap().federation = Some("RUS".into());
    }
    // 1 and 2 meet in round 2 of the table for ten.
    assert_eq!(said(&p), Vec::<String>::new());
    p.players[9].player.as_mut().unwrap().federation = Some("RUS".into());
    p.players[1].player.as_mut().unwrap().federation = None;
    let found = said(&p);
    let of = p
        .games
        .iter()
        .find(|g| [g.white, g.black].contains(&1) && [g.white, g.black].contains(&10));
    let late = of.unwrap().round >= 7;
    assert_eq!(found.len(), usize::from(late), "{found:?}");
    p.players[9].player.as_mut().unwrap().federation = None;
    let last = p.games.last().unwrap().clone();
    for number in [last.white, last.black] {
        let place = usize::try_from(number).unwrap() - 1;
        p.players[place].player.as_mut().unwrap().federation = Some("UKR".into());
    }
    let found = said(&p);
    assert!(
        found[0].ends_with("of UKR meet in round 9, one of the last three (31.10)."),
        "{found:?}"
    );
}
