//! Recovery loses no accepted move.
