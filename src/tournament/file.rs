//! The tournament file: what an organiser writes, read whole or refused whole
//! with every fault named (CONTRACT.md 3).

use super::apart;
use super::complaint::Complaint;
use super::entries::EntryTerms;
use super::keys::{FileSection, Sheet};
use super::officials::{self, NamedOfficial};
use super::play::{BoardOrder, PairEntry, Play, System};
use super::stage::{self, StageEntry};
use super::teams::{self, TeamEntry};
use crate::address::{self, Reach};
use crate::chess::Variant;
use crate::ids::is_code;
use crate::language::{Language, languages};
use crate::rules::{self, Given, OneOfWords, Preset, Profile, Regulations};
use crate::time::{Day, Zone};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The largest file that is read, in bytes: a hundred players and all their
/// pairs fit many times over.
pub const MAX_FILE_BYTES: usize = 1_000_000;
/// The largest field of a round-robin; its double has 9900 games.
pub const MAX_PLAYERS: usize = 100;
/// The largest field of a system that is paired round by round, or of teams.
pub const MAX_FIELD: usize = 1_000;
/// The most pairs that may be listed, and the most players for them.
pub const MAX_PAIRS: usize = 5_000;
/// The longest name of a player or tournament, in characters: it stands in
/// headers and in the columns of tables.
pub const MAX_NAME: usize = 100;
/// The most lines of a postal address: as many as an envelope has room for.
pub const MAX_ADDRESS_LINES: usize = 8;
/// The longest name of a federation, in characters.
pub const MAX_FEDERATION: usize = 20;

/// Someone who is written to but does not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Official {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The language of letters to him, where it is not the tournament's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The address of who has his letters and acts for him on days of absence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
}

impl Official {
    /// One of whom no more is said.
    pub fn new(name: &str, email: &str) -> Official {
        Official {
            name: name.to_owned(),
            email: email.to_owned(),
            language: None,
            substitute: None,
        }
    }

    /// `Name <address>`.
    pub fn told(&self) -> String {
        format!("{} <{}>", self.name, self.email)
    }

    /// As a key of the file has it: `{ name = "…", email = "…" }`.
    pub(super) fn written(&self) -> String {
        let mut keys = vec![("name", self.name.as_str()), ("email", &self.email)];
        keys.extend(self.language.map(|l| ("language", l.code())));
        keys.extend(self.substitute.as_deref().map(|s| ("substitute", s)));
        let keys = keys.into_iter();
        let keys = keys.map(|(key, value)| format!("{key} = {}", toml::Value::from(value)));
        format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
    }
}

/// A player as entered. The starting number is the place in the list, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnteredPlayer {
    /// The name.
    pub name: String,
    /// The address under which the player plays, or that he is reached by post alone.
    #[serde(rename = "email")]
    pub reach: Reach,
    /// His postal address, line by line. It is written to no JSON: the one place that keeps
    /// it is the player's own row.
    #[serde(skip)]
    pub address: Vec<String>,
    /// The player's language, where it is not the tournament's.
    pub language: Option<Language>,
    /// The rating.
    pub rating: Option<u32>,
    /// The federation.
    pub federation: Option<String>,
    /// How letters greet the player: in the vocative, in the order of names that is polite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greeting: Option<String>,
    /// Left before the start: the number stays free, and the draw as it is (31.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub withdrawn: bool,
}

impl EnteredPlayer {
    /// Somebody in the place of a player who is not known yet.
    pub(super) fn nobody(number: usize) -> EnteredPlayer {
        EnteredPlayer {
            name: format!("P{number}"),
            reach: Reach::Email(format!("p{number}@club.example")),
            address: Vec::new(),
            language: None,
            rating: None,
            federation: None,
            greeting: None,
            withdrawn: false,
        }
    }

