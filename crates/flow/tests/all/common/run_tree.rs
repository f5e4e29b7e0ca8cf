//! The meaning of a syntax tree, written without regard to flow graphs.

use sextant_syntax::*;

use super::machine::{Ended, Event, Frame, Machine, Slot};
use super::tree::{INT, expr};

enum Flow {
    Next,
    Leave(usize),
    Again(usize),
    Return(i64),
}

type Step = Result<Flow, Ended>;

pub struct TreeRun<'a> {
    pub program: &'a Program,
    pub machine: Machine,
}

struct Activation {
    number: u32,
    frame: Frame,
}

impl<'a> TreeRun<'a> {
    pub fn call(&mut self, id: ProcId, given: &[Slot]) -> Result<i64, Ended> {
        let procedure = &self.program.procedures[id];
        let frame = self.machine.frame(&procedure.variables, &procedure.parameters, given);
        let active = Activation { number: id.0, frame };
        self.machine.event(Event::Statement(id.0, 1))?;
        if let Flow::Return(value) = self.body(&active, &procedure.body)? {
            return Ok(value);
        }
        self.machine.event(Event::Statement(id.0, procedure.end_number().0))?;
        Ok(0)
    }

    fn begin(&mut self, active: &Activation, stmt: &Stmt) -> Result<(), Ended> {
        stmt.number.map_or(Ok(()), |number| self.machine.event(Event::Statement(active.number, number.0)))
    }

    fn body(&mut self, active: &Activation, body: &'a [Stmt]) -> Step {
        for stmt in body {
            let flow = self.statement(active, stmt)?;
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// The expression with its calls done, from left to right, innermost first.
    fn without_calls(&mut self, active: &Activation, whole: &Expr) -> Result<Expr, Ended> {
        let mut kind = whole.kind.clone();
        match &mut kind {
            ExprKind::Load(place) => *place = self.place(active, place)?,
            ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => {
                **operand = self.without_calls(active, operand)?;
            }
            ExprKind::Binary(_, left, right) => {
                **left = self.without_calls(active, left)?;
                **right = self.without_calls(active, right)?;
            }
            ExprKind::Intrinsic(_, arguments) => {
                for argument in arguments {
                    *argument = self.without_calls(active, argument)?;
                }
            }
            ExprKind::Call(procedure, arguments) => {
                let value = self.call_with(active, *procedure, arguments)?;
                kind = ExprKind::Int(value.into());
            }
            _ => {}
        }
        Ok(expr(kind, whole.ty.clone()))
    }

    fn place(&mut self, active: &Activation, place: &Place) -> Result<Place, Ended> {
        Ok(match place {
            Place::Variable(variable) => Place::Variable(*variable),
            Place::Element(variable, subscript) => {
                Place::Element(*variable, Box::new(self.without_calls(active, subscript)?))
            }
            Place::Part(_) => panic!("not generated"),
        })
    }

    fn call_with(
        &mut self,
        active: &Activation,
        procedure: ProcId,
        arguments: &[Argument],
    ) -> Result<i64, Ended> {
        let callee = &self.program.procedures[procedure];
        let mut ready = Vec::new();
        for (argument, &parameter) in arguments.iter().zip(&callee.parameters) {
            let expr = self.without_calls(active, &argument.expr)?;
            // A dummy argument where the types differ.
            let same = callee.variables[parameter].ty.is_array() || callee.variables[parameter].ty == expr.ty;
            let passing = if same { argument.passing } else { Passing::Copy };
            ready.push(Argument { expr, passing });
        }
        let given: Vec<Slot> =
            ready.iter().map(|argument| self.machine.argument(&active.frame, argument)).collect();
        self.call(procedure, &given)
    }

    fn value(&mut self, active: &Activation, whole: &Expr) -> Result<i64, Ended> {
        let expr = self.without_calls(active, whole)?;
        Ok(self.machine.eval(&active.frame, &expr))
    }

    fn holds(&mut self, active: &Activation, condition: Option<&Expr>) -> Result<bool, Ended> {
        condition.map_or(Ok(true), |condition| Ok(self.value(active, condition)? != 0))
    }

    fn statement(&mut self, active: &Activation, stmt: &'a Stmt) -> Step {
        if let StmtKind::While { while_condition, until_condition, body, .. } = &stmt.kind {
            return self.while_loop(active, stmt, while_condition.as_ref(), until_condition.as_ref(), body);
        }
        self.begin(active, stmt)?;
        match &stmt.kind {
            StmtKind::Assign { targets, value } => self.assign(active, targets, value)?,
            StmtKind::If { condition, then_branch, else_branch } => {
                return match (self.value(active, condition)? != 0, else_branch) {
                    (true, _) => self.statement(active, then_branch),
                    (false, Some(branch)) => self.statement(active, branch),
                    (false, None) => Ok(Flow::Next),
                };
            }
            StmtKind::Select { cases, otherwise } => {
                for (condition, branch) in cases {
                    if self.value(active, condition)? != 0 {
                        return self.statement(active, branch);
                    }
                }
                let Some(branch) = otherwise else {
                    self.machine.event(Event::Missing)?;
                    return Err(Ended);
                };
                return self.statement(active, branch);
            }
            StmtKind::Group(body) => return self.body(active, body),
            StmtKind::Iterate { variable, specs, body } => {
                return self.iterate(active, stmt, variable, specs, body);
            }
            StmtKind::Leave(outwards) => return Ok(Flow::Leave(*outwards)),
            StmtKind::NextIteration(outwards) => return Ok(Flow::Again(*outwards)),
            StmtKind::Call { procedure, arguments } => {
                self.call_with(active, *procedure, arguments)?;
            }
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => self.value(active, value)?,
                    None => 0,
                };
                return Ok(Flow::Return(value));
            }
            StmtKind::Stop => return Err(Ended),
            StmtKind::Write(items) => {
                for item in items {
                    let event = match item {
                        OutputItem::Value(value) => Event::Write(self.value(active, value)?),
                        _ => Event::NewLine,
                    };
                    self.machine.event(event)?;
                }
            }
            StmtKind::Assert(condition) => {
                let holds = self.value(active, condition)? != 0;
                self.machine.event(Event::Assert(holds))?;
            }
            StmtKind::Null => {}
            other => panic!("not generated: {other:?}"),
        }
        Ok(Flow::Next)
    }

