//! Replacement: another person takes over a starting number and its unfinished games.

use super::withdraw::Seat;
use super::{Grounds, postal, withdraw};
use crate::address::{self, Reach};
use crate::arbiter::notice::{AddressTrouble, HandedOver};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{EventId, GameId, PlayerId, TournamentId};
use crate::orders::outcome::Outcome;
use crate::orders::replace::{Replaced, Replacement, Undecided, undecided};
use crate::orders::{NamedPerson, Refusal, ReplaceOrder};
use crate::record::{Holder, PlayerEntry, PlayerEvent, Recorded, Status, revoked_entries};
use crate::robot::accounts::invite;
use crate::robot::desk::Desk;
use crate::robot::tokens::is_robot;
use crate::rules::Profile;
use crate::store::{
    NewPlayer, OfDecision, PlayerEntryRow, PlayerRow, TournamentFacts, TournamentStatus,
};
use crate::time::Day;

/// A game that goes to another.
type Going = (GameId, Side);

pub(super) fn replace(
    desk: &mut Desk<'_>,
    order: &ReplaceOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = order.code.as_str();
    let seat = withdraw::seat(desk, &order.player, code)?;
    let tournament = seat.entry.tournament;
    let facts = desk.tx.tournament_facts(tournament)?;
    let reached = Reached::of(&order.person, facts.profile)?;
    if let Some(email) = reached.reach.email() {
        address_for(desk, tournament, email)?;
    }
    let known = known(desk, &order.person, &reached)?;
    if let Some(known) = &known {
        check_known(desk, &seat, known, code)?;
    }
    let same = known.as_ref().is_some_and(|k| k.id == seat.player.id);
    let going = going(desk, &seat, same, code)?;
    let is = person(desk, &order.person, &reached, &facts)?;
    let plays_on = is.player;
    let mut done = hand_all_over(desk, &seat, is, None, &going, grounds)?;
    // His opponents by post need to know where he lives.
    let player = desk.player(plays_on)?;
    if facts.profile == Profile::Post && !player.postal.is_empty() {
        postal::tell(desk, &player, tournament, grounds, false)?;
    }
    if let Some(known) = known.filter(|_| !same) {
        done.known = Some(known.language);
        let told = order.person.name.clone();
        done.not = told.filter(|name| *name != known.name);
    }
    Ok(vec![Outcome::Replaced(done)])
}

/// A decision that replaced a player is taken back: the games that are still
/// unfinished go to him whom he had them from, as they stand.
pub(super) fn revoke_replacement(
    desk: &mut Desk<'_>,
    decision: EventId,
    decided: &OfDecision,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let took = decided.players.iter().find_map(|e| match &e.event {
        PlayerEvent::TookOver { of } => Some((e, of.clone())),
        _ => None,
    });
    let by_hand = |why: String, hint: String| Failure::failed(why).hint(hint);
    let Some((took, of)) = took else {
        return Err(by_hand(
            format!("decision {decision} gave games that were opened again to who plays now"),
            "td replace hands them to another".to_owned(),
        ));
    };
    let tournament = took
        .tournament
        .ok_or_else(|| Failure::failed("a replacement in no tournament"))?;
    let code = desk.tx.tournament_facts(tournament)?.code.clone();
    let again = |number: u32, who: &str| {
        format!("to give the place to another again: td replace {code}:{number} {code} {who}")
    };
    let before = desk.player(of.player)?;
    let email = match before.reach.email() {
        Some(email) => format!("--email {email}"),
        None => format!("--name \"{}\" --postal LINE", before.name),
    };
    let entries = desk.tx.entries_all(tournament)?;
    let mine = entries.iter().find(|e| e.player == took.player);
    let number = mine.map_or(0, |e| e.start_number);
    let is_back = |e: &Recorded<PlayerEntry>| matches!(e.event, PlayerEvent::Revoked { .. });
    if decided.players.iter().any(is_back) {
        let why = format!("decision {decision} took a replacement back itself");
        return Err(by_hand(why, again(number, &email)));
    }
    let record = desk.tx.events_of_player(took.player)?;
    if revoked_entries(&record).contains(&took.id) {
        return Err(Refusal::RevokedAlready(decision).into());
    }
    let seat = match mine.filter(|e| e.replaced.is_none()) {
        Some(entry) => Seat {
            player: desk.player(took.player)?,
            entry: entry.clone(),
        },
        None => {
            let why = format!("another has taken over since decision {decision}");
            return Err(by_hand(why, again(number, &email)));
        }
    };
    let going = going(desk, &seat, false, &code)?;
    let day = desk.tx.tournament_facts(tournament)?.zone.day(took.at);
    let is = holder(&desk.player(of.player)?);
    let back = decided.players.iter().map(|entry| PlayerEntry {
        at: desk.now,
        event: PlayerEvent::Revoked {
            decision,
            entries: vec![entry.id],
        },
        note: grounds.reason.clone(),
        ..entry.entry.clone()
    });
    let back = Back {
        decision: (decision, day),
        entries: back.collect(),
    };
    let mut done = hand_all_over(desk, &seat, is, Some(back), &going, grounds)?;
    done.revokes = Some(decision);
    Ok(vec![Outcome::Replaced(done)])
}

