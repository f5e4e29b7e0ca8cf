//! The machine: runs code on a state until something happens.
//!
//! The loop in [`Machine::run`] settles everything that concerns small constants by itself; whatever meets a term
//! goes to [`Here`], the instruction being run, and its neighbouring files: `arithmetic`, `arrays`, `calls`. A
//! question that the simplifier cannot settle stops the machine; the instruction is run again from its start once
//! the answer is there.

mod arithmetic;
mod arrays;
mod byte_files;
mod calls;
mod cells;
mod complex;
mod connectives;
mod exchange;
mod fields;
mod handles;
mod here;
mod integers;
mod intervals;
mod items;
mod joined;
mod jumps;
mod leaks;
mod memory;
mod outside;
mod packing;
mod primitives;
mod print;
mod quick;
mod ranges;
mod reach;
mod reals;
mod scan;
mod symbolic_fields;
mod texts;
mod transfers;
mod undefined;
mod units;
mod unknown;
mod views;

use std::cell::{OnceCell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

use sextant_base::{IdVec, Span};
use sextant_expr::{Op, Origin, Rounding, Sort, Stream, Table, TermId};
use sextant_syntax::{IntType, ProcId};

use crate::code::{Binary, Comparison, Constant, Instr, ProcedureCode, Reg, Unary};
use crate::entry::{initial_state, load_constant, read_name, static_object_id};
use crate::memory::Object;
use crate::{Code, Ending, Entry, ErrorKind, ObjectId, Output, QuestionKind, State, Stop, Value};
use connectives::asks_left_operand;
use here::Here;

pub(crate) use arithmetic::within;
pub use outside::{AskOutside, Told};
pub(crate) use ranges::type_limits;
pub(crate) use transfers::Transfer;

/// Runs one program from one entry. Belongs to one table, in which its constants are.
#[derive(Debug)]
pub struct Machine<'c> {
    code: &'c Code,
    entry: &'c Entry,
    /// Those of a procedure are put into the table when it is first run.
    constants: IdVec<ProcId, OnceCell<Vec<Value>>>,
    input: Vec<Value>,
    /// Whether operations on constants are computed, or kept as history.
    folding: bool,
    /// Whether a symbolic subscript is split into cases instead of giving a conditional value.
    split_subscripts: bool,
    /// Whether an element with a symbolic subscript is undetermined instead of having a conditional value.
    undetermined_subscripts: bool,
    /// Whether it is an error what compiled programs get away with: storage that nobody gave back at the end, left
    /// shifts into the sign, elements beyond an array inside its object.
    strict: bool,
    /// Whether arrays whose bounds are not in order are taken as they are, instead of being a case of their own.
    open_bounds: bool,
    /// Whether the elements of arrays of several dimensions are always numbered by all their subscripts.
    joined_arrays: bool,
    /// How deeply procedures may be nested.
    depth_limit: usize,
    /// What the files outside hold.
    outside: OutsideFiles<'c>,
    /// What the rest of the world says.
    world: outside::World<'c>,
    /// Divisions that are known to depend on the rounding rule; they need no further notice.
    rounding_seen: RefCell<FxHashSet<Span>>,
    /// Between which limits terms lie, as far as it was asked.
    limits: RefCell<FxHashMap<TermId, ranges::Limits>>,
    /// Between which limits inputs lie that come up during executions: paths may ask for one as values of different
    /// types.
    widest: RefCell<FxHashMap<TermId, (i128, i128)>>,
    /// Whether symbols of undefined values are in terms, as far as it was asked.
    with_undefined: RefCell<FxHashMap<TermId, bool>>,
}

/// Gives the contents of a file of a name.
pub type ReadFile = dyn Fn(&str) -> Option<Vec<u8>> + Sync;

/// Files that are there before the program runs.
struct OutsideFiles<'c>(Option<&'c ReadFile>);

impl std::fmt::Debug for OutsideFiles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "readable" } else { "unknown" })
    }
}

