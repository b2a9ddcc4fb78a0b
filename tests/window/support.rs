//! What tests of the window share: a harness that can make pictures with no display, graphics card or driver.

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::{HarnessBuilder, TestRenderer};
use image::RgbaImage;
use roster::raster::CpuRenderer;

/// A harness builder for a window of `size` points whose pictures are painted by the program's own rasteriser.
pub(crate) fn window<State>(size: [f32; 2]) -> HarnessBuilder<State> {
    HarnessBuilder::default()
        .with_size(size)
        .renderer(PictureRenderer::default())
}

/// Lends the program's rasteriser to the harness, for `render` and `snapshot`.
#[derive(Default)]
struct PictureRenderer(CpuRenderer);

impl TestRenderer for PictureRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.apply(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let pixels_per_point = output.pixels_per_point;
        let primitives = ctx.tessellate(output.shapes.clone(), pixels_per_point);
        let size = (ctx.content_rect().size() * pixels_per_point).round();
        let background = ctx.global_style().visuals.panel_fill;
        let picture = self.0.paint(
            [pixels(size.x), pixels(size.y)],
            pixels_per_point,
            background,
            &primitives,
        );
        RgbaImage::from_raw(picture.width, picture.height, picture.rgba)
            .ok_or_else(|| format!("{} by {} pixels do not fit their bytes", picture.width, picture.height))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn pixels(length: f32) -> u32 {
    length as u32
}
