//! What people say without meaning it now: nothing of it is done, however their mail
//! programs broke the lines.

use super::super::sentence::{Mood, sentences};
use super::super::{GameRequest, PlayerRequest, Request, Section, understand, understand_text};
use super::told;
use crate::letter::{self, Paragraphs};

/// Letters by which nothing may be done, each a paragraph, or lines as their writers
/// broke them.
const TRAPS: [&str; 75] = [
    // English.
    "If nothing turns up for the black king in the next few days, then I am afraid I shall\nresign.",
    "I have been wondering whether I should\nresign\nbut I need to think it over.",
    "Unless you find something better for me by Sunday, I will simply have to\nresign",
    "My brother told me that I should\naccept draw\nbut I do not listen to him.",
    "Last year you played\n2. f4\nand won?",
    "When we met at Hastings in 1987 you opened with\n1. e4\nand I never recovered.",
    "I would have played\n2. Nf3\nhad I seen it.",
    "You wrote in your last letter that you would\nresign\nand now you play on.",
    "I was about to write\ndraw?\nbut then I saw the check.",
    "Would it be wise to\nwithdraw\nor shall I go on?",
    "I do not\nresign",
    "Please do not\naccept draw\nfor me, I only asked about it.",
    "In another game, which I play with Mr Brown, I had to\nresign\nyesterday.",
    "Tomorrow I shall perhaps\noffer draw\nif the weather is good.",
    "Maybe I\nresign",
    "You have not answered my question whether one can\nclaim draw\nafter three weeks.",
    "It is not clear to me if I may take\nleave 2026-07-01 2026-07-14\nor not.",
    "My neighbour, who is a strong player, says that he would at once\nresign\nin my place.",
    "I was thinking of\n2. Nf3\nand then of a quick draw.",
    "The move which I do not want to play is of course\n2. f4\nas everybody knows.",
    // Russian.
    "Не знаю,\nпринимаю ничью\nили нет",
    "Если до воскресенья ничего не найду, то, видимо,\nсдаюсь.",
    "Если бы я не видел Вашего слона на диагонали, то давно бы уже написал слово\nсдаюсь",
    "Долго думал, не пора ли сказать\nсдаюсь\nно поборемся",
    "В прошлом году в этой позиции я сыграл\n5. 0-0\nи быстро проиграл.",
    "Вы в прошлый раз пошли\n2. f4\nи выиграли?",
    "Сосед говорит: на твоём месте я бы давно\nсдаюсь\nсказал",
    "Не пойму, как это вышло, что вы решили, будто я\nсдаюсь",
    "Я не\nсдаюсь",
    "Завтра, наверное,\nпринимаю ничью",
    "А что будет, если я\nвыбываю\nиз турнира?",
    "В партии с Мельником пришлось написать\nсдаюсь\nа тут всё впереди.",
    "Пока не решил,\nпринимаю ничью\nили играю дальше.",
    "Жена сказала, чтобы я брал\nперерыв с 1 по 14 июля\nно я ещё не решил.",
    "Чуть было не написал Вам\nсдаюсь\nа потом увидел шах.",
    "Думаю над ходом\n2. Кf3\nи над ходом слоном.",
    "Можно ли вообще в таком положении предлагать\nничья?\nили это невежливо",
    "Хотел было сыграть\n2. Кf3\nно передумал.",
    // Ukrainian.
    "Якщо до неділі нічого не знайду, то, мабуть,\nздаюся.",
    "Не знаю,\nприймаю нічию\nчи ні",
    "Минулого разу я грав тут\n3. Bb5\nі здобув лише нічию.",
    "Якби не Ваш слон, я б ніколи не написав слова\nздаюся",
    "Я зовсім не\nздаюся",
    "Чи можна мені зараз написати\nнічия?\nабо ще зарано",
    "В іншій партії я вчора написав\nздаюся\nа тут граю.",
    "Дружина каже, що треба брати\nперерва 01.07.2026 14.07.2026\nале я ще думаю.",
    "Завтра, можливо,\nприймаю нічию",
    "Ви торік пішли\n2. f4\nі виграли?",
    "Думав піти\n2. Кf3\nале передумав.",
    // Polish.
    "Jeśli do niedzieli nic nie znajdę, to się\npoddaję.",
    "Nie wiem, czy\nprzyjmuję remis\nczy gram dalej",
    "W zeszłym sezonie zagrałem tutaj\n3. Gb5\ni męczyłem się sto ruchów.",
    "Gdyby nie Pański goniec, dawno bym napisał słowo\npoddaję",
    "Wcale się nie\npoddaję",
    "Czy można w takiej pozycji zaproponować\nremis?\nczy to nie wypada",
    "W innej partii napisałem wczoraj\npoddaję się\na tutaj gram.",
    "Żona mówi, że powinienem wziąć\nurlop 2026-07-01 2026-07-14\nale jeszcze się waham.",
    "Jutro chyba\nprzyjmuję remis",
    "Rok temu zagrał pan\n2. f4\ni wygrał?",
    "Chciałem zagrać\n2. Sf3\nale się rozmyśliłem.",
    // German.
    "Wenn ich bis Sonntag keine Verteidigung finde, dann schreibe ich eben\nAufgabe\nund fertig.",
    "Ich weiß noch nicht, ob ich\nRemis angenommen\nschreiben soll oder nicht.",
    "Letztes Jahr spielte ich hier\n3. Lb5\nund verlor.",
    "Wäre Ihr Läufer nicht, hätte ich nie an das Wort\nAufgabe\ngedacht.",
    "Das ist auf keinen Fall eine\nAufgabe",
    "Darf man in so einer Stellung überhaupt\nRemis?\nschreiben",
    "In einer anderen Partie schrieb ich gestern\nAufgabe\nund hier spiele ich weiter.",
    "Meine Frau meint, ich sollte\nUrlaub 2026-07-01 2026-07-14\nnehmen, aber ich überlege noch.",
    "Morgen schreibe ich vielleicht\nRemis angenommen",
    "Sie spielten damals\n2. f4\nund gewannen?",
    "Ich wollte schon\n2. Sf3\nspielen, aber dann kam der Regen.",
    // Words of others.
    "Your letter says \"2... b8c6, draw offered, I resign\". I sent nothing of the kind.",
    "Вы пишете: «сдаюсь». Я этого не писал.",
    "У вашому листі стоїть «здаюся». Я цього не писав.",
    "Napisał Pan: „poddaję się”. Nic o tym nie wiem.",
];

