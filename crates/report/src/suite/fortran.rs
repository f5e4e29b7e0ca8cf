//! A Fortran program that calls procedures on the inputs of tests and checks what they leave.

use super::literal::{fortran_text, fortran_value, is_real, text_bytes};
use super::{SuiteReport, SuiteUnit, TestRow, ValueRow};
use crate::PathEnd;

impl SuiteReport {
    /// A Fortran driver, to be compiled behind the program.
    pub fn fortran_program(&self) -> String {
        let mut out = format!("! {}\n", self.heading());
        let usable = |unit: &SuiteUnit| unit.driver.refused.is_none() && !unit.driver.program;
        let tests: Vec<_> = self.tests().filter(|(unit, _)| usable(unit)).collect();
        out.push_str("program sextant_suite\n  implicit none\n  character(len=20) :: which\n");
        out.push_str("  integer :: sextant_failures\n  common /sextant/ sextant_failures\n");
        out.push_str("  sextant_failures = 0\n  which = ''\n  call get_command_argument(1, which)\n");
        for (_, test) in &tests {
            let name = &test.name;
            if stops(test) {
                // It would end the others with it.
                let status = test.expected.status.unwrap_or(ANY_STATUS);
                out.push_str(&format!("  if (which == '') call sextant_stops('{name}', {status})\n"));
                out.push_str(&format!("  if (which == '{name}') call sextant_{name}()\n"));
                continue;
            }
            // A test that shows an error runs only if it is asked for.
            let wanted = if test.is_failing() { "which == 'failing'" } else { "which == ''" };
            out.push_str(&format!("  if ({wanted} .or. which == '{name}') call sextant_{name}()\n"));
        }
        out.push_str("  if (sextant_failures > 0) stop 1\nend program sextant_suite\n");
        out.push_str(CHECK);
        if tests.iter().any(|(_, test)| stops(test)) {
            out.push_str(STOPS);
        }
        for (unit, test) in &tests {
            one_test(unit, test, &mut out);
        }
        for (unit, test) in self.tests().filter(|(unit, _)| !usable(unit)) {
            let reason = unit.driver.refused.as_deref().unwrap_or("a main program runs by itself");
            out.push_str(&format!("! {}: {reason}\n", test.name));
        }
        out
    }
}

/// Stands for a status that nothing is known of.
const ANY_STATUS: i64 = -1;

/// Whether a test ends the program.
fn stops(test: &TestRow) -> bool {
    test.expected.end == PathEnd::Stopped
}

const STOPS: &str = "
! A test that ends the program runs in a process of its own.
subroutine sextant_stops(test, status)
  implicit none
  character(len=*), intent(in) :: test
  integer, intent(in) :: status
  character(len=4096) :: program
  integer :: found
  call get_command_argument(0, program)
  call execute_command_line('\"' // trim(program) // '\" ' // test, exitstat=found)
  call sextant_check(status < 0 .or. found == status, test, 'its status')
end subroutine sextant_stops
";

const CHECK: &str = "
subroutine sextant_check(holds, test, what)
  implicit none
  logical, intent(in) :: holds
  character(len=*), intent(in) :: test, what
  integer :: sextant_failures
  common /sextant/ sextant_failures
  if (holds) return
  sextant_failures = sextant_failures + 1
  print '(4A)', test, ': not so: ', what, ' is as recorded'
end subroutine sextant_check

! Equal up to the rounding of library functions.
logical function sextant_near(is, wanted, digits)
  implicit none
  real(8), intent(in) :: is, wanted, digits
  sextant_near = is == wanted .or. abs(is - wanted) <= digits * max(1d0, abs(wanted))
end function sextant_near
";

fn one_test(unit: &SuiteUnit, test: &TestRow, out: &mut String) {
    let driver = &unit.driver;
    let name = &test.name;
    out.push_str(&format!("\nsubroutine sextant_{name}()\n"));
    let (uses, declarations): (Vec<_>, Vec<_>) =
        driver.declarations.iter().partition(|line| line.starts_with("use "));
    uses.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    out.push_str("  implicit none\n");
    declarations.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    let procedure = unit.procedure.rsplit('.').next().unwrap_or(&unit.procedure);
    if let Some(ty) = &driver.returns {
        out.push_str(&format!("  {ty} :: sextant_result\n"));
        if uses.is_empty() {
            out.push_str(&format!("  {ty}, external :: {procedure}\n"));
        }
    }
    out.push_str("  logical, external :: sextant_near\n");
    if let Some(border) = &test.border {
        out.push_str(&format!("  ! {}\n", border.replace('\n', " ")));
    }
    for (array, bounds) in &test.shapes {
        out.push_str(&format!("  allocate({array}({}))\n", count_of(bounds)));
        if let Some(zero) = zero_of(driver, array) {
            out.push_str(&format!("  {array} = {zero}\n"));
        }
    }
    test.inputs.iter().for_each(|input| out.push_str(&assignment(input, test)));
    let arguments = driver.arguments.join(", ");
    match &driver.returns {
        Some(_) => out.push_str(&format!("  sextant_result = {procedure}({arguments})\n")),
        None => out.push_str(&format!("  call {procedure}({arguments})\n")),
    }
    if stops(test) {
        out.push_str(&format!("  call sextant_check(.false., '{name}', 'the end')\n"));
    }
    for output in test.expected.outputs.iter().filter(|_| !stops(test)) {
        out.push_str(&check(name, output, test, driver));
    }
    out.push_str(&format!("end subroutine sextant_{name}\n"));
}

/// What the elements of an array are that no input speaks of; those of records are all spoken of.
fn zero_of(driver: &super::Driver, array: &str) -> Option<&'static str> {
    let declared = driver.declarations.iter().find(|line| line.ends_with(&format!(":: {array}")));
    match declared {
        Some(line) if line.starts_with("type(") => None,
        Some(line) if line.starts_with("logical") => Some(".false."),
        Some(line) if line.starts_with("character") => Some("''"),
        _ => Some("0"),
    }
}

