//! The JSON interface over a server that runs, and its description held against it.

use super::serve::{Reply, Server};
use crate::club::Setup;
use crate::contract::House;
use postchess::ids::PlayerId;
use postchess::store::KeyPurpose;
use postchess::time::Instant;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

fn secret(house: &House, player: i64, purpose: KeyPurpose) -> String {
    let made = house
        .robot()
        .access_key_make(PlayerId(player), purpose, "test");
    made.expect("a secret")
}

fn bearer(secret: &str) -> String {
    match secret {
        "" => String::new(),
        secret => format!("Authorization: Bearer {secret}\r\n"),
    }
}

fn gets(server: &Server, path: &str, secret: &str) -> Reply {
    server.asks("GET", path, &bearer(secret))
}

fn posts(server: &Server, path: &str, secret: &str, body: &str) -> Reply {
    server.says(&format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        bearer(secret),
        body.len()
    ))
}

#[track_caller]
fn value(reply: &Reply, status: u16) -> Value {
    assert_eq!(reply.status, status, "{}", reply.text());
    let value: Value = serde_json::from_str(&reply.text()).expect("JSON");
    if status != 200 {
        assert_eq!(
            reply.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(value["status"], status);
    }
    value
}

fn setup() -> Setup {
    Setup::new().profile("server").rules("xfcc = true")
}

#[test]
fn api_a_player_has_his_games_and_moves() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &[]);
    let ann = secret(&house, 1, KeyPurpose::Api);
    let bert = secret(&house, 2, KeyPurpose::Api);
    let mine = value(&gets(&server, "/api/v1/games", &ann), 200);
    assert_eq!(mine[0]["game"], "T26/1");
    assert_eq!(
        (&mine[0]["side"], &mine[0]["my_turn"]),
        (&json!("white"), &json!(true))
    );
    let path = "/api/v1/games/T26/1/moves";
    let move_of = |ply: u32, uci: &str| json!({"ply": ply, "uci": uci}).to_string();
    for (secret, body, status, code) in [
        ("", move_of(0, "e2e4"), 401, "unauthorized"),
        ("wrong", move_of(0, "e2e4"), 401, "unauthorized"),
        (&ann, move_of(1, "e2e4"), 409, "stale"),
        (&ann, move_of(0, "e2e5"), 422, "illegal"),
        (&ann, move_of(0, "nonsense"), 422, "illegal"),
        (&bert, move_of(0, "e7e5"), 422, "illegal"),
        (&ann, "e2e4".to_owned(), 422, "body"),
        (
            &ann,
            json!({"ply": 0, "uci": "e2e4", "x": 1}).to_string(),
            422,
            "body",
        ),
    ] {
        let problem = value(&posts(&server, path, secret, &body), status);
        assert_eq!(problem["code"], code, "{body}");
    }
    let game = value(&posts(&server, path, &ann, &move_of(0, "e2e4")), 200);
    assert_eq!((&game["ply"], &game["turn"]), (&json!(1), &json!("black")));
    let with_offer = json!({"ply": 1, "uci": "e7e5", "offer": true}).to_string();
    let game = value(&posts(&server, path, &bert, &with_offer), 200);
    assert_eq!(game["draw_offer"]["side"], "black");
    // As the command line has it, but for what is the arbiter's.
    let own = value(&gets(&server, "/api/v1/games/T26/1", &ann), 200);
    let mut whole = house.json("game show T26/1 --format json");
    let told = own["record"].as_array().unwrap();
    assert!(
        told.iter()
            .all(|e| e.get("cause").is_none() && e["note"] == "")
    );
    assert!(told.iter().any(|e| e["what"] == "move-played"), "{told:?}");
    assert!(told.iter().all(|e| e["what"] != "letter-left"), "{told:?}");
    whole["record"] = own["record"].clone();
    assert_eq!(own, whole);
    let pgn = gets(&server, "/api/v1/games/T26/1/pgn", &ann);
    assert_eq!(pgn.text(), house.run("game show T26/1 --format pgn").out);
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn api_the_public_sees_what_the_site_shows() {
    let house = House::with(&setup().pairs(&[(1, 2), (3, 4)]));
    let server = Server::starts(&house, &["--set", "site.delay_moves=2"]);
    let ann = secret(&house, 1, KeyPurpose::Api);
    let bert = secret(&house, 2, KeyPurpose::Api);
    let path = "/api/v1/games/T26/1/moves";
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3"]) {
        let who = if ply % 2 == 0 { &ann } else { &bert };
        let body = json!({"ply": ply, "uci": uci, "offer": true}).to_string();
        value(&posts(&server, path, who, &body), 200);
    }
    let shown = value(&gets(&server, "/api/v1/games/T26/1", ""), 200);
    assert_eq!(
        (&shown["ply"], &shown["turn"]),
        (&json!(1), &json!("black"))
    );
    assert_eq!(shown["moves"][0]["uci"], "e2e4");
    assert!(shown["moves"].get(1).is_none());
    assert!(
        shown["fen"]
            .as_str()
            .unwrap()
            .starts_with("rnbqkbnr/pppppppp/8/8/4P3")
    );
    assert_eq!(shown["draw_offer"], Value::Null);
    assert_eq!(shown["clock"]["running"], Value::Null);
    assert_eq!(shown["record"], json!([]));
    let pgn = gets(&server, "/api/v1/games/T26/1/pgn", "").text();
    assert!(pgn.contains("1. e4 *") && !pgn.contains("offers"), "{pgn}");
    assert_eq!(pgn, server.gets("/T26/T26-1.pgn").text());
    // Who plays another game sees of this one what everybody does.
    let clara = secret(&house, 3, KeyPurpose::Api);
    let others = value(&gets(&server, "/api/v1/games/T26/1", &clara), 200);
    assert_eq!(others, shown);
    let body = json!({"ply": 3, "uci": "b8c6"}).to_string();
    let refused = value(&posts(&server, path, &clara, &body), 403);
    assert_eq!(refused["code"], "not-yours");
    let table = value(&gets(&server, "/api/v1/tournaments/T26/table", ""), 200);
    assert_eq!(table["tournament"], "T26");
    for arbiters in ["clocks", "penalties", "leave", "overdue", "matters"] {
        assert_eq!(table[arbiters], json!([]), "{arbiters}");
    }
    let whole = house.json("tournament report T26");
    assert_eq!(table["table"], whole["table"]);
    assert_eq!(
        value(&gets(&server, "/api/v1/tournaments", ""), 200)[0]["code"],
        "T26"
    );
    drop(server);

    // A tournament that the site does not show is its players' alone.
    let server = Server::starts(&house, &["--set", "site.tournaments=[\"OTHER\"]"]);
    for path in [
        "games/T26/1",
        "games/T26/1/pgn",
        "games/T26/1/events",
        "tournaments/T26/table",
    ] {
        let path = format!("/api/v1/{path}");
        value(&gets(&server, &path, ""), 404);
        if !path.ends_with("events") {
            assert_eq!(gets(&server, &path, &ann).status, 200, "{path}");
        }
    }
    assert_eq!(
        value(&gets(&server, "/api/v1/tournaments", ""), 200),
        json!([])
    );
    assert_eq!(
        value(&gets(&server, "/api/v1/tournaments", &ann), 200)[0]["code"],
        "T26"
    );
}

