//! Letters of ours that ask which of several things was meant (CONTRACT.md 4, "Short
//! answers"). The things are numbered and remembered with the position they stood in; a
//! short answer to that very letter, within seven days, picks one, and is then read as if
//! its line, or the letter that was asked about with its game, had been written.

use super::asked_back::{keep_again, questions_of};
use super::desk::Desk;
use super::docket::Docket;
use super::numbered::AskedChoice;
use super::question::{asks_more, asks_nothing, say_of_question, without_ours};
use super::sender::LetterFrom;
use super::settled::Settled;
use super::tokens::{Signs, signs_of};
use crate::arbiter::notice::Question;
use crate::arbiter::{NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{OutboundId, PlayerId};
use crate::letter::{self, Letter, Paragraphs};
use crate::record::Status;
use crate::request::answer::says_yes_itself;
use crate::request::choice::{Choice, NumberedLines, picked};
use crate::request::{Keyword, Understanding, keyword_of};
use crate::store::{AskedBack, PlayerRow, TokenOf, View};
use crate::time::Instant;

/// What a letter says to a question of this kind.
pub(super) enum ChoiceAnswer {
    /// This is what is meant: the letter as it is read now.
    Picked(Box<PickedLetter>),
    /// None of them, or not one alone: asked again.
    Again(OpenChoice),
    /// It may say something else, and is asked again where it says nothing.
    Perhaps(OpenChoice),
    /// None of them is meant.
    Refused(OpenChoice),
    /// The question does not stand any more.
    Over,
}

impl ChoiceAnswer {
    /// When the letter came that stated what is picked, where one did.
    pub fn stated(&self) -> Option<Instant> {
        match self {
            ChoiceAnswer::Picked(picked) => picked.stated,
            _ => None,
        }
    }

    /// The letter as it is read, where it picks one.
    pub fn letter(&self) -> Option<&Letter> {
        match self {
            ChoiceAnswer::Picked(picked) => Some(&picked.letter),
            ChoiceAnswer::Again(_)
            | ChoiceAnswer::Perhaps(_)
            | ChoiceAnswer::Refused(_)
            | ChoiceAnswer::Over => None,
        }
    }
}

/// A question that is still open.
pub(super) struct OpenChoice {
    asked: AskedChoice,
    question: AskedBack,
}

/// What a short answer says, written out.
pub(super) struct PickedLetter {
    /// The letter, with what it picks for its text.
    pub letter: Letter,
    /// The question that it answers.
    pub question: i64,
    /// When that came which it confirms, where a letter stated it: leave is announced then.
    pub stated: Option<Instant>,
}

/// What a player's letter says to a letter of ours that numbered several things; `None`
/// where it answers none, or says something else.
pub(super) fn answered(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
) -> Result<Option<ChoiceAnswer>, Failure> {
    let signs = signs_of(desk, from.letter, &from.sender)?;
    let Some((asking, question, asked, aside)) = asked_in(desk.tx, player.id, &signs)? else {
        return Ok(None);
    };
    let own_text = without_ours(desk.tx, from.letter, asking)?;
    let texts = asked.texts();
    let game = match question.game {
        Some(id) => Some(desk.snapshot(id)?),
        None => None,
    };
    let numbered = NumberedLines {
        lines: &texts,
        position: game.as_ref().map(|g| g.line.position()),
        asked: asked.last(),
    };
    let choice = picked(&own_text, &numbered, player.language);
    let answers = matches!(choice, Some(Choice::Yes | Choice::No));
    // What only offers lines is answered by their numbers alone, and what asks beside an
    // answer by one word.
    if (answers || choice.is_none()) && !asked.asks() || aside && !answers {
        return Ok(None);
    }
    let stands = match (&asked, &game) {
        (AskedChoice::Line { stood: Some(s), .. }, Some(game)) => {
            *s == (game.ply(), game.draw_offer) && game.status != Status::Finished
        }
        _ => true,
    };
    if question.closed.is_some() || from.pending.arrived > question.until || !stands {
        return Ok(choice.map(|_| ChoiceAnswer::Over));
    }
    let at = match choice {
        Some(Choice::One(at)) => Some(at),
        // `Ok` below a list of lines may only say that it was read.
        Some(Choice::Yes) if asked.ends() && !says_yes_itself(&own_text) => None,
        Some(Choice::Yes) => asked.only(),
        Some(Choice::No) => {
            let open = OpenChoice { asked, question };
            return Ok(Some(ChoiceAnswer::Refused(open)));
        }
        None => {
            let open = OpenChoice { asked, question };
            return Ok(Some(ChoiceAnswer::Perhaps(open)));
        }
        Some(Choice::NoSuch) => None,
    };
    let text = match at {
        Some(at) => asked.text(at, desk.tx)?,
        None => None,
    };
    Ok(Some(match text {
        Some(own_text) => {
            let stated = stated_in(desk, &question, &own_text)?;
            let (stated, date) =
                stated.map_or((None, from.letter.date), |(at, date)| (Some(at), date));
            ChoiceAnswer::Picked(Box::new(PickedLetter {
                letter: Letter {
                    own_text,
                    paragraphs: Paragraphs::default(),
                    page: None,
                    date,
                    ..from.letter.clone()
                },
                question: question.id,
                stated,
            }))
        }
        None => ChoiceAnswer::Again(OpenChoice { asked, question }),
    }))
}

/// The arrival and the dispatch of the letter that was asked about, where the line that is
/// picked says what that stated with its own days: leave. A move has the date of the answer.
fn stated_in(
    desk: &Desk<'_>,
    question: &AskedBack,
    line: &str,
) -> Result<Option<(Instant, Option<Instant>)>, Failure> {
    if !matches!(keyword_of(line), Some(Keyword::Leave | Keyword::LeaveEnd)) {
        return Ok(None);
    }
    let Some(asked) = desk.tx.inbound_again(question.inbound)? else {
        return Ok(None);
    };
    let raw = desk.tx.inbound_raw(asked.id)?;
    let read = letter::read(&raw.bytes).ok();
    Ok(Some((asked.arrived, read.and_then(|l| l.date))))
}

/// The things that the letter of ours numbers which a letter answers: the newest of those
/// it names, and whether it only asks beside what it answers: then nothing is numbered.
/// Where one letter of the player's was asked about twice, nobody can tell.
fn asked_in(
    view: &View<'_>,
    player: PlayerId,
    signs: &Signs,
) -> Result<Option<(OutboundId, AskedBack, AskedChoice, bool)>, Failure> {
    let Some(token) = signs.own.iter().max_by(|a, b| a.of.cmp(&b.of)) else {
        return Ok(None);
    };
    let TokenOf::Letter(asking) = token.of else {
        return Ok(None);
    };
    let is_of = |kinds: &[NoticeKind]| kinds.iter().any(|k| token.kind == k.name());
    let aside = is_of(&[NoticeKind::Confirmation]);
    if !aside && !is_of(&[NoticeKind::NotUnderstood, NoticeKind::Rejection]) {
        return Ok(None);
    }
    let Some(inbound) = view.outbound_answered(asking)? else {
        return Ok(None);
    };
    let mut found = None;
    for question in questions_of(view, inbound)? {
        if question.player != player || question.game != token.game {
            continue;
        }
        if let Ok(asked) = serde_json::from_str(&question.what)
            && found.replace((asking, question, asked, aside)).is_some()
        {
            return Ok(None);
        }
    }
    Ok(found)
}

/// Takes what a believed letter says to a question of this kind. `None`: it picks one, or
/// asks for something of its own, and is carried out.
pub(super) fn taken(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    understanding: &Understanding,
    said: &ChoiceAnswer,
) -> Result<Option<Settled>, Failure> {
    match said {
        ChoiceAnswer::Perhaps(_) if !asks_nothing(understanding) => Ok(None),
        ChoiceAnswer::Refused(open) => {
            desk.tx.question_close(open.question.id, desk.now)?;
            // What a no goes on to ask for is heard as in any letter.
            if asks_more(understanding) {
                return Ok(None);
            }
            say_of_question(desk, Question::ChoiceDropped, from)?;
            let note = format!(
                "no to what was asked about letter {}",
                open.question.inbound
            );
            Ok(Some(Settled::of(Verdict::Command, &note)))
        }
        ChoiceAnswer::Picked(picked) => {
            desk.tx.question_close(picked.question, desk.now)?;
            Ok(None)
        }
        ChoiceAnswer::Again(open) | ChoiceAnswer::Perhaps(open) => {
            let mut docket = Docket::new(from.pending, open.question.player, from.letter);
            ask_again(desk, &mut docket, open)?;
            Ok(Some(docket.settled()))
        }
        ChoiceAnswer::Over => {
            say_of_question(desk, Question::ChoiceOver, from)?;
            let note = "a short answer to a question that does not stand any more";
            Ok(Some(Settled::of(Verdict::NotUnderstood, note)))
        }
    }
}

/// Asks once more, in other words.
fn ask_again(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    open: &OpenChoice,
) -> Result<(), Failure> {
    let OpenChoice { asked, question } = open;
    docket.find(
        Verdict::NotUnderstood,
        "it picks none of the things that were numbered",
    );
    if let Some(id) = question.game {
        docket.names(desk.game(id)?.facts.name.clone());
    }
    // The letter that was asked about first is still the one that is meant.
    keep_again(desk, docket.inbound, question)?;
    let once_more = Question::WhichOne {
        texts: asked.texts(),
        games: matches!(asked, AskedChoice::Game { .. }),
        beside: asked.beside(),
    };
    docket.ask(desk, once_more, question.game)
}
