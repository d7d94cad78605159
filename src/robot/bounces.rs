//! Letters of ours that come back. Anybody can write a delivery report; one counts
//! only with a valid return token: it came to the secret return address of a
//! letter, or it names the unguessable Message-ID of a letter that went to the very
//! address that failed. Any other changes nothing, so that forged ones silence nobody.

use super::desk::{Batch, Settled};
use super::identity::is_robot;
use crate::arbiter::{Body, Loss, Notice, NoticeKind, Recipient, Ruling, Verdict, letter_lost};
use crate::error::Failure;
use crate::ids::{GameId, GameName, OutboundId, PlayerId};
use crate::letter::{Fate, Letter, Report};
use crate::record::{About, Cause, Event, Status};
use crate::store::{Begins, Due, OutboundRow, OutboundState, Pending, TournamentStatus};
use crate::time::Instant;
use crate::token::Place;

/// What stands before the token in a return address: mail there is a machine's.
const RETURN: &str = "b-";

/// The address to which a letter comes back: `robot+b-TOKEN@domain`, with the signed
/// token of its reply address. Without plus addressing, the robot's own.
pub(super) fn return_address(robot: &str, token: Option<&str>, plus_addressing: bool) -> String {
    match (robot.split_once('@'), token) {
        (Some((local, domain)), Some(token)) if plus_addressing => {
            format!("{local}+{RETURN}{token}@{domain}")
        }
        _ => robot.to_owned(),
    }
}

/// The tokens of return addresses that a letter was sent to.
fn return_tokens(letter: &Letter, robot: &str) -> Vec<String> {
    letter
        .recipients
        .iter()
        .filter(|a| is_robot(a, robot))
        .filter_map(|a| a.split_once('@'))
        .filter_map(|(local, _)| local.split_once('+'))
        .filter_map(|(_, detail)| {
            detail
                .to_lowercase()
                .strip_prefix(RETURN)
                .map(str::to_owned)
        })
        .collect()
}

/// Whether a letter was sent to where only letters that come back go.
pub(super) fn is_returned(letter: &Letter, robot: &str) -> bool {
    !return_tokens(letter, robot).is_empty()
}

/// Whether two addresses are the same mailbox: without case, and without what
/// stands behind a plus.
fn same_mailbox(one: &str, other: &str) -> bool {
    let bare = |address: &str| {
        let address = address.trim().to_lowercase();
        match address.rsplit_once('@') {
            Some((local, domain)) => {
                let local = local.split('+').next().unwrap_or("");
                format!("{local}@{domain}")
            }
            None => address,
        }
    };
    bare(one) == bare(other)
}

/// What a mail server said, without the addresses in it: letters of ours hold none.
pub(super) fn without_addresses(text: &str) -> String {
    let belongs = |c: char| c.is_alphanumeric() || "._%+-=@".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if belongs(c) {
            word.push(c);
            continue;
        }
        let said = if word.contains('@') { "…" } else { &word };
        out.push_str(said);
        out.push(c);
        word.clear();
    }
    out.trim_end().to_owned()
}

/// A letter that did not arrive, as the outbox knows it.
struct Lost<'a> {
    letter: OutboundId,
    game: Option<GameId>,
    player: Option<PlayerId>,
    begins: Option<Begins>,
    left: Option<Instant>,
    hard: bool,
    diagnostic: &'a str,
}