#[test]
fn api_programs_move_only_where_the_regulations_have_it() {
    for setup in [Setup::new().profile("server"), Setup::new()] {
        let house = House::with(&setup);
        let server = Server::starts(&house, &[]);
        let ann = secret(&house, 1, KeyPurpose::Api);
        let body = json!({"ply": 0, "uci": "e2e4"}).to_string();
        let refused = posts(&server, "/api/v1/games/T26/1/moves", &ann, &body);
        assert_eq!(value(&refused, 403)["code"], "not-here");
        // The secret of the other door opens nothing here.
        let xfcc = secret(&house, 1, KeyPurpose::Xfcc);
        value(&gets(&server, "/api/v1/games", &xfcc), 401);
    }
}

/// Plays a game on the board by program.
struct Programs<'s> {
    server: &'s Server,
    secrets: [String; 2],
}

const ACTS: &str = "/api/v1/games/T26/1/acts";

impl Programs<'_> {
    fn of<'s>(house: &House, server: &'s Server) -> Programs<'s> {
        Programs {
            server,
            secrets: [1, 2].map(|player| secret(house, player, KeyPurpose::Api)),
        }
    }

    /// Moves from a half-move on, by turns.
    fn play(&self, from: usize, moves: &[&str]) {
        for (ply, uci) in (from..).zip(moves) {
            let body = json!({"ply": ply, "uci": uci}).to_string();
            let path = "/api/v1/games/T26/1/moves";
            value(
                &posts(self.server, path, &self.secrets[ply % 2], &body),
                200,
            );
        }
    }

    #[track_caller]
    fn act(&self, player: usize, body: &Value, status: u16) -> Value {
        let reply = posts(self.server, ACTS, &self.secrets[player], &body.to_string());
        value(&reply, status)
    }
}

