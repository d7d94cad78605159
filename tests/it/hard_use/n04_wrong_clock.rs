//! A machine's wrong clock decides nothing.
