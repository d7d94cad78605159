//! `td replace`, the replacement of a player after the start: another person plays on under his
//! starting number, with his unfinished games. The federation's text has no article
//! on it; it rests on the arbiter's general competence (53.3). What each game keeps
//! and what begins anew is said in docs/RULES.md.

use super::enter::NamedPerson;
use super::ruling_letters::RulingLetters;
use super::words::player;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::arbiter::notice::{
    Body, HandedOver, NamedDecision, Notice, Recipient, Remark, ReplacementReader,
};
use crate::arbiter::{Ruling, series};
use crate::chess::Side;
use crate::ids::{EventId, PlayerId, PlayerRef, TournamentId};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{
    About, Cause, Entry, Event, GameFile, Holder, PlayerEntry, PlayerEvent, Status,
};
use crate::rules::{Article, Profile};
use crate::time::{Day, Instant};
use clap::Args;
use serde::Serialize;

/// Another person takes over a player's starting number and unfinished games (53.3)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
#[command(mut_arg("email", |address| address.help(
    "The address of who takes over; of one who played under the number before, to give it back"
)))]
pub struct ReplaceOrder {
    /// Who plays now: number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The tournament's code
    pub code: String,
    /// Who takes over
    #[command(flatten)]
    pub person: NamedPerson,
}

impl Ordered for ReplaceOrder {
    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Replace(self))
    }
}

/// Another plays on for a starting number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replaced {
    /// Who plays on.
    pub is: String,
    /// In whose place.
    pub was: String,
    /// The starting number.
    pub number: u32,
    /// The tournament's code.
    pub code: String,
    /// The games that go to him.
    pub games: Vec<String>,
    /// The replacement that is taken back by it.
    pub revokes: Option<EventId>,
    /// The language he has in this home already, where he is known in it.
    pub known: Option<Language>,
    /// Another name that was given for him, and is not taken.
    pub not: Option<String>,
}

impl Replaced {
    pub(super) fn said(&self, language: Language) -> String {
        let number = self.number.to_string();
        let plays_on = Phrase("replaced.plays-on").fill(
            language,
            &[
                ("new", &self.is),
                ("old", &self.was),
                ("number", &number),
                ("code", &self.code),
                ("games", &self.games.join(", ")),
            ],
        );
        let revokes = self.revokes.map_or_else(String::new, |decision| {
            Phrase("replaced.revokes").fill(language, &[("decision", &decision.to_string())])
        });
        let known = self.known.map_or_else(String::new, |known| {
            let other = self.not.as_deref().unwrap_or_default();
            let variables = [("known", known.code()), ("other", other)];
            Phrase("replaced.known").fill(language, &variables)
        });
        format!("{revokes}{plays_on}{known}")
    }
}

/// Who plays on for whom.
#[derive(Clone, Debug)]
pub struct Replacement<'a> {
    /// Who played.
    pub was: Holder,
    /// Who plays on.
    pub is: Holder,
    /// The tournament.
    pub tournament: TournamentId,
    /// Its code.
    pub code: &'a str,
    /// The starting number.
    pub number: u32,
    /// Its article.
    pub profile: Profile,
    /// Days for a protest.
    pub protest_days: u32,
    /// The decision that is taken back by it, and its day.
    pub revokes: Option<(EventId, Day)>,
    /// The arbiter's reason.
    pub reason: &'a str,
    /// The hour.
    pub now: Instant,
}

/// Why a game cannot go to another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// An overstep of his was announced or claimed.
    Announced,
    /// His time is over since that day, and nobody has said so yet.
    Fallen(Day),
}

/// Whether an overstep of a side is still to be decided: who takes the game over
/// would begin anew what another has lost.
pub fn undecided(game: &GameFile, side: Side, today: Day) -> Option<Undecided> {
    if game.exceeded.as_ref().is_some_and(|e| e.side == side) && game.status != Status::Finished {
        return Some(Undecided::Announced);
    }
    let running = game.tally().running?;
    let (flag, _, _) = running.deadline(0);
    let fallen = running.side == side && today >= flag;
    fallen.then_some(Undecided::Fallen(flag))
}

