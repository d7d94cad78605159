//! The journal of a game: its whole story in words, each entry with its day, its
//! article and what brought it about, so that a decision can be defended years later.

use super::form::leave;
use crate::chess::Side;
use crate::language::Language;
use crate::record::{About, Cause, Claim, Duty, Entry, Event, GameFile, Recorded};
use crate::report::document::{Cell, Column, Document, Section, Table, Tone};
use crate::report::words::common::{ARTICLE, AS_OF, DATE, DAYS, NUMBER, date};
use crate::report::words::journal::{self as say, whom};
use crate::report::words::matters as matter_words;
use crate::report::words::table as table_words;
use crate::report::words::{Phrase, fault, words};
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
    let mut document = Document::new(language, say::TITLE.fill(language, &[("game", &name)]))
        .with_subtitle(say::PLAYERS.fill(language, &players))
        .with_subtitle(AS_OF.fill(language, &[("day", &date(language, today))]));
    let mut table = Table::new(
        "journal",
        [
            Column::right(NUMBER.say(language)),
            Column::left(DATE.say(language)),
            Column::left(ARTICLE.say(language)),
            Column::left(say::CAUSE.say(language)),
            Column::left(say::WHAT.say(language)).key().wrapping(),
        ],
    )
    .in_cards();
    for entry in &game.entries {
        let day = facts.zone.day(entry.at);
        let mut told = told(game, entry, language);
        if let Some(note) = remark(entry) {
            told.push_str(&format!(" ({note})"));
        }
        if !game.counts(entry) {
            told.push_str(&format!(" – {}", say::NO_MORE.say(language)));
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
    table.note(say::ABOUT_CAUSES.say(language));
    let mut section = Section::untitled();
    section.table(table);
    section.facts(leaves(game, language));
    document.push(section);
    document
}

/// Leave is of a player, not of a game; but it explains his days.
fn leaves(game: &GameFile, language: Language) -> Vec<(String, String)> {
    let w = words(language);
    [(w.white_leave, Side::White), (w.black_leave, Side::Black)]
        .into_iter()
        .map(|(title, side)| (title.to_owned(), leave(game, side)))
        .filter(|(_, leave)| !leave.is_empty())
        .collect()
}

/// What stands beside an entry: the arbiter's reason, or a remark of the record.
fn remark(entry: &Entry) -> Option<&str> {
    let note = match &entry.event {
        Event::MatterOpened { note, .. } if entry.note.is_empty() => note,
        _ => &entry.note,
    };
    (!note.is_empty()).then_some(note.as_str())
}

fn cause(entry: &Recorded, language: Language) -> String {
    let number = |n: String| say::BY_ORDER.fill(language, &[("n", &n)]);
    match entry.cause {
        Cause::Letter(letter) => say::BY_LETTER.fill(language, &[("n", &letter.to_string())]),
        Cause::Tick => say::BY_CLOCK.say(language).to_owned(),
        Cause::Post => say::BY_POST.say(language).to_owned(),
        Cause::Order => number(entry.id.to_string()),
        Cause::Decision(first) => number(first.to_string()),
        Cause::OrderLetter(letter) => {
            let blanks = [
                ("n", &*entry.id.to_string()),
                ("letter", &letter.to_string()),
            ];
            say::BY_ORDER_LETTER.fill(language, &blanks)
        }
    }
}

fn told(game: &GameFile, entry: &Entry, language: Language) -> String {
    let day = |d: Day| date(language, d);
    let of = |phrase: Phrase, side: Side| {
        capital(&phrase.fill(language, &[("whom", whom(language, side))]))
    };
    match &entry.event {
        Event::Started => say::STARTED.say(language).to_owned(),
        Event::LetterLeft { about, to, .. } => {
            let about = match about {
                About::Start => say::ABOUT_START,
                About::Move => say::ABOUT_MOVE,
                About::Correction => say::ABOUT_CORRECTION,
                About::Ruling => say::ABOUT_RULING,
                About::Notice => say::ABOUT_NOTICE,
                About::Adjudication => say::ABOUT_ADJUDICATION,
            };
            let blanks = [
                ("whom", whom(language, *to)),
                ("about", about.say(language)),
            ];
            say::LEFT.fill(language, &blanks)
        }
        Event::LetterLost { to, .. } => of(say::LOST, *to),
        Event::Replied {
            side,
            duty,
            received,
            sent,
            ..
        } => {
            let phrase = match duty {
                Duty::Query => say::QUERIED,
                Duty::Repeat => say::REPEATED_OWN,
            };
            let blanks = [
                ("whom", whom(language, *side)),
                ("received", &*day(*received)),
                ("sent", &day(*sent)),
            ];
            capital(&phrase.fill(language, &blanks))
        }
        Event::LetterDelayed { to, .. } => of(say::DELAYED, *to),
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
            say::FAULT.fill(language, &blanks)
        }
        Event::Penalty { side, days, .. } => {
            let count = format!("{days:+} {}", DAYS.noun(language, *days));
            let blanks = [("whom", whom(language, *side)), ("days", &count)];
            capital(&say::PENALTY.fill(language, &blanks))
        }
        Event::DatesSet {
            ply,
            received,
            sent,
        } => {
            let shown =
                |d: &Option<Day>| d.map_or_else(|| say::AS_WAS.say(language).to_owned(), day);
            let blanks = [
                ("ply", &*ply.to_string()),
                ("received", &shown(received)),
                ("sent", &shown(sent)),
            ];
            say::DATES.fill(language, &blanks)
        }
        Event::DrawOffered { side, .. } => of(say::OFFER, *side),
        Event::DrawDeclined { side } => of(say::DECLINED, *side),
        Event::VariantProposed { side, line, .. } => {
            let blanks = [("whom", whom(language, *side)), ("line", &line.join(" "))];
            capital(&say::SERIES.fill(language, &blanks))
        }
        Event::Warned {
            side,
            last_day: false,
            ..
        } => of(say::WARNED, *side),
        Event::Warned {
            side,
            last_day: true,
            ..
        } => of(say::WARNED_LAST, *side),
        Event::Repeated { .. } => say::REPEATED.say(language).to_owned(),
        Event::SilenceReported { .. } => say::SILENT.say(language).to_owned(),
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
            let mut told = capital(&say::EXCEEDED.fill(language, &blanks));
            if *claimed {
                told.push_str(&format!("; {}", say::CLAIMED.say(language)));
            }
            told
        }
        Event::NoticeAnnulled { side } => of(say::ANNULLED, *side),
        Event::Protested { side, text } => quoted(say::PROTESTED, *side, text, language),
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
            capital(&say::PROTESTED_DECISION.fill(language, &blanks))
        }
        Event::Dismissed { of } => say::DISMISSED.fill(language, &[("n", &of.to_string())]),
        Event::ClaimRejected {
            side, bar_claims, ..
        } => {
            let mut told = of(say::REJECTED, *side);
            if *bar_claims {
                told.push_str(&format!("; {}", say::BARRED.say(language)));
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
                let mut told = capital(&say::TIME_REFUSED.fill(language, &blanks));
                if *barred {
                    told.push_str(&format!("; {}", say::BARRED.say(language)));
                }
                told
            }
            Claim::Draw { .. } => of(say::DRAW_REFUSED, *side),
        },
        Event::TimeGiven { side, dates } => {
            let run = |s: &crate::clock::Span| match s.from == s.to {
                true => day(s.from),
                false => format!("{} – {}", day(s.from), day(s.to)),
            };
            let dates: Vec<String> = dates.iter().map(run).collect();
            let dates = dates.join(", ");
            let blanks = [("whom", whom(language, *side)), ("dates", &dates)];
            capital(&say::TIME_GIVEN.fill(language, &blanks))
        }
        Event::Replaced { side, was, is, .. } => {
            let blanks = [
                ("whom", whom(language, *side)),
                ("was", was.name.as_str()),
                ("is", &is.name),
            ];
            capital(&say::REPLACED.fill(language, &blanks))
        }
        Event::Paused { from, .. } => say::PAUSED.fill(language, &[("day", &day(*from))]),
        Event::Resumed { day: Some(on) } => say::RESUMED.fill(language, &[("day", &day(*on))]),
        Event::Resumed { day: None } => say::RESUMES.say(language).to_owned(),
        Event::ClaimsBarred { side } => of(say::CLAIMS_BARRED, *side),
        Event::ClockReset { side } => of(say::RESET, *side),
        Event::Ended {
            result,
            termination,
        } => {
            let blanks = [
                ("result", result.text()),
                ("how", table_words::termination(language, *termination)),
            ];
            say::ENDED.fill(language, &blanks)
        }
        Event::Reopened { .. } => say::REOPENED.say(language).to_owned(),
        Event::Voided { ply, .. } => say::VOIDED.fill(language, &[("ply", &ply.to_string())]),
        Event::Revoked {
            pass: Some(pass), ..
        } => say::PASS_REVOKED.fill(language, &[("n", &pass.to_string())]),
        Event::Redated { .. } => say::REDATED.say(language).to_owned(),
        Event::Revoked { decision, .. } => {
            say::REVOKED.fill(language, &[("n", &decision.to_string())])
        }
        Event::AdjudicationOpened { until, .. } => {
            say::ADJUDICATION.fill(language, &[("day", &day(*until))])
        }
        Event::OpinionGiven { side, result, .. } => {
            let blanks = [("whom", whom(language, *side)), ("result", result.text())];
            capital(&say::OPINION.fill(language, &blanks))
        }
        Event::OpinionsClosed => say::OPINIONS_CLOSED.say(language).to_owned(),
        Event::AppealLodged { side, text, .. } => quoted(say::APPEAL, *side, text, language),
        Event::MatterOpened { matter, .. } => {
            let what = matter_words::name(language, matter);
            say::MATTER.fill(language, &[("what", &what)])
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
        return say::MOVE_GONE.fill(language, &blanks);
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
        ("days", &DAYS.count(language, mv.days)),
        ("total", &mv.total.to_string()),
    ];
    let mut told = say::MOVE.fill(language, &blanks);
    if mv.variant {
        told.push_str(&format!("; {}", say::VARIANT.say(language)));
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
