//! The syntax tree as the method sees it: a program node, binary compounds, conditionals, loops and leaves.
//!
//! Nodes are numbered from 1 in the order of a walk that visits a node before its sons. `SELECT` becomes nested
//! conditionals; an iterative DO becomes an assignment and a loop whose second son is the step. A jump knows the node of
//! its label, wherever that stands.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Id, IdVec, Span};
use sextant_syntax::{
    ArrayBounds, BinaryOp, DoSpec, Expr, ExprKind, LabelId, OutputItem, Place, Procedure, RealType, Stmt,
    StmtKind, Storage, Type, UnaryOp, VarId, Variable,
};

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// The whole procedure; one son.
    Program,
    /// One statement after another; two sons.
    Compound,
    /// A conditional; one or two sons.
    If(Expr),
    /// A loop; its body, and the step of an iterative DO.
    While {
        /// Tested before each iteration.
        condition: Option<Expr>,
        /// Tested after each iteration.
        until: Option<Expr>,
    },
    /// An assignment.
    Assign(Vec<Place>, Expr),
    /// Reads values.
    Read(Vec<Place>),
    /// Writes values.
    Write(Vec<OutputItem>),
    /// Ends the procedure.
    Return(Option<Expr>),
    /// Ends the program.
    Stop,
    /// Leaves a loop.
    Leave(usize),
    /// Goes on with the next iteration of a loop.
    Next(usize),
    /// Adds to the constraint.
    Assume(Expr),
    /// A claim that is checked.
    Assert(Expr),
    /// Does nothing.
    Null,
    /// Goes to another node; none if the label is not there.
    Goto(Option<usize>),
    /// A variable begins to live: it has no value.
    Fresh(VarId),
    /// Something the method has no procedure for.
    Unsupported(String),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its sons, by index.
    pub sons: Vec<usize>,
    /// Where it stands.
    pub span: Span,
    /// Whether a jump may lead to it.
    pub labelled: bool,
}

/// A procedure as a tree.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    /// The nodes; the number of a node is its index plus one.
    pub nodes: Vec<Node>,
    /// The variables of the procedure, and limits and steps of iterative DOs.
    pub variables: IdVec<VarId, Variable>,
    /// The parameters.
    pub parameters: Vec<VarId>,
    /// Variables that share some of their storage with others: they have no values of their own.
    pub overlapping: FxHashSet<VarId>,
}

impl SyntaxTree {
    /// The tree of a procedure.
    pub fn of(procedure: &Procedure) -> SyntaxTree {
        let tree = SyntaxTree {
            nodes: Vec::new(),
            variables: procedure.variables.clone(),
            parameters: procedure.parameters.clone(),
            overlapping: overlapping(&procedure.variables),
        };
        let mut maker = Maker { tree, labels: FxHashMap::default(), jumps: Vec::new() };
        let root = maker.node(NodeKind::Program, procedure.span);
        let son = maker.list(&procedure.body, procedure.span);
        maker.tree.nodes[root].sons.push(son);
        maker.link();
        maker.tree
    }

    /// The father of each node.
    pub(super) fn fathers(&self) -> Vec<Option<usize>> {
        let mut fathers = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            node.sons.iter().for_each(|&son| fathers[son] = Some(index));
        }
        fathers
    }
}

struct Maker {
    tree: SyntaxTree,
    /// The node of each label; of a label in a copied part, that of the last copy.
    labels: FxHashMap<LabelId, usize>,
    /// Jumps whose labels may not have been seen.
    jumps: Vec<(usize, LabelId)>,
}

impl Maker {
    /// Tells jumps where they lead.
    fn link(&mut self) {
        for (jump, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels.get(&label).copied();
            self.tree.nodes[jump].kind = NodeKind::Goto(target);
            if let Some(target) = target {
                self.tree.nodes[target].labelled = true;
            }
        }
    }

    fn node(&mut self, kind: NodeKind, span: Span) -> usize {
        self.tree.nodes.push(Node { kind, sons: Vec::new(), span, labelled: false });
        self.tree.nodes.len() - 1
    }

