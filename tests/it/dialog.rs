//! `tournament new` answers by a script: a file of every system of play, which is added and
//! previewed as it was written.

use crate::contract::{Answer, House, bare};
use std::io::Write;
use std::process::Stdio;

/// Answers of one dialog.
struct Script {
    /// What is answered to the system, and to the questions that come of it.
    system: &'static [&'static str],
    /// So many players are named.
    players: usize,
    /// What is answered behind them: teams, pairs, stages.
    rest: &'static [&'static str],
}

/// Writes the file by the dialog: what is not about the system is as offered.
fn write(house: &House, script: &Script) -> Answer {
    let mut typed = vec![String::new()]; // the profile
    typed.extend(script.system.iter().map(|s| (*s).to_owned()));
    // Nothing more is set; the regulations stand.
    typed.extend(std::iter::repeat_n(String::new(), 2));
    for n in 1..=script.players {
        typed.push(format!("Player {n}; p{n}@a.example; {}", 2200 - 10 * n));
    }
    typed.push(String::new());
    typed.extend(script.rest.iter().map(|s| (*s).to_owned()));
    typed.push("yes".to_owned());
    typed.push(String::new());
    let file = house.path("new.toml");
    let mut command = bare();
    command.arg("--home").arg(house.path("club"));
    for given in [
        "name=Spring",
        "code=S27",
        "start_date=2027-03-01",
        "arbiter=Orlova <td@club.example>",
    ] {
        command.args(["--set", given]);
    }
    command
        .args(["tournament", "new"])
        .arg(&file)
        .args(["--ask", "--language", "en"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(typed.join("\n").as_bytes()).unwrap();
    drop(pipe);
    Answer::of(&child.wait_with_output().unwrap())
}

/// The file that comes of it, added and previewed; what the preview says.
#[track_caller]
fn previewed(script: &Script, games: usize) -> (House, String) {
    let house = House::new();
    let told = write(&house, script);
    assert_eq!(told.code, 0, "{:?}: {}", script.system, told.err);
    assert!(!told.err.contains("would not be taken"), "{}", told.err);
    let file = house.path("new.toml");
    let added = house.run(&format!("tournament add {}", file.display()));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(added.code, 0, "{:?}: {}\n{text}", script.system, added.err);
    let said = format!("added S27: {} players, {games} games", script.players);
    assert!(
        added.out.contains(&said),
        "{:?}: {}",
        script.system,
        added.out
    );
    let preview = house.run("tournament preview S27").done().out;
    assert!(preview.contains("Player 1"), "{preview}");
    (house, preview)
}

#[test]
fn every_system_is_written_by_the_dialog() {
    let teams: &[&str] = &["2", "Rooks", "Knights", "Bishops", "Queens", ""];
    let of = |system, players, rest| Script {
        system,
        players,
        rest,
    };
    for (script, games) in [
        (of(&["round-robin", ""], 4, &[]), 6),
        (of(&["double-round-robin"], 4, &[]), 12),
        (of(&["match", "6"], 2, &[]), 6),
        (of(&["pairs"], 4, &["1 2", "2 1", "3 4", ""]), 3),
        // Rounds have to be said.
        (of(&["swiss", "", "3"], 6, &[]), 3),
        (of(&["knock-out", "2", ""], 4, &[]), 4),
        (of(&["double-knock-out", "2", ""], 4, &[]), 4),
        (
            of(
                &["scheveningen", "", ""],
                4,
                &[
                    "2",
                    "Rooks; 1 3; ; Petra Pole <petra@x.example>",
                    "Knights; 2 4",
                    "",
                ],
            ),
            4,
        ),
        (of(&["team-round-robin", "", "", ""], 8, teams), 12),
        (of(&["team-swiss", "3", "board", ""], 8, teams), 4),
        (of(&["team-knock-out", "1", "", "", ""], 8, teams), 4),
    ] {
        let (house, _) = previewed(&script, games);
        let shown = house.json("tournament show S27");
        assert_eq!(shown["system"], script.system[0]);
    }
}

#[test]
fn a_cycle_is_written_by_the_dialog() {
    let script = Script {
        system: &["cycle"],
        players: 8,
        rest: &[
            "2",          // groups
            "",           // round-robin
            "",           // one leg
            "2",          // go through
            "knock-out",  // the final
            "2",          // games of a match
            "",           // ties
            "2027-12-01", // its day
            "",           // the players of the first group, as offered
            "2 3 6 7",
        ],
    };
    let (house, preview) = previewed(&script, 12);
    for words in [
        "Come in: S27-A: places 1, 2; S27-B: places 1, 2.",
        "It begins by itself on 2027-12-01.",
        "S27-B/6",
    ] {
        assert!(preview.contains(words), "{words}\n{preview}");
    }
    let shown = house.json("tournament show S27-F");
    assert_eq!(shown["system"], "knock-out");
    let first = house.json("tournament show S27-A");
    assert_eq!(first["entries"][1]["name"], "Player 4");
}

#[test]
fn a_cycle_of_teams_with_results_carried_over_is_written_by_the_dialog() {
    let script = Script {
        system: &["cycle"],
        players: 8,
        rest: &[
            "",
            "team-round-robin",
            "", // legs
            "", // team score
            "", // board order
            "1",
            "knock-out",        // players cannot come out of teams: asked again
            "team-round-robin", // the final
            "",
            "",
            "",
            "",    // when the arbiter starts it
            "yes", // results count there
            "2",   // boards
            "Rooks",
            "Knights",
            "Bishops",
            "Queens",
            "",
            "",
            "",
        ],
    };
    let (house, preview) = previewed(&script, 4);
    assert!(preview.contains("carried over"), "{preview}");
    let text = std::fs::read_to_string(house.path("new.toml")).unwrap();
    for line in ["teams = [1, 4]", "teams = [2, 3]", "carry = true"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_the_file_would_be_refused_for_is_said_before_it_is_written() {
    let house = House::new();
    let script = Script {
        system: &["scheveningen", "", ""],
        players: 3,
        rest: &["2", "Rooks; 1 2", "Knights; 2 3", ""],
    };
    let told = write(&house, &script);
    assert!(
        told.err.contains("would not be taken so") && told.err.contains("whom team 1 has too"),
        "{}",
        told.err
    );
}

/// The questions of an arbiter who reads Russian: in Russian, the usual ones first, days as
/// letters write them.
#[test]
fn an_arbiter_is_asked_in_the_language_of_the_club() {
    let house = House::new();
    let answers = "Весенний турнир\nV27\n\nround-robin\n\n1 марта 2027\n\
                   Орлова <td@club.example>\nда\n?\n\n31.12.2027\n\n\n\n\n\
                   days_per_period = 40\n\nАнна; ann@a.example\nБорис; bob@b.example\n\nда\n\n";
    let file = house.path("v27.toml");
    let mut child = bare()
        .arg("--home")
        .arg(house.path("club"))
        .args(["tournament", "new"])
        .arg(&file)
        .args(["--ask", "--language", "ru"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(answers.as_bytes()).unwrap();
    drop(pipe);
    let told = Answer::of(&child.wait_with_output().unwrap());
    assert_eq!(told.code, 0, "{}", told.err);
    for words in [
        "Новый турнир.",
        "дата начала [",
        "Официальное начало: раньше ничьё время не идёт. (56.4.5)",
        "арбитр: ",
        "Задать остальное",
        "Можно: standard | chess960.",
        "перерыв 30",
        "days_per_period = 40   (изменено; в статье 60)",
        "участников: 2",
        "дальше:",
    ] {
        assert!(told.err.contains(words), "{words}\n{}", told.err);
    }
    let text = std::fs::read_to_string(&file).unwrap();
    for line in ["start_date = 2027-03-01", "end_date = 2027-12-31"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    house
        .run(&format!("tournament add {}", file.display()))
        .done();
}
