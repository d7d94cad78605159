//! What players do on the server, by a real one over TCP: they sign in, move, confirm. And what
//! others try who are not they.

use super::daemon::{ply, post, soon};
use super::serve::{Reply, Server};
use crate::browser::Browser as Window;
use crate::club::{Mail, Setup};
use crate::contract::House;
use postchess::robot::heartbeat::{Beat, Presence};
use postchess::time::Instant;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

pub(super) const BASE: &str = "http://play.example";
pub const GOOD: &str = "correct horse battery";

/// A browser without scripts: it keeps cookies, and the secret of the last form it saw.
pub struct Browser<'s> {
    server: &'s Server,
    cookies: RefCell<BTreeMap<String, String>>,
    token: RefCell<String>,
    language: Cell<&'static str>,
    more: RefCell<String>,
}

impl<'s> Browser<'s> {
    pub fn of(server: &'s Server) -> Browser<'s> {
        Browser {
            server,
            cookies: RefCell::default(),
            token: RefCell::default(),
            language: Cell::new("en"),
            more: RefCell::default(),
        }
    }

    fn head(&self, method: &str, path: &str) -> String {
        let cookies = self.cookies.borrow();
        let cookies: Vec<String> = cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\n\
             Accept-Language: {}\r\nCookie: {}\r\n{}",
            self.language.get(),
            cookies.join("; "),
            self.more.borrow()
        )
    }

    fn heeds(&self, reply: Reply) -> Reply {
        for line in reply.head.lines() {
            let Some((name, value)) = line.split_once(": ") else {
                continue;
            };
            if !name.eq_ignore_ascii_case("set-cookie") {
                continue;
            }
            let pair = value.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut cookies = self.cookies.borrow_mut();
            match value.is_empty() {
                true => drop(cookies.remove(name)),
                false => drop(cookies.insert(name.to_owned(), value.to_owned())),
            }
        }
        if let Some(token) = between(&reply.text(), "name=\"token\" value=\"", "\"") {
            *self.token.borrow_mut() = token;
        }
        reply
    }

    /// It sits at another address, as a proxy of ours says.
    pub fn comes_from(&self, address: &str) {
        *self.more.borrow_mut() = format!("X-Forwarded-For: {address}\r\n");
    }

    pub fn gets(&self, path: &str) -> Reply {
        let head = self.head("GET", path);
        self.heeds(self.server.says(&format!("{head}\r\n")))
    }

    fn heads(&self, path: &str) -> Reply {
        let head = self.head("HEAD", path);
        self.server.says(&format!("{head}\r\n"))
    }

    /// Fills a form in, with the secret of the last page.
    pub fn posts(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.heeds(self.server.says(&self.form(path, fields, "")))
    }

    fn sends(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.heeds(self.server.says(&self.filled(path, fields, "")))
    }

    /// A form filled in with the secret of the last page, as it goes over the wire, with more
    /// headers.
    pub(super) fn form(&self, path: &str, fields: &[(&str, &str)], more: &str) -> String {
        let token = self.token.borrow().clone();
        let mut all = vec![("token", token.as_str())];
        all.extend(fields);
        self.filled(path, &all, more)
    }

    fn filled(&self, path: &str, fields: &[(&str, &str)], more: &str) -> String {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let body = body.join("&");
        let head = self.head("POST", path);
        format!(
            "{head}{more}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// Signs in by the invitation of a start letter.
    pub(super) fn comes_by_invitation(&self, house: &House, address: &str) {
        self.comes_by(&invitation_to(house, address), address);
    }

    /// Signs in by an invitation.
    pub fn comes_by(&self, invitation: &str, address: &str) {
        assert_eq!(self.gets(invitation).status, 200);
        let set = self.posts(invitation, &[("password", GOOD), ("again", GOOD)]);
        assert_eq!(set.status, 200, "{}", set.text());
        self.signs_in(address, GOOD);
    }

    pub(super) fn signs_in(&self, address: &str, password: &str) {
        self.gets("/sign-in");
        let fields = [("address", address), ("password", password)];
        let signed = self.posts("/sign-in", &fields);
        assert_eq!(signed.status, 303, "{}", signed.text());
        assert_eq!(signed.header("location"), Some("/games"));
    }

    /// What a browser has of an earlier server.
    pub(super) fn cookies(&self) -> BTreeMap<String, String> {
        self.cookies.borrow().clone()
    }

    /// A browser with that.
    pub(super) fn with(server: &'s Server, cookies: &BTreeMap<String, String>) -> Browser<'s> {
        let own = Browser::of(server);
        own.cookies.replace(cookies.clone());
        own
    }

    /// The same browser at another address of the club.
    pub fn at<'o>(&self, server: &'o Server) -> Browser<'o> {
        Browser {
            server,
            cookies: self.cookies.clone(),
            token: self.token.clone(),
            language: self.language.clone(),
            more: self.more.clone(),
        }
    }

    pub fn is_signed_in(&self) -> bool {
        self.gets("/games").text().contains("/sign-out")
    }

    /// Sends a move and confirms it.
    pub(super) fn moves(&self, uci: &str) -> Reply {
        self.moves_in(GAME, uci)
    }

    /// The same in the game of that page.
    pub fn moves_in(&self, game: &str, uci: &str) -> Reply {
        self.gets(&format!("{game}?move={uci}"));
        let ply = self.ply_of(game);
        let ply = ply.as_str();
        let sent = [
            ("act", "move"),
            ("step", "send"),
            ("uci", uci),
            ("ply", ply),
        ];
        let asked = self.posts(game, &sent);
        assert_eq!(asked.status, 200, "{}", asked.text());
        let confirmed = [
            ("act", "move"),
            ("step", "confirm"),
            ("uci", uci),
            ("ply", ply),
        ];
        self.posts(game, &confirmed)
    }

    pub(super) fn ply(&self) -> String {
        self.ply_of(GAME)
    }

    fn ply_of(&self, game: &str) -> String {
        let page = self.gets(game).text();
        between(&page, "name=\"ply\" value=\"", "\"").expect("a form")
    }
}

pub(super) const GAME: &str = "/game/T26/1";

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| match b.is_ascii_alphanumeric() {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        })
        .collect()
}

pub(super) fn between(text: &str, before: &str, after: &str) -> Option<String> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found.to_owned())
}

/// A home whose server is known, with a tournament that has begun.
pub(super) fn house(setup: &Setup) -> House {
    let house = House::planned(setup);
    let path = house.path("club/postchess.toml");
    let config = std::fs::read_to_string(&path).unwrap();
    let known = config.replacen(
        "# base_url = \"https://play.club.example\"",
        &format!("base_url = \"{BASE}\""),
        1,
    );
    assert_ne!(config, known);
    std::fs::write(path, known).unwrap();
    house.run("tournament start T26").done();
    house
}

pub(super) fn on_web() -> Setup {
    Setup::new().rules("web_moves = true")
}

fn letters(house: &House) -> Vec<Mail> {
    let folder = house.path("club/mail/out/new");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort_by_key(|p| std::fs::metadata(p).unwrap().modified().unwrap());
    let read = paths.iter().filter_map(|p| std::fs::read(p).ok());
    read.map(Mail::of).collect()
}

