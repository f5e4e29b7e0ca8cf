//! The state of one execution: where it is, what it knows, what it has done.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sextant_base::{Id, Span};
use sextant_expr::{Table, TermId};
use sextant_syntax::{IntType, ProcId, StatementNumber};

use sextant_records::Line;

use crate::files::Files;
use crate::landing::Landings;
use crate::machine::{Transfer, type_limits, within};
use crate::memory::{Cell, Dimension, Object, View};
use crate::packed::Packed;
use crate::{ArrayObject, Block, Code, ObjectId, PersistentVec, ProcedureCode, Question, Value};

/// One activation of a procedure.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcId,
    pub(crate) next: u32,
    /// Variables, then temporaries.
    pub slots: Vec<Value>,
    /// Texts being computed.
    pub(crate) texts: Vec<Text>,
    /// The statement being executed.
    pub statement: StatementNumber,
    /// Where the caller wants the returned value.
    pub(crate) result: ResultPlace,
    /// Objects from here on belong to this activation.
    pub(crate) objects_from: usize,
    /// Objects from here on belong to the statement being executed.
    pub(crate) kept: usize,
    /// Byte-addressed storage that this activation asked for.
    pub(crate) local_blocks: Vec<ObjectId>,
    /// Arguments that are seen as copies.
    pub(crate) packed: Vec<Packed>,
}

impl Frame {
    /// An activation before its first instruction; its arguments are still to come.
    pub(crate) fn new(
        id: ProcId,
        procedure: &ProcedureCode,
        result: ResultPlace,
        objects_from: usize,
    ) -> Frame {
        Frame {
            procedure: id,
            next: 0,
            slots: vec![Value::Undefined; procedure.slot_count as usize],
            texts: vec![Text::default(); procedure.text_count as usize],
            statement: StatementNumber(1),
            result,
            objects_from,
            kept: usize::MAX,
            local_blocks: Vec::new(),
            packed: Vec::new(),
        }
    }
}

/// The characters of a text: their codes, some of them perhaps symbolic.
pub type Text = Arc<[Value]>;

/// Where a caller wants the returned value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultPlace {
    /// Nowhere.
    None,
    /// In a slot.
    Slot(u32),
    /// In the storage a slot refers to.
    Storage(u32),
}

/// One answered question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decision {
    /// The answer.
    pub choice: bool,
    /// Whether the path condition left no choice; then nothing was added to it.
    pub forced: bool,
}

/// Something written.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// A value.
    Value(Value),
    /// A text.
    Text(Arc<str>),
    /// The end of a line.
    NewLine,
    /// A whole record.
    Line(Arc<Line>),
    /// A record for messages.
    Message(Arc<Line>),
    /// Bytes to a stream: 1 is the output, 2 is for messages.
    Bytes(u8, Arc<[u8]>),
    /// To a stream, a value that is not known, and how a format wants it shown.
    Converted(u8, Value, Arc<str>),
}

/// The verdict on one execution of a PROVE statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The statement.
    pub span: Span,
    /// `Some(true)`: it follows from the path condition. `None`: undecided.
    pub holds: Option<bool>,
    /// What was asked.
    pub condition: TermId,
}

/// A division whose rounding rule may matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundingUse {
    /// Where it stands.
    pub span: Span,
    /// Under which condition rounding down and rounding towards zero differ.
    pub differs: TermId,
}

