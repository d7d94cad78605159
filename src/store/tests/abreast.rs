//! What is decided abreast of others on a server, and written alone.

use super::*;
use crate::ids::{GameId, InboundId, PlayerId};
use std::collections::BTreeSet;
use std::time::Duration;

/// A club on a server with two that write, the games of its tournament, and who plays White.
struct Two {
    address: Arc<Address>,
    first: Store,
    second: Store,
    games: Vec<(GameId, PlayerId)>,
}

fn two(games: u32) -> Option<Two> {
    let address = server()?;
    let mut first = Store::create(Arc::clone(&address)).unwrap();
    let tournament = first
        .write::<_, StoreError>(|tx| tx.tournament_add(&pairs("T26", games), now()))
        .unwrap();
    let rows = first.read().games_of_tournament(tournament).unwrap();
    Some(Two {
        second: Store::open(Arc::clone(&address)).unwrap(),
        address,
        first,
        games: rows.iter().map(|r| (r.id, r.players.white.0)).collect(),
    })
}

/// What a letter of a game's writes: an entry and an answer.
fn rules(tx: &Tx<'_>, (game, player): (GameId, PlayerId), id: &str) -> Result<(), StoreError> {
    let stored = tx.events_append(game, [entry(left(0, Side::White, now()))])?;
    assert_eq!(stored.len(), 1);
    tx.outbound_add(
        &letter(Some(game), Some(player), id, b"Subject: a\n\nb\n"),
        now(),
    )?;
    Ok(())
}

/// However two are at it, the numbers of rows follow each other in the order in which they were
/// written, and what names a row names it by the number it has.
#[test]
fn what_is_decided_abreast_has_one_order() {
    let Some(mut two) = two(2) else {
        return;
    };
    let (mine, theirs) = (two.games[0], two.games[1]);
    let second = &mut two.second;
    let done = two.first.write_abreast::<_, StoreError>(|tx| {
        rules(tx, mine, "first@club")?;
        rules(tx, mine, "again@club")?;
        second.write_abreast::<_, StoreError>(|tx| rules(tx, theirs, "second@club"))?;
        // Nothing is there yet of what is told later.
        let other = Store::open(Arc::clone(&two.address))?;
        assert!(other.read().events_of_game(mine.0)?.is_empty());
        assert_eq!(other.read().events_of_game(theirs.0)?.len(), 1);
        Ok(())
    });
    done.unwrap();
    let view = two.second.read();
    let numbers = |game: GameId| -> Vec<i64> {
        let all = view.events_of_game(game).unwrap();
        all.iter().map(|e| e.id.0).collect()
    };
    assert_eq!((numbers(theirs.0), numbers(mine.0)), (vec![1], vec![2, 3]));
    let sent = view.outbound_list(crate::ids::OutboundId(0), 9).unwrap();
    let sent: Vec<(i64, &str)> = sent
        .iter()
        .map(|o| (o.id.0, o.message_id.as_str()))
        .collect();
    assert_eq!(
        sent,
        [(1, "second@club"), (2, "first@club"), (3, "again@club")]
    );
    let thread = view.thread_of(mine.0, mine.1).unwrap().unwrap();
    assert_eq!((thread.root.as_str(), thread.last_id.0), ("first@club", 3));
    assert_eq!(
        view.outbound_raw(thread.last_id).unwrap().bytes,
        b"Subject: a\n\nb\n"
    );
}

