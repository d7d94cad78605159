//! Tournaments: added whole or not at all, and started once.

use super::alone::Robot;
use crate::chess::{Position, Variant, chess960};
use crate::error::Failure;
use crate::ids::TournamentId;
use crate::language::Language;
use crate::store::{
    Amendment, NewGame, NewPlayer, NewTournament, StoreError, Terms, TournamentFacts, View,
};
use crate::tournament::file::{self, Defaults, EnteredPlayer, TournamentFile};
use crate::tournament::officials::Office;
use crate::tournament::pairing::{self, Pairing};
use crate::tournament::roster::NumberingOrder;
use crate::tournament::teams;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn check_fen(fen: &str, variant: Variant) -> Result<(), String> {
    let position = Position::from_fen(fen, variant).map_err(|e| e.to_string())?;
    if variant == Variant::Chess960 {
        chess960::check_array(fen).map_err(|e| e.to_string())?;
    }
    match crate::chess::Line::new(position).ending() {
        None => Ok(()),
        Some(_) => Err("the game would be over before its first move".to_owned()),
    }
}

/// What holds where a tournament file of a club is silent.
pub fn file_defaults(club: &crate::config::ClubSection) -> Defaults<'static> {
    Defaults {
        language: club.language,
        time_zone: club.time_zone,
        check_fen: &check_fen,
    }
}

/// What deciding about a tournament's games needs of its file.
pub(super) fn facts_of(file: &TournamentFile) -> TournamentFacts {
    // The first of those named for an office without a key of its own here is as if he
    // stood under it.
    let first = |office: Office| {
        let mut all = file.officials.iter().filter(|o| o.role == office);
        all.next().map(|o| o.who.clone())
    };
    TournamentFacts {
        id: TournamentId(0),
        code: file.code.clone(),
        name: file.name.clone(),
        profile: file.profile,
        preset: file.preset,
        regulations: Arc::new(file.regulations.clone()),
        start: file.start_date,
        end: file.end_date,
        zone: file.time_zone,
        language: file.language,
        variant: file.variant,
        arbiter: file.arbiter.clone(),
        appeals: file.appeals.clone().or_else(|| first(Office::Appeals)),
        adjudicator: file
            .adjudicator
            .clone()
            .or_else(|| first(Office::Adjudicator)),
        officials: file.officials.clone(),
        absences: Vec::new(),
        captains: teams::captains(&file.teams),
        greetings: greetings_of(file),
    }
}

/// Likewise, of a tournament that is known: who is absent stays so.
pub(super) fn facts_again(file: &TournamentFile, known: &TournamentFacts) -> TournamentFacts {
    TournamentFacts {
        absences: known.absences.clone(),
        ..facts_of(file)
    }
}

/// How letters greet players, where their sections of the file say it.
fn greetings_of(file: &TournamentFile) -> BTreeMap<String, String> {
    let players = file.players.iter();
    let said = players.filter_map(|p| Some((p.name.clone(), p.greeting.clone()?)));
    said.collect()
}

/// The games that a file makes.
///
/// # Errors
/// Why the first round cannot be paired.
pub(super) fn games_of(file: &TournamentFile) -> Result<Vec<NewGame>, Failure> {
    let games = pairing::games(file)
        .map_err(|why| Failure::failed(format!("{} cannot be paired: {why}", file.code)))?;
    let terms = file.play.terms_of(1).map(|t| Terms {
        start: t.start,
        end: t.end,
    });
    let games = games.into_iter().map(|game| NewGame {
        terms,
        ..new_game(game)
    });
    Ok(games.collect())
}

/// A game as it is added.
pub(super) fn new_game(game: Pairing) -> NewGame {
    NewGame {
        number: game.number,
        round: game.round,
        board: game.board,
        white: game.white,
        black: game.black,
        start_fen: game.fen,
        terms: None,
    }
}

pub(super) fn entered(entry: &EnteredPlayer, language: Language) -> NewPlayer {
    NewPlayer {
        name: entry.name.clone(),
        reach: entry.reach.clone(),
        postal: entry.address.clone(),
        language: entry.language.unwrap_or(language),
        rating: entry.rating,
        federation: entry.federation.clone(),
    }
}

/// What the home knows otherwise of the persons under these addresses.
fn known_otherwise(view: &View<'_>, entries: &[EnteredPlayer]) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for entry in entries {
        let Some(known) = view.player_known(&entry.reach, &entry.name, &entry.address)? else {
            continue;
        };
        let (id, address) = (known.id, &known.reach);
        if known.name != entry.name {
            found.push(format!(
                "{address} is known as '{}' (player {id}), here '{}': taken as the same person, the \
                 name as first entered stays; another person needs an address of his own",
                known.name, entry.name
            ));
        }
        if let Some(rating) = entry.rating
            && known.rating != Some(rating)
        {
            let was = known.rating.map_or("none".to_owned(), |r| r.to_string());
            found.push(format!(
                "{} (player {id}): the rating as first entered stays, {was}; here {rating}",
                known.name
            ));
        }
    }
    Ok(found)
}

