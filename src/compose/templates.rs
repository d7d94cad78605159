//! The templates: skeletons that are built in, with the sentences of each language put in
//! their places. A file of the home replaces a skeleton (`move/text.txt`), a whole letter
//! in one language (`ru/move/text.txt`) or single sentences (`ru/messages.toml`). One
//! strict environment for every language; compiled once, the built-in ones when a letter
//! first needs them: a pass that writes one letter reads one.

use super::prose;
use super::skeleton::{self, FRAMES, SKELETONS, splice};
use super::template_error::TemplateError;
use super::wording::{self, Wording};
use super::words::{LetterWords, san_in};
use crate::arbiter::NoticeKind;
use crate::chess::Side;
use crate::language::Language;
use crate::report::width::width;
use crate::report::words::common::day_month;
use crate::report::words::matters as matter_words;
use crate::request;
use crate::time::Day;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Letters in one language.
pub struct Voice {
    /// The language.
    pub language: Language,
    /// Its words.
    pub words: Arc<LetterWords>,
    /// `w` in the templates.
    pub text: Value,
    /// The club greets everybody by a sentence of its own.
    pub greets: bool,
    /// Its templates.
    pub env: Environment<'static>,
    wording: Arc<Wording>,
    /// The skeletons that stand in files of the home.
    own: BTreeMap<&'static str, Replaced>,
}

/// A skeleton that stands in place of a built-in one.
enum Replaced {
    /// A file with marks where sentences stand.
    Marked(String),
    /// A file that is a letter's whole text.
    Whole,
}

impl Voice {
    /// The keys of the sentences that stand where a template failed.
    pub fn blamed(&self, error: &Error) -> Vec<String> {
        let keys = || {
            let skeleton = built_in(error.name()?)?;
            let source = match self.own.get(skeleton.name) {
                None => skeleton.source,
                Some(Replaced::Marked(own)) => own,
                Some(Replaced::Whole) => return None,
            };
            let spliced = splice(skeleton.name, source, |key| self.wording.said(key));
            spliced.ok()?.keys.remove(&error.line()?)
        };
        keys().unwrap_or_default()
    }
}

/// Whether a home says anything otherwise than the built-in templates.
///
/// # Errors
///
/// A file that replaces nothing, or a folder that cannot be read.
pub fn is_own(overrides: &Path) -> Result<bool, TemplateError> {
    refuse_unknown(overrides, overrides)
}

/// After so many steps a letter is given up: a hundred times what the longest of ours takes,
/// a list of some hundred games.
const MOST_STEPS: u64 = 10_000_000;

/// Reads and compiles the templates of a language.
///
/// # Errors
///
/// The first that cannot be read or compiled.
pub fn voice(language: Language, overrides: Option<&Path>) -> Result<Voice, TemplateError> {
    let code = language.code();
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    // Ours end by themselves.
    env.set_fuel(overrides.map(|_| MOST_STEPS));
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

    let file = |name: &str| replaced(overrides, &format!("{code}/{name}"));
    let wording = Wording::new(language, file(wording::FILE)?.as_deref())?;
    let words = match file("words.toml")? {
        Some(own) => LetterWords::read(&own, language).map(|own| own.completed(&wording)),
        None => LetterWords::of(&wording),
    };
    let words = Arc::new(words.map_err(|message| TemplateError::Words {
        name: format!("{code}/words.toml"),
        message,
    })?);
    let wording = Arc::new(wording);
    let said = Arc::clone(&wording);
    env.set_loader(move |name| source_of(name, &said));
    let mut own = BTreeMap::new();
    if overrides.is_some() {
        for skeleton in SKELETONS {
            let name = skeleton.name;
            if let Some(whole) = file(name)? {
                add(&mut env, name, &format!("{code}/{name}"), whole)?;
                own.insert(name, Replaced::Whole);
                continue;
            }
            let replaced = replaced(overrides, name)?;
            let source = replaced.as_deref().unwrap_or(skeleton.source);
            let spliced = splice(name, source, |key| wording.said(key)).map_err(|message| {
                TemplateError::Syntax {
                    name: name.to_owned(),
                    message,
                }
            })?;
            add(&mut env, name, &format!("{name} in {code}"), spliced.source)?;
            if let Some(replaced) = replaced {
                own.insert(name, Replaced::Marked(replaced));
            }
        }
        for frame in FRAMES {
            let name = frame.name;
            let source = match file(name)? {
                Some(source) => Some(source),
                None => replaced(overrides, name)?,
            };
            let source = source.unwrap_or_else(|| frame.source.to_owned());
            add(&mut env, name, name, source)?;
        }
        for kind in NoticeKind::ALL {
            let name = page(kind);
            if let Some(source) = file(&name)? {
                add(&mut env, &name, &format!("{code}/{name}"), source)?;
            }
        }
    }
    add_filters(&mut env, language, &words);
    Ok(Voice {
        language,
        text: Value::from(Serde(&words.text)),
        words,
        greets: wording.is_own("letter.greeting"),
        env,
        wording,
        own,
    })
}

