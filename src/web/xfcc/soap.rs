//! What programs send by Xfcc (SOAP 1.1), read as they really write it: Scid without a
//! SOAPAction and with 0 and 1 for no and yes, others with prefixes and a header.
//!
//! Scid cuts letters beyond Latin down to a byte, so that words in Cyrillic can make a whole
//! request no XML any more. The move in it is played nevertheless; the words are left out.

use roxmltree::{Document, Node, ParsingOptions};
use std::borrow::Cow;

/// Elements, attributes and texts of a request; Scid's longest has 30.
const MOST_NODES: u32 = 1_000;

/// The element that holds words to the opponent, up to its end.
const WORDS: &str = "myMessage>";

/// What a program asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XfccCall {
    /// All games of a player.
    GetMyGames(Login),
    /// A move, or what is done in its place.
    MakeAMove(Login, MoveCall),
}

/// For whom a program says to come, and what proves it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Login {
    /// The player.
    pub user: String,
    /// The secret.
    pub password: String,
}

/// A move as a program sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCall {
    /// The game's number, as it was written.
    pub game: String,
    /// He resigns.
    pub resign: bool,
    /// He accepts a draw.
    pub accept_draw: bool,
    /// He offers one.
    pub offer_draw: bool,
    /// He claims one.
    pub claim_draw: bool,
    /// The number of the move as printed.
    pub number: Option<u32>,
    /// The move; where there is none to make, often the last one of the opponent.
    pub mv: String,
    /// Words to the opponent.
    pub words: Words,
}

/// Words to the opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// None.
    #[default]
    None,
    /// As they were written.
    Said(String),
    /// There were some, and the program has destroyed them.
    Damaged,
}

/// Why a request is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoapFault {
    /// It is no SOAP, or holds what has no place in it.
    Unreadable,
    /// It asks for what is not done here.
    Unavailable,
}

/// Reads a request.
///
/// # Errors
/// It is none.
pub fn read(bytes: &[u8]) -> Result<XfccCall, SoapFault> {
    let text = text_of(bytes);
    if let Some(call) = parse(&text, false) {
        return call;
    }
    let without = without_words(&text).and_then(|text| parse(&text, true));
    without.unwrap_or(Err(SoapFault::Unreadable))
}

/// What is no UTF-8 has been written a byte a letter, whatever it says of itself.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|b| char::from(*b)).collect()),
    }
}

/// The request without its words to the opponent; none where there are no such.
fn without_words(text: &str) -> Option<String> {
    let (before, rest) = text.split_once(WORDS)?;
    let last = rest.rfind(WORDS)?;
    let end = rest.get(..last)?.rfind("</")?;
    Some(format!("{before}{WORDS}{}", rest.get(end..)?))
}

/// What an XML text asks for; `None` where it is none.
fn parse(text: &str, damaged: bool) -> Option<Result<XfccCall, SoapFault>> {
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).ok()?;
    let envelope = document.root_element();
    let body = child(envelope, "Body").filter(|_| envelope.tag_name().name() == "Envelope");
    let Some(asked) = body.and_then(|body| body.first_element_child()) else {
        return Some(Err(SoapFault::Unreadable));
    };
    let login = Login {
        user: said(asked, "username"),
        password: said(asked, "password"),
    };
    Some(match asked.tag_name().name() {
        "GetMyGames" => Ok(XfccCall::GetMyGames(login)),
        "MakeAMove" => Ok(XfccCall::MakeAMove(login, move_of(asked, damaged))),
        _ => Err(SoapFault::Unavailable),
    })
}

fn move_of(asked: Node<'_, '_>, damaged: bool) -> MoveCall {
    let words = said(asked, "myMessage");
    MoveCall {
        game: said(asked, "gameId"),
        resign: is_set(asked, "resign"),
        accept_draw: is_set(asked, "acceptDraw"),
        offer_draw: is_set(asked, "offerDraw"),
        claim_draw: is_set(asked, "claimDraw"),
        number: said(asked, "movecount").parse().ok(),
        mv: said(asked, "myMove"),
        words: match (damaged, words.is_empty()) {
            (true, _) => Words::Damaged,
            (false, true) => Words::None,
            (false, false) => Words::Said(words),
        },
    }
}

fn child<'a, 'i>(of: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    let mut children = of.children();
    children.find(|c| c.is_element() && c.tag_name().name() == name)
}

/// The text of an element; empty where there is none.
fn said(of: Node<'_, '_>, name: &str) -> String {
    let texts = child(of, name).into_iter().flat_map(|c| c.children());
    let all: String = texts.filter_map(|t| t.text()).collect();
    all.trim().to_owned()
}

/// A boolean of XML Schema.
fn is_set(of: Node<'_, '_>, name: &str) -> bool {
    matches!(said(of, name).as_str(), "1" | "true" | "True" | "TRUE")
}

