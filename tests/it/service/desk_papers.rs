//! What the desk hands out: letters as they came and left, and sheets to be printed.

use super::desk::{
    Browser, NOW, PASSWORD, arbiter, arbiter_at, coded, hidden, hidden_of, set_up, with_another,
};
use super::serve::Server;
use crate::club::{ARBITER, Setup};
use crate::contract::House;

const DEPUTY: &str = "dora@club.example";

fn with_a_deputy(setup: Setup) -> Setup {
    setup.sections(&format!(
        "[[official]]\nrole = \"deputy\"\nname = \"Dora Dean\"\nemail = \"{DEPUTY}\"\n\n"
    ))
}

fn deputy<'s>(house: &House, server: &'s Server, now: &str) -> Browser<'s> {
    let phone = set_up(house, server, (DEPUTY, now));
    let mut browser = Browser::at(server);
    let reply = browser.signs_in(DEPUTY, PASSWORD, &phone.code(now, 0));
    assert_eq!(reply.status, 303);
    browser
}

/// Whether so many signs of base32 stand together as in what is secret of ours.
fn holds_token(text: &str) -> bool {
    let is_sign = |c: char| matches!(c, 'a'..='z' | '2'..='7');
    text.split(|c| !is_sign(c)).any(|run| run.len() >= 26)
}

#[test]
fn a_letter_as_it_came_is_the_chief_arbiters_alone_and_who_takes_it_stands_in_the_record() {
    let house = House::with(&with_a_deputy(Setup::new().pairs(&[(1, 2), (3, 4)])));
    let words = "1. 5254\r\n\r\nMy cat says hello from https://cats.example/me";
    house.post("ann1", "ann@a.example", "T26/1", words);
    house.run("poll").done();
    let inbox = house.json("inbox list");
    let number = inbox[0]["id"].as_i64().expect("a letter").to_string();
    let server = Server::starts(&house, &[]);
    let (mut own, _) = arbiter(&house, &server);
    // On the page it is text, and what acts for somebody is masked.
    let page = own.gets("/desk/game/T26/1").text();
    assert!(page.contains("My cat says hello from …"), "{page}");
    assert!(!page.contains("cats.example"), "{page}");
    assert!(page.contains("Take it, as a file"), "{page}");
    assert!(page.contains("name=\"direction\" value=\"in\""), "{page}");
    let fields = |game: &'static str, direction: &'static str, number: &str| {
        [
            ("game", game.to_owned()),
            ("direction", direction.to_owned()),
            ("letter", number.to_owned()),
        ]
    };
    let takes = |browser: &mut Browser<'_>, fields: [(&str, String); 3]| {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
        browser.posts("/desk/letter", &fields)
    };
    let count = || {
        let log = house.json("td log T26");
        log.as_array().unwrap().len()
    };
    let raw = takes(&mut own, fields("T26/1", "in", &number));
    assert_eq!(raw.status, 200, "{}", raw.text());
    assert_eq!(raw.header("content-type"), Some("message/rfc822"));
    assert_eq!(raw.header("cache-control"), Some("no-store"));
    let named = format!("attachment; filename=\"T26-1-in-{number}.eml\"");
    assert_eq!(raw.header("content-disposition"), Some(named.as_str()));
    let whole = raw.text();
    assert!(whole.starts_with("From: ann@a.example\r\n"), "{whole}");
    assert!(whole.contains("https://cats.example/me"), "{whole}");
    assert!(whole.contains("Message-ID: <ann1@mail.example>"), "{whole}");
    // Who, and when, and what.
    let log = house.json("td log T26");
    assert_eq!(log.as_array().unwrap().len(), 1, "{log}");
    assert_eq!(log[0]["by_address"], ARBITER);
    assert_eq!(log[0]["given"], "web");
    assert_eq!(log[0]["at"], NOW);
    let said = format!("letter {number} received in T26/1 taken as a file, masked");
    assert_eq!(log[0]["decision"], said);
    // The answer to it, which left; each time is told.
    own.gets("/desk/game/T26/1");
    let sent = hidden_of(&own.last, "direction", "out");
    assert_eq!(sent, "out");
    let (_, out) = own.last.split_once("value=\"out\"").unwrap();
    let out = hidden(out, "letter");
    let raw = takes(&mut own, fields("T26/1", "out", &out));
    assert_eq!(raw.status, 200);
    let ours = raw.text();
    assert!(ours.contains("X-Postchess-Kind"), "{ours}");
    assert!(ours.contains("Message-ID: <…>"), "{ours}");
    assert!(!holds_token(&ours), "{ours}");
    assert_eq!(count(), 2);

    // Of another game, or none; by an address alone; without the secrets of the form.
    for wrong in [
        fields("T26/2", "in", &number),
        fields("T26/9", "in", &number),
        fields("T26/1", "in", "999"),
        fields("T26/1", "both", &number),
        fields("T26/1", "in", "x"),
    ] {
        own.gets("/desk/game/T26/1");
        assert_eq!(takes(&mut own, wrong.clone()).status, 404, "{wrong:?}");
    }
    let path = format!("/desk/letter?game=T26/1&direction=in&letter={number}");
    assert_eq!(own.gets(&path).status, 404);
    let body = format!("game={}&direction=in&letter={number}", coded("T26/1"));
    assert_eq!(own.sends("POST", "/desk/letter", &body).status, 403);
    assert_eq!(count(), 2, "nothing was taken, and nothing is told");

    // The deputy reads the text; the letter itself is refused in a sentence.
    let mut dora = deputy(&house, &server, NOW);
    let page = dora.gets("/desk/game/T26/1").text();
    assert!(page.contains("My cat says hello"), "{page}");
    assert!(!page.contains("/desk/letter"), "{page}");
    let refused = takes(&mut dora, fields("T26/1", "in", &number));
    assert_eq!(refused.status, 403);
    let said = "for the chief arbiter of the tournament alone";
    assert!(refused.text().contains(said), "{}", refused.text());
    assert!(!refused.text().contains("cats.example"));
    // Another tournament's arbiter is not even told that there is one.
    with_another(&house);
    let xaver = set_up(&house, &server, ("xaver@x.example", NOW));
    let mut other = Browser::at(&server);
    other.signs_in("xaver@x.example", PASSWORD, &xaver.code(NOW, 0));
    other.gets("/desk/order");
    assert_eq!(
        takes(&mut other, fields("T26/1", "in", &number)).status,
        404
    );
    assert_eq!(count(), 2);
    // It stays in the record, which is whole.
    let id = log[0]["id"].as_i64().unwrap();
    let revoke = house.run(&format!("td revoke {id}"));
    assert!(revoke.fails(1).err.contains("stays in the record"));
    house.run("verify").done();
    let log = server.ends().err;
    assert!(!log.contains("cats.example"), "{log}");
}

