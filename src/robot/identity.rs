//! Who a letter is from, whether it is really them, and which game it is about
//! (CONTRACT.md 4).

use super::desk::Desk;
use crate::config::{Auth, AuthPolicy};
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::letter::Letter;
use crate::letter::authentication::{self, DomainVerdict, Trust};
use crate::record::Status;
use crate::request::{GameRequest, PlayerRequest, Request, Understanding};
use crate::store::{StoreError, TokenOf, TokenRow, View};
use crate::time::Instant;
use crate::token::{Key, TokenPlace};
use std::collections::BTreeSet;

/// Longest age of a letter by its own Date at which its domain's word still
/// counts: an old one may be somebody's copy (CONTRACT.md 4).
pub(super) const OLDEST: i64 = 3 * 86_400;

/// How far a letter is believed to be from whom it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belief {
    /// Not at all: it waits for a code.
    None,
    /// By a token alone, where From's domain could have answered and did not: what
    /// cannot be taken back is asked back by one word.
    TokenAlone,
    /// It is.
    Full,
}

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
        Some(token) => Ok(vec![token]),
        // Its letter may be lost: it left after the backup that was put back.
        None => lost(key, (place, text), view),
    }
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
    if games.is_empty() {
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
    /// Games of those letters.
    pub games: BTreeSet<GameId>,
}

impl Signs {
    /// Looks up the tokens a letter carries. A token counts together with From
    /// being that player's registered address, and is enough alone only until
    /// his next letter in the game.
    fn of(
        letter: &Letter,
        sender: PlayerId,
        robot: &str,
        key: Option<&Key>,
        view: &View<'_>,
    ) -> Result<Signs, StoreError> {
        let mut signs = Signs::default();
        for token in tokens_of(letter, robot, key, view)? {
            if token.player == Some(sender) {
                signs.games.extend(token.game);
                signs.own.push(token);
            }
        }
        Ok(signs)
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

    /// Letters of ours whose tokens others have seen with this letter.
    pub fn to_void(&self, letter: &Letter, robot: &str) -> Vec<TokenOf> {
        let others = letter
            .visible_recipients
            .iter()
            .any(|a| !is_robot(a, robot));
        match others {
            true => self.own.iter().map(|t| t.of.clone()).collect(),
            false => Vec::new(),
        }
    }

    /// The tokens of lost letters that it carries: used, they are not enough again.
    pub fn lost_ones(&self) -> Vec<TokenOf> {
        let lost = self.own.iter().map(|t| &t.of);
        lost.filter(|of| matches!(of, TokenOf::Lost(_)))
            .cloned()
            .collect()
    }
}

/// Whether a letter asks for what nobody can take back.
pub(super) fn ends_something(understanding: &Understanding) -> bool {
    let mut all = understanding.sections.iter().flat_map(|s| &s.requests);
    all.any(|r| {
        matches!(
            r,
            Request::Game(GameRequest::Resign | GameRequest::DrawAccept)
                | Request::Player(PlayerRequest::Withdraw)
        )
    })
}

/// What a letter carries that may be a token, with where it stands.
fn carried(letter: &Letter, robot: &str) -> Vec<(TokenPlace, String)> {
    let addresses = reply_tokens(letter, robot).into_iter();
    let addresses = addresses.map(|token| (TokenPlace::Address, token.to_lowercase()));
    let answers = letter.answers.iter().rev().take(MOST_ANSWERS);
    let answers = answers.map(|id| (TokenPlace::MessageId, id.clone()));
    addresses.chain(answers).collect()
}

/// What speaks for a letter being from whom it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderEvidence {
    /// `token`, `dkim`, `spf` or `none`.
    pub method: &'static str,
    /// Whether it is enough under the default policy.
    pub verified: bool,
    /// What From's domain says, as far as servers that we trust tell.
    pub domain: DomainVerdict,
}

