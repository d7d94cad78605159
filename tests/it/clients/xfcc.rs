//! Scid fetches its games and sends moves by Xfcc: its own code, under plain Tcl.

use super::programs::{extracted, finished, program};
use crate::club::Setup;
use crate::contract::House;
use crate::service::serve::Server;
use postchess::ids::PlayerId;
use postchess::store::KeyPurpose;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A player's Scid, which knows one server.
struct ScidXfcc {
    folder: PathBuf,
    url: String,
    user: &'static str,
    password: String,
}

impl ScidXfcc {
    fn of(house: &House, server: &Server, player: i64, user: &'static str) -> ScidXfcc {
        let folder = house.path(&format!("scid-{player}"));
        std::fs::create_dir_all(&folder).unwrap();
        house.write("xfcc.tcl", include_str!("xfcc.tcl"));
        let made = house
            .robot()
            .access_key_make(PlayerId(player), KeyPurpose::Xfcc, "Scid");
        ScidXfcc {
            url: format!("{}xfcc", server.url),
            password: made.expect("a secret"),
            folder,
            user,
        }
    }

    fn runs(&self, more: &[&str]) -> String {
        let installed = Path::new("/usr/share/scid/tcl/tools/correspondence.tcl");
        assert!(
            installed.exists(),
            "scid is not installed: run tests/run, or: apt-get install scid tdom"
        );
        let child = Command::new(program("tclsh", "tcl"))
            .arg(self.folder.with_file_name("xfcc.tcl"))
            .args([&self.url, self.user, &self.password])
            .arg(&self.folder)
            .args(more)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("tclsh runs");
        finished(child, "Scid's Xfcc")
    }

    /// The game as Scid wrote it into its inbox.
    fn pgn(&self, game: &str) -> String {
        std::fs::read_to_string(self.folder.join(format!("club-{game}.pgn"))).expect("a game")
    }
}

#[test]
fn scid_gets_its_games_by_xfcc_and_sends_moves() {
    let setup = Setup::new().profile("server").rules("xfcc = true");
    let house = House::with(&setup.pairs(&[(1, 4)]));
    let server = Server::starts(&house, &[]);
    let ann = ScidXfcc::of(&house, &server, 1, "ann@a.example");
    let dima = ScidXfcc::of(&house, &server, 4, "4");

    let said = ann.runs(&[]);
    assert!(said.contains("state club-1 {myTurn true}"), "{said}");
    assert!(!said.contains("box "), "{said}");
    let said = ann.runs(&["1", "1", "e4", "Good luck & have fun!", "0", "0", "0", "0"]);
    assert!(said.contains("Processing successfull!"), "{said}");

    let said = dima.runs(&[]);
    assert!(said.contains("{myTurn true}"), "{said}");
    assert!(said.contains("{message {Good luck & have fun!}}"), "{said}");
    let pgn = dima.pgn("1");
    assert_eq!(extracted(&pgn), ["e2e4"], "{pgn}");
    // Names beyond ASCII come whole; he writes beyond ASCII too, which Tcl does not.
    assert!(pgn.contains("[White \"Ann Archer\"]"), "{pgn}");
    let name = house.json("game show T26/1 --format json")["black"]["name"].clone();
    assert!(pgn.contains(name.as_str().unwrap()), "{name} in {pgn}");
    let words = "\u{421}пасибо, Ц и м!";
    let said = dima.runs(&["1", "1", "c5", words, "0", "0", "1", "0"]);
    assert!(said.contains("Processing successfull!"), "{said}");
    let said = dima.runs(&[]);
    let told = "\u{441}лова при нём не переданы";
    assert!(said.contains(told), "{said}");

    let said = ann.runs(&[]);
    assert!(said.contains("{drawOffered true}"), "{said}");
    assert_eq!(extracted(&ann.pgn("1")), ["e2e4", "c7c5"]);
    let said = ann.runs(&["1", "3", "Nf3", "", "0", "0", "0", "0"]);
    // Its words for another number are those for another move.
    assert!(said.contains("Invalid move!"), "{said}");
    // It shows the opponent's move where one agrees.
    let said = ann.runs(&["1", "1", "c5", "", "0", "1", "0", "0"]);
    assert!(said.contains("Processing successfull!"), "{said}");
    ann.runs(&[]);
    assert!(ann.pgn("1").contains("[Result \"1/2-1/2\"]"));
    let game = house.json("game show T26/1 --format json");
    assert_eq!(game["termination"], "agreement");

    let stranger = ScidXfcc {
        password: dima.password.clone(),
        ..ann
    };
    let said = stranger.runs(&[]);
    assert!(said.contains("Authentication failed!"), "{said}");
    let said = stranger.runs(&["1", "2", "Nf3", "", "0", "0", "0", "0"]);
    assert!(said.contains("Authentication failed!"), "{said}");
}
