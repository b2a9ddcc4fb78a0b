//! Writing what the window exports: beside its thread, at once or not at all.

use super::picture::{FRAMES, theme_of};
use crate::app::{ExportError, ExportJob, State};
use crate::scenario::write_atomically;
use std::path::Path;

/// Size in points and pixels a point of a picture whose window nobody knows.
const USUAL_SIZE: ([f32; 2], f32) = ([1280.0, 800.0], 1.0);

/// Writes it. A file that is there is replaced only where that was said.
pub(super) fn write(job: &ExportJob, path: &Path, replaces: bool) -> Result<(), ExportError> {
    if path.as_os_str().is_empty() {
        return Err(ExportError::Cannot("name a file".to_owned()));
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
fn picture(state: &State, view_alone: bool, (size, scale): ([f32; 2], f32)) -> Vec<u8> {
    let setup = |ctx: &egui::Context| {
        crate::ui::theme::install(ctx);
        ctx.set_theme(theme_of(state.settings.theme));
    };
    let picture = crate::raster::draw(size, scale, FRAMES, setup, |ui| {
        // What a picture is asked for is nothing that anybody does.
        let _ = if view_alone {
            crate::ui::show_view(ui, state, None)
        } else {
            crate::ui::show(ui, state)
        };
    });
    picture.to_png()
}
