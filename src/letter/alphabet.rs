//! How much a text looks like a letter to a chess club in Russian, Ukrainian or
//! Polish: the measure by which its charset is found out. Letters are short, so
//! what decides first is the vocabulary of the requests and of chess, then which
//! letters follow one another, then how words are written: nobody types a
//! capital inside a word, or letters of two alphabets in one.

use crate::fold;
use crate::vocabulary;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a move in Cyrillic letters counts for; one is enough to decide.
const MOVE: f64 = 10.0;
/// What a word of the vocabulary counts for.
const KNOWN: f64 = 8.0;

/// How much a text looks like a letter: the higher, the more; about 1 a letter
/// for plain prose, below 0 for nonsense.
pub fn score(text: &str) -> f64 {
    text.split_whitespace()
        .filter(|chunk| !chunk.is_ascii())
        .map(chunk_score)
        .sum()
}

/// What stands between white space: a move, or words with signs around them.
fn chunk_score(chunk: &str) -> f64 {
    if let Some(score) = move_score(chunk) {
        return score;
    }
    let mut sum = 0.0;
    let mut word = String::new();
    for c in chunk.chars().chain([' ']) {
        if c.is_alphanumeric() || matches!(c, '\'' | '’') && !word.is_empty() {
            word.push(c);
            continue;
        }
        if !word.is_ascii() {
            sum += word_score(word.trim_end_matches(['\'', '’']));
        }
        word.clear();
        if !c.is_ascii() {
            sum += sign_score(c);
        }
    }
    sum
}

/// Signs that people type, and those that only a wrong charset makes.
fn sign_score(c: char) -> f64 {
    match c {
        '«' | '»' | '„' | '”' | '“' | '’' | '–' | '—' | '…' | '\u{A0}' | '°' | '½' => {
            0.0
        }
        '№' => -1.0,
        '\u{80}'..='\u{9F}' | '\u{FFFD}' => -6.0,
        _ => -3.0,
    }
}

/// A move in Cyrillic letters: `Кf3`, `Лfd1`, `Кр:e2`, `12.е4`, `О-О`.
fn move_score(chunk: &str) -> Option<f64> {
    let body = chunk
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '(' | '…'))
        .trim_end_matches(|c: char| c.is_ascii_punctuation());
    if matches!(body, "О-О" | "О-О-О") {
        return Some(2.0 * MOVE);
    }
    let first = body.chars().next()?;
    let rest = body.get(first.len_utf8()..)?;
    let rest = rest.strip_prefix('р').unwrap_or(rest);
    if matches!(first, 'К' | 'Ф' | 'Л' | 'С' | 'Т') && is_square(rest, 5) {
        return Some(MOVE);
    }
    // A pawn's square with a look-alike; its capitals are rarer.
    match first {
        'а' | 'с' | 'е' if is_rank(rest) => Some(MOVE),
        'А' | 'С' | 'Е' if is_rank(rest) => Some(MOVE - 5.0),
        _ => None,
    }
}

/// Whether these are files, ranks and a mark of capture that end in a rank.
fn is_square(text: &str, longest: usize) -> bool {
    let inner =
        |c: char| matches!(c, 'a'..='h' | '1'..='8' | ':' | 'x' | '-' | 'а' | 'с' | 'е' | 'х');
    let length = text.chars().count();
    (2..=longest).contains(&length)
        && text.chars().all(inner)
        && text.ends_with(|c: char| c.is_ascii_digit())
        && !text.starts_with('-')
}

fn is_rank(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|b| (b'1'..=b'8').contains(&b))
}

fn word_score(word: &str) -> f64 {
    let cyrillic = word.chars().any(fold::is_cyrillic);
    let latin = word
        .chars()
        .any(|c| c.is_alphabetic() && !fold::is_cyrillic(c));
    let mut sum = 0.0;
    if cyrillic && latin {
        sum -= 5.0;
    }
    let mut before: Option<char> = None;
    let mut inner_capitals = 0.0;
    for c in word.chars() {
        if before.is_some_and(char::is_lowercase) && c.is_uppercase() {
            inner_capitals += 1.0;
        }
        before = Some(c);
    }
    sum -= 4.0 * inner_capitals;
    let lower = word.to_lowercase();
    if inner_capitals == 0.0 && is_known(&lower) {
        sum += KNOWN;
    }
    sum += if cyrillic {
        sequence_score(&lower)
    } else {
        lower.chars().map(latin_weight).sum()
    };
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let rest = word.chars().filter(|c| c.is_lowercase()).count();
    if capitals > 1 && rest == 0 {
        sum -= 1.0;
    }
    sum
}

