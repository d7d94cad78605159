//! What a letter of ours proposes where it was not sure what was meant, and what a yes to it
//! does: never more than it said.

use crate::club::{Club, Mail, Setup};

fn asked(club: &mut Club, who: &str, text: &str) -> Mail {
    let last = club.last_letter(who, "T26/1");
    club.letter(who).answering(&last).says(text).posts();
    club.polls();
    let question = club.is_told(who, "not-understood");
    club.takes_all();
    question
}

fn answers(club: &mut Club, who: &str, asked: &Mail, text: &str) {
    club.letter(who).answering(asked).says(text).posts();
    club.polls();
}

#[test]
fn a_yes_ends_no_game_where_another_was_spoken_of() {
    for (language, text, yes) in [
        ("en", "I resign the other game.", "Yes"),
        ("en", "I resign both games, I am too ill to go on.", "Yes"),
        ("en", "I resign game 2", "Yes"),
        ("ru", "В другой партии сдаюсь", "да"),
        ("uk", "В іншій партії здаюся", "так"),
        ("pl", "W drugiej partii się poddaję", "tak"),
        ("de", "In der anderen Partie gebe ich auf.", "Ja"),
    ] {
        let mut club = Setup::new()
            .pairs(&[(1, 2), (1, 3)])
            .language(language)
            .opens();
        let question = asked(&mut club, "ann", text);
        question.says(text.trim_end_matches('.'));
        answers(&mut club, "ann", &question, yes);
        club.takes_all();
        for game in ["T26/1", "T26/2"] {
            club.stands(game, "/status", "active");
        }
    }
}

#[test]
fn a_hint_that_ends_the_game_names_it_and_says_that_there_is_no_way_back() {
    for (text, yes) in [
        ("Peace!", "yes"),
        ("Мир!", "да"),
        ("Pokój!", "tak"),
        ("Frieden!", "ja"),
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", "2. 7163 =");
        club.takes_all();
        let question = asked(&mut club, "bert", text);
        question.says("T26/1").says("Ann").says("cannot be undone");
        for offer in ["DRAW?", "НИЧЬЯ?", "НІЧИЯ?", "REMIS?"] {
            assert!(!question.text.contains(offer), "{}", question.text);
        }
        answers(&mut club, "bert", &question, yes);
        club.stands("T26/1", "/result", "1/2-1/2");
        club.takes_all();
    }
}

#[test]
fn beside_a_move_that_can_be_made_no_yes_ends_the_game() {
    for (language, text, yes) in [
        (
            "en",
            "My late husband always accepted draws. I do not. 2... Nf6",
            "yes",
        ),
        (
            "en",
            "I would accept a draw if I were a pawn down, but I am not. 2...Nf6",
            "yes",
        ),
        (
            "de",
            "Die Post hat aufgegeben, aber ich nicht: 2... Sf6",
            "ja",
        ),
        ("ru", "Почта сдалась, а я нет: 2... Кf6", "да"),
    ] {
        let mut club = Setup::new().language(language).opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", "2. 7163 =");
        club.takes_all();
        let last = club.last_letter("bert", "T26/1");
        club.letter("bert").answering(&last).says(text).posts();
        club.polls();
        let question = club.takes_all().pop().unwrap();
        if question.header("X-Postchess-Kind").as_deref() == Some("not-understood") {
            assert!(question.text.contains("f6"), "{}", question.text);
            answers(&mut club, "bert", &question, yes);
            club.takes_all();
        }
        club.stands("T26/1", "/status", "active");
    }
}

#[test]
fn a_move_with_the_number_of_another_game_is_told_of() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.play("T26/1", "5254 5755 7163 2836 6134 6835");
    club.play("T26/2", "5254");
    club.takes_all();
    let question = asked(&mut club, "ann", "Game 1: 4. O-O\nGame 2: 1... c5");
    question.says("4. O-O").says("another game of yours");
    answers(&mut club, "ann", &question, "yes");
    club.stands("T26/1", "/ply", 7);
    club.stands("T26/2", "/ply", 1);
    club.takes_all();
}

#[test]
fn a_recorded_move_stands_and_that_is_said() {
    for text in [
        "Oh dear, I meant 1. d4. Can it be corrected?",
        "Ой, хотел 1. d4. Можно исправить?",
        "Ой, хотів 1. d4. Чи можна виправити?",
        "Ojej, chciałem 1. d4. Czy można poprawić?",
        "Oje, ich wollte 1. d4. Kann man das ändern?",
    ] {
        let mut club = Club::opens();
        club.play("T26/1", "5254");
        let told = asked(&mut club, "ann", text);
        told.says("once made stands").says("56.3.2");
        club.stands("T26/1", "/ply", 1);
    }
}