    /// Who he is ([`address::person_key`]).
    pub fn person_key(&self) -> String {
        address::person_key(&self.reach, &self.name, &self.address)
    }
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A tournament as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct TournamentFile {
    /// The code: letters, digits, `-` and `_`.
    pub code: String,
    /// The name.
    pub name: String,
    /// The article whose numbers hold where the file is silent.
    pub profile: Profile,
    /// The named set of regulations, where the file names one; its own keys win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// How it is played.
    #[serde(flatten)]
    pub play: Play,
    /// The official start: nobody's time runs before it (54.4.4, 55.4.5, 56.4.5).
    pub start_date: Day,
    /// Games unfinished on this day go to adjudication.
    pub end_date: Option<Day>,
    /// Dates are whole days in this zone.
    pub time_zone: Zone,
    /// The language of letters, where a player has no other.
    pub language: Language,
    /// The rules of the game.
    pub variant: Variant,
    /// The arbiter.
    pub arbiter: Official,
    /// Who hears protests against the arbiter (54.1.4).
    pub appeals: Option<Official>,
    /// Who hears appeals against an adjudication (56.9.10).
    pub adjudicator: Option<Official>,
    /// Who acts beside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officials: Vec<NamedOfficial>,
    /// The regulations, complete.
    pub regulations: Regulations,
    /// The players in the order of their starting numbers.
    pub players: Vec<EnteredPlayer>,
    /// The teams, in the order of their numbers; none where players play for themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TeamEntry>,
    /// What it is in a cycle, where it is a stage of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageEntry>,
    /// The terms on which it takes entries, where it does (27.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<EntryTerms>,
}

impl TournamentFile {
    /// Whether its list of entries is not closed yet: who plays is not final, and there are
    /// no games.
    pub fn is_filling(&self) -> bool {
        self.entries.as_ref().is_some_and(|terms| !terms.closed)
    }

    /// How many play.
    pub fn playing(&self) -> usize {
        self.players.iter().filter(|p| !p.withdrawn).count()
    }

    /// Whether one more finds a place by the terms of entry.
    pub fn has_room(&self) -> bool {
        let limit = self.entries.as_ref().and_then(|terms| terms.limit);
        let limit = limit.and_then(|n| usize::try_from(n).ok());
        limit.is_none_or(|limit| self.playing() < limit)
    }
}

impl Serialize for TournamentFile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        TournamentFile::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for TournamentFile {
    fn deserialize<D: Deserializer<'de>>(stored: D) -> Result<TournamentFile, D::Error> {
        TournamentFile::deserialize(rules::completed(stored)?).map_err(D::Error::custom)
    }
}

/// What holds where the file is silent, and who judges a start position.
#[derive(Clone, Copy)]
pub struct Defaults<'a> {
    /// The club's language.
    pub language: Language,
    /// The club's zone.
    pub time_zone: Zone,
    /// Whether a game can start from a position; the error is said to the organiser.
    pub check_fen: &'a dyn Fn(&str, Variant) -> Result<(), String>,
}

/// A file that cannot be taken: everything wrong with it, one line each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// In the order of lines; never empty.
    pub complaints: Vec<Complaint>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, complaint) in self.complaints.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{complaint}")?;
        }
        Ok(())
    }
}

/// Reads a tournament file; `path_name` is how complaints call it.
///
/// # Errors
/// Everything wrong with the file, at once: syntax first, then the content. A cycle is more
/// than one tournament: [`read_all`].
pub fn read(
    text: &str,
    path_name: &str,
    defaults: &Defaults<'_>,
) -> Result<TournamentFile, FileError> {
    let mut all = read_all(text, path_name, defaults, None)?;
    match (all.pop(), all.is_empty()) {
        (Some(file), true) if file.stage.is_none() => Ok(file),
        _ => Err(FileError {
            complaints: vec![Complaint {
                source: path_name.to_owned(),
                line: None,
                message: "'stage' makes a cycle of it; allowed here: one tournament".to_owned(),
            }],
        }),
    }
}

/// Reads a file of one tournament, or of a cycle with its stages in their order. Where the
/// players come from a list of their own, the file names none.
///
/// # Errors
/// Everything wrong with the file, at once: syntax first, then the content.
pub fn read_all(
    text: &str,
    path_name: &str,
    defaults: &Defaults<'_>,
    listed: Option<&[EnteredPlayer]>,
) -> Result<Vec<TournamentFile>, FileError> {
    // Editors on Windows put a byte order mark before the first line.
    let sheet = Sheet::file(path_name, text.strip_prefix('\u{feff}').unwrap_or(text));
    if text.len() > MAX_FILE_BYTES {
        sheet.complain(
            None,
            format!("the file is longer than {MAX_FILE_BYTES} bytes"),
        );
        return Err(FileError {
            complaints: sheet.complaints(),
        });
    }
    let files = sheet
        .parse()
        .and_then(|table| read_top(sheet.top(&table), defaults, listed));
    let complaints = sheet.complaints();
    match files {
        Some(files) if complaints.is_empty() => Ok(files),
        _ => Err(FileError { complaints }),
    }
}

