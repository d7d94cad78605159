//! Why an order was refused, wholly in each language.

use super::{is_in_its_language, others};
use crate::arbiter::notice::AddressTrouble;
use crate::chess::Side;
use crate::ids::{EventId, GameName, LeaveId, PassId};
use crate::language::Language;
use crate::orders::OrderError;
use crate::orders::caution::Caution;
use crate::orders::refusal::{Refusal, Unread, UnreadKind};
use crate::record::{ResultCode, Termination};
use crate::time::Day;
use crate::tournament::entries::EntryState;

fn orders() -> Vec<OrderError> {
    use OrderError as E;
    let day = Day::new(2026, 5, 3).unwrap();
    let side = Side::White;
    let not_playable = |text: Option<&str>, fitting: Vec<String>| E::NotPlayable {
        text: text.map(str::to_owned),
        fitting,
        note: String::new(),
        due: "12...".to_owned(),
    };
    vec![
        E::Waiting,
        E::NoOverstep,
        E::WhoseOverstep,
        E::NoClaim,
        E::Refused(side),
        E::NoPly(3),
        E::NotSentYet(3),
        E::NoOpinion,
        E::NamesNoMove(side),
        E::Disagree {
            code: ResultCode::White,
            by: Termination::Stalemate,
        },
        E::NotOnBoard {
            by: Termination::Checkmate,
        },
        E::NoAdjudication,
        E::Adjudicated,
        E::Final,
        E::Nothing,
        E::Over,
        E::NothingWaits(None),
        E::NothingWaits(Some(3)),
        E::SeveralWait("3, 4".to_owned()),
        E::NoFine,
        E::NotAgreed,
        E::OnServer,
        E::CarriedSo(side),
        E::NoEmail(side),
        E::NoPostal(side),
        E::ZeroPenalty,
        E::TooMuchBack { side, used: 2 },
        E::AlreadyPaused,
        E::NotPaused,
        E::Paused,
        E::NotPlayed,
        E::OverstepOpen,
        E::OverReopen,
        E::NotOver,
        E::EndOnBoard(3),
        E::NotMade(3),
        E::NoSuchMove("16...Nb1".to_owned()),
        E::AnotherMove {
            named: "16.Nb1".to_owned(),
            made: "16. Nc3".to_owned(),
            ply: 31,
        },
        E::EndedByOrder(EventId(3)),
        E::ClockOutside {
            day,
            first: day,
            last: day,
        },
        E::FlagFallen { side, flag: day },
        E::NothingOf(EventId(3)),
        E::PauseLived,
        E::DatesUsed(3),
        E::BuiltOn {
            decision: EventId(3),
            day,
        },
        E::PlayedOn { ply: 3, day },
        E::DeclaredOn {
            entry: EventId(3),
            pass: Some(PassId(3)),
            day,
        },
        E::DeclaredOn {
            entry: EventId(3),
            pass: None,
            day,
        },
        E::NoFit(String::new()),
        E::NoMove("–".to_owned()),
        E::MoveStands {
            label: "–".to_owned(),
            due: "1...".to_owned(),
        },
        not_playable(Some("–"), Vec::new()),
        not_playable(Some("–"), vec!["5254".to_owned(), "5253".to_owned()]),
        not_playable(None, Vec::new()),
        E::Future { day, today: day },
        E::ReceivedTooEarly {
            received: day,
            left: day,
        },
        E::Backwards {
            received: day,
            sent: day,
        },
    ]
}

