//! A run of the program with files of its own, and what must come of it.

use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

/// Seven tools, three slots and two lines of index; its second gate falls.
pub(crate) const SMALL: &str = include_str!("small.yaml");

/// One run of the program: files in a folder of its own, arguments, and what must come of it.
#[must_use]
pub(crate) struct Test {
    pub(crate) folder: TempDir,
    args: Vec<String>,
    env: Vec<(&'static str, &'static str)>,
    stdout: Option<String>,
    stderr: Option<String>,
    status: i32,
}

impl Test {
    /// A run with `small.yaml` beside it.
    pub(crate) fn new(args: &[&str]) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: Vec::new(),
            stdout: None,
            stderr: Some(String::new()),
            status: 0,
        }
        .file("small.yaml", SMALL)
    }

    pub(crate) fn file(self, name: &str, text: &str) -> Self {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn env(mut self, name: &'static str, value: &'static str) -> Self {
        self.env.push((name, value));
        self
    }

    pub(crate) fn stdout(mut self, text: &str) -> Self {
        self.stdout = Some(text.to_owned());
        self
    }

    pub(crate) fn stderr(mut self, text: &str) -> Self {
        self.stderr = Some(text.to_owned());
        self
    }

    /// Lets the text beside the output be anything.
    pub(crate) fn any_stderr(mut self) -> Self {
        self.stderr = None;
        self
    }

    pub(crate) fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roster"));
        command.current_dir(self.folder.path()).args(&self.args);
        // A window must not open, wherever the tests run, and colour must not depend on who runs them.
        for name in [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "WAYLAND_SOCKET",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
        ] {
            command.env_remove(name);
        }
        command.envs(self.env.iter().copied());
        command
    }

    /// Runs it, checks what is expected, and gives the output and the text beside it.
    #[track_caller]
    pub(crate) fn run(self) -> (String, String) {
        let output = self.command().output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        if let Some(expected) = &self.stdout {
            assert_eq!(&stdout, expected, "stdout is\n{stdout}\nstderr is\n{stderr}");
        }
        if let Some(expected) = &self.stderr {
            assert_eq!(&stderr, expected, "stderr is\n{stderr}");
        }
        assert_eq!(output.status.code(), Some(self.status), "stderr is\n{stderr}");
        (stdout, stderr)
    }

    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let (stdout, _) = self.run();
        serde_json::from_str(&stdout).unwrap()
    }
}

pub(crate) const SMALL_PLAN: &str = "\
Small
3 tools lost
3 defined · 1 deferred · 3 skipped · 2 unavailable
context-builder@12, tokens by bytes/3

The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens stay unused.
The index has no tokens for mcp.mail.read: 173 of 160.

Budget
class                tokens     cap  items  cap
platform policy           0   2,000
agent instructions        0   4,000
persona               1,200   2,000      4   30
tool definitions        149     260      3    3
deferred tool index      99     160      1    2
skill catalog             0   1,500      0   20
memory snapshot           0   1,500      0   40
prefix                1,448  11,420

Defined (3)
slot  tool                 source   effect        tokens  why
   1  tool.call            builtin  none              40  reaches deferred tools
   2  notes.search         builtin  none              63  configured
   3  mcp.mail.list        mail     network_read      47  discovered, ranked high enough
      counted as one text                             −1
      all definitions                                149

Deferred (1)
line  tool             tokens  why
   1  notes.delete         12  deferred by configuration
      note                +87
      the whole index      99

Skipped (3)
rank  tool            source  effect            tokens  why
   4  mcp.mail.read   mail    network_read          34  no index tokens
   5  mcp.mail.send   mail    external_message      34  no index tokens
   6  mcp.mail.trash  mail    external_write        35  no index tokens

Unavailable (2)
  flag files off: files.read
  not enabled: files.write
";
