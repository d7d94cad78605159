//! Our own words coming back without a mark of quotation: some programs answer with the whole
//! letter they got, others break its quoted lines and leave the ends unmarked. Our letters hold
//! moves, commands and examples of them; none of it is the player's. What he answers is known
//! word for word.

use super::hearsay::without_hearsay;
use crate::error::Failure;
use crate::fold;
use crate::ids::OutboundId;
use crate::letter::{self, Letter};
use crate::store::View;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Fewer lines than this, above all quotations, are a person's own, unless they hold more than
/// [`FEWEST_WORDS`] words: some programs make one line of a page, or of what stands for a picture.
const FEWEST_LINES: usize = 5;

/// Most letters of ours that are compared.
const MOST_LETTERS: usize = 6;

/// So many words in a row are looked up; so many make a run that is ours.
const LOOKED_UP: usize = 3;
const FEWEST_WORDS: usize = 10;

/// Of these so many are words of letters alone: a record and a form are figures, and who
/// copies them fills them in.
const FEWEST_LONG: usize = 6;
/// The shortest of those, in letters.
const LONG: usize = 3;

/// Most places in our letters at which a run is looked for.
const MOST_PLACES: usize = 32;

/// Most words of a letter that are compared.
const MOST_WORDS: usize = 20_000;

/// Fewer words of letters alone beside a form are its labels: the form was sent by itself, and
/// is his, whatever he filled in (56.3.9).
const FEWEST_BESIDE: usize = 20;

/// So many lines of figures one below the other are a form, a record or a board.
const FORM: usize = 3;

/// So many words in a row of what stands for a picture or beside words are ours: nobody
/// copies those.
const FEWEST_ASIDE: usize = 6;

/// What our letters said, to be found again.
struct OurWords {
    /// Of each text its words, and the line on which each stands.
    texts: Vec<Vec<(String, usize)>>,
    /// So many of the texts, at their end, stand for pictures or beside words.
    asides: usize,
    /// Where some words in a row stand: the text, and the first of them.
    places: BTreeMap<[String; LOOKED_UP], Vec<(usize, usize)>>,
}

impl OurWords {
    fn of(said: &[letter::SentWords]) -> OurWords {
        let asides = || said.iter().flat_map(|words| &words.asides);
        let texts: Vec<Vec<(String, usize)>> = said
            .iter()
            .flat_map(|words| &words.texts)
            .chain(asides())
            .map(|text| {
                let lines = text.lines().enumerate();
                let words = lines.flat_map(|(line, text)| {
                    let words = fold::words(text).into_iter();
                    words.map(move |word| (word.text, line))
                });
                words.take(MOST_WORDS).collect()
            })
            .collect();
        let mut places: BTreeMap<[String; LOOKED_UP], Vec<(usize, usize)>> = BTreeMap::new();
        for (text, words) in texts.iter().enumerate() {
            for (at, some) in words.windows(LOOKED_UP).enumerate() {
                if let [(a, _), (b, _), (c, _)] = some {
                    let key = [a.clone(), b.clone(), c.clone()];
                    let all = places.entry(key).or_default();
                    if all.len() < MOST_PLACES {
                        all.push((text, at));
                    }
                }
            }
        }
        let asides = asides().count();
        OurWords {
            texts,
            asides,
            places,
        }
    }

    /// How many words from the first of these on are ours: as many in a row, of more than one
    /// line, or so many of an aside, which is told. A line alone may be copied, as our letters
    /// ask for.
    fn run(&self, words: &[fold::Word]) -> (usize, bool) {
        let [a, b, c, ..] = words else {
            return (0, false);
        };
        let key = [a.text.clone(), b.text.clone(), c.text.clone()];
        let places = self.places.get(&key).into_iter().flatten();
        let runs = places.filter_map(|(text, at)| {
            let ours = self.texts.get(*text)?.get(*at..)?;
            let same = ours.iter().zip(words);
            let length = same
                .take_while(|((our, _), word)| *our == word.text)
                .count();
            let run = ours.get(..length)?;
            if *text >= self.texts.len() - self.asides {
                return (length >= FEWEST_ASIDE).then_some((length, true));
            }
            let (first, last) = (run.first()?, run.last()?);
            let long = run.iter().filter(|(word, _)| is_long(word)).count();
            let is_ours = length >= FEWEST_WORDS && long >= FEWEST_LONG && first.1 != last.1;
            is_ours.then_some((length, false))
        });
        runs.max().unwrap_or((0, false))
    }

