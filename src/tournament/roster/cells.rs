//! What stands in the cells of a list of players, as people fill them in.

use super::super::file::MAX_FEDERATION;
use crate::language::Language;
use crate::vocabulary;
use std::sync::LazyLock;

/// What people write where there is nothing, no rating, no federation, beside dashes.
static NOTHING: LazyLock<Vec<&str>> =
    LazyLock::new(|| vocabulary::arbiters(|w| &w.rosters.nothing));

/// A cell without the spaces around and doubled inside it, and without signs
/// that are not seen (of no width, marks of direction).
pub fn clean(text: &str) -> String {
    let unseen = |c: char| matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}');
    let seen: String = text
        .chars()
        .filter(|c| !unseen(*c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "?") || NOTHING.contains(&text.to_lowercase().as_str())
}

/// An address as typed or pasted: `mailto:a@b`, `Name <a@b>`, `<a@b>;`. Gives the
/// name beside it and the bare address, which may still be wrong.
pub fn address(text: &str) -> (Option<String>, String) {
    let (name, bare) = match text.split_once('<') {
        Some((name, rest)) => {
            let name = clean(name.trim().trim_matches(['"', '\'', '«', '»']));
            let inner = rest.split_once('>').map_or(rest, |(inner, _)| inner);
            ((!name.is_empty()).then_some(name), inner)
        }
        None => (None, text),
    };
    let bare = bare.trim();
    let scheme = bare.get(..7).filter(|s| s.eq_ignore_ascii_case("mailto:"));
    let bare = match scheme {
        Some(_) => bare.get(7..).unwrap_or(""),
        None => bare,
    };
    let bare = bare.split_once('?').map_or(bare, |(before, _)| before);
    (
        name,
        bare.trim().trim_end_matches([';', ',', '.']).to_owned(),
    )
}

/// A rating: `2150`, `2 150`, `2150.0`; a dash, or 0, where there is none.
pub fn rating(text: &str) -> Result<Option<u32>, &'static str> {
    if is_nothing(text) {
        return Ok(None);
    }
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let whole = [".0", ",0", ".00", ",00"]
        .iter()
        .find_map(|end| digits.strip_suffix(end))
        .unwrap_or(&digits);
    match whole.parse::<u32>() {
        Ok(0) => Ok(None),
        Ok(rating) if rating <= 4000 => Ok(Some(rating)),
        _ => Err("a whole number up to 4000, or nothing"),
    }
}

/// A federation, as it is printed.
pub fn federation(text: &str) -> Result<Option<String>, &'static str> {
    if is_nothing(text) {
        return Ok(None);
    }
    if text.chars().count() > MAX_FEDERATION {
        return Err("up to 20 characters: RUS, UKR, POL");
    }
    Ok(Some(text.to_owned()))
}

/// A language by its code or its name.
pub fn language(text: &str) -> Result<Option<Language>, &'static str> {
    if is_nothing(text) {
        return Ok(None);
    }
    let word = text.to_lowercase();
    let is_meant = |language: &Language| {
        let own = &vocabulary::arbiters_of(*language).language;
        own.codes.contains(&word) || own.names.iter().any(|name| word.starts_with(name))
    };
    match Language::ALL.iter().find(|language| is_meant(language)) {
        Some(language) => Ok(Some(*language)),
        None => Err(LISTED.as_str()),
    }
}

static LISTED: LazyLock<String> = LazyLock::new(Language::listed);

/// A starting number: `7`, `7.`, `№7`.
pub fn number(text: &str) -> Result<Option<u32>, &'static str> {
    let digits = text
        .trim_start_matches(['№', '#', ' '])
        .trim_end_matches(['.', ')']);
    match digits.parse::<u32>() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err("a whole number such as 7"),
    }
}
