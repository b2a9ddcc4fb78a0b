//! `roster screenshot`: a picture of the window, without one.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::diagnostics::visible;
use crate::scenario::{Origin, write_atomically};
use std::io;
use std::path::PathBuf;

/// Draws the window to a PNG file
#[derive(Debug, clap::Args)]
pub(super) struct ScreenshotArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// Where to write the picture: a PNG file, whose name ends in `.png` or has no ending
    #[arg(short, long, value_name = "PNG", value_parser = png())]
    out: PathBuf,

    /// Width and height in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    size: (f32, f32),

    /// Pixels a point, from 0.5 to 4
    #[arg(long, default_value = "1", value_parser = scale)]
    scale: f32,

    /// Colours of the window
    #[arg(long, value_enum, default_value = "dark")]
    theme: Theme,

    /// What to show: charts, prompt, gates, problems, call, deploy, compare, sweep, cost, map, clients, lint, brief, palette or
    /// help
    #[arg(long, value_name = "NAME")]
    view: Option<String>,

    /// Draw the view alone, filling the picture
    #[arg(long, requires = "view")]
    only: bool,

    /// Draw one chart alone: caps, curve, definitions, index, region-a or window
    #[arg(long, value_name = "NAME", conflicts_with = "view")]
    chart: Option<String>,

    /// The tool to select, by its registry name
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,

    #[command(flatten)]
    what_if: WhatIf,
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Theme {
    /// Light on dark
    Dark,
    /// Dark on light
    Light,
}

/// Runs it.
pub(super) fn run(arguments: &ScreenshotArguments, terminal: &mut Terminal) -> io::Result<Status> {
    // A broken file is told as `plan` tells it, not as a picture of its problems.
    if Opened::or_say(&arguments.file, &arguments.what_if.set, Format::Text, terminal)?.is_none() {
        return Ok(Status::CouldNotRun);
    }
    let written =
        draw(arguments).and_then(|png| write_atomically(&arguments.out, png).map_err(|error| error.to_string()));
    match written {
        Ok(()) => Ok(Status::Fine),
        Err(message) => {
            terminal.complain(&format!("error: {}", visible(&message)));
            Ok(Status::CouldNotRun)
        }
    }
}

/// Draws to PNG bytes; `Err` says why it cannot.
#[cfg(feature = "gui")]
fn draw(arguments: &ScreenshotArguments) -> Result<Vec<u8>, String> {
    use crate::app::ThemeChoice;
    use crate::desktop::{ScreenshotOptions, screenshot};
    screenshot(&ScreenshotOptions {
        origin: arguments.file.clone(),
        assignments: arguments.what_if.set.clone(),
        size: arguments.size.into(),
        scale: arguments.scale,
        theme: match arguments.theme {
            Theme::Dark => ThemeChoice::Dark,
            Theme::Light => ThemeChoice::Light,
        },
        view: arguments.view.clone(),
        view_alone: arguments.only,
        chart: arguments.chart.clone(),
        tool: arguments.tool.clone(),
    })
}

/// The command line alone was built.
#[cfg(not(feature = "gui"))]
fn draw(_: &ScreenshotArguments) -> Result<Vec<u8>, String> {
    Err("this build has no window to draw; build it with the feature `gui`".to_owned())
}

/// Another ending would promise what the file is not.
fn png() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::{PathBufValueParser, TypedValueParser as _};
    PathBufValueParser::new().try_map(|path| {
        let is_fine = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("png"));
        if is_fine {
            Ok(path)
        } else {
            Err("a picture is written as PNG: let the name end in `.png`, or in nothing")
        }
    })
}

fn size(text: &str) -> Result<(f32, f32), String> {
    const ALLOWED: std::ops::RangeInclusive<u16> = 400..=8_000;
    let parsed = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match parsed {
        Some((width, height)) if ALLOWED.contains(&width) && ALLOWED.contains(&height) => {
            Ok((f32::from(width), f32::from(height)))
        }
        _ => Err(format!(
            "expected width and height from {} to {}, such as `1280x800`",
            ALLOWED.start(),
            ALLOWED.end()
        )),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|scale| (0.5..=4.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.5 to 4".to_owned())
}
