//! Leave in sentences: `Уезжаю в отпуск с 1 по 14 июля`, `Please give me leave from 3 to
//! 17 August`. One that the writer states as his own, with its first and its last day, is
//! taken; where something is missing it is asked; another's, a former or a supposed one is
//! nobody's request.

use super::date::{self, DaysSaid, WrittenStretch};
use super::keyword::{Keyword, keyword_of, spelt};
use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use super::{Doubt, PlayerRequest, Request, Section, TextSpan, pattern};
use crate::ids::is_code;
use crate::language::Language;
use crate::time::Day;
use crate::vocabulary::{self, PlayerWords, either};
use regex::Regex;
use std::sync::LazyLock;

/// What some sentences say of leave.
#[derive(Debug, PartialEq, Eq)]
pub enum Absence {
    /// The writer takes it.
    Taken {
        /// The leave.
        request: Request,
        /// How it was read.
        read_as: Doubt,
    },
    /// He may mean it: it is asked.
    Unclear(Doubt),
    /// It is only supposed or asked about: spoken of where nothing else is found.
    Supposed(Doubt),
}

/// Whether a letter may be a note that a program sends: it says what nobody writes to a robot.
pub fn is_note(text: &str, subject: &str) -> bool {
    NOTE_WORDS.is_match(text) || NOTE_MARK.is_match(subject)
}

/// Whether leave was read out of a sentence of a section.
pub fn is_told(section: &Section) -> bool {
    section.doubts.iter().any(reads_leave)
}

fn reads_leave(doubt: &Doubt) -> bool {
    matches!(doubt, Doubt::ReadAs { command, .. } if keyword_of(command) == Some(Keyword::Leave))
}

/// Leave in the sentences of a note that a program may have sent is asked, and not taken.
pub fn asked_in_note(section: &mut Section) {
    for doubt in section.doubts.iter_mut().filter(|doubt| reads_leave(doubt)) {
        if let Doubt::ReadAs {
            line,
            span,
            command,
            ..
        } = doubt
        {
            *doubt = Doubt::UnclearCommand {
                line: std::mem::take(line),
                span: *span,
                perhaps: Some(std::mem::take(command)),
            };
        }
    }
    let leave = |r: &Request| matches!(r, Request::Player(PlayerRequest::Leave { .. }));
    section.requests.retain(|request| !leave(request));
}

/// What sentences of a letter say of leave, with the place of each. `written`: the day on
/// which it was written, for days told from it.
pub fn said(sentences: &[Sentence], written: Option<Day>) -> Vec<(TextSpan, Absence)> {
    let mut found: Vec<(TextSpan, Absence)> = Vec::new();
    let mut above: Option<Mention> = None;
    for sentence in sentences {
        let Some(here) = Mention::of(sentence, written) else {
            above = None;
            continue;
        };
        // `I shall be away from 3 to 17 August. Please count it as leave.`
        let both = above.take().and_then(|above| above.completed_by(&here));
        if let Some(both) = both {
            found.pop_if(|(span, _)| both.span.start <= span.start);
            found.extend(both.absence().map(|absence| (both.span, absence)));
            continue;
        }
        found.extend(here.absence().map(|absence| (here.span, absence)));
        above = Some(here);
    }
    found
}

/// Whether a sentence asks, supposes or doubts something of days or of leave: `Or could we
/// make it 8 to 21 June?`
pub fn is_uncertain(sentence: &Sentence, written: Option<Day>) -> bool {
    let unsure = matches!(sentence.mood(), Mood::Asks | Mood::Supposes | Mood::Doubts);
    unsure && Mention::of(sentence, written).is_some()
}

