//! What the tree says beyond its print: places, labels, blocks, limits, included files.

use sextant_base::{Diagnostics, SourceId, Sources, Span};
use sextant_front_fortran::raw::{Declaration, DoEnd, Expr, ExprKind, File, Stmt, StmtKind};
use sextant_front_fortran::{Form, Options, read};
use sextant_syntax::DEEPEST_NESTING;

fn parse(name: &str, text: &str) -> (File, Diagnostics, Sources) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let file = read(&mut sources, id, &Options::default(), &mut |_| None, &mut diagnostics);
    (file, diagnostics, sources)
}

fn right(name: &str, text: &str) -> (File, Sources) {
    let (file, diagnostics, sources) = parse(name, text);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, false));
    (file, sources)
}

fn value(statement: &Stmt) -> &Expr {
    match &statement.kind {
        StmtKind::Assign { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_are_those_of_the_source_with_its_blanks_and_continuations() {
    let text = "      X = A L P H A + F O O ( B E T\n     1A , 'it''s' )  ! comment\n      END\n";
    let (file, sources) = right("p.f", text);
    let statement = &file.units[0].body[0];
    assert_eq!(sources.snippet(statement.head), &text[6..55]);
    let ExprKind::Binary(_, left, right) = &value(statement).kind else { panic!("{statement:?}") };
    assert_eq!(sources.snippet(left.span), "A L P H A");
    let ExprKind::Name(name) = &left.kind else { panic!("{left:?}") };
    assert_eq!((&*name.upper, &*name.written), ("ALPHA", "ALPHA"));
    assert_eq!(sources.snippet(right.span), "F O O ( B E T\n     1A , 'it''s' )");
}

#[test]
fn names_keep_their_letters() {
    let (file, _) = right("p.f90", "Alpha = beta\nend");
    let ExprKind::Name(name) = &value(&file.units[0].body[0]).kind else { panic!("a name") };
    assert_eq!((&*name.upper, &*name.written), ("BETA", "beta"));
}

#[test]
fn a_shared_terminator_belongs_to_the_innermost_loop() {
    let (file, _) = right(
        "p.f",
        "      DO 10 I = 1, 3\n      K = 1\n      DO 10 J = 1, 3\n   10 K = K + 1\n      K = 2\n      END\n",
    );
    let body = &file.units[0].body;
    assert_eq!(body.len(), 2);
    let StmtKind::Do { body: outer, end: DoEnd::Shared, .. } = &body[0].kind else { panic!("{body:?}") };
    assert_eq!(outer.len(), 2);
    let StmtKind::Do { body: inner, end: DoEnd::Labelled, .. } = &outer[1].kind else { panic!("{outer:?}") };
    assert_eq!(inner.last().and_then(|last| last.label).map(|label| label.value), Some(10));
}

#[test]
fn statement_functions_are_counted_with_the_specification() {
    let (file, _) = right(
        "p.f",
        "      SUBROUTINE S(A)\n      REAL A(3)\n      F(X) = X\n   10 FORMAT (I5)\n      A(1) = 2\n      F(X) = 3\n      END\n",
    );
    assert_eq!(file.units[0].specification, 3);
    let (file, _) = right("p.f90", "integer :: x\nend");
    assert_eq!(file.units[0].specification, 1);
}

#[test]
fn text_behind_column_72_is_not_read_unless_asked_for() {
    let text = format!("{:<72}+ 1\n      END\n", "      X = 2");
    let mut sources = Sources::new();
    let id = sources.add("p.f", text);
    let mut diagnostics = Diagnostics::new();
    for (columns, binary) in [(72, false), (132, true)] {
        let options = Options { fixed_columns: columns, ..Options::default() };
        let file = read(&mut sources, id, &options, &mut |_| None, &mut diagnostics);
        let found = matches!(value(&file.units[0].body[0]).kind, ExprKind::Binary(..));
        assert_eq!(found, binary, "{columns} columns");
    }
}

#[test]
fn the_form_follows_the_name_unless_it_is_given() {
    for name in ["a.f", "a.for", "a.FTN", "a.f77", "a.F", "a"] {
        assert_eq!(Form::of_name(name), Form::Fixed, "{name}");
    }
    for name in ["a.f90", "a.F90", "a.f95", "a.f03", "a.f08"] {
        assert_eq!(Form::of_name(name), Form::Free, "{name}");
    }
    let mut sources = Sources::new();
    let id = sources.add("a.f", "x = 1\nend\n");
    let mut diagnostics = Diagnostics::new();
    let options = Options { form: Some(Form::Free), ..Options::default() };
    read(&mut sources, id, &options, &mut |_| None, &mut diagnostics);
    assert!(diagnostics.is_empty());
}

#[test]
fn included_statements_are_in_their_own_source() {
    let mut sources = Sources::new();
    let id = sources.add("dir/a.f90", "include 'b.inc'\nx = 1\nend\n");
    let mut diagnostics = Diagnostics::new();
    let mut asked = Vec::new();
    let mut load = |include: &sextant_front_fortran::Include<'_>| {
        asked.push((include.from.to_owned(), include.file.to_owned()));
        Some(("dir/b.inc".to_owned(), "integer :: x\n".to_owned()))
    };
    let file = read(&mut sources, id, &Options::default(), &mut load, &mut diagnostics);
    assert!(diagnostics.is_empty());
    assert_eq!(asked, [("dir/a.f90".to_owned(), "b.inc".to_owned())]);
    let body = &file.units[0].body;
    assert!(matches!(body[0].kind, StmtKind::Declare(Declaration::Type { .. })));
    assert_eq!(sources.name(body[0].head.source), "dir/b.inc");
    assert_eq!(body[1].head.source, id);
}

#[test]
fn a_block_that_ends_in_another_file_has_the_place_of_its_first_line() {
    let mut sources = Sources::new();
    let id = sources.add("a.f90", "if (x) then\ninclude 'b.inc'\nend\n");
    let mut diagnostics = Diagnostics::new();
    let mut load =
        |_: &sextant_front_fortran::Include<'_>| Some(("b".to_owned(), "y = 1\nend if\n".to_owned()));
    let file = read(&mut sources, id, &Options::default(), &mut load, &mut diagnostics);
    assert!(diagnostics.is_empty());
    assert_eq!(file.units[0].body[0].span, Span::new(SourceId(0), 0, 11));
}

#[test]
fn macros_stand_where_they_are_used() {
    let (file, sources) = right("p.F90", "#define WIDE (1 + 2)\nx = WIDE * 3\nend\n");
    let ExprKind::Binary(_, left, _) = &value(&file.units[0].body[0]).kind else { panic!("a product") };
    assert_eq!(sources.snippet(left.span), "WIDE");
}

#[test]
fn files_that_include_each_other_come_to_an_end() {
    let mut sources = Sources::new();
    let id = sources.add("a", "      INCLUDE 'b'\n      END\n");
    let mut diagnostics = Diagnostics::new();
    let mut count = 0;
    let mut load = |_: &sextant_front_fortran::Include<'_>| {
        count += 1;
        Some((format!("file {count}"), "      INCLUDE 'b'\n      INCLUDE 'c'\n".to_owned()))
    };
    read(&mut sources, id, &Options::default(), &mut load, &mut diagnostics);
    assert!(diagnostics.has_errors());
    assert!(count <= 2000, "{count} files");
}

/// Programs that are nested `depth` levels deep in one way each.
fn nested(depth: usize) -> Vec<String> {
    let statements =
        |open: &str, close: &str| format!("{}n = 1\n{}end\n", open.repeat(depth), close.repeat(depth));
    let expression = |expression: String| format!("x = {expression}\nend\n");
    let both = |open: &str, inner: &str, close: &str| {
        expression(format!("{}{inner}{}", open.repeat(depth), close.repeat(depth)))
    };
    vec![
        statements("do\n", "end do\n"),
        statements("if (x) then\n", "end if\n"),
        statements("select case (x)\ncase (1)\n", "end select\n"),
        statements("where (x)\n", "end where\n"),
        statements("block\n", "end block\n"),
        statements("associate (a => b)\n", "end associate\n"),
        statements("subroutine s\ncontains\n", "end\n"),
        statements("if (x) ", ""),
        both("(", "n", ")"),
        both("-", "n", ""),
        both(".not. ", "n", ""),
        both(".op. ", "n", ""),
        both("n + ", "n", ""),
        both("n**", "n", ""),
        both("n .op. ", "n", ""),
        both("a(", "1", ")"),
        both("", "a", "(1)"),
        both("", "a", "%b"),
        both("[", "1", "]"),
        both("(/", "1", "/)"),
        both("[(", "1", ", i = 1, 2)]"),
        format!("print *, {}a{}\nend\n", "(".repeat(depth), ", i = 1, 2)".repeat(depth)),
        format!("data {}a{} /1/\nend\n", "(".repeat(depth), ", i = 1, 2)".repeat(depth)),
        format!("data a /{}1{}/\nend\n", "(".repeat(depth), ")".repeat(depth)),
        format!("{}integer :: x{}\nend\n", "type(".repeat(depth), ")".repeat(depth)),
        format!("real(kind={}1{}) :: x\nend\n", "(".repeat(depth), ")".repeat(depth)),
        format!("#if {}1{}\n#endif\nend\n", "(".repeat(depth), ")".repeat(depth)),
        format!("interface\nsubroutine s\n{}end\nend\n", "interface\nsubroutine t\n".repeat(depth)),
    ]
}

#[test]
fn nesting_is_limited() {
    for text in nested(20 * DEEPEST_NESTING) {
        let (_, diagnostics, sources) = parse("p.F90", &text);
        assert!(diagnostics.has_errors(), "{}", &text[..60]);
        diagnostics.sorted().iter().for_each(|message| drop(message.one_line(&sources)));
    }
    // What is allowed can be walked and dropped.
    for text in nested(DEEPEST_NESTING / 4) {
        let (file, ..) = parse("p.F90", &text);
        sextant_front_fortran::print(&file);
    }
}