/// When to stop even though nothing happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Until {
    /// The path ends before it has more statements than this.
    pub statements: u64,
    /// Stop at each statement.
    pub each_statement: bool,
    /// Stop where ways come together.
    pub joins: bool,
    /// Stop after so many statements to look at the clock.
    pub breath: u64,
}

impl Default for Until {
    fn default() -> Self {
        Self { statements: u64::MAX, each_statement: false, joins: false, breath: 1 << 16 }
    }
}

/// What an instruction comes to: go on, or stop.
type Step = Result<(), Stop>;

impl<'c> Machine<'c> {
    /// A machine whose constants are put into the table, which shows terms as the program writes them from now on.
    pub fn new(code: &'c Code, entry: &'c Entry, table: &mut Table) -> Self {
        table.set_notation(code.notation);
        let constants = code.procedures.iter().map(|_| OnceCell::new()).collect();
        let input = entry.input.iter().map(|value| value.load(table)).collect();
        let machine = Self {
            code,
            entry,
            constants,
            input,
            folding: table.folding(),
            split_subscripts: false,
            strict: false,
            undetermined_subscripts: false,
            open_bounds: false,
            joined_arrays: false,
            depth_limit: 10_000,
            outside: OutsideFiles(None),
            world: outside::World(None),
            rounding_seen: RefCell::default(),
            limits: RefCell::default(),
            widest: RefCell::default(),
            with_undefined: RefCell::default(),
        };
        // Whoever looks for the inputs of a program finds those that it names itself.
        for &procedure in &code.naming {
            machine.constants(table, procedure);
        }
        machine
    }

    /// Splits symbolic subscripts into cases instead of keeping conditional values.
    pub fn split_subscripts(mut self, split: bool) -> Self {
        self.split_subscripts = split;
        self
    }

    /// Marks elements with symbolic subscripts as undetermined ([`Origin::Undetermined`]).
    pub fn undetermined_subscripts(mut self, undetermined: bool) -> Self {
        self.undetermined_subscripts = undetermined;
        self
    }

    /// Makes it an error if storage that nothing leads to is not given back at the end, or if a left shift changes the
    /// sign.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Where arrays may be empty, an array whose bounds depend on symbols is no case of its own.
    pub fn open_bounds(mut self, open: bool) -> Self {
        self.open_bounds = open;
        self
    }

    /// Elements of the procedure's own arrays of several dimensions are numbered by all their subscripts, also where the
    /// extents are known: for whoever wants to see the subscripts.
    pub fn joined_arrays(mut self, joined: bool) -> Self {
        self.joined_arrays = joined;
        self
    }

    /// Limits how deeply procedures may be nested.
    pub fn depth_limit(mut self, limit: usize) -> Self {
        self.depth_limit = limit;
        self
    }

    /// Lets the program read files; without this, what it did not write itself is an unknown input.
    pub fn read_files(mut self, read: &'c ReadFile) -> Self {
        self.outside = OutsideFiles(Some(read));
        self
    }

    /// Lets the program ask for the time and the like; without this, the answers are inputs.
    pub fn ask_outside(mut self, ask: &'c AskOutside) -> Self {
        self.world = outside::World(Some(ask));
        self
    }

