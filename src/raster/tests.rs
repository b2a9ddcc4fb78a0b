//! The rasteriser as a whole: meshes in, pixels out, and egui's own output as a picture.

use std::cell::OnceCell;

use egui::epaint::{ClippedPrimitive, ImageDelta, Mesh, Primitive, Vertex};
use egui::{
    CentralPanel, Color32, ColorImage, Context, Frame, Pos2, Rect, TextureId, TextureOptions, TexturesDelta, pos2,
};

use super::{CpuRenderer, Picture, draw};

const EVERYWHERE: Rect = Rect::EVERYTHING;
const HALF_WHITE: Color32 = Color32::from_rgba_premultiplied(128, 128, 128, 128);

/// A renderer whose texture 0 is one white texel, as the corner of egui's font atlas is.
fn white_texture() -> CpuRenderer {
    with_texture(ColorImage::filled([1, 1], Color32::WHITE), TextureOptions::NEAREST)
}

fn with_texture(image: ColorImage, options: TextureOptions) -> CpuRenderer {
    let mut renderer = CpuRenderer::default();
    renderer.apply(&mut set(ImageDelta::full(image, options)));
    renderer
}

fn set(delta: ImageDelta) -> TexturesDelta {
    let mut changes = TexturesDelta::default();
    changes.push(TextureId::default(), delta);
    changes
}

fn triangles(corners: &[Pos2], colour: Color32, clip_rect: Rect) -> ClippedPrimitive {
    let indices = (0..).take(corners.len()).collect();
    let vertices = corners
        .iter()
        .map(|&pos| Vertex {
            pos,
            uv: pos2(0.5, 0.5),
            color: colour,
        })
        .collect();
    let mesh = Mesh {
        indices,
        vertices,
        texture_id: TextureId::default(),
    };
    ClippedPrimitive {
        clip_rect,
        primitive: Primitive::Mesh(mesh),
    }
}

/// A rectangle over the whole texture.
fn textured(rect: Rect) -> ClippedPrimitive {
    let mut mesh = Mesh::default();
    mesh.add_rect_with_uv(rect, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    ClippedPrimitive {
        clip_rect: EVERYWHERE,
        primitive: Primitive::Mesh(mesh),
    }
}

fn paint(renderer: &CpuRenderer, side: u32, primitives: &[ClippedPrimitive]) -> Picture {
    renderer.paint([side, side], 1.0, Color32::BLACK, primitives)
}

/// The red channel as rows of numbers, which for the greys used here says it all.
fn reds(picture: &Picture) -> Vec<Vec<u8>> {
    let row = |y| {
        (0..picture.width)
            .filter_map(|x| picture.pixel(x, y))
            .map(|colour| colour.r())
            .collect()
    };
    (0..picture.height).map(row).collect()
}

#[test]
fn triangles_that_share_an_edge_neither_overlap_nor_gape() {
    // Fans around a centre, with corners off the pixel grid: every inner edge is shared by two triangles.
    for centre in [pos2(8.0, 8.0), pos2(7.3, 9.1), pos2(5.5, 5.5)] {
        let [a, b, c, d] = [pos2(0.0, 0.0), pos2(16.0, 0.0), pos2(16.0, 16.0), pos2(0.0, 16.0)];
        let fan = [a, b, centre, b, c, centre, d, c, centre, d, a, centre];
        let picture = paint(&white_texture(), 16, &[triangles(&fan, HALF_WHITE, EVERYWHERE)]);
        assert_eq!(reds(&picture), vec![vec![128; 16]; 16], "around {centre:?}");
    }
}

#[test]
fn a_pixel_is_covered_when_its_middle_is() {
    let corners = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(0.0, 4.0)];
    let picture = paint(&white_texture(), 4, &[triangles(&corners, Color32::WHITE, EVERYWHERE)]);
    // Middles on the slanting edge belong to the neighbour below.
    assert_eq!(
        reds(&picture),
        [[255, 255, 255, 0], [255, 255, 0, 0], [255, 0, 0, 0], [0, 0, 0, 0]]
    );
}

#[test]
fn nothing_is_painted_outside_the_clip_rectangle() {
    let big = [pos2(-90.0, -90.0), pos2(200.0, -90.0), pos2(-90.0, 200.0)];
    // Rounded to whole pixels: 0.6 to 1 and 2.4 to 2.
    let clip = Rect::from_min_max(pos2(0.6, 1.0), pos2(2.4, 3.0));
    let picture = paint(&white_texture(), 4, &[triangles(&big, Color32::WHITE, clip)]);
    assert_eq!(
        reds(&picture),
        [[0, 0, 0, 0], [0, 255, 0, 0], [0, 255, 0, 0], [0, 0, 0, 0]]
    );
    let outside = Rect::from_min_max(pos2(9.0, 9.0), pos2(20.0, 20.0));
    let picture = paint(&white_texture(), 4, &[triangles(&big, Color32::WHITE, outside)]);
    assert_eq!(reds(&picture), [[0; 4]; 4]);
}

