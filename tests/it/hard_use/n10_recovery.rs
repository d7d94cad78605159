//! Recovery loses no accepted move: our letters are known by their tokens alone, and
//! what a backup lacks is brought back from the archive.

mod archive;
mod drill;
mod tokens;
