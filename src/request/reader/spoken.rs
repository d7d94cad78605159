//! What the sentences of a section say besides its lines: leave in words, questions, words
//! for the arbiter.

use super::{AsideMove, SectionReader};
use crate::request::absence::{self, Absence};
use crate::request::act;
use crate::request::asked;
use crate::request::form;
use crate::request::keyword::{is_grave, keyword_of};
use crate::request::sentence::Sentence;
use crate::request::{Doubt, PlayerRequest, Request, TextSpan};

impl SectionReader<'_> {
    /// Takes what sentences say that begin before `end`; what stands below is the text of
    /// a command.
    pub(super) fn spoken(&mut self, end: usize) {
        let all = std::mem::take(&mut self.sentences);
        let told = all.partition_point(|s| s.span.start < end);
        let mut before = all.get(..told).unwrap_or(&[]);
        // `Please pass it on as my offer` is one.
        let acts = |s: &Sentence| !act::said(std::slice::from_ref(s), false).is_empty();
        let for_him = |s: &Sentence| asked::for_arbiter(s) && !acts(s);
        let opening = before.iter().position(for_him);
        if let Some(at) = opening {
            before = before.get(..at).unwrap_or(&[]);
        }
        let absences = absence::said(before, self.written);
        let asked = before
            .iter()
            .filter_map(|s| Some((s.span, asked::asked(s)?)));
        let asked: Vec<(TextSpan, Request)> = asked.collect();
        let says_something = opening.is_some() || !absences.is_empty() || !asked.is_empty();
        // A letter of ours that came back bare says nothing of its sender's.
        if says_something && !self.is_of_ours() {
            if let Some(opening) = opening.and_then(|at| all.get(at)) {
                self.pass_on(opening, end);
            }
            self.absence(absences);
            for (span, request) in asked {
                // What it asks about a numbered move is not dropped: `4. Ng5? Here it is again`.
                let numbered = |aside: &AsideMove| aside.numbered.is_some();
                let named: Vec<AsideMove> = self.prose.extract_if(.., |a| numbered(a)).collect();
                self.settle(span);
                self.prose.extend(named);
                self.ask(span.start, request);
            }
        }
        self.sentences = all;
        // What is for the arbiter is read by nobody else.
        if let Some(at) = opening {
            self.sentences.truncate(at);
        }
    }

    /// Whether a letter of ours stands in the text.
    fn is_of_ours(&self) -> bool {
        self.ours || self.text.lines().any(form::is_signature_of_ours)
    }

    /// Words for the arbiter, from the sentence that opens them on.
    fn pass_on(&mut self, opening: &Sentence, end: usize) {
        let is_there =
            |(_, r): &(usize, Request)| matches!(r, Request::Player(PlayerRequest::Arbiter { .. }));
        if self.requests.iter().any(is_there) {
            return;
        }
        let request = asked::words_for_arbiter(self.text, opening.span, end);
        self.settle(opening.span);
        self.ask(opening.span.start, request);
    }

    /// Leave in words. Whoever writes the command as well has said what he means.
    fn absence(&mut self, absences: Vec<(TextSpan, Absence)>) {
        let is_leave = |(_, r): &(usize, Request)| {
            matches!(
                r,
                Request::Player(PlayerRequest::Leave { .. } | PlayerRequest::LeaveEnd { .. })
            )
        };
        if self.requests.iter().any(is_leave) {
            return;
        }
        for (span, absence) in absences {
            match absence {
                Absence::Taken { request, read_as } => {
                    self.settle(span);
                    self.ask(span.start, request);
                    self.doubt(read_as);
                }
                Absence::Unclear(doubt) => {
                    self.settle(span);
                    self.doubt(doubt);
                }
                Absence::Supposed(doubt) => self.supposed.push(doubt),
            }
        }
    }

    /// A sentence is understood: what its line alone left open is not asked any more.
    fn settle(&mut self, place: TextSpan) {
        let inside = |span: TextSpan| place.start <= span.start && span.end <= place.end;
        self.prose.retain(|aside| !inside(aside.span));
        self.section.doubts.retain(|doubt| match doubt {
            Doubt::UnclearCommand { span, perhaps, .. } => {
                !inside(*span)
                    || perhaps
                        .as_deref()
                        .and_then(keyword_of)
                        .is_some_and(is_grave)
            }
            Doubt::BadDate { span, .. } | Doubt::NearMove { span, .. } => !inside(*span),
            _ => true,
        });
    }
}