/// The state of one execution.
#[derive(Clone, Debug)]
pub struct State {
    /// The running activation.
    pub frame: Frame,
    pub(crate) suspended: PersistentVec<Arc<Frame>>,
    pub(crate) memory: PersistentVec<Object>,
    /// Objects that live until they are released.
    pub(crate) heap: PersistentVec<Object>,
    /// The conjuncts of the path condition, as the program computed them.
    pub condition: PersistentVec<TermId>,
    /// What is known of the inputs beforehand: the limits of their types under machine arithmetic, that bounds are
    /// in order. Premises that are not part of the path condition, for they hold on every path.
    pub domain: PersistentVec<TermId>,
    /// The types whose limits inputs keep.
    pub(crate) ranges: Arc<FxHashMap<TermId, IntType>>,
    /// How many inputs of each name there are.
    pub(crate) named_inputs: Arc<FxHashMap<Arc<str>, u32>>,
    /// How often storage was allocated.
    pub(crate) allocations: u32,
    /// All questions answered so far.
    pub decisions: PersistentVec<Decision>,
    /// Answers for the instruction about to be run (again).
    pub(crate) answers: Vec<bool>,
    pub(crate) output: PersistentVec<Output>,
    pub(crate) input_position: usize,
    /// The position that reading began with, where it is not known.
    pub(crate) input_from: Option<TermId>,
    /// Elements and arrays that became undetermined.
    pub(crate) undetermined: u32,
    /// The symbols that stand for undefined values, each with the name of what has none.
    pub(crate) undefined: Arc<FxHashMap<TermId, Arc<str>>>,
    /// The files of the program.
    pub(crate) files: Arc<Files>,
    /// The statement on a file that is under way.
    pub(crate) transfer: Option<Arc<Transfer>>,
    /// Texts with symbolic characters that records refer to.
    pub(crate) texts: PersistentVec<Text>,
    /// Statements executed so far.
    pub statements: u64,
    /// The places that the program marked to jump back to.
    pub(crate) landings: Landings,
    pub(crate) proofs: PersistentVec<Proof>,
    pub(crate) roundings: PersistentVec<RoundingUse>,
    /// The value of the outermost RETURN, if it is one number or truth value.
    pub returned: Value,
    /// The cells of the value of the outermost RETURN, if it has several.
    pub returned_cells: Text,
    /// Free for whoever drives the machine, such as the node of an execution tree.
    pub tag: u64,
}

impl State {
    /// A state in which nothing is known and nothing was done yet.
    pub(crate) fn new(frame: Frame) -> State {
        State {
            frame,
            suspended: PersistentVec::new(),
            memory: PersistentVec::new(),
            heap: PersistentVec::new(),
            condition: PersistentVec::new(),
            domain: PersistentVec::new(),
            ranges: Arc::default(),
            named_inputs: Arc::default(),
            allocations: 0,
            decisions: PersistentVec::new(),
            answers: Vec::new(),
            output: PersistentVec::new(),
            input_position: 0,
            input_from: None,
            undetermined: 0,
            undefined: Arc::default(),
            files: Arc::default(),
            transfer: None,
            texts: PersistentVec::new(),
            statements: 0,
            landings: Landings::default(),
            proofs: PersistentVec::new(),
            roundings: PersistentVec::new(),
            returned: Value::Undefined,
            returned_cells: Text::default(),
            tag: 0,
        }
    }

    /// Answers the question the machine stopped at.
    pub fn answer(&mut self, choice: bool, forced: bool) {
        self.answers.push(choice);
        self.decisions.push(Decision { choice, forced });
    }

    /// Answers a question as it was decided before: what was not forced becomes part of the path condition.
    pub fn answer_as(&mut self, table: &mut Table, question: &Question, decision: Decision) {
        self.answer(decision.choice, decision.forced);
        if !decision.forced {
            let condition = question.condition;
            self.condition.push(if decision.choice { condition } else { table.not(condition) });
        }
    }

    /// Records the verdict on the PROVE the machine stopped at, and goes on behind it.
    pub fn record_proof(&mut self, proof: Proof) {
        self.proofs.push(proof);
        self.frame.next += 1;
    }

    /// The verdicts so far.
    pub fn proofs(&self) -> impl Iterator<Item = &Proof> {
        self.proofs.iter()
    }

    /// What was written so far.
    pub fn output(&self) -> impl Iterator<Item = &Output> {
        self.output.iter()
    }

    /// Hands over what was written since the last time, so that long runs need not keep it.
    pub fn take_output(&mut self) -> Vec<Output> {
        let taken = self.output.iter().cloned().collect();
        self.output = PersistentVec::new();
        taken
    }

