use super::*;
use crate::address::Reach;
use crate::arbiter::Verdict;
use crate::ids::{EventId, GameName, InboundId, OutboundId, PlayerId, PlayerRef};
use crate::record::{
    PlayerEntry, PlayerEvent, ResultCode, Status, Termination, TournamentEntry, TournamentEvent,
};
use crate::request::LetterStyle;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn game(home: &Home, name: &str) -> GameId {
    home.store
        .read()
        .game_find(&GameName::parse(name).unwrap())
        .unwrap()
        .unwrap()
}

fn outlook(due: Option<Instant>) -> Outlook<'static> {
    Outlook {
        due,
        matters: 0,
        ahead: "{}",
    }
}

#[test]
fn opening_says_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    let missing = Store::open(&path).err().unwrap();
    assert!(missing.is_missing());
    drop(Store::create(&path).unwrap());
    assert!(matches!(Store::create(&path), Err(StoreError::Exists(_))));
    drop(Store::open(&path).unwrap());
    std::fs::write(
        &path,
        "a text that is no database at all, long enough to be read",
    )
    .unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Damaged(..))));
    let other = dir.path().join("b.db");
    Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE x (y)")
        .unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::NotOurs(_))));
}

#[test]
fn settings_are_what_safety_needs() {
    let home = home_in_file();
    let get = |name: &str| -> String {
        let sql = format!("SELECT CAST({name} AS TEXT) FROM pragma_{name}");
        home.store
            .read()
            .conn
            .query_row(&sql, [], |r| r.get(0))
            .unwrap()
    };
    assert_eq!(get("journal_mode"), "wal");
    assert_eq!(get("synchronous"), "2");
    assert_eq!(get("foreign_keys"), "1");
    assert_eq!(get("auto_vacuum"), "2");
}

#[test]
fn an_address_is_one_player_in_every_tournament() {
    let mut home = home();
    add(&mut home, "A", 2);
    let mut second = pairs("B", 2);
    second.players[0].1.reach = "PLAYER3@example.org ".into();
    second.players[0].1.name = "Another Spelling".to_owned();
    second.players[2].1.reach = "new@example.org".into();
    home.store
        .write::<_, StoreError>(|tx| tx.tournament_add(&second, now()))
        .unwrap();
    let view = home.store.read();
    assert_eq!(view.player_list().unwrap().len(), 5);
    let three = view
        .player_by_address("player3@EXAMPLE.org")
        .unwrap()
        .unwrap();
    assert_eq!(three.name, "Игрок 3");
    assert_eq!(three.reach.email(), Some("Player3@Example.org"));
    let of = view.player_tournaments(three.id).unwrap();
    assert_eq!(
        of.iter()
            .map(|e| (e.code.as_str(), e.start_number))
            .collect::<Vec<_>>(),
        [("A", 3), ("B", 1)]
    );
    for text in ["3", "player3@example.org", "A:3", "B:1"] {
        let found = view.player_find(&PlayerRef::parse(text).unwrap()).unwrap();
        assert_eq!(found.unwrap().id, three.id, "{text}");
    }
    assert!(
        view.player_find(&PlayerRef::parse("B:9").unwrap())
            .unwrap()
            .is_none()
    );
    assert!(PlayerRef::parse("nobody").is_none());
    assert_eq!(view.player_games(three.id, false).unwrap().len(), 2);
    assert_eq!(view.player_games(three.id, true).unwrap().len(), 0);
}

#[test]
fn a_tournament_is_added_whole_or_not_at_all() {
    let mut home = home();
    add(&mut home, "A", 1);
    let mut twice = pairs("B", 2);
    twice.players[3].1.reach = "player1@example.org".into();
    let mut lost = pairs("B", 2);
    lost.games[1].black = 9;
    for bad in [twice, lost, pairs("A", 2)] {
        let error = home
            .store
            .write::<_, StoreError>(|tx| tx.tournament_add(&bad, now()))
            .unwrap_err();
        assert!(!error.to_string().contains("database"), "{error}");
    }
    assert_eq!(home.store.read().tournament_list().unwrap().len(), 1);
    assert_eq!(home.store.read().player_list().unwrap().len(), 2);
    assert_eq!(home.store.read().games_all().unwrap().len(), 1);
    // The number that was rolled back is given again: nothing of the old one is remembered.
    let id = add(&mut home, "C", 2);
    assert_eq!(home.store.read().tournament_facts(id).unwrap().code, "C");
}

#[test]
fn a_game_is_what_its_record_tells() {
    let mut home = home();
    let tournament = add(&mut home, "T", 2);
    let id = game(&home, "T/2");
    home.store
        .write::<_, StoreError>(|tx| {
            let mut file = tx.game_load(id)?;
            assert_eq!(file.status, Status::Waiting);
            let entries = [
                entry(Event::Started),
                entry(left(0, Side::White, now())),
                entry(played(1, "e2e4", "2026-01-11", "2026-01-13")),
            ];
            let recorded = tx.events_append(id, entries)?;
            let numbers: Vec<EventId> = recorded.iter().map(|e| e.id).collect();
            assert_eq!(numbers, [1, 2, 3].map(EventId));
            for e in recorded {
                file.extend(e).unwrap();
            }
            tx.game_save_summary(&file, outlook(Some(at("2026-02-01T00:00:00Z"))))
        })
        .unwrap();
    let view = home.store.read();
    let file = view.game_load(id).unwrap();
    assert_eq!(file.facts.name.to_string(), "T/2");
    assert_eq!(file.facts.players.white.start_number, 3);
    assert_eq!(file.facts.players.black.name, "Игрок 4");
    assert_eq!((file.ply(), file.turn()), (1, Side::Black));
    assert_eq!(file.entries[2].grounds.as_deref(), Some("56.4.4"));
    let row = view.game_row(id).unwrap().unwrap();
    assert_eq!(row.last_move, Some(day("2026-01-13")));
    assert_eq!(row.differs_from(&file), Vec::<String>::new());
    assert_eq!(view.games_due(at("2026-01-31T23:59:59Z"), 9).unwrap(), []);
    assert_eq!(view.games_due(at("2026-02-01T00:00:00Z"), 9).unwrap(), [id]);
    assert_eq!(view.events_of_tournament(tournament).unwrap().len(), 3);
    assert_eq!(view.player_games(PlayerId(3), true).unwrap()[0].id, id);
    assert_eq!(view.player_games(PlayerId(4), true).unwrap().len(), 1);
    // What is spoilt behind the record's back is found.
    view.conn
        .execute(
            "UPDATE game SET ply = 5, turn = 'white' WHERE id = ?1",
            [id],
        )
        .unwrap();
    let row = view.game_row(id).unwrap().unwrap();
    assert_eq!(row.differs_from(&file).len(), 2);
}

