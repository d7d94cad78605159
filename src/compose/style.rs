//! The style of a letter's page, as far as the page uses it: a letter goes out a thousand
//! times, and a rule for a table that it has not is as heavy as the words above it.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

/// The styles of pages, read once: a page is one of thousands with the same.
#[derive(Default)]
pub struct Styles {
    last: RwLock<Option<Arc<Sheet>>>,
}

impl Styles {
    /// The page with those rules of its `<style>` alone that something in it can match, and
    /// with no blank in them that says nothing. A page whose style has comments stays as it
    /// is.
    pub fn lean(&self, page: String) -> String {
        let parts = page.split_once("<style>").and_then(|(head, rest)| {
            let (style, body) = rest.split_once("</style>")?;
            (!style.contains("/*")).then_some((head, style, body))
        });
        let Some((head, style, body)) = parts else {
            return page;
        };
        let sheet = self.sheet(style);
        let mut out = String::with_capacity(page.len());
        out.push_str(head);
        out.push_str("<style>");
        write(&mut out, &sheet.rules, &sheet.used(body));
        out.push_str("</style>");
        out.push_str(body);
        out
    }

    fn sheet(&self, style: &str) -> Arc<Sheet> {
        let known = self.last.read().ok().and_then(|last| last.clone());
        if let Some(sheet) = known.filter(|sheet| sheet.source == style) {
            return sheet;
        }
        let sheet = Arc::new(Sheet::read(style));
        if let Ok(mut last) = self.last.write() {
            *last = Some(Arc::clone(&sheet));
        }
        sheet
    }
}

/// A style that was read: its rules, and the names on which they hang.
struct Sheet {
    source: String,
    /// Tags, and classes behind a point, each with its place in what is used.
    names: BTreeMap<String, usize>,
    rules: Vec<Rule>,
}

/// A rule of a style.
enum Rule {
    /// `selector, selector { … }`, without needless blanks.
    Plain {
        selectors: Vec<Selector>,
        block: String,
    },
    /// `@media … { rules }`
    Group { prelude: String, rules: Vec<Rule> },
}

/// A selector, and the places of the names that must be in a page for it to match anything.
struct Selector {
    text: String,
    needs: Vec<usize>,
}

impl Sheet {
    fn read(source: &str) -> Sheet {
        let mut names = BTreeMap::new();
        let rules = rules(source, &mut names);
        Sheet {
            source: source.to_owned(),
            names,
            rules,
        }
    }

    /// Which of the names stand in a page.
    fn used(&self, body: &str) -> Vec<bool> {
        let mut used = vec![false; self.names.len()];
        let mut note = |name: &str| {
            if let Some(place) = self.names.get(name).and_then(|at| used.get_mut(*at)) {
                *place = true;
            }
        };
        note("html");
        note("body");
        let mut class_name = String::from(".");
        // Cells stand beside cells.
        let mut last = "";
        let mut rest = body;
        // Tags are near to each other: nothing is won by looking for them in larger steps.
        while let Some(at) = rest.bytes().position(|b| b == b'<') {
            let opened = rest.get(at + 1..).unwrap_or_default();
            let length = opened.bytes().position(|b| !b.is_ascii_alphanumeric());
            let (name, more) = opened.split_at(length.unwrap_or(opened.len()));
            rest = more;
            // What closes has none.
            if name != last && !name.is_empty() {
                note(name);
                last = name;
                // A browser puts rows into it that no tag of ours opens.
                if name == "table" {
                    note("tbody");
                }
            }
            // Most tags have nothing but their name.
            if more.starts_with('>') {
                continue;
            }
            let (attributes, _) = more.split_once('>').unwrap_or((more, ""));
            let Some((_, class)) = attributes.split_once(" class=") else {
                continue;
            };
            let class = match class.strip_prefix('"') {
                Some(quoted) => quoted.split('"').next(),
                None => class.split(' ').next(),
            };
            for one in class.unwrap_or_default().split(' ') {
                class_name.truncate(1);
                class_name.push_str(one);
                note(&class_name);
            }
        }
        used
    }
}

/// Adds the rules that are used.
fn write(out: &mut String, rules: &[Rule], used: &[bool]) {
    for rule in rules {
        let before = out.len();
        match rule {
            Rule::Plain { selectors, block } => {
                for selector in selectors {
                    let has = |place: &usize| used.get(*place) == Some(&true);
                    if selector.needs.iter().all(has) {
                        if out.len() > before {
                            out.push(',');
                        }
                        out.push_str(&selector.text);
                    }
                }
                if out.len() > before {
                    out.push_str(block);
                }
            }
            Rule::Group { prelude, rules } => {
                out.push_str(prelude);
                let inside = out.len();
                write(out, rules, used);
                if out.len() > inside {
                    out.push('}');
                } else {
                    out.truncate(before);
                }
            }
        }
    }
}

