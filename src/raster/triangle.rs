//! One triangle: which pixels it covers, and with what colour.
//!
//! Coverage is decided in whole numbers, so triangles that share an edge share its pixels out between them: none is
//! painted twice and none is missed. Deliberately absent: anti-aliasing, which egui does itself with transparent rims.

use std::ops::Range;

use egui::epaint::Vertex;

use super::picture::Picture;
use super::texture::{Rgba, Texture};
use super::{channel, nearest};

/// Steps in a pixel, for corners between pixels.
const STEPS: i64 = 256;
/// Pixels from the origin beyond which corners are pulled in, so that products of coordinates stay within 64 bits.
const FARTHEST: f32 = 1_048_576.0;
/// Red, green, blue, alpha, then the two texture coordinates.
type Attributes = [f32; 6];

/// A part of the picture in pixels, the far edges excluded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clip {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

/// Where the colour of a pixel comes from, cheapest first.
enum Fill {
    /// The same colour everywhere.
    Solid(Rgba),
    /// Colours between those of the corners, times one place in the texture.
    Shaded(Rgba),
    /// Colours between those of the corners, times the texture's.
    Textured,
}

/// A triangle of positive area, its corners clockwise on the screen.
pub(super) struct Triangle {
    corners: [[i64; 2]; 3],
    at_first_corner: Attributes,
    /// What a step to the right and a step down add to each attribute.
    slopes: [[f32; 2]; 6],
    one_colour: bool,
    one_texel: bool,
}

impl Triangle {
    /// Nothing for a triangle without area or with a corner that is no number.
    pub(super) fn new(mut vertices: [Vertex; 3], pixels_per_point: f32) -> Option<Self> {
        if !vertices.iter().all(|vertex| vertex.pos.is_finite()) {
            return None;
        }
        let mut corners = vertices.map(|vertex| {
            let snap = |points: f32| nearest((points * pixels_per_point).clamp(-FARTHEST, FARTHEST) * STEPS as f32);
            [snap(vertex.pos.x), snap(vertex.pos.y)]
        });
        let mut doubled_area = doubled_area(&corners);
        if doubled_area < 0 {
            corners.swap(1, 2);
            vertices.swap(1, 2);
            doubled_area = -doubled_area;
        }
        let [first, second, third] = vertices;
        (doubled_area > 0).then(|| Self {
            corners,
            at_first_corner: attributes(&first),
            slopes: slopes(&corners, &vertices, doubled_area),
            one_colour: first.color == second.color && second.color == third.color,
            one_texel: first.uv == second.uv && second.uv == third.uv,
        })
    }

    /// Paints the part of the triangle inside `clip`, which must lie inside the picture.
    pub(super) fn paint(&self, picture: &mut Picture, texture: &Texture, clip: Clip) {
        let fill = self.fill(texture);
        if matches!(fill, Fill::Solid(colour) if colour.iter().all(|&value| value < 0.5)) {
            return;
        }
        for y in self.rows(clip) {
            let columns = self.columns(y, clip);
            let start = columns.start;
            let Some(row) = picture.row_mut(y, columns) else {
                continue;
            };
            match fill {
                Fill::Solid(colour) => paint_solid(row, colour),
                Fill::Shaded(texel) => self.paint_varying(row, [start, y], |_, _| texel),
                Fill::Textured => self.paint_varying(row, [start, y], |u, v| texture.sample(u, v)),
            }
        }
    }

    fn fill(&self, texture: &Texture) -> Fill {
        let [red, green, blue, alpha, u, v] = self.at_first_corner;
        match (self.one_texel, self.one_colour) {
            (true, true) => Fill::Solid(tint([red, green, blue, alpha], texture.sample(u, v))),
            (true, false) => Fill::Shaded(texture.sample(u, v)),
            (false, _) => Fill::Textured,
        }
    }

    fn rows(&self, clip: Clip) -> Range<i64> {
        let [[_, a], [_, b], [_, c]] = self.corners;
        let (highest, lowest) = (a.min(b).min(c), a.max(b).max(c));
        highest.div_euclid(STEPS).max(clip.top)..(lowest.div_euclid(STEPS) + 1).min(clip.bottom)
    }

