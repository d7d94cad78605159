//! Cards come in: ruled one after the other in the order in which they were entered, and
//! recorded together, or not at all.

use super::alone::Robot;
use super::desk::Desk;
use super::orders::GivenBy;
use super::orders::{committee, given};
use super::player::leave_case;
use super::reports;
use crate::arbiter::{
    Announced, CardDone, CardKind, CardTrouble, Dispatch, EnteredCard, Ruling, enter_card,
};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameName, PlayerId, TournamentId};
use crate::orders::role::Power;
use crate::record::Cause;
use crate::request::PlayerRequest;
use crate::time::{Day, Instant};
use std::collections::{BTreeMap, BTreeSet};

/// A card with its place in the pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRow {
    /// The line of the table, or the number of the card.
    pub line: u64,
    /// Which game.
    pub game: GameName,
    /// The card.
    pub entered: EnteredCard,
}

/// What became of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardTold {
    /// Its line.
    pub line: u64,
    /// Its game.
    pub game: GameName,
    /// What it was for.
    pub kind: CardKind,
    /// Whose it was.
    pub side: Side,
    /// When it was sent, as it counts.
    pub sent: Day,
    /// What became of it.
    pub done: CardDone,
}

/// Why a card could not be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRefused {
    /// Its line.
    pub line: u64,
    /// Why: `None` where there is no such game.
    pub why: Option<CardTrouble>,
}

impl Robot {
    /// Enters cards: all of them, or, where one does not fit, none. Of a game in which one
    /// does not, the later cards are not looked at. `by`: who enters them; `anyway`: also into a
    /// game of his own, where nobody else could.
    ///
    /// # Errors
    /// The record or the lock, or it is not his to do; what is wrong with the cards is in the
    /// inner result.
    pub fn enter_cards(
        &mut self,
        rows: &[CardRow],
        by: &GivenBy,
        anyway: bool,
    ) -> Result<Result<Vec<CardTold>, Vec<CardRefused>>, Failure> {
        let mut refused = Vec::new();
        let codes: BTreeSet<&str> = rows.iter().map(|row| row.game.code.as_str()).collect();
        let done = self.batch(|desk| {
            let mut enters: BTreeMap<&str, String> = BTreeMap::new();
            for code in &codes {
                let giver = given::with_right(desk, by, (code, Power::Papers))?;
                let address = giver.and_then(|giver| giver.address);
                enters.extend(address.map(|address| (*code, address)));
            }
            let mut told = Vec::with_capacity(rows.len());
            let mut stuck: BTreeSet<&GameName> = BTreeSet::new();
            for row in rows {
                if stuck.contains(&row.game) {
                    continue;
                }
                let mine = enters.get(row.game.code.as_str()).map(String::as_str);
                match enter(desk, row, mine.map(|mine| (mine, anyway)))? {
                    Ok(one) => told.push(one),
                    Err(why) => {
                        stuck.insert(&row.game);
                        let line = row.line;
                        refused.push(CardRefused { line, why });
                    }
                }
            }
            match refused.is_empty() {
                true => Ok(told),
                false => Err(Failure::failed("cards that do not fit")),
            }
        });
        if !refused.is_empty() {
            return Ok(Err(refused));
        }
        let told = done?;
        self.send_if_possible()?;
        Ok(Ok(told))
    }
}

/// One card, ruled on the game as the cards before it leave it. `by`: the address of the
/// official who enters it, and whether he means it in a game of his own too.
fn enter(
    desk: &mut Desk<'_>,
    row: &CardRow,
    by: Option<(&str, bool)>,
) -> Result<Result<CardTold, Option<CardTrouble>>, Failure> {
    let Some(id) = desk.tx.game_find(&row.game)? else {
        return Ok(Err(None));
    };
    if let Some((mine, anyway)) = by
        && let Some(why) = committee::own_card(desk, id, mine, anyway)?
    {
        return Ok(Err(Some(CardTrouble::OwnGame(why))));
    }
    let now = desk.now;
    let entered = match enter_card(desk.game(id)?, &row.entered, now) {
        Ok(entered) => entered,
        Err(why) => return Ok(Err(Some(why))),
    };
    let told = CardTold {
        line: row.line,
        game: row.game.clone(),
        kind: row.entered.kind,
        side: entered.side,
        sent: entered.sent,
        done: entered.done,
    };
    if let Some(ruling) = entered.ruling {
        desk.record(ruling, Some(id), None)?;
    }
    let game = desk.game(id)?;
    let (tournament, player) = (game.facts.tournament, game.player(told.side).id);
    let sent = game.facts.zone.begins(told.sent);
    for request in &entered.of_player {
        announce(desk, (tournament, player), request, sent)?;
    }
    Ok(Ok(told))
}

/// What a card asks or tells apart from its game: a leave, of all games of the player, from
/// its dispatch on; a report on those of the tournament.
fn announce(
    desk: &mut Desk<'_>,
    (tournament, player): (TournamentId, PlayerId),
    request: &PlayerRequest,
    sent: Instant,
) -> Result<(), Failure> {
    let announced = Announced {
        dispatch: Dispatch::at(sent),
        now: desk.now,
        cause: Cause::Card,
    };
    let case = leave_case(desk, player, None)?;
    let ruling = match request {
        PlayerRequest::Leave { from, to, code } => case.take(from, to, code.as_deref(), announced),
        PlayerRequest::LeaveEnd { date } => case.end(date.as_ref(), announced),
        PlayerRequest::Report => Ruling {
            player_entries: reports::given(desk, player, Some(tournament), sent, Cause::Card)?,
            ..Ruling::default()
        },
        _ => return Ok(()),
    };
    desk.record(ruling, None, None)
}
