//! Our own drawings, boards and plots, as lines and areas on a sheet. They are SVG
//! of a few elements whose colours are attributes; anything else is refused, so
//! that nothing is left out unseen.

use super::fonts::{Face, Fonts, composed};
use super::ink::{Colour, TextStyle, filled, path, rgb, write};
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use roxmltree::Node;
use std::str::FromStr;
use svgtypes::{
    Color, Paint, PointsParser, SimplePathSegment, SimplifyingPathParser, TransformListParser,
    TransformListToken, ViewBox,
};

/// A drawing.
pub struct Drawing {
    /// Its size, in its own units.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// How wide it wants to be shown, in pixels.
    pub shown: f32,
    origin: (f32, f32),
    shapes: Vec<Shape>,
}

enum Shape {
    Path {
        path: krilla::geom::Path,
        look: Inherited,
        at: Transform,
    },
    Text {
        x: f32,
        y: f32,
        text: String,
        look: Inherited,
        at: Transform,
    },
}

/// What elements inherit from those around them.
#[derive(Clone, Debug)]
struct Inherited {
    fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f32,
    opacity: f32,
    dash: Vec<f32>,
    cap: LineCap,
    join: LineJoin,
    size: f32,
    bold: bool,
    anchor: Anchor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Default for Inherited {
    fn default() -> Inherited {
        Inherited {
            fill: Some((0, 0, 0)),
            stroke: None,
            width: 1.0,
            opacity: 1.0,
            dash: Vec::new(),
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            size: 16.0,
            bold: false,
            anchor: Anchor::Start,
        }
    }
}

impl Drawing {
    /// Reads an `<svg>` element; says what it cannot draw.
    pub fn read(svg: &str) -> Result<Drawing, String> {
        let file = roxmltree::Document::parse(svg).map_err(|e| e.to_string())?;
        let root = file.root_element();
        let view = match root.attribute("viewBox") {
            Some(text) => ViewBox::from_str(text).map_err(|e| e.to_string())?,
            None => ViewBox::new(0.0, 0.0, number(root, "width")?, number(root, "height")?),
        };
        let shown = match root.attribute("width") {
            Some(_) => number(root, "width")?,
            None => view.w,
        };
        let mut shapes = Vec::new();
        for child in root.children() {
            element(
                child,
                &Inherited::default(),
                Transform::identity(),
                &mut shapes,
            )?;
        }
        Ok(Drawing {
            width: single(view.w),
            height: single(view.h),
            shown: single(shown),
            origin: (single(view.x), single(view.y)),
            shapes,
        })
    }

    /// Draws it with its upper left corner there.
    pub fn draw(&self, surface: &mut Surface<'_>, fonts: &Fonts, to: Point, scale: f32) {
        let x = to.x - self.origin.0 * scale;
        let y = to.y - self.origin.1 * scale;
        surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x, y));
        for shape in &self.shapes {
            match shape {
                Shape::Path { path, look, at } => {
                    surface.push_transform(at);
                    surface.set_fill(look.fill.map(|c| filled(c, look.opacity)));
                    surface.set_stroke(look.stroke.map(|c| look.pen(c)));
                    if look.fill.is_some() || look.stroke.is_some() {
                        surface.draw_path(path);
                    }
                    surface.pop();
                }
                Shape::Text {
                    x,
                    y,
                    text,
                    look,
                    at,
                } => {
                    let Some(colour) = look.fill else { continue };
                    let face = if look.bold { Face::Bold } else { Face::Regular };
                    let style = TextStyle {
                        face,
                        size: look.size,
                        colour,
                    };
                    let wide = fonts.width(face, look.size, text);
                    let before = match look.anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => wide / 2.0,
                        Anchor::End => wide,
                    };
                    surface.push_transform(at);
                    write(surface, fonts, Point::from_xy(x - before, *y), style, text);
                    surface.pop();
                }
            }
        }
        surface.pop();
    }
}

impl Inherited {
    fn pen(&self, colour: Colour) -> Stroke {
        Stroke {
            paint: rgb(colour).into(),
            width: self.width,
            opacity: NormalizedF32::new(self.opacity).unwrap_or(NormalizedF32::ONE),
            line_cap: self.cap,
            line_join: self.join,
            dash: (!self.dash.is_empty()).then(|| StrokeDash {
                array: self.dash.clone(),
                offset: 0.0,
            }),
            ..Stroke::default()
        }
    }

