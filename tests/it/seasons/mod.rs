//! Random seasons: games with faults, leaves, series, bounces and pauses, played by
//! the same letters again and again. However often somebody looked, and whatever
//! useless letters were written, no day moves.

mod copies;
pub mod dice;
mod home;
mod plan;
mod season;
mod table;

use home::Home;
use postchess::record::{Entry, Event};
use season::Season;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Course, Ends, Table};

/// 2: the same letters with passes inserted at random give equal games. Without any
/// pass between the letters each game comes to the same first overstep. Behind that,
/// and behind a letter that was lost, time runs from the leaving of letters of ours that
/// passes send (RULES.md 2 and 4), so those passes stay at which one left; of the rest
/// none may be missed.
fn extra_passes_change_nothing(season: &Season) -> Result<(), String> {
    let often = Table::plays(season);
    let seldom = Table::plays(&season.with_passes(|_| false));
    for (n, (often, seldom)) in often.games.iter().zip(&seldom.games).enumerate() {
        let (often, seldom) = (Course::of(often), Course::of(seldom));
        if !often.agrees(&seldom) {
            let of = format!("no passes, game {}:\n{often:#?}\n{seldom:#?}", n + 1);
            return Err(of);
        }
    }
    let seldom = Table::plays(&season.with_passes(|at| often.left.contains(&at)));
    if often.forfeits != seldom.forfeits {
        let (often, seldom) = (often.forfeits, seldom.forfeits);
        return Err(format!(
            "extra passes: {often} letters of forfeits, {seldom}"
        ));
    }
    let (often, seldom) = (Ends::of(&often.games), Ends::of(&seldom.games));
    for (n, (often, seldom)) in often.games.iter().zip(&seldom.games).enumerate() {
        if often != seldom {
            let of = format!("extra passes, game {}:\n{often:#?}\n{seldom:#?}", n + 1);
            return Err(of);
        }
    }
    Ok(())
}

/// 1: no letter that does nothing makes a total smaller than silence would have, as far
/// as the clock alone goes: what an overstep interrupts, and what the arbiter gives back
/// for a penalty, is his.
fn useless_letters_save_no_day(season: &Season) -> Result<(), String> {
    let with = Table::plays(season);
    let without = Table::plays(&season.without_noise());
    for (n, (with, without)) in with.games.iter().zip(&without.games).enumerate() {
        if with.entries.iter().any(|e| gives_back(e)) {
            continue;
        }
        let (with, without) = (Course::of(with), Course::of(without));
        for (ply, (mine, silent)) in with.beside(&without).enumerate() {
            if mine.0 != silent.0 {
                break;
            }
            if mine.3 < silent.3 {
                return Err(format!(
                    "useless letters, game {}, half-move {}: {} with, {} without them",
                    n + 1,
                    ply + 1,
                    mine.3,
                    silent.3
                ));
            }
        }
    }
    Ok(())
}

fn gives_back(entry: &Entry) -> bool {
    matches!(entry.event, Event::Penalty { days, .. } if days < 0)
}

/// The program and its core agree on every season, whatever strangers write into it.
fn the_home_agrees(season: &Season) -> Result<(), String> {
    let core = Ends::of(&Table::plays(season).games);
    let mut home = Home::plays(season);
    home.nobody_vanished()?;
    let home = home.ends();
    for (n, (core, home)) in core.games.iter().zip(&home.games).enumerate() {
        if core != home {
            return Err(format!("game {}:\ncore {core:#?}\nhome {home:#?}", n + 1));
        }
    }
    Ok(())
}

/// A season in words, for whoever looks for what went wrong.
fn told(season: &Season) -> String {
    let mut text = format!(
        "seed {}, {}\n",
        season.seed,
        season::KINDS[season.kind].name
    );
    let mut lines: Vec<(postchess::time::Instant, String)> = season
        .happenings
        .iter()
        .map(|h| {
            let what = match &h.what {
                season::What::Letter {
                    game,
                    side,
                    text,
                    sent,
                    noise,
                    ..
                } => format!("{} {side:?} (sent {sent}, noise {noise}): {text}", game + 1),
                season::What::Bounce { game, to } => format!("{} comes back to {to:?}", game + 1),
                season::What::Order { game, order } => format!("{} {order:?}", game + 1),
            };
            (h.at, what)
        })
        .collect();
    lines.extend(season.passes.iter().map(|at| (*at, "a pass".to_owned())));
    lines.sort_by_key(|(at, _)| *at);
    for (at, line) in lines {
        text.push_str(&format!("{at} {line}\n"));
    }
    text
}

