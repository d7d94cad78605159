//! The arbiter's decisions, listed: what `td log` prints and LOG by letter answers.

use crate::ids::{EventId, GameName, InboundId, PassId};
use crate::language::Language;
use crate::messages::{self, Phrase, date};
use crate::orders::Giver;
use crate::record::{Cause, Event, PlayerEvent, TournamentEvent};
use crate::time::{Day, Instant};
use serde::Serialize;

/// A decision as the list has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecisionLine {
    /// Its number; none for what a pass of the robot declared.
    pub id: Option<EventId>,
    /// The number of the pass that declared it: `td revoke --pass` takes that back.
    pub pass: Option<PassId>,
    /// When it was taken.
    pub at: Instant,
    /// The day, in the tournament's zone.
    pub date: Day,
    /// The games it is about.
    pub games: Vec<GameName>,
    /// The tournament instead, where a text would have many games to name.
    #[serde(skip)]
    pub tournament: Option<String>,
    /// The players it is about, by name.
    pub players: Vec<String>,
    /// What was decided, in the language that was asked for.
    pub decision: String,
    /// The article.
    pub article: Option<String>,
    /// The arbiter's reason.
    pub reason: String,
    /// How it was given: `console`, `letter`, `web`, or by the `robot` itself.
    pub given: &'static str,
    /// Who gave it: as told at the console, or as the tournament names who wrote.
    pub by: Option<String>,
    /// His address, where he is an official.
    pub by_address: Option<String>,
    /// What he is in the tournament, by which it was his to give.
    pub by_role: Option<String>,
    /// The arbiter's letter, where one gave it.
    pub inbound: Option<InboundId>,
    /// The decision it takes back.
    pub revokes: Option<EventId>,
    /// The decision that took it back.
    pub revoked_by: Option<EventId>,
}

impl DecisionLine {
    /// As several lines of text, in the language in which the decision stands in it.
    pub fn text(&self, language: Language) -> String {
        if let Some(pass) = self.pass {
            return self.text_of_pass(language, pass);
        }
        let games = self.games.iter().map(ToString::to_string);
        let games: Vec<String> = match &self.tournament {
            Some(code) => vec![code.clone()],
            None => games.collect(),
        };
        let about: Vec<String> = games.into_iter().chain(self.players.clone()).collect();
        let mut text = format!(
            "{:>6}  {}  {}: {}\n",
            self.id.map_or(0, |id| id.0),
            self.day(language),
            about.join(", "),
            self.decision
        );
        let mut more: Vec<String> = Vec::new();
        if let Some(article) = &self.article {
            more.push(Phrase("log.article").fill(language, &[("article", article)]));
        }
        let letter = self.inbound.map(|letter| letter.to_string());
        let by = self.giver().map(|by| by.said(language));
        more.push(match (&letter, &by) {
            (Some(letter), Some(by)) => {
                Phrase("log.given-by-letter").fill(language, &[("by", by), ("letter", letter)])
            }
            (Some(letter), None) => Phrase("log.by-letter").fill(language, &[("letter", letter)]),
            (None, Some(by)) if self.given == WEB => {
                Phrase("log.given-on-web").fill(language, &[("by", by)])
            }
            (None, Some(by)) => Phrase("log.given").fill(language, &[("by", by)]),
            (None, None) => Phrase("log.console").say(language).to_owned(),
        });
        text.push_str(&format!("        {}\n", more.join(", ")));
        for line in self.reason.lines().filter(|l| !l.trim().is_empty()) {
            let reason = [("reason", line.trim())];
            let reason = Phrase("log.reason").fill(language, &reason);
            text.push_str(&format!("        {reason}\n"));
        }
        text.push_str(&self.taken_back(language));
        text
    }

    /// What the robot declared is no decision of the arbiter's, and may be taken back as
    /// one.
    fn text_of_pass(&self, language: Language, pass: PassId) -> String {
        let games: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        let declared = Phrase("log.pass").fill(language, &[("pass", &pass.to_string())]);
        format!(
            "{declared}  {}  {}: {}: td revoke --pass {pass}\n{}",
            self.day(language),
            games.join(", "),
            self.decision,
            self.taken_back(language)
        )
    }

    fn giver(&self) -> Option<Giver> {
        Some(Giver {
            name: self.by.clone()?,
            address: self.by_address.clone(),
            role: self.by_role.clone(),
        })
    }

    fn day(&self, language: Language) -> String {
        date(language, &self.date.to_string())
    }

    /// The line that names the decision that took it back, where one did.
    fn taken_back(&self, language: Language) -> String {
        let Some(by) = self.revoked_by else {
            return String::new();
        };
        let by = by.to_string();
        let said = Phrase("log.taken-back").fill(language, &[("decision", &by)]);
        format!("        {said}\n")
    }
}

/// How a decision is called that was given at the desk of the server.
const WEB: &str = "web";

/// How a decision was given, by the cause of its first entry.
pub fn given(cause: Cause) -> (&'static str, Option<InboundId>) {
    match cause {
        Cause::OrderLetter(letter) => ("letter", Some(letter)),
        Cause::OrderWeb => (WEB, None),
        _ => ("console", None),
    }
}

/// What an entry of a decision decides, in words; `None` for what only goes with it.
pub fn words(language: Language, event: &Event) -> Option<String> {
    let said = |section| messages::entry(language, section, event, &());
    said("logged").or_else(|| said("done"))
}

/// Likewise for an entry about a tournament.
pub fn words_about_tournament(language: Language, event: &TournamentEvent) -> String {
    messages::entry(language, "logged-rounds", event, &()).unwrap_or_default()
}

/// Likewise for an entry about a player.
pub fn words_about_player(language: Language, event: &PlayerEvent) -> String {
    messages::entry(language, "logged-about", event, &()).unwrap_or_default()
}