/// The names that something in a page must have for a selector to match it: tags, and
/// classes behind a point. What cannot be told asks for nothing.
fn needed(selector: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = selector;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            ':' => after_pseudo(rest),
            '[' => rest.split_once(']').map_or("", |(_, rest)| rest),
            '.' => {
                let (class, rest) = name(rest.get(1..).unwrap_or_default());
                all.push(format!(".{class}"));
                rest
            }
            c if c.is_ascii_alphabetic() => {
                let (tag, rest) = name(rest);
                all.push(tag.to_owned());
                rest
            }
            c => rest.get(c.len_utf8()..).unwrap_or_default(),
        };
    }
    all
}

/// A name of a style, and what stands behind it.
fn name(text: &str) -> (&str, &str) {
    let ends = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
    text.split_at(ends.unwrap_or(text.len()))
}

/// What stands behind `:first-child` or `:not(.wide)`.
fn after_pseudo(text: &str) -> &str {
    let (_, rest) = name(text.trim_start_matches(':'));
    match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')').map_or("", |(_, rest)| rest),
        None => rest,
    }
}

/// Reads rules, and numbers the names in them.
fn rules(style: &str, names: &mut BTreeMap<String, usize>) -> Vec<Rule> {
    let mut all = Vec::new();
    let mut rest = style;
    while let Some((prelude, behind)) = rest.split_once('{') {
        let prelude = prelude.trim();
        let ends = block_end(behind);
        let (block, after) = behind.split_at(ends);
        rest = after.get(1..).unwrap_or_default();
        if prelude.starts_with('@') {
            all.push(Rule::Group {
                prelude: format!("{}{{", prelude.replace(": ", ":")),
                rules: rules(block, names),
            });
            continue;
        }
        let mut number = |name: String| {
            let next = names.len();
            *names.entry(name).or_insert(next)
        };
        let selectors = prelude.split(',').map(|selector| Selector {
            text: tight(selector),
            needs: needed(selector).into_iter().map(&mut number).collect(),
        });
        let selectors = selectors.collect();
        let said = block.split(';').filter_map(|one| {
            let (name, value) = one.split_once(':')?;
            let value = value.trim().replace(", ", ",");
            Some(format!("{}:{value}", name.trim()))
        });
        let said: Vec<String> = said.collect();
        all.push(Rule::Plain {
            selectors,
            block: format!("{{{}}}", said.join(";")),
        });
    }
    all
}

/// Where a block ends: its own brace.
fn block_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match (c, depth) {
            ('{', _) => depth += 1,
            ('}', 0) => return at,
            ('}', _) => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// A selector without blanks that say nothing.
fn tight(selector: &str) -> String {
    let words: Vec<&str> = selector.split_whitespace().collect();
    words.join(" ").replace(" > ", ">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_used_stays() {
        let style = "\
            body { margin: 0; font: 18px/1.5 Georgia, \"Times New Roman\", serif; }\n\
            main > :not(.wide) { max-width: 40rem; }\n\
            h2, pre { margin: 0 }\n\
            .fold td, .form td:nth-child(3) { white-space: nowrap; }\n\
            td[align=right], th { text-align: right; }\n\
            .none { color: red; }\n\
            @media (max-width: 540px) {\n.fold tbody { display: block; }\nh2 { margin: 0; }\n}\n\
            @media print { .form tbody { color: #000; } }\n";
        let body = "<body><main><h2>x</h2><div class=wide><table class=\"form one\"><tr><td>1\n</table></div></main></body>";
        let page = format!("<html><head><style>\n{style}</style></head>{body}</html>");
        let expected = "\
            body{margin:0;font:18px/1.5 Georgia,\"Times New Roman\",serif}\
            main>:not(.wide){max-width:40rem}\
            h2{margin:0}\
            .form td:nth-child(3){white-space:nowrap}\
            td[align=right]{text-align:right}\
            @media (max-width:540px){h2{margin:0}}\
            @media print{.form tbody{color:#000}}";
        let styles = Styles::default();
        let lean = |page: String| styles.lean(page);
        assert_eq!(
            lean(page.clone()),
            format!("<html><head><style>{expected}</style></head>{body}</html>")
        );
        // What was made lean stays so; what is not understood is not touched.
        assert_eq!(lean(lean(page.clone())), lean(page.clone()));
        let commented = page.replace(".none", "/* } */ .none");
        assert_eq!(lean(commented.clone()), commented);
        assert_eq!(lean("<p>x".to_owned()), "<p>x");
    }
}
