//! Functions of the language that are passed as arguments: each becomes a small procedure.

use sextant_base::IdVec;
use sextant_syntax::{
    Expr, ProcId, Procedure, RealType, StatementInfo, StatementNumber, Stmt, StmtKind, Storage, TextLength,
    Type, VarId, Variable,
};

use super::parameters;
use crate::raw;
use crate::resolve::Resolver;
use crate::resolve::build::{self, DOUBLE, INT, REAL};

/// The type of the arguments of a specific function.
fn argument_type(upper: &str) -> Type {
    match upper {
        "IABS" | "ISIGN" | "IDIM" | "MOD" | "FLOAT" | "CHAR" | "NOT" | "IAND" | "IOR" => INT,
        "CABS" | "CSQRT" | "CEXP" | "CLOG" | "CSIN" | "CCOS" | "CONJG" | "AIMAG" => {
            Type::Complex(RealType::Single)
        }
        "DIM" | "DPROD" => REAL,
        "LEN" | "INDEX" | "ICHAR" | "LEN_TRIM" | "LGE" | "LGT" | "LLE" | "LLT" => {
            Type::Text(TextLength::OfArgument)
        }
        "IDINT" | "IDNINT" | "SNGL" => DOUBLE,
        _ if upper.starts_with('D') => DOUBLE,
        _ => REAL,
    }
}

impl Resolver<'_, '_> {
    /// The procedure that computes a function of the language.
    pub(crate) fn intrinsic_as_argument(&mut self, name: &raw::Name) -> Option<ProcId> {
        if let Some(&known) = self.wrappers.get(&*name.upper) {
            return Some(known);
        }
        let Some(names) = parameters(&name.upper) else {
            return self.fail(name.span, format!("there is no function `{}`", name.written));
        };
        let span = name.span;
        let count = match &*name.upper {
            "ATAN" | "AINT" | "ANINT" | "NINT" | "ICHAR" | "CHAR" | "LEN" | "REAL" | "INT" => 1,
            "INDEX" => 2,
            _ => names.len(),
        };
        let ty = argument_type(&name.upper);
        let mut variables = IdVec::new();
        for name in &names[..count] {
            variables.push(Variable::new(*name, ty.clone(), Storage::Parameter, span));
        }
        let ids: Vec<VarId> = variables.ids().collect();
        let given = ids.iter().map(|&id| Some(build::variable(id, ty.clone(), span))).collect();
        let value = match self.intrinsic_value(&name.upper, given, span) {
            Ok(value) => value?,
            Err(_) => return self.fail(span, format!("unsupported: `{}` as an argument", name.written)),
        };
        let id = ProcId(self.procedures.len() as u32);
        self.procedures.push(Some(wrapper(name, ids, variables, value)));
        self.wrappers.insert(name.upper.to_string(), id);
        Some(id)
    }
}

fn wrapper(
    name: &raw::Name,
    parameters: Vec<VarId>,
    variables: IdVec<VarId, Variable>,
    value: Expr,
) -> Procedure {
    let span = name.span;
    let returns = Some(value.ty.clone());
    let number = Some(StatementNumber(2));
    let body = vec![Stmt { number, labels: Vec::new(), kind: StmtKind::Return(Some(value)), span }];
    Procedure {
        name: name.upper.to_string(),
        parameters,
        variables,
        returns,
        recursive: false,
        body,
        labels: IdVec::new(),
        statements: vec![StatementInfo { span }; 2],
        span,
    }
}
