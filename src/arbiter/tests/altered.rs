//! What was altered in an entry is found by what it has to agree with.

use super::*;

/// An alteration; whether there was anything to alter.
type Alters = fn(&mut Event) -> bool;

/// Changes a figure of the first event that has it.
macro_rules! alters {
    ($($event:pat => $change:expr),* $(,)?) => {
        [$((stringify!($event => $change), |event: &mut Event| match event {
            $event => {
                $change;
                true
            }
            _ => false,
        })),*]
    };
}

fn altered(game: &GameFile, alters: Alters) -> Vec<String> {
    let mut game = game.clone();
    let entries = Arc::make_mut(&mut game.entries);
    assert!(entries.iter_mut().any(|e| alters(&mut e.entry.event)));
    disagreements(&game)
}

#[test]
fn a_figure_that_was_altered_is_found_by_what_it_has_to_agree_with() {
    let mut t = Table::new(|r| {
        r.days_per_period = 10;
        r.forfeit = Forfeit::Notice;
    });
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t.moves(Side::Black, "2026-01-13", "1... 1122");
    t.moves(Side::Black, "2026-01-16", "1... 5755");
    t.ticks("2026-02-20");
    assert!(t.game.exceeded.is_some());
    assert_eq!(disagreements(&t.game), Vec::<String>::new());
    let all: [(&str, Alters); 11] = alters! {
        Event::MovePlayed { received, ply: 1, .. } => *received = received.plus(9),
        Event::MovePlayed { sent, .. } => *sent = sent.plus(1),
        Event::MovePlayed { sent_at, .. } => *sent_at = sent_at.plus_seconds(-86_400),
        Event::Faulty { received, .. } => *received = received.plus(-5),
        Event::Faulty { sent, .. } => *sent = sent.plus(-1),
        Event::Penalty { days, .. } => *days += 3,
        Event::LetterLeft { left, .. } => *left = left.plus_seconds(86_400),
        Event::TimeExceeded { from, .. } => *from = from.plus(30),
        Event::TimeExceeded { from, flag, .. } => *from = flag.plus(-1),
        Event::TimeExceeded { total, limit, .. } => *total = *limit,
        Event::TimeExceeded { at_move, .. } => *at_move += 7,
    };
    for (what, alters) in all {
        assert_ne!(altered(&t.game, alters), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn an_end_that_was_altered_is_found_by_the_position_and_by_the_overstep() {
    let mut t = Table::new(|_| {});
    let moves = ["1. 6263", "1... 5755", "2. 7274", "2... 4884"];
    for (at, text) in moves.iter().enumerate() {
        let side = if at % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        t.moves(side, "2026-01-10", text);
    }
    assert_eq!(t.game.status, Status::Finished);
    assert_eq!(disagreements(&t.game), Vec::<String>::new());
    let mut game = t.game.clone();
    game.result.as_mut().unwrap().code = ResultCode::White;
    assert_eq!(disagreements(&game).len(), 1);

    let mut t = Table::new(|r| {
        r.days_per_period = 10;
        r.forfeit = Forfeit::Immediate;
    });
    t.ticks("2026-02-20");
    assert_eq!(t.game.status, Status::Finished);
    assert_eq!(disagreements(&t.game), Vec::<String>::new());
    let all: [(&str, Alters); 1] = alters! {
        Event::Ended { result, .. } => *result = ResultCode::White,
    };
    assert_ne!(altered(&t.game, all[0].1), Vec::<String>::new());
}

/// What an entry says of its dispatch has to fit the letter that brought it, and that has to
/// be there.
#[test]
fn a_dispatch_fits_the_letter_that_the_entry_names() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254");
    let named: Vec<NamedLetter> = named_letters(&t.game).collect();
    let zone = t.game.facts.zone;
    let sent = named[0].sent.unwrap();
    let differs = |hours: i64| named[0].differs(Some(sent.plus_seconds(hours * 3600)), zone);
    assert_eq!((differs(0), differs(20)), (None, None));
    assert!(differs(-1).is_some() && differs(72).is_some());
    assert!(named[0].differs(None, zone).unwrap().contains("not there"));
}
