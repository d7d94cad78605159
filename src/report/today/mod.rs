//! Today: everything that waits for the arbiter, what is due first at the top, and
//! what will happen by itself in the days to come. Made of facts alone; the words
//! are in `messages/LANG/documents.toml`.

pub mod calendar;
mod page;

pub use page::{document, item, term, then};

use super::matters::happened::Happened;
use super::matters::{Concerned, Matter};
use crate::arbiter::Coming;
use crate::chess::Side;
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::report::words::common;
use crate::rules::{Article, Forfeit, Profile};
use crate::time::{Day, Instant};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A term that ends within so many days comes before what has no term.
const SOON: i64 = 3;

/// Something that waits for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The tournament's code.
    pub tournament: String,
    /// Today, in its zone.
    pub today: Day,
    /// What.
    pub matter: Matter,
}

/// The game, or else the tournament.
fn place(game: Option<&GameName>, tournament: &str) -> String {
    game.map_or_else(|| tournament.to_owned(), ToString::to_string)
}

impl Waiting {
    /// What it is about: the game, or else the tournament.
    pub fn place(&self) -> String {
        place(self.matter.game.as_ref(), &self.tournament)
    }

    /// Days until the term ends: 0 on its last day, negative once it is over.
    pub fn days_left(&self) -> Option<i64> {
        self.matter.until.map(|until| until.since(self.today))
    }

    /// Who is silent, where that is the matter.
    fn silent_player(&self) -> Option<PlayerId> {
        let silent = matches!(self.matter.happened, Happened::Silent { .. });
        let concerned = self.matter.concerned.as_ref().filter(|_| silent);
        concerned.map(|one| one.player)
    }

    /// All silences of the player as one matter; one alone stays what it is.
    fn with_all(&self, his: &[&Waiting]) -> Waiting {
        let Some(player) = self.silent_player().filter(|_| his.len() > 1) else {
            return self.clone();
        };
        let games = his.iter().filter_map(|w| match &w.matter.happened {
            Happened::Silent { since, .. } => Some((w.matter.game.clone()?, *since)),
            _ => None,
        });
        let code = &self.tournament;
        let withdraw = format!("td withdraw {} {code} --games lose", player.0);
        let each = his.iter().flat_map(|w| w.matter.commands.iter().cloned());
        Waiting {
            matter: Matter {
                game: None,
                about: self.matter.about.iter().take(1).cloned().collect(),
                since: his.iter().filter_map(|w| w.matter.since).min(),
                until: his.iter().filter_map(|w| w.matter.until).min(),
                happened: Happened::SilentInGames {
                    games: games.collect(),
                },
                commands: std::iter::once(withdraw).chain(each).collect(),
                ..self.matter.clone()
            },
            ..self.clone()
        }
    }

    /// What is due first comes first: terms that are over or nearly so by their
    /// days, then what waits without a term, the oldest first, then later terms.
    /// What takes its course comes last.
    fn rank(&self) -> (bool, u8, Day, &str, Option<&GameName>, &str) {
        let matter = &self.matter;
        let (group, day) = match (matter.until, self.days_left()) {
            (Some(until), Some(left)) => (if left <= SOON { 0 } else { 2 }, until),
            _ => (1, matter.since.unwrap_or(self.today)),
        };
        let name = matter.game.as_ref();
        (
            matter.takes_its_course(),
            group,
            day,
            &self.tournament,
            name,
            &matter.what,
        )
    }
}

/// What is to come on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComingKind {
    /// In a game, with what an overstep there brings.
    Game(Coming, Forfeit),
    /// A player's leave begins; its last day.
    LeaveBegins(Day),
    /// The last day of a player's leave.
    LeaveEnds,
    /// The official start.
    Start,
    /// The end date.
    End,
    /// The last day for opinions on unfinished games.
    Opinions,
}