fn is_known(lower: &str) -> bool {
    WORDS.contains(lower) || BEGINNINGS.iter().any(|b| lower.starts_with(b))
}

/// Pairs of letters that are usual in Russian or Ukrainian count for the word,
/// others against it.
fn sequence_score(lower: &str) -> f64 {
    let mut letters = lower.chars();
    let Some(first) = letters.next() else {
        return 0.0;
    };
    if lower.chars().count() == 1 {
        return if "ивскуояазій".contains(first) {
            0.5
        } else {
            -1.0
        };
    }
    let mut sum = if follows('^', first) { 1.0 } else { -1.0 };
    let mut before = first;
    for c in letters {
        if !c.is_alphabetic() {
            before = '^';
            continue;
        }
        sum += match (follows(before, c), c) {
            (true, _) => 1.0,
            (false, 'а'..='я' | 'ё' | 'і' | 'ї' | 'є' | 'ґ') => -1.6,
            (false, _) => -3.0,
        };
        before = c;
    }
    sum
}

fn follows(before: char, c: char) -> bool {
    PAIRS
        .iter()
        .find(|(b, _)| *b == before)
        .is_some_and(|(_, usual)| usual.contains(c))
}

/// Letters of Polish and German count a little, those of neither against.
fn latin_weight(c: char) -> f64 {
    match c {
        'ą' | 'ę' | 'ł' | 'ó' | 'ż' | 'ś' => 1.6,
        'ć' | 'ń' | 'ź' => 1.2,
        'ä' | 'ö' | 'ü' | 'ß' | 'é' | 'è' => 0.2,
        c if c.is_ascii() => 0.0,
        _ => -2.5,
    }
}

/// After each letter (`^` is the beginning of a word) those that follow it in
/// more than a fiftieth of cases, measured on Russian and Ukrainian texts about
/// correspondence chess: nine in ten pairs of such a text are among them.
const PAIRS: [(char, &str); 37] = [
    ('^', "абвдеєзийіїклмнопрстухцчшщюя"),
    ('а', "бвдежзйклмнпрстхцчшюя"),
    ('б', "аеилоруыьіяю"),
    ('в', "аеийклнорсуыіьідт"),
    ('г', "аедилоруні"),
    ('д', "авеилнопруыьіякє"),
    ('е', "бвгджзйклмнпрстхчшюеї"),
    ('ё', "дзлмнртшж"),
    ('ж', "адеилмнкоу"),
    ('з', "авгдеимноруяьілб"),
    ('и', "бвгдезийклмнпрстхцчшяюєщ"),
    ('й', "длмностшкцч"),
    ('к', "авеилнорстущіц"),
    ('л', "аеєжийілнокстуьюя"),
    ('м', "аеиноплуыьяію"),
    ('н', "аеєиійкнодтсуыьюяця"),
    ('о', "бвгджзийклмнпрстухцчшюяїє"),
    ('п', "аеилоруыяі"),
    ('р', "абвгдеилмнопстухшщыьюяікж"),
    ('с', "авеиклмнопрстуьюяіцч"),
    ('т', "авеиікмнорстуыьюяцє"),
    ('у', "бвгдежзйклмнпрстхчшщюй"),
    ('ф', "аеилорті"),
    ('х', "авоиілнідру"),
    ('ц', "аеиіьуюяві"),
    ('ч', "аеиіклноутьн"),
    ('ш', "аеиіклнотуь"),
    ('щ', "аеиоуіь"),
    ('ъ', "еяю"),
    ('ы', "бвгейлмнпрстхчшк"),
    ('ь', "бегзикмностшюяєщ"),
    ('э', "клтрнм"),
    ('ю', "бдтчщсрілн"),
    ('я', "вгдезклмнстхцчщюїї"),
    ('і', "бвгджзйклмнпрстцчшюяїєх"),
    ('ї', "внтхчїмдж"),
    ('є', "вмтюїднл"),
];

/// Short words that stand in letters to the robot.
static WORDS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| vocabulary::mail(|w| &w.charset.words).into_iter().collect());

/// Beginnings of words that stand in letters to the robot.
static BEGINNINGS: LazyLock<Vec<&str>> =
    LazyLock::new(|| vocabulary::mail(|w| &w.charset.beginnings));
