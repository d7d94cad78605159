//! The fuzz targets of `fuzz/` on stable Rust: a mutator that always does the
//! same, seeded from the corpus of letters. A second or two each in the ordinary
//! run; minutes with `tests/run --long`. `fuzz/run` searches further, by coverage.

use crate::corpus::{self, crlf, worked};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

// The crate of the fuzzers is not built with the tests; its functions are.
#[path = "../../fuzz/src/lib.rs"]
mod targets;

/// Longest time one input may take, without optimisation.
const LONGEST: Duration = Duration::from_secs(1);
/// Longest input made; longer ones only take longer.
const MAX_INPUT: usize = 20_000;

/// Numbers that look like chance and are the same in every run (SplitMix64).
pub struct Dice(u64);

impl Dice {
    /// Another series for another seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `sides`; 0 where there are none.
    pub fn below(&mut self, sides: usize) -> usize {
        match u64::try_from(sides) {
            Ok(0) | Err(_) => 0,
            Ok(sides) => usize::try_from(self.roll() % sides).unwrap_or(0),
        }
    }
}

/// What the readers look for: put in at any place, it leads them on.
const WORDS: [&str; 44] = [
    "\n\n",
    "\r\n",
    "> ",
    ">",
    "-- \n",
    "=",
    "(=)",
    "5254",
    "12. ",
    "12... ",
    "…",
    "0-0",
    "О-О",
    "Кf3",
    "e8=Q",
    " if ",
    " или ",
    "RESIGN",
    "СДАЮСЬ",
    "CLAIM DRAW",
    "LEAVE 01.07-14.07",
    "[CORPUS/1]",
    "CORPUS/99",
    "On 1/1/26, X <a@b.example> wrote:\n",
    "-----Original Message-----\n",
    "From: a@b.example\n",
    "Content-Type: text/html\n",
    "Content-Transfer-Encoding: base64\n",
    "multipart/mixed; boundary=\"b\"",
    "--b\n",
    "=?koi8-r?B?",
    "?=",
    "=D0=",
    "&nbsp;",
    "<div>",
    "<blockquote>",
    "<!--",
    "</",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "[Event \"x\"]\n",
    "{",
    "1/2-1/2",
];

/// One of the changes a transport, a thumb or an enemy makes; two letters at
/// times become one.
pub fn mutate(dice: &mut Dice, seed: &[u8], other: &[u8]) -> Vec<u8> {
    let mut out = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(out.len() + 1);
        let most = 1 << dice.below(9);
        let end = (at + 1 + dice.below(most)).min(out.len());
        match dice.below(9) {
            0 => drop(out.drain(at..end)),
            1 => {
                let copy = out[at..end].to_vec();
                out.splice(at..at, copy);
            }
            2 if at < out.len() => out[at] ^= 1 << dice.below(8),
            3 if at < out.len() => out[at] = u8::try_from(dice.below(256)).unwrap_or(0),
            4 => out.truncate(at),
            5 => {
                out.truncate(at);
                out.extend(&other[dice.below(other.len() + 1)..]);
            }
            6 => {
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(200)).min(other.len());
                out.splice(at..at, other[from..to].to_vec());
            }
            7 => {
                let line = |i: usize, from: &[u8]| {
                    from[i..]
                        .iter()
                        .position(|b| *b == b'\n')
                        .map(|n| i + n + 1)
                };
                if let Some(start) = line(at, &out)
                    && let Some(end) = line(start, &out)
                {
                    let cut: Vec<u8> = out.drain(start..end).collect();
                    let to = dice.below(out.len() + 1);
                    out.splice(to..to, cut);
                }
            }
            _ => {
                let word = WORDS[dice.below(WORDS.len())];
                out.splice(at..at, word.bytes());
            }
        }
    }
    out.truncate(MAX_INPUT);
    out
}

