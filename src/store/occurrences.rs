//! Orders that could be read in words of others which letters of ours passed on: whoever sends
//! such a letter back has not given them (CONTRACT.md 6).

use super::engine::params;
use super::sql::hash;
use super::{StoreError, Tx, View};
use crate::address;
use crate::arbiter::NoticeKind;
use crate::ids::OutboundId;
use crate::time::Instant;
use std::collections::BTreeSet;

/// A letter that passed on words of others in which an order could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccurrenceRow {
    /// The letter.
    pub letter: OutboundId,
    /// It lists what waits for a code: what is read there claims to be its reader's own.
    pub is_challenge: bool,
    /// When it was composed.
    pub composed: Instant,
    /// The address of whose letter it answers or passes on; empty where that is of none.
    pub from: String,
}

const OF_ORDER: &str = "SELECT o.id, o.kind, o.composed, coalesce(i.from_address, '')
    FROM order_occurrence n JOIN outbound o ON o.id = n.outbound_id
    LEFT JOIN inbound i ON i.id = o.in_reply_to
    WHERE n.kernel = ?1 AND lower(o.to_address) = ?2 AND o.composed >= ?3
    ORDER BY o.id DESC";

impl View<'_> {
    /// Letters to an address since a moment in whose passed on words an order could be read,
    /// the newest first.
    pub fn order_occurrences(
        &self,
        kernel: &str,
        to: &str,
        since: Instant,
    ) -> Result<Vec<OccurrenceRow>, StoreError> {
        let kernel = hash(kernel.as_bytes());
        let mut statement = self.conn.prepare_cached(OF_ORDER)?;
        let rows = statement.query_map(params![&kernel[..], address::key(to), since], |r| {
            let kind: String = r.get(1)?;
            Ok(OccurrenceRow {
                letter: r.get(0)?,
                is_challenge: kind == NoticeKind::Challenge.name(),
                composed: r.get(2)?,
                from: r.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Tx<'_> {
    /// Notes the orders that could be read in what a letter passes on.
    pub fn order_occurrences_add(
        &self,
        letter: OutboundId,
        kernels: &BTreeSet<String>,
    ) -> Result<(), StoreError> {
        for kernel in kernels {
            let kernel = hash(kernel.as_bytes());
            self.conn
                .prepare_cached(
                    "INSERT INTO order_occurrence (kernel, outbound_id) VALUES (?1, ?2)",
                )?
                .execute(params![&kernel[..], letter])?;
        }
        Ok(())
    }
}
