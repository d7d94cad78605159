//! What a player asks about himself and has to confirm with a code: another
//! address, a withdrawal.

use super::challenge::CodeAsked;
use super::desk::{Desk, Settled};
use super::identity::is_robot;
use crate::arbiter::notice::AddressTrouble;
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::letter::Letter;
use crate::record::{Cause, PlayerEntry, PlayerEvent};
use crate::rules::{Article, Profile};
use crate::store::{Pending, PlayerRow, address_key};
use crate::tournament::address::check_address;

impl Desk<'_> {
    /// ADDRESS: a code to the registered address, or why not.
    pub(super) fn ask_address(
        &mut self,
        player: PlayerId,
        new: &str,
        inbound: InboundId,
    ) -> Result<Ruling, Failure> {
        let player = self.player(player)?;
        let (body, note) = match self.address_trouble(&player, new)? {
            Some(why) => (Body::AddressRefused { why }, "the address was refused"),
            None => {
                let new = new.to_owned();
                let asked = CodeAsked::Address { new: new.clone() };
                let terms = self.code(&asked, &player, inbound)?;
                let body = Body::AddressAsked { new, terms };
                (body, "a new address, to be confirmed by a code")
            }
        };
        let notice = Notice::new(Recipient::Player(player.id), body);
        Ok(Ruling {
            notices: vec![notice],
            verdict: Some(Verdict::Command),
            note: note.to_owned(),
            ..Ruling::default()
        })
    }

    /// Why an address cannot be registered for a player.
    pub(super) fn address_trouble(
        &self,
        player: &PlayerRow,
        new: &str,
    ) -> Result<Option<AddressTrouble>, Failure> {
        if check_address(new).is_err() {
            return Ok(Some(AddressTrouble::Malformed));
        }
        if is_robot(new, &self.robot_address) {
            return Ok(Some(AddressTrouble::Robot));
        }
        if address_key(new) == address_key(&player.email) {
            return Ok(Some(AddressTrouble::Same));
        }
        let taken = self.tx.player_by_address(new)?;
        Ok(taken.map(|_| AddressTrouble::Taken))
    }

    /// The new address was confirmed from the old one.
    pub(super) fn change_address(
        &mut self,
        new: &str,
        who: (&Pending, &Letter, &PlayerRow),
    ) -> Result<Settled, Failure> {
        let (pending, _, player) = who;
        // What was free when it was asked for may be another's by now.
        if let Some(why) = self.address_trouble(player, new)? {
            self.answer(Body::AddressRefused { why }, who, None)?;
            return Ok(Settled::of(Verdict::Command, "the address was refused"));
        }
        let cause = Cause::Letter(pending.id);
        self.register_address(player, new, cause, "")?;
        Ok(Settled::of(Verdict::Command, "the address was changed"))
    }

    /// Registers an address; the player is told at both, and his arbiters.
    pub(super) fn register_address(
        &mut self,
        player: &PlayerRow,
        new: &str,
        cause: Cause,
        reason: &str,
    ) -> Result<(), Failure> {
        let body = |old| Body::AddressChanged {
            name: player.name.clone(),
            player: player.id,
            old,
            ordered: cause.is_order(),
            reason: reason.to_owned(),
        };
        let me = Recipient::Player(player.id);
        // Drafted while the old address is still the registered one.
        let farewell = Ruling {
            notices: vec![Notice::new(me, body(true))],
            ..Ruling::default()
        };
        self.record(farewell, None, None)?;
        let tournaments = self.running_tournaments(player.id)?;
        let profile = match tournaments.first() {
            Some(id) => self.tx.tournament_facts(*id)?.profile,
            None => Profile::Email,
        };
        let entry = PlayerEntry {
            at: self.now,
            player: player.id,
            tournament: None,
            event: PlayerEvent::AddressChanged {
                old: player.email.clone(),
                new: new.to_owned(),
            },
            grounds: Some(Article::AddressChange.number(profile).to_owned()),
            cause,
            note: reason.to_owned(),
        };
        let mut ruling = Ruling {
            notices: vec![Notice::new(me, body(false))],
            player_entries: vec![entry],
            note: "the address was changed".to_owned(),
            ..Ruling::default()
        };
        for tournament in tournaments {
            let mut notice = Notice::new(Recipient::Arbiter, body(false));
            notice.tournament = Some(tournament);
            ruling.notices.push(notice);
        }
        self.record(ruling, None, None)
    }

    /// WITHDRAW: a code that names all games of the tournament; where the letter is
    /// believed by its token alone, one word answers too. `None`: it is not clear which
    /// tournament is meant.
    pub(super) fn ask_withdrawal(
        &mut self,
        player: PlayerId,
        about: Option<GameId>,
        (inbound, one_word): (InboundId, bool),
    ) -> Result<Option<Ruling>, Failure> {
        let Some(tournament) = self.tournament_meant(player, about)? else {
            return Ok(None);
        };
        let entries = self.tx.player_tournaments(player)?;
        // Another plays on there: nobody can leave for him.
        if entries
            .iter()
            .any(|e| e.tournament == tournament && e.replaced.is_some())
        {
            return Ok(None);
        }
        let player = self.player(player)?;
        let asked = CodeAsked::Withdrawal { tournament };
        let terms = self.code(&asked, &player, inbound)?;
        if one_word {
            self.ask_back_withdrawal(player.id, inbound, tournament)?;
        }
        let body = Body::WithdrawalAsked {
            one_word,
            tournament: self.tx.tournament_facts(tournament)?.code.clone(),
            games: self.unfinished(player.id, tournament)?,
            terms,
        };
        let notice = Notice::new(Recipient::Player(player.id), body);
        Ok(Some(Ruling {
            notices: vec![notice],
            verdict: Some(Verdict::Command),
            note: "a withdrawal, to be confirmed by a code".to_owned(),
            ..Ruling::default()
        }))
    }

    /// The tournament of a game named in the letter; else the only one in which the
    /// player has games to play.
    fn tournament_meant(
        &self,
        player: PlayerId,
        about: Option<GameId>,
    ) -> Result<Option<TournamentId>, Failure> {
        if let Some(game) = about {
            return Ok(Some(self.tx.game_facts(game)?.tournament));
        }
        let rows = self.tx.player_games(player, true)?;
        let mut all: Vec<TournamentId> = rows.iter().map(|r| r.tournament).collect();
        all.sort();
        all.dedup();
        match all[..] {
            [only] => Ok(Some(only)),
            _ => Ok(None),
        }
    }

    /// The player's unfinished games in a tournament, by name.
    fn unfinished(
        &self,
        player: PlayerId,
        tournament: TournamentId,
    ) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for row in self.tx.player_games(player, true)? {
            if row.tournament == tournament {
                names.push(self.tx.game_facts(row.id)?.name.to_string());
            }
        }
        Ok(names)
    }

    /// The withdrawal was confirmed: it is a matter for the arbiter from now on.
    pub(super) fn pass_on_withdrawal(
        &mut self,
        tournament: TournamentId,
        asked: InboundId,
        who: (&Pending, &Letter, &PlayerRow),
    ) -> Result<Settled, Failure> {
        let (pending, letter, player) = who;
        let facts = self.tx.tournament_facts(tournament)?;
        let (code, profile) = (facts.code.clone(), facts.profile);
        let entries = self.tx.player_tournaments(player.id)?;
        let number = entries
            .iter()
            .find(|e| e.tournament == tournament)
            .map_or(0, |e| e.start_number);
        let body = Body::WithdrawalPassedOn {
            name: player.name.clone(),
            tournament: code.clone(),
            games: self.unfinished(player.id, tournament)?,
            command: format!(
                "postchess td withdraw {code}:{number} {code} --games lose|adjudicate|annul"
            ),
        };
        let entry = PlayerEntry {
            at: self.now,
            player: player.id,
            tournament: Some(tournament),
            event: PlayerEvent::WithdrawalAsked,
            grounds: Some(Article::Withdrawal.number(profile).to_owned()),
            cause: Cause::Letter(asked),
            note: String::new(),
        };
        let me = Recipient::Player(player.id);
        let mut told = Notice::new(Recipient::Arbiter, body.clone());
        told.tournament = Some(tournament);
        let ruling = Ruling {
            notices: vec![Notice::new(me, body), told],
            player_entries: vec![entry],
            ..Ruling::default()
        };
        let answered = (pending.id, letter.message_id.clone(), Some(player.id));
        self.record(ruling, None, Some(answered))?;
        Ok(Settled::of(
            Verdict::Command,
            "the withdrawal was passed on to the arbiter",
        ))
    }

    pub(super) fn player(&self, id: PlayerId) -> Result<PlayerRow, Failure> {
        let row = self.tx.player_load(id)?;
        row.ok_or_else(|| Failure::failed(format!("player {id} is not there")))
    }
}
