//! What a sentence states that acts on a game: to resign, to agree to a draw, to decline
//! or offer one, to leave the tournament. What is only supposed, asked, denied or told is
//! no statement; nor is one that may be two.

use super::meaning::{self, SpokenAct};
use super::moves;
use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use super::token::{self, PlacedToken};
use super::{Standing, TextSpan};
use crate::fold;
use crate::language::Language;
use crate::vocabulary::{self, ActWords};
use std::collections::BTreeSet;
use std::sync::LazyLock;

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
    let mut above: Option<&Sentence> = None;
    while let Some((here, behind)) = rest.split_first() {
        rest = behind;
        // `Ничья? Нет, рано.`
        if let Some((answered, after)) = echoed(here, behind) {
            found.push(answered);
            rest = after;
            continue;
        }
        // `А7-а6, ничья?`: the question stands behind what it goes with.
        found.extend(asked_behind(above, here));
        above = Some(here);
        found.extend(match meaning::if_he_wishes(here) {
            Some(wished) => offered_if(&wished),
            None => stated(here).or_else(|| meant(here, alone)),
        });
    }
    if found.is_empty()
        && alone
        && let Some(answer) = only_answer(sentences).or_else(|| consent_in_one(sentences))
    {
        found.push(answer);
    }
    found
}

/// An offer on the condition, left out here, that the opponent wishes it too.
fn offered_if(wished: &Sentence) -> Option<Stated> {
    let said = stated(wished).or_else(|| meant(wished, true))?;
    let act = match said.act {
        SpokenAct::Accept | SpokenAct::Offer => SpokenAct::Offer,
        other => other,
    };
    Some(Stated { act, ..said })
}

/// What one sentence states.
fn stated(sentence: &Sentence) -> Option<Stated> {
    let words = sentence.words();
    if words.len() > MOST_WORDS {
        return None;
    }
    let mut acts: BTreeSet<SpokenAct> = BTreeSet::new();
    let mut language = None;
    let puts_off = sentence.mood() == Mood::PutsOff;
    for (of, lists) in LISTS.iter() {
        let refused = Some(sentence).filter(|_| puts_off);
        let refused = refused.and_then(|s| meaning::refused_now(*of, s));
        let refused = refused.as_ref().map(|s| (s.words(), s));
        for (act, phrases) in &lists.acts {
            if *act == SpokenAct::Withdraw && withdraws_something_else(sentence) {
                continue;
            }
            let mut places = phrases.within(words, &lists.others);
            places.retain(|(first, _)| !lists.is_anothers(words, *first));
            let holds = places.iter().any(|(first, last)| {
                let mood = sentence.mood_at(*first, *last);
                // `Не возражаю против ничьей`: its own denial.
                mood == Mood::States || mood == Mood::Denies && sentence.denies_first(*first)
            });
            if holds {
                acts.insert(*act);
                language.get_or_insert(*of);
            }
        }
        let (said, now) = match &refused {
            Some((words, now)) => (words, *now),
            None => (&words, sentence),
        };
        if lists.declines(said, now) {
            acts.insert(SpokenAct::Decline);
            language.get_or_insert(*of);
        }
        let asked = lists.offer_asked.within(words, &Phrases::default());
        if words.len() <= MOST_ASKED && asked.iter().any(|(first, _)| asks(sentence, *first)) {
            acts.insert(SpokenAct::Offer);
            language.get_or_insert(*of);
        }
    }
    // `No draw, I play on` offers nothing; who declines and accepts says neither.
    if acts.contains(&SpokenAct::Decline) {
        acts.remove(&SpokenAct::Offer);
    }
    // `I resign from the tournament`
    if acts.contains(&SpokenAct::Withdraw) {
        acts.remove(&SpokenAct::Resign);
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

/// Whether what a sentence withdraws or takes back is no tournament: `withdraw my draw
/// offer`, `take back my last move`.
pub fn withdraws_something_else(sentence: &Sentence) -> bool {
    let words = sentence.words();
    WITHDRAWN.first(words).is_some() && TOURNAMENTS.first(words).is_none()
}

/// Whether a sentence names another game than the one that the letter is about, or
/// several: `I resign the other game`, `both games`.
pub fn names_other_games(sentence: &Sentence) -> bool {
    let words = sentence.words();
    OTHER_GAMES.first(words).is_some() && TOURNAMENTS.first(words).is_none()
}

/// A sentence without the words that name another game: what it says of that is told of
/// elsewhere, and said all the same.
pub fn without_other_games(sentence: &Sentence) -> Sentence {
    match names_other_games(sentence) {
        true => sentence.without_all(&OTHER_GAMES),
        false => sentence.clone(),
    }
}

static OTHER_GAMES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.acts.other_games)));

