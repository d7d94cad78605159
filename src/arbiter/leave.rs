//! Leave (RULES.md 3, article 56.7): taken, ended, granted. Each tournament has
//! its own account of days.

use super::context::Dispatch;
use super::notice::{
    Body, LeaveEndOutcome, LeaveOutcome, NamedDecision, Notice, Question, Recipient,
};
use super::ruling::{Ruling, Verdict};
use crate::clock::DaySpan;
use crate::ids::{LeaveId, PlayerId, TournamentId};
use crate::record::{Cause, LeaveSpan, PlayerEntry, PlayerEvent, Recorded};
use crate::request::{Doubt, WrittenDate};
use crate::rules::{Article, LateLeave, Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Longest leave that is looked at, in days: two years are more than any allowance.
const LONGEST: i64 = 800;

/// A player's leave in one tournament.
#[derive(Clone, Debug)]
pub struct LeaveAccount {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its code.
    pub code: String,
    /// Its article.
    pub profile: Profile,
    /// Its regulations.
    pub regulations: Arc<Regulations>,
    /// Its zone.
    pub zone: Zone,
    /// The first and the last day of play, where one is set.
    pub play: (Day, Option<Day>),
    /// Leave so far.
    pub leave: Vec<LeaveSpan>,
    /// Leave of his was cancelled, and none was announced since.
    pub cancelled: bool,
    /// Players with whom he has unfinished games.
    pub opponents: Vec<PlayerId>,
}

/// A player and all his accounts in tournaments that are not finished.
#[derive(Clone, Debug)]
pub struct LeaveCase {
    /// Who.
    pub player: PlayerId,
    /// His name.
    pub name: String,
    /// One for each tournament.
    pub accounts: Vec<LeaveAccount>,
}

/// When and how a notice of leave came.
#[derive(Clone, Copy, Debug)]
pub struct Announced {
    /// When it was sent.
    pub dispatch: Dispatch,
    /// The hour of this pass.
    pub now: Instant,
    /// The letter or order.
    pub cause: Cause,
}

impl Announced {
    /// The day on which it was sent, as it counts in a tournament.
    fn day(&self, account: &LeaveAccount) -> Day {
        let (zone, unit) = (account.zone, account.regulations.day_unit);
        zone.day(self.dispatch.counted(zone, unit).0)
    }
}

impl LeaveAccount {
    /// The recorded leave that holds some of these days.
    fn standing(&self, asked: DaySpan) -> Vec<(Day, Day)> {
        let all = self.leave.iter().map(|l| l.days);
        all.filter(|days| days.meets(asked))
            .map(|days| (days.from, days.to))
            .collect()
    }

    fn covers(&self, day: Day) -> bool {
        self.leave
            .iter()
            .any(|l| l.days.from <= day && day <= l.days.to)
    }

    /// Whether every one of these days is leave.
    pub(crate) fn covers_all(&self, days: DaySpan) -> bool {
        let mut day = days.from;
        while day <= days.to {
            if !self.covers(day) {
                return false;
            }
            day = day.next();
        }
        true
    }

    /// A leave and those that follow it without a playing day between: whoever is
    /// back early is back from all of it.
    fn in_one_piece_from(&self, first: &LeaveSpan) -> Vec<LeaveSpan> {
        let mut later: Vec<LeaveSpan> = self.leave.clone();
        later.retain(|l| l.days.from <= l.days.to && l.days.from > first.days.from);
        later.sort_by_key(|l| l.days.from);
        let (mut piece, mut end) = (vec![*first], first.days.to);
        for leave in later {
            if leave.days.from > end.next() {
                break;
            }
            end = end.max(leave.days.to);
            piece.push(leave);
        }
        piece
    }

    /// The leave whose end is meant where somebody plays from a day on: the one that runs on
    /// it. Else the one that is announced, where it is the only one that he has and had:
    /// whoever is back from one leave, or has just cancelled one, does not mean the next.
    /// Where it runs in another tournament, whose zone is ahead, it is the same absence that
    /// is ended here.
    fn ended_by(&self, playing: Day, elsewhere: &[DaySpan]) -> Option<&LeaveSpan> {
        let first = self.leave.iter().min_by_key(|l| l.days.from)?;
        if let Some(runs) = self.runs_on(playing) {
            return Some(runs);
        }
        let ahead = |l: &&LeaveSpan| l.days.from > playing;
        if !elsewhere.is_empty() {
            let same = |l: &&LeaveSpan| elsewhere.iter().any(|days| days.meets(l.days));
            let all = self.leave.iter().filter(ahead).filter(same);
            return all.min_by_key(|l| l.days.from);
        }
        let is_only = self.in_one_piece_from(first).len() == self.leave.len();
        Some(first)
            .filter(ahead)
            .filter(|_| is_only && !self.cancelled)
    }

    /// What of days asked for lies in play, where some of them do, and what outside of it.
    fn in_play(&self, asked: DaySpan) -> (Option<DaySpan>, Vec<(Day, Day)>) {
        let (first, last) = self.play;
        let from = asked.from.max(first);
        let to = last.map_or(asked.to, |last| asked.to.min(last));
        if from > to {
            return (None, vec![(asked.from, asked.to)]);
        }
        let before = (asked.from < from).then(|| (asked.from, from.plus(-1)));
        let behind = (to < asked.to).then(|| (to.next(), asked.to));
        let outside = before.into_iter().chain(behind).collect();
        (Some(DaySpan { from, to }), outside)
    }

    /// The leave that runs on a day, the earliest of several.
    fn runs_on(&self, day: Day) -> Option<&LeaveSpan> {
        let runs = self.leave.iter();
        let runs = runs.filter(|l| l.days.from <= day && day <= l.days.to);
        runs.min_by_key(|l| l.days.from)
    }

    /// Days of leave in each calendar year, those given back not counted.
    pub fn used(&self) -> BTreeMap<i32, i64> {
        let spans: Vec<DaySpan> = self.leave.iter().map(|l| l.days).collect();
        crate::clock::days_by_year(&spans)
    }

    /// Splits the days asked for into leave and thinking time: the first days up
    /// to the allowance of each calendar year, and of the tournament, are leave.
    fn allot(&self, from: Day, to: Day) -> (Vec<DaySpan>, Vec<DaySpan>) {
        let per_year = i64::from(self.regulations.leave_days_per_year);
        let total = i64::from(self.regulations.leave_days_total);
        let mut used = self.used();
        let mut spans: Vec<DaySpan> = Vec::new();
        let mut beyond: Vec<DaySpan> = Vec::new();
        let add = |spans: &mut Vec<DaySpan>, day: Day| match spans
            .last_mut()
            .filter(|s| s.to.next() == day)
        {
            Some(last) => last.to = day,
            None => spans.push(DaySpan { from: day, to: day }),
        };
        let mut day = from;
        while day <= to {
            let in_year = used.get(&day.year()).copied().unwrap_or(0);
            let in_all: i64 = used.values().sum();
            if self.covers(day) {
                // Leave already: it is neither taken nor counted twice.
            } else if in_year < per_year && (total == 0 || in_all < total) {
                *used.entry(day.year()).or_insert(0) += 1;
                add(&mut spans, day);
            } else {
                add(&mut beyond, day);
            }
            day = day.next();
        }
        (spans, beyond)
    }

    fn years(&self, spans: &[DaySpan], touched: DaySpan) -> Vec<(i32, i64, i64)> {
        let mut after = self.clone();
        after.leave.extend(spans.iter().map(|days| LeaveSpan {
            id: LeaveId(0),
            days: *days,
        }));
        let used = after.used();
        let allowed = i64::from(self.regulations.leave_days_per_year);
        (touched.from.year()..=touched.to.year())
            .map(|year| (year, used.get(&year).copied().unwrap_or(0), allowed))
            .collect()
    }
}

/// Leave of more than so many times what its years allow is a date misread.
const FAR_TOO_LONG: i64 = 2;

impl LeaveAccount {
    /// Whether nobody can mean so long a leave.
    fn is_far_too_long(&self, first: Day, last: Day) -> bool {
        let years = i64::from(last.year() - first.year() + 1);
        let allowed = i64::from(self.regulations.leave_days_per_year) * years;
        allowed > 0 && last.since(first) + 1 > FAR_TOO_LONG * allowed
    }
}

impl LeaveCase {
    fn me(&self) -> Recipient {
        Recipient::Player(self.player)
    }

    pub(super) fn entry(
        &self,
        account: &LeaveAccount,
        event: PlayerEvent,
        article: Article,
        announced: Announced,
    ) -> PlayerEntry {
        PlayerEntry {
            at: announced.now,
            player: self.player,
            tournament: Some(account.tournament),
            event,
            grounds: Some(article.number(account.profile).to_owned()),
            cause: announced.cause,
            note: String::new(),
        }
    }

    fn ask(&self, question: Question, note: &str) -> Ruling {
        let body = Body::NotUnderstood {
            question,
            quoted: None,
        };
        Ruling {
            notices: vec![Notice::new(self.me(), body)],
            verdict: Some(Verdict::Command),
            note: note.to_owned(),
            ..Ruling::default()
        }
    }

    fn announce(&self, account: &LeaveAccount, body: &Body, ruling: &mut Ruling) {
        let arbiter = std::iter::once(Recipient::Arbiter);
        let others = account.opponents.iter().map(|p| Recipient::Player(*p));
        for to in others.chain(arbiter) {
            let mut notice = Notice::new(to, body.clone());
            notice.tournament = Some(account.tournament);
            ruling.notices.push(notice);
        }
    }

    /// `LEAVE from to [CODE]`.
    pub fn take(
        &self,
        from: &WrittenDate,
        to: &WrittenDate,
        code: Option<&str>,
        announced: Announced,
    ) -> Ruling {
        let mut ruling = Ruling {
            verdict: Some(Verdict::Command),
            note: "leave".to_owned(),
            ..Ruling::default()
        };
        let mut outcomes = Vec::new();
        let mut asked = None;
        for account in self
            .accounts
            .iter()
            .filter(|a| code.is_none_or(|c| a.code.eq_ignore_ascii_case(c)))
        {
            let sent = announced.day(account);
            let first = from.near(sent);
            let last = first.and_then(|f| to.from_on(f));
            let (Some(first), Some(last)) = (first, last) else {
                return self.ask(bad_dates(from, to), "a date that does not exist");
            };
            if last < first || last.since(first) > LONGEST {
                let text = format!("{} {}", from.text, to.text);
                let question = Question::LeaveBackwards { text };
                return self.ask(question, "leave ends before it begins");
            }
            let without_year = from.year.is_none() && to.year.is_none();
            let is_far = account.is_far_too_long(first, last) || first.since(sent) > LONGEST;
            if without_year && last < sent || is_far {
                let question = Question::LeaveDoubtful {
                    from: first,
                    to: last,
                };
                return self.ask(
                    question,
                    "leave in the past, far ahead or far too long: asked",
                );
            }
            asked = Some((first, last));
            let days = DaySpan {
                from: first,
                to: last,
            };
            outcomes.extend(self.take_from(account, days, announced, &mut ruling));
        }
        let Some(asked) = asked else {
            let code = code.map(str::to_owned);
            let codes = self.accounts.iter().map(|a| a.code.clone()).collect();
            let note = "no tournament to take leave in";
            return self.ask(Question::NoTournament { code, codes }, note);
        };
        let body = Body::LeaveTaken { asked, outcomes };
        let mut notice = Notice::new(self.me(), body);
        notice.tournament = self.accounts.first().map(|a| a.tournament);
        ruling.notices.insert(0, notice);
        ruling
    }

    /// Leave in one tournament: what of the days is taken, with what the player is told.
    fn take_from(
        &self,
        account: &LeaveAccount,
        asked: DaySpan,
        announced: Announced,
        ruling: &mut Ruling,
    ) -> Vec<LeaveOutcome> {
        let (inside, outside) = account.in_play(asked);
        let Some(asked) = inside else {
            return vec![LeaveOutcome {
                code: account.code.clone(),
                taken: None,
                standing: Vec::new(),
                over: 0,
                beyond: Vec::new(),
                years: Vec::new(),
                late_from: None,
                outside,
            }];
        };
        let DaySpan { from, to } = asked;
        let sent = announced.day(account);
        let late = sent >= from;
        let reject = late && account.regulations.late_leave == LateLeave::Reject;
        let counted = if late { from.max(sent) } else { from };
        let refused = DaySpan { from: counted, to };
        let (spans, beyond) = match reject {
            true if refused.from > to => (Vec::new(), Vec::new()),
            true => (Vec::new(), vec![refused]),
            false => account.allot(counted, to),
        };
        let article = match late {
            true => Article::LeaveAnnounced,
            false => Article::LeaveAllowance,
        };
        if late {
            let event = PlayerEvent::LeaveAsked { from, to };
            let asked = self.entry(account, event, article, announced);
            ruling.player_entries.push(asked);
        }
        let touched = DaySpan {
            from: counted.min(to),
            to,
        };
        let ends = |span: &DaySpan| (span.from, span.to);
        // What is told of the request as a whole stands with the last part of it.
        let outcome = |taken: Option<&DaySpan>, last: bool| LeaveOutcome {
            code: account.code.clone(),
            taken: taken.map(ends),
            standing: match last {
                true => account.standing(asked),
                false => Vec::new(),
            },
            over: beyond
                .iter()
                .filter(|_| last)
                .map(|s| s.to.since(s.from) + 1)
                .sum(),
            beyond: beyond.iter().filter(|_| last).map(ends).collect(),
            years: match last {
                true => account.years(&spans, touched),
                false => Vec::new(),
            },
            late_from: late.then_some(counted).filter(|_| last),
            outside: outside.iter().filter(|_| last).copied().collect(),
        };
        let announcement = |days: DaySpan, more: &[DaySpan]| Body::LeaveAnnounced {
            name: self.name.clone(),
            days: ends(&days),
            more: more.iter().map(ends).collect(),
            code: account.code.clone(),
            ended: false,
            late,
        };
        for span in &spans {
            let event = PlayerEvent::LeaveTaken {
                leave: LeaveId(0),
                from: span.from,
                to: span.to,
                granted: false,
            };
            let entry = self.entry(account, event, article, announced);
            ruling.player_entries.push(entry);
        }
        if let Some((first, more)) = spans.split_first() {
            self.announce(account, &announcement(*first, more), ruling);
            let is_last = |at: usize| at + 1 == spans.len();
            let all = spans.iter().enumerate();
            return all
                .map(|(at, span)| outcome(Some(span), is_last(at)))
                .collect();
        }
        if late {
            // Only the arbiter may still grant it (56.7.7).
            let mut notice = Notice::new(Recipient::Arbiter, announcement(asked, &[]));
            notice.tournament = Some(account.tournament);
            ruling.notices.push(notice);
        }
        vec![outcome(None, true)]
    }

    /// `END LEAVE [date]`: the date, never before the notice's day, is the first
    /// playing day, and the unused days come back (56.7.3). Another leave than the one that
    /// day is of stays as it is.
    pub fn end(&self, date: Option<&WrittenDate>, announced: Announced) -> Ruling {
        let mut ruling = Ruling {
            verdict: Some(Verdict::Command),
            note: "end of leave".to_owned(),
            ..Ruling::default()
        };
        let mut each: Vec<LeaveEndOutcome> = Vec::new();
        let mut days = Vec::new();
        for account in &self.accounts {
            let sent = announced.day(account);
            days.push(match date {
                None => sent,
                Some(written) => match written.near(sent) {
                    Some(day) => day.max(sent),
                    None => return self.ask(bad_dates(written, written), "no such date"),
                },
            });
        }
        let runs = |(account, day): (&LeaveAccount, &Day)| account.runs_on(*day).map(|l| l.days);
        let running: Vec<DaySpan> = self.accounts.iter().zip(&days).filter_map(runs).collect();
        for (account, playing) in self.accounts.iter().zip(days.iter().copied()) {
            let Some(leave) = account.ended_by(playing, &running) else {
                continue;
            };
            let cancelled = leave.days.from >= playing;
            let to = if cancelled {
                leave.days.from.plus(-1)
            } else {
                playing.plus(-1)
            };
            let mut returned = 0;
            for part in account.in_one_piece_from(leave) {
                let to = to.max(part.days.from.plus(-1));
                returned += part.days.to.since(to);
                let event = PlayerEvent::LeaveEnded { leave: part.id, to };
                let entry = self.entry(account, event, Article::LeaveEnded, announced);
                ruling.player_entries.push(entry);
            }
            let body = Body::LeaveAnnounced {
                name: self.name.clone(),
                days: (leave.days.from, to),
                more: Vec::new(),
                code: account.code.clone(),
                ended: true,
                late: false,
            };
            self.announce(account, &body, &mut ruling);
            each.push(LeaveEndOutcome {
                code: account.code.clone(),
                playing,
                cancelled,
                returned,
            });
        }
        // What it says of all is what became of the one that ran, where one did.
        let Some(first) = each.iter().min_by_key(|one| one.cancelled) else {
            return self.ask(self.nothing_to_end(&days), "no leave to end");
        };
        let body = Body::LeaveEnded {
            playing: first.playing,
            cancelled: first.cancelled,
            returned: first.returned,
            each: if each.len() > 1 { each } else { Vec::new() },
        };
        let mut notice = Notice::new(self.me(), body);
        notice.tournament = self.accounts.first().map(|a| a.tournament);
        ruling.notices.insert(0, notice);
        ruling
    }
}

impl LeaveCase {
    /// Why no leave is ended by a day, told with what there is; the days are those of the
    /// accounts.
    fn nothing_to_end(&self, playing: &[Day]) -> Question {
        let mut over = None;
        let mut ahead = BTreeSet::new();
        for (account, day) in self.accounts.iter().zip(playing) {
            for DaySpan { from, to } in account.leave.iter().map(|l| l.days) {
                match from > *day {
                    true => drop(ahead.insert((from, to))),
                    false => over = over.max(Some(to.next())),
                }
            }
        }
        let ahead = ahead.into_iter().collect();
        Question::NoLeave { over, ahead }
    }
}

fn bad_dates(from: &WrittenDate, to: &WrittenDate) -> Question {
    let text = if from == to {
        from.text.clone()
    } else {
        format!("{} {}", from.text, to.text)
    };
    let span = crate::request::TextSpan { start: 0, end: 0 };
    Question::Doubts {
        doubts: vec![Doubt::BadDate { text, span }],
    }
}

/// A leave that was asked for after it had begun, and of which the arbiter has not
/// said anything since (56.7.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CameLate {
    /// When its notice was recorded.
    pub at: Instant,
    /// The days that were asked; of older records those that count.
    pub asked: DaySpan,
    /// The leave that counts by the rules, where some does.
    pub taken: Option<(LeaveId, DaySpan)>,
}

