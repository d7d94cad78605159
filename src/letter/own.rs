//! The player's own words: what is left of a letter without what it quotes, its
//! signature and its client's boilerplate. A line `=`, `+-` or `-Nf3` is chess
//! and stays. Where nothing is left, nothing is: a quotation holds our own last
//! letter, and a move in it is the opponent's.

use super::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Longest line in which an attribution is looked for, in bytes; real ones have under 200.
const MAX_ATTRIBUTION: usize = 500;
/// Most lines looked at; the record of a game with all its quotations has a thousand.
pub const MAX_LINES: usize = 5_000;
/// Lines an attribution may be broken into by a client.
const MAX_JOINED: usize = 3;
/// Lines among which the fields of a header block stand.
const HEADER_LINES: usize = 8;

/// One line of a letter with what its form tells about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its text without quotation marks.
    pub text: String,
    /// How deep it is quoted.
    pub depth: usize,
    /// It belongs to a signature or an attribution that the client marked.
    pub aside: bool,
    /// The client marked that from here on all is quoted.
    pub ends: bool,
}

/// The lines of a plain text.
pub fn lines_of(text: &str) -> Vec<Line> {
    text.split('\n')
        .map(|line| {
            let mut depth = 0;
            let mut rest = line;
            // Up to three spaces may stand before a mark; `>From` is mbox stuffing.
            while let Some(inner) = rest
                .trim_start_matches(' ')
                .strip_prefix('>')
                .filter(|i| depth > 0 || !i.starts_with("From "))
            {
                depth += 1;
                rest = inner;
            }
            let rest = if depth > 0 {
                rest.strip_prefix(' ').unwrap_or(rest)
            } else {
                rest.strip_prefix(">From ")
                    .map_or(rest, |_| rest.get(1..).unwrap_or(rest))
            };
            Line {
                text: rest.to_owned(),
                depth,
                ..Line::default()
            }
        })
        .collect()
}

/// All lines as text, quotations marked with `>`.
pub fn rendered(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        if line.depth > 0 {
            out.extend(std::iter::repeat_n('>', line.depth.min(20)));
            out.push(' ');
        }
        out.push_str(line.text.trim_end());
        out.push('\n');
    }
    out.trim_matches('\n').to_owned()
}

/// The own words, line for line, LF between them, no blank lines at the ends.
pub fn words(lines: &[Line]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut in_signature = false;
    let mut at = 0;
    while let Some(line) = lines.get(at).filter(|_| at < MAX_LINES) {
        if line.ends {
            break;
        }
        if line.depth > 0 {
            in_signature = false;
            at += 1;
            continue;
        }
        if line.aside {
            at += 1;
            continue;
        }
        let rest = lines.get(at..).unwrap_or(&[]);
        if SEPARATOR.is_match(&line.text) || is_header_block(rest) {
            drop_rule(&mut kept);
            break;
        }
        if let Some(count) = attribution(rest) {
            let below = lines
                .iter()
                .skip(at + count)
                .find(|l| !l.text.trim().is_empty());
            if below.is_none_or(|l| l.depth == 0) {
                break;
            }
            in_signature = false;
            at += count;
            continue;
        }
        let blank_before = at == 0
            || lines
                .get(at - 1)
                .is_some_and(|l| l.text.trim().is_empty() || l.depth > 0);
        if is_signature_mark(&line.text, blank_before) {
            in_signature = true;
        }
        if !in_signature && !MOBILE.is_match(&line.text) {
            kept.push(line.text.trim_end());
        }
        at += 1;
    }
    while kept
        .last()
        .is_some_and(|l| l.trim().is_empty() || is_rule(l))
    {
        kept.pop();
    }
    let first = kept
        .iter()
        .position(|l| !l.trim().is_empty())
        .unwrap_or(kept.len());
    kept.get(first..).unwrap_or(&[]).join("\n")
}

/// A rule above a header block belongs to the block.
fn drop_rule(kept: &mut Vec<&str>) {
    while kept
        .last()
        .is_some_and(|l| l.trim().is_empty() || is_rule(l))
    {
        kept.pop();
    }
}

