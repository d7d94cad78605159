//! What an older program stored, brought up to the regulations of today.

use super::{Profile, Regulations};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

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
    let Some(all) = stored.as_object_mut() else {
        return Ok(stored);
    };
    let mut given = match all.get_mut("regulations").map(Value::take) {
        Some(Value::Object(given)) => given,
        None => Map::new(),
        Some(_) => return Err(D::Error::custom("the regulations are no table")),
    };
    let known = defaults(profile).ok_or_else(|| D::Error::custom("nobody knows the profile"))?;
    if let Some(key) = given.keys().find(|key| !known.contains_key(*key)) {
        return Err(D::Error::custom(format!("no regulation is named {key}")));
    }
    for (key, of_profile) in known {
        if given.get(key).is_none_or(Value::is_null) {
            given.insert(key.clone(), of_profile.clone());
        }
    }
    all.insert("regulations".to_owned(), Value::Object(given));
    Ok(stored)
}

/// What is stored of a profile's regulations where nothing else is: it is asked for with every
/// tournament that is read.
fn defaults(profile: Profile) -> Option<&'static Map<String, Value>> {
    static OF_ALL: LazyLock<BTreeMap<Profile, Value>> = LazyLock::new(|| {
        let stored = |profile| {
            let mut whole = json!(Regulations::of(profile));
            // What was begun without a server is not moved onto one by a newer program.
            if let Some(moves) = whole.get_mut("web_moves") {
                *moves = json!(false);
            }
            whole
        };
        Profile::ALL.into_iter().map(|p| (p, stored(p))).collect()
    });
    OF_ALL.get(&profile).and_then(Value::as_object)
}

#[cfg(test)]
mod tests {
    use super::super::REGULATIONS;
    use super::*;

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
