//! The text of a tournament file that explains itself.

use super::{Draft, folded, stages, string};
use crate::rules::{OneOfWords, REGULATIONS, RegulationKey, Regulations};
use crate::tournament::head::HEAD;
use crate::tournament::officials;
use crate::tournament::play::Play;
use crate::tournament::teams;
use std::fmt::Write as _;

/// The widest line of a comment, in characters, without its mark.
const COMMENT_WIDTH: usize = 86;

impl Draft {
    /// The file, which explains itself: every key with its meaning, what is allowed
    /// and the article. What is not known yet is left empty, so that the reader
    /// of the file asks for it.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(8 * 1024);
        let title = self.name.as_deref().unwrap_or("A tournament");
        let _ = writeln!(text, "# {title}: a tournament file of postchess.");
        text.push_str(
            "#\n\
             # What stands behind a # is a comment. A key that is not set keeps its default;\n\
             # take the # at its beginning away to set it. Numbers in brackets are articles of\n\
             # the rules. `postchess tournament add FILE` reads the file and names every fault.\n\n\
             [tournament]\n",
        );
        for (name, value) in self.head_lines() {
            let Some(key) = HEAD.iter().find(|k| k.name == name) else {
                continue;
            };
            if Play::KEYS.contains(&name) && value.is_none() {
                continue;
            }
            if name == "profile"
                && let Some(preset) = self.preset
            {
                let _ = writeln!(
                    text,
                    "\n# Profile and regulations by name: {}.\npreset = \"{}\"",
                    preset.source().title,
                    preset.word()
                );
            }
            self.comment(&mut text, key);
            let empty = match name {
                "name" | "code" => Some("\"\""),
                "start_date" => Some("\"\""),
                "arbiter" => Some("{ name = \"\", email = \"\" }"),
                _ => None,
            };
            let _ = match (value, empty) {
                (Some(value), _) => writeln!(text, "{name} = {value}"),
                (None, Some(empty)) => writeln!(text, "{name} = {empty}  # to be filled in"),
                (None, None) => match name {
                    "end_date" => writeln!(text, "#{name} = 2029-01-31"),
                    "entries" => writeln!(
                        text,
                        "#{name} = {{ until = 2027-01-15, limit = 16, fee = \"500 RUB\", ratings = [1800, 2300] }}"
                    ),
                    _ => writeln!(text, "#{name} = {{ name = \"\", email = \"\" }}"),
                },
            };
        }
        self.regulations_text(&mut text);
        self.players_text(&mut text);
        text
    }

    fn comment(&self, text: &mut String, key: &RegulationKey) {
        let numbers = key.numbers(self.profile);
        let article = match numbers.as_str() {
            "" => String::new(),
            numbers => format!(" ({numbers})"),
        };
        text.push('\n');
        for words in [
            format!("{}{article}", key.meaning),
            format!("Allowed: {}.", key.allowed()),
        ] {
            for line in folded(&words, COMMENT_WIDTH) {
                let _ = writeln!(text, "# {line}");
            }
        }
    }

    fn regulations_text(&self, text: &mut String) {
        let of = Regulations::from_preset(self.preset, self.profile);
        let whose = match self.preset {
            Some(_) => "preset",
            None => "profile",
        };
        text.push_str("\n[regulations]\n");
        for key in REGULATIONS {
            self.comment(text, key);
            let (value, default) = (self.regulations.shown(key), of.shown(key));
            let name = key.name;
            let _ = if value == default {
                writeln!(text, "#{name} = {value}")
            } else {
                writeln!(
                    text,
                    "{name} = {value}  # the {whose}'s default is {default}"
                )
            };
        }
    }

    fn players_text(&self, text: &mut String) {
        text.push_str(
            "\n# The players, in the order of their starting numbers. Instead of these sections\n\
             # a list can be given: `postchess tournament add FILE --players LIST.csv`.\n",
        );
        if self.players.is_empty() {
            text.push_str(
                "#\n#[[player]]\n#name = \"Ann Archer\"\n#email = \"ann@club.example\"\n\
                 #language = \"en\"      # where it is not the tournament's\n#rating = 2150\n#federation = \"ENG\"\n\
                 #greeting = \"Ann\"       # as letters are to greet her; without it they greet nobody by name\n",
            );
        }
        for player in &self.players {
            let _ = write!(text, "\n[[player]]\nname = {}\n", string(&player.name));
            if let Some(email) = player.reach.email() {
                let _ = writeln!(text, "email = {}", string(email));
            }
            if !player.address.is_empty() {
                let _ = writeln!(
                    text,
                    "address = {}",
                    toml::Value::from(player.address.clone())
                );
            }
            if let Some(language) = player.language {
                let _ = writeln!(text, "language = {}", string(language.code()));
            }
            if let Some(rating) = player.rating {
                let _ = writeln!(text, "rating = {rating}");
            }
            if let Some(federation) = &player.federation {
                let _ = writeln!(text, "federation = {}", string(federation));
            }
            if let Some(greeting) = &player.greeting {
                let _ = writeln!(text, "greeting = {}", string(greeting));
            }
            if player.withdrawn {
                let left = "withdrawn = true  # left before the start: the number is free (31.4)";
                let _ = writeln!(text, "{left}");
            }
        }
        let mut officials = self.officials.clone();
        for official in &mut officials {
            // Another code was chosen, of the same tournament.
            if !self.is_cycle && !official.sections.is_empty() {
                official.sections = self.code.iter().cloned().collect();
            }
        }
        text.push_str(&officials::written(&officials));
        if self.is_cycle {
            text.push_str(&teams::sections(&self.teams));
            text.push_str(&stages::sections(&self.stages, self.variant));
            return;
        }
        text.push_str(&self.play.sections());
        text.push_str(&self.teams_text());
    }

    /// The teams, or how they are written where there are none yet.
    fn teams_text(&self) -> String {
        if !self.is_of_teams() || !self.teams.is_empty() {
            return teams::sections(&self.teams);
        }
        "\n# The teams, by starting numbers in board order.\n\
         #\n#[[team]]\n#name = \"Rooks\"\n#boards = [1, 2, 3, 4]\n#reserves = [9]\n\
         #captain = { name = \"Petra Pole\", email = \"petra@team.example\" }\n"
            .to_owned()
    }
}
