//! Words of politeness that may stand beside a command or a move without
//! making its line a sentence.

#![expect(
    clippy::expect_used,
    reason = "constant patterns: every test compiles them"
)]

use regex::Regex;
use std::sync::LazyLock;

/// A greeting at the start of a line, with the name of who is greeted, up to
/// its punctuation.
pub static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\s*(?:hello|hi|dear|good (?:day|morning|evening|afternoon)|здравствуйте|здравствуй|привет(?:ствую)?|добрый (?:день|вечер)|доброе утро|доброго (?:дня|времени суток)|уважаем(?:ый|ая|ые)|вітаю|привіт|добрий (?:день|вечір)|доброго дня|шановн(?:ий|а|і)|dzień dobry|dobry wieczór|cześć|witam|witaj|szanown[yai])(?:[ ,]+[\p{L}.'’-]+){0,3}?\s*(?:[!.,;:]+(?:\s+|$)|$)",
    )
    .expect("a constant pattern")
});

/// The rest of a name after the comma of a greeting: `Здравствуйте, Иван Петрович!`
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\p{Lu}[\p{L}'’-]{2,}[ ,]*){1,3}[!,.:;]+\s+").expect("a constant pattern")
});

/// Regards, wishes and thanks.
const CLOSINGS: &str = r"(?:many )?thanks|thank you|(?:with )?(?:(?:best|kind|kindest|warm|warmest|all good|many|my) )*(?:regards|wishes|greetings)|cheers|yours(?: (?:truly|sincerely|faithfully))?|sincerely|good luck|all the best|(?:большое )?спасибо|благодарю(?: вас)?|с (?:уважением|приветом)|(?:с )?наилучшими(?: пожеланиями)?|с (?:шахматным приветом|добрыми пожеланиями)|всего (?:доброго|хорошего|наилучшего)|до свидания|удачи|успехов|дякую|з повагою|(?:з )?найкращими побажаннями|на все добре|бувайте|успіхів|dziękuję|dzięki|z poważaniem|(?:serdecznie |z )?pozdrawiam|(?:z )?(?:serdecznymi )?pozdrowieni(?:a|ami)|z wyrazami szacunku|z szacunkiem|powodzenia";

/// What one may be thanked for.
const FOR: &str =
    r" (?:за|for|za)(?: (?:the|your|a|вашу|эту|хорошую|интересную|вашу|цю|гарну|dobrą|tę))* \p{L}+";

/// Thanks or regards with up to three words of a name, at the end of a line.
pub static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)[\s.,!;)](?:[–—-]\s*)?\s*(?:{CLOSINGS})(?:{FOR})?(?-i)[\s,.!]*(?:\p{{Lu}}[\p{{L}}.'’-]*[\s,.!]*){{0,3}}$"
    ))
    .expect("a constant pattern")
});

static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)^[\s–—-]*(?:{CLOSINGS})(?:{FOR})?(?-i)[\s,.!]*(?:\p{{Lu}}[\p{{L}}.'’-]*[\s,.!]*){{0,3}}$"
    ))
    .expect("a constant pattern")
});

/// `please`, at the end of a line with a move. (Beside a command it is a word more.)
static PLEASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[\s,;.!]\s*(?:please|pls|plz|пожалуйста|пжл|будь ласка|прошу|proszę)[\s.!]*$")
        .expect("a constant pattern")
});

/// Words that announce a move, at the start of a line.
static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    let english = r"(?:i|we|i['’]ll|i will|i shall|i now|now i) (?:play|move|reply|answer|respond|choose|go)(?: with| by)?(?: the move)?|(?:here(?:['’]s| is| comes)|this is) my (?:next |new )?(?:move|reply|answer)|my (?:next |new )?(?:move|reply|answer|response) is|please (?:play|take|record|accept|make)(?: (?:my|the)(?: next)? move)?|please|the move(?: is)?";
    let russian = r"(?:(?:я|мы) )?(?:хожу|играю|пойду|отвечаю|делаю|посылаю|высылаю|шлю|выбираю|сыграю)(?: (?:так|ход|ходом|мой ход|свой ход|ответ|мой ответ))?|(?:вот )?(?:мой|наш) (?:очередной |следующий |новый )?(?:ход|ответ)(?: (?:такой|следующий|таков))?|пожалуйста";
    let ukrainian = r"(?:(?:я|ми) )?(?:граю|ходжу|відповідаю|роблю|надсилаю|посилаю|обираю|зіграю)(?: (?:так|хід|ходом|мій хід|свій хід|відповідь))?|(?:ось )?(?:мій|наш|моя|наша) (?:черговий |наступний |новий )?(?:хід|відповідь)(?: (?:такий|така|наступний|наступна))?|будь ласка|прошу";
    let polish = r"(?:(?:ja|my) )?(?:gram|zagram|odpowiadam|wybieram|robię|wykonuję|wysyłam|posyłam|przesyłam)(?: (?:tak|ruch|ruchem|mój ruch|posunięcie|odpowiedź))?|(?:oto )?(?:mój|nasz|moja|nasza|moje|nasze) (?:kolejny |następny |nowy )?(?:ruch|odpowiedź|posunięcie)(?: (?:to|jest))?|posunięcie|proszę";
    let all = [english, russian, ukrainian, polish].join("|");
    Regex::new(&format!(r"(?i)^\s*(?:{all})\s*(?:[:,;=–—-]+\s*|\s)")).expect("a constant pattern")
});

/// Whether a line is nothing but regards: below it stands the sender's name.
pub fn closes(line: &str) -> bool {
    CLOSES.is_match(line)
}

/// Where the words about a move begin in a line: behind a greeting and a name.
pub fn greeted(line: &str) -> usize {
    let Some(greeting) = GREETING.find(line) else {
        return 0;
    };
    let rest = line.get(greeting.end()..).unwrap_or("");
    greeting.end() + NAME.find(rest).map_or(0, |name| name.end())
}

/// Where they end: before regards and `please`.
pub fn taken_leave(line: &str) -> usize {
    let end = CLOSING.find(line).map_or(line.len(), |c| c.start() + 1);
    let kept = line.get(..end).unwrap_or(line);
    if !kept.bytes().any(|b| b.is_ascii_digit()) {
        return end;
    }
    PLEASE.find(kept).map_or(end, |p| p.start() + 1)
}

/// How long the words are that announce a move at the start of the text.
pub fn lead(text: &str) -> Option<usize> {
    LEAD.find(text).map(|found| found.end())
}

/// `CLAIM DRAW with 12. 5254`: how long the words before the intended move are.
pub fn intended(text: &str) -> usize {
    INTENDED.find(text).map_or(0, |found| found.end())
}

static INTENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:with|by|after|(?:с|з|після|после) ходом|с|з|ходом|z ruchem|ruchem|po ruchu|z)(?: the move)?[\s:]+")
        .expect("a constant pattern")
});