pub(super) fn letter_to(house: &House, address: &str, kind: &str) -> Mail {
    letter_with(house, address, |letter| letter.kind == kind)
}

/// The newest letter to somebody that is as it should be.
pub(super) fn letter_with(house: &House, address: &str, fits: impl Fn(&Mail) -> bool) -> Mail {
    let mut found = None;
    soon("the letter is there", || {
        found = letters(house)
            .into_iter()
            .rfind(|m| m.to.contains(address) && fits(m));
        found.is_some()
    });
    found.unwrap()
}

/// The invitation of the first start letter to somebody, who may have others of the same moment.
pub(super) fn invitation_to(house: &House, address: &str) -> String {
    let invites = |letter: &Mail| letter.kind == "start" && letter.text.contains("/invitation/");
    link_in(&letter_with(house, address, invites), "/invitation/")
}

/// The path of a link in a letter.
pub(super) fn link_in(letter: &Mail, begins: &str) -> String {
    let whole = format!("{BASE}{begins}");
    let at = letter
        .text
        .find(&whole)
        .unwrap_or_else(|| panic!("{}", letter.text));
    let link = letter.text[at..].split_whitespace().next().unwrap();
    link.trim_end_matches(['.', ',', '>'])[BASE.len()..].to_owned()
}

#[test]
fn a_newcomer_sets_a_password_moves_and_confirms_and_is_answered_by_letter() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    // Who is not signed in is asked to, and led back.
    let asked = ann.gets(GAME);
    assert_eq!(asked.status, 200);
    assert!(
        asked
            .text()
            .contains(&format!("name=\"return\" value=\"{GAME}\""))
    );
    ann.comes_by_invitation(&house, "ann@a.example");
    let games = ann.gets("/games").text();
    assert!(
        games.contains("href=\"/game/T26/1\"") && games.contains("Bert Baker"),
        "{games}"
    );
    // The invitation is good for nothing any more.
    let invitation = invitation_to(&house, "ann@a.example");
    assert_eq!(ann.gets(&invitation).status, 404);
    let again = ann.posts(
        &invitation,
        &[
            ("password", "another password"),
            ("again", "another password"),
        ],
    );
    assert_eq!(again.status, 404);
    // A square, a target, the move, and only the confirmation plays it.
    let page = ann.gets(GAME).text();
    assert!(page.contains("aria-label=\"e2, white pawn\""), "{page}");
    let page = ann.gets(&format!("{GAME}?from=e2")).text();
    assert!(
        page.contains("move=e2e4#board") && page.contains("e4, a legal square"),
        "{page}"
    );
    let page = ann.gets(&format!("{GAME}?move=e2e4")).text();
    assert!(page.contains("name=\"uci\" value=\"e2e4\""), "{page}");
    let sent = [
        ("act", "move"),
        ("step", "send"),
        ("uci", "e2e4"),
        ("ply", "0"),
    ];
    let confirm = ann.posts(GAME, &sent).text();
    assert!(
        confirm.contains("name=\"step\" value=\"confirm\"") && confirm.contains("5254"),
        "{confirm}"
    );
    assert_eq!(ply(&house), 0);
    let done = ann.moves("e2e4");
    assert_eq!(
        (done.status, done.header("location")),
        (303, Some("/game/T26/1?done=move"))
    );
    assert_eq!(ply(&house), 1);
    let page = ann.gets("/game/T26/1?done=move").text();
    assert!(
        page.contains("recorded") && page.contains("Your opponent"),
        "{page}"
    );
    // The same once more is for another position.
    let stale = [
        ("act", "move"),
        ("step", "confirm"),
        ("uci", "e2e4"),
        ("ply", "0"),
    ];
    assert_eq!(ann.posts(GAME, &stale).status, 409);
    post(&house, "m1", "bert@b.example", "1... 5755");
    soon("the answer is played", || ply(&house) == 2);
    let page = ann.gets(GAME).text();
    assert!(page.contains("Your move"), "{page}");
    let typed = [
        ("act", "move"),
        ("step", "send"),
        ("text", "Nf3"),
        ("ply", "2"),
    ];
    assert!(ann.posts(GAME, &typed).text().contains("value=\"g1f3\""));
    for (wrong, said) in [("Ke3", "not legal"), ("hello", "No move")] {
        let typed = [
            ("act", "move"),
            ("step", "send"),
            ("text", wrong),
            ("ply", "2"),
        ];
        let answer = ann.posts(GAME, &typed);
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains(said), "{}", answer.text());
    }
    let file = ann.gets("/game/T26/1/pgn");
    assert!(file.text().contains("1. e4"), "{}", file.text());
    assert_eq!(ply(&house), 2);
}

/// What concerns a player stands on his page of the game: decisions with their terms of protest,
/// and penalties.
#[test]
fn the_page_of_a_game_shows_its_player_decisions_penalties_and_terms() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = both_sign_in(&house, &server);
    house.run("td penalty T26/1 white 2 --reason late").done();
    for who in [ann, bert] {
        let page = who.gets(GAME).text();
        assert!(page.contains("White: penalty +2 days"), "{page}");
        assert!(page.contains("(late)"), "{page}");
        assert!(page.contains("You may protest against decision"), "{page}");
    }
}

#[test]
fn an_invitation_in_a_letter_that_was_given_whole_is_void() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let path = invitation_to(&house, "ann@a.example");
    let secret = path.rsplit('-').next().unwrap().to_owned();
    let list = house.json("outbox list");
    let mut rows = list.as_array().unwrap().iter();
    let start = rows.find(|row| row["to"] == "ann@a.example").unwrap()["id"].clone();
    let shown = house.run(&format!("outbox show {start}")).done().out;
    assert!(!shown.contains(&secret), "{shown}");
    assert_eq!(Browser::of(&server).gets(&path).status, 200);
    let whole = house.run(&format!("outbox show {start} --raw")).done();
    assert!(!whole.out.is_empty());
    assert_eq!(Browser::of(&server).gets(&path).status, 404);
    letter_to(&house, "ann@a.example", "sign-in").says("is void now");
}

