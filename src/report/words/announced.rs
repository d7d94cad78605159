//! What players are told of the pairing, in sentences (31.7 to 31.9): for start letters,
//! previews, the public page and the console.

use super::regulations::RegulationSentence;
use crate::language::Language;
use crate::messages::tell;
use crate::request::{Keyword, spelt};
use crate::rules::{Article, Profile};
use crate::tournament::announced::Announcement;
use serde_json::json;

/// Each of them in a sentence.
pub fn sentences(
    of: &[Announcement],
    profile: Profile,
    language: Language,
) -> Vec<RegulationSentence> {
    let number = |article: Article| article.number(profile);
    let sentence = |announcement: &Announcement| match announcement {
        Announcement::RoundByRound { swiss } => RegulationSentence {
            text: tell(language, "apart.round-by-round", &json!({"swiss": swiss})),
            articles: format!(
                "{}, {}",
                number(Article::SystemAnnounced),
                number(Article::GamesAtOnce)
            ),
        },
        Announcement::Entries { code, terms } => RegulationSentence {
            text: tell(
                language,
                "apart.entries",
                &json!({
                    "line": format!("{} {code}", spelt(Keyword::Enter, language)),
                    "until": terms.until,
                    "limit": terms.limit,
                    "fee": terms.fee,
                    "low": terms.ratings.map(|(low, _)| low),
                    "high": terms.ratings.map(|(_, high)| high),
                }),
            ),
            articles: number(Article::EntryTerms).to_owned(),
        },
        Announcement::Apart(restriction) => {
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
                articles: number(Article::PairingRestricted).to_owned(),
            }
        }
    };
    of.iter().map(sentence).collect()
}
