//! Who plays: players, teams with their boards and captains, and pairs that are listed.

use super::super::dialog::{Dialog, DialogReply};
use super::super::roster;
use super::take;
use crate::error::Failure;
use crate::messages::Phrase;
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
                let (low, high) = (allowed.start().to_string(), allowed.end().to_string());
                let range = [("low", low.as_str()), ("high", &high)];
                let what = dialog.words(Phrase("allowed.range"), &range);
                dialog.tell(Phrase("dialog.allowed"), &[("what", &what)]);
            }
        }
    }
}

/// Players: from a list, typed, or later.
pub(super) fn players<R: BufRead, W: Write>(
    dialog: &mut Dialog<R, W>,
    draft: &mut Draft,
) -> Result<(), Failure> {
    dialog.explain(Phrase("dialog.players"));
    let mut typed: Vec<String> = Vec::new();
    loop {
        let number = draft.players.len() + 1;
        let prompt = dialog.words(Phrase("dialog.player"), &[("n", &number.to_string())]);
        let no_more = Phrase("dialog.no-more").say(dialog.language);
        let answer = match dialog.ask(&prompt, Some(no_more))? {
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
                    dialog.tell(Phrase("dialog.note"), &[("words", remark)]);
                }
                take(draft, &list, &name)?;
                if is_path {
                    let count = draft.players.len().to_string();
                    dialog.tell(Phrase("dialog.players-count"), &[("n", &count)]);
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
    dialog.explain(Phrase("dialog.teams"));
    let prompt = dialog.words(Phrase("dialog.boards"), &[]);
    let boards = number(dialog, &prompt, USUAL_BOARDS, 1..=MOST_BOARDS)?;
    loop {
        let at = draft.teams.len() + 1;
        let taken = draft.teams.iter().flat_map(|team| team.declared());
        let next = taken.max().unwrap_or(0) + 1;
        let prompt = dialog.words(Phrase("dialog.team"), &[("n", &at.to_string())]);
        let no_more = Phrase("dialog.no-more").say(dialog.language);
        let typed = match dialog.ask(&prompt, Some(no_more))? {
            DialogReply::Taken if at > 2 => return Ok(()),
            DialogReply::Taken => {
                dialog.tell(Phrase("dialog.two-teams"), &[]);
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
    dialog.explain(Phrase("dialog.pairs"));
    loop {
        let at = draft.play.pairs.len() + 1;
        let prompt = dialog.words(Phrase("dialog.pair"), &[("n", &at.to_string())]);
        let no_more = Phrase("dialog.no-more").say(dialog.language);
        let typed = match dialog.ask(&prompt, Some(no_more))? {
            DialogReply::Taken if at > 1 => return Ok(()),
            DialogReply::Taken => {
                dialog.tell(Phrase("dialog.one-pair"), &[]);
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
