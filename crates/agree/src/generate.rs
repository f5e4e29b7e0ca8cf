//! Random programs from a seed.
//!
//! Most operations are well defined by construction (divisors are guarded, subscripts are reduced to their bounds); some
//! are left bare on purpose, so that methods must tell the inputs that fail from those that do not.

mod sections;

use sextant_base::Random;

use crate::{
    Arithmetic, Array, Expr, Intrinsic, Kind, Place, Procedure, Program, Relation, Role, Stmt, Type, Var,
    Variable,
};

/// What programs may use.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Integers of all widths instead of those that PL/I has, too.
    pub widths: bool,
    /// Integers that are never negative: C only.
    pub unsigned: bool,
    /// Real numbers.
    pub reals: bool,
    /// Variables of truth values.
    pub logicals: bool,
    /// Arrays.
    pub arrays: bool,
    /// A structure.
    pub fields: bool,
    /// Functions and procedures of the program.
    pub calls: bool,
    /// `.and.`, `.or.`, `.not.`
    pub connectives: bool,
    /// Functions that the languages know.
    pub intrinsics: bool,
    /// Operations on bits.
    pub bits: bool,
    /// Loops with few iterations.
    pub loops: bool,
    /// Operations that fail for some inputs.
    pub errors: bool,
    /// Several elements of arrays at once: Fortran only.
    pub sections: bool,
}

impl Features {
    /// A choice: every third program for all three languages, every third for C and Fortran, the others for C.
    pub fn choose(random: &mut Random) -> Features {
        let reach = random.below(3);
        let mut often = |times: usize| !random.one_in(times);
        let (foreign, own) = (reach > 0, reach == 2);
        Features {
            widths: foreign && often(3),
            unsigned: own,
            reals: foreign && !often(3),
            logicals: often(2),
            arrays: !often(3),
            fields: foreign && !often(3),
            calls: !often(3),
            connectives: often(3),
            intrinsics: often(3),
            bits: foreign && !often(4),
            loops: !often(3),
            errors: often(2),
            sections: false,
        }
    }
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    generator(seed).program()
}

/// The program of a seed that says something of several elements of arrays at once: only Fortran has it.
pub fn generate_sections(seed: u64) -> Program {
    let mut generator = generator(seed);
    generator.features.unsigned = false;
    generator.features.arrays = true;
    generator.features.sections = true;
    generator.program()
}

fn generator(seed: u64) -> Generator {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // The first numbers of near seeds are near each other.
    (0..8).for_each(|_| _ = random.number());
    let features = Features::choose(&mut random);
    Generator { random, features, made: Vec::new(), helpers: 0 }
}

struct Generator {
    random: Random,
    features: Features,
    /// The procedures that can be called, last first.
    made: Vec<Procedure>,
    /// How many there will be.
    helpers: usize,
}

/// Where an expression stands.
struct Scope<'p> {
    /// The number of the procedure.
    number: usize,
    procedure: &'p Procedure,
    /// Variables that have a value.
    known: Vec<Var>,
    /// Whether arrays and structure have values.
    filled: bool,
    /// What the procedure gives.
    result: Option<Type>,
}

impl Generator {
    fn program(&mut self) -> Program {
        let helpers = if self.features.calls { 1 + self.random.below(2) } else { 0 };
        self.helpers = helpers;
        for number in (1..=helpers).rev() {
            let changes = self.random.one_in(3);
            let procedure = self.procedure(number, changes);
            self.made.push(procedure);
        }
        let main = self.procedure(0, false);
        let mut procedures = vec![main];
        procedures.extend(self.made.drain(..).rev());
        Program { procedures }
    }

    fn any_type(&mut self) -> Type {
        let Features { widths, unsigned, reals, .. } = self.features;
        if reals && self.random.one_in(2) {
            return Type::Real { bits: if self.random.one_in(3) { 32 } else { 64 } };
        }
        let bits = match self.random.below(5) {
            0 if widths => 8,
            1 => 16,
            2 if widths => 64,
            _ => 32,
        };
        Type::Int { bits, signed: !(unsigned && self.random.one_in(3)) }
    }

    fn type_or_logical(&mut self) -> Type {
        match self.features.logicals && self.random.one_in(4) {
            true => Type::Logical,
            false => self.any_type(),
        }
    }

