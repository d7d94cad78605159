//! The marks of a browser: who has signed in in it before. A seal that the server alone makes
//! stands in a cookie for each; without one, whoever's account is signed in to is told.

use super::asked::Asked;
use super::cookies::Cookie;

/// What the mark of a player is sealed for.
pub const PLAYER: &str = "known browser";

/// What the mark of an official at the desk is sealed for.
pub const OFFICIAL: &str = "known browser at the desk";

/// Marks that a browser keeps: a family's.
const MOST: usize = 8;

/// Signs of a mark that the browser keeps: 100 bits. So many marks go into a cookie.
const SIGNS: usize = 20;

/// The marks of a browser, once somebody has signed in.
pub struct Marks {
    /// It had his mark before.
    pub is_known: bool,
    all: Vec<String>,
}

impl Marks {
    /// Those of the browser that asks, with that of somebody in front.
    pub fn of(asked: &Asked, purpose: &str, who: &str) -> Marks {
        let seal = asked.server.key().seal_of(purpose, who);
        let own: String = seal.chars().take(SIGNS).collect();
        let shown = asked.cookie(Cookie::Known).unwrap_or_default();
        Marks::with(&shown, own)
    }

    fn with(shown: &str, own: String) -> Marks {
        let mut all: Vec<String> = shown.split('-').map(str::to_owned).collect();
        let is_known = all.contains(&own);
        all.retain(|mark| *mark != own && !mark.is_empty());
        all.insert(0, own);
        all.truncate(MOST);
        Marks { is_known, all }
    }

    fn text(&self) -> String {
        self.all.join("-")
    }

    /// Gives them to the browser.
    pub fn give(&self, asked: &Asked) {
        asked.give(Cookie::Known, &self.text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_knows_a_family_and_no_more() {
        let mark = |n: usize| format!("{n:020}");
        let mut shown = String::new();
        for n in 0..MOST {
            let marks = Marks::with(&shown, mark(n));
            assert!(!marks.is_known);
            shown = marks.text();
        }
        assert!(Marks::with(&shown, mark(0)).is_known);
        let next = Marks::with(&shown, mark(MOST));
        assert!(!next.is_known);
        assert!(!Marks::with(&next.text(), mark(0)).is_known, "the oldest");
        assert!(Marks::with(&next.text(), mark(1)).is_known);
        let jar = crate::web::cookies::Jar {
            secure: true,
            root: "",
        };
        assert!(Cookie::Known.set(&next.text(), jar).is_some(), "it fits");
    }
}
