//! The commands of the program: one table gives menus, palette, keys and the help window.

use super::{Document, State, View};
use egui::{Key, KeyboardShortcut, Modifiers};

/// Everything that a person can ask for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "`title` and `hint` say what each does")]
pub enum Command {
    OpenFile,
    OpenPath,
    Import,
    Reload,
    Save,
    SaveVariant,
    WriteReport,
    SaveTable,
    SavePicture,
    Quit,
    Undo,
    Redo,
    BackToFile,
    CopyPlan,
    CopyTable,
    CopyComparison,
    Find,
    SelectNext,
    SelectPrevious,
    ClearSelection,
    ShowCharts,
    ShowPrompt,
    ShowGates,
    ShowProblems,
    ShowCall,
    ShowDeploy,
    ShowCompare,
    ShowSweep,
    ShowCost,
    ShowMap,
    ShowClients,
    ShowLint,
    ToggleWhatIf,
    ToggleInspector,
    ToggleViews,
    ToggleTheme,
    ToggleMotion,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    Palette,
    Help,
}

/// The menus of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the menus are named by what they hold")]
pub enum Menu {
    File,
    Edit,
    View,
    Help,
}

/// Who has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyboard {
    /// Nobody in particular: every command may have its key.
    Commands,
    /// A text field.
    TextField,
    /// An open menu or list.
    Popup,
}

/// A key combination.
pub type Shortcut = KeyboardShortcut;

impl Command {
    /// All commands, in the order of the menus.
    pub const ALL: [Self; 42] = [
        Self::OpenFile,
        Self::OpenPath,
        Self::Import,
        Self::Reload,
        Self::Save,
        Self::SaveVariant,
        Self::WriteReport,
        Self::SaveTable,
        Self::SavePicture,
        Self::Quit,
        Self::Undo,
        Self::Redo,
        Self::BackToFile,
        Self::CopyPlan,
        Self::CopyTable,
        Self::CopyComparison,
        Self::Find,
        Self::SelectNext,
        Self::SelectPrevious,
        Self::ClearSelection,
        Self::ShowCharts,
        Self::ShowPrompt,
        Self::ShowGates,
        Self::ShowProblems,
        Self::ShowCall,
        Self::ShowDeploy,
        Self::ShowCompare,
        Self::ShowSweep,
        Self::ShowCost,
        Self::ShowMap,
        Self::ShowClients,
        Self::ShowLint,
        Self::ToggleWhatIf,
        Self::ToggleInspector,
        Self::ToggleViews,
        Self::ToggleTheme,
        Self::ToggleMotion,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ZoomReset,
        Self::Palette,
        Self::Help,
    ];

