//! What an IMAP server says (RFC 9051 section 9, and RFC 3501 before it), as far
//! as a robot has to understand it. Anything else is passed over.

use super::super::PostError;
use super::super::fault::{ServerFault, said};
use super::super::wire::{Wire, WireBlock};

/// Parentheses within parentheses; ours need two.
const DEEPEST: usize = 10;

/// Blocks of bytes in one answer.
const MOST_BLOCKS: usize = 50;

/// One answer of the server.
pub(super) enum ImapAnswer {
    /// `+`: the server waits for more.
    GoOn,
    /// `* OK`, `* NO`, `* BAD`, `* PREAUTH`: a remark with its code.
    Remark(Completion, ServerRemark),
    /// `* BYE`.
    Bye(String),
    /// `* CAPABILITY`.
    Capabilities(Vec<String>),
    /// `* SEARCH`.
    Found(Vec<u32>),
    /// `* LIST`: a folder's name, as it is on the wire.
    Folder(Vec<u8>),
    /// `* n EXISTS`.
    Exists(u32),
    /// `* n EXPUNGE`.
    Expunged,
    /// `* n FETCH`.
    Letter(FetchedLetter),
    /// The end of a command.
    End(String, Completion, ServerRemark),
    /// Something that need not be understood.
    Other,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    Ok,
    No,
    Bad,
    Preauth,
}

/// A server's words, and the code in brackets before them.
pub(super) struct ServerRemark {
    /// Such as `UIDVALIDITY 7`, in upper case.
    pub code: String,
    /// All of it.
    pub text: String,
}

/// What `FETCH` says of a letter.
#[derive(Default)]
pub(super) struct FetchedLetter {
    pub uid: Option<u32>,
    pub size: Option<u64>,
    pub date: Option<String>,
    pub body: Option<WireBlock>,
    /// The addresses that its envelope has as `From`.
    pub from: Vec<String>,
}

impl ImapAnswer {
    /// Reads the next answer; of every block of bytes `keep` are kept.
    pub fn read(wire: &mut Wire, keep: u64) -> Result<ImapAnswer, PostError> {
        let line = wire.line()?;
        ImapAnswer::of(line, wire, keep)
    }

    /// Reads the answer that begins with this line.
    pub fn of(line: Vec<u8>, wire: &mut Wire, keep: u64) -> Result<ImapAnswer, PostError> {
        let mut parts = vec![line];
        let mut blocks = Vec::new();
        while let Some(size) = parts.last().and_then(|line| announced(line)) {
            if blocks.len() >= MOST_BLOCKS {
                return Err(wire.fault(ServerFault::Nonsense("blocks without end".to_owned())));
            }
            wire.step_carrying("a letter", size);
            blocks.push(wire.block(size, keep)?);
            parts.push(wire.line()?);
        }
        let first = parts.first().map(Vec::as_slice).unwrap_or_default();
        let answer = understand(first, &parts, blocks);
        answer.ok_or_else(|| wire.fault(ServerFault::Nonsense(said(first))))
    }
}