/// Whether words that are XML have been cut down to bytes nevertheless: what Scid makes of
/// Cyrillic has no small Latin letter, and signs in it that no capitals go with.
pub fn is_cut(words: &str) -> bool {
    let inside = |c: char| matches!(c, ' '..='Q') || c.is_control();
    words.chars().count() >= 4
        && words.chars().all(inside)
        && words.contains(|c: char| matches!(c, ':'..='?') || c.is_control())
        && words.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '@')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As Scid 4.7.4 writes it.
    fn scid(words: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\t<soap:Envelope \
             xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
             xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" \
             xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">\n\t<soap:Body>\n\t\
             <MakeAMove xmlns=\"http://www.bennedik.com/webservices/XfccBasic\">\
             <username>ivan</username><password>s&amp;ecret</password><gameId>1001</gameId>\
             <resign>0</resign><acceptDraw>0</acceptDraw><movecount>1</movecount>\
             <myMove>c5</myMove><offerDraw>1</offerDraw><claimDraw>0</claimDraw>\
             <myMessage>{words}</myMessage></MakeAMove></soap:Body>\n\t</soap:Envelope>"
        )
    }

    fn moved(bytes: &[u8]) -> MoveCall {
        match read(bytes) {
            Ok(XfccCall::MakeAMove(login, call)) => {
                assert_eq!(
                    (login.user.as_str(), login.password.as_str()),
                    ("ivan", "s&ecret")
                );
                call
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_move_as_scid_writes_it() {
        let call = moved(scid("Thanks &amp; good luck").as_bytes());
        let expected = MoveCall {
            game: "1001".to_owned(),
            offer_draw: true,
            number: Some(1),
            mv: "c5".to_owned(),
            words: Words::Said("Thanks & good luck".to_owned()),
            ..MoveCall::default()
        };
        assert_eq!(call, expected);
    }

    #[test]
    fn prefixes_a_header_and_words_for_booleans() {
        let text = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" \
             xmlns:ns=\"http://www.bennedik.com/webservices/XfccBasic\"><s:Header/><s:Body>\
             <ns:MakeAMove><ns:username>ivan</ns:username><ns:password>s&amp;ecret</ns:password>\
             <ns:gameId>7</ns:gameId><ns:resign>true</ns:resign><ns:myMove/></ns:MakeAMove>\
             </s:Body></s:Envelope>";
        let call = moved(text.as_bytes());
        assert!(call.resign && !call.offer_draw && call.number.is_none());
        assert_eq!((call.mv.as_str(), call.words), ("", Words::None));
    }

    /// What Tcl makes of `\u{426}ена: мат`, and of what it holds control characters in.
    #[test]
    fn words_that_were_destroyed_do_not_take_the_move_with_them() {
        for words in [
            "&5=0: <0B",
            "\u{10}\u{1f}@825B",
            "a </myMessage> <b",
            "<!DOCTYPE x>",
        ] {
            let call = moved(scid(words).as_bytes());
            assert_eq!(
                (call.mv.as_str(), call.words),
                ("c5", Words::Damaged),
                "{words:?}"
            );
        }
        let mut latin = scid("Gr").into_bytes();
        let at = latin.windows(4).position(|w| w == b"Gr</").unwrap();
        latin.splice(at + 2..at + 2, *b"\xfc\xdfe");
        assert_eq!(
            moved(&latin).words,
            Words::Said("Gr\u{fc}\u{df}e".to_owned())
        );
    }

    #[test]
    fn words_cut_down_to_bytes_are_known() {
        // Спасибо, спасибо за партию, удачи.
        for cut in ["!?0A81>", "A?0A81> 70 ?0@B8N", "C40G8 ; A?0A81>"] {
            assert!(is_cut(cut), "{cut}");
        }
        for said in [
            "",
            "OK",
            "Thanks!",
            "GOOD LUCK",
            "1-0",
            "12",
            "Gr\u{fc}\u{df}e",
            "???!",
        ] {
            assert!(!is_cut(said), "{said}");
        }
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\">\
             <!ENTITY b \"&a;&a;&a;\">]><Envelope><Body><GetMyGames><username>&b;</username>\
             </GetMyGames></Body></Envelope>";
        let many = format!("<Envelope><Body>{}</Body></Envelope>", "<a/>".repeat(5_000));
        let deep = format!("{}{}", "<a>".repeat(20_000), "</a>".repeat(20_000));
        for text in [
            "",
            "x",
            "<a/>",
            "<Envelope/>",
            "<Envelope><Body/></Envelope>",
            bomb,
            &many,
            &deep,
        ] {
            let start: String = text.chars().take(40).collect();
            assert_eq!(read(text.as_bytes()), Err(SoapFault::Unreadable), "{start}");
        }
        let other = "<Envelope><Body><MakeAMove2/></Body></Envelope>";
        assert_eq!(read(other.as_bytes()), Err(SoapFault::Unavailable));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..3_000)) {
            let _ = read(&bytes);
        }

        /// A request with some of its bytes changed, left out or doubled.
        #[test]
        fn a_request_that_was_spoilt_is_read_or_refused(
            changes in proptest::collection::vec((any::<usize>(), any::<u8>(), 0..4u8), 1..12),
        ) {
            let mut bytes = scid("Thanks &amp; good luck").into_bytes();
            for (at, byte, how) in changes {
                let at = at % bytes.len().max(1);
                match how {
                    _ if bytes.is_empty() => bytes.push(byte),
                    0 => bytes[at] = byte,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, byte),
                    _ => bytes.truncate(at + 1),
                }
            }
            let _ = read(&bytes);
        }

        /// No words take a move with them, whatever is in them, unless they pretend to be
        /// the rest of the request.
        #[test]
        fn whatever_the_words_are_the_move_is_read(words in "[^/]{0,200}") {
            let call = moved(scid(&words).as_bytes());
            prop_assert_eq!(call.mv.as_str(), "c5");
            prop_assert_eq!(call.game.as_str(), "1001");
        }
    }
}
