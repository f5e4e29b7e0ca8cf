//! BLOCK: declarations that hide those of the same name outside, and whose variables live from its beginning to its end.

use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Place, Stmt, StmtKind, Storage, TextLength, Type};

use super::Resolver;
use super::build::{self, TEXT, array_of, int};
use super::control::kind_or_group;
use super::scope::EntityRef;
use crate::raw;

impl<'a> Resolver<'a, '_> {
    /// `BLOCK`: its declarations hide those of the same name outside.
    pub(crate) fn block_construct(&mut self, body: &'a [raw::Stmt], span: Span) -> Option<StmtKind> {
        let outer = self.scope().by_name.clone();
        let seen = self.substitutions.clone();
        let outermost = self.body.outside.is_none();
        self.body.outside.get_or_insert_with(|| outer.clone());
        let declared = body.iter().filter_map(|stmt| match &stmt.kind {
            raw::StmtKind::Declare(declaration) => Some((declaration, stmt.head)),
            _ => None,
        });
        let known_data = self.scope().data.len();
        for (declaration, head) in declared.clone() {
            if let raw::Declaration::Type { names, .. } = declaration {
                for name in names {
                    self.scope().by_name.remove(&name.name.upper);
                    self.substitutions.retain(|known| known.name != name.name.upper);
                }
            }
            self.declaration(declaration, head);
        }
        let mut own = Vec::new();
        for (declaration, _) in declared {
            if let raw::Declaration::Type { names, .. } = declaration {
                own.extend(names.iter().map(|name| self.find_or_make(&name.name)));
            }
        }
        self.initialise_block(&own, known_data);
        let (allocated, released) = self.sized_when_entered(&own);
        let mut whole = self.grouped(body, span);
        let mut beginning = allocated;
        beginning.extend(own.into_iter().flat_map(|own| self.block_begins(own)));
        if !beginning.is_empty() {
            beginning.push(whole);
            beginning.extend(released);
            whole = self.group(beginning, span);
        }
        self.scope().by_name = outer;
        self.substitutions = seen;
        if outermost {
            self.body.outside = None;
        }
        Some(kind_or_group(whole))
    }

    /// Variables whose size is computed get storage each time the block begins; what does that, and what gives it back.
    fn sized_when_entered(&mut self, own: &[EntityRef]) -> (Vec<Stmt>, Vec<Stmt>) {
        let (mut allocated, mut released) = (Vec::new(), Vec::new());
        for &entity in own {
            let found = self.entity(entity);
            let span = found.name.span;
            if found.flags.parameter || found.flags.external || found.spec.is_none() {
                continue;
            }
            let Some(variable) = self.variable_of(entity, span) else { continue };
            let declared = &self.scope().variables[variable];
            if declared.storage != Storage::Automatic {
                continue;
            }
            let Some((ty, bounds)) = computed_size(&declared.ty.clone(), span) else { continue };
            self.scope().variables[variable].ty = Type::Handle(Box::new(ty));
            let place = Place::Variable(variable);
            let forget = StmtKind::PointTo { handle: place.clone(), target: None };
            allocated.push(self.made(forget, span));
            allocated.push(self.made(StmtKind::Allocate { place: place.clone(), bounds }, span));
            released.push(self.made(StmtKind::Release(place), span));
        }
        (allocated, released)
    }
}

/// A type whose size is computed, without it, and the bounds to allocate: those of a text's length come first.
fn computed_size(ty: &Type, span: Span) -> Option<(Type, Vec<(sextant_syntax::Expr, sextant_syntax::Expr)>)> {
    let mut bounds = Vec::new();
    let element = match ty.scalar() {
        Type::Text(TextLength::Given(length)) if build::int_value(length).is_none() => {
            bounds.push((int(1, span), (**length).clone()));
            TEXT
        }
        other => other.clone(),
    };
    let mut is_computed = !bounds.is_empty();
    if let Type::Array(_, given) = ty {
        for dimension in given {
            let ArrayBounds::Given { low, high } = dimension else { return None };
            is_computed |= build::int_value(low).is_none() || build::int_value(high).is_none();
            bounds.push(((**low).clone(), (**high).clone()));
        }
    }
    is_computed.then(|| (array_of(element, ty.rank()), bounds))
}
