//! Extra ticks change nothing.
