//! Pages for browsers: a skeleton of `templates/web/`, once for all languages, which names
//! each sentence where it is said: `{{ say("web.sign-in") }}`, `{{ say("web.left", n=3) }}`.
//! Whatever is filled in is escaped.

use super::{message, told, words};
use crate::language::{Language, languages};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Serde};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};
use minijinja::{Value, context};
use serde::Serialize;
use std::sync::LazyLock;

macro_rules! pages {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/web/", $name, ".html")),
        )),*]
    };
}

/// Every skeleton, by its name.
const PAGES: &[(&str, &str)] = pages!("frame" "parts" "said" "sign-in" "link" "invitation" "account" "games" "game" "analysis" "confirm" "leave" "letters" "programs"
    "desk-frame" "desk-parts" "desk-said" "desk-sign-in" "desk-invitation" "desk-account" "desk-cards" "desk-today" "desk-tournaments" "desk-document" "desk-games" "desk-game" "desk-order"
);

macro_rules! environments {
    ($($name:ident $code:literal $own:literal),*) => {
        [$(LazyLock::new(|| environment(Language::$name))),*]
    };
}

/// Each is compiled when a page in the language is asked for.
static ENVIRONMENTS: [LazyLock<Environment<'static>>; Language::COUNT] = languages!(environments);

/// A page that cannot be made: its template or a sentence of it is wrong (a test makes every
/// page).
#[derive(Debug, thiserror::Error)]
#[error("the page {name}: {why}")]
pub struct PageError {
    name: String,
    why: String,
}

/// A page in a language. Its skeleton sees `frame`, what all pages have, and `page`.
///
/// # Errors
/// The skeleton asks for what it is not given, or there is none of that name.
pub fn page(
    language: Language,
    name: &str,
    frame: &impl Serialize,
    page: &impl Serialize,
) -> Result<String, PageError> {
    let wrong = |why: String| PageError {
        name: name.to_owned(),
        why,
    };
    let env = ENVIRONMENTS.get(language.index());
    let env = env.ok_or_else(|| wrong("no such language".to_owned()))?;
    let template = env.get_template(name).map_err(|e| wrong(e.to_string()))?;
    let frame = Value::from(Serde(frame));
    let page = Value::from(Serde(page));
    let made = template.render(context! { frame, page });
    made.map_err(|e| wrong(format!("{e:#}")))
}

fn environment(language: Language) -> Environment<'static> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| AutoEscape::Html);
    env.set_formatter(escaped);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    // The usual delimiters are taken as they are.
    env.set_syntax(syntax.unwrap_or_default());
    words::add(&mut env, language);
    env.add_function("say", move |key: &str, facts: Kwargs| {
        if message(language, key).is_none() {
            let why = format!("nothing is said under {key}");
            return Err(Error::new(ErrorKind::InvalidOperation, why));
        }
        told(language, key, Value::from(facts))
    });
    for (name, text) in PAGES {
        // A test makes every page.
        let _ = env.add_template(name, text);
    }
    env
}

/// Writes a value as a text of HTML, or of an attribute in quotation marks.
fn escaped(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let failed = |_| Error::new(ErrorKind::WriteFailure, "the page cannot be written");
    if value.is_safe() || matches!(state.auto_escape(), AutoEscape::None) {
        return write!(out, "{value}").map_err(failed);
    }
    let text = value.to_string();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        let (plain, sign) = rest.split_at(at);
        let mut signs = sign.chars();
        let name = match signs.next() {
            Some('&') => "&amp;",
            Some('<') => "&lt;",
            Some('>') => "&gt;",
            Some('"') => "&quot;",
            _ => "&#39;",
        };
        out.write_str(plain).map_err(failed)?;
        out.write_str(name).map_err(failed)?;
        rest = signs.as_str();
    }
    out.write_str(rest).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skeleton_is_a_template() {
        for (name, text) in PAGES {
            let mut env = Environment::new();
            let added = env.add_template(name, text);
            assert!(added.is_ok(), "{name}: {:?}", added.err());
        }
    }

    #[test]
    fn what_is_filled_in_is_text() {
        let mut env = environment(Language::En);
        env.add_template("x", "<p title=\"{{ x }}\">{{ x }}</p>")
            .unwrap();
        let made = env.get_template("x").unwrap();
        let made = made.render(context! { x => "<b>&'\"/" }).unwrap();
        let said = "&lt;b&gt;&amp;&#39;&quot;/";
        assert_eq!(made, format!("<p title=\"{said}\">{said}</p>"));
        assert!(env.render_str("{{ nothing }}", context! {}).is_err());
        assert!(
            env.render_str("{{ say('web.nothing') }}", context! {})
                .is_err()
        );
    }
}
