//! Late changes of a planned tournament: all or nothing, and written down for ever.

use super::alone::Robot;
use super::inquiry::tournament_of;
use super::tournaments::{entered, facts_of, games_of};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::record::Status;
use crate::store::{Amendment, TournamentRow, TournamentStatus, Tx};
use crate::tournament::TournamentFile;
use crate::tournament::file::{self, EnteredPlayer};
use crate::tournament::revision::{Change, PersonFate, Revision, compared, revised};

/// What a change of a planned tournament does, or would do.
#[derive(Clone, Debug)]
pub struct Revised {
    /// The tournament's code.
    pub code: String,
    /// What changes, one sentence each; empty where nothing does.
    pub what: Vec<String>,
    /// What becomes of the draw.
    pub draw: String,
    /// Announced games that change.
    pub disturbed: usize,
}

/// How a change is made.
#[derive(Clone, Debug)]
pub struct Consent {
    /// Why: it stands in the tournament's record.
    pub reason: String,
    /// The players concerned agree to another draw (31.4).
    pub new_tables: bool,
    /// Only tell: everything is done and taken back.
    pub dry_run: bool,
}

impl Robot {
    /// Changes a planned tournament.
    ///
    /// # Errors
    /// It has begun; it cannot be so; another draw would be needed that was not asked for.
    pub fn tournament_change(
        &mut self,
        code: &str,
        changes: &[Change],
        consent: &Consent,
    ) -> Result<Revised, Failure> {
        let (row, base) = self.planned_file(code, changes.first())?;
        let mut file = base.clone();
        let mut same_person = None;
        for change in changes {
            if let Change::Correct(number, _) = change {
                same_person = Some(*number);
            }
            file = revised(&file, change, &self.file_defaults())
                .map_err(Failure::failed)?
                .file;
        }
        self.revise(&row, compared(&base, file, same_person), consent)
    }

    /// Makes a planned tournament what an edited file says.
    ///
    /// # Errors
    /// As [`Robot::tournament_change`]; everything wrong with the file, at once.
    pub fn tournament_update(
        &mut self,
        text: &str,
        name: &str,
        consent: &Consent,
    ) -> Result<Revised, Failure> {
        let file = file::read(text, name, &self.file_defaults()).map_err(Failure::failed)?;
        let (row, base) = self.planned_file(&file.code, None)?;
        self.revise(&row, compared(&base, file, None), consent)
    }

    fn planned_file(
        &self,
        code: &str,
        change: Option<&Change>,
    ) -> Result<(TournamentRow, TournamentFile), Failure> {
        let row = tournament_of(self.store.read(), code)?;
        if row.status != TournamentStatus::Planned {
            let instead = match change {
                Some(Change::Replace(number, _)) => {
                    format!(
                        "postchess td replace {code}:{number} {code} --name NAME --email ADDRESS"
                    )
                }
                Some(Change::Remove { number, .. }) => {
                    format!(
                        "postchess td withdraw {code}:{number} {code} --games lose|adjudicate|annul"
                    )
                }
                Some(Change::Correct(number, _)) => {
                    format!("postchess td address {code}:{number} NEW@ADDRESS, for another address")
                }
                _ => "nobody comes in and no regulation changes once it has begun".to_owned(),
            };
            let words = format!("tournament {code} has begun: its numbers and pairs are final");
            return Err(Failure::failed(words).hint(instead));
        }
        let mut base: TournamentFile = row.tournament_file()?;
        // Who is entered may have moved since (ADDRESS, td address).
        let view = self.store.read();
        for entry in view.entries_of_tournament(row.facts.id)? {
            let at = usize::try_from(entry.start_number).unwrap_or(0);
            let place = at.checked_sub(1).and_then(|at| base.players.get_mut(at));
            if let (Some(place), Some(player)) = (place, view.player_load(entry.player)?) {
                place.reach = player.reach;
                place.address = player.postal;
                place.name = player.name;
            }
        }
        Ok((row, base))
    }

