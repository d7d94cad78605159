//! What waits for the arbiter in a game: each matter with its article, its term
//! and the order that settles it. Read from the record; nothing is stored.

use super::width::one_line;
use crate::arbiter::{
    Article, SEALED, lost_at_once, needs_arbiter, opinions_close, protest_day, protest_until, waits,
};
use crate::chess::Side;
use crate::ids::{EventId, GameName};
use crate::record::{About, Entry, Event, Exceeded, GameFile, Status};
use crate::time::Day;
use serde_json::{Value, json};

/// Something that the arbiter should decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matter {
    /// The game it is about; none where it is about a player's leave.
    pub game: Option<GameName>,
    /// Whom it is about, by name: of a game both players, the one concerned first.
    pub about: Vec<String>,
    /// Since when it waits.
    pub since: Option<Day>,
    /// The day on which the robot settles it by itself, where nothing is decided.
    pub settles: Option<Day>,
    /// What it is: `overstep`, `protest`, `silence`, `late-leave`, `paused`,
    /// `adjudication`, or the name under which it was opened.
    pub what: String,
    /// The article that makes it the arbiter's.
    pub article: String,
    /// The last day in time, where there is a term.
    pub until: Option<Day>,
    /// What happened.
    pub note: String,
    /// The orders that settle it, without `postchess`; never empty. Capitals
    /// stand for what the arbiter must fill in.
    pub commands: Vec<String>,
}

impl Matter {
    /// The matter with the keys of CONTRACT.md 8 first. `command` is the order
    /// that follows from the record, `commands` has the others too.
    pub fn json(&self) -> Value {
        json!({
            "game": self.game,
            "what": self.what,
            "article": self.article,
            "until": self.until,
            "command": self.commands.first(),
            "commands": self.commands,
            "note": self.note,
            "about": self.about,
            "since": self.since,
            "settles": self.settles,
        })
    }

    /// The matter as lines of a report.
    pub fn text(&self) -> String {
        let mut text = String::from("- ");
        if let Some(game) = &self.game {
            text.push_str(&format!("{game}: "));
        }
        text.push_str(&format!("{} ({})", self.what, self.article));
        if let Some(until) = self.until {
            text.push_str(&format!(", until {until}"));
        }
        text.push('\n');
        if !self.note.is_empty() {
            text.push_str(&format!("    {}\n", one_line(&self.note)));
        }
        for (at, command) in self.commands.iter().enumerate() {
            let or = if at == 0 { "" } else { "or " };
            text.push_str(&format!("    {or}postchess {command}\n"));
        }
        text
    }
}

/// The open matters of a game, the oldest kind of decision first.
pub fn matters(game: &GameFile) -> Vec<Matter> {
    let mut found = Vec::new();
    if let Some(exceeded) = &game.exceeded {
        found.extend(overstep(game, exceeded));
    } else if game.status == Status::Paused {
        let article = Article::ArbiterDecides;
        let note = "paused by the arbiter".to_owned();
        let mut paused = matter(game, "paused", article, note, ["td result {} RESULT"]);
        paused.since = since(game, |e| matches!(e, Event::Paused { .. }));
        found.push(paused);
    }
    if game.status == Status::Active && game.marks.silence {
        found.push(silence(game));
    }
    if game.status == Status::Adjudication {
        found.push(adjudication(game));
    }
    let standing: Vec<&Entry> = game.standing().collect();
    for (index, entry) in standing.iter().enumerate() {
        if let Event::RulingProtested {
            decision, appeals, ..
        } = &entry.event
            && waits(game, entry)
        {
            found.push(protest(game, entry, *decision, *appeals));
        }
        if let Event::MatterOpened {
            matter: what,
            until,
            note,
            received,
            side,
        } = &entry.event
        {
            let later = standing.get(index + 1..).unwrap_or_default();
            let settled = match what.as_str() {
                "dead-position" | "protest" => !waits(game, entry),
                _ => settled(game, what, later),
            };
            if what != SEALED && !settled {
                let mut matter = opened(game, entry, what, *until, note);
                if let Some(side) = side {
                    matter.about = names(game, *side);
                }
                if let Some(received) = received {
                    let ply = played_before(game, entry);
                    let name = &game.facts.name;
                    matter.commands =
                        vec![format!("td set-dates {name} {ply} --received {received}")];
                }
                found.push(matter);
            }
        }
    }
    found
}

