//! Graded trust.
