//! Limits silence answers, never acts.