/// A letter that touches what is not its own, or asks for what it has written itself, is left
/// out, and has to be ruled alone; what was written before it and behind it stays.
#[test]
fn what_has_to_be_done_alone_is_undone_alone() {
    let Some(mut two) = two(3) else {
        return;
    };
    type Touches = fn(&Tx<'_>, (GameId, PlayerId)) -> Result<(), StoreError>;
    let touching: [(&str, Touches); 6] = [
        ("a value of the club's", |tx, _| tx.meta_set("a", "1")),
        ("an entry about a player", |tx, (_, player)| {
            let entry = crate::record::PlayerEntry {
                at: now(),
                player,
                tournament: None,
                event: crate::record::PlayerEvent::PostalChanged,
                grounds: None,
                cause: Cause::Tick,
                note: String::new(),
            };
            tx.player_events_append([entry]).map(|_| ())
        }),
        ("what it has written", |tx, (game, _)| {
            tx.events_of_game(game).map(|_| ())
        }),
        ("the thread that it goes on with", |tx, (game, player)| {
            tx.thread_of(game, player).map(|_| ())
        }),
        ("how many rows it changes", |tx, (game, player)| {
            tx.outbound_withhold(crate::ids::OutboundId(game.0 + player.0), "")
        }),
        ("whose game is over", |tx, _| tx.only_alone("it is over")),
    ];
    let games = two.games.clone();
    for (what, touches) in touching {
        let wrote = two.first.write_abreast::<_, StoreError>(|tx| {
            let ruled = |game: usize, id: &str| {
                tx.letter_begins();
                rules(tx, games[game], id)?;
                Ok::<_, StoreError>(tx.letter_ends())
            };
            assert!(ruled(0, &format!("before {what}"))?);
            tx.letter_begins();
            rules(tx, games[1], &format!("alone {what}"))?;
            let refused = touches(tx, games[1]).unwrap_err();
            assert!(matches!(refused, StoreError::Alone(_)), "{what}: {refused}");
            // Whatever becomes of the error.
            assert!(!tx.letter_ends(), "{what}");
            tx.letter_undone();
            assert!(ruled(2, &format!("behind {what}"))?, "{what}");
            Ok(())
        });
        wrote.unwrap_or_else(|e| panic!("{what}: {e}"));
    }
    let view = two.second.read();
    let count = |game: usize| view.events_of_game(games[game].0).unwrap().len();
    assert_eq!((count(0), count(1), count(2)), (6, 0, 6));
    let sent = view.outbound_list(crate::ids::OutboundId(0), 99).unwrap();
    assert!(sent.iter().all(|o| !o.message_id.starts_with("alone")));
    assert_eq!(sent.last().map(|o| o.id.0), Some(12));
}

/// A number that is not the row's yet never gets into a text.
#[test]
fn a_text_with_a_number_that_is_not_known_yet_is_refused() {
    let Some(mut two) = two(1) else {
        return;
    };
    let game = two.games[0].0;
    let wrote = two.first.write_abreast::<_, StoreError>(|tx| {
        let stored = tx.events_append(game, [entry(left(0, Side::White, now()))])?;
        let decision = entry(left(1, Side::White, now()));
        let decision = Entry {
            cause: Cause::Decision(stored[0].id),
            ..decision
        };
        tx.events_append(game, [decision]).map(|_| ())
    });
    assert!(matches!(wrote, Err(StoreError::Alone(_))));
    assert!(two.second.read().events_of_game(game).unwrap().is_empty());
}

/// Who has lost his turn meanwhile writes nothing of what he has decided in it.
#[test]
fn who_lost_the_turn_tells_nothing() {
    let Some(mut two) = two(1) else {
        return;
    };
    let share = || Lease::share(&two.address, Turn::Writing, Duration::ZERO).unwrap();
    let alone = || Lease::take(&two.address, Turn::Writing, Duration::ZERO).unwrap();
    let turn = share().unwrap();
    assert_eq!(turn.holders().unwrap(), 1);
    assert!(alone().is_none());
    let other = share().unwrap();
    assert_eq!(turn.holders().unwrap(), 2);
    drop(other);
    turn.guards(&two.first);
    let (game, mut turn) = (two.games[0], Some(turn));
    let wrote = two.first.write_abreast::<_, StoreError>(|tx| {
        rules(tx, game, "lost@club")?;
        turn.take();
        Ok(())
    });
    assert!(wrote.unwrap_err().is_busy());
    assert!(two.second.read().events_of_game(game.0).unwrap().is_empty());
    let alone = alone().unwrap();
    assert!(share().is_none());
    drop(alone);
    assert!(share().is_some());
}

/// A letter's player and his games are one robot's until its transaction ends.
#[test]
fn what_is_claimed_is_nobody_elses() {
    let Some(mut two) = two(2) else {
        return;
    };
    two.first
        .write::<_, StoreError>(|tx| {
            keep(tx, "1", "a@b", b"From: a\n\n5254\n");
            Ok(())
        })
        .unwrap();
    let waiting = two.first.read().inbound_pending(9).unwrap();
    let found = two.second.read().claimable(&waiting).unwrap();
    assert_eq!(found.len(), 1);
    let claimable = &found[0];
    assert_eq!(claimable.letter, InboundId(1));
    assert!(claimable.is_fresh);
    assert_eq!(claimable.player, Some(two.games[0].1));
    let names: Vec<String> = claimable.games.values().map(ToString::to_string).collect();
    assert_eq!(names, ["T26/1"]);
    let locks: BTreeSet<u32> = claimable.of_all().collect();
    assert_eq!(locks.len(), 2);
    let free = BTreeSet::from([7, 8]);
    let all: BTreeSet<u32> = locks.union(&free).copied().collect();
    let second = &mut two.second;
    let claimed = two.first.write_abreast::<_, StoreError>(|tx| {
        assert_eq!(tx.claim(&locks)?, locks);
        // Again, for another letter of his.
        assert_eq!(tx.claim(&locks)?, locks);
        second.write_abreast::<_, StoreError>(|tx| {
            assert_eq!(tx.claim(&all)?, free);
            Ok(())
        })
    });
    claimed.unwrap();
    let again = two
        .second
        .write_abreast::<_, StoreError>(|tx| tx.claim(&all));
    assert_eq!(again.unwrap(), all);
    // What is ruled is nobody's any more.
    two.first
        .write::<_, StoreError>(|tx| {
            let done = InboundVerdict {
                verdict: crate::arbiter::Verdict::Move,
                game: None,
                games: None,
                requests: None,
                text_hash: None,
                believed: false,
                dated: None,
                note: "",
            };
            tx.inbound_done(InboundId(1), &done)
        })
        .unwrap();
    assert!(
        two.second
            .read()
            .wait_still(&[InboundId(1)])
            .unwrap()
            .is_empty()
    );
}
