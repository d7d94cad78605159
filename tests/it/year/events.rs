//! The events of a federation's year, one file each.

use postchess::record::TournamentEvent;
use postchess::robot::Robot;
use postchess::store::TournamentStatus;
use postchess::time::Day;
use postchess::tournament::revision::Person;
use postchess::tournament::stage::Unfilled;
use std::fmt::Write as _;

/// An event to come.
pub struct Planned {
    /// Its code, or its cycle's.
    pub code: String,
    /// What it is called here.
    pub system: &'static str,
    /// The day on which it is entered and begins.
    pub starts: Day,
    /// Its file.
    pub text: String,
}

impl Planned {
    /// Who comes to it before it begins, when its pairs are announced already (31.4).
    pub fn late(&self) -> Option<Person> {
        let takes = matches!(self.system, "round-robin" | "swiss" | "knock-out");
        (takes && self.starts.to_string().ends_with(['1', '4', '7'])).then(|| Person {
            name: format!("Late {}", self.code),
            email: format!("late@{}.example", self.code.to_lowercase()),
            language: None,
            rating: Some(1_900),
            federation: None,
        })
    }
}

/// How events are played: what it is called, how many, players, keys, teams of so many
/// boards.
const KINDS: &[(&str, usize, usize, &str, usize)] = &[
    ("round-robin", 7, 10, "system = \"round-robin\"", 0),
    (
        "double-round-robin",
        3,
        6,
        "system = \"double-round-robin\"",
        0,
    ),
    (
        "match",
        4,
        2,
        "system = \"match\"\ngames = 4\nties = [\"games\", \"lot\"]\ndraw_seed = \"year\"",
        0,
    ),
    ("pairs", 2, 20, "system = \"pairs\"", 0),
    (
        "swiss",
        8,
        24,
        "system = \"swiss\"\nrounds = 5\ndraw_seed = \"year\"",
        0,
    ),
    ("knock-out", 4, 16, "system = \"knock-out\"", 0),
    (
        "double-knock-out",
        2,
        8,
        "system = \"double-knock-out\"\ngames = 1\nties = [\"rating\", \"number\"]",
        0,
    ),
    ("scheveningen", 2, 10, "system = \"scheveningen\"", 5),
    (
        "team-round-robin",
        3,
        24,
        "system = \"team-round-robin\"",
        4,
    ),
    (
        "team-swiss",
        2,
        32,
        "system = \"team-swiss\"\nrounds = 4",
        4,
    ),
    (
        "team-knock-out",
        1,
        16,
        "system = \"team-knock-out\"\ngames = 2",
        4,
    ),
    ("cycle", 2, 15, "", 0),
];

/// All of them, spread over the first half of the year.
pub fn all(from: Day) -> Vec<Planned> {
    let mut planned = Vec::new();
    let mut person = 0;
    let mut left: Vec<usize> = KINDS.iter().map(|k| k.1).collect();
    // One of each kind in turn, so that every share of them has many kinds.
    while left.iter().any(|n| *n > 0) {
        for (kind, left) in KINDS.iter().zip(&mut left).filter(|(_, n)| **n > 0) {
            *left -= 1;
            let at = planned.len();
            let starts = from.plus(3 + i64::try_from(at).unwrap() * 3);
            planned.push(event(kind, at, starts, &mut person));
        }
    }
    planned
}

fn event(
    (system, _, players, keys, boards): &(&'static str, usize, usize, &str, usize),
    at: usize,
    starts: Day,
    person: &mut usize,
) -> Planned {
    let code = format!("Y{:02}", at + 1);
    let mut text = format!(
        "[tournament]\ncode = \"{code}\"\nname = \"Event {}\"\n{keys}\nstart_date = {starts}\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\n\
         arbiter = {{ name = \"Arbiter\", email = \"td@club.example\" }}\n\
         [regulations]\nsilence_days = 0\nrepeat_after_days = 0\n",
        at + 1
    );
    let languages = ["en", "ru", "uk", "pl", "de"];
    for number in 0..*players {
        // A person plays in more than one event in the course of a year.
        *person += 1;
        let who = *person;
        let _ = write!(
            text,
            "[[player]]\nname = \"Player {who}\"\nemail = \"p{who}@mail{}.example\"\n\
             language = \"{}\"\nrating = {}\n",
            who % 7,
            languages[who % languages.len()],
            2_300 - number * 13 - who % 11
        );
    }
    if *boards > 0 {
        for team in 0..players / boards {
            let numbers: Vec<usize> = (1..=*boards).map(|b| team * boards + b).collect();
            let _ = write!(
                text,
                "[[team]]\nname = \"Team {}\"\nboards = {numbers:?}\n",
                team + 1
            );
        }
    }
    if *system == "pairs" {
        for pair in 0..players / 2 {
            let (white, black) = (pair * 2 + 1, pair * 2 + 2);
            let _ = write!(text, "[[pair]]\nwhite = {white}\nblack = {black}\n");
        }
    }
    if *system == "cycle" {
        for (group, first) in [("A", 1), ("B", 6), ("C", 11)] {
            let numbers: Vec<usize> = (first..first + 5).collect();
            let _ = write!(
                text,
                "[[stage]]\ncode = \"{code}-{group}\"\nplayers = {numbers:?}\n"
            );
        }
        let from = ["A", "B", "C"]
            .map(|g| format!("{{ stage = \"{code}-{g}\", places = [1, 2] }}"))
            .join(", ");
        let carry = at.is_multiple_of(2);
        let _ = write!(
            text,
            "[[stage]]\ncode = \"{code}-F\"\nfrom = [{from}]\ncarry = {carry}\n"
        );
    }
    Planned {
        code,
        system,
        starts,
        text,
    }
}

/// What the arbiter orders where a table does not tell who goes through: of those level the
/// last ones stay.
pub fn undecided(robot: &Robot) -> Vec<String> {
    let view = robot.store.read();
    let mut orders = Vec::new();
    for row in view.tournament_list().unwrap() {
        let events = view.tournament_events(row.facts.id).unwrap();
        let Some(TournamentEvent::FieldUnmade { why }) = events.last().map(|e| &e.event) else {
            continue;
        };
        let Unfilled::Level { stage, numbers } = why else {
            continue;
        };
        // Two go through, and one of those level does not have to stay.
        let stay: Vec<String> = numbers
            .iter()
            .skip(1)
            .map(|n| format!("--without {stage}:{n}"))
            .collect();
        orders.push(format!("promote {} {}", row.facts.code, stay.join(" ")));
    }
    orders
}

/// Stages whose field is made and that wait for a word.
pub fn stages_to_start(robot: &Robot) -> Vec<String> {
    let view = robot.store.read();
    let rows = view.tournament_list().unwrap().into_iter();
    rows.filter(|row| row.status == TournamentStatus::Planned)
        .filter(|row| !view.games_of_tournament(row.facts.id).unwrap().is_empty())
        .map(|row| row.facts.code.clone())
        .collect()
}
