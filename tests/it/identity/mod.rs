//! Nobody plays for another: who wrote a letter, and what it may do. A table a kind of try:
//! who forges what, and what happens.

mod conversions;
mod words;
