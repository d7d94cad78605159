//! What can be left out of the program when it is built: the Cargo features, all of them in it
//! unless somebody says otherwise.

/// A part of the program that a Cargo feature of that name leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// `web`: the server of `postchess serve`.
    Web,
    /// `postgres`: a database beyond one machine.
    Postgres,
    /// `scan`: codes on scanned cards.
    Scan,
    /// `manual`: completions of shells, manual pages.
    Manual,
}

impl Feature {
    /// All there are.
    pub const ALL: [Feature; 4] = [
        Feature::Web,
        Feature::Postgres,
        Feature::Scan,
        Feature::Manual,
    ];

    /// Its name in `Cargo.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Web => "web",
            Feature::Postgres => "postgres",
            Feature::Scan => "scan",
            Feature::Manual => "manual",
        }
    }

    /// Whether it is in this program.
    pub fn is_built(self) -> bool {
        match self {
            Feature::Web => cfg!(feature = "web"),
            Feature::Postgres => cfg!(feature = "postgres"),
            Feature::Scan => cfg!(feature = "scan"),
            Feature::Manual => cfg!(feature = "manual"),
        }
    }

    /// That it is not in this program, in a sentence without a full stop.
    pub fn left_out(self) -> String {
        let what = match self {
            Feature::Web => "the web server",
            Feature::Postgres => "PostgreSQL",
            Feature::Scan => "the reader of scanned cards",
            Feature::Manual => "completions and manual pages",
        };
        let name = self.name();
        format!("this postchess was built without {what} (Cargo feature \"{name}\")")
    }
}
