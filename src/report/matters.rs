//! What waits for the arbiter in a game: each matter with its article, its term
//! and the order that settles it. Read from the record; nothing is stored.

mod confirmations;
pub mod happened;

pub use confirmations::confirmed_late;
pub use happened::{Decides, Happened, HeardLetter, Strange};

use super::document;
use super::width::one_line;
use super::words::common::date;
use super::words::matters as words;
use crate::arbiter::{
    CARD_FAULT, LATE_REPEAT, OPEN_DATE, card_waits, is_of_a_card, proposed_penalty,
};
use crate::arbiter::{
    SEALED, as_it_stands, loss_undone, lost_at_once, needs_arbiter, opinions_close, overstep_facts,
    protest_day, protest_until, ruling_protest_until, undecided, waits,
};
use crate::chess::Side;
use crate::clock::DaySpan;
use crate::ids::{EventId, GameName, PlayerId};
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::caution::FEW_DAYS;
use crate::record::{
    About, Circumstance, Entry, Event, Exceeded, GameFile, Opened, PartOfMove, Recorded, Status,
};
use crate::rules::Article;
use crate::time::Day;
use serde_json::{Value, json};

/// Something that the arbiter should decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matter {
    /// The game it is about; none where it is about a player's leave.
    pub game: Option<GameName>,
    /// Whom it is about, by name: of a game both players, the one concerned first.
    pub about: Vec<String>,
    /// The player concerned, where it is one: what waits is gathered by him.
    pub concerned: Option<Concerned>,
    /// Since when it waits.
    pub since: Option<Day>,
    /// The day on which the robot settles it by itself, where nothing is decided.
    pub settles: Option<Day>,
    /// The day on which the robot brings it to the arbiter, where its players are asked
    /// first: until then nothing is decided about it.
    pub comes_back: Option<Day>,
    /// What it is: `overstep`, `protest`, `silence`, `late-leave`, `paused`,
    /// `adjudication`, or the name under which it was opened.
    pub what: String,
    /// The article that makes it the arbiter's.
    pub article: String,
    /// The last day in time, where there is a term.
    pub until: Option<Day>,
    /// What happened.
    pub happened: Happened,
    /// The orders that settle it, without `postchess`; never empty. Capitals
    /// stand for what the arbiter must fill in.
    pub commands: Vec<String>,
}

/// The player whom a matter is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concerned {
    /// His number in this home.
    pub player: PlayerId,
    /// His name.
    pub name: String,
}

impl Concerned {
    /// The player of a side.
    fn of(game: &GameFile, side: Side) -> Concerned {
        let player = game.player(side);
        Concerned {
            player: player.id,
            name: player.name.clone(),
        }
    }
}

impl Matter {
    /// The same about a side's player, and only then about his opponent.
    fn concerns(&mut self, game: &GameFile, side: Side) {
        self.about = names(game, side);
        self.concerned = Some(Concerned::of(game, side));
    }

    /// Whether it takes its course where the arbiter decides nothing: it does not wait
    /// for him today. What waits is counted by this alone.
    pub fn takes_its_course(&self) -> bool {
        self.settles.is_some() || self.comes_back.is_some()
    }

    /// What becomes of it by itself, and when.
    pub fn by_itself(&self, language: Language) -> Option<String> {
        let on = |phrase: Phrase, day| phrase.fill(language, &[("day", &date(language, day))]);
        let settles = self.settles.map(|day| on(Phrase("today.settles-on"), day));
        let comes_back = || {
            self.comes_back
                .map(|day| on(Phrase("today.comes-back-on"), day))
        };
        settles.or_else(comes_back)
    }

    /// What happened, in a language; perhaps nothing that its name does not tell.
    pub fn note(&self, language: Language) -> String {
        words::told(language, &self.happened)
    }

    /// The same, apart where words of others stand in it.
    pub fn note_and_words(&self, language: Language) -> (Vec<String>, Vec<String>) {
        let note = Some(self.note(language)).filter(|note| !note.is_empty());
        let note: Vec<String> = note.into_iter().collect();
        match self.happened.holds_words() {
            true => (Vec::new(), note),
            false => (note, Vec::new()),
        }
    }

