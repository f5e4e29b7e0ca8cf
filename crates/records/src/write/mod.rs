//! From values to records.

mod formatted;
mod integer;
mod item;
mod list;
mod namelist;
mod real;

pub use formatted::FormattedWriter;
pub(crate) use formatted::check_type;
pub use list::{Delimiter, ListWriter};
pub use namelist::{NamelistItem, write_namelist};
