//! The state before, to choose: the file as opened, or another one. Compare and Deploy share it.

use super::frame::Frame;
use super::widgets::dotted_name;
use crate::app::{Action, Document, Modal};
use crate::diagnostics::visible;
use crate::scenario::{Origin, SHIPPED_PREFIX, shipped_names};
use egui::{ComboBox, Ui};

/// What stands for the baseline among the choices.
pub(super) const AS_OPENED: &str = "the file as opened";
/// Longest name in the list of choices, in characters.
const FITS: usize = 44;

/// Draws it.
pub(super) fn choose(ui: &mut Ui, frame: &mut Frame<'_>) {
    let over = frame.state.deployed_over.as_ref().map(|over| over.origin.clone());
    let title = over.as_ref().map_or_else(|| AS_OPENED.to_owned(), short);
    let combo = ComboBox::from_id_salt("state before")
        .selected_text(dotted_name(&visible(&title), 26))
        .width(170.0)
        .height(320.0);
    let response = combo.show_ui(ui, |ui| {
        if ui.selectable_label(over.is_none(), AS_OPENED).clicked() {
            frame.push(Action::DeployOver(None));
        }
        if ui.selectable_label(false, "Choose a file…").clicked() {
            frame.push(Action::PickDeployOver);
        }
        // Where the scenario has no file of its own, there is no history to look at.
        if frame.state.document.as_ref().and_then(Document::path).is_some() {
            let hint = "As it was at a commit, a branch or a tag";
            let response = ui.selectable_label(false, "A git revision of the opened file…");
            if response.on_hover_text(hint).clicked() {
                let revision = "HEAD".to_owned();
                frame.push(Action::Modal(Some(Modal::BeforeRevision { revision })));
            }
        }
        let recent = frame.state.settings.recent.iter();
        // Shipped ones are listed below anyway.
        let recent: Vec<Origin> = recent
            .filter(|path| !path.starts_with(SHIPPED_PREFIX))
            .map(|path| Origin::parse(path))
            .collect();
        let shipped = shipped_names().into_iter();
        let shipped: Vec<Origin> = shipped.map(|name| Origin::Shipped(name.to_owned())).collect();
        for (heading, origins) in [("Recent", recent), ("Shipped", shipped)] {
            if !origins.is_empty() {
                ui.separator();
                ui.weak(heading);
            }
            for origin in origins {
                choice(ui, frame, over.as_ref(), origin);
            }
        }
    });
    let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "State before");
    response.response.widget_info(info);
    let where_it_lies = match (&over, &frame.state.document) {
        (Some(origin), _) => origin.shown(),
        (None, Some(document)) => document.origin.shown(),
        (None, None) => return,
    };
    response.response.on_hover_text(visible(&where_it_lies));
}

/// A name that fits the closed list: what tells it from the others comes first.
fn short(origin: &Origin) -> String {
    match origin {
        Origin::Revision { revision, .. } => format!("{revision}:{}", origin.file_name()),
        Origin::Disk(_) | Origin::Shipped(_) => origin.file_name(),
    }
}

fn choice(ui: &mut Ui, frame: &mut Frame<'_>, over: Option<&Origin>, origin: Origin) {
    let (shown, whole) = match &origin {
        Origin::Shipped(name) => (name.clone(), name.clone()),
        Origin::Disk(_) | Origin::Revision { .. } => {
            (dotted_name(&visible(&origin.shown()), FITS), visible(&origin.shown()))
        }
    };
    let is_cut = shown != whole;
    let mut response = ui.selectable_label(over == Some(&origin), shown);
    if is_cut {
        response = response.on_hover_text(whole);
    }
    if response.clicked() {
        frame.push(Action::DeployOver(Some(origin)));
    }
}
