//! `tournament explain`: every regulation that holds, with its article and where it
//! was set.

use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::words::regulations::In;
use crate::rules::{OneOfWords, Preset, Profile, REGULATIONS, RegulationKey, Regulations};
use crate::store::TournamentRow;
use crate::tournament::TournamentFile;
use serde::Serialize;
use serde_json::{Value, json};

/// Where a regulation comes from. What a tournament sets as its profile has it counts
/// as the profile's.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum SetBy {
    Profile,
    Preset,
    Tournament,
}

/// What a tournament's regulations stand on.
struct Base {
    profile: Profile,
    preset: Option<Preset>,
}

impl Base {
    fn of(row: &TournamentRow) -> Result<Base, Failure> {
        let file: TournamentFile = serde_json::from_str(&row.file).map_err(Failure::failed)?;
        Ok(Base {
            profile: row.facts.profile,
            preset: file.preset,
        })
    }

    fn set_by(&self, of: &Regulations, key: &RegulationKey) -> SetBy {
        let held = of.shown(key);
        let by_preset = self.preset.map(|p| p.regulations().shown(key));
        if held == Regulations::of(self.profile).shown(key) {
            SetBy::Profile
        } else if by_preset == Some(held) {
            SetBy::Preset
        } else {
            SetBy::Tournament
        }
    }
}

/// Explains a tournament's regulations; sentences in a language.
///
/// # Errors
/// Output fails.
pub fn run(out: &Output, row: &TournamentRow, language: Language) -> Result<(), Failure> {
    let facts = &row.facts;
    let base = Base::of(row)?;
    if out.is_json() {
        return out.json(&json!({
            "code": facts.code,
            "profile": facts.profile,
            "article": facts.profile.way().article,
            "preset": base.preset,
            "source": base.preset.map(Preset::source),
            "regulations": told(&facts.regulations, &base, language)?,
        }));
    }
    let article = facts.profile.way().article;
    out.line(format_args!(
        "{}  {}: article {article}, unless set otherwise",
        facts.code, facts.name
    ));
    if let Some(preset) = base.preset {
        out.line(format_args!(
            "preset {}: {}",
            preset.word(),
            preset.source()
        ));
    }
    for key in REGULATIONS {
        let of = Regulations::of(facts.profile);
        let numbers = key.numbers(facts.profile);
        let number = match numbers.as_str() {
            "" => "no article".to_owned(),
            numbers => numbers.to_owned(),
        };
        let set = match base.set_by(&facts.regulations, key) {
            SetBy::Profile => String::new(),
            SetBy::Preset => {
                let preset = base.preset.map_or("", Preset::word);
                format!(
                    "; set by the preset {preset}, article {article}: {}",
                    of.shown(key)
                )
            }
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

fn told(of: &Regulations, base: &Base, language: Language) -> Result<Vec<Value>, Failure> {
    let held = serde_json::to_value(of).map_err(Failure::failed)?;
    let profile = base.profile;
    let defaults = serde_json::to_value(Regulations::of(profile)).map_err(Failure::failed)?;
    let told = REGULATIONS.iter().map(|key| {
        json!({
            "key": key.name,
            "value": held.get(key.name),
            "set_by": base.set_by(of, key),
            "default": defaults.get(key.name),
            "article": Some(key.numbers(profile)).filter(|numbers| !numbers.is_empty()),
            "meaning": key.meaning,
            "sentence": of.sentence(key, &In(language)),
        })
    });
    Ok(told.collect())
}