    fn procedure(&mut self, number: usize, changes: bool) -> Procedure {
        let mut variables = Vec::new();
        if changes {
            variables.push(Variable { ty: self.any_type(), role: Role::Changed });
        }
        for _ in 0..1 + self.random.below(3) {
            variables.push(Variable { ty: self.type_or_logical(), role: Role::Parameter });
        }
        let small = number > 0;
        for _ in 0..1 + self.random.below(if small { 1 } else { 3 }) {
            variables.push(Variable { ty: self.type_or_logical(), role: Role::Local });
        }
        let arrays = match self.features.arrays && !small {
            true if self.features.sections => {
                let ty = self.any_type();
                let mut array = |ty| Array { ty, extent: 3 + self.random.below(4) as i64 };
                vec![array(ty), array(ty)]
            }
            true => vec![Array { ty: self.any_type(), extent: 2 + self.random.below(3) as i64 }],
            false => Vec::new(),
        };
        let fields = match self.features.fields && !small {
            true => (0..2).map(|_| self.any_type()).collect(),
            false => Vec::new(),
        };
        if self.features.loops && !small {
            variables.extend([Variable { ty: Type::INT, role: Role::Counter }; 2]);
        }
        let mut procedure = Procedure { variables, arrays, fields, body: Vec::new(), result: None };
        self.fill(number, &mut procedure, changes);
        procedure
    }

    /// Statements that give everything a value, then some others.
    fn fill(&mut self, number: usize, procedure: &mut Procedure, changes: bool) {
        let frame = procedure.clone();
        let of_arrays = frame.arrays.first().filter(|_| self.features.sections).map(|array| array.ty);
        let result = match of_arrays {
            _ if changes => None,
            Some(ty) => Some(ty),
            None => Some(self.type_or_logical()),
        };
        let mut scope = Scope { number, procedure: &frame, known: Vec::new(), filled: false, result };
        scope.known = frame.parameters().map(|(var, _)| var).collect();
        let mut body = self.beginnings(&mut scope);
        let statements = if number > 0 { 1 + self.random.below(2) } else { 2 + self.random.below(4) };
        for _ in 0..statements {
            let statement = self.statement(&mut scope, 2);
            body.push(statement);
        }
        procedure.body = body;
        procedure.result = result.map(|ty| match of_arrays {
            Some(_) => self.told_apart(&scope, ty),
            None => self.value(&scope, ty, 2),
        });
    }

    fn beginnings(&mut self, scope: &mut Scope<'_>) -> Vec<Stmt> {
        let mut body = Vec::new();
        for (at, variable) in scope.procedure.variables.iter().enumerate() {
            if variable.role == Role::Local {
                let value = self.value(scope, variable.ty, 1);
                body.push(Stmt::Assign(Place::Variable(Var(at)), value));
                scope.known.push(Var(at));
            }
        }
        for (at, array) in scope.procedure.arrays.iter().enumerate() {
            for position in 1..=array.extent {
                let value = self.value(scope, array.ty, 0);
                body.push(Stmt::Assign(Place::Element(at, Expr::int(Type::INT, position)), value));
            }
        }
        for (at, ty) in scope.procedure.fields.iter().enumerate() {
            let value = self.value(scope, *ty, 1);
            body.push(Stmt::Assign(Place::Field(at), value));
        }
        scope.filled = true;
        body
    }

    fn statement(&mut self, scope: &mut Scope<'_>, depth: usize) -> Stmt {
        if self.features.sections
            && scope.number == 0
            && self.random.one_in(2)
            && let Some(statement) = self.about_sections(scope)
        {
            return statement;
        }
        let choice = self.random.below(10);
        match choice {
            0..=3 if depth > 0 => {
                let condition = self.logical(scope, 2);
                let yes = self.statements(scope, depth - 1);
                let no = if self.random.one_in(2) { self.statements(scope, depth - 1) } else { Vec::new() };
                Stmt::If(condition, yes, no)
            }
            4 | 5 if self.features.loops && scope.number == 0 && depth > 0 => {
                self.repeated(scope, depth).unwrap_or_else(|| self.assignment(scope))
            }
            6 => self.call(scope).unwrap_or_else(|| self.assignment(scope)),
            _ => self.assignment(scope),
        }
    }

    fn statements(&mut self, scope: &mut Scope<'_>, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.random.below(2);
        let mut all: Vec<Stmt> = (0..count).map(|_| self.statement(scope, depth)).collect();
        if let Some(ty) = scope.result
            && self.random.one_in(8)
        {
            all.push(Stmt::Return(self.value(scope, ty, 1)));
        }
        all
    }

