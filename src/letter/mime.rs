//! The parts of a message (RFC 2045, RFC 2046), with their bytes decoded on
//! demand. Our own splitter, because its limits hold by construction: the mail
//! parser keeps attached messages inside one another and so drops a thousand of
//! them by recursion, and it loses the raw bytes of a part whose charset lies.
//! An attached message is never entered: a move in it is nobody's move.

use super::Unreadable;
use super::transfer::{base64, is_base64, quoted_printable};
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderValue};

/// Most MIME parts of one message; clients make fewer than ten, attachments included.
pub const MAX_PARTS: usize = 200;
/// Deepest nesting of multiparts; clients use four.
pub const MAX_DEPTH: usize = 20;
/// Largest header block, in bytes; mail servers refuse or cut at about half of it.
pub const MAX_HEADER_BYTES: usize = 256 * 1024;
/// Longest header field looked at, in bytes; the rest of it is ignored. The
/// parser of encoded words may look at each byte of a field many times.
const MAX_FIELD_BYTES: usize = 8 * 1024;

/// One header field, its value still folded.
pub struct HeaderField<'x> {
    name: &'x [u8],
    value: &'x [u8],
}

impl<'x> HeaderField<'x> {
    /// Whether the field has this name, without regard to case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The name in lower case.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(self.name).to_ascii_lowercase()
    }

    /// The name as it is written.
    pub fn written_name(&self) -> String {
        String::from_utf8_lossy(self.name).into_owned()
    }

    /// The value, folded, at most [`MAX_FIELD_BYTES`] of it.
    pub fn value(&self) -> &'x [u8] {
        self.value.get(..MAX_FIELD_BYTES).unwrap_or(self.value)
    }

    /// The value, folded, all of it.
    pub fn whole(&self) -> &'x [u8] {
        self.value
    }

    /// The value unfolded, for tokens and words in US-ASCII.
    pub fn ascii(&self) -> String {
        let text = String::from_utf8_lossy(self.value());
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// One part of a message: the message itself first, then its leaves and
/// multiparts in the order in which they stand.
pub struct MimePart<'x> {
    /// Its header fields.
    pub fields: Vec<HeaderField<'x>>,
    content_type: Option<ContentType<'x>>,
    disposition: Option<ContentType<'x>>,
    body: &'x [u8],
}

