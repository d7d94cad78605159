//! Who a letter is from, whether it is really them, and which game it is about
//! (CONTRACT.md 4).

use super::desk::Batch;
use crate::config::AuthPolicy;
use crate::error::Failure;
use crate::ids::{GameId, GameName, OutboundId, PlayerId};
use crate::letter::Letter;
use crate::request::Understanding;
use crate::store::Token;
use std::collections::BTreeSet;

/// What a letter's tokens say: letters of ours that it answers or was sent to.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// Tokens made for the sender.
    pub own: Vec<Token>,
    /// One of them is enough alone.
    pub verified: bool,
    /// Games of those letters.
    pub games: BTreeSet<GameId>,
}

impl Signs {
    /// Letters of ours whose tokens others have seen with this letter.
    pub fn to_void(&self, letter: &Letter, robot: &str) -> Vec<OutboundId> {
        let others = letter
            .visible_recipients
            .iter()
            .any(|a| !is_robot(a, robot));
        match others {
            true => self.own.iter().map(|t| t.outbound).collect(),
            false => Vec::new(),
        }
    }
}

/// Whether an address is the robot's, with or without a reply token.
pub(super) fn is_robot(address: &str, robot: &str) -> bool {
    let plain = address.trim().to_lowercase();
    let robot = robot.to_lowercase();
    match (plain.split_once('@'), robot.split_once('@')) {
        (Some((local, domain)), Some((name, ours))) => {
            domain == ours && local.split('+').next() == Some(name)
        }
        _ => false,
    }
}

/// The reply tokens among the recipients.
fn reply_tokens<'l>(letter: &'l Letter, robot: &str) -> Vec<&'l str> {
    letter
        .recipients
        .iter()
        .filter(|a| is_robot(a, robot))
        .filter_map(|a| a.split_once('@'))
        .filter_map(|(local, _)| local.split_once('+'))
        .map(|(_, token)| token)
        .collect()
}

impl Batch<'_> {
    /// Looks up the tokens a letter carries. A token counts together with From
    /// being that player's registered address, and is enough alone only until
    /// his next letter in the game.
    pub(super) fn signs(&self, letter: &Letter, sender: PlayerId) -> Result<Signs, Failure> {
        let mut found: Vec<Token> = Vec::new();
        for token in reply_tokens(letter, &self.robot_address) {
            found.extend(self.tx.token_by_address_token(&token.to_lowercase())?);
        }
        for id in letter.answers.iter().rev().take(MOST_ANSWERS) {
            found.extend(self.tx.token_by_message_id(id)?);
        }
        let mut signs = Signs::default();
        for token in found {
            if token.player != Some(sender) {
                continue;
            }
            signs.games.extend(token.game);
            signs.verified |= !token.spent;
            signs.own.push(token);
        }
        Ok(signs)
    }

    /// Whether the policy lets a letter through. Header verification and
    /// challenges are not decided here: what has no token is held.
    pub(super) fn passes(&self, signs: &Signs) -> bool {
        match self.policy {
            AuthPolicy::Address => true,
            AuthPolicy::Token | AuthPolicy::TokenOrVerified => signs.verified,
        }
    }
}

/// Most Message-IDs of one letter that are looked up: a long thread names its
/// newest ones last.
const MOST_ANSWERS: usize = 30;

/// Which game a section is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// This one.
    Game(GameId),
    /// Signs of several, or of none that fits: those named, or the sender's own.
    Ask(Vec<GameName>),
}

impl Batch<'_> {
    /// The game of a section: all signs present must name the same one; without
    /// any, the only active game of the sender.
    pub(super) fn which_game(
        &self,
        sender: PlayerId,
        signs: &Signs,
        understanding: &Understanding,
        named: Option<&GameName>,
    ) -> Result<Which, Failure> {
        let several = understanding
            .sections
            .iter()
            .filter(|s| s.game.is_some())
            .count()
            > 1;
        let mut games: BTreeSet<GameId> = BTreeSet::new();
        let mut unknown: Vec<GameName> = Vec::new();
        let mut names: Vec<&GameName> = named.into_iter().collect();
        if !several {
            games.extend(signs.games.iter().copied());
            names.extend(understanding.subject_game.as_ref());
        }
        for name in names {
            match self.tx.game_find(name)? {
                Some(id) if self.plays(sender, id)? => {
                    games.insert(id);
                }
                _ => unknown.push(name.clone()),
            }
        }
        if games.is_empty() && unknown.is_empty() {
            let rows = self.tx.player_games(sender, true)?;
            let active: Vec<GameId> = rows.into_iter().map(|r| r.id).collect();
            if let [only] = active[..] {
                return Ok(Which::Game(only));
            }
            return Ok(Which::Ask(self.names_of(&active)?));
        }
        match (games.len(), unknown.is_empty()) {
            (1, true) => Ok(games
                .first()
                .map_or_else(|| Which::Ask(Vec::new()), |g| Which::Game(*g))),
            _ => {
                let ids: Vec<GameId> = games.into_iter().collect();
                let mut all = self.names_of(&ids)?;
                all.extend(unknown);
                Ok(Which::Ask(all))
            }
        }
    }

    fn plays(&self, player: PlayerId, game: GameId) -> Result<bool, Failure> {
        let facts = self.tx.game_facts(game)?;
        Ok([facts.players.white.id, facts.players.black.id].contains(&player))
    }

    fn names_of(&self, games: &[GameId]) -> Result<Vec<GameName>, Failure> {
        let mut names = Vec::new();
        for id in games.iter().take(MOST_NAMED) {
            names.push(self.tx.game_facts(*id)?.name.clone());
        }
        Ok(names)
    }
}

/// Most games named in a question.
const MOST_NAMED: usize = 30;
