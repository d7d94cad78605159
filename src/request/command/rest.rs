//! What stands behind a command on its line: its arguments, or words that make it unclear.

use super::unclear;
use crate::ids::{GameName, is_code};
use crate::record::Wish;
use crate::request::argument::{is_address, leave, leave_end, opinion, style, warnings};
use crate::request::command_line::{CommandLine, SENTENCE, is_final};
use crate::request::date;
use crate::request::keyword::{Keyword as K, Spelling, is_grave};
use crate::request::{Doubt, GameRequest, PlayerRequest, Request, TextSpan};

/// A command's line from behind its words.
pub(super) struct RestOfLine<'t> {
    pub entry: &'t Spelling,
    /// The whole line, without courtesies.
    pub line: &'t str,
    /// What is behind the command's words.
    pub rest: &'t str,
    /// Where that begins in the line as written.
    pub at: usize,
    /// How many words stand in it.
    pub words_beyond: usize,
    /// The line's place in the text.
    pub span: TextSpan,
}

impl RestOfLine<'_> {
    /// What the line comes to; `None` where it is a sentence that only begins like a command.
    pub(super) fn read(&self) -> Option<CommandLine> {
        let rest = self.rest;
        match self.entry.keyword {
            K::Resign => self.game(GameRequest::Resign),
            K::DrawAccept => self.game(GameRequest::DrawAccept),
            K::DrawDecline => self.game(GameRequest::DrawDecline),
            K::TimeClaim => self.game(GameRequest::TimeClaim),
            K::Repeat => self.game(GameRequest::Repeat),
            K::Status => self.player(PlayerRequest::Status),
            K::Report => self.player(PlayerRequest::Report),
            K::Withdraw => match self
                .code()
                .filter(|c| c.bytes().any(|b| b.is_ascii_digit()))
            {
                Some(code) => self.of_player(PlayerRequest::WithdrawFrom { code }),
                None => self.player(PlayerRequest::Withdraw),
            },
            K::Enter => match self.code() {
                Some(code) => self.of_player(PlayerRequest::Enter { code }),
                None => self.or_unclear(None),
            },
            K::Help => self.player(PlayerRequest::Help),
            K::Draw => self.draw(),
            K::DrawClaim => Some(CommandLine::Claim(self.at, self.at + rest.len())),
            K::Check if self.is_sentence() && !rest.bytes().any(|b| b.is_ascii_digit()) => None,
            K::Check => Some(CommandLine::Check(self.at)),
            K::Protest | K::Appeal | K::Arbiter | K::DeadPosition | K::Abuse => {
                Some(CommandLine::Text(self.entry.keyword, None, self.at))
            }
            K::Correspondence => self.correspondence(),
            K::Opinion => {
                self.or_unclear(opinion(rest).map(|(result, len)| {
                    CommandLine::Text(K::Opinion, Some(result), self.at + len)
                }))
            }
            K::Leave => leave(rest, self.words_beyond, self.span).or_else(|| self.unclear_leave()),
            K::LeaveEnd => leave_end(rest, self.span).or_else(|| self.unclear()),
            K::Address => self.address(),
            K::Opponent => Some(self.opponent()),
            // They are words of every day: beside others they are no command.
            K::Daily | K::AtOnce if !is_final(rest) => None,
            K::Daily => self.wish(Wish::Daily { daily: true }),
            K::AtOnce => self.wish(Wish::Daily { daily: false }),
            K::Mute => self.wish(Wish::Words { mute: true }),
            K::Hear => self.wish(Wish::Words { mute: false }),
            K::Warn => self.or_unclear(warnings(rest, self.span)),
            K::Format => self.or_unclear(style(rest).map(|style| {
                CommandLine::Request(Request::Player(PlayerRequest::Format { style }))
            })),
        }
    }

    /// Whether so much follows that it is a sentence.
    fn is_sentence(&self) -> bool {
        self.words_beyond > SENTENCE
    }

    fn unclear(&self) -> Option<CommandLine> {
        Some(unclear(self.entry, self.line, self.span))
    }

    /// What was read; else a doubt, or nothing where it is a sentence.
    fn or_unclear(&self, read: Option<CommandLine>) -> Option<CommandLine> {
        read.or_else(|| match self.is_sentence() {
            true => None,
            false => self.unclear(),
        })
    }

    fn game(&self, request: GameRequest) -> Option<CommandLine> {
        self.plain(Request::Game(request))
    }

    fn player(&self, request: PlayerRequest) -> Option<CommandLine> {
        self.plain(Request::Player(request))
    }

    /// The code that is all that stands behind the command.
    fn code(&self) -> Option<String> {
        let around = |c: char| c.is_whitespace() || ".,;:!\"'[]()«»".contains(c);
        let code = self.rest.trim_matches(around);
        is_code(code).then(|| code.to_owned())
    }

    fn of_player(&self, request: PlayerRequest) -> Option<CommandLine> {
        Some(CommandLine::Request(Request::Player(request)))
    }

    fn wish(&self, wish: Wish) -> Option<CommandLine> {
        self.player(PlayerRequest::Wish(wish))
    }

    /// A command that has no arguments. One that ends a game is asked about in a sentence too.
    fn plain(&self, request: Request) -> Option<CommandLine> {
        match is_final(self.rest) {
            true => Some(CommandLine::Request(request)),
            false if self.is_sentence() && !is_grave(self.entry.keyword) => None,
            false => self.unclear(),
        }
    }

    /// DRAW, with its question mark or without.
    fn draw(&self) -> Option<CommandLine> {
        let mark = self.rest.trim_start().starts_with('?');
        if mark && is_final(&self.rest.replace('?', "")) {
            Some(CommandLine::Request(Request::Game(GameRequest::DrawOffer)))
        } else if is_final(self.rest) {
            Some(CommandLine::BareDraw)
        } else {
            self.unclear()
        }
    }

    /// CORRESPONDENCE, of the game that is named or the one that the letter is about.
    fn correspondence(&self) -> Option<CommandLine> {
        let around = |c: char| c.is_whitespace() || ".,;:!\"'[]()".contains(c);
        match GameName::parse(self.rest.trim_matches(around)) {
            Some(game) => Some(CommandLine::Request(Request::Game(
                GameRequest::Correspondence { game: Some(game) },
            ))),
            None => self.game(GameRequest::Correspondence { game: None }),
        }
    }

    /// LEAVE without days that can be read: asked about with those that perhaps can.
    fn unclear_leave(&self) -> Option<CommandLine> {
        if self.is_sentence() {
            return None;
        }
        let mut unclear = self.unclear();
        if let Some(CommandLine::Doubt(Doubt::UnclearCommand { perhaps, .. })) = &mut unclear
            && let Ok((days, _)) = date::range(self.rest)
        {
            *perhaps = Some(format!("{} {}", self.entry.shown, days.on_a_line()));
        }
        unclear
    }

    fn address(&self) -> Option<CommandLine> {
        let around = |c: char| c.is_whitespace() || "<>.,;:!\"'()[]«»*".contains(c);
        let address = self.rest.trim_matches(around);
        let address = address.strip_prefix("mailto:").unwrap_or(address);
        self.or_unclear(is_address(address).then(|| {
            let address = address.to_owned();
            CommandLine::Request(Request::Player(PlayerRequest::Address { address }))
        }))
    }

    /// OPPONENT: the words begin behind its colon.
    fn opponent(&self) -> CommandLine {
        let colon = self.rest.find([':', '：']).unwrap_or(0);
        let wide = self.rest.get(colon..).and_then(|r| r.chars().next());
        CommandLine::Words(self.at + colon + wide.map_or(0, char::len_utf8))
    }
}
