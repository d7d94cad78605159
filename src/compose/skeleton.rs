//! The skeletons of letters: `templates/KIND/{subject,text}.txt` and the parts that they
//! share, once for all languages. A skeleton has the conditions, the tables and the blank
//! lines; where a sentence stands it names its key in the catalogue, `<<your-turn>>`.
//!
//! The mark is a pair of double angle brackets: minijinja has no such sign, HTML none
//! that is not written `&lt;&lt;`, and no letter needs one.

use std::collections::BTreeMap;

/// A built-in skeleton.
pub struct Skeleton {
    /// `move/text.txt`.
    pub name: &'static str,
    /// What stands in it.
    pub source: &'static str,
}

macro_rules! file {
    ($name:expr) => {
        Skeleton {
            name: $name,
            source: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $name)),
        }
    };
}

macro_rules! skeletons {
    (parts $($part:literal)* kinds $($kind:literal)*) => {
        &[
            $(file!(concat!("_shared/", $part, ".txt")),)*
            $(
                file!(concat!($kind, "/subject.txt")),
                file!(concat!($kind, "/text.txt")),
            )*
        ]
    };
}

/// Every skeleton that is built in.
pub static SKELETONS: &[Skeleton] = skeletons!(
    parts
        "answer" "clocks" "code" "compensated" "doubt" "entry" "faults" "greeting" "halted" "likely" "overstep"
        "question" "reason" "remark" "replaced" "signature" "taken-over" "until" "waiting" "withdrawn"
    kinds
        "address" "adjudication" "challenge" "circular" "claim" "confirmation" "delivery-problem"
        "digest" "draw" "entry" "help" "leave" "move" "not-understood" "protest" "rejection"
        "reminder" "repeat" "report" "result" "round" "ruling" "sign-in" "silence" "start"
        "status" "time-forfeit" "transcript" "withdrawal"
);

/// The frames every letter is set in. They hold no sentences, only `w.board` and the like;
/// a language or a kind may have its own (`ru/_frame/letter.html`, `ru/move/html.html`).
pub static FRAMES: &[Skeleton] = &[file!("_frame/letter.txt"), file!("_frame/letter.html")];

/// What a sentence is called that stands in place of another where moves, and what ends a
/// game, are made on the board of the server alone (54.2.1): letters about such a game never
/// tell a player to write them.
const ON_BOARD: &str = "-on-board";

const OPENS: &str = "<<";
const CLOSES: &str = ">>";

/// The section in which the keys of a skeleton stand: `move` for `move/text.txt`,
/// `shared-doubt` for `_shared/doubt.txt`.
fn section(name: &str) -> String {
    match name.split_once('/') {
        Some(("_shared", part)) => format!("shared-{}", part.trim_end_matches(".txt")),
        Some((kind, _)) => kind.to_owned(),
        None => name.to_owned(),
    }
}

/// A skeleton in one language.
pub struct Spliced {
    /// The template.
    pub source: String,
    /// The keys of the sentences on each of its lines, from 1. A sentence is one line, so
    /// lines are those of the skeleton.
    pub keys: BTreeMap<usize, Vec<String>>,
}

/// Puts the sentences where their keys are named.
///
/// # Errors
///
/// What is wrong with a mark, with its line.
pub fn splice<'a>(
    name: &str,
    skeleton: &str,
    sentence: impl Fn(&str) -> Option<&'a str>,
) -> Result<Spliced, String> {
    let section = section(name);
    let mut source = String::with_capacity(skeleton.len() * 3);
    let mut keys: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (at, line) in skeleton.split_inclusive('\n').enumerate() {
        let mut rest = line;
        while let Some((before, from)) = rest.split_once(OPENS) {
            let (mark, after) = from
                .split_once(CLOSES)
                .ok_or_else(|| format!("line {}: {OPENS} without {CLOSES}", at + 1))?;
            let key = match mark.contains('.') {
                true => mark.to_owned(),
                false => format!("{section}.{mark}"),
            };
            let said = sentence(&key).ok_or_else(|| {
                let line = at + 1;
                format!("line {line}: {OPENS}{mark}{CLOSES} names no sentence of the catalogue")
            })?;
            source.push_str(before);
            let keys = keys.entry(at + 1).or_default();
            let on_board = format!("{key}{ON_BOARD}");
            match sentence(&on_board) {
                Some(instead) => {
                    let either =
                        format!("{{% if f.on_board %}}{instead}{{% else %}}{said}{{% endif %}}");
                    push_whole(&mut source, &either);
                    keys.extend([key, on_board]);
                }
                None => {
                    push_whole(&mut source, said);
                    keys.push(key);
                }
            }
            rest = after;
        }
        source.push_str(rest);
    }
    Ok(Spliced { source, keys })
}

