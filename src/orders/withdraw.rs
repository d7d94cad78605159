//! `td withdraw`: withdrawal and exclusion (33.1, 54.7, 55.8, 56.8): what becomes of each game, whether
//! the finished ones count, and who is told.
//!
//! Chapter 9 prevails over article 33: the arbiter chooses among its three ways.
//! Whether finished games count is preset by 33.1 in a round-robin and by 33.2 elsewhere, and
//! he may choose otherwise.

use super::left::Left;
use super::plan::{Given, Plan, WholeTournament};
use super::revoke::take_back_entry;
use super::ruling_letters::RulingLetters;
use super::words::player;
use super::{Decided, Decree, DeskOrder, OrderError, OrderPlace, Ordered, Outcome, Undoing};
use crate::arbiter::notice::{GameFate, NamedDecision, Recipient};
use crate::arbiter::{Occasion, Ruling, adjudication, record, result_notices};
use crate::chess::Side;
use crate::ids::{PlayerId, PlayerRef, TournamentId};
use crate::record::{
    Cause, Entry, Event, GameFile, PlayerEntry, PlayerEvent, Recorded, ResultCode, Status,
    Termination, Unfinished,
};
use crate::rules::{Article, Profile};
use crate::time::Instant;
use crate::tournament::standings::a33_1_counts;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Half-moves from which a game counts as played: one of each side. A game left
/// before that is unplayed, and its marks are + and - (33.1.1); one in which both
/// have moved is lost, 1 and 0.
const PLAYED: u32 = 2;

/// A player leaves the tournament: one decision about all his games (54.7, 55.8, 56.8)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct WithdrawOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The tournament's code
    pub code: String,
    /// What becomes of his unfinished games
    #[arg(long, value_enum, ignore_case = true)]
    pub games: Unfinished,
    /// Whether his finished games count (else as 33 has it: in a round-robin from half of
    /// them on, elsewhere always)
    #[arg(long, value_enum, ignore_case = true)]
    pub finished: Option<FinishedGames>,
    /// You exclude him: he breaks the rules, or does not answer (54.1.3, 55.8.3, 56.8.3)
    #[arg(long)]
    pub excluded: bool,
}

/// Whether finished games of one who leaves count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FinishedGames {
    /// They count
    Count,
    /// They stay in the table and count for nobody
    Drop,
}

impl Ordered for WithdrawOrder {
    fn examples() -> Vec<&'static str> {
        vec!["withdraw CODE:2 CODE --games lose"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Withdraw(self))
    }
}

/// What becomes of an unfinished game of one who leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeavingFate {
    /// It is over with this result.
    Ends(ResultCode),
    /// It goes to the adjudicator.
    Adjudication,
}

/// What becomes of an unfinished game with so many half-moves, in which the one who
/// leaves has `side`. `partner_left`: his partner has left before him.
pub fn fate(way: Unfinished, side: Side, ply: u32, partner_left: bool) -> LeavingFate {
    LeavingFate::Ends(match way {
        Unfinished::Adjudicate => return LeavingFate::Adjudication,
        Unfinished::Annul => ResultCode::LeftOut,
        Unfinished::Lose if ply >= PLAYED => ResultCode::win(side.other()),
        Unfinished::Lose if partner_left => ResultCode::BothForfeit,
        Unfinished::Lose => ResultCode::walkover(side.other()),
    })
}

/// Whether a game already over was unplayed and won only because the partner had
/// left before: now neither is there, and both get - (33.1.1).
pub fn neither_was_there(
    side: Side,
    result: Option<(ResultCode, Termination)>,
    partner_left: bool,
) -> bool {
    partner_left && result == Some((ResultCode::walkover(side), Termination::Withdrawal))
}

/// Games done and to do of one who leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesLeft {
    /// Everyone meets everyone: 33.1 presets what the finished ones count. Elsewhere what he
    /// and his partners have stays, as 33.2 has it.
    pub round_robin: bool,
    /// Finished, those lost by not playing left aside.
    pub finished: u32,
    /// To be played, those left out of the table left aside.
    pub scheduled: u32,
}

