//! Which tournament a person means by a code typed in other letters than it has: `nat26`
//! for `NAT26`. It is found here for the console and for the lines of letters, before
//! anything is looked up; the store knows exact codes alone.

use crate::error::Failure;
use crate::ids::is_code;
use crate::orders::{Refusal, line};
use crate::request::orders::LineAsks;
use crate::store::View;

/// What a typed name stands for, where it is another text: a tournament's code, a cycle's,
/// a game's name `CODE/N` or a player's `CODE:N`. `None`: it is taken as it stands.
///
/// # Errors
///
/// Several codes differ from it only in the case of letters.
pub fn exact_name(view: View<'_>, typed: &str) -> Result<Option<String>, Failure> {
    let end = typed.find(['/', ':']).unwrap_or(typed.len());
    let Some((code, rest)) = typed.split_at_checked(end).filter(|(c, _)| is_code(c)) else {
        return Ok(None);
    };
    let alike = view.codes_alike(code)?;
    match alike.as_slice() {
        all if all.iter().any(|one| one == code) => Ok(None),
        [] => Ok(None),
        [one] => Ok(Some(format!("{one}{rest}"))),
        _ => Err(Refusal::CodesAlike {
            typed: code.to_owned(),
            codes: alike,
        }
        .into()),
    }
}

/// The same for each of some typed names: those that stand for another text, and it.
///
/// # Errors
///
/// As for one.
pub fn exact_names(view: View<'_>, typed: Vec<String>) -> Result<Vec<(String, String)>, Failure> {
    let mut found = Vec::new();
    for name in typed {
        if let Some(exact) = exact_name(view, &name)? {
            found.push((name, exact));
        }
    }
    Ok(found)
}

/// What a line of a letter asks for, with the names as they are.
///
/// # Errors
///
/// As for one name.
pub fn exact_line(view: View<'_>, asked: &LineAsks) -> Result<LineAsks, Failure> {
    let one = |typed: &String| -> Result<String, Failure> {
        Ok(exact_name(view, typed)?.unwrap_or_else(|| typed.clone()))
    };
    Ok(match asked {
        LineAsks::Order(words) => {
            let typed = line::words(words).map_or_else(|_| Vec::new(), line::names_in);
            let named = exact_names(view, typed)?;
            LineAsks::Order(with_names(words, &named))
        }
        LineAsks::Today(codes) => LineAsks::Today(codes.iter().map(one).collect::<Result<_, _>>()?),
        LineAsks::Log(code) => LineAsks::Log(code.as_ref().map(one).transpose()?),
        LineAsks::Report(code) => LineAsks::Report(one(code)?),
        LineAsks::Game(game) => LineAsks::Game(one(game)?),
        LineAsks::Help => LineAsks::Help,
    })
}

/// The words with those names in place of what was typed.
fn with_names(words: &str, named: &[(String, String)]) -> String {
    if named.is_empty() {
        return words.to_owned();
    }
    let each = words.split(' ');
    let each = each.map(|word| line::with_name(word, named).unwrap_or_else(|| word.to_owned()));
    each.collect::<Vec<_>>().join(" ")
}
