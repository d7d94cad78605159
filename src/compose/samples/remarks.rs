//! Every remark that a letter can bear, and every doubt.

use super::game::start;
use super::moves::REASONS;
use crate::arbiter::Remark;
use crate::arbiter::notice::{CopiedBecause, CutBecause, ShownBranch, WordsFate};
use crate::chess::Side;
use crate::record::Wish;
use crate::request::{Doubt, GraveAct, LetterStyle, Standing, TextSpan};
use crate::time::Day;

/// Every remark.
pub fn remarks() -> Vec<Remark> {
    let spelt = REASONS.map(|reason| Remark::Spelling {
        text: text(),
        reason,
    });
    let doubts = doubts().into_iter();
    [
        of_wishes(),
        of_words(),
        of_writing(),
        of_differences(),
        of_codes(),
        of_draws(),
        of_variants(),
        of_course(),
        spelt.to_vec(),
        doubts.map(|doubt| Remark::Unclear { doubt }).collect(),
    ]
    .concat()
}

/// How the reader wished to be written to, and to whom else he wrote.
fn of_wishes() -> Vec<Remark> {
    vec![
        Remark::WithArbiter {
            name: "Orlov".to_owned(),
            email: "td@club.example".to_owned(),
        },
        Remark::MayProtest { until: None },
        Remark::MayProtest {
            until: Some(start()),
        },
        Remark::StyleChanged {
            style: LetterStyle::Full,
        },
        Remark::StyleChanged {
            style: LetterStyle::Text,
        },
        Remark::StyleChanged {
            style: LetterStyle::Pgn,
        },
        Remark::StyleChanged {
            style: LetterStyle::Short,
        },
        Remark::Wished {
            wish: Wish::Warnings {
                days: vec![10, 5, 1],
            },
        },
        Remark::Wished {
            wish: Wish::Warnings { days: Vec::new() },
        },
        Remark::Wished {
            wish: Wish::Daily { daily: true },
        },
        Remark::Wished {
            wish: Wish::Daily { daily: false },
        },
        Remark::Wished {
            wish: Wish::Words { mute: true },
        },
        Remark::Wished {
            wish: Wish::Words { mute: false },
        },
    ]
}

/// The words that players leave each other.
fn of_words() -> Vec<Remark> {
    vec![
        Remark::Words {
            fate: WordsFate::Waits,
            cut: Some(500),
        },
        Remark::Words {
            fate: WordsFate::Replaced,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Once,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Off,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Unwanted,
            cut: None,
        },
        Remark::FromOpponent {
            name: "Новак Ева".to_owned(),
            words: "A telephone call.".to_owned(),
        },
    ]
}

/// How the move was written.
fn of_writing() -> Vec<Remark> {
    vec![
        Remark::NumberMissing,
        Remark::EnteredByArbiter {
            received: start(),
            sent: start().plus(2),
        },
        Remark::DotsMissing,
        Remark::NumberTooHigh {
            written: 13,
            due: 12,
        },
        Remark::DrawTooEarly { from: 30 },
        Remark::KingStep {
            text: text(),
            castling: "0-0".to_owned(),
            numeric: "6171".to_owned(),
        },
        Remark::NotationsDiffer {
            taken: text(),
            other: "d4".to_owned(),
        },
    ]
}

/// Where the letter and the record disagree.
fn of_differences() -> Vec<Remark> {
    let (a, b) = days();
    vec![
        Remark::DispatchCut {
            header: a,
            counted: b,
        },
        Remark::HourCannotBe,
        Remark::DispatchDiffers {
            stated: a,
            counted: b,
        },
        Remark::ReceiptLater {
            stated: b,
            counted: a,
        },
        Remark::ReceiptLong {
            stated: b,
            posted: a,
        },
        Remark::ReceiptAfterAnswer {
            stated: b,
            counted: a,
        },
        Remark::ReceiptSettled {
            stated: b,
            counted: a,
        },
        Remark::ReceiptTooEarly {
            stated: a,
            counted: b,
        },
        Remark::RecordDiffers {
            number: 5,
            written: text(),
            recorded: "4244".to_owned(),
        },
        Remark::TotalDiffers {
            number: 5,
            side: Side::White,
            written: 17,
            recorded: 18,
        },
        Remark::LeaveDiffers {
            side: Side::Black,
            written: "01/07-14/07".to_owned(),
            recorded: vec![(a, b), (b, b)],
            own: true,
        },
        Remark::LeaveDiffers {
            side: Side::White,
            written: "01/07-14/07".to_owned(),
            recorded: Vec::new(),
            own: false,
        },
    ]
}

/// Letters that waited for a code and were confirmed late.
fn of_codes() -> Vec<Remark> {
    let late = |kept, left| Remark::ConfirmedLate {
        own: start().plus(60),
        confirmed: start().plus(63),
        kept,
        left,
    };
    vec![late(true, 1), late(true, 0), late(false, 0)]
}

/// Draws offered and claimed.
fn of_draws() -> Vec<Remark> {
    vec![
        Remark::OfferLapsed,
        Remark::OthersAside { letters: 1 },
        Remark::OthersAside { letters: 2 },
        Remark::OfferPassedOn,
        Remark::OfferAsked,
        Remark::OpponentOffersDraw,
        Remark::ClaimWasWrong {
            intended: false,
            stood: vec!["4... Nf6".to_owned(), "7... Ng8".to_owned()],
            times: 2,
            at_start: false,
            quiet: 21,
        },
        Remark::ClaimWasWrong {
            intended: true,
            stood: Vec::new(),
            times: 1,
            at_start: true,
            quiet: 1,
        },
    ]
}

