//! What a withdrawal would make of the table.

use super::phrase::{Phrase, phrases};
use crate::record::Unfinished;

phrases! {
    /// The title.
    TITLE {
        en: "If {name} leaves {code}",
        ru: "Если {name} выбывает из турнира {code}",
        uk: "Якщо {name} вибуває з турніру {code}",
        pl: "Jeśli {name} wycofa się z turnieju {code}",
    }
    /// Under the title, at half and more.
    PRESET_COUNT {
        en: "{finished} of {scheduled} games finished: at least half, so by 33.1.2 they count.",
        ru: "Закончено партий: {finished} из {scheduled}, не менее половины: по статье 33.1.2 они учитываются.",
        uk: "Закінчено партій: {finished} з {scheduled}, не менше половини: за статтею 33.1.2 їх враховують.",
        pl: "Zakończone partie: {finished} z {scheduled}, co najmniej połowa: według 33.1.2 liczą się.",
    }
    /// Under the title, below half.
    PRESET_DROP {
        en: "{finished} of {scheduled} games finished: under half, so by 33.1.1 they count for nobody.",
        ru: "Закончено партий: {finished} из {scheduled}, менее половины: по статье 33.1.1 они никому не учитываются.",
        uk: "Закінчено партій: {finished} з {scheduled}, менше половини: за статтею 33.1.1 їх нікому не враховують.",
        pl: "Zakończone partie: {finished} z {scheduled}, mniej niż połowa: według 33.1.1 nikomu się nie liczą.",
    }
    /// Title of a column: the table as it stands.
    NOW { en: "now", ru: "сейчас", uk: "зараз", pl: "teraz" }
    /// Title of a column.
    UNFINISHED { en: "Unfinished games", ru: "Неоконченные партии", uk: "Незакінчені партії", pl: "Partie niezakończone" }
    /// Title of a column.
    FINISHED { en: "Finished games", ru: "Законченные партии", uk: "Закінчені партії", pl: "Partie zakończone" }
    /// A way.
    LOST { en: "lost", ru: "поражение", uk: "поразка", pl: "przegrane" }
    /// A way.
    ADJUDICATED { en: "adjudicated", ru: "присуждение", uk: "присудження", pl: "rozstrzygane" }
    /// A way.
    LEFT_OUT { en: "left out", ru: "не учитываются", uk: "не враховуються", pl: "pominięte" }
    /// The finished games count.
    COUNT { en: "count", ru: "в зачёт", uk: "у залік", pl: "liczą się" }
    /// The finished games count for nobody.
    DROP { en: "drop", ru: "вне зачёта", uk: "поза заліком", pl: "nie liczą się" }
    /// Title of the second part.
    GAINS_AND_LOSSES { en: "Who gains, who loses", ru: "Кто выигрывает, кто теряет", uk: "Хто виграє, хто втрачає", pl: "Kto zyskuje, kto traci" }
    /// Title of a column.
    GAIN { en: "Gain", ru: "Поднимаются", uk: "Піднімаються", pl: "Zyskują" }
    /// Title of a column.
    LOSE { en: "Lose", ru: "Опускаются", uk: "Опускаються", pl: "Tracą" }
    /// Below a table.
    PRESET_MARK { en: "* the preset of article 33.1", ru: "* как предусматривает статья 33.1", uk: "* як передбачає стаття 33.1", pl: "* jak przewiduje artykuł 33.1" }
    /// Below a table.
    CELLS {
        en: "Place and, in brackets, points; a place in brackets: the games count for nobody.",
        ru: "Место и в скобках очки; место в скобках: партии никому не учитываются.",
        uk: "Місце і в дужках очки; місце в дужках: партії нікому не враховують.",
        pl: "Miejsce, w nawiasie punkty; miejsce w nawiasie: partie nikomu się nie liczą.",
    }
    /// Below a table.
    PROVISIONAL {
        en: "Games are open: places are provisional. An adjudicated game has no result yet.",
        ru: "Есть неоконченные партии: места предварительные. У присуждаемой партии результата ещё нет.",
        uk: "Є незакінчені партії: місця попередні. Партія, яку присуджують, результату ще не має.",
        pl: "Są partie niezakończone: miejsca są tymczasowe. Partia rozstrzygana nie ma jeszcze wyniku.",
    }
    /// Title of the last part.
    ORDERS { en: "The orders", ru: "Команды", uk: "Команди", pl: "Polecenia" }
    /// Below the orders.
    OTHERWISE {
        en: "With --finished count or --finished drop you choose otherwise than article 33.1; chapter 9 leaves it to you.",
        ru: "С --finished count или --finished drop Вы решаете иначе, чем статья 33.1; глава 9 оставляет это Вам.",
        uk: "З --finished count або --finished drop Ви вирішуєте інакше, ніж стаття 33.1; розділ 9 залишає це Вам.",
        pl: "Z --finished count albo --finished drop decyduje Pan/Pani inaczej niż artykuł 33.1; rozdział 9 na to pozwala.",
    }
}

/// A way, as a title.
pub const fn way(way: Unfinished) -> Phrase {
    match way {
        Unfinished::Lose => LOST,
        Unfinished::Adjudicate => ADJUDICATED,
        Unfinished::Annul => LEFT_OUT,
    }
}

/// Whether the finished games count, as a title.
pub const fn finished(counts: bool) -> Phrase {
    if counts { COUNT } else { DROP }
}
