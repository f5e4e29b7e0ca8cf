//! What the tree says beyond its print: numbers, places, passing, types, limits.

use sextant_base::{Diagnostics, Sources};
use sextant_front_pli::{parse, print};
use sextant_syntax::{
    Argument, ArrayBounds, DEEPEST_NESTING, ExprKind, IntType, Passing, Program, Stmt, StmtKind, Type,
};

fn read(text: &str) -> (Sources, Program, Diagnostics) {
    let mut sources = Sources::new();
    let id = sources.add("p.pli", text);
    let (program, diagnostics) = parse(&sources, &[id]);
    (sources, program, diagnostics)
}

fn right(text: &str) -> (Sources, Program) {
    let (sources, program, diagnostics) = read(text);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    (sources, program)
}

fn errors(text: &str) -> Vec<String> {
    let (sources, _, diagnostics) = read(text);
    diagnostics.sorted().iter().map(|message| message.one_line(&sources)).collect()
}

/// The own texts of the statements of the first procedure, in the order of their numbers.
fn statement_texts(text: &str) -> Vec<String> {
    let (sources, program) = right(text);
    let procedure = program.procedures.iter().next().expect("a procedure");
    procedure.statements.iter().map(|statement| sources.snippet(statement.span).to_owned()).collect()
}

