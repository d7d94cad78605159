//! Lines that say whose words follow: `On Mon, 2 Mar 2026 at 10:00, X wrote:` in
//! the languages and the forms of the clients.
//!
//! A line is one by what it consists of, not by whose client it looks like: a
//! date where such lines have it, then an address or a verb of writing, then a
//! colon. A date alone, an address alone or `X wrote:` alone is none, and no
//! line that merely stands above one is drawn into it.

use super::line::TextLine;
use super::pattern;
use crate::vocabulary::{self, AttributionWords, Pick, either};
use regex::Regex;
use std::sync::LazyLock;

/// Longest line in which an attribution is looked for, in bytes; real ones have under 300.
const MAX_ATTRIBUTION: usize = 500;
/// Lines an attribution may be broken into by a client.
const MAX_JOINED: usize = 5;

/// Places in a line at which an attribution may begin.
const MAX_INNER: usize = 5;
/// Longest attribution without date and address, in bytes.
const MAX_UNDATED: usize = 160;

/// How many lines of an attribution begin with the first of these; `None` where none does.
pub fn length(lines: &[TextLine]) -> Option<usize> {
    let first = lines.first()?;
    if first.text.len() > MAX_ATTRIBUTION {
        return None;
    }
    if is_attribution(&first.text, true) {
        return Some(1);
    }
    if is_undated(&first.text) && lines.get(1).is_some_and(|l| l.depth > 0) {
        return Some(1);
    }
    let start = first.text.trim().to_lowercase();
    if !STARTS.is_match(&start) {
        return None;
    }
    let dated = DATED.is_match(&start);
    // Some clients put the name on a line of its own.
    let only_date = ONLY_DATE.is_match(&start);
    let mut joined = first.text.trim().to_owned();
    for count in 2..=MAX_JOINED {
        let line = lines.get(count - 1)?;
        // A client that breaks the line inside `<address>` leaves a `>` at the
        // start of the next one: no quotation.
        let inside = joined.matches('<').count() > joined.matches('>').count();
        let text = match line.depth {
            0 => line.text.trim().to_owned(),
            _ if inside => format!("{}{}", ">".repeat(line.depth), line.text.trim()),
            _ => return None,
        };
        let address = |text: &str| dated && text.starts_with('<') || only_date;
        if text.is_empty() {
            // An address may stand below an empty line.
            lines.get(count).filter(|l| address(l.text.trim()))?;
            continue;
        }
        // What follows begins an attribution of its own: the first line is the player's.
        if is_attribution(&text, true) && !address(&text) || DATED.is_match(&text.to_lowercase()) {
            return None;
        }
        if !inside {
            joined.push(' ');
        }
        joined.push_str(&text);
        if joined.len() > MAX_ATTRIBUTION {
            return None;
        }
        if is_attribution(&joined, false) {
            return Some(count);
        }
    }
    None
}

/// The player's own words in a line into whose end a client has put an
/// attribution: `12. Nf3 On Mon, 2 Mar 2026 at 10:00, X <x@y> wrote:`.
pub fn before(line: &str) -> Option<&str> {
    if line.len() > MAX_ATTRIBUTION || is_attribution(line, false) {
        return None;
    }
    INNER.find_iter(line).take(MAX_INNER).find_map(|inner| {
        let (head, tail) = line.split_at_checked(inner.start())?;
        let plain = !head.trim().is_empty() && !head.contains(['@', '<']);
        (plain && is_attribution(tail, false)).then_some(head)
    })
}

/// `X writes:` and `Quoting X <x@y>:` right above a quotation. A line with a
/// figure in it may hold a move and is left.
fn is_undated(line: &str) -> bool {
    let line = line.trim();
    let figures = line.bytes().any(|b| b.is_ascii_digit());
    line.len() <= MAX_UNDATED && !figures && UNDATED.is_match(&line.to_lowercase())
}

