//! The arbiter's decisions, listed: what `td log` prints.

use crate::ids::{EventId, GameName, InboundId, PassId};
use crate::record::{Cause, Event, PlayerEvent};
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
    /// The players it is about, by name.
    pub players: Vec<String>,
    /// What was decided.
    pub decision: String,
    /// The article.
    pub article: Option<String>,
    /// The arbiter's reason.
    pub reason: String,
    /// How it was given: `console`, `letter`, or by the `robot` itself.
    pub given: &'static str,
    /// Who gave it: as told at the console, or as the tournament names who wrote.
    pub by: Option<String>,
    /// The arbiter's letter, where one gave it.
    pub inbound: Option<InboundId>,
    /// The decision it takes back.
    pub revokes: Option<EventId>,
    /// The decision that took it back.
    pub revoked_by: Option<EventId>,
}

impl DecisionLine {
    /// As several lines of text.
    pub fn text(&self) -> String {
        if let Some(pass) = self.pass {
            return self.text_of_pass(pass);
        }
        let about: Vec<String> = self
            .games
            .iter()
            .map(ToString::to_string)
            .chain(self.players.iter().cloned())
            .collect();
        let mut text = format!(
            "{:>6}  {}  {}: {}\n",
            self.id.map_or(0, |id| id.0),
            self.date,
            about.join(", "),
            self.decision
        );
        let mut more: Vec<String> = Vec::new();
        if let Some(article) = &self.article {
            more.push(format!("article {article}"));
        }
        more.push(match (self.inbound, &self.by) {
            (Some(letter), Some(by)) => format!("given by {by}, by letter {letter}"),
            (Some(letter), None) => format!("by letter {letter}"),
            (None, Some(by)) => format!("given by {by}"),
            (None, None) => "at the console".to_owned(),
        });
        text.push_str(&format!("        {}\n", more.join(", ")));
        for line in self.reason.lines().filter(|l| !l.trim().is_empty()) {
            text.push_str(&format!("        reason: {}\n", line.trim()));
        }
        if let Some(by) = self.revoked_by {
            text.push_str(&format!("        taken back by decision {by}\n"));
        }
        text
    }

    /// What the robot declared is no decision of the arbiter's, and may be taken back as
    /// one.
    fn text_of_pass(&self, pass: PassId) -> String {
        let games: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "pass {pass}  {}  {}: {}: td revoke --pass {pass}\n",
            self.date,
            games.join(", "),
            self.decision
        );
        if let Some(by) = self.revoked_by {
            text.push_str(&format!("        taken back by decision {by}\n"));
        }
        text
    }
}

/// How a decision was given, by the cause of its first entry.
pub fn given(cause: Cause) -> (&'static str, Option<InboundId>) {
    match cause {
        Cause::OrderLetter(letter) => ("letter", Some(letter)),
        _ => ("console", None),
    }
}

/// What an entry of a decision decides, in words; `None` for what only goes with it.
pub fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::Ended {
            result,
            termination,
        } => {
            let by = serde_json::to_value(termination).ok();
            let by = by.as_ref().and_then(|v| v.as_str()).unwrap_or("ruling");
            format!("result {} ({by})", result.text())
        }
        Event::ClaimRejected {
            side, bar_claims, ..
        } => {
            let barred = match bar_claims {
                true => ", further claims barred in this cycle",
                false => "",
            };
            format!("overstep of {} rejected{barred}", side.name())
        }
        Event::ClaimsBarred { side } => {
            format!("claims of time by {} barred in this cycle", side.name())
        }
        Event::ClockReset { side } => format!("first overstep of {}: clock at zero", side.name()),
        Event::Penalty { side, days, .. } => format!("penalty of {days} days to {}", side.name()),
        Event::DatesSet {
            ply,
            received,
            sent,
        } => {
            let received = received.map(|d| format!(", received {d}"));
            let sent = sent.map(|d| format!(", sent {d}"));
            let dates = received.unwrap_or_default() + &sent.unwrap_or_default();
            format!("dates of half-move {ply}{dates}")
        }
        Event::MovePlayed {
            ply,
            uci,
            received,
            sent,
            ..
        } => format!("half-move {ply} entered: {uci}, received {received}, sent {sent}"),
        Event::Voided { ply, received, .. } => {
            let clock = received.map(|d| format!(", the time counts from {d}"));
            format!(
                "half-move {ply} and later ones void{}",
                clock.unwrap_or_default()
            )
        }
        Event::Revoked {
            pass: Some(pass), ..
        } => format!("what pass {pass} declared taken back"),
        Event::Revoked { decision, .. } => format!("decision {decision} taken back"),
        Event::Reopened { .. } => "the game is open again".to_owned(),
        Event::Paused { .. } => "the game is paused".to_owned(),
        Event::Resumed { .. } => "the game goes on".to_owned(),
        Event::OpinionGiven {
            side,
            result,
            sent,
            late,
            ..
        } => {
            let late = if *late { ", after the term" } else { "" };
            let (side, result) = (side.name(), result.text());
            format!("opinion of {side} entered: {result}, sent {sent}{late}")
        }
        Event::AdjudicationOpened { .. } => "the game is adjudicated".to_owned(),
        Event::Replaced { was, is, .. } => format!("{} plays on for {}", is.name, was.name),
        _ => return None,
    })
}

/// Likewise for an entry about a player.
pub fn words_about_player(event: &PlayerEvent) -> String {
    match event {
        PlayerEvent::LeaveTaken {
            leave, from, to, ..
        } => format!("leave {leave} granted from {from} to {to}"),
        PlayerEvent::LeaveAsked { from, to } => {
            format!("leave from {from} to {to} asked for late")
        }
        PlayerEvent::LeaveKept { from, to } => {
            format!("leave from {from} to {to} left as it is")
        }
        PlayerEvent::LeaveEnded { leave, to } => format!("leave {leave} ends with {to}"),
        PlayerEvent::AddressChanged { new, .. } => format!("address {new}"),
        PlayerEvent::Revoked { decision, .. } => format!("decision {decision} taken back"),
        PlayerEvent::Withdrawn {
            games,
            counts,
            finished,
            scheduled,
            excluded,
        } => {
            let left = if *excluded { "excluded" } else { "withdrawn" };
            let count = if *counts { "count" } else { "do not count" };
            let games = games.name();
            format!(
                "{left}, --games {games}; {finished} of {scheduled} games finished, they {count}"
            )
        }
        PlayerEvent::Replaced { by } => format!("replaced by {}", by.name),
        PlayerEvent::TookOver { of } => format!("takes over from {}", of.name),
        PlayerEvent::WithdrawalAsked => "asks to withdraw".to_owned(),
        PlayerEvent::AccessLost { since } => format!("no access to mail, reported on {since}"),
        PlayerEvent::StyleChosen { .. } => "style of letters".to_owned(),
        PlayerEvent::Wished { .. } => "a wish about letters".to_owned(),
    }
}
