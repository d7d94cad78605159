//! What hard use from outside found, a room for each principle: every test here
//! failed on version 0.1.

mod n01_clock_follows_states;
mod n02_extra_ticks;
mod n03_refused_overstep;
mod n04_wrong_clock;
mod n05_nobody_vanishes;
mod n06_second_failure;
mod n07_bounces;
mod n08_limits;
mod n09_graded_trust;
mod n10_recovery;
mod n11_network;
mod n12_orders;
mod n13_certainty;
mod n14_cheap_reading;
mod small_ones;
