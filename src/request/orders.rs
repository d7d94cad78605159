//! An arbiter's orders in a letter: lines such as `PENALTY RU26-01/3 white -2`, with
//! the reason behind or below them. Which orders there are, and what each takes, is
//! the grammar's to know; here lines are found and made fit for it: case, accents
//! and hyphens of the names are forgiven, and what mail programs make of dashes and
//! quotation marks.

mod occurrence;

pub use occurrence::{OrderOccurrence, orders_anywhere};

use super::{courtesy, fold};
use crate::language::Language;
use crate::time::Day;
use crate::typed::is_dash;
use crate::vocabulary::{self, Keyword, OrderWords, Pick, SideWords};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Longest line that is looked at, in bytes.
const MAX_LINE: usize = 2_000;

/// Longest reason kept, in characters: it stands in letters to players.
const MAX_REASON: usize = 1_000;

/// Most lines of regards and names below a letter.
const MAX_SIGNATURE: usize = 6;

/// Most words in an order's name.
const MAX_NAME: usize = 3;

/// An order that may be given: its name as the console has it, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// `confirm-forfeit`, `leave grant`.
    pub name: String,
    /// Long options without their dashes: `received`.
    pub options: Vec<String>,
    /// All that stands below it is what it says.
    pub has_words_below: bool,
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineAsks {
    /// An order, in the words of the console.
    Order(String),
    /// What waits for the arbiter.
    Today(Vec<String>),
    /// The decisions so far.
    Log(Option<String>),
    /// A tournament's report.
    Report(String),
    /// A game with its record.
    Game(String),
    /// What can be ordered.
    Help,
}

impl LineAsks {
    /// Whether it changes something.
    pub fn is_order(&self) -> bool {
        matches!(self, LineAsks::Order(_))
    }
}

/// A line that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLine {
    /// As it stands in the letter.
    pub read: String,
    /// What it asks for.
    pub asked: LineAsks,
    /// The reason, from the line itself or from words below it; perhaps empty.
    pub reason: String,
    /// Only to be tried.
    pub dry_run: bool,
    /// All that stands below, where the order takes it; else empty.
    pub below: String,
}

/// The orders of a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// In their order.
    pub lines: Vec<OrderLine>,
    /// Lines that are no order, no reason and no courtesy, as they stand in the letter.
    pub strays: Vec<String>,
    /// The text with blanks for them and their reasons.
    pub rest: String,
}

impl Orders {
    /// The same without what only asks: `REPORT` and `HELP` are a player's words too.
    #[must_use]
    pub fn decisions(mut self) -> Orders {
        self.lines.retain(|line| line.asked.is_order());
        self
    }
}

/// A name of an order that the console does not have.
struct OtherName {
    /// All its words.
    whole: String,
    /// Its first word.
    first: String,
    /// The order as the console has it.
    order: String,
}

impl OtherName {
    fn new(spelt: &str, order: &str) -> OtherName {
        OtherName {
            whole: joined(&[spelt]),
            first: first_word(spelt),
            order: order.to_owned(),
        }
    }
}

/// The words of an arbiter's letter in every language, folded, with hyphens and spaces
/// dropped, as [`joined`] leaves them.
struct OrderTables {
    /// Other names of orders, beside those of the console.
    names: Vec<OtherName>,
    /// Words of options, and the options.
    options: BTreeMap<String, String>,
    /// Words for the sides, and the sides.
    sides: BTreeMap<String, &'static str>,
    /// What players write for their own leave; with a player named it is an arbiter's
    /// grant.
    leaves: BTreeSet<String>,
    today: BTreeSet<String>,
    log: BTreeSet<String>,
    report: BTreeSet<String>,
    game: BTreeSet<String>,
    help: BTreeSet<String>,
    dry: BTreeSet<String>,
    anyway: BTreeSet<String>,
    reason: BTreeSet<String>,
}

