//! Codes. What does not pass waits for one, and so does what a player cannot take
//! back: a new address, a withdrawal. The code goes to the registered address
//! only ([`super::asking`]); a yes to it in a person's own text confirms (CONTRACT.md 4).

use super::asking::{MOST_CODES, Party, is_letter};
use super::desk::{Desk, Settled};
use super::identity::{Signs, Which};
use super::intake::{LetterEvent, settle};
use crate::arbiter::notice::{CodeTerms, CodeTrouble, OpenMatter};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::compose::fresh_code;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::letter::Letter;
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::request::confirm::{CodeReply, codes_in, holds_some_code, reply_to};
use crate::request::{GameRequest, Request, Understanding};
use crate::store::{Challenge, NewChallenge, Pending, PlayerRow, hash};
use crate::time::{Instant, Zone};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How long a code holds, in seconds: three days (CONTRACT.md 4).
pub(super) const HOLDS: i64 = 3 * 86_400;

/// Letters under one address that wait for a code: of more the arbiter is told.
pub(super) const MANY: usize = 3;

/// What waits for a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(super) enum CodeAsked {
    /// The letter.
    Letter,
    /// The letter, which came from another address than the registered one.
    Elsewhere,
    /// Another address.
    Address {
        /// Which.
        new: String,
    },
    /// A withdrawal.
    Withdrawal {
        /// From which tournament.
        tournament: TournamentId,
    },
}

