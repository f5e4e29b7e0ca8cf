//! Lowering of what Fortran has and PL/I has not; each graph stands in `tests/lower`, as text and as a picture in
//! the program's own spelling.

use crate::common;

use common::tree::*;
use common::{check_file, data_folder};
use sextant_flow::{dot, lower, print, verify};
use sextant_syntax::*;

const REAL: Type = Type::Real(RealType::Single);
const DOUBLE: Type = Type::Real(RealType::Double);
const COMPLEX: Type = Type::Complex(RealType::Single);

fn check(name: &str, mut tree: Program) -> sextant_flow::FlowProgram {
    tree.language = Language::Fortran;
    tree.rules =
        Rules { connectives: Connectives::Lazy, empty_arrays: true, storage_arguments: true, ..Rules::PLAIN };
    let program = lower(&tree);
    assert_eq!(verify(&program), Ok(()), "{name}\n{}", print(&program));
    check_file(&data_folder("lower").join(format!("{name}.txt")), &print(&program));
    let pictures: String = program.procedures.ids().map(|procedure| dot(&program, procedure)).collect();
    check_file(&data_folder("lower").join(format!("{name}.dot")), &pictures);
    program
}

/// The printed text is read back, and printed again it is the same.
fn check_and_read(name: &str, tree: Program) {
    let program = check(name, tree);
    let mut sources = sextant_base::Sources::new();
    let id = sources.add(name, print(&program));
    let (again, diagnostics) = sextant_flow::read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    assert_eq!(print(&again), sources.text(id), "{name}");
}

fn text(length: i64) -> Type {
    Type::Text(TextLength::Given(Box::new(int(length))))
}

fn letters(text: &str) -> Expr {
    expr(ExprKind::Text(text.as_bytes().to_vec()), Type::Text(TextLength::Open))
}

fn real(above: i64, below: u64, ty: Type) -> Expr {
    expr(ExprKind::Real(dashu_ratio::RBig::from_parts(above.into(), below.into())), ty)
}

fn convert(operand: Expr, ty: Type) -> Expr {
    expr(ExprKind::Convert(Box::new(operand)), ty)
}

fn typed(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if operator.is_logical() { Type::Logical } else { left.ty.clone() };
    Expr { ty, ..binary(operator, left, right) }
}

fn given(limits: &[(i64, i64)]) -> Vec<ArrayBounds> {
    let bound = |value| Box::new(int(value));
    limits.iter().map(|&(low, high)| ArrayBounds::Given { low: bound(low), high: bound(high) }).collect()
}

fn part(base: VarId, steps: Vec<PartStep>, ty: Type) -> Place {
    Place::Part(Box::new(Part { base, steps, ty }))
}

fn load(place: Place, ty: Type) -> Expr {
    expr(ExprKind::Load(place), ty)
}

/// A function of an integer with a value of the type.
fn function(name: &str, ty: Type, value: Expr) -> Procedure {
    let mut f = Maker::new(name);
    f.procedure.returns = Some(ty);
    f.parameter("K");
    f.finish(vec![stmt(StmtKind::Return(Some(value)))])
}

fn call_of(procedure: u32, argument: Expr, ty: Type) -> Expr {
    Expr { ty, ..call(procedure, vec![argument]) }
}

