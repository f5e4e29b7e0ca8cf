//! The start of an execution: which procedure is called with what.

use std::borrow::Cow;
use std::sync::Arc;

use dashu_int::IBig;
use sextant_base::Id;
use sextant_expr::{
    FloatKind, Op, Origin, Scalar, Sort, Stream, Table, TermId, Value as EvalValue, apply_op,
};
use sextant_flow::{FlowProgram, StorageNames};
use sextant_syntax::{Handed, IntType, ProcId, Type, VarId};

use crate::code::{Constant, InputCell, StaticAlias, StaticInput, StaticObject, StaticRun};
use crate::memory::{ArrayObject, Dimension, Object, View};
use crate::state::{Frame, ResultPlace};
use crate::{Code, ObjectId, Reliances, State, Value, VariablePlace};

/// The name of a value of the input stream where nothing else has it.
pub fn read_name(number: u64) -> String {
    format!("IN{number}")
}

/// A value given from outside, in a form that belongs to no table.
#[derive(Clone, Debug)]
pub enum EntryValue {
    /// No value.
    Undefined,
    /// An integer.
    Int(IBig),
    /// A truth value.
    Bool(bool),
    /// Any other constant.
    Constant(EvalValue),
    /// A procedure.
    Procedure(ProcId),
    /// A term over symbols: a table of its own and the term in it.
    Term(Arc<(Table, TermId)>),
}

/// A text that a program is started with.
#[derive(Clone, Debug)]
pub enum EntryText {
    /// These bytes.
    Known(Vec<u8>),
    /// So many characters that are inputs; a zero among them ends the text earlier.
    Symbolic(usize),
}

/// An argument of the outermost call.
#[derive(Clone, Debug)]
pub enum EntryArgument {
    /// A temporary with a value; the caller never sees it again.
    Value(EntryValue),
    /// A scalar variable of the caller.
    Scalar {
        /// Its name; equal names are one variable.
        name: String,
        /// Its value at the start.
        value: EntryValue,
    },
    /// An array variable of the caller with symbolic elements.
    Array {
        /// Its name; equal names are one variable.
        name: String,
        /// The sort of its elements.
        element: Scalar,
        /// Its bounds, where they are known.
        bounds: Option<(EntryValue, EntryValue)>,
        /// Elements whose values are given; all others are symbolic.
        elements: Vec<(i64, EntryValue)>,
        /// The bounds of each dimension if there are several; the elements are then counted in storage order.
        dimensions: Vec<(i64, i64)>,
    },
    /// An allocatable or pointer of the caller.
    Handle {
        /// Its name; equal names are one variable.
        name: String,
        /// What it refers to, if it has storage.
        target: Option<Box<EntryArgument>>,
    },
    /// The address of storage of the caller whose values are inputs.
    Block {
        /// What lies at the address.
        object: EntryBlock,
        /// Storage that the pointers at its beginning lead to; all others lead nowhere.
        behind: Vec<EntryBlock>,
    },
    /// The address of addresses of texts, with a null address behind the last.
    Texts(Vec<EntryText>),
    /// No argument for an optional parameter.
    Absent,
    /// A variable of the caller made of several values: a text, a complex number, a record, an array of these.
    Storage {
        /// Its name; equal names are one variable. Without a name it is a temporary.
        name: String,
        /// Its values in storage order.
        leaves: Vec<EntryLeaf>,
        /// The bounds of each dimension, and how many values lie between neighbours in it.
        dimensions: Vec<(i64, i64, i64)>,
        /// The length of texts.
        length: Option<i64>,
    },
}

/// Storage of the caller whose values are inputs.
#[derive(Clone, Debug)]
pub struct EntryBlock {
    /// Its name.
    pub name: String,
    /// What lies in it, as far as it has names.
    pub content: Type,
    /// Its size, unless `size` says it.
    pub bytes: u64,
    /// Its size in bytes where that depends on other arguments. It may be more than the content has; what lies beyond is
    /// assumed not to be used.
    pub size: Option<EntryValue>,
    /// Why it is none of the caller's own objects, if it is none.
    pub handed: Option<Handed>,
}