/// A sentence that speaks of leave, of absence or of nothing but days.
struct Mention {
    span: TextSpan,
    text: String,
    mood: Mood,
    days: DaysSaid,
    /// Its days are told from the day on which it was written.
    by_its_day: bool,
    leave: bool,
    away: bool,
    /// It names days, and what of is not said in it.
    loose: bool,
    /// Which of the phrases are in it.
    says: AbsenceSigns<bool>,
    opponent: bool,
    /// Somebody of the writer's is its subject: `my doctor is on leave`.
    of_kin: bool,
    /// A clause behind it says something against it: `but I shall answer`.
    gainsaid: bool,
    /// It begins with its word for leave.
    headed: bool,
    /// A question by which its writer asks for his own.
    asks_for_it: bool,
    /// It has the absence entered.
    enters: bool,
    /// An if stands in it.
    by_if: bool,
    /// The tournament, or that it names one whose code is not there.
    tournament: Option<Option<String>>,
    language: Language,
}

/// Whether a question asks for something, and not only about it: it says please, hangs on no
/// if and denies nothing (`without losing time`).
fn is_request(sentence: &Sentence, said: &[SaidWord]) -> bool {
    let denies = (0..said.len()).any(|at| sentence.denies_first(at));
    PLEASE.first(said).is_some() && !sentence.supposes_by_if() && !denies
}

static PLEASE: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.courtesy.please)));

impl Mention {
    fn of(sentence: &Sentence, written: Option<Day>) -> Option<Mention> {
        let said = &sentence.words();
        let (language, phrases) = spoken(said);
        let leave = phrases.leave.first(said);
        let away = phrases.away.first(said);
        let has_digit = sentence.text().bytes().any(|b| b.is_ascii_digit());
        if leave.is_none() && away.is_none() && !has_digit {
            return None;
        }
        let mut days = date::said(sentence.text());
        let relative = written.filter(|_| days.is_empty() && (leave.is_some() || away.is_some()));
        let relative = relative.and_then(|day| date::told_from(sentence.text(), day));
        let by_its_day = relative.is_some();
        days.stretches.extend(relative);
        let phrases_of_one = phrases.signs.map(|p| p.first(said).is_some());
        // `Please stop my clock for that time`: the days stand in the sentence before.
        let enters = phrases.entering.first(said).is_some();
        let asks = away.is_some() && (phrases_of_one.requesting || enters) && days.is_empty();
        let names_days = away.is_some() && !days.is_empty() || days.stretches.len() == 1;
        if leave.is_none() && !names_days && !asks {
            return None;
        }
        let mood = match leave {
            Some((at, length)) => {
                let words = (at, at + length - 1);
                match sentence.mood_at(words.0, words.1) {
                    Mood::Tells | Mood::Denies => up_to_its_clause(sentence, said, words),
                    // `Отпуск с 1 по 14 июня пока не подтвердили`: it may be none.
                    Mood::States | Mood::PutsOff
                        if is_denied_behind(sentence, said, phrases, words.1) =>
                    {
                        Mood::Doubts
                    }
                    mood => mood,
                }
            }
            // `I cannot play` is absence.
            None => Some(sentence.mood())
                .filter(|mood| *mood != Mood::Denies)
                .unwrap_or(Mood::States),
        };
        Some(Mention {
            span: sentence.span,
            mood,
            loose: leave.is_none() && away.is_none() && !is_days_alone(said, &days),
            days,
            by_its_day,
            leave: leave.is_some(),
            away: away.is_some(),
            says: phrases_of_one,
            opponent: opponents(sentence.text()),
            of_kin: phrases.is_of_kin(said, sentence.text(), leave.or(away)),
            gainsaid: phrases.is_gainsaid(said, leave.or(away)),
            headed: leave.is_some_and(|(at, _)| is_head(said, at)),
            asks_for_it: phrases.permission.first(said).is_some() && is_request(sentence, said),
            enters: phrases.entering.first(said).is_some(),
            by_if: sentence.supposes_by_if(),
            tournament: phrases.tournament_in(said, sentence.text()),
            language,
            text: sentence.text().to_owned(),
        })
    }

