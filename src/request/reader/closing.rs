//! A section at its end: what its lines held becomes requests, in the order in which they
//! stand, or doubts.

use super::{AsideMove, CheckedMove, SectionReader};
use crate::language::Language;
use crate::request::conflict;
use crate::request::described;
use crate::request::form::PlacedLine;
use crate::request::hint::{self, Hint};
use crate::request::keyword::{Keyword, keyword_of, line_of};
use crate::request::meaning;
use crate::request::moves::Builder;
use crate::request::second_thoughts;
use crate::request::sentence::Sentence;
use crate::request::shape;
use crate::request::unbound;
use crate::request::{
    Doubt, FilledForm, FormMove, GameRequest, GraveAct, Moves, PlayerRequest, Request, Section,
    SeriesPlace, TextSpan, WrittenMove,
};

impl SectionReader<'_> {
    /// The section, when its lines are gone through; `left`: those that are of no form.
    pub(super) fn done(mut self, form: Option<FilledForm>, left: &[PlacedLine<'_>]) -> Section {
        let form_at = form.as_ref().and_then(|f| f.moves.first());
        let form_at = form_at.map(|m| m.mv.span.start);
        let mut builder = std::mem::take(&mut self.builder);
        if form.is_none() && self.claim.is_none() && self.checks.is_empty() && !self.ours {
            self.described(&mut builder);
        }
        self.offered(&mut builder, form_at);
        let mut moving = filled_in(form, builder);
        self.fit(&mut moving);
        let checks = std::mem::take(&mut self.checks);
        let checked = !checks.is_empty();
        let form = below_check(moving.as_ref(), form_at, checks.last());
        if form.is_none() {
            self.moved(moving);
        }
        self.ask_checks(checks, form);
        self.thought_again();
        self.declines();
        self.unmoved();
        self.asks_beside_a_move();
        self.requests.sort_by_key(|(at, _)| *at);
        let requests = std::mem::take(&mut self.requests);
        self.section.requests = requests.into_iter().map(|(_, r)| r).collect();
        conflict::within(&mut self.section, self.unclear_end.take(), checked);
        self.hints_at_commands();
        self.or_else_doubts(left);
        self.section
    }

    /// The sentences of which nothing is read as a command or a move.
    pub(super) fn apart(&self) -> Vec<&Sentence> {
        let apart = |s: &&Sentence| {
            let here = |t: &TextSpan| t.start < s.span.end && s.span.start < t.end;
            !self.taken.iter().any(here)
        };
        self.sentences.iter().filter(apart).collect()
    }

    /// Whether a place stands below the regards.
    fn is_below_regards(&self, at: usize) -> bool {
        self.signed_off.is_some_and(|regards| at > regards)
    }

    /// Moves that sentences describe.
    fn described(&mut self, builder: &mut Builder) {
        let mut sentences = self.apart();
        sentences.retain(|s| !self.is_below_regards(s.span.start));
        for doubt in described::state(builder, &sentences) {
            self.doubt(doubt);
        }
    }

    /// Sentences that tell of a move, and whether they say it plainly.
    fn told(&self) -> Vec<(Sentence, bool)> {
        let sentences = self.apart();
        let mut told = described::told(&sentences);
        told.retain(|s| !self.is_below_regards(s.span.start));
        let is_plain = |s: &Sentence| described::is_plain(s, &sentences);
        told.into_iter()
            .map(|s| {
                let plain = is_plain(&s);
                (s, plain)
            })
            .collect()
    }

    /// A draw that is offered, by itself or with a move.
    fn offered(&mut self, builder: &mut Builder, form_at: Option<usize>) {
        let Some(draw) = self.draw.take() else {
            let stayed = |place: &TextSpan| {
                self.is_own_answer(*place) || self.is_offer_taken_back(place.end)
            };
            if let Some(place) = builder.offer().filter(stayed) {
                builder.offer_nothing();
                self.perhaps_a_draw(place, Keyword::Draw);
            }
            return;
        };
        // `Would you take a draw? Only joking!`
        if self.is_taken_back(draw.span.end) || self.is_offer_stayed(draw.span.end, draw.spoken) {
            builder.offer_nothing();
            return self.perhaps_a_draw(draw.span, Keyword::Draw);
        }
        // What is read as an offer is not asked about as well.
        self.section.doubts.retain(|d| match d {
            Doubt::UnclearCommand { span, perhaps, .. } => {
                let of_draw = perhaps.as_deref().and_then(keyword_of) == Some(Keyword::Draw);
                !of_draw || span.end <= draw.span.start || draw.span.end <= span.start
            }
            _ => true,
        });
        if draw.spoken && builder.is_empty() && !self.prose.is_empty() {
            // It goes with a move, and which one is not understood yet.
            self.offers_aside = true;
        } else if builder.is_empty() && self.claim.is_none() && form_at.is_none() {
            if draw.bare {
                self.doubt(Doubt::BareDraw { span: draw.span });
            }
            self.ask(draw.span.start, Request::Game(GameRequest::DrawOffer));
        } else {
            builder.offer_draw();
        }
    }

    /// Fits a form to the letter around it.
    fn fit(&mut self, moving: &mut Option<Request>) {
        let Some(Request::Game(GameRequest::Form { form, moves })) = moving else {
            return;
        };
        if self.ours {
            moves.place = SeriesPlace::Prose;
        }
        // Leave that the same letter asks for stands in no record yet: its own answer tells.
        let leave = |(_, r): &(usize, Request)| {
            matches!(
                r,
                Request::Player(PlayerRequest::Leave { .. } | PlayerRequest::LeaveEnd { .. })
            )
        };
        if self.requests.iter().any(leave) {
            form.leave_lines.clear();
        }
        // The dates of the sender's own row; those of the opponent's are his.
        if let (Some(row), Some(own)) = (form.moves.last(), moves.line.last())
            && row.mv == *own
        {
            let section = &mut self.section;
            section.received = section.received.take().or_else(|| row.received.clone());
            section.sent = section.sent.take().or_else(|| row.sent.clone());
        }
    }

    /// Asks what each CHECK asks; `form`: of the one below which a form stands.
    fn ask_checks(&mut self, checks: Vec<CheckedMove>, form: Option<Moves>) {
        let last = checks.len().saturating_sub(1);
        for (index, check) in checks.into_iter().enumerate() {
            let own = form.clone().filter(|_| index == last);
            match own.or_else(|| check.builder.done()) {
                Some(moves) => self.ask(check.at, Request::Game(GameRequest::Check(moves))),
                None => self.doubt(Doubt::UnclearCommand {
                    line: "CHECK".to_owned(),
                    span: self.section.span,
                    perhaps: Some("CHECK 12. 5254".to_owned()),
                }),
            }
        }
    }

    /// A draw that is declined in words.
    fn declines(&mut self) {
        if let Some(at) = self.declined.take() {
            // A move declines by itself, and one that is not understood may be meant to.
            if !self.moves() && self.prose.is_empty() {
                self.ask(at, Request::Game(GameRequest::DrawDecline));
            }
        }
    }

    /// Moves aside, where no move is asked for.
    fn unmoved(&mut self) {
        if self.moves() || self.corrected {
            return;
        }
        let mut prose = std::mem::take(&mut self.prose);
        // What hangs on a move is answered with it.
        let tails: Vec<TextSpan> = self.section.doubts.iter().filter_map(Doubt::tail).collect();
        prose.retain(|aside| {
            !tails
                .iter()
                .any(|t| t.start <= aside.span.start && aside.span.end <= t.end)
        });
        let inside = |aside: &AsideMove, s: &Sentence| {
            s.span.start <= aside.span.start && aside.span.end <= s.span.end
        };
        // What is written as a move is asked about as it is written.
        let mut told = self.told();
        told.retain(|(s, _)| {
            let mut here = prose.iter().filter(|aside| inside(aside, s));
            here.all(|aside| is_in_words(&aside.text))
        });
        prose.retain(|aside| !told.iter().any(|(s, _)| inside(aside, s)));
        let offers = self.offers_aside;
        let stated = self.stated(&prose);
        for (sentence, plain) in told {
            let plain = plain && !self.is_taken_back(sentence.span.end);
            let stated = !second_thoughts::forbids(&sentence) && !described::is_denied(&sentence);
            self.doubt(Doubt::MoveInProse {
                text: sentence.text().to_owned(),
                stated,
                plain,
                offers,
                number: None,
                span: sentence.span,
            });
        }
        for (aside, (stated, plain)) in prose.into_iter().zip(stated) {
            let number = aside.numbered;
            // A square that something goes to is no pawn's move: all its words are; and words
            // that state nothing say more together than some of them.
            let whole = self.sentences.iter().find(|s| s.holds(aside.span));
            let in_words = aside.text.contains(' ') && !stated;
            let whole = whole.filter(|s| in_words || described::is_led_to(s, aside.span));
            let (text, span) = match whole {
                Some(sentence) => (sentence.text().to_owned(), sentence.span),
                None => (aside.text, aside.span),
            };
            self.doubt(Doubt::MoveInProse {
                text,
                stated,
                plain,
                offers,
                number,
                span,
            });
        }
    }

    /// Which of some moves aside their sentences state, and whether plainly.
    fn stated(&self, prose: &[AsideMove]) -> Vec<(bool, bool)> {
        let sentences = self.apart();
        let of = |aside: &AsideMove| {
            let here = sentences.iter().find(|s| s.holds(aside.span));
            // A square that something goes to may belong to a piece that was not understood.
            let here = here.filter(|s| !described::is_led_to(s, aside.span));
            let here = here.filter(|_| !self.is_below_regards(aside.span.start));
            let stated = here.filter(|s| described::is_stated(s, aside.span, &sentences));
            let alone = prose.len() == 1;
            let is_plain = |s: &&Sentence| {
                described::is_plain(s, &sentences)
                    || described::stands_alone(s, aside.span, &sentences)
            };
            let is_taken_back = self.retracted || self.is_taken_back(aside.span.end);
            let stated = stated.filter(|_| !is_taken_back);
            let plain = alone && stated.is_some_and(is_plain);
            (stated.is_some(), plain)
        };
        prose.iter().map(of).collect()
    }

    fn moves(&self) -> bool {
        self.requests.iter().any(|(_, r)| conflict::is_move(r))
    }

    /// What is said of a section that asks for nothing.
    fn or_else_doubts(&mut self, left: &[PlacedLine<'_>]) {
        let is_empty = |s: &Section| s.requests.is_empty() && s.doubts.is_empty();
        if is_empty(&self.section) {
            self.section.doubts = std::mem::take(&mut self.supposed);
        }
        if is_empty(&self.section) {
            self.hints_at_a_draw();
        }
        if is_empty(&self.section) {
            self.hint(left);
        }
        if is_empty(&self.section) {
            self.doubt(match self.words {
                true => Doubt::Nothing,
                false => Doubt::NoText,
            });
        }
    }

    /// A sentence that comes near a command, in a letter in which nothing else of its kind
    /// was understood: whether it is meant is asked. Who gives a game up says nothing else.
    fn hints_at_commands(&mut self) {
        let known = |d: &Doubt| !matches!(d, Doubt::MoveInProse { .. });
        if self.ours || self.section.doubts.iter().any(known) {
            return;
        }
        let is_silent = self.section.requests.is_empty()
            && self.section.doubts.is_empty()
            && self.supposed.is_empty();
        let asked = &self.section.requests;
        let fits = |hint: &Hint| match hint.keyword {
            Keyword::Resign | Keyword::Withdraw => is_silent,
            Keyword::Address => !asked
                .iter()
                .any(|r| matches!(r, Request::Player(PlayerRequest::Address { .. }))),
            _ => asked
                .iter()
                .all(|r| matches!(r, Request::Game(g) if g.is_move())),
        };
        let sentences = self.sentences.iter();
        let hints = sentences.filter_map(|s| Some((s, hint::of(s)?)));
        let found = hints.into_iter().find(|(_, hint)| fits(hint));
        let Some((sentence, hint)) = found else {
            return;
        };
        let (text, span) = (sentence.text().trim().to_owned(), sentence.span);
        if hint.keyword == Keyword::Resign && self.is_of_other_games(span) {
            return self.of_other_games(span);
        }
        self.doubt(match hint.keyword {
            Keyword::Resign => Doubt::Stated {
                act: GraveAct::Resign,
                text,
                doubted: true,
                span,
            },
            _ => Doubt::UnclearCommand {
                line: text,
                span,
                perhaps: Some(hint.line),
            },
        });
    }

    /// A sentence that speaks of a draw in words that say nothing certain: whether it is an
    /// offer, or an answer to one, is asked.
    fn hints_at_a_draw(&mut self) {
        let mut spoken = self.sentences.iter();
        let Some(sentence) = spoken.find(|s| hints_at_it(s)).filter(|_| !self.ours) else {
            return;
        };
        let keyword = match meaning::leans_to_no(&self.sentences, sentence) {
            _ if self.sentences.iter().any(meaning::claims_it) => Keyword::DrawClaim,
            true => Keyword::DrawDecline,
            false => Keyword::Draw,
        };
        self.perhaps_a_draw(sentence.span, keyword);
    }

    /// A question about a draw beside a move that goes without one: it is not dropped, and
    /// whether it is an offer is asked.
    fn asks_beside_a_move(&mut self) {
        let moves = |(_, r): &(usize, Request)| matches!(r, Request::Game(GameRequest::Move(moves)) if !moves.draw_offer);
        let told = |d: &Doubt| matches!(d, Doubt::MoveInProse { offers: false, .. });
        let of_draw = |(_, r): &(usize, Request)| {
            matches!(
                r,
                Request::Game(
                    GameRequest::DrawOffer | GameRequest::DrawAccept | GameRequest::DrawDecline
                ) | Request::Game(GameRequest::DrawClaim { .. })
            )
        };
        let spoken_of = |d: &Doubt| {
            matches!(
                d,
                Doubt::UnclearCommand { .. } | Doubt::Stated { .. } | Doubt::BareDraw { .. }
            )
        };
        let moves = self.requests.iter().any(moves) || self.section.doubts.iter().any(told);
        let known = self.requests.iter().any(of_draw) || self.section.doubts.iter().any(spoken_of);
        if !moves || known || self.ours {
            return;
        }
        let asks = |s: &&Sentence| s.text().trim_end().ends_with('?') && hints_at_it(s);
        if let Some(span) = self.sentences.iter().find(asks).map(|s| s.span) {
            self.perhaps_a_draw(span, Keyword::Draw);
        }
    }

    /// What may be about a draw is asked, in the words of its language.
    fn perhaps_a_draw(&mut self, span: TextSpan, keyword: Keyword) {
        if self.is_of_other_games(span) {
            return self.of_other_games(span);
        }
        let is_asked = |d: &Doubt| matches!(d, Doubt::UnclearCommand { span: s, .. } if s.start <= span.start && span.end <= s.end);
        if self.section.doubts.iter().any(is_asked) {
            return;
        }
        let here = self.sentences.iter().find(|s| s.holds(span));
        let language = here.and_then(meaning::speaks_of_a_draw);
        let line = self.text.get(span.start..span.end).unwrap_or("").to_owned();
        self.doubt(Doubt::UnclearCommand {
            line: line.replace('\n', " "),
            span,
            perhaps: Some(line_of(keyword, language.unwrap_or(Language::En))),
        });
    }

    /// Takes the moves found as a move, a form, or the intended move of a claim.
    fn moved(&mut self, moving: Option<Request>) {
        if let Some((at, builder)) = self.claim.take() {
            let (at, intended) = match moving {
                Some(Request::Game(GameRequest::Form { moves, .. } | GameRequest::Move(moves))) => {
                    (at.min(start_of(&moves)), Some(moves))
                }
                _ => (at, builder.done()),
            };
            return self.ask(at, Request::Game(GameRequest::DrawClaim { intended }));
        }
        let Some(mut request) = moving else { return };
        if let Request::Game(GameRequest::Move(moves)) = &mut request {
            moves.aside = !self.prose.is_empty();
        }
        let Request::Game(GameRequest::Move(moves) | GameRequest::Form { moves, .. }) = &request
        else {
            return;
        };
        // `А если 12. 5254?` proposes nothing and plays nothing.
        if moves.line.is_empty() && !moves.any_move {
            for mv in moves.supposed() {
                self.prose.push(AsideMove {
                    text: mv.text.clone(),
                    span: mv.span,
                    numbered: mv.number,
                });
            }
            return;
        }
        // A bare number on its line, and a numbered move in a sentence: which is it?
        let bare = moves.place != SeriesPlace::Form
            && moves.line.iter().all(|m| m.number.is_none())
            && moves.line.iter().all(|m| shape::is_numeric(&m.text));
        if bare && let Some(aside) = self.prose.iter().find(|a| a.numbered.is_some()) {
            let mut texts = vec![aside.text.clone()];
            let span = aside.span;
            texts.extend(moves.line.iter().map(|m| m.text.clone()));
            return self.doubt(Doubt::SeveralMoves { texts, span });
        }
        if matches!(request, Request::Game(GameRequest::Move(_))) && !self.ours {
            self.unbound(moves);
        }
        self.ask(start_of(moves), request);
    }

    /// Moves to come of which the letter speaks and which no series holds.
    fn unbound(&mut self, moves: &Moves) {
        let place = Doubt::tail;
        for doubt in unbound::unbound(&self.sentences, moves) {
            let known = self.section.doubts.iter().filter_map(place);
            let here = place(&doubt);
            let meets = |t: TextSpan| here.is_some_and(|h| t.start < h.end && h.start < t.end);
            if !known.into_iter().any(meets) {
                self.doubt(doubt);
            }
        }
    }
}

/// Whether a sentence speaks of a draw; `If I offered a draw, could he refuse?` does not.
fn hints_at_it(sentence: &Sentence) -> bool {
    meaning::speaks_of_a_draw(sentence).is_some() && !sentence.opens_with_if()
}

/// Whether a move aside is a square alone, or told in words: no move by itself.
fn is_in_words(text: &str) -> bool {
    text.contains(' ') || text.chars().filter(|c| c.is_alphanumeric()).count() <= 2
}

/// The moves of a form that stands below the last CHECK.
fn below_check(
    moving: Option<&Request>,
    form_at: Option<usize>,
    last: Option<&CheckedMove>,
) -> Option<Moves> {
    match (moving, form_at, last) {
        (Some(Request::Game(GameRequest::Form { moves, .. })), Some(at), Some(check))
            if at > check.at =>
        {
            Some(moves.clone())
        }
        _ => None,
    }
}

/// Where the moves begin.
fn start_of(moves: &Moves) -> usize {
    let first = moves.line.first().or(moves.supposed().next());
    first.map_or(0, |m| m.span.start)
}

/// The request for the moves of a section: those of a form's table, or those
/// of its lines, which a heading makes a form of article 59.2.
fn filled_in(form: Option<FilledForm>, builder: Builder) -> Option<Request> {
    let Some(mut form) = form else {
        let moves = builder.done();
        return moves.map(|moves| Request::Game(GameRequest::Move(moves)));
    };
    let written = builder.done_or_marks();
    if form.moves.is_empty() {
        let mut moves = written.filter(|m| !m.line.is_empty())?;
        moves.place = SeriesPlace::Form;
        form.moves = moves
            .line
            .iter()
            .map(|mv| FormMove {
                mv: mv.clone(),
                received: None,
                sent: None,
                time: None,
            })
            .collect();
        return Some(Request::Game(GameRequest::Form { form, moves }));
    }
    let line = form.moves.iter().map(|m| m.mv.clone()).collect();
    let mut moves = Moves {
        line,
        alternatives: false,
        variant: Vec::new(),
        place: SeriesPlace::Form,
        draw_offer: false,
        any_move: false,
        aside: false,
    };
    // Below the table: an if-series or a draw offer; a move of its own there
    // stands in the record twice, or is another one and the arbiter asks.
    if let Some(written) = written {
        moves.draw_offer = written.draw_offer;
        moves.variant = written.variant;
        moves.any_move = written.any_move;
        // The record in a second notation, as our letters have it below the table.
        let last = moves.line.len().saturating_sub(1);
        let known = |mv: &WrittenMove| {
            moves.line.iter().enumerate().any(|(at, m)| {
                (m.number, m.side) == (mv.number, mv.side) && (at < last || m.text == mv.text)
            })
        };
        let more: Vec<_> = written.line.into_iter().filter(|mv| !known(mv)).collect();
        // Several of them: a letter of ours sent back without marks, its example of
        // a move included. Which one is meant is asked, and nothing is charged.
        moves.alternatives = written.alternatives || more.len() > 1;
        moves.line.extend(more);
    }
    Some(Request::Game(GameRequest::Form { form, moves }))
}