impl Replacement<'_> {
    fn article(&self) -> &'static str {
        Article::ArbiterDecides.number(self.profile)
    }

    /// The entries about both players, with which the decision begins; `back` stands
    /// before them where it takes an earlier one back.
    pub fn head(&self, back: &[PlayerEntry]) -> Ruling {
        let entry = |player, event| PlayerEntry {
            at: self.now,
            player,
            tournament: Some(self.tournament),
            event,
            grounds: Some(self.article().to_owned()),
            cause: Cause::Order,
            note: self.reason.to_owned(),
        };
        let by = self.is.clone();
        let of = self.was.clone();
        let mut entries = back.to_vec();
        entries.push(entry(self.was.player, PlayerEvent::Replaced { by }));
        entries.push(entry(self.is.player, PlayerEvent::TookOver { of }));
        Ruling {
            player_entries: entries,
            ..Ruling::default()
        }
    }

    /// The entry in a game. Who played it till now is told by the game: where he was
    /// replaced before, and the game opened again since, it is an earlier holder.
    pub fn in_game(&self, game: &GameFile, side: Side) -> Ruling {
        let player = game.player(side);
        let was = Holder {
            player: player.id,
            name: player.name.clone(),
        };
        let event = Event::Replaced {
            side,
            was,
            is: self.is.clone(),
            day: game.facts.zone.day(self.now),
        };
        let entry = Entry::new(self.now, Cause::Order, event);
        let entry = entry.on(self.article()).noted(self.reason);
        Ruling::of(game, entry)
    }

    /// The letter that gives a game to him who plays on, once it is his; one of so
    /// many. Where the move is his, the receipt is reckoned from its leaving.
    pub fn gives(&self, game: &GameFile, from: &str, games: usize) -> Ruling {
        let Some(side) = game.side_of(self.is.player) else {
            return Ruling::default();
        };
        let body = Body::Start {
            invitation: None,
            games,
            list: Vec::new(),
            from: Some(from.to_owned()),
            announced: Vec::new(),
            away: Vec::new(),
        };
        let to = Recipient::Player(self.is.player);
        let mut notice = Notice::new(to, body);
        let playing = matches!(game.status, Status::Active | Status::Paused);
        if playing && game.turn() == side {
            let about = if game.ply() == 0 {
                About::Start
            } else {
                About::Move
            };
            notice.begins = Some((game.ply(), about, side));
            notice.remarks = standing(game, side);
        }
        Ruling {
            notices: vec![notice],
            ..Ruling::default()
        }
    }

    /// The ruling for each whom it concerns: to both about all games, to a partner
    /// about his own, to the arbiter about all.
    pub fn letters(&self, games: &[(PlayerId, HandedOver)]) -> Ruling {
        let letters_about = RulingLetters {
            tournament: self.tournament,
            article: self.article(),
            protest_days: self.protest_days,
            reason: self.reason,
        };
        let both = [self.was.player, self.is.player];
        let partners = games.iter().map(|(partner, _)| *partner);
        letters_about.letters(both.into_iter().chain(partners), |to| {
            let (reader, all) = match to {
                Recipient::Player(id) if id == self.was.player => (ReplacementReader::Leaves, true),
                Recipient::Player(id) if id == self.is.player => (ReplacementReader::Takes, true),
                Recipient::Player(_) => (ReplacementReader::Other, false),
                _ => (ReplacementReader::Other, true),
            };
            let his = |partner: PlayerId| all || to == Recipient::Player(partner);
            let own = games.iter().filter(|(partner, _)| his(*partner));
            NamedDecision::Replaced {
                code: self.code.to_owned(),
                number: self.number,
                name: self.was.name.clone(),
                by: self.is.name.clone(),
                reader,
                revokes: self.revokes.map(|(id, day)| (id.0, day)),
                games: own.map(|(_, game)| game.clone()).collect(),
            }
        })
    }
}

/// What the opponent's last letter said beside the move, and still stands.
fn standing(game: &GameFile, side: Side) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if game.draw_offer.is_some_and(|(by, _)| by != side) {
        remarks.push(Remark::OpponentOffersDraw);
    }
    if game.proposal.as_ref().is_some_and(|p| p.side != side) {
        remarks.extend(series::standing(game));
    }
    remarks
}
