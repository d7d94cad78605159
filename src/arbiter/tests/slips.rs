//! What makes a fault certain enough for a penalty (RULES.md 2 and 7): texts with the
//! decision on each, and the property that no slip of a legal move is ever charged.

use super::*;
use crate::chess::notation::{self, Meant, Reason};
use crate::chess::{Position, Variant};
use crate::request::understand_text;
use serde_json::Value;

const CASES: &str = include_str!("../../../tests/cases/slips.jsonl");

/// A game that begins in a position, both players of one language.
fn table(fen: &str, language: Language) -> Table {
    let mut facts = facts(|_| ());
    facts.players.white.language = language;
    facts.players.black.language = language;
    facts.start_fen = Some(fen.to_owned());
    let mut game = GameFile::new(Arc::new(facts), BySide::default()).unwrap();
    let at = Instant::parse("2026-01-05T12:00:00Z").unwrap();
    let side = game.turn();
    let start = Event::LetterLeft {
        ply: 0,
        about: About::Start,
        to: side,
        left: at,
        on_paper: false,
    };
    for event in [Event::Started, start] {
        game.apply(entry(at, event)).unwrap();
    }
    Table::of(game)
}

/// What becomes of a letter with these words from whoever is to move: `played` with
/// the move, `charged`, or `asked`.
fn outcome(table: &mut Table, words: &str) -> (&'static str, String) {
    let side = table.game.turn();
    let known = table.game.entries.len();
    table.letters += 1;
    for section in understand_text(words, "").sections {
        for request in &section.requests {
            let Request::Game(request) = request else {
                continue;
            };
            let now = Instant::parse("2026-01-12T12:00:00Z").unwrap();
            let ctx = Context {
                now,
                cause: Cause::Letter(InboundId(table.letters)),
                side,
                dispatch: Dispatch {
                    arrived: now,
                    header: Some(now),
                },
                verified: true,
                received: None,
                sent: None,
                text: words,
                only_request: true,
                answered: None,
                asks: None,
                same_words: Vec::new(),
            };
            table.take(rule(&table.game, request, &ctx));
            table.leave(now);
        }
    }
    let new: Vec<_> = table.game.all().skip(known).collect();
    let played = new.iter().find_map(|e| match &e.event {
        Event::MovePlayed { uci, .. } => Some(uci.clone()),
        _ => None,
    });
    match played {
        Some(uci) => ("played", uci),
        None if new.iter().any(|e| matches!(e.event, Event::Penalty { .. })) => {
            ("charged", String::new())
        }
        None => ("asked", String::new()),
    }
}

fn numbered(game: &GameFile, text: &str) -> String {
    format!("{}{} {text}", game.move_number(), game.turn().dots())
}

#[test]
fn every_text_of_the_table_is_decided_as_it_says() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let word = |key: &str| case[key].as_str().unwrap_or("");
        let language: Language = word("language").parse().unwrap();
        let position = Position::from_fen(word("fen"), Variant::Standard).unwrap();
        let class = notation::read(word("text"), &position, Some(language)).class;
        let class = serde_json::to_value(class).unwrap();
        let mut table = table(word("fen"), language);
        let words = numbered(&table.game, word("text"));
        let (found, uci) = outcome(&mut table, &words);
        if (class.as_str(), found, uci.as_str())
            != (Some(word("class")), word("outcome"), word("uci"))
        {
            wrong.push(format!(
                "{} {} {:?}: {} {found} {uci}",
                word("id"),
                word("language"),
                word("text"),
                class.as_str().unwrap_or("")
            ));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 200, "{count}");
}

/// What the arbiter asks of a text: nothing that is explained is certain.
fn would_be_charged(text: &str, position: &Position, language: Language) -> bool {
    let reading = notation::read(text, position, Some(language));
    let promotion = reading.reason.is_some_and(Reason::is_of_promotion);
    reading.mv.is_none()
        && !promotion
        && notation::meant(text, position, Some(language), &reading) == Meant::Nothing
}

const LATIN: &str = "qwertyuiopasdfghjklzxcvbnm";
const CYRILLIC: &str = "йцукенгшщзфывапролдячсмить";

/// The keys of a text on the other layout.
fn other_layout(text: &str) -> String {
    let swap = |c: char| {
        let small = c.to_lowercase().next().unwrap_or(c);
        let upper = small != c;
        let found = LATIN
            .chars()
            .zip(CYRILLIC.chars())
            .find_map(|(a, b)| match () {
                () if a == small => Some(b),
                () if b == small => Some(a),
                () => None,
            });
        match found {
            Some(k) if upper => k.to_uppercase().next().unwrap_or(k),
            Some(k) => k,
            None => c,
        }
    };
    text.chars().map(swap).collect()
}

