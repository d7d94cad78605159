//! What our letters offer to be copied is read as they mean it, and a letter of
//! ours that comes back without marks asks for nothing.

use super::{composer, text_of};
use crate::arbiter::notice::{Body, Question};
use crate::arbiter::{Notice, example, likely};
use crate::chess::Side;
use crate::chess::notation::{self, Class};
use crate::compose::samples::{game, notices, render_all};
use crate::language::Language;
use crate::letter::quotation;
use crate::request::{
    Doubt, GameRequest, Keyword, PlayerRequest, Request, TextSpan, keyword_of, line_of, type_of,
    understand_text,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const KEYWORDS: [Keyword; 22] = [
    Keyword::Resign,
    Keyword::Draw,
    Keyword::DrawAccept,
    Keyword::DrawDecline,
    Keyword::DrawClaim,
    Keyword::Leave,
    Keyword::LeaveEnd,
    Keyword::TimeClaim,
    Keyword::Protest,
    Keyword::Opinion,
    Keyword::Appeal,
    Keyword::Status,
    Keyword::Report,
    Keyword::Repeat,
    Keyword::Address,
    Keyword::Withdraw,
    Keyword::Arbiter,
    Keyword::Check,
    Keyword::Format,
    Keyword::DeadPosition,
    Keyword::Correspondence,
    Keyword::Help,
];

/// The one request of a line, if nothing else is in it.
fn only(line: &str) -> Option<Request> {
    let read = understand_text(line, "");
    match read.sections.as_slice() {
        [one] if one.doubts.is_empty() && one.requests.len() == 1 => one.requests.first().cloned(),
        _ => None,
    }
}

#[test]
fn every_command_we_suggest_is_read_as_that_command() {
    let types = [
        "resign",
        "draw-offer",
        "draw-accept",
        "draw-decline",
        "draw-claim",
        "leave",
        "leave-end",
        "time-claim",
        "protest",
        "opinion",
        "appeal",
        "status",
        "report",
        "repeat",
        "address",
        "withdraw",
        "arbiter",
        "check",
        "format",
        "dead-position",
        "correspondence",
        "help",
    ];
    for language in Language::ALL {
        for (keyword, name) in KEYWORDS.into_iter().zip(types) {
            let line = line_of(keyword, language);
            let found = only(&line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(type_of(&found), name, "{line}");
            let meant = keyword_of(&line).map(|k| line_of(k, language));
            assert_eq!(meant.as_deref(), Some(line.as_str()));
        }
    }
}

/// A line is a move that can be made in the game, and reading it says which.
fn is_legal_move(line: &str, language: Language, plies: usize) {
    let game = game(language, plies, &[]).unwrap();
    let Some(Request::Game(GameRequest::Move(moves))) = only(line) else {
        panic!("{line} is no move alone");
    };
    let own = moves.line.last().unwrap();
    assert_eq!(own.number, Some(game.move_number()), "{line}");
    assert_eq!(moves.line.len(), 1, "{line}");
    let reading = notation::read(&own.text, game.line.position(), Some(language));
    assert!(
        matches!(reading.class, Class::Ok | Class::OkWithWarning),
        "{line}: {reading:?}"
    );
}

#[test]
fn every_line_we_offer_to_copy_would_be_accepted() {
    let mut moves = 0;
    for language in Language::ALL {
        let running = game(language, 16, &[]).unwrap();
        for (notice, _) in notices() {
            for offered in likely(&notice.body, Some((&running, Side::White)), language) {
                match offered.what {
                    None => {
                        is_legal_move(&offered.line, language, 16);
                        moves += 1;
                    }
                    Some(_) => assert!(only(&offered.line).is_some(), "{}", offered.line),
                }
            }
        }
        for plies in 0..16 {
            let here = game(language, plies, &[]).unwrap();
            for like in [None, Some("5254"), Some("Nf3"), Some("Кf3"), Some("e2-e4")] {
                let line = example(&here, like, language).unwrap();
                is_legal_move(&line, language, plies);
            }
        }
    }
    assert!(moves > 8, "{moves}");
}

#[test]
fn the_example_is_no_advice() {
    // The first legal move by its digits that takes nothing and gives no check.
    let here = game(Language::En, 16, &[]).unwrap();
    let line = example(&here, None, Language::En).unwrap();
    assert_eq!(line, "9. 1121");
    assert_eq!(
        example(&here, Some("Kf3"), Language::Ru).as_deref(),
        Some("9. Лb1")
    );
}

#[test]
fn what_was_meant_is_offered_in_the_players_own_notation() {
    let white = |doubts: Vec<Doubt>, language| {
        let here = game(language, 16, &[]).unwrap();
        let body = Body::NotUnderstood {
            question: Question::Doubts { doubts },
            quoted: None,
        };
        let all = likely(&body, Some((&here, Side::White)), language);
        all.into_iter().map(|l| l.line).collect::<Vec<_>>()
    };
    let span = TextSpan { start: 0, end: 4 };
    let prose = |text: &str| {
        vec![Doubt::MoveInProse {
            text: text.to_owned(),
            stated: false,
            plain: false,
            offers: false,
            number: None,
            span,
        }]
    };
    assert_eq!(
        white(prose("2233"), Language::En),
        ["9. 2233", "STATUS", "REPEAT"]
    );
    assert_eq!(
        white(prose("bc3"), Language::Ru),
        ["9. bxc3", "СТАТУС", "ПОВТОР"]
    );
    assert_eq!(
        white(prose("bxc3!"), Language::Pl),
        ["9. bxc3", "STATUS", "POWTÓRZ"]
    );
    // A move that cannot be made is not offered.
    assert_eq!(
        white(prose("5258"), Language::Uk),
        ["СТАТУС", "ПОВТОР", "ДОПОМОГА"]
    );
    let near = vec![Doubt::NearMove {
        text: "22334".to_owned(),
        span,
    }];
    assert_eq!(white(near, Language::En)[0], "9. 2233");
    let said = |perhaps: &str| Doubt::UnclearCommand {
        line: "x".to_owned(),
        span,
        perhaps: Some(perhaps.to_owned()),
    };
    assert_eq!(white(vec![said("СДАЮСЬ")], Language::Ru)[0], "СДАЮСЬ");
    let both = Doubt::Conflict {
        texts: vec!["9. 2233".to_owned(), "RESIGN".to_owned()],
        in_parts: false,
    };
    assert_eq!(
        white(vec![both], Language::En),
        ["9. 2233", "RESIGN", "STATUS"]
    );
}

#[test]
fn a_letter_of_ours_that_comes_back_bare_asks_for_nothing() {
    let mut found: Vec<String> = Vec::new();
    let mut sample = LetterSample::default();
    render_all(&composer(), |notice, language, letter| {
        if !sample.draws(notice, language) {
            return;
        }
        let text = text_of(letter);
        // Marked lines are quotations to whoever reads mail.
        let own = text.lines().filter(|l| !l.starts_with('>'));
        let own: Vec<&str> = own.filter_map(quotation::own).collect();
        let read = understand_text(&own.join("\n"), "");
        for request in read.sections.iter().flat_map(|s| &s.requests) {
            let harmless = match request {
                // The record as it is recorded, or more than one move: asked about.
                Request::Game(GameRequest::Form { form, moves }) => {
                    let row = form.moves.last().map(|r| (r.mv.number, r.mv.side));
                    let own = moves.line.last().map(|m| (m.number, m.side));
                    moves.alternatives || row == own
                }
                Request::Player(PlayerRequest::Arbiter { .. }) => true,
                // The one line that a letter asks for which wants a report.
                Request::Player(PlayerRequest::Report) => {
                    notice.kind() == crate::arbiter::NoticeKind::Report
                }
                // An arbiter's letter, who plays in no game of his.
                Request::Game(GameRequest::Protest { .. }) => {
                    notice.kind() == crate::arbiter::NoticeKind::Digest
                }
                // The examples of HELP: the mailbox knows them by the letter that left.
                Request::Game(GameRequest::Move(_)) => {
                    notice.kind() == crate::arbiter::NoticeKind::Help
                }
                _ => false,
            };
            if !harmless && found.len() < 40 {
                let told = format!("{language} {}: {request:?}", notice.kind().name());
                found.push(told.chars().take(300).collect());
            }
        }
    })
    .unwrap();
    assert!(sample.drawn > 100, "{}", sample.drawn);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Reading is slow in a test build, and the samples repeat themselves: some are drawn, by
/// their own names. A letter that is added elsewhere changes nothing of which others are.
#[derive(Default)]
struct LetterSample {
    /// How many readers a notice had so far, by language.
    readers: BTreeMap<String, u32>,
    kinds: BTreeSet<&'static str>,
    drawn: u32,
}

impl LetterSample {
    /// One of so many is drawn.
    const OF: u64 = 41;

    /// Whether a letter is read: those whose names are drawn, and the first of each kind in
    /// the language that is drawn for the kind.
    fn draws(&mut self, notice: &Notice, language: Language) -> bool {
        let name = format!("{language} {notice:?}");
        let reader = self.readers.entry(name.clone()).or_default();
        *reader += 1;
        let is_drawn = Self::hash(&format!("{name} {reader}")) % Self::OF == 0;
        let kind = notice.kind().name();
        let languages = u64::try_from(Language::ALL.len()).unwrap();
        let at = usize::try_from(Self::hash(kind) % languages).unwrap();
        let of_kind = Language::ALL[at] == language && self.kinds.insert(kind);
        self.drawn += u32::from(is_drawn || of_kind);
        is_drawn || of_kind
    }

    fn hash(name: &str) -> u64 {
        let hash = Sha256::digest(name);
        hash.iter()
            .take(8)
            .fold(0, |all, byte| all << 8 | u64::from(*byte))
    }
}

#[test]
fn what_is_read_of_our_letters_does_not_hang_on_the_others() {
    let drawn = |all: &[Notice]| -> Vec<String> {
        let mut sample = LetterSample::default();
        let languages = Language::ALL.into_iter();
        let each = languages.flat_map(|language| all.iter().map(move |n| (n, language)));
        each.filter(|(notice, language)| sample.draws(notice, *language))
            .map(|(notice, language)| format!("{language} {notice:?}"))
            .collect()
    };
    let all: Vec<Notice> = notices().into_iter().map(|(notice, _)| notice).collect();
    // Without one somewhere the others are drawn as before.
    let is_first = |at: &usize| all[..*at].iter().all(|n| n.kind() != all[*at].kind());
    let gone = (all.len() / 2..all.len()).find(|at| !is_first(at)).unwrap();
    let fewer: Vec<Notice> = [&all[..gone], &all[gone + 1..]].concat();
    let left: Vec<String> = drawn(&all)
        .into_iter()
        .filter(|name| !name.ends_with(&format!(" {:?}", all[gone])))
        .collect();
    assert_eq!(drawn(&fewer), left);
}

#[test]
fn no_sentence_of_ours_acts_when_it_comes_back_bare() {
    // Figures and names apart, a paragraph is looked at once.
    let mut once: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<String> = Vec::new();
    render_all(&composer(), |notice, language, letter| {
        let text = text_of(letter);
        for paragraph in text.split("\n\n").filter(|p| is_prose(p)) {
            let figures = paragraph.replace(|c: char| c.is_ascii_digit(), "0");
            if !once.insert(figures) {
                continue;
            }
            // What stands behind our mark is nobody's, and an arbiter plays in no game of his.
            let own: Vec<&str> = paragraph.lines().filter_map(quotation::own).collect();
            let read = understand_text(&own.join("\n"), "");
            let requests = read.sections.iter().flat_map(|s| &s.requests);
            let is_digest = notice.kind() == crate::arbiter::NoticeKind::Digest;
            let is_title =
                |r: &Request| is_digest && matches!(r, Request::Game(GameRequest::Protest { .. }));
            for request in requests.filter(|r| acts(r) && !is_title(r)) {
                let kind = notice.kind().name();
                found.push(format!("{language} {kind}: {request:?}\n    {paragraph}"));
            }
        }
    })
    .unwrap();
    assert!(once.len() > 2_000, "{}", once.len());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether a request acts on a game or on a player's time. Moves stand in our letters as
/// what was played and as lines to copy; a letter more of ours and a word to the arbiter
/// change nothing.
fn acts(request: &Request) -> bool {
    match request {
        Request::Game(game) => !matches!(
            game,
            GameRequest::Move(_) | GameRequest::Form { .. } | GameRequest::Repeat
        ),
        Request::Player(player) => !matches!(
            player,
            PlayerRequest::Arbiter { .. } | PlayerRequest::Status | PlayerRequest::Help
        ),
    }
}

/// Whether a paragraph is sentences: no list, form, quotation or line to copy.
fn is_prose(paragraph: &str) -> bool {
    let line = |l: &str| !l.starts_with(['>', '-', ' ', '|', '[', '=']) && !l.contains('\t');
    paragraph.lines().all(line) && paragraph.contains(". ") || paragraph.ends_with('.')
}

#[test]
fn an_answer_above_a_letter_of_ours_is_read_with_it() {
    let composer = composer();
    let mut read_so = 0;
    for language in Language::ALL {
        let file = game(language, 16, &[]).unwrap();
        let mut notice = super::move_notice();
        notice.body = Body::Move {
            plies: vec![16],
            draw_offered: false,
        };
        let to = Some(Side::White);
        let mut request = super::composition(&notice, Some(&file), &[], language, to, false);
        request.to.style = crate::request::LetterStyle::Text;
        let ours = text_of(&composer.compose(&request).unwrap());
        for (above, own) in [
            ("9. 2133\n\n", "2133"),
            ("", "2433"),
            ("Thank you!\n\n", "2433"),
        ] {
            let read = understand_text(&format!("{above}{ours}"), "");
            let [section] = read.sections.as_slice() else {
                panic!("{language}: {} sections", read.sections.len());
            };
            let game = section.game.as_ref().map(ToString::to_string);
            assert_eq!(game.as_deref(), Some("RU26-01/3"));
            // Nobody filled it in: nothing in it is charged, and what stands above is seen.
            for request in &section.requests {
                let Request::Game(GameRequest::Form { moves, .. }) = request else {
                    continue;
                };
                assert_eq!(moves.place, crate::request::SeriesPlace::Prose);
                assert!(moves.line.iter().any(|m| m.text == own), "{language}");
                read_so += 1;
            }
        }
    }
    assert!(read_so > 8, "{read_so}");
}
