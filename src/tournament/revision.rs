//! Late changes of a tournament that has not begun (31.4): what was announced stays
//! as far as it can, and what changes is said. A change makes another tournament
//! file of the one there is; the comparison of the two says what happened to whom,
//! whoever wrote the second one.

mod sections;

use super::apart;
use super::draft::Draft;
use super::file::{self, Defaults, EnteredPlayer, FileError, TournamentFile};
use super::head::HEAD;
use super::pairing;
use super::stage::StageEntry;
use super::teams::TeamEntry;
use crate::address::Reach;
use crate::language::Language;
use crate::rules::REGULATIONS;
use std::collections::{BTreeMap, BTreeSet};

/// What somebody wants changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another player under a starting number.
    Replace(u32, Person),
    /// What was entered of a player was wrong.
    Correct(u32, Correction),
    /// A player leaves; the number stays free, or the later ones move up.
    Remove {
        /// The starting number.
        number: u32,
        /// The later ones move up: another draw.
        renumber: bool,
    },
    /// A player comes in: under a free number, or a new one.
    Add(Person, Option<u32>),
    /// A key of `[tournament]` or `[regulations]`.
    Set(String, String),
}

/// A player who comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The language of letters.
    pub language: Option<Language>,
    /// The rating.
    pub rating: Option<u32>,
    /// The federation.
    pub federation: Option<String>,
}

/// What is right instead; what is not there stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The name.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The language of letters.
    pub language: Option<Language>,
    /// The rating; 0 for none.
    pub rating: Option<u32>,
    /// The federation; empty for none.
    pub federation: Option<String>,
}

/// What becomes of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonFate {
    /// The same as before, but for what was entered of him.
    Stays {
        /// As entered until now.
        was: EnteredPlayer,
        /// The starting number until now.
        number: u32,
    },
    /// The same person under another address.
    Moves {
        /// As entered until now.
        was: EnteredPlayer,
    },
    /// He comes in.
    Enters,
}

/// A tournament before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The file as it will be.
    pub file: TournamentFile,
    /// What becomes of whoever plays, by starting numbers.
    pub fates: Vec<(u32, PersonFate)>,
    /// What changes, one sentence each.
    pub what: Vec<String>,
    /// Announced games between players who both stay that are no more, or have
    /// other colours.
    pub disturbed: usize,
    /// Games announced until now.
    pub announced: usize,
}

impl From<&Person> for EnteredPlayer {
    fn from(person: &Person) -> EnteredPlayer {
        EnteredPlayer {
            name: person.name.clone(),
            reach: Reach::Email(person.email.clone()),
            address: Vec::new(),
            language: person.language,
            rating: person.rating,
            federation: person.federation.clone(),
            greeting: None,
            withdrawn: false,
        }
    }
}

/// Carries a change out on a file.
///
/// # Errors
/// Why it cannot be, in words.
pub fn revised(
    base: &TournamentFile,
    change: &Change,
    defaults: &Defaults<'_>,
) -> Result<Revision, String> {
    if let Some(why) = comes_from_stages(base, change) {
        return Err(why);
    }
    let mut draft = Draft::from(base);
    let mut same_person = None;
    match change {
        Change::Replace(number, person) => {
            *place(&mut draft, *number)? = EnteredPlayer::from(person);
        }
        Change::Correct(number, to) => {
            let entry = place(&mut draft, *number)?;
            if entry.withdrawn {
                return Err(format!(
                    "number {number} is free: nobody is to be corrected"
                ));
            }
            correct(entry, to);
            same_person = Some(*number);
        }
        Change::Remove { number, renumber } => remove(&mut draft, *number, *renumber)?,
        Change::Add(person, number) => enter(&mut draft, person, *number)?,
        Change::Set(key, value) if key == "code" => {
            return Err(format!(
                "the code stays {}; another code is another tournament ({value})",
                base.code
            ));
        }
        Change::Set(key, value) => draft.set(key, value)?,
    }
    let mut file = read_again(&draft, defaults, Some(base))?;
    file.stage.clone_from(&base.stage);
    if let (Some(stage), Change::Set(key, _)) = (&mut file.stage, change)
        && key == "start_date"
    {
        // A day of its own, on which it begins by itself.
        stage.dated = true;
    }
    Ok(compared(base, file, same_person))
}

