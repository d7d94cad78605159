//! Style sheets of a page, as far as they hide words or strike them out. What other sheets of
//! a program may say for a telephone or by night is not looked at: of the conditions on a
//! medium only those that hold on every screen count. A selector that is not read here selects
//! nothing.

use super::element::text_of_raw;
use super::html::Element;
use super::tag::Tag;
use cssparser::{
    AtRuleParser, CowRcStr, ParseError, Parser, ParserInput, ParserState, QualifiedRuleParser,
    StyleSheetParser,
};
use std::cell::Cell;

/// Most bytes of sheets that are read; a letter of Outlook has three thousand.
const MAX_BYTES: usize = 64_000;
/// Most rules that are kept.
const MAX_RULES: usize = 400;
/// How often an element may be compared with a part of a selector, or be told something; long
/// lists of classes count for more. A letter of Outlook needs ten thousand.
const MAX_LOOKS: usize = 500_000;

/// What is read of a rule: all by which words may be hidden, struck out or put on lines.
const PROPERTIES: [&str; 30] = [
    "-webkit-text-fill-color",
    "background",
    "background-color",
    "bottom",
    "clip",
    "clip-path",
    "color",
    "content-visibility",
    "display",
    "filter",
    "font",
    "font-size",
    "height",
    "left",
    "margin-left",
    "max-height",
    "max-width",
    "mso-hide",
    "opacity",
    "overflow",
    "right",
    "scale",
    "text-decoration",
    "text-decoration-line",
    "text-indent",
    "top",
    "transform",
    "visibility",
    "white-space",
    "zoom",
];

/// The sheets of a page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// Those that weigh less first.
    rules: Vec<Rule>,
    looks: Cell<usize>,
}

/// What is said of the elements that a selector selects.
#[derive(Clone, Debug)]
struct Rule {
    selector: Selector,
    declarations: Vec<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Declaration {
    name: String,
    value: String,
    is_important: bool,
}

/// An element, and in what it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Selector(Vec<Compound>);

/// One element of a selector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Compound {
    /// It stands right in the one before (`>`).
    is_child: bool,
    name: String,
    ids: Vec<String>,
    classes: Vec<String>,
}

impl Sheet {
    /// Reads all that a page brings along, wherever it stands.
    pub fn of(html: &str) -> Sheet {
        if !brings_a_sheet(html) {
            return Sheet::default();
        }
        let mut css = String::new();
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = rest.get(at..).unwrap_or("");
            if rest.starts_with("<!--") {
                rest = rest.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            match Tag::read(rest) {
                Some((tag, after)) if tag.name == "style" && !tag.closes => {
                    let (inner, after) = text_of_raw(after, "style");
                    let has_medium = tag.has("media") && !holds_on_screens(tag.value("media"));
                    if !has_medium && css.len() + inner.len() <= MAX_BYTES {
                        css.push_str(inner);
                        css.push('\n');
                    }
                    rest = after;
                }
                Some((_, after)) => rest = after,
                None => rest = rest.get(1..).unwrap_or(""),
            }
        }
        Sheet {
            rules: rules(&css, Depth::Outside),
            looks: Cell::new(0),
        }
    }

    /// Whether too much would have to be compared to say what can be seen.
    pub fn is_too_much(&self) -> bool {
        self.looks.get() > MAX_LOOKS
    }

    /// The style of an element that stands in these, the outermost first: what its own says and
    /// what the sheet adds. None where no rule is about it.
    pub fn style(&self, tag: &Tag, open: &[Element]) -> Option<String> {
        let mut said: Vec<Declaration> = Vec::new();
        for rule in &self.rules {
            if self.is_too_much() {
                return None;
            }
            if !self.selects(&rule.selector, tag, open) {
                continue;
            }
            self.look(rule.declarations.len());
            for one in &rule.declarations {
                outweigh(&mut said, one.clone());
            }
        }
        if said.is_empty() {
            return None;
        }
        for own in declarations(tag.value("style")) {
            outweigh(&mut said, own);
        }
        let rules = said.iter().map(|d| format!("{}:{}", d.name, d.value));
        Some(rules.collect::<Vec<_>>().join(";"))
    }

