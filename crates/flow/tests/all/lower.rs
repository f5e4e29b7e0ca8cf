//! Lowering, construct by construct: each tree's graph stands in a file of `tests/lower`.

use crate::common;

use common::tree::*;
use common::{check_file, data_folder};
use sextant_flow::{dot, lower, print, show_action, show_expr, verify};
use sextant_syntax::*;

fn check(name: &str, procedures: Vec<Procedure>) {
    let program = lower(&program(procedures));
    check_file(&data_folder("lower").join(format!("{name}.txt")), &print(&program));
    assert_eq!(verify(&program), Ok(()), "{name}");
}

fn less(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Less, left, right)
}

fn add(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Add, left, right)
}

fn array(low: i64, high: i64) -> Type {
    let (low, high) = (Box::new(int(low)), Box::new(int(high)));
    Type::vector(INT, ArrayBounds::Given { low, high })
}

/// `F(X, Y)`, which returns their sum.
fn sum_function() -> Procedure {
    let mut f = Maker::new("F");
    f.procedure.returns = Some(INT);
    let (x, y) = (f.parameter("X"), f.parameter("Y"));
    let sum = add(f.load(x), f.load(y));
    f.finish(vec![stmt(StmtKind::Return(Some(sum)))])
}

#[test]
fn assignments() {
    let mut p = Maker::new("P");
    let (x, i) = (p.parameter("X"), p.parameter("I"));
    let h = p.variable("H", INT16, Storage::Automatic);
    let a = p.variable("A", array(1, 9), Storage::Automatic);
    let element = |subscript| Place::Element(a, Box::new(subscript));
    let targets = vec![Place::Variable(i), element(p.load(i)), element(int(2)), Place::Variable(h)];
    let body = vec![
        assign(Place::Variable(x), add(p.load(x), int(1))),
        stmt(StmtKind::Assign { targets, value: p.load(x) }),
        stmt(StmtKind::Assign { targets: vec![Place::Variable(x), Place::Variable(h)], value: int(0) }),
        assign(Place::Variable(h), less(p.load(x), p.load(i))),
    ];
    check("assignments", vec![p.finish(body)]);
}

#[test]
fn branches() {
    let mut p = Maker::new("P");
    let x = p.parameter("X");
    let set = |value| assign(Place::Variable(x), int(value));
    let inner = branch(less(p.load(x), int(1)), set(1), Some(set(2)));
    let body = vec![
        branch(less(p.load(x), int(0)), group(vec![set(0), inner]), None),
        branch(p.load(x), stmt(StmtKind::Return(None)), Some(stmt(StmtKind::Stop))),
        set(9),
    ];
    check("branches", vec![p.finish(body)]);
}

#[test]
fn selections() {
    let mut p = Maker::new("P");
    let x = p.parameter("X");
    let set = |value| assign(Place::Variable(x), int(value));
    let is = |p: &Maker, value| binary(BinaryOp::Equal, p.load(x), int(value));
    let called = less(call(1, vec![p.load(x), int(3)]), int(4));
    let body = vec![
        stmt(StmtKind::Select { cases: vec![(is(&p, 1), set(1)), (is(&p, 2), set(2))], otherwise: None }),
        stmt(StmtKind::Select {
            cases: vec![(is(&p, 3), set(3)), (called, set(4)), (is(&p, 5), set(5))],
            otherwise: Some(Box::new(set(6))),
        }),
        stmt(StmtKind::Select { cases: vec![], otherwise: Some(Box::new(set(7))) }),
        stmt(StmtKind::Select { cases: vec![], otherwise: None }),
    ];
    check("selections", vec![p.finish(body), sum_function()]);
}

#[test]
fn while_loops() {
    let mut p = Maker::new("P");
    let x = p.parameter("X");
    let step = || assign(Place::Variable(x), add(expr(ExprKind::Load(Place::Variable(x)), INT), int(1)));
    let small = |limit| less(expr(ExprKind::Load(Place::Variable(x)), INT), int(limit));
    let repeat = |while_condition, until_condition, body| {
        stmt(StmtKind::While { while_condition, until_condition, body, step: Vec::new() })
    };
    let again = branch(small(7), stmt(StmtKind::NextIteration(0)), None);
    let leave = branch(small(9), stmt(StmtKind::Leave(1)), None);
    let body = vec![
        repeat(Some(small(5)), None, vec![step()]),
        repeat(None, Some(small(6)), vec![again.clone(), step()]),
        repeat(Some(small(7)), Some(small(8)), vec![step()]),
        repeat(None, None, vec![repeat(None, None, vec![leave, again])]),
        repeat(Some(less(call(1, vec![p.load(x), p.load(x)]), int(3))), None, vec![step()]),
        repeat(None, None, vec![step()]),
    ];
    check("while_loops", vec![p.finish(body), sum_function()]);
}

