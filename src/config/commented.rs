//! The configuration file that `init` writes, with a word about every key.

use super::Config;

impl Config {
    /// The file that `init` writes: every key with a word about it; what has a
    /// default is there as a comment.
    pub fn commented(robot: &str, club_name: &str) -> String {
        // `#key = …` is a default, `# words` are words: a test takes away the
        // first kind of mark and reads the same configuration.
        format!(
            r##"# The configuration of postchess. A line that begins with "#" is a comment;
# "#key = value" shows the default, take away the "#" to change it.
# One key for one run: postchess --set auth.policy=address poll

[club]
# The name under which the robot writes.
name = {name}
# The address that the robot reads and writes under. The only key that must be here.
robot = {robot}
# The language of letters where neither player nor tournament has one: ru, en, uk, pl.
#language = "ru"
# The zone of reports, and of tournaments that name none (IANA names).
#time_zone = "Europe/Moscow"
# Whether mail to robot+ANYTHING@… reaches the robot. Its letters then carry a
# secret reply address, and a plain "Reply" proves who answers. True by itself
# with a Maildir, false with other inboxes: ask your mail provider.
#plus_addressing = true

[inbox]
# Where letters come from: maildir, or none. (imap and pop3 are not built yet.)
#kind = "maildir"
# The Maildir's folder, below this file's folder or absolute.
#path = "mail/in"

[outbox]
# By what letters are sent: maildir. (smtp and sendmail are not built yet.)
#kind = "maildir"
# The Maildir's folder, below this file's folder or absolute.
#path = "mail/out"

[auth]
# What a letter needs to be believed:
#   token-or-verified   a token of the robot's letters, or a sender's domain
#                       that a trusted host has verified (the second half is
#                       not built yet)
#   token               only a token
#   address             From alone, which anybody can forge: for a closed mail
#                       server, and for tests
# What is not believed changes nothing: it is kept as "unverified", see
# "postchess inbox list". (Asking the player to confirm it is not built yet.)
#policy = "token-or-verified"
# Hosts whose Authentication-Results headers are believed: your own mail
# server's name as it stands in them, "*.yandex.net" for all hosts of a domain.
# (Read, and not used yet.)
#trusted_authserv_ids = []

[limits]
# Larger letters are kept, but not read.
#max_message_bytes = 2000000
# Answers to one address in a day that only answer: help, status, questions.
# Moves are always confirmed; automatic mail is never answered.
#answers_per_day = 100

[keep]
# Raw letters older than this are compressed; 0 for never.
#compress_after_days = 30
# Backups that "nightly" keeps in backup/.
#backups = 14
"##,
            name = toml_text(club_name),
            robot = toml_text(robot),
        )
    }
}

/// A text as TOML writes it, with quotation marks.
fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}
