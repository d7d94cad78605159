//! What the words of a sentence come to, in whatever order they stand: a word for the
//! draw and one that agrees, refuses or offers; a word that gives up and one for the game.
//! For what no phrase of the vocabulary says.

use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use super::{GraveAct, Keyword, TextSpan};
use crate::language::Language;
use crate::vocabulary::{self, MeaningWords};
use std::sync::LazyLock;

/// Words from one that acts to the one it acts on, at most.
const NEAR: usize = 9;

/// Words before one that acts among which somebody else may be its subject.
const SUBJECT: usize = 3;

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
    /// What its command says.
    pub fn of(act: GraveAct) -> SpokenAct {
        match act {
            GraveAct::Resign => SpokenAct::Resign,
            GraveAct::AcceptDraw => SpokenAct::Accept,
            GraveAct::Withdraw => SpokenAct::Withdraw,
        }
    }

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

/// What a sentence means to do, and in the words of which language.
pub fn meant(sentence: &Sentence) -> Option<(SpokenAct, Language)> {
    let act = |sentence: &Sentence| {
        let mut each = FAMILIES.iter();
        each.find_map(|(language, words)| Some((words.act_of(sentence)?, *language)))
    };
    act(sentence).or_else(|| act(&behind_therefore(sentence)?))
}

/// What a sentence concludes: `jeszcze bym pograł, więc remisu nie przyjmuję`.
fn behind_therefore(sentence: &Sentence) -> Option<Sentence> {
    let said = sentence.words();
    let opens = |at: &usize| said.get(*at).is_some_and(|w| w.opens_clause);
    let mut each = (1..said.len()).rev().filter(opens);
    let at = each.find(|at| THEREFORE.at(said, *at).is_some())?;
    let from = said.get(at)?.start;
    let (start, end) = (sentence.span.start + from, sentence.span.end);
    let text = sentence.text().get(from..)?;
    Some(Sentence::at(TextSpan { start, end }, text))
}

/// Whether a letter that speaks of a draw in some sentence leans to refuse it: that sentence
/// denies something, or a short one says no.
pub fn leans_to_no(sentences: &[Sentence], of_draw: &Sentence) -> bool {
    let denies = |s: &Sentence| (0..s.words().len()).any(|at| s.denies_first(at));
    let short = |s: &&Sentence| s.words().len() <= MOST_REFUSING;
    denies(of_draw) || sentences.iter().filter(short).any(denies)
}

/// Words of a sentence that says no and little else, at most: `Thank you, no.`
const MOST_REFUSING: usize = 4;

/// A sentence as an answer that refuses: without what it puts off beside, and without a
/// `yet`, for who does not accept yet does not accept. None where it is no refusal either.
pub fn refused_now(language: Language, sentence: &Sentence) -> Option<Sentence> {
    let mut each = FAMILIES.iter();
    let (_, words) = each.find(|(of, _)| *of == language)?;
    let now = words.said_now(sentence).without_all(&words.yet);
    let refusing = words.said_of_draw(&now, &words.refusing);
    (!refusing.not_so).then_some(now)
}

/// A sentence without the condition that the opponent wishes a draw too; `None` where it
/// has none. Whoever agrees on that condition offers one.
pub fn if_he_wishes(sentence: &Sentence) -> Option<Sentence> {
    let said = sentence.words();
    FAMILIES.iter().find_map(|(_, words)| {
        words.draw.first(said)?;
        words.conditions.first(said)?;
        Some(sentence.without_all(&words.conditions))
    })
}

/// The language in which a sentence speaks of a draw in this game, however it is said; none
/// where it denies it or tells of another.
pub fn speaks_of_a_draw(sentence: &Sentence) -> Option<Language> {
    let said = sentence.words();
    let mut each = FAMILIES.iter();
    let (language, _) = each.find(|(_, words)| words.draw.first(said).is_some())?;
    let short = said.len() <= MOST_HINTING;
    let here = matches!(sentence.mood(), Mood::States | Mood::Asks | Mood::Supposes);
    (short && here).then_some(*language)
}

