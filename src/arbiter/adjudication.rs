//! Unfinished games at the end of the tournament: opinions, the adjudication, the
//! appeal (RULES.md 6, last paragraph; 54.8, 55.9, 56.9).

use super::context::{Context, ask};
use super::ending::result_notices;
use super::gate::{self, may_name};
use super::moves;
use super::notice::{Body, Notice, OpinionFacts, Question, Recipient};
use super::oversteps::recipients;
use super::ruling::{Occasion, Ruling, Verdict, record};
use crate::chess::Side;
use crate::record::{
    About, Adjudicated, AppealTrouble, Event, GameFile, ResultCode, Status, Termination,
};
use crate::request::Moves;
use crate::request::masked::without_addresses;
use crate::rules::Article;
use crate::time::{Day, Instant};

/// Days for an opinion after the end (54.8.2, 55.9.5, 56.9.4), and for an appeal
/// after the receipt of the decision (54.8.6, 55.9.10, 56.9.9).
pub const TERM: i64 = 14;

/// Most characters of an analysis or an appeal that are recorded.
const MOST_TEXT: usize = 20_000;

/// The first day on which an unfinished game goes to the adjudicator: the day after
/// the end. An overstep that exists by then is declared first; one that is being
/// decided is decided first, since a confirmed one loses and leaves nothing to
/// adjudicate (56.6.6).
pub(super) fn opening_day(game: &GameFile, undeclared: Option<Day>) -> Option<Day> {
    let end = game.facts.end?;
    let open = match game.status {
        Status::Active => true,
        Status::Paused => game.exceeded.as_ref().is_none_or(|e| !e.pauses),
        Status::Waiting | Status::Adjudication | Status::Finished => false,
    };
    let next = end.plus(1);
    open.then(|| undeclared.map_or(next, |day| day.max(next)))
}

/// Sends a game to the adjudicator and asks both players for their opinions. `last`
/// is the last day of play. The term is 14 days from it; where they are asked later than
/// on the day after it, as after an overstep that was refused, from the letter that asks.
pub(crate) fn open(game: &mut GameFile, ruling: &mut Ruling, last: Day, occasion: Occasion) {
    let profile = game.facts.profile;
    let today = game.facts.zone.day(occasion.now);
    // Who is asked on paper has his days from when he can have read it.
    let on_paper = Side::BOTH.into_iter().any(|side| game.gets_paper(side));
    let posted = match on_paper {
        true => today.plus(game.longest_on_the_way() + TERM),
        false if today <= last.plus(1) => last.plus(TERM),
        false => today.plus(TERM),
    };
    let until = last.plus(TERM).max(posted);
    let event = Event::AdjudicationOpened { from: last, until };
    let number = Article::Adjudication.number(profile);
    record(game, ruling, occasion.entry(event, number));
    for to in recipients(game) {
        let body = Body::OpinionsAsked {
            end: last,
            until,
            names_move: profile.way().opinion_names_move,
            equal_ends: profile.way().equal_opinions_end,
        };
        let notice = Notice::new(to, body);
        ruling.notices.push(notice);
    }
}

/// The first day on which the term for opinions is over, with the time that a letter
/// of its last day needs.
pub(crate) fn closing_day(game: &GameFile) -> Option<Day> {
    let file = game.adjudication.as_ref()?;
    if game.status != Status::Adjudication || file.closed || file.first.is_some() {
        return None;
    }
    Some(file.until?.plus(game.longest_on_the_way() + 1))
}

/// The opinions are in, or their term is over: everybody sees them, the arbiter decides.
pub(super) fn close(game: &mut GameFile, ruling: &mut Ruling, occasion: Occasion) {
    let number = Article::AdjudicationGrounds.number(game.facts.profile);
    let event = Event::OpinionsClosed;
    record(game, ruling, occasion.entry(event, number));
    let agreed = game.adjudication.as_ref().and_then(|f| f.agreed());
    for to in recipients(game) {
        let body = Body::OpinionsClosed {
            opinions: opinions(game),
            equal: agreed.is_some(),
            command: order(game),
        };
        let notice = Notice::new(to, body);
        ruling.notices.push(notice);
    }
}

/// The order that settles it.
fn order(game: &GameFile) -> String {
    format!("postchess td adjudicate {} RESULT", game.facts.name)
}

