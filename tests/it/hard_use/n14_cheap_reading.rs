//! Reading is cheap and linear.
