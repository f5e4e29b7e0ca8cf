//! C test programs: a plain one whose main runs every test in a process of its own, and one for Unity.
//!
//! The file includes the program, so that static functions can be called and globals be set.

use super::literal::{c_text, c_value, is_real, text_bytes};
use super::{Driver, SuiteReport, SuiteUnit, TestRow, ValueRow};
use crate::PathEnd;

const HEAD: &str = include_str!("plain_head.c");
const MAIN: &str = include_str!("plain_main.c");
/// How the tests begin where the program is only functions.
const BEGIN: &str = "\nint main(int argc, char **argv)\n{\n    return sextant_main(argc, argv);\n}\n";
/// How they begin where the program has a main that is called: it keeps its name, because only a function of that name
/// may end without a value.
const BEGIN_BEFORE_MAIN: &str = "
/* The tests run before main would begin. */
static void __attribute__((constructor)) sextant_begin(int argc, char **argv)
{
    exit(sextant_main(argc, argv));
}
";
const NAMED_INPUTS: &str = include_str!("klee.c");
const UNITY_HEAD: &str = include_str!("unity_head.c");
const NEAR: &str = include_str!("near.c");

/// The name of the text that a program reads.
const STANDARD_INPUT: &str = "stdin";
/// Stands for a status that nothing is known of.
const ANY_STATUS: i64 = -1;

/// A file of the program as a driver includes it.
#[derive(Clone, Debug, Default)]
pub struct IncludedFile {
    /// How the driver finds it.
    pub path: String,
    /// Static functions that get other names in it, because an earlier file has some of the same name.
    pub renamed: Vec<(String, String)>,
}

/// The name of a procedure in a driver: static functions of one name are told apart by a number behind a quote.
pub fn name_in_driver(procedure: &str) -> String {
    procedure.replace('\'', "_sextant_")
}

/// How conditions are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Unity,
}

impl SuiteReport {
    /// A C program that includes the given files of the program and checks what was recorded.
    pub fn c_program(&self, include: &[IncludedFile]) -> String {
        let mut out = format!("/* {} */\n", self.heading());
        out.push_str(HEAD);
        out.push_str(NEAR);
        let program = self.units.iter().any(|unit| unit.driver.program);
        self.included(include, !program, &mut out);
        let mut rows = Vec::new();
        self.sources(&mut out);
        for (unit, test) in self.tests() {
            match &unit.driver.refused {
                Some(reason) => out.push_str(&format!("\n/* {}: {reason} */\n", test.name)),
                None => {
                    out.push_str(&one_test(unit, test, Style::Plain));
                    let status = if unit.driver.program || test.expected.end == PathEnd::Stopped {
                        test.expected.status.unwrap_or(ANY_STATUS)
                    } else {
                        0
                    };
                    let failing = u8::from(test.is_failing());
                    rows.push(format!("    {{\"{0}\", sextant_{0}, {status}, {failing}}},", test.name));
                }
            }
        }
        out.push_str("\nstatic const struct sextant_test sextant_tests[] = {\n");
        rows.iter().for_each(|row| out.push_str(&format!("{row}\n")));
        out.push_str("    {0, 0, 0, 0}\n};\n");
        out.push_str(MAIN);
        out.push_str(if program { BEGIN_BEFORE_MAIN } else { BEGIN });
        out
    }

    /// A C program for the Unity framework. Tests that show errors are ignored there.
    pub fn unity_program(&self, include: &[IncludedFile]) -> String {
        let mut out = format!("/* {} */\n", self.heading());
        out.push_str(UNITY_HEAD);
        out.push_str(NEAR);
        self.included(include, true, &mut out);
        let mut names = Vec::new();
        for (unit, test) in self.tests() {
            let suits = unit.driver.refused.is_none()
                && !unit.driver.program
                && test.expected.end == PathEnd::Returned;
            if suits {
                out.push_str(&one_test(unit, test, Style::Unity));
                names.push(&test.name);
            }
        }
        out.push_str("\nint main(void)\n{\n    UNITY_BEGIN();\n");
        names.iter().for_each(|name| out.push_str(&format!("    RUN_TEST(sextant_{name});\n")));
        out.push_str("    return UNITY_END();\n}\n");
        out
    }