impl GamesLeft {
    /// Counts one more game of his.
    pub fn add(
        &mut self,
        side: Side,
        result: Option<(ResultCode, Termination)>,
        partner_left: bool,
    ) {
        let code = result.map(|(code, _)| code);
        if code == Some(ResultCode::LeftOut) {
            return;
        }
        self.scheduled += 1;
        let by_default = code == Some(ResultCode::BothForfeit)
            || code == Some(ResultCode::walkover(side.other()))
            || neither_was_there(side, result, partner_left);
        self.finished += u32::from(code.is_some() && !by_default);
    }

    /// The preset: in a round-robin from exactly half on they count (33.1), elsewhere they
    /// do (33.2).
    pub fn counts(self) -> bool {
        !self.round_robin || a33_1_counts(self.finished, self.scheduled)
    }

    /// The paragraph that presets it.
    pub fn preset(self) -> &'static str {
        match self.round_robin {
            true => Article::WithdrawnCount,
            false => Article::PointsStay,
        }
        .number(Profile::Email)
    }
}

/// A player who leaves, and how.
#[derive(Clone, Debug)]
pub struct Withdrawal<'a> {
    /// Who.
    pub player: PlayerId,
    /// His name.
    pub name: &'a str,
    /// The tournament.
    pub tournament: TournamentId,
    /// Its code.
    pub code: &'a str,
    /// Its article.
    pub profile: Profile,
    /// Days for a protest.
    pub protest_days: u32,
    /// What becomes of the unfinished games.
    pub way: Unfinished,
    /// The finished ones count.
    pub counts: bool,
    /// The figures of 33.1.
    pub done: GamesLeft,
    /// The arbiter excludes him.
    pub excluded: bool,
    /// The arbiter's reason.
    pub reason: &'a str,
    /// The hour.
    pub now: Instant,
}

impl Withdrawal<'_> {
    fn article(&self) -> &'static str {
        let article = match self.excluded {
            true => Article::Exclusion,
            false => Article::Withdrawal,
        };
        article.number(self.profile)
    }

    /// What becomes of his games, in each of which he has a side, and who is told. `left`:
    /// the starting numbers that have left the tournament before him.
    pub fn plan(&self, own: &[(Arc<GameFile>, Side)], left: &BTreeSet<u32>) -> Plan {
        let mut rulings = vec![self.head()];
        let mut fates: Vec<(PlayerId, GameFate)> = Vec::new();
        let mut undecided = Vec::new();
        for (game, side) in own {
            let partner = game.player(side.other());
            let is_late = game.exceeded.as_ref().is_some_and(|e| e.side != *side);
            if game.status != Status::Finished && is_late {
                undecided.push(game.facts.name.clone());
            }
            let partner_left = left.contains(&partner.start_number);
            if let Some(ruling) = self.in_game(game, *side, partner_left) {
                let after = ruling.game.as_deref().unwrap_or(game);
                fates.push((partner.id, fate_of(after)));
                rulings.push(ruling);
            }
        }
        rulings.push(self.letters(&fates));
        let done = Outcome::Left(Left {
            name: self.name.to_owned(),
            code: self.code.to_owned(),
            excluded: self.excluded,
            finished: self.done.finished,
            scheduled: self.done.scheduled,
            counts: self.counts,
            is_preset: self.counts == self.done.counts(),
            preset: self.done.preset(),
            way: self.way,
            unfinished: fates.len(),
            undecided,
        });
        Plan {
            rulings,
            done: vec![done],
            cautions: Vec::new(),
        }
    }

    /// The entry that begins the decision.
    fn head(&self) -> Ruling {
        let event = PlayerEvent::Withdrawn {
            games: self.way,
            counts: self.counts,
            finished: self.done.finished,
            scheduled: self.done.scheduled,
            excluded: self.excluded,
        };
        let entry = PlayerEntry {
            at: self.now,
            player: self.player,
            tournament: Some(self.tournament),
            event,
            grounds: Some(self.article().to_owned()),
            cause: Cause::Order,
            note: self.reason.to_owned(),
        };
        Ruling {
            player_entries: vec![entry],
            ..Ruling::default()
        }
    }

    /// What becomes of one game of his; `None` where nothing changes in it.
    fn in_game(&self, game: &GameFile, side: Side, partner_left: bool) -> Option<Ruling> {
        let result = game.result.map(|r| (r.code, r.termination));
        let ends = if game.status == Status::Finished {
            let lost = self.way == Unfinished::Lose;
            if !lost || !neither_was_there(side, result, partner_left) {
                return None;
            }
            ResultCode::BothForfeit
        } else {
            match fate(self.way, side, game.ply(), partner_left) {
                LeavingFate::Ends(code) => code,
                LeavingFate::Adjudication if game.status == Status::Adjudication => return None,
                LeavingFate::Adjudication => {
                    let today = game.facts.zone.day(self.now);
                    let (now, cause) = (self.now, Cause::Order);
                    return Some(Ruling::on(game, |game| {
                        let mut ruling = Ruling::default();
                        adjudication::open(game, &mut ruling, today, Occasion { now, cause });
                        ruling
                    }));
                }
            }
        };
        let event = Event::Ended {
            result: ends,
            termination: Termination::Withdrawal,
        };
        let entry = Entry::new(self.now, Cause::Order, event);
        let entry = entry.on(self.article()).noted(self.reason);
        Some(Ruling::on(game, |game| {
            let mut ruling = Ruling::default();
            record(game, &mut ruling, entry);
            // 56.8.2: the robot has the texts of the games; where moves were made, the
            // record goes to both players and the arbiter.
            if game.ply() > 0 {
                ruling.notices = result_notices(game);
            }
            ruling
        }))
    }

    /// The ruling for each whom it concerns: to him about all games, to a partner
    /// about his own, to the arbiter about all.
    fn letters(&self, fates: &[(PlayerId, GameFate)]) -> Ruling {
        let letters_about = RulingLetters {
            tournament: self.tournament,
            article: self.article(),
            protest_days: self.protest_days,
            reason: self.reason,
        };
        let partners = fates.iter().map(|(partner, _)| *partner);
        letters_about.letters([self.player].into_iter().chain(partners), |to| {
            let of_reader = |partner: &PlayerId| match to {
                Recipient::Player(reader) => reader == self.player || reader == *partner,
                _ => true,
            };
            let games = fates.iter().filter(|(partner, _)| of_reader(partner));
            NamedDecision::Withdrawn {
                name: self.name.to_owned(),
                code: self.code.to_owned(),
                yours: to == Recipient::Player(self.player),
                way: self.way,
                counts: self.counts,
                preset: self.done.preset().to_owned(),
                finished: self.done.finished,
                scheduled: self.done.scheduled,
                excluded: self.excluded,
                games: games.map(|(_, fate)| fate.clone()).collect(),
            }
        })
    }
}