/// In how many seasons each thing happened.
type Seen = BTreeMap<String, u64>;

/// What is held against a season; a complaint where it does not hold.
type Property = fn(&Season) -> Result<(), String>;

/// What a player, a mail server or the arbiter does, and what the record says of it:
/// each stands in one season of twenty at least.
const EACH: [&str; 41] = [
    "Accept",
    "AcceptPart",
    "Bounce",
    "Check",
    "ClaimDraw",
    "ClaimTime",
    "Decide",
    "Decline",
    "EndLeave",
    "Impossible",
    "LateLeave",
    "Leave",
    "Move",
    "MoveWithOffer",
    "MoveWithReceipt",
    "OldNumber",
    "OutOfTurn",
    "Pause",
    "Penalty",
    "Prose",
    "Protest",
    "Repeat",
    "Resume",
    "Series",
    "SetDates",
    "Unreadable",
    "WrongRepetition",
    "claim-refused",
    "claim-rejected",
    "clock-reset",
    "ended",
    "faulty",
    "leave-ended",
    "leave-taken",
    "letter-lost",
    "paused",
    "protested",
    "repeated",
    "silence-reported",
    "time-exceeded",
    "variant-proposed",
];

/// Plays the seasons of these seeds, on as many threads as there are cores, and holds
/// each against the properties.
fn play(seeds: std::ops::Range<u64>, properties: &[Property]) -> Seen {
    let next = AtomicU64::new(seeds.start);
    let seen: Mutex<Seen> = Mutex::default();
    let wrong: Mutex<Vec<(Season, String)>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let season = plan::season(seed);
                    for name in season.seen.keys() {
                        *seen.lock().unwrap().entry(name.clone()).or_insert(0) += 1;
                    }
                    if let Err(why) = properties.iter().try_for_each(|holds| holds(&season)) {
                        wrong.lock().unwrap().push((season, why));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort_by_key(|(season, _)| (season.happenings.len(), season.seed));
    if let Some((season, why)) = wrong.first() {
        let seeds: Vec<u64> = wrong.iter().map(|(s, _)| s.seed).collect();
        panic!(
            "{} seasons went wrong: {seeds:?}\n{}\n{why}",
            wrong.len(),
            told(season)
        );
    }
    seen.into_inner().unwrap()
}

/// Whether each kind of thing stands in so many seasons.
#[track_caller]
fn each_happened(seen: &Seen, least: u64) {
    for name in EACH {
        let count = seen.get(name).copied().unwrap_or(0);
        assert!(
            count >= least,
            "'{name}' in {count} seasons only: {seen:#?}"
        );
    }
}

#[test]
fn in_a_hundred_and_fifty_seasons_extra_passes_and_useless_letters_change_nothing() {
    let properties: [Property; 2] = [extra_passes_change_nothing, useless_letters_save_no_day];
    let seen = play(0..150, &properties);
    each_happened(&seen, 3);
}

#[test]
fn the_program_plays_six_seasons_as_its_core_does() {
    play(0..6, &[the_home_agrees]);
}

#[test]
#[ignore = "takes ten minutes: tests/run --long"]
fn in_ten_thousand_seasons_extra_passes_and_useless_letters_change_nothing() {
    let properties: [Property; 2] = [extra_passes_change_nothing, useless_letters_save_no_day];
    let seen = play(0..10_000, &properties);
    println!("{seen:#?}");
    each_happened(&seen, 500);
}

#[test]
#[ignore = "takes minutes: tests/run --long"]
fn the_program_plays_three_hundred_seasons_as_its_core_does() {
    play(0..300, &[the_home_agrees]);
}
