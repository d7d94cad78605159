//! Stages of a cycle (26, mixed): when those before are over, who came through them is
//! entered in the next one, which then begins on its day or on the arbiter's word.

use super::desk::Desk;
use super::inquiry::{input_of, places_of};
use super::orders::decided::Grounds;
use super::rounds::{self, Estimates, PairingCall, numbers_of};
use super::starting;
use super::tournaments::{entered, facts_again, games_of};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::{EventId, PlayerId, TournamentId};
use crate::orders::{Outcome, PromoteOrder, Refusal};
use crate::record::{MadeField, StayedUnit, TournamentEvent};
use crate::report::table::{CarriedGame, counted};
use crate::store::{TournamentRow, TournamentStatus, View};
use crate::time::Instant;
use crate::tournament::TournamentFile;
use crate::tournament::file::EnteredPlayer;
use crate::tournament::scored::TableGame;
use crate::tournament::stage::{
    Arrived, Promoted, RankedUnit, StageEntry, Unfilled, filled, promoted,
};
use std::collections::{BTreeMap, BTreeSet};

/// The article of mixed systems.
pub(in crate::robot) const MIXED: &str = "26";

/// What came of a planned stage.
pub(super) enum StageStep {
    /// So many came into it.
    Filled(usize),
    /// It has begun.
    Begun(usize),
    /// The tables do not tell who comes in.
    Unfilled(Unfilled),
    /// Nothing is due.
    Nothing,
}

impl StageStep {
    /// What a pass tells of it.
    pub fn told(&self, code: &str) -> Option<String> {
        Some(match self {
            StageStep::Filled(came) => format!("{code}: the field is made, {came} came in"),
            StageStep::Begun(games) => format!("{code}: begun, {games} games"),
            StageStep::Unfilled(Unfilled::Level { stage, .. }) => {
                format!("{code}: the table of {stage} does not tell who goes through")
            }
            StageStep::Unfilled(Unfilled::TooFew) => format!("{code}: fewer than two could play"),
            StageStep::Nothing => return None,
        })
    }
}

/// A tournament is over, since its last game, or since now: the stages that wait for it are
/// looked at on the next day, so that a slip can be mended before.
pub(super) fn finish(
    desk: &mut Desk<'_>,
    id: TournamentId,
    ended: Option<Instant>,
) -> Result<(), Failure> {
    desk.tx.tournament_finish(id, ended.unwrap_or(desk.now))?;
    let Some(row) = desk.tx.tournament_load_id(id)? else {
        return Ok(());
    };
    let Some(stage) = row.tournament_file()?.stage else {
        return Ok(());
    };
    for next in desk.tx.tournaments_of_cycle(&stage.cycle)? {
        let waits = next.status == TournamentStatus::Planned
            && stage_of(&next)?.is_some_and(|s| {
                s.is_open() && s.from.iter().any(|from| from.stage == row.facts.code)
            });
        if waits {
            let zone = next.facts.zone;
            let at = zone.begins(zone.day(desk.now).plus(1));
            desk.tx.tournament_pairs_at(next.facts.id, Some(at))?;
        }
    }
    Ok(())
}

/// Whether it is not known yet who plays in it.
pub(super) fn is_open(row: &TournamentRow) -> Result<bool, Failure> {
    Ok(stage_of(row)?.is_some_and(|stage| stage.is_open()))
}

fn stage_of(row: &TournamentRow) -> Result<Option<StageEntry>, Failure> {
    Ok(row.tournament_file()?.stage)
}

