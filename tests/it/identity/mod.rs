//! Who wrote a letter, and what it may do: tables of who forges what, and what happens.

mod providers;
mod seal;
mod signatures;