    /// The look of an element: its attributes over what it inherits.
    fn of(&self, node: Node<'_, '_>) -> Result<Inherited, String> {
        let mut look = self.clone();
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "fill" => look.fill = colour(value, look.fill)?,
                "stroke" => look.stroke = colour(value, look.stroke)?,
                "stroke-width" => look.width = figure(value)?,
                "opacity" | "fill-opacity" | "stroke-opacity" => {
                    look.opacity = self.opacity * figure(value)?;
                }
                "stroke-dasharray" if value == "none" => look.dash.clear(),
                "stroke-dasharray" => {
                    let parts = value.split([' ', ',']).filter(|p| !p.is_empty());
                    look.dash = parts.map(figure).collect::<Result<_, _>>()?;
                }
                "stroke-linecap" => {
                    look.cap = match value {
                        "round" => LineCap::Round,
                        "square" => LineCap::Square,
                        _ => LineCap::Butt,
                    }
                }
                "stroke-linejoin" => {
                    look.join = match value {
                        "round" => LineJoin::Round,
                        "bevel" => LineJoin::Bevel,
                        _ => LineJoin::Miter,
                    }
                }
                "font-size" => look.size = figure(value)?,
                "font-weight" => look.bold = matches!(value, "bold" | "600" | "700"),
                "text-anchor" => {
                    look.anchor = match value {
                        "middle" => Anchor::Middle,
                        "end" => Anchor::End,
                        _ => Anchor::Start,
                    }
                }
                "style" => return Err(format!("a style of its own: {value}")),
                _ => {}
            }
        }
        Ok(look)
    }
}

fn element(
    node: Node<'_, '_>,
    around: &Inherited,
    at: Transform,
    shapes: &mut Vec<Shape>,
) -> Result<(), String> {
    if !node.is_element() {
        return Ok(());
    }
    let look = around.of(node)?;
    let at = match node.attribute("transform") {
        Some(text) => moved(at, text)?,
        None => at,
    };
    let name = node.tag_name().name();
    let n = |name: &str| number(node, name).map(single);
    let built = match name {
        "title" | "desc" => return Ok(()),
        "g" | "a" | "svg" => {
            for child in node.children() {
                element(child, &look, at, shapes)?;
            }
            return Ok(());
        }
        "text" => {
            let parts = node.descendants().filter(Node::is_text);
            let text: String = parts.filter_map(|d| d.text()).collect();
            let text = composed(text.trim());
            let (x, y) = (n("x")?, n("y")?);
            shapes.push(Shape::Text {
                x,
                y,
                text,
                look,
                at,
            });
            return Ok(());
        }
        "rect" => {
            let rect = Rect::from_xywh(n("x")?, n("y")?, n("width")?, n("height")?);
            path(|p| {
                if let Some(rect) = rect {
                    p.push_rect(rect);
                }
            })
        }
        "circle" => {
            let r = n("r")?;
            let (x, y) = (n("cx")?, n("cy")?);
            path(|p| oval(p, x, y, r, r))
        }
        "ellipse" => {
            let (x, y) = (n("cx")?, n("cy")?);
            let (rx, ry) = (n("rx")?, n("ry")?);
            path(|p| oval(p, x, y, rx, ry))
        }
        "line" => {
            let (from, to) = ((n("x1")?, n("y1")?), (n("x2")?, n("y2")?));
            path(|p| {
                p.move_to(from.0, from.1);
                p.line_to(to.0, to.1);
            })
        }
        "polyline" | "polygon" => {
            let points = node.attribute("points").unwrap_or("");
            path(|p| {
                for (i, (x, y)) in PointsParser::from(points).enumerate() {
                    match i {
                        0 => p.move_to(single(x), single(y)),
                        _ => p.line_to(single(x), single(y)),
                    }
                }
                if name == "polygon" {
                    p.close();
                }
            })
        }
        "path" => segments(node.attribute("d").unwrap_or(""))?,
        other => return Err(format!("an element <{other}>")),
    };
    if let Some(path) = built {
        shapes.push(Shape::Path { path, look, at });
    }
    Ok(())
}