/// What is due of a planned stage: its field is made, or it begins.
pub(super) fn next_step(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    call: &PairingCall<'_>,
) -> Result<StageStep, Failure> {
    let id = row.facts.id;
    desk.tx.tournament_pairs_at(id, None)?;
    let Some(stage) = stage_of(row)? else {
        return Ok(StageStep::Nothing);
    };
    if stage.is_open() {
        return make_field(desk, row, call, &BTreeSet::new());
    }
    let (today, start) = (row.facts.zone.day(desk.now), row.facts.start);
    if !stage.dated {
        return Ok(StageStep::Nothing);
    }
    if today < start {
        let at = row.facts.zone.begins(start);
        desk.tx.tournament_pairs_at(id, Some(at))?;
        return Ok(StageStep::Nothing);
    }
    // Those who would begin are not those of the tables any more: the arbiter is told, and it
    // is looked at again.
    if call.is_pass() && astray(desk.tx, row, desk.now)? {
        let at = row.facts.zone.begins(today.plus(1));
        desk.tx.tournament_pairs_at(id, Some(at))?;
        return Ok(StageStep::Nothing);
    }
    let games = desk.tx.games_of_tournament(id)?;
    starting::start(desk, row, &games)?;
    Ok(StageStep::Begun(games.len()))
}

/// Makes the field of a stage, where those before it are over. Those who stay, by stage and
/// number there, make room for the next.
fn make_field(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    call: &PairingCall<'_>,
    stays: &BTreeSet<(String, u32)>,
) -> Result<StageStep, Failure> {
    let file = row.tournament_file()?;
    let Some(stage) = &file.stage else {
        return Ok(StageStep::Nothing);
    };
    let Some(tables) = tables_of(desk.tx, stage, (desk.now, None), stays)? else {
        return Ok(StageStep::Nothing);
    };
    let came = match promoted(stage, &tables) {
        Ok(came) => came,
        Err(why) => {
            let event = TournamentEvent::FieldUnmade { why: why.clone() };
            rounds::record(desk, row, event, call, Some(MIXED))?;
            tell_unmade(desk, row, &why)?;
            return Ok(StageStep::Unfilled(why));
        }
    };
    let before: Vec<Promoted> = stage.came.clone();
    let now = with_entries(desk.tx, row)?;
    let arrivals = arrivals(desk.tx, &came)?;
    let made = filled(&now, came.iter().cloned().zip(arrivals).collect());
    let entries = enter(desk, &made)?;
    let json = serde_json::to_string(&made).map_err(Failure::failed)?;
    let games = games_of(&made)?;
    desk.tx.tournament_revise(
        row.facts.id,
        &facts_again(&made, &row.facts),
        &json,
        &entries,
        &games,
    )?;
    desk.forget_tournament(row.facts.id);
    let stayed = stays.iter().map(|(stage, number)| StayedUnit {
        stage: stage.clone(),
        number: *number,
    });
    let event = TournamentEvent::FieldMade(MadeField {
        came: came.clone(),
        stays: stayed.collect(),
    });
    rounds::record(desk, row, event, call, Some(MIXED))?;
    if stage.dated && row.facts.start > row.facts.zone.day(desk.now) {
        let at = row.facts.zone.begins(row.facts.start);
        desk.tx.tournament_pairs_at(row.facts.id, Some(at))?;
    }
    tell_of_field(desk, row, &made, (&came, &before))?;
    Ok(StageStep::Filled(came.len()))
}

/// Whether the field of a stage that is not over is another one than the tables of those before
/// it would make: one of them is played again, or stands otherwise, or who came through has
/// left it. Of who leaves after it has begun it knows nothing.
pub(super) fn astray(view: &View<'_>, row: &TournamentRow, now: Instant) -> Result<bool, Failure> {
    let Some(stage) = stage_of(row)?.filter(|s| !s.came.is_empty()) else {
        return Ok(false);
    };
    let events = view.tournament_events(row.facts.id)?;
    let made = events.iter().rev().find_map(|e| match &e.event {
        TournamentEvent::FieldMade(made) => Some((e.at, made)),
        _ => None,
    });
    let (at, made) = match (made, row.status) {
        (None, _) | (_, TournamentStatus::Finished) => return Ok(false),
        (Some((_, made)), TournamentStatus::Planned) => (now, made),
        (Some(then), TournamentStatus::Started) => then,
    };
    let stays = made.stays.iter().map(|s| (s.stage.clone(), s.number));
    let tables = tables_of(view, &stage, (at, None), &stays.collect())?;
    Ok(tables.is_none_or(|tables| promoted(&stage, &tables).as_ref() != Ok(&stage.came)))
}

