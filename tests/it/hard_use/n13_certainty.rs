//! A penalty needs certainty.