    /// The two as one, where one names the days and the other the leave.
    fn completed_by(&self, next: &Mention) -> Option<Mention> {
        let (days, leave) = match (self.days.is_empty(), next.days.is_empty()) {
            (false, true) => (self, next),
            (true, false) => (next, self),
            _ => return None,
        };
        let asks = leave.leave || leave.away && (leave.says.requesting || leave.enters);
        if days.leave || !asks || !(leave.is_own() || leave.enters) {
            return None;
        }
        let mood = match (days.mood, leave.mood) {
            (Mood::States | Mood::PutsOff, other) => other,
            (other, _) => other,
        };
        Some(Mention {
            span: TextSpan {
                start: self.span.start,
                end: next.span.end,
            },
            text: format!("{} {}", self.text, next.text),
            mood,
            days: days.days.clone(),
            by_its_day: days.by_its_day,
            leave: leave.leave && !days.loose,
            loose: false,
            away: self.away || next.away,
            says: self.says.or(&next.says),
            opponent: self.opponent || next.opponent,
            of_kin: self.of_kin || next.of_kin,
            gainsaid: self.gainsaid || next.gainsaid,
            headed: leave.headed,
            asks_for_it: leave.asks_for_it,
            enters: leave.enters && !days.loose,
            by_if: self.by_if || next.by_if,
            tournament: self.tournament.clone().or_else(|| next.tournament.clone()),
            language: leave.language,
        })
    }

    /// It is the writer's own, or he asks for it.
    fn is_own(&self) -> bool {
        self.says.requesting || self.says.own || self.headed
    }

    fn absence(&self) -> Option<Absence> {
        // `I cancel my leave` names no day.
        let called_off = self.leave && self.says.ending;
        if self.days.is_empty() && !called_off || !(self.leave || self.away) {
            return None;
        }
        // Somebody else's, or one that is over.
        let AbsenceSigns {
            requesting,
            others,
            past,
            changing,
            ending,
            ..
        } = self.says;
        if self.opponent || (others || past) && !requesting {
            return None;
        }
        let stretch = self.days.one_stretch();
        let doubt = self.doubt(stretch.as_ref());
        if self.of_kin {
            return Some(Absence::Supposed(doubt));
        }
        match self.mood {
            Mood::States | Mood::PutsOff => {}
            Mood::Tells if requesting && !past => {}
            // `Can I have leave from 3 to 17 August, please?`; without a please he asks
            // whether he can.
            Mood::Asks if self.asks_for_it && requesting && stretch.is_some() => {}
            // `Could you put me down as away from 6 to 19 July?`
            Mood::Asks | Mood::Supposes if self.enters && stretch.is_some() && !self.by_if => {}
            Mood::Asks if requesting && stretch.is_some() && self.is_own() => {
                return Some(Absence::Unclear(doubt));
            }
            Mood::Asks | Mood::Supposes | Mood::Doubts => return Some(Absence::Supposed(doubt)),
            Mood::Denies | Mood::Tells => return None,
        }
        let code = match &self.tournament {
            Some(Some(code)) => Some(Some(code.clone())),
            Some(None) => None,
            None => Some(None),
        };
        match (stretch, code) {
            (Some(WrittenStretch { from, to }), Some(code))
                if (self.leave || self.enters && self.away)
                    && (self.is_own() || self.asks_for_it || self.enters)
                    && !changing
                    && !ending
                    && !past
                    && !self.gainsaid
                    && !self.by_its_day =>
            {
                let days = WrittenStretch { from, to };
                let read_as = self.read_as(&days, code.as_deref());
                let WrittenStretch { from, to } = days;
                let request = Request::Player(PlayerRequest::Leave { from, to, code });
                Some(Absence::Taken { request, read_as })
            }
            _ => Some(Absence::Unclear(doubt)),
        }
    }

