//! What names mean: the entities of each program unit, and how a unit sees those of modules and hosts.
//!
//! Invariants
//! - An entity belongs to the unit that declares it; other units refer to it by an [`EntityRef`].
//! - What an entity is (its [`Role`]) is decided when it is first used, because FORTRAN declares things in any order
//!   and some of them only by use.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{IdVec, Span};
use sextant_syntax::{Expr, ProcId, RecordId, Type, VarId, Variable};

use crate::raw;

/// A program unit by its position among all units, interface bodies included.
pub(crate) type UnitId = usize;

/// An entity of some unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntityRef {
    pub(crate) unit: UnitId,
    pub(crate) index: usize,
}

/// What an entity has turned out to be.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// Nothing is decided: a variable or a procedure.
    Open,
    /// Its definition is being looked at.
    Underway,
    /// A variable of the entity's own unit.
    Variable(VarId),
    /// A named constant.
    Constant(Rc<Expr>),
    /// A named constant that is an array: the variable that holds it, and its elements.
    ConstantArray(VarId, Rc<Vec<Expr>>),
    /// A procedure.
    Procedure(Target),
    /// A statement function, by its position in the unit.
    StatementFunction(usize),
    /// A generic name with its specific procedures.
    Generic(Vec<EntityRef>),
    /// A derived type.
    Record(RecordId),
    /// An error has been reported.
    Broken,
}

/// Which procedure a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// One of the program.
    Known(ProcId),
    /// One that is not in the program; perhaps an interface body says how it is called.
    Unknown(Option<UnitId>),
    /// A dummy argument; perhaps an interface body says how it is called.
    Dummy(VarId, Option<UnitId>),
    /// A function or subroutine of the language.
    Intrinsic,
}

/// The attributes of an entity that are either there or not.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Flags {
    pub(crate) dummy: bool,
    pub(crate) allocatable: bool,
    pub(crate) pointer: bool,
    pub(crate) target: bool,
    pub(crate) optional: bool,
    /// INTENT(OUT).
    pub(crate) out: bool,
    pub(crate) value: bool,
    pub(crate) external: bool,
    pub(crate) intrinsic: bool,
    pub(crate) parameter: bool,
    pub(crate) saved: bool,
    /// A function's result.
    pub(crate) result: bool,
    /// Lies in COMMON or is equivalenced: its storage is laid out with others.
    pub(crate) laid_out: bool,
}

/// Something with a name.
#[derive(Clone, Debug)]
pub(crate) struct Entity<'a> {
    pub(crate) name: raw::Name,
    /// The declared type, and the length or size behind the name.
    pub(crate) spec: Option<&'a raw::TypeSpec>,
    pub(crate) length: Option<&'a raw::Length>,
    pub(crate) dimensions: Option<&'a [raw::Dimension]>,
    /// The value of a named constant.
    pub(crate) constant: Option<&'a raw::Expr>,
    pub(crate) initial: Option<&'a raw::Initial>,
    pub(crate) flags: Flags,
    /// The interface body that describes it.
    pub(crate) interface: Option<UnitId>,
    pub(crate) definition: Option<&'a raw::TypeDefinition>,
    /// Whether it is an array although nothing here declares its bounds.
    pub(crate) is_array: bool,
    /// The type without bounds, once it is known.
    pub(crate) scalar: Option<Type>,
    pub(crate) role: Role,
}

impl<'a> Entity<'a> {
    pub(crate) fn new(name: raw::Name) -> Self {
        Entity {
            name,
            spec: None,
            length: None,
            dimensions: None,
            constant: None,
            initial: None,
            flags: Flags::default(),
            interface: None,
            definition: None,
            is_array: false,
            scalar: None,
            role: Role::Open,
        }
    }

    pub(crate) fn role_is_variable(&self) -> bool {
        matches!(self.role, Role::Variable(_))
    }
}

/// `F(X, Y) = expression`
#[derive(Clone, Debug)]
pub(crate) struct StatementFunction<'a> {
    pub(crate) parameters: Vec<raw::Name>,
    pub(crate) value: &'a raw::Expr,
}

/// The types of undeclared names.
#[derive(Clone, Default, Debug)]
pub(crate) struct Implicit<'a> {
    pub(crate) none: bool,
    pub(crate) rules: Vec<&'a raw::ImplicitRule>,
}

/// One COMMON block of a unit, with all its items in order.
#[derive(Clone, Debug)]
pub(crate) struct CommonPart {
    /// In capital letters; empty for blank COMMON.
    pub(crate) block: Rc<str>,
    pub(crate) items: Vec<usize>,
}

