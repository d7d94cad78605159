//! Doors of the server that stay shut: who came in before the owner, who comes past the proxy,
//! who sits down where somebody signed out; and passwords that were hashed with less work.

use super::daemon::soon;
use super::desk::{self, PASSWORD};
use super::serve::Server;
use super::web::{Browser, GOOD, house, invitation_to, letter_to, link_in, on_web};
use crate::club::{ARBITER, Setup};
use crate::contract::House;
use crate::engine;
use crate::ground::impossible;
use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::PasswordHash;
use std::net::UdpSocket;

/// Signs in by the mailed link.
fn by_link(house: &House, browser: &Browser<'_>, address: &str) {
    browser.gets("/sign-in");
    browser.posts("/sign-in/link", &[("address", address)]);
    let link = link_in(&letter_to(house, address, "sign-in"), "/link/");
    browser.gets(&link);
    assert_eq!(browser.posts(&link, &[]).status, 303);
    assert!(browser.is_signed_in());
}

#[test]
fn a_first_password_by_invitation_ends_what_is_signed_in() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    // Somebody who reads her letters for a while came first.
    let thief = Browser::of(&server);
    by_link(&house, &thief, "ann@a.example");
    thief.gets("/programs");
    let fields = [("do", "make"), ("purpose", "api"), ("name", "thieves-den")];
    let made = thief.posts("/programs", &fields);
    assert_eq!(made.status, 200, "{}", made.text());
    let ann = Browser::of(&server);
    ann.comes_by(&invitation_to(&house, "ann@a.example"), "ann@a.example");
    assert!(ann.is_signed_in());
    assert!(!thief.is_signed_in());
    let programs = ann.gets("/programs").text();
    assert!(!programs.contains("thieves-den"), "{programs}");
}

#[test]
fn who_signs_out_leaves_nothing_in_the_browser() {
    let house = house(&on_web());
    let server = Server::starts(&house, &["--set", "web.base_url=https://play.example"]);
    let forgets = Some("\"cache\", \"storage\"");
    let ann = Browser::of(&server);
    ann.comes_by(&invitation_to(&house, "ann@a.example"), "ann@a.example");
    ann.gets("/account");
    let out = ann.posts("/sign-out", &[]);
    assert_eq!((out.status, out.header("clear-site-data")), (303, forgets));
    assert!(!ann.is_signed_in());
    let (mut browser, _) = desk::arbiter(&house, &server);
    browser.gets("/desk");
    let out = browser.posts("/desk/sign-out", &[]);
    assert_eq!((out.status, out.header("clear-site-data")), (303, forgets));
    // Who was not signed in loses nothing by a link to it.
    assert_eq!(ann.gets("/sign-out").header("clear-site-data"), None);
    // What others have stored under the same name is theirs.
    let base = "web.base_url=https://play.example/chess";
    let in_folder = Server::starts(&house, &["--set", base]);
    let ann = Browser::of(&in_folder);
    ann.gets("/sign-in");
    let fields = [("address", "ann@a.example"), ("password", GOOD)];
    assert_eq!(ann.posts("/sign-in", &fields).status, 303);
    ann.gets("/account");
    let out = ann.posts("/sign-out", &[]);
    assert_eq!(out.header("clear-site-data"), Some("\"cache\""));
}

/// The address of this machine by which others would reach it; nothing is sent.
fn own_address() -> Option<String> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then(|| own.to_string())
}

#[test]
fn who_comes_past_the_proxy_is_not_served_in_clear() {
    let Some(own) = own_address() else {
        return impossible("this machine has no address but its own");
    };
    let house = House::with(&Setup::new());
    let listen = format!("web.listen={own}:0");
    let proxies = |who: &str| format!("web.trusted_proxies=[\"{who}\"]");
    let server = Server::starts(&house, &["--set", &listen, "--set", &proxies("192.0.2.7")]);
    for path in ["/", "/sign-in", "/T26/1.html", "/assets/web.css", "/desk"] {
        let reply = server.asks("GET", path, "Accept-Language: en\r\n");
        assert_eq!(reply.status, 403, "{path}");
        assert!(
            reply.text().contains("begins with https"),
            "{}",
            reply.text()
        );
        assert_eq!(reply.header("set-cookie"), None, "{path}");
    }
    let reply = server.gets("/api/v1/tournaments");
    assert_eq!(reply.status, 403);
    assert!(reply.text().contains("in-clear"), "{}", reply.text());
    assert_eq!(server.gets("/healthz").status, 200);
    drop(server);
    // It is the proxy.
    let server = Server::starts(&house, &["--set", &listen, "--set", &proxies(&own)]);
    assert_eq!(server.gets("/").status, 200);
}

/// The hash of a password as earlier versions made it.
fn older(password: &str) -> String {
    let made: PasswordHash = Argon2::default()
        .hash_password_with_salt(password.as_bytes(), &[3; 16])
        .unwrap();
    made.to_string()
}

#[test]
fn a_password_hashed_with_less_work_is_hashed_anew_at_sign_in() {
    if engine::server().is_some() {
        return impossible("it writes into the file of the database");
    }
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by(&invitation_to(&house, "ann@a.example"), "ann@a.example");
    let (_, phone) = desk::arbiter(&house, &server);
    let kept = |table: &str| {
        let sql = format!("SELECT password, set_at FROM {table}");
        let read = |r: &rusqlite::Row<'_>| Ok((r.get::<_, String>(0)?, r.get::<_, String>(1)?));
        house.database().query_row(&sql, [], read).unwrap()
    };
    let work = "$argon2id$v=19$m=32768,t=3,p=1$";
    for (table, old) in [
        ("account", older(GOOD)),
        ("official_account", older(PASSWORD)),
    ] {
        let (new, set_at) = kept(table);
        assert!(new.starts_with(work), "{new}");
        let sql = format!("UPDATE {table} SET password = ?1");
        house.database().execute(&sql, [&old]).unwrap();
        let signs_in = |password: &str, code: &str| match table {
            "account" => {
                let browser = Browser::of(&server);
                browser.gets("/sign-in");
                let fields = [("address", "ann@a.example"), ("password", password)];
                browser.posts("/sign-in", &fields).status
            }
            _ => {
                let mut browser = desk::Browser::at(&server);
                browser.signs_in(ARBITER, password, code).status
            }
        };
        // Who does not know it changes nothing.
        assert_eq!(signs_in("another password", &phone.codes[1]), 403);
        assert_eq!(kept(table).0, old);
        assert_eq!(
            signs_in(
                if table == "account" { GOOD } else { PASSWORD },
                &phone.codes[2]
            ),
            303
        );
        soon("it is hashed anew", || kept(table).0 != old);
        let (again, when) = kept(table);
        assert!(again.starts_with(work) && again != new, "{again}");
        assert_eq!(when, set_at);
        assert_eq!(
            signs_in(
                if table == "account" { GOOD } else { PASSWORD },
                &phone.codes[3]
            ),
            303
        );
        assert_eq!(kept(table).0, again);
    }
    assert!(ann.is_signed_in());
}
