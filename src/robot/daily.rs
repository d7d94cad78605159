//! DAILY: one letter a day with all games that wait for a player (RULES.md 2). What his
//! opponents' moves and offers would bring him waits for the first pass of the next day;
//! it counts as having left with the next successful sending after the ruling.

use super::beginning::{self, Leaving};
use super::desk::Desk;
use super::limits::HeldNotice;
use super::mail::{BroughtBy, Owing, mail_owed};
use super::orders::decided::Deciding;
use super::writers::AnswerPiece;
use crate::arbiter::{Body, Notice, Recipient};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::record::{GameFile, Status};
use crate::rules::DayUnit;
use crate::store::{Begins, NewOwed, Owed};
use crate::time::{Day, Instant};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games in one letter; those of the latest terms follow the next day.
const MOST_GAMES: usize = 40;

/// Rows of one player that are looked at in a pass.
const MOST_ROWS: u32 = 2_000;

/// Keeps a notice for the daily letter of its reader, where he wishes one and it may
/// wait; gives it back where it leaves at once.
pub(super) fn keep(
    desk: &mut Desk<'_>,
    mut notice: Notice,
    game: Option<&GameFile>,
    by: Option<&BroughtBy>,
) -> Result<Option<Notice>, Failure> {
    let (Recipient::Player(reader), Some(game)) = (notice.to, game) else {
        return Ok(Some(notice));
    };
    // A move that the arbiter enters, or that a ruling releases, is the opponent's too.
    let opponent = game
        .side_of(reader)
        .map(|side| game.player(side.other()).id);
    let sender = by.and_then(|by| by.sender).or(opponent);
    let Some(sender) = sender.filter(|sender| *sender != reader) else {
        return Ok(Some(notice));
    };
    let waits = matches!(
        notice.body,
        Body::Move { .. } | Body::DrawOffered { yours: false }
    );
    // Full 24 hours run to the second, and what ends a game is told at once.
    let may = game.status == Status::Active && game.facts.regulations.day_unit == DayUnit::Date;
    if !waits || !may || !desk.player(reader)?.wishes.daily {
        return Ok(Some(notice));
    }
    let begins = notice.begins.take();
    let begins = begins.map(|told| Begins::of(told, Some(game)));
    notice.decision = desk.deciding.as_ref().and_then(Deciding::number);
    let held = HeldNotice {
        notice,
        view: Vec::new(),
        daily: true,
        begins,
    };
    let held = serde_json::to_string(&held).map_err(Failure::failed)?;
    desk.tx.owed_add(
        &NewOwed {
            inbound: by.map(|by| by.inbound),
            sender,
            player: Some(reader),
            game: Some(game.facts.id),
            begins,
            notice: &held,
        },
        desk.now,
    )?;
    Ok(None)
}

/// Whether a row waits for a daily letter.
pub(super) fn is_daily(row: &Owed) -> bool {
    let held = serde_json::from_str::<HeldNotice>(&row.notice);
    held.is_ok_and(|held| held.daily)
}

/// Letters left at an hour: what waited then for a daily letter counts as having left with
/// them.
pub(super) fn count_daily(desk: &mut Desk<'_>, left: Instant) -> Result<(), Failure> {
    let waited = |row: &Owed| row.made <= left && is_daily(row);
    for row in desk.tx.owed_begins()?.into_iter().filter(waited) {
        if let (Some(game), Some(begins)) = (row.game, row.begins) {
            beginning::note_beginning(desk, game, row.player, begins, Leaving::mailed(left))?;
        }
        desk.tx.owed_begun(row.id)?;
    }
    Ok(())
}

/// A game that waits, with what is said of it.
struct WaitingGame {
    row: Owed,
    notice: Notice,
    game: Arc<GameFile>,
}

impl WaitingGame {
    /// The most urgent first.
    fn flag(&self) -> Option<Day> {
        self.game.running().map(|r| r.flag)
    }
}

/// Writes the daily letters whose day has come; at once to who wishes them no more.
pub(super) fn pay_daily(desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut readers: BTreeMap<PlayerId, Vec<Owed>> = BTreeMap::new();
    for sender in desk.tx.owed_senders()? {
        let rows = desk.tx.owed_of(sender, MOST_ROWS)?;
        for row in rows.into_iter().filter(is_daily) {
            if let Some(reader) = row.player {
                readers.entry(reader).or_default().push(row);
            }
        }
    }
    for (reader, rows) in readers {
        if is_due(desk, reader, &rows)? {
            write_daily(desk, reader, rows)?;
        }
    }
    Ok(())
}

/// Whether something waits since an earlier day, by the dates of its tournament.
fn is_due(desk: &Desk<'_>, reader: PlayerId, rows: &[Owed]) -> Result<bool, Failure> {
    if !desk.player(reader)?.wishes.daily {
        return Ok(true);
    }
    for row in rows {
        if let Some(game) = row.game {
            let zone = desk.tx.game_facts(game)?.zone;
            if zone.day(row.made) < zone.day(desk.now) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn write_daily(desk: &mut Desk<'_>, reader: PlayerId, rows: Vec<Owed>) -> Result<(), Failure> {
    let mut over = Vec::new();
    let mut all: Vec<WaitingGame> = Vec::new();
    for row in rows {
        let game = row.game.map(|id| desk.snapshot(id)).transpose()?;
        let held = serde_json::from_str::<HeldNotice>(&row.notice);
        let (Some(game), Ok(held)) = (game, held) else {
            over.push(row.id);
            continue;
        };
        // Answered meanwhile, or told by a later move: nothing waits there any more.
        if !still_waits(&held.notice, &game, reader) {
            over.push(row.id);
            continue;
        }
        all.push(WaitingGame {
            row,
            notice: held.notice,
            game,
        });
    }
    all.sort_by_key(|waiting| (waiting.flag(), waiting.row.id));
    all.truncate(MOST_GAMES);
    // No letter says it: its token is not good for that game.
    desk.tx.owed_settle(&over, None, desk.now)?;
    let pays = all.iter().map(|waiting| waiting.row.id).collect();
    let newest = all.iter().map(|waiting| &waiting.row).max_by_key(|r| r.id);
    let Some(newest) = newest else {
        return Ok(());
    };
    let by = newest.inbound.map(|inbound| BroughtBy {
        inbound,
        message_id: None,
        sender: Some(newest.sender),
    });
    let mut owing = Owing {
        together: Vec::new(),
        pays,
    };
    if let [_] = all.as_slice()
        && let Some(only) = all.pop()
    {
        return mail_owed(desk, only.notice, Some(only.game), by.as_ref(), owing);
    }
    let games = all.iter().map(|w| w.game.facts.name.to_string());
    let body = Body::Daily {
        games: games.collect(),
    };
    owing.together = all
        .into_iter()
        .map(|waiting| AnswerPiece {
            notice: waiting.notice,
            game: Some(waiting.game),
            games: Vec::new(),
        })
        .collect();
    let notice = Notice::new(Recipient::Player(reader), body);
    mail_owed(desk, notice, None, by.as_ref(), owing)
}

fn still_waits(notice: &Notice, game: &GameFile, reader: PlayerId) -> bool {
    if game.status != Status::Active || game.side_of(reader).is_none() {
        return false;
    }
    match &notice.body {
        Body::Move { plies, .. } => plies.last() == Some(&game.ply()),
        Body::DrawOffered { .. } => game.draw_offer.is_some(),
        _ => true,
    }
}