#[test]
fn a_mailed_link_is_spent_by_its_button_in_the_browser_that_asked() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.gets(GAME);
    let fields = [("address", "ann@a.example"), ("return", GAME)];
    let known = ann.posts("/sign-in/link", &fields);
    assert_eq!(known.status, 200);
    let fields = [("address", "nobody@n.example"), ("return", GAME)];
    let unknown = ann.posts("/sign-in/link", &fields);
    assert_eq!(known.text(), unknown.text());
    let heads = |reply: &Reply| -> Vec<String> {
        let lines = reply.head.lines().filter(|l| !l.starts_with("date:"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(heads(&known), heads(&unknown));
    let link = link_in(&letter_to(&house, "ann@a.example", "sign-in"), "/link/");
    // Whoever looks at it uses nothing up.
    let scanner = Browser::of(&server);
    for _ in 0..3 {
        assert_eq!(scanner.heads(&link).status, 200);
        assert_eq!(scanner.gets(&link).status, 200);
    }
    assert_eq!(scanner.posts(&link, &[]).status, 403);
    assert!(!scanner.is_signed_in());
    ann.gets(&link);
    let signed = ann.posts(&link, &[]);
    assert_eq!(
        (signed.status, signed.header("location")),
        (303, Some(GAME))
    );
    assert!(ann.is_signed_in());
    // Once.
    let other = Browser::of(&server);
    *other.cookies.borrow_mut() = ann.cookies.borrow().clone();
    other.gets(&link);
    assert_eq!(other.posts(&link, &[]).status, 403);
    // A password can be set now, and ends what else there is.
    ann.gets("/account");
    let fields = [("do", "password"), ("password", GOOD), ("again", GOOD)];
    assert_eq!(ann.posts("/account", &fields).status, 303);
    let second = Browser::of(&server);
    second.signs_in("ann@a.example", GOOD);
    ann.gets("/account");
    assert_eq!(ann.posts("/account", &fields).status, 303);
    assert!(!second.is_signed_in() && ann.is_signed_in());
    ann.posts("/sign-out", &[]);
    assert!(!ann.is_signed_in());
}

/// Whoever opens his account: he is told at his registered address. A password is set behind
/// the old one or a mailed link, and ends the programs' secrets unless one says otherwise.
#[test]
fn the_owner_is_told_and_the_old_key_stops() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let told = || {
        let list = house.json("outbox list");
        let all = list.as_array().unwrap().iter();
        all.filter(|m| m["kind"] == "sign-in" && m["to"] == "ann@a.example")
            .count()
    };
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    assert_eq!(told(), 2, "the first password, and a new browser");
    // The same browser again is no news; another one is.
    ann.gets("/account");
    ann.posts("/sign-out", &[]);
    ann.signs_in("ann@a.example", GOOD);
    assert_eq!(told(), 2);
    let other = Browser::of(&server);
    other.signs_in("ann@a.example", GOOD);
    assert_eq!(told(), 3);
    ann.gets("/programs");
    let fields = [("do", "make"), ("purpose", "api"), ("name", "mine")];
    assert_eq!(ann.posts("/programs", &fields).status, 200);
    assert_eq!(told(), 4);
    let has_programs = || ann.gets("/programs").text().contains("mine");
    assert!(has_programs());
    // A session that somebody left open sets none, however young it is.
    let page = ann.gets("/account").text();
    assert!(page.contains("name=\"old\""), "{page}");
    let new = [
        ("do", "password"),
        ("password", "another password"),
        ("again", "another password"),
    ];
    assert_eq!(ann.posts("/account", &new).status, 422);
    assert!(other.is_signed_in() && has_programs());
    let kept = [
        ("do", "password"),
        ("old", GOOD),
        ("password", "another password"),
        ("again", "another password"),
        ("keep-programs", "1"),
    ];
    ann.gets("/account");
    assert_eq!(ann.posts("/account", &kept).status, 303);
    assert!(!other.is_signed_in() && has_programs());
    assert_eq!(told(), 5);
    let ended = [
        ("do", "password"),
        ("old", "another password"),
        ("password", GOOD),
        ("again", GOOD),
    ];
    ann.gets("/account");
    assert_eq!(ann.posts("/account", &ended).status, 303);
    assert!(!has_programs());
    letter_to(&house, "ann@a.example", "sign-in").says("If it was not");
}

/// For who reads mail on another device: the code of the letter signs in where the link was
/// asked for, within ten minutes, once, and five times at most.
#[test]
fn a_mailed_code_is_typed_into_the_browser_that_asked() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let asks = |browser: &Browser<'_>| {
        browser.gets("/sign-in");
        let fields = [("address", "ann@a.example"), ("return", GAME)];
        let asked = browser.posts("/sign-in/link", &fields);
        assert!(asked.text().contains("/sign-in/code"), "{}", asked.text());
    };
    // The link and the code of the so manyth letter.
    let mailed = |nth: usize| {
        let mut links = Vec::new();
        soon("the letter is there", || {
            links = letters(&house);
            links.retain(|m| m.to.contains("ann@a.example") && m.text.contains("/link/"));
            links.len() > nth
        });
        let mut lines = links[nth].text.lines().map(str::trim);
        let code = lines.find(|l| l.len() == 8 && l.chars().all(char::is_alphanumeric));
        (
            link_in(&links[nth], "/link/"),
            code.expect("a code").to_owned(),
        )
    };
    let types = |browser: &Browser<'_>, code: &str| {
        let said = browser.posts("/sign-in/code", &[("code", code)]);
        (said.status, browser.is_signed_in())
    };
    let (ann, eve) = (Browser::of(&server), Browser::of(&server));
    asks(&ann);
    let (_, first) = mailed(0);
    // It is worth nothing in another browser, whoever has it told him.
    eve.gets("/sign-in");
    assert_eq!(types(&eve, &first), (403, false));
    let lower = format!(" {} {}", &first[..4].to_lowercase(), &first[4..]);
    assert_eq!(types(&ann, &lower), (303, true));
    ann.posts("/sign-out", &[]);
    ann.gets("/sign-in");
    assert_eq!(types(&ann, &first), (403, false), "once");
    // The fifth try is the last, and what was asked for anew has its own.
    let bert = Browser::of(&server);
    asks(&bert);
    let (_, second) = mailed(1);
    for _ in 0..5 {
        assert_eq!(types(&bert, "AAAA3333"), (403, false));
    }
    assert_eq!(types(&bert, &second), (403, false), "five tries");
    asks(&bert);
    let (link, third) = mailed(2);
    for _ in 0..4 {
        assert_eq!(types(&bert, "AAAA3333"), (403, false));
    }
    assert_eq!(types(&bert, &second), (403, false), "the fifth");
    assert_eq!(types(&bert, &third), (403, false));
    // The link stays good in the browser that asked.
    bert.gets(&link);
    assert_eq!(bert.posts(&link, &[]).status, 303);
    assert!(bert.is_signed_in());
}

/// A password that is guessed is not taken, and one that stands holds until it is changed.
#[test]
fn a_password_that_is_guessed_is_refused() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    let invitation = invitation_to(&house, "ann@a.example");
    ann.gets(&invitation);
    for weak in ["password2026", "qwertyuiop", "ann@a.example", "аааааааааа"] {
        let set = ann.posts(&invitation, &[("password", weak), ("again", weak)]);
        assert_eq!(set.status, 422, "{weak}: {}", set.text());
    }
    ann.comes_by(&invitation, "ann@a.example");
    ann.gets("/account");
    let fields = [
        ("do", "password"),
        ("old", GOOD),
        ("password", "password2026"),
        ("again", "password2026"),
    ];
    assert_eq!(ann.posts("/account", &fields).status, 422);
    let other = Browser::of(&server);
    other.signs_in("ann@a.example", GOOD);
}

