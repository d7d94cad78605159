//! What a letter takes back, or puts right, behind what it asks for: `2. Nf3`, and below
//! it `Sorry, I meant 2. Bc4`. What is said so is asked about, and nothing is done: a move
//! stands once it is made (56.3.2), and what ends a game cannot be undone.

use super::Standing;
use super::act;
use super::courtesy;
use super::meaning::SpokenAct;
use super::sentence::{Mood, Phrases, SaidWord, Sentence};
use super::token::{self, LineToken};
use crate::vocabulary::{self, Pick, SecondThoughtWords};
use std::sync::LazyLock;

/// Most words of a sentence that puts another move in the place of one: a longer one
/// tells of something.
const MOST_CORRECTING: usize = 12;

/// Most words before that move, where only `sorry` or `no` stands before them.
const MOST_BEFORE: usize = 5;

/// Most words of a slip or a joke that is owned to in a sentence of its own: `Oops, my
/// mistake!`
const MOST_OWNING: usize = 5;

/// Words of thanks or regards at the start of a sentence at most.
const MOST_POLITE: usize = 3;

/// Whether sentences behind something take it back.
pub fn takes_back(behind: &[&Sentence]) -> bool {
    // `My new password is 1234, just joking` is no earnest by itself.
    let joke = |s: &&Sentence| s.words().len() <= MOST_OWNING && holds(&PHRASES.joking, s);
    let jokes = behind.first().is_some_and(joke);
    let retracts = |s: &&Sentence| holds(&PHRASES.retracting, s) || stays(s);
    jokes || behind.iter().any(retracts)
}

/// Whether a sentence forbids what it speaks of: `please check c3, don't play it`.
pub fn forbids(sentence: &Sentence) -> bool {
    let denies = (0..sentence.words().len()).any(|at| sentence.denies_first(at));
    denies && holds(&PHRASES.retracting, sentence)
}

/// Whether a sentence asks to wait with what stands before: a request with a `not yet`.
fn stays(sentence: &Sentence) -> bool {
    let said = sentence.words();
    let clause = said.iter().skip(1).position(|w| w.opens_clause);
    let clause = said
        .get(..clause.map_or(said.len(), |at| at + 1))
        .unwrap_or(&[]);
    let denied = (0..clause.len()).find(|at| sentence.denies_first(*at));
    let Some(denied) = denied.filter(|_| clause.len() <= MOST_STAYING) else {
        return false;
    };
    // `Не отправляйте`, `не надсилайте`: it is the reader who shall not do it.
    let told = said.get(denied + 1);
    let told = told.is_some_and(|w| IMPERATIVE.iter().any(|end| w.text.ends_with(end)));
    let asks = told || PHRASES.please.first(clause).is_some();
    asks && PHRASES.yet.first(clause).is_some()
}

/// Endings of what the reader is told to do.
const IMPERATIVE: [&str; 4] = ["йте", "ите", "ьте", "іть"];

/// Most words of a clause that asks to wait.
const MOST_STAYING: usize = 8;

/// Whether what a bracket says of the move before it leaves that to another day, or open:
/// `(provisional, I shall confirm tomorrow)`.
pub fn leaves_open(remark: &str) -> bool {
    let said = Sentence::of(remark);
    // `(a3 would be worse)` is of another move.
    let of_another = || {
        let tokens = token::tokens(remark);
        tokens.iter().any(|t| matches!(t.token, LineToken::Move(_)))
    };
    let open = match said.mood() {
        Mood::PutsOff | Mood::Doubts => true,
        Mood::Supposes => !of_another(),
        _ => false,
    };
    open || takes_back(&[&said])
}

