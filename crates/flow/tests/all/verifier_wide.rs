//! The rules about reals, texts, parts, handles and file statements: each case breaks a good program in one way.

use crate::common;

use common::tree::{INT, INT16, binary, expr, int, truth};
use sextant_base::Sources;
use sextant_flow::*;
use sextant_syntax::*;

const GOOD: &str = "\
flow MAIN(x: real, t: text(5), z: complex, m: real(1:2, 1:3), f: procedure) -> real
  var h: handle real(:)
  var n: int
  node 1: x := x
    call MAIN(x, t, z, m, f)
    allocate h with 1:n
    point h to m(:, 1)
    x := call f(n)
  node 2: return x
  edge 1 -> 2
";

const REAL: Type = Type::Real(RealType::Single);
const COMPLEX: Type = Type::Complex(RealType::Single);
const TEXT: Type = Type::Text(TextLength::Open);
const MAIN: ProcId = ProcId(0);

fn good() -> FlowProgram {
    let mut sources = Sources::new();
    let id = sources.add("good.flow", GOOD);
    let (program, diagnostics) = read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    program
}

fn breaks(message: &str, change: impl FnOnce(&mut FlowProgram)) {
    let mut program = good();
    change(&mut program);
    let errors = verify(&program).expect_err(message);
    assert!(errors.iter().any(|error| error.contains(message)), "{message}: {errors:#?}");
}

fn actions(program: &mut FlowProgram) -> impl Iterator<Item = &mut Action> {
    let block = &mut program.procedures[MAIN].blocks[BlockId(0)];
    let instructions = block.instructions.iter_mut().map(|instruction| &mut instruction.action);
    instructions.filter(|action| !matches!(action, Action::Statement(_)))
}

fn set_action(program: &mut FlowProgram, position: usize, action: Action) {
    *actions(program).nth(position).expect("there are five") = action;
}

/// The value of the first assignment becomes this one.
fn case(message: &str, broken: Expr) {
    breaks(message, |program| match actions(program).next() {
        Some(Action::Assign(_, value)) => *value = broken,
        other => panic!("{other:?}"),
    });
}

fn load(variable: u32, ty: Type) -> Expr {
    expr(ExprKind::Load(Place::Variable(VarId(variable))), ty)
}

fn part(base: u32, step: PartStep, ty: Type) -> Place {
    Place::Part(Box::new(Part { base: VarId(base), steps: vec![step], ty }))
}

fn part_of(base: u32, step: PartStep, ty: Type) -> Expr {
    expr(ExprKind::Load(part(base, step, ty.clone())), ty)
}

fn real(value: i64) -> Expr {
    expr(ExprKind::Real(value.into()), REAL)
}

fn typed(operator: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
    Expr { ty, ..binary(operator, left, right) }
}

fn intrinsic(function: Intrinsic, arguments: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Intrinsic(function, arguments), ty)
}

#[test]
fn the_program_is_good() {
    assert_eq!(verify(&good()), Ok(()));
}

#[test]
fn rules_of_numbers_and_texts() {
    use BinaryOp::*;
    let letters = || expr(ExprKind::Text(b"ab".to_vec()), TEXT);
    case("a real constant has no real type", expr(ExprKind::Real(1.into()), INT));
    case("a text constant is no text", expr(ExprKind::Text(Vec::new()), REAL));
    let halves = ExprKind::Complex(Box::new(real(1)), Box::new(int(1)));
    case("the parts of a complex number", expr(halves, COMPLEX));
    case("arithmetic operands", typed(Add, load(0, REAL), int(1), REAL));
    case("arithmetic operands", typed(Add, letters(), letters(), TEXT));
    case("an arithmetic result", typed(Add, real(1), real(2), INT));
    case("an arithmetic result", typed(Power, real(1), int(2), INT));
    case("a relation compares", typed(Less, load(2, COMPLEX), load(2, COMPLEX), Type::Logical));
    case("a relation compares", typed(Equal, letters(), real(1), Type::Logical));
    case("what is joined is not text", typed(Concatenate, letters(), int(1), TEXT));
    case("there is no such conversion", expr(ExprKind::Convert(Box::new(letters())), REAL));
    case("there is no such conversion", expr(ExprKind::Convert(Box::new(truth(true))), REAL));
    case("an assigned value has another type", letters());
}

