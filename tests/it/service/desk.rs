//! The arbiter's desk of `postchess serve`: who comes in, what he sees, and what he orders.

use super::serve::{Reply, Server};
use crate::club::{ARBITER, Setup};
use crate::contract::House;
use postchess::language::Language;
use postchess::time::Instant;
use postchess::totp::{SECRET_BYTES, TotpSecret, step_at};
use std::collections::BTreeMap;

pub(super) const NOW: &str = "2026-01-10T09:00:00Z";
pub(super) const PASSWORD: &str = "a long password";

/// A browser: it keeps its cookies, and fills forms in.
pub(super) struct Browser<'s> {
    server: &'s Server,
    cookies: BTreeMap<String, String>,
    pub(super) last: String,
}

/// What a form holds by its name.
pub(super) fn hidden(page: &str, name: &str) -> String {
    let begins = format!("name=\"{name}\" value=\"");
    let found = page.split(&begins).nth(1);
    let found = found.unwrap_or_else(|| panic!("no field {name} in {page}"));
    let text = found.split('"').next().unwrap();
    text.replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// The first value of a field of that name that begins so.
pub(super) fn hidden_of(page: &str, name: &str, begins: &str) -> String {
    let begins = format!("name=\"{name}\" value=\"{begins}");
    let (_, rest) = page.split_once(&begins).expect("such a field");
    hidden(&format!("{begins}{rest}"), name)
}

pub(super) fn coded(text: &str) -> String {
    let bytes = text.bytes();
    bytes.map(|b| format!("%{b:02X}")).collect()
}

impl<'s> Browser<'s> {
    pub(super) fn at(server: &'s Server) -> Browser<'s> {
        Browser {
            server,
            cookies: BTreeMap::new(),
            last: String::new(),
        }
    }

    /// The same browser at another address of the club.
    pub(super) fn with(server: &'s Server, cookies: BTreeMap<String, String>) -> Browser<'s> {
        let last = String::new();
        Browser {
            server,
            cookies,
            last,
        }
    }

    pub(super) fn cookies(&self) -> BTreeMap<String, String> {
        self.cookies.clone()
    }

    pub(super) fn sends(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect();
        let mut head = format!("Accept-Language: en\r\nCookie: {}\r\n", cookies.join("; "));
        if method == "POST" {
            let kind = "Content-Type: application/x-www-form-urlencoded";
            head.push_str(&format!("{kind}\r\nContent-Length: {}\r\n", body.len()));
        }
        let reply = self.server.says(&format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{head}\r\n{body}"
        ));
        for line in reply.head.lines() {
            let Some((name, value)) = line.split_once(": ") else {
                continue;
            };
            if !name.eq_ignore_ascii_case("set-cookie") {
                continue;
            }
            let pair = value.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            match value.is_empty() {
                true => drop(self.cookies.remove(name)),
                false => drop(self.cookies.insert(name.to_owned(), value.to_owned())),
            }
        }
        self.last = reply.text();
        reply
    }

    pub(super) fn gets(&mut self, path: &str) -> Reply {
        self.sends("GET", path, "")
    }

    /// Sends a form, with the secrets of the page that was shown last.
    pub(super) fn posts(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let mut body = format!("token={}", coded(&hidden(&self.last, "token")));
        if self.last.contains("name=\"desk\"") {
            body.push_str(&format!("&desk={}", coded(&hidden(&self.last, "desk"))));
        }
        for (name, value) in fields {
            body.push_str(&format!("&{name}={}", coded(value)));
        }
        self.sends("POST", path, &body)
    }

    pub(super) fn signs_in(&mut self, address: &str, password: &str, code: &str) -> Reply {
        self.gets("/desk/sign-in");
        let fields = [("address", address), ("password", password), ("code", code)];
        self.posts("/desk/sign-in", &fields)
    }

    /// Has orders shown.
    pub(super) fn fills(&mut self, text: &str, reason: &str) -> Reply {
        self.gets("/desk/order");
        let fields = [("step", "show"), ("text", text), ("reason", reason)];
        self.posts("/desk/order", &fields)
    }

    /// Says yes to what is shown in a page.
    pub(super) fn says_yes(&mut self, page: &str) -> Reply {
        page.clone_into(&mut self.last);
        let given: Vec<(&str, String)> = ["text", "reason", "article", "number", "yes"]
            .map(|name| (name, hidden(page, name)))
            .into();
        let mut fields: Vec<(&str, &str)> = vec![("step", "give")];
        fields.extend(given.iter().map(|(n, v)| (*n, v.as_str())));
        self.posts("/desk/order", &fields)
    }
}

/// An official with his telephone.
pub(super) struct Phone {
    secret: TotpSecret,
    pub(super) codes: Vec<String>,
}

impl Phone {
    /// The code that is shown so many steps after an hour.
    pub(super) fn code(&self, now: &str, steps: i64) -> String {
        let now = Instant::parse(now).unwrap();
        self.secret.code(step_at(now) + steps)
    }
}

/// The secret as a telephone reads it.
pub(super) fn secret_in(page: &str) -> TotpSecret {
    let text = page
        .split("<code>")
        .filter_map(|part| part.split("</code>").next())
        .find(|text| text.len() == 32)
        .expect("a secret");
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut bits, mut held, mut bytes) = (0u64, 0u32, Vec::new());
    for sign in text.chars() {
        let value = u64::try_from(signs.find(sign).unwrap()).unwrap();
        bits = (bits << 5) | value;
        held += 5;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from((bits >> held) & 255).unwrap());
        }
    }
    assert_eq!(bytes.len(), SECRET_BYTES);
    TotpSecret::of(&bytes).unwrap()
}

