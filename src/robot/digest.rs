//! The digest: what waits for an arbiter, mailed once when it changes.

use super::bounces::without_addresses;
use super::desk::Robot;
use crate::arbiter::notice::Matter;
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::TournamentId;
use crate::store::{TournamentStatus, hash};

/// How long a letter that was given up stays among the matters, in days.
const UNDELIVERED_DAYS: i64 = 30;

impl Robot {
    /// Mails each arbiter what waits for him, where that is not what the last
    /// digest said. Tells how many digests were written.
    pub(super) fn digests(&mut self) -> Result<u32, Failure> {
        let mut written = 0;
        for row in self.store.read().tournament_list()? {
            if row.status == TournamentStatus::Planned {
                continue;
            }
            let undelivered = self.undelivered(row.facts.id)?;
            let matters: Vec<Matter> = self
                .table(&row)?
                .matters()
                .into_iter()
                .map(|m| Matter {
                    game: m.game.map(|g| g.to_string()),
                    what: m.what,
                    article: m.article,
                    until: m.until,
                    command: m
                        .commands
                        .first()
                        .map(|c| format!("postchess {c}"))
                        .unwrap_or_default(),
                    note: m.note,
                })
                .chain(undelivered)
                .collect();
            let key = format!("digest:{}", row.facts.code);
            let said = hash(format!("{matters:?}").as_bytes());
            let said: String = said.iter().map(|b| format!("{b:02x}")).collect();
            let before = self.store.read().meta_get(&key)?;
            if before.as_deref() == Some(&said) || (before.is_none() && matters.is_empty()) {
                continue;
            }
            self.batch(|batch| {
                batch.tx.meta_set(&key, &said)?;
                if matters.is_empty() {
                    return Ok(());
                }
                let body = Body::Digest { matters };
                let mut notice = Notice::new(NoticeKind::Digest, Recipient::Arbiter, body);
                notice.tournament = Some(row.facts.id);
                let ruling = Ruling {
                    notices: vec![notice],
                    ..Ruling::default()
                };
                written += 1;
                batch.record(ruling, None, None)
            })?;
        }
        if written > 0 {
            self.send()?;
        }
        Ok(written)
    }

    /// Letters of a tournament that were given up: the players do not know what
    /// stands in them.
    fn undelivered(&self, tournament: TournamentId) -> Result<Vec<Matter>, Failure> {
        let since = self.now.plus_seconds(-UNDELIVERED_DAYS * 86_400);
        let view = self.store.read();
        let mut rows = Vec::new();
        for row in view.outbound_failed(since)? {
            let facts = row.game_id.map(|id| view.game_facts(id)).transpose()?;
            if facts.is_some_and(|f| f.tournament == tournament) {
                rows.push(row);
            }
        }
        Ok(rows
            .into_iter()
            // What a clock hung on is a matter of its game; what was kept back on
            // purpose is none.
            .filter(|row| row.begins.is_none() && row.attempts > 0)
            .map(|row| Matter {
                game: row.game,
                what: "undelivered".to_owned(),
                article: String::new(),
                until: None,
                command: format!("postchess outbox retry {}", row.id),
                note: without_addresses(&row.trouble),
            })
            .collect())
    }
}