#[test]
fn numbers_and_texts() {
    let mut p = Maker::new("NUMBERS");
    let n = p.parameter("N");
    let x = p.variable("X", REAL, Storage::Automatic);
    let d = p.variable("D", DOUBLE, Storage::Automatic);
    let z = p.variable("Z", COMPLEX, Storage::Automatic);
    let s = p.variable("S", text(8), Storage::Automatic);
    let a = p.variable("A", Type::Array(Box::new(REAL), given(&[(1, 3), (0, 4)])), Storage::Static);
    let element = |subscripts| part(a, vec![PartStep::Element(subscripts)], REAL);
    let sum = typed(BinaryOp::Add, p.load(x), convert(p.load(n), REAL));
    let cut = convert(typed(BinaryOp::Divide, p.load(x), real(1, 10, REAL)), INT);
    let part_of_s = part(s, vec![PartStep::Characters(Some(int(2)), None)], Type::Text(TextLength::Open));
    let joined = typed(BinaryOp::Concatenate, p.load(s), letters("it's"));
    let complex = ExprKind::Complex(Box::new(real(1, 1, REAL)), Box::new(real(-2, 1, REAL)));
    let in_z = part(z, vec![PartStep::ComplexPart(true)], REAL);
    let greater = typed(BinaryOp::Greater, p.load(d), real(1, 10_000_000, DOUBLE));
    let unequal = typed(BinaryOp::NotEqual, p.load(s), letters("no"));
    let body = vec![
        assign(element(vec![p.load(n), int(2)]), sum),
        assign(Place::Variable(n), binary(BinaryOp::Add, cut, int(1))),
        assign(Place::Variable(d), convert(load(element(vec![int(1), int(0)]), REAL), DOUBLE)),
        assign(part_of_s, joined),
        assign(Place::Variable(z), expr(complex, COMPLEX)),
        assign(in_z, expr(ExprKind::Intrinsic(Intrinsic::Abs, vec![p.load(z)]), REAL)),
        branch(typed(BinaryOp::And, greater, unequal), stmt(StmtKind::Stop), None),
        assign(Place::Variable(d), typed(BinaryOp::Power, p.load(d), int(2))),
    ];
    check_and_read("numbers", program(vec![p.finish(body)]));
}

#[test]
fn calls_anywhere() {
    let mut p = Maker::new("CALLS");
    let n = p.parameter("N");
    let g = p.variable("G", Type::Procedure, Storage::Parameter);
    let z = p.variable("Z", COMPLEX, Storage::Automatic);
    let s = p.variable("S", text(8), Storage::Automatic);
    let a = p.variable("A", Type::Array(Box::new(REAL), given(&[(1, 3), (0, 4)])), Storage::Automatic);
    let f = |argument| call_of(1, argument, INT);
    let target = part(a, vec![PartStep::Element(vec![f(int(1)), f(int(2))])], REAL);
    let of_g =
        |argument: Expr, ty| expr(ExprKind::CallParameter(g, vec![common::tree::argument(argument)]), ty);
    let characters =
        part(s, vec![PartStep::Characters(Some(f(int(3))), Some(f(int(4))))], Type::Text(TextLength::Open));
    let of_c = call_of(2, p.load(n), COMPLEX);
    let of_t = call_of(3, int(5), text(4));
    let complex = ExprKind::Complex(Box::new(of_g(p.load(n), REAL)), Box::new(convert(f(int(6)), REAL)));
    let bound =
        expr(ExprKind::DimensionOf(Bound::High, part(a, vec![range(f(int(7)))], section(REAL, 1)), 0), INT);
    let longest = typed(BinaryOp::Less, of_g(int(8), INT), f(int(9)));
    let body = vec![
        assign(target, of_g(f(int(10)), REAL)),
        assign(characters, typed(BinaryOp::Concatenate, of_t.clone(), of_t)),
        assign(Place::Variable(z), typed(BinaryOp::Add, of_c, expr(complex, COMPLEX))),
        stmt(StmtKind::CallParameter { variable: g, arguments: vec![common::tree::argument(bound)] }),
        stmt(StmtKind::While {
            step: Vec::new(),
            while_condition: Some(longest),
            until_condition: None,
            body: vec![stmt(StmtKind::Call {
                procedure: ProcId(0),
                arguments: vec![
                    common::tree::argument(p.load(n)),
                    Argument {
                        expr: expr(ExprKind::Procedure(ProcId(1)), Type::Procedure),
                        passing: Passing::Copy,
                    },
                ],
            })],
        }),
    ];
    let one = || real(1, 1, REAL);
    let procedures = vec![
        p.finish(body),
        function("F", INT, int(1)),
        function("C", COMPLEX, expr(ExprKind::Complex(Box::new(one()), Box::new(one())), COMPLEX)),
        function("T", text(4), letters("text")),
    ];
    check_and_read("calls_anywhere", program(procedures));
}

fn range(from: Expr) -> PartStep {
    PartStep::Section(vec![Selector::Range(Some(from), None, None), Selector::Subscript(int(1))])
}

fn section(element: Type, rank: usize) -> Type {
    Type::Array(Box::new(element), vec![ArrayBounds::Deferred; rank])
}

