//! A cycle (26, mixed): preliminary groups and a final, each with its system of play.

use super::super::dialog::{Dialog, DialogReply};
use super::field::{number, teams};
use super::mean;
use crate::error::Failure;
use crate::messages::Phrase;
use crate::report::words::keys;
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
    dialog.explain(Phrase("dialog.stages"));
    let asks = |dialog: &Dialog<R, W>, phrase| dialog.words(phrase, &[]);
    let prompt = asks(dialog, Phrase("dialog.groups"));
    let groups = number(dialog, &prompt, 2, 1..=MOST_GROUPS)?;
    let mut of_groups = StageDraft::new(String::new());
    let whose = Phrase("dialog.of-groups");
    play(dialog, draft, &mut of_groups, whose, None)?;
    let prompt = asks(dialog, Phrase("dialog.through"));
    let through = number(dialog, &prompt, 2, 1..=MOST_THROUGH)?;
    let code = draft.code.clone().unwrap_or_default();
    let mut last = StageDraft::new(match groups > FINAL_LETTER {
        true => format!("{code}-FINAL"),
        false => format!("{code}-F"),
    });
    last.play.clone_from(&of_groups.play);
    let is_of_teams = of_groups.play.system.is_of_teams();
    let whose = Phrase("dialog.of-final");
    play(dialog, draft, &mut last, whose, Some(is_of_teams))?;
    last.start_date = day_of_final(dialog, draft)?;
    if last.legs().is_some() && last.legs() == of_groups.legs() {
        let prompt = asks(dialog, Phrase("dialog.carry"));
        last.carry = dialog.agrees(&prompt, false)?;
    }
    let by_lot = |stage: &StageDraft| stage.play.ties.contains(&TieDecider::Lot);
    if draft.play.draw_seed.is_none() && (by_lot(&of_groups) || by_lot(&last)) {
        seed(dialog, draft)?;
    }
    draft.stages = vec![of_groups.clone()];
    let mut to_come = 0;
    if draft.players.is_empty() {
        let prompt = asks(dialog, Phrase("dialog.how-many-players"));
        let players = number(dialog, &prompt, 8, 2..=MOST_PLAYERS)?;
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
    let whose = match is_of_teams {
        true => Phrase("dialog.teams-of"),
        false => Phrase("dialog.players-of"),
    };
    for (letter, offered) in ('A'..='Z').zip(offered) {
        let mut group = StageDraft {
            code: format!("{code}-{letter}"),
            ..of_groups.clone()
        };
        let prompt = dialog.words(whose, &[("code", &group.code)]);
        group.units = numbers(dialog, &prompt, &offered)?;
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
    whose: Phrase,
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
        let label = keys::label(dialog.language, key);
        let prompt = dialog.words(whose, &[("label", label)]);
        loop {
            let offered = stage.shown(name, draft.variant);
            let offered = offered.map(|v| v.trim_matches('"').to_owned());
            let value = match dialog.ask(&prompt, offered.as_deref())? {
                DialogReply::Typed(value) => value,
                DialogReply::Taken if offered.is_some() => offered.unwrap_or_default(),
                _ => {
                    let what = keys::allowed(dialog.language, key);
                    dialog.tell(Phrase("dialog.allowed"), &[("what", &what)]);
                    continue;
                }
            };
            if *name == "system"
                && let Some(why) = unfit(&value, of_teams)
            {
                dialog.tell(why, &[]);
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
fn unfit(word: &str, of_teams: Option<bool>) -> Option<Phrase> {
    let named = System::WORDS.iter().find(|(name, _)| *name == word);
    let system = named.map(|(_, system)| *system)?;
    if NOT_ASKED.contains(&system) {
        return Some(Phrase("dialog.by-hand"));
    }
    match of_teams {
        Some(true) if !system.is_of_teams() => Some(Phrase("dialog.teams-play-on")),
        Some(false) if system.is_of_teams() => Some(Phrase("dialog.players-play-on")),
        _ => None,
    }
}

/// The day on which the final begins; none where the arbiter starts it.
fn day_of_final<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &Draft,
) -> Result<Option<Day>, Failure> {
    let prompt = dialog.words(Phrase("dialog.final-begins"), &[]);
    let offered = Phrase("dialog.when-you-start").say(dialog.language);
    loop {
        let typed = match dialog.ask(&prompt, Some(offered))? {
            DialogReply::Taken => return Ok(None),
            DialogReply::Typed(typed) => typed,
            DialogReply::Back | DialogReply::Help => String::new(),
        };
        match crate::orders::day(&typed) {
            Ok(day) if draft.start_date.is_none_or(|start| day > start) => return Ok(Some(day)),
            _ => {
                let what = dialog.words(Phrase("dialog.day-of-final"), &[]);
                dialog.tell(Phrase("dialog.allowed"), &[("what", &what)]);
            }
        }
    }
}

fn seed<R: BufRead, W: Write>(dialog: &mut Dialog<R, W>, draft: &mut Draft) -> Result<(), Failure> {
    let Some(key) = HEAD.iter().find(|key| key.name == "draw_seed") else {
        return Ok(());
    };
    mean(dialog, key, Profile::Email);
    let prompt = keys::label(dialog.language, key).to_owned();
    loop {
        if let DialogReply::Typed(seed) = dialog.ask(&prompt, None)? {
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
                dialog.tell(Phrase("dialog.starting-numbers"), &[]);
            }
        }
    }
}
