//! Unknown values, statements that go on in a record, and states that are cloned in the middle of a statement.

use std::sync::Arc;

use sextant_records::{
    Delimiter, Field, Format, FormattedReader, FormattedWriter, InternalFile, IoErrorKind, Line, Lines,
    ListReader, ListWriter, NamelistItem, Piece, Type, Value, write_namelist,
};

fn format(text: &str) -> Arc<Format> {
    Arc::new(Format::parse(text.as_bytes()).expect("a good format"))
}

fn write(text: &str, items: &[Value]) -> Vec<Line> {
    let mut writer = FormattedWriter::new(format(text));
    for item in items {
        writer.write(item).expect("a good item");
    }
    writer.finish().expect("a good end").0
}

/// A line with unknown fields as `{id:hidden+shown}`.
fn shown(line: &Line) -> String {
    let piece = |piece: Piece| match piece {
        Piece::Text(text) => String::from_utf8(text).expect("plain text"),
        Piece::Opaque(Field { id, hidden, shown, .. }) => format!("{{{id}:{hidden}+{shown}}}"),
    };
    line.pieces().into_iter().map(piece).collect()
}

const INTEGER: Type = Type::Integer(4);

#[test]
fn unknown_fields_occupy_their_width() {
    let lines = write("('a',I5,'b',I3)", &[Value::Opaque(7, INTEGER), Value::Integer(42, 4)]);
    assert_eq!(shown(&lines[0]), "a{7:0+5}b 42");
    assert_eq!(lines[0].len(), 10);
    assert_eq!(lines[0].text(), None);
}

#[test]
fn unknown_fields_of_least_width_stand_between_columns() {
    let lines = write("('<',I0,'>')", &[Value::Opaque(3, INTEGER)]);
    assert_eq!(shown(&lines[0]), "<{3:0+0}>");
    assert_eq!(lines[0].len(), 2);
}

#[test]
fn text_over_an_unknown_field_hides_a_part_of_it() {
    let middle = write("(I6,T3,'xx')", &[Value::Opaque(1, INTEGER)]);
    assert_eq!(shown(&middle[0]), "{1:0+2}xx{1:4+2}");
    let all = write("(I2,T1,'xxx')", &[Value::Opaque(1, INTEGER)]);
    assert_eq!(shown(&all[0]), "xxx");
}

#[test]
fn list_directed_output_knows_the_width_of_numbers() {
    let mut writer = ListWriter::new(Delimiter::None);
    writer.write(&Value::Opaque(1, INTEGER)).expect("room");
    writer.write(&Value::Character(b"ab".to_vec())).expect("room");
    assert_eq!(shown(&writer.finish()[0]), " {1:0+11} ab");
}

#[test]
fn namelist_output_keeps_unknown_elements_apart() {
    let values = vec![Value::Opaque(1, INTEGER), Value::Opaque(2, INTEGER), Value::Integer(5, 4)];
    let lines = write_namelist("g", &[NamelistItem { name: "a".into(), values }], Delimiter::Quote);
    assert_eq!(shown(&lines[1]), " A={1:0+11},{2:0+11},5          ,");
}

#[test]
fn reading_an_unknown_field_says_which_it_is() {
    let lines = write("(I3,I4,I3)", &[Value::Integer(1, 4), Value::Opaque(9, INTEGER), Value::Integer(2, 4)]);
    let mut source = InternalFile::new(10, lines);
    let mut reader = FormattedReader::new(format("(I3,I4,I3)"));
    assert_eq!(reader.read(&mut source, INTEGER), Ok(Value::Integer(1, 4)));
    let error = reader.read(&mut source, INTEGER).expect_err("not known");
    let IoErrorKind::Symbolic(read) = error.kind else { panic!("{error}") };
    let pieces = read.pieces;
    assert!(matches!(&pieces[..], [Piece::Opaque(field)] if field.id == 9 && field.shown == 4));
    assert_eq!(reader.read(&mut source, INTEGER), Ok(Value::Integer(2, 4)));
}

#[test]
fn list_directed_reading_passes_over_unknown_fields() {
    let mut writer = ListWriter::new(Delimiter::None);
    for item in [Value::Integer(1, 4), Value::Opaque(5, INTEGER), Value::Integer(3, 4)] {
        writer.write(&item).expect("room");
    }
    let mut source = Lines { records: writer.finish(), next: 0 };
    let mut reader = ListReader::new();
    assert_eq!(reader.read(&mut source, INTEGER), Ok(Some(Value::Integer(1, 4))));
    assert!(
        matches!(reader.read(&mut source, INTEGER), Err(error) if matches!(error.kind, IoErrorKind::Symbolic(_)))
    );
    assert_eq!(reader.read(&mut source, INTEGER), Ok(Some(Value::Integer(3, 4))));
}