#[test]
fn leave_that_a_yes_confirms_was_announced_by_the_letter_that_stated_it() {
    for (text, yes) in [
        ("I am off on holiday tomorrow for a week.", "yes"),
        ("Уезжаю завтра на две недели, ходить не смогу.", "да"),
        ("Від завтра я у відпустці на тиждень.", "так"),
        ("Od jutra jestem na urlopie przez tydzień.", "tak"),
        ("Bin ab morgen für zehn Tage im Urlaub.", "ja"),
    ] {
        let mut club = Club::opens();
        let question = asked(&mut club, "ann", text);
        let first = club.game("T26/1")["leave"].clone();
        assert_eq!(first, serde_json::json!([]));
        club.days_pass(1);
        club.takes_all();
        answers(&mut club, "ann", &question, yes);
        let told = club.is_told("ann", "leave");
        let late = told.text.contains("after it had begun");
        assert!(!late, "{}", told.text);
        for who in ["bert", "arbiter"] {
            let told = club.is_told(who, "leave");
            assert!(!told.text.contains("56.7.2"), "{}", told.text);
        }
    }
}

/// Figures that nothing in a letter calls a move: those that can be made in a game are asked
/// about, and a yes makes the move.
#[test]
fn figures_that_may_be_a_move_are_asked_about_and_never_played() {
    for (text, asked) in [
        ("5254 Иванов", "1. 5254"),
        ("hello 5254", "1. 5254"),
        ("No. 4 5254", "1. 5254"),
        ("Nr 4: 5254", "1. 5254"),
        ("Board 3: 5254", "1. 5254"),
        ("Ход4. 5254", "1. 5254"),
        ("12-5254", "1. 5254"),
        ("PIN 5254", "1. 5254"),
        ("54, ulica Dluga 5254", "1. 5254"),
        ("hello 52-54", "1. 52"),
    ] {
        let mut club = Club::opens();
        club.takes_all();
        let question = asked_in(&mut club, "ann", text);
        question.says("seems to name a move").says(asked);
        club.stands("T26/1", "/ply", 0);
        answers(&mut club, "ann", &question, "yes");
        club.takes_all();
        club.stands("T26/1", "/ply", 1);
        club.stands("T26/1", "/moves/0/numeric", "5254");
    }
}

fn asked_in(club: &mut Club, who: &str, text: &str) -> Mail {
    club.writes(who, text);
    club.polls();
    let question = club.is_told(who, "not-understood");
    club.takes_all();
    question
}

#[test]
fn figures_that_are_no_move_now_are_none() {
    // No legal move, a telephone, an address below the regards, not his turn.
    for (who, text) in [
        ("ann", "hello 5255"),
        ("ann", "In 1963 we met"),
        ("ann", "1234 Bern"),
        ("ann", "tel. 5254 1234 55"),
        ("ann", "Тел. 52-54-12"),
        ("ann", "Hi!\n\nBest regards,\nAnn Archer\n5254 Long Lane"),
        ("bert", "hello 5254"),
    ] {
        let mut club = Club::opens();
        club.takes_all();
        let question = asked_in(&mut club, who, text);
        question.says("We found no move or command");
    }
}

/// Who plays several games and names none is asked in that in which he can make the move,
/// and in which where there are several.
#[test]
fn figures_without_a_game_are_asked_about_in_the_game_that_they_fit() {
    let mut club = Setup::new().pairs(&[(1, 2), (3, 1)]).opens();
    club.play("T26/2", "5254");
    club.takes_all();
    for text in ["hello 5755", "Vjq [jl 5755"] {
        let question = asked_in(&mut club, "ann", text);
        question.says("T26/2").says("seems to name a move");
    }
    let question = asked_in(&mut club, "ann", "hi 5755");
    answers(&mut club, "ann", &question, "yes");
    club.takes_all();
    club.stands("T26/2", "/ply", 2);
    club.stands("T26/1", "/ply", 0);

    let mut club = Setup::new().pairs(&[(1, 2), (1, 3)]).opens();
    club.takes_all();
    let question = asked_in(&mut club, "ann", "hello 5254");
    question.says("T26/1").says("T26/2");
    answers(&mut club, "ann", &question, "2");
    let question = club.is_told("ann", "not-understood");
    question.says("seems to name a move").says("1. 5254");
    answers(&mut club, "ann", &question, "yes");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/2", "/ply", 1);
}

