//! Captains of teams as senders (24): a captain's letter changes nothing in a game. What he
//! states for his team is an order, his protest counts for the team, and his words go on as
//! words.

use super::bounces::without_addresses;
use super::desk::Desk;
use super::docket::Docket;
use super::game_request;
use super::orders::official_letter::OfficialLetter;
use super::reading::{understood, with_requests};
use super::settled::Settled;
use super::tokens::Signs;
use crate::arbiter::notice::{Membership, Question};
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::record::GameFile;
use crate::request::captain::{CaptainLetter, CaptainStates, stated_in};
use crate::request::orders::{LineAsks, OrderLine, Orders};
use crate::request::{GameRequest, Request, Section, Understanding};
use crate::store::TournamentFacts;
use crate::tournament::teams::TeamCaptain;
use std::sync::Arc;

/// The captain who alone protests for a player in a game, where another is named (24.6).
pub(super) fn protests_for(
    desk: &mut Desk<'_>,
    player: PlayerId,
    id: GameId,
) -> Result<Option<TeamCaptain>, Failure> {
    let game = desk.game(id)?;
    let Some(side) = game.side_of(player) else {
        return Ok(None);
    };
    let player = game.player(side);
    let (number, own) = (player.start_number, player.reach.key());
    let tournament = game.facts.tournament;
    let facts = desk.tx.tournament_facts(tournament)?;
    Ok(captain_beside(&facts, number, own.as_deref()).cloned())
}

/// The captain who speaks for a starting number; none where its player, with this address,
/// leads the team himself.
fn captain_beside<'f>(
    facts: &'f TournamentFacts,
    number: u32,
    own: Option<&str>,
) -> Option<&'f TeamCaptain> {
    let captain = facts.captain_of(number);
    captain.filter(|c| own != Some(crate::address::key(&c.who.email).as_str()))
}

/// A player's protest goes to his captain, and he hears that it does.
pub(super) fn pass_protest_on(
    desk: &mut Desk<'_>,
    player: PlayerId,
    (id, text): (GameId, &str),
    captain: &TeamCaptain,
) -> Result<Ruling, Failure> {
    let name = desk.player_name(player)?;
    let game = desk.game(id)?.facts.name.to_string();
    let text = without_addresses(text);
    let to_captain = Body::ToCaptain { name, text, game };
    let question = Question::ThroughCaptain {
        captain: captain.who.name.clone(),
    };
    let to_player = Body::NotUnderstood {
        question,
        quoted: None,
    };
    Ok(Ruling {
        verdict: Some(Verdict::Command),
        note: "a protest passed on to the captain".to_owned(),
        notices: vec![
            Notice::new(Recipient::Captain(captain.team), to_captain),
            Notice::new(Recipient::Player(player), to_player),
        ],
        ..Ruling::default()
    })
}

/// Copies for the captains of those whom a ruling, an end or a silence is told: what a captain
/// is told counts as told to his players (24.8), so he hears what the arbiter and the clock
/// decide.
pub(super) fn copies(
    desk: &Desk<'_>,
    notices: &[Notice],
    game: Option<&GameFile>,
) -> Result<Vec<Notice>, Failure> {
    let decided = |n: &&Notice| {
        use NoticeKind as K;
        matches!(
            n.kind(),
            K::Ruling | K::TimeForfeit | K::Silence | K::Result
        )
    };
    let mut copies: Vec<Notice> = Vec::new();
    for notice in notices.iter().filter(decided) {
        let Recipient::Player(player) = notice.to else {
            continue;
        };
        let Some(tournament) = game.map(|g| g.facts.tournament).or(notice.tournament) else {
            continue;
        };
        let facts = desk.tx.tournament_facts(tournament)?;
        if facts.captains.is_empty() {
            continue;
        }
        let entries = desk.tx.player_tournaments(player)?;
        let entry = entries.iter().find(|e| e.tournament == tournament);
        let own = desk.player(player)?.reach.key();
        let captain = entry.and_then(|e| captain_beside(&facts, e.start_number, own.as_deref()));
        if let Some(captain) = captain {
            let mut copy = Notice::new(Recipient::Captain(captain.team), notice.body.clone());
            (copy.tournament, copy.decision) = (notice.tournament, notice.decision);
            copies.push(copy);
        }
    }
    Ok(copies)
}

