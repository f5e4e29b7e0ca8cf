//! The part of Z3's C interface that is used here, loaded at run time and made safe.
//!
//! Invariants
//! - The library is never unloaded: Z3 keeps global state that does not survive it.
//! - Every [`Ast`] is kept alive by its [`Context`] until the context is dropped, so an `Ast` may be copied
//!   freely; it must not meet another context. Both types stay inside the Z3 layer, which drops all of its
//!   `Ast`s together with their context.
//! - No call aborts the process: errors are noted in the context and asked for with [`Context::error`].
#![allow(unsafe_code)] // A foreign library can only be called this way; nothing outside this file needs it.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr;
use std::sync::Arc;

type Raw = *mut c_void;

/// A term of Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ast(Raw);

// Safety: these are plain addresses; what they point to is touched only through their context.
unsafe impl Send for Ast {}
unsafe impl Send for SortAst {}

/// A sort of Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SortAst(Raw);

/// What went wrong inside Z3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    OutOfMemory,
    Other(String),
}

/// Z3's answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    Sat,
    Unsat,
    Unknown,
}

macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        #[allow(non_snake_case)]
        struct Functions { $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)* }

        impl Functions {
            /// Safety: the library must be Z3, whose functions have the types stated here.
            unsafe fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self { $($name: unsafe { *library.get(stringify!($name))? },)* })
            }
        }
    };
}