/// A move without its game is asked about in those games alone in which it can be made, the
/// one against whom the letter names before others; the list says who the opponents are.
#[test]
fn a_move_without_its_game_is_asked_about_where_it_can_be_made() {
    // She has White against Bert and Clara, and Black against Dave, who has not moved.
    for (text, asked) in [
        (
            "1. 5254",
            &["1. T26/1 – Bert Baker", "2. T26/2 – Clara Cook"][..],
        ),
        ("Game with Clara Cook\n1. 5254", &["- T26/2 – Clara Cook"]),
        ("Cook: 1. 5254", &["- T26/2 – Clara Cook"]),
        // It can be made in none: whoever is named, else all.
        ("Cook: 1. 5255", &["- T26/2 – Clara Cook"]),
        ("1. 5255", &["1. T26/1", "2. T26/2", "3. T26/3"]),
    ] {
        let mut club = Setup::new().pairs(&[(1, 2), (1, 3), (4, 1)]).opens();
        club.takes_all();
        let question = asked_in(&mut club, "ann", text);
        let listed: Vec<&str> = question
            .text
            .lines()
            .filter(|line| line.contains("T26/"))
            .collect();
        assert_eq!(listed.len(), asked.len(), "{text}: {listed:?}");
        for (line, start) in listed.iter().zip(asked) {
            assert!(line.starts_with(start), "{text}: {listed:?}");
        }
    }
    // One of them is what one word is enough for.
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3), (4, 1)]).opens();
    club.takes_all();
    let question = asked_in(&mut club, "ann", "Game with Clara Cook\n1. 5254");
    answers(&mut club, "ann", &question, "yes");
    club.takes_all();
    club.stands("T26/1", "/ply", 0);
    club.stands("T26/2", "/ply", 1);
}

/// Who numbers what he writes about several games names them all the same.
#[test]
fn games_in_a_numbered_list_are_named() {
    let mut club = Setup::new().pairs(&[(1, 2), (1, 3), (4, 1)]).opens();
    club.takes_all();
    club.sends("ann", "1. T26/1 – Bert Baker\n1. 5254\n\n2) T26/2: 1. 4244");
    club.takes_all();
    club.stands("T26/1", "/moves/0/numeric", "5254");
    club.stands("T26/2", "/moves/0/numeric", "4244");
}

/// The same words with the same figures are asked about once a day: a machine would send
/// them for ever. Other figures are another letter.
#[test]
fn figures_in_the_same_words_are_asked_about_once_a_day() {
    let mut club = Club::opens();
    club.takes_all();
    // With the second the arbiter hears of it.
    for _ in 0..2 {
        asked_in(&mut club, "ann", "Away in Bern, 5254");
    }
    for _ in 0..2 {
        club.sends("ann", "Away in Bern, 5254");
        club.nobody_is_told();
    }
    let question = asked_in(&mut club, "ann", "Away in Bern, 5253");
    question.says("1. 5253");
}

/// Several games are told apart by the opponent whom a letter names, in whatever case.
#[test]
fn an_opponent_who_is_named_tells_the_game() {
    for (game, text, yes) in [
        ("T26/3", "Волкову сдаюсь", "да"),
        ("T26/3", "сдаюсь Волкову", "да"),
        ("T26/3", "Сдаюсь в партии с Волковым", "да"),
        ("T26/3", "Сдаюсь против Волкова.", "да"),
        ("T26/3", "Волкову здаюся", "так"),
        ("T26/3", "Здаюсь у партії з Волковим", "так"),
        ("T26/2", "resign vs Cook", "yes"),
        ("T26/2", "I resign against Mrs Cook", "yes"),
        ("T26/2", "I resign to Cook", "yes"),
        ("T26/3", "I resign against Volkov", "yes"),
        ("T26/4", "Poddaję się Nowakowi", "tak"),
        ("T26/4", "Poddaję się przeciw Nowakowi", "tak"),
        ("T26/1", "ich gebe gegen Baker auf", "ja"),
        ("T26/1", "Gegen Herrn Baker gebe ich auf.", "ja"),
    ] {
        let mut club = of_four();
        let question = asked_in(&mut club, "ann", text);
        question.says(game).says(text.trim_end_matches('.'));
        answers(&mut club, "ann", &question, yes);
        club.takes_all();
        for other in ["T26/1", "T26/2", "T26/3", "T26/4"] {
            let status = if other == game { "finished" } else { "active" };
            club.stands(other, "/status", status);
        }
    }
    for (game, text) in [
        ("T26/3", "Предлагаю ничью Волкову"),
        ("T26/3", "Пропоную нічию Волкову"),
        ("T26/2", "I offer a draw to Cook"),
        ("T26/4", "Proponuję remis Nowakowi"),
        ("T26/1", "Ich biete Baker Remis an"),
    ] {
        let mut club = of_four();
        club.sends("ann", text);
        club.takes_all();
        for other in ["T26/1", "T26/2", "T26/3", "T26/4"] {
            let offered = !club.game(other)["draw_offer"].is_null();
            assert_eq!(offered, other == game, "{text}: {other}");
        }
    }
    let mut club = of_four();
    let question = asked_in(&mut club, "ann", "Волкову ничья?");
    question.says("T26/3");
    answers(&mut club, "ann", &question, "да");
    club.takes_all();
    club.stands("T26/3", "/draw_offer/side", "white");
}

