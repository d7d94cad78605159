//! The shapes of the pieces and of the letters at the board's edge, drawn for
//! this program: outlines in a square of 40 units, y downwards.

use crate::chess::Piece;

/// A point.
pub type Point = (f32, f32);

/// A part of a piece.
pub enum Shape {
    /// A closed outline.
    Outline(Vec<Point>),
    /// A disc: centre and radius.
    Disc(Point, f32),
}

/// A line on a piece, of some width.
pub struct Stroke {
    /// Its corners.
    pub points: Vec<Point>,
    /// Its width.
    pub width: f32,
}

/// A piece: the union of its shapes, and lines on it.
pub struct Drawing {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// The lines, in the other colour.
    pub strokes: Vec<Stroke>,
}

impl Shape {
    /// Distance from a point to the edge, negative inside.
    fn distance(&self, p: Point) -> f32 {
        match self {
            Shape::Disc(c, r) => (p.0 - c.0).hypot(p.1 - c.1) - r,
            Shape::Outline(points) => {
                let mut nearest = f32::MAX;
                let mut inside = false;
                for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
                    nearest = nearest.min(to_segment(p, *a, *b));
                    if (a.1 > p.1) != (b.1 > p.1) {
                        let x = a.0 + (p.1 - a.1) / (b.1 - a.1) * (b.0 - a.0);
                        inside ^= p.0 < x;
                    }
                }
                if inside { -nearest } else { nearest }
            }
        }
    }
}

impl Drawing {
    /// Distance to the edge of the whole piece, negative inside.
    pub fn distance(&self, p: Point) -> f32 {
        self.shapes
            .iter()
            .map(|s| s.distance(p))
            .fold(f32::MAX, f32::min)
    }

    /// Distance to the nearest line, its width taken off.
    pub fn stroke_distance(&self, p: Point) -> f32 {
        strokes_distance(&self.strokes, p)
    }
}

/// Distance to the nearest of some lines, their widths taken off.
pub fn strokes_distance(strokes: &[Stroke], p: Point) -> f32 {
    strokes
        .iter()
        .flat_map(|s| {
            s.points
                .iter()
                .zip(s.points.iter().skip(1))
                .map(move |(a, b)| to_segment(p, *a, *b) - s.width / 2.0)
        })
        .fold(f32::MAX, f32::min)
}

