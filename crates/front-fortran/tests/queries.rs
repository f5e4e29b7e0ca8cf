//! Calls as a user types them; what conditions and values mean is seen in the transcripts of the debugger.

use sextant_base::Sources;
use sextant_front_fortran::parse_call;
use sextant_syntax::{CallArgument, Expr, ExprKind};

fn show(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Real(value) => format!("{value} real"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Text(text) => format!("'{}'", String::from_utf8_lossy(text)),
        ExprKind::Symbol(symbol) => format!("\"{symbol}\""),
        ExprKind::Complex(re, im) => format!("<{}, {}>", show(re), show(im)),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", show(operand)),
        ExprKind::Intrinsic(function, operands) => format!("{function:?}({})", list(operands)),
        other => format!("{other:?}"),
    }
}

fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn arguments(text: &str) -> Result<Vec<String>, String> {
    let mut sources = Sources::new();
    let id = sources.add("call", text);
    let call = parse_call(&sources, id)
        .map_err(|errors| errors.sorted().first().map_or(String::new(), |first| first.one_line(&sources)))?;
    let shown = call.arguments.iter().map(|argument| match argument {
        CallArgument::Value(value) => show(value),
        CallArgument::Absent(_) => "absent".to_owned(),
        CallArgument::Variable { name, bounds, length, values, .. } => {
            let pairs: Vec<String> =
                bounds.iter().map(|(low, high)| format!("{}:{}", show(low), show(high))).collect();
            let length = length.as_ref().map_or(String::new(), |length| format!("*{}", show(length)));
            format!("{name}[{}]{length}={{{}}}", pairs.join(";"), list(values))
        }
    });
    Ok(shown.collect())
}

#[test]
fn calls_mix_variables_constants_and_symbols() {
    for (text, expected) in [
        ("SUB", vec![]),
        ("call sub();", vec![]),
        ("CALL(1)", vec!["1"]),
        ("CALL SUB(\"X\", 3, -1.5D2, .TRUE., F)", vec!["\"X\"", "3", "(Negate 150 real)", "true", "F[]={}"]),
        (
            "SUB(A(1:5), B(1:2, 0:\"N\") = (1, 2.5, (3, 4)), 'it''s')",
            vec!["A[1:5]={}", "B[1:2;0:\"N\"]={1, 5/2 real, <3, 4>}", "'it's'"],
        ),
        ("SUB(Z = (1, -2), W = (/ 1, 2 /), V = [3])", vec!["Z[]={1, (Negate 2)}", "W[]={1, 2}", "V[]={3}"]),
        (
            "SUB(S*5, T(1:2)*3 = ('a', \"b\"), , R*4 = 'ab'//'c')",
            vec!["S[]*5={}", "T[1:2]*3={'a', \"b\"}", "absent", "R[]*4={'abc'}"],
        ),
        (
            "SUB((\"A\" + 1)**2/3, ABS(-\"B\"), Z'FF')",
            vec!["(((\"A\" Add 1) Power 2) Divide 3)", "Abs((Negate \"B\"))", "255"],
        ),
    ] {
        assert_eq!(arguments(text), Ok(expected.into_iter().map(str::to_owned).collect()), "{text}");
    }
}

#[test]
fn wrong_calls_are_refused_with_their_places() {
    for (text, message) in [
        ("", "call:1:1: error: the name of a procedure expected behind this, but the statement ends"),
        ("SUB(1", "call:1:5: error: `,` or `)` expected behind this, but the statement ends"),
        ("SUB(1) 2", "call:1:8: error: the end of the statement expected, not `2`"),
        (
            "SUB(X + 1)",
            "call:1:5: error: `X` has no value here: an expression is over constants and \"symbols\"",
        ),
        (
            "SUB(A(3))",
            "call:1:5: error: `A` has no value here: an expression is over constants and \"symbols\"",
        ),
        (
            "SUB(\"a b\")",
            "call:1:5: error: \"a b\" is no name of a symbol; texts are written in single quotes",
        ),
        ("SUB('abc)", "call:1:5: error: this text has no end"),
        ("SUB(\"X)", "call:1:5: error: this symbol has no end: a name between double quotes"),
        ("SUB(A(1:2)", "call:1:10: error: `,` or `)` expected behind this, but the statement ends"),
    ] {
        assert_eq!(arguments(text), Err(message.to_owned()), "{text}");
    }
    let deep = format!("SUB({}1{})", "(".repeat(5000), ")".repeat(5000));
    assert!(arguments(&deep).is_err_and(|message| message.contains("levels deep")));
}
