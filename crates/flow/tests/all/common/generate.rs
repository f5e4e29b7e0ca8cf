//! Programs without GO TO, made by choices: every other statement, calls in any place, three types, arrays.

use sextant_syntax::*;
use sextant_testing::Choices;

use super::tree::*;

/// The number of procedures; all have the same parameters: an integer, an array, a short integer.
pub const PROCEDURES: u32 = 3;

pub struct Generator<'a> {
    pub choices: &'a mut Choices,
    maker: Maker,
    /// Loops around the statement that is made.
    loops: usize,
}

pub fn random_program(choices: &mut Choices) -> Program {
    let procedures = (0..PROCEDURES).map(|number| random_procedure(choices, number)).collect();
    let mut program = program(procedures);
    let total = External { name: "TOTAL".into(), ty: INT, initial: vec![int(4)] };
    program.externals.push(total);
    program
}

fn random_procedure(choices: &mut Choices, number: u32) -> Procedure {
    let mut maker = Maker::new(&format!("P{number}"));
    maker.procedure.returns = Some(INT);
    let array = |bounds| Type::vector(INT, bounds);
    let given = |low, high| ArrayBounds::Given { low: Box::new(int(low)), high: Box::new(int(high)) };
    maker.parameter("N");
    maker.variable("A", array(ArrayBounds::OfArgument), Storage::Parameter);
    maker.variable("S", INT16, Storage::Parameter);
    let x = maker.local("X");
    maker.procedure.variables[x].initial = vec![int(1)];
    maker.variable("H", INT16, Storage::Automatic);
    maker.variable("L", Type::Logical, Storage::Automatic);
    maker.variable("B", array(given(-1, 2)), Storage::Automatic);
    maker.variable("T", INT, Storage::External(ExternalId(0)));
    let mut generator = Generator { choices, maker, loops: 0 };
    let body = generator.body(3);
    generator.maker.finish(body)
}

const ARRAYS: [u32; 2] = [1, 6];
const INTEGERS: [u32; 5] = [0, 2, 3, 4, 7];
const LOGICAL: u32 = 5;

/// By reference only what has the parameter's type.
fn suited(expr: Expr, parameter: &Type) -> Argument {
    let same = expr.ty == *parameter;
    let argument = argument(expr);
    Argument { passing: if same { argument.passing } else { Passing::Copy }, ..argument }
}

