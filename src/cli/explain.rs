//! `tournament explain`: every regulation that holds, with its article and where it
//! was set, and who should not meet.

use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::words::announced::sentences;
use crate::report::words::regulations::In;
use crate::rules::{OneOfWords, Preset, REGULATIONS, RegulationKey, Regulations};
use crate::store::{TournamentFacts, TournamentRow};
use crate::tournament::announced::announced;
use serde::Serialize;
use serde_json::{Value, json};

/// Where a regulation comes from. What a tournament sets as its preset, or else its
/// profile, has it counts as theirs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum SetBy {
    Profile,
    Preset,
    Tournament,
}

fn set_by(facts: &TournamentFacts, key: &RegulationKey) -> SetBy {
    let silent = Regulations::from_preset(facts.preset, facts.profile);
    match facts.preset {
        _ if facts.regulations.shown(key) != silent.shown(key) => SetBy::Tournament,
        Some(preset) if preset.sets(key) => SetBy::Preset,
        _ => SetBy::Profile,
    }
}

/// A preset with its source and the year: `ru-post (rules …; 2020)`.
fn sourced(preset: Preset) -> String {
    let source = preset.source();
    let year = source
        .year
        .map_or_else(String::new, |year| format!("; {year}"));
    format!("{} ({}{year})", preset.word(), source.title)
}

/// Explains a tournament's regulations; sentences in a language.
///
/// # Errors
/// Output fails.
pub fn run(out: &Output, row: &TournamentRow, language: Language) -> Result<(), Failure> {
    let facts = &row.facts;
    let article = facts.profile.way().article;
    let apart = announced(&row.tournament_file()?);
    let apart = sentences(&apart, facts.profile, language);
    if out.is_json() {
        let preset = facts
            .preset
            .map(|preset| json!({"name": preset, "source": preset.source()}));
        return out.json(&json!({
            "code": facts.code,
            "profile": facts.profile,
            "preset": preset,
            "article": article,
            "regulations": told(facts, language)?,
            "announced": apart,
        }));
    }
    out.line(format_args!(
        "{}  {}: article {article}, unless set otherwise",
        facts.code, facts.name
    ));
    if let Some(preset) = facts.preset {
        out.line(format_args!("preset {}", sourced(preset)));
    }
    let of = Regulations::of(facts.profile);
    for key in REGULATIONS {
        let numbers = key.numbers(facts.profile);
        let number = match numbers.as_str() {
            "" => "no article".to_owned(),
            numbers => numbers.to_owned(),
        };
        let shown = of.shown(key);
        let other = match facts.regulations.shown(key) == shown {
            true => String::new(),
            false => format!(", article {article}: {shown}"),
        };
        let set = match (set_by(facts, key), facts.preset) {
            (SetBy::Preset, Some(preset)) => {
                format!("; set by preset {}{other}", sourced(preset))
            }
            (SetBy::Tournament, _) => {
                format!("; set by the tournament, article {article}: {shown}")
            }
            (SetBy::Profile | SetBy::Preset, _) => String::new(),
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
    for sentence in apart {
        let (text, articles) = (sentence.text, sentence.articles);
        out.line("");
        out.line(format_args!("[[apart]]  ({articles})\n  {text}"));
    }
    Ok(())
}

fn told(facts: &TournamentFacts, language: Language) -> Result<Vec<Value>, Failure> {
    let (of, profile) = (&facts.regulations, facts.profile);
    let held = serde_json::to_value(of).map_err(Failure::failed)?;
    let defaults = Regulations::from_preset(facts.preset, profile);
    let defaults = serde_json::to_value(defaults).map_err(Failure::failed)?;
    let told = REGULATIONS.iter().map(|key| {
        json!({
            "key": key.name,
            "value": held.get(key.name),
            "set_by": set_by(facts, key),
            "default": defaults.get(key.name),
            "article": Some(key.numbers(profile)).filter(|numbers| !numbers.is_empty()),
            "meaning": key.meaning,
            "sentence": of.sentence(key, &In(language)),
        })
    });
    Ok(told.collect())
}