/// What a sentence takes back, or asks to take back, that stands once it is made: `I
/// withdraw my draw offer`.
pub fn takes_back(sentence: &Sentence) -> Option<Standing> {
    let words = sentence.words();
    let says = |(first, last): (usize, usize)| {
        let mood = sentence.mood_at(first, last);
        !matches!(mood, Mood::Denies | Mood::Tells)
    };
    let taken = TAKING_BACK.within(words, &Phrases::default());
    // `I did not mean to offer`: its own denial.
    let own = |(first, last): (usize, usize)| {
        matches!(sentence.mood_at(first, last), Mood::Denies | Mood::States)
    };
    let not_meant = NOT_MEANT.within(words, &Phrases::default());
    let takes = taken.into_iter().any(says) || not_meant.into_iter().any(own);
    if words.len() > MOST_WORDS || !takes {
        return None;
    }
    let named = |phrases: &Phrases| phrases.first(words).is_some();
    match () {
        () if named(&TOURNAMENTS) => None,
        () if named(&SERIES) => Some(Standing::Series),
        () if named(&OFFERS) || sentence.text().contains('=') => Some(Standing::Offer),
        () if named(&MOVES) => Some(Standing::Move),
        () => None,
    }
}

/// Whether a sentence names the draw, or the offer of it.
pub fn names_offer(sentence: &Sentence) -> bool {
    OFFERS.first(sentence.words()).is_some()
}

static TAKING_BACK: LazyLock<Phrases> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.acts.taking_back);
    let plain = all.into_iter().filter(|e| !holds_denial(e));
    Phrases::all(&plain.collect::<Vec<_>>())
});

/// What was not meant, in words that deny it.
static NOT_MEANT: LazyLock<Phrases> = LazyLock::new(|| {
    let all = vocabulary::players(|w| &w.acts.taking_back);
    let denying = all.into_iter().filter(|e| holds_denial(e));
    Phrases::all(&denying.collect::<Vec<_>>())
});

static SERIES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.stating.series)));

/// The draw, and the offer of it.
static OFFERS: LazyLock<Phrases> = LazyLock::new(|| {
    let mut words = vocabulary::players(|w| &w.meanings.draw);
    words.extend(vocabulary::players(|w| &w.meanings.proposal));
    Phrases::all(&words)
});

static MOVES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.acts.moves)));

static WITHDRAWN: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.acts.withdrawn)));

static TOURNAMENTS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.absence.tournament)));

/// Whether a sentence denies an act in its words: `do not resign me`.
pub fn denies(sentence: &Sentence, act: SpokenAct) -> bool {
    let words = sentence.words();
    LISTS.iter().any(|(_, lists)| {
        let phrases = lists.acts.iter().filter(|(of, _)| *of == act);
        let mut places = phrases.flat_map(|(_, phrases)| phrases.within(words, &lists.others));
        places.any(|(first, last)| {
            sentence.mood_at(first, last) == Mood::Denies && !sentence.denies_first(first)
        })
    })
}

/// What the families of words in a sentence come to. Beside a move words that agree or
/// refuse may be about anything; an offer goes with it.
fn meant(sentence: &Sentence, alone: bool) -> Option<Stated> {
    if sentence.words().len() > MOST_WORDS {
        return None;
    }
    let (act, language) = meaning::meant(sentence)?;
    let fits = alone || act == SpokenAct::Offer;
    fits.then_some(Stated {
        act,
        language,
        span: sentence.span,
    })
}