    /// What the unit for input reads, if it is given as text.
    fn text_input(&self) -> Option<&'c [u8]> {
        self.entry.text.as_deref()
    }

    fn outside_file(&self, name: &str) -> Option<Vec<u8>> {
        self.outside.0.and_then(|read| read(name))
    }

    /// Whether nobody can say what files outside hold.
    fn unknown_files(&self) -> bool {
        self.outside.0.is_none()
    }

    /// The state before the first instruction, and the caller's variables with their objects.
    pub fn start(&self, table: &mut Table) -> (State, Vec<(String, ObjectId)>) {
        initial_state(self.code, self.entry, table)
    }

    /// The outermost call.
    pub fn entry(&self) -> &'c Entry {
        self.entry
    }

    /// The code it runs.
    pub fn code(&self) -> &'c Code {
        self.code
    }

    /// Takes notice that a division depends on the rounding rule; `false` if that was known.
    pub fn note_rounding(&self, division: Span) -> bool {
        self.rounding_seen.borrow_mut().insert(division)
    }

    /// The constants of a procedure as values of the table.
    fn constants(&self, table: &mut Table, procedure: ProcId) -> &[Value] {
        self.constants[procedure].get_or_init(|| {
            let load = |constant: &Constant| match constant {
                Constant::Symbol(name, _) => match self.entry.given.iter().find(|(given, _)| given == name) {
                    Some((_, value)) => value.load(table),
                    None => load_constant(constant, table),
                },
                _ => load_constant(constant, table),
            };
            self.code.procedures[procedure].constants.iter().map(load).collect()
        })
    }

    /// Runs until something happens.
    pub fn run(&self, table: &mut Table, state: &mut State, until: Until) -> Stop {
        let breath_at = state.statements.saturating_add(until.breath);
        loop {
            let procedure = &self.code.procedures[state.frame.procedure];
            let constants = self.constants(table, state.frame.procedure);
            if let Err(stop) = self.run_activation(table, state, procedure, constants, until, breath_at)
                && !asks_left_operand(state, procedure, &stop)
            {
                return stop;
            }
        }
    }

    /// Runs until another activation takes over (`Ok`) or something happens.
    fn run_activation(
        &self,
        table: &mut Table,
        state: &mut State,
        procedure: &ProcedureCode,
        constants: &[Value],
        until: Until,
        breath_at: u64,
    ) -> Step {
        let instructions = procedure.instructions.as_slice();
        // The position lives in a register; the state's own copy is brought up to date before anybody may look.
        let mut at = state.frame.next as usize;
        macro_rules! here {
            () => {{
                state.frame.next = at as u32;
                Here::new(self, table, state, procedure, constants)
            }};
        }
        loop {
            match instructions[at] {
                Instr::Statement(number) => {
                    state.frame.next = at as u32;
                    if state.statements >= until.statements {
                        return Err(Stop::Ended(Ending::OutOfStatements));
                    }
                    at += 1;
                    state.frame.next = at as u32;
                    if state.memory.len() > state.frame.kept {
                        state.memory.truncate(state.frame.kept);
                    }
                    state.statements += 1;
                    state.frame.statement = number;
                    if until.each_statement {
                        return Err(Stop::Statement(number));
                    }
                    if state.statements >= breath_at {
                        return Err(Stop::Breath);
                    }
                }
                Instr::Move { to, from } => {
                    let mut value = read(state, constants, from);
                    if value == Value::Undefined {
                        value = here!().defined((from, value))?;
                    }
                    state.frame.slots[to as usize] = value;
                    at += 1;
                }
                Instr::Binary { op, to, a, b } => {
                    let (x, y) = (read(state, constants, a), read(state, constants, b));
                    state.frame.slots[to as usize] = match small_binary(op, x, y).filter(|_| self.folding) {
                        Some(value) => value,
                        None => here!().settled_by(|here| here.binary(op, (a, x), (b, y)))?,
                    };
                    at += 1;
                }
                Instr::CompareBranch { comparison, a, b, otherwise } => {
                    let (x, y) = (read(state, constants, a), read(state, constants, b));
                    let holds = match (x, y) {
                        (Value::Int(x), Value::Int(y)) => comparison.holds(x, y),
                        (Value::Double(x), Value::Double(y)) => {
                            comparison.holds(f64::from_bits(x), f64::from_bits(y))
                        }
                        _ => here!().settled_by(|here| here.comparison(comparison, (a, x), (b, y)))?,
                    };
                    at = if holds { at + 1 } else { otherwise as usize };
                }
                Instr::Jump(target) => at = target as usize,
                Instr::CheckRange { value, ty } => {
                    match read(state, constants, value) {
                        Value::Int(small) if arithmetic::fits(ty, small) => {}
                        found => here!().settled_by(|here| {
                            here.check_range((value, found), ty, here.machine.code.overflow)
                        })?,
                    }
                    at += 1;
                }
                Instr::Fetch { to, address, leaf, bits } => {
                    let found = match (read(state, constants, address), bits) {
                        (Value::Int(address), None) => memory::quick_fetch(state, address, leaf),
                        _ => None,
                    };
                    state.frame.slots[to as usize] = match found {
                        Some(value) => value,
                        None => here!().settled_by(|here| here.fetch(address, leaf, bits))?,
                    };
                    at += 1;
                }
                Instr::StoreAt { address, value, leaf, bits: None }
                    if memory::quick_store(
                        state,
                        read(state, constants, address),
                        read(state, constants, value),
                        leaf,
                    ) =>
                {
                    at += 1;
                }
                Instr::Wrap { to, a, ty } if self.folding => {
                    let wrapped = integers::wrap_value(read(state, constants, a), ty);
                    state.frame.slots[to as usize] = match wrapped {
                        Some(value) => value,
                        None => here!().settled_by(|here| here.wrap(a, ty))?,
                    };
                    at += 1;
                }
                Instr::Branch { condition, otherwise } => {
                    let holds = match read(state, constants, condition) {
                        Value::Bool(holds) => holds,
                        _ => here!().settled_by(|here| here.condition(condition, QuestionKind::Branch))?,
                    };
                    at = if holds { at + 1 } else { otherwise as usize };
                }
                Instr::Modular { op, to, a, b, ty } => {
                    let (x, y) = (read(state, constants, a), read(state, constants, b));
                    let result = integers::modular_small(op, x, y, ty);
                    state.frame.slots[to as usize] = match result.filter(|_| self.folding) {
                        Some(value) => value,
                        None => here!().settled_by(|here| here.modular(op, a, b, ty))?,
                    };
                    at += 1;
                }
                Instr::Displace { to, base, distance } => {
                    let (x, y) = (read(state, constants, base), read(state, constants, distance));
                    let sum = integers::modular_small(Binary::Add, x, y, IntType::ADDRESS);
                    state.frame.slots[to as usize] = match sum.filter(|_| self.folding) {
                        Some(sum) => sum,
                        None => here!().settled_by(|here| here.displaced(base, distance))?,
                    };
                    at += 1;
                }
                Instr::Within { index, limit } => {
                    match read(state, constants, index) {
                        Value::Int(index) if index >= 0 && index as u64 <= limit => {}
                        // Compiled programs get away with it, and some mean it.
                        _ if !self.strict => {}
                        _ => here!().settled_by(|here| here.keeps_limit(index, limit))?,
                    }
                    at += 1;
                }
                Instr::Aligned { address, align } => {
                    match read(state, constants, address) {
                        Value::Int(address) if address as u64 & (align - 1) == 0 => {}
                        // Many processors do not mind.
                        _ if !self.strict => {}
                        _ => here!().settled_by(|here| here.keeps_alignment(address, align))?,
                    }
                    at += 1;
                }
                Instr::Join(join) => {
                    at += 1;
                    if until.joins {
                        state.frame.next = at as u32;
                        return Err(Stop::Joined(join));
                    }
                }
                Instr::Unary { op, to, a } => {
                    let x = read(state, constants, a);
                    state.frame.slots[to as usize] = match small_unary(op, x).filter(|_| self.folding) {
                        Some(value) => value,
                        None => here!().settled_by(|here| here.unary(op, (a, x)))?,
                    };
                    at += 1;
                }
                Instr::Call(site) => return here!().call(site),
                Instr::LongJump(code) => return here!().long_jump(code),
                Instr::Return(value) => return here!().return_value(value),
                Instr::ReturnText(text) => return here!().return_text(text),
                Instr::ReturnComplex(re, im) => return here!().return_complex(re, im),
                Instr::ReturnCells { base, index, count } => {
                    return here!().return_record(base, index, count);
                }
                Instr::Stop => return Err(Stop::Ended(Ending::Stopped)),
                other => {
                    here!().settled_by(|here| here.step(other))?;
                    at = state.frame.next as usize;
                }
            }
        }
    }
}