/// The stages whose field comes from a tournament and is not what the tables would make, with
/// whether they have begun.
pub(super) fn astray_after(
    view: &View<'_>,
    row: &TournamentRow,
    now: Instant,
) -> Result<Vec<(String, bool)>, Failure> {
    let Some(stage) = stage_of(row)? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for next in view.tournaments_of_cycle(&stage.cycle)? {
        let comes = |s: StageEntry| s.from.iter().any(|from| from.stage == row.facts.code);
        if stage_of(&next)?.is_some_and(comes) && astray(view, &next, now)? {
            let begun = next.status != TournamentStatus::Planned;
            found.push((next.facts.code.clone(), begun));
        }
    }
    Ok(found)
}

/// The persons of a field, by their starting numbers.
fn enter(desk: &mut Desk<'_>, file: &TournamentFile) -> Result<Vec<(u32, PlayerId)>, Failure> {
    let players = (1..).zip(&file.players).filter(|(_, p)| !p.withdrawn);
    let mut entries = Vec::new();
    for (number, player) in players {
        let id = desk.tx.player_enter(&entered(player, file.language))?;
        entries.push((number, id));
    }
    Ok(entries)
}

/// The tables of the stages before, with who stays there and who has gone on elsewhere; as
/// they stood at an hour and before an entry of the record, where one is given. None where one
/// of them is not there, or is not over today.
fn tables_of(
    view: &View<'_>,
    stage: &StageEntry,
    (at, before): (Instant, Option<EventId>),
    stays: &BTreeSet<(String, u32)>,
) -> Result<Option<BTreeMap<String, Vec<RankedUnit>>>, Failure> {
    let mut tables = BTreeMap::new();
    for from in &stage.from {
        let Some(row) = view.tournament_load(&from.stage)? else {
            return Ok(None);
        };
        if before.is_none() && row.status != TournamentStatus::Finished {
            return Ok(None);
        }
        let mut table = ranked(view, &row, at, before)?;
        let taken = taken_from(view, stage, &from.stage, before)?;
        for unit in &mut table {
            unit.stays |= stays.contains(&(from.stage.clone(), unit.number));
            unit.taken = taken.contains(&unit.number);
        }
        tables.insert(from.stage.clone(), table);
    }
    Ok(Some(tables))
}

/// Who has gone on from a stage to one that stands above this one in the file; before an
/// entry of the record, where one is given.
fn taken_from(
    view: &View<'_>,
    stage: &StageEntry,
    source: &str,
    before: Option<EventId>,
) -> Result<BTreeSet<u32>, Failure> {
    let mut taken = BTreeSet::new();
    for row in view.tournaments_of_cycle(&stage.cycle)? {
        if stage_of(&row)?.is_none_or(|other| other.number >= stage.number) {
            continue;
        }
        let events = view.tournament_events(row.facts.id)?;
        let mut made = events
            .iter()
            .filter(|e| before.is_none_or(|before| e.id < before))
            .filter_map(|e| match &e.event {
                TournamentEvent::FieldMade(made) => Some(made),
                _ => None,
            });
        let came = made.next_back().map_or(&[][..], |made| &made.came);
        taken.extend(
            came.iter()
                .filter(|one| one.stage == source)
                .map(|one| one.was),
        );
    }
    Ok(taken)
}