/// `{n}` at the end of a line: so many bytes follow.
fn announced(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"}")?;
    let open = line.iter().rposition(|b| *b == b'{')?;
    let digits = line.get(open + 1..)?;
    let digits = digits.strip_suffix(b"+").unwrap_or(digits);
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn understand(first: &[u8], parts: &[Vec<u8>], blocks: Vec<WireBlock>) -> Option<ImapAnswer> {
    let (tag, rest) = split(first);
    if tag == b"+" {
        return Some(ImapAnswer::GoOn);
    }
    let (word, more) = split(rest);
    if tag != b"*" {
        let tag = String::from_utf8(tag.to_vec()).ok()?;
        return Some(ImapAnswer::End(tag, status(word)?, remark(more)));
    }
    if let Some(status) = status(word) {
        return Some(ImapAnswer::Remark(status, remark(more)));
    }
    if word.eq_ignore_ascii_case(b"BYE") {
        return Some(ImapAnswer::Bye(said(more)));
    }
    if word.eq_ignore_ascii_case(b"CAPABILITY") {
        return Some(ImapAnswer::Capabilities(words(more)));
    }
    if word.eq_ignore_ascii_case(b"SEARCH") {
        // A number that is none, such as `(MODSEQ`, ends the list.
        let numbers = more.split(|b| *b == b' ').filter(|w| !w.is_empty());
        return Some(ImapAnswer::Found(numbers.map_while(number).collect()));
    }
    if word.eq_ignore_ascii_case(b"LIST") {
        let name = list_name(parts, &blocks);
        return Some(name.map_or(ImapAnswer::Other, ImapAnswer::Folder));
    }
    let Some(n) = number(word) else {
        return Some(ImapAnswer::Other);
    };
    let (what, _) = split(more);
    if what.eq_ignore_ascii_case(b"EXISTS") {
        return Some(ImapAnswer::Exists(n));
    }
    if what.eq_ignore_ascii_case(b"EXPUNGE") {
        return Some(ImapAnswer::Expunged);
    }
    if what.eq_ignore_ascii_case(b"FETCH") {
        // What cannot be read is a letter without a number, which nobody asked for.
        return Some(ImapAnswer::Letter(
            letter(parts, blocks).unwrap_or_default(),
        ));
    }
    Some(ImapAnswer::Other)
}

fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let at = line.iter().position(|b| *b == b' ').unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(at).unwrap_or((line, b""));
    (word, rest.strip_prefix(b" ").unwrap_or(rest))
}

fn status(word: &[u8]) -> Option<Completion> {
    for (text, is) in [
        (&b"OK"[..], Completion::Ok),
        (b"NO", Completion::No),
        (b"BAD", Completion::Bad),
        (b"PREAUTH", Completion::Preauth),
    ] {
        if word.eq_ignore_ascii_case(text) {
            return Some(is);
        }
    }
    None
}

fn remark(text: &[u8]) -> ServerRemark {
    let code = text.strip_prefix(b"[").and_then(|rest| {
        let end = rest.iter().position(|b| *b == b']')?;
        rest.get(..end)
    });
    ServerRemark {
        code: said(code.unwrap_or_default()).to_ascii_uppercase(),
        text: said(text),
    }
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Words in upper case.
pub(super) fn words(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text).to_ascii_uppercase();
    text.split_whitespace().map(str::to_owned).collect()
}

/// What stands in a letter's parentheses, in whatever order.
fn letter(parts: &[Vec<u8>], blocks: Vec<WireBlock>) -> Option<FetchedLetter> {
    let mut reader = ImapReader {
        parts,
        part: 0,
        at: 0,
        blocks: blocks.into_iter(),
    };
    // `* 12 FETCH (`
    while reader.next()? != b'(' {}
    let mut letter = FetchedLetter::default();
    loop {
        match reader.value(0)? {
            Value::Close => return Some(letter),
            Value::Atom(name) => {
                let value = reader.value(0)?;
                let name = name.to_ascii_uppercase();
                match (name.as_slice(), value) {
                    (b"UID", Value::Atom(v)) => letter.uid = number(&v),
                    (b"RFC822.SIZE", Value::Atom(v)) => {
                        letter.size = std::str::from_utf8(&v).ok()?.parse().ok();
                    }
                    (b"INTERNALDATE", Value::Text(v)) => {
                        letter.date = String::from_utf8(v).ok();
                    }
                    (name, Value::Block(block)) if name.starts_with(b"BODY[") => {
                        letter.body = Some(block);
                    }
                    // A short body may come between quotation marks.
                    (name, Value::Text(text)) if name.starts_with(b"BODY[") => {
                        let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
                        letter.body = Some(WireBlock { kept: text, size });
                    }
                    (b"ENVELOPE", Value::List(values)) => letter.from = writers(values),
                    _ => {}
                }
            }
            _ => return None,
        }
    }
}

