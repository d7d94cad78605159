//! Restrictions of pairing in sentences (31.9): for start letters, previews, the public page
//! and the console.

use super::regulations::RegulationSentence;
use crate::language::Language;
use crate::messages::tell;
use crate::rules::{Article, Profile};
use crate::tournament::apart::Restriction;
use serde_json::json;

/// Each restriction in a sentence.
pub fn sentences(
    of: &[Restriction],
    profile: Profile,
    language: Language,
) -> Vec<RegulationSentence> {
    let sentence = |restriction: &Restriction| {
        let key = match (restriction.names.is_empty(), restriction.teams) {
            (false, _) => "apart.named",
            (true, false) => "apart.players",
            (true, true) => "apart.teams",
        };
        let facts = json!({
            "who": restriction.names.join("; "),
            "round": restriction.from_round,
            "strict": restriction.strict,
        });
        RegulationSentence {
            text: tell(language, key, &facts),
            articles: Article::PairingRestricted.number(profile).to_owned(),
        }
    };
    of.iter().map(sentence).collect()
}
