//! Small things that hard use found.
