//! A card as a record: what it says and what the post has put on it. Which of its dates
//! count, article 55.2.2 decides from that alone.

mod code;
mod dates;
mod faults;
mod postmarks;

pub use code::{CardCode, CodeReading};
pub use dates::{CardDate, DateGround, dispatched, received};
pub use faults::CardFault;
pub use postmarks::Postmark;

use crate::time::Day;
use serde::{Deserialize, Serialize};

/// A card or a letter by post, as it came into the hands of its reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The date its sender has written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<Day>,
    /// Its postmarks in the order of its way: the office of dispatch first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub postmarks: Vec<Postmark>,
    /// The stamp on the receipt slip of a registered one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<Day>,
    /// The day of arrival that its recipient has noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<Day>,
    /// The number under which it was registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered: Option<String>,
}

impl Card {
    /// Whether it was sent registered: it has a number or a slip.
    pub fn is_registered(&self) -> bool {
        self.registered.is_some() || self.slip.is_some()
    }
}
