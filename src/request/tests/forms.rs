//! Forms 59.1 and 59.2 as mail programs and tired hands make them.

use super::{check, told};

const HEAD: &str = "Rec.  Sent   Time  N    White  Black  Rec.   Sent   Time\n\
                    ---   10/01  0/00  01.  5254   5755   10/01  10/01  0/00\n";

#[test]
fn a59_1_our_own_table_sent_back() {
    let with = |above: &str, below: &str| format!("{above}{HEAD}{below}");
    check(&[
        // The move above the table, below it, in it, or in the empty row.
        (&with("2. 7163\n\n", ""), "form2 1b:5755 2w:7163 form"),
        (&with("", "2. 7163"), "form3 1b:5755 2w:7163 form"),
        (&with("", "02.  7163"), "form3 1b:5755 2w:7163 form"),
        (
            &with("", "11/01 12/01  1/01  02.  7163"),
            "form3 1b:5755 2w:7163 form; rec 01-11; sent 01-12",
        ),
        (
            &with(
                "",
                "11/01 12/01  1/01  02.  7163   2836  12/01 13/01 1/01\n13/01              03.  6125",
            ),
            "form5 2b:2836 3w:6125 form; rec 01-13",
        ),
        // The same record in letters below the table adds nothing …
        (
            &with(
                "",
                "11/01 12/01 1/01 02. 7163\n\nThe same record in algebraic notation:\n\n1. e4 e5",
            ),
            "form5 1w:e4 1b:e5 form",
        ),
        // … but another move in it does.
        (&with("", "02. 7163\n\n2. Nf3"), "form4 2w:7163 2w:Nf3 form"),
        (
            &with("", "02. ____"),
            "form2 1w:5254 1b:5755 form; rec 01-10; sent 01-10",
        ),
        (&with("2. 7163 =\n\n", ""), "form2 1b:5755 2w:7163 form ="),
        (
            &with("2. 7163 if 2... 2836 3. 6125\n\n", ""),
            "form2 1b:5755 2w:7163 if 2b:2836 3w:6125 form",
        ),
    ]);
}

#[test]
fn a59_1_in_four_languages_and_many_shapes() {
    check(&[
        (
            "Пол.\tОтв.\tВремя\tN\tБелые\tЧерные\tПол.\tОтв.\tВремя\n---\t10.05.26\t0/00\t1\t4244\t4745\t12.05.26\t12.05.26\t0/00\n12.05.26\t16.05.26\t4/04\t2\t7163",
            "form3 1b:4745 2w:7163 form; rec 2026-05-12; sent 2026-05-16",
        ),
        (
            "Отр. Відп. Час N Білі Чорні Отр. Відп. Час\n--- 10/05 0/00 01. 4244 4745 12/05 12/05 0/00\n12/05 16/05 4/04 02. 7163",
            "form3 1b:4745 2w:7163 form; rec 05-12; sent 05-16",
        ),
        (
            "Otrz.  Odp.   Czas  Nr   Białe  Czarne  Otrz.  Odp.   Czas\n---    10/05  0/00  01.  4244   4745    12/05  12/05  0/00\n12/05  16/05  4/04  02.  7163   7776    17/05  18/05  1/01",
            "form4 2w:7163 2b:7776 form; rec 05-17; sent 05-18",
        ),
        // Columns that are missing, empty or of another order.
        (
            "N Белые Черные\n01. 4244 4745\n02. 7163 ____",
            "form3 1b:4745 2w:7163 form",
        ),
        ("N. White Black\n1 e4 e5\n2 Nf3", "form3 1b:e5 2w:Nf3 form"),
        (
            "| N | White | Black |\n|---|---|---|\n| 1. | 4244 | 4745 |\n| 2. | 7163 |  |",
            "form3 1b:4745 2w:7163 form",
        ),
        (
            "N\tWhite\tBlack\n1.\t4244\t4745\n2.\t\t7776",
            "form3 1b:4745 2b:7776 form",
        ),
        (
            "Rec./Sent\tN\tWhite\tBlack\tRec./Sent\n--- / 10.05\t1.\t4244\t4745\t12.05 / 12.05\n12.05 / 16.05\t2.\t7163",
            "form3 1b:4745 2w:7163 form",
        ),
        // Rows that the mail broke.
        (
            "Rec. Sent Time N White Black Rec. Sent Time\n--- 10/05 0/00 01. 4244\n4745 12/05 12/05 0/00\n12/05 16/05 4/04 02. 7163",
            "form3 1b:4745 2w:7163 form; rec 05-12; sent 05-16",
        ),
        (
            "Rec.\nSent\nTime\nN\nWhite\nBlack\n---\n10/05\n0/00\n01.\n4244\n4745\n12/05\n12/05\n0/00\n12/05\n16/05\n4/04\n02.\n7163",
            "form3 :4745 2w:7163 form",
        ),
        // One row is enough, without a header.
        (
            "19/05 22/05 3/07 03. 3234",
            "form1 3w:3234 form; rec 05-19; sent 05-22",
        ),
        (
            "03. 3234 7866 23/05 24/05 1/02",
            "form2 3w:3234 3b:7866 form; rec 05-23; sent 05-24",
        ),
        (
            "19.05.2026 22.05.2026 3/07 3. Кf3",
            "form1 3w:Кf3 form; rec 2026-05-19; sent 2026-05-22",
        ),
        // A record without dates is a line of moves.
        (
            "1. 4244 4745\n2. 7163 7776\n3. 3234",
            "1w:4244 1b:4745 2w:7163 2b:7776 3w:3234",
        ),
    ]);
}

