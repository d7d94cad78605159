//! The commands of CONTRACT.md 4, in four languages, each on a line of its own.

use super::date;
use super::fold::{self, Word};
use super::{Doubt, Request, Span, Style};
use crate::ids::is_code;
use crate::language::Language;
use std::sync::LazyLock;

/// What a line asks for, its words below or beside it not yet looked at.
#[derive(Debug)]
pub enum Line {
    /// A whole request.
    Request(Request),
    /// DRAW without its question mark.
    BareDraw,
    /// PROTEST, OPINION, APPEAL, ARBITER: the text begins at this byte of the
    /// line and goes on below.
    Text(Keyword, Option<String>, usize),
    /// CHECK: the moves begin at this byte of the line.
    Check(usize),
    /// CLAIM DRAW: a move may stand in these bytes of the line.
    Claim(usize, usize),
    /// A command that is not clear.
    Doubt(Doubt),
    /// One of those that change much, not clear: a move on its line is not played
    /// either (`12. 5254, сдаюсь`).
    Grave(Doubt),
}

/// The commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Resign,
    Draw,
    DrawAccept,
    DrawDecline,
    DrawClaim,
    Leave,
    LeaveEnd,
    TimeClaim,
    Protest,
    Opinion,
    Appeal,
    Status,
    Report,
    Repeat,
    Address,
    Withdraw,
    Arbiter,
    Check,
    Format,
    Help,
}

use Keyword as K;
use Language::{En, Pl, Ru, Uk};

/// The words of each command, as the letters print them. Where two spellings
/// are taken, the one to suggest stands first.
const WORDS: [(Keyword, Language, &str); 83] = [
    (K::Resign, En, "RESIGN"),
    (K::Resign, Ru, "СДАЮСЬ"),
    (K::Resign, Uk, "ЗДАЮСЯ"),
    (K::Resign, Uk, "ЗДАЮСЬ"),
    (K::Resign, Pl, "PODDAJĘ"),
    (K::Draw, En, "DRAW"),
    (K::Draw, Ru, "НИЧЬЯ"),
    (K::Draw, Uk, "НІЧИЯ"),
    (K::Draw, Pl, "REMIS"),
    (K::DrawAccept, En, "ACCEPT DRAW"),
    (K::DrawAccept, Ru, "ПРИНИМАЮ НИЧЬЮ"),
    (K::DrawAccept, Uk, "ПРИЙМАЮ НІЧИЮ"),
    (K::DrawAccept, Pl, "PRZYJMUJĘ REMIS"),
    (K::DrawDecline, En, "DECLINE DRAW"),
    (K::DrawDecline, Ru, "ОТКЛОНЯЮ НИЧЬЮ"),
    (K::DrawDecline, Uk, "ВІДХИЛЯЮ НІЧИЮ"),
    (K::DrawDecline, Pl, "ODRZUCAM REMIS"),
    (K::DrawClaim, En, "CLAIM DRAW"),
    (K::DrawClaim, Ru, "ТРЕБУЮ НИЧЬЮ"),
    (K::DrawClaim, Uk, "ВИМАГАЮ НІЧИЮ"),
    (K::DrawClaim, Pl, "REKLAMUJĘ REMIS"),
    (K::Leave, En, "LEAVE"),
    (K::Leave, Ru, "ПЕРЕРЫВ"),
    (K::Leave, Uk, "ПЕРЕРВА"),
    (K::Leave, Pl, "URLOP"),
    (K::LeaveEnd, En, "END LEAVE"),
    (K::LeaveEnd, Ru, "КОНЕЦ ПЕРЕРЫВА"),
    (K::LeaveEnd, Uk, "КІНЕЦЬ ПЕРЕРВИ"),
    (K::LeaveEnd, Pl, "KONIEC URLOPU"),
    (K::TimeClaim, En, "CLAIM TIME"),
    (K::TimeClaim, Ru, "ПРОСРОЧКА"),
    (K::TimeClaim, Uk, "ПРОСТРОЧЕННЯ"),
    (K::TimeClaim, Pl, "PRZEKROCZENIE CZASU"),
    (K::Protest, En, "PROTEST"),
    (K::Protest, Ru, "ПРОТЕСТ"),
    (K::Protest, Uk, "ПРОТЕСТ"),
    (K::Protest, Pl, "PROTEST"),
    (K::Opinion, En, "OPINION"),
    (K::Opinion, Ru, "МНЕНИЕ"),
    (K::Opinion, Uk, "ДУМКА"),
    (K::Opinion, Pl, "OPINIA"),
    (K::Appeal, En, "APPEAL"),
    (K::Appeal, Ru, "АПЕЛЛЯЦИЯ"),
    (K::Appeal, Uk, "АПЕЛЯЦІЯ"),
    (K::Appeal, Pl, "APELACJA"),
    (K::Check, En, "CHECK"),
    (K::Check, Ru, "ПРОВЕРКА"),
    (K::Check, Uk, "ПЕРЕВІРКА"),
    (K::Check, Pl, "SPRAWDŹ"),
    (K::Status, En, "STATUS"),
    (K::Status, Ru, "СТАТУС"),
    (K::Status, Uk, "СТАТУС"),
    (K::Status, Pl, "STATUS"),
    (K::Report, En, "REPORT"),
    (K::Report, Ru, "ОТЧЁТ"),
    (K::Report, Uk, "ЗВІТ"),
    (K::Report, Pl, "RAPORT"),
    (K::Repeat, En, "REPEAT"),
    (K::Repeat, Ru, "ПОВТОР"),
    (K::Repeat, Uk, "ПОВТОР"),
    (K::Repeat, Pl, "POWTÓRZ"),
    (K::Address, En, "ADDRESS"),
    (K::Address, Ru, "АДРЕС"),
    (K::Address, Uk, "АДРЕСА"),
    (K::Address, Pl, "ADRES"),
    (K::Withdraw, En, "WITHDRAW"),
    (K::Withdraw, Ru, "ВЫБЫВАЮ"),
    (K::Withdraw, Uk, "ВИБУВАЮ"),
    (K::Withdraw, Pl, "WYCOFUJĘ SIĘ"),
    (K::Arbiter, En, "ARBITER"),
    (K::Arbiter, Ru, "АРБИТРУ"),
    (K::Arbiter, Uk, "АРБІТРУ"),
    (K::Arbiter, Pl, "SĘDZIA"),
    (K::Format, En, "FORMAT"),
    (K::Format, Ru, "ФОРМАТ"),
    (K::Format, Uk, "ФОРМАТ"),
    (K::Format, Pl, "FORMAT"),
    (K::Help, En, "HELP"),
    (K::Help, Ru, "ПОМОЩЬ"),
    (K::Help, Uk, "ДОПОМОГА"),
    (K::Help, Pl, "POMOC"),
    (K::Draw, En, "DRAW OFFER"),
    (K::Draw, En, "OFFER DRAW"),
];

