//! Article 55: by post.

use super::Way;

/// By post.
pub(super) const WAY: Way = Way {
    article: "55",
    carrier: "post",
    pgn_mode: "PM",
    // After as many days again, a second time (55.5.1).
    repeats: 2,
    // 55.5.2.
    // 55.2.2.
    receipt_established: true,
    // 55.6.7, 55.6.10.
    claims_seal: true,
    // 55.9.5.4.
    opinion_names_move: true,
    // 55.9.6.
    equal_opinions_end: true,
};
