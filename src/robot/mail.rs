//! Notices become drafts of letters: to whom, in which thread, with which games shown.

use super::deciding;
use super::desk::Desk;
use super::numbered::{self, AskingLetter};
use super::office;
use super::orders::decided::Deciding;
use super::playing;
use super::writers::{AnswerPiece, LetterDraft};
use crate::address::Reach;
use crate::arbiter::{Body, Notice, NoticeKind, Recipient};
use crate::chess::Side;
use crate::compose::{Addressee, Ground, MailThread, Naming, ReaderOffice, fresh_ids};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId, TournamentId};
use crate::orders::Giver;
use crate::record::{GameFile, Official, Status, Wishes};
use crate::request::LetterStyle;
use crate::rules::Profile;
use crate::store::View;
use crate::time::{Instant, Zone};
use crate::tournament::officials::Office;
use std::sync::Arc;

/// What brought a ruling: a message.
#[derive(Clone, Debug)]
pub(super) struct BroughtBy {
    /// The message.
    pub inbound: InboundId,
    /// Its Message-ID, which an answer names.
    pub message_id: Option<String>,
    /// The player who sent it; `None`: an official.
    pub sender: Option<PlayerId>,
}

/// What a letter says that was owed.
#[derive(Default)]
pub(super) struct Owing {
    /// The answers in it, where it holds several.
    pub together: Vec<AnswerPiece>,
    /// The rows that it settles.
    pub pays: Vec<i64>,
}

/// The first letters to a player, so many, tell how to write to us; who needs it later
/// asks for it.
pub(super) const HELPFUL: u32 = 3;

/// Drafts a letter.
pub(super) fn mail(
    desk: &mut Desk<'_>,
    notice: Notice,
    game: Option<Arc<GameFile>>,
    by: Option<&BroughtBy>,
) -> Result<(), Failure> {
    mail_owed(desk, notice, game, by, Owing::default())
}

/// Drafts a letter, perhaps one that says what was owed, and has it written.
pub(super) fn mail_owed(
    desk: &mut Desk<'_>,
    notice: Notice,
    game: Option<Arc<GameFile>>,
    by: Option<&BroughtBy>,
    owing: Owing,
) -> Result<(), Failure> {
    let draft = drafted(desk, notice, game, by, owing)?;
    deciding::keep_draft(desk, draft);
    Ok(())
}

/// The draft of a letter, for whoever has it written.
pub(super) fn drafted(
    desk: &mut Desk<'_>,
    mut notice: Notice,
    game: Option<Arc<GameFile>>,
    by: Option<&BroughtBy>,
    owing: Owing,
) -> Result<LetterDraft, Failure> {
    let (player, mut to) = addressee(desk.tx, &notice, game.as_deref(), desk.now)?;
    if let Body::NewAddressAsked { to: new, .. } = &notice.body {
        to.reach = Reach::Email(new.clone());
    }
    let decision = desk.deciding.as_ref().and_then(Deciding::number);
    notice.decision = decision.or(notice.decision);
    let giver = desk.deciding.as_ref().and_then(|d| d.by.clone());
    notice.by = giver.and_then(Giver::beside_the_arbiter).or(notice.by);
    // Moves go to an address that fails as well: perhaps one arrives.
    let withheld = match player {
        Some(id) if notice.kind() == NoticeKind::Reminder || is_mere_answer(notice.kind()) => {
            let row = desk.tx.player_load(id)?;
            row.is_some_and(|p| p.failing_since.is_some())
        }
        _ => false,
    };
    if withheld {
        desk.tx.only_alone("its answer is not sent")?;
    }
    let games = games_shown(desk, &notice, player)?;
    if let (Some(player), Some(by)) = (player, by.filter(|by| player == by.sender)) {
        let asking = AskingLetter {
            player,
            language: to.language,
            game: game.as_deref(),
            side: to.side,
            answers: by.inbound,
        };
        numbered::remember(desk, &notice, &asking)?;
    }
    let facts = match (&game, notice.tournament) {
        (None, Some(id)) => Some(desk.tx.tournament_facts(id)?),
        _ => None,
    };
    let ground = facts.as_ref().map(|facts| Ground {
        profile: facts.profile,
        transit_days: facts.regulations.transit_days,
    });
    let arbiters = match player {
        Some(player) if game.is_none() => arbiters_named(desk.tx, &notice, player)?,
        _ => Vec::new(),
    };
    let zone = game.as_ref().or(games.first()).map(|g| g.facts.zone);
    let zone = zone.or(facts.map(|facts| facts.zone));
    let named = games_named(desk, game.as_deref(), &notice, &owing)?;
    let mut ids = fresh_ids(&Naming {
        robot: &desk.robot_address,
        key: desk.key,
        kind: notice.kind(),
        player,
        games: &named,
    })
    .map_err(|e| Failure::failed(format!("no random numbers: {e}")))?;
    // Paper proves nothing and is answered by a card; who is nobody's player has no token.
    // A farewell goes to where nobody is any more, a question about a new address to where
    // nobody is yet.
    let is_farewell = matches!(
        notice.body,
        Body::AddressChanged { old: true, .. } | Body::NewAddressAsked { .. }
    );
    if to.reach.is_post() || matches!(notice.to, Recipient::Applicant(_)) || is_farewell {
        ids.reply_token = None;
    }
    let mine = by.filter(|by| player == by.sender);
    let mut thread = MailThread {
        answering: mine.and_then(|by| by.message_id.clone()),
        ..MailThread::default()
    };
    if let (Some(game), Some(player)) = (&game, player) {
        hang_on(desk, game.facts.id, player, &mut thread, &ids.message_id)?;
    }
    let opponent_at = opponent_at(desk.tx, &notice, game.as_deref(), player)?;
    let help = match (player, &game) {
        (Some(player), Some(_)) if !to.reach.is_post() => helps(desk, player, &to)?,
        _ => false,
    };
    Ok(LetterDraft {
        notice,
        game,
        games,
        ground,
        arbiters,
        opponent_at,
        zone: zone.unwrap_or_else(Zone::utc),
        player,
        to,
        help,
        thread,
        ids,
        answers: by.map(|by| by.inbound),
        together: owing.together,
        pays: owing.pays,
        withheld,
    })
}

