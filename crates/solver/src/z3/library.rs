//! Where Z3's library is found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ffi::Library;
use crate::SolverConfig;

/// Names the library file.
const VARIABLE: &str = "SEXTANT_Z3";

/// Where the project's set-up puts it, in the project's folder.
const INSTALLED: &str = ".tools/z3-solver/z3/lib/libz3.so";

/// Loads the library from the first place that has it, or says what to do.
pub(super) fn load(config: &SolverConfig) -> Result<Arc<Library>, String> {
    let path = match &config.z3_library {
        Some(path) => path.clone(),
        None => find(),
    };
    Library::open(&path, config.memory_limit_mb).map(Arc::new).map_err(|error| {
        format!(
            "Z3 could not be loaded from {} ({error}); install it with `pip install --target .tools/z3-solver \
             z3-solver==5.4.0.0` in the project's folder, or name its library file in {VARIABLE}",
            path.display()
        )
    })
}

fn find() -> PathBuf {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return PathBuf::from(path);
    }
    let starts = [std::env::current_exe(), std::env::current_dir()];
    let folders = starts.iter().flatten().flat_map(|start| start.ancestors());
    let installed = folders.map(|folder: &Path| folder.join(INSTALLED)).find(|path| path.is_file());
    // A library of the system is not taken: distributions ship versions that are years old.
    installed.unwrap_or_else(|| PathBuf::from(INSTALLED))
}