#[test]
fn iterative_loops() {
    let mut p = Maker::new("P");
    let (n, k) = (p.parameter("N"), p.parameter("K"));
    let i = p.variable("I", INT16, Storage::Automatic);
    let a = p.variable("A", array(1, 3), Storage::Automatic);
    let show = || vec![write(expr(ExprKind::Load(Place::Variable(i)), INT16))];
    let iterate = |specs| stmt(StmtKind::Iterate { variable: Place::Variable(i), specs, body: show() });
    let (n, k) = (p.load(n), p.load(k));
    let endless = DoSpec {
        from: int(0),
        range: Some(DoRange { to: None, by: Some(int(2)) }),
        while_condition: Some(less(n.clone(), int(100))),
        until_condition: Some(less(int(200), n.clone())),
    };
    let body = vec![
        iterate(vec![range(int(1), int(10), None)]),
        iterate(vec![range(int(10), n.clone(), Some(int(-1)))]),
        iterate(vec![range(n.clone(), add(n.clone(), int(1)), Some(k.clone()))]),
        iterate(vec![endless]),
        iterate(vec![single(int(5))]),
        iterate(vec![range(n.clone(), call(1, vec![n.clone(), k.clone()]), None)]),
        stmt(StmtKind::Iterate {
            variable: Place::Element(a, Box::new(k.clone())),
            specs: vec![range(int(1), int(3), None)],
            body: show(),
        }),
    ];
    check("iterative_loops", vec![p.finish(body), sum_function()]);
}

#[test]
fn several_specifications() {
    let mut p = Maker::new("P");
    let n = p.parameter("N");
    let i = p.local("I");
    let specs = vec![
        single(int(3)),
        range(int(10), p.load(n), None),
        DoSpec { while_condition: Some(less(p.load(n), int(4))), ..single(int(7)) },
    ];
    let body = vec![write(p.load(i)), branch(less(p.load(i), int(2)), stmt(StmtKind::Leave(0)), None)];
    check(
        "several_specifications",
        vec![p.finish(vec![stmt(StmtKind::Iterate { variable: Place::Variable(i), specs, body })])],
    );
}

/// A loop by GO TO, code that cannot be reached, a jump into a loop, two labels on one statement.
fn jumps() -> Procedure {
    let mut p = Maker::new("JUMPS");
    let x = p.parameter("X");
    let [top, end, inside, twin, dead] = ["TOP", "END", "INSIDE", "TWIN", "DEAD"].map(|name| p.label(name));
    let step = assign(Place::Variable(x), add(p.load(x), int(1)));
    let goto = |label| stmt(StmtKind::Goto(label));
    let looped = stmt(StmtKind::While {
        while_condition: Some(less(p.load(x), int(50))),
        until_condition: None,
        body: vec![step.clone(), labelled(inside, step.clone())],
        step: Vec::new(),
    });
    let mut ending = labelled(end, stmt(StmtKind::Null));
    ending.labels.push(twin);
    let body = vec![
        labelled(top, step.clone()),
        branch(less(p.load(x), int(10)), goto(top), None),
        branch(less(p.load(x), int(20)), goto(inside), None),
        goto(end),
        step.clone(),
        group(vec![labelled(dead, step.clone()), goto(dead)]),
        looped,
        ending,
    ];
    p.finish(body)
}

#[test]
fn go_to() {
    check("go_to", vec![jumps()]);
}

