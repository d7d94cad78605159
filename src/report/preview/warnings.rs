//! What strikes the eye before a start. Nothing here forbids anything.

use super::{Entrant, Pair, Preview};
use crate::chess::Side;
use crate::language::Language;
use crate::messages::{Phrase, tell};
use crate::report::words::common;
use crate::rules::Article;
use crate::time::Day;
use crate::tournament::entries::{CEILING_NATIONAL, CEILING_REGIONAL};
use crate::tournament::officials::Office;
use crate::tournament::varma;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Providers whose names are often mistyped.
const PROVIDERS: [&str; 27] = [
    "bk.ru",
    "gazeta.pl",
    "gmail.com",
    "gmx.de",
    "gmx.net",
    "hotmail.com",
    "i.ua",
    "icloud.com",
    "inbox.ru",
    "interia.pl",
    "list.ru",
    "mail.ru",
    "meta.ua",
    "o2.pl",
    "onet.pl",
    "op.pl",
    "outlook.com",
    "poczta.onet.pl",
    "proton.me",
    "protonmail.com",
    "rambler.ru",
    "tut.by",
    "ukr.net",
    "wp.pl",
    "ya.ru",
    "yahoo.com",
    "yandex.ru",
];
/// Shorter names are near too many others to tell.
const SHORTEST_TO_COMPARE: usize = 6;

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The start is over.
    Past(Day),
    /// The start is today or tomorrow.
    AtOnce(Day),
    /// The start is a Saturday or Sunday.
    Weekend(Day),
    /// Nobody hears protests; the article.
    NoAppeals(&'static str),
    /// An entry costs more than it may (28.2): the fee, the most, whether that holds for
    /// national events, the article.
    FeeAbove(String, u64, bool, &'static str),
    /// There is an end, and nobody hears appeals against adjudications; the article.
    NoAdjudicator(&'static str),
    /// Who would judge himself.
    SameOfficial(String),
    /// Who directs and plays.
    OfficialPlays(String),
    /// Who has the robot's address.
    RobotsAddress(String),
    /// Who, the address, and the domain that may be meant.
    NearDomain(String, String, &'static str),
    /// Who, and the address.
    OddDomain(String, String),
    /// Who, the address, letters that came back.
    Bounces(String, String, u32),
    /// Two of this name.
    SameName(String),
    /// Whom no language was given for, and the one they get.
    NoLanguage(Vec<String>, Language),
    /// Two of one federation meet late.
    LateMeeting {
        /// Both.
        pair: String,
        /// Whose.
        federation: String,
        /// When.
        round: u32,
    },
    /// Colours that are not even: with White, with Black.
    Colours(String, usize, usize),
    /// Who has no game.
    NoGames(String),
    /// A stage is to begin before one that it waits for ends.
    StageTooEarly {
        /// The stage.
        stage: String,
        /// When it is to begin.
        start: Day,
        /// The one before it.
        before: String,
        /// When that one ends; its start, where no end is set.
        end: Day,
    },
    /// A stage with a day of its own waits for one that has no end.
    NoEndBefore {
        /// The stage.
        stage: String,
        /// The one before it.
        before: String,
    },
    /// Places from which two stages take players.
    PlacesTwice {
        /// The stage that they are places of.
        source: String,
        /// The places.
        places: Vec<u32>,
        /// Both.
        stages: String,
    },
    /// Places from which nobody goes on, though somebody does from lower ones.
    PlacesLeftOut {
        /// The stage that they are places of.
        source: String,
        /// The places.
        places: Vec<u32>,
    },
    /// Who is entered in more than one stage by the file.
    InSeveralStages(String, String),
}

/// Everything to look at, what hurts most first.
pub fn warnings(preview: &Preview) -> Vec<Warning> {
    let mut found = Vec::new();
    start(preview, &mut found);
    officials(preview, &mut found);
    fee(preview, &mut found);
    let players: Vec<&Entrant> = preview
        .players
        .iter()
        .filter_map(|p| p.player.as_ref())
        .collect();
    addresses(preview, &players, &mut found);
    let mut names: BTreeSet<String> = BTreeSet::new();
    for player in &players {
        if !names.insert(player.name.to_lowercase()) {
            found.push(Warning::SameName(player.name.clone()));
        }
    }
    // Of a field that is not known yet there are no games.
    if !preview.is_open() && preview.entry_terms().is_none() {
        colours(preview, &mut found);
    }
    if players.len() >= varma::FEWEST {
        late_meetings(preview, &mut found);
    }
    let silent: Vec<String> = players
        .iter()
        .filter(|p| !p.language_given)
        .map(|p| p.name.clone())
        .collect();
    // Where nobody has a language of his own, the tournament's is meant for all.
    if !silent.is_empty() && silent.len() < players.len() {
        found.push(Warning::NoLanguage(silent, preview.language));
    }
    found
}

fn start(preview: &Preview, found: &mut Vec<Warning>) {
    if preview.started || !preview.has_day() {
        return;
    }
    let (start, days) = (preview.start, preview.start.since(preview.today));
    match days {
        ..0 => found.push(Warning::Past(start)),
        0..=1 => found.push(Warning::AtOnce(start)),
        _ => {}
    }
    // Monday is 0.
    if start.weekday() >= 5 {
        found.push(Warning::Weekend(start));
    }
}

/// An entry fee above the ceilings of 28.2: of the two the higher one that it passes.
fn fee(preview: &Preview, found: &mut Vec<Warning>) {
    let Some((fee, roubles)) = preview
        .entry_terms()
        .and_then(|terms| Some((terms.fee.clone()?, terms.roubles()?)))
    else {
        return;
    };
    let ceilings = [(CEILING_NATIONAL, true), (CEILING_REGIONAL, false)];
    if let Some((ceiling, national)) = ceilings.into_iter().find(|(most, _)| roubles > *most) {
        let article = Article::EntryFee.number(preview.profile);
        found.push(Warning::FeeAbove(fee, ceiling, national, article));
    }
}

fn officials(preview: &Preview, found: &mut Vec<Warning>) {
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let arbiter = &preview.arbiter;
    let article = |a: Article| a.number(preview.profile);
    match &preview.appeals {
        None => found.push(Warning::NoAppeals(article(Article::RulingProtest))),
        Some(who) if same(&who.email, &arbiter.email) => {
            found.push(Warning::SameOfficial(who.name.clone()));
        }
        Some(_) => {}
    }
    match (&preview.adjudicator, preview.end) {
        (None, Some(_)) => found.push(Warning::NoAdjudicator(article(Article::Adjudication))),
        (Some(who), _) if same(&who.email, &arbiter.email) => {
            found.push(Warning::SameOfficial(who.name.clone()));
        }
        _ => {}
    }
    // Neither arbiters nor players decide about protests (34.2).
    let named = |role| preview.officials.iter().filter(move |o| o.role == role);
    let directs = |email: &str| {
        let deputies = named(Office::Deputy).chain(named(Office::Section));
        deputies.map(|o| &o.who.email).any(|e| same(e, email))
    };
    let further = named(Office::Appeals).map(|o| &o.who);
    for who in preview.appeals.iter().chain(further) {
        if directs(&who.email)
            || preview.appeals.as_ref() != Some(who) && same(&who.email, &arbiter.email)
        {
            found.push(Warning::SameOfficial(who.name.clone()));
        }
    }
    let all = [
        Some(arbiter),
        preview.appeals.as_ref(),
        preview.adjudicator.as_ref(),
    ];
    let all = all
        .into_iter()
        .chain(preview.officials.iter().map(|o| Some(&o.who)));
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for official in all.flatten() {
        let plays = preview
            .players
            .iter()
            .filter_map(|p| p.player.as_ref())
            .any(|p| p.reach.is_at(&official.email));
        if plays && told.insert(&official.name) {
            found.push(Warning::OfficialPlays(official.name.clone()));
        }
    }
    found.dedup();
}

fn addresses(preview: &Preview, players: &[&Entrant], found: &mut Vec<Warning>) {
    for player in players {
        let Some(email) = player.reach.email() else {
            continue;
        };
        let (who, address) = (player.name.clone(), email.to_owned());
        if email.eq_ignore_ascii_case(&preview.robot) {
            found.push(Warning::RobotsAddress(who));
            continue;
        }
        if player.bounces > 0 {
            found.push(Warning::Bounces(
                who.clone(),
                address.clone(),
                player.bounces,
            ));
        }
        let domain = email.rsplit('@').next().unwrap_or("").to_lowercase();
        if let Some(near) = near(&domain) {
            found.push(Warning::NearDomain(who, address, near));
        } else if !is_known(&domain) {
            found.push(Warning::OddDomain(who, address));
        }
    }
}

/// A provider that a domain looks like and is not.
fn near(domain: &str) -> Option<&'static str> {
    if PROVIDERS.contains(&domain) || domain.len() < SHORTEST_TO_COMPARE {
        return None;
    }
    PROVIDERS
        .iter()
        .filter(|p| p.len() >= SHORTEST_TO_COMPARE)
        .find(|p| strsim::damerau_levenshtein(domain, p) == 1)
        .copied()
}

/// Whether the domain has an end that exists. Those of examples do for examples.
fn is_known(domain: &str) -> bool {
    let example = ["example", "test", "localhost", "local", "lan"];
    let end = domain.rsplit('.').next().unwrap_or("");
    if example.contains(&end) {
        return true;
    }
    domain.contains('.') && psl::suffix(domain.as_bytes()).is_some_and(|s| s.is_known())
}

fn colours(preview: &Preview, found: &mut Vec<Warning>) {
    for place in &preview.players {
        let Some(player) = &place.player else {
            continue;
        };
        let white = preview.games_with(place.number, Side::White);
        let black = preview.games_with(place.number, Side::Black);
        if white + black == 0 {
            found.push(Warning::NoGames(player.name.clone()));
        } else if white.abs_diff(black) > 1 {
            found.push(Warning::Colours(player.name.clone(), white, black));
        }
    }
}

fn late_meetings(preview: &Preview, found: &mut Vec<Warning>) {
    let last = preview.games.iter().map(|g| g.round).max().unwrap_or(0);
    let mut of: BTreeMap<&str, usize> = BTreeMap::new();
    for place in &preview.players {
        if let Some(federation) = place.player.as_ref().and_then(|p| p.federation.as_deref()) {
            *of.entry(federation).or_default() += 1;
        }
    }
    // All of one federation: there is nothing to keep apart.
    if of.len() < 2 || last <= varma::LATE_ROUNDS {
        return;
    }
    let late = |g: &&Pair| g.round + varma::LATE_ROUNDS > last;
    for game in preview.games.iter().filter(late) {
        let (Some(white), Some(black)) = (preview.player(game.white), preview.player(game.black))
        else {
            continue;
        };
        if let Some(federation) = &white.federation
            && white.federation == black.federation
        {
            found.push(Warning::LateMeeting {
                pair: format!("{} – {}", white.name, black.name),
                federation: federation.clone(),
                round: game.round,
            });
        }
    }
}

impl Warning {
    /// In words.
    pub fn say(&self, language: Language) -> String {
        let date = |day: &Day| common::date(language, *day);
        match self {
            Warning::Past(day) => Phrase("preview.past").fill(language, &[("day", &date(day))]),
            Warning::AtOnce(day) => {
                Phrase("preview.at-once").fill(language, &[("day", &date(day))])
            }
            Warning::Weekend(day) => {
                Phrase("preview.weekend").fill(language, &[("day", &date(day))])
            }
            Warning::NoAppeals(article) => {
                Phrase("preview.no-appeals").fill(language, &[("article", article)])
            }
            Warning::FeeAbove(fee, ceiling, national, article) => tell(
                language,
                "preview.fee-above",
                &json!({
                    "fee": fee, "ceiling": ceiling, "national": national, "article": article,
                }),
            ),
            Warning::NoAdjudicator(article) => {
                Phrase("preview.no-adjudicator").fill(language, &[("article", article)])
            }
            Warning::SameOfficial(who) => {
                Phrase("preview.same-official").fill(language, &[("who", who)])
            }
            Warning::OfficialPlays(who) => {
                Phrase("preview.official-plays").fill(language, &[("who", who)])
            }
            Warning::RobotsAddress(who) => {
                Phrase("preview.robots-address").fill(language, &[("who", who)])
            }
            Warning::NearDomain(who, address, domain) => Phrase("preview.near-domain").fill(
                language,
                &[("who", who), ("address", address), ("domain", domain)],
            ),
            Warning::OddDomain(who, address) => {
                Phrase("preview.odd-domain").fill(language, &[("who", who), ("address", address)])
            }
            Warning::Bounces(who, address, n) => Phrase("preview.bounces").fill(
                language,
                &[("who", who), ("address", address), ("n", &n.to_string())],
            ),
            Warning::SameName(who) => Phrase("preview.same-name").fill(language, &[("who", who)]),
            Warning::NoLanguage(who, given) => Phrase("preview.no-language").fill(
                language,
                &[("who", &who.join(", ")), ("language", given.code())],
            ),
            Warning::LateMeeting {
                pair,
                federation,
                round,
            } => Phrase("preview.late-meeting").fill(
                language,
                &[
                    ("pair", pair),
                    ("federation", federation),
                    ("round", &round.to_string()),
                ],
            ),
            Warning::Colours(who, white, black) => Phrase("preview.colours").fill(
                language,
                &[
                    ("who", who),
                    ("white", &white.to_string()),
                    ("black", &black.to_string()),
                ],
            ),
            Warning::NoGames(who) => Phrase("preview.no-games").fill(language, &[("who", who)]),
            Warning::StageTooEarly {
                stage,
                start,
                before,
                end,
            } => Phrase("preview.stage-too-early").fill(
                language,
                &[
                    ("stage", stage),
                    ("start", &date(start)),
                    ("before", before),
                    ("end", &date(end)),
                ],
            ),
            Warning::NoEndBefore { stage, before } => Phrase("preview.no-end-before")
                .fill(language, &[("stage", stage), ("before", before)]),
            Warning::PlacesTwice {
                source,
                places,
                stages,
            } => Phrase("preview.places-twice").fill(
                language,
                &[
                    ("source", source),
                    ("places", &numbers(places)),
                    ("stages", stages),
                ],
            ),
            Warning::PlacesLeftOut { source, places } => Phrase("preview.places-left-out").fill(
                language,
                &[("source", source), ("places", &numbers(places))],
            ),
            Warning::InSeveralStages(who, stages) => {
                Phrase("preview.in-several").fill(language, &[("who", who), ("stages", stages)])
            }
        }
    }
}

fn numbers(places: &[u32]) -> String {
    let places: Vec<String> = places.iter().map(u32::to_string).collect();
    places.join(", ")
}