/// A line of five and more `_` or `-`; shorter ones may be chess (`--`, `=`).
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 5 && (line.bytes().all(|b| b == b'_') || line.bytes().all(|b| b == b'-'))
}

/// RFC 3676, 4.3; without its space only below an empty line.
fn is_signature_mark(line: &str, blank_before: bool) -> bool {
    line == "-- " || line == "--  " || line.trim_end() == "--" && blank_before
}

/// How many lines of an attribution begin here: `On …, X wrote:` on one to three lines.
fn attribution(lines: &[Line]) -> Option<usize> {
    let first = lines.first()?;
    if is_attribution(&first.text, true) {
        return Some(1);
    }
    if !STARTS.is_match(first.text.trim_start()) {
        return None;
    }
    let mut joined = first.text.trim().to_owned();
    for count in 2..=MAX_JOINED {
        let line = lines.get(count - 1)?;
        // What follows is an attribution by itself: the first line is the player's.
        if line.depth > 0 || line.text.trim().is_empty() || is_attribution(&line.text, true) {
            return None;
        }
        joined.push(' ');
        joined.push_str(line.text.trim());
        if is_attribution(&joined, false) {
            return Some(count);
        }
    }
    None
}

fn is_attribution(line: &str, single: bool) -> bool {
    let line = line.trim();
    if line.len() > MAX_ATTRIBUTION
        || !line.ends_with(':')
        || !line.bytes().any(|b| b.is_ascii_digit() || b == b'@')
    {
        return false;
    }
    // Clients break the line inside <address>.
    let line = line.replace("< ", "<").replace(" >", ">");
    // The second half of a broken address is no attribution by itself.
    let single = single && (line.contains('<') || !line.contains('>'));
    ATTRIBUTIONS.iter().any(|r| r.is_match(&line))
        || single && SINGLE.iter().any(|r| r.is_match(&line))
}

/// The head of a quoted letter as Outlook and others print it: From first and
/// two other fields near, or any two below a rule.
fn is_header_block(lines: &[Line]) -> bool {
    let Some(first) = lines.first() else {
        return false;
    };
    let (ruled, start) = if is_long_rule(&first.text) {
        (true, 1)
    } else {
        (false, 0)
    };
    let mut kinds = [false; 5];
    let mut fields = lines
        .iter()
        .skip(start)
        .filter(|l| !l.text.trim().is_empty());
    let Some(top) = fields.next().and_then(|l| header_kind(&l.text)) else {
        return false;
    };
    if !ruled && top != 0 {
        return false;
    }
    if let Some(kind) = kinds.get_mut(top) {
        *kind = true;
    }
    for line in lines.iter().skip(start + 1).take(HEADER_LINES) {
        if let Some(kind) = header_kind(&line.text).and_then(|k| kinds.get_mut(k)) {
            *kind = true;
        }
    }
    let count = kinds.iter().filter(|k| **k).count();
    count >= 3 || ruled && count >= 2
}

fn is_long_rule(line: &str) -> bool {
    is_rule(line) && line.trim().len() >= 10
}

/// 0 From, 1 Date, 2 To, 3 Cc, 4 Subject.
fn header_kind(line: &str) -> Option<usize> {
    let line = line.trim_start_matches(|c: char| c == '*' || c.is_whitespace());
    let (name, _) = line.split_once(':')?;
    let name = name
        .trim_matches(|c: char| c == '*' || c.is_whitespace())
        .to_lowercase();
    Some(match name.as_str() {
        "from" | "von" | "od" | "nadawca" | "от" | "от кого" | "від" | "від кого" => {
            0
        }
        "sent"
        | "date"
        | "gesendet"
        | "datum"
        | "wysłano"
        | "wysłane"
        | "data"
        | "отправлено"
        | "дата"
        | "надіслано"
        | "відправлено" => 1,
        "to" | "an" | "do" | "adresat" | "кому" => 2,
        "cc" | "kopie" | "dw" | "kopia" | "копия" | "копія" => 3,
        "subject" | "betreff" | "temat" | "тема" => 4,
        _ => return None,
    })
}

