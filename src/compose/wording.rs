//! The sentences of letters in one language: those of the catalogue, and before them what
//! a club says otherwise (`templates/LANG/messages.toml` in the home, with the same keys).

use super::template_error::TemplateError;
use crate::language::Language;
use crate::messages::{self, CatalogueMessage, letters, plural};
use minijinja::Environment;
use std::collections::{BTreeMap, BTreeSet};

/// The file in which a club says single sentences otherwise.
pub const FILE: &str = "messages.toml";

/// What letters take from the rest of the catalogue: sections and single keys.
const COMMON: [&str; 5] = ["common.date", "month", "weekday", "side", "counted"];

/// What letters say in one language.
pub struct Wording {
    language: Language,
    /// The club's own, by key.
    own: BTreeMap<String, CatalogueMessage>,
}

impl Wording {
    /// The catalogue's sentences, with those of a club's file before them.
    ///
    /// # Errors
    ///
    /// A file that is no catalogue, a key that no letter has, a sentence that asks for what
    /// the built-in one is not told.
    pub fn new(language: Language, own: Option<&str>) -> Result<Wording, TemplateError> {
        let wrong = |message: String| TemplateError::Words {
            name: format!("{language}/{FILE}"),
            message,
        };
        let mut wording = Wording {
            language,
            own: BTreeMap::new(),
        };
        let Some(text) = own else {
            return Ok(wording);
        };
        let file: BTreeMap<String, BTreeMap<String, CatalogueMessage>> =
            toml::from_str(text).map_err(|e| wrong(e.to_string().trim_end().to_owned()))?;
        let env = Environment::new();
        for (section, messages) in file {
            for (key, own) in messages {
                let key = format!("{section}.{key}");
                // English names every fact that a sentence may tell.
                let built_in = built_in(Language::En, &key)
                    .ok_or_else(|| wrong(format!("no letter has a sentence '{key}'")))?;
                fits(&env, language, built_in, &own).map_err(|e| wrong(format!("'{key}' {e}")))?;
                wording.own.insert(key, own);
            }
        }
        Ok(wording)
    }

    /// Whether the club says it in words of its own.
    pub fn is_own(&self, key: &str) -> bool {
        self.own.contains_key(key)
    }

    /// What stands under a key.
    fn message(&self, key: &str) -> Option<&CatalogueMessage> {
        self.own.get(key).or_else(|| built_in(self.language, key))
    }

    /// The sentence of a key, as it is written.
    pub fn said(&self, key: &str) -> Option<&str> {
        match self.message(key)? {
            CatalogueMessage::Said(text) => Some(text),
            CatalogueMessage::Counted(_) => None,
        }
    }

    /// The forms of every counted noun, by its key without the section.
    pub fn counted(&self) -> BTreeMap<String, Vec<String>> {
        let all =
            messages::all(self.language).map(|(key, m)| (key, self.own.get(key).unwrap_or(m)));
        all.filter_map(|(key, message)| match message {
            CatalogueMessage::Counted(forms) => {
                Some((key.strip_prefix("counted.")?.to_owned(), forms.clone()))
            }
            CatalogueMessage::Said(_) => None,
        })
        .collect()
    }

    /// Every sentence of a section, by its key without the section.
    pub fn section(&self, name: &str) -> BTreeMap<String, String> {
        let keys = letters::all(self.language).keys();
        keys.filter_map(|key| {
            let short = key.strip_prefix(name)?.strip_prefix('.')?;
            Some((short.to_owned(), self.said(key)?.to_owned()))
        })
        .collect()
    }
}

fn built_in(language: Language, key: &str) -> Option<&'static CatalogueMessage> {
    let common = || {
        let (section, _) = key.split_once('.')?;
        let message = || messages::message(language, key);
        let taken = |name: &&str| *name == section || *name == key;
        COMMON.iter().any(taken).then(message)?
    };
    letters::all(language).get(key).or_else(common)
}

/// Whether a club's sentence can stand where the built-in one stands.
fn fits(
    env: &Environment<'_>,
    language: Language,
    built_in: &CatalogueMessage,
    own: &CatalogueMessage,
) -> Result<(), String> {
    let forms = plural::forms(language);
    match (built_in, own) {
        (CatalogueMessage::Said(built_in), CatalogueMessage::Said(own)) => {
            if own.contains('\n') {
                return Err("must be one line".to_owned());
            }
            let asked = |text: &str| -> Result<BTreeSet<String>, String> {
                let template = env.template_from_str(text);
                let template = template.map_err(|e| format!("is wrong: {e}"))?;
                Ok(template.undeclared_variables(true).into_iter().collect())
            };
            let (there, here) = (asked(built_in)?, asked(own)?);
            match here.difference(&there).next() {
                None => Ok(()),
                Some(unknown) if there.is_empty() => Err(format!(
                    "asks for {unknown}; the built-in sentence asks for nothing"
                )),
                Some(unknown) => {
                    let there: Vec<&str> = there.iter().map(String::as_str).collect();
                    Err(format!(
                        "asks for {unknown}, which the built-in sentence does not have; it has {}",
                        there.join(", ")
                    ))
                }
            }
        }
        (CatalogueMessage::Counted(_), CatalogueMessage::Counted(own)) if own.len() == forms => {
            Ok(())
        }
        (CatalogueMessage::Counted(_), CatalogueMessage::Counted(_)) => {
            Err(format!("must hold {forms} forms"))
        }
        (CatalogueMessage::Said(_), CatalogueMessage::Counted(_)) => {
            Err("must be a sentence".to_owned())
        }
        (CatalogueMessage::Counted(_), CatalogueMessage::Said(_)) => {
            Err(format!("must be a list of {forms} forms"))
        }
    }
}
