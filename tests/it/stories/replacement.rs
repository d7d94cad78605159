//! Another person takes over a starting number and its unfinished games (53.3).

use crate::club::{Club, Mail, Setup};
use postchess::ids::PlayerRef;
use postchess::orders::{NamedPerson, Order, ReplaceOrder};
use postchess::robot::orders::{DecisionEffect, Grounds};
use serde_json::{Value, json};

/// Ewa takes over from number 1, whoever that is.
fn ewa() -> ReplaceOrder {
    ReplaceOrder {
        player: PlayerRef::Entry("T26".to_owned(), 1),
        code: "T26".to_owned(),
        person: NamedPerson {
            email: Some("ewa@e.example".to_owned()),
            postal: Vec::new(),
            name: Some("Ewa Nowak".to_owned()),
            language: Some(postchess::language::Language::En),
            rating: Some(2100),
            federation: Some("POL".to_owned()),
        },
    }
}

#[track_caller]
fn decides(club: &mut Club, successor: &ReplaceOrder, dry_run: bool) -> DecisionEffect {
    let order = Order::from(successor.clone());
    let decided = club
        .robot()
        .decide(&order, &Grounds::console("Ann is ill", dry_run));
    let decided = decided.unwrap_or_else(|e| panic!("{e}"));
    // What the robot sent lies in the outgoing Maildir.
    club.polls();
    decided
}

#[track_caller]
fn refused(club: &mut Club, successor: &ReplaceOrder) -> String {
    let order = Order::from(successor.clone());
    let grounds = Grounds::console("", false);
    match club.robot().decide(&order, &grounds) {
        Ok(decided) => panic!(
            "not refused: {}",
            decided.note(postchess::language::Language::En)
        ),
        Err(failure) => {
            assert_eq!(failure.kind, postchess::error::FailureKind::Failed);
            failure.to_string()
        }
    }
}

#[track_caller]
fn document(club: &mut Club, line: &str) -> Value {
    let text = club.types(&format!("--json {line}"));
    serde_json::from_str(&text.unwrap_or_else(|e| panic!("{e}"))).expect("JSON")
}

/// Ann, Bert, Clara and Dima, everyone with everyone once: T26/1 to 3 are Ann's. She
/// has lost to Bert, it is her move with Clara since the 20th, and Dima's with her.
fn four() -> Club {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3), (4, 1), (2, 3), (2, 4), (3, 4)])
        .opens();
    club.play("T26/1", "5254 5755");
    club.letter("ann").subject("[T26/1]").says("RESIGN").posts();
    club.polls();
    club.everything_read();
    club.days_pass(4);
    club.play("T26/2", "5254");
    club.days_pass(5);
    club.play("T26/2", "5755");
    club.play("T26/3", "5254 5755");
    club
}