    fn repeated(&mut self, scope: &mut Scope<'_>, depth: usize) -> Option<Stmt> {
        let free =
            |var: &Var| scope.procedure.variables[var.0].role == Role::Counter && !scope.known.contains(var);
        let counter = (0..scope.procedure.variables.len()).map(Var).find(free)?;
        let most = 1 + self.random.below(3) as i64;
        let to = match self.random.one_in(2) {
            true => Expr::int(Type::INT, most),
            false => {
                let wanted = self.value(scope, Type::INT, 1);
                let kind = Kind::Intrinsic(Intrinsic::Min, vec![wanted, Expr::int(Type::INT, most)]);
                // The bound must not change while the loop runs: it is asked again for each iteration in C.
                match reads_only_parameters(&kind, scope) {
                    true => Expr { ty: Type::INT, kind },
                    false => Expr::int(Type::INT, most),
                }
            }
        };
        scope.known.push(counter);
        let body = self.statements(scope, depth - 1);
        scope.known.retain(|var| *var != counter);
        Some(Stmt::Loop { counter, to, body })
    }

    fn call(&mut self, scope: &Scope<'_>) -> Option<Stmt> {
        if scope.number > 0 {
            return None;
        }
        let offset = self.made.iter().position(|procedure| procedure.result.is_none())?;
        let number = self.helpers - offset;
        let types: Vec<Type> = self.made[offset].parameters().map(|(_, ty)| ty).collect();
        let fits = |var: &&Var| {
            let variable = scope.procedure.variables[var.0];
            variable.role == Role::Local && variable.ty == types[0]
        };
        let first = *scope.known.iter().find(fits)?;
        let rest = types[1..].iter().map(|&ty| self.value(scope, ty, 1)).collect();
        Some(Stmt::Call(number, first, rest))
    }

    fn assignment(&mut self, scope: &Scope<'_>) -> Stmt {
        let arrays = scope.procedure.arrays.len();
        if arrays > 0 && self.random.one_in(3) {
            let at = self.random.below(arrays);
            let subscript = self.subscript(scope, scope.procedure.arrays[at].extent);
            let value = self.value(scope, scope.procedure.arrays[at].ty, 2);
            return Stmt::Assign(Place::Element(at, subscript), value);
        }
        let fields = scope.procedure.fields.len();
        if fields > 0 && self.random.one_in(3) {
            let at = self.random.below(fields);
            return Stmt::Assign(Place::Field(at), self.value(scope, scope.procedure.fields[at], 2));
        }
        let own = |var: &&Var| matches!(scope.procedure.variables[var.0].role, Role::Local | Role::Changed);
        let places: Vec<Var> = scope.known.iter().filter(own).copied().collect();
        let var = *self.random.choose(&places).expect("every procedure has a variable of its own");
        Stmt::Assign(Place::Variable(var), self.value(scope, scope.procedure.variables[var.0].ty, 2))
    }

    /// A subscript, mostly reduced to the bounds.
    fn subscript(&mut self, scope: &Scope<'_>, extent: i64) -> Expr {
        if self.random.one_in(3) {
            return Expr::int(Type::INT, 1 + self.random.below(extent as usize) as i64);
        }
        let inner = self.value(scope, Type::INT, 1);
        if self.features.errors && self.random.one_in(3) {
            return inner;
        }
        let limit = |intrinsic, bound, operand| Expr {
            ty: Type::INT,
            kind: Kind::Intrinsic(intrinsic, vec![operand, Expr::int(Type::INT, bound)]),
        };
        limit(Intrinsic::Max, 1, limit(Intrinsic::Min, extent, inner))
    }

    fn value(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        match ty {
            Type::Logical => self.logical(scope, depth),
            _ => self.number(scope, ty, depth),
        }
    }

    /// A constant, a variable, an element, a component.
    fn simple(&mut self, scope: &Scope<'_>, ty: Type) -> Expr {
        let mut all: Vec<Kind> = scope
            .known
            .iter()
            .filter(|var| scope.procedure.variables[var.0].ty == ty)
            .map(|var| Kind::Variable(*var))
            .collect();
        if scope.filled {
            let fields = scope.procedure.fields.iter().enumerate();
            all.extend(fields.filter(|(_, field)| **field == ty).map(|(at, _)| Kind::Field(at)));
            for (at, array) in scope.procedure.arrays.iter().enumerate() {
                if array.ty == ty && self.random.one_in(2) {
                    let position = 1 + self.random.below(array.extent as usize) as i64;
                    all.push(Kind::Element(at, Box::new(Expr::int(Type::INT, position))));
                }
            }
        }
        if self.random.one_in(5) {
            return self.constant(ty);
        }
        match self.random.choose(&all) {
            Some(kind) => Expr { ty, kind: kind.clone() },
            None => self.converted_value(scope, ty),
        }
    }

