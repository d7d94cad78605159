//! Who writes and who gets a card: name and address, in the order of the post of the
//! country that it goes to.

use crate::ascii::ascii;
use crate::language::Language;
use crate::messages::Phrase;

/// The countries whose order of an address is known, each with its name.
const COUNTRIES: [(PostalCountry, Phrase); 6] = [
    (PostalCountry::Russia, Phrase("country.russia")),
    (PostalCountry::Ukraine, Phrase("country.ukraine")),
    (PostalCountry::Poland, Phrase("country.poland")),
    (PostalCountry::Germany, Phrase("country.germany")),
    (PostalCountry::Belarus, Phrase("country.belarus")),
    (PostalCountry::Kazakhstan, Phrase("country.kazakhstan")),
];

/// A country whose order of an address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PostalCountry {
    Russia,
    Ukraine,
    Poland,
    Germany,
    Belarus,
    Kazakhstan,
}

impl PostalCountry {
    /// Whether the index stands alone below the place, and not before its name.
    fn index_below(self) -> bool {
        !matches!(self, PostalCountry::Poland | PostalCountry::Germany)
    }

    /// The country that a line names, in any language.
    fn named(line: &str) -> Option<PostalCountry> {
        let wanted = line.trim().to_lowercase();
        let names = |name: &Phrase| {
            Language::ALL
                .iter()
                .any(|l| name.say(*l).to_lowercase() == wanted)
        };
        let found = COUNTRIES.iter().find(|(_, name)| names(name));
        found.map(|(country, _)| *country)
    }

    /// Its name in Latin letters, in capitals.
    fn capitals(self) -> String {
        let found = COUNTRIES.iter().find(|(country, _)| *country == self);
        found.map_or_else(String::new, |(_, name)| {
            name.say(Language::En).to_uppercase()
        })
    }
}

/// Somebody who writes or is written to by post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostalParty {
    /// The name.
    pub name: String,
    /// The address line by line, as entered; empty where it is not known.
    pub lines: Vec<String>,
}

/// An address as a card shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenAddress {
    /// Name, street, place: from above.
    pub lines: Vec<String>,
    /// The six digits for the field that a Russian machine reads.
    pub index: Option<String>,
}

/// What a postal code looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodeShape {
    /// Six digits.
    Six,
    /// Five digits.
    Five,
    /// Two digits, a hyphen, three.
    Hyphened,
}

impl PostalParty {
    /// The address as the post of its country wants it. `from` is who writes: what goes to
    /// another country is in Latin letters, with the country in capitals on the last line.
    /// Lines that tell no country and no postal code stay as they were entered.
    pub fn written(&self, from: &PostalParty) -> WrittenAddress {
        let mut lines: Vec<String> = self.lines.iter().map(|l| l.trim().to_owned()).collect();
        lines.retain(|line| !line.is_empty());
        let told = lines.last().and_then(|line| PostalCountry::named(line));
        if told.is_some() {
            lines.pop();
        }
        let country = told.or_else(|| country_of(&lines));
        let index = match country {
            Some(country) => in_order(&mut lines, country),
            None => None,
        };
        let home = from.country();
        let abroad = country.filter(|country| home.is_some_and(|home| home != *country));
        lines.insert(0, self.name.clone());
        if let Some(abroad) = abroad {
            let language = match abroad {
                PostalCountry::Ukraine => Language::Uk,
                _ => Language::Ru,
            };
            let mut latin: Vec<String> = lines.iter().map(|l| latin(l, language)).collect();
            latin.push(abroad.capitals());
            return WrittenAddress {
                lines: latin,
                index: None,
            };
        }
        if let (Some(country), Some(last)) = (told, self.lines.last())
            && home != Some(country)
        {
            lines.push(last.trim().to_uppercase());
        }
        let read = country == Some(PostalCountry::Russia);
        WrittenAddress {
            lines,
            index: index.filter(|_| read),
        }
    }

    /// The country of an address, as far as it can be told.
    fn country(&self) -> Option<PostalCountry> {
        let told = self.lines.last().and_then(|l| PostalCountry::named(l));
        told.or_else(|| country_of(&self.lines))
    }
}

/// A line in Latin letters: one that is, with its marks, as it was entered.
fn latin(line: &str, language: Language) -> String {
    match line.chars().any(|c| ('\u{370}'..'\u{1e00}').contains(&c)) {
        true => ascii(line, language),
        false => line.to_owned(),
    }
}

/// The country whose postal code stands in an address.
fn country_of(lines: &[String]) -> Option<PostalCountry> {
    let (at, _, shape) = code_in(lines)?;
    let cyrillic = |line: &String| line.chars().any(|c| ('а'..='я').contains(&c));
    Some(match shape {
        CodeShape::Six => PostalCountry::Russia,
        CodeShape::Hyphened => PostalCountry::Poland,
        CodeShape::Five if lines.get(at).is_some_and(cyrillic) => PostalCountry::Ukraine,
        CodeShape::Five if lines.iter().any(cyrillic) => PostalCountry::Ukraine,
        CodeShape::Five => PostalCountry::Germany,
    })
}