/// What an opponent is said to do is not done for him, nor by the writer.
#[test]
fn what_an_opponent_is_said_to_do_is_not_done() {
    for text in [
        "Cook declined the draw",
        "Волков сдался",
        "Cook resigned",
        "Nowak się poddaje",
    ] {
        let mut club = of_four();
        club.sends("ann", text);
        club.takes_all();
        for game in ["T26/1", "T26/2", "T26/3", "T26/4"] {
            club.stands(game, "/status", "active");
            assert!(club.game(game)["draw_offer"].is_null(), "{text}");
        }
    }
}

/// A name that another sign contradicts, or that no opponent bears, decides nothing.
#[test]
fn a_name_that_contradicts_the_letter_answered_is_asked_about() {
    let mut club = of_four();
    let question = asked(&mut club, "ann", "I offer a draw to Cook");
    question.says("T26/1").says("T26/2");
    let question = asked_in(&mut club, "ann", "I resign vs Smith");
    question.says("T26/1").says("T26/4");
    for game in ["T26/1", "T26/2", "T26/3", "T26/4"] {
        club.stands(game, "/status", "active");
        assert!(club.game(game)["draw_offer"].is_null());
    }
}

/// Ann plays against Baker, Cook, Волков and Nowak.
fn of_four() -> Club {
    let pairs = [(1, 2), (1, 3), (1, 4), (1, 5)];
    let mut club = Setup::new().pairs(&pairs).opens();
    club.takes_all();
    club
}

/// Who will not play on at all is asked whether he withdraws; to say so asks for the code.
#[test]
fn who_wants_to_stop_playing_is_asked_whether_he_withdraws() {
    for text in [
        "I want to stop playing. All games.",
        "Хочу прекратить игру. Все партии.",
        "Не хочу больше играть",
        "Хочу припинити гру. Усі партії.",
        "Chcę przestać grać. Wszystkie partie.",
        "Ich möchte nicht mehr spielen. Alle Partien.",
    ] {
        let mut club = Club::opens();
        club.takes_all();
        let question = asked_in(&mut club, "ann", text);
        question.says("to leave the tournament");
        answers(&mut club, "ann", &question, "1");
        club.is_told("ann", "withdrawal");
        club.takes_all();
        club.stands("T26/1", "/status", "active");
    }
}

/// Who puts an answer to an offer off has given none: the offer stands, and that is said.
#[test]
fn not_yet_is_no_answer_to_an_offer() {
    for (language, text) in [
        ("en", "Not yet."),
        ("en", "Later"),
        ("ru", "Пока нет"),
        ("ru", "Ещё нет."),
        ("uk", "Ще ні"),
        ("uk", "Поки ні."),
        ("pl", "Jeszcze nie."),
        ("de", "Noch nicht."),
    ] {
        let mut club = Setup::new().language(language).opens();
        club.play("T26/1", "5254 5755");
        club.sends("ann", "2. 7163 =");
        club.takes_all();
        let told = asked(&mut club, "bert", text);
        assert!(told.text.contains("9.1.2.1"), "{text}: {}", told.text);
        club.stands("T26/1", "/draw_offer/side", "white");
        club.stands("T26/1", "/status", "active");
    }
}

/// Where one game may be meant, a yes says that it is.
#[test]
fn a_yes_is_enough_where_one_game_may_be_meant() {
    let mut club = Club::opens();
    club.takes_all();
    let question = asked_in(&mut club, "ann", "T26/9\n1. 5254");
    question.says("T26/1").says("YES alone");
    club.stands("T26/1", "/ply", 0);
    answers(&mut club, "ann", &question, "yes");
    club.takes_all();
    club.stands("T26/1", "/ply", 1);
}