impl Here<'_, '_> {
    /// Instructions on objects and conditions; each leaves the position behind itself.
    fn step(&mut self, instruction: Instr) -> Step {
        let (to, value) = match instruction {
            Instr::Settle { connective, asks } => {
                return self.settle(self.procedure.connectives[connective as usize], asks);
            }
            Instr::LoadElement { to, array, index } => (to, self.load_element(array, self.operand(index))?),
            Instr::LoadIndirect { to, reference } => (to, self.load_indirect(reference)?),
            Instr::LoadCell { to, base, index, leaf } => {
                (to, self.load_cell(base, self.operand(index).1, leaf)?)
            }
            Instr::Index { to, base, subscripts } => (to, self.index(base, subscripts)?),
            Instr::Origin { to, base } => (to, self.storage_of(self.referred(base)?)?.1),
            Instr::Wrap { to, a, ty } => (to, self.wrap(a, ty)?),
            Instr::ShiftInt { left, to, a, count, ty } => (to, self.shift(left, a, count, ty)?),
            Instr::Ternary { op, to, a, b, c } => {
                (to, self.ternary(op, self.operand(a), self.operand(b), self.operand(c))?)
            }
            Instr::IndexWithin { to, base, start, shape, subscripts } => {
                (to, self.index_within(base, start, shape, subscripts)?)
            }
            Instr::Advance { to, base, index, values, bytes } => {
                (to, self.advance(base, self.operand(index).1, values, bytes)?)
            }
            Instr::ViewCell { to, base, index, shape } => (to, self.view_cell(base, index, shape)?),
            Instr::ViewSection { to, base, section } => (to, self.view_section(base, section)?),
            Instr::ViewShift { to, base, values, bytes, length } => {
                (to, self.view_shift(base, values, bytes, length)?)
            }
            Instr::BoundOf { to, array, bound } => (to, self.bound_of(array, bound)?),
            Instr::DimensionOf { to, base, dimension, bound } => {
                (to, self.dimension_of(base, dimension, bound)?)
            }
            Instr::Follow { to, handle } => (to, self.follow(handle)?),
            Instr::FollowIfAny { to, handle } => (to, self.follow_if_any(handle)?),
            Instr::HasStorage { to, slot, handle } => (to, self.has_storage(slot, handle)?),
            Instr::SameStorage { to, a, b } => (to, self.same_storage(a, b)?),
            Instr::LengthOf { to, base } => (to, self.length_of(base)?),
            Instr::CompareText { comparison, to, a, b } => {
                (to, self.compare_texts(comparison, &self.text(a), &self.text(b))?)
            }
            Instr::MeasureText { function, to, a, b, back } => {
                let back = self.condition(back, QuestionKind::Branch)?;
                (to, self.measured(function, &self.text(a), &self.text(b), back)?)
            }
            Instr::AllocateScalar(to) => (to, self.reference_to(Object::Scalar(Value::Undefined))),
            Instr::AllocateArray { to, low, high } => (to, self.allocate_array(to, low, high)?),
            Instr::AllocateShaped { to, shape } => (to, self.new_view(shape, false)?),
            Instr::AllocateBlock { to, block, bytes } => (to, self.allocate_block(to, block, bytes)?),
            Instr::Narrow { to, low, high } => (to, self.narrow(to, low, high)?),
            Instr::Bind { to, object } => (to, Value::Reference(static_object_id(object))),
            Instr::Forget(to) => (to, Value::Undefined),
            Instr::Read { to, sort, range } => (to, self.next_input(Sort::Scalar(sort), range)?),
            other => {
                self.act(other)?;
                self.state.frame.next += 1;
                return Ok(());
            }
        };
        self.set(to, value);
        self.state.frame.next += 1;
        Ok(())
    }

