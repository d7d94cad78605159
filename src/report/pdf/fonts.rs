//! The three faces that reports are set in, and how wide a text is in them.

use icu_normalizer::ComposingNormalizerBorrowed;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

static REGULAR: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSansCondensed.ttf");
static BOLD: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSansCondensed-Bold.ttf");
static MONO: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSansMono.ttf");

/// A face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Running text.
    Regular,
    /// Titles, and what must be seen.
    Bold,
    /// Fixed width: forms, boards, commands.
    Mono,
}

/// A face, opened.
struct OpenFace {
    font: Font,
    letters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    /// Units in the height of a line.
    units: f32,
}

impl OpenFace {
    fn read(bytes: &'static [u8]) -> Option<OpenFace> {
        let font = FontRef::new(bytes).ok()?;
        let all = font.metrics(Size::unscaled(), LocationRef::default());
        Some(OpenFace {
            font: Font::new(bytes.into(), 0)?,
            letters: font.charmap(),
            metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units: f32::from(all.units_per_em),
        })
    }

    /// The glyph of a letter and its width in heights of a line. A letter that the
    /// face lacks is an empty box, under which the letter itself can be copied.
    fn glyph(&self, letter: char) -> (u32, f32) {
        let id = self.letters.map(letter).unwrap_or_default();
        let width = self.metrics.advance_width(id).unwrap_or_default();
        (id.to_u32(), width / self.units)
    }
}

/// All faces.
pub struct Fonts {
    regular: OpenFace,
    bold: OpenFace,
    mono: OpenFace,
}

impl Fonts {
    /// Opens the faces that are built in.
    pub fn load() -> Option<Fonts> {
        Some(Fonts {
            regular: OpenFace::read(REGULAR)?,
            bold: OpenFace::read(BOLD)?,
            mono: OpenFace::read(MONO)?,
        })
    }

    fn open(&self, face: Face) -> &OpenFace {
        match face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
            Face::Mono => &self.mono,
        }
    }

    /// The face as the file embeds it.
    pub fn font(&self, face: Face) -> Font {
        self.open(face).font.clone()
    }

    /// How wide a text is, in points.
    pub fn width(&self, face: Face, size: f32, text: &str) -> f32 {
        let open = self.open(face);
        text.chars().map(|c| open.glyph(c).1).sum::<f32>() * size
    }

    /// The glyphs of a text.
    pub fn glyphs(&self, face: Face, text: &str) -> Vec<KrillaGlyph> {
        let open = self.open(face);
        text.char_indices()
            .map(|(at, letter)| {
                let (id, width) = open.glyph(letter);
                let range = at..at + letter.len_utf8();
                KrillaGlyph::new(GlyphId::new(id), width, 0.0, 0.0, 0.0, range, None)
            })
            .collect()
    }

    /// The text in lines of at most so many points. A word that is wider is broken.
    pub fn lines(&self, face: Face, size: f32, text: &str, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut used = 0.0;
        let space = self.width(face, size, " ");
        for word in text.split(' ').filter(|w| !w.is_empty()) {
            let wide = self.width(face, size, word);
            if !line.is_empty() && used + space + wide > width {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            if !line.is_empty() {
                line.push(' ');
                used += space;
            }
            if wide <= width {
                line.push_str(word);
                used += wide;
                continue;
            }
            for letter in word.chars() {
                let wide = self.open(face).glyph(letter).1 * size;
                if !line.is_empty() && used + wide > width {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(letter);
                used += wide;
            }
        }
        if !line.is_empty() || lines.is_empty() {
            lines.push(line);
        }
        lines
    }
}

/// A text as it is set: letters and their marks are one character where there is one.
pub fn composed(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc()
        .normalize(text)
        .into_owned()
}