fn matter<const N: usize>(
    game: &GameFile,
    what: &str,
    article: Article,
    note: String,
    orders: [&str; N],
) -> Matter {
    let name = game.facts.name.to_string();
    Matter {
        game: Some(game.facts.name.clone()),
        what: what.to_owned(),
        article: article.number(game.facts.profile).to_owned(),
        note,
        commands: orders.iter().map(|o| o.replace("{}", &name)).collect(),
        about: names(game, Side::White),
        ..Matter::default()
    }
}

/// Both players, the one concerned first.
fn names(game: &GameFile, concerned: Side) -> Vec<String> {
    [concerned, concerned.other()]
        .map(|side| game.player(side).name.clone())
        .to_vec()
}

/// The day of the newest entry of a kind.
fn since(game: &GameFile, is: impl Fn(&Event) -> bool) -> Option<Day> {
    let entry = game.standing().rfind(|e| is(&e.event))?;
    Some(game.facts.zone.day(entry.at))
}

/// An overstep that waits for its protest term, or a protest against it. After a
/// loss entered at once (54.5.2) only a protest is a matter.
fn overstep(game: &GameFile, exceeded: &Exceeded) -> Option<Matter> {
    let over = game.status == Status::Finished;
    let protested = |e: &&Entry| matches!(e.event, Event::Protested { .. }) && waits(game, e);
    let open = game.standing().find(protested);
    if over {
        open?;
    } else if game.status != Status::Paused && exceeded.pauses {
        return None;
    }
    let no_mate = needs_arbiter(game, exceeded.side);
    let what = if exceeded.protested {
        "protest"
    } else {
        "overstep"
    };
    let article = match (exceeded.protested, no_mate) {
        (false, true) => Article::TimeNoMate,
        _ => Article::OverstepProtest,
    };
    let mut note = format!(
        "{} used {} of {} days at move {}; the flag fell on {}",
        exceeded.side.name(),
        exceeded.total,
        exceeded.limit,
        exceeded.at_move,
        exceeded.flag
    );
    if exceeded.claimed {
        note.push_str("; claimed by the opponent");
    }
    if no_mate {
        note.push_str("; the opponent cannot mate: a draw, if you confirm it");
    }
    if sealed(game) {
        note.push_str(&format!(
            "; the next move of {} is sealed with you",
            exceeded.side.other().name()
        ));
    }
    if exceeded.notice_left.is_none() && !over {
        note.push_str("; the notice has not left yet");
    }
    let name = &game.facts.name;
    let mut matter = matter(game, what, article, note, []);
    matter.commands = match open {
        Some(protest) => vec![
            format!("td reject-claim {name}"),
            format!("td dismiss {name} {}", protest.id),
        ],
        None => vec![
            format!("td confirm-forfeit {name}"),
            format!("td reject-claim {name}"),
        ],
    };
    let zone = game.facts.zone;
    let [on_claim, on_ruling] = game.facts.regulations.protest_days;
    let days = if lost_at_once(game) {
        on_ruling
    } else {
        on_claim
    };
    matter.until = protest_until(game, exceeded.notice_left.map(|at| zone.day(at)), days);
    matter.about = names(game, exceeded.side);
    matter.since = since(game, |e| match exceeded.protested {
        true => matches!(e, Event::Protested { .. }),
        false => matches!(e, Event::TimeExceeded { .. }),
    });
    matter.settles = protest_day(game);
    Some(matter)
}

/// Whether the claimant's next move is kept until the claim is decided (55.6.7).
fn sealed(game: &GameFile) -> bool {
    let mut newest = game.entries.iter().rev();
    let is = |e: &Entry| match &e.event {
        Event::MatterOpened { matter, .. } => Some(matter == SEALED),
        Event::TimeExceeded { .. } => Some(false),
        _ => None,
    };
    newest.find_map(is) == Some(true)
}