#[test]
fn a59_2_with_what_stands_around_it() {
    check(&[
        (
            "Турнир: Кубок\nБелые: Иванов\nЧёрные: Петров\n2... 7776\n3. 3234\nполучено 19.05\nотправлено 22.05",
            "form2 2b:7776 3w:3234 form; rec 05-19; sent 05-22",
        ),
        (
            "Tournament Cup, game RU26-01/3\nWhite Ann\nBlack Bert\nNf3",
            "[RU26-01/3] form1 :Nf3 form",
        ),
        (
            "Турнір: Кубок\nБілі: Шевчук\nЧорні: Гай\n3. Кf3\nотримано 19.05.26\nнадіслано 22.05.26",
            "form1 3w:Кf3 form; rec 2026-05-19; sent 2026-05-22",
        ),
        (
            "Turniej: Puchar\nBiałe: Nowak\nCzarne: Kot\n3... Sf6\nOtrzymano 19-05-2026\nWysłano 22-05-2026",
            "form1 3b:Sf6 form; rec 2026-05-19; sent 2026-05-22",
        ),
        (
            "Białe Czarne\n1. 5254 5755\n2. 7163\nOtrzymano: 12.05.2026\nWysłano: 16.05.2026",
            "1w:5254 1b:5755 2w:7163; rec 2026-05-12; sent 2026-05-16",
        ),
    ]);
}

#[test]
fn several_forms_in_one_letter() {
    check(&[
        (
            "RU26-01/3\nN Белые Черные\n01. 4244 4745\n02. 7163\n\nRU26-01/5\nN Белые Черные\n01. 5254 5755\n02. 7163 2836",
            "[RU26-01/3] form3 1b:4745 2w:7163 form || [RU26-01/5] form4 2w:7163 2b:2836 form",
        ),
        (
            "Турнир: Кубок (RU26-01/3)\nБелые: Иванов\nЧёрные: Петров\nПол. Отв. Время N Белые Чёрные Пол. Отв. Время\n--- 10/05 0/00 01. 4244 4745 12/05 12/05 0/00\n12/05 16/05 4/04 02. 7163\n\nТурнир: Кубок (RU26-01/5)\nБелые: Сидоров\nЧёрные: Иванов\nПол. Отв. Время N Белые Чёрные Пол. Отв. Время\n--- 10/05 0/00 01. 5254 5755 12/05 12/05 0/00",
            "[RU26-01/3] form3 1b:4745 2w:7163 form; rec 05-12; sent 05-16 || [RU26-01/5] form2 1w:5254 1b:5755 form; rec 05-12; sent 05-12",
        ),
    ]);
}

