//! A part of a letter: its requests are ruled one after the other, each on the game as it
//! stands then.

use super::answers::quote;
use super::asked_back;
use super::asked_back::AskedOn;
use super::captain;
use super::correspondence;
use super::desk::Desk;
use super::docket::Docket;
use super::game_request;
use super::late_confirmation;
use super::lone::{self, LoneMoves};
use super::opponent;
use super::player;
use super::requests;
use super::which::{self, GameSigns, Which};
use crate::arbiter::notice::{AskedBecause, Question};
use crate::arbiter::{self, NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId, TournamentId};
use crate::record::{Event, Recorded, TournamentEntry, TournamentEvent};
use crate::request::{
    Doubt, GameRequest, GraveAct, PlayerRequest, Request, Section, Understanding,
};
use crate::time::Zone;
use std::collections::BTreeSet;

/// The tournament of a letter to its players that words without a request answer.
fn circular_answered(
    desk: &Desk<'_>,
    section: &Section,
    about: &GameSigns<'_>,
) -> Result<Option<TournamentId>, Failure> {
    let is_prose = |d: &Doubt| matches!(d, Doubt::Nothing | Doubt::NoText);
    if section.game.is_some() || !section.doubts.iter().all(is_prose) {
        return Ok(None);
    }
    let kind = NoticeKind::Circular.name();
    let answered = about.signs.own.iter().filter(|t| t.kind == kind);
    for token in answered {
        for entry in desk.tx.player_tournaments(about.sender)? {
            let events = desk.tx.tournament_events(entry.tournament)?;
            let is_it = |e: &Recorded<TournamentEntry>| {
                e.at == token.composed && matches!(e.event, TournamentEvent::CircularSent { .. })
            };
            if events.iter().any(is_it) {
                return Ok(Some(entry.tournament));
            }
        }
    }
    Ok(None)
}

/// All that he writes goes to the arbiter.
fn pass_on(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    tournament: TournamentId,
) -> Result<(), Failure> {
    let words = (docket.sender, docket.letter.own_text.as_str());
    let ruling = player::for_arbiters(desk, words, None, &[tournament])?;
    docket.find(Verdict::Command, "passed on to the arbiter");
    desk.record(ruling, None, Some(docket.brings()))
}

/// Whether a part of a letter may end a game, or answers an offer.
fn ends_a_game(section: &Section) -> bool {
    let ends = |r: &Request| {
        matches!(
            r,
            Request::Game(GameRequest::Resign | GameRequest::DrawAccept | GameRequest::DrawDecline)
        )
    };
    section.stated_act().is_some() || section.requests.iter().any(ends)
}

/// The game that what ends one is about, where the words beside it name no other tournament
/// of the sender's by its code: `in the K26 game I give up`. Else he is asked.
fn unless_elsewhere(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    id: GameId,
) -> Result<Which, Failure> {
    let here = desk.tx.game_facts(id)?.tournament;
    let own_text = &docket.letter.own_text;
    let span = section.span;
    let said = own_text.get(span.start..span.end).unwrap_or(own_text);
    let words: BTreeSet<&str> = said
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        .collect();
    let mut others: Vec<TournamentId> = Vec::new();
    for entry in desk.tx.player_tournaments(docket.sender)? {
        let facts = desk.tx.tournament_facts(entry.tournament)?;
        if entry.tournament != here && words.contains(facts.code.as_str()) {
            others.push(entry.tournament);
        }
    }
    if others.is_empty() {
        return Ok(Which::Game(id));
    }
    let mut games = vec![desk.tx.game_facts(id)?.name.clone()];
    for row in desk.tx.player_games(docket.sender, true)? {
        if others.contains(&row.tournament) {
            games.push(desk.tx.game_facts(row.id)?.name.clone());
        }
    }
    Ok(Which::Ask(games))
}