fn cautions() -> Vec<Caution> {
    let day = Day::new(2026, 5, 3).unwrap();
    let game = || GameName::parse("26/3").unwrap();
    let (side, ply) = (Side::Black, 4);
    vec![
        Caution::ResultStands {
            game: game(),
            result: ResultCode::Draw,
            decision: Some(EventId(7)),
        },
        Caution::Played {
            game: game(),
            result: ResultCode::WhiteForfeit,
        },
        Caution::ToCome { day, today: day },
        Caution::ReceivedTooEarly {
            ply,
            received: day,
            left: day,
        },
        Caution::RequestTooEarly {
            ply,
            received: day,
            left: day,
        },
        Caution::SentTooEarly {
            ply,
            received: day,
            sent: day,
        },
        Caution::AnsweredBefore {
            ply,
            sent: day,
            answered: day,
        },
        Caution::TimeOver {
            game: game(),
            side,
            total: 61,
            limit: 60,
            can_give: false,
        },
        Caution::FewDays {
            game: game(),
            side,
            left: 1,
            can_give: true,
        },
        Caution::RoundPaired {
            code: "26".to_owned(),
            round: 2,
        },
        Caution::EndCome {
            code: "26".to_owned(),
            end: day,
        },
        Caution::RoundsOver {
            code: "26".to_owned(),
            rounds: 4,
        },
        Caution::WithoutPlayer {
            game: game(),
            name: "–".to_owned(),
        },
        Caution::FieldMade {
            code: "26".to_owned(),
            begun: false,
        },
        Caution::FieldMade {
            code: "26".to_owned(),
            begun: true,
        },
        Caution::LastWord {
            game: game(),
            decision: EventId(7),
        },
        Caution::OfAppeals {
            game: game(),
            who: "–".to_owned(),
        },
        Caution::OfAppeals {
            game: game(),
            who: String::new(),
        },
        Caution::OfAdjudicator {
            game: game(),
            who: "–".to_owned(),
        },
        Caution::OfAdjudicator {
            game: game(),
            who: String::new(),
        },
        Caution::OwnMatter {
            about: "Т26/1".to_owned(),
        },
    ]
}

