//! Orders: filled in, shown with what they would do, and given by a yes to exactly that.

use super::today::OrderButton;
use super::{AtDesk, DeskFrame};
use crate::error::Failure;
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::by_letter::{about, help_in};
use crate::orders::form::{FieldKind, OrderField, OrderForm, form as form_of, forms};
use crate::report::document::{Block, Document, escape, html_body};
use crate::robot::official_accounts::preview_number;
use crate::robot::orders::{DeskAnswer, DeskOrders, DeskRefusal, Shown, ShownOrder};
use crate::web::asked::Asked;
use crate::web::form::Form;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

/// What is filled in.
#[derive(Clone, Debug, Default)]
struct Filled {
    text: String,
    reason: String,
    article: String,
    /// The order whose form it was; empty: it was filled in as a line.
    order: String,
    /// What stands in the form's fields.
    fields: Vec<(String, String)>,
}

/// What the fields of an order's form are named by, before their own names.
const FIELD: &str = "f-";

/// Most fields that are heeded: no order has as many.
const MOST_FIELDS: usize = 40;

impl Filled {
    /// What was filled in, in a form or behind the `?` of an address.
    fn of(form: &Form) -> Filled {
        let lines = |name: &str| form.text(name).replace("\r\n", "\n");
        let fields = form.named(FIELD).take(MOST_FIELDS);
        let fields = fields.map(|(id, value)| (id.to_owned(), value.replace("\r\n", "\n")));
        let mut filled = Filled {
            text: lines("text"),
            reason: lines("reason"),
            article: lines("article"),
            order: lines("order"),
            fields: fields.collect(),
        };
        if let Some(order) = filled.form() {
            filled.text = order.line(|id| filled.field(id).to_owned());
        }
        filled
    }

    fn form(&self) -> Option<OrderForm> {
        match self.order.is_empty() {
            true => None,
            false => form_of(&self.order),
        }
    }

    fn field(&self, id: &str) -> &str {
        let found = self.fields.iter().find(|(own, _)| own == id);
        found.map_or("", |(_, value)| value.as_str())
    }
}

#[derive(Serialize)]
struct OrderPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    text: &'a str,
    reason: &'a str,
    article: &'a str,
    /// What became of it.
    said: Option<&'static str>,
    is_done: bool,
    refused: Option<RefusalShown>,
    each: Vec<OrderShown>,
    /// What a yes shows; none where none is asked for.
    yes: Option<String>,
    number: &'a str,
    only_tried: bool,
    /// They decide nothing.
    only_shows: bool,
    asks: bool,
    help: String,
    /// The orders that have a form.
    orders: Vec<OrderNamed>,
    /// The form that is filled in.
    form: Option<FormShown<'a>>,
}

/// An order that has a form.
#[derive(Serialize)]
pub struct OrderNamed {
    name: String,
    about: &'static str,
    /// What stands behind the `?` of its form's address.
    query: String,
}

#[derive(Serialize)]
struct FormShown<'a> {
    name: String,
    about: &'static str,
    fields: Vec<FieldShown<'a>>,
}

#[derive(Serialize)]
struct FieldShown<'a> {
    id: String,
    label: String,
    about: String,
    kind: &'static str,
    choices: Vec<(String, String)>,
    is_required: bool,
    value: &'a str,
    default: String,
}

#[derive(Serialize)]
struct RefusalShown {
    line: String,
    why: String,
    usage: String,
    example: String,
}

#[derive(Serialize)]
struct OrderShown {
    line: String,
    number: Option<i64>,
    what: String,
    articles: String,
    cautions: Vec<String>,
    effect: String,
    letters: Vec<String>,
    released: u32,
    documents: String,
    /// Orders that it leads to.
    leads_to: Vec<OrderButton>,
}