#[test]
fn an_ended_game_says_so_in_its_row() {
    let mut home = home();
    add(&mut home, "T", 1);
    let id = game(&home, "T/1");
    home.store
        .write::<_, StoreError>(|tx| {
            let entries = [
                entry(Event::Started),
                entry(Event::Ended {
                    result: ResultCode::BlackForfeit,
                    termination: Termination::FiftyMoves,
                }),
            ];
            tx.events_append(id, entries)?;
            tx.game_save_summary(&tx.game_load(id)?, outlook(None))
        })
        .unwrap();
    let row = home.store.read().game_row(id).unwrap().unwrap();
    assert_eq!(row.result, Some(ResultCode::BlackForfeit));
    assert_eq!(row.termination, Some(Termination::FiftyMoves));
    assert_eq!(row.due, None);
}

#[test]
fn the_record_cannot_be_rewritten() {
    let mut home = home();
    add(&mut home, "T", 1);
    home.store
        .write::<_, StoreError>(|tx| tx.events_append(GameId(1), [entry(Event::Started)]))
        .unwrap();
    let conn = home.store.read().conn;
    for sql in ["UPDATE event SET note = 'x'", "DELETE FROM event"] {
        let error = conn.execute(sql, []).unwrap_err().to_string();
        assert!(error.contains("append-only"), "{error}");
    }
    // Nor may what it speaks of go.
    assert!(conn.execute("DELETE FROM game", []).is_err());
    assert!(
        conn.execute(
            "INSERT INTO event (at, game_id, event, cause) VALUES ('x', 77, '{}', 'tick')",
            []
        )
        .is_err()
    );
}

#[test]
fn leave_counts_where_it_was_taken_and_until_it_ends() {
    let mut home = home();
    add(&mut home, "A", 1);
    add(&mut home, "B", 1);
    let new = |tournament, from, to| NewLeave {
        player: PlayerId(1),
        tournament,
        from: day(from),
        to: day(to),
        announced: now(),
        granted: false,
    };
    let (one, all) = home
        .store
        .write::<_, StoreError>(|tx| {
            let one = tx.leave_add(&new(Some(TournamentId(1)), "2026-07-01", "2026-07-14"))?;
            let all = tx.leave_add(&new(None, "2026-08-01", "2026-08-02"))?;
            tx.player_events_append([PlayerEntry {
                at: now(),
                player: PlayerId(1),
                tournament: Some(TournamentId(1)),
                event: PlayerEvent::LeaveTaken {
                    leave: one,
                    from: day("2026-07-01"),
                    to: day("2026-07-14"),
                    granted: false,
                },
                grounds: Some("56.7.1".to_owned()),
                cause: Cause::Letter(InboundId(5)),
                note: String::new(),
            }])?;
            Ok((one, all))
        })
        .unwrap();
    let spans = |home: &Home, t| {
        home.store
            .read()
            .leave_spans(PlayerId(1), TournamentId(t))
            .unwrap()
    };
    assert_eq!(
        spans(&home, 1).iter().map(|s| s.id).collect::<Vec<_>>(),
        [one, all]
    );
    assert_eq!(spans(&home, 2).len(), 1);
    let file = home.store.read().game_load(game(&home, "A/1")).unwrap();
    assert_eq!(file.leave.white.len(), 2);
    assert_eq!(file.leave.black.len(), 0);
    let told = home.store.read().events_of_player(PlayerId(1)).unwrap();
    assert_eq!(told[0].cause, Cause::Letter(InboundId(5)));
    let of = |t| {
        home.store
            .read()
            .player_events_of_tournament(TournamentId(t))
            .unwrap()
            .len()
    };
    assert_eq!((of(1), of(2)), (1, 0));
    // Cancelled: gone from the game, still there to be shown.
    home.store
        .write::<_, StoreError>(|tx| tx.leave_end(one, day("2026-06-30")))
        .unwrap();
    assert_eq!(spans(&home, 1).len(), 1);
    assert_eq!(
        home.store
            .read()
            .leave_of_player(PlayerId(1))
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        home.store
            .read()
            .leave_from(day("2026-08-02"))
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        home.store
            .read()
            .leave_of_tournament(TournamentId(2))
            .unwrap()
            .len(),
        1
    );
    assert!(
        home.store
            .write::<_, StoreError>(|tx| tx.leave_end(crate::ids::LeaveId(9), day("2026-06-30")))
            .is_err()
    );
}

