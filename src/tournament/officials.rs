//! Who acts in a tournament beside its arbiter (29.1, 30.1, 34.2): `[[official]]` of the
//! file, and who stands in for whom on days of absence.

use super::file::{MAX_NAME, Official};
use super::keys::FileSection;
use crate::address;
use crate::rules::{OneOfWords, words};
use crate::time::Day;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The most sections `[[official]]`.
pub const MAX_OFFICIALS: usize = 100;

words! {
    /// What somebody is in a tournament. The widest rights come first.
    Office {
        /// He directs it (30.2.1).
        Arbiter = "arbiter",
        /// He directs it under the arbiter (30.2.3).
        Deputy = "deputy",
        /// He directs the tournaments of a cycle that are given to him (30.2.5).
        Section = "section",
        /// He decides protests against the arbiter, finally (34.2, 54.1.4).
        Appeals = "appeals",
        /// He adjudicates a second time, finally (56.9.10).
        Adjudicator = "adjudicator",
        /// He enters what came on paper or by telephone, and decides nothing (30.2.2).
        Secretary = "secretary",
        /// He decides who is entered (29).
        Admission = "admission",
    }
}

/// What `[[official]]` may say: the arbiter has a key of his own.
fn words_of_sections() -> Vec<(&'static str, Office)> {
    let all = Office::WORDS.iter().copied();
    all.filter(|(_, office)| *office != Office::Arbiter)
        .collect()
}

/// An official beside the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedOfficial {
    /// What he is.
    pub role: Office,
    /// Who he is.
    #[serde(flatten)]
    pub who: Official,
    /// The codes of the tournaments in which he is; empty: in all of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
    /// In the appeals committee he votes where another cannot (34.2.1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
}

impl NamedOfficial {
    /// The same in the one tournament of that code; `None` where he is nothing there.
    pub(super) fn only_in(&self, code: &str) -> Option<NamedOfficial> {
        let sections = match self.sections.is_empty() {
            true => Vec::new(),
            false => vec![code.to_owned()],
        };
        let here = NamedOfficial {
            sections,
            ..self.clone()
        };
        self.is_of(code).then_some(here)
    }

    /// `deputy Name <address>`, with what else is said of him.
    pub fn told(&self) -> String {
        let mut told = format!("{} {}", self.role.word(), self.who.told());
        if let Some(language) = self.who.language {
            told.push_str(&format!(", {}", language.code()));
        }
        if !self.sections.is_empty() {
            told.push_str(&format!(", of {}", self.sections.join(", ")));
        }
        if self.reserve {
            told.push_str(", reserve");
        }
        if let Some(substitute) = &self.who.substitute {
            told.push_str(&format!(", substitute {substitute}"));
        }
        told
    }

    /// Whether he holds his office in the tournament of that code.
    pub fn is_of(&self, code: &str) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|s| s == code)
    }
}

/// Days on which somebody else has an official's letters and acts for him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfficialAbsence {
    /// His address, as [`address::key`] has it.
    pub email: String,
    /// The first day.
    pub from: Day,
    /// The last.
    pub to: Day,
}

impl OfficialAbsence {
    /// Whether it is about the official of an address, and a day of it.
    pub fn is_on(&self, email: &str, day: Day) -> bool {
        self.email == address::key(email) && self.from <= day && day <= self.to
    }
}

