//! The journal of a game: its whole story in words, each entry with its day, its
//! article and what brought it about, so that a decision can be defended years later.

use super::form::leave;
use crate::chess::Side;
use crate::language::Language;
use crate::messages::{Counted, Phrase, say};
use crate::record::{About, Cause, Claim, Duty, Entry, Event, GameFile, Recorded};
use crate::report::document::{Cell, Column, Document, DocumentSection, Table, Tone};
use crate::report::matters::happened;
use crate::report::words::common::{self, date, fault, whom};
use crate::report::words::matters as matter_words;
use crate::time::Day;

/// The journal in a language. Days are of the tournament's zone.
pub fn journal(game: &GameFile, language: Language, today: Day) -> Document {
    let facts = &game.facts;
    let name = facts.name.to_string();
    let players = [
        ("white", game.player(Side::White).name.as_str()),
        ("black", &game.player(Side::Black).name),
        ("tournament", &facts.tournament_name),
    ];
    let mut document = Document::new(
        language,
        Phrase("journal.title").fill(language, &[("game", &name)]),
    )
    .with_subtitle(Phrase("journal.players").fill(language, &players))
    .with_subtitle(Phrase("common.as-of").fill(language, &[("day", &date(language, today))]));
    let mut table = Table::new(
        "journal",
        [
            Column::right(Phrase("common.number").say(language)),
            Column::left(Phrase("common.date-title").say(language)),
            Column::left(Phrase("common.article").say(language)),
            Column::left(Phrase("journal.cause").say(language)),
            Column::left(Phrase("journal.what").say(language))
                .key()
                .wrapping(),
        ],
    )
    .in_cards();
    for entry in &game.entries {
        let day = facts.zone.day(entry.at);
        let mut told = told(game, entry, language);
        if let Some(note) = remark(game, entry, language) {
            told.push_str(&format!(" ({note})"));
        }
        if !game.counts(entry) {
            told.push_str(&format!(" – {}", Phrase("journal.no-more").say(language)));
        }
        let row = table.row([
            Cell::new(entry.id.to_string()),
            Cell::new(date(language, day)).value(day.to_string()),
            Cell::new(entry.grounds.clone().unwrap_or_default()),
            Cell::new(cause(entry, language)),
            Cell::new(told),
        ]);
        row.tone = match &entry.event {
            // What the post does is the clock's evidence, and no part of the story.
            Event::LetterLeft { .. } | Event::LetterDelayed { .. } => Tone::Quiet,
            _ => Tone::Plain,
        };
    }
    table.note(Phrase("journal.about-causes").say(language));
    let mut section = DocumentSection::untitled();
    section.table(table);
    section.facts(leaves(game, language));
    document.push(section);
    document
}

/// Leave is of a player, not of a game; but it explains his days.
fn leaves(game: &GameFile, language: Language) -> Vec<(String, String)> {
    let w = |key| say(language, key);
    [
        (w("forms.white-leave"), Side::White),
        (w("forms.black-leave"), Side::Black),
    ]
    .into_iter()
    .map(|(title, side)| (title.to_owned(), leave(game, side)))
    .filter(|(_, leave)| !leave.is_empty())
    .collect()
}

/// What stands beside an entry: the arbiter's reason, or what opened a matter.
fn remark(game: &GameFile, entry: &Recorded, language: Language) -> Option<String> {
    let note = match &entry.event {
        Event::MatterOpened(opened) if entry.note.is_empty() => {
            matter_words::told(language, &happened::of_entry(game, entry, opened))
        }
        _ => entry.note.clone(),
    };
    (!note.is_empty()).then_some(note)
}

fn cause(entry: &Recorded, language: Language) -> String {
    let number = |n: String| Phrase("journal.by-order").fill(language, &[("n", &n)]);
    match entry.cause {
        Cause::Letter(letter) => {
            Phrase("journal.by-letter").fill(language, &[("n", &letter.to_string())])
        }
        Cause::Tick => Phrase("journal.by-clock").say(language).to_owned(),
        Cause::Post => Phrase("journal.by-post").say(language).to_owned(),
        Cause::Order => number(entry.id.to_string()),
        Cause::Decision(first) => number(first.to_string()),
        Cause::OrderLetter(letter) => {
            let blanks = [
                ("n", &*entry.id.to_string()),
                ("letter", &letter.to_string()),
            ];
            Phrase("journal.by-order-letter").fill(language, &blanks)
        }
    }
}

