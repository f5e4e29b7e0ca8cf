//! The shapes of messages and of their arguments. Fields that nobody here looks at are left out; those that are
//! missing have the defaults of the protocol.

use serde::Deserialize;
use serde_json::Value;

/// A request.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Request {
    pub(crate) seq: i64,
    pub(crate) command: String,
    #[serde(default)]
    pub(crate) arguments: Value,
}

/// An event with its body.
pub(crate) type Event = (&'static str, Value);

/// `initialize`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InitializeArguments {
    pub(crate) lines_start_at1: bool,
    pub(crate) columns_start_at1: bool,
    pub(crate) supports_invalidated_event: bool,
}

impl Default for InitializeArguments {
    fn default() -> Self {
        Self { lines_start_at1: true, columns_start_at1: true, supports_invalidated_event: false }
    }
}

/// `launch` and `restart`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LaunchArguments {
    pub(crate) program: String,
    #[serde(default)]
    pub(crate) with: Vec<String>,
    pub(crate) cwd: Option<String>,
    pub(crate) language: Option<Language>,
    pub(crate) call: Option<String>,
    pub(crate) data: Option<String>,
    #[serde(default)]
    pub(crate) input: Vec<String>,
    pub(crate) arithmetic: Option<ArithmeticName>,
    pub(crate) division: Option<DivisionName>,
    pub(crate) call_depth: Option<usize>,
    #[serde(default)]
    pub(crate) evolved: bool,
    pub(crate) session: Option<String>,
    #[serde(default = "yes")]
    pub(crate) stop_on_entry: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    Pli,
    Fortran,
    C,
    Flow,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ArithmeticName {
    Ideal,
    Machine,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DivisionName {
    Floor,
    Truncate,
}

fn yes() -> bool {
    true
}

/// A source text.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct SourceName {
    pub(crate) path: Option<String>,
}

/// `setBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BreakpointsArguments {
    pub(crate) source: SourceName,
    #[serde(default)]
    pub(crate) breakpoints: Vec<SourceBreakpoint>,
}

/// A breakpoint on a line.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceBreakpoint {
    pub(crate) line: i64,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

/// `setFunctionBreakpoints`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct FunctionBreakpointsArguments {
    pub(crate) breakpoints: Vec<FunctionBreakpoint>,
}

/// A breakpoint on a procedure.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FunctionBreakpoint {
    pub(crate) name: String,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

/// `dataBreakpointInfo`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataInfoArguments {
    pub(crate) variables_reference: Option<i64>,
    pub(crate) name: String,
    pub(crate) frame_id: Option<i64>,
}

/// `setDataBreakpoints`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct DataBreakpointsArguments {
    pub(crate) breakpoints: Vec<DataBreakpoint>,
}

/// A breakpoint on a variable.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpoint {
    pub(crate) data_id: String,
    pub(crate) access_type: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

/// `stackTrace`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StackArguments {
    pub(crate) start_frame: usize,
    pub(crate) levels: usize,
}

/// `scopes` and `stepInTargets`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameArguments {
    pub(crate) frame_id: i64,
}

/// `variables`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariablesArguments {
    pub(crate) variables_reference: i64,
    #[serde(default)]
    pub(crate) start: usize,
    #[serde(default)]
    pub(crate) count: usize,
}

/// `setVariable`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetVariableArguments {
    pub(crate) variables_reference: i64,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// `evaluate`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluateArguments {
    pub(crate) expression: String,
    pub(crate) frame_id: Option<i64>,
    pub(crate) context: Option<String>,
}

/// `setExpression`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetExpressionArguments {
    pub(crate) expression: String,
    pub(crate) value: String,
    pub(crate) frame_id: Option<i64>,
}

/// `stepIn`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StepInArguments {
    pub(crate) target_id: Option<i64>,
}

/// `completions`.
#[derive(Debug, Deserialize)]
pub(crate) struct CompletionsArguments {
    pub(crate) text: String,
    pub(crate) column: usize,
}

/// `source`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SourceArguments {
    pub(crate) source: SourceName,
}

/// `setExceptionBreakpoints`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ExceptionArguments {
    pub(crate) filters: Vec<String>,
}

/// `jump`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JumpArguments {
    #[serde(alias = "id")]
    pub(crate) step_id: String,
}

/// `stepSpecific`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepSpecificArguments {
    #[serde(alias = "stepId", alias = "id")]
    pub(crate) prev_id: String,
    #[serde(default)]
    pub(crate) case: Value,
}
