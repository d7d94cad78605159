//! What the sentences of a section state that acts on the game. What can be taken back is
//! asked for; what cannot is a doubt that is asked back.

use super::{Draw, SectionReader};
use crate::request::act::{self, Stated};
use crate::request::keyword::line_of;
use crate::request::meaning::SpokenAct;
use crate::request::sentence::Sentence;
use crate::request::{Doubt, GameRequest, GraveAct, PlayerRequest, Request, Standing, TextSpan};
use std::collections::BTreeSet;

impl SectionReader<'_> {
    /// Takes what sentences state that begin before `end`.
    pub(super) fn acts(&mut self, end: usize) {
        if self.ours || !self.checks.is_empty() || self.claim.is_some() {
            return;
        }
        let told = self.sentences.partition_point(|s| s.span.start < end);
        let told = self.sentences.get(..told).unwrap_or(&[]).to_vec();
        let told = self.without_taken_back(told);
        let alone = self.requests.is_empty() && self.builder.is_empty();
        let acts = |s: &Sentence| {
            let said = act::said(std::slice::from_ref(s), alone);
            said.iter().any(|s| s.act != SpokenAct::Withdraw)
        };
        let elsewhere = |s: &&Sentence| {
            act::names_other_games(s) && (acts(s) || acts(&act::without_other_games(s)))
        };
        if let Some(span) = told.iter().find(elsewhere).map(|s| s.span) {
            self.settle_act(span);
            return self.of_other_games(span);
        }
        let said = act::said(&told, alone);
        // A letter that says two things of them has to say it plainly.
        let acts: BTreeSet<SpokenAct> = said.iter().map(|s| s.act).collect();
        if acts.len() > 1 {
            return;
        }
        if let Some(stated) = said.first().filter(|s| !self.is_commanded(s.act)) {
            self.states(stated);
        }
    }

    /// Some sentences without those that take back what stands once it is made: their writer
    /// is told so. What the same letter offers, proposes or plays may be taken back.
    fn without_taken_back(&mut self, sentences: Vec<Sentence>) -> Vec<Sentence> {
        let mut left = Vec::new();
        for sentence in sentences {
            let what = act::takes_back(&sentence).filter(|what| match what {
                Standing::Offer => self.draw.is_none() && self.builder.offer().is_none(),
                Standing::Series => !self.builder.proposes(),
                Standing::Move => self.builder.is_empty() && self.prose.is_empty(),
            });
            let Some(what) = what else {
                left.push(sentence);
                continue;
            };
            self.settle_act(sentence.span);
            self.doubt(Doubt::CannotTakeBack {
                what,
                text: sentence.text().trim().to_owned(),
                span: sentence.span,
            });
        }
        left
    }

    /// Whether a sentence at a place names another game, or several.
    pub(super) fn is_of_other_games(&self, place: TextSpan) -> bool {
        let meets = |s: &&Sentence| s.span.start < place.end && place.start < s.span.end;
        let mut here = self.sentences.iter().filter(meets);
        here.any(act::names_other_games)
    }

    /// What stands at a place is done in no game: which one is meant, it does not tell.
    pub(super) fn of_other_games(&mut self, span: TextSpan) {
        let said = self.text.get(span.start..span.end).unwrap_or("");
        let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
        self.doubt(Doubt::OtherGame { text, span });
    }

    /// Whether a command asks for it already.
    fn is_commanded(&self, act: SpokenAct) -> bool {
        let request = match act {
            SpokenAct::Resign => Request::Game(GameRequest::Resign),
            SpokenAct::Accept => Request::Game(GameRequest::DrawAccept),
            SpokenAct::Decline => Request::Game(GameRequest::DrawDecline),
            SpokenAct::Withdraw => Request::Player(PlayerRequest::Withdraw),
            SpokenAct::Offer => return self.draw.is_some(),
        };
        self.requests.iter().any(|(_, r)| *r == request)
    }

    fn states(&mut self, stated: &Stated) {
        self.settle_act(stated.span);
        let begins = stated.span.start;
        match stated.act {
            SpokenAct::Offer => {
                self.draw = Some(Draw {
                    bare: false,
                    spoken: true,
                    span: stated.span,
                });
            }
            SpokenAct::Decline => self.declined = Some(begins),
            SpokenAct::Resign => self.states_grave(GraveAct::Resign, stated),
            SpokenAct::Accept => self.states_grave(GraveAct::AcceptDraw, stated),
            SpokenAct::Withdraw => self.states_grave(GraveAct::Withdraw, stated),
        }
    }

    /// What cannot be taken back is asked back by one word.
    fn states_grave(&mut self, act: GraveAct, stated: &Stated) {
        let span = stated.span;
        let said = self.text.get(span.start..span.end).unwrap_or("");
        let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
        self.unclear_end = Some(line_of(stated.act.keyword(), stated.language));
        self.doubt(Doubt::Stated {
            act,
            text,
            doubted: false,
            span,
        });
    }

    /// A sentence is understood: what its lines alone left open is not asked any more.
    fn settle_act(&mut self, place: TextSpan) {
        let inside = |span: TextSpan| place.start <= span.start && span.end <= place.end;
        let doubts = std::mem::take(&mut self.section.doubts);
        for doubt in doubts {
            match &doubt {
                Doubt::UnclearCommand { span, perhaps, .. } if inside(*span) => {
                    if *perhaps == self.unclear_end {
                        self.unclear_end = None;
                    }
                }
                Doubt::Stated { span, .. } if inside(*span) => self.unclear_end = None,
                _ => self.section.doubts.push(doubt),
            }
        }
        self.supposed.retain(|doubt| match doubt {
            Doubt::UnclearCommand { span, .. } => !inside(*span),
            _ => true,
        });
    }
}
