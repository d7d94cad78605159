//! `td carrier`: a side's moves travel another way from the next one on, by post where the
//! tournament is played by e-mail or the other way round (55.2.1, 55.2.3). Both players
//! agree, and the arbiter says how. Control, penalties, forfeits and leave stay the
//! tournament's; receipt and dispatch alone follow the carrier.

use super::words::game;
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::{Body, Notice, Recipient};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{About, Carrier, Event, GameFile, Status};
use crate::rules::{Article, Profile};
use clap::Args;

/// Have a side get cards or letters from the next move on, as both players agree (55.2.3)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CarrierOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// Who gets the letters or the cards, and answers the same way
    #[arg(value_enum, ignore_case = true)]
    pub side: Side,
    /// How
    #[arg(value_enum, ignore_case = true)]
    pub carrier: Carrier,
    /// How and when both agreed: it stands in the record
    #[arg(long, value_name = "TEXT")]
    pub agreed: String,
}

impl Ordered for CarrierOrder {
    fn examples() -> Vec<&'static str> {
        vec!["carrier CODE/3 black post --agreed \"letters of both of 2 May\""]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

/// What has not left yet goes the new way: the letter that waited for the other one is not
/// sent, and this one begins the time.
pub(super) fn goes_the_new_way(game: &GameFile, decree: &mut Decree<'_>, side: Side) {
    let waits = game.status == Status::Active && game.turn() == side && game.receipt().is_none();
    if !waits {
        return;
    }
    let ply = game.ply();
    let body = Body::again(ply);
    let mut notice = Notice::new(Recipient::Player(game.player(side).id), body);
    notice.begins = Some((ply, About::Move, side));
    decree.ruling.notices.push(notice);
}

impl GameOrder for CarrierOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (side, carrier) = (self.side, self.carrier);
        match game.status {
            Status::Finished => return Err(OrderError::Over),
            Status::Adjudication => return Err(OrderError::NotPlayed),
            Status::Active | Status::Paused | Status::Waiting => {}
        }
        let agreed = self.agreed.trim();
        if agreed.is_empty() {
            return Err(OrderError::NotAgreed);
        }
        // On the server a move is made by a click (54.2.1).
        if game.facts.profile == Profile::Server {
            return Err(OrderError::OnServer);
        }
        if game.carrier(side) == carrier && game.carriers.get(side).is_some() {
            return Err(OrderError::CarriedSo(side));
        }
        let player = game.player(side);
        match carrier {
            Carrier::Email if player.reach.is_post() => return Err(OrderError::NoEmail(side)),
            Carrier::Post if !player.has_postal => return Err(OrderError::NoPostal(side)),
            Carrier::Email | Carrier::Post => {}
        }
        let event = Event::CarrierSet {
            side,
            carrier,
            agreed: agreed.to_owned(),
        };
        let article = Article::ArbiterDecides.number(game.facts.profile);
        decree.enters(game, event, article);
        goes_the_new_way(game, decree, side);
        Ok(())
    }
}
