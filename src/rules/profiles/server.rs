//! Article 54: on a server.

use super::Way;

/// On a server.
pub(super) const WAY: Way = Way {
    article: "54",
    carrier: "server",
    pgn_mode: "ICS",
    repeats: 1,
    receipt_established: false,
    claims_seal: false,
    // 54.8 knows neither a move named with an opinion nor an end by equal opinions.
    opinion_names_move: false,
    equal_opinions_end: false,
};
