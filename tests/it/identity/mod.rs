//! Who wrote a letter, and what it may do (CONTRACT.md 4): tables of tries of an opponent who
//! wants to win by mail. Each line says who forges what, and what becomes of it.

mod arbiter_words;
mod codes;
mod conversions;
mod dates;
mod faults;
mod former_address;
mod hidden;
mod late;
mod offers;
mod providers;
mod reports;
mod seal;
mod signatures;
mod tokens;
mod words;
