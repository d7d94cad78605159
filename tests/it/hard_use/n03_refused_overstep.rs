//! A refused overstep leaves time to move.