static TABLES: LazyLock<OrderTables> = LazyLock::new(|| {
    let set = |words: Vec<&str>| -> BTreeSet<String> {
        words.into_iter().map(|word| joined(&[word])).collect()
    };
    let own = |pick: Pick<OrderWords>| set(vocabulary::arbiters(|w| pick(&w.orders)));
    // A command of players with the same meaning is one word for both.
    let both = |keyword: Keyword, pick: Option<Pick<OrderWords>>| {
        let mut words = pick.map(own).unwrap_or_default();
        let commands = super::commands().filter(|(k, ..)| *k == keyword);
        words.extend(commands.map(|(.., shown)| joined(&[shown])));
        words
    };
    let mut names = Vec::new();
    let mut options = BTreeMap::new();
    for language in Language::ALL {
        let words = vocabulary::arbiters_of(language);
        for (name, spellings) in &words.order_names {
            // `leave-grant` is the order `leave grant`, `set-dates` is `set-dates`.
            let name = name.replacen("leave-", "leave ", 1);
            names.extend(spellings.iter().map(|s| OtherName::new(s, &name)));
        }
        for (option, spellings) in &words.order_options {
            options.extend(spellings.iter().map(|s| (joined(&[s]), joined(&[option]))));
        }
    }
    let mut sides = BTreeMap::new();
    let picks: [(&str, Pick<SideWords>); 4] = [
        ("white", |s| &s.white),
        ("white", |s| &s.of_white),
        ("black", |s| &s.black),
        ("black", |s| &s.of_black),
    ];
    for (side, pick) in picks {
        let words = vocabulary::players(|w| pick(&w.sides));
        sides.extend(words.into_iter().map(|word| (joined(&[word]), side)));
    }
    OrderTables {
        names,
        options,
        sides,
        leaves: both(Keyword::Leave, Some(|o| &o.leave)),
        today: own(|o| &o.today),
        log: own(|o| &o.log),
        report: both(Keyword::Report, None),
        game: own(|o| &o.game),
        help: both(Keyword::Help, None),
        dry: both(Keyword::Check, Some(|o| &o.dry_run)),
        anyway: own(|o| &o.anyway),
        reason: own(|o| &o.reason),
    }
});

/// The orders in a person's own words. `reads` says whether the grammar takes a
/// line: what it takes is an order in any case, what it does not only where it is
/// certain that one was meant. Every line with words is an order, a reason that
/// belongs to one, a greeting or a signature, or one of [`Orders::strays`].
pub fn find(own_text: &str, names: &[Name], reads: &dyn Fn(&str) -> bool) -> Orders {
    let mut finder = Finder::new(names, reads);
    for raw in own_text.lines() {
        finder.line(raw);
    }
    finder.done()
}

/// A line that is no order and no reason.
struct Loose {
    /// As it stands in the letter.
    raw: String,
    /// It may be a name below the letter.
    is_name: bool,
    /// A greeting or regards.
    is_courtesy: bool,
}

/// A letter while its lines are told apart.
struct Finder<'a> {
    names: &'a [Name],
    reads: &'a dyn Fn(&str) -> bool,
    found: Orders,
    rest: Vec<String>,
    loose: Vec<Loose>,
    all_dry: bool,
    /// Reasons given before the first order, as they stand in the letter.
    above: Vec<(String, String)>,
    /// Orders that still want a reason.
    open: Vec<usize>,
    /// Orders that the reason below them belongs to.
    block: Vec<usize>,
    reading_reason: bool,
    /// The order that takes all that stands below it, once there is one.
    taking: Option<usize>,
}

