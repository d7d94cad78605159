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
    /// Those that are not printed.
    pub unprinted: Vec<OutboundRow>,
    /// Those of each printing that are printed and not posted.
    pub unposted: BTreeMap<u32, Vec<OutboundRow>>,
}

impl LatePaper {
    /// Reads what is late at an hour.
    pub(super) fn read(view: View<'_>, now: Instant) -> Result<LatePaper, Failure> {
        let before = now.plus_seconds(-PAPER_DAYS * 86_400);
        let mut unprinted = view.paper_waiting(&PaperWanted::default())?;
        unprinted.retain(|row| row.composed < before);
        let mut late = LatePaper {
            unprinted,
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

/// What lies there, by tournament: a letter belongs to the tournament of its game, one
/// without a game to every tournament of its player.
pub(super) struct Unposted(BTreeMap<TournamentId, LatePaper>);

impl Unposted {
    /// Reads what lies there at an hour.
    pub(super) fn read(view: View<'_>, now: Instant) -> Result<Unposted, Failure> {
        let mut of: BTreeMap<TournamentId, LatePaper> = BTreeMap::new();
        let late = LatePaper::read(view, now)?;
        for row in late.unprinted {
            for tournament in tournaments(view, &row)? {
                let lies = of.entry(tournament).or_default();
                lies.unprinted.push(row.clone());
            }
        }
        for (batch, rows) in late.unposted {
            for row in rows {
                for tournament in tournaments(view, &row)? {
                    let printings = &mut of.entry(tournament).or_default().unposted;
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

    /// The matters of a tournament: one of all that is not printed, and one a printing,
    /// however many letters it has.
    pub(super) fn matters(
        &self,
        view: View<'_>,
        facts: &TournamentFacts,
        most_about: usize,
    ) -> Result<Vec<Matter>, Failure> {
        let mut matters = Vec::new();
        let Some(late) = self.0.get(&facts.id) else {
            return Ok(matters);
        };
        let article = Article::ActualDispatch.number(facts.profile);
        let readers = |rows: &[OutboundRow]| -> Result<Vec<String>, Failure> {
            let mut to = BTreeSet::new();
            for player in rows.iter().filter_map(|row| row.player) {
                to.extend(view.player_load(player)?.map(|p| p.name));
            }
            Ok(to.into_iter().take(most_about).collect())
        };
        if let Some(composed) = late.unprinted.iter().map(|row| row.composed).min() {
            matters.push(Matter {
                what: "not-printed".to_owned(),
                article: article.to_owned(),
                about: readers(&late.unprinted)?,
                since: Some(facts.zone.day(composed)),
                happened: Happened::NotPrinted {
                    letters: late.unprinted.len(),
                },
                commands: vec!["print --output post.pdf".to_owned()],
                ..Matter::default()
            });
        }
        for (batch, rows) in &late.unposted {
            let printed = rows.iter().filter_map(|row| row.paper.printed).min();
            let since = printed.map(|at| facts.zone.day(at));
            matters.push(Matter {
                what: "not-posted".to_owned(),
                article: article.to_owned(),
                about: readers(rows)?,
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
