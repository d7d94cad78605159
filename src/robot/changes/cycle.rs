//! The file of a cycle, edited: what it makes of the stages that have not begun. One that has
//! is never rewritten.

use super::{StageChange, keep_known};
use crate::error::Failure;
use crate::ids::TournamentId;
use crate::robot::alone::Robot;
use crate::robot::desk::Desk;
use crate::store::TournamentStatus;
use crate::tournament::TournamentFile;
use crate::tournament::revision::compared;
use crate::tournament::stage::{Arrived, Promoted, filled};

impl Robot {
    /// What an edited file makes of the stages of a cycle.
    pub(super) fn changes_of_cycle(
        &self,
        files: Vec<TournamentFile>,
    ) -> Result<Vec<StageChange>, Failure> {
        let code = files
            .first()
            .and_then(|file| file.stage.as_ref())
            .map_or("", |stage| &stage.cycle)
            .to_owned();
        let view = self.store.read();
        let rows = view.tournaments_of_cycle(&code)?;
        if rows.is_empty() {
            return Err(match view.tournament_load(&code)? {
                Some(_) => Failure::failed(format!(
                    "{code} is one tournament, and the file makes a cycle of it"
                )),
                None => Failure::missing(format!("there is no cycle {code}"))
                    .hint("postchess tournament list shows the tournaments there are"),
            });
        }
        let there: Vec<&str> = rows.iter().map(|row| row.facts.code.as_str()).collect();
        let stated: Vec<&str> = files.iter().map(|file| file.code.as_str()).collect();
        if there != stated {
            return Err(Failure::failed(format!(
                "the stages of {code} stay as they were added, {}; the file has {}",
                there.join(", "),
                stated.join(", ")
            )));
        }
        let mut changes = Vec::new();
        let mut begun = Vec::new();
        for (row, mut file) in rows.into_iter().zip(files) {
            let (entered, base) = (
                row.tournament_file()?,
                super::file_now(&self.store.read(), &row)?,
            );
            let has_begun = row.status != TournamentStatus::Planned;
            file = with_field(file, &base);
            keep_known(&mut file, &entered, &base, has_begun);
            let revision = compared(&base, file, None);
            if has_begun && !revision.is_empty() {
                begun.push(format!(
                    "{} has begun and is not rewritten; the file would change {}",
                    row.facts.code,
                    revision.what.join("; ")
                ));
            }
            if has_begun {
                continue;
            }
            if !is_made_so(&base, &revision.file) {
                let words = format!(
                    "the field of {} is made: how many come in, and from where, is final",
                    row.facts.code
                );
                let hint = format!(
                    "postchess td promote {} --without CODE:N lets the next move up",
                    row.facts.code
                );
                return Err(Failure::failed(words).hint(hint));
            }
            changes.push(StageChange {
                row,
                base,
                revision,
            });
        }
        if !begun.is_empty() {
            return Err(Failure::failed(begun.join("\n")).hint(
                "nothing was changed; write what stands there now, and order what happens in a \
                 stage that has begun with `td`",
            ));
        }
        Ok(changes)
    }
}

/// The file of a stage with those who came into it already, and with the line-ups that were
/// stated for it: a cycle's file knows neither.
fn with_field(file: TournamentFile, base: &TournamentFile) -> TournamentFile {
    let came = base.stage.as_ref().map_or(&[][..], |stage| &stage.came);
    let arrived = |one: &Promoted| {
        let at = usize::try_from(one.number).ok()?.checked_sub(1)?;
        let who = match base.play.system.is_of_teams() {
            true => {
                let known = (1..).zip(base.players.iter().cloned()).collect();
                Arrived::Team(base.teams.get(at)?.clone(), known)
            }
            false => Arrived::Player(base.players.get(at)?.clone()),
        };
        Some((one.clone(), who))
    };
    let mut file = match came.is_empty() {
        true => file,
        false => filled(&file, came.iter().filter_map(arrived).collect()),
    };
    for (team, was) in file.teams.iter_mut().zip(&base.teams) {
        if (&team.boards, &team.reserves) == (&was.boards, &was.reserves) {
            team.line_ups.clone_from(&was.line_ups);
        }
    }
    file
}

/// Whether a field that is made comes about as the file says.
fn is_made_so(base: &TournamentFile, file: &TournamentFile) -> bool {
    match (&base.stage, &file.stage) {
        (Some(was), Some(stage)) => {
            was.came.is_empty() || (&was.from, was.seeded) == (&stage.from, stage.seeded)
        }
        (was, stage) => was == stage,
    }
}

/// When a stage that others come into is looked at next, now that it was changed: its field
/// may be one that can be made, and a made one begins on its day.
pub(super) fn look_again(
    desk: &mut Desk<'_>,
    id: TournamentId,
    base: &TournamentFile,
    file: &TournamentFile,
) -> Result<(), Failure> {
    let Some(stage) = file.stage.as_ref().filter(|s| !s.from.is_empty()) else {
        return Ok(());
    };
    let zone = file.time_zone;
    let today = zone.day(desk.now);
    let at = match stage.is_open() {
        true if base
            .stage
            .as_ref()
            .is_some_and(|was| was.from == stage.from) =>
        {
            return Ok(());
        }
        true => Some(zone.begins(today.plus(1))),
        false => {
            let waits = stage.dated && file.start_date > today;
            waits.then(|| zone.begins(file.start_date))
        }
    };
    desk.tx.tournament_pairs_at(id, at)?;
    Ok(())
}
