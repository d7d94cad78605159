//! What clients put around the words of a letter: separators, the header block
//! of a quoted letter, signature marks, the footers of phones.

use super::own::Line;
use super::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Lines among which the fields of a header block stand.
const HEADER_LINES: usize = 8;
/// Longest line that may be one of these, in bytes.
const MAX_LINE: usize = 500;

/// Whether a quoted letter begins here that ends the writer's own words.
pub fn quotes_below(lines: &[Line]) -> bool {
    let Some(first) = lines.first().filter(|l| l.text.len() <= MAX_LINE) else {
        return false;
    };
    let headed = || {
        lines
            .iter()
            .skip(1)
            .take(HEADER_LINES)
            .find(|l| !l.text.trim().is_empty())
            .is_some_and(|l| field(&l.text).is_some())
    };
    SEPARATOR.is_match(&first.text)
        || is_header_block(lines)
        || DASHED.is_match(&first.text) && headed()
}

/// Whether a client put this line below the letter by itself.
pub fn is_footer(line: &str) -> bool {
    line.len() <= MAX_LINE && MOBILE.is_match(line)
}

/// A line of five and more `_` or `-`; shorter ones may be chess (`--`, `=`).
pub fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 5 && (line.bytes().all(|b| b == b'_') || line.bytes().all(|b| b == b'-'))
}

/// RFC 3676, 4.3; without its space only below an empty line. A long line of `_`
/// is one where a list's footer follows.
pub fn is_signature_mark(lines: &[Line], blank_before: bool) -> bool {
    let Some(line) = lines.first().map(|l| l.text.as_str()) else {
        return false;
    };
    let footer = || {
        lines
            .iter()
            .skip(1)
            .take(3)
            .any(|l| l.text.contains("://") || l.text.to_lowercase().contains("mailing list"))
    };
    line == "-- "
        || line == "--  "
        || line.trim_end() == "--" && blank_before
        || line.starts_with("____________________") && is_rule(line) && footer()
}

/// The head of a quoted letter as Outlook and others print it: three fields
/// near one another with From first or two of them with what belongs in them,
/// or any two below a rule.
fn is_header_block(lines: &[Line]) -> bool {
    let Some(first) = lines.first() else {
        return false;
    };
    let ruled = is_long_rule(&first.text);
    let mut fields = lines
        .iter()
        .skip(usize::from(ruled))
        .filter(|l| !l.text.trim().is_empty())
        .take(HEADER_LINES)
        .map(|l| field(&l.text))
        .peekable();
    let Some(top) = fields.peek().copied().flatten() else {
        return false;
    };
    let mut kinds = [false; 5];
    let mut certain = 0;
    // Fields below one another, and those a few lines further on.
    let (mut beside, mut all_above) = (0, true);
    for field in fields {
        all_above &= field.is_some();
        let Some(field) = field else { continue };
        if let Some(kind) = kinds.get_mut(field.kind as usize)
            && !*kind
        {
            *kind = true;
            beside += usize::from(all_above);
            certain += usize::from(all_above && field.certain);
        }
    }
    let count = kinds.iter().filter(|k| **k).count();
    let has = |kind: FieldKind| kinds.get(kind as usize).is_some_and(|k| *k);
    ruled && count >= 2
        || top.kind == FieldKind::From && count >= 3
        || certain >= 2
        || beside >= 3 && has(FieldKind::From) && certain >= 1
}

