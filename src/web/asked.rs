//! What is asked, and by whom: read and checked once, before anything is done. A form is heeded
//! only with its secret, which nobody else's page knows.

use super::Server;
use super::client::PeerAddress;
use super::cookies::Cookie;
use super::form::{self, Form, is_from_here};
use super::page::said_alone;
use crate::error::{Failure, FailureKind};
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::Phrase;
use crate::robot::key::fresh_secret;
use crate::store::{PlayerRow, SessionRow};
use crate::time::Instant;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// A session is noted as used so often at most, in seconds.
const SEEN_EVERY: i64 = 86_400;

/// What the secret of a form is made for.
const FORM: &str = "form";

/// Who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// In which browser.
    pub session: SessionRow,
    /// Who.
    pub player: PlayerRow,
}

/// A request, after it was checked.
pub struct Asked {
    /// What all pages are made of.
    pub server: Arc<Server>,
    /// Its head.
    pub head: Parts,
    /// From where it comes.
    pub client: IpAddr,
    /// The hour.
    pub now: Instant,
    /// In which language it is answered.
    pub language: Language,
    /// Who is signed in.
    pub who: Option<SignedIn>,
    /// What stands behind the `?`.
    pub query: Form,
    /// What was filled in; none where a page is asked for.
    pub form: Option<Form>,
    /// What the browser has shown, or will be given, in place of a session.
    secret: Mutex<Option<String>>,
    /// What the browser is given with the answer.
    given: Mutex<Vec<HeaderValue>>,
}

/// Answers a request by what is done with it once it is checked. Where that fails, the page
/// says so.
pub async fn answer<F, D>(server: Arc<Server>, request: Request, does: F) -> Response
where
    F: FnOnce(Arc<Asked>) -> D,
    D: Future<Output = Result<Response, Failure>>,
{
    let (head, body) = request.into_parts();
    let posts = match head.method {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => {
            let allowed = [(header::ALLOW, "GET, HEAD, POST")];
            return (StatusCode::METHOD_NOT_ALLOWED, allowed).into_response();
        }
    };
    let sent = match posts {
        true => match form::read(&head.headers, body).await {
            Ok(form) => Some(form),
            Err(status) => {
                let said = match status {
                    StatusCode::REQUEST_TIMEOUT => Phrase("web.slow"),
                    StatusCode::PAYLOAD_TOO_LARGE => Phrase("web.too-long"),
                    _ => return status.into_response(),
                };
                return said_alone(&server, language_of(&head.headers), status, said);
            }
        },
        false => None,
    };
    let language = language_of(&head.headers);
    let asked = match Asked::read(Arc::clone(&server), head, sent).await {
        Ok(asked) => Arc::new(asked),
        Err(failure) => {
            tracing::error!("a request could not be looked at: {failure}");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return said_alone(&server, language, status, Phrase("web.failed"));
        }
    };
    if posts && !asked.is_meant() {
        let said = Phrase("web.not-from-here");
        return asked.finish(asked.says(StatusCode::FORBIDDEN, said));
    }
    let done = does(Arc::clone(&asked)).await;
    let answer = match done {
        Ok(answer) => Ok(answer),
        Err(failure) => asked.failed(&failure),
    };
    asked.finish(answer)
}

