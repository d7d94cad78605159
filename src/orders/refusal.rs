//! Why an order is refused: facts. What they say stands in the catalogue
//! (`messages/LANG/refusals.toml`), for the console in English.

use super::caution::Caution;
use super::why::OrderError;
use crate::arbiter::notice::AddressTrouble;
use crate::ids::{EventId, LeaveId, PassId};
use crate::language::Language;
use crate::messages::{Phrase, fact, tell};
use crate::time::Day;
use crate::tournament::entries::EntryState;
use serde::Serialize;
use std::fmt;

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// It would do what its own name does not say: it is asked back.
    Asked(Vec<Caution>),
    /// Every day of it is leave already.
    LeaveGiven {
        /// Whose.
        name: String,
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// No leave of his waits for a word.
    NoLateLeave(String),
    /// Its words are not those of an order.
    Unread(Unread),
    /// The game does not allow it.
    Order(OrderError),
    /// A game does not allow a decision to be taken back.
    Revoke {
        /// Which.
        decision: EventId,
        /// Why.
        why: OrderError,
    },
    /// The official is another one than the order needs.
    NotYourOffice,
    /// Nobody of that name, or more than one, is an official where the order is about.
    NoOfficial {
        /// As he was named.
        named: String,
        /// Those who are, with what they are.
        officials: Vec<String>,
    },
    /// He is an official, but not of that tournament.
    NoOfficeIn {
        /// As he was named.
        named: String,
        /// The tournament.
        code: String,
    },
    /// He would decide about himself (34.2).
    HasInterest,
    /// Others of the committee vote in this dispute (34.2.2).
    NoVote,
    /// The appeals arbiter has decided it, and that is final (34.5).
    LastWord(EventId),
    /// He plays in the game, or it was he who adjudicated it first (56.9.10).
    AdjudicatesHimself,
    /// It decides about himself or a game that he plays, and others direct the tournament too.
    OwnMatter {
        /// The game, or his name.
        about: String,
        /// Who can decide it.
        who: String,
    },
    /// He directs it already.
    DirectsAlready {
        /// Who.
        name: String,
        /// The tournament.
        code: String,
    },
    /// A tournament is played out: it has no end that could be another.
    NoEnd(String),
    /// The end is not later than it was.
    NotLater {
        /// The tournament.
        code: String,
        /// Its end.
        end: Day,
    },
    /// The end has come: games are being adjudicated.
    EndCome {
        /// The tournament.
        code: String,
        /// Its end.
        end: Day,
    },
    /// What he is entered as would be as it is.
    NothingCorrected(String),
    /// A text that nobody can be entered with.
    NoEntry {
        /// The most characters.
        most: usize,
    },
    /// Rounds of that tournament are paired by federations.
    FederationPairs(String),
    /// What the decision decided was changed since.
    ChangedSince(EventId),
    /// A word names no game.
    NamesNoGame(String),
    /// Unknown.
    NoGame(String),
    /// Unknown.
    NoPlayer(String),
    /// Unknown.
    NoTournament(String),
    /// Unknown.
    NoLeave(LeaveId),
    /// Unknown.
    NoDecision(EventId),
    /// Its rounds are all paired, or were known from the start.
    NoNextRound(String),
    /// Unfinished games without a word on how they count for the pairing.
    NotEstimated {
        /// The tournament.
        code: String,
        /// Their numbers.
        games: Vec<u32>,
    },
    /// A letter to players that says nothing.
    NoWords(String),
    /// More than a letter to players holds.
    WordsTooLong,
    /// A part of it says nothing.
    NoWordsIn(Language),
    /// It has two parts in one language.
    WordsTwice(Language),
    /// Nobody is to read it.
    NoReaders(String),
    /// Nobody comes into it after its start.
    NoLateEntry(String),
    /// No entry of that number.
    NoSuchEntry {
        /// The tournament.
        code: String,
        /// The number.
        entry: u32,
    },
    /// What is ordered does not go with where the entry stands.
    EntryStands {
        /// The tournament.
        code: String,
        /// The number.
        entry: u32,
        /// Where it stands.
        state: EntryState,
    },
    /// Who made the entry is erased.
    EntryIsErased {
        /// The tournament.
        code: String,
        /// The number.
        entry: u32,
    },
    /// It takes no entries, or its list is closed.
    NoEntries(String),
    /// It has begun: who plays is final.
    HasBegun(String),
    /// An order about an entry that says nothing to be done.
    NothingTicked,
    /// A tournament without a team of that number.
    NoTeam {
        /// The tournament.
        code: String,
        /// The number.
        team: u32,
    },
    /// Neither a starting number nor the name of one of the team.
    NamesNobody(String),
    /// A round that is paired already.
    RoundIsPaired {
        /// The tournament.
        code: String,
        /// The round.
        round: u32,
    },
    /// A line-up of another size than the team.
    LineUpCount {
        /// The tournament.
        code: String,
        /// The team's number.
        team: u32,
        /// How many boards it has.
        needed: usize,
    },
    /// A player twice in a line-up.
    LineUpTwice {
        /// The tournament.
        code: String,
        /// His starting number.
        number: u32,
    },
    /// One in a line-up who is not declared for the team (23).
    Undeclared {
        /// The tournament.
        code: String,
        /// The team's number.
        team: u32,
        /// The starting number.
        number: u32,
    },
    /// One in a line-up who stands behind another than by the order of the team.
    LineUpOrder {
        /// The tournament.
        code: String,
        /// His starting number.
        number: u32,
    },
    /// One in a line-up who has another board.
    LineUpBoard {
        /// The tournament.
        code: String,
        /// His starting number.
        number: u32,
    },
    /// One in a line-up who has left.
    LineUpLeft {
        /// The tournament.
        code: String,
        /// His starting number.
        number: u32,
    },
    /// It stated what is stated again in its place.
    StatedAgain(EventId),
    /// No stage that others come into.
    NoStage(String),
    /// Its field is final.
    StageBegun(String),
    /// The stages before it are not over.
    StagesOpen(String),
    /// Some who stand level go through, and some do not.
    Level {
        /// The stage.
        stage: String,
        /// Their numbers there.
        numbers: Vec<u32>,
    },
    /// Fewer than two would play in a stage.
    TooFew(String),
    /// No pairing keeps the rules.
    Unpairable(String),
    /// A number of another entry of it.
    PartOfDecision {
        /// The number given.
        entry: EventId,
        /// The decision's.
        decision: EventId,
    },
    /// An entry that nobody decided.
    NotADecision(EventId),
    /// It paired a round, whose games have begun.
    RoundStays(EventId),
    /// It entered a player, who leaves by another order.
    EntryStays(EventId),
    /// A letter to players.
    WasRead(EventId),
    /// A letter was taken as it came or left: that stays in the record.
    WasTaken(EventId),
    /// A tournament that was taken over from elsewhere.
    WasPlayedOn(EventId),
    /// It made the field of a stage, which another order makes again.
    FieldStays(EventId),
    /// A code that is nobody's, and more than one but for the case of its letters.
    CodesAlike {
        /// As it was typed.
        typed: String,
        /// Those that there are.
        codes: Vec<String>,
    },
    /// Unknown, or one that declared nothing.
    NoPass(PassId),
    /// Nothing of it is left to be taken back.
    PassSettled(PassId),
    /// Taken back before.
    RevokedAlready(EventId),
    /// It was changed.
    LeaveChanged {
        /// Which leave.
        leave: LeaveId,
        /// The decision.
        decision: EventId,
    },
    /// It was changed.
    AddressChanged {
        /// The decision.
        decision: EventId,
        /// The address.
        now: String,
    },
    /// Another has it.
    AddressOfAnother {
        /// The address.
        address: String,
        /// Whose.
        name: String,
    },
    /// An address that cannot be taken.
    Address {
        /// Which.
        address: String,
        /// Why.
        why: AddressTrouble,
    },
    /// Its days.
    LeaveBackwards,
    /// Cancelled before.
    LeaveCancelled(LeaveId),
    /// No game to be played.
    NoTournamentRuns,
    /// Too late.
    LeaveOver,
    /// A day to come.
    StillToCome(Day),
    /// Nothing to be played there.
    NoOpenGame {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// He left before.
    HasLeft {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// Not in that tournament.
    NotInIt {
        /// Who.
        name: String,
        /// Where.
        code: String,
    },
    /// Before the start.
    NotBegun(String),
    /// Nothing to resume.
    NoneStandsStill(String),
    /// Nothing to pause.
    NonePlayed(String),
    /// Nothing given.
    NothingGiven,
    /// Its days.
    OutageBackwards,
    /// Its last day.
    OutageToCome(Day),
    /// Unknown.
    NoneOfThese(String),
    /// Nothing is played.
    NothingIsPlayed,
    /// Nobody lost a day in any tournament.
    NoClockRanAnywhere {
        /// First day.
        from: Day,
        /// Last day.
        to: Day,
    },
    /// Nobody lost a day.
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
                | Refusal::NoPass(_)
                | Refusal::NoTeam { .. }
                | Refusal::NotInIt { .. }
                | Refusal::NoneOfThese(_)
                | Refusal::CodesAlike { .. }
        )
    }

    /// Why, in a sentence without a full stop, and what to do about it: what an arbiter's
    /// letter is told.
    pub fn why(&self, language: Language) -> String {
        let (said, hint) = (self.said(language), self.hint(language));
        match (self, hint) {
            (Refusal::Asked(all), _) => asked(language, all),
            (_, Some(hint)) => format!("{said}; {hint}"),
            (_, None) => said,
        }
    }

    /// Why, in a sentence without a full stop.
    pub fn said(&self, language: Language) -> String {
        match self {
            Refusal::Asked(all) => each(language, all),
            Refusal::Unread(unread) => unread.said(language),
            Refusal::Order(why) => why.said(language),
            _ => fact(language, "refusal", self),
        }
    }

    /// What to do about it, where that is known.
    pub fn hint(&self, language: Language) -> Option<String> {
        Some(match self {
            Refusal::NamesNoGame(_)
            | Refusal::NoPlayer(_)
            | Refusal::NoDecision(_)
            | Refusal::NotADecision(_)
            | Refusal::HasLeft { .. }
            | Refusal::NotBegun(_)
            | Refusal::NotEstimated { .. }
            | Refusal::NoWords(_)
            | Refusal::OutageToCome(_) => fact(language, "hint", self),
            Refusal::Asked(all) => {
                let hint = match all.iter().any(can_give) {
                    true => Phrase("hint.asked-can-give"),
                    false => Phrase("hint.asked"),
                };
                hint.say(language).to_owned()
            }
            _ => return None,
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Language::En))
    }
}

impl std::error::Error for Refusal {}

impl From<OrderError> for Refusal {
    fn from(why: OrderError) -> Refusal {
        Refusal::Order(why)
    }
}

/// Whether the order itself could give the days that are missing.
fn can_give(caution: &Caution) -> bool {
    matches!(
        caution,
        Caution::FewDays { can_give: true, .. } | Caution::TimeOver { can_give: true, .. }
    )
}

/// What an order would do that its own name does not say, and what to write instead.
pub fn asked(language: Language, all: &[Caution]) -> String {
    let said = each(language, all);
    match all.iter().any(can_give) {
        true => format!("{said}; {}", Phrase("hint.can-give").say(language)),
        false => said,
    }
}

fn each(language: Language, all: &[Caution]) -> String {
    let all: Vec<String> = all.iter().map(|c| c.said(language)).collect();
    all.join("; ")
}

/// What is wrong with the words of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// What the grammar says, in English.
    pub said: String,
    /// Of what kind it is.
    pub kind: UnreadKind,
}

impl Unread {
    /// What is wrong, in a sentence without a full stop. What has no kind is left as the
    /// grammar says it; so is all in English.
    fn said(&self, language: Language) -> String {
        tell(language, "unread.line", self)
    }
}

/// Kinds of wrong words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
