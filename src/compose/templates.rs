//! The templates: built in, each replaceable by a file of the same path in the
//! home. One strict environment for every language; compiled once.

use super::prose;
use super::words::{Words, san_in, short};
use crate::chess::Side;
use crate::language::Language;
use crate::report::width::width;
use crate::report::words::matters as matter_words;
use crate::time::Day;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
        /// `ru/move/text.txt`.
        name: String,
        /// What is wrong, with its line.
        message: String,
    },
    /// `words.toml` is incomplete.
    #[error("template {name} is wrong: {message}")]
    Words {
        /// `ru/words.toml`.
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

/// Letters in one language.
pub struct Voice {
    /// The language.
    pub language: Language,
    /// Its words.
    pub words: Arc<Words>,
    /// `w` in the templates.
    pub text: Value,
    /// Its templates.
    pub env: Environment<'static>,
}

macro_rules! built_in {
    ($($lang:literal),*; $list:tt) => {
        [$(built_in!(@one $lang $list)),*]
    };
    (@one $lang:literal [$($name:literal),* $(,)?]) => {
        ($lang, [$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $lang, "/", $name)),
        )),*])
    };
}

const NAMES: usize = 68;

/// Every template that exists in each language.
static BUILT_IN: [(&str, [(&str, &str); NAMES]); 4] = built_in!("ru", "en", "uk", "pl"; [
    "words.toml",
    "_shared/answer.txt", "_shared/clocks.txt", "_shared/code.txt", "_shared/waiting.txt", "_shared/doubt.txt", "_shared/faults.txt", "_shared/likely.txt", "_shared/overstep.txt",
    "_shared/question.txt", "_shared/reason.txt", "_shared/remark.txt", "_shared/signature.txt", "_shared/withdrawn.txt", "_shared/compensated.txt", "_shared/halted.txt", "_shared/replaced.txt", "_shared/taken-over.txt",
    "start/subject.txt", "start/text.txt",
    "confirmation/subject.txt", "confirmation/text.txt",
    "move/subject.txt", "move/text.txt",
    "rejection/subject.txt", "rejection/text.txt",
    "not-understood/subject.txt", "not-understood/text.txt",
    "draw/subject.txt", "draw/text.txt",
    "repeat/subject.txt", "repeat/text.txt",
    "reminder/subject.txt", "reminder/text.txt",
    "time-forfeit/subject.txt", "time-forfeit/text.txt",
    "silence/subject.txt", "silence/text.txt",
    "leave/subject.txt", "leave/text.txt",
    "result/subject.txt", "result/text.txt",
    "report/subject.txt", "report/text.txt",
    "status/subject.txt", "status/text.txt",
    "help/subject.txt", "help/text.txt",
    "claim/subject.txt", "claim/text.txt",
    "protest/subject.txt", "protest/text.txt",
    "challenge/subject.txt", "challenge/text.txt",
    "address/subject.txt", "address/text.txt",
    "adjudication/subject.txt", "adjudication/text.txt",
    "withdrawal/subject.txt", "withdrawal/text.txt",
    "ruling/subject.txt", "ruling/text.txt",
    "delivery-problem/subject.txt", "delivery-problem/text.txt",
    "digest/subject.txt", "digest/text.txt",
    "transcript/subject.txt", "transcript/text.txt",
]);

/// The frames every letter is set in; a language or a kind may have its own
/// (`ru/_frame/letter.html`, `ru/move/html.html`).
static FRAMES: [(&str, &str); 2] = [
    (
        "_frame/letter.txt",
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/templates/_frame/letter.txt"
        )),
    ),
    (
        "_frame/letter.html",
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/templates/_frame/letter.html"
        )),
    ),
];

/// Reads and compiles everything.
///
/// # Errors
///
/// The first template that cannot be read or compiled, or replaces nothing.
pub fn load(overrides: Option<&Path>) -> Result<Vec<Voice>, TemplateError> {
    if let Some(dir) = overrides {
        refuse_unknown(dir, dir)?;
    }
    Language::ALL
        .into_iter()
        .map(|language| voice(language, overrides))
        .collect()
}

fn voice(language: Language, overrides: Option<&Path>) -> Result<Voice, TemplateError> {
    let code = language.code();
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    env.set_syntax(syntax.map_err(|e| TemplateError::Syntax {
        name: code.to_owned(),
        message: e.to_string(),
    })?);
    env.set_auto_escape_callback(|name| {
        if name.ends_with(".html") {
            AutoEscape::Html
        } else {
            AutoEscape::None
        }
    });

    let mut words = None;
    let built_in = BUILT_IN
        .iter()
        .filter(|(lang, _)| *lang == code)
        .flat_map(|(_, files)| files.iter());
    for (name, source) in built_in {
        let path = format!("{code}/{name}");
        let source = replaced(overrides, &path)?.unwrap_or_else(|| (*source).to_owned());
        if *name == "words.toml" {
            let read = Words::read(&source, language).map_err(|message| TemplateError::Words {
                name: path.clone(),
                message,
            })?;
            words = Some(Arc::new(read));
        } else {
            add(&mut env, name, &path, source)?;
        }
    }
    for (name, source) in FRAMES {
        let own = format!("{code}/{name}");
        let source = match replaced(overrides, &own)? {
            Some(source) => Some(source),
            None => replaced(overrides, name)?,
        }
        .unwrap_or_else(|| source.to_owned());
        add(&mut env, name, name, source)?;
    }
    for kind in crate::arbiter::NoticeKind::ALL {
        let name = format!("{}/html.html", kind.name());
        let path = format!("{code}/{name}");
        if let Some(source) = replaced(overrides, &path)? {
            add(&mut env, &name, &path, source)?;
        }
    }
    let words = words.ok_or_else(|| TemplateError::Words {
        name: format!("{code}/words.toml"),
        message: "it is missing".to_owned(),
    })?;
    add_filters(&mut env, language, &words);
    Ok(Voice {
        language,
        text: Value::from(Serde(&words.text)),
        words,
        env,
    })
}

