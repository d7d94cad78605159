//! Random seasons: games with faults, leaves, series, bounces and pauses, played by
//! the same letters again and again. However often somebody looked, and whatever
//! useless letters were written, no day moves.

mod dice;
mod home;
mod plan;
mod season;
mod table;

use home::Home;
use season::Season;
use std::collections::BTreeMap;
use table::{Ends, Table};

/// 2: the same letters with passes inserted at random give equal games.
fn extra_passes_change_nothing(season: &Season) -> Result<(), String> {
    let often = Ends::of(&Table::plays(season).games);
    let seldom = Ends::of(&Table::plays(&season.without_passes()).games);
    for (n, (often, seldom)) in often.games.iter().zip(&seldom.games).enumerate() {
        if often != seldom {
            let of = format!("extra passes, game {}:\n{often:#?}\n{seldom:#?}", n + 1);
            return Err(of);
        }
    }
    Ok(())
}

/// 1: no letter that does nothing makes a total smaller than silence would have.
fn useless_letters_save_no_day(season: &Season) -> Result<(), String> {
    let with = Table::plays(season);
    let without = Table::plays(&season.without_noise());
    for (n, (with, without)) in with.games.iter().zip(&without.games).enumerate() {
        for (mine, silent) in with.moves.iter().zip(&without.moves) {
            if mine.uci != silent.uci {
                break;
            }
            if mine.total < silent.total {
                return Err(format!(
                    "useless letters, game {}, half-move {}: {} with, {} without them",
                    n + 1,
                    mine.ply,
                    mine.total,
                    silent.total
                ));
            }
        }
    }
    Ok(())
}

/// The program and its core agree on every season.
fn the_home_agrees(season: &Season) -> Result<(), String> {
    let core = Ends::of(&Table::plays(season).games);
    let home = Home::plays(season).ends();
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
type Seen = BTreeMap<&'static str, u64>;

/// Plays the seasons of these seeds and holds each against a property.
fn play(
    seeds: std::ops::Range<u64>,
    holds: impl Fn(&Season) -> Result<(), String>,
) -> Seen {
    let mut seen = Seen::new();
    let mut wrong: Vec<(Season, String)> = Vec::new();
    for seed in seeds {
        let season = plan::season(seed);
        for name in season.seen.keys() {
            *seen.entry(name).or_insert(0) += 1;
        }
        if let Err(why) = holds(&season) {
            wrong.push((season, why));
        }
    }
    wrong.sort_by_key(|(season, _)| season.happenings.len());
    if let Some((season, why)) = wrong.first() {
        let seeds: Vec<u64> = wrong.iter().map(|(s, _)| s.seed).collect();
        panic!(
            "{} seasons went wrong: {seeds:?}\n{}\n{why}",
            wrong.len(),
            told(season)
        );
    }
    seen
}

#[test]
fn extra_passes_change_nothing_in_two_hundred_seasons() {
    play(0..200, extra_passes_change_nothing);
}

#[test]
fn useless_letters_save_no_day_in_two_hundred_seasons() {
    play(0..200, useless_letters_save_no_day);
}

#[test]
fn the_program_plays_six_seasons_as_its_core_does() {
    play(0..6, the_home_agrees);
}

#[test]
fn figures() {
    let seen = play(0..200, |_| Ok(()));
    println!("{seen:#?}");
}
