//! A letter whole, as it came or left, which the console alone gives. Whoever reads it could do
//! with it what its owner can: what it holds that signs in or acts for somebody is void from then
//! on, and the owner is told.

use super::accounts;
use super::alone::Robot;
use super::asking::renew_codes;
use super::desk::Desk;
use super::orders::GivenBy;
use super::orders::{Grounds, given, record_taken, refuse_opponent};
use super::tokens::tokens_held;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, OutboundId, PlayerId};
use crate::letter::{self, Letter};
use crate::orders::role::Power;
use crate::record::TournamentEvent;
use crate::request::confirm::codes_in;
use crate::store::Direction;
use crate::time::{Day, Zone};
use std::collections::BTreeSet;

/// A letter as the store has it.
struct StoredLetter {
    bytes: Vec<u8>,
    /// Who wrote it, or to whom it went.
    player: Option<PlayerId>,
    /// The game it is about, or the first of them.
    game: Option<GameId>,
    day: Day,
}

/// Who had something in a letter.
#[derive(Default)]
struct LetterOwners {
    players: BTreeSet<PlayerId>,
    /// An official, of whom a letter of ours knows no more than his address.
    has_official: bool,
    /// Who is sent codes anew.
    codes: BTreeSet<(Option<PlayerId>, String)>,
}

impl Robot {
    /// The bytes of a letter as it came or left; `None`: there is none of that number. What it
    /// holds that signs in or acts for somebody is void afterwards: reply addresses and
    /// Message-IDs of ours, invitations, mailed links; codes that wait are made anew. Its owner
    /// is told so. That it was taken stands in the log of its game's tournament.
    ///
    /// # Errors
    /// [`Refusal::NotYourOffice`](crate::orders::Refusal::NotYourOffice): an official named by
    /// `--as` has not the right, or has a game against whose letter it is; the record or the
    /// lock.
    pub fn take_whole_letter(
        &mut self,
        by: &GivenBy,
        (direction, number): (Direction, i64),
    ) -> Result<Option<Vec<u8>>, Failure> {
        let taken = self.batch(|desk| {
            let Some(stored) = stored(desk, direction, number)? else {
                return Ok(None);
            };
            note_taker(desk, by, &stored, (direction, number))?;
            // Of what cannot be read nothing is known to be held.
            if let Ok(letter) = letter::read(&stored.bytes) {
                let owners = void_keys(desk, &letter, &stored.bytes)?;
                tell_owners(desk, &stored, direction, &owners)?;
            }
            Ok(Some(stored.bytes))
        })?;
        // Who is told that something of his is open should hear it at once.
        self.send_if_possible()?;
        Ok(taken)
    }
}

fn stored(
    desk: &Desk<'_>,
    direction: Direction,
    number: i64,
) -> Result<Option<StoredLetter>, Failure> {
    let tx = desk.tx;
    Ok(match direction {
        Direction::Out => {
            let Some(row) = tx.outbound_show(OutboundId(number))? else {
                return Ok(None);
            };
            Some(StoredLetter {
                bytes: tx.outbound_raw(row.id)?.bytes,
                player: row.player,
                game: row.game_id,
                day: Zone::utc().day(row.composed),
            })
        }
        Direction::In => {
            let Some(row) = tx.inbound_show(InboundId(number))? else {
                return Ok(None);
            };
            Some(StoredLetter {
                bytes: tx.inbound_raw(row.id)?.bytes,
                player: tx.player_by_address(&row.from)?.map(|player| player.id),
                game: row.game_id,
                day: Zone::utc().day(row.arrived),
            })
        }
    })
}

/// Who takes it, in the record of the tournament that it is about.
fn note_taker(
    desk: &mut Desk<'_>,
    by: &GivenBy,
    stored: &StoredLetter,
    (direction, letter): (Direction, i64),
) -> Result<(), Failure> {
    let Some(game) = stored.game else {
        if let GivenBy::Named(named) = by {
            refuse_opponent(desk.tx, named, stored.player)?;
        }
        return Ok(());
    };
    let game: GameName = desk.game(game)?.facts.name.clone();
    let code = game.code.clone();
    let giver = given::with_right(desk, by, (&code, Power::RawLetters))?;
    if let Some(official) = giver.as_ref().and_then(|by| by.address.as_deref()) {
        refuse_opponent(desk.tx, official, stored.player)?;
    }
    let Some(row) = desk.tx.tournament_load(&code)? else {
        return Ok(());
    };
    let grounds = Grounds {
        by: by.clone(),
        ..Grounds::console("", false)
    };
    let event = TournamentEvent::RawLetterTaken {
        game,
        came: direction == Direction::In,
        letter,
        masked: false,
    };
    record_taken(desk, (&row, giver.as_ref()), event, &grounds)
}

/// Voids all that a letter holds: whose it was.
fn void_keys(desk: &mut Desk<'_>, letter: &Letter, raw: &[u8]) -> Result<LetterOwners, Failure> {
    let mut owners = LetterOwners::default();
    for token in tokens_held(desk, letter, raw)?.into_values() {
        if !token.void {
            desk.tx.token_void(&token.of)?;
            match token.player {
                Some(player) => {
                    owners.players.insert(player);
                }
                None => owners.has_official = true,
            }
        }
    }
    for code in codes_in(&letter.text) {
        if let Some(code) = desk.tx.challenge_find(&code)?
            && code.used.is_none()
        {
            owners.players.extend(code.player);
            owners.codes.insert((code.player, code.address));
        }
    }
    owners
        .players
        .extend(accounts::void_links(desk, &letter.text)?);
    for (player, address) in &owners.codes {
        renew_codes(desk, *player, address)?;
    }
    Ok(owners)
}

fn tell_owners(
    desk: &mut Desk<'_>,
    stored: &StoredLetter,
    direction: Direction,
    owners: &LetterOwners,
) -> Result<(), Failure> {
    let body = Body::LetterTaken {
        day: stored.day,
        came: direction == Direction::In,
    };
    let players = owners.players.iter().map(|id| Recipient::Player(*id));
    let mut notices: Vec<Notice> = players.map(|to| Notice::new(to, body.clone())).collect();
    if !notices.is_empty() {
        desk.record(Ruling::telling(std::mem::take(&mut notices)), None, None)?;
    }
    if owners.has_official && stored.game.is_some() {
        let told = vec![Notice::new(Recipient::Arbiter, body)];
        desk.record(Ruling::telling(told), stored.game, None)?;
    }
    Ok(())
}
