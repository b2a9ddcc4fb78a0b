//! A program that is started for one capture, and its end: nothing that it started may outlive it.
//!
//! It leads a process group of its own, so that all it starts can be ended with it. What leaves the group is found, on
//! Linux, by its parents. A program is first told by its closed stdin, then asked, then ended.

use super::error::Cause;
use super::pipe::Pipe;
use super::target::{Program, passed_along};
use super::wire::Wire;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

/// How long a program may take to end by itself once its stdin is closed.
const UNASKED: Duration = Duration::from_millis(500);
/// How long it may take once it was asked to; real ones have been seen to go on for five seconds.
const ASKED: Duration = Duration::from_secs(2);
/// How long its last words are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How often it is looked who strayed.
pub(super) const LOOK_AROUND: Duration = Duration::from_millis(250);
/// How often it is looked whether it is gone.
const LOOK: Duration = Duration::from_millis(20);

/// A started program.
pub(super) struct Child {
    process: tokio::process::Child,
    family: Family,
    /// Reads what it prints beside its messages.
    listener: JoinHandle<()>,
}

impl Child {
    /// Starts it, with its stderr read into the wire.
    pub(super) fn start(program: &Program, wire: &Wire) -> Result<(Self, Pipe<ChildStdout, ChildStdin>), Cause> {
        if let Some(folder) = &program.folder
            && !folder.is_dir()
        {
            return Err(Cause::NoFolder(folder.display().to_string()));
        }
        let mut command = Command::new(&program.command);
        command
            .args(&program.args)
            .env_clear()
            .envs(passed_along())
            .envs(program.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Cause::NoProgram(program.command.clone()),
            _ => Cause::NotStarted {
                program: program.command.clone(),
                error: error.to_string(),
            },
        })?;
        let family = Family::of(child.id());
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Cause::Protocol("the program's pipes are gone".to_owned()));
        };
        let listener = tokio::spawn(listen(stderr, wire.clone()));
        let child = Self {
            process: child,
            family,
            listener,
        };
        Ok((child, Pipe::new(stdout, stdin, wire)))
    }

    /// Finds who strayed while the parents still live to tell: a parent that ends takes the knowledge with it.
    pub(super) fn look(&mut self) {
        self.family.look();
    }

    /// Ends it and all that it started. Gives how the program ended, if it did so by itself.
    pub(super) async fn end(mut self) -> Option<String> {
        self.family.look();
        let by_itself = self.gone_within(UNASKED).await;
        let status = by_itself.then(|| self.process.try_wait().ok().flatten()).flatten();
        let leader = self.process.try_wait().ok().flatten();
        if !by_itself || self.family.is_alive() {
            self.family.end(Force::Ask);
            if !self.all_gone_within(ASKED).await {
                self.family.end(Force::Kill);
                let _ = self.process.start_kill();
                self.all_gone_within(ASKED).await;
            }
        }
        // What it said last may still be in the pipe; who left the family may hold that open.
        let _ = tokio::time::timeout(LAST_WORDS, &mut self.listener).await;
        status.or(leader).map(|status| status.to_string())
    }

    /// Whether the program itself is gone before the time is up.
    async fn gone_within(&mut self, time: Duration) -> bool {
        tokio::time::timeout(time, self.process.wait()).await.is_ok()
    }

    /// Whether it and all others are.
    async fn all_gone_within(&mut self, time: Duration) -> bool {
        let started = Instant::now();
        loop {
            // Asking also clears away what has ended.
            let is_gone = matches!(self.process.try_wait(), Ok(Some(_)));
            if is_gone && !self.family.is_alive() {
                return true;
            }
            if started.elapsed() > time {
                return false;
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Child {
    /// Only where a capture is torn down without an end, as by a panic.
    fn drop(&mut self) {
        if !matches!(self.process.try_wait(), Ok(Some(_))) {
            self.family.end(Force::Kill);
        }
    }
}

async fn listen(mut stderr: ChildStderr, wire: Wire) {
    let mut bytes = [0; 4_096];
    while let Ok(count @ 1..) = stderr.read(&mut bytes).await {
        wire.note(&bytes[..count]);
    }
}

/// How a program is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Force {
    /// It may still clear up.
    Ask,
    /// It may not.
    Kill,
}

/// A program with all that it started, as far as the system can tell.
#[cfg(unix)]
#[derive(Debug)]
struct Family {
    leader: Option<rustix::process::Pid>,
    /// Those that left the group, each with when it was started: a number may belong to another by now.
    strayed: Vec<(rustix::process::Pid, u64)>,
}

#[cfg(unix)]
impl Family {
    fn of(id: Option<u32>) -> Self {
        let id = id.and_then(|id| i32::try_from(id).ok());
        Self {
            leader: id.and_then(rustix::process::Pid::from_raw),
            strayed: Vec::new(),
        }
    }

    /// Finds who left the group, as long as their parents can tell.
    fn look(&mut self) {
        let Some(leader) = self.leader else { return };
        let leader = leader.as_raw_pid();
        let processes = processes();
        let mut known = vec![leader];
        known.extend(self.strayed.iter().map(|(pid, _)| pid.as_raw_pid()));
        // A parent may be listed behind its child.
        loop {
            let found = processes.iter().find(|process| {
                (known.contains(&process.parent) || process.group == leader) && !known.contains(&process.id)
            });
            let Some(found) = found else { break };
            known.push(found.id);
            if found.group != leader
                && let Some(pid) = rustix::process::Pid::from_raw(found.id)
            {
                self.strayed.push((pid, found.started));
            }
        }
    }

    fn is_alive(&self) -> bool {
        let Some(leader) = self.leader else { return false };
        let processes = processes();
        if processes.is_empty() {
            // No `/proc`: ask the system.
            return rustix::process::test_kill_process_group(leader).is_ok();
        }
        processes.iter().filter(|process| !process.is_over).any(|process| {
            let strayed = |(pid, started): &(rustix::process::Pid, u64)| {
                pid.as_raw_pid() == process.id && *started == process.started
            };
            process.group == leader.as_raw_pid() || self.strayed.iter().any(strayed)
        })
    }

    fn end(&mut self, force: Force) {
        use rustix::process::{Signal, kill_process, kill_process_group};
        self.look();
        let Some(leader) = self.leader else { return };
        let signal = match force {
            Force::Ask => Signal::TERM,
            Force::Kill => Signal::KILL,
        };
        // Nobody may be left to hear it.
        let _ = kill_process_group(leader, signal);
        let processes = processes();
        for (pid, started) in &self.strayed {
            let is_same = |process: &Process| process.id == pid.as_raw_pid() && process.started == *started;
            if processes.iter().any(is_same) {
                let _ = kill_process(*pid, signal);
            }
        }
    }
}

/// A process, as `/proc` tells of it.
#[cfg(unix)]
#[derive(Clone, Copy, Debug)]
struct Process {
    id: i32,
    parent: i32,
    group: i32,
    started: u64,
    /// It has ended, and only waits for its parent to hear of it.
    is_over: bool,
}

/// All processes; none where there is no `/proc`.
#[cfg(unix)]
fn processes() -> Vec<Process> {
    let Ok(folder) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let ids = folder.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(|id| process(id, &std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?))
        .collect()
}

/// Reads a line of `/proc/ID/stat`. The program's name stands in brackets and may hold anything, brackets included.
#[cfg(unix)]
fn process(id: i32, stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    Some(Process {
        id,
        is_over: matches!(*fields.first()?, "Z" | "X"),
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
    })
}

/// A program with all that it started.
#[cfg(not(unix))]
#[derive(Debug)]
struct Family {
    leader: Option<u32>,
}

#[cfg(not(unix))]
impl Family {
    fn of(id: Option<u32>) -> Self {
        Self { leader: id }
    }

    #[expect(clippy::unused_self, reason = "the system itself knows who belongs to whom")]
    fn look(&self) {}

    /// The program itself is waited for; the system ends the others with it.
    #[expect(clippy::unused_self, reason = "the system itself knows who belongs to whom")]
    fn is_alive(&self) -> bool {
        false
    }

    /// Programs without a window cannot be asked here.
    fn end(&self, _: Force) {
        if let Some(leader) = self.leader {
            let _ = std::process::Command::new("taskkill")
                .args(["/T", "/F", "/PID", &leader.to_string()])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::process;

    #[test]
    fn names_with_brackets_do_not_confuse() {
        let stat = "42 (a) b (c) S 7 42 40 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 9876 1000 10";
        let process = process(42, stat).unwrap();
        assert_eq!((process.parent, process.group, process.started), (7, 42, 9876));
        assert!(!process.is_over);
    }
}
