//! Requests that exclude each other: none of them is carried out, and the
//! sender is asked (CONTRACT.md 4).

use super::{
    Doubt, GameRequest, Keyword, Moves, PlayerRequest, Request, Section, Understanding, keyword_of,
    shape,
};
use crate::chess::Side;

/// Whether a request moves, offers or claims, so that none that ends may stand beside it.
pub fn is_move(request: &Request) -> bool {
    matches!(
        request,
        Request::Game(GameRequest::Move(_) | GameRequest::Form { .. })
            | Request::Game(GameRequest::Pgn(_) | GameRequest::DrawClaim { .. })
            | Request::Game(GameRequest::DrawOffer | GameRequest::Check(_))
    )
}

/// RESIGN, WITHDRAW, ACCEPT DRAW.
fn is_end(request: &Request) -> bool {
    matches!(
        request,
        Request::Game(GameRequest::Resign)
            | Request::Player(PlayerRequest::Withdraw | PlayerRequest::WithdrawFrom { .. })
            | Request::Game(GameRequest::DrawAccept)
    )
}

/// Whether a request may exclude another.
pub fn is_excluded(request: &Request) -> bool {
    is_end(request) || is_move(request) || *request == Request::Game(GameRequest::DrawDecline)
}

/// Whether some of the requests exclude each other. `unclear_end` tells that the
/// letter may hold one more that ends.
fn conflicts(requests: &[&Request], unclear_end: bool, checks: bool) -> bool {
    let ends = requests.iter().filter(|r| is_end(r)).count();
    let moves = checks || requests.iter().any(|r| is_move(r));
    let has = |wanted: &Request| requests.contains(&wanted);
    let contradict = has(&Request::Game(GameRequest::DrawDecline))
        && has(&Request::Game(GameRequest::DrawAccept));
    ends > 1
        || ends + usize::from(unclear_end) > 0 && moves
        || ends > 0 && unclear_end
        || contradict
}

/// RESIGN, WITHDRAW or ACCEPT DRAW beside a move or each other: none is done.
/// `unclear_end` is such a command with other words on its line.
/// `checks` tells that CHECK was asked, if of nothing.
pub fn within(section: &mut Section, unclear_end: Option<String>, checks: bool) {
    let all: Vec<&Request> = section.requests.iter().collect();
    // WITHDRAW CODE is no withdrawal that is unclear, too.
    let leaves = |r: &&Request| matches!(r, Request::Player(PlayerRequest::WithdrawFrom { .. }));
    let is_same = |text: &String| keyword_of(text) == Some(Keyword::Withdraw);
    let leaves = all.iter().any(leaves);
    let unclear_end = unclear_end.filter(|text| !(leaves && is_same(text)));
    if !conflicts(&all, unclear_end.is_some(), checks) {
        return;
    }
    let mut texts = excluded(&all);
    texts.extend(unclear_end.clone());
    texts.dedup();
    section.requests.retain(|r| !is_excluded(r));
    // The unclear one is named there.
    section.doubts.retain(|d| match d {
        Doubt::UnclearCommand { perhaps, .. } => perhaps.is_none() || *perhaps != unclear_end,
        Doubt::Stated { .. } => unclear_end.is_none(),
        _ => true,
    });
    section.doubts.push(Doubt::Conflict {
        texts,
        in_parts: false,
    });
}

/// What is said of the requests that exclude each other.
fn excluded(all: &[&Request]) -> Vec<String> {
    let excluded = all.iter().filter(|r| is_excluded(r));
    excluded.map(|r| words_of(r)).collect()
}

/// The same over the whole letter: WITHDRAW is about every game, and what stands
/// above the first name of a game may be about any of them.
pub fn across(sections: &mut Vec<Section>) {
    let all: Vec<&Request> = sections.iter().flat_map(|s| &s.requests).collect();
    let withdraws = all.iter().any(|r| {
        matches!(
            r,
            Request::Player(PlayerRequest::Withdraw | PlayerRequest::WithdrawFrom { .. })
        )
    });
    let loose = sections.iter().find(|s| s.game.is_none());
    let beside_loose = sections.len() > 1
        && loose.is_some_and(|s| s.requests.iter().any(|r| is_end(r) || is_move(r)));
    if !(withdraws || beside_loose) || !conflicts(&all, false, false) {
        return;
    }
    let mut texts = excluded(&all);
    texts.dedup();
    for section in sections.iter_mut() {
        section.requests.retain(|r| !is_excluded(r));
    }
    // One answer speaks for all the parts that are left with nothing.
    if let Some(first) = sections.first_mut() {
        first.doubts.insert(
            0,
            Doubt::Conflict {
                texts,
                in_parts: false,
            },
        );
    }
    sections.retain(|s| !(s.requests.is_empty() && s.doubts.is_empty()));
}

/// A letter in two parts, its plain text and its page: where the text has something that
/// acts and the page has not, nothing of that kind is done, and it is asked
/// (CONTRACT.md 4, What). More than the text has a page may hold: what it quotes is not
/// known as well.
pub fn between_parts(mut text: Understanding, page: &Understanding) -> Understanding {
    let acting = |of: &Understanding| -> Vec<String> {
        let all = of.sections.iter().flat_map(|s| &s.requests);
        let acts = all.filter(|r| is_excluded(r));
        acts.map(words_of).filter(|w| !w.is_empty()).collect()
    };
    let (said, shown) = (acting(&text), acting(page));
    let is_shown = |words: &String| shown.iter().any(|other| may_be_one(words, other));
    if said.iter().all(is_shown) {
        return text;
    }
    for section in &mut text.sections {
        section.requests.retain(|r| !is_excluded(r));
    }
    let mut texts: Vec<String> = Vec::new();
    for words in said.into_iter().chain(shown) {
        if !texts.contains(&words) {
            texts.push(words);
        }
    }
    if let Some(first) = text.sections.first_mut() {
        let in_parts = true;
        first.doubts.insert(0, Doubt::Conflict { texts, in_parts });
    }
    text
}