#[test]
fn a53_3_another_takes_over_the_number_and_the_unfinished_games() {
    let mut club = four();
    // 1 February: Ann has thought for eleven days about Clara's move.
    club.it_is("2026-02-01T09:00:00Z");
    club.stands("T26/2", "/clock/running/since", "2026-01-20");
    club.stands("T26/2", "/clock/white/total", 3);
    let before = (club.game("T26/3")["clock"].clone(), club.game("T26/1"));

    // What would be, and nothing is changed by asking.
    let would = decides(&mut club, &ewa(), true);
    club.nobody_is_told();
    assert_eq!(club.game("T26/2")["white"]["name"], "Ann Archer");
    let done = decides(&mut club, &ewa(), false);
    assert_eq!(would.done, done.done);
    let kinds = |d: &DecisionEffect| -> Vec<(String, &str)> {
        let each = d.letters.iter().map(|l| (l.name.clone(), l.kind.name()));
        each.collect()
    };
    assert_eq!(kinds(&would), kinds(&done));

    // One decision, and everybody whom it concerns learns of it.
    let number = done.id.expect("a number");
    assert_eq!(done.entries.len(), 2);
    assert_eq!(done.player_entries.len(), 2);
    let to_ann = club.is_told("ann", "ruling");
    to_ann
        .says("From now on Ewa Nowak plays in your place in the tournament T26")
        .says("Arbiter: Olga Orlova, td@club.example.")
        .says("- T26/2: Ewa Nowak – Clara Cook")
        .says("- T26/3: Дмитрий Волков – Ewa Nowak")
        .says("Ann is ill")
        .says("article 53.3")
        .says("The last day to send a protest is");
    assert!(!to_ann.text.contains("T26/1"), "{}", to_ann.text);
    club.is_told("ewa", "ruling")
        .says("you play in the tournament T26 in place of Ann Archer");
    let to_clara = club.is_told("clara", "ruling");
    to_clara.says("Ewa Nowak plays from now on in place of Ann Archer");
    assert!(!to_clara.text.contains("T26/3"), "{}", to_clara.text);
    club.is_told("dima", "ruling")
        .says("теперь играет Ewa Nowak");
    club.is_told("arbiter", "ruling")
        .says("T26/2")
        .says("T26/3");
    // A letter gives her each game.
    let first = club.is_told("ewa", "start");
    assert_eq!(first.game.as_deref(), Some("T26/2"));
    assert_eq!(
        first.subject,
        "You take over a game – by 31 March – Cook [T26/2]"
    );
    first
        .says("from Ann Archer, who does not play on")
        .says("The last move: 1... 5755 (e5)")
        .says("please send move 2 no later than")
        .says("counts from the receipt of this letter, 2 February 2026");
    assert!(first.pgn.as_deref().is_some_and(|p| p.contains("1. e4 e5")));
    let second = club.is_told("ewa", "start");
    second.says("It is your opponent's turn");
    club.nobody_is_told();

    // Her time begins with that letter; the days before it are nobody's, what was used
    // on the moves stays.
    club.stands("T26/2", "/clock/white/total", 3);
    club.stands("T26/2", "/clock/running/since", "2026-02-02");
    assert_eq!(club.game("T26/3")["clock"], before.0);
    assert_eq!(club.game("T26/1"), before.1);

    // She answers: three days.
    club.it_is("2026-02-05T09:00:00Z");
    club.letter("ewa").answering(&first).says("2. 7163").posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ewa", "confirmation");
    club.is_told("clara", "move").says("Ewa Nowak");
    club.stands("T26/2", "/moves/2/days", 3);
    club.stands("T26/2", "/moves/2/total", 6);
    // Dima moves, and the letter goes to her.
    club.letter("dima")
        .subject("[T26/3]")
        .says("2. 7163")
        .posts();
    club.polls();
    club.is_told("dima", "confirmation");
    club.is_told("ewa", "move");

    let log = document(&mut club, "td log T26");
    assert_eq!(log[0]["id"], json!(number));
    assert_eq!(log[0]["decision"], "Ewa Nowak plays on for Ann Archer");
    let journal = club.types("game show T26/2").unwrap();
    assert!(journal.contains("Ewa Nowak"), "{journal}");
}

#[test]
fn letters_of_one_who_was_replaced_change_nothing() {
    let mut club = four();
    let of_ann: Vec<Mail> = vec![club.last_letter("ann", "T26/2")];
    decides(&mut club, &ewa(), false);
    club.everything_read();
    let before = club.game("T26/2");
    club.letter("ann")
        .answering(&of_ann[0])
        .says("2. 7163")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "no-game");
    club.is_told("ann", "not-understood")
        .says("Game T26/2 is not yours any more")
        .says("Ewa Nowak plays on in your place");
    assert_eq!(club.game("T26/2"), before);
    // Without a sign of a game she can only mean those.
    club.sends("ann", "2. 7163");
    assert_eq!(club.verdict(), "no-game");
    club.is_told("ann", "not-understood")
        .says("is not yours any more");
    // The game she has finished is hers still.
    club.letter("ann")
        .subject("[T26/1]")
        .says("3. 7163")
        .posts();
    club.polls();
    club.is_told("ann", "not-understood")
        .says("This game is over");
    // She cannot leave for Ewa, nor take leave in games that are not hers.
    club.letter("ann")
        .subject("[T26/1]")
        .says("WITHDRAW")
        .posts();
    club.polls();
    club.is_told("ann", "not-understood")
        .says("is not yours any more");
    club.sends("ann", "LEAVE 2026-03-01 2026-03-10");
    club.is_told("ann", "not-understood");
    club.nobody_is_told();
    // Against the decision itself she may protest.
    club.letter("ann")
        .subject("[T26/2]")
        .says("PROTEST I am well again.")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.is_told("ann", "protest")
        .says("Your protest against decision No.");
    club.is_told("clara", "protest").says("Ann Archer protests");
    club.are_told(&["ewa", "arbiter"], "protest");
    let today = document(&mut club, "today");
    let matters = today.to_string();
    assert!(matters.contains("Ann Archer protests"), "{matters}");
    club.types("td dismiss T26/2").unwrap();
    club.is_told("ann", "ruling")
        .says("The protest of Ann Archer")
        .says("not granted");
    club.are_told(&["ewa", "clara", "arbiter"], "ruling");
}