fn hand_all_over(
    desk: &mut Desk<'_>,
    seat: &Seat,
    is: Holder,
    back: Option<Back>,
    going: &[Going],
    grounds: &Grounds,
) -> Result<Replaced, Failure> {
    let facts = desk.tx.tournament_facts(seat.entry.tournament)?;
    let [_, protest_days] = facts.regulations.protest_days;
    let replacement = Replacement {
        was: holder(&seat.player),
        is,
        tournament: seat.entry.tournament,
        code: &facts.code,
        number: seat.entry.start_number,
        profile: facts.profile,
        protest_days,
        revokes: back.as_ref().map(|b| b.decision),
        reason: &grounds.reason,
        now: desk.now,
    };
    let (was, is) = (&replacement.was, &replacement.is);
    if was.player != is.player {
        let back = back.map(|b| b.entries).unwrap_or_default();
        desk.record(replacement.head(&back), None, None)?;
    }
    let mut told: Vec<(PlayerId, HandedOver)> = Vec::new();
    let mut given: Vec<(GameId, String)> = Vec::new();
    for (id, side) in going {
        let game = desk.game(*id)?;
        let from = game.player(*side).name.clone();
        let ruling = replacement.in_game(game, *side);
        desk.record(ruling, Some(*id), None)?;
        let game = desk.game(*id)?;
        let partner = game.player(side.other()).id;
        let name = |side| game.player(side).name.clone();
        let handed = HandedOver {
            game: game.facts.name.to_string(),
            white: name(Side::White),
            black: name(Side::Black),
        };
        told.push((partner, handed));
        given.push((*id, from));
    }
    // The ruling comes first: it says what the letters about the games are.
    desk.record(replacement.letters(&told), None, None)?;
    for (at, (id, from)) in given.iter().enumerate() {
        let game = desk.game(*id)?;
        let is_on_web = game.facts.regulations.web_moves;
        let mut gives = replacement.gives(game, from, given.len());
        // As in the first letter of a tournament.
        if at == 0 && is_on_web {
            invite(desk, &mut gives)?;
        }
        desk.record(gives, Some(*id), None)?;
    }
    Ok(Replaced {
        is: is.name.clone(),
        was: was.name.clone(),
        number: replacement.number,
        code: facts.code.clone(),
        games: told.into_iter().map(|(_, handed)| handed.game).collect(),
        revokes: None,
        known: None,
        not: None,
    })
}

/// The unfinished games of a number that go to another. Where he has the number
/// already, only those that one before him still has: they were opened again.
fn going(desk: &mut Desk<'_>, seat: &Seat, same: bool, code: &str) -> Result<Vec<Going>, Failure> {
    let name = &seat.player.name;
    let row = desk.tx.tournament_load_id(seat.entry.tournament)?;
    if row.is_some_and(|r| r.status == TournamentStatus::Finished) {
        return Err(
            Failure::failed(format!("{code} is over: nothing is left to play"))
                .hint("td reopen opens a finished game again"),
        );
    }
    if seat.entry.withdrawn.is_some() {
        return Err(
            Failure::failed(format!("{name} has left {code} already")).hint(
                "td log CODE names the decision; td revoke takes it back, then he can be replaced",
            ),
        );
    }
    let today = desk
        .tx
        .tournament_facts(seat.entry.tournament)?
        .zone
        .day(desk.now);
    let mut going = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut commands: Vec<String> = Vec::new();
    let number = seat.entry.start_number;
    for (row, side) in desk.tx.games_of_number(seat.entry.tournament, number)? {
        let is_his = row.players.get(side).0 == seat.player.id;
        if row.status == Status::Finished || (same && is_his) {
            continue;
        }
        let game = desk.game(row.id)?;
        if let Some(what) = undecided(game, side, today) {
            let name = row.name.to_string();
            let then = match what {
                Undecided::Announced => {
                    format!("td confirm-forfeit {name} or td reject-claim {name} --days N")
                }
                Undecided::Fallen(day) => {
                    let ply = game.ply() + 1;
                    format!(
                        "in {name} the flag fell on {day}: td result {name} RESULT --by time, or td set-dates {name} {ply} --received DATE"
                    )
                }
            };
            open.push(name);
            commands.push(then);
        }
        going.push((row.id, side));
    }
    if !open.is_empty() {
        let games = open.join(", ");
        let why = format!("an overstep of {name} is still to be decided in {games}");
        return Err(Failure::failed(why).hint(format!("decide first: {}", commands.join("; "))));
    }
    if going.is_empty() {
        let (name, code) = (name.clone(), code.to_owned());
        return Err(match same {
            true => Failure::failed(format!(
                "{name} plays under number {number} of {code} already"
            )),
            false => Refusal::NoOpenGame { name, code }.into(),
        });
    }
    Ok(going)
}

