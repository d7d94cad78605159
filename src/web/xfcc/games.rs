//! The games of a player as programs get them.

use crate::chess::{Side, Variant};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{
    Claim, Event, GameFile, GameResult, Recorded, ResultCode, Status, Termination,
};
use crate::rules::DayUnit;
use crate::store::{GameRow, View};
use crate::time::Instant;
use crate::web::program::may_programs_move;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// So many days a game that is over is still told.
const TOLD_DAYS: i64 = 30;

/// So many games that are over are looked at for that, the newest first.
const MOST_OVER: usize = 50;

const DAY: i64 = 86_400;

/// A game as its elements, in the order of the protocol.
pub type XfccGame = Vec<(&'static str, String)>;

/// What the games of a player are told with.
pub struct Teller {
    /// Whose.
    pub player: PlayerId,
    /// The hour.
    pub now: Instant,
    /// Where pages of games are, if that is known.
    pub base_url: Option<String>,
    /// Games in which words of his last move were not passed on.
    pub words_left_out: BTreeSet<GameId>,
}

impl Teller {
    /// His games that are played, and those that have been over for thirty days at most.
    ///
    /// # Errors
    /// The database.
    pub fn games(&self, view: View<'_>) -> Result<Vec<XfccGame>, Failure> {
        let rows = view.player_games(self.player, false)?;
        let (mut over, open): (Vec<GameRow>, Vec<GameRow>) = rows
            .into_iter()
            .filter(|row| row.status != Status::Waiting)
            .partition(|row| row.status == Status::Finished);
        over.sort_by_key(|row| Reverse(row.last_event));
        over.truncate(MOST_OVER);
        let mut all = Vec::new();
        for row in open.iter().chain(&over) {
            let game = view.game_load(row.id)?;
            if let Some(side) = game.side_of(self.player)
                && self.is_told(&game)
            {
                all.push(self.game(&game, side));
            }
        }
        Ok(all)
    }

    fn is_told(&self, game: &GameFile) -> bool {
        let since = self.now.plus_seconds(-TOLD_DAYS * DAY);
        game.status != Status::Finished || game.ending().is_some_and(|e| e.at > since)
    }

    fn game(&self, game: &GameFile, side: Side) -> XfccGame {
        let facts = &game.facts;
        let (mine, theirs) = (
            left(game, side, self.now),
            left(game, side.other(), self.now),
        );
        let flag = |is: bool| is.to_string();
        let is_running = game.status == Status::Active;
        let offered = game.draw_offer.is_some_and(|(by, _)| by != side);
        let fen = match facts.start_fen.is_some() || facts.variant == Variant::Chess960 {
            true => game.line.start().fen(),
            false => String::new(),
        };
        let seconds = i64::from(facts.regulations.days_per_period) * DAY;
        let per = facts.regulations.moves_per_period;
        let link = self.base_url.as_ref().map(|base| facts.name.page(base));
        let mut all: XfccGame = vec![
            ("id", facts.id.to_string()),
            ("white", game.player(Side::White).name.clone()),
            ("black", game.player(Side::Black).name.clone()),
            ("event", facts.tournament_name.clone()),
            // As in our PGN: Scid knows a game again by it.
            ("site", "NET".to_owned()),
            ("myTurn", flag(is_running && game.turn() == side)),
            ("hasWhite", flag(side == Side::White)),
            ("daysPlayer", mine.days.to_string()),
            ("hoursPlayer", mine.hours.to_string()),
            ("minutesPlayer", mine.minutes.to_string()),
            ("daysOpponent", theirs.days.to_string()),
            ("hoursOpponent", theirs.hours.to_string()),
            ("minutesOpponent", theirs.minutes.to_string()),
            ("moves", movetext(game)),
            ("drawOffered", flag(offered)),
            ("message", words(game, side)),
            ("serverInfo", self.server_info(game, side)),
            ("result", result(game).to_owned()),
            ("eventDate", facts.start.to_string().replace('-', ".")),
        ];
        for (name, of) in [("whiteElo", Side::White), ("blackElo", Side::Black)] {
            all.extend(game.player(of).rating.map(|r| (name, r.to_string())));
        }
        let variant = match facts.variant {
            Variant::Standard => "chess",
            Variant::Chess960 => "chess960",
        };
        all.extend([
            ("timeControl", format!("{per}/{seconds}")),
            ("round", facts.round.to_string()),
            ("gameLink", link.unwrap_or_default()),
            ("setup", flag(!fen.is_empty())),
            ("fen", fen),
            ("variant", variant.to_owned()),
        ]);
        // Nothing of it is forbidden by a regulation.
        let helps = ["noOpeningBooks", "noTablebases", "noDatabases", "noEngines"];
        all.extend(helps.map(|name| (name, flag(false))));
        all
    }

    fn server_info(&self, game: &GameFile, side: Side) -> String {
        let language: Language = game.player(side).language;
        let mut said = Vec::new();
        if self.words_left_out.contains(&game.facts.id) {
            said.push(Phrase("programs.words-left-out"));
        }
        if wrong_claim(game, side) {
            let stands = game.draw_offer.is_some_and(|(by, _)| by == side);
            said.push(match stands {
                true => Phrase("programs.claim-is-offer"),
                false => Phrase("programs.claim-refused"),
            });
        }
        if game.status == Status::Paused {
            said.push(Phrase("programs.paused"));
        }
        if game.status != Status::Finished && !may_programs_move(&game.facts) {
            said.push(Phrase("programs.no-moves"));
        }
        let said: Vec<&str> = said.into_iter().map(|p| p.say(language)).collect();
        said.join(" ")
    }
}

/// Whether a side's claim of a draw was refused (9.5.3), and nobody has moved since.
fn wrong_claim(game: &GameFile, side: Side) -> bool {
    if game.status == Status::Finished {
        return false;
    }
    let is_move = |e: &&Recorded| matches!(e.event, Event::MovePlayed { .. });
    let since = game.standing_recorded().rev().take_while(|e| !is_move(e));
    let is_wrong = |e: &Recorded| match &e.event {
        Event::ClaimRefused { side: by, claim } => {
            *by == side && matches!(claim, Claim::Draw { .. })
        }
        _ => false,
    };
    since.into_iter().any(is_wrong)
}

/// What the opponent has said with his last half-move, where that is the last one.
fn words(game: &GameFile, side: Side) -> String {
    let reader = game.player(side);
    let said = game.said.get(side.other()).passed.as_ref();
    let is_new = |ply: u32| ply + 1 >= game.ply();
    let said = said.filter(|s| is_new(s.ply) && !reader.wishes.mute);
    said.map(|s| s.words.clone()).unwrap_or_default()
}

/// The moves with their numbers. No result and no comment stands behind them: Scid adds the
/// one, and drops the opponent's words behind the other.
fn movetext(game: &GameFile) -> String {
    let mut words = Vec::new();
    for (at, mv) in game.moves.iter().enumerate() {
        if mv.side == Side::White || at == 0 {
            words.push(format!("{}{}", mv.number, mv.side.dots()));
        }
        words.push(mv.san.to_string());
    }
    words.join(" ")
}

/// The result in the words of the protocol. Who has lost on time has lost: programs do not
/// agree whom `WhiteDefaulted` makes the winner.
fn result(game: &GameFile) -> &'static str {
    let Some(result) = game.result.filter(|_| game.status == Status::Finished) else {
        return match game.status {
            Status::Adjudication => "AdjudicationPending",
            _ => "Ongoing",
        };
    };
    let GameResult { code, termination } = result;
    let adjudicated = termination == Termination::Adjudication;
    match code {
        ResultCode::White if adjudicated => "WhiteWinAdjudicated",
        ResultCode::Black if adjudicated => "BlackWinAdjudicated",
        ResultCode::Draw if adjudicated => "DrawAdjudicated",
        ResultCode::White | ResultCode::WhiteForfeit => "WhiteWins",
        ResultCode::Black | ResultCode::BlackForfeit => "BlackWins",
        ResultCode::Draw => "Draw",
        ResultCode::BothForfeit | ResultCode::BothLose => "BothDefaulted",
        ResultCode::LeftOut => "Cancelled",
    }
}

/// Time that is left to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimeLeft {
    days: i64,
    hours: i64,
    minutes: i64,
}

/// Time left to a side for its control. Whose clock does not run has full days. Where dates
/// count, the days left behind today, and what is left of today: he may still move then. A
/// leave that is announced is not added.
fn left(game: &GameFile, side: Side, now: Instant) -> TimeLeft {
    let tally = game.tally();
    let today = game.facts.zone.day(now);
    let days = tally.left(game, side, game.moment(now));
    let Some(running) = game.running().filter(|r| r.side == side) else {
        return TimeLeft {
            days: days.max(0),
            ..TimeLeft::default()
        };
    };
    let until = match game.facts.regulations.day_unit {
        DayUnit::Hours24 => running.falls_at,
        DayUnit::Date => {
            let tomorrow = game.facts.zone.begins(today.next());
            tomorrow.plus_seconds(days * DAY)
        }
    };
    let seconds = until.unix().saturating_sub(now.unix()).max(0);
    TimeLeft {
        days: seconds / DAY,
        hours: seconds % DAY / 3_600,
        minutes: seconds % 3_600 / 60,
    }
}