    /// The places in a text, in bytes, that are ours, and whether each is an aside: from the
    /// first word of a run to its last, an aside with what its program put around it.
    fn found_in(&self, text: &str) -> Vec<(Range<usize>, bool)> {
        let words = fold::words(text);
        let words = words.get(..MOST_WORDS).unwrap_or(&words);
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let (mut length, is_aside) = self.run(rest);
            // A figure at its end, with something else behind it on the line, is the number of
            // what the player wrote there.
            while !is_aside
                && let Some([last, next]) = rest.get(length.wrapping_sub(1)..=length)
                && !is_long(&last.text)
                && text
                    .get(last.end..next.start)
                    .is_some_and(|gap| !gap.contains('\n'))
            {
                length -= 1;
            }
            let run = rest.get(..length).unwrap_or_default();
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                let place = first.start..last.end;
                found.push(match is_aside {
                    true => (with_brackets(text, place), true),
                    false => (place, false),
                });
            }
            at += length.max(1);
        }
        found
    }
}

/// What programs put before the text of a picture, in small letters.
const OPENS_ASIDE: [&str; 7] = ["![", "[image:", "[bild:", "[obraz:", "[", "<", "\""];
/// Longest address behind one, in bytes.
const MAX_ADDRESS: usize = 400;

/// The place of an aside with the marks of a picture around it: `![` and `](cid:board)`,
/// `[image: ` and `]`.
fn with_brackets(text: &str, place: Range<usize>) -> Range<usize> {
    let before = text.get(..place.start).unwrap_or_default().trim_end();
    let opens = OPENS_ASIDE.into_iter().find(|mark| {
        let from = before.len().saturating_sub(mark.len());
        let end = before.get(from..).unwrap_or_default();
        end.eq_ignore_ascii_case(mark)
    });
    let Some(opens) = opens else {
        return place;
    };
    let after = text.get(place.end..).unwrap_or_default();
    let Some(rest) = after.trim_start().strip_prefix([']', '>', '"']) else {
        return place;
    };
    let address = rest.strip_prefix('(').and_then(|rest| {
        let close = rest.find(')').filter(|at| *at <= MAX_ADDRESS)?;
        rest.get(close + 1..)
    });
    before.len() - opens.len()..text.len() - address.unwrap_or(rest).len()
}

/// Whether a word is of letters alone, and more than a piece or a file.
fn is_long(word: &str) -> bool {
    word.chars().count() >= LONG && word.chars().all(char::is_alphabetic)
}

/// Whether a line has no word, but something else.
fn is_figures(line: &str) -> bool {
    let words = fold::words(line);
    !words.is_empty() && !words.iter().any(|word| is_long(&word.text))
}

/// The lines that stay whoever wrote them. A form or a record to which something was added,
/// with what stands right above it: who copies one fills it in. The files below a board: by
/// them it is seen that a letter of ours came back, and nothing in it is charged.
pub(super) fn kept_lines(lines: &[&str], has_theirs: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let filled: Vec<usize> = (0..lines.len())
        .filter(|at| lines.get(*at).is_some_and(|line| !line.trim().is_empty()))
        .collect();
    let is_figures = |at: &usize| lines.get(*at).is_some_and(|line| is_figures(line));
    let files = |at: &usize| {
        let words = lines.get(*at).map_or(Vec::new(), |line| fold::words(line));
        let of = |at: usize| words.get(at).map(|word| &*word.text);
        let ends = (of(0), of(7));
        words.len() == 8 && matches!(ends, (Some("a"), Some("h")) | (Some("h"), Some("a")))
    };
    let mut kept: BTreeSet<usize> = filled.iter().copied().filter(files).collect();
    let mut begins = 0;
    for run in filled.chunk_by(|a, b| is_figures(a) == is_figures(b)) {
        let is_form = run.len() >= FORM && run.first().is_some_and(is_figures);
        if is_form && run.iter().any(|at| has_theirs(*at)) {
            let head = filled.get(begins.max(1) - 1..begins).unwrap_or_default();
            kept.extend(head.iter().chain(run));
        }
        begins += run.len();
    }
    kept
}

