//! Selectors of a style sheet (CSS Selectors 4), as far as a letter that is read from its
//! beginning to its end can tell whom they select.

use super::css::{pieces, unescaped};
use super::tag::Tag;

/// An element, and in what it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector(Vec<Compound>);

/// One element of a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Compound {
    /// It stands right in the one before (`>`).
    is_child: bool,
    /// More is asked of it than can be told here: what stands before or behind it
    /// (`:last-child`, `p + p`), what it is not (`:not(.x)`).
    is_open: bool,
    name: String,
    ids: Vec<String>,
    classes: Vec<String>,
    attributes: Vec<Attribute>,
}

/// `[class^="x"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attribute {
    name: String,
    /// None where it only has to be there.
    value: Option<(Comparison, String)>,
}

/// How the value of an attribute is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Word,
    Dash,
    Beginning,
    End,
    Within,
}

/// What never holds of words in a letter: what is pointed at or filled in, and what is written
/// by the sheet itself.
const NEVER: [&str; 16] = [
    "active",
    "after",
    "backdrop",
    "before",
    "checked",
    "disabled",
    "focus",
    "focus-visible",
    "focus-within",
    "hover",
    "invalid",
    "marker",
    "placeholder",
    "selection",
    "target",
    "visited",
];

impl Selector {
    /// All of a list: `p, div.note > #id b`. What never selects words of a letter and what is no
    /// selector is left out.
    pub fn list(text: &str) -> Vec<Selector> {
        let parts = pieces(text, |c| c == ',');
        parts.into_iter().filter_map(Selector::read).collect()
    }

    fn read(text: &str) -> Option<Selector> {
        let mut compounds: Vec<Compound> = Vec::new();
        let mut between = ' ';
        let spaced = spaced(text);
        for word in pieces(&spaced, char::is_whitespace) {
            if let ">" | "+" | "~" = word {
                if between != ' ' {
                    return None;
                }
                between = word.chars().next().unwrap_or(' ');
                continue;
            }
            let mut compound = Compound::read(word)?;
            match std::mem::replace(&mut between, ' ') {
                ' ' => {}
                '>' => compound.is_child = true,
                _ if compounds.is_empty() => return None,
                _ => {
                    compounds.clear();
                    compound.is_open = true;
                }
            }
            compounds.push(compound);
        }
        let is_child = |c: &Compound| c.is_child;
        let begins = !compounds.first().is_none_or(is_child);
        (begins && between == ' ').then_some(Selector(compounds))
    }

    /// Whether more is asked than can be told here: then it may select what it selects.
    pub fn is_open(&self) -> bool {
        self.0.iter().any(|c| c.is_open)
    }

    /// Names of elements weigh less than classes, these less than identifiers.
    pub fn weight(&self) -> [usize; 3] {
        let sum = |part: fn(&Compound) -> usize| self.0.iter().map(part).sum();
        [
            sum(|c| c.ids.len()),
            sum(|c| c.classes.len() + c.attributes.len() + usize::from(c.is_open)),
            sum(|c| usize::from(!c.name.is_empty())),
        ]
    }

    /// Whether it selects an element that stands in these, the innermost first. Told of each
    /// element that is compared.
    pub fn selects<'t>(
        &self,
        tag: &Tag,
        mut parents: impl Iterator<Item = &'t Tag>,
        mut look: impl FnMut(&Tag),
    ) -> bool {
        let mut is = |tag: &Tag, compound: &Compound| {
            look(tag);
            compound.is(tag)
        };
        let Some((own, outer)) = self.0.split_last() else {
            return false;
        };
        if !is(tag, own) {
            return false;
        }
        let mut is_child = own.is_child;
        for compound in outer.iter().rev() {
            let found = match is_child {
                true => parents.next().is_some_and(|p| is(p, compound)),
                false => parents.any(|p| is(p, compound)),
            };
            if !found {
                return false;
            }
            is_child = compound.is_child;
        }
        true
    }
}

impl Compound {
    /// `p`, `.note`, `p.note#id`, `*`, `a[href]:not(.x)`.
    fn read(word: &str) -> Option<Compound> {
        let mut compound = Compound::default();
        let mut rest = word;
        while let Some(mark) = rest.chars().next() {
            rest = match mark {
                '*' => rest.get(1..)?,
                '.' | '#' => {
                    let (name, after) = name(rest.get(1..)?)?;
                    match mark {
                        '.' => compound.classes.push(unescaped(name)),
                        _ => compound.ids.push(unescaped(name)),
                    }
                    after
                }
                '[' => {
                    let (inner, after) = rest.get(1..)?.split_once(']')?;
                    compound.attributes.push(Attribute::read(inner)?);
                    after
                }
                ':' => compound.pseudo(rest.trim_start_matches(':'))?,
                _ if rest.len() == word.len() => {
                    let (name, after) = name(rest)?;
                    compound.name = unescaped(name);
                    after
                }
                _ => return None,
            };
        }
        (!word.is_empty()).then_some(compound)
    }

