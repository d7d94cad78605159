//! Characters of a part. A declared charset is believed where its text makes
//! sense; a missing or wrong one is found out: UTF-8 where the bytes are valid,
//! else the one of the region's charsets in which the text looks most like a
//! letter in Russian, Ukrainian or Polish.

use super::mime::Part;
use mail_parser::decoders::charsets::map::charset_decoder;

/// How much of a text is looked at when its charset is guessed, in bytes.
const SAMPLE: usize = 20_000;

/// The charsets in which letters without a declaration come, most usual first.
const CANDIDATES: [&str; 8] = [
    "windows-1251",
    "koi8-r",
    "koi8-u",
    "iso-8859-5",
    "ibm866",
    "windows-1250",
    "iso-8859-2",
    "windows-1252",
];

/// The text of a part, decoded.
pub fn text(part: &Part, notes: &mut Vec<String>) -> String {
    let bytes = part.bytes();
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let declared = part
        .parameter("charset")
        .map(|c| c.trim().to_ascii_lowercase())
        .unwrap_or_default();
    let eight_bit = bytes.iter().any(|b| *b >= 0x80);
    // 7-bit bytes are text in every charset but those that shift (UTF-7,
    // ISO-2022, UTF-16), and these are believed.
    if !eight_bit && !shifts(&declared) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if matches!(
        declared.as_str(),
        "" | "us-ascii" | "ascii" | "utf-8" | "utf8"
    ) {
        return guess(bytes, "text", notes);
    }
    let Some(decode) = charset_decoder(declared.as_bytes()) else {
        return guess(bytes, "text", notes);
    };
    let text = decode(bytes);
    if !is_single_byte(&declared) {
        return text;
    }
    if let Ok(utf8) = std::str::from_utf8(bytes) {
        notes.push(format!("charset {declared} is declared, the text is UTF-8"));
        return utf8.to_owned();
    }
    let (best, best_score) = best(bytes);
    let mark = score(&decoded(decode, bytes));
    // Only a plain lie is corrected: a rare language in its own charset scores
    // low too. Latin-1 is declared by programs that do not know what they send.
    let latin1 = matches!(
        declared.as_str(),
        "iso-8859-1" | "windows-1252" | "latin1" | "iso8859-1" | "cp1252"
    );
    let margin = if latin1 { 3.0 } else { 8.0 };
    if best_score > mark + margin && best_score > 2.0 * mark {
        notes.push(format!("charset {declared} is declared, read as {best}"));
        return decode_as(best, bytes);
    }
    text
}

/// Text of an unknown charset; `what` names it in the note.
pub fn guess(bytes: &[u8], what: &str, notes: &mut Vec<String>) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(e) => {
            // UTF-8 that was cut in the middle of a character is still UTF-8.
            let valid = e.valid_up_to();
            let has_eight_bit = bytes.iter().take(valid).any(|b| *b >= 0x80);
            if has_eight_bit && valid + 4 > bytes.len() && e.error_len().is_none() {
                return String::from_utf8_lossy(bytes).into_owned();
            }
            let (best, _) = best(bytes);
            notes.push(format!("the charset of the {what} was guessed: {best}"));
            decode_as(best, bytes)
        }
    }
}

fn best(bytes: &[u8]) -> (&'static str, f64) {
    let mut found = ("windows-1251", f64::MIN);
    for name in CANDIDATES {
        let Some(decode) = charset_decoder(name.as_bytes()) else {
            continue;
        };
        let mark = score(&decoded(decode, bytes));
        // Strictly better: of two that agree on these bytes the more usual one is named.
        if mark > found.1 + 1e-9 {
            found = (name, mark);
        }
    }
    found
}

fn decoded(decode: fn(&[u8]) -> String, bytes: &[u8]) -> String {
    decode(bytes.get(..SAMPLE).unwrap_or(bytes))
}

