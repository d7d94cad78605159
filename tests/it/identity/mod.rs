//! Who wrote a letter, and what it may do: tables of tries, each with what becomes of it.

mod dates;
mod faults;
mod hidden;
mod offers;
mod words;
