//! Orders by letter (CONTRACT.md 6): an arbiter answers any letter of the robot with
//! lines as the console takes them. Each is carried out or refused by itself, and a
//! transcript says what became of each.
//!
//! An order holds only in tournaments of which the letter's From address is an
//! official's, with the rights of his role ([`Role`]), and under every policy it needs
//! the token of a letter to him as official, which no letter with orders has used
//! before, or a code. Who may only be believed as far as
//! the policy goes can ask and try, and changes nothing.

use super::later;
use super::{DecisionEffect, Grounds, enact, try_out};
use crate::arbiter::notice::{OrderOutcome, OrderResult};
use crate::arbiter::{Body, NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId, PlayerRef};
use crate::language::Language;
use crate::letter::Letter;
use crate::messages::word;
use crate::orders::refusal::asked;
use crate::orders::{
    self, DeskOrder, Order, OrderPlace, Ordered, Refusal, RevokeOrder, Role, line,
};
use crate::record::Cause;
use crate::report;
use crate::request::orders::{LineAsks, OrderLine, Orders, find};
use crate::robot::belief::{Belief, WhatIsAsked, belief};
use crate::robot::challenge;
use crate::robot::codes;
use crate::robot::codes::CodeAsked;
use crate::robot::desk::Desk;
use crate::robot::inquiry::table_of;
use crate::robot::inquiry::{today_of, tournaments_of};
use crate::robot::office::WritingOfficial;
use crate::robot::sender::{LetterFrom, answer};
use crate::robot::settled::Settled;
use crate::robot::tokens::signs_of;
use crate::store::{Pending, TokenOf, TokenRow, TournamentStatus};
use crate::time::Zone;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Most lines of one letter that are carried out.
const MOST_LINES: usize = 40;

/// Longest text shown in a transcript, in characters.
const MOST_SHOWN: usize = 60_000;

/// What an arbiter's letter was, as far as it is an arbiter's.
pub(in crate::robot) enum ArbiterLetter {
    /// Nothing in it is for the arbiter's desk.
    Nothing,
    /// It is settled.
    Settled(Settled),
    /// Its orders are settled; this is what else stands in it.
    And(Settled, String),
}

/// The orders of a text, whoever wrote it.
pub fn orders_in(own_text: &str) -> Orders {
    find(own_text, &orders::names(), &|line| reads(line))
}

/// Whether the grammar takes a line.
fn reads(words: &str) -> bool {
    line::of_line(words).is_ok_and(|td| !matches!(td.order.place(), OrderPlace::List))
}

/// Orders as `inbox list` and `read` show them.
pub fn orders_json(orders: &Orders) -> Vec<Value> {
    let request = |line: &OrderLine| {
        json!({
            "type": "order", "game": named_game(&line.read), "number": null, "side": null,
            "text": line.read, "uci": null, "variant": null, "date": null,
        })
    };
    orders.lines.iter().map(request).collect()
}

fn named_game(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    words.find_map(|w| GameName::parse(w).map(|g| g.to_string()))
}

/// A letter that answers one of ours to an official, from another address: where it
/// holds orders, he is asked.
pub(in crate::robot) fn hear_elsewhere(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    office: &WritingOfficial,
) -> Result<Settled, Failure> {
    let orders = orders_in(&letter.own_text);
    if orders.lines.is_empty() {
        let note = "in answer to a letter to an official, from another address; no order in it";
        return Ok(Settled::of(Verdict::UnknownSender, note));
    }
    let from = LetterFrom::official(pending, letter, office);
    hold_orders(desk, &from, &orders, &CodeAsked::Elsewhere)
}

