//! Article 56: by e-mail.

use super::Way;

/// By e-mail.
pub(super) const WAY: Way = Way {
    article: "56",
    carrier: "e-mail",
    pgn_mode: "EM",
    // 56.5.1.
    repeats: 1,
    receipt_established: false,
    claims_seal: false,
    // 56.9.4.4.
    opinion_names_move: true,
    // 56.9.5.
    equal_opinions_end: true,
};
