//! The chief arbiter's official report (30.2.1.6): every violation with its person
//! and what was decided, protests and appeals with their authors' words.

use crate::club::{Club, Setup};
use serde_json::Value;

/// A tournament of three with a faulty move, an overstep contested and confirmed,
/// equal opinions, an adjudication and an appeal.
fn eventful() -> Club {
    let mut club = Setup::new()
        .rules("repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n")
        .tournament("end_date = 2026-03-31\n")
        .tournament("adjudicator = { name = \"Ada Adler\", email = \"ada@club.example\" }\n")
        .pairs(&[(1, 2), (3, 4), (5, 6)])
        .opens();
    club.play("T26/2", "5254 5755");
    club.play("T26/3", "5254 5755");
    // An impossible move, and the right one.
    club.it_is("2026-01-12T09:00:00Z");
    club.letter("ann")
        .subject("[T26/1]")
        .says("1. 5256")
        .posts();
    club.polls();
    club.everything_read();
    club.play("T26/1", "5254");
    club.it_is("2026-02-20T09:00:00Z");
    club.play("T26/2", "7163");
    club.play("T26/3", "7163");
    // Bert's time is over on 15 March; he protests, and the loss is confirmed.
    club.it_is("2026-03-20T09:00:00Z");
    club.polls();
    club.ticks();
    club.it_is("2026-03-22T09:00:00Z");
    club.letter("bert")
        .subject("[T26/1]")
        .says("PROTEST I was in hospital.")
        .posts();
    club.polls();
    club.types("td confirm-forfeit T26/1 --reason proved")
        .unwrap();
    club.it_is("2026-04-01T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    for (who, game, text) in [
        ("ewa", "T26/3", "OPINIA 1/2-1/2"),
        ("filip", "T26/3", "ДУМКА 1/2-1/2"),
        ("clara", "T26/2", "OPINION 1-0\nTwo pawns up."),
    ] {
        let subject = format!("[{game}]");
        club.letter(who).subject(&subject).says(text).posts();
    }
    club.polls();
    club.it_is("2026-04-16T09:00:00Z");
    club.polls();
    club.ticks();
    club.types("td adjudicate T26/2 1/2-1/2 --reason even")
        .unwrap();
    club.it_is("2026-04-18T09:00:00Z");
    let letter = club.last_letter("clara", "T26/2");
    club.letter("clara")
        .answering(&letter)
        .says("APPEAL The endgame is won.")
        .posts();
    club.polls();
    club.it_is("2026-04-25T09:00:00Z");
    club.types("td adjudicate T26/2 1-0 --reason won").unwrap();
    club.everything_read();
    club
}

#[test]
fn a30_2_1_6_the_official_report_names_violations_persons_and_decisions() {
    let mut club = eventful();
    let text = club.types("tournament official-report T26").unwrap();
    for words in [
        "Official report of the chief arbiter",
        "no later than 2026-05-05",
        "30.2.1.6",
        "Olga Orlova",
        "Ada Adler",
        "impossible move: 5256",
        "penalty of 2 days",
        "time exceeded at move 1",
        "I was in hospital.",
        "no opinion sent",
        "The endgame is won.",
        "adjudicated 1-0",
        "Games finished",
        "3 of 3",
        "adjudication – 1",
        "Signature",
    ] {
        if words == "Signature" {
            assert!(text.contains("____"), "a place for the signature:\n{text}");
            continue;
        }
        assert!(text.contains(words), "{words}:\n{text}");
    }
    for (who, _, _) in crate::club::PERSONAS {
        assert!(text.contains(who), "{who}");
    }
    assert!(
        !text.contains('@'),
        "addresses are nobody's business:\n{text}"
    );
    let json = club
        .types("tournament official-report T26 --format json")
        .unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["final"], true);
    assert_eq!(json["due"], "2026-05-05");
    let what: Vec<&str> = json["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["what"].as_str().unwrap())
        .collect();
    assert_eq!(what, ["impossible-move", "overstep", "no-opinion"]);
    assert_eq!(json["violations"][0]["days"], 2);
    assert_eq!(json["violations"][1]["text"], "I was in hospital.");
    assert_eq!(json["violations"][1]["outcome"], "1-0");
    let contested = &json["contested"];
    assert_eq!(contested[0]["settled"]["what"], "ended");
    assert_eq!(contested[1]["what"], "appeal");
    assert_eq!(contested[1]["settled"]["reason"], "won");
    assert_eq!(json["decisions"].as_array().unwrap().len(), 3);
}

