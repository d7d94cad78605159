//! The letters of ours that a letter answers or was sent to: what it carries of their
//! secret reply addresses and Message-IDs, and for whom they were made.

use super::conveyed::daily_games;
use super::desk::Desk;
use super::sender::Sender;
use crate::address;
use crate::error::Failure;
use crate::ids::GameId;
use crate::letter::Letter;
use crate::store::{StoreError, TokenOf, TokenRow, View};
use crate::time::Instant;
use crate::token::{Key, TokenPlace};
use std::collections::{BTreeMap, BTreeSet};

/// Oldest letter of ours that an official can still answer with orders, in seconds: half
/// a year. An older one may lie in anybody's archive.
const OLDEST_TOKEN: i64 = 183 * 86_400;

/// Most Message-IDs of one letter that are looked up: a long thread names its
/// newest ones last.
pub(super) const MOST_ANSWERS: usize = 30;

/// The letters of ours that a letter answers or was sent to, whoever wrote it. One
/// that names several games is a token for each.
pub(super) fn tokens_of(
    letter: &Letter,
    robot: &str,
    key: Option<&Key>,
    view: &View<'_>,
) -> Result<Vec<TokenRow>, StoreError> {
    let mut found: Vec<TokenRow> = Vec::new();
    for (place, text) in carried(letter, robot) {
        found.extend(tokens_at((place, &text), key, view)?);
    }
    found.sort_by(|a, b| (&a.of, a.game).cmp(&(&b.of, b.game)));
    found.dedup_by(|a, b| (&a.of, a.game) == (&b.of, b.game));
    Ok(found)
}

/// The token that a text is in its place, if it is one.
pub(super) fn tokens_at(
    (place, text): (TokenPlace, &str),
    key: Option<&Key>,
    view: &View<'_>,
) -> Result<Vec<TokenRow>, StoreError> {
    let row = match place {
        TokenPlace::Address => view.token_by_address_token(text)?,
        TokenPlace::MessageId => view.token_by_message_id(text)?,
    };
    match row {
        Some(token) => of_each_game(token, view),
        // Its letter may be lost: it left after the backup that was put back.
        None => lost(key, (place, text), view),
    }
}

/// A daily letter's token is one of each game that the letter names, and of no other.
fn of_each_game(token: TokenRow, view: &View<'_>) -> Result<Vec<TokenRow>, StoreError> {
    let (TokenOf::Letter(letter), None, Some(player)) = (&token.of, token.game, token.player)
    else {
        return Ok(vec![token]);
    };
    let games = daily_games(view, *letter)?;
    if games.is_empty() {
        return Ok(vec![token]);
    }
    let mut found = Vec::with_capacity(games.len());
    for one in games {
        found.push(TokenRow {
            game: Some(one.game),
            ply: Some(one.begins.ply),
            spent: token.spent || view.has_written_since(*letter, one.game, player)?,
            ..token.clone()
        });
    }
    Ok(found)
}

/// A token whose letter is not here, where its hash says that it is ours and for a
/// player.
fn lost(
    key: Option<&Key>,
    (place, text): (TokenPlace, &str),
    view: &View<'_>,
) -> Result<Vec<TokenRow>, StoreError> {
    let token = text.split('@').next().unwrap_or(text);
    let named = key.and_then(|key| key.read(token, place));
    let Some((named, player)) = named.and_then(|n| n.player.map(|p| (n, p))) else {
        return Ok(Vec::new());
    };
    let spent = view.lost_token_is_spent(&named.nonce, player, &named.games)?;
    let mut games: Vec<Option<(GameId, u32)>> = named.games.iter().copied().map(Some).collect();
    // Which games it was good for nobody knows any more: it is good for none.
    if games.is_empty() && !named.unnamed {
        games.push(None);
    }
    let mut found = Vec::new();
    for about in games {
        // A game that began after the backup is not here either.
        if let Some((game, _)) = about
            && view.game_row(game)?.is_none()
        {
            continue;
        }
        found.push(TokenRow {
            of: TokenOf::Lost(named.nonce.clone()),
            kind: named.kind.clone(),
            game: about.map(|(game, _)| game),
            player: Some(player),
            to: String::new(),
            ply: about.map(|(_, ply)| ply),
            composed: Instant::from_unix(0),
            spent,
        });
    }
    Ok(found)
}

/// What a letter's tokens say: letters of ours that it answers or was sent to.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// Tokens made for the sender.
    pub own: Vec<TokenRow>,
    /// Games of those letters that are about one.
    pub games: BTreeSet<GameId>,
    /// The games of each that is about several: it is meant for one of them.
    pub choices: Vec<BTreeSet<GameId>>,
}