#[test]
fn api_a_draw_is_offered_declined_and_accepted_by_program() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &[]);
    let programs = Programs::of(&house, &server);
    let act = |ply: u32, act: &str| json!({"ply": ply, "act": act});
    let refused = programs.act(0, &act(0, "accept"), 422);
    assert_eq!(refused["code"], "refused");
    assert!(!refused["detail"].as_str().unwrap().is_empty(), "{refused}");
    assert_eq!(programs.act(0, &act(0, "nonsense"), 422)["code"], "body");
    let with_move = json!({"ply": 0, "act": "resign", "uci": "e2e4"});
    assert_eq!(programs.act(0, &with_move, 422)["code"], "body");
    programs.play(0, &["e2e4"]);
    let offered = programs.act(0, &act(1, "offer"), 200);
    assert_eq!(offered["draw_offer"]["side"], "white");
    let declined = programs.act(1, &act(1, "decline"), 200);
    assert_eq!(declined["draw_offer"], Value::Null);
    assert_eq!(programs.act(1, &act(1, "accept"), 422)["code"], "refused");
    programs.play(1, &["e7e5"]);
    programs.act(1, &act(2, "offer"), 200);
    let drawn = programs.act(0, &act(2, "accept"), 200);
    assert_eq!(
        (&drawn["status"], &drawn["result"]),
        (&json!("finished"), &json!("1/2-1/2"))
    );
    // As if it had been done on the board: the record says so, and both are told.
    let record = drawn["record"].as_array().unwrap();
    assert!(
        record.iter().any(|e| e["what"] == "draw-offered"),
        "{drawn}"
    );
    assert_eq!(house.json("game show T26/1")["result"], "1/2-1/2");
    assert_eq!(programs.act(0, &act(2, "resign"), 422)["code"], "refused");
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn api_a_draw_is_claimed_and_time_is_claimed_by_program() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &[]);
    let programs = Programs::of(&house, &server);
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    programs.play(0, &knights);
    let claim =
        |ply: usize, uci: Option<&str>| json!({"ply": ply, "act": "claim-draw", "uci": uci});
    // Nobody has exceeded his time: that is answered by letter, as on the board.
    let letters = || {
        let all = house.json("outbox list");
        let all = all.as_array().unwrap().iter();
        all.filter(|m| m["to"] == "ann@a.example").count()
    };
    let before = letters();
    let claimed = programs.act(0, &json!({"ply": 4, "act": "claim-time"}), 200);
    assert_eq!(
        (&claimed["status"], &claimed["ply"]),
        (&json!("active"), &json!(4))
    );
    assert_eq!(letters(), before + 1);
    assert_eq!(claimed["not_done"], json!(["claim"]));
    // Nor has the position stood three times: what stands is an offer (9.5.3), and the refusal
    // is in his own record alone.
    let refused = programs.act(0, &claim(4, None), 200);
    assert_eq!(refused["not_done"], json!(["claim"]));
    assert_eq!(refused["draw_offer"]["side"], "white", "{refused}");
    let claims = |game: &Value| {
        let record = game["record"].as_array().unwrap().iter();
        record
            .filter(|e| e["what"] == "claim-refused" && e["claim"] == "draw")
            .count()
    };
    assert_eq!(claims(&refused), 1, "{refused}");
    let declined = programs.act(1, &json!({"ply": 4, "act": "decline"}), 200);
    assert_eq!(claims(&declined), 0, "{declined}");
    let illegal = programs.act(0, &claim(4, Some("e2e5")), 422);
    assert_eq!(illegal["code"], "illegal");
    programs.play(4, &knights[..3]);
    // Black's next move brings the position for the third time.
    let drawn = programs.act(1, &claim(7, Some("f6g8")), 200);
    assert_eq!(
        (&drawn["status"], &drawn["result"]),
        (&json!("finished"), &json!("1/2-1/2"))
    );
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn api_what_was_not_done_with_a_move_is_named() {
    let house = House::with(&setup().rules("draw_before_move = 10"));
    let server = Server::starts(&house, &[]);
    let ann = secret(&house, 1, KeyPurpose::Api);
    let bert = secret(&house, 2, KeyPurpose::Api);
    let plays = |ply: u32, uci: &str, offer: bool, who: &str| {
        let body = json!({"ply": ply, "uci": uci, "offer": offer}).to_string();
        value(
            &posts(&server, "/api/v1/games/T26/1/moves", who, &body),
            200,
        )
    };
    let game = plays(0, "e2e4", true, &ann);
    assert_eq!(
        (&game["not_done"], &game["draw_offer"]),
        (&json!(["offer"]), &Value::Null)
    );
    assert_eq!(plays(1, "e7e5", false, &bert).get("not_done"), None);
}