#[test]
fn the_table_has_one_row_for_the_number() {
    let mut club = four();
    club.it_is("2026-02-01T09:00:00Z");
    decides(&mut club, &ewa(), false);
    let table = document(&mut club, "tournament report T26 --format json");
    let rows = table["table"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    let one = rows.iter().find(|r| r["start_number"] == 1).expect("a row");
    assert_eq!(one["name"], "Ewa Nowak");
    assert_eq!(one["results"], json!({"2": ["0"], "3": [""], "4": [""]}));
    let two = rows.iter().find(|r| r["start_number"] == 2).expect("a row");
    assert_eq!(two["points"], "1");
    assert_eq!(
        table["replaced"],
        json!([{"start_number": 1, "name": "Ewa Nowak", "former": "Ann Archer", "player": 1,
                "until": "2026-02-01", "games": ["T26/1"]}])
    );
    let text = club
        .types("tournament report T26 --format text --language en")
        .unwrap();
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "† Ewa Nowak plays on in place of Ann Archer. Played by Ann Archer: T26/1.";
    assert!(flat.contains(note), "{text}");
    // Finished games keep their names, the others say where the hand changed.
    let pgn = club.types("tournament report T26 --format pgn").unwrap();
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert!(games[0].contains("[White \"Ann Archer\"]"), "{}", games[0]);
    assert!(games[1].contains("[White \"Ewa Nowak\"]"), "{}", games[1]);
    let flat = games[1].split_whitespace().collect::<Vec<_>>().join(" ");
    let hand = "{White: Ewa Nowak plays on for Ann Archer from 2026-02-01}";
    assert!(flat.contains(hand), "{}", games[1]);
    let show = club.types("game show T26/3 --format pgn").unwrap();
    assert!(show.contains("1. e4 e5\n{Black: Ewa Nowak"), "{show}");
    let trf = club.types("tournament report T26 --format trf").unwrap();
    assert!(trf.contains("Nowak") && !trf.contains("Archer"), "{trf}");
    // Both have their report, each about the games that bear their names.
    let of = |club: &mut Club, who: &str| {
        let all = document(club, &format!("player report {who} T26"));
        let games = all["games"].as_array().expect("games").clone();
        games
            .iter()
            .map(|g| g["game"].as_str().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&mut club, "ann@a.example"), ["T26/1"]);
    assert_eq!(of(&mut club, "T26:1"), ["T26/2", "T26/3"]);
    let shown = club.types("player show ann@a.example").unwrap();
    assert!(
        shown.contains("T26 as number 1, replaced on 2026-02-01"),
        "{shown}"
    );
    let official = club
        .types("tournament official-report T26 --language en")
        .unwrap();
    let flat = official.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("Ewa Nowak (POL) plays on in place of Ann Archer"),
        "{official}"
    );

    // Withdrawal asks for the number, and 33.1 counts the game Ann finished.
    let left = document(
        &mut club,
        "td withdraw T26:1 T26 --games lose --finished count",
    );
    let note = left["decision"].as_str().expect("a note").to_owned();
    assert!(
        note.contains("Ewa Nowak leaves T26: 1 of 3 games finished"),
        "{note}"
    );
    assert_eq!(left["entries"].as_array().map(Vec::len), Some(2));
    club.everything_read();
}