struct Entry {
    keyword: Keyword,
    shown: &'static str,
    words: Vec<String>,
}

static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut table: Vec<Entry> = WORDS
        .iter()
        .map(|(keyword, _, shown)| Entry {
            keyword: *keyword,
            shown,
            words: fold::words(shown).into_iter().map(|w| w.text).collect(),
        })
        .collect();
    // The longest first: END LEAVE before LEAVE.
    table.sort_by_key(|e| std::cmp::Reverse(e.words.len()));
    table
});

/// Words beyond a command after which a line is a sentence that only begins
/// with it (`Check out this nice position from the café`).
const SENTENCE: usize = 6;

/// What a line commands; `None` where it is no command nor near one. `offset` is
/// the line's place in the text.
pub fn read(line: &str, offset: usize) -> Option<Line> {
    let bare = strip_courtesy(line);
    let start = offset_in(line, bare);
    let found = fold::words(bare);
    let here = Span {
        start: offset + start,
        end: offset + start + bare.trim_end().len(),
    };
    // Nothing but quotation marks, bullets and the like may stand before it.
    let clean_start = found.first().is_some_and(|w| {
        let before = bare.get(..w.start).unwrap_or("");
        before
            .chars()
            .all(|c| c.is_whitespace() || "\"'*_-–—•«„“”`!#[(>.".contains(c))
    });
    if clean_start && let Some(entry) = TABLE.iter().find(|e| begins(&found, &e.words)) {
        let words_beyond = found.len() - entry.words.len();
        let end = found.get(entry.words.len() - 1).map_or(0, |w| w.end);
        let rest = bare.get(end..).unwrap_or("");
        return arguments(entry, bare, rest, start + end, words_beyond, here);
    }
    near(line, &found, here, start)
}

