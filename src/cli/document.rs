//! Documents on their way out: the one place where one becomes text, a page or paper.

use super::output::Output;
use crate::disk::{Readers, write_whole};
use crate::error::Failure;
use crate::report::document::{self, Document, Drawings};
use crate::report::pdf;
use crate::time::Instant;
use std::path::Path;

/// How a document is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentForm {
    /// In columns of fixed width.
    Text,
    /// A page that needs nothing else.
    Html,
    /// Paper.
    Pdf,
}

impl DocumentForm {
    /// Whether it shows drawings.
    pub fn drawings(self) -> Drawings {
        match self {
            DocumentForm::Text => Drawings::Told,
            DocumentForm::Html | DocumentForm::Pdf => Drawings::Seen,
        }
    }
}

/// The bytes of a document in a form; the hour is the date of a PDF.
pub fn bytes(document: &Document, form: DocumentForm, now: Instant) -> Result<Vec<u8>, Failure> {
    Ok(match form {
        DocumentForm::Text => document::text(document).into_bytes(),
        DocumentForm::Html => document::html(document).into_bytes(),
        DocumentForm::Pdf => pdf::pdf(document, now).map_err(Failure::failed)?,
    })
}

/// Prints a document, or writes it into a file.
pub fn show(
    out: &Output,
    document: &Document,
    form: DocumentForm,
    now: Instant,
    output: Option<&Path>,
) -> Result<(), Failure> {
    if form == DocumentForm::Pdf {
        paper_wants_a_file(output)?;
    }
    deliver(out, &bytes(document, form, now)?, output)
}

/// A PDF is nothing for a screen: it goes into a file, or on to another program.
pub fn paper_wants_a_file(output: Option<&Path>) -> Result<(), Failure> {
    use std::io::IsTerminal;
    if output.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::failed("a PDF cannot be shown here").hint("--output FILE.pdf"));
    }
    Ok(())
}

/// Bytes to standard output, or whole into a file.
pub fn deliver(out: &Output, bytes: &[u8], path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(path) => into_file(path, bytes),
        None => {
            out.bytes(bytes);
            Ok(())
        }
    }
}

/// Bytes whole into a file, which is its owner's alone unless it replaces one that is open.
pub fn into_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, bytes, Readers::Owner).map_err(|e| Failure::of_file(path, &e))
}