#[test]
fn handles_come_and_go() {
    let mut p = Maker::new("HANDLES");
    let n = p.parameter("N");
    let matrix = Type::Array(Box::new(REAL), vec![ArrayBounds::Deferred; 2]);
    let h = p.variable("H", Type::Handle(Box::new(matrix)), Storage::Automatic);
    let v = p.variable("V", Type::Handle(Box::new(section(REAL, 1))), Storage::Automatic);
    let k = p.variable("K", Type::Handle(Box::new(INT)), Storage::Automatic);
    let column = part(
        h,
        vec![PartStep::Section(vec![Selector::Range(None, None, None), Selector::Subscript(p.load(n))])],
        section(REAL, 1),
    );
    let element = part(h, vec![PartStep::Element(vec![int(1), p.load(n)])], REAL);
    let of_k = load(Place::Variable(k), INT);
    let bounds = vec![(int(1), p.load(n)), (int(0), call_of(1, int(1), INT))];
    let has = expr(ExprKind::HasStorage(Place::Variable(h)), Type::Logical);
    let same = expr(ExprKind::SameStorage(Place::Variable(v), Place::Variable(h)), Type::Logical);
    let body = vec![
        stmt(StmtKind::Allocate { place: Place::Variable(h), bounds }),
        stmt(StmtKind::Allocate { place: Place::Variable(k), bounds: Vec::new() }),
        assign(element, convert(of_k, REAL)),
        stmt(StmtKind::PointTo { handle: Place::Variable(v), target: Some(column) }),
        branch(binary(BinaryOp::Or, has, same), stmt(StmtKind::Release(Place::Variable(h))), None),
        stmt(StmtKind::PointTo { handle: Place::Variable(v), target: None }),
        stmt(StmtKind::Unsupported("ENTRY statements".into())),
    ];
    check_and_read("handles", program(vec![p.finish(body), function("F", INT, int(1))]));
}

#[test]
fn records_and_areas() {
    let mut p = Maker::new("RECORDS");
    let n = p.parameter("N");
    let point = RecordId(0);
    let all = Type::Array(Box::new(Type::Record(point)), given(&[(1, 9)]));
    let a = p.variable("A", all, Storage::Automatic);
    let b = p.variable("B", Type::Record(point), Storage::Automatic);
    let c = p.variable("C", REAL, Storage::Area(AreaId(0), 4));
    let inner = part(
        a,
        vec![
            PartStep::Element(vec![call_of(1, p.load(n), INT)]),
            PartStep::Component(1),
            PartStep::Element(vec![int(2)]),
        ],
        REAL,
    );
    let element = part(a, vec![PartStep::Element(vec![int(1)])], Type::Record(point));
    let body = vec![
        assign(inner, p.load(c)),
        assign(element, p.load(b)),
        assign(part(b, vec![PartStep::Component(0)], INT), p.load(n)),
    ];
    let mut tree = program(vec![p.finish(body), function("F", INT, int(1))]);
    let component = |name: &str, ty, offset| Component { name: name.into(), ty, offset, bits: None };
    let values = Type::Array(Box::new(REAL), given(&[(1, 3)]));
    tree.records.push(Record {
        name: "POINT".into(),
        components: vec![component("TAG", INT, 0), component("VALUES", values, 4)],
        size: 16,
    });
    tree.areas.push(Area {
        name: "BLOCK".into(),
        scope: Scope::Unit("BLOCK".into()),
        size: 8,
        shared: true,
        items: vec![
            AreaItem { name: "I".into(), ty: INT, offset: 0 },
            AreaItem { name: "C".into(), ty: REAL, offset: 4 },
        ],
        initial: vec![InitialValue { offset: 0, value: int(3), count: 1, stride: 4 }],
    });
    tree.main = Some(ProcId(0));
    let program = check("records", tree);
    assert_eq!(program.main, Some(ProcId(0)));
}

fn transfer(operation: Operation, unit: Unit, layout: Layout, items: Vec<TransferItem>) -> Transfer {
    Transfer {
        operation,
        unit,
        layout,
        record: None,
        settings: Vec::new(),
        answers: Vec::new(),
        outcome: Outcome::default(),
        items,
    }
}

fn transfer_stmt(transfer: Transfer) -> Stmt {
    stmt(StmtKind::Transfer(Box::new(transfer)))
}