macro_rules! patterns {
    ($($pattern:expr),+ $(,)?) => {
        // A pattern that does not compile would match nothing; a test counts them.
        [$($pattern),+].iter().filter_map(|p| Regex::new(p).ok()).collect::<Vec<Regex>>()
    };
}

/// How an attribution may begin where it goes on in the next line.
static STARTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:on |am |w dniu |dnia |wiadomość |le |(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|п.ятниця|субота|неділя|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela)\b|(?:пн|вт|ср|чт|пт|сб|вс|нд|pon|wt|śr|czw|pt|sob|niedz|mon|tue|wed|thu|fri|sat|sun)[.,]|\d{1,2}[./ ]|20\d\d[-/.])",
    )
});

/// `-----Original Message-----` and its translations.
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\s>*]*[-_=–—]{2,} ?(?:begin forwarded message|original message|original appointment|reply message|forwarded message|forwarded by .{1,80}|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|пересланное сообщение|конец переадресованного сообщения|початкове повідомлення|вихідне повідомлення|оригінальне повідомлення|переслане повідомлення|oryginalna wiadomość|wiadomość oryginalna|treść oryginalnej wiadomości|treść przekazanej wiadomości|wiadomość przekazana dalej|ursprüngliche nachricht|original-nachricht|weitergeleitete nachricht|зыходны ліст) ?:? ?[-_=–—]{2,}\s*$|(?i)^(?:begin forwarded message|начало переадресованного сообщения|початок переадресованого повідомлення|początek przekazywanej wiadomości) ?:\s*$",
    )
});

/// Lines that phones and web mail append by themselves.
static MOBILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*[-_–—]{0,3}\s*(?:sent from (?:my|mail|yahoo|outlook|samsung|windows|gmail|proton).*|sent with .{0,60}|get outlook for .*|отправлено (?:с|из|от|через) .*|послано с .*|надіслано (?:з|із|від|через) .*|відправлено (?:з|із|через) .*|wysłan[eo] (?:z|za pomocą) .*|gesendet (?:von|mit) .*|von meinem .* gesendet.?|diese nachricht wurde von .* gesendet.?|получить outlook для .*|pobierz (?:aplikację )?outlook (?:dla|na) .*)$",
    )
});

static ATTRIBUTIONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    patterns![
        // Gmail, Russian
        r"(?i)^(?:пн|вт|ср|чт|пт|сб|вс)\.?,? \d{1,2} \p{L}+\.? \d{4} ?(?:г\.?)?,? ?(?:в )?\d{1,2}:\d{2}(?::\d{2})?,? .{0,120}[<(]? ?[^\s<>@]+@[^\s<>]+ ?[>)]? ?:$",
        r"(?i)^(?:(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),? ?)?\d{1,2}(?:\.\d{2}\.\d{4}| \p{L}+\.? \d{4} ?г?\.?),?(?: в)? ?(?:\d{1,2}:\d{2})? ?пользователь .{1,160} написал(?:\(а\)|а)? ?:$",
        // Apple Mail, Russian
        r"(?i)^\d{1,2} \p{L}+\.? \d{4} ?г\.,? (?:в )?\d{1,2}:\d{2}(?::\d{2})?,? .{1,160} (?:написал|пишет)(?:\(а\)|а)? ?:$",
        // Thunderbird, Russian and Ukrainian
        r"(?i)^\d{1,2}[./-]\d{1,2}[./-]\d{2,4},? (?:в |о |об )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[+-]\d{4})?,? .{1,160} (?:пишет|написал(?:\(а\)|а)?|пише|написав(?:\(ла\)|ла)?|написала) ?:$",
        // Mail.ru
        r"(?i)^(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|п.ятниця|субота|неділя),? \d{1,2} \p{L}+ \d{4},? (?:г\. ?)?(?:р\. ?)?(?:в |о )?\d{1,2}:\d{2}(?: ?[+-]\d{2}:?\d{2})? (?:от|від) .{1,160}:$",
        // Yandex
        r"(?i)^\d{1,2}\.\d{1,2}\.\d{4},? (?:в |о )?\d{1,2}:\d{2},? .{0,120}<[^<>@\s]+@[^<>\s]+ ?> ?:$",
        // Ukrainian: Gmail, Apple Mail
        r"(?i)^(?:(?:пн|вт|ср|чт|пт|сб|нд)\.?,? ?)?\d{1,2} \p{L}+\.? \d{4} ?р?\.?,? ?(?:о |об )?\d{1,2}:\d{2}(?::\d{2})?,? .{0,160}(?:пише|написав|написала|написав\(ла\)|<[^<>@\s]+@[^<>\s]+ ?>) ?:$",
        r"(?i)^(?:пн|вт|ср|чт|пт|сб|нд)\.?,? \d{1,2} \p{L}+\.? \d{4} ?р?\.?,? ?(?:о |об )?\d{1,2}:\d{2},? .{0,120}<?[^<>@\s]+@[^<>\s]+>? .{0,20}:$",
        // Polish: Thunderbird, Onet; WP, o2, iOS; Gmail; Apple Mail
        r"(?i)^W dniu \d.{3,60} (?:o |użytkownik )?.{1,160} (?:pisze|napisał(?:\(a\)|a)?) ?:$",
        r"(?i)^W dniu \d.{3,60} użytkownik .{1,160} napisał(?:\(a\)|a)? ?:$",
        r"(?i)^Dnia \d.{3,60} .{1,160} napisał(?:\(a\)|a)?(?: ?\([^)]{0,40}\))? ?:$",
        r"(?i)^(?:(?:pon|wt|śr|czw|pt|sob|niedz|nd)\.?,? )?\d{1,2} \p{L}+\.? \d{4},? (?:o )?\d{1,2}:\d{2},? .{1,160} (?:napisał|pisze)(?:\(a\)|a)? ?:$",
        r"(?i)^(?:Dnia )?\d{1,2}[./-]\d{1,2}[./-]\d{2,4},? (?:o )?(?:godz\. ?)?\d{1,2}:\d{2}(?::\d{2})?,? .{1,160} (?:napisał(?:\(a\)|a)?|pisze) ?:$",
        r"(?i)^Wiadomość napisana przez .{1,160} w dniu .{6,40}:$",
        // German
        r"(?i)^Am .{4,60} (?:schrieb|hat) .{1,160}:$",
        // English
        r"(?i)^On .{6,200} (?:wrote|writes) ?:$",
        // Old Gmail
        r"(?i)^20\d\d[-/.]\d\d?[-/.]\d\d? \d{1,2}:\d{2}(?: GMT[+-]\d\d:\d\d)?,? .{0,120}<[^<>@\s]+@[^<>\s]+> ?:?$",
        // French, Spanish and others of the same make: weekday or date, address, verb
        r"(?i)^(?:le|el|il|em|op|den|dne|fecha|po) .{6,120} ?<?[^\s<>@]+@[^\s<>]+>? ?[\p{L} ]{1,30} ?:$",
    ]
});

/// Patterns that begin with a name: they never span lines, lest a player's own
/// line above is taken for part of the name.
static SINGLE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    patterns![
        r"(?i)^.{1,120}<?[^\s<>]+@[^\s<>]+>? schrieb(?: am .{4,60})? ?:$",
        r"(?i)^.{0,120}[<(]?[^\s<>@()]+@[^\s<>()]+[>)]? (?:wrote|writes)(?: on .{4,60})? ?:$",
        r"(?i)^.{0,120}[<(]?[^\s<>@()]+@[^\s<>()]+[>)]? (?:пишет|написал(?:\(а\)|а)?|пише|написав(?:\(ла\)|ла)?|pisze|napisał(?:\(a\)|a)?)(?: .{4,60})? ?:$",
        r"(?i)^(?:здравствуйте,? )?вы писали \d.{6,60}:$",
    ]
});