/// A player's letter with blanks for what is ours in it, and for what others wrote and we
/// passed on; `None` where nothing is.
pub(super) fn only_theirs(view: &View<'_>, letter: &Letter) -> Result<Option<Letter>, Failure> {
    let theirs = without_ours(view, letter)?;
    let own = without_hearsay(view, theirs.as_ref().unwrap_or(letter))?;
    Ok(own.or(theirs))
}

/// The letter with blanks in its own words, and in those of the page beside them, for what is
/// ours; `None` where nothing is.
pub(super) fn without_ours(view: &View<'_>, letter: &Letter) -> Result<Option<Letter>, Failure> {
    let may_be_ours = may_be_ours(&letter.own_text)
        || letter.page.as_deref().is_some_and(may_be_ours)
        || goes_on_below_a_quotation(&letter.text);
    if !may_be_ours {
        return Ok(None);
    }
    let mut said = Vec::new();
    for id in letters_before(view, letter)? {
        let raw = view.outbound_raw(id)?;
        said.extend(letter::sent(&raw.bytes));
    }
    if said.is_empty() {
        return Ok(None);
    }
    let ours = OurWords::of(&said);
    let own_text = theirs(&letter.own_text, &letter.text, &ours);
    let page = letter.page.as_deref();
    let page = page.and_then(|page| theirs(page, page, &ours));
    Ok(letter.with_words(own_text, page))
}

/// Whether a text is long enough for something of ours.
fn may_be_ours(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.count() >= FEWEST_LINES || text.split_whitespace().nth(FEWEST_WORDS).is_some()
}

/// Whether something stands below a quoted line that is not quoted itself.
fn goes_on_below_a_quotation(text: &str) -> bool {
    let mut lines = text.lines().skip_while(|line| !line.starts_with('>'));
    lines.any(|line| !line.starts_with('>') && !line.trim().is_empty())
}

/// The own words with blanks for what is ours: as many bytes as before, so that places in them
/// stay where they are. They are compared where they stand, among what is quoted of ours: the
/// end of a line that a program broke is known by its beginning. `None`: nothing is.
fn theirs(own: &str, whole: &str, ours: &OurWords) -> Option<String> {
    let mut found = ours.found_in(whole);
    if found.is_empty() {
        return None;
    }
    let lines: Vec<&str> = whole.split('\n').collect();
    let mut places = Vec::with_capacity(lines.len());
    let mut place = 0;
    for line in &lines {
        places.push(place);
        place += line.len() + 1;
    }
    let is_one = |at: usize| found.iter().any(|(range, _)| range.contains(&at));
    let beside = lines
        .iter()
        .zip(&places)
        .filter(|(line, _)| !is_figures(line));
    let long = |(line, start): (&&str, &usize)| {
        let words = fold::words(line);
        let ours = |w: &&fold::Word| is_long(&w.text) && is_one(start + w.start);
        words.iter().filter(ours).count()
    };
    if beside.map(long).sum::<usize>() < FEWEST_BESIDE {
        found.retain(|(_, is_aside)| *is_aside);
        if found.is_empty() {
            return None;
        }
    }
    let is_ours = |at: usize| found.iter().any(|(range, _)| range.contains(&at));
    let is_aside = |at: usize| {
        let mut asides = found.iter().filter(|(_, is_aside)| *is_aside);
        asides.any(|(range, _)| range.contains(&at))
    };
    let has_theirs = |at: usize| {
        let (line, start) = (lines.get(at).copied(), places.get(at).copied());
        let words = fold::words(line.unwrap_or_default());
        words
            .iter()
            .any(|word| !is_ours(start.unwrap_or(0) + word.start))
    };
    // What stands for a picture is no row of a form, whatever a program makes of it.
    let rows: Vec<String> = lines
        .iter()
        .zip(&places)
        .map(|(line, start)| blank(line, *start, &is_aside))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let stays = kept_lines(&rows, has_theirs);
    let mut next = 0;
    let kept = own.split('\n').map(|line| {
        // The own lines come in the order of the whole.
        let rest = lines.get(next..).unwrap_or_default();
        let before = rest
            .iter()
            .position(|whole| whole.trim_end() == line.trim_end());
        let Some(at) = before.filter(|_| !line.trim().is_empty()).map(|n| next + n) else {
            return line.to_owned();
        };
        next = at + 1;
        match stays.contains(&at) {
            true => line.to_owned(),
            false => blank(line, places.get(at).copied().unwrap_or(0), &is_ours),
        }
    });
    let kept: Vec<String> = kept.collect();
    let kept = kept.join("\n");
    (kept != own).then_some(kept)
}