/// A table as promotion sees it, best first; as it stood at an hour and before an entry of
/// the record, where one is given.
fn ranked(
    view: &View<'_>,
    row: &TournamentRow,
    at: Instant,
    before: Option<EventId>,
) -> Result<Vec<RankedUnit>, Failure> {
    let facts = &row.facts;
    let numbers = numbers_of(view, facts.id)?;
    let number = |player: &PlayerId| numbers.get(player).copied().unwrap_or_default();
    let mut games = Vec::new();
    for game in view.games_of_tournament(facts.id)? {
        let result = match before {
            None => game.result,
            Some(entry) => {
                let then = view.game_load_before(game.id, entry)?;
                then.result.map(|r| r.code)
            }
        };
        games.push(TableGame {
            white: number(&game.players.white.0),
            black: number(&game.players.black.0),
            result: counted(result),
            round: game.round,
        });
    }
    let entrants = super::inquiry::entrants_of(*view, facts)?;
    let input = input_of(*view, row, entrants, facts.zone.day(at))?;
    let mut ranked: Vec<RankedUnit> = Vec::new();
    if !input.teams.is_empty() {
        let mut last = String::new();
        let mut group = 0;
        for team in input.team_standings_of(&games) {
            group += usize::from(team.place != last);
            last.clone_from(&team.place);
            ranked.push(RankedUnit {
                number: team.team,
                group,
                stays: false,
                taken: false,
            });
        }
        return Ok(ranked);
    }
    let left: BTreeSet<u32> = view
        .entries_of_tournament(facts.id)?
        .into_iter()
        .filter(|e| e.withdrawn.is_some_and(|left| left <= at))
        .map(|e| e.start_number)
        .collect();
    let mut last = String::new();
    let mut group = 0;
    for unit in input.standings_of(&games).table {
        group += usize::from(unit.place != last);
        last = unit.place;
        ranked.push(RankedUnit {
            number: unit.start_number,
            group,
            stays: left.contains(&unit.start_number) || !unit.counts,
            taken: false,
        });
    }
    Ok(ranked)
}

/// The file of a tournament with its players as they are known now.
fn with_entries(view: &View<'_>, row: &TournamentRow) -> Result<TournamentFile, Failure> {
    let mut file = row.tournament_file()?;
    for entry in view.entries_of_tournament(row.facts.id)? {
        let at = usize::try_from(entry.start_number).unwrap_or(0);
        let place = at.checked_sub(1).and_then(|at| file.players.get_mut(at));
        if let (Some(place), Some(player)) = (place, view.player_load(entry.player)?) {
            *place = EnteredPlayer {
                greeting: place.greeting.clone().filter(|_| place.name == player.name),
                name: player.name,
                reach: player.reach,
                address: player.postal,
                language: Some(player.language),
                rating: player.rating,
                federation: player.federation,
                withdrawn: place.withdrawn,
            };
        }
    }
    Ok(file)
}

/// Those who came through, as they are entered where they come from.
fn arrivals(view: &View<'_>, came: &[Promoted]) -> Result<Vec<Arrived>, Failure> {
    let mut files: BTreeMap<&str, TournamentFile> = BTreeMap::new();
    for one in came {
        if !files.contains_key(one.stage.as_str())
            && let Some(row) = view.tournament_load(&one.stage)?
        {
            files.insert(&one.stage, with_entries(view, &row)?);
        }
    }
    let arrived = |one: &Promoted| {
        let file = files.get(one.stage.as_str())?;
        let at = usize::try_from(one.was).ok()?.checked_sub(1)?;
        if file.play.system.is_of_teams() {
            let known = (1..).zip(file.players.iter().cloned()).collect();
            return Some(Arrived::Team(file.teams.get(at)?.clone(), known));
        }
        file.players.get(at).cloned().map(Arrived::Player)
    };
    let lost = || Failure::failed("one who came through is not entered where he came from");
    came.iter()
        .map(|one| arrived(one).ok_or_else(lost))
        .collect()
}

/// The results that a stage carries over: games between two who came from the same stage.
pub(super) fn carried(
    view: &View<'_>,
    id: TournamentId,
    stage: &StageEntry,
) -> Result<Vec<CarriedGame>, Failure> {
    let mut all = Vec::new();
    if !stage.carry || stage.came.is_empty() {
        return Ok(all);
    }
    let here: BTreeMap<PlayerId, u32> = numbers_of(view, id)?;
    let sources: BTreeSet<&str> = stage.came.iter().map(|one| one.stage.as_str()).collect();
    for source in sources {
        let Some(row) = view.tournament_load(source)? else {
            continue;
        };
        for game in view.games_of_tournament(row.facts.id)? {
            let number = |player: &PlayerId| here.get(player).copied();
            let both = number(&game.players.white.0).zip(number(&game.players.black.0));
            let Some((white, black)) = both else {
                continue;
            };
            all.push(CarriedGame {
                name: game.name,
                game: TableGame {
                    white,
                    black,
                    result: counted(game.result),
                    round: 0,
                },
            });
        }
    }
    Ok(all)
}

