//! Procedures as the method can read them: expressions without effects, elements of arrays instead of addresses.
//!
//! Effects inside expressions become statements before them, in the order of their evaluation; `&&` and `||` of an IF become
//! nested conditionals, so that nothing is evaluated that the program does not evaluate; a loop whose condition does
//! something tests it in its body. In C, what a pointer parameter leads to is an array parameter, a local array an array, a
//! variable whose address is taken itself. What has no such form is an unsupported statement at its place.

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Base, BinaryOp, BlockType, DoSpec, Effect, Expr, ExprKind, GlobalId, IntType, Intrinsic,
    Memory, OutputItem, Place, Procedure, Program, Stmt, StmtKind, Storage, Type, UnaryOp, VarId, Variable,
    each_operand, each_place_operand_mut,
};

/// The same procedure without effects in expressions and without addresses, as far as that goes.
pub fn plain(program: &Program, procedure: Procedure) -> Procedure {
    let body = procedure.body.clone();
    let addressed = program.rules.addressed_storage;
    let mut plainer = Plainer { program, procedure, addressed, globals: FxHashMap::default() };
    plainer.procedure.body = plainer.list(&body);
    for variable in plainer.procedure.variables.iter_mut().filter(|_| addressed) {
        let span = variable.span;
        match variable.ty.clone() {
            Type::Block(block) => variable.ty = block.content,
            Type::Pointer(Some(target)) if variable.storage == Storage::Value && is_number(&target) => {
                let low = Box::new(zero(span));
                variable.ty = Type::Array(target, vec![ArrayBounds::Sequence { low, high: None }]);
                variable.storage = Storage::Parameter;
            }
            _ => {}
        }
    }
    plainer.procedure
}

struct Plainer<'p> {
    program: &'p Program,
    procedure: Procedure,
    /// Whether storage is addressed by bytes and reals are rounded.
    addressed: bool,
    /// Variables that stand for objects of the program.
    globals: FxHashMap<GlobalId, VarId>,
}

/// A statement that has no such form.
struct Refused(&'static str);

type Plain<T> = Result<T, Refused>;

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_))
}

fn zero(span: Span) -> Expr {
    Expr { kind: ExprKind::Int(0.into()), ty: Type::Int(IntType::ELEMENT), span }
}

fn bare(kind: StmtKind, span: Span) -> Stmt {
    Stmt { number: None, labels: Vec::new(), kind, span }
}

