//! Xfcc over a server that runs: requests as programs write them, and what they get.

use super::serve::{Reply, Server};
use crate::club::Setup;
use crate::contract::House;
use postchess::ids::PlayerId;
use postchess::store::KeyPurpose;

/// Opens a request as Scid does.
const BEGINS: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\t<soap:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">\n\t<soap:Body>\n\t";

/// Ends it.
const ENDS: &str = "</soap:Body>\n\t</soap:Envelope>";

/// For whom a program comes.
struct Program<'s> {
    server: &'s Server,
    user: String,
    secret: String,
}

/// What goes with a move.
#[derive(Clone, Copy, Default)]
struct With<'w> {
    number: u32,
    mv: &'w str,
    words: &'w str,
    resign: u8,
    accept: u8,
    offer: u8,
    claim: u8,
}

fn played(number: u32, mv: &str) -> With<'_> {
    With {
        number,
        mv,
        ..With::default()
    }
}

impl<'s> Program<'s> {
    fn of(house: &House, server: &'s Server, player: i64, user: &str) -> Program<'s> {
        let made = house
            .robot()
            .access_key_make(PlayerId(player), KeyPurpose::Xfcc, "test");
        Program {
            server,
            user: user.to_owned(),
            secret: made.expect("a secret"),
        }
    }

    fn login(&self) -> String {
        format!(
            "<username>{}</username><password>{}</password>",
            self.user, self.secret
        )
    }

    fn games(&self) -> Reply {
        let asked = format!(
            "<GetMyGames xmlns=\"http://www.bennedik.com/webservices/XfccBasic\">{}</GetMyGames>",
            self.login()
        );
        posts(self.server, &format!("{BEGINS}{asked}{ENDS}"))
    }

    /// The elements of his games.
    fn told(&self) -> Vec<Vec<(String, String)>> {
        let reply = self.games();
        assert_eq!(reply.status, 200, "{}", reply.text());
        let text = reply.text();
        let document = roxmltree::Document::parse(&text).expect("XML");
        let games = document
            .descendants()
            .filter(|n| n.tag_name().name() == "XfccGame");
        let elements = |game: roxmltree::Node<'_, '_>| {
            let all = game.children().filter(|c| c.is_element());
            all.map(|c| {
                (
                    c.tag_name().name().to_owned(),
                    c.text().unwrap_or("").to_owned(),
                )
            })
            .collect()
        };
        games.map(elements).collect()
    }

    /// The word that became of a move.
    #[track_caller]
    fn sends(&self, game: &str, with: With<'_>) -> String {
        let With {
            number,
            mv,
            words,
            resign,
            accept,
            offer,
            claim,
        } = with;
        let asked = format!(
            "<MakeAMove xmlns=\"http://www.bennedik.com/webservices/XfccBasic\">{}<gameId>{game}</gameId><resign>{resign}</resign><acceptDraw>{accept}</acceptDraw><movecount>{number}</movecount><myMove>{mv}</myMove><offerDraw>{offer}</offerDraw><claimDraw>{claim}</claimDraw><myMessage>{words}</myMessage></MakeAMove>",
            self.login()
        );
        let reply = posts(self.server, &format!("{BEGINS}{asked}{ENDS}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        let text = reply.text();
        let result = text.split_once("<MakeAMoveResult>");
        let result = result.and_then(|(_, rest)| rest.split_once("</MakeAMoveResult>"));
        result.expect("a result").0.to_owned()
    }
}

fn posts(server: &Server, body: &str) -> Reply {
    server.says(&format!(
        "POST /xfcc HTTP/1.1\r\nHost: x\r\nUser-Agent: Scid/4.7.4 (x11; Linux x86_64; rv:Jul 30 2022) Tcl/Tk 8.6.13\r\nConnection: close\r\nAccept: */*\r\nAccept-Encoding: gzip,deflate,compress\r\nContent-Type: text/xml; charset=\"utf-8\"\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ))
}

#[track_caller]
fn says(game: &[(String, String)], expected: &[(&str, &str)]) {
    for (name, value) in expected {
        let found = game.iter().find(|(own, _)| own == name);
        let found = found.map(|(_, value)| value.as_str());
        assert_eq!(found, Some(*value), "{name} of {game:?}");
    }
}

fn club() -> Setup {
    Setup::new().profile("server").rules("xfcc = true")
}

fn ply(house: &House, game: &str) -> u64 {
    let value = house.json(&format!("game show {game} --format json"));
    value["ply"].as_u64().unwrap()
}

#[test]
fn xfcc_a_game_from_the_first_move_to_the_draw() {
    let house = House::with(&club());
    let server = Server::starts(&house, &["--set", "web.base_url=https://club.example"]);
    let ann = Program::of(&house, &server, 1, "Ann@A.example");
    let bert = Program::of(&house, &server, 2, "2");
    let games = ann.told();
    assert_eq!(games.len(), 1);
    let names: Vec<&str> = games[0].iter().map(|(name, _)| name.as_str()).collect();
    expect_test::expect![[r#"
        id white black event site myTurn hasWhite daysPlayer hoursPlayer minutesPlayer daysOpponent hoursOpponent minutesOpponent moves drawOffered message serverInfo result eventDate timeControl round gameLink setup fen variant noOpeningBooks noTablebases noDatabases noEngines"#]]
    .assert_eq(&names.join(" "));
    says(
        &games[0],
        &[
            ("id", "1"),
            ("white", "Ann Archer"),
            ("black", "Bert Baker"),
            ("event", "Club championship"),
            ("site", "NET"),
            ("myTurn", "true"),
            ("hasWhite", "true"),
            ("moves", ""),
            ("drawOffered", "false"),
            ("message", ""),
            ("serverInfo", ""),
            ("result", "Ongoing"),
            ("eventDate", "2026.01.10"),
            ("gameLink", "https://club.example/game/T26/1"),
            ("setup", "false"),
            ("variant", "chess"),
        ],
    );
    let number = |name: &str| {
        let found = games[0].iter().find(|(own, _)| own == name);
        found.unwrap().1.parse::<i64>().unwrap()
    };
    assert!(number("daysPlayer") > 0 && number("daysOpponent") > 0);
    assert!(number("hoursPlayer") < 24 && number("minutesPlayer") < 60);

    assert_eq!(bert.sends("1", played(1, "e5")), "NotYourTurn");
    for (number, mv, result) in [
        (1, "e5", "InvalidMove"),
        (1, "", "InvalidMove"),
        (1, "Ke2", "InvalidMove"),
        (2, "e4", "InvalidMoveNumber"),
        (0, "e4", "InvalidMoveNumber"),
    ] {
        assert_eq!(ann.sends("1", played(number, mv)), result, "{number}. {mv}");
    }
    assert_eq!(ply(&house, "T26/1"), 0, "nothing was played");
    for game in ["2", "0", "-1", "", "T26/1", "99999999999999999999"] {
        assert_eq!(ann.sends(game, played(1, "e4")), "InvalidGameID", "{game}");
    }
    let with_words = With {
        words: "Thanks &amp; good luck",
        ..played(1, "e4")
    };
    assert_eq!(ann.sends("1", with_words), "Success");
    assert_eq!(ply(&house, "T26/1"), 1);
    says(
        &bert.told()[0],
        &[
            ("myTurn", "true"),
            ("hasWhite", "false"),
            ("moves", "1. e4"),
            ("message", "Thanks & good luck"),
        ],
    );
    assert_eq!(ann.sends("1", played(2, "e5")), "NotYourTurn");
    let accept = With {
        accept: 1,
        ..played(1, "e4")
    };
    assert_eq!(bert.sends("1", accept), "NoDrawWasOffered");
    let offers = With {
        offer: 1,
        ..played(1, "e5")
    };
    assert_eq!(bert.sends("1", offers), "Success");
    says(
        &ann.told()[0],
        &[
            ("moves", "1. e4 e5"),
            ("drawOffered", "true"),
            ("message", ""),
        ],
    );
    says(&bert.told()[0], &[("drawOffered", "false")]);
    // Scid shows the opponent's last move where one agrees.
    let agrees = With {
        accept: 1,
        ..played(2, "e5")
    };
    assert_eq!(ann.sends("1", agrees), "Success");
    says(
        &bert.told()[0],
        &[("result", "Draw"), ("myTurn", "false"), ("serverInfo", "")],
    );
    assert_eq!(ann.sends("1", played(2, "Nf3")), "NotYourTurn");
    // What was done by program is in the record as what is done on the board.
    assert_eq!(house.run("verify").code, 0);
}

#[test]
fn xfcc_what_else_is_sent_in_place_of_a_move() {
    let fen = "4k3/8/8/8/8/8/R6R/4K3 w - - 0 20";
    let house = House::with(&club().pairs(&[(1, 2), (3, 4)]).fen(fen));
    let server = Server::starts(&house, &[]);
    let ann = Program::of(&house, &server, 1, "ann@a.example");
    let bert = Program::of(&house, &server, 2, "bert@b.example");
    assert_eq!(bert.sends("2", played(1, "e4")), "NotYourGame");
    assert_eq!(ann.sends("1", played(20, "Rd2")), "MoveIsAmbigous");
    says(
        &ann.told()[0],
        &[("setup", "true"), ("fen", fen), ("moves", "")],
    );
    assert_eq!(ann.sends("1", played(20, "Rad2")), "Success");
    says(&bert.told()[0], &[("moves", "20. Rad2")]);
    // An offer without a move shows the opponent's; so does a claim, which is none yet and
    // so an offer, and plays nothing.
    let offers = With {
        offer: 1,
        ..played(20, "Rad2")
    };
    assert_eq!(bert.sends("1", offers), "Success");
    assert_eq!(ply(&house, "T26/1"), 1);
    let claims = With {
        claim: 1,
        ..played(20, "Rad2")
    };
    assert_eq!(bert.sends("1", claims), "Success");
    assert_eq!(ply(&house, "T26/1"), 1);
    let info = |of: &Program<'_>| {
        let told = of.told();
        let found = told[0].iter().find(|(name, _)| name == "serverInfo");
        found.unwrap().1.clone()
    };
    assert!(
        info(&bert).contains("stands as an offer"),
        "{}",
        info(&bert)
    );
    assert_eq!(info(&ann), "", "between him and the robot");
    let damaged = With {
        words: "&5=0: <0B",
        ..played(20, "Ke7")
    };
    assert_eq!(bert.sends("1", damaged), "Success");
    let told = bert.told();
    let info = told[0]
        .iter()
        .find(|(name, _)| name == "serverInfo")
        .unwrap();
    assert!(info.1.contains("were not passed on"), "{info:?}");
    says(&ann.told()[0], &[("message", "")]);
    // Who gives up and wants a draw at once is taken at neither word.
    let offers = With {
        offer: 1,
        ..played(21, "Rd3")
    };
    assert_eq!(ann.sends("1", offers), "Success");
    for (offer, accept, claim) in [(0, 1, 0), (1, 0, 0), (0, 0, 1)] {
        let both = With {
            resign: 1,
            offer,
            accept,
            claim,
            ..played(21, "Ke7")
        };
        assert_eq!(bert.sends("1", both), "FeatureUnavailable");
    }
    says(&ann.told()[0], &[("result", "Ongoing")]);
    let resigns = With {
        resign: 1,
        ..played(21, "Ke7")
    };
    assert_eq!(bert.sends("1", resigns), "Success");
    says(&ann.told()[0], &[("result", "WhiteWins")]);
    let game = house.json("game show T26/1 --format json");
    assert_eq!(game["termination"], "resignation");
}

#[test]
fn xfcc_only_where_the_regulations_have_it() {
    let house = House::with(&Setup::new().profile("server"));
    let server = Server::starts(&house, &[]);
    let ann = Program::of(&house, &server, 1, "ann@a.example");
    assert_eq!(ann.sends("1", played(1, "e4")), "FeatureUnavailable");
    let told = ann.told();
    let info = told[0]
        .iter()
        .find(|(name, _)| name == "serverInfo")
        .unwrap();
    assert!(info.1.contains("no moves are made by program"), "{info:?}");
    assert_eq!(ply(&house, "T26/1"), 0);

    // By e-mail the board is one way among others, and so are programs.
    for (rules, result, plies) in [
        ("", "FeatureUnavailable", 0),
        ("web_moves = true", "Success", 1),
    ] {
        let house = House::with(&Setup::new().rules(rules));
        let server = Server::starts(&house, &[]);
        let ann = Program::of(&house, &server, 1, "ann@a.example");
        assert_eq!(ann.sends("1", played(1, "e4")), result, "{rules}");
        assert_eq!(ply(&house, "T26/1"), plies);
    }
}

#[test]
fn xfcc_a_move_after_the_flag_is_lost_on_time() {
    let house = House::with(&club());
    let server = Server::starts_at(&house, "2026-12-10T09:00:00Z", &[]);
    let ann = Program::of(&house, &server, 1, "ann@a.example");
    assert_eq!(ann.sends("1", played(1, "e4")), "LostOnTime");
    assert_eq!(ply(&house, "T26/1"), 0);
}

#[test]
fn xfcc_nobody_comes_in_with_the_secret_of_another() {
    let house = House::with(&club());
    let server = Server::starts(&house, &[]);
    let ann = Program::of(&house, &server, 1, "ann@a.example");
    let (right, user) = (ann.secret.clone(), ann.user.clone());
    let api = house
        .robot()
        .access_key_make(PlayerId(1), KeyPurpose::Api, "other door")
        .unwrap();
    for (user, secret) in [
        (user.as_str(), "wrong"),
        (user.as_str(), ""),
        (user.as_str(), api.as_str()),
        ("bert@b.example", right.as_str()),
        ("2", right.as_str()),
        ("", right.as_str()),
        ("nobody", right.as_str()),
    ] {
        let other = Program {
            server: &server,
            user: user.to_owned(),
            secret: secret.to_owned(),
        };
        let fault = other.games();
        assert_eq!(fault.status, 500, "{user} {secret}");
        let text = fault.text();
        assert!(
            text.contains("<soap:Fault>") && text.contains("<faultstring>AuthenticationFailed<"),
            "{text}"
        );
        assert_eq!(other.sends("1", played(1, "e4")), "AuthenticationFailed");
    }
    assert_eq!(ply(&house, "T26/1"), 0);
    assert_eq!(ann.games().status, 200);
    let used = || {
        let db = rusqlite::Connection::open(house.path("club/postchess.db")).unwrap();
        let sql = "SELECT used FROM access_key WHERE purpose = 'xfcc'";
        db.query_row(sql, [], |r| r.get::<_, Option<String>>(0))
            .unwrap()
    };
    assert!(used().is_some(), "its use is noted");
    drop(server);
    // It ends after a year.
    let later = Server::starts_at(&house, "2027-01-11T09:00:00Z", &[]);
    let late = Program {
        server: &later,
        user,
        secret: right,
    };
    assert_eq!(late.games().status, 500);
}

#[test]
fn xfcc_what_is_no_request_changes_nothing() {
    let house = House::with(&club());
    let server = Server::starts(&house, &[]);
    for body in [
        "",
        "<a/>",
        "e4",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
    ] {
        let refused = posts(&server, body);
        assert_eq!(refused.status, 400, "{body}");
        assert!(
            refused.text().contains("<soap:Fault>"),
            "{}",
            refused.text()
        );
    }
    let other = posts(&server, &format!("{BEGINS}<MakeAMove2/>{ENDS}"));
    assert!(other.text().contains("<faultstring>FeatureUnavailable<"));
    assert_eq!(posts(&server, &" ".repeat(70_000)).status, 413);
    let described = server.gets("/xfcc?wsdl");
    assert_eq!(described.status, 200);
    assert!(
        described
            .header("content-type")
            .unwrap()
            .starts_with("text/xml")
    );
    assert!(
        described
            .text()
            .contains("<wsdl:operation name=\"GetMyGames\">")
    );
    assert_eq!(server.gets("/xfcc").status, 200);
    let refused = server.asks("PUT", "/xfcc", "Content-Length: 0\r\n");
    assert_eq!(
        (refused.status, refused.header("allow")),
        (405, Some("GET, HEAD, POST"))
    );
}

/// From another machine in clear; where this one has no other address, there is none.
#[test]
fn xfcc_over_plain_http_from_elsewhere_is_refused_unread() {
    let probe = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    let own = probe
        .connect("192.0.2.1:9")
        .and_then(|()| probe.local_addr())
        .map(|a| a.ip());
    let Ok(own) = own else {
        return;
    };
    let house = House::with(&club());
    let server = Server::starts(
        &house,
        &[
            "--set",
            "web.listen=0.0.0.0:0",
            "--set",
            "web.trusted_proxies=[\"192.0.2.77\"]",
        ],
    );
    let port = server.address().rsplit(':').next().unwrap().to_owned();
    let ann = Program::of(&house, &server, 1, "ann@a.example");
    assert_eq!(ann.games().status, 200, "from this machine it may");
    let elsewhere = server.at(&format!("http://{own}:{port}/"));
    let ann = Program {
        server: &elsewhere,
        ..ann
    };
    let refused = ann.games();
    assert_eq!(refused.status, 403);
    assert!(
        refused
            .text()
            .contains("AuthenticationFailed: by https alone")
    );
}