    /// A variable of another type, converted: results are to depend on inputs.
    fn converted_value(&mut self, scope: &Scope<'_>, ty: Type) -> Expr {
        let number = |var: &&Var| scope.procedure.variables[var.0].ty != Type::Logical;
        let all: Vec<Var> = scope.known.iter().filter(number).copied().collect();
        match self.random.choose(&all) {
            Some(&var) if ty != Type::Logical => {
                let operand = Expr { ty: scope.procedure.variables[var.0].ty, kind: Kind::Variable(var) };
                Expr { ty, kind: Kind::Converted(Box::new(operand)) }
            }
            _ => self.constant(ty),
        }
    }

    /// A type of which something is known, or any.
    fn known_type(&mut self, scope: &Scope<'_>) -> Type {
        let ty = |var: &Var| scope.procedure.variables[var.0].ty;
        let all: Vec<Type> = scope.known.iter().map(ty).filter(|ty| *ty != Type::Logical).collect();
        match self.random.choose(&all) {
            Some(&ty) if !self.random.one_in(5) => ty,
            _ => self.any_type(),
        }
    }

    fn constant(&mut self, ty: Type) -> Expr {
        let small = self.random.below(12) as i64 - 4;
        let kind = match ty {
            Type::Int { signed: false, .. } => Kind::Int(small.abs()),
            Type::Int { .. } => Kind::Int(small),
            Type::Real { .. } => Kind::Quarters(small),
            Type::Logical => Kind::Logical(small > 0),
        };
        Expr { ty, kind }
    }

    fn number(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        if depth == 0 {
            return self.simple(scope, ty);
        }
        if self.features.sections
            && scope.filled
            && self.random.one_in(4)
            && let Some(reduced) = self.reduced(scope, ty)
        {
            return reduced;
        }
        match self.random.below(12) {
            0..=4 => self.arithmetic(scope, ty, depth),
            5 if self.features.intrinsics => self.intrinsic(scope, ty, depth),
            6 if self.features.bits && ty.is_int() => self.bits(scope, ty, depth),
            7 if self.features.calls => self.function(scope, ty, depth),
            8 => self.converted(scope, ty, depth),
            9 => self.element(scope, ty),
            10 if !matches!(ty, Type::Int { signed: false, .. }) => {
                let operand = self.number(scope, ty, depth - 1);
                Expr { ty, kind: Kind::Negated(Box::new(operand)) }
            }
            _ => self.simple(scope, ty),
        }
    }

    fn arithmetic(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        let left = Box::new(self.number(scope, ty, depth - 1));
        let operator = match self.random.below(8) {
            0..=2 => Arithmetic::Add,
            3 | 4 => Arithmetic::Subtract,
            5 => Arithmetic::Multiply,
            6 => Arithmetic::Divide,
            _ if ty.is_int() => Arithmetic::Remainder,
            _ => Arithmetic::Divide,
        };
        let right = match operator {
            Arithmetic::Divide | Arithmetic::Remainder => self.divisor(scope, ty, depth - 1),
            _ => self.number(scope, ty, depth - 1),
        };
        Expr { ty, kind: Kind::Arithmetic(operator, left, Box::new(right)) }
    }

    /// A divisor that is not zero, mostly.
    fn divisor(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        if self.features.errors && self.random.one_in(2) {
            return self.number(scope, ty, depth);
        }
        let kind = match ty {
            Type::Real { .. } => Kind::Quarters([2, 4, -4, 8, 10][self.random.below(5)]),
            _ => Kind::Int(1 + self.random.below(5) as i64),
        };
        Expr { ty, kind }
    }

    fn intrinsic(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        let signed = !matches!(ty, Type::Int { signed: false, .. });
        let foreign = self.features.widths || self.features.reals || self.features.fields;
        let intrinsic = match self.random.below(7) {
            0 | 1 if signed => Intrinsic::Abs,
            2 if foreign => Intrinsic::Choose,
            3 if foreign && signed => Intrinsic::Sign,
            4 if matches!(ty, Type::Real { .. }) => Intrinsic::Root,
            5 => Intrinsic::Min,
            _ => Intrinsic::Max,
        };
        let count = match intrinsic {
            Intrinsic::Abs | Intrinsic::Root => 1,
            _ => 2,
        };
        let mut operands: Vec<Expr> = (0..count).map(|_| self.number(scope, ty, depth - 1)).collect();
        if intrinsic == Intrinsic::Choose {
            operands.insert(0, self.logical(scope, depth - 1));
        }
        Expr { ty, kind: Kind::Intrinsic(intrinsic, operands) }
    }

