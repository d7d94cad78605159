//! Pages of one's own: one frame around them all, made when they are asked for and kept by
//! nobody. They load what is ours and nothing else.

use super::answer::Page as PublicPage;
use super::asked::Asked;
use super::{Server, assets};
use crate::error::Failure;
use crate::language::Language;
use crate::messages::{Phrase, letters, pages};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Headers of every page of one's own.
const ALWAYS: [(HeaderName, &str); 6] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; \
         form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// What all pages have.
#[derive(Serialize)]
pub(super) struct Frame<'a> {
    /// The code of its language.
    language: &'static str,
    languages: Vec<LanguageLink>,
    /// The club.
    club: &'a str,
    /// What stands before every path of ours: nothing, or the folder in which a proxy has us.
    root: &'a str,
    /// The page itself, for who wants it in another language.
    here: &'a str,
    /// Who is signed in.
    name: Option<&'a str>,
    /// What every form of it shows.
    token: String,
    style: &'static str,
    script: &'static str,
}

#[derive(Serialize)]
struct LanguageLink {
    code: &'static str,
    name: &'static str,
    chosen: bool,
}

/// A page that says one thing.
#[derive(Serialize)]
struct Said<'a> {
    said: &'a str,
}

impl Asked {
    /// A page: a skeleton of `templates/web/` and what it sees as `page`.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn page(&self, name: &str, page: &impl Serialize) -> Result<Response, Failure> {
        self.page_with(StatusCode::OK, name, page)
    }

    /// The same with another status.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn page_with(
        &self,
        status: StatusCode,
        name: &str,
        page: &impl Serialize,
    ) -> Result<Response, Failure> {
        let club = letters::club_named(&self.server.club.name, self.language);
        let frame = Frame {
            language: self.language.code(),
            languages: languages(self.language),
            club,
            root: self.server.root(),
            here: self.path(),
            name: self.who.as_ref().map(|who| who.player.name.as_str()),
            token: self.form_token()?,
            style: assets::style(),
            script: assets::script(),
        };
        let made = pages::page(self.language, name, &frame, page);
        let made = made.map_err(Failure::failed)?;
        let mut answer = Response::new(Body::from(made));
        *answer.status_mut() = status;
        for (name, value) in ALWAYS {
            let headers = answer.headers_mut();
            headers.insert(name, HeaderValue::from_static(value));
        }
        Ok(answer)
    }

    /// A page that says one thing.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn says(&self, status: StatusCode, said: Phrase) -> Result<Response, Failure> {
        let said = said.say(self.language);
        Ok(wait_asked(self.page_with(
            status,
            "said",
            &Said { said },
        )?))
    }

    /// Leads to another page of ours, after something was done.
    pub fn leads_to(&self, path: &str) -> Response {
        let to = format!("{}{path}", self.server.root());
        let headers = [
            (header::LOCATION, to),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        (StatusCode::SEE_OTHER, headers).into_response()
    }

    /// The same for who has signed out: what his browser has kept of our pages, it forgets, so that
    /// who sits down there next finds none by going back. Cookies are ended by name: that it was
    /// used here before stays. Where others have folders of the same name, what they have stored
    /// in it is not ours to end.
    pub fn leads_out_to(&self, path: &str) -> Response {
        let forgets = match self.server.root() {
            "" => "\"cache\", \"storage\"",
            _ => "\"cache\"",
        };
        let mut answer = self.leads_to(path);
        // Browsers heed it by https alone, and complain of it elsewhere.
        if !self.server.is_secure() {
            return answer;
        }
        let forgets = HeaderValue::from_static(forgets);
        answer.headers_mut().insert(CLEAR_SITE_DATA, forgets);
        answer
    }
}

/// What a browser is to forget (Clear Site Data, W3C).
const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// The same answer; where the same will do later, with when to come again (RFC 9110, 10.2.3).
pub fn wait_asked(mut answer: Response) -> Response {
    if matches!(
        answer.status(),
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS
    ) {
        let later = HeaderValue::from_static("60");
        answer.headers_mut().insert(header::RETRY_AFTER, later);
    }
    answer
}

/// A page that says one thing, for somebody of whom nothing is known but perhaps the language
/// that his browser asks for.
pub fn said_alone(
    server: &Server,
    language: Option<Language>,
    status: StatusCode,
    said: Phrase,
) -> Response {
    let language = language.unwrap_or(server.club.language);
    let club = letters::club_named(&server.club.name, language);
    let made = crate::report::site::said_alone(club, language, said);
    let page = PublicPage::new("said.html", made.into_bytes());
    let mut answer = page.answer(&HeaderMap::new(), status);
    let kept = HeaderValue::from_static("no-store");
    answer.headers_mut().insert(header::CACHE_CONTROL, kept);
    wait_asked(answer)
}

fn languages(chosen: Language) -> Vec<LanguageLink> {
    let all = Language::ALL.into_iter();
    all.map(|language| LanguageLink {
        code: language.code(),
        name: language.own_name(),
        chosen: language == chosen,
    })
    .collect()
}

/// What all pages have, for tests of what stands within.
#[cfg(test)]
pub(super) fn sample_frame(language: Language, is_signed_in: bool) -> Frame<'static> {
    Frame {
        language: language.code(),
        languages: languages(language),
        club: "A <club>",
        root: "/chess",
        here: "/games",
        name: is_signed_in.then_some("Ann"),
        token: "token".to_owned(),
        style: assets::style(),
        script: assets::script(),
    }
}
