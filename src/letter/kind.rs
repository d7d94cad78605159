//! What kind of mail a message is. A person's letter is the only kind that is
//! searched for requests: an out-of-office note quotes our own last letter, and
//! a move in it is not a move (RFC 3834, RFC 3464, RFC 8098).

use super::Kind;
use super::headers::{Head, words};
use super::mime::Part;
use super::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Header that every letter of ours carries (CONTRACT 5).
const OURS: &str = "X-Postchess-Kind";
/// How much of a delivery report is searched for what became of the letter, in bytes.
const MAX_REPORT: usize = 64 * 1024;
/// Most mail servers on the way of one letter. A letter from far away passes ten;
/// one that passes more than this many goes round and round (RFC 5321, 6.3).
const MAX_HOPS: usize = 50;
/// How much of a text is looked at for the opening words of a mail server, in bytes.
const MAX_OPENING: usize = 1024;

/// The kind of a message from its header, the types of its parts and, for mail
/// servers that write plain text, its opening words.
pub fn of(parts: &[Part], head: &Head) -> Kind {
    let Some(top) = parts.first() else {
        return Kind::Person;
    };
    let hops = top.fields.iter().filter(|f| f.is("received")).count();
    if top.field(OURS).is_some() || hops > MAX_HOPS {
        return Kind::Bulk;
    }
    if let Some(kind) = report(parts) {
        return kind;
    }
    let null_sender = has_null_sender(top);
    let reported = top.field("X-Failed-Recipients").is_some()
        || is_daemon(top, head)
        || BOUNCED.is_match(&head.subject)
        || null_sender && BOUNCED_WITH_NULL_SENDER.is_match(&head.subject)
        || opening(parts).is_some_and(|text| SERVER_WORDS.is_match(&text));
    if reported {
        let harmless = DELAYED.is_match(&head.subject) || ARRIVED.is_match(&head.subject);
        return if harmless { Kind::Bulk } else { Kind::Bounce };
    }
    if null_sender || is_automatic(top, head) {
        return Kind::AutoReply;
    }
    if is_bulk(parts, head) {
        return Kind::Bulk;
    }
    Kind::Person
}

/// An envelope without a sender is how mail servers ask not to be answered
/// (RFC 5321, 4.5.5); no program for people sends so.
fn has_null_sender(top: &Part) -> bool {
    top.fields.iter().any(|f| {
        f.is("return-path")
            && matches!(
                f.ascii().replace(' ', "").to_ascii_lowercase().as_str(),
                "<>" | "" | "<mailer-daemon>"
            )
    })
}

fn is_automatic(top: &Part, head: &Head) -> bool {
    let value = |name: &str| lower(top, name);
    let submitted = value("auto-submitted");
    let submitted = submitted.split([';', '(']).next().unwrap_or("").trim();
    let mailer = value("x-mailer");
    !submitted.is_empty() && submitted != "no"
        || value("precedence").starts_with("auto")
        || has_auto_header(top)
        || value("content-identifier").contains("auto-replied")
        || value("delivered-to") == "autoresponder"
        || value("x-post-messageclass").contains("autoresponder")
        || value("x-apple-action") == "vacation"
        || mailer.contains("vacation")
        || mailer.contains("autorespon")
        || head.from.iter().any(|a| is_responder(a))
        || AUTO_SUBJECT.is_match(head.subject.trim())
        || ABSENT.is_match(head.subject.trim())
}

fn is_bulk(parts: &[Part], head: &Head) -> bool {
    const LIST_NAMES: [&str; 8] = [
        "mailing-list",
        "x-mailing-list",
        "x-beenthere",
        "x-mailman-version",
        "x-ml-name",
        "x-mlserver",
        "x-listserver",
        "x-campaign-id",
    ];
    let Some(top) = parts.first() else {
        return false;
    };
    let listed = top.fields.iter().any(|f| {
        let name = f.name();
        name.starts_with("list-") || LIST_NAMES.contains(&name.as_str())
    });
    let precedence = lower(top, "precedence");
    listed
        || matches!(precedence.as_str(), "bulk" | "list" | "junk")
        || head.from.iter().any(|a| is_noreply(a))
        || is_calendar(parts)
        || RECEIPT.is_match(head.subject.trim())
}

fn lower(top: &Part, name: &str) -> String {
    top.field(name)
        .map(|f| f.ascii().to_ascii_lowercase())
        .unwrap_or_default()
}

