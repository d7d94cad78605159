//! Who may write into a folder that our files go to (`/tmp`, a web server's), and plants links
//! where he guesses that we shall write.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// What stands in the file that is not to be touched.
const PRECIOUS: &str = "nothing of yours";

/// He, and the file that he wants to have overwritten.
pub struct Planter {
    victim: PathBuf,
}

impl Planter {
    /// One who is after a file of this name.
    pub fn after(victim: PathBuf) -> Planter {
        std::fs::write(&victim, PRECIOUS).unwrap();
        Planter { victim }
    }

    /// Links at the names under which a file could be guessed to be written first.
    pub fn guesses(&self, target: &Path) {
        let name = target.file_name().unwrap().to_str().unwrap();
        let beside = [
            target.with_extension("part"),
            target.with_file_name(format!("{name}.part")),
            target.with_file_name(format!("{name}.new")),
            target.with_file_name(format!(".{name}.part")),
        ];
        for guess in beside {
            if guess.symlink_metadata().is_err() {
                symlink(&self.victim, &guess).unwrap();
            }
        }
    }

    /// A link at the name itself, in place of what lies there.
    pub fn takes(&self, target: &Path) {
        let _ = std::fs::remove_file(target);
        symlink(&self.victim, target).unwrap();
    }

    /// What he got.
    #[track_caller]
    pub fn got_nothing(&self, tried: &str) {
        let now = std::fs::read_to_string(&self.victim).unwrap();
        assert_eq!(now, PRECIOUS, "{tried}");
    }
}