/// Compares a file with the one there is. A player under the same number and name,
/// but with another address, is the same person; `same_person` says so of a number
/// where the name differs too.
pub fn compared(base: &TournamentFile, file: TournamentFile, same_person: Option<u32>) -> Revision {
    let mut what = keys(base, &file);
    what.extend(sections::differing(base, &file));
    let (fates, mut people) = fates(base, &file, same_person);
    what.append(&mut people);
    let before = meetings(base);
    let after = meetings(&file);
    let staying: BTreeMap<String, String> = fates
        .iter()
        .filter_map(|(number, fate)| {
            let now = entry(&file, *number)?.person_key();
            match fate {
                PersonFate::Stays { was, .. } | PersonFate::Moves { was } => {
                    Some((was.person_key(), now))
                }
                PersonFate::Enters => None,
            }
        })
        .collect();
    let disturbed = before
        .iter()
        .filter(
            |(white, black)| match (staying.get(white), staying.get(black)) {
                (Some(white), Some(black)) => !after.contains(&(white.clone(), black.clone())),
                _ => false,
            },
        )
        .count();
    if base.play.pairs != file.play.pairs {
        what.push(format!(
            "the list of pairs: {} games, {} until now",
            after.len(),
            before.len()
        ));
    }
    Revision {
        file,
        fates,
        what,
        disturbed,
        announced: before.len(),
    }
}

/// Who meets whom in every game, White first.
fn meetings(file: &TournamentFile) -> BTreeSet<(String, String)> {
    let name = |number: u32| entry(file, number).map(EnteredPlayer::person_key);
    pairing::games(file)
        .unwrap_or_default()
        .iter()
        .filter_map(|g| name(g.white).zip(name(g.black)))
        .collect()
}

