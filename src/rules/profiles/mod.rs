//! The three profiles: by which article of chapter 9 a tournament is played. Their
//! numbers stand with the articles, their regulations in the table of regulations;
//! what else is theirs has a file each.

mod email;
mod post;
mod server;

use super::word::words;

words! {
    /// The article whose numbers a tournament starts from.
    Profile {
        /// Article 56.
        Email = "email",
        /// Article 55.
        Post = "post",
        /// Article 54.
        Server = "server",
    }
}

/// What is a profile's own and no organiser sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The number of its article.
    pub article: &'static str,
    /// What carries the moves, as tournament report files say it.
    pub carrier: &'static str,
    /// PGN's tag `Mode`.
    pub pgn_mode: &'static str,
    /// How often a move without an answer is sent again.
    pub repeats: u32,
    /// Receipt is established by what was written or stamped on paper, never reckoned
    /// from the hour at which our letter left.
    pub receipt_established: bool,
    /// The claimant's next move goes to the arbiter alone, and a second claim that
    /// fails may be fined.
    pub claims_seal: bool,
    /// The side to move may name its move with its opinion, and it is made first.
    pub opinion_names_move: bool,
    /// Equal opinions end an unfinished game.
    pub equal_opinions_end: bool,
}

impl Profile {
    /// All of them, in the order in which they are listed to people.
    pub const ALL: [Profile; 3] = [Profile::Email, Profile::Post, Profile::Server];

    /// What is its own.
    pub const fn way(self) -> &'static Way {
        match self {
            Profile::Email => &email::WAY,
            Profile::Post => &post::WAY,
            Profile::Server => &server::WAY,
        }
    }
}