/// The addresses of `From`, the third value of an envelope: each is a list of a name, a route,
/// the mailbox and its host (RFC 9051 section 7.5.2).
fn writers(envelope: Vec<Value>) -> Vec<String> {
    let Some(Value::List(from)) = envelope.into_iter().nth(2) else {
        return Vec::new();
    };
    let address = |of: Value| {
        let Value::List(parts) = of else {
            return None;
        };
        let words = parts.into_iter().map(Value::words);
        match words.collect::<Vec<_>>().as_slice() {
            [_, _, Some(mailbox), Some(host)] => Some(format!("{mailbox}@{host}")),
            _ => None,
        }
    };
    let addresses: Vec<Option<String>> = from.into_iter().map(address).collect();
    // One that cannot be read may be anybody's.
    addresses
        .into_iter()
        .collect::<Option<_>>()
        .unwrap_or_default()
}

/// The name in `* LIST (\flags) "/" name`.
fn list_name(parts: &[Vec<u8>], blocks: &[WireBlock]) -> Option<Vec<u8>> {
    if let Some(block) = blocks.first() {
        return Some(block.kept.clone());
    }
    let mut reader = ImapReader {
        parts,
        part: 0,
        at: 0,
        blocks: Vec::new().into_iter(),
    };
    while reader.next()? != b'(' {}
    while reader.next()? != b')' {}
    reader.value(0)?;
    match reader.value(0)? {
        Value::Atom(name) | Value::Text(name) => Some(name),
        _ => None,
    }
}

enum Value {
    Atom(Vec<u8>),
    Text(Vec<u8>),
    Block(WireBlock),
    List(Vec<Value>),
    Close,
}

impl Value {
    /// What it says, where it is a text; `NIL` is none.
    fn words(self) -> Option<String> {
        match self {
            Value::Text(text) => String::from_utf8(text).ok(),
            Value::Block(block) if block.kept.len() as u64 == block.size => {
                String::from_utf8(block.kept).ok()
            }
            Value::Block(_) | Value::Atom(_) | Value::List(_) | Value::Close => None,
        }
    }
}

/// Reads values from an answer's lines and blocks.
struct ImapReader<'a> {
    parts: &'a [Vec<u8>],
    part: usize,
    at: usize,
    blocks: std::vec::IntoIter<WireBlock>,
}

