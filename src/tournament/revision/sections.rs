//! What differs between two tournaments in the sections of their files: teams, rounds, and
//! what a stage is in its cycle.

use crate::address;
use crate::tournament::TournamentFile;
use crate::tournament::officials::NamedOfficial;
use crate::tournament::play::RoundTerms;
use crate::tournament::stage::{StageEntry, StageSource};
use crate::tournament::teams::TeamEntry;
use std::collections::BTreeMap;

/// A sentence for each difference.
pub(super) fn differing(base: &TournamentFile, file: &TournamentFile) -> Vec<String> {
    let mut found = Vec::new();
    if let (Some(was), Some(now)) = (&base.stage, &file.stage) {
        stage(was, now, &mut found);
    }
    rounds(base, file, &mut found);
    officials(base, file, &mut found);
    teams(base, file, &mut found);
    found
}

/// Tells of what is otherwise.
fn tell(found: &mut Vec<String>, what: &str, was: String, now: String) {
    if was != now {
        found.push(format!("{what}: {now}, was {was}"));
    }
}

fn stage(was: &StageEntry, now: &StageEntry, found: &mut Vec<String>) {
    let name = |stage: &StageEntry| stage.cycle_name.clone();
    tell(found, "the cycle's name", name(was), name(now));
    tell(found, "come in", sources(&was.from), sources(&now.from));
    let carry = |stage: &StageEntry| stage.carry.to_string();
    tell(found, "carry", carry(was), carry(now));
    if !now.from.is_empty() {
        let begins = |stage: &StageEntry| {
            let how = match stage.dated {
                true => "by itself on its start date",
                false => "when the arbiter starts it",
            };
            how.to_owned()
        };
        tell(found, "begins", begins(was), begins(now));
    }
}

fn sources(from: &[StageSource]) -> String {
    let sources = from
        .iter()
        .map(|s| format!("places {} of {}", numbers(&s.places), s.stage));
    or_none(sources.collect::<Vec<_>>().join(", "))
}

fn rounds(base: &TournamentFile, file: &TournamentFile, found: &mut Vec<String>) {
    let terms = |file: &TournamentFile| -> BTreeMap<u32, RoundTerms> {
        let terms = file.play.terms.iter();
        terms.map(|terms| (terms.number, *terms)).collect()
    };
    let (was, now) = (terms(base), terms(file));
    let mut all: Vec<u32> = was.keys().chain(now.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    let shown = |terms: Option<&RoundTerms>| match terms {
        None => "none".to_owned(),
        Some(RoundTerms { start, end, .. }) => match end {
            Some(end) => format!("{start} to {end}"),
            None => start.to_string(),
        },
    };
    for number in all {
        let (was, now) = (shown(was.get(&number)), shown(now.get(&number)));
        tell(found, &format!("the days of round {number}"), was, now);
    }
}

/// Who acts beside the arbiter, by address and role.
fn officials(base: &TournamentFile, file: &TournamentFile, found: &mut Vec<String>) {
    let key = |o: &NamedOfficial| (address::key(&o.who.email), o.role);
    let of = |file: &TournamentFile| -> BTreeMap<_, _> {
        let all = file.officials.iter();
        all.map(|o| (key(o), o.told())).collect()
    };
    let (was, now) = (of(base), of(file));
    for (key, official) in &now {
        match was.get(key) {
            None => found.push(format!("official: {official} comes in")),
            Some(before) => tell(found, "official", before.clone(), official.clone()),
        }
    }
    for (key, official) in &was {
        if !now.contains_key(key) {
            found.push(format!("official: {official} leaves"));
        }
    }
}

fn teams(base: &TournamentFile, file: &TournamentFile, found: &mut Vec<String>) {
    let count = base.teams.len().max(file.teams.len());
    for at in 0..count {
        let number = at + 1;
        match (base.teams.get(at), file.teams.get(at)) {
            (Some(was), Some(now)) => team(number, was, now, found),
            (None, Some(now)) => found.push(format!("team {number}: {} comes in", now.name)),
            (Some(was), None) => found.push(format!("team {number}: {} leaves", was.name)),
            (None, None) => {}
        }
    }
}

fn team(number: usize, was: &TeamEntry, now: &TeamEntry, found: &mut Vec<String>) {
    let of = |what: &str| format!("team {number}, {}: {what}", was.name);
    tell(found, &of("name"), was.name.clone(), now.name.clone());
    let captain = |team: &TeamEntry| match &team.captain {
        Some(captain) => captain.told(),
        None => "none".to_owned(),
    };
    tell(found, &of("captain"), captain(was), captain(now));
    tell(
        found,
        &of("boards"),
        numbers(&was.boards),
        numbers(&now.boards),
    );
    let reserves = |team: &TeamEntry| or_none(numbers(&team.reserves));
    tell(found, &of("reserves"), reserves(was), reserves(now));
    let line_ups = |team: &TeamEntry| {
        let all = team.line_ups.iter();
        let each = all.map(|l| format!("round {}: {}", l.round, numbers(&l.boards)));
        or_none(each.collect::<Vec<_>>().join(", "))
    };
    tell(found, &of("line-ups"), line_ups(was), line_ups(now));
}

fn numbers(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

fn or_none(text: String) -> String {
    match text.is_empty() {
        true => "none".to_owned(),
        false => text,
    }
}