    /// A list as compounds nested to the right. Made without recursion: lists may be long.
    fn list(&mut self, statements: &[Stmt], span: Span) -> usize {
        let idle = |kind: &StmtKind| matches!(kind, StmtKind::Null | StmtKind::Claim(..));
        let parts: Vec<&Stmt> =
            statements.iter().filter(|stmt| !idle(&stmt.kind) || !stmt.labels.is_empty()).collect();
        let Some((last, before)) = parts.split_last() else { return self.node(NodeKind::Null, span) };
        let first = self.tree.nodes.len();
        let mut compound: Option<usize> = None;
        for stmt in before {
            let this = self.node(NodeKind::Compound, stmt.span);
            if let Some(outer) = compound {
                self.tree.nodes[outer].sons.push(this);
            }
            let son = self.statement(stmt);
            self.tree.nodes[this].sons.push(son);
            compound = Some(this);
        }
        let son = self.statement(last);
        match compound {
            Some(outer) => {
                self.tree.nodes[outer].sons.push(son);
                first
            }
            None => son,
        }
    }

    fn statement(&mut self, stmt: &Stmt) -> usize {
        let this = self.statement_kind(stmt);
        for &label in &stmt.labels {
            self.labels.insert(label, this);
        }
        this
    }

    fn statement_kind(&mut self, stmt: &Stmt) -> usize {
        let span = stmt.span;
        let kind = match &stmt.kind {
            StmtKind::Assign { targets, value } => NodeKind::Assign(targets.clone(), value.clone()),
            StmtKind::If { condition, then_branch, else_branch } => {
                return self.conditional(condition, then_branch, else_branch.as_deref(), span);
            }
            StmtKind::Select { cases, otherwise } => return self.select(cases, otherwise.as_deref(), span),
            StmtKind::Group(body) => return self.list(body, span),
            StmtKind::While { while_condition, until_condition, body, step } => {
                let kind =
                    NodeKind::While { condition: while_condition.clone(), until: until_condition.clone() };
                let this = self.node(kind, span);
                let son = self.list(body, span);
                self.tree.nodes[this].sons.push(son);
                if !step.is_empty() {
                    let son = self.list(step, span);
                    self.tree.nodes[this].sons.push(son);
                }
                return this;
            }
            StmtKind::Iterate { variable, specs, body } => return self.iterate(variable, specs, body, span),
            StmtKind::Leave(outwards) => NodeKind::Leave(*outwards),
            StmtKind::NextIteration(outwards) => NodeKind::Next(*outwards),
            StmtKind::Return(value) => NodeKind::Return(value.clone()),
            StmtKind::Stop => NodeKind::Stop,
            StmtKind::Read(places) => NodeKind::Read(places.clone()),
            StmtKind::Write(items) => NodeKind::Write(items.clone()),
            StmtKind::Assume(condition) => NodeKind::Assume(condition.clone()),
            StmtKind::Assert(condition) | StmtKind::Prove(condition) => NodeKind::Assert(condition.clone()),
            // The contract is not executed.
            StmtKind::Claim(..) | StmtKind::Null => NodeKind::Null,
            StmtKind::Goto(label) => {
                self.jumps.push((self.tree.nodes.len(), *label));
                NodeKind::Goto(None)
            }
            StmtKind::Fresh(variable) => NodeKind::Fresh(*variable),
            // Nothing here has an address that could outlive it.
            StmtKind::Gone(_) => NodeKind::Null,
            StmtKind::Call { .. } | StmtKind::CallParameter { .. } => unsupported("CALL"),
            StmtKind::Allocate { .. } | StmtKind::Release(_) | StmtKind::PointTo { .. } => {
                unsupported("storage that is allocated")
            }
            StmtKind::Transfer(_) => unsupported("a statement on a file"),
            StmtKind::Store { .. } | StmtKind::Evaluate(_) => unsupported("storage addressed by bytes"),
            StmtKind::Unsupported(what) => unsupported(what),
        };
        self.node(kind, span)
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        then_branch: &Stmt,
        else_branch: Option<&Stmt>,
        span: Span,
    ) -> usize {
        let this = self.node(NodeKind::If(condition.clone()), span);
        let son = self.statement(then_branch);
        self.tree.nodes[this].sons.push(son);
        if let Some(branch) = else_branch {
            let son = self.statement(branch);
            self.tree.nodes[this].sons.push(son);
        }
        this
    }

