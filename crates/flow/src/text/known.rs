//! What all graphs of a file see: its graphs, records, areas and globals.
//!
//! Types may speak of any record and initial values of any global, so that names come first, then types, then values.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Id, IdVec};
use sextant_syntax::{
    Area, AreaId, AreaItem, Component, Expr, ExprKind, Global, GlobalId, InitialValue, ProcId, Record,
    RecordId, Type,
};

use super::ast::{
    ComponentNode, File, InitialNode, Numbered, RecordNode, StorageKind, StorageNode, TypeNode,
};
use super::scope::Scope;
use crate::typing::INT;

/// Things under their names and numbers.
pub(super) type Names<T> = FxHashMap<(String, u32), T>;

#[derive(Default)]
pub(super) struct Known {
    pub graphs: FxHashMap<String, ProcId>,
    pub record_names: Names<RecordId>,
    pub area_names: Names<AreaId>,
    pub global_names: Names<GlobalId>,
    pub records: IdVec<RecordId, Record>,
    pub areas: IdVec<AreaId, Area>,
    pub globals: IdVec<GlobalId, Global>,
    /// Whether an array may stand where a scalar is wanted.
    pub lenient: bool,
}

/// Takes records and storage out of a file.
pub(super) fn known(file: &mut File, diagnostics: &mut Diagnostics) -> Rc<Known> {
    let mut known = Known { lenient: file.rules.storage_arguments, ..Known::default() };
    for (position, flow) in file.flows.iter().enumerate() {
        known.graphs.entry(flow.name.text.clone()).or_insert(ProcId::from_index(position));
    }
    let records = std::mem::take(&mut file.records);
    let mut storage = std::mem::take(&mut file.storage);
    for record in &records {
        let id = RecordId::from_index(known.record_names.len());
        enter(&mut known.record_names, &record.name, id, diagnostics);
    }
    for storage in &storage {
        match storage.kind {
            StorageKind::Area(_) => {
                let id = AreaId::from_index(known.area_names.len());
                enter(&mut known.area_names, &storage.name, id, diagnostics);
            }
            StorageKind::Global { .. } => {
                let id = GlobalId::from_index(known.global_names.len());
                enter(&mut known.global_names, &storage.name, id, diagnostics);
            }
        }
    }
    let mut known = Rc::new(known);
    if diagnostics.has_errors() {
        return known;
    }
    types(&mut known, records, &mut storage, diagnostics);
    values(&mut known, storage, diagnostics);
    known
}

fn enter<T>(names: &mut Names<T>, name: &Numbered, id: T, diagnostics: &mut Diagnostics) {
    if names.insert(name.key(), id).is_some() {
        let message = format!("`{}` is declared already; the second of a name is `NAME~2`", name.name.text);
        diagnostics.push(Diagnostic::error(name.name.span, message));
    }
}

fn types(
    known: &mut Rc<Known>,
    records: Vec<RecordNode>,
    storage: &mut [StorageNode],
    diagnostics: &mut Diagnostics,
) {
    let mut scope = Scope::new(known.clone());
    let records: IdVec<RecordId, Record> =
        records.into_iter().map(|record| self::record(&mut scope, record, diagnostics)).collect();
    let (mut areas, mut globals) = (IdVec::new(), IdVec::new());
    for StorageNode { name, kind, size, shared, scope: seen, .. } in storage {
        let (name, span, size, shared) = (name.name.text.clone(), name.name.span, *size, *shared);
        let (seen, initial) = (std::mem::take(seen), Vec::new());
        match kind {
            StorageKind::Area(items) => {
                let items = std::mem::take(items).into_iter().map(|(name, ty, offset)| AreaItem {
                    name: name.text,
                    ty: whole_type(&mut scope, ty, diagnostics),
                    offset,
                });
                let items = items.collect();
                areas.push(Area { name, scope: seen, size, shared, items, initial });
            }
            StorageKind::Global { content, constant } => {
                let content = std::mem::replace(content, TypeNode::plain(INT, span));
                let (content, constant) = (whole_type(&mut scope, content, diagnostics), *constant);
                globals.push(Global {
                    name,
                    scope: seen,
                    content,
                    bytes: size,
                    constant,
                    shared,
                    initial,
                    span,
                });
            }
        }
    }
    drop(scope);
    if let Some(known) = Rc::get_mut(known) {
        (known.records, known.areas, known.globals) = (records, areas, globals);
    }
}

fn whole_type(scope: &mut Scope, ty: TypeNode, diagnostics: &mut Diagnostics) -> Type {
    scope.resolve_type(ty, diagnostics).unwrap_or(INT)
}

fn record(scope: &mut Scope, record: RecordNode, diagnostics: &mut Diagnostics) -> Record {
    let mut names = Names::default();
    let mut components = Vec::with_capacity(record.components.len());
    for ComponentNode { name, ty, offset, bits, initial } in record.components {
        enter(&mut names, &name, (), diagnostics);
        let ty = whole_type(scope, ty, diagnostics);
        let initial = initial.and_then(|initial| scope.expr(initial, diagnostics));
        components.push(Component { name: name.name.text, ty, offset, bits, initial });
    }
    Record { name: record.name.name.text, components, size: record.size }
}

fn values(known: &mut Rc<Known>, storage: Vec<StorageNode>, diagnostics: &mut Diagnostics) {
    let mut scope = Scope::new(known.clone());
    let (mut of_areas, mut of_globals) = (Vec::new(), Vec::new());
    for StorageNode { kind, initial, .. } in storage {
        let initial = initial.into_iter().filter_map(|initial| value(&mut scope, initial, diagnostics));
        let initial: Vec<InitialValue> = initial.collect();
        match kind {
            StorageKind::Area(_) => of_areas.push(initial),
            StorageKind::Global { .. } => of_globals.push(initial),
        }
    }
    drop(scope);
    if let Some(known) = Rc::get_mut(known) {
        known.areas.iter_mut().zip(of_areas).for_each(|(area, initial)| area.initial = initial);
        known.globals.iter_mut().zip(of_globals).for_each(|(global, initial)| global.initial = initial);
    }
}

fn value(scope: &mut Scope, initial: InitialNode, diagnostics: &mut Diagnostics) -> Option<InitialValue> {
    let InitialNode { offset, count, stride, value } = initial;
    let span = value.span;
    let value = scope.expr(value, diagnostics)?;
    if crate::operands::any_in(&value, &|part: &Expr| matches!(part.kind, ExprKind::Load(_))) {
        diagnostics.push(Diagnostic::error(span, "values at the start are constants or addresses"));
    }
    Some(InitialValue { offset, value, count, stride })
}
