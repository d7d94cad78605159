//! A picture in shades of grey, out of a file that anybody may have made.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Largest file that is looked into, in bytes.
pub const MAX_FILE: u64 = 10_000_000;
/// Most pixels that are decoded.
pub const MAX_PIXELS: usize = 20_000_000;
/// Longest edge: as long as a picture of 20 megapixels needs, and longer.
const MAX_EDGE: usize = 20_000;
/// Least edge: a code has 25 dots, and each needs some pixels.
const MIN_EDGE: usize = 60;

/// A picture: rows from the top, a byte a pixel, 0 is black.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    grey: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {})", self.width, self.height)
    }
}

/// Why a file is no picture to look at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureTrouble {
    /// The file is larger than [`MAX_FILE`].
    #[error("the file has {0} bytes, and more than 10 MB are not read")]
    Heavy(u64),
    /// It has more pixels than [`MAX_PIXELS`].
    #[error("it has {0} x {1} pixels, and more than 20 megapixels are not read")]
    Large(usize, usize),
    /// Too small for a card to be in it.
    #[error("it has {0} x {1} pixels, too few for a card")]
    Small(usize, usize),
    /// Neither JPEG nor PNG.
    #[error("it is neither JPEG nor PNG")]
    OtherForm,
    /// Damaged.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

impl Picture {
    /// A picture of these pixels; what is missing is white.
    pub fn new(width: usize, height: usize, mut grey: Vec<u8>) -> Picture {
        grey.resize(width.saturating_mul(height), u8::MAX);
        Picture {
            width,
            height,
            grey,
        }
    }

    /// Reads a JPEG or PNG. Its size is looked at before anything is decoded.
    ///
    /// # Errors
    /// It is too large, too small, of another form, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Picture, PictureTrouble> {
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > MAX_FILE {
            return Err(PictureTrouble::Heavy(size));
        }
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => png_of(bytes),
            [0xff, 0xd8, ..] => jpeg_of(bytes),
            _ => Err(PictureTrouble::OtherForm),
        }
    }

    /// How many pixels it is wide.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many pixels it is high.
    pub fn height(&self) -> usize {
        self.height
    }

    /// A pixel; white outside.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        if x >= self.width {
            return u8::MAX;
        }
        let at = y.saturating_mul(self.width).saturating_add(x);
        self.grey.get(at).copied().unwrap_or(u8::MAX)
    }

    /// The shade between pixels; white outside. A pixel's own shade is at its middle.
    pub fn shade(&self, x: f64, y: f64) -> f64 {
        let (x, y) = (x - 0.5, y - 0.5);
        if !(x > -1.0 && y > -1.0) || x > edge(self.width) || y > edge(self.height) {
            return f64::from(u8::MAX);
        }
        let (left, top) = (x.floor().max(0.0), y.floor().max(0.0));
        let (right, down) = ((x - left).clamp(0.0, 1.0), (y - top).clamp(0.0, 1.0));
        let (column, row) = (whole(left), whole(top));
        let pixel = |x: usize, y: usize| f64::from(self.at(x, y));
        let upper = pixel(column, row) * (1.0 - right) + pixel(column + 1, row) * right;
        let lower = pixel(column, row + 1) * (1.0 - right) + pixel(column + 1, row + 1) * right;
        upper * (1.0 - down) + lower * down
    }

    /// The part between two corners, as far as they lie in it, and where it begins.
    pub fn part(&self, from: (f64, f64), to: (f64, f64)) -> (Picture, (f64, f64)) {
        let within = |at: f64, most: usize| whole(at.clamp(0.0, edge(most)));
        let (left, top) = (within(from.0, self.width), within(from.1, self.height));
        let (right, foot) = (within(to.0, self.width), within(to.1, self.height));
        let rows = (top..foot).flat_map(|y| (left..right).map(move |x| (x, y)));
        let grey = rows.map(|(x, y)| self.at(x, y)).collect();
        let part = Picture::new(right.saturating_sub(left), foot.saturating_sub(top), grey);
        (part, (edge(left), edge(top)))
    }

    /// The picture at half its size.
    pub fn halved(&self) -> Picture {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut grey = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let sum: u16 = four
                    .iter()
                    .map(|(right, down)| u16::from(self.at(2 * x + right, 2 * y + down)))
                    .sum();
                grey.push(u8::try_from(sum / 4).unwrap_or(u8::MAX));
            }
        }
        Picture::new(width, height, grey)
    }

    /// As PNG.
    ///
    /// # Errors
    /// It is empty or larger than PNG can be.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let edge = |pixels| u32::try_from(pixels).unwrap_or(u32::MAX);
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, edge(self.width), edge(self.height));
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.grey)?;
        writer.finish()?;
        Ok(out)
    }
}

fn edge(pixels: usize) -> f64 {
    u32::try_from(pixels).map_or(f64::MAX, f64::from)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a pixel of a picture, never negative"
)]
fn whole(at: f64) -> usize {
    at as usize
}

fn bounded(width: usize, height: usize) -> Result<(), PictureTrouble> {
    let pixels = width.saturating_mul(height);
    if pixels > MAX_PIXELS || width.max(height) > MAX_EDGE {
        return Err(PictureTrouble::Large(width, height));
    }
    if width.min(height) < MIN_EDGE {
        return Err(PictureTrouble::Small(width, height));
    }
    Ok(())
}

fn jpeg_of(bytes: &[u8]) -> Result<Picture, PictureTrouble> {
    let damaged = |why: &dyn std::fmt::Display| PictureTrouble::Damaged(why.to_string());
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(ColorSpace::Luma);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|e| damaged(&e))?;
    let info = decoder.info().ok_or_else(|| damaged(&"no header"))?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    bounded(width, height)?;
    let grey = decoder.decode().map_err(|e| damaged(&e))?;
    Ok(Picture::new(width, height, grey))
}

fn png_of(bytes: &[u8]) -> Result<Picture, PictureTrouble> {
    let damaged = |why: &dyn std::fmt::Display| PictureTrouble::Damaged(why.to_string());
    let limits = png::Limits {
        bytes: 8 * MAX_PIXELS,
    };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(|e| damaged(&e))?;
    let size = |edge| usize::try_from(edge).unwrap_or(usize::MAX);
    let (width, height) = (size(header.width), size(header.height));
    bounded(width, height)?;
    let mut reader = decoder.read_info().map_err(|e| damaged(&e))?;
    let held = reader.output_buffer_size().unwrap_or(usize::MAX);
    if held > 4 * MAX_PIXELS {
        return Err(PictureTrouble::Large(width, height));
    }
    let mut held = vec![0; held];
    reader.next_frame(&mut held).map_err(|e| damaged(&e))?;
    let samples = reader.output_color_type().0.samples();
    let grey = held.chunks_exact(samples.max(1)).map(luma).collect();
    Ok(Picture::new(width, height, grey))
}

/// The shade of a pixel of grey or of colours; what is transparent is white.
fn luma(pixel: &[u8]) -> u8 {
    let (shade, seen) = match *pixel {
        [grey] => (u32::from(grey), 255),
        [grey, seen] => (u32::from(grey), u32::from(seen)),
        [red, green, blue] => (of_colours(red, green, blue), 255),
        [red, green, blue, seen] => (of_colours(red, green, blue), u32::from(seen)),
        _ => (255, 255),
    };
    u8::try_from((shade * seen + 255 * (255 - seen)) / 255).unwrap_or(u8::MAX)
}

/// How bright colours are to the eye (ITU-R BT.601).
fn of_colours(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}
