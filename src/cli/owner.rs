//! Whose home it is. Its owner alone opens it: root becomes him before a file of it is opened, so
//! that nothing is left there that ends his service; anybody else is told what to type. Nothing
//! is ever given to another owner.

use super::args::{Cli, CliCommand};
use super::desk::home_of;
use crate::error::Failure;
use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;

/// Becomes the owner of the home that a command line means, where it opens one; before the first
/// thread is begun. `words`: the command line as typed, the program's own name first.
///
/// # Errors
/// Another user asks, who is told what to type, or root cannot become the owner.
pub(super) fn become_owner(cli: &Cli, words: &[OsString]) -> Result<(), Failure> {
    if !opens_a_home(&cli.command) {
        return Ok(());
    }
    let home = home_of(&cli.global);
    let is_home = !matches!(std::fs::metadata(home.config()),
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory));
    let folder = match std::fs::metadata(home.root()) {
        Ok(folder) if is_home => folder,
        // The command itself says that there is none.
        _ => return Ok(()),
    };
    let (owner, me) = (folder.uid(), geteuid());
    if me.as_raw() == owner {
        return Ok(());
    }
    let account = read("/etc/passwd").and_then(|text| Account::of(&text, owner));
    let name = account
        .as_ref()
        .map_or_else(|| format!("#{owner}"), |account| account.name.clone());
    let place = home.root().display();
    if me.is_root() {
        let become_him = || stand_in(owner, folder.gid(), account.as_ref());
        return become_him().map_err(|e| {
            Failure::failed(format!(
                "root cannot become {name}, whose home {place} is ({e})"
            ))
            .hint("nothing was done")
        });
    }
    // Who watches over a home may be somebody who can only read; he writes nothing.
    if matches!(cli.command, CliCommand::Health) {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "the home {place} is {name}'s, and nobody else opens it: nothing was done"
    ))
    .hint(format!("type: {}", line_of(&name, cli, words))))
}

/// Whether a command opens a home that is there: all but what makes one, and what needs none.
fn opens_a_home(command: &CliCommand) -> bool {
    match command {
        CliCommand::Init { .. }
        | CliCommand::Demo { .. }
        | CliCommand::Notation { .. }
        | CliCommand::Completions { .. }
        | CliCommand::Man { .. } => false,
        CliCommand::Check
        | CliCommand::Today(_)
        | CliCommand::Site(_)
        | CliCommand::Tournament(_)
        | CliCommand::Game(_)
        | CliCommand::Player(_)
        | CliCommand::Post(_)
        | CliCommand::Print(_)
        | CliCommand::Poll
        | CliCommand::Daemon(_)
        | CliCommand::Serve(_)
        | CliCommand::Desk(_)
        | CliCommand::Deliver
        | CliCommand::Tick { .. }
        | CliCommand::Nightly
        | CliCommand::Health
        | CliCommand::Read { .. }
        | CliCommand::Inbox(_)
        | CliCommand::Outbox(_)
        | CliCommand::Td(_)
        | CliCommand::Verify { .. }
        | CliCommand::Backup { .. }
        | CliCommand::Migrate { .. }
        | CliCommand::Restore { .. } => true,
    }
}

/// Takes the place of a user: his groups first, he himself last, since nobody else may do that.
fn stand_in(owner: u32, group: u32, account: Option<&Account>) -> rustix::io::Result<()> {
    let group = account.map_or(group, |account| account.group);
    let groups = match (account, read("/etc/group")) {
        (Some(account), Some(text)) => account.groups(&text),
        _ => Vec::new(),
    };
    let groups: Vec<Gid> = groups.into_iter().map(Gid::from_raw).collect();
    set_thread_groups(&groups)?;
    set_thread_gid(Gid::from_raw(group))?;
    set_thread_uid(Uid::from_raw(owner))
}

fn read(path: &str) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A user as the machine's own files have him (passwd(5), group(5)); one of a directory service
/// is in none of them, and has the group of the folder alone.
#[derive(Debug, PartialEq, Eq)]
struct Account {
    name: String,
    group: u32,
}

impl Account {
    fn of(passwd: &str, uid: u32) -> Option<Account> {
        passwd.lines().find_map(|line| {
            let mut fields = line.split(':');
            let (name, _, id, group) = (
                fields.next()?,
                fields.next()?,
                fields.next()?,
                fields.next()?,
            );
            (id.parse() == Ok(uid)).then_some(())?;
            Some(Account {
                name: name.to_owned(),
                group: group.parse().ok()?,
            })
        })
    }

    /// The groups that name him.
    fn groups(&self, group: &str) -> Vec<u32> {
        let of_line = |line: &str| {
            let mut fields = line.split(':');
            let id = fields.nth(2)?.parse().ok()?;
            let names_him = fields.next()?.split(',').any(|name| name == self.name);
            names_him.then_some(id)
        };
        group.lines().filter_map(of_line).collect()
    }
}

/// What the owner types, or who may become him.
fn line_of(owner: &str, cli: &Cli, words: &[OsString]) -> String {
    let mut line = vec!["sudo -u".to_owned(), quoted(owner), "postchess".to_owned()];
    let typed: Vec<String> = words
        .iter()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let names_home = typed
        .iter()
        .any(|word| word == "--home" || word.starts_with("--home="));
    // What the environment says does not go through sudo.
    if let Some(home) = cli.global.home.as_ref().filter(|_| !names_home) {
        line.push(format!("--home {}", quoted(&home.to_string_lossy())));
    }
    line.extend(typed.iter().map(|word| quoted(word)));
    line.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_known_by_its_number() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\nclub:x:105:112::/srv:/bin/false\nodd:x\n";
        let club = Account::of(passwd, 105).unwrap();
        assert_eq!((club.name.as_str(), club.group), ("club", 112));
        assert_eq!(Account::of(passwd, 106), None);
        let group = "mail:x:8:postfix,club\nclub:x:112:\nclubs:x:113:clubs\nssl:x:114:club\n";
        assert_eq!(club.groups(group), [8, 114]);
    }

    #[test]
    fn the_line_to_type_is_the_one_typed() {
        let line = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            line_of("club", &Cli::of(&words).unwrap(), &words)
        };
        assert_eq!(
            line(&["./postchess", "--home", "/srv/our club", "nightly"]),
            "sudo -u club postchess --home '/srv/our club' nightly"
        );
        assert_eq!(
            line(&["postchess", "inbox", "aside", "x", "--reason", "it's one"]),
            r"sudo -u club postchess inbox aside x --reason 'it'\''s one'"
        );
    }
}