/// A built-in skeleton by its name.
fn built_in(name: &str) -> Option<&'static skeleton::Skeleton> {
    SKELETONS.iter().find(|skeleton| skeleton.name == name)
}

/// The built-in template of a name, with the sentences in their places.
fn source_of(name: &str, wording: &Wording) -> Result<Option<String>, Error> {
    if let Some(skeleton) = built_in(name) {
        let spliced = splice(name, skeleton.source, |key| wording.said(key));
        return spliced.map(|spliced| Some(spliced.source)).map_err(bad);
    }
    let frame = FRAMES.iter().find(|frame| frame.name == name);
    Ok(frame.map(|frame| frame.source.to_owned()))
}

/// The page that a club may set a kind of letter in instead of the frame.
fn page(kind: NoticeKind) -> String {
    format!("{}/html.html", kind.name())
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
/// believes it is in force. Whether there is any file that replaces something.
fn refuse_unknown(root: &Path, dir: &Path) -> Result<bool, TemplateError> {
    let read = |source| TemplateError::Read {
        path: dir.to_owned(),
        source,
    };
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound && root == dir => return Ok(false),
        Err(e) => return Err(read(e)),
    };
    let mut own = false;
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
            own |= refuse_unknown(root, &path)?;
        } else if known(path.strip_prefix(root).unwrap_or(&path)) {
            own = true;
        } else {
            return Err(TemplateError::Unknown { path });
        }
    }
    Ok(own)
}

fn known(path: &Path) -> bool {
    let name = path.to_string_lossy().replace('\\', "/");
    let built_in = |name: &str| SKELETONS.iter().chain(FRAMES).any(|s| s.name == name);
    let in_language = |name: &str| {
        ["words.toml", wording::FILE].contains(&name)
            || built_in(name)
            || NoticeKind::ALL.into_iter().any(|k| page(k) == name)
    };
    let own = name.split_once('/');
    built_in(&name)
        || own.is_some_and(|(language, name)| {
            language.parse::<Language>().is_ok() && in_language(name)
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

/// A command in the words of a language; what is none stays.
fn commanded_in(text: &str, language: Language) -> String {
    request::command_in(text, language).unwrap_or_else(|| text.to_owned())
}

/// What templates can do with values: `{{ day|date }}`, `{{ 5|plural("day") }}`,
/// `{{ side|side_of }}`, `{{ text|left(20) }}`, `{{ text|prose }}`, `{{ report|apart }}`, …
fn add_filters(env: &mut Environment<'static>, language: Language, words: &Arc<LetterWords>) {
    let w = Arc::clone(words);
    env.add_filter("date", move |text: &str| Ok::<_, Error>(w.date(day(text)?)));
    let w = Arc::clone(words);
    env.add_filter("day_month", move |text: &str| {
        Ok::<_, Error>(w.day_month(day(text)?))
    });
    let w = Arc::clone(words);
    env.add_filter("place", move |zone: &str| w.place(zone));
    let w = Arc::clone(words);
    env.add_filter("weekday", move |text: &str| {
        Ok::<_, Error>(w.weekday(day(text)?).to_owned())
    });
    env.add_filter("short", |text: &str| Ok::<_, Error>(day_month(day(text)?)));
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
    env.add_filter("command", move |text: &str| commanded_in(text, language));
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
    env.add_filter("own", |text: &str| prose::own(text));
    env.add_filter("inline", |text: &str| {
        Value::from_safe_string(prose::inline(text))
    });
    env.add_filter("prose", |text: &str| {
        Value::from_safe_string(prose::html(text))
    });
}
