//! The configuration file that `init` writes, with a word about every key.

use super::Config;
use crate::language::Language;

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
# The language of letters where neither player nor tournament has one: {languages}.
#language = "ru"
# The zone of reports, and of tournaments that name none (IANA names).
#time_zone = "Europe/Moscow"
# Whether mail to robot+ANYTHING@… reaches the robot. Its letters then carry a
# secret reply address, and a plain "Reply" proves who answers. True by itself
# with a Maildir, false with other inboxes: ask your mail provider.
#plus_addressing = true

[inbox]
# Where letters come from: maildir, imap, pop3, or none (letters come by
# "postchess deliver"). "postchess check" tries it and says what is wrong.
#kind = "maildir"
# maildir: the folder, below this file's folder or absolute.
#path = "mail/in"
# imap, pop3: the server, and how the way to it is guarded: "tls" (from the first
# byte), "starttls", or "none" (only where the server is this very machine).
# The port is that of the kind (imap 993 or 143, pop3 995 or 110).
#host = "imap.club.example"
#security = "tls"
#port = 993
# The account. Its password comes from ONE of: the first line that a command
# prints, the first line of a file, a variable of the environment; never from here.
#user = "moves@club.example"
#password_file = "/etc/postchess/password"
# password_command = "pass show moves@club.example"
# password_env = "POSTCHESS_PASSWORD"
# How the account is proved: plain, login, or xoauth2 (then token_command prints
# an access token). Without it, as the server offers.
#auth = "plain"
# token_command = "oauth-token moves@club.example"
# Certificates (PEM) that are trusted instead of the system's.
#ca_file = "/etc/postchess/ca.pem"
# How long one step of the conversation with the server may take.
#timeout_seconds = 60
# imap: the folder that is read.
#folder = "INBOX"
# What becomes of a letter on the server once it is kept in the database: none,
# flag (marked as seen; imap), move (to another folder; imap), delete. With pop3
# the default is none: all is left on the server.
#processed = "flag"
#processed_folder = "Processed"
# A mailbox with a past: what arrived before this day (in the club's zone) is left
# where it is, neither kept nor answered.
# since = 2026-01-10

[outbox]
# By what letters are sent: maildir, smtp, sendmail.
#kind = "maildir"
# maildir: the folder, below this file's folder or absolute.
#path = "mail/out"
# smtp: as above. The port is 465 (tls), 587 (starttls) or 25 (none). Without
# "user" nobody logs in: for a mail server on this machine.
#host = "smtp.club.example"
#security = "tls"
#port = 465
#user = "moves@club.example"
#password_file = "/etc/postchess/password"
# password_command = "pass show moves@club.example"
# password_env = "POSTCHESS_PASSWORD"
#auth = "plain"
# token_command = "oauth-token moves@club.example"
#ca_file = "/etc/postchess/ca.pem"
#timeout_seconds = 60
# smtp: the name by which the server is greeted; without it, the robot's domain.
# hello = "club.example"
# sendmail: the program, and what it is told before "-i -f SENDER -- RECIPIENT".
#sendmail = "/usr/sbin/sendmail"
#sendmail_arguments = []
# A letter that cannot be delivered is tried again, later and later, for so many
# days; then it is given up, and the arbiter learns of it.
#give_up_days = 5
# Letters to one domain in a minute, since providers turn away who sends many at
# once; 0 for no limit. A Maildir knows none.
#domain_per_minute = 60

[auth]
# What a letter needs to be believed:
#   token-or-verified   a token of the robot's letters, or a sender's domain
#                       that a trusted host has verified (below)
#   token               only a token
#   address             From alone, which anybody can forge: for a closed mail
#                       server, and for tests
# What is not believed changes nothing: it is kept as "unverified", see
# "postchess inbox list".
#policy = "token-or-verified"
# Hosts whose Authentication-Results headers are believed: your own mail
# server's name as it stands in them, "*.yandex.net" for all hosts of a domain.
# They count where they stand above the topmost Received header of your own
# server, which is one of these hosts or of the same domain.
#trusted_authserv_ids = []
# Whether results directly below that Received header count too. Only for a
# provider that writes its own there and deletes others' under its name, as
# Gmail does: look at the source of a letter, and read OPERATING.md first.
#results_below_received = false
# The key that makes the secret reply addresses; "init" made it. Keep a copy of
# this file away from this machine: after a loss of the disk it is what letters
# that left since the last backup are known by.
#key_file = "postchess.key"
# Or let the database, and so every backup, hold the key too, closed by the first
# line of this file. Then the passphrase is what you keep elsewhere.
# key_passphrase_file = "/etc/postchess/passphrase"

[limits]
# Larger letters are kept, but not read.
#max_message_bytes = 2000000
# A loop of two robots ends at these: answers that a player's letters provoke in
# a day and in an hour, about one game in a day, and to everybody in an hour.
# Moves are always played and confirmed; automatic mail is never answered.
#answers_per_day = 100
#answers_per_hour = 50
#game_answers_per_day = 100
#all_answers_per_hour = 1000
# Letters that come back for good, one after the other, from which on an address
# counts as failing: the arbiter is told, and no reminders go there.
#hard_bounces = 3
# Where one pass would declare more oversteps than this, and in more than a tenth
# of the open games, it declares nothing: perhaps the machine's clock is wrong. By an
# hour that was given (--now) it holds only where it stands here.
# oversteps_per_pass = 5

[archive]
# A second place for all that is recorded: every letter in and out and every entry
# is appended there as it is committed, in lines chained by their hashes, and
# "restore BACKUP --archive PLACE" brings back what the backup lacks. A folder on
# another disk, which must be there; make a backup once it is named.
# path = "/mnt/other-disk/postchess"
# Or a command that takes a file as its last argument, and ends with 0 once it is
# safe elsewhere.
# command = "/usr/local/bin/keep-elsewhere"
# Whether letters wait until what caused them lies there; with false they leave,
# and "postchess health" counts them.
#required = true

[keep]
# Raw letters older than this are compressed; 0 for never.
#compress_after_days = 30
# Backups that "nightly" keeps in backup/.
#backups = 14

[daemon]
# "postchess daemon" looks into the mailbox so often, in seconds, even where
# nothing is announced.
#poll_seconds = 60

[health]
# From when on "postchess health" complains; 0 for never.
# Minutes since the mailbox was last read completely.
#poll_minutes = 60
# Hours that a letter waits to leave.
#letter_hours = 12
# Hours since the newest backup.
#backup_hours = 48
# Free space on the disk, in megabytes.
#disk_megabytes = 200

[site]
# The folder of a public site, below this file's folder or absolute. Where it is
# named, "nightly" writes the site; upload the folder to any web host.
# path = "public"
# The tournaments on it; [] for all that are started.
#tournaments = []
# So many of the last half-moves of games being played are held back.
#delay_moves = 0
# The language of all pages; without it, each tournament's own.
# language = "ru"
"##,
            name = toml_text(club_name),
            languages = Language::listed(),
            robot = toml_text(robot),
        )
    }
}

/// A text as TOML writes it, with quotation marks.
fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}
