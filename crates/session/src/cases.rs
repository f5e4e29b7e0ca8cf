//! Tables of cases as programs, to be compared with others.

use sextant_flow::FlowGraph;
use sextant_syntax::{RealType, Type};

use crate::passes::{Refused, refused};
use crate::{LoadError, Session, Syntax};

impl Session {
    /// A program that gives what a table of cases says; each line is `condition => NAME = value, …`, where the
    /// returned value is named `return`.
    pub fn of_cases(&self, procedure: &str, cases: &str) -> Result<Session, Refused> {
        let id = self.named(procedure).map_err(refused)?;
        let graph = &self.specified.procedures[id];
        let text = if self.is_fortran() { fortran_text(graph, cases) } else { pli_text(graph, cases) };
        let text = text.map_err(refused)?;
        let syntax = if self.is_fortran() { Syntax::Fortran } else { Syntax::Pli };
        let name = if self.is_fortran() { "table of cases.f90" } else { "table of cases" };
        Session::from_texts(vec![(name.to_owned(), text)], syntax).map_err(|error| match error {
            LoadError::Text(text) => text,
            other => refused(other.to_string()),
        })
    }
}

/// The lines of a table: their numbers, conditions and results.
fn table(cases: &str) -> Result<Vec<(usize, &str, &str)>, String> {
    let mut found = Vec::new();
    for (at, line) in cases.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((condition, results)) = line.split_once("=>") else {
            return Err(format!("line {} of the table: no `=>`", at + 1));
        };
        found.push((at + 1, condition.trim(), results));
    }
    if found.is_empty() { Err("the table has no case".to_owned()) } else { Ok(found) }
}

fn parameters(graph: &FlowGraph) -> Vec<&str> {
    graph.parameters.iter().map(|&parameter| graph.variables[parameter].name.as_str()).collect()
}

fn pli_text(graph: &FlowGraph, cases: &str) -> Result<String, String> {
    let mut text = format!("{}: PROCEDURE ({});\n", graph.name, parameters(graph).join(", "));
    for &parameter in &graph.parameters {
        let variable = &graph.variables[parameter];
        let attributes = match variable.ty.scalar() {
            Type::Logical => "BIT (1)",
            _ => "FIXED BINARY (31)",
        };
        let bounds = if variable.ty.is_array() { "(*)" } else { "" };
        text.push_str(&format!("DECLARE {}{bounds} {attributes};\n", variable.name));
    }
    let (mut conditions, mut branches) = (Vec::new(), String::new());
    for (line, condition, results) in table(cases)? {
        conditions.push(format!("({condition})"));
        branches.push_str(&case_text(condition, results, line)?);
    }
    text.push_str(&format!(
        "ASSUME ({});\nSELECT;\n{branches}OTHERWISE STOP;\nEND;\n",
        conditions.join(" | ")
    ));
    text.push_str(&format!("END {};\n", graph.name));
    Ok(text)
}

/// The same in Fortran. Values are kept in variables of the type of what they are for.
fn fortran_text(graph: &FlowGraph, cases: &str) -> Result<String, String> {
    let kind = if graph.returns.is_some() { "function" } else { "subroutine" };
    let mut text = format!("{kind} {}({})\nimplicit none\n", graph.name, parameters(graph).join(", "));
    if let Some(ty) = &graph.returns {
        text.push_str(&format!("{} :: {}\n", fortran_type(ty)?, graph.name));
    }
    for &parameter in &graph.parameters {
        let variable = &graph.variables[parameter];
        let bounds = match variable.ty.rank() {
            0 => "",
            1 => "(*)",
            _ => return Err("unsupported: a table of cases for an array of several dimensions".to_owned()),
        };
        text.push_str(&format!("{} :: {}{bounds}\n", fortran_type(variable.ty.scalar())?, variable.name));
    }
    let (mut conditions, mut branches, mut kept) = (Vec::new(), String::new(), String::new());
    for (line, condition, results) in table(cases)? {
        conditions.push(format!("({condition})"));
        branches.push_str(&format!("if ({condition}) then\n"));
        let mut give = String::new();
        for (at, (name, value)) in results_of(results, line)?.into_iter().enumerate() {
            let own = if name.eq_ignore_ascii_case("return") { graph.name.as_str() } else { name };
            let stem = own.split('(').next().unwrap_or(own).trim();
            let declared = graph.variables.iter().find(|variable| variable.name.eq_ignore_ascii_case(stem));
            let Some(declared) = declared else {
                return Err(format!("line {line} of the table: there is no {stem}"));
            };
            kept.push_str(&format!("{} :: case_{line}_{at}\n", fortran_type(declared.ty.scalar())?));
            branches.push_str(&format!("case_{line}_{at} = {value}\n"));
            give.push_str(&format!("{own} = case_{line}_{at}\n"));
        }
        branches.push_str(&format!("{give}return\nend if\n"));
    }
    text.push_str(&kept);
    text.push_str(&format!("!$sextant assume ({})\n{branches}stop\nend\n", conditions.join(" .or. ")));
    Ok(text)
}

fn fortran_type(ty: &Type) -> Result<String, String> {
    Ok(match ty {
        Type::Int(int) => format!("integer({})", int.bits / 8),
        Type::Real(RealType::Double) => "double precision".to_owned(),
        Type::Real(_) => "real".to_owned(),
        Type::Logical => "logical".to_owned(),
        _ => {
            return Err(
                "unsupported: a table of cases for values that are neither numbers nor logical".to_owned()
            );
        }
    })
}

/// The names and values of the results of a line.
fn results_of(results: &str, line: usize) -> Result<Vec<(&str, &str)>, String> {
    let mut found = Vec::new();
    for part in split_results(results) {
        let Some(at) = part.find('=') else {
            return Err(format!("line {line} of the table: a result is written NAME = value"));
        };
        found.push((part[..at].trim(), part[at + 1..].trim()));
    }
    Ok(found)
}

/// One case: all values are computed before anything changes.
fn case_text(condition: &str, results: &str, line: usize) -> Result<String, String> {
    let mut keep = String::new();
    let mut give = String::new();
    for (at, (name, value)) in results_of(results, line)?.into_iter().enumerate() {
        let kept = format!("CASE_{line}_{at}");
        keep.push_str(&format!("{kept} = {value};\n"));
        match name {
            name if name.eq_ignore_ascii_case("return") => give.push_str(&format!("RETURN ({kept});\n")),
            name => give.insert_str(0, &format!("{name} = {kept};\n")),
        }
    }
    Ok(format!("WHEN ({condition}) DO;\n{keep}{give}RETURN;\nEND;\n").replace(";\nRETURN;\nEND", ";\nEND"))
}

/// The results at commas outside parentheses.
fn split_results(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut level, mut start) = (0i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => level += 1,
            ')' => level -= 1,
            ',' if level == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}
