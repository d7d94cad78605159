//! The chess room against the acceptance data.

mod games;
mod notation;
mod position;
