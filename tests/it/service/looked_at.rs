//! Every page of one's own as people have it: on telephones and desks, light and dark,
//! enlarged, and as axe-core looks it over for who listens to it or has no mouse.

use super::daemon::soon;
use super::serve::Server;
use super::web::{BASE, Browser, complaints, house, on_web, shows_soon, window_of};
use crate::browser::{Browser as Window, Colours, keeps_pictures};
use postchess::language::Language;
use serde_json::json;
use std::path::PathBuf;

/// The script of axe-core, which tests/run installs.
pub(super) fn axe() -> String {
    let libraries = PathBuf::from("target/python/lib");
    let mut folders = std::fs::read_dir(&libraries).expect("tests/run installs it");
    let found = folders.find_map(|folder| {
        let folder = folder.ok()?.path().join("site-packages");
        std::fs::read_to_string(folder.join("axe_playwright_python/axe.min.js")).ok()
    });
    found.expect("axe.min.js: tests/run installs it")
}

/// What axe-core finds that is serious or worse: rule, place, why.
pub(super) fn faults(window: &Window, axe: &str) -> Vec<String> {
    window.run(axe);
    let found = window.run_later(
        "axe.run(document, {resultTypes: ['violations', 'incomplete']}).then(done, e => done(String(e)))",
    );
    let all = found["violations"]
        .as_array()
        .unwrap_or_else(|| panic!("{found}"));
    let serious = all
        .iter()
        .filter(|v| v["impact"] == "serious" || v["impact"] == "critical");
    serious
        .flat_map(|v| {
            let nodes = v["nodes"].as_array().cloned().unwrap_or_default();
            nodes.into_iter().map(move |node| {
                let why = &node["failureSummary"];
                format!("{} {} {why}", v["id"], node["html"])
            })
        })
        .collect()
}

/// Every page of a player who plays, with what it needs to show.
const PAGES: [(&str, &str); 13] = [
    ("games", "/games"),
    ("game", "/game/T26/1"),
    ("chosen", "/game/T26/1?from=g1"),
    ("ready", "/game/T26/1?move=g1f3"),
    ("accepted", "/game/T26/1?accept=d2d4.e5d4"),
    ("analysis", "/game/T26/1/analysis?line=g1f3.b8c6.f1b5"),
    ("leave", "/leave"),
    ("letters", "/letters"),
    ("programs", "/programs"),
    ("account", "/account"),
    ("missing", "/game/T26/99"),
    ("public", "/T26/1.html"),
    ("start", "/"),
];

/// A game in which Ann is to answer a move, a series and an offer.
fn played(server: &Server, ann: &Browser<'_>, bert: &Browser<'_>) {
    assert_eq!(server.gets("/healthz").status, 200);
    let sends = |who: &Browser<'_>, fields: &[(&str, &str)]| {
        who.gets("/game/T26/1");
        let mut all = vec![("act", "move"), ("step", "confirm")];
        all.extend(fields);
        let done = who.posts("/game/T26/1", &all);
        assert_eq!(done.status, 303, "{}", done.text());
    };
    sends(ann, &[("uci", "e2e4"), ("ply", "0")]);
    let series = [
        ("uci", "e7e5"),
        ("series", "d2d4.e5d4"),
        ("offer", "1"),
        ("ply", "1"),
    ];
    sends(bert, &series);
    ann.posts("/game/T26/1", &[("act", "notes"), ("text", "f4!?")]);
}

