//! Where the paragraphs of a player's own text end, as far as his mail program tells:
//! by the page beside a plain text, or by the text itself, where it is a page or flowed.
//! Other words than those of the text are never taken from the page.

use std::collections::BTreeMap;

/// How far words are looked for that the two texts share behind a place where they differ.
const FARTHEST: usize = 40;

/// What is known of the line breaks of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraphs {
    /// Every line break was made by the writer.
    lines: bool,
    /// Of other texts: for the byte of a line feed, whether a paragraph ends there.
    told: BTreeMap<usize, bool>,
}

impl Paragraphs {
    /// Of a text each of whose lines is one: it was a page, or flowed.
    pub fn by_lines() -> Paragraphs {
        Paragraphs {
            lines: true,
            told: BTreeMap::new(),
        }
    }

    /// Of a plain text, as the page beside it shows the same words.
    pub fn beside(text: &str, page: &str) -> Paragraphs {
        let (own, shown) = (words(text), words(page));
        let mut told = BTreeMap::new();
        let mut at = 0;
        let mut before: Option<usize> = None;
        for word in &own {
            let Some(found) = next_like(&own, word, &shown, at) else {
                before = None;
                continue;
            };
            let follows = before.is_some_and(|b| b + 1 == found);
            if let (true, Some(feed), Some(here)) = (follows, word.feed, shown.get(found)) {
                told.insert(feed, here.feed.is_some());
            }
            before = Some(found);
            at = found + 1;
        }
        Paragraphs { lines: false, told }
    }

    /// Whether a paragraph ends with the line feed at this byte; `None`: nobody tells.
    pub fn ends_at(&self, feed: usize) -> Option<bool> {
        match self.lines {
            true => Some(true),
            false => self.told.get(&feed).copied(),
        }
    }
}

/// A word of a text.
struct ShownWord<'t> {
    text: &'t str,
    /// Its place among the words.
    place: usize,
    /// The byte of the line feed before it, where it begins a line.
    feed: Option<usize>,
}

fn words(text: &str) -> Vec<ShownWord<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        for (nth, word) in line.split_whitespace().enumerate() {
            let feed = (nth == 0 && at > 0).then(|| at - 1);
            found.push(ShownWord {
                text: word,
                place: found.len(),
                feed,
            });
        }
        at += line.len() + 1;
    }
    found
}

/// The place of a word among those shown, at a place or soon behind it, where the word
/// behind it is the same too.
fn next_like(
    own: &[ShownWord<'_>],
    word: &ShownWord<'_>,
    shown: &[ShownWord<'_>],
    at: usize,
) -> Option<usize> {
    let behind = own.get(word.place + 1).map(|w| w.text);
    let same = |place: usize| {
        let here = shown.get(place).is_some_and(|w| w.text == word.text);
        here && (place == at || shown.get(place + 1).map(|w| w.text) == behind)
    };
    (at..at + FARTHEST).find(|place| same(*place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str, page: &str) -> Vec<Option<bool>> {
        let told = Paragraphs::beside(text, page);
        let feeds = text.match_indices('\n').map(|(at, _)| at);
        feeds.map(|feed| told.ends_at(feed)).collect()
    }

    #[test]
    fn the_page_tells_which_line_breaks_are_the_writers() {
        let text = "I have little time and\nshall write\n2. Nf3\n\nAnn";
        let page = "I have little time and shall write\n2. Nf3\n\nAnn";
        let told = [Some(false), Some(true), None, Some(true)];
        assert_eq!(ends(text, page), told);
        assert_eq!(ends("a\nb", "a b"), [Some(false)]);
    }

    #[test]
    fn where_the_words_differ_nobody_tells() {
        assert_eq!(ends("one two\nthree four", "entirely other words"), [None]);
        // A picture's name stands in the text alone.
        let text = "Hello [image: cat.png]\ndear friend\nof mine";
        let page = "Hello\ndear friend of mine";
        assert_eq!(ends(text, page), [None, Some(false)]);
    }

    #[test]
    fn a_page_is_its_lines() {
        assert_eq!(Paragraphs::by_lines().ends_at(7), Some(true));
        assert_eq!(Paragraphs::default().ends_at(7), None);
    }
}
