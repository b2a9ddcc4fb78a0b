//! Writing what the window exports: beside its thread, at once or not at all.

use super::picture::{FRAMES, theme_of};
use crate::app::{ExportError, ExportJob, PictureSize, State};
use crate::scenario::write_atomically;
use std::path::{Path, PathBuf};

/// Of a picture whose window nobody knows.
const USUAL_SIZE: PictureSize = PictureSize {
    points: [1280.0, 800.0],
    pixels_per_point: 1.0,
    zoom: 1.0,
};

/// Writes it. A file that is there is replaced only where that was said, and one that the window reads from never.
pub(super) fn write(job: &ExportJob, path: &Path, replaces: bool, read_from: &[PathBuf]) -> Result<(), ExportError> {
    if path.as_os_str().is_empty() {
        return Err(ExportError::Cannot("name a file".to_owned()));
    }
    let same = |known: &PathBuf| {
        known
            .canonicalize()
            .is_ok_and(|known| path.canonicalize().is_ok_and(|path| path == known))
    };
    if read_from.iter().any(same) {
        let why = "what is on screen is read from this file; choose another name";
        return Err(ExportError::Cannot(why.to_owned()));
    }
    if !replaces && path.exists() {
        return Err(ExportError::Exists);
    }
    let contents = match job {
        ExportJob::Report(report) => report.written_for(path).map_err(ExportError::Cannot)?.into_bytes(),
        ExportJob::Table(_) => job.table().unwrap_or_default().into_bytes(),
        ExportJob::Picture {
            state,
            view_alone,
            size,
        } => picture(state, *view_alone, size.unwrap_or(USUAL_SIZE)),
    };
    write_atomically(path, contents).map_err(|error| ExportError::Cannot(error.to_string()))
}

/// The window, or its view alone, as PNG.
fn picture(state: &State, view_alone: bool, size: PictureSize) -> Vec<u8> {
    let setup = |ctx: &egui::Context| {
        crate::ui::theme::install(ctx);
        ctx.set_theme(theme_of(state.settings.theme));
        ctx.set_zoom_factor(size.zoom);
    };
    let picture = crate::raster::draw(size.points, size.pixels_per_point, FRAMES, setup, |ui| {
        // What a picture is asked for is nothing that anybody does.
        let _ = if view_alone {
            crate::ui::show_view(ui, state, None)
        } else {
            crate::ui::show(ui, state)
        };
    });
    picture.to_png()
}
