//! What is read ahead of a batch.

use super::*;
use crate::ids::{GameName, LeaveId};
use std::collections::BTreeSet;

/// All that a game is loaded from is known then, of these games and no others, until the
/// transaction is over. (That it is what the database has, each debug build compares.)
#[test]
fn games_are_read_ahead() {
    let mut home = home();
    let tournament = add(&mut home, "T26", 4);
    let view = home.store.read();
    let rows = view.games_of_tournament(tournament).unwrap();
    let (first, other) = (rows[0].id, rows[1].id);
    let white = rows[0].players.white.0;
    let written = home.store.write::<_, StoreError>(|tx| {
        tx.leave_add(&NewLeave {
            player: white,
            tournament: None,
            from: day("2026-02-01"),
            to: day("2026-02-05"),
            announced: now(),
            granted: false,
        })
    });
    let leave: LeaveId = written.unwrap();
    let names = ["T26/1", "T26/2", "T26/99", "X/1"].map(|n| GameName::parse(n).unwrap());
    home.store
        .write::<_, StoreError>(|tx| {
            let found = tx.games_named_ahead(&names.iter().cloned().collect())?;
            assert_eq!(found, BTreeSet::from([first, other]));
            tx.games_ahead(&BTreeSet::from([first]))?;
            let is_ahead = |game: &GameId| {
                let known = tx.shared.known.borrow();
                let known = known.as_ref().expect("a transaction");
                (
                    known.games.contains_key(game),
                    known.events.contains_key(game),
                )
            };
            assert_eq!(is_ahead(&first), (true, true));
            assert_eq!(is_ahead(&other), (false, false));
            let game = tx.game_load(first)?;
            assert_eq!(game.leave.white[0].id, leave);
            // What happened is handed out once: it may grow.
            assert_eq!(is_ahead(&first), (true, false));

            // What is told makes it be read anew.
            tx.games_ahead(&BTreeSet::from([first]))?;
            tx.events_append(first, [entry(left(0, Side::White, now()))])?;
            tx.leave_end(leave, day("2026-01-31"))?;
            assert_eq!(is_ahead(&first), (true, false));
            let game = tx.game_load(first)?;
            assert!(game.leave.white.is_empty());
            tx.player_set_style(white, crate::request::LetterStyle::Short)?;
            assert_eq!(is_ahead(&first), (false, false));
            Ok(())
        })
        .unwrap();
    assert!(home.store.shared.known.borrow().is_none());
}

/// A game whose record cannot be read is nobody else's trouble: it is not known, the others are,
/// and who asks for it is told why.
#[test]
fn what_cannot_be_read_is_not_read_ahead() {
    let mut home = home();
    let tournament = add(&mut home, "T26", 2);
    let rows = home.store.read().games_of_tournament(tournament).unwrap();
    let (broken, whole) = (rows[0].id, rows[1].id);
    home.store
        .write::<_, StoreError>(|tx| {
            let sql = "INSERT INTO event (at, game_id, event, cause)
                       VALUES ('2026-01-10T12:00:00Z', ?1, '{\"what\":\"nothing known\"}', 'tick')";
            tx.conn.execute(sql, [broken])?;
            tx.events_append(broken, [entry(left(0, Side::White, now()))])?;
            tx.games_ahead(&BTreeSet::from([broken, whole]))?;
            let events = |game: &GameId| {
                let known = tx.shared.known.borrow();
                known.as_ref().is_some_and(|k| k.events.contains_key(game))
            };
            assert_eq!((events(&broken), events(&whole)), (false, true));
            assert!(tx.game_load(whole).is_ok());
            assert!(tx.game_load(broken).is_err());
            Ok(())
        })
        .unwrap();
}