/// Two games by post.
fn by_post() -> House {
    let setup = with_a_deputy(Setup::new().profile("post").pairs(&[(1, 2), (3, 4)]))
        .rules("repeat_after_days = 0\nsilence_days = 0")
        .unmailed("ann", &["ул. Арбат, д. 12", "119019, г. Москва"])
        .unmailed("bert", &["01001, м. Київ", "вул. Хрещатик, 22"]);
    House::with(&setup)
}

#[test]
fn cards_are_printed_and_posted_at_the_desk() {
    let house = by_post();
    with_another(&house);
    let now = "2026-01-21T09:00:00Z";
    let table = "game,text,postmarks,arrived\nT26/1,1. 5254,2026-01-14;2026-01-18,\n";
    house.write("cards.csv", table);
    let cards = house.path("cards.csv");
    house
        .at(now, &format!("post import {}", cards.display()))
        .done();
    let server = Server::starts_at(&house, now, &[]);
    let (mut own, _) = arbiter_at(&house, &server, now);
    let states = || {
        let rows = house.json("outbox list");
        let rows = rows.as_array().unwrap().clone();
        let on_paper = rows.iter().map(|row| row["state"].as_str().unwrap());
        let on_paper = on_paper.filter(|state| ["print", "printed", "posted"].contains(state));
        on_paper.map(str::to_owned).collect::<Vec<_>>()
    };
    let all = states().len();
    assert!(all > 1);
    // The card of the last move, whatever is printed; of a game without one there is none.
    let card = own.gets("/desk/game/T26/1/cards.pdf");
    assert_eq!(card.status, 200, "{}", card.text());
    assert!(card.body.starts_with(b"%PDF-"));
    assert_eq!(card.header("content-type"), Some("application/pdf"));
    assert_eq!(card.header("cache-control"), Some("no-store"));
    let named = "inline; filename=\"T26-1-cards.pdf\"";
    assert_eq!(card.header("content-disposition"), Some(named));
    assert_eq!(own.gets("/desk/game/T26/2/cards.pdf").status, 404);
    assert_eq!(states(), vec!["print"; all], "to look prints nothing");

    let page = own.gets("/desk/tournament/T26/cards").text();
    assert!(page.contains(&format!("Print what waits: {all}")), "{page}");
    let printed = own.posts("/desk/tournament/T26/cards", &[("do", "print")]);
    let to = printed.header("location").expect("the page").to_owned();
    assert_eq!(to, "/desk/tournament/T26/cards?made=1");
    assert_eq!(states(), vec!["printed"; all]);
    let page = own.gets(&to).text();
    assert!(page.contains("Nothing waits to be printed."), "{page}");
    assert!(page.contains("cards.pdf?printing=1"), "{page}");
    let again = own.posts("/desk/tournament/T26/cards", &[("do", "print")]);
    assert_eq!(
        again.header("location"),
        Some("/desk/tournament/T26/cards"),
        "nothing is printed twice"
    );
    let sheets = own.gets("/desk/tournament/T26/cards.pdf?printing=1");
    assert_eq!(sheets.status, 200);
    assert!(sheets.body.starts_with(b"%PDF-"));
    if let Some(folder) = std::env::var_os("POSTCHESS_PICTURES") {
        let folder = std::path::PathBuf::from(folder);
        std::fs::write(folder.join("desk-printing.pdf"), &sheets.body).unwrap();
        std::fs::write(folder.join("desk-card.pdf"), &card.body).unwrap();
    }
    let day = own.gets("/desk/tournament/T26/cards.pdf?day=2026-01-21");
    assert!(day.status == 200 && day.body.starts_with(b"%PDF-"));
    for path in [
        "cards.pdf?printing=2",
        "cards.pdf?day=2025-01-21",
        "cards.pdf?day=soon",
        "cards.pdf",
    ] {
        let reply = own.gets(&format!("/desk/tournament/T26/{path}"));
        assert_eq!(reply.status, 404, "{path}");
    }
    assert_eq!(states(), vec!["printed"; all]);

    // Posting is told apart; not on a day to come.
    own.gets("/desk/tournament/T26/cards");
    let posts = |own: &mut Browser<'_>, number: &str, day: &str| {
        let fields = [("do", "posted"), ("printing", number), ("day", day)];
        own.gets("/desk/tournament/T26/cards");
        own.posts("/desk/tournament/T26/cards", &fields)
    };
    assert_eq!(posts(&mut own, "1", "2026-01-30").status, 422);
    assert_eq!(posts(&mut own, "1", "soon").status, 422);
    assert_eq!(posts(&mut own, "2", "2026-01-21").status, 404);
    assert_eq!(states(), vec!["printed"; all]);
    assert_eq!(posts(&mut own, "1", "2026-01-21").status, 303);
    assert_eq!(states(), vec!["posted"; all]);
    // Again, as often as one likes.
    let sheets = own.gets("/desk/tournament/T26/cards.pdf?printing=1");
    assert_eq!(sheets.status, 200);
    house.at(now, "verify").done();

    // The deputy's too; another's tournament's is nobody's.
    let mut dora = deputy(&house, &server, now);
    assert_eq!(dora.gets("/desk/game/T26/1/cards.pdf").status, 200);
    for path in [
        "/desk/tournament/X26/cards",
        "/desk/tournament/X26/cards.pdf?printing=1",
        "/desk/game/X26/1/cards.pdf",
        "/desk/game/T26/1/nothing",
    ] {
        assert_eq!(own.gets(path).status, 404, "{path}");
    }
    own.gets("/desk/tournament/T26/cards");
    let foreign = own.posts("/desk/tournament/X26/cards", &[("do", "print")]);
    assert_eq!(foreign.status, 404);
    server.ends();
}