/// Whether a word of a sentence says that something suits its writer.
pub fn agrees(sentence: &Sentence) -> bool {
    let said = sentence.words();
    FAMILIES
        .iter()
        .any(|(_, words)| words.agreeing.first(said).is_some())
}

/// Whether a sentence that speaks of a draw claims it.
pub fn claims_it(sentence: &Sentence) -> bool {
    let said = sentence.words();
    let here = matches!(sentence.mood(), Mood::States | Mood::Asks);
    here && FAMILIES
        .iter()
        .any(|(_, words)| words.claiming.first(said).is_some())
}

/// Words of a sentence that hints at a draw, at most: a longer one tells a story.
const MOST_HINTING: usize = 20;

/// Families of words of one language.
struct Families {
    draw: Phrases,
    proposal: Phrases,
    agreeing: Phrases,
    refusing: Phrases,
    offering: Phrases,
    claiming: Phrases,
    giving_up: Phrases,
    game: Phrases,
    hedges: Phrases,
    meanwhile: Phrases,
    yet: Phrases,
    moving: Phrases,
    conditions: Phrases,
    subject: Phrases,
    others: Phrases,
}

/// A word that acts: how it is said.
#[derive(Clone, Copy, Default)]
struct SaidToAct {
    /// As a fact.
    so: bool,
    /// As what is not so.
    not_so: bool,
    /// As what the writer himself does not do.
    not_mine: bool,
}

impl Families {
    fn act_of(&self, sentence: &Sentence) -> Option<SpokenAct> {
        let said = sentence.words();
        let names_draw = self.draw.first(said).is_some();
        if !names_draw && self.proposal.first(said).is_none() {
            return self.gives_up(sentence, said).then_some(SpokenAct::Resign);
        }
        let now = self.said_now(sentence);
        // `I think` before an offer may be a thought and no offer.
        let firmly = now.without_all(&self.hedges);
        let agreeing = self.said_of_draw(&firmly, &self.agreeing);
        let refusing = self.said_of_draw(&firmly, &self.refusing);
        // A question behind an offer asks whether it is taken.
        let told = Sentence::at(now.span, now.text().replace('?', "."));
        let offers = names_draw && self.said_of_draw(&told, &self.offering).so;
        let declines = refusing.so || agreeing.not_mine;
        if refusing.not_so && declines {
            return None;
        }
        match (agreeing.so, declines, offers) {
            (true, false, false) => Some(SpokenAct::Accept),
            (false, true, false) => Some(SpokenAct::Decline),
            (_, false, true) => Some(SpokenAct::Offer),
            _ => None,
        }
    }

    /// Whether somebody gives up a game, and no exam or habit.
    fn gives_up(&self, sentence: &Sentence, said: &[SaidWord]) -> bool {
        let mut places = self.giving_up.places(said);
        places.any(|(first, last)| {
            let near = nearby(said, first, last);
            self.game.first(near).is_some()
                && !self.is_anothers(said, first)
                && sentence.mood_at(first, last) == Mood::States
                && !self.is_denied(sentence, said, (first, last))
        })
    }

    /// How the words of a family are said that stand near the draw.
    fn said_of_draw(&self, sentence: &Sentence, family: &Phrases) -> SaidToAct {
        let said = sentence.words();
        let mut found = SaidToAct::default();
        for (first, last) in family.places(said) {
            let near = nearby(said, first, last);
            let of_draw = self.draw.first(near).or_else(|| self.proposal.first(near));
            if of_draw.is_none() || self.is_anothers(said, first) {
                continue;
            }
            match sentence.mood_at(first, last) {
                // `Не возражаю`: its own denial.
                Mood::Denies if (first..=last).any(|at| sentence.denies_first(at)) => {
                    found.so = true;
                }
                Mood::Denies => {
                    found.not_so = true;
                    found.not_mine |= self.is_own(said, first);
                }
                Mood::States if self.is_denied(sentence, said, (first, last)) => {
                    found.not_so = true;
                    found.not_mine |= self.is_own(said, first);
                }
                Mood::States => found.so = true,
                _ => {}
            }
        }
        found
    }

