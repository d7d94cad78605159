//! Orders by letter (CONTRACT.md 6): an arbiter answers any letter of the robot with
//! lines as the console takes them. Each is carried out or refused by itself, and a
//! transcript says what became of each.
//!
//! An order holds only in tournaments of which the letter's From address is an
//! official's, with the rights of his role (`Role`), and under every policy it needs
//! the token of a letter to him as official, which no letter with orders has used
//! before, or a code. Who may only be believed as far as
//! the policy goes can ask and try, and changes nothing.

mod asked;
mod authorship;
mod lines;
mod ours;
pub(in crate::robot::orders) mod rights;

pub(super) use lines::carry_out_all;

use super::official_letter::{OfficialLetter, over_limit};
use super::owing;
use crate::arbiter::{Body, Verdict};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::letter::Letter;
use crate::orders::by_letter::{orders_in, orders_json};
use crate::request::orders::Orders;
use crate::robot::belief::{Belief, WhatIsAsked, belief};
use crate::robot::captain;
use crate::robot::challenge;
use crate::robot::codes::{self, CodeAsked};
use crate::robot::desk::Desk;
use crate::robot::echo;
use crate::robot::sender::LetterFrom;
use crate::robot::settled::Settled;
use crate::robot::tokens::Signs;
use ours::{drop_our_strays, without_our_orders};

/// What an arbiter's letter was, as far as it is an arbiter's.
pub(in crate::robot) enum ArbiterLetter {
    /// Nothing in it is for the arbiter's desk.
    Nothing,
    /// It is settled.
    Settled(Settled),
    /// Its orders are settled; this is what else stands in it.
    And(Settled, String),
}

/// A letter that answers one of ours to an official, from another address: where it
/// holds orders, he is asked.
pub(in crate::robot) fn hear_elsewhere(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
) -> Result<Settled, Failure> {
    let orders = orders_in(&of.letter.own_text);
    if orders.lines.is_empty() {
        let note = "in answer to a letter to an official, from another address; no order in it";
        return Ok(Settled::of(Verdict::UnknownSender, note));
    }
    hold_orders(desk, &of.from(), &orders, &CodeAsked::Elsewhere)
}

/// Hears an arbiter's letter that answers no code, with the letters of ours that he answers. `player`: he
/// has an account as a player too.
pub(in crate::robot) fn hear_official(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    signs: &Signs,
    player: Option<PlayerId>,
) -> Result<ArbiterLetter, Failure> {
    if !of.office.teams().is_empty() {
        return hear_of_team(desk, of, signs, player);
    }
    let theirs = echo::without_ours(desk.tx, of.letter)?;
    let written = theirs.as_ref().unwrap_or(of.letter);
    let own_text = without_our_orders(desk, written, &signs.own)?;
    let mut orders = orders_in(&own_text);
    drop_our_strays(desk, &mut orders, &signs.own)?;
    let orders = confined(desk, of, orders);
    let known = desk.known.contains(&of.pending.id);
    let believes = |desk: &Desk<'_>, asked| -> Result<bool, Failure> {
        let this = of.pending.arrival();
        Ok(known || belief(desk, of.letter, this, signs, asked)? != Belief::None)
    };
    if orders.lines.is_empty() {
        if player.is_some() {
            return Ok(ArbiterLetter::Nothing);
        }
        let believed = believes(desk, WhatIsAsked::Questions)?;
        return nothing_asked_of(desk, of, believed).map(ArbiterLetter::Settled);
    }
    let changes = orders
        .lines
        .iter()
        .any(|l| l.asked.is_order() && !l.dry_run);
    let asked = match changes {
        true => WhatIsAsked::Orders,
        false => WhatIsAsked::Questions,
    };
    if !believes(desk, asked)? {
        return hold_orders(desk, &of.from(), &orders, &CodeAsked::Letter)
            .map(ArbiterLetter::Settled);
    }
    // A limit silences answers, never orders: they need a fresh token each time. What
    // was only asked is owed.
    let over = match changes {
        true => None,
        false => over_limit(desk, of.office)?,
    };
    let settled = match over {
        Some(limit) => owing::owe_asked(desk, of, &orders, limit)?,
        None => carry_out_all(desk, of, &orders, player)?,
    };
    let settled = settled.of_known(true);
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

