//! Static storage: variables of the whole program, and areas in which variables lie beside and over each other.
//!
//! An area that holds one variable, seen alike by all procedures, is just that variable. Any other area is an array
//! of cells, and the variables in it are aliases: views of its parts. Where variables of different leaf sizes share
//! an area, its cells are as small as the greatest common measure of sizes and places.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Id, IdVec};
use sextant_expr::Scalar;
use sextant_flow::{FlowProgram, StorageNames, assigns, each_assigned, instructions};
use sextant_syntax::{
    Area, AreaId, AreaItem, Expr, ExprKind, ExternalId, InitialValue, IntType, ProcId, Record, RecordId,
    Storage, TextLength, Type, VarId,
};

use super::layout::{Leaf, LeafKind, NamedLeaf, constant_bounds, leaf_names, leaves};
use super::storage::{constant, constant_int, constants, range, scalar_sort};
use super::{Constant, Policy, SharedVariable};
use crate::ObjectId;

/// A static object, allocated before the program starts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StaticObject {
    pub name: String,
    pub owner: Owner,
    pub element: Scalar,
    pub array: bool,
    /// Bounds of an array, where they are constants.
    pub bounds: Option<(IBig, IBig)>,
    /// Bytes of a cell where sizes are mixed; else 0.
    pub granule: u8,
    pub initial: Vec<StaticRun>,
    pub input: StaticInput,
    /// Whether it is an input only where earlier calls may have changed it.
    pub kept: bool,
    /// Under machine arithmetic, the integer type of the value or element.
    pub range: Option<IntType>,
}

/// Whose storage an object is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Owner {
    External(ExternalId),
    Local(ProcId, VarId),
    Area(AreaId, Vec<AreaItem>),
}

impl StaticObject {
    /// The name by which users see it where it is one input.
    pub fn shown<'n>(&'n self, names: &'n StorageNames) -> &'n str {
        let known = match &self.owner {
            Owner::External(id) => names.external(*id),
            Owner::Local(procedure, variable) => names.local(*procedure, *variable),
            Owner::Area(area, _) => names.item(*area, 0),
        };
        known.unwrap_or(&self.name)
    }

    /// The names of the values of an item by which users see them, where they are not those that it was compiled with.
    pub fn shown_values(
        &self,
        item: usize,
        names: &StorageNames,
        records: &IdVec<RecordId, Record>,
        policy: Policy,
    ) -> Option<Vec<String>> {
        let Owner::Area(area, items) = &self.owner else { return None };
        let (shown, declared) = (names.item(*area, item)?, items.get(item)?);
        if shown == declared.name {
            return None;
        }
        let leaves = leaf_names(shown, &declared.ty, records, policy)?;
        Some(leaves.into_iter().map(|leaf| leaf.name).collect())
    }
}

/// Values at the start.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StaticRun {
    /// The first cell, counted from the first one of the object.
    pub first: i64,
    pub stride: i64,
    pub count: u64,
    /// The leaves of the value, and how many cells each takes.
    pub values: Vec<Constant>,
    pub cells_each: i64,
}

/// Whether an object is an input of the procedure that is examined.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum StaticInput {
    No,
    /// As one symbol with the name of the object.
    Symbol,
    /// As symbols for its cells, unless the whole program is run.
    Cells(Vec<InputCell>),
    /// As one symbol, unless the whole program is run.
    SymbolOfPart,
}

/// A cell that is an input.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct InputCell {
    /// Counted from the first cell of the object.
    pub cell: i64,
    /// The item of the area, and the position of the value among those of the item.
    pub item: usize,
    pub leaf: usize,
    pub name: String,
    pub sort: Scalar,
    pub range: Option<IntType>,
    /// How many cells it takes.
    pub cells: i64,
}

/// A variable in an area, seen through a part of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StaticAlias {
    /// The area's object.
    pub storage: u32,
    /// Its first cell, counted from the first one of the area.
    pub cell: i64,
    /// `low:high` and the stride in cells of every dimension.
    pub dimensions: Vec<(i64, i64, i64)>,
    /// The length of texts.
    pub length: Option<i64>,
    /// Whether it is one leaf: then it is an element, not a view.
    pub simple: bool,
}

/// Static and external variables of a program, each with its object.
pub(super) struct Statics {
    pub objects: Vec<StaticObject>,
    pub aliases: Vec<StaticAlias>,
    pub externals: IdVec<ExternalId, ObjectId>,
    locals: FxHashMap<(ProcId, VarId), ObjectId>,
    policy: Policy,
}

