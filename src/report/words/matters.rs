//! What waits for the arbiter: its names, and what happened.

use super::common::{capital, date, genitive, named};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::{Counted, Phrase, fact, tell, word};
use crate::record::ResultCode;
use crate::report::matters::happened::{Decides, Happened, HeardLetter};
use crate::time::Day;
use std::collections::BTreeMap;

/// The name of a kind of matter; of one that has none here, what programs call it.
pub fn name(language: Language, what: &str) -> String {
    let what = match what {
        "claim-draw" => "draw-claim",
        what => what,
    };
    match word(language, "matter", &what) {
        "" => what.replace('-', " "),
        name => name.to_owned(),
    }
}

/// What happened, in a language. Words of people and of mail servers stay as they are;
/// so do the English sentences, which programs read.
pub fn told(language: Language, happened: &Happened) -> String {
    let said = said(language, happened);
    match happened {
        Happened::Words(_) => said,
        _ if language == Language::En => said,
        _ => capital(&said),
    }
}

fn said(language: Language, happened: &Happened) -> String {
    let fact = || fact(language, "happened", happened);
    let say = |phrase: Phrase| phrase.say(language).to_owned();
    match happened {
        Happened::Words(words) => words.clone(),
        Happened::Overstep {
            side,
            claimed,
            no_mate,
            sealed,
            unsent,
            ..
        } => {
            let opponent = [("side", named(language, side.other()))];
            let more = [
                (claimed, say(Phrase("happened.claimed"))),
                (no_mate, say(Phrase("happened.no-mate"))),
                (sealed, Phrase("happened.sealed").fill(language, &opponent)),
                (unsent, say(Phrase("happened.unsent"))),
            ];
            let mut parts = vec![fact()];
            parts.extend(more.into_iter().filter(|(is, _)| **is).map(|(_, w)| w));
            parts.join("; ")
        }
        Happened::Silent {
            repeated,
            leave,
            heard,
            strangers,
            ..
        } => {
            let mut parts = vec![fact()];
            parts.extend(sent_again(language, repeated));
            parts.extend(
                leave
                    .iter()
                    .map(|(side, days)| on_leave(language, *side, *days)),
            );
            // "Nothing else" is not said beside what came from nobody's address.
            let nothing = strangers.is_none();
            parts.extend(
                heard
                    .iter()
                    .flat_map(|heard| wrote_both(language, heard, nothing)),
            );
            parts.extend(
                strangers
                    .iter()
                    .map(|strange| tell(language, "happened.about-the-game", strange)),
            );
            parts.join("; ")
        }
        Happened::SilentInGames { games } => {
            let one = |(game, since): &(GameName, Day)| {
                let (game, day) = (game.to_string(), date(language, *since));
                Phrase("happened.silent-in").fill(language, &[("game", &game), ("day", &day)])
            };
            let games = games.iter().map(one).collect::<Vec<_>>().join(", ");
            Phrase("happened.silent-in-games").fill(language, &[("games", &games)])
        }
        Happened::Opinions { of, awaited, left } => {
            let opinions = of.as_ref().map(|of| opinions(language, of));
            match awaited {
                true => {
                    let why = match left {
                        true => Phrase("happened.left-unfinished"),
                        false => Phrase("happened.unfinished"),
                    };
                    let why = say(why).to_owned();
                    let both = [Some(why), opinions];
                    both.into_iter().flatten().collect::<Vec<_>>().join("; ")
                }
                false => opinions.unwrap_or_default(),
            }
        }
        Happened::Appeal { decides, .. } => {
            let who = match decides {
                Some(name) => Phrase("happened.decides-finally").fill(language, &[("name", name)]),
                None => say(Phrase("happened.another-finally")),
            };
            format!("{}; {who}", fact())
        }
        Happened::Protest { decides, words, .. } => {
            let who = match decides {
                Decides::Arbiter => say(Phrase("happened.yours")),
                Decides::Named(name) => {
                    Phrase("happened.decides").fill(language, &[("name", name)])
                }
                Decides::Another => say(Phrase("happened.another")),
            };
            format!("{}; {who}: {words}", fact())
        }
        Happened::DeadPosition { side, words } => {
            format!("{}: {words}", named(language, *side))
        }
        Happened::Abuse { side, words, of } => {
            let who = named(language, *side);
            let of = of.as_deref().unwrap_or("–");
            let said = Phrase("happened.said-to-him").fill(language, &[("words", of)]);
            format!("{who}: {words}; {said}")
        }
        Happened::Undelivered { why } if why.is_empty() => String::new(),
        Happened::HourInDoubt { hour, against, why } => {
            let phrase = match *why {
                "back" => Phrase("happened.hour-back"),
                "server" => Phrase("happened.hour-server"),
                _ => Phrase("happened.hour-ahead"),
            };
            let said = phrase.fill(language, &[("hour", hour), ("against", against)]);
            format!("{said} {}", say(Phrase("happened.nothing-declared")))
        }
        Happened::TooMany { .. } => {
            format!("{} {}", fact(), say(Phrase("happened.nothing-declared")))
        }
        _ => fact(),
    }
}