/// Rules a part of a letter.
pub(super) fn rule_section(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    about: &GameSigns<'_>,
) -> Result<(), Failure> {
    let opponents = opponent::named(desk, docket, section)?;
    let reread = opponents.reread(docket, section);
    let section = reread.as_ref().unwrap_or(section);
    let about_games = section
        .requests
        .iter()
        .any(|r| matches!(r, Request::Game(_)));
    let stated = section.stated_act();
    let which = if about_games || stated.is_some() || section.requests.is_empty() {
        Some(which::which_game(desk.tx, about, section.game.as_ref())?)
    } else {
        None
    };
    let which = match which {
        Some(Which::Game(id)) if ends_a_game(section) => {
            Some(unless_elsewhere(desk, docket, section, id)?)
        }
        which => which,
    };
    let (which, by_name) = match which {
        Some(which) => {
            let (which, by_name) = opponents.narrow(desk, which, (about, section))?;
            (Some(which), by_name)
        }
        None => (None, false),
    };
    // Nothing is played in a game that a name alone tells.
    let sure = which.as_ref().filter(|_| !by_name);
    let told = told_in_words(desk, docket.sender, section, sure, about)?;
    let told = told.filter(|told| is_in_scope(desk, docket, told, about));
    let section = told.as_ref().unwrap_or(section);
    let which = match told.is_some() && which.is_none() {
        true => Some(which::which_game(desk.tx, about, section.game.as_ref())?),
        false => which,
    };
    // Beside a move that can be made now it is no statement to be asked by one word.
    let stated = match (&which, stated) {
        (Some(Which::Game(id)), Some(_)) => {
            let game = desk.game(*id)?;
            let side = game.side_of(docket.sender);
            stated.filter(|_| {
                side.is_none_or(|side| !arbiter::names_a_move(game, side, &section.doubts))
            })
        }
        _ => stated,
    };
    if section.requests.is_empty() && stated.is_none() {
        if let Some(tournament) = circular_answered(desk, section, about)? {
            return pass_on(desk, docket, tournament);
        }
        return match lone::looked_for(desk, docket, section, which.as_ref())? {
            LoneMoves::None => docket.nothing_asked(desk, section, which),
            found => docket.perhaps_moves(desk, section, found),
        };
    }
    let mut doubts = section.doubts.clone();
    // Whether a bare DRAW is consent, the ruling on the offer asks.
    doubts.retain(|d| !matches!(d, Doubt::BareDraw { .. }));
    if let Some(act) = stated {
        doubts.retain(|d| !matches!(d, Doubt::Stated { .. }));
        let at = StatedIn {
            section,
            which: which.as_ref(),
        };
        ask_stated(desk, docket, about, (act, at), &mut doubts)?;
    }
    let requests = in_order(desk, docket.sender, section, which.as_ref())?;
    for request in requests {
        if docket.is_full() {
            docket.note("too many requests in one letter");
            break;
        }
        let request = match request {
            Request::Game(request) => request,
            Request::Player(PlayerRequest::Withdraw) => {
                let one_word = docket.asks.is_some();
                leaves_a_tournament(desk, docket, section, about, (one_word, &mut doubts))?;
                continue;
            }
            Request::Player(PlayerRequest::Arbiter { text }) => {
                let game = match which::which_game(desk.tx, about, section.game.as_ref())? {
                    Which::Game(id) => Some(id),
                    Which::Ask(_) | Which::HandedOn(_) => None,
                };
                let ruling = player::for_arbiter(desk, docket.sender, text, game)?;
                docket.deliver(desk, ruling, &mut doubts, None)?;
                continue;
            }
            Request::Player(asked) => {
                of_player(desk, docket, asked, &mut doubts)?;
                continue;
            }
        };
        match &which {
            Some(Which::Game(id)) => {
                if let GameRequest::Protest { text } = request
                    && let Some(of) = captain::protests_for(desk, docket.sender, *id)?
                {
                    let on = (*id, text.as_str());
                    let ruling = captain::pass_protest_on(desk, docket.sender, on, &of)?;
                    docket.deliver(desk, ruling, &mut doubts, Some(*id))?;
                    continue;
                }
                if let Some(games) = of_another_game(desk, docket.sender, request, *id)? {
                    docket.find(Verdict::NoGame, "a move of another game of his");
                    docket.ask(desk, Question::which_game(games), None)?;
                    break;
                }
                let mut ruling = game_request::rule_game(desk, docket, section, request, *id)?;
                let asks = docket.asks.or(by_name.then_some(AskedBecause::InWords));
                if let (Some(because), Some(act)) =
                    (asks, asked_back::act_to_ask(&ruling, request, asks))
                {
                    let on = AskedOn {
                        because,
                        quoted: None,
                    };
                    ruling = asked_back::ask_in_game(desk, docket, (*id, act), on)?;
                } else if asked_back::asks_for_offer(&ruling) {
                    asked_back::ask_offer(desk, docket, (*id, &ruling))?;
                }
                // Who offers a draw that is offered already may agree by one word.
                if asked_back::asks_whether_agreed(&ruling) {
                    asked_back::ask_agreement(desk, docket, *id)?;
                }
                correspondence::enclose(desk, &mut ruling, *id, docket.sender)?;
                let words = matches!(request, GameRequest::Opponent { .. });
                // Where they wait for a letter, the answer to something else may tell it.
                if words && ruling.entries().iter().all(|e| is_words(&e.event)) {
                    docket.say_beside(&mut ruling);
                }
                docket.deliver(desk, ruling, &mut doubts, Some(*id))?;
            }
            Some(Which::Ask(games)) => {
                docket.find(Verdict::NoGame, "which game is not clear");
                let games = match request {
                    GameRequest::Move(moves) => {
                        lone::games_for(desk, docket, section, (moves, games))?
                    }
                    _ => games.clone(),
                };
                docket.ask(desk, Question::which_game(games), None)?;
                break;
            }
            Some(Which::HandedOn(id)) => match request {
                GameRequest::Protest { text } => {
                    let ruling = game_request::protest_of_former(desk, docket, section, *id, text)?;
                    docket.deliver(desk, ruling, &mut doubts, Some(*id))?;
                }
                _ => {
                    docket.plays_on(desk, *id)?;
                    break;
                }
            },
            None => {}
        }
    }
    docket.say_the_rest(desk)
}

