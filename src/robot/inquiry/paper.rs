//! What lies on paper for too long: not printed, or printed and not posted. Who waits for
//! it gets nothing, and no term of his begins.

use crate::error::Failure;
use crate::ids::TournamentId;
use crate::report::{Happened, Matter};
use crate::rules::Article;
use crate::store::{OutboundRow, PaperWanted, TournamentFacts, View};
use crate::time::Instant;
use std::collections::{BTreeMap, BTreeSet};

/// How many days a letter may lie on paper before somebody is told: a weekend and a day.
pub(super) const PAPER_DAYS: i64 = 3;

/// What lies for longer than [`PAPER_DAYS`].
#[derive(Clone, Debug, Default)]
pub(super) struct LatePaper {
    /// How many letters are not printed.
    pub unprinted: usize,
    /// Those of each printing that are printed and not posted.
    pub unposted: BTreeMap<u32, Vec<OutboundRow>>,
}

impl LatePaper {
    /// Reads what is late at an hour.
    pub(super) fn read(view: View<'_>, now: Instant) -> Result<LatePaper, Failure> {
        let before = now.plus_seconds(-PAPER_DAYS * 86_400);
        let waiting = view.paper_waiting(&PaperWanted::default())?;
        let mut late = LatePaper {
            unprinted: waiting.iter().filter(|row| row.composed < before).count(),
            ..LatePaper::default()
        };
        for row in view.paper_printed()? {
            if let (Some(printed), Some(batch)) = (row.paper.printed, row.paper.batch)
                && printed < before
            {
                late.unposted.entry(batch).or_default().push(row);
            }
        }
        Ok(late)
    }
}

/// Printings that lie there, by tournament: a letter belongs to the tournament of its
/// game, one without a game to every tournament of its player.
pub(super) struct Unposted(BTreeMap<TournamentId, BTreeMap<u32, Vec<OutboundRow>>>);

impl Unposted {
    /// Reads what lies there at an hour.
    pub(super) fn read(view: View<'_>, now: Instant) -> Result<Unposted, Failure> {
        let mut of: BTreeMap<TournamentId, BTreeMap<u32, Vec<OutboundRow>>> = BTreeMap::new();
        for (batch, rows) in LatePaper::read(view, now)?.unposted {
            for row in rows {
                for tournament in tournaments(view, &row)? {
                    let printings = of.entry(tournament).or_default();
                    printings.entry(batch).or_default().push(row.clone());
                }
            }
        }
        Ok(Unposted(of))
    }

    /// Whether something of a tournament lies there.
    pub(super) fn any(&self, id: TournamentId) -> bool {
        self.0.contains_key(&id)
    }

    /// The matters of a tournament: one a printing, however many letters it has.
    pub(super) fn matters(
        &self,
        view: View<'_>,
        facts: &TournamentFacts,
        most_about: usize,
    ) -> Result<Vec<Matter>, Failure> {
        let mut matters = Vec::new();
        for (batch, rows) in self.0.get(&facts.id).into_iter().flatten() {
            let mut to = BTreeSet::new();
            for player in rows.iter().filter_map(|row| row.player) {
                to.extend(view.player_load(player)?.map(|p| p.name));
            }
            let printed = rows.iter().filter_map(|row| row.paper.printed).min();
            let since = printed.map(|at| facts.zone.day(at));
            matters.push(Matter {
                what: "not-posted".to_owned(),
                article: Article::ActualDispatch.number(facts.profile).to_owned(),
                about: to.into_iter().take(most_about).collect(),
                since,
                happened: Happened::NotPosted {
                    batch: *batch,
                    letters: rows.len(),
                },
                commands: vec![format!("post sent {batch} --date DATE")],
                ..Matter::default()
            });
        }
        Ok(matters)
    }
}

/// The tournaments that a letter on paper is about.
pub(super) fn tournaments(view: View<'_>, row: &OutboundRow) -> Result<Vec<TournamentId>, Failure> {
    if let Some(game) = row.game_id {
        return Ok(vec![view.game_facts(game)?.tournament]);
    }
    let entries = match row.player {
        Some(player) => view.player_tournaments(player)?,
        None => Vec::new(),
    };
    Ok(entries.into_iter().map(|entry| entry.tournament).collect())
}
