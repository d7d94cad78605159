//! The digest: the arbiter's day by mail. Sent when what waits for him has changed;
//! once a week at most where only what is to come has.

use super::alone::Robot;
use super::desk::Desk;
use super::inquiry::{seen_by, today_of};
use super::office;
use crate::arbiter::notice::{ArchiveHead, TodayComing, TodayMatter};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::TournamentId;
use crate::language::Language;
use crate::report::today::{ToCome, Today, Waiting, mail_form, term, then};
use crate::store::{TournamentRow, TournamentStatus, hash};
use crate::time::Day;

/// How far the digest looks ahead, and how often it is sent for that alone, in days.
const WEEK: i64 = 7;

/// Most things to come that one digest lists.
const MOST_COMING: usize = 60;

impl Robot {
    /// Writes each arbiter his day, where that is not what the last digest said. Tells
    /// how many digests were written.
    pub(super) fn digests(&mut self) -> Result<u32, Failure> {
        self.alone(Robot::digests_of_all)
    }

    fn digests_of_all(&mut self) -> Result<u32, Failure> {
        self.count_matters()?;
        let mut written = 0;
        for row in self.store.read().tournament_list()? {
            let rows = std::slice::from_ref(&row);
            let today = today_of(self.store.read(), rows, self.now, WEEK)?;
            // Before it begins entries wait (29.4), and nothing else is written about.
            let entries = today.waiting.iter().any(|w| w.matter.what == "entry");
            if row.status == TournamentStatus::Planned && !entries {
                continue;
            }
            written += u32::from(self.digest(&row, &today)?);
        }
        Ok(written)
    }

    fn digest(&mut self, row: &TournamentRow, today: &Today) -> Result<bool, Failure> {
        let facts = &row.facts;
        let code = &facts.code;
        let day = facts.zone.day(self.now);
        let matters: Vec<_> = today.waiting.iter().map(|w| &w.matter).collect();
        let matters = of(&format!("{matters:?}"));
        let coming: Vec<_> = today
            .to_heed()
            .map(|c| (&c.game, c.kind, c.day, &c.name))
            .collect();
        let coming = of(&format!("{coming:?}"));
        let keys = ["digest", "digest-week", "digest-day"].map(|key| format!("{key}:{code}"));
        let [matters_key, coming_key, day_key] = &keys;
        let view = self.store.read();
        let before = view.meta_get(matters_key)?;
        let changed = match &before {
            Some(before) => *before != matters,
            None => !today.waiting.is_empty(),
        };
        let last = view.meta_get(day_key)?;
        let last = last.as_deref().and_then(Day::parse);
        let last = last.or(row.started.map(|at| facts.zone.day(at)));
        let weekly = row.status == TournamentStatus::Started
            && today.to_heed().next().is_some()
            && view.meta_get(coming_key)?.as_ref() != Some(&coming)
            && last.is_none_or(|last| day.since(last) >= WEEK);
        if !changed && !weekly {
            return Ok(false);
        }
        // What was recorded up to now, and vouched for by whoever keeps this letter.
        let archive = self.archive_head();
        // That nothing waits any more is no news for a letter of its own.
        let sends = weekly || !today.waiting.is_empty();
        self.batch(|desk| {
            desk.tx.meta_set(matters_key, &matters)?;
            if !sends {
                return Ok(());
            }
            desk.tx.meta_set(coming_key, &coming)?;
            desk.tx.meta_set(day_key, &day.to_string())?;
            let reader = office::reader(facts, Recipient::Arbiter, desk.now);
            let language = reader.and_then(|(holder, _)| holder.who.language);
            let today = match reader {
                Some((holder, _)) => &seen_by(**desk.tx, today.clone(), &holder.who.email)?,
                None => today,
            };
            let body = body(today, language.unwrap_or(facts.language), archive);
            let notice = Notice::new(Recipient::Arbiter, body).of_tournament(facts.id);
            let ruling = Ruling::telling(vec![notice]);
            desk.record(ruling, None, None)
        })?;
        Ok(sends)
    }

    /// Games of an older database whose matters nobody has counted are counted.
    fn count_matters(&mut self) -> Result<(), Failure> {
        let view = self.store.read();
        let mut uncounted = Vec::new();
        for row in view.tournament_list()? {
            let games = view.games_with_matters(row.facts.id)?;
            uncounted.extend(games.iter().filter(|g| g.matters.is_none()).map(|g| g.id));
        }
        if uncounted.is_empty() {
            return Ok(());
        }
        self.batch(|desk| uncounted.iter().try_for_each(|id| desk.save(*id)))
    }
}

/// What is open in a tournament and what comes, as a digest says it: for who directs it from
/// now on. `None`: nothing is.
pub(super) fn open_in(desk: &Desk<'_>, id: TournamentId) -> Result<Option<Body>, Failure> {
    let Some(row) = desk.tx.tournament_load_id(id)? else {
        return Ok(None);
    };
    let today = today_of(**desk.tx, std::slice::from_ref(&row), desk.now, WEEK)?;
    let today = seen_by(**desk.tx, today, &row.facts.arbiter.email)?;
    let open = !today.waiting.is_empty() || !today.coming.is_empty();
    let language = row.facts.arbiter.language.unwrap_or(row.facts.language);
    Ok(open.then(|| body(&today, language, None)))
}

/// What a digest says, as a value to compare with the next one's.
fn of(text: &str) -> String {
    let bytes = hash(text.as_bytes());
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn body(today: &Today, language: Language, archive: Option<ArchiveHead>) -> Body {
    let today = &today.gathered();
    let more = today.to_heed().count().saturating_sub(MOST_COMING);
    Body::Today {
        matters: today.to_do().map(|w| matter(w, language)).collect(),
        settling: today.running_out().map(|w| matter(w, language)).collect(),
        coming: today
            .to_heed()
            .take(MOST_COMING)
            .map(|c| to_come(c, language))
            .collect(),
        more: u32::try_from(more).unwrap_or(u32::MAX),
        days: today.days,
        strangers: today.unknown_senders,
        archive,
    }
}

fn matter(waiting: &Waiting, language: Language) -> TodayMatter {
    let matter = &waiting.matter;
    let orders: Vec<String> = matter
        .commands
        .iter()
        .filter_map(|c| mail_form(c))
        .collect();
    let console = matter.commands.iter().filter(|c| mail_form(c).is_none());
    TodayMatter {
        game: matter.game.as_ref().map(ToString::to_string),
        what: matter.what.clone(),
        article: matter.article.clone(),
        term: term(waiting, language),
        settles: matter.settles,
        comes_back: matter.comes_back,
        about: matter.about.join(" – "),
        note: matter.note(language),
        orders,
        console: console.map(|c| format!("postchess {c}")).collect(),
    }
}

fn to_come(coming: &ToCome, language: Language) -> TodayComing {
    TodayComing {
        day: coming.day,
        game: coming.game.as_ref().map(ToString::to_string),
        name: coming.name.clone(),
        side: coming.side,
        then: then(language, coming.kind),
        article: coming.kind.article(coming.profile).to_owned(),
    }
}