impl Batch<'_> {
    /// A delivery report: what it does, and the note that says so.
    pub(super) fn bounced(
        &mut self,
        pending: &Pending,
        letter: &Letter,
    ) -> Result<Settled, Failure> {
        let plain = |note: &str| Ok(Settled::of(Verdict::Bounce, note));
        let Some(report) = letter.report.as_ref().filter(|r| r.fate == Fate::Failed) else {
            return plain("a delivery report that says of no letter that it failed");
        };
        let Some((row, by_address)) = self.returned(letter, report)? else {
            // Signed by us, and not here: it left after the backup that was put back.
            let ours = |token: &String| self.key.read(token, Place::Address).is_some();
            if return_tokens(letter, &self.robot_address).iter().any(ours) {
                return plain(
                    "a letter of ours came back that is not here: it left after the backup",
                );
            }
            return plain("a delivery report that names no letter of ours: it counts for nothing");
        };
        let named = report.recipients.iter().any(|a| same_mailbox(a, &row.to));
        if !by_address && !named && !report.recipients.is_empty() {
            let note = format!(
                "a delivery report that names letter {}, which went to another address: it counts for nothing",
                row.id
            );
            return plain(&note);
        }
        let Some(left) = row.sent.filter(|_| row.state == OutboundState::Sent) else {
            return plain(&format!("letter {} is known to have come back", row.id));
        };
        if pending.arrived < left {
            let note = format!("older than the last sending of letter {}", row.id);
            return plain(&note);
        }
        let said = format!("came back: {}", report.diagnostic);
        self.tx.outbound_mark_returned(row.id, said.trim())?;
        let stopped = self.lost(
            &Lost {
                letter: row.id,
                game: row.game_id,
                player: row.player,
                begins: row.begins,
                left: Some(left),
                hard: report.hard,
                diagnostic: &report.diagnostic,
            },
            Cause::Letter(pending.id),
        )?;
        let mut note = format!("letter {} came back", row.id);
        if let Some(status) = &report.status {
            note.push_str(&format!(" ({status})"));
        }
        if stopped {
            note.push_str("; what was reckoned from it is void");
        }
        let games = match (stopped, row.game_id) {
            (true, Some(id)) => vec![self.game(id)?.facts.name.clone()],
            _ => Vec::<GameName>::new(),
        };
        Ok(Settled {
            games,
            ..Settled::of(Verdict::Bounce, &note)
        })
    }

    /// The letter of ours that came back, and whether its return address says so.
    fn returned(
        &self,
        letter: &Letter,
        report: &Report,
    ) -> Result<Option<(OutboundRow, bool)>, Failure> {
        for token in return_tokens(letter, &self.robot_address) {
            if let Some(row) = self.tx.outbound_by_token(&token)? {
                return Ok(Some((row, true)));
            }
        }
        for id in &report.originals {
            if let Some(row) = self.tx.outbound_by_message_id(id)? {
                return Ok(Some((row, false)));
            }
        }
        Ok(None)
    }

    /// The outgoing server will not take a letter, or did not for days.
    pub(super) fn given_up(&mut self, due: &Due, why: &str, hard: bool) -> Result<(), Failure> {
        self.lost(
            &Lost {
                letter: due.id,
                game: due.game,
                player: due.player,
                begins: due.begins,
                left: None,
                hard,
                diagnostic: why,
            },
            Cause::Post,
        )?;
        Ok(())
    }

    /// What follows from a letter that did not arrive. Tells whether a game is
    /// concerned.
    fn lost(&mut self, lost: &Lost<'_>, cause: Cause) -> Result<bool, Failure> {
        let Some(player) = lost.player else {
            return Ok(false);
        };
        let mut failing = None;
        if lost.hard {
            let (count, begins) =
                self.tx
                    .player_bounced(player, self.limits.hard_bounces, self.now)?;
            failing = begins.then_some(count);
        }
        let stopped = match (lost.game, lost.begins) {
            // Of one whom another has replaced nothing is waited for.
            (Some(id), Some(begins)) if self.game(id)?.player(begins.to).id != player => false,
            (Some(id), Some(begins)) => self.stop_game(id, &begins, lost, failing, cause)?,
            _ => false,
        };
        if let (Some(count), false) = (failing, stopped) {
            self.tell_failing(player, lost, count)?;
        }
        Ok(stopped)
    }

    fn stop_game(
        &mut self,
        id: GameId,
        begins: &Begins,
        lost: &Lost<'_>,
        failing: Option<u32>,
        cause: Cause,
    ) -> Result<bool, Failure> {
        let now = self.now;
        let loss = Loss {
            letter: lost.letter,
            ply: begins.ply,
            about: begins.about,
            to: begins.to,
            left: lost.left,
            diagnostic: without_addresses(lost.diagnostic),
        };
        let ruling = letter_lost(self.game(id)?, &loss, failing, now, cause);
        let stopped = !ruling.entries.is_empty();
        self.record(ruling, Some(id), None)?;
        Ok(stopped)
    }

    /// The arbiters of a player's tournaments learn that his address fails.
    fn tell_failing(
        &mut self,
        player: PlayerId,
        lost: &Lost<'_>,
        count: u32,
    ) -> Result<(), Failure> {
        let name = self.player_name(player)?;
        let mut ruling = Ruling::default();
        for entry in self.tx.player_tournaments(player)? {
            let row = self.tx.tournament_load_id(entry.tournament)?;
            if row.is_none_or(|r| r.status == TournamentStatus::Finished) {
                continue;
            }
            let body = Body::DeliveryProblem {
                name: name.clone(),
                player,
                letter: None,
                about: None,
                left: None,
                diagnostic: without_addresses(lost.diagnostic),
                failing: Some(count),
            };
            let mut notice = Notice::new(NoticeKind::DeliveryProblem, Recipient::Arbiter, body);
            notice.tournament = Some(entry.tournament);
            ruling.notices.push(notice);
        }
        self.record(ruling, None, None)
    }

    /// A player has another address now: what was lost on the way to the old one and
    /// still waits for an answer is sent again, and the receipt counts from that.
    pub(super) fn send_lost_again(&mut self, player: PlayerId) -> Result<(), Failure> {
        for row in self.tx.player_games(player, true)? {
            let game = self.game(row.id)?;
            let (ply, turn) = (game.ply(), game.turn());
            let waits = game.status == Status::Active
                && game.side_of(player) == Some(turn)
                && game.letter_left().is_none()
                && !game.receipt_is_set();
            let lost = game.standing().any(|e| {
                matches!(&e.event, Event::LetterLost { ply: p, to, .. } if *p == ply && *to == turn)
            });
            if !waits || !lost {
                continue;
            }
            let body = Body::Repeat {
                ply,
                asked: true,
                days: 0,
                copy: false,
                restored: false,
            };
            let mut notice = Notice::new(NoticeKind::Repeat, Recipient::Player(player), body);
            notice.begins = Some((ply, About::Move, turn));
            let ruling = Ruling {
                notices: vec![notice],
                ..Ruling::default()
            };
            self.record(ruling, Some(row.id), None)?;
        }
        Ok(())
    }
}
