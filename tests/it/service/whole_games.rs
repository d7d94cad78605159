//! A newcomer in a real browser plays whole games: against one who writes e-mails, and one
//! who uses Scid, whose own windows fetch and send by Xfcc.

use super::daemon::{post, soon};
use super::serve::Server;
use super::web::{BASE, GOOD, complaints, house, invitation_to, on_web, shows_soon, window_of};
use crate::browser::firefox::Firefox;
use crate::browser::{Browser as Window, Colours};
use crate::clients::programs::{Scid, Screen};
use crate::club::Setup;
use crate::contract::House;
use postchess::ids::PlayerId;
use postchess::store::KeyPurpose;
use serde_json::json;

/// Whole games: White's moves by squares, Black's in digits and in letters.
const GAME: [(&str, &str, &str, &str); 4] = [
    ("e2", "e4", "5755", "e5"),
    ("f1", "c4", "2836", "Nc6"),
    ("d1", "h5", "7866", "Nf6"),
    ("h5", "f7", "", ""),
];

fn plies(house: &House, game: &str) -> u64 {
    let value = house.json(&format!("game show {game} --format json"));
    value["ply"].as_u64().unwrap()
}

/// Sends a move by presses, and confirms it.
fn moves(window: &Window, game: &str, from: &str, to: &str) {
    window.visit(&format!("{BASE}/game/{game}"));
    window.press(&format!("[data-square={from}]"));
    shows_soon(
        window,
        "it is chosen",
        &format!("td.from [data-square={from}]"),
    );
    window.press(&format!("[data-square={to}]"));
    shows_soon(
        window,
        "it can be sent",
        "input[name=step][value=send] ~ p button.first",
    );
    window.press("button.first");
    shows_soon(
        window,
        "it is asked back",
        "input[name=step][value=confirm]",
    );
    window.press("button.first");
    shows_soon(window, "it is done", "p.done");
}

fn whole_games(language: &str, won: &str) {
    let setup = Setup::new()
        .rules("web_moves = true")
        .pairs(&[(1, 2), (1, 4)]);
    let house = house(&setup);
    let server = Server::starts(&house, &[]);
    let window = window_of(&house, &server, "ann@a.example");
    window.view(390, 844);
    window.on_screen(Colours::Light);
    if window.run("return document.documentElement.lang") != json!(language) {
        window.press(&format!("footer a[lang={language}]"));
    }
    soon("the page speaks his language", || {
        window.run("return document.documentElement.lang") == json!(language)
    });
    let screen = Screen::opened();
    let scid = Scid::at(&house.path(""), "dima", &screen);
    let made = house.robot();
    let secret = { made }
        .access_key_make(PlayerId(4), KeyPurpose::Xfcc, "Scid")
        .expect("a secret");
    let url = format!("{}xfcc", server.url);
    for (number, (from, to, digits, letters)) in (1u64..).zip(GAME) {
        for game in ["T26/1", "T26/2"] {
            moves(&window, game, from, to);
            soon("the move is made", || plies(&house, game) == 2 * number - 1);
        }
        if digits.is_empty() {
            break;
        }
        post(
            &house,
            &format!("b{number}"),
            "bert@b.example",
            &format!("{number}... {digits}"),
        );
        soon("the letter's move is made", || {
            plies(&house, "T26/1") == 2 * number
        });
        let before = scid.over_xfcc([&url, "dima@d.example", &secret], Some(letters));
        assert!(before.ends_with(|c: char| !c.is_whitespace()), "{before}");
        soon("Scid's move is made", || {
            plies(&house, "T26/2") == 2 * number
        });
    }
    for game in ["T26/1", "T26/2"] {
        let shown = house.json(&format!("game show {game} --format json"));
        assert_eq!(shown["result"], "1-0", "{game}");
        assert_eq!(shown["termination"], "checkmate");
        window.visit(&format!("{BASE}/game/{game}"));
        let page = window.run("return document.getElementById('main').textContent");
        assert!(page.as_str().unwrap().contains(won), "{page}");
    }
    window.picture(&format!("web-won-{language}"));
    // Scid is told of the end too.
    let known = scid.over_xfcc([&url, "dima@d.example", &secret], None);
    assert!(known.contains("Qxf7"), "{known}");
    assert_eq!(complaints(&window), Vec::<String>::new());
    assert_eq!(house.run("verify").code, 0);
    server.ends();
}

/// By the link of his letter, with a password that he sets, a newcomer moves in Firefox.
fn in_firefox(scripts: bool) {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let window = Firefox::that_finds(server.address(), scripts);
    let invitation = invitation_to(&house, "ann@a.example");
    window.visit(&format!("{BASE}{invitation}"));
    window.types("input[name=password]", GOOD);
    window.types("input[name=again]", GOOD);
    window.press("main form button");
    soon("the password is set", || window.count("p.done") == 1);
    window.visit(&format!("{BASE}/sign-in"));
    window.types(
        "form:has(input[name=password]) input[name=address]",
        "ann@a.example",
    );
    window.types("input[name=password]", GOOD);
    window.press("form:has(input[name=password]) button");
    soon("he is signed in", || {
        window.address() == format!("{BASE}/games")
    });
    window.press("a[href$='/game/T26/1']");
    soon("his board is there", || window.count("table.play") == 1);
    window.press("[data-square=e2]");
    soon("it is chosen", || {
        window.count("td.from [data-square=e2]") == 1
    });
    window.press("[data-square=e4]");
    soon("it can be sent", || {
        window.count("input[name=uci][value=e2e4]") == 1
    });
    window.press("button.first");
    let confirms = "input[name=step][value=confirm]";
    soon("it is asked back", || window.count(confirms) == 1);
    assert_eq!(plies(&house, "T26/1"), 0);
    window.press("button.first");
    soon("it is done", || window.count("p.done") == 1);
    assert!(window.text("main").contains("Your opponent's move"));
    // The arrow is drawn by the script.
    assert_eq!(window.count("svg.arrow"), usize::from(scripts));
    assert_eq!(plies(&house, "T26/1"), 1);
    server.ends();
}

#[test]
fn in_firefox_a_newcomer_signs_in_by_his_letter_and_moves() {
    in_firefox(true);
}

#[test]
fn in_firefox_without_scripts_a_newcomer_signs_in_by_his_letter_and_moves() {
    in_firefox(false);
}

#[test]
fn whole_games_in_a_real_browser_in_english() {
    whole_games("en", "1-0 (checkmate)");
}

#[test]
fn whole_games_in_a_real_browser_in_russian() {
    whole_games("ru", "1-0 (мат)");
}

#[test]
fn whole_games_in_a_real_browser_in_polish() {
    whole_games("pl", "1-0 (mat)");
}
