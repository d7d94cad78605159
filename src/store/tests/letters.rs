//! The bytes of letters: exact while fresh, archived and read again; cut when final.

use super::super::engine::params;
use super::*;
use crate::arbiter::Verdict;
use crate::ids::{InboundId, OutboundId, PlayerId};
use base64::Engine;

/// A stream of numbers that looks random and is the same each time.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// A board as a PNG of 16 colours, 320 by 320, pieces as shaded discs and bars.
fn board(position: &[u64; 64]) -> Vec<u8> {
    let mut pixels = vec![0_u8; 160 * 320];
    for y in 0..320_usize {
        for x in 0..320_usize {
            let (column, row) = (x / 40, y / 40);
            let (dx, dy) = ((x % 40) as i64 - 20, (y % 40) as i64 - 20);
            let piece = position[row * 8 + column] % 13;
            let inside = match piece {
                0 => false,
                p if p % 3 == 0 => dx * dx + dy * dy < 15 * 15,
                p if p % 3 == 1 => dx.abs() + (dy.abs() * (p as i64 + 3)) / 6 < 14,
                _ => dx * dx < 60 + dy * 3 && dy.abs() < 16,
            };
            let colour = match (inside, (column + row) % 2) {
                (true, _) => 2 + ((dx * dx + dy * (piece as i64)) / 37).rem_euclid(14) as u8,
                (false, square) => square as u8,
            };
            pixels[y * 160 + x / 2] |= if x % 2 == 0 { colour << 4 } else { colour };
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, 320, 320);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_palette((0..48).map(|i| i * 5).collect::<Vec<u8>>());
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    drop(writer);
    out
}

/// A season's game as letters: after each half-move an incoming letter, a
/// confirmation and a letter to the opponent.
pub(super) struct Play {
    dice: Dice,
    moves: Vec<(String, String)>,
    position: [u64; 64],
}

impl Play {
    pub fn new(seed: u64) -> Play {
        let mut dice = Dice(seed);
        let position = std::array::from_fn(|_| {
            if dice.roll().is_multiple_of(2) {
                dice.roll()
            } else {
                0
            }
        });
        Play {
            dice,
            moves: Vec::new(),
            position,
        }
    }

    /// Plays a half-move: the letter received, and the two composed.
    pub fn step(&mut self) -> (Vec<u8>, [Vec<u8>; 2]) {
        let (from, to) = (
            self.dice.roll() as usize % 64,
            self.dice.roll() as usize % 64,
        );
        self.position[to] = self.position[from];
        self.position[from] = 0;
        let squares = ["11", "18", "52", "54", "57", "55", "63", "71", "28", "36"];
        let mv = format!(
            "{}{}",
            squares[self.dice.roll() as usize % 10],
            squares[self.dice.roll() as usize % 10]
        );
        let days = (self.dice.roll() % 9).to_string();
        self.moves.push((mv.clone(), days));
        let arrived = format!(
            "Return-Path: <ann@example.org>\r\nReceived: from mx{0}.example.org by mx.club.example; Mon, 12 Jan 2026 10:{1:02}:00 +0000\r\nDKIM-Signature: v=1; a=rsa-sha256; d=example.org; b={2}\r\nFrom: Ann <ann@example.org>\r\nTo: moves+{0:x}@club.example\r\nSubject: Re: [T/1] move {3}\r\nMessage-ID: <{4:x}.{0:x}@example.org>\r\nIn-Reply-To: <{5:x}@club.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{3}. {mv}\r\n\r\nС уважением, Анна\r\n\r\n{6}",
            self.dice.roll(),
            self.moves.len() % 60,
            base64::engine::general_purpose::STANDARD.encode(
                (0..192)
                    .map(|_| self.dice.roll() as u8)
                    .collect::<Vec<u8>>()
            ),
            self.moves.len(),
            self.dice.roll(),
            self.dice.roll(),
            self.table(true)
                .lines()
                .map(|l| format!("> {l}\r\n"))
                .collect::<String>(),
        );
        let board = board(&self.position);
        let letters = [0, 1].map(|who| self.composed(who, &board));
        (arrived.into_bytes(), letters)
    }

    fn table(&self, russian: bool) -> String {
        let mut text = String::new();
        text.push_str(if russian {
            "№   ход   получ.      отпр.       дни\n"
        } else {
            "no  move  received    sent        days\n"
        });
        for (i, (mv, days)) in self.moves.iter().enumerate() {
            text.push_str(&format!(
                "{:>3} {mv}  2026-{:02}-{:02}  2026-{:02}-{:02}  {days}\n",
                i + 1,
                i % 12 + 1,
                i % 28 + 1,
                i % 12 + 1,
                (i + 3) % 28 + 1
            ));
        }
        text
    }

    fn composed(&mut self, who: usize, board: &[u8]) -> Vec<u8> {
        let n = self.moves.len();
        let coded = |bytes: &[u8]| -> String {
            let text = base64::engine::general_purpose::STANDARD.encode(bytes);
            text.as_bytes()
                .chunks(76)
                .map(|l| format!("{}\r\n", std::str::from_utf8(l).unwrap()))
                .collect()
        };
        let table = self.table(who == 0);
        let text = format!(
            "Уважаемый игрок {who}!\n\nВаш ход принят; ответ ожидается.\n\n{table}\n--\nОтвечайте на это письмо, ход пишите отдельной строкой, например: {n}. 5254\n"
        );
        let html: String = table.lines().map(|l| format!("<tr><td style=\"padding:2px 8px;border-bottom:1px solid #ddd;font-family:monospace;text-align:right\">{}</td></tr>\r\n", l.replace("  ", "</td><td>"))).collect();
        let pgn: String = self
            .moves
            .iter()
            .enumerate()
            .map(|(i, (m, _))| {
                format!(
                    "{}. {m} {{[%ccsnt 2026.01.{:02},10:00]}}\r\n",
                    i + 1,
                    i % 28 + 1
                )
            })
            .collect();
        let boundary = format!("b{:x}", self.dice.roll());
        format!(
            "From: =?utf-8?B?0JrQu9GD0LE=?= <moves@club.example>\r\nReply-To: <moves+{0:x}{1:x}@club.example>\r\nTo: <player{who}@example.org>\r\nSubject: [T/1] {n}\r\nMessage-ID: <{0:x}{2:x}@club.example>\r\nReferences: <{3:x}@club.example>\r\nAuto-Submitted: auto-replied\r\nX-Postchess-Kind: move\r\nX-Postchess-Game: T/1\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"{boundary}\"\r\n\r\n--{boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{4}\r\n--{boundary}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<html><body><table>{html}</table></body></html>\r\n--{boundary}\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <board@club.example>\r\n\r\n{5}\r\n--{boundary}\r\nContent-Type: application/vnd.chess-pgn\r\nContent-Transfer-Encoding: 7bit\r\n\r\n{pgn}\r\n--{boundary}--\r\n",
            self.dice.roll(), self.dice.roll(), self.dice.roll(), self.dice.roll(),
            coded(text.as_bytes()),
            coded(board),
        )
        .into_bytes()
    }
}

/// Stores a half-move's letters on a day: numbers of the one received and the two composed.
pub(super) fn store(
    home: &mut Home,
    game: i64,
    play: &mut Play,
    at: Instant,
) -> (InboundId, [OutboundId; 2]) {
    let (arrived, letters) = play.step();
    let tag = play.dice.roll();
    let players = home
        .store
        .read()
        .game_row(GameId(game))
        .unwrap()
        .unwrap()
        .players;
    let players = [players.white.0, players.black.0];
    home.store
        .write::<_, StoreError>(|tx| {
            let packed = tx.letter_packed(&arrived)?;
            let new = Arrived {
                transport_key: None,
                transport_mark: None,
                content_hash: hash(&arrived),
                message_id: None,
                from: "ann@example.org",
                subject: "Re",
                arrived: at,
                told: None,
                kind: "person",
                letter: &packed,
            };
            let Kept::New(inbound) = tx.inbound_keep(&new, at)? else {
                panic!()
            };
            tx.inbound_done(
                inbound,
                &InboundVerdict {
                    verdict: Verdict::Move,
                    game: Some(GameId(game)),
                    games: None,
                    requests: None,
                    text_hash: None,
                    believed: false,
                    dated: None,
                    note: "",
                },
            )?;
            let mut ids = [OutboundId(0); 2];
            for (n, bytes) in letters.iter().enumerate() {
                let id = format!("{tag:x}-{n}@club");
                ids[n] = tx.outbound_add(
                    &letter(Some(GameId(game)), Some(players[n]), &id, bytes),
                    at,
                )?;
            }
            tx.outbound_mark_sent(&ids, at)?;
            Ok((inbound, ids))
        })
        .unwrap()
}

/// Kept letters that are not what was kept.
fn failing(home: &Home) -> Vec<String> {
    let view = home.store.read();
    let parts = view.kept_parts().unwrap();
    let each = |part| view.kept_check(part).unwrap();
    parts.into_iter().flat_map(each).collect()
}

fn all_bytes(home: &Home) -> Vec<Raw> {
    let view = home.store.read();
    let inbound = view.inbound_list(InboundId(0), 10_000).unwrap();
    let outbound = view.outbound_list(OutboundId(0), 10_000).unwrap();
    inbound
        .iter()
        .map(|r| view.inbound_raw(r.id).unwrap())
        .chain(outbound.iter().map(|r| view.outbound_raw(r.id).unwrap()))
        .collect()
}

fn count(home: &Home, sql: &str) -> i64 {
    home.store
        .read()
        .conn
        .query_row(sql, [], |r| r.get(0))
        .unwrap()
}

#[test]
fn many_letters_are_unpacked_in_order_and_a_spoilt_one_is_told() {
    let mut home = home();
    add(&mut home, "T", 1);
    let texts: Vec<String> = (0..100).map(|n| format!("letter {n} ").repeat(n)).collect();
    home.store
        .write::<_, StoreError>(|tx| {
            for (n, text) in texts.iter().enumerate() {
                let id = format!("m{n}@club");
                let new = letter(Some(GameId(1)), Some(PlayerId(2)), &id, text.as_bytes());
                tx.outbound_add(&new, now())?;
            }
            Ok(())
        })
        .unwrap();
    let due = home.store.read().outbound_next(1000, now()).unwrap();
    let read: Vec<&[u8]> = due.iter().map(|d| d.bytes.as_slice()).collect();
    let sent: Vec<&[u8]> = texts.iter().map(|t| t.as_bytes()).collect();
    assert_eq!(read, sent);
    home.store
        .conn
        .execute(
            "UPDATE outbound_letter SET hash = ?1 WHERE id = 77",
            [[0u8; 16]],
        )
        .unwrap();
    let read = home.store.read();
    assert_eq!(read.outbound_next(76, now()).unwrap().len(), 76);
    let error = read.outbound_next(1000, now()).unwrap_err();
    assert!(error.to_string().contains("outbound 77"), "{error}");
}

#[test]
fn the_archive_gives_every_letter_back() {
    let mut home = home();
    add(&mut home, "T", 2);
    let mut plays = [Play::new(1), Play::new(2)];
    for ply in 0..30 {
        for (game, play) in (1..).zip(plays.iter_mut()) {
            store(&mut home, game, play, now().plus_seconds(86_400 * ply));
        }
    }
    // Odd ones: empty, no mail at all, about no game.
    home.store
        .write::<_, StoreError>(|tx| {
            keep(tx, "1", "a@x", b"");
            keep(tx, "2", "b@x", &(0..=255).collect::<Vec<u8>>());
            Ok(())
        })
        .unwrap();
    let before = all_bytes(&home);
    // Letters come of age night by night: bundles are opened again.
    let mut letters = 0;
    for night in [5, 6, 7, 20, 60] {
        letters += home
            .store
            .archive(now().plus_seconds(86_400 * night), 3)
            .unwrap()
            .letters;
        assert_eq!(all_bytes(&home), before);
    }
    assert_eq!(letters, 2 * 30 * 3 + 2);
    assert_eq!(
        home.store
            .archive(now().plus_seconds(86_400 * 99), 3)
            .unwrap(),
        ArchiveReport::default()
    );
    assert_eq!(count(&home, "SELECT count(*) FROM inbound_letter"), 0);
    // A board is stored once for both players.
    assert_eq!(count(&home, "SELECT sum(uses) FROM part"), 120);
    assert!(count(&home, "SELECT count(*) FROM part") <= 60);
    assert_eq!(failing(&home), Vec::<String>::new());
    assert_eq!(
        home.store.read().integrity_check().unwrap(),
        Vec::<String>::new()
    );
    // Read again or sent again, it is a fresh letter, and its board counted off.
    home.store
        .write::<_, StoreError>(|tx| {
            tx.outbound_retry(OutboundId(1), now())?;
            tx.inbound_retry(InboundId(1))
        })
        .unwrap();
    assert_eq!(count(&home, "SELECT sum(uses) FROM part"), 119);
    assert_eq!(all_bytes(&home), before);
    home.store
        .archive(now().plus_seconds(86_400 * 99), 3)
        .unwrap();
    assert_eq!(all_bytes(&home), before);
    assert_eq!(count(&home, "SELECT sum(uses) FROM part"), 120);
}

#[test]
fn a_spoilt_archive_is_found() {
    let mut home = home();
    add(&mut home, "T", 1);
    let mut play = Play::new(3);
    store(&mut home, 1, &mut play, now());
    home.store.archive(now().plus_seconds(86_400), 0).unwrap();
    let conn = home.store.read().conn;
    let part: Vec<u8> = conn
        .query_row("SELECT bytes FROM part", [], |r| r.get(0))
        .unwrap();
    conn.execute("UPDATE part SET bytes = ?1", [vec![0u8; part.len()]])
        .unwrap();
    let found = failing(&home);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(home.store.read().outbound_raw(OutboundId(1)).is_err());
    assert!(home.store.read().inbound_raw(InboundId(1)).is_ok());
}

#[test]
fn final_letters_shrink_to_their_envelopes() {
    let mut home = home();
    let done = add(&mut home, "T", 1);
    add(&mut home, "U", 1);
    let (mut play, mut other) = (Play::new(1), Play::new(2));
    for ply in 0..10 {
        store(&mut home, 1, &mut play, now().plus_seconds(86_400 * ply));
        store(&mut home, 2, &mut other, now().plus_seconds(86_400 * ply));
    }
    let finished = now().plus_seconds(86_400 * 10);
    home.store
        .write::<_, StoreError>(|tx| {
            tx.tournament_start(done, now())?;
            tx.tournament_finish(done, finished)
        })
        .unwrap();
    home.store.archive(finished, 5).unwrap();
    let before = all_bytes(&home);
    // 14 days for a protest, a day on the way, a day for the zone.
    let report = home
        .store
        .shrink_finished(finished.plus_seconds(86_400 * 16))
        .unwrap();
    assert_eq!(report, ShrinkReport::default());
    let report = home
        .store
        .shrink_finished(finished.plus_seconds(86_400 * 16 + 1))
        .unwrap();
    assert_eq!((report.tournaments, report.letters), (1, 30));
    let view = home.store.read();
    let raw = view.outbound_raw(OutboundId(1)).unwrap();
    assert!(!raw.whole);
    assert!(raw.bytes.ends_with(b"\r\n\r\n"));
    assert!(raw.bytes.starts_with(b"From: "));
    assert!(raw.bytes.len() < 700);
    for (now, then) in all_bytes(&home).iter().zip(&before) {
        assert!(then.bytes.starts_with(&now.bytes));
    }
    // The other tournament's are whole; parts nobody names are gone.
    assert!(view.outbound_raw(OutboundId(3)).unwrap().whole);
    home.store
        .archive(finished.plus_seconds(86_400 * 99), 0)
        .unwrap();
    assert_eq!(count(&home, "SELECT sum(uses) FROM part"), 20);
    assert_eq!(failing(&home), Vec::<String>::new());
    let again = home
        .store
        .shrink_finished(finished.plus_seconds(86_400 * 99))
        .unwrap();
    assert_eq!(again, ShrinkReport::default());
    // What is cut is not sent or read again.
    assert!(
        home.store
            .write::<_, StoreError>(|tx| tx.outbound_retry(OutboundId(1), now()))
            .is_err()
    );
    assert!(
        home.store
            .write::<_, StoreError>(|tx| tx.inbound_retry(InboundId(1)))
            .is_err()
    );
}

#[test]
fn letters_about_no_game_shrink_after_more_than_a_year() {
    let mut home = home();
    home.store
        .write::<_, StoreError>(|tx| {
            keep(tx, "1", "a@x", b"Subject: spam\n\nBuy now!\n");
            Ok(())
        })
        .unwrap();
    home.store
        .archive(now().plus_seconds(86_400 * 30), 14)
        .unwrap();
    assert_eq!(
        home.store
            .shrink_finished(now().plus_seconds(86_400 * 399))
            .unwrap()
            .letters,
        0
    );
    assert_eq!(
        home.store
            .shrink_finished(now().plus_seconds(86_400 * 401))
            .unwrap()
            .letters,
        1
    );
    assert_eq!(
        home.store.read().inbound_raw(InboundId(1)).unwrap().bytes,
        b"Subject: spam\n\n"
    );
}

#[test]
fn free_pages_are_given_back() {
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let mut play = Play::new(1);
    for ply in 0..40 {
        store(&mut home, 1, &mut play, now().plus_seconds(ply));
    }
    let size = |home: &mut Home| {
        home.store.compact().unwrap();
        home.file().metadata().unwrap().len()
    };
    let before = size(&mut home);
    home.store.archive(now().plus_seconds(86_400), 0).unwrap();
    let after = size(&mut home);
    assert!(after < before * 2 / 3, "{before} {after}");
}

/// Rows name the dictionary that they are packed by: it is never another. Those of older
/// programs name none.
#[test]
fn rows_packed_without_what_letters_have_in_common_are_read_too() {
    let common = include_bytes!("../../../assets/letters/common.zdict");
    assert_eq!(
        u128::from_be_bytes(hash(common)),
        0xb6b3_3af4_1640_c144_f80c_a85b_ae3d_a83e
    );
    let text = b"Subject: an older letter\r\n\r\n1. e4 e5 2. Nf3\r\n".repeat(20);
    let mut home = home();
    add(&mut home, "T", 1);
    let new = letter(Some(GameId(1)), Some(PlayerId(2)), "m@club", &text);
    let id = home
        .store
        .write::<_, StoreError>(|tx| tx.outbound_add(&new, now()));
    let id = id.unwrap();
    let is_ours = |home: &Home| home.store.read().outbound_raw(id).unwrap().bytes == text;
    assert!(is_ours(&home));
    let plain = zstd::bulk::compress(&text, 1).unwrap();
    home.store
        .conn
        .execute("UPDATE outbound_letter SET bytes = ?1", [plain])
        .unwrap();
    assert!(is_ours(&home));
}

#[test]
fn letters_just_written_are_sent_from_memory_once() {
    let mut home = home();
    add(&mut home, "T", 1);
    let text = |n: usize| format!("Subject: {n}\r\n\r\n1. e4\r\n").into_bytes();
    let write = |home: &mut Home, n: usize| {
        let text = text(n);
        let id = format!("{n}@club");
        let new = letter(Some(GameId(1)), Some(PlayerId(2)), &id, &text);
        let add = |tx: &Tx<'_>| {
            let id = tx.outbound_add(&new, now())?;
            tx.letter_written(new.letter, text.clone());
            Ok(id)
        };
        home.store.write::<_, StoreError>(add).unwrap()
    };
    let due = |home: &Home| home.store.read().outbound_next(9, now());
    let bytes = |home: &Home| -> Vec<Vec<u8>> {
        due(home)
            .unwrap()
            .into_iter()
            .map(|due| due.bytes)
            .collect()
    };
    let spoil = |home: &Home, id: OutboundId| {
        let sql = "UPDATE outbound_letter SET bytes = ?1 WHERE id = ?2";
        let conn = &home.store.conn;
        conn.execute(sql, params![b"no frame of zstd".as_slice(), id])
            .unwrap()
    };
    // Nobody has asked for them to be kept.
    let first = write(&mut home, 1);
    home.store.keep_written(true);
    let second = write(&mut home, 2);
    assert_eq!(bytes(&home), [text(1), text(2)]);
    // They are in memory no more: a spoilt row is told.
    spoil(&home, second);
    assert!(due(&home).is_err());
    home.store
        .write::<_, StoreError>(|tx| tx.outbound_mark_sent(&[first, second], now()))
        .unwrap();
    // Only what the row says it is: here it is another letter's.
    let third = write(&mut home, 3);
    assert_eq!(bytes(&home), [text(3)]);
    write(&mut home, 4);
    let another = "UPDATE outbound_letter SET (size, bytes, hash) =
           (SELECT size, bytes, hash FROM outbound_letter WHERE id = 3) WHERE id = 4";
    home.store.conn.execute(another, []).unwrap();
    assert_eq!((third, bytes(&home)), (OutboundId(3), vec![text(3); 2]));
    write(&mut home, 5);
    home.store.keep_written(false);
    spoil(&home, OutboundId(5));
    assert!(due(&home).is_err());
}

