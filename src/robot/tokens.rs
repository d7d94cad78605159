//! The letters of ours that a letter answers or was sent to: what it carries of their
//! secret reply addresses and Message-IDs, and for whom they were made.

use super::conveyed::daily_games;
use super::desk::Desk;
use super::opened::OpenedLetter;
use super::sender::Sender;
use crate::address;
use crate::error::Failure;
use crate::ids::GameId;
use crate::letter::{Letter, contents};
use crate::record::{PlayerEntry, PlayerEvent, Recorded};
use crate::store::{Arrival, StoreError, TokenBounds, TokenOf, TokenRow, View};
use crate::time::Instant;
use crate::token::{Key, TokenNames, TokenPlace};
use std::collections::{BTreeMap, BTreeSet};

/// Oldest letter of ours that an official can still answer with orders, in seconds: half
/// a year. An older one may lie in anybody's archive.
const OLDEST_TOKEN: i64 = 183 * 86_400;

/// Oldest letter about no game whose token is enough alone, in seconds: thirty days
/// (CONTRACT.md 4).
const OLDEST_GENERAL: i64 = 30 * 86_400;

/// Most Message-IDs of one letter by which it is believed: a long thread names its
/// newest ones last.
pub(super) const MOST_ANSWERS: usize = 30;

/// Most addresses of ours in a text that are looked up.
const MOST_LOOKED_UP: usize = 400;

/// The letters of ours that a letter answers or was sent to, whoever wrote it. One
/// that names several games is a token for each.
pub(super) fn tokens_of(
    letter: &Letter,
    robot: &str,
    key: Option<&Key>,
    view: &View<'_>,
) -> Result<Vec<TokenRow>, StoreError> {
    let mut found: Vec<TokenRow> = Vec::new();
    for (place, text) in carried(letter, robot, MOST_ANSWERS) {
        found.extend(tokens_at((place, &text), key, view)?);
    }
    found.sort_by(|a, b| (&a.of, a.game).cmp(&(&b.of, b.game)));
    found.dedup_by(|a, b| (&a.of, a.game) == (&b.of, b.game));
    Ok(found)
}

/// The letters of ours whose tokens others may have seen with this letter: it names, beside
/// the robot, somebody in To, Cc or a Resent header who is not their owner at his registered
/// address. Every token in it counts, however old, in its headers and in its text. They are
/// void afterwards, whoever sent it and whatever becomes of it (CONTRACT.md 4).
pub(super) fn exposed(desk: &Desk<'_>, opened: &OpenedLetter) -> Result<Vec<TokenOf>, Failure> {
    match opened.seen() {
        // Games enclosed in it name letters of ours too.
        Ok(seen) if other_readers(seen, &desk.robot_address).next().is_some() => {
            exposed_by(desk, opened.letter().unwrap_or(seen), &opened.raw)
        }
        Ok(_) | Err(_) => Ok(Vec::new()),
    }
}

/// Who reads a letter beside the robot, as its header says: by his address, or by his name
/// where the robot stands there by its own.
fn other_readers<'l>(letter: &'l Letter, robot: &str) -> impl Iterator<Item = &'l String> {
    let visible = &letter.visible_recipients;
    let names_robot = visible.iter().any(|a| is_robot(a, robot));
    let names = letter.named_recipients.iter().filter(move |_| names_robot);
    let all = visible.iter().chain(&letter.resent);
    all.filter(move |a| !is_robot(a, robot)).chain(names)
}

/// Whether somebody reads a letter beside the robot and its sender.
pub(super) fn has_other_readers(desk: &Desk<'_>, letter: &Letter) -> bool {
    let from: BTreeSet<String> = letter.from.iter().map(|a| address::key(a)).collect();
    let mut others = other_readers(letter, &desk.robot_address);
    others.any(|reader| !from.contains(&address::key(reader)))
}

