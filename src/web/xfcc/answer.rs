//! What programs get by Xfcc. Scid cuts the results out by their names, so that these stand
//! there without prefixes, and nothing after the last attribute ends in `">`.

use crate::report::document::{attribute, escape};
use std::fmt::Write;

/// The namespace of Xfcc.
pub const NAMESPACE: &str = "http://www.bennedik.com/webservices/XfccBasic";

/// What has become of a request, in the words of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XfccResult {
    /// It is done.
    Success,
    /// Nobody's fault of those who play.
    ServerError,
    /// The secret is not that user's.
    AuthenticationFailed,
    /// There is no such game.
    InvalidGameId,
    /// Others play it.
    NotYourGame,
    /// The opponent is to move.
    NotYourTurn,
    /// No legal move.
    InvalidMove,
    /// Another move is due.
    InvalidMoveNumber,
    /// No draw is offered that could be accepted.
    NoDrawWasOffered,
    /// His time is over.
    LostOnTime,
    /// Several moves can be meant.
    MoveIsAmbiguous,
    /// It is not done here, or not by programs, or not now.
    FeatureUnavailable,
}

impl XfccResult {
    /// As it is written, misspelt as in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            XfccResult::Success => "Success",
            XfccResult::ServerError => "ServerError",
            XfccResult::AuthenticationFailed => "AuthenticationFailed",
            XfccResult::InvalidGameId => "InvalidGameID",
            XfccResult::NotYourGame => "NotYourGame",
            XfccResult::NotYourTurn => "NotYourTurn",
            XfccResult::InvalidMove => "InvalidMove",
            XfccResult::InvalidMoveNumber => "InvalidMoveNumber",
            XfccResult::NoDrawWasOffered => "NoDrawWasOffered",
            XfccResult::LostOnTime => "LostOnTime",
            XfccResult::MoveIsAmbiguous => "MoveIsAmbigous",
            XfccResult::FeatureUnavailable => "FeatureUnavailable",
        }
    }
}

fn envelope(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap:Body>{body}</soap:Body></soap:Envelope>\n"
    )
}

/// That a request cannot be answered, and why, with words for people behind it.
pub fn fault(result: XfccResult, words: &str) -> String {
    let code = match result {
        XfccResult::ServerError => "soap:Server",
        _ => "soap:Client",
    };
    let said = match words {
        "" => result.name().to_owned(),
        words => format!("{}: {words}", result.name()),
    };
    envelope(&format!(
        "<soap:Fault><faultcode>{code}</faultcode><faultstring>{}</faultstring></soap:Fault>",
        escape(&said)
    ))
}

/// What has become of a move.
pub fn moved(result: XfccResult) -> String {
    envelope(&format!(
        "<MakeAMoveResponse xmlns=\"{NAMESPACE}\"><MakeAMoveResult>{}</MakeAMoveResult></MakeAMoveResponse>",
        result.name()
    ))
}

/// Games, each as its elements.
pub fn games(all: &[Vec<(&'static str, String)>]) -> String {
    let mut out = format!("<GetMyGamesResponse xmlns=\"{NAMESPACE}\"><GetMyGamesResult>\n");
    for game in all {
        out.push_str("<XfccGame>");
        for (name, value) in game {
            // Writing to a String cannot fail.
            let _ = write!(out, "<{name}>{}</{name}>", text(value));
        }
        out.push_str("</XfccGame>\n");
    }
    out.push_str("</GetMyGamesResult></GetMyGamesResponse>");
    envelope(&out)
}

/// A text as XML has it: without the characters that it knows none of.
fn text(value: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let plain: String = value
        .chars()
        .map(|c| if c == '\n' { ' ' } else { c })
        .filter(allowed)
        .collect();
    escape(&plain)
}

/// The description of the service for programs that ask for one.
pub fn wsdl(address: &str) -> String {
    include_str!("xfcc.wsdl").replace("ADDRESS", &attribute(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_xml_whatever_the_names_are() {
        let name = "</GetMyGamesResult> \u{1}\u{ffff}&<>\"' Ж\n".to_owned();
        let written = games(&[vec![("white", name.clone())]]);
        let read = roxmltree::Document::parse(&written).unwrap();
        let white = read
            .descendants()
            .find(|n| n.has_tag_name((NAMESPACE, "white")));
        assert_eq!(
            white.and_then(|n| n.text()).map(str::trim),
            Some("</GetMyGamesResult> &<>\"' Ж")
        );
        assert!(written.contains("<GetMyGamesResult>"));
        let fault = fault(
            XfccResult::AuthenticationFailed,
            &name.replace(['\u{1}', '\u{ffff}'], ""),
        );
        roxmltree::Document::parse(&fault).unwrap();
        assert!(fault.contains("<soap:Fault>"));
    }

    /// Scid: `.*<MakeAMoveResponse.*\">` begins its error.
    #[test]
    fn scid_finds_the_result_of_a_move() {
        let answer = moved(XfccResult::MoveIsAmbiguous);
        let (_, rest) = answer.rsplit_once("\">").unwrap();
        assert!(
            rest.starts_with("<MakeAMoveResult>MoveIsAmbigous</MakeAMoveResult>"),
            "{rest}"
        );
    }

    #[test]
    fn the_description_is_xml_and_names_the_place() {
        let text = wsdl("https://club.example/xfcc?a&b");
        let read = roxmltree::Document::parse(&text).unwrap();
        let address = read
            .descendants()
            .find(|n| n.tag_name().name() == "address");
        assert_eq!(
            address.and_then(|n| n.attribute("location")),
            Some("https://club.example/xfcc?a&b")
        );
        for name in ["GetMyGames", "MakeAMove", "XfccGame", "myMessage"] {
            assert!(text.contains(&format!("name=\"{name}\"")), "{name}");
        }
    }
}