    /// Instructions that do more than to give a slot a value.
    fn act(&mut self, instruction: Instr) -> Step {
        match instruction {
            Instr::StoreElement { array, index, value } => {
                self.store_element(array, self.operand(index), self.operand(value))?;
            }
            Instr::StoreIndirect { reference, value } => {
                self.store_indirect(reference, self.operand(value))?;
            }
            Instr::StoreCell { base, index, value, leaf } => {
                let value = self.defined(self.operand(value))?;
                self.store_cell(base, self.operand(index).1, value, leaf)?;
            }
            Instr::StoreAt { address, value, leaf, bits } => self.store_to(address, value, leaf, bits)?,
            Instr::NewText { to, from } => self.set_text(to, &self.text(from)),
            Instr::StoreText { base, index, length, from } => self.store_text(base, index, length, from)?,
            Instr::CopyCells { to, to_index, from, from_index, count } => {
                self.copy_cells((to, to_index), (from, from_index), count)?;
            }
            Instr::Connect(index) => self.connected(self.procedure.connectives[index as usize])?,
            Instr::Write(value) => {
                let written = self.defined(self.operand(value))?;
                let written = self.shown(written)?;
                self.state.output.push(Output::Value(written));
            }
            Instr::WriteText(text) => {
                let text = self.procedure.texts[text as usize].as_str();
                self.state.output.push(Output::Text(text.into()));
            }
            Instr::WriteNewLine => self.state.output.push(Output::NewLine),
            Instr::Assume(condition) => {
                if !self.condition(condition, QuestionKind::Assume)? {
                    return Err(Stop::Ended(Ending::Refused { span: self.span() }));
                }
            }
            Instr::Prove(condition) => {
                let condition = self.term(self.operand(condition))?;
                self.shown(Value::Term(condition))?;
                return Err(Stop::Prove { condition, span: self.span() });
            }
            Instr::Assert(condition) => {
                let kind = ErrorKind::AssertionFailed;
                if !self.condition(condition, QuestionKind::Check(kind))? {
                    return Err(self.error(kind, None));
                }
            }
            Instr::NoAlternative => return Err(self.error(ErrorKind::NoAlternative, None)),
            Instr::ForgetBlock(slot) => self.forget_block(slot),
            Instr::EndBlock(slot) => self.end_block(self.state.frame.slots[slot as usize]),
            Instr::Primitive(code) => self.primitive(code)?,
            Instr::CheckQuotient { a, b, ty } => self.check_quotient(self.operand(a), self.operand(b), ty)?,
            Instr::CheckConversion { value, ty } => {
                self.check_range(self.operand(value), ty, ErrorKind::BadConversion)?;
            }
            Instr::CheckCharacters { from, to, length } => self.check_characters(from, to, length)?,
            Instr::PrologueEnd => self.state.frame.kept = self.state.memory.len(),
            Instr::Associate { slot, shape } => self.associate(slot, shape)?,
            Instr::NewStorage { handle, shape } => self.new_storage(handle, shape)?,
            Instr::ReleaseStorage(handle) => self.release_storage(handle)?,
            Instr::PointTo { handle, target, follows } => self.point_to(handle, target, follows)?,
            Instr::Complex(code) => self.complex_step(code)?,
            Instr::TransferBegin(code) => self.transfer_begin(code)?,
            Instr::TransferItem(item) => self.transfer_item(item)?,
            Instr::TransferEnd(status) => self.transfer_end(status)?,
            Instr::Unsupported(what) => {
                return Err(self.cannot(self.procedure.texts[what as usize].as_str()));
            }
            other => self.text_step(other)?,
        }
        Ok(())
    }

