//! Reports from hand-made data, compared with the files under `tests/report`.

mod computation;
mod data;
mod flow;
mod markup;
mod paths;
mod tree;
