//! What a sentence states that acts on a game: to resign, to agree to a draw, to decline
//! or offer one, to leave the tournament. What is only supposed, asked, denied or told is
//! no statement; nor is one that may be two.

use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use super::{Keyword, TextSpan};
use crate::fold;
use crate::language::Language;
use crate::vocabulary::{self, ActWords};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is done by saying it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpokenAct {
    /// To give up.
    Resign,
    /// To agree to a draw.
    Accept,
    /// To decline one.
    Decline,
    /// To offer one.
    Offer,
    /// To leave the tournament.
    Withdraw,
}

impl SpokenAct {
    /// The command for it.
    pub fn keyword(self) -> Keyword {
        match self {
            SpokenAct::Resign => Keyword::Resign,
            SpokenAct::Accept => Keyword::DrawAccept,
            SpokenAct::Decline => Keyword::DrawDecline,
            SpokenAct::Offer => Keyword::Draw,
            SpokenAct::Withdraw => Keyword::Withdraw,
        }
    }
}

/// What a sentence states, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// What.
    pub act: SpokenAct,
    /// In the words of which language.
    pub language: Language,
    /// Where the sentence stands.
    pub span: TextSpan,
}

/// Longest sentence that states something of this kind, in words.
const MOST_WORDS: usize = 60;

/// Longest question that offers a draw, in words: a longer one asks about the rules.
const MOST_ASKED: usize = 8;

/// Longest answer that says nothing but yes or no to an offer, in words.
const MOST_ANSWERED: usize = 4;

/// What some sentences of a letter state, in their order. `alone`: nothing else is asked
/// for, so that an answer of one word may be one to an offer.
pub fn said(sentences: &[Sentence], alone: bool) -> Vec<Stated> {
    let mut found = Vec::new();
    let mut rest = sentences;
    while let Some((here, behind)) = rest.split_first() {
        rest = behind;
        // `Ничья? Нет, рано.`
        if let (Some(answered), Some((_, after))) = (
            behind.first().and_then(|next| echoed(here, next)),
            behind.split_first(),
        ) {
            found.push(answered);
            rest = after;
            continue;
        }
        found.extend(stated(here));
    }
    if found.is_empty()
        && alone
        && let Some(answer) = only_answer(sentences)
    {
        found.push(answer);
    }
    found
}

/// What one sentence states.
fn stated(sentence: &Sentence) -> Option<Stated> {
    let words = sentence.words();
    if words.len() > MOST_WORDS {
        return None;
    }
    let mut acts: BTreeSet<SpokenAct> = BTreeSet::new();
    let mut language = None;
    for (of, lists) in LISTS.iter() {
        for (act, phrases) in &lists.acts {
            let places = phrases.within(&words, &lists.others);
            let holds = places.iter().any(|(first, last)| {
                let mood = sentence.mood_at(*first, *last);
                // `Ничью не принимаю`, `не возражаю против ничьей`: its own denial.
                let denies = *act == SpokenAct::Decline || sentence.denies_first(*first);
                mood == Mood::States || mood == Mood::Denies && denies
            });
            if holds {
                acts.insert(*act);
                language.get_or_insert(*of);
            }
        }
        let asked = lists.offer_asked.within(&words, &Phrases::default());
        if words.len() <= MOST_ASKED && asked.iter().any(|(first, _)| asks(sentence, *first)) {
            acts.insert(SpokenAct::Offer);
            language.get_or_insert(*of);
        }
    }
    // `No draw, I play on` offers nothing, and `accept` beside it is denied.
    if acts.contains(&SpokenAct::Decline) {
        acts.remove(&SpokenAct::Offer);
        acts.remove(&SpokenAct::Accept);
    }
    // `I agree to a draw` may hold an offer's words too.
    if acts.contains(&SpokenAct::Accept) {
        acts.remove(&SpokenAct::Offer);
    }
    if acts.len() > 1 {
        return None;
    }
    Some(Stated {
        act: acts.into_iter().next()?,
        language: language?,
        span: sentence.span,
    })
}

