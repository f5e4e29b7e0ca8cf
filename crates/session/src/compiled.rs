//! Test data run by a compiler: a driver in Fortran that calls a procedure on the inputs and writes what it leaves.
//!
//! Numbers go in and come out as bits, so that nothing is rounded on the way. What a driver cannot call (module
//! procedures, texts, inputs in shared storage, whole programs) is said, not guessed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dashu_int::IBig;
use sextant_expr::Value;
use sextant_flow::FlowGraph;
use sextant_syntax::{ArrayBounds, BinaryOp, Expr, ExprKind, Place, RealType, Type, VarId};

use crate::replay::{Inputs, Replayed};
use crate::{Call, Session};

/// The time a compiled test may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Elements that an argument without an upper bound has beyond those that are spoken of.
const ROOM: i64 = 63;
/// Elements of one argument.
const MOST_ELEMENTS: i64 = 100_000;

/// An argument of the driver.
struct Actual<'p> {
    name: &'p str,
    element: &'p Type,
    /// How many elements; `None`: a scalar.
    count: Option<i64>,
    values: Vec<Value>,
}

impl Session {
    /// Compiles a driver for the inputs, runs it, and compares what it leaves with what the machine left.
    pub(crate) fn compiled(&self, call: &Call, inputs: &Inputs, replayed: &Replayed) -> String {
        match self.run_compiled(call, inputs, replayed) {
            Ok(()) => "gfortran: the same results".to_owned(),
            Err(reason) => format!("gfortran: {reason}"),
        }
    }

    fn run_compiled(&self, call: &Call, inputs: &Inputs, replayed: &Replayed) -> Result<(), String> {
        let graph = &self.program.procedures[call.entry.procedure];
        if !self.is_fortran() {
            return Err("not compiled: the program is not written in Fortran".into());
        }
        if self.program.main.is_some() {
            return Err("not compiled: the file has a main program of its own".into());
        }
        let by_name = call.text.eq_ignore_ascii_case(&graph.name);
        if !by_name || graph.name.contains('.') {
            return Err("not compiled: only an external procedure on inputs of all kinds has a driver".into());
        }
        let actuals = actuals(graph, inputs)?;
        let known: Vec<&str> = actuals.iter().map(|actual| actual.name).collect();
        if let Some((name, _)) = inputs.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            return Err(format!("not compiled: the input {name} is no argument"));
        }
        let written = self.compile_and_run(&driver(graph, &actuals)?)?;
        compare(graph, &actuals, replayed, &written)
    }

    fn compile_and_run(&self, driver: &str) -> Result<String, String> {
        let folder = Folder::new()?;
        let source = folder.0.join("driver.f90");
        let program = folder.0.join("driver");
        std::fs::write(&source, driver).map_err(|error| format!("no driver: {error}"))?;
        let files: Vec<PathBuf> = self.sources.ids().map(|id| PathBuf::from(self.sources.name(id))).collect();
        let files = files.into_iter().filter(|file| file.is_file());
        let compiled = Command::new("gfortran")
            .args(["-std=legacy", "-w", "-fno-range-check", "-J"])
            .arg(&folder.0)
            .arg("-o")
            .arg(&program)
            .args(files)
            .arg(&source)
            .output()
            .map_err(|error| format!("not compiled: {error}"))?;
        if !compiled.status.success() {
            let message = String::from_utf8_lossy(&compiled.stderr).into_owned();
            let first = message.lines().find(|line| line.contains("rror")).unwrap_or("it fails").to_owned();
            return Err(format!("not compiled: {}", first.trim()));
        }
        run_with_patience(&program)
    }
}

/// A folder that goes when it is no longer needed.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one among temporary files.
    pub fn new() -> Result<Self, String> {
        let mut number = 0_u32;
        loop {
            let name = format!("sextant-driver-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 10_000 => {
                    number += 1
                }
                Err(error) => return Err(format!("not compiled: {error}")),
            }
        }
    }
}

impl Folder {
    /// Leaves the folder to the user.
    pub fn keep(self) -> PathBuf {
        let path = self.0.clone();
        std::mem::forget(self);
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left for the system to clear away.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run_with_patience(program: &Path) -> Result<String, String> {
    let output = program.with_extension("out");
    let file = std::fs::File::create(&output).map_err(|error| format!("not run: {error}"))?;
    let mut child = Command::new(program)
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("not run: {error}"))?;
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => {
                return std::fs::read_to_string(&output).map_err(|error| error.to_string());
            }
            Ok(Some(status)) => return Err(format!("the compiled test ends with {status}")),
            Ok(None) if began.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("the compiled test does not end".into());
            }
        }
    }
}