impl<'x> MimePart<'x> {
    /// The first field of that name.
    pub fn field(&self, name: &str) -> Option<&HeaderField<'x>> {
        self.fields.iter().find(|f| f.is(name))
    }

    /// Main type and subtype in lower case; text/plain where none is declared.
    pub fn media_type(&self) -> (String, String) {
        match &self.content_type {
            Some(t) => (
                t.ctype().to_ascii_lowercase(),
                t.subtype().unwrap_or("").to_ascii_lowercase(),
            ),
            None => ("text".to_owned(), "plain".to_owned()),
        }
    }

    /// Whether it is of this media type. `text` alone is text/plain.
    pub fn is(&self, main: &str, sub: &str) -> bool {
        let (m, s) = self.media_type();
        m == main && (s == sub || (s.is_empty() && sub == "plain"))
    }

    /// A parameter of its Content-Type.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.content_type.as_ref()?.attribute(name)
    }

    /// Whether it may be the text a person typed: neither attached nor named as a file.
    pub fn is_body(&self) -> bool {
        !self.is_attached() && self.file_name().is_none()
    }

    fn is_attached(&self) -> bool {
        self.disposition.as_ref().is_some_and(|d| d.is_attachment())
    }

    /// Whether it is the text a person typed where a message has no other: inside it though it
    /// has a name, or under the name that a server gave to a part without one (`ATT00001.txt`).
    pub fn is_text_by_default(&self) -> bool {
        let (main, _) = self.media_type();
        let name = self.file_name().unwrap_or_default().to_ascii_lowercase();
        let number = name
            .strip_prefix("att")
            .and_then(|rest| rest.split_once('.'));
        let by_server = number.is_some_and(|(number, end)| {
            let digits = number.bytes().all(|b| b.is_ascii_digit());
            digits && !number.is_empty() && matches!(end, "txt" | "htm" | "html")
        });
        main == "text" && !self.is_pgn() && (by_server || !self.is_attached())
    }

    /// Whether it is a game in PGN, by type or by file name.
    pub fn is_pgn(&self) -> bool {
        let (main, sub) = self.media_type();
        let by_type = main == "application"
            && matches!(
                sub.as_str(),
                "x-chess-pgn" | "vnd.chess-pgn" | "x-chess" | "chess-pgn" | "pgn"
            )
            || main == "text" && matches!(sub.as_str(), "pgn" | "x-pgn" | "x-chess-pgn");
        by_type
            || main != "multipart"
                && self
                    .file_name()
                    .is_some_and(|n| n.to_lowercase().ends_with(".pgn"))
    }

    fn file_name(&self) -> Option<&str> {
        self.disposition
            .as_ref()
            .and_then(|d| d.attribute("filename"))
            .or_else(|| self.parameter("name"))
            .filter(|n| !n.is_empty())
    }

    /// The body with its transfer encoding undone; what is not well encoded is
    /// taken as it stands.
    pub fn bytes(&self) -> Vec<u8> {
        self.decoded(self.body)
    }

    /// The beginning of the same: at most so many bytes, and no more of the body is
    /// looked at than they may be made of.
    pub fn first_bytes(&self, most: usize) -> Vec<u8> {
        // An `=D0` makes one byte of three.
        let raw = most.saturating_mul(3);
        let mut bytes = self.decoded(self.body.get(..raw).unwrap_or(self.body));
        bytes.truncate(most);
        bytes
    }

    fn decoded(&self, body: &[u8]) -> Vec<u8> {
        let encoding = self
            .field("content-transfer-encoding")
            .map(|f| f.ascii().to_ascii_lowercase())
            .unwrap_or_default();
        match encoding.trim_matches(|c: char| !c.is_ascii_alphanumeric()) {
            "base64" if is_base64(body) => base64(body),
            "quoted-printable" => quoted_printable(body),
            _ => body.to_vec(),
        }
    }
}

/// All parts of a message with LF line ends, itself first.
pub fn parts(bytes: &[u8]) -> Result<Vec<MimePart<'_>>, Unreadable> {
    let (fields, body) = header(skip_leading(bytes))?;
    if fields.is_empty() {
        return Err(Unreadable::NotAMessage);
    }
    let mut found = Vec::new();
    split(fields, body, 0, false, &mut found)?;
    Ok(found)
}

/// Blank lines and an mbox or pipe separator before the first header.
fn skip_leading(mut bytes: &[u8]) -> &[u8] {
    bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    while let Some(end) = bytes.iter().position(|b| *b == b'\n')
        && bytes
            .get(..end)
            .is_some_and(|line| line.trim_ascii().is_empty())
    {
        bytes = bytes.get(end + 1..).unwrap_or(b"");
    }
    if bytes.starts_with(b"From ") || bytes.starts_with(b">From ") {
        let end = bytes.iter().position(|b| *b == b'\n');
        bytes = end.and_then(|e| bytes.get(e + 1..)).unwrap_or(b"");
    }
    bytes
}

fn split<'x>(
    fields: Vec<HeaderField<'x>>,
    body: &'x [u8],
    depth: usize,
    in_digest: bool,
    found: &mut Vec<MimePart<'x>>,
) -> Result<(), Unreadable> {
    if found.len() >= MAX_PARTS {
        return Err(Unreadable::TooManyParts);
    }
    if depth > MAX_DEPTH {
        return Err(Unreadable::TooDeep);
    }
    let typed = |name: &str| {
        fields
            .iter()
            .find(|f| f.is(name))
            .and_then(|f| structured(f.value()))
    };
    let part = MimePart {
        content_type: typed("content-type"),
        disposition: typed("content-disposition"),
        fields,
        body,
    };
    let (main, sub) = part.media_type();
    let boundary = part.parameter("boundary").map(str::to_owned);
    // A digest's parts are messages where they do not say otherwise (RFC 2046, 5.1.5).
    let untyped_message = in_digest && part.content_type.is_none();
    found.push(part);
    let Some(boundary) = boundary.filter(|b| main == "multipart" && !b.is_empty()) else {
        return Ok(());
    };
    if untyped_message {
        return Ok(());
    }
    for piece in pieces(body, boundary.trim_end().as_bytes()) {
        let (fields, body) = header(piece)?;
        split(fields, body, depth + 1, sub == "digest", found)?;
    }
    Ok(())
}