/// What a unit declares.
#[derive(Default, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) by_name: FxHashMap<Rc<str>, EntityRef>,
    pub(crate) entities: Vec<Entity<'a>>,
    pub(crate) variables: IdVec<VarId, Variable>,
    pub(crate) implicit: Implicit<'a>,
    /// Variables of modules and hosts as variables of this unit.
    pub(crate) imported: FxHashMap<EntityRef, VarId>,
    /// Variables of hosts, each a hidden parameter of this unit.
    pub(crate) captures: Vec<(EntityRef, VarId)>,
    pub(crate) commons: Vec<CommonPart>,
    pub(crate) equivalences: Vec<&'a [raw::Expr]>,
    pub(crate) data: Vec<&'a raw::DataGroup>,
    pub(crate) namelists: FxHashMap<Rc<str>, (String, Vec<raw::Name>)>,
    pub(crate) statement_functions: Vec<StatementFunction<'a>>,
    pub(crate) formats: FxHashMap<u32, &'a str>,
    pub(crate) save_all: bool,
    /// All locals are static: there are ENTRYs, which share them.
    pub(crate) all_static: bool,
    /// What PUBLIC and PRIVATE say of names.
    pub(crate) access: FxHashMap<Rc<str>, raw::Access>,
    /// Names of a module are private unless declared otherwise.
    pub(crate) private: bool,
    /// Whether names of the host are seen.
    pub(crate) sees_host: bool,
    /// Variables that may share storage with others because they are pointers or targets.
    pub(crate) aliased: FxHashSet<VarId>,
    /// Variables that take the shape of what is assigned to them.
    pub(crate) allocatables: FxHashSet<VarId>,
    /// Arrays made by the front end: they begin at 1.
    pub(crate) made_arrays: FxHashSet<VarId>,
    /// The values of arrays that never change.
    pub(crate) vectors: FxHashMap<VarId, Rc<Vec<Expr>>>,
    pub(crate) temporaries: u32,
    /// Labels that some ASSIGN statement mentions.
    pub(crate) assigned_labels: Vec<u32>,
    /// The variable with the length of a `CHARACTER*(*)` function's result.
    pub(crate) result_length: Option<VarId>,
    /// The result of the function, if it is one.
    pub(crate) result: Option<usize>,
    /// Whether a specification statement could not be read: then missing declarations are not reported.
    pub(crate) incomplete: bool,
}

impl<'a> Scope<'a> {
    /// The entity of a name in this unit, made if there is none.
    pub(crate) fn entity(&mut self, unit: UnitId, name: &raw::Name) -> usize {
        if let Some(found) = self.by_name.get(&name.upper)
            && found.unit == unit
        {
            return found.index;
        }
        let index = self.entities.len();
        self.entities.push(Entity::new(name.clone()));
        self.by_name.insert(name.upper.clone(), EntityRef { unit, index });
        index
    }

    /// The rule for an undeclared name.
    pub(crate) fn implicit_rule(&self, name: &str) -> Option<&'a raw::ImplicitRule> {
        let first = name.chars().next()?;
        self.implicit
            .rules
            .iter()
            .rev()
            .find(|rule| rule.letters.iter().any(|&(low, high)| low <= first && first <= high))
            .copied()
    }
}

/// A dummy argument of a procedure.
#[derive(Clone, Debug)]
pub(crate) enum Dummy {
    /// A variable or procedure.
    Entity(EntityRef),
    /// `*`
    AlternateReturn,
}

/// How a procedure is called.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) unit: UnitId,
    pub(crate) name: raw::Name,
    pub(crate) parameters: Vec<Dummy>,
    /// The result of a function.
    pub(crate) result: Option<EntityRef>,
    pub(crate) elemental: bool,
    pub(crate) recursive: bool,
    /// The ENTRY that makes it, by its position among those of the unit.
    pub(crate) entry: Option<usize>,
    pub(crate) span: Span,
}

impl Signature {
    /// The variables and procedures among the dummy arguments.
    pub(crate) fn dummies(&self) -> impl Iterator<Item = EntityRef> {
        self.parameters.iter().filter_map(|dummy| match dummy {
            Dummy::Entity(entity) => Some(*entity),
            Dummy::AlternateReturn => None,
        })
    }

    /// Whether a call says where to go on.
    pub(crate) fn has_alternate_returns(&self) -> bool {
        self.parameters.iter().any(|parameter| matches!(parameter, Dummy::AlternateReturn))
    }
}

/// An implied DO variable or a statement function's dummy: a name that stands for a value in one expression.
#[derive(Clone, Debug)]
pub(crate) struct Substitution {
    pub(crate) name: Rc<str>,
    pub(crate) value: Expr,
}

/// What a place is, before it is known whether it is read or assigned.
#[derive(Clone, Debug)]
pub(crate) struct Designator {
    pub(crate) base: VarId,
    pub(crate) steps: Vec<sextant_syntax::PartStep>,
    /// The type of the whole, as it stands for what a handle refers to.
    pub(crate) ty: Type,
    pub(crate) span: Span,
}