    /// Reads what stands behind a colon; gives what follows.
    fn pseudo<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (name, mut after) = name(text)?;
        if let Some(inner) = after.strip_prefix('(') {
            let ends = |(at, c): (usize, char)| (c == ')' && depth(inner, at) == 0).then_some(at);
            after = inner.get(inner.char_indices().find_map(ends)? + 1..)?;
        }
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "root" => "html".clone_into(&mut self.name),
            name if NEVER.contains(&name) || name.starts_with('-') => return None,
            _ => self.is_open = true,
        }
        Some(after)
    }

    fn is(&self, tag: &Tag) -> bool {
        let like = |own: &str, one: &String| own.eq_ignore_ascii_case(one);
        let has_class = |one| tag.value("class").split_whitespace().any(|c| like(c, one));
        (self.name.is_empty() || like(&tag.name, &self.name))
            && self.ids.iter().all(|id| like(tag.value("id").trim(), id))
            && self.classes.iter().all(has_class)
            && self.attributes.iter().all(|a| a.is_of(tag))
    }
}

impl Attribute {
    /// What stands between the brackets.
    fn read(inner: &str) -> Option<Attribute> {
        let inner = inner.trim();
        let (name, rest) = name(inner)?;
        let name = name.to_ascii_lowercase();
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Some(Attribute { name, value: None });
        }
        let (mark, value) = rest.split_once('=')?;
        let comparison = match mark {
            "" => Comparison::Equal,
            "~" => Comparison::Word,
            "|" => Comparison::Dash,
            "^" => Comparison::Beginning,
            "$" => Comparison::End,
            "*" => Comparison::Within,
            _ => return None,
        };
        let value = value.trim();
        let value = match value.strip_prefix(['"', '\'']) {
            Some(inner) => inner.split(['"', '\'']).next()?,
            // Behind it may stand whether the size of letters counts.
            None => value.split_whitespace().next()?,
        };
        Some(Attribute {
            name,
            value: Some((comparison, value.to_ascii_lowercase())),
        })
    }

    fn is_of(&self, tag: &Tag) -> bool {
        let Some((comparison, value)) = &self.value else {
            return tag.has(&self.name);
        };
        let own = tag.value(&self.name).to_ascii_lowercase();
        let value = value.as_str();
        tag.has(&self.name)
            && match comparison {
                Comparison::Equal => own == value,
                Comparison::Word => own.split_whitespace().any(|w| w == value),
                Comparison::Dash => own
                    .strip_prefix(value)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
                Comparison::Beginning => !value.is_empty() && own.starts_with(value),
                Comparison::End => !value.is_empty() && own.ends_with(value),
                Comparison::Within => !value.is_empty() && own.contains(value),
            }
    }
}

/// A name at the beginning of a text, and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
    let end = text.find(|c| !inner(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// How many brackets are open before a place.
fn depth(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    let opened = before.matches(['(', '[']).count();
    opened.saturating_sub(before.matches([')', ']']).count())
}

/// With blanks around what joins two elements.
fn spaced(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0_usize);
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match c {
            '>' | '+' | '~' if depth == 0 => out.extend([' ', c, ' ']),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(text: &str) -> Tag {
        Tag::read(text).unwrap().0
    }

    #[test]
    fn who_is_selected() {
        let inside = [tag("<div class='box x' dir=ltr>"), tag("<html>")];
        for (selector, own, selects, is_open) in [
            ("*", "<p>", true, false),
            ("P.x", "<p class=X>", true, false),
            (".box > p", "<p>", true, false),
            ("html>p", "<p>", false, false),
            (":root p", "<p>", true, false),
            ("[dir=ltr] p", "<p>", true, false),
            ("p[id]", "<p id=a>", true, false),
            ("p[id]", "<p>", false, false),
            ("[class^=\"ab\"]", "<p class='abc d'>", true, false),
            ("[class~='d']", "<p class='abc d'>", true, false),
            (
                "[class*=c][class$=\"D\" i]",
                "<p class='abc d'>",
                true,
                false,
            ),
            ("[lang|=de]", "<p lang=de-AT>", true, false),
            ("p:not(.x, .y)", "<p>", true, true),
            ("p:nth-child(2n + 1)", "<p>", true, true),
            ("p:not([title='a > b'])", "<p>", true, true),
            ("b:first-child", "<p>", false, true),
            ("h1 + p", "<p>", true, true),
            ("h1 ~ p b", "<p>", false, true),
            ("p::first-line", "<p>", true, true),
        ] {
            let read = Selector::list(selector);
            assert_eq!(read.len(), 1, "{selector}");
            assert_eq!(
                read[0].selects(&tag(own), inside.iter(), |_| {}),
                selects,
                "{selector}"
            );
            assert_eq!(read[0].is_open(), is_open, "{selector}");
        }
        assert_eq!(Selector::list("p, :is(a, b) i,div").len(), 3);
    }

    #[test]
    fn what_is_no_selector_selects_nothing() {
        for text in [
            "",
            ">",
            "p >",
            "> p",
            "+ p",
            "a:hover",
            "p::before",
            "p >> b",
            "..x",
            "p..x",
            "p[x",
            "p[=x]",
            "p:not(",
            "p:",
            "p%",
            "::-moz-selection",
        ] {
            assert_eq!(Selector::list(text), [], "{text}");
        }
        let deep = format!("p:not{}", "(".repeat(10_000));
        assert_eq!(Selector::list(&deep), []);
    }
}