    /// The pixels of a row whose middles are inside all three edges.
    fn columns(&self, y: i64, clip: Clip) -> Range<i64> {
        let middle = y * STEPS + STEPS / 2;
        let [a, b, c] = self.corners;
        let (mut first, mut last) = (clip.left, clip.right - 1);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (right, down) = (to[0] - from[0], to[1] - from[1]);
            // A middle exactly on an edge belongs to the triangle that has the edge on its top or its left.
            let is_top_left = down < 0 || (down == 0 && right > 0);
            // How far inside the edge the middle of column 0 is, and what each column adds to that.
            let inside = right * (middle - from[1]) - down * (STEPS / 2 - from[0]) - i64::from(!is_top_left);
            let change = -down * STEPS;
            match change {
                1.. => first = first.max(-inside.div_euclid(change)),
                ..0 => last = last.min(inside.div_euclid(-change)),
                0 if inside < 0 => return 0..0,
                0 => {}
            }
        }
        first..(last + 1).max(first)
    }

    fn paint_varying(&self, row: &mut [u8], [x, y]: [i64; 2], texel_at: impl Fn(f32, f32) -> Rgba) {
        let [from_x, from_y] = self.corners[0];
        let (right, down) = (
            (x * STEPS + STEPS / 2 - from_x) as f32,
            (y * STEPS + STEPS / 2 - from_y) as f32,
        );
        let mut here: Attributes = std::array::from_fn(|i| {
            let [per_right, per_down] = self.slopes[i];
            self.at_first_corner[i] + per_right * right + per_down * down
        });
        let per_pixel: Attributes = self.slopes.map(|[per_right, _]| per_right * STEPS as f32);
        for pixel in row.chunks_exact_mut(4) {
            let [red, green, blue, alpha, u, v] = here;
            // Pixel middles near a corner may lie a little past it, and so may colours.
            let colour = [red, green, blue, alpha].map(|value| value.clamp(0.0, 255.0));
            let source = tint(colour, texel_at(u, v));
            if source.iter().any(|&value| value > 0.0) {
                blend(pixel, source);
            }
            for (value, step) in here.iter_mut().zip(per_pixel) {
                *value += step;
            }
        }
    }
}

fn doubled_area([a, b, c]: &[[i64; 2]; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn attributes(vertex: &Vertex) -> Attributes {
    let [red, green, blue, alpha] = vertex.color.to_array().map(f32::from);
    [red, green, blue, alpha, vertex.uv.x, vertex.uv.y]
}

/// Solves the plane through the three corners, once for each attribute.
fn slopes([a, b, c]: &[[i64; 2]; 3], vertices: &[Vertex; 3], doubled_area: i64) -> [[f32; 2]; 6] {
    let [at_a, at_b, at_c] = vertices.each_ref().map(attributes);
    let (b_right, b_down) = ((b[0] - a[0]) as f32, (b[1] - a[1]) as f32);
    let (c_right, c_down) = ((c[0] - a[0]) as f32, (c[1] - a[1]) as f32);
    let scale = 1.0 / doubled_area as f32;
    std::array::from_fn(|i| {
        let (to_b, to_c) = (at_b[i] - at_a[i], at_c[i] - at_a[i]);
        [
            (to_b * c_down - to_c * b_down) * scale,
            (to_c * b_right - to_b * c_right) * scale,
        ]
    })
}

fn tint(colour: Rgba, texel: Rgba) -> Rgba {
    std::array::from_fn(|i| colour[i] * texel[i] / 255.0)
}

fn paint_solid(row: &mut [u8], colour: Rgba) {
    if colour[3] < 254.5 {
        for pixel in row.chunks_exact_mut(4) {
            blend(pixel, colour);
        }
        return;
    }
    let bytes = colour.map(channel);
    for pixel in row.chunks_exact_mut(4) {
        pixel.copy_from_slice(&bytes);
    }
}

/// Lays a premultiplied colour over a pixel, in the screen's own (gamma) values: egui's text is made for that.
fn blend(pixel: &mut [u8], source: Rgba) {
    let kept = 1.0 - source[3] / 255.0;
    for (below, above) in pixel.iter_mut().zip(source) {
        *below = channel(above + f32::from(*below) * kept);
    }
}
