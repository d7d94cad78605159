//! Every question that a letter can be answered with.

use super::game::start;
use super::moves::{FAULTS, candidates};
use super::remarks::doubts;
use crate::arbiter::notice::{AskedBecause, Membership, OneWordAct, Question};
use crate::chess::notation::Reason;
use crate::ids::GameName;
use crate::record::FaultKind;

/// Every question.
pub(super) fn questions() -> Vec<Question> {
    let game = |n| GameName {
        code: "RU26-01".to_owned(),
        number: n,
    };
    let mut all = vec![
        Question::Doubts { doubts: doubts() },
        Question::WhichGame {
            games: vec![game(1), game(3)],
            opponents: vec!["Шевчук Петро".to_owned(), "Шевчук Оксана".to_owned()],
        },
        Question::WhichGame {
            games: vec![game(1)],
            opponents: vec!["Шевчук Петро".to_owned()],
        },
        Question::which_game(Vec::new()),
        Question::WhichOne {
            texts: vec!["9. 2233".to_owned(), "9. 2133".to_owned()],
            games: false,
            beside: Vec::new(),
        },
        Question::WhichOne {
            texts: vec![game(1).to_string(), game(3).to_string()],
            games: true,
            beside: Vec::new(),
        },
        Question::ChoiceOver,
        Question::ChoiceDropped,
        Question::NothingToRefuse { leave: false },
        Question::NothingToRefuse { leave: true },
        Question::TakenOver {
            game: game(3),
            by: "Новак Ева".to_owned(),
        },
        Question::FarNumber {
            written: 19,
            due: 9,
            series: false,
        },
        Question::FarNumber {
            written: 10,
            due: 9,
            series: true,
        },
        Question::NotYourTurn,
        Question::GameOver,
        Question::NotStarted,
        Question::Paused,
        Question::TwoMoves {
            texts: vec!["5254".to_owned(), "4244".to_owned()],
        },
        Question::NoOffer,
        Question::OnBoard {
            link: "https://play.club.example/game/RU26-01/3".to_owned(),
        },
        Question::TooEarlyForDraw,
        Question::OfferDeclined,
        Question::OfferOrAccept,
        Question::NothingToClaim,
        Question::NothingToRepeat,
        Question::NoLeave {
            over: None,
            ahead: Vec::new(),
        },
        Question::NoLeave {
            over: Some(start()),
            ahead: vec![(start().plus(30), start().plus(40))],
        },
        Question::NoTournament {
            code: None,
            codes: Vec::new(),
        },
        Question::NoTournament {
            code: Some("RU26-09".to_owned()),
            codes: vec!["RU26-01".to_owned(), "RU26-02".to_owned()],
        },
        Question::LeaveBackwards {
            text: "14.07.2026 01.07.2026".to_owned(),
        },
        Question::LeaveDoubtful {
            from: start(),
            to: start().plus(200),
        },
        Question::TooLarge {
            size: 5_000,
            most: 2_000,
        },
        Question::ForArbiter {
            of: Membership::Plays,
        },
        Question::ForArbiter {
            of: Membership::Withdrawn,
        },
        Question::ForArbiter {
            of: Membership::GamesOver,
        },
        Question::DrawTooEarly { from: 30 },
        Question::CaptainHeard {
            team: "Ann".to_owned(),
            acts: true,
            protests: Vec::new(),
            passed_on: true,
        },
        Question::CaptainHeard {
            team: "Ann".to_owned(),
            acts: false,
            protests: vec![game(3)],
            passed_on: false,
        },
        Question::ThroughCaptain {
            captain: "Ann".to_owned(),
        },
        Question::Adjudicated {
            until: Some(start().plus(14)),
        },
        Question::Adjudicated { until: None },
    ];
    for same in [false, true] {
        all.push(Question::OldNumber {
            written: 8,
            due: 9,
            same,
        });
    }
    all.push(Question::OldLetter { written: 8, due: 9 });
    for fault in FAULTS {
        all.push(Question::UnclearMove {
            fault,
            reason: Some(Reason::SeveralFit),
            text: "5264".to_owned(),
            candidates: candidates(),
            expected: (fault == FaultKind::WrongRepetition).then(|| "Nc3".to_owned()),
        });
    }
    let ends = [
        OneWordAct::Resign,
        OneWordAct::AcceptDraw,
        OneWordAct::Withdraw,
    ];
    let claims = [
        OneWordAct::OfferDraw,
        OneWordAct::ClaimDraw,
        OneWordAct::ClaimTime,
    ];
    for act in ends.into_iter().chain(claims) {
        all.extend(one_word(act, ends.contains(&act)));
    }
    all
}

/// What is asked by one word about an act, and said of the answer.
fn one_word(act: OneWordAct, in_words: bool) -> Vec<Question> {
    let asked = |because, again| Question::OneWord {
        act,
        because,
        again,
    };
    let mut all = vec![
        asked(AskedBecause::Copied, false),
        asked(AskedBecause::InWords, true),
        Question::Dropped { act },
    ];
    if in_words {
        all.push(asked(AskedBecause::InWords, false));
    }
    if in_words || act == OneWordAct::OfferDraw {
        all.push(asked(AskedBecause::Unvouched, false));
    }
    let overtaken = |moved| Question::Overtaken { act, moved };
    all.extend([false, true].map(overtaken));
    all
}