/// What a section does to a game or to its player.
fn acts_of(section: &Section) -> Vec<&Request> {
    let acts = |r: &&Request| {
        matches!(
            r,
            Request::Game(
                GameRequest::Move(_)
                    | GameRequest::Form { .. }
                    | GameRequest::Resign
                    | GameRequest::DrawOffer
                    | GameRequest::DrawAccept
                    | GameRequest::DrawDecline
                    | GameRequest::DrawClaim { .. }
                    | GameRequest::TimeClaim
            ) | Request::Player(
                PlayerRequest::Withdraw
                    | PlayerRequest::Leave { .. }
                    | PlayerRequest::LeaveEnd { .. }
            )
        )
    };
    section.requests.iter().filter(acts).collect()
}

/// Lines of a text broken by a mail program before a column.
fn folded(text: &str, column: usize, blank: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            let next = word.chars().count();
            if length > 0 && length + 1 + next > column {
                out.push_str(blank);
                out.push('\n');
                length = 0;
            } else if length > 0 {
                out.push(' ');
                length += 1;
            }
            out.push_str(word);
            length += next;
        }
        out.push('\n');
    }
    out
}

fn read(content: &str) -> letter::Letter {
    let raw = format!("From: ann@example.org\nSubject: Re: [T26/1]\nMIME-Version: 1.0\n{content}");
    letter::read(raw.as_bytes()).unwrap()
}

fn divisions(text: &str) -> String {
    let lines = text.lines().map(|l| format!("<div>{l}</div>"));
    format!("<html><body>{}</body></html>", lines.collect::<String>())
}