/// Hears an arbiter's letter. `player`: he has an account as a player too.
pub(in crate::robot) fn hear_official(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    office: &WritingOfficial,
    player: Option<PlayerId>,
) -> Result<ArbiterLetter, Failure> {
    let who = (pending, letter, office);
    let from = LetterFrom::official(pending, letter, office);
    let signs = signs_of(desk, letter, &from.sender)?;
    let tokens = &signs.own;
    // Whose token others have seen is not believed again, whatever the letter says.
    for seen in signs.to_void(letter, &desk.robot_address) {
        desk.tx.token_void(&seen)?;
    }
    let known = desk.known.contains(&pending.id);
    if !known {
        // Who plays too may mean one that he was asked as a player.
        let answered = match challenge::answer_codes(desk, &from, false)? {
            None if player.is_none() => challenge::answer_unknown_code(desk, &from, false)?,
            answered => answered,
        };
        if let Some(settled) = answered {
            return Ok(ArbiterLetter::Settled(settled));
        }
    }
    let own_text = without_our_orders(desk, letter, tokens)?;
    let mut orders = orders_in(&own_text);
    if !orders.strays.is_empty() {
        // What is ours, sent back without marks, he has not written.
        let ours = our_texts(desk, tokens)?;
        let ours: Vec<String> = ours.iter().map(|text| plain(text)).collect();
        let is_ours = |stray: &String| ours.iter().any(|text| text.contains(&plain(stray)));
        orders.strays.retain(|stray| !is_ours(stray));
    }
    let believes = |desk: &Desk<'_>, asked| {
        known || belief(desk, letter, pending.arrived, &signs, asked) != Belief::None
    };
    if orders.lines.is_empty() {
        if player.is_some() {
            return Ok(ArbiterLetter::Nothing);
        }
        let believed = believes(desk, WhatIsAsked::Questions);
        return nothing_asked_of(desk, who, believed).map(ArbiterLetter::Settled);
    }
    let changes = orders
        .lines
        .iter()
        .any(|l| l.asked.is_order() && !l.dry_run);
    let asked = match changes {
        true => WhatIsAsked::Orders,
        false => WhatIsAsked::Questions,
    };
    if !believes(desk, asked) {
        return hold_orders(desk, &from, &orders, &CodeAsked::Letter).map(ArbiterLetter::Settled);
    }
    // A limit silences answers, never orders: they need a fresh token each time. What
    // was only asked is owed.
    let over = match changes {
        true => None,
        false => over_limit(desk, office)?,
    };
    let settled = match over {
        Some(limit) => later::owe_asked(desk, who, &orders, limit)?,
        None => carry_out_all(desk, who, &orders, player)?,
    };
    if changes {
        for used in signs.letters() {
            desk.tx.token_void(&used)?;
        }
    }
    Ok(match player {
        Some(_) if !orders.rest.trim().is_empty() => ArbiterLetter::And(settled, orders.rest),
        _ => ArbiterLetter::Settled(settled),
    })
}

