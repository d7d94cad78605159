//! The same season played through a real home: letters as files, a database, the
//! program's own passes. What the core says of it and what the program did must agree.

use super::season::{Happening, KINDS, Season, What, order_in};
use super::table::Ends;
use crate::club::{Club, Mail, PERSONAS, ROBOT};
use crate::reports_of_mail::{back, nobody, report};
use postchess::chess::Side;
use postchess::ids::GameName;
use postchess::record::GameFile;
use postchess::robot::orders::Grounds;
use postchess::time::Instant;

/// A club in which a season is played.
pub struct Home {
    pub club: Club,
    kind: usize,
    /// Every letter of ours with the hour at which it left.
    mails: Vec<(Instant, Mail)>,
    /// How many letters players wrote.
    letters: usize,
}

/// Of so many letters of players one is written by a stranger too, word for word.
const FORGED: usize = 6;

const STRANGER: &str = "somebody@public.example";

impl Home {
    /// Plays a whole season, with its last passes.
    pub fn plays(season: &Season) -> Home {
        let mut home = Home {
            club: KINDS[season.kind].setup().opens(),
            kind: season.kind,
            mails: Vec::new(),
            letters: 0,
        };
        for step in season.steps() {
            home.club.now = step.0;
            match step.1 {
                None => home.pass(),
                Some(happening) => home.happens(happening),
            }
        }
        home
    }

    /// The hour's pass: the mailbox, then the clocks.
    fn pass(&mut self) {
        self.club.polls();
        self.club.ticks();
        let now = self.club.now;
        let mails = self.club.takes_all();
        self.mails.extend(mails.into_iter().map(|m| (now, m)));
    }

    fn happens(&mut self, happening: &Happening) {
        match &happening.what {
            What::Letter {
                game,
                side,
                text,
                sent,
                ..
            } => {
                self.letters += 1;
                let mut writers = vec![self.address(*game, *side)];
                if self.letters.is_multiple_of(FORGED) {
                    writers.insert(0, STRANGER);
                }
                for who in writers {
                    self.club
                        .letter(who)
                        .subject(&format!("[T26/{}]", game + 1))
                        .dated(&sent.to_string())
                        .received(&happening.at.to_string())
                        .says(text)
                        .posts();
                }
            }
            What::Bounce { game, to } => self.returns(*game, *to),
            What::Order { game, order } => {
                self.pass();
                let order = order_in(&name(*game), order);
                // One that does not fit any more is refused, as on the table.
                let grounds = Grounds {
                    anyway: true,
                    ..Grounds::console("", false)
                };
                let _ = self.club.robot().decide(&order, &grounds);
            }
        }
        self.pass();
    }

    fn address(&self, game: usize, side: Side) -> &'static str {
        let (white, black) = KINDS[self.kind].pairs[game];
        let number = if side == Side::White { white } else { black };
        PERSONAS[usize::try_from(number - 1).unwrap()].1
    }

    /// The mail server of a player gives our letter back.
    fn returns(&mut self, game: usize, to: Side) {
        let Some(left) = self.game(game).letter_left() else {
            return;
        };
        let (to, tag) = (self.address(game, to), format!("T26/{}", game + 1));
        let begins = ["move", "rejection", "repeat", "ruling"];
        let mail = self.mails.iter().rev().find(|(at, m)| {
            *at == left
                && m.to == to
                && m.game.as_deref() == Some(&tag)
                && begins.contains(&m.kind.as_str())
        });
        let Some((_, mail)) = mail else {
            return;
        };
        let at = self.club.now.rfc2822();
        let report = report(mail, &back(mail), &nobody(to));
        let report = format!(
            "Received: from mx.example by mx.club.example with ESMTPS id b1;\n\t{at}\n{report}"
        );
        assert!(mail.reply_to != ROBOT);
        self.club.drops(report.replace('\n', "\r\n").as_bytes());
    }

    pub fn game(&mut self, game: usize) -> GameFile {
        let view = self.club.robot().store.read();
        let id = view.game_find(&name(game)).unwrap().unwrap();
        view.game_load(id).unwrap()
    }

    /// 5: every letter has its verdict, what strangers wrote stands counted, and nobody
    /// answered them.
    pub fn nobody_vanished(&mut self) -> Result<(), String> {
        let verdicts = self.club.verdicts();
        let so_many = |name: &str| verdicts.iter().filter(|v| *v == name).count();
        let (pending, unknown) = (so_many("pending"), so_many("unknown-sender"));
        let strangers = self.letters / FORGED;
        if pending > 0 || unknown != strangers {
            return Err(format!(
                "{pending} pending, {unknown} of {strangers} strangers"
            ));
        }
        match self.mails.iter().any(|(_, m)| m.to == STRANGER) {
            true => Err("a stranger is answered".to_owned()),
            false => Ok(()),
        }
    }

    pub fn ends(&mut self) -> Ends {
        let games: Vec<GameFile> = (0..KINDS[self.kind].pairs.len())
            .map(|n| self.game(n))
            .collect();
        Ends::of(&games)
    }
}

fn name(game: usize) -> GameName {
    GameName::parse(&format!("T26/{}", game + 1)).unwrap()
}
