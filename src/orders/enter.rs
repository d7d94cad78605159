//! `td enter`: a player comes into a Swiss event that has begun. What was paired stays as it
//! is, and he is in the field from the next round on (31.4).

use super::{DeskOrder, OrderPlace, Ordered};
use crate::language::Language;
use clap::Args;

/// Enter a player in a Swiss event that has begun: he plays from the next round on (31.4)
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct EnterOrder {
    /// The tournament's code
    pub code: String,
    /// Who comes
    #[command(flatten)]
    pub person: NamedPerson,
}

/// A person as an order names him.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct NamedPerson {
    /// His address
    #[arg(long, required_unless_present = "postal")]
    pub email: Option<String>,
    /// His postal address, an option for each line: who plays by post and has no e-mail is
    /// known by it and his name
    #[arg(long, value_name = "LINE")]
    pub postal: Vec<String>,
    /// His name; one who is known in this home keeps the name he has
    #[arg(long)]
    pub name: Option<String>,
    /// The language of his letters.
    #[arg(
        long,
        help = format!(
            "The language of his letters (else the tournament's): {}",
            Language::listed()
        )
    )]
    pub language: Option<Language>,
    /// His rating
    #[arg(long)]
    pub rating: Option<u32>,
    /// His federation, three letters
    #[arg(long)]
    pub federation: Option<String>,
}

impl Ordered for EnterOrder {
    fn examples() -> Vec<&'static str> {
        vec!["enter CODE --email late@club.example --name \"Late Comer\""]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Enter(self))
    }
}