/// The text with look-alikes of the other alphabet.
fn look_alikes(text: &str) -> String {
    let pairs = "AАBВCСEЕHНKКMМOОPРTТaаcсeеpр";
    let pairs: Vec<char> = pairs.chars().collect();
    let swap = |c: char| {
        let found = pairs.chunks(2).find_map(|pair| match pair {
            [a, b] if *a == c => Some(*b),
            [a, b] if *b == c => Some(*a),
            _ => None,
        });
        found.unwrap_or(c)
    };
    text.chars().map(swap).collect()
}

/// Every letter of every language in place of the piece's.
fn in_every_language(position: &Position, mv: crate::chess::Move) -> Vec<String> {
    const ROWS: [&str; 10] = [
        "KQRBN",
        "ФФЛСК",
        "ФФТСК",
        "KHWGS",
        "KDTLS",
        "KDTLP",
        "RDTFC",
        "RDTAC",
        "RDTAC",
        "KDVSJ",
    ];
    let san = position.san_in(mv, Language::En);
    let Some(at) = san.chars().next().and_then(|c| "KQRBN".find(c)) else {
        return Vec::new();
    };
    ROWS.iter()
        .filter(|row| !(at == 0 && row.starts_with('Ф')))
        .filter_map(|row| row.chars().nth(at))
        .map(|letter| format!("{letter}{}", san.get(1..).unwrap_or_default()))
        .collect()
}

fn slips(position: &Position, mv: crate::chess::Move, language: Language) -> Vec<String> {
    let san = position.san_in(mv, language);
    let uci = position.uci(mv);
    let numeric = position.numeric(mv);
    let mut all = in_every_language(position, mv);
    all.push(look_alikes(&san));
    if !san.contains('O') {
        all.extend([san.to_lowercase(), san.to_uppercase()]);
        all.push(other_layout(&san));
    }
    if san.is_ascii() && !san.contains('O') {
        let head = san.chars().next().unwrap_or(' ');
        let rest: String = san.chars().skip(1).collect();
        all.push(format!("{head}{}", rest.to_uppercase()));
        for between in ["-", " ", ". "] {
            if head.is_ascii_uppercase() {
                all.push(format!("{head}{between}{rest}"));
            }
        }
    }
    if let Some((from, to)) = uci.split_at_checked(2) {
        for between in ["-", " ", "–", ":", "/", ".", " - ", "x", "→"] {
            all.push(format!("{from}{between}{to}"));
        }
        all.push(format!("{}-{to}", from.to_uppercase()));
        all.push(format!("{from}-{}", to.to_uppercase()));
        all.push(format!("{}{to}", from.to_uppercase()));
        all.push(uci.to_uppercase());
        all.push(look_alikes(&uci));
        all.push(other_layout(&uci));
    }
    if numeric.len() == 4 {
        let (from, to) = numeric.split_at(2);
        // (`52.54` is a date where it stands in a letter, and no move at all.)
        for between in ["-", " ", "–", ":", "/", " - "] {
            all.push(format!("{from}{between}{to}"));
        }
    }
    all
}

/// Whether a text begins with a piece's letter of its language and fits two of that piece.
fn is_of_two(text: &str, position: &Position, language: Language) -> bool {
    use crate::chess::Piece;
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let own = pieces.iter().any(|p| text.starts_with(p.letter(language)));
    let reading = notation::read(text, position, Some(language));
    own && reading.reason == Some(Reason::SeveralFit)
}