impl Generator<'_> {
    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        (0..1 + self.choices.below(4)).map(|_| self.statement(depth)).collect()
    }

    fn place(&mut self) -> Place {
        if self.choices.chance(30) {
            let array = VarId(self.choices.pick(&ARRAYS));
            return Place::Element(array, Box::new(self.integer(1)));
        }
        Place::Variable(VarId(self.choices.pick(&INTEGERS)))
    }

    fn load(&mut self, place: Place) -> Expr {
        let ty = self.maker.procedure.variables[place.variable()].ty.scalar().clone();
        expr(ExprKind::Load(place), ty)
    }

    fn integer(&mut self, depth: usize) -> Expr {
        use BinaryOp::*;
        if depth == 0 || self.choices.chance(30) {
            if self.choices.chance(40) {
                return int(self.choices.below(9) as i64 - 4);
            }
            let place =
                if depth > 0 { self.place() } else { Place::Variable(VarId(self.choices.pick(&INTEGERS))) };
            return self.load(place);
        }
        match self.choices.below(10) {
            0 => expr(ExprKind::Unary(UnaryOp::Negate, Box::new(self.integer(depth - 1))), INT),
            1 => {
                let arguments = vec![self.integer(depth - 1), self.integer(depth - 1)];
                expr(
                    ExprKind::Intrinsic(self.choices.pick(&[Intrinsic::Min, Intrinsic::Mod]), arguments),
                    INT,
                )
            }
            2 => expr(ExprKind::Convert(Box::new(self.logical(depth - 1))), INT),
            3 => expr(ExprKind::Convert(Box::new(self.integer(depth - 1))), INT16),
            4 => {
                let bound = self.choices.pick(&[Bound::Low, Bound::High]);
                expr(ExprKind::BoundOf(bound, VarId(self.choices.pick(&ARRAYS))), INT)
            }
            5 => {
                let arguments = self.arguments();
                let callee = ProcId(self.choices.below(PROCEDURES as usize) as u32);
                expr(ExprKind::Call(callee, arguments), INT)
            }
            _ => {
                let operator = self.choices.pick(&[Add, Subtract, Multiply, Divide]);
                let (left, right) = (self.integer(depth - 1), self.integer(depth - 1));
                let mut made = binary(operator, left, right);
                if self.choices.chance(10) {
                    made.ty = INT16;
                }
                made
            }
        }
    }

    fn logical(&mut self, depth: usize) -> Expr {
        use BinaryOp::*;
        if depth == 0 {
            let flag = Place::Variable(VarId(LOGICAL));
            return if self.choices.chance(30) { truth(self.choices.chance(50)) } else { self.load(flag) };
        }
        match self.choices.below(6) {
            0 => expr(ExprKind::Unary(UnaryOp::Not, Box::new(self.logical(depth - 1))), Type::Logical),
            1 => expr(ExprKind::Convert(Box::new(self.integer(depth - 1))), Type::Logical),
            2 => {
                let (left, right) = (self.logical(depth - 1), self.logical(depth - 1));
                binary(self.choices.pick(&[And, Or, Implies, Equal, NotEqual]), left, right)
            }
            _ => {
                let (left, right) = (self.integer(depth - 1), self.integer(depth - 1));
                binary(
                    self.choices.pick(&[Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual]),
                    left,
                    right,
                )
            }
        }
    }

    fn condition(&mut self, percent: usize) -> Option<Expr> {
        self.choices.chance(percent).then(|| self.logical(2))
    }

    fn arguments(&mut self) -> Vec<Argument> {
        let number = self.integer(1);
        let array = VarId(self.choices.pick(&ARRAYS));
        let whole = self.maker.load(array);
        let short = self.integer(1);
        vec![suited(number, &INT), argument(whole), suited(short, &INT16)]
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        let limit = if depth == 0 { 7 } else { 13 };
        stmt(match self.choices.below(limit) {
            0 | 1 => {
                let targets = (0..1 + self.choices.below(3)).map(|_| self.place()).collect();
                StmtKind::Assign { targets, value: self.integer(3) }
            }
            2 => StmtKind::Assign { targets: vec![Place::Variable(VarId(LOGICAL))], value: self.logical(2) },
            3 => StmtKind::Write(vec![OutputItem::Value(self.integer(2)), OutputItem::NewLine]),
            4 => {
                let callee = ProcId(self.choices.below(PROCEDURES as usize) as u32);
                StmtKind::Call { procedure: callee, arguments: self.arguments() }
            }
            5 => StmtKind::Assert(self.logical(2)),
            6 => self.exit(),
            7 | 8 => StmtKind::If {
                condition: self.logical(2),
                then_branch: Box::new(self.statement(depth - 1)),
                else_branch: self.choices.chance(50).then(|| Box::new(self.statement(depth - 1))),
            },
            9 => {
                let cases = (0..self.choices.below(4))
                    .map(|_| (self.logical(2), self.statement(depth - 1)))
                    .collect();
                StmtKind::Select { cases, otherwise: Some(Box::new(group(self.body(depth - 1)))) }
            }
            10 => {
                let (while_condition, until_condition) = (self.condition(60), self.condition(40));
                StmtKind::While {
                    while_condition,
                    until_condition,
                    body: self.loop_body(depth),
                    step: Vec::new(),
                }
            }
            _ => {
                let specs = (0..1 + self.choices.below(3)).map(|_| self.spec()).collect();
                StmtKind::Iterate { variable: self.place(), specs, body: self.loop_body(depth) }
            }
        })
    }

    fn spec(&mut self) -> DoSpec {
        let range = self.choices.chance(70).then(|| DoRange {
            to: self.choices.chance(90).then(|| self.integer(2)),
            by: self.choices.chance(50).then(|| self.integer(1)),
        });
        let (while_condition, until_condition) = (self.condition(30), self.condition(20));
        DoSpec { from: self.integer(2), range, while_condition, until_condition }
    }

    fn loop_body(&mut self, depth: usize) -> Vec<Stmt> {
        self.loops += 1;
        let body = self.body(depth - 1);
        self.loops -= 1;
        body
    }

    fn exit(&mut self) -> StmtKind {
        if self.loops == 0 || self.choices.chance(20) {
            return match self.choices.below(8) {
                0 => StmtKind::Stop,
                1 => StmtKind::Return(None),
                2 | 3 => StmtKind::Return(Some(self.integer(2))),
                _ => StmtKind::Null,
            };
        }
        let outwards = self.choices.below(self.loops);
        if self.choices.chance(50) { StmtKind::Leave(outwards) } else { StmtKind::NextIteration(outwards) }
    }
}
