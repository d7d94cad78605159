//! What people ask of the server who have no account, or only one: none of it keeps those from
//! their work who have one.

use super::daemon::soon;
use super::serve::Server;
use super::web::{Browser, house, on_web};
use crate::club::Setup;
use rusqlite::Connection;

/// A password that is taken.
const GOOD: &str = "correct horse battery";

/// Names and values of a form.
type StrangersFields = &'static [(&'static str, &'static str)];

/// What a stranger can send without an account, and what he is answered where it is good for
/// nothing. What is mailed to somebody who is known, and what signs an official in, writes; it is
/// counted by account and by place.
const IN_VAIN: [(&str, StrangersFields, u16); 6] = [
    (
        "/link/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        &[],
        403,
    ),
    ("/sign-in/code", &[("code", "ABCD-EFGH")], 403),
    ("/sign-in/link", &[("address", "nobody@x.example")], 200),
    (
        "/sign-in",
        &[("address", "nobody@x.example"), ("password", GOOD)],
        403,
    ),
    (
        "/invitation/AAAA",
        &[("password", GOOD), ("again", GOOD)],
        404,
    ),
    (
        "/desk/invitation/AAAA",
        &[("password", GOOD), ("again", GOOD)],
        404,
    ),
];

/// While somebody else holds the database, nothing is written: who waits for that is not answered.
#[test]
fn what_a_stranger_asks_in_vain_is_found_out_without_writing() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let browser = Browser::of(&server);
    browser.gets("/sign-in");
    let other = Connection::open(house.path("club/postchess.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for (path, fields, status) in IN_VAIN {
        let reply = browser.posts(path, fields);
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
    }
    // However often: past a bound it is only said more shortly.
    let (link, fields, _) = IN_VAIN[0];
    let all: Vec<u16> = (0..60)
        .map(|_| browser.posts(link, fields).status)
        .collect();
    assert_eq!((all[0], all[59]), (403, 429), "{all:?}");
    other.execute_batch("ROLLBACK").unwrap();
    browser.comes_by_invitation(&house, "ann@a.example");
}

/// One who signs in all the time has his turns as others have; nobody else is kept waiting, and he
/// has no more sessions than a family needs.
#[test]
fn who_signs_in_all_the_time_is_told_to_slow_down_as_well() {
    let house = house(&Setup::new().rules("web_moves = true"));
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    let tries = || {
        let browser = Browser::of(&server);
        browser.gets("/sign-in");
        let fields = [("address", "ann@a.example"), ("password", GOOD)];
        browser.posts("/sign-in", &fields).status
    };
    let all: Vec<u16> = (0..22).map(|_| tries()).collect();
    let let_in = all.iter().filter(|status| **status == 303).count();
    assert_eq!(let_in, 19, "with the one before, twenty: {all:?}");
    assert!(
        all.iter().skip(let_in).all(|status| *status == 429),
        "{all:?}"
    );
    // His mailed link works all the same, and another's password.
    Browser::of(&server).comes_by_invitation(&house, "bert@b.example");
    assert!(ann.is_signed_in());
    let view = house.robot();
    let sessions = view.store.read();
    let now = postchess::time::Instant::from_unix(0);
    assert_eq!(
        sessions
            .sessions_of(postchess::ids::PlayerId(1), now)
            .unwrap()
            .len(),
        20
    );
}

/// Of many guesses, each from another place, the owner is told once; in a browser that he has used
/// before he signs in as ever.
#[test]
fn guesses_from_many_places_are_told_to_the_owner_and_keep_him_from_nothing() {
    let house = house(&on_web());
    let proxied = ["--set", "web.trusted_proxies=[\"127.0.0.1\"]"];
    let server = Server::starts(&house, &proxied);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    ann.posts("/sign-out", &[]);
    for n in 0..21 {
        let guesser = Browser::of(&server);
        guesser.comes_from(&format!("2001:db8:{n:x}::1"));
        guesser.gets("/sign-in");
        let fields = [
            ("address", "ann@a.example"),
            ("password", "a wrong password"),
        ];
        assert_eq!(guesser.posts("/sign-in", &fields).status, 403, "{n}");
    }
    let told = || {
        let list = house.json("outbox list");
        let all = list.as_array().unwrap().iter();
        let hers = |m: &&serde_json::Value| m["kind"] == "sign-in" && m["to"] == "ann@a.example";
        let all = all.filter(hers).map(|m| m["id"].to_string());
        let texts = all.map(|id| house.run(&format!("outbox show {id}")).done().out);
        texts
            .filter(|text| text.contains("many wrong passwords"))
            .count()
    };
    soon("the owner is told", || told() == 1);
    ann.signs_in("ann@a.example", GOOD);
    assert_eq!(told(), 1);
}
