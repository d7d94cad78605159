//! A letter of a player: believed or not, an answer to a question of ours, or requests
//! that are carried out.

use super::asked_back;
use super::belief::{Belief, WhatIsAsked, belief, ends_something};
use super::bounces;
use super::challenge;
use super::choice::{self, ChoiceAnswer};
use super::codes::CodeAsked;
use super::dates;
use super::desk::Desk;
use super::docket::Docket;
use super::question;
use super::section;
use super::sender::LetterFrom;
use super::settled::Settled;
use super::tokens::{Signs, signs_of};
use super::twins;
use super::which::{self, GameSigns, Which};
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::letter::Letter;
use crate::record::{Cause, Status};
use crate::request::Understanding;
use crate::store::{PlayerRow, TokenOf};
use crate::time::Instant;
use std::collections::BTreeSet;

/// A player's letter with what tells how far it is believed.
pub(super) struct PlayerLetter<'p> {
    pub from: LetterFrom<'p>,
    player: &'p PlayerRow,
    understanding: &'p Understanding,
    signs: Signs,
    belief: Belief,
    /// What it says to a letter of ours that numbered several things.
    choice: Option<&'p ChoiceAnswer>,
}

impl<'p> PlayerLetter<'p> {
    /// Opens it. One that a code confirmed is believed.
    pub fn open(
        desk: &Desk<'_>,
        from: LetterFrom<'p>,
        player: &'p PlayerRow,
        understanding: &'p Understanding,
    ) -> Result<PlayerLetter<'p>, Failure> {
        let signs = signs_of(desk, from.letter, &from.sender)?;
        let belief = match desk.known.contains(&from.pending.id) {
            true => Belief::Full,
            false => {
                let about = GameSigns {
                    sender: player.id,
                    signs: &signs,
                    understanding,
                };
                let meant = which::meant_games(desk.tx, &about)?;
                let asked = WhatIsAsked::Play {
                    games: &meant,
                    ends_something: ends_something(understanding),
                };
                belief(desk, from.letter, from.pending.arrival(), &signs, asked)?
            }
        };
        Ok(PlayerLetter {
            from,
            player,
            understanding,
            signs,
            belief,
            choice: None,
        })
    }

    /// The same, as a short answer to a letter of ours that numbered several things.
    pub fn choosing(self, choice: Option<&'p ChoiceAnswer>) -> PlayerLetter<'p> {
        PlayerLetter { choice, ..self }
    }

    /// Whether it is from whom it says, as far as it has to be.
    pub fn is_believed(&self) -> bool {
        self.belief != Belief::None
    }

    /// The names of the games that it is about, as far as they are known.
    pub fn games(&self, desk: &Desk<'_>) -> Result<BTreeSet<String>, Failure> {
        let about = GameSigns {
            sender: self.player.id,
            signs: &self.signs,
            understanding: self.understanding,
        };
        let mut games = BTreeSet::new();
        for part in &self.understanding.sections {
            match which::which_game(desk.tx, &about, part.game.as_ref())? {
                Which::Game(id) | Which::HandedOn(id) => {
                    games.insert(desk.tx.game_facts(id)?.name.to_string());
                }
                Which::Ask(_) => {}
            }
        }
        Ok(games)
    }

    /// Whoever answers a letter has got it, whatever a delivery report says.
    pub fn note_answered(&self, desk: &Desk<'_>) -> Result<(), Failure> {
        for token in &self.signs.own {
            if let TokenOf::Letter(id) = token.of {
                desk.tx.outbound_used(id, self.from.pending.arrived)?;
            }
        }
        Ok(())
    }

    /// A letter that answers no code: kept for one, taken as an answer to a question of
    /// ours, or carried out.
    pub fn judge(&self, desk: &mut Desk<'_>) -> Result<Settled, Failure> {
        let PlayerLetter { from, player, .. } = self;
        let about = GameSigns {
            sender: player.id,
            signs: &self.signs,
            understanding: self.understanding,
        };
        if let Some(settled) = put_away(desk, from.letter, &about)? {
            return Ok(settled);
        }
        if !self.is_believed() {
            if let Some(note) = twins::sent_again(desk, from, &about)? {
                return Ok(Settled::of(Verdict::Duplicate, &note));
            }
            return challenge::hold(desk, from, player, &about, &CodeAsked::Letter);
        }
        let answered = match self.choice {
            Some(choice) => choice::taken(desk, from, self.understanding, choice)?,
            None => question::answered(desk, from, player, &about)?,
        };
        let answered = match answered {
            None if self.choice.is_none() => question::refused_nothing(desk, from, &about)?,
            answered => answered,
        };
        match answered {
            Some(settled) => Ok(settled),
            None => {
                let stated = self.choice.and_then(ChoiceAnswer::stated);
                carry_out(desk, from, &about, (self.belief, stated))
            }
        }
    }
}

/// Does what a believed letter of a player asks for, part by part. `stated`: when the letter
/// came whose own words it confirms.
fn carry_out(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    about: &GameSigns<'_>,
    (belief, stated): (Belief, Option<Instant>),
) -> Result<Settled, Failure> {
    let LetterFrom {
        pending, letter, ..
    } = *from;
    // Whoever writes has an address.
    desk.tx.player_reached(about.sender)?;

    let mut docket = Docket::new(pending, about.sender, letter);
    docket.asks = asked_back::because(desk, from, about.signs, belief);
    docket.arrived = stated.unwrap_or(docket.arrived);
    if stated.is_none()
        && let Some(hour) = dates::hour_instead(desk.tx, pending, about.signs, desk.now)?
    {
        docket.counts_from(desk, hour)?;
    }
    docket.answered = about.signs.answered();
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
    if !docket.moved.is_empty() {
        for token in about.signs.lost_ones() {
            desk.tx.token_void(&token)?;
        }
    }
    // Older tokens are not enough alone once the player has changed something in the game.
    for id in &docket.changed {
        desk.tx.tokens_spend(*id, about.sender)?;
    }
    let settled = docket.settled();
    let cause = Cause::Letter(pending.id);
    bounces::heard_from(desk, about.sender, &settled.games, cause)?;
    Ok(settled)
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
