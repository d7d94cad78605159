//! Lines that say whose words follow: `On Mon, 2 Mar 2026 at 10:00, X wrote:` in
//! the languages and the forms of the clients.
//!
//! A line is one by what it consists of, not by whose client it looks like: a
//! date where such lines have it, then an address or a verb of writing, then a
//! colon. A date alone, an address alone or `X wrote:` alone is none, and no
//! line that merely stands above one is drawn into it.

use super::own::Line;
use super::pattern;
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
pub fn length(lines: &[Line]) -> Option<usize> {
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

/// A day of the week, short or long, in the languages of the clients.
const WEEKDAY: &str = r"(?:понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|понеділок|вівторок|серед[ау]|четвер|п.ятниц[яю]|субот[ау]|неділ[яю]|poniedziałek|wtorek|środ[aę]|czwartek|piątek|sobot[aęu]|niedziel[aę]|пн|вт|ср|чт|пт|сб|вс|нд|pon|wto?|śr|czw|pt|sob|niedz|nd|mon|tues?|wed|thur?s?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|mier|jeu|ven|sam|dim|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mié|jue|vie|sáb|dom|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gio|segunda|terça|quarta|quinta|sexta|seg|ter|qua|qui|sex|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|ma|wo|vr|za|zo|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|måndag|tisdag|lördag|söndag|man|tir|ons|tor|fre|lør|søn|mån|tis|lör|sön|pondělí|úterý|středa|čtvrtek|pátek|neděle|po|út|st|čt|pá|ne|utorok|streda|štvrtok|piatok|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|ti|ke|to|pe|la|su|пон|уто|сре|чет|пет|суб|нед|аўторак|чацвер|пятніца|нядзеля|luni|marți|joi|vineri|sâmbătă|duminică)(?:-feira)?";

/// What an attribution begins with before its date.
const LEAD: &str = r"(?:on|am|le|el|il|em|op|den|dne|dňa|dana|po|på|на|в письме от|в сообщении от|в|во|w dniu|dnia|vào|the|data|fecha|data de|am|at|la|în data de|lør|от|від)";

/// A date with its year: in figures, or with the month's name on either side of the day.
const DATE: &str = r"(?:\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|(?:19|20)\d\d ?[-/.] ?\d{1,2} ?[-/.] ?\d{1,2}\.?|\d{1,2}(?:\.|er|st|nd|rd|th|º)?[- ]+(?:de |di |d')?[^\s\d.,:/<>@-]+\.?,?[- ]+(?:de |del )?(?:19|20)\d\d|\d{1,2}-[^\s\d.,:/<>@-]+-\d{2,4}|[^\s\d.,:/<>@-]+\.? \d{1,2}(?:st|nd|rd|th)?,? +(?:19|20)\d\d|(?:19|20)\d\d\.? ?[^\s\d.,:/<>@-]+\.? \d{1,2}\.?|\d{1,2} tháng \d{1,2},? \d{4}|\d{4}年 ?\d{1,2}月 ?\d{1,2}日?|\d{4}년 \d{1,2}월 \d{1,2}일)";

/// A time of day.
const TIME: &str = r"(?:\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?)";

/// `wrote`, in the languages of the clients.
const WRITES: &str = r"(?:wrote|writes|sent|schrieb|schreibt|hat geschrieben|geschrieben|(?:на)?писал(?:\(а\)|а|и)?|пишет|пишете|сообщает|сообщил(?:\(а\)|а)?|пише|(?:на)?писав(?:\(ла\)|\(-ла\)|ла|/ла)?|(?:на)?писала|написано|напісаў|піша|(?:na)?pisze|(?:na)?pisał(?:\(a\)|a|/a)?|a écrit|écrit|écrivait|escribió|escribe|escreveu|ha scritto|scrive|scritto|schreef|geschreven|skrev|skrifaði|(?:na)?psal(?:\(a\)|a)?|(?:na)?písal(?:\(a\)|a)?|kirjoitti|írta|yazdı|şunları yazdı|a scris|написа|je napisa[ol](?:/la|\(la\)|la)?|napisao|napisal(?:\(a\)|a)?|rašė|parašė|rakstīja|kirjutas|đã viết|έγραψε|написао|写道|寫道|書きました|작성)";

static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"[^\s<>@,;:()\[\]]@[^\s<>@,;:()\[\]]+"));

static VERB: LazyLock<Regex> =
    LazyLock::new(|| compiled(&format!(r"(?:^|[\s,)>»\x22]){WRITES}(?:[\s,:：(]|$)")));