#[test]
fn rules_of_functions() {
    use Intrinsic::*;
    let sqrt = Intrinsic::Analytic(sextant_syntax::Analytic::Sqrt);
    let log10 = Intrinsic::Analytic(sextant_syntax::Analytic::Log10);
    let atan2 = Intrinsic::Analytic(sextant_syntax::Analytic::Atan2);
    case("arguments of a wrong kind", intrinsic(sqrt, vec![int(1)], INT));
    case("arguments of a wrong kind", intrinsic(log10, vec![load(2, COMPLEX)], COMPLEX));
    case("wrong number of arguments", intrinsic(atan2, vec![real(1)], REAL));
    case("arguments of a wrong kind", intrinsic(Max, vec![real(1), int(1)], REAL));
    case("arguments of a wrong kind", intrinsic(BitAnd, vec![real(1), int(1)], INT));
    case("arguments of a wrong kind", intrinsic(Trim, vec![int(1)], TEXT));
    case("arguments of a wrong kind", intrinsic(Choose, vec![real(1), int(1), truth(true)], REAL));
    case("wrong number of arguments", intrinsic(Choose, vec![real(1), real(1)], REAL));
    case("the value of a function", intrinsic(Floor, vec![real(1)], REAL));
    case("the value of a function", intrinsic(Nearest, vec![real(1)], Type::Real(RealType::Double)));
}

#[test]
fn rules_of_places() {
    let subscripts = |count| PartStep::Element((0..count).map(|_| int(1)).collect());
    let all = || Selector::Range(None, None, None);
    let section = |rank| Type::Array(Box::new(REAL), vec![ArrayBounds::Deferred; rank]);
    case("not as many subscripts", part_of(3, subscripts(1), REAL));
    case("not as many subscripts", part_of(0, subscripts(1), REAL));
    case("a section has no range", part_of(3, PartStep::Section(vec![Selector::Subscript(int(1))]), REAL));
    case("not as many selectors", part_of(3, PartStep::Section(vec![all()]), section(1)));
    case("an expression is not a scalar", part_of(3, PartStep::Section(vec![all(), all()]), section(2)));
    case("there is no such component", part_of(0, PartStep::Component(0), REAL));
    case("characters are taken", part_of(0, PartStep::Characters(None, None), TEXT));
    case("no complex number", part_of(0, PartStep::ComplexPart(false), REAL));
    case("a subscript is not an integer", part_of(1, PartStep::Characters(Some(real(1)), None), TEXT));
    case("a part has another type", part_of(3, subscripts(2), INT));
    case("a part is reached by no step", {
        let place = Place::Part(Box::new(Part { base: VarId(0), steps: Vec::new(), ty: REAL }));
        expr(ExprKind::Load(place), REAL)
    });
    let dimension = |place, number| expr(ExprKind::DimensionOf(Bound::Low, place, number), INT);
    case("a dimension that is not there", dimension(Place::Variable(VarId(3)), 2));
    case("a length is taken", expr(ExprKind::LengthOf(Place::Variable(VarId(0))), INT));
    case("a question about storage", expr(ExprKind::HasStorage(Place::Variable(VarId(5))), INT));
    case("a variable does not exist", {
        let (here, there) = (Place::Variable(VarId(5)), Place::Variable(VarId(77)));
        expr(ExprKind::SameStorage(here, there), Type::Logical)
    });
}