impl<'a> Finder<'a> {
    fn new(names: &'a [Name], reads: &'a dyn Fn(&str) -> bool) -> Finder<'a> {
        Finder {
            names,
            reads,
            found: Orders::default(),
            rest: Vec::new(),
            loose: Vec::new(),
            all_dry: false,
            above: Vec::new(),
            open: Vec::new(),
            block: Vec::new(),
            reading_reason: false,
            taking: None,
        }
    }

    fn line(&mut self, raw: &str) {
        if let Some(at) = self.taking {
            self.add_below(at, raw);
            self.rest.push(" ".repeat(raw.len()));
            return;
        }
        let line = tidy(raw);
        if line.is_empty() {
            self.rest.push(raw.to_owned());
            self.block.clear();
            self.reading_reason = false;
            return;
        }
        let blank = " ".repeat(raw.len());
        let taken = raw.len() <= MAX_LINE
            && (self.reason_word(raw, &line)
                || self.trial(&line)
                || self.order(raw, &line)
                || self.reason_below(raw, &line));
        if taken {
            self.rest.push(blank);
            return;
        }
        self.block.clear();
        self.reading_reason = false;
        self.loose.push(loose(raw, &line));
        self.rest.push(raw.to_owned());
    }

    /// `REASON he was ill`: for the orders above that have none, or for those below.
    fn reason_word(&mut self, raw: &str, line: &str) -> bool {
        let Some(reason) = reason_line(line) else {
            return false;
        };
        if self.found.lines.is_empty() {
            self.above.push((raw.to_owned(), reason));
            self.reading_reason = true;
            return true;
        }
        let open = std::mem::take(&mut self.open);
        if !open.iter().all(|at| self.has_room(*at, &reason)) || open.is_empty() {
            self.open = open;
            return false;
        }
        for at in open {
            self.add_reason(at, &reason);
            self.block.push(at);
        }
        self.reading_reason = true;
        true
    }

    /// `DRY-RUN` alone on a line.
    fn trial(&mut self, line: &str) -> bool {
        let dry = is_dry(line);
        self.all_dry |= dry;
        dry
    }

    fn order(&mut self, raw: &str, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (dry_run, order) = match words.split_first() {
            Some((first, _)) if is_one_of(first, &TABLES.dry) => {
                (true, line.chars().skip(first.chars().count()).collect())
            }
            _ => (false, line.to_owned()),
        };
        // The mark of another's words, as an alphabet that has it not leaves it.
        if raw.trim_start().starts_with(['?', '\u{fffd}']) {
            return false;
        }
        let Some((asked, reason, dry)) = order_of(order.trim(), self.names, self.reads) else {
            return false;
        };
        if !self.reading_reason {
            let open = &self.open;
            self.block.retain(|at| open.contains(at));
        } else if !self.found.lines.is_empty() {
            self.block.clear();
        }
        self.reading_reason = false;
        let at = self.found.lines.len();
        self.taking = self.takes_all_below(&asked).then_some(at);
        if asked.is_order() && reason.is_empty() {
            self.open.push(at);
        }
        self.block.push(at);
        self.found.lines.push(OrderLine {
            read: raw.trim().to_owned(),
            asked,
            reason,
            dry_run: dry_run || dry,
            below: String::new(),
        });
        true
    }

    /// Words right below an order that has no reason yet, or below its reason.
    fn reason_below(&mut self, raw: &str, line: &str) -> bool {
        // Words below a reason that stands above all orders belong to it.
        if self.reading_reason && self.found.lines.is_empty() {
            let said = self.above.iter().map(|(_, said)| said.chars().count() + 1);
            let room = said.sum::<usize>() + line.chars().count() <= MAX_REASON;
            if room && !self.is_another(raw, line) {
                self.above.push((raw.to_owned(), line.to_owned()));
                return true;
            }
            return false;
        }
        let (reading, open) = (self.reading_reason, &self.open);
        let each = self.block.iter().copied();
        let mine: Vec<usize> = each.filter(|at| reading || open.contains(at)).collect();
        let fits = mine.iter().all(|at| self.has_room(*at, line));
        if mine.is_empty() || !fits || self.is_another(raw, line) {
            return false;
        }
        for at in &mine {
            self.add_reason(*at, line);
        }
        self.open.retain(|at| !mine.contains(at));
        self.reading_reason = true;
        true
    }

    /// Whether a line below an order is something else than its reason: regards, a
    /// name, an instruction of its own.
    fn is_another(&self, raw: &str, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        courtesy::closes(line) || is_a_name(&words) || instructs(raw, line, self.names)
    }

    fn add_below(&mut self, at: usize, raw: &str) {
        if let Some(line) = self.found.lines.get_mut(at) {
            line.below.push_str(raw.trim_end());
            line.below.push('\n');
        }
    }

    /// Whether all that stands below an order is what it says.
    fn takes_all_below(&self, asked: &LineAsks) -> bool {
        let LineAsks::Order(words) = asked else {
            return false;
        };
        let name = words.split_whitespace().next().unwrap_or_default();
        self.names
            .iter()
            .any(|n| n.name == name && n.has_words_below)
    }

    fn has_room(&self, at: usize, words: &str) -> bool {
        let line = self.found.lines.get(at);
        let now = line.map_or(0, |l| l.reason.chars().count());
        now + 1 + words.chars().count() <= MAX_REASON
    }

    fn add_reason(&mut self, at: usize, words: &str) {
        if let Some(line) = self.found.lines.get_mut(at) {
            if !line.reason.is_empty() {
                line.reason.push(' ');
            }
            line.reason.push_str(words);
        }
    }

    fn done(mut self) -> Orders {
        let above: Vec<&str> = self.above.iter().map(|(_, said)| said.as_str()).collect();
        let above = above.join(" ");
        let mut used = false;
        for line in &mut self.found.lines {
            line.dry_run |= self.all_dry;
            if line.reason.is_empty() && line.asked.is_order() {
                line.reason.clone_from(&above);
                used = true;
            }
        }
        if !used {
            let unused = self.above.into_iter().map(|(raw, _)| raw.trim().to_owned());
            self.found.strays.extend(unused);
        }
        let strays = strays(&self.loose, self.names);
        self.found.strays.extend(strays);
        self.found.rest = self.rest.join("\n");
        self.found
    }
}