pub(super) fn invited(house: &House, now: &str, address: &str) -> String {
    let link = house.at(now, &format!("desk invite {address}")).done().out;
    let (_, path) = link.trim().split_once("/desk/").expect("a link");
    format!("/desk/{path}")
}

/// Sets an official up; his codes are of the step before the hour.
pub(super) fn set_up(house: &House, server: &Server, (address, now): (&str, &str)) -> Phone {
    let path = invited(house, now, address);
    let mut browser = Browser::at(server);
    let page = browser.gets(&path);
    assert_eq!(page.status, 200, "{}", page.text());
    let secret = secret_in(&page.text());
    let mut phone = Phone {
        secret,
        codes: Vec::new(),
    };
    let code = phone.code(now, -1);
    let fields = [("password", PASSWORD), ("again", PASSWORD), ("code", &code)];
    let done = browser.posts(&path, &fields);
    assert_eq!(done.status, 200, "{}", done.text());
    let text = done.text();
    let codes = text.split("<li><code>").skip(1);
    phone.codes = codes
        .map(|part| part.split('<').next().unwrap().to_owned())
        .collect();
    assert_eq!(phone.codes.len(), 10);
    phone
}

/// The arbiter at his desk.
pub(super) fn arbiter<'s>(house: &House, server: &'s Server) -> (Browser<'s>, Phone) {
    arbiter_at(house, server, NOW)
}

pub(super) fn arbiter_at<'s>(house: &House, server: &'s Server, now: &str) -> (Browser<'s>, Phone) {
    let phone = set_up(house, server, (ARBITER, now));
    let mut browser = Browser::at(server);
    let reply = browser.signs_in(ARBITER, PASSWORD, &phone.code(now, 0));
    assert_eq!(
        (reply.status, reply.header("location")),
        (303, Some("/desk"))
    );
    (browser, phone)
}

/// A second tournament, directed by somebody else.
pub(super) fn with_another(house: &House) {
    let file = Setup::new().code("X26").file();
    let file = file
        .replace(ARBITER, "xaver@x.example")
        .replace("Olga Orlova", "Xaver Xylander");
    house.write("x.toml", &file);
    let add = format!("tournament add {}", house.path("x.toml").display());
    house.run(&add).done();
    house.run("tournament start X26").done();
}

/// What opens an official's place is told to him: his first password and codes, a new browser,
/// and wrong codes of somebody who knows his password.
#[test]
fn an_official_is_told_who_comes_to_his_desk() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let told = || {
        let list = house.json("outbox list");
        let all = list.as_array().unwrap().iter();
        all.filter(|m| m["kind"] == "sign-in" && m["to"] == ARBITER)
            .count()
    };
    let (mut browser, phone) = arbiter(&house, &server);
    assert_eq!(told(), 2, "set up, and a browser");
    // The same browser is no news.
    browser.gets("/desk");
    browser.posts("/desk/sign-out", &[]);
    let again = browser.signs_in(ARBITER, PASSWORD, &phone.codes[0]);
    assert_eq!((again.status, told()), (303, 2));
    let mut eve = Browser::at(&server);
    for tried in 1..=5 {
        let reply = eve.signs_in(ARBITER, PASSWORD, "000000");
        let letters = 2 + usize::from(tried > 2);
        assert_eq!((reply.status, told()), (403, letters), "{tried}");
    }
    // Who does not know the password is no news either.
    let mut other = Browser::at(&server);
    other.signs_in(ARBITER, "another password", "000000");
    assert_eq!(told(), 3);
    let path = format!("desk reset {ARBITER}");
    house.run(&path).done();
    let path = invited(&house, NOW, ARBITER);
    let mut browser = Browser::at(&server);
    let secret = secret_in(&browser.gets(&path).text());
    let code = Phone {
        secret,
        codes: Vec::new(),
    }
    .code(NOW, -1);
    let weak = [
        ("password", "password2026"),
        ("again", "password2026"),
        ("code", code.as_str()),
    ];
    assert_eq!(browser.posts(&path, &weak).status, 422);
    assert_eq!(told(), 3);
}

