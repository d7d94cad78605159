//! What mail servers and programs put around a letter is not its writer's.

use super::*;

/// The own words of a plain letter.
fn own(text: &str) -> String {
    let letter =
        format!("From: ann@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}");
    read(letter.as_bytes()).unwrap().own_text
}

#[test]
fn what_stands_below_a_letter_is_taken_whole() {
    for below in [
        "Virus-free.\nwww.avast.com <https://www.avast.com/sig-email>\n<#DAB4FAD8>",
        "Без вирусов.www.avg.com\n<http://www.avg.com/email-signature>",
        "Virenfrei.www.avast.com\n<https://www.avast.com/sig-email>",
        "Wolny od wirusów.www.avast.com",
        "Вірусів немає.www.avast.com",
        "__________ Information from ESET Mail Security, version of virus signature database 28400 \
         (20260310) __________\n\nThe message was checked by ESET Mail Security.\nhttp://www.eset.com",
        "---\nЭто сообщение проверено на вирусы антивирусом Avast.\nhttps://www.avast.com/antivirus",
        "This e-mail and any attachments are confidential and intended solely for the addressee. If \
         you are not\nthe intended recipient, please delete this message and notify the sender.",
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, \
         informieren Sie bitte sofort den Absender und vernichten Sie diese Mail.",
        "Niniejsza wiadomość zawiera informacje poufne przeznaczone wyłącznie dla adresata. Jeśli \
         nie są Państwo jej adresatem, prosimy o jej usunięcie.",
        "Настоящее сообщение содержит конфиденциальную информацию. Если Вы не являетесь его \
         адресатом, просим уничтожить его.",
        "Це повідомлення містить конфіденційну інформацію. Якщо Ви не є його адресатом, просимо \
         видалити його.",
        "Please consider the environment before printing this e-mail.",
        "Secured with Tuta Mail:\nhttps://tuta.com/free-email",
        "Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>",
        "Pobierz program Outlook dla systemu iOS<https://aka.ms/o0ukef>",
        "Von meinem/meiner Galaxy gesendet",
        "---\nAnn Archer\nTel. 5254 6125",
        "_____________\nAnn Archer, Flat d4",
        "M +44 7700 900123 | T 01632 960 001 | ext 5254",
    ] {
        assert_eq!(own(&format!("RESIGN\n\n{below}")), "RESIGN", "{below}");
        assert_eq!(
            own(&format!("3. Bb5\n\nAnn\n\n{below}\n\n")),
            "3. Bb5\n\nAnn",
            "{below}"
        );
    }
}

#[test]
fn what_stands_above_and_behind_is_taken_too() {
    let above = "CAUTION: This email originated from outside of the organization. Do not click links \
                 or open attachments unless you recognize the sender and know the content is safe.";
    assert_eq!(own(&format!("{above}\n\nRESIGN\n\nAnn")), "RESIGN\n\nAnn");
    for behind in [
        "This e-mail is confidential. If you are not the intended recipient, delete it.",
        "Diese E-Mail enthält vertrauliche Informationen.",
        "Holen Sie sich Outlook für iOS",
    ] {
        assert_eq!(own(&format!("3. Bb5 {behind}")), "3. Bb5", "{behind}");
    }
}

#[test]
fn what_acts_or_is_only_like_one_stays() {
    for text in [
        "RESIGN\n\nThis e-mail is intended only as a joke.",
        "RESIGN\n\nPlease delete this message.",
        "3. Bb5\n\nThis message may be confidential: I RESIGN.",
        "YES\n\nImportant: not now.",
        "Virus-free.",
        "3. Bb5\n---\n4. 5254",
        "Thanks\n\n---\nAnn\nRESIGN",
        "3. Bb5\n\nSent from my heart, and 5254 too",
        "I shall think.\n\nPhone me: 5254",
        // Figures alone are rows of forms and moves, however many.
        "N\tWhite\tBlack\n1.\t5254\t5755\n2.\t7163\t2836",
        "Rec.\tAns.\tN\tWhite\n14/03\t05/03\t0/01\t07.\t2133",
        "Thank you\n\n4... 6857",
        "Thank you\n\n5254 5755 7163 2836",
        "Thank you\n\nT 5254",
        "ADDRESS\nann@new.example",
    ] {
        assert_eq!(own(text), text);
    }
}

#[test]
fn links_that_say_their_words_once_more_go() {
    for (text, words) in [
        ("3. 6125<tel:6125>", "3. 6125"),
        ("3<tel:3>. 6125 <tel:6125>=", "3. 6125="),
        ("3. 6125 tel:6125", "3. 6125"),
        ("3. [6125](tel:6125)", "3. 6125"),
        ("3.Bb5<http://3.Bb5>", "3.Bb5"),
        (
            "3.Bb5<https://nam12.safelinks.protection.outlook.com/?url=http%3A%2F%2F3.bb5%2F&data=05>",
            "3.Bb5",
        ),
        (
            "3.Bb5<https://urldefense.com/v3/__http://3.Bb5__;!!AbC!xyz$ >",
            "3.Bb5",
        ),
        ("3. 6125<tel:6124>", "3. 6125<tel:6124>"),
        ("3.Bb5<http://3.Nf3>", "3.Bb5<http://3.Nf3>"),
    ] {
        assert_eq!(own(text), words);
    }
}

#[test]
fn words_signed_in_clear_are_bare() {
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nRESIGN\n- -----\n\
                  -----BEGIN PGP SIGNATURE-----\n\niQIzBAEB Nf3\n=AbCd\n-----END PGP SIGNATURE-----\n";
    assert_eq!(own(signed), "RESIGN");
    assert_eq!(
        own("-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\n3. Bb5\n"),
        "3. Bb5"
    );
}
