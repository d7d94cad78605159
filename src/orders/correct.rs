//! `td correct`: what a player is entered as was wrong: name, language, rating, federation.

use super::words::player;
use super::{DeskOrder, OrderPlace, Ordered, Refusal};
use crate::ids::PlayerRef;
use crate::language::Language;
use crate::record::EnteredAs;
use crate::tournament::file::{MAX_FEDERATION, MAX_NAME};
use clap::Args;

/// Correct what a player is entered as, also after the start: letters and tables use it
/// from then on
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CorrectOrder {
    /// Number, address, or CODE:START-NUMBER
    #[arg(value_parser = player)]
    pub player: PlayerRef,
    /// The code of a tournament in which he plays
    pub code: String,
    /// His name
    #[arg(long)]
    pub name: Option<String>,
    /// The language of his letters.
    #[arg(long, help = format!("The language of his letters: {}", Language::listed()))]
    pub language: Option<Language>,
    /// His rating; 0 for none
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=4000))]
    pub rating: Option<u32>,
    /// His federation, three letters; "" for none
    #[arg(long)]
    pub federation: Option<String>,
}

impl CorrectOrder {
    /// What he is entered as by it.
    ///
    /// # Errors
    ///
    /// Nothing would be otherwise, or a text is none that a tournament file would take.
    pub fn corrected(&self, was: &EnteredAs) -> Result<EnteredAs, Refusal> {
        let text = |text: &str, most: usize| {
            let text = text.trim().to_owned();
            let fits = text.chars().count() <= most && !text.chars().any(char::is_control);
            fits.then_some(text).ok_or(Refusal::NoEntry { most })
        };
        let mut is = was.clone();
        if let Some(name) = &self.name {
            is.name = text(name, MAX_NAME)?;
            if is.name.is_empty() {
                return Err(Refusal::NoEntry { most: MAX_NAME });
            }
        }
        if let Some(federation) = &self.federation {
            let federation = text(federation, MAX_FEDERATION)?;
            is.federation = Some(federation).filter(|f| !f.is_empty());
        }
        is.language = self.language.unwrap_or(was.language);
        if let Some(rating) = self.rating {
            is.rating = Some(rating).filter(|r| *r > 0);
        }
        match is == *was {
            true => Err(Refusal::NothingCorrected(was.name.clone())),
            false => Ok(is),
        }
    }
}

impl Ordered for CorrectOrder {
    fn examples() -> Vec<&'static str> {
        vec!["correct CODE:2 CODE --name \"Bert Baker\" --rating 1950"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Desk(DeskOrder::Correct(self))
    }
}
