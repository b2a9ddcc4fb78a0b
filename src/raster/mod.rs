//! Pictures of the window without a window: egui's triangles filled on the CPU.
//!
//! The output is the same, byte for byte, on every machine, so it serves screenshots on a server and pictures in tests
//! alike. It needs no display, no graphics driver and no system package.
//!
//! Deliberately absent: knowledge of this program's panels, clocks and threads, files, and paint callbacks (they are
//! written for a GPU and are left out of the picture). Minified textures are sampled like magnified ones, and there is
//! no dithering: the window on a real screen differs from the picture by what that costs.

mod draw;
mod picture;
mod renderer;
#[cfg(test)]
mod tests;
mod texture;
mod triangle;

pub use self::draw::{FRAME_SECONDS, draw};
pub use self::picture::Picture;
pub use self::renderer::CpuRenderer;

/// The nearest whole number, for coordinates already known to be of a screen's order of size. `NaN` is 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, and callers clamp to what they can use"
)]
fn nearest(value: f32) -> i64 {
    value.round() as i64
}

/// The nearest value of a colour channel.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates at 0 and 255"
)]
fn channel(value: f32) -> u8 {
    (value + 0.5) as u8
}
