//! What is proved when a database is opened holds in each transaction that writes: others may
//! move the club, or bring its database up, beside who has it open.

use super::*;
use crate::store::transfer::MOVED;

/// Has each way of writing tried, which is refused in these words, and nothing is written.
fn is_refused(store: &mut Store, words: &str) {
    let kept = |store: &Store| store.read().meta_get("a").unwrap();
    for _ in 0..2 {
        let refused = [
            store.write::<_, StoreError>(|tx| tx.meta_set("a", "b")),
            store.write_abreast::<_, StoreError>(|tx| tx.meta_set("a", "b")),
            store.share_begin(),
        ];
        for refused in refused {
            let refused = refused.unwrap_err();
            assert!(refused.to_string().contains(words), "{refused}");
            assert!(refused.is_of_the_home(), "no letter is blamed: {refused}");
        }
        assert_eq!(kept(store), None);
    }
}

#[test]
fn what_the_club_has_left_is_written_no_more_by_who_has_it_open() {
    let mut home = home();
    let mut other = Store::open(home.store.place().clone()).unwrap();
    other
        .write::<_, StoreError>(|tx| tx.meta_set("b", "c"))
        .unwrap();
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set(MOVED, "there"))
        .unwrap();
    is_refused(&mut other, "the club moved from");
    assert_eq!(other.read().meta_get("b").unwrap().as_deref(), Some("c"));
}

#[test]
fn a_database_that_a_newer_program_has_brought_up_is_written_no_more_by_the_older() {
    let home = home();
    let mut other = Store::open(home.store.place().clone()).unwrap();
    let newer = VERSION + 1;
    home.store
        .conn
        .execute_batch(&match home.store.place() {
            Place::File(_) => format!("PRAGMA user_version = {newer}"),
            Place::Server(_) => format!("UPDATE database_version SET version = {newer}"),
        })
        .unwrap();
    is_refused(&mut other, "newer postchess");
}

/// A club that moves while somebody has it open: all that he writes then is refused.
#[test]
fn a_move_to_another_file_is_seen_by_who_has_the_first_open() {
    let mut home = home_in_file();
    let mut other = Store::open(home.store.place().clone()).unwrap();
    let there = home.dir.path().join("there.db");
    home.store.move_to(&Place::from(&there)).unwrap();
    is_refused(&mut other, "there.db");
    is_refused(&mut home.store, "there.db");
    let mut there = Store::open(&there).unwrap();
    there
        .write::<_, StoreError>(|tx| tx.meta_set("a", "b"))
        .unwrap();
}

/// A value that no program of ours has put there is damage, whatever the letter says that is
/// ruled by it.
#[test]
fn a_stored_value_that_cannot_be_read_is_damage_and_no_letter_s() {
    let mut spoils = vec![
        ("player", "language = 'zz'"),
        ("player", "wishes = '[1'"),
        ("tournament", "facts = '{}'"),
        ("game", "status = 'active', due_at = 'garbage'"),
    ];
    while let Some((table, change)) = spoils.pop() {
        let mut home = home_in_file();
        add(&mut home, "T26", 1);
        let path = home.file().to_owned();
        let raw = rusqlite::Connection::open(&path).unwrap();
        raw.execute_batch(&format!(
            "PRAGMA ignore_check_constraints = ON; UPDATE {table} SET {change}"
        ))
        .unwrap();
        drop(home.store);
        let read = |store: &Store| {
            let view = store.read();
            view.player_list()?;
            view.tournament_list()?;
            for game in view.games_of_tournament(TournamentId(1))? {
                view.game_load(game.id)?;
            }
            view.games_next_due(now())?;
            view.games_due(now(), 10).map(|_| ())
        };
        let error: StoreError = Store::open(&path).and_then(|s| read(&s)).unwrap_err();
        assert!(error.is_damaged(), "{table} {change}: {error}");
        assert!(error.is_of_the_home());
    }
}
