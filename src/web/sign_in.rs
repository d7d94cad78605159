//! Signing in: by a password, or by a link that is mailed, or the code beside it, which both work
//! in the browser alone that asked for them; and a first password, by the invitation of the first
//! letter. Whether an address is known is told to nobody.

use super::asked::Asked;
use super::cookies::Cookie;
use super::form::local;
use super::guess;
use super::limits::Counted;
use super::marks::{Marks, PLAYER};
use super::password::{self, Checked, PasswordQueue};
use super::slow_lanes::Suspicion;
use crate::address;
use crate::arbiter::AccessChange;
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::messages::Phrase;
use crate::robot::access::AccessNews;
use crate::robot::accounts::{
    AskingBrowser, BeginningBrowser, invited, sign_in_has_code, sign_in_holds,
};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::time::Instant as Moment;

/// Longest address that is looked for.
const LONGEST_ADDRESS: usize = 254;

/// What the mark of a session is sealed for that was begun by a mailed link.
const BY_LINK: &str = "session by link";

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
    let found = found(&asked, typed).await?;
    let (player, known) = found.unzip();
    let is_known = |player: PlayerId| Marks::of(&asked, PLAYER, &player.to_string()).is_known;
    let is_known = player.is_some_and(is_known);
    let (pair, place) = (whom(&asked, typed), whom(&asked, ""));
    let mut wrong_ones = vec![Counted::WrongPassword.of(&pair)];
    // What comes from the same place is nothing to a browser in which he was before.
    wrong_ones.extend((!is_known).then(|| Counted::WrongPasswords.of(&place)));
    let mut counts = wrong_ones.clone();
    counts.push(Counted::SignIns.of(&pair));
    let tries = &asked.server.tries;
    if !tries.take(&counts, Moment::now()) {
        return wrong(
            StatusCode::TOO_MANY_REQUESTS,
            Phrase("web-sign-in.slow-down"),
        );
    }
    let suspicion = Suspicion::of(&pair.1, asked.client, is_known);
    let _turn = asked.server.slow_lanes.pass(tries, &suspicion).await?;
    let said = form.get("password").unwrap_or_default();
    let said = said.get(..password::MOST).unwrap_or(said).to_owned();
    let passwords = &asked.server.passwords;
    let queue = PasswordQueue::of_player(is_known);
    let known = known.flatten();
    let checked = passwords.checked(queue, &said, known.clone()).await;
    if !matches!(checked, Ok(Checked::Wrong)) {
        // That he signed in stays counted: who does so all the time keeps others waiting.
        tries.give_back(&wrong_ones);
    }
    let checked = checked?;
    let Some(player) = player.filter(|_| checked != Checked::Wrong) else {
        if suspicion.note(tries, Moment::now())
            && let Some(player) = player
        {
            let news = AccessNews::of_player(player, AccessChange::Guesses);
            tell_of_guesses(&asked, news);
        }
        return wrong(StatusCode::FORBIDDEN, Phrase("web-sign-in.wrong"));
    };
    tries.forget(Counted::WrongPassword.of(&pair));
    if let (Checked::Renewed(new), Some(old)) = (checked, known) {
        let kept = asked.server.clerk.does(move |robot| {
            robot.accounts(|tx| Ok(tx.account_renew_password(player, (&old, &new))?))
        });
        kept.await?;
    }
    begin(&asked, player).await?;
    asked.give(Cookie::ByLink, "");
    Ok(asked.leads_to(back))
}