/// The opinions sent in time, White's first.
fn opinions(game: &GameFile) -> Vec<OpinionFacts> {
    let file = game.adjudication.as_ref();
    let of = |side| {
        let opinion = file?.opinions.get(side).as_ref()?;
        Some(OpinionFacts {
            side,
            result: opinion.result.text().to_owned(),
            text: without_addresses(&opinion.text),
        })
    };
    Side::BOTH.into_iter().filter_map(of).collect()
}

/// OPINION: the named move is made first, then the opinion is recorded; equal ones
/// end the game, differing ones are the arbiter's.
pub(crate) fn opinion(
    game: &mut GameFile,
    ctx: &Context<'_>,
    (result, text): (&str, &str),
    named: Option<&Moves>,
) -> Ruling {
    let sent = ctx.sent_day(game);
    let file = game.adjudication.as_ref();
    let Some(result) = ResultCode::parse(result) else {
        let question = Question::NothingToClaim;
        let note = "an opinion without a result";
        return ask(ctx, game, question, None, Verdict::Command, note);
    };
    let until = file.and_then(|f| f.until);
    let late = until.is_some_and(|until| sent > until);
    let again = file.is_some_and(|f| f.opinions.get(ctx.side).is_some());
    let both_knew = file.is_some_and(|f| f.closed);

    let mut ruling = Ruling::command("an opinion for the adjudication");
    if let Some(moves) = named.filter(|_| may_name(game, ctx.side, sent)) {
        let made = moves::play(game, ctx, moves);
        ruling.notices.extend(made.notices);
        ruling.note = format!("{}; {}", made.note, ruling.note);
        if game.status == Status::Finished {
            ruling.verdict = Some(Verdict::Move);
            return ruling;
        }
        ruling.verdict = made
            .verdict
            .filter(|v| *v == Verdict::Move)
            .or(ruling.verdict);
    }

    let article = match late {
        true => Article::NoAppealWithout,
        false => Article::Opinions,
    };
    let event = Event::OpinionGiven {
        side: ctx.side,
        result,
        text: text.chars().take(MOST_TEXT).collect(),
        sent,
        late,
    };
    let number = article.number(game.facts.profile);
    record(game, &mut ruling, ctx.entry(event, Some(number)));
    let taken = Body::OpinionTaken {
        opinion: OpinionFacts {
            side: ctx.side,
            result: result.text().to_owned(),
            text: without_addresses(text),
        },
        again: again && !late,
        late,
        concedes: result == ResultCode::win(ctx.side.other()),
        until: until.filter(|_| !late),
        entered: None,
    };
    let me = Recipient::Player(game.player(ctx.side).id);
    let mut told = vec![me];
    // Who decides may weigh what came late or was changed, though it gives no right.
    if late || both_knew {
        told.push(Recipient::Arbiter);
    }
    for to in told {
        let notice = Notice::new(to, taken.clone());
        ruling.notices.push(notice);
    }
    if !late {
        settle(game, ctx, &mut ruling);
    }
    ruling
}

/// Both opinions may be in now.
fn settle(game: &mut GameFile, ctx: &Context<'_>, ruling: &mut Ruling) {
    let profile = game.facts.profile;
    let Some(file) = &game.adjudication else {
        return;
    };
    let both = file.opinions.white.is_some() && file.opinions.black.is_some();
    let when = ctx.occasion();
    match file.agreed().filter(|_| profile.way().equal_opinions_end) {
        Some(result) => {
            // 56.9.5: the game counts as finished without an adjudication.
            let event = Event::Ended {
                result,
                termination: Termination::Agreement,
            };
            let number = Article::EqualOpinions.number(profile);
            record(game, ruling, ctx.entry(event, Some(number)));
            ruling.notices.extend(result_notices(game));
            ruling.note = format!("equal opinions: {}", result.text());
        }
        None if both && !file.closed => close(game, ruling, when),
        None => {}
    }
}

/// Whether a side may appeal against the decision: who was asked and sent nothing in
/// time may not (56.9.7). Where it was decided before the term was over, nobody was late.
pub(crate) fn may_appeal(game: &GameFile, side: Side) -> bool {
    let Some(file) = &game.adjudication else {
        return false;
    };
    let zone = game.facts.zone;
    let decided = file.first.as_ref().map(|d| zone.day(d.at));
    let asked_in_vain = match (file.until, decided) {
        (Some(until), Some(decided)) => decided > until,
        _ => false,
    };
    file.second.is_none() && (file.opinions.get(side).is_some() || !asked_in_vain)
}

