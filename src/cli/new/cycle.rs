//! A cycle (26, mixed): preliminary groups and a final, each with its system of play.

use super::super::dialog::{Dialog, DialogReply};
use super::field::{number, teams};
use super::mean;
use crate::error::Failure;
use crate::request::confirm::{self, CodeReply};
use crate::rules::{OneOfWords, Profile};
use crate::time::Day;
use crate::tournament::draft::{Draft, StageDraft, numbers_of_line, serpentine};
use crate::tournament::head::HEAD;
use crate::tournament::play::{Play, System, TieDecider};
use crate::tournament::stage::StageSource;
use std::io::{BufRead, Write};

/// The most groups that are asked for; a file may have more stages.
const MOST_GROUPS: u32 = 24;
/// The most who go through from a group.
const MOST_THROUGH: u32 = 100;
/// The most players whom a list is said to bring.
const MOST_PLAYERS: u32 = 1_000;
/// Systems that need more than numbers, or exactly two teams, are for the file.
const NOT_ASKED: &[System] = &[System::Pairs, System::Scheveningen];

/// Asks for the stages of a cycle; `to_come` is how many players a list will bring, where
/// none were named.
pub(super) fn stages<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<usize, Failure> {
    dialog.say(
        "\nThe stages (26): preliminary groups, and a final of those who come through. Further\n\
         stages are sections [[stage]] of the file.\n",
    );
    let groups = number(dialog, "how many groups", 2, 1..=MOST_GROUPS)?;
    let mut of_groups = StageDraft::new(String::new());
    play(dialog, draft, &mut of_groups, "of the groups", None)?;
    let through = number(dialog, "how many go through from each", 2, 1..=MOST_THROUGH)?;
    let code = draft.code.clone().unwrap_or_default();
    let mut last = StageDraft::new(match groups > FINAL_LETTER {
        true => format!("{code}-FINAL"),
        false => format!("{code}-F"),
    });
    last.play.clone_from(&of_groups.play);
    let is_of_teams = of_groups.play.system.is_of_teams();
    play(dialog, draft, &mut last, "of the final", Some(is_of_teams))?;
    last.start_date = day_of_final(dialog, draft)?;
    if last.legs().is_some() && last.legs() == of_groups.legs() {
        let prompt = "Results between those of one group count in the final";
        last.carry = agrees(dialog, prompt)?;
    }
    let by_lot = |stage: &StageDraft| stage.play.ties.contains(&TieDecider::Lot);
    if draft.play.draw_seed.is_none() && (by_lot(&of_groups) || by_lot(&last)) {
        seed(dialog, draft)?;
    }
    draft.stages = vec![of_groups.clone()];
    let mut to_come = 0;
    if draft.players.is_empty() {
        let players = number(
            dialog,
            "how many players will there be",
            8,
            2..=MOST_PLAYERS,
        )?;
        to_come = usize::try_from(players).unwrap_or(0);
    }
    teams(dialog, draft)?;
    let units = match (is_of_teams, draft.players.len()) {
        (true, _) => draft.teams.len(),
        (false, 0) => to_come,
        (false, named) => named,
    };
    draft.stages.clear();
    let offered = serpentine(u32::try_from(units).unwrap_or(u32::MAX), groups);
    let what = if is_of_teams { "teams" } else { "players" };
    for (letter, offered) in ('A'..='Z').zip(offered) {
        let mut group = StageDraft {
            code: format!("{code}-{letter}"),
            ..of_groups.clone()
        };
        group.units = numbers(dialog, &format!("{what} of {}", group.code), &offered)?;
        last.from.push(StageSource {
            stage: group.code.clone(),
            places: (1..=through).collect(),
        });
        draft.stages.push(group);
    }
    draft.stages.push(last);
    Ok(to_come)
}

/// With more groups than this, F is one of them.
const FINAL_LETTER: u32 = 5;