#[test]
fn api_a_player_resigns_by_program() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &[]);
    let programs = Programs::of(&house, &server);
    let resigned = programs.act(1, &json!({"ply": 0, "act": "resign"}), 200);
    assert_eq!(
        (&resigned["status"], &resigned["result"]),
        (&json!("finished"), &json!("1-0"))
    );
    assert_eq!(house.json("game show T26/1")["result"], "1-0");
}

/// What cannot be done now is a problem that says so (RFC 9457), and when to come again.
#[test]
fn api_while_another_run_holds_the_home_a_program_is_told_to_come_again() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &[]);
    let programs = Programs::of(&house, &server);
    let held = std::fs::File::open(house.path("club/.postchess.lock")).expect("the lock");
    super::daemon::soon("it is to be had", || held.try_lock().is_ok());
    let body = json!({"ply": 0, "act": "offer"}).to_string();
    let reply = posts(&server, ACTS, &programs.secrets[0], &body);
    let problem = value(&reply, 503);
    assert_eq!(
        (&problem["type"], &problem["code"]),
        (&json!("about:blank"), &json!("busy"))
    );
    assert_eq!(problem["title"], "Service Unavailable");
    assert_eq!(reply.header("retry-after"), Some("60"));
    held.unlock().unwrap();
    let offered = programs.act(0, &json!({"ply": 0, "act": "offer"}), 200);
    assert_eq!(offered["draw_offer"]["side"], "white");
}

/// A stream that is read line by line.
/// A stream of events.
pub struct Stream(BufReader<TcpStream>);

impl Stream {
    pub fn opens(server: &Server, path: &str, secret: &str) -> Stream {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(40)))
            .unwrap();
        let asked = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{}\r\n", bearer(secret));
        stream.write_all(asked.as_bytes()).unwrap();
        Stream(BufReader::new(stream))
    }

    /// The next line that begins so, without that; nothing at its end.
    fn next(&mut self, begins: &str) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).expect("a line") == 0 {
                return None;
            }
            if let Some(rest) = line.strip_prefix(begins) {
                return Some(rest.trim().to_owned());
            }
        }
    }

    #[track_caller]
    pub fn event(&mut self) -> Value {
        let told = self.next("data: ").expect("an event");
        serde_json::from_str(&told).expect("JSON")
    }
}