impl EntryBlock {
    /// An object whose values are inputs.
    pub fn new(name: impl Into<String>, content: Type, bytes: u64) -> EntryBlock {
        EntryBlock { name: name.into(), content, bytes, size: None, handed: None }
    }

    /// A function that is none of the program.
    pub fn function(name: impl Into<String>) -> EntryBlock {
        EntryBlock::new(name, Type::Procedure, 1)
    }
}

/// One value of a variable of the caller.
#[derive(Clone, Debug)]
pub struct EntryLeaf {
    /// Its name as a symbol.
    pub name: String,
    /// Its sort.
    pub sort: Scalar,
    /// The type whose limits it keeps.
    pub range: Option<IntType>,
    /// Its value; without one it is symbolic.
    pub value: Option<EntryValue>,
}

/// The outermost call.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who is called.
    pub procedure: ProcId,
    /// With what.
    pub arguments: Vec<EntryArgument>,
    /// What READ statements find, in order.
    pub input: Vec<EntryValue>,
    /// What the standard unit for input reads, as text; without it, `input`.
    pub text: Option<Vec<u8>>,
    /// Whether READ statements find new symbols when that is used up.
    pub symbolic_input: bool,
    /// Whether unknown numbers are read character by character: standard input is then a text in every respect.
    pub by_character: bool,
    /// Values for names that are symbols otherwise: external variables without INITIAL, quoted names in the text.
    pub given: Vec<(String, EntryValue)>,
    /// Whether nothing was called before: what procedures keep from call to call has its first values.
    pub first: bool,
    /// The names by which inputs in lasting storage are seen.
    pub names: Arc<StorageNames>,
    /// What executions of the call rely on.
    pub relied: Arc<Reliances>,
}

impl Entry {
    /// A call without input: what READ statements find is symbolic.
    pub fn new(procedure: ProcId, arguments: Vec<EntryArgument>) -> Self {
        Entry {
            procedure,
            arguments,
            input: Vec::new(),
            text: None,
            symbolic_input: true,
            by_character: false,
            given: Vec::new(),
            first: false,
            names: Arc::default(),
            relied: Arc::default(),
        }
    }

    /// The same with names for all that may be an input, apart from those that were typed.
    pub fn naming<'t>(mut self, program: &FlowProgram, typed: impl Iterator<Item = &'t str>) -> Self {
        let variables: Vec<&str> = self.arguments.iter().filter_map(EntryArgument::name).collect();
        let typed: Vec<&str> = typed.collect();
        let all = typed.into_iter().chain(variables);
        self.names = Arc::new(StorageNames::seen_from(program, self.procedure, all));
        self
    }

    /// The name of a value of the input stream, by its number from 1.
    pub fn read_name(&self, number: u64) -> String {
        let mut table = Table::new();
        table.reserve(self.names.inputs().clone());
        table.label(&Origin::Read(Stream::Values, number), Sort::INT, read_name(number))
    }

    /// The value that is given for the input of a name.
    pub(crate) fn value_of(&self, name: &str) -> Option<&EntryValue> {
        self.given.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }
}

impl EntryValue {
    /// The value in a table.
    pub fn load(&self, table: &mut Table) -> Value {
        match self {
            EntryValue::Undefined => Value::Undefined,
            EntryValue::Int(value) => Value::of_big(table, value),
            EntryValue::Bool(value) => Value::Bool(*value),
            EntryValue::Constant(value) => {
                let term = table.constant(value);
                Value::of_term(table, term)
            }
            EntryValue::Procedure(procedure) => Value::Procedure(*procedure),
            EntryValue::Term(shared) => {
                let (other, term) = &**shared;
                let term = table.import(other, *term, &mut Default::default());
                Value::of_term(table, term)
            }
        }
    }
}

/// Makes a state before its first instruction.
pub(crate) struct Start<'a> {
    pub code: &'a Code,
    pub entry: &'a Entry,
    pub state: State,
    pub table: &'a mut Table,
}