#[test]
fn what_others_try_is_worth_nothing() {
    let house = house(&on_web().round_robin(3));
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    let pages = [
        GAME,
        "/account",
        "/leave",
        "/letters",
        "/programs",
        "/sign-out",
    ];
    for path in pages {
        // Without the secret, with another's, from another site: nothing is done.
        ann.gets("/games");
        let other = Browser::of(&server);
        other.gets("/sign-in");
        let foreign = other.token.borrow().clone();
        assert_eq!(ann.sends(path, &[("do", "make")]).status, 403, "{path}");
        let wrong = [
            ("token", foreign.as_str()),
            ("act", "resign"),
            ("step", "confirm"),
            ("ply", "0"),
        ];
        assert_eq!(ann.sends(path, &wrong).status, 403, "{path}");
        for header in [
            "Origin: http://evil.example\r\n",
            "Sec-Fetch-Site: cross-site\r\n",
        ] {
            ann.gets("/games");
            *ann.more.borrow_mut() = header.to_owned();
            assert_eq!(ann.posts(path, &[]).status, 403, "{path}: {header}");
            ann.more.borrow_mut().clear();
        }
        // No cookie, a wrong one: the way leads to signing in, and shows nothing.
        let stranger = Browser::of(&server);
        for cookie in [None, Some("aaaaaaaaaaaaaaaa")] {
            if let Some(cookie) = cookie {
                let mut cookies = stranger.cookies.borrow_mut();
                cookies.insert("session".to_owned(), cookie.to_owned());
            }
            let shown = stranger.gets(path).text();
            assert!(!shown.contains("Ann Archer"), "{path}: {shown}");
        }
    }
    assert!(ann.is_signed_in());
    *ann.more.borrow_mut() = format!("Origin: {BASE}\r\nSec-Fetch-Site: same-origin\r\n");
    ann.gets("/letters");
    assert_eq!(ann.posts("/letters", &[("daily", "no")]).status, 303);
    ann.more.borrow_mut().clear();
    // A game of others is what the public sees, and no form of his works in it.
    let theirs = (1..=3).find(|n| {
        let page = ann.gets(&format!("/game/T26/{n}"));
        page.header("location") == Some(format!("/T26/{n}.html").as_str())
    });
    let theirs = format!("/game/T26/{}", theirs.expect("a game of others"));
    ann.gets("/games");
    let resigns = [("act", "resign"), ("step", "confirm"), ("ply", "0")];
    assert_ne!(ann.posts(&theirs, &resigns).status, 200);
    assert_eq!(ann.gets(&format!("{theirs}/pgn")).status, 404);
    for missing in ["/game/T26/99", "/game/X/1", "/game/T26/x"] {
        assert_eq!(ann.gets(missing).status, 404, "{missing}");
    }
    let large = "x".repeat(50_000);
    ann.gets("/letters");
    assert_eq!(ann.posts("/letters", &[("x", &large)]).status, 413);
    // Wrong passwords slow down who types them.
    let guesser = Browser::of(&server);
    guesser.gets("/sign-in");
    let guess = |address: &str| {
        guesser.posts(
            "/sign-in",
            &[("address", address), ("password", "wrong password")],
        )
    };
    let known = guess("ann@a.example");
    let unknown = guess("nobody@n.example");
    assert_eq!((known.status, unknown.status), (403, 403));
    let plain = |reply: &Reply, address: &str| reply.text().replace(address, "A");
    assert_eq!(
        plain(&known, "ann@a.example"),
        plain(&unknown, "nobody@n.example")
    );
    for _ in 0..4 {
        assert_eq!(guess("ann@a.example").status, 403);
    }
    assert_eq!(guess("ann@a.example").status, 429);
    guesser.gets("/sign-in");
    let link = guesser.posts("/sign-in/link", &[("address", "ann@a.example")]);
    assert_eq!(link.status, 200);
}

/// Each page, with what only an attacker sends: another method, an act behind the `?`, the name
/// of another host. Nothing is done, nothing of it is shown again, and what a browser is given
/// is for it alone.
#[test]
fn no_method_no_query_and_no_host_of_others_does_anything() {
    let house = house(&on_web().round_robin(3));
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    ann.gets("/games");
    let token = ann.token.borrow().clone();
    let act =
        format!("token={token}&act=resign&step=confirm&ply=0&do=end&daily=no&from=2026-02-01");
    let pages = [
        GAME,
        "/games",
        "/account",
        "/leave",
        "/letters",
        "/programs",
        "/sign-in",
        "/sign-in/link",
        "/sign-out",
        "/link/abc",
        "/invitation/abc",
    ];
    for path in pages {
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
            let head = ann.head(method, path);
            let refused = server.says(&format!("{head}Content-Length: 0\r\n\r\n"));
            assert_eq!(refused.status, 405, "{method} {path}");
            assert_eq!(refused.header("allow"), Some("GET, HEAD, POST"));
        }
        let shown = ann.gets(&format!("{path}?{act}"));
        assert_ne!(shown.status, 500, "{path}");
        let forged = ann.head("GET", path).replace(
            "Host: play.example",
            "Host: evil.example\r\nX-Forwarded-Host: evil.example",
        );
        let answer = server.says(&format!("{forged}\r\n"));
        assert!(!answer.head.contains("evil.example"), "{}", answer.head);
        assert!(!answer.text().contains("evil.example"), "{path}");
    }
    assert!(ann.is_signed_in(), "no page ended it");
    assert_eq!(ply(&house), 0);
    assert!(!ann.gets(GAME).text().contains("1-0"));
    let stranger = Browser::of(&server);
    for path in ["/sign-in", "/games", GAME, "/letters?lang=de"] {
        let given = stranger.gets(path).head;
        for line in given.lines().filter(|l| l.starts_with("set-cookie: ")) {
            assert!(line.contains("; HttpOnly; SameSite=Lax"), "{path}: {line}");
        }
    }
}

/// Whoever lost his mailbox to somebody else has his address changed, and with it all ends that
/// the other could have made there.
#[test]
fn with_another_address_all_that_the_old_mailbox_gave_ends() {
    let house = house(&on_web().pairs(&[(1, 2), (3, 4)]));
    let server = Server::starts(&house, &[]);
    let (ann, bert) = (Browser::of(&server), Browser::of(&server));
    ann.comes_by_invitation(&house, "ann@a.example");
    bert.comes_by_invitation(&house, "bert@b.example");
    let unused = invitation_to(&house, "clara@c.example");
    assert_eq!(bert.gets(&unused).status, 200);
    let fields = [("do", "make"), ("name", "mine"), ("purpose", "api")];
    ann.gets("/programs");
    let made = ann.posts("/programs", &fields).text();
    let secret = between(&made, "class=\"secret\">", "<").expect("a secret");
    let asks = || {
        let header = format!("Authorization: Bearer {}\r\n", secret.trim());
        server.asks("GET", "/api/v1/games", &header).status
    };
    assert_eq!(asks(), 200, "{made}");
    let order = "td address ann@a.example ann@new.example --reason stolen";
    house.at("2026-01-10T09:00:00Z", order).done();
    assert!(!ann.is_signed_in());
    assert_eq!(asks(), 401);
    assert!(bert.is_signed_in(), "nobody else's");
    // Whoever read the old mailbox can have set the password too: it holds no more, and a link
    // that goes to the new one leads to another.
    let fields = [("address", "ann@new.example"), ("password", GOOD)];
    assert_eq!(ann.posts("/sign-in", &fields).status, 403);
    let letter = letter_to(&house, "ann@new.example", "ruling");
    letter.says("your password holds no more");
    ann.gets("/sign-in");
    ann.posts("/sign-in/link", &[("address", "ann@new.example")]);
    let link = link_in(&letter_to(&house, "ann@new.example", "sign-in"), "/link/");
    ann.gets(&link);
    ann.posts(&link, &[]);
    assert!(ann.is_signed_in());
    ann.gets("/account");
    let fields = [("do", "password"), ("password", GOOD), ("again", GOOD)];
    ann.posts("/account", &fields);
    Browser::of(&server).signs_in("ann@new.example", GOOD);
    // An invitation that was not used is good for nothing any more.
    let order = "td address clara@c.example clara@new.example --reason stolen";
    house.at("2026-01-10T09:05:00Z", order).done();
    assert_eq!(bert.gets(&unused).status, 404);
    let fields = [("password", GOOD), ("again", GOOD)];
    assert_eq!(bert.posts(&unused, &fields).status, 404);
}

