//! Drawing lots from a published seed.

use sha2::{Digest, Sha256};

/// Lots drawn for one purpose.
#[derive(Clone, Debug)]
pub struct Lot {
    text: String,
}

impl Lot {
    /// Lots from a seed for a purpose.
    pub fn new(seed: &str, purpose: &str) -> Lot {
        let text = format!("{seed}/{purpose}");
        Lot { text }
    }

    /// A coin.
    pub fn coin(&self) -> bool {
        let hash = Sha256::digest(self.text.as_bytes());
        hash.first().is_some_and(|byte| byte % 2 == 0)
    }
}