/// Tells the owner of an account that somebody may be guessing; nobody waits for it.
pub fn tell_of_guesses(asked: &Asked, news: AccessNews) {
    let (server, browser) = (Arc::clone(&asked.server), asked.browser_name());
    tokio::spawn(async move {
        let told = server
            .clerk
            .does_for_stranger(move |robot| robot.tells_owner(&browser, news));
        if let Err(failure) = told.await {
            tracing::warn!("nobody was told of guesses: {failure}");
        }
    });
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
    let name = asked.browser_name();
    let server = Arc::clone(&asked.server);
    tokio::spawn(async move {
        let page = format!("{base}/link/");
        let now = (server.hour)();
        let (to, own) = (address.clone(), browser.clone());
        let has_work = server.readers.prove(move |view, key| {
            let is_known = to.len() <= LONGEST_ADDRESS && view.player_by_address(&to)?.is_some();
            // What was mailed for this browser before ends, whoever is asked for now.
            Ok(is_known || sign_in_has_code(key, view, &own, now)?)
        });
        if !has_work.await.unwrap_or(true) {
            return;
        }
        let mailed = server
            .clerk
            .does_for_stranger(move |robot| {
                let browser = AskingBrowser {
                    secret: &browser,
                    name: &name,
                };
                robot.sign_in_mail(&address, browser, &page)
            })
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
    let (shown, own, now) = (secret.clone(), browser.clone(), asked.now);
    let readers = &asked.server.readers;
    let holds = readers.prove(move |view, key| sign_in_holds(key, view, (&shown, &own), now));
    if !holds.await? {
        let place = whom(&asked, "");
        let wrong = [Counted::WrongLinks.of(&place)];
        return match asked.server.tries.take(&wrong, Moment::now()) {
            true => asked.page_with(StatusCode::FORBIDDEN, "link", &page(false)),
            false => asked.says(
                StatusCode::TOO_MANY_REQUESTS,
                Phrase("web-sign-in.slow-down"),
            ),
        };
    }
    let spent = asked
        .server
        .clerk
        .does(move |robot| robot.sign_in_spend(&secret, &browser))
        .await?;
    let Some(player) = spent else {
        return asked.page_with(StatusCode::FORBIDDEN, "link", &page(false));
    };
    by_mail(&asked, player).await
}

/// `/sign-in/code`: the code of a mailed link, typed into the browser that asked for it. What is
/// wrong with it is told to nobody.
pub async fn code(asked: Arc<Asked>) -> Result<Response, Failure> {
    let (Some(form), None) = (&asked.form, &asked.who) else {
        return Ok(asked.leads_to("/sign-in"));
    };
    let place = whom(&asked, "");
    let counts = [Counted::WrongPasswords.of(&place)];
    let tries = &asked.server.tries;
    let wrong = |status, said: Phrase| {
        let page = SignInPage {
            back: HOME,
            wrong: Some(said.say(asked.language)),
            is_asked: true,
            has_links: true,
            ..SignInPage::default()
        };
        asked.page_with(status, "sign-in", &page)
    };
    if !tries.take(&counts, Moment::now()) {
        return wrong(
            StatusCode::TOO_MANY_REQUESTS,
            Phrase("web-sign-in.slow-down"),
        );
    }
    let browser = asked.cookie(Cookie::Browser).unwrap_or_default();
    let typed = form.text("code").to_owned();
    let (own, now) = (browser.clone(), asked.now);
    let readers = &asked.server.readers;
    let has_code = readers.prove(move |view, key| sign_in_has_code(key, view, &own, now));
    if !has_code.await? {
        return wrong(StatusCode::FORBIDDEN, Phrase("web-sign-in.code-wrong"));
    }
    let clerk = &asked.server.clerk;
    let tried = clerk
        .does_for_stranger(move |robot| robot.sign_in_by_code(&typed, &browser))
        .await;
    if !matches!(tried, Ok(None)) {
        tries.give_back(&counts);
    }
    match tried? {
        Some(player) => by_mail(&asked, player).await,
        None => wrong(StatusCode::FORBIDDEN, Phrase("web-sign-in.code-wrong")),
    }
}

/// Signs in by what was mailed: a password is set without the one before for a while.
async fn by_mail(asked: &Asked, player: PlayerId) -> Result<Response, Failure> {
    let session = begin(asked, player).await?;
    let seal = asked.server.key().seal_of(BY_LINK, &session);
    asked.give(Cookie::ByLink, &seal);
    let back = asked.cookie(Cookie::Return);
    let back = back.as_deref().and_then(local).unwrap_or(HOME);
    asked.give(Cookie::Return, "");
    Ok(asked.leads_to(back))
}

/// `/invitation/TEXT`: a first password, once; it signs nobody in.
pub async fn invitation(asked: Arc<Asked>) -> Result<Response, Failure> {
    let (shown, now) = (asked.part(1).to_owned(), asked.now);
    let open = {
        let shown = shown.clone();
        let readers = &asked.server.readers;
        let read = readers.prove(move |view, key| invited(key, view, &shown, now));
        read.await?
    };
    let page = |holds, is_done, wrong| SecretPage {
        holds,
        is_done,
        wrong,
        fewest: password::FEWEST,
    };
    let Some(player) = open else {
        let page = page(false, false, None);
        return asked.page_with(StatusCode::NOT_FOUND, "invitation", &page);
    };
    let Some(form) = &asked.form else {
        return asked.page("invitation", &page(true, false, None));
    };
    let words = account_words(&asked, player).await?;
    let tries = &asked.server.tries;
    if !tries.may_set_password(format!("player {player}")) {
        let said = Phrase("web-sign-in.slow-down").say(asked.language);
        let page = page(true, false, Some(said));
        return asked.page_with(StatusCode::TOO_MANY_REQUESTS, "invitation", &page);
    }
    let queue = PasswordQueue::of_player(false);
    let new = match new_password(&asked, form, (queue, &words)).await? {
        Ok(new) => new,
        Err(said) => {
            let page = page(true, false, Some(said.say(asked.language)));
            return asked.page_with(StatusCode::UNPROCESSABLE_ENTITY, "invitation", &page);
        }
    };
    let hash = asked.server.passwords.hash(queue, new).await?;
    let browser = asked.browser_name();
    let set = asked.server.clerk.does(move |robot| {
        let key = robot.key();
        robot.opens(&browser, |tx| {
            // What has happened since it was shown counts.
            let invited = invited(&key, **tx, &shown, now)?;
            if let Some(player) = invited {
                // Who has come in before him, by whatever was mailed, is out again.
                tx.account_closes(player)?;
                tx.account_set_password(player, &hash, now)?;
            }
            let first = |player| AccessNews::of_player(player, AccessChange::FirstPassword);
            Ok((invited.is_some(), invited.map(first)))
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
        for ends in [Cookie::Session, Cookie::ByLink, Cookie::Return] {
            asked.give(ends, "");
        }
        return Ok(asked.leads_out_to("/"));
    }
    Ok(asked.leads_to("/"))
}

/// The new password of a form, typed twice; else what is wrong with it. `words`: what whoever
/// knows its owner tries first.
pub async fn new_password<'f>(
    asked: &Asked,
    form: &'f super::form::Form,
    (queue, words): (PasswordQueue, &[String]),
) -> Result<Result<&'f str, Phrase>, Failure> {
    let new = form.get("password").unwrap_or_default();
    if !password::is_good(new) {
        return Ok(Err(Phrase("web-account.too-short")));
    }
    if form.get("again") != Some(new) {
        return Ok(Err(Phrase("web-account.not-the-same")));
    }
    let is_guessed = asked.server.passwords.is_guessed(queue, new, words).await?;
    Ok(match is_guessed {
        true => Err(Phrase("web-account.guessed")),
        false => Ok(new),
    })
}

/// The words of a player's account: his name, his address, the club.
pub async fn account_words(asked: &Asked, player: PlayerId) -> Result<Vec<String>, Failure> {
    let readers = &asked.server.readers;
    let read = readers.read(move |view| Ok(view.player_load(player)?));
    let known = read.await?;
    let known = known.map(|row| [row.name, row.reach.email().unwrap_or_default().to_owned()]);
    Ok(guess::words(asked, &known.unwrap_or_default()))
}

/// Whether the session that a browser shows was begun by a mailed link a moment ago.
pub fn came_by_link(asked: &Asked) -> bool {
    let (session, seal) = (asked.cookie(Cookie::Session), asked.cookie(Cookie::ByLink));
    session
        .zip(seal)
        .is_some_and(|(session, seal)| asked.server.key().is_seal_of(BY_LINK, &session, &seal))
}

/// Signs a player in in this browser; who was before is signed out. Where the browser has no mark
/// of him, he is told. What it shows from now on.
async fn begin(asked: &Asked, player: PlayerId) -> Result<String, Failure> {
    let marks = Marks::of(asked, PLAYER, &player.to_string());
    let (name, is_known) = (asked.browser_name(), marks.is_known);
    let before = asked.who.as_ref().map(|w| (w.player.id, w.session.id));
    let begun = asked.server.clerk.does(move |robot| {
        let browser = BeginningBrowser {
            name: &name,
            is_known,
            before,
        };
        robot.session_begin(player, browser)
    });
    let session = begun.await?;
    asked.give(Cookie::Session, &session);
    marks.give(asked);
    Ok(session)
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