#[test]
fn a_pawn_is_asked_what_it_becomes_and_a_king_castles() {
    let fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
    let house = house(&on_web().fen(fen));
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    let page = ann.gets(&format!("{GAME}?from=a7")).text();
    assert!(page.contains("from=a7&amp;to=a8"), "{page}");
    let page = ann.gets(&format!("{GAME}?from=a7&to=a8")).text();
    for uci in ["a7a8q", "a7a8r", "a7a8b", "a7a8n"] {
        assert!(page.contains(&format!("move={uci}#board")), "{uci}: {page}");
    }
    let illegal = [
        ("act", "move"),
        ("step", "confirm"),
        ("uci", "a7a8"),
        ("ply", "0"),
    ];
    assert_eq!(ann.posts(GAME, &illegal).status, 422);
    let page = ann.gets(&format!("{GAME}?from=e1")).text();
    assert!(page.contains("move=e1g1#board"), "{page}");
    assert_eq!(ann.moves("e1g1").status, 303);
    assert_eq!(ply(&house), 1);
}

#[test]
fn draws_words_and_the_end_are_done_on_the_page() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let (ann, bert) = (Browser::of(&server), Browser::of(&server));
    ann.comes_by_invitation(&house, "ann@a.example");
    bert.comes_by_invitation(&house, "bert@b.example");
    assert_eq!(ann.moves("e2e4").status, 303);
    bert.gets(GAME);
    let words = [("act", "words"), ("text", "Good luck"), ("ply", "1")];
    let said = bert.posts(GAME, &words);
    assert_eq!(said.status, 303, "{}", said.text());
    let sent = [("act", "offer"), ("step", "send"), ("ply", "1")];
    let asked = bert.posts(GAME, &sent);
    assert!(
        asked.text().contains("value=\"confirm\""),
        "{}",
        asked.text()
    );
    let resigns = |step| [("act", "resign"), ("step", step), ("ply", "1")];
    let asked = bert.posts(GAME, &resigns("send"));
    assert!(
        asked.text().contains("Resign the game?"),
        "{}",
        asked.text()
    );
    assert!(!ann.gets(GAME).text().contains("1-0"));
    assert_eq!(bert.posts(GAME, &resigns("confirm")).status, 303);
    let page = ann.gets(GAME).text();
    assert!(page.contains("1-0"), "{page}");
    assert!(ann.gets("/games").text().contains("Finished games"));
}

#[test]
fn what_is_confirmed_is_done_where_it_was_shown_and_words_leave_once() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = both_sign_in(&house, &server);
    assert_eq!(ann.moves("e2e4").status, 303);
    assert_eq!(bert.moves("e7e5").status, 303);
    let page = ann.gets(&format!("{GAME}?move=f1c4")).text();
    let field = |page: &str, name: &str| {
        between(page, &format!("name=\"{name}\" value=\""), "\"").expect("a field")
    };
    let entry = field(&page, "entry");
    let move_by = |step, entry| {
        [
            ("act", "move"),
            ("step", step),
            ("uci", "f1c4"),
            ("ply", "2"),
            ("entry", entry),
        ]
    };
    let asked = ann.posts(GAME, &move_by("send", &entry));
    let entry = field(&asked.text(), "entry");
    let void = house.run("td void T26/1 2 --reason slip");
    assert_eq!(void.code, 0, "{}", void.out);
    assert_eq!(bert.moves("d7d5").status, 303);
    for step in ["send", "confirm"] {
        let stale = ann.posts(GAME, &move_by(step, &entry));
        assert_eq!(stale.status, 409, "{}", stale.text());
    }
    assert_eq!(ply(&house), 2);
    let page = ann.gets(GAME).text();
    let once = field(&page, "once");
    let words = |text| [("act", "arbiter"), ("text", text), ("once", &*once)];
    for text in ["May I?", "May I?", "And this?"] {
        assert_eq!(ann.posts(GAME, &words(text)).status, 303);
    }
    let told = |text: &str| {
        letters(&house)
            .iter()
            .filter(|l| l.text.contains(text))
            .count()
    };
    soon("the letters are there", || told("And this?") > 0);
    assert_eq!(told("May I?"), 1);
}

#[test]
fn leave_letters_and_programs_are_seen_to_and_every_page_speaks_five_languages() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    ann.gets("/leave");
    let days = [("do", "take"), ("from", "2026-01-20"), ("to", "2026-01-25")];
    let taken = ann.posts("/leave", &days);
    assert_eq!(
        taken.header("location"),
        Some("/leave?done=taken"),
        "{}",
        taken.text()
    );
    assert!(ann.gets("/leave").text().contains("2026-01-25"));
    let wrong = [("do", "take"), ("from", "2026-01-20"), ("to", "x")];
    assert_eq!(ann.posts("/leave", &wrong).status, 422);
    ann.gets("/letters");
    assert_eq!(ann.posts("/letters", &[("daily", "yes")]).status, 303);
    let page = ann.gets("/letters?done=saved").text();
    assert!(page.contains("value=\"yes\" checked> one a day"), "{page}");
    assert!(
        !page.contains("value=\"yes\" checked> is confirmed"),
        "{page}"
    );
    ann.gets("/programs");
    let made = ann.posts(
        "/programs",
        &[("do", "make"), ("purpose", "api"), ("name", "<my> program")],
    );
    let secret = between(&made.text(), "class=\"secret\">", "<").expect("a secret");
    assert_eq!(secret.len(), 52);
    let page = ann.gets("/programs").text();
    assert!(
        !page.contains(&secret) && page.contains("&lt;my&gt; program"),
        "{page}"
    );
    let key = between(&page, "name=\"key\" value=\"", "\"").unwrap();
    ann.posts("/programs", &[("do", "end"), ("key", &key)]);
    assert!(!ann.gets("/programs").text().contains("my&gt;"));
    let paths = [
        "/games",
        GAME,
        "/game/T26/1?from=e2",
        "/game/T26/1?move=e2e4",
        "/leave",
        "/letters",
        "/programs",
        "/account",
        "/game/T26/99",
    ];
    let mut seen = std::collections::BTreeSet::new();
    for language in ["en", "ru", "uk", "pl", "de"] {
        for path in paths {
            let mark = if path.contains('?') { '&' } else { '?' };
            let page = ann.gets(&format!("{path}{mark}lang={language}"));
            assert!(
                page.status == 200 || path.ends_with("99"),
                "{language} {path}"
            );
            let text = page.text();
            assert!(
                text.contains(&format!("<html lang=\"{language}\">")),
                "{language} {path}"
            );
            assert!(seen.insert(text), "{language} {path}");
            let policy = page.header("content-security-policy").unwrap().to_owned();
            assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
            assert_eq!(page.header("cache-control"), Some("no-store"));
        }
        let confirm = [("act", "resign"), ("step", "send"), ("ply", "0")];
        assert_eq!(ann.posts(GAME, &confirm).status, 200, "{language}");
    }
    // No page has anything that the policy forbids, and everything it loads is there.
    let page = ann.gets(GAME).text();
    assert!(!page.contains(" style=") && !page.contains("<style") && !page.contains(" onclick"));
    let loads = page
        .split("src=\"")
        .skip(1)
        .chain(page.split("stylesheet\" href=\"").skip(1));
    for path in loads.filter_map(|rest| rest.split('"').next()) {
        let file = ann.gets(path);
        assert_eq!(file.status, 200, "{path}");
        assert!(file.header("etag").is_some());
    }
}

