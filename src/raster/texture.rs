//! One texture: the font atlas or an image, and the colour found at a place in it.
//!
//! Deliberately absent: mipmaps, and a filter for minification of its own. Egui draws text and icons at their own size.

use egui::{Color32, ColorImage, TextureFilter, TextureOptions, TextureWrapMode};

/// A colour as numbers from 0 to 255, premultiplied by the last one, alpha.
pub(super) type Rgba = [f32; 4];

/// How near to a texel's middle a sample may be to count as that texel: below what eight bits can show.
const ON_TEXEL: f32 = 1e-3;

/// Texels with the rules for reading between and beyond them.
pub(super) struct Texture {
    width: usize,
    height: usize,
    texels: Vec<Color32>,
    options: TextureOptions,
}

impl Texture {
    pub(super) fn new(image: &ColorImage, options: TextureOptions) -> Self {
        let [width, height] = image.size;
        Self {
            width,
            height,
            texels: image.pixels.clone(),
            options,
        }
    }

    /// Overwrites a part of the texture; what would lie beyond its edge is dropped.
    pub(super) fn patch(&mut self, image: &ColorImage, [left, top]: [usize; 2]) {
        let kept = image.size[0].min(self.width.saturating_sub(left));
        if kept == 0 {
            return;
        }
        for (row, source) in image.pixels.chunks_exact(image.size[0]).enumerate() {
            let start = (top + row) * self.width + left;
            if let (Some(target), Some(source)) = (self.texels.get_mut(start..start + kept), source.get(..kept)) {
                target.copy_from_slice(source);
            }
        }
    }

    /// The colour at texture coordinates, where 0 and 1 are the edges of the texture.
    pub(super) fn sample(&self, u: f32, v: f32) -> Rgba {
        let (x, y) = (u * self.width as f32, v * self.height as f32);
        match self.options.magnification {
            TextureFilter::Nearest => self.texel(floor(x), floor(y)),
            TextureFilter::Linear => self.between(x - 0.5, y - 0.5),
        }
    }

    /// The weighted mean of the four texels around a place given in texel middles.
    fn between(&self, x: f32, y: f32) -> Rgba {
        let (left, top) = (floor(x), floor(y));
        let (right_share, lower_share) = (x - x.floor(), y - y.floor());
        let upper_left = self.texel(left, top);
        if right_share < ON_TEXEL && lower_share < ON_TEXEL {
            return upper_left;
        }
        let upper = mix(upper_left, self.texel(left + 1, top), right_share);
        let lower = mix(self.texel(left, top + 1), self.texel(left + 1, top + 1), right_share);
        mix(upper, lower, lower_share)
    }

    fn texel(&self, x: i64, y: i64) -> Rgba {
        let mode = self.options.wrap_mode;
        let index = wrap(y, self.height, mode) * self.width + wrap(x, self.width, mode);
        self.texels
            .get(index)
            .copied()
            .unwrap_or_default()
            .to_array()
            .map(f32::from)
    }
}

fn mix(from: Rgba, to: Rgba, share: f32) -> Rgba {
    std::array::from_fn(|i| from[i] * (1.0 - share) + to[i] * share)
}

/// Brings a texel number from anywhere on the line into the texture.
fn wrap(index: i64, size: usize, mode: TextureWrapMode) -> usize {
    let size = i64::try_from(size).unwrap_or(i64::MAX / 2).max(1);
    let inside = match mode {
        TextureWrapMode::ClampToEdge => index.clamp(0, size - 1),
        TextureWrapMode::Repeat => index.rem_euclid(size),
        TextureWrapMode::MirroredRepeat => {
            let place = index.rem_euclid(2 * size);
            place.min(2 * size - 1 - place)
        }
    };
    usize::try_from(inside).unwrap_or(0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, and every texel number is wrapped afterwards"
)]
fn floor(value: f32) -> i64 {
    // Via i32, since texel numbers fit and `+ 1` on a saturated i64 would overflow.
    i64::from(value.floor() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color32 = Color32::BLACK;
    const WHITE: Color32 = Color32::WHITE;
    const GREY: Color32 = Color32::from_gray(128);

    fn black_and_white(options: TextureOptions) -> Texture {
        Texture::new(&ColorImage::new([2, 1], vec![Color32::BLACK, Color32::WHITE]), options)
    }

    /// The colour in the middle row.
    fn at(texture: &Texture, u: f32) -> Color32 {
        let [red, green, blue, alpha] = texture.sample(u, 0.5).map(crate::raster::channel);
        Color32::from_rgba_premultiplied(red, green, blue, alpha)
    }

    #[test]
    fn linear_mixes_neighbours() {
        let texture = black_and_white(TextureOptions::LINEAR);
        assert_eq!(at(&texture, 0.25), BLACK);
        assert_eq!(at(&texture, 0.5), GREY);
        assert_eq!(at(&texture, 0.75), WHITE);
    }

    #[test]
    fn nearest_does_not_mix() {
        let texture = black_and_white(TextureOptions::NEAREST);
        assert_eq!(at(&texture, 0.49), BLACK);
        assert_eq!(at(&texture, 0.51), WHITE);
    }

    #[test]
    fn beyond_the_edge_the_mode_decides() {
        for (options, at_minus_one, at_two, at_three) in [
            (TextureOptions::NEAREST, BLACK, WHITE, WHITE),
            (TextureOptions::NEAREST_REPEAT, WHITE, BLACK, WHITE),
            (TextureOptions::NEAREST_MIRRORED_REPEAT, BLACK, WHITE, BLACK),
        ] {
            let texture = black_and_white(options);
            assert_eq!(at(&texture, -0.25), at_minus_one, "{options:?}");
            assert_eq!(at(&texture, 1.25), at_two, "{options:?}");
            assert_eq!(at(&texture, 1.75), at_three, "{options:?}");
        }
    }

    #[test]
    fn a_patch_lands_in_its_place_and_nowhere_else() {
        let mut texture = Texture::new(&ColorImage::filled([3, 3], Color32::BLACK), TextureOptions::NEAREST);
        texture.patch(&ColorImage::filled([2, 2], Color32::WHITE), [2, 1]);
        let white: Vec<bool> = texture.texels.iter().map(|&texel| texel == Color32::WHITE).collect();
        assert_eq!(white, [false, false, false, false, false, true, false, false, true]);
    }

    #[test]
    fn nothing_odd_panics() {
        let mut empty = Texture::new(&ColorImage::new([0, 0], Vec::new()), TextureOptions::LINEAR);
        empty.patch(&ColorImage::filled([1, 1], Color32::WHITE), [0, 0]);
        assert_eq!(at(&empty, 0.5), Color32::TRANSPARENT);
        let texture = black_and_white(TextureOptions::LINEAR);
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            let _ = texture.sample(odd, odd);
        }
    }
}