#[test]
fn a_link_sets_up_once_and_a_code_is_good_once() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    house.run("desk invite nobody@club.example").fails(3);
    let path = invited(&house, NOW, ARBITER);
    let mut browser = Browser::at(&server);
    let first = browser.gets(&path);
    assert_eq!(first.header("referrer-policy"), Some("strict-origin"));
    assert_eq!(first.header("cache-control"), Some("no-store"));
    let secret = secret_in(&first.text());
    assert_eq!(
        secret,
        secret_in(&browser.gets(&path).text()),
        "shown again"
    );
    assert_ne!(secret, secret_in(&Browser::at(&server).gets(&path).text()));
    for (password, again, code) in [
        (PASSWORD, PASSWORD, "000000"),
        ("short", "short", "000000"),
        (PASSWORD, "another one", "000000"),
    ] {
        let fields = [("password", password), ("again", again), ("code", code)];
        assert_eq!(browser.posts(&path, &fields).status, 422);
    }
    let phone = set_up(&house, &server, (ARBITER, NOW));
    for (text, status) in [(path.as_str(), 404), ("/desk/invitation/x.0.1.y", 404)] {
        assert_eq!(Browser::at(&server).gets(text).status, status);
    }
    house.run(&format!("desk invite {ARBITER}")).fails(1);

    let mut browser = Browser::at(&server);
    let used = browser.signs_in(ARBITER, PASSWORD, &phone.code(NOW, -1));
    assert_eq!(used.status, 403, "the code of setting up is used");
    let reply = browser.signs_in("TD@club.example", PASSWORD, &phone.code(NOW, 0));
    assert_eq!(reply.status, 303);
    let mut cookies = reply.head.lines().filter(|l| l.contains("desk="));
    let cookie = cookies.next().expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    assert_eq!(browser.gets("/desk").status, 200);
    let again = Browser::at(&server).signs_in(ARBITER, PASSWORD, &phone.code(NOW, 0));
    assert_eq!(again.status, 403, "a code is good once");

    let recovery = &phone.codes[3];
    let other = Browser::at(&server).signs_in(ARBITER, PASSWORD, &recovery.to_uppercase());
    assert_eq!(other.status, 303);
    let again = Browser::at(&server).signs_in(ARBITER, PASSWORD, recovery);
    assert_eq!(again.status, 403, "a recovery code is good once");
    let bare = |reply: Reply, address: &str| {
        let text = reply.text().replace(address, "");
        let from = text.find("<main").unwrap();
        let to = text.find("name=\"token\"").unwrap();
        text[from..to].to_owned()
    };
    let mut stranger = Browser::at(&server);
    let unknown = stranger.signs_in("eve@evil.example", PASSWORD, &phone.code(NOW, 1));
    assert_eq!(unknown.status, 403);
    assert_eq!(bare(unknown, "eve@evil.example"), bare(again, ARBITER));

    let reset = house.run(&format!("desk reset {ARBITER}")).done();
    assert!(reset.out.contains("are gone"), "{}", reset.out);
    assert_eq!(
        browser.gets("/desk").header("location"),
        Some("/desk/sign-in")
    );
    let gone = Browser::at(&server).signs_in(ARBITER, PASSWORD, &phone.code(NOW, 1));
    assert_eq!(gone.status, 403);
    let fresh = invited(&house, NOW, ARBITER);
    assert_eq!(Browser::at(&server).gets(&path).status, 404, "the old link");
    assert_eq!(Browser::at(&server).gets(&fresh).status, 200);
    let log = server.ends().err;
    for secret in [PASSWORD, "/desk/invitation/", recovery.as_str()] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn a_stranger_slows_down_nobody_but_himself() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &["--set", "web.trusted_proxies=[\"127.0.0.1\"]"]);
    let phone = set_up(&house, &server, (ARBITER, NOW));
    let tries = |from: &str, password: &str| {
        let mut browser = Browser::at(&server);
        browser.gets("/desk/sign-in");
        let fields = [
            ("token", hidden(&browser.last, "token")),
            ("address", ARBITER.to_owned()),
            ("password", password.to_owned()),
            ("code", phone.code(NOW, 0)),
        ];
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", coded(value)))
            .collect();
        let body = body.join("&");
        let cookies: Vec<String> = browser
            .cookies
            .iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect();
        let reply = server.says(&format!(
            "POST /desk/sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {from}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            cookies.join("; "),
            body.len()
        ));
        reply.status
    };
    for _ in 0..5 {
        assert_eq!(tries("203.0.113.9", "wrong password"), 403);
    }
    assert_eq!(tries("203.0.113.9", PASSWORD), 429);
    assert_eq!(tries("198.51.100.7", PASSWORD), 303, "he himself comes in");
}

