//! Orders at the desk of the server: read as the console and letters read them, tried and
//! shown, and given when whoever is signed in says yes to what was shown. What he has said yes
//! to travels with his yes as a hash that only we make: where it would do something else by
//! then, it is shown again.

use super::decided::{DecisionEffect, GivenBy, Grounds};
use super::letter::rights::foreign_word;
use super::{BatchOrder, show_in_turn};
use crate::error::{Failure, FailureKind};
use crate::language::Language;
use crate::messages::word;
use crate::orders::batch::{self, BatchWrong};
use crate::orders::by_letter::{example_line, order_name, orders_in};
use crate::orders::role::Power;
use crate::orders::{Order, OrderPlace, Ordered, Refusal, Td, line, usage};
use crate::record::Cause;
use crate::report::document::Document;
use crate::request::orders::{LineAsks, OrderLine};
use crate::robot::alone::Robot;
use crate::robot::desk::Desk;
use crate::robot::inquiry::{exact_line, exact_names};
use crate::robot::office::{WritingOfficial, office_of};
use crate::store::View;
use crate::token::Key;
use std::fmt::Write as _;

/// Most orders that are given at once.
const MOST_ORDERS: usize = 40;

/// What a yes is sealed for.
const YES: &str = "desk order";

/// Orders as they are filled in.
#[derive(Clone, Copy, Debug)]
pub struct DeskOrders<'a> {
    /// The address of the official who is signed in, in lower case.
    pub official: &'a str,
    /// The orders, a line each; a circular's words stand below its line.
    pub text: &'a str,
    /// The reason of those that name none.
    pub reason: &'a str,
    /// The article likewise; empty: the one that the robot knows.
    pub article: &'a str,
    /// What tells this preview from all others: a yes is good once.
    pub number: &'a str,
    /// In which language they are shown.
    pub language: Language,
}

/// What becomes of orders.
#[derive(Clone, Debug)]
pub enum DeskAnswer {
    /// One of them cannot be given, and so none is.
    Refused(DeskRefusal),
    /// What they would do.
    Would(Shown),
    /// What they would do by now: something else than was shown.
    Changed(Shown),
    /// What they have done.
    Done(Shown),
    /// They were given before: a yes is good once.
    Twice,
}

/// Why an order is not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskRefusal {
    /// Which, as it was filled in.
    pub line: String,
    /// Why, in a sentence without a full stop.
    pub why: String,
    /// How it is written; empty where it is written well.
    pub usage: String,
    /// One that would be taken.
    pub example: String,
}

/// Orders with what they do.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Each of them.
    pub each: Vec<ShownOrder>,
    /// What a yes to it shows.
    pub yes: String,
    /// They are only to be tried, whatever is said to it.
    pub only_tried: bool,
    /// None of them decides anything: they only show, and there is nothing to say yes to.
    pub only_shows: bool,
}

