//! Scenarios at a revision: read from the commit and from nowhere else, and told in words where that cannot be.

use super::files::folder;
use roster::diagnostics::{Detail, render_all};
use roster::scenario::{
    Edit, Loaded, MAX_FILE_BYTES, Origin, SaveError, Scenario, load, load_text, save_in_place, save_variant,
};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A repository in a folder of its own, with a first commit called `first`.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let repository = Self { folder: folder(files) };
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit();
        repository.git(&["tag", "first"]);
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Runs git here, whatever the person who runs the tests has configured.
    fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .arg("-C")
            .arg(self.folder.path())
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "state"]);
    }

    fn at(&self, revision: &str, name: &str) -> Origin {
        Origin::Revision {
            revision: revision.to_owned(),
            path: self.path(name),
        }
    }

    #[track_caller]
    fn fine(&self, revision: &str, name: &str) -> Loaded {
        let loaded = load(&self.at(revision, name), &[]);
        loaded.unwrap_or_else(|failed| panic!("{:#?}", failed.problems))
    }

    /// Every problem as a person reads it, with paths from the repository on.
    fn problems(&self, revision: &str, name: &str) -> String {
        let failed = load(&self.at(revision, name), &[]).unwrap_err();
        assert_eq!(failed.files, Vec::<PathBuf>::new(), "nothing to watch");
        let text = render_all(&failed.problems, &failed.sources, Detail::Concise);
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }

    /// Runs the program in a folder of the repository.
    fn roster(&self, inside: &str, args: &[&str], env: &[(&str, &Path)]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_roster"))
            .current_dir(self.path(inside))
            .args(args)
            .envs(env.iter().copied())
            .output()
            .unwrap()
    }
}

fn first_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().unwrap_or_default().to_owned()
}

fn names(scenario: &Scenario) -> Vec<&str> {
    let remote = scenario.servers.values().flat_map(|source| source.tools.iter());
    scenario
        .tools
        .keys()
        .map(String::as_str)
        .chain(remote.map(|tool| tool.remote_name.as_str()))
        .collect()
}

const BASE: &[u8] = b"format: roster/1\nname: Old base\ntools: { a.old: {} }\n";
const VARIANT: &[u8] = b"\
format: roster/1
name: Old
extends: base/base.yaml
servers:
  mail: { side_effect: none, inventory: mail.json }
sessions:
  - opened_under: base/base.yaml
";
const MAIL: &[u8] = br#"{"tools": [{"name": "old_mail", "inputSchema": {"type": "object"}}]}"#;

/// A variant with its base and its inventory, which all say something else since.
fn repository() -> Repository {
    let repository = Repository::new(&[
        ("in/a.yaml", VARIANT),
        ("in/base/base.yaml", BASE),
        ("in/mail.json", MAIL),
        ("secret.yaml", BASE),
    ]);
    repository.write("in/a.yaml", "format: roster/1\nname: New\ntools: { a.new: {} }\n");
    repository.write("in/base/base.yaml", "format: roster/1\nname: New base\n");
    std::fs::remove_file(repository.path("in/mail.json")).unwrap();
    repository.commit();
    repository.write("in/a.yaml", "not even YAML: [");
    repository
}

#[test]
fn all_that_a_scenario_names_comes_from_its_commit() {
    let repository = repository();
    let loaded = repository.fine("HEAD~1", "in/a.yaml");
    assert_eq!(loaded.scenario.name, "Old");
    assert_eq!(names(&loaded.scenario), ["a.old", "old_mail"]);
    assert_eq!(loaded.files, Vec::<PathBuf>::new(), "nothing to watch");
    let shown: Vec<String> = loaded
        .sources
        .iter()
        .map(|file| file.path.display().to_string())
        .collect();
    let prefix = format!("HEAD~1:{}/in/", repository.folder.path().display());
    let shown: Vec<&str> = shown.iter().map(|path| path.strip_prefix(&prefix).unwrap()).collect();
    assert_eq!(shown, ["a.yaml", "base/base.yaml", "mail.json", "base/base.yaml"]);
    for revision in ["main", "HEAD", "@"] {
        assert_eq!(repository.fine(revision, "in/a.yaml").scenario.name, "New");
    }
    let hash = repository.git(&["rev-parse", "first"]);
    for revision in ["first", &hash, &hash[..12], "main^"] {
        assert_eq!(repository.fine(revision, "in/a.yaml").scenario.name, "Old");
    }
    repository.git(&["branch", "some/branch", "first"]);
    assert_eq!(repository.fine("some/branch", "in/a.yaml").scenario.name, "Old");
}

