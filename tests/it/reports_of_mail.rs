//! What mail servers write when a letter of ours comes back.

use crate::club::Mail;

/// The secret address to which a letter comes back; its reader knows it.
pub fn back(mail: &Mail) -> String {
    mail.reply_to.replace('+', "+b-")
}

/// What a report says of an address, as RFC 3464 has it.
pub fn fields(address: &str, action: &str, status: &str, said: &str) -> String {
    format!(
        "Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; {said}"
    )
}

/// That there is nobody of that name.
pub fn nobody(address: &str) -> String {
    let said = format!("550 5.1.1 <{address}>: no such user");
    fields(address, "failed", "5.1.1", &said)
}

/// A delivery report as RFC 3464 has it, about that letter, to an address.
pub fn report(mail: &Mail, to: &str, fields: &str) -> String {
    // The same report has the same name.
    let bytes = [to, fields, &mail.message_id].concat();
    let id = bytes
        .bytes()
        .fold(0u64, |n, b| n.wrapping_mul(31).wrapping_add(b.into()));
    let original = String::from_utf8_lossy(&mail.raw).replace("\r\n", "\n");
    let headers = original.split("\n\n").next().unwrap_or_default();
    format!(
        "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example>\nTo: {to}\nSubject: Undelivered Mail Returned to Sender\nMessage-ID: <{id}.dsn@mx.example>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nIt did not work.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n{fields}\n--b\nContent-Type: text/rfc822-headers\n\n{headers}\n--b--\n"
    )
}

/// As mail.ru and Exim write: no report in parts, no Message-ID.
pub fn in_words(to: &str, failed: &str, said: &str) -> String {
    format!(
        "Return-path: <>\nX-Failed-Recipients: {failed}\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@mx.example>\nTo: {to}\nSubject: Mail delivery failed: returning message to sender\n\nThis message was created automatically by mail delivery software.\n\n  {failed}\n    {said}\n"
    )
}
