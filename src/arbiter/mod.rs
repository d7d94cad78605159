//! The arbiter: what is decided about a letter, a clock or an order, and why.
//!
//! Everything enters as a request with its context, a day on which something
//! may be due, or an order; everything leaves as a [`Ruling`].

pub(crate) mod adjudication;
pub(crate) mod leave;
pub mod notice;
pub(crate) mod oversteps;
pub mod ruling;

mod agree;
mod ahead;
mod by_card;
mod context;
mod draws;
mod due;
mod ending;
mod faults;
mod form;
mod gate;
mod late_confirmation;
mod likely;
mod lost;
mod moves;
mod outage;
mod pgn;
mod protests;
mod redate;
mod reports;
mod rule;
mod told;
mod words;

pub use adjudication::TERM as OPINION_TERM;
pub(crate) use adjudication::closing_day as opinions_close;
pub use agree::{NamedLetter, disagreements, named_letters};
pub use ahead::{Ahead, Coming, Forecast};
pub(crate) use by_card::{CARD_FAULT, LATE_REPEAT, OPEN_DATE, card_waits, is_of_a_card};
pub use by_card::{CardDone, CardEntered, CardKind, CardTrouble, EnteredCard, enter_card};
pub use context::{Context, Dispatch, quote};
pub use draws::offers_from;
pub use due::{due, due_by_letter, is_next_look, next_due, next_look};
pub(crate) use due::{protest_day, silent};
pub(crate) use ending::by_position;
pub use ending::result_notices;
pub(crate) use faults::proposed_penalty;
pub(crate) use gate::{may_name, takes_a_move};
pub use gate::{may_still_move, only_on_board};
pub use late_confirmation::{Dating, KEPT_A_GAME, LateConfirmation, dating, rule_dated};
pub(crate) use late_confirmation::{UndecidedDate, undecided};
pub use leave::{Announced, CameLate, LeaveAccount, LeaveCase, late_leaves, told as told_of_leave};
pub use likely::{
    Likely, asked_beside, can_be_made, example, fitting_doubts, likely, names_a_move,
};
pub use lost::{Loss, letter_lost, report_unheeded, unheeded};
pub use moves::numbers::{belongs, is_due};
pub(crate) use moves::series;
pub use notice::{AccessChange, Body, BrowserHour, Notice, NoticeKind, Recipient, Remark};
pub use outage::{outage_made_good, server_away, whole_days};
pub(crate) use oversteps::article_of_loss;
pub use oversteps::claim_seals;
pub use oversteps::overstep_facts;
pub(crate) use oversteps::{
    SEALED, as_it_stands, loss_undone, lost_at_once, needs_arbiter, protest_until, recipients,
    standing_total, stands,
};
pub(crate) use protests::{
    DEAD_POSITION, appealed, appealed_by, author, is_last_word, may_protest, open_matters,
    overruled, ruling_protest_until, settled_by, waits,
};
pub use protests::{protest_of_former, protest_terms};
pub use redate::{Truth, redate};
pub use reports::{OwedReport, owed_report, report_asked};
pub(crate) use rule::judge;
pub use rule::rule;
pub(crate) use ruling::{Occasion, record};
pub use ruling::{Ruling, Verdict};
pub use told::with_told;
pub(crate) use words::ABUSE;
pub use words::{LONGEST as LONGEST_GREETING, pass_words_on};

#[cfg(test)]
pub(crate) mod tests;
