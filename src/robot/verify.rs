//! Proof that the stored state is what the record says.

use super::alone::Robot;
use super::desk::open_matters;
use super::rounds;
use super::stages;
use crate::error::Failure;
use serde::Serialize;

/// A difference between a summary and the record, or a fault of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The game, where it is about one.
    pub game: Option<String>,
    /// What differs.
    pub what: String,
}

impl Robot {
    /// Replays every game from its record and compares, pairs every round again that was
    /// paired one by one; checks the database.
    pub fn verify(&self) -> Result<(u64, Vec<Difference>), Failure> {
        // One state throughout, whatever others write meanwhile: nobody waits for it.
        self.store.snapshot(|_| self.compare())
    }

    fn compare(&self) -> Result<(u64, Vec<Difference>), Failure> {
        let mut found = Vec::new();
        let mut games = 0;
        for what in self.store.integrity_check()? {
            found.push(Difference { game: None, what });
        }
        let view = self.store.read();
        for id in view.games_all()? {
            games += 1;
            let Some(row) = view.game_row(id)? else {
                continue;
            };
            let name = Some(row.name.to_string());
            match view.game_load(id) {
                Ok(game) => {
                    let mut differences = row.differs_from(&game);
                    if row.due != crate::arbiter::next_due(&game) {
                        differences.push("the due date differs from the record's".to_owned());
                    }
                    let open = open_matters(&game);
                    if let Some(stored) = row.matters.filter(|stored| *stored != open) {
                        differences.push(format!(
                            "{stored} matters are stored as open, the record says {open}"
                        ));
                    }
                    found.extend(differences.into_iter().map(|what| Difference {
                        game: name.clone(),
                        what,
                    }));
                }
                Err(e) => found.push(Difference {
                    game: name,
                    what: e.to_string(),
                }),
            }
        }
        for row in view.tournament_list()? {
            let paired = rounds::check(&view, &row)?;
            let fields = stages::check(&view, &row)?;
            for what in paired.into_iter().chain(fields) {
                found.push(Difference { game: None, what });
            }
        }
        for what in self.store.archive_check()? {
            found.push(Difference { game: None, what });
        }
        Ok((games, found))
    }
}
