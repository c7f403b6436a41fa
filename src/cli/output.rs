//! Where results go: stdout for data, a file when asked for.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::CliError;

/// Writes to stdout, in colour where that is a terminal that wants it.
pub(super) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut out = io::BufWriter::new(anstream::AutoStream::auto(io::stdout()));
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes `text` to a file, or to stdout for `-`. A file is there as a whole or as it was before.
pub(super) fn to_file(path: &Path, text: &str) -> Result<(), CliError> {
    if path == Path::new("-") {
        return to_stdout(|out| out.write_all(text.as_bytes()));
    }
    replace(path, text.as_bytes()).map_err(|source| CliError::Write { path: path.to_owned(), source })
}

/// Whether a file could be written, found out before the work begins that it is to hold.
pub(super) fn is_writable(path: &Path) -> Result<(), CliError> {
    let attempt = match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        Err(_) if path == Path::new("-") => Ok(()),
        Err(_) => Aside::beside(path).map(drop),
    };
    attempt.map_err(|source| CliError::Write { path: path.to_owned(), source })
}

/// Whether a file of its own is written at `path`: no stream, no device.
pub(super) fn is_plain(path: &Path) -> bool {
    path != Path::new("-") && fs::metadata(path).map_or(true, |data| data.is_file())
}

/// Every error there is, each of them named.
pub(super) fn all(results: impl IntoIterator<Item = Result<(), CliError>>) -> Result<(), CliError> {
    let mut errors: Vec<CliError> = results.into_iter().filter_map(Result::err).collect();
    match errors.len() {
        0 => Ok(()),
        1 => Err(errors.remove(0)),
        _ => Err(CliError::Several(errors)),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = match fs::metadata(path) {
        // A pipe or a device is written to as it is.
        Ok(data) if !data.is_file() => return fs::write(path, bytes),
        Ok(data) => Some(data.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // Where a link leads, and not the link itself.
    let path = if before.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let aside = match Aside::beside(&path) {
        Ok(aside) => aside,
        // The file may be written although its folder may not.
        Err(error) if before.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
            return fs::write(path, bytes);
        }
        Err(error) => return Err(error),
    };
    let mut file = &aside.file;
    file.write_all(bytes)?;
    if let Some(permissions) = before {
        file.set_permissions(permissions)?;
    }
    file.sync_all()?;
    fs::rename(&aside.path, path)
}

/// A file beside another one, gone unless it takes its place.
struct Aside {
    file: File,
    path: PathBuf,
}

impl Aside {
    fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let path = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self { file, path })
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // It fails where the file has taken its place.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("proofmark-output-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_file_is_never_half_written() {
        let folder = Folder::new("whole");
        let (file, old) = (folder.0.join("f"), folder.0.join("old"));
        to_file(&file, "before").unwrap();
        // Who has the old file open goes on reading it: it is replaced, and not written over.
        fs::hard_link(&file, &old).unwrap();
        to_file(&file, "after").unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");
        assert_eq!(fs::read_to_string(&file).unwrap(), "after");
        assert_eq!(folder.names(), ["f", "old"]);
    }

    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("link");
        let (file, link) = (folder.0.join("f"), folder.0.join("l"));
        to_file(&file, "before").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        to_file(&link, "after").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "after");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_and_is_named() {
        let folder = Folder::new("errors");
        let (missing, directory) = (folder.0.join("no/f"), folder.0.clone());
        let errors = all([to_file(&missing, "x"), Ok(()), to_file(&directory, "x")]).unwrap_err().to_string();
        assert!(errors.contains("no/f") && errors.lines().count() == 2, "{errors}");
        assert_eq!(folder.names(), [""; 0]);
    }
}
