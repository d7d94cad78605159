//! Acts as people say them without any word of the vocabulary's plainest: each is done, or
//! asked back by one word, and what sounds like one and is none does nothing.

use super::acts::check;

#[test]
fn giving_up_as_people_say_it() {
    check(
        "resign",
        &[
            "nah thats me done. well played, you had me from about move 15",
            "That is me beaten, thank you for the game.",
            "I have lost this one, congratulations",
            "No point playing on, the point is yours",
            "So da geht nix mehr, ich geb auf. Gut gespielt Kollege",
            "Hier ist nichts mehr zu retten, ich strecke die Waffen",
            "Das wars für mich, Glückwunsch",
            "Я проиграл. Спасибо за науку",
            "дальше играть бессмысленно, сдаюсь",
            "Ну всё, ваша взяла!",
            "Шо тут казать, проіграв я. На ферзя повівся.",
            "Далі грати нема сенсу, вітаю",
            "Przegrałem, gratulacje dla rywala",
            "Wywieszam białą flagę",
        ],
    );
}

#[test]
fn agreeing_as_people_say_it() {
    check(
        "accept",
        &[
            "Gladly accepted, thank you",
            "Yes please, a draw is fine",
            "Einverstanden, Remis. Danke für die faire Partie!",
            "Von mir aus",
            "Згода",
            "Залюбки",
            "Remis? Biorę z pocałowaniem ręki!",
            "С удовольствием",
            "ладно",
        ],
    );
}

#[test]
fn declining_as_people_say_it() {
    check(
        "decline",
        &[
            "Nee nee, so schnell kommst du mir nicht davon. Es wird weitergespielt!",
            "No draw yet, plenty to play for",
            "Ничью рано, ещё поборемся",
            "Remis? Nie ma mowy. Gramy dalej.",
            "Нічию рано, ще пограємо",
        ],
    );
}

#[test]
fn an_offer_on_the_condition_that_he_wishes_it_is_an_offer() {
    check(
        "offer",
        &[
            "I would be happy with a draw if my opponent is.",
            "Wenn mein Gegner auch mag, bin ich mit Remis einverstanden.",
            "Jeśli przeciwnik ma ochotę, to chętnie zgodzę się na remis.",
            "Если соперник не против, я согласен на ничью.",
            "Якщо суперник не проти, погоджуся на нічию.",
            "I suggest we call it level",
            "cant see how either of us wins. would you take a draw? ill move later if not",
        ],
    );
    check(
        "move+offer",
        &[
            "15. 7161\nI would be happy with a draw if my opponent is.",
            "12. 5254, and I'd like to propose we call it level here.",
            "а7-а5 і як ви дивитесь на нічию?",
            "Nf3, and what do you say to a draw?",
        ],
    );
}

#[test]
fn what_only_sounds_like_an_act_is_none() {
    check(
        "",
        &[
            "Glad we were drawn together, my first game by mail.",
            "I lost my keys yesterday and found them in the fridge.",
            "Поздравляю с победой!",
            "Gratulacje z okazji wygranej Legii!",
            "My wife says I should give up smoking.",
            "Ich habe gestern gegen meinen Enkel verloren.",
            "Вчора програв внуку в шашки.",
            "If my opponent agrees, may I send two moves at once?",
        ],
    );
}