impl Asked {
    async fn read(server: Arc<Server>, head: Parts, form: Option<Form>) -> Result<Asked, Failure> {
        let jar = server.jar();
        let query = Form::parse(head.uri.query().unwrap_or_default().as_bytes());
        let now = (server.hour)();
        let session = Cookie::Session.of(&head.headers, jar);
        let who = match &session {
            Some(secret) => signed_in(&server, secret, now).await?,
            None => None,
        };
        let browser = Cookie::Browser.of(&head.headers, jar);
        let secret = match who {
            Some(_) => session.clone(),
            None => browser,
        };
        let asked = Asked {
            client: head
                .extensions
                .get::<PeerAddress>()
                .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.household()),
            language: language(&server, &head, &query, who.as_ref()),
            now,
            who,
            query,
            form,
            secret: Mutex::new(secret),
            given: Mutex::default(),
            server,
            head,
        };
        if let Some(chosen) = asked.query.get("lang").and_then(|l| l.parse().ok()) {
            let chosen: Language = chosen;
            asked.give(Cookie::Language, chosen.code());
        }
        asked.note_use(session.as_deref());
        Ok(asked)
    }

    /// A session that is used lasts longer; that is noted once a day.
    fn note_use(&self, secret: Option<&str>) {
        let (Some(who), Some(secret)) = (&self.who, secret) else {
            return;
        };
        if self.now.unix() - who.session.seen.unix() < SEEN_EVERY {
            return;
        }
        self.give(Cookie::Session, secret);
        let (server, id, begun) = (Arc::clone(&self.server), who.session.id, who.session.begun);
        tokio::spawn(async move {
            let noted = server
                .clerk
                .does(move |robot| robot.session_seen(id, begun));
            let noted = noted.await;
            if let Err(failure) = noted {
                tracing::warn!("the use of a session was not noted: {failure}");
            }
        });
    }

    /// Whether a form comes from a page of ours, in the browser that it was made for.
    fn is_meant(&self) -> bool {
        let Some(form) = &self.form else {
            return false;
        };
        let secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        let has_token = secret.as_ref().is_some_and(|secret| {
            let token = form.text("token");
            self.server.key().is_seal_of(FORM, secret, token)
        });
        has_token && is_from_here(&self.server, &self.head.headers)
    }

    /// What a form of this browser's shows.
    ///
    /// # Errors
    /// The machine gives no random numbers.
    pub fn form_token(&self) -> Result<String, Failure> {
        let secret = self.browser_secret()?;
        Ok(self.server.key().seal_of(FORM, &secret))
    }

    /// What this browser shows: its session, or what it is given now in place of one.
    ///
    /// # Errors
    /// The machine gives no random numbers.
    pub fn browser_secret(&self) -> Result<String, Failure> {
        let mut secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(secret) = &*secret {
            return Ok(secret.clone());
        }
        let fresh = fresh_secret()?;
        self.give(Cookie::Browser, &fresh);
        *secret = Some(fresh.clone());
        Ok(fresh)
    }

    /// Gives the browser a cookie with the answer; an empty one takes it away.
    pub fn give(&self, cookie: Cookie, value: &str) {
        let given = cookie.set(value, self.server.jar());
        let mut all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(given);
    }

    /// A cookie that the browser shows.
    pub fn cookie(&self, cookie: Cookie) -> Option<String> {
        cookie.of(&self.head.headers, self.server.jar())
    }

    /// The path that is asked for.
    pub fn path(&self) -> &str {
        self.head.uri.path()
    }

    /// A part of the path between two `/`, from 0; empty where there is none.
    pub fn part(&self, at: usize) -> &str {
        let path = self.path().strip_prefix('/').unwrap_or_default();
        path.split('/').nth(at).unwrap_or_default()
    }

    /// The player who is signed in.
    pub fn player(&self) -> Option<PlayerId> {
        self.who.as_ref().map(|who| who.player.id)
    }

    /// How the browser names itself.
    pub fn browser_name(&self) -> String {
        let said = self.head.headers.get(header::USER_AGENT);
        let said = said.and_then(|v| v.to_str().ok()).unwrap_or_default();
        said.chars().take(200).collect()
    }

    /// What went wrong, as a page.
    fn failed(&self, failure: &Failure) -> Result<Response, Failure> {
        let (status, said) = match failure.kind {
            FailureKind::Missing => (StatusCode::NOT_FOUND, Phrase("web.missing")),
            FailureKind::Later => (StatusCode::SERVICE_UNAVAILABLE, Phrase("web.later")),
            FailureKind::Clock => {
                tracing::error!("{}: {failure}", masked(self.path()));
                (StatusCode::SERVICE_UNAVAILABLE, Phrase("web.wrong-hour"))
            }
            // A full disk, a database that cannot be written: nothing was done, and once
            // somebody has seen to it the same click will do.
            FailureKind::Full | FailureKind::Home => {
                tracing::error!("{}: {failure}", masked(self.path()));
                let said = Phrase("web.unrecorded");
                (StatusCode::SERVICE_UNAVAILABLE, said)
            }
            FailureKind::Failed | FailureKind::Usage => {
                tracing::error!("{}: {failure}", masked(self.path()));
                (StatusCode::INTERNAL_SERVER_ERROR, Phrase("web.failed"))
            }
        };
        self.says(status, said)
    }

    /// The answer with what the browser is given.
    fn finish(&self, answer: Result<Response, Failure>) -> Response {
        let mut answer = answer.unwrap_or_else(|failure| {
            tracing::error!("{}: {failure}", masked(self.path()));
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        });
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        for cookie in given.iter() {
            let headers = answer.headers_mut();
            headers.append(header::SET_COOKIE, cookie.clone());
        }
        answer
    }
}

