//! Style sheets of a page, as far as they hide words or strike them out. What other sheets of
//! a program may say for a telephone or by night is not looked at: of the conditions on a
//! medium only those that hold on every screen count. Where a letter that is read from its
//! beginning to its end cannot tell whether a rule is about an element (`:last-child`), what it
//! hides counts as hidden.

use super::Element;
use super::css::{body, without_comments};
use super::element::text_of_raw;
use super::selector::Selector;
use super::style::{Declaration, Style};
use super::tag::Tag;
use cssparser::{
    AtRuleParser, CowRcStr, ParseError, Parser, ParserInput, ParserState, QualifiedRuleParser,
    StyleSheetParser,
};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Most bytes of sheets that are read; a letter of Outlook has three thousand.
const MAX_BYTES: usize = 64_000;
/// Most rules that are kept.
const MAX_RULES: usize = 400;
/// How deep rules within rules are looked into.
const MAX_DEPTH: u8 = 4;
/// Longest selector of a rule within others, in bytes.
const MAX_PRELUDE: usize = 500;
/// Most references to variables that are followed in one style.
const MAX_VARIABLES: usize = 20;
/// How often an element may be compared with a part of a selector, or be told something; long
/// lists of classes count for more. A letter of Outlook needs ten thousand.
const MAX_LOOKS: usize = 500_000;

/// Which rules are about an element, and its own style.
type RulesAndOwn = (Vec<usize>, String);

/// The sheets of a page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// Those that weigh less first.
    rules: Vec<Rule>,
    looks: Cell<usize>,
    /// What came of rules and a style of its own, where that hangs on nothing else.
    made: RefCell<HashMap<RulesAndOwn, Rc<Styles>>>,
}

/// What is said of the elements that a selector selects.
#[derive(Clone, Debug)]
struct Rule {
    selector: Selector,
    declarations: Vec<Declaration>,
    /// It may hold or not: by its selector, or by the condition in which it stands.
    is_open: bool,
    /// A variable stands in it: what it says hangs on what an element stands in.
    has_variables: bool,
}

/// What the sheets make of an element's style.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Styles {
    /// By the rules that are surely about it; none where its own is all that is said.
    pub sure: Option<String>,
    /// By these and each of those that may be about it.
    pub perhaps: Vec<String>,
}

