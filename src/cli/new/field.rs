//! Who plays: players, teams with their boards and captains, and pairs that are listed.

use super::super::dialog::{Dialog, DialogReply};
use super::super::roster;
use super::take;
use crate::error::Failure;
use crate::tournament::draft::{Draft, pair_of_line, team_of_line};
use crate::tournament::play::System;
use crate::tournament::roster as list;
use std::io::{BufRead, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Boards of a team that are offered.
const USUAL_BOARDS: u32 = 4;
/// The most boards that are asked for.
const MOST_BOARDS: u32 = 100;

/// Asks for a number within bounds.
pub(super) fn number<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    prompt: &str,
    offered: u32,
    allowed: RangeInclusive<u32>,
) -> Result<u32, Failure> {
    loop {
        let typed = match dialog.ask(prompt, Some(&offered.to_string()))? {
            DialogReply::Taken => return Ok(offered),
            DialogReply::Typed(typed) => typed,
            DialogReply::Back | DialogReply::Help => String::new(),
        };
        match typed.parse::<u32>() {
            Ok(number) if allowed.contains(&number) => return Ok(number),
            _ => {
                let (lowest, highest) = (allowed.start(), allowed.end());
                dialog.say(format_args!("  Allowed: {lowest} to {highest}."));
            }
        }
    }
}

/// Players: from a list, typed, or later.
pub(super) fn players<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<(), Failure> {
    dialog.say(
        "\nThe players, in the order of their starting numbers: the path of a list (CSV), or one\n\
         a line as  Name; address; rating; federation; language  (the last three may be left out).\n\
         Enter ends; without any, the list is given later to `tournament add --players`.\n",
    );
    let mut typed: Vec<String> = Vec::new();
    loop {
        let number = draft.players.len() + 1;
        let answer = match dialog.ask(&format!("player {number}"), Some("no more"))? {
            DialogReply::Taken => return Ok(()),
            DialogReply::Help => {
                dialog.say("  Ann Archer; ann@club.example; 2150; ENG; en");
                continue;
            }
            DialogReply::Back => {
                typed.pop();
                draft.players.pop();
                continue;
            }
            DialogReply::Typed(answer) => answer,
        };
        let is_path = typed.is_empty()
            && !answer.contains(['@', ';'])
            && Path::new(&answer).extension().is_some();
        let (list, name) = if is_path {
            let path = PathBuf::from(&answer);
            (roster::read(&path), super::super::file::name_of(&path))
        } else {
            typed.push(answer.replace(',', ";").replace('"', "'"));
            let text = format!(
                "name;e-mail;rating;federation;language\n{}\n",
                typed.join("\n")
            );
            let read = list::read(text.as_bytes(), "players");
            (read.map_err(Failure::failed), "players".to_owned())
        };
        match list {
            Ok(list) => {
                for remark in &list.remarks {
                    dialog.say(format_args!("  note: {remark}"));
                }
                take(draft, &list, &name)?;
                if is_path {
                    let count = draft.players.len();
                    dialog.say(format_args!("  {count} players"));
                    return Ok(());
                }
            }
            Err(failure) => {
                dialog.say(format_args!("  {}", failure.message.replace('\n', "\n  ")));
                if !is_path {
                    typed.pop();
                }
            }
        }
    }
}

/// The teams, where teams play.
pub(super) fn teams<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<(), Failure> {
    if !draft.is_of_teams() || !draft.teams.is_empty() {
        return Ok(());
    }
    dialog.say(
        "\nThe teams (20), one a line as  Name; boards; reserves; Captain <address>: boards and\n\
         reserves by starting numbers. Without boards the next players of the list have them,\n\
         in their order. Enter ends.\n",
    );
    let boards = number(dialog, "boards of a team", USUAL_BOARDS, 1..=MOST_BOARDS)?;
    loop {
        let at = draft.teams.len() + 1;
        let taken = draft.teams.iter().flat_map(|team| team.declared());
        let next = taken.max().unwrap_or(0) + 1;
        let typed = match dialog.ask(&format!("team {at}"), Some("no more"))? {
            DialogReply::Taken if at > 2 => return Ok(()),
            DialogReply::Taken => {
                dialog.say("  two teams at least");
                continue;
            }
            DialogReply::Help => {
                dialog.say("  Rooks; 1-4; 9; Petra Pole <petra@team.example>");
                continue;
            }
            DialogReply::Back => {
                draft.teams.pop();
                continue;
            }
            DialogReply::Typed(typed) => typed,
        };
        match team_of_line(&typed, boards, next) {
            Ok(team) => draft.teams.push(team),
            Err(why) => dialog.say(format_args!("  {why}")),
        }
    }
}

/// The pairs, where they are listed.
pub(super) fn pairs<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<(), Failure> {
    if draft.is_cycle || draft.play.system != System::Pairs || !draft.play.pairs.is_empty() {
        return Ok(());
    }
    dialog.say(
        "\nThe pairs, one a line: White's starting number and Black's, and behind them a position\n\
         (FEN) where the game begins from another than usual. Enter ends.\n",
    );
    loop {
        let at = draft.play.pairs.len() + 1;
        let typed = match dialog.ask(&format!("pair {at}"), Some("no more"))? {
            DialogReply::Taken if at > 1 => return Ok(()),
            DialogReply::Taken => {
                dialog.say("  one pair at least");
                continue;
            }
            DialogReply::Help => {
                dialog.say("  1 2");
                continue;
            }
            DialogReply::Back => {
                draft.play.pairs.pop();
                continue;
            }
            DialogReply::Typed(typed) => typed,
        };
        match pair_of_line(&typed) {
            Ok(pair) => draft.play.pairs.push(pair),
            Err(why) => dialog.say(format_args!("  {why}")),
        }
    }
}