fn loose(raw: &str, line: &str) -> Loose {
    let words: Vec<&str> = line.split_whitespace().collect();
    let said = raw.trim();
    let greets = courtesy::greeted(said) >= said.len() && !said.is_empty();
    Loose {
        raw: said.to_owned(),
        is_name: is_a_name(&words),
        is_courtesy: greets || courtesy::closes(line),
    }
}

/// The lines that are neither courtesy nor the names below the letter.
fn strays(loose: &[Loose], names: &[Name]) -> Vec<String> {
    let is_name = |l: &Loose| {
        let line = tidy(&l.raw);
        let words: Vec<&str> = line.split_whitespace().collect();
        l.is_name && !is_near(&words, names) && !instructs(&l.raw, &line, names)
    };
    let tail = loose.iter().rev().take(MAX_SIGNATURE);
    let below = tail.take_while(|l| l.is_courtesy || is_name(l)).count();
    let last = loose.len() - below;
    let text = loose.iter().take(last).filter(|l| !l.is_courtesy);
    text.map(|l| l.raw.clone()).collect()
}

/// Whether a line below an order asks for something itself: a move or a command of a
/// player's, an option that stands alone, a shouted word before a game, a player or a
/// date, nearly the name of an order.
fn instructs(raw: &str, line: &str, names: &[Name]) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first() else {
        return false;
    };
    let letters: Vec<char> = first.chars().filter(|c| c.is_alphabetic()).collect();
    let shouted = letters.len() > 2 && letters.iter().all(|c| c.is_uppercase());
    let option = raw.trim_start().starts_with("--") && raw.trim_start().len() > 2;
    let commands = match super::command::read(line, 0) {
        Some(
            super::command_line::CommandLine::Request(_)
            | super::command_line::CommandLine::BareDraw,
        ) => true,
        Some(_) => shouted,
        None => false,
    };
    let named =
        words.iter().skip(1).take(MAX_NAME).any(|w| {
            is_reference(w) || Day::parse(&plain_word(w)).is_some() || plain_word(w) != **w
        });
    let numbered = raw.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let moves = numbered
        && matches!(
            super::moves::held(raw.trim(), false),
            super::moves::LineHolds::Moves(_)
        );
    option || commands || moves || shouted && (named || is_near(&words, names))
}

