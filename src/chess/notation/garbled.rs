//! What mail programs make of a move: Cyrillic letters whose bytes were read in the
//! charset of another program, and letters of a font of pictures that stayed letters.
//! What stands here never decides by itself what is played: [`super::slips`] asks the
//! position.

use crate::fold;

/// Longest text looked at, in bytes.
const MAX_TEXT: usize = 48;

/// The upper halves of charsets in which letters were written, or were read that
/// were written in another of them.
const CHARSETS: [&str; 5] = [
    // Windows, Cyrillic.
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
    // KOI8-R.
    "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    // DOS, Cyrillic.
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{a0}",
    // ISO 8859-5.
    "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
    // Windows, Latin.
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
];

/// The letters that Outlook and its kin put for smileys, in the font Wingdings.
const SMILEYS: [char; 3] = ['J', 'K', 'L'];

/// A text without the smiley behind its last square, where that is none on which a pawn
/// becomes something.
pub(super) fn without_smiley(text: &str) -> Option<&str> {
    let bare = text.strip_suffix(SMILEYS)?;
    let rank = bare.chars().next_back()?;
    let piece = bare.chars().next().is_some_and(char::is_uppercase);
    (matches!(rank, '2'..='7') || piece && matches!(rank, '1' | '8')).then_some(bare)
}

/// What a text may have been whose letters were read in the wrong charset: other texts, each
/// with Cyrillic letters and none of another alphabet beside ASCII.
pub(super) fn unscrambled(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut back = text.chars().rev();
    let square = [back.next(), back.next()];
    // Files that were typed in Cyrillic are another matter.
    let is_square = matches!(square, [Some('1'..='8'), Some('a'..='h')]);
    if text.is_ascii() || text.len() > MAX_TEXT || !is_square {
        return found;
    }
    for read in CHARSETS {
        let Some(bytes) = encoded(text, read) else {
            continue;
        };
        let single = CHARSETS.iter().filter(|written| **written != read);
        let single = single.map(|written| decoded(&bytes, written));
        let double = String::from_utf8(bytes.clone()).ok();
        for text in single.chain(double) {
            let fits = |c: char| c.is_ascii() || fold::is_cyrillic(c);
            if text.chars().all(fits) && !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

/// Whether a letter of it is in no alphabet of chess: what is left of a Cyrillic one where
/// a sign of it was lost on the way.
pub(super) fn is_of_no_alphabet(text: &str) -> bool {
    let strange =
        |c: char| matches!(c, '\u{c0}'..='\u{24f}') && !"ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüßÄÖÜ×÷".contains(c);
    text.chars().any(strange)
}

fn encoded(text: &str, charset: &str) -> Option<Vec<u8>> {
    let byte = |c: char| match c.is_ascii() {
        true => u8::try_from(c).ok(),
        false => {
            let at = charset.chars().position(|other| other == c)?;
            u8::try_from(at + 128).ok()
        }
    };
    text.chars().map(byte).collect()
}

fn decoded(bytes: &[u8], charset: &str) -> String {
    let letter = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(at) => charset.chars().nth(usize::from(at)).unwrap_or('\u{fffd}'),
    };
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charset_has_128_signs() {
        for charset in CHARSETS {
            assert_eq!(charset.chars().count(), 128, "{charset}");
        }
    }

    #[test]
    fn letters_read_in_a_wrong_charset_are_found_again() {
        for (text, before) in [
            ("Рљc3", "Кc3"),
            ("йc3", "Кc3"),
            ("Êc3", "Кc3"),
            ("лc3", "Кc3"),
            ("Ðšc3", "Кc3"),
        ] {
            assert!(unscrambled(text).iter().any(|t| t == before), "{text}");
        }
        for text in ["Nc3", "e4", "0-0"] {
            assert!(unscrambled(text).is_empty(), "{text}");
        }
    }

    /// No move is charged whose letters a program read in another charset than they were
    /// written in, where what is left of them stands for one.
    #[test]
    fn a_move_in_a_wrong_charset_may_always_be_meant() {
        use crate::chess::notation::{Meant, meant, read};
        use crate::chess::{Position, Variant};
        use crate::language::Language;

        let mut tried = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/2B5/3Q4/R3K2R w - - 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Standard).unwrap();
            for language in [Language::Ru, Language::Uk] {
                for mv in position.legal_moves() {
                    let san = position.san_in(mv, language);
                    let mut written: Vec<Vec<u8>> =
                        CHARSETS.iter().filter_map(|c| encoded(&san, c)).collect();
                    written.push(san.clone().into_bytes());
                    for (bytes, charset) in written.iter().flat_map(|b| CHARSETS.map(|c| (b, c))) {
                        let text = decoded(bytes, charset);
                        // Signs that are no letters leave no move for an arbiter.
                        if text == san || !text.chars().all(char::is_alphanumeric) {
                            continue;
                        }
                        tried += 1;
                        let reading = read(&text, &position, Some(language));
                        let free = reading.mv.is_some()
                            || meant(&text, &position, Some(language), &reading) != Meant::Nothing;
                        assert!(free, "{text} for {san} in {language}");
                    }
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }

    #[test]
    fn a_smiley_stands_behind_a_square() {
        for (text, bare) in [
            ("e4J", Some("e4")),
            ("e4L", Some("e4")),
            ("Nf1K", Some("Nf1")),
            ("e8L", None),
            ("e4", None),
            ("K", None),
        ] {
            assert_eq!(without_smiley(text), bare, "{text}");
        }
    }
}