/// Whether two requests in words say the same, or may: a move in both notations is told
/// apart by the position alone.
fn may_be_one(said: &str, shown: &str) -> bool {
    let parted = |words: &str| {
        let (number, mv) = words.rsplit_once(' ').unwrap_or(("", words));
        (number.to_owned(), shape::is_numeric(mv))
    };
    let ((number, numeric), (other, others)) = (parted(said), parted(shown));
    said == shown || number == other && numeric != others && !number.is_empty()
}

/// Whether a request is about a game, and not about the sender's own file.
pub fn is_about_game(request: &Request) -> bool {
    is_excluded(request)
        || matches!(
            request,
            Request::Game(GameRequest::TimeClaim | GameRequest::Repeat)
                | Request::Game(
                    GameRequest::Protest { .. }
                        | GameRequest::DeadPosition { .. }
                        | GameRequest::Correspondence { .. }
                )
        )
}

/// A request in the words of the letters.
fn words_of(request: &Request) -> String {
    let moves = |m: &Moves| {
        let mut text = String::new();
        if let Some(last) = m.line.last() {
            if let Some(number) = last.number {
                let dots = last.side.map_or(".", Side::dots);
                text.push_str(&format!("{number}{dots} "));
            }
            text.push_str(&last.text);
        }
        text
    };
    match request {
        Request::Game(GameRequest::Move(m))
        | Request::Game(GameRequest::Form { moves: m, .. })
        | Request::Game(GameRequest::Check(m)) => moves(m),
        Request::Game(GameRequest::Pgn(game)) => moves(&game.moves),
        Request::Game(GameRequest::Resign) => "RESIGN".to_owned(),
        Request::Player(PlayerRequest::Withdraw | PlayerRequest::WithdrawFrom { .. }) => {
            "WITHDRAW".to_owned()
        }
        Request::Game(GameRequest::DrawAccept) => "ACCEPT DRAW".to_owned(),
        Request::Game(GameRequest::DrawDecline) => "DECLINE DRAW".to_owned(),
        Request::Game(GameRequest::DrawOffer) => "DRAW?".to_owned(),
        Request::Game(GameRequest::DrawClaim { intended }) => {
            let intended = intended.as_ref().map(moves).unwrap_or_default();
            format!("CLAIM DRAW {intended}").trim_end().to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::understand;

    fn in_parts(plain: &str, page: &str) -> (usize, bool) {
        let bytes = format!(
            "From: a@b.example\nTo: c@d.example\nSubject: x\nMIME-Version: 1.0\n\
             Content-Type: multipart/alternative; boundary=b\n\n--b\n\
             Content-Type: text/plain; charset=utf-8\n\n{plain}\n--b\n\
             Content-Type: text/html; charset=utf-8\n\n<html><body>{page}</body></html>\n--b--\n"
        );
        let letter = crate::letter::read(bytes.as_bytes()).unwrap();
        let understood = understand(&letter);
        let acts = understood.sections.iter().flat_map(|s| &s.requests);
        let acts = acts.filter(|r| is_excluded(r)).count();
        let mut doubts = understood.sections.iter().flat_map(|s| &s.doubts);
        let asked = doubts.any(|d| matches!(d, Doubt::Conflict { in_parts: true, .. }));
        (acts, asked)
    }

    #[test]
    fn two_parts_that_act_differently_are_asked_about() {
        for (plain, page) in [
            ("1. e4", "<p>1. d4</p>"),
            ("RESIGN", "<p>1. e4</p>"),
            ("1. e4", "<p>Nothing yet, I am on holiday.</p>"),
            ("1. e4", "<div><s>1. e4</s></div>"),
            ("1. e4\n\nHello", "<del>1. e4</del><p>Hello</p>"),
            ("1. e4", "<p><strike>1. e4</strike></p>"),
            (
                "1. e4",
                "<p style=\"text-decoration: line-through red\">1. e4</p>",
            ),
            (
                "RESIGN",
                "<p><span style=\"text-decoration-line:underline line-through\">RESIGN</span></p>",
            ),
        ] {
            assert_eq!(in_parts(plain, page), (0, true), "{plain} | {page}");
        }
        for (plain, page) in [
            ("1. e4", "<p>1. e4</p>"),
            (
                "1. e4\n\nBest regards",
                "<div>1.&nbsp;e4</div><div>Best regards, <b>Ann</b></div>",
            ),
            ("1. e4\n\nHello", "<p>1. 5254</p>"),
            ("1. e4", "<p>1. e4</p><p>Sent from my telephone, 2 e5</p>"),
            (
                "*1. e4*\nsee <https://a.example/x>",
                "<p><b>1. e4</b><br>see <a href=x>here</a></p>",
            ),
            ("Knight to f3.\nHello", "<p>Knight to f3.</p>"),
            (
                "1. e4\n\n> 1. d4",
                "<p>1. e4</p><blockquote><s>1. d4</s></blockquote>",
            ),
            ("1. e4", "<div><img src=x></div>"),
        ] {
            let (_, asked) = in_parts(plain, page);
            assert!(!asked, "{plain} | {page}");
        }
    }
}
