//! What happened, of which the arbiter should know: facts, which
//! `report/words/matters` tells in a language.

use crate::arbiter::{DEAD_POSITION, proposed_penalty};
use crate::cards::CardFault;
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::ids::{EventId, GameName, InboundId};
use crate::record::{
    Circumstance, Event, GameFile, LostLetter, Opened, PartOfMove, Recorded, ResultCode,
    UnheededReport,
};
use crate::time::Day;
use serde::Serialize;

/// What happened, as far as the name of a matter does not tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The words of a person, or of a record of an older version, as they are; perhaps
    /// none.
    Words(String),
    /// A side exceeded its time.
    Overstep {
        /// Whose it was.
        side: Side,
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
        /// The number of the move.
        at_move: u32,
        /// The first day over.
        flag: Day,
        /// The record does not bear it out any more.
        undone: bool,
        /// The opponent has claimed it.
        claimed: bool,
        /// The opponent cannot mate.
        no_mate: bool,
        /// The opponent's next move is kept (55.6.7).
        sealed: bool,
        /// The notice has not left yet.
        unsent: bool,
    },
    /// A side exceeded its time, where the opponent has to claim it.
    MayClaim {
        /// Whose.
        side: Side,
        /// Days used.
        total: i64,
        /// Days allowed.
        limit: i64,
        /// The number of the move.
        at_move: u32,
    },
    /// An entry waits for the officials (29.4).
    EntryApplied {
        /// Its number.
        number: u32,
        /// Who made it.
        name: String,
        /// His rating, where he states one.
        rating: Option<u32>,
        /// It is not one of those that are wanted.
        outside: bool,
        /// Nothing vouches for the address: he was not answered.
        unverified: bool,
        /// A place is free for him.
        free: bool,
    },
    /// A claim of time came too late (54.5.5).
    LateClaim,
    /// The arbiter paused the game.
    Paused,
    /// No move of a side.
    Silent {
        /// Whose.
        side: Side,
        /// Since the opponent's.
        since: Day,
        /// The days on which that was sent again.
        repeated: Vec<Day>,
        /// Leave of both since then.
        leave: Vec<(Side, DaySpan)>,
        /// Letters of both since then; none where nobody has looked.
        heard: Option<Vec<HeardLetter>>,
        /// Letters that name the game or answer one of ours about it, from addresses
        /// that are nobody's.
        strangers: Option<Strange>,
    },
    /// No move of a player in several games: one matter of one player.
    SilentInGames {
        /// The games, and since when each waits.
        games: Vec<(GameName, Day)>,
    },
    /// The opinions of both sides about an unfinished game.
    Opinions {
        /// White's and Black's; none where they are not for who reads it.
        of: Option<[Option<ResultCode>; 2]>,
        /// They are still awaited.
        awaited: bool,
        /// A player has left: play is not over otherwise.
        left: bool,
    },
    /// An appeal against an adjudication.
    Appeal {
        /// What was decided.
        first: Option<ResultCode>,
        /// Who decides now, where he is named.
        decides: Option<String>,
    },
    /// A protest against a decision, or against what the robot did.
    Protest {
        /// Whose.
        side: Side,
        /// Who protests, where another plays on in his place by now.
        by: Option<String>,
        /// The decision's number.
        decision: EventId,
        /// Who decides it.
        decides: Decides,
        /// The player's words.
        words: String,
    },
    /// A side claims that nobody can mate any more.
    DeadPosition {
        /// Which.
        side: Side,
        /// Its words.
        words: String,
    },
    /// A side complains of its opponent's words.
    Abuse {
        /// Which.
        side: Side,
        /// What it says.
        words: String,
        /// The words that it was sent last.
        of: Option<String>,
    },
    /// A receipt later than the time on the way allows (56.2.5).
    Slow {
        /// The half-move that was made with it.
        ply: u32,
        /// Whose.
        name: String,
        /// As he says.
        stated: Day,
        /// As it counts.
        counted: Day,
    },
    /// A card with a fault that leaves its move standing.
    CardFault {
        /// Whose.
        side: Side,
        /// What.
        fault: CardFault,
        /// The penalty days that the article has for it.
        days: u32,
    },
    /// Nothing tells a date of a half-move by post.
    OpenDate {
        /// Whose.
        side: Side,
        /// The half-move.
        ply: u32,
        /// Which of its dates.
        date: PartOfMove,
        /// The day that counts until it is settled.
        meanwhile: Day,
    },
    /// A move was repeated later than it had to be.
    LateRepeat {
        /// By whom.
        side: Side,
        /// By so many days.
        days: i64,
    },
    /// A letter did not arrive.
    LetterLost(LostLetter),
    /// A report that a letter came back, which changes no day.
    Unheeded(UnheededReport),
    /// A letter was given up.
    Undelivered {
        /// What a mail server said, in its own words; perhaps nothing.
        why: String,
    },
    /// What was printed is not posted: for whom it is meant has nothing of it.
    NotPosted {
        /// The number of the printing.
        batch: u32,
        /// How many letters and cards of it lie there.
        letters: usize,
    },
    /// What goes on paper is not printed: for whom it is meant has nothing of it.
    NotPrinted {
        /// How many letters and cards wait.
        letters: usize,
    },
    /// Letters to a player come back.
    Failing {
        /// Whose.
        name: String,
        /// The first of them.
        since: Day,
        /// How many in a row.
        count: u32,
    },
    /// Leave was announced late (56.7.7).
    LateLeave {
        /// Whose.
        name: String,
        /// The days that were asked.
        asked: DaySpan,
        /// The first day that counts.
        from: Day,
        /// The last day.
        to: Day,
        /// Some days count.
        counts: bool,
    },
    /// A player asked to leave the tournament.
    WithdrawalAsked {
        /// Who.
        name: String,
        /// When.
        day: Day,
    },
    /// A player cannot reach his mail (56.1.6).
    AccessLost {
        /// Who.
        name: String,
        /// The day of his report.
        since: Day,
        /// The last day to come back.
        until: Day,
    },
    /// A player owes a report, and was asked for it (55.1.2).
    PlayerReport {
        /// Who.
        name: String,
        /// Since when.
        due: Day,
        /// The last day on which it was expected.
        until: Day,
    },
    /// The tournament is to be started.
    ToStart,
    /// The official report is due.
    ReportDue,
    /// A letter was confirmed by its code late, and its own date counts all the same.
    DateKept {
        /// Whose letter.
        side: Side,
        /// Its own day of dispatch.
        own: Day,
        /// That of the confirmation.
        confirmed: Day,
        /// How often that may be in a game.
        most: usize,
    },
    /// A letter was confirmed late, and between its dates a flag fell.
    DateUndecided {
        /// Whose letter.
        side: Side,
        /// Its own day of dispatch.
        own: Day,
        /// That of the confirmation.
        confirmed: Day,
    },
    /// A letter that announces leave was confirmed after the first day of that.
    LeaveConfirmed {
        /// Who.
        name: String,
        /// The first day.
        from: Day,
        /// The last day.
        to: Day,
        /// Its own day of dispatch.
        own: Day,
        /// That of the confirmation.
        confirmed: Day,
    },
    /// A letter that its alleged sender disowns.
    Forged {
        /// The letter.
        letter: InboundId,
        /// Under whose address it came.
        name: String,
    },
    /// Letters with a player's token from another address than his (56.1.2).
    Elsewhere {
        /// Whose token.
        name: String,
        /// Them.
        letters: Strange,
    },
    /// Letters of unknown senders that name a game or a player.
    Strangers {
        /// Them.
        letters: Strange,
    },
    /// More letters wait for codes than may.
    Unconfirmed {
        /// How many.
        count: usize,
        /// The last of them.
        last: InboundId,
        /// Under whose address they came.
        name: String,
    },
    /// A limit on answers is reached.
    AnswersStopped {
        /// The key of the configuration.
        limit: &'static str,
        /// Whose letter was the last.
        name: String,
    },
    /// A round of a knock-out was paired upon results that stand no more.
    RoundAstray {
        /// The round.
        round: u32,
    },
    /// No pairing of all keeps the rules.
    RoundUnpaired {
        /// The round.
        round: u32,
    },
    /// The field of a stage was made upon results, or of players, that stand no more.
    FieldAstray,
    /// The hour of the robot's machine is in doubt: nothing is declared.
    HourInDoubt {
        /// What its clock says.
        hour: String,
        /// The hour that speaks against it.
        against: String,
        /// `back`, `ahead` or `server`.
        why: &'static str,
    },
    /// The mailbox lists a letter and does not give it: nothing falls due.
    NotGiven {
        /// What the mailbox calls it.
        letter: String,
    },
    /// One pass would have declared too much at once: nothing is declared.
    TooMany {
        /// In how many games.
        count: u64,
        /// How many are open.
        open: u64,
        /// What the machine's clock says.
        hour: String,
    },
}