#[test]
fn statements_are_numbered_as_effigy_does() {
    let texts = statement_texts(
        "POWER: PROCEDURE(X, Y);\n Z = 1;\n J = 1;\nLAB: IF Y >= J THEN DO;\n Z = Z * X;\n J = J + 1;\n \
         GO TO LAB; END;\n RETURN (Z);\nEND;",
    );
    let expected = [
        "POWER: PROCEDURE(X, Y)",
        "Z = 1",
        "J = 1",
        "IF Y >= J THEN",
        "Z = Z * X",
        "J = J + 1",
        "GO TO LAB",
        "RETURN (Z)",
        "END",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn heads_and_declarations_have_numbers_but_groups_and_ends_do_not() {
    let texts = statement_texts(
        "P: PROC(N); DCL A(3) FIXED BIN(31); DO I = 1 TO N WHILE(A(1) > 0); DO; ; END; END; \
         SELECT(N); WHEN(1) DO WHILE(N > 0); LEAVE; END; OTHERWISE STOP; END; L: END P;",
    );
    let expected = [
        "P: PROC(N)",
        "DCL A(3) FIXED BIN(31)",
        "DO I = 1 TO N WHILE(A(1) > 0)",
        "",
        "SELECT(N)",
        "DO WHILE(N > 0)",
        "LEAVE",
        "STOP",
        "END P",
    ];
    // The text of a null statement is empty up to its `;`, which stands for it.
    let texts: Vec<_> = texts.iter().map(|text| text.trim_end_matches(';')).collect();
    assert_eq!(texts, expected);
}

#[test]
fn every_numbered_statement_of_the_tree_has_the_number_of_its_text() {
    let text = "P: PROC(N); A = 1; IF N = 1 THEN B = 2; ELSE DO; C = 3; D = 4; END; E = 5; END;";
    let (sources, program) = right(text);
    let procedure = program.procedures.iter().next().expect("a procedure");
    fn check(list: &[Stmt], look: &dyn Fn(&Stmt)) {
        for statement in list {
            look(statement);
            match &statement.kind {
                StmtKind::If { then_branch, else_branch, .. } => {
                    check(std::slice::from_ref(then_branch), look);
                    else_branch.iter().for_each(|branch| check(std::slice::from_ref(branch), look));
                }
                StmtKind::Group(body) => check(body, look),
                _ => {}
            }
        }
    }
    check(&procedure.body, &|statement| {
        if let Some(number) = statement.number {
            let own = sources.snippet(procedure.statement(number).span);
            assert!(sources.snippet(statement.span).starts_with(own), "{own}");
        } else {
            assert!(matches!(statement.kind, StmtKind::Group(_)));
        }
    });
}

fn arguments(call: &str) -> Vec<Argument> {
    let text = format!(
        "P: PROC; DCL A(9) FIXED BIN(31), H FIXED BIN(15), B BIT(1); CALL Q({call}); END;\n\
         Q: PROC(X, V); DCL V(*) FIXED BIN(31); X = V(1); END;"
    );
    let (_, program) = right(&text);
    let statement = program.procedures.iter().next().and_then(|procedure| procedure.body.first());
    match statement.map(|statement| &statement.kind) {
        Some(StmtKind::Call { arguments, .. }) => arguments.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn variables_of_the_right_type_are_passed_by_reference_and_everything_else_as_a_copy() {
    for (argument, passing) in [
        ("X", Passing::Reference),
        ("A(X)", Passing::Reference),
        ("(X)", Passing::Copy),
        ("(A(1))", Passing::Copy),
        ("+X", Passing::Copy),
        ("X + 1", Passing::Copy),
        ("3", Passing::Copy),
        ("\"N\"", Passing::Copy),
        ("H", Passing::Copy),
        ("B", Passing::Copy),
    ] {
        let arguments = arguments(&format!("{argument}, A"));
        assert_eq!(arguments[0].passing, passing, "{argument}");
        assert_eq!(arguments[0].expr.ty, Type::Int(IntType::FIXED_31), "{argument}");
        assert_eq!(arguments[1].passing, Passing::Reference);
        assert!(arguments[1].expr.ty.is_array());
    }
}

#[test]
fn arithmetic_is_short_only_if_both_operands_are() {
    let (_, program) =
        right("P: PROC; DCL (H, I) FIXED BIN(15); H = H + I; H = H + 1; H = -H; H = ABS(H); END;");
    let procedure = program.procedures.iter().next().expect("a procedure");
    let converted: Vec<bool> = procedure
        .body
        .iter()
        .map(|statement| match &statement.kind {
            StmtKind::Assign { value, .. } => matches!(value.kind, ExprKind::Convert(_)),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(converted, [false, true, false, false]);
}

#[test]
fn bounds_without_a_lower_one_begin_at_one_and_signs_belong_to_constants() {
    let (_, program) =
        right("P: PROC; DCL A(-5:7) FIXED BIN(31) STATIC, B(3) FIXED BIN(31); A(1) = B(1); END;");
    let procedure = program.procedures.iter().next().expect("a procedure");
    let bounds: Vec<_> = procedure
        .variables
        .iter()
        .map(|variable| match variable.ty.vector_bounds() {
            Some(ArrayBounds::Given { low, high }) => match (&low.kind, &high.kind) {
                (ExprKind::Int(low), ExprKind::Int(high)) => format!("{low}:{high}"),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bounds, ["-5:7", "1:3"]);
}

#[test]
fn procedures_of_several_sources_see_each_other() {
    let mut sources = Sources::new();
    let first = sources.add("a.pli", "A: PROC(X); CALL B(X); END;");
    let second = sources.add("b.pli", "B: PROC(X); X = A2(X); END; A2: PROC(X); RETURN(X); END;");
    let (program, diagnostics) = parse(&sources, &[first, second]);
    assert!(diagnostics.is_empty(), "{}", diagnostics.render(&sources, false));
    assert_eq!(program.procedures.len(), 3);
    assert!(parse(&sources, &[first]).1.has_errors());
    assert!(parse(&sources, &[]).1.has_errors());
}

/// Programs that are nested `depth` levels deep in one way each.
fn nested(depth: usize) -> Vec<String> {
    let statements = |open: &str, close: &str| {
        format!("P: PROC(N); {} N = 1; {} END;", open.repeat(depth), close.repeat(depth))
    };
    let expression =
        |expression: String| format!("P: PROC(N, A); DCL A(9) FIXED BIN(31); X = {expression}; END;");
    vec![
        statements("DO; ", "END; "),
        statements("DO WHILE(N > 0); ", "END; "),
        statements("IF N = 1 THEN ", ""),
        statements("IF N = 1 THEN N = 2; ELSE ", ""),
        statements("SELECT; WHEN(N = 1) ", "END; "),
        statements("BEGIN; ", "END; "),
        statements("Q: PROC; ", "END; "),
        statements("ON ERROR BEGIN; ", "END; "),
        expression(format!("{}N{}", "(".repeat(depth), ")".repeat(depth))),
        expression(format!("{}N", "-".repeat(depth))),
        expression(format!("{}N", "¬".repeat(depth))),
        expression(format!("N{}", "+N".repeat(depth))),
        expression(format!("N{}", " & N".repeat(depth))),
        expression(format!("N{}", "**N".repeat(depth))),
        expression(format!("N{}", "->N".repeat(depth))),
        expression(format!("N{}", "=N".repeat(depth))),
        expression(format!("{}1{}", "A(".repeat(depth), ")".repeat(depth))),
        expression(format!("{}1{}", "ABS(".repeat(depth), ")".repeat(depth))),
        expression(format!("{}1{}", "(A(1)+".repeat(depth), ")".repeat(depth))),
        format!("P: PROC(N); SELECT(N); WHEN(1{}) N = 1; OTHERWISE; END; END;", ", 1".repeat(depth)),
        format!("P: PROC(N); DCL A(N{}); END;", "+N".repeat(depth)),
    ]
}

#[test]
fn deep_nesting_is_one_message() {
    for depth in [DEEPEST_NESTING + 1, 10_000, 100_000] {
        for text in nested(depth) {
            let errors = errors(&text);
            // Every ON is refused by itself, and there are more of them than messages are kept.
            if text.contains("ON ERROR") {
                continue;
            }
            let deep = errors.iter().filter(|error| error.contains("levels deep")).count();
            assert_eq!(deep, 1, "{} {errors:?}", &text[..40]);
            let others = errors.iter().filter(|error| !error.contains("unsupported")).count();
            assert_eq!(others, 1, "{} {errors:?}", &text[..40]);
        }
    }
}

#[test]
fn nesting_up_to_the_limit_is_read_and_printed() {
    for depth in [10, DEEPEST_NESTING / 2 - 5] {
        for text in nested(depth) {
            let (sources, program, diagnostics) = read(&text);
            if text.contains("Q: PROC") || text.contains("ON ERROR") {
                continue;
            }
            assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
            right(&print(&program));
        }
    }
}

#[test]
fn repeated_parts_cannot_fill_the_memory() {
    let sum = "+N".repeat(400);
    let select = format!("P: PROC(N); SELECT(N{sum}); {} END; END;", "WHEN(1) ;".repeat(20_000));
    assert!(errors(&select).iter().any(|error| error.contains("unsupported")));
    let bounds = format!(
        "P: PROC(N); DCL ({}Z)(N{sum}); END;",
        (0..20_000).map(|i| format!("A{i},")).collect::<String>()
    );
    assert!(errors(&bounds).iter().any(|error| error.contains("unsupported")));
    let initial = format!(
        "P: PROC; {} END;",
        (0..2000).map(|i| format!("DCL A{i}(999999) INIT((999999) 0);")).collect::<String>()
    );
    assert!(errors(&initial).iter().any(|error| error.contains("unsupported")));
}

#[test]
fn large_sources_are_read() {
    let mut text = String::from("P: PROC(N, A); DCL A(*) FIXED BIN(31);\n");
    let mut line = 0;
    while text.len() < 5_000_000 {
        text += &format!("L{line}: V{line} = A(N + {line}) * V{} - MOD(N, 7);\n", line / 2);
        line += 1;
    }
    text += "END;";
    let (_, program) = right(&text);
    assert_eq!(program.procedures.iter().next().map(|procedure| procedure.body.len()), Some(line));
    let many: String = (0..60_000).map(|i| format!("P{i}: PROC(X); CALL P{}(X); END;\n", i / 2)).collect();
    let (_, program, diagnostics) = read(&many);
    assert!(!diagnostics.has_errors());
    assert_eq!(program.procedures.len(), 60_000);
}