fn read_top(
    top: FileSection<'_, '_>,
    defaults: &Defaults<'_>,
    listed: Option<&[EnteredPlayer]>,
) -> Option<Vec<TournamentFile>> {
    top.require("tournament", "code, name, start_date and arbiter at least");
    if top.has("stage") {
        return stage::read(top, defaults, listed);
    }
    let head = top.section("tournament").and_then(|section| {
        let head = read_head(&section, defaults);
        section.finish();
        head
    });
    // Wrong entries elsewhere are still worth telling where the head is broken.
    let (profile, system, variant) = head
        .as_ref()
        .map_or((Profile::Email, None, Variant::Standard), |h| {
            (h.profile, h.play.as_ref().map(|p| p.system), h.variant)
        });
    let (given, tie_breaks) = read_regulations(&top);
    let is_filling = head.as_ref().is_some_and(Head::is_filling);
    let players = read_entries(&top, system, profile, (listed, is_filling));
    let order = head.as_ref().and_then(|h| h.play.as_ref());
    let order = order.map_or(BoardOrder::Shift, |play| play.board_order);
    let teams = teams::read(&top, (system, order), players.len());
    let pairs = read_pairs(&top, system, variant, players.len(), defaults);
    let heads: Vec<&Head> = head.iter().collect();
    let officials = read_officials(&top, &heads);
    let mut head = head;
    if let Some(play) = head.as_mut().and_then(|h| h.play.as_mut()) {
        play.read_terms(&top);
        let units = match play.system.is_of_teams() {
            true => teams.len(),
            false => players.len(),
        };
        play.apart = apart::read(&top, play, units);
        play.pairs = pairs.into_iter().collect::<Option<Vec<_>>>()?;
        if play.lacks_position(variant) {
            top.refuse("tournament", &format!("has {WITHOUT_POSITION}"));
        }
    }
    top.finish();
    let players = players.into_iter().collect::<Option<Vec<_>>>()?;
    let teams = teams.into_iter().collect::<Option<Vec<_>>>()?;
    let officials = officials.into_iter().collect::<Option<Vec<_>>>()?;
    let over = |usual| given.over(usual);
    let mut file = head?.whole(players, teams, over, tie_breaks, None)?;
    file.officials = officials;
    Some(vec![file])
}

/// Reads who acts beside the arbiter in the tournaments of a file, by their heads, and
/// whether who stands in for whom holds an office there too.
pub(super) fn read_officials(
    top: &FileSection<'_, '_>,
    heads: &[&Head],
) -> Vec<Option<NamedOfficial>> {
    let codes: Vec<&str> = heads.iter().filter_map(|h| h.code.as_deref()).collect();
    let read = officials::read(top, &codes);
    for head in heads {
        let (Some(code), Some(arbiter)) = (&head.code, &head.arbiter) else {
            continue;
        };
        let here: Vec<NamedOfficial> = read
            .iter()
            .flatten()
            .filter_map(|o| o.only_in(code))
            .collect();
        let beside = [head.appeals.as_ref(), head.adjudicator.as_ref()];
        let all = officials::holders(arbiter, beside, &here);
        if let Some(who) = officials::without_substitute(&all) {
            let (key, substitute) = match top.has("official") {
                true => ("official", who.substitute.as_deref()),
                false => ("tournament", who.substitute.as_deref()),
            };
            let (name, substitute) = (&who.name, substitute.unwrap_or_default());
            top.refuse(
                key,
                &format!(
                    "has {substitute} as the substitute of {name}; allowed: the address of another official of {code}"
                ),
            );
        }
    }
    read
}

/// What a file says of Chess960 without a start position.
pub(super) const WITHOUT_POSITION: &str = "variant = \"chess960\" without 'position'; allowed: position = 0 to 959, or drawn: \"draw\", \"draw-each-round\", \"draw-each-game\" (or a 'fen' for every pair)";

/// The regulations that a section names, and whether tie-breaks are among them.
pub(super) fn read_regulations(section: &FileSection<'_, '_>) -> (Given, bool) {
    match section.section("regulations") {
        Some(section) => {
            let (given, tie_breaks) = (Given::read(&section), section.has("tie_breaks"));
            section.finish();
            (given, tie_breaks)
        }
        None => (Given::default(), false),
    }
}

