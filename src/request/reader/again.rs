//! What a section asks for and, further down, takes back or puts right: it is asked about,
//! and not done.

use super::{AsideMove, SectionReader};
use crate::language::Language;
use crate::request::absence;
use crate::request::beside;
use crate::request::described;
use crate::request::keyword::line_of;
use crate::request::meaning::SpokenAct;
use crate::request::second_thoughts;
use crate::request::sentence::Sentence;
use crate::request::{
    Doubt, GameRequest, GraveAct, Moves, PlayerRequest, Request, SeriesPlace, TextSpan, WrittenMove,
};

/// Most words of an answer to one's own question.
const SHORT: usize = 4;

impl SectionReader<'_> {
    /// Takes out what the letter thinks better of.
    pub(super) fn thought_again(&mut self) {
        self.end_taken_back();
        self.move_taken_back();
        self.leave_taken_back();
    }

    /// The sentences that stand behind a place, apart or on its line, and before them the
    /// rest of its own sentence on the lines below.
    fn behind(&self, place: usize) -> Vec<Sentence> {
        let rest = self.text.get(place..).unwrap_or("");
        let end = place + rest.find('\n').unwrap_or(rest.len());
        let apart: Vec<TextSpan> = self.apart().iter().map(|s| s.span).collect();
        let behind = self.sentences.iter().filter(|s| s.span.start >= place);
        let behind = behind.filter(|s| s.span.start < end || apart.contains(&s.span));
        let below = self.goes_on_below(place);
        below.into_iter().chain(behind.cloned()).collect()
    }

    /// What goes on below a line that ends with a place in the sentence of that: `4. c3`, and
    /// below it `sorry, I meant 4. d3`.
    fn goes_on_below(&self, place: usize) -> Option<Sentence> {
        let start = self.line_below(place)?;
        let mut own = self.sentences.iter();
        let own = own.find(|s| s.span.start < place && start < s.span.end)?;
        let text = own.text().get(start - own.span.start..)?;
        Some(Sentence::at(TextSpan { start, ..own.span }, text))
    }

    /// Where the line below a place begins, if no word stands behind that on its own.
    fn line_below(&self, place: usize) -> Option<usize> {
        let rest = self.text.get(place..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        let is_bare = !line.contains(char::is_alphanumeric);
        is_bare.then_some(place + line.len() + 1)
    }

    /// What a sentence says behind a place of it.
    fn rest_of_sentence(&self, place: usize) -> Option<Sentence> {
        let own = self.sentences.iter();
        let mut own = own.filter(|s| s.span.start < place && place < s.span.end);
        let own = own.next()?;
        own.rest_from(place - own.span.start)
    }

    /// Whether what stands before a place is taken back behind it.
    pub(super) fn is_taken_back(&self, place: usize) -> bool {
        let rest = self.rest_of_sentence(place);
        self.is_automatic()
            || second_thoughts::takes_back(&each(&self.behind(place)))
            || rest.is_some_and(|s| second_thoughts::forbids(&s))
    }

    /// Whether what ends a game stands beside nothing that may change it. The words of a
    /// letter of ours that came back are not its sender's; a withdrawal is confirmed by a
    /// code anyhow.
    fn is_alone(&self, act: GraveAct, at: usize) -> bool {
        let of_two = self.unclear_end.is_some();
        let (before, behind): (Vec<_>, Vec<_>) =
            self.apart().into_iter().partition(|s| s.span.start < at);
        self.ours
            || of_two
            || act == GraveAct::Withdraw
            || beside::leads_to(&before) && beside::is_harmless(&behind)
    }

    /// Whether an offer may be stayed by what stands behind it: one of a line by anything
    /// not known to be harmless, one that a sentence states among others by what turns
    /// against it.
    pub(super) fn is_offer_stayed(&self, place: usize, spoken: bool) -> bool {
        let behind = self.behind(place);
        let mut behind = each(&behind);
        behind.retain(|s| !self.tells_of_a_move(s));
        !self.ours
            && match spoken {
                true => second_thoughts::turns(&behind) || self.is_answered_at(place, &behind),
                false => !beside::is_harmless(&behind),
            }
    }

    /// Whether a sentence behind an offer that goes with a move takes it back: `sorry,
    /// without the =`. The move is played all the same.
    pub(super) fn is_offer_taken_back(&self, place: usize) -> bool {
        let behind = self.behind(place);
        !self.ours && behind.iter().any(second_thoughts::is_without_offer)
    }

    /// Whether a question about a draw is answered right behind it, on its own line: `2. Qh5
    /// draw? No thanks.` The opponent's offer may be what it speaks of.
    pub(super) fn is_own_answer(&self, draw: TextSpan) -> bool {
        let rest = self.text.get(draw.end..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        let end = draw.end + line.len();
        let behind = self.behind(draw.end);
        let next = behind.first().filter(|s| s.span.start < end);
        line.trim_start().starts_with('?')
            && next.is_some_and(|s| s.words().len() <= SHORT && !beside::is_harmless(&[s]))
    }

    /// Whether a question that ends at a place is answered by a few words on its own line that
    /// are not known to be harmless: `Draw? Too early.`
    fn is_answered_at(&self, place: usize, behind: &[&Sentence]) -> bool {
        let asked = self.text.get(..place).unwrap_or("").trim_end();
        let rest = self.text.get(place..).unwrap_or("");
        let end = place + rest.find('\n').unwrap_or(rest.len());
        let next = behind.first().filter(|s| s.span.start < end);
        asked.ends_with('?')
            && next.is_some_and(|s| s.words().len() <= SHORT && !beside::is_harmless(&[s]))
    }

    /// Whether leave is stayed by what stands behind it: by what turns against it, or is
    /// not certain of its days. Who tells where he goes takes nothing back, and has perhaps
    /// gone before he could be asked.
    fn is_leave_stayed(&self, place: usize) -> bool {
        let behind = self.behind(place);
        !self.ours
            && (second_thoughts::turns(&each(&behind))
                || behind
                    .iter()
                    .any(|s| absence::is_uncertain(s, self.written)))
    }

    fn tells_of_a_move(&self, sentence: &Sentence) -> bool {
        let aside = self.prose.iter().any(|aside| sentence.holds(aside.span));
        aside || !described::told(&[sentence]).is_empty()
    }

    /// Whether the letter says that no person wrote it.
    fn is_automatic(&self) -> bool {
        self.sentences.iter().any(second_thoughts::is_automatic)
    }

    /// Leave that the letter takes back, or that nobody asks for.
    fn leave_taken_back(&mut self) {
        let is_leave =
            |(_, r): &(usize, Request)| matches!(r, Request::Player(PlayerRequest::Leave { .. }));
        while let Some(index) = self.requests.iter().position(is_leave) {
            let at = self.requests.get(index).map_or(0, |(at, _)| *at);
            let rest = self.text.get(at..).unwrap_or("");
            let line = rest.lines().next().unwrap_or("");
            let read_as = self.section.doubts.iter().position(
                |d| matches!(d, Doubt::ReadAs { span, .. } if span.start <= at && at < span.end),
            );
            let said = match read_as.and_then(|nth| self.section.doubts.get(nth)) {
                Some(Doubt::ReadAs {
                    line,
                    span,
                    command,
                    ..
                }) => (line.clone(), *span, command.clone()),
                _ => {
                    let end = at + line.trim_end().len();
                    let line = line.trim().to_owned();
                    (line.clone(), TextSpan { start: at, end }, line)
                }
            };
            let (line, span, command) = said;
            if !self.is_taken_back(span.end) && !self.is_leave_stayed(span.end) {
                return;
            }
            self.requests.remove(index);
            if let Some(nth) = read_as {
                self.section.doubts.remove(nth);
            }
            self.doubt(Doubt::UnclearCommand {
                line,
                span,
                perhaps: Some(command),
            });
        }
    }

    /// What cannot be undone, and is not as certain as its command alone says.
    fn end_taken_back(&mut self) {
        for act in [GraveAct::Resign, GraveAct::AcceptDraw, GraveAct::Withdraw] {
            let request = act.request();
            let asked = self.requests.iter().position(|(_, r)| *r == request);
            let Some((index, at)) = asked.and_then(|i| Some((i, self.requests.get(i)?.0))) else {
                continue;
            };
            let rest = self.text.get(at..).unwrap_or("");
            let line = rest.lines().next().unwrap_or("");
            let behind = self.behind(at + line.len());
            let spoken = SpokenAct::of(act);
            if !self.is_automatic()
                && !second_thoughts::unsettles(&each(&behind), spoken, line)
                && self.is_alone(act, at)
            {
                continue;
            }
            let end = behind.first().map_or(at + line.len(), |s| s.span.end);
            let span = TextSpan { start: at, end };
            let said = self.text.get(at..end).unwrap_or(line);
            let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
            self.requests.remove(index);
            self.unclear_end = Some(line_of(spoken.keyword(), Language::En));
            let doubted = true;
            self.doubt(Doubt::Stated {
                act,
                text,
                doubted,
                span,
            });
        }
        self.stated_taken_back();
    }

    /// What a sentence states and another one behind it takes back.
    fn stated_taken_back(&mut self) {
        let automatic = self.is_automatic();
        let mut doubts = std::mem::take(&mut self.section.doubts);
        for doubt in &mut doubts {
            if let Doubt::Stated {
                act,
                text,
                doubted,
                span,
            } = doubt
            {
                let behind = self.sentences.iter().filter(|s| s.span.start >= span.end);
                let behind: Vec<&Sentence> = behind.collect();
                *doubted |=
                    automatic || second_thoughts::unsettles(&behind, SpokenAct::of(*act), text);
            }
        }
        self.section.doubts = doubts;
    }

    /// A move that the letter takes back, or puts another in the place of.
    fn move_taken_back(&mut self) {
        let is_move = |(_, r): &(usize, Request)| matches!(r, Request::Game(GameRequest::Move(_)));
        let Some(index) = self.requests.iter().position(is_move) else {
            return;
        };
        let Some((at, Request::Game(GameRequest::Move(moves)))) = self.requests.get(index) else {
            return;
        };
        let Some(own) = moves.line.last().cloned() else {
            return;
        };
        if matches!(moves.place, SeriesPlace::Form | SeriesPlace::Pgn) {
            return;
        }
        let (at, end) = (*at, end_of(moves));
        let behind = self.behind(end);
        let instead = self.instead(&own, &each(&behind));
        let open = || {
            let next = self.line_below(end);
            let small = |s: &&Sentence| {
                let first = s.text().chars().find(|c| c.is_alphabetic());
                Some(s.span.start) == next && first.is_some_and(char::is_lowercase)
            };
            let begins = behind.first().filter(small).cloned();
            let below = self.goes_on_below(end).or(begins);
            self.is_left_open(end) || below.is_some_and(|s| second_thoughts::supposes(&s))
        };
        if instead.is_empty() && !self.is_taken_back(end) && !open() {
            return;
        }
        self.requests.remove(index);
        if instead.is_empty() {
            self.retracted = true;
            self.prose.push(AsideMove {
                text: own.text,
                span: own.span,
                numbered: own.number,
            });
            return;
        }
        let span = TextSpan {
            start: at.min(own.span.start),
            end: own.span.end,
        };
        let mut texts = vec![own.text];
        for (text, place) in instead {
            self.prose.retain(|aside| aside.span != place);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        self.corrected = true;
        self.doubt(Doubt::SeveralMoves { texts, span });
    }

    /// The moves that some sentences put in the place of the writer's own.
    fn instead(&self, own: &WrittenMove, behind: &[&Sentence]) -> Vec<(String, TextSpan)> {
        let mut found = Vec::new();
        for (nth, sentence) in behind.iter().enumerate() {
            let above = nth.checked_sub(1).and_then(|n| behind.get(n)).copied();
            let here = self.prose.iter().filter(|aside| sentence.holds(aside.span));
            let before = found.len();
            for aside in here {
                let at = aside.span.start - sentence.span.start;
                if !is_same(&aside.text, &own.text)
                    && self.may_be_of(aside, own)
                    && second_thoughts::is_instead(
                        sentence,
                        at,
                        above,
                        self.has_its_number(aside, own),
                    )
                {
                    found.push((aside.text.clone(), aside.span));
                }
            }
            // `I meant the bishop to c4.`
            if found.len() == before
                && second_thoughts::puts_right(sentence)
                && !described::told(&[sentence]).is_empty()
            {
                found.push((sentence.text().trim().to_owned(), sentence.span));
            }
        }
        found
    }

    /// Whether a bracket right behind a move leaves it open.
    fn is_left_open(&self, place: usize) -> bool {
        let rest = self.text.get(place..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("").trim_start();
        let inside = line.strip_prefix('(').and_then(|l| l.split_once(')'));
        inside.is_some_and(|(remark, _)| second_thoughts::leaves_open(remark))
    }

    /// Whether a move aside has the number of the writer's own.
    fn has_its_number(&self, aside: &AsideMove, own: &WrittenMove) -> bool {
        let before = |span: TextSpan| self.text.get(..span.start).unwrap_or("").trim_end();
        let of_black = |text: &str| text.ends_with("..") || text.ends_with('…');
        let (his, mine) = (before(aside.span), before(own.span));
        own.number.is_some() && number_before(his) == own.number && of_black(his) == of_black(mine)
    }

    /// Whether a move aside has the number of the writer's own, or none.
    fn may_be_of(&self, aside: &AsideMove, own: &WrittenMove) -> bool {
        let before = self.text.get(..aside.span.start).unwrap_or("");
        let named = number_before(before);
        match (named, own.number) {
            (Some(named), Some(number)) => named == number,
            _ => true,
        }
    }
}

fn each(sentences: &[Sentence]) -> Vec<&Sentence> {
    sentences.iter().collect()
}

/// Where the moves of a request end.
fn end_of(moves: &Moves) -> usize {
    let all = moves.line.iter().chain(moves.supposed());
    all.map(|m| m.span.end).max().unwrap_or(0)
}

/// The number with a dot that a text ends with.
fn number_before(text: &str) -> Option<u32> {
    let text = text.trim_end();
    let bare = text.trim_end_matches(['.', '…']).trim_end();
    let digits = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = bare.get(bare.len() - digits..)?;
    (bare.len() < text.len()).then(|| number.parse().ok())?
}

/// Whether two moves are written alike, signs for check, capture and worth left aside.
fn is_same(one: &str, other: &str) -> bool {
    let bare = |text: &str| -> String {
        let signs = text.chars().filter(|c| c.is_alphanumeric());
        signs
            .flat_map(char::to_lowercase)
            .filter(|c| !"x:".contains(*c))
            .collect()
    };
    bare(one) == bare(other)
}
