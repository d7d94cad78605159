//! Starting a tournament, and its start letters before: what they will be is made by the
//! very work that starts it, taken back.

use super::accounts::invitation_for;
use super::alone::Robot;
use super::desk::Desk;
use super::field::{self, EntryGrounds};
use super::inquiry::tournament_of;
use super::reports;
use super::rounds;
use super::stages;
use super::writers::{LetterDraft, Written};
use crate::arbiter::notice::Starter;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::compose::Composed;
use crate::error::Failure;
use crate::ids::{GameName, PlayerId};
use crate::record::{About, Cause, Entry, Event, GameFacts, LeaveSpan};
use crate::store::{GameRow, TournamentRow, TournamentStatus, View};
use crate::time::Day;
use crate::tournament::announced::{Announcement, announced};
use crate::tournament::file::MAX_PLAYERS;
use std::collections::{BTreeMap, BTreeSet};

/// A start letter that was not sent.
#[derive(Clone, Debug)]
pub struct StartLetter {
    /// To whom.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// The address.
    pub to: String,
    /// The game.
    pub game: Option<GameName>,
    /// As it would leave, but for its Message-ID and reply address, which are made
    /// when it does.
    pub letter: Composed,
}

impl Robot {
    /// Starts a tournament: numbers and pairs are final, every player gets a start
    /// letter for each of his games. Of a cycle all stages begin whose players are known.
    /// Tells how many games and letters.
    pub fn tournament_start(&mut self, code: &str) -> Result<(u32, u32), Failure> {
        self.tournament_start_with(code, false)
    }

    /// The same; one that takes entries still begins only where that is said
    /// (`close_entries`).
    pub fn tournament_start_with(
        &mut self,
        code: &str,
        close_entries: bool,
    ) -> Result<(u32, u32), Failure> {
        let count = self.alone(|robot| {
            let mut count = 0;
            for row in robot.ready(code)? {
                robot.may_begin(&row, close_entries)?;
                robot.batch(|desk| begin(desk, &row))?;
                count += robot.store.read().games_of_tournament(row.facts.id)?.len();
            }
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        })?;
        let sent = self.send_if_possible()?;
        Ok((count, sent.sent))
    }

    /// The start letters as they would leave now, of a cycle those of all stages whose
    /// players are known; nothing is recorded or sent.
    pub fn start_letters(&mut self, code: &str) -> Result<Vec<StartLetter>, Failure> {
        let ready = self.ready(code)?;
        let written = self.rehearse(|desk| ready.iter().try_for_each(|row| begin(desk, row)))?;
        let mut letters = Vec::with_capacity(written.len());
        for (draft, letter) in written {
            let LetterDraft {
                player, to, game, ..
            } = draft.as_ref();
            if let Some(player) = player {
                letters.push(StartLetter {
                    player: *player,
                    name: to.name.clone(),
                    to: to.reach.to_string(),
                    game: game.as_ref().map(|g| g.facts.name.clone()),
                    letter: letter?.composed,
                });
            }
        }
        Ok(letters)
    }

    /// The tournament that can begin, or the stages of a cycle that can.
    fn ready(&self, code: &str) -> Result<Vec<TournamentRow>, Failure> {
        let stages = self.store.read().tournaments_of_cycle(code)?;
        if stages.is_empty() {
            return Ok(vec![self.planned(code)?]);
        }
        let mut ready = Vec::new();
        for row in stages {
            if row.status == TournamentStatus::Planned && !stages::is_open(&row)? {
                ready.push(row);
            }
        }
        match ready.is_empty() {
            true => Err(Failure::failed(format!(
                "no stage of {code} can begin: all whose players are known have begun"
            ))),
            false => Ok(ready),
        }
    }

    /// Whether a tournament may begin as far as its list of entries goes.
    fn may_begin(&self, row: &TournamentRow, close_entries: bool) -> Result<(), Failure> {
        let file = row.tournament_file()?;
        let takes = file
            .entries
            .filter(|terms| terms.takes(row.facts.zone.day(self.now)));
        match takes {
            Some(terms) if !close_entries => {
                let (code, until) = (&row.facts.code, terms.until);
                let words = format!("{code} takes entries until {until}: who plays is not final");
                Err(Failure::failed(words).hint(format!(
                    "postchess td entry close {code}, or --close-entries with the start"
                )))
            }
            _ => Ok(()),
        }
    }

    /// A tournament that has not been started.
    fn planned(&self, code: &str) -> Result<TournamentRow, Failure> {
        let row = tournament_of(self.store.read(), code)?;
        if stages::is_open(&row)? {
            let words = format!("who plays in {code} is not known yet");
            let hint = format!("postchess td promote {code}, when the stages before it are over");
            return Err(Failure::failed(words).hint(hint));
        }
        match row.status {
            TournamentStatus::Planned => Ok(row),
            TournamentStatus::Started | TournamentStatus::Finished => Err(Failure::failed(
                format!("tournament {code} is started already"),
            )),
        }
    }

