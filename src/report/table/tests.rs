use super::*;
use crate::chess::{BySide, Side};
use crate::ids::{EventId, GameName, InboundId, LeaveId, TournamentId};
use crate::language::Language;
use crate::record::fixture::*;
use crate::record::{
    About, Cause, Circumstance, Event, GameFile, GameResult, Opened, PlayerEvent, ResultCode,
    Status, Termination,
};
use crate::report::document::{Document, DocumentSection, Drawings, StripPlace, text as text_of};
use crate::rules::TieBreak::{Direct, Koya, Sb, Wins};
use crate::tournament::play::{BoardOrder, System};
use serde_json::{Value, json as js};
use std::path::Path;

/// The report as `--format text` prints it.
fn text(input: &TableInput) -> String {
    text_of(&document(input, Language::En, Drawings::Told))
}

pub(in crate::report) fn entrant(start_number: u32, name: &str) -> TableEntrant {
    TableEntrant {
        player: PlayerId(i64::from(start_number)),
        start_number,
        name: name.to_owned(),
        federation: None,
        rating: None,
        language: Language::En,
        withdrawn: false,
        counts: true,
        failing: None,
        heard: None,
        leave: Vec::new(),
        record: Vec::new(),
        former: Vec::new(),
    }
}

pub(in crate::report) fn input(
    entrants: Vec<TableEntrant>,
    games: Vec<GameLine>,
    today: &str,
) -> TableInput {
    TableInput {
        code: "RU26-01".to_owned(),
        name: "Чемпионат клуба 2026".to_owned(),
        profile: Profile::Email,
        scoring: Scoring::USUAL,
        tie_breaks: vec![Direct, Wins, Sb, Koya],
        byes: Vec::new(),
        carried: Vec::new(),
        rounds: None,
        goes_on: false,
        bracket: None,
        teams: Vec::new(),
        team_score: TeamScore::Match,
        seating: Seating::of(System::TeamRoundRobin, BoardOrder::Shift),
        team_byes: Vec::new(),
        leave_days_per_year: 30,
        zone: Zone::utc(),
        today: d(today),
        entrants,
        running: true,
        games,
        around: Vec::new(),
        setting: Setting {
            language: Language::Ru,
            start: d("2026-01-10"),
            end: None,
            arbiter: "Орлов П.".to_owned(),
            control: (60, 10),
            announced: Vec::new(),
        },
    }
}

pub(in crate::report) fn finished(
    number: u32,
    white: u32,
    black: u32,
    code: Option<ResultCode>,
) -> GameLine {
    GameLine {
        name: GameName {
            code: "RU26-01".to_owned(),
            number,
        },
        round: 1,
        white,
        black,
        players: BySide {
            white: PlayerId(i64::from(white)),
            black: PlayerId(i64::from(black)),
        },
        status: code.map_or(Status::Active, |_| Status::Finished),
        result: code.map(|code| GameResult {
            code,
            termination: Termination::Resignation,
        }),
        ply: 0,
        clocks: BySide::default(),
        penalties: Vec::new(),
        overdue: Vec::new(),
        matters: Vec::new(),
        progress: Progress::default(),
    }
}

fn code(text: &str) -> ResultCode {
    let text = match text {
        "+--" => "+/-",
        "--+" => "-/+",
        "---" => "-/-",
        other => other,
    };
    ResultCode::parse(text).unwrap()
}

/// `3.75` as the report prints it; the file has it as a number.
fn decimal(value: &Value) -> String {
    value.to_string().trim_end_matches(".0").to_owned()
}

#[test]
fn tie_breaks_of_published_tables_are_exact_in_the_report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/tiebreaks");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        let names: Vec<&String> = case["players"].as_object().unwrap().keys().collect();
        let number = |v: &Value| {
            let at = names.iter().position(|n| Some(n.as_str()) == v.as_str());
            u32::try_from(at.unwrap()).unwrap() + 1
        };
        let entrants = (1..)
            .zip(&names)
            .map(|(n, name)| entrant(n, name))
            .collect();
        let games = case["games"].as_array().unwrap().iter().zip(1..);
        let games = games
            .map(|(g, n)| {
                let result = code(g["result"].as_str().unwrap());
                finished(n, number(&g["white"]), number(&g["black"]), Some(result))
            })
            .collect();
        let report = json(&input(entrants, games, "2026-01-01"));
        assert_eq!(report["open"], 0);
        assert_eq!(report["final"], true);
        for row in report["table"].as_array().unwrap() {
            let name = row["name"].as_str().unwrap();
            let expected = &case["expected"][name];
            let at = format!("{} {name}", case["id"]);
            assert_eq!(row["points"], js!(decimal(&expected["points"])), "{at}");
            assert_eq!(row["wins"], expected["wins"], "{at}");
            assert_eq!(
                row["sb"],
                js!(decimal(&expected["sonneborn_berger"])),
                "{at}"
            );
            assert_eq!(row["koya"], js!(decimal(&expected["koya"])), "{at}");
            let place = row["place"].as_str().unwrap().split('-').next().unwrap();
            assert_eq!(place, expected["place_39_3_1"].to_string(), "{at}");
            seen += 1;
        }
    }
    assert_eq!(seen, 34);
}