fn to_segment(p: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 {
        (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// A closed curve through points (Catmull-Rom), six steps between two of them.
fn smooth(points: &[Point]) -> Shape {
    let n = points.len();
    let at = |i: usize| points.get(i % n.max(1)).copied().unwrap_or_default();
    let mut out = Vec::with_capacity(n * 6);
    for i in 0..n {
        let (p0, p1, p2, p3) = (at(i + n - 1), at(i), at(i + 1), at(i + 2));
        for step in 0..6u8 {
            let t = f32::from(step) / 6.0;
            let axis = |a: f32, b: f32, c: f32, d: f32| {
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            out.push((
                axis(p0.0, p1.0, p2.0, p3.0),
                axis(p0.1, p1.1, p2.1, p3.1),
            ));
        }
    }
    Shape::Outline(out)
}

/// An outline given by its left half, from the top down, mirrored at x = 20.
fn mirrored(left: &[Point]) -> Vec<Point> {
    let mut all = left.to_vec();
    all.extend(left.iter().rev().map(|(x, y)| (40.0 - x, *y)));
    all
}

fn outline(left: &[Point]) -> Shape {
    Shape::Outline(mirrored(left))
}

fn stroke(points: &[Point], width: f32) -> Stroke {
    Stroke {
        points: points.to_vec(),
        width,
    }
}

/// The foot most pieces stand on.
fn foot(half: f32) -> Shape {
    outline(&[
        (20.0 - half + 1.2, 31.6),
        (20.0 - half, 32.8),
        (20.0 - half, 35.6),
    ])
}

/// How a piece is drawn.
pub fn drawing(piece: Piece) -> Drawing {
    match piece {
        Piece::Pawn => Drawing {
            shapes: vec![
                Shape::Disc((20.0, 12.6), 4.7),
                outline(&[(15.4, 17.4), (14.6, 19.4)]),
                smooth(&mirrored(&[
                    (17.2, 18.8),
                    (16.6, 23.0),
                    (12.8, 27.6),
                    (11.2, 32.0),
                    (11.0, 34.6),
                ])),
                foot(9.6),
            ],
            strokes: vec![],
        },
        Piece::Rook => Drawing {
            shapes: vec![
                outline(&[
                    (18.0, 7.2),
                    (18.0, 9.8),
                    (14.6, 9.8),
                    (14.6, 7.2),
                    (10.6, 7.2),
                    (10.6, 13.2),
                    (13.8, 15.8),
                    (14.4, 27.0),
                    (12.0, 29.2),
                    (11.4, 32.0),
                ]),
                foot(11.0),
            ],
            strokes: vec![
                stroke(&[(14.2, 15.6), (25.8, 15.6)], 1.2),
                stroke(&[(14.8, 27.2), (25.2, 27.2)], 1.2),
                stroke(&[(11.6, 32.0), (28.4, 32.0)], 1.2),
            ],
        },
        Piece::Bishop => Drawing {
            shapes: vec![
                Shape::Disc((20.0, 6.2), 2.0),
                smooth(&mirrored(&[
                    (19.6, 7.6),
                    (15.2, 12.4),
                    (12.6, 18.0),
                    (14.0, 23.2),
                    (16.0, 25.4),
                ])),
                outline(&[(14.6, 24.6), (13.2, 29.6), (15.0, 30.6)]),
                smooth(&mirrored(&[
                    (19.0, 30.2),
                    (14.0, 31.4),
                    (8.0, 32.2),
                    (7.2, 34.2),
                    (9.0, 35.6),
                    (15.0, 34.8),
                    (19.6, 33.6),
                ])),
            ],
            strokes: vec![
                stroke(&[(20.0, 12.2), (20.0, 19.4)], 1.4),
                stroke(&[(16.6, 15.6), (23.4, 15.6)], 1.4),
                stroke(&[(14.8, 24.8), (25.2, 24.8)], 1.2),
                stroke(&[(14.0, 28.6), (26.0, 28.6)], 1.2),
            ],
        },
        Piece::Queen => Drawing {
            shapes: vec![
                Shape::Disc((6.2, 12.6), 2.1),
                Shape::Disc((12.8, 8.9), 2.1),
                Shape::Disc((20.0, 7.4), 2.1),
                Shape::Disc((27.2, 8.9), 2.1),
                Shape::Disc((33.8, 12.6), 2.1),
                outline(&[
                    (20.0, 8.0),
                    (16.8, 20.0),
                    (12.8, 9.6),
                    (12.2, 21.4),
                    (6.2, 13.4),
                    (9.6, 25.2),
                    (12.0, 28.6),
                    (10.8, 32.6),
                ]),
                foot(11.4),
            ],
            strokes: vec![
                stroke(&[(9.8, 25.0), (15.0, 23.8), (20.0, 23.4), (25.0, 23.8), (30.2, 25.0)], 1.2),
                stroke(&[(12.2, 28.6), (20.0, 27.6), (27.8, 28.6)], 1.2),
                stroke(&[(11.0, 32.2), (20.0, 31.4), (29.0, 32.2)], 1.2),
            ],
        },
        Piece::King => Drawing {
            shapes: vec![
                Shape::Outline(vec![
                    (18.7, 3.2),
                    (21.3, 3.2),
                    (21.3, 5.4),
                    (23.8, 5.4),
                    (23.8, 7.8),
                    (21.3, 7.8),
                    (21.3, 12.0),
                    (18.7, 12.0),
                    (18.7, 7.8),
                    (16.2, 7.8),
                    (16.2, 5.4),
                    (18.7, 5.4),
                ]),
                smooth(&[
                    (20.0, 11.0),
                    (22.8, 13.6),
                    (22.4, 18.0),
                    (20.0, 23.0),
                    (17.6, 18.0),
                    (17.2, 13.6),
                ]),
                smooth(&mirrored(&[
                    (19.8, 16.4),
                    (14.6, 13.2),
                    (8.6, 14.4),
                    (6.4, 19.4),
                    (8.6, 24.4),
                    (12.0, 28.6),
                    (11.6, 32.6),
                ])),
                foot(11.0),
            ],
            strokes: vec![
                stroke(&[(20.0, 16.6), (20.0, 25.6)], 1.2),
                stroke(&[(11.6, 27.6), (20.0, 25.8), (28.4, 27.6)], 1.2),
                stroke(&[(11.6, 31.4), (20.0, 30.0), (28.4, 31.4)], 1.2),
            ],
        },
        Piece::Knight => Drawing {
            shapes: vec![
                smooth(&[
                    (17.4, 9.0),
                    (19.4, 5.0),
                    (21.4, 8.8),
                    (26.4, 11.4),
                    (30.0, 17.4),
                    (31.0, 25.0),
                    (30.6, 33.4),
                    (21.0, 34.0),
                    (12.4, 33.4),
                    (13.0, 29.0),
                    (17.6, 24.6),
                    (19.4, 20.6),
                    (16.2, 21.4),
                    (13.4, 23.4),
                    (11.0, 25.6),
                    (8.0, 24.8),
                    (7.4, 21.8),
                    (10.2, 17.4),
                    (11.6, 13.4),
                    (14.2, 10.4),
                ]),
                Shape::Outline(vec![(14.0, 11.6), (14.4, 5.6), (18.0, 9.4)]),
                foot(10.6),
            ],
            strokes: vec![
                stroke(&[(14.6, 14.4), (15.6, 14.0)], 2.2),
                stroke(&[(9.9, 22.2), (10.6, 21.6)], 1.5),
                stroke(&[(23.4, 12.4), (26.6, 16.6), (28.0, 22.0), (28.2, 29.0)], 1.2),
                stroke(&[(12.0, 32.0), (28.0, 32.0)], 1.2),
            ],
        },
    }
}

/// A letter or digit of the board's edge, in a box 7 wide and 10 high.
pub fn glyph(c: char) -> Vec<Stroke> {
    let lines: &[&[Point]] = match c {
        '1' => &[&[(1.6, 2.2), (3.8, 0.4), (3.8, 9.6)]],
        '2' => &[&[(0.8, 2.6), (1.4, 1.0), (3.5, 0.3), (5.6, 1.2), (5.9, 3.0), (5.0, 4.8), (0.8, 9.4), (6.2, 9.4)]],
        '3' => &[&[(0.9, 1.2), (3.2, 0.3), (5.4, 1.1), (5.6, 3.0), (4.6, 4.4), (2.6, 4.7)],
                 &[(2.6, 4.7), (5.0, 5.0), (6.2, 6.8), (5.4, 8.8), (3.2, 9.7), (0.7, 8.8)]],
        '4' => &[&[(4.8, 9.6), (4.8, 0.4), (0.5, 6.8), (6.6, 6.8)]],
        '5' => &[&[(5.8, 0.5), (1.5, 0.5), (1.2, 4.4), (3.4, 3.7), (5.6, 4.6), (6.1, 6.8), (5.2, 8.8), (3.2, 9.7), (0.8, 9.0)]],
        '6' => &[&[(5.7, 1.2), (4.0, 0.3), (2.0, 1.2), (0.9, 4.0), (0.9, 7.0), (1.8, 9.0), (3.6, 9.7), (5.4, 8.9), (6.1, 6.8), (5.4, 4.8), (3.6, 4.0), (1.8, 4.8), (0.9, 6.4)]],
        '7' => &[&[(0.7, 0.5), (6.2, 0.5), (3.8, 4.6), (2.8, 9.6)]],
        '8' => &[&[(3.5, 4.6), (1.5, 3.8), (1.1, 2.2), (1.8, 0.8), (3.5, 0.3), (5.2, 0.8), (5.9, 2.2), (5.5, 3.8), (3.5, 4.6), (1.4, 5.6), (0.7, 7.2), (1.5, 9.0), (3.5, 9.7), (5.5, 9.0), (6.3, 7.2), (5.6, 5.6), (3.5, 4.6)]],
        'a' => &[&[(1.2, 3.8), (3.2, 3.0), (5.0, 3.8), (5.4, 5.2), (5.4, 9.6)],
                 &[(5.4, 5.8), (2.4, 6.0), (0.9, 7.2), (0.9, 8.6), (2.4, 9.7), (4.4, 9.0), (5.4, 7.6)]],
        'b' => &[&[(1.0, 0.3), (1.0, 9.6)],
                 &[(1.0, 5.0), (2.4, 3.3), (4.4, 3.2), (5.8, 4.8), (5.8, 7.8), (4.4, 9.6), (2.4, 9.5), (1.0, 8.0)]],
        'c' => &[&[(5.6, 4.2), (4.0, 3.1), (2.2, 3.5), (0.9, 5.2), (0.9, 7.5), (2.2, 9.3), (4.0, 9.7), (5.7, 8.7)]],
        'd' => &[&[(5.8, 0.3), (5.8, 9.6)],
                 &[(5.8, 5.0), (4.4, 3.3), (2.4, 3.2), (1.0, 4.8), (1.0, 7.8), (2.4, 9.6), (4.4, 9.5), (5.8, 8.0)]],
        'e' => &[&[(1.0, 6.3), (6.0, 6.3), (5.7, 4.6), (4.5, 3.2), (2.6, 3.1), (1.2, 4.6), (0.9, 6.6), (1.6, 8.8), (3.4, 9.7), (5.7, 8.9)]],
        'f' => &[&[(5.2, 0.6), (3.8, 0.4), (2.8, 1.6), (2.8, 9.6)], &[(1.0, 3.6), (4.8, 3.6)]],
        'g' => &[&[(5.8, 3.2), (5.8, 10.2), (4.6, 11.9), (2.6, 12.2), (1.0, 11.5)],
                 &[(5.8, 5.0), (4.4, 3.3), (2.4, 3.2), (1.0, 4.8), (1.0, 7.6), (2.4, 9.4), (4.4, 9.3), (5.8, 7.8)]],
        'h' => &[&[(1.0, 0.3), (1.0, 9.6)],
                 &[(1.0, 5.2), (2.6, 3.4), (4.2, 3.1), (5.4, 4.0), (5.7, 5.6), (5.7, 9.6)]],
        _ => &[],
    };
    lines.iter().map(|points| stroke(points, 1.3)).collect()
}