/// Refuses an address under which nobody can take over.
pub(super) fn address_for(
    desk: &Desk<'_>,
    tournament: TournamentId,
    email: &str,
) -> Result<(), Failure> {
    if let Err(why) = address::check(email) {
        return Err(Failure::failed(format!("'{email}' is no address: {why}")));
    }
    if is_robot(email, &desk.robot_address) {
        let (address, why) = (email.to_owned(), AddressTrouble::Robot);
        return Err(Refusal::Address { address, why }.into());
    }
    let facts = desk.tx.tournament_facts(tournament)?;
    let officials = [
        ("arbiter", Some(&facts.arbiter)),
        ("appeals arbiter", facts.appeals.as_ref()),
        ("adjudicator", facts.adjudicator.as_ref()),
    ];
    for (office, official) in officials {
        if official.is_some_and(|o| address::key(&o.email) == address::key(email)) {
            return Err(Failure::failed(format!(
                "{email} is the address of the {office} of {}: he would decide about himself",
                facts.code
            )));
        }
    }
    Ok(())
}

/// Refuses one who plays, or played, in the tournament under another number.
fn check_known(desk: &Desk<'_>, seat: &Seat, known: &PlayerRow, code: &str) -> Result<(), Failure> {
    let entries = desk.tx.entries_all(seat.entry.tournament)?;
    let is_other =
        |e: &&PlayerEntryRow| e.player == known.id && e.start_number != seat.entry.start_number;
    let Some(other) = entries.iter().find(is_other) else {
        return Ok(());
    };
    let verb = match other.replaced {
        Some(_) => "played",
        None => "plays",
    };
    Err(Failure::failed(format!(
        "{} belongs to {}, who {verb} in {code} as number {}",
        known.reach, known.name, other.start_number
    )))
}

/// How one whom an order names is written to.
pub(super) struct Reached {
    /// By e-mail, or on paper alone.
    pub reach: Reach,
    /// Where he lives, line by line; empty: nobody says it.
    pub postal: Vec<String>,
}

impl Reached {
    /// As the order says it, in a tournament of an article.
    ///
    /// # Errors
    /// A postal address that is none; nothing but one where nobody plays by post.
    pub(super) fn of(named: &NamedPerson, profile: Profile) -> Result<Reached, Failure> {
        let postal = match named.postal.is_empty() {
            true => Vec::new(),
            false => postal::checked(&named.postal)?,
        };
        let email = named.email.as_deref().map(|email| email.trim().to_owned());
        if email.is_none() && profile != Profile::Post {
            let why = "it is not played by post: who plays there needs an e-mail address";
            return Err(Failure::failed(why).hint("--email ADDRESS"));
        }
        Ok(Reached {
            reach: Reach::from(email),
            postal,
        })
    }
}

/// Who is known in this home as an order names him: by his e-mail address, and who has none by
/// name and postal address.
fn known(
    desk: &Desk<'_>,
    named: &NamedPerson,
    reached: &Reached,
) -> Result<Option<PlayerRow>, Failure> {
    let name = named.name.as_deref().map(str::trim).unwrap_or_default();
    Ok(desk
        .tx
        .player_known(&reached.reach, name, &reached.postal)?)
}

/// One whom an order names: known in this home, or entered in it.
pub(super) fn person(
    desk: &mut Desk<'_>,
    named: &NamedPerson,
    reached: &Reached,
    facts: &TournamentFacts,
) -> Result<Holder, Failure> {
    if let Some(known) = known(desk, named, reached)? {
        if known.postal.is_empty() && !reached.postal.is_empty() {
            desk.tx.player_set_postal(known.id, &reached.postal)?;
            desk.forget_games_of(known.id);
        }
        return Ok(holder(&known));
    }
    let name = named.name.as_deref().map(str::trim);
    let Some(name) = name.filter(|n| !n.is_empty()) else {
        let why = match reached.reach.email() {
            Some(address) => format!("nobody in this home has the address {address}"),
            None => "who has no e-mail is known by his name and his postal address".to_owned(),
        };
        return Err(Failure::failed(why).hint("say who it is: --name \"NAME\""));
    };
    let player = desk.tx.player_enter(&NewPlayer {
        name: name.to_owned(),
        reach: reached.reach.clone(),
        postal: reached.postal.clone(),
        language: named.language.unwrap_or(facts.language),
        rating: named.rating,
        federation: named.federation.clone(),
    })?;
    Ok(Holder {
        player,
        name: name.to_owned(),
    })
}

/// A decision that is taken back, with the entries that say so.
struct Back {
    decision: (EventId, Day),
    entries: Vec<PlayerEntry>,
}

fn holder(player: &PlayerRow) -> Holder {
    Holder {
        player: player.id,
        name: player.name.clone(),
    }
}