/// Whether a question offers a draw: it is one, or a few words, and tells of nothing else.
fn asks(sentence: &Sentence, first: usize) -> bool {
    let said = Sentence::at(sentence.span, sentence.text().replace('?', "."));
    let is_question = sentence.text().trim_end().ends_with('?');
    let fits = match said.mood() {
        Mood::States | Mood::Supposes => true,
        // `Как насчёт ничьей?`, but not `Почему ничья?`
        Mood::Asks => sentence.words().iter().take(first).all(is_small),
        Mood::Denies | Mood::Doubts | Mood::Tells | Mood::PutsOff => false,
    };
    fits && (is_question || said.words().len() <= MOST_ANSWERED) && !said.supposes_by_if()
}

/// Whether a question says nothing but the draw: `A draw?`
fn names_draw_alone(asked: &Sentence) -> bool {
    if !asked.text().trim_end().ends_with('?') {
        return false;
    }
    let words = asked.words();
    let is_draw = |w: &SaidWord| DRAWS.contains(&fold::fold(&w.text));
    words.iter().any(is_draw)
        && words.iter().all(|w| is_draw(w) || is_small(w))
        && words.len() <= MOST_ANSWERED
}

/// Whether a word says nothing of its own beside the draw: `a`, `и`, `czy`.
fn is_small(word: &SaidWord) -> bool {
    word.text.chars().count() <= SMALL && !word.text.contains(char::is_numeric)
}

/// Letters of a word beside the draw that says nothing of its own: `a`, `и`, `czy`.
const SMALL: usize = 3;

/// Whether a sentence states something with a move in it: `White's move 2. f4.`
fn moves_by_itself(sentence: &Sentence) -> bool {
    let is_move = |t: &PlacedToken| moves::is_move(&t.token);
    sentence.mood() == Mood::States && token::tokens(sentence.text()).iter().any(is_move)
}

/// A draw that a clause or a sentence asks for behind what it goes with: the question alone
/// would repeat the opponent's.
fn asked_behind(above: Option<&Sentence>, asked: &Sentence) -> Option<Stated> {
    let goes_on =
        |s: &Sentence| s.text().ends_with([',', ';', ':', '-', '–', '—']) || moves_by_itself(s);
    if !above.is_some_and(goes_on) || !names_draw_alone(asked) {
        return None;
    }
    let words = asked.words();
    let mut languages = Language::ALL.into_iter();
    let language = languages.find(|l| said_draw(*l, words))?;
    Some(Stated {
        act: SpokenAct::Offer,
        language,
        span: asked.span,
    })
}

/// Whether the draw is named in the words of a language.
fn said_draw(language: Language, words: &[SaidWord]) -> bool {
    let names = &vocabulary::players_of(language).draws.names;
    words
        .iter()
        .any(|w| names.iter().any(|n| fold::fold(n) == fold::fold(&w.text)))
}

/// Sentences behind a question that repeats an offer in which its answer may stand.
const MOST_BEHIND: usize = 4;

/// A question that repeats the opponent's offer, and the answer behind it: right there,
/// or as a whole sentence a few further on (`A draw? After four moves? No, thank you.`).
/// What follows the answer.
fn echoed<'s>(asked: &Sentence, behind: &'s [Sentence]) -> Option<(Stated, &'s [Sentence])> {
    let (next, mut rest) = behind.split_first()?;
    let reached = |act: SpokenAct, language: Language, end: usize| Stated {
        act,
        language,
        span: TextSpan {
            start: asked.span.start,
            end,
        },
    };
    if let Some(answered) = answered_at_once(asked, next) {
        return Some((answered, rest));
    }
    if !names_draw_alone(asked) {
        return None;
    }
    let mut here = next;
    for _ in 0..MOST_BEHIND {
        if let Some((act, language)) = whole_answer(here) {
            return Some((reached(act, language, here.span.end), rest));
        }
        (here, rest) = rest.split_first()?;
    }
    None
}