/// Whether a sentence takes an offer of a draw back that stands above it: it names the draw,
/// or its sign, and denies, strikes or corrects it.
pub fn is_without_offer(sentence: &Sentence) -> bool {
    let said = sentence.words();
    let denies = (0..said.len()).any(|at| sentence.denies_first(at));
    let named = sentence.text().contains('=') || act::names_offer(sentence);
    let turned = denies
        || opens(&PHRASES.opening, sentence)
        || opens(&PHRASES.turning, sentence)
        || holds(&PHRASES.retracting, sentence)
        || holds(&PHRASES.slips, sentence);
    named && said.len() <= MOST_CORRECTING && turned
        || act::takes_back(sentence) == Some(Standing::Offer)
}

/// Whether the rest of a sentence only supposes the move before it, and says no if: `would
/// be my choice, but my wife insists on 4. d3`.
pub fn supposes(rest: &Sentence) -> bool {
    let open = matches!(rest.mood(), Mood::Supposes | Mood::Doubts);
    open && !rest.supposes_by_if()
}

/// Whether a sentence puts what stands before right, in so many words.
pub fn puts_right(sentence: &Sentence) -> bool {
    sentence.words().len() <= MOST_CORRECTING && holds(&PHRASES.correcting, sentence)
}

/// Whether a move in a sentence, at this place of it, is meant instead of one before.
/// `above`: the sentence before, where it stands behind that move too. `same_number`: it
/// has the number of that move.
pub fn is_instead(
    sentence: &Sentence,
    at: usize,
    above: Option<&Sentence>,
    same_number: bool,
) -> bool {
    let said = sentence.words();
    if said.len() > MOST_CORRECTING || sentence.supposes_by_if() {
        return false;
    }
    let turns = || opens(&PHRASES.turning, sentence);
    match sentence.mood() {
        // `May I change it to 4. c3?`, `Or should it be c3?`
        Mood::Asks => {
            let slips = puts_right(sentence) || holds(&PHRASES.slips, sentence);
            return same_number || slips || turns() || opens(&PHRASES.opening, sentence);
        }
        Mood::Supposes => return turns(),
        Mood::Tells | Mood::PutsOff => return false,
        Mood::Doubts if same_number || turns() => return true,
        Mood::States | Mood::Denies | Mood::Doubts => {}
    }
    let before = said.partition_point(|w| w.start < at);
    let owned = |s: &&Sentence| {
        let short = s.words().len() <= MOST_OWNING;
        short && (opens(&PHRASES.opening, s) || holds(&PHRASES.slips, s))
    };
    puts_right(sentence)
        || holds(&PHRASES.slips, sentence)
        || before <= MOST_BEFORE && opens(&PHRASES.opening, sentence)
        || before <= MOST_BEFORE && above.filter(owned).is_some()
        // `Oh no, that loses a pawn. 4. d3`
        || same_number && above.is_some_and(|s| opens(&PHRASES.opening, s))
        // `то есть 4. d3`
        || same_number && opens(&PHRASES.restating, sentence)
        || above.is_some_and(|s| puts_right(s) || takes_back(&[s]))
}

/// Whether sentences behind a command that cannot be undone leave it in doubt: they take
/// it back or put it right, say no, hold something against it, hang it on a condition, or
/// go on with its own sentence.
pub fn unsettles(behind: &[&Sentence], act: SpokenAct, command: &str) -> bool {
    takes_back(behind)
        || behind.iter().any(|s| {
            puts_right(s)
                || says_no(s)
                || opens_against(s)
                || is_condition(s)
                || act::denies(s, act)
        })
        || behind.first().is_some_and(|s| goes_on(s, command))
}

/// Whether the sentence right behind something turns against it: `Or rather not yet`.
pub fn turns(behind: &[&Sentence]) -> bool {
    let against = |s: &&&Sentence| says_no(s) || opens(&PHRASES.turning, s) || is_condition(s);
    behind.first().filter(against).is_some()
}

/// Whether a word says no.
pub fn is_no(said: &[SaidWord], at: usize) -> bool {
    PHRASES.no.at(said, at).is_some()
}

