//! What an older program stored, brought up to the regulations of today.

use super::{Given, Profile, Regulations};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// What is stored of a tournament, with all its `regulations`: those that the program
/// which stored it did not know yet are the default of the `profile` beside them, but for
/// `web_moves`: that is off.
///
/// # Errors
/// There is no profile, or a regulation that this program does not know: it would not
/// be kept.
pub fn completed<'de, D: Deserializer<'de>>(stored: D) -> Result<Value, D::Error> {
    let mut stored = Value::deserialize(stored)?;
    let profile = stored.get("profile").unwrap_or(&Value::Null);
    let profile = Profile::deserialize(profile).map_err(D::Error::custom)?;
    let given = match stored.get("regulations") {
        Some(given) => Given::deserialize(given).map_err(D::Error::custom)?,
        None => Given::default(),
    };
    // What was begun without a server is not moved onto one by a newer program.
    let given = Given {
        web_moves: given.web_moves.or(Some(false)),
        ..given
    };
    let whole = given.over(Regulations::of(profile));
    if let Some(all) = stored.as_object_mut() {
        let whole = serde_json::to_value(whole).map_err(D::Error::custom)?;
        all.insert("regulations".to_owned(), whole);
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::super::REGULATIONS;
    use super::*;
    use serde_json::json;

    #[test]
    fn each_key_that_is_missing_is_the_profile_s_default_but_the_server() {
        for profile in Profile::ALL {
            let regulations = json!(Regulations::of(profile));
            let whole = json!({"profile": profile, "regulations": regulations, "other": 1});
            for key in REGULATIONS {
                let mut older = whole.clone();
                let stored = older["regulations"].as_object_mut().unwrap();
                assert!(stored.shift_remove(key.name).is_some());
                let mut expected = whole.clone();
                if key.name == "web_moves" {
                    expected["regulations"]["web_moves"] = json!(false);
                }
                assert_eq!(completed(older).unwrap(), expected, "without {}", key.name);
            }
            let bare = json!({"profile": profile});
            let mut regulations = regulations;
            regulations["web_moves"] = json!(false);
            assert_eq!(completed(bare).unwrap()["regulations"], regulations);
        }
        assert!(completed(json!({"regulations": {}})).is_err());
        let newer = json!({"profile": "email", "regulations": {"days_of_grace": 3}});
        assert!(completed(newer).is_err());
    }
}
