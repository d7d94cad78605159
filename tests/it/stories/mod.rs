//! What happens to letters, told as stories.

mod commands;
mod drawn;
mod leave;
mod mail;
mod moves;
mod nightly;
mod overstep;
mod review;
mod time;
mod token;