#[test]
fn calls() {
    let mut p = Maker::new("P");
    p.procedure.returns = Some(INT);
    let x = p.parameter("X");
    let h = p.variable("H", INT16, Storage::Automatic);
    let a = p.variable("A", array(0, 4), Storage::Automatic);
    let inner = call(1, vec![p.load(x), int(1)]);
    let outer = call(1, vec![inner.clone(), p.element(a, inner.clone())]);
    let copied = Argument { expr: p.load(x), passing: Passing::Copy };
    let short = Argument { expr: p.load(h), passing: Passing::Copy };
    let arguments = vec![copied, short];
    let body = vec![
        assign(Place::Element(a, Box::new(inner.clone())), add(p.load(x), outer)),
        stmt(StmtKind::Call { procedure: ProcId(1), arguments }),
        branch(less(inner.clone(), int(2)), stmt(StmtKind::Return(Some(inner))), None),
        stmt(StmtKind::Return(Some(p.load(h)))),
    ];
    check("calls", vec![p.finish(body), sum_function()]);
}

#[test]
fn input_output_and_claims() {
    let mut p = Maker::new("P");
    let x = p.parameter("X");
    let symbol = expr(ExprKind::Symbol("N".into()), INT);
    let items = vec![
        OutputItem::Text("X = ".into()),
        OutputItem::Value(p.load(x)),
        OutputItem::Value(symbol.clone()),
        OutputItem::NewLine,
    ];
    let body = vec![
        stmt(StmtKind::Read(vec![Place::Variable(x), Place::Variable(x)])),
        stmt(StmtKind::Write(items)),
        stmt(StmtKind::Assume(less(symbol, p.load(x)))),
        stmt(StmtKind::Prove(p.load(x))),
        stmt(StmtKind::Assert(truth(true))),
        stmt(StmtKind::Stop),
    ];
    check("input_output", vec![p.finish(body)]);
}

#[test]
fn externals_keep_their_values() {
    let mut p = Maker::new("P");
    let e = p.variable("e", INT, Storage::External(ExternalId(0)));
    p.procedure.variables[e].initial = vec![int(7)];
    let s = p.variable("S", array(1, 2), Storage::Static);
    p.procedure.variables[s].initial = vec![int(1), int(-2)];
    let body = vec![assign(Place::Variable(e), p.element(s, int(1)))];
    let mut tree = program(vec![p.finish(body)]);
    tree.externals.push(External { name: "E".into(), ty: INT, initial: Vec::new() });
    let program = lower(&tree);
    assert_eq!(verify(&program), Ok(()));
    check_file(&data_folder("lower").join("externals.txt"), &print(&program));
}

#[test]
fn pictures_and_pieces_look_like_the_source() {
    let program = lower(&program(vec![jumps()]));
    check_file(&data_folder("lower").join("go_to.dot"), &dot(&program, ProcId(0)));
    let graph = &program.procedures[ProcId(0)];
    let x = expr(ExprKind::Load(Place::Variable(VarId(0))), INT);
    let unequal = binary(BinaryOp::NotEqual, x.clone(), int(-1));
    let both = binary(BinaryOp::And, unequal, truth(true));
    let shown = expr(ExprKind::Unary(UnaryOp::Not, Box::new(both.clone())), Type::Logical);
    assert_eq!(show_expr(&program, graph, &shown), "¬(X ¬= -1 & '1'B)");
    assert_eq!(show_expr(&program, graph, &sextant_flow::complement(&both)), "X = -1 | '0'B");
    let assignment = sextant_flow::Action::Assign(Place::Variable(VarId(0)), x);
    assert_eq!(show_action(&program, graph, &assignment), "X = X");
    let shown = sextant_flow::Action::Write(OutputItem::Text("it's".into()));
    assert_eq!(show_action(&program, graph, &shown), "WRITE('it\\'s')");
}

#[test]
fn trees_as_deep_as_allowed_are_lowered() {
    let mut p = Maker::new("P");
    let x = p.parameter("X");
    let mut value = p.load(x);
    for _ in 1..DEEPEST_NESTING {
        value = binary(BinaryOp::Subtract, int(1), value);
    }
    let mut nested = assign(Place::Variable(x), value);
    for _ in 1..DEEPEST_NESTING {
        nested = branch(less(p.load(x), int(1)), nested, None);
    }
    let program = lower(&program(vec![p.finish(vec![nested])]));
    assert_eq!(verify(&program), Ok(()));
    let mut sources = sextant_base::Sources::new();
    let id = sources.add("deep.flow", print(&program));
    let (again, diagnostics) = sextant_flow::read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    assert_eq!(print(&again), sources.text(id));
}