#[test]
fn what_cannot_be_replaced_is_refused() {
    let mut club = four();
    let to = |email: &str| {
        let mut order = ewa();
        order.person.email = Some(email.to_owned());
        order
    };
    for (email, why) in [
        (
            "bert@b.example",
            "belongs to Bert Baker, who plays in T26 as number 2",
        ),
        ("moves+x@club.example", "the robot's own address"),
        ("td@club.example", "the address of the arbiter of T26"),
        ("nobody", "is no address"),
    ] {
        let said = refused(&mut club, &to(email));
        assert!(said.contains(why), "{email}: {said}");
    }
    let mut nameless = ewa();
    nameless.person.name = None;
    assert!(refused(&mut club, &nameless).contains("--name"));
    let himself = refused(&mut club, &to("ann@a.example"));
    assert!(
        himself.contains("plays under number 1 of T26 already"),
        "{himself}"
    );

    // An overstep of hers is decided first: announced, or fallen and not yet said.
    club.it_is("2026-04-20T09:00:00Z");
    let fallen = refused(&mut club, &ewa());
    assert!(
        fallen.contains("an overstep of Ann Archer is still to be decided in T26/2"),
        "{fallen}"
    );
    assert!(
        fallen.contains("td set-dates T26/2 3 --received DATE"),
        "{fallen}"
    );
    club.polls();
    club.ticks();
    club.everything_read();
    let announced = refused(&mut club, &ewa());
    assert!(announced.contains("td reject-claim T26/2"), "{announced}");
    club.types("td reject-claim T26/2 --anyway").unwrap();
    decides(&mut club, &ewa(), false);
    club.everything_read();

    // Who has left is nobody's to replace; nor is there anything to do for Bert, whose
    // games are over.
    club.types("td withdraw T26:2 T26 --games lose").unwrap();
    club.everything_read();
    let bert = ReplaceOrder {
        player: PlayerRef::Entry("T26".to_owned(), 2),
        ..to("x@x.example")
    };
    let left = refused(&mut club, &bert);
    assert!(
        left.contains("has left T26 already") && left.contains("td revoke"),
        "{left}"
    );
    for game in 2..=6 {
        // Some are over already.
        let _ = club.types(&format!("td result T26/{game} 1/2-1/2"));
    }
    club.everything_read();
    let over = refused(&mut club, &to("x@x.example"));
    assert!(over.contains("T26 is over"), "{over}");
}

#[test]
fn a_replacement_is_for_after_the_start() {
    let mut club = Setup::new().not_started().opens();
    let before = refused(&mut club, &ewa());
    assert!(
        before.contains("has not begun") && before.contains("tournament change"),
        "{before}"
    );
    club.starts("T26");
    club.everything_read();
    let line = "tournament change T26 replace 1 Ewa ewa@e.example";
    let after = club.types(line).unwrap_err();
    assert!(
        after.contains("td replace T26:1 T26 --name NAME --email ADDRESS"),
        "{after}"
    );
}