functions! {
    Z3_global_param_set(*const c_char, *const c_char);
    Z3_mk_config() -> Raw;
    Z3_del_config(Raw);
    Z3_mk_context_rc(Raw) -> Raw;
    Z3_del_context(Raw);
    Z3_set_error_handler(Raw, Option<extern "C" fn(Raw, c_int)>);
    Z3_get_error_code(Raw) -> c_int;
    Z3_get_error_msg(Raw, c_int) -> *const c_char;
    Z3_interrupt(Raw);
    Z3_inc_ref(Raw, Raw);
    Z3_dec_ref(Raw, Raw);
    Z3_mk_string_symbol(Raw, *const c_char) -> Raw;
    Z3_mk_bool_sort(Raw) -> Raw;
    Z3_mk_int_sort(Raw) -> Raw;
    Z3_mk_real_sort(Raw) -> Raw;
    Z3_mk_bv_sort(Raw, c_uint) -> Raw;
    Z3_mk_fpa_sort(Raw, c_uint, c_uint) -> Raw;
    Z3_mk_array_sort(Raw, Raw, Raw) -> Raw;
    Z3_mk_const(Raw, Raw, Raw) -> Raw;
    Z3_mk_fresh_const(Raw, *const c_char, Raw) -> Raw;
    Z3_mk_true(Raw) -> Raw;
    Z3_mk_false(Raw) -> Raw;
    Z3_mk_numeral(Raw, *const c_char, Raw) -> Raw;
    Z3_mk_not(Raw, Raw) -> Raw;
    Z3_mk_unary_minus(Raw, Raw) -> Raw;
    Z3_mk_int2real(Raw, Raw) -> Raw;
    Z3_mk_real2int(Raw, Raw) -> Raw;
    Z3_mk_bvneg(Raw, Raw) -> Raw;
    Z3_mk_bvnot(Raw, Raw) -> Raw;
    Z3_mk_fpa_neg(Raw, Raw) -> Raw;
    Z3_mk_fpa_abs(Raw, Raw) -> Raw;
    Z3_mk_fpa_is_nan(Raw, Raw) -> Raw;
    Z3_mk_fpa_is_infinite(Raw, Raw) -> Raw;
    Z3_mk_fpa_to_real(Raw, Raw) -> Raw;
    Z3_mk_fpa_to_ieee_bv(Raw, Raw) -> Raw;
    Z3_mk_eq(Raw, Raw, Raw) -> Raw;
    Z3_mk_implies(Raw, Raw, Raw) -> Raw;
    Z3_mk_lt(Raw, Raw, Raw) -> Raw;
    Z3_mk_le(Raw, Raw, Raw) -> Raw;
    Z3_mk_div(Raw, Raw, Raw) -> Raw;
    Z3_mk_select(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvadd(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsub(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvmul(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvudiv(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvurem(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsdiv(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsrem(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvand(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvor(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvxor(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvshl(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvlshr(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvashr(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvult(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvule(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvslt(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsle(Raw, Raw, Raw) -> Raw;
    Z3_mk_concat(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_eq(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_lt(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_leq(Raw, Raw, Raw) -> Raw;
    Z3_mk_add(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_sub(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_mul(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_and(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_or(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_ite(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_store(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_const_array(Raw, Raw, Raw) -> Raw;
    Z3_mk_extract(Raw, c_uint, c_uint, Raw) -> Raw;
    Z3_mk_zero_ext(Raw, c_uint, Raw) -> Raw;
    Z3_mk_sign_ext(Raw, c_uint, Raw) -> Raw;
    Z3_mk_int2bv(Raw, c_uint, Raw) -> Raw;
    Z3_mk_bv2int(Raw, Raw, bool) -> Raw;
    Z3_mk_fpa_rne(Raw) -> Raw;
    Z3_mk_fpa_add(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_sub(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_mul(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_div(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_sqrt(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_fp_bv(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_fp_float(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_fp_real(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_solver(Raw) -> Raw;
    Z3_mk_params(Raw) -> Raw;
    Z3_params_inc_ref(Raw, Raw);
    Z3_params_dec_ref(Raw, Raw);
    Z3_params_set_bool(Raw, Raw, Raw, bool);
    Z3_solver_set_params(Raw, Raw, Raw);
    Z3_solver_inc_ref(Raw, Raw);
    Z3_solver_dec_ref(Raw, Raw);
    Z3_solver_push(Raw, Raw);
    Z3_solver_pop(Raw, Raw, c_uint);
    Z3_solver_assert(Raw, Raw, Raw);
    Z3_solver_check(Raw, Raw) -> c_int;
    Z3_solver_get_model(Raw, Raw) -> Raw;
    Z3_solver_get_reason_unknown(Raw, Raw) -> *const c_char;
    Z3_model_inc_ref(Raw, Raw);
    Z3_model_dec_ref(Raw, Raw);
    Z3_model_eval(Raw, Raw, Raw, bool, *mut Raw) -> bool;
    Z3_get_bool_value(Raw, Raw) -> c_int;
    Z3_is_numeral_ast(Raw, Raw) -> bool;
    Z3_get_numeral_string(Raw, Raw) -> *const c_char;
    Z3_is_algebraic_number(Raw, Raw) -> bool;
    Z3_get_algebraic_number_lower(Raw, Raw, c_uint) -> Raw;
    Z3_is_app(Raw, Raw) -> bool;
    Z3_to_app(Raw, Raw) -> Raw;
    Z3_get_app_decl(Raw, Raw) -> Raw;
    Z3_get_decl_kind(Raw, Raw) -> c_int;
    Z3_get_app_num_args(Raw, Raw) -> c_uint;
    Z3_get_app_arg(Raw, Raw, c_uint) -> Raw;
}

const MEMOUT_FAIL: c_int = 7;
const OP_STORE: c_int = 0x300;
const OP_CONST_ARRAY: c_int = 0x302;

/// The loaded library.
pub(super) struct Library {
    functions: Functions,
}

impl Library {
    /// Loads the library and limits the memory it may use in this process.
    pub fn open(path: &Path, memory_limit_mb: u32) -> Result<Self, String> {
        // Safety: loading runs the library's initialisers; the file is the one the user or the set-up named as
        // Z3. It is forgotten so that it is never unloaded and the function pointers stay valid.
        let functions = unsafe {
            let library = libloading::Library::new(path).map_err(|error| error.to_string())?;
            let functions = Functions::find(&library).map_err(|error| error.to_string())?;
            std::mem::forget(library);
            functions
        };
        let limit = c_string(&memory_limit_mb.to_string());
        // Safety: both texts end with a zero byte and outlive the call.
        unsafe { (functions.Z3_global_param_set)(c"memory_max_size".as_ptr(), limit.as_ptr()) };
        Ok(Self { functions })
    }
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// Called by Z3 on errors; without it Z3 would end the process. The error code stays in the context.
extern "C" fn ignore_error(_context: Raw, _code: c_int) {}

/// A context with one solver in it.
pub(super) struct Context {
    library: Arc<Library>,
    raw: Raw,
    solver: Raw,
    /// References taken with `Z3_inc_ref`. They are given back one by one when the context goes: Z3 frees terms that
    /// are still referred to by walking through all of its table again and again.
    kept: Vec<Raw>,
    placeholder: Ast,
    failure: Option<Failure>,
}

// Safety: a context may be used by any thread, by one at a time; `&mut self` guarantees the latter.
unsafe impl Send for Context {}

macro_rules! operations {
    (unary: $($one:ident = $one_raw:ident),*; binary: $($two:ident = $two_raw:ident),*; many: $($many:ident = $many_raw:ident),*;) => {
        // Each call passes terms of this very context, and what it makes is kept alive by the context.
        impl Context {
            $(pub fn $one(&mut self, x: Ast) -> Ast {
                let raw = unsafe { (self.library.functions.$one_raw)(self.raw, x.0) };
                self.keep(raw)
            })*
            $(pub fn $two(&mut self, x: Ast, y: Ast) -> Ast {
                let raw = unsafe { (self.library.functions.$two_raw)(self.raw, x.0, y.0) };
                self.keep(raw)
            })*
            $(pub fn $many(&mut self, operands: &[Ast]) -> Ast {
                let raw: Vec<Raw> = operands.iter().map(|operand| operand.0).collect();
                let raw = unsafe { (self.library.functions.$many_raw)(self.raw, raw.len() as c_uint, raw.as_ptr()) };
                self.keep(raw)
            })*
        }
    };
}

operations! {
    unary: not = Z3_mk_not, negate = Z3_mk_unary_minus, int_to_real = Z3_mk_int2real, floor = Z3_mk_real2int,
        bv_neg = Z3_mk_bvneg, bv_not = Z3_mk_bvnot, float_neg = Z3_mk_fpa_neg, float_abs = Z3_mk_fpa_abs,
        float_is_nan = Z3_mk_fpa_is_nan, float_is_infinite = Z3_mk_fpa_is_infinite,
        float_to_real = Z3_mk_fpa_to_real, float_to_bits = Z3_mk_fpa_to_ieee_bv;
    binary: equal = Z3_mk_eq, implies = Z3_mk_implies, less = Z3_mk_lt, at_most = Z3_mk_le, divide = Z3_mk_div,
        select = Z3_mk_select, bv_add = Z3_mk_bvadd, bv_sub = Z3_mk_bvsub, bv_mul = Z3_mk_bvmul,
        bv_udiv = Z3_mk_bvudiv, bv_urem = Z3_mk_bvurem, bv_sdiv = Z3_mk_bvsdiv, bv_srem = Z3_mk_bvsrem,
        bv_and = Z3_mk_bvand, bv_or = Z3_mk_bvor, bv_xor = Z3_mk_bvxor, bv_shl = Z3_mk_bvshl,
        bv_lshr = Z3_mk_bvlshr, bv_ashr = Z3_mk_bvashr, bv_ult = Z3_mk_bvult, bv_ule = Z3_mk_bvule,
        bv_slt = Z3_mk_bvslt, bv_sle = Z3_mk_bvsle, concat = Z3_mk_concat, float_eq = Z3_mk_fpa_eq,
        float_lt = Z3_mk_fpa_lt, float_le = Z3_mk_fpa_leq, float_sqrt = Z3_mk_fpa_sqrt;
    many: add = Z3_mk_add, subtract = Z3_mk_sub, multiply = Z3_mk_mul, and = Z3_mk_and, or = Z3_mk_or;
}

macro_rules! rounded_operations {
    ($($name:ident = $raw:ident),*) => {
        impl Context {
            $(
                /// Rounded to nearest, ties to even.
                pub fn $name(&mut self, x: Ast, y: Ast) -> Ast {
                    let rounding = self.nearest_even();
                    // Safety: terms of this context.
                    let raw = unsafe { (self.library.functions.$raw)(self.raw, rounding.0, x.0, y.0) };
                    self.keep(raw)
                }
            )*
        }
    };
}

rounded_operations! {
    float_add = Z3_mk_fpa_add, float_sub = Z3_mk_fpa_sub, float_mul = Z3_mk_fpa_mul, float_div = Z3_mk_fpa_div
}

/// A solver that leaves Ctrl-C alone: Z3 would catch it while it works, and nobody else would hear of it. None where
/// Z3 has no memory left for one.
///
/// Safety: the context must be a live one.
unsafe fn new_solver(functions: &Functions, context: Raw) -> Option<Raw> {
    unsafe {
        let solver = (functions.Z3_mk_solver)(context);
        if solver.is_null() {
            return None;
        }
        (functions.Z3_solver_inc_ref)(context, solver);
        let parameters = (functions.Z3_mk_params)(context);
        if parameters.is_null() {
            (functions.Z3_solver_dec_ref)(context, solver);
            return None;
        }
        (functions.Z3_params_inc_ref)(context, parameters);
        let name = (functions.Z3_mk_string_symbol)(context, c"ctrl_c".as_ptr());
        (functions.Z3_params_set_bool)(context, parameters, name, false);
        (functions.Z3_solver_set_params)(context, solver, parameters);
        (functions.Z3_params_dec_ref)(context, parameters);
        Some(solver)
    }
}

// Safety of the calls below: `raw` and `solver` live as long as `self`; terms, sorts and models belong to this
// context and hold a reference; texts end with a zero byte and outlive the call.
impl Context {
    /// A new context; none where Z3 has no memory left for one.
    pub fn new(library: Arc<Library>) -> Option<Self> {
        let functions = &library.functions;
        let (raw, solver, placeholder) = unsafe {
            let config = (functions.Z3_mk_config)();
            let raw = (functions.Z3_mk_context_rc)(config);
            (functions.Z3_del_config)(config);
            if raw.is_null() {
                return None;
            }
            (functions.Z3_set_error_handler)(raw, Some(ignore_error));
            let Some(solver) = new_solver(functions, raw) else {
                (functions.Z3_del_context)(raw);
                return None;
            };
            (raw, solver, Ast((functions.Z3_mk_true)(raw)))
        };
        let mut context = Self { library, raw, solver, kept: Vec::new(), placeholder, failure: None };
        context.keep(placeholder.0);
        Some(context)
    }

    /// Keeps a new term alive. A null pointer tells of an error: it is noted, and a harmless term returned.
    fn keep(&mut self, raw: Raw) -> Ast {
        if raw.is_null() {
            self.note_error();
            return self.placeholder;
        }
        unsafe { (self.library.functions.Z3_inc_ref)(self.raw, raw) };
        self.kept.push(raw);
        Ast(raw)
    }

    fn note_error(&mut self) {
        let functions = &self.library.functions;
        let (code, message) = unsafe {
            let code = (functions.Z3_get_error_code)(self.raw);
            (code, text((functions.Z3_get_error_msg)(self.raw, code)))
        };
        let failure = if code == MEMOUT_FAIL { Failure::OutOfMemory } else { Failure::Other(message) };
        self.failure.get_or_insert(failure);
    }

    fn note_any_error(&mut self) {
        if unsafe { (self.library.functions.Z3_get_error_code)(self.raw) } != 0 {
            self.note_error();
        }
    }

    /// The first error since the last call of this, if any.
    pub fn error(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// How many terms are kept alive.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    fn keep_sort(&mut self, raw: Raw) -> SortAst {
        SortAst(self.keep(raw).0)
    }

    pub fn bool_sort(&mut self) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_bool_sort)(self.raw) };
        self.keep_sort(raw)
    }

    pub fn int_sort(&mut self) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_int_sort)(self.raw) };
        self.keep_sort(raw)
    }

    pub fn real_sort(&mut self) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_real_sort)(self.raw) };
        self.keep_sort(raw)
    }

    pub fn bits_sort(&mut self, width: u32) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_bv_sort)(self.raw, width) };
        self.keep_sort(raw)
    }

    pub fn float_sort(&mut self, exponent: u32, significand: u32) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_fpa_sort)(self.raw, exponent, significand) };
        self.keep_sort(raw)
    }

    pub fn array_sort(&mut self, index: SortAst, element: SortAst) -> SortAst {
        let raw = unsafe { (self.library.functions.Z3_mk_array_sort)(self.raw, index.0, element.0) };
        self.keep_sort(raw)
    }

    /// A constant of a name that is used once.
    pub fn constant(&mut self, name: &str, sort: SortAst) -> Ast {
        let name = c_string(name);
        let raw = unsafe {
            let symbol = (self.library.functions.Z3_mk_string_symbol)(self.raw, name.as_ptr());
            (self.library.functions.Z3_mk_const)(self.raw, symbol, sort.0)
        };
        self.keep(raw)
    }

    /// A constant unlike all others.
    pub fn fresh(&mut self, sort: SortAst) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_fresh_const)(self.raw, c"opaque".as_ptr(), sort.0) };
        self.keep(raw)
    }

    pub fn truth(&mut self, value: bool) -> Ast {
        let functions = &self.library.functions;
        let raw = unsafe {
            if value { (functions.Z3_mk_true)(self.raw) } else { (functions.Z3_mk_false)(self.raw) }
        };
        self.keep(raw)
    }

    /// A number in decimal notation, or a fraction `n/d`.
    pub fn numeral(&mut self, digits: &str, sort: SortAst) -> Ast {
        let digits = c_string(digits);
        let raw = unsafe { (self.library.functions.Z3_mk_numeral)(self.raw, digits.as_ptr(), sort.0) };
        self.keep(raw)
    }

    pub fn ite(&mut self, condition: Ast, yes: Ast, no: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_ite)(self.raw, condition.0, yes.0, no.0) };
        self.keep(raw)
    }

    pub fn store(&mut self, array: Ast, index: Ast, value: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_store)(self.raw, array.0, index.0, value.0) };
        self.keep(raw)
    }

    pub fn fill(&mut self, index: SortAst, value: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_const_array)(self.raw, index.0, value.0) };
        self.keep(raw)
    }

    pub fn extract(&mut self, high: u32, low: u32, x: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_extract)(self.raw, high, low, x.0) };
        self.keep(raw)
    }

    /// Widened by so many bits.
    pub fn extend(&mut self, by: u32, signed: bool, x: Ast) -> Ast {
        let functions = &self.library.functions;
        let function = if signed { functions.Z3_mk_sign_ext } else { functions.Z3_mk_zero_ext };
        let raw = unsafe { function(self.raw, by, x.0) };
        self.keep(raw)
    }

    pub fn int_to_bits(&mut self, width: u32, x: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_int2bv)(self.raw, width, x.0) };
        self.keep(raw)
    }

    pub fn bits_to_int(&mut self, signed: bool, x: Ast) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_bv2int)(self.raw, x.0, signed) };
        self.keep(raw)
    }

    /// The rounding of all float arithmetic.
    pub fn nearest_even(&mut self) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_fpa_rne)(self.raw) };
        self.keep(raw)
    }

    pub fn bits_to_float(&mut self, bits: Ast, sort: SortAst) -> Ast {
        let raw = unsafe { (self.library.functions.Z3_mk_fpa_to_fp_bv)(self.raw, bits.0, sort.0) };
        self.keep(raw)
    }

    pub fn float_to_float(&mut self, x: Ast, sort: SortAst) -> Ast {
        let rounding = self.nearest_even();
        let raw =
            unsafe { (self.library.functions.Z3_mk_fpa_to_fp_float)(self.raw, rounding.0, x.0, sort.0) };
        self.keep(raw)
    }

    pub fn real_to_float(&mut self, x: Ast, sort: SortAst) -> Ast {
        let rounding = self.nearest_even();
        let raw = unsafe { (self.library.functions.Z3_mk_fpa_to_fp_real)(self.raw, rounding.0, x.0, sort.0) };
        self.keep(raw)
    }

    pub fn push(&mut self) {
        unsafe { (self.library.functions.Z3_solver_push)(self.raw, self.solver) };
        self.note_any_error();
    }

    pub fn pop(&mut self, levels: u32) {
        unsafe { (self.library.functions.Z3_solver_pop)(self.raw, self.solver, levels) };
        self.note_any_error();
    }

    pub fn assert(&mut self, condition: Ast) {
        unsafe { (self.library.functions.Z3_solver_assert)(self.raw, self.solver, condition.0) };
        self.note_any_error();
    }

    /// Checks what is asserted, incrementally.
    pub fn check(&mut self) -> (Check, Option<Model<'_>>) {
        self.run(self.solver)
    }

    /// Checks the conditions alone, in a solver of their own. Z3 then uses methods that its incremental solver
    /// lacks.
    pub fn check_alone(&mut self, conditions: &[Ast]) -> (Check, Option<Model<'_>>) {
        let functions = &self.library.functions;
        let Some(solver) = (unsafe { new_solver(functions, self.raw) }) else {
            self.failure.get_or_insert(Failure::OutOfMemory);
            return (Check::Unknown, None);
        };
        for condition in conditions {
            unsafe { (functions.Z3_solver_assert)(self.raw, solver, condition.0) };
        }
        let library = Arc::clone(&self.library);
        let raw = self.raw;
        let answer = self.run(solver);
        // The model, if any, holds its own reference and stays.
        unsafe { (library.functions.Z3_solver_dec_ref)(raw, solver) };
        answer
    }

    fn run(&mut self, solver: Raw) -> (Check, Option<Model<'_>>) {
        let functions = &self.library.functions;
        match unsafe { (functions.Z3_solver_check)(self.raw, solver) } {
            1 => {
                let model = unsafe { (functions.Z3_solver_get_model)(self.raw, solver) };
                if model.is_null() {
                    self.note_error();
                    return (Check::Unknown, None);
                }
                unsafe { (functions.Z3_model_inc_ref)(self.raw, model) };
                (Check::Sat, Some(Model { context: self, raw: model }))
            }
            -1 => (Check::Unsat, None),
            _ => {
                self.note_any_error();
                let reason =
                    unsafe { text((self.library.functions.Z3_solver_get_reason_unknown)(self.raw, solver)) };
                self.failure.get_or_insert(reason_of(reason));
                (Check::Unknown, None)
            }
        }
    }

    /// Something another thread can stop this context with.
    pub fn stopper(&self) -> Stopper {
        Stopper { library: Arc::clone(&self.library), raw: self.raw }
    }
}

fn reason_of(reason: String) -> Failure {
    if reason.contains("memory") || reason.contains("memout") {
        Failure::OutOfMemory
    } else {
        Failure::Other(reason)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let functions = &self.library.functions;
        // Safety: nothing uses the context or its terms afterwards.
        unsafe {
            (functions.Z3_solver_dec_ref)(self.raw, self.solver);
            for &term in self.kept.iter().rev() {
                (functions.Z3_dec_ref)(self.raw, term);
            }
            (functions.Z3_del_context)(self.raw);
        }
    }
}

/// Stops a running check. It must not outlive its context: the layer stops the watching thread first.
pub(super) struct Stopper {
    library: Arc<Library>,
    raw: Raw,
}

// Safety: `Z3_interrupt` is the one function meant to be called from another thread.
unsafe impl Send for Stopper {}

impl Stopper {
    pub fn stop(&self) {
        unsafe { (self.library.functions.Z3_interrupt)(self.raw) };
    }
}

/// A model of a satisfiable check.
pub(super) struct Model<'a> {
    context: &'a mut Context,
    raw: Raw,
}

/// The outermost layer of an array's value.
pub(super) enum ArrayPart {
    /// An entry (index and value), and the array below it.
    Entry(Ast, Ast, Ast),
    /// One value everywhere.
    Filled(Ast),
    /// A form that is not understood.
    Other,
}

// Safety as for `Context`: the terms asked for belong to the model's context.
impl Model<'_> {
    pub fn context(&mut self) -> &mut Context {
        self.context
    }

    /// The value of a term.
    pub fn value(&mut self, term: Ast) -> Option<Ast> {
        let mut value = ptr::null_mut();
        let functions = &self.context.library.functions;
        let found =
            unsafe { (functions.Z3_model_eval)(self.context.raw, self.raw, term.0, true, &mut value) };
        (found && !value.is_null()).then(|| self.context.keep(value))
    }

    pub fn truth(&self, value: Ast) -> Option<bool> {
        match unsafe { (self.context.library.functions.Z3_get_bool_value)(self.context.raw, value.0) } {
            1 => Some(true),
            -1 => Some(false),
            _ => None,
        }
    }

    /// The digits of a number: `12`, `-3/4`. An irrational number is given by a rational one close below it.
    pub fn digits(&mut self, value: Ast) -> Option<String> {
        let functions = &self.context.library.functions;
        let raw = self.context.raw;
        if unsafe { (functions.Z3_is_algebraic_number)(raw, value.0) } {
            let near = unsafe { (functions.Z3_get_algebraic_number_lower)(raw, value.0, 20) };
            let near = self.context.keep(near);
            return self.numeral(near);
        }
        self.numeral(value)
    }

    fn numeral(&self, value: Ast) -> Option<String> {
        let functions = &self.context.library.functions;
        let raw = self.context.raw;
        let is_numeral = unsafe { (functions.Z3_is_numeral_ast)(raw, value.0) };
        is_numeral.then(|| unsafe { text((functions.Z3_get_numeral_string)(raw, value.0)) })
    }

    pub fn array_part(&mut self, array: Ast) -> ArrayPart {
        let functions = &self.context.library.functions;
        let raw = self.context.raw;
        if !unsafe { (functions.Z3_is_app)(raw, array.0) } {
            return ArrayPart::Other;
        }
        let (kind, operands) = unsafe {
            let app = (functions.Z3_to_app)(raw, array.0);
            let kind = (functions.Z3_get_decl_kind)(raw, (functions.Z3_get_app_decl)(raw, app));
            let count = (functions.Z3_get_app_num_args)(raw, app);
            let operands: Vec<Raw> = (0..count).map(|at| (functions.Z3_get_app_arg)(raw, app, at)).collect();
            (kind, operands)
        };
        match (kind, &operands[..]) {
            (OP_STORE, &[below, index, value]) => {
                let [below, index, value] = [below, index, value].map(|part| self.context.keep(part));
                ArrayPart::Entry(index, value, below)
            }
            (OP_CONST_ARRAY, &[value]) => ArrayPart::Filled(self.context.keep(value)),
            _ => ArrayPart::Other,
        }
    }
}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        unsafe { (self.context.library.functions.Z3_model_dec_ref)(self.context.raw, self.raw) };
    }
}

/// Safety: null, or a text that ends with a zero byte.
unsafe fn text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}