/// What a target starts from.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = |path: &str| std::fs::read(root.join(path)).unwrap();
    let letters = || corpus::letters().into_iter().map(|l| l.bytes);
    match target {
        "letter" => letters().flat_map(|l| [crlf(&l), l]).collect(),
        "requests" => letters()
            .filter_map(|l| postchess::letter::read(&l).ok())
            .map(|l| format!("{}\n{}", l.subject, l.own_text).into_bytes())
            .collect(),
        "pgn" => corpus::letters()
            .into_iter()
            .filter(|l| ["xboard", "scid", "pgn"].iter().any(|n| l.name.starts_with(n)))
            .map(|l| l.bytes)
            .chain([b"[Event \"x\"]\n\n1. 5254 {a} 5755 (1... c5) $1 2. Nf3 *\n".to_vec()])
            .collect(),
        "notation" => {
            let cases = String::from_utf8(file("tests/cases/move-texts.jsonl")).unwrap();
            let text = |line: &str| {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                format!("\u{5}{}", case["text"].as_str().unwrap()).into_bytes()
            };
            cases.lines().map(text).collect()
        }
        "authentication" => [
            "mx.club.example; dkim=pass (a (nested) comment; here) header.d=player.example; \
             spf=fail smtp.mailfrom=ann@player.example; dmarc=pass header.from=player.example",
            "\"mx.club.example\" 1; spf=pass reason=\"ok \\\" ;\" smtp.mailfrom=\"@player.example\"",
            "a.border.example\n ;\n\tdkim=pass\n header.i=@player.example",
            "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=player.example; dkim=none",
        ]
        .map(|s| s.as_bytes().to_vec())
        .to_vec(),
        "tournament" => ["tests/letters/club.toml", "examples/club/tournament.toml"]
            .map(file)
            .to_vec(),
        "config" => {
            let commented = postchess::config::Config::commented("moves@club.example", "Club");
            vec![commented.into_bytes(), file("examples/club/club.toml")]
        }
        "xfcc" => ["GetMyGames", "MakeAMove"]
            .map(|asked| {
                let text = format!(
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope \
                     xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
                     <{asked} xmlns=\"http://www.bennedik.com/webservices/XfccBasic\">\
                     <username>ann</username><password>s&amp;ecret</password><gameId>1</gameId>\
                     <movecount>12</movecount><myMove>c5</myMove><offerDraw>1</offerDraw>\
                     <myMessage>&lt; \u{416} &#1078; <![CDATA[<]]></myMessage></{asked}>\
                     </soap:Body></soap:Envelope>"
                );
                text.into_bytes()
            })
            .to_vec(),
        other => panic!("no target {other}"),
    }
}

/// Runs a target for so long, at least on every seed as it stands.
fn search(name: &str, long: Duration) {
    let (_, target) = *targets::TARGETS
        .iter()
        .find(|t| t.0 == name)
        .expect("a target");
    let seeds = seeds(name);
    let mut dice = Dice::new(
        name.bytes()
            .fold(1, |n: u64, b| (n << 5 ^ n).wrapping_add(u64::from(b))),
    );
    let began = std::time::Instant::now();
    let mut runs = 0u32;
    while began.elapsed() < long || (runs as usize) < seeds.len() {
        let seed = &seeds[runs as usize % seeds.len()];
        let other = &seeds[dice.below(seeds.len())];
        let input = match (runs as usize) < seeds.len() {
            true => seed.clone(),
            false => mutate(&mut dice, seed, other),
        };
        let before = worked();
        let survived = catch_unwind(AssertUnwindSafe(|| target(&input)));
        let took = worked() - before;
        let shown = String::from_utf8_lossy(&input);
        assert!(survived.is_ok(), "{name}, run {runs}, fails on {shown:?}");
        assert!(took < LONGEST, "{name}, run {runs}: {took:?} for {shown:?}");
        runs += 1;
    }
    println!("{name}: {runs} inputs in {:?}", began.elapsed());
}

macro_rules! searches {
    ($($test:ident $long:ident $name:literal),+ $(,)?) => {
        $(
            #[test]
            fn $test() {
                search($name, Duration::from_secs(3));
            }

            #[test]
            #[ignore = "takes minutes: tests/run --long"]
            fn $long() {
                search($name, Duration::from_secs(120));
            }
        )+
    };
}

searches! {
    letters letters_long "letter",
    requests requests_long "requests",
    notation notation_long "notation",
    authentication authentication_long "authentication",
    pgn pgn_long "pgn",
    tournament_files tournament_files_long "tournament",
    config config_long "config",
    xfcc xfcc_long "xfcc",
}

#[test]
fn every_target_has_its_fuzzer_and_its_test() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
    let here = include_str!("fuzz.rs");
    for (name, _) in targets::TARGETS {
        assert!(root.join(format!("fuzz/fuzz_targets/{name}.rs")).exists());
        assert!(manifest.contains(&format!("name = \"{name}\"")));
        assert!(
            here.contains(&format!("_long \"{name}\"")),
            "{name} is not run here"
        );
    }
}
