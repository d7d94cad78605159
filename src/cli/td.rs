//! `td …`: the arbiter's decisions.

use super::args::{SideArg, Td, TdCommand, TdLeave};
use super::desk::{Desk, game_name};
use super::output::Output;
use crate::arbiter::{Order, Ruling};
use crate::chess::Side;
use crate::clock::Span;
use crate::error::Failure;
use crate::record::{ResultCode, Termination};
use serde_json::json;

/// Carries out a decision, or tells what it would do.
pub fn run(desk: Desk, out: &Output, td: &Td) -> Result<(), Failure> {
    let (reason, dry) = (td.grounds.reason.as_str(), td.grounds.dry_run);
    let (game, order) = match &td.decision {
        TdCommand::Leave(TdLeave::Grant {
            player,
            from,
            to,
            tournament,
        }) => {
            if to < from {
                return Err(Failure::failed("leave ends before it begins"));
            }
            let id = desk.player_id(player)?;
            let (mut robot, _lock) = desk.robot()?;
            let days = Span {
                from: *from,
                to: *to,
            };
            let ruling = robot.grant_leave(id, days, tournament.as_deref(), reason, dry)?;
            return tell(out, &ruling, 0, dry);
        }
        TdCommand::Address { player, new } => {
            let id = desk.player_id(player)?;
            let (mut robot, _lock) = desk.robot()?;
            let ruling = robot.set_address(id, new, reason, dry)?;
            return tell(out, &ruling, 0, dry);
        }
        TdCommand::ConfirmForfeit { game } => (game, Order::ConfirmForfeit),
        TdCommand::RejectClaim { game, bar_claims } => (
            game,
            Order::RejectClaim {
                bar_claims: *bar_claims,
            },
        ),
        TdCommand::Penalty { game, side, days } => {
            let side = match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            };
            (game, Order::Penalty { side, days: *days })
        }
        TdCommand::SetDates {
            game,
            ply,
            received,
            sent,
        } => (
            game,
            Order::SetDates {
                ply: *ply,
                received: *received,
                sent: *sent,
            },
        ),
        TdCommand::Result { game, result, by } => {
            let code = ResultCode::parse(result).ok_or_else(|| {
                Failure::usage(format!("'{result}' is no result"))
                    .hint("1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or 0-0")
            })?;
            (
                game,
                Order::Result {
                    code,
                    by: termination(by.as_deref())?,
                },
            )
        }
    };
    let name = game_name(game)?;
    let (mut robot, _lock) = desk.robot()?;
    let done = robot.order(&name, &order, reason, dry)?;
    tell(out, &done.ruling, done.released, dry)
}

fn termination(by: Option<&str>) -> Result<Termination, Failure> {
    let Some(by) = by else {
        return Ok(Termination::Ruling);
    };
    serde_json::from_value(json!(by)).map_err(|_| {
        Failure::usage(format!("'{by}' is no way for a game to end")).hint(
            "adjudication, agreement, default, resignation, silence, time, withdrawal or ruling",
        )
    })
}

fn tell(out: &Output, ruling: &Ruling, released: u32, dry: bool) -> Result<(), Failure> {
    let letters: Vec<String> = ruling
        .notices
        .iter()
        .map(|n| format!("{} to {}", n.kind.name(), recipient(n.to)))
        .collect();
    if out.is_json() {
        return out.json(&json!({
            "dry_run": dry, "decision": ruling.note, "entries": ruling.entries,
            "player_entries": ruling.player_entries, "letters": letters, "released": released,
        }));
    }
    let would = if dry { "would decide: " } else { "" };
    out.line(format_args!("{would}{}", ruling.note));
    for entry in &ruling.entries {
        let article = entry.grounds.as_deref().unwrap_or("-");
        out.line(format_args!(
            "  record: {} (article {article})",
            entry.event.what()
        ));
    }
    for letter in &letters {
        out.line(format_args!("  letter: {letter}"));
    }
    if released > 0 {
        out.line(format_args!("  {released} held letters are processed now"));
    }
    Ok(())
}

fn recipient(to: crate::arbiter::Recipient) -> String {
    match to {
        crate::arbiter::Recipient::Player(id) => format!("player {id}"),
        crate::arbiter::Recipient::Arbiter => "the arbiter".to_owned(),
        crate::arbiter::Recipient::Appeals => "the appeals arbiter".to_owned(),
        crate::arbiter::Recipient::Adjudicator => "the adjudicator".to_owned(),
    }
}
