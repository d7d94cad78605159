//! Signing in: by a password, or by a link that is mailed and works in the browser alone that
//! asked for it; and a first password, by the invitation of the first letter. Whether an address
//! is known is told to nobody.

use super::asked::Asked;
use super::cookies::Cookie;
use super::form::local;
use super::limits::Counted;
use super::password;
use crate::address;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::messages::Phrase;
use crate::robot::accounts::invited;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::time::Instant as Moment;

/// Longest address that is looked for.
const LONGEST_ADDRESS: usize = 254;

/// Where somebody is led who came from nowhere.
const HOME: &str = "/games";

/// The page with both ways in.
#[derive(Default, Serialize)]
pub struct SignInPage<'a> {
    /// What was filled in, where it is shown again.
    pub address: &'a str,
    /// Where the way leads afterwards.
    pub back: &'a str,
    /// What was wrong.
    pub wrong: Option<&'a str>,
    /// A link has been asked for.
    pub is_asked: bool,
    /// Links can be mailed: the server knows its address.
    pub has_links: bool,
    /// The page of what was asked for, as the public sees it.
    pub public: Option<&'a str>,
}

/// The page of a mailed link, or of an invitation.
#[derive(Default, Serialize)]
pub struct SecretPage<'a> {
    /// It is good for something.
    pub holds: bool,
    /// What it was good for is done.
    pub is_done: bool,
    /// What was wrong.
    pub wrong: Option<&'a str>,
    /// Fewest signs of a password.
    pub fewest: usize,
}

/// `/sign-in`
pub async fn sign_in(asked: Arc<Asked>) -> Result<Response, Failure> {
    let Some(form) = &asked.form else {
        let back = local(asked.query.text("return")).unwrap_or(HOME);
        return match asked.who {
            Some(_) => Ok(asked.leads_to(back)),
            None => sign_in_page(&asked, back, None),
        };
    };
    let back = local(form.text("return")).unwrap_or(HOME);
    let typed = form.text("address");
    let wrong = |status, said: Phrase| {
        let page = SignInPage {
            address: typed,
            back,
            wrong: Some(said.say(asked.language)),
            has_links: asked.server.web.base_url.is_some(),
            ..SignInPage::default()
        };
        asked.page_with(status, "sign-in", &page)
    };
    let (pair, place) = (whom(&asked, typed), whom(&asked, ""));
    let counts = [
        Counted::WrongPassword.of(&pair),
        Counted::WrongPasswords.of(&place),
    ];
    let tries = &asked.server.tries;
    if !tries.take(&counts, Moment::now()) {
        return wrong(
            StatusCode::TOO_MANY_REQUESTS,
            Phrase("web-sign-in.slow-down"),
        );
    }
    let found = found(&asked, typed).await?;
    let (player, known) = found.unzip();
    let said = form.get("password").unwrap_or_default();
    let said = said.get(..password::MOST).unwrap_or(said).to_owned();
    let passwords = &asked.server.passwords;
    let fits = passwords.fits(&said, known.flatten()).await;
    if !matches!(fits, Ok(false)) {
        tries.give_back(&counts);
    }
    let is_right = fits?;
    let Some(player) = player.filter(|_| is_right) else {
        return wrong(StatusCode::FORBIDDEN, Phrase("web-sign-in.wrong"));
    };
    tries.forget(Counted::WrongPassword.of(&pair));
    begin(&asked, player).await?;
    Ok(asked.leads_to(back))
}

/// The page with both ways in, for who asked for something that is somebody's own.
///
/// # Errors
/// It cannot be made.
pub fn sign_in_page(asked: &Asked, back: &str, public: Option<&str>) -> Result<Response, Failure> {
    let page = SignInPage {
        back,
        public,
        has_links: asked.server.web.base_url.is_some(),
        ..SignInPage::default()
    };
    asked.page("sign-in", &page)
}

/// `/sign-in/link`: mails a link. The answer is the same for every address, and does not wait
/// for the letter.
pub async fn link_asked(asked: Arc<Asked>) -> Result<Response, Failure> {
    let (Some(form), None) = (&asked.form, &asked.who) else {
        return Ok(asked.leads_to("/sign-in"));
    };
    let back = local(form.text("return")).unwrap_or(HOME);
    let address = form.text("address").to_owned();
    let Some(base) = asked.server.web.base_url.clone() else {
        return sign_in_page(&asked, back, None);
    };
    let pair = whom(&asked, &address);
    let (place, account) = (whom(&asked, ""), (None, pair.1.clone()));
    let counts = [
        Counted::LinksAsked.of(&place),
        Counted::Links.of(&account),
        Counted::Link.of(&pair),
    ];
    if !asked.server.tries.take(&counts, Moment::now()) {
        return asked.says(
            StatusCode::TOO_MANY_REQUESTS,
            Phrase("web-sign-in.links-enough"),
        );
    }
    let browser = asked.browser_secret()?;
    asked.give(Cookie::Browser, &browser);
    asked.give(Cookie::Return, back);
    let server = Arc::clone(&asked.server);
    tokio::spawn(async move {
        let page = format!("{base}/link/");
        let mailed = server
            .clerk
            .does(move |robot| robot.sign_in_mail(&address, &browser, &page))
            .await;
        if let Err(failure) = mailed {
            tracing::warn!("a link to sign in by was not mailed: {failure}");
        }
    });
    let page = SignInPage {
        back,
        is_asked: true,
        has_links: true,
        ..SignInPage::default()
    };
    asked.page("sign-in", &page)
}