/// What a captain states for his team (24.1, 24.9), as lines that the console takes.
pub(super) fn orders_of(desk: &Desk<'_>, of: &OfficialLetter<'_>) -> Result<Orders, Failure> {
    let CaptainLetter { stated, rest } = stated_in(&of.letter.own_text);
    let mut orders = Orders::default();
    for one in stated {
        let line = |read: String, words: String| OrderLine {
            below: String::new(),
            read,
            asked: LineAsks::Order(words),
            reason: String::new(),
            dry_run: false,
        };
        let TeamMeant {
            code,
            team,
            players,
        } = team_meant(desk, of)?;
        orders.lines.push(match one {
            CaptainStates::LineUp {
                read,
                round,
                players: named,
            } => {
                let numbers = named.iter().map(|name| number_of(name, &players));
                let boards = numbers.collect::<Vec<_>>().join(",");
                let round = round.map_or_else(String::new, |round| format!(" --round {round}"));
                line(read, format!("line-up {code} {team} {boards}{round}"))
            }
            CaptainStates::Delegate { read, name, email } => line(
                read,
                format!("captain {code} {team} --name \"{name}\" --email {email}"),
            ),
        });
    }
    orders.rest = rest;
    Ok(orders)
}

/// The team that a captain's letter is about.
struct TeamMeant {
    /// The tournament's code.
    code: String,
    /// The team's number.
    team: u32,
    /// Its players' numbers and names.
    players: Vec<(u32, String)>,
}

/// The team that a captain's letter is about: his only one, or that of the tournament it
/// names. Of several without a name, none.
fn team_meant(desk: &Desk<'_>, of: &OfficialLetter<'_>) -> Result<TeamMeant, Failure> {
    let all = of.office.teams();
    let text = format!("{} {}", of.letter.subject, of.letter.own_text).to_uppercase();
    let mut named: Vec<&(Arc<TournamentFacts>, u32)> = all
        .iter()
        .filter(|(facts, _)| text.contains(&facts.code.to_uppercase()))
        .collect();
    if named.is_empty() {
        named = all.iter().collect();
    }
    let [(facts, team)] = named[..] else {
        return Ok(TeamMeant {
            code: "CODE".to_owned(),
            team: 1,
            players: Vec::new(),
        });
    };
    let declared = facts.captain(*team).map_or(&[][..], |c| &c.players);
    let mut players = Vec::new();
    for entry in desk.tx.entries_of_tournament(facts.id)? {
        if declared.contains(&entry.start_number)
            && let Some(player) = desk.tx.player_load(entry.player)?
        {
            players.push((entry.start_number, player.name));
        }
    }
    Ok(TeamMeant {
        code: facts.code.clone(),
        team: *team,
        players,
    })
}

/// The starting number of a player whom a captain names; as it stands where no one of his
/// team, or more than one, is meant.
fn number_of(named: &str, players: &[(u32, String)]) -> String {
    let named_words = words_of(named);
    let is = |name: &str| {
        let name = words_of(name);
        let has = |word: &String| match word.chars().count() {
            // An initial.
            1 => name.iter().any(|of| of.starts_with(word.as_str())),
            _ => name.contains(word),
        };
        !named_words.is_empty() && named_words.iter().all(has)
    };
    let mut found = players.iter().filter(|(_, name)| is(name));
    match (found.next(), found.next()) {
        (Some((number, _)), None) => number.to_string(),
        _ => named.replace(char::is_whitespace, "_"),
    }
}