#[test]
fn statements_on_files() {
    let mut p = Maker::new("FILES");
    let (n, i, j) = (p.parameter("N"), p.local("I"), p.local("J"));
    let status = p.variable("STATUS", INT16, Storage::Automatic);
    let s = p.variable("S", text(80), Storage::Automatic);
    let a = p.variable("A", Type::Array(Box::new(REAL), given(&[(1, 3), (1, 3)])), Storage::Automatic);
    let (failed, ended, line) = (p.label("100"), p.label("200"), p.label("300"));
    let element = part(a, vec![PartStep::Element(vec![p.load(i), p.load(j)])], REAL);
    let inner = TransferItem::Loop {
        variable: Place::Variable(j),
        from: p.load(n),
        to: int(1),
        by: Some(int(-1)),
        items: vec![TransferItem::Place(element)],
    };
    let outer = TransferItem::Loop {
        variable: Place::Variable(i),
        from: int(1),
        to: p.load(n),
        by: None,
        items: vec![inner, TransferItem::Value(call_of(1, p.load(i), INT))],
    };
    let mut read = transfer(
        Operation::Read,
        Unit::Number(p.load(n)),
        Layout::Format("(I5, 3F8.2)".into()),
        vec![TransferItem::Place(Place::Variable(n)), outer],
    );
    read.settings.push((Setting::Advance, letters("NO")));
    read.outcome = Outcome {
        status: Some(Place::Variable(status)),
        on_error: Some(failed),
        on_end: Some(ended),
        on_end_of_record: Some(line),
        message: None,
    };
    let mut open = transfer(Operation::Open, Unit::Number(call_of(1, int(1), INT)), Layout::List, Vec::new());
    open.layout = Layout::Unformatted;
    open.settings = vec![(Setting::File, letters("data")), (Setting::Status, letters("OLD"))];
    let mut inquire = transfer(Operation::Inquire, Unit::ByName, Layout::Unformatted, Vec::new());
    inquire.settings = vec![(Setting::File, p.load(s))];
    inquire.answers = vec![(Setting::Number, Place::Variable(n))];
    let internal = transfer(
        Operation::Write,
        Unit::Internal(Place::Variable(s)),
        Layout::List,
        vec![TransferItem::Value(letters("sum")), TransferItem::Place(Place::Variable(a))],
    );
    let names = transfer(
        Operation::Write,
        Unit::Standard,
        Layout::Namelist("ALL".into(), vec![("N".into(), Place::Variable(n))]),
        Vec::new(),
    );
    let only_end = {
        let items = vec![TransferItem::Place(Place::Variable(n))];
        let mut read = transfer(Operation::Read, Unit::Standard, Layout::List, items);
        read.outcome.on_end = Some(ended);
        read
    };
    let body = vec![
        transfer_stmt(open),
        transfer_stmt(read),
        labelled(line, transfer_stmt(internal)),
        transfer_stmt(names),
        transfer_stmt(inquire),
        transfer_stmt(only_end),
        labelled(ended, stmt(StmtKind::Stop)),
        labelled(failed, stmt(StmtKind::Return(None))),
    ];
    check("files", program(vec![p.finish(body), function("F", INT, int(1))]));
}

/// Loops that a front end makes of one statement have no number of their own; their passes count as its passes.
#[test]
fn loops_without_numbers_are_counted() {
    let mut p = Maker::new("PASSES");
    let (n, i) = (p.parameter("N"), p.local("I"));
    let a = p.variable("A", Type::vector(REAL, given(&[(1, 9)]).remove(0)), Storage::Automatic);
    let element = Place::Element(a, Box::new(p.load(i)));
    let once = StmtKind::Iterate {
        variable: Place::Variable(i),
        specs: vec![common::tree::range(int(1), p.load(n), None)],
        body: vec![assign(element, real(0, 1, REAL))],
    };
    let until = StmtKind::While {
        while_condition: Some(binary(BinaryOp::Less, p.load(i), p.load(n))),
        until_condition: None,
        body: vec![assign(Place::Variable(i), binary(BinaryOp::Add, p.load(i), int(1)))],
        step: Vec::new(),
    };
    let mut procedure = p.finish(vec![stmt(once), stmt(until)]);
    for statement in &mut procedure.body {
        statement.number = None;
        if let StmtKind::Iterate { body, .. } | StmtKind::While { body, .. } = &mut statement.kind {
            body.iter_mut().for_each(|inner| inner.number = None);
        }
    }
    check_and_read("passes", program(vec![procedure]));
}