/// The entry by which a game is played no more: it is finished, or with the adjudicator.
pub fn over_by(game: &GameFile) -> Option<&Recorded> {
    let opened = |e: &&Recorded| matches!(e.event, Event::AdjudicationOpened { .. });
    match game.status {
        Status::Finished => game.ending(),
        Status::Adjudication => game.standing_recorded().rfind(opened),
        Status::Waiting | Status::Active | Status::Paused => None,
    }
}

/// What becomes of a finished game of one who plays on after all: one that nobody was there
/// for is won where the partner alone has left (33.1.1), and where neither has, no withdrawal
/// ends it.
///
/// # Errors
///
/// What was built on it since.
pub fn plays_on(
    game: &GameFile,
    side: Side,
    partner_left: bool,
    given: Given<'_>,
) -> Result<Option<Decided>, OrderError> {
    if game.status == Status::Adjudication {
        let opened = over_by(game).filter(|_| !partner_left);
        return opened.map(|e| take_back_entry(game, e, given)).transpose();
    }
    let result = game.result.map(|r| (r.code, r.termination));
    let ending = over_by(game);
    let (Some((code, Termination::Withdrawal)), Some(ending)) = (result, ending) else {
        return Ok(None);
    };
    match (partner_left, code) {
        (true, ResultCode::BothForfeit) => {
            let mut after = Box::new(game.clone());
            let mut decree = Decree::new(given.now, given.reason);
            let event = Event::Ended {
                result: ResultCode::walkover(side),
                termination: Termination::Withdrawal,
            };
            let article = Article::Withdrawal.number(game.facts.profile);
            decree.enters(&mut after, event, article);
            Ok(Some(decree.decided(after)))
        }
        (false, _) => take_back_entry(game, ending, given).map(Some),
        (true, _) => Ok(None),
    }
}

