//! A proposed series of moves: what of its branches can be played and binds, what is cut,
//! and how a series that stands is shown (56.3.7-8).

use crate::arbiter::notice::{CutBecause, Remark, ShownBranch};
use crate::chess::notation;
use crate::chess::{Move, Position, Side};
use crate::language::Language;
use crate::record::GameFile;
use crate::request::{Supposition, WrittenMove};

/// Most branches of a series: nobody means more, and each is shown to the opponent.
pub(in crate::arbiter) const MOST_BRANCHES: usize = 8;
/// Most half-moves of all branches together.
pub(crate) const MOST_PLIES: usize = 40;
/// Most remarks on what was cut: each tells what holds.
const MOST_CUTS: usize = 8;
/// Longest line to be copied, in characters: a mail program breaks longer ones anywhere.
const LINE_WIDTH: usize = 60;
/// What stands for the reader's own move in a line to be copied.
pub(in crate::arbiter) const BLANK: &str = "____";

/// What a written series comes to.
#[derive(Debug, Default)]
pub(in crate::arbiter) struct ReadSeries {
    /// What binds, UCI: in each branch the opponent's expected move first.
    pub branches: Vec<Vec<String>>,
    /// What does not.
    pub cuts: Vec<Remark>,
}

/// Reads a series in the position behind the proposer's own move, branch by branch and
/// half-move by half-move. What cannot be played is cut from its branch alone.
pub(in crate::arbiter) fn read(
    start: &Position,
    language: Option<Language>,
    written: &[Supposition],
) -> ReadSeries {
    let mut reader = SeriesReader {
        start,
        language,
        branches: Vec::new(),
        goes_on: None,
        cuts: Vec::new(),
    };
    let mut first = true;
    for supposition in written {
        if let Some(head) = supposition
            .moves
            .first()
            .filter(|_| supposition.alternatives)
        {
            first = false;
            reader.goes_on = None;
            reader.cut(&head.text, CutBecause::TwoAnswers);
            continue;
        }
        for (inner, moves) in reader.parts(&supposition.moves).into_iter().enumerate() {
            let opens = std::mem::take(&mut first) || inner > 0;
            reader.take(moves, opens, supposition.apart);
        }
    }
    let branches: Vec<Vec<String>> = reader.branches.into_iter().map(|b| b.line).collect();
    let mut cuts = reader.cuts;
    cuts.truncate(MOST_CUTS);
    if let Some(Remark::VariantCut { whole, .. }) = cuts.last_mut() {
        *whole = branches.is_empty();
    }
    ReadSeries { branches, cuts }
}

/// A branch while it is read.
struct OpenBranch {
    line: Vec<String>,
    /// Behind its last move.
    position: Position,
    /// Something was cut from it: nothing goes on with it.
    cut: bool,
}

/// Where some moves belong.
enum Belongs {
    Opens,
    GoesOn,
    /// Both can be meant.
    Unclear,
}

struct SeriesReader<'p> {
    start: &'p Position,
    language: Option<Language>,
    branches: Vec<OpenBranch>,
    /// The branch that further moves go on with.
    goes_on: Option<usize>,
    cuts: Vec<Remark>,
}

