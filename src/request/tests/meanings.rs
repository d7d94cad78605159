//! What people say in words of their own: the same few families of words, in another order
//! and with another story around them. And what sounds like it and is none.

use super::acts::check;
use crate::request::{PlayerRequest, Request, understand_text};

/// What is asked for besides the game, in one word each.
fn asked(text: &str) -> String {
    let read = understand_text(text, "");
    let all = read.sections.iter().flat_map(|s| &s.requests);
    let found = all.map(|r| match r {
        Request::Player(PlayerRequest::Leave { .. }) => "leave",
        Request::Player(PlayerRequest::Status) => "status",
        Request::Player(PlayerRequest::Help) => "help",
        Request::Player(PlayerRequest::Arbiter { .. }) => "arbiter",
        _ => "other",
    });
    found.collect::<Vec<_>>().join(" ")
}

fn check_asked(meant: &str, texts: &[&str]) {
    let wrong: Vec<String> = texts
        .iter()
        .map(|text| (text, asked(text)))
        .filter(|(_, got)| got != meant)
        .map(|(text, got)| format!("{text:?} is {got:?}"))
        .collect();
    assert!(wrong.is_empty(), "not {meant}:\n{}", wrong.join("\n"));
}

#[test]
fn slavic_acts_in_words_of_ones_own() {
    check(
        "decline",
        &[
            "Спасибо за щедрость, но от ничьей я, пожалуй, всё-таки откажусь.",
            "На мировую не соглашусь, ещё поборемся.",
            // What is concluded holds, whatever is wished before.
            "Za propozycję dziękuję, ale jeszcze bym trochę pograł, więc remisu nie przyjmuję.",
            "Ещё бы поиграл, поэтому ничью не принимаю.",
            "Ничью, боюсь, вынужден отклонить.",
            "Ваше любезное предложение отвергаю.",
            "Від нічиєї, мабуть, відмовлюся.",
            "Пропозицію вашу, на жаль, відхиляю.",
            "Na remis jeszcze za wcześnie, powalczymy.",
            "Pańską propozycję niestety odrzucam.",
            "Na rozejm się nie zgodzę.",
            "Ничья? Так скоро? Нет, спасибо. Играем дальше.",
        ],
    );
    check(
        "accept",
        &[
            "Конечно, согласна я на эту самую ничью.",
            "Мир так мир, на перемирие согласны обеими руками.",
            "Ничья меня вполне устроит, устал.",
            "Принимаю, с большим облегчением!",
            "Звичайно, на нічию я теж пристану, згоден.",
            "Мирову я прийму залюбки.",
            "Oczywiście, remis jak najbardziej mi pasuje.",
            "Na ten podział punktu chętnie się zgodzę.",
        ],
    );
    check(
        "offer",
        &[
            "Ход сделаю позже, а пока хочу предложить партнёру ничью.",
            "Осмелюсь предложить глубокоуважаемому сопернику ничью.",
            "Хід надішлю потім, а поки хочу запропонувати суперникові нічию.",
            "Ruch wyślę później, a na razie chciałbym zaproponować przeciwnikowi remis.",
        ],
    );
    check(
        "move+offer",
        &[
            "2. Кf3, и может ничью?",
            "Мой ход 2. Кf3. Заодно предлагаю разойтись миром, ничья?",
            "2. Кf3 - нічия?",
            "2. Sf3, może remis?",
        ],
    );
    check(
        "resign",
        &[
            "Эту безнадёжную партию я отдаю.",
            "Прекращаю эту неравную борьбу, всех благ.",
            "Признаю свой проигрыш.",
            "Цю партію я віддаю, вітаю!",
            "Припиняю боротьбу, дякую.",
            "Kończę tę grę i uznaję wynik, gratulacje.",
        ],
    );
}

#[test]
fn germanic_acts_in_words_of_ones_own() {
    check(
        "decline",
        &[
            "That's a generous offer, but I think I'll decline it.",
            "I'm afraid I must turn down the draw.",
            "A draw? So soon? No thanks. There is life in it.",
            "Peace is not for me, no draw I fear.",
            "Much too early to share the point, I say.",
            "Ihr freundliches Angebot muss ich leider ablehnen.",
            "Auf Frieden verzichte ich vorerst.",
            "Ein Unentschieden lehne ich wohl ab.",
            "Remis kommt nicht in Frage.",
        ],
    );
    check(
        "accept",
        &[
            "Go on then, the draw's fine.",
            "A truce suits me down to the ground.",
            "I accept, and gladly so.",
            "Splitting the point works for me.",
            "A half point it is.",
            "Natürlich bin ich mit der Punkteteilung einverstanden.",
            "Ihren Vorschlag nehme ich mit Freude.",
            "Unentschieden passt mir gut.",
            "Einverstanden, und einen schönen Sonntag!",
        ],
    );
}