/// 56.5.3: the silent side may be given the loss; a draw where the other cannot mate.
fn silence(game: &GameFile) -> Matter {
    let side = game.turn();
    let result = match (needs_arbiter(game, side), side) {
        (true, _) => "1/2-1/2",
        (false, Side::White) => "0-1",
        (false, Side::Black) => "1-0",
    };
    let since = game.moves.last().map_or(game.facts.start, |m| m.sent);
    let mut note = format!("no move of {} since {since}", side.name());
    let zone = game.facts.zone;
    let repeated = game.standing().filter_map(|e| match e.event {
        Event::Repeated { ply } if ply == game.ply() => Some(zone.day(e.at).to_string()),
        _ => None,
    });
    let repeated: Vec<String> = repeated.collect();
    if !repeated.is_empty() {
        note.push_str(&format!(
            "; the last move was repeated on {}",
            repeated.join(", ")
        ));
    }
    for away in Side::BOTH {
        for leave in game.leave.get(away).iter().map(|l| l.days) {
            if leave.from <= leave.to && leave.to >= since {
                let (from, to) = (leave.from, leave.to);
                note.push_str(&format!("; leave of {} {from} to {to}", away.name()));
            }
        }
    }
    let order = format!("td result {{}} {result} --by silence");
    let mut matter = matter(game, "silence", Article::Silence, note, [order.as_str()]);
    matter.about = names(game, side);
    matter.since = self::since(game, |e| matches!(e, Event::SilenceReported { .. }));
    matter
}

/// A letter of a player since the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Whose.
    pub side: Side,
    /// When it came.
    pub day: Day,
    /// What it asked for, by the types of its requests.
    pub what: String,
}

/// Adds to a silence what was heard of both sides meanwhile: who told of the delay
/// need not lose (56.5.3).
pub fn add_heard(silence: &mut Matter, heard: &[Heard]) {
    for side in Side::BOTH {
        let his = heard.iter().filter(|h| h.side == side);
        let letters: Vec<String> = his.map(|h| format!("{} {}", h.day, h.what)).collect();
        let said = match letters.is_empty() {
            true => format!("; nothing else of {}", side.name()),
            false => format!("; {} wrote: {}", side.name(), letters.join(", ")),
        };
        silence.note.push_str(&said);
    }
}

/// A game with the adjudicator: opinions are awaited, a decision, or a second one.
fn adjudication(game: &GameFile) -> Matter {
    let file = game.adjudication.as_ref();
    let of = |side: Side| {
        let opinion = file.and_then(|f| f.opinions.get(side).as_ref());
        let result = opinion.map_or("no opinion", |o| o.result.text());
        format!("{}: {result}", side.name())
    };
    let opinions = format!("{}, {}", of(Side::White), of(Side::Black));
    let order = ["td adjudicate {} RESULT"];
    if let Some(file) = file.filter(|f| f.is_appealed()) {
        let first = file.first.as_ref().map_or("", |d| d.result.text());
        let who = match &game.facts.adjudicator {
            Some(official) => format!("{} decides, finally", official.name),
            None => "another than the first adjudicator must decide, finally".to_owned(),
        };
        let note = format!("appeal against {first}; {who}");
        let mut appeal = matter(game, "appeal", Article::SecondAdjudication, note, order);
        appeal.since = since(game, |e| {
            matches!(e, Event::AppealLodged { refused: None, .. })
        });
        let author = Side::BOTH
            .into_iter()
            .find(|s| file.appeals.get(*s).is_some());
        appeal.about = names(game, author.unwrap_or(Side::White));
        return appeal;
    }
    if file.is_some_and(|f| f.closed) {
        let article = Article::AdjudicationGrounds;
        let mut decision = matter(game, "adjudication", article, opinions, order);
        decision.since = since(game, |e| matches!(e, Event::OpinionsClosed));
        return decision;
    }
    let note = format!("unfinished at the end of the tournament; {opinions}");
    let orders = [
        "td adjudicate {} RESULT",
        "td opinion {} SIDE RESULT --sent DATE",
    ];
    let mut awaited = matter(game, "opinions", Article::Opinions, note, orders);
    awaited.until = file.and_then(|f| f.until);
    awaited.since = since(game, |e| matches!(e, Event::AdjudicationOpened { .. }));
    awaited.settles = opinions_close(game);
    awaited
}

