//! Colours, fonts and sizes: the only file with colour literals. Both themes meet WCAG AA (tested below).

use crate::scenario::Lane;
use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Theme as Mode, Visuals};

/// The colours of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Behind everything.
    pub background: Color32,
    /// Behind panels.
    pub panel: Color32,
    /// Behind cards and fields.
    pub card: Color32,
    /// Lines between things.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text of lesser weight.
    pub weak: Color32,
    /// Links, selection, focus.
    pub accent: Color32,
    /// Behind the selected.
    pub selection: Color32,
    /// Fine.
    pub good: Color32,
    /// Look here.
    pub warn: Color32,
    /// Wrong.
    pub bad: Color32,
    /// Border of text that came from a server or device.
    pub untrusted: Color32,
    lanes: [Color32; 4],
    hues: [Color32; 11],
}

impl Palette {
    /// The palette of a mode.
    pub fn of(mode: Mode) -> Self {
        match mode {
            Mode::Dark => DARK,
            Mode::Light => LIGHT,
        }
    }

    /// A lane's colour; its shape says the same.
    pub fn lane(&self, lane: Lane) -> Color32 {
        self.lanes[lane as usize]
    }

    /// A source's hue, by its place; the builtins' is the first.
    pub fn source(&self, place: usize) -> Color32 {
        if place == 0 {
            return self.hues[0];
        }
        self.hues[1 + (place - 1) % (self.hues.len() - 1)]
    }
}

impl Palette {
    /// A ground in a source's hue on which text can be read.
    pub fn ground(&self, place: usize) -> Color32 {
        self.panel.lerp_to_gamma(self.source(place), 0.3)
    }
}

const DARK: Palette = Palette {
    background: Color32::from_rgb(18, 20, 24),
    panel: Color32::from_rgb(24, 27, 32),
    card: Color32::from_rgb(32, 36, 43),
    line: Color32::from_rgb(54, 60, 70),
    text: Color32::from_rgb(226, 230, 236),
    weak: Color32::from_rgb(160, 168, 180),
    accent: Color32::from_rgb(110, 176, 255),
    selection: Color32::from_rgb(38, 66, 104),
    good: Color32::from_rgb(106, 204, 138),
    warn: Color32::from_rgb(240, 188, 84),
    bad: Color32::from_rgb(255, 128, 118),
    untrusted: Color32::from_rgb(214, 154, 74),
    lanes: [
        Color32::from_rgb(106, 204, 138),
        Color32::from_rgb(110, 176, 255),
        Color32::from_rgb(255, 128, 118),
        Color32::from_rgb(148, 156, 168),
    ],
    hues: [
        Color32::from_rgb(146, 160, 184),
        Color32::from_rgb(232, 148, 92),
        Color32::from_rgb(214, 186, 92),
        Color32::from_rgb(94, 176, 232),
        Color32::from_rgb(108, 132, 236),
        Color32::from_rgb(170, 122, 232),
        Color32::from_rgb(84, 192, 178),
        Color32::from_rgb(226, 122, 166),
        Color32::from_rgb(176, 206, 92),
        Color32::from_rgb(198, 168, 140),
        Color32::from_rgb(196, 182, 250),
    ],
};

const LIGHT: Palette = Palette {
    background: Color32::from_rgb(246, 247, 249),
    panel: Color32::from_rgb(255, 255, 255),
    card: Color32::from_rgb(240, 242, 246),
    line: Color32::from_rgb(208, 213, 221),
    text: Color32::from_rgb(28, 32, 38),
    weak: Color32::from_rgb(84, 92, 104),
    accent: Color32::from_rgb(18, 92, 180),
    selection: Color32::from_rgb(208, 227, 250),
    good: Color32::from_rgb(20, 110, 56),
    warn: Color32::from_rgb(138, 84, 0),
    bad: Color32::from_rgb(178, 34, 28),
    untrusted: Color32::from_rgb(150, 90, 10),
    lanes: [
        Color32::from_rgb(20, 110, 56),
        Color32::from_rgb(18, 92, 180),
        Color32::from_rgb(178, 34, 28),
        Color32::from_rgb(96, 104, 116),
    ],
    hues: [
        Color32::from_rgb(106, 120, 144),
        Color32::from_rgb(196, 96, 36),
        Color32::from_rgb(158, 122, 12),
        Color32::from_rgb(24, 122, 190),
        Color32::from_rgb(62, 84, 200),
        Color32::from_rgb(126, 70, 196),
        Color32::from_rgb(12, 130, 116),
        Color32::from_rgb(184, 60, 116),
        Color32::from_rgb(96, 124, 10),
        Color32::from_rgb(140, 102, 66),
        Color32::from_rgb(112, 92, 170),
    ],
};