impl ComingKind {
    /// As JSON names it.
    pub fn name(self) -> &'static str {
        match self {
            ComingKind::Game(what, _) => match what {
                Coming::Flag => "flag",
                Coming::SeriesFlag(_) => "series-flag",
                Coming::Overstep => "overstep",
                Coming::ProtestEnds => "protest-ends",
                Coming::Warning => "warning",
                Coming::LastDay => "last-day",
                Coming::Repeat => "repeat",
                Coming::Silence => "silence",
            },
            ComingKind::LeaveBegins(_) => "leave-begins",
            ComingKind::LeaveEnds => "leave-ends",
            ComingKind::Start => "start",
            ComingKind::End => "end",
            ComingKind::Opinions => "opinions",
        }
    }

    /// The robot does it by itself, and nothing hangs on it: a move sent again, a warning.
    pub fn is_routine(self) -> bool {
        matches!(self, ComingKind::Game(Coming::Warning | Coming::Repeat, _))
    }

    /// The article behind it.
    pub fn article(self, profile: Profile) -> &'static str {
        let article = match self {
            ComingKind::Game(what, _) => match what {
                Coming::Flag | Coming::Overstep => Article::OverstepPause,
                Coming::SeriesFlag(_) => Article::VariantTime,
                Coming::ProtestEnds => Article::OverstepProtest,
                Coming::Warning | Coming::LastDay => Article::ControlNear,
                Coming::Repeat => Article::RepeatMove,
                Coming::Silence => Article::Silence,
            },
            ComingKind::LeaveBegins(_) | ComingKind::LeaveEnds => Article::LeaveTime,
            ComingKind::Start => Article::BeforeStart,
            ComingKind::End | ComingKind::Opinions => Article::Adjudication,
        };
        article.number(profile)
    }
}

/// Something to come, if no letter changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToCome {
    /// The tournament's code.
    pub tournament: String,
    /// Its article.
    pub profile: Profile,
    /// Today, in its zone.
    pub today: Day,
    /// The day.
    pub day: Day,
    /// The game, where it is about one.
    pub game: Option<GameName>,
    /// What.
    pub kind: ComingKind,
    /// The side, in a game.
    pub side: Option<Side>,
    /// Whom it is about; empty where it is the tournament.
    pub name: String,
    /// He.
    pub player: Option<PlayerId>,
}

impl ToCome {
    /// What it is about: the game, or else the tournament.
    pub fn place(&self) -> String {
        place(self.game.as_ref(), &self.tournament)
    }

    /// Whom it is about, with his side in a game; empty where it is the tournament.
    pub fn who(&self, language: Language) -> String {
        match self.side {
            Some(side) => format!("{} ({})", self.name, common::side(language, side)),
            None => self.name.clone(),
        }
    }
}

/// What waits about one player, or about no one in particular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfPlayer<'t> {
    /// He.
    pub whose: Option<&'t Concerned>,
    /// What waits.
    pub waiting: Vec<&'t Waiting>,
}

impl<'t> OfPlayer<'t> {
    /// The tournaments of what waits, by their codes, each once.
    pub fn tournaments(&self) -> Vec<&'t str> {
        let mut codes: Vec<&'t str> = Vec::new();
        for one in &self.waiting {
            if !codes.contains(&one.tournament.as_str()) {
                codes.push(&one.tournament);
            }
        }
        codes
    }
}

/// How a tournament stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentStanding {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Games that are not finished.
    pub open: u64,
    /// Oversteps that are announced or contested.
    pub oversteps: u64,
    /// What waits for the arbiter, what takes its course left out.
    pub matters: u64,
    /// Letters that wait to leave.
    pub unsent: u64,
    /// Letters of the last 30 days that were given up.
    pub undelivered: u64,
    /// Messages of the last 7 days that could not be read.
    pub malformed: u64,
    /// Messages of the last 3 days that wait for a code.
    pub unverified: u64,
    /// Players whom letters do not reach.
    pub failing: u64,
}

/// The arbiter's day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Today {
    /// When it was looked at.
    pub at: Instant,
    /// The days that are looked ahead; 0: none.
    pub days: i64,
    /// What waits, in the order of [`Today::sorted`].
    pub waiting: Vec<Waiting>,
    /// What comes, the nearest first.
    pub coming: Vec<ToCome>,
    /// Each tournament.
    pub tournaments: Vec<TournamentStanding>,
    /// Messages of the last 7 days whose senders nobody knows, in the whole home.
    pub unknown_senders: u64,
}

impl Today {
    /// The same with everything in its order.
    pub fn sorted(mut self) -> Today {
        self.waiting.sort_by(|a, b| a.rank().cmp(&b.rank()));
        self.coming.sort_by(|a, b| {
            (a.day, &a.game, a.kind, &a.name).cmp(&(b.day, &b.game, b.kind, &b.name))
        });
        self
    }

