use super::*;
use crate::language::Language;
use crate::report::Happened;
use crate::report::document::text;

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn waiting(what: &str, until: Option<&str>, since: &str, settles: Option<&str>) -> Waiting {
    Waiting {
        tournament: "RU26-01".to_owned(),
        today: day("2026-05-16"),
        matter: Matter {
            game: GameName::parse("RU26-01/3"),
            about: vec!["Bert Baker".to_owned(), "Ann Archer".to_owned()],
            concerned: None,
            since: Some(day(since)),
            settles: settles.map(day),
            comes_back: None,
            what: what.to_owned(),
            article: "56.6.4".to_owned(),
            until: until.map(day),
            happened: Happened::Words("black used 62 of 60 days".to_owned()),
            commands: vec!["td confirm-forfeit RU26-01/3".to_owned()],
        },
    }
}

fn today(waiting: Vec<Waiting>) -> Today {
    Today {
        at: Instant::parse("2026-05-16T09:00:00Z").unwrap(),
        days: 7,
        waiting,
        coming: Vec::new(),
        tournaments: Vec::new(),
        unknown_senders: 0,
    }
    .sorted()
}

#[test]
fn what_is_due_first_stands_first() {
    let all = today(vec![
        waiting("later", Some("2026-06-30"), "2026-05-01", None),
        waiting(
            "itself",
            Some("2026-05-17"),
            "2026-05-01",
            Some("2026-05-18"),
        ),
        waiting("old", None, "2026-04-01", None),
        waiting("new", None, "2026-05-16", None),
        waiting("soon", Some("2026-05-19"), "2026-05-01", None),
        waiting("over", Some("2026-05-14"), "2026-05-01", None),
    ]);
    let order: Vec<&str> = all.waiting.iter().map(|w| w.matter.what.as_str()).collect();
    assert_eq!(order, ["over", "soon", "old", "new", "later", "itself"]);
    assert_eq!(all.to_do().count(), 5);
    assert_eq!(all.running_out().count(), 1);
    let json = all.json();
    assert_eq!(json["matters"][0]["days_left"], -2);
    assert_eq!(
        json["matters"][0]["command"],
        "td confirm-forfeit RU26-01/3"
    );
    assert_eq!(
        json["matters"][0]["by_mail"][0],
        "CONFIRM-FORFEIT RU26-01/3"
    );
    assert_eq!(json["matters"][5]["settles"], "2026-05-18");
}

#[test]
fn a_term_is_told_in_days_and_by_its_date() {
    for (until, said) in [
        ("2026-05-19", "3 days left, until 2026-05-19"),
        ("2026-05-17", "1 day left, until 2026-05-17"),
        ("2026-05-16", "the last day is today, 2026-05-16"),
        ("2026-05-14", "overdue by 2 days, since 2026-05-14"),
    ] {
        let one = waiting("protest", Some(until), "2026-05-01", None);
        assert_eq!(term(&one, Language::En), said);
    }
    let one = waiting("silence", None, "2026-05-11", None);
    assert_eq!(term(&one, Language::Ru), "ждёт 5 дней, с 11.05.2026");
}

#[test]
fn an_empty_day_says_so_first() {
    let page = text(&document(&today(Vec::new()), Language::En));
    assert_eq!(page.lines().nth(1), Some("Nothing waits for you."));
    let page = text(&document(
        &today(vec![waiting("protest", None, "2026-05-01", None)]),
        Language::En,
    ));
    assert_eq!(page.lines().nth(1), Some("Waiting for you: 1 matter."));
    assert!(
        page.contains("    postchess td confirm-forfeit RU26-01/3\n"),
        "{page}"
    );
}

#[test]
fn an_order_has_a_form_for_letters() {
    for (command, mail) in [
        (
            "td confirm-forfeit RU26-01/3",
            Some("CONFIRM-FORFEIT RU26-01/3"),
        ),
        (
            "td leave grant RU26-01:2 2026-03-10 2026-03-20",
            Some("LEAVE GRANT RU26-01:2 2026-03-10 2026-03-20"),
        ),
        (
            "td result RU26-01/3 1-0 --by silence",
            Some("RESULT RU26-01/3 1-0 --by silence"),
        ),
        ("outbox retry 7", None),
    ] {
        assert_eq!(mail_form(command).as_deref(), mail, "{command}");
    }
}

fn concerned(player: i64) -> Option<Concerned> {
    Some(Concerned {
        player: PlayerId(player),
        name: format!("Player {player}"),
    })
}

#[test]
fn what_waits_is_gathered_by_the_players_whom_it_is_about() {
    let about = |what, player: Option<i64>, until| {
        let mut one = waiting(what, until, "2026-05-01", None);
        one.matter.concerned = player.and_then(concerned);
        one
    };
    let mut elsewhere = about("elsewhere", Some(7), None);
    elsewhere.tournament = "RU26-02".to_owned();
    let all = today(vec![
        about("his", Some(7), None),
        about("nobody's", None, Some("2026-05-14")),
        about("another's", Some(8), Some("2026-05-17")),
        about("later", Some(7), Some("2026-06-30")),
        elsewhere,
    ]);
    let groups: Vec<(Option<&str>, Vec<&str>, Vec<&str>)> = all
        .by_player()
        .into_iter()
        .map(|group| {
            let what = group.waiting.iter().map(|w| w.matter.what.as_str());
            let name = group.whose.map(|own| own.name.as_str());
            (name, what.collect(), group.tournaments())
        })
        .collect();
    assert_eq!(
        groups,
        [
            (Some("Player 8"), vec!["another's"], vec!["RU26-01"]),
            (
                Some("Player 7"),
                vec!["his", "elsewhere", "later"],
                vec!["RU26-01", "RU26-02"]
            ),
            (None, vec!["nobody's"], vec!["RU26-01"]),
        ]
    );
}

/// A silence of a player in a game.
fn silence(game: &str, player: i64) -> Waiting {
    let mut one = waiting("silence", None, "2026-05-01", None);
    one.matter.game = GameName::parse(game);
    one.matter.concerned = concerned(player);
    one.matter.happened = Happened::Silent {
        side: Side::White,
        since: day("2026-03-20"),
        repeated: Vec::new(),
        leave: Vec::new(),
        heard: None,
        strangers: None,
    };
    one.matter.commands = vec![format!("td result {game} 0-1 --by silence")];
    one
}

#[test]
fn silences_of_one_player_are_one_matter_with_the_order_that_settles_all() {
    let all = today(vec![
        silence("RU26-01/3", 7),
        silence("RU26-01/4", 8),
        silence("RU26-01/9", 7),
    ]);
    let gathered = all.gathered();
    let heads: Vec<(Option<String>, &str)> = gathered
        .waiting
        .iter()
        .map(|w| {
            let game = w.matter.game.as_ref().map(ToString::to_string);
            (game, w.matter.commands[0].as_str())
        })
        .collect();
    assert_eq!(
        heads,
        [
            (None, "td withdraw 7 RU26-01 --games lose"),
            (
                Some("RU26-01/4".to_owned()),
                "td result RU26-01/4 0-1 --by silence"
            ),
        ]
    );
    // Each can still be settled by itself, and programs see each.
    assert_eq!(gathered.waiting[0].matter.commands.len(), 3);
    assert_eq!(all.json()["matters"].as_array().unwrap().len(), 3);
    let page = text(&document(&all, Language::En));
    for words in [
        "RU26-01/3 since",
        "RU26-01/9 since",
        "td withdraw 7 RU26-01",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}