#[test]
fn the_scale_multiplies_points() {
    let corners = [pos2(0.0, 0.0), pos2(2.0, 0.0), pos2(0.0, 2.0)];
    let clip = Rect::from_min_max(pos2(0.0, 0.0), pos2(0.5, 2.0));
    let primitive = triangles(&corners, Color32::WHITE, clip);
    let picture = white_texture().paint([4, 4], 2.0, Color32::BLACK, &[primitive]);
    assert_eq!(
        reds(&picture),
        [[255, 0, 0, 0], [255, 0, 0, 0], [255, 0, 0, 0], [0, 0, 0, 0]]
    );
}

#[test]
fn colours_blend_premultiplied() {
    let everything = [pos2(-9.0, -9.0), pos2(20.0, -9.0), pos2(-9.0, 20.0)];
    for (above, below, expected) in [
        (Color32::TRANSPARENT, Color32::BLUE, Color32::BLUE),
        (Color32::RED, Color32::BLUE, Color32::RED),
        (
            Color32::from_rgba_premultiplied(128, 0, 0, 128),
            Color32::BLUE,
            Color32::from_rgb(128, 0, 127),
        ),
        // No alpha of its own: light is added, and it ends at white.
        (
            Color32::from_rgba_premultiplied(100, 100, 100, 0),
            Color32::from_rgb(0, 50, 200),
            Color32::from_rgb(100, 150, 255),
        ),
        (HALF_WHITE, Color32::TRANSPARENT, HALF_WHITE),
    ] {
        let primitive = triangles(&everything, above, EVERYWHERE);
        let picture = white_texture().paint([2, 2], 1.0, below, &[primitive]);
        assert_eq!(picture.pixel(1, 1), Some(expected), "{above:?} over {below:?}");
    }
}

#[test]
fn corner_colours_run_into_each_other() {
    let mut mesh = Mesh::default();
    for (pos, red) in [
        (pos2(0.0, 0.0), 0),
        (pos2(4.0, 0.0), 160),
        (pos2(0.0, 4.0), 0),
        (pos2(4.0, 4.0), 160),
    ] {
        mesh.colored_vertex(pos, Color32::from_rgb(red, 0, 0));
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    let primitive = ClippedPrimitive {
        clip_rect: EVERYWHERE,
        primitive: Primitive::Mesh(mesh),
    };
    assert_eq!(reds(&paint(&white_texture(), 4, &[primitive])), [[20, 60, 100, 140]; 4]);
}

#[test]
fn a_texture_of_the_right_size_is_copied_texel_by_texel() {
    let greys: Vec<Color32> = (0..16).map(|i| Color32::from_gray(i * 16)).collect();
    for options in [TextureOptions::LINEAR, TextureOptions::NEAREST] {
        let renderer = with_texture(ColorImage::new([4, 4], greys.clone()), options);
        let picture = paint(
            &renderer,
            4,
            &[textured(Rect::from_min_max(Pos2::ZERO, pos2(4.0, 4.0)))],
        );
        let expected: Vec<u8> = greys.iter().map(Color32::r).collect();
        assert_eq!(reds(&picture).concat(), expected, "{options:?}");
    }
}

#[test]
fn a_changed_part_of_a_texture_shows() {
    let mut renderer = with_texture(ColorImage::filled([2, 2], Color32::BLACK), TextureOptions::NEAREST);
    let white = ColorImage::filled([1, 1], Color32::WHITE);
    renderer.apply(&mut set(ImageDelta::partial([1, 0], white, TextureOptions::NEAREST)));
    let picture = paint(
        &renderer,
        2,
        &[textured(Rect::from_min_max(Pos2::ZERO, pos2(2.0, 2.0)))],
    );
    assert_eq!(reds(&picture), [[0, 255], [0, 0]]);
}

#[test]
fn a_texture_given_up_serves_the_frame_that_gives_it_up() {
    let square = textured(Rect::from_min_max(Pos2::ZERO, pos2(2.0, 2.0)));
    let mut renderer = white_texture();
    let mut last = TexturesDelta::default();
    last.free(TextureId::default());
    renderer.apply(&mut last);
    assert_eq!(reds(&paint(&renderer, 2, std::slice::from_ref(&square))), [[255; 2]; 2]);
    renderer.apply(&mut TexturesDelta::default());
    assert_eq!(
        reds(&paint(&renderer, 2, &[square])),
        [[0; 2]; 2],
        "an unknown texture paints nothing"
    );
}

#[test]
fn an_applied_delta_can_be_dropped() {
    let mut delta = set(ImageDelta::full(
        ColorImage::filled([1, 1], Color32::WHITE),
        TextureOptions::LINEAR,
    ));
    delta.free(TextureId::User(7));
    CpuRenderer::default().apply(&mut delta);
    assert!(
        delta.is_empty(),
        "egui panics when a delta with something in it is dropped"
    );
}

#[test]
fn broken_meshes_paint_nothing_and_do_not_panic() {
    let corners = |x: f32| [pos2(0.0, 0.0), pos2(x, 0.0), pos2(0.0, 4.0)];
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0] {
        let picture = paint(
            &white_texture(),
            4,
            &[triangles(&corners(odd), Color32::WHITE, EVERYWHERE)],
        );
        assert_eq!(reds(&picture), [[0; 4]; 4], "{odd}");
    }
    let mut mesh = Mesh::default();
    mesh.colored_vertex(Pos2::ZERO, Color32::WHITE);
    mesh.indices = vec![0, 1, 2, 0];
    let primitive = ClippedPrimitive {
        clip_rect: EVERYWHERE,
        primitive: Primitive::Mesh(mesh),
    };
    assert_eq!(reds(&paint(&white_texture(), 4, &[primitive])), [[0; 4]; 4]);
}

