//! How documents say facts: `common` for those that several print, `matters` for what
//! waits for the arbiter, `regulations` for what a tournament has otherwise than its
//! article, `keys` for what a key of a tournament file asks, `announced` for who should not meet. The sentences stand in the catalogue (`messages/LANG`); titles and lines that
//! need no more than a key are named where they are printed.

pub mod announced;
pub mod common;
pub mod keys;
pub mod matters;
pub mod regulations;

#[cfg(test)]
pub(crate) mod tests;