/// `/link/SECRET`: a button; pressed in the browser that asked, it signs in. To look at the page
/// uses nothing up: mail programs and scanners do that too.
pub async fn link(asked: Arc<Asked>) -> Result<Response, Failure> {
    let page = |holds| SecretPage {
        holds,
        ..SecretPage::default()
    };
    if asked.form.is_none() {
        return asked.page("link", &page(true));
    }
    let browser = asked.cookie(Cookie::Browser).unwrap_or_default();
    let secret = asked.part(1).to_owned();
    let spent = asked
        .server
        .clerk
        .does(move |robot| robot.sign_in_spend(&secret, &browser))
        .await?;
    let Some(player) = spent else {
        return asked.page_with(StatusCode::FORBIDDEN, "link", &page(false));
    };
    begin(&asked, player).await?;
    let back = asked.cookie(Cookie::Return);
    let back = back.as_deref().and_then(local).unwrap_or(HOME);
    asked.give(Cookie::Return, "");
    Ok(asked.leads_to(back))
}

/// `/invitation/TEXT`: a first password, once; it signs nobody in.
pub async fn invitation(asked: Arc<Asked>) -> Result<Response, Failure> {
    let (key, shown, now) = (
        asked.server.key.clone(),
        asked.part(1).to_owned(),
        asked.now,
    );
    let open = {
        let (key, shown) = (key.clone(), shown.clone());
        let readers = &asked.server.readers;
        let read = readers.read(move |view| invited(&key, view, &shown, now));
        read.await?
    };
    let page = |holds, is_done, wrong| SecretPage {
        holds,
        is_done,
        wrong,
        fewest: password::FEWEST,
    };
    if open.is_none() {
        let page = page(false, false, None);
        return asked.page_with(StatusCode::NOT_FOUND, "invitation", &page);
    }
    let Some(form) = &asked.form else {
        return asked.page("invitation", &page(true, false, None));
    };
    let new = match new_password(form) {
        Ok(new) => new,
        Err(said) => {
            let page = page(true, false, Some(said.say(asked.language)));
            return asked.page_with(StatusCode::UNPROCESSABLE_ENTITY, "invitation", &page);
        }
    };
    let hash = asked.server.passwords.hash(new).await?;
    let set = asked.server.clerk.does(move |robot| {
        robot.accounts(|tx| {
            // What has happened since it was shown counts.
            let invited = invited(&key, **tx, &shown, now)?;
            if let Some(player) = invited {
                tx.account_set_password(player, &hash, now)?;
            }
            Ok(invited.is_some())
        })
    });
    let page = page(false, set.await?, None);
    asked.page("invitation", &page)
}

/// `/sign-out`
pub async fn sign_out(asked: Arc<Asked>) -> Result<Response, Failure> {
    if let (Some(_), Some(who)) = (&asked.form, &asked.who) {
        let (player, id) = (who.player.id, who.session.id);
        let ended = asked
            .server
            .clerk
            .does(move |robot| robot.accounts(|tx| Ok(tx.session_end(player, id)?)));
        ended.await?;
        asked.give(Cookie::Session, "");
    }
    Ok(asked.leads_to("/"))
}

/// The new password of a form, typed twice; else what is wrong with it.
pub fn new_password(form: &super::form::Form) -> Result<&str, Phrase> {
    let new = form.get("password").unwrap_or_default();
    if !password::is_good(new) {
        return Err(Phrase("web-account.too-short"));
    }
    match form.get("again") == Some(new) {
        true => Ok(new),
        false => Err(Phrase("web-account.not-the-same")),
    }
}

/// Signs a player in in this browser; who was before is signed out.
async fn begin(asked: &Asked, player: PlayerId) -> Result<(), Failure> {
    let name = asked.browser_name();
    let before = asked.who.as_ref().map(|w| (w.player.id, w.session.id));
    let begun = asked.server.clerk.does(move |robot| {
        if let Some((before, id)) = before {
            robot.accounts(|tx| Ok(tx.session_end(before, id)?))?;
        }
        robot.session_begin(player, &name)
    });
    asked.give(Cookie::Session, &begun.await?);
    Ok(())
}

/// Who is registered at an address, with what is kept of his password.
async fn found(
    asked: &Asked,
    address: &str,
) -> Result<Option<(PlayerId, Option<String>)>, Failure> {
    let address = address.to_owned();
    let read = asked.server.readers.read(move |view| {
        if address.len() > LONGEST_ADDRESS {
            return Ok(None);
        }
        let Some(player) = view.player_by_address(&address)? else {
            return Ok(None);
        };
        Ok(Some((player.id, view.account_password(player.id)?)))
    });
    read.await
}

/// By what tries are counted: the place, and the account as it is typed.
pub fn whom(asked: &Asked, account: &str) -> (Option<IpAddr>, String) {
    let account: String = account.chars().take(LONGEST_ADDRESS).collect();
    (Some(asked.client), address::key(&account))
}
