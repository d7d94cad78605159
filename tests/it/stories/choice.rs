//! Answers to a letter that asks which of several things was meant (CONTRACT.md 4, "Short
//! answers").

use crate::club::{Club, Mail, Setup};

/// Two knights that may go to d2, and two ways to castle.
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N5K w - - 0 1";

/// A club in whose game 1 a move of Ann's fits two knights; the letter that asks.
fn which_knight(language: &'static str, text: &str) -> (Club, Mail) {
    let mut club = Setup::new().language(language).fen(KNIGHTS).opens();
    club.sends("ann", text);
    // Where a letter is a piece in two languages, nothing is charged.
    let mut told = club.takes_all().into_iter();
    let asked = told.rfind(|m| m.to == "ann@a.example").unwrap();
    (club, asked)
}

fn answers(club: &mut Club, who: &str, asked: &Mail, text: &str) {
    club.letter(who).answering(asked).says(text).posts();
    club.polls();
}

#[test]
fn a_short_answer_picks_one_of_those_that_were_numbered() {
    for (language, first, answer, played) in [
        ("en", "1. Nd2", "1", "b1d2"),
        ("en", "1. Nd2", "the knight from f3", "f3d2"),
        (
            "en",
            "1. Nd2",
            "Hello,\n\nthe second one, please.\n\nAnn",
            "f3d2",
        ),
        ("ru", "1. Кd2", "второй", "f3d2"),
        ("ru", "1. Кd2", "Конь с b1", "b1d2"),
        ("uk", "1. Кd2", "(2)", "f3d2"),
        ("pl", "1. Sd2", "drugie", "f3d2"),
        ("pl", "1. Sd2", "Skoczek z b1", "b1d2"),
        ("de", "1. Sd2", "das zweite", "f3d2"),
        ("en", "1. Nd2", "Nbd2", "b1d2"),
    ] {
        let (mut club, asked) = which_knight(language, first);
        assert!(asked.text.contains("\n1. ") && asked.text.contains("\n2. "));
        answers(&mut club, "ann", &asked, answer);
        let told = club.takes_all();
        let told = told.last().map(|m| m.text.as_str()).unwrap_or_default();
        assert_eq!(club.verdict(), "move", "{answer}: {told}\n{}", asked.text);
        club.stands("T26/1", "/moves/0/uci", played);
        club.takes_all();
    }
}

#[test]
fn each_line_stands_alone_in_a_box_and_is_read_with_its_words_too() {
    let (mut club, asked) = which_knight("en", "1. Nd2");
    let boxes: Vec<String> = asked
        .text
        .lines()
        .filter_map(|l| l.strip_prefix("    1. "))
        .map(|l| format!("1. {l}"))
        .collect();
    assert!(boxes.len() >= 2, "{}", asked.text);
    let label = asked.text.lines().find(|l| l.starts_with("2. ")).unwrap();
    let html = asked.html.clone().unwrap_or_default();
    assert!(html.contains(&format!("<pre>{}</pre>", boxes[1])), "{html}");
    answers(&mut club, "ann", &asked, &format!("{label} {}", boxes[1]));
    club.stands("T26/1", "/moves/0/uci", "f3d2");
    club.takes_all();
}

#[test]
fn our_letter_sent_along_without_marks_does_nothing_of_it() {
    let (mut club, asked) = which_knight("en", "1. Nd2");
    // On top of it, the answer holds; alone it says nothing.
    answers(
        &mut club,
        "ann",
        &asked,
        &format!("Thank you!\n\n{}", asked.text),
    );
    club.stands("T26/1", "/ply", 0);
    club.takes_all();
    answers(&mut club, "ann", &asked, &format!("2\n\n{}", asked.text));
    club.stands("T26/1", "/moves/0/uci", "f3d2");
    club.takes_all();

    let mut club = Club::opens();
    club.sends("ann", "1. Qz9");
    let told = club.takes_all().pop().unwrap();
    answers(&mut club, "ann", &told, &told.text.clone());
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/1", "/draw_offer", serde_json::Value::Null);
    club.takes_all();
}

#[test]
fn a_yes_where_several_were_asked_is_asked_in_other_words() {
    let (mut club, asked) = which_knight("ru", "1. Кd2");
    answers(&mut club, "ann", &asked, "Да");
    let again = club.is_told("ann", "not-understood");
    again
        .says("which of these you mean")
        .says("1. ")
        .says("2. ");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);
    answers(&mut club, "ann", &again, "первое");
    club.stands("T26/1", "/moves/0/uci", "b1d2");
    club.takes_all();
}

#[test]
fn it_holds_for_a_week_in_that_position_and_in_answer_to_that_letter() {
    let (mut club, asked) = which_knight("en", "1. Nd2");
    club.days_pass(8);
    club.takes_all();
    answers(&mut club, "ann", &asked, "2");
    club.is_told("ann", "not-understood")
        .says("not stand any more");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);

    let (mut club, asked) = which_knight("en", "1. Nd2");
    club.sends("ann", "1. Kg1");
    club.takes_all();
    answers(&mut club, "ann", &asked, "2");
    club.is_told("ann", "not-understood")
        .says("not stand any more");
    club.takes_all();
    club.stands("T26/1", "/ply", 1);

    // To another letter of ours a number says nothing.
    let mut club = Setup::new().fen(KNIGHTS).opens();
    let start = club.last_letter("ann", "T26/1");
    club.sends("ann", "1. Nd2");
    club.takes_all();
    answers(&mut club, "ann", &start, "2");
    club.is_told("ann", "not-understood");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);
}