    fn select(&mut self, cases: &[(Expr, Stmt)], otherwise: Option<&Stmt>, span: Span) -> usize {
        let mut first = None;
        let mut outer: Option<usize> = None;
        for (condition, branch) in cases {
            let this = self.node(NodeKind::If(condition.clone()), span);
            if let Some(outer) = outer {
                self.tree.nodes[outer].sons.push(this);
            }
            let son = self.statement(branch);
            self.tree.nodes[this].sons.push(son);
            first = first.or(Some(this));
            outer = Some(this);
        }
        let rest = match otherwise {
            Some(branch) => self.statement(branch),
            None => self.node(unsupported("a SELECT in which no alternative holds"), span),
        };
        if let Some(outer) = outer {
            self.tree.nodes[outer].sons.push(rest);
        }
        first.unwrap_or(rest)
    }

    /// Each specification is a loop of its own, with its own copy of the body.
    fn iterate(&mut self, variable: &Place, specs: &[DoSpec], body: &[Stmt], span: Span) -> usize {
        let first = self.tree.nodes.len();
        let mut outer: Option<usize> = None;
        for (position, spec) in specs.iter().enumerate() {
            let this = if position + 1 < specs.len() {
                let compound = self.node(NodeKind::Compound, span);
                let son = self.specification(variable, spec, body, span);
                self.tree.nodes[compound].sons.push(son);
                compound
            } else {
                self.specification(variable, spec, body, span)
            };
            if let Some(outer) = outer {
                self.tree.nodes[outer].sons.push(this);
            }
            outer = Some(this);
        }
        if specs.is_empty() { self.node(NodeKind::Null, span) } else { first }
    }

    fn specification(&mut self, variable: &Place, spec: &DoSpec, body: &[Stmt], span: Span) -> usize {
        let ty = self.tree.variables[variable.variable()].ty.scalar().clone();
        let control = Expr { kind: ExprKind::Load(variable.clone()), ty: ty.clone(), span };
        let mut heads = vec![(vec![variable.clone()], spec.from.clone())];
        let mut tests = Vec::new();
        let mut step = None;
        if let Some(range) = &spec.range {
            let by = match &range.by {
                Some(by) => self.kept("by", by, &mut heads),
                None => integer(1, &ty, span),
            };
            if let Some(to) = &range.to {
                let to = self.kept("to", to, &mut heads);
                tests.push(within(&control, &to, &by));
            }
            let next = binary(BinaryOp::Add, control, by);
            step = Some(NodeKind::Assign(vec![variable.clone()], next));
        }
        tests.extend(spec.while_condition.clone());
        let condition = tests.into_iter().reduce(|all, test| binary(BinaryOp::And, all, test));
        let first = self.tree.nodes.len();
        for (targets, value) in heads {
            let compound = self.node(NodeKind::Compound, span);
            if compound > first {
                self.tree.nodes[compound - 2].sons.push(compound);
            }
            let son = self.node(NodeKind::Assign(targets, value), span);
            self.tree.nodes[compound].sons.push(son);
        }
        let last = self.tree.nodes.len() - 2;
        let rest = match step {
            Some(step) => {
                let this =
                    self.node(NodeKind::While { condition, until: spec.until_condition.clone() }, span);
                let son = self.list(body, span);
                let step = self.node(step, span);
                self.tree.nodes[this].sons.extend([son, step]);
                this
            }
            // A single value: the body is done once, if WHILE allows it.
            None => {
                let truth = Expr { kind: ExprKind::Bool(true), ty: Type::Logical, span };
                let this = self.node(NodeKind::If(condition.unwrap_or(truth)), span);
                let son = self.list(body, span);
                self.tree.nodes[this].sons.push(son);
                this
            }
        };
        self.tree.nodes[last].sons.push(rest);
        first
    }