/// What stands between the boundary lines. A missing closing line ends with the body.
fn pieces<'x>(body: &'x [u8], boundary: &[u8]) -> Vec<&'x [u8]> {
    let mut found = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in body.split_inclusive(|b| *b == b'\n') {
        let here = at;
        at += line.len();
        let Some(rest) = line
            .strip_prefix(b"--")
            .and_then(|l| l.strip_prefix(boundary))
        else {
            continue;
        };
        let rest = rest.trim_ascii();
        if !rest.is_empty() && rest != b"--" {
            continue;
        }
        if let Some(start) = start {
            // The line end before a boundary belongs to the boundary.
            let end = here.saturating_sub(1).max(start);
            found.extend(body.get(start..end));
        }
        start = Some(at);
        if rest == b"--" {
            return found;
        }
        if found.len() > MAX_PARTS {
            return found;
        }
    }
    found.extend(start.and_then(|s| body.get(s..)));
    found
}

/// Header fields and what follows the empty line. A line that is no header
/// is skipped where headers go on below it, and begins the body where not.
fn header(bytes: &[u8]) -> Result<(Vec<HeaderField<'_>>, &[u8]), Unreadable> {
    let mut fields: Vec<HeaderField> = Vec::new();
    // Where the value of the last field starts, so that folded lines extend it.
    let mut open: Option<(&[u8], usize)> = None;
    let mut at = 0;
    let mut body = bytes.len();
    let mut end = bytes.len();
    let mut lines = bytes.split_inclusive(|b| *b == b'\n').peekable();
    while let Some(line) = lines.next() {
        let here = at;
        at += line.len();
        if here > MAX_HEADER_BYTES {
            return Err(Unreadable::TooManyHeaders);
        }
        if line == b"\n" {
            (body, end) = (at, here);
            break;
        }
        if line.first().is_some_and(|b| *b == b' ' || *b == b'\t') {
            if line.trim_ascii().is_empty() && open.is_none() {
                (body, end) = (at, here);
                break;
            }
            continue;
        }
        fields.extend(closed(bytes, open.take(), here));
        if let Some(name) = field_name(line) {
            open = Some((name, here + name.len() + 1));
        } else if lines.peek().is_none_or(|l| field_name(l).is_none()) {
            (body, end) = (here, here);
            break;
        }
    }
    fields.extend(closed(bytes, open, end));
    Ok((fields, bytes.get(body..).unwrap_or(b"")))
}

/// The field whose name and start of value are known, now that its end is.
fn closed<'x>(
    bytes: &'x [u8],
    open: Option<(&'x [u8], usize)>,
    end: usize,
) -> Option<HeaderField<'x>> {
    let (name, start) = open?;
    Some(HeaderField {
        name: name.trim_ascii(),
        value: bytes.get(start..end).unwrap_or(b"").trim_ascii(),
    })
}

/// The name of a header line: printable US-ASCII up to a colon (RFC 5322, 2.2).
fn field_name(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|b| *b == b':')?;
    let name = line.get(..colon)?;
    let printable = name.trim_ascii_end().iter().all(|b| b.is_ascii_graphic());
    (printable && !name.is_empty() && name.len() <= 100).then_some(name)
}

/// Reads `type/subtype; name=value` or `disposition; name=value`.
fn structured(value: &[u8]) -> Option<ContentType<'static>> {
    let mut line = value.to_vec();
    // `text/plain charset=utf-8`: some programs forget the semicolon.
    let first = line.iter().position(|b| matches!(b, b';' | b' ' | b'\t'));
    if let Some(at) = first.filter(|at| line.get(*at) != Some(&b';'))
        && line.get(..at).is_some_and(|kind| kind.contains(&b'/'))
        && let Some(blank) = line.get_mut(at)
    {
        *blank = b';';
    }
    line.push(b'\n');
    match MessageStream::new(&line).parse_content_type().into_owned() {
        HeaderValue::ContentType(t) => Some(t),
        _ => None,
    }
}