fn index(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

fn entry(file: &TournamentFile, number: u32) -> Option<&EnteredPlayer> {
    file.players.get(index(number)?)
}

fn place(draft: &mut Draft, number: u32) -> Result<&mut EnteredPlayer, String> {
    let highest = draft.players.len();
    index(number)
        .and_then(|at| draft.players.get_mut(at))
        .ok_or_else(|| format!("there is no starting number {number}; they go from 1 to {highest}"))
}

fn correct(entry: &mut EnteredPlayer, to: &Correction) {
    if let Some(name) = &to.name {
        entry.name.clone_from(name);
    }
    if let Some(email) = &to.email {
        entry.reach = Reach::Email(email.clone());
    }
    if let Some(language) = to.language {
        entry.language = Some(language);
    }
    if let Some(rating) = to.rating {
        entry.rating = Some(rating).filter(|r| *r > 0);
    }
    if let Some(federation) = &to.federation {
        entry.federation = Some(federation.clone()).filter(|f| !f.is_empty());
    }
}

fn remove(draft: &mut Draft, number: u32, renumber: bool) -> Result<(), String> {
    let entry = place(draft, number)?;
    if entry.withdrawn && !renumber {
        return Err(format!("number {number} is free already"));
    }
    if !renumber {
        entry.withdrawn = true;
        let left = draft.players.iter().filter(|p| !p.withdrawn).count();
        if left < 2 && draft.entries.as_ref().is_none_or(|terms| terms.closed) {
            return Err("fewer than two players would be left".to_owned());
        }
        return Ok(());
    }
    if !draft.play.pairs.is_empty() {
        return Err("with listed pairs the numbers stay; leave --renumber out".to_owned());
    }
    if apart::names_numbers(&draft.play) {
        let why =
            "sections [[apart]] name players by their numbers, which stay; leave --renumber out";
        return Err(why.to_owned());
    }
    if let Some(at) = index(number) {
        draft.players.remove(at);
    }
    Ok(())
}

fn enter(draft: &mut Draft, person: &Person, number: Option<u32>) -> Result<(), String> {
    let free = (1..)
        .zip(&draft.players)
        .find(|(_, p)| p.withdrawn)
        .map(|(number, _)| number);
    let next = u32::try_from(draft.players.len() + 1).unwrap_or(u32::MAX);
    let number = number.or(free).unwrap_or(next);
    if number == next {
        draft.players.push(EnteredPlayer::from(person));
        return Ok(());
    }
    let entry = place(draft, number)?;
    if !entry.withdrawn {
        return Err(format!(
            "number {number} is {}'s; `replace {number}` puts another player in his place",
            entry.name
        ));
    }
    *entry = EnteredPlayer::from(person);
    Ok(())
}

fn read_again(
    draft: &Draft,
    defaults: &Defaults<'_>,
    base: Option<&TournamentFile>,
) -> Result<TournamentFile, String> {
    let mut draft = draft.clone();
    // Of a stage whose field is not made yet only the keys can be judged.
    let open = base.filter(|base| base.stage.as_ref().is_some_and(StageEntry::is_open));
    if open.is_some() {
        draft.players = vec![EnteredPlayer::nobody(1), EnteredPlayer::nobody(2)];
        if draft.play.system.is_of_teams() {
            let team = |number: u32| TeamEntry {
                name: format!("P{number}"),
                captain: None,
                boards: vec![number],
                reserves: Vec::new(),
                line_ups: Vec::new(),
            };
            draft.teams = vec![team(1), team(2)];
        }
    }
    let mut file = file::read(&draft.text(), "", defaults).map_err(|e: FileError| {
        let words: Vec<String> = e.complaints.into_iter().map(|c| c.message).collect();
        words.join("; ")
    })?;
    if let Some(base) = open {
        file.players.clone_from(&base.players);
        file.teams.clone_from(&base.teams);
    }
    Ok(file)
}

/// Why a change of players cannot be made in a stage that others come into.
fn comes_from_stages(base: &TournamentFile, change: &Change) -> Option<String> {
    let stage = base.stage.as_ref().filter(|s| !s.from.is_empty())?;
    let number = match change {
        Change::Set(..) | Change::Correct(..) => return None,
        Change::Add(..) => None,
        Change::Replace(number, _) | Change::Remove { number, .. } => Some(*number),
    };
    let came = |number: u32| stage.came.iter().any(|one| one.number == number);
    let stands = stage.is_open() || number.is_none_or(came);
    let code = &base.code;
    stands.then(|| {
        format!(
            "who plays in {code} comes from the stages before it; `td promote {code} --without CODE:N` lets the next move up"
        )
    })
}

/// Keys of the head and of the regulations that differ.
fn keys(base: &TournamentFile, file: &TournamentFile) -> Vec<String> {
    let (before, after) = (Draft::from(base), Draft::from(file));
    let shown = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let mut found = Vec::new();
    for key in HEAD {
        let (was, now) = (before.shown(key.name), after.shown(key.name));
        if was != now {
            found.push(format!("{}: {}, was {}", key.name, shown(now), shown(was)));
        }
    }
    let (was, now) = (apart::shown(&base.play), apart::shown(&file.play));
    if was != now {
        found.push(format!("apart: {}, was {} (31.9)", shown(now), shown(was)));
    }
    for key in REGULATIONS {
        let was = base.regulations.shown(key);
        let now = file.regulations.shown(key);
        if was != now {
            let article = match key.numbers(file.profile).as_str() {
                "" => String::new(),
                numbers => format!(" ({numbers})"),
            };
            found.push(format!("{}: {now}, was {was}{article}", key.name));
        }
    }
    found
}

fn fates(
    base: &TournamentFile,
    file: &TournamentFile,
    same_person: Option<u32>,
) -> (Vec<(u32, PersonFate)>, Vec<String>) {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let is = |a: &EnteredPlayer, b: &EnteredPlayer| a.person_key() == b.person_key();
    let active = |file: &TournamentFile| -> Vec<(u32, EnteredPlayer)> {
        let all = (1..).zip(&file.players);
        all.filter(|(_, p)| !p.withdrawn)
            .map(|(n, p)| (n, p.clone()))
            .collect()
    };
    let (before, after) = (active(base), active(file));
    let mut fates = Vec::new();
    let mut what = Vec::new();
    let mut accounted: BTreeSet<u32> = BTreeSet::new();
    for (number, now) in &after {
        if let Some((old, was)) = before.iter().find(|(_, p)| is(p, now)) {
            accounted.insert(*old);
            if old != number {
                what.push(format!("{} gets number {number}, was {old}", was.name));
            }
            what.extend(corrections(*number, was, now));
            let (was, number_was) = (was.clone(), *old);
            let fate = PersonFate::Stays {
                was,
                number: number_was,
            };
            fates.push((*number, fate));
            continue;
        }
        let there = before
            .iter()
            .find(|(old, p)| old == number && !after.iter().any(|(_, a)| is(a, p)));
        match there {
            Some((old, was)) if same(&was.name, &now.name) || same_person == Some(*number) => {
                accounted.insert(*old);
                what.push(format!(
                    "number {number}, {}: address {}, was {}",
                    was.name, now.reach, was.reach
                ));
                what.extend(corrections(*number, was, now));
                fates.push((*number, PersonFate::Moves { was: was.clone() }));
            }
            Some((old, was)) => {
                accounted.insert(*old);
                what.push(format!(
                    "number {number}: {} <{}> takes the place of {} <{}>; the draw stays (31.4)",
                    now.name, now.reach, was.name, was.reach
                ));
                fates.push((*number, PersonFate::Enters));
            }
            None => {
                what.push(format!(
                    "number {number}: {} <{}> comes in",
                    now.name, now.reach
                ));
                fates.push((*number, PersonFate::Enters));
            }
        }
    }
    for (number, was) in before.iter().filter(|(n, _)| !accounted.contains(n)) {
        let stays_free = entry(file, *number).is_some_and(|p| p.withdrawn);
        let rest = match stays_free {
            true => "; the number stays free: who meets it has no game in that round (31.4)",
            false => "",
        };
        what.push(format!("number {number}: {} leaves{rest}", was.name));
    }
    (fates, what)
}

/// What was entered wrongly of the same person.
fn corrections(number: u32, was: &EnteredPlayer, now: &EnteredPlayer) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |key: &str, was: Option<String>, now: Option<String>| {
        if was != now {
            let shown = |v: Option<String>| v.unwrap_or_else(|| "none".to_owned());
            found.push(format!("{key} {}, was {}", shown(now), shown(was)));
        }
    };
    compare("name", Some(was.name.clone()), Some(now.name.clone()));
    let language = |p: &EnteredPlayer| p.language.map(|l| l.code().to_owned());
    compare("language", language(was), language(now));
    let rating = |p: &EnteredPlayer| p.rating.map(|r| r.to_string());
    compare("rating", rating(was), rating(now));
    let postal = |p: &EnteredPlayer| match p.address.is_empty() {
        true => "none".to_owned(),
        false => "another".to_owned(),
    };
    if was.address != now.address {
        compare("postal address", None, Some(postal(now)));
    }
    compare("federation", was.federation.clone(), now.federation.clone());
    match found.is_empty() {
        true => Vec::new(),
        false => vec![format!(
            "number {number}, {}: {}",
            was.name,
            found.join("; ")
        )],
    }
}

impl Revision {
    /// Nothing changes.
    pub fn is_empty(&self) -> bool {
        self.what.is_empty()
    }

    /// What becomes of the announced draw, in a sentence.
    pub fn draw(&self) -> String {
        match self.disturbed {
            0 => "the announced pairs of those who stay are as they were (31.4)".to_owned(),
            n => format!(
                "{n} of {} announced games change: that is another draw, which 31.4 allows only in \
                 agreement with the players concerned, and where it changes as little as possible",
                self.announced
            ),
        }
    }
}

#[cfg(test)]
#[path = "revision_tests.rs"]
mod tests;