#[test]
fn a_name_of_the_mailbox_is_the_last_letters_that_had_it() {
    let mut home = home();
    home.store
        .write::<_, StoreError>(|tx| {
            let keep = |text: &str, mark| {
                let letter = tx.letter_packed(text.as_bytes())?;
                let new = Arrived {
                    transport_key: Some("pop3:a@b:1"),
                    transport_mark: mark,
                    content_hash: hash(text.as_bytes()),
                    message_id: None,
                    from: "",
                    subject: "",
                    arrived: now(),
                    told: None,
                    kind: "",
                    letter: &letter,
                };
                tx.inbound_keep(&new, now())
            };
            let named = || tx.inbound_named("pop3:a@b:1");
            let Kept::New(first) = keep("a", None)? else {
                panic!()
            };
            // Kept before marks were: by its content it is the same, and has one from now on.
            assert_eq!(keep("a", Some("1 x"))?, Kept::Known(first));
            let mark = named()?.unwrap().mark;
            assert_eq!(mark.as_deref(), Some("1 x"));
            let Kept::New(second) = keep("b", Some("1 x"))? else {
                panic!("the name alone is enough")
            };
            assert_eq!(named()?.unwrap().id, second);
            assert_eq!(tx.inbound_names("pop3:a@b:")?, ["pop3:a@b:1"]);
            assert!(tx.inbound_names("pop3:a@bc:")?.is_empty());
            tx.inbound_names_die(&["pop3:a@b:1".to_owned()])?;
            assert_eq!(named()?, None);
            assert!(matches!(keep("b", Some("1 x"))?, Kept::New(_)));
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_letter_is_kept_once_and_processed_in_order_of_arrival() {
    let mut home = home();
    add(&mut home, "T", 1);
    let ids = home
        .store
        .write::<_, StoreError>(|tx| {
            let mut ids = Vec::new();
            for (key, arrived) in [("b", "2026-01-12T00:00:00Z"), ("a", "2026-01-11T00:00:00Z")] {
                let letter = tx.letter_packed(key.as_bytes())?;
                let new = Arrived {
                    transport_key: Some(key),
                    transport_mark: None,
                    content_hash: hash(key.as_bytes()),
                    message_id: None,
                    from: "",
                    subject: "",
                    arrived: at(arrived),
                    told: None,
                    kind: "",
                    letter: &letter,
                };
                let Kept::New(id) = tx.inbound_keep(&new, now())? else {
                    panic!()
                };
                assert_eq!(tx.inbound_keep(&new, now())?, Kept::Known(id));
                let piped = Arrived {
                    transport_key: None,
                    ..new
                };
                if key == "b" {
                    assert!(matches!(tx.inbound_keep(&piped, now())?, Kept::New(_)));
                }
                ids.push(id);
            }
            Ok(ids)
        })
        .unwrap();
    let waiting = |home: &Home| {
        let pending = home.store.read().inbound_pending(10).unwrap();
        pending.iter().map(|p| p.id.0).collect::<Vec<_>>()
    };
    assert_eq!(waiting(&home), [3, 1, 2]);
    home.store
        .write::<_, StoreError>(|tx| {
            tx.inbound_attempt(ids[0])?;
            tx.inbound_describe(
                ids[0],
                &Described {
                    message_id: Some("m1@x"),
                    from: "Ann@X.example",
                    subject: "ход",
                    arrived: at("2026-01-09T00:00:00Z"),
                    kind: "person",
                    text_hash: Some(hash(b"own")),
                },
            )?;
            tx.inbound_done(
                ids[1],
                &InboundVerdict {
                    verdict: Verdict::MoveRejected,
                    game: Some(GameId(1)),
                    games: Some("T/1"),
                    requests: Some("[{\"type\":\"move\"}]"),
                    text_hash: None,
                    believed: false,
                    dated: None,
                    note: "why",
                },
            )
        })
        .unwrap();
    assert_eq!(waiting(&home), [1, 2]);
    let view = home.store.read();
    assert_eq!(view.inbound_pending(1).unwrap()[0].attempts, 1);
    let row = view.inbound_show(ids[1]).unwrap().unwrap();
    assert_eq!(row.verdict, Some(Verdict::MoveRejected));
    let json = serde_json::to_value(&row).unwrap();
    assert_eq!(json["verdict"], "move-rejected");
    assert_eq!(json["game"], "T/1");
    assert_eq!(json["requests"][0]["type"], "move");
    assert_eq!(view.inbound_list(InboundId(0), 2).unwrap().len(), 2);
    assert_eq!(view.inbound_raw(ids[0]).unwrap().bytes, b"b");
    // Duplicates by identity and by bytes.
    let twins = view
        .inbound_same_message("m1@x", "ann@x.EXAMPLE", InboundId(2))
        .unwrap();
    assert_eq!((twins.len(), twins[0].text_hash), (1, Some(hash(b"own"))));
    assert!(
        view.inbound_same_message("m1@x", "bob@x.example", InboundId(2))
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        view.inbound_same_content(hash(b"b"), ids[0]).unwrap().len(),
        1
    );
    home.store
        .write::<_, StoreError>(|tx| tx.inbound_retry(ids[1]))
        .unwrap();
    assert_eq!(waiting(&home), [1, 3, 2]);
    assert!(
        home.store
            .read()
            .inbound_show(ids[1])
            .unwrap()
            .unwrap()
            .verdict
            .is_none()
    );
}

#[test]
fn a_letter_leaves_once_in_its_order() {
    let mut home = home();
    add(&mut home, "T", 1);
    let begins = Begins {
        ply: 1,
        about: About::Move,
        to: Side::Black,
        newest: None,
    };
    let add = |tx: &Tx<'_>, n: u32, begins| {
        let id = format!("m{n}@club");
        let new = NewOutbound {
            begins,
            not_before: now().plus_seconds(if n == 3 { 60 } else { 0 }),
            ..letter(Some(GameId(1)), Some(PlayerId(2)), &id, b"bytes")
        };
        tx.outbound_add(&new, now())
    };
    home.store
        .write::<_, StoreError>(|tx| {
            assert!(tx.thread_of(GameId(1), PlayerId(2))?.is_none());
            add(tx, 1, Some(begins))?;
            add(tx, 2, None)?;
            add(tx, 3, None)?;
            let again = tx.part(|tx| add(tx, 1, None));
            assert!(again.is_err(), "a Message-ID is used once");
            Ok(())
        })
        .unwrap();
    let view = home.store.read();
    let next = view.outbound_next(10, now()).unwrap();
    assert_eq!(next.iter().map(|d| d.id.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(next[0].begins, Some(begins));
    assert_eq!(next[0].bytes, b"bytes");
    assert_eq!(view.outbound_next(1, now()).unwrap().len(), 1);
    let thread = view.thread_of(GameId(1), PlayerId(2)).unwrap().unwrap();
    assert_eq!(
        (thread.root.as_str(), thread.last.as_str()),
        ("m1@club", "m3@club")
    );
    assert_eq!(thread.move_id, Some(OutboundId(1)));
    let later = now().plus_seconds(3600);
    home.store
        .write::<_, StoreError>(|tx| {
            tx.outbound_mark_sent(&[OutboundId(1)], now())?;
            tx.outbound_mark_sent(&[OutboundId(1)], later)?;
            tx.outbound_mark_deferred(OutboundId(2), "the server is away", later)?;
            tx.outbound_mark_failed(OutboundId(3), "no such user")
        })
        .unwrap();
    let view = home.store.read();
    assert!(view.outbound_next(10, now()).unwrap().is_empty());
    assert_eq!(view.outbound_next(10, later).unwrap().len(), 1);
    let rows = view.outbound_list(OutboundId(0), 10).unwrap();
    let states: Vec<_> = rows.iter().map(|r| (r.state, r.attempts)).collect();
    assert_eq!(
        states,
        [
            (OutboundState::Sent, 1),
            (OutboundState::Deferred, 1),
            (OutboundState::Failed, 1)
        ]
    );
    assert_eq!(rows[0].sent, Some(now()));
    assert_eq!(rows[0].game.as_deref(), Some("T/1"));
    assert_eq!(serde_json::to_value(&rows[2]).unwrap()["state"], "failed");
    assert_eq!(view.outbound_waiting().unwrap(), 1);
    assert_eq!(view.outbound_of_game(GameId(1)).unwrap().len(), 3);
    home.store
        .write::<_, StoreError>(|tx| tx.outbound_retry(OutboundId(3), now()))
        .unwrap();
    assert_eq!(
        home.store.read().outbound_next(10, now()).unwrap()[0].id,
        OutboundId(3)
    );
    // What was sent cannot be deferred behind its back.
    assert!(
        home.store
            .write::<_, StoreError>(|tx| tx.outbound_mark_failed(OutboundId(1), "x"))
            .is_err()
    );
}

#[test]
fn a_token_holds_until_the_players_next_letter() {
    let mut home = home();
    add(&mut home, "T", 1);
    let send = |tx: &Tx<'_>, id: &str, secret: &str| {
        let new = NewOutbound {
            reply_token: Some(secret),
            ..letter(Some(GameId(1)), Some(PlayerId(1)), id, b"")
        };
        tx.outbound_add(&new, now())
    };
    home.store
        .write::<_, StoreError>(|tx| {
            send(tx, "one@club", "s1")?;
            let token = tx.token_by_message_id("one@club")?.unwrap();
            assert_eq!(
                (token.game, token.player, token.ply),
                (Some(GameId(1)), Some(PlayerId(1)), Some(1))
            );
            assert!(!token.spent);
            tx.tokens_spend(GameId(1), PlayerId(1))?;
            send(tx, "two@club", "s2")?;
            assert!(tx.token_by_address_token("s1")?.unwrap().spent);
            assert!(!tx.token_by_address_token("s2")?.unwrap().spent);
            tx.token_void(&TokenOf::Letter(OutboundId(2)))?;
            assert!(tx.token_by_address_token("s2")?.unwrap().spent);
            assert!(tx.token_by_address_token("s3")?.is_none());
            // To nobody in particular: it has no thread, and its token is not spent.
            tx.outbound_add(&letter(None, None, "three@club", b""), now())?;
            assert!(!tx.token_by_message_id("three@club")?.unwrap().spent);
            Ok(())
        })
        .unwrap();
}

#[test]
fn codes_answers_and_single_values() {
    let mut home = home();
    add(&mut home, "T", 1);
    home.store
        .write::<_, StoreError>(|tx| {
            let new = NewChallenge {
                code: "K7Q2",
                player: Some(PlayerId(1)),
                address: "Ann@example.org",
                inbound: None,
                what: "{\"withdraw\":\"T\"}",
                until: now().plus_seconds(3 * 86_400),
                told: true,
                about: None,
            };
            let id = tx.challenge_add(&new, now())?;
            let found = tx.challenge_find("K7Q2")?.unwrap();
            assert_eq!((found.id, found.address.as_str()), (id, "ann@example.org"));
            assert!(tx.challenge_use(id, now())?);
            assert!(!tx.challenge_use(id, now())?, "a code is used once");
            assert!(tx.challenge_find("nope")?.is_none());
            let d = day("2026-01-10");
            assert_eq!(tx.answers_add("2026-01-10", "player 1")?, 1);
            assert_eq!(tx.answers_add("2026-01-10", "player 1")?, 2);
            assert_eq!(tx.answers_add("2026-01-10T23", "player 1")?, 1);
            assert_eq!(tx.answers_add("2026-01-11", "player 1")?, 1);
            assert!(tx.answers_since("2026-01-10T23", "player 1")?);
            assert!(!tx.answers_since("2026-01-12", "player 1")?);
            assert!(!tx.answers_since("2026-01-10", "player 2")?);
            tx.answers_forget(d)?;
            assert_eq!(tx.answers_count("2026-01-10", "player 1")?, 2);
            tx.answers_forget(d.next())?;
            assert_eq!(tx.answers_count("2026-01-10", "player 1")?, 0);
            assert_eq!(tx.answers_count("2026-01-10T23", "player 1")?, 0);
            assert_eq!(tx.answers_count("2026-01-11", "player 1")?, 1);
            // Letters come back, and the address counts as failing from the third on.
            assert_eq!(tx.player_bounced(PlayerId(1), 2, now())?, (1, false));
            assert_eq!(tx.player_bounced(PlayerId(1), 2, now())?, (2, true));
            let later = now().plus_seconds(60);
            assert_eq!(tx.player_bounced(PlayerId(1), 2, later)?, (3, false));
            let one = tx.player_load(PlayerId(1))?.unwrap();
            assert_eq!((one.hard_bounces, one.failing_since), (3, Some(now())));
            tx.player_reached(PlayerId(1))?;
            let one = tx.player_load(PlayerId(1))?.unwrap();
            assert_eq!((one.hard_bounces, one.failing_since), (0, None));
            assert_eq!(tx.player_bounced(PlayerId(1), 1, now())?, (1, true));
            tx.meta_set("last_poll", "a")?;
            tx.meta_set("last_poll", "b")?;
            assert_eq!(tx.meta_get("last_poll")?.as_deref(), Some("b"));
            tx.player_set_address(PlayerId(1), &"New@example.org".into())?;
            assert!(matches!(
                tx.player_set_address(PlayerId(2), &"new@EXAMPLE.org".into()),
                Err(StoreError::AddressTaken(_))
            ));
            tx.player_set_style(PlayerId(1), LetterStyle::Pgn)?;
            let one = tx.player_by_address("new@example.org")?.unwrap();
            assert_eq!((one.id, one.style), (PlayerId(1), LetterStyle::Pgn));
            // Another address has not failed yet.
            assert_eq!((one.hard_bounces, one.failing_since), (0, None));
            tx.entry_withdraw(TournamentId(1), PlayerId(1), Some(now()))?;
            assert_eq!(
                tx.entries_of_tournament(TournamentId(1))?[0].withdrawn,
                Some(now())
            );
            Ok(())
        })
        .unwrap();
}

#[test]
fn nothing_is_committed_behind_anybodys_back() {
    let mut home = home();
    let failed = home.store.write::<(), StoreError>(|tx| {
        tx.meta_set("a", "1")?;
        Err(StoreError::Busy)
    });
    assert!(failed.is_err());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        home.store.write::<(), StoreError>(|tx| {
            tx.meta_set("a", "1").unwrap();
            panic!("a letter makes the program fail")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(home.store.read().meta_get("a").unwrap(), None);
    // A part is undone alone, by an error or a panic; the rest of the batch stays.
    home.store
        .write::<_, StoreError>(|tx| {
            tx.meta_set("before", "1")?;
            let part: Result<(), StoreError> = tx.part(|tx| {
                tx.meta_set("a", "1")?;
                Err(StoreError::Busy)
            });
            assert!(part.is_err());
            let part = catch_unwind(AssertUnwindSafe(|| {
                tx.part::<(), StoreError>(|tx| {
                    tx.meta_set("b", "1").unwrap();
                    panic!("again")
                })
            }));
            assert!(part.is_err());
            tx.part::<(), StoreError>(|tx| tx.meta_set("after", "1"))
        })
        .unwrap();
    let get = |key| home.store.read().meta_get(key).unwrap().is_some();
    assert_eq!(
        [get("before"), get("a"), get("b"), get("after")],
        [true, false, false, true]
    );
}

#[test]
fn writings_that_share_a_transaction_are_undone_alone_and_committed_together() {
    let mut home = home();
    let other = Store::open(home.store.place()).unwrap();
    let write =
        |store: &mut Store, key: &str| store.write::<_, StoreError>(|tx| tx.meta_set(key, "1"));
    home.store.share_begin().unwrap();
    write(&mut home.store, "a").unwrap();
    let failed = home.store.write::<(), StoreError>(|tx| {
        tx.meta_set("b", "1")?;
        Err(StoreError::Busy)
    });
    assert!(matches!(failed, Err(StoreError::Busy)));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        home.store.write::<(), StoreError>(|tx| {
            tx.meta_set("c", "1").unwrap();
            panic!("again")
        })
    }));
    assert!(panicked.is_err());
    write(&mut home.store, "d").unwrap();
    let seen = |store: &Store| {
        ["a", "b", "c", "d"].map(|key| store.read().meta_get(key).unwrap().is_some())
    };
    let kept = [true, false, false, true];
    assert_eq!((seen(&home.store), seen(&other)), (kept, [false; 4]));
    home.store.share_end().unwrap();
    assert_eq!(seen(&other), kept);
    // As before, each is a transaction of its own.
    write(&mut home.store, "b").unwrap();
    assert_eq!(seen(&other), [true, true, false, true]);
}

#[test]
fn of_a_shared_transaction_for_which_there_is_no_room_nothing_is_kept() {
    let mut home = home_in_file();
    let other = Store::open(home.store.place()).unwrap();
    let pages: i64 = home
        .store
        .conn
        .query_row("PRAGMA page_count", [], |r| r.get(0))
        .unwrap();
    let most = |store: &Store, pages: i64| {
        let set = format!("PRAGMA max_page_count = {pages}");
        store.conn.query_row(&set, [], |_| Ok(())).unwrap();
    };
    most(&home.store, pages + 4);
    home.store.share_begin().unwrap();
    let mut write = |n: usize| {
        let text = "x".repeat(3_000);
        home.store
            .write::<_, StoreError>(|tx| tx.meta_set(&format!("k{n}"), &text))
    };
    let first = (0..100).position(|n| write(n).is_err());
    let first = first.expect("there is no room for a hundred");
    assert!(first > 0);
    // Once SQLite has undone it all, nothing is begun that would be committed by itself.
    let ended = home.store.conn.is_autocommit();
    let more = home
        .store
        .write::<_, StoreError>(|tx| tx.meta_set("more", "1"));
    assert_eq!(ended, more.is_err());
    assert_eq!(home.store.share_end().is_err(), ended);
    let kept = |key: &str| other.read().meta_get(key).unwrap().is_some();
    assert_eq!([kept("k0"), kept("more")], [!ended; 2]);
    most(&home.store, 1 << 30);
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set("again", "1"))
        .unwrap();
    assert!(kept("again"));
}

#[test]
fn a_second_writer_waits_and_a_reader_does_not() {
    let mut home = home_in_file();
    let path = home.file().to_owned();
    let other = Store::open(&path).unwrap();
    home.store
        .write::<_, StoreError>(|tx| {
            tx.meta_set("a", "1")?;
            assert_eq!(other.read().meta_get("a")?, None);
            // So that the test need not wait five seconds.
            other.be_patient(std::time::Duration::from_millis(10))?;
            let mut other = Store::open(&path)?;
            other.be_patient(std::time::Duration::from_millis(10))?;
            let busy = other.write::<(), StoreError>(|_| Ok(())).unwrap_err();
            assert!(busy.is_busy());
            Ok(())
        })
        .unwrap();
    assert_eq!(other.read().meta_get("a").unwrap().as_deref(), Some("1"));
}

#[test]
fn a_backup_is_whole_while_others_write() {
    let mut home = home_in_file();
    add(&mut home, "T", 3);
    let path = home.file().to_owned();
    let copy = home.dir.path().join("copy.db");
    let reader = Store::open(&path).unwrap();
    home.store
        .write::<_, StoreError>(|tx| {
            tx.meta_set("half", "done")?;
            reader.backup_to(&copy)
        })
        .unwrap();
    assert!(matches!(
        reader.backup_to(&copy),
        Err(StoreError::Exists(_))
    ));
    let restored = Store::open(&copy).unwrap();
    assert_eq!(restored.read().games_all().unwrap().len(), 3);
    assert_eq!(restored.read().meta_get("half").unwrap(), None);
    assert_eq!(
        restored.read().integrity_check().unwrap(),
        Vec::<String>::new()
    );
    let left = std::fs::read_dir(home.dir.path()).unwrap().flatten();
    let parts = left.filter(|e| e.file_name().to_string_lossy().contains(".part"));
    assert_eq!(parts.count(), 0);
}

#[test]
fn a_broken_reference_is_found() {
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let conn = home.store.read().conn;
    conn.execute_batch(
        "PRAGMA foreign_keys = OFF; UPDATE game SET white = 99; PRAGMA foreign_keys = ON",
    )
    .unwrap();
    let found = home.store.read().integrity_check().unwrap();
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("player"), "{found:?}");
    let sizes = home.store.sizes().unwrap();
    assert!(sizes.iter().any(|s| s.table == "game" && s.bytes >= 4096));
}

