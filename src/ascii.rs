//! Names in the letters that every program knows: ASCII. Cyrillic goes by the
//! passports of its language (Russian: ICAO 9303; Ukrainian: the state's table of
//! 2010, without its rule for the beginning of a word), Latin loses its marks.

use crate::fold;
use crate::language::Language;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// The text in printable ASCII; what has no counterpart becomes `?`. The language
/// decides letters that Russian and Ukrainian share and sound differently.
pub fn ascii(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    let text = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().copied().enumerate() {
        if letter.is_ascii_graphic() || letter == ' ' {
            out.push(letter);
            continue;
        }
        if matches!(letter, '’' | 'ʼ') {
            // The apostrophe that parts Ukrainian letters is none of the name in Latin.
            let before = at.checked_sub(1).and_then(|i| letters.get(i));
            if !before.is_some_and(|c| fold::is_cyrillic(*c)) {
                out.push('\'');
            }
            continue;
        }
        let lower = letter.to_lowercase().next().unwrap_or(letter);
        let Some(plain) = cyrillic(lower, language).or_else(|| latin(lower)) else {
            marks_dropped(letter, &mut out);
            continue;
        };
        if letter == lower {
            out.push_str(plain);
            continue;
        }
        // Щ begins a word as `Shch`; in a word of capitals it is `SHCH`.
        let near = [at.checked_sub(1), at.checked_add(1)];
        let shouted = near
            .into_iter()
            .flatten()
            .filter_map(|i| letters.get(i))
            .any(|c| c.is_uppercase());
        let mut parts = plain.chars();
        out.extend(parts.next().map(|c| c.to_ascii_uppercase()));
        for c in parts {
            out.push(if shouted { c.to_ascii_uppercase() } else { c });
        }
    }
    out
}

/// A letter of the Cyrillic alphabets of our players, small.
fn cyrillic(letter: char, language: Language) -> Option<&'static str> {
    let ukrainian = language == Language::Uk;
    Some(match letter {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' if ukrainian => "h",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'ё' | 'э' => "e",
        'є' => "ie",
        'ж' => "zh",
        'з' => "z",
        'и' if ukrainian => "y",
        'и' | 'і' | 'й' | 'ї' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' | 'ў' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' => "ie",
        'ы' => "y",
        'ь' => "",
        'ю' => "iu",
        'я' => "ia",
        'ј' => "j",
        'љ' => "lj",
        'њ' => "nj",
        'ћ' => "c",
        'ђ' => "dj",
        'џ' => "dz",
        _ => return None,
    })
}

/// Latin letters that are no letter with a mark, and signs of print.
fn latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ø' => "o",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ı' => "i",
        'ħ' => "h",
        '–' | '—' | '‑' | '−' => "-",
        '«' | '»' | '„' | '“' | '”' => "\"",
        '‘' => "'",
        '½' => "1/2",
        '…' => "...",
        '№' => "No",
        '\u{a0}' | '\u{202f}' => " ",
        _ => return None,
    })
}

/// A letter whose decomposition begins with one of ASCII: `ą`, `ń`, `é`.
fn marks_dropped(letter: char, out: &mut String) {
    let mut buffer = [0; 4];
    let text = letter.encode_utf8(&mut buffer);
    let parts = DecomposingNormalizerBorrowed::new_nfkd().normalize(text);
    let mut known = false;
    for part in parts.chars().filter(char::is_ascii_graphic) {
        out.push(part);
        known = true;
    }
    if !known {
        let mark = matches!(letter, '\u{300}'..='\u{36f}') || letter.is_control();
        if !mark {
            out.push('?');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_four_languages() {
        let cases = [
            (
                Language::Ru,
                "Щукин Юрий Хрящёв",
                "Shchukin Iurii Khriashchev",
            ),
            (Language::Ru, "ЩЕРБАКОВ Я.", "SHCHERBAKOV Ia."),
            (Language::Ru, "Игорь Объедков", "Igor Obieedkov"),
            (Language::Uk, "Григорій Їжакевич", "Hryhorii Izhakevych"),
            (Language::Uk, "Єва Ґава-Знам’янська", "Ieva Gava-Znamianska"),
            (Language::Pl, "Żółć Gęślą Jaźń Łódź", "Zolc Gesla Jazn Lodz"),
            (Language::En, "Søren Groß d’Élan", "Soren Gross d'Elan"),
            (Language::Ru, "Андрии\u{306}", "Andrii"),
            (Language::En, "王 Ann\tB", "? AnnB"),
        ];
        for (language, name, plain) in cases {
            assert_eq!(ascii(name, language), plain, "{name}");
        }
    }

    #[test]
    fn nothing_but_ascii_comes_out() {
        let all: String = (0x20..0x3000u32).filter_map(char::from_u32).collect();
        for language in Language::ALL {
            let plain = ascii(&all, language);
            assert!(plain.chars().all(|c| c.is_ascii_graphic() || c == ' '));
        }
    }
}
