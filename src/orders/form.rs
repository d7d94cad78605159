//! Orders as forms to fill in: what has a place in an order's line has a field, and what is
//! filled in becomes the line. All of it is taken from the orders' own words.

use super::usage::{each, has_words_below};
use super::{OrderPlace, Ordered, line};
use crate::time::Day;
use clap::builder::PossibleValue;
use std::any::TypeId;

/// An order to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderForm {
    /// Its name: `penalty`, `leave grant`.
    pub name: String,
    /// What it has places for, in their order.
    pub fields: Vec<OrderField>,
    /// Its text may have several lines, which stand below its own.
    has_words_below: bool,
}

/// A place of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderField {
    /// What it is called in a form: `game`.
    pub id: String,
    /// What it is called where people read: `GAME`, `--received DATE`.
    pub label: String,
    /// What belongs there, in English, as the console says it.
    pub about: String,
    /// What can be filled in.
    pub kind: FieldKind,
    /// The order is none without it.
    pub is_required: bool,
    /// What holds where nothing is filled in; empty: nothing does.
    pub default: String,
    /// The option that stands before it; none where the place itself says what it is.
    option: Option<String>,
    /// Several words may stand there.
    takes_many: bool,
}

/// What can be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A box to tick.
    Flag,
    /// One of these words, with what each means.
    Choice(Vec<(String, String)>),
    /// A date.
    Day,
    /// A text of several lines.
    Words,
    /// Anything else: a word or a few.
    Word,
}

/// The forms of all decisions, in the order of the help.
pub fn forms() -> Vec<OrderForm> {
    let mut all = Vec::new();
    each(|name, command| {
        if !is_list(name) {
            all.push(OrderForm::of(name, command));
        }
    });
    all
}

/// The form of an order; none where there is no such order.
pub fn form(name: &str) -> Option<OrderForm> {
    forms().into_iter().find(|form| form.name == name)
}

/// Whether a name is a list's, which decides nothing: alone or of a tournament.
fn is_list(name: &str) -> bool {
    [name.to_owned(), format!("{name} CODE")]
        .iter()
        .any(|asked| {
            line::of_line(asked).is_ok_and(|td| matches!(td.order.place(), OrderPlace::List))
        })
}

impl OrderForm {
    fn of(name: &str, command: &clap::Command) -> OrderForm {
        let places = command.get_positionals();
        let options = command.get_opts();
        let options = options.filter(|o| !o.is_global_set() && o.get_long().is_some());
        OrderForm {
            name: name.to_owned(),
            fields: places.chain(options).map(OrderField::of).collect(),
            has_words_below: has_words_below(command),
        }
    }

    /// The line that says what is filled in, with the words that stand below it. What is
    /// empty is left out.
    pub fn line(&self, filled: impl Fn(&str) -> String) -> String {
        let mut words = vec![self.name.clone()];
        let mut below = String::new();
        for field in &self.fields {
            let value = filled(&field.id);
            let value = value.trim();
            let is_below = self.has_words_below && field.kind == FieldKind::Words;
            match (value.is_empty(), is_below) {
                (true, _) => {}
                (false, true) => value.clone_into(&mut below),
                (false, false) => words.extend(field.words(value)),
            }
        }
        format!("{}\n{below}", words.join(" ")).trim().to_owned()
    }
}

impl OrderField {
    fn of(arg: &clap::Arg) -> OrderField {
        let id = arg.get_id().as_str().to_owned();
        let takes = arg.get_action().takes_values();
        let option = arg.get_long().map(str::to_owned);
        let value = match arg.get_value_names() {
            Some([one]) if option.is_some() => one.to_uppercase(),
            _ => id.to_uppercase(),
        };
        let label = match &option {
            Some(long) if takes => format!("--{long} {value}"),
            Some(long) => format!("--{long}"),
            None => value,
        };
        let said = |help: Option<&clap::builder::StyledStr>| {
            help.map(ToString::to_string).unwrap_or_default()
        };
        let choice = |one: &PossibleValue| (one.get_name().to_owned(), said(one.get_help()));
        let choices: Vec<(String, String)> = match takes {
            true => arg.get_possible_values().iter().map(choice).collect(),
            false => Vec::new(),
        };
        let is_appended = matches!(arg.get_action(), clap::ArgAction::Append);
        let takes_many = is_appended || arg.get_num_args().is_some_and(|n| n.max_values() > 1);
        let kind = match () {
            () if !takes => FieldKind::Flag,
            () if !choices.is_empty() && !takes_many => FieldKind::Choice(choices),
            () if arg.get_value_parser().type_id() == TypeId::of::<Day>() => FieldKind::Day,
            () if id == "text" => FieldKind::Words,
            () => FieldKind::Word,
        };
        let defaults = arg.get_default_values().iter();
        let defaults: Vec<String> = match takes {
            true => defaults.map(|d| d.to_string_lossy().into_owned()).collect(),
            false => Vec::new(),
        };
        OrderField {
            about: said(arg.get_help()),
            is_required: arg.is_required_set(),
            default: defaults.join(" "),
            id,
            label,
            kind,
            option,
            takes_many,
        }
    }

    /// The words that stand in the line for what is filled in.
    fn words(&self, value: &str) -> Vec<String> {
        let each = match (self.takes_many, line::words(value)) {
            (true, Ok(each)) => each,
            _ => vec![value.to_owned()],
        };
        let written = |one: &String| match &self.option {
            Some(long) if self.kind == FieldKind::Flag => format!("--{long}"),
            Some(long) => format!("--{long}={}", quoted(one)),
            None => quoted(one),
        };
        each.iter().map(written).collect()
    }
}