    fn selects(&self, selector: &Selector, tag: &Tag, open: &[Element]) -> bool {
        let Some((own, outer)) = selector.0.split_last() else {
            return false;
        };
        if !self.is(tag, own) {
            return false;
        }
        let mut parents = open.iter().rev().map(|e| &e.tag);
        let mut is_child = own.is_child;
        for compound in outer.iter().rev() {
            let found = match is_child {
                true => parents.next().is_some_and(|p| self.is(p, compound)),
                false => parents.any(|p| self.is(p, compound)),
            };
            if !found {
                return false;
            }
            is_child = compound.is_child;
        }
        true
    }

    fn look(&self, often: usize) {
        self.looks.set(self.looks.get().saturating_add(often));
    }

    fn is(&self, tag: &Tag, compound: &Compound) -> bool {
        self.look(1 + tag.value("class").len() / 64);
        let like = |own: &str, one: &String| own.eq_ignore_ascii_case(one);
        let has_class = |one| tag.value("class").split_whitespace().any(|c| like(c, one));
        (compound.name.is_empty() || like(&tag.name, &compound.name))
            && compound
                .ids
                .iter()
                .all(|id| like(tag.value("id").trim(), id))
            && compound.classes.iter().all(has_class)
    }
}

/// Most letters have none: then it is not looked for tag by tag.
fn brings_a_sheet(html: &str) -> bool {
    let mut tags = html.match_indices('<');
    tags.any(|(at, _)| {
        let name = html.as_bytes().get(at + 1..at + 6);
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"style"))
    })
}

/// Puts a declaration behind the others of its name, unless one of them weighs more.
fn outweigh(said: &mut Vec<Declaration>, one: Declaration) {
    let weighs = |d: &Declaration| d.name == one.name && d.is_important && !one.is_important;
    if !said.iter().any(weighs) {
        said.retain(|d| d.name != one.name);
        said.push(one);
    }
}

/// The rules of a sheet that may hide something, by their weight (CSS Cascade 4, 6.1).
fn rules(css: &str, depth: Depth) -> Vec<Rule> {
    let mut text = ParserInput::new(css);
    let mut input = Parser::new(&mut text);
    let mut found = Vec::new();
    for read in StyleSheetParser::new(&mut input, &mut Reader(depth)).flatten() {
        if found.len() >= MAX_RULES {
            break;
        }
        found.extend(read);
    }
    found.sort_by_key(|rule| rule.selector.weight());
    found
}

/// Where rules stand: a condition within another is not looked into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Outside,
    InCondition,
}

/// Reads rules; what it cannot read is passed over.
struct Reader(Depth);

impl<'i> QualifiedRuleParser<'i> for Reader {
    type Prelude = Vec<Selector>;
    type QualifiedRule = Vec<Rule>;
    type Error = ();

    fn parse_prelude<'t>(
        &mut self,
        input: &mut Parser<'i, 't>,
    ) -> Result<Vec<Selector>, ParseError<'i, ()>> {
        let text = without_comments(all_of(input));
        Ok(text.split(',').filter_map(Selector::read).collect())
    }

    fn parse_block<'t>(
        &mut self,
        selectors: Vec<Selector>,
        _start: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<Vec<Rule>, ParseError<'i, ()>> {
        let mut said = declarations(&without_comments(all_of(input)));
        said.retain(|d| PROPERTIES.contains(&d.name.as_str()));
        let mut rules = Vec::new();
        for selector in selectors.into_iter().filter(|_| !said.is_empty()) {
            rules.push(Rule {
                selector,
                declarations: said.clone(),
            });
        }
        Ok(rules)
    }
}

impl<'i> AtRuleParser<'i> for Reader {
    /// Whether what stands in it holds on every screen.
    type Prelude = bool;
    type AtRule = Vec<Rule>;
    type Error = ();

    fn parse_prelude<'t>(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i, 't>,
    ) -> Result<bool, ParseError<'i, ()>> {
        let condition = without_comments(all_of(input));
        let may_hold = self.0 == Depth::Outside && name.eq_ignore_ascii_case("media");
        Ok(may_hold && holds_on_screens(&condition))
    }

    fn rule_without_block(&mut self, _: bool, _: &ParserState) -> Result<Vec<Rule>, ()> {
        Ok(Vec::new())
    }

    fn parse_block<'t>(
        &mut self,
        holds: bool,
        _start: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<Vec<Rule>, ParseError<'i, ()>> {
        let inner = all_of(input);
        Ok(match holds {
            true => rules(inner, Depth::InCondition),
            false => Vec::new(),
        })
    }
}

