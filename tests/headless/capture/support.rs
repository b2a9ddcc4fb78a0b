//! A run of `roster capture` on a server that this very test program plays.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What a run came to.
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: Option<i32>,
    pub(crate) took: Duration,
    /// The numbers of all processes that the server started, itself included.
    pub(crate) started: Vec<u32>,
    pub(crate) folder: TempDir,
}

/// Runs it on a server that plays a part.
pub(crate) fn capture(part: &str, more: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let args = arguments(part, folder.path(), more);
    run(&args, folder)
}

/// The arguments of that run.
pub(crate) fn arguments(part: &str, folder: &Path, more: &[&str]) -> Vec<String> {
    let mut args: Vec<String> = ["capture", "--yes"].map(str::to_owned).to_vec();
    args.extend(more.iter().map(|&arg| arg.to_owned()));
    args.extend(["--env".to_owned(), format!("ROSTER_PLAYS={part}")]);
    args.extend(["--env".to_owned(), format!("ROSTER_PIDS={}", pids(folder).display())]);
    args.push("--".to_owned());
    args.push(std::env::current_exe().unwrap().display().to_string());
    args.extend(["--exact", "--nocapture", "capture::server::plays_its_part"].map(str::to_owned));
    args
}

fn pids(folder: &Path) -> PathBuf {
    folder.join("pids")
}

/// Runs the program.
pub(crate) fn run(args: &[String], folder: TempDir) -> Ran {
    let started = Instant::now();
    let output = command(args, folder.path()).output().unwrap();
    ran(&output, started.elapsed(), folder)
}

pub(crate) fn command(args: &[String], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roster"));
    command
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .env("ROSTER_UNNAMED", "must not reach the server")
        .env_remove("CLICOLOR_FORCE");
    command
}

pub(crate) fn ran(output: &std::process::Output, took: Duration, folder: TempDir) -> Ran {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let started = std::fs::read_to_string(pids(folder.path())).unwrap_or_default();
    Ran {
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        status: output.status.code(),
        took,
        started: started.lines().map(|line| line.parse().unwrap()).collect(),
        folder,
    }
}

impl Ran {
    /// The inventory on the output.
    #[track_caller]
    pub(crate) fn inventory(&self) -> Value {
        assert_eq!(self.status, Some(0), "{}", self.stderr);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// It failed, said so, and printed no inventory.
    #[track_caller]
    pub(crate) fn fails_with(&self, message: &str) -> &Self {
        assert!(self.stderr.contains(message), "{}", self.stderr);
        assert!(self.stderr.contains("\n  help: "), "{}", self.stderr);
        assert_eq!((self.status, self.stdout.as_str()), (Some(2), ""), "{}", self.stderr);
        self
    }

    /// All that the server started is gone; there must have been so many.
    #[track_caller]
    pub(crate) fn leaves_nothing(&self, count: usize) -> &Self {
        assert_eq!(self.started.len(), count, "{:?} {}", self.started, self.stderr);
        for pid in &self.started {
            assert!(!is_running(*pid), "{pid} is left");
        }
        self
    }
}

/// Whether a process runs. One that has ended may still be listed until its parent hears of it.
pub(crate) fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit_once(") ").unwrap().1.starts_with('Z'))
}
