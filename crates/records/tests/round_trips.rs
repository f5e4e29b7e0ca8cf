//! What was written is read back: list-directed, namelist and formatted transfers of any values.

use std::sync::Arc;

use proptest::prelude::*;
use sextant_records::{
    Delimiter, Format, FormattedReader, FormattedWriter, Line, Lines, ListReader, ListWriter, NamelistItem,
    NamelistObject, Value, read_namelist, write_namelist,
};
use sextant_testing::{check_strategy, proptest};

const CASES: u32 = 4_000;

fn integer() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i8>().prop_map(|value| Value::Integer(value.into(), 1)),
        any::<i16>().prop_map(|value| Value::Integer(value.into(), 2)),
        any::<i32>().prop_map(|value| Value::Integer(value.into(), 4)),
        any::<i64>().prop_map(|value| Value::Integer(value.into(), 8)),
    ]
}

fn single() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

fn double() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

fn real() -> impl Strategy<Value = Value> {
    prop_oneof![single().prop_map(Value::Real32), double().prop_map(Value::Real64)]
}

/// Printable characters, quotes and blanks among them.
fn string() -> impl Strategy<Value = Value> {
    proptest::collection::vec(b' '..=b'~', 1..40).prop_map(Value::Character)
}

fn logical() -> impl Strategy<Value = Value> {
    any::<bool>().prop_map(|value| Value::Logical(value, 4))
}

fn value() -> impl Strategy<Value = Value> {
    let complex32 = [single(), single()].prop_map(|[re, im]| Value::Complex32(re, im));
    let complex64 = [double(), double()].prop_map(|[re, im]| Value::Complex64(re, im));
    prop_oneof![integer(), real(), complex32, complex64, logical(), string()]
}

fn values() -> impl Strategy<Value = Vec<Value>> {
    proptest::collection::vec(value(), 1..12)
}

fn shown(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("|{}|\n", String::from_utf8_lossy(line.bytes()))).collect()
}

#[test]
fn list_directed_output_is_read_back() {
    check_strategy(1, CASES, values(), |values| {
        let mut writer = ListWriter::new(Delimiter::Quote);
        values.iter().for_each(|value| writer.write(value).expect("room"));
        let records = writer.finish();
        let text = shown(&records);
        let (mut source, mut reader) = (Lines { records, next: 0 }, ListReader::new());
        for value in &values {
            assert_eq!(reader.read(&mut source, value.of()), Ok(Some(value.clone())), "{text}");
        }
        assert_eq!(reader.finish(&mut source), Ok(()), "{text}");
    });
}

#[test]
fn namelist_output_is_read_back() {
    check_strategy(2, CASES, values(), |values| {
        let name = |at: usize| format!("item{at}");
        let item =
            |(at, value): (usize, &Value)| NamelistItem { name: name(at), values: vec![value.clone()] };
        let items: Vec<NamelistItem> = values.iter().enumerate().map(item).collect();
        let object = |(at, value): (usize, &Value)| NamelistObject {
            name: name(at),
            of: value.of(),
            bounds: Vec::new(),
        };
        let objects: Vec<NamelistObject> = values.iter().enumerate().map(object).collect();
        let records = write_namelist("group", &items, Delimiter::Quote);
        let text = shown(&records);
        let read = read_namelist("group", &objects, &mut Lines { records, next: 0 }).expect(&text);
        let read: Vec<(usize, Value)> = read.into_iter().map(|one| (one.object, one.value)).collect();
        let wanted: Vec<(usize, Value)> = values.into_iter().enumerate().collect();
        assert_eq!(read, wanted, "{text}");
    });
}

/// A value with an edit descriptor that has room for all of it.
fn edited() -> impl Strategy<Value = (Value, String)> {
    let integer = || (integer(), 20usize..24);
    prop_oneof![
        integer().prop_map(|(value, width)| (value, format!("I{width}"))),
        // Bits without a sign fit a kind only if they are not negative.
        (0i32.., 32usize..36)
            .prop_map(|(value, width)| (Value::Integer(value.into(), 4), format!("B{width}"))),
        (0i32.., 11usize..14)
            .prop_map(|(value, width)| (Value::Integer(value.into(), 4), format!("O{width}"))),
        (0i64.., 16usize..19)
            .prop_map(|(value, width)| (Value::Integer(value.into(), 8), format!("Z{width}"))),
        (real(), 17usize..20).prop_map(|(value, digits)| (value, format!("ES{}.{digits}E3", digits + 8))),
        (real(), 18usize..20).prop_map(|(value, digits)| (value, format!("E{}.{digits}E3", digits + 8))),
        (real(), 18usize..20).prop_map(|(value, digits)| (value, format!("1P,D{}.{digits},0P", digits + 8))),
        (logical(), 1usize..4).prop_map(|(value, width)| (value, format!("L{width}"))),
        string().prop_map(|value| (value, "A".to_owned())),
    ]
}

#[test]
fn formatted_output_is_read_back() {
    let between = prop_oneof![Just(","), Just(",1X,"), Just(",/,"), Just(",3X,/,")];
    let items = proptest::collection::vec((edited(), between), 1..8);
    check_strategy(3, CASES, items, |items| {
        let parts: String = items.iter().map(|((_, edit), between)| format!("{edit}{between}")).collect();
        let text = format!("({parts}1X)");
        let format = Arc::new(Format::parse(text.as_bytes()).expect(&text));
        let mut writer = FormattedWriter::new(format.clone());
        items.iter().for_each(|((value, _), _)| writer.write(value).expect(&text));
        let records = writer.finish().expect(&text).0;
        let text = format!("{text}\n{}", shown(&records));
        let (mut source, mut reader) = (Lines { records, next: 0 }, FormattedReader::new(format));
        for ((value, _), _) in &items {
            assert_eq!(reader.read(&mut source, value.of()), Ok(value.clone()), "{text}");
        }
        assert!(reader.finish(&mut source).is_ok(), "{text}");
    });
}