    pub(super) fn heading(&self) -> String {
        format!(
            "Tests of {}, written by sextant: {}. Expected values are recorded behaviour.",
            self.files.join(", "),
            self.totals()
        )
    }

    /// Includes the program; a main that nobody calls gets another name.
    fn included(&self, include: &[IncludedFile], rename: bool, out: &mut String) {
        if rename {
            out.push_str("#define main sextant_program_main\n");
        }
        for file in include {
            file.renamed.iter().for_each(|(name, new)| out.push_str(&format!("#define {name} {new}\n")));
            out.push_str(&format!("#include {}\n", c_text(file.path.as_bytes())));
            file.renamed.iter().for_each(|(name, _)| out.push_str(&format!("#undef {name}\n")));
        }
        if rename {
            out.push_str("#undef main\n");
        }
    }

    /// The functions that give programs their inputs.
    fn sources(&self, out: &mut String) {
        if self.units.iter().any(|unit| unit.driver.named_inputs) {
            out.push_str(NAMED_INPUTS);
        }
        let mut known: Vec<&str> = Vec::new();
        for source in self.units.iter().flat_map(|unit| &unit.driver.sources) {
            if known.contains(&source.function.as_str()) {
                continue;
            }
            known.push(&source.function);
            out.push_str(&format!(
                "\nstatic const {0} *sextant_next_{1};\n{0} {2}(void)\n{{\n    return *sextant_next_{1}++;\n}}\n",
                source.ty, source.input, source.function
            ));
        }
    }
}

fn one_test(unit: &SuiteUnit, test: &TestRow, style: Style) -> String {
    let mut body = String::new();
    if let Some(border) = &test.border {
        body.push_str(&format!("    /* {} */\n", border.replace("*/", "* /")));
    }
    let driver = &unit.driver;
    if driver.program {
        program_test(driver, test, &mut body);
    } else {
        function_test(unit, test, style, &mut body);
    }
    let kind = if style == Style::Unity { "" } else { "static " };
    format!("\n{kind}void sextant_{}(void)\n{{\n{body}}}\n", test.name)
}

fn function_test(unit: &SuiteUnit, test: &TestRow, style: Style, body: &mut String) {
    let driver = &unit.driver;
    driver.declarations.iter().for_each(|line| body.push_str(&format!("    {line}\n")));
    if style == Style::Plain {
        surroundings(driver, test, body);
    }
    for input in test.inputs.iter().filter(|input| !from_outside(driver, input)) {
        body.push_str(&assignment(input));
    }
    let call = format!("{}({})", name_in_driver(&unit.procedure), driver.arguments.join(", "));
    let returned = test.expected.outputs.iter().find(|output| is_result(output));
    match (&driver.returns, returned) {
        (Some(ty), Some(_)) => body.push_str(&format!("    {ty} sextant_result = {call};\n")),
        _ => body.push_str(&format!("    (void){call};\n")),
    }
    if test.expected.end != PathEnd::Returned {
        body.push_str("    sextant_failures++; /* it does not come back */\n");
        return;
    }
    for output in &test.expected.outputs {
        // A scalar argument is a copy: the function cannot change what the caller sees.
        let copy = driver.arguments.contains(&output.name) && !is_object(driver, &output.name);
        if !is_result(output) && (copy || !is_lvalue(&output.name)) {
            continue;
        }
        body.push_str(&check(output, style));
    }
}