/// A state before its first instruction, and the caller's variables with their objects.
pub(crate) fn initial_state(
    code: &Code,
    entry: &Entry,
    table: &mut Table,
) -> (State, Vec<(String, ObjectId)>) {
    let procedure = &code.procedures[entry.procedure];
    let frame = Frame::new(entry.procedure, procedure, ResultPlace::None, usize::MAX);
    if !entry.names.inputs().is_empty() {
        table.reserve(entry.names.inputs().clone());
    }
    let mut start = Start { code, entry, state: State::new(frame), table };
    for (number, object) in (0..).zip(&code.statics) {
        let made = start.static_object(object, number);
        start.state.allocate(made);
    }
    for alias in &code.aliases {
        let made = alias_object(alias, &start.state);
        start.state.allocate(made);
    }
    start.globals();
    let mut variables: Vec<(String, ObjectId)> = Vec::new();
    for (argument, &slot) in entry.arguments.iter().zip(&procedure.parameters) {
        let range = procedure.slot_ranges[slot as usize];
        let by_value = matches!(procedure.variables.get(VarId(slot)), Some(VariablePlace::Slot(_)));
        let value = match argument {
            EntryArgument::Block { object, behind } => start.given(object, behind),
            EntryArgument::Texts(texts) => start.texts(texts),
            EntryArgument::Value(value) | EntryArgument::Scalar { value, .. } if by_value => {
                start.limited(value, range)
            }
            EntryArgument::Value(EntryValue::Procedure(procedure)) => Value::Procedure(*procedure),
            EntryArgument::Absent => Value::Undefined,
            _ => {
                let known = argument.name().and_then(|name| variables.iter().find(|known| known.0 == name));
                let object = match known {
                    Some((_, object)) => *object,
                    None => start.argument_object(argument, range, false),
                };
                if let (Some(name), None) = (argument.name(), known) {
                    variables.push((name.to_owned(), object));
                }
                Value::Reference(object)
            }
        };
        start.state.frame.slots[slot as usize] = value;
    }
    (start.state, variables)
}

impl EntryArgument {
    /// The name of the caller's variable, if it is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            EntryArgument::Value(_) | EntryArgument::Texts(_) | EntryArgument::Absent => None,
            EntryArgument::Block { object: EntryBlock { name, .. }, .. }
            | EntryArgument::Scalar { name, .. }
            | EntryArgument::Array { name, .. }
            | EntryArgument::Handle { name, .. }
            | EntryArgument::Storage { name, .. } => {
                Some(name).filter(|name| !name.is_empty()).map(String::as_str)
            }
        }
    }
}