impl SeriesReader<'_> {
    /// A supposition in parts: in the place of an expected move a number as low as the
    /// first reply's begins another branch without an if (`…, and on 12... d6 13. d4`).
    fn parts<'m>(&self, moves: &'m [WrittenMove]) -> Vec<&'m [WrittenMove]> {
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, written) in moves.iter().enumerate().skip(1) {
            if (at - from) % 2 == 0 && self.is_first_reply(written) {
                parts.extend(moves.get(from..at));
                from = at;
            }
        }
        parts.extend(moves.get(from..).filter(|rest| !rest.is_empty()));
        parts
    }

    fn is_first_reply(&self, written: &WrittenMove) -> bool {
        let due = self.start.move_number();
        written.number.is_some_and(|number| number <= due)
    }

    fn take(&mut self, moves: &[WrittenMove], opens: bool, apart: bool) {
        let Some(head) = moves.first() else { return };
        match self.belongs(moves, opens, apart) {
            Belongs::Opens => self.open(moves),
            // Behind what was cut there is nothing to go on with; that remark covers it.
            Belongs::GoesOn => {
                if let Some(at) = self.goes_on {
                    self.extend(at, moves);
                }
            }
            Belongs::Unclear => {
                self.goes_on = None;
                self.cut(&head.text, CutBecause::Unclear);
            }
        }
    }

    fn belongs(&self, moves: &[WrittenMove], opens: bool, apart: bool) -> Belongs {
        let Some(head) = moves.first() else {
            return Belongs::GoesOn;
        };
        if opens || self.is_first_reply(head) {
            return Belongs::Opens;
        }
        if head.number.is_some() {
            return Belongs::GoesOn;
        }
        let branch = self.goes_on.and_then(|at| self.branches.get(at));
        let goes_on = branch.is_some_and(|b| !b.cut && self.fits(&b.position, moves));
        match (self.fits(self.start, moves), goes_on) {
            (true, true) if !apart => Belongs::Unclear,
            (false, true) => Belongs::GoesOn,
            _ => Belongs::Opens,
        }
    }

    /// Whether the first reply and its answer can be played in a position.
    fn fits(&self, position: &Position, moves: &[WrittenMove]) -> bool {
        let mut position = position.clone();
        moves.iter().take(2).all(|written| {
            let mv = self.mv(&position, written);
            if let Some(mv) = mv {
                position = position.after(mv);
            }
            mv.is_some()
        })
    }

    fn mv(&self, position: &Position, written: &WrittenMove) -> Option<Move> {
        let due = position.move_number();
        let numbered = written.number.is_none_or(|number| number == due);
        let reading = notation::read(&written.text, position, self.language);
        reading.mv.filter(|_| numbered)
    }

    fn open(&mut self, moves: &[WrittenMove]) {
        self.goes_on = None;
        let Some(head) = moves.first() else { return };
        let first = self.mv(self.start, head).map(|mv| self.start.uci(mv));
        let same = |b: &OpenBranch| first.is_some() && b.line.first() == first.as_ref();
        if let Some(at) = self.branches.iter().position(same) {
            // What is said once more is no second branch.
            match self.says_again(at, moves) {
                true => self.goes_on = Some(at),
                false => self.cut(&head.text, CutBecause::SameReply),
            }
            return;
        }
        if self.branches.len() >= MOST_BRANCHES {
            return self.cut(&head.text, CutBecause::TooMany);
        }
        let at = self.branches.len();
        self.branches.push(OpenBranch {
            line: Vec::new(),
            position: self.start.clone(),
            cut: false,
        });
        self.extend(at, moves);
        if self.branches.get(at).is_some_and(|b| b.line.is_empty()) {
            self.branches.truncate(at);
        } else {
            self.goes_on = Some(at);
        }
    }

    /// Whether some moves are a branch once more, as far as they go.
    fn says_again(&self, at: usize, moves: &[WrittenMove]) -> bool {
        let Some(branch) = self.branches.get(at) else {
            return false;
        };
        let mut position = self.start.clone();
        moves.iter().enumerate().all(|(i, written)| {
            let mv = self.mv(&position, written);
            let said = mv.map(|mv| position.uci(mv));
            if let Some(mv) = mv {
                position = position.after(mv);
            }
            said.is_some() && branch.line.get(i) == said.as_ref()
        })
    }

    /// Adds moves to a branch, in pairs: it ends with a move of the proposer, for an
    /// expected move without an answer binds nobody.
    fn extend(&mut self, at: usize, moves: &[WrittenMove]) {
        let others: usize = self.branches.iter().map(|b| b.line.len()).sum();
        let Some(branch) = self.branches.get(at).filter(|b| !b.cut) else {
            return;
        };
        let mut position = branch.position.clone();
        let mut added: Vec<(String, Position)> = Vec::new();
        let mut cut = None;
        for written in moves {
            let Some(mv) = self.mv(&position, written) else {
                let back = |number| number < position.move_number();
                cut = Some(match written.number.is_some_and(back) {
                    true => (written, CutBecause::Deeper),
                    false => (written, CutBecause::Impossible),
                });
                break;
            };
            if others + added.len() >= MOST_PLIES {
                cut = Some((written, CutBecause::TooLong));
                break;
            }
            let uci = position.uci(mv);
            position = position.after(mv);
            added.push((uci, position.clone()));
        }
        if added.len() % 2 == 1 {
            let unanswered = moves.get(added.len() - 1);
            cut = cut.or(unanswered.map(|written| (written, CutBecause::NoAnswer)));
            added.pop();
        }
        if let Some(branch) = self.branches.get_mut(at) {
            branch.cut = cut.is_some();
            for (uci, position) in added {
                branch.line.push(uci);
                branch.position = position;
            }
        }
        if let Some((written, because)) = cut {
            self.cut(&written.text, because);
        }
    }

    fn cut(&mut self, text: &str, because: CutBecause) {
        let text = text.to_owned();
        self.cuts.push(Remark::VariantCut {
            text,
            because,
            whole: false,
        });
    }
}

