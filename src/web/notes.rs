//! A player's own notes on a game: nobody else reads them, and nothing of them is recorded.

use super::asked::{Asked, SignedIn};
use super::game::Reading;
use crate::error::Failure;
use axum::response::Response;

/// Keeps what was written in place of what stood there.
pub(super) async fn kept(
    asked: &Asked,
    who: &SignedIn,
    reading: &Reading,
    text: String,
) -> Result<Response, Failure> {
    let (player, game) = (who.player.id, reading.game.facts.id);
    let keeps = asked
        .server
        .clerk
        .does(move |robot| robot.accounts(|tx| Ok(tx.own_note_set(player, game, &text)?)));
    keeps.await?;
    let name = &reading.game.facts.name;
    Ok(asked.leads_to(&format!("/game/{name}?done=notes")))
}