/// An order with what it does.
#[derive(Clone, Debug)]
pub struct ShownOrder {
    /// As it was filled in.
    pub line: String,
    /// The number of the decision, once it is given.
    pub number: Option<i64>,
    /// What it decides.
    pub what: String,
    /// The articles.
    pub articles: Vec<String>,
    /// What holds before and after it.
    pub effect: Vec<String>,
    /// What it does that its own name does not say.
    pub cautions: Vec<String>,
    /// The letters that leave: kind and name.
    pub letters: Vec<(&'static str, String)>,
    /// Held messages that are processed again.
    pub released: u32,
    /// What should be seen beside it.
    pub documents: Vec<Document>,
    /// The orders that this leads to, as they are filled in.
    pub leads_to: Vec<String>,
}

/// An order that was read.
struct ReadOrder {
    written: String,
    words: String,
    td: Td,
    only_tried: bool,
}

impl Robot {
    /// Shows what orders would do, or gives them: with a `yes` to exactly that.
    ///
    /// # Errors
    /// The record or the lock. What an order is refused for is an answer.
    pub fn desk_orders(
        &mut self,
        asked: &DeskOrders<'_>,
        yes: Option<&str>,
    ) -> Result<DeskAnswer, Failure> {
        let mut answer = None;
        let key = self.key.clone();
        let mut released = false;
        let done = self.batch(|desk| {
            if yes.is_some() && desk.tx.is_given(asked.number)? {
                answer = Some(DeskAnswer::Twice);
                return Err(Failure::failed("given before"));
            }
            let shown = match try_all(desk, asked, &key)? {
                Ok(shown) => shown,
                Err(refused) => {
                    answer = Some(DeskAnswer::Refused(refused));
                    return Err(Failure::failed("a refusal"));
                }
            };
            let can_be_given = !shown.only_tried && !shown.only_shows;
            let is_meant = can_be_given && yes.is_some_and(|yes| same(&shown.yes, yes));
            if is_meant {
                released = shown.each.iter().any(|one| one.released > 0);
                desk.tx.given_add(asked.number)?;
                return Ok(DeskAnswer::Done(shown));
            }
            answer = Some(match yes {
                Some(_) => DeskAnswer::Changed(shown.undone()),
                None => DeskAnswer::Would(shown.undone()),
            });
            Err(Failure::failed("a dry run"))
        });
        if let Some(answer) = answer {
            return Ok(answer);
        }
        let done = done?;
        if released {
            self.process_pending()?;
        }
        self.send_if_possible()?;
        Ok(done)
    }
}

impl Shown {
    /// The same without numbers that were taken back.
    fn undone(mut self) -> Shown {
        self.each.iter_mut().for_each(|one| one.number = None);
        self
    }
}

fn same(own: &str, shown: &str) -> bool {
    use subtle::ConstantTimeEq;
    bool::from(own.as_bytes().ct_eq(shown.as_bytes()))
}

/// Gives all of them within the transaction, which whoever called takes back or not.
fn try_all(
    desk: &mut Desk<'_>,
    asked: &DeskOrders<'_>,
    key: &Key,
) -> Result<Result<Shown, DeskRefusal>, Failure> {
    let Some(office) = office_of(desk.tx, asked.official, desk.now)? else {
        let why = Refusal::NotYourOffice.why(asked.language);
        return Ok(Err(DeskRefusal {
            line: String::new(),
            why,
            usage: String::new(),
            example: String::new(),
        }));
    };
    let refused = |written: &str, name: &str, failure: &Failure| {
        let unread = matches!(failure.refusal.as_deref(), Some(Refusal::Unread(_)));
        DeskRefusal {
            line: written.to_owned(),
            why: why(asked.language, failure),
            usage: match unread {
                true => usage(name),
                false => String::new(),
            },
            example: match unread {
                true => example_line(name, office.home_code()).replace('\u{a0}', " "),
                false => String::new(),
            },
        }
    };
    let orders = match read(**desk.tx, asked) {
        Ok(orders) => orders,
        Err((written, failure)) => {
            let name = order_name(&written.to_lowercase());
            return Ok(Err(refused(&written, &name, &failure)));
        }
    };
    let only_tried = orders.iter().any(|one| one.only_tried);
    let shows = |one: &ReadOrder| Power::of(&one.td.order) == Power::Look;
    let only_shows = !orders.is_empty() && orders.iter().all(shows);
    let mut each = Vec::new();
    // What is hashed is what is shown, in one language: it is no other effect in another.
    let mut said = format!("{}\n{}", asked.official, asked.number);
    for one in orders {
        let done = match obey(desk, &one, asked.official, &office) {
            Ok(done) => done,
            Err(failure) => match failure.kind {
                FailureKind::Home | FailureKind::Full | FailureKind::Later | FailureKind::Clock => {
                    return Err(failure);
                }
                _ => return Ok(Err(refused(&one.written, "", &failure))),
            },
        };
        let (reason, article) = (&one.td.why.reason, &one.td.why.article);
        // Writing to a String never fails.
        let _ = write!(said, "\n{}\n{reason}\n{article:?}", one.words);
        let _ = write!(said, "\n{:?}", shown(&one, &done, Language::En).facts());
        each.push(shown(&one, &done, asked.language));
    }
    Ok(Ok(Shown {
        each,
        yes: key.seal_of(YES, &said),
        only_tried,
        only_shows,
    }))
}

/// Gives one order, after it was found to be his.
fn obey(
    desk: &mut Desk<'_>,
    one: &ReadOrder,
    official: &str,
    office: &WritingOfficial,
) -> Result<DecisionEffect, Failure> {
    // Nothing of another's tournament is told, not even why it could not be done there.
    let words = one.words.lines().next().unwrap_or_default();
    if let Some(code) = foreign_word(desk, words, office)? {
        let named = official.to_owned();
        return Err(Refusal::NoOfficeIn { named, code }.into());
    }
    let order = BatchOrder {
        order: one.td.order.clone(),
        grounds: Grounds {
            reason: one.td.why.reason.clone(),
            article: one.td.why.article.clone(),
            dry_run: false,
            anyway: true,
            by: GivenBy::SignedIn(official.to_owned()),
            cause: Cause::OrderWeb,
        },
    };
    show_in_turn(desk, &order)
}

/// Why an order was refused. What has no words in the language stands in brackets.
fn why(language: Language, failure: &Failure) -> String {
    match &failure.refusal {
        Some(refusal) => refusal.why(language),
        None if language == Language::En => failure.to_string(),
        None => format!("[{}]", failure.message),
    }
}

fn shown(one: &ReadOrder, done: &DecisionEffect, language: Language) -> ShownOrder {
    let in_games = done.entries.iter().map(|(_, e)| e.grounds.clone());
    let of_players = done.player_entries.iter().map(|e| e.grounds.clone());
    let mut articles: Vec<String> = Vec::new();
    for article in in_games.chain(of_players).flatten() {
        if !articles.contains(&article) {
            articles.push(article);
        }
    }
    let letters = done.letters.iter();
    let letters = letters.map(|l| (word(language, "letter-kind", &l.kind), l.name.clone()));
    let documents = done.shown.iter().map(|s| s.document(language));
    let leads_to = done.shown.iter().flat_map(|s| s.leads_to());
    ShownOrder {
        line: one.written.clone(),
        number: done.id.map(|id| id.0),
        what: done.note(language),
        articles,
        effect: done.effect.lines(language),
        cautions: done.cautions.iter().map(|c| c.said(language)).collect(),
        letters: letters.collect(),
        released: done.released,
        documents: documents.collect(),
        leads_to: leads_to
            .filter_map(|order| order.strip_prefix("td ").map(str::to_owned))
            .collect(),
    }
}

impl ShownOrder {
    /// All that is shown but its number, which every trial has anew.
    fn facts(&self) -> impl std::fmt::Debug + '_ {
        (
            (&self.line, &self.what, &self.articles, &self.effect),
            (&self.cautions, &self.letters, self.released),
            &self.documents,
        )
    }
}