/// Whether the first words are nearly an order's, in any language.
fn is_near(words: &[&str], names: &[Name]) -> bool {
    let known = names.iter().map(|n| joined(&[&n.name]));
    let all: Vec<String> = known
        .chain(TABLES.names.iter().map(|other| other.whole.clone()))
        .collect();
    (1..=MAX_NAME.min(words.len())).any(|count| {
        let own = joined(words.get(..count).unwrap_or_default());
        let near = |name: &String| strsim::osa_distance(&own, name) <= name.chars().count() / 3;
        !own.is_empty() && all.iter().any(near)
    }) || words.iter().any(|w| is_one_of(w, &TABLES.leaves))
}

/// A line without what may stand around an order: marks of lists, the program's
/// name, a full stop.
fn tidy(raw: &str) -> String {
    let one: String = raw
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}'))
        .collect();
    let mut line = one.trim();
    loop {
        let before = line;
        line = line.trim_start_matches(['-', '*', '•', '·', '–', '—', '$', '`', ' ']);
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if number.len() < line.len()
            && let Some(after) = number.strip_prefix(['.', ')'])
            && after.starts_with(' ')
        {
            line = after.trim_start();
        }
        for program in ["postchess ", "td ", "TD ", "Td "] {
            line = line.strip_prefix(program).unwrap_or(line).trim_start();
        }
        if line == before {
            break;
        }
    }
    let whole = line.trim_end_matches(['.', ',', ';', '`', ' ', '!']);
    // `16...` names Black's move: its dots end no sentence.
    let dots = line.get(whole.len()..).unwrap_or_default();
    match whole.ends_with(|c: char| c.is_ascii_digit()) && dots.starts_with("...") {
        true => format!("{whole}..."),
        false => whole.to_owned(),
    }
}

fn joined(words: &[&str]) -> String {
    fold::words(&words.join(" "))
        .into_iter()
        .map(|w| w.text)
        .collect()
}

fn is_one_of(word: &str, all: &BTreeSet<String>) -> bool {
    let word = joined(&[word]);
    !word.is_empty() && all.contains(&word)
}

/// Whether an order has a name, in any language.
fn is_name_of_order(whole: &str, names: &[Name]) -> bool {
    let other = TABLES.names.iter().any(|other| other.whole == whole);
    other || names.iter().any(|n| is_named(&n.name, whole)) || TABLES.leaves.contains(whole)
}

/// Whether an order of the console, in small Latin letters, is named so.
fn is_named(order: &str, whole: &str) -> bool {
    let letters = order.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).eq(whole.chars())
}

/// `DRY-RUN`, `DRY RUN` or `CHECK` and nothing else.
fn is_dry(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let whole = joined(&words);
    words.len() <= 2 && TABLES.dry.contains(&whole)
}

/// The words of a line that gives a reason.
fn reason_line(line: &str) -> Option<String> {
    let end = line
        .char_indices()
        .find(|(_, c)| c.is_whitespace() || matches!(c, ':' | '='))
        .map_or(line.len(), |(at, _)| at);
    let (first, rest) = line.split_at_checked(end)?;
    let rest = rest.trim_start_matches([':', '=', ' ']);
    (is_one_of(first, &TABLES.reason) && !rest.is_empty()).then(|| unquoted(rest))
}

/// One to three words with capitals and nothing else: who writes, not why.
fn is_a_name(words: &[&str]) -> bool {
    let named = |w: &&str| {
        w.chars().next().is_some_and(char::is_uppercase)
            && w.chars().all(|c| c.is_alphabetic() || ".,-'’".contains(c))
    };
    words.len() <= 3 && words.iter().all(named)
}

fn unquoted(text: &str) -> String {
    let marks = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’'];
    text.trim().trim_matches(marks).trim().to_owned()
}

