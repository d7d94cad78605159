//! Answers that are owed to officials ([`super::owing`]), given when the limit allows a
//! letter again.

use super::letter::carry_out_all;
use super::official_letter::{OfficialLetter, over_limit};
use super::owing::{OwedAnswer, OwedQuestion, answers, keep_owed};
use crate::arbiter::Body;
use crate::error::Failure;
use crate::letter;
use crate::orders::by_letter::orders_in;
use crate::request::orders::Orders;
use crate::robot::desk::Desk;
use crate::robot::office::office_of;

/// Says to each official what is owed to him, where his limits allow a letter.
pub(in crate::robot) fn pay_offices(desk: &mut Desk<'_>) -> Result<(), Failure> {
    for (address, kept) in desk.tx.owed_offices()? {
        let owed = answers(&kept);
        let (asked, codes): (Vec<OwedAnswer>, Vec<OwedAnswer>) = owed
            .into_iter()
            .partition(|a| matches!(a.to, OwedQuestion::Lines(_)));
        let Some(newest) = asked.last().or(codes.last()).map(|a| a.inbound) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        // Who is no official any more is owed nothing.
        let (Some(office), Some(pending)) = (
            office_of(desk.tx, &address, desk.now)?,
            desk.tx.inbound_again(newest)?,
        ) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        let raw = desk.tx.inbound_raw(newest)?;
        let Ok(letter) = letter::read(&raw.bytes) else {
            keep_owed(desk, &address, &[])?;
            continue;
        };
        if over_limit(desk, &office)?.is_some() {
            continue;
        }
        let newest = OfficialLetter {
            pending: &pending,
            letter: &letter,
            office: &office,
        };
        let left = match asked.is_empty() {
            false => {
                carry_out_all(desk, &newest, &orders_of(&asked), None)?;
                codes.as_slice()
            }
            true => {
                let (last, left) = codes
                    .split_last()
                    .map_or((None, [].as_slice()), |(l, r)| (Some(l), r));
                if let Some(OwedQuestion::Code(why)) = last.map(|a| a.to.clone()) {
                    let body = Body::CodeRefused { why };
                    newest.answer(desk, body)?;
                }
                left
            }
        };
        keep_owed(desk, &address, left)?;
    }
    Ok(())
}

/// All that was asked, each thing once.
fn orders_of(asked: &[OwedAnswer]) -> Orders {
    let mut lines: Vec<&str> = Vec::new();
    for answer in asked {
        if let OwedQuestion::Lines(all) = &answer.to {
            for line in all {
                if !lines.contains(&line.as_str()) {
                    lines.push(line);
                }
            }
        }
    }
    orders_in(&lines.join("\n"))
}
