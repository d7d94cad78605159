//! The network is outside the lock.
