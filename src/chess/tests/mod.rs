//! The chess room against the acceptance data.

mod games;