/// The cases of reflection time on the server; here they begin on 11 January 2026.
fn case(id: &str) -> Value {
    let text = std::fs::read_to_string("tests/cases/timelines.json").expect("timelines.json");
    let all: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let found = all.into_iter().find(|c| c["id"] == id);
    found.unwrap_or_else(|| panic!("no case {id}"))
}

/// An hour of a case, so many days later.
fn moved(hour: &Value, days: i64) -> Instant {
    let hour = hour.as_str().expect("an hour");
    let hour = Instant::parse(hour).expect("an instant");
    hour.plus_seconds(days * 86_400)
}

/// A tournament under article 54 that has begun by the case's official start.
fn case_begins() -> House {
    let setup = Setup::new()
        .profile("server")
        .begins("2026-01-11", "2026-01-10T09:00:00Z");
    let house = house(&setup);
    house.at("2026-01-11T00:00:00Z", "poll").done();
    let server = Server::starts_at(&house, "2026-01-11T00:00:00Z", &[]);
    for address in ["ann@a.example", "bert@b.example"] {
        Browser::of(&server).comes_by_invitation(&house, address);
    }
    server.ends();
    house
}

/// The server is there from an hour to another, and gives its signs of life.
fn is_there(house: &House, from: Instant, to: Instant) {
    let mut robot = house.robot();
    let mut at = from;
    while at < to {
        robot.at(at);
        let come = Presence::begins(Duration::ZERO);
        let beat = robot.heartbeat(come, Duration::ZERO).unwrap();
        let hour = at;
        assert_eq!(beat, Beat::Recorded { hour, away: None });
        at = at.plus_seconds(300);
    }
}

/// Each does something in his browser at that hour.
fn at_the_board(house: &House, hour: Instant, does: impl FnOnce(&Browser<'_>, &Browser<'_>)) {
    let server = Server::starts_at(house, &hour.to_string(), &[]);
    let (ann, bert) = (Browser::of(&server), Browser::of(&server));
    ann.signs_in("ann@a.example", GOOD);
    bert.signs_in("bert@b.example", GOOD);
    does(&ann, &bert);
    server.ends();
}

fn days_of(house: &House, now: Instant) -> (Vec<i64>, Value) {
    let shown = house.at(&now.to_string(), "--json game show T26/1").json();
    let moves = shown["moves"].as_array().expect("moves").clone();
    (
        moves.iter().map(|m| m["days"].as_i64().unwrap()).collect(),
        shown,
    )
}

#[test]
fn case_s01_by_clicks_alone() {
    let case = case("S01");
    let house = case_begins();
    let moved = |hour| moved(hour, 316);
    let mut before = moved(&case["events"][0]["date"]);
    let moves = ["e2e4", "e7e5", "g1f3"];
    for (event, uci) in case["events"].as_array().unwrap()[1..].iter().zip(moves) {
        let hour = moved(&event["date"]);
        is_there(&house, before, hour);
        at_the_board(&house, hour, |ann, bert| {
            let who = if event["actor"] == "W" { ann } else { bert };
            assert_eq!(who.moves(uci).status, 303, "{uci}");
        });
        before = hour;
    }
    let (days, shown) = days_of(&house, before);
    let per_move = |side: &str| case["expected"][side]["per_move"].clone();
    assert_eq!(json!([days[0], days[2]]), per_move("W"));
    assert_eq!(json!([days[1]]), per_move("B"));
    assert_eq!(
        shown["clock"]["white"]["total"],
        case["expected"]["W"]["total"]
    );
}

#[test]
fn case_s03_by_clicks_alone() {
    let case = case("S03");
    let house = case_begins();
    // Its fourth move comes on the first day here: what lay before costs nothing.
    let moved = |hour: &Value| moved(hour, 257);
    let [leave, received, sent] = &case["events"].as_array().unwrap()[..] else {
        panic!("{case:#}");
    };
    let begins = moved(&received["date"]);
    is_there(&house, moved(&json!("2025-04-29T00:00:00Z")), begins);
    at_the_board(&house, begins, |ann, bert| {
        for (white, black) in [("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1b5", "a7a6")] {
            assert_eq!(ann.moves(white).status, 303);
            assert_eq!(bert.moves(black).status, 303);
        }
        assert_eq!(ann.moves("b5a4").status, 303);
        bert.gets("/leave");
        let day = |which: &str| {
            let hour = format!("{}T12:00:00Z", leave[which].as_str().unwrap());
            moved(&json!(hour)).to_string()[..10].to_owned()
        };
        let (from, to) = (day("from_"), day("to"));
        let taken = bert.posts("/leave", &[("do", "take"), ("from", &from), ("to", &to)]);
        assert_eq!(taken.header("location"), Some("/leave?done=taken"));
    });
    let hour = moved(&sent["date"]);
    is_there(&house, begins, hour);
    at_the_board(&house, hour, |_, bert| {
        assert_eq!(bert.moves("g8f6").status, 303);
        let left = bert.gets("/leave").text();
        let wanted = case["expected"]["B"]["left_of_45"].as_i64().unwrap();
        assert!(left.contains(&format!("{wanted} days")), "{left}");
    });
    let (days, shown) = days_of(&house, hour);
    assert_eq!(json!(days[7]), case["expected"]["B"]["per_move"]["4..."]);
    assert_eq!(
        shown["clock"]["black"]["total"],
        case["expected"]["B"]["total"]
    );
}

#[test]
fn where_moves_go_by_letter_the_page_says_so() {
    let house = house(&Setup::new());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.gets("/sign-in");
    ann.posts("/sign-in/link", &[("address", "ann@a.example")]);
    let link = link_in(&letter_to(&house, "ann@a.example", "sign-in"), "/link/");
    ann.gets(&link);
    assert_eq!(ann.posts(&link, &[]).header("location"), Some("/games"));
    let page = ann.gets(GAME).text();
    assert!(page.contains("moves go by letter"), "{page}");
    let moves = [
        ("act", "move"),
        ("step", "confirm"),
        ("uci", "e2e4"),
        ("ply", "0"),
    ];
    assert_eq!(ann.posts(GAME, &moves).status, 422);
    let asks = [("act", "arbiter"), ("text", "May I?"), ("ply", "0")];
    assert_eq!(ann.posts(GAME, &asks).status, 303);
    assert_eq!(ply(&house), 0);
}

