//! The chess room against the acceptance data.

mod described;
mod games;
mod notation;
mod position;