    /// Whether the condition in a register holds.
    pub(super) fn condition(&mut self, condition: Reg, kind: QuestionKind) -> Result<bool, Stop> {
        match self.operand(condition) {
            (_, Value::Bool(holds)) => Ok(holds),
            operand => {
                let condition = self.term(operand)?;
                self.ask(condition, kind)
            }
        }
    }

    fn next_input(&mut self, sort: Sort, range: Option<IntType>) -> Result<Value, Stop> {
        let value = self.input_numbered(self.state.input_position, sort, range)?;
        self.state.input_position += 1;
        Ok(value)
    }

    /// The input of a position, from 0.
    pub(super) fn input_numbered(
        &mut self,
        position: usize,
        sort: Sort,
        range: Option<IntType>,
    ) -> Result<Value, Stop> {
        if let Some(&given) = self.machine.input.get(position) {
            if let Some(range) = range {
                let value = given.to_term(self.table).map_or(given, Value::Term);
                self.check_range((Reg::slot(0), value), range, self.machine.code.overflow)?;
            }
            return Ok(given);
        }
        if !self.machine.entry.symbolic_input {
            return Err(self.error(ErrorKind::EndOfInput, None));
        }
        // The symbols go on counting from the values that were given.
        let number = position as u64 + 1;
        let symbol = match self.state.input_from {
            Some(from) => {
                let whole = Origin::Read(Stream::Values, 0);
                let stream = self.table.input(whole, Sort::Array(sort.element()), || "input".to_owned());
                let number = self.table.int(number);
                let number = self.table.apply(Op::Add, &[from, number]);
                self.table.apply(Op::Select, &[stream, number])
            }
            None => {
                let origin = Origin::Read(Stream::Values, number);
                self.table.input(origin, sort, || read_name(number))
            }
        };
        if let Some(range) = range {
            self.admit(symbol, range);
        }
        Ok(Value::Term(symbol))
    }
}