/// A window of a real browser in which somebody is signed in by his invitation.
pub(super) fn window_of(house: &House, server: &Server, address: &str) -> Window {
    let window = Window::that_finds("play.example", server.address());
    let invitation = invitation_to(house, address);
    window.visit(&format!("{BASE}{invitation}"));
    window.run(&format!(
        "document.querySelectorAll('input[type=password]').forEach(f => f.value = '{GOOD}')"
    ));
    window.press("main form button");
    shows_soon(&window, "the password is set", "p.done");
    window.visit(&format!("{BASE}/sign-in"));
    window.run(&format!(
        "document.querySelector('input[name=address]').value = '{address}';\
         document.querySelector('input[name=password]').value = '{GOOD}'"
    ));
    window.press("form:has(input[name=password]) button");
    soon("he is signed in", || {
        window.run("return location.pathname") == json!("/games")
    });
    window
}

/// What the browser complained of, its hints for authors of forms apart.
pub(super) fn complaints(window: &Window) -> Vec<String> {
    let mut all = window.complaints();
    all.retain(|words| !words.contains("[DOM]"));
    all
}

pub(super) fn shows_soon(window: &Window, what: &str, selector: &str) {
    soon(what, || {
        window.run(&format!("return !!document.querySelector('{selector}')")) == json!(true)
    });
}

#[test]
fn in_a_real_browser_a_piece_is_drawn_to_its_square_and_the_page_is_not_loaded_again() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let window = window_of(&house, &server, "ann@a.example");
    window.view(390, 844);
    window.visit(&format!("{BASE}{GAME}"));
    window.run("window.stays = true");
    // Drawn onto a square where it cannot go, it is chosen: its targets are shown.
    window.draws("[data-square=e2]", "[data-square=e6]");
    shows_soon(&window, "e2 is chosen", "td.from [data-square=e2]");
    assert_eq!(window.run("return window.stays"), json!(true));
    window.press("[data-square=e4]");
    shows_soon(&window, "the move can be sent", "button.first");
    let at = window.run("return location.search");
    assert_eq!(at, json!("?move=e2e4"));
    // Back to where nothing was chosen.
    window.run("history.go(-2)");
    soon("nothing is chosen", || {
        window.run("return !document.querySelector('td.from, button.first')") == json!(true)
    });
    window.draws("[data-square=d2]", "[data-square=d4]");
    shows_soon(&window, "the move can be sent", "button.first");
    assert_eq!(window.run("return location.search"), json!("?move=d2d4"));
    assert_eq!(window.run("return window.stays"), json!(true));
    window.picture("web-chosen");
    window.press("button.first");
    shows_soon(
        &window,
        "it is asked back",
        "input[name=step][value=confirm]",
    );
    window.press("button.first");
    soon("the move is made", || ply(&house) == 1);
    shows_soon(&window, "the last move has its arrow", "svg.arrow polygon");
    window.picture("web-moved");
    assert_eq!(window.overflow(), 0);
    assert_eq!(complaints(&window), Vec::<String>::new());
    server.ends();
}

#[test]
fn in_a_real_browser_without_scripts_a_move_is_made_by_presses() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let window = window_of(&house, &server, "ann@a.example");
    window.scripts(false);
    window.visit(&format!("{BASE}{GAME}"));
    window.press("[data-square=g1]");
    shows_soon(&window, "it is chosen", "td.from [data-square=g1]");
    window.press("[data-square=f3]");
    shows_soon(
        &window,
        "the move can be sent",
        "input[name=step][value=send]",
    );
    window.press("button.first");
    shows_soon(
        &window,
        "it is asked back",
        "input[name=step][value=confirm]",
    );
    window.press("button.first");
    soon("the move is made", || ply(&house) == 1);
    assert_eq!(complaints(&window), Vec::<String>::new());
    server.ends();
}

#[test]
fn on_the_analysis_board_lines_are_tried_and_nothing_is_recorded() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    assert_eq!(ann.moves("e2e4").status, 303);
    let page = ann.gets(&format!("{GAME}/analysis")).text();
    assert!(page.contains("after half-move 1"), "{page}");
    // Black's answer is tried by White, piece and square, as links lead.
    let link = |page: &str, square: &str| {
        let link = between(page, &format!("data-square=\"{square}\" href=\""), "#");
        link.unwrap_or_else(|| panic!("{square}: {page}"))
            .replace("&amp;", "&")
    };
    let chosen = ann.gets(&link(&page, "c7")).text();
    let tried = ann.gets(&link(&chosen, "c5")).text();
    assert!(tried.contains("1...\u{a0}c5 (3735)"), "{tried}");
    let next = ann.gets(&link(&tried, "g1")).text();
    let next = ann.gets(&link(&next, "f3")).text();
    assert!(next.contains("2.\u{a0}Nf3 (7163)"), "{next}");
    // From any position of the record; a line goes as far as it is legal.
    let start = ann
        .gets(&format!("{GAME}/analysis?at=0&line=d2d4.d2d4.x"))
        .text();
    assert!(
        start.contains("d4 (4244)") && start.contains("One move back"),
        "{start}"
    );
    assert!(!start.contains("2."), "{start}");
    // What a pawn becomes is asked.
    let line = "at=0&line=a2a4.b7b5.a4b5.a7a6.b5a6.c8b7.a6b7.g8f6";
    let asked = ann
        .gets(&format!("{GAME}/analysis?{line}&from=b7&to=a8"))
        .text();
    assert!(
        asked.contains("Which move?") && asked.contains("b7a8n"),
        "{asked}"
    );
    assert_eq!(ply(&house), 1);
    let stranger = Browser::of(&server);
    let page = stranger.gets(&format!("{GAME}/analysis")).text();
    assert!(
        page.contains("name=\"address\"") && !page.contains("play\""),
        "{page}"
    );
    server.ends();
}

/// What a form of a move sends at each of its two steps.
fn sends_and_confirms(who: &Browser<'_>, fields: &[(&str, &str)]) -> Reply {
    let with = |step| {
        let mut all = vec![("act", "move"), ("step", step)];
        all.extend(fields);
        all
    };
    let asked = who.posts(GAME, &with("send"));
    assert_eq!(asked.status, 200, "{}", asked.text());
    who.posts(GAME, &with("confirm"))
}

fn both_sign_in<'s>(house: &House, server: &'s Server) -> [Browser<'s>; 2] {
    ["ann@a.example", "bert@b.example"].map(|address| {
        let one = Browser::of(server);
        one.comes_by_invitation(house, address);
        one
    })
}