/// `/desk/order`
pub async fn order(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let Some(form) = &asked.form else {
        // An address may name an order's form and what stands in it, and no line.
        let filled = match Filled::of(&asked.query) {
            filled if filled.form().is_some() => filled,
            _ => Filled::default(),
        };
        return blank(asked, at, &filled);
    };
    let filled = Filled::of(form);
    match form.text("step") {
        "show" => {
            let number = preview_number()?;
            let answer = ask(asked, at, &filled, (number.clone(), None)).await?;
            became(asked, at, &filled, (&number, answer))
        }
        "give" => give(asked, at, &filled, form.text("number"), form.text("yes")).await,
        _ => blank(asked, at, &filled),
    }
}

/// Gives what was shown, once.
async fn give(
    asked: &Asked,
    at: &AtDesk,
    filled: &Filled,
    number: &str,
    yes: &str,
) -> Result<Response, Failure> {
    let answer = ask(asked, at, filled, (number.to_owned(), Some(yes.to_owned()))).await?;
    if let DeskAnswer::Done(shown) = &answer {
        let numbers = shown.each.iter().filter_map(|one| one.number);
        let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
        tracing::info!("orders given at the desk: decisions {}", numbers.join(", "));
    }
    became(asked, at, filled, (number, answer))
}

async fn ask(
    asked: &Asked,
    at: &AtDesk,
    filled: &Filled,
    (number, yes): (String, Option<String>),
) -> Result<DeskAnswer, Failure> {
    let official = at.official.address().to_owned();
    let (filled, language) = (filled.clone(), asked.language);
    let done = asked.server.clerk.does_alone(move |robot| {
        let orders = DeskOrders {
            official: &official,
            text: &filled.text,
            reason: &filled.reason,
            article: &filled.article,
            number: &number,
            language,
        };
        robot.desk_orders(&orders, yes.as_deref())
    });
    done.await
}

fn empty<'a>(asked: &'a Asked, at: &AtDesk, filled: &'a Filled) -> OrderPage<'a> {
    OrderPage {
        desk: at.frame(),
        here: match asked.form {
            None => "/desk/order",
            Some(_) => "",
        },
        text: &filled.text,
        reason: &filled.reason,
        article: &filled.article,
        said: None,
        is_done: false,
        refused: None,
        each: Vec::new(),
        yes: None,
        number: "",
        only_tried: false,
        only_shows: false,
        asks: false,
        help: help_in(asked.language),
        orders: named(asked.language, None),
        form: filled
            .form()
            .map(|form| form_shown(form, filled, asked.language)),
    }
}

/// The orders that have a form, named in a language; of those that have a field of a name, it
/// is filled in already.
pub fn named(language: Language, filled: Option<(&str, &str)>) -> Vec<OrderNamed> {
    let each = forms().into_iter();
    let has = |form: &OrderForm| match filled {
        Some((id, _)) => form.fields.iter().any(|field| field.id == id),
        None => true,
    };
    let shown = |form: OrderForm| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("order", &form.name);
        if let Some((id, value)) = filled {
            query.append_pair(&format!("{FIELD}{id}"), value);
        }
        OrderNamed {
            about: about(language, &form.name),
            name: form.name,
            query: query.finish(),
        }
    };
    each.filter(has).map(shown).collect()
}

fn form_shown(form: OrderForm, filled: &Filled, language: Language) -> FormShown<'_> {
    let fields = form.fields.into_iter();
    FormShown {
        about: about(language, &form.name),
        name: form.name,
        fields: fields.map(|field| field_shown(field, filled)).collect(),
    }
}

fn field_shown(field: OrderField, filled: &Filled) -> FieldShown<'_> {
    let (kind, choices) = match field.kind {
        FieldKind::Flag => ("flag", Vec::new()),
        FieldKind::Choice(all) => ("choice", all),
        FieldKind::Day => ("day", Vec::new()),
        FieldKind::Words => ("words", Vec::new()),
        FieldKind::Word => ("word", Vec::new()),
    };
    FieldShown {
        value: filled.field(&field.id),
        id: field.id,
        label: field.label,
        about: field.about,
        kind,
        choices,
        is_required: field.is_required,
        default: field.default,
    }
}