/// A line that begins at a place, with blanks for what is ours.
pub(super) fn blank(line: &str, start: usize, is_ours: &impl Fn(usize) -> bool) -> String {
    let all = fold::words(line)
        .iter()
        .all(|word| is_ours(start + word.start));
    let letters = line.char_indices();
    let kept = letters.flat_map(|(at, c)| {
        let (kept, blanks) = match all || is_ours(start + at) {
            true => (None, c.len_utf8()),
            false => (Some(c), 0),
        };
        kept.into_iter().chain(std::iter::repeat_n(' ', blanks))
    });
    kept.collect()
}

/// Letters of ours that the sender may have before him: those he answers, and
/// the newest ones about his games.
fn letters_before(view: &View<'_>, letter: &Letter) -> Result<Vec<OutboundId>, Failure> {
    let mut ids: Vec<OutboundId> = Vec::new();
    for id in letter.answers.iter().rev().take(MOST_LETTERS) {
        ids.extend(view.outbound_by_message_id(id)?.map(|row| row.id));
    }
    let player = match letter.from.first() {
        Some(from) => view.player_by_address(from)?,
        None => None,
    };
    if let Some(player) = player {
        for game in view.player_games(player.id, true)? {
            if ids.len() >= MOST_LETTERS {
                break;
            }
            if let Some(thread) = view.thread_of(game.id, player.id)? {
                ids.push(thread.last_id);
                ids.extend(thread.move_id);
            }
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "Bert has moved:\n\n    3... 5755   (e5)\n\n\
        It is your turn: please send move 4 no later than Sunday, for example\n\
        4. 5254 (e2-e4, 0-0).\n\nRec.  Ans.  Time  N    White  Black\n\
        ---   10/01  0/00  01.  5254   5755\n12/01  12/01  0/00  02.  7163   2836\n\
        14/01  14/01  0/00  03.  6125   6835\n\n\
        An automatic letter. To ask the arbiter, begin a line with ARBITER; for\n\
        help, reply HELP.\n";

    /// The board of [`OURS`].
    const BOARD: &str = "White: Ke1 Qd1 Ra1 a2 b2 c2; Black: Ke8 Qd8 a7 b7 c7 d7";

    fn of(text: &str) -> OurWords {
        OurWords::of(&[letter::SentWords {
            texts: vec![text.to_owned()],
            asides: vec![BOARD.to_owned()],
        }])
    }

    fn seen(own: &str, whole: &str) -> String {
        let ours = of(OURS);
        let left = theirs(own, whole, &ours).unwrap_or_else(|| own.to_owned());
        let lines = left.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("|")
    }

    /// Breaks lines as programs do that quote first and wrap then.
    fn comb(text: &str, mark: &str, width: usize) -> String {
        let mut out = String::new();
        for line in text.lines() {
            let mut line = format!("{mark}{line}");
            while let Some(cut) = line
                .get(..width)
                .and_then(|l| l.rfind(' '))
                .filter(|c| *c > 2)
            {
                out.push_str(&format!("{}\n", line.get(..cut).unwrap_or_default()));
                line = line.get(cut + 1..).unwrap_or_default().to_owned();
            }
            out.push_str(&format!("{line}\n"));
        }
        out
    }

    /// The form in [`OURS`].
    fn own_form() -> &'static str {
        let rows = OURS.find("Rec.").and_then(|at| OURS.get(at..));
        rows.and_then(|rows| rows.split("\n\n").next())
            .unwrap_or_default()
    }

    /// What stands unmarked in a text.
    fn unmarked(text: &str) -> String {
        let lines = text.lines().filter(|line| !line.starts_with('>'));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_quotation_that_is_broken_at_any_width_leaves_nothing_of_ours() {
        for width in 40..80 {
            let whole = format!("Thank you!\n\n{}", comb(OURS, "> ", width));
            let left = seen(&unmarked(&whole), &whole);
            assert_eq!(left, "Thank you!", "{width}");
        }
    }

    #[test]
    fn a_letter_that_comes_back_with_no_mark_or_a_strange_one_says_nothing() {
        for mark in ["", "    ", "| ", ": "] {
            let whole = format!("4. 2133\n\nThank you!\n{}", comb(OURS, mark, 75));
            let left = seen(&whole, &whole);
            assert_eq!(left, "4. 2133|Thank you!", "{mark}");
        }
    }

    #[test]
    fn what_stands_for_a_picture_is_ours_in_all_that_programs_put_around_it() {
        for (opens, closes) in [
            ("", ""),
            ("[image: ", "]"),
            ("[", "]"),
            ("![", "](cid:board)"),
            ("[", "](https://club.example/board.png)"),
        ] {
            for width in [20, 40, 200] {
                let board = comb(&format!("{opens}{BOARD}{closes}"), "", width);
                for whole in [format!("3. 6125\n\n{board}"), format!("{board}\n3. 6125")] {
                    assert_eq!(seen(&whole, &whole), "3. 6125", "{whole}");
                }
            }
        }
        // Squares that he names himself are his.
        let own = "3. 6125\nafter Ke1 Qd1 Ra1 I shall see what becomes of a7 b7 c7";
        assert_eq!(seen(own, own), own.replace('\n', "|"));
    }

    #[test]
    fn who_copies_a_line_of_ours_or_fills_in_a_form_means_it() {
        for own in [
            "4. 5254",
            "4. 5254 (e2-e4, 0-0).",
            "help, reply HELP.",
            "Bert has moved 3... 5755 and I answer 4. 2133",
            "Rec.  Ans.  Time  N    White  Black\n---   10/01  0/00  01.  5254   5755\n\
             12/01  12/01  0/00  02.  7163   2836\n14/01  14/01  0/00  03.  6125   6835\n\
             16/01  17/01  1/01  04.  2133",
        ] {
            let lines = own.lines().map(str::trim).collect::<Vec<_>>().join("|");
            assert_eq!(seen(own, own), lines, "{own}");
        }
        // A form alone is his, with nothing filled in too.
        let form = "Tournament  A cup by letters 2026\nStart date  10/01/2026\nWhite  Ann\n\
            Black  Bert\n\n";
        let form = format!("{form}{}", own_form());
        let ours = of(&format!("{OURS}\n{form}"));
        assert_eq!(theirs(&form, &form, &ours), None);
        // Of the whole letter with the form in it the form stays, with what he added.
        let whole = OURS.replace("6835\n", "6835\n16/01  17/01  1/01  04.  2133\n");
        let left = seen(&whole, &whole);
        assert!(
            left.contains("6125   6835|16/01  17/01  1/01  04.  2133"),
            "{left}"
        );
        assert!(!left.contains("ARBITER"), "{left}");
        // What he wrote behind words of ours is his.
        let whole = OURS.replace("for example\n4. 5254", "for example: 4. 2133\n4. 5254");
        assert!(
            seen(&whole, &whole).contains(": 4. 2133"),
            "{}",
            seen(&whole, &whole)
        );
    }
}