/// What a sentence answers to an offer that says nothing else.
fn whole_answer(sentence: &Sentence) -> Option<(SpokenAct, Language)> {
    let words = sentence.words();
    if sentence.text().contains('?') {
        return None;
    }
    LISTS.iter().find_map(|(language, lists)| {
        let whole = |phrases: &Phrases| phrases.at(words, 0) == Some(words.len());
        if whole(&lists.consent) {
            Some((SpokenAct::Accept, *language))
        } else {
            whole(&lists.refusal).then_some((SpokenAct::Decline, *language))
        }
    })
}

/// Whether a sentence opens with a consent that its first clause ends with: `I accept,
/// with relief`.
fn opens_with_consent(sentence: &Sentence) -> Option<(SpokenAct, Language)> {
    let words = sentence.words();
    LISTS.iter().find_map(|(language, lists)| {
        let length = lists.consent.at(words, 0)?;
        let ends = words.get(length).is_none_or(|w| w.opens_clause);
        let states = sentence.mood_at(0, length - 1) == Mood::States;
        (ends && states).then_some((SpokenAct::Accept, *language))
    })
}

/// The answer in the sentence right behind a question that repeats an offer.
fn answered_at_once(asked: &Sentence, answer: &Sentence) -> Option<Stated> {
    if !names_draw_alone(asked) {
        return None;
    }
    let said = answer.words();
    let (act, language) = yes_or_no(&said.first()?.text)?;
    // `A draw? No problem.`
    let agrees = |(_, lists): &(Language, ActLists)| {
        let length = lists.agreeing.at(said, 0);
        length.is_some_and(|length| length > 1)
    };
    let act = match act {
        SpokenAct::Decline if LISTS.iter().any(agrees) => SpokenAct::Accept,
        act => act,
    };
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
        if sentence.text().contains('?') {
            return None;
        }
        let answer = whole_answer(sentence).map(|(act, language)| Stated {
            act,
            language,
            span: sentence.span,
        });
        match (answer, &found) {
            (Some(_), Some(_)) => return None,
            (Some(answer), None) => found = Some(answer),
            (None, _) => {}
        }
    }
    found
}

/// A consent that one sentence of a short letter opens with, where nothing is asked.
fn consent_in_one(sentences: &[Sentence]) -> Option<Stated> {
    if sentences.len() > MOST_BEHIND || sentences.iter().any(|s| s.text().contains('?')) {
        return None;
    }
    let mut each = sentences.iter();
    each.find_map(|sentence| {
        let (act, language) = opens_with_consent(sentence)?;
        Some(Stated {
            act,
            language,
            span: sentence.span,
        })
    })
}

/// The phrases of a language.
struct ActLists {
    acts: Vec<(SpokenAct, Phrases)>,
    /// Decline an offer: `refuse`, `play on`.
    declining: Phrases,
    /// Decline one with a denial of their own: `не принимаю`, `no draw`.
    not_having: Phrases,
    no: Phrases,
    agreeing: Phrases,
    offer_asked: Phrases,
    consent: Phrases,
    refusal: Phrases,
    others: Phrases,
    own: Phrases,
    /// Those of the others who act where they stand: `you`, `he`. A noun may be anything,
    /// `пропозицію суперника приймаю`.
    people: Phrases,
}

/// Words before one that acts among which somebody else may be its subject.
const SUBJECT: usize = 3;

/// Words before a no that may deny it: `I would never say no to a draw`.
const DENIED: usize = 4;

/// Whether an entry of the vocabulary denies in its own words.
fn holds_denial(entry: &str) -> bool {
    let words = Sentence::of(&entry.replace(['|', '*'], " "));
    (0..words.words().len()).any(|at| words.denies_first(at))
}

