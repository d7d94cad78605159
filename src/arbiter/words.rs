//! Words for the opponent: they go with the next letter of the game to him, where the
//! regulations (`greetings`) and he himself allow it; and complaints about them.

use super::context::Context;
use super::notice::{Body, Notice, Recipient, Remark, WordsFate};
use super::ruling::{Ruling, record};
use crate::chess::Side;
use crate::record::{Cause, Circumstance, Entry, Event, GameFile, Opened};
use crate::request::masked::masked;
use crate::rules::Article;
use crate::time::Instant;

/// Longest words that are passed on, in characters: a greeting, not a letter.
pub const LONGEST: usize = 500;

/// What the matter is called that a complaint about words opens.
pub(crate) const ABUSE: &str = "abuse";

/// Most characters of a player's words that an entry keeps.
const WORDS: usize = 2_000;

/// A player's words, as long as a record keeps them.
pub(super) fn bounded(text: &str) -> String {
    text.chars().take(WORDS).collect()
}

/// OPPONENT: the words wait for the next letter of the game, or their writer is told why
/// they do not.
pub(super) fn leave_words(game: &mut GameFile, ctx: &Context<'_>, words: &str) -> Ruling {
    let opponent = game.player(ctx.side.other());
    let (ply, said) = (game.ply(), game.said.get(ctx.side));
    let fate = if !game.facts.regulations.greetings {
        WordsFate::Off
    } else if opponent.wishes.mute {
        WordsFate::Unwanted
    } else if said.passed_at(ply) {
        WordsFate::Once
    } else if said.waiting.is_some() {
        WordsFate::Replaced
    } else {
        WordsFate::Waits
    };
    let mut ruling = Ruling::command("words for the opponent");
    let masked = masked(words);
    let cut = masked.chars().count() > LONGEST;
    if matches!(fate, WordsFate::Waits | WordsFate::Replaced) {
        let event = Event::Greeted {
            side: ctx.side,
            ply,
            words: masked.chars().take(LONGEST).collect(),
        };
        record(game, &mut ruling, ctx.entry(event, None));
    }
    let me = Recipient::Player(game.player(ctx.side).id);
    let mut notice = Notice::new(me, Body::Status { done: Vec::new() });
    let cut = cut.then_some(LONGEST);
    notice.remarks.push(Remark::Words { fate, cut });
    ruling.notices.push(notice);
    ruling
}

/// Hangs words that wait onto the first letter of a ruling to whom they are for, and
/// records that they went with it.
pub fn pass_words_on(game: &GameFile, ruling: &mut Ruling, now: Instant) {
    for side in Side::BOTH {
        let after = ruling.game.as_deref().unwrap_or(game);
        let Some(waiting) = after.said.get(side).waiting.clone() else {
            continue;
        };
        let reader = after.player(side.other());
        if reader.wishes.mute || !after.facts.regulations.greetings {
            continue;
        }
        let to = Recipient::Player(reader.id);
        let name = after.player(side).name.clone();
        let Some(letter) = ruling.notices.iter_mut().find(|n| n.to == to) else {
            continue;
        };
        let words = waiting.words;
        letter
            .remarks
            .insert(0, Remark::FromOpponent { name, words });
        let event = Event::GreetingPassed {
            side,
            ply: waiting.ply,
        };
        // It fits where the words stand.
        let _ = ruling.records(game, Entry::new(now, Cause::Post, event));
    }
}

/// ABUSE: a complaint about the opponent's words. The arbiter gets it with the words.
pub(super) fn complain(game: &mut GameFile, ctx: &Context<'_>, text: &str) -> Ruling {
    let mut ruling = Ruling::command("a complaint about words, for the arbiter");
    let passed = game.said.get(ctx.side.other()).passed.clone();
    let of = passed.map(|greeting| greeting.words);
    let complaint = Circumstance::Abuse {
        words: bounded(text),
        of: of.clone(),
    };
    let event = Event::MatterOpened(Opened::new(ABUSE, ctx.side, complaint));
    let article = Article::ArbiterDecides.number(game.facts.profile);
    record(game, &mut ruling, ctx.entry(event, Some(article)));
    let body = Body::AbuseReported {
        side: ctx.side,
        text: bounded(&masked(text)),
        of,
    };
    let me = Recipient::Player(game.player(ctx.side).id);
    for to in [me, Recipient::Arbiter] {
        ruling.notices.push(Notice::new(to, body.clone()));
    }
    ruling
}