/// The same of a letter that is read, or as far as it is, with its bytes: whoever has it finds
/// in it what no reader of ours looks for.
pub(super) fn exposed_by(
    desk: &Desk<'_>,
    letter: &Letter,
    raw: &[u8],
) -> Result<Vec<TokenOf>, Failure> {
    let robot = &desk.robot_address;
    let readers: BTreeSet<String> = other_readers(letter, robot)
        .map(|a| address::key(a))
        .collect();
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    let mut exposed = Vec::new();
    for (of, token) in tokens_held(desk, letter, raw)? {
        let owner = match token.player {
            Some(player) => desk.player(player)?.reach.email().map(address::key),
            None => Some(address::key(&token.to)),
        };
        if readers.iter().any(|reader| owner.as_ref() != Some(reader)) {
            exposed.push(of);
        }
    }
    Ok(exposed)
}

/// Letters of ours that whoever has a letter can find in it, each once: in its headers, its
/// text, and wherever else its bytes hold one.
pub(super) fn tokens_held(
    desk: &Desk<'_>,
    letter: &Letter,
    raw: &[u8],
) -> Result<BTreeMap<TokenOf, TokenRow>, Failure> {
    let mut found = Vec::new();
    for (place, text) in carried(letter, &desk.robot_address, usize::MAX) {
        found.extend(tokens_at((place, &text), Some(desk.key), desk.tx)?);
    }
    for text in [&letter.text, &contents(raw)] {
        found.extend(tokens_in(desk, text)?);
    }
    let by_letter = |token: TokenRow| (token.of.clone(), token);
    Ok(found.into_iter().map(by_letter).collect())
}

/// Letters of ours that a text tells of: by their reply addresses and Message-IDs.
pub(super) fn tokens_in(desk: &Desk<'_>, text: &str) -> Result<Vec<TokenRow>, Failure> {
    let Some((_, domain)) = desk.robot_address.split_once('@') else {
        return Ok(Vec::new());
    };
    let at = format!("@{}", domain.to_ascii_lowercase());
    let lower = text.to_ascii_lowercase();
    let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let ours = lower.match_indices(&at).filter_map(|(place, _)| {
        let before = text.get(..place)?;
        let outer = before.char_indices().rfind(|(_, c)| !inner(*c));
        let from = outer.map_or(0, |(at, c)| at + c.len_utf8());
        text.get(from..place + at.len())
    });
    let ours: BTreeSet<&str> = ours.filter(|w| *w != desk.robot_address).collect();
    let mut found = Vec::new();
    for word in ours.into_iter().take(MOST_LOOKED_UP) {
        let local = word.split_once('@').map_or("", |(local, _)| local);
        let token = local.split_once('+').map(|(_, token)| token.to_lowercase());
        let carried = match &token {
            Some(token) => (TokenPlace::Address, token.as_str()),
            None => (TokenPlace::MessageId, word),
        };
        found.extend(tokens_at(carried, Some(desk.key), desk.tx)?);
    }
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
        Some(token) => of_each_game(token, key.and_then(|key| key.read(text, place)), view),
        // Its letter may be lost: it left after the backup that was put back.
        None => lost(key, (place, text), view),
    }
}