impl ActLists {
    /// Whether a sentence declines an offer. Whoever denies that he declines does not: `I do
    /// not refuse`, `не откажусь`, `I won't say no`.
    fn declines(&self, words: &[SaidWord], sentence: &Sentence) -> bool {
        let denied = |at: &usize| sentence.denies_first(*at);
        let refuses = |(first, last): &(usize, usize)| {
            // `I refuse to draw`: its own denial.
            let own =
                || denied(first) && !(first.saturating_sub(DENIED)..*first).any(|at| denied(&at));
            let mood = sentence.mood_at(*first, *last);
            !self.is_anothers(words, *first)
                && (mood == Mood::States || mood == Mood::Denies && own())
        };
        let denies = |(first, last): &(usize, usize)| {
            !self.is_anothers(words, *first)
                && matches!(sentence.mood_at(*first, *last), Mood::States | Mood::Denies)
                && !self.is_denied_no(words, sentence, *first)
                && !self.agrees_by_denial(words, sentence, (*first, *last))
        };
        let declining = self.declining.within(words, &self.others);
        declining.iter().any(refuses)
            || self
                .not_having
                .within(words, &self.others)
                .iter()
                .any(denies)
    }

    /// Whether a no is denied by a word before it: an answer of its own at the start of a
    /// sentence does not.
    fn is_denied_no(&self, words: &[SaidWord], sentence: &Sentence, first: usize) -> bool {
        if self.no.at(words, first).is_none() {
            return false;
        }
        let parted = |at: usize| words.get(at).is_some_and(|w| w.opens_clause);
        let answers = |at: usize| at == 0 && self.no.at(words, at).is_some();
        (first.saturating_sub(DENIED)..first)
            .rev()
            .take_while(|at| !parted(at + 1))
            .any(|at| sentence.denies_first(at) && !answers(at))
    }

    /// Whether the denial in some words is one of those that agree: `no objection to a draw`.
    fn agrees_by_denial(
        &self,
        words: &[SaidWord],
        sentence: &Sentence,
        (first, last): (usize, usize),
    ) -> bool {
        (first..=last).any(|at| {
            let length = self.agreeing.at(words, at).unwrap_or(0);
            (at..at + length).any(|at| sentence.denies_first(at))
        })
    }

    /// Whether somebody else does it: `haben Sie das Remis abgelehnt`, `that you do not
    /// agree`. Neither a clause before nor the writer stands between.
    fn is_anothers(&self, words: &[SaidWord], first: usize) -> bool {
        for at in (first.saturating_sub(SUBJECT)..first).rev() {
            if words.get(at + 1).is_some_and(|w| w.opens_clause) || self.own.at(words, at).is_some()
            {
                return false;
            }
            if self.people.at(words, at).is_some() {
                return true;
            }
        }
        false
    }
}

static LISTS: LazyLock<Vec<(Language, ActLists)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let acts = &vocabulary::players_of(language).acts;
        let phrases = |entries: &[String], is: fn(&str) -> bool| {
            let entries = entries.iter().map(String::as_str);
            Phrases::all(&entries.filter(|e| is(e)).collect::<Vec<_>>())
        };
        let list = |pick: fn(&ActWords) -> &Vec<String>| phrases(pick(acts), |_| true);
        let lists = ActLists {
            acts: vec![
                (SpokenAct::Resign, list(|a| &a.resign)),
                (SpokenAct::Accept, list(|a| &a.accept)),
                (SpokenAct::Offer, list(|a| &a.offer)),
                (SpokenAct::Withdraw, list(|a| &a.withdraw)),
            ],
            declining: phrases(&acts.decline, |entry| !holds_denial(entry)),
            not_having: phrases(&acts.decline, holds_denial),
            no: phrases(&vocabulary::players_of(language).answers.no, |_| true),
            agreeing: phrases(&vocabulary::players_of(language).meanings.agreeing, |_| {
                true
            }),
            offer_asked: list(|a| &a.offer_asked),
            consent: list(|a| &a.consent),
            refusal: list(|a| &a.refusal),
            others: list(|a| &a.others),
            own: phrases(&vocabulary::players_of(language).meanings.subject, |_| true),
            people: phrases(&acts.others, |entry| !entry.ends_with('*')),
        };
        (language, lists)
    };
    Language::ALL.into_iter().map(of).collect()
});

/// A draw, in every language, folded.
static DRAWS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.draws.names)));
