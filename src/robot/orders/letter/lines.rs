//! What an arbiter's letter orders, carried out line by line: each by itself, and a
//! transcript says what became of each.

use super::asked::show_what;
use super::authorship::Authorship;
use super::rights::{foreign_part, foreign_word, is_in_role};
use crate::arbiter::notice::{OrderOutcome, OrderResult};
use crate::arbiter::{Body, NoticeKind, Verdict};
use crate::error::{Failure, FailureKind};
use crate::ids::{GameName, InboundId, PlayerId};
use crate::language::Language;
use crate::messages::word;
use crate::orders::by_letter::{all_the_same, example_line, named_game, order_name, orders_json};
use crate::orders::refusal::asked;
use crate::orders::role::Power;
use crate::orders::{Order, OrderPlace, Ordered, Refusal, line, usage};
use crate::record::Cause;
use crate::report;
use crate::request::orders::{LineAsks, OrderLine, Orders};
use crate::robot::desk::Desk;
use crate::robot::inquiry::exact_line;
use crate::robot::office::{WritingOfficial, office_of};
use crate::robot::orders::committee::weighed;
use crate::robot::orders::official_letter::OfficialLetter;
use crate::robot::orders::{DecisionEffect, GivenBy, Grounds, enact, try_out};
use crate::robot::settled::Settled;

/// Most lines of one letter that are carried out.
const MOST_LINES: usize = 40;

/// Carries out every line by itself and answers with what became of each.
pub(in crate::robot::orders) fn carry_out_all(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    orders: &Orders,
    player: Option<PlayerId>,
) -> Result<Settled, Failure> {
    let OfficialLetter {
        pending, office, ..
    } = *of;
    // Read once more (`inbox retry`), a letter orders nothing a second time.
    let before = desk
        .tx
        .outbound_answers(pending.id)?
        .iter()
        .any(|row| row.kind == NoticeKind::Transcript.name());
    let authorship = Authorship::of(desk, of)?;
    let given_back =
        authorship.is_given_back() && any_is_anothers(desk, orders, office, &authorship)?;
    let mut lines = Vec::new();
    let (mut done, mut refused) = (0, 0);
    let mut games: Vec<GameName> = Vec::new();
    for (at, line) in orders.lines.iter().enumerate() {
        let asked = exact_line(**desk.tx, &line.asked);
        let became = match &asked {
            _ if at >= MOST_LINES => OrderResult::TooMany,
            Ok(LineAsks::Order(_)) if before && !line.dry_run => OrderResult::Before,
            Ok(LineAsks::Order(_)) if given_back && !line.dry_run => OrderResult::GivenBack,
            Ok(LineAsks::Order(words)) => {
                obey(desk, (words, line), office, &authorship, pending.id)?
            }
            Ok(other) => show_what(desk, other, office)?,
            Err(failure) => not_done(failure.clone(), "", office)?,
        };
        let bad = is_not_done(&became);
        refused += u32::from(bad);
        done += u32::from(!bad);
        if matches!(became, OrderResult::Done { .. })
            && let Ok(LineAsks::Order(words)) = &asked
            && let Some(game) = named_game(words)
            && !games.contains(&game)
        {
            games.push(game);
        }
        lines.push(OrderOutcome {
            read: line.read.clone(),
            reason: line.reason.clone(),
            became,
        });
    }
    if player.is_none() {
        lines.extend(not_understood(&orders.strays));
    }
    // Who has handed his office on has a letter about it; this one would go to his successor.
    if office_of(desk.tx, office.address(), desk.now)?.is_some() {
        of.answer(desk, Body::Transcript { lines })?;
    }
    let mut note = format!("orders: {done} carried out");
    if refused > 0 {
        note.push_str(&format!(", {refused} refused"));
    }
    Ok(Settled {
        games,
        requests: orders_json(orders),
        ..Settled::of(Verdict::Command, &note)
    })
}