/// The players of the file, or of a list beside it. While entries are taken there may be
/// few or none.
pub(super) fn read_entries(
    top: &FileSection<'_, '_>,
    system: Option<System>,
    profile: Profile,
    (listed, is_filling): (Option<&[EnteredPlayer]>, bool),
) -> Vec<Option<EnteredPlayer>> {
    let Some(listed) = listed else {
        if !is_filling {
            top.require("player", "a section [[player]] for each, in starting order");
        }
        return read_players(top, system, profile, is_filling);
    };
    if top.has("player") {
        top.refuse(
            "player",
            "stands there, and a list of players is given too; allowed: one of them",
        );
    } else if let Some(rule) = other_count(system, listed.len(), is_filling) {
        let count = listed.len();
        top.refuse(
            "tournament",
            &format!("has {count} players on the list; allowed: {rule}"),
        );
    }
    listed.iter().cloned().map(Some).collect()
}

/// `[tournament]` as far as it could be read.
pub(super) struct Head {
    pub code: Option<String>,
    pub name: Option<String>,
    pub profile: Profile,
    preset: Option<Preset>,
    pub play: Option<Play>,
    start_date: Option<Day>,
    end_date: Option<Day>,
    time_zone: Zone,
    language: Language,
    pub variant: Variant,
    arbiter: Option<Official>,
    appeals: Option<Official>,
    adjudicator: Option<Official>,
    entries: Option<EntryTerms>,
}

impl Head {
    /// Whether entries come in still.
    fn is_filling(&self) -> bool {
        self.entries.as_ref().is_some_and(|terms| !terms.closed)
    }

    /// The tournament of this head, where nothing was wrong with it.
    pub fn whole(
        self,
        players: Vec<EnteredPlayer>,
        teams: Vec<TeamEntry>,
        given: impl FnOnce(Regulations) -> Regulations,
        tie_breaks: bool,
        stage: Option<StageEntry>,
    ) -> Option<TournamentFile> {
        let play = self.play?;
        let mut regulations = given(Regulations::from_preset(self.preset, self.profile));
        if !tie_breaks && self.preset.is_none() {
            let ratings: Vec<Option<u32>> = players.iter().map(|p| p.rating).collect();
            regulations.tie_breaks = play.usual_tie_breaks(&ratings);
        }
        Some(TournamentFile {
            regulations,
            players,
            teams,
            stage,
            play,
            code: self.code?,
            name: self.name?,
            start_date: self.start_date?,
            arbiter: self.arbiter?,
            profile: self.profile,
            preset: self.preset,
            end_date: self.end_date,
            time_zone: self.time_zone,
            language: self.language,
            variant: self.variant,
            appeals: self.appeals,
            adjudicator: self.adjudicator,
            officials: Vec::new(),
            entries: self.entries,
        })
    }
}

/// Reads the keys of `[tournament]`, or of a stage that has them behind it.
pub(super) fn read_head(s: &FileSection<'_, '_>, defaults: &Defaults<'_>) -> Option<Head> {
    s.require("code", "letters, digits, '-' and '_'");
    s.require("name", "the tournament's name");
    s.require("start_date", "a date such as 2026-01-10");
    s.require("arbiter", "{ name = \"…\", email = \"…\" }");
    let code_rule = "1 to 40 Latin letters, digits, '-' and '_'";
    let code = s.parsed("code", code_rule, |t| is_code(t).then(|| t.to_owned()));
    let start_date = s.day("start_date");
    let end_date = s.day("end_date");
    if let (Some(start), Some(end)) = (start_date, end_date)
        && end <= start
    {
        s.refuse(
            "end_date",
            &format!("is {end}; allowed: after {start}, the start"),
        );
    }
    let variant = s.choice("variant", VARIANTS).unwrap_or_default();
    let zone_rule = "a zone of the IANA list such as Europe/Moscow";
    let preset = s.choice("preset", Preset::WORDS);
    let head = Head {
        code,
        name: s.text("name", MAX_NAME),
        profile: read_profile(s, preset),
        preset,
        play: Play::read(s, variant),
        start_date,
        end_date,
        time_zone: s
            .parsed("time_zone", zone_rule, Zone::parse)
            .unwrap_or(defaults.time_zone),
        language: s.choice("language", LANGUAGES).unwrap_or(defaults.language),
        variant,
        arbiter: read_official(s, "arbiter", true),
        appeals: read_official(s, "appeals", true),
        adjudicator: read_official(s, "adjudicator", true),
        entries: EntryTerms::read(s),
    };
    judge_entries(s, &head);
    Some(head)
}