/// Whether a value is the result or a member of it.
fn is_result(output: &ValueRow) -> bool {
    output.name.strip_prefix("return").is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn is_object(driver: &Driver, name: &str) -> bool {
    driver.declarations.iter().any(|line| line.contains(&format!(" {name}[")))
}

/// Whether a name can be written in C: those of statics inside functions cannot.
fn is_lvalue(name: &str) -> bool {
    !name.contains("()") && name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
}

/// Whether an input comes from a function of the surroundings or a stream.
fn from_outside(driver: &Driver, input: &ValueRow) -> bool {
    let numbered = |name: &str| {
        input.name.strip_prefix(name).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    input.name == STANDARD_INPUT || driver.sources.iter().any(|one| numbered(&one.input))
}

fn assignment(input: &ValueRow) -> String {
    match text_bytes(&input.value) {
        Some(bytes) if bytes.iter().all(|&byte| byte == 0) => String::new(),
        Some(bytes) => format!("    memcpy({}, {}, {});\n", input.name, c_text(&bytes), bytes.len()),
        None => format!("    {} = {};\n", input.name, c_value(&input.value)),
    }
}

fn check(output: &ValueRow, style: Style) -> String {
    let name = match output.name.strip_prefix("return") {
        Some(member) if is_result(output) => &format!("sextant_result{member}"),
        _ => &output.name,
    };
    let condition = match text_bytes(&output.value) {
        Some(bytes) => format!("memcmp({name}, {}, {}) == 0", c_text(&bytes), bytes.len()),
        None if output.value == "nan" => format!("{name} != {name}"),
        None if is_real(&output.value) => format!("sextant_near({name}, {})", c_value(&output.value)),
        None => format!("{name} == {}", c_value(&output.value)),
    };
    match style {
        Style::Plain => format!("    SEXTANT_CHECK({condition});\n"),
        Style::Unity => format!("    TEST_ASSERT({condition});\n"),
    }
}

fn program_test(driver: &Driver, test: &TestRow, body: &mut String) {
    surroundings(driver, test, body);
    for input in &test.inputs {
        let number = input.name.strip_prefix("argv[").and_then(|rest| rest.strip_suffix(']'));
        if let (Some(number), Some(bytes)) = (number, text_bytes(&input.value)) {
            body.push_str(&format!("    char sextant_argument_{number}[] = {};\n", c_text(&bytes)));
        }
    }
    let arguments = driver.arguments.join(", ");
    body.push_str(&format!("    exit({arguments});\n"));
}

/// What functions of the surroundings give, what is read, and what is to be written.
fn surroundings(driver: &Driver, test: &TestRow, body: &mut String) {
    for source in &driver.sources {
        let values = inputs_of(test, &source.input);
        let list: Vec<String> = values.iter().map(|value| c_value(value)).chain(["0".to_owned()]).collect();
        body.push_str(&format!(
            "    static const {0} {1}[] = {{{2}}};\n    sextant_next_{1} = {1};\n",
            source.ty,
            source.input,
            list.join(", ")
        ));
    }
    if driver.named_inputs {
        body.push_str("    static const struct sextant_leaf leaves[] = {\n");
        test.inputs.iter().for_each(|input| body.push_str(&named_input(input)));
        body.push_str("        {0, 0, 0, 0}};\n    sextant_leaves = leaves;\n");
    }
    let input = standard_input(test);
    let written = test.expected.written.clone().unwrap_or_default().into_bytes();
    if driver.program || !input.is_empty() || !written.is_empty() {
        body.push_str(&format!(
            "    sextant_streams({}, {}, {}, {});\n",
            c_text(&input),
            input.len(),
            c_text(&written),
            written.len()
        ));
    }
}

fn named_input(input: &ValueRow) -> String {
    let (real, value) = (is_real(&input.value) || input.value == "nan", c_value(&input.value));
    let (whole, real, is_real) = if real { ("0", value.as_str(), 1) } else { (value.as_str(), "0", 0) };
    format!("        {{{}, {whole}, {real}, {is_real}}},\n", c_text(input.name.as_bytes()))
}

/// The values of the inputs of a name: the second one has a 2 behind it, and so on.
pub(super) fn inputs_of<'t>(test: &'t TestRow, name: &str) -> Vec<&'t str> {
    let nth = |number: usize| if number == 1 { name.to_owned() } else { format!("{name}{number}") };
    (1..)
        .map_while(|number| {
            let wanted = nth(number);
            test.inputs.iter().find(|input| input.name == wanted).map(|input| input.value.as_str())
        })
        .collect()
}

/// What a program reads.
pub(super) fn standard_input(test: &TestRow) -> Vec<u8> {
    let row = test.inputs.iter().find(|input| input.name == STANDARD_INPUT);
    row.and_then(|row| text_bytes(&row.value)).unwrap_or_default()
}
