//! leave