/// What of the terms of entries does not go with the rest of the head.
fn judge_entries(s: &FileSection<'_, '_>, head: &Head) {
    let (Some(terms), Some(start)) = (&head.entries, head.start_date) else {
        return;
    };
    if terms.until > start {
        let until = terms.until;
        s.refuse(
            "entries",
            &format!("go on until {until}; allowed: to {start}, the start, at the latest"),
        );
    }
    let system = head.play.as_ref().map(|play| play.system);
    if let Some(why) = system.and_then(EntryTerms::refused) {
        s.refuse("entries", why);
    }
}

/// The profile as stated, or else that of the preset; one that contradicts it is refused.
fn read_profile(section: &FileSection<'_, '_>, preset: Option<Preset>) -> Profile {
    let stated = section.choice("profile", Profile::WORDS);
    if let (Some(stated), Some(preset)) = (stated, preset)
        && stated != preset.profile()
    {
        let of = preset.profile().word();
        section.refuse(
            "profile",
            &format!(
                "is '{}', but preset '{}' is for '{of}'; allowed: '{of}', or no 'profile' beside the preset",
                stated.word(),
                preset.word()
            ),
        );
    }
    let preset = preset.map(Preset::profile);
    stated.or(preset).unwrap_or(Profile::Email)
}

/// Reads `{ name = "…", email = "…" }`, with the language of his letters; `absent`: with a
/// substitute too.
pub(super) fn read_official(
    section: &FileSection<'_, '_>,
    key: &'static str,
    absent: bool,
) -> Option<Official> {
    let s = section.section(key)?;
    s.require("name", "the name");
    s.require("email", "the address");
    let name = s.text("name", MAX_NAME);
    let email = s.address("email");
    let language = s.choice("language", LANGUAGES);
    let substitute = match absent {
        true => s.address("substitute"),
        false => None,
    };
    s.finish();
    Some(Official {
        name: name?,
        email: email?,
        language,
        substitute,
    })
}

fn read_players(
    top: &FileSection<'_, '_>,
    system: Option<System>,
    profile: Profile,
    is_filling: bool,
) -> Vec<Option<EnteredPlayer>> {
    let sections = top.sections("player");
    if top.has("player")
        && let Some(rule) = other_count(system, sections.len(), is_filling)
    {
        let count = sections.len();
        top.refuse(
            "player",
            &format!("stands there {count} times; allowed: {rule}"),
        );
    }
    // Who each is, and where he stood first.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut players = Vec::new();
    for (at, section) in sections.into_iter().enumerate() {
        let s = &section;
        s.require("name", "the player's name");
        let name = s.text("name", MAX_NAME);
        let postal = read_postal(s);
        let reach = read_reach(s, profile, !postal.is_empty());
        if let (Some(name), Some(reach)) = (&name, &reach) {
            let number = at + 1;
            let person = address::person_key(reach, name, &postal);
            let first = *seen.entry(person).or_insert(number);
            if first != number {
                let (key, what) = match reach.email() {
                    Some(email) => (
                        "email",
                        format!(
                            "is '{email}', the address of player {first} too; allowed: one address for each player"
                        ),
                    ),
                    None => (
                        "address",
                        format!(
                            "and name are those of player {first} too; allowed: an e-mail address for one of them, or another postal address"
                        ),
                    ),
                };
                s.refuse(key, &what);
            }
        }
        let language = s.choice("language", LANGUAGES);
        let rating = s.number("rating", 0..=4000);
        let federation = s.text("federation", MAX_FEDERATION);
        let greeting = s.text("greeting", MAX_NAME);
        let withdrawn = s.flag("withdrawn").unwrap_or(false);
        section.finish();
        players.push(name.zip(reach).map(|(name, reach)| EnteredPlayer {
            name,
            reach,
            address: postal,
            language,
            rating,
            federation,
            greeting,
            withdrawn,
        }));
    }
    players
}

/// The lines of a player's postal address, where it stands there.
fn read_postal(s: &FileSection<'_, '_>) -> Vec<String> {
    let Some(lines) = s.texts("address", MAX_NAME) else {
        return Vec::new();
    };
    if !(1..=MAX_ADDRESS_LINES).contains(&lines.len()) {
        let count = lines.len();
        let what = format!("has {count} lines; allowed: 1 to {MAX_ADDRESS_LINES}");
        s.refuse("address", &what);
    }
    lines
}