/// Whether a text is an attribution; `single` where it stood on one line. What
/// begins with a name must: else a player's line above would pass for the name.
fn is_attribution(line: &str, single: bool) -> bool {
    let line = line.trim();
    if line.len() > MAX_ATTRIBUTION || line.len() < 8 {
        return false;
    }
    let line = &line.to_lowercase();
    if BARE.is_match(line) {
        return true;
    }
    if !line.ends_with([':', '：']) && !OPEN_ENDED.is_match(line)
        || !line.bytes().any(|b| b.is_ascii_digit() || b == b'@')
    {
        return false;
    }
    // Clients break the line inside <address>.
    let line = line.replace("< ", "<").replace(" >", ">");
    let (verb, address) = (VERB.is_match(&line), ADDRESS.is_match(&line));
    if DATED.is_match(&line) && (verb || address) {
        return true;
    }
    if verb && LED.is_match(&line) || NAMED_IN_DATE.is_match(&line) {
        return true;
    }
    // The second half of a broken address is no attribution by itself.
    let whole = line.contains('<') || !line.contains('>');
    single && whole && verb && SINGLE.iter().any(|r| r.is_match(&line))
}

/// The words of attributions, in the languages of the clients.
struct AttributionPatterns {
    /// A day of the week, short or long.
    weekday: String,
    /// What an attribution begins with before its date.
    lead: String,
    /// Those of them that lead one without a full date too.
    sure_lead: String,
    /// `wrote`.
    writes: String,
    /// `wrote in`, before a Message-ID.
    writes_in: String,
    /// `you wrote`.
    you_wrote: String,
}

static SAID: LazyLock<AttributionPatterns> = LazyLock::new(|| AttributionPatterns {
    weekday: group(&vocabulary::weekdays()),
    lead: of_attributions(|a| &a.leads),
    sure_lead: of_attributions(|a| &a.sure_leads),
    writes: of_attributions(|a| &a.writes),
    writes_in: of_attributions(|a| &a.writes_in),
    you_wrote: of_attributions(|a| &a.you_wrote),
});

fn of_attributions(pick: Pick<AttributionWords>) -> String {
    group(&vocabulary::mail(|w| pick(&w.attribution)))
}

fn group(words: &[&str]) -> String {
    format!("(?:{})", either(words))
}

/// A date with its year: in figures, or with the month's name on either side of the day.
const DATE: &str = r"(?:\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|(?:19|20)\d\d ?[-/.] ?\d{1,2} ?[-/.] ?\d{1,2}\.?|\d{1,2}(?:\.|er|st|nd|rd|th|º)?[- ]+(?:de |di |d')?[^\s\d.,:/<>@-]+\.?,?[- ]+(?:de |del )?(?:19|20)\d\d|\d{1,2}-[^\s\d.,:/<>@-]+-\d{2,4}|[^\s\d.,:/<>@-]+\.? \d{1,2}(?:st|nd|rd|th)?,? +(?:19|20)\d\d|(?:19|20)\d\d\.? ?[^\s\d.,:/<>@-]+\.? \d{1,2}\.?|\d{1,2} tháng \d{1,2},? \d{4}|\d{4}年 ?\d{1,2}月 ?\d{1,2}日?|\d{4}년 \d{1,2}월 \d{1,2}일)";

/// A time of day.
const TIME: &str = r"(?:\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?)";

static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"[^\s<>@,;:()\[\]]@[^\s<>@,;:()\[\]]+"));

static VERB: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"(?:^|[\s,)>»\x22]){}(?:[\s,:：(]|$)",
        SAID.writes
    ))
});

/// Lead, day of the week, time and date in the order in which clients put them.
static DATED: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns { lead, weekday, .. } = &*SAID;
    compiled(&format!(
        r"^\W{{0,3}}(?:{lead}[ ,]+)?(?:{weekday}(?:[.,]+ ?| +)(?:{lead} )?)?(?:{TIME},? )?{DATE}"
    ))
});

/// What leads an attribution without a full date, and those whose date stands
/// behind the name.
static LED: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns {
        sure_lead, weekday, ..
    } = &*SAID;
    compiled(&format!(
        r"^{sure_lead} (?:{weekday}[ .,]|.*(?:19|20)\d\d|.*{TIME}|.*@)"
    ))
});

static NAMED_IN_DATE: LazyLock<Regex> =
    LazyLock::new(|| compiled(&format!("^{}$", of_attributions(|a| &a.named))));