impl Statics {
    pub(super) fn of(program: &FlowProgram, policy: Policy) -> Self {
        let mut statics = Statics {
            objects: Vec::new(),
            aliases: Vec::new(),
            externals: IdVec::new(),
            locals: FxHashMap::default(),
            policy,
        };
        for (id, external) in program.externals.iter_enumerated() {
            let owner = Owner::External(id);
            let input = if external.initial.is_empty() { StaticInput::Symbol } else { StaticInput::No };
            let object = statics.add(external.name.clone(), owner, &external.ty, &external.initial, input);
            statics.externals.push(object);
        }
        for (procedure, graph) in program.procedures.iter_enumerated() {
            for (id, variable) in graph.variables.iter_enumerated() {
                if variable.storage == Storage::Static {
                    let (name, owner) = (variable.name.clone(), Owner::Local(procedure, id));
                    let changed = assigns(graph, |other| other == id);
                    let input = if changed { StaticInput::SymbolOfPart } else { StaticInput::No };
                    let object = statics.add(name, owner, &variable.ty, &variable.initial, input);
                    statics.locals.insert((procedure, id), object);
                }
            }
        }
        statics.areas(program);
        statics
    }

    /// The object of a static or external variable, or of one in an area.
    pub(super) fn object(&self, procedure: ProcId, variable: VarId, storage: Storage) -> Option<ObjectId> {
        match storage {
            Storage::Static | Storage::Area(..) => self.locals.get(&(procedure, variable)).copied(),
            Storage::External(external) => Some(self.externals[external]),
            Storage::Parameter | Storage::Value | Storage::Automatic => None,
        }
    }

    /// The variables in shared areas, under the names of the procedure that declares them first.
    pub(super) fn shared(&self, program: &FlowProgram) -> Vec<SharedVariable> {
        let mut shared = Vec::new();
        for (area_id, area) in program.areas.iter_enumerated().filter(|(_, area)| area.shared) {
            for (position, item) in area.items.iter().enumerate() {
                let viewers = self.locals.iter().filter(|((procedure, variable), _)| {
                    let variable = &program.procedures[*procedure].variables[*variable];
                    variable.storage == Storage::Area(area_id, item.offset) && variable.ty == item.ty
                });
                if let Some((_, object)) = viewers.min_by_key(|(viewer, _)| **viewer) {
                    let (name, ty) = (item.name.clone(), item.ty.clone());
                    shared.push(SharedVariable { name, area: area_id, item: position, ty, object: *object });
                }
            }
        }
        shared
    }

    fn add(
        &mut self,
        name: String,
        owner: Owner,
        ty: &Type,
        initial: &[Expr],
        input: StaticInput,
    ) -> ObjectId {
        let bounds = ty.vector_bounds().and_then(|bounds| constant_bounds(std::slice::from_ref(bounds)));
        let values: Vec<Constant> = initial.iter().filter_map(|value| constant(value, self.policy)).collect();
        let run = StaticRun { first: 0, stride: 1, count: 1, values, cells_each: 1 };
        let kept = matches!(owner, Owner::Local(..));
        self.objects.push(StaticObject {
            name,
            owner,
            kept,
            element: scalar_sort(ty, self.policy),
            array: ty.is_array(),
            bounds: bounds.map(|bounds| (IBig::from(bounds[0].0), IBig::from(bounds[0].1))),
            granule: 0,
            initial: vec![run],
            input,
            range: range(ty, self.policy),
        });
        ObjectId(self.objects.len() as u32 - 1)
    }

    fn areas(&mut self, program: &FlowProgram) {
        let mut viewers: FxHashMap<AreaId, Vec<(ProcId, VarId)>> = FxHashMap::default();
        for (procedure, graph) in program.procedures.iter_enumerated() {
            for (id, variable) in graph.variables.iter_enumerated() {
                if let Storage::Area(area, _) = variable.storage {
                    viewers.entry(area).or_default().push((procedure, id));
                }
            }
        }
        let changed = changed_areas(program);
        let mut open = Vec::new();
        for (id, area) in program.areas.iter_enumerated() {
            let seen = viewers.remove(&id).unwrap_or_default();
            let mut plan = AreaPlan::new(program, self.policy, (id, area), seen);
            plan.changed = changed.contains(&id);
            open.extend(plan.add_to(self));
        }
        // Aliases stand behind all storage, so that the ids of both are known beforehand.
        for (viewer, alias) in open {
            let object = ObjectId::from_index(self.objects.len() + self.aliases.len());
            self.aliases.push(alias);
            self.locals.insert(viewer, object);
        }
    }
}

/// The areas in which something is assigned.
fn changed_areas(program: &FlowProgram) -> FxHashSet<AreaId> {
    let mut changed = FxHashSet::default();
    for graph in program.procedures.iter() {
        for instruction in instructions(graph) {
            each_assigned(&instruction.action, &mut |variable| {
                if let Storage::Area(area, _) = graph.variables[variable].storage {
                    changed.insert(area);
                }
            });
        }
    }
    changed
}