/// How a player is reached: without an e-mail address only by post, at his postal one
/// (55.2.1).
fn read_reach(s: &FileSection<'_, '_>, profile: Profile, has_postal: bool) -> Option<Reach> {
    if s.has("email") {
        return s.address("email").map(Reach::Email);
    }
    if s.has("address") && profile == Profile::Post {
        return has_postal.then_some(Reach::Post);
    }
    let allowed = match (profile, s.has("address")) {
        (Profile::Post, _) => "the player's address, or address = [\"…\", …], his postal one",
        (_, false) => "the player's address",
        (_, true) => {
            "the player's address; only with profile = \"post\" may it be left out beside a postal one"
        }
    };
    s.require("email", allowed);
    None
}

/// How many players a system allows, where so many are not allowed; while entries are
/// taken, fewer are.
pub(super) fn other_count(
    system: Option<System>,
    count: usize,
    is_filling: bool,
) -> Option<String> {
    let allowed = match system {
        Some(System::Match) => 2..=2,
        Some(System::Pairs) | None => 2..=MAX_PAIRS,
        Some(System::RoundRobin | System::DoubleRoundRobin | System::Scheveningen) => {
            2..=MAX_PLAYERS
        }
        Some(
            System::Swiss
            | System::KnockOut
            | System::DoubleKnockOut
            | System::TeamRoundRobin
            | System::TeamSwiss
            | System::TeamKnockOut,
        ) => 2..=MAX_FIELD,
    };
    if allowed.contains(&count) || (is_filling && count <= *allowed.end()) {
        return None;
    }
    let (low, high) = (*allowed.start(), *allowed.end());
    Some(if low == high {
        format!("exactly {low} in a match")
    } else {
        format!("{low} to {high} in this system")
    })
}

pub(super) fn read_pairs(
    top: &FileSection<'_, '_>,
    system: Option<System>,
    variant: Variant,
    players: usize,
    defaults: &Defaults<'_>,
) -> Vec<Option<PairEntry>> {
    let sections = top.sections("pair");
    match system {
        Some(System::Pairs) => top.require("pair", "a section [[pair]] for each game"),
        Some(_) if top.has("pair") => {
            top.refuse("pair", "is only for system = \"pairs\"");
            return Vec::new();
        }
        _ => {}
    }
    if system == Some(System::Pairs) && top.has("pair") && sections.is_empty() {
        top.refuse(
            "pair",
            "is empty; allowed: a section [[pair]] for each game",
        );
    }
    if sections.len() > MAX_PAIRS {
        top.refuse(
            "pair",
            &format!("stands there too often; allowed: {MAX_PAIRS} times"),
        );
        return Vec::new();
    }
    // Without players, every number would be wrong: that is one fault, not many.
    let highest = if players == 0 {
        u32::MAX
    } else {
        u32::try_from(players).unwrap_or(u32::MAX)
    };
    let mut pairs = Vec::new();
    for section in sections {
        let s = &section;
        s.require("white", "White's starting number");
        s.require("black", "Black's starting number");
        let white = s.number("white", 1..=highest);
        let black = s.number("black", 1..=highest);
        if white.is_some() && white == black {
            s.refuse("black", "is White's number too; allowed: another player");
        }
        let fen = s.parsed("fen", "a position in FEN", |t| {
            (!t.is_empty()).then(|| t.to_owned())
        });
        if let Some(fen) = &fen
            && let Err(why) = (defaults.check_fen)(fen, variant)
        {
            s.refuse("fen", &format!("is no position to start from: {why}"));
        }
        section.finish();
        pairs.push(
            white
                .zip(black)
                .map(|(white, black)| PairEntry { white, black, fen }),
        );
    }
    pairs
}

// The words of the file. A test holds them equal to what serde writes.
const VARIANTS: &[(&str, Variant)] = &[
    ("standard", Variant::Standard),
    ("chess960", Variant::Chess960),
];
macro_rules! codes {
    ($($name:ident $code:literal $own:literal),*) => { &[$(($code, Language::$name)),*] };
}
/// The words for languages, here and in the configuration.
pub(crate) const LANGUAGES: &[(&str, Language)] = languages!(codes);

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
