//! A tournament file in the making: answers come one by one, each is judged as
//! the file's reader will judge it, and the text that is written explains itself.

mod lines;
mod stages;
mod text;

pub use lines::{numbers_of_line, pair_of_line, team_of_line};
pub use stages::{StageDraft, serpentine};

use super::complaint::Complaint;
use super::entries::EntryTerms;
use super::file::{self, Defaults, EnteredPlayer, Official, TournamentFile};
use super::head::HEAD;
use super::officials::NamedOfficial;
use super::play::{Play, StartPosition};
use super::teams::TeamEntry;
use crate::ascii::ascii;
use crate::chess::Variant;
use crate::language::Language;
use crate::rules::{self, Preset, Profile, REGULATIONS, RegulationKey, Regulations, ValueKind};
use crate::time::{Day, Zone};
use std::fmt::Write as _;

/// What is known of a tournament so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The code.
    pub code: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The profile.
    pub profile: Profile,
    /// The named set of regulations that it starts from.
    pub preset: Option<Preset>,
    /// How it is played.
    pub play: Play,
    /// The official start.
    pub start_date: Option<Day>,
    /// The end.
    pub end_date: Option<Day>,
    /// The zone.
    pub time_zone: Zone,
    /// The language.
    pub language: Language,
    /// The rules of the game.
    pub variant: Variant,
    /// The arbiter.
    pub arbiter: Option<Official>,
    /// Who hears protests.
    pub appeals: Option<Official>,
    /// Who hears appeals against an adjudication.
    pub adjudicator: Option<Official>,
    /// Who acts beside them.
    pub officials: Vec<NamedOfficial>,
    /// The regulations, complete.
    pub regulations: Regulations,
    /// The players in the order of their starting numbers; may be none yet.
    pub players: Vec<EnteredPlayer>,
    /// The teams.
    pub teams: Vec<TeamEntry>,
    /// It is a cycle: how it is played stands in its stages.
    pub is_cycle: bool,
    /// The stages of a cycle, as far as they are known.
    pub stages: Vec<StageDraft>,
    /// The terms on which entries are taken, where they are.
    pub entries: Option<EntryTerms>,
}

impl From<&TournamentFile> for Draft {
    fn from(file: &TournamentFile) -> Draft {
        Draft {
            code: Some(file.code.clone()),
            name: Some(file.name.clone()),
            profile: file.profile,
            preset: file.preset,
            play: file.play.clone(),
            start_date: Some(file.start_date),
            end_date: file.end_date,
            time_zone: file.time_zone,
            language: file.language,
            variant: file.variant,
            arbiter: Some(file.arbiter.clone()),
            appeals: file.appeals.clone(),
            adjudicator: file.adjudicator.clone(),
            officials: file.officials.clone(),
            regulations: file.regulations.clone(),
            players: file.players.clone(),
            teams: file.teams.clone(),
            is_cycle: false,
            stages: Vec::new(),
            entries: file.entries.clone(),
        }
    }
}

impl Draft {
    /// Nothing known yet but a profile and what holds where a file is silent.
    pub fn new(profile: Profile, defaults: &Defaults<'_>) -> Draft {
        Draft {
            code: None,
            name: None,
            profile,
            preset: None,
            play: Play::default(),
            start_date: None,
            end_date: None,
            time_zone: defaults.time_zone,
            language: defaults.language,
            variant: Variant::Standard,
            arbiter: None,
            appeals: None,
            adjudicator: None,
            officials: Vec::new(),
            regulations: Regulations::of(profile),
            players: Vec::new(),
            teams: Vec::new(),
            is_cycle: false,
            stages: Vec::new(),
            entries: None,
        }
    }

    /// Another profile: regulations that were not changed follow its article, and a preset
    /// of another profile is left.
    pub fn set_profile(&mut self, profile: Profile) {
        let changed: Vec<(&str, String)> = self
            .regulations
            .differing(self.profile)
            .into_iter()
            .map(|key| (key.name, self.regulations.shown(key)))
            .collect();
        self.profile = profile;
        self.preset = self.preset.filter(|p| p.profile() == profile);
        self.regulations = Regulations::of(profile);
        for (name, value) in changed {
            // They were read once; they are read again.
            let _ = self.set(name, &value);
        }
    }