fn is_long_rule(line: &str) -> bool {
    is_rule(line) && line.trim().len() >= 10
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldKind {
    From,
    Date,
    To,
    Cc,
    Subject,
}

#[derive(Clone, Copy)]
struct Named {
    kind: FieldKind,
    /// An address where one belongs, a date with its time.
    certain: bool,
}

/// The header field that a line looks like; its name may be in bold.
fn field(line: &str) -> Option<Named> {
    let edge = |c: char| c == '*' || c == '|' || c.is_whitespace();
    if line.len() > MAX_LINE {
        return None;
    }
    let (name, value) = line.split_once(':')?;
    let name = name.trim_matches(edge).to_lowercase();
    let kind = FIELDS
        .iter()
        .find(|(_, names)| names.contains(&name.as_str()))
        .map(|(kind, _)| *kind)?;
    let certain = match kind {
        FieldKind::From | FieldKind::To => value.contains('@'),
        FieldKind::Date => TIME.is_match(value),
        FieldKind::Cc | FieldKind::Subject => false,
    };
    Some(Named { kind, certain })
}

/// The names of header fields as clients translate them.
const FIELDS: [(FieldKind, &[&str]); 5] = [
    (
        FieldKind::From,
        &[
            "from",
            "von",
            "od",
            "nadawca",
            "от",
            "от кого",
            "отправитель",
            "від",
            "від кого",
            "відправник",
            "de",
            "da",
            "van",
            "fra",
            "från",
            "ad",
            "lähettäjä",
            "kimden",
            "feladó",
            "odesílatel",
            "de la",
            "expéditeur",
            "mittente",
            "ад",
            "발신",
            "发件人",
            "寄件者",
            "差出人",
        ],
    ),
    (
        FieldKind::Date,
        &[
            "sent",
            "date",
            "gesendet",
            "datum",
            "wysłano",
            "wysłane",
            "data",
            "data wysłania",
            "отправлено",
            "дата",
            "дата отправки",
            "надіслано",
            "відправлено",
            "envoyé",
            "envoyé le",
            "enviado",
            "enviado el",
            "enviada",
            "enviada em",
            "enviado em",
            "fecha",
            "inviato",
            "verzonden",
            "verzonden op",
            "sendt",
            "skickat",
            "dato",
            "lähetetty",
            "odesláno",
            "gönderildi",
            "tarih",
            "elküldve",
            "dátum",
            "odoslané",
            "trimis",
            "发送时间",
            "日期",
            "送信日時",
        ],
    ),
    (
        FieldKind::To,
        &[
            "to",
            "an",
            "do",
            "adresat",
            "кому",
            "получатель",
            "одержувач",
            "à",
            "pour",
            "para",
            "a",
            "aan",
            "til",
            "till",
            "vastaanottaja",
            "komu",
            "kime",
            "címzett",
            "către",
            "destinatario",
            "收件人",
            "宛先",
        ],
    ),
    (
        FieldKind::Cc,
        &[
            "cc",
            "kopie",
            "dw",
            "do wiadomości",
            "kopia",
            "копия",
            "копія",
            "cópia",
            "copie",
            "kopi",
            "copia",
            "抄送",
        ],
    ),
    (
        FieldKind::Subject,
        &[
            "subject",
            "betreff",
            "temat",
            "тема",
            "objet",
            "asunto",
            "assunto",
            "oggetto",
            "onderwerp",
            "emne",
            "ämne",
            "aihe",
            "předmět",
            "predmet",
            "konu",
            "tárgy",
            "subiect",
            "主题",
            "主旨",
            "件名",
        ],
    ),
];

static TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{1,2}[:.]\d{2}\b"));

/// `-----Original Message-----` and its translations; the header block may be
/// glued to it.
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\s>*]*(?:[-_=–—‐‑]{2,} ?(?:begin forwarded message|original message|original appointment|original|reply message|forwarded message|forwarded by .+|исходное сообщение|исходное письмо|оригинальное сообщение|первоначальное сообщение|пересылаемое сообщение|пересланное сообщение|переадресованное сообщение|конец переадресованного сообщения|початкове повідомлення|вихідне повідомлення|оригінальне повідомлення|первинне повідомлення|переслане повідомлення|oryginalna wiadomość|wiadomość oryginalna|oryginalny e-?mail|treść oryginalnej wiadomości|treść przekazanej wiadomości|wiadomość przekazana dalej|przekazana wiadomość|ursprüngliche nachricht|original-?nachricht|originalnachricht|antwort nachricht|weitergeleitete nachricht|зыходны ліст|message d.origine|message original|message transféré|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|oprindelig (?:meddelelse|besked)|originalmeddelelse|opprinnelig melding|ursprungligt meddelande|originalmeddelande|původní (?:zpráva|e-?mail)|přeposlaná zpráva|pôvodná správa|eredeti üzenet|özgün ileti|orijinal mesaj|alkuperäinen viesti|mesajul? original|izvorna poruka|原始邮件|原始郵件|元のメッセージ|원본 메시지) ?:? ?[-_=–—‐‑]{2,}.*|temat: .*nadawca: .*adresat:.*|(?:(?:begin )?forwarded message|начало переадресованного сообщения|початок переадресованого повідомлення|początek przekazywanej wiadomości|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:transféré|réexpédié)) ?:\s*)$",
    )
});

/// A phrase between dashes, which is a separator in whatever language where a
/// header field follows.
static DASHED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*-{4,} ?[^-]{4,60} ?-{4,}\s*$"));

/// Lines that phones and web mail append by themselves.
static MOBILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\s(<*\[]*[-_–—]{0,3}\s*(?:sent by galaxy.*|sent (?:from|via|using|with) (?:my|a|an|mail|mailbox|yahoo|outlook|samsung|galaxy|windows|gmail|proton|mobile|iphone|ipad|android|blackberry|the|airmail|spark|e-?m client|thunderbird|sparrow|zoho|aol|tutanota|hey|edison|mailspring|blue ?mail|nine|k-9|mobile device)\b.*|sent with .*|from my (?:iphone|ipad|phone|mobile|android|samsung|blackberry).*|get outlook for .*|get bluemail for .*|отправлено (?:с|со|из|от|через) .*|послано (?:с|из) .*|написано с .*|надіслано (?:з|із|зі|від|через) .*|відправлено (?:з|із|зі|через) .*|(?:wiadomość )?wysłan[aeo] (?:z|ze|za pomocą|przy użyciu) .*|gesendet (?:von|mit|über|vom|aus) .*|von meinem .* gesendet.?|diese nachricht wurde von .* gesendet.?|получить outlook для .*|отримати outlook для .*|загрузите outlook .*|завантаж(?:те|ити) outlook .*|pobierz (?:aplikację )?outlook (?:dla|na) .*|outlook für (?:ios|android) (?:beziehen|herunterladen).*|envoy[ée]e? (?:de|depuis|à partir|avec|via) .*|télécharger outlook pour .*|obtenir outlook pour .*|enviad[oa] (?:desde|do|da|a partir) .*|inviato da(?:l|ll.)? .*|ottieni outlook per .*|verzonden (?:vanaf|van|met|vanuit) .*|verstuurd (?:vanaf|met|vanuit) .*|sendt (?:fra|via) .*|skickat från .*|lähetetty .*(?:iphone|ipad|puhelim|android|outlook).*|odesláno (?:z|ze) .*|odoslané z .*|(?:iphone|ipad).{0,6} (?:küldve|gönderildi|传送|傳送).*|trimis de pe .*|從我的 .* 傳送|发自我的.*)$",
    )
});