impl Desk<'_> {
    /// Keeps a letter that does not pass, with a code of its own, which the next list
    /// tells the registered address.
    pub(super) fn hold(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        understanding: &Understanding,
        (player, asked): (&PlayerRow, &CodeAsked),
        signs: &Signs,
    ) -> Result<Settled, Failure> {
        let why = match asked {
            CodeAsked::Elsewhere => "not from the registered address",
            CodeAsked::Letter | CodeAsked::Address { .. } | CodeAsked::Withdrawal { .. } => {
                "neither a fresh token nor a verified sender"
            }
        };
        let unverified = |what: &str| {
            let note = format!("{why}; {what}");
            Ok(Settled::of(Verdict::Unverified, &note))
        };
        let open = self.codes_waiting(&Party::Player(player))?;
        if open.iter().any(|c| c.inbound == Some(pending.id)) {
            return unverified("its code is out");
        }
        if let Some(twin) = self.twin_of(pending, letter, &open)? {
            return unverified(&format!("the same as {twin}, for which a code is out"));
        }
        let named = understanding.sections.iter().find_map(|s| s.game.as_ref());
        let game = match self.which_game(player.id, signs, understanding, named)? {
            Which::Game(id) => Some(id),
            Which::Ask(_) => None,
            // Nothing in it could be done: who wrote it need not prove that he did.
            Which::HandedOn(id) if asks_only_of_games(understanding) => {
                let body = self.taken_over(id, player.id)?;
                let who = (pending, letter, player);
                self.answer(body, who, None)?;
                let note = match self.silenced.take() {
                    Some(limit) => {
                        format!("another plays on; the answer is owed: {limit} is reached")
                    }
                    None => "another plays on with the game".to_owned(),
                };
                return Ok(Settled::of(Verdict::NoGame, &note));
            }
            Which::HandedOn(_) => None,
        };
        if open.len() >= MANY {
            self.tell_of_flood(player, pending.id)?;
        }
        let about = match game {
            Some(id) => Some((id, self.game(id)?.ply())),
            None => None,
        };
        self.keep_code(asked, (Some(player.id), &player.email), pending.id, about)?;
        unverified("a code goes to the registered address")
    }

    /// Makes a code for a letter that waits; a list will tell it.
    pub(super) fn keep_code(
        &mut self,
        asked: &CodeAsked,
        (player, address): (Option<PlayerId>, &str),
        inbound: InboundId,
        about: Option<(GameId, u32)>,
    ) -> Result<(), Failure> {
        let code = fresh_code().map_err(Failure::failed)?;
        self.tx.challenge_add(
            &NewChallenge {
                code: &code,
                player,
                address,
                inbound: Some(inbound),
                what: &serde_json::to_string(asked).map_err(Failure::failed)?,
                until: self.now.plus_seconds(HOLDS),
                told: false,
                about,
            },
            self.now,
        )?;
        Ok(())
    }

    /// Another letter that waits and is the same: it was sent again.
    pub(super) fn twin_of(
        &self,
        pending: &Pending,
        letter: &Letter,
        open: &[Challenge],
    ) -> Result<Option<InboundId>, Failure> {
        let mut twins = self
            .tx
            .inbound_same_content(pending.content_hash, pending.id)?;
        if let (Some(id), Some(from)) = (&letter.message_id, letter.from.first()) {
            let own = hash(letter.own_text.as_bytes());
            let same = self.tx.inbound_same_message(id, from, pending.id)?;
            twins.extend(same.into_iter().filter(|t| t.text_hash == Some(own)));
        }
        let waits = |id: InboundId| open.iter().any(|c| c.inbound == Some(id));
        Ok(twins.into_iter().map(|t| t.id).find(|id| waits(*id)))
    }

    /// Makes a code for what waits, and stores it.
    pub(super) fn code(
        &mut self,
        asked: &CodeAsked,
        player: &PlayerRow,
        inbound: InboundId,
    ) -> Result<CodeTerms, Failure> {
        let code = fresh_code().map_err(Failure::failed)?;
        let until = self.now.plus_seconds(HOLDS);
        self.tx.challenge_add(
            &NewChallenge {
                code: &code,
                player: Some(player.id),
                address: &player.email,
                inbound: Some(inbound),
                what: &serde_json::to_string(asked).map_err(Failure::failed)?,
                until,
                told: true,
                about: None,
            },
            self.now,
        )?;
        let zone = self.zone_of(player)?;
        let clock = zone.clock(until);
        Ok(CodeTerms {
            code,
            until: zone.day(until),
            at: clock.split_once(' ').map_or("", |(_, at)| at).to_owned(),
            zone: zone.name().to_owned(),
        })
    }

    /// The zone of the player's newest running tournament.
    pub(super) fn zone_of(&self, player: &PlayerRow) -> Result<Zone, Failure> {
        match self.running_tournaments(player.id)?.last() {
            Some(id) => Ok(self.tx.tournament_facts(*id)?.zone),
            None => Ok(Zone::utc()),
        }
    }

    /// A letter that answers a code is settled here; `None`: it holds none. Whoever
    /// reads the registered mailbox knows the code: no token is asked for.
    pub(super) fn answer_code(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        player: &PlayerRow,
        believed: bool,
    ) -> Result<Option<Settled>, Failure> {
        let party = Party::Player(player);
        let found = self.codes_said(letter, &party)?;
        let who = (pending, letter, player);
        if found.is_empty() {
            if !holds_some_code(&letter.own_text) {
                return Ok(None);
            }
            return self.refuse(CodeTrouble::Unknown, who, believed).map(Some);
        }
        if self.is_copied(&found, &party)? {
            return self.refuse(CodeTrouble::Copied, who, believed).map(Some);
        }
        let mut done: Option<Settled> = None;
        let mut told: BTreeSet<CodeTrouble> = BTreeSet::new();
        for (challenge, reply) in found {
            // What was set aside by the one before is known only now.
            let challenge = self
                .tx
                .challenge_find(&challenge.code)?
                .unwrap_or(challenge);
            let one = match trouble_with(&challenge, reply, pending.arrived, &party.address()) {
                Some(trouble) if !told.insert(trouble) => continue,
                Some(trouble) => self.refuse(trouble, who, believed)?,
                None => self.settle_code(&challenge, reply, who, believed)?,
            };
            done = Some(match done {
                None => one,
                Some(before) => before.and(one),
            });
        }
        Ok(done)
    }

    /// The codes of a party that a letter holds, the newest first, each with what is
    /// said to it. Beside one that is answered, those that stand there without a yes or
    /// a no mean nothing: a quotation without its marks holds them too.
    pub(super) fn codes_said(
        &self,
        letter: &Letter,
        party: &Party<'_>,
    ) -> Result<Vec<(Challenge, CodeReply)>, Failure> {
        let mut found: Vec<(Challenge, CodeReply)> = Vec::new();
        for code in codes_in(&letter.own_text) {
            let Some(challenge) = self.tx.challenge_find(&code)? else {
                continue;
            };
            let own = match party {
                Party::Player(player) => challenge.player == Some(player.id),
                Party::Office(office) => {
                    challenge.player.is_none() && challenge.address == office.address()
                }
            };
            if let (true, Some(reply)) = (own, reply_to(&letter.own_text, &code)) {
                found.push((challenge, reply));
            }
        }
        found.sort_by_key(|(c, _)| std::cmp::Reverse(c.id));
        match found.iter().any(|(_, reply)| *reply != CodeReply::Unclear) {
            true => found.retain(|(_, reply)| *reply != CodeReply::Unclear),
            false => found.truncate(1),
        }
        Ok(found)
    }

    /// Whether a letter says yes to every code of a list of ours that has several: a
    /// machine that sends the codes back.
    pub(super) fn is_copied(
        &self,
        found: &[(Challenge, CodeReply)],
        party: &Party<'_>,
    ) -> Result<bool, Failure> {
        let yes = found.iter().filter(|(_, reply)| *reply == CodeReply::Yes);
        let yes: BTreeSet<i64> = yes.map(|(c, _)| c.id).collect();
        if yes.len() < 2 {
            return Ok(false);
        }
        let all = self.codes_of(party)?;
        let lists = found
            .iter()
            .filter_map(|(c, _)| Some((c.told_in?, c.told?)));
        let lists: BTreeSet<(i64, Instant)> = lists.collect();
        Ok(lists.iter().any(|(list, at)| {
            let stood = |c: &&Challenge| {
                is_letter(c)
                    && c.told_in.is_some_and(|told| told <= *list)
                    && c.until >= *at
                    && c.used.is_none_or(|used| used >= *at)
            };
            let mut listed = all.iter().filter(stood).peekable();
            listed.peek().is_some() && listed.all(|c| yes.contains(&c.id))
        }))
    }

    /// Does what was asked with a code, or drops it.
    fn settle_code(
        &mut self,
        challenge: &Challenge,
        reply: CodeReply,
        who: (&Pending, &Letter, &PlayerRow),
        believed: bool,
    ) -> Result<Settled, Failure> {
        let (pending, _, _) = who;
        let yes = reply == CodeReply::Yes;
        match (asked(challenge), challenge.inbound) {
            (Some(CodeAsked::Letter | CodeAsked::Elsewhere), Some(held)) => {
                let waits = self.tx.inbound_show(held)?;
                if waits.is_none_or(|m| m.verdict != Some(Verdict::Unverified)) {
                    return self.refuse(CodeTrouble::Used, who, believed);
                }
                self.tx.challenge_use(challenge.id, self.now)?;
                match yes {
                    true => self.let_through(held, pending.id),
                    false => self.disown(held, who),
                }
            }
            (Some(CodeAsked::Letter | CodeAsked::Elsewhere), None) | (None, _) => {
                self.refuse(CodeTrouble::Unknown, who, believed)
            }
            (Some(CodeAsked::Address { new }), _) => {
                self.tx.challenge_use(challenge.id, self.now)?;
                match yes {
                    true => self.change_address(&new, who),
                    false => self.drop_request(false, who),
                }
            }
            (Some(CodeAsked::Withdrawal { tournament }), by) => {
                self.tx.challenge_use(challenge.id, self.now)?;
                match yes {
                    true => self.pass_on_withdrawal(tournament, by.unwrap_or(pending.id), who),
                    false => self.drop_request(true, who),
                }
            }
        }
    }

    /// Processes a letter that waited, as if it had been believed when it came: with
    /// its own arrival and dispatch, on the game as it stands.
    pub(super) fn let_through(
        &mut self,
        held: InboundId,
        by: InboundId,
    ) -> Result<Settled, Failure> {
        let Some(pending) = self.tx.inbound_again(held)? else {
            return Err(Failure::failed(format!("message {held} is not there")));
        };
        self.known.insert(held);
        let outer = self.confirmed.replace(held);
        let done = self.process(&pending);
        self.confirmed = outer;
        self.known.remove(&held);
        let mut done = done?;
        let confirmed = format!("confirmed by letter {by}");
        done.note = match done.note.is_empty() {
            true => confirmed,
            false => format!("{}; {confirmed}", done.note),
        };
        settle(self.tx, &pending, &done)?;
        self.also.push(LetterEvent::of(held, &done));
        Ok(Settled {
            games: done.games,
            ..Settled::of(
                Verdict::Command,
                &format!("confirmed letter {held}: {}", done.verdict),
            )
        })
    }

    /// The letter is not his: it stays aside, and the arbiter learns of it.
    fn disown(
        &mut self,
        held: InboundId,
        who: (&Pending, &Letter, &PlayerRow),
    ) -> Result<Settled, Failure> {
        let (pending, _, player) = who;
        let note = format!("disowned by letter {}", pending.id);
        self.tx.inbound_note(held, &note)?;
        self.answer(Body::LetterDisowned, who, None)?;
        let happened = Happened::Forged {
            letter: held,
            name: player.name.clone(),
        };
        self.tell_arbiters(player, "forged-letter", held, &happened)?;
        Ok(Settled::of(
            Verdict::Command,
            &format!("disowned letter {held}"),
        ))
    }

    /// A withdrawal that waits for a code is dropped: who does not play any more
    /// cannot leave, and his word must not take another out.
    pub(super) fn drop_withdrawal(
        &mut self,
        player: PlayerId,
        from: TournamentId,
    ) -> Result<(), Failure> {
        let waits = Some(CodeAsked::Withdrawal { tournament: from });
        for code in self.tx.challenges_of_player(player, MOST_CODES)? {
            if code.used.is_none() && asked(&code) == waits {
                self.tx.challenge_use(code.id, self.now)?;
            }
        }
        Ok(())
    }

    /// No to what waited for a code: nothing changes.
    pub(super) fn drop_request(
        &mut self,
        withdrawal: bool,
        who: (&Pending, &Letter, &PlayerRow),
    ) -> Result<Settled, Failure> {
        self.answer(Body::RequestDropped { withdrawal }, who, None)?;
        Ok(Settled::of(Verdict::Command, "dropped what waited"))
    }

    /// A code that is not taken: said, and nothing happens.
    fn refuse(
        &mut self,
        why: CodeTrouble,
        who: (&Pending, &Letter, &PlayerRow),
        believed: bool,
    ) -> Result<Settled, Failure> {
        self.answer(Body::CodeRefused { why }, who, None)?;
        let verdict = match believed {
            true => Verdict::NotUnderstood,
            false => Verdict::Unverified,
        };
        let what = match why {
            CodeTrouble::Unknown => "an unknown code",
            CodeTrouble::Expired => "a code that does not hold any more",
            CodeTrouble::Used => "a code that was used before",
            CodeTrouble::Unclear => "a code with neither yes nor no",
            CodeTrouble::Aside => "a code of a letter that was set aside",
            CodeTrouble::Copied => "all codes of a list at once",
        };
        let note = match self.silenced.take() {
            Some(limit) => format!("{what}; the answer is owed: {limit} is reached"),
            None => what.to_owned(),
        };
        Ok(Settled::of(verdict, &note))
    }

    /// One letter to the registered address, as an answer.
    pub(super) fn answer(
        &mut self,
        body: Body,
        (pending, letter, player): (&Pending, &Letter, &PlayerRow),
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        let notice = Notice::new(Recipient::Player(player.id), body);
        let ruling = Ruling {
            notices: vec![notice],
            ..Ruling::default()
        };
        let answered = (pending.id, letter.message_id.clone(), Some(player.id));
        self.record(ruling, game, Some(answered))
    }

    /// More letters wait than may: each arbiter of the player is told once a day.
    fn tell_of_flood(&mut self, player: &PlayerRow, last: InboundId) -> Result<(), Failure> {
        let key = format!("unconfirmed:{}", player.id);
        let today = Zone::utc().day(self.now).to_string();
        if self.tx.meta_get(&key)?.as_deref() == Some(&today) {
            return Ok(());
        }
        self.tx.meta_set(&key, &today)?;
        let happened = Happened::Unconfirmed {
            count: MANY,
            last,
            name: player.name.clone(),
        };
        self.tell_arbiters(player, "unconfirmed", last, &happened)
    }

    /// Tells the arbiters of the tournaments a player plays in.
    fn tell_arbiters(
        &mut self,
        player: &PlayerRow,
        what: &str,
        message: InboundId,
        happened: &Happened,
    ) -> Result<(), Failure> {
        let mut ruling = Ruling::default();
        for tournament in self.running_tournaments(player.id)? {
            let language = self.tx.tournament_facts(tournament)?.language;
            let matter = OpenMatter {
                game: None,
                what: what.to_owned(),
                article: String::new(),
                until: None,
                command: format!("postchess inbox show {message}"),
                note: told(language, happened),
            };
            let body = Body::Digest {
                matters: vec![matter],
            };
            let mut notice = Notice::new(Recipient::Arbiter, body);
            notice.tournament = Some(tournament);
            ruling.notices.push(notice);
        }
        self.record(ruling, None, None)
    }
}

/// Whether a letter asks for nothing but moves and the like: a protest is heard also
/// of one who does not play any more.
fn asks_only_of_games(understanding: &Understanding) -> bool {
    let mut all = understanding.sections.iter().flat_map(|s| &s.requests);
    all.all(|r| match r {
        Request::Game(GameRequest::Protest { .. }) | Request::Player(_) => false,
        Request::Game(_) => true,
    })
}

/// What a code is for; `None` for what an older or newer program wrote.
pub(super) fn asked(challenge: &Challenge) -> Option<CodeAsked> {
    serde_json::from_str(&challenge.what).ok()
}

/// Why a code cannot be taken; `None`: it can.
pub(super) fn trouble_with(
    challenge: &Challenge,
    reply: CodeReply,
    arrived: Instant,
    address: &str,
) -> Option<CodeTrouble> {
    if challenge.used.is_some() {
        Some(CodeTrouble::Used)
    } else if challenge.aside_by.is_some() {
        Some(CodeTrouble::Aside)
    } else if arrived > challenge.until || challenge.address != address {
        Some(CodeTrouble::Expired)
    } else {
        (reply == CodeReply::Unclear).then_some(CodeTrouble::Unclear)
    }
}