/// A stage into which results of another are carried over, with the places in its table.
pub(super) struct CarriesInto {
    /// Its code.
    pub code: String,
    /// The places of its players.
    pub places: BTreeMap<PlayerId, String>,
}

/// The stages into which results of a tournament are carried over, once their fields are made.
pub(super) fn carries_into(
    view: View<'_>,
    id: TournamentId,
    now: Instant,
) -> Result<Vec<CarriesInto>, Failure> {
    let mut found = Vec::new();
    let Some(row) = view.tournament_load_id(id)? else {
        return Ok(found);
    };
    let Some(stage) = stage_of(&row)? else {
        return Ok(found);
    };
    for next in view.tournaments_of_cycle(&stage.cycle)? {
        let comes = |s: &StageEntry| s.came.iter().any(|one| one.stage == row.facts.code);
        if !stage_of(&next)?.is_some_and(|s| s.carry && comes(&s)) {
            continue;
        }
        let numbers = numbers_of(&view, next.facts.id)?;
        let places = places_of(view, &next, now)?;
        let each = numbers.into_iter();
        let each = each.filter_map(|(player, number)| Some((player, places.get(&number)?.clone())));
        found.push(CarriesInto {
            code: next.facts.code.clone(),
            places: each.collect(),
        });
    }
    Ok(found)
}

/// The arbiter orders the field of a stage made, or made again before it begins (26, 31.4):
/// those named stay, and the next come in.
pub(super) fn promote_ordered(
    desk: &mut Desk<'_>,
    order: &PromoteOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = &order.code;
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.clone()))?;
    let stage = stage_of(&row)?.filter(|s| !s.from.is_empty());
    let stage = stage.ok_or_else(|| Refusal::NoStage(code.clone()))?;
    if row.status != TournamentStatus::Planned {
        return Err(Refusal::StageBegun(code.clone()).into());
    }
    let stays: BTreeSet<(String, u32)> = order.without.iter().cloned().collect();
    if let Some((other, _)) = stays
        .iter()
        .find(|(other, _)| !stage.from.iter().any(|from| from.stage == *other))
    {
        return Err(Refusal::NoTournament(other.clone()).into());
    }
    let none = Estimates::new();
    let call = PairingCall::of(grounds.cause, &none, &grounds.reason);
    match make_field(desk, &row, &call, &stays)? {
        StageStep::Filled(players) => Ok(vec![Outcome::FieldMade {
            code: code.clone(),
            players,
        }]),
        StageStep::Unfilled(Unfilled::Level { stage, numbers }) => {
            Err(Refusal::Level { stage, numbers }.into())
        }
        StageStep::Unfilled(Unfilled::TooFew) => Err(Refusal::TooFew(code.clone()).into()),
        StageStep::Begun(_) | StageStep::Nothing => Err(Refusal::StagesOpen(code.clone()).into()),
    }
}

/// Makes the field of a stage again from the record as it stood, and tells where another
/// comes of it.
pub(super) fn check(view: &View<'_>, row: &TournamentRow) -> Result<Vec<String>, Failure> {
    let Some(stage) = stage_of(row)? else {
        return Ok(Vec::new());
    };
    let mut differences = Vec::new();
    let mut last: Option<Vec<Promoted>> = None;
    for event in view.tournament_events(row.facts.id)? {
        let TournamentEvent::FieldMade(made) = &event.event else {
            continue;
        };
        let stays = made.stays.iter().map(|s| (s.stage.clone(), s.number));
        let then = (event.at, Some(event.id));
        let tables = tables_of(view, &stage, then, &stays.collect())?.unwrap_or_default();
        if promoted(&stage, &tables).as_ref() != Ok(&made.came) {
            differences.push(format!(
                "the field of {}: the record makes another one",
                row.facts.code
            ));
        }
        last = Some(made.came.clone());
    }
    if last.unwrap_or_default() != stage.came {
        differences.push(format!(
            "the field of {} is stored otherwise than the record made it",
            row.facts.code
        ));
    }
    Ok(differences)
}