/// How an area is laid out.
struct AreaPlan<'p> {
    program: &'p FlowProgram,
    policy: Policy,
    id: AreaId,
    area: &'p Area,
    viewers: Vec<(ProcId, VarId)>,
    /// The leaves of all items, in order.
    leaves: Vec<NamedLeaf>,
    /// The item that each leaf belongs to, and its position among the leaves of that item.
    places: Vec<(usize, usize)>,
    /// Bytes of a cell; 0: each leaf has one cell.
    granule: u64,
    /// Whether something assigns what lies in it.
    changed: bool,
}

type Viewer = (ProcId, VarId);

impl<'p> AreaPlan<'p> {
    fn new(
        program: &'p FlowProgram,
        policy: Policy,
        (id, area): (AreaId, &'p Area),
        viewers: Vec<Viewer>,
    ) -> Self {
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for (position, item) in area.items.iter().enumerate() {
            let named = leaf_names(&item.name, &item.ty, &program.records, policy).unwrap_or_default();
            places.extend((0..named.len()).map(|leaf| (position, leaf)));
            all.extend(named.into_iter().map(|leaf| NamedLeaf { offset: leaf.offset + item.offset, ..leaf }));
        }
        let mut plan =
            AreaPlan { program, policy, id, area, viewers, leaves: all, places, granule: 0, changed: false };
        plan.granule = plan.choose_granule();
        plan
    }

    fn viewer(&self, (procedure, variable): Viewer) -> (&'p Type, u64) {
        let variable = &self.program.procedures[procedure].variables[variable];
        match variable.storage {
            Storage::Area(_, offset) => (&variable.ty, offset),
            _ => (&variable.ty, 0),
        }
    }

    /// The single item that everybody sees alike, if that is so.
    fn sole_item(&self) -> Option<&'p AreaItem> {
        let [item] = self.area.items.as_slice() else { return None };
        let alike = self.viewers.iter().all(|&viewer| self.viewer(viewer) == (&item.ty, item.offset));
        (alike && item.offset == 0).then_some(item)
    }

    fn choose_granule(&self) -> u64 {
        if self.sole_item().is_some() {
            return 0;
        }
        let mut kinds: Vec<(Leaf, u64)> =
            self.leaves.iter().map(|named| (named.leaf, named.offset)).collect();
        for &viewer in &self.viewers {
            let (ty, offset) = self.viewer(viewer);
            for leaf in leaves(element_type(ty), &self.program.records, self.policy) {
                kinds.push((leaf, offset));
            }
        }
        let Some(&(first, _)) = kinds.first() else { return 1 };
        let bytes = u64::from(first.bytes);
        let uniform = kinds.iter().all(|(leaf, offset)| {
            leaf.kind == first.kind && u64::from(leaf.bytes) == bytes && offset % bytes == 0
        });
        if uniform {
            return 0;
        }
        kinds
            .iter()
            .fold(0, |measure, (leaf, offset)| {
                common_measure(common_measure(measure, u64::from(leaf.bytes)), *offset)
            })
            .max(1)
    }

    /// The cell at which a byte lies.
    fn cell(&self, offset: u64) -> i64 {
        if let Some(cell) = offset.checked_div(self.granule) {
            return cell as i64;
        }
        let uniform = self.leaves.first().map_or(1, |named| u64::from(named.leaf.bytes));
        match self.leaves.binary_search_by_key(&offset, |named| named.offset) {
            Ok(position) => position as i64,
            Err(_) => (offset / uniform) as i64,
        }
    }

    fn cells_of(&self, leaf: Leaf) -> i64 {
        u64::from(leaf.bytes).checked_div(self.granule).map_or(1, |cells| cells.max(1) as i64)
    }

    /// Adds the area's object; gives the aliases of the variables that are not the object itself.
    fn add_to(&self, statics: &mut Statics) -> Vec<(Viewer, StaticAlias)> {
        let direct = self.sole_item().filter(|item| is_direct(&item.ty));
        let storage = statics.objects.len() as u32;
        statics.objects.push(match direct {
            Some(item) => self.direct_object(item),
            None => self.cells_object(),
        });
        let mut aliases = Vec::new();
        for &viewer in &self.viewers {
            if direct.is_some() {
                statics.locals.insert(viewer, ObjectId(storage));
            } else {
                aliases.push((viewer, self.alias(storage, viewer)));
            }
        }
        aliases
    }

    /// The area is just one variable: a scalar or a vector of leaves.
    fn direct_object(&self, item: &AreaItem) -> StaticObject {
        let bounds = match &item.ty {
            Type::Array(_, bounds) => constant_bounds(bounds).map(|bounds| bounds[0]),
            _ => None,
        };
        let leaf = Leaf::of(item.ty.scalar(), self.policy);
        let handle = matches!(leaf.kind, LeafKind::Handle | LeafKind::Procedure);
        let input = self.is_input() && !handle;
        StaticObject {
            name: item.name.clone(),
            owner: self.owner(),
            kept: self.is_kept(),
            element: leaf.sort,
            array: item.ty.is_array(),
            bounds: bounds.map(|(low, high)| (IBig::from(low), IBig::from(high))),
            granule: 0,
            initial: self.initial(),
            input: if input { StaticInput::SymbolOfPart } else { StaticInput::No },
            range: range(&item.ty, self.policy),
        }
    }