    /// The command that says the same, with the one that takes it back.
    fn read_as(&self, days: &WrittenStretch, code: Option<&str>) -> Doubt {
        let leave = spelt(Keyword::Leave, self.language);
        let command = format!("{leave} {} {}", days.on_a_line(), code.unwrap_or(""));
        Doubt::ReadAs {
            line: self.text.trim().to_owned(),
            span: self.span,
            command: command.trim_end().to_owned(),
            undo: Some(spelt(Keyword::LeaveEnd, self.language).to_owned()),
        }
    }

    /// What is asked: whether it is leave, with the line to copy.
    fn doubt(&self, stretch: Option<&WrittenStretch>) -> Doubt {
        if let Some(text) = self.days.bad.first() {
            return Doubt::BadDate {
                text: text.clone(),
                span: self.span,
            };
        }
        let keyword = match self.says.ending {
            true => Keyword::LeaveEnd,
            false => Keyword::Leave,
        };
        let between = self.days.between_two();
        let line = match (stretch.or(between.as_ref()), keyword) {
            (Some(days), Keyword::Leave) => {
                format!("{} {}", spelt(keyword, self.language), days.on_a_line())
            }
            // No day is made up.
            _ => spelt(keyword, self.language).to_owned(),
        };
        Doubt::UnclearCommand {
            line: self.text.trim().to_owned(),
            span: self.span,
            perhaps: Some(line),
        }
    }
}

/// The mood of some words, by their clause and those before it: `I am on leave from 1 to 14
/// June, I shall not answer then`.
fn up_to_its_clause(sentence: &Sentence, said: &[SaidWord], words: (usize, usize)) -> Mood {
    let behind = said.iter().skip(words.1 + 1).find(|w| w.opens_clause);
    let text = sentence.text();
    let end = behind.map_or(text.len(), |w| w.start);
    let part = Sentence::at(sentence.span, text.get(..end).unwrap_or(""));
    part.mood_at(words.0, words.1)
}

/// Whether the clause of some words denies something behind them, and no playing:
/// `auf Urlaub spiele ich nicht` is no denial of it.
fn is_denied_behind(
    sentence: &Sentence,
    said: &[SaidWord],
    phrases: &AbsencePhrases,
    last: usize,
) -> bool {
    let behind = said.iter().enumerate().skip(last + 1);
    let mut clause = behind.take_while(|(_, word)| !word.opens_clause);
    let is_absence = |at: usize| {
        let from = at.saturating_sub(1);
        (from..=at).any(|at| phrases.away.at(said, at).is_some())
    };
    clause.any(|(at, _)| sentence.denies_first(at) && !is_absence(at))
}

/// Letters of a word before it that says nothing of its own: `on leave`, `мой отпуск`.
const SMALL: usize = 3;

/// Whether a sentence begins with a word of it: nothing, or a small word, stands before.
fn is_head(said: &[SaidWord], at: usize) -> bool {
    match at.checked_sub(1) {
        None => true,
        Some(before) => {
            at == 1
                && said
                    .get(before)
                    .is_some_and(|w| w.text.chars().count() <= SMALL)
        }
    }
}

/// Words between a possessive and the leave that it may belong to: `my annual leave`.
const BETWEEN: usize = 1;

/// Most words of a sentence that is nothing but days.
const MOST_BESIDE_DAYS: usize = 6;

/// A sentence that says a stretch of days and nothing else.
fn is_days_alone(said: &[SaidWord], days: &DaysSaid) -> bool {
    days.stretches.len() == 1 && days.single.is_empty() && said.len() <= MOST_BESIDE_DAYS
}

/// Whether it is about the opponent.
fn opponents(text: &str) -> bool {
    OPPONENT.is_match(text)
}

/// `My wife's leave`.
fn is_genitive(text: &str, word: &SaidWord) -> bool {
    let raw = text.get(word.start..word.end).unwrap_or("");
    ["'s", "’s", "s'", "s’"]
        .iter()
        .any(|end| raw.ends_with(end))
}

/// The word for tournaments, not for one.
fn is_plural(word: &str) -> bool {
    ["s", "ах", "ach", "en", "ів", "ов", "ы", "и", "y"]
        .iter()
        .any(|ending| word.ends_with(ending))
}