/// The first words of the first readable part, on one line.
fn opening(parts: &[Part]) -> Option<String> {
    let part = parts
        .iter()
        .find(|p| p.is_body() && (p.is("text", "plain") || p.is("text", "html")))?;
    let text = String::from_utf8_lossy(&part.first_bytes(MAX_OPENING)).into_owned();
    let text = match part.is("text", "html") {
        true => TAG.replace_all(&text, " ").into_owned(),
        false => text,
    };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a message has the part of a delivery report, whatever it reports.
pub fn is_report(parts: &[Part]) -> bool {
    parts
        .iter()
        .any(|p| p.is("message", "delivery-status") || p.is("message", "global-delivery-status"))
}

/// Delivery reports and receipts. Only `failed` is a bounce: a delay, a
/// success or a read receipt changes nothing.
fn report(parts: &[Part]) -> Option<Kind> {
    let top = parts.first()?;
    let (main, sub) = top.media_type();
    let status = parts
        .iter()
        .find(|p| p.is("message", "delivery-status") || p.is("message", "global-delivery-status"));
    let is_report = main == "multipart" && sub == "report";
    if !is_report && status.is_none() {
        let receipt = |p: &Part| p.is("message", "disposition-notification");
        return parts.iter().any(receipt).then_some(Kind::Bulk);
    }
    let about = top
        .parameter("report-type")
        .unwrap_or("")
        .to_ascii_lowercase();
    if about != "delivery-status" && status.is_none() {
        // A multipart/report without a type that the RFC asks for is some bounce.
        return Some(if about.is_empty() {
            Kind::Bounce
        } else {
            Kind::Bulk
        });
    }
    let Some(status) = status else {
        return Some(Kind::Bounce);
    };
    let text = String::from_utf8_lossy(&status.first_bytes(MAX_REPORT)).to_ascii_lowercase();
    let mut actions = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("action:"))
        .map(str::trim)
        .peekable();
    if actions.peek().is_none() {
        return Some(Kind::Bounce);
    }
    let failed = actions.any(|a| a.starts_with("fail"));
    Some(if failed { Kind::Bounce } else { Kind::Bulk })
}

/// Headers that only robots write. X-Auto-Response-Suppress is not among them:
/// Exchange puts it on letters of people, to keep robots from answering.
fn has_auto_header(top: &Part) -> bool {
    const MARKS: [&str; 9] = [
        "autorespon",
        "auto-respon",
        "autoreply",
        "auto-reply",
        "autogenerated",
        "auto-generated",
        "machinegenerated",
        "holidayreply",
        "inbox-rules-loop",
    ];
    const NAMES: [&str; 3] = [
        "x-vacation",
        "x-out-of-office",
        "x-ms-exchange-generated-message-source",
    ];
    top.fields.iter().any(|f| {
        let name = f.name();
        let marked = name != "x-auto-response-suppress" && MARKS.iter().any(|m| name.contains(m))
            || NAMES.contains(&name.as_str());
        let denied = || {
            matches!(
                f.ascii().to_ascii_lowercase().as_str(),
                "no" | "false" | "0" | "none"
            )
        };
        marked && !denied()
    })
}

/// Invitations and answers to them: their part says so in its type or inside.
/// A calendar that a person sends along says neither.
fn is_calendar(parts: &[Part]) -> bool {
    parts.iter().any(|p| {
        p.is("text", "calendar")
            && (parts.len() == 1 || p.parameter("method").is_some() || {
                let bytes = p.bytes();
                let text = String::from_utf8_lossy(bytes.get(..MAX_REPORT).unwrap_or(&bytes));
                let method = |l: &str| l.trim().to_ascii_uppercase().starts_with("METHOD:");
                text.lines().any(method)
            })
    })
}

fn local_part(address: &str) -> String {
    let local = address.rsplit_once('@').map_or(address, |(l, _)| l);
    local.to_ascii_lowercase()
}

/// A mail server itself: by its address, or by the name it writes under.
fn is_daemon(top: &Part, head: &Head) -> bool {
    let by_address = head.from.iter().any(|a| {
        let local = local_part(a);
        let local = local.split('+').next().unwrap_or("");
        matches!(
            local,
            "mailer-daemon"
                | "mailerdaemon"
                | "mailer_daemon"
                | "mail-daemon"
                | "maildaemon"
                | "postmaster"
                | "post_master"
                | "mdaemon"
                | "mail-delivery-subsystem"
                | "maildeliverysystem"
                | "bounce-notification"
                | "microsoftexchange"
        ) || local.starts_with("microsoftexchange329e71ec88ae4615bbc36ab6ce41109e")
    });
    let name = top
        .field("from")
        .map(|f| words(f, &mut Vec::new()))
        .unwrap_or_default();
    by_address || DAEMON_NAME.is_match(&name)
}

