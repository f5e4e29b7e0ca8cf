//! Cases run by this crate, with results in the form of those of gfortran's program.

use std::sync::Arc;

use sextant_records::{
    Delimiter, Format, FormattedReader, FormattedWriter, InternalFile, IoError, Line, Lines, ListReader,
    ListWriter, NamelistItem, NamelistObject, Value, read_namelist, write_namelist,
};

use super::case::{Action, Case, type_name};

/// What this crate makes of a case.
pub fn run(case: &Case) -> Vec<String> {
    let result = match &case.action {
        Action::Write(format) => formatted(case, format, None).map(lines),
        Action::Internal(format, count, length) => formatted(case, format, Some((*count, *length)))
            .and_then(|records| stored(records, *count, *length)),
        Action::List(delimiter) => list(case, delimiter, None).map(lines),
        Action::ListInternal(count, length) => {
            list(case, "", Some(*length)).and_then(|records| stored(records, *count, *length))
        }
        Action::Namelist(delimiter) => Ok(lines(namelist(case, delimiter))),
        Action::Read(format) => read(case, format),
        Action::ReadList => read_list(case),
        Action::ReadNamelist => read_group(case),
    };
    result
        .unwrap_or_else(|error| vec![format!("! {} {}", error.iostat(), error.message).trim_end().to_owned()])
}

fn lines(records: Vec<Line>) -> Vec<String> {
    records.iter().map(|line| format!("|{}", String::from_utf8_lossy(line.bytes()))).collect()
}

fn stored(records: Vec<Line>, count: usize, length: usize) -> Result<Vec<String>, IoError> {
    let mut file = InternalFile::new(length, vec![Line::from_bytes(vec![b'#'; length]); count]);
    file.store(records)?;
    let shown = |line: &Line| format!("|\"{}\"", String::from_utf8_lossy(line.bytes()));
    Ok(file.records.iter().map(shown).collect())
}

fn values(case: &Case) -> impl Iterator<Item = &Value> {
    case.items.iter().flat_map(|item| &item.values)
}

fn formatted(case: &Case, format: &str, limits: Option<(usize, usize)>) -> Result<Vec<Line>, IoError> {
    let mut writer = FormattedWriter::new(Arc::new(Format::parse(format.as_bytes())?));
    if let Some((count, length)) = limits {
        writer = writer.with_record_length(length).with_record_count(count);
    }
    for value in values(case) {
        writer.write(value)?;
    }
    Ok(writer.finish()?.0)
}

fn delimiter(name: &str) -> Option<Delimiter> {
    match name {
        "apostrophe" => Some(Delimiter::Apostrophe),
        "quote" => Some(Delimiter::Quote),
        "none" => Some(Delimiter::None),
        _ => None,
    }
}

fn list(case: &Case, name: &str, limit: Option<usize>) -> Result<Vec<Line>, IoError> {
    let mut writer = ListWriter::new(delimiter(name).unwrap_or(Delimiter::None));
    if let Some(limit) = limit {
        writer = writer.with_record_length(limit);
    }
    for value in values(case) {
        writer.write(value)?;
    }
    Ok(writer.finish())
}

fn namelist(case: &Case, name: &str) -> Vec<Line> {
    let item =
        |item: &super::case::Item| NamelistItem { name: item.name.clone(), values: item.values.clone() };
    let items: Vec<NamelistItem> = case.items.iter().map(item).collect();
    write_namelist("grp", &items, delimiter(name).unwrap_or(Delimiter::Quote))
}

fn read(case: &Case, format: &str) -> Result<Vec<String>, IoError> {
    let mut source = input(case);
    let mut reader = FormattedReader::new(Arc::new(Format::parse(format.as_bytes())?));
    let mut shown = Vec::new();
    for item in &case.items {
        shown.push(describe(&reader.read(&mut source, item.of)?));
    }
    reader.finish(&mut source)?;
    Ok(shown)
}

fn read_list(case: &Case) -> Result<Vec<String>, IoError> {
    let mut source = input(case);
    let mut reader = ListReader::new();
    let mut shown = Vec::new();
    for item in &case.items {
        shown.push(describe(&reader.read(&mut source, item.of)?.unwrap_or_else(|| item.values[0].clone())));
    }
    reader.finish(&mut source)?;
    Ok(shown)
}

fn read_group(case: &Case) -> Result<Vec<String>, IoError> {
    let bounds = |count: usize| if count > 1 { vec![(1, count as i64)] } else { Vec::new() };
    let objects: Vec<NamelistObject> = case
        .items
        .iter()
        .map(|item| NamelistObject {
            name: item.name.clone(),
            of: item.of,
            bounds: bounds(item.values.len()),
        })
        .collect();
    let mut variables: Vec<Vec<Value>> = case.items.iter().map(|item| item.values.clone()).collect();
    for assignment in read_namelist("grp", &objects, &mut input(case))? {
        let place = &mut variables[assignment.object][assignment.element];
        *place = match (assignment.substring, &*place, assignment.value) {
            (Some((from, to)), Value::Character(old), Value::Character(new)) => {
                let mut text = old.clone();
                text.splice(from - 1..to, new);
                Value::Character(text)
            }
            (_, _, value) => value,
        };
    }
    Ok(variables.iter().flatten().map(describe).collect())
}

fn input(case: &Case) -> Lines {
    Lines { records: case.input.iter().map(|line| Line::from_bytes(line.as_bytes())).collect(), next: 0 }
}

fn describe(value: &Value) -> String {
    let shown = match value {
        Value::Character(text) => format!("'{}'", String::from_utf8_lossy(text)),
        other => super::case::token(other),
    };
    format!("|{} {shown}", type_name(value.of()))
}
