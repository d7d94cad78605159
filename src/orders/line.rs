//! Orders by letter: a line holds the words of the console, without the program's name.

use super::refusal::{Refusal, Unread, UnreadKind};
pub use super::words::with_name;
use super::words::{names_typed, refusal_of, with_hyphens_in_names};
use super::{Td, fitted};
use clap::Parser;

/// A line of an arbiter's letter: the same words without the program's name.
#[derive(Debug, Parser)]
#[command(name = "td", no_binary_name = true, disable_help_subcommand = true)]
pub(super) struct WrittenOrder {
    #[command(flatten)]
    td: Td,
}

/// Reads a line of an arbiter's letter, such as `penalty RU26-01/3 white 2 --reason
/// "two letters lost"`. The command's own words hold in any case; quotation marks
/// and dashes may be those a mail program makes of them.
///
/// # Errors
///
/// What is wrong with its words.
pub fn of_line(line: &str) -> Result<Td, Refusal> {
    of_words(words(line)?)
}

/// The same of words that are told apart already.
///
/// # Errors
///
/// What is wrong with them.
pub fn of_words(words: Vec<String>) -> Result<Td, Refusal> {
    let read = matched(words)?;
    let read = <WrittenOrder as clap::FromArgMatches>::from_arg_matches(&read);
    Ok(read.map_err(|e| refused(&e))?.td)
}

/// The games, players and tournaments that the words of a line name, as they are written
/// there; none of words that are not read.
pub fn names_in(words: Vec<String>) -> Vec<String> {
    matched(words).map_or_else(|_| Vec::new(), |read| names_typed(&read))
}

/// What stands in each place of a line.
fn matched(mut words: Vec<String>) -> Result<clap::ArgMatches, Refusal> {
    if words.first().is_some_and(|w| w.eq_ignore_ascii_case("td")) {
        words.remove(0);
    }
    // `LEAVE GRANT` has two words, all others one.
    let own = match words.first() {
        Some(first) if first.eq_ignore_ascii_case("leave") => 2,
        _ => 1,
    };
    for word in words.iter_mut().take(own) {
        *word = word.to_lowercase();
    }
    let line = with_hyphens_in_names(<WrittenOrder as clap::CommandFactory>::command());
    line.try_get_matches_from(fitted(words))
        .map_err(|e| refused(&e))
}

/// Why the words are not taken: what they name cannot be, or they are none of an order.
fn refused(error: &clap::Error) -> Refusal {
    match refusal_of(error) {
        Some(refusal) => refusal.clone(),
        None => Refusal::Unread(unread(error)),
    }
}

/// What clap says, without its advice for the console, and what kind of mistake it is.
fn unread(error: &clap::Error) -> Unread {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let rendered = error.render().to_string();
    let lines = rendered.lines().map(str::trim);
    let said: Vec<&str> = lines
        .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
        .filter(|l| !l.is_empty())
        .map(|l| l.strip_prefix("error: ").unwrap_or(l))
        .collect();
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    };
    let one = |kind| all(kind).into_iter().next().unwrap_or_default();
    let kind = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => UnreadKind::Unfit {
            word: one(ContextKind::InvalidValue),
            place: bare(&one(ContextKind::InvalidArg)),
            fitting: all(ContextKind::ValidValue),
        },
        ErrorKind::MissingRequiredArgument => {
            let places = all(ContextKind::InvalidArg);
            UnreadKind::Missing(places.iter().map(|p| bare(p)).collect())
        }
        ErrorKind::UnknownArgument => UnreadKind::TooMany(one(ContextKind::InvalidArg)),
        _ => UnreadKind::Other,
    };
    Unread {
        said: said.join("; "),
        kind,
    }
}

/// A place as `usage` names it: `SIDE`, `--received DATE`.
fn bare(place: &str) -> String {
    place.replace(['<', '>'], "")
}

/// The words of a line: apart by spaces, but together within quotation marks.
///
/// # Errors
///
/// A quotation mark that is not closed.
pub fn words(line: &str) -> Result<Vec<String>, Refusal> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut closing = None;
    for c in line.chars() {
        match (closing, c) {
            (Some(end), c) if c == end => closing = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => match closes(c) {
                Some(end) if word.as_ref().is_none_or(|w| w.ends_with('=')) => {
                    closing = Some(end);
                    word.get_or_insert_default();
                }
                _ => word.get_or_insert_default().push(c),
            },
        }
    }
    if closing.is_some() {
        return Err(Refusal::Unread(Unread {
            said: "a quotation mark is not closed".to_owned(),
            kind: UnreadKind::Other,
        }));
    }
    words.extend(word);
    Ok(words.into_iter().map(with_hyphens).collect())
}

/// The mark that closes a quotation.
fn closes(c: char) -> Option<char> {
    match c {
        '"' | '\'' => Some(c),
        '«' => Some('»'),
        '“' => Some('”'),
        '„' => Some('“'),
        _ => None,
    }
}