fn is_responder(address: &str) -> bool {
    matches!(
        local_part(address).as_str(),
        "autoreply"
            | "auto-reply"
            | "autoresponder"
            | "auto-responder"
            | "autoresponse"
            | "vacation"
    )
}

fn is_noreply(address: &str) -> bool {
    let local: String = local_part(address)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    ["noreply", "donotreply", "nereply", "neotvechat"]
        .iter()
        .any(|mark| local.contains(mark))
}

/// The names mail servers write under.
static DAEMON_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)^["' ]*(?:mailer[- ]daemon\b|mail deliver(?:y)? (?:system|subsystem|service)\b|(?:internet )?mail (?:system|transport agent)\b|courier mail server\b|interscan (?:mss|messaging|notification)\b|microsoft outlook["' ]*<microsoftexchange|system administrator["' ]*<postmaster|bounced mail\b|mail router\b|mailmarshal\b|surfcontrol\b|система доставки почты|почтовая система|система доставки)"#,
    )
});

/// How robots without headers begin the subject of an absence note. A person's
/// answer to such a note begins with `Re:` and is none.
static AUTO_SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\[(?:ext|external|внешн)[^\]]{0,20}\] ?)?(?:auto(?:matic|mated|matisch(?:e|es)?)?[ -]?(?:reply|response|responder|antwort(?:mail)?|repl[iy]ed)\b|auto ?: |auto(?:matisk(?:t)?)? ?svar|autoreply|autoresponse|automatisch(?:e antwort|e r[üu]ckantwort| antwoord)|automatick[áa] odpove[ďd]|automatick[áa] odpov[ěe][ďd]|automaattinen vastaus|automatyczna odpowied[zź]|autoodpowied[zź]|odpowied[zź] automatyczna|autoresponder|poza biurem|nieobecno[śs][ćc]|jestem (?:na urlopie|poza biurem)|out[ -]of[ -](?:the[ -])?office|away from (?:the |my )?(?:office|mail|email|desk)|i am (?:currently |now )?(?:out of|away|on (?:vacation|holiday|leave))|vacation (?:reply|response|message|notice)|on (?:vacation|holiday):|abwesenheitsnotiz|abwesenheits(?:nachricht|meldung|info)|abwesenheit[: ]|abwesend|nicht im b[üu]ro|urlaubs(?:vertretung|nachricht|meldung)|r[eé]ponse automatique|message d.absence|absence du bureau|absent du bureau|notification d.absence|respuesta autom[aá]tica|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|resposta autom[aá]tica|r[aă]spuns automat|automatikus v[aá]lasz|otomatik yan[ıi]t|afwezig(?:heid)?|автоматически[йе] ответ|авто-?ответ|автоматическое (?:уведомление|сообщение)|нет на (?:рабочем )?месте|отсутствует на рабочем месте|отсутствие на рабочем месте|я (?:сейчас |нахожусь )?в отпуске|вне офиса|уведомление об отсутствии|автоматична відповідь|авто-?відповідь|автоматичне (?:повідомлення|сповіщення)|немає на (?:робочому )?місці|відсутн(?:ій|я|ість) на (?:робочому )?місці|я (?:зараз |перебуваю )?у відпустці|поза офісом|автоматичен отговор|аўтаматычны адказ|αυτόματη απάντηση|自動応答|自动(?:答复|回复)|自動(?:回覆|返信)|자동 ?회신)",
    )
});

/// `Ann Adams is out of the office`, as Domino and others put it.
static ABSENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[^:]{1,80} (?:is|will be|ist|bin) (?:currently |zur ?zeit |derzeit |momentan )?(?:out of (?:the |my )?office|au(?:ß|ss)er haus|nicht im (?:b[üu]ro|haus))\b",
    )
});

