//! What is asked in sentences and answered at once: how the clocks stand, how to write a
//! move, the last letter again; and words for the arbiter. Nothing of it changes a game.

use super::cry::is_cry;
use super::sentence::{Mood, Phrases, Sentence};
use super::{GameRequest, PlayerRequest, Request, TextSpan};
use crate::vocabulary::{self, ForArbiterWords, Pick, QuestionWords};
use std::sync::LazyLock;

/// Words between which the words of a question stand.
const NEAR: usize = 9;

/// Longest sentence that is a question of this kind, in words: a longer one tells a story.
const MOST_WORDS: usize = 40;

/// What a sentence asks for, if anything of this kind.
pub fn asked(sentence: &Sentence) -> Option<Request> {
    let said = &sentence.words();
    if said.len() > MOST_WORDS {
        return None;
    }
    let is = |phrases: &Phrases| phrases.near(said, NEAR);
    // Who asks for the position and his time has both in his list of games.
    if is(&PHRASES.repeat) {
        let timed = is(&PHRASES.status) || PHRASES.clocks.first(said).is_some();
        return Some(match timed {
            true => Request::Player(PlayerRequest::Status),
            false => Request::Game(GameRequest::Repeat),
        });
    }
    let mood = sentence.mood();
    if mood == Mood::Tells && PHRASES.leading.first(said).is_none() {
        return None;
    }
    // A heading or a statement that begins like a question ends as none.
    let text = sentence.text().trim_end();
    let asks = text.ends_with('?')
        || mood == Mood::Asks && !text.ends_with('.')
        || PHRASES.leading.first(said).is_some();
    if !asks {
        return None;
    }
    if is(&PHRASES.status) {
        return Some(Request::Player(PlayerRequest::Status));
    }
    // Who calls for a person is not helped by another answer of a robot.
    let helps = is(&PHRASES.help) && !is_cry(sentence.text());
    helps.then_some(Request::Player(PlayerRequest::Help))
}

/// Whether a sentence opens words for the arbiter.
pub fn for_arbiter(sentence: &Sentence) -> bool {
    let said = &sentence.words();
    let polite = |at: usize| PHRASES.polite.at(said, at).is_some();
    let mut places = (0..said.len().min(MOST_POLITE)).take_while(|at| *at == 0 || polite(at - 1));
    let relayed = PHRASES.relaying.within(said, &Phrases::default());
    places.any(|at| {
        let opening = PHRASES.opening.at(said, at).map(|length| at + length - 1);
        let relayed = relayed.iter().find(|(first, _)| *first == at);
        let last = opening.or(relayed.map(|(_, last)| *last));
        last.is_some_and(|last| sentence.mood_at(at, last) != Mood::Denies)
    })
}

/// Words of politeness before a request at most.
const MOST_POLITE: usize = 8;

/// The words for the arbiter: from the sentence that opens them to the end of the text.
pub fn words_for_arbiter(text: &str, from: TextSpan, end: usize) -> Request {
    let said = text.get(from.start..end).unwrap_or("").trim();
    Request::Player(PlayerRequest::Arbiter {
        text: said.to_owned(),
    })
}

struct AskedPhrases {
    leading: Phrases,
    status: Phrases,
    help: Phrases,
    repeat: Phrases,
    clocks: Phrases,
    polite: Phrases,
    opening: Phrases,
    relaying: Phrases,
}

static PHRASES: LazyLock<AskedPhrases> = LazyLock::new(|| {
    let questions =
        |pick: Pick<QuestionWords>| Phrases::all(&vocabulary::players(|w| pick(&w.questions)));
    let arbiter =
        |pick: Pick<ForArbiterWords>| Phrases::all(&vocabulary::players(|w| pick(&w.for_arbiter)));
    AskedPhrases {
        leading: questions(|q| &q.leading),
        status: questions(|q| &q.status),
        help: questions(|q| &q.help),
        repeat: questions(|q| &q.repeat),
        clocks: questions(|q| &q.clocks),
        polite: arbiter(|a| &a.polite),
        opening: arbiter(|a| &a.opening),
        relaying: arbiter(|a| &a.relaying),
    }
});