/// Whether a question offers a draw: it is one, or a few words, and tells of nothing else.
fn asks(sentence: &Sentence, first: usize) -> bool {
    let text = sentence.text.replace('?', ".");
    let said = Sentence {
        span: sentence.span,
        text,
    };
    let is_question = sentence.text.trim_end().ends_with('?');
    let fits = match said.mood() {
        Mood::States | Mood::Supposes => true,
        // `Как насчёт ничьей?`, but not `Почему ничья?`
        Mood::Asks => first == 0,
        Mood::Denies | Mood::Doubts | Mood::Tells | Mood::PutsOff => false,
    };
    fits && (is_question || said.words().len() <= MOST_ANSWERED) && !said.supposes_by_if()
}

/// A question that repeats the opponent's offer, and the answer behind it.
fn echoed(asked: &Sentence, answer: &Sentence) -> Option<Stated> {
    let is_draw = |w: &SaidWord| DRAWS.contains(&fold::fold(&w.text));
    let asks = asked.text.trim_end().ends_with('?') && asked.words().iter().all(is_draw);
    let first = answer.words().into_iter().next()?;
    let (act, language) = yes_or_no(&first.text).filter(|_| asks)?;
    let answered = answer.mood_at(0, 0);
    let plain = match act {
        SpokenAct::Accept => answered == Mood::States,
        _ => matches!(answered, Mood::States | Mood::Denies),
    };
    plain.then_some(Stated {
        act,
        language,
        span: TextSpan {
            start: asked.span.start,
            end: answer.span.end,
        },
    })
}

fn yes_or_no(word: &str) -> Option<(SpokenAct, Language)> {
    let is = |words: &[String]| words.iter().any(|w| w == word);
    Language::ALL.into_iter().find_map(|language| {
        let answers = &vocabulary::players_of(language).answers;
        if is(&answers.yes) {
            Some((SpokenAct::Accept, language))
        } else {
            is(&answers.no).then_some((SpokenAct::Decline, language))
        }
    })
}

/// An answer to an offer that says nothing else: `Согласен`, `Нет`. Greetings, thanks and
/// a name beside it are short and state nothing.
fn only_answer(sentences: &[Sentence]) -> Option<Stated> {
    let mut found = None;
    for sentence in sentences {
        let words = sentence.words();
        if words.len() > MOST_ANSWERED || words.iter().any(|w| w.text.contains(char::is_numeric)) {
            return None;
        }
        if sentence.text.contains('?') {
            return None;
        }
        let answer = LISTS.iter().find_map(|(language, lists)| {
            let whole = |phrases: &Phrases| phrases.at(&words, 0) == Some(words.len());
            let act = if whole(&lists.consent) {
                SpokenAct::Accept
            } else if whole(&lists.refusal) {
                SpokenAct::Decline
            } else {
                return None;
            };
            Some(Stated {
                act,
                language: *language,
                span: sentence.span,
            })
        });
        match (answer, &found) {
            (Some(_), Some(_)) => return None,
            (Some(answer), None) => found = Some(answer),
            (None, _) => {}
        }
    }
    found
}

/// The phrases of a language.
struct ActLists {
    acts: Vec<(SpokenAct, Phrases)>,
    offer_asked: Phrases,
    consent: Phrases,
    refusal: Phrases,
    others: Phrases,
}

static LISTS: LazyLock<Vec<(Language, ActLists)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let acts = &vocabulary::players_of(language).acts;
        let list = |pick: fn(&ActWords) -> &Vec<String>| {
            let entries: Vec<&str> = pick(acts).iter().map(String::as_str).collect();
            Phrases::all(&entries)
        };
        let lists = ActLists {
            acts: vec![
                (SpokenAct::Resign, list(|a| &a.resign)),
                (SpokenAct::Accept, list(|a| &a.accept)),
                (SpokenAct::Decline, list(|a| &a.decline)),
                (SpokenAct::Offer, list(|a| &a.offer)),
                (SpokenAct::Withdraw, list(|a| &a.withdraw)),
            ],
            offer_asked: list(|a| &a.offer_asked),
            consent: list(|a| &a.consent),
            refusal: list(|a| &a.refusal),
            others: list(|a| &a.others),
        };
        (language, lists)
    };
    Language::ALL.into_iter().map(of).collect()
});

/// A draw, in every language, folded.
static DRAWS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.draws.names)));