/// Where the rest of a command's line begins is kept by its callers; this reads it.
fn arguments(
    entry: &Entry,
    line: &str,
    rest: &str,
    at: usize,
    words_beyond: usize,
    span: Span,
) -> Option<Line> {
    let unclear = || {
        Some(Line::Doubt(Doubt::UnclearCommand {
            line: line.trim().to_owned(),
            span,
            perhaps: Some(suggestion(entry)),
        }))
    };
    let plain = |request: Request| {
        if is_final(rest) {
            Some(Line::Request(request))
        } else if words_beyond > SENTENCE && !is_grave(entry.keyword) {
            None
        } else {
            unclear()
        }
    };
    match entry.keyword {
        K::Resign => plain(Request::Resign),
        K::DrawAccept => plain(Request::DrawAccept),
        K::DrawDecline => plain(Request::DrawDecline),
        K::TimeClaim => plain(Request::TimeClaim),
        K::Status => plain(Request::Status),
        K::Report => plain(Request::Report),
        K::Repeat => plain(Request::Repeat),
        K::Withdraw => plain(Request::Withdraw),
        K::Help => plain(Request::Help),
        K::Draw => {
            let mark = rest.trim_start().starts_with('?');
            if mark && is_final(&rest.replace('?', "")) {
                Some(Line::Request(Request::DrawOffer))
            } else if is_final(rest) {
                Some(Line::BareDraw)
            } else {
                unclear()
            }
        }
        K::DrawClaim => Some(Line::Claim(at, at + rest.len())),
        K::Check => {
            if words_beyond > SENTENCE && !rest.bytes().any(|b| b.is_ascii_digit()) {
                return None;
            }
            Some(Line::Check(at))
        }
        K::Protest | K::Appeal | K::Arbiter => Some(Line::Text(entry.keyword, None, at)),
        K::Opinion => match opinion(rest) {
            Some((result, len)) => Some(Line::Text(K::Opinion, Some(result), at + len)),
            None if words_beyond > SENTENCE => None,
            None => unclear(),
        },
        K::Leave => leave(rest, words_beyond, span).or_else(|| {
            if words_beyond > SENTENCE {
                None
            } else {
                unclear()
            }
        }),
        K::LeaveEnd => leave_end(rest, span).or_else(unclear),
        K::Address => {
            let address =
                rest.trim_matches(|c: char| c.is_whitespace() || "<>.,;:!\"'()[]«»*".contains(c));
            let address = address.strip_prefix("mailto:").unwrap_or(address);
            if is_address(address) {
                Some(Line::Request(Request::Address {
                    address: address.to_owned(),
                }))
            } else if words_beyond > SENTENCE {
                None
            } else {
                unclear()
            }
        }
        K::Format => match style(rest) {
            Some(style) => Some(Line::Request(Request::Format { style })),
            None if words_beyond > SENTENCE => None,
            None => unclear(),
        },
    }
}

/// Whether nothing but final punctuation is left.
fn is_final(rest: &str) -> bool {
    rest.chars()
        .all(|c| c.is_whitespace() || ".!…,;:)\"'»”“*_])".contains(c))
}

/// Commands that change much; a line that holds one anywhere is asked about.
fn is_grave(keyword: Keyword) -> bool {
    matches!(
        keyword,
        K::Resign
            | K::DrawAccept
            | K::DrawDecline
            | K::DrawClaim
            | K::TimeClaim
            | K::Withdraw
            | K::LeaveEnd
    )
}

/// What to write instead, in the words of the line's language.
fn suggestion(entry: &Entry) -> String {
    let shown = entry.shown;
    match entry.keyword {
        K::Draw => {
            let plain = WORDS.iter().find(|(k, l, _)| *k == K::Draw && *l == En);
            let shown = if shown.contains("OFFER") {
                plain.map_or(shown, |p| p.2)
            } else {
                shown
            };
            format!("{shown}?")
        }
        K::Leave => format!("{shown} 2026-07-01 2026-07-14"),
        K::Opinion => format!("{shown} 1-0"),
        K::Address => format!("{shown} new@example.org"),
        K::Format => format!("{shown} TEXT"),
        K::Check => format!("{shown} 12. 5254"),
        _ => shown.to_owned(),
    }
}

fn begins(found: &[Word], words: &[String]) -> bool {
    found.len() >= words.len() && found.iter().zip(words).all(|(f, w)| f.text == *w)
}

/// A line without a greeting before and thanks or regards after its words.
fn strip_courtesy(line: &str) -> &str {
    let mut bare = line;
    if let Some(found) = super::courtesy::GREETING.find(bare) {
        let rest = bare.get(found.end()..).unwrap_or("");
        // A greeting alone on its line leaves nothing to look at.
        bare = rest;
    }
    if let Some(found) = super::courtesy::CLOSING.find(bare) {
        bare = bare.get(..found.start()).unwrap_or(bare);
    }
    bare
}

fn offset_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize)
        .saturating_sub(whole.as_ptr() as usize)
        .min(whole.len())
}