/// A word of a line as it is read back: what has blanks or marks in it stands in quotation
/// marks. A line has no second line.
fn quoted(word: &str) -> String {
    let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_plain = |c: char| c.is_alphanumeric() || "-_/:.,+=@#()".contains(c);
    if word.chars().all(is_plain) {
        return word;
    }
    let fits = [('"', '"'), ('\'', '\''), ('«', '»'), ('„', '“')]
        .into_iter()
        .find(|(_, end)| !word.contains(*end));
    match fits {
        Some((begin, end)) => format!("{begin}{word}{end}"),
        None => format!("\"{}\"", word.replace('"', "”")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{Order, names};

    #[test]
    fn every_decision_has_a_form_with_all_its_places() {
        let all = forms();
        for name in names() {
            let form = all.iter().find(|form| form.name == name.name);
            let Some(form) = form else {
                assert!(is_list(&name.name), "{} has no form", name.name);
                continue;
            };
            for option in name.options.iter().filter(|o| *o != "article") {
                let has = form
                    .fields
                    .iter()
                    .any(|f| f.option.as_ref() == Some(option));
                assert!(has, "{}: --{option}", form.name);
            }
            for field in &form.fields {
                assert!(!field.about.is_empty(), "{}: {}", form.name, field.label);
            }
        }
        assert!(is_list("log") && is_list("entries") && !is_list("penalty"));
    }

    #[test]
    fn a_form_filled_in_like_an_example_is_that_order() {
        for example in Order::examples() {
            let example = example.replace("CODE", "T26");
            let td = line::of_line(&example).unwrap();
            let all = forms();
            let form = all.iter().find(|f| {
                let rest = example.strip_prefix(f.name.as_str());
                rest.is_some_and(|rest| rest.starts_with(' '))
            });
            let form = form.unwrap();
            let rest = example.strip_prefix(form.name.as_str()).unwrap();
            let words = line::words(rest).unwrap();
            let mut given: Vec<(String, String)> = Vec::new();
            let mut places: Vec<&OrderField> =
                form.fields.iter().filter(|f| f.option.is_none()).collect();
            let mut words = words.into_iter().peekable();
            while let Some(word) = words.next() {
                let named = word.strip_prefix("--").map(|rest| {
                    let (long, value) = rest.split_once('=').unwrap_or((rest, ""));
                    (long.to_owned(), value.to_owned())
                });
                match named {
                    Some((long, value)) => {
                        let field = form
                            .fields
                            .iter()
                            .find(|f| f.option.as_ref() == Some(&long));
                        let Some(field) = field else {
                            words.next();
                            continue;
                        };
                        let value = match (&field.kind, value.is_empty()) {
                            (FieldKind::Flag, _) => "on".to_owned(),
                            (_, true) => words.next().unwrap(),
                            (_, false) => value,
                        };
                        given.push((field.id.clone(), quoted_if_many(field, &value)));
                    }
                    None => {
                        let field = places[0];
                        if !field.takes_many {
                            places.remove(0);
                        }
                        given.push((field.id.clone(), quoted_if_many(field, &word)));
                    }
                }
            }
            let filled = |id: &str| {
                let mine = given.iter().filter(|(own, _)| own == id);
                mine.map(|(_, v)| v.as_str()).collect::<Vec<_>>().join(" ")
            };
            let written = form.line(filled);
            let (first, below) = written.split_once('\n').unwrap_or((&written, ""));
            let mut read = line::of_line(first).unwrap_or_else(|e| panic!("{written}: {e:?}"));
            if let Order::Circular(order) = read.order {
                read.order = order.with_below(below).into();
            }
            assert_eq!(read.order, td.order, "{example}: {written}");
        }
    }

    fn quoted_if_many(field: &OrderField, value: &str) -> String {
        match field.takes_many {
            true => quoted(value),
            false => value.to_owned(),
        }
    }

    #[test]
    fn fields_are_of_the_kind_that_the_order_takes() {
        let kind = |order: &str, id: &str| {
            let form = form(order).unwrap();
            form.fields.into_iter().find(|f| f.id == id).unwrap()
        };
        let side = kind("penalty", "side").kind;
        assert!(
            matches!(&side, FieldKind::Choice(all) if all.len() == 2),
            "{side:?}"
        );
        assert_eq!(kind("prolong", "end").kind, FieldKind::Day);
        assert_eq!(kind("circular", "open").kind, FieldKind::Flag);
        assert_eq!(kind("circular", "text").kind, FieldKind::Words);
        assert_eq!(kind("result", "by").default, "ruling");
        assert!(kind("penalty", "game").is_required);
        assert!(!kind("set-dates", "received").is_required);
    }

    #[test]
    fn what_is_filled_in_cannot_become_another_word() {
        let form = form("circular").unwrap();
        for subject in [
            "Two words",
            "\"quoted\" and 'so'",
            "«Кубок» „и“ \"ещё\" it's",
            "a\nb --open",
        ] {
            let written = form.line(|id| match id {
                "code" => "T26".to_owned(),
                "subject" => subject.to_owned(),
                "text" => "Two\nlines".to_owned(),
                _ => String::new(),
            });
            let (first, below) = written.split_once('\n').unwrap();
            assert_eq!(below, "Two\nlines", "{subject}");
            let Order::Circular(order) = line::of_line(first).unwrap().order else {
                panic!("{first}");
            };
            assert!(!order.open, "{first}");
            assert!(!order.subject.is_empty(), "{first}");
        }
    }
}