fn actuals<'p>(graph: &'p FlowGraph, inputs: &Inputs) -> Result<Vec<Actual<'p>>, String> {
    let value = |name: &str| inputs.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let mut actuals = Vec::new();
    for &parameter in &graph.parameters {
        let variable = &graph.variables[parameter];
        let name = variable.name.as_str();
        let element = variable.ty.scalar();
        if !matches!(element, Type::Int(_) | Type::Real(_) | Type::Logical) {
            return Err(format!("not compiled: the type of {name} has no driver"));
        }
        let given = value(name).ok_or_else(|| format!("not compiled: {name} has no value"))?;
        let count = match &variable.ty {
            Type::Array(_, bounds) => Some(count_of(graph, name, bounds, given, inputs)?),
            _ => None,
        };
        let values = match (given, count) {
            (Value::Array(array), Some(count)) => {
                (1..=count).map(|at| array.get(&IBig::from(at)).clone()).collect()
            }
            (scalar, _) => vec![scalar.clone()],
        };
        actuals.push(Actual { name, element, count, values });
    }
    Ok(actuals)
}

/// How many elements an array has that takes those of its argument in order.
fn count_of(
    graph: &FlowGraph,
    name: &str,
    bounds: &[ArrayBounds],
    given: &Value,
    inputs: &Inputs,
) -> Result<i64, String> {
    let mut count = 1_i64;
    for bound in bounds {
        let ArrayBounds::Sequence { low, high } = bound else {
            return Err(format!("not compiled: {name} needs an explicit interface"));
        };
        let extent = match high {
            Some(high) => {
                let size = |expr| bound_value(graph, expr, inputs);
                let (low, high) = (size(low), size(high));
                let (Some(low), Some(high)) = (low, high) else {
                    return Err(format!("not compiled: the size of {name} is not known"));
                };
                (high - low + 1).max(0)
            }
            // As many as the inputs speak of.
            None => match given {
                Value::Array(array) => {
                    array.entries.keys().filter_map(|at| i64::try_from(at.clone()).ok()).max().unwrap_or(1)
                }
                _ => 1,
            },
        };
        count = count
            .checked_mul(extent)
            .filter(|&count| count <= MOST_ELEMENTS)
            .ok_or("not compiled: too large")?;
    }
    Ok(count)
}

/// The bounds of an argument in each of its dimensions, where a caller can know them. One whose last dimension is open has
/// more room than the inputs speak of: a procedure cannot see how much.
pub fn extents_of(
    graph: &FlowGraph,
    bounds: &[ArrayBounds],
    given: &Value,
    inputs: &Inputs,
) -> Option<Vec<(i64, i64)>> {
    let mut found = Vec::new();
    for bound in bounds {
        let ArrayBounds::Sequence { low, high } = bound else { return None };
        let low = bound_value(graph, low, inputs)?;
        let high = match (high, given) {
            (Some(high), _) => bound_value(graph, high, inputs)?,
            (None, Value::Array(array)) => {
                let last = array.entries.keys().filter_map(|at| i64::try_from(at.clone()).ok()).max();
                low.checked_add(last.unwrap_or(1).max(1))?.checked_add(ROOM)?
            }
            (None, _) => low.checked_add(ROOM)?,
        };
        found.push((low, high));
    }
    let size = found.iter().try_fold(1_i64, |size, (low, high)| size.checked_mul((high - low + 1).max(0)));
    size.filter(|&size| size <= MOST_ELEMENTS).map(|_| found)
}

fn bound_value(graph: &FlowGraph, expr: &Expr, inputs: &Inputs) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) => i64::try_from(value.clone()).ok(),
        ExprKind::Load(Place::Variable(variable)) => {
            let name = &graph.variables[VarId(variable.0)].name;
            let (_, value) = inputs.iter().find(|(known, _)| known == name)?;
            i64::try_from(value.as_int()?.clone()).ok()
        }
        ExprKind::Convert(operand) => bound_value(graph, operand, inputs),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (bound_value(graph, a, inputs)?, bound_value(graph, b, inputs)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Subtract => a.checked_sub(b),
                BinaryOp::Multiply => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The driver's text.
fn driver(graph: &FlowGraph, actuals: &[Actual<'_>]) -> Result<String, String> {
    let mut text = String::from("program sextant_driver\n  implicit none\n");
    let result = match &graph.returns {
        Some(ty) => Some(declared(ty).ok_or("not compiled: the type of the result has no driver")?),
        None => None,
    };
    if let Some(ty) = &result {
        text.push_str(&format!("  {ty} :: sextant_result\n  {ty}, external :: {}\n", graph.name));
    }
    for (at, actual) in actuals.iter().enumerate() {
        let ty = declared(actual.element).ok_or("not compiled: a type has no driver")?;
        let size = actual.count.map(|count| format!("({count})")).unwrap_or_default();
        text.push_str(&format!("  {ty} :: v{at}{size}\n"));
    }
    text.push_str("  integer :: i\n");
    for (at, actual) in actuals.iter().enumerate() {
        for (element, value) in actual.values.iter().enumerate() {
            let place = if actual.count.is_some() { format!("({})", element + 1) } else { String::new() };
            text.push_str(&format!("  v{at}{place} = {}\n", literal(actual.element, value)));
        }
    }
    let names: Vec<String> = (0..actuals.len()).map(|at| format!("v{at}")).collect();
    let arguments = names.join(", ");
    match &graph.returns {
        Some(ty) => {
            text.push_str(&format!("  sextant_result = {}({arguments})\n", graph.name));
            text.push_str(&format!("  print '(A,I0)', 'return 0 ', {}\n", bits(ty, "sextant_result")));
        }
        None => text.push_str(&format!("  call {}({arguments})\n", graph.name)),
    }
    for (at, actual) in actuals.iter().enumerate() {
        match actual.count {
            Some(count) => text.push_str(&format!(
                "  do i = 1, {count}\n    print '(A,I0,1X,I0)', '{} ', i, {}\n  end do\n",
                actual.name,
                bits(actual.element, &format!("v{at}(i)"))
            )),
            None => text.push_str(&format!(
                "  print '(A,I0)', '{} 0 ', {}\n",
                actual.name,
                bits(actual.element, &format!("v{at}"))
            )),
        }
    }
    text.push_str("end program sextant_driver\n");
    Ok(text)
}

fn declared(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Int(ty) => format!("integer({})", ty.bits / 8),
        Type::Real(RealType::Single) => "real(4)".into(),
        Type::Real(RealType::Double) => "real(8)".into(),
        Type::Logical => "logical".into(),
        _ => return None,
    })
}