    /// The files of the program.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// A text with symbolic characters that a record refers to by its number.
    pub fn text_numbered(&self, number: u32) -> Option<&Text> {
        self.texts.get((number & !(1 << 31)) as usize).filter(|_| number >> 31 == 1)
    }

    /// How many values READ statements have taken.
    pub fn inputs_read(&self) -> usize {
        self.input_position
    }

    /// The divisions so far whose rounding rule may matter.
    pub fn roundings(&self) -> impl Iterator<Item = &RoundingUse> {
        self.roundings.iter()
    }

    /// The object of an id.
    pub fn object(&self, id: ObjectId) -> &Object {
        match id.place() {
            Ok(position) => self.heap.get(position),
            Err(position) => self.memory.get(position),
        }
        .expect("object ids are valid while their activation lives")
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        match id.place() {
            Ok(position) => self.heap.get_mut(position),
            Err(position) => self.memory.get_mut(position),
        }
        .expect("object ids are valid while their activation lives")
    }

    pub(crate) fn allocate_on_heap(&mut self, object: Object) -> ObjectId {
        self.heap.push(object);
        ObjectId::on_heap(self.heap.len() - 1)
    }

    pub(crate) fn allocate(&mut self, object: Object) -> ObjectId {
        self.memory.push(object);
        ObjectId::from_index(self.memory.len() - 1)
    }

    /// Makes room for an object: on the heap, or in the running activation.
    pub(crate) fn place(&mut self, object: Object, heap: bool) -> ObjectId {
        if heap { self.allocate_on_heap(object) } else { self.allocate(object) }
    }

    /// Where a value is symbolic and its type has limits, it keeps them.
    pub(crate) fn limit(&mut self, table: &mut Table, value: Value, range: Option<IntType>) {
        if let (Value::Term(term), Some(range)) = (value, range) {
            self.admit(table, term, range);
        }
    }

    /// Takes notice that an input has a type with limits.
    pub(crate) fn admit(&mut self, table: &mut Table, input: TermId, range: IntType) {
        if self.ranges.get(&input) == Some(&range) {
            return;
        }
        Arc::make_mut(&mut self.ranges).insert(input, range);
        table.widen_limits(input, type_limits(range));
        self.domain.push(within(table, input, range));
    }

    /// The type with limits that an input has, if it was met.
    pub fn type_of_input(&self, input: TermId) -> Option<IntType> {
        self.ranges.get(&input).copied()
    }

    /// Everything that is known of the inputs: what their types say, then the path condition.
    pub fn premises(&self) -> impl Iterator<Item = TermId> {
        self.domain.iter().chain(self.condition.iter()).copied()
    }

    /// Puts the [premises](Self::premises) behind what is there; the quick way, for every question needs them.
    pub fn load_premises(&self, to: &mut Vec<TermId>) {
        for part in self.domain.leaves().chain(self.condition.leaves()) {
            to.extend_from_slice(part);
        }
    }

    /// How many procedures are active.
    pub fn depth(&self) -> usize {
        self.suspended.len() + 1
    }