/// A command inside a short line, or misspelt.
/// `start` is where the words' offsets begin in the line.
fn near(line: &str, found: &[Word], span: Span, start: usize) -> Option<Line> {
    if found.is_empty() || found.len() > 10 {
        return None;
    }
    let doubt = |entry: &Entry| {
        Some(Line::Doubt(Doubt::UnclearCommand {
            line: line.trim().to_owned(),
            span,
            perhaps: Some(suggestion(entry)),
        }))
    };
    for entry in TABLE.iter() {
        let inside = found
            .windows(entry.words.len())
            .any(|w| w.iter().zip(&entry.words).all(|(f, e)| f.text == *e));
        let near_enough = is_grave(entry.keyword)
            || entry.keyword == K::Draw && found.len() <= 6
            || found.len() <= 2;
        if !inside || !near_enough {
            continue;
        }
        // `12. 5254, claim draw`: the intended move stands before the claim.
        let before = found.len().saturating_sub(entry.words.len());
        if entry.keyword == K::DrawClaim
            && let Some(claim) = found.get(before)
            && found
                .iter()
                .skip(before)
                .zip(&entry.words)
                .all(|(f, e)| f.text == *e)
        {
            return Some(Line::Claim(start, start + claim.start));
        }
        return match doubt(entry) {
            Some(Line::Doubt(doubt)) if is_grave(entry.keyword) => Some(Line::Grave(doubt)),
            other => other,
        };
    }
    if found.len() > 3 {
        return None;
    }
    let joined = found
        .iter()
        .map(|w| w.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let length = joined.chars().count();
    if length < 5 {
        return None;
    }
    let allowed = if length > 7 { 2 } else { 1 };
    TABLE
        .iter()
        .filter(|e| found.len().abs_diff(e.words.len()) <= 1)
        .map(|e| (strsim::osa_distance(&joined, &e.words.join(" ")), e))
        .filter(|(d, _)| *d <= allowed)
        .min_by_key(|(d, _)| *d)
        .and_then(|(_, e)| doubt(e))
}

/// `1-0`, `0-1`, `1/2-1/2` in any of its spellings, and its length in bytes.
fn opinion(rest: &str) -> Option<(String, usize)> {
    const RESULTS: [(&str, &str); 19] = [
        ("1/2-1/2", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½ - ½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("1-0", "1-0"),
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("1 - 0", "1-0"),
        ("0-1", "0-1"),
        ("0:1", "0-1"),
        ("0–1", "0-1"),
        ("0 - 1", "0-1"),
        ("1/2", "1/2-1/2"),
    ];
    let body = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-–—=".contains(c));
    let skipped = rest.len() - body.len();
    for (text, result) in RESULTS {
        if let Some(after) = body.strip_prefix(text)
            && !after.starts_with(|c: char| c.is_ascii_digit())
        {
            return Some((result.to_owned(), skipped + text.len()));
        }
    }
    let word = fold::words(body).into_iter().next()?;
    let draw = TABLE
        .iter()
        .any(|e| e.keyword == K::Draw && e.words == [word.text.clone()]);
    draw.then(|| ("1/2-1/2".to_owned(), skipped + word.end))
}

fn leave(rest: &str, words_beyond: usize, span: Span) -> Option<Line> {
    match date::range(rest) {
        Ok((from, to, tail)) => {
            let code =
                tail.trim_matches(|c: char| c.is_whitespace() || ".,;:!()[]\"'«»*".contains(c));
            let code = match code {
                "" => None,
                c if is_code(c) && c.bytes().any(|b| b.is_ascii_alphabetic()) => Some(c.to_owned()),
                _ => return None,
            };
            Some(Line::Request(Request::Leave { from, to, code }))
        }
        Err(Some(text)) if words_beyond <= 2 * SENTENCE => {
            Some(Line::Doubt(Doubt::BadDate { text, span }))
        }
        Err(_) => None,
    }
}

fn leave_end(rest: &str, span: Span) -> Option<Line> {
    if is_final(rest) {
        return Some(Line::Request(Request::LeaveEnd { date: None }));
    }
    match date::one(rest.trim_start_matches(|c: char| c.is_whitespace() || ":-–—".contains(c)))
    {
        Ok((date, tail)) if is_final(tail) => {
            Some(Line::Request(Request::LeaveEnd { date: Some(date) }))
        }
        Err(Some(text)) => Some(Line::Doubt(Doubt::BadDate { text, span })),
        _ => None,
    }
}

fn style(rest: &str) -> Option<Style> {
    let words = fold::words(rest);
    let [word] = words.as_slice() else {
        return None;
    };
    let is = |names: &[&str]| names.iter().any(|n| fold::fold(n) == word.text);
    if is(&["PGN", "ПГН"]) {
        Some(Style::Pgn)
    } else if is(&["TEXT", "ТЕКСТ", "TEKST"]) {
        Some(Style::Text)
    } else if is(&["FULL", "ПОЛНЫЙ", "ПОВНИЙ", "PEŁNY", "HTML"]) {
        Some(Style::Full)
    } else {
        None
    }
}

/// One address and nothing else (RFC 5321 leaves more; the robot can only write to these).
fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    !local.is_empty()
        && text.len() <= 254
        && domain.contains('.')
        && !text
            .contains(|c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\"\\/".contains(c))
        && !local.contains('@')
        && domain.split('.').all(|label| !label.is_empty())
}