impl Plainer<'_> {
    fn list(&mut self, statements: &[Stmt]) -> Vec<Stmt> {
        statements.iter().map(|stmt| self.statement(stmt)).collect()
    }

    fn statement(&mut self, stmt: &Stmt) -> Stmt {
        let kind = match self.kind(stmt) {
            Ok(kind) => kind,
            Err(Refused(what)) => StmtKind::Unsupported(what.to_owned()),
        };
        Stmt { kind, ..stmt.clone() }
    }

    fn kind(&mut self, stmt: &Stmt) -> Plain<StmtKind> {
        let span = stmt.span;
        let mut before = Vec::new();
        let own = match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                let targets = self.places(targets, &mut before)?;
                let value = self.within(value, &mut before)?;
                StmtKind::Assign { targets, value }
            }
            StmtKind::Store { address, bits: None, value } => {
                let value = self.within(value, &mut before)?;
                let place = self.place(address, &value.ty, &mut before)?;
                StmtKind::Assign { targets: vec![place], value }
            }
            StmtKind::Evaluate(expr) => {
                // The value itself is of no interest; a call may have none.
                self.within(expr, &mut before)?;
                return Ok(grouped(before));
            }
            // Nothing here has an address that could outlive it.
            StmtKind::Fresh(_) | StmtKind::Gone(_) if self.addressed => {
                return self.begin_of_life(&stmt.kind);
            }
            StmtKind::Return(Some(value)) => StmtKind::Return(Some(self.within(value, &mut before)?)),
            StmtKind::If { condition, then_branch, else_branch } => {
                let yes = self.statement(then_branch);
                let no = else_branch.as_ref().map(|branch| self.statement(branch));
                return self.conditional(condition, yes, no, span);
            }
            StmtKind::Select { cases, otherwise } => return self.select(cases, otherwise.as_deref(), span),
            StmtKind::While { while_condition, until_condition, body, step } => {
                return self.repeat(while_condition.as_ref(), until_condition.as_ref(), body, step, span);
            }
            StmtKind::Iterate { variable, specs, body } => {
                let variable = self.places(std::slice::from_ref(variable), &mut before)?.remove(0);
                let specs = specs
                    .iter()
                    .map(|spec| self.specification(spec, &mut before))
                    .collect::<Plain<Vec<_>>>()?;
                if specs.len() > 1 && !before.is_empty() {
                    return Err(Refused("a call in one of several ranges of a loop"));
                }
                StmtKind::Iterate { variable, specs, body: self.list(body) }
            }
            StmtKind::Group(body) => StmtKind::Group(self.list(body)),
            StmtKind::Read(places) => StmtKind::Read(self.places(places, &mut before)?),
            StmtKind::Write(items) => {
                let mut shown = Vec::new();
                for item in items {
                    shown.push(match item {
                        OutputItem::Value(value) => OutputItem::Value(self.within(value, &mut before)?),
                        other => other.clone(),
                    });
                }
                StmtKind::Write(shown)
            }
            StmtKind::Assume(condition) => StmtKind::Assume(self.within(condition, &mut before)?),
            StmtKind::Assert(condition) => StmtKind::Assert(self.within(condition, &mut before)?),
            StmtKind::Prove(condition) => StmtKind::Prove(self.within(condition, &mut before)?),
            StmtKind::Store { .. } => return Err(Refused("some bits of a value in memory")),
            other => other.clone(),
        };
        before.push(Stmt { kind: own, labels: Vec::new(), ..stmt.clone() });
        Ok(grouped(before))
    }

    /// A variable begins to live; one that is only reached by its address keeps what it has.
    fn begin_of_life(&self, kind: &StmtKind) -> Plain<StmtKind> {
        Ok(match kind {
            StmtKind::Fresh(variable) if is_plain(&self.procedure.variables[*variable].ty) => kind.clone(),
            _ => StmtKind::Null,
        })
    }

    /// Places whose subscripts do nothing.
    fn places(&mut self, places: &[Place], before: &mut Vec<Stmt>) -> Plain<Vec<Place>> {
        let mut plain = places.to_vec();
        for place in &mut plain {
            let mut failed = None;
            each_place_operand_mut(place, &mut |subscript| match self.within(subscript, before) {
                Ok(value) => *subscript = value,
                Err(refused) => failed = Some(refused),
            });
            if let Some(refused) = failed {
                return Err(refused);
            }
        }
        Ok(plain)
    }

    fn specification(&mut self, spec: &DoSpec, before: &mut Vec<Stmt>) -> Plain<DoSpec> {
        let mut plain = spec.clone();
        plain.from = self.within(&spec.from, before)?;
        if let (Some(range), Some(given)) = (&mut plain.range, &spec.range) {
            range.to = given.to.as_ref().map(|to| self.within(to, before)).transpose()?;
            range.by = given.by.as_ref().map(|by| self.within(by, before)).transpose()?;
        }
        plain.while_condition = spec.while_condition.as_ref().map(|test| self.pure(test)).transpose()?;
        plain.until_condition = spec.until_condition.as_ref().map(|test| self.pure(test)).transpose()?;
        Ok(plain)
    }

    /// Conditions are tried one after the other: what they do belongs to the branch before.
    fn select(&mut self, cases: &[(Expr, Stmt)], otherwise: Option<&Stmt>, span: Span) -> Plain<StmtKind> {
        let mut rest = match otherwise {
            Some(branch) => self.statement(branch),
            None => bare(StmtKind::Select { cases: Vec::new(), otherwise: None }, span),
        };
        for (condition, branch) in cases.iter().rev() {
            let branch = self.statement(branch);
            rest = bare(self.conditional(condition, branch, Some(rest), span)?, span);
        }
        Ok(rest.kind)
    }

    /// A loop whose conditions do something tests them in its body.
    fn repeat(
        &mut self,
        first: Option<&Expr>,
        last: Option<&Expr>,
        body: &[Stmt],
        step: &[Stmt],
        span: Span,
    ) -> Plain<StmtKind> {
        let (mut before_first, mut before_last) = (Vec::new(), Vec::new());
        let mut while_condition = first.map(|test| self.within(test, &mut before_first)).transpose()?;
        let mut until_condition = last.map(|test| self.within(test, &mut before_last)).transpose()?;
        let (mut body, mut step) = (self.list(body), self.list(step));
        let leave = |condition: Expr| {
            let then_branch = Box::new(bare(StmtKind::Leave(0), span));
            bare(StmtKind::If { condition, then_branch, else_branch: None }, span)
        };
        if !before_first.is_empty()
            && let Some(condition) = while_condition.take()
        {
            before_first.push(leave(negation(condition)));
            body.splice(0..0, before_first);
        }
        if !before_last.is_empty()
            && let Some(condition) = until_condition.take()
        {
            before_last.push(leave(condition));
            step.splice(0..0, before_last);
        }
        Ok(StmtKind::While { while_condition, until_condition, body, step })
    }

    /// A conditional; `&&` and `||` are conditionals inside one another.
    fn conditional(&mut self, condition: &Expr, yes: Stmt, no: Option<Stmt>, span: Span) -> Plain<StmtKind> {
        if let ExprKind::Effect(effect) = &condition.kind
            && let Effect::Choice { condition: first, then, otherwise } = &**effect
        {
            let then = self.branch(then, &yes, no.as_ref(), span)?;
            let otherwise = self.branch(otherwise, &yes, no.as_ref(), span)?;
            return self.conditional(first, then, Some(otherwise), span);
        }
        let mut before = Vec::new();
        let condition = self.within(condition, &mut before)?;
        let kind = StmtKind::If { condition, then_branch: Box::new(yes), else_branch: no.map(Box::new) };
        before.push(bare(kind, span));
        Ok(grouped(before))
    }

    /// What is done where a part of a condition decides.
    fn branch(&mut self, test: &Expr, yes: &Stmt, no: Option<&Stmt>, span: Span) -> Plain<Stmt> {
        Ok(match &test.kind {
            ExprKind::Bool(true) => yes.clone(),
            ExprKind::Bool(false) => no.cloned().unwrap_or_else(|| bare(StmtKind::Null, span)),
            _ => bare(self.conditional(test, yes.clone(), no.cloned(), span)?, span),
        })
    }

    /// An expression that does nothing.
    fn pure(&mut self, expr: &Expr) -> Plain<Expr> {
        let mut before = Vec::new();
        let value = self.within(expr, &mut before)?;
        if before.is_empty() { Ok(value) } else { Err(Refused("a condition that changes something")) }
    }

    /// A variable that keeps a value.
    fn temporary(&mut self, ty: &Type, span: Span) -> VarId {
        let name = format!("kept.{}", self.procedure.variables.len());
        let storage = Storage::Automatic;
        self.procedure.variables.push(Variable { name, ty: ty.clone(), storage, initial: Vec::new(), span })
    }

    /// The value; what is done before it is there is appended.
    fn within(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Plain<Expr> {
        if self.addressed && matches!(expr.ty, Type::Real(_)) {
            return Err(Refused("rounded arithmetic"));
        }
        let kind = match &expr.kind {
            ExprKind::Memory(memory) => match &**memory {
                Memory::Fetch { address, bits: None } => {
                    ExprKind::Load(self.place(address, &expr.ty, before)?)
                }
                _ => return Err(Refused("an address as a value")),
            },
            ExprKind::Effect(effect) => return self.effect(effect, expr, before),
            ExprKind::Load(_) if matches!(expr.ty, Type::Pointer(_)) => {
                return Err(Refused("an address as a value"));
            }
            ExprKind::Load(place) => {
                ExprKind::Load(self.places(std::slice::from_ref(place), before)?.remove(0))
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, Box::new(self.within(operand, before)?)),
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.within(operand, before)?)),
            ExprKind::Wrap(operand) => ExprKind::Wrap(Box::new(self.within(operand, before)?)),
            ExprKind::Binary(op, left, right) => {
                let mut operands = self.operands(&[(**left).clone(), (**right).clone()], before)?;
                let right = operands.pop().unwrap_or_else(|| (**right).clone());
                let left = operands.pop().unwrap_or_else(|| (**left).clone());
                ExprKind::Binary(*op, Box::new(left), Box::new(right))
            }
            ExprKind::Intrinsic(function, operands) => {
                ExprKind::Intrinsic(*function, self.operands(operands, before)?)
            }
            ExprKind::Call(..) | ExprKind::CallParameter(..) => return Err(Refused("a call")),
            other => other.clone(),
        };
        Ok(Expr { kind, ..expr.clone() })
    }

    /// Operands from left to right; what was read before something is done is kept.
    fn operands(&mut self, operands: &[Expr], before: &mut Vec<Stmt>) -> Plain<Vec<Expr>> {
        let mut values: Vec<Expr> = Vec::new();
        for operand in operands {
            let earlier = before.len();
            let value = self.within(operand, before)?;
            if before.len() > earlier {
                let read_before = values.iter_mut().filter(|value| !is_constant(value));
                for (at, read) in (earlier..).zip(read_before) {
                    let kept = self.temporary(&read.ty, read.span);
                    let loaded = loaded(kept, read);
                    let own = std::mem::replace(read, loaded);
                    before.insert(at, assign(kept, own));
                }
            }
            values.push(value);
        }
        Ok(values)
    }

    fn effect(&mut self, effect: &Effect, whole: &Expr, before: &mut Vec<Stmt>) -> Plain<Expr> {
        match effect {
            Effect::Sequence(statements, value) => {
                for stmt in statements {
                    let kind = self.kind(stmt)?;
                    before.push(Stmt { kind, ..stmt.clone() });
                }
                self.within(value, before)
            }
            Effect::Choice { condition, then, otherwise } => {
                let condition = self.within(condition, before)?;
                let mut done = (Vec::new(), Vec::new());
                let (then, otherwise) =
                    (self.within(then, &mut done.0)?, self.within(otherwise, &mut done.1)?);
                let simple = done.0.is_empty() && done.1.is_empty();
                if !simple || may_fail(&then) || may_fail(&otherwise) {
                    return Ok(self.choice(condition, (done.0, then), (done.1, otherwise), whole, before));
                }
                let kind = if whole.ty == Type::Logical {
                    let yes = both(BinaryOp::And, condition.clone(), then);
                    let no = both(BinaryOp::And, negation(condition), otherwise);
                    both(BinaryOp::Or, yes, no).kind
                } else {
                    ExprKind::Intrinsic(Intrinsic::Choose, vec![then, otherwise, condition])
                };
                Ok(Expr { kind, ..whole.clone() })
            }
            Effect::CallPointer(..) => Err(Refused("a call")),
            Effect::Primitive(..) => Err(Refused("what only the machine can do")),
        }
    }

    /// A conditional that gives a variable one of two values.
    fn choice(
        &mut self,
        condition: Expr,
        (mut yes, then): (Vec<Stmt>, Expr),
        (mut no, otherwise): (Vec<Stmt>, Expr),
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Expr {
        let span = whole.span;
        let kept = self.temporary(&whole.ty, span);
        yes.push(assign(kept, then));
        no.push(assign(kept, otherwise));
        let then_branch = Box::new(bare(grouped(yes), span));
        let else_branch = Some(Box::new(bare(grouped(no), span)));
        before.push(bare(StmtKind::If { condition, then_branch, else_branch }, span));
        loaded(kept, whole)
    }

    /// The variable that stands for an object of the program.
    fn global(&mut self, id: GlobalId, ty: &Type) -> Option<(VarId, bool)> {
        let global = &self.program.globals[id];
        let array = match &global.content {
            Type::Array(element, bounds) if **element == *ty && bounds.len() == 1 && is_number(ty) => true,
            content if content == ty && is_number(ty) => false,
            _ => return None,
        };
        // What the program begins with is known only if nothing has happened since.
        let begins = self.program.main.map(|main| self.program.procedures[main].name.as_str());
        let begins = begins == Some(self.procedure.name.as_str());
        let known = global.constant || begins && !global.shared;
        if known && (array || global.initial.len() > 1) {
            return None;
        }
        if let Some(&variable) = self.globals.get(&id) {
            return Some((variable, array));
        }
        let initial = match (known, global.initial.first()) {
            (false, _) => Vec::new(),
            (true, Some(initial)) => vec![initial.value.clone()],
            (true, None) => vec![Expr { ty: ty.clone(), ..zero(global.span) }],
        };
        let storage = if known { Storage::Static } else { Storage::Parameter };
        let name = global.name.clone();
        let variable = Variable { name, ty: global.content.clone(), storage, initial, span: global.span };
        let variable = self.procedure.variables.push(variable);
        self.globals.insert(id, variable);
        Some((variable, array))
    }

    /// The variable or element at an address.
    fn place(&mut self, address: &Expr, ty: &Type, before: &mut Vec<Stmt>) -> Plain<Place> {
        let refused = || Refused("memory that is not used as variables and arrays");
        let (base, index) = self.base_and_index(address, ty, before)?;
        match &base.kind {
            ExprKind::Load(Place::Variable(variable)) => match &self.procedure.variables[*variable] {
                declared if declared.storage == Storage::Value && leads_to(&declared.ty, ty) => {
                    Ok(Place::Element(*variable, Box::new(index.unwrap_or_else(|| zero(address.span)))))
                }
                _ => Err(refused()),
            },
            ExprKind::Memory(memory) => {
                let (variable, array) = match **memory {
                    Memory::Address(Base::Variable(variable)) => match &self.procedure.variables[variable].ty
                    {
                        Type::Block(block) => (variable, in_block(block, ty).ok_or_else(refused)?),
                        _ => return Err(refused()),
                    },
                    Memory::Address(Base::Global(global)) => self.global(global, ty).ok_or_else(refused)?,
                    _ => return Err(refused()),
                };
                match (array, index) {
                    (true, index) => {
                        Ok(Place::Element(variable, Box::new(index.unwrap_or_else(|| zero(address.span)))))
                    }
                    (false, None) => Ok(Place::Variable(variable)),
                    (false, Some(_)) => Err(refused()),
                }
            }
            _ => Err(refused()),
        }
    }

    /// What an address begins with, and how many values of a type lie between.
    fn base_and_index<'e>(
        &mut self,
        address: &'e Expr,
        ty: &Type,
        before: &mut Vec<Stmt>,
    ) -> Plain<(&'e Expr, Option<Expr>)> {
        let address = stripped(address);
        let ExprKind::Memory(memory) = &address.kind else { return Ok((address, None)) };
        match &**memory {
            Memory::Displace { pointer, index, scale, .. } if Some(*scale) == size(ty) => {
                let (base, nearer) = self.base_and_index(pointer, ty, before)?;
                let index = self.within(index, before)?;
                let sum = match nearer {
                    Some(nearer) => {
                        let span = index.span;
                        let kind = ExprKind::Binary(BinaryOp::Add, Box::new(nearer), Box::new(index));
                        Expr { kind, ty: Type::Int(IntType::ELEMENT), span }
                    }
                    None => index,
                };
                Ok((base, Some(sum)))
            }
            _ => Ok((address, None)),
        }
    }
}