#[test]
fn leave_lines_of_a_form_are_never_requests() {
    for lines in [
        "Leave of White: 01.07-14.07\nLeave of Black:",
        "White's leave 01.07-14.07\nBlack's leave: none",
        "Перерывы белых 01.07-14.07\nПерерывы черных",
        "Отпуск белых: 01.07-14.07\nОтпуск чёрных: нет",
        "Перерви білих 01.07-14.07\nВідпустка чорних",
        "Urlop białych 01.07-14.07\nUrlopy czarnych: brak",
    ] {
        let form = format!("{lines}\nN White Black\n1. 4244 4745\n2. 7163");
        assert_eq!(told(&form), "form3 1b:4745 2w:7163 form", "{lines}");
        let alone = format!("{lines}\n2. 7163");
        assert!(
            told(&alone).ends_with("2w:7163"),
            "{lines}: {}",
            told(&alone)
        );
    }
}

#[test]
fn dates_of_receipt_in_four_languages_and_many_orders() {
    for words in [
        "received 2026-03-02",
        "Received on 02.03.2026",
        "received: 2 March 2026",
        "rec. 02.03.2026",
        "recd 02/03/2026",
        "your move received 02.03.2026",
        "I received your move on 2 March 2026",
        "date of receipt: 2026-03-02",
        "02.03.2026 received",
        "получено 02.03.2026",
        "Получено: 2.3.2026 г.",
        "Ваш ход получен 02.03.2026",
        "Ваше письмо получил 2 марта 2026 г.",
        "ход получил 02.03.26",
        "дата получения 02.03.2026",
        "пол. 02.03.2026",
        "02.03.2026 получено",
        "отримано 02.03.2026",
        "Ваш хід отримав 2 березня 2026",
        "отримала 02/03/2026",
        "дата отримання: 2026-03-02",
        "02.03.2026 отримано",
        "otrzymano 02.03.2026",
        "Otrzymałem 2 marca 2026",
        "Pański ruch otrzymałam 02.03.2026",
        "data otrzymania: 2026-03-02",
        "otrz. 2.03.26",
        "02.03.2026 otrzymano",
    ] {
        let expected = "12w:5254; rec 2026-03-02";
        for text in [
            format!("12. 5254 {words}"),
            format!("12. 5254 ({words})"),
            format!("12. 5254\n{words}"),
            format!("{words}\n12. 5254"),
            format!("{words}.\n\n12. 5254\n\nAnn"),
        ] {
            assert_eq!(told(&text), expected, "{text:?}");
        }
    }
    // Without a year, and dates that are none.
    check(&[
        ("12. 5254 получено 02/03", "12w:5254; rec 03-02"),
        ("12. 5254 received 31.02.2026", "12w:5254; ?date 31.02.2026"),
        ("12. 5254 otrzymano 31/04", "12w:5254; ?date 31/04"),
        ("12. 5254 отримано вчора", "?prose 5254"),
        ("sent 05.03.2026\n12. 5254", "12w:5254; sent 2026-03-05"),
        (
            "Отправлено 05.03.2026\n12. 5254",
            "12w:5254; sent 2026-03-05",
        ),
        ("Wysłano 05.03.2026\n12. 5254", "12w:5254; sent 2026-03-05"),
        (
            "Надіслано 05.03.2026\n12. 5254",
            "12w:5254; sent 2026-03-05",
        ),
    ]);
}

#[test]
fn a_series_is_proposed_and_taken_in_every_language() {
    for (word, any) in [
        ("if", "any move"),
        ("если", "любой ход"),
        ("якщо", "будь-який хід"),
        ("jeśli", "dowolny ruch"),
        ("jesli", "każdy ruch"),
        ("when", "any reply"),
        ("коли", "будь який хід"),
    ] {
        let text = format!("12. 5254 {word} 12... 5755 13. 7163 {word} 13... 2836 14. 6125");
        assert_eq!(
            told(&text),
            "12w:5254 if 12b:5755 13w:7163 13b:2836 14w:6125",
            "{text}"
        );
        let broken = text.replace(&format!(" {word} "), &format!("\n{word} "));
        assert_eq!(
            told(&broken),
            "12w:5254 if 12b:5755 13w:7163 13b:2836 14w:6125",
            "{broken}"
        );
        let text = format!("12. 5254 {word} {any} 13. 7163");
        assert_eq!(told(&text), "12w:5254 if 13w:7163 any", "{text}");
        let text = format!("12... 5755 {word} 13. 7163 13... 2836");
        assert_eq!(told(&text), "12b:5755 if 13w:7163 13b:2836", "{text}");
    }
}