/// The orders of a letter, as far as the code stands for them that has confirmed it.
fn confined(desk: &Desk<'_>, of: &OfficialLetter<'_>, orders: Orders) -> Orders {
    match &desk.scope {
        Some(scope) if desk.confirmed == Some(of.pending.id) => scope.confines_orders(orders),
        Some(_) | None => orders,
    }
}

/// A letter of a captain: what he states for his team is an order, and nothing else in it
/// is. Who plays too writes as a player.
fn hear_of_team(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    signs: &Signs,
    player: Option<PlayerId>,
) -> Result<ArbiterLetter, Failure> {
    let orders = confined(desk, of, captain::orders_of(desk, of)?);
    let states = !orders.lines.is_empty();
    if player.is_some() && !states {
        return Ok(ArbiterLetter::Nothing);
    }
    let known = desk.known.contains(&of.pending.id);
    let asked = match states {
        true => WhatIsAsked::Orders,
        false => WhatIsAsked::Questions,
    };
    if !known && belief(desk, of.letter, of.pending.arrival(), signs, asked)? == Belief::None {
        let held = hold_orders(desk, &of.from(), &orders, &CodeAsked::Letter)?;
        return Ok(ArbiterLetter::Settled(held));
    }
    if !states && let Some(limit) = over_limit(desk, of.office)? {
        let note = owing::owe_nothing_asked(desk, of, limit)?;
        let owed = Settled::of(Verdict::NotUnderstood, &note).of_known(true);
        return Ok(ArbiterLetter::Settled(owed));
    }
    if !states {
        let heard = captain::hear_captain(desk, of, signs)?;
        return Ok(ArbiterLetter::Settled(heard.of_known(true)));
    }
    let settled = carry_out_all(desk, of, &orders, player)?.of_known(true);
    for used in signs.letters() {
        desk.tx.token_void(&used)?;
    }
    if orders.rest.trim().is_empty() {
        return Ok(ArbiterLetter::Settled(settled));
    }
    if player.is_some() {
        return Ok(ArbiterLetter::And(settled, orders.rest));
    }
    let rest = Letter {
        own_text: orders.rest,
        ..of.letter.clone()
    };
    let others = OfficialLetter {
        letter: &rest,
        ..*of
    };
    let words = captain::hear_captain(desk, &others, signs)?;
    let mut games = settled.games;
    games.extend(words.games);
    Ok(ArbiterLetter::Settled(Settled {
        games,
        note: format!("{}; {}", settled.note, words.note),
        believed: true,
        ..words
    }))
}

/// A letter in which nothing is found to do. Words to the robot reach nobody: he
/// is told so, where it is his letter.
fn nothing_asked_of(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    believed: bool,
) -> Result<Settled, Failure> {
    let nothing = "an arbiter's letter in which nothing is ordered";
    if !believed {
        return Ok(Settled::of(Verdict::NotUnderstood, nothing));
    }
    if let Some(limit) = over_limit(desk, of.office)? {
        let note = owing::owe_nothing_asked(desk, of, limit)?;
        let note = format!("{nothing}; {note}");
        return Ok(Settled::of(Verdict::NotUnderstood, &note).of_known(true));
    }
    of.answer(desk, Body::Transcript { lines: Vec::new() })?;
    Ok(Settled::of(Verdict::NotUnderstood, nothing).of_known(true))
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
    codes::keep_code(desk, asked, from.sender.of_codes(), from.pending.id, None)?;
    unverified("a code goes to the official's address")
}