#[test]
fn an_order_is_shown_and_given_once_as_td_gives_it() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    let line = "penalty T26/1 white 2";
    let shown = browser.fills(line, "two letters were lost");
    assert_eq!(shown.status, 200, "{}", shown.text());
    let page = shown.text();
    let dry = house.run(&format!("td {line} --dry-run")).done().out;
    for line in dry.lines().filter(|l| l.contains("days")) {
        let line = line.trim().trim_start_matches("would decide: ");
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(page.contains("Ann Archer"), "{page}");
    let log = house.run("--json td log T26").json();
    assert_eq!(log.as_array().unwrap().len(), 0, "nothing is done yet");

    let given = browser.says_yes(&page);
    assert_eq!(given.status, 200, "{}", given.text());
    assert!(given.text().contains("It is done."), "{}", given.text());
    let log = house.run("--json td log T26").json();
    assert_eq!(log.as_array().unwrap().len(), 1);
    assert_eq!(log[0]["given"], "web");
    assert_eq!(log[0]["by"], "Olga Orlova");
    assert_eq!(log[0]["by_address"], ARBITER);
    assert_eq!(log[0]["by_role"], "arbiter");
    assert_eq!(log[0]["reason"], "two letters were lost");
    let text = house.run("td log T26").done().out;
    assert!(
        text.contains("given by Olga Orlova (arbiter), at the desk on the web"),
        "{text}"
    );
    let game = house.run("--json game show T26/1").json();
    assert_eq!(game["clock"]["white"]["penalty"], 2, "{game}");

    let twice = browser.says_yes(&page);
    assert_eq!(twice.status, 409, "pressed twice");
    let log = house.run("--json td log T26").json();
    assert_eq!(log.as_array().unwrap().len(), 1, "given once");
    // It can be taken back, and the record is whole.
    let number = &log[0]["id"];
    house.run(&format!("td revoke {number}")).done();
    house.run("verify").done();
    // Nor is it after the server has ended in between.
    let letters = browser.fills("circular T26\nHello", "").text();
    assert!(browser.says_yes(&letters).text().contains("It is done."));
    let sent = || house.run("outbox list").out.matches("circular").count();
    let (before, cookies) = (sent(), browser.cookies.clone());
    server.ends();
    let again = Server::starts(&house, &[]);
    let mut there = Browser::at(&again);
    there.cookies = cookies;
    assert_eq!(
        there.says_yes(&letters).status,
        409,
        "pressed after its end"
    );
    assert_eq!(sent(), before);
    again.ends();
}

