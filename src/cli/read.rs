//! `postchess read`: how letters would be understood. Records nothing.

use super::output::Output;
use crate::error::Failure;
use crate::letter::{self, Letter};
use crate::request;
use crate::time::Zone;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct Answer<'a> {
    file: String,
    kind: &'a str,
    from: Option<&'a str>,
    subject: &'a str,
    game: Option<String>,
    text: &'a str,
    requests: Vec<Value>,
    doubts: Vec<Value>,
    auth: Value,
}

/// Prints one answer a file.
pub fn run(out: &Output, files: &[PathBuf]) -> Result<(), Failure> {
    for path in files {
        one(out, path)?;
    }
    Ok(())
}

fn one(out: &Output, path: &Path) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|e| {
        let words = format!("{}: {e}", path.display());
        match e.kind() {
            std::io::ErrorKind::NotFound => Failure::missing(words),
            _ => Failure::failed(words),
        }
    })?;
    let letter = match letter::read(&bytes) {
        Ok(letter) => letter,
        Err(why) => {
            let file = path.display().to_string();
            if out.is_json() {
                return out.json_line(&json!({
                    "file": file, "kind": "malformed", "from": null, "subject": "", "game": null,
                    "text": "", "requests": [], "doubts": [{"doubt": "malformed", "text": why.to_string()}],
                    "auth": {"method": "none", "verified": false},
                }));
            }
            out.line(format_args!("{file}: cannot be read: {why}"));
            return Ok(());
        }
    };
    let answer = answer(path, &letter);
    if out.is_json() {
        return out.json_line(&answer);
    }
    out.line(format_args!("file      {}", answer.file));
    out.line(format_args!("kind      {}", answer.kind));
    out.line(format_args!("from      {}", answer.from.unwrap_or("-")));
    out.line(format_args!("subject   {}", answer.subject));
    out.line(format_args!(
        "game      {}",
        answer.game.as_deref().unwrap_or("-")
    ));
    for line in answer.text.lines() {
        out.line(format_args!("  | {line}"));
    }
    for request in &answer.requests {
        out.line(format_args!("request   {request}"));
    }
    for doubt in &answer.doubts {
        out.line(format_args!("doubt     {doubt}"));
    }
    Ok(())
}

fn answer<'a>(path: &Path, letter: &'a Letter) -> Answer<'a> {
    // Only a person's letter is searched for requests.
    let understanding = request::understand(letter);
    let person = letter.kind == letter::Kind::Person;
    let named = understanding.sections.iter().find_map(|s| s.game.clone());
    let game = understanding.subject_game.clone().or(named);
    Answer {
        file: path.display().to_string(),
        kind: letter.kind.name(),
        from: letter.from.first().map(String::as_str),
        subject: &letter.subject,
        game: game.map(|g| g.to_string()),
        text: &letter.own_text,
        requests: if person {
            request::to_json(&understanding, letter.date.map(|at| Zone::utc().day(at)))
        } else {
            Vec::new()
        },
        doubts: if person {
            request::doubts_to_json(&understanding)
        } else {
            Vec::new()
        },
        auth: json!({"method": "none", "verified": false}),
    }
}
