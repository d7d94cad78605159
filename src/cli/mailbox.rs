//! `inbox` and `outbox`: every message ever received or composed.

use super::args::{Global, InboxCommand, Mailbox};
use super::desk::OpenHome;
use super::output::{Output, put, text_of};
use super::td;
use crate::error::Failure;
use crate::ids::{InboundId, OutboundId};
use crate::request::leave_out_whole;
use crate::request::masked::without_keys;
use crate::robot::masked_letter;
use crate::store::{Direction, InboundRow, OutboundRow};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// What a message asks for, as `read` prints it.
fn requests(row: &InboundRow) -> Value {
    let mut all = row.requests.clone().unwrap_or_else(|| json!([]));
    if let Value::Array(all) = &mut all {
        all.iter_mut().for_each(leave_out_whole);
    }
    all
}

fn inbound_json(row: &InboundRow) -> Value {
    json!({
        "id": row.id, "message_id": row.message_id, "from": row.from, "subject": without_keys(&row.subject),
        "arrived": row.arrived, "verdict": row.verdict, "game": row.game,
        "requests": requests(row), "note": row.note,
    })
}

fn outbound_json(row: &OutboundRow) -> Value {
    let mut value = json!({
        "id": row.id, "kind": row.kind, "game": row.game, "to": row.to, "subject": row.subject,
        "state": row.state, "attempts": row.attempts, "composed": row.composed, "sent": row.sent,
    });
    if row.to.is_post() {
        put(&mut value, "player", json!(row.player));
        put(&mut value, "printed", json!(row.paper.printed));
        put(&mut value, "batch", json!(row.paper.batch));
        put(&mut value, "posted", json!(row.paper.posted));
        put(&mut value, "registered", json!(row.paper.registered));
    }
    value
}

/// Prints a long list without holding it: one JSON array, or a line each.
struct List<'o> {
    out: &'o Output,
    count: u64,
}

impl List<'_> {
    fn put(&mut self, value: &Value, line: String) -> ControlFlow<()> {
        if self.out.is_json() {
            let comma = if self.count == 0 { "[" } else { "," };
            self.out.text(&format!("{comma}\n  {value}"));
        } else {
            self.out.line(line);
        }
        self.count += 1;
        ControlFlow::Continue(())
    }

    fn end(self) {
        if self.out.is_json() {
            self.out.line(if self.count == 0 { "[]" } else { "\n]" });
        }
    }
}

/// A letter as it is shown where it is not given whole: without what signs in or acts for
/// somebody.
fn masked(bytes: &[u8]) -> String {
    // Too large to be read, or nothing: that alone is shown of it.
    masked_letter(bytes).unwrap_or_else(|| format!("({} bytes: --raw)\n", bytes.len()))
}

/// A letter whole, for a program or a file: what it holds is void from then on, and its owner is
/// told. `None`: there is none of that number.
fn whole(
    desk: OpenHome,
    global: &Global,
    (direction, id): (Direction, i64),
) -> Result<Option<Vec<u8>>, Failure> {
    let by = td::giver(global);
    desk.robot()?.take_whole_letter(&by, (direction, id))
}

/// A letter for a screen, which does nothing that a stranger's letter tells it to: signs that
/// steer a terminal are shown as pictures of themselves.
fn shown(out: &Output, text: &str) {
    let text = text.replace("\r\n", "\n");
    let seen = text.chars().map(|c| match u32::from(c) {
        _ if matches!(c, '\n' | '\t') => c,
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        0x80..0xa0 => '\u{fffd}',
        _ => c,
    });
    out.text(&seen.collect::<String>());
}

/// `inbox …`
pub fn inbox(
    desk: OpenHome,
    out: &Output,
    what: &InboxCommand,
    global: &Global,
) -> Result<(), Failure> {
    match what {
        InboxCommand::Mailbox(what) => received(desk, out, what, global),
        InboxCommand::Aside { name, reason } => {
            let id = desk.robot()?.set_aside(name, reason)?;
            if out.is_json() {
                return out.json(&json!({ "id": id }));
            }
            out.line(format_args!("message {id}: no game waits for it any more"));
            Ok(())
        }
    }
}

