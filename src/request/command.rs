//! The commands of CONTRACT.md 4, in every language, each on a line of its own.

mod rest;

use super::command_line::CommandLine;
use super::fold::{self, Word};
use super::keyword::{Keyword, Spelling, TABLE, is_grave, suggestion};
use super::sentence::Sentence;
use super::{Doubt, TextSpan};
use crate::vocabulary;
use Keyword as K;
use rest::RestOfLine;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A line without the courtesies around it.
struct BareLine<'t> {
    bare: &'t str,
    /// Where that begins in the line.
    start: usize,
    /// Its words.
    found: Vec<Word>,
    /// Its place in the text.
    here: TextSpan,
}

impl BareLine<'_> {
    fn of(line: &str, offset: usize) -> BareLine<'_> {
        let bare = strip_courtesy(line);
        let start = offset_in(line, bare);
        BareLine {
            bare,
            start,
            found: fold::words(bare),
            here: TextSpan {
                start: offset + start,
                end: offset + start + bare.trim_end().len(),
            },
        }
    }
}

/// What a line commands; `None` where it is no command nor near one. `offset` is
/// the line's place in the text.
pub fn read(line: &str, offset: usize) -> Option<CommandLine> {
    let BareLine {
        bare,
        start,
        found,
        here,
    } = BareLine::of(line, offset);
    // Nothing but quotation marks, bullets and the like may stand before it.
    let clean_start = found.first().is_some_and(|w| {
        let before = bare.get(..w.start).unwrap_or("");
        before
            .chars()
            .all(|c| c.is_whitespace() || "\"'*_-–—•«„“”`!#[(>.".contains(c))
    });
    if clean_start
        && let Some(entry) = TABLE
            .iter()
            .find(|e| begins(&found, &e.words) && is_addressed(e, bare, &found))
    {
        let words_beyond = found.len() - entry.words.len();
        let end = found.get(entry.words.len() - 1).map_or(0, |w| w.end);
        let rest = bare.get(end..).unwrap_or("");
        // `- PROTEST and your words` is a point of our own HELP.
        let is_text = matches!(
            entry.keyword,
            K::Protest | K::Appeal | K::Arbiter | K::DeadPosition | K::Abuse | K::Opponent
        );
        if is_text && bare.trim_start().starts_with("- ") {
            return Some(unclear(entry, bare, here));
        }
        let behind = RestOfLine {
            entry,
            line: bare,
            rest,
            at: start + end,
            words_beyond,
            span: here,
        };
        return behind.read();
    }
    near(line, &found, here, start)
}

/// The same line where it is part of a sentence: what it may be meant as, and never
/// done by itself.
pub fn read_as_unclear(line: &str, offset: usize) -> Option<CommandLine> {
    let BareLine {
        bare, found, here, ..
    } = BareLine::of(line, offset);
    let entry = TABLE.iter().find(|e| begins(&found, &e.words))?;
    Some(unclear(entry, bare, here))
}

/// Whether one of the lines is CHECK.
pub fn is_check(text: &str) -> bool {
    text.lines()
        .any(|line| matches!(read(line, 0), Some(CommandLine::Check(_))))
}

/// A command with other words on its line, or misspelt.
fn unclear(entry: &Spelling, line: &str, span: TextSpan) -> CommandLine {
    let doubt = Doubt::UnclearCommand {
        line: line.trim().to_owned(),
        span,
        perhaps: Some(suggestion(entry)),
    };
    match is_grave(entry.keyword) {
        true => CommandLine::Grave(entry.keyword, doubt),
        false => CommandLine::Doubt(doubt),
    }
}

/// Whether a line that only resembles a command may be meant as it; these stand in
/// sentences of every day.
fn may_be_meant(entry: &Spelling) -> bool {
    !matches!(entry.keyword, K::Opponent | K::Daily | K::AtOnce | K::Enter)
}

/// Whether a colon follows OPPONENT: the opponent is named in many sentences.
fn is_addressed(entry: &Spelling, line: &str, found: &[Word]) -> bool {
    if entry.keyword != K::Opponent {
        return true;
    }
    let end = found.get(entry.words.len() - 1).map_or(0, |w| w.end);
    let rest = line
        .get(end..)
        .unwrap_or("")
        .trim_start_matches(['*', '_', ' ']);
    rest.starts_with([':', '：'])
}

/// Whether a line's words begin with those of a command.
fn begins(found: &[Word], words: &[String]) -> bool {
    found.len() >= words.len() && found.iter().zip(words).all(|(f, w)| f.text == *w)
}

/// A line without a greeting before and thanks or regards after its words.
fn strip_courtesy(line: &str) -> &str {
    let mut bare = line;
    if let Some(found) = super::courtesy::GREETING.find(bare) {
        let rest = bare.get(found.end()..).unwrap_or("");
        // A greeting alone on its line leaves nothing to look at.
        bare = rest;
    }
    if let Some(found) = super::courtesy::CLOSING.find(bare) {
        bare = bare.get(..found.start()).unwrap_or(bare);
    }
    bare
}

fn offset_in(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize)
        .saturating_sub(whole.as_ptr() as usize)
        .min(whole.len())
}