/// The last line with a word that is a postal code, that word and its shape.
fn code_in(lines: &[String]) -> Option<(usize, String, CodeShape)> {
    for (at, line) in lines.iter().enumerate().rev() {
        for word in line.split([' ', ',', ';']) {
            if let Some(shape) = shape(word) {
                return Some((at, word.to_owned(), shape));
            }
        }
    }
    None
}

fn shape(word: &str) -> Option<CodeShape> {
    let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    if digits(word, 6) {
        return Some(CodeShape::Six);
    }
    if digits(word, 5) {
        return Some(CodeShape::Five);
    }
    let (before, after) = word.split_once('-')?;
    (digits(before, 2) && digits(after, 3)).then_some(CodeShape::Hyphened)
}

/// Puts the lines in the order of a country, the place last, and gives the code. Lines
/// from the large to the small, as Russian post once had them, are turned round.
fn in_order(lines: &mut Vec<String>, country: PostalCountry) -> Option<String> {
    let (at, code, _) = code_in(lines)?;
    let only = |line: &String| line.trim_matches([',', '.', ' ']) == code;
    if at == 0 && lines.len() > 1 {
        lines.reverse();
    }
    if country.index_below() {
        for line in lines.iter_mut().filter(|line| line.contains(&code)) {
            let rest = line.replacen(&code, "", 1);
            *line = rest.trim_matches([',', ';', ' ']).to_owned();
        }
        lines.retain(|line| !line.is_empty());
        lines.push(code.clone());
    } else if let Some(alone) = lines.iter().position(only)
        && let Some(before) = alone.checked_sub(1)
    {
        // The code on a line of its own belongs before the place above it.
        lines.remove(alone);
        if let Some(place) = lines.get_mut(before) {
            *place = format!("{code} {place}");
        }
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(lines: &[&str]) -> PostalParty {
        PostalParty {
            name: "Иванов Иван".to_owned(),
            lines: lines.iter().map(|l| (*l).to_owned()).collect(),
        }
    }

    fn written(lines: &[&str], from: &[&str]) -> WrittenAddress {
        party(lines).written(&party(from))
    }

    #[test]
    fn the_index_of_a_russian_address_stands_below_and_in_the_field() {
        let moscow = ["ул. Арбат, д. 1, кв. 2", "г. Москва", "119019"];
        for entered in [
            vec!["ул. Арбат, д. 1, кв. 2", "119019 г. Москва"],
            vec!["119019, г. Москва", "ул. Арбат, д. 1, кв. 2"],
            vec!["ул. Арбат, д. 1, кв. 2", "г. Москва, 119019", "Россия"],
        ] {
            let address = written(&entered, &["101000 Москва"]);
            assert_eq!(address.lines[1..], moscow, "{entered:?}");
            assert_eq!(address.index.as_deref(), Some("119019"));
        }
    }

    #[test]
    fn poland_and_germany_have_the_code_before_the_place() {
        let polish = ["ul. Prosta 1/2", "00-950 Warszawa"];
        assert_eq!(written(&polish, &polish).lines[1..], polish);
        let turned = ["00-950 Warszawa", "ul. Prosta 1/2"];
        assert_eq!(written(&turned, &polish).lines[1..], polish);
        let alone = ["ul. Prosta 1/2", "Warszawa", "00-950"];
        assert_eq!(written(&alone, &polish).lines[1..], polish);
        let german = ["Hauptstraße 5", "10115 Berlin"];
        let address = written(&german, &german);
        assert_eq!(address.lines[1..], german);
        assert_eq!(address.index, None);
    }

    #[test]
    fn ukraine_has_the_index_last_and_no_field_of_six() {
        let address = written(&["вул. Хрещатик, 22", "01001, м. Київ"], &["01001 Київ"]);
        assert_eq!(
            address.lines[1..],
            ["вул. Хрещатик, 22", "м. Київ", "01001"]
        );
        assert_eq!(address.index, None);
    }

    #[test]
    fn abroad_it_is_latin_with_the_country_in_capitals_last() {
        let address = written(&["ул. Арбат, д. 1", "Москва, 119019"], &["10115 Berlin"]);
        let latin = [
            "Ivanov Ivan",
            "ul. Arbat, d. 1",
            "Moskva",
            "119019",
            "RUSSIA",
        ];
        assert_eq!(address.lines, latin);
        assert_eq!(address.index, None);
    }

    #[test]
    fn what_tells_nothing_stays_as_it_was_entered() {
        let lines = ["Baker Street 221b", "London NW1", "England"];
        let address = written(&lines, &["10115 Berlin"]);
        assert_eq!(address.lines[1..], lines);
    }
}
