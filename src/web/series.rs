//! Series of moves on the page of a game (54.3.3, 56.3.7-9): how much of the opponent's is
//! accepted, and what one proposes oneself. Half-moves stand in addresses and forms as UCI has
//! them, a dot between two.

use super::game::Reading;
use crate::arbiter::series::{MOST_PLIES, in_both};
use crate::chess::{Line, Position};
use crate::language::Language;
use serde::Serialize;
use std::borrow::Cow;

/// Where one's own next move is made: in the position of the record, or behind what is accepted
/// of the series that the opponent proposed.
#[derive(Clone, Debug)]
pub(super) struct Standing<'r> {
    /// What is accepted, UCI.
    pub(super) accepted: Vec<String>,
    /// The moves of the record and those.
    pub(super) line: Cow<'r, Line>,
}

impl<'r> Standing<'r> {
    /// Where nothing is accepted.
    pub(super) fn plain(reading: &'r Reading) -> Standing<'r> {
        Standing {
            accepted: Vec::new(),
            line: Cow::Borrowed(&reading.game.line),
        }
    }

    /// With what an address or a form accepts; `None` where that was not proposed.
    pub(super) fn of(reading: &'r Reading, accept: &str) -> Option<Standing<'r>> {
        let accepted = split(accept);
        if accepted.is_empty() {
            return Some(Standing::plain(reading));
        }
        let theirs = reading.game.proposal.as_ref();
        let theirs = theirs.filter(|p| p.side != reading.side);
        theirs.filter(|p| p.allows(&accepted))?;
        let line = Cow::Owned(reading.game.line.with(&accepted)?);
        Some(Standing { accepted, line })
    }

    /// The position.
    pub(super) fn position(&self) -> &Position {
        self.line.position()
    }

    /// What is accepted ends the game: no move of one's own stands behind it.
    pub(super) fn is_over(&self) -> bool {
        !self.accepted.is_empty() && self.line.ending().is_some()
    }

    /// What is accepted as addresses and forms have it.
    pub(super) fn accept(&self) -> String {
        self.accepted.join(".")
    }

    /// What stands behind the `?` of a page on which the same is accepted.
    pub(super) fn leads(&self, to: &str) -> String {
        match self.accepted.is_empty() {
            true => to.to_owned(),
            false => format!("accept={}&{to}", self.accept()),
        }
    }

    /// What is accepted, in both notations.
    pub(super) fn words(&self, reading: &Reading, language: Language) -> Option<String> {
        let begins = reading.game.line.position();
        in_both(begins, &self.accepted, language).filter(|_| !self.accepted.is_empty())
    }
}

/// So much of a proposed series, and where its acceptance leads.
#[derive(Clone, Debug, Serialize)]
pub struct Acceptance {
    /// In both notations.
    pub words: String,
    /// What stands behind the `?` of the page on which it is accepted.
    pub to: String,
}

/// All that can be accepted of the series that the opponent proposed: of each branch so many
/// pairs of half-moves as one wishes.
pub(super) fn acceptances(reading: &Reading, language: Language) -> Vec<Acceptance> {
    let begins = reading.game.line.position();
    let theirs = reading.game.proposal.as_ref();
    let branches = theirs.filter(|p| p.side != reading.side).into_iter();
    let parts = branches.flat_map(|p| &p.branches).flat_map(|branch| {
        let lengths = (2..=branch.len()).step_by(2);
        lengths.filter_map(|length| branch.get(..length))
    });
    let each = parts.filter_map(|part| {
        Some(Acceptance {
            words: in_both(begins, part, language)?,
            to: format!("accept={}", part.join(".")),
        })
    });
    each.collect()
}

/// The series that one has proposed oneself and that stands, branch by branch.
pub(super) fn own(reading: &Reading, language: Language) -> Vec<String> {
    let begins = reading.game.line.position();
    let proposal = reading.game.proposal.as_ref();
    let branches = proposal.filter(|p| p.side == reading.side).into_iter();
    let words = branches.flat_map(|p| &p.branches);
    words
        .filter_map(|branch| in_both(begins, branch, language))
        .collect()
}

/// A series that is proposed behind a move: `e7e5.g1f3` from the position after it. `None`
/// where it is no series: a move of it is not legal, the last is not one's own, it is too long,
/// or the regulations allow none.
pub(super) fn proposed(reading: &Reading, after: &Position, text: &str) -> Option<Vec<String>> {
    let series = split(text);
    let allowed = series.is_empty() || reading.game.facts.regulations.variants;
    if !allowed || !series.len().is_multiple_of(2) || series.len() > MOST_PLIES {
        return None;
    }
    let is_legal = Line::new(after.clone()).with(&series).is_some();
    is_legal.then_some(series)
}

/// Half-moves of an address or a form.
fn split(text: &str) -> Vec<String> {
    let each = text.split('.').filter(|uci| !uci.is_empty());
    each.take(MOST_PLIES + 1).map(str::to_owned).collect()
}