/// What becomes of a game that goes on again though one of its players has left, in a way and
/// with his partner there or not.
pub fn left_before(
    game: &GameFile,
    side: Side,
    (way, partner_left): (Unfinished, bool),
    given: Given<'_>,
) -> Decided {
    let mut after = Box::new(game.clone());
    let mut decree = Decree::new(given.now, given.reason);
    match fate(way, side, game.ply(), partner_left) {
        LeavingFate::Ends(result) => {
            let event = Event::Ended {
                result,
                termination: Termination::Withdrawal,
            };
            let article = Article::Withdrawal.number(game.facts.profile);
            decree.enters(&mut after, event, article);
        }
        LeavingFate::Adjudication => {
            let today = game.facts.zone.day(given.now);
            let (now, cause) = (given.now, Cause::Order);
            let occasion = Occasion { now, cause };
            adjudication::open(&mut after, &mut decree.ruling, today, occasion);
        }
    }
    decree.decided(after)
}

/// A withdrawal is taken back: he whom it was about learns it, and the arbiter. His games
/// tell of themselves.
pub fn withdrawal_taken_back(all: &WholeTournament, undoing: Undoing<'_>) -> Ruling {
    let letters_about = all.ruling_letters(undoing.given);
    letters_about.letters([undoing.entry.player], |_| undoing.said(all.zone, None))
}

/// What a letter says of a game of his.
fn fate_of(game: &GameFile) -> GameFate {
    let name = |side| game.player(side).name.clone();
    GameFate {
        game: game.facts.name.to_string(),
        white: name(Side::White),
        black: name(Side::Black),
        result: game.result.map(|r| r.code.text().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a33_1_1_unplayed_games_get_plus_and_minus_played_ones_are_lost() {
        use ResultCode as R;
        let lose = |side, ply, left| fate(Unfinished::Lose, side, ply, left);
        assert_eq!(
            lose(Side::White, 0, false),
            LeavingFate::Ends(R::BlackForfeit)
        );
        assert_eq!(
            lose(Side::Black, 1, false),
            LeavingFate::Ends(R::WhiteForfeit)
        );
        assert_eq!(
            lose(Side::White, 0, true),
            LeavingFate::Ends(R::BothForfeit)
        );
        assert_eq!(lose(Side::White, 2, false), LeavingFate::Ends(R::Black));
        assert_eq!(lose(Side::Black, 31, false), LeavingFate::Ends(R::White));
    }

    #[test]
    fn a56_8_1_the_other_two_ways_look_at_no_moves() {
        for ply in [0, 1, 2, 40] {
            let annul = fate(Unfinished::Annul, Side::White, ply, false);
            assert_eq!(annul, LeavingFate::Ends(ResultCode::LeftOut));
            let adjudicate = fate(Unfinished::Adjudicate, Side::White, ply, false);
            assert_eq!(adjudicate, LeavingFate::Adjudication);
        }
    }

    #[test]
    fn a33_1_what_is_finished() {
        use ResultCode as R;
        use Termination as T;
        let mut done = GamesLeft::default();
        let mut add = |result: Option<(R, T)>, left| {
            let before = (done.finished, done.scheduled);
            done.add(Side::White, result, left);
            (done.finished - before.0, done.scheduled - before.1)
        };
        assert_eq!(add(None, false), (0, 1));
        assert_eq!(add(Some((R::White, T::Checkmate)), false), (1, 1));
        assert_eq!(add(Some((R::Black, T::Time)), false), (1, 1));
        // Won because the other never came; but where both have left, neither was there.
        assert_eq!(add(Some((R::WhiteForfeit, T::Default)), false), (1, 1));
        assert_eq!(add(Some((R::WhiteForfeit, T::Withdrawal)), true), (0, 1));
        // Not played by himself.
        assert_eq!(add(Some((R::BlackForfeit, T::Default)), false), (0, 1));
        assert_eq!(add(Some((R::BothForfeit, T::Default)), false), (0, 1));
        // Left out of the table: no game of his any more.
        assert_eq!(add(Some((R::LeftOut, T::Withdrawal)), true), (0, 0));
    }

    #[test]
    fn a33_1_is_for_round_robins_and_elsewhere_points_stay_a33_2() {
        let left = |round_robin, finished| GamesLeft {
            round_robin,
            finished,
            scheduled: 4,
        };
        assert!(!left(true, 1).counts());
        assert!(left(true, 2).counts());
        assert!(left(false, 0).counts());
        assert_eq!(left(true, 0).preset(), "33.1");
        assert_eq!(left(false, 0).preset(), "33.2");
    }
}