    /// Does work as it would be done, gives the letters it brings, and takes all of
    /// it back.
    fn rehearse(
        &mut self,
        work: impl FnOnce(&mut Desk<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Written>, Failure> {
        let mut written = None;
        let done = self.batch(|desk| {
            work(desk)?;
            written = Some(desk.written().collect());
            Err::<(), _>(Failure::failed("a rehearsal"))
        });
        match (written, done) {
            (Some(written), _) => Ok(written),
            (None, Err(failure)) => Err(failure),
            (None, Ok(())) => Ok(Vec::new()),
        }
    }
}

/// Starts a tournament with the games that it has, once its list of entries is closed.
fn begin(desk: &mut Desk<'_>, row: &TournamentRow) -> Result<(), Failure> {
    let mut now = row.clone();
    if row.tournament_file()?.is_filling() {
        field::close(desk, row, EntryGrounds::of(Cause::Order))?;
        let closed = desk.tx.tournament_load_id(row.facts.id)?;
        now = closed.ok_or_else(|| Failure::failed("a tournament vanished"))?;
    }
    let games = desk.tx.games_of_tournament(now.facts.id)?;
    start(desk, &now, &games)
}

pub(super) fn start(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    games: &[GameRow],
) -> Result<(), Failure> {
    desk.tx.tournament_start(row.facts.id, desk.now)?;
    reports::begin(desk, &row.facts)?;
    rounds::first_round(desk, row, games)?;
    begin_games(desk, row, games, Cause::Order)?;
    field::tell_undecided(desk, row)
}

/// Begins games that were paired: they are in their players' hands from now on.
pub(super) fn begin_games(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    games: &[GameRow],
    cause: Cause,
) -> Result<(), Failure> {
    let now = desk.now;
    let field = field(desk.tx, row, games)?;
    // Who has had his first letter, which holds the start list.
    let mut told: BTreeSet<PlayerId> = BTreeSet::new();
    for row in games {
        let game = desk.snapshot(row.id)?;
        let turn = game.turn();
        let is_on_web = game.facts.regulations.web_moves;
        let mut ruling = Ruling::of(&game, Entry::new(now, cause, Event::Started));
        for side in Side::BOTH {
            let player = game.player(side).id;
            let first = told.insert(player);
            let mut body = field.body(player, first);
            if let Body::Start {
                invitation, away, ..
            } = &mut body
                && first
            {
                if is_on_web {
                    *invitation = invitation_for(desk, player)?;
                }
                *away = leave_elsewhere(desk, player, &game.facts)?;
            }
            let mut notice = Notice::new(Recipient::Player(player), body);
            if side == turn {
                notice.begins = Some((0, About::Start, side));
            }
            ruling.notices.push(notice);
        }
        desk.record(ruling, Some(row.id), None)?;
    }
    Ok(())
}

fn field(view: &View<'_>, row: &TournamentRow, games: &[GameRow]) -> Result<StartField, Failure> {
    let mut field = StartField {
        announced: announced(&row.tournament_file()?),
        ..StartField::default()
    };
    for entry in view.entries_of_tournament(row.facts.id)? {
        let Some(player) = view.player_load(entry.player)? else {
            continue;
        };
        let starter = Starter {
            number: entry.start_number,
            name: player.name,
            rating: player.rating,
            federation: player.federation,
            reader: false,
            games: Vec::new(),
        };
        field.starters.push((player.id, starter));
    }
    for game in games {
        for side in Side::BOTH {
            let of = |side| game.players.get(side).0;
            let (reader, other) = (of(side), of(side.other()));
            let games = field.games.entry(reader).or_default();
            games.push((other, game.name.clone(), side));
        }
    }
    Ok(field)
}

/// Leave of a player that is announced in other tournaments and not in this one, running or
/// to come: the opponents here have not been told of it (56.7.2).
fn leave_elsewhere(
    desk: &Desk<'_>,
    player: PlayerId,
    facts: &GameFacts,
) -> Result<Vec<(Day, Day)>, Failure> {
    let today = facts.zone.day(desk.now).max(facts.start);
    let here = desk.tx.leave_spans(player, facts.tournament)?;
    let is_here = |days: &DaySpan| {
        let covers = |own: &LeaveSpan| own.days.from <= days.from && days.to <= own.days.to;
        here.iter().any(covers)
    };
    let all = desk.tx.leave_of_player(player)?;
    let spans = all
        .iter()
        .filter_map(|row| row.span())
        .map(|span| span.days);
    let still = spans.filter(|days| days.to >= today && !is_here(days));
    let still: BTreeSet<(Day, Day)> = still.map(|days| (days.from.max(today), days.to)).collect();
    Ok(still.into_iter().collect())
}

/// The start list, from which each reader gets his own.
#[derive(Default)]
struct StartField {
    starters: Vec<(PlayerId, Starter)>,
    announced: Vec<Announcement>,
    games: BTreeMap<PlayerId, Vec<(PlayerId, GameName, Side)>>,
}

impl StartField {
    fn body(&self, reader: PlayerId, first: bool) -> Body {
        let games = self.games.get(&reader).map_or(&[][..], Vec::as_slice);
        // Pairs may be thousands: a line for each makes letters larger than mail
        // servers take.
        let few = self.starters.len() <= MAX_PLAYERS;
        let listed = |(id, _): &&(PlayerId, Starter)| {
            few || *id == reader || games.iter().any(|(other, _, _)| other == id)
        };
        let starter = |(id, starter): &(PlayerId, Starter)| Starter {
            reader: *id == reader,
            games: games
                .iter()
                .filter(|(other, _, _)| other == id)
                .map(|(_, name, side)| (name.clone(), *side))
                .collect(),
            ..starter.clone()
        };
        Body::Start {
            invitation: None,
            games: games.len(),
            list: match first {
                true => self.starters.iter().filter(listed).map(starter).collect(),
                false => Vec::new(),
            },
            from: None,
            announced: match first {
                true => self.announced.clone(),
                false => Vec::new(),
            },
            away: Vec::new(),
        }
    }
}