/// Whether an order of a letter could be read in words of others.
fn any_is_anothers(
    desk: &Desk<'_>,
    orders: &Orders,
    office: &WritingOfficial,
    authorship: &Authorship,
) -> Result<bool, Failure> {
    for line in &orders.lines {
        let asked = exact_line(**desk.tx, &line.asked);
        if let Ok(LineAsks::Order(words)) = asked
            && let Ok(td) = line::of_line(&words)
            && authorship
                .writer_of(desk, &td.order, &line.below, office)?
                .is_some()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a line changed nothing and showed nothing.
fn is_not_done(became: &OrderResult) -> bool {
    match became {
        OrderResult::Refused { .. }
        | OrderResult::NotYours { .. }
        | OrderResult::TooMany
        | OrderResult::Asked { .. }
        | OrderResult::Proposed { .. }
        | OrderResult::GivenBack => true,
        OrderResult::Done { .. }
        | OrderResult::Would { .. }
        | OrderResult::NotUnderstood
        | OrderResult::Before
        | OrderResult::Shown { .. } => false,
    }
}

/// One order: read, found to be about his tournaments, and decided.
fn obey(
    desk: &mut Desk<'_>,
    (words, line): (&str, &OrderLine),
    office: &WritingOfficial,
    authorship: &Authorship,
    inbound: InboundId,
) -> Result<OrderResult, Failure> {
    let name = order_name(words);
    let language = office.language();
    let refused = |failure: &Failure| OrderResult::Refused {
        why: why(language, failure),
        usage: usage(&name),
        example: example_line(&name, office.home_code()),
    };
    let td = match line::of_line(words) {
        Ok(td) => td,
        Err(why) => return Ok(refused(&why.into())),
    };
    let order = match td.order {
        Order::Circular(order) => order.with_below(&line.below).into(),
        order => order,
    };
    if matches!(order.place(), OrderPlace::List) {
        return Ok(refused(&Failure::usage("a list is no decision")));
    }
    if let Some(code) = foreign_word(desk, words, office)? {
        return Ok(OrderResult::NotYours { code });
    }
    let dry_run = line.dry_run || td.why.dry_run;
    let tables = td.why.language.unwrap_or(language);
    let mut grounds = Grounds {
        reason: match td.why.reason.is_empty() {
            true => line.reason.clone(),
            false => td.why.reason,
        },
        article: td.why.article,
        dry_run,
        anyway: td.why.anyway,
        by: GivenBy::Letter,
        cause: Cause::OrderLetter(inbound),
    };
    // Tried first: only then is it certain whose games and players it touches.
    let tried = match try_out(desk, &order, &grounds) {
        Ok(tried) => tried,
        Err(failure) => return not_done(failure, &name, office),
    };
    let would = &tried.would;
    if let Some(code) = foreign_part(desk, would, &order, office)? {
        return Ok(OrderResult::NotYours { code });
    }
    if !is_in_role(desk, would, &order, office)? {
        let failure = Refusal::NotYourOffice.into();
        return not_done(failure, &name, office);
    }
    let tried = match weighed(desk, tried, &order, office, &grounds) {
        Ok(tried) => tried,
        Err(failure) => return not_done(failure, &name, office),
    };
    let would = &tried.would;
    let effect = would.effect.lines(language).join("\n");
    let asks = match grounds.anyway || would.cautions.is_empty() {
        true => String::new(),
        false => asked(language, &would.cautions),
    };
    if dry_run {
        return Ok(OrderResult::Would {
            what: would.note(language),
            effect,
            asks,
            letters: letters(would, language),
            shown: shown(would, tables),
        });
    }
    let is_his = grounds.anyway && authorship.is_as_proposed();
    if !is_his && let Some(writer) = authorship.writer_of(desk, &order, &line.below, office)? {
        return Ok(OrderResult::Proposed {
            writer: writer.name,
            day: writer.day,
            line: all_the_same(&without_anyway(words), &grounds.reason),
            asks,
            effect,
        });
    }
    if !asks.is_empty() {
        let line = all_the_same(words, &grounds.reason);
        return Ok(OrderResult::Asked {
            why: asks,
            line,
            effect,
        });
    }
    let first = would.entries.first().map(|(game, _)| game.code.as_str());
    let code = first.or(order.tournament());
    grounds.by = office
        .giver(code, Power::of(&order))
        .map_or(GivenBy::Letter, GivenBy::Known);
    match enact(desk, &grounds, tried) {
        Ok(done) => Ok(OrderResult::Done {
            number: done.id.map(|id| id.0),
            what: done.note(language),
            letters: letters(&done, language),
            shown: shown(&done, tables),
            released: done.released,
            effect,
        }),
        Err(failure) => not_done(failure, &name, office),
    }
}

/// An order without the word by which it is given all the same.
fn without_anyway(words: &str) -> String {
    let words = words.split(' ').filter(|word| *word != "--anyway");
    words.collect::<Vec<_>>().join(" ")
}

/// A refusal is an answer; what is wrong with the home ends the pass.
fn not_done(
    failure: Failure,
    name: &str,
    office: &WritingOfficial,
) -> Result<OrderResult, Failure> {
    match failure.kind {
        FailureKind::Home | FailureKind::Full | FailureKind::Later | FailureKind::Clock => {
            Err(failure)
        }
        _ => Ok(OrderResult::Refused {
            why: why(office.language(), &failure),
            usage: String::new(),
            example: example_line(name, office.home_code()),
        }),
    }
}

/// Why an order was refused. What has no words in the language stands in brackets.
fn why(language: Language, failure: &Failure) -> String {
    match &failure.refusal {
        Some(refusal) => refusal.why(language),
        None if language == Language::En => failure.to_string(),
        None => format!("[{}]", failure.message),
    }
}

/// The letters that a decision brings, by kind and name.
fn letters(decided: &DecisionEffect, language: Language) -> Vec<(String, String)> {
    let each = decided.letters.iter();
    each.map(|t| {
        (
            word(language, "letter-kind", &t.kind).to_owned(),
            t.name.clone(),
        )
    })
    .collect()
}

/// What is to be looked at beside a decision: the tables with and without a player.
fn shown(decided: &DecisionEffect, language: Language) -> String {
    let texts = decided
        .shown
        .iter()
        .map(|s| report::document::text(&s.document(language)));
    texts.collect::<Vec<_>>().join("\n")
}

/// Most lines of a letter that are named as not understood, one by one.
const MOST_STRAYS: usize = 100;

/// The lines for which nothing was found to do, and of very many the number of the rest.
fn not_understood(strays: &[String]) -> Vec<OrderOutcome> {
    let more = strays.len().saturating_sub(MOST_STRAYS);
    let rest = (more > 0).then(|| format!("… (+{more})"));
    let each = strays.iter().take(MOST_STRAYS).cloned().chain(rest);
    each.map(|read| OrderOutcome {
        read,
        reason: String::new(),
        became: OrderResult::NotUnderstood,
    })
    .collect()
}