#[test]
fn what_only_sounds_like_an_act_is_none() {
    check(
        "",
        &[
            // Somebody else, another time, another game.
            "Мой сосед вчера согласился на ничью и жалеет.",
            "Соперник отказался от ничьей в прошлом году.",
            "Вы вчера предлагали ничью другому.",
            "Mój brat zgodził się na remis w zeszłym roku.",
            "Сусід учора погодився на нічию.",
            "He declined a draw against my brother once.",
            "You agreed to a draw last year, remember.",
            "Mein Nachbar hat gestern Remis angenommen.",
            "Last summer I resigned a game like this one.",
            "Когда-то я бы и сдал такую партию.",
            // Supposed, asked, doubted.
            "Если соперник откажется, соглашусь на ничью.",
            "Согласиться на ничью или нет, не знаю.",
            "Можно ли отказаться от ничьей позже?",
            "Czy mogę odrzucić remis później?",
            "Чи можна відхилити нічию пізніше?",
            "If my opponent refuses, may I propose a draw again?",
            "Not sure whether to accept the draw.",
            "Would a draw be fair, I wonder.",
            "Ob ich Remis annehme, weiß ich noch nicht.",
            "Darf ich das Remis später ablehnen?",
            "Wenn Sie Remis anbieten, bin ich einverstanden.",
            "I might resign this one, let me think.",
            "Думаю, не сдать ли партию.",
            // Denied both ways, or put off.
            "Ничью не отвергаю, но и не принимаю.",
            "I neither accept the draw nor decline it.",
            "На ничью отвечу завтра.",
            "I will answer the draw offer tomorrow.",
            "Das Remis nehme ich morgen vielleicht an.",
            "Эту партию я не сдаю!",
            "I'm not giving up this game.",
            "Ich gebe die Partie nicht auf!",
            "Tej partii nie oddaję.",
            // Of something else.
            "Сдаю анализы, на работе аврал.",
            "I agree with you about the weather.",
            "I offer my apologies for the delay.",
            "Ich biete Ihnen meine Entschuldigung an.",
            "Отказываюсь понимать эту погоду.",
            "I decline to comment on the cricket.",
            "Рад весне, согласен с Вами насчёт рыбалки.",
            "My hands give up in this cold.",
        ],
    );
}

#[test]
fn a_choice_between_a_move_and_a_draw_is_asked() {
    for text in [
        "Should I play 2. Nf3, or is it a draw?",
        "If 2. Nf3, draw?",
        "Сыграть ли 2. Кf3, или ничья?",
    ] {
        let read = understand_text(text, "");
        let plays = |r: &Request| super::super::conflict::is_move(r);
        assert!(
            !read.sections.iter().any(|s| s.requests.iter().any(plays)),
            "{text}"
        );
    }
}

#[test]
fn leave_in_words_of_ones_own() {
    check_asked(
        "leave",
        &[
            "Can I have leave from 3 June to 17 June please? My sister gets married.",
            "I'm at sea without internet from the third of June until the tenth of June. Please book it as leave.",
            "Мне бы отпуск оформить с 3 по 17 июня, ложусь на операцию.",
            "Весь август, с 2-го по 20-е, буду на даче без компьютера. Запишите мне это как отпуск.",
            "Мені б відпустку з 3 по 17 червня.",
            "Czy mogę wziąć urlop od 3 do 17 czerwca, proszę?",
            "Könnte ich bitte vom 3. bis 17. Juni Urlaub bekommen?",
        ],
    );
    check_asked(
        "",
        &[
            "Can I take leave from 3 to 17 June if my game is not over?",
            "Can I take leave from 3 to 17 June?",
            "Could I take a break from 3 to 17 June?",
            "Can I have leave from 3 to 17 June without losing time, please?",
            "Можно мне перерыв с 3 по 17 июня?",
            "Чи можна мені відпустку з 3 по 17 червня?",
            "Czy mogę wziąć urlop od 3 do 17 czerwca?",
            "Darf ich vom 3. bis 17. Juni Urlaub nehmen?",
            "Kann ich vom 3. bis 17. Juni Urlaub nehmen, ohne Zeit zu verlieren?",
            "Wer kann vom 3. bis 17. Juni in Urlaub gehen?",
            "Моя жена в отпуске с 3 по 17 июня.",
        ],
    );
}

#[test]
fn questions_in_words_of_ones_own() {
    check_asked(
        "status",
        &[
            "сколько дней мне думать-то можно",
            "Сколько суток у меня в запасе?",
            "Скільки днів мені ще можна думати?",
            "Ile dni wolno mi jeszcze myśleć?",
            "How many days may I still think?",
            "Wie viele Tage darf ich noch überlegen?",
        ],
    );
    check_asked(
        "help",
        &[
            "Как вообще записываются ходы, буквами?",
            "Расскажите мне, как отправляют ход, я впервые.",
            "Розкажіть мені, як надсилати хід.",
            "Napiszcie mi, jak podawać posunięcia.",
            "Teach me how moves are written.",
            "Sagen Sie mir, wie man einen Zug notiert.",
        ],
    );
}

