//! `sextant summary`.

use std::collections::BTreeMap;

use serde_json::json;
use sextant_session::{AnswerReport, GivenReport, PathEnd, PointReport, Verdict};

use super::load;
use crate::arguments::SummaryCommand;
use crate::console::{complain, print, refuse, to_json};
use crate::exit::Exit;
use crate::limits;

/// Prints a procedure in closed form.
pub fn summary(command: &SummaryCommand) -> Result<Exit, Exit> {
    let session = load(&command.program)?;
    let options = limits::begin(command.execution.options(limits::interrupt()));
    if let Some(assertion) = &command.ask {
        let answer = session.ask(&command.procedure, command.at, assertion, &options).map_err(refuse)?;
        return answer_question(command, &answer);
    }
    if let Some(line) = command.at {
        let points = session.state_at(&command.procedure, line, &options, command.format).map_err(refuse)?;
        return show_points(command, &points);
    }
    if !command.given.is_empty() {
        let report = session
            .summary_given(&command.procedure, &command.given, command.modulo.as_deref(), &options)
            .map_err(refuse)?;
        return show_given(command, &report);
    }
    let report = session.summary(&command.procedure, &options, command.format).map_err(refuse)?;
    if command.json {
        let cases: Vec<_> = report
            .cases
            .iter()
            .map(|case| {
                json!({
                    "condition": case.condition,
                    "condition_term": case.condition.tree(),
                    "status": case.status,
                    "detail": case.detail,
                    "iterations": case.iterations.iter().map(|(place, count, name)| json!({ "loop": place, "count": count, "name": name })).collect::<Vec<_>>(),
                    "outputs": case.outputs.iter().cloned().collect::<BTreeMap<_, _>>(),
                    "output_terms": case.outputs.iter().map(|(name, value)| (name, value.tree())).collect::<BTreeMap<_, _>>(),
                    "recurrences": case.recurrences,
                    "relations": case.relations,
                    "notes": case.notes,
                })
            })
            .collect();
        let report = json!({
            "procedure": report.procedure,
            "complete": report.complete,
            "verified": { "agreed": report.verified.0, "skipped": report.verified.1 },
            "cases": cases,
            "assumptions": report.assumptions,
            "notes": report.notes,
        });
        print(&to_json(&report))?;
    } else {
        print(&report.text())?;
    }
    for defect in &report.defects {
        complain(&format!("internal error: the summary and an execution differ: {defect}"));
    }
    Ok(if !report.defects.is_empty() {
        Exit::Internal
    } else if report.complete && report.cases.iter().all(|case| case.status != PathEnd::Unsupported) {
        Exit::Clean
    } else {
        Exit::Inconclusive
    })
}

fn show_given(command: &SummaryCommand, report: &GivenReport) -> Result<Exit, Exit> {
    if command.json {
        let cases: Vec<_> = report
            .cases
            .iter()
            .map(|case| {
                json!({
                    "condition": case.condition,
                    "status": case.end,
                    "iterations": case.iterations.iter().map(|(place, count)| json!({ "loop": place, "count": count })).collect::<Vec<_>>(),
                    "outputs": case.outputs.iter().cloned().collect::<BTreeMap<_, _>>(),
                })
            })
            .collect();
        print(&to_json(&json!({
            "procedure": command.procedure,
            "cases": cases,
            "complete": report.complete,
            "note": report.assumed,
        })))?;
    } else {
        print(&report.text())?;
    }
    Ok(Exit::Clean)
}

fn answer_question(command: &SummaryCommand, answer: &AnswerReport) -> Result<Exit, Exit> {
    if command.json {
        print(&to_json(&json!({ "verdict": answer.verdict, "detail": answer.detail })))?;
    } else {
        let detail = answer.detail.as_ref().map(|detail| format!(": {detail}")).unwrap_or_default();
        print(&format!("{}{detail}\n", answer.verdict))?;
    }
    Ok(match answer.verdict {
        Verdict::Proved => Exit::Clean,
        Verdict::Refuted => Exit::Finding,
        _ => Exit::Inconclusive,
    })
}

fn show_points(command: &SummaryCommand, points: &[PointReport]) -> Result<Exit, Exit> {
    if command.json {
        let shown: Vec<_> = points
            .iter()
            .map(|point| {
                let loops = point.loops.iter();
                json!({
                    "condition": point.condition,
                    "condition_term": point.condition.tree(),
                    "loops": loops.map(|(place, count, running)| json!({ "loop": place, "count": count, "running": running })).collect::<Vec<_>>(),
                    "values": point.values.iter().cloned().collect::<BTreeMap<_, _>>(),
                    "value_terms": point.values.iter().map(|(name, value)| (name, value.tree())).collect::<BTreeMap<_, _>>(),
                })
            })
            .collect();
        print(&to_json(&json!({ "procedure": command.procedure, "contexts": shown })))?;
        return Ok(Exit::Clean);
    }
    for point in points {
        print(&format!("case {}:\n", point.condition))?;
        for (place, count, running) in &point.loops {
            let text = if *running {
                format!("in the loop at {place}, after {count} passes")
            } else {
                format!("loop at {place}: {count} passes")
            };
            print(&format!("  {text}\n"))?;
        }
        for (name, value) in &point.values {
            print(&format!("  {name} = {value}\n"))?;
        }
    }
    print("endcase\n")?;
    Ok(Exit::Clean)
}