/// The games for which a letter's token is good, with the half-moves played in each: the
/// one that it is about, or all that it brings together; none: it is about no game.
fn games_named(
    desk: &mut Desk<'_>,
    game: Option<&GameFile>,
    notice: &Notice,
    owing: &Owing,
) -> Result<Vec<(GameId, u32)>, Failure> {
    let pieces = owing.together.iter();
    let games = pieces.filter_map(|piece| piece.game.as_deref()).chain(game);
    let mut named: Vec<(GameId, u32)> = games.map(|game| (game.facts.id, game.ply())).collect();
    if let Body::Status { done } = &notice.body {
        for outcome in done {
            let Some(name) = GameName::parse(&outcome.game) else {
                continue;
            };
            if let Some(id) = desk.tx.game_find(&name)? {
                named.push((id, desk.game(id)?.ply()));
            }
        }
    }
    named.sort_unstable();
    named.dedup_by_key(|(game, _)| *game);
    Ok(named)
}

/// Whether the letter about a game that is being written to a player tells him how to
/// write to us: the first ones do, and those of who wants his letters in full.
fn helps(desk: &mut Desk<'_>, player: PlayerId, to: &Addressee) -> Result<bool, Failure> {
    let had = match desk.had.get(&player) {
        Some(had) => *had,
        None => desk.tx.letters_had(player, HELPFUL)?,
    };
    desk.had.insert(player, had.saturating_add(1));
    Ok(match to.style {
        LetterStyle::Short => false,
        LetterStyle::Full | LetterStyle::Text | LetterStyle::Pgn => had < HELPFUL || to.wishes.help,
    })
}

/// The postal address of a player's opponent, for the letter that begins a game by post:
/// nobody else is told it (55.1.2).
fn opponent_at(
    view: &View<'_>,
    notice: &Notice,
    game: Option<&GameFile>,
    player: Option<PlayerId>,
) -> Result<Vec<String>, Failure> {
    let (NoticeKind::Start, Some(game), Some(player)) = (notice.kind(), game, player) else {
        return Ok(Vec::new());
    };
    let Some(side) = game
        .side_of(player)
        .filter(|_| game.facts.profile == Profile::Post)
    else {
        return Ok(Vec::new());
    };
    let opponent = view.player_load(game.player(side.other()).id)?;
    Ok(opponent.map(|row| row.postal).unwrap_or_default())
}

