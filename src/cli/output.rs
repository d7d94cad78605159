//! What is printed. A closed pipe (`postchess … | head`) ends nothing in an error.

use crate::error::Failure;
use serde::Serialize;
use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Something that was printed could not be written.
static CUT: AtomicBool = AtomicBool::new(false);

/// Where commands print: data on standard output, words on standard error.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    json: bool,
    quiet: bool,
    /// What would be data is words about it: standard output is kept for one document.
    aside: bool,
}

impl Output {
    /// Output in the form asked for.
    pub fn new(json: bool, quiet: bool) -> Output {
        let aside = false;
        Output { json, quiet, aside }
    }

    /// The same for what is told on the way to an answer: where that is a JSON document, on
    /// standard error, and nothing where `--quiet`.
    pub fn on_the_way(&self) -> Output {
        Output {
            json: false,
            quiet: self.quiet,
            aside: self.json,
        }
    }

    /// Whether one JSON document is asked for.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints text as it is.
    pub fn text(&self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Prints bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) {
        if self.aside {
            if !self.quiet {
                let _ = std::io::stderr().write_all(bytes);
            }
            return;
        }
        let mut out = std::io::stdout().lock();
        let put = out.write_all(bytes).and_then(|()| out.flush());
        // Who reads no further has had enough.
        if put.is_err_and(|e| e.kind() != ErrorKind::BrokenPipe) {
            CUT.store(true, Ordering::Relaxed);
        }
    }

    /// What a command did, unless what it printed did not arrive: a report that is cut is none.
    pub fn ended(&self, done: Result<(), Failure>) -> Result<(), Failure> {
        match done {
            Ok(()) if CUT.load(Ordering::Relaxed) => Err(Failure::failed(
                "what was printed could not be written to its end: is the disk full?",
            )),
            done => done,
        }
    }

    /// Prints one line.
    pub fn line(&self, line: impl std::fmt::Display) {
        self.text(&format!("{line}\n"));
    }

    /// Prints a JSON document.
    pub fn json(&self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(Failure::failed)?;
        self.line(text);
        Ok(())
    }

    /// Prints JSON on one line.
    pub fn json_line(&self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(Failure::failed)?;
        self.line(text);
        Ok(())
    }

    /// Words for whoever watches: standard error, nothing where `--quiet`.
    pub fn say(&self, words: impl std::fmt::Display) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "{words}");
        }
    }

    /// An error.
    pub fn complain(&self, failure: &Failure) {
        let _ = writeln!(std::io::stderr(), "postchess: {failure}");
    }
}

/// Adds a member to a JSON object.
pub fn put(object: &mut Value, key: &str, member: impl Into<Value>) {
    if let Some(members) = object.as_object_mut() {
        members.insert(key.to_owned(), member.into());
    }
}

/// A member of a JSON object as text; empty where it is none.
pub fn text_of<'v>(object: &'v Value, key: &str) -> &'v str {
    object.get(key).and_then(Value::as_str).unwrap_or("")
}

/// A member of a JSON object as a number; 0 where it is none.
pub fn number_of(object: &Value, key: &str) -> u64 {
    object.get(key).and_then(Value::as_u64).unwrap_or(0)
}