#[test]
fn every_order_has_a_form_that_becomes_its_line() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    // All forms are there, and each opens.
    let page = browser.gets("/desk/order").text();
    let all: Vec<&str> = page.split("/desk/order?order=").skip(1).collect();
    assert!(all.len() > 30, "{}", all.len());
    for one in all {
        let query = one.split('"').next().unwrap();
        let form = browser.gets(&format!("/desk/order?order={query}"));
        assert_eq!(form.status, 200, "{query}");
        assert!(form.text().contains("name=\"f-"), "{query}");
    }
    // A game's own page leads to forms in which it stands already.
    let game = browser.gets("/desk/game/T26/1").text();
    assert!(game.contains("order=penalty&amp;f-game=T26%2F1"), "{game}");
    let form = browser
        .gets("/desk/order?order=penalty&f-game=T26%2F1")
        .text();
    assert!(form.contains("name=\"f-game\" type=\"text\" value=\"T26/1\""));
    assert!(form.contains("<option value=\"black\""), "{form}");
    let fields = [
        ("step", "show"),
        ("order", "penalty"),
        ("f-game", "T26/1"),
        ("f-side", "black"),
        ("f-days", "2"),
        ("reason", "two \"letters\" lost"),
    ];
    let shown = browser.posts("/desk/order", &fields);
    assert_eq!(shown.status, 200);
    let page = shown.text();
    assert_eq!(hidden(&page, "text"), "penalty T26/1 black 2");
    assert_eq!(
        hidden(&page, "f-days"),
        "2",
        "the form is there to be changed"
    );
    assert_eq!(browser.says_yes(&page).status, 200);
    let log = house.run("--json td log T26").json().to_string();
    assert!(log.contains("two \\\"letters\\\" lost"), "{log}");

    // What is filled in wrongly is refused in its form.
    let fields = [("step", "show"), ("order", "penalty"), ("f-game", "T26/1")];
    let refused = browser.posts("/desk/order", &fields);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("name=\"f-days\""));

    // A letter to players, of several lines and languages; and what a withdrawal would make
    // of the table.
    let fields = [
        ("step", "show"),
        ("order", "circular"),
        ("f-code", "T26"),
        ("f-subject", "The next round"),
        ("f-open", "on"),
        ("f-text", "It begins later.\n\n[de]\nSie beginnt später."),
    ];
    let page = browser.posts("/desk/order", &fields).text();
    assert!(
        hidden(&page, "text")
            .starts_with("circular T26 --subject=&quot;The next round&quot; --open")
            || hidden(&page, "text")
                .starts_with("circular T26 --subject=\"The next round\" --open"),
        "{}",
        hidden(&page, "text")
    );
    assert_eq!(browser.says_yes(&page).status, 200);
    let fields = [
        ("step", "show"),
        ("order", "what-if"),
        ("f-player", "T26:1"),
        ("f-code", "T26"),
    ];
    let page = browser.posts("/desk/order", &fields);
    assert_eq!(page.status, 200);
    let shown = page.text();
    assert!(shown.contains("<table"), "{shown}");
    assert!(
        !shown.contains("name=\"yes\"") && shown.contains("name=\"f-player\""),
        "there is nothing to say yes to, and somebody else can be looked at: {shown}"
    );
    let leads = hidden_of(&shown, "text", "withdraw T26:1 T26 --games ");
    assert!(leads.starts_with("withdraw T26:1 T26 --games "), "{leads}");
    assert!(!shown.contains("postchess td withdraw"), "{shown}");
    // The table leads there, with everybody who plays.
    let table = browser.gets("/desk/tournament/T26").text();
    for player in ["T26:1\">1 Ann Archer", "T26:2\">2 Bert Baker"] {
        assert!(table.contains(player), "{player}: {table}");
    }
    let (_, form) = table.split_once("value=\"what-if\"").expect("a form");
    let form = form.split("</form>").next().unwrap();
    assert!(form.contains("name=\"f-code\" value=\"T26\""), "{form}");
}

#[test]
fn what_has_changed_is_shown_again() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    let page = browser.fills("penalty T26/1 white 2", "").text();
    house.run("td penalty T26/1 white 1").done();
    let changed = browser.says_yes(&page);
    assert_eq!(changed.status, 409);
    assert!(
        changed.text().contains("has changed since"),
        "{}",
        changed.text()
    );
    let count = || {
        let log = house.run("--json td log T26").json();
        log.as_array().unwrap().len()
    };
    assert_eq!(count(), 1);
    // A yes is for these words, and for whom it was shown to.
    let page = changed.text();
    let other = page.replace(
        "value=\"penalty T26/1 white 2\"",
        "value=\"penalty T26/1 white 9\"",
    );
    assert_ne!(page, other);
    assert_eq!(browser.says_yes(&other).status, 409);
    assert_eq!(count(), 1);
    assert_eq!(browser.says_yes(&page).status, 200);
    assert_eq!(count(), 2);
}

#[test]
fn what_asks_twice_is_shown_before_it_is_given() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    house.run("td result T26/1 1-0 --by resignation").done();
    let page = browser
        .fills("result T26/1 0-1 --by resignation", "a slip")
        .text();
    assert!(
        page.contains("Look twice") && page.contains("all the same"),
        "{page}"
    );
    assert_eq!(browser.says_yes(&page).status, 200);
    let game = house.run("--json game show T26/1").json();
    assert_eq!(game["result"], "0-1");
    // Several at once, all or none, as in a file; and as a letter has them.
    let refused = browser.fills("pause T26/1\npenalty T26/99 white 2", "");
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("Nothing is done."));
    let unread = browser.fills("hang T26/1", "");
    assert_eq!(unread.status, 422);
    let letter = browser.fills("PENALTY T26/1 white 2 REASON <b>late</b>", "");
    assert!(!letter.text().contains("<b>late"), "{}", letter.text());
}