fn told(game: &GameFile, entry: &Entry, language: Language) -> String {
    let day = |d: Day| date(language, d);
    let of = |phrase: Phrase, side: Side| {
        capital(&phrase.fill(language, &[("whom", whom(language, side))]))
    };
    match &entry.event {
        Event::Started => Phrase("journal.started").say(language).to_owned(),
        Event::LetterLeft { about, to, .. } => {
            let about = match about {
                About::Start => Phrase("journal.about-start"),
                About::Move => Phrase("journal.about-move"),
                About::Correction => Phrase("journal.about-correction"),
                About::Ruling => Phrase("journal.about-ruling"),
                About::Notice => Phrase("journal.about-notice"),
                About::Adjudication => Phrase("journal.about-adjudication"),
            };
            let blanks = [
                ("whom", whom(language, *to)),
                ("about", about.say(language)),
            ];
            Phrase("journal.left").fill(language, &blanks)
        }
        Event::LetterLost { to, .. } => of(Phrase("journal.lost"), *to),
        Event::Replied {
            side,
            duty,
            received,
            sent,
            ..
        } => {
            let phrase = match duty {
                Duty::Query => Phrase("journal.queried"),
                Duty::Repeat => Phrase("journal.repeated-own"),
            };
            let blanks = [
                ("whom", whom(language, *side)),
                ("received", &*day(*received)),
                ("sent", &day(*sent)),
            ];
            capital(&phrase.fill(language, &blanks))
        }
        Event::LetterDelayed { to, .. } => of(Phrase("journal.delayed"), *to),
        Event::MovePlayed { ply, uci, .. } => played(game, *ply, uci, language),
        Event::Faulty {
            ply,
            fault: kind,
            text,
            ..
        } => {
            let side = game.side_of_ply(*ply);
            let blanks = [
                ("whom", whom(language, side)),
                ("text", text.as_str()),
                ("fault", fault(language, *kind)),
            ];
            Phrase("journal.fault").fill(language, &blanks)
        }
        Event::Penalty { side, days, .. } => {
            let count = format!("{days:+} {}", Counted("counted.day").noun(language, *days));
            let blanks = [("whom", whom(language, *side)), ("days", &count)];
            capital(&Phrase("journal.penalty").fill(language, &blanks))
        }
        Event::DatesSet {
            ply,
            received,
            sent,
        } => {
            let shown = |d: &Option<Day>| {
                d.map_or_else(|| Phrase("journal.as-was").say(language).to_owned(), day)
            };
            let blanks = [
                ("ply", &*ply.to_string()),
                ("received", &shown(received)),
                ("sent", &shown(sent)),
            ];
            Phrase("journal.dates").fill(language, &blanks)
        }
        Event::DrawOffered { side, .. } => of(Phrase("journal.offer"), *side),
        Event::DrawDeclined { side } => of(Phrase("journal.declined"), *side),
        Event::VariantProposed { side, line, .. } => {
            let blanks = [("whom", whom(language, *side)), ("line", &line.join(" "))];
            capital(&Phrase("journal.series").fill(language, &blanks))
        }
        Event::Warned {
            side,
            last_day: false,
            ..
        } => of(Phrase("journal.warned"), *side),
        Event::Warned {
            side,
            last_day: true,
            ..
        } => of(Phrase("journal.warned-last"), *side),
        Event::Reminded { side, .. } => of(Phrase("journal.reminded"), *side),
        Event::Repeated { .. } => Phrase("journal.repeated").say(language).to_owned(),
        Event::SilenceReported { .. } => Phrase("journal.silent").say(language).to_owned(),
        Event::TimeExceeded {
            side,
            at_move,
            total,
            limit,
            flag,
            claimed,
            ..
        } => {
            let blanks = [
                ("whom", whom(language, *side)),
                ("at", &at_move.to_string()),
                ("total", &total.to_string()),
                ("limit", &limit.to_string()),
                ("flag", &day(*flag)),
            ];
            let mut told = capital(&Phrase("journal.exceeded").fill(language, &blanks));
            if *claimed {
                told.push_str(&format!("; {}", Phrase("journal.claimed").say(language)));
            }
            told
        }
        Event::NoticeAnnulled { side } => of(Phrase("journal.annulled"), *side),
        Event::Protested { side, text } => {
            quoted(Phrase("journal.protested"), *side, text, language)
        }
        Event::RulingProtested {
            side,
            decision,
            text,
            by,
            ..
        } => {
            let name = by.as_ref().map(|by| by.name.as_str());
            let blanks = [
                ("whom", name.unwrap_or_else(|| whom(language, *side))),
                ("n", &decision.to_string()),
                ("text", text),
            ];
            capital(&Phrase("journal.protested-decision").fill(language, &blanks))
        }
        Event::Dismissed { of } => {
            Phrase("journal.dismissed").fill(language, &[("n", &of.to_string())])
        }
        Event::ClaimRejected {
            side, bar_claims, ..
        } => {
            let mut told = of(Phrase("journal.rejected"), *side);
            if *bar_claims {
                told.push_str(&format!("; {}", Phrase("journal.barred").say(language)));
            }
            told
        }
        Event::ClaimRefused { side, claim } => match claim {
            Claim::Time {
                at_move,
                total,
                limit,
                barred,
            } => {
                let blanks = [
                    ("whom", whom(language, *side)),
                    ("at", &*at_move.to_string()),
                    ("total", &total.to_string()),
                    ("limit", &limit.to_string()),
                ];
                let mut told = capital(&Phrase("journal.time-refused").fill(language, &blanks));
                if *barred {
                    told.push_str(&format!("; {}", Phrase("journal.barred").say(language)));
                }
                told
            }
            Claim::Draw { .. } => of(Phrase("journal.draw-refused"), *side),
        },
        Event::TimeGiven { side, dates } => {
            let run = |s: &crate::clock::DaySpan| match s.from == s.to {
                true => day(s.from),
                false => format!("{} – {}", day(s.from), day(s.to)),
            };
            let dates: Vec<String> = dates.iter().map(run).collect();
            let dates = dates.join(", ");
            let blanks = [("whom", whom(language, *side)), ("dates", &dates)];
            capital(&Phrase("journal.time-given").fill(language, &blanks))
        }
        Event::Replaced { side, was, is, .. } => {
            let blanks = [
                ("whom", whom(language, *side)),
                ("old", was.name.as_str()),
                ("new", &is.name),
            ];
            capital(&Phrase("journal.replaced").fill(language, &blanks))
        }
        Event::Paused { from, .. } => {
            Phrase("journal.paused").fill(language, &[("day", &day(*from))])
        }
        Event::Resumed { day: Some(on) } => {
            Phrase("journal.resumed").fill(language, &[("day", &day(*on))])
        }
        Event::Resumed { day: None } => Phrase("journal.resumes").say(language).to_owned(),
        Event::ClaimsBarred { side } => of(Phrase("journal.claims-barred"), *side),
        Event::ClockReset { side } => of(Phrase("journal.reset"), *side),
        Event::Ended {
            result,
            termination,
        } => {
            let blanks = [
                ("result", result.text()),
                ("how", common::termination(language, *termination)),
            ];
            Phrase("journal.ended").fill(language, &blanks)
        }
        Event::Reopened { .. } => Phrase("journal.reopened").say(language).to_owned(),
        Event::Voided { ply, .. } => {
            Phrase("journal.voided").fill(language, &[("ply", &ply.to_string())])
        }
        Event::Revoked {
            pass: Some(pass), ..
        } => Phrase("journal.pass-revoked").fill(language, &[("n", &pass.to_string())]),
        Event::Redated { .. } => Phrase("journal.redated").say(language).to_owned(),
        Event::Revoked { decision, .. } => {
            Phrase("journal.revoked").fill(language, &[("n", &decision.to_string())])
        }
        Event::AdjudicationOpened { until, .. } => {
            Phrase("journal.adjudication").fill(language, &[("day", &day(*until))])
        }
        Event::OpinionGiven { side, result, .. } => {
            let blanks = [("whom", whom(language, *side)), ("result", result.text())];
            capital(&Phrase("journal.opinion").fill(language, &blanks))
        }
        Event::OpinionsClosed => Phrase("journal.opinions-closed").say(language).to_owned(),
        Event::AppealLodged { side, text, .. } => {
            quoted(Phrase("journal.appeal"), *side, text, language)
        }
        Event::MatterOpened(opened) => {
            let what = matter_words::name(language, &opened.matter);
            Phrase("journal.matter").fill(language, &[("what", &what)])
        }
    }
}

