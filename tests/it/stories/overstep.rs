//! overstep
