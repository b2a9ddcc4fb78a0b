//! Pictures of a window, made with no display: the harness and the program draw the same ones.

use egui::{CentralPanel, Theme, Ui};
use egui_kittest::kittest::Queryable as _;

use crate::support;

const SIZE: [f32; 2] = [240.0, 120.0];

/// As much of a program as a picture needs.
#[derive(Default)]
struct Page {
    calling: bool,
}

impl Page {
    fn show(&mut self, ui: &mut Ui) {
        CentralPanel::default().show(ui, |ui| {
            ui.heading("Production chat");
            ui.checkbox(&mut self.calling, "Calling");
        });
    }
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}

#[test]
fn the_harness_and_the_program_draw_the_same_picture() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut harness = support::window(SIZE)
            .with_theme(theme)
            .build_eframe(|_| Page::default());
        harness.run();
        let tested = harness.render().unwrap();
        let mut page = Page::default();
        let drawn = roster::raster::draw(SIZE, 1.0, 3, |ctx| ctx.set_theme(theme), |ui| page.show(ui));
        assert_eq!((tested.width(), tested.height()), (drawn.width, drawn.height));
        assert!(
            tested.as_raw() == &drawn.rgba,
            "the pictures differ in the {theme:?} theme"
        );
    }
}

#[test]
fn a_click_changes_the_picture() {
    let mut harness = support::window(SIZE)
        .with_pixels_per_point(2.0)
        .build_eframe(|_| Page::default());
    harness.run();
    let before = harness.render().unwrap();
    assert_eq!((before.width(), before.height()), (480, 240));
    harness.get_by_label("Calling").click();
    harness.run();
    assert!(harness.state().calling);
    assert!(
        before != harness.render().unwrap(),
        "a check mark is expected in the picture"
    );
}