impl Start<'_> {
    /// A given value; a symbolic one has the limits of the variable that holds it first.
    fn limited(&mut self, value: &EntryValue, range: Option<IntType>) -> Value {
        let value = value.load(self.table);
        self.state.limit(self.table, value, range);
        value
    }

    /// The value of an input, which keeps the limits of a type: what the entry says, or a symbol.
    pub(crate) fn input(
        &mut self,
        origin: Origin,
        name: &str,
        sort: Scalar,
        range: Option<IntType>,
    ) -> Value {
        let value = match self.entry.value_of(name) {
            Some(value) => value.load(self.table),
            None => Value::Term(self.table.input(origin, Sort::Scalar(sort), || name.to_owned())),
        };
        self.state.limit(self.table, value, range);
        value
    }

    /// The object of an argument, on the heap if a handle refers to it.
    fn argument_object(&mut self, argument: &EntryArgument, range: Option<IntType>, heap: bool) -> ObjectId {
        let object = match argument {
            EntryArgument::Value(value) | EntryArgument::Scalar { value, .. } => {
                Object::Scalar(self.limited(value, range))
            }
            EntryArgument::Storage { leaves, dimensions, length, .. } => {
                self.caller_storage(leaves, dimensions, *length, heap)
            }
            EntryArgument::Array { name, element, bounds, elements, dimensions } => {
                let symbol = self.table.symbol(name, Sort::Array(*element));
                let bounds = bounds.as_ref().map(|(low, high)| (low.load(self.table), high.load(self.table)));
                let (low, high) = bounds.unwrap_or((Value::Undefined, Value::Undefined));
                let mut array = ArrayObject::new(*element, low, high, Some(symbol)).limited(range);
                for (index, value) in elements {
                    array.set_cell(*index, value.load(self.table));
                }
                if dimensions.is_empty() {
                    self.admit_bounds(low, high);
                    Object::Array(array)
                } else {
                    let storage = self.state.place(Object::Array(array), heap);
                    self.shaped(storage, symbol, dimensions)
                }
            }
            EntryArgument::Handle { target, .. } => {
                let target = target.as_ref().map(|target| self.argument_object(target, range, true));
                Object::Scalar(target.map_or(Value::Undefined, Value::Reference))
            }
            EntryArgument::Block { .. } | EntryArgument::Texts(_) | EntryArgument::Absent => {
                unreachable!("made elsewhere")
            }
        };
        self.state.place(object, heap)
    }

    /// Elements of a symbolic array, seen with several dimensions.
    fn shaped(&mut self, storage: ObjectId, symbol: TermId, bounds: &[(i64, i64)]) -> Object {
        let mut stride = 1_i64;
        let dimensions = bounds.iter().map(|&(low, high)| {
            let dimension = Dimension::known((low, high, stride));
            stride = stride.saturating_mul((high - low + 1).max(0));
            dimension
        });
        let dimensions = dimensions.collect();
        let view = View {
            storage,
            offset: Value::Int(1),
            dimensions,
            length: Value::Undefined,
            end: Value::Undefined,
        };
        if let Some(shape) = view.shape(1) {
            self.table.set_shape(symbol, shape);
        }
        Object::View(Arc::new(view))
    }

    /// An array that somebody passes has its bounds in order.
    fn admit_bounds(&mut self, low: Value, high: Value) {
        if matches!((low, high), (Value::Term(_), _) | (_, Value::Term(_)))
            && let (Some(low), Some(high)) = (low.to_term(self.table), high.to_term(self.table))
        {
            let ordered = self.table.apply(Op::Le, &[low, high]);
            self.state.domain.push(ordered);
        }
    }

    pub(crate) fn caller_storage(
        &mut self,
        leaves: &[EntryLeaf],
        dimensions: &[(i64, i64, i64)],
        length: Option<i64>,
        heap: bool,
    ) -> Object {
        let element = leaves.first().map_or(Scalar::Int, |leaf| leaf.sort);
        let high = Value::Int(leaves.len() as i64);
        let mut array = ArrayObject::new(element, Value::Int(1), high, None);
        for (at, leaf) in (1..).zip(leaves) {
            let value = match &leaf.value {
                Some(value) => self.limited(value, leaf.range),
                None => self.symbol(&leaf.name, leaf.sort, leaf.range),
            };
            array.set_cell(at, value);
        }
        let storage = self.state.place(Object::Array(array), heap);
        let dimensions = dimensions.iter().copied().map(Dimension::known).collect();
        let length = length.map_or(Value::Undefined, Value::Int);
        Object::View(Arc::new(View {
            storage,
            offset: Value::Int(1),
            dimensions,
            length,
            end: Value::Undefined,
        }))
    }

    /// Any value of a type, under a name.
    pub(crate) fn symbol(&mut self, name: &str, sort: Scalar, range: Option<IntType>) -> Value {
        let symbol = Value::Term(self.table.symbol(name, Sort::Scalar(sort)));
        self.state.limit(self.table, symbol, range);
        symbol
    }

    fn static_object(&mut self, object: &StaticObject, number: u32) -> Object {
        let (code, entry) = (self.code, self.entry);
        let whole_program = code.main == Some(entry.procedure) || entry.first && object.kept;
        let origin = Origin::Stored { storage: number, part: 0 };
        let symbol = match object.input {
            StaticInput::Symbol => true,
            StaticInput::SymbolOfPart => !whole_program,
            StaticInput::No | StaticInput::Cells(_) => false,
        };
        if !object.array {
            if symbol {
                let name = object.shown(&entry.names);
                return Object::Scalar(self.input(origin, name, object.element, object.range));
            }
            let first = object.initial.iter().rev().find_map(|run| run.values.first());
            let value = first.map_or(Value::Undefined, |constant| load_constant(constant, self.table));
            self.state.limit(self.table, value, object.range);
            return Object::Scalar(value);
        }
        let (low, high) = match &object.bounds {
            Some((low, high)) => (Value::of_big(self.table, low), Value::of_big(self.table, high)),
            None => (Value::Undefined, Value::Undefined),
        };
        let base = symbol.then(|| {
            let name = || object.shown(&entry.names).to_owned();
            self.table.input(origin, Sort::Array(object.element), name)
        });
        let mut array = ArrayObject::new(object.element, low, high, base).limited(object.range);
        array.granule = object.granule;
        if let Value::Int(first) = low {
            match &object.input {
                StaticInput::Cells(cells) if !whole_program => {
                    let names = cell_names(object, cells, code, &entry.names);
                    for (part, (cell, name)) in (0..).zip(cells.iter().zip(names)) {
                        let origin = Origin::Stored { storage: number, part };
                        let value = self.input(origin, &name, cell.sort, cell.range);
                        put_cell(&mut array, first + cell.cell, value, cell.cells);
                    }
                }
                _ if symbol => {}
                _ => object.initial.iter().for_each(|run| put_run(&mut array, first, run, self.table)),
            }
        }
        Object::Array(array)
    }
}

