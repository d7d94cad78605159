//! `td pair`: the next round is paired while games of the round before are unfinished
//! (31.7). For that pairing alone they count as the regulations say (`pairing_unfinished`),
//! or as the arbiter estimates them; for the table they stay open.

use super::words::result;
use super::{DeskOrder, OrderPlace, Ordered};
use crate::record::ResultCode;
use clap::Args;

/// Pair the next round now; unfinished games count for the pairing alone (31.7)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct PairOrder {
    /// The tournament's code
    pub code: String,
    /// How an unfinished game counts for this pairing: its number and a result (repeat it
    /// for each)
    #[arg(long, value_name = "N=RESULT", value_parser = estimate)]
    pub counts: Vec<(u32, ResultCode)>,
}

fn estimate(text: &str) -> Result<(u32, ResultCode), String> {
    let wrong = || format!("'{text}' is not a game's number and a result, such as 5=1/2-1/2");
    let (number, code) = text.split_once('=').ok_or_else(wrong)?;
    let number = number.parse().map_err(|_| wrong())?;
    Ok((number, result(code).map_err(|_| wrong())?))
}

impl Ordered for PairOrder {
    fn examples() -> Vec<&'static str> {
        vec!["pair CODE"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Pair(self))
    }
}
