//! What mail clients mark in their HTML: what is hidden, quoted, or a signature.

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
    pub fn of(tag: &Tag) -> ClientMark {
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
        let style: String = tag
            .value("style")
            .to_lowercase()
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        if is_hidden_style(&style) || tag.has("hidden") || is_smiley(tag, &style) {
            return ClientMark::Hidden;
        }
        if is_struck_style(&style) {
            return ClientMark::Struck;
        }
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
        if quoted || tag.name == "blockquote" && !is_indent(tag, &style) {
            return ClientMark::Quoted;
        }
        ClientMark::None
    }
}

/// What nobody can see, whatever its colour.
fn is_hidden_style(style: &str) -> bool {
    let rules = style.split(';').filter_map(|rule| {
        let rule = rule.strip_suffix("!important").unwrap_or(rule);
        rule.split_once(':')
    });
    let rules: Vec<(&str, &str)> = rules.collect();
    let says = |name: &str, value: &str| rules.iter().any(|(n, v)| *n == name && *v == value);
    let nought = |name: &str| rules.iter().any(|(n, v)| *n == name && is_nought(v));
    says("display", "none")
        || says("visibility", "hidden")
        || says("visibility", "collapse")
        || says("content-visibility", "hidden")
        || rules.iter().any(|(n, v)| is_shrunk(n, v))
        || says("mso-hide", "all")
        || rules.iter().any(|(n, v)| is_tiny(n, v))
        || rules.iter().any(|(n, v)| *n == "opacity" && is_faint(v))
        || (nought("max-height") || nought("height") || nought("max-width") || nought("width"))
            && says("overflow", "hidden")
        || rules.iter().any(|(n, v)| is_moved_away(n, v))
}

/// Nothing is left of it, or none of it is seen through a filter or a clip.
fn is_shrunk(name: &str, value: &str) -> bool {
    let begins = |all: &[&str]| all.iter().any(|one| value.starts_with(one));
    match name {
        "zoom" => is_nought(value),
        "transform" => [
            "scale(0)",
            "scale(0,",
            "scalex(0)",
            "scaley(0)",
            "scale3d(0,",
        ]
        .iter()
        .any(|one| value.contains(one)),
        "scale" => is_nought(value),
        "filter" => {
            let inner = value.split_once("opacity(").map(|(_, inner)| inner);
            inner.is_some_and(|inner| is_faint(inner.split(')').next().unwrap_or(inner)))
        }
        "clip" => begins(&["rect(0,0,0,0)", "rect(0000)", "rect(1px,1px,1px,1px)"]),
        "clip-path" => begins(&["inset(50%)", "inset(100%)", "circle(0", "polygon(00,00,00)"]),
        "font-size" => value.starts_with("calc(0"),
        _ => false,
    }
}

/// It stands hundreds of pixels outside of the page.
fn is_moved_away(name: &str, value: &str) -> bool {
    let moves = matches!(
        name,
        "left"
            | "top"
            | "right"
            | "bottom"
            | "text-indent"
            | "margin-left"
            | "margin-top"
            | "margin"
    );
    let far = value.strip_prefix('-').map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or("").parse()
    });
    moves && far.is_some_and(|far| far.is_ok_and(|far: f32| far >= 400.0))
}

/// A line through the words, whatever else is said of that line.
fn is_struck_style(style: &str) -> bool {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    rules.any(|(name, value)| {
        matches!(name, "text-decoration" | "text-decoration-line") && value.contains("line-through")
    })
}

/// A letter that a font of pictures shows as a smiley: Outlook makes `J` of `:-)`.
fn is_smiley(tag: &Tag, style: &str) -> bool {
    let mut rules = style.split(';').filter_map(|rule| rule.split_once(':'));
    let of_pictures = |font: &str| font.trim_matches(['"', '\'']).starts_with("wingdings");
    rules.any(|(name, value)| name == "font-family" && of_pictures(value))
        || tag.name == "font" && of_pictures(&tag.value("face").to_lowercase())
}

/// Letters of a pixel or less: `font-size: 1px`, `font: 0/0 a`.
fn is_tiny(name: &str, value: &str) -> bool {
    if !matches!(name, "font-size" | "font") {
        return false;
    }
    let end = value.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let (figure, unit) = value.split_at(end.unwrap_or(value.len()));
    let Ok(size) = figure.parse::<f32>() else {
        return false;
    };
    size == 0.0
        || unit.starts_with("px") && size <= 1.0
        || unit.starts_with("pt") && size <= 1.0
        || (unit.starts_with("em") || unit.starts_with("rem")) && size <= 0.1
        || unit.starts_with('%') && size <= 10.0
}

/// Less than a tenth of it is seen.
fn is_faint(value: &str) -> bool {
    let part = match value.strip_suffix('%') {
        Some(figure) => figure.parse::<f32>().map(|n| n / 100.0),
        None => value.parse(),
    };
    part.is_ok_and(|part| part < 0.1)
}

/// `0`, `0px`, `0.0pt`, `0%`.
fn is_nought(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    number.parse::<f32>().is_ok_and(|n| n == 0.0)
}

/// Gmail's indent button makes a blockquote of the writer's own words.
fn is_indent(tag: &Tag, style: &str) -> bool {
    tag.value("class").is_empty()
        && !tag.has("type")
        && !tag.has("cite")
        && style.contains("border:none")
        && style.contains("40px")
}
