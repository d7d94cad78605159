//! What a code stands for: of the letter that waits for it exactly the requests that its
//! list showed (CONTRACT.md 4). What the list had no room for is asked by the next one, under
//! a code of its own.

use super::desk::Desk;
use crate::error::Failure;
use crate::ids::InboundId;
use crate::orders::by_letter::order_json;
use crate::request::orders::Orders;
use crate::request::{self, Section, Understanding, WHOLE, leave_out_whole};
use crate::store::{Challenge, InboundRow, View};
use crate::time::Day;
use serde_json::Value;

/// Most requests of one letter that a list shows beside those that end something.
const MOST_ASKED: usize = 8;

/// Requests that end something for who makes them.
const GRAVE: [&str; 3] = ["resign", "draw-accept", "withdraw"];

/// Whether a request ends something for who makes it.
pub(super) fn is_grave(request: &Value) -> bool {
    request["type"]
        .as_str()
        .is_some_and(|what| GRAVE.contains(&what))
}

/// Most characters of a text of a request that a list has room for.
pub(super) const MOST_SHOWN: usize = 1_900;

/// Whether a list shows all of a request: no code stands for what nobody has seen.
fn is_shown_whole(request: &Value) -> bool {
    let fields = ["text", "below", WHOLE];
    fields.iter().all(|name| {
        let text = request[*name].as_str().unwrap_or_default();
        text.chars().count() <= MOST_SHOWN
    })
}

/// Requests as `read --json` prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CodeScope(Vec<Value>);

impl CodeScope {
    /// The requests that a code stands for: as its list showed them, or as one would now.
    pub fn of(view: &View<'_>, code: &Challenge, row: &InboundRow) -> Result<CodeScope, Failure> {
        if let Some(shown) = &code.shown {
            return Ok(CodeScope(
                serde_json::from_str(shown).map_err(Failure::failed)?,
            ));
        }
        let rest = rest_of(view, row)?;
        let mut room = MOST_ASKED.saturating_sub(rest.iter().filter(|r| is_grave(r)).count());
        let whole = rest.into_iter().filter(is_shown_whole);
        let chosen = whole.filter(|request| {
            is_grave(request) || {
                let fits = room > 0;
                room = room.saturating_sub(1);
                fits
            }
        });
        Ok(CodeScope(chosen.collect()))
    }

    /// Those requests.
    pub fn requests(&self) -> &[Value] {
        &self.0
    }

    /// As they are kept with the code.
    pub fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(&self.0).map_err(Failure::failed)
    }

    /// Whether one of them ends something.
    pub fn is_grave(&self) -> bool {
        self.0.iter().any(is_grave)
    }

    /// A letter with those of its requests alone. `near`: its day.
    pub fn confines(&self, understanding: &Understanding, near: Day) -> Understanding {
        let mut confined = understanding.clone();
        let subject = understanding.subject_game().map(ToString::to_string);
        for section in &mut confined.sections {
            let all = std::mem::take(&mut section.requests);
            let holds = |r: &request::Request| {
                self.holds_each(&request::pieces_of(
                    r,
                    section,
                    subject.as_deref(),
                    Some(near),
                ))
            };
            let kept = all.into_iter().filter(holds).collect();
            section.requests = kept;
        }
        confined
    }

    /// Whether all requests of a part of a letter are among them. `subject`: the game that its
    /// subject names.
    pub fn holds(&self, section: &Section, subject: Option<&str>, near: Day) -> bool {
        let pieces = |r| request::pieces_of(r, section, subject, Some(near));
        section.requests.iter().all(|r| self.holds_each(&pieces(r)))
    }

    /// Orders with those lines alone.
    pub fn confines_orders(&self, mut orders: Orders) -> Orders {
        orders
            .lines
            .retain(|line| self.0.contains(&order_json(line)));
        orders
    }

    fn holds_each(&self, pieces: &[Value]) -> bool {
        // Lists of older programs kept less of a move.
        let holds = |piece: &Value| {
            let mut older = piece.clone();
            leave_out_whole(&mut older);
            self.0.iter().any(|shown| shown == piece || *shown == older)
        };
        pieces.iter().all(holds)
    }
}

/// What of a letter no code has confirmed: its requests without those that used codes stood
/// for.
pub(super) fn rest_of(view: &View<'_>, row: &InboundRow) -> Result<Vec<Value>, Failure> {
    let all = row.requests.as_ref().and_then(Value::as_array);
    let mut rest = all.cloned().unwrap_or_default();
    for code in view.challenges_of_letter(row.id)? {
        if let (Some(_), Some(shown)) = (code.used, &code.shown) {
            let done: Vec<Value> = serde_json::from_str(shown).map_err(Failure::failed)?;
            rest.retain(|request| !done.contains(request));
        }
    }
    Ok(rest)
}

/// What is left of a letter that a code has confirmed in part.
pub(super) fn is_left(desk: &Desk<'_>, letter: InboundId) -> Result<bool, Failure> {
    let row = desk.tx.inbound_show(letter)?;
    Ok(match row {
        Some(row) => !rest_of(desk.tx, &row)?.is_empty(),
        None => false,
    })
}