/// Entries are looked at by their indices: no reference of theirs is left out there.
#[test]
fn a_broken_reference_of_an_entry_is_found() {
    let mut home = home_in_file();
    let tournament = add(&mut home, "T", 2);
    let game = home.store.read().games_all().unwrap()[0];
    let of_record = TournamentEntry {
        at: now(),
        tournament,
        event: TournamentEvent::EntriesClosed { players: 4 },
        grounds: None,
        cause: Cause::Order,
        note: String::new(),
    };
    let leave = PlayerEvent::LeaveAsked {
        from: day("2026-02-01"),
        to: day("2026-02-03"),
    };
    let of_player = PlayerEntry {
        at: now(),
        player: home
            .store
            .read()
            .game_row(game)
            .unwrap()
            .unwrap()
            .players
            .white
            .0,
        tournament: Some(tournament),
        event: leave,
        grounds: None,
        cause: Cause::Tick,
        note: String::new(),
    };
    home.store
        .write::<_, StoreError>(|tx| {
            tx.events_append(game, [entry(Event::Started), entry(Event::OpinionsClosed)])?;
            tx.player_events_append([of_player])?;
            tx.tournament_events_append([of_record])?;
            Ok(())
        })
        .unwrap();
    let view = home.store.read();
    assert_eq!(view.integrity_check().unwrap(), Vec::<String>::new());
    let conn = home.store.file().unwrap();
    conn.execute_batch("PRAGMA foreign_keys = OFF; DROP TRIGGER event_never_changes")
        .unwrap();
    let mut names = conn
        .prepare("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('event')")
        .unwrap();
    let names = names.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).unwrap();
    let names: Vec<(String, String)> = names.map(Result::unwrap).collect();
    let mut seen = Vec::new();
    for (column, parent) in names {
        let with = format!("SELECT id, {column} FROM event WHERE {column} IS NOT NULL");
        let mut with = conn.prepare(&with).unwrap();
        let with = with.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).unwrap();
        let with: Vec<(i64, i64)> = with.map(Result::unwrap).collect();
        let set = format!("UPDATE event SET {column} = ?2 WHERE id = ?1");
        for (id, was) in with {
            conn.execute(&set, [id, 99]).unwrap();
            let told = format!("event {id}: what it names in {parent} is not there");
            assert_eq!(view.integrity_check().unwrap(), [told]);
            conn.execute(&set, [id, was]).unwrap();
            seen.push((column.clone(), id));
        }
    }
    assert_eq!(view.integrity_check().unwrap(), Vec::<String>::new());
    // Two entries name the game, one the player, two the tournament.
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn a_snapshot_sees_one_state() {
    let mut home = home();
    let other = Store::open(home.store.place()).unwrap();
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "1"))
        .unwrap();
    other
        .snapshot::<_, StoreError>(|view| {
            assert_eq!(view.meta_get("a")?.as_deref(), Some("1"));
            home.store
                .write::<_, StoreError>(|tx| tx.meta_set("a", "2"))?;
            assert_eq!(view.meta_get("a")?.as_deref(), Some("1"));
            Ok(())
        })
        .unwrap();
    assert_eq!(other.read().meta_get("a").unwrap().as_deref(), Some("2"));
}