#[test]
fn another_ones_tournament_is_neither_shown_nor_ordered_in() {
    let house = House::with(&Setup::new());
    with_another(&house);
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    for path in [
        "/desk/tournament/X26",
        "/desk/tournament/X26/games",
        "/desk/tournament/X26/decisions",
        "/desk/tournament/X26/entries",
        "/desk/game/X26/1",
        "/desk/game/X26/77",
        "/desk/tournament/NONE",
        "/desk/nothing",
    ] {
        assert_eq!(browser.gets(path).status, 404, "{path}");
    }
    for path in ["/desk", "/desk/tournaments"] {
        let page = browser.gets(path).text();
        assert!(
            page.contains("T26") && !page.contains("X26"),
            "{path}: {page}"
        );
    }
    for line in [
        "penalty X26/1 white 2",
        "pause X26",
        "penalty X26/77 white 2",
    ] {
        let refused = browser.fills(line, "");
        assert_eq!(refused.status, 422, "{line}");
        assert!(
            refused.text().contains("holds no office in X26"),
            "{}",
            refused.text()
        );
    }
    let log = house.run("--json td log X26").json();
    assert_eq!(log.as_array().unwrap().len(), 0);
}

#[test]
fn a_form_without_its_secrets_is_refused() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    let page = browser.fills("penalty T26/1 white 2", "").text();
    let fields = |token: &str, desk: &str| {
        let name = |n| coded(&hidden(&page, n));
        format!(
            "token={}&desk={}&step=give&text={}&number={}&yes={}",
            coded(token),
            coded(desk),
            name("text"),
            name("number"),
            name("yes")
        )
    };
    let (token, desk) = (hidden(&page, "token"), hidden(&page, "desk"));
    for (token, desk) in [("", desk.as_str()), (token.as_str(), ""), ("x", "x")] {
        let body = fields(token, desk);
        assert_eq!(browser.sends("POST", "/desk/order", &body).status, 403);
    }
    // Another browser has other secrets, and a stranger is led to the door.
    let mut other = Browser::at(&server);
    other.gets("/desk/sign-in");
    let body = fields(&hidden(&other.last, "token"), &desk);
    let reply = other.sends("POST", "/desk/order", &body);
    assert_eq!(reply.header("location"), Some("/desk/sign-in"));
    assert_eq!(other.gets("/desk").status, 303);
    let log = house.run("--json td log T26").json();
    assert_eq!(log.as_array().unwrap().len(), 0);
    let page = browser.gets("/desk");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(page.header("cache-control"), Some("no-store"));
}

#[test]
fn a_session_ends_when_it_is_not_used_and_after_half_a_day() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (browser, _) = arbiter(&house, &server);
    let cookies = browser.cookies.clone();
    server.ends();
    let comes = |now: &str| {
        let server = Server::starts_at(&house, now, &[]);
        let mut browser = Browser::at(&server);
        browser.cookies = cookies.clone();
        browser.gets("/desk").status
    };
    assert_eq!(comes("2026-01-10T09:29:00Z"), 200);
    assert_eq!(comes("2026-01-10T09:58:00Z"), 200, "it was used meanwhile");
    assert_eq!(comes("2026-01-10T10:29:00Z"), 303);
    assert_eq!(comes("2026-01-10T21:01:00Z"), 303);
}

#[test]
fn what_waits_has_its_orders_as_buttons() {
    let house = House::with(&Setup::new());
    let now = "2026-03-20T09:00:00Z";
    house.at(now, "tick --hour-is-right").done();
    let server = Server::starts_at(&house, now, &[]);
    let (mut browser, _) = arbiter_at(&house, &server, now);
    let button = "name=\"text\" value=\"confirm-forfeit T26/1 white\"";
    // It is White's matter, and stands below his name, with what his withdrawal would do.
    let page = browser.gets("/desk").text();
    let (_, his) = page.split_once("<h2>Ann Archer</h2>").expect("his name");
    let (his, _) = his.split_once("</section>").unwrap();
    assert!(his.contains(button) && his.contains("overstep"), "{his}");
    assert!(
        his.contains("The overstep stands"),
        "the button says what it does: {his}"
    );
    let what_if = hidden_of(his, "text", "what-if ");
    let fields = [("step", "show"), ("text", what_if.as_str())];
    let shown = browser.posts("/desk/order", &fields);
    assert_eq!(shown.status, 200);
    let shown = shown.text();
    assert!(
        shown.contains("<table") && !shown.contains("value=\"give\""),
        "{shown}"
    );
    for language in Language::ALL {
        for path in ["/desk", "/desk/game/T26/1"] {
            let page = browser.gets(&format!("{path}?lang={}", language.code()));
            assert_eq!(page.status, 200, "{path} {language}");
            let text = page.text();
            assert!(text.contains(button), "{path} {language}: {text}");
        }
    }
    browser.gets("/desk?lang=en");
    let fields = [("step", "fill"), ("text", "confirm-forfeit T26/1 white")];
    let filled = browser.posts("/desk/order", &fields).text();
    assert!(
        filled.contains("confirm-forfeit T26/1 white</textarea>"),
        "{filled}"
    );
    let page = browser.fills("confirm-forfeit T26/1 white", "").text();
    assert_eq!(browser.says_yes(&page).status, 200);
    let game = house.at(now, "--json game show T26/1").json();
    assert_eq!(game["status"], "finished", "{game}");
    let today = browser.gets("/desk").text();
    assert!(!today.contains(button), "{today}");
}