/// The arbiter gets the field; who came in, and who does not any more, hears of it.
fn tell_of_field(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    file: &TournamentFile,
    (came, before): (&[Promoted], &[Promoted]),
) -> Result<(), Failure> {
    let facts = &row.facts;
    let of_teams = file.play.system.is_of_teams();
    let name = |number: u32| {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        match of_teams {
            true => file.teams.get(at).map(|t| t.name.clone()),
            false => file.players.get(at).map(|p| p.name.clone()),
        }
    };
    let origin = |number: u32| came.iter().find(|one| one.number == number);
    let count = match of_teams {
        true => file.teams.len(),
        false => file.players.len(),
    };
    let field: Vec<String> = (1..=u32::try_from(count).unwrap_or(u32::MAX))
        .filter_map(|number| {
            let name = name(number)?;
            Some(match origin(number) {
                Some(one) => format!(
                    "{number}. {name} – {}:{} ({})",
                    one.stage, one.was, one.place
                ),
                None => format!("{number}. {name}"),
            })
        })
        .collect();
    let stage = file.stage.as_ref();
    let sources: Vec<String> = stage
        .map(|s| s.from.iter().map(|from| from.stage.clone()).collect())
        .unwrap_or_default();
    let begins = (stage.is_some_and(|s| s.dated) && facts.start > facts.zone.day(desk.now))
        .then_some(facts.start);
    let same = |a: &Promoted, b: &Promoted| (&a.stage, a.was) == (&b.stage, b.was);
    let mut ruling = Ruling::default();
    let mut tell = |to: Recipient, own: Option<&Promoted>, is_in: bool| {
        let body = Body::StageField {
            code: facts.code.clone(),
            name: facts.name.clone(),
            begins,
            field: field.clone(),
            sources: sources.clone(),
            stage: own.map(|one| one.stage.clone()).unwrap_or_default(),
            place: own.map_or(0, |one| one.place),
            is_in,
        };
        let notice = Notice::new(to, body).of_tournament(facts.id);
        ruling.notices.push(notice);
    };
    tell(Recipient::Arbiter, None, true);
    if !of_teams {
        for (list, others, is_in) in [(came, before, true), (before, came, false)] {
            for one in list {
                if others.iter().any(|other| same(one, other)) {
                    continue;
                }
                if let Some(player) = holder(desk.tx, &one.stage, one.was)? {
                    tell(Recipient::Player(player), Some(one), is_in);
                }
            }
        }
    }
    desk.record(ruling, None, None)
}

/// Who has a number in a stage.
fn holder(view: &View<'_>, stage: &str, number: u32) -> Result<Option<PlayerId>, Failure> {
    let Some(row) = view.tournament_load(stage)? else {
        return Ok(None);
    };
    let entries = view.entries_of_tournament(row.facts.id)?;
    let entry = entries.iter().find(|e| e.start_number == number);
    Ok(entry.map(|e| e.player))
}

/// The arbiter hears that the tables do not tell who goes through.
fn tell_unmade(desk: &mut Desk<'_>, row: &TournamentRow, why: &Unfilled) -> Result<(), Failure> {
    let facts = &row.facts;
    let (stage, numbers) = match why {
        Unfilled::Level { stage, numbers } => (stage.as_str(), numbers.as_slice()),
        Unfilled::TooFew => ("", &[][..]),
    };
    let mut level = Vec::new();
    for number in numbers {
        if let Some(player) = holder(desk.tx, stage, *number)?
            && let Some(player) = desk.tx.player_load(player)?
        {
            level.push(format!("{stage}:{number} {}", player.name));
        }
    }
    let body = Body::StageUnmade {
        code: facts.code.clone(),
        name: facts.name.clone(),
        stage: stage.to_owned(),
        level,
    };
    let notice = Notice::new(Recipient::Arbiter, body).of_tournament(facts.id);
    let ruling = Ruling::telling(vec![notice]);
    desk.record(ruling, None, None)
}
