//! Why an order is refused. The words of the console stand beside each; a letter's are
//! in `report/words`.

use super::caution::Caution;
use super::notice::AddressTrouble;
use super::orders::OrderError;
use crate::ids::{EventId, LeaveId, PassId};
use crate::time::Day;

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It would do what its own name does not say: it is asked back.
    #[error("{}", asked(.0))]
    Asked(Vec<Caution>),
    /// Every day of it is leave already.
    #[error("every day from {from} to {to} is leave of {name} already: nothing to grant")]
    LeaveGiven {
        /// Whose.
        name: String,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// No leave of his waits for a word.
    #[error("no leave of {0} that came late waits: nothing to leave as it is")]
    NoLateLeave(String),
    /// Its words are not those of an order.
    #[error(transparent)]
    Unread(Unread),
    /// The game does not allow it.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A game does not allow a decision to be taken back.
    #[error("decision {decision}: {why}")]
    Revoke {
        /// Which.
        decision: EventId,
        /// Why.
        why: OrderError,
    },
    /// The official is another one than the order needs.
    #[error(
        "that is not yours to decide: the appeals arbiter decides protests that went to him \
         (DISMISS, REVOKE), the adjudicator appeals against an adjudication (ADJUDICATE), \
         and everything else the arbiter"
    )]
    NotYourOffice,
    /// A word names no game.
    #[error("'{0}' names no game")]
    NamesNoGame(String),
    /// Unknown.
    #[error("there is no game {0}")]
    NoGame(String),
    /// Unknown.
    #[error("there is no player {0}")]
    NoPlayer(String),
    /// Unknown.
    #[error("there is no tournament {0}")]
    NoTournament(String),
    /// Unknown.
    #[error("there is no leave {0}")]
    NoLeave(LeaveId),
    /// Unknown.
    #[error("there is no decision {0}")]
    NoDecision(EventId),
    /// A number of another entry of it.
    #[error("entry {entry} belongs to decision {decision}: td revoke {decision}")]
    PartOfDecision {
        /// The number given.
        entry: EventId,
        /// The decision's.
        decision: EventId,
    },
    /// An entry that nobody decided.
    #[error("entry {0} is no decision of the arbiter's")]
    NotADecision(EventId),
    /// Unknown, or one that declared nothing.
    #[error("no pass {0} declared anything")]
    NoPass(PassId),
    /// Nothing of it is left to be taken back.
    #[error("nothing that pass {0} declared can be taken back any more")]
    PassSettled(PassId),
    /// Taken back before.
    #[error("decision {0} is revoked already")]
    RevokedAlready(EventId),
    /// It was changed.
    #[error("leave {leave} was changed since decision {decision}")]
    LeaveChanged {
        /// Which leave.
        leave: LeaveId,
        /// The decision.
        decision: EventId,
    },
    /// It was changed.
    #[error("the address has changed since decision {decision}: it is {now}")]
    AddressChanged {
        /// The decision.
        decision: EventId,
        /// The address.
        now: String,
    },
    /// Another has it.
    #[error("{address} is the address of {name} by now")]
    AddressOfAnother {
        /// The address.
        address: String,
        /// Whose.
        name: String,
    },
    /// An address that cannot be taken.
    #[error("{}", address_words(.address, *.why))]
    Address {
        /// Which.
        address: String,
        /// Why.
        why: AddressTrouble,
    },
    /// Its days.
    #[error("leave ends before it begins")]
    LeaveBackwards,
    /// Cancelled before.
    #[error("leave {0} is cancelled already")]
    LeaveCancelled(LeaveId),
    /// No game to be played.
    #[error("the player is in no unfinished tournament")]
    NoTournamentRuns,
    /// Too late.
    #[error("the tournament of that leave is finished")]
    LeaveOver,
    /// A day to come.
    #[error("{0} is still to come")]
    StillToCome(Day),
    /// Nothing to be played there.
    #[error("{name} has no unfinished game in {code}")]
    NoOpenGame {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// He left before.
    #[error("{name} has left {code} already")]
    HasLeft {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// Not in that tournament.
    #[error("{name} does not play in {code}")]
    NotInIt {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// Before the start.
    #[error("{0} has not begun")]
    NotBegun(String),
    /// Nothing to resume.
    #[error("no game of {0} stands still with the tournament")]
    NoneStandsStill(String),
    /// Nothing to pause.
    #[error("no game of {0} is being played")]
    NonePlayed(String),
    /// Nothing given.
    #[error("0 days give nothing back")]
    NothingGiven,
    /// Its days.
    #[error("the outage ends before it begins")]
    OutageBackwards,
    /// Its last day.
    #[error("the outage is to end on {0}, which is still to come")]
    OutageToCome(Day),
    /// Unknown.
    #[error("{0} has none of these games")]
    NoneOfThese(String),
    /// Nobody lost a day.
    #[error("no clock of {code} ran from {from} to {to}: there is nothing to give back")]
    NoClockRan {
        /// The tournament.
        code: String,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
}

impl Refusal {
    /// Something that is named does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            Refusal::NamesNoGame(_)
                | Refusal::NoGame(_)
                | Refusal::NoPlayer(_)
                | Refusal::NoTournament(_)
                | Refusal::NoLeave(_)
                | Refusal::NoDecision(_)
                | Refusal::NotInIt { .. }
                | Refusal::NoneOfThese(_)
        )
    }

    /// What to do about it, where that is known.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Refusal::NamesNoGame(_) => "a game is named CODE/N",
            Refusal::NoPlayer(_) => "name a player by number, address, or CODE:START-NUMBER",
            Refusal::NoDecision(_) | Refusal::NotADecision(_) => {
                "td log lists the decisions with their numbers"
            }
            Refusal::HasLeft { .. } => {
                "postchess td log CODE names the decision, td revoke takes it back"
            }
            Refusal::NotBegun(_) => {
                "before the start it is a late change (31.4): tournament change"
            }
            Refusal::Asked(all) => match all.iter().any(can_give) {
                true => {
                    "--received DATE or --days N in the same order leaves more; \
                     --anyway leaves it so"
                }
                false => "--anyway does it all the same",
            },
            Refusal::OutageToCome(_) => "td pause stops the clocks of a tournament until td resume",
            _ => return None,
        })
    }
}

/// Whether the order itself could give the days that are missing.
pub fn can_give(caution: &Caution) -> bool {
    matches!(
        caution,
        Caution::FewDays { can_give: true, .. } | Caution::TimeOver { can_give: true, .. }
    )
}

fn asked(cautions: &[Caution]) -> String {
    let all: Vec<String> = cautions.iter().map(ToString::to_string).collect();
    all.join("; ")
}

fn address_words(address: &str, why: AddressTrouble) -> String {
    match why {
        AddressTrouble::Taken => format!("{address} is another player's address"),
        AddressTrouble::Robot => format!("{address} is the robot's own address"),
        AddressTrouble::Same => format!("{address} is registered already"),
        AddressTrouble::Malformed => format!("'{address}' is no address"),
    }
}

/// What is wrong with the words of an order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{said}")]
pub struct Unread {
    /// What the grammar says, in English.
    pub said: String,
    /// Of what kind it is.
    pub kind: UnreadKind,
}

/// Kinds of wrong words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadKind {
    /// A word does not fit its place.
    Unfit {
        /// The word.
        word: String,
        /// The place: `SIDE`.
        place: String,
        /// The words that fit, where they can be counted.
        fitting: Vec<String>,
    },
    /// Words that are missing: `GAME`, `DAYS`.
    Missing(Vec<String>),
    /// A word too many.
    TooMany(String),
    /// Anything else.
    Other,
}