/// What there is for every message.
fn received(desk: OpenHome, out: &Output, what: &Mailbox, global: &Global) -> Result<(), Failure> {
    let missing = |id: i64| Failure::missing(format!("there is no message {id} in the inbox"));
    match what {
        Mailbox::List => {
            let mut list = List { out, count: 0 };
            desk.store.read().inbound_each(InboundId(0), |row| {
                let verdict = row.verdict.map_or("pending", |v| v.name());
                let line = format!(
                    "{:>6} {} {:<14} {:<28} {:<12} {}",
                    row.id.0,
                    row.arrived,
                    verdict,
                    row.from,
                    row.game.as_deref().unwrap_or("-"),
                    row.note
                );
                list.put(&inbound_json(&row), line)
            })?;
            list.end();
            Ok(())
        }
        Mailbox::Show { id, raw: only } => {
            let id = InboundId(*id);
            let row = desk
                .store
                .read()
                .inbound_show(id)?
                .ok_or_else(|| missing(id.0))?;
            let bytes = desk.store.read().inbound_raw(id)?;
            let text = match *only {
                true => whole(desk, global, (Direction::In, id.0))?.ok_or_else(|| missing(id.0))?,
                false => masked(&bytes.bytes).into_bytes(),
            };
            if out.is_json() {
                let mut value = inbound_json(&row);
                put(&mut value, "raw", String::from_utf8_lossy(&text));
                put(&mut value, "whole", bytes.whole);
                return out.json(&value);
            }
            if *only {
                out.bytes(&text);
                return Ok(());
            }
            for (name, value) in [
                ("arrived", row.arrived.to_string()),
                (
                    "verdict",
                    row.verdict.map_or("pending", |v| v.name()).to_owned(),
                ),
                ("game", row.game.clone().unwrap_or_default()),
                ("note", row.note.clone()),
                ("requests", requests(&row).to_string()),
            ] {
                out.line(format_args!("{name:<10}{value}"));
            }
            out.line("");
            shown(out, &String::from_utf8_lossy(&text));
            Ok(())
        }
        Mailbox::Retry { id } => {
            let id = InboundId(*id);
            if desk.store.read().inbound_show(id)?.is_none() {
                return Err(missing(id.0));
            }
            let mut robot = desk.robot()?;
            let lines = robot.retry_inbound(id)?;
            if out.is_json() {
                return out.json(&lines);
            }
            for line in lines {
                out.line(line);
            }
            Ok(())
        }
    }
}

/// `outbox …`
pub fn outbox(
    desk: OpenHome,
    out: &Output,
    what: &Mailbox,
    global: &Global,
) -> Result<(), Failure> {
    let missing = |id: i64| Failure::missing(format!("there is no letter {id} in the outbox"));
    match what {
        Mailbox::List => {
            let mut list = List { out, count: 0 };
            desk.store.read().outbound_each(OutboundId(0), |row| {
                let value = outbound_json(&row);
                let state = text_of(&value, "state").to_owned();
                let line = format!(
                    "{:>6} {} {:<9} {:<14} {:<28} {:<12} {}",
                    row.id.0,
                    row.composed,
                    state,
                    row.kind,
                    row.to,
                    row.game.as_deref().unwrap_or("-"),
                    row.trouble
                );
                list.put(&value, line)
            })?;
            list.end();
            Ok(())
        }
        Mailbox::Show { id, raw: only } => {
            let id = OutboundId(*id);
            let row = desk
                .store
                .read()
                .outbound_show(id)?
                .ok_or_else(|| missing(id.0))?;
            let bytes = desk.store.read().outbound_raw(id)?;
            let text = match *only {
                true => {
                    whole(desk, global, (Direction::Out, id.0))?.ok_or_else(|| missing(id.0))?
                }
                false => masked(&bytes.bytes).into_bytes(),
            };
            if out.is_json() {
                let mut value = outbound_json(&row);
                put(
                    &mut value,
                    "message_id",
                    json!(without_keys(&row.message_id)),
                );
                put(&mut value, "raw", String::from_utf8_lossy(&text));
                put(&mut value, "whole", bytes.whole);
                return out.json(&value);
            }
            match *only {
                true => out.bytes(&text),
                false => shown(out, &String::from_utf8_lossy(&text)),
            }
            Ok(())
        }
        Mailbox::Retry { id } => {
            let id = OutboundId(*id);
            if desk.store.read().outbound_show(id)?.is_none() {
                return Err(missing(id.0));
            }
            let mut robot = desk.robot()?;
            let sent = robot.retry_outbound(id)?;
            if out.is_json() {
                return out.json(&json!({ "sent": sent }));
            }
            out.line(format_args!("{sent} sent"));
            Ok(())
        }
    }
}