/// Who writes all the time changes nothing of what several see: one state, side by side.
#[test]
fn those_who_look_side_by_side_see_one_state_while_others_write() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let mut home = home();
    let other = Store::open(home.store.place()).unwrap();
    let (ended, mut beside_us) = (AtomicBool::new(false), 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0.. {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let value = n.to_string();
                home.store
                    .write::<_, StoreError>(|tx| tx.meta_set("a", &value))
                    .unwrap();
            }
        });
        for _ in 0..50 {
            other
                .snapshot_beside::<_, StoreError>(3, |view| {
                    let own = view.meta_get("a")?;
                    let seen = view.each(&[(); 20], |view, ()| view.meta_get("a"))?;
                    assert!(seen.iter().all(|one| *one == own));
                    beside_us += view.beside();
                    Ok(())
                })
                .unwrap();
        }
        ended.store(true, Ordering::Relaxed);
    });
    // Nobody writes now: they are as many as were asked for.
    let quiet = other.snapshot_beside::<_, StoreError>(3, |view| Ok(view.beside()));
    assert_eq!(quiet.unwrap(), 3);
    assert_eq!(beside_us % 3, 0);
}

/// What is written and not committed is seen by who wrote it alone.
#[test]
fn in_a_transaction_that_is_not_committed_nobody_looks_beside() {
    let mut home = home();
    home.store.share_begin().unwrap();
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "1"))
        .unwrap();
    let seen = home
        .store
        .snapshot_beside::<_, StoreError>(3, |view| Ok((view.meta_get("a")?, view.beside())));
    assert_eq!(seen.unwrap(), (Some("1".to_owned()), 0));
    home.store.share_end().unwrap();
}