#[test]
fn api_streams_tell_of_changes_and_of_no_more_than_may_be_seen() {
    let house = House::with(&setup());
    let server = Server::starts(&house, &["--set", "site.delay_moves=1"]);
    let ann = secret(&house, 1, KeyPurpose::Api);
    let bert = secret(&house, 2, KeyPurpose::Api);
    let path = "/api/v1/games/T26/1/events";
    let mut own = Stream::opens(&server, path, &ann);
    assert_eq!(own.next("HTTP/1.1 ").as_deref(), Some("200 OK"));
    assert_eq!(
        own.next("content-type: ").as_deref(),
        Some("text/event-stream")
    );
    let first = own.event();
    assert_eq!(
        (&first["game"], &first["ply"]),
        (&json!("T26/1"), &json!(0))
    );
    let mut public = Stream::opens(&server, path, "");
    assert_eq!(public.event()["ply"], 0);
    let play = |ply: u32, uci: &str, who: &str| {
        let body = json!({"ply": ply, "uci": uci}).to_string();
        value(
            &posts(&server, "/api/v1/games/T26/1/moves", who, &body),
            200,
        );
    };
    play(0, "e2e4", &ann);
    let told = own.event();
    assert_eq!(told["ply"], 1);
    assert!(told["event"].as_i64() > first["event"].as_i64());
    play(1, "e7e5", &bert);
    // The public has had nothing of the first one.
    let shown = public.event();
    assert_eq!((&shown["ply"], shown.get("event")), (&json!(1), None));
    // A secret that has ended opens nothing any more, be its stream open already.
    let lent = secret(&house, 1, KeyPurpose::Api);
    let mut theirs = Stream::opens(&server, path, &lent);
    assert_eq!(theirs.event()["ply"], 2);
    let ends = house.robot().accounts(|tx| {
        let all = tx.access_keys_of(PlayerId(1), Instant::from_unix(0))?;
        let last = all.last().map_or(0, |key| key.id);
        Ok(tx.access_key_end(PlayerId(1), last)?)
    });
    assert!(ends.unwrap());
    play(2, "g1f3", &ann);
    while own.event()["ply"] != 3 {}
    let told: Vec<String> = std::iter::from_fn(|| theirs.next("data: ")).collect();
    assert!(
        !told.iter().any(|one| one.contains("\"ply\":3")),
        "{told:?}"
    );
    let mut open: Vec<Stream> = (0..7).map(|_| Stream::opens(&server, path, &ann)).collect();
    for stream in &mut open {
        stream.event();
    }
    assert_eq!(value(&gets(&server, path, &ann), 429)["code"], "too-many");
    drop(open);
    super::daemon::soon("places are given back", || {
        let mut again = Stream::opens(&server, path, &ann);
        again.next("HTTP/1.1 ").as_deref() == Some("200 OK")
    });
    // Streams keep nobody from ending.
    let began = std::time::Instant::now();
    server.ends();
    assert!(
        began.elapsed() < Duration::from_secs(4),
        "{:?}",
        began.elapsed()
    );
    assert!(std::iter::from_fn(|| own.next("data: ")).count() < 10);
}

/// A request of a path, what it is sent with, and the status that has to come.
struct Asked {
    method: &'static str,
    template: &'static str,
    path: String,
    secret: String,
    body: Option<String>,
    status: u16,
}

