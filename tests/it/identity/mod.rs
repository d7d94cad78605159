//! Who wrote a letter, and what it may do.

mod reports;