/// How a stage is played: its system, and what that needs.
fn play<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &Draft,
    stage: &mut StageDraft,
    whose: &str,
    of_teams: Option<bool>,
) -> Result<(), Failure> {
    for name in Play::OF_SYSTEM {
        let Some(key) = HEAD.iter().find(|key| key.name == *name) else {
            continue;
        };
        if !stage.play.asks(name, draft.variant) {
            continue;
        }
        if *name != "system" {
            mean(dialog, key, draft.profile);
        }
        let prompt = format!("{} {whose}", name.replace('_', " "));
        loop {
            let offered = stage.shown(name, draft.variant);
            let offered = offered.map(|v| v.trim_matches('"').to_owned());
            let value = match dialog.ask(&prompt, offered.as_deref())? {
                DialogReply::Typed(value) => value,
                DialogReply::Taken if offered.is_some() => offered.unwrap_or_default(),
                _ => {
                    dialog.say(format_args!("  Allowed: {}.", key.allowed()));
                    continue;
                }
            };
            if *name == "system"
                && let Some(why) = unfit(&value, of_teams)
            {
                dialog.say(format_args!("  {why}"));
                continue;
            }
            match stage.set(name, &value, draft.variant) {
                Ok(()) => break,
                Err(why) => dialog.say(format_args!("  {why}")),
            }
        }
    }
    Ok(())
}

/// Why a system cannot be asked for here.
fn unfit(word: &str, of_teams: Option<bool>) -> Option<&'static str> {
    let named = System::WORDS.iter().find(|(name, _)| *name == word);
    let system = named.map(|(_, system)| *system)?;
    if NOT_ASKED.contains(&system) {
        return Some("such a stage is written into the file by hand");
    }
    match of_teams {
        Some(true) if !system.is_of_teams() => Some("teams come through, and play on as teams"),
        Some(false) if system.is_of_teams() => Some("players come through, and no teams"),
        _ => None,
    }
}

/// The day on which the final begins; none where the arbiter starts it.
fn day_of_final<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &Draft,
) -> Result<Option<Day>, Failure> {
    loop {
        let typed = match dialog.ask("the final begins on", Some("when you start it"))? {
            DialogReply::Taken => return Ok(None),
            DialogReply::Typed(typed) => typed,
            DialogReply::Back | DialogReply::Help => String::new(),
        };
        match crate::orders::day(&typed) {
            Ok(day) if draft.start_date.is_none_or(|start| day > start) => return Ok(Some(day)),
            _ => dialog.say("  Allowed: a date such as 2027-02-01, after the start of the cycle."),
        }
    }
}

/// A yes or a no; Enter is no.
fn agrees<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, prompt: &str) -> Result<bool, Failure> {
    Ok(match dialog.ask(prompt, Some("no"))? {
        DialogReply::Typed(word) => confirm::typed(&word) == Some(CodeReply::Yes),
        DialogReply::Taken | DialogReply::Back | DialogReply::Help => false,
    })
}

fn seed<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, draft: &mut Draft) -> Result<(), Failure> {
    if let Some(key) = HEAD.iter().find(|key| key.name == "draw_seed") {
        mean(dialog, key, Profile::Email);
    }
    loop {
        if let DialogReply::Typed(seed) = dialog.ask("draw seed", None)? {
            match draft.set("draw_seed", &seed) {
                Ok(()) => return Ok(()),
                Err(why) => dialog.say(format_args!("  {why}")),
            }
        }
    }
}

fn numbers<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    prompt: &str,
    offered: &[u32],
) -> Result<Vec<u32>, Failure> {
    let shown: Vec<String> = offered.iter().map(u32::to_string).collect();
    loop {
        match dialog.ask(prompt, Some(&shown.join(" ")))? {
            DialogReply::Taken => return Ok(offered.to_vec()),
            DialogReply::Typed(typed) => match numbers_of_line(&typed) {
                Ok(numbers) => return Ok(numbers),
                Err(why) => dialog.say(format_args!("  {why}")),
            },
            DialogReply::Back | DialogReply::Help => {
                dialog.say("  their starting numbers: 1 4 5 8, or 1-4");
            }
        }
    }
}