impl ImapReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.parts.get(self.part)?.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let b = self.peek()?;
        self.at += 1;
        Some(b)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
        match self.peek()? {
            b'(' if depth < DEEPEST => {
                self.at += 1;
                let mut values = Vec::new();
                loop {
                    match self.value(depth + 1)? {
                        Value::Close => return Some(Value::List(values)),
                        value => values.push(value),
                    }
                }
            }
            b'(' => None,
            b')' => {
                self.at += 1;
                Some(Value::Close)
            }
            b'"' => {
                self.at += 1;
                let mut text = Vec::new();
                loop {
                    match self.next()? {
                        b'"' => return Some(Value::Text(text)),
                        b'\\' => text.push(self.next()?),
                        b => text.push(b),
                    }
                }
            }
            b'{' => {
                self.part += 1;
                self.at = 0;
                Some(Value::Block(self.blocks.next()?))
            }
            _ => {
                let mut atom = Vec::new();
                let mut inside = false;
                while let Some(b) = self.peek() {
                    match b {
                        b'[' => inside = true,
                        b']' => inside = false,
                        b' ' | b'(' | b')' if !inside => break,
                        _ => {}
                    }
                    atom.push(b);
                    self.at += 1;
                }
                Some(Value::Atom(atom))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter_of(lines: &[&str], blocks: &[&str]) -> Option<FetchedLetter> {
        let parts: Vec<Vec<u8>> = lines.iter().map(|l| l.as_bytes().to_vec()).collect();
        let blocks = blocks.iter().map(|b| WireBlock {
            kept: b.as_bytes().to_vec(),
            size: b.len() as u64,
        });
        letter(&parts, blocks.collect())
    }

    #[test]
    fn a_letter_is_read_in_any_order() {
        for lines in [
            ["* 3 FETCH (UID 7 FLAGS (\\Seen $x) BODY[] {4}", ")"],
            ["* 3 FETCH (BODY[] {4}", " FLAGS () UID 7)"],
            [
                "* 3 fetch (ENVELOPE ((\"a)\" NIL) NIL) body[] {4}",
                " uid 7)",
            ],
        ] {
            let letter = letter_of(&lines, &["a)\r\n"]).unwrap();
            assert_eq!(letter.uid, Some(7), "{lines:?}");
            assert_eq!(letter.body.unwrap().kept, b"a)\r\n");
        }
        let line = "* 1 FETCH (INTERNALDATE \" 7-Jul-2026 02:44:25 -0700\" RFC822.SIZE 44 UID 9)";
        let letter = letter_of(&[line], &[]).unwrap();
        assert_eq!((letter.uid, letter.size), (Some(9), Some(44)));
        assert_eq!(letter.date.as_deref(), Some(" 7-Jul-2026 02:44:25 -0700"));
        let letter = letter_of(&["* 1 FETCH (UID 2 BODY[HEADER]<0> \"a\\\"b\")"], &[]).unwrap();
        assert_eq!(letter.body.unwrap().kept, b"a\"b");
    }

    #[test]
    fn an_envelope_names_who_wrote() {
        let of = |from: &str, blocks: &[&str]| {
            let mut lines = vec![format!(
                "* 1 FETCH (UID 2 ENVELOPE (\"Mon\" \"(a) \\\"b\\\"\" {from} NIL NIL NIL \
                 \"x\" \"<i@d>\"))"
            )];
            if let Some((before, after)) = lines[0].clone().split_once('\n') {
                lines = vec![before.to_owned(), after.to_owned()];
            }
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            letter_of(&lines, blocks).unwrap().from
        };
        let ann = "(\"Ann\" NIL \"ann\" \"club.example\")";
        assert_eq!(of(&format!("({ann})"), &[]), ["ann@club.example"]);
        let bert = "(NIL NIL {4}\n \"b.example\")";
        let two = format!("({ann} {bert})");
        assert_eq!(of(&two, &["bert"]), ["ann@club.example", "bert@b.example"]);
        // One that is not named may be anybody.
        for nobody in [
            "NIL",
            "()",
            "((NIL NIL NIL NIL))",
            &format!("({ann} (NIL NIL \"b\" NIL))"),
        ] {
            assert!(of(nobody, &[]).is_empty(), "{nobody}");
        }
    }

    #[test]
    fn what_is_broken_is_no_letter() {
        for line in [
            "* 1 FETCH",
            "* 1 FETCH (",
            "* 1 FETCH (UID",
            "* 1 FETCH (UID 1",
            "* 1 FETCH (BODY[] {4}",
            "* 1 FETCH (UID \"",
            "* 1 FETCH (\"x\" 1)",
        ] {
            assert!(letter_of(&[line], &[]).is_none(), "{line}");
        }
        let deep = format!("* 1 FETCH (X {}", "(".repeat(100_000));
        assert!(letter_of(&[&deep], &[]).is_none());
    }

    #[test]
    fn blocks_are_announced_at_the_end_of_a_line() {
        for (line, size) in [
            ("* 1 FETCH (BODY[] {310}", Some(310)),
            ("* 1 FETCH (BODY[] {310+}", Some(310)),
            ("* OK {310} bytes", None),
            ("* OK {x}", None),
            ("}", None),
            ("{99999999999999999999999}", None),
        ] {
            assert_eq!(announced(line.as_bytes()), size, "{line}");
        }
    }

    #[test]
    fn a_folder_is_named() {
        for (line, name) in [
            (r#"* LIST (\HasNoChildren) "/" INBOX"#, "INBOX"),
            (r#"* LIST () NIL "a \"b\"""#, "a \"b\""),
            (r#"* LIST (\Noselect) "." "&BCEEPwQw-""#, "&BCEEPwQw-"),
        ] {
            let parts = [line.as_bytes().to_vec()];
            assert_eq!(list_name(&parts, &[]).unwrap(), name.as_bytes());
        }
    }
}