#[test]
fn api_is_as_its_description_says() {
    let house = House::with(&setup().pairs(&[(1, 2), (3, 4)]));
    let server = Server::starts(&house, &[]);
    let description = value(&server.gets("/api/openapi.json"), 200);
    assert_eq!(description["openapi"], "3.1.0");
    let ann = secret(&house, 1, KeyPurpose::Api);
    let game = "/api/v1/games/{code}/{number}";
    let mut all: Vec<Asked> = Vec::new();
    let mut asks =
        |method, template: &'static str, path: &str, secret: &str, body: Option<Value>, status| {
            all.push(Asked {
                method,
                template,
                path: path.to_owned(),
                secret: secret.to_owned(),
                body: body.map(|b| b.to_string()),
                status,
            });
        };
    asks(
        "GET",
        "/api/openapi.json",
        "/api/openapi.json",
        "",
        None,
        200,
    );
    let games = "/api/v1/games";
    asks("GET", games, games, &ann, None, 200);
    asks("GET", games, games, "", None, 401);
    let list = "/api/v1/tournaments";
    let table = "/api/v1/tournaments/{code}/table";
    let events = "/api/v1/games/{code}/{number}/events";
    let pgn = "/api/v1/games/{code}/{number}/pgn";
    asks("GET", list, list, "", None, 200);
    asks("GET", list, list, "wrong", None, 401);
    for template in [game, pgn, events, table] {
        let at =
            |code: &str, number: &str| template.replace("{code}", code).replace("{number}", number);
        asks("GET", template, &at("T26", "1"), &ann, None, 200);
        asks("GET", template, &at("T26", "2"), "", None, 200);
        asks("GET", template, &at("T26", "1"), "wrong", None, 401);
        asks("GET", template, &at("NONE", "1"), &ann, None, 404);
        asks("GET", template, &at("n..e", "1"), "", None, 404);
    }
    asks("GET", game, "/api/v1/games/T26/x", "", None, 404);
    let moves = "/api/v1/games/{code}/{number}/moves";
    let (mine, theirs) = ("/api/v1/games/T26/1/moves", "/api/v1/games/T26/2/moves");
    let body = |ply: u32, uci: &str| Some(json!({"ply": ply, "uci": uci}));
    asks("POST", moves, mine, "", body(0, "e2e4"), 401);
    asks("POST", moves, theirs, &ann, body(0, "e2e4"), 403);
    asks(
        "POST",
        moves,
        "/api/v1/games/T26/9/moves",
        &ann,
        body(0, "e2e4"),
        404,
    );
    asks("POST", moves, mine, &ann, body(7, "e2e4"), 409);
    asks(
        "POST",
        moves,
        mine,
        &ann,
        Some(json!("x".repeat(70_000))),
        413,
    );
    asks("POST", moves, mine, &ann, body(0, "e2e5"), 422);
    asks("POST", moves, mine, &ann, body(0, "e2e4"), 200);
    let acts = "/api/v1/games/{code}/{number}/acts";
    let at = |number: u32| format!("/api/v1/games/T26/{number}/acts");
    let act = |ply: u32, act: &str| Some(json!({"ply": ply, "act": act}));
    asks("POST", acts, &at(1), "", act(1, "offer"), 401);
    asks("POST", acts, &at(2), &ann, act(0, "resign"), 403);
    asks("POST", acts, &at(9), &ann, act(0, "resign"), 404);
    asks("POST", acts, &at(1), &ann, act(7, "offer"), 409);
    let long = Some(json!("x".repeat(70_000)));
    asks("POST", acts, &at(1), &ann, long, 413);
    asks("POST", acts, &at(1), &ann, act(1, "accept"), 422);
    asks("POST", acts, &at(1), &ann, act(1, "offer"), 200);
    let paths = description["paths"].as_object().unwrap();
    let mut seen: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut ask = |asked: &Asked, status: u16| {
        let reply = match (&asked.body, asked.template == events && status == 200) {
            (Some(body), _) => posts(&server, &asked.path, &asked.secret, body),
            (None, false) => gets(&server, &asked.path, &asked.secret),
            // A stream does not end; its head is enough.
            (None, true) => server.asks("HEAD", &asked.path, &bearer(&asked.secret)),
        };
        let about = format!("{} {}", asked.method, asked.path);
        assert_eq!(reply.status, status, "{about}: {}", reply.text());
        let method = asked.method.to_lowercase();
        let documented = &paths[asked.template][&method]["responses"][status.to_string()];
        let kinds = documented["content"].as_object();
        let kinds = kinds.unwrap_or_else(|| panic!("{about} {status} is not documented"));
        let kind = reply.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        let schema = &kinds
            .get(kind)
            .unwrap_or_else(|| panic!("{about} {status}: {kind}"))["schema"];
        if kind.ends_with("json") {
            let value: Value = serde_json::from_str(&reply.text()).unwrap();
            fits(&description, schema, &value, &about);
        }
        seen.insert((asked.template.to_owned(), method, status.to_string()));
    };
    for asked in &all {
        ask(asked, asked.status);
    }
    // What is read once is known again by its tag, and not sent twice.
    let mut known = BTreeSet::new();
    for asked in all.iter().filter(|a| a.method == "GET" && a.status == 200) {
        if asked.template == events {
            continue;
        }
        let about = &asked.path;
        let own = bearer(&asked.secret);
        let first = server.asks("GET", about, &own);
        let tag = first.header("etag").unwrap_or_else(|| panic!("{about}"));
        let again = server.asks("GET", about, &format!("{own}If-None-Match: {tag}\r\n"));
        assert_eq!((again.status, again.body.len()), (304, 0), "{about}");
        let other = server.asks("GET", about, &format!("{own}If-None-Match: \"x\"\r\n"));
        assert_eq!((other.status, &other.body), (200, &first.body), "{about}");
        let kept = match asked.secret.as_str() {
            "" => "no-cache",
            _ => "private, no-cache",
        };
        assert_eq!(first.header("cache-control"), Some(kept), "{about}");
        assert_eq!(
            first.header("vary"),
            Some("authorization, accept-encoding"),
            "{about}"
        );
        known.insert((
            asked.template.to_owned(),
            "get".to_owned(),
            "304".to_owned(),
        ));
    }
    // When a player's programs have asked too much, all of them wait.
    while gets(&server, games, &ann).status == 200 {}
    for asked in all
        .iter()
        .filter(|a| a.secret == ann && a.template != "/api/openapi.json")
    {
        ask(asked, 429);
    }
    let listed = list.to_owned();
    ask(
        &Asked {
            method: "GET",
            template: list,
            path: listed,
            secret: ann.clone(),
            body: None,
            status: 429,
        },
        429,
    );
    let mut documented = BTreeSet::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                if status != "default" {
                    documented.insert((path.clone(), method.clone(), status.clone()));
                }
            }
        }
        let at = path.replace("{code}", "T26").replace("{number}", "1");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            if methods.get(method.to_lowercase()).is_none() {
                let refused = server.asks(method, &at, "Content-Length: 0\r\n");
                assert_eq!(value(&refused, 405)["code"], "method", "{method} {at}");
                let allowed = refused.header("allow").unwrap_or_default();
                let first = methods.as_object().unwrap().keys().next().unwrap();
                assert!(allowed.starts_with(&first.to_uppercase()), "{allowed}");
            }
        }
    }
    seen.extend(known);
    assert_eq!(seen, documented);
    assert_eq!(value(&server.gets("/api/v2/games"), 404)["code"], "missing");
}

/// Whether a value is as a schema says, as far as ours say anything.
#[track_caller]
fn fits(description: &Value, schema: &Value, value: &Value, about: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = description.pointer(name.trim_start_matches('#'));
        return fits(
            description,
            schema.unwrap_or_else(|| panic!("{name}")),
            value,
            about,
        );
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = match &schema["type"] {
        Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    };
    assert!(
        types.contains(&json!(kind)),
        "{about}: {value} is no {types:?}"
    );
    if let Some(all) = schema["enum"].as_array() {
        assert!(all.contains(value), "{about}: {value} of {all:?}");
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(
            value.get(name.as_str().unwrap()).is_some(),
            "{about}: {name} in {value}"
        );
    }
    for one in value.as_array().into_iter().flatten() {
        assert_ne!(schema["maxItems"], 0, "{about}: {value}");
        if schema.get("items").is_some() {
            fits(description, &schema["items"], one, about);
        }
    }
    for (name, one) in value.as_object().into_iter().flatten() {
        if let Some(schema) = schema["properties"].get(name) {
            fits(description, schema, one, &format!("{about} {name}"));
        }
    }
}