/// What several do side by side comes together in order, each once, and the first error
/// in that order is told.
#[test]
fn what_is_divided_comes_together_in_order() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let home = home();
    for more in [0, 3] {
        let done = AtomicUsize::new(0);
        let (items, all) = ((0..500).collect::<Vec<usize>>(), 500);
        let ran = home.store.snapshot_beside::<_, StoreError>(more, |view| {
            assert_eq!(view.beside(), more);
            let doubled = view.each(&items, |_, n| {
                done.fetch_add(1, Ordering::Relaxed);
                Ok::<_, StoreError>(n * 2)
            })?;
            assert!(
                doubled
                    .iter()
                    .eq(items.iter().map(|n| n * 2).collect::<Vec<_>>().iter())
            );
            let none = view.each(&[], |_, (): &()| Ok::<_, StoreError>(()))?;
            assert!(none.is_empty());
            let failed = view.each(&items, |_, n| match n % 100 {
                50 => Err(n / 100),
                _ => Ok(()),
            });
            assert_eq!(failed.unwrap_err(), 0);
            Ok(())
        });
        ran.unwrap();
        assert_eq!(done.into_inner(), all);
    }
}

/// Few games are not worth a connection of their own.
#[test]
fn for_a_few_games_nobody_is_called_in() {
    let home = home();
    let beside = |games| {
        let counted = |view: View<'_>| Ok::<_, StoreError>(view.beside());
        home.store.side_by_side(games, counted).unwrap()
    };
    assert_eq!(beside(0), 0);
    assert_eq!(beside(100), 0);
    let processors = std::thread::available_parallelism().unwrap().get();
    assert_eq!(beside(1_000_000), processors.min(16) - 1);
}

