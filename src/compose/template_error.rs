//! What is wrong with a template.

use crate::language::Language;
use std::path::PathBuf;

/// A template that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The file cannot be read.
    #[error("template {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a template.
    #[error("template {name} is wrong: {message}")]
    Syntax {
        /// `ru/move/text.txt`; `move/text.txt in ru` for a skeleton with its sentences.
        name: String,
        /// What is wrong, with its line.
        message: String,
    },
    /// `words.toml` is incomplete, or `messages.toml` says what it cannot.
    #[error("template {name} is wrong: {message}")]
    Words {
        /// `ru/words.toml`, `ru/messages.toml`.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A template of the home that no letter uses: a misspelt name.
    #[error("template {path} replaces nothing: no built-in template has that name")]
    Unknown {
        /// The file.
        path: PathBuf,
    },
    /// A template that fails when a letter is written with it.
    #[error("a {kind} letter in '{language}' cannot be written: {message}")]
    Render {
        /// The kind of letter.
        kind: &'static str,
        /// The language.
        language: Language,
        /// What is wrong, with its template and line.
        message: String,
    },
}