#[test]
fn no_slip_of_a_legal_move_is_ever_charged() {
    let games = include_str!("../../../tests/cases/games.jsonl");
    let mut tried = 0;
    let mut charged = Vec::new();
    for (index, line) in games.lines().enumerate() {
        let game: Value = serde_json::from_str(line).unwrap();
        if game["variant"] != "standard" {
            continue;
        }
        let plies = game["plies"].as_array().unwrap();
        let language = Language::ALL[index % Language::COUNT];
        for ply in plies.iter().skip(index % 31).step_by(61).take(2) {
            let fen = ply["fen"].as_str().unwrap();
            let position = Position::from_fen(fen, Variant::Standard).unwrap();
            for mv in position.legal_moves().into_iter().step_by(2) {
                for text in slips(&position, mv, language) {
                    tried += 1;
                    // A letter of one's own of which two can go there is no slip.
                    if is_of_two(&text, &position, language) {
                        continue;
                    }
                    if would_be_charged(&text, &position, language) {
                        charged.push(format!("{text} for {} ({language})", position.uci(mv)));
                    }
                }
            }
        }
    }
    assert!(tried > 5_000, "{tried}");
    assert!(
        charged.is_empty(),
        "{} of {tried}: {}",
        charged.len(),
        charged
            .iter()
            .step_by(charged.len().div_ceil(60).max(1))
            .cloned()
            .collect::<Vec<_>>()
            .join("; ")
    );
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_sign_that_shows_no_piece_is_asked_about_and_moves_no_pawn() {
    let signs = [
        "🐴",
        "🐎",
        "🏇",
        "🏰",
        "👸",
        "👸🏻",
        "🤴",
        "🤴 ",
        "👑",
        "🦄 ",
        "♞\u{200d}🐴",
        "© ",
        "□",
        "¤",
        "\u{fffd}",
        "\u{fffd}\u{fffd}",
        "?",
        "??",
        "\u{f04a}",
    ];
    for language in Language::ALL {
        for sign in signs {
            for square in ["c3", "d4", "e2", "e5", "c3!", "xc3"] {
                let mut table = table(START, language);
                let text = numbered(&table.game, &format!("{sign}{square}"));
                assert_eq!(outcome(&mut table, &text).0, "asked", "{language} {text}");
                let text = format!("{sign}{square}");
                assert_eq!(outcome(&mut table, &text).0, "asked", "{language} {text}");
            }
        }
        for (text, uci) in [
            ("1. ♘c3", "b1c3"),
            ("1. ♘ c3", "b1c3"),
            ("1. ♞c3", "b1c3"),
            ("1. ♟e4", "e2e4"),
            ("♥♥♥ 1. e4 ♥♥♥", "e2e4"),
            ("1. e4 👍", "e2e4"),
            ("1. e4 🐴", "e2e4"),
            ("🐴 1. e4", "e2e4"),
            ("1. 🐴 e2e4", "e2e4"),
            ("1. 🐴5254", "e2e4"),
            ("\u{f0b7} 1. e4", "e2e4"),
            ("\u{f0b7} e4", "e2e4"),
            ("• e4", "e2e4"),
        ] {
            let mut table = table(START, language);
            let played = outcome(&mut table, text);
            assert_eq!(played, ("played", uci.to_owned()), "{language} {text}");
        }
    }
}

#[test]
fn what_looks_like_a_move_is_one() {
    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    for (text, uci) in [
        // Greek, Cyrillic, Lisu, Cherokee; the letter l for the figure 1; full width.
        ("\u{392}b5", "f1b5"),
        ("\u{412}\u{44c}5", "f1b5"),
        ("\u{a4d0}b5", "f1b5"),
        ("\u{39d}xe5", "f3e5"),
        ("\u{13f4}b5", "f1b5"),
        // Nothing that is legal looks so: it is asked.
        ("\u{392}b6", ""),
        ("\u{13cf}6", ""),
    ] {
        for language in [Language::En, Language::De, Language::Pl] {
            let mut table = table(FEN, language);
            let words = numbered(&table.game, text);
            let (found, played) = outcome(&mut table, &words);
            let expected = match uci {
                "" => ("asked", ""),
                uci => ("played", uci),
            };
            assert_eq!((found, &*played), expected, "{text} {language}");
        }
    }
}

#[test]
fn a_smiley_of_outlook_costs_nothing() {
    for language in Language::ALL {
        for sign in ["J", "K", "L", "\u{f04a}", " \u{f04c}"] {
            for text in [format!("1.e4{sign}"), format!("1. e4{sign}")] {
                let mut table = table(START, language);
                let found = outcome(&mut table, &text);
                assert!(
                    found.0 == "asked" || found == ("played", "e2e4".to_owned()),
                    "{language} {text} {found:?}"
                );
            }
            let mut table = table(START, language);
            let text = format!("1. e5{sign}");
            let found = outcome(&mut table, &text).0;
            assert!(found == "asked" || !sign.is_ascii(), "{language} {text}");
        }
    }
}

#[test]
fn a_certain_fault_is_still_charged() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in ["5255", "Nf4", "e2e5", "Ke2", "0-0", "Bb5", "9254"] {
        let mut table = table(start, Language::En);
        let words = numbered(&table.game, text);
        assert_eq!(outcome(&mut table, &words).0, "charged", "{text}");
    }
}

#[test]
fn a_promotion_without_its_piece_is_asked_once_before_it_costs() {
    let fen = "3r4/P1P4k/8/8/8/8/7K/8 w - - 0 50";
    for (first, again) in [("1718", "1718"), ("a8", "17187"), ("a8=K", "a8")] {
        let mut table = table(fen, Language::En);
        let words = numbered(&table.game, first);
        assert_eq!(outcome(&mut table, &words).0, "asked", "{first}");
        assert_eq!(table.game.pending.len(), 1);
        let words = numbered(&table.game, again);
        assert_eq!(outcome(&mut table, &words).0, "charged", "{again}");
        let days = table.game.entries.iter().find_map(|e| match e.event {
            Event::Penalty { days, .. } => Some(days),
            _ => None,
        });
        assert_eq!(days, Some(2), "the first figure: the question was no fault");
        let words = numbered(&table.game, "a8=Q");
        assert_eq!(outcome(&mut table, &words), ("played", "a7a8q".to_owned()));
    }
}