fn add(
    env: &mut Environment<'static>,
    name: &str,
    path: &str,
    source: String,
) -> Result<(), TemplateError> {
    env.add_template_owned(name.to_owned(), source)
        .map_err(|e| TemplateError::Syntax {
            name: path.to_owned(),
            message: e.to_string(),
        })
}

fn replaced(overrides: Option<&Path>, name: &str) -> Result<Option<String>, TemplateError> {
    let Some(dir) = overrides else {
        return Ok(None);
    };
    let path = dir.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.replace("\r\n", "\n"))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(TemplateError::Read { path, source }),
    }
}

/// A file of the home that no letter uses is a misspelt name, and its owner
/// believes it is in force.
fn refuse_unknown(root: &Path, dir: &Path) -> Result<(), TemplateError> {
    let read = |source| TemplateError::Read {
        path: dir.to_owned(),
        source,
    };
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound && root == dir => return Ok(()),
        Err(e) => return Err(read(e)),
    };
    for entry in entries {
        let path = entry.map_err(read)?.path();
        let hidden = path
            .file_name()
            .and_then(|n| n.to_str())
            .is_none_or(|n| n.starts_with('.') || n.ends_with('~') || n.starts_with("README"));
        if hidden {
            continue;
        }
        if path.is_dir() {
            refuse_unknown(root, &path)?;
        } else if !known(path.strip_prefix(root).unwrap_or(&path)) {
            return Err(TemplateError::Unknown { path });
        }
    }
    Ok(())
}

fn known(path: &Path) -> bool {
    let name = path.to_string_lossy().replace('\\', "/");
    if FRAMES.iter().any(|(frame, _)| name == *frame) {
        return true;
    }
    let Some((lang, rest)) = name.split_once('/') else {
        return false;
    };
    let html = || {
        crate::arbiter::NoticeKind::ALL
            .iter()
            .any(|k| rest.strip_suffix("/html.html") == Some(k.name()))
    };
    BUILT_IN.iter().any(|(l, files)| {
        *l == lang
            && (files.iter().any(|(f, _)| *f == rest)
                || FRAMES.iter().any(|(f, _)| *f == rest)
                || html())
    })
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

fn day(text: &str) -> Result<Day, Error> {
    Day::parse(text).ok_or_else(|| bad(format!("'{text}' is not a day")))
}

fn side(text: &str) -> Result<Side, Error> {
    Side::BOTH
        .into_iter()
        .find(|s| s.name() == text)
        .ok_or_else(|| bad(format!("'{text}' is not a side")))
}

/// What templates can do with values: `{{ day|date }}`, `{{ 5|plural("day") }}`,
/// `{{ side|side_of }}`, `{{ text|left(20) }}`, `{{ text|prose }}`, `{{ report|apart }}`, …
fn add_filters(env: &mut Environment<'static>, language: Language, words: &Arc<Words>) {
    let w = Arc::clone(words);
    env.add_filter("date", move |text: &str| Ok::<_, Error>(w.date(day(text)?)));
    let w = Arc::clone(words);
    env.add_filter("weekday", move |text: &str| {
        Ok::<_, Error>(w.weekday(day(text)?).to_owned())
    });
    env.add_filter("short", |text: &str| Ok::<_, Error>(short(day(text)?)));
    let w = Arc::clone(words);
    env.add_filter("plural", move |n: i64, noun: &str| {
        let form = w.plural(language, n, noun);
        let form = form.ok_or_else(|| bad(format!("no plural of '{noun}'")))?;
        Ok::<_, Error>(format!("{n}\u{a0}{form}"))
    });
    let w = Arc::clone(words);
    env.add_filter("side", move |text: &str| {
        Ok::<_, Error>(w.side(side(text)?).to_owned())
    });
    let w = Arc::clone(words);
    env.add_filter("side_of", move |text: &str| {
        Ok::<_, Error>(w.side_of(side(text)?).to_owned())
    });
    let w = Arc::clone(words);
    env.add_filter("matter", move |what: &str| {
        let own = w.matters.get(what).cloned();
        own.unwrap_or_else(|| matter_words::name(language, what))
    });
    env.add_filter("asked", move |what: &str| {
        matter_words::asked(language, what).replace('-', " ")
    });
    env.add_filter("san", move |text: &str| san_in(text, language));
    env.add_filter("left", |value: Value, n: usize| {
        let text = value.to_string();
        let pad = n.saturating_sub(width(&text));
        text + &" ".repeat(pad)
    });
    env.add_filter("right", |value: Value, n: usize| {
        let text = value.to_string();
        " ".repeat(n.saturating_sub(width(&text))) + &text
    });
    env.add_filter("apart", |text: &str| prose::apart(text));
    env.add_filter("said", |text: &str| prose::said(text));
    env.add_filter("prose", |text: &str| {
        Value::from_safe_string(prose::html(text))
    });
}
