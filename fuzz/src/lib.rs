//! What the fuzzers call. The same functions run in `tests/it/fuzz.rs` on stable
//! Rust with a mutator of our own, some seconds each.
//!
//! Every target takes any bytes, returns or panics, and panics where something
//! that must hold does not.

use postchess::chess::notation::{self, Class};
use postchess::chess::{Position, Variant};
use postchess::config::Config;
use postchess::language::Language;
use postchess::letter::authentication::{self, DomainVerdict, Trust};
use postchess::letter::{self, Letter};
use postchess::request::{self, Doubt, GameRequest, Request, Understanding};
use postchess::time::{Instant, Zone};
use postchess::tournament::file;
use postchess::web::xfcc::{self, SoapFault, XfccCall};

/// A target by name.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 8] = [
    ("letter", letter),
    ("requests", requests),
    ("notation", notation),
    ("authentication", authentication),
    ("pgn", pgn),
    ("tournament", tournament),
    ("config", config),
    ("xfcc", xfcc),
];

/// The letter reader, and all that is made of what it reads.
pub fn letter(bytes: &[u8]) {
    let Ok(letter) = letter::read(bytes) else {
        return;
    };
    sound(&letter);
    understood(&letter.own_text, &letter.subject);
    for from in &letter.from {
        let trust = Trust {
            ids: &[],
            below_received: true,
        };
        let said = authentication::said(&letter.trace, trust, from);
        assert_eq!(
            said,
            DomainVerdict::Nothing,
            "nobody is trusted, and {from} is judged"
        );
    }
}

/// What is true of every letter, as [`Letter`] promises.
fn sound(letter: &Letter) {
    for text in [&letter.subject, &letter.text, &letter.own_text] {
        let bad = |c: char| c != '\n' && c != '\t' && c.is_control();
        assert!(!text.contains(bad), "a control character in {text:?}");
    }
    assert!(!letter.subject.contains('\n'), "a subject of two lines");
    assert!(letter.own_text.lines().count() <= letter::MAX_LINES);
    for address in &letter.recipients {
        let whole = address.contains('@') && !address.contains(['\r', '\n', ' ']);
        assert!(whole, "{address:?}");
    }
    // Whoever stands in From counts, though it be no address (`Group: ann@a.example;`).
    for mailbox in &letter.from {
        assert!(!mailbox.contains(|c: char| c.is_control()), "{mailbox:?}");
    }
    for id in letter.message_id.iter().chain(&letter.answers) {
        assert!(!id.contains(['\r', '\n', '<', '>']), "{id:?}");
    }
}

/// A player's own text: the first line is the subject.
pub fn requests(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (subject, text) = text.split_once('\n').unwrap_or(("", &text));
    understood(text, subject);
}

/// Understands a text; every place it names lies in the text on character boundaries.
pub fn understood(text: &str, subject: &str) -> Understanding {
    let found = request::understand_text(text, subject);
    assert!(!found.sections.is_empty());
    for section in &found.sections {
        inside(text, section.span.start, section.span.end);
        for request in &section.requests {
            let moves = match request {
                Request::Game(
                    GameRequest::Move(moves)
                    | GameRequest::Form { moves, .. }
                    | GameRequest::Check(moves),
                ) => moves,
                Request::Game(GameRequest::DrawClaim {
                    intended: Some(moves),
                }) => moves,
                _ => continue,
            };
            for mv in moves.line.iter().chain(moves.supposed()) {
                inside(text, mv.span.start, mv.span.end);
                assert!(!mv.text.trim().is_empty(), "a move without a letter");
            }
        }
        for doubt in &section.doubts {
            if let Doubt::UnclearCommand { span, .. }
            | Doubt::BadDate { span, .. }
            | Doubt::MoveInProse { span, .. }
            | Doubt::SeveralMoves { span, .. }
            | Doubt::BareDraw { span } = doubt
            {
                inside(text, span.start, span.end);
            }
        }
    }
    let near = Zone::utc().day(Instant::from_unix(1_773_576_000));
    request::to_json(&found, Some(near));
    request::doubts_to_json(&found);
    found
}

fn inside(text: &str, start: usize, end: usize) {
    assert!(
        text.get(start..end).is_some(),
        "{start}..{end} of {} bytes",
        text.len()
    );
}

/// Positions in which a move is read: castling, promotion, en passant, check,
/// a full board, Chess960.
const POSITIONS: [(&str, Variant); 6] = [
    (
        "r3k2r/1P4pp/8/8/8/2N3N1/6PP/R3K2R w KQkq - 0 30",
        Variant::Standard,
    ),
    (
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        Variant::Standard,
    ),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        Variant::Standard,
    ),
    ("4k3/8/8/8/8/8/4K3/8 b - - 99 80", Variant::Standard),
    (
        "r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 0 8",
        Variant::Standard,
    ),
    (
        "nrk1brnb/pp1ppppp/8/2p5/8/1P6/P1PPPPPP/NRK1BRNB w FBfb - 0 2",
        Variant::Chess960,
    ),
];