fn decode_as(name: &str, bytes: &[u8]) -> String {
    match charset_decoder(name.as_bytes()) {
        Some(decode) => decode(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn shifts(charset: &str) -> bool {
    ["utf-7", "utf-16", "utf-32", "iso-2022", "hz-gb"]
        .iter()
        .any(|s| charset.starts_with(s))
}

fn is_single_byte(charset: &str) -> bool {
    let c = charset;
    [
        "iso-8859",
        "iso8859",
        "windows-125",
        "cp125",
        "koi8",
        "latin",
        "x-mac",
        "mac",
        "l1",
    ]
    .iter()
    .any(|s| c.starts_with(s))
        || matches!(c, "ibm866" | "cp866" | "866" | "ibm852" | "cp852")
}

/// How much a text looks like a letter in a Slavonic language: frequent letters
/// and words count for it; letters of two scripts in a word, capitals inside
/// one, and signs that nobody types count against it.
fn score(text: &str) -> f64 {
    let mut sum = 0.0;
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if !word.is_ascii() {
            sum += word_score(&word);
        }
        word.clear();
        if !c.is_ascii() {
            sum += match c {
                '«' | '»' | '„' | '”' | '“' | '’' | '–' | '—' | '…' | '№' | '\u{A0}' | '°'
                | '½' => 0.0,
                '\u{80}'..='\u{9F}' | '\u{FFFD}' => -6.0,
                _ => -3.0,
            };
        }
    }
    sum
}

fn word_score(word: &str) -> f64 {
    if is_chess(word) {
        return 8.0;
    }
    let lower = word.to_lowercase();
    let mut sum = 0.0;
    if WORDS.iter().any(|w| lower.starts_with(w)) {
        sum += 6.0;
    }
    let (mut cyrillic, mut latin) = (false, false);
    let mut before: Option<char> = None;
    for c in word.chars() {
        let low = c.to_lowercase().next().unwrap_or(c);
        cyrillic |= ('\u{400}'..='\u{4FF}').contains(&c);
        latin |= c.is_alphabetic() && !('\u{400}'..='\u{4FF}').contains(&c);
        sum += weight(low);
        if before.is_some_and(|b| b.is_lowercase()) && c.is_uppercase() {
            sum -= 3.0;
        }
        if matches!((before, low), (None, 'ь' | 'ъ' | 'ы')) {
            sum -= 2.0;
        }
        before = Some(c);
    }
    if cyrillic && latin {
        sum -= 4.0;
    }
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let rest = word.chars().filter(|c| c.is_lowercase()).count();
    if capitals > 1 && rest == 0 {
        sum -= 1.0;
    }
    sum
}

/// A move in Cyrillic letters: `Кf3`, `Лfd1`, `Кр:e2`.
fn is_chess(word: &str) -> bool {
    let Some(first) = word.chars().next() else {
        return false;
    };
    let rest = word.get(first.len_utf8()..).unwrap_or("");
    let rest = rest.strip_prefix('р').unwrap_or(rest);
    let mut tail = rest.bytes();
    matches!(first, 'К' | 'Ф' | 'Л' | 'С' | 'Т')
        && (2..=5).contains(&rest.len())
        && tail.all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x'))
        && rest.bytes().last().is_some_and(|b| b.is_ascii_digit())
}

/// Frequencies of letters in Russian, Ukrainian and Polish, roughly logarithmic;
/// letters that these languages do not use count against a charset.
fn weight(c: char) -> f64 {
    match c {
        'о' | 'е' | 'а' | 'и' | 'н' | 'т' => 2.0,
        'с' | 'р' | 'в' | 'л' | 'к' => 1.6,
        'м' | 'д' | 'п' | 'у' | 'я' => 1.2,
        'ы' | 'ь' | 'г' | 'з' | 'б' | 'ч' | 'й' | 'х' | 'і' => 0.8,
        'ж' | 'ш' | 'ю' | 'ц' => 0.4,
        'щ' | 'э' | 'ф' | 'ъ' | 'ё' | 'ї' | 'є' => 0.1,
        'ґ' => 0.0,
        'ą' | 'ę' | 'ł' | 'ó' | 'ż' | 'ś' => 1.6,
        'ć' | 'ń' | 'ź' => 1.2,
        'ä' | 'ö' | 'ü' | 'ß' | 'é' | 'è' => 0.2,
        c if c.is_ascii() => 0.0,
        _ => -2.5,
    }
}

/// Beginnings of words that stand in letters to the robot.
const WORDS: [&str; 44] = [
    "сда",
    "ничь",
    "перерыв",
    "статус",
    "отчет",
    "отчёт",
    "повтор",
    "помощь",
    "проср",
    "протест",
    "мнение",
    "проверка",
    "адрес",
    "арбитр",
    "формат",
    "конец",
    "ход",
    "если",
    "здрав",
    "уваж",
    "привет",
    "добр",
    "прин",
    "откл",
    "треб",
    "получ",
    "выб",
    "спасибо",
    "или",
    "партия",
    "зда",
    "нічи",
    "якщо",
    "перерв",
    "вітаю",
    "звіт",
    "допом",
    "повага",
    "отрим",
    "poddaj",
    "jeśli",
    "dzień",
    "powtórz",
    "przyjmuj",
];