/// The names by which users see the cells of an area.
fn cell_names<'c>(
    object: &StaticObject,
    cells: &'c [InputCell],
    code: &Code,
    names: &StorageNames,
) -> Vec<Cow<'c, str>> {
    let items = cells.iter().map(|cell| cell.item + 1).max().unwrap_or(0);
    let shown = (0..items).map(|item| object.shown_values(item, names, &code.records, code.policy));
    let shown: Vec<Option<Vec<String>>> = shown.collect();
    let name = |cell: &'c InputCell| match &shown[cell.item] {
        Some(other) => Cow::Owned(other[cell.leaf].clone()),
        None => Cow::Borrowed(cell.name.as_str()),
    };
    cells.iter().map(name).collect()
}

fn put_run(array: &mut ArrayObject, first: i64, run: &StaticRun, table: &mut Table) {
    let values: Vec<Value> = run.values.iter().map(|constant| load_constant(constant, table)).collect();
    for time in 0..run.count as i64 {
        let mut at = first + run.first + time * run.stride;
        for value in &values {
            put_cell(array, at, *value, run.cells_each);
            at += run.cells_each;
        }
    }
}

/// A value that takes several cells is followed by tails.
fn put_cell(array: &mut ArrayObject, at: i64, value: Value, cells: i64) {
    array.set_cell(at, value);
    for tail in 1..cells {
        array.set_cell(at + tail, Value::Tail);
    }
}

/// A variable in an area: an element or a view of the area's cells.
fn alias_object(alias: &StaticAlias, state: &State) -> Object {
    let storage = static_object_id(alias.storage);
    let low = match state.storage(storage) {
        Some(ArrayObject { low: Value::Int(low), .. }) => *low,
        _ => 1,
    };
    let offset = Value::Int(low + alias.cell);
    if alias.simple {
        return Object::Element { array: storage, index: offset, end: Value::Undefined };
    }
    let dimensions = alias.dimensions.iter().copied().map(Dimension::known).collect();
    let length = alias.length.map_or(Value::Undefined, Value::Int);
    Object::View(Arc::new(View { storage, offset, dimensions, length, end: Value::Undefined }))
}

/// A constant of the code in a table.
pub(crate) fn load_constant(constant: &Constant, table: &mut Table) -> Value {
    match constant {
        Constant::Int(value) => Value::of_big(table, value),
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Real(value, kind) => {
            let mut term = table.real(value.clone());
            if let Some(kind) = kind {
                term = table.constant(&apply_op(&Op::RealToFloat(*kind), &[&EvalValue::Real(value.clone())]));
            }
            Value::of_term(table, term)
        }
        Constant::Float(FloatKind::Single, bits) => Value::single(f64::from_bits(*bits) as f32),
        Constant::Float(FloatKind::Double, bits) => Value::double(f64::from_bits(*bits)),
        Constant::Procedure(procedure) => Value::Procedure(*procedure),
        Constant::Symbol(name, sort) => {
            let sort = Sort::Scalar(*sort);
            // What is shown by a name can be typed by that name.
            let shown = table.symbol_named(name).filter(|&term| table.sort(term) == sort);
            Value::Term(shown.unwrap_or_else(|| table.symbol(name, sort)))
        }
    }
}

/// The id of a static object: they are allocated first and in order.
pub(crate) fn static_object_id(index: u32) -> ObjectId {
    ObjectId::from_index(index as usize)
}
