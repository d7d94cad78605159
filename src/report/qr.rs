//! A text as a picture that a telephone reads, for a page.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;

/// White around the dots, in dots (ISO/IEC 18004).
const QUIET: i32 = 4;

/// A picture in dots: how many an edge has, and a path through the dark ones. `None`: the text
/// is too long for one.
pub fn picture(text: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for row in 0..code.size() {
        for column in 0..code.size() {
            if code.get_module(column, row) {
                // Writing to a String never fails.
                let _ = write!(path, "M{} {}h1v1h-1z", column + QUIET, row + QUIET);
            }
        }
    }
    Some((code.size() + 2 * QUIET, path))
}