/// The days on which a move was sent again, where it was.
fn sent_again(language: Language, repeated: &[Day]) -> Option<String> {
    let days: Vec<String> = repeated.iter().map(|day| date(language, *day)).collect();
    let days = days.join(", ");
    (!repeated.is_empty()).then(|| Phrase("happened.repeated").fill(language, &[("days", &days)]))
}

/// A leave of a side.
fn on_leave(language: Language, side: Side, days: DaySpan) -> String {
    let (from, to) = (date(language, days.from), date(language, days.to));
    let of = genitive(language, side);
    let variables = [("side", of), ("from", &from), ("to", &to)];
    Phrase("happened.on-leave").fill(language, &variables)
}

/// What both sides wrote meanwhile; that one wrote nothing only where that is said too.
fn wrote_both(language: Language, heard: &[HeardLetter], nothing: bool) -> Vec<String> {
    let all = Side::BOTH.map(|side| wrote(language, side, heard));
    let said = all.into_iter();
    said.filter_map(|(words, any)| (any || nothing).then_some(words))
        .collect()
}

/// What a side wrote meanwhile, and whether it wrote anything.
fn wrote(language: Language, side: Side, heard: &[HeardLetter]) -> (String, bool) {
    let his: Vec<&HeardLetter> = heard.iter().filter(|h| h.side == side).collect();
    let and = Phrase("happened.and").say(language);
    let lately = his.len().saturating_sub(MOST_HEARD);
    let letters: Vec<String> = his
        .iter()
        .skip(lately)
        .map(|h| {
            let what: Vec<String> = h.what.iter().map(|w| asked(language, w)).collect();
            format!("{} {}", date(language, h.day), what.join(and))
        })
        .collect();
    if letters.is_empty() {
        let of = [("side", genitive(language, side))];
        return (Phrase("happened.nothing-else").fill(language, &of), false);
    }
    let letters = letters.join(", ");
    let side = named(language, side);
    if lately > 0 {
        let n = Counted("counted.letter").count(language, his.len().try_into().unwrap_or(i64::MAX));
        let variables = [("side", side), ("n", &*n), ("letters", &*letters)];
        return (
            Phrase("happened.wrote-often").fill(language, &variables),
            true,
        );
    }
    let variables = [("side", side), ("letters", &*letters)];
    (Phrase("happened.wrote").fill(language, &variables), true)
}

/// Letters of a side that are listed at most, the newest: a long silence has many of who
/// waits.
const MOST_HEARD: usize = 3;

/// What a letter asked for, by the type of its request; else that it was a letter. In
/// English it is the type itself, or the verdict.
pub fn asked(language: Language, what: &str) -> String {
    match word(language, "request", &what) {
        "" => tell(language, "request.other", &BTreeMap::from([("it", what)])),
        asked => asked.to_owned(),
    }
}

fn opinions(language: Language, of: &[Option<ResultCode>; 2]) -> String {
    let none = Phrase("happened.no-opinion").say(language);
    let one = |(side, result): (Side, &Option<ResultCode>)| {
        let result = result.map_or(none, |r| r.text());
        let variables = [("side", named(language, side)), ("result", result)];
        Phrase("happened.thinks").fill(language, &variables)
    };
    let all: Vec<String> = Side::BOTH.into_iter().zip(of).map(one).collect();
    all.join(", ")
}