impl Sheet {
    /// Reads all that a page brings along, wherever it stands.
    pub fn of(html: &str) -> Sheet {
        if !brings_a_sheet(html) {
            return Sheet::default();
        }
        let (mut found, mut bytes) = (Vec::new(), 0);
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
                    bytes += inner.len();
                    let holds = Holds::of_medium(tag.value("media"));
                    if holds != Holds::Never && bytes <= MAX_BYTES {
                        found.extend(rules(inner, Depth(0), holds == Holds::Perhaps));
                    }
                    rest = after;
                }
                Some((_, after)) => rest = after,
                None => rest = rest.get(1..).unwrap_or(""),
            }
        }
        found.truncate(MAX_RULES);
        found.sort_by_key(|rule: &Rule| rule.selector.weight());
        Sheet {
            rules: found,
            looks: Cell::new(if bytes > MAX_BYTES { MAX_LOOKS + 1 } else { 0 }),
            made: RefCell::default(),
        }
    }

    /// Whether they say nothing that may hide words.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether too much would have to be compared to say what can be seen.
    pub fn is_too_much(&self) -> bool {
        self.looks.get() > MAX_LOOKS
    }

    /// The style of an element that stands in these, the outermost first: what its own says and
    /// what the sheet adds.
    pub fn styles(&self, tag: &Tag, open: &[Element]) -> Rc<Styles> {
        let selects = |(_, rule): &(usize, &Rule)| self.selects(&rule.selector, tag, open);
        let about = self.rules.iter().enumerate().filter(selects);
        let (which, about): (Vec<usize>, Vec<&Rule>) = about.unzip();
        let own = tag.value("style");
        let has_variables = own.contains("var(") || about.iter().any(|rule| rule.has_variables);
        if self.is_too_much() || (about.is_empty() && !has_variables) {
            return Rc::default();
        }
        if has_variables {
            return Rc::new(self.styles_by(&about, own, open));
        }
        let name = (which, own.to_owned());
        if let Some(made) = self.made.borrow().get(&name) {
            return Rc::clone(made);
        }
        let made = Rc::new(self.styles_by(&about, own, open));
        self.made.borrow_mut().insert(name, Rc::clone(&made));
        made
    }

    fn styles_by(&self, about: &[&Rule], own: &str, open: &[Element]) -> Styles {
        let (perhaps, sure): (Vec<&Rule>, Vec<&Rule>) = about.iter().partition(|rule| rule.is_open);
        let with = |one: &Rule| {
            let some = |rule: &&Rule| !rule.is_open || std::ptr::eq(*rule, one);
            let rules = about.iter().copied().filter(some);
            self.style(rules, own, open)
        };
        Styles {
            sure: Some(self.style(sure.into_iter(), own, open)),
            perhaps: perhaps.into_iter().map(with).collect(),
        }
    }

    fn style<'r>(
        &self,
        rules: impl Iterator<Item = &'r Rule>,
        own: &str,
        open: &[Element],
    ) -> String {
        let mut said = Style::default();
        for rule in rules {
            self.look(rule.declarations.len());
            for one in &rule.declarations {
                said.outweigh(one.clone());
            }
        }
        for one in Style::read(own).0 {
            said.outweigh(one);
        }
        let all = said.0.iter();
        let style = all.map(|d| format!("{}:{};", d.name, d.value)).collect();
        self.without_variables(style, open)
    }

    /// With the values of variables in their places (CSS Custom Properties 1, 3): one's own, or
    /// those of what one stands in, and else what is given for that case.
    fn without_variables(&self, mut style: String, open: &[Element]) -> String {
        for _ in 0..MAX_VARIABLES {
            let Some((before, rest)) = style.split_once("var(") else {
                break;
            };
            let Some((inner, after)) = rest.split_once(')') else {
                break;
            };
            let (name, otherwise) = inner.split_once(',').unwrap_or((inner, ""));
            let name = name.trim();
            let read = |text: &str| 1 + text.len() / 16;
            let outer = open.iter().map(|e| read(e.tag.value("style")));
            self.look(read(&style) + outer.sum::<usize>());
            if self.is_too_much() {
                break;
            }
            let outer = open.iter().rev().map(|e| e.tag.value("style"));
            let mut said = std::iter::once(style.as_str()).chain(outer);
            let value = said.find_map(|style| Style::read(style).value(name).map(str::to_owned));
            let value = value.unwrap_or_else(|| otherwise.trim().to_owned());
            // One that names itself has no value either.
            let value = match value.is_empty() || value.contains(name) {
                true => "initial".to_owned(),
                false => value,
            };
            style = format!("{before}{value}{after}");
            if style.len() > MAX_BYTES {
                break;
            }
        }
        style
    }

    fn selects(&self, selector: &Selector, tag: &Tag, open: &[Element]) -> bool {
        let parents = open.iter().rev().map(|e| &e.tag);
        !self.is_too_much()
            && selector.selects(tag, parents, |tag| {
                self.look(1 + tag.value("class").len() / 64);
            })
    }

    fn look(&self, often: usize) {
        self.looks.set(self.looks.get().saturating_add(often));
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

/// The rules of a sheet; `may_hold`: whether they hold, nobody can say.
fn rules(css: &str, depth: Depth, may_hold: bool) -> Vec<Rule> {
    let mut text = ParserInput::new(css);
    let mut input = Parser::new(&mut text);
    let mut found = Vec::new();
    let mut reader = Reader { depth, may_hold };
    for read in StyleSheetParser::new(&mut input, &mut reader).flatten() {
        if found.len() >= MAX_RULES {
            break;
        }
        found.extend(read);
    }
    found
}

/// Within how many others a rule stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Depth(u8);

impl Depth {
    /// One deeper, where so deep is looked.
    fn next(self) -> Option<Depth> {
        (self.0 < MAX_DEPTH).then_some(Depth(self.0 + 1))
    }
}

/// Whether a condition holds where a letter is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Always,
    /// On some screens, in some programs.
    Perhaps,
    /// Not on a usual screen by day.
    Never,
}

impl Holds {
    /// A list of media: `screen and (min-width: 1px), print`.
    fn of_medium(condition: &str) -> Holds {
        let said = condition.trim().to_ascii_lowercase();
        let elsewhere = [
            "print",
            "speech",
            "max-width",
            "max-device-width",
            "max-height",
            ": dark",
            ":dark",
        ];
        let one = |medium: &str| match medium.trim() {
            "" | "all" | "screen" | "only screen" => Holds::Always,
            medium if medium.starts_with("not ") => Holds::Perhaps,
            medium if elsewhere.iter().any(|word| medium.contains(word)) => Holds::Never,
            _ => Holds::Perhaps,
        };
        let all: Vec<Holds> = said.split(',').map(one).collect();
        match (all.contains(&Holds::Always), all.contains(&Holds::Perhaps)) {
            (true, _) => Holds::Always,
            (false, true) => Holds::Perhaps,
            (false, false) => Holds::Never,
        }
    }

    /// What stands behind the sign of a rule: `@media`, `@supports`.
    fn of(rule: &str, condition: &str) -> Holds {
        match rule.to_ascii_lowercase().as_str() {
            "media" => Holds::of_medium(condition),
            "layer" => Holds::Always,
            "supports" | "container" | "scope" | "starting-style" => Holds::Perhaps,
            _ => Holds::Never,
        }
    }
}

