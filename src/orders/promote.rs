//! `td promote`: the field of a stage is made from the tables of those before it, or made
//! again before it begins. Who stays makes room for the next (26).

use super::{DeskOrder, OrderPlace, Ordered};
use crate::ids::is_code;
use clap::Args;

/// Enter who came through in the next stage; reserves move up for those who stay (26)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct PromoteOrder {
    /// The stage's code
    pub code: String,
    /// Who does not go through: the stage he comes from and his number there (repeat it for
    /// each)
    #[arg(long, value_name = "CODE:N", value_parser = unit)]
    pub without: Vec<(String, u32)>,
}

fn unit(text: &str) -> Result<(String, u32), String> {
    let wrong = || format!("'{text}' is not a stage and a number in it, such as RU26-A:3");
    let (code, number) = text.split_once(':').ok_or_else(wrong)?;
    let number = number.parse().map_err(|_| wrong())?;
    if !is_code(code) {
        return Err(wrong());
    }
    Ok((code.to_owned(), number))
}

impl Ordered for PromoteOrder {
    fn examples() -> Vec<&'static str> {
        vec!["promote CODE"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Promote(self))
    }
}