/// A game in which White's clock has run since 1 February with 51 days left.
fn club() -> TableInput {
    let mut entrants = vec![
        entrant(1, "Иванов Иван"),
        entrant(2, "Ґонґадзе Їжак"),
        entrant(3, "Андрии\u{306}чук"),
        entrant(4, "Żółkiewski Łukasz"),
    ];
    entrants[0].leave = vec![
        span(7, "2026-12-25", "2027-01-14"),
        span(8, "2026-09-01", "2026-08-31"),
    ];
    let games = vec![
        finished(1, 1, 2, Some(ResultCode::White)),
        finished(2, 3, 4, Some(ResultCode::Draw)),
        GameLine::of(&contract_game(), d("2026-02-11")),
        finished(4, 2, 3, Some(ResultCode::BlackForfeit)),
    ];
    input(entrants, games, "2026-02-11")
}

#[test]
fn a_table_is_printed_as_the_contract_has_it() {
    let report = json(&club());
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(
        keys[..10],
        [
            "tournament",
            "open",
            "final",
            "tie_breaks",
            "table",
            "clocks",
            "penalties",
            "leave",
            "overdue",
            "matters"
        ]
    );
    assert_eq!(report["tournament"], "RU26-01");
    assert_eq!(report["open"], 1);
    assert_eq!(report["final"], false);
    assert_eq!(report["tie_breaks"], js!(["direct", "wins", "sb", "koya"]));
    assert_eq!(
        report["table"][0],
        js!({"place": "1", "start_number": 3, "name": "Андрии\u{306}чук", "points": "1.5",
             "played": 2, "wins": 1, "direct": null, "sb": "0.25", "koya": "0", "withdrawn": false,
             "counts": true, "results": {"2": ["+"], "4": ["½"]}})
    );
    assert_eq!(
        report["clocks"],
        js!([
            {"game": "RU26-01/3", "side": "white", "moves": 3, "total": 9, "limit": 60, "left": 51,
             "flag_falls": "2026-03-25", "used": 10},
            {"game": "RU26-01/3", "side": "black", "moves": 3, "total": 7, "limit": 60, "left": 53,
             "flag_falls": null, "used": 0}
        ])
    );
    assert_eq!(
        report["penalties"],
        js!([{"game": "RU26-01/3", "side": "white", "days": 2, "date": "2026-01-16",
              "article": "56.4.7", "note": "impossible move"}])
    );
    assert_eq!(
        report["leave"],
        js!([
            {"player": 1, "start_number": 1, "name": "Иванов Иван", "year": 2026, "used": 7,
             "allowed": 30, "left": 23,
             "periods": [{"id": 7, "from": "2026-12-25", "to": "2027-01-14"}]},
            {"player": 1, "start_number": 1, "name": "Иванов Иван", "year": 2027, "used": 14,
             "allowed": 30, "left": 16,
             "periods": [{"id": 7, "from": "2026-12-25", "to": "2027-01-14"}]}
        ])
    );
    assert_eq!(report["overdue"], js!([]));
    assert_eq!(report["matters"], js!([]));
}

#[test]
fn the_flag_of_the_report_falls_on_its_day() {
    let game = contract_game();
    let on = |day: &str| GameLine::of(&game, d(day)).overdue;
    assert_eq!(on("2026-03-24"), []);
    let over = on("2026-03-25");
    assert_eq!(over.len(), 1);
    assert_eq!((over[0].side, over[0].at_move), (Side::White, 4));
    assert_eq!((over[0].total, over[0].limit), (61, 60));
    assert_eq!(over[0].flag, Some(d("2026-03-25")));
    assert!(!over[0].declared);
}

