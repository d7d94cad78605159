//! Figures, printed with `--nocapture`; the bounds asserted are generous, for a
//! build without optimisation on a busy machine.

use super::letters::Play;
use super::*;
use crate::arbiter::Verdict;
use crate::ids::PlayerId;
use std::time::Instant as Stopwatch;

/// With POSTCHESS_MEASURE set: as many letters as a backlog has, and whole games.
fn at_length() -> bool {
    std::env::var_os("POSTCHESS_MEASURE").is_some()
}

#[test]
fn letters_per_second() {
    let mut home = home_in_file();
    let games = 50;
    add(&mut home, "T", games);
    let mut play = Play::new(7);
    let (steps, early) = if at_length() { (150, 90) } else { (20, 0) };
    let samples: Vec<_> = (0..steps).map(|_| play.step()).skip(early).collect();
    let size: usize = samples.iter().map(|(_, l)| l[0].len()).sum::<usize>() / samples.len();
    let total = if at_length() { 5_000 } else { 200 };
    let clock = Stopwatch::now();
    let mut n = 0_usize;
    while n < total {
        home.store
            .write::<_, StoreError>(|tx| {
                for _ in 0..200 {
                    let (arrived, letters) = &samples[n % samples.len()];
                    let game = GameId((n % games as usize) as i64 + 1);
                    let id = format!("in{n}@example.org");
                    let inbound = keep(tx, &format!("maildir/{n}"), &id, arrived);
                    tx.events_append(game, [entry(Event::DrawDeclined { side: Side::White })])?;
                    for (k, bytes) in letters.iter().enumerate() {
                        let id = format!("out{n}-{k}@club");
                        let token = format!("token{n}-{k}");
                        let new = NewOutbound {
                            reply_token: Some(&token),
                            in_reply_to: Some(inbound),
                            passes_on: false,
                            ..letter(
                                Some(game),
                                Some(PlayerId(game.0 * 2 - k as i64)),
                                &id,
                                bytes,
                            )
                        };
                        tx.outbound_add(&new, now())?;
                    }
                    tx.inbound_done(
                        inbound,
                        &InboundVerdict {
                            verdict: Verdict::Move,
                            game: Some(game),
                            games: Some("T/1"),
                            requests: Some("[]"),
                            text_hash: None,
                            believed: false,
                            dated: None,
                            note: "",
                        },
                    )?;
                    n += 1;
                }
                Ok(())
            })
            .unwrap();
    }
    let kept = clock.elapsed().as_secs_f64();
    let clock = Stopwatch::now();
    loop {
        let ids: Vec<_> = home
            .store
            .read()
            .outbound_next(200, now())
            .unwrap()
            .iter()
            .map(|d| d.id)
            .collect();
        if ids.is_empty() {
            break;
        }
        home.store
            .write::<_, StoreError>(|tx| tx.outbound_mark_sent(&ids, now()))
            .unwrap();
    }
    let sent = clock.elapsed().as_secs_f64();
    println!(
        "{n} letters with two of {size} bytes each: kept in {kept:.2} s ({:.0}/s), read and marked sent in {sent:.2} s; database {:.1} MB",
        n as f64 / kept,
        home.file().metadata().unwrap().len() as f64 / 1e6
    );
    assert!(n as f64 / kept > 20.0);
}

#[test]
fn bytes_per_move() {
    let mut home = home_in_file();
    add(&mut home, "T", 4);
    home.store.compact().unwrap();
    // Pages of tables that hold nothing are not what is measured.
    let empty = home.file().metadata().unwrap().len();
    let plies = if at_length() { 80 } else { 24 };
    let mut raw = 0;
    for game in 1..=4 {
        let mut play = Play::new(game as u64);
        for ply in 0..plies {
            letters::store(&mut home, game, &mut play, now().plus_seconds(86_400 * ply));
            raw += 1;
        }
    }
    home.store.compact().unwrap();
    let fresh = home.file().metadata().unwrap().len() - empty;
    let clock = Stopwatch::now();
    let report = home
        .store
        .archive(now().plus_seconds(86_400 * 200), 0)
        .unwrap();
    let took = clock.elapsed().as_secs_f64();
    home.store.compact().unwrap();
    let archived = home.file().metadata().unwrap().len() - empty;
    println!(
        "{raw} moves, {} letters of {} bytes a move: {} bytes a move fresh, {} archived ({took:.2} s)",
        report.letters,
        report.bytes / raw,
        fresh / raw,
        archived / raw
    );
    for size in home.store.sizes().unwrap() {
        println!("  {:>9} a move  {}", size.bytes / raw, size.table);
    }
    assert!(archived * 2 < fresh, "{fresh} {archived}");
}