    /// Its article in brackets, after a blank; empty where it is nobody's article.
    pub fn cited(&self) -> String {
        match self.article.as_str() {
            "" => String::new(),
            article => format!(" ({article})"),
        }
    }

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
            "note": self.note(Language::En),
            "about": self.about,
            "since": self.since,
            "settles": self.settles,
            "comes_back": self.comes_back,
        })
    }

    /// The matter as lines of a report.
    pub fn text(&self) -> String {
        let mut text = String::from("- ");
        if let Some(game) = &self.game {
            text.push_str(&format!("{game}: "));
        }
        text.push_str(&self.what);
        text.push_str(&self.cited());
        if let Some(until) = self.until {
            text.push_str(&format!(", until {until}"));
        }
        text.push('\n');
        let (said, words) = self.note_and_words(Language::En);
        for note in said {
            text.push_str(&format!("    {}\n", one_line(&note)));
        }
        for note in words {
            text.push_str(&document::anothers(&note, usize::MAX));
        }
        if let Some(course) = self.by_itself(Language::En) {
            text.push_str(&format!("    {course}\n"));
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
    } else if game.status == Status::Paused && undecided(game).is_none() {
        let article = Article::ArbiterDecides;
        let order = ["td result {} RESULT"];
        let mut paused = matter(game, "paused", article, Happened::Paused, order);
        paused.since = since(game, |e| matches!(e, Event::Paused { .. }));
        found.push(paused);
    }
    found.extend(undecided(game).map(|date| confirmations::undecided_date(game, date)));
    if game.status == Status::Active && game.marks.silence {
        found.push(silence(game));
    }
    if game.status == Status::Adjudication {
        found.push(adjudication(game));
    }
    let standing: Vec<&Entry> = game.standing().collect();
    for (index, entry) in game.standing_recorded().enumerate() {
        if let Event::RulingProtested {
            decision, appeals, ..
        } = &entry.event
            && waits(game, entry)
        {
            found.push(protest(game, entry, *decision, *appeals));
        }
        if let Event::MatterOpened(opened) = &entry.event {
            let what = &opened.matter;
            let later = standing.get(index + 1..).unwrap_or_default();
            let settled = match what.as_str() {
                "abuse" | "dead-position" | "protest" => !waits(game, entry),
                what if is_of_a_card(what) => !card_waits(game, entry),
                "report-unheeded" | "unheard" => helped(game, entry, later),
                "overstep" if !is_overstepped(game, entry, opened.side) => true,
                _ => settled(game, what, later),
            };
            if what != SEALED && !settled {
                let mut matter = matter_of(game, entry, opened);
                matter.until = opened.until;
                if let Some(side) = opened.side {
                    matter.concerns(game, side);
                }
                found.push(matter);
            }
        }
    }
    found
}

/// What waits for the arbiter in a game as the player of a side may read it, without orders:
/// what is between his opponent and the arbiter alone is left out (56.9.4).
pub fn matters_of_side(game: &GameFile, side: Side) -> Vec<Matter> {
    let own = game.player(side).id;
    let mut found = matters(game);
    found.retain(|matter| {
        let of_both = ["overstep", "paused", "silence", "adjudication"];
        let is_own = matter.concerned.as_ref().is_some_and(|of| of.player == own);
        is_own || of_both.contains(&matter.what.as_str())
    });
    for matter in &mut found {
        matter.commands.clear();
        match &mut matter.happened {
            Happened::Opinions { of, .. } if !game.opinions_are_shown() => *of = None,
            Happened::Overstep { sealed, .. } => *sealed = false,
            _ => {}
        }
    }
    found
}