    /// What it is called, everywhere.
    pub fn title(self) -> &'static str {
        match self {
            Self::OpenFile => "Open…",
            Self::OpenPath => "Open path…",
            Self::Import => "Import servers…",
            Self::Reload => "Reload",
            Self::Save => "Save",
            Self::SaveVariant => "Save as variant…",
            Self::WriteReport => "Write report…",
            Self::SaveTable => "Save table as CSV…",
            Self::SavePicture => "Save picture…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::BackToFile => "Back to the file as opened",
            Self::CopyPlan => "Copy plan as text",
            Self::CopyTable => "Copy table",
            Self::CopyComparison => "Copy comparison",
            Self::Find => "Find a tool",
            Self::SelectNext => "Next tool",
            Self::SelectPrevious => "Previous tool",
            Self::ClearSelection => "Clear selection",
            Self::ShowCharts => "Show charts",
            Self::ShowPrompt => "Show prompt",
            Self::ShowGates => "Show gates",
            Self::ShowProblems => "Show problems",
            Self::ShowCall => "Try a call",
            Self::ShowDeploy => "Show deploy",
            Self::ShowCompare => "Compare",
            Self::ShowSweep => "Sweep a cap",
            Self::ShowCost => "Weigh deferral",
            Self::ShowMap => "Show map of tokens",
            Self::ShowClients => "Other clients",
            Self::ShowLint => "Lint the tools",
            Self::ToggleWhatIf => "What-if panel",
            Self::ToggleInspector => "Inspector",
            Self::ToggleViews => "Bottom views",
            Self::ToggleTheme => "Switch between dark and light",
            Self::ToggleMotion => "Reduced motion",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomReset => "Actual size",
            Self::Palette => "Command palette…",
            Self::Help => "Keys and marks",
        }
    }

    /// What it does, for the tooltip and the help window.
    pub fn hint(self) -> &'static str {
        match self {
            Self::OpenFile => "Choose a scenario file",
            Self::OpenPath => "Type the path of a scenario file, REV:FILE, or shipped:NAME",
            Self::Import => "A scenario from tools/list answers, clients' configurations or a running server",
            Self::Reload => "Read the file and its inventories again and drop the what-if; undo brings it back",
            Self::Save => "Write the what-if into the opened file; its comments and order stay",
            Self::SaveVariant => "Write a small file that extends the opened one and holds only what differs",
            Self::WriteReport => "One file for a design review: HTML or Markdown",
            Self::SaveTable => "Every tool with its lane, tokens and reason, for a spreadsheet",
            Self::SavePicture => "The window, or the view at its bottom, as PNG",
            Self::Quit => "Close the window; asks if the what-if is not saved",
            Self::Undo => "Take the last change back",
            Self::Redo => "Bring the change back",
            Self::BackToFile => "Drop the whole what-if; undo brings it back",
            Self::CopyPlan => "The plan as roster plan prints it",
            Self::CopyTable => "The rows on screen, tab-separated",
            Self::CopyComparison => "The rows of the Compare view, tab-separated, with both reasons of each",
            Self::Find => "Search names, sources, effects and reasons",
            Self::SelectNext => "Select the row below",
            Self::SelectPrevious => "Select the row above",
            Self::ClearSelection => "Select nothing",
            Self::ShowCharts => "Token use against the caps",
            Self::ShowPrompt => "The index text that the model reads",
            Self::ShowGates => "What the file expects of its plan, calls, sessions and briefs",
            Self::ShowProblems => "Errors and warnings of the file, with their place",
            Self::ShowCall => "What a run would see: a call step by step, or a delegated child",
            Self::ShowDeploy => "What becomes of open sessions when this plan is deployed",
            Self::ShowCompare => "Every tool that differs from the state before, and where the prefix breaks",
            Self::ShowSweep => "The plan at every value of a cap",
            Self::ShowCost => "Whether deferring pays, and what the rejected alternatives come to",
            Self::ShowLint => "What is wrong with names, descriptions, schemas and annotations, each with a fix",
            Self::ShowMap => "Definition tokens by source and tool, and tools that are nearly the same",
            Self::ShowClients => "What other clients would do with the same tools, as far as it is published",
            Self::ToggleWhatIf => "Show or hide the switches and caps",
            Self::ToggleInspector => "Show or hide the selected tool",
            Self::ToggleViews => "Show or hide the views at the bottom",
            Self::ToggleTheme => "Dark or light",
            Self::ToggleMotion => "Recolour what moved without fading",
            Self::ZoomIn => "Everything larger",
            Self::ZoomOut => "Everything smaller",
            Self::ZoomReset => "Everything at its own size",
            Self::Palette => "Every command, switch, tool and shipped scenario by name",
            Self::Help => "Keys, lanes and marks",
        }
    }

    /// Its menu.
    pub fn menu(self) -> Menu {
        match self {
            Self::OpenFile
            | Self::OpenPath
            | Self::Import
            | Self::Reload
            | Self::Save
            | Self::SaveVariant
            | Self::WriteReport
            | Self::SaveTable
            | Self::SavePicture
            | Self::Quit => Menu::File,
            Self::Undo
            | Self::Redo
            | Self::BackToFile
            | Self::CopyPlan
            | Self::CopyTable
            | Self::CopyComparison
            | Self::Find
            | Self::SelectNext
            | Self::SelectPrevious
            | Self::ClearSelection => Menu::Edit,
            Self::Palette | Self::Help => Menu::Help,
            _ => Menu::View,
        }
    }

    /// Its key.
    pub fn shortcut(self) -> Option<Shortcut> {
        const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        let key = |modifiers, key| Some(KeyboardShortcut::new(modifiers, key));
        match self {
            Self::OpenFile => key(Modifiers::COMMAND, Key::O),
            Self::OpenPath => key(COMMAND_SHIFT, Key::O),
            Self::Import => key(COMMAND_SHIFT, Key::I),
            Self::Reload => key(Modifiers::COMMAND, Key::R),
            Self::Save => key(Modifiers::COMMAND, Key::S),
            Self::SaveVariant => key(COMMAND_SHIFT, Key::S),
            Self::WriteReport => key(Modifiers::COMMAND, Key::E),
            Self::SaveTable => key(COMMAND_SHIFT, Key::E),
            Self::SavePicture => key(Modifiers::COMMAND, Key::P),
            Self::Quit => key(Modifiers::COMMAND, Key::Q),
            Self::Undo => key(Modifiers::COMMAND, Key::Z),
            Self::Redo => key(COMMAND_SHIFT, Key::Z),
            Self::BackToFile => key(Modifiers::COMMAND, Key::Backspace),
            Self::CopyPlan => key(COMMAND_SHIFT, Key::C),
            Self::CopyTable => key(COMMAND_SHIFT, Key::T),
            Self::CopyComparison => key(COMMAND_SHIFT, Key::D),
            Self::Find => key(Modifiers::COMMAND, Key::F),
            Self::SelectNext => key(Modifiers::NONE, Key::J),
            Self::SelectPrevious => key(Modifiers::NONE, Key::K),
            Self::ClearSelection => key(Modifiers::NONE, Key::Escape),
            Self::ShowCharts => key(Modifiers::NONE, Key::Num1),
            Self::ShowPrompt => key(Modifiers::NONE, Key::Num2),
            Self::ShowGates => key(Modifiers::NONE, Key::Num3),
            Self::ShowProblems => key(Modifiers::NONE, Key::Num4),
            Self::ShowCall => key(Modifiers::NONE, Key::Num5),
            Self::ShowDeploy => key(Modifiers::NONE, Key::Num6),
            Self::ShowCompare => key(Modifiers::NONE, Key::Num7),
            Self::ShowSweep => key(Modifiers::NONE, Key::Num8),
            Self::ShowCost => key(Modifiers::NONE, Key::Num9),
            Self::ShowMap => key(Modifiers::NONE, Key::Num0),
            Self::ShowClients => key(Modifiers::NONE, Key::C),
            Self::ShowLint => key(Modifiers::NONE, Key::L),
            Self::ToggleWhatIf => key(Modifiers::COMMAND, Key::B),
            Self::ToggleInspector => key(Modifiers::COMMAND, Key::I),
            Self::ToggleViews => key(Modifiers::COMMAND, Key::J),
            Self::ToggleTheme => key(Modifiers::COMMAND, Key::D),
            Self::ToggleMotion => key(Modifiers::COMMAND, Key::M),
            Self::ZoomIn => key(Modifiers::COMMAND, Key::Plus),
            Self::ZoomOut => key(Modifiers::COMMAND, Key::Minus),
            Self::ZoomReset => key(Modifiers::COMMAND, Key::Num0),
            Self::Palette => key(Modifiers::COMMAND, Key::K),
            Self::Help => key(Modifiers::NONE, Key::F1),
        }
    }

    /// Whether it can run now, or why not.
    pub fn enabled(self, state: &State) -> Result<(), &'static str> {
        let document = state.document.as_ref();
        let when = |holds: bool, why: &'static str| if holds { Ok(()) } else { Err(why) };
        match self {
            Self::OpenFile => when(!state.has_dialog, "a file dialog is open already"),
            Self::Reload => when(document.is_some() || state.broken.is_some(), "no scenario is open"),
            Self::Save => match document {
                None => Err("no scenario is open"),
                Some(document) if document.is_at_revision() => {
                    Err("a revision cannot be written to; open the file itself to save")
                }
                Some(document) if document.path().is_none() => {
                    Err("a shipped scenario lies in the program; save a variant instead")
                }
                Some(_) if state.broken.is_some() => {
                    Err("the file on disk has errors; mend them first, or save a variant")
                }
                Some(_) => when(state.is_dirty(), "nothing has changed since the last save"),
            },
            Self::SaveVariant => match document {
                None => Err("no scenario is open"),
                Some(document) if document.is_at_revision() => {
                    Err("a variant extends a file that is there, and a revision is none; open the file itself")
                }
                Some(document) => when(document.has_changes(), "the what-if holds no change yet"),
            },
            Self::Undo => when(state.history.undo_label().is_some(), "nothing to undo"),
            Self::Redo => when(state.history.redo_label().is_some(), "nothing to redo"),
            Self::BackToFile => when(
                document.is_some_and(Document::has_changes),
                "the what-if holds no change",
            ),
            Self::WriteReport | Self::SaveTable | Self::SavePicture => match state.shown {
                None => Err("no plan is on screen"),
                Some(_) => when(!state.is_exporting, "a file is being written; wait until it is there"),
            },
            Self::CopyPlan | Self::CopyTable | Self::Find | Self::SelectNext | Self::SelectPrevious => {
                when(state.shown.is_some(), "no plan is on screen")
            }
            Self::CopyComparison => match state.comparison() {
                None => Err("nothing is compared: show Compare first"),
                Some(comparison) => when(!comparison.changes.is_empty(), "no tool differs"),
            },
            Self::ClearSelection => when(state.view.selected.is_some(), "nothing is selected"),
            _ => Ok(()),
        }
    }

    /// The view that a `Show…` command shows.
    pub fn view(self) -> Option<View> {
        match self {
            Self::ShowCharts => Some(View::Charts),
            Self::ShowPrompt => Some(View::Prompt),
            Self::ShowGates => Some(View::Gates),
            Self::ShowProblems => Some(View::Problems),
            Self::ShowCall => Some(View::Call),
            Self::ShowDeploy => Some(View::Deploy),
            Self::ShowCompare => Some(View::Compare),
            Self::ShowSweep => Some(View::Sweep),
            Self::ShowCost => Some(View::Cost),
            Self::ShowMap => Some(View::Map),
            Self::ShowClients => Some(View::Clients),
            Self::ShowLint => Some(View::Lint),
            _ => None,
        }
    }

    /// The command of a pressed key, if one has it. Keys with more modifiers are looked at first, so that Ctrl+Shift+S
    /// never saves in place; while somebody types, the keys that mean something to a text field are the field's.
    pub fn pressed(input: &mut egui::InputState, keyboard: Keyboard) -> Vec<Self> {
        let mut commands: Vec<(Self, KeyboardShortcut)> = Self::ALL
            .into_iter()
            .filter_map(|command| Some((command, command.shortcut()?)))
            .collect();
        commands.sort_by_key(|(_, shortcut)| std::cmp::Reverse(modifier_count(shortcut.modifiers)));
        commands
            .into_iter()
            .filter(|(command, shortcut)| !(keyboard == Keyboard::TextField && command.is_of_text(*shortcut)))
            // Esc closes a menu or a list first.
            .filter(|(command, _)| !(keyboard == Keyboard::Popup && *command == Self::ClearSelection))
            .filter(|(_, shortcut)| input.consume_shortcut(shortcut))
            .map(|(command, _)| command)
            .collect()
    }
}

impl Command {
    /// Whether a text field has a use of its own for the key.
    fn is_of_text(self, shortcut: KeyboardShortcut) -> bool {
        let is_plain = shortcut.modifiers == Modifiers::NONE && shortcut.logical_key != Key::F1;
        is_plain || matches!(self, Self::Undo | Self::Redo | Self::BackToFile)
    }
}

fn modifier_count(modifiers: Modifiers) -> usize {
    [
        modifiers.command,
        modifiers.shift,
        modifiers.alt,
        modifiers.ctrl,
        modifiers.mac_cmd,
    ]
    .into_iter()
    .filter(|held| *held)
    .count()
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn no_two_commands_share_a_key() {
        for (place, command) in Command::ALL.iter().enumerate() {
            for other in &Command::ALL[place + 1..] {
                assert_ne!(command.shortcut(), other.shortcut(), "{command:?} and {other:?}");
                assert_ne!(command.title(), other.title());
            }
        }
    }
}