/// The tokens of a letter that were made for its sender.
pub(super) fn signs_of(
    desk: &Desk<'_>,
    letter: &Letter,
    sender: &Sender<'_>,
) -> Result<Signs, Failure> {
    let (robot, key) = (&desk.robot_address, Some(desk.key));
    let all = tokens_of(letter, robot, key, desk.tx)?;
    Ok(Signs::own(all, |token| sender.owns_token(token)))
}

impl Signs {
    /// What these tokens say, as far as they are the sender's own. A token counts
    /// together with From being his registered address, and a player's is enough alone
    /// only until his next letter in the game.
    pub fn own(all: Vec<TokenRow>, is_own: impl Fn(&TokenRow) -> bool) -> Signs {
        let own: Vec<TokenRow> = all.into_iter().filter(is_own).collect();
        let mut of: BTreeMap<&TokenOf, BTreeSet<GameId>> = BTreeMap::new();
        for token in &own {
            of.entry(&token.of).or_default().extend(token.game);
        }
        let (several, one): (Vec<_>, Vec<_>) = of.into_values().partition(|games| games.len() > 1);
        Signs {
            games: one.into_iter().flatten().collect(),
            choices: several,
            own,
        }
    }

    /// Half-moves played when the newest of those letters left, by game.
    pub fn answered(&self) -> BTreeMap<GameId, u32> {
        let mut newest = BTreeMap::new();
        for (game, ply) in self.own.iter().filter_map(|t| t.game.zip(t.ply)) {
            let known = newest.entry(game).or_insert(ply);
            *known = ply.max(*known);
        }
        newest
    }

    /// Whether what is fresh among the tokens is of lost letters alone: whether the
    /// player has used them is not known.
    pub fn only_lost(&self) -> bool {
        let mut fresh = self.own.iter().filter(|t| !t.spent);
        fresh.all(|t| matches!(t.of, TokenOf::Lost(_)))
    }

    /// Whether a token is enough alone for what is asked in these games, or in none:
    /// it is bound to its game, that of a letter about no game to the player.
    pub fn fresh(&self, games: &BTreeSet<GameId>) -> bool {
        let fresh = |game: Option<GameId>| {
            let mut own = self.own.iter().filter(|t| !t.spent);
            own.any(|t| game.is_none() || t.game.is_none() || t.game == game)
        };
        fresh(None) && games.iter().all(|g| fresh(Some(*g)))
    }

    /// Whether one is fresh and of no old letter: an official's are bound to no game.
    pub fn young(&self, now: Instant) -> bool {
        let young = |t: &TokenRow| now.unix() - t.composed.unix() <= OLDEST_TOKEN;
        self.own.iter().any(|t| !t.spent && young(t))
    }

    /// Letters of ours whose tokens others have seen with this letter.
    pub fn to_void(&self, letter: &Letter, robot: &str) -> Vec<TokenOf> {
        let mut seen_by = letter.visible_recipients.iter();
        match seen_by.any(|a| !is_robot(a, robot)) {
            true => self.letters(),
            false => Vec::new(),
        }
    }

    /// The letters of ours whose tokens they are.
    pub fn letters(&self) -> Vec<TokenOf> {
        self.own.iter().map(|t| t.of.clone()).collect()
    }

    /// The tokens of lost letters that it carries: used, they are not enough again.
    pub fn lost_ones(&self) -> Vec<TokenOf> {
        let mut all = self.letters();
        all.retain(|of| matches!(of, TokenOf::Lost(_)));
        all
    }
}

/// What a letter carries that may be a token, with where it stands.
fn carried(letter: &Letter, robot: &str) -> Vec<(TokenPlace, String)> {
    let addresses = reply_tokens(letter, robot).into_iter();
    let addresses = addresses.map(|token| (TokenPlace::Address, token.to_lowercase()));
    let answers = letter.answers.iter().rev().take(MOST_ANSWERS);
    let answers = answers.map(|id| (TokenPlace::MessageId, id.clone()));
    addresses.chain(answers).collect()
}

/// Whether an address is the robot's, with or without a reply token.
pub(super) fn is_robot(address: &str, robot: &str) -> bool {
    let (plain, robot) = (address::key(address), address::key(robot));
    match (plain.split_once('@'), robot.split_once('@')) {
        (Some((local, domain)), Some((name, ours))) => {
            domain == ours && local.split('+').next() == Some(name)
        }
        _ => false,
    }
}

/// The reply tokens among the recipients.
pub(super) fn reply_tokens<'l>(letter: &'l Letter, robot: &str) -> Vec<&'l str> {
    letter
        .recipients
        .iter()
        .filter(|a| is_robot(a, robot))
        .filter_map(|a| a.split_once('@'))
        .filter_map(|(local, _)| local.split_once('+'))
        .map(|(_, token)| token)
        .collect()
}
