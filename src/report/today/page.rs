//! Today as a document: first what the arbiter has to do.

use super::{ComingKind, ToCome, Today, TournamentStanding, Waiting};
use crate::arbiter::Coming;
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::report::document::{Block, Cell, Column, Document, DocumentSection, Item, Table, Tone};
use crate::report::words::{common, matters};
use crate::rules::Forfeit;

/// The document, its days as of the first tournament's zone.
pub fn document(today: &Today, language: Language) -> Document {
    let today = &today.gathered();
    let day = today.waiting.first().map(|w| w.today);
    let day = day.or(today.coming.first().map(|c| c.today));
    let day = day.unwrap_or_else(|| crate::time::Zone::utc().day(today.at));
    let date = common::date(language, day);
    let count = i64::try_from(today.to_do().count()).unwrap_or(i64::MAX);
    let lead = match count {
        0 => Phrase("today.nothing").say(language).to_owned(),
        n => Phrase("today.wait").fill(
            language,
            &[("n", &Counted("counted.matter").count(language, n))],
        ),
    };
    let mut document = Document::new(
        language,
        Phrase("today.today").fill(language, &[("day", &date)]),
    )
    .with_subtitle(lead);
    document.push(items(
        today.to_do(),
        language,
        Phrase("today.to-do").say(language),
    ));
    document.push(items(
        today.running_out(),
        language,
        Phrase("today.settles").say(language),
    ));
    document.push(coming(today, language));
    let mut section = standings(&today.tournaments, language);
    if today.unknown_senders > 0 {
        let n = today.unknown_senders.to_string();
        section.paragraph(Phrase("today.strangers").fill(language, &[("n", &n)]));
    }
    document.push(section);
    document
}

fn items<'t>(
    waiting: impl Iterator<Item = &'t Waiting>,
    language: Language,
    title: &str,
) -> DocumentSection {
    let mut section = DocumentSection::new(title);
    let items: Vec<Item> = waiting.map(|w| item(w, language)).collect();
    if !items.is_empty() {
        section.block(Block::Items(items));
    }
    section
}

/// What waits, as an item of a list.
pub fn item(waiting: &Waiting, language: Language) -> Item {
    let matter = &waiting.matter;
    let place = waiting.place();
    let mut head = format!("{place}: {}", matters::name(language, &matter.what));
    head.push_str(&matter.cited());
    let term = term(waiting, language);
    if !term.is_empty() {
        head.push_str(&format!(" – {term}"));
    }
    let mut lines = Vec::new();
    if !matter.about.is_empty() {
        lines.push(matter.about.join(" – "));
    }
    let (said, words) = matter.note_and_words(language);
    lines.extend(said);
    lines.extend(matter.by_itself(language));
    Item {
        head,
        lines,
        words,
        commands: matter
            .commands
            .iter()
            .map(|c| format!("postchess {c}"))
            .collect(),
    }
}

/// `3 days left, until 2026-05-19`; without a term, since when it waits.
pub fn term(waiting: &Waiting, language: Language) -> String {
    let matter = &waiting.matter;
    match (matter.until, waiting.days_left(), matter.since) {
        (Some(until), Some(left), _) => {
            let day = common::date(language, until);
            let n = Counted("counted.day").count(language, left.abs());
            let blanks = [("n", n.as_str()), ("day", day.as_str())];
            match left {
                ..0 => Phrase("today.overdue").fill(language, &blanks),
                0 => Phrase("today.last-day-is-today").fill(language, &blanks),
                _ => Phrase("today.days-left").fill(language, &blanks),
            }
        }
        (_, _, Some(since)) => {
            let day = common::date(language, since);
            match waiting.today.since(since) {
                ..=0 => Phrase("today.since-today").say(language).to_owned(),
                n => {
                    let n = Counted("counted.day").count(language, n);
                    Phrase("today.since").fill(language, &[("day", &day), ("n", &n)])
                }
            }
        }
        _ => String::new(),
    }
}

