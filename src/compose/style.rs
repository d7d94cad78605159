//! The style of a letter's page, as far as the page uses it: a letter goes out a thousand
//! times, and a rule for a table that it has not is as heavy as the words above it.

use std::collections::BTreeSet;

/// The page with those rules of its `<style>` alone that something in it can match, and with
/// no blank in them that says nothing. A page whose style has comments stays as it is.
pub fn lean(page: String) -> String {
    let parts = page.split_once("<style>").and_then(|(head, rest)| {
        let (style, body) = rest.split_once("</style>")?;
        (!style.contains("/*")).then_some((head, style, body))
    });
    let Some((head, style, body)) = parts else {
        return page;
    };
    let mut out = String::with_capacity(page.len());
    out.push_str(head);
    out.push_str("<style>\n");
    rules(&mut out, style, &Used::of(body));
    out.push_str("</style>");
    out.push_str(body);
    out
}

/// What stands in a page.
struct Used<'p> {
    tags: BTreeSet<&'p str>,
    classes: BTreeSet<&'p str>,
}

impl<'p> Used<'p> {
    fn of(body: &'p str) -> Used<'p> {
        let mut used = Used {
            tags: BTreeSet::from(["html", "body"]),
            classes: BTreeSet::new(),
        };
        for opened in body.split('<').skip(1) {
            let (tag, _) = opened.split_once('>').unwrap_or((opened, ""));
            let length = tag
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(tag.len());
            used.tags.extend(tag.get(..length));
            let Some((_, class)) = tag.split_once(" class=") else {
                continue;
            };
            let class = match class.strip_prefix('"') {
                Some(quoted) => quoted.split('"').next(),
                None => class.split(' ').next(),
            };
            used.classes.extend(class.unwrap_or_default().split(' '));
        }
        // A browser puts rows into it that no tag of ours opens.
        if used.tags.contains("table") {
            used.tags.insert("tbody");
        }
        used
    }

    /// Whether something in the page may be what a selector means. What cannot be told is
    /// taken for there.
    fn holds(&self, selector: &str) -> bool {
        let mut rest = selector;
        while let Some(first) = rest.chars().next() {
            rest = match first {
                ':' => after_pseudo(rest),
                '[' => rest.split_once(']').map_or("", |(_, rest)| rest),
                '.' => {
                    let (class, rest) = name(rest.get(1..).unwrap_or_default());
                    if !self.classes.contains(class) {
                        return false;
                    }
                    rest
                }
                c if c.is_ascii_alphabetic() => {
                    let (tag, rest) = name(rest);
                    if !self.tags.contains(tag) {
                        return false;
                    }
                    rest
                }
                c => rest.get(c.len_utf8()..).unwrap_or_default(),
            };
        }
        true
    }
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

/// Adds the rules that are used.
fn rules(out: &mut String, style: &str, used: &Used<'_>) {
    let mut rest = style;
    while let Some((prelude, behind)) = rest.split_once('{') {
        let prelude = prelude.trim();
        let ends = block_end(behind);
        let (block, after) = behind.split_at(ends);
        rest = after.get(1..).unwrap_or_default();
        if prelude.starts_with('@') {
            let mut inner = String::new();
            rules(&mut inner, block, used);
            if !inner.is_empty() {
                out.push_str(&format!("{prelude}{{\n{inner}}}\n"));
            }
            continue;
        }
        let kept: Vec<String> = prelude
            .split(',')
            .filter(|selector| used.holds(selector))
            .map(tight)
            .collect();
        if kept.is_empty() {
            continue;
        }
        let said = block.split(';').filter_map(|one| {
            let (name, value) = one.split_once(':')?;
            Some(format!("{}:{}", name.trim(), value.trim()))
        });
        let said: Vec<String> = said.collect();
        out.push_str(&format!("{}{{{}}}\n", kept.join(","), said.join(";")));
    }
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
            body{margin:0;font:18px/1.5 Georgia, \"Times New Roman\", serif}\n\
            main>:not(.wide){max-width:40rem}\n\
            h2{margin:0}\n\
            .form td:nth-child(3){white-space:nowrap}\n\
            td[align=right]{text-align:right}\n\
            @media (max-width: 540px){\nh2{margin:0}\n}\n\
            @media print{\n.form tbody{color:#000}\n}\n";
        assert_eq!(
            lean(page.clone()),
            format!("<html><head><style>\n{expected}</style></head>{body}</html>")
        );
        // What was made lean stays so; what is not understood is not touched.
        assert_eq!(lean(lean(page.clone())), lean(page.clone()));
        let commented = page.replace(".none", "/* } */ .none");
        assert_eq!(lean(commented.clone()), commented);
        assert_eq!(lean("<p>x".to_owned()), "<p>x");
    }
}