impl CameLate {
    /// The days asked for that are no leave, in runs.
    pub fn missing(&self, leave: &[LeaveSpan]) -> Vec<DaySpan> {
        let given = |day: Day| leave.iter().any(|l| l.days.from <= day && day <= l.days.to);
        let mut runs: Vec<DaySpan> = Vec::new();
        let mut day = self.asked.from;
        while day <= self.asked.to {
            if !given(day) {
                match runs.last_mut().filter(|run| run.to.next() == day) {
                    Some(run) => run.to = day,
                    None => runs.push(DaySpan { from: day, to: day }),
                }
            }
            day = day.next();
        }
        runs
    }
}

/// The leaves in a player's record, in one tournament, that came late and wait for the
/// arbiter's word.
pub fn late_leaves(
    record: &[Recorded<PlayerEntry>],
    profile: Profile,
    zone: Zone,
) -> Vec<CameLate> {
    let marked = Article::LeaveAnnounced.number(profile);
    let dead = crate::record::revoked_entries(record);
    let counts = |e: &&Recorded<PlayerEntry>| !dead.contains(&e.id);
    let standing: Vec<&Recorded<PlayerEntry>> = record.iter().filter(counts).collect();
    let mut found: Vec<CameLate> = Vec::new();
    // Which message asked for the newest of them: another one's leave is none of its days,
    // although both came within a second.
    let mut asked_by = None;
    for entry in standing {
        match entry.event {
            PlayerEvent::LeaveAsked { from, to } => {
                asked_by = Some(entry.cause);
                found.push(CameLate {
                    at: entry.at,
                    asked: DaySpan { from, to },
                    taken: None,
                });
            }
            PlayerEvent::LeaveTaken {
                leave,
                from,
                to,
                granted: false,
            } => {
                let days = DaySpan { from, to };
                // The server rules have one number for all of leave: there the day tells.
                let late = entry.grounds.as_deref() == Some(marked) && zone.day(entry.at) >= from;
                let is_its = |l: &&mut CameLate| {
                    let within = l.asked.from <= from && to <= l.asked.to;
                    l.at == entry.at && asked_by == Some(entry.cause) && within
                };
                let asked = found.last_mut().filter(is_its);
                match asked {
                    Some(asked) => asked.taken = asked.taken.or(Some((leave, days))),
                    // Older records do not tell what was asked.
                    None if late => found.push(CameLate {
                        at: entry.at,
                        asked: days,
                        taken: Some((leave, days)),
                    }),
                    None => {}
                }
            }
            PlayerEvent::LeaveEnded { leave, to } if !entry.cause.is_order() => {
                for late in &mut found {
                    if let Some((id, days)) = &mut late.taken
                        && *id == leave
                    {
                        days.to = to;
                        late.asked.to = late.asked.to.min(to);
                    }
                }
                found.retain(|l| l.asked.from <= l.asked.to);
            }
            // A word about one says nothing of another.
            PlayerEvent::LeaveTaken {
                from,
                to,
                granted: true,
                ..
            } => found.retain(|l| to < l.asked.from || l.asked.to < from),
            PlayerEvent::LeaveKept { from, to } => {
                found.retain(|l| l.asked != DaySpan { from, to });
            }
            PlayerEvent::LeaveEnded { leave, .. } => {
                found.retain(|l| l.taken.is_none_or(|(id, _)| id != leave));
            }
            PlayerEvent::Corrected { .. }
            | PlayerEvent::AddressChanged { .. }
            | PlayerEvent::PostalChanged
            | PlayerEvent::WithdrawalAsked
            | PlayerEvent::AccessLost { .. }
            | PlayerEvent::ReportAsked { .. }
            | PlayerEvent::Reported { .. }
            | PlayerEvent::Revoked { .. }
            | PlayerEvent::Wished { .. }
            | PlayerEvent::StyleChosen { .. } => {}
            PlayerEvent::Withdrawn { .. }
            | PlayerEvent::Replaced { .. }
            | PlayerEvent::TookOver { .. } => found.clear(),
        }
    }
    found
}

