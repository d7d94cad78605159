//! Today as a document: first what the arbiter has to do.

use super::{Kind, Standing, ToCome, Today, Waiting};
use crate::arbiter::Coming;
use crate::language::Language;
use crate::report::document::{Block, Cell, Column, Document, Item, Section, Table, Tone};
use crate::report::words::{common, matters, today as w};
use crate::rules::Forfeit;

/// The document, its days as of the first tournament's zone.
pub fn document(today: &Today, language: Language) -> Document {
    let day = today.waiting.first().map(|w| w.today);
    let day = day.or(today.coming.first().map(|c| c.today));
    let day = day.unwrap_or_else(|| crate::time::Zone::utc().day(today.at));
    let date = common::date(language, day);
    let count = i64::try_from(today.to_do().count()).unwrap_or(i64::MAX);
    let lead = match count {
        0 => w::NOTHING.say(language).to_owned(),
        n => w::WAIT.fill(language, &[("n", &w::MATTERS.count(language, n))]),
    };
    let mut document =
        Document::new(language, w::TODAY.fill(language, &[("day", &date)])).with_subtitle(lead);
    document.push(items(today.to_do(), language, w::TO_DO.say(language)));
    document.push(items(
        today.running_out(),
        language,
        w::SETTLES.say(language),
    ));
    document.push(coming(today, language));
    let mut section = standings(&today.tournaments, language);
    if today.unknown_senders > 0 {
        let n = today.unknown_senders.to_string();
        section.paragraph(w::STRANGERS.fill(language, &[("n", &n)]));
    }
    document.push(section);
    document
}

fn items<'t>(
    waiting: impl Iterator<Item = &'t Waiting>,
    language: Language,
    title: &str,
) -> Section {
    let mut section = Section::new(title);
    let items: Vec<Item> = waiting.map(|w| item(w, language)).collect();
    if !items.is_empty() {
        section.block(Block::Items(items));
    }
    section
}

fn item(waiting: &Waiting, language: Language) -> Item {
    let matter = &waiting.matter;
    let place = match &matter.game {
        Some(game) => game.to_string(),
        None => waiting.tournament.clone(),
    };
    let mut head = format!("{place}: {}", matters::name(language, &matter.what));
    if !matter.article.is_empty() {
        head.push_str(&format!(" ({})", matter.article));
    }
    let term = term(waiting, language);
    if !term.is_empty() {
        head.push_str(&format!(" – {term}"));
    }
    let mut lines = Vec::new();
    if !matter.about.is_empty() {
        lines.push(matter.about.join(" – "));
    }
    let note = matter.note(language);
    if !note.is_empty() {
        lines.push(note);
    }
    if let Some(day) = matter.settles {
        let day = common::date(language, day);
        lines.push(w::SETTLES_ON.fill(language, &[("day", &day)]));
    }
    Item {
        head,
        lines,
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
            let n = common::DAYS.count(language, left.abs());
            let blanks = [("n", n.as_str()), ("day", day.as_str())];
            match left {
                ..0 => w::OVERDUE.fill(language, &blanks),
                0 => w::LAST_DAY_IS_TODAY.fill(language, &blanks),
                _ => w::DAYS_LEFT.fill(language, &blanks),
            }
        }
        (_, _, Some(since)) => {
            let day = common::date(language, since);
            match waiting.today.since(since) {
                ..=0 => w::SINCE_TODAY.say(language).to_owned(),
                n => {
                    let n = common::DAYS.count(language, n);
                    w::SINCE.fill(language, &[("day", &day), ("n", &n)])
                }
            }
        }
        _ => String::new(),
    }
}

fn coming(today: &Today, language: Language) -> Section {
    let days = common::DAYS.count(language, today.days);
    let mut section = Section::new(w::COMING.fill(language, &[("n", &days)]));
    if today.days == 0 {
        return section;
    }
    if today.coming.is_empty() {
        section.paragraph(w::NOTHING_COMES.say(language));
        return section;
    }
    let mut table = Table::new(
        "coming",
        [
            Column::left(common::DATE.say(language)).key(),
            Column::right(w::IN_DAYS.say(language)),
            Column::left(common::GAME.say(language)),
            Column::left(common::PLAYER.say(language)),
            Column::left(w::HAPPENS.say(language)),
        ],
    )
    .in_cards();
    for c in &today.coming {
        let place = match &c.game {
            Some(game) => game.to_string(),
            None => c.tournament.clone(),
        };
        let who = match c.side {
            Some(side) => format!("{} ({})", c.name, common::side(language, side)),
            None => c.name.clone(),
        };
        let row = table.row([
            Cell::new(common::date(language, c.day)),
            Cell::new(in_days(c, language)).value(c.day.since(c.today).to_string()),
            Cell::new(place),
            Cell::new(who),
            Cell::new(format!(
                "{} ({})",
                then(language, c.kind),
                c.kind.article(c.profile)
            )),
        ]);
        let time_over = matches!(
            c.kind,
            Kind::Game(Coming::Flag | Coming::Overstep | Coming::ProtestEnds, _) | Kind::End
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
        ..=0 => w::TODAY_WORD.say(language).to_owned(),
        n => n.to_string(),
    }
}

/// What happens by itself.
pub fn then(language: Language, kind: Kind) -> String {
    let plain = |phrase: &crate::report::words::Phrase| phrase.say(language).to_owned();
    match kind {
        Kind::Game(what, forfeit) => plain(match (what, forfeit) {
            (Coming::Flag, Forfeit::Notice) => &w::FLAG_NOTICE,
            (Coming::Flag, Forfeit::Immediate) => &w::FLAG_IMMEDIATE,
            (Coming::Flag, Forfeit::Claim) => &w::FLAG_CLAIM,
            (Coming::Overstep, Forfeit::Notice) => &w::OVERSTEP_NOTICE,
            (Coming::Overstep, Forfeit::Immediate) => &w::OVERSTEP_IMMEDIATE,
            (Coming::Overstep, Forfeit::Claim) => &w::OVERSTEP_CLAIM,
            (Coming::ProtestEnds, _) => &w::PROTEST_ENDS,
            (Coming::Warning, _) => &w::WARNING,
            (Coming::LastDay, _) => &w::LAST_DAY,
            (Coming::Repeat, _) => &w::REPEAT,
            (Coming::Silence, _) => &w::SILENCE,
        }),
        Kind::LeaveBegins(to) => {
            let day = common::date(language, to);
            w::LEAVE_BEGINS.fill(language, &[("day", &day)])
        }
        Kind::LeaveEnds => plain(&w::LEAVE_ENDS),
        Kind::Start => plain(&w::START),
        Kind::End => plain(&w::END),
        Kind::Opinions => plain(&w::OPINIONS),
    }
}

fn standings(all: &[Standing], language: Language) -> Section {
    let mut section = Section::new(w::TOURNAMENTS.say(language));
    let mut columns = vec![Column::left(w::TOURNAMENT.say(language)).key()];
    for title in [
        &w::OPEN,
        &w::WAITING,
        &w::OVERSTEPS,
        &w::UNSENT,
        &w::UNDELIVERED,
        &w::MALFORMED,
        &w::UNVERIFIED,
        &w::FAILING,
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