#[test]
fn a_folder_that_is_gone_is_there_at_its_revision() {
    let repository = repository();
    std::fs::remove_dir_all(repository.path("in")).unwrap();
    assert_eq!(repository.fine("first", "in/a.yaml").scenario.name, "Old");
    assert_eq!(repository.fine("first", "gone/../in/a.yaml").scenario.name, "Old");
    let run = repository.roster("", &["plan", "first:in/a.yaml"], &[]);
    assert_eq!(first_line(&run), "Old");
}

#[test]
fn a_path_is_meant_from_the_working_folder() {
    let repository = repository();
    for (inside, file) in [
        ("", "first:in/a.yaml"),
        ("in", "first:a.yaml"),
        ("in/base", "first:../a.yaml"),
    ] {
        assert_eq!(first_line(&repository.roster(inside, &["plan", file], &[])), "Old");
    }
    let shown = String::from_utf8(repository.roster("in", &["plan", "first:b.yaml"], &[]).stderr).unwrap();
    assert!(shown.contains("cannot read `first:b.yaml`"), "{shown}");
}

#[test]
fn the_repository_is_that_of_the_file_also_inside_a_hook() {
    let (repository, other) = (
        repository(),
        Repository::new(&[("in/a.yaml", b"format: roster/1\nname: Other\n")]),
    );
    let git = other.path(".git");
    let env: [(&str, &Path); 3] = [
        ("GIT_DIR", &git),
        ("GIT_WORK_TREE", other.folder.path()),
        ("GIT_GLOB_PATHSPECS", Path::new("1")),
    ];
    assert_eq!(
        first_line(&repository.roster("in", &["plan", "first:a.yaml"], &env)),
        "Old"
    );
}

#[test]
fn an_unknown_revision_is_told() {
    let repository = repository();
    for revision in [
        "nope",
        "HEAD~7",
        "-x",
        "--all",
        "--output=pwned",
        "",
        "main..first",
        "HEAD^{tree}",
        "first:in",
        "a b",
    ] {
        assert_eq!(
            repository.problems(revision, "in/a.yaml"),
            format!(
                "error[git-revision]: cannot read `{revision}:in/a.yaml`: `{revision}` is no revision of the repository - \
                 name a branch, a tag or a commit that this clone has; a shallow clone has few, and `git fetch --unshallow` \
                 brings the rest"
            )
        );
    }
    assert!(!repository.path("pwned").exists() && !repository.path("in/pwned").exists());
}

const MISSING: &str = "there is no such file at that revision - the path is meant from the working folder, as on disk; \
                       `git ls-tree -r --name-only REV` lists what a revision has";

#[test]
fn a_file_that_is_not_there_at_the_revision_is_told() {
    let repository = repository();
    repository.write("in/later.yaml", BASE);
    for name in [
        "in/later.yaml",
        "in/gone/a.yaml",
        "in/a.yaml/b.yaml",
        "in/*.yaml",
        ":(icase)in/A.yaml",
    ] {
        let expected = format!("error[file-missing]: cannot read `first:{name}`: {MISSING}");
        assert_eq!(repository.problems("first", name), expected);
    }
    // Where the inventory is gone since, the place that names it is told.
    repository.write("in/a.yaml", VARIANT);
    repository.commit();
    assert_eq!(
        repository.problems("main", "in/a.yaml"),
        format!("main:in/a.yaml:5:41: error[file-missing]: cannot read `main:in/mail.json`: {MISSING}")
    );
}