/// A command inside a short line, or misspelt.
/// `start` is where the words' offsets begin in the line.
fn near(line: &str, found: &[Word], span: TextSpan, start: usize) -> Option<CommandLine> {
    if found.is_empty() || found.len() > 10 {
        return None;
    }
    // `а если бы Кf3, то ничья?` offers nothing.
    let supposes = found
        .iter()
        .any(|w| SUPPOSING.contains(&w.text) || w.text.bytes().any(|b| b.is_ascii_digit()));
    for entry in TABLE.iter().filter(|e| may_be_meant(e)) {
        let Some(inside) = found
            .windows(entry.words.len())
            .position(|w| w.iter().zip(&entry.words).all(|(f, e)| f.text == *e))
        else {
            continue;
        };
        let near_enough = is_grave(entry.keyword)
            || entry.keyword == K::Draw && found.len() <= 6 && !supposes
            || found.len() <= 2;
        if !near_enough || is_denied(line, found, inside) {
            continue;
        }
        // `12. 5254, claim draw`: the intended move stands before the claim.
        if entry.keyword == K::DrawClaim
            && inside + entry.words.len() == found.len()
            && let Some(claim) = found.get(inside)
        {
            return Some(CommandLine::Claim(start, start + claim.start));
        }
        return Some(unclear(entry, line, span));
    }
    if found.len() > 3 {
        return None;
    }
    let joined = found
        .iter()
        .map(|w| w.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let length = joined.chars().count();
    if length < 5 {
        return None;
    }
    let allowed = if length > 7 { 2 } else { 1 };
    TABLE
        .iter()
        .filter(|e| may_be_meant(e))
        .filter(|e| found.len().abs_diff(e.words.len()) <= 1)
        .filter(|e| length.abs_diff(e.length) <= allowed && may_be_near(found, e, allowed))
        .map(|e| (strsim::osa_distance(&joined, &e.joined), e))
        .filter(|(d, _)| *d <= allowed)
        .min_by_key(|(d, _)| *d)
        .map(|(_, e)| unclear(e, line, span))
}

/// A command among the words of a longer text, or one much misspelt: what is
/// asked about only where nothing else was found.
pub fn hinted(line: &str, offset: usize) -> Option<Doubt> {
    let found = fold::words(line);
    let start = line.len() - line.trim_start().len();
    let span = TextSpan {
        start: offset + start,
        end: offset + start + line.trim().len(),
    };
    let used: Vec<u64> = found.iter().map(|w| fold::letters_used(&w.text)).collect();
    let mut best: Option<(usize, &Spelling)> = None;
    for entry in TABLE.iter() {
        // Words of every day hint at nothing.
        if matches!(
            entry.keyword,
            K::Check
                | K::Leave
                | K::Format
                | K::Opinion
                | K::Address
                | K::Help
                | K::Correspondence
                | K::Warn
                | K::Opponent
                | K::Daily
                | K::AtOnce
                | K::Mute
                | K::Hear
                | K::Abuse
        ) {
            continue;
        }
        let (wanted, length) = (&entry.joined, entry.length);
        let windows = found.windows(entry.words.len());
        let used = used.windows(entry.words.len());
        for (at, (words, used)) in windows.zip(used).enumerate().take(MOST_WORDS) {
            // A quarter of the letters at most may be wrong; texts of other lengths or
            // beginnings and ends are not compared letter by letter.
            let allowed = length / 4;
            let others = used.iter().fold(0, |all, word| all | word) & !entry.used;
            if length < 4
                || others.count_ones() > u32::try_from(allowed).unwrap_or(u32::MAX)
                || !may_be_near(words, entry, allowed)
                || is_denied(line, &found, at)
            {
                continue;
            }
            let here: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
            let distance = strsim::osa_distance(&here.join(" "), wanted);
            // Letters of another alphabet that look like it are no slip of the key beside one.
            let slip = distance == 0 || is_in_letters_of(line, words, entry);
            let near = slip && distance * 4 <= length;
            if near && best.is_none_or(|(d, _)| distance < d) {
                best = Some((distance, entry));
            }
        }
    }
    best.map(|(_, entry)| Doubt::UnclearCommand {
        line: line.trim().chars().take(200).collect(),
        span,
        perhaps: Some(suggestion(entry)),
    })
}

/// Whether words of a line are written in the alphabet of a command.
fn is_in_letters_of(line: &str, words: &[Word], entry: &Spelling) -> bool {
    let latin = |text: &str| text.chars().any(|c| c.is_ascii_alphabetic());
    let mut written = words.iter().filter_map(|w| line.get(w.start..w.end));
    written.any(latin) == latin(&suggestion(entry))
}

/// Whether words can be so near to a command's: a slip of the key adds, drops, changes
/// or swaps one letter, so neither the length nor the letters used differ by more.
fn may_be_near(words: &[Word], entry: &Spelling, allowed: usize) -> bool {
    let length: usize = words.iter().map(|w| w.text.len()).sum::<usize>() + words.len() - 1;
    // Bytes: a letter has at most two of them here.
    if length > 2 * (entry.joined.len() + allowed) || 2 * (length + allowed) < entry.joined.len() {
        return false;
    }
    let mut left = entry.letters;
    let (mut missing, mut count) = (0_usize, words.len() - 1);
    for c in words.iter().flat_map(|w| w.text.chars()) {
        count += 1;
        let slot = left.get_mut(fold::slot(c));
        match slot {
            Some(n) if *n > 0 => *n -= 1,
            _ => missing += 1,
        }
    }
    missing <= allowed && count.abs_diff(entry.length) <= allowed
}

/// Most words of a line that are compared with the commands.
const MOST_WORDS: usize = 40;

/// Whether a word before it in its clause says that it is not meant: `I won't resign`,
/// `nobody here resigns`.
fn is_denied(line: &str, found: &[Word], at: usize) -> bool {
    let Some(start) = found.get(at).map(|w| w.start) else {
        return false;
    };
    let sentence = Sentence::of(line);
    let said = sentence.words();
    let before = said.partition_point(|w| w.start < start);
    let parted = |at: usize| said.get(at).is_some_and(|w| w.opens_clause);
    (0..before)
        .rev()
        .take_while(|at| !parted(at + 1))
        .any(|at| sentence.denies_first(at))
}

static SUPPOSING: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| fold::set(&vocabulary::players(|w| &w.joining.supposing)));