/// A path as a log may have it: what stands behind `/link/` and `/invitation/`, there and at
/// the desk, is good for signing in, and whoever reads a log is not the one whom it is for.
pub fn masked(path: &str) -> String {
    let mut said = String::with_capacity(path.len());
    let mut is_secret = false;
    for part in path.split('/').skip(usize::from(path.starts_with('/'))) {
        said.push('/');
        said.push_str(match is_secret && !part.is_empty() {
            true => "…",
            false => part,
        });
        is_secret = is_secret || matches!(part, "link" | "invitation");
    }
    said
}

/// Whose session a browser shows.
async fn signed_in(
    server: &Arc<Server>,
    secret: &str,
    now: Instant,
) -> Result<Option<SignedIn>, Failure> {
    let secret = secret.to_owned();
    let read = server.readers.prove(move |view, key| {
        let Some(session) = view.session_load(&key.tag(&secret), now)? else {
            return Ok(None);
        };
        let player = view.player_load(session.player)?;
        Ok(player.map(|player| SignedIn { session, player }))
    });
    read.await
}

/// In which language somebody is answered: the one he chooses, his own, or the first that his
/// browser asks for and we speak.
fn language(server: &Server, head: &Parts, query: &Form, who: Option<&SignedIn>) -> Language {
    let chosen = query.get("lang").and_then(|l| l.parse().ok());
    let before = || Cookie::Language.of(&head.headers, server.jar());
    let before = || before().and_then(|l| l.parse().ok());
    let own = || who.map(|who| who.player.language);
    chosen
        .or_else(before)
        .or_else(own)
        .or_else(|| language_of(&head.headers))
        .unwrap_or(server.club.language)
}

/// The language that a browser asks for, where we speak it.
pub fn language_of(headers: &HeaderMap) -> Option<Language> {
    let asked = headers.get(header::ACCEPT_LANGUAGE);
    accepted(asked.and_then(|v| v.to_str().ok()).unwrap_or_default())
}

/// The first of our languages by weight (RFC 9110, 12.5.4).
fn accepted(said: &str) -> Option<Language> {
    let mut best: Option<(f32, Language)> = None;
    for one in said.split(',') {
        let (tag, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        let weight: f32 = weight.trim().parse().unwrap_or(0.0);
        let code = tag.trim().split('-').next().unwrap_or_default();
        let language = code.to_ascii_lowercase().parse().ok();
        if let Some(language) = language.filter(|_| weight > 0.0)
            && best.is_none_or(|(before, _)| weight > before)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_log_has_what_signs_somebody_in() {
        for (path, said) in [
            ("/link/abc", "/link/…"),
            ("/invitation/12-20000-abc", "/invitation/…"),
            ("/desk/invitation/abc", "/desk/invitation/…"),
            ("/link/abc/def", "/link/…/…"),
            ("/chess/link//abc", "/chess/link//…"),
            ("/game/T26/1", "/game/T26/1"),
            ("/sign-in/link", "/sign-in/link"),
            ("/", "/"),
        ] {
            assert_eq!(masked(path), said);
        }
    }

    #[test]
    fn a_browser_is_answered_in_the_language_it_likes_best() {
        for (said, language) in [
            ("de-AT,de;q=0.9,en;q=0.8", Some(Language::De)),
            ("fr, en;q=0.5, uk;q=0.7", Some(Language::Uk)),
            ("pl;q=0, ru", Some(Language::Ru)),
            ("fr", None),
            ("", None),
        ] {
            assert_eq!(accepted(said), language, "{said}");
        }
    }
}