    fn bits(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        let intrinsic = match self.random.below(4) {
            0 if matches!(ty, Type::Int { signed: false, .. }) => Intrinsic::ShiftLeft,
            1 => Intrinsic::BitOr,
            2 => Intrinsic::BitXor,
            _ => Intrinsic::BitAnd,
        };
        let left = match (intrinsic, ty) {
            // C computes differences of narrow numbers as int: negative ones cannot be shifted.
            (Intrinsic::ShiftLeft, Type::Int { bits: 8 | 16, .. }) => self.simple(scope, ty),
            _ => self.number(scope, ty, depth - 1),
        };
        let right = match intrinsic {
            Intrinsic::ShiftLeft => Expr::int(ty, self.random.below(4) as i64),
            _ => self.number(scope, ty, depth - 1),
        };
        Expr { ty, kind: Kind::Intrinsic(intrinsic, vec![left, right]) }
    }

    fn function(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        let fits = |procedure: &Procedure| procedure.result.as_ref().is_some_and(|result| result.ty == ty);
        let Some(offset) = self.made.iter().position(fits) else {
            return self.arithmetic(scope, ty, depth);
        };
        let number = self.helpers - offset;
        let types: Vec<Type> = self.made[offset].parameters().map(|(_, ty)| ty).collect();
        let arguments = types.iter().map(|&ty| self.value(scope, ty, depth - 1)).collect();
        Expr { ty, kind: Kind::Call(number, arguments) }
    }

    fn converted(&mut self, scope: &Scope<'_>, ty: Type, depth: usize) -> Expr {
        let from = self.known_type(scope);
        if from == ty {
            return self.simple(scope, ty);
        }
        // A real that does not fit is an error or undefined: the operand is kept small.
        let operand = match (from, ty) {
            (Type::Real { .. }, Type::Int { .. }) => self.simple(scope, from),
            _ => self.number(scope, from, depth - 1),
        };
        Expr { ty, kind: Kind::Converted(Box::new(operand)) }
    }

    fn element(&mut self, scope: &Scope<'_>, ty: Type) -> Expr {
        let fits = |array: &Array| array.ty == ty;
        match scope.procedure.arrays.iter().position(fits) {
            Some(at) if scope.filled => {
                let subscript = self.subscript(scope, scope.procedure.arrays[at].extent);
                Expr { ty, kind: Kind::Element(at, Box::new(subscript)) }
            }
            _ => self.simple(scope, ty),
        }
    }

    fn logical(&mut self, scope: &Scope<'_>, depth: usize) -> Expr {
        let ty = Type::Logical;
        let kind = match self.random.below(10) {
            0..=2 if depth > 0 && self.features.connectives => {
                let (left, right) = (self.logical(scope, depth - 1), self.logical(scope, depth - 1));
                match self.random.one_in(2) {
                    true => Kind::And(Box::new(left), Box::new(right)),
                    false => Kind::Or(Box::new(left), Box::new(right)),
                }
            }
            3 if depth > 0 && self.features.connectives => {
                Kind::Not(Box::new(self.logical(scope, depth - 1)))
            }
            4 if self.features.logicals => return self.simple(scope, ty),
            _ => {
                let of = self.known_type(scope);
                let relation = match (self.random.below(6), of) {
                    (0, _) => Relation::Equal,
                    (1, _) => Relation::Unequal,
                    (2 | 3, _) => Relation::AtMost,
                    _ => Relation::Less,
                };
                let (left, right) = (self.number(scope, of, depth.min(1)), self.number(scope, of, 0));
                Kind::Compare(relation, Box::new(left), Box::new(right))
            }
        };
        Expr { ty, kind }
    }
}

/// Whether an expression depends on nothing that a loop could change.
fn reads_only_parameters(kind: &Kind, scope: &Scope<'_>) -> bool {
    fn fixed(expr: &Expr, scope: &Scope<'_>) -> bool {
        let own = match expr.kind {
            Kind::Variable(var) => scope.procedure.variables[var.0].role == Role::Parameter,
            Kind::Element(..) | Kind::Field(_) => false,
            _ => true,
        };
        own && expr.operands().into_iter().all(|operand| fixed(operand, scope))
    }
    Expr { ty: Type::INT, kind: kind.clone() }.operands().into_iter().all(|operand| fixed(operand, scope))
}