    fn revise(
        &mut self,
        row: &TournamentRow,
        revision: Revision,
        consent: &Consent,
    ) -> Result<Revised, Failure> {
        let told = Revised {
            code: row.facts.code.clone(),
            what: revision.what.clone(),
            draw: revision.draw(),
            disturbed: revision.disturbed,
        };
        if revision.is_empty() {
            return Ok(told);
        }
        if revision.disturbed > 0 && !consent.new_tables {
            return Err(Failure::failed(revision.draw()).hint(
                "--new-tables carries it out; a free number, where there is one, is filled without",
            ));
        }
        let now = self.now;
        let done = self.batch(|desk| {
            let tx = desk.tx;
            let file = &revision.file;
            let mut entries = Vec::new();
            for (number, fate) in &revision.fates {
                let at = usize::try_from(*number).unwrap_or(0);
                let Some(entry) = at.checked_sub(1).and_then(|at| file.players.get(at)) else {
                    continue;
                };
                entries.push((*number, person(tx, entry, fate, file)?));
            }
            let json = serde_json::to_string(file).map_err(Failure::failed)?;
            let (facts, games) = (facts_of(file), games_of(file)?);
            tx.tournament_revise(row.facts.id, &facts, &json, &entries, &games)?;
            let mut what = revision.what.clone();
            if revision.disturbed > 0 {
                what.push(revision.draw());
            }
            tx.amendment_add(
                row.facts.id,
                &Amendment {
                    at: now,
                    what: what.join("; "),
                    change: serde_json::to_string(&what).map_err(Failure::failed)?,
                    who: row.facts.arbiter.name.clone(),
                    reason: consent.reason.clone(),
                },
            )?;
            desk.forget_tournament(row.facts.id);
            match consent.dry_run {
                true => Err(Failure::failed("a dry run")),
                false => Ok(()),
            }
        });
        match done {
            Ok(()) => Ok(told),
            Err(failure) if consent.dry_run && failure.message == "a dry run" => Ok(told),
            Err(failure) => Err(failure),
        }
    }
}

/// The person behind an entry: found, corrected, or entered.
fn person(
    tx: &Tx<'_>,
    entry: &EnteredPlayer,
    fate: &PersonFate,
    file: &TournamentFile,
) -> Result<PlayerId, Failure> {
    let new = entered(entry, file.language);
    let was = match fate {
        PersonFate::Enters => return Ok(tx.player_enter(&new)?),
        PersonFate::Stays { was, .. } | PersonFate::Moves { was } => was,
    };
    let Some(known) = tx.player_known(&was.reach, &was.name, &was.address)? else {
        return Ok(tx.player_enter(&new)?);
    };
    let elsewhere = tx
        .player_games(known.id, false)?
        .into_iter()
        .find(|g| !matches!(g.status, Status::Waiting | Status::Finished));
    if let Some(game) = &elsewhere {
        let what = match () {
            () if matches!(fate, PersonFate::Moves { .. }) => "address",
            () if was.name != entry.name => "name",
            () => "",
        };
        if !what.is_empty() {
            let words = format!(
                "{} plays in {} already: another {what} concerns that game too",
                known.name, game.name
            );
            let hint = match what {
                "address" => format!("postchess td address {} {}", known.id, entry.reach),
                _ => "programs find a game by the names in it; they stay while it is played"
                    .to_owned(),
            };
            return Err(Failure::failed(words).hint(hint));
        }
    }
    if matches!(fate, PersonFate::Moves { .. }) {
        tx.player_set_address(known.id, &entry.reach)?;
    }
    if was.address != entry.address && !entry.address.is_empty() {
        tx.player_set_postal(known.id, &entry.address)?;
    }
    if was != entry {
        let mut to = new;
        // What was not said stays as the home knows it.
        if was.language == entry.language {
            to.language = known.language;
        }
        if was.rating == entry.rating {
            to.rating = known.rating;
        }
        if was.federation == entry.federation {
            to.federation = known.federation;
        }
        tx.player_correct(known.id, &to)?;
    }
    Ok(known.id)
}
