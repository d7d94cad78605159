//! A bare yes in answer to the very letter that carries the opponent's draw offer: it
//! agrees to the draw, as a sentence that says so does (CONTRACT.md 4, "Short answers"),
//! and is asked back by one word.

use super::desk::Desk;
use super::question::without_ours;
use super::sender::LetterFrom;
use super::tokens::signs_of;
use crate::arbiter::NoticeKind;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::record::Status;
use crate::request::answer::{Answer, short_reply};
use crate::request::{Doubt, GraveAct, TextSpan, Understanding};
use crate::store::TokenOf;

/// Letters that bring an offer.
const BRING_OFFERS: [NoticeKind; 2] = [NoticeKind::Move, NoticeKind::Draw];

/// What a letter asks for, where a yes in it may agree to an offer that stands.
pub(super) fn as_consent(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: PlayerId,
    mut understanding: Understanding,
) -> Result<Understanding, Failure> {
    let [only] = &mut understanding.sections[..] else {
        return Ok(understanding);
    };
    if !only.requests.is_empty() || only.stated_act().is_some() {
        return Ok(understanding);
    }
    let Some(text) = yes_to_an_offer(desk, from, player)? else {
        return Ok(understanding);
    };
    let own = &from.letter.own_text;
    let start = own.find(&text).unwrap_or_default();
    only.doubts = vec![Doubt::Stated {
        act: GraveAct::AcceptDraw,
        doubted: false,
        span: TextSpan {
            start,
            end: start + text.len(),
        },
        text,
    }];
    Ok(understanding)
}

/// The line that says yes, and nothing else, to the letter that carries the offer.
fn yes_to_an_offer(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: PlayerId,
) -> Result<Option<String>, Failure> {
    let signs = signs_of(desk, from.letter, &from.sender)?;
    let Some(token) = signs.own.iter().max_by(|a, b| a.of.cmp(&b.of)) else {
        return Ok(None);
    };
    let (TokenOf::Letter(brought), Some(id)) = (&token.of, token.game) else {
        return Ok(None);
    };
    if !BRING_OFFERS.iter().any(|k| token.kind == k.name()) {
        return Ok(None);
    }
    let game = desk.game(id)?;
    let theirs = game.draw_offer.map(|(side, _)| side.other());
    let stands = game.status == Status::Active
        && theirs.is_some()
        && theirs == game.side_of(player)
        && token.ply == Some(game.ply());
    if !stands {
        return Ok(None);
    }
    let own = without_ours(desk.tx, from.letter, *brought)?;
    let mut lines = own.lines().map(str::trim);
    let yes = lines.find(|l| short_reply(l) == Some(Answer::Yes));
    let says_yes = short_reply(&own) == Some(Answer::Yes);
    Ok(yes.filter(|_| says_yes).map(str::to_owned))
}