/// Carries out every line by itself and answers with what became of each.
pub(super) fn carry_out_all(
    desk: &mut Desk<'_>,
    who: (&Pending, &Letter, &WritingOfficial),
    orders: &Orders,
    player: Option<PlayerId>,
) -> Result<Settled, Failure> {
    let (pending, _, office) = who;
    // Read once more (`inbox retry`), a letter orders nothing a second time.
    let before = desk
        .tx
        .outbound_answers(pending.id)?
        .iter()
        .any(|row| row.kind == NoticeKind::Transcript.name());
    let mut lines = Vec::new();
    let (mut done, mut refused) = (0, 0);
    let mut games: Vec<GameName> = Vec::new();
    for (at, line) in orders.lines.iter().enumerate() {
        let became = match &line.asked {
            _ if at >= MOST_LINES => OrderResult::TooMany,
            LineAsks::Order(_) if before && !line.dry_run => OrderResult::Before,
            LineAsks::Order(words) => obey(desk, words, line, office, pending.id)?,
            other => show_what(desk, other, office)?,
        };
        let bad = matches!(
            became,
            OrderResult::Refused { .. } | OrderResult::NotYours { .. } | OrderResult::TooMany
        );
        let bad = bad || matches!(became, OrderResult::Asked { .. });
        refused += u32::from(bad);
        done += u32::from(!bad);
        if matches!(became, OrderResult::Done { .. })
            && let Some(game) = named_game(&line.read).as_deref().and_then(GameName::parse)
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
    answer_office(desk, Body::Transcript { lines }, who)?;
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

/// One order: read, found to be about his tournaments, and decided.
fn obey(
    desk: &mut Desk<'_>,
    words: &str,
    line: &OrderLine,
    office: &WritingOfficial,
    inbound: InboundId,
) -> Result<OrderResult, Failure> {
    let name = order_name(words);
    let language = office.language();
    let refused = |failure: &Failure| OrderResult::Refused {
        why: why(language, failure),
        usage: orders::usage(&name),
        example: example(&name, office),
    };
    let td = match line::of_line(words) {
        Ok(td) => td,
        Err(why) => return Ok(refused(&why.into())),
    };
    let order = td.order;
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
        by: None,
        cause: Cause::OrderLetter(inbound),
    };
    // Tried first: only then is it certain whose games and players it touches.
    let would = match try_out(desk, &order, &grounds) {
        Ok(would) => would,
        Err(failure) => return not_done(failure, &name, office),
    };
    if let Some(code) = foreign_part(desk, &would, &order, office)? {
        return Ok(OrderResult::NotYours { code });
    }
    if !is_in_role(desk, &would, &order, office)? {
        let failure = Refusal::NotYourOffice.into();
        return not_done(failure, &name, office);
    }
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
            letters: letters(&would, language),
            shown: shown(&would, tables),
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
    grounds.by = office.name_in(first);
    match enact(desk, &order, &grounds, would) {
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

/// A refusal is an answer; what is wrong with the home ends the pass.
fn not_done(
    failure: Failure,
    name: &str,
    office: &WritingOfficial,
) -> Result<OrderResult, Failure> {
    match failure.kind {
        crate::error::FailureKind::Home | crate::error::FailureKind::Later => Err(failure),
        _ => Ok(OrderResult::Refused {
            why: why(office.language(), &failure),
            usage: String::new(),
            example: example(name, office),
        }),
    }
}

/// A tournament that an order names and that is not the arbiter's.
fn foreign_word(
    desk: &Desk<'_>,
    words: &str,
    office: &WritingOfficial,
) -> Result<Option<String>, Failure> {
    for word in words.split_whitespace() {
        let code = match (GameName::parse(word), word.split_once(':')) {
            (Some(game), _) => game.code,
            (None, Some((code, number))) if number.parse::<u32>().is_ok() => code.to_owned(),
            _ => word.to_owned(),
        };
        if !office.has(&code) && desk.tx.tournament_load(&code)?.is_some() {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

/// A tournament that a decision touches and that is not the arbiter's: of a
/// game, or of a player whom it is about as a whole.
fn foreign_part(
    desk: &Desk<'_>,
    decided: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<Option<String>, Failure> {
    let foreign = |code: &str| (!office.has(code)).then(|| code.to_owned());
    for (game, _) in &decided.entries {
        if let Some(code) = foreign(&game.code) {
            return Ok(Some(code));
        }
    }
    let mut whole: BTreeSet<PlayerId> = BTreeSet::new();
    for entry in &decided.player_entries {
        match entry.tournament {
            Some(id) => {
                if let Some(code) = foreign(&desk.tx.tournament_facts(id)?.code) {
                    return Ok(Some(code));
                }
            }
            None => {
                whole.insert(entry.player);
            }
        }
    }
    if let Order::Address(order) = order {
        whole.extend(player_meant(desk, &order.player)?);
    }
    for player in whole {
        for entry in desk.tx.player_tournaments(player)? {
            let row = desk.tx.tournament_load_id(entry.tournament)?;
            let Some(row) = row.filter(|r| r.status != TournamentStatus::Finished) else {
                continue;
            };
            if let Some(code) = foreign(&row.facts.code) {
                return Ok(Some(code));
            }
        }
    }
    Ok(None)
}

/// Whether everything that a decision touches is his to decide: in each game by one
/// of his roles, about a player as the arbiter alone.
fn is_in_role(
    desk: &mut Desk<'_>,
    decided: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<bool, Failure> {
    let directs = |code: &str| office.roles(code).contains(&Role::Arbiter);
    let mut others: Vec<(GameId, &[Role])> = Vec::new();
    for (name, _) in decided.entries.iter().filter(|(n, _)| !directs(&n.code)) {
        if let Some(id) = desk.tx.game_find(name)? {
            others.push((id, office.roles(&name.code)));
        }
    }
    let mut his = |(id, roles): &(GameId, &[Role])| -> Result<bool, Failure> {
        let game = desk.game(*id)?;
        Ok(roles.iter().any(|role| match order.place() {
            OrderPlace::Game(_, order) => role.may_order(game, order),
            OrderPlace::Desk(DeskOrder::Revoke(order)) => role.may_revoke(game, order),
            OrderPlace::Desk(_) | OrderPlace::List => false,
        }))
    };
    let mut all = true;
    let mut some = false;
    for other in &others {
        let may = his(other)?;
        all &= may;
        some |= may;
    }
    // A decision is taken back as a whole; the protest waits in one of its games.
    let taken_back = matches!(order, Order::Revoke(RevokeOrder { pass: None, .. })) && some;
    if taken_back || !all {
        return Ok(taken_back);
    }
    for entry in &decided.player_entries {
        let own = match entry.tournament {
            Some(id) => directs(&desk.tx.tournament_facts(id)?.code),
            // A whole player's: `foreign_part` has seen to his tournaments.
            None => office.codes().iter().all(|code| directs(code)),
        };
        if !own {
            return Ok(false);
        }
    }
    Ok(true)
}

fn player_meant(desk: &Desk<'_>, player: &PlayerRef) -> Result<Option<PlayerId>, Failure> {
    Ok(desk.tx.player_find(player)?.map(|p| p.id))
}

/// What an arbiter asks to see.
fn show_what(
    desk: &mut Desk<'_>,
    asked: &LineAsks,
    office: &WritingOfficial,
) -> Result<OrderResult, Failure> {
    let view = **desk.tx;
    let foreign = |codes: &[String]| codes.iter().find(|c| !office.has(c)).cloned();
    let language = office.language();
    let text = match asked {
        LineAsks::Order(_) => String::new(),
        LineAsks::Help => help(language),
        LineAsks::Today(codes) => {
            if let Some(code) = foreign(codes) {
                return Ok(OrderResult::NotYours { code });
            }
            let mut rows = tournaments_of(view, codes, desk.now)?;
            rows.retain(|r| office.has(&r.facts.code));
            let today = today_of(view, &rows, desk.now, 7)?;
            report::document::text(&report::today::document(&today, language))
        }
        LineAsks::Log(code) => {
            let codes = match code {
                Some(code) => vec![code.clone()],
                None => office.codes(),
            };
            if let Some(code) = foreign(&codes) {
                return Ok(OrderResult::NotYours { code });
            }
            log_of(desk, &codes)?
        }
        LineAsks::Report(code) => {
            if let Some(code) = foreign(std::slice::from_ref(code)) {
                return Ok(OrderResult::NotYours { code });
            }
            match view.tournament_load(code)? {
                Some(row) => {
                    let table = table_of(view, &row, desk.now)?;
                    report::document::text(&report::table::document(&table, language))
                }
                None => String::new(),
            }
        }
        LineAsks::Game(name) => {
            let game = GameName::parse(name);
            let code = game.as_ref().map_or(name.clone(), |g| g.code.clone());
            if let Some(code) = foreign(&[code]) {
                return Ok(OrderResult::NotYours { code });
            }
            let found = match &game {
                Some(game) => view.game_find(game)?,
                None => None,
            };
            let Some(id) = found else {
                return Ok(OrderResult::Refused {
                    why: Refusal::NoGame(name.clone()).why(language),
                    usage: "GAME CODE/N".to_owned(),
                    example: example("game", office),
                });
            };
            let game = view.game_load(id)?;
            match language {
                Language::En => report::game::text(&game, game.facts.zone.day(desk.now)),
                _ => {
                    let sheet = report::game::sheet(&game, language, desk.now);
                    report::document::text(&sheet)
                }
            }
        }
    };
    Ok(OrderResult::Shown {
        text: text.chars().take(MOST_SHOWN).collect(),
    })
}

/// A letter in which nothing is found to do. Words to the robot reach nobody: he
/// is told so, where it is his letter.
fn nothing_asked_of(
    desk: &mut Desk<'_>,
    who: (&Pending, &Letter, &WritingOfficial),
    believed: bool,
) -> Result<Settled, Failure> {
    let nothing = "an arbiter's letter in which nothing is ordered";
    if !believed {
        return Ok(Settled::of(Verdict::NotUnderstood, nothing));
    }
    if let Some(limit) = over_limit(desk, who.2)? {
        let note = later::owe_nothing_asked(desk, who, limit)?;
        let note = format!("{nothing}; {note}");
        return Ok(Settled::of(Verdict::NotUnderstood, &note));
    }
    let body = Body::Transcript { lines: Vec::new() };
    answer_office(desk, body, who)?;
    Ok(Settled::of(Verdict::NotUnderstood, nothing))
}

/// Keeps orders that are not believed, with a code of their own, which the next list
/// tells the official's address.
fn hold_orders(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    orders: &Orders,
    asked: &CodeAsked,
) -> Result<Settled, Failure> {
    let requests = orders_json(orders);
    let unverified = |what: &str| {
        let note = format!("orders without a fresh token; {what}");
        Ok(Settled {
            requests: requests.clone(),
            ..Settled::of(Verdict::Unverified, &note)
        })
    };
    let open = codes::codes_waiting(desk, &from.sender)?;
    if let Some(out) = challenge::is_asked_for(desk.tx, from, &open)? {
        return unverified(&out);
    }
    codes::keep_code(desk, asked, &from.sender, from.pending.id, None)?;
    unverified("a code goes to the official's address")
}

/// One letter to the official's address in the tournament file, as an answer.
pub(super) fn answer_office(
    desk: &mut Desk<'_>,
    body: Body,
    (pending, letter, office): (&Pending, &Letter, &WritingOfficial),
) -> Result<(), Failure> {
    answer(desk, body, &LetterFrom::official(pending, letter, office))
}

/// Two machines that answer each other must find an end: an arbiter's letters
/// are counted as a player's are.
pub(in crate::robot) fn over_limit(
    desk: &mut Desk<'_>,
    office: &WritingOfficial,
) -> Result<Option<&'static str>, Failure> {
    let day = Zone::utc().day(desk.now).to_string();
    let hour: String = desk.now.to_string().chars().take(13).collect();
    let scope = format!("arbiter {}", office.address());
    for (period, most, key) in [
        (
            &hour,
            desk.limits.answers_per_hour,
            "limits.answers_per_hour",
        ),
        (&day, desk.limits.answers_per_day, "limits.answers_per_day"),
    ] {
        if desk.tx.answers_count(period, &scope)? >= most {
            return Ok(Some(key));
        }
    }
    for period in [&hour, &day] {
        desk.tx.answers_add(period, &scope)?;
    }
    Ok(None)
}

/// The own text of a letter with blanks for order lines that are ours: a whole
/// letter of ours sent back without marks of quotation orders nothing.
fn without_our_orders(
    desk: &Desk<'_>,
    letter: &Letter,
    tokens: &[TokenRow],
) -> Result<String, Failure> {
    let mut ours: BTreeSet<[String; 3]> = BTreeSet::new();
    for text in our_texts(desk, tokens)? {
        ours.extend(in_context(&text).into_iter().map(|(_, lines)| lines));
    }
    let dropped: BTreeSet<usize> = in_context(&letter.own_text)
        .into_iter()
        .filter(|(_, lines)| ours.contains(lines))
        .map(|(at, _)| at)
        .collect();
    let kept: Vec<String> = letter
        .own_text
        .lines()
        .enumerate()
        .map(|(at, line)| match dropped.contains(&at) {
            true => " ".repeat(line.len()),
            false => line.to_owned(),
        })
        .collect();
    Ok(kept.join("\n"))
}

/// The texts of the letters that are answered, the newest first.
fn our_texts(desk: &Desk<'_>, tokens: &[TokenRow]) -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    let letters = tokens.iter().rev().filter_map(|t| match &t.of {
        TokenOf::Letter(id) => Some(*id),
        TokenOf::Lost(_) => None,
    });
    for id in letters.take(MOST_COMPARED_LETTERS) {
        let raw = desk.tx.outbound_raw(id)?;
        texts.extend(crate::letter::read(&raw.bytes).ok().map(|sent| sent.text));
    }
    Ok(texts)
}

/// The decisions in some tournaments, oldest first.
fn log_of(desk: &Desk<'_>, codes: &[String]) -> Result<String, Failure> {
    let mut text = String::new();
    for code in codes {
        let lines = super::log::log(**desk.tx, Some(code))?;
        if lines.is_empty() {
            text.push_str(&format!("{code}: no decision yet\n"));
        }
        for line in lines {
            text.push_str(line.text().trim_end());
            text.push('\n');
        }
    }
    Ok(text)
}

/// Most letters of ours with which one is compared.
const MOST_COMPARED_LETTERS: usize = 6;

/// How much of a neighbouring line must be the same, in characters: programs break
/// lines anew.
const EDGE: usize = 10;

/// Each line with the end of the line before it and the beginning of the one behind.
fn in_context(text: &str) -> Vec<(usize, [String; 3])> {
    let lines: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .map(|(n, l)| (n, l.split_whitespace().collect::<Vec<_>>().join(" ")))
        .filter(|(_, l)| !l.is_empty())
        .collect();
    let mut found = Vec::new();
    for around in lines.windows(3) {
        if let [(_, before), (at, line), (_, after)] = around {
            let skip = before.chars().count().saturating_sub(EDGE);
            let context = [
                before.chars().skip(skip).collect(),
                line.clone(),
                after.chars().take(EDGE).collect(),
            ];
            found.push((*at, context));
        }
    }
    found
}

/// Words apart by single blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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

/// The line that does what was asked back. It stands as one to be copied.
fn all_the_same(words: &str, reason: &str) -> String {
    let name = order_name(words);
    let rest = words.get(name.len()..).unwrap_or_default().trim();
    let mut line = format!("{} {rest} ANYWAY", name.to_uppercase());
    if !reason.is_empty() {
        let reason = reason.replace(['"', '“', '”'], "'");
        line.push_str(&format!(" --reason \"{reason}\""));
    }
    line
}

/// Why an order was refused. What has no words in the language stands in brackets.
fn why(language: Language, failure: &Failure) -> String {
    match &failure.refusal {
        Some(refusal) => refusal.why(language),
        None if language == Language::En => failure.to_string(),
        None => format!("[{}]", failure.message),
    }
}

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

/// The name of an order in the words of the console.
fn order_name(words: &str) -> String {
    let names = orders::names();
    let fits = |name: &&crate::request::orders::Name| {
        words == name.name || words.starts_with(&format!("{} ", name.name))
    };
    names
        .iter()
        .find(fits)
        .map(|n| n.name.clone())
        .unwrap_or_default()
}

/// An order that would be taken, in one of his tournaments.
fn example(name: &str, office: &WritingOfficial) -> String {
    let code = office.home().map_or("RU26-01", |t| t.code.as_str());
    let line = match name {
        "game" => format!("GAME {code}/3"),
        order => orders::example(order, code),
    };
    // It stands in a sentence, and is not torn over two lines there.
    line.replace(' ', "\u{a0}")
}

/// What can be ordered, in a language.
fn help(language: Language) -> String {
    let more = [
        ("today", "TODAY"),
        ("log-code", "LOG CODE"),
        ("report", "REPORT CODE"),
        ("game", "GAME CODE/N"),
        ("help", "HELP"),
        ("dry-run", "DRY-RUN"),
        ("reason", "REASON words"),
    ];
    let more = more.map(|(name, usage)| [name, usage].map(str::to_owned));
    let orders = orders::help().into_iter();
    let orders = orders.map(|[name, usage, _]| [name, usage]);
    let lines = orders
        .chain(more)
        .map(|[name, usage]| format!("{usage}\n    {}\n", about(language, &name)));
    lines.collect()
}

/// What an order does, for who asks for help.
fn about(language: Language, order: &str) -> &'static str {
    word(language, "order", &order.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_a_usage_and_an_example_that_is_read() {
        let office = WritingOfficial::default();
        let names = orders::names();
        assert!(names.len() > 5);
        for name in names {
            let usage = orders::usage(&name.name);
            assert!(usage.starts_with(&name.name.to_uppercase()), "{usage}");
            let shown = example(&name.name, &office);
            if shown.is_empty() {
                continue;
            }
            let found = orders_in(&shown);
            assert_eq!(found.lines.len(), 1, "{shown}");
            let LineAsks::Order(words) = &found.lines[0].asked else {
                panic!("{shown}");
            };
            assert!(reads(words), "{shown}: {:?}", line::of_line(words).err());
        }
        for language in Language::ALL {
            let help = help(language);
            assert!(help.contains("PENALTY GAME SIDE DAYS"), "{help}");
        }
    }

    #[test]
    fn every_order_is_explained_in_every_language() {
        for language in Language::ALL.into_iter().filter(|l| *l != Language::En) {
            for [name, _, english] in orders::help() {
                assert_eq!(about(Language::En, &name), english);
                let own = about(language, &name);
                assert!(!own.is_empty() && own != english, "{language}: {name}");
            }
        }
    }
}