type Unread = (String, Failure);

/// The orders of what was filled in: as the console takes them, or else as letters do.
fn read(view: View<'_>, asked: &DeskOrders<'_>) -> Result<Vec<ReadOrder>, Unread> {
    let by_console = as_typed(view, asked);
    let Err(unread) = by_console else {
        return by_console;
    };
    let written = orders_in(asked.text);
    let is_all = !written.lines.is_empty() && written.strays.is_empty();
    if !is_all || !written.lines.iter().all(|line| line.asked.is_order()) {
        return Err(unread);
    }
    few_enough(written.lines.len())?;
    let lines = written.lines.iter();
    lines.map(|line| as_written(view, asked, line)).collect()
}

fn few_enough(orders: usize) -> Result<(), Unread> {
    match orders > MOST_ORDERS {
        true => {
            let words = format!("more than {MOST_ORDERS} orders at once");
            Err((String::new(), Failure::usage(words)))
        }
        false => Ok(()),
    }
}

fn as_typed(view: View<'_>, asked: &DeskOrders<'_>) -> Result<Vec<ReadOrder>, Unread> {
    if let Some(circular) = circular(view, asked)? {
        return Ok(vec![circular]);
    }
    let lines = batch::read(asked.text).map_err(|trouble| {
        let at = trouble
            .line
            .and_then(|n| asked.text.lines().nth(n.saturating_sub(1)));
        let failure = match trouble.why {
            BatchWrong::Words(refusal) => refusal.into(),
            why => Failure::usage(why),
        };
        (at.unwrap_or(asked.text).trim().to_owned(), failure)
    })?;
    few_enough(lines.len())?;
    let mut orders = Vec::new();
    for one in lines {
        let words = named(view, one.words).map_err(|e| (one.written.clone(), e))?;
        orders.push(order_of(asked, &one.written, words, "")?);
    }
    Ok(orders)
}