#[test]
fn letters_of_a_player_of_two_tournaments_are_printed_by_who_directs_both() {
    let house = by_post();
    // Ann plays in another tournament too, which somebody else directs.
    let other = Setup::new()
        .code("X26")
        .profile("post")
        .unmailed("ann", &["ул. Арбат, д. 12", "119019, г. Москва"])
        .file()
        .replace(ARBITER, "xaver@x.example")
        .replace("Olga Orlova", "Xaver Xylander");
    house.write("x.toml", &other);
    let add = format!("tournament add {}", house.path("x.toml").display());
    house.run(&add).done();
    house.run("tournament start X26").done();
    let server = Server::starts(&house, &[]);
    let (mut own, _) = arbiter(&house, &server);
    own.gets("/desk/tournament/T26/cards");
    own.posts("/desk/tournament/T26/cards", &[("do", "print")]);
    let rows = house.json("outbox list");
    for row in rows.as_array().unwrap() {
        let foreign = row["game"].as_str().is_some_and(|g| g.starts_with("X26"));
        if foreign {
            assert_ne!(row["state"], "printed", "{row}");
        }
    }
    // The console prints the rest, with letters of both: he cannot say that it was posted.
    house.run(&format!("print --output {}", house.path("p.pdf").display()));
    let page = own.gets("/desk/tournament/T26/cards").text();
    for part in page.split("<li>").skip(1) {
        let shared = part.contains("Letters of other tournaments");
        assert_ne!(shared, part.contains("It was posted"), "{part}");
    }
    server.ends();
}
