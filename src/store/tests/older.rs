//! What an older program stored is read: a regulation that it did not know yet is the
//! default of the tournament's profile.

use super::*;
use serde_json::Value;

/// A tournament as the first version stored it, keys in any order.
fn stored(profile: Profile) -> Value {
    let mut facts = pairs("OLD", 1).facts;
    facts.profile = profile;
    facts.regulations = Arc::new(Regulations::of(profile));
    serde_json::to_value(&facts).unwrap()
}

fn loaded(facts: &Value) -> Result<Regulations, StoreError> {
    let mut home = home_in_file();
    add(&mut home, "OLD", 1);
    let path = home.dir.path().join("postchess.db");
    drop(home.store);
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute("UPDATE tournament SET facts = ?1", [facts.to_string()])
        .unwrap();
    let row = Store::open(&path)?.read().tournament_load("OLD")?.unwrap();
    Ok(Regulations::clone(&row.facts.regulations))
}

#[test]
fn a_regulation_that_is_missing_is_the_profile_s_default_but_moves_on_the_server() {
    for profile in [Profile::Email, Profile::Post, Profile::Server] {
        let whole = stored(profile);
        let keys: Vec<String> = whole["regulations"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        assert!(keys.len() > 20);
        for key in &keys {
            let mut older = whole.clone();
            older["regulations"].as_object_mut().unwrap().remove(key);
            let regulations = loaded(&older).unwrap_or_else(|e| panic!("without {key}: {e}"));
            let mut expected = Regulations::of(profile);
            // Nothing is moved onto a server by a newer program.
            expected.web_moves &= key != "web_moves";
            assert_eq!(regulations, expected, "without {key}");
        }
        // What stands there is kept whatever is missing beside it.
        let mut older = whole;
        older["regulations"] = serde_json::json!({"days_per_period": 17, "variants": false});
        let expected = Regulations {
            days_per_period: 17,
            variants: false,
            web_moves: false,
            ..Regulations::of(profile)
        };
        assert_eq!(loaded(&older).unwrap(), expected);
        older.as_object_mut().unwrap().remove("regulations");
        let expected = Regulations {
            web_moves: false,
            ..Regulations::of(profile)
        };
        assert_eq!(loaded(&older).unwrap(), expected);
    }
}

#[test]
fn a_regulation_of_a_newer_program_is_not_passed_over() {
    let mut newer = stored(Profile::Email);
    newer["regulations"]["days_of_grace"] = 3.into();
    assert!(loaded(&newer).is_err());
}
