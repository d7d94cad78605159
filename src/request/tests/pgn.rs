//! Games in PGN: what is read of them, and what is set aside.

use super::{GameRequest, Request, check, request, understand_text};

/// The tags that make a text a PGN, in one line each.
const TAGS: &str = "[Event \"x\"]\n[White \"Ann\"]\n";

/// What is read of a text behind the tags.
fn read(text: &str) -> String {
    let text = format!("{TAGS}\n{text}");
    let understood = understand_text(&text, "");
    let mut out = Vec::new();
    for section in &understood.sections {
        for asked in &section.requests {
            if let Request::Game(GameRequest::Pgn(game)) = asked {
                for mv in &game.moves.line {
                    let there = text.get(mv.span.start..mv.span.end);
                    assert_eq!(there, Some(mv.text.as_str()), "{text}");
                }
            }
            out.push(request(asked));
        }
    }
    out.join("; ")
}

#[test]
fn the_movetext_of_programs_and_people() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 *", "1w:e4 1b:e5 2w:Nf3 pgn"),
        ("1.e4 e5 2.Nf3 *", "1w:e4 1b:e5 2w:Nf3 pgn"),
        ("1. 5254 5755\n2. 7163\n*", "1w:5254 1b:5755 2w:7163 pgn"),
        // cmail's text mode behind a comment.
        ("1. 5254\n{\nwell\n}\n1. ... 5755\n*", "1w:5254 1b:5755 pgn"),
        // The layout of an older club: no sign at the end.
        (
            "1.g3 Nf6 2 ..\nYou sent on 1 May; I received on 2 May",
            "1w:g3 1b:Nf6 pgn",
        ),
        ("1. e4 $1 e5!? 2. Nf3 $14 N *", "1w:e4 1b:e5!? 2w:Nf3 pgn"),
        (
            "1. e4 {a {b} e5 (1... c5 2. Nf3 (2. f4 d5) 2... d6) 2. Bc4 *",
            "1w:e4 1b:e5 2w:Bc4 pgn",
        ),
        (
            "1. e4 ; 1... c5\ne5\n% 2. f4\n2. Nf3",
            "1w:e4 1b:e5 2w:Nf3 pgn",
        ),
        (
            "1. e4 e5\n2. 0-0 00 3. e8Q *",
            "1w:e4 1b:e5 2w:0-0 2b:00 3w:e8Q pgn",
        ),
        ("*", " pgn"),
        ("", " pgn"),
        ("1. e4 {never closed 2. d4 d5", "1w:e4 pgn"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn offers_and_ends_stand_behind_the_last_move() {
    for (text, expected) in [
        (
            "1. e4\n{\nWhite offers a draw\n}\n*",
            "1w:e4 pgn offer White",
        ),
        (
            "1. e4 {for you\nWhite offers a draw\n} *",
            "1w:e4 pgn offer White",
        ),
        ("1. e4 {White offers a draw} e5 *", "1w:e4 1b:e5 pgn"),
        ("1. e4 {if White offers a draw I decline} *", "1w:e4 pgn"),
        (
            "1. e4 e5\n{White resigns} 0-1",
            "1w:e4 1b:e5 pgn Resigned { side: Some(White) } 0-1",
        ),
        ("1. e4 e5 (1... c5 {White resigns}) *", "1w:e4 1b:e5 pgn"),
        (
            "1. e4 e5 {Black offers a draw}\n{Draw agreed} ",
            "1w:e4 1b:e5 pgn offer Black Agreed",
        ),
        ("1. e4 {Draw agreed} e5 1/2-1/2", "1w:e4 1b:e5 pgn 1/2-1/2"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn words_around_a_game() {
    for (text, expected) in [
        ("1. e4 *\n\nDRAW?", "1w:e4 pgn ="),
        ("1. e4 *\n\nRESIGN", "1w:e4 pgn Resigned { side: None }"),
        ("1. e4 *\n\nACCEPT DRAW", "1w:e4 pgn Agreed"),
        ("1. e4 e5 *\n\n2. Nf3", "1w:e4 1b:e5 pgn beside 2w:Nf3"),
        ("1. e4 e5 *\n\nSTATUS", "1w:e4 1b:e5 pgn enclosed; status"),
        ("1. e4 e5 *\nWITHDRAW", ""),
        ("1. e4 e5 *\n\nBest wishes\nAnn", "1w:e4 1b:e5 pgn"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn the_name_of_a_game() {
    let tagged = |tag: &str| format!("{TAGS}[{tag}]\n\n1. e4 *");
    let named = "[RU26-01/3] 1w:e4 pgn named";
    for tag in [
        "CmailGameName \"RU26-01-3\"",
        "CMailGameName \"RU26-01-3.1\"",
        "PostchessGame \"RU26-01/3\"",
        "Site \"RU26-01/3\"",
    ] {
        check(&[(&tagged(tag), named)]);
    }
    // Nothing else that ends in a number is a name of ours.
    for tag in [
        "Site \"SPRING-26\"",
        "CmailGameName \"a1\"",
        "Round \"RU26/1\"",
    ] {
        check(&[(&tagged(tag), "1w:e4 pgn")]);
    }
    check(&[(
        &format!("RU26-01/3\n\n{TAGS}\n1. e4 *"),
        "[RU26-01/3] 1w:e4 pgn",
    )]);
    // One tag is no game.
    check(&[("[White \"Ann\"]\n\n12. 5254", "12w:5254")]);
    let subject = |subject: &str| {
        let understood = understand_text("", subject);
        understood.subject_game().map(ToString::to_string)
    };
    let ours = Some("RU26-01/3".to_owned());
    assert_eq!(subject("cmail 1 game <RU26-01-3>"), ours);
    assert_eq!(subject("Re: scid mail 1 game (RU26-01-3)"), ours);
    assert_eq!(subject("cmail 1 game <a1>"), None);
}