/// An order about a player: in each tournament an entry with its article and reason,
/// and the letters that tell of it.
pub(crate) fn ordered(
    case: &LeaveCase,
    (article, reason): (Article, &str),
    now: Instant,
    decide: impl Fn(&LeaveAccount) -> (PlayerEvent, NamedDecision),
) -> Ruling {
    let announced = Announced {
        dispatch: Dispatch::at(now),
        now,
        cause: Cause::Order,
    };
    let mut ruling = Ruling::default();
    for account in &case.accounts {
        let (event, decision) = decide(account);
        let mut entry = case.entry(account, event, article, announced);
        entry.note = reason.to_owned();
        ruling.player_entries.push(entry);
        let notices = told(case, account, &decision, article, reason);
        ruling.notices.extend(notices);
    }
    ruling
}

/// A decision about leave, told to the player, his opponents and the arbiter.
pub fn told(
    case: &LeaveCase,
    account: &LeaveAccount,
    decision: &NamedDecision,
    article: Article,
    reason: &str,
) -> Vec<Notice> {
    let [_, protest_days] = account.regulations.protest_days;
    let body = Body::Ruling {
        decision: decision.clone(),
        reason: reason.to_owned(),
        article: article.number(account.profile).to_owned(),
        protest_days,
    };
    let players = std::iter::once(case.player).chain(account.opponents.iter().copied());
    players
        .map(Recipient::Player)
        .chain([Recipient::Arbiter])
        .map(|to| {
            let mut notice = Notice::new(to, body.clone());
            notice.tournament = Some(account.tournament);
            notice
        })
        .collect()
}
