//! A tournament before its start, for whoever is about to start it: the start
//! list and the pairings as they will stand, what is otherwise than the profile's
//! article, what was changed since the draw, and what to look at first.

mod cycle;
mod page;
mod warnings;

pub use cycle::{CyclePreview, Planned};
pub(super) use page::change_table;
pub use page::{document, public};
pub use warnings::{Warning, warnings};

use crate::address::Reach;
use crate::chess::Side;
use crate::chess::chess960::NumberedArray;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::record::Official;
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use crate::tournament::announced::Announcement;
use crate::tournament::entries::EntryTerms;
use crate::tournament::officials::NamedOfficial;
use crate::tournament::stage::StageEntry;
use serde_json::{Value, json};

/// What a preview is made of.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The code.
    pub code: String,
    /// The name.
    pub name: String,
    /// Its letters are out: nothing here changes any more.
    pub started: bool,
    /// The profile.
    pub profile: Profile,
    /// The official start.
    pub start: Day,
    /// The end.
    pub end: Option<Day>,
    /// The zone.
    pub zone: Zone,
    /// The language.
    pub language: Language,
    /// The arbiter.
    pub arbiter: Official,
    /// Who hears protests.
    pub appeals: Option<Official>,
    /// Who acts beside them.
    pub officials: Vec<NamedOfficial>,
    /// Who hears appeals against an adjudication.
    pub adjudicator: Option<Official>,
    /// The regulations.
    pub regulations: Regulations,
    /// Who should not meet (31.9).
    pub announced: Vec<Announcement>,
    /// The start list, by starting numbers.
    pub players: Vec<StartPlace>,
    /// The games, by round and board.
    pub games: Vec<Pair>,
    /// What was changed since the tournament was added, oldest first.
    pub changes: Vec<PlannedChange>,
    /// The robot's address.
    pub robot: String,
    /// Today, in the zone.
    pub today: Day,
    /// What it is in a cycle, where it is a stage of one.
    pub stage: Option<StageEntry>,
}

/// A place of the start list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPlace {
    /// The starting number.
    pub number: u32,
    /// Who has it; nobody where it became free (31.4).
    pub player: Option<Entrant>,
}

/// A player of the start list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Number in the home.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The registered address, or that he is reached by post alone.
    pub reach: Reach,
    /// The language of letters.
    pub language: Language,
    /// The language was given, and is not merely the tournament's.
    pub language_given: bool,
    /// The rating.
    pub rating: Option<u32>,
    /// The federation.
    pub federation: Option<String>,
    /// Letters that came back in a row.
    pub bounces: u32,
}

/// A game that will begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its name, `CODE/N`.
    pub name: String,
    /// The round.
    pub round: u32,
    /// The board.
    pub board: u32,
    /// White's starting number.
    pub white: u32,
    /// Black's starting number.
    pub black: u32,
    /// The array of Chess960 from which it begins.
    pub array: Option<NumberedArray>,
}

/// A change of a planned tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedChange {
    /// When.
    pub at: Instant,
    /// What, in a sentence.
    pub what: String,
    /// By whom.
    pub who: String,
    /// Why.
    pub reason: String,
}

impl Preview {
    /// The terms on which it takes entries still.
    pub fn entry_terms(&self) -> Option<&EntryTerms> {
        self.announced.iter().find_map(|a| match a {
            Announcement::Entries { terms, .. } => Some(terms),
            Announcement::RoundByRound { .. } | Announcement::Apart(_) => None,
        })
    }

    /// Whether it is not known yet who plays in it.
    pub fn is_open(&self) -> bool {
        self.stage.as_ref().is_some_and(StageEntry::is_open)
    }

    /// Whether its start is a day: a stage that others come into may have none of its own,
    /// and begins on the arbiter's word.
    pub fn has_day(&self) -> bool {
        let stage = self.stage.as_ref();
        stage.is_none_or(|stage| stage.dated || stage.from.is_empty())
    }

    /// Whoever has a starting number.
    pub fn player(&self, number: u32) -> Option<&Entrant> {
        let place = self.players.iter().find(|p| p.number == number)?;
        place.player.as_ref()
    }

    /// How many games a starting number has with a colour.
    pub fn games_with(&self, number: u32, side: Side) -> usize {
        let of = |g: &&Pair| match side {
            Side::White => g.white == number,
            Side::Black => g.black == number,
        };
        self.games.iter().filter(of).count()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let players: Vec<Value> = self
            .players
            .iter()
            .map(|place| {
                let p = place.player.as_ref();
                json!({
                    "start_number": place.number, "player": p.map(|p| p.id),
                    "name": p.map(|p| &p.name), "email": p.map(|p| &p.reach),
                    "language": p.map(|p| p.language), "rating": p.and_then(|p| p.rating),
                    "federation": p.and_then(|p| p.federation.as_ref()),
                    "white": self.games_with(place.number, Side::White),
                    "black": self.games_with(place.number, Side::Black),
                })
            })
            .collect();
        let games: Vec<Value> = self
            .games
            .iter()
            .map(|g| {
                let mut game = json!({"game": g.name, "round": g.round, "board": g.board,
                       "white": g.white, "black": g.black});
                if let (Some(game), Some(array)) = (game.as_object_mut(), &g.array) {
                    game.insert("position".to_owned(), array.number.into());
                }
                game
            })
            .collect();
        let changes: Vec<Value> = self
            .changes
            .iter()
            .map(|c| json!({"at": c.at, "what": c.what, "who": c.who, "reason": c.reason}))
            .collect();
        let found: Vec<String> = warnings(self).iter().map(|w| w.say(Language::En)).collect();
        let differing = crate::report::words::regulations::differing(
            &self.regulations,
            self.profile,
            Language::En,
        );
        json!({
            "tournament": self.code, "name": self.name, "started": self.started,
            "profile": self.profile, "start_date": self.start, "end_date": self.end,
            "time_zone": self.zone, "language": self.language,
            "players": players, "games": games, "differing": differing,
            "tie_breaks": self.regulations.tie_breaks, "announced": self.announced, "changes": changes, "warnings": found,
        })
    }
}

#[cfg(test)]
mod tests;