    /// Sets a key of `[tournament]` or `[regulations]` as the reader of the file
    /// would take it. Values need no quotation marks; an empty one takes an
    /// optional key away, and sets a regulation back to the profile's default.
    ///
    /// # Errors
    /// What is wrong with it and what is allowed; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let value = value.trim();
        if let Some(key) = rules::regulation(name) {
            return self.set_regulation(key, value);
        }
        let Some(key) = HEAD.iter().find(|k| k.name == name) else {
            let known: Vec<&str> = HEAD.iter().chain(REGULATIONS).map(|k| k.name).collect();
            let hint = match super::complaint::nearest(name, &known) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("known: {}", known.join(", ")),
            };
            return Err(format!("there is no key '{name}'; {hint}"));
        };
        match (key.name, value) {
            ("end_date", "" | "none") => {
                self.end_date = None;
                return Ok(());
            }
            ("appeals", "" | "none") => {
                self.appeals = None;
                return Ok(());
            }
            ("adjudicator", "" | "none") => {
                self.adjudicator = None;
                return Ok(());
            }
            ("entries", "" | "none") => {
                self.entries = None;
                return Ok(());
            }
            _ => {}
        }
        if key.name == "system" {
            self.is_cycle = value.trim_matches('"') == CYCLE;
            if self.is_cycle {
                return Ok(());
            }
        }
        if Play::KEYS.contains(&key.name) {
            self.play = self.play.with(key.name, value, self.variant)?;
            return Ok(());
        }
        let text = match key.name {
            "arbiter" | "appeals" | "adjudicator" => official_of(value)?,
            "entries" => value.to_owned(),
            _ => string(value),
        };
        let file = self.probed(key.name, &text)?;
        match key.name {
            "name" => self.name = Some(file.name),
            "code" => self.code = Some(file.code),
            "profile" => self.set_profile(file.profile),
            "start_date" => self.start_date = Some(file.start_date),
            "end_date" => self.end_date = file.end_date,
            "time_zone" => self.time_zone = file.time_zone,
            "language" => self.language = file.language,
            "variant" => self.variant = file.variant,
            "arbiter" => self.arbiter = Some(file.arbiter),
            "appeals" => self.appeals = file.appeals,
            "entries" => self.entries = file.entries,
            _ => self.adjudicator = file.adjudicator,
        }
        Ok(())
    }

    fn set_regulation(&mut self, key: &RegulationKey, value: &str) -> Result<(), String> {
        if value.is_empty() {
            let default = Regulations::from_preset(self.preset, self.profile).shown(key);
            return self.set_regulation(key, &default);
        }
        let bare = value.trim_matches(['[', ']']);
        let items: Vec<&str> = bare
            .split([',', ' ', ';'])
            .map(|item| item.trim_matches(['"', '\'']))
            .filter(|item| !item.is_empty())
            .collect();
        let text = match key.kind {
            ValueKind::Words(_) => {
                let items: Vec<String> = items.into_iter().map(string).collect();
                format!("[{}]", items.join(", "))
            }
            ValueKind::Two(..) | ValueKind::Points if items.len() > 1 => {
                format!("[{}]", items.join(", "))
            }
            ValueKind::Flag => match value {
                "yes" | "y" => "true".to_owned(),
                "no" | "n" => "false".to_owned(),
                _ => value.to_owned(),
            },
            _ if value.bytes().all(|b| b.is_ascii_digit()) => value.to_owned(),
            _ => string(value.trim_matches('"')),
        };
        let text = if value_of_toml(&text) {
            text
        } else {
            string(value)
        };
        self.regulations = self.probed(key.name, &text)?.regulations;
        Ok(())
    }

    /// What the file's reader makes of a value, with everything else as it is
    /// known or made up.
    fn probed(&self, name: &str, value: &str) -> Result<TournamentFile, String> {
        let mut probe = self.clone();
        probe.code.get_or_insert_with(|| "PROBE".to_owned());
        probe.name.get_or_insert_with(|| "Probe".to_owned());
        probe.players.clear();
        probe.is_cycle = false;
        probe.play = Play::default();
        // Whether they end before the start is judged with the whole file.
        if !matches!(name, "entries" | "start_date") {
            probe.entries = None;
        }
        if name == "variant" || probe.variant == Variant::Chess960 {
            probe.play.position = Some(StartPosition::Number(PROBED_POSITION));
        }
        if probe.start_date.is_none() {
            // Before any end that is asked for first.
            probe.start_date = Day::new(1900, 1, 1);
        }
        let someone = Official::new("Probe", "probe@club.example");
        probe.arbiter.get_or_insert(someone);
        // Who stands in for them is not among those who are probed.
        let officials = [
            &mut probe.arbiter,
            &mut probe.appeals,
            &mut probe.adjudicator,
        ];
        for official in officials.into_iter().flatten() {
            official.substitute = None;
        }
        let mut lines = probe.head_lines();
        let mut regulations = probe.regulation_lines();
        for line in lines.iter_mut().chain(&mut regulations) {
            if line.0 == name {
                line.1 = Some(value.to_owned());
            }
        }
        if name == "variant" && value.contains("standard") {
            lines.retain(|(key, _)| *key != "position");
        }
        let mut text = "[tournament]\n".to_owned();
        let table = |text: &mut String, lines: &[Line]| {
            for (key, value) in lines {
                if let Some(value) = value {
                    let _ = writeln!(text, "{key} = {value}");
                }
            }
        };
        table(&mut text, &lines);
        text.push_str("[regulations]\n");
        table(&mut text, &regulations);
        for number in [1, 2] {
            let _ = writeln!(
                text,
                "[[player]]\nname = \"P{number}\"\nemail = \"p{number}@club.example\""
            );
        }
        let nothing = |_: &str, _: Variant| Ok(());
        let defaults = Defaults {
            language: self.language,
            time_zone: self.time_zone,
            check_fen: &nothing,
        };
        file::read(&text, "", &defaults).map_err(|e| {
            let words: Vec<String> = e.complaints.into_iter().map(message).collect();
            words.join("; ")
        })
    }

    /// The keys of `[tournament]` with their values, as written.
    fn head_lines(&self) -> Vec<Line> {
        let word = |value: serde_json::Value| Some(value.to_string());
        let person = |who: &Option<Official>| who.as_ref().map(Official::written);
        let of_stages = |key: &str| self.is_cycle && Play::OF_SYSTEM.contains(&key);
        let played = |key: &&'static str| {
            let shown = self.play.shown(key, self.variant);
            (*key, shown.filter(|_| !of_stages(key)))
        };
        let mut lines = vec![
            ("name", self.name.as_deref().map(string)),
            ("code", self.code.as_deref().map(string)),
            (
                "profile",
                word(serde_json::to_value(self.profile).unwrap_or_default()),
            ),
            ("start_date", self.start_date.map(|d| d.to_string())),
            ("end_date", self.end_date.map(|d| d.to_string())),
            ("time_zone", Some(string(self.time_zone.name()))),
            ("language", Some(string(self.language.code()))),
            (
                "variant",
                word(serde_json::to_value(self.variant).unwrap_or_default()),
            ),
            ("arbiter", person(&self.arbiter)),
            ("appeals", person(&self.appeals)),
            ("adjudicator", person(&self.adjudicator)),
            ("entries", self.entries.as_ref().map(EntryTerms::written)),
        ];
        lines.extend(Play::KEYS.iter().map(played));
        lines.sort_by_key(|(name, _)| HEAD.iter().position(|key| key.name == *name));
        lines
    }

    /// The keys of `[regulations]` with their values, as written.
    fn regulation_lines(&self) -> Vec<Line> {
        REGULATIONS
            .iter()
            .map(|key| (key.name, Some(self.regulations.shown(key))))
            .collect()
    }

    /// The value of a key, as it would be written; none where it is not known.
    pub fn shown(&self, name: &str) -> Option<String> {
        let all = self.head_lines().into_iter().chain(self.regulation_lines());
        all.into_iter().find(|(key, _)| *key == name)?.1
    }

    /// What must still be said before the file can be read.
    pub fn missing(&self) -> Vec<&'static str> {
        [
            ("name", self.name.is_none()),
            ("code", self.code.is_none()),
            ("start_date", self.start_date.is_none()),
            ("arbiter", self.arbiter.is_none()),
            ("stage", self.is_cycle && self.stages.is_empty()),
        ]
        .into_iter()
        .filter_map(|(key, missing)| missing.then_some(key))
        .collect()
    }

    /// Whether it is played by teams.
    pub fn is_of_teams(&self) -> bool {
        match self.is_cycle {
            true => self.stages.iter().any(|s| s.play.system.is_of_teams()),
            false => self.play.system.is_of_teams(),
        }
    }

    /// What the reader of the file would say against it, as far as it can be judged: players
    /// that a list will bring are taken to be as many as `to_come`.
    pub fn complaints(&self, to_come: usize, defaults: &Defaults<'_>) -> Vec<String> {
        let listed: Vec<EnteredPlayer> = (1..=to_come).map(EnteredPlayer::nobody).collect();
        let listed = (self.players.is_empty() && to_come > 0).then_some(listed.as_slice());
        match file::read_all(&self.text(), "", defaults, listed) {
            Ok(_) => Vec::new(),
            Err(error) => error.complaints.into_iter().map(message).collect(),
        }
    }
}

