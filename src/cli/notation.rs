//! `postchess notation`: how one move would be understood.

use super::args::VariantArg;
use super::output::Output;
use crate::chess::notation::{self, Class};
use crate::chess::{Position, Variant};
use crate::error::Failure;
use crate::language::Language;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
struct NotationAnswer {
    class: Class,
    uci: Option<String>,
    numeric: Option<String>,
    san: Option<String>,
    /// In the letters of every language but English, under its code.
    #[serde(flatten)]
    letters: Map<String, Value>,
    candidates: Vec<String>,
    warning: Option<String>,
}

/// Prints the reading of a text in a position.
pub fn run(
    out: &Output,
    text: &str,
    fen: Option<&str>,
    language: Option<Language>,
    variant: VariantArg,
) -> Result<(), Failure> {
    let variant = match variant {
        VariantArg::Standard => Variant::Standard,
        VariantArg::Chess960 => Variant::Chess960,
    };
    let position = match fen {
        Some(fen) => Position::from_fen(fen, variant)
            .map_err(|e| Failure::failed(format!("the position cannot be set up: {e}")))?,
        None => Position::start(),
    };
    let reading = notation::read(text, &position, language);
    let mv = reading.mv;
    let others = Language::ALL.into_iter().filter(|l| *l != Language::En);
    let letters = others.map(|language| {
        let written = mv.map(|m| position.san_in(m, language));
        (language.code().to_owned(), Value::from(written))
    });
    // Which of them is meant is open; a piece that is missing is none of them.
    let is_open = reading.class == Class::Ambiguous;
    let among = reading.candidates.iter().filter(|_| is_open);
    let answer = NotationAnswer {
        class: reading.class,
        uci: mv.map(|m| position.uci(m)),
        numeric: mv.map(|m| position.numeric(m)),
        san: mv.map(|m| position.san(m)),
        letters: letters.collect(),
        candidates: among.map(|m| position.uci(*m)).collect(),
        warning: reading.reason.map(|r| r.english().to_owned()),
    };
    if out.is_json() {
        return out.json(&answer);
    }
    let class = serde_json::to_value(answer.class).map_err(Failure::failed)?;
    out.line(format!(
        "class       {}",
        class.as_str().unwrap_or_default()
    ));
    let notations = [
        ("uci", answer.uci.as_deref()),
        ("numeric", answer.numeric.as_deref()),
        ("san", answer.san.as_deref()),
    ];
    let letters = answer.letters.iter();
    let letters = letters.map(|(code, written)| (code.as_str(), written.as_str()));
    let remark = [("remark", answer.warning.as_deref())];
    for (name, value) in notations.into_iter().chain(letters).chain(remark) {
        if let Some(value) = value {
            out.line(format!("{name:<11} {value}"));
        }
    }
    if !answer.candidates.is_empty() {
        out.line(format!("candidates  {}", answer.candidates.join(" ")));
    }
    Ok(())
}
