//! Whom a refusal for good is about. Providers refuse what they would take tomorrow, or from
//! another sender, with the codes with which they refuse an address that does not exist: the
//! enhanced status (RFC 3463) tells them apart, or words do.

/// Whom it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// This letter or its recipient.
    Letter,
    /// Our account has sent as much as it may for now.
    Limit,
    /// Who we are, or what we may do there.
    Us,
    /// Where letters pass an account: we, or the server they went on to.
    Relay,
}

/// Statuses that say that more was sent than may be (RFC 3463 has none of its own for it).
const LIMIT: [&str; 1] = ["5.4.5"];

/// Statuses about who sends: an address of the sender that is not taken (RFC 3463, 3.2),
/// logging in (RFC 4954, 6), and those of Exchange Online for who may send and as whom.
const US: [&str; 9] = [
    "5.1.7", "5.1.8", "5.7.8", "5.7.9", "5.7.14", "5.7.57", "5.7.60", "5.7.705", "5.7.708",
];

/// Words of a limit to what one account sends.
const LIMIT_WORDS: [&str; 14] = [
    "sending limit",
    "sending quota",
    "daily limit",
    "daily quota",
    "hourly limit",
    "hourly quota",
    "rate limit",
    "ratelimit",
    "submissionquota",
    "per hour",
    "per day",
    "too many messages",
    "too many emails",
    "transaction limit",
];

/// Whom a refusal for good (5xx) is about, by the server's words with their code.
pub(super) fn blame(said: &str) -> Blame {
    let said = said.to_ascii_lowercase();
    let status = said.split_whitespace().find(|word| is_status(word));
    let is_one_of = |all: &[&str]| status.is_some_and(|status| all.contains(&status));
    if is_one_of(&LIMIT) {
        return Blame::Limit;
    }
    if is_one_of(&US) {
        return Blame::Us;
    }
    // Who is written to has a mailbox that takes only so much, too.
    let is_theirs = |status: &str| status.starts_with("5.1.") || status.starts_with("5.2.");
    let is_theirs = status.is_some_and(is_theirs) && !said.contains("submission");
    if !is_theirs && LIMIT_WORDS.iter().any(|words| said.contains(words)) {
        return Blame::Limit;
    }
    match said.contains("relay") {
        true => Blame::Relay,
        false => Blame::Letter,
    }
}

/// Whether a word is an enhanced status of a refusal for good: three numbers.
fn is_status(word: &str) -> bool {
    let numbers: Vec<&str> = word.split('.').collect();
    let is_number = |n: &&str| (1..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit());
    matches!(&*numbers, ["5", rest @ ..] if rest.len() == 2 && rest.iter().all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What servers say, as it was seen in letters and logs.
    #[test]
    fn an_account_that_has_sent_enough_is_no_letters_fault() {
        use Blame::{Letter, Limit, Relay, Us};
        for (said, whose) in [
            (
                "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail",
                Limit,
            ),
            ("550 5.4.5 Daily SMTP relay limit exceeded for user", Limit),
            (
                "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed",
                Limit,
            ),
            (
                "550 Domain club.example has exceeded the max emails per hour (150/150 (100%)) \
                 allowed. Message discarded.",
                Limit,
            ),
            ("550 Ratelimit exceeded", Limit),
            ("550 5.7.1 Sender hourly quota exceeded", Limit),
            (
                "554 5.7.1 You have reached your daily limit of messages",
                Limit,
            ),
            ("550 5.1.8 Access denied, bad outbound sender", Us),
            (
                "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
                Us,
            ),
            (
                "550 5.7.708 Service unavailable. Access denied, traffic not accepted",
                Us,
            ),
            ("550 5.7.1 relaying denied", Relay),
            ("554 5.7.1 <x@y.example>: Relay access denied", Relay),
            ("550 5.1.1 no such user", Letter),
            ("550 No such user here", Letter),
            (
                "552 5.2.2 The email account that you tried to reach is over quota",
                Letter,
            ),
            (
                "550 5.2.1 The user you are trying to contact is receiving mail at a rate limit \
                 that prevents additional messages",
                Letter,
            ),
            ("550 5.7.1 Message rejected under suspicion of SPAM", Letter),
            (
                "554 5.7.1 Service unavailable; Client host [192.0.2.5.4.5] blocked",
                Letter,
            ),
        ] {
            assert_eq!(blame(said), whose, "{said}");
        }
    }
}
