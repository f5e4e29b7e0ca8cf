//! Namelist input.

use super::RecordSource;
use super::list::ListReader;
use crate::error::{IoError, IoErrorKind, SymbolicRead};
use crate::value::{Type, Value};

/// An object of a namelist group, as the reader must know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamelistObject {
    /// The name; a component is `OBJECT%COMPONENT`. Case does not count.
    pub name: String,
    /// The type of the object or of its elements.
    pub of: Type,
    /// The bounds of each dimension, lower and upper; none for a scalar.
    pub bounds: Vec<(i64, i64)>,
}

/// A value that namelist input gives to an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The index of the object in the group.
    pub object: usize,
    /// The element, counted from 0 in array element order.
    pub element: usize,
    /// The first and last character of the substring that is set, from 1; nothing for the whole.
    pub substring: Option<(usize, usize)>,
    /// The value.
    pub value: Value,
}

/// Reads a namelist group: records before it are skipped, and the assignments come in the order of the text.
pub fn read_namelist(
    group: &str,
    objects: &[NamelistObject],
    source: &mut dyn RecordSource,
) -> Result<Vec<Assignment>, IoError> {
    let mut reader = GroupReader { list: ListReader::in_group(), objects, source, assignments: Vec::new() };
    let read = reader.all(group);
    // Where a value stands depends on those before it: with one that is not known nothing is.
    match reader.list.characters.met_fields() {
        Some(pieces) => Err(IoError::symbolic(SymbolicRead::listed(pieces))),
        None => read.map(|()| reader.assignments),
    }
}

struct GroupReader<'r> {
    list: ListReader,
    objects: &'r [NamelistObject],
    source: &'r mut dyn RecordSource,
    assignments: Vec<Assignment>,
}

/// What an object's name in the text selects.
struct Target {
    object: usize,
    elements: Vec<usize>,
    substring: Option<(usize, usize)>,
}

impl GroupReader<'_> {
    fn all(&mut self, group: &str) -> Result<(), IoError> {
        self.find_group(group)?;
        while self.object()? {}
        Ok(())
    }

    fn peek(&mut self) -> Option<u8> {
        self.list.characters.peek(self.source)
    }

    fn take(&mut self) -> Option<u8> {
        self.list.characters.take(self.source)
    }

    /// Skips records up to the group's name behind `&` or `$`.
    fn find_group(&mut self, group: &str) -> Result<(), IoError> {
        loop {
            self.list.skip_space(self.source);
            match self.take() {
                None => return Err(IoError::end_of_file()),
                Some(b'&' | b'$') => {
                    let name = self.name();
                    if name.eq_ignore_ascii_case(group) {
                        return Ok(());
                    }
                }
                Some(_) => {}
            }
            self.list.characters.leave_record();
        }
    }

    /// An identifier with its components, as far as it reaches in the record.
    fn name(&mut self) -> String {
        let length = name_length(self.list.characters.rest());
        let name = String::from_utf8_lossy(&self.list.characters.rest()[..length]).into_owned();
        self.list.characters.advance(length);
        name
    }

    /// Skips blanks, ends of records and comments, and commas too if wanted.
    fn skip(&mut self, commas: bool) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.list.characters.skip(),
                b',' if commas => self.list.characters.skip(),
                b'!' => self.list.characters.leave_record(),
                _ => return,
            }
        }
    }

    /// Reads one object with its values; false at the end of the group.
    fn object(&mut self) -> Result<bool, IoError> {
        self.skip(true);
        match self.peek() {
            None => return Err(IoError::end_of_file()),
            Some(b'/') => return Ok(false),
            Some(b'&' | b'$') => {
                self.list.characters.skip();
                if self.name().eq_ignore_ascii_case("end") {
                    return Ok(false);
                }
                return bad("namelist not terminated with / or &end".into());
            }
            Some(_) => {}
        }
        let name = self.name();
        let Some(object) = self.objects.iter().position(|object| object.name.eq_ignore_ascii_case(&name))
        else {
            return bad(format!("Cannot match namelist object name {}", name.to_ascii_lowercase()));
        };
        let target = self.target(object)?;
        self.skip(false);
        if self.take() != Some(b'=') {
            return bad(format!("Missing equal sign for namelist variable {}", name.to_ascii_lowercase()));
        }
        self.values(&target)?;
        Ok(true)
    }

    /// The subscripts and the substring behind an object's name.
    fn target(&mut self, object: usize) -> Result<Target, IoError> {
        let described = &self.objects[object];
        let all = Target { object, elements: (0..described.elements()).collect(), substring: None };
        let mut target = all;
        if !described.bounds.is_empty() && self.list.characters.rest().first() == Some(&b'(') {
            let subscripts = self.triplets()?;
            target.elements = described.section(&subscripts)?;
        }
        if let (Type::Character(length), Some(b'(')) = (described.of, self.list.characters.rest().first()) {
            let range = self.triplets()?;
            let [range] = range.as_slice() else { return bad_subscript(&described.name) };
            let (from, to) = (range.from.unwrap_or(1), range.to.unwrap_or(length as i64));
            if from < 1 || to > length as i64 || from > to {
                return bad_subscript(&described.name);
            }
            target.substring = Some((from as usize, to as usize));
        }
        Ok(target)
    }

    /// A list of subscripts or triplets in parentheses.
    fn triplets(&mut self) -> Result<Vec<Triplet>, IoError> {
        let rest = self.list.characters.rest();
        let Some(end) = rest.iter().position(|byte| *byte == b')') else {
            return bad("Bad subscripts in namelist input".into());
        };
        let text = String::from_utf8_lossy(&rest[1..end]).into_owned();
        self.list.characters.advance(end + 1);
        text.split(',').map(Triplet::parse).collect()
    }

    /// The values behind the equals sign, up to the next name or the end.
    fn values(&mut self, target: &Target) -> Result<(), IoError> {
        let of = match (self.objects[target.object].of, target.substring) {
            (Type::Character(_), Some((from, to))) => Type::Character(to + 1 - from),
            (of, _) => of,
        };
        for element in &target.elements {
            if self.list.repetitions_left() == 0 && self.at_end_of_values() {
                break;
            }
            self.list.item = 0;
            let read =
                self.list.read(self.source, of).map_err(|error| self.bad_data(target.object, error))?;
            if let Some(value) = read {
                let (object, substring) = (target.object, target.substring);
                self.assignments.push(Assignment { object, element: *element, substring, value });
            }
        }
        Ok(())
    }

    /// An error in a value, told of the object; the end of the file stays what it is.
    fn bad_data(&self, object: usize, error: IoError) -> IoError {
        match error.kind {
            IoErrorKind::BadValue => {
                let name = self.objects[object].name.to_ascii_lowercase();
                IoError::new(IoErrorKind::BadValue, format!("Bad data for namelist object {name}"))
            }
            _ => error,
        }
    }

    /// Whether no value of the object follows: a name with its equals sign, or the end of the group.
    fn at_end_of_values(&mut self) -> bool {
        self.skip(false);
        if self.list.slash || matches!(self.peek(), None | Some(b'/' | b'&' | b'$')) {
            return true;
        }
        let rest = self.list.characters.rest();
        let mut at = name_length(rest);
        if at == 0 || rest[0].is_ascii_digit() {
            return false;
        }
        while rest.get(at) == Some(&b'(') {
            match rest[at..].iter().position(|byte| *byte == b')') {
                Some(length) => at += length + 1,
                None => return false,
            }
            at += name_length(&rest[at..]);
        }
        rest[at..].iter().find(|byte| **byte != b' ') == Some(&b'=')
    }
}