#[test]
fn who_does_not_accept_yet_declines() {
    check(
        "decline",
        &[
            "no draw yet sorry, I want to play this one out",
            "I do not accept the draw yet, my move comes tomorrow.",
            "Ничью пока не принимаю, ход пришлю завтра.",
            "Нет, на ничью пока не согласен.",
            "Ні, нічию поки не приймаю, хід пришлю пізніше",
            "Ще не приймаю нічию, дякую.",
            "Remisu na razie nie przyjmuję.",
            "Nie przyjmuję jeszcze remisu, dziękuję.",
            "Remis nehme ich noch nicht an.",
            "Danke, aber Remis möchte ich noch nicht.",
        ],
    );
    check(
        "",
        &[
            "Tomorrow I shall accept the draw.",
            "Ничью приму завтра.",
            "Я ещё не решил, принимать ли ничью.",
            "Завтра відповім про нічию.",
            "O remisie zdecyduję jutro.",
            "Über das Remis entscheide ich morgen.",
            "I have not decided about the draw yet.",
        ],
    );
}

#[test]
fn a_draw_is_offered_by_passing_it_on_or_asking_for_a_view() {
    check(
        "offer",
        &[
            "Please pass on my offer of a draw to my opponent.",
            "What do you think of a draw?",
            "Прошу передать сопернику предложение ничьей.",
            "Как вы смотрите на ничью?",
            "Тут рівно, тому прошу передати суперникові пропозицію нічиєї.",
            "як ви дивитесь на нічию?",
            "Proszę przekazać przeciwnikowi propozycję remisu.",
            "Co pan sądzi o remisie?",
            "Bitte leiten Sie mein Remisangebot weiter.",
            "Wie stehen Sie zu Remis?",
        ],
    );
    check(
        "accept",
        &[
            "Прошу передать сопернику, что предложение ничьей принимаю.",
            "Передайте супернику, що його пропозицію нічиєї приймаю.",
            "Proszę przekazać przeciwnikowi, że propozycję remisu przyjmuję.",
        ],
    );
    check(
        "resign",
        &[
            "Dalsza gra nie ma sensu, rezygnuję.",
            "I quit the game, well played.",
        ],
    );
    check(
        "",
        &[
            "Why do you think a draw is bad?",
            "Как вы думаете, почему в той партии была ничья?",
            "Передайте сопернику спасибо за предложение.",
            "Rezygnuję z kawy.",
        ],
    );
}

#[test]
fn what_is_to_be_sent_is_asked_for_without_a_question() {
    check_asked(
        "status",
        &[
            "Please send me the current position and my clock.",
            "Kindly report my remaining time.",
            "Пришлите, пожалуйста, текущую позицию и время.",
            "Пришлите, пожалуйста, текущую позицию и сколько времени у меня осталось.",
            "Прошу прислать моё оставшееся время.",
            "Надішліть поточну позицію і час, будь ласка.",
            "Прошу надіслати мій залишок часу.",
            "Proszę o przesłanie aktualnej pozycji i zużytego czasu.",
            "Przyślijcie proszę stan moich partii.",
            "Bitte senden Sie mir die aktuelle Stellung und meine Bedenkzeit.",
            "Schicken Sie mir bitte den aktuellen Stand.",
        ],
    );
    check_asked(
        "help",
        &[
            "Пришлите, пожалуйста, инструкцию, как записывать ходы и что тут вообще можно писать.",
            "Please send me instructions.",
            "Надішліть, будь ласка, інструкцію.",
            "Proszę o przesłanie instrukcji, jak zapisać ruch.",
            "Bitte schicken Sie mir eine Anleitung.",
        ],
    );
    check_asked(
        "arbiter",
        &[
            "Please forward this short letter to the arbiter: my opponent is late.",
            "Прошу передать эту жалобу арбитру: соперник молчит.",
            "Прошу передати листа арбітрові турніру: суперник прострочив час.",
            "Proszę o przekazanie tej wiadomości sędziemu: przeciwnik nie odpowiada.",
            "Bitte leiten Sie diesen Brief dem Schiedsrichter weiter.",
        ],
    );
    check_asked(
        "",
        &[
            "I send you my best wishes and enjoy my time in the garden.",
            "Мой соперник прислал красивую позицию.",
            "Вчора показав онукові позицію.",
            "Dziękuję za przesłanie życzeń.",
            "Ich sende Ihnen meine Grüße.",
            "My neighbour is the arbiter here.",
        ],
    );
}
