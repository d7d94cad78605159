//! A part of a letter: its requests are ruled one after the other, each on the game as it
//! stands then.

use super::correspondence;
use super::desk::Desk;
use super::docket::Docket;
use super::orders::game::release_held;
use super::player;
use super::requests;
use super::send;
use super::which::{self, GameSigns, Which};
use super::word;
use crate::arbiter::notice::Question;
use crate::arbiter::{self, Context, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::record::{Entry, Event};
use crate::request::{Doubt, GameRequest, PlayerRequest, Request, Section};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rules a part of a letter.
pub(super) fn rule_section(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    about: &GameSigns<'_>,
) -> Result<(), Failure> {
    let about_games = section
        .requests
        .iter()
        .any(|r| matches!(r, Request::Game(_)));
    let which = if about_games || section.requests.is_empty() {
        Some(which::which_game(desk.tx, about, section.game.as_ref())?)
    } else {
        None
    };
    if section.requests.is_empty() {
        return docket.nothing_asked(desk, section, which);
    }
    let mut doubts = section.doubts.clone();
    // Whether a bare DRAW is consent, the ruling on the offer asks.
    doubts.retain(|d| !matches!(d, Doubt::BareDraw { .. }));
    let requests = in_order(desk, docket.sender, section, which.as_ref())?;
    for request in requests {
        if docket.is_full() {
            docket.note("too many requests in one letter");
            break;
        }
        let request = match request {
            Request::Game(request) => request,
            Request::Player(PlayerRequest::Withdraw) => {
                leaves_a_tournament(desk, docket, section, about, &mut doubts)?;
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
                let mut ruling = rule_game(desk, docket, section, request, *id)?;
                if let Some(how) = word::is_grave(&ruling).filter(|_| docket.alone) {
                    ruling = word::ask_back(desk, docket.sender, docket.inbound, (*id, how))?;
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
                let question = Question::WhichGame {
                    games: games.clone(),
                };
                docket.ask(desk, question, None)?;
                break;
            }
            Some(Which::HandedOn(id)) => match request {
                GameRequest::Protest { text } => {
                    let ruling = protest_of_former(desk, docket, section, *id, text)?;
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

fn is_words(event: &Event) -> bool {
    matches!(event, Event::Greeted { .. })
}

/// A request about no one game is ruled.
fn of_player(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    asked: &PlayerRequest,
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let ruling = player::player_request(
        desk,
        docket.sender,
        asked,
        docket.inbound,
        docket.arrived,
        docket.letter,
    )?;
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
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let meant = which::which_game(desk.tx, about, section.game.as_ref())?;
    let game = match &meant {
        Which::Game(id) => Some(*id),
        Which::Ask(_) | Which::HandedOn(_) => None,
    };
    let asked = (docket.inbound, docket.alone);
    match (
        requests::ask_withdrawal(desk, docket.sender, game, asked)?,
        meant,
    ) {
        (Some(ruling), _) => docket.deliver(desk, ruling, doubts, None),
        (None, Which::Ask(games)) => {
            docket.find(Verdict::NoGame, "which tournament is not clear");
            docket.ask(desk, Question::WhichGame { games }, None)
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

/// Rules on a request about a game, on the game as it stands now. Should the
/// rules fail on it, the letter is set aside.
pub(super) fn rule_game(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    request: &GameRequest,
    id: GameId,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let looked_to = desk.tx.fetched()?.map(|look| look.began);
    send::note_outage(desk, id)?;
    let game = desk.game(id)?;
    let name = game.facts.name.clone();
    let Some(side) = game.side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let moves = section
        .requests
        .iter()
        .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
        .count();
    let ctx = Context {
        only_request: moves <= 1,
        ..docket.context(now, side, section)
    };
    // What fell due before this letter came is done first, as if a pass over the
    // clocks had lain between.
    let before = arbiter::due_by_letter(game, &ctx, looked_to);
    if !before.entries().is_empty() {
        let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
        let opens = before.entries().iter().any(opened);
        desk.record(before, Some(id), None)?;
        if opens {
            release_held(desk, id)?;
        }
    }
    let game = desk.game(id)?;
    let ruled = catch_unwind(AssertUnwindSafe(|| {
        let ruling = arbiter::rule(game, request, &ctx);
        // A series that the letter has left held an overstep off.
        match ruling.verdict {
            Some(Verdict::Move) if ruling.view.is_none() => {
                ruling.then(|after| arbiter::due_by_letter(after, &ctx, looked_to))
            }
            _ => ruling,
        }
    }));
    docket.names(name);
    Ok(ruled.unwrap_or_else(|_| Ruling {
        verdict: Some(Verdict::Malformed),
        note: "the program failed on it while ruling".to_owned(),
        ..Ruling::default()
    }))
}

/// A protest of one who was replaced, against that.
fn protest_of_former(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    id: GameId,
    text: &str,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let game = desk.game(id)?;
    let Some(side) = game.former_side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let ctx = docket.context(now, side, section);
    Ok(arbiter::protest_of_former(game, &ctx, docket.sender, text))
}