/// One subscript: a number, or `from:to:step` with parts left out.
struct Triplet {
    from: Option<i64>,
    to: Option<i64>,
    step: i64,
    single: bool,
}

impl Triplet {
    fn parse(text: &str) -> Result<Triplet, IoError> {
        let mut parts = text.split(':').map(str::trim);
        let mut number = || match parts.next() {
            None | Some("") => Ok(None),
            Some(part) => match part.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => bad("Bad number in the index of a namelist object".into()),
            },
        };
        let (from, to, step) = (number()?, number()?, number()?.unwrap_or(1));
        Ok(Triplet { from, to, step, single: !text.contains(':') })
    }
}

impl NamelistObject {
    fn elements(&self) -> usize {
        self.bounds.iter().map(|(lower, upper)| (upper - lower + 1).max(0) as usize).product()
    }

    /// The elements that subscripts select, in array element order. A single element stands for itself and all that
    /// follow, as gfortran takes it.
    fn section(&self, subscripts: &[Triplet]) -> Result<Vec<usize>, IoError> {
        if subscripts.len() != self.bounds.len() {
            return bad_subscript(&self.name);
        }
        let mut chosen = vec![0];
        let mut stride = 1;
        for (subscript, (lower, upper)) in subscripts.iter().zip(&self.bounds) {
            let from = subscript.from.unwrap_or(*lower);
            let to = if subscript.single { from } else { subscript.to.unwrap_or(*upper) };
            let inside = |index: i64| (*lower..=*upper).contains(&index);
            if subscript.step == 0 || !inside(from) || !inside(to) {
                return bad_subscript(&self.name);
            }
            let count = ((to - from) / subscript.step + 1).max(0);
            let offsets = (0..count).map(|index| (from + index * subscript.step - lower) as usize * stride);
            chosen = offsets.flat_map(|offset| chosen.iter().map(move |element| element + offset)).collect();
            stride *= (upper - lower + 1).max(0) as usize;
        }
        if subscripts.iter().all(|subscript| subscript.single) {
            chosen = (chosen[0]..self.elements()).collect();
        }
        Ok(chosen)
    }
}

/// The length of the name at the beginning of a text, components included.
fn name_length(text: &[u8]) -> usize {
    text.iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%')))
        .unwrap_or(text.len())
}

fn bad<T>(message: String) -> Result<T, IoError> {
    Err(IoError::new(IoErrorKind::BadValue, message))
}

fn bad_subscript<T>(name: &str) -> Result<T, IoError> {
    bad(format!("Index out of bounds or rank mismatch for namelist variable {}", name.to_ascii_lowercase()))
}
