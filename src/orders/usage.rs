//! What can be ordered, for who asks or wrote it wrongly: names, how each is written,
//! examples. All of it is taken from the orders' own words.

use super::line::WrittenOrder;
use super::{Order, Ordered};
use crate::request::orders::Name;

/// Every decision there is, as a letter names it, with its options.
pub fn names() -> Vec<Name> {
    let mut all = Vec::new();
    each(|name, command| {
        let options = command.get_opts().filter_map(|o| o.get_long());
        all.push(Name {
            name: name.to_owned(),
            // The article is every order's.
            options: options.chain(["article"]).map(str::to_owned).collect(),
            has_words_below: has_words_below(command),
        });
    });
    all
}

/// Whether what an order says may stand below it in a letter: it has a place for a text, and
/// is an order without it.
pub(super) fn has_words_below(command: &clap::Command) -> bool {
    let mut places = command.get_positionals();
    places.any(|place| place.get_id() == "text" && !place.is_required_set())
}

/// How a decision is written in a letter: `PENALTY <CODE/N> <SIDE> <DAYS>`; empty for
/// what is none.
pub fn usage(name: &str) -> String {
    let mut found = String::new();
    each(|own, command| {
        if own == name {
            found = usage_of(own, command);
        }
    });
    found
}

/// All decisions for who asks for help: the name of each, how it is written, and what it
/// does.
pub fn help() -> Vec<[String; 3]> {
    let mut all = Vec::new();
    each(|name, command| {
        let about = command.get_about().map(ToString::to_string);
        all.push([
            name.to_owned(),
            usage_of(name, command),
            about.unwrap_or_default(),
        ]);
    });
    all
}

/// Goes through the decisions; those of two words under both.
pub(super) fn each(mut visit: impl FnMut(&str, &clap::Command)) {
    let line = <WrittenOrder as clap::CommandFactory>::command();
    for command in line.get_subcommands().filter(|c| c.get_name() != "help") {
        let mut below = command
            .get_subcommands()
            .filter(|c| c.get_name() != "help")
            .peekable();
        if below.peek().is_none() {
            visit(command.get_name(), command);
        }
        for inner in below {
            visit(
                &format!("{} {}", command.get_name(), inner.get_name()),
                inner,
            );
        }
    }
}

fn usage_of(name: &str, command: &clap::Command) -> String {
    let mut usage = name.to_uppercase();
    for argument in command.get_positionals() {
        let many = argument.get_num_args().is_some_and(|n| n.max_values() > 1);
        let shown = argument.get_id().as_str().to_uppercase();
        usage.push_str(&format!(" {shown}{}", if many { "…" } else { "" }));
    }
    for option in command.get_opts().filter(|o| !o.is_global_set()) {
        if let Some(long) = option.get_long() {
            let value = option.get_id().as_str().to_uppercase();
            let takes = option.get_action().takes_values();
            let value = if takes {
                format!(" {value}")
            } else {
                String::new()
            };
            match option.is_required_set() {
                true => usage.push_str(&format!(" --{long}{value}")),
                false => usage.push_str(&format!(" [--{long}{value}]")),
            }
        }
    }
    usage
}

/// An order of that name that would be taken, in a tournament; empty where none is shown.
pub fn example(name: &str, code: &str) -> String {
    let examples = Order::examples();
    let rest = |example: &&'static str| {
        let rest = example.strip_prefix(name);
        rest.filter(|rest| rest.starts_with(' '))
    };
    match examples.iter().find_map(rest) {
        Some(rest) => format!("{}{}", name.to_uppercase(), rest.replace("CODE", code)),
        None => String::new(),
    }
}
