//! The arbiter at the desk in a real browser: he sets it up, signs in with password and code,
//! and settles one of each matter that waits, with scripts and without.

use super::desk::{NOW, PASSWORD, invited, secret_in};
use super::looked_at::{axe, faults};
use super::serve::Server;
use super::web::{BASE, complaints, letter_to, shows_soon};
use crate::browser::{Browser as Window, Colours, keeps_pictures};
use crate::club::{ARBITER, Setup, codes_in};
use crate::contract::House;
use postchess::time::Instant;
use postchess::totp::step_at;
use serde_json::Value;

/// The hour at which he sits down.
const TODAY: &str = "2026-01-24T09:00:00Z";

/// A matter: what it is, how the button of the order that settles it begins, and the line that
/// he makes of it; none: the button's own.
type Settled = (&'static str, &'static str, Option<&'static str>);

const MATTERS: [Settled; 12] = [
    ("overstep", "confirm-forfeit T26/1", None),
    ("protest", "dismiss T26/2 ", None),
    ("abuse", "dismiss T26/3 ", None),
    (
        "unheard",
        "move T26/4 ",
        Some("move T26/4 5254 --received 2026-01-11 --sent 2026-01-20"),
    ),
    ("late-leave", "leave grant T26:2 ", None),
    (
        "paused",
        "result T26/7 ",
        Some("result T26/7 1/2-1/2 --by agreement"),
    ),
    ("silence", "result S26/1 0-1 --by silence", None),
    (
        "opinions",
        "adjudicate A26/1 ",
        Some("adjudicate A26/1 1/2-1/2"),
    ),
    ("appeal", "adjudicate A26/2 ", Some("adjudicate A26/2 0-1")),
    ("entry", "entry admit E26 1", None),
    ("access-lost", "revoke ", None),
    ("withdrawal", "withdraw T26:3 T26 --games lose", None),
];

/// A tournament beside T26, of the first, second or third others.
fn beside(house: &House, setup: &Setup, code: &str, others: usize) {
    let mut file = setup.file();
    for own in OTHERS {
        let ((name, address), (other, elsewhere)) = (own[0], own[others]);
        file = file.replace(name, other).replace(address, elsewhere);
    }
    house.write(&format!("{code}.toml"), &file);
    let path = house.path(&format!("{code}.toml"));
    house
        .run(&format!("tournament add {}", path.display()))
        .done();
}

/// The usual four people, each with three to put in his place: names and addresses.
const OTHERS: [[(&str, &str); 4]; 4] = [
    [
        ("Ann Archer", "ann@a.example"),
        ("Gina Gray", "gina@g.example"),
        ("Karl Kant", "karl@k.example"),
        ("Otto Ost", "otto@o.example"),
    ],
    [
        ("Bert Baker", "bert@b.example"),
        ("Hugo Hill", "hugo@h.example"),
        ("Lea Lind", "lea@l.example"),
        ("Pia Pohl", "pia@p.example"),
    ],
    [
        ("Clara Cook", "clara@c.example"),
        ("Ida Ives", "ida@i.example"),
        ("Max Mohr", "max@m.example"),
        ("Quin Quirk", "quin@q.example"),
    ],
    [
        ("Дмитрий Волков", "dima@d.example"),
        ("Juri Jansen", "juri@j.example"),
        ("Nora Nagy", "nora@n.example"),
        ("Rosa Reis", "rosa@r.example"),
    ],
];

/// A house in which one of each waits.
fn house() -> House {
    let quiet = "repeat_after_days = 0\nsilence_days = 0";
    let pairs = [
        (1, 2),
        (3, 4),
        (5, 6),
        (1, 3),
        (2, 4),
        (3, 5),
        (4, 6),
        (5, 1),
    ];
    let house = House::with(&Setup::new().rules(quiet).pairs(&pairs));
    let silent = Setup::new()
        .code("S26")
        .rules("repeat_after_days = 0\nsilence_days = 10");
    beside(&house, &silent, "S26", 1);
    let ended = Setup::new()
        .code("A26")
        .rules(quiet)
        .tournament("end_date = 2026-01-16")
        .pairs(&[(1, 2), (3, 4)]);
    beside(&house, &ended, "A26", 2);
    let open = Setup::new()
        .code("E26")
        .system("round-robin", 2)
        .begins("2026-03-10", NOW)
        .tournament("entries = { until = 2026-03-01 }");
    beside(&house, &open, "E26", 3);
    for code in ["S26", "A26"] {
        house.run(&format!("tournament start {code}")).done();
    }
    let mut letters = 0;
    let mut writes = |now: &str, from: &str, game: &str, text: &str| {
        letters += 1;
        let subject = match game {
            "" => "chess".to_owned(),
            game => format!("[{game}]"),
        };
        house.post(&format!("letter{letters}"), from, &subject, text);
        house.at(now, "poll").done();
    };
    let orders = |now: &str, line: &str| {
        house.at(now, &format!("td {line}")).done();
    };
    let code = |address: &str, kind: &str| {
        let codes = codes_in(&letter_to(&house, address, kind).text);
        codes.first().expect("a code").clone()
    };
    let day = "2026-01-12T09:00:00Z";
    writes(
        day,
        "ewa@e.example",
        "T26/3",
        "OPPONENT: you play like a fool\r\n1. 5254",
    );
    writes(day, "ann@a.example", "T26/4", "hello, what now?");
    writes(day, "sven@s.example", "", "ENTER E26");
    let entered = code("sven@s.example", "entry");
    writes(day, "sven@s.example", "", &format!("YES {entered}"));
    writes(day, "clara@c.example", "T26/6", "WITHDRAW");
    let leaves = code("clara@c.example", "withdrawal");
    writes(day, "clara@c.example", "T26/6", &format!("YES {leaves}"));
    orders(day, "penalty T26/2 black 2 --reason telephone");
    orders(day, "pause T26/7");
    let day = "2026-01-14T09:00:00Z";
    writes(
        day,
        "filip@f.example",
        "T26/3",
        "ABUSE I do not want to be written to like this.",
    );
    writes(day, "ann@a.example", "T26/4", "I do not understand you");
    writes(day, "dima@d.example", "T26/2", "PROTEST I never telephoned");
    writes(
        day,
        "bert@b.example",
        "T26/5",
        "LEAVE 2026-01-13 2026-01-22",
    );
    // The end of A26, and a first decision there that somebody does not accept.
    let day = "2026-01-18T09:00:00Z";
    house.at(day, "tick --hour-is-right").done();
    orders(day, "adjudicate A26/2 1-0 --anyway");
    orders(
        day,
        "access-lost T26:6 T26 --since 2026-01-16 --reason telephone",
    );
    writes(
        day,
        "nora@n.example",
        "A26/2",
        "APPEAL Black wins by the passed pawn.",
    );
    orders(TODAY, "penalty T26/1 white 50 --anyway");
    house.at(TODAY, "tick --hour-is-right").done();
    house
}

/// What waits, by its kind.
fn waits(house: &House) -> Vec<(String, Value)> {
    let today = house.at(TODAY, "--json today").json();
    let all = today["matters"].as_array().unwrap().iter();
    all.map(|m| (m["what"].as_str().unwrap().to_owned(), m.clone()))
        .collect()
}

/// Signs him in, after he has set the desk up.
fn at_the_desk(house: &House, server: &Server) -> Window {
    let window = Window::that_finds("play.example", server.address());
    let path = invited(house, TODAY, ARBITER);
    window.visit(&format!("{BASE}{path}"));
    let page = window.run("return document.documentElement.outerHTML");
    let secret = secret_in(page.as_str().unwrap());
    let code = |step: i64| secret.code(step_at(Instant::parse(TODAY).unwrap()) + step);
    let types = |field: &str, text: &str| {
        window.run(&format!(
            "document.querySelector('input[name={field}]').value = '{text}'"
        ));
    };
    types("password", PASSWORD);
    types("again", PASSWORD);
    types("code", &code(-1));
    window.press("main form button");
    shows_soon(&window, "the codes are shown", "ol.codes");
    window.visit(&format!("{BASE}/desk/sign-in"));
    types("address", ARBITER);
    types("password", PASSWORD);
    types("code", &code(0));
    window.press("main form button");
    shows_soon(&window, "he is at the desk", "header form button");
    window
}

/// Looks at a page as people have it; what is wrong with it.
fn look(window: &Window, name: &str, axe: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (width, colours) in [
        (390, Colours::Light),
        (390, Colours::Dark),
        (1280, Colours::Light),
        (1280, Colours::Dark),
    ] {
        window.view(width, 900);
        window.on_screen(colours);
        let at = format!("{name} {width} {colours:?}");
        let wide = window.overflow();
        if wide > 0 {
            found.push(format!("{at}: {wide} pixels too wide"));
        }
        let serious = faults(window, axe).into_iter();
        found.extend(serious.map(|fault| format!("{at}: {fault}")));
        if keeps_pictures() {
            window.picture(&format!("desk-{name}-{width}-{colours:?}").to_lowercase());
        }
    }
    found
}

/// Settles a matter by presses; the line may be changed, and a reason is typed.
fn settles(window: &Window, begins: &str, line: Option<&str>) {
    window.visit(&format!("{BASE}/desk"));
    window.press(&format!(
        "form:has(input[name=text][value^=\"{begins}\"]) button"
    ));
    shows_soon(window, "it is filled in", "#f-text");
    if let Some(line) = line {
        window.run(&format!(
            "document.querySelector('#f-text').value = '{line}'"
        ));
    }
    window.run("document.querySelector('#f-reason').value = 'by what both have shown'");
    window.press("form:has(#f-text) button");
    shows_soon(
        window,
        &format!("{begins} is shown"),
        "input[name=yes], section[role=alert]",
    );
    let refused = window.run("return document.querySelector('section[role=alert]')?.textContent");
    assert_eq!(refused, Value::Null);
    window.press("form:has(input[name=yes]) button");
    shows_soon(window, &format!("{begins} is given"), "p.done");
}

/// He settles all of it, with scripts or without.
fn settles_one_of_each(scripts: bool) {
    let house = house();
    for (what, ..) in MATTERS {
        let found = waits(&house).into_iter().any(|(own, _)| own == what);
        assert!(found, "{what} is among {:?}", waits(&house));
    }
    let server = Server::starts_at(&house, TODAY, &[]);
    let window = at_the_desk(&house, &server);
    window.scripts(scripts);
    window.view(390, 844);
    // By player: each heading is a name, and his matters stand below it.
    window.visit(&format!("{BASE}/desk"));
    let names = window.run(
        "return [...document.querySelectorAll('main section:has(ul.items) > h2')].map(h => h.textContent)",
    );
    let names = names.as_array().unwrap().clone();
    let nobody = names.last().expect("somebody");
    assert_eq!(nobody, "About no one player");
    for name in ["Ann Archer", "Clara Cook", "Nora Nagy"] {
        assert_eq!(names.iter().filter(|n| *n == name).count(), 1, "{names:?}");
    }
    for (what, begins, line) in MATTERS {
        settles(&window, begins, line);
        let left: Vec<(String, Value)> = waits(&house);
        assert!(
            !left.iter().any(|(own, _)| own == what),
            "{what} waits still: {left:?}"
        );
    }
    // Two tournaments have ended by it: their reports are for him to sign.
    let left = waits(&house).into_iter().map(|(what, _)| what);
    assert_eq!(left.collect::<Vec<_>>(), ["official-report"; 2]);
    let log = house.at(TODAY, "--json td log").json();
    let by_web = log.as_array().unwrap().iter();
    let by_web: Vec<&Value> = by_web.filter(|d| d["given"] == "web").collect();
    assert_eq!(by_web.len(), MATTERS.len());
    for one in by_web {
        assert_eq!(one["by_address"], ARBITER, "{one}");
        assert_eq!(one["reason"], "by what both have shown", "{one}");
    }
    assert_eq!(complaints(&window), Vec::<String>::new());
    house.at(TODAY, "verify").done();
    server.ends();
}

#[test]
fn in_a_real_browser_the_arbiter_settles_one_of_each_matter() {
    settles_one_of_each(true);
}

#[test]
fn in_a_real_browser_without_scripts_the_arbiter_settles_one_of_each_matter() {
    settles_one_of_each(false);
}

#[test]
fn every_page_of_the_desk_is_looked_at_and_by_axe() {
    let house = house();
    let server = Server::starts_at(&house, TODAY, &[]);
    let axe = axe();
    let window = at_the_desk(&house, &server);
    let mut found = Vec::new();
    for (name, path) in [
        ("today", "/desk"),
        ("tournaments", "/desk/tournaments"),
        ("table", "/desk/tournament/T26"),
        ("games", "/desk/tournament/T26/games"),
        ("decisions", "/desk/tournament/T26/decisions"),
        ("entries", "/desk/tournament/E26/entries"),
        ("cards", "/desk/tournament/T26/cards"),
        ("game", "/desk/game/T26/3"),
        ("orders", "/desk/order"),
        ("form", "/desk/order?order=penalty&f-game=T26%2F1"),
        ("account", "/desk/account"),
        ("missing", "/desk/game/T26/99"),
    ] {
        window.visit(&format!("{BASE}{path}"));
        found.extend(look(&window, name, &axe));
    }
    // An order that is shown, one that is refused, and what a withdrawal would do.
    for (name, line) in [
        ("shown", "confirm-forfeit T26/1"),
        ("refused", "result T26/7 RESULT"),
        ("what-if", "what-if T26:3 T26"),
    ] {
        window.visit(&format!("{BASE}/desk/order"));
        window.run(&format!(
            "document.querySelector('#f-text').value = '{line}'"
        ));
        window.press("form:has(#f-text) button");
        shows_soon(&window, name, "section.effect, section[role=alert]");
        found.extend(look(&window, name, &axe));
    }
    window.visit(&format!("{BASE}/desk"));
    window.press("header form button");
    shows_soon(&window, "he is signed out", "input[name=code]");
    found.extend(look(&window, "sign-in", &axe));
    assert_eq!(found, Vec::<String>::new());
    let mut all = complaints(&window);
    // What is not there, and what was refused, are answers.
    all.retain(|words| !words.contains("404") && !words.contains("422"));
    assert_eq!(all, Vec::<String>::new());
    server.ends();
}
