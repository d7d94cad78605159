//! What a written move looks like, before any position is known. Two measures:
//! a strict one for words that may be anything, a loose one for what stands
//! right after `12.`, where a move must be and a bad one is a fault.

use super::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Longest text taken for a move, in bytes (`Кр.e1-d1+!?` and the like).
const MAX_MOVE: usize = 24;

/// Whether a token is a numeric move (article 58): four digits from 1 to 8, a
/// hyphen between or not, and perhaps a fifth digit.
pub fn is_numeric(token: &str) -> bool {
    NUMERIC.is_match(bare(token))
}

/// Whether a token has the shape of a move in any notation: numeric, short or
/// long algebraic with the letters of four languages, coordinate, castling.
pub fn move_shape(token: &str) -> bool {
    let token = bare(token);
    token.len() <= MAX_MOVE
        && (NUMERIC.is_match(token) || ALGEBRAIC.is_match(token) || is_castling(token))
}

/// Whether a token that stands after `12.` may be meant as a move, however badly.
pub fn loose_shape(token: &str) -> bool {
    let token = bare(token);
    let digits = token.bytes().filter(|b| b.is_ascii_digit()).count();
    move_shape(token)
        || token.len() <= MAX_MOVE
            && (LOOSE.is_match(token) && digits <= 2
                || (token.bytes().all(|b| b.is_ascii_digit()) && matches!(digits, 4 | 5))
                || matches!(token, "00" | "000" | "0-"))
        || CASTLING_WORDS.contains(&token.to_lowercase().as_str())
}

/// Whether a token is castling.
pub fn is_castling(token: &str) -> bool {
    CASTLING.is_match(bare(token))
}

/// The square a move ends on, as numeric digits, where its text tells.
pub fn target(token: &str) -> Option<String> {
    let token = bare(token);
    if NUMERIC.is_match(token) {
        let digits: String = token.chars().filter(char::is_ascii_digit).collect();
        return digits.get(2..4).map(str::to_owned);
    }
    let found = SQUARE.find_iter(token).last()?.as_str();
    let mut chars = found.chars();
    let file = match chars.next()?.to_lowercase().next()? {
        'a' | 'а' => 1,
        'b' | 'в' => 2,
        'c' | 'с' => 3,
        'd' => 4,
        'e' | 'е' => 5,
        'f' => 6,
        'g' => 7,
        _ => 8,
    };
    Some(format!("{file}{}", chars.next()?))
}

/// A coordinate or numeric move in UCI, where its text alone tells: `e2e4`,
/// `e7-e8Q`, `5254`, `57581`. Castling is the king's move.
pub fn uci(token: &str) -> Option<String> {
    let token = bare(token);
    if NUMERIC.is_match(token) {
        let digits: Vec<u32> = token.chars().filter_map(|c| c.to_digit(10)).collect();
        let mut out = String::new();
        for pair in digits.chunks_exact(2).take(2) {
            out.push(char::from_u32('a' as u32 + pair.first()?.checked_sub(1)?)?);
            out.push(char::from_digit(*pair.get(1)?, 10)?);
        }
        match digits.get(4) {
            None => {}
            Some(n) => out.push(match n {
                1 => 'q',
                2 => 'r',
                3 => 'b',
                4 => 'n',
                _ => return None,
            }),
        }
        return Some(out);
    }
    let found = COORDINATE.captures(token)?;
    let mut out = format!("{}{}", found.get(1)?.as_str(), found.get(2)?.as_str()).to_lowercase();
    if let Some(piece) = found.get(3) {
        out.push(match piece.as_str().to_lowercase().as_str() {
            "q" | "ф" | "h" => 'q',
            "r" | "л" | "т" | "w" => 'r',
            "b" | "g" => 'b',
            "n" | "s" | "к" => 'n',
            _ => return None,
        });
    }
    Some(out)
}

/// The token without check, mate and judgement marks, commas and full stops.
fn bare(token: &str) -> &str {
    token.trim_end_matches(['+', '#', '!', '?', '.', ',', ';', '†', '‡', '×'])
}

static NUMERIC: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[1-8]{2}[-–—:x]?[1-8]{2}[0-9]?$"));

static CASTLING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[0OoОо][-–—‑][0OoОо](?:[-–—‑][0OoОо])?$"));

/// Piece, start, capture, target, promotion; Cyrillic а, с, е, в pass for Latin files.
static ALGEBRAIC: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:Кр|Kp|Kр|Кp|КР|KP|[KQRBNHWGSКФЛСТКC])[-.]?)?(?:[a-hасе]?[1-8]?[-–—x:хX×]?[a-hасе][1-8]|[A-H][1-8][-–—x:]?[A-H][1-8]|[a-h][x:хX×][a-h])(?:[=/]?\(?(?:Кр|[QRBNHWGSФЛСТКCKqrbnп])\)?)?[+#!?]*(?:e\.?p\.?)?$|^[x:х][a-h][1-8]$|^[A-H][1-8]$",
    )
});

static LOOSE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[\p{L}][\p{L}\d:.–—-]{0,8}\d(?:=?\p{L}{1,2})?$"));

static SQUARE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[a-hA-HасевАСЕВ][1-8]"));

static COORDINATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([a-hA-H][1-8])[-–—x:]?([a-hA-H][1-8])=?([QRBNqrbnHWGSФЛСТК])?$"));

const CASTLING_WORDS: [&str; 7] = [
    "рокировка",
    "рокіровка",
    "рокірування",
    "castling",
    "castles",
    "castle",
    "roszada",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_every_notation_have_the_shape() {
        for text in [
            "5254",
            "52-54",
            "57581",
            "12111",
            "e4",
            "Nf3",
            "Кf3!",
            "ed5",
            "exd5",
            "c4:d5",
            "e2e4",
            "E2-E4",
            "0-0",
            "O-O-O",
            "0–0–0",
            "Крg1",
            "a8=Q",
            "a8Ф",
            "a7-a8К",
            "Кfxd4",
            "Ng8e7",
            "К-d7",
            "Sd7!?",
            "Cc4",
            "Kpe2",
            "xd5",
            "e8=Q+",
            "Bb4+",
            "Wfe1",
            "e7e8q",
            "Qh4#",
            "axb8=N",
            "exd",
        ] {
            assert!(move_shape(text), "{text}");
        }
    }

    #[test]
    fn words_dates_and_numbers_have_not() {
        for text in [
            "2026",
            "12/05",
            "1/2-1/2",
            "12:30",
            "5290",
            "525",
            "525411",
            "hello",
            "Привет",
            "a",
            "A4paper",
            "1-0",
            "0-1",
            "B",
            "и",
            "x",
            "12.05",
            "5+3",
            "deed",
            "bad",
            "e-mail",
            "he",
            "+-",
            "=",
            "-",
            "0",
            "x2",
        ] {
            assert!(!move_shape(text), "{text}");
        }
    }

    #[test]
    fn a_text_that_tells_all_is_given_as_uci() {
        for (text, uci_text) in [
            ("5254", "e2e4"),
            ("57581", "e7e8q"),
            ("E2-E4", "e2e4"),
            ("a7a8Л", "a7a8r"),
        ] {
            assert_eq!(uci(text).as_deref(), Some(uci_text), "{text}");
        }
        assert_eq!(uci("Nf3"), None);
        assert_eq!(uci("57587"), None);
    }
}
