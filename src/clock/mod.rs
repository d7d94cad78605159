//! Reflection time (RULES.md 2): functions of facts and a day.

pub mod charge;
mod dated_leave;
pub mod thought;

pub use charge::{DaySpan, HourSpan, charge, days_by_year, free_of, hours_of};
pub use thought::{Gap, Measure, Moment, Stretch};
