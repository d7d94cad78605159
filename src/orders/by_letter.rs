//! An arbiter's letter as far as its words go: its lines as the grammar of orders reads
//! them, and what is shown to who wrote one wrongly or asks for help.

use super::{Order, OrderPlace, Ordered, example, help, line, names};
use crate::fold;
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::word;
use crate::pattern::pattern;
use crate::request::orders::{Name, OrderLine, Orders, find, orders_anywhere};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The orders of a text, whoever wrote it.
pub fn orders_in(own_text: &str) -> Orders {
    find(own_text, &names(), &reads)
}

/// Whether the grammar takes a line.
fn reads(words: &str) -> bool {
    line::of_line(words).is_ok_and(|td| !matches!(td.order.place(), OrderPlace::List))
}

/// Words at the beginning of a circular by which two are one.
const OF_CIRCULAR: usize = 3;

/// What an order orders, whatever its reason, and however it is written: two with one kernel
/// do the same. It is compared, and shown to nobody. `behind`: what stands behind it.
pub fn kernel(order: &Order, behind: &str) -> String {
    match order {
        // All that stands below it is what it says, and that is more in every letter.
        Order::Circular(circular) => {
            let said = fold::words(circular.text.as_deref().unwrap_or(behind)).into_iter();
            let said: Vec<String> = said.take(OF_CIRCULAR).map(|word| word.text).collect();
            format!(
                "circular {} {}",
                circular.code.to_lowercase(),
                said.join(" ")
            )
        }
        order => format!("{order:?}").to_lowercase(),
    }
}

/// The kernels of all orders that could be read anywhere in a text.
pub fn order_kernels(text: &str) -> BTreeSet<String> {
    let mut kernels = kernels_in(text);
    if text.contains(['<', '‹']) {
        kernels.extend(kernels_in(&TAG.replace_all(text, " ")));
        kernels.extend(kernels_in(&text.replace(['<', '‹', '>'], " ")));
    }
    kernels
}

/// A tag of a page, as it stands, or as we show it in others' words.
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern("[<‹][^<‹>]*>"));

fn kernels_in(text: &str) -> BTreeSet<String> {
    let found = orders_anywhere(text, &names(), &reads).into_iter();
    let each = found.filter_map(|found| {
        let td = line::of_line(&found.words).ok()?;
        Some(kernel(&td.order, &found.behind))
    });
    each.collect()
}

/// Orders as `inbox list` and `read` show them.
pub fn orders_json(orders: &Orders) -> Vec<Value> {
    orders.lines.iter().map(order_json).collect()
}

/// The same of one line; with `below`, all that it says, where it says what stands below it.
pub fn order_json(line: &OrderLine) -> Value {
    let game = named_game(&line.read).map(|game| game.to_string());
    let mut order = json!({
        "type": "order", "game": game, "number": null, "side": null,
        "text": line.read, "uci": null, "variant": null, "date": null,
    });
    if let (false, Some(all)) = (line.below.is_empty(), order.as_object_mut()) {
        all.insert("below".to_owned(), json!(line.below));
    }
    order
}

/// The first game that a line names.
pub fn named_game(line: &str) -> Option<GameName> {
    line.split_whitespace().find_map(GameName::parse)
}

/// The name of an order in the words of the console.
pub fn order_name(words: &str) -> String {
    let names = names();
    let fits = |name: &&Name| words == name.name || words.starts_with(&format!("{} ", name.name));
    names
        .iter()
        .find(fits)
        .map(|n| n.name.clone())
        .unwrap_or_default()
}

/// The line that does what was asked back. It stands as one to be copied.
pub fn all_the_same(words: &str, reason: &str) -> String {
    let name = order_name(words);
    let rest = words.get(name.len()..).unwrap_or_default().trim();
    let mut line = format!("{} {rest} ANYWAY", name.to_uppercase());
    if !reason.is_empty() {
        let reason = reason.replace(['"', '“', '”'], "'");
        line.push_str(&format!(" --reason \"{reason}\""));
    }
    line
}

/// An order that would be taken, in a tournament of his; `None`: he has none yet.
pub fn example_line(name: &str, code: Option<&str>) -> String {
    let code = code.unwrap_or("RU26-01");
    let line = match name {
        "game" => format!("GAME {code}/3"),
        order => example(order, code),
    };
    // It stands in a sentence, and is not torn over two lines there.
    line.replace(' ', "\u{a0}")
}

/// What can be ordered, in a language.
pub fn help_in(language: Language) -> String {
    let more = [
        ("today", "TODAY"),
        ("log-code", "LOG CODE"),
        ("report", "REPORT CODE"),
        ("game", "GAME CODE/N"),
        ("help", "HELP"),
        ("dry-run", "DRY-RUN"),
        ("reason", "REASON words"),
    ];
    let more = more.map(|(name, usage)| [name, usage].map(str::to_owned));
    let orders = help().into_iter();
    let orders = orders.map(|[name, usage, _]| [name, usage]);
    let lines = orders
        .chain(more)
        .map(|[name, usage]| format!("{usage}\n    {}\n", about(language, &name)));
    lines.collect()
}

/// What an order does, for who asks for help.
pub fn about(language: Language, order: &str) -> &'static str {
    word(language, "order", &order.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::usage;
    use crate::request::orders::LineAsks;

    #[test]
    fn every_order_has_a_usage_and_an_example_that_is_read() {
        let names = names();
        assert!(names.len() > 5);
        for name in names {
            let usage = usage(&name.name);
            assert!(usage.starts_with(&name.name.to_uppercase()), "{usage}");
            let shown = example_line(&name.name, None);
            if shown.is_empty() {
                continue;
            }
            let found = orders_in(&shown);
            assert_eq!(found.lines.len(), 1, "{shown}");
            let LineAsks::Order(words) = &found.lines[0].asked else {
                panic!("{shown}");
            };
            assert!(reads(words), "{shown}: {:?}", line::of_line(words).err());
        }
        for language in Language::ALL {
            let help = help_in(language);
            assert!(help.contains("PENALTY GAME SIDE DAYS"), "{help}");
        }
    }

    #[test]
    fn every_order_is_explained_in_every_language() {
        for language in Language::ALL.into_iter().filter(|l| *l != Language::En) {
            for [name, _, english] in help() {
                assert_eq!(about(Language::En, &name), english);
                let own = about(language, &name);
                assert!(!own.is_empty() && own != english, "{language}: {name}");
            }
        }
    }
}