/// All that is left of what is read.
fn all_of<'i>(input: &mut Parser<'i, '_>) -> &'i str {
    let from = input.position();
    while input.next_including_whitespace_and_comments().is_ok() {}
    input.slice_from(from)
}

fn without_comments(css: &str) -> String {
    let mut left = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        left.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    left.push_str(rest);
    left
}

fn holds_on_screens(condition: &str) -> bool {
    let said = condition.trim().to_ascii_lowercase();
    let mut media = said.split(',').map(str::trim);
    media.any(|one| matches!(one, "" | "all" | "screen" | "only screen"))
}

/// `color: #fff; display: none !important`.
fn declarations(text: &str) -> Vec<Declaration> {
    let mut found = Vec::new();
    for rule in text.split(';') {
        let Some((name, value)) = rule.split_once(':') else {
            continue;
        };
        let (value, said) = value.split_once('!').unwrap_or((value, ""));
        found.push(Declaration {
            name: name.trim().to_ascii_lowercase(),
            value: value.trim().to_owned(),
            is_important: said.trim().eq_ignore_ascii_case("important"),
        });
    }
    found
}

impl Selector {
    /// `div.note > #id b`; none where it says something else.
    fn read(text: &str) -> Option<Selector> {
        let text = text.replace('>', " > ");
        let mut compounds: Vec<Compound> = Vec::new();
        let mut is_child = false;
        for word in text.split_whitespace() {
            if word == ">" {
                is_child = true;
                continue;
            }
            let mut compound = Compound::read(word)?;
            compound.is_child = std::mem::take(&mut is_child);
            compounds.push(compound);
        }
        (!compounds.is_empty() && !is_child).then_some(Selector(compounds))
    }

    /// Names of elements weigh less than classes, these less than identifiers.
    fn weight(&self) -> [usize; 3] {
        let sum = |part: fn(&Compound) -> usize| self.0.iter().map(part).sum();
        [
            sum(|c| c.ids.len()),
            sum(|c| c.classes.len()),
            sum(|c| usize::from(!c.name.is_empty())),
        ]
    }
}

impl Compound {
    /// `p`, `.note`, `p.note#id`, `*`.
    fn read(word: &str) -> Option<Compound> {
        let mut compound = Compound::default();
        let mut rest = word;
        while !rest.is_empty() {
            let (mark, after) = match rest.strip_prefix(['.', '#', '*']) {
                Some(after) => (rest.chars().next(), after),
                None => (None, rest),
            };
            let end = after.find(['.', '#']).unwrap_or(after.len());
            let (name, further) = after.split_at(end);
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
            if !name.chars().all(is_name) || (name.is_empty() != (mark == Some('*'))) {
                return None;
            }
            match mark {
                Some('.') => compound.classes.push(name.to_owned()),
                Some('#') => compound.ids.push(name.to_owned()),
                _ => name.clone_into(&mut compound.name),
            }
            rest = further;
        }
        Some(compound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_read_by_its_weight() {
        let css = "/* a */ p { color: #fff } .x, div > p.y {display:none !important}\n\
                   @media (max-width: 600px) { p { display: none } }\n\
                   @media screen { #z b { font-size:0 } }\n\
                   @import url(a.css); p:hover { opacity: 0 } td { padding: 0 } <!-- i --> a}b";
        let told: Vec<String> = rules(css, Depth::Outside)
            .iter()
            .map(|rule| format!("{:?} {}", rule.selector.weight(), rule.declarations.len()))
            .collect();
        assert_eq!(
            told,
            ["[0, 0, 1] 1", "[0, 1, 0] 1", "[0, 1, 2] 1", "[1, 0, 1] 1"]
        );
    }

    #[test]
    fn selectors_that_are_not_read_select_nothing() {
        for text in [
            "", ">", "p >", "a:hover", "p[x]", "p + p", "p ~ p", "..x", "p..x",
        ] {
            assert_eq!(Selector::read(text), None, "{text}");
        }
        for text in ["*", "p", "*.x", "p.x.y#z", "ul>li", "a b > c"] {
            assert!(Selector::read(text).is_some(), "{text}");
        }
    }
}
