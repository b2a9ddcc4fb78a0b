//! How the plan is made: builder, order, estimator, session.

use crate::app::Action;
use crate::plan::Planned;
use crate::scenario::{Builder, Edit, Estimator, RankingOrder, SessionKind};
use crate::ui::frame::Frame;
use egui::{Align, ComboBox, Layout, Ui};

/// Draws it.
pub(super) fn planning(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let scenario = &planned.scenario;
    let mut builders = Builder::OFFERED.to_vec();
    if !builders.contains(&scenario.builder) {
        builders.push(scenario.builder);
    }
    choice(
        ui,
        frame,
        "Builder",
        &builders,
        scenario.builder,
        |builder| builder.to_string(),
        Edit::Builder,
    );
    ui.add_enabled_ui(scenario.builder.defers(), |ui| {
        let orders = RankingOrder::ALL;
        choice(
            ui,
            frame,
            "Order",
            &orders,
            scenario.ranking.order,
            |order| order.id().to_owned(),
            Edit::RankingOrder,
        );
    });
    let estimators = Estimator::ALL;
    choice(
        ui,
        frame,
        "Estimator",
        &estimators,
        scenario.estimator,
        |one| one.id().to_owned(),
        Edit::Estimator,
    );
    let kinds = SessionKind::ALL;
    choice(
        ui,
        frame,
        "Session",
        &kinds,
        scenario.session.kind,
        |kind| kind.id().to_owned(),
        Edit::SessionKind,
    );
    let mut bound = scenario.session.website_profile;
    let hint = "A chat bound to a website profile: the browser tools must be defined (ADR-0130)";
    let response = ui.checkbox(&mut bound, "Website profile").on_hover_text(hint);
    if response.clicked() {
        frame.push(Action::Edit(Edit::WebsiteProfile(bound)));
    }
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    label: &str,
    all: &[T],
    value: T,
    text: impl Fn(T) -> String,
    edit: impl Fn(T) -> Edit,
) {
    ui.horizontal(|ui| {
        let name = ui.label(label);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let combo = ComboBox::from_id_salt(label).selected_text(text(value)).width(150.0);
            let response = combo.show_ui(ui, |ui| {
                for &one in all {
                    if ui.selectable_label(one == value, text(one)).clicked() && one != value {
                        frame.push(Action::Edit(edit(one)));
                    }
                }
            });
            response.response.labelled_by(name.id);
        });
    });
}