/// What a line asks for, its own reason, and whether it is only to be tried.
fn order_of(
    line: &str,
    names: &[Name],
    reads: &dyn Fn(&str) -> bool,
) -> Option<(LineAsks, String, bool)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    for count in (1..=MAX_NAME.min(words.len())).rev() {
        let (own, rest) = words.split_at_checked(count)?;
        let whole = joined(own);
        if whole.is_empty() {
            continue;
        }
        if count == 1
            && let Some(asked) = question(&whole, rest)
        {
            return Some((asked, String::new(), false));
        }
        let alias = TABLES.names.iter().find(|other| other.whole == whole);
        let alias = alias.map(|other| other.order.as_str());
        let name = names
            .iter()
            .find(|n| Some(n.name.as_str()) == alias || is_named(&n.name, &whole));
        let Some(name) = name else {
            continue;
        };
        let (plain, reason, dry) = plain(rest, &name.options);
        let order = format!("{} {plain}", name.name).trim_end().to_owned();
        let shouted = own.iter().all(|w| !w.chars().any(char::is_lowercase));
        let refers = rest.iter().any(|w| is_reference(w));
        // An arbiter may play elsewhere: these are a player's words too.
        let players = match name.name.as_str() {
            "opinion" => !refers,
            "withdraw" => rest.is_empty(),
            "address" => rest.len() == 1 && !refers,
            _ => false,
        };
        let shouted = shouted && !players;
        return (shouted || refers || reads(&order)).then_some((
            LineAsks::Order(order),
            reason,
            dry,
        ));
    }
    if let Some((first, rest)) = words.split_first()
        && is_one_of(first, &TABLES.leaves)
        && rest
            .first()
            .is_some_and(|w| is_reference(w) || w.contains('@'))
        && let Some(name) = names.iter().find(|n| n.name == "leave grant")
    {
        let (plain, reason, dry) = plain(rest, &name.options);
        return Some((
            LineAsks::Order(format!("{} {plain}", name.name)),
            reason,
            dry,
        ));
    }
    is_misspelt(&words, names).then(|| (LineAsks::Order(line.to_owned()), String::new(), false))
}

/// Nearly an order's first word, and then a game or a player: it must be refused,
/// not pass for the reason of the order above it.
fn is_misspelt(words: &[&str], names: &[Name]) -> bool {
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    let first = joined(&[first]);
    let near = |own: &str| strsim::osa_distance(&first, own) <= own.chars().count() / 3;
    rest.iter().take(MAX_NAME).any(|w| is_reference(w))
        && (names.iter().any(|n| near(&first_word(&n.name)))
            || TABLES.names.iter().any(|other| near(&other.first)))
}

fn first_word(name: &str) -> String {
    joined(&name.split_whitespace().take(1).collect::<Vec<_>>())
}

/// What only asks: `TODAY`, `REPORT RU26-01`, `GAME RU26-01/3`.
fn question(word: &str, rest: &[&str]) -> Option<LineAsks> {
    let is = |all: &BTreeSet<String>| all.contains(word);
    let plain = |w: &&str| w.replace(is_dash, "-");
    let codes: Vec<String> = rest.iter().map(plain).collect();
    let all_codes = codes.iter().all(|c| is_code(c));
    match codes.as_slice() {
        [] if is(&TABLES.help) => Some(LineAsks::Help),
        [] if is(&TABLES.log) => Some(LineAsks::Log(None)),
        [code] if is(&TABLES.log) && all_codes => Some(LineAsks::Log(Some(code.clone()))),
        [code] if is(&TABLES.report) && all_codes => Some(LineAsks::Report(code.clone())),
        [game] if is(&TABLES.game) && is_reference(game) => Some(LineAsks::Game(game.clone())),
        codes if is(&TABLES.today) && all_codes => Some(LineAsks::Today(codes.to_vec())),
        _ => None,
    }
}

/// The code of a tournament, as far as one can see.
fn is_code(word: &str) -> bool {
    word.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        && word
            .chars()
            .any(|c| c.is_ascii_digit() || c.is_ascii_uppercase())
}

/// `RU26-01/3`, `RU26-01:2`: what no sentence holds.
fn is_reference(word: &str) -> bool {
    let word = word.replace(is_dash, "-");
    let parts = word.split_once('/').or_else(|| word.split_once(':'));
    parts.is_some_and(|(code, number)| {
        code.chars().any(|c| c.is_ascii_alphabetic())
            && is_code(code)
            && !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit())
    })
}