#[inline(always)]
fn read(state: &State, constants: &[Value], reg: Reg) -> Value {
    match reg.decode() {
        Ok(constant) => constants[constant],
        Err(slot) => state.frame.slots[slot],
    }
}

/// The result of an operation on small constants, where it is small and no error.
#[inline(always)]
fn small_binary(op: Binary, x: Value, y: Value) -> Option<Value> {
    match (x, y) {
        (Value::Int(x), Value::Int(y)) => match op {
            Binary::Add => x.checked_add(y).map(Value::Int),
            Binary::Subtract => x.checked_sub(y).map(Value::Int),
            Binary::Multiply => x.checked_mul(y).map(Value::Int),
            Binary::Compare(comparison) => Some(Value::Bool(comparison.holds(x, y))),
            // Where the two rounding rules differ, the slow way takes notice of it.
            Binary::Divide(rounding) if y != 0 && (rounding == Rounding::Truncate || (x >= 0 && y > 0)) => {
                x.checked_div(y).map(Value::Int)
            }
            Binary::Mod if y != 0 => x.checked_rem_euclid(y).map(Value::Int),
            Binary::Min => Some(Value::Int(x.min(y))),
            Binary::Max => Some(Value::Int(x.max(y))),
            Binary::Remainder if y != 0 => x.checked_rem(y).map(Value::Int),
            Binary::BitAnd => Some(Value::Int(x & y)),
            Binary::BitOr => Some(Value::Int(x | y)),
            Binary::BitXor => Some(Value::Int(x ^ y)),
            _ => None,
        },
        (Value::Bool(x), Value::Bool(y)) => match op {
            Binary::And => Some(Value::Bool(x && y)),
            Binary::Or => Some(Value::Bool(x || y)),
            Binary::Implies => Some(Value::Bool(!x || y)),
            Binary::Same => Some(Value::Bool(x == y)),
            Binary::Compare(Comparison::Eq) => Some(Value::Bool(x == y)),
            _ => None,
        },
        (Value::Large(_), _) | (_, Value::Large(_)) => integers::large_binary(op, x, y),
        _ => reals::small_real(op, x, y),
    }
}

#[inline(always)]
fn small_unary(op: Unary, x: Value) -> Option<Value> {
    match (op, x) {
        (Unary::Negate, Value::Int(x)) => x.checked_neg().map(Value::Int),
        (Unary::Abs, Value::Int(x)) => x.checked_abs().map(Value::Int),
        (Unary::Sign, Value::Int(x)) => Some(Value::Int(x.signum())),
        (Unary::IsNonZero, Value::Int(x)) => Some(Value::Bool(x != 0)),
        (Unary::Not, Value::Bool(x)) => Some(Value::Bool(!x)),
        (Unary::ToInt, Value::Bool(x)) => Some(Value::Int(x as i64)),
        _ => reals::small_real_unary(op, x),
    }
}
