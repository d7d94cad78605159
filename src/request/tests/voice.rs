//! Who says it, and of whom: what is told of another's acts, or of what was done to a draw
//! or a leave, does nothing; the writer's own words do, however short.

use crate::request::{Doubt, GameRequest, GraveAct, PlayerRequest, Request, understand_text};

/// What a letter of one sentence does or asks a yes for.
fn does(text: &str) -> Vec<&'static str> {
    let read = understand_text(text, "");
    let asked = read.sections.iter().flat_map(|s| &s.doubts);
    let asked = asked.filter_map(|doubt| match doubt {
        Doubt::Stated { act, .. } => Some(match act {
            GraveAct::Resign => "resign",
            GraveAct::AcceptDraw => "accept",
            GraveAct::Withdraw => "withdraw",
        }),
        _ => None,
    });
    let requests = read.sections.iter().flat_map(|s| &s.requests);
    let done = requests.filter_map(|request| match request {
        Request::Game(GameRequest::DrawOffer) => Some("offer"),
        Request::Game(GameRequest::DrawDecline) => Some("decline"),
        Request::Game(GameRequest::DrawAccept) => Some("accept"),
        Request::Game(GameRequest::Resign) => Some("resign"),
        Request::Player(PlayerRequest::Leave { .. }) => Some("leave"),
        _ => None,
    });
    asked.chain(done).collect()
}

#[test]
fn what_others_do_or_what_was_done_does_nothing() {
    for text in [
        "By moving you have declined the draw that was offered.",
        "The draw was accepted by your opponent.",
        "The claim counts as a draw offer.",
        "We read your words as a resignation: RESIGN.",
        "We take it that you do not agree to a draw.",
        "A draw was proposed and declined in round two.",
        "He has resigned, they tell me.",
        "Leave is granted: Ann, from 21 March 2026 to 28 March 2026.",
        "Leave: up to 30 days in a calendar year (article 56.7.1).",
        "The leave of Ann from 21 March 2026 to 28 March 2026 (spring cup)\nis cancelled: its days count.",
        "Ваши слова «Ничьей не надо» мы поняли как команду ОТКЛОНЯЮ НИЧЬЮ.",
        "Вашим ходом вы отклонили предложенную ничью.",
        "Соперник принял ничью.",
        "Предоставлен перерыв: Анна, с 21 марта 2026 г. по 28 марта 2026 г.",
        "Перерыв – до 30 дней в календарном году (ст. 56.7.1).",
        "Перерыв, заявленный поздно с 21 марта по 28 марта, остаётся как есть.",
        "Ваші слова «Нічиєї не треба» ми зрозуміли як команду ВІДХИЛЯЮ НІЧИЮ.",
        "Надано перерву: Ганна, з 21 березня до 28 березня 2026 р.",
        "Перерва – до 30 днів у календарному році (ст. 56.7.1).",
        "Суперник прийняв нічию.",
        "Remis odrzucono, przeciwnik został o tym powiadomiony.",
        "Wykonane posunięcie oznacza odrzucenie propozycji remisu.",
        "Przyznano urlop: Anna, od 21 marca 2026 r. do 28 marca 2026 r.",
        "Urlop: do 30 dni w roku kalendarzowym (art. 56.7.1).",
        "Przeciwnik przyjął remis.",
        "Mit Ihrem Zug haben Sie das angebotene Remis abgelehnt.",
        "Ihr Zug gilt als Ablehnung des angebotenen Remis.",
        "Der Gegner hat das Remis angenommen.",
        "Urlaub ist gewährt: Anna, vom 21. März 2026 bis zum 28. März 2026.",
        "Urlaub: bis zu 30 Tage im Kalenderjahr (Art. 56.7.1).",
    ] {
        assert_eq!(does(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn the_writers_own_words_act_however_short() {
    for (text, act) in [
        ("Draw accepted.", "accept"),
        ("Draw declined.", "decline"),
        ("Thank you, I accept the draw.", "accept"),
        (
            "Thank you for the offer, but I decline the draw.",
            "decline",
        ),
        ("Well played, I resign.", "resign"),
        ("I offer a draw.", "offer"),
        ("I am on leave from 3 to 17 August.", "leave"),
        ("Ничью принимаю.", "accept"),
        ("Вы молодец, сдаюсь.", "resign"),
        ("От ничьей отказываюсь.", "decline"),
        ("Предлагаю ничью.", "offer"),
        ("Прошу отпуск с 3 по 17 августа.", "leave"),
        ("Нічию приймаю.", "accept"),
        ("Ви виграли, здаюся.", "resign"),
        ("Прошу відпустку з 3 по 17 серпня.", "leave"),
        ("Remis przyjęty.", "accept"),
        ("Remis przyjmuję.", "accept"),
        ("Proponuję remis.", "offer"),
        ("Proszę o urlop od 3 do 17 sierpnia.", "leave"),
        ("Пропозицію суперника щодо нічиєї приймаю.", "accept"),
        (
            "Einverstanden, Remis. Danke für die faire Partie!",
            "accept",
        ),
        ("Remis angenommen.", "accept"),
        ("Remis abgelehnt.", "decline"),
        ("Sie haben gewonnen, ich gebe auf.", "resign"),
        ("Ich nehme Urlaub vom 3. bis 17. August.", "leave"),
    ] {
        assert_eq!(does(text), [act], "{text}");
    }
}
