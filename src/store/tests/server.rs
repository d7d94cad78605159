//! What only a database on a server has.

use super::engine::{Connection, statement};
use super::hearing::Hearing;
use super::postgres_server::{self, Postgres};
use super::*;
use crate::ids::OutboundId;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// All that the tests of the store say of a file holds on a server.
#[test]
fn all_tests_on_a_server() {
    let server = Postgres::start(&["fsync=off"]);
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "store::tests::",
            "--skip",
            "all_tests_on_a_server",
            "--test-threads",
            "2",
        ])
        .env("POSTCHESS_TEST_SERVER", server.url())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}");
    assert!(
        said.contains("the_server_understands_every_statement ... ok"),
        "{said}"
    );
}

/// Every statement that stands in the store as one text is one that the server understands:
/// what no test runs there would else be found by a club.
#[test]
fn the_server_understands_every_statement() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(Place::Server(address)).unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let only_of_files = [
        "sqlite.rs",
        "files.rs",
        "older.rs",
        "restore.rs",
        "replay.rs",
        "upkeep.rs",
        "dialect.rs",
    ];
    let text = regex::Regex::new(r#""((?:SELECT|INSERT|UPDATE|DELETE)\b [^"{]*)""#).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for folder in [
        folder.clone(),
        folder.join("journal"),
        folder.join("engine"),
    ] {
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if only_of_files.contains(&name.as_str()) || !name.ends_with(".rs") {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or("");
            for found in text.captures_iter(source) {
                let sql = found.get(1).unwrap().as_str();
                if ["pragma_", "sqlite_schema", "COMMIT"]
                    .iter()
                    .any(|w| sql.contains(w))
                {
                    continue;
                }
                seen += 1;
                if let Err(e) = store.conn.prepare(sql) {
                    wrong.push(format!("{name}: {e}\n  {sql}"));
                }
            }
        }
    }
    assert!(seen > 150, "{seen}");
    assert!(
        wrong.is_empty(),
        "{} of {seen}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Who has lost his turn with his connection records nothing that he decided in it, though his
/// other connection stands; and who has it next sees all that was recorded before.
#[test]
fn who_lost_the_turn_writes_nothing_more() {
    let Some(address) = server() else {
        return;
    };
    let mut first = Store::create(Arc::clone(&address)).unwrap();
    let mut second = Store::open(Arc::clone(&address)).unwrap();
    let lease = Lease::take(&address, Turn::Writing, Duration::ZERO)
        .unwrap()
        .unwrap();
    assert!(
        Lease::take(&address, Turn::Writing, Duration::ZERO)
            .unwrap()
            .is_none()
    );
    assert!(
        Lease::take(&address, Turn::Sending, Duration::ZERO)
            .unwrap()
            .is_some()
    );
    lease.guards(&first);
    let set =
        |store: &mut Store, value: &str| store.write::<_, StoreError>(|tx| tx.meta_set("a", value));
    set(&mut first, "1").unwrap();
    let seen = second.commits_of_others().unwrap();
    second
        .conn
        .execute_batch(
            "SELECT pg_terminate_backend(pid) FROM pg_locks
             WHERE locktype = 'advisory' AND objid = 1 AND classid = to_regclass('meta')::oid",
        )
        .unwrap();
    // The server closes the connection first, and gives its locks back then.
    let is_held = |store: &Store| -> bool {
        let sql = "SELECT count(*) FROM pg_locks
            WHERE locktype = 'advisory' AND objid = 1 AND classid = to_regclass('meta')::oid";
        store.conn.query_row(sql, [], |r| r.get::<i64>(0)).unwrap() > 0
    };
    while lease.stands() || is_held(&second) {}
    let busy = set(&mut first, "2").unwrap_err();
    assert!(busy.is_busy(), "{busy}");
    assert_eq!(second.commits_of_others().unwrap(), seen);
    let next = Lease::take(&address, Turn::Writing, Duration::ZERO)
        .unwrap()
        .unwrap();
    next.guards(&second);
    set(&mut second, "3").unwrap();
    assert!(set(&mut first, "2").unwrap_err().is_busy());
    assert_ne!(first.commits_of_others().unwrap(), 0);
    first.unguarded();
    set(&mut first, "4").unwrap();
}

/// A commit whose wait for the standby was cancelled counts as made only when a later one was
/// waited for: who wrote is told so, pages say nothing, and no letter leaves.
#[test]
fn a_commit_that_was_not_waited_for_is_covered_by_a_later_one() {
    let server = Postgres::start(&["fsync=off"]);
    let url = postgres_server::schema(&server.url());
    let address = Arc::new(Address::new(&url, None, Encryption::None).unwrap());
    let mut store = Store::create(Arc::clone(&address)).unwrap();
    let other = Store::open(Arc::clone(&address)).unwrap();
    assert_eq!(other.unsafe_settings().unwrap(), ["fsync"]);
    let place = Place::Server(address);
    let set =
        |store: &mut Store, value: &str| store.write::<_, StoreError>(|tx| tx.meta_set("a", value));
    set(&mut store, "1").unwrap();
    other.keeps_all().unwrap();
    // It waits for a standby that is away. Each session hears of it by itself: whose commit is to
    // wait has to have heard, or it is through before anybody can cancel its wait.
    let waits = |waits: bool, heard: &[&Store]| {
        server.does(match waits {
            true => "ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf()",
            false => "ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()",
        });
        let sql = "SELECT (current_setting('synchronous_standby_names') <> '')::int::bigint";
        for session in heard {
            let set = || {
                session
                    .conn
                    .query_row(sql, [], |r| r.get::<i64>(0))
                    .unwrap()
            };
            while set() != i64::from(waits) {}
        }
    };
    // Cancels the wait of whoever waits, as an operator does, so many times.
    let cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
                  WHERE wait_event = 'SyncRep'";
    let cancels = |times: i64| {
        let mut done = 0;
        while done < times {
            done += other
                .conn
                .query_row(cancel, [], |r| r.get::<i64>(0))
                .unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    waits(true, &[&other, &store]);
    let unkept = std::thread::scope(|scope| {
        let writes = scope.spawn(|| set(&mut store, "2").unwrap_err());
        while !writes.is_finished() {
            let _: i64 = other.conn.query_row(cancel, [], |r| r.get(0)).unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        writes.join().unwrap()
    });
    assert!(matches!(unkept, StoreError::Unkept), "{unkept}");
    assert!(unkept.is_busy());
    // It is made all the same; nobody is told, and nothing leaves.
    assert_eq!(other.read().meta_get("a").unwrap().as_deref(), Some("2"));
    assert!(place.is_kept().is_err());
    // The standby is not waited for any more: the next commit covers it.
    waits(false, &[&other]);
    assert!(place.is_kept().is_err());
    other.keeps_all().unwrap();
    place.is_kept().unwrap();
    set(&mut store, "3").unwrap();
    // One that is cancelled once is covered by the commit that follows it by itself.
    waits(true, &[&other, &store]);
    std::thread::scope(|scope| {
        let writes = scope.spawn(|| set(&mut store, "4"));
        cancels(1);
        waits(false, &[&other]);
        writes.join().unwrap().unwrap();
    });
    place.is_kept().unwrap();
}

/// A program that hangs with a turn in hand loses it after minutes: the session that holds one ends
/// where it says nothing, and one that holds none any more may rest.
#[test]
fn a_turn_is_lost_by_silence() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(Arc::clone(&address)).unwrap();
    let take = |patience| Lease::take(&address, Turn::Writing, patience).unwrap();
    for patience in [Duration::ZERO, Duration::from_secs(60)] {
        let lease = take(patience).unwrap();
        assert_eq!(lease.silence(), Some(300_000));
        assert!(lease.keeps() && lease.stands());
    }
    let sql = "SELECT setting::bigint FROM pg_settings WHERE name = 'idle_session_timeout'";
    let rests: i64 = store.conn.query_row(sql, [], |r| r.get(0)).unwrap();
    assert_eq!(rests, 0);
}

/// The same with two seconds in the place of five minutes.
#[test]
fn who_hangs_has_no_turn_for_ever() {
    let server = Postgres::start(&["fsync=off"]);
    let url = postgres_server::schema(&server.url());
    let address = Arc::new(Address::new(&url, None, Encryption::None).unwrap());
    drop(Store::create(Arc::clone(&address)).unwrap());
    let url = format!("{url}%20-cidle_session_timeout%3D2s");
    let hasty = Arc::new(Address::new(&url, None, Encryption::None).unwrap());
    let take = |at: &Arc<Address>| Lease::take(at, Turn::Writing, Duration::ZERO).unwrap();
    let lease = take(&hasty).unwrap();
    assert_eq!(lease.silence(), Some(2_000), "his own time stays");
    for _ in 0..30 {
        std::thread::sleep(Duration::from_millis(100));
        assert!(lease.stands());
    }
    assert!(take(&address).is_none());
    // He hangs.
    let next = loop {
        match take(&address) {
            Some(next) => break next,
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    assert!(!lease.stands() && next.stands());
}

/// Who waits for a turn has it before who had it has it again.
#[test]
fn who_waits_for_a_turn_is_served_next() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(Arc::clone(&address)).unwrap();
    let take = |patience| Lease::take(&address, Turn::Writing, patience).unwrap();
    let first = take(Duration::ZERO).unwrap();
    assert!(take(Duration::from_millis(30)).is_none());
    std::thread::scope(|scope| {
        let next = scope.spawn(|| take(Duration::from_secs(60)).unwrap());
        let waits = || -> i64 {
            let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                AND objid = 1 AND classid = to_regclass('meta')::oid";
            store.conn.query_row(sql, [], |r| r.get(0)).unwrap()
        };
        while waits() == 0 {}
        drop(first);
        assert!(take(Duration::ZERO).is_none());
        drop(next.join().unwrap());
    });
    assert!(take(Duration::ZERO).is_some());
}

/// A server that was away is connected anew, outside of transactions; inside, all of it fails.
#[test]
fn a_connection_that_was_lost_is_made_anew() {
    let Some(address) = server() else {
        return;
    };
    let mut store = Store::create(Arc::clone(&address)).unwrap();
    let other = Store::open(address).unwrap();
    let end_others = |store: &Store| {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE pid <> pg_backend_pid() AND application_name = 'postchess'
                   AND pid = ?1";
        let pid: i64 = store_pid(store);
        other
            .conn
            .prepare(sql)
            .unwrap()
            .query_row([pid], |r| r.get::<bool>(0))
            .unwrap();
        let is_there = "SELECT count(*) FROM pg_stat_activity WHERE pid = ?1";
        let mut is_there = other.conn.prepare(is_there).unwrap();
        while is_there.query_row([pid], |r| r.get::<i64>(0)).unwrap() > 0 {}
    };
    // Who comes back after a rest does not meet it.
    let rests = || std::thread::sleep(Duration::from_millis(200));
    end_others(&store);
    rests();
    store
        .snapshot(|view| view.meta_get("a"))
        .expect("it is read");
    end_others(&store);
    rests();
    store
        .write::<_, StoreError>(|tx| tx.meta_get("a"))
        .expect("it is written");
    end_others(&store);
    rests();
    store.commits_of_others().expect("it is asked");
    end_others(&store);
    // The first question finds out, the next is answered.
    let first = store.read().meta_get("a");
    assert!(first.is_ok() || first.is_err_and(|e| e.is_busy()));
    assert_eq!(store.read().meta_get("a").unwrap(), None);
    let ends = |pid: i64| {
        let mut ends = other.conn.prepare("SELECT pg_terminate_backend(?1)")?;
        ends.query_row([pid], |r| r.get::<bool>(0))
    };
    // In the midst of a transaction, whether whoever writes says so or not, and whether he is
    // alone or beside others.
    for (says_so, abreast) in [(true, false), (false, false), (true, true)] {
        let pid = store_pid(&store);
        let work = |tx: &Tx<'_>| {
            if !abreast {
                tx.meta_set("a", "1")?;
            }
            ends(pid)?;
            let asked = tx.meta_get("b").map(|_| ());
            match says_so {
                true => asked,
                false => asked.or(Ok(())),
            }
        };
        let lost = match abreast {
            true => store.write_abreast::<(), StoreError>(work),
            false => store.write::<(), StoreError>(work),
        };
        assert!(lost.unwrap_err().is_busy(), "{says_so} {abreast}");
        assert_eq!(store.read().meta_get("a").unwrap(), None);
    }
    // And in one that several writings share.
    store.share_begin().unwrap();
    let pid = store_pid(&store);
    ends(pid).unwrap();
    let part = store.write::<_, StoreError>(|tx| tx.meta_get("b"));
    assert!(part.unwrap_err().is_busy());
    assert!(store.share_end().unwrap_err().is_busy());
    assert_eq!(store.read().meta_get("a").unwrap(), None);
    store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "2"))
        .unwrap();
}

fn store_pid(store: &Store) -> i64 {
    let sql = "SELECT pg_backend_pid()";
    store.conn.query_row(sql, [], |r| r.get(0)).unwrap()
}

fn turns(store: &Store) -> u64 {
    match &store.conn {
        Connection::Server(server) => server.turns(),
        Connection::File(_) => panic!("a server"),
    }
}

/// What is told is not waited for: however much it is, it takes no more turns.
#[test]
fn what_is_told_takes_no_turns() {
    let Some(address) = server() else {
        return;
    };
    let mut store = Store::create(address).unwrap();
    let mut writes = |count: usize| {
        let before = turns(&store);
        let written = store.write::<_, StoreError>(|tx| {
            for n in 0..count {
                tx.meta_set(&format!("key {n}"), "value")?;
                tx.person_key_of(None)?;
            }
            Ok(())
        });
        written.unwrap();
        turns(&store) - before
    };
    // Statements are prepared.
    writes(1);
    assert_eq!(writes(10), writes(100));
    let sql = "SELECT count(*) FROM person_key WHERE id <= 111";
    let kept: i64 = store.conn.query_row(sql, [], |r| r.get(0)).unwrap();
    assert_eq!(kept, 111, "numbered without a gap");
}

/// What is told and goes wrong is said at the latest where it is to be committed, and nothing
/// of the transaction is.
#[test]
fn what_was_told_and_failed_is_not_committed() {
    let Some(address) = server() else {
        return;
    };
    let mut store = Store::create(address).unwrap();
    // It is not JSON; there is no row; it is numbered otherwise than was said.
    type Tells = fn(&Tx<'_>) -> Result<(), StoreError>;
    let wrong: [Tells; 3] = [
        |tx| {
            let sql = "UPDATE player SET wishes = 'no JSON' WHERE ?1 = 1";
            Ok(tx.conn.prepare_cached(sql)?.execute([1])?)
        },
        |tx| {
            let sql = "UPDATE meta SET value = '' WHERE key = ?1";
            Ok(tx.conn.prepare_cached(sql)?.change_one(["nobody"])?)
        },
        |tx| {
            let before = tx.person_key_of(None)?;
            let sql = "INSERT INTO person_key (key) VALUES (repeat('k', 32)::bytea)";
            tx.conn.execute_batch(sql)?;
            let said = tx.person_key_of(None)?;
            assert_eq!(said.id, before.id + 1);
            Ok(())
        },
    ];
    store
        .write::<_, StoreError>(|tx| tx.player_enter(&player(1)).map(drop))
        .unwrap();
    for (n, wrong) in wrong.into_iter().enumerate() {
        let mut is_told = false;
        let done = store.write::<(), StoreError>(|tx| {
            tx.meta_set("a", "1")?;
            wrong(tx)?;
            is_told = true;
            Ok(())
        });
        assert!(done.is_err() && is_told, "{n}: {done:?}");
        assert_eq!(store.read().meta_get("a").unwrap(), None, "{n}");
        // Asked about something else, it is said too.
        let done = store.write::<(), StoreError>(|tx| {
            wrong(tx)?;
            tx.meta_get("a").map(drop)
        });
        assert!(done.is_err(), "{n}");
    }
    store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "2"))
        .unwrap();
}