/// Every notation: the first byte chooses the position and the language.
pub fn notation(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let (fen, variant) = POSITIONS[usize::from(*choice) % POSITIONS.len()];
    let position = Position::from_fen(fen, variant).expect("a position");
    let languages = [
        None,
        Some(Language::Ru),
        Some(Language::En),
        Some(Language::Uk),
        Some(Language::Pl),
    ];
    let language = languages[usize::from(*choice) / POSITIONS.len() % languages.len()];
    let reading = notation::read(&text, &position, language);
    match reading.class {
        Class::Ok | Class::OkWithWarning => {
            let mv = reading.mv.expect("the move that was read");
            assert!(position.is_legal(mv), "{text:?} is illegal");
            // Reading what we write gives the same.
            let written = position.numeric(mv);
            let again = notation::read(&written, &position, language);
            assert_eq!(again.mv, Some(mv), "{text:?} is written {written}");
        }
        Class::Ambiguous => {
            assert!(reading.mv.is_none());
            assert!(reading.candidates.iter().all(|mv| position.is_legal(*mv)));
        }
        Class::Impossible | Class::Unreadable => assert!(reading.mv.is_none()),
    }
}

/// Authentication-Results and Received as the other side may have written them,
/// below our own border's Received: whatever they claim, it does not count.
pub fn authentication(bytes: &[u8]) {
    let ids = ["mx.club.example".to_owned(), "*.border.example".to_owned()];
    let trust = Trust {
        ids: &ids,
        below_received: false,
    };
    let claimed: Vec<u8> = bytes.iter().copied().filter(|b| *b != 0).collect();
    let head = |above: &[u8], below: &[u8]| {
        let mut letter = b"Authentication-Results: ".to_vec();
        letter.extend(above);
        letter.extend(
            b"\nReceived: from mx.other.test (mx.other.test [192.0.2.1])\n\tby mx.club.example \
              with ESMTPS id 1; Sat, 14 Mar 2026 10:05:12 +0300\nAuthentication-Results: ",
        );
        letter.extend(below);
        letter.extend(b"\nFrom: ann@player.example\n\n1. e4\n");
        letter
    };
    if let Ok(letter) = letter::read(&head(&claimed, b"mx.club.example; none")) {
        for from in [
            "ann@player.example",
            "",
            "@",
            "a@b@c",
            "ann@player.example.",
        ] {
            authentication::said(&letter.trace, trust, from);
        }
    }
    // Nothing of the sender's may reach above our border, line ends least of all.
    let one_line: Vec<u8> = claimed
        .iter()
        .map(|b| if b"\r\n".contains(b) { b' ' } else { *b })
        .collect();
    if let Ok(letter) = letter::read(&head(b"mx.club.example; none", &one_line)) {
        let said = authentication::said(&letter.trace, trust, "ann@player.example");
        assert_eq!(
            said,
            DomainVerdict::Nothing,
            "a result from below the border counted"
        );
    }
}

/// A PGN body, as XBoard's cmail sends it.
pub fn pgn(bytes: &[u8]) {
    let mut letter =
        b"From: ann@player.example\nSubject: cmail 1 game <T26-1>\nMIME-Version: 1.0\n\
        Content-Type: application/x-chess; name=T26-1.pgn\n\n"
            .to_vec();
    letter.extend(bytes);
    if let Ok(letter) = letter::read(&letter) {
        sound(&letter);
        for game in &letter.pgn {
            understood(game, "");
        }
        understood(&letter.own_text, &letter.subject);
    }
}

/// A tournament file.
pub fn tournament(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let check = |fen: &str, variant| {
        Position::from_fen(fen, variant)
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let defaults = file::Defaults {
        language: Language::Ru,
        time_zone: Zone::utc(),
        check_fen: &check,
    };
    if let Err(wrong) = file::read(&text, "fuzz.toml", &defaults) {
        let said = wrong.to_string();
        assert!(!said.trim().is_empty(), "refused without a word");
    }
}

/// `postchess.toml`.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(wrong) = Config::read(&text, std::path::Path::new("/home-of-a-club"), &[]) {
        assert!(
            !wrong.to_string().trim().is_empty(),
            "refused without a word"
        );
    }
}

/// A request of a player's chess program.
pub fn xfcc(bytes: &[u8]) {
    match xfcc::read(bytes) {
        Ok(XfccCall::GetMyGames(login)) => assert!(login.user.len() <= bytes.len() * 2),
        // A byte that is no UTF-8 is read as a letter of two.
        Ok(XfccCall::MakeAMove(_, call)) => assert!(call.mv.len() <= bytes.len() * 2),
        Err(SoapFault::Unreadable | SoapFault::Unavailable) => {}
    }
}