/// Forms that begin with a name. They never span lines.
static SINGLE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let AttributionPatterns {
        writes, you_wrote, ..
    } = &*SAID;
    let greetings = of_attributions(|a| &a.greetings);
    vec![
        // X <x@y> wrote:, and with the date behind it
        compiled(&format!(
            r"^.*[<(\[]?[^\s<>@()]+@[^\s<>()]+[>)\]]*,? (?:.* )?{writes}(?:[ ,(].*)?[:：]$"
        )),
        // X wrote on 2 March 2026 at 10:00:
        compiled(&format!(
            r"^.+ {writes}[ ,](?:.*[ ,])?(?:{DATE}|{TIME}).*[:：]$"
        )),
        // X - 2 March 2026 10:00 wrote:
        compiled(&format!(r"^[^\d]+ {DATE}.* {TIME}.* {writes}[:：]$")),
        // The Bat: Вы писали 2 марта 2026 г., 10:00:00:
        compiled(&format!(
            r"^(?:{greetings}[^.!]{{0,60}}[,.!] )?{you_wrote} .*\d.+:$"
        )),
    ]
});

/// Attributions that end otherwise than in a colon, or name a Message-ID: old
/// Gmail's, Rambler's, s-nail's, Zoho's, Android's.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns {
        lead,
        writes,
        writes_in,
        ..
    } = &*SAID;
    compiled(&format!(
        r"^(?:20\d\d[-/.]\d\d?[-/.]\d\d?(?: \d{{1,2}}:\d{{2}}(?: gmt[+-]\d\d:\d\d)?)?,? .*<[^<>@\s]+@[^<>\s]+> ?:?|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}, \d{{1,2}}:\d{{2}}, .* <[^<>@\s]+@[^<>\s]+>|[^\d<>@]+ {writes_in} <[^<>@\s]+@[^<>\s]+>:|-{{3,}} ?{lead} .+ {writes} ?:? ?-{{2,}}|-{{3,}} ?.+ {writes} ?:? ?-{{3,}})$"
    ))
});

/// A sentence that ends in the verb without its colon, after a date and an address.
static OPEN_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns {
        sure_lead,
        weekday,
        writes,
        ..
    } = &*SAID;
    compiled(&format!(
        r"^(?:{sure_lead}|{weekday}[.,]) .*[^\s<>@]@[^\s<>@]+.* {writes}$"
    ))
});

static UNDATED: LazyLock<Regex> = LazyLock::new(|| {
    let quoting = group(&vocabulary::mail(|w| &w.quotation.quoting));
    let writes = &SAID.writes;
    compiled(&format!(r"^(?:.+ {writes} ?|{quoting} .+|\* .+@.+)[:：]$"))
});

/// A date and a time and nothing else.
static ONLY_DATE: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns { lead, weekday, .. } = &*SAID;
    let at = of_attributions(|a| &a.at);
    let year = group(&vocabulary::players(|w| &w.dates.year));
    compiled(&format!(
        r"^(?:{lead} )?(?:{weekday}[.,]* ?)?{DATE},? (?:{year}\.?,? )?(?:{at} )?{TIME}(?: ?(?:[+-]\d{{4}}|[a-z]{{2,5}}|\([a-z]{{2,5}}\)))*,?$"
    ))
});

/// How an attribution may begin where it goes on in the next line.
static STARTS: LazyLock<Regex> = LazyLock::new(|| {
    let AttributionPatterns {
        sure_lead,
        weekday,
        writes_in,
        you_wrote,
        ..
    } = &*SAID;
    let begins = of_attributions(|a| &a.begins);
    compiled(&format!(
        r"^(?:(?:{sure_lead}|{begins}|{you_wrote}) |{weekday}[.,]|(?:[^\s\d.,:/<>@-]+), \d|\d{{1,2}}[./-]\d|\d{{1,2}}\.? [^\s\d.,:/<>@-]+|20\d\d[-/.]|[^\d<>@]+ {writes_in}$)"
    ))
});

/// Where an attribution may begin inside a line, its capitals kept.
static INNER: LazyLock<Regex> = LazyLock::new(|| {
    let inside = of_attributions(|a| &a.inside);
    let days = of_attributions(|a| &a.inside_days);
    compiled(&format!(r"[ \t](?:{inside} |{days}\.?, \d)"))
});

/// A pattern for lines in lower case. Figures and white space are those of
/// US-ASCII: the classes of Unicode take long to compile, and no client writes others.
fn compiled(text: &str) -> Regex {
    let mut ascii = String::with_capacity(text.len());
    let mut in_class = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let (bare, classed) = match chars.next() {
                    Some('d') => ("[0-9]", "0-9"),
                    Some('s') => ("[ \\t]", " \\t"),
                    other => {
                        ascii.push('\\');
                        ascii.extend(other);
                        continue;
                    }
                };
                ascii.push_str(if in_class { classed } else { bare });
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        ascii.push(c);
    }
    pattern(&ascii)
}