#[test]
fn rules_of_calls_and_handles() {
    let argument = |program: &mut FlowProgram, position: usize, expr: Expr, passing| {
        for action in actions(program) {
            if let Action::Call { arguments, .. } = action {
                arguments[position] = Argument { expr: expr.clone(), passing };
            }
        }
    };
    breaks("by reference is not a place", |p| argument(p, 0, real(1), Passing::Reference));
    breaks("an argument has another type", |p| argument(p, 0, load(6, INT), Passing::Reference));
    breaks("an argument has another type", |p| argument(p, 3, load(0, REAL), Passing::Reference));
    breaks("an argument has another type", |p| argument(p, 4, int(1), Passing::Copy));
    breaks("the procedure that is passed", |p| {
        argument(p, 4, expr(ExprKind::Procedure(ProcId(9)), Type::Procedure), Passing::Copy);
    });
    let mut absent = good();
    argument(&mut absent, 0, load(99, REAL), Passing::Absent);
    assert_eq!(verify(&absent), Ok(()), "an absent argument is not looked at");
    let n = || Place::Variable(VarId(6));
    let h = || Place::Variable(VarId(5));
    breaks("must be a handle", |p| set_action(p, 2, Action::Release(n())));
    breaks("must be a handle", |p| set_action(p, 2, Action::Allocate(n(), Vec::new())));
    breaks("another number of dimensions", |p| set_action(p, 2, Action::Allocate(h(), Vec::new())));
    breaks("a bound is not an integer", |p| {
        set_action(p, 2, Action::Allocate(h(), vec![(real(1), int(2))]));
    });
    breaks("a place of another type", |p| set_action(p, 3, Action::PointTo(h(), Some(n()))));
    let call = |variable, result| Action::CallParameter { variable, arguments: Vec::new(), result };
    breaks("what is called is no procedure", |p| set_action(p, 4, call(VarId(0), None)));
    breaks("a variable that does not exist", |p| set_action(p, 4, call(VarId(4), Some(VarId(66)))));
}

#[test]
fn rules_of_file_statements_and_storage() {
    let head = |unit, layout| TransferHead {
        operation: Operation::Write,
        unit,
        layout,
        record: None,
        settings: Vec::new(),
        answers: Vec::new(),
        outcome: Outcome::default(),
        items: Vec::new(),
    };
    let begin = |head| Action::TransferBegin(Box::new(head));
    let unit = |unit| begin(head(unit, Layout::List));
    breaks("a unit is no integer", |p| set_action(p, 2, unit(Unit::Number(real(6)))));
    breaks("an internal unit is no text", |p| {
        set_action(p, 2, unit(Unit::Internal(Place::Variable(VarId(0)))))
    });
    breaks("a computed format", |p| set_action(p, 2, begin(head(Unit::Standard, Layout::Computed(int(1))))));
    breaks("an assigned label", |p| {
        set_action(p, 2, begin(head(Unit::Standard, Layout::Assigned(real(1), Vec::new()))));
    });
    breaks("the number of a record", |p| {
        let record = Some(real(1));
        set_action(p, 2, begin(TransferHead { record, ..head(Unit::Standard, Layout::List) }));
    });
    breaks("a whole array gets a value", |p| {
        let answers = vec![(Setting::Size, Place::Variable(VarId(3)))];
        set_action(p, 2, begin(TransferHead { answers, ..head(Unit::Standard, Layout::List) }));
    });
    breaks("a status goes to no integer", |p| set_action(p, 2, Action::TransferEnd(VarId(0))));
    breaks("a variable does not exist", |p| {
        set_action(p, 2, Action::TransferItem(sextant_flow::TransferItem::Place(Place::Variable(VarId(44)))));
    });
    breaks("the main procedure", |p| p.main = Some(ProcId(7)));
    breaks("it lies in no area", |p| {
        p.procedures[MAIN].variables[VarId(6)].storage = Storage::Area(AreaId(0), 0);
    });
    breaks("lies outside", |p| {
        let ty = INT16;
        let items = vec![AreaItem { name: "I".into(), ty, offset: 9 }];
        let (name, scope) = ("B".into(), Scope::Program);
        p.areas.push(Area { name, scope, size: 8, shared: false, items, initial: Vec::new() });
    });
    breaks("lies outside", |p| {
        let components = vec![Component { name: "C".into(), ty: INT, offset: 9, bits: None }];
        p.records.push(Record { name: "R".into(), components, size: 8 });
    });
}
