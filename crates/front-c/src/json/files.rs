//! The files that places are in.

use rustc_hash::FxHashMap;
use sextant_base::{IdVec, SourceId, Sources, typed_id};

use crate::clang::{STANDARD_INPUT, readable};

typed_id!(
    /// A file that clang read.
    FileId,
    "file"
);

/// The files of one run of clang; their texts are loaded when a place in them is shown.
#[derive(Debug)]
pub(crate) struct Files {
    names: IdVec<FileId, Box<str>>,
    ids: FxHashMap<Box<str>, FileId>,
    sources: FxHashMap<FileId, Option<SourceId>>,
}

impl Files {
    /// The file of no name.
    pub(crate) const NONE: FileId = FileId(0);

    /// The files of a run on a source.
    pub(crate) fn of(sources: &Sources, id: SourceId) -> Files {
        let mut files =
            Files { names: IdVec::new(), ids: FxHashMap::default(), sources: FxHashMap::default() };
        files.id("");
        for name in [sources.name(id), STANDARD_INPUT] {
            let file = files.id(name);
            files.sources.insert(file, Some(id));
        }
        files
    }

    /// The id of a name.
    pub(crate) fn id(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.names.push(name.into());
        self.ids.insert(name.into(), id);
        id
    }

    /// The name of a file.
    pub(crate) fn name(&self, id: FileId) -> &str {
        &self.names[id]
    }

    /// The text of a file, added to the sources at the first call; `None` if it cannot be read.
    pub(crate) fn source(&mut self, id: FileId, sources: &mut Sources) -> Option<SourceId> {
        if let Some(&known) = self.sources.get(&id) {
            return known;
        }
        let name = &self.names[id];
        let loaded = sources.ids().find(|&source| sources.name(source) == &**name).or_else(|| {
            let bytes = std::fs::read(&**name).ok()?;
            Some(sources.add(&**name, readable(bytes)))
        });
        self.sources.insert(id, loaded);
        loaded
    }
}
