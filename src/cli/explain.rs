//! `tournament explain`: every regulation that holds, with its article and where it
//! was set.

use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::words::regulations::In;
use crate::rules::{Profile, REGULATIONS, RegulationKey, Regulations};
use crate::store::TournamentRow;
use serde::Serialize;
use serde_json::{Value, json};

/// Where a regulation comes from. What a tournament sets as its profile has it counts
/// as the profile's.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum SetBy {
    Profile,
    Tournament,
}

fn set_by(of: &Regulations, profile: Profile, key: &RegulationKey) -> SetBy {
    match of.shown(key) == Regulations::of(profile).shown(key) {
        true => SetBy::Profile,
        false => SetBy::Tournament,
    }
}

/// Explains a tournament's regulations; sentences in a language.
///
/// # Errors
/// Output fails.
pub fn run(out: &Output, row: &TournamentRow, language: Language) -> Result<(), Failure> {
    let facts = &row.facts;
    if out.is_json() {
        return out.json(&json!({
            "code": facts.code,
            "profile": facts.profile,
            "article": facts.profile.way().article,
            "regulations": told(&facts.regulations, facts.profile, language)?,
        }));
    }
    let article = facts.profile.way().article;
    out.line(format_args!(
        "{}  {}: article {article}, unless set otherwise",
        facts.code, facts.name
    ));
    for key in REGULATIONS {
        let of = Regulations::of(facts.profile);
        let numbers = key.numbers(facts.profile);
        let number = match numbers.as_str() {
            "" => "no article".to_owned(),
            numbers => numbers.to_owned(),
        };
        let set = match set_by(&facts.regulations, facts.profile, key) {
            SetBy::Profile => String::new(),
            SetBy::Tournament => {
                format!(
                    "; set by the tournament, article {article}: {}",
                    of.shown(key)
                )
            }
        };
        out.line("");
        out.line(format_args!(
            "{} = {}  ({number}{set})",
            key.name,
            facts.regulations.shown(key)
        ));
        let sentence = facts.regulations.sentence(key, &In(language));
        out.line(format_args!("  {sentence}"));
    }
    Ok(())
}

fn told(of: &Regulations, profile: Profile, language: Language) -> Result<Vec<Value>, Failure> {
    let held = serde_json::to_value(of).map_err(Failure::failed)?;
    let defaults = serde_json::to_value(Regulations::of(profile)).map_err(Failure::failed)?;
    let told = REGULATIONS.iter().map(|key| {
        json!({
            "key": key.name,
            "value": held.get(key.name),
            "set_by": set_by(of, profile, key),
            "default": defaults.get(key.name),
            "article": Some(key.numbers(profile)).filter(|numbers| !numbers.is_empty()),
            "meaning": key.meaning,
            "sentence": of.sentence(key, &In(language)),
        })
    });
    Ok(told.collect())
}