#[test]
fn list_directed_reading_stops_at_values_that_touch_unknown_fields() {
    let lines =
        write("('12',I0,' 7 \"a',I2,'\" 8')", &[Value::Opaque(1, INTEGER), Value::Opaque(2, INTEGER)]);
    let mut source = Lines { records: lines, next: 0 };
    let mut reader = ListReader::new();
    let error = reader.read(&mut source, INTEGER).expect_err("12 may go on");
    let IoErrorKind::Symbolic(read) = error.kind else { panic!("{error}") };
    let pieces = read.pieces;
    assert!(
        matches!(&pieces[..], [Piece::Text(text), Piece::Opaque(field)] if text == b"12" && field.id == 1)
    );
    assert_eq!(reader.read(&mut source, INTEGER), Ok(Some(Value::Integer(7, 4))));
    let error = reader.read(&mut source, Type::Character(4)).expect_err("not known");
    assert!(matches!(error.kind, IoErrorKind::Symbolic(_)));
}

#[test]
fn a_cloned_statement_goes_its_own_way() {
    let mut first = FormattedWriter::new(format("(2(I2,','),'end')"));
    first.write(&Value::Integer(1, 4)).expect("a good item");
    let mut second = first.clone();
    second.write(&Value::Integer(2, 4)).expect("a good item");
    assert_eq!(first.finish().expect("an end").0[0].bytes(), b" 1,");
    assert_eq!(second.finish().expect("an end").0[0].bytes(), b" 1, 2,end");
}

#[test]
fn non_advancing_output_goes_on_in_the_record() {
    let mut writer = FormattedWriter::new(format("(A,3X)"));
    writer.write(&Value::Character(b"ab".to_vec())).expect("a good item");
    let (records, line) = writer.finish_open().expect("an end");
    assert!(records.is_empty());
    let mut writer = FormattedWriter::resume(format("(T2,A)"), line);
    writer.write(&Value::Character(b"c".to_vec())).expect("a good item");
    assert_eq!(writer.finish().expect("an end").0[0].bytes(), b"ab    c");
}

#[test]
fn non_advancing_input_ends_with_the_record() {
    let mut source = Lines::of_text(b"abcde\nfg\n");
    let mut reader = FormattedReader::new(format("(A3)")).non_advancing(None);
    assert_eq!(reader.read(&mut source, Type::Character(3)), Ok(Value::Character(b"abc".to_vec())));
    let position = reader.finish(&mut source).expect("an end");
    let mut reader = FormattedReader::new(format("(A3)")).non_advancing(Some(position));
    let error = reader.read(&mut source, Type::Character(3)).expect_err("the record ends");
    assert_eq!(error.iostat(), -2);
    assert_eq!(reader.partial(), Some(&Value::Character(b"de ".to_vec())));
    assert_eq!(reader.size(), 2);
}

#[test]
fn reading_without_items_takes_a_record() {
    let mut source = Lines::of_text(b"1\n2\n");
    ListReader::new().finish(&mut source).expect("a record");
    FormattedReader::new(format("(I5)")).finish(&mut source).expect("a record");
    assert_eq!(ListReader::new().finish(&mut source).expect_err("no record").iostat(), -1);
}

#[test]
fn errors_of_formats_have_their_place() {
    let place = |text: &str| Format::parse(text.as_bytes()).expect_err("a bad format").offset;
    assert_eq!(place("I5"), 0);
    assert_eq!(place("(I5,K3)"), 4);
    assert_eq!(place("(I5,'abc)"), 4);
    assert_eq!(place("(I5"), 3);
    assert_eq!(place("(5Habc)"), 1);
    assert_eq!(place("(I5,0I3)"), 4);
}

#[test]
fn deep_groups_need_no_stack() {
    let depth = 200_000;
    let text = format!("({}I1{})", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(write(&text, &[Value::Integer(5, 4)])[0].bytes(), b"5");
}

#[test]
fn groups_inside_an_unlimited_one_do_not_end_it() {
    // gfortran refuses this format, which the standard allows.
    let items = [Value::Integer(1, 4), Value::Integer(2, 4)];
    assert_eq!(write("(*(I0,:,2('-')))", &items)[0].bytes(), b"1--2");
}

#[test]
fn absurd_widths_are_harmless() {
    let value = Value::Real64(0.1);
    for text in
        ["(F0.9999999)", "(E0.999999)", "(9999999PF5.1)", "(-9999999PF5.1)", "(G99999.70000)", "(E9.1E99999)"]
    {
        write(text, std::slice::from_ref(&value));
    }
    assert!(Format::parse(b"(I99999999999)").is_err());
}
