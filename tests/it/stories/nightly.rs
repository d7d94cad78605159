//! nightly