/// Who is in several games, and his leave, is read once for all of them; the games are those
/// that are read one by one.
#[test]
fn what_many_games_share_is_read_once() {
    use rusqlite::StatementStatus;
    let mut home = home_in_file();
    add(&mut home, "T26", 5);
    let view = home.store.read();
    let games = view.games_all().unwrap();
    assert_eq!(games.len(), 5);
    let runs = || {
        let statement = home
            .store
            .file()
            .unwrap()
            .prepare_cached(leave::SPANS)
            .unwrap();
        statement.reset_status(StatementStatus::Run)
    };
    let one_by_one: Vec<_> = games
        .iter()
        .map(|id| view.game_load(*id).unwrap())
        .collect();
    assert_eq!(runs(), 10);
    let mut many = view.games_many();
    for (id, one) in games.iter().zip(&one_by_one) {
        let game = many.game_load(*id).unwrap();
        assert_eq!(format!("{:?}", game.facts), format!("{:?}", one.facts));
        assert_eq!((&game.leave, &game.entries), (&one.leave, &one.entries));
    }
    let players: std::collections::BTreeSet<_> = one_by_one
        .iter()
        .flat_map(|game| Side::BOTH.map(|side| game.player(side).id))
        .collect();
    assert_eq!(runs(), i32::try_from(players.len()).unwrap());
}

/// A plan that hung on values would be made anew for each game.
#[test]
fn no_statement_is_planned_anew_for_each_game() {
    use rusqlite::StatementStatus;
    let mut home = home_in_file();
    add(&mut home, "T26", 5);
    let view = home.store.read();
    let games = view.games_all().unwrap();
    assert!(games.len() > 2);
    for id in &games {
        view.game_load(*id).unwrap();
        view.game_row(*id).unwrap();
    }
    let facts = games::facts(1);
    for sql in [events::OF_GAME, &facts, leave::SPANS] {
        let statement = home.store.file().unwrap().prepare_cached(sql).unwrap();
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0, "{sql}");
        assert!(statement.get_status(StatementStatus::Run) > 2, "{sql}");
    }
}

#[test]
fn a_backup_is_put_back_without_the_old_log() {
    let mut home = home_in_file();
    let path = home.file().to_owned();
    let copy = home.dir.path().join("copy.db");
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "then"))
        .unwrap();
    home.store.backup_to(&copy).unwrap();
    home.store
        .write::<_, StoreError>(|tx| tx.meta_set("a", "now"))
        .unwrap();
    // As after a kill: the log is left beside the file.
    let log = home.dir.path().join("postchess.db-wal");
    let left = std::fs::read(&log).unwrap();
    drop(home.store);
    std::fs::write(&log, left).unwrap();
    let old = Store::restore(&copy, &path, Restoring::default())
        .unwrap()
        .old
        .unwrap();
    assert!(!log.exists());
    let get = |p: &std::path::Path| Store::open(p).unwrap().read().meta_get("a").unwrap();
    assert_eq!(get(&path).as_deref(), Some("then"));
    assert_eq!(get(&old).as_deref(), Some("now"));
    // What is no backup touches nothing.
    let junk = home.dir.path().join("junk.db");
    std::fs::write(
        &junk,
        "no database, but long enough to be looked at by anyone",
    )
    .unwrap();
    assert!(matches!(
        Store::restore(&junk, &path, Restoring::default()),
        Err(StoreError::Damaged(..))
    ));
    assert!(
        Store::restore(&home.dir.path().join("none"), &path, Restoring::default())
            .unwrap_err()
            .is_missing()
    );
    assert_eq!(get(&path).as_deref(), Some("then"));
}

