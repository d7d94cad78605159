//! How a site looks and where it will stand: a club's logo, its colour, the address of the
//! first page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Most bytes of a logo: it stands in every page, so that pages fetch nothing.
const MOST_LOGO: usize = 32 * 1024;

/// What a club may say of its site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The address of the site without a `/` at its end; pages name their own addresses
    /// and pictures only where there is one.
    pub base_url: Option<String>,
    /// Where players have their own games, where the club has a server.
    pub own_games: Option<String>,
    /// The logo as a `data:` address.
    pub logo: Option<String>,
    /// The colour of the club: red, green, blue.
    pub colour: Option<[u8; 3]>,
}

/// Why a file is no logo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookError {
    /// Not a picture that browsers show.
    #[error("it is neither PNG, JPEG, WebP, GIF nor SVG")]
    Unknown,
    /// Too large to stand in every page.
    #[error("it has {0} bytes; a logo stands in every page and has at most {MOST_LOGO}")]
    TooLarge(usize),
}

impl Look {
    /// The look with this picture as its logo.
    ///
    /// # Errors
    /// It is no picture, or too large a one.
    pub fn with_logo(mut self, bytes: &[u8]) -> Result<Look, LookError> {
        if bytes.len() > MOST_LOGO {
            return Err(LookError::TooLarge(bytes.len()));
        }
        let kind = kind(bytes).ok_or(LookError::Unknown)?;
        self.logo = Some(format!("data:{kind};base64,{}", STANDARD.encode(bytes)));
        Ok(self)
    }

    /// Something is to stand above every page.
    pub(super) fn is_dressed(&self) -> bool {
        self.logo.is_some() || self.colour.is_some()
    }

    /// The style of the strip above every page: the club's colour, and black or white on
    /// it, whichever is read better (WCAG 2.1, 1.4.3: at least 4.58 to 1 for any colour).
    pub(super) fn style(&self) -> String {
        let Some([r, g, b]) = self.colour else {
            return String::new();
        };
        let ink = match luminance([r, g, b]) > 0.179 {
            true => "#000",
            false => "#fff",
        };
        format!(
            ".club {{ background: #{r:02x}{g:02x}{b:02x}; }}\n.club, .club a {{ color: {ink}; }}\n"
        )
    }

    /// The whole address of a file; that of a folder for its first page.
    pub(super) fn address(&self, path: &str) -> Option<String> {
        let base = self.base_url.as_ref()?;
        Some(address(base, path))
    }
}

/// The whole address of a file below a base; that of a folder for its first page.
pub(super) fn address(base: &str, path: &str) -> String {
    let path = match path.strip_suffix("index.html") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
        _ => path,
    };
    format!("{base}/{path}")
}

/// The kind of a picture, by how it begins.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some("image/png");
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        return Some("image/jpeg");
    }
    if bytes.starts_with(b"GIF8") {
        return Some("image/gif");
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    let text = std::str::from_utf8(bytes)
        .ok()?
        .trim_start_matches('\u{feff}');
    let text = text.trim_start();
    let begins = text.starts_with("<svg") || text.starts_with("<?xml") || text.starts_with("<!--");
    (begins && text.contains("<svg")).then_some("image/svg+xml")
}

/// The relative luminance of a colour, 0 to 1 (WCAG 2.1).
fn luminance(colour: [u8; 3]) -> f64 {
    let [r, g, b] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_or_white_is_read_on_every_colour() {
        for step in 0..=16u32 {
            for other in 0..=16u32 {
                let part = |n: u32| u8::try_from((n * 16).min(255)).unwrap();
                let own = [part(step), part(other), part((step + other) % 17)];
                let look = Look {
                    colour: Some(own),
                    ..Look::default()
                };
                let ink = if look.style().contains("color: #000") {
                    0.0
                } else {
                    1.0
                };
                let (light, dark) = (luminance(own).max(ink), luminance(own).min(ink));
                let contrast = (light + 0.05) / (dark + 0.05);
                assert!(contrast >= 4.5, "{own:?}: {contrast}");
            }
        }
    }

    #[test]
    fn a_logo_is_a_picture_of_a_size_that_a_page_bears() {
        let svg = b"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        let look = Look::default().with_logo(svg).unwrap();
        assert!(look.logo.unwrap().starts_with("data:image/svg+xml;base64,"));
        assert_eq!(
            Look::default().with_logo(b"<html><svg></svg>"),
            Err(LookError::Unknown)
        );
        let large = vec![0x89; MOST_LOGO + 1];
        let refused = Look::default().with_logo(&large).unwrap_err();
        assert_eq!(refused, LookError::TooLarge(MOST_LOGO + 1));
    }

    #[test]
    fn a_folder_is_named_without_its_first_page() {
        let at = |path| address("https://club.example/chess", path);
        assert_eq!(at("index.html"), "https://club.example/chess/");
        assert_eq!(at("RU26/index.html"), "https://club.example/chess/RU26/");
        assert_eq!(at("RU26/1.html"), "https://club.example/chess/RU26/1.html");
    }
}