fn all() -> Vec<Refusal> {
    use Refusal as R;
    let day = Day::new(2026, 5, 3).unwrap();
    let (name, code) = (|| "Анна".to_owned(), || "Т26".to_owned());
    let (decision, leave) = (EventId(17), LeaveId(7));
    let unread = |kind| {
        let said = String::new();
        R::Unread(Unread { said, kind })
    };
    let address = |why| {
        let address = "–@–".to_owned();
        R::Address { address, why }
    };
    let mut all: Vec<Refusal> = orders().into_iter().map(R::Order).collect();
    all.push(R::NotYourOffice);
    all.extend([
        unread(UnreadKind::Unfit {
            word: "–".to_owned(),
            place: "DATE".to_owned(),
            fitting: vec!["1-0".to_owned(), "0-1".to_owned()],
        }),
        unread(UnreadKind::Missing(vec!["DATE".to_owned()])),
        unread(UnreadKind::TooMany("–".to_owned())),
        unread(UnreadKind::Other),
        R::Asked(cautions()),
        R::LeaveGiven {
            name: name(),
            from: day,
            to: day,
        },
        R::NoLateLeave(name()),
        R::Revoke {
            decision,
            why: OrderError::Over,
        },
        R::NamesNoGame(name()),
        R::NoGame(name()),
        R::NoPlayer(name()),
        R::NoTournament(name()),
        R::CodesAlike {
            typed: "ru26".to_owned(),
            codes: vec!["RU26".to_owned(), "Ru26".to_owned()],
        },
        R::NoLeave(leave),
        R::NoDecision(decision),
        R::NoNextRound(code()),
        R::NotEstimated {
            code: code(),
            games: vec![5, 6],
        },
        R::Unpairable(code()),
        R::NoWords(code()),
        R::WordsTooLong,
        R::NoWordsIn(Language::Ru),
        R::WordsTwice(Language::Ru),
        R::NoReaders(code()),
        R::NoLateEntry(code()),
        R::NoSuchEntry {
            code: code(),
            entry: 7,
        },
        R::EntryStands {
            code: code(),
            entry: 7,
            state: EntryState::Refused,
        },
        R::EntryIsErased {
            code: code(),
            entry: 7,
        },
        R::NoEntries(code()),
        R::HasBegun(code()),
        R::NothingTicked,
        R::NoTeam {
            code: code(),
            team: 7,
        },
        R::NamesNobody(name()),
        R::RoundIsPaired {
            code: code(),
            round: 3,
        },
        R::LineUpCount {
            code: code(),
            team: 7,
            needed: 4,
        },
        R::LineUpTwice {
            code: code(),
            number: 7,
        },
        R::Undeclared {
            code: code(),
            team: 7,
            number: 5,
        },
        R::LineUpOrder {
            code: code(),
            number: 7,
        },
        R::LineUpBoard {
            code: code(),
            number: 7,
        },
        R::LineUpLeft {
            code: code(),
            number: 7,
        },
        R::StatedAgain(decision),
        R::NoStage(code()),
        R::StageBegun(code()),
        R::StagesOpen(code()),
        R::Level {
            stage: code(),
            numbers: vec![2, 5],
        },
        R::TooFew(code()),
        R::PartOfDecision {
            entry: decision,
            decision,
        },
        R::NotADecision(decision),
        R::RoundStays(decision),
        R::LastWord(decision),
        R::AdjudicatesHimself,
        R::OwnMatter {
            about: "Т26/1".to_owned(),
            who: "–".to_owned(),
        },
        R::FieldStays(decision),
        R::EntryStays(decision),
        R::WasRead(decision),
        R::WasTaken(decision),
        R::WasPlayedOn(decision),
        R::NoPass(PassId(12)),
        R::PassSettled(PassId(12)),
        R::RevokedAlready(decision),
        R::LeaveChanged { leave, decision },
        R::AddressChanged {
            decision,
            now: "–@–".to_owned(),
        },
        R::AddressOfAnother {
            address: "–@–".to_owned(),
            name: name(),
        },
        address(AddressTrouble::Taken),
        address(AddressTrouble::Robot),
        address(AddressTrouble::Same),
        address(AddressTrouble::Malformed),
        address(AddressTrouble::Office),
        R::LeaveBackwards,
        R::LeaveCancelled(leave),
        R::NoTournamentRuns,
        R::LeaveOver,
        R::StillToCome(day),
        R::NoOpenGame {
            name: name(),
            code: code(),
        },
        R::HasLeft {
            name: name(),
            code: code(),
        },
        R::NotInIt {
            name: name(),
            code: code(),
        },
        R::NotBegun(code()),
        R::NoneStandsStill(code()),
        R::NonePlayed(code()),
        R::NothingGiven,
        R::OutageBackwards,
        R::OutageToCome(day),
        R::NoneOfThese(code()),
        R::NothingIsPlayed,
        R::NoClockRanAnywhere { from: day, to: day },
        R::NoClockRan {
            code: code(),
            from: day,
            to: day,
        },
    ]);
    all
}

/// Words of orders and their places, which are the same in every language.
const ORDERS: [&str; 28] = [
    "--seen",
    "--paid",
    "CODE/N",
    "CODE:N",
    "LOG",
    "REVOKE",
    "DISMISS",
    "MOVE",
    "OPINION",
    "ENTER",
    "ADJUDICATE",
    "REJECT-CLAIM",
    "CONFIRM-FORFEIT",
    "RESUME",
    "PAUSE",
    "REOPEN",
    "VOID",
    "SET-DATES",
    "PENALTY",
    "DATE",
    "tournament change",
    "--counts",
    "--received",
    "--days",
    "--sent",
    "--fine",
    "--clock",
    "--pass",
];

#[test]
fn why_an_order_was_refused_is_told_wholly_in_the_language() {
    for refusal in all() {
        let english = refusal.why(Language::En);
        for language in others() {
            let mut text = refusal.why(language);
            for order in ORDERS {
                text = text.replace(order, " ");
            }
            is_in_its_language(language, &text, &english);
        }
    }
}

#[test]
fn in_english_the_console_s_words_are_said() {
    let refusal = Refusal::NoDecision(EventId(17));
    assert_eq!(
        refusal.why(Language::En),
        "there is no decision 17; td log lists the decisions with their numbers"
    );
}
