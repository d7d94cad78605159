//! Drawing lots from a seed that was published before (31.10): anybody can draw again what
//! was drawn, with no more than a program for SHA-256.
//!
//! The n-th number of a drawing, from 1, is the first eight bytes, read as one number with
//! the highest first, of the SHA-256 of the text `SEED/PURPOSE/n`. To draw one of k, numbers
//! are taken until one is below the greatest multiple of k that is not above 2^64; its
//! remainder by k, from 0, is drawn. To put k in order, one of those left is drawn by turns,
//! out of the list as it stands. Starting numbers have a purpose for each player,
//! `number/NAME`, so that the order of the list has no part in it: who has the lowest first
//! number gets starting number 1.

use super::file::FileError;
use super::keys::Sheet;
use super::play::MAX_SEED;
use sha2::{Digest, Sha256};

/// Lots for one purpose; each purpose has its own.
#[derive(Clone, Debug)]
pub struct Lot {
    text: String,
    drawn: u64,
}

impl Lot {
    /// Lots from a seed for a purpose: `colour`, `position`, `match/3`.
    pub fn new(seed: &str, purpose: &str) -> Lot {
        Lot {
            text: format!("{seed}/{purpose}"),
            drawn: 0,
        }
    }

    /// A player's lot in a drawing of starting numbers (31.1): the lowest gets number 1.
    pub fn of_player(seed: &str, name: &str) -> u64 {
        Lot::new(seed, &format!("number/{name}")).number()
    }

    fn number(&mut self) -> u64 {
        self.drawn += 1;
        let hash = Sha256::digest(format!("{}/{}", self.text, self.drawn).as_bytes());
        let mut first = [0; 8];
        for (byte, of) in first.iter_mut().zip(hash.iter()) {
            *byte = *of;
        }
        u64::from_be_bytes(first)
    }

    /// One of `count`, from 0; 0 of none.
    pub fn below(&mut self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        let unfair = (u64::MAX % count + 1) % count;
        loop {
            let number = self.number();
            if number <= u64::MAX - unfair {
                return number % count;
            }
        }
    }

    /// A coin: whether the first of two is drawn.
    pub fn coin(mut self) -> bool {
        self.below(2) == 0
    }

    /// All of them in the order in which they are drawn.
    pub fn ordered<T>(mut self, mut all: Vec<T>) -> Vec<T> {
        let mut drawn = Vec::with_capacity(all.len());
        while !all.is_empty() {
            let count = u64::try_from(all.len()).unwrap_or(u64::MAX);
            let at = usize::try_from(self.below(count)).unwrap_or(0);
            drawn.push(all.remove(at));
        }
        drawn
    }
}

/// Why there is no seed to draw starting numbers from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// The tournament file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nobody names one.
    #[error(
        "there is no seed; allowed: one on the command line, or 'draw_seed' in the tournament file"
    )]
    Missing,
    /// It could not stand in a tournament file.
    #[error(
        "the seed on the command line is no line of 1 to {MAX_SEED} characters without blanks around it"
    )]
    Unfit,
    /// Two that differ.
    #[error(
        "the seed on the command line is '{stated}', and 'draw_seed' in the tournament file is '{of_file}'; allowed: one seed for all that is drawn, so leave the one on the command line out"
    )]
    Contradicts {
        /// On the command line.
        stated: String,
        /// In the file.
        of_file: String,
    },
}

/// The seed of a drawing: as the command line states it, or else `draw_seed` of the tournament
/// file, given as its text and how complaints call it.
///
/// # Errors
/// There is none, or they contradict each other.
pub fn seed(stated: Option<&str>, file: Option<(&str, &str)>) -> Result<String, SeedError> {
    let of_file = match file {
        Some((text, source)) => seed_of(text, source)?,
        None => None,
    };
    match (stated, of_file) {
        (None, None) => Err(SeedError::Missing),
        (None, Some(seed)) => Ok(seed),
        (Some(seed), _) if !is_fit(seed) => Err(SeedError::Unfit),
        (Some(seed), Some(of_file)) if seed != of_file => Err(SeedError::Contradicts {
            stated: seed.to_owned(),
            of_file,
        }),
        (Some(seed), _) => Ok(seed.to_owned()),
    }
}

