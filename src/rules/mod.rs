//! The ground floor: the rules as data. Which article says what, what the three
//! profiles are, which sets of regulations have a name, and one table of regulations, from which the struct, the stored
//! form, the reader of a tournament file and all explanations come.
//!
//! Nothing here decides, and nothing here knows a room above.

mod articles;
mod days_or_months;
mod key;
mod points;
mod presets;
mod profiles;
mod regulations;
mod stored;
mod word;

pub use articles::Article;
pub use days_or_months::DaysOrMonths;
pub use key::{RegulationKey, Source, ValueKind};
pub use points::{Points, Scoring};
pub use presets::{Preset, PresetSource};
pub use profiles::{Profile, Way};
pub use regulations::{
    DayUnit, Forfeit, Given, LateLeave, NoMate, NotationRule, PairingUnfinished, REGULATIONS,
    Regulations, Repetition, Sentences, TieBreak, WhiteFirstMove, regulation,
};
pub use stored::completed;
pub use word::OneOfWords;
pub(crate) use word::words;