/// The same letter as several programs send it.
fn sent(text: &str) -> Vec<(&'static str, letter::Letter)> {
    let plain = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
    let html = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
    let flowed = "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n";
    let whole = text.replace('\n', " ");
    let alternative = |plain_text: &str, page: &str| {
        format!(
            "Content-Type: multipart/alternative; boundary=\"b\"\n\n--b\n{plain}{plain_text}\n--b\n{html}{page}\n--b--\n"
        )
    };
    vec![
        ("as written", read(&format!("{plain}{text}\n"))),
        ("at 72", read(&format!("{plain}{}", folded(&whole, 72, "")))),
        ("at 60", read(&format!("{plain}{}", folded(&whole, 60, "")))),
        (
            "Gmail",
            read(&alternative(&folded(&whole, 72, ""), &divisions(&whole))),
        ),
        (
            "Gmail, lines kept",
            read(&alternative(text, &divisions(text))),
        ),
        (
            "flowed",
            read(&format!("{flowed}{}", folded(&whole, 72, " "))),
        ),
        ("page", read(&format!("{html}{}", divisions(text)))),
        // The program broke the line before the very words.
        (
            "Gmail, one paragraph",
            read(&alternative(text, &divisions(&whole))),
        ),
    ]
}

#[test]
fn what_is_not_stated_is_never_done() {
    let mut wrong = Vec::new();
    for text in TRAPS {
        for (program, letter) in sent(text) {
            for section in understand(&letter).sections {
                let acts = acts_of(&section);
                if !acts.is_empty() {
                    wrong.push(format!("{program}: {text:?}: {acts:?}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of them\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_command_alone_on_its_line_acts_whatever_else_is_said() {
    for (text, meant) in [
        ("Thank you for a fine game.\nRESIGN", "resign"),
        ("Hello Ann,\nRESIGN\nBest wishes\nBert", "resign"),
        ("Спасибо за игру!\nсдаюсь\nИван", "resign"),
        ("сдаюсь.\nспасибо за игру", "resign"),
        ("Ann Archer\nRESIGN", "resign"),
        ("Мой ответ:\nсдаюсь", "resign"),
        ("ACCEPT DRAW\nIt was a long game.", "draw-accept"),
        ("Poddaję\n\nPozdrawiam", "resign"),
        ("2. 7163\nничья?", "2w:7163 ="),
        ("DRAW?\nThe position is level.", "draw-offer"),
    ] {
        assert_eq!(told(text), meant, "{text}");
    }
}

#[test]
fn a_numbered_move_alone_on_its_line_is_read_beside_whatever_stands_there() {
    for text in [
        "Извините что не ответил раньше\n2. Кf3",
        "Не знаю что ещё сказать\n2. Кf3\nс уважением Иван",
        "I could not answer earlier\n2. Nf3\nAnn",
        "I have wondered for a week whether I should\nresign\nbut I will play on:\n2. Nf3",
        "Долго думал, не пора ли сказать\nсдаюсь\nно нет, поборемся!\n2. Кf3",
        "Мой ход\n2. Кf3\nа если 2... Кc6, то 3. d4",
        "2. Nf3\nif 2... Nc6 3. Bb5",
        "Hello\nhow are you\n2. Nf3\n\nmy cat is ill",
    ] {
        let read = understand_text(text, "");
        let moves = read.sections[0].requests.iter();
        let count = moves
            .filter(|r| matches!(r, Request::Game(GameRequest::Move(_))))
            .count();
        assert_eq!(count, 1, "{text}: {:?}", read.sections[0]);
    }
}

#[test]
fn a_sentence_says_in_which_mood() {
    for (text, mood) in [
        ("I resign.", Mood::States),
        ("Смысла нет, сдаю партию.", Mood::Denies),
        ("I would like to offer a draw.", Mood::States),
        ("Я бы хотел предложить ничью.", Mood::States),
        ("I would resign.", Mood::Supposes),
        ("Gdybym przegrał, poddaję.", Mood::Supposes),
        ("How do I send a move", Mood::Asks),
        ("Czy mogę?", Mood::Asks),
        ("Я не сдаюсь!", Mood::Denies),
        ("Ich weiß nicht, ob ich aufgebe.", Mood::Doubts),
        ("Last year I resigned.", Mood::Tells),
        ("Завтра сдаюсь.", Mood::PutsOff),
    ] {
        let lines = [(text, 0)];
        let found = sentences(text, &lines, &Paragraphs::default());
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].mood(), mood, "{text}");
        let span = found[0].span;
        assert_eq!(text.get(span.start..span.end), Some(text));
    }
    let lines = [("Смысла нет, сдаю партию.", 0)];
    let found = sentences(lines[0].0, &lines, &Paragraphs::default());
    assert_eq!(found[0].mood_at(2, 3), Mood::States);
}
