//! Who wrote a letter, and what it may do: what is tried by whom, and what comes of it.

mod late;