    /// Subscripts first, then the value, then the targets from left to right.
    fn assign(&mut self, active: &Activation, targets: &[Place], value: &Expr) -> Result<(), Ended> {
        let mut places = Vec::new();
        for (position, target) in targets.iter().enumerate() {
            let place = self.place(active, target)?;
            // The first subscript may be looked at after the value: only calls could tell.
            places.push(match place {
                Place::Element(variable, subscript) if position > 0 => {
                    let index = self.machine.eval(&active.frame, &subscript);
                    Place::Element(variable, Box::new(expr(ExprKind::Int(index.into()), INT)))
                }
                place => place,
            });
        }
        let value = self.value(active, value)?;
        for place in places {
            let address = self.machine.address(&active.frame, &place);
            self.machine.memory[address] = value;
        }
        Ok(())
    }

    /// One iteration: `Some` leaves the loop with what it says.
    fn once(&mut self, active: &Activation, body: &'a [Stmt]) -> Result<Option<Flow>, Ended> {
        Ok(match self.body(active, body)? {
            Flow::Next | Flow::Again(0) => None,
            Flow::Leave(0) => Some(Flow::Next),
            Flow::Leave(outwards) => Some(Flow::Leave(outwards - 1)),
            Flow::Again(outwards) => Some(Flow::Again(outwards - 1)),
            Flow::Return(value) => Some(Flow::Return(value)),
        })
    }

    fn while_loop(
        &mut self,
        active: &Activation,
        stmt: &Stmt,
        while_condition: Option<&Expr>,
        until_condition: Option<&Expr>,
        body: &'a [Stmt],
    ) -> Step {
        loop {
            self.begin(active, stmt)?;
            if !self.holds(active, while_condition)? {
                return Ok(Flow::Next);
            }
            if let Some(flow) = self.once(active, body)? {
                return Ok(flow);
            }
            if until_condition.is_some() && self.holds(active, until_condition)? {
                return Ok(Flow::Next);
            }
        }
    }

    fn iterate(
        &mut self,
        active: &Activation,
        stmt: &Stmt,
        variable: &Place,
        specs: &[DoSpec],
        body: &'a [Stmt],
    ) -> Step {
        for (position, spec) in specs.iter().enumerate() {
            let from = self.value(active, &spec.from)?;
            let (mut to, mut by) = (None, 1);
            if let Some(range) = &spec.range {
                to = range.to.as_ref().map(|to| self.value(active, to)).transpose()?;
                by = range.by.as_ref().map_or(Ok(1), |by| self.value(active, by))?;
            }
            self.set(active, variable, from)?;
            loop {
                if let Some(to) = to {
                    let value = self.get(active, variable)?;
                    if (by >= 0 && value > to) || (by < 0 && value < to) {
                        break;
                    }
                }
                if !self.holds(active, spec.while_condition.as_ref())? {
                    break;
                }
                if let Some(flow) = self.once(active, body)? {
                    return Ok(flow);
                }
                if spec.range.is_none() {
                    if position + 1 < specs.len() {
                        self.begin(active, stmt)?;
                    }
                    break;
                }
                if spec.until_condition.is_some() && self.holds(active, spec.until_condition.as_ref())? {
                    break;
                }
                self.begin(active, stmt)?;
                let next = self.get(active, variable)?.wrapping_add(by);
                self.set(active, variable, next)?;
            }
        }
        Ok(Flow::Next)
    }

    fn get(&mut self, active: &Activation, variable: &Place) -> Result<i64, Ended> {
        let place = self.place(active, variable)?;
        Ok(self.machine.memory[self.machine.address(&active.frame, &place)])
    }

    fn set(&mut self, active: &Activation, variable: &Place, value: i64) -> Result<(), Ended> {
        let place = self.place(active, variable)?;
        let address = self.machine.address(&active.frame, &place);
        self.machine.memory[address] = value;
        Ok(())
    }
}