#[test]
fn a30_2_1_6_it_is_written_in_four_languages_and_before_the_end_provisional() {
    let mut club = Setup::new().pairs(&[(1, 2)]).opens();
    for (language, words) in [
        ("en", "Provisional: 1 game not finished."),
        ("ru", "Предварительно: не окончено – 1 партия."),
        ("uk", "Офіційний звіт головного судді"),
        ("pl", "Oficjalne sprawozdanie sędziego głównego"),
    ] {
        let line = format!("tournament official-report T26 --language {language}");
        let text = club.types(&line).unwrap();
        assert!(text.contains(words), "{text}");
        let page = club.types(&format!("{line} --format html")).unwrap();
        assert!(page.contains(&format!("lang=\"{language}\"")), "{page}");
        let pdf = club.root().join(format!("{language}.pdf"));
        let to = format!("{line} --format pdf --output {}", pdf.display());
        club.types(&to).unwrap();
        assert!(std::fs::read(&pdf).unwrap().starts_with(b"%PDF-"));
    }
}

#[test]
fn a30_2_1_7_on_the_next_day_everybody_gets_the_final_table_with_his_games() {
    let mut club = Setup::new().pairs(&[(1, 4), (4, 1), (1, 2)]).opens();
    let all = ["ann", "bert", "clara", "dima", "arbiter"];
    for (who, game) in [("dima", "T26/1"), ("dima", "T26/2"), ("bert", "T26/3")] {
        let subject = format!("[{game}]");
        club.letter(who).subject(&subject).says("RESIGN").posts();
    }
    club.polls();
    club.all_read("result");
    club.ticks();
    club.nobody_is_told();
    club.it_is("2026-01-11T06:00:00Z");
    club.ticks();
    let ann = club.is_told("ann", "report");
    ann.says("Club championship (T26) is over")
        .says("Ann Archer");
    let games = ann.pgn.unwrap_or_default();
    assert_eq!(games.matches("[Event ").count(), 3, "{games}");
    let dima = club.is_told("dima", "report");
    dima.says("Итоговая таблица");
    assert_eq!(dima.pgn.unwrap_or_default().matches("[Event ").count(), 2);
    club.is_told("bert", "report");
    // She has played no game: only the table.
    assert!(club.is_told("clara", "report").pgn.is_none());
    club.is_told("arbiter", "report")
        .says("20 January 2026")
        .says("30.2.1.6")
        .says("tournament official-report T26");
    club.lives(3);
    club.nobody_is_told();
    let today = club.types("today --json").unwrap();
    assert!(today.contains("official-report"), "{today}");
    assert!(today.contains("2026-01-20"), "{today}");
    club.it_is("2026-01-21T06:00:00Z");
    let today = club.types("today --json").unwrap();
    assert!(!today.contains("official-report"), "{today}");
    // A game that was open again brings a new table.
    club.types("td reopen T26/3 --reason slip").unwrap();
    club.types("td result T26/3 1/2-1/2 --by agreement")
        .unwrap();
    club.everything_read();
    club.lives(1);
    club.are_told(&all, "report");
}

/// When the report is due, as long as it is.
fn due(club: &mut Club) -> Value {
    let today: Value = serde_json::from_str(&club.types("today --json").unwrap()).unwrap();
    let matters = today["matters"].as_array().unwrap();
    let report = matters.iter().find(|m| m["what"] == "official-report");
    report.map_or(Value::Null, |m| m["until"].clone())
}

