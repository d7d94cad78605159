//! What mail clients mark in their HTML: what is hidden, quoted, or a signature.

use super::style::ReadStyle;
use super::tag::Tag;

/// What a client's mark says about an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClientMark {
    /// Nothing.
    None,
    /// It is not shown.
    Hidden,
    /// It is struck out.
    Struck,
    /// It is the words of another.
    Quoted,
    /// It is a signature.
    Aside,
    /// From here on all is quoted.
    Ends,
}

impl ClientMark {
    /// The marks of the clients, as measured in their letters.
    pub fn of(tag: &Tag, said: &ReadStyle) -> ClientMark {
        // Most have nothing but their name.
        if matches!(tag.name.as_str(), "s" | "strike" | "del") {
            return ClientMark::Struck;
        }
        if tag.is_bare() {
            return match tag.name == "blockquote" {
                true => ClientMark::Quoted,
                false => ClientMark::None,
            };
        }
        let is_hidden = tag.has("hidden") || tag.has("popover");
        if is_hidden || said.hides || is_smiley(tag, said) {
            return ClientMark::Hidden;
        }
        if said.is_struck {
            return ClientMark::Struck;
        }
        let style = said.tight.as_str();
        let id = tag.value("id").to_lowercase();
        let id = id.strip_prefix("x_").unwrap_or(&id);
        let class = tag.value("class").to_lowercase();
        let classes = || {
            class
                .split_whitespace()
                .map(|c| c.strip_prefix("x_").unwrap_or(c))
        };
        let name = tag.value("name").to_lowercase();
        // From here to the end it is a quotation: Outlook in all its forms.
        let outlook = style.contains("border-top:solid#e1e1e11.0pt")
            || style.contains("border-top:solid#b5c4df1.0pt")
            || style.contains("border-top:#e1e1e11.0ptsolid")
            || style.contains("border-top:#b5c4df1.0ptsolid")
            || style.contains("border-top:1ptsolid") && style.contains("padding:3pt0")
            || style.contains("border-top-width:1pt") && style.contains("padding:3pt0");
        if outlook
            || matches!(
                id,
                "appendonsend"
                    | "divrplyfwdmsg"
                    | "mail-editor-reference-message-container"
                    | "olk_src_body_section"
            )
            || name == "messagereplysection"
            || tag.name == "hr" && tag.value("data-marker") == "__DIVIDER__"
            || tag.name == "hr" && matches!(id, "stopspelling" | "zwchr")
        {
            return ClientMark::Ends;
        }
        if matches!(
            id,
            "signature"
                | "ms-outlook-mobile-signature"
                | "mail-app-auto-signature"
                | "applemailsignature"
                | "applemailsignatureatendofbody"
        ) || classes().any(|c| {
            matches!(
                c,
                "gmail_signature"
                    | "moz-signature"
                    | "gmail_signature_prefix"
                    | "protonmail_signature_block"
                    | "yahoo-signature"
                    | "tutanota_signature"
            )
        }) || tag.has("data-signature-widget")
        {
            return ClientMark::Aside;
        }
        // gmail_quote holds the answers between the quotations as well: only
        // the attribution and the blockquotes in it are the other's words.
        let quoted = classes().any(|c| {
            matches!(
                c,
                "gmail_attr"
                    | "moz-cite-prefix"
                    | "moz-forward-container"
                    | "mail-quote-collapse"
                    | "mail-quote-collapse_mr_css_attr"
                    | "protonmail_quote"
                    | "tutanota_quote"
                    | "zmail_extra"
                    | "ms-outlook-mobile-reference-message"
            )
        }) || classes().any(|c| c.ends_with("yahoo_quoted"))
            // Yahoo puts a prefix that changes before its names: `ydp1a2b3c4dyahoo_quoted_5`.
            || id.contains("yahoo_quoted")
            || matches!(
                id,
                "composewebview_previouse_content" | "mail-app-auto-quote"
            )
            || tag.name == "div" && name == "quote";
        if quoted || tag.name == "blockquote" && !is_indent(tag, style) {
            return ClientMark::Quoted;
        }
        ClientMark::None
    }
}

/// A letter that a font of pictures shows as a smiley: Outlook makes `J` of `:-)`.
fn is_smiley(tag: &Tag, said: &ReadStyle) -> bool {
    let of_pictures = |font: &str| font.trim_matches(['"', '\'']).starts_with("wingdings");
    said.style.value("font-family").is_some_and(of_pictures)
        || tag.name == "font" && of_pictures(&tag.value("face").to_lowercase())
}

/// Gmail's indent button makes a blockquote of the writer's own words.
fn is_indent(tag: &Tag, style: &str) -> bool {
    tag.value("class").is_empty()
        && !tag.has("type")
        && !tag.has("cite")
        && style.contains("border:none")
        && style.contains("40px")
}