    /// The same for people: silences of one player in several games are one matter, with
    /// the order that settles them all.
    pub fn gathered(&self) -> Today {
        let silent = |w: &Waiting| Some((w.tournament.clone(), w.silent_player()?));
        let mut of_players: BTreeMap<(String, PlayerId), Vec<&Waiting>> = BTreeMap::new();
        for one in &self.waiting {
            if let Some(whose) = silent(one) {
                of_players.entry(whose).or_default().push(one);
            }
        }
        let mut waiting: Vec<Waiting> = Vec::new();
        for one in &self.waiting {
            match silent(one) {
                None => waiting.push(one.clone()),
                // They stand with the first of them.
                Some(whose) => {
                    let his = of_players.remove(&whose);
                    waiting.extend(his.map(|his| one.with_all(&his)));
                }
            }
        }
        Today {
            waiting,
            ..self.clone()
        }
    }

    /// What waits by the players whom it is about, who has the first of it first; what is
    /// about no one player comes last. The matters of each keep their order.
    pub fn by_player(&self) -> Vec<OfPlayer<'_>> {
        let mut groups: Vec<OfPlayer<'_>> = Vec::new();
        for one in &self.waiting {
            let whose = one.matter.concerned.as_ref();
            let is_his = |group: &&mut OfPlayer<'_>| {
                group.whose.map(|own| own.player) == whose.map(|own| own.player)
            };
            match groups.iter_mut().find(is_his) {
                Some(group) => group.waiting.push(one),
                None => groups.push(OfPlayer {
                    whose,
                    waiting: vec![one],
                }),
            }
        }
        groups.sort_by_key(|group| group.whose.is_none());
        groups
    }

    /// What comes that is no routine of the robot's.
    pub fn to_heed(&self) -> impl Iterator<Item = &ToCome> {
        self.coming.iter().filter(|c| !c.kind.is_routine())
    }

    /// What the arbiter has to do.
    pub fn to_do(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter().filter(|w| !w.matter.takes_its_course())
    }

    /// What takes its course, where he decides nothing.
    pub fn running_out(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter().filter(|w| w.matter.takes_its_course())
    }

    /// For programs: see docs/ARBITERS.md.
    pub fn json(&self) -> Value {
        let waiting: Vec<Value> = self.waiting.iter().map(waiting_json).collect();
        let coming: Vec<Value> = self.coming.iter().map(coming_json).collect();
        let tournaments: Vec<Value> = self.tournaments.iter().map(standing_json).collect();
        json!({
            "at": self.at, "days": self.days,
            "matters": waiting, "coming": coming, "tournaments": tournaments,
            "unknown_senders": self.unknown_senders,
        })
    }
}

fn waiting_json(waiting: &Waiting) -> Value {
    let mut value = waiting.matter.json();
    if let Value::Object(members) = &mut value {
        members.insert("tournament".to_owned(), json!(waiting.tournament));
        members.insert("days_left".to_owned(), json!(waiting.days_left()));
        let by_mail: Vec<String> = waiting
            .matter
            .commands
            .iter()
            .filter_map(|c| mail_form(c))
            .collect();
        members.insert("by_mail".to_owned(), json!(by_mail));
    }
    value
}

fn coming_json(coming: &ToCome) -> Value {
    json!({
        "day": coming.day, "in_days": coming.day.since(coming.today),
        "tournament": coming.tournament, "game": coming.game, "what": coming.kind.name(),
        "article": coming.kind.article(coming.profile),
        "side": coming.side, "name": coming.name,
        "then": then(Language::En, coming.kind),
    })
}

fn standing_json(standing: &TournamentStanding) -> Value {
    json!({
        "code": standing.code, "name": standing.name, "open": standing.open,
        "oversteps": standing.oversteps, "matters": standing.matters,
        "unsent": standing.unsent, "undelivered": standing.undelivered,
        "malformed": standing.malformed, "unverified": standing.unverified,
        "failing": standing.failing,
    })
}

/// An order as it is written in a letter: `td penalty X/1 white 2` is `PENALTY X/1
/// white 2`. `None` where it is no decision and has to be given at the console.
pub fn mail_form(command: &str) -> Option<String> {
    let order = command.strip_prefix("td ")?;
    let words = if order.starts_with("leave ") { 2 } else { 1 };
    let mut parts: Vec<String> = order.splitn(words + 1, ' ').map(str::to_owned).collect();
    for word in parts.iter_mut().take(words) {
        *word = word.to_uppercase();
    }
    Some(parts.join(" "))
}

#[cfg(test)]
mod tests;