#[test]
fn a_file_in_no_repository_is_told() {
    let plain = folder(&[("a.yaml", BASE)]);
    let origin = Origin::Revision {
        revision: "HEAD".to_owned(),
        path: plain.path().join("a.yaml"),
    };
    let failed = load(&origin, &[]).unwrap_err();
    let text = render_all(&failed.problems, &failed.sources, Detail::Concise);
    assert_eq!(
        text.replace(&format!("{}/", plain.path().display()), ""),
        "error[git-repository]: cannot read `HEAD:a.yaml`: it lies in no git repository - name a file inside a clone; a \
         file whose own name holds a colon is named with `./` before it"
    );
}

#[test]
fn without_git_that_is_told() {
    let repository = repository();
    let nothing = repository.path("in/base");
    let run = repository.roster("in", &["plan", "first:a.yaml"], &[("PATH", &nothing)]);
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(run.stderr).unwrap(),
        "error[git-missing]: cannot read `first:a.yaml`: a revision is read with git, which is not installed\n  \
         help: install git, or name a file on disk\n"
    );
}

#[cfg(unix)]
#[test]
fn links_folders_and_submodules_are_no_files() {
    let repository = repository();
    std::os::unix::fs::symlink("../secret.yaml", repository.path("in/link.yaml")).unwrap();
    std::os::unix::fs::symlink("base", repository.path("in/way")).unwrap();
    let hash = repository.git(&["rev-parse", "HEAD"]);
    repository.write("in/b.yaml", "format: roster/1\nextends: link.yaml\n");
    repository.git(&["add", "-A"]);
    repository.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        &format!("160000,{hash},in/module"),
    ]);
    repository.git(&["commit", "-q", "-m", "state"]);
    let refused = |name: &str| {
        format!(
            "cannot read `main:{name}`: this is not a regular file - name a file: a folder, a device or standard input is \
             not read"
        )
    };
    for name in ["in/link.yaml", "in/module", "in/base"] {
        let expected = format!("error[not-a-file]: {}", refused(name));
        assert_eq!(repository.problems("main", name), expected);
    }
    let expected = format!("main:in/b.yaml:2:10: error[not-a-file]: {}", refused("in/link.yaml"));
    assert_eq!(repository.problems("main", "in/b.yaml"), expected);
    // A link to a folder leads nowhere at a revision, once it is gone from the disk.
    std::fs::remove_file(repository.path("in/way")).unwrap();
    assert!(repository.problems("main", "in/way/base.yaml").contains("file-missing"));
    // A file that may be run is one.
    repository.git(&["update-index", "--chmod=+x", "secret.yaml"]);
    repository.git(&["commit", "-q", "-m", "state"]);
    assert_eq!(repository.fine("main", "secret.yaml").scenario.name, "Old base");
}

#[test]
fn no_path_leads_out_of_the_folder_at_a_revision_either() {
    let repository = repository();
    let absolute = repository.path("secret.yaml").display().to_string();
    for path in [
        "../secret.yaml",
        "base/../../secret.yaml",
        &absolute,
        "main:secret.yaml",
        "HEAD:in/base/base.yaml",
    ] {
        repository.write("in/b.yaml", format!("format: roster/1\nextends: '{path}'\n"));
        repository.commit();
        let failed = load(&repository.at("main", "in/b.yaml"), &[]).unwrap_err();
        let code = failed.problems[0].code;
        // What would be a revision if a person typed it is a name like any other in a file.
        let expected = if path.contains(':') {
            "file-missing"
        } else {
            "file-outside"
        };
        assert_eq!((failed.problems.len(), code), (1, expected), "{path}");
        let failed = load(&Origin::Disk(repository.path("in/b.yaml")), &[]).unwrap_err();
        assert_eq!(failed.problems[0].code, expected, "{path}");
    }
}