#[test]
fn a_series_is_proposed_from_the_analysis_board_and_accepted_as_far_as_one_likes() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = both_sign_in(&house, &server);
    let line = "e2e4.e7e5.g1f3.b8c6.f1b5";
    let tried = ann.gets(&format!("{GAME}/analysis?line={line}")).text();
    let series = "e7e5.g1f3.b8c6.f1b5";
    assert!(
        tried.contains(&format!("name=\"series\" value=\"{series}\"")),
        "{tried}"
    );
    // It ends with a move of one's own, or is none.
    let tried = ann.gets(&format!("{GAME}/analysis?line=e2e4.e7e5")).text();
    assert!(!tried.contains("name=\"series\"") && !tried.contains("name=\"act\""));
    let sent = [("uci", "e2e4"), ("series", series), ("ply", "0")];
    let wrong = [("uci", "e2e4"), ("series", "e7e5.e1e3"), ("ply", "0")];
    let mut refused = vec![("act", "move"), ("step", "confirm")];
    refused.extend(wrong);
    assert_eq!(ann.posts(GAME, &refused).status, 422);
    ann.gets(GAME);
    assert_eq!(sends_and_confirms(&ann, &sent).status, 303);
    let game = house.json("game show T26/1 --format json");
    assert_eq!(game["ply"], 1, "{game:#}");
    let page = ann.gets(GAME).text();
    assert!(
        page.contains("The series that you have proposed")
            && page.contains("1... 5755 (e5) 2. 7163 (Nf3)"),
        "{page}"
    );
    // The opponent is shown how much he can accept; what was not proposed cannot be.
    let page = bert.gets(GAME).text();
    for part in ["e7e5.g1f3\"", "e7e5.g1f3#", series] {
        let link = format!("?accept={}", part.trim_end_matches(['"', '#']));
        assert!(page.contains(&link), "{link}: {page}");
    }
    let page = bert.gets(&format!("{GAME}?accept=e7e5.d2d4")).text();
    assert!(!page.contains("You accept"), "{page}");
    let forged = [
        ("act", "move"),
        ("step", "confirm"),
        ("accept", "e7e5.d2d4"),
        ("uci", "b8c6"),
        ("ply", "1"),
    ];
    assert_eq!(bert.posts(GAME, &forged).status, 422);
    // So much and no more, and his own move behind it; the square is a link that keeps it.
    let page = bert.gets(&format!("{GAME}?accept=e7e5.g1f3")).text();
    assert!(
        page.contains("You accept 1... 5755 (e5) 2. 7163 (Nf3)"),
        "{page}"
    );
    let link = between(&page, "data-square=\"g8\" href=\"", "#").expect("a link");
    let page = bert.gets(&link.replace("&amp;", "&")).text();
    let link = between(&page, "data-square=\"f6\" href=\"", "#").expect("a link");
    let page = bert.gets(&link.replace("&amp;", "&")).text();
    assert!(
        page.contains("name=\"accept\" value=\"e7e5.g1f3\""),
        "{page}"
    );
    let sent = [("accept", "e7e5.g1f3"), ("uci", "g8f6"), ("ply", "1")];
    assert_eq!(sends_and_confirms(&bert, &sent).status, 303);
    let game = house.json("game show T26/1 --format json");
    let played: Vec<&str> = game["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["uci"].as_str().unwrap())
        .collect();
    assert_eq!(played, ["e2e4", "e7e5", "g1f3", "g8f6"]);
    // What is left of it binds nobody.
    assert!(!ann.gets(GAME).text().contains("that you have proposed"));
    assert_eq!(house.run("verify").code, 0);
    server.ends();
}

#[test]
fn a_series_that_mates_is_accepted_without_a_move_behind_it() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = both_sign_in(&house, &server);
    let series = "f7f6.d2d4.g7g5.d1h5";
    ann.gets(GAME);
    let sent = [("uci", "e2e4"), ("series", series), ("ply", "0")];
    assert_eq!(sends_and_confirms(&ann, &sent).status, 303);
    let page = bert.gets(&format!("{GAME}?accept={series}")).text();
    assert!(page.contains("The game is over with it"), "{page}");
    // Half of it needs a move.
    let half = [
        ("act", "move"),
        ("step", "confirm"),
        ("accept", "f7f6.d2d4"),
        ("ply", "1"),
    ];
    assert_eq!(bert.posts(GAME, &half).status, 422);
    let sent = [("accept", series), ("ply", "1")];
    assert_eq!(sends_and_confirms(&bert, &sent).status, 303);
    let game = house.json("game show T26/1 --format json");
    assert_eq!((&game["result"], &game["ply"]), (&json!("1-0"), &json!(5)));
    assert_eq!(game["termination"], "checkmate");
    server.ends();
}

#[test]
fn a54_3_3_by_server_no_series_is_proposed_unless_the_regulations_allow_it() {
    let house = house(&Setup::new().profile("server"));
    let server = Server::starts(&house, &[]);
    let ann = Browser::of(&server);
    ann.comes_by_invitation(&house, "ann@a.example");
    let tried = ann
        .gets(&format!("{GAME}/analysis?line=e2e4.e7e5.g1f3"))
        .text();
    assert!(!tried.contains("name=\"series\""), "{tried}");
    let one = ann.gets(&format!("{GAME}/analysis?line=e2e4")).text();
    assert!(one.contains("name=\"uci\" value=\"e2e4\""), "{one}");
    let sent = [
        ("act", "move"),
        ("step", "confirm"),
        ("uci", "e2e4"),
        ("series", "e7e5.g1f3"),
        ("ply", "0"),
    ];
    assert_eq!(ann.posts(GAME, &sent).status, 422);
    assert_eq!(ply(&house), 0);
    server.ends();
}

#[test]
fn notes_are_kept_for_their_writer_alone() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = both_sign_in(&house, &server);
    let words = "Nach 12... h6 <b>nicht</b> sofort Sf3!";
    let shown = "12... h6 &lt;b&gt;nicht&lt;";
    ann.gets(GAME);
    let kept = ann.posts(GAME, &[("act", "notes"), ("text", words)]);
    assert_eq!(kept.header("location"), Some("/game/T26/1?done=notes"));
    assert!(ann.gets(GAME).text().contains(shown));
    assert!(!bert.gets(GAME).text().contains("12... h6"));
    // Nobody was told, and the record has nothing of it.
    let game = house.json("game show T26/1 --format json").to_string();
    assert!(!game.contains("h6") && !house.run("game journal T26/1").out.contains("h6"));
    assert_eq!(house.run("verify").code, 0);
    // As many signs as the field takes, whose lines a browser ends with two; one more is told,
    // and stays in the field.
    let long = "x\n".repeat(2_000).trim_end().to_owned() + "y";
    ann.gets(GAME);
    let lines = long.replace('\n', "\r\n");
    assert_eq!(
        ann.posts(GAME, &[("act", "notes"), ("text", &lines)])
            .status,
        303
    );
    assert!(ann.gets(GAME).text().contains("x\nxy</textarea>"));
    let longer = ann.posts(GAME, &[("act", "notes"), ("text", &format!("{lines}zz"))]);
    assert_eq!(longer.status, 422);
    assert!(longer.text().contains("xyzz</textarea>"));
    assert!(ann.gets(GAME).text().contains("x\nxy</textarea>"));
    ann.gets(GAME);
    ann.posts(GAME, &[("act", "notes"), ("text", " ")]);
    assert!(!ann.gets(GAME).text().contains("12... h6"));
    server.ends();
}