/// Whether a variable has a single value here.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Block(block) => is_number(&block.content) || matches!(block.content, Type::Array(..)),
        ty => is_number(ty),
    }
}

fn loaded(variable: VarId, like: &Expr) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ..like.clone() }
}

fn assign(variable: VarId, value: Expr) -> Stmt {
    let span = value.span;
    bare(StmtKind::Assign { targets: vec![Place::Variable(variable)], value }, span)
}

fn negation(condition: Expr) -> Expr {
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone())), ..condition }
}

/// Whether a block is an array (or a single one) of values of a type.
fn in_block(block: &BlockType, ty: &Type) -> Option<bool> {
    match &block.content {
        Type::Array(element, bounds) if **element == *ty && bounds.len() == 1 && is_number(ty) => Some(true),
        content if content == ty && is_number(ty) => Some(false),
        _ => None,
    }
}

fn leads_to(pointer: &Type, ty: &Type) -> bool {
    matches!(pointer, Type::Pointer(Some(target)) if **target == *ty && is_number(ty))
}

fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Wrap(inner) | ExprKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => {
            stripped(inner)
        }
        ExprKind::Memory(memory) => match &**memory {
            Memory::Aligned { pointer, .. } => stripped(pointer),
            _ => expr,
        },
        _ => expr,
    }
}

fn size(ty: &Type) -> Option<u64> {
    match ty {
        Type::Int(int) => Some(u64::from(int.bits) / 8),
        _ => None,
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Bool(_))
}

/// Whether there is something in an expression that has no value for some operands.
fn may_fail(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Load(place) => !matches!(place, Place::Variable(_)),
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Divide | BinaryOp::Power),
        ExprKind::Intrinsic(function, _) => *function != Intrinsic::Choose,
        _ => false,
    };
    let mut inside = false;
    each_operand(expr, &mut |operand| inside |= may_fail(operand));
    own || inside
}

fn both(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr { span: left.span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Type::Logical }
}

/// One statement for several.
fn grouped(mut statements: Vec<Stmt>) -> StmtKind {
    match statements.len() {
        0 => StmtKind::Null,
        1 => statements.remove(0).kind,
        _ => StmtKind::Group(statements),
    }
}