/// What speaks for a letter, for whoever only looks: without a database no token
/// is known, without the robot's address every recipient may be it.
///
/// # Errors
/// The database cannot be read.
pub fn evidence(
    letter: &Letter,
    auth: &Auth,
    robot: Option<&str>,
    arrived: Instant,
    view: Option<(&View<'_>, Option<&Key>)>,
) -> Result<SenderEvidence, StoreError> {
    let mut signs = Signs::default();
    if let ([from], Some((view, key)), Some(robot)) = (&letter.from[..], view, robot)
        && let Some(player) = view.player_by_address(from)?
    {
        signs = Signs::of(letter, player.id, robot, key, view)?;
    }
    let domain = domain_says(letter, auth);
    let holds = holds(letter, robot, arrived);
    let (method, verified) = match (signs.fresh(&BTreeSet::new()), domain) {
        (true, DomainVerdict::Denied) => ("token", false),
        (true, _) => ("token", true),
        (false, DomainVerdict::Passed(method)) if holds => (method.name(), true),
        (false, _) if !signs.own.is_empty() => ("token", false),
        (false, DomainVerdict::Passed(method)) => (method.name(), false),
        (false, _) => ("none", false),
    };
    Ok(SenderEvidence {
        method,
        verified,
        domain,
    })
}

/// What the domain in From says of a letter.
pub(super) fn domain_says(letter: &Letter, auth: &Auth) -> DomainVerdict {
    let trust = Trust {
        ids: &auth.trusted_authserv_ids,
        below_received: auth.results_below_received,
    };
    let [from] = &letter.from[..] else {
        return DomainVerdict::Unproven;
    };
    authentication::said(&letter.trace, trust, from)
}

/// Whether what a domain says of a letter holds for this one: it was written to
/// the robot, now, and says each thing once.
pub(super) fn holds(letter: &Letter, robot: Option<&str>, arrived: Instant) -> bool {
    let to_robot = robot.is_none_or(|robot| {
        let mut to = letter.visible_recipients.iter();
        to.any(|a| is_robot(a, robot))
    });
    let recent = letter
        .date
        .is_none_or(|date| arrived.unix() - date.unix() <= OLDEST);
    to_robot && recent && letter.doubled.is_empty()
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

impl Desk<'_> {
    /// The tokens a letter of a player carries.
    pub(super) fn signs(&self, letter: &Letter, sender: PlayerId) -> Result<Signs, Failure> {
        let (robot, key) = (&self.robot_address, Some(self.key));
        Ok(Signs::of(letter, sender, robot, key, self.tx)?)
    }

    /// The games that a letter's parts name by themselves.
    pub(super) fn named_games(
        &self,
        understanding: &Understanding,
    ) -> Result<BTreeSet<GameId>, Failure> {
        let mut games = BTreeSet::new();
        for name in understanding
            .sections
            .iter()
            .filter_map(|s| s.game.as_ref())
        {
            games.extend(self.tx.game_find(name)?);
        }
        Ok(games)
    }

    /// How far the policy believes a letter that asks for something in these games.
    /// A domain's no to the letter outweighs its token; one whose use nobody knows is
    /// enough for what can be taken back alone.
    pub(super) fn believes(
        &self,
        signs: &Signs,
        letter: &Letter,
        arrived: Instant,
        (games, ends_something): (&BTreeSet<GameId>, bool),
    ) -> Belief {
        let domain = domain_says(letter, self.auth);
        let robot = Some(self.robot_address.as_str());
        let verified = matches!(domain, DomainVerdict::Passed(_)) && holds(letter, robot, arrived);
        let lost = ends_something && signs.only_lost();
        let token = signs.fresh(games) && !lost && domain != DomainVerdict::Denied;
        match (self.auth.policy, token) {
            (AuthPolicy::Address, _) => Belief::Full,
            (AuthPolicy::TokenOrVerified, _) if verified => Belief::Full,
            (AuthPolicy::Token, true) if verified => Belief::Full,
            (AuthPolicy::Token | AuthPolicy::TokenOrVerified, true) => match domain {
                DomainVerdict::Nothing => Belief::Full,
                // It passed, but not for a letter like this one.
                DomainVerdict::Passed(_) | DomainVerdict::Denied | DomainVerdict::Unproven => {
                    Belief::TokenAlone
                }
            },
            (AuthPolicy::Token | AuthPolicy::TokenOrVerified, false) => Belief::None,
        }
    }
}

/// Most Message-IDs of one letter that are looked up: a long thread names its
/// newest ones last.
pub(super) const MOST_ANSWERS: usize = 30;

/// Which game a section is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// This one.
    Game(GameId),
    /// Signs of several, or of none that fits: those named, or the sender's own.
    Ask(Vec<GameName>),
    /// This one, which was the sender's; another plays on with it.
    HandedOn(GameId),
}

impl Desk<'_> {
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
            names.extend(&understanding.subject_games);
        }
        for name in names {
            match self.tx.game_find(name)? {
                Some(id) if self.plays(sender, id)? || self.gave_over(sender, id)? => {
                    games.insert(id);
                }
                _ => unknown.push(name.clone()),
            }
        }
        if games.is_empty() && unknown.is_empty() {
            let rows = self.tx.player_games(sender, true)?;
            let mut active: Vec<GameId> = rows.into_iter().map(|r| r.id).collect();
            if active.is_empty() {
                // After the end of play he can only mean one that is adjudicated.
                let rows = self.tx.player_games(sender, false)?;
                let open = rows.iter().filter(|r| r.status == Status::Adjudication);
                active = open.map(|r| r.id).collect();
            }
            if let [only] = active[..] {
                return Ok(Which::Game(only));
            }
            if active.is_empty()
                && let Some(given) = self.given_over(sender)?
            {
                return Ok(Which::HandedOn(given));
            }
            return Ok(Which::Ask(self.names_of(&active)?));
        }
        match (games.len(), unknown.is_empty()) {
            (1, true) => Ok(match games.first() {
                None => Which::Ask(Vec::new()),
                Some(id) if self.plays(sender, *id)? => Which::Game(*id),
                Some(id) => Which::HandedOn(*id),
            }),
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

    /// Whether a player played a game that another plays on with.
    fn gave_over(&self, player: PlayerId, game: GameId) -> Result<bool, Failure> {
        let facts = self.tx.game_facts(game)?;
        let entries = self.tx.player_tournaments(player)?;
        let replaced = entries
            .iter()
            .any(|e| e.tournament == facts.tournament && e.replaced.is_some());
        Ok(replaced && self.tx.game_load(game)?.former_side_of(player).is_some())
    }

    /// The first game that a player had to give over; `None` where he had to give none.
    pub(super) fn given_over(&self, player: PlayerId) -> Result<Option<GameId>, Failure> {
        for entry in self.tx.player_tournaments(player)?.iter().rev() {
            if entry.replaced.is_none() {
                continue;
            }
            let number = entry.start_number;
            for (row, _) in self.tx.games_of_number(entry.tournament, number)? {
                if self.gave_over(player, row.id)? {
                    return Ok(Some(row.id));
                }
            }
        }
        Ok(None)
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