/// With `RETURNING` SQLite keeps every page that a statement changes, to undo it by: in a file,
/// once a statement of the transaction has changed many.
#[cfg(target_os = "linux")]
#[test]
fn adding_letters_writes_no_journal_of_each() {
    let mut home = home_in_file();
    add(&mut home, "T", 1);
    let written = || -> u64 {
        let io = std::fs::read_to_string("/proc/thread-self/io").unwrap();
        let count = io.lines().find_map(|line| line.strip_prefix("syscw: "));
        count.unwrap().parse().unwrap()
    };
    let many = |tx: &Tx<'_>, of: &str| {
        for n in 0..400 {
            let id = format!("{of}{n}@club");
            let new = letter(None, Some(PlayerId(2)), &id, id.as_bytes());
            tx.outbound_add(&new, now())?;
        }
        Ok(())
    };
    home.store
        .write::<_, StoreError>(|tx| many(tx, "a"))
        .unwrap();
    let counts = home.store.write::<_, StoreError>(|tx| {
        tx.conn
            .execute("UPDATE outbound SET subject = printf('%.*c', 900, 'x')", [])?;
        let before = written();
        many(tx, "b")?;
        let between = written();
        let with_number = "INSERT INTO outbound (kind, to_address, subject, message_id, composed,
             not_before) VALUES ('move', 'ann@a.example', '', ?1, '', '') RETURNING id";
        let mut statement = tx.conn.prepare_cached(with_number)?;
        for n in 0..400 {
            statement.query_row([format!("c{n}@club")], |row| row.get::<i64>(0))?;
        }
        Ok([between - before, written() - between])
    });
    let [ours, with_number] = counts.unwrap();
    assert!(
        with_number > 800,
        "it is not seen where it is: {with_number}"
    );
    assert_eq!(ours, 0);
}
