//! Players by the names that other programs write: surname first or last, with a comma, in
//! Latin letters for Cyrillic ones.

use crate::ascii::ascii;
use crate::fold;
use crate::language::Language;
use crate::tournament::file::TournamentFile;
use std::collections::BTreeSet;

/// The words of a name, in any order.
type NameWords = BTreeSet<String>;

/// The players of a tournament, by their names.
pub(super) struct Field<'f> {
    players: Vec<(u32, &'f str, Vec<NameWords>)>,
}

impl<'f> Field<'f> {
    pub fn of(file: &'f TournamentFile) -> Field<'f> {
        let spelt = |p: &'f crate::tournament::file::EnteredPlayer| {
            spellings(&p.name, p.language.unwrap_or(file.language))
        };
        let players = (1..).zip(&file.players);
        Field {
            players: players
                .map(|(n, p)| (n, p.name.as_str(), spelt(p)))
                .collect(),
        }
    }

    /// The name under a starting number.
    pub fn name(&self, number: u32) -> &'f str {
        let mut players = self.players.iter();
        let found = players.find(|(n, _, _)| *n == number);
        found.map_or("", |(_, name, _)| name)
    }

    /// The starting number of who is named: by all his words, or by some of them that only
    /// he has.
    pub fn number_of(&self, name: &str) -> Result<u32, String> {
        let own: Vec<NameWords> = Language::ALL
            .into_iter()
            .flat_map(|language| spellings(name, language))
            .collect();
        let with = |fits: &dyn Fn(&NameWords, &NameWords) -> bool| -> Vec<(u32, &str)> {
            let is_he = |spelt: &Vec<NameWords>| {
                spelt
                    .iter()
                    .any(|his| own.iter().any(|said| fits(said, his)))
            };
            let all = self.players.iter().filter(|(_, _, spelt)| is_he(spelt));
            all.map(|(number, name, _)| (*number, *name)).collect()
        };
        let whole = with(&|said, his| said == his);
        let found = match whole.is_empty() {
            true => with(&|said, his| !said.is_empty() && said.is_subset(his)),
            false => whole,
        };
        match found.as_slice() {
            [(number, _)] => Ok(*number),
            [] => Err(format!(
                "there is no player '{name}' in the tournament file"
            )),
            several => {
                let names: Vec<&str> = several.iter().map(|(_, name)| *name).collect();
                Err(format!("'{name}' may be {}", names.join(" or ")))
            }
        }
    }
}

/// A name as it is, and in Latin letters.
fn spellings(name: &str, language: Language) -> Vec<NameWords> {
    let words = |text: &str| -> NameWords {
        let words = fold::words(text).into_iter();
        words.map(|word| word.text).collect()
    };
    vec![words(name), words(&ascii(name, language))]
}
