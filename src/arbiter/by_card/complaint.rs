//! Protests and appeals that came on paper: what stands on them is their text, and the day of
//! their dispatch is that of the card (55.2.2), as by letter.

use super::{CardDone, CardInHand, CardKind, CardTrouble, Judged};
use crate::arbiter::notice::{Body, Notice};
use crate::arbiter::rule::judge;
use crate::record::{CardAbout, GameFile};
use crate::request::{self, GameRequest, Request};

/// A protest or an appeal is ruled as the letter that says the same. Where there is nothing that
/// it can be about, nothing is recorded.
pub(super) fn ruled(held: &CardInHand<'_>, game: &mut GameFile) -> Result<Judged, CardTrouble> {
    let text = held.entered.said();
    let request = request_of(held.entered.kind, &text);
    let mut ruling = judge(game, &request, &held.context(&text, None));
    let asks = |n: &Notice| matches!(n.body, Body::NotUnderstood { .. });
    if ruling.notices.iter().any(asks) {
        return Err(CardTrouble::NothingThere(ruling.note));
    }
    let done = CardDone::Ruled(ruling.note.clone());
    held.shows(game, &mut ruling, CardAbout::Words, game.ply());
    Ok((ruling, done, Vec::new()))
}

/// What the card asks for; its word may stand before its text, in any language, or be left out.
fn request_of(kind: CardKind, text: &str) -> GameRequest {
    let understood = request::understand_text(text, "");
    let requests = understood.sections.into_iter().flat_map(|s| s.requests);
    let [of_protest, of_appeal] = [CardKind::Protest, CardKind::Appeal].map(|of| of == kind);
    let mut says_so = requests.filter_map(|request| match request {
        Request::Game(request @ GameRequest::Protest { .. }) if of_protest => Some(request),
        Request::Game(request @ GameRequest::Appeal { .. }) if of_appeal => Some(request),
        Request::Game(_) | Request::Player(_) => None,
    });
    let text = text.to_owned();
    says_so.next_back().unwrap_or(match kind {
        CardKind::Appeal => GameRequest::Appeal { text },
        _ => GameRequest::Protest { text },
    })
}
