//! A letter of a player: believed or not, an answer to a code or a question of ours, or
//! requests that are carried out.

use super::belief::{Belief, WhatIsAsked, belief, ends_something};
use super::bounces;
use super::challenge;
use super::choice::{self, ChoiceAnswer};
use super::codes::CodeAsked;
use super::desk::Desk;
use super::docket::Docket;
use super::letters::with_requests;
use super::question;
use super::section;
use super::sender::LetterFrom;
use super::settled::Settled;
use super::tokens::signs_of;
use super::twins;
use super::which::{self, GameSigns, Which};
use crate::arbiter::Verdict;
use crate::arbiter::notice::Question;
use crate::error::Failure;
use crate::letter::Letter;
use crate::record::Status;
use crate::request::{self, Understanding};
use crate::store::{Pending, PlayerRow, TokenOf};
use crate::time::Zone;

/// What stands beside an arbiter's orders where he plays too: moves as ever. It
/// is not kept for a code: the letter is settled with its orders.
pub(super) fn and_as_player(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    (mut settled, rest): (Settled, String),
    player: &PlayerRow,
) -> Result<Settled, Failure> {
    let rest = Letter {
        own_text: rest,
        paragraphs: crate::letter::Paragraphs::default(),
        ..letter.clone()
    };
    let understanding = request::understand(&rest);
    if understanding.sections.iter().all(|s| s.requests.is_empty()) {
        return Ok(settled);
    }
    let from = LetterFrom::player(pending, &rest, player);
    let about = GameSigns {
        sender: player.id,
        signs: &signs_of(desk, &rest, &from.sender)?,
        understanding: &understanding,
    };
    let known = desk.known.contains(&pending.id);
    if !known && belief_in_play(desk, &from, &about)? == Belief::None {
        settled
            .note
            .push_str("; what it says as a player's letter is not believed");
        return Ok(settled);
    }
    let near = Zone::utc().day(letter.date.unwrap_or(pending.arrived));
    let requests = request::to_json(&understanding, Some(near));
    let done = judge_player(desk, &from, player, &understanding)?;
    let mut both = settled.and(done);
    both.requests.extend(requests);
    Ok(both)
}

/// A letter of a player: answered, kept for a code, or carried out.
pub(super) fn judge_player(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
    understanding: &Understanding,
) -> Result<Settled, Failure> {
    let signs = signs_of(desk, from.letter, &from.sender)?;
    let said = choice::answered(desk, from, player, &signs)?;
    let Some(ChoiceAnswer::Picked(picked)) = said else {
        let about = GameSigns {
            sender: player.id,
            signs: &signs,
            understanding,
        };
        return judge_read(desk, from, player, (&about, said));
    };
    // What it picks is read as if it had been written out.
    let letter = &picked.letter;
    let understanding = request::understand(letter);
    let about = GameSigns {
        sender: player.id,
        signs: &signs,
        understanding: &understanding,
    };
    let from = LetterFrom { letter, ..*from };
    let said = Some(ChoiceAnswer::Picked(picked.clone()));
    let settled = judge_read(desk, &from, player, (&about, said))?;
    Ok(with_requests(settled, &understanding, from.pending, letter))
}

/// The same, for a letter of which is known whether it answers a letter of ours that
/// numbered several things.
fn judge_read(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
    (about, said): (&GameSigns<'_>, Option<ChoiceAnswer>),
) -> Result<Settled, Failure> {
    let signs = about.signs;
    // Whoever answers a letter has got it, whatever a delivery report says.
    for token in &signs.own {
        if let TokenOf::Letter(id) = token.of {
            desk.tx.outbound_used(id, from.pending.arrived)?;
        }
    }
    if let Some(settled) = put_away(desk, from.letter, about)? {
        return Ok(settled);
    }
    let known = desk.known.contains(&from.pending.id);
    let belief = match known {
        true => Belief::Full,
        false => belief_in_play(desk, from, about)?,
    };
    let believed = belief != Belief::None;
    if !known {
        let answered = match challenge::answer_codes(desk, from, believed)? {
            None => challenge::answer_unknown_code(desk, from, believed)?,
            answered => answered,
        };
        if let Some(settled) = answered {
            return Ok(settled);
        }
    }
    if !believed {
        return challenge::hold(desk, from, player, about, &CodeAsked::Letter);
    }
    match said {
        Some(ChoiceAnswer::Again(open)) => {
            let mut docket = Docket::new(from.pending, player.id, from.letter);
            choice::ask_again(desk, &mut docket, open)?;
            return Ok(docket.settled());
        }
        Some(ChoiceAnswer::Over) => {
            question::say_of_question(desk, Question::ChoiceOver, from)?;
            let note = "a short answer to a question that does not stand any more";
            return Ok(Settled::of(Verdict::NotUnderstood, note));
        }
        Some(ChoiceAnswer::Picked(picked)) => desk.tx.question_close(picked.question, desk.now)?,
        None => {
            if let Some(settled) = question::answered(desk, from, player, about)? {
                return Ok(settled);
            }
        }
    }
    carry_out(desk, from, about, belief)
}

/// How far a player's letter is believed, by what it asks for.
fn belief_in_play(
    desk: &Desk<'_>,
    from: &LetterFrom<'_>,
    about: &GameSigns<'_>,
) -> Result<Belief, Failure> {
    let asked = WhatIsAsked::Play {
        games: &which::named_games(desk.tx, about.understanding)?,
        ends_something: ends_something(about.understanding),
    };
    let arrived = from.pending.arrived;
    Ok(belief(desk, from.letter, arrived, about.signs, asked))
}

/// Does what a believed letter of a player asks for, part by part.
fn carry_out(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    about: &GameSigns<'_>,
    belief: Belief,
) -> Result<Settled, Failure> {
    let LetterFrom {
        pending, letter, ..
    } = *from;
    // Whoever writes has an address.
    desk.tx.player_reached(about.sender)?;
    let to_void = about.signs.to_void(letter, &desk.robot_address);

    let mut docket = Docket::new(pending, about.sender, letter);
    docket.alone = belief == Belief::TokenAlone;
    if let Some(note) = twins::same_id_other_text(desk.tx, pending, letter)? {
        docket.note(note);
    }
    for part in &about.understanding.sections {
        section::rule_section(desk, &mut docket, part, about)?;
    }
    docket.list_outcomes(desk)?;
    if let Some(limit) = desk.silenced.take() {
        docket.note(format!("the answer is owed: {limit} is reached"));
    }
    for id in to_void {
        desk.tx.token_void(&id)?;
    }
    if !docket.moved.is_empty() {
        for token in about.signs.lost_ones() {
            desk.tx.token_void(&token)?;
        }
    }
    // Older tokens are not enough alone after the player's next move in the game.
    for id in &docket.moved {
        desk.tx.tokens_spend(*id, about.sender)?;
    }
    bounces::send_returned_again(desk, about.sender)?;
    Ok(docket.settled())
}

/// An empty letter about a game that is over, which cmail mails when it puts the
/// game away: there is nothing in it to do, to believe or to answer.
fn put_away(
    desk: &mut Desk<'_>,
    letter: &Letter,
    about: &GameSigns<'_>,
) -> Result<Option<Settled>, Failure> {
    if !letter.text.trim().is_empty() {
        return Ok(None);
    }
    let Which::Game(id) = which::which_game(desk.tx, about, None)? else {
        return Ok(None);
    };
    let game = desk.game(id)?;
    Ok((game.status == Status::Finished).then(|| Settled {
        games: vec![game.facts.name.clone()],
        ..Settled::of(Verdict::NotUnderstood, "empty, and the game is over")
    }))
}