/// Adds a sentence. A block tag at its edge takes neither the blanks before it nor the line
/// end after it, as tags that stand alone on a line do: those are the skeleton's.
fn push_whole(source: &mut String, sentence: &str) {
    let from = source.len();
    source.push_str(sentence);
    if sentence.ends_with("%}") && !sentence.ends_with("+%}") && !sentence.ends_with("-%}") {
        source.insert(source.len() - 2, '+');
    }
    if let Some(tag) = sentence.strip_prefix("{%")
        && !tag.starts_with(['+', '-'])
    {
        source.insert(from + 2, '+');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::NoticeKind;
    use crate::language::Language;
    use crate::messages::letters;
    use std::collections::BTreeSet;

    fn said(key: &str) -> Option<&'static str> {
        letters::said(Language::En, key)
    }

    #[test]
    fn every_kind_of_letter_has_a_skeleton() {
        let kinds: BTreeSet<&str> = NoticeKind::ALL.iter().map(|k| k.name()).collect();
        let here: BTreeSet<&str> = SKELETONS
            .iter()
            .filter_map(|s| s.name.strip_suffix("/text.txt"))
            .collect();
        assert_eq!(here, kinds);
    }

    #[test]
    fn every_mark_has_a_sentence_and_every_sentence_a_mark() {
        /// Asked for by templates of clubs that were written for 0.1.
        const KEPT: [&str; 1] = ["words.report_date"];
        /// The program itself takes it.
        const TAKEN: [&str; 5] = [
            "words.pawn",
            "words.club",
            "sample.white",
            "sample.black",
            "sample.tournament",
        ];
        let mut named: BTreeSet<String> =
            KEPT.into_iter().chain(TAKEN).map(str::to_owned).collect();
        for skeleton in SKELETONS {
            let spliced = splice(skeleton.name, skeleton.source, said);
            let spliced = spliced.unwrap_or_else(|e| panic!("{}: {e}", skeleton.name));
            named.extend(spliced.keys.into_values().flatten());
        }
        // Found by the name of a tournament's zone.
        let zones = letters::all(Language::En).keys();
        named.extend(zones.filter(|k| k.starts_with("zone.")).cloned());
        for frame in FRAMES {
            assert!(!frame.source.contains(OPENS), "{}", frame.name);
            for key in letters::all(Language::En).keys() {
                let word = key.strip_prefix("words.").map(|w| format!("w.{w}"));
                if word.is_some_and(|w| asks(frame.source, &w)) {
                    named.insert(key.clone());
                }
            }
        }
        let there: BTreeSet<String> = letters::all(Language::En).keys().cloned().collect();
        let unused: Vec<_> = there.difference(&named).collect();
        assert!(unused.is_empty(), "named by no skeleton: {unused:?}");
        assert_eq!(named.len(), there.len());
    }

    /// Whether a template asks for exactly this variable.
    fn asks(source: &str, variable: &str) -> bool {
        let mut after = source
            .split(variable)
            .skip(1)
            .map(|rest| rest.chars().next());
        after.any(|next| !next.is_some_and(|c| c.is_alphanumeric() || c == '_'))
    }

    #[test]
    fn a_sentence_never_takes_the_lines_around_it() {
        let sentence = |key: &str| match key {
            "move.if" => Some("{% if x %}a{% endif %}"),
            "letter.plain" => Some("b"),
            _ => None,
        };
        let text = splice("move/text.txt", "    <<if>>\n<<letter.plain>>\n", sentence).unwrap();
        assert_eq!(text.source, "    {%+ if x %}a{% endif +%}\nb\n");
        assert_eq!(text.keys[&1], ["move.if"]);
        assert_eq!(text.keys[&2], ["letter.plain"]);
        let wrong = |skeleton| splice("move/text.txt", skeleton, sentence).err().unwrap();
        assert_eq!(
            wrong("a\n<<iff>>\n"),
            "line 2: <<iff>> names no sentence of the catalogue"
        );
        assert_eq!(wrong("<<if"), "line 1: << without >>");
    }
}