/// The game of a move with those others of its sender in which it is the move due, where it
/// is none in its own: whoever answers the wrong letter is asked, and pays nothing.
fn of_another_game(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    request: &GameRequest,
    id: GameId,
) -> Result<Option<Vec<GameName>>, Failure> {
    let GameRequest::Move(moves) = request else {
        return Ok(None);
    };
    let game = desk.game(id)?;
    let belongs = |side| arbiter::belongs(game, side, moves);
    if game.side_of(sender).is_none_or(belongs) {
        return Ok(None);
    }
    let mut games = vec![game.facts.name.clone()];
    for row in desk.tx.player_games(sender, true)? {
        if row.id == id || games.len() > MOST_OTHERS {
            continue;
        }
        let other = desk.game(row.id)?;
        let side = other.side_of(sender);
        if side.is_some_and(|side| arbiter::is_due(other, side, moves)) {
            games.push(other.facts.name.clone());
        }
    }
    Ok((games.len() > 1).then_some(games))
}

/// Most other games that a faulty move is looked for in.
const MOST_OTHERS: usize = 10;

/// The part of a letter with the move and the series that its sentences tell of, where they
/// do and the position leaves one.
fn told_in_words(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    section: &Section,
    which: Option<&Which>,
    about: &GameSigns<'_>,
) -> Result<Option<Section>, Failure> {
    let tells = |d: &Doubt| match d {
        Doubt::MoveInProse { plain, .. } => *plain,
        Doubt::NoSeries { pairs, .. } => !pairs.is_empty(),
        _ => false,
    };
    if !section.doubts.iter().any(tells) || section.stated_act().is_some() {
        return Ok(None);
    }
    let found = match which {
        Some(Which::Game(id)) => Some(*id),
        Some(_) => None,
        None => match which::which_game(desk.tx, about, section.game.as_ref())? {
            Which::Game(id) => Some(id),
            Which::Ask(_) | Which::HandedOn(_) => None,
        },
    };
    let Some(id) = found else { return Ok(None) };
    let game = desk.game(id)?;
    let side = game.side_of(sender);
    Ok(side.and_then(|side| arbiter::with_told(game, side, section)))
}

/// What a letter asks for, with the moves that its sentences tell of.
pub(super) fn with_told_moves(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    about: &GameSigns<'_>,
) -> Result<Understanding, Failure> {
    let mut all = about.understanding.clone();
    for section in &mut all.sections {
        if let Some(told) = told_in_words(desk, sender, section, None, about)? {
            *section = told;
        }
    }
    Ok(all)
}

/// Whether a part of a letter is all of what a code stands for, where one has confirmed it.
fn is_in_scope(
    desk: &Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    about: &GameSigns<'_>,
) -> bool {
    let Some(scope) = &desk.scope else {
        return true;
    };
    let subject = about.understanding.subject_game().map(ToString::to_string);
    let near = Zone::utc().day(docket.letter.date.unwrap_or(docket.arrived));
    scope.holds(section, subject.as_deref(), near)
}

fn is_words(event: &Event) -> bool {
    matches!(event, Event::Greeted { .. })
}

