//! What mail programs and mail servers write: `vocabulary/LANG/mail.toml`, and of the
//! languages that the program does not speak `vocabulary/abroad/mail.toml`.

use serde::Deserialize;

/// What mail programs and mail servers write in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MailWords {
    /// The fields of a quoted letter's head, as programs translate them: whole names in
    /// small letters.
    pub header: HeaderNames,
    /// What stands above a quoted letter and below one's own.
    pub quotation: QuotationWords,
    /// What mail servers and programs put around a letter.
    pub disclaimers: DisclaimerWords,
    /// `On Mon, 2 Mar 2026 at 10:00, X wrote:` in small letters.
    pub attribution: AttributionWords,
    /// Subjects and first words of letters that no person wrote.
    pub notices: NoticeWords,
    /// By what a letter in this language is told from the same bytes in another character
    /// set: words with letters beyond ASCII.
    pub charset: CharsetWords,
}

/// The fields of a quoted letter's head, whole names in small letters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeaderNames {
    /// Who wrote.
    pub from: Vec<String>,
    /// When.
    pub date: Vec<String>,
    /// To whom.
    pub to: Vec<String>,
    /// To whom else.
    pub cc: Vec<String>,
    /// About what.
    pub subject: Vec<String>,
}

/// What stands above a quoted letter and below one's own; patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuotationWords {
    /// Between dashes: `-----Original Message-----`.
    pub separators: Vec<String>,
    /// With a colon at the end of the line.
    pub forwarded: Vec<String>,
    /// A head on one line.
    pub head_lines: Vec<String>,
    /// `Quoting Ann Archer:`, right above a quotation.
    pub quoting: Vec<String>,
    /// Before a subject: `Re:` without the colon.
    pub reply_marks: Vec<String>,
    /// Lines that programs put below a letter by themselves, whole: `Sent from my phone`.
    pub footers: Vec<String>,
}

/// What mail servers and programs put around a letter; patterns, in which `~` stands for
/// words of one sentence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DisclaimerWords {
    /// Whole sentences.
    pub sentences: Vec<String>,
    /// Whole sentences that stand beside one of those only.
    pub further: Vec<String>,
}

/// `On Mon, 2 Mar 2026 at 10:00, X wrote:` in small letters; patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttributionWords {
    /// What may stand before the date.
    pub leads: Vec<String>,
    /// Those of them that lead an attribution without a full date too.
    pub sure_leads: Vec<String>,
    /// Other first words of one that goes on in the next line.
    pub begins: Vec<String>,
    /// What begins one inside a line, its capitals kept.
    pub inside: Vec<String>,
    /// Days of the week that begin one inside a line, its capitals kept.
    pub inside_days: Vec<String>,
    /// Between the date and the hour.
    pub at: Vec<String>,
    /// `wrote`.
    pub writes: Vec<String>,
    /// `wrote in <message>:`, without a date.
    pub writes_in: Vec<String>,
    /// Whole lines that name the writer and the day.
    pub named: Vec<String>,
    /// Greetings that The Bat puts before it.
    pub greetings: Vec<String>,
    /// `you wrote`, as The Bat has it.
    pub you_wrote: Vec<String>,
    /// Days of the week beside those of the dates.
    pub other_days: Vec<String>,
}

/// Subjects and first words of letters that no person wrote; patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NoticeWords {
    /// The names that mail servers write under: the beginning.
    pub senders: Vec<String>,
    /// A letter from outside, in brackets before the subject: `[EXTERNAL]`.
    pub external: Vec<String>,
    /// Answers that say that they are automatic: the beginning of the subject.
    pub automatic_subjects: Vec<String>,
    /// Notes of absence, as people write them too: the beginning of the subject.
    pub absences: Vec<String>,
    /// Behind a name: `Ann is …`. The middle of the subject.
    pub away: Vec<String>,
    /// What notes of absence say and nobody writes to a robot: anywhere in the text.
    pub absent_words: Vec<String>,
    /// Before a colon at the beginning of the subject of one.
    pub absent_marks: Vec<String>,
    /// Delivery reports: the beginning of the subject.
    pub bounces: Vec<String>,
    /// Words of theirs that a person may begin a subject with as well: anywhere in it.
    pub perhaps_bounces: Vec<String>,
    /// Mail servers that write plain text: the beginning of the text.
    pub openings: Vec<String>,
    /// A letter that is late and not lost: anywhere in the subject.
    pub delays: Vec<String>,
    /// One that did arrive: anywhere in the subject.
    pub arrived: Vec<String>,
    /// The same at its beginning, before a colon.
    pub arrived_marks: Vec<String>,
    /// Read receipts: the beginning of the subject.
    pub receipts: Vec<String>,
    /// What an automatic answer says of itself: a sentence.
    pub automatic: Vec<String>,
    /// A thumb that somebody put up to a letter: the beginning of the text.
    pub reactions: Vec<String>,
    /// A mailbox that is full: anywhere in the report.
    pub full: Vec<String>,
}

/// By what a letter in the language is told from the same bytes in another charset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CharsetWords {
    /// Short words of letters to the robot.
    pub words: Vec<String>,
    /// Beginnings of longer ones.
    pub beginnings: Vec<String>,
}