    /// The running activation, then its callers.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let callers = (0..self.suspended.len()).rev();
        std::iter::once(&self.frame)
            .chain(callers.filter_map(|index| self.suspended.get(index).map(|frame| &**frame)))
    }

    /// The value of a scalar object, behind any reference; `None` for arrays.
    pub fn scalar(&self, table: &mut Table, id: ObjectId) -> Option<Value> {
        match self.object(id) {
            Object::Scalar(value) => Some(*value),
            Object::Element { array, index, .. } => {
                Some(self.array(*array).map_or(Value::Undefined, |array| array.select(table, *index)))
            }
            Object::Array(_)
            | Object::Narrowed { .. }
            | Object::View(_)
            | Object::Released
            | Object::Block(_) => None,
        }
    }

    /// The byte-addressed object of an id, if there is one.
    #[inline]
    pub fn block(&self, id: ObjectId) -> Option<&Block> {
        match self.heap.get(id.place().ok()?)? {
            Object::Block(block) => Some(block),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn block_mut(&mut self, id: ObjectId) -> Option<&mut Block> {
        match self.heap.get_mut(id.place().ok()?)? {
            Object::Block(block) => Some(block),
            _ => None,
        }
    }

    /// All byte-addressed objects, in the order in which they were made.
    pub fn blocks(&self) -> impl Iterator<Item = (ObjectId, &Block)> {
        (0..).zip(self.heap.iter()).filter_map(|(position, object)| match object {
            Object::Block(block) => Some((ObjectId::on_heap(position), &**block)),
            _ => None,
        })
    }

    /// The same state as if the running activation were the outermost one.
    pub fn without_callers(&self) -> State {
        State { suspended: PersistentVec::new(), ..self.clone() }
    }

    /// An object itself, whatever bounds it is seen with.
    pub(crate) fn whole_array(&self, object: ObjectId) -> ObjectId {
        match self.object(object) {
            Object::Narrowed { array, .. } => self.whole_array(*array),
            _ => object,
        }
    }

    /// The array that an object is, not one that it is a view of.
    pub(crate) fn storage(&self, id: ObjectId) -> Option<&ArrayObject> {
        match self.object(id) {
            Object::Array(array) => Some(array),
            _ => None,
        }
    }

    pub(crate) fn storage_mut(&mut self, id: ObjectId) -> Option<&mut ArrayObject> {
        match self.object_mut(id) {
            Object::Array(array) => Some(array),
            _ => None,
        }
    }

    /// What a cell of a scalar or array holds, as far as that needs no term.
    pub(crate) fn raw_cell(&self, storage: ObjectId, index: i64) -> Value {
        match self.object(storage) {
            Object::Scalar(value) => *value,
            Object::Array(array) => match array.cell(index) {
                Cell::Value(value) => value,
                Cell::Undefined | Cell::Symbolic(_) | Cell::InTerm => Value::Undefined,
            },
            _ => Value::Undefined,
        }
    }

    pub(crate) fn set_raw_cell(&mut self, storage: ObjectId, index: i64, value: Value) {
        match self.object_mut(storage) {
            Object::Scalar(old) => *old = value,
            Object::Array(array) => {
                array.set_cell(index, value);
            }
            _ => {}
        }
    }

    /// Any object that has cells as a view.
    pub(crate) fn view(&self, object: ObjectId) -> Option<View> {
        let length = Value::Undefined;
        let one = |storage, offset, end| View { storage, offset, dimensions: Vec::new(), length, end };
        let several = |storage, low: Value, high| {
            let low = if low == Value::Undefined { Value::Int(1) } else { low };
            let dimensions = vec![Dimension { low, high, stride: Value::Int(1) }];
            View { storage, offset: low, dimensions, length, end: Value::Undefined }
        };
        Some(match self.object(object) {
            Object::View(view) => (**view).clone(),
            Object::Scalar(_) => one(object, Value::Int(1), Value::Undefined),
            Object::Element { array, index, end } => one(self.whole_array(*array), *index, *end),
            Object::Array(array) => several(object, array.low, array.high),
            Object::Narrowed { array, low, high } => several(self.whole_array(*array), *low, *high),
            Object::Released | Object::Block(_) => return None,
        })
    }

    /// The array behind a reference, whatever bounds it is seen with.
    pub fn array(&self, id: ObjectId) -> Option<&ArrayObject> {
        match self.object(id) {
            Object::Array(array) => Some(array),
            Object::Narrowed { array, .. } => self.array(*array),
            Object::View(view) => self.array(view.storage),
            Object::Scalar(_) | Object::Element { .. } | Object::Released | Object::Block(_) => None,
        }
    }

    /// The instruction about to be run, numbered within its procedure.
    pub fn next_instruction(&self) -> u32 {
        self.frame.next
    }

    /// Where the running activation stands.
    pub fn span(&self, code: &Code) -> Span {
        code.procedures[self.frame.procedure].spans[self.frame.next as usize]
    }
}
