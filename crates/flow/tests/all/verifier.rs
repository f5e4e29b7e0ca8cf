//! Every rule of the verifier fires: each case breaks a good program in one way.

use crate::common;

use common::tree::{INT, INT16, binary, expr, int, truth};
use sextant_base::Sources;
use sextant_flow::*;
use sextant_syntax::*;

const GOOD: &str = "\
external total: int = 1
flow MAIN(n: int, a: int(*)) -> int
  var x: int = 2
  var p: logical
  external t: int as total
  static s: int16(1:2) = 1
  node 1: x := n + 1
    read a(x)
    write x
    assume p
    x := call SUB(x, a)
  edge 1 -> 2: x > 1
  edge 1 -> 3: else
  edge 2 -> 1
  node 3: return x
flow SUB(k: int, b: int(1:3)) -> int
  node 1: return k
";

const MAIN: ProcId = ProcId(0);

fn good() -> FlowProgram {
    let mut sources = Sources::new();
    let id = sources.add("good.flow", GOOD);
    let (program, diagnostics) = read(&sources, id);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    program
}

/// The actions of the first block without its markers are numbered as in the text.
fn action(program: &mut FlowProgram, position: usize) -> &mut Action {
    let instructions = &mut program.procedures[MAIN].blocks[BlockId(0)].instructions;
    let mut actions = instructions.iter_mut().map(|instruction| &mut instruction.action);
    actions.by_ref().filter(|action| !matches!(action, Action::Statement(_))).nth(position).expect("there")
}

fn value(program: &mut FlowProgram) -> &mut Expr {
    match action(program, 0) {
        Action::Assign(_, value) => value,
        other => panic!("{other:?}"),
    }
}

fn edges(program: &mut FlowProgram, block: u32) -> &mut Vec<Edge> {
    match &mut program.procedures[MAIN].blocks[BlockId(block)].terminator {
        Terminator::Edges(edges) => edges,
        other => panic!("{other:?}"),
    }
}

fn variable(program: &mut FlowProgram, id: u32) -> &mut Variable {
    &mut program.procedures[MAIN].variables[VarId(id)]
}

fn call_parts(program: &mut FlowProgram) -> (&mut ProcId, &mut Vec<Argument>, &mut Option<VarId>) {
    match action(program, 4) {
        Action::Call { procedure, arguments, result } => (procedure, arguments, result),
        other => panic!("{other:?}"),
    }
}

fn load(variable: u32, ty: Type) -> Expr {
    expr(ExprKind::Load(Place::Variable(VarId(variable))), ty)
}

fn breaks(what: &str, change: impl FnOnce(&mut FlowProgram)) {
    let mut program = good();
    change(&mut program);
    let errors = verify(&program).expect_err(what);
    assert!(errors.iter().any(|error| error.contains(what)), "{what}: {errors:#?}");
    // Printing is for broken graphs too.
    print(&program);
}

#[test]
fn the_good_program_passes() {
    assert_eq!(verify(&good()), Ok(()));
}

#[test]
fn rules_of_programs_and_variables() {
    breaks("two procedures have the name", |p| p.procedures[MAIN].name = "sub".into());
    breaks("another one has the same name", |p| {
        p.externals.push(External { name: "total".into(), ty: INT, initial: vec![] });
    });
    breaks("external total: an initial value has another type", |p| {
        p.externals[ExternalId(0)].initial = vec![truth(true)];
    });
    breaks("external total: a scalar has several", |p| p.externals[ExternalId(0)].initial.push(int(2)));
    breaks("external total: its bounds and initial", |p| {
        p.externals[ExternalId(0)].initial = vec![load(0, INT)];
    });
    breaks("external total: it has no bounds", |p| {
        p.externals[ExternalId(0)].ty = Type::vector(INT, ArrayBounds::OfArgument);
    });
    breaks("external total: its elements are not scalars", |p| {
        p.externals[ExternalId(0)].ty = Type::Int(IntType { bits: 0, signed: true });
    });
    breaks("two variables have the name x", |p| variable(p, 3).name = "x".into());
    breaks("its elements are not scalars", |p| {
        let inner = Type::vector(INT, ArrayBounds::OfArgument);
        variable(p, 1).ty = Type::vector(inner, ArrayBounds::OfArgument);
    });
    breaks("only a parameter takes the bounds", |p| {
        variable(p, 3).ty = Type::vector(INT, ArrayBounds::OfArgument);
    });
    breaks("variable x: a scalar has several", |p| variable(p, 2).initial.push(int(3)));
    breaks("its initial values do not belong here", |p| variable(p, 0).initial.push(int(3)));
    breaks("its initial values do not belong here", |p| variable(p, 4).initial.push(int(3)));
    breaks("variable s: its bounds and initial values", |p| variable(p, 5).initial = vec![load(0, INT)]);
    breaks("there is no external of this type", |p| variable(p, 4).ty = INT16);
    breaks("there is no external of this type", |p| {
        variable(p, 4).storage = Storage::External(ExternalId(9));
    });
    breaks("a bound is not an integer", |p| {
        let bounds = ArrayBounds::Given { low: Box::new(truth(true)), high: Box::new(int(1)) };
        variable(p, 1).ty = Type::vector(INT, bounds);
    });
    breaks("an initial value has another type", |p| variable(p, 2).initial = vec![truth(true)]);
    breaks("a parameter is no variable", |p| p.procedures[MAIN].parameters[0] = VarId(2));
    breaks("a parameter is no variable", |p| p.procedures[MAIN].parameters[0] = VarId(99));
    breaks("a parameter is listed twice", |p| p.procedures[MAIN].parameters[0] = VarId(1));
    breaks("is not listed", |p| variable(p, 3).storage = Storage::Parameter);
    breaks("the returned type is not a scalar", |p| {
        p.procedures[MAIN].returns = Some(Type::vector(INT, ArrayBounds::OfArgument));
    });
}