/// The rules that a rule and those within it come to.
fn unfolded(prelude: &str, block: &str, depth: Depth, may_hold: bool) -> Vec<Rule> {
    let (own, nested) = body(block);
    let said = Style::read(&own).0;
    let mut found = Vec::new();
    for selector in Selector::list(prelude)
        .into_iter()
        .filter(|_| !said.is_empty())
    {
        found.push(Rule {
            is_open: may_hold || selector.is_open(),
            selector,
            has_variables: said.iter().any(|one| one.value.contains("var(")),
            declarations: said.clone(),
        });
    }
    let Some(deeper) = depth.next() else {
        return found;
    };
    for (inner, block) in nested {
        let inner = inner.trim();
        if let Some(at) = inner.strip_prefix('@') {
            let (name, condition) = at.split_once(char::is_whitespace).unwrap_or((at, ""));
            let holds = Holds::of(name, condition);
            if holds != Holds::Never {
                let may_hold = may_hold || holds == Holds::Perhaps;
                found.extend(unfolded(prelude, block, deeper, may_hold));
            }
        } else if prelude.len() + inner.len() <= MAX_PRELUDE {
            let whole = match inner.contains('&') {
                true => inner.replace('&', prelude),
                false => format!("{prelude} {inner}"),
            };
            found.extend(unfolded(
                &whole,
                block,
                deeper,
                may_hold || prelude.contains(','),
            ));
        }
        if found.len() >= MAX_RULES {
            break;
        }
    }
    found
}

/// Reads rules; what it cannot read is passed over.
struct Reader {
    depth: Depth,
    may_hold: bool,
}

impl<'i> QualifiedRuleParser<'i> for Reader {
    type Prelude = String;
    type QualifiedRule = Vec<Rule>;
    type Error = ();

    fn parse_prelude<'t>(
        &mut self,
        input: &mut Parser<'i, 't>,
    ) -> Result<String, ParseError<'i, ()>> {
        Ok(without_comments(all_of(input)))
    }

    fn parse_block<'t>(
        &mut self,
        prelude: String,
        _start: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<Vec<Rule>, ParseError<'i, ()>> {
        let block = without_comments(all_of(input));
        Ok(unfolded(prelude.trim(), &block, self.depth, self.may_hold))
    }
}

impl<'i> AtRuleParser<'i> for Reader {
    type Prelude = Holds;
    type AtRule = Vec<Rule>;
    type Error = ();

    fn parse_prelude<'t>(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i, 't>,
    ) -> Result<Holds, ParseError<'i, ()>> {
        let condition = without_comments(all_of(input));
        Ok(Holds::of(&name, &condition))
    }

    fn rule_without_block(&mut self, _: Holds, _: &ParserState) -> Result<Vec<Rule>, ()> {
        Ok(Vec::new())
    }

    fn parse_block<'t>(
        &mut self,
        holds: Holds,
        _start: &ParserState,
        input: &mut Parser<'i, 't>,
    ) -> Result<Vec<Rule>, ParseError<'i, ()>> {
        let inner = all_of(input);
        let deeper = self.depth.next().filter(|_| holds != Holds::Never);
        let may_hold = self.may_hold || holds == Holds::Perhaps;
        Ok(deeper.map_or_else(Vec::new, |depth| rules(inner, depth, may_hold)))
    }
}

/// All that is left of what is read.
fn all_of<'i>(input: &mut Parser<'i, '_>) -> &'i str {
    let from = input.position();
    while input.next_including_whitespace_and_comments().is_ok() {}
    input.slice_from(from)
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
        let mut found = rules(css, Depth(0), false);
        found.sort_by_key(|rule| rule.selector.weight());
        let told: Vec<String> = found
            .iter()
            .map(|rule| format!("{:?} {}", rule.selector.weight(), rule.declarations.len()))
            .collect();
        assert_eq!(
            told,
            [
                "[0, 0, 1] 1",
                "[0, 0, 1] 1",
                "[0, 1, 0] 1",
                "[0, 1, 2] 1",
                "[1, 0, 1] 1"
            ]
        );
    }

    #[test]
    fn rules_within_rules_are_of_both() {
        let css = "div { p { color: #fff } & > b { zoom: 0 } @media print { opacity: 0 } } \
                   @supports (x: y) { i { @media screen { opacity: 0 } } }";
        let found = rules(css, Depth(0), false);
        let told: Vec<(bool, &str)> = found
            .iter()
            .map(|rule| (rule.is_open, rule.declarations[0].name.as_str()))
            .collect();
        assert_eq!(told, [(false, "color"), (false, "zoom"), (true, "opacity")]);
    }
}