/// Lead, day of the week, time and date in the order in which clients put them.
static DATED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^\W{{0,3}}(?:{LEAD}[ ,]+)?(?:{WEEKDAY}(?:[.,]+ ?| +)(?:den |the |{LEAD} )?)?(?:{TIME},? )?{DATE}"
    ))
});

/// What leads an attribution without a full date, and those whose date stands
/// behind the name.
static LED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:on|am|le|w dniu|dnia|op|el|il|em|dne) (?:{WEEKDAY}[ .,]|.*(?:19|20)\d\d|.*{TIME}|.*@)"
    ))
});

static NAMED_IN_DATE: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^wiadomość napisana przez .+ w dniu .+:$"));

/// Forms that begin with a name. They never span lines.
static SINGLE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    vec![
        // X <x@y> wrote:, and with the date behind it
        compiled(&format!(
            r"^.*[<(\[]?[^\s<>@()]+@[^\s<>()]+[>)\]]*,? (?:.* )?{WRITES}(?:[ ,(].*)?[:：]$"
        )),
        // X wrote on 2 March 2026 at 10:00:
        compiled(&format!(
            r"^.+ {WRITES}[ ,](?:.*[ ,])?(?:{DATE}|{TIME}).*[:：]$"
        )),
        // X - 2 March 2026 10:00 wrote:
        compiled(&format!(r"^[^\d]+ {DATE}.* {TIME}.* {WRITES}[:：]$")),
        // The Bat: Вы писали 2 марта 2026 г., 10:00:00:
        compiled(
            r"^(?:(?:здравствуйте|вітаю|witaj|hello|hallo)[^.!]{0,60}[,.!] )?(?:вы писали|ви писали|you wrote|pisałeś|sie schrieben) .*\d.+:$",
        ),
    ]
});

/// Attributions that end otherwise than in a colon, or name a Message-ID: old
/// Gmail's, Rambler's, s-nail's, Zoho's, Android's.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:20\d\d[-/.]\d\d?[-/.]\d\d?(?: \d{{1,2}}:\d{{2}}(?: gmt[+-]\d\d:\d\d)?)?,? .*<[^<>@\s]+@[^<>\s]+> ?:?|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}, \d{{1,2}}:\d{{2}}, .* <[^<>@\s]+@[^<>\s]+>|[^\d<>@]+ wrote in <[^<>@\s]+@[^<>\s]+>:|-{{3,}} ?(?:on|am|le|w dniu|в|at) .+ {WRITES} ?:? ?-{{2,}}|-{{3,}} ?.+ {WRITES} ?:? ?-{{3,}})$"
    ))
});

/// A sentence that ends in the verb without its colon, after a date and an address.
static OPEN_ENDED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:on|am|w dniu|dnia|{WEEKDAY}[.,]) .*[^\s<>@]@[^\s<>@]+.* {WRITES}$"
    ))
});

static UNDATED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:.+ {WRITES} ?|(?:quoting|zitat von|cytat:?|цитирую|цитата) .+|\* .+@.+)[:：]$"
    ))
});

/// A date and a time and nothing else.
static ONLY_DATE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:{LEAD} )?(?:{WEEKDAY}[.,]* ?)?{DATE},? (?:г\.?,? |р\.?,? )?(?:(?:at|um|o|o godz\.|в|о|à) )?{TIME}(?: ?(?:[+-]\d{{4}}|[a-z]{{2,5}}|\([a-z]{{2,5}}\)))*,?$"
    ))
});

/// How an attribution may begin where it goes on in the next line.
static STARTS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"^(?:(?:on|am|le|el|il|em|op|den|dne|w dniu|dnia|wiadomość|på|в|вы писали) |{WEEKDAY}[.,]|(?:[^\s\d.,:/<>@-]+), \d|\d{{1,2}}[./-]\d|\d{{1,2}}\.? [^\s\d.,:/<>@-]+|20\d\d[-/.]|[^\d<>@]+ wrote in$)"
    ))
});

/// Where an attribution may begin inside a line, its capitals kept.
static INNER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"[ \t](?:(?:On|Am|Le|Op|W dniu|Dnia) |(?:пн|вт|ср|чт|пт|сб|вс|нд|pon|wt|śr|czw|pt|sob|niedz|Пн|Вт|Ср|Чт|Пт|Сб|Вс|Нд)\.?, \d)",
    )
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