#[test]
fn gigantic_rectangles_are_painted() {
    for far in [1e6, 1e9, f32::MAX] {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(Rect::from_min_max(pos2(-far, -far), pos2(far, far)), HALF_WHITE);
        let primitive = ClippedPrimitive {
            clip_rect: EVERYWHERE,
            primitive: Primitive::Mesh(mesh),
        };
        assert_eq!(reds(&paint(&white_texture(), 4, &[primitive])), [[128; 4]; 4], "{far}");
    }
}

fn page(ui: &mut egui::Ui) {
    CentralPanel::default().show(ui, |ui| {
        ui.heading("Nothing lost");
        ui.label("30 defined, 17 deferred");
        let _ = ui.button("Explain");
    });
}

fn draw_page(pixels_per_point: f32) -> Picture {
    draw(
        [200.0, 120.0],
        pixels_per_point,
        3,
        |ctx| ctx.set_theme(egui::Theme::Light),
        page,
    )
}

/// How many pixels differ from the most frequent colour.
fn marks(picture: &Picture) -> usize {
    let colours: Vec<&[u8]> = picture.rgba.chunks_exact(4).collect();
    let count = |wanted: &[u8]| colours.iter().filter(|&&colour| colour == wanted).count();
    let panel = Context::default().style_of(egui::Theme::Light).visuals.panel_fill;
    colours.len() - count(&panel.to_array())
}

#[test]
fn text_appears() {
    let empty = draw(
        [200.0, 120.0],
        1.0,
        3,
        |ctx| ctx.set_theme(egui::Theme::Light),
        |ui| {
            CentralPanel::default().show(ui, |_| ());
        },
    );
    assert_eq!(marks(&empty), 0);
    let marks = marks(&draw_page(1.0));
    assert!((1_000..8_000).contains(&marks), "{marks} pixels of text and button");
}

#[test]
fn the_same_frame_has_the_same_bytes() {
    let first = draw_page(1.5);
    assert_eq!((first.width, first.height), (300, 180));
    for _ in 0..3 {
        assert_eq!(draw_page(1.5), first);
    }
}

#[test]
fn zoom_keeps_the_picture_size() {
    let mut points = egui::Vec2::ZERO;
    let picture = draw(
        [200.0, 120.0],
        1.0,
        3,
        |ctx| ctx.set_zoom_factor(2.0),
        |ui| {
            points = ui.ctx().content_rect().size();
        },
    );
    assert_eq!((picture.width, picture.height), (200, 120));
    assert_eq!(points, egui::vec2(100.0, 60.0));
}

#[test]
fn time_passes_by_the_frame() {
    let mut times = Vec::new();
    draw(
        [10.0, 10.0],
        1.0,
        3,
        |_| (),
        |ui| times.push(ui.input(|input| input.time)),
    );
    assert_eq!(times, [0.0, 0.25, 0.5]);
    let mut frames = 0;
    draw([10.0, 10.0], 1.0, 0, |_| (), |_| frames += 1);
    assert_eq!(frames, 1, "there is always a last frame");
}

#[test]
fn images_of_the_interface_are_painted() {
    let texture = OnceCell::new();
    let setup = |ctx: &Context| {
        let red = ColorImage::filled([4, 4], Color32::RED);
        let loaded = texture.set(ctx.load_texture("red", red, TextureOptions::LINEAR));
        assert!(loaded.is_ok());
    };
    let picture = draw([20.0, 20.0], 1.0, 2, setup, |ui| {
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let size = egui::vec2(10.0, 10.0);
            ui.add(egui::Image::new((texture.get().unwrap().id(), size)));
        });
    });
    assert_eq!(picture.pixel(2, 2), Some(Color32::RED));
    assert_ne!(picture.pixel(15, 15), Some(Color32::RED));
}