/// A letter to players: its words stand below the line.
fn circular(view: View<'_>, asked: &DeskOrders<'_>) -> Result<Option<ReadOrder>, Unread> {
    let text = asked.text.trim_start();
    let (first, below) = text.split_once('\n').unwrap_or((text, ""));
    let words = line::words(first).unwrap_or_default();
    let is_circular =
        line::of_words(words.clone()).is_ok_and(|td| matches!(td.order, Order::Circular(_)));
    if !is_circular {
        return Ok(None);
    }
    let words = named(view, words).map_err(|e| (first.to_owned(), e))?;
    order_of(asked, first, words, below).map(Some)
}

/// The words with the names in them as they are.
fn named(view: View<'_>, words: Vec<String>) -> Result<Vec<String>, Failure> {
    let names = exact_names(view, line::names_in(words.clone()))?;
    let each = words.into_iter();
    Ok(each
        .map(|w| line::with_name(&w, &names).unwrap_or(w))
        .collect())
}

/// A line as a letter has it.
fn as_written(view: View<'_>, asked: &DeskOrders<'_>, of: &OrderLine) -> Result<ReadOrder, Unread> {
    let unread = |failure: Failure| (of.read.clone(), failure);
    let exact = exact_line(view, &of.asked).map_err(unread)?;
    let LineAsks::Order(words) = exact else {
        return Err(unread(Failure::usage("a list is no decision")));
    };
    let words = line::words(&words).map_err(|e| unread(e.into()))?;
    let mut order = order_of(asked, &of.read, words, &of.below)?;
    if !of.reason.is_empty() {
        order.td.why.reason.clone_from(&of.reason);
    }
    order.only_tried |= of.dry_run;
    Ok(order)
}

fn order_of(
    asked: &DeskOrders<'_>,
    written: &str,
    mut words: Vec<String>,
    below: &str,
) -> Result<ReadOrder, Unread> {
    let unread = |failure: Failure| (written.to_owned(), failure);
    let mut td = line::of_words(words.clone()).map_err(|e| unread(e.into()))?;
    let article = asked.article.trim();
    if td.why.article.is_none() && !article.is_empty() {
        words.push(format!("--article={article}"));
        td = line::of_words(words.clone()).map_err(|e| unread(e.into()))?;
    }
    if matches!(td.order.place(), OrderPlace::List) {
        return Err(unread(Failure::usage("a list is no decision")));
    }
    if td.why.reason.is_empty() {
        td.why.reason = asked.reason.trim().to_owned();
    }
    td.order = match td.order {
        Order::Circular(order) if !below.trim().is_empty() => order.with_below(below.trim()).into(),
        order => order,
    };
    Ok(ReadOrder {
        written: written.trim().to_owned(),
        words: format!("{}\n{below}", words.join(" ")).trim().to_owned(),
        only_tried: td.why.dry_run,
        td,
    })
}
