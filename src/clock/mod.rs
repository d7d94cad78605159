//! Reflection time (RULES.md 2): functions of facts and a day.

pub mod charge;

pub use charge::{Span, charge, free_of};