#[test]
fn the_desk_speaks_five_languages_and_shows_no_address() {
    let house = House::with(&Setup::new());
    house.run("td result T26/1 1-0 --by resignation").done();
    let server = Server::starts(&house, &[]);
    let (mut browser, _) = arbiter(&house, &server);
    let mut titles = Vec::new();
    for language in Language::ALL {
        let code = language.code();
        for path in [
            "/desk",
            "/desk/tournaments",
            "/desk/tournament/T26",
            "/desk/tournament/T26/games",
            "/desk/tournament/T26/entries",
            "/desk/tournament/T26/decisions",
            "/desk/game/T26/1",
            "/desk/order",
        ] {
            let page = browser.gets(&format!("{path}?lang={code}"));
            assert_eq!(page.status, 200, "{path} {code}");
            let text = page.text();
            // The policy of the pages heeds none.
            assert!(!text.contains(" style="), "{path}: {text}");
            assert!(text.contains(&format!("<html lang=\"{code}\">")), "{path}");
            assert!(!text.contains("@a.example"), "{path} {code}: {text}");
        }
        let shown = browser.fills("penalty T26/1 white 2", "");
        assert_eq!(shown.status, 200, "{code}");
        let refused = browser.fills("penalty T26/99 white 2", "");
        assert_eq!(refused.status, 422, "{code}");
        titles.push(
            shown
                .text()
                .split("<h1>")
                .nth(1)
                .unwrap()
                .split('<')
                .next()
                .unwrap()
                .to_owned(),
        );
        let page = Browser::at(&server).gets(&format!("/desk/sign-in?lang={code}"));
        assert_eq!(page.status, 200, "{code}");
    }
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), Language::ALL.len(), "{titles:?}");
}

#[test]
fn an_official_sees_where_he_is_signed_in_and_ends_it() {
    let house = House::with(&Setup::new());
    let server = Server::starts(&house, &[]);
    let (mut own, phone) = arbiter(&house, &server);
    let signs_in = |code: &str| {
        let mut browser = Browser::at(&server);
        assert_eq!(browser.signs_in(ARBITER, PASSWORD, code).status, 303);
        browser
    };
    let mut left = signs_in(&phone.codes[0]);
    let page = own.gets("/desk/account");
    assert_eq!(page.status, 200);
    let page = page.text();
    assert_eq!(page.matches("Sign out there").count(), 1, "{page}");
    assert!(page.contains("This browser"), "{page}");
    assert!(
        page.contains("since 2026-01-10, 12:00; last used 2026-01-10, 12:00"),
        "the hour of the club: {page}"
    );
    assert!(page.contains("have not used: 9."), "{page}");
    // The other one, by its number; this one stays.
    let id = hidden(&page, "session");
    let fields = [("do", "end"), ("session", id.as_str())];
    let ended = own.posts("/desk/account", &fields);
    assert_eq!(ended.header("location"), Some("/desk/account?done=ended"));
    assert_eq!(left.gets("/desk").status, 303);
    let page = own.gets("/desk/account?done=ended").text();
    assert!(page.contains("Signed out there."), "{page}");
    for button in ["Sign out there", "Sign out everywhere"] {
        assert!(!page.contains(button), "nobody else is left: {page}");
    }
    let (mut second, mut third) = (signs_in(&phone.codes[1]), signs_in(&phone.codes[2]));
    own.gets("/desk/account");
    assert_eq!(
        own.posts("/desk/account", &[("do", "end-others")]).status,
        303
    );
    assert_eq!(own.gets("/desk").status, 200);
    for other in [&mut second, &mut third] {
        assert_eq!(other.gets("/desk").status, 303);
    }
    // Another's session is not his to end, and without the form's secret none is.
    with_another(&house);
    let xaver = set_up(&house, &server, ("xaver@x.example", NOW));
    let mut his = Browser::at(&server);
    let reply = his.signs_in("xaver@x.example", PASSWORD, &xaver.code(NOW, 0));
    assert_eq!(reply.status, 303);
    own.gets("/desk/account");
    for id in 1..20 {
        let id = id.to_string();
        if own.gets("/desk/account").text().contains("This browser") {
            let fields = [("do", "end"), ("session", id.as_str())];
            own.posts("/desk/account", &fields);
        }
    }
    assert_eq!(his.gets("/desk").status, 200, "another's stays");
    assert_eq!(own.gets("/desk").status, 303, "his own was among them");
    let token = hidden(&his.gets("/desk/account").text(), "token");
    let body = format!("token={}&do=end-others", coded(&token));
    assert_eq!(his.sends("POST", "/desk/account", &body).status, 403);
}