/// Subjects that only delivery reports begin with. A person's answer to one
/// begins with `Re:`.
static BOUNCED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\[(?:ext|external|bounce|postmaster)[^\]]{0,20}\] ?)?(?:undeliver(?:able|ed)\b|delivery (?:status notification|failure|has failed|error|notification:|report\b)|delivery_failure|mail delivery (?:failed|failure|error|problem|system|subsystem|status)|mail could not be delivered|mail (?:failure|system error)|mail not delivered|message (?:delivery has failed|not delivered|frozen|undeliverable)|failure (?:notice|delivery)|failed (?:delivery|mail)|returned (?:mail|e-?mail|to sender)|returning (?:message|mail) to sender|permanent delivery failure|permanent fatal errors|postmaster notify|non[- ]?delivery (?:report|notification)|notice: mail delivery status|warning: (?:message|could not send|delayed mail)|there was an error sending your mail|sorry, your message could not be delivered|message you sent blocked|could not be delivered|your (?:e-?mail|message) (?:could not be|was not|has not been) delivered|non[_ ]remis|non[_ ]recapitabile|message non distribu|[eé]chec de (?:la )?(?:remise|distribution)|unzustellbar|nicht zustellbar|zustellung fehlgeschlagen|onbestelbaar|olevererbart|kan ikke leveres|ei voi toimittaa|no se (?:puede|pudo|ha podido) entregar|n[ãa]o entregue|n[ãa]o foi poss[ií]vel entregar|mancata consegna|nedoru[čc]iteln|k[eé]zbes[ií]thetetlen|недоставлен|не доставлен|не удалось доставить|не удается доставить|ошибка (?:при )?доставк|сообщение не доставлено|письмо не доставлено|отчет о (?:недоставке|доставке)|отчёт о (?:недоставке|доставке)|уведомление о (?:недоставке|состоянии доставки)|не вдалося доставити|не вдається доставити|помилка доставки|звіт про (?:недоставку|доставку)|лист не доставлен|niedostarcz|nie (?:można|udało się) dostarczyć|niepowodzenie dostar|zwrot (?:wiadomości|poczty|listu)|b[łl][ąa]d dostarcz|wiadomo[śs][ćc] niedostarczona|配信不能|配送不能|未送达|无法送达|系统退信|無法傳遞|배달되지 않음)",
    )
});

/// Words of delivery reports that a person may begin a subject with as well.
static BOUNCED_WITH_NULL_SENDER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:undeliver|delivery|failure|returned mail|not delivered|mail system|bounce|доставк|доставлен|доставити|dostarcz|zustell|remis)",
    )
});

/// How mail servers begin that write a plain text under any name.
static SERVER_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:[- *#]*)(?:hi\. this is the (?:qmail-send|mail ?delivery|deliver) program|this is the (?:mail (?:delivery )?(?:system|agent|delivery agent)|postfix|qmail-send)|this (?:message|report) was created automatically by (?:the )?mail (?:delivery )?(?:software|system|server)|this is an automatically generated delivery status notification|i'm sorry to have to inform you that (?:your message|the message)|i'm afraid i wasn't able to deliver your message|the original message was received at |your message (?:did not reach (?:some or all of the intended|the following) recipient|to .{3,120} (?:couldn't be delivered|could not be delivered|has been blocked|wasn't delivered))|your message to: .{3,120} (?:could not|was blocked)|your message wasn't delivered to |delivery (?:has failed|to the following recipients? (?:has been delayed|failed))|delivery is delayed to|your mail (?:sent on|attempted to be delivered on): |the following (?:message|addresses?|recipients?) (?:to <|had (?:permanent|transient|delivery)|failed|were undeliverable|could not)|message from .{3,80}\. unable to deliver message to|unable to deliver message to|we had trouble delivering your message|sorry, we were unable to deliver your message|a message that you (?:have )?sent (?:could not|was not|has not)|(?:the following )?mail you sent .{0,80}(?:could not|was not) (?:be )?delivered|your message subject: .{0,200} was not delivered to|your message to: .{0,200} did not reach the following recipient|это письмо создано автоматически|это сообщение (?:было )?(?:создано|сгенерировано|сформировано) (?:автоматически )?(?:почтовым|сервером)|ваше (?:сообщение|письмо) не (?:было |может быть )?доставлено|ваше (?:сообщение|письмо) .{0,120} не (?:было |может быть |удалось )?достав|к сожалению, (?:мы не можем доставить|ваше (?:сообщение|письмо))|сообщение не доставлено)",
    )
});

/// A letter that is late is not lost.
static DELAYED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\(delay(?:ed)?\)|delayed|delivery delay|warning: message|could not send (?:the )?(?:message|mail) for past|still being retried|verz[öo]ger|задерж|отложен|opóźni|затрим|відкладен)",
    )
});

/// A report that it did arrive.
static ARRIVED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\((?:success|relay|relayed|delivered|expanded)\)|success(?:ful(?:ly)?)? (?:mail )?deliver|^(?:delivered|relayed|expanded|доставлено|dostarczono|zugestellt|remis|доставлене) ?: )",
    )
});

/// Read receipts without the type that says so (RFC 8098).
static RECEIPT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(?:not )?read ?: |read receipt|return receipt|(?:un)?gelesen: |lesebest[äa]tigung|(?:non )?lu(?: ?|\x{a0}): |(?:не )?прочитано ?: |прочтено ?: |уведомление о прочтении|сповіщення про прочитання|(?:nie )?przeczytano ?: |potwierdzenie (?:przeczytania|odbioru)|complaint about message from|email feedback report)",
    )
});

static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)<[^>]{0,2000}>"));