/// What a tournament file would add.
pub(super) struct FileRead {
    /// What stands in it: one tournament, or the stages of a cycle.
    pub files: Vec<TournamentFile>,
    /// Each of them as it would be kept.
    pub new: Vec<NewTournament>,
    /// What is known otherwise of its persons.
    pub remarks: Vec<String>,
}

impl Robot {
    /// What holds where a tournament file of this club is silent.
    pub fn file_defaults(&self) -> Defaults<'static> {
        file_defaults(&self.config.club)
    }

    /// Reads a tournament file and makes its players, entries and games.
    pub fn tournament_add(
        &mut self,
        text: &str,
        name: &str,
    ) -> Result<Vec<TournamentFile>, Failure> {
        self.tournament_add_with(text, name, None, &NumberingOrder::File)
            .map(|(files, _)| files)
    }

    /// The same with players from a list of their own, in the order of their starting
    /// numbers; `drawn` says how these came about, and stands in the tournament's
    /// record. Tells too what is known otherwise of persons that the home has.
    pub fn tournament_add_with(
        &mut self,
        text: &str,
        name: &str,
        listed: Option<&[EnteredPlayer]>,
        order: &NumberingOrder,
    ) -> Result<(Vec<TournamentFile>, Vec<String>), Failure> {
        let FileRead {
            files,
            new,
            remarks,
        } = self.read_file(text, name, listed, order)?;
        let drawn = order.recorded();
        let now = self.now;
        self.store.write(|tx| {
            for new in &new {
                let id = tx.tournament_add(new, now)?;
                if let Some(what) = &drawn {
                    tx.amendment_add(
                        id,
                        &Amendment {
                            at: now,
                            what: what.to_owned(),
                            change: "[]".to_owned(),
                            who: new.facts.arbiter.name.clone(),
                            reason: String::new(),
                        },
                    )?;
                }
            }
            Ok::<_, StoreError>(())
        })?;
        Ok((files, remarks))
    }

    /// What a file would add, and what is known otherwise of its persons.
    pub(super) fn read_file(
        &self,
        text: &str,
        name: &str,
        listed: Option<&[EnteredPlayer]>,
        order: &NumberingOrder,
    ) -> Result<FileRead, Failure> {
        let mut files =
            file::read_all(text, name, &self.file_defaults(), listed).map_err(Failure::failed)?;
        if let Some(seed) = order.seed() {
            // What else is drawn is drawn from the same seed.
            for file in &mut files {
                file.play.draw_seed.get_or_insert_with(|| seed.to_owned());
            }
        }
        let mut new = Vec::new();
        let mut remarks = Vec::new();
        for file in &files {
            self.code_is_free(&file.code)?;
            if let Some(stage) = &file.stage {
                self.code_is_free(&stage.cycle)?;
            }
            new.push(NewTournament {
                facts: facts_of(file),
                file: serde_json::to_string(file).map_err(Failure::failed)?,
                players: (1..)
                    .zip(&file.players)
                    .filter(|(_, p)| !p.withdrawn)
                    .map(|(number, p)| (number, entered(p, file.language)))
                    .collect(),
                games: games_of(file)?,
            });
            remarks.extend(known_otherwise(&self.store.read(), &file.players)?);
        }
        Ok(FileRead {
            files,
            new,
            remarks,
        })
    }

    /// A code is nobody's yet: no tournament's, and no cycle's.
    fn code_is_free(&self, code: &str) -> Result<(), Failure> {
        let view = self.store.read();
        let taken = view.tournament_load(code)?.is_some();
        if taken || !view.tournaments_of_cycle(code)?.is_empty() {
            return Err(
                Failure::failed(format!("there is a tournament {code} already"))
                    .hint("give this one another code"),
            );
        }
        Ok(())
    }

    /// Enters persons of the club who play in no tournament yet; those whose address
    /// is known stay as they are. Tells how many were new, and what differs.
    pub fn players_import(
        &mut self,
        listed: &[EnteredPlayer],
    ) -> Result<(usize, Vec<String>), Failure> {
        let remarks = known_otherwise(&self.store.read(), listed)?;
        let language = self.config.club.language;
        let new = self.store.write(|tx| {
            let mut new = 0;
            for entry in listed {
                let known = tx.player_known(&entry.reach, &entry.name, &entry.address)?;
                new += usize::from(known.is_none());
                tx.player_enter(&entered(entry, language))?;
            }
            Ok::<_, StoreError>(new)
        })?;
        Ok((new, remarks))
    }
}