/// Hangs a letter onto the ones before it about the same game to the same player.
fn hang_on(
    desk: &mut Desk<'_>,
    game: GameId,
    player: PlayerId,
    thread: &mut MailThread,
    message_id: &str,
) -> Result<(), Failure> {
    let key = (game, player);
    if !desk.threads.contains_key(&key)
        && let Some(known) = desk.tx.thread_of(game, player)?
    {
        desk.threads.insert(key, (known.root, known.last));
    }
    if let Some((root, last)) = desk.threads.get(&key) {
        thread.root = Some(root.clone());
        thread.last = Some(last.clone());
    }
    let entry = desk
        .threads
        .entry(key)
        .or_insert_with(|| (message_id.to_owned(), String::new()));
    message_id.clone_into(&mut entry.1);
    Ok(())
}

/// The games that a letter lists or encloses beside the one that it is about.
pub(super) fn games_shown(
    desk: &mut Desk<'_>,
    notice: &Notice,
    player: Option<PlayerId>,
) -> Result<Vec<Arc<GameFile>>, Failure> {
    match notice.kind() {
        _ if matches!(
            notice.body,
            Body::Correspondence { .. } | Body::Together { .. }
        ) =>
        {
            Ok(Vec::new())
        }
        _ if matches!(
            notice.body,
            Body::FinalTable { .. } | Body::ReportAsked { .. }
        ) =>
        {
            games_of(desk, notice.tournament, player)
        }
        NoticeKind::Status | NoticeKind::Report => games_for_list(desk, player),
        // A player's own leave moves the last days of his moves.
        _ if matches!(
            notice.body,
            Body::LeaveTaken { .. } | Body::LeaveEnded { .. }
        ) =>
        {
            let mut games = games_for_list(desk, player)?;
            games.retain(|game| {
                let mine = player.and_then(|p| game.side_of(p));
                game.status == Status::Active && mine == Some(game.turn())
            });
            Ok(games)
        }
        _ => Ok(Vec::new()),
    }
}

/// The games of a tournament; a player's own.
fn games_of(
    desk: &mut Desk<'_>,
    tournament: Option<TournamentId>,
    player: Option<PlayerId>,
) -> Result<Vec<Arc<GameFile>>, Failure> {
    let mut games = Vec::new();
    let rows = match tournament {
        Some(id) => desk.tx.games_of_tournament(id)?,
        None => Vec::new(),
    };
    for row in rows {
        let plays = [row.players.white.0, row.players.black.0];
        if player.is_none_or(|p| plays.contains(&p)) {
            games.push(desk.snapshot(row.id)?);
        }
    }
    Ok(games)
}

fn games_for_list(
    desk: &mut Desk<'_>,
    player: Option<PlayerId>,
) -> Result<Vec<Arc<GameFile>>, Failure> {
    let Some(player) = player else {
        return Ok(Vec::new());
    };
    let mut games = Vec::new();
    for row in desk.tx.player_games(player, false)? {
        if row.status != Status::Waiting {
            games.push(desk.snapshot(row.id)?);
        }
    }
    Ok(games)
}

/// Whether a player who has e-mail plays all his games by cards, as was set for him: what is
/// about no one game goes as they do.
fn plays_by_cards(view: &View<'_>, id: PlayerId, postal: &[String]) -> Result<bool, Failure> {
    if postal.is_empty() {
        return Ok(false);
    }
    let mut plays = false;
    for row in view.player_games(id, true)? {
        let game = view.game_load(row.id)?;
        if !game.side_of(id).is_some_and(|side| game.gets_paper(side)) {
            return Ok(false);
        }
        plays = true;
    }
    Ok(plays)
}