/// `No, sorry`, but not `No hard feelings`.
fn says_no(sentence: &Sentence) -> bool {
    let said = sentence.words();
    let ends = said.get(1).is_none_or(|w| w.opens_clause);
    ends && opens(&PHRASES.no, sentence)
}

/// An if without what it hangs on: `if it does not harm my rating`.
fn is_condition(sentence: &Sentence) -> bool {
    let said = sentence.words();
    sentence.opens_with_if() && !said.iter().skip(1).any(|w| w.opens_clause)
}

/// Whether a sentence is the rest of a command's: `RESIGN`, and below it `my post as team
/// captain`. Who begins his command small begins everything so.
fn goes_on(sentence: &Sentence, command: &str) -> bool {
    let small = |text: &str| {
        let first = text.chars().find(|c| c.is_alphabetic());
        first.is_some_and(char::is_lowercase)
    };
    let ended = command.trim_end().ends_with(['.', '!', '…', '?']);
    let said = sentence.words();
    let begins = said.iter().take(MOST_POLITE).map(|w| w.end);
    let polite = begins
        .chain([sentence.text().len()])
        .any(|end| sentence.text().get(..end).is_some_and(courtesy::closes));
    !ended && !small(command) && small(sentence.text()) && said.len() > 1 && !polite
}

/// Whether a sentence begins with what turns the one before: `But first let me ask my son`.
pub fn opens_against(sentence: &Sentence) -> bool {
    opens(&PHRASES.turning, sentence)
}

fn holds(phrases: &Phrases, sentence: &Sentence) -> bool {
    let said = sentence.words();
    !phrases.within(said, &Phrases::default()).is_empty()
}

fn opens(phrases: &Phrases, sentence: &Sentence) -> bool {
    phrases.at(sentence.words(), 0).is_some()
}

/// Whether a sentence says that no person wrote what it stands in: `This is an automatic
/// response`. Not every program marks its letters so that they are known by their head.
pub fn is_automatic(sentence: &Sentence) -> bool {
    opens(&PHRASES.automatic, sentence) && sentence.mood() == Mood::States
}

struct ThoughtPhrases {
    retracting: Phrases,
    joking: Phrases,
    correcting: Phrases,
    slips: Phrases,
    opening: Phrases,
    restating: Phrases,
    /// But, or else.
    turning: Phrases,
    no: Phrases,
    please: Phrases,
    yet: Phrases,
    automatic: Phrases,
}

static PHRASES: LazyLock<ThoughtPhrases> = LazyLock::new(|| {
    let all = |pick: Pick<SecondThoughtWords>| {
        Phrases::all(&vocabulary::players(|w| pick(&w.second_thoughts)))
    };
    let mut turning = vocabulary::players(|w| &w.stating.but);
    turning.extend(vocabulary::players(|w| &w.joining.ors));
    let mut no = vocabulary::players(|w| &w.answers.no);
    no.extend(vocabulary::players(|w| &w.answers.refusing));
    ThoughtPhrases {
        retracting: all(|t| &t.retracting),
        joking: all(|t| &t.joking),
        correcting: all(|t| &t.correcting),
        slips: all(|t| &t.slips),
        opening: all(|t| &t.opening),
        restating: Phrases::all(&vocabulary::players(|w| &w.stating.restating)),
        turning: Phrases::all(&turning),
        no: Phrases::all(&no),
        please: Phrases::all(&vocabulary::players(|w| &w.courtesy.please)),
        yet: Phrases::all(&vocabulary::players(|w| &w.meanings.yet)),
        automatic: all(|t| &t.automatic),
    }
});

/// Whether a line alone takes back what stands above it, or says no to it.
pub fn line_takes_back(line: &str) -> bool {
    let sentence = Sentence::of(line);
    let said = sentence.words();
    let denies = (0..said.len()).any(|at| is_no(said, at));
    takes_back(&[&sentence]) || says_no(&sentence) || denies && opens(&PHRASES.opening, &sentence)
}