/// A value as Fortran names it: the parts of complex numbers are written as components, and elements of arguments of
/// several dimensions are counted in storage order.
fn fortran_name(name: &str, test: &TestRow) -> String {
    for (function, component) in [("RE(", "re"), ("IM(", "im")] {
        let inner = name.strip_prefix(function).and_then(|rest| rest.strip_suffix(')'));
        if let Some(number) = inner.filter(|inner| inner.starts_with(|first: char| first.is_alphabetic())) {
            let element = linear(number, test);
            let number =
                if number == "return" { "sextant_result" } else { element.as_deref().unwrap_or(number) };
            return format!("{number}%{component}");
        }
    }
    linear(name, test).unwrap_or_else(|| name.to_owned())
}

fn count_of(bounds: &str) -> i64 {
    let extents = bounds.split(',').map(|pair| {
        let (low, high) = pair.split_once(':').unwrap_or(("1", pair));
        let number = |text: &str| text.trim().parse::<i64>().unwrap_or(1);
        (number(high) - number(low) + 1).max(0)
    });
    extents.product()
}

fn assignment(input: &ValueRow, test: &TestRow) -> String {
    let name = fortran_name(&input.name, test);
    match text_bytes(&input.value) {
        Some(bytes) => format!("  {name} = {}\n", fortran_text(&bytes)),
        None => format!("  {name} = {}\n", fortran_value(&input.value)),
    }
}

fn check(test: &str, output: &ValueRow, row: &TestRow, driver: &super::Driver) -> String {
    let name = match output.name.as_str() {
        "return" => "sextant_result".to_owned(),
        other => fortran_name(other, row),
    };
    let condition = match text_bytes(&output.value) {
        Some(bytes) => format!("{name} == {}", fortran_text(&bytes)),
        None if output.value == "nan" => format!("{name} /= {name}"),
        None if is_real(&output.value) => {
            let digits = if is_single(driver, &name) { "1d-5" } else { "1d-9" };
            format!("sextant_near(real({name}, 8), {}, {digits})", fortran_value(&output.value))
        }
        None if matches!(output.value.as_str(), "true" | "false") => {
            format!("{name} .eqv. {}", fortran_value(&output.value))
        }
        None => format!("{name} == {}", fortran_value(&output.value)),
    };
    format!("  call sextant_check({condition}, '{test}', '{}')\n", output.name)
}

fn is_single(driver: &super::Driver, name: &str) -> bool {
    let base = name.split(['(', '%']).next().unwrap_or(name);
    let declared = driver
        .declarations
        .iter()
        .find(|line| line.split(":: ").nth(1).is_some_and(|rest| rest.split('(').next() == Some(base)));
    match declared {
        // What precision a component has is known to the program only.
        Some(line) => ["real(4)", "complex(4)", "type("].iter().any(|single| line.starts_with(single)),
        None if name.contains('%') && base != "sextant_result" => true,
        None => matches!(driver.returns.as_deref(), Some("real(4)" | "complex(4)")),
    }
}

/// An element of an argument of several dimensions, counted in storage order: so the driver has it.
fn linear(name: &str, test: &TestRow) -> Option<String> {
    let (array, subscripts) = name.strip_suffix(')')?.split_once('(')?;
    let (_, bounds) = test.shapes.iter().find(|(known, _)| known == array)?;
    // An input is named by its position in storage.
    if subscripts.split(',').count() != bounds.split(',').count() {
        return None;
    }
    let mut at = 1;
    let mut stride = 1;
    for (subscript, pair) in subscripts.split(',').zip(bounds.split(',')) {
        let (low, high) = pair.split_once(':')?;
        let (low, high): (i64, i64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        at += (subscript.trim().parse::<i64>().ok()? - low) * stride;
        stride *= (high - low + 1).max(0);
    }
    Some(format!("{array}({at})"))
}