fn matter<const N: usize>(
    game: &GameFile,
    what: &str,
    article: Article,
    happened: Happened,
    orders: [&str; N],
) -> Matter {
    let name = game.facts.name.to_string();
    Matter {
        game: Some(game.facts.name.clone()),
        what: what.to_owned(),
        article: article.number(game.facts.profile).to_owned(),
        happened,
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
/// loss that was entered only a protest against one entered at once (54.5.2) is a matter, and
/// that it has been undone since.
fn overstep(game: &GameFile, exceeded: &Exceeded) -> Option<Matter> {
    let over = game.status == Status::Finished;
    let protested = |e: &&Recorded| matches!(e.event, Event::Protested { .. }) && waits(game, e);
    let open = game.standing_recorded().find(protested);
    let lost = over && open.is_none() && loss_undone(game, exceeded);
    if over && !lost {
        open?;
    } else if !over && game.status != Status::Paused && exceeded.pauses {
        return None;
    }
    let no_mate = needs_arbiter(game, exceeded.side);
    let what = if exceeded.protested && !lost {
        "protest"
    } else {
        "overstep"
    };
    let article = match (exceeded.protested, no_mate) {
        (false, true) => Article::TimeNoMate,
        _ => Article::OverstepProtest,
    };
    let now = as_it_stands(game, exceeded);
    let undone = now.flag.is_none();
    let happened = Happened::Overstep {
        side: exceeded.side,
        total: now.total,
        limit: now.limit,
        at_move: now.at_move,
        flag: now.flag.unwrap_or(exceeded.flag),
        undone,
        claimed: exceeded.claimed,
        no_mate,
        sealed: sealed(game),
        unsent: exceeded.notice_left.is_none() && !over,
    };
    let name = &game.facts.name;
    let mut matter = matter(game, what, article, happened, []);
    let refused = [
        letting_pass(game, "reject-claim"),
        format!("td reject-claim {name} --received DATE"),
    ];
    matter.commands = match open {
        None if lost => {
            let result = game.result.map_or("", |r| r.code.text());
            vec![
                format!("td reopen {name}"),
                format!("td result {name} {result} --by time"),
            ]
        }
        Some(protest) => vec![format!("td dismiss {name} {}", protest.id)],
        None => vec![confirming(game, exceeded.side)],
    };
    // What the record does not bear out any more is refused before it is confirmed.
    let at = if open.is_some() || undone { 0 } else { 1 };
    if !lost {
        matter.commands.splice(at..at, refused);
    }
    let zone = game.facts.zone;
    let [on_claim, on_ruling] = game.facts.regulations.protest_days;
    let days = if lost_at_once(game) {
        on_ruling
    } else {
        on_claim
    };
    if !lost {
        matter.until = protest_until(game, exceeded.notice_left.map(|at| zone.day(at)), days);
    }
    matter.concerns(game, exceeded.side);
    matter.since = since(game, |e| match exceeded.protested {
        true => matches!(e, Event::Protested { .. }),
        false => matches!(e, Event::TimeExceeded { .. }),
    });
    matter.settles = protest_day(game);
    Some(matter)
}

/// An order that lets an overstep pass. With fewer days it would be asked back (56.6.7): so
/// many are proposed that it is done as it stands.
fn letting_pass(game: &GameFile, order: &str) -> String {
    let warning = i64::from(game.facts.regulations.control_warning_days);
    let days = warning.max(FEW_DAYS + 1);
    format!("td {order} {} --days {days}", game.facts.name)
}

/// The order by which the overstep of a side stands: it names whose, since both may have one.
fn confirming(game: &GameFile, side: Side) -> String {
    format!("td confirm-forfeit {} {}", game.facts.name, side.name())
}

/// Whether the claimant's next move is kept until the claim is decided (55.6.7).
fn sealed(game: &GameFile) -> bool {
    let mut newest = game.all().rev();
    let is = |e: &Entry| match &e.event {
        Event::MatterOpened(opened) => Some(opened.matter == SEALED),
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
    let zone = game.facts.zone;
    let repeated = game.standing().filter_map(|e| match e.event {
        Event::Repeated { ply } if ply == game.ply() => Some(zone.day(e.at)),
        _ => None,
    });
    let of = |side: Side| game.leave.get(side).iter().map(move |l| (side, l.days));
    let counts = |(_, days): &(Side, DaySpan)| days.from <= days.to && days.to >= since;
    let happened = Happened::Silent {
        side,
        since,
        repeated: repeated.collect(),
        leave: Side::BOTH.into_iter().flat_map(of).filter(counts).collect(),
        heard: None,
        strangers: None,
    };
    let order = format!("td result {{}} {result} --by silence");
    let orders = [order.as_str()];
    let mut matter = matter(game, "silence", Article::Silence, happened, orders);
    matter.concerns(game, side);
    matter.since = self::since(game, |e| matches!(e, Event::SilenceReported { .. }));
    matter
}

/// Adds to a silence what was heard of both sides meanwhile: who told of the delay
/// need not lose (56.5.3). And what came about the game from nobody's addresses: it may
/// be his.
pub fn add_heard(silence: &mut Matter, letters: Vec<HeardLetter>, strange: Option<Strange>) {
    if let Happened::Silent {
        heard, strangers, ..
    } = &mut silence.happened
    {
        *heard = Some(letters);
        *strangers = strange;
    }
}

/// A game with the adjudicator: opinions are awaited, a decision, or a second one.
fn adjudication(game: &GameFile) -> Matter {
    let file = game.adjudication.as_ref();
    let opinion = |side: Side| file?.opinions.get(side).as_ref().map(|o| o.result);
    // By an order it goes there because a player has left (56.8.1), else with the end of play.
    let opened = |e: &&Entry| matches!(e.event, Event::AdjudicationOpened { .. });
    let left = game
        .standing()
        .rfind(opened)
        .is_some_and(|e| e.cause.is_order());
    let opinions = |awaited| Happened::Opinions {
        of: Some(Side::BOTH.map(opinion)),
        awaited,
        left,
    };
    let order = ["td adjudicate {} RESULT"];
    if let Some(file) = file.filter(|f| f.is_appealed()) {
        let happened = Happened::Appeal {
            first: file.first.as_ref().map(|d| d.result),
            decides: game.facts.adjudicator.as_ref().map(|o| o.name.clone()),
        };
        let article = Article::SecondAdjudication;
        let mut appeal = matter(game, "appeal", article, happened, order);
        appeal.since = since(game, |e| {
            matches!(e, Event::AppealLodged { refused: None, .. })
        });
        let author = Side::BOTH
            .into_iter()
            .find(|s| file.appeals.get(*s).is_some());
        if let Some(author) = author {
            appeal.concerns(game, author);
        }
        return appeal;
    }
    if file.is_some_and(|f| f.closed) {
        let article = Article::AdjudicationGrounds;
        let mut decision = matter(game, "adjudication", article, opinions(false), order);
        decision.since = since(game, |e| matches!(e, Event::OpinionsClosed));
        return decision;
    }
    let orders = [
        "td adjudicate {} RESULT",
        "td opinion {} SIDE RESULT --sent DATE",
    ];
    let mut awaited = matter(game, "opinions", Article::Opinions, opinions(true), orders);
    awaited.until = file.and_then(|f| f.until);
    awaited.since = since(game, |e| matches!(e, Event::AdjudicationOpened { .. }));
    // 56.9.6: what comes of it is his to decide, when they are in or the term is over.
    awaited.comes_back = opinions_close(game);
    awaited
}

/// A matter that an entry opened, with the order that fits its kind.
fn matter_of(game: &GameFile, entry: &Recorded, opened: &Opened) -> Matter {
    let what = opened.matter.as_str();
    let happened = happened::of_entry(game, entry, opened);
    let set_dates = match opened.what {
        Circumstance::Receipt { stated } => {
            let ply = happened::played_before(game, entry);
            format!("td set-dates {{}} {ply} --received {stated}")
        }
        _ => format!("td set-dates {{}} {} --received DATE", game.ply() + 1),
    };
    let dismiss = format!("td dismiss {{}} {}", entry.id);
    let side = opened.side.unwrap_or(game.turn()).name().to_lowercase();
    let of_side = opened.side;
    let proposed = of_side.and_then(|side| proposed_penalty(game, side, entry.id));
    let again = Article::FaultPenaltyAgain.number(game.facts.profile);
    let article = match proposed {
        Some((_, true)) if opened.matter == CARD_FAULT => Some(again.to_owned()),
        _ => entry.grounds.clone(),
    };
    let on = article
        .as_ref()
        .map_or_else(String::new, |number| format!(" --article {number}"));
    let penalty = |days: i64| format!("td penalty {{}} {side} {days}{on}");
    let of_card = match opened.what {
        Circumstance::CardFault { days, .. } => {
            penalty(i64::from(proposed.map_or(days, |(days, _)| days)))
        }
        Circumstance::LateRepeat { days } => penalty(days),
        Circumstance::OpenDate { ply, date, .. } => {
            let flag = match date {
                PartOfMove::Receipt => "received",
                PartOfMove::Dispatch => "sent",
            };
            format!("td set-dates {{}} {ply} --{flag} DATE")
        }
        _ => String::new(),
    };
    // Of a claim that came late the opponent's is meant.
    let over = match what {
        "late-claim" => opened.side.map(Side::other),
        _ => opened.side,
    };
    let forfeit = match over {
        Some(side) => confirming(game, side),
        None => "td confirm-forfeit {}".to_owned(),
    };
    let orders: Vec<&str> = match what {
        "overstep" | "late-claim" => vec![&forfeit],
        "letter-lost" | "report-unheeded" | "slow-transmission" | "dates-apart" => {
            vec![&set_dates]
        }
        CARD_FAULT | LATE_REPEAT | OPEN_DATE if !of_card.is_empty() => vec![&of_card, &dismiss],
        // A move that its player could not send: he may have told it on the telephone.
        "unheard" => vec!["td move {} MOVE --received DATE --sent DATE"],
        "late-leave" => vec!["td leave grant PLAYER FROM TO"],
        "protest" if game.status == Status::Finished => vec!["td result {} RESULT", &dismiss],
        "protest" => vec!["td result {} RESULT", "td penalty {} SIDE DAYS", &dismiss],
        // So records of older versions call them.
        "appeal" | "opinion" => vec!["td result {} RESULT --by adjudication"],
        "withdrawal" => vec!["td result {} RESULT --by withdrawal"],
        "abuse" => vec![&dismiss, "td penalty {} SIDE DAYS"],
        "dead-position" => vec!["td result {} 1/2-1/2 --by dead-position", &dismiss],
        _ => vec!["td result {} RESULT", "td penalty {} SIDE DAYS"],
    };
    let mut matter = matter(game, what, Article::ArbiterDecides, happened, []);
    if let Some(grounds) = article {
        matter.article = grounds;
    }
    matter.since = Some(game.facts.zone.day(entry.at));
    let name = game.facts.name.to_string();
    matter.commands = orders.iter().map(|o| o.replace("{}", &name)).collect();
    matter
}

/// A protest against a decision in force (54.1.4).
fn protest(game: &GameFile, entry: &Recorded, decision: EventId, appeals: bool) -> Matter {
    let side = match &entry.event {
        Event::RulingProtested { side, .. } => *side,
        _ => game.turn(),
    };
    let (words, by) = match &entry.event {
        Event::RulingProtested { text, by, .. } => (text.clone(), by.as_ref()),
        _ => (String::new(), None),
    };
    let decides = match (appeals, &game.facts.appeals) {
        (false, _) => Decides::Arbiter,
        (true, Some(official)) => Decides::Named(official.name.clone()),
        (true, None) => Decides::Another,
    };
    let happened = Happened::Protest {
        side,
        by: by.map(|by| by.name.clone()),
        decision,
        decides,
        words,
    };
    let mut matter = matter(game, "protest", Article::RulingProtest, happened, []);
    let name = game.facts.name.to_string();
    matter.commands = vec![
        format!("td dismiss {name} {}", entry.id),
        match appeals {
            true => format!("td revoke {decision}"),
            false => format!("td penalty {name} {} DAYS", side.name().to_lowercase()),
        },
    ];
    matter.concerns(game, side);
    if let Some(by) = by {
        matter.about = vec![by.name.clone()];
    }
    matter.since = Some(game.facts.zone.day(entry.at));
    matter.until = ruling_protest_until(game, entry);
    matter
}

/// Whether who was not understood has moved since, or the arbiter has decided something.
fn helped(game: &GameFile, call: &Entry, later: &[&Entry]) -> bool {
    let Event::MatterOpened(Opened { side, .. }) = &call.event else {
        return true;
    };
    let moved = |e: &&Entry| match e.event {
        Event::MovePlayed { ply, .. } => side.is_none_or(|s| game.side_of_ply(ply) == s),
        _ => false,
    };
    game.status == Status::Finished || later.iter().any(|e| moved(e) || decides(e))
}

/// Whether a call for a person of a side waits for the arbiter.
pub fn is_called(game: &GameFile, side: Side) -> bool {
    let is = |m: &Matter| m.what == "unheard" && m.about.first() == Some(&game.player(side).name);
    matters(game).iter().any(is)
}

/// Whether the time over of which the arbiter was told is over still: dates may have come in
/// since, by a card or his own word.
fn is_overstepped(game: &GameFile, entry: &Entry, side: Option<Side>) -> bool {
    side.is_none_or(|side| overstep_facts(game, side, game.moment(entry.at)).is_some())
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
                || later.iter().rev().find_map(|e| arrives(e)) == Some(true)
        }
        "slow-transmission" | "dates-apart" => game.status == Status::Finished,
        _ => false,
    }
}

/// Whether what was lost arrives by an entry, or a copy of it is lost again.
fn arrives(entry: &Entry) -> Option<bool> {
    match &entry.event {
        Event::LetterLeft { about, .. } if *about != About::Notice => Some(true),
        Event::MovePlayed { .. } | Event::StopEnded { .. } => Some(true),
        Event::LetterLost { about, .. } if *about != Some(About::Notice) => Some(false),
        _ => None,
    }
}

/// Whether an entry is a decision of the arbiter, by letter or at the console.
fn decides(entry: &Entry) -> bool {
    let only_his = matches!(
        entry.event,
        Event::ClaimRejected { .. }
            | Event::DatesSet { .. }
            | Event::Resumed { .. }
            | Event::ClockReset { .. }
            | Event::Reopened { .. }
            | Event::Voided { .. }
    );
    // What is taken back settles nothing, nor does the taking back, nor one that is
    // not granted, nor another's taking over.
    let no_word = matches!(
        entry.event,
        Event::Revoked { .. }
            | Event::AppealVoted { .. }
            | Event::Dismissed { .. }
            | Event::Replaced { .. }
            | Event::CarrierSet { .. }
    );
    !no_word && (only_his || entry.cause.is_order())
}