/// Reads the sections `[[official]]`. `codes`: what they may name under `sections`.
pub(super) fn read(top: &FileSection<'_, '_>, codes: &[&str]) -> Vec<Option<NamedOfficial>> {
    let sections = top.sections("official");
    if sections.len() > MAX_OFFICIALS {
        let what = format!("stands there too often; allowed: {MAX_OFFICIALS} times");
        top.refuse("official", &what);
        return Vec::new();
    }
    let roles = words_of_sections();
    let mut read: Vec<Option<NamedOfficial>> = Vec::new();
    for s in sections {
        s.require(
            "role",
            "deputy, section, appeals, adjudicator, secretary or admission",
        );
        s.require("name", "the name");
        s.require("email", "the address");
        let role = s.choice("role", &roles);
        let who = Official {
            language: s.choice("language", super::file::LANGUAGES),
            substitute: s.address("substitute"),
            name: s.text("name", MAX_NAME).unwrap_or_default(),
            email: s.address("email").unwrap_or_default(),
        };
        let named = s.texts("sections", MAX_NAME).unwrap_or_default();
        if role == Some(Office::Section) {
            let rule = format!("the tournaments that he directs: {}", codes.join(", "));
            s.require("sections", &rule);
        }
        if let Some(other) = named.iter().find(|code| !codes.contains(&code.as_str())) {
            let known = codes.join(", ");
            s.refuse(
                "sections",
                &format!("names {other}; allowed: codes of this file: {known}"),
            );
        }
        let reserve = s.flag("reserve").unwrap_or(false);
        if reserve && role != Some(Office::Appeals) {
            s.refuse("reserve", "is only for role = \"appeals\"");
        }
        let complete = !who.name.is_empty() && !who.email.is_empty();
        let official = role.filter(|_| complete).map(|role| NamedOfficial {
            role,
            who,
            sections: named,
            reserve,
        });
        let same = |other: &NamedOfficial| {
            let is = |o: &NamedOfficial| {
                o.role == other.role && address::key(&o.who.email) == address::key(&other.who.email)
            };
            official.as_ref().is_some_and(is)
        };
        if read.iter().flatten().any(same) {
            s.refuse(
                "email",
                "stands there with this role already; allowed: once, with all his sections",
            );
        }
        s.finish();
        read.push(official);
    }
    read
}

/// An official whose substitute holds no office in the same tournament, or is he himself.
pub(super) fn without_substitute<'a>(all: &[Holder<'a>]) -> Option<&'a Official> {
    let missing = |holder: &&Holder<'_>| {
        let Some(substitute) = &holder.who.substitute else {
            return false;
        };
        let key = address::key(substitute);
        holder.is_at(&key) || !all.iter().any(|h| h.is_at(&key))
    };
    all.iter().find(missing).map(|holder| holder.who)
}

/// The sections `[[official]]`, as a file has them.
pub(super) fn written(officials: &[NamedOfficial]) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut text = String::new();
    for official in officials {
        let NamedOfficial {
            role,
            who,
            sections,
            reserve,
        } = official;
        let role = quoted(role.word());
        let _ = write!(text, "\n[[official]]\nrole = {role}\n");
        let _ = writeln!(text, "name = {}", quoted(&who.name));
        let _ = writeln!(text, "email = {}", quoted(&who.email));
        if let Some(language) = who.language {
            let _ = writeln!(text, "language = {}", quoted(language.code()));
        }
        if let Some(substitute) = &who.substitute {
            let _ = writeln!(text, "substitute = {}", quoted(substitute));
        }
        if *reserve {
            text.push_str("reserve = true\n");
        }
        if !sections.is_empty() {
            let sections = toml::Value::from(sections.clone());
            let _ = writeln!(text, "sections = {sections}");
        }
    }
    text
}

/// One of those who hold an office in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder<'a> {
    /// His place among them: 0 the arbiter, 1 the appeals arbiter, 2 the adjudicator, and
    /// from 3 on those of `[[official]]`.
    pub place: u32,
    /// What he is.
    pub office: Office,
    /// Who he is.
    pub who: &'a Official,
}

impl Holder<'_> {
    /// `deputy Name <address>`, with what else `[[official]]` says of him.
    pub fn told(&self, listed: &[NamedOfficial]) -> String {
        let mut same = listed
            .iter()
            .filter(|o| o.role == self.office && o.who == *self.who);
        let bare = || NamedOfficial {
            role: self.office,
            who: self.who.clone(),
            sections: Vec::new(),
            reserve: false,
        };
        same.next()
            .map_or_else(|| bare().told(), NamedOfficial::told)
    }

    /// Whether `[[official]]` names him, and no key of the tournament's own.
    pub fn is_listed(&self) -> bool {
        self.place >= FIRST_NAMED
    }

    /// Whether that is his address, as [`address::key`] has it.
    pub fn is_at(&self, key: &str) -> bool {
        address::key(&self.who.email) == key
    }
}

/// Where the sections `[[official]]` begin among the [`Holder`]s.
const FIRST_NAMED: u32 = 3;