/// Who gets a notice, with the language and style of his letters.
fn addressee(
    view: &View<'_>,
    notice: &Notice,
    game: Option<&GameFile>,
    now: Instant,
) -> Result<(Option<PlayerId>, Addressee), Failure> {
    match notice.to {
        Recipient::Player(id) => {
            let row = view
                .player_load(id)?
                .ok_or_else(|| Failure::failed(format!("player {id} is not there")))?;
            let side = game.and_then(|g| g.side_of(id));
            let tournament = game.map(|g| g.facts.tournament).or(notice.tournament);
            let greeting = match tournament {
                Some(tournament) => {
                    let facts = view.tournament_facts(tournament)?;
                    facts.greetings.get(&row.name).cloned()
                }
                None => None,
            };
            // What is about all his games goes as they do.
            let by_cards = match (side, game) {
                (Some(side), Some(game)) => game.gets_paper(side),
                _ => row.reach.is_post() || plays_by_cards(view, id, &row.postal)?,
            };
            let to = Addressee {
                name: row.name,
                greeting,
                // Who gets cards in this game is written to on paper about it.
                reach: match by_cards {
                    true => Reach::Post,
                    false => row.reach,
                },
                language: row.language,
                style: row.style,
                wishes: row.wishes,
                side,
                arbiter: false,
                office: ReaderOffice::Player,
            };
            Ok((Some(id), to))
        }
        Recipient::Captain(team) => {
            let tournament = game.map(|g| g.facts.tournament).or(notice.tournament);
            let facts = match tournament {
                Some(id) => view.tournament_facts(id)?,
                None => return Err(Failure::failed("a notice to a captain of no tournament")),
            };
            let captain = facts
                .captain(team)
                .ok_or_else(|| Failure::failed(format!("team {team} has no captain")))?;
            let to = Addressee {
                name: captain.who.name.clone(),
                greeting: None,
                reach: Reach::Email(captain.who.email.clone()),
                language: captain.who.language.unwrap_or(facts.language),
                style: LetterStyle::Full,
                wishes: Wishes::default(),
                side: None::<Side>,
                arbiter: false,
                office: ReaderOffice::Captain,
            };
            Ok((None, to))
        }
        Recipient::Applicant(id) => {
            let found = view.application_load(id)?.and_then(|a| a.person);
            let person = found.ok_or_else(|| Failure::failed(format!("entry {id} was erased")))?;
            let to = Addressee {
                name: person.name,
                greeting: None,
                reach: Reach::Email(person.email),
                language: person.language,
                style: LetterStyle::Full,
                wishes: Wishes::default(),
                side: None::<Side>,
                arbiter: false,
                office: ReaderOffice::Player,
            };
            Ok((None, to))
        }
        Recipient::Arbiter
        | Recipient::Appeals
        | Recipient::Adjudicator
        | Recipient::InPerson(_) => {
            let tournament = game.map(|g| g.facts.tournament).or(notice.tournament);
            let facts = match tournament {
                Some(id) => view.tournament_facts(id)?,
                None => return Err(Failure::failed("a notice to an arbiter of no tournament")),
            };
            let (holder, office) = office::reader(&facts, notice.to, now)
                .ok_or_else(|| Failure::failed("a notice to an official who is none"))?;
            let to = Addressee {
                name: holder.who.name.clone(),
                greeting: None,
                reach: Reach::Email(holder.who.email.clone()),
                language: holder.who.language.unwrap_or(facts.language),
                style: LetterStyle::Full,
                wishes: Wishes::default(),
                side: None::<Side>,
                arbiter: true,
                office: match office {
                    Office::Appeals => ReaderOffice::Appeals,
                    Office::Adjudicator => ReaderOffice::Adjudicator,
                    Office::Arbiter
                    | Office::Deputy
                    | Office::Section
                    | Office::Secretary
                    | Office::Admission => ReaderOffice::Arbiter,
                },
            };
            Ok((None, to))
        }
    }
}

/// The arbiters whose addresses stand in a letter about no one game: its reader may be one
/// who can no longer write to the robot, or whom it does not know at the address that he has.
fn arbiters_named(
    view: &View<'_>,
    notice: &Notice,
    player: PlayerId,
) -> Result<Vec<Official>, Failure> {
    let named = matches!(
        notice.kind(),
        NoticeKind::Address | NoticeKind::Challenge | NoticeKind::Withdrawal | NoticeKind::Ruling
    );
    let tournaments = match notice.tournament {
        _ if !named => Vec::new(),
        Some(id) => vec![id],
        None => playing::running_tournaments(view, player)?,
    };
    let mut arbiters: Vec<Official> = Vec::new();
    for id in tournaments {
        let facts = view.tournament_facts(id)?;
        let arbiter = &facts.arbiter;
        if !arbiters.iter().any(|known| known.email == arbiter.email) {
            arbiters.push(arbiter.clone());
        }
    }
    Ok(arbiters)
}

/// Letters that only answer: nothing hangs on their being written. What a loop of
/// machines can provoke is among them.
fn is_mere_answer(kind: NoticeKind) -> bool {
    matches!(
        kind,
        NoticeKind::NotUnderstood
            | NoticeKind::Help
            | NoticeKind::Status
            | NoticeKind::Report
            | NoticeKind::Repeat
    )
}
