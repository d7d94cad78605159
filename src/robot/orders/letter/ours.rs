//! What of an arbiter's letter is ours: a whole letter of ours sent back without marks of
//! quotation orders nothing.

use crate::error::Failure;
use crate::letter::Letter;
use crate::request::orders::Orders;
use crate::robot::desk::Desk;
use crate::store::{TokenOf, TokenRow};
use std::collections::BTreeSet;

/// Most letters of ours with which one is compared.
const MOST_COMPARED_LETTERS: usize = 6;

/// How much of a neighbouring line must be the same, in characters: programs break
/// lines anew.
const EDGE: usize = 10;

/// The own text of a letter with blanks for order lines that are ours: a whole
/// letter of ours sent back without marks of quotation orders nothing.
pub(super) fn without_our_orders(
    desk: &Desk<'_>,
    letter: &Letter,
    tokens: &[TokenRow],
) -> Result<String, Failure> {
    let mut ours: BTreeSet<[String; 3]> = BTreeSet::new();
    for text in our_texts(desk, tokens)? {
        ours.extend(in_context(&text).into_iter().map(|(_, lines)| lines));
    }
    let dropped: BTreeSet<usize> = in_context(&letter.own_text)
        .into_iter()
        .filter(|(_, lines)| ours.contains(lines))
        .map(|(at, _)| at)
        .collect();
    Ok(blanked(&letter.own_text, &dropped))
}

/// A text with blanks for some of its lines: as many bytes as before, so that places in
/// the text stay where they are.
fn blanked(text: &str, dropped: &BTreeSet<usize>) -> String {
    let kept = text.lines().enumerate();
    let kept: Vec<String> = kept
        .map(|(at, line)| match dropped.contains(&at) {
            true => " ".repeat(line.len()),
            false => line.to_owned(),
        })
        .collect();
    kept.join("\n")
}

/// Drops of the lines that are no order what is ours, sent back without marks: he has not
/// written it.
pub(super) fn drop_our_strays(
    desk: &Desk<'_>,
    orders: &mut Orders,
    tokens: &[TokenRow],
) -> Result<(), Failure> {
    if orders.strays.is_empty() {
        return Ok(());
    }
    let ours = our_texts(desk, tokens)?;
    let ours: Vec<String> = ours.iter().map(|text| plain(text)).collect();
    let is_ours = |stray: &String| ours.iter().any(|text| text.contains(&plain(stray)));
    orders.strays.retain(|stray| !is_ours(stray));
    Ok(())
}

/// The texts of the letters that are answered, the newest first.
fn our_texts(desk: &Desk<'_>, tokens: &[TokenRow]) -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    let letters = tokens.iter().rev().filter_map(|t| match &t.of {
        TokenOf::Letter(id) => Some(*id),
        TokenOf::Lost(_) => None,
    });
    for id in letters.take(MOST_COMPARED_LETTERS) {
        let raw = desk.tx.outbound_raw(id)?;
        texts.extend(crate::letter::read(&raw.bytes).ok().map(|sent| sent.text));
    }
    Ok(texts)
}

/// Each line with the end of the line before it and the beginning of the one behind.
fn in_context(text: &str) -> Vec<(usize, [String; 3])> {
    let lines: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .map(|(n, l)| (n, l.split_whitespace().collect::<Vec<_>>().join(" ")))
        .filter(|(_, l)| !l.is_empty())
        .collect();
    let mut found = Vec::new();
    for around in lines.windows(3) {
        if let [(_, before), (at, line), (_, after)] = around {
            let skip = before.chars().count().saturating_sub(EDGE);
            let context = [
                before.chars().skip(skip).collect(),
                line.clone(),
                after.chars().take(EDGE).collect(),
            ];
            found.push((*at, context));
        }
    }
    found
}

/// Words apart by single blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