#[test]
fn rules_of_blocks() {
    breaks("the entry block does not exist", |p| p.procedures[MAIN].entry = BlockId(7));
    breaks("an edge leads to a block that does not exist", |p| edges(p, 1)[0].to = BlockId(7));
    breaks("block 1 cannot be reached", |p| p.procedures[MAIN].entry = BlockId(2));
    breaks("it has no edge", |p| edges(p, 1).clear());
    breaks("an unconditional edge is not alone", |p| edges(p, 0)[0].condition = Condition::Always);
    breaks("`Otherwise` is not the last", |p| edges(p, 0).reverse());
    breaks("`Otherwise` is not the last", |p| edges(p, 1)[0].condition = Condition::Otherwise);
    breaks("a condition is not logical", |p| edges(p, 0)[0].condition = Condition::When(int(1)));
    breaks("it marks a statement that does not exist", |p| p.procedures[MAIN].statements.truncate(1));
    breaks("passes no statement", |p| {
        for block in p.procedures[MAIN].blocks.iter_mut() {
            block.instructions.retain(|instruction| !matches!(instruction.action, Action::Statement(_)));
        }
    });
}

#[test]
fn rules_of_actions() {
    let set = |p: &mut FlowProgram, place, value| *action(p, 0) = Action::Assign(place, value);
    breaks("an assigned value has another type", |p| *value(p) = truth(true));
    breaks("a whole array gets a value", |p| set(p, Place::Variable(VarId(1)), int(1)));
    breaks("a variable does not exist", |p| set(p, Place::Variable(VarId(99)), int(1)));
    breaks("what has no elements", |p| set(p, Place::Element(VarId(0), Box::new(int(1))), int(1)));
    breaks("a subscript is not an integer", |p| {
        set(p, Place::Element(VarId(1), Box::new(truth(true))), int(1));
    });
    breaks("a whole array gets a value", |p| *action(p, 1) = Action::Read(Place::Variable(VarId(1))));
    breaks("an expression is not a scalar", |p| {
        let array = variable(p, 1).ty.clone();
        *action(p, 2) = Action::Write(OutputItem::Value(load(1, array)));
    });
    breaks("a condition is not logical", |p| *action(p, 3) = Action::Prove(int(1)));
    breaks("the procedure called does not exist", |p| *call_parts(p).0 = ProcId(9));
    breaks("not as many arguments", |p| drop(call_parts(p).1.pop()));
    breaks("what is passed by reference", |p| call_parts(p).1[0].expr = int(1));
    breaks("an argument has another type", |p| call_parts(p).1[0].expr = load(3, Type::Logical));
    breaks("an argument has another type", |p| call_parts(p).1[1].expr = load(0, INT));
    breaks("what is passed by reference", |p| call_parts(p).1[1].expr = int(1));
    breaks("the result of a call", |p| *call_parts(p).2 = Some(VarId(3)));
    breaks("the result of a call", |p| *call_parts(p).2 = Some(VarId(99)));
    breaks("the result of a call", |p| p.procedures[ProcId(1)].returns = None);
    breaks("the returned value has not", |p| p.procedures[MAIN].returns = None);
    breaks("the returned value has not", |p| {
        p.procedures[MAIN].blocks[BlockId(2)].terminator = Terminator::Return(Some(truth(true)));
    });
}

#[test]
fn rules_of_expressions() {
    use BinaryOp::{Add, And, Less};
    let case = |what: &str, broken: Expr| breaks(what, |p| *value(p) = broken);
    let boxed = |expr| Box::new(expr);
    case("an expression has a call", expr(ExprKind::Call(ProcId(1), vec![]), INT));
    case("a variable does not exist", load(99, INT));
    case("a place has another type", load(3, INT));
    case("what has no elements", expr(ExprKind::Load(Place::Element(VarId(0), boxed(int(1)))), INT));
    case("a place has another type", expr(ExprKind::Load(Place::Element(VarId(1), boxed(int(1)))), INT16));
    case("a subscript is not", expr(ExprKind::Load(Place::Element(VarId(1), boxed(truth(true)))), INT));
    case("a bound is taken of what", expr(ExprKind::BoundOf(Bound::Low, VarId(0)), INT));
    case("a bound has no integer type", expr(ExprKind::BoundOf(Bound::Low, VarId(1)), Type::Logical));
    case("an integer constant", expr(ExprKind::Int(1.into()), Type::Logical));
    case("a truth value is not", expr(ExprKind::Bool(true), INT));
    case("arithmetic operands", binary(Add, int(1), truth(true)));
    case("arithmetic operands", expr(ExprKind::Unary(UnaryOp::Negate, boxed(truth(true))), INT));
    case("an arithmetic result", Expr { ty: Type::Logical, ..binary(Add, int(1), int(1)) });
    case("wrong number of arguments", expr(ExprKind::Intrinsic(Intrinsic::Mod, vec![int(1)]), INT));
    case("wrong number of arguments", expr(ExprKind::Intrinsic(Intrinsic::Max, vec![]), INT));
    case("a relation compares", binary(Less, truth(true), truth(false)));
    case("a relation compares", binary(BinaryOp::Equal, int(1), truth(false)));
    case("a relation is not logical", Expr { ty: INT, ..binary(Less, int(1), int(2)) });
    case("an operand of a connective", binary(And, int(1), truth(true)));
    case("a connective is not logical", Expr { ty: INT, ..binary(And, truth(true), truth(true)) });
    let array = Type::vector(INT, ArrayBounds::OfArgument);
    case("an expression is not a scalar", expr(ExprKind::Convert(boxed(int(1))), array));
}