/// What stands behind an order's name in the words of the console; its reason; and
/// whether it is only to be tried.
fn plain(words: &[&str], options: &[String]) -> (String, String, bool) {
    let mut out: Vec<String> = Vec::new();
    let mut dry = false;
    let mut rest = words.iter();
    // A person's words within quotation marks hold no options.
    let mut quoted = false;
    while let Some(word) = rest.next() {
        let word = match quoted || opens(word) {
            true => *word,
            false => word.trim_end_matches([',', ';']),
        };
        if quoted || opens(word) {
            quoted = !closes(word, !quoted);
            out.push(word.to_owned());
            continue;
        }
        let (name, value) = match word.split_once(['=', ':']) {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let dashed = name.starts_with(|c: char| c == '-' || is_dash(c));
        let bare = name.trim_start_matches(|c: char| c == '-' || is_dash(c));
        let known = option_of(bare, options);
        if is_one_of(bare, &TABLES.reason) && (dashed || value.is_some() || bare == name) {
            let mut said: Vec<&str> = value.into_iter().filter(|v| !v.is_empty()).collect();
            said.extend(rest.by_ref());
            let mut said = said.join(" ");
            for mark in ["ANYWAY", "--anyway", "—anyway", "–anyway"] {
                if let Some(before) = said.strip_suffix(mark) {
                    said = before.trim_end().to_owned();
                    out.push("--anyway".to_owned());
                }
            }
            for mark in ["--dry-run", "—dry-run", "–dry-run"] {
                if let Some(before) = said.strip_suffix(mark) {
                    said = before.trim_end().to_owned();
                    dry = true;
                }
            }
            return (out.join(" "), unquoted(&said), dry);
        }
        if dashed && is_one_of(bare, &TABLES.dry) {
            dry = true;
        } else if is_one_of(bare, &TABLES.anyway) && (dashed || shouted(bare)) {
            out.push("--anyway".to_owned());
        } else if let Some(option) = known.filter(|_| dashed || value.is_none()) {
            out.push(format!("--{option}"));
            let said = value.filter(|v| opens(v));
            quoted = said.is_some_and(|v| !closes(v, true));
            out.extend(value.map(|v| said.map_or_else(|| plain_word(v), str::to_owned)));
        } else {
            out.push(plain_word(word));
        }
    }
    (out.join(" "), String::new(), dry)
}

/// All its letters are capitals.
fn shouted(word: &str) -> bool {
    !word.chars().any(char::is_lowercase)
}

/// Whether a quotation begins with a word.
fn opens(word: &str) -> bool {
    word.starts_with(['"', '\'', '«', '“', '„'])
}

/// Whether a quotation ends with a word, which may be the one it began with.
fn closes(word: &str, began: bool) -> bool {
    let inner = match began {
        true => word.chars().skip(1).collect(),
        false => word.to_owned(),
    };
    inner.ends_with(['"', '\'', '»', '”', '“'])
}

fn option_of(word: &str, options: &[String]) -> Option<String> {
    let folded = joined(&[word]);
    let name = TABLES.options.get(&folded).unwrap_or(&folded);
    options.iter().find(|o| joined(&[o]) == *name).cloned()
}

/// A word as the console takes it: hyphens for dashes, a side in English, a day as
/// ISO has it.
fn plain_word(word: &str) -> String {
    let hyphens: String = word
        .chars()
        .map(|c| if is_dash(c) { '-' } else { c })
        .collect();
    let folded = joined(&[&hyphens]);
    if let Some(side) = TABLES.sides.get(&folded) {
        return (*side).to_owned();
    }
    iso_day(&hyphens).unwrap_or(hyphens)
}

/// `20.04.2026` or `20/04/2026` as `2026-04-20`.
fn iso_day(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.split(['.', '/']).collect();
    let [day, month, year] = parts.as_slice() else {
        return None;
    };
    let day: u32 = day.parse().ok()?;
    let month: u32 = month.parse().ok()?;
    let whole = year.len() == 4 && (1..=31).contains(&day) && (1..=12).contains(&month);
    let year: u32 = year.parse().ok()?;
    whole.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests;