#[test]
fn what_may_have_been_meant_is_done_by_a_yes_where_it_is_one_thing() {
    let mut club = Club::opens();
    club.play("T26/1", "5254 5755");
    let last = club.last_letter("ann", "T26/1");
    // What is only thought of is shown, and no yes plays it.
    answers(&mut club, "ann", &last, "I was thinking about Nf3, maybe");
    let asked = club.is_told("ann", "not-understood");
    let alone = |mail: &Mail| mail.text.lines().any(|l| l == "    2. Nf3");
    assert!(alone(&asked), "{}", asked.text);
    club.takes_all();
    answers(&mut club, "ann", &asked, "Yes");
    club.stands("T26/1", "/ply", 2);
    club.takes_all();
    // What is stated, and by one legal move alone, is.
    let told = "Ok ok, my knight had better run out to f3";
    answers(&mut club, "ann", &last, told);
    let asked = club.is_told("ann", "not-understood");
    assert!(alone(&asked), "{}", asked.text);
    club.takes_all();
    answers(&mut club, "ann", &asked, "Yes");
    club.stands("T26/1", "/moves/2/uci", "g1f3");
    club.takes_all();
}

#[test]
fn the_number_of_a_game_plays_the_letter_in_it() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.letter("ann").says("1. 5254").posts();
    club.polls();
    let asked = club.is_told("ann", "not-understood");
    asked.says("1. T26/1").says("2. T26/2");
    club.takes_all();
    answers(&mut club, "ann", &asked, "Да");
    let again = club.is_told("ann", "not-understood");
    again.says("first letter");
    club.takes_all();
    answers(&mut club, "ann", &again, "1");
    club.stands("T26/1", "/moves/0/uci", "e2e4");
    club.takes_all();
}

#[test]
fn a_letter_of_help_sent_along_without_marks_plays_no_example() {
    let mut club = Setup::new().language("pl").opens();
    club.sends("ann", "POMOC");
    let help = club.is_told("ann", "help");
    club.takes_all();
    answers(
        &mut club,
        "ann",
        &help,
        &format!("Dziękuję!\n\n{}", help.text),
    );
    club.stands("T26/1", "/ply", 0);
    club.takes_all();
}

#[test]
fn the_piece_of_a_pawn_is_asked_with_its_lines_and_answered_by_its_name() {
    for (language, first, answer) in [
        ("en", "1. bxa8", "a queen, naturally"),
        ("en", "1. b7xa8", "Queen please"),
        ("ru", "1. b7:a8", "ферзь"),
        ("uk", "1. b7:a8", "ферзь, звісно"),
        ("pl", "1. bxa8", "hetman"),
        ("de", "1. bxa8", "Dame bitte"),
    ] {
        let mut club = Setup::new()
            .language(language)
            .fen("r7/1P5k/8/8/8/8/8/7K w - - 0 1")
            .opens();
        club.sends("ann", first);
        let asked = club.is_told("ann", "rejection");
        for line in ["27181", "27182", "27183", "27184"] {
            asked.says(line);
        }
        answers(&mut club, "ann", &asked, answer);
        club.stands("T26/1", "/moves/0/uci", "b7a8q");
        club.takes_all();
    }
}

#[test]
fn what_picks_nothing_is_asked_again_and_no_is_an_answer() {
    let (mut club, asked) = which_knight("ru", "1. Кd2");
    answers(&mut club, "ann", &asked, "Сам уже не помню.");
    let again = club.is_told("ann", "not-understood");
    again.says("1. ").says("2142 (");
    club.takes_all();
    answers(&mut club, "ann", &again, "тот, что на b1");
    club.stands("T26/1", "/moves/0/uci", "b1d2");
    club.takes_all();
    let (mut club, asked) = which_knight("en", "1. Nd2");
    answers(&mut club, "ann", &asked, "Neither. No.");
    club.takes_all();
    answers(&mut club, "ann", &asked, "No");
    club.is_told("ann", "not-understood")
        .says("Nothing was done");
    answers(&mut club, "ann", &asked, "1");
    club.stands("T26/1", "/ply", 0);
    club.takes_all();
}

/// Answers a list of lines that asks nothing of the kind, in an open game with or without an
/// offer of a draw that stands, and tells how the game stands then.
fn ends(language: &'static str, offered: bool, first: &str, answer: &str) -> bool {
    let mut club = Setup::new().language(language).opens();
    club.sends("ann", if offered { "1. 5254 =" } else { "1. 5254" });
    club.takes_all();
    club.sends("bert", first);
    let mut told = club.takes_all().into_iter();
    let asked = told.rfind(|m| m.to == "bert@b.example").unwrap();
    answers(&mut club, "bert", &asked, answer);
    club.takes_all();
    let game = club.game("T26/1");
    game["status"] == "finished"
}