fn segments(data: &str) -> Result<Option<krilla::geom::Path>, String> {
    let mut all = Vec::new();
    for segment in SimplifyingPathParser::from(data) {
        all.push(segment.map_err(|e| format!("the path {data}: {e}"))?);
    }
    Ok(path(|p| {
        for segment in all {
            match segment {
                SimplePathSegment::MoveTo { x, y } => p.move_to(single(x), single(y)),
                SimplePathSegment::LineTo { x, y } => p.line_to(single(x), single(y)),
                SimplePathSegment::CurveTo {
                    x1,
                    y1,
                    x2,
                    y2,
                    x,
                    y,
                } => p.cubic_to(
                    single(x1),
                    single(y1),
                    single(x2),
                    single(y2),
                    single(x),
                    single(y),
                ),
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    p.quad_to(single(x1), single(y1), single(x), single(y));
                }
                SimplePathSegment::ClosePath => p.close(),
            }
        }
    }))
}

/// An oval of four curves.
fn oval(p: &mut PathBuilder, x: f32, y: f32, rx: f32, ry: f32) {
    // How far the handles of a quarter of a circle stand out.
    const HANDLE: f32 = 0.552_284_8;
    let (hx, hy) = (rx * HANDLE, ry * HANDLE);
    p.move_to(x + rx, y);
    p.cubic_to(x + rx, y + hy, x + hx, y + ry, x, y + ry);
    p.cubic_to(x - hx, y + ry, x - rx, y + hy, x - rx, y);
    p.cubic_to(x - rx, y - hy, x - hx, y - ry, x, y - ry);
    p.cubic_to(x + hx, y - ry, x + rx, y - hy, x + rx, y);
    p.close();
}

/// The transformation within another.
fn moved(outer: Transform, text: &str) -> Result<Transform, String> {
    let mut at = outer;
    for token in TransformListParser::from(text) {
        let inner = match token.map_err(|e| e.to_string())? {
            TransformListToken::Translate { tx, ty } => {
                Transform::from_translate(single(tx), single(ty))
            }
            TransformListToken::Scale { sx, sy } => Transform::from_scale(single(sx), single(sy)),
            TransformListToken::Rotate { angle } => Transform::from_rotate(single(angle)),
            TransformListToken::Matrix { a, b, c, d, e, f } => Transform::from_row(
                single(a),
                single(b),
                single(c),
                single(d),
                single(e),
                single(f),
            ),
            other => return Err(format!("the transformation {other:?}")),
        };
        at = within(at, inner);
    }
    Ok(at)
}

/// First the inner, then the outer.
fn within(outer: Transform, inner: Transform) -> Transform {
    let (o, i) = (outer, inner);
    Transform::from_row(
        o.sx() * i.sx() + o.kx() * i.ky(),
        o.ky() * i.sx() + o.sy() * i.ky(),
        o.sx() * i.kx() + o.kx() * i.sy(),
        o.ky() * i.kx() + o.sy() * i.sy(),
        o.sx() * i.tx() + o.kx() * i.ty() + o.tx(),
        o.ky() * i.tx() + o.sy() * i.ty() + o.ty(),
    )
}

fn colour(text: &str, around: Option<Colour>) -> Result<Option<Colour>, String> {
    let of = |c: Color| (c.red, c.green, c.blue);
    match Paint::from_str(text).map_err(|e| format!("the colour {text}: {e}"))? {
        Paint::None => Ok(None),
        Paint::Inherit => Ok(around),
        Paint::CurrentColor => Ok(Some((0, 0, 0))),
        Paint::Color(c) => Ok(Some(of(c))),
        _ => Err(format!("the colour {text}")),
    }
}

/// A number of an attribute; 0 where it is missing.
fn number(node: Node<'_, '_>, name: &str) -> Result<f64, String> {
    let Some(text) = node.attribute(name) else {
        return Ok(0.0);
    };
    let plain = text.trim_end_matches("px");
    plain
        .parse()
        .map_err(|_| format!("{name} is no number: {text}"))
}

fn figure(text: &str) -> Result<f32, String> {
    let plain = text.trim_end_matches("px");
    plain.parse().map_err(|_| format!("no number: {text}"))
}

/// Half the digits are more than paper shows.
#[expect(clippy::cast_possible_truncation, reason = "paper has fewer digits")]
fn single(number: f64) -> f32 {
    number as f32
}