fn words_of(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// What a captain's letter does.
#[derive(Default)]
struct CaptainDocket {
    /// It says what a player's letter would do.
    acts: bool,
    /// The games in which his protest is taken up.
    protests: Vec<GameName>,
    /// The games that it is about, with who plays them for the team.
    games: Vec<(GameName, PlayerId)>,
}

/// A believed letter of a captain who does not play himself.
pub(super) fn hear_captain(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    signs: &Signs,
) -> Result<Settled, Failure> {
    let understanding = match understood(of.letter) {
        Ok(understanding) => understanding,
        Err(settled) => return Ok(settled),
    };
    let teams = of.office.teams();
    let mut done = CaptainDocket::default();
    for section in &understanding.sections {
        hear_section(
            desk,
            of,
            (signs, &teams),
            (&understanding, section),
            &mut done,
        )?;
    }
    let Some((facts, team)) = teams.last() else {
        return Ok(Settled::of(Verdict::NotUnderstood, "a captain of no team"));
    };
    let captain = facts.captain(*team);
    let team_name = captain.map(|c| c.team_name.clone()).unwrap_or_default();
    let says_something = !of.letter.own_text.trim().is_empty();
    let passed_on = done.protests.is_empty() && says_something;
    if passed_on {
        pass_words_on(desk, of, (facts, &team_name), &done)?;
    }
    let question = Question::CaptainHeard {
        team: team_name,
        acts: done.acts,
        protests: done.protests.clone(),
        passed_on,
    };
    of.answer(
        desk,
        Body::NotUnderstood {
            question,
            quoted: None,
        },
    )?;
    let note = match (done.protests.is_empty(), done.acts) {
        (false, _) => "a captain's protest",
        (true, true) => "a captain's letter acts in no game (24.5); passed on to the arbiter",
        (true, false) => "a captain's words, passed on to the arbiter",
    };
    let settled = Settled {
        games: done.games.into_iter().map(|(game, _)| game).collect(),
        ..Settled::of(Verdict::Command, note)
    };
    Ok(with_requests(
        settled,
        &understanding,
        of.pending,
        of.letter,
    ))
}

/// A part of a captain's letter.
fn hear_section(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    (signs, teams): (&Signs, &[(Arc<TournamentFacts>, u32)]),
    (understanding, section): (&Understanding, &Section),
    done: &mut CaptainDocket,
) -> Result<(), Failure> {
    let acts = |request: &Request| match request {
        Request::Game(game) => !matches!(
            game,
            GameRequest::Protest { .. } | GameRequest::Opponent { .. }
        ),
        Request::Player(_) => false,
    };
    done.acts |= section.requests.iter().any(acts) || section.stated_act().is_some();
    let named = section
        .game
        .as_ref()
        .or(match &understanding.subject_games[..] {
            [only] => Some(only),
            _ => None,
        });
    let id = match named {
        Some(name) => desk.tx.game_find(name)?,
        None => match &signs.games.iter().copied().collect::<Vec<_>>()[..] {
            [only] => Some(*only),
            _ => None,
        },
    };
    let Some(id) = id else { return Ok(()) };
    let Some((team, player)) = played_for(desk, id, teams)? else {
        return Ok(());
    };
    let name = desk.game(id)?.facts.name.clone();
    if !done.games.iter().any(|(game, _)| *game == name) {
        done.games.push((name.clone(), player));
    }
    for request in &section.requests {
        let Request::Game(protest @ GameRequest::Protest { .. }) = request else {
            continue;
        };
        let mut docket = Docket::new(of.pending, player, of.letter);
        let mut ruling = game_request::rule_game(desk, &mut docket, section, protest, id)?;
        // What is answered is answered to him who protests.
        for notice in &mut ruling.notices {
            if notice.to == Recipient::Player(player) {
                notice.to = Recipient::Captain(team);
            }
        }
        desk.record(ruling, Some(id), Some(of.from().brings()))?;
        done.protests.push(name.clone());
    }
    Ok(())
}

/// The captain's team that plays in a game, and who plays it there.
fn played_for(
    desk: &mut Desk<'_>,
    id: GameId,
    teams: &[(Arc<TournamentFacts>, u32)],
) -> Result<Option<(u32, PlayerId)>, Failure> {
    let game = desk.game(id)?;
    for (facts, team) in teams {
        if facts.id != game.facts.tournament {
            continue;
        }
        let players = facts.captain(*team).map_or(&[][..], |c| &c.players);
        for side in Side::BOTH {
            let player = game.player(side);
            if players.contains(&player.start_number) {
                return Ok(Some((*team, player.id)));
            }
        }
    }
    Ok(None)
}

/// His words, to the arbiter and, where they are about a game of his team, to each who plays one:
/// as words only (24.4, 24.5).
fn pass_words_on(
    desk: &mut Desk<'_>,
    of: &OfficialLetter<'_>,
    (facts, team): (&TournamentFacts, &str),
    done: &CaptainDocket,
) -> Result<(), Failure> {
    let name = of.office.name_in(Some(&facts.code)).unwrap_or_default();
    let text = without_addresses(&of.letter.own_text);
    let game = done.games.first().map(|(game, _)| game.to_string());
    let notice = Notice::new(
        Recipient::Arbiter,
        Body::ToArbiter {
            name: format!("{name} ({team})"),
            text: text.clone(),
            game,
            of: Membership::Plays,
        },
    )
    .of_tournament(facts.id);
    let mut ruling = Ruling::telling(vec![notice]);
    let mut told: Vec<PlayerId> = Vec::new();
    for (game, player) in &done.games {
        if told.contains(player) {
            continue;
        }
        told.push(*player);
        let body = Body::FromCaptain {
            name: name.clone(),
            text: text.clone(),
            game: game.to_string(),
        };
        let notice = Notice::new(Recipient::Player(*player), body).of_tournament(facts.id);
        ruling.notices.push(notice);
    }
    desk.record(ruling, None, Some(of.from().brings()))
}