#[test]
fn a_replacement_is_taken_back() {
    let mut club = four();
    club.it_is("2026-02-01T09:00:00Z");
    let number = decides(&mut club, &ewa(), false).id.expect("a number").0;
    club.everything_read();
    // Ewa plays a move in one game and ends the other.
    club.it_is("2026-02-05T09:00:00Z");
    club.letter("ewa")
        .subject("[T26/2]")
        .says("2. 7163")
        .posts();
    club.polls();
    club.letter("ewa").subject("[T26/3]").says("RESIGN").posts();
    club.polls();
    club.letter("clara")
        .subject("[T26/2]")
        .says("2... 2836")
        .posts();
    club.polls();
    club.everything_read();
    let moves = club.game("T26/2")["moves"].clone();

    club.it_is("2026-02-10T09:00:00Z");
    let line = format!("td revoke {number} --reason recovered");
    let would = document(&mut club, &format!("{line} --dry-run"));
    club.nobody_is_told();
    let done = document(&mut club, &line);
    assert_eq!(would["decision"], done["decision"]);
    assert_eq!(done["entries"].as_array().map(Vec::len), Some(1));
    club.is_told("ann", "ruling")
        .says(&format!(
            "Decision No. {number} of 1 February 2026 is taken back."
        ))
        .says("From now on you play in the tournament T26 in place of Ewa Nowak")
        .says("recovered");
    club.is_told("ewa", "ruling")
        .says("From now on Ann Archer plays in your place");
    club.are_told(&["clara", "arbiter"], "ruling");
    club.is_told("ann", "start")
        .says("please send move 3 no later than");
    club.nobody_is_told();
    // What was played meanwhile stays, with its days.
    assert_eq!(club.game("T26/2")["moves"], moves);
    club.stands("T26/2", "/white/name", "Ann Archer");
    club.stands("T26/2", "/clock/running/since", "2026-02-11");
    club.stands("T26/3", "/black/name", "Ewa Nowak");
    let table = document(&mut club, "tournament report T26 --format json");
    assert_eq!(table["replaced"][0]["former"], "Ewa Nowak");
    assert_eq!(table["replaced"][0]["games"], json!(["T26/3"]));
    let log = document(&mut club, "td log T26");
    assert_eq!(log[0]["revoked_by"], log[1]["id"]);
    // Twice is once.
    let twice = club.types(&line).unwrap_err();
    assert!(twice.contains("is revoked already"), "{twice}");
    let back = club
        .types(&format!("td revoke {}", log[1]["id"]))
        .unwrap_err();
    assert!(back.contains("td replace T26:1 T26 --email"), "{back}");
    // And Ewa can have them again, whom the home knows by now.
    let again = document(
        &mut club,
        "td replace T26:1 T26 --email ewa@e.example --name Eve",
    );
    let note = again["decision"].as_str().expect("a note").to_owned();
    assert!(note.contains("known in this home: name, not Eve"), "{note}");
    club.stands("T26/2", "/white/name", "Ewa Nowak");
    club.everything_read();
}

#[test]
fn a_game_opened_again_goes_to_who_has_the_number() {
    let mut club = four();
    decides(&mut club, &ewa(), false);
    club.types("td reopen T26/1").unwrap();
    club.stands("T26/1", "/white/name", "Ann Archer");
    let done = document(&mut club, "td replace T26:1 T26 --email ewa@e.example");
    assert_eq!(done["entries"].as_array().map(Vec::len), Some(1));
    assert_eq!(done["player_entries"], json!([]));
    club.stands("T26/1", "/white/name", "Ewa Nowak");
    club.everything_read();
}

#[test]
fn a56_7_leave_is_of_the_one_who_plays() {
    let mut club = four();
    // Ann was on leave from the 22nd to the 25th, and is to be again.
    club.it_is("2026-01-20T09:00:00Z");
    club.sends("ann", "LEAVE 2026-01-22 2026-01-25");
    club.sends("ann", "LEAVE 2026-02-03 2026-02-20");
    club.everything_read();
    // She moves on the 30th: ten days, four of them leave.
    club.it_is("2026-01-30T09:00:00Z");
    club.letter("ann")
        .subject("[T26/2]")
        .says("2. 7163")
        .posts();
    club.polls();
    club.letter("clara")
        .subject("[T26/2]")
        .says("2... 2836")
        .posts();
    club.polls();
    club.everything_read();
    club.stands("T26/2", "/moves/2/days", 6);
    club.it_is("2026-02-01T09:00:00Z");
    decides(&mut club, &ewa(), false);
    club.everything_read();
    club.stands("T26/2", "/moves/2/days", 6);
    // Ann's leave to come holds for Ewa's clock no more; Ewa's own does.
    club.stands(
        "T26/2",
        "/leave",
        json!([{"id": 1, "player": 1, "from": "2026-01-22", "to": "2026-01-25"}]),
    );
    club.sends("ewa", "LEAVE 2026-02-05 2026-02-06");
    club.is_told("ewa", "leave");
    club.everything_read();
    club.it_is("2026-02-10T09:00:00Z");
    club.letter("ewa")
        .subject("[T26/2]")
        .says("3. 6125")
        .posts();
    club.polls();
    club.everything_read();
    // From the 2nd to the 10th, two days of leave.
    club.stands("T26/2", "/moves/4/days", 6);
    // A leave of hers over days that were Ann's would change none of them.
    club.types("td leave grant ewa@e.example 2026-01-15 2026-01-31")
        .unwrap();
    club.everything_read();
    club.stands("T26/2", "/moves/2/days", 6);
}