/// In his own game an official is shown what a player is, and takes no letter whole.
#[test]
fn who_plays_a_game_sees_it_at_the_desk_as_its_player_does() {
    let house = House::with(&Setup::new().pairs(&[(1, 2), (2, 3)]));
    let order = "td hand-over T26 --name Ann --email ann@a.example --reason moved";
    house.run(order).done();
    let server = Server::starts(&house, &[]);
    let phone = set_up(&house, &server, ("ann@a.example", NOW));
    let mut ann = Browser::at(&server);
    ann.signs_in("ann@a.example", PASSWORD, &phone.code(NOW, 0));
    let page = ann.gets("/desk/game/T26/1").text();
    assert!(page.contains("You play in this game yourself"), "{page}");
    assert!(!page.contains("/desk/letter"), "{page}");
    let other = ann.gets("/desk/game/T26/2").text();
    assert!(!other.contains("You play in this game yourself"), "{other}");
    assert!(other.contains("/desk/letter"), "{other}");
    // Bert plays against her: his letters in any game are another's to take.
    let sent = house.json("outbox list");
    let of_game = |row: &&serde_json::Value| row["game"] == "T26/2" && row["kind"] == "start";
    let sent: Vec<(String, bool)> = sent
        .as_array()
        .unwrap()
        .iter()
        .filter(of_game)
        .map(|row| (row["id"].to_string(), row["to"] == "bert@b.example"))
        .collect();
    assert_eq!(sent.len(), 2, "{sent:?}");
    let mut takes = |game: &str, letter: &str| {
        ann.gets("/desk/game/T26/2");
        let fields = [("game", game), ("direction", "out"), ("letter", letter)];
        ann.posts("/desk/letter", &fields).status
    };
    for (letter, is_opponents) in sent {
        let status = if is_opponents { 403 } else { 200 };
        assert_eq!(takes("T26/2", &letter), status, "{letter}");
    }
    for letter in 1..9 {
        let status = takes("T26/1", &letter.to_string());
        assert!([403, 404].contains(&status), "{letter}: {status}");
    }
}

/// A small club has one arbiter, who plays: it still runs, and the record says that it was he.
#[test]
fn where_nobody_else_directs_who_plays_is_asked_and_the_record_says_that_it_was_he() {
    let house = House::with(&Setup::new());
    let order = "td hand-over T26 --name Ann --email ann@a.example --reason moved";
    house.run(order).done();
    let line = "--as ann@a.example td penalty T26/1 black 5";
    let asked = house.run(line);
    assert_ne!(asked.code, 0);
    assert!(asked.err.contains("nobody else"), "{}", asked.err);
    house.run(&format!("{line} --anyway")).done();
    let server = Server::starts(&house, &[]);
    let phone = set_up(&house, &server, ("ann@a.example", NOW));
    let mut ann = Browser::at(&server);
    ann.signs_in("ann@a.example", PASSWORD, &phone.code(NOW, 0));
    let page = ann.fills("penalty T26/1 black 2", "").text();
    assert!(page.contains("nobody else"), "{page}");
    assert!(ann.says_yes(&page).text().contains("It is done."));
    let log = house.run("--json td log T26").json();
    for given in &log.as_array().unwrap()[1..] {
        assert_eq!(given["by"], "Ann", "{given}");
    }
    // Whoever sits at the machine is asked nothing.
    house.run("td penalty T26/1 white 5").done();
}
