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
#[repr(transparent)]
pub(super) struct Ast(Raw);

// Safety: these are plain addresses; what they point to is touched only through their context.
unsafe impl Send for Ast {}
unsafe impl Send for SortAst {}

/// A sort of Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
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
    (
        makers { $($maker:ident = $made:ident($($operand:ident: $ty:ty),*) -> $kind:ident;)* }
        of_many { $($of_many:ident = $made_of_many:ident;)* }
        others { $($name:ident($($argument:ty),*) $(-> $result:ty)?;)* }
    ) => {
        #[allow(non_snake_case)]
        struct Functions {
            $($made: unsafe extern "C" fn(Raw, $($ty),*) -> Raw,)*
            $($made_of_many: unsafe extern "C" fn(Raw, c_uint, *const Ast) -> Raw,)*
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            /// Safety: the library must be Z3, whose functions have the types stated here.
            unsafe fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    $($made: unsafe { *library.get(stringify!($made))? },)*
                    $($made_of_many: unsafe { *library.get(stringify!($made_of_many))? },)*
                    $($name: unsafe { *library.get(stringify!($name))? },)*
                })
            }
        }

        // Each call passes terms and sorts of this very context, and what it makes is kept alive by the context.
        impl Context {
            $(pub fn $maker(&mut self, $($operand: $ty),*) -> $kind {
                let raw = unsafe { (self.library.functions.$made)(self.raw, $($operand),*) };
                $kind(self.keep(raw).0)
            })*
            $(pub fn $of_many(&mut self, operands: &[Ast]) -> Ast {
                let count = operands.len() as c_uint;
                let raw = unsafe { (self.library.functions.$made_of_many)(self.raw, count, operands.as_ptr()) };
                self.keep(raw)
            })*
        }
    };
}

