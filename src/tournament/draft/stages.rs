//! The stages of a cycle in the making: preliminary groups, and who goes on from them.

use crate::chess::Variant;
use crate::time::Day;
use crate::tournament::play::{Play, System};
use crate::tournament::stage::StageSource;
use std::fmt::Write as _;

/// A stage in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageDraft {
    /// Its code.
    pub code: String,
    /// How it is played.
    pub play: Play,
    /// Its own start.
    pub start_date: Option<Day>,
    /// The numbers in the file of those who play in it from the start: players, or teams.
    pub units: Vec<u32>,
    /// Who comes in from which stage.
    pub from: Vec<StageSource>,
    /// Results of those who come from one stage are carried over.
    pub carry: bool,
}

impl StageDraft {
    /// A stage of which only the code is known.
    pub fn new(code: String) -> StageDraft {
        StageDraft {
            code,
            play: Play::default(),
            start_date: None,
            units: Vec::new(),
            from: Vec::new(),
            carry: false,
        }
    }

    /// Sets one of the keys that say how it is played, as the reader of the file would.
    ///
    /// # Errors
    /// What is wrong with it and what is allowed; nothing is changed then.
    pub fn set(&mut self, key: &str, value: &str, variant: Variant) -> Result<(), String> {
        self.play = self.play.with(key, value, variant)?;
        Ok(())
    }

    /// A key's value as the file has it; none where it says nothing in this system, or must
    /// be said.
    pub fn shown(&self, key: &str, variant: Variant) -> Option<String> {
        let shown = self.play.shown(key, variant);
        shown.filter(|_| key != "rounds" || self.play.rounds > 0)
    }

    /// How often everyone meets everyone; none where they do not.
    pub fn legs(&self) -> Option<u32> {
        match self.play.system {
            System::RoundRobin | System::TeamRoundRobin => Some(self.play.legs),
            System::DoubleRoundRobin => Some(2),
            _ => None,
        }
    }
}

/// The sections of the file.
pub(super) fn sections(stages: &[StageDraft], variant: Variant) -> String {
    let mut text = "\n# The stages. What one leaves out is as [tournament] says; `from` names the \
                    places of\n# stages above that go through.\n"
        .to_owned();
    if stages.is_empty() {
        text.push_str(
            "#\n#[[stage]]\n#code = \"CODE-A\"\n#players = [1, 4, 5, 8]\n\
             #\n#[[stage]]\n#code = \"CODE-F\"\n#from = [{ stage = \"CODE-A\", places = [1, 2] }]\n",
        );
    }
    for stage in stages {
        let _ = writeln!(text, "\n[[stage]]\ncode = {}", quoted(&stage.code));
        for key in Play::OF_SYSTEM {
            if let Some(value) = stage.shown(key, variant) {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        if let Some(start) = stage.start_date {
            let _ = writeln!(text, "start_date = {start}");
        }
        if !stage.units.is_empty() {
            let key = match stage.play.system.is_of_teams() {
                true => "teams",
                false => "players",
            };
            let _ = writeln!(text, "{key} = {}", listed(&stage.units));
        }
        let from = stage.from.iter().map(|from| {
            let (code, places) = (quoted(&from.stage), listed(&from.places));
            format!("{{ stage = {code}, places = {places} }}")
        });
        let from: Vec<String> = from.collect();
        if !from.is_empty() {
            let _ = writeln!(text, "from = [{}]", from.join(", "));
        }
        if stage.carry {
            let _ = writeln!(text, "carry = true");
        }
    }
    text
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn listed(numbers: &[u32]) -> String {
    toml::Value::from(numbers.to_vec()).to_string()
}

/// Numbers in groups of like strength: down the groups and up again, as a snake goes.
pub fn serpentine(count: u32, groups: u32) -> Vec<Vec<u32>> {
    let groups = groups.max(1);
    let mut all: Vec<Vec<u32>> = (0..groups).map(|_| Vec::new()).collect();
    for number in 1..=count {
        let (row, at) = ((number - 1) / groups, (number - 1) % groups);
        let at = match row % 2 {
            0 => at,
            _ => groups - 1 - at,
        };
        if let Some(group) = usize::try_from(at).ok().and_then(|at| all.get_mut(at)) {
            group.push(number);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_of_like_strength() {
        assert_eq!(serpentine(8, 2), [vec![1, 4, 5, 8], vec![2, 3, 6, 7]]);
        assert_eq!(serpentine(7, 3), [vec![1, 6, 7], vec![2, 5], vec![3, 4]]);
        assert_eq!(serpentine(2, 1), [vec![1, 2]]);
    }
}