/// The last day of an appeal of a side: 14 days from the receipt of the decision.
/// `None` while the letter with it has not left.
pub(crate) fn appeal_until(game: &GameFile, decided: &Adjudicated, side: Side) -> Option<Day> {
    let zone = game.facts.zone;
    let transit = i64::from(game.facts.regulations.transit_days);
    let left = (*decided.left.get(side))?;
    Some(zone.day(left).plus(transit + TERM))
}

/// APPEAL: to the adjudicator, with a copy to the opponent (56.9.9, 56.9.10).
pub(super) fn appeal(game: &mut GameFile, ctx: &Context<'_>, text: &str) -> Ruling {
    let sent = ctx.sent_day(game);
    let Some((file, first)) = gate::decided(game) else {
        return Ruling::command("there is no adjudication to appeal against");
    };
    let until = appeal_until(game, first, ctx.side);
    let refused = if file.second.is_some() {
        Some((AppealTrouble::Final, Article::SecondAdjudication))
    } else if !may_appeal(game, ctx.side) {
        Some((AppealTrouble::NothingSent, Article::NoAppealWithout))
    } else if until.is_some_and(|until| sent > until) {
        Some((AppealTrouble::Late, Article::Appeal))
    } else {
        None
    };
    let first = first.result.text().to_owned();
    let mut ruling = Ruling::command("an appeal against the adjudication");
    let article = refused.map_or(Article::Appeal, |(_, article)| article);
    let event = Event::AppealLodged {
        side: ctx.side,
        text: text.chars().take(MOST_TEXT).collect(),
        sent,
        refused: refused.map(|(why, _)| why),
    };
    let number = article.number(game.facts.profile);
    let reason = reason_of(game);
    record(game, &mut ruling, ctx.entry(event, Some(number)));
    if let Some((why, _)) = refused {
        ruling.note = "an appeal, refused".to_owned();
        let to = Recipient::Player(game.player(ctx.side).id);
        let body = Body::AppealRefused { why, until };
        let notice = Notice::new(to, body);
        ruling.notices.push(notice);
        return ruling;
    }
    let adjudicator = game.facts.adjudicator.as_ref().map(|o| o.name.clone());
    let mut told = recipients(game);
    told.extend(adjudicator.is_some().then_some(Recipient::Adjudicator));
    for to in told {
        let body = Body::AppealTaken {
            side: ctx.side,
            text: without_addresses(text),
            first: first.clone(),
            reason: reason.clone(),
            opinions: opinions(game),
            adjudicator: adjudicator.clone(),
            command: order(game),
        };
        let notice = Notice::new(to, body);
        ruling.notices.push(notice);
    }
    ruling
}

/// The reason that was given for the last decision by adjudication.
fn reason_of(game: &GameFile) -> String {
    let decided = |e: &&crate::record::Entry| {
        matches!(
            e.event,
            Event::Ended {
                termination: Termination::Adjudication,
                ..
            }
        )
    };
    let entry = game.standing().rev().find(decided);
    entry.map(|e| e.note.clone()).unwrap_or_default()
}

/// The letters about a decision, first or second, just entered (56.9.8).
pub(crate) fn tell_decision(game: &GameFile, ruling: &mut Ruling, reason: &str, now: Instant) {
    let Some(file) = &game.adjudication else {
        return;
    };
    let Some(decided) = file.decided() else {
        return;
    };
    let last = file.second.is_some();
    let today = game.facts.zone.day(now);
    let longest = game.longest_on_the_way();
    let adjudicator = game.facts.adjudicator.as_ref().map(|o| o.name.clone());
    let mut told = recipients(game);
    told.extend((last && adjudicator.is_some()).then_some(Recipient::Adjudicator));
    for to in told {
        let side = Side::BOTH
            .into_iter()
            .find(|s| to == Recipient::Player(game.player(*s).id));
        let any = Side::BOTH.into_iter().any(|s| may_appeal(game, s));
        let body = Body::Adjudicated {
            result: decided.result.text().to_owned(),
            reason: reason.to_owned(),
            last,
            may_appeal: side.map_or(any, |s| may_appeal(game, s)),
            until: today.plus(side.map_or(longest, |s| game.days_on_the_way(s)) + TERM),
            adjudicator: adjudicator.clone(),
            opinions: opinions(game),
        };
        let mut notice = Notice::new(to, body);
        notice.begins = side.map(|s| (game.ply(), About::Adjudication, s));
        ruling.notices.push(notice);
    }
}