fn quoted(phrase: Phrase, side: Side, text: &str, language: Language) -> String {
    let blanks = [("whom", whom(language, side)), ("text", text)];
    capital(&phrase.fill(language, &blanks))
}

/// A move with its dates and days; one that was taken out of the game since, as it
/// was written.
fn played(game: &GameFile, ply: u32, uci: &str, language: Language) -> String {
    let index = usize::try_from(ply).unwrap_or(0).wrapping_sub(1);
    let Some(mv) = game.moves.get(index).filter(|m| m.uci == uci) else {
        let blanks = [("ply", &*ply.to_string()), ("mv", uci)];
        return Phrase("journal.move-gone").fill(language, &blanks);
    };
    let san = game
        .line
        .position_at(index)
        .zip(game.line.moves().get(index))
        .map_or_else(|| mv.san.clone(), |(p, m)| p.san_in(*m, language));
    let blanks = [
        (
            "mv",
            &*format!("{}{} {san} ({})", mv.number, mv.side.dots(), mv.numeric),
        ),
        ("received", &date(language, mv.received)),
        ("sent", &date(language, mv.sent)),
        ("days", &Counted("counted.day").count(language, mv.days)),
        ("total", &mv.total.to_string()),
    ];
    let mut told = Phrase("journal.move").fill(language, &blanks);
    if mv.variant {
        told.push_str(&format!("; {}", Phrase("journal.variant").say(language)));
    }
    told
}

/// The first letter of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