/// A dash a mail program made of two hyphens, before an option's name.
fn with_hyphens(word: String) -> String {
    let mut rest = word.chars();
    match (rest.next(), rest.as_str().chars().next()) {
        (Some('—' | '–'), Some(c)) if c.is_ascii_lowercase() => format!("--{}", rest.as_str()),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Side;
    use crate::ids::GameName;
    use crate::language::Language;
    use crate::orders::{LeaveOrder, Order, PenaltyOrder, ResultOrder, Why, names};
    use crate::record::{ResultCode, Termination};

    fn unread(line: &str) -> Unread {
        match of_line(line) {
            Err(Refusal::Unread(unread)) => unread,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn read(line: &str) -> (Order, Why) {
        let td = of_line(line).unwrap();
        (td.order, td.why)
    }

    #[test]
    fn a_line_of_a_letter_is_read_as_the_console_reads_it() {
        let game = || GameName::parse("RU26-01/3").unwrap();
        let penalty = |order| match order {
            Order::Penalty(PenaltyOrder {
                game, side, days, ..
            }) => (game, side, days),
            other => panic!("{other:?}"),
        };
        for line in [
            r#"penalty RU26-01/3 white -2 --reason "two letters, both lost""#,
            r#"PENALTY RU26-01/3 WHITE -2 --reason="two letters, both lost""#,
            "td penalty RU26-01/3 White -2 —reason «two letters, both lost»",
            "Penalty  RU26-01/3 white -2 –reason „two letters, both lost“",
            "penalty RU26-01/3 white -2 --reason “two letters, both lost”",
        ] {
            let (order, why) = read(line);
            assert_eq!(penalty(order), (game(), Side::White, -2), "{line}");
            assert_eq!(why.reason, "two letters, both lost", "{line}");
            assert!(!why.dry_run, "{line}");
        }
        let (order, why) = read("PENALTY RU26-01/3 black 3 --dry-run");
        assert_eq!(penalty(order), (game(), Side::Black, 3));
        assert!(why.dry_run && why.reason.is_empty());
        let (order, _) = read("LEAVE GRANT RU26-01:2 2026-07-01 2026-07-14");
        assert!(matches!(order, Order::Leave(LeaveOrder::Grant(_))));
        let (order, _) = read("RESULT RU26-01/3 -/+ --by Default");
        let result = ResultOrder {
            game: game(),
            result: ResultCode::BlackForfeit,
            by: Termination::Default,
        };
        assert_eq!(order, Order::Result(result));
    }

    #[test]
    fn what_names_nothing_is_refused_as_the_desk_refuses_it() {
        for (line, why) in [
            (
                "penalty RU26-01 white 2",
                Refusal::NamesNoGame("RU26-01".into()),
            ),
            ("pause RU26 01/3", Refusal::NamesNoGame("RU26 01/3".into())),
            (
                "address bert b@example.org",
                Refusal::NoPlayer("bert".into()),
            ),
        ] {
            let line = line.replace("RU26 01/3", "'RU26 01/3'");
            assert_eq!(of_line(&line).unwrap_err(), why, "{line}");
        }
    }

    #[test]
    fn what_is_no_decision_is_refused_with_words() {
        for line in [
            "",
            "hang RU26-01/3",
            "penalty RU26-01/3 white",
            "penalty RU26-01/3 green 2",
            r#"penalty RU26-01/3 white 2 --reason "open"#,
            "result RU26-01/3 2-0",
        ] {
            assert!(!unread(line).said.is_empty(), "{line}");
        }
    }

    #[test]
    fn every_other_name_is_an_orders() {
        let known = names();
        let options: Vec<&String> = known.iter().flat_map(|n| &n.options).collect();
        for language in Language::ALL {
            let words = crate::vocabulary::arbiters_of(language);
            for name in words.order_names.keys() {
                let name = name.replacen("leave-", "leave ", 1);
                assert!(known.iter().any(|n| n.name == name), "{language} {name}");
            }
            for option in words.order_options.keys() {
                assert!(options.contains(&option), "{language} {option}");
            }
        }
    }

    #[test]
    fn what_is_wrong_with_the_words_is_told_in_short() {
        let wrong = unread;
        let unfit = wrong("penalty RU26-01/3 green 2");
        assert_eq!(
            unfit.said,
            "invalid value 'green' for '<SIDE>'; [possible values: white, black]"
        );
        let UnreadKind::Unfit {
            word,
            place,
            fitting,
        } = unfit.kind
        else {
            panic!("{unfit:?}");
        };
        assert_eq!((word.as_str(), place.as_str()), ("green", "SIDE"));
        assert_eq!(fitting, ["white", "black"]);
        let missing = wrong("penalty RU26-01/3").kind;
        assert_eq!(
            missing,
            UnreadKind::Missing(vec!["SIDE".into(), "DAYS".into()])
        );
        let day = wrong("set-dates RU26-01/3 4 --received 31.02.2026").kind;
        assert!(
            matches!(&day, UnreadKind::Unfit { word, .. } if word == "31.02.2026"),
            "{day:?}"
        );
        let more = wrong("reopen RU26-01/3 now").kind;
        assert_eq!(more, UnreadKind::TooMany("now".into()));
    }
}
