//! A user interface run for a few frames with no window, and the picture of the last one.
//!
//! Deliberately absent: input from a person, and the wall clock: time is counted in frames.

use egui::{Context, RawInput, Rect, Ui, Vec2, ViewportId, ViewportInfo};

use super::{CpuRenderer, Picture, nearest};

/// How much time egui is told passes between two frames: long enough for an animation to end within a frame or two.
pub const FRAME_SECONDS: f32 = 0.25;

/// Runs `ui` for `frames` frames (at least one) in a context that `setup` prepared, and paints the last frame.
///
/// Layout settles over frames in egui, so two or three are wanted even where nothing moves. The background is the
/// theme's panel colour. The same arguments give the same bytes on every machine, provided that `ui` itself does.
pub fn draw(
    size_points: [f32; 2],
    pixels_per_point: f32,
    frames: usize,
    setup: impl FnOnce(&Context),
    mut ui: impl FnMut(&mut Ui),
) -> Picture {
    let context = Context::default();
    setup(&context);
    let size = size_points.map(|points| pixels(points * pixels_per_point));
    let mut renderer = CpuRenderer::default();
    let mut frame = 0;
    loop {
        let mut output = context.run_ui(input(&context, size, pixels_per_point, frame), &mut ui);
        renderer.apply(&mut output.textures_delta);
        frame += 1;
        if frame >= frames {
            let primitives = context.tessellate(output.shapes, output.pixels_per_point);
            let background = context.global_style().visuals.panel_fill;
            return renderer.paint(size, output.pixels_per_point, background, &primitives);
        }
    }
}

/// What a real window would report: its size, its scale, that it has the focus, and the time.
fn input(context: &Context, [width, height]: [u32; 2], native_pixels_per_point: f32, frame: usize) -> RawInput {
    // The interface may zoom: egui wants the size in its own points, while the picture keeps its pixels.
    let pixels_per_point = native_pixels_per_point * context.zoom_factor();
    let screen = Rect::from_min_size(
        egui::Pos2::ZERO,
        Vec2::new(width as f32, height as f32) / pixels_per_point,
    );
    let viewport = ViewportInfo {
        native_pixels_per_point: Some(native_pixels_per_point),
        inner_rect: Some(screen),
        focused: Some(true),
        ..ViewportInfo::default()
    };
    RawInput {
        viewports: std::iter::once((ViewportId::ROOT, viewport)).collect(),
        screen_rect: Some(screen),
        time: Some(frame as f64 * f64::from(FRAME_SECONDS)),
        predicted_dt: FRAME_SECONDS,
        focused: true,
        ..RawInput::default()
    }
}

/// A picture has at least a pixel, and a side no longer than an image viewer would open.
fn pixels(length: f32) -> u32 {
    const LONGEST: i64 = 16_384;
    u32::try_from(nearest(length).clamp(1, LONGEST)).unwrap_or(1)
}
