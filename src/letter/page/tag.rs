//! Tags and character references of HTML, one at a time.

/// Most attributes of one tag.
const MAX_ATTRIBUTES: usize = 50;

/// A tag.
pub struct Tag {
    /// In lower case.
    pub name: String,
    /// `</name>`.
    pub closes: bool,
    /// `<name/>`.
    pub empty: bool,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// One without attributes.
    pub fn named(name: &str) -> Tag {
        Tag {
            name: name.to_owned(),
            closes: false,
            empty: false,
            attributes: Vec::new(),
        }
    }

    /// Whether it has no attributes.
    pub fn is_bare(&self) -> bool {
        self.attributes.is_empty()
    }

    /// Reads a tag at the start of the text; `None` where it is only a `<`.
    pub fn read(text: &str) -> Option<(Tag, &str)> {
        let body = text.strip_prefix('<')?;
        let (closes, body) = match body.strip_prefix('/') {
            Some(b) => (true, b),
            None => (false, body),
        };
        if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let len = body
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_')))
            .unwrap_or(body.len());
        let name = body.get(..len)?.to_ascii_lowercase();
        // `<ivan@example.org>` and `<3` are text that nobody escaped.
        let mut rest = body.get(len..)?;
        if rest.starts_with(['@', '.', '+']) {
            return None;
        }
        let mut tag = Tag {
            name,
            closes,
            empty: false,
            attributes: Vec::new(),
        };
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            if let Some(after) = rest.strip_prefix('>') {
                return Some((tag, after));
            }
            if let Some(after) = rest.strip_prefix('/') {
                tag.empty = after.starts_with('>');
                rest = after;
                continue;
            }
            if rest.is_empty() {
                return Some((tag, ""));
            }
            rest = tag.attribute(rest);
        }
    }

    /// Reads one attribute and gives what follows it; always at least one character.
    fn attribute<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text
            .char_indices()
            .skip(1)
            .find(|(_, c)| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/'))
            .map_or(text.len(), |(i, _)| i);
        let name = text.get(..end).unwrap_or("").to_ascii_lowercase();
        let rest = text.get(end..).unwrap_or("");
        let after = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let (value, rest) = match after.strip_prefix('=') {
            None => ("", rest),
            Some(v) => {
                let v = v.trim_start_matches(|c: char| c.is_ascii_whitespace());
                match v.chars().next() {
                    Some(q @ ('"' | '\'')) => {
                        let inner = v.get(1..).unwrap_or("");
                        match inner.split_once(q) {
                            Some((value, rest)) => (value, rest),
                            // An open quotation mark: take it as a bare value, or
                            // one typing error would swallow the letter.
                            None => bare(inner),
                        }
                    }
                    _ => bare(v),
                }
            }
        };
        if self.attributes.len() < MAX_ATTRIBUTES {
            self.attributes.push((name, entities(value)));
        }
        rest
    }

    /// The value of an attribute; empty where there is none.
    pub fn value(&self, name: &str) -> &str {
        self.attributes
            .iter()
            .find(|(n, _)| n == name)
            .map_or("", |(_, v)| v)
    }

    /// Sets the value of an attribute.
    pub fn set(&mut self, name: &str, value: String) {
        self.attributes.retain(|(n, _)| n != name);
        self.attributes.push((name.to_owned(), value));
    }

    /// Whether an attribute is there.
    pub fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(n, _)| n == name)
    }

    /// The value of an attribute as a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.value(name).trim().parse().ok()
    }
}

fn bare(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| c.is_ascii_whitespace() || c == '>')
        .unwrap_or(text.len());
    (text.get(..end).unwrap_or(""), text.get(end..).unwrap_or(""))
}

/// Text with character references replaced; what is none stays.
pub fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let after = rest.get(at + 1..).unwrap_or("");
        let end = after
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '#'))
            .unwrap_or(after.len());
        let name = after.get(..end).unwrap_or("");
        match entity(name) {
            Some(c) => {
                out.push(c);
                let tail = after.get(end..).unwrap_or("");
                rest = tail.strip_prefix(';').unwrap_or(tail);
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        // Windows' own characters, as browsers read them.
        let code = match code {
            0x80 => 0x20AC,
            0x84 => 0x201E,
            0x85 => 0x2026,
            0x91 => 0x2018,
            0x92 => 0x2019,
            0x93 => 0x201C,
            0x94 => 0x201D,
            0x96 => 0x2013,
            0x97 => 0x2014,
            c => c,
        };
        return char::from_u32(code);
    }
    ENTITIES.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
}

/// The named references that mail clients write.
const ENTITIES: [(&str, char); 51] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("shy", '\u{AD}'),
    ("zwnj", '\u{200C}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("minus", '−'),
    ("hellip", '…'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("plusmn", '±'),
    ("frac12", '½'),
    ("times", '×'),
    ("middot", '·'),
    ("bull", '•'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("sect", '§'),
    ("para", '¶'),
    ("deg", '°'),
    ("euro", '€'),
    ("oacute", 'ó'),
    ("Oacute", 'Ó'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("eacute", 'é'),
    ("equals", '='),
    ("commat", '@'),
    ("period", '.'),
    ("plus", '+'),
    ("hyphen", '-'),
    ("lowbar", '_'),
];