/// All who hold an office in a tournament but captains, in the order of their places; one
/// who is named for the same office twice, once.
pub fn holders<'a>(
    arbiter: &'a Official,
    [appeals, adjudicator]: [Option<&'a Official>; 2],
    named: &'a [NamedOfficial],
) -> Vec<Holder<'a>> {
    let head = [
        (Office::Arbiter, Some(arbiter)),
        (Office::Appeals, appeals),
        (Office::Adjudicator, adjudicator),
    ];
    let head = (0..).zip(head).filter_map(|(place, (office, who))| {
        Some(Holder {
            place,
            office,
            who: who?,
        })
    });
    let named = (FIRST_NAMED..).zip(named).map(|(place, o)| Holder {
        place,
        office: o.role,
        who: &o.who,
    });
    let mut all: Vec<Holder<'_>> = Vec::new();
    for holder in head.chain(named) {
        let key = address::key(&holder.who.email);
        let known = |h: &Holder<'_>| h.office == holder.office && h.is_at(&key);
        if !all.iter().any(known) {
            all.push(holder);
        }
    }
    all
}

/// Who has the letters of an official and acts for him on a day: he himself, or on a day of
/// his absence his substitute; for an arbiter without one the first deputy who is there.
/// Where nobody is, he himself.
pub fn present<'a>(
    holder: Holder<'a>,
    all: &[Holder<'a>],
    absences: &[OfficialAbsence],
    day: Day,
) -> Holder<'a> {
    let is_there = |h: &Holder<'_>| !absences.iter().any(|a| a.is_on(&h.who.email, day));
    if is_there(&holder) {
        return holder;
    }
    let substitute = holder.who.substitute.as_deref().map(address::key);
    let named = substitute.and_then(|key| {
        let mut his = all.iter().filter(|h| h.is_at(&key));
        his.find(|h| is_there(h))
    });
    let deputy = || {
        let mut deputies = all.iter().filter(|h| h.office == Office::Deputy);
        deputies.find(|h| holder.office == Office::Arbiter && is_there(h))
    };
    named.or_else(deputy).copied().unwrap_or(holder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(role: Office, name: &str, substitute: Option<&str>) -> NamedOfficial {
        NamedOfficial {
            role,
            who: Official {
                substitute: substitute.map(str::to_owned),
                ..Official::new(name, &format!("{name}@club.example"))
            },
            sections: Vec::new(),
            reserve: false,
        }
    }

    #[test]
    fn who_is_there_has_the_letters() {
        let arbiter = Official::new("olga", "olga@club.example");
        let others = [
            named(Office::Deputy, "dora", None),
            named(Office::Deputy, "emil", None),
            named(Office::Secretary, "sven", Some("emil@club.example")),
        ];
        let all = holders(&arbiter, [None, None], &others);
        let day = |d| Day::new(2026, 3, d).unwrap();
        let away = |name: &str| OfficialAbsence {
            email: format!("{name}@club.example"),
            from: day(1),
            to: day(10),
        };
        let of = |at: usize, absences: &[OfficialAbsence], d| {
            present(all[at], &all, absences, day(d)).who.name.clone()
        };
        assert_eq!(of(0, &[], 5), "olga");
        assert_eq!(of(0, &[away("olga")], 5), "dora");
        assert_eq!(of(0, &[away("olga"), away("dora")], 5), "emil");
        assert_eq!(of(0, &[away("olga")], 11), "olga", "the day after");
        assert_eq!(of(3, &[away("sven")], 1), "emil");
        assert_eq!(
            of(3, &[away("sven"), away("emil")], 1),
            "sven",
            "nobody else"
        );
        let all_away = [away("olga"), away("dora"), away("emil")];
        assert_eq!(of(0, &all_away, 10), "olga");
    }

    #[test]
    fn one_office_is_held_once() {
        let arbiter = Official::new("olga", "olga@club.example");
        let appeals = Official::new("ada", "ada@club.example");
        let others = [
            named(Office::Appeals, "ada", None),
            named(Office::Appeals, "bo", None),
            named(Office::Secretary, "ada", None),
        ];
        let all = holders(&arbiter, [Some(&appeals), None], &others);
        let told: Vec<_> = all.iter().map(|h| (h.place, h.office)).collect();
        assert_eq!(
            told,
            [
                (0, Office::Arbiter),
                (1, Office::Appeals),
                (4, Office::Appeals),
                (5, Office::Secretary)
            ]
        );
    }
}