/// Height of a table row, in points.
pub const ROW_HEIGHT: f32 = 20.0;

/// The verdict's size, in points: the largest text on screen.
pub const VERDICT_SIZE: f32 = 23.0;

/// Fonts, spacing and both themes, once a context.
pub fn install(ctx: &egui::Context) {
    install_fonts(ctx);
    for mode in [Mode::Dark, Mode::Light] {
        ctx.style_mut_of(mode, |style| {
            style.visuals = visuals(mode);
            style.spacing.item_spacing = egui::vec2(6.0, 4.0);
            style.spacing.button_padding = egui::vec2(6.0, 2.0);
            style.spacing.interact_size.y = 20.0;
            // Bars float beside the numbers, never over them.
            style.spacing.scroll.floating_allocated_width = 7.0;
            style.text_styles = [
                (TextStyle::Small, FontId::new(11.0, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(13.0, FontFamily::Proportional)),
                (TextStyle::Heading, FontId::new(15.0, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
            ]
            .into();
        });
    }
}

/// The default proportional font has no arrows and triangles: Hack, which has, stands behind it.
fn install_fonts(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional)
        && !family.iter().any(|name| name == "Hack")
    {
        family.push("Hack".to_owned());
    }
    ctx.set_fonts(fonts);
}

fn visuals(mode: Mode) -> Visuals {
    let palette = Palette::of(mode);
    let mut visuals = match mode {
        Mode::Dark => Visuals::dark(),
        Mode::Light => Visuals::light(),
    };
    visuals.override_text_color = Some(palette.text);
    visuals.weak_text_color = Some(palette.weak);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.extreme_bg_color = palette.card;
    visuals.faint_bg_color = palette.background;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.warn;
    visuals.error_fg_color = palette.bad;
    visuals.selection.bg_fill = palette.selection;
    visuals.selection.stroke = Stroke::new(1.0, palette.accent);
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text);
    visuals.widgets.inactive.weak_bg_fill = palette.card;
    visuals.widgets.inactive.bg_fill = palette.line;
    // Ticks of checkboxes: a thin grey one would hardly tell on from off.
    visuals.widgets.inactive.fg_stroke = Stroke::new(2.0, palette.accent);
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(4);
    }
    visuals
}

#[cfg(test)]
mod tests {
    use super::Palette;
    use crate::scenario::Lane;
    use egui::{Color32, Theme};

    fn luminance(colour: Color32) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn text_meets_wcag_aa_on_every_ground() {
        for mode in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(mode);
            for ground in [palette.background, palette.panel, palette.card, palette.selection] {
                let lanes = Lane::ALL.map(|lane| palette.lane(lane));
                let texts = [
                    palette.text,
                    palette.weak,
                    palette.accent,
                    palette.good,
                    palette.warn,
                    palette.bad,
                ];
                for text in texts.into_iter().chain(lanes) {
                    let is_selection = ground == palette.selection;
                    if is_selection && text != palette.text {
                        continue;
                    }
                    assert!(
                        contrast(text, ground) >= 4.5,
                        "{mode:?} {text:?} on {ground:?}: {}",
                        contrast(text, ground)
                    );
                }
            }
        }
    }

    #[test]
    fn text_meets_wcag_aa_on_the_ground_of_every_source() {
        for mode in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(mode);
            for place in 0..11 {
                let found = contrast(palette.text, palette.ground(place));
                assert!(found >= 4.5, "{mode:?} hue {place}: {found}");
            }
        }
    }

    #[test]
    fn marks_and_borders_meet_wcag_for_graphics() {
        for mode in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(mode);
            for place in 0..11 {
                assert!(
                    contrast(palette.source(place), palette.panel) >= 3.0,
                    "{mode:?} hue {place}"
                );
            }
            assert!(contrast(palette.untrusted, palette.panel) >= 3.0);
        }
    }
}