/// What comes after the last result and leaves it as it is moves neither the end of the
/// tournament nor the term of the report, and brings no table again; another result does.
#[test]
fn a30_2_1_6_the_end_is_that_of_the_last_result() {
    let quiet = "repeat_after_days = 0\nsilence_days = 0\ncontrol_warning_days = 0\n";
    let ended = || {
        let mut club = Setup::new()
            .rules(quiet)
            .tournament("end_date = 2026-03-03\n")
            .opens();
        club.play("T26/1", "5254 5755");
        club.types("td penalty T26/1 black 1 --reason late")
            .unwrap();
        club.it_is("2026-03-04T09:00:00Z");
        club.polls();
        club.ticks();
        club.sends("ann", "OPINION 1-0");
        club.it_is("2026-03-20T09:00:00Z");
        club.polls();
        club.ticks();
        club.types("td adjudicate T26/1 1-0 --reason better")
            .unwrap();
        club.everything_read();
        club
    };
    type Act = fn(&mut Club);
    let changes_nothing: [(&str, Act); 4] = [
        ("a refused appeal", |club| {
            let letter = club.last_letter("bert", "T26/1");
            let draft = club.letter("bert").answering(&letter);
            draft.says("APPEAL I was ill.").posts();
            club.polls();
            club.is_told("bert", "adjudication").says("56.9.7");
        }),
        ("a penalty taken back", |club| {
            let log = club.types("td log T26 --json").unwrap();
            let log: Value = serde_json::from_str(&log).unwrap();
            let decisions = log.as_array().unwrap();
            let penalty = decisions.iter().find_map(|d| d["id"].as_u64()).unwrap();
            club.types(&format!("td revoke {penalty} --reason slip"))
                .unwrap();
        }),
        ("a penalty", |club| {
            club.types("td penalty T26/1 white 1 --reason late")
                .unwrap();
        }),
        ("a protest that is dismissed", |club| {
            let letter = club.last_letter("bert", "T26/1");
            let draft = club.letter("bert").answering(&letter);
            draft.says("PROTEST I was ill.").posts();
            club.polls();
            let matters = club.types("today --json").unwrap();
            let matters: Value = serde_json::from_str(&matters).unwrap();
            let matters = matters["matters"].as_array().unwrap().clone();
            let protest = matters.iter().find(|m| m["what"] == "protest").unwrap();
            let order = protest["command"].as_str().unwrap();
            club.types(&format!("{order} --reason late")).unwrap();
        }),
    ];
    for told in [false, true] {
        for (what, act) in changes_nothing {
            let mut club = ended();
            if told {
                club.it_is("2026-03-21T09:00:00Z");
                club.ticks();
                club.are_told(&["ann", "bert", "arbiter"], "report");
            }
            club.it_is("2026-03-22T09:00:00Z");
            act(&mut club);
            club.everything_read();
            assert_eq!(due(&mut club), "2026-03-30", "{what}, told: {told}");
            club.ticks();
            assert_eq!(club.all_read("report"), 3 * usize::from(!told), "{what}");
            club.lives(2);
            assert_eq!(club.all_read("report"), 0, "{what}, told: {told}");
        }
    }
    // Another result is another table, and the days of the report begin with it.
    let mut club = ended();
    club.it_is("2026-03-21T09:00:00Z");
    club.ticks();
    club.it_is("2026-03-22T09:00:00Z");
    club.types("td result T26/1 1/2-1/2 --reason slip --anyway")
        .unwrap();
    club.everything_read();
    assert_eq!(due(&mut club), "2026-04-01");
    club.lives(1);
    club.are_told(&["ann", "bert", "arbiter"], "report");
    // A reopening that is taken back ends it again.
    club.types("td reopen T26/1 --reason slip --anyway")
        .unwrap();
    assert_eq!(due(&mut club), Value::Null);
    let log = club.types("td log T26 --json").unwrap();
    let log: Value = serde_json::from_str(&log).unwrap();
    let decisions = log.as_array().unwrap();
    let newest = decisions.iter().filter_map(|d| d["id"].as_u64()).max();
    club.types(&format!("td revoke {} --reason slip", newest.unwrap()))
        .unwrap();
    club.everything_read();
    club.lives(1);
    club.are_told(&["ann", "bert", "arbiter"], "report");
    assert_eq!(due(&mut club), "2026-04-02");
}