/// A matter that an entry opened, with the order that fits its kind.
fn opened(game: &GameFile, entry: &Entry, what: &str, until: Option<Day>, note: &str) -> Matter {
    let due = game.ply() + 1;
    let set_dates = format!("td set-dates {{}} {due} --received DATE");
    let dismiss = format!("td dismiss {{}} {}", entry.id);
    let orders: Vec<&str> = match what {
        "overstep" | "late-claim" => vec!["td confirm-forfeit {}"],
        "letter-lost" | "slow-transmission" => vec![&set_dates],
        "late-leave" => vec!["td leave grant PLAYER FROM TO"],
        "protest" if game.status == Status::Finished => vec!["td result {} RESULT", &dismiss],
        "protest" => vec!["td result {} RESULT", "td penalty {} SIDE DAYS", &dismiss],
        // So records of older versions call them.
        "appeal" | "opinion" => vec!["td result {} RESULT --by adjudication"],
        "withdrawal" => vec!["td result {} RESULT --by withdrawal"],
        "dead-position" => vec!["td result {} 1/2-1/2 --by dead-position", &dismiss],
        _ => vec!["td result {} RESULT", "td penalty {} SIDE DAYS"],
    };
    let mut matter = matter(game, what, Article::ArbiterDecides, note.to_owned(), []);
    if let Some(grounds) = &entry.grounds {
        matter.article.clone_from(grounds);
    }
    matter.until = until;
    matter.since = Some(game.facts.zone.day(entry.at));
    let name = game.facts.name.to_string();
    matter.commands = orders.iter().map(|o| o.replace("{}", &name)).collect();
    matter
}

/// The half-move whose receipt an entry is about: the last one before it in the record.
fn played_before(game: &GameFile, entry: &Entry) -> u32 {
    let before = game.entries.iter().take_while(|e| e.id != entry.id);
    let played = before.filter_map(|e| match e.event {
        Event::MovePlayed { ply, .. } => Some(ply),
        _ => None,
    });
    played.last().unwrap_or(0)
}

/// A protest against a decision in force (54.1.4).
fn protest(game: &GameFile, entry: &Entry, decision: EventId, appeals: bool) -> Matter {
    let side = match &entry.event {
        Event::RulingProtested { side, .. } => *side,
        _ => game.turn(),
    };
    let (words, by) = match &entry.event {
        Event::RulingProtested { text, by, .. } => (text.as_str(), by.as_ref()),
        _ => ("", None),
    };
    let whose = match (appeals, &game.facts.appeals) {
        (false, _) => "what the robot did: yours to decide".to_owned(),
        (true, Some(official)) => format!("{} decides", official.name),
        (true, None) => "another than you must decide".to_owned(),
    };
    let note = format!(
        "{} protests against decision {decision}; {whose}: {words}",
        by.map_or(side.name(), |by| &by.name)
    );
    let mut matter = matter(game, "protest", Article::RulingProtest, note, []);
    let name = game.facts.name.to_string();
    matter.commands = vec![
        format!("td dismiss {name} {}", entry.id),
        match appeals {
            true => format!("td revoke {decision}"),
            false => format!("td penalty {name} {} DAYS", side.name().to_lowercase()),
        },
    ];
    matter.about = match by {
        Some(by) => vec![by.name.clone()],
        None => names(game, side),
    };
    let day = game.facts.zone.day(entry.at);
    matter.since = Some(day);
    let [_, days] = game.facts.regulations.protest_days;
    matter.until = Some(day.plus(i64::from(days)));
    matter
}

/// Whether what came later settled a matter.
fn settled(game: &GameFile, what: &str, later: &[&Entry]) -> bool {
    if later.iter().any(|e| decides(e)) {
        return true;
    }
    match what {
        // The time was declared after all, or the game is over without it.
        "overstep" | "late-claim" => later
            .iter()
            .any(|e| matches!(e.event, Event::TimeExceeded { .. } | Event::Ended { .. })),
        "letter-lost" => {
            game.status == Status::Finished
                || later.iter().any(|e| match &e.event {
                    Event::LetterLeft { about, .. } => *about != About::Notice,
                    Event::MovePlayed { .. } => true,
                    _ => false,
                })
        }
        "slow-transmission" => game.status == Status::Finished,
        _ => false,
    }
}

/// Whether an entry is a decision of the arbiter, by letter or at the console.
fn decides(entry: &Entry) -> bool {
    let only_his = matches!(
        entry.event,
        Event::ClaimRejected { .. }
            | Event::DatesSet { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::ClockReset { .. }
            | Event::Reopened { .. }
            | Event::Voided { .. }
    );
    // What is taken back settles nothing, nor does the taking back, nor one that is
    // not granted, nor another's taking over.
    let no_word = matches!(
        entry.event,
        Event::Revoked { .. } | Event::Dismissed { .. } | Event::Replaced { .. }
    );
    !no_word && (only_his || entry.cause.is_order())
}