functions! {
    makers {
        bool_sort = Z3_mk_bool_sort() -> SortAst;
        int_sort = Z3_mk_int_sort() -> SortAst;
        real_sort = Z3_mk_real_sort() -> SortAst;
        bits_sort = Z3_mk_bv_sort(width: c_uint) -> SortAst;
        float_sort = Z3_mk_fpa_sort(exponent: c_uint, significand: c_uint) -> SortAst;
        array_sort = Z3_mk_array_sort(index: SortAst, element: SortAst) -> SortAst;
        yes = Z3_mk_true() -> Ast;
        no = Z3_mk_false() -> Ast;
        not = Z3_mk_not(x: Ast) -> Ast;
        negate = Z3_mk_unary_minus(x: Ast) -> Ast;
        int_to_real = Z3_mk_int2real(x: Ast) -> Ast;
        floor = Z3_mk_real2int(x: Ast) -> Ast;
        bv_neg = Z3_mk_bvneg(x: Ast) -> Ast;
        bv_not = Z3_mk_bvnot(x: Ast) -> Ast;
        float_neg = Z3_mk_fpa_neg(x: Ast) -> Ast;
        float_abs = Z3_mk_fpa_abs(x: Ast) -> Ast;
        float_is_nan = Z3_mk_fpa_is_nan(x: Ast) -> Ast;
        float_is_infinite = Z3_mk_fpa_is_infinite(x: Ast) -> Ast;
        float_to_real = Z3_mk_fpa_to_real(x: Ast) -> Ast;
        float_to_bits = Z3_mk_fpa_to_ieee_bv(x: Ast) -> Ast;
        equal = Z3_mk_eq(x: Ast, y: Ast) -> Ast;
        implies = Z3_mk_implies(x: Ast, y: Ast) -> Ast;
        less = Z3_mk_lt(x: Ast, y: Ast) -> Ast;
        at_most = Z3_mk_le(x: Ast, y: Ast) -> Ast;
        divide = Z3_mk_div(x: Ast, y: Ast) -> Ast;
        select = Z3_mk_select(array: Ast, index: Ast) -> Ast;
        bv_add = Z3_mk_bvadd(x: Ast, y: Ast) -> Ast;
        bv_sub = Z3_mk_bvsub(x: Ast, y: Ast) -> Ast;
        bv_mul = Z3_mk_bvmul(x: Ast, y: Ast) -> Ast;
        bv_udiv = Z3_mk_bvudiv(x: Ast, y: Ast) -> Ast;
        bv_urem = Z3_mk_bvurem(x: Ast, y: Ast) -> Ast;
        bv_sdiv = Z3_mk_bvsdiv(x: Ast, y: Ast) -> Ast;
        bv_srem = Z3_mk_bvsrem(x: Ast, y: Ast) -> Ast;
        bv_and = Z3_mk_bvand(x: Ast, y: Ast) -> Ast;
        bv_or = Z3_mk_bvor(x: Ast, y: Ast) -> Ast;
        bv_xor = Z3_mk_bvxor(x: Ast, y: Ast) -> Ast;
        bv_shl = Z3_mk_bvshl(x: Ast, y: Ast) -> Ast;
        bv_lshr = Z3_mk_bvlshr(x: Ast, y: Ast) -> Ast;
        bv_ashr = Z3_mk_bvashr(x: Ast, y: Ast) -> Ast;
        bv_ult = Z3_mk_bvult(x: Ast, y: Ast) -> Ast;
        bv_ule = Z3_mk_bvule(x: Ast, y: Ast) -> Ast;
        bv_slt = Z3_mk_bvslt(x: Ast, y: Ast) -> Ast;
        bv_sle = Z3_mk_bvsle(x: Ast, y: Ast) -> Ast;
        concat = Z3_mk_concat(x: Ast, y: Ast) -> Ast;
        float_eq = Z3_mk_fpa_eq(x: Ast, y: Ast) -> Ast;
        float_lt = Z3_mk_fpa_lt(x: Ast, y: Ast) -> Ast;
        float_le = Z3_mk_fpa_leq(x: Ast, y: Ast) -> Ast;
        ite = Z3_mk_ite(condition: Ast, yes: Ast, no: Ast) -> Ast;
        store = Z3_mk_store(array: Ast, index: Ast, value: Ast) -> Ast;
        fill = Z3_mk_const_array(index: SortAst, value: Ast) -> Ast;
        extract = Z3_mk_extract(high: c_uint, low: c_uint, x: Ast) -> Ast;
        zero_extend = Z3_mk_zero_ext(by: c_uint, x: Ast) -> Ast;
        sign_extend = Z3_mk_sign_ext(by: c_uint, x: Ast) -> Ast;
        int_to_bits = Z3_mk_int2bv(width: c_uint, x: Ast) -> Ast;
        bits_to_int = Z3_mk_bv2int(x: Ast, signed: bool) -> Ast;
        nearest_even = Z3_mk_fpa_rne() -> Ast;
        float_add = Z3_mk_fpa_add(rounding: Ast, x: Ast, y: Ast) -> Ast;
        float_sub = Z3_mk_fpa_sub(rounding: Ast, x: Ast, y: Ast) -> Ast;
        float_mul = Z3_mk_fpa_mul(rounding: Ast, x: Ast, y: Ast) -> Ast;
        float_div = Z3_mk_fpa_div(rounding: Ast, x: Ast, y: Ast) -> Ast;
        float_sqrt = Z3_mk_fpa_sqrt(rounding: Ast, x: Ast) -> Ast;
        bits_to_float = Z3_mk_fpa_to_fp_bv(bits: Ast, sort: SortAst) -> Ast;
        float_to_float = Z3_mk_fpa_to_fp_float(rounding: Ast, x: Ast, sort: SortAst) -> Ast;
        real_to_float = Z3_mk_fpa_to_fp_real(rounding: Ast, x: Ast, sort: SortAst) -> Ast;
    }
    of_many {
        add = Z3_mk_add;
        subtract = Z3_mk_sub;
        multiply = Z3_mk_mul;
        and = Z3_mk_and;
        or = Z3_mk_or;
    }
    others {
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
        Z3_mk_const(Raw, Raw, Raw) -> Raw;
        Z3_mk_fresh_const(Raw, *const c_char, Raw) -> Raw;
        Z3_mk_numeral(Raw, *const c_char, Raw) -> Raw;
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

    /// A number in decimal notation, or a fraction `n/d`.
    pub fn numeral(&mut self, digits: &str, sort: SortAst) -> Ast {
        let digits = c_string(digits);
        let raw = unsafe { (self.library.functions.Z3_mk_numeral)(self.raw, digits.as_ptr(), sort.0) };
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
