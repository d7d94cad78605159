//! Series with branches: written in a letter, proposed, cut, accepted, left.

use super::*;
use crate::arbiter::notice::CutBecause;
use crate::chess::Position;
use crate::request::{Request, understand_text};
use proptest::prelude::*;

/// The move that a letter asks for.
fn in_letter(text: &str) -> GameRequest {
    let understood = understand_text(text, "");
    let requests = understood.sections.into_iter().flat_map(|s| s.requests);
    let mut moves = requests.filter_map(|r| match r {
        Request::Game(request) if request.is_move() => Some(request),
        _ => None,
    });
    moves.next().expect("a move")
}

/// A game in which White has written this as his first move.
fn proposed(text: &str) -> Table {
    let mut t = Table::new(|_| {});
    t.writes(Side::White, "2026-01-10", &in_letter(text));
    t
}

/// The branches that stand.
fn branches(t: &Table) -> Vec<String> {
    let proposal = t.game.proposal.as_ref();
    let branches = proposal.map_or(Vec::new(), |p| p.branches.clone());
    branches.iter().map(|line| line.join(" ")).collect()
}

fn remarks(t: &Table, to: Side) -> Vec<Remark> {
    let to = Recipient::Player(t.game.player(to).id);
    let notices = t.last.notices.iter().filter(|n| n.to == to);
    notices.flat_map(|n| n.remarks.clone()).collect()
}

fn cuts(t: &Table) -> Vec<(String, CutBecause, bool)> {
    let cut = |remark| match remark {
        Remark::VariantCut {
            text,
            because,
            whole,
        } => Some((text, because, whole)),
        _ => None,
    };
    let remarks = remarks(t, Side::White);
    remarks.into_iter().filter_map(cut).collect()
}