/// The token of a letter about several games is one of each game that the letter names, and
/// of no other. They stand in the token, or, where it has no room for them, in what the
/// letter says that was owed.
fn of_each_game(
    token: TokenRow,
    named: Option<TokenNames>,
    view: &View<'_>,
) -> Result<Vec<TokenRow>, StoreError> {
    let (TokenOf::Letter(letter), None, Some(player)) = (&token.of, token.game, token.player)
    else {
        return Ok(vec![token]);
    };
    let mut games: Vec<(GameId, Option<u32>)> = Vec::new();
    for one in named.iter().flat_map(|named| &named.games) {
        games.push((one.0, Some(one.1)));
    }
    if games.is_empty() {
        let daily = daily_games(view, *letter)?;
        games = daily
            .iter()
            .map(|one| (one.game, Some(one.begins.ply)))
            .collect();
    }
    if games.is_empty() {
        let owed = view.owed_said(*letter)?;
        games = owed
            .iter()
            .filter_map(|row| Some((row.game?, None)))
            .collect();
    }
    if games.is_empty() {
        // For which games it is good nobody knows: it is good for none.
        let unknown = named.is_some_and(|named| named.unnamed);
        let spent = token.spent || unknown;
        return Ok(vec![TokenRow { spent, ..token }]);
    }
    games.sort_unstable();
    games.dedup_by_key(|(game, _)| *game);
    let mut found = Vec::with_capacity(games.len());
    for (game, ply) in games {
        found.push(TokenRow {
            game: Some(game),
            ply,
            spent: token.spent || view.has_written_since(*letter, game, player)?,
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
    // To which address it went nobody knows: of who has moved it counts no more.
    let moved = |e: &Recorded<PlayerEntry>| matches!(e.event, PlayerEvent::AddressChanged { .. });
    let spent = view.lost_token_is_spent(&named.nonce, player, &named.games)?
        || view.events_of_player(player)?.iter().any(moved);
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
            answers: None,
            void: spent,
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

    /// Whether a token is enough alone for what is asked in these games, or in none. It is
    /// bound to its game. That of a letter about none speaks for a game until the player has
    /// changed something in it, for all else until he has been believed again, and never
    /// longer than thirty days (CONTRACT.md 4).
    pub fn fresh(
        &self,
        view: &View<'_>,
        games: &BTreeSet<GameId>,
        this: Arrival,
    ) -> Result<bool, StoreError> {
        let unspent = self.own.iter().filter(|t| !t.spent);
        let bounds = view.token_bounds()?;
        let unspent: Vec<&TokenRow> = unspent.filter(|t| is_known(t, bounds, this)).collect();
        if games.is_empty() {
            for token in &unspent {
                if token.game.is_some()
                    || (is_recent(token, this) && is_last_word(token, view, this)?)
                {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for game in games {
            let mut speaks = false;
            for token in &unspent {
                speaks |= match (token.game, &token.of, token.player) {
                    (Some(of), _, _) => of == *game,
                    (None, TokenOf::Letter(letter), Some(player)) => {
                        is_recent(token, this) && !view.has_written_since(*letter, *game, player)?
                    }
                    (None, _, _) => false,
                };
            }
            if !speaks {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether one is fresh and of no old letter: an official's are bound to no game.
    pub fn young(&self, view: &View<'_>, this: Arrival, now: Instant) -> Result<bool, StoreError> {
        let young = |t: &TokenRow| now.unix() - t.composed.unix() <= OLDEST_TOKEN;
        let bounds = view.token_bounds()?;
        let mut own = self.own.iter();
        Ok(own.any(|t| !t.spent && young(t) && is_known(t, bounds, this)))
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

/// Whether no restore has lost what was done with a token before a letter came that has it.
fn is_known(token: &TokenRow, bounds: TokenBounds, this: Arrival) -> bool {
    let composed = match token.of {
        TokenOf::Letter(_) => Some(token.composed),
        TokenOf::Lost(_) => None,
    };
    bounds.let_pass(composed, this.at)
}

/// Whether the letter of a token that is bound to no game is young enough to be answered.
fn is_recent(token: &TokenRow, this: Arrival) -> bool {
    this.at.unix() - token.composed.unix() <= OLDEST_GENERAL
}

/// Whether no other letter of the reader's has been believed since ours was composed. Ours is
/// known by its letter alone: of a lost one nobody can tell.
fn is_last_word(token: &TokenRow, view: &View<'_>, this: Arrival) -> Result<bool, StoreError> {
    match token.of {
        TokenOf::Letter(_) => {
            let since = (token.composed, token.answers);
            Ok(!view.inbound_believed_since(&token.to, since, this.letter)?)
        }
        TokenOf::Lost(_) => Ok(false),
    }
}

/// What a letter carries that may be a token, with where it stands: of the Message-IDs in it
/// so many, the newest.
fn carried(letter: &Letter, robot: &str, answers: usize) -> Vec<(TokenPlace, String)> {
    let addresses = reply_tokens(letter, robot).into_iter();
    let addresses = addresses.map(|token| (TokenPlace::Address, token.to_lowercase()));
    let answers = letter.answers.iter().rev().take(answers);
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
        .chain(&letter.resent)
        .filter(|a| is_robot(a, robot))
        .filter_map(|a| a.split_once('@'))
        .filter_map(|(local, _)| local.split_once('+'))
        .map(|(_, token)| token)
        .collect()
}
