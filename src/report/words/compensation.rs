//! Days given back for an outage.

use super::phrase::phrases;

phrases! {
    /// The title.
    TITLE {
        en: "{code}: days given back for the outage from {from} to {to}",
        ru: "{code}: дни, возвращаемые за перебой с {from} по {to}",
        uk: "{code}: дні, що повертаються за перебій з {from} до {to}",
        pl: "{code}: dni zwrócone za przerwę w działaniu od {from} do {to}",
    }
    /// Title of a column: on so many days of the outage the clock ran.
    RAN { en: "Ran", ru: "Шли часы", uk: "Ішов час", pl: "Bieg zegara" }
    /// Title of a column: so many are given back.
    GIVEN { en: "Given", ru: "Возвращено", uk: "Повернено", pl: "Zwrócono" }
    /// Title of a column.
    DATES { en: "Dates that are nobody's", ru: "Даты, которые не считаются", uk: "Дати, що не рахуються", pl: "Daty, które się nie liczą" }
    /// Title of a column.
    LETTERS { en: "Letters", ru: "Письма", uk: "Листи", pl: "Wiadomości" }
    /// Some of those dates.
    SPAN { en: "{from} to {to}", ru: "{from} – {to}", uk: "{from} – {to}", pl: "{from} – {to}" }
    /// A letter of ours that came back.
    LOST {
        en: "a letter to {side} was lost on {from}{to}",
        ru: "письмо ({side}) не доставлено {from}{to}",
        uk: "лист ({side}) не доставлено {from}{to}",
        pl: "wiadomość ({side}) nie dotarła {from}{to}",
    }
    /// A move that came late.
    LATE {
        en: "a move of {side} sent on {from} came on {to}",
        ru: "ход ({side}), отправленный {from}, пришёл {to}",
        uk: "хід ({side}), надісланий {from}, надійшов {to}",
        pl: "posunięcie ({side}) wysłane {from} dotarło {to}",
    }
    /// Below the table.
    RULE {
        en: "A clock gets back the dates of the outage on which it ran, at most as many as you give.",
        ru: "Часам возвращаются даты перебоя, в которые они шли, но не больше, чем Вы даёте.",
        uk: "Повертаються дати перебою, у які йшов час, але не більше, ніж Ви даєте.",
        pl: "Zegarowi zwraca się daty przerwy, w które biegł, najwyżej tyle, ile zostało przyznane.",
    }
}