/// Whether the reader of a file would take it as it stands.
fn is_fit(seed: &str) -> bool {
    let short = (1..=MAX_SEED).contains(&seed.chars().count());
    short && seed.trim() == seed && !seed.chars().any(char::is_control)
}

/// `draw_seed` of a tournament file, where it has one.
fn seed_of(text: &str, source: &str) -> Result<Option<String>, FileError> {
    let sheet = Sheet::file(source, text.strip_prefix('\u{feff}').unwrap_or(text));
    let seed = sheet.parse().and_then(|table| {
        let tournament = sheet.top(&table).section("tournament")?;
        tournament.text("draw_seed", MAX_SEED)
    });
    let complaints = sheet.complaints();
    match complaints.is_empty() {
        true => Ok(seed),
        false => Err(FileError { complaints }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `printf 'Lotto 7 12 33/number/Ann Archer/1' | sha256sum`.
    #[test]
    fn a31_1_a_player_s_lot_can_be_drawn_again_with_sha256sum() {
        let lot = Lot::of_player("Lotto 7 12 33", "Ann Archer");
        assert_eq!(format!("{lot:016x}"), ANN);
    }

    /// What docs/ARBITERS.md shows.
    #[test]
    fn the_guide_s_example_is_what_sha256sum_prints() {
        let lot = format!("{:016x}", Lot::of_player("club-2027", "Ann Archer"));
        let guide = include_str!("../../docs/ARBITERS.md");
        let shown =
            format!("$ printf 'club-2027/number/Ann Archer/1' | sha256sum | cut -c1-16\n{lot}\n");
        assert!(guide.contains(&shown), "{lot}");
        assert_eq!(lot, "daa06e19bfcd1f25");
    }

    const ANN: &str = "bef0aa1b07fb6d61";

    #[test]
    fn the_seed_is_the_file_s_unless_another_is_stated() {
        let with = "[tournament]\ndraw_seed = \"Lotto 4 8\"\n";
        let without = "[tournament]\n";
        let of = |stated, text| seed(stated, Some((text, "t.toml")));
        assert_eq!(of(None, with).unwrap(), "Lotto 4 8");
        assert_eq!(of(Some("Lotto 4 8"), with).unwrap(), "Lotto 4 8");
        assert_eq!(of(Some("x"), without).unwrap(), "x");
        assert_eq!(of(None, without), Err(SeedError::Missing));
        assert_eq!(of(Some(" x"), without), Err(SeedError::Unfit));
        let other = of(Some("x"), with).unwrap_err().to_string();
        assert!(
            other.contains("'x'") && other.contains("'Lotto 4 8'"),
            "{other}"
        );
        let broken = of(None, "[tournament").unwrap_err().to_string();
        assert!(broken.starts_with("t.toml:1:"), "{broken}");
        assert_eq!(seed(Some("x"), None).unwrap(), "x");
    }

    /// By `printf 'club-2027/position/1' | sha256sum`: 6224cefcfe67fe87…
    #[test]
    fn what_is_drawn_can_be_drawn_again_with_sha256sum() {
        let mut lot = Lot::new("club-2027", "position");
        let first = u64::from_str_radix(FIRST, 16).unwrap();
        assert_eq!(lot.number(), first);
        assert_eq!(Lot::new("club-2027", "position").below(960), first % 960);
    }

    const FIRST: &str = "6224cefcfe67fe87";

    #[test]
    fn lots_are_fair_and_purposes_do_not_hang_together() {
        let mut counts = [0; 6];
        for n in 0..6_000 {
            let mut lot = Lot::new("seed", &format!("match/{n}"));
            counts[usize::try_from(lot.below(6)).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|c| (850..1_150).contains(c)),
            "{counts:?}"
        );
        let order = Lot::new("seed", "numbers").ordered((1..=20).collect::<Vec<u32>>());
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=20).collect::<Vec<u32>>());
        assert_ne!(order, sorted);
        assert_eq!(
            order,
            Lot::new("seed", "numbers").ordered((1..=20).collect::<Vec<u32>>())
        );
        assert_ne!(
            order,
            Lot::new("seed", "other").ordered((1..=20).collect::<Vec<u32>>())
        );
    }
}
