//! `desk …`: officials at the desk of the server. The console alone invites and resets them:
//! nothing that is mailed proves an official.

use super::args::{DeskCommand, Global};
use super::desk::OpenHome;
use super::output::Output;
use super::td::giver_name;
use crate::address;
use crate::error::Failure;
use crate::robot::key;
use crate::robot::official_accounts::{DeskOfficial, INVITED_DAYS, desk_invitation};
use serde_json::json;

/// Runs one of them.
pub fn run(
    mut desk: OpenHome,
    out: &Output,
    what: &DeskCommand,
    global: &Global,
) -> Result<(), Failure> {
    match what {
        DeskCommand::Invite { address } => invite(&mut desk, out, address),
        DeskCommand::Reset { address } => reset(desk, out, address, global),
    }
}

fn official(desk: &OpenHome, address: &str) -> Result<DeskOfficial, Failure> {
    let found = DeskOfficial::of(desk.store.read(), address, desk.now)?;
    found.ok_or_else(|| {
        Failure::missing(format!("no tournament names an official at {address}"))
            .hint("postchess tournament show CODE names those it has")
    })
}

/// An official, and the link by which he sets up the desk.
pub(super) fn desk_link(
    desk: &mut OpenHome,
    address: &str,
) -> Result<(DeskOfficial, String), Failure> {
    let who = official(desk, address)?;
    let key = key::of_home(&desk.config.auth, &mut desk.store)?;
    let invitation = desk_invitation(&key, desk.store.read(), who.address(), desk.now)?;
    let web = &desk.config.web;
    let base = web.base_url.clone().unwrap_or_else(|| {
        let scheme = if web.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", web.listen)
    });
    let link = format!("{base}/desk/invitation/{invitation}");
    Ok((who, link))
}

fn invite(desk: &mut OpenHome, out: &Output, address: &str) -> Result<(), Failure> {
    let (who, link) = desk_link(desk, address)?;
    if out.is_json() {
        return out.json(&json!({"address": who.address(), "name": who.name(), "link": link}));
    }
    out.line(&link);
    out.say(format_args!(
        "for {} <{}> alone, once, within {INVITED_DAYS} days: hand it over in person or by a way that you trust; whoever opens it first is taken for him",
        who.name(),
        who.address(),
    ));
    Ok(())
}

fn reset(desk: OpenHome, out: &Output, of: &str, global: &Global) -> Result<(), Failure> {
    let address = address::key(of);
    let was_known = desk.store.read().official_account(&address)?.is_some();
    if !was_known {
        official(&desk, &address)?;
    }
    let by = giver_name(global);
    let had = desk.robot()?.desk_reset(&address, &by)?;
    if out.is_json() {
        return out.json(&json!({"address": address, "reset": had, "by": by}));
    }
    out.line(match had {
        true => format!("{address}: password, codes and sessions are gone"),
        false => format!("{address}: nothing was set up; invitations so far are worth nothing"),
    });
    out.say(format_args!("next: postchess desk invite {address}"));
    Ok(())
}