    fn owner(&self) -> Owner {
        Owner::Area(self.id, self.area.items.clone())
    }

    fn cells_object(&self) -> StaticObject {
        let count = match self.granule {
            0 => match self.leaves.first() {
                Some(named) if self.sole_item().is_none() => {
                    self.area.size / u64::from(named.leaf.bytes.max(1))
                }
                _ => self.leaves.len() as u64,
            },
            granule => self.area.size.div_ceil(granule),
        };
        let element = self.leaves.first().map_or(Scalar::Int, |named| named.leaf.sort);
        StaticObject {
            name: self.area.name.clone(),
            owner: self.owner(),
            kept: self.is_kept(),
            element,
            array: true,
            bounds: Some((IBig::ONE, IBig::from(count))),
            granule: self.granule as u8,
            initial: self.initial(),
            input: if self.is_input() { self.input() } else { StaticInput::No },
            range: None,
        }
    }

    /// Whether it holds its first values unless an earlier call has changed them.
    fn is_kept(&self) -> bool {
        !self.area.shared || !self.area.initial.is_empty()
    }

    /// Whether earlier calls may have left any values in it.
    fn is_input(&self) -> bool {
        !self.is_kept() || self.changed
    }

    fn input(&self) -> StaticInput {
        let cells = self
            .leaves
            .iter()
            .zip(&self.places)
            .filter(|(named, _)| !matches!(named.leaf.kind, LeafKind::Handle | LeafKind::Procedure));
        StaticInput::Cells(
            cells
                .map(|(named, &(item, leaf))| InputCell {
                    cell: self.cell(named.offset),
                    item,
                    leaf,
                    name: named.name.clone(),
                    sort: named.leaf.sort,
                    range: named.leaf.range(self.policy),
                    cells: self.cells_of(named.leaf),
                })
                .collect(),
        )
    }

    fn initial(&self) -> Vec<StaticRun> {
        self.area.initial.iter().filter_map(|initial| self.run(initial)).collect()
    }

    fn run(&self, initial: &InitialValue) -> Option<StaticRun> {
        let values = constants(&initial.value, self.policy)?;
        let leaf = match &initial.value.ty {
            Type::Text(_) => Leaf::CHARACTER,
            Type::Complex(kind) => Leaf::of(&Type::Real(*kind), self.policy),
            ty => Leaf::of(ty, self.policy),
        };
        let first = self.cell(initial.offset);
        let stride = match initial.count {
            0 | 1 => 1,
            _ => self.cell(initial.offset + initial.stride) - first,
        };
        Some(StaticRun { first, stride, count: initial.count, values, cells_each: self.cells_of(leaf) })
    }

    fn alias(&self, storage: u32, viewer: Viewer) -> StaticAlias {
        let (ty, offset) = self.viewer(viewer);
        let element = element_type(ty);
        let length = match element {
            Type::Text(TextLength::Given(length)) => {
                constant_int(length).and_then(|length| i64::try_from(length).ok())
            }
            _ => None,
        };
        let of_element = leaves(element, &self.program.records, self.policy);
        let mut stride: i64 = of_element.iter().map(|leaf| self.cells_of(*leaf)).sum();
        let mut dimensions = Vec::new();
        if let Type::Array(_, bounds) = ty {
            for (low, high) in constant_bounds(bounds).unwrap_or_default() {
                dimensions.push((low, high, stride));
                stride *= (high - low + 1).max(0);
            }
        }
        let simple = dimensions.is_empty() && (element.is_simple() || matches!(element, Type::Handle(_)));
        StaticAlias { storage, cell: self.cell(offset), dimensions, length, simple }
    }
}

/// Whether a variable of the type can be an object by itself: a leaf, or a vector of leaves.
fn is_direct(ty: &Type) -> bool {
    let leaf = |ty: &Type| ty.is_simple() || matches!(ty, Type::Handle(_));
    leaf(ty) || (ty.rank() == 1 && leaf(ty.scalar()))
}

fn element_type(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => element,
        other => other,
    }
}

fn common_measure(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_measure(b, a % b) }
}

/// A text constant as character codes.
pub(super) fn characters(expr: &Expr) -> Option<Vec<Constant>> {
    match &expr.kind {
        ExprKind::Text(bytes) => Some(bytes.iter().map(|byte| Constant::Int(IBig::from(*byte))).collect()),
        _ => None,
    }
}