#[test]
fn what_only_acknowledges_a_list_of_lines_ends_no_game() {
    let mut ended = Vec::new();
    for (language, offered, first, answer) in [
        ("en", true, "Thanks, got your letter.", "ok"),
        ("en", true, "Dear Ann, happy birthday!", "OK"),
        (
            "en",
            true,
            "I'll think about your draw offer and let you know on Sunday",
            "ok",
        ),
        ("en", true, "Don't even think of a draw!", "yes"),
        (
            "ru",
            true,
            "Спасибо за предложение, подумаю до пятницы.",
            "Хорошо",
        ),
        ("ru", true, "Нет уж, увольте", "Да, именно"),
        ("uk", true, "Щодо нічиєї подумаю", "гаразд"),
        ("pl", true, "Remis? Zastanowię się.", "dobrze"),
        ("de", true, "Remis? Ich überlege noch.", "okay"),
        ("en", true, "Draw? Let me sleep on it.", "No to 1"),
        ("en", true, "Draw? Let me sleep on it.", "no to the first"),
        ("en", false, "If Nxe4 works I resign", "ok"),
        ("en", false, "If Nxe4 works I resign", "No to 1"),
        ("en", false, "My grandfather resigns.", "OK thanks"),
        ("en", false, "I won't resign.", "yes"),
        ("en", false, "I refuse to resign", "right"),
        ("en", false, "Nobody resigns here", "yes"),
        ("uk", false, "Якщо не знайду захисту, здаюся.", "добре"),
    ] {
        if ends(language, offered, first, answer) {
            ended.push((first, answer));
        }
    }
    assert!(ended.is_empty(), "{ended:?}");
}

#[test]
fn a_move_that_is_forbidden_is_not_what_a_yes_means() {
    for (language, first, answer) in [
        ("en", "Don't play 1. e4!", "ok"),
        ("en", "Please check 1. e4 for me, don't play it", "ok"),
        ("en", "1. e4 would be a mistake", "yes"),
        ("en", "I never play e4", "yes"),
        ("ru", "Не играйте 1. e4!", "хорошо"),
        ("ru", "Не вздумайте пойти 1. e4", "да"),
        ("uk", "Не грайте 1. e4", "добре"),
        ("pl", "Proszę nie grać 1. e4", "dobrze"),
        ("de", "Bitte nicht 1. e4 spielen", "ok"),
    ] {
        let mut club = Setup::new().language(language).opens();
        club.sends("ann", first);
        let mut told = club.takes_all().into_iter();
        let asked = told.rfind(|m| m.to == "ann@a.example").unwrap();
        answers(&mut club, "ann", &asked, answer);
        club.stands("T26/1", "/ply", 0);
        club.takes_all();
    }
}

/// Ann plays in two games and answers the letter of the first with this; the letter that asks.
fn which_of_two(language: &'static str, text: &str) -> (Club, Mail) {
    let mut club = Setup::new()
        .language(language)
        .pairs(&[(1, 2), (1, 3)])
        .opens();
    let first = club.last_letter("ann", "T26/1");
    answers(&mut club, "ann", &first, text);
    let mut told = club.takes_all().into_iter();
    let asked = told.rfind(|m| m.to == "ann@a.example").unwrap();
    (club, asked)
}

#[test]
fn the_game_that_is_picked_is_the_one_and_never_another_that_the_letter_names() {
    for (language, text, answer) in [
        ("en", "T26/2: still thinking. This one: c3", "1"),
        ("en", "T26/2: still thinking. This one: c3", "T26/1"),
        ("en", "T26/2\nI'm still thinking here.\n\nc3", "the first"),
        ("en", "T26/2 can wait till Sunday. c3", "1"),
        ("en", "T26/2 c3", "1"),
        ("en", "In T26/2 my opponent has resigned.\nc3", "1"),
        ("en", "T26/999 1. c3", "1"),
        ("ru", "По партии T26/2: пока думаю. По этой: c3", "1"),
        ("uk", "По партії T26/2: поки думаю. По цій: c3", "перша"),
        ("pl", "T26/2: jeszcze myślę. Tutaj: c3", "pierwsza"),
        ("de", "T26/2: ich denke noch nach. Hier: c3", "die erste"),
    ] {
        let (mut club, asked) = which_of_two(language, text);
        assert!(!asked.text.contains("T26/999\n"), "{}", asked.text);
        answers(&mut club, "ann", &asked, answer);
        club.stands("T26/2", "/ply", 0);
        club.takes_all();
    }
    for (text, answer) in [
        ("T26/2 c3", "1"),
        ("In T26/2 my opponent has resigned.\nc3", "T26/1"),
        ("T26/999 1. c3", "T26/1"),
    ] {
        let (mut club, asked) = which_of_two("en", text);
        answers(&mut club, "ann", &asked, answer);
        club.stands("T26/1", "/ply", 1);
        club.takes_all();
    }
}