    /// A limit or step: itself if it is a constant, else a variable that keeps it.
    fn kept(&mut self, stem: &str, value: &Expr, heads: &mut Vec<(Vec<Place>, Expr)>) -> Expr {
        if constant_sign(value).is_some() {
            return value.clone();
        }
        let number = self.tree.variables.len();
        let name = format!("{stem}.{number}");
        let variable = Variable {
            name,
            ty: value.ty.clone(),
            storage: Storage::Automatic,
            initial: Vec::new(),
            span: value.span,
        };
        let id = self.tree.variables.push(variable);
        debug_assert_eq!(id.index(), number);
        let place = Place::Variable(id);
        heads.push((vec![place.clone()], value.clone()));
        Expr { kind: ExprKind::Load(place), ty: value.ty.clone(), span: value.span }
    }
}

/// The variables that share storage with another one.
fn overlapping(variables: &IdVec<VarId, Variable>) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let placed = |variable: &Variable| match variable.storage {
        Storage::Area(area, from) => Some((area, from, bytes(&variable.ty).map(|bytes| from + bytes))),
        _ => None,
    };
    for (id, variable) in variables.iter_enumerated() {
        let Some((area, from, to)) = placed(variable) else { continue };
        for (other_id, other) in variables.iter_enumerated().filter(|(other, _)| *other != id) {
            if let Some((other_area, other_from, other_to)) = placed(other)
                && area == other_area
                && other_to.is_none_or(|end| from < end)
                && to.is_none_or(|end| other_from < end)
            {
                found.extend([id, other_id]);
            }
        }
    }
    found
}

/// The size of a type; none if it is not known.
fn bytes(ty: &Type) -> Option<u64> {
    let real = |kind: &RealType| match kind {
        RealType::Single => 4,
        RealType::Double => 8,
    };
    match ty {
        Type::Int(int) => Some(u64::from(int.bits) / 8),
        Type::Logical => Some(4),
        Type::Real(kind) => Some(real(kind)),
        Type::Complex(kind) => Some(2 * real(kind)),
        Type::Array(element, bounds) => {
            let mut size = bytes(element)?;
            for bounds in bounds {
                let ArrayBounds::Given { low, high } = bounds else { return None };
                let (ExprKind::Int(low), ExprKind::Int(high)) = (&low.kind, &high.kind) else { return None };
                let count = u64::try_from(high - low + dashu_int::IBig::ONE).unwrap_or(0);
                size = size.checked_mul(count)?;
            }
            Some(size)
        }
        _ => None,
    }
}

fn unsupported(what: &str) -> NodeKind {
    NodeKind::Unsupported(what.to_owned())
}

/// Whether a constant is positive, if the expression is one.
fn constant_sign(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value >= dashu_int::IBig::ZERO),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant_sign(operand).map(|positive| !positive),
        _ => None,
    }
}

fn integer(value: i64, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: ty.clone(), span }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if op.is_logical() { Type::Logical } else { left.ty.clone() };
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

/// Whether the control variable has not passed its limit.
fn within(control: &Expr, to: &Expr, by: &Expr) -> Expr {
    let up = binary(BinaryOp::LessEqual, control.clone(), to.clone());
    let down = binary(BinaryOp::GreaterEqual, control.clone(), to.clone());
    match constant_sign(by) {
        Some(true) => up,
        Some(false) => down,
        None => {
            let zero = integer(0, &by.ty, by.span);
            let positive = binary(BinaryOp::GreaterEqual, by.clone(), zero.clone());
            let negative = binary(BinaryOp::Less, by.clone(), zero);
            let up = binary(BinaryOp::And, positive, up);
            binary(BinaryOp::Or, up, binary(BinaryOp::And, negative, down))
        }
    }
}