#[test]
fn every_page_is_looked_at_in_every_size_and_by_axe() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let [ann, bert] = ["ann@a.example", "bert@b.example"].map(|_| Browser::of(&server));
    bert.comes_by_invitation(&house, "bert@b.example");
    let window = window_of(&house, &server, "ann@a.example");
    ann.signs_in("ann@a.example", super::web::GOOD);
    played(&server, &ann, &bert);
    let axe = axe();
    let mut found = Vec::new();
    // CSS pixels of the window, device pixels for each: the last is 1280 enlarged twice.
    let sizes = [(360, 1.0), (390, 1.0), (1280, 1.0), (1920, 1.0), (640, 2.0)];
    let mut look = |name: &str, path: &str| {
        for (width, scale) in sizes {
            window.view_enlarged(width, 900, scale);
            for colours in [Colours::Light, Colours::Dark] {
                // What is too wide and what axe-core finds depends on no more than this; the
                // rest is for people's eyes.
                let by_axe = matches!(
                    (width, colours),
                    (360, Colours::Light) | (1280, Colours::Dark)
                );
                if colours == Colours::Dark && !by_axe && !keeps_pictures() {
                    continue;
                }
                window.on_screen(colours);
                window.visit(&format!("{BASE}{path}"));
                let wide = window.overflow();
                let at = format!("{name} {width} x{scale} {colours:?}");
                if wide > 0 {
                    found.push(format!("{at}: {wide} pixels too wide"));
                }
                let name = format!("own-{name}-{width}x{scale}-{colours:?}").to_lowercase();
                if keeps_pictures() {
                    window.picture(&name);
                }
                if by_axe {
                    let faults = faults(&window, &axe);
                    found.extend(faults.into_iter().map(|f| format!("{at}: {f}")));
                }
            }
        }
    };
    for (name, path) in PAGES {
        look(name, path);
    }
    // It is asked back before it is sent.
    window.visit(&format!("{BASE}/game/T26/1?move=g1f3"));
    window.press("button.first");
    shows_soon(
        &window,
        "it is asked back",
        "input[name=step][value=confirm]",
    );
    let faults_there = faults(&window, &axe);
    window.picture("own-confirm");
    // Who is not signed in.
    window.visit(&format!("{BASE}/games"));
    window.press("header form button");
    soon("he is signed out", || {
        window.run("return location.pathname") == json!("/")
    });
    look("sign-in", "/sign-in");
    look("asked-to", "/game/T26/1");
    found.extend(faults_there);
    assert_eq!(found, Vec::<String>::new());
    let mut all = complaints(&window);
    all.retain(|words| !words.contains("404"));
    assert_eq!(all, Vec::<String>::new());
    server.ends();
}

/// The pictures of the guides for players: `POSTCHESS_PICTURES=docs/pictures tests/run
/// guides_show_the_pages` takes them anew.
#[test]
fn guides_show_the_pages_in_their_language() {
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let window = window_of(&house, &server, "ann@a.example");
    window.view(390, 700);
    window.on_screen(Colours::Light);
    for language in Language::ALL {
        let code = language.code();
        let guide = std::fs::read_to_string(format!("docs/PLAYERS.{code}.md")).unwrap();
        let shows = |name: &str| {
            window.picture_of_window(&format!("{name}.{code}"));
            let path = format!("pictures/{name}.{code}.png");
            assert!(guide.contains(&format!("]({path})")), "{path}");
            let kept = std::fs::read(format!("docs/{path}")).unwrap();
            assert!(kept.starts_with(b"\x89PNG"), "{path}");
        };
        window.visit(&format!("{BASE}/game/T26/1?lang={code}"));
        window.visit(&format!("{BASE}/game/T26/1?move=e2e4#board"));
        shows_soon(&window, "a move is chosen", "button.first");
        shows("board");
        window.press("button.first");
        shows_soon(
            &window,
            "it is asked back",
            "input[name=step][value=confirm]",
        );
        shows("confirm");
    }
    server.ends();
}

/// A page can be looked over at all: a fault is found where there is one.
#[test]
fn axe_finds_a_fault() {
    let folder = tempfile::TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let html = "<!DOCTYPE html><html lang=en><title>x</title><main><h1>x</h1><input></main>";
    std::fs::write(&page, html).unwrap();
    let window = Window::start();
    window.open(&page);
    let found = faults(&window, &axe());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("label"), "{found:?}");
}
