//! The code on a reply card: a QR code of 25 dots an edge, by which a machine knows the
//! card again.

use super::super::PdfError;
use super::super::ink::INK;
use super::super::sheet::Pages;
use super::fitted::Place;
use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// Every code has as many dots, whatever it says.
const VERSION: u8 = 2;

/// Draws the code into a place; white around it is the caller's to keep.
pub fn draw(pages: &mut Pages<'_>, place: Place, text: &str) -> Result<(), PdfError> {
    let (said, version) = (QrSegment::make_segments(text), Version::new(VERSION));
    let code =
        QrCode::encode_segments_advanced(&said, QrCodeEcc::Low, version, version, None, true)
            .map_err(|_| PdfError::TooLong(text.to_owned()))?;
    let dots = u8::try_from(code.size()).unwrap_or(u8::MAX);
    let dot = place.width / f32::from(dots);
    for row in 0..dots {
        let dark = |column: u8| code.get_module(i32::from(column), i32::from(row));
        let mut column = 0;
        while column < dots {
            let from = column;
            while column < dots && dark(column) {
                column += 1;
            }
            // Dots side by side are one area: seams between them would show.
            if column > from {
                let (x, y) = (dot * f32::from(from), dot * f32::from(row));
                let wide = dot * f32::from(column - from);
                pages.area(place.x + x, place.y + y, wide, dot, INK);
            }
            column += 1;
        }
    }
    Ok(())
}