#[test]
fn a56_3_7_branches_are_read_as_people_write_them() {
    let two = ["e7e5 g1f3", "c7c5 c2c3"];
    let letters = [
        "1. e4 if 1... e5 2. Nf3; if 1... c5 2. c3",
        "1. e4 if 1... e5 2. Nf3 or if 1... c5 2. c3",
        "1. e4 if 1... e5 2. Nf3, but if 1... c5 2. c3",
        "1. e4\nif 1... e5 2. Nf3\nif 1... c5 2. c3",
        "1. e4\nif e5 then Nf3\nif c5 then c3",
        "1. e4 if e5 Nf3; if c5 c3",
        "1. 5254 if 1... 5755 2. 7163 if 1... 3735 2. 3233",
        "1. e4, если 1... e5 2. Кf3, а если 1... c5 2. c3",
        "1. e4\nесли 1... e5 2. Кf3\nа если 1... c5 2. c3",
        "1. e4 если 1... e5 2. Кf3; если же 1... c5 2. c3",
        "1. e4, якщо 1... e5 2. Кf3, а якщо 1... c5 2. c3",
        "1. e4 jeśli 1... e5 2. Sf3, natomiast jeśli 1... c5 2. c3",
        "1. e4 jeśli 1... e5 2. Sf3; jeśli zaś 1... c5 2. c3",
        "1. e4 wenn 1... e5 2. Sf3, wenn aber 1... c5 2. c3",
        "1. e4 falls 1... e5 2. Sf3; falls 1... c5 2. c3",
        "1. e4\n\nIf 1... e5 I reply 2. Nf3, and if 1... c5 then 2. c3.",
        "1. e4\n\nЕсли 1... e5, то 2. Кf3, а если 1... c5, то 2. c3.",
        "1. e4\n\nIf 1... e5 then 2. Nf3. If 1... c5 then 2. c3.",
    ];
    let wrong: Vec<String> = letters
        .iter()
        .filter(|text| branches(&proposed_by(text)) != two)
        .map(|text| format!("{text:?}: {:?}", branches(&proposed_by(text))))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same by a player whose letters for pieces are those of the text.
fn proposed_by(text: &str) -> Table {
    let mut facts = facts(|_| {});
    facts.players.white.language = if text.contains("если") || text.contains("Если") {
        Language::Ru
    } else if text.contains("якщо") {
        Language::Uk
    } else if text.contains("jeśli") {
        Language::Pl
    } else if text.contains("wenn") || text.contains("falls") {
        Language::De
    } else {
        Language::En
    };
    let mut t = Table::of(begun(facts));
    t.writes(Side::White, "2026-01-10", &in_letter(text));
    t
}

#[test]
fn a56_3_7_a_line_goes_on_behind_a_further_if() {
    let text = "1. e4 if 1... e5 2. Nf3 if 2... Nc6 3. Bb5; if 1... c5 2. c3 if 2... d5 3. exd5";
    let t = proposed(text);
    assert_eq!(branches(&t), ["e7e5 g1f3 b8c6 f1b5", "c7c5 c2c3 d7d5 e4d5"]);
    // Two replies, one answer.
    let t = proposed("1. e4 if 1... e5 or 1... c5 2. Nf3");
    assert_eq!(branches(&t), ["e7e5 g1f3", "c7c5 g1f3"]);
}

#[test]
fn a56_3_7_what_does_not_hold_is_cut_from_its_branch_alone() {
    type Cut = (&'static str, CutBecause, bool);
    let cases: [(&str, &[&str], Cut); 9] = [
        (
            "1. e4 if 1... e5 2. Nf3 Nc6 3. Qd5; if 1... c5 2. c3",
            &["e7e5 g1f3", "c7c5 c2c3"],
            ("Qd5", CutBecause::Impossible, false),
        ),
        (
            "1. e4 if 1... e5 2. Nf3; if 1... e5 2. d4; if 1... c5 2. c3",
            &["e7e5 g1f3", "c7c5 c2c3"],
            ("e5", CutBecause::SameReply, false),
        ),
        (
            "1. e4 if 1... e5 2. Nf3 if 2... Nc6 3. Bb5; if 2... Nf6 3. d4",
            &["e7e5 g1f3 b8c6 f1b5"],
            ("Nf6", CutBecause::Deeper, false),
        ),
        (
            "1. e4 if 1... e5 2. Nf3 Nc6",
            &["e7e5 g1f3"],
            ("Nc6", CutBecause::NoAnswer, false),
        ),
        (
            "1. e4 if 1... Ke4 2. Nf3",
            &[],
            ("Ke4", CutBecause::Impossible, true),
        ),
        (
            "1. e4 if e5 Nf3 if d6 d4",
            &["e7e5 g1f3"],
            ("d6", CutBecause::Unclear, false),
        ),
        (
            "1. e4 if 1... a6 2. a3; if 1... b6 2. a3; if 1... c6 2. a3; if 1... d6 2. a3; \
             if 1... e6 2. a3; if 1... f6 2. a3; if 1... g6 2. a3; if 1... h6 2. a3; \
             if 1... a5 2. a3",
            &[
                "a7a6 a2a3",
                "b7b6 a2a3",
                "c7c6 a2a3",
                "d7d6 a2a3",
                "e7e6 a2a3",
                "f7f6 a2a3",
                "g7g6 a2a3",
                "h7h6 a2a3",
            ],
            ("a5", CutBecause::TooMany, false),
        ),
        (
            "1. e4 if 1... e5 2. Nf3 or 2. Nc3; if 1... c5 2. c3",
            &["c7c5 c2c3"],
            ("e5", CutBecause::TwoAnswers, false),
        ),
        (
            "1. e4 if 1... 7866",
            &[],
            ("7866", CutBecause::NoAnswer, true),
        ),
    ];
    for (text, hold, (from, because, whole)) in cases {
        let t = proposed(text);
        assert_eq!(branches(&t), hold, "{text}");
        assert_eq!(cuts(&t), [(from.to_owned(), because, whole)], "{text}");
        assert_eq!(t.game.ply(), 1, "{text}");
    }
}

#[test]
fn a56_3_7_forty_half_moves_in_all_branches_together() {
    let shuffle = |first: &str| {
        let mut text = format!("if 1... {first} 2. 7163");
        for n in 2..9 {
            let (black, white) = match n % 2 {
                0 => ("7866", "6371"),
                _ => ("6678", "7163"),
            };
            text.push_str(&format!(" {n}... {black} {}. {white}", n + 1));
        }
        text
    };
    let text = format!(
        "1. 5254 {}; {}; {}",
        shuffle("1716"),
        shuffle("2726"),
        shuffle("8786")
    );
    let t = proposed(&text);
    let lengths: Vec<usize> = t
        .game
        .proposal
        .iter()
        .flat_map(|p| &p.branches)
        .map(Vec::len)
        .collect();
    assert_eq!(lengths, [16, 16, 8]);
    assert_eq!(
        cuts(&t).iter().map(|c| c.1).collect::<Vec<_>>(),
        [CutBecause::TooLong]
    );
}

#[test]
fn a56_4_6_the_second_branch_is_accepted_by_repeating_it() {
    let mut t = proposed("1. e4 if 1... e5 2. Nf3 Nc6 3. Bb5; if 1... c5 2. c3 d5 3. exd5");
    let answer = in_letter("1... 3735 2. 3233 4745 3. 5445 3... 4845");
    assert_eq!(
        t.writes(Side::Black, "2026-01-14", &answer).verdict,
        Some(Verdict::Move)
    );
    let san: Vec<&str> = t.game.moves.iter().map(|m| m.san.as_str()).collect();
    assert_eq!(san, ["e4", "c5", "c3", "d5", "exd5", "Qxd5"]);
    assert_eq!(
        (t.total(Side::White), t.total(Side::Black)),
        ((0, 0, 0), (3, 0, 3))
    );
    // Both see all of it, and nothing of it lapsed.
    for notice in &t.last.notices {
        let (Body::Confirmation { plies, .. } | Body::Move { plies, .. }) = &notice.body else {
            panic!("{notice:?}")
        };
        assert_eq!(*plies, [2, 3, 4, 5, 6]);
        assert!(
            !notice
                .remarks
                .iter()
                .any(|r| matches!(r, Remark::VariantLapsed { .. }))
        );
    }
    assert!(t.game.proposal.is_none());
}

#[test]
fn a56_3_7_the_rest_lapses_and_both_are_told_once() {
    let told = |t: &Table, side| {
        let lapsed = |r: &Remark| match r {
            Remark::VariantLapsed { took, branches, .. } => {
                Some((*took, branches.iter().map(|b| b.san.join(" ")).collect()))
            }
            _ => None,
        };
        remarks(t, side)
            .iter()
            .filter_map(lapsed)
            .collect::<Vec<(bool, Vec<String>)>>()
    };
    let text = "1. e4 if 1... e5 2. Nf3 Nc6 3. Bb5; if 1... c5 2. c3";
    let all = vec![
        "1... e5 2. Nf3 Nc6 3. Bb5".to_owned(),
        "1... c5 2. c3".to_owned(),
    ];
    let mut t = proposed(text);
    t.writes(Side::Black, "2026-01-14", &in_letter("1... e6"));
    for side in Side::BOTH {
        assert_eq!(told(&t, side), [(false, all.clone())]);
    }
    t.writes(Side::White, "2026-01-16", &in_letter("2. d4"));
    assert_eq!(told(&t, Side::White), []);
    let mut t = proposed(text);
    t.writes(Side::Black, "2026-01-14", &in_letter("1... e5 2. Nf3 d6"));
    for side in Side::BOTH {
        assert_eq!(told(&t, side), [(true, vec!["2... Nc6 3. Bb5".to_owned()])]);
    }
}

#[test]
fn a_series_of_one_line_is_recorded_as_it_always_was() {
    let event = Event::VariantProposed {
        side: Side::White,
        ply: 1,
        line: vec!["e7e5".to_owned(), "g1f3".to_owned()],
        others: Vec::new(),
    };
    let text = serde_json::to_string(&event).unwrap();
    assert!(!text.contains("others"), "{text}");
    assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
}

/// Branches of a random tree, each with a first reply of its own.
fn random_branches(start: &Position, choices: &[Vec<usize>]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for choice in choices {
        let mut position = start.clone();
        let mut line = Vec::new();
        for pick in choice {
            let all = position.legal_moves();
            if all.is_empty() {
                break;
            }
            let mv = all[pick % all.len()];
            line.push(position.uci(mv));
            position = position.after(mv);
        }
        line.truncate(line.len() - line.len() % 2);
        if !line.is_empty() && found.iter().all(|f| f[0] != line[0]) {
            found.push(line);
        }
    }
    found
}

/// A series as people write it: with numbers, in one of several ways.
fn written_out(start: &Position, branches: &[Vec<String>], style: usize) -> String {
    let branch = |line: &Vec<String>| {
        let mut position = start.clone();
        let mut text = String::new();
        for (at, uci) in line.iter().enumerate() {
            let mv = position.move_of_uci(uci).unwrap();
            let again = style % 2 == 1 && at > 0 && at % 2 == 0;
            if again {
                text.push_str(" if");
            }
            let said = match style / 2 % 2 {
                0 => position.numeric(mv),
                _ => position.san(mv),
            };
            let label = format!("{}{}", position.move_number(), position.turn().dots());
            text.push_str(&format!(" {label} {said}"));
            position = position.after(mv);
        }
        format!("if{text}")
    };
    let all: Vec<String> = branches.iter().map(branch).collect();
    all.join(["; ", "\n", ", but ", " or "][style / 4 % 4])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any series, written out and read back, has the same branches.
    #[test]
    fn a_series_written_out_is_read_back(
        choices in proptest::collection::vec(proptest::collection::vec(0usize..1000, 2..9), 1..6),
        style in 0usize..16,
    ) {
        let start = Position::start();
        let first = start.move_of_uci("e2e4").unwrap();
        let after = start.after(first);
        let branches = random_branches(&after, &choices);
        prop_assume!(!branches.is_empty());
        let text = format!("1. e4 {}", written_out(&after, &branches, style));
        let t = proposed(&text);
        let standing = t.game.proposal.as_ref().map(|p| p.branches.clone());
        prop_assert_eq!(standing, Some(branches.clone()), "{}", text);
        prop_assert!(cuts(&t).is_empty(), "{}", text);
        // What the opponent's letter offers to be copied accepts each of them.
        let shown = crate::arbiter::series::shown(&after, &branches);
        for (branch, shown) in branches.iter().zip(shown) {
            let mut t = t.game.clone();
            let mut position = after.clone();
            for uci in branch {
                position = position.after(position.move_of_uci(uci).unwrap());
            }
            let Some(own) = position.legal_moves().first().map(|mv| position.numeric(*mv)) else {
                continue;
            };
            let line = shown.copy.join("\n").replace("____", &own);
            let mut table = Table { game: t.clone(), last: Ruling::default(), letters: 9 };
            table.writes(Side::Black, "2026-01-14", &in_letter(&line));
            t = table.game;
            prop_assert_eq!(t.moves.len(), 2 + branch.len(), "{}", line);
        }
    }
}

#[test]
fn a56_3_8_a_number_that_the_series_reaches_is_no_slip() {
    let series = "1. e4 if 1... e5 2. Nf3";
    let asked = |language: Language, text: &str| {
        let mut facts = facts(|_| {});
        facts.players.black.language = language;
        let mut t = Table::of(begun(facts));
        t.writes(Side::White, "2026-01-10", &in_letter(series));
        t.writes(Side::Black, "2026-01-12", &in_letter(text));
        let question = t.last.notices.iter().find_map(|n| match &n.body {
            Body::NotUnderstood { question, .. } => Some(question.clone()),
            _ => None,
        });
        let penalty = t
            .game
            .all()
            .any(|e| matches!(e.event, Event::Penalty { .. }));
        (t.game.ply(), question, penalty)
    };
    for (language, text) in [
        (Language::En, "2... d6"),
        (Language::En, "I accept.\n\n2... d6"),
        (Language::Ru, "Принимаю серию.\n\n2... d6"),
        (Language::Uk, "Приймаю серію.\n\n2... d6"),
        (Language::Pl, "Przyjmuję serię.\n\n2... d6"),
        (Language::De, "Ich folge Ihrer Zugfolge.\n\n2... d6"),
    ] {
        let (ply, question, penalty) = asked(language, text);
        let series = Question::FarNumber {
            written: 2,
            due: 1,
            series: true,
        };
        assert_eq!((ply, question, penalty), (1, Some(series), false), "{text}");
    }
    // Repeated, it is accepted; with the number due, it is left.
    assert_eq!(asked(Language::En, "1... e5 2. Nf3 2... d6").0, 4);
    assert_eq!(asked(Language::En, "1... d6").0, 2);
    // Where no series reaches it, a number too high by one is a slip as ever.
    let mut t = Table::new(|_| {});
    t.writes(Side::White, "2026-01-10", &in_letter("1. e4"));
    t.writes(Side::Black, "2026-01-12", &in_letter("2... d6"));
    assert_eq!(t.game.ply(), 2);
}

#[test]
fn words_that_accept_a_series_play_nothing_early() {
    use crate::request::speaks_of_series;
    for text in [
        "I follow your line, and then d6.",
        "Иду по вашему варианту до конца и играю d6",
        "Погоджуюся з серією і граю d6",
        "Przyjmuję serię i gram d6",
        "Ich folge Ihrer Zugfolge und spiele d6",
    ] {
        assert!(speaks_of_series(text), "{text}");
    }
    for text in [
        "I do not follow your line: d6",
        "d6",
        "Не принимаю серию, d6",
    ] {
        assert!(!speaks_of_series(text), "{text}");
    }
}