/// Series of moves.
fn of_variants() -> Vec<Remark> {
    vec![
        Remark::accepted(2),
        Remark::VariantAccepted {
            plies: 2,
            moves: vec!["12... 2836 (Nc6)".to_owned(), "13. 6125 (Bb5)".to_owned()],
        },
        proposed(Some(Side::White)),
        proposed(Some(Side::Black)),
        proposed(None),
        lapsed(Side::White, true),
        lapsed(Side::Black, false),
        cut(CutBecause::Impossible, false),
        cut(CutBecause::SameReply, false),
        cut(CutBecause::Deeper, false),
        cut(CutBecause::TooMany, false),
        cut(CutBecause::TooLong, false),
        cut(CutBecause::NoAnswer, true),
        cut(CutBecause::Unclear, true),
        cut(CutBecause::TwoAnswers, true),
        Remark::VariantsOff,
    ]
}

fn branches() -> Vec<ShownBranch> {
    let branch = |numeric: &str, san: &str| ShownBranch {
        numeric: vec![numeric.to_owned()],
        san: vec![san.to_owned()],
        copy: vec![format!("{numeric} 13... ____")],
    };
    vec![
        branch("12... 2836 13. 6125", "12... Nc6 13. Bb5"),
        branch("12... 4746 13. 4244", "12... d6 13. d4"),
    ]
}

fn proposed(side: Option<Side>) -> Remark {
    Remark::VariantProposed {
        side,
        branches: branches(),
    }
}

fn lapsed(side: Side, took: bool) -> Remark {
    Remark::VariantLapsed {
        side,
        took,
        branches: branches(),
    }
}

fn cut(because: CutBecause, whole: bool) -> Remark {
    Remark::VariantCut {
        text: text(),
        because,
        whole,
    }
}

/// What else happened to the game with the letter.
fn of_course() -> Vec<Remark> {
    let (_, b) = days();
    vec![
        Remark::ArbiterCopied {
            because: CopiedBecause::ControlNear,
        },
        Remark::ArbiterCopied {
            because: CopiedBecause::Repeated,
        },
        Remark::PenaltyOnce,
        Remark::ResultIgnored {
            result: "1/2-1/2".to_owned(),
        },
        Remark::LeaveGoesOn { until: b },
        Remark::NoticeAnnulled,
        Remark::LossRestsOn {
            game: "RU26-01/3".to_owned(),
            order: "td reopen RU26-01/3".to_owned(),
        },
        Remark::OnlyChecked,
        Remark::CountsAsMade {
            named: true,
            until: Some(b),
        },
        Remark::CountsAsMade {
            named: false,
            until: None,
        },
    ]
}

/// A day and the next: what a letter states, and what was counted.
fn days() -> (Day, Day) {
    (start().plus(50), start().plus(51))
}

/// A move as somebody writes it.
fn text() -> String {
    "5254".to_owned()
}

pub(super) fn doubts() -> Vec<Doubt> {
    let span = TextSpan { start: 0, end: 4 };
    vec![
        Doubt::NoText,
        Doubt::Nothing,
        Doubt::UnclearCommand {
            line: "RESIN".to_owned(),
            span,
            perhaps: Some("RESIGN".to_owned()),
        },
        Doubt::UnclearCommand {
            line: "?".to_owned(),
            span,
            perhaps: None,
        },
        Doubt::BadDate {
            text: "31.02.".to_owned(),
            span,
        },
        Doubt::BadWarnings {
            text: "0 500".to_owned(),
            span,
            earliest: 365,
            most: 8,
        },
        Doubt::MoveInProse {
            text: text(),
            stated: false,
            plain: false,
            offers: false,
            number: None,
            span,
        },
        Doubt::NearMove {
            text: "546".to_owned(),
            span,
        },
        Doubt::NoSeries {
            text: text(),
            pairs: Vec::new(),
            span,
        },
        Doubt::MoveBelow { text: text(), span },
        Doubt::Stated {
            act: GraveAct::Resign,
            text: text(),
            doubted: false,
            span,
        },
        Doubt::SeveralMoves {
            texts: vec![text(), "4244".to_owned()],
            span,
        },
        Doubt::OtherGame { text: text(), span },
        Doubt::CannotTakeBack {
            what: Standing::Offer,
            text: text(),
            span,
        },
        Doubt::CannotTakeBack {
            what: Standing::Series,
            text: text(),
            span,
        },
        Doubt::CannotTakeBack {
            what: Standing::Move,
            text: text(),
            span,
        },
        Doubt::SeveralGames {
            games: vec!["RU26-01/1".to_owned(), "RU26-01/2".to_owned()],
        },
        Doubt::Conflict {
            texts: vec!["RESIGN".to_owned(), text()],
            in_parts: false,
        },
        Doubt::Conflict {
            texts: vec!["RESIGN".to_owned(), text()],
            in_parts: true,
        },
        Doubt::OnlyInSubject { text: text() },
        Doubt::ReadAs {
            line: "Отпуск с 3 по 17 августа.".to_owned(),
            span,
            command: "ПЕРЕРЫВ 03.08 17.08".to_owned(),
            undo: Some("КОНЕЦ ПЕРЕРЫВА".to_owned()),
        },
        Doubt::ReadAs {
            line: "Ничьей не надо.".to_owned(),
            span,
            command: "ОТКЛОНЯЮ НИЧЬЮ".to_owned(),
            undo: None,
        },
        Doubt::TooMuch,
    ]
}