    /// Whether somebody else does it.
    fn is_anothers(&self, said: &[SaidWord], first: usize) -> bool {
        let from = first.saturating_sub(SUBJECT);
        (from..=first).any(|at| self.others.at(said, at).is_some())
    }

    /// Whether the writer does it, where the word alone does not say who: `do not accept it
    /// for me` is no answer.
    fn is_own(&self, said: &[SaidWord], first: usize) -> bool {
        let from = first.saturating_sub(SUBJECT + 1);
        self.subject.is_empty() || (from..=first).any(|at| self.subject.at(said, at).is_some())
    }

    /// Whether its clause denies it behind it: `ich nehme das Remis nicht an`.
    fn is_denied(
        &self,
        sentence: &Sentence,
        said: &[SaidWord],
        (first, last): (usize, usize),
    ) -> bool {
        let behind = said.iter().enumerate().skip(last + 1);
        let mut clause = behind.take_while(|(_, word)| !word.opens_clause);
        !sentence.denies_first(first) && clause.any(|(at, _)| sentence.denies_first(at))
    }

    /// The sentence without what it puts off beside: `the move comes later, meanwhile`.
    fn said_now(&self, sentence: &Sentence) -> Sentence {
        let now = sentence.without_all(&self.meanwhile);
        let said = now.words();
        let opens = |at: &usize| said.get(*at).is_some_and(|w| w.opens_clause);
        let mut ends: Vec<usize> = (1..said.len()).filter(opens).collect();
        ends.push(said.len());
        let mut from = 0;
        let mut put_off = Vec::new();
        for end in ends {
            let clause = said.get(from..end).unwrap_or(&[]);
            from = end;
            let (Some(first), Some(last)) = (clause.first(), clause.last()) else {
                continue;
            };
            let place = (first.start, last.end);
            let part = now.text().get(place.0..place.1).unwrap_or("");
            let part = Sentence::at(now.span, part);
            let is_of_move = self.moving.first(clause).is_some();
            if is_of_move && self.draw.first(clause).is_none() && part.mood() == Mood::PutsOff {
                put_off.push(place);
            }
        }
        now.without(&put_off)
    }
}

/// The words around some.
fn nearby(said: &[SaidWord], first: usize, last: usize) -> &[SaidWord] {
    let from = first.saturating_sub(NEAR);
    let to = (last + 1 + NEAR).min(said.len());
    said.get(from..to).unwrap_or(said)
}

/// Words with which a conclusion begins.
static THEREFORE: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.joining.therefore)));

static FAMILIES: LazyLock<Vec<(Language, Families)>> = LazyLock::new(|| {
    let of = |language: Language| {
        let words = vocabulary::players_of(language);
        let all = |entries: &[String]| {
            let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
            Phrases::all(&entries)
        };
        let list = |pick: fn(&MeaningWords) -> &Vec<String>| all(pick(&words.meanings));
        let families = Families {
            draw: list(|m| &m.draw),
            proposal: list(|m| &m.proposal),
            agreeing: list(|m| &m.agreeing),
            refusing: list(|m| &m.refusing),
            offering: list(|m| &m.offering),
            claiming: list(|m| &m.claiming),
            giving_up: list(|m| &m.giving_up),
            game: list(|m| &m.game),
            hedges: list(|m| &m.hedges),
            meanwhile: list(|m| &m.meanwhile),
            yet: list(|m| &m.yet),
            moving: list(|m| &m.moving),
            conditions: list(|m| &m.conditions),
            subject: list(|m| &m.subject),
            others: all(&words.acts.others),
        };
        (language, families)
    };
    Language::ALL.into_iter().map(of).collect()
});