#[test]
fn a_file_above_the_limit_is_refused_and_bytes_that_are_no_text_are_told() {
    let repository = Repository::new(&[("b.yaml", b"format: roster/1\nname: \xff\n")]);
    repository.write("a.yaml", "");
    let file = std::fs::File::options()
        .write(true)
        .open(repository.path("a.yaml"))
        .unwrap();
    file.set_len(MAX_FILE_BYTES + 1).unwrap();
    repository.commit();
    assert_eq!(
        repository.problems("main", "a.yaml"),
        "error[file-too-large]: cannot read `main:a.yaml`: the file is larger than 16 MiB - leave out what the scenario \
         does not need"
    );
    assert_eq!(
        repository.problems("main", "b.yaml"),
        "error[not-utf8]: cannot read `main:b.yaml`: line 2 is not valid UTF-8 - save it as UTF-8"
    );
}

#[cfg(unix)]
#[test]
fn nothing_that_a_repository_configures_is_run() {
    let repository = Repository::new(&[
        (".gitattributes", b"*.yaml filter=run diff=run\n"),
        ("a.yaml", b"format: roster/1\nname: As committed\n"),
    ]);
    let command = format!("touch {}", repository.path("pwned").display());
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "filter.run.smudge",
        "filter.run.clean",
        "diff.run.textconv",
        "diff.run.command",
        "alias.rev-parse",
        "alias.ls-tree",
        "alias.cat-file",
    ] {
        let command = if key.starts_with("alias") {
            format!("!{command}")
        } else {
            command.clone()
        };
        repository.git(&["config", key, &command]);
    }
    // A blob that only a remote has: git would fetch it, by a command of the remote's own.
    repository.git(&["config", "remote.far.url", &format!("ext::{command}")]);
    repository.git(&["config", "remote.far.promisor", "true"]);
    repository.git(&["config", "extensions.partialClone", "far"]);
    repository.git(&["config", "protocol.ext.allow", "always"]);
    assert_eq!(repository.fine("main", "a.yaml").scenario.name, "As committed");
    let blob = repository.git(&["rev-parse", "main:a.yaml"]);
    std::fs::remove_file(repository.path(&format!(".git/objects/{}/{}", &blob[..2], &blob[2..]))).unwrap();
    let problem = repository.problems("main", "a.yaml");
    assert!(
        problem.starts_with("error[git-failed]: cannot read `main:a.yaml`: git cannot read it: "),
        "{problem}"
    );
    assert!(!repository.path("pwned").exists());
}

#[test]
fn a_file_whose_name_holds_a_colon_is_a_file() {
    let repository = repository();
    let text = repository.path("first:a.yaml").display().to_string();
    assert_eq!(Origin::parse(&text), Origin::Disk(PathBuf::from(&text)));
    repository.write("in/first:a.yaml", "format: roster/1\nname: On disk\n");
    for (file, name) in [
        ("first:a.yaml", "On disk"),
        ("./first:a.yaml", "On disk"),
        ("main:a.yaml", "New"),
    ] {
        assert_eq!(
            first_line(&repository.roster("in", &["plan", file], &[])),
            name,
            "{file}"
        );
    }
    repository.commit();
    assert_eq!(repository.fine("main", "in/first:a.yaml").scenario.name, "On disk");
    let run = repository.roster("in", &["plan", "main:first:a.yaml"], &[]);
    assert_eq!(first_line(&run), "On disk");
}

#[test]
fn nothing_is_saved_over_a_revision() {
    let repository = repository();
    let origin = repository.at("first", "in/a.yaml");
    let loaded = load(&origin, &[]).unwrap();
    let edits = [Edit::OutputReserveTokens(1)];
    let now = edits[0].apply(&loaded.scenario);
    let expected = format!(
        "{} is a file as it once was: it cannot be written to, and no variant can extend it; open the file itself",
        origin.shown()
    );
    let error = save_in_place(&origin, &loaded.text(), &edits, &now).unwrap_err();
    assert!(matches!(error, SaveError::AtRevision(_)));
    assert_eq!(error.to_string(), expected);
    let error = save_variant(&repository.path("in/v.yaml"), &origin, "V", &edits, &now).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert!(!repository.path("in/v.yaml").exists());
    // A text in its place is read with what is beside it there.
    let text = String::from_utf8(VARIANT.to_vec()).unwrap();
    assert_eq!(
        *load_text(Some(&origin), &text, &[]).unwrap().scenario,
        *loaded.scenario
    );
}
