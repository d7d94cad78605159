//! The configuration file that `init` writes, with a word about every key.

use super::Config;
use crate::language::Language;

/// `#key = …` in it is a default, `# words` are words: a test takes away the first kind
/// of mark and reads the same configuration.
const COMMENTED: &str = include_str!("commented.toml");

impl Config {
    /// The file that `init` writes: every key with a word about it; what has a
    /// default is there as a comment.
    pub fn commented(robot: &str, club_name: &str) -> String {
        // A line at a time: what is put in may itself look like a place to fill.
        let filled = |line: &str| match line {
            "name = {name}" => format!("name = {}", toml_text(club_name)),
            "robot = {robot}" => format!("robot = {}", toml_text(robot)),
            words => words.replace("{languages}", &Language::listed()),
        };
        COMMENTED.lines().map(|l| filled(l) + "\n").collect()
    }
}

/// A text as TOML writes it, with quotation marks.
fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}