/// What is told in a part that is undone is undone with it, and its numbers are given again.
#[test]
fn a_part_that_is_undone_takes_what_it_told_with_it() {
    let Some(address) = server() else {
        return;
    };
    let mut store = Store::create(address).unwrap();
    let written = store.write::<_, StoreError>(|tx| {
        let first = tx.person_key_of(None)?.id;
        let part = |value: &str| {
            tx.part::<_, StoreError>(|tx| {
                assert_eq!(tx.person_key_of(None)?.id, first + 1);
                tx.meta_set("part", value)?;
                let sql = "UPDATE meta SET value = value WHERE key = ?1";
                Ok(tx.conn.prepare_cached(sql)?.change_one([value])?)
            })
        };
        assert!(part("nobody").is_err());
        part("part")?;
        assert_eq!(tx.person_key_of(None)?.id, first + 2);
        Ok(())
    });
    written.unwrap();
    let kept = store.read().meta_get("part").unwrap();
    assert_eq!(kept.as_deref(), Some("part"));
}

/// For a letter a server walks no table, and no index from one end to the other, however few
/// rows there are when it plans.
#[test]
fn a_server_searches_indices_too() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(address).unwrap();
    // What waits, and nothing else, is in these.
    let queues = ["inbound_pending", "outbound_waiting", "outbound_paper"];
    let mut wrong = Vec::new();
    for sql in plans::of_a_letter() {
        let sql = statement(&sql);
        let count = (1..40)
            .take_while(|n| sql.contains(&format!("${n}")))
            .count();
        let nothing = match count {
            0 => String::new(),
            _ => format!("({})", vec!["NULL"; count].join(", ")),
        };
        let prepare = format!("DEALLOCATE ALL; PREPARE asked AS {sql}");
        store.conn.execute_batch(&prepare).unwrap();
        let explain = format!("EXPLAIN (COSTS OFF) EXECUTE asked {nothing}");
        let mut explain = store.conn.prepare(&explain).unwrap();
        let lines = explain.query_map([], |r| r.get::<String>(0)).unwrap();
        let lines: Vec<String> = lines.map(Result::unwrap).collect();
        for (at, line) in lines.iter().enumerate() {
            let walks = line.contains("Seq Scan");
            let scans = line.contains("Index Scan using") || line.contains("Index Only Scan");
            let searches = lines.get(at + 1).is_some_and(|l| l.contains("Index Cond"));
            // Fresh letters are taken off the front of their tables.
            let is_front = line.contains("_letter l") && sql.contains("ORDER BY l.id LIMIT");
            let is_queue = is_front || queues.iter().any(|queue| line.contains(queue));
            if walks || (scans && !searches && !is_queue) {
                wrong.push(format!("{sql}\n{}\n", lines.join("\n")));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Who listens hears of what others commit, of nothing else, and again once he is connected
/// anew.
#[test]
fn who_listens_hears_of_commits() {
    let Some(address) = server() else {
        return;
    };
    let mut store = Store::create(Arc::clone(&address)).unwrap();
    let mut set = |value: &str| {
        let set = store.write::<_, StoreError>(|tx| tx.meta_set("a", value));
        set.unwrap();
    };
    let place = Place::from(address);
    let (soon, never) = (Duration::from_secs(60), Duration::from_millis(50));
    let hearing = Hearing::begin(&place).unwrap();
    assert!(!hearing.hears(never).unwrap());
    set("1");
    set("2");
    assert!(hearing.hears(soon).unwrap());
    while hearing.hears(never).unwrap() {}
    set("3");
    assert!(hearing.hears(soon).unwrap());

    // What is told of it: news at the beginning, of each commit, and behind a silence.
    let (told, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let is_told = |what: &[Heard]| while *told.lock().unwrap() != what {};
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let is_over = || is_over.load(Ordering::Relaxed);
            listen(&place, is_over, |heard| told.lock().unwrap().push(heard));
        });
        is_told(&[Heard::News]);
        set("4");
        is_told(&[Heard::News, Heard::News]);
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE query LIKE 'LISTEN %' AND datname = current_database()";
        let other = Store::open(&place).unwrap();
        let ended: i64 = other.conn.query_row(end, [], |r| r.get(0)).unwrap();
        assert!(ended >= 2, "{ended}");
        is_told(&[Heard::News, Heard::News, Heard::Silence, Heard::News]);
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(hearing.hears(soon).is_err());
}

/// Of several who send each has letters in hand that nobody else has, until he puts them down,
/// gives back the turn or loses his connection.
#[test]
fn a_letter_is_in_one_hand() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(Arc::clone(&address)).unwrap();
    let join = || {
        let joined = Lease::share(&address, Turn::Sending, Duration::ZERO);
        joined.unwrap().unwrap()
    };
    let (first, second) = (join(), join());
    assert_eq!(first.holders().unwrap(), 2);
    let takes = |lease: &Lease, numbers: &[i64]| -> Vec<i64> {
        let ids: Vec<OutboundId> = numbers.iter().copied().map(OutboundId).collect();
        let taken = lease.takes_in_hand(&ids).unwrap();
        taken.iter().map(|id| id.0).collect()
    };
    assert_eq!(takes(&first, &[1, 2, 3]), [1, 2, 3]);
    assert_eq!(takes(&second, &[2, 3, 4, 7]), [4, 7]);
    assert!(takes(&second, &[]).is_empty());
    first.puts_down(&[OutboundId(2)]).unwrap();
    assert_eq!(takes(&second, &[1, 2, 3]), [2]);
    drop(second);
    assert_eq!(takes(&first, &[2, 4]), [2, 4]);
    // One who takes the connection that was given back has nothing in hand by that.
    let third = join();
    assert!(takes(&third, &[1, 2, 3, 4]).is_empty());
    assert_eq!(takes(&third, &[7]), [7]);
    let lost = |lease: &Lease| {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
            AND objid = -8 + 4294967296 AND classid = to_regclass('meta')::oid";
        store.conn.execute_batch(sql).unwrap();
        while lease.stands() {}
    };
    lost(&third);
    while takes(&first, &[7]).is_empty() {}
    // Who was lost has nothing more in hand, though his connection is made anew by asking.
    assert!(third.takes_in_hand(&[OutboundId(8)]).is_err());
    assert!(third.holders().is_err());
    assert!(!third.stands());
    assert_eq!(first.holders().unwrap(), 1);
}