/// Where something is stated: the part of the letter, and its game.
struct StatedIn<'s> {
    section: &'s Section,
    which: Option<&'s Which>,
}

/// Asks back by one word about what a sentence states and nobody can take back. Where it
/// would not be done by its command either, the answer is that of the command.
fn ask_stated(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    about: &GameSigns<'_>,
    (act, at): (GraveAct, StatedIn<'_>),
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let StatedIn { section, which } = at;
    let Request::Game(request) = act.request() else {
        return leaves_a_tournament(desk, docket, section, about, (true, doubts));
    };
    match which {
        Some(Which::Game(id)) => {
            let mut ruling = game_request::rule_game(desk, docket, section, &request, *id)?;
            if let Some(act) = asked_back::act_to_ask(&ruling, &request, docket.asks) {
                let is_stated = |d: &&Doubt| matches!(d, Doubt::Stated { .. });
                let doubt = section.doubts.iter().find(is_stated);
                let on = AskedOn {
                    because: AskedBecause::InWords,
                    quoted: doubt.and_then(|d| quote(&docket.letter.own_text, d)),
                };
                ruling = asked_back::ask_in_game(desk, docket, (*id, act), on)?;
            }
            correspondence::enclose(desk, &mut ruling, *id, docket.sender)?;
            docket.deliver(desk, ruling, doubts, Some(*id))
        }
        Some(Which::Ask(games)) => {
            docket.find(Verdict::NoGame, "which game is not clear");
            docket.ask(desk, Question::which_game(games.clone()), None)
        }
        Some(Which::HandedOn(id)) => docket.plays_on(desk, *id),
        None => Ok(()),
    }
}

/// A request about no one game is ruled.
fn of_player(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    asked: &PlayerRequest,
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let mut ruling = player::player_request(
        desk,
        docket.sender,
        asked,
        docket.inbound,
        docket.arrived,
        docket.letter,
    )?;
    if matches!(asked, PlayerRequest::Leave { .. }) {
        late_confirmation::tell_of_leave(desk, docket, &mut ruling)?;
    }
    // Nothing is taken back where nothing was recorded.
    if matches!(asked, PlayerRequest::Leave { .. }) && ruling.player_entries.is_empty() {
        for doubt in doubts.iter_mut() {
            if let Doubt::ReadAs { undo, .. } = doubt {
                *undo = None;
            }
        }
    }
    docket.deliver(desk, ruling, doubts, None)?;
    match asked {
        PlayerRequest::Format { .. } => player::show_games(desk, docket),
        _ => Ok(()),
    }
}

/// Who withdraws is asked from which tournament, where the letter does not tell.
fn leaves_a_tournament(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    about: &GameSigns<'_>,
    (one_word, doubts): (bool, &mut Vec<Doubt>),
) -> Result<(), Failure> {
    let meant = which::which_game(desk.tx, about, section.game.as_ref())?;
    let game = match &meant {
        Which::Game(id) => Some(*id),
        Which::Ask(_) | Which::HandedOn(_) => None,
    };
    let asked = (docket.inbound, one_word);
    match (
        requests::ask_withdrawal(desk, docket.sender, game, asked)?,
        meant,
    ) {
        (Some(ruling), _) => docket.deliver(desk, ruling, doubts, None),
        (None, Which::Ask(games)) => {
            docket.find(Verdict::NoGame, "which tournament is not clear");
            docket.ask(desk, Question::which_game(games), None)
        }
        (None, Which::Game(id) | Which::HandedOn(id)) => docket.plays_on(desk, id),
    }
}

/// The requests of a section as they are carried out: in the order written, but
/// a claim that seals the claimant's move goes before it (55.6.7).
fn in_order<'s>(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    section: &'s Section,
    which: Option<&Which>,
) -> Result<Vec<&'s Request>, Failure> {
    let mut requests: Vec<&Request> = section.requests.iter().collect();
    // Words go with the letter that the rest brings about.
    requests.sort_by_key(|r| !matches!(r, Request::Game(GameRequest::Opponent { .. })));
    if let Some(Which::Game(id)) = which {
        let game = desk.game(*id)?;
        let seals = |side| arbiter::claim_seals(game, side);
        if game.side_of(sender).is_some_and(seals) {
            requests.sort_by_key(|r| !matches!(r, Request::Game(GameRequest::TimeClaim)));
        }
    }
    Ok(requests)
}
