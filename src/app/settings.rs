//! What is kept between starts: how the window looks and what was open, never a scenario.

use super::View;
use crate::scenario::Origin;

/// Recent files that are kept.
const RECENT: usize = 10;

/// Dark, light, or what the system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ThemeChoice {
    /// As the system.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl ThemeChoice {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::System, Self::Dark, Self::Light];

    /// In the menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::System => "As the system",
            Self::Dark => "Dark",
            Self::Light => "Light",
        }
    }
}

/// Kept settings. Unknown fields of a newer version are left out, missing ones take their defaults.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Version of this structure.
    pub version: u32,
    /// Dark or light.
    pub theme: ThemeChoice,
    /// Recent scenarios, newest first, as a person would type them.
    pub recent: Vec<String>,
    /// The view at the bottom.
    pub view: View,
    /// Whether the what-if side is open.
    pub shows_what_if: bool,
    /// Whether the inspector is open.
    pub shows_inspector: bool,
    /// Whether the views at the bottom are open.
    pub shows_views: bool,
    /// No animations.
    pub reduced_motion: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: 1,
            theme: ThemeChoice::System,
            recent: Vec::new(),
            view: View::Charts,
            shows_what_if: true,
            shows_inspector: true,
            shows_views: true,
            reduced_motion: false,
        }
    }
}

impl Settings {
    /// Puts a scenario first among the recent ones.
    pub fn remember(&mut self, origin: &Origin) {
        let shown = match origin {
            // A relative path means something else at the next start.
            Origin::Disk(path) => path
                .canonicalize()
                .unwrap_or_else(|_| path.clone())
                .display()
                .to_string(),
            Origin::Shipped(_) => origin.shown(),
            // It need not be on disk, so that links in it cannot be followed.
            Origin::Revision { revision, path } => Origin::Revision {
                revision: revision.clone(),
                path: std::path::absolute(path).unwrap_or_else(|_| path.clone()),
            }
            .shown(),
        };
        self.recent.retain(|known| *known != shown);
        self.recent.insert(0, shown);
        self.recent.truncate(RECENT);
    }
}
