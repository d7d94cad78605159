//! The elements of HTML by what they do to the lines of a text.

/// Elements whose content is no text of the page.
pub fn is_raw(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "title"
            | "template"
            | "textarea"
            | "noscript"
            | "xml"
            | "svg"
            | "math"
            | "object"
            | "iframe"
    )
}

/// What stands before the end tag, and what follows it: nothing where it is missing, as in a
/// browser.
pub fn text_of_raw<'t>(text: &'t str, name: &str) -> (&'t str, &'t str) {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("</")) {
        let at = from + at;
        let after = text.get(at + 2..).unwrap_or("");
        if after
            .get(..name.len())
            .is_some_and(|n| n.eq_ignore_ascii_case(name))
        {
            let further = after.find('>').and_then(|e| after.get(e + 1..));
            return (text.get(..at).unwrap_or(""), further.unwrap_or(""));
        }
        from = at + 2;
    }
    (text, "")
}

/// Elements of whose words none is drawn: lists to choose of, and what stands there for programs
/// that play nothing.
pub fn is_not_drawn(name: &str) -> bool {
    matches!(
        name,
        "audio"
            | "canvas"
            | "datalist"
            | "head"
            | "meter"
            | "noembed"
            | "noframes"
            | "progress"
            | "rp"
            | "select"
            | "video"
    )
}

/// Elements without an end tag.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that begin and end lines.
pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "legend"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
    )
}