#[test]
fn only_its_owner_may_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let copy = home.dir.path().join("copy.db");
    home.store.backup_to(&copy).unwrap();
    for name in ["postchess.db", "postchess.db-wal", "copy.db"] {
        let mode = home
            .dir
            .path()
            .join(name)
            .metadata()
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn what_goes_on_paper_is_printed_then_posted_and_never_sent() {
    let mut home = home();
    add(&mut home, "T", 1);
    let add = |tx: &Tx<'_>, player: i64, id: &str| {
        let new = NewOutbound {
            to: &Reach::Post,
            ..letter(Some(GameId(1)), Some(PlayerId(player)), id, b"on paper")
        };
        tx.outbound_add(&new, now())
    };
    home.store
        .write::<_, StoreError>(|tx| {
            add(tx, 1, "one@club")?;
            add(tx, 2, "two@club")?;
            add(tx, 2, "three@club")?;
            tx.outbound_withhold(OutboundId(3), "for nobody")
        })
        .unwrap();
    let view = home.store.read();
    let ids = |rows: Vec<OutboundRow>| rows.iter().map(|r| r.id.0).collect::<Vec<_>>();
    assert!(view.outbound_next(10, now()).unwrap().is_empty());
    assert_eq!(view.outbound_waiting().unwrap(), 0);
    assert_eq!(view.outbound_unsent(now()).unwrap().waiting, 0);
    assert!(view.token_by_message_id("one@club").unwrap().is_none());
    let all = PaperWanted::default();
    assert_eq!(ids(view.paper_waiting(&all).unwrap()), [1, 2]);
    let second = PaperWanted {
        player: Some(PlayerId(2)),
        ..all
    };
    assert_eq!(ids(view.paper_waiting(&second).unwrap()), [2]);
    let later = now().plus_seconds(3600);
    let since = PaperWanted {
        since: Some(later),
        ..all
    };
    assert!(view.paper_waiting(&since).unwrap().is_empty());
    let day = Day::parse("2026-02-03").unwrap();
    home.store
        .write::<_, StoreError>(|tx| {
            assert_eq!(tx.mark_printed(&[OutboundId(1)], now())?, 1);
            assert_eq!(tx.mark_printed(&[OutboundId(2)], later)?, 2);
            let left = tx.mark_posted(Some(1), day, Some("RR 1"))?;
            assert_eq!(ids(left), [1]);
            assert!(tx.mark_posted(Some(1), day, None)?.is_empty());
            // A second copy of what is posted changes nothing of that.
            tx.mark_printed(&[OutboundId(1)], later).map(|_| ())
        })
        .unwrap();
    let view = home.store.read();
    let row = view.outbound_show(OutboundId(1)).unwrap().unwrap();
    assert_eq!(
        (row.state, row.paper.posted),
        (OutboundState::Posted, Some(day))
    );
    assert_eq!(row.paper.registered.as_deref(), Some("RR 1"));
    assert_eq!(ids(view.paper_printed().unwrap()), [2]);
    assert!(view.paper_waiting(&all).unwrap().is_empty());
    let again = PaperWanted { again: true, ..all };
    assert_eq!(ids(view.paper_waiting(&again).unwrap()), [1, 2]);
    home.store
        .write::<_, StoreError>(|tx| tx.outbound_retry(OutboundId(1), now()))
        .unwrap();
    assert_eq!(ids(home.store.read().paper_waiting(&all).unwrap()), [1]);
}

#[test]
fn of_more_than_twenty_sessions_the_oldest_end() {
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let begins = |tx: &Tx<'_>, player, n: u8| {
        tx.session_add(&NewSession {
            tag: &[n],
            player,
            browser: "",
            begun: now(),
            until: now().plus_seconds(60),
        })
    };
    let ids = home.store.write::<_, StoreError>(|tx| {
        begins(tx, PlayerId(2), 100)?;
        (0..23).map(|n| begins(tx, PlayerId(1), n)).collect()
    });
    let ids: Vec<i64> = ids.unwrap();
    let sessions = |player| home.store.read().sessions_of(player, now()).unwrap();
    let kept: Vec<i64> = sessions(PlayerId(1)).iter().map(|s| s.id).collect();
    assert_eq!(kept, ids[3..]);
    assert_eq!(sessions(PlayerId(2)).len(), 1);
}

#[test]
fn letters_that_pass_words_on_are_found_from_a_half_move_on() {
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let add = |tx: &Tx<'_>, n: u32, (ply, passes_on)| {
        let id = format!("m{n}@club");
        let new = NewOutbound {
            ply: Some(ply),
            passes_on,
            ..letter(Some(GameId(1)), Some(PlayerId(2)), &id, b"bytes")
        };
        tx.outbound_add(&new, now())
    };
    let ids = home.store.write::<_, StoreError>(|tx| {
        let letters = [(3, true), (5, true), (5, false), (6, true), (6, true)];
        (0..).zip(letters).map(|(n, of)| add(tx, n, of)).collect()
    });
    let ids: Vec<OutboundId> = ids.unwrap();
    let view = home.store.read();
    let found = |player, since, most| {
        let of = (GameId(1), PlayerId(player));
        view.outbound_passing_on(of, since, most).unwrap()
    };
    assert_eq!(found(2, 4, 9), [ids[4], ids[3], ids[1]]);
    assert_eq!(found(2, 4, 1), [ids[4]]);
    assert!(found(1, 0, 9).is_empty());
}