#[test]
fn the_text_lines_up_whatever_the_alphabet() {
    let mut club = club();
    club.entrants[1].withdrawn = true;
    club.entrants[1].counts = false;
    let text = text(&club);
    let expected = expect_test::expect![[r#"
        RU26-01  Чемпионат клуба 2026
        as of 2026-02-11

        3 of 4 games finished, 1 open

        Next flag: 2026-03-25, RU26-01/3, Иванов Иван

        Table
        Place  No.  Name               Points  Games  Open  1   2    3    4   Direct  Wins    SB  Koya
           1*    4  Żółkiewski Łukasz     0.5      1     1  ×   ½    .           0.5     0  0.25   0.5
           2*    3  Андрийчук             0.5      1     0  ½   ×        (+)     0.5     0  0.25     0
           3*    1  Иванов Иван             0      0     1  .        ×   (1)       -     0     0     0
          (4)    2  Ґонґадзе Їжак (w)       0      0     0     (-)  (0)   ×        -     0     0     0
        * 1 game open: places are provisional.
        On 0.5 points, Koya: Żółkiewski Łukasz 0.5, Андрийчук 0.
        (w) has withdrawn. In brackets: games that count for nobody (33.1).
        + and -: won and lost without play. A dot: open.

        Games in progress, the next flag first
                                                                               Days of White  Days of Black
        Game       White        Black              Moves  Last move   To move  used     left  used     left  Flag falls
        RU26-01/3  Иванов Иван  Żółkiewski Łukasz      3  2026-01-31  White      19       41     7       53  2026-03-25

        Days used against the control
        RU26-01/3     White 19 of 60  ▁▁▂▃
                      Black 7 of 60   ▁▁▁

        Penalties
        Date        Game       Player       Days  Article  Reason
        2026-01-16  RU26-01/3  Иванов Иван    +2  56.4.7   impossible move

        Leave
        No.  Player       Year  Used  Left  When
          1  Иванов Иван  2026     7    23  2026-12-25 to 2027-01-14 (id 7)
          1  Иванов Иван  2027    14    16  2026-12-25 to 2027-01-14 (id 7)

        Finished games
        Game       White          Black              Result  How          Moves  Date
        RU26-01/1  Иванов Иван    Ґонґадзе Їжак       1-0    resignation      0
        RU26-01/2  Андрийчук      Żółkiewski Łukasz   ½-½    resignation      0
        RU26-01/4  Ґонґадзе Їжак  Андрийчук           -/+    resignation      0

        Conditions
        Arbiter       Орлов П.
        Played        from 2026-01-10
        Control       60 days for every 10 moves, carried over
        Equal points  direct encounter, number of wins, Sonneborn-Berger, Koya
    "#]];
    expected.assert_eq(&text);
}

fn two(number: u32, record: &Record) -> GameFile {
    let white = player(1, "A", 1, Language::En);
    let black = player(2, "B", 2, Language::En);
    record.game(facts(number, white, black), BySide::default())
}

fn exceeded(side: Side) -> Event {
    Event::TimeExceeded {
        side,
        at_move: 1,
        total: 61,
        limit: 60,
        flag: d("2026-03-12"),
        from: d("2026-03-13"),
        claimed: false,
    }
}

fn only(game: &GameFile) -> Value {
    let found = crate::report::matters(game);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].json()
}

#[test]
fn a56_6_4_an_overstep_waits_until_the_last_day_of_protest() {
    let mut record = Record::started("2026-01-10");
    record
        .left(0, Side::White, "2026-01-10")
        .at("2026-03-13")
        .put(exceeded(Side::White), Some("56.6.3"), "");
    let unsent = only(&two(1, &record));
    assert_eq!(unsent["until"], Value::Null);

    let left = Event::LetterLeft {
        ply: 0,
        about: About::Notice,
        to: Side::White,
        left: noon("2026-03-13"),
        on_paper: false,
    };
    record.put(left, None, "");
    // Received on the 14th; fourteen days after that is the last day in time.
    let matter = only(&two(1, &record));
    assert_eq!(matter["what"], "overstep");
    assert_eq!(matter["game"], "RU26-01/1");
    assert_eq!(matter["article"], "56.6.4");
    assert_eq!(matter["until"], "2026-03-28");
    assert_eq!(matter["command"], "td confirm-forfeit RU26-01/1 white");
    let refusals = [
        "td reject-claim RU26-01/1 --days 5",
        "td reject-claim RU26-01/1 --received DATE",
    ];
    assert_eq!(matter["commands"][1], refusals[0]);
    assert_eq!(matter["commands"][2], refusals[1]);

    let protest = Event::Protested {
        side: Side::White,
        text: "I wrote in time".to_owned(),
    };
    record.put(protest, Some("56.6.4"), "");
    assert_eq!(only(&two(1, &record))["what"], "protest");

    let rejected = Event::ClaimRejected {
        total: None,
        days: 0,
        side: Side::White,
        bar_claims: false,
        day: d("2026-03-20"),
    };
    record.by(Cause::Order, rejected, Some("56.6.7"), "");
    assert_eq!(crate::report::matters(&two(1, &record)), []);
}

#[test]
fn a56_5_3_silence_is_for_the_arbiter_to_decide() {
    let mut record = Record::started("2026-01-10");
    record
        .mv(1, "e2e4", "2026-01-10", "2026-01-10")
        .at("2026-02-19")
        .put(Event::SilenceReported { ply: 1 }, Some("56.5.3"), "");
    let matter = only(&two(2, &record));
    assert_eq!(matter["what"], "silence");
    assert_eq!(matter["article"], "56.5.3");
    assert_eq!(matter["command"], "td result RU26-01/2 1-0 --by silence");
    record.mv(2, "e7e5", "2026-01-11", "2026-02-20");
    assert_eq!(crate::report::matters(&two(2, &record)), []);
}

#[test]
fn a_matter_stands_until_it_is_decided() {
    let mut record = Record::started("2026-01-10");
    let full = Circumstance::said("the mailbox of White is full");
    let mut lost = Opened::new("letter-lost", Side::White, full);
    lost.side = None;
    let lost = Event::MatterOpened(lost);
    record.put(lost, Some("56.5.2"), "");
    let matter = only(&two(3, &record));
    assert_eq!(matter["what"], "letter-lost");
    assert_eq!(matter["article"], "56.5.2");
    assert_eq!(matter["note"], "the mailbox of White is full");
    assert_eq!(
        matter["command"],
        "td set-dates RU26-01/3 1 --received DATE"
    );
    let mut sent_again = Record::started("2026-01-10");
    sent_again.entries = record.entries.clone();
    sent_again.left(0, Side::White, "2026-01-12");
    assert_eq!(crate::report::matters(&two(3, &sent_again)), []);
    let set = Event::DatesSet {
        ply: 1,
        received: Some(d("2026-01-20")),
        sent: None,
    };
    record.by(Cause::Order, set, Some("56.2.5"), "");
    assert_eq!(crate::report::matters(&two(3, &record)), []);
}

#[test]
fn a_protest_against_a_loss_entered_at_once_asks_for_reopening() {
    let mut record = Record::started("2026-01-10");
    let ended = Event::Ended {
        result: ResultCode::Black,
        termination: Termination::Time,
    };
    record
        .at("2026-03-13")
        .put(exceeded(Side::White), Some("54.5.2"), "")
        .put(ended, Some("54.5.2"), "");
    assert_eq!(crate::report::matters(&two(4, &record)), []);
    let text = "no".to_owned();
    let side = Side::White;
    record.put(Event::Protested { side, text }, Some("54.1.4"), "");
    let order = only(&two(4, &record))["command"].clone();
    // Rejecting the overstep opens the game again.
    assert_eq!(order, "td reject-claim RU26-01/4 --days 5");
}

#[test]
fn a56_7_7_late_leave_is_an_open_matter() {
    let taken = |id: i64, granted: bool, grounds: &str, cause: Cause| Recorded {
        id: EventId(id),
        entry: PlayerEntry {
            at: noon("2026-06-04"),
            player: PlayerId(1),
            tournament: Some(TournamentId(1)),
            event: PlayerEvent::LeaveTaken {
                leave: LeaveId(id),
                from: d("2026-06-04"),
                to: d("2026-06-10"),
                granted,
            },
            grounds: Some(grounds.to_owned()),
            cause,
            note: String::new(),
        },
    };
    let mut club = club();
    let record = &mut club.entrants[0].record;
    record.push(taken(11, false, "56.7.1", Cause::Tick));
    assert_eq!(club.matters(), []);
    let record = &mut club.entrants[0].record;
    record.push(taken(12, false, "56.7.2", Cause::Tick));
    let report = json(&club);
    assert_eq!(report["matters"][0]["what"], "late-leave");
    assert_eq!(report["matters"][0]["article"], "56.7.7");
    assert_eq!(
        report["matters"][0]["command"],
        "td leave grant RU26-01:1 2026-06-04 2026-06-10 --tournament RU26-01"
    );
    assert!(text(&club).contains("\n    postchess td leave cancel 12\n"));
    let record = &mut club.entrants[0].record;
    record.push(taken(13, true, "56.7.7", Cause::Order));
    assert_eq!(club.matters(), []);
}

/// Leave that another letter announced in time is no part of the one that came late, though both
/// were recorded in one second: what is proposed cancels nothing that stands.
#[test]
fn a56_7_7_a_late_leave_and_one_announced_in_time_are_two() {
    let entry = |id: i64, event: PlayerEvent, letter: i64, grounds: &str| Recorded {
        id: EventId(id),
        entry: PlayerEntry {
            at: noon("2026-06-04"),
            player: PlayerId(1),
            tournament: Some(TournamentId(1)),
            event,
            grounds: Some(grounds.to_owned()),
            cause: Cause::Letter(InboundId(letter)),
            note: String::new(),
        },
    };
    let asked = PlayerEvent::LeaveAsked {
        from: d("2026-06-01"),
        to: d("2026-06-03"),
    };
    let taken = |letter: i64| PlayerEvent::LeaveTaken {
        leave: LeaveId(letter),
        from: d("2026-06-20"),
        to: d("2026-06-25"),
        granted: false,
    };
    // By another letter, and by a second line of the same one.
    for letter in [8, 7] {
        let mut club = club();
        let record = &mut club.entrants[0].record;
        record.push(entry(11, asked.clone(), 7, "56.7.2"));
        record.push(entry(12, taken(letter), letter, "56.7.1"));
        let report = json(&club);
        let matter = &report["matters"][0];
        assert_eq!(matter["what"], "late-leave");
        let commands = matter["commands"].to_string();
        assert!(commands.contains("2026-06-01 2026-06-03"), "{commands}");
        assert!(!commands.contains("cancel"), "{commands}");
    }
}

#[test]
fn a_table_of_twenty_can_still_be_read() {
    let names = ["Константинопольский А.", "Їжак Ґ.", "Żółć Ł.", "Lee"];
    let entrants = (1..=20).zip(names.iter().cycle());
    let entrants = entrants.map(|(n, name)| entrant(n, name)).collect();
    let results = [ResultCode::White, ResultCode::Draw, ResultCode::Black];
    let mut games = Vec::new();
    for white in 1..=20u32 {
        for black in white + 1..=20 {
            let number = u32::try_from(games.len()).unwrap() + 1;
            let code = results[(white * 7 + black * 3) as usize % 3];
            games.push(finished(number, white, black, Some(code)));
        }
    }
    let input = input(entrants, games, "2026-01-01");
    let table = cross_table(&input, &input.standings(), Language::En);
    assert_eq!((table.columns.len(), table.rows.len()), (5 + 20 + 4, 20));
    let mut document = Document::new(Language::En, "Twenty");
    let mut section = DocumentSection::untitled();
    section.table(table.clone());
    document.push(section);
    let text = text_of(&document);
    let rows: Vec<&str> = text.lines().skip(2).take(21).collect();
    let widths: Vec<usize> = rows
        .iter()
        .map(|r| crate::report::width::width(r))
        .collect();
    assert!(widths.iter().all(|w| *w == widths[0]), "{text}");
    assert!(widths[0] <= 130, "{} columns:\n{text}", widths[0]);
    // Rows and columns are in one order: who did not play himself is a straight line.
    for (place, row) in table.rows.iter().enumerate() {
        let marks = table.columns.iter().zip(&row.cells);
        let marks = marks.filter(|(c, _)| c.strip == StripPlace::Mark);
        let own: Vec<usize> = marks
            .enumerate()
            .filter(|(_, (_, cell))| cell.text == "×")
            .map(|(at, _)| at)
            .collect();
        assert_eq!(own, [place]);
    }
    // The place of the first mark is the same in every row.
    assert_eq!(rows[0].split_whitespace().nth(5), Some("1"));
}

#[test]
fn a39_2_the_table_says_which_criterion_decided() {
    // The example of research: B and C are equal on points, met with a draw, have a
    // win each; Sonneborn-Berger decides for C.
    let names = ["A", "B", "C", "D", "E", "F"];
    let entrants: Vec<TableEntrant> = (1..).zip(names).map(|(n, name)| entrant(n, name)).collect();
    let results =
        "A-F ½ B-E 1 C-D ½ F-D 0 E-C ½ A-B ½ B-F ½ C-A 0 D-E + F-E 1 A-D ½ B-C ½ C-F 1 D-B 1 E-A 0";
    let words: Vec<&str> = results.split(' ').collect();
    let number =
        |name: &str| u32::try_from(names.iter().position(|n| *n == name).unwrap()).unwrap() + 1;
    let games: Vec<GameLine> = (1..)
        .zip(words.chunks(2))
        .map(|(n, game)| {
            let (white, black) = game[0].split_once('-').unwrap();
            let code = match game[1] {
                "1" => ResultCode::White,
                "0" => ResultCode::Black,
                "½" => ResultCode::Draw,
                _ => ResultCode::WhiteForfeit,
            };
            finished(n, number(white), number(black), Some(code))
        })
        .collect();
    let input = input(entrants, games, "2026-01-01");
    let standings = input.standings();
    let rows: Vec<String> = standings
        .table
        .iter()
        .map(|r| format!("{} {} {} {} {}", r.name, r.points, r.wins, r.sb, r.koya))
        .collect();
    assert_eq!(
        rows,
        [
            "D 4 3 8 2",
            "A 3.5 2 7.25 2",
            "C 2.5 1 5.5 1",
            "B 2.5 1 4.5 1",
            "F 2 1 3.5 1",
            "E 0.5 0 1.25 0.5"
        ]
    );
    let table = cross_table(&input, &standings, Language::En);
    assert!(
        table
            .notes
            .contains(&"On 2.5 points, Sonneborn-Berger: C 5.5, B 4.5.".to_owned())
    );
    assert!(text(&input).contains("Winner: D\n"));
}

#[test]
fn a20_each_board_is_a_tournament_of_its_own() {
    let names = ["Ann", "Bert", "Clara", "Dima", "Ewa"];
    let entrants = (1..).zip(names).map(|(n, name)| entrant(n, name)).collect();
    let games = vec![
        finished(1, 1, 3, Some(ResultCode::White)),
        finished(2, 4, 2, Some(ResultCode::Draw)),
        // Ewa, the reserve, plays on the first board in the second round.
        GameLine {
            round: 2,
            ..finished(3, 3, 5, Some(ResultCode::WhiteForfeit))
        },
        GameLine {
            round: 2,
            ..finished(4, 2, 4, None)
        },
    ];
    let mut input = input(entrants, games, "2026-02-11");
    let team = |name: &str, boards: &[u32], reserves: &[u32]| TeamEntry {
        name: name.to_owned(),
        captain: None,
        boards: boards.to_vec(),
        reserves: reserves.to_vec(),
        line_ups: Vec::new(),
    };
    let mut first = team("Harbour", &[1, 2], &[5]);
    first.lines_up(crate::tournament::line_up::LineUp {
        round: 2,
        boards: vec![5, 2],
    });
    input.teams = vec![first, team("Old Town", &[3, 4], &[])];
    input.seating = Seating::of(System::TeamRoundRobin, BoardOrder::Free);
    let value = json(&input);
    let rows: Vec<String> = value["boards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| {
            let text = |key: &str| r[key].as_str().unwrap();
            let (place, name, team) = (text("place"), text("name"), text("team_name"));
            format!(
                "{} {place} {name} ({team}) {} of {}",
                r["board"],
                text("points"),
                r["games"]
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "1 1-2 Ann (Harbour) 1 of 1",
            "1 1-2 Clara (Old Town) 1 of 2",
            "1 3 Ewa (Harbour) 0 of 1",
            "2 1-2 Bert (Harbour) 0.5 of 1",
            "2 1-2 Dima (Old Town) 0.5 of 1",
        ]
    );
    let table = board_table(&input, Language::Ru).unwrap();
    let expected = expect_test::expect![[r#"
        Доска  Место  №  Участник  Команда   Очки  Партий
            1    1-2  1  Ann       Harbour      1       1
            1    1-2  3  Clara     Old Town     1       2
            1      3  5  Ewa       Harbour      0       1
            2    1-2  2  Bert      Harbour    0.5       1
            2    1-2  4  Dima      Old Town   0.5       1
    "#]];
    expected.assert_eq(&crate::report::document::table_text(&table));
    // Where players play for themselves there are no boards.
    input.teams.clear();
    assert_eq!(board_table(&input, Language::Ru), None);
    assert!(json(&input).get("boards").is_none());
}
