//! Calls and conditions as a user types them.

use sextant_base::Sources;
use sextant_front_pli::{parse, parse_call, parse_condition};
use sextant_syntax::{CallArgument, CallText};
use sextant_syntax::{Expr, ExprKind, IntType, Type};

fn call(text: &str) -> Result<CallText, Vec<String>> {
    let mut sources = Sources::new();
    let id = sources.add("call", text);
    parse_call(&sources, id).map_err(|diagnostics| {
        diagnostics.sorted().iter().map(|message| message.one_line(&sources)).collect()
    })
}

fn show(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Symbol(symbol) => format!("\"{symbol}\""),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", show(operand)),
        ExprKind::Convert(inner) => format!("[{}]", show(inner)),
        other => format!("{other:?}"),
    }
}

fn arguments(text: &str) -> Vec<String> {
    let call = call(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    call.arguments
        .iter()
        .map(|argument| match argument {
            CallArgument::Value(value) => {
                assert_eq!(value.ty, Type::Int(IntType::FIXED_31));
                show(value)
            }
            CallArgument::Variable { name, bounds, .. } if bounds.is_empty() => name.clone(),
            CallArgument::Variable { name, bounds, .. } => {
                let (low, high) = &bounds[0];
                format!("{name}[{}:{}]", show(low), show(high))
            }
            CallArgument::Absent(_) => "absent".to_owned(),
        })
        .collect()
}

#[test]
fn calls_mix_variables_constants_and_symbols() {
    assert_eq!(arguments("SEARCH(A, 1, 5, \"X\", FOUND, J)"), ["A", "1", "5", "\"X\"", "FOUND", "J"]);
    assert_eq!(
        arguments("CALL SEARCH(A(1:5), \"N\", \"N\"+4, \"X\", found, J);"),
        ["A[1:5]", "\"N\"", "(\"N\" Add 4)", "\"X\"", "found", "J"]
    );
    assert_eq!(arguments("P"), [""; 0]);
    assert_eq!(arguments("call p();"), [""; 0]);
    assert_eq!(arguments("P(-3, 1 < 2, A(-1:\"N\"))"), ["(Negate 3)", "[(1 Less 2)]", "A[(Negate 1):\"N\"]"]);
    assert_eq!(call("CALL(1)").map(|call| call.procedure), Ok("CALL".to_owned()));
}

#[test]
fn wrong_calls_are_refused_with_their_places() {
    for (text, message) in [
        ("", "call:1:1: error: the name of a procedure expected, but the source ends here"),
        ("P(1", "call:1:4: error: `,` or `)` expected, but the source ends here"),
        ("P(X + 1)", "call:1:3: error: the variable `X` has no value here"),
        ("P(A(3))", "call:1:3: error: `A` is no array or builtin function"),
        ("P(1) Q", "call:1:6: error: the end expected, not `Q`"),
        ("P(,)", "call:1:3: error: an expression expected, not `,`"),
        ("P(A(1:B))", "call:1:7: error: the variable `B` has no value here"),
        ("P(A(1:2:3))", "call:1:8: error: `)` expected, not `:`"),
        ("P(é)", "call:1:3: error: the character `é` has no place here"),
        ("5", "call:1:1: error: the name of a procedure expected, not `5`"),
    ] {
        let errors = call(text).expect_err(text);
        assert!(errors[0].starts_with(message), "{text}: {errors:?}");
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    }
}

fn condition(text: &str) -> Result<Expr, Vec<String>> {
    let mut sources = Sources::new();
    let program = sources.add("p", "P: PROC(X, A); DCL A(*) FIXED BIN(31), B BIT(1); Y = X; END;");
    let (program, diagnostics) = parse(&sources, &[program]);
    assert!(!diagnostics.has_errors());
    let procedure = program.procedures.iter().next().expect("a procedure");
    let id = sources.add("condition", text);
    parse_condition(&sources, id, procedure).map_err(|diagnostics| {
        diagnostics.sorted().iter().map(|message| message.one_line(&sources)).collect()
    })
}

#[test]
fn conditions_mention_variables_and_symbols() {
    for text in
        ["x > 5", "X > 5 & \"a\" > 10;", "A(X) = Y -> B", "X", "HBOUND(A) > 3", "¬B", "\"A(3)\" ≥ ABS(Y)"]
    {
        let condition = condition(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(condition.ty, Type::Logical, "{text}");
    }
}

#[test]
fn wrong_conditions_are_refused_with_their_places() {
    for (text, message) in [
        ("Z > 1", "condition:1:1: error: the procedure has no variable `Z`"),
        ("A > 1", "condition:1:1: error: unsupported: the whole array `A` as a value"),
        ("F(1) > 1", "condition:1:1: error: `F` is no array or builtin function"),
        ("X > ", "condition:1:5: error: an expression expected, but the source ends here"),
        ("X > 1; X", "condition:1:8: error: the end expected, not `X`"),
    ] {
        assert_eq!(condition(text).expect_err(text), [message]);
    }
    let deep = format!("{}X", "¬".repeat(10_000));
    assert!(condition(&deep).expect_err("too deep")[0].contains("levels deep"));
}