#[test]
fn under_the_default_policy_the_tokens_are_hers() {
    let mut club = Setup::new().default_policy().opens();
    let to_ann = club.last_letter("ann", "T26/1");
    decides(&mut club, &ewa(), false);
    let to_ewa = club.is_told("ewa", "start");
    club.everything_read();
    // Ann's old letter is a sign of the game, and no more.
    club.letter("ann")
        .answering(&to_ann)
        .says("1. 5254")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "no-game");
    club.is_told("ann", "not-understood")
        .says("is not yours any more");
    club.letter("ewa")
        .answering(&to_ewa)
        .says("1. 4244")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "move");
    club.is_told("ewa", "confirmation");
    club.is_told("bert", "move").says("Ewa Nowak");
}

#[test]
fn a_paused_game_and_one_with_the_adjudicator_go_over_too() {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3), (2, 3)])
        .tournament("end_date = 2026-03-01")
        .opens();
    club.play("T26/1", "5254 5755");
    club.types("td pause T26/1").unwrap();
    club.everything_read();
    decides(&mut club, &ewa(), false);
    let paused = club.is_told("ewa", "start");
    paused.says("The game is paused until the arbiter decides");
    club.everything_read();
    // The days of the pause, up to the receipt of the ruling on the 21st, are nobody's.
    club.days_pass(10);
    club.types("td resume T26/1").unwrap();
    club.everything_read();
    club.days_pass(3);
    club.stands("T26/1", "/clock/running/used", 2);
    club.stands("T26/1", "/clock/white/left", 60);

    club.it_is("2026-03-03T09:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club.stands("T26/1", "/status", "adjudication");
    let mut filip = ewa();
    filip.person.email = Some("filip@f.example".to_owned());
    filip.person.name = Some("Філіп Гай".to_owned());
    filip.person.language = Some(postchess::language::Language::Uk);
    decides(&mut club, &filip, false);
    club.is_told("filip", "start")
        .says("Партію передано на присудження");
    club.everything_read();
    club.letter("filip")
        .subject("[T26/1]")
        .says("ДУМКА 1/2-1/2")
        .posts();
    club.polls();
    assert_eq!(club.verdict(), "command");
    club.everything_read();
}

#[test]
fn full_days_of_24_hours_begin_with_the_letter_too() {
    let mut club = Setup::new()
        .profile("post")
        .rules("day_unit = \"24h\"\ntransit_days = 0")
        .opens();
    club.play("T26/1", "5254 5755");
    club.it_is("2026-01-20T18:00:00Z");
    decides(&mut club, &ewa(), false);
    club.everything_read();
    club.it_is("2026-01-23T17:00:00Z");
    club.letter("ewa")
        .subject("[T26/1]")
        .says("2. 7163")
        .posts();
    club.polls();
    club.everything_read();
    // Two full days, and 23 hours.
    club.stands("T26/1", "/moves/2/days", 2);
}

#[test]
fn who_takes_over_is_not_reported_silent_for_another() {
    let mut club = Setup::new().opens();
    club.play("T26/1", "5254 5755");
    club.it_is("2026-03-01T09:00:00Z");
    club.polls();
    club.ticks();
    assert!(club.all_read("silence") > 0);
    club.everything_read();
    decides(&mut club, &ewa(), false);
    club.everything_read();
    club.lives(13);
    club.nobody_is_told();
    club.lives(2);
    club.is_told("ewa", "repeat");
    club.everything_read();
}

#[test]
fn a56_7_5_the_leave_of_one_who_was_replaced_stays_in_the_report() {
    let mut club = four();
    club.sends("ann", "LEAVE 2026-02-01 2026-02-05");
    club.takes_all();
    club.it_is("2026-02-04T10:00:00Z");
    decides(&mut club, &ewa(), false);
    club.takes_all();
    let report = document(&mut club, "tournament report T26");
    let leave = &report["leave"][0];
    assert!(
        leave["name"].as_str().unwrap().starts_with("Ann"),
        "{leave}"
    );
    // What was left of it then is nobody's who plays.
    let period = &leave["periods"][0];
    assert_eq!(
        (&period["from"], &period["to"]),
        (&json!("2026-02-01"), &json!("2026-02-03"))
    );
    let shown = club.types("game show T26/2").unwrap();
    assert!(shown.contains("01/02/26-03/02/26 (Ann"), "{shown}");
}
