//! Nobody's letter vanishes.
