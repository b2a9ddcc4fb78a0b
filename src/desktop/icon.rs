//! The window's icon: nine slots, of which the last ones are hollow and one is lost. Drawn, so that no file is needed.

use egui::IconData;

/// Side in pixels: three slots of twenty, gaps of one, and a pixel around.
const SIDE: usize = 64;
const CELL: usize = 21;
const DEFINED: [u8; 4] = [106, 204, 138, 255];
const DEFERRED: [u8; 4] = [110, 176, 255, 255];
const GROUND: [u8; 4] = [24, 27, 32, 255];

/// The icon.
pub(super) fn icon() -> IconData {
    let rgba = (0..SIDE * SIDE).flat_map(|at| pixel(at % SIDE, at / SIDE)).collect();
    IconData {
        rgba,
        width: 64,
        height: 64,
    }
}

fn pixel(x: usize, y: usize) -> [u8; 4] {
    let slot = (x / CELL).min(2) + 3 * (y / CELL).min(2);
    let (left, top) = (x - CELL * (x / CELL).min(2), y - CELL * (y / CELL).min(2));
    let from_edge = [left, top, CELL - left.min(CELL), CELL - top.min(CELL)]
        .into_iter()
        .min()
        .unwrap_or(0);
    match (slot, from_edge) {
        (_, ..3) => GROUND,
        (0..5, _) => DEFINED,
        (5..8, 3..6) => DEFERRED,
        _ => GROUND,
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFERRED, DEFINED, GROUND, SIDE, icon};

    #[test]
    fn it_has_full_and_hollow_slots() {
        let icon = icon();
        assert_eq!(icon.rgba.len(), SIDE * SIDE * 4);
        assert_eq!([icon.width as usize, icon.height as usize], [SIDE; 2]);
        let at = |x: usize, y: usize| &icon.rgba[(y * SIDE + x) * 4..][..4];
        assert_eq!(at(10, 10), DEFINED);
        assert_eq!(at(52, 26), DEFERRED);
        assert_eq!(at(52, 31), GROUND);
        assert_eq!(at(52, 52), GROUND);
    }
}
