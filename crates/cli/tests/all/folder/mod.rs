//! Folders for one test.

use std::path::PathBuf;

/// A folder of a test's own that is removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("sextant-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    /// The name of a file in it.
    pub fn name(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    /// Writes a file in it.
    pub fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("writable");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind in the temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