/// A constant by its bits.
fn literal(ty: &Type, value: &Value) -> String {
    match (ty, pattern(ty, value)) {
        (Type::Logical, bits) => if bits == 0 { ".false." } else { ".true." }.to_owned(),
        (Type::Real(RealType::Single), bits) => format!("transfer(int({bits}_8, 4), 0.0_4)"),
        (Type::Real(RealType::Double), bits) => format!("transfer({bits}_8, 0.0_8)"),
        (_, bits) => format!("{bits}_8"),
    }
}

/// An expression for the bits of a variable, as an integer.
fn bits(ty: &Type, variable: &str) -> String {
    match ty {
        Type::Logical => format!("merge(1, 0, {variable})"),
        Type::Real(RealType::Single) => format!("transfer({variable}, 0_4)"),
        Type::Real(RealType::Double) => format!("transfer({variable}, 0_8)"),
        _ => variable.to_owned(),
    }
}

/// The bits of a value of a type, as a signed integer.
fn pattern(ty: &Type, value: &Value) -> i64 {
    match (ty, crate::replay::machine_value(ty, value)) {
        (_, Value::Bool(value)) => i64::from(value),
        (_, Value::Int(value)) => i64::try_from(value).unwrap_or(0),
        (Type::Real(RealType::Single), Value::Float(_, bits)) => i64::from(bits as u32 as i32),
        (_, Value::Float(_, bits)) => bits as i64,
        _ => 0,
    }
}

/// Compares what the driver wrote with what the machine left.
fn compare(
    graph: &FlowGraph,
    actuals: &[Actual<'_>],
    replayed: &Replayed,
    written: &str,
) -> Result<(), String> {
    let mut expected: BTreeMap<(String, i64), i64> = BTreeMap::new();
    for actual in actuals {
        for (at, value) in actual.values.iter().enumerate() {
            let at = if actual.count.is_some() { at as i64 + 1 } else { 0 };
            expected.insert((actual.name.to_owned(), at), pattern(actual.element, value));
        }
    }
    for (name, value) in &replayed.outputs {
        let (name, low, high) =
            element_range(name).ok_or_else(|| format!("the results are not compared: {name}"))?;
        let of_argument = actuals.iter().find(|actual| actual.name == name).map(|actual| actual.element);
        let ty = if name == "return" { graph.returns.as_ref() } else { of_argument };
        let Some(ty) = ty else { continue };
        for at in low..=high {
            expected.insert((name.to_owned(), at), pattern(ty, value));
        }
    }
    let mut compared = 0;
    for line in written.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, at, found] = words[..] else { continue };
        let (Ok(at), Ok(found)) = (at.parse::<i64>(), found.parse::<i64>()) else { continue };
        if let Some(&wanted) = expected.get(&(name.to_owned(), at)) {
            compared += 1;
            if wanted != found {
                let place = if at == 0 { String::new() } else { format!("({at})") };
                return Err(format!("DIFFERENT RESULTS: {name}{place} is not what the machine has"));
            }
        }
    }
    if compared == 0 && !actuals.is_empty() {
        return Err("the compiled test wrote nothing".into());
    }
    Ok(())
}

/// `A(3:5)` as the name and the subscripts; a scalar has the subscript 0.
fn element_range(name: &str) -> Option<(&str, i64, i64)> {
    let Some((name, rest)) = name.split_once('(') else { return Some((name, 0, 0)) };
    let rest = rest.trim_end_matches(')');
    let (low, high) = rest.split_once(':').unwrap_or((rest, rest));
    Some((name, low.parse().ok()?, high.parse().ok()?))
}