/// The language in whose words a sentence speaks of leave or absence, and those words:
/// small words of one language are others in the next.
fn spoken(said: &[SaidWord]) -> (Language, &'static AbsencePhrases) {
    let speaks = |pick: fn(&AbsencePhrases) -> &Phrases| {
        PHRASES.iter().find(|(_, p)| pick(p).first(said).is_some())
    };
    let found = speaks(|p| &p.leave).or_else(|| speaks(|p| &p.away));
    found.map_or((Language::En, &NO_PHRASES), |(language, phrases)| {
        (*language, phrases)
    })
}

impl AbsencePhrases {
    fn of(players: &'static PlayerWords) -> AbsencePhrases {
        let words = &players.absence;
        // Where the word that acts says by itself who does it, it tells.
        let subject = match players.meanings.subject.is_empty() {
            true => &words.own,
            false => &players.meanings.subject,
        };
        let all = |entries: &'static Vec<String>| {
            let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
            Phrases::all(&entries)
        };
        AbsencePhrases {
            leave: all(&words.leave),
            away: all(&words.away),
            permission: all(&words.permission),
            entering: all(&words.entering),
            possessive: all(&words.possessive),
            subject: all(subject),
            before_kin: all(&words.before_kin),
            signs: AbsenceSigns {
                requesting: all(&words.requesting),
                own: all(&words.own),
                others: all(&words.others),
                past: all(&words.past),
                changing: all(&words.changing),
                ending: all(&words.ending),
            },
            tournament: all(&words.tournament),
        }
    }

    /// Whether it is said of somebody of the writer's, and of him nowhere before it: `our
    /// club is on holiday`, but not `my wife and I are` or `leave for my wedding`.
    fn is_of_kin(&self, said: &[SaidWord], text: &str, leave: Option<(usize, usize)>) -> bool {
        let Some((leave, length)) = leave else {
            return false;
        };
        let is_kin = |at: usize, length: usize| {
            let behind = said.get(at + length..).unwrap_or(&[]);
            // `У моего врача`: no word of the leave's stands between.
            let between = if length > 1 { 0 } else { BETWEEN };
            let mut near = (0..=between).filter(|nth| self.leave.at(behind, *nth).is_some());
            let led = at.checked_sub(1);
            let led = led.is_some_and(|before| self.before_kin.at(said, before).is_some());
            let his_own = near.next().is_some_and(|nth| {
                let between = behind.get(..nth).unwrap_or(&[]);
                let leads = (0..between.len()).any(|w| self.before_kin.at(between, w).is_some());
                !leads && !between.iter().any(|w| is_genitive(text, w))
            });
            !behind.is_empty() && !led && !his_own
        };
        let possessive = |at: usize| self.possessive.at(said, at);
        // `У моего`: no word of a possessive is the writer himself.
        let is_possessive = |at: usize| {
            let from = at.saturating_sub(1);
            (from..=at).any(|first| possessive(first).is_some_and(|length| at < first + length))
        };
        let of_writer = |at: usize| {
            !is_possessive(at)
                && (self.subject.at(said, at).is_some()
                    || at < leave && self.signs.requesting.at(said, at).is_some())
        };
        let clause =
            (leave + length..said.len()).find(|at| said.get(*at).is_some_and(|w| w.opens_clause));
        let end = clause.unwrap_or(said.len());
        let kin = (0..end).find(|at| possessive(*at).is_some_and(|length| is_kin(*at, length)));
        kin.is_some_and(|kin| !(0..leave.max(kin)).any(of_writer))
    }

    /// Whether something is said against the leave behind it, and it is not asked for there.
    fn is_gainsaid(&self, said: &[SaidWord], leave: Option<(usize, usize)>) -> bool {
        let behind = leave.map_or(0, |(at, length)| at + length);
        let mut places = behind..said.len();
        let but = places.find(|at| BUT.at(said, *at).is_some());
        but.is_some_and(|at| {
            let clause = said.get(at..).unwrap_or(&[]);
            let asked = [&self.signs.requesting, &self.entering, &self.leave];
            !asked.iter().any(|phrases| phrases.first(clause).is_some())
        })
    }

    /// The tournament that a sentence names, with its code where it stands there.
    fn tournament_in(&self, said: &[SaidWord], text: &str) -> Option<Option<String>> {
        let (at, _) = self.tournament.first(said)?;
        let near = said
            .get(at.saturating_sub(1)..)
            .unwrap_or(&[])
            .iter()
            .take(4);
        let raw = near.filter_map(|word| {
            let tail = text.get(word.start..)?;
            let end = tail.find(|c: char| c.is_whitespace() || ",.;:!()[]\"'«»".contains(c));
            tail.get(..end.unwrap_or(tail.len()))
        });
        let mut codes = raw.filter(|raw| {
            is_code(raw)
                && raw.bytes().any(|b| b.is_ascii_uppercase())
                && raw.bytes().any(|b| b.is_ascii_digit())
        });
        match codes.next() {
            Some(code) => Some(Some(code.to_owned())),
            // `во всех турнирах`, `in all tournaments`.
            None if said.get(at).is_some_and(|w| is_plural(&w.text)) => None,
            None => Some(None),
        }
    }
}

