//! The primary server dies, and its standby takes its place.