/// A key and what stands behind its `=`.
type Line = (&'static str, Option<String>);

/// What stands for a system where stages have their own.
pub const CYCLE: &str = "cycle";

/// A start position where the file's reader wants one: the usual array.
const PROBED_POSITION: u32 = 518;

/// A text as TOML writes it.
fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// `Name <address>`, or `Name, address`.
fn official_of(text: &str) -> Result<String, String> {
    let parts = match text.split_once('<') {
        Some((name, rest)) => Some((name, rest.trim_end().trim_end_matches('>'))),
        None => text.rsplit_once([',', ' ']),
    };
    let (name, email) = parts.ok_or_else(|| {
        "write the name and the address: Olga Orlova <td@club.example>".to_owned()
    })?;
    Ok(Official::new(name.trim().trim_end_matches(','), email.trim()).written())
}

fn value_of_toml(text: &str) -> bool {
    toml::from_str::<toml::Table>(&format!("x = {text}")).is_ok_and(|t| t.len() == 1)
}

fn message(complaint: Complaint) -> String {
    complaint.message
}

/// Words in lines no wider than so many characters.
pub fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        let long = line.chars().count() + 1 + word.chars().count() > width;
        if line.is_empty() {
            line.push_str(word);
        } else if long {
            lines.push(word.to_owned());
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}

/// A code that a tournament's name suggests: the first word that says something,
/// in Latin capitals, and the year, which the name may have itself: `SPRING27`,
/// `CHEMPION27`.
pub fn suggested_code(name: &str, year: i32) -> String {
    let named = name
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok());
    let year = named.unwrap_or(year);
    let mut best = String::new();
    for word in name.split(|c: char| !c.is_alphabetic()) {
        // Of a name it is not known whose letters they are; Russian has most of them.
        let latin: String = ascii(word, Language::Ru)
            .to_uppercase()
            .chars()
            .filter(char::is_ascii_uppercase)
            .take(LONGEST_SUGGESTION)
            .collect();
        if latin.len() > 2 {
            best = latin;
            break;
        }
    }
    if best.is_empty() {
        best = "T".to_owned();
    }
    format!("{best}{:02}", year.rem_euclid(100))
}

/// Letters of a suggested code; a code is written into subjects and by hand.
const LONGEST_SUGGESTION: usize = 8;

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