#[derive(Default)]
struct AbsencePhrases {
    leave: Phrases,
    away: Phrases,
    permission: Phrases,
    entering: Phrases,
    possessive: Phrases,
    subject: Phrases,
    before_kin: Phrases,
    signs: AbsenceSigns<Phrases>,
    tournament: Phrases,
}

/// What beside the word for it tells whose leave it is, and whether it is asked for.
#[derive(Default)]
struct AbsenceSigns<T> {
    requesting: T,
    own: T,
    others: T,
    past: T,
    changing: T,
    ending: T,
}

impl<T> AbsenceSigns<T> {
    fn map<U>(&self, each: impl Fn(&T) -> U) -> AbsenceSigns<U> {
        AbsenceSigns {
            requesting: each(&self.requesting),
            own: each(&self.own),
            others: each(&self.others),
            past: each(&self.past),
            changing: each(&self.changing),
            ending: each(&self.ending),
        }
    }
}

impl AbsenceSigns<bool> {
    /// What either of two sentences says.
    fn or(&self, other: &AbsenceSigns<bool>) -> AbsenceSigns<bool> {
        AbsenceSigns {
            requesting: self.requesting || other.requesting,
            own: self.own || other.own,
            others: self.others || other.others,
            past: self.past || other.past,
            changing: self.changing || other.changing,
            ending: self.ending || other.ending,
        }
    }
}

static PHRASES: LazyLock<Vec<(Language, AbsencePhrases)>> = LazyLock::new(|| {
    let words = |l| AbsencePhrases::of(vocabulary::players_of(l));
    Language::ALL.into_iter().map(|l| (l, words(l))).collect()
});

/// Words with which something is said against what stands before.
static BUT: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::all(&vocabulary::players(|w| &w.stating.but)));

/// Of a sentence that speaks of neither.
static NO_PHRASES: LazyLock<AbsencePhrases> = LazyLock::new(AbsencePhrases::default);
static OPPONENT: LazyLock<Regex> = LazyLock::new(|| {
    let opponent = either(&vocabulary::players(|w| &w.people.opponent));
    pattern(&format!(r"(?i)\b(?:{opponent})"))
});

static NOTE_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let words = either(&vocabulary::mail(|w| &w.notices.absent_words));
    pattern(&format!(r"(?i)(?:{words})"))
});
static NOTE_MARK: LazyLock<Regex> = LazyLock::new(|| {
    let marks = either(&vocabulary::mail(|w| &w.notices.absent_marks));
    pattern(&format!(r"(?i)^\s*(?:{marks})\s*:"))
});
