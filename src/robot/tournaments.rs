//! Tournaments: added whole or not at all, and started once.

use super::desk::Robot;
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling};
use crate::chess::{Position, Side, Variant};
use crate::error::Failure;
use crate::ids::{EventId, TournamentId};
use crate::record::{About, Cause, Entry, Event};
use crate::store::{NewGame, NewPlayer, NewTournament, TournamentFacts, TournamentStatus};
use crate::tournament::file::{self, Defaults, TournamentFile};
use crate::tournament::pairing;
use std::sync::Arc;

fn check_fen(fen: &str, variant: Variant) -> Result<(), String> {
    let position = Position::from_fen(fen, variant).map_err(|e| e.to_string())?;
    match crate::chess::Line::new(position).ending() {
        None => Ok(()),
        Some(_) => Err("the game would be over before its first move".to_owned()),
    }
}

impl Robot {
    /// Reads a tournament file and makes its players, entries and games.
    pub fn tournament_add(&mut self, text: &str, name: &str) -> Result<TournamentFile, Failure> {
        let defaults = Defaults {
            language: self.config.club.language,
            time_zone: self.config.club.time_zone,
            check_fen: &check_fen,
        };
        let file = file::read(text, name, &defaults).map_err(Failure::failed)?;
        if self.store.read().tournament_load(&file.code)?.is_some() {
            return Err(
                Failure::failed(format!("there is a tournament {} already", file.code))
                    .hint("give this one another code"),
            );
        }
        let new = NewTournament {
            facts: TournamentFacts {
                id: TournamentId(0),
                code: file.code.clone(),
                name: file.name.clone(),
                profile: file.profile,
                regulations: Arc::new(file.regulations.clone()),
                start: file.start_date,
                end: file.end_date,
                zone: file.time_zone,
                language: file.language,
                variant: file.variant,
                arbiter: file.arbiter.clone(),
                appeals: file.appeals.clone(),
                adjudicator: file.adjudicator.clone(),
            },
            file: serde_json::to_string(&file).map_err(Failure::failed)?,
            players: file
                .players
                .iter()
                .map(|p| NewPlayer {
                    name: p.name.clone(),
                    email: p.email.clone(),
                    language: p.language.unwrap_or(file.language),
                    rating: p.rating,
                    federation: p.federation.clone(),
                })
                .collect(),
            games: pairing::games(&file)
                .into_iter()
                .map(|p| NewGame {
                    number: p.number,
                    round: p.round,
                    board: p.board,
                    white: p.white,
                    black: p.black,
                    start_fen: p.fen,
                })
                .collect(),
        };
        let now = self.now;
        self.store.write(|tx| tx.tournament_add(&new, now))?;
        Ok(file)
    }

    /// Starts a tournament: numbers and pairs are final, every player gets a start
    /// letter for each of his games. Tells how many games and letters.
    pub fn tournament_start(&mut self, code: &str) -> Result<(u32, u32), Failure> {
        let row = self
            .store
            .read()
            .tournament_load(code)?
            .ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?;
        if row.status != TournamentStatus::Planned {
            return Err(Failure::failed(format!(
                "tournament {code} is started already"
            )));
        }
        let games = self.store.read().games_of_tournament(row.facts.id)?;
        let now = self.now;
        let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
        self.batch(|batch| {
            batch.tx.tournament_start(row.facts.id, now)?;
            for row in &games {
                let game = batch.game(row.id)?;
                let turn = game.turn();
                let entry = Entry {
                    id: EventId(0),
                    at: now,
                    event: Event::Started,
                    grounds: None,
                    cause: Cause::Order,
                    note: String::new(),
                };
                game.apply(entry.clone()).map_err(Failure::failed)?;
                let mut ruling = Ruling {
                    entries: vec![entry],
                    ..Ruling::default()
                };
                for side in Side::BOTH {
                    let to = Recipient::Player(game.player(side).id);
                    let mut notice = Notice::new(NoticeKind::Start, to, Body::Start);
                    if side == turn {
                        notice.begins = Some((0, About::Start, side));
                    }
                    ruling.notices.push(notice);
                }
                batch.record(ruling, Some(row.id), None)?;
            }
            Ok(())
        })?;
        let sent = self.send_if_possible()?;
        Ok((count, sent.sent))
    }
}