fn coming(today: &Today, language: Language) -> DocumentSection {
    let days = Counted("counted.day").count(language, today.days);
    let mut section = DocumentSection::new(Phrase("today.coming").fill(language, &[("n", &days)]));
    if today.days == 0 {
        return section;
    }
    if today.to_heed().next().is_none() {
        section.paragraph(Phrase("today.nothing-comes").say(language));
        return section;
    }
    let mut table = Table::new(
        "coming",
        [
            Column::left(Phrase("common.date-title").say(language)).key(),
            Column::right(Phrase("today.in-days").say(language)),
            Column::left(Phrase("common.game").say(language)),
            Column::left(Phrase("common.player").say(language)),
            Column::left(Phrase("today.happens").say(language)),
        ],
    )
    .in_cards();
    for c in today.to_heed() {
        let row = table.row([
            Cell::new(common::date(language, c.day)),
            Cell::new(in_days(c, language)).value(c.day.since(c.today).to_string()),
            Cell::new(c.place()),
            Cell::new(c.who(language)),
            Cell::new(format!(
                "{} ({})",
                then(language, c.kind),
                c.kind.article(c.profile)
            )),
        ]);
        let time_over = matches!(
            c.kind,
            ComingKind::Game(
                Coming::Flag | Coming::SeriesFlag(_) | Coming::Overstep | Coming::ProtestEnds,
                _
            ) | ComingKind::End
        );
        if time_over {
            row.tone = Tone::Loud;
        }
    }
    section.table(table);
    section
}

fn in_days(c: &ToCome, language: Language) -> String {
    match c.day.since(c.today) {
        ..=0 => Phrase("today.today-word").say(language).to_owned(),
        n => n.to_string(),
    }
}

/// What happens by itself.
pub fn then(language: Language, kind: ComingKind) -> String {
    let plain = |phrase: &Phrase| phrase.say(language).to_owned();
    match kind {
        ComingKind::Game(Coming::SeriesFlag(through), _) => {
            Phrase("today.series-flag-falls").fill(language, &[("move", &through.to_string())])
        }
        ComingKind::Game(what, forfeit) => plain(match (what, forfeit) {
            (Coming::Flag | Coming::SeriesFlag(_), _) => &Phrase("today.flag-falls"),
            (Coming::Overstep, Forfeit::Notice) => &Phrase("today.overstep-notice"),
            (Coming::Overstep, Forfeit::Immediate) => &Phrase("today.overstep-immediate"),
            (Coming::Overstep, Forfeit::Claim) => &Phrase("today.overstep-claim"),
            (Coming::ProtestEnds, _) => &Phrase("today.protest-ends"),
            (Coming::Warning, _) => &Phrase("today.warning"),
            (Coming::LastDay, _) => &Phrase("today.last-day"),
            (Coming::Repeat, _) => &Phrase("today.repeat"),
            (Coming::Silence, _) => &Phrase("today.silence"),
        }),
        ComingKind::LeaveBegins(to) => {
            let day = common::date(language, to);
            Phrase("today.leave-begins").fill(language, &[("day", &day)])
        }
        ComingKind::LeaveEnds => plain(&Phrase("today.leave-ends")),
        ComingKind::Start => plain(&Phrase("today.start")),
        ComingKind::End => plain(&Phrase("today.end")),
        ComingKind::Opinions => plain(&Phrase("today.opinions")),
    }
}

fn standings(all: &[TournamentStanding], language: Language) -> DocumentSection {
    let mut section = DocumentSection::new(Phrase("today.tournaments").say(language));
    let mut columns = vec![Column::left(Phrase("today.tournament").say(language)).key()];
    for title in [
        &Phrase("today.open"),
        &Phrase("today.waiting"),
        &Phrase("today.oversteps"),
        &Phrase("today.unsent"),
        &Phrase("today.undelivered"),
        &Phrase("today.malformed"),
        &Phrase("today.unverified"),
        &Phrase("today.failing"),
    ] {
        columns.push(Column::right(title.say(language)));
    }
    let mut table = Table::new("tournaments", columns).in_cards();
    for s in all {
        let mut cells = vec![Cell::new(s.code.clone())];
        for (n, loud) in [
            (s.open, false),
            (s.matters, true),
            (s.oversteps, true),
            (s.unsent, true),
            (s.undelivered, true),
            (s.malformed, true),
            (s.unverified, true),
            (s.failing, true),
        ] {
            let tone = if loud && n > 0 {
                Tone::Loud
            } else {
                Tone::Plain
            };
            cells.push(Cell::new(n.to_string()).tone(tone));
        }
        table.row(cells);
    }
    section.table(table);
    section
}