impl Happened {
    /// Whether words stand in it that somebody else chose: a player, a stranger, a mail server.
    pub fn holds_words(&self) -> bool {
        matches!(
            self,
            Happened::Words(_)
                | Happened::Protest { .. }
                | Happened::DeadPosition { .. }
                | Happened::Abuse { .. }
                | Happened::EntryApplied { .. }
                | Happened::Elsewhere { .. }
                | Happened::Strangers { .. }
                | Happened::Undelivered { .. }
        )
    }
}

/// Letters from addresses that are nobody's, seen as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strange {
    /// How many.
    pub count: usize,
    /// The last of them.
    pub last: InboundId,
    /// When it came.
    pub day: Day,
}

/// A letter of a player since the last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeardLetter {
    /// Whose.
    pub side: Side,
    /// When it came.
    pub day: Day,
    /// What it asked for, by the types of its requests; its verdict where by none.
    pub what: Vec<String>,
}

/// Who decides a protest (54.1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decides {
    /// The arbiter: it is about what the robot did.
    Arbiter,
    /// The appeals arbiter, by name.
    Named(String),
    /// Another than the arbiter; the tournament names none.
    Another,
}

impl Default for Happened {
    fn default() -> Happened {
        Happened::Words(String::new())
    }
}

/// What happened, by the entry that opened a matter.
pub fn of_entry(game: &GameFile, entry: &Recorded, opened: &Opened) -> Happened {
    match (&opened.what, opened.side) {
        (Circumstance::Plain, _) if opened.matter == "late-claim" => Happened::LateClaim,
        (Circumstance::Words { words }, Some(side)) if opened.matter == DEAD_POSITION => {
            let words = words.clone();
            Happened::DeadPosition { side, words }
        }
        (
            &Circumstance::MayClaim {
                total,
                limit,
                at_move,
            },
            Some(side),
        ) => Happened::MayClaim {
            side,
            total,
            limit,
            at_move,
        },
        (Circumstance::Abuse { words, of }, side) => Happened::Abuse {
            side: side.unwrap_or(Side::White),
            words: words.clone(),
            of: of.clone(),
        },
        (Circumstance::Receipt { stated }, _) => slow(game, entry, *stated).unwrap_or_default(),
        (&Circumstance::CardFault { fault, days }, Some(side)) => {
            let days = proposed_penalty(game, side, entry.id).map_or(days, |(days, _)| days);
            Happened::CardFault { side, fault, days }
        }
        (
            &Circumstance::OpenDate {
                ply,
                date,
                meanwhile,
            },
            Some(side),
        ) => Happened::OpenDate {
            side,
            ply,
            date,
            meanwhile,
        },
        (&Circumstance::LateRepeat { days }, Some(side)) => Happened::LateRepeat { side, days },
        (Circumstance::Lost(lost), _) => Happened::LetterLost(lost.clone()),
        (Circumstance::Unheeded(report), _) => Happened::Unheeded(report.clone()),
        (
            Circumstance::Plain
            | Circumstance::Words { .. }
            | Circumstance::MayClaim { .. }
            | Circumstance::CardFault { .. }
            | Circumstance::OpenDate { .. }
            | Circumstance::LateRepeat { .. },
            _,
        ) => Happened::Words(opened.words().to_owned()),
    }
}

fn slow(game: &GameFile, entry: &Recorded, stated: Day) -> Option<Happened> {
    let ply = played_before(game, entry);
    let index = usize::try_from(ply).ok()?.checked_sub(1)?;
    let mv = game.moves.get(index)?;
    Some(Happened::Slow {
        ply,
        name: game.player(mv.side).name.clone(),
        stated,
        counted: mv.received,
    })
}

/// The half-move whose receipt an entry is about: the last one before it in the record.
pub(super) fn played_before(game: &GameFile, entry: &Recorded) -> u32 {
    let before = game.entries.iter().take_while(|e| e.id != entry.id);
    let played = before.filter_map(|e| match e.event {
        Event::MovePlayed { ply, .. } => Some(ply),
        _ => None,
    });
    played.last().unwrap_or(0)
}