fn blank(asked: &Asked, at: &AtDesk, filled: &Filled) -> Result<Response, Failure> {
    asked.page("desk-order", &empty(asked, at, filled))
}

/// The page of what became of orders.
fn became(
    asked: &Asked,
    at: &AtDesk,
    filled: &Filled,
    (number, answer): (&str, DeskAnswer),
) -> Result<Response, Failure> {
    let empty = empty(asked, at, filled);
    let (status, said, shown, number) = match answer {
        DeskAnswer::Refused(why) => {
            let page = OrderPage {
                said: Some(Phrase("desk-order.refused").say(asked.language)),
                refused: Some(why.into()),
                ..empty
            };
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return asked.page_with(status, "desk-order", &page);
        }
        DeskAnswer::Twice => {
            let page = OrderPage {
                said: Some(Phrase("desk-order.twice").say(asked.language)),
                is_done: true,
                ..empty
            };
            return asked.page_with(StatusCode::CONFLICT, "desk-order", &page);
        }
        DeskAnswer::Done(shown) => {
            let page = OrderPage {
                said: Some(Phrase("desk-order.done").say(asked.language)),
                is_done: true,
                each: each(shown, asked.language),
                ..empty
            };
            return asked.page("desk-order", &page);
        }
        // Below what is shown stands what was filled in, to look at something else.
        DeskAnswer::Would(shown) | DeskAnswer::Changed(shown) if shown.only_shows => {
            let page = OrderPage {
                only_shows: true,
                each: each(shown, asked.language),
                ..empty
            };
            return asked.page("desk-order", &page);
        }
        DeskAnswer::Would(shown) => (StatusCode::OK, Phrase("desk-order.would"), shown, number),
        DeskAnswer::Changed(shown) => {
            let said = Phrase("desk-order.changed");
            (StatusCode::CONFLICT, said, shown, number)
        }
    };
    let page = OrderPage {
        said: Some(said.say(asked.language)),
        yes: Some(shown.yes.clone()),
        number,
        only_tried: shown.only_tried,
        asks: shown.each.iter().any(|one| !one.cautions.is_empty()),
        each: each(shown, asked.language),
        ..empty
    };
    asked.page_with(status, "desk-order", &page)
}

fn each(shown: Shown, language: Language) -> Vec<OrderShown> {
    let each = shown.each.into_iter();
    each.map(|one| OrderShown::of(one, language)).collect()
}

impl OrderShown {
    fn of(one: ShownOrder, language: Language) -> OrderShown {
        let letters = one.letters.into_iter();
        let documents = one.documents.into_iter().map(|mut document| {
            if !one.leads_to.is_empty() {
                without_typed_orders(&mut document);
            }
            let title = escape(&document.title);
            format!("<h3>{title}</h3>\n{}", html_body(&document))
        });
        OrderShown {
            line: one.line,
            number: one.number,
            what: one.what,
            articles: one.articles.join(", "),
            cautions: one.cautions,
            effect: one.effect.join("\n"),
            letters: letters
                .map(|(kind, name)| format!("{kind}: {name}"))
                .collect(),
            released: one.released,
            documents: documents.collect(),
            leads_to: one
                .leads_to
                .iter()
                .map(|order| OrderButton::of(order, language))
                .collect(),
        }
    }
}

/// Orders as the console takes them are buttons here.
fn without_typed_orders(document: &mut Document) {
    for section in &mut document.sections {
        section
            .blocks
            .retain(|block| !matches!(block, Block::Preformatted(_)));
    }
}

impl From<DeskRefusal> for RefusalShown {
    fn from(why: DeskRefusal) -> RefusalShown {
        RefusalShown {
            line: why.line,
            why: why.why,
            usage: why.usage,
            example: why.example,
        }
    }
}
