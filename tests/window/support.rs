//! What tests of the window share: the real window over a real scenario, with no display, graphics card or thread.

use egui::accesskit::Role;
use egui::{Context, FullOutput, Key, Modifiers, TexturesDelta};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, HarnessBuilder, Node, TestRenderer};
use image::RgbaImage;
use roster::app::{Action, Settings, State, ThemeChoice};
use roster::desktop::{Shell, Worker};
use roster::plan::names;
use roster::raster::CpuRenderer;
use roster::scenario::{Lane, Origin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The size that everything must be readable at, in points.
pub(crate) const SIZE: [f32; 2] = [1280.0, 800.0];

/// The window with what tests ask of it.
pub(crate) struct Window {
    harness: Harness<'static, Option<Shell>>,
}

impl Window {
    /// The window on a scenario that comes with the program.
    pub(crate) fn on_shipped(name: &str) -> Self {
        Self::on(Origin::Shipped(name.to_owned()))
    }

    /// The window on a scenario.
    pub(crate) fn on(origin: Origin) -> Self {
        Self::sized(origin, SIZE, ThemeChoice::Dark)
    }

    /// The window on a scenario, of a size and in a theme. Nothing moves in it.
    pub(crate) fn sized(origin: Origin, size: [f32; 2], theme: ThemeChoice) -> Self {
        let settings = Settings {
            theme,
            reduced_motion: true,
            ..Settings::default()
        };
        Self::with(origin, size, settings)
    }

    /// The window as a person first meets it, with what moves in it.
    pub(crate) fn with(origin: Origin, size: [f32; 2], settings: Settings) -> Self {
        let mut harness = HarnessBuilder::default()
            .with_size(size)
            .with_max_steps(12)
            .renderer(PictureRenderer::default())
            .build_ui_state(
                move |ui, shell: &mut Option<Shell>| {
                    let shell = shell.get_or_insert_with(|| {
                        let mut shell = Shell::new(ui.ctx(), settings.clone(), &Worker::Inline);
                        shell.act(Action::Open(origin.clone()));
                        shell
                    });
                    shell.frame(ui);
                },
                None,
            );
        harness.run();
        Self { harness }
    }

    /// Draws frames until nothing changes.
    pub(crate) fn settle(&mut self) {
        self.harness.run();
    }

    /// The state behind the window.
    pub(crate) fn state(&self) -> &State {
        &self.harness.state().as_ref().unwrap().state
    }

    /// Does what a panel, a dialog or the watcher would ask for.
    pub(crate) fn act(&mut self, action: Action) {
        self.harness.state_mut().as_mut().unwrap().act(action);
        self.settle();
    }

    /// Clicks what has this name.
    pub(crate) fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Clicks what has this role and name.
    pub(crate) fn click_role(&mut self, role: Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.settle();
    }

    /// Clicks the first of what has this role and name.
    pub(crate) fn click_first(&mut self, role: Role, label: &str) {
        let node = self.harness.query_all_by_role_and_label(role, label).next().unwrap();
        node.click();
        self.settle();
    }

    /// Clicks the first of a role whose name holds this text.
    pub(crate) fn click_holding(&mut self, role: Role, text: &str) {
        {
            let mut nodes = self.harness.query_all_by_label_contains(text);
            nodes.find(|node| node.accesskit_node().role() == role).unwrap().click();
        }
        self.settle();
    }

    /// Lets go of a file over the window.
    pub(crate) fn drop_file(&mut self, path: PathBuf) {
        self.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        self.settle();
    }

    /// How many things of a role have a name that holds this text.
    pub(crate) fn count(&self, role: Role, text: &str) -> usize {
        let nodes = self.harness.query_all_by_label_contains(text);
        nodes.filter(|node| node.accesskit_node().role() == role).count()
    }

    /// Whether something has this name.
    pub(crate) fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether something's name holds this text.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    /// What has this role and name.
    pub(crate) fn node<'a>(&'a self, role: Role, label: &'a str) -> Node<'a> {
        self.harness.get_by_role_and_label(role, label)
    }

    /// All that has this role and name.
    pub(crate) fn nodes<'a>(&'a self, role: Role, label: &'a str) -> impl Iterator<Item = Node<'a>> {
        self.harness.query_all_by_role_and_label(role, label)
    }

    /// Types into the field of that name, in place of what it holds, and presses Enter.
    pub(crate) fn enter(&mut self, role: Role, label: &str, text: &str) {
        self.fill(role, label, text);
        self.key(Modifiers::NONE, Key::Enter);
    }

    /// Types into the field of that name, in place of what it holds.
    pub(crate) fn fill(&mut self, role: Role, label: &str, text: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.settle();
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.settle();
    }

    /// Types without choosing a field.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.settle();
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// The harness, for what is asked for in one place only.
    pub(crate) fn harness(&mut self) -> &mut Harness<'static, Option<Shell>> {
        &mut self.harness
    }

    /// Names of the tools in a lane of the plan on screen, sorted.
    pub(crate) fn lane(&self, lane: Lane) -> Vec<String> {
        let shown = self.state().visible_plan().unwrap();
        let plan = &shown.planned.plan;
        let ids = match lane {
            Lane::Defined => &plan.defined,
            Lane::Deferred => &plan.deferred,
            Lane::Skipped => &plan.skipped,
            Lane::Unavailable => panic!("unavailable tools have no list"),
        };
        let mut names: Vec<String> = names(&shown.planned.roster, ids)
            .into_iter()
            .map(str::to_owned)
            .collect();
        names.sort_unstable();
        names
    }

    /// A picture of it.
    pub(crate) fn picture(&mut self) -> RgbaImage {
        self.harness.render().unwrap()
    }
}

/// A file that was dropped on the window, as the system tells of it.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Lends the program's rasteriser to the harness.
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