/// The series that stands in a game, to be told.
pub(crate) fn standing(game: &GameFile) -> Option<Remark> {
    let proposal = game.proposal.as_ref()?;
    Some(Remark::VariantProposed {
        side: Some(proposal.side),
        branches: shown(game.line.position(), &proposal.branches),
    })
}

/// What of the opponent's series a side can accept before a move of its own, the longest
/// first, with the position behind it.
pub(in crate::arbiter) fn positions_behind(
    game: &GameFile,
    side: Side,
) -> Vec<(Vec<String>, Position)> {
    let proposal = game.proposal.as_ref().filter(|p| p.side != side);
    let mut found = Vec::new();
    for branch in proposal.iter().flat_map(|p| &p.branches) {
        let mut position = game.line.position().clone();
        for (at, uci) in branch.iter().enumerate() {
            let Some(mv) = position.move_of_uci(uci) else {
                break;
            };
            position = position.after(mv);
            if at % 2 == 1 {
                let taken = branch.iter().take(at + 1).cloned().collect();
                found.push((taken, position.clone()));
            }
        }
    }
    found.sort_by_key(|(taken, _): &(Vec<String>, Position)| std::cmp::Reverse(taken.len()));
    found
}

/// Half-moves from a position on in one line, numeric and with their numbers.
pub(in crate::arbiter) fn in_one_line(start: &Position, line: &[String]) -> String {
    shown_branch(start, line).numeric.join(" ")
}

/// Branches as letters show them.
pub(crate) fn shown(position: &Position, branches: &[Vec<String>]) -> Vec<ShownBranch> {
    branches
        .iter()
        .map(|line| shown_branch(position, line))
        .collect()
}

fn shown_branch(start: &Position, line: &[String]) -> ShownBranch {
    let mut position = start.clone();
    let mut numeric = Vec::new();
    let mut san = Vec::new();
    for (at, uci) in line.iter().enumerate() {
        let Some(mv) = position.move_of_uci(uci) else {
            break;
        };
        // A number stands before the first half-move and before each of White.
        let dots = position.turn().dots();
        let numbered = at == 0 || dots == ".";
        let label = match numbered {
            true => format!("{}{dots} ", position.move_number()),
            false => String::new(),
        };
        numeric.push(format!("{label}{}", position.numeric(mv)));
        san.push(format!("{label}{}", position.san(mv)));
        position = position.after(mv);
    }
    let mut words = numeric.clone();
    if !position.legal_moves().is_empty() {
        words.push(format!(
            "{}{} {BLANK}",
            position.move_number(),
            position.turn().dots()
        ));
    }
    ShownBranch {
        numeric: broken(&numeric),
        san: broken(&san),
        copy: broken(&words),
    }
}

/// A branch in both notations, `12... 2836 (Nc6) 13. 6125 (Bb5)`; none where it cannot be
/// played in the position.
pub(crate) fn in_both(start: &Position, line: &[String], language: Language) -> Option<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (at, uci) in line.iter().enumerate() {
        let mv = position.move_of_uci(uci)?;
        let dots = position.turn().dots();
        let label = match at == 0 || dots == "." {
            true => format!("{}{dots} ", position.move_number()),
            false => String::new(),
        };
        let (numeric, san) = (position.numeric(mv), position.san_in(mv, language));
        words.push(format!("{label}{numeric} ({san})"));
        position = position.after(mv);
    }
    Some(words.join(" "))
}

/// Some words in lines that no mail program breaks.
fn broken(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= LINE_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}
