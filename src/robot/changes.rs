//! Late changes of a planned tournament: all or nothing, and written down for ever.

mod cycle;

use super::alone::Robot;
use super::desk::Desk;
use super::inquiry::tournament_of;
use super::orders::GivenBy;
use super::orders::given;
use super::tournaments::{check_fen, entered, facts_again, games_of};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::orders::role::Power;
use crate::record::Status;
use crate::store::{Amendment, TournamentRow, TournamentStatus, Tx, View};
use crate::tournament::TournamentFile;
use crate::tournament::file::{self, Defaults, EnteredPlayer};
use crate::tournament::revision::{Change, PersonFate, Revision, compared, revised};

/// What a change of a planned tournament does, or would do.
#[derive(Clone, Debug)]
pub struct Revised {
    /// The tournament's code.
    pub code: String,
    /// That of the cycle which it is a stage of.
    pub cycle: Option<String>,
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
    /// Who gives it; [`GivenBy::Letter`] where an order that is his has brought it.
    pub by: GivenBy,
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
        let stage = StageChange {
            revision: compared(&base, file, same_person),
            row,
            base,
        };
        let mut told = self.revise(std::slice::from_ref(&stage), consent)?;
        told.pop()
            .ok_or_else(|| Failure::failed("nothing was changed"))
    }

    /// Makes a planned tournament what an edited file says, or the stages of a cycle that
    /// have not begun: all of it or nothing. Tells of each what changes.
    ///
    /// # Errors
    /// As [`Robot::tournament_change`]; everything wrong with the file, at once; a stage that
    /// has begun would change.
    pub fn tournament_update(
        &mut self,
        text: &str,
        name: &str,
        consent: &Consent,
    ) -> Result<Vec<Revised>, Failure> {
        let mut files =
            file::read_all(text, name, &self.file_defaults(), None).map_err(Failure::failed)?;
        let changes = match files.as_mut_slice() {
            [file] if file.stage.is_none() => vec![self.change_of(file)?],
            _ => self.changes_of_cycle(files)?,
        };
        self.revise(&changes, consent)
    }

    /// What a file makes of a tournament that is no stage.
    fn change_of(&self, file: &mut TournamentFile) -> Result<StageChange, Failure> {
        let (row, base) = self.planned_file(&file.code, None)?;
        if let Some(stage) = &base.stage {
            let words = format!("{} is a stage of {}", file.code, stage.cycle);
            return Err(Failure::failed(words).hint("edit the file of the cycle"));
        }
        keep_known(file, &row.tournament_file()?, &base, false);
        Ok(StageChange {
            revision: compared(&base, file.clone(), None),
            row,
            base,
        })
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
        let base = file_now(&self.store.read(), &row)?;
        Ok((row, base))
    }

    /// Carries changes out, in one transaction.
    fn revise(
        &mut self,
        changes: &[StageChange],
        consent: &Consent,
    ) -> Result<Vec<Revised>, Failure> {
        let told: Vec<Revised> = changes.iter().map(StageChange::told).collect();
        let changed = || changes.iter().filter(|c| !c.revision.is_empty());
        if changed().next().is_none() {
            return Ok(told);
        }
        if let Some(other) = changed().find(|c| c.revision.disturbed > 0)
            && !consent.new_tables
        {
            let words = format!("{}: {}", other.row.facts.code, other.revision.draw());
            return Err(Failure::failed(words).hint(
                "--new-tables carries it out; a free number, where there is one, is filled without",
            ));
        }
        let done = self.batch(|desk| {
            for change in changed() {
                change.carry_out(desk, consent)?;
            }
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

/// The file of a tournament with its players as they are known now: whoever is entered
/// may have moved since (ADDRESS, td address).
pub(super) fn file_now(view: &View<'_>, row: &TournamentRow) -> Result<TournamentFile, Failure> {
    // Earlier work of this transaction may have changed it.
    let now = view.tournament_load_id(row.facts.id)?;
    let mut base = now.as_ref().unwrap_or(row).tournament_file()?;
    for entry in view.entries_of_tournament(row.facts.id)? {
        let at = usize::try_from(entry.start_number).unwrap_or(0);
        let place = at.checked_sub(1).and_then(|at| base.players.get_mut(at));
        if let (Some(place), Some(player)) = (place, view.player_load(entry.player)?) {
            place.reach = player.reach;
            place.address = player.postal;
            place.name = player.name;
        }
    }
    Ok(base)
}

/// Changes a planned tournament at the desk: what an entry that is admitted, taken back or
/// closed makes of it (29.4). The file as it is then.
pub(super) fn change_at_desk(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    change: &Change,
    reason: &str,
) -> Result<TournamentFile, Failure> {
    let base = file_now(desk.tx, row)?;
    let defaults = Defaults {
        language: base.language,
        time_zone: base.time_zone,
        check_fen: &check_fen,
    };
    let revision = revised(&base, change, &defaults).map_err(Failure::failed)?;
    let file = revision.file.clone();
    let change = StageChange {
        row: row.clone(),
        base,
        revision,
    };
    let consent = Consent {
        reason: reason.to_owned(),
        new_tables: true,
        dry_run: false,
        by: GivenBy::Letter,
    };
    change.carry_out(desk, &consent)?;
    Ok(file)
}

/// What a file makes of one tournament, or of one stage of a cycle.
struct StageChange {
    row: TournamentRow,
    /// As it is now.
    base: TournamentFile,
    revision: Revision,
}

impl StageChange {
    /// Whose it is: who is entered is admission's too, all else is the arbiter's.
    fn power(&self) -> Power {
        let others = TournamentFile {
            players: self.base.players.clone(),
            ..self.revision.file.clone()
        };
        match others == self.base {
            true => Power::Entries,
            false => Power::Direction,
        }
    }

    fn told(&self) -> Revised {
        Revised {
            code: self.row.facts.code.clone(),
            cycle: self.base.stage.as_ref().map(|stage| stage.cycle.clone()),
            what: self.revision.what.clone(),
            draw: self.revision.draw(),
            disturbed: self.revision.disturbed,
        }
    }

    fn carry_out(&self, desk: &mut Desk<'_>, consent: &Consent) -> Result<(), Failure> {
        let (id, file) = (self.row.facts.id, &self.revision.file);
        let code = self.row.facts.code.as_str();
        let by = given::with_right(desk, &consent.by, (code, self.power()))?;
        // Whoever is at the machine acts for the arbiter.
        let by = by.filter(|by| by.address.is_some());
        let mut entries = Vec::new();
        for (number, fate) in &self.revision.fates {
            let at = usize::try_from(*number).unwrap_or(0);
            let Some(entry) = at.checked_sub(1).and_then(|at| file.players.get(at)) else {
                continue;
            };
            entries.push((*number, person(desk.tx, entry, fate, file)?));
        }
        let json = serde_json::to_string(file).map_err(Failure::failed)?;
        let (facts, games) = (facts_again(file, &self.row.facts), games_of(file)?);
        desk.tx
            .tournament_revise(id, &facts, &json, &entries, &games)?;
        let mut what = self.revision.what.clone();
        if self.revision.disturbed > 0 {
            what.push(self.revision.draw());
        }
        desk.tx.amendment_add(
            id,
            &Amendment {
                at: desk.now,
                what: what.join("; "),
                change: serde_json::to_string(&what).map_err(Failure::failed)?,
                who: by.map_or_else(|| self.row.facts.arbiter.name.clone(), |by| by.name),
                reason: consent.reason.clone(),
            },
        )?;
        cycle::look_again(desk, id, &self.base, file)?;
        desk.forget_tournament(id);
        Ok(())
    }
}

/// What a file leaves as it was entered is no change: who has moved since (ADDRESS, td
/// address), or was replaced in a stage that has begun, stays as he is known now.
fn keep_known(
    file: &mut TournamentFile,
    entered: &TournamentFile,
    known: &TournamentFile,
    has_begun: bool,
) {
    let places = entered.players.iter().zip(&known.players);
    for (player, (entered, known)) in file.players.iter_mut().zip(places) {
        // The file that is stored has no postal addresses.
        let bare = EnteredPlayer {
            address: Vec::new(),
            ..player.clone()
        };
        let stored = EnteredPlayer {
            address: Vec::new(),
            ..entered.clone()
        };
        if bare != stored {
            continue;
        }
        let stated = std::mem::take(&mut player.address);
        *player = known.clone();
        if !has_begun && !stated.is_empty() {
            player.address = stated;
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
