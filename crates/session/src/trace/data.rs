//! Data as the user writes them: `X = 3, A = (1, 2, 3), B(0:1) = (7, 8), IN1 = 4`.

mod whole;

use std::collections::BTreeMap;

use dashu_int::IBig;
use sextant_base::{Diagnostic, Diagnostics, Sources, Span};
use sextant_engines::dynamic::{Data, Woven};
use sextant_expr::{Rounding, Scalar, Sort, Table, Value};
use sextant_state::{Entry, EntryArgument, EntryValue, Machine, read_name};
use sextant_syntax::{CallArgument, Expr, ExprKind, IntType};

use super::Refusal;
use crate::Session;
use crate::describe::gathered;
use crate::inputs::entry_value;

/// Reads data for one call.
pub(super) struct Reader {
    symbols: Vec<(String, Sort)>,
    /// The lowest subscripts of arrays, where the call tells them.
    lowest: BTreeMap<String, IBig>,
    /// The types of integers that have limits.
    types: BTreeMap<String, IntType>,
    /// The call, if it reads input.
    reading: Option<Entry>,
}

type Failure = (Span, String);

impl Reader {
    pub(super) fn new(woven: &Woven, entry: &Entry, reads_input: bool) -> Self {
        let mut table = Table::new();
        let (state, _) = Machine::new(&woven.code, entry, &mut table).start(&mut table);
        let types = table.symbols().filter_map(|(_, symbol)| {
            let ty = state.type_of_input(table.symbol_named(&symbol.name)?)?;
            Some((symbol.name.clone(), ty))
        });
        let lowest = entry.arguments.iter().filter_map(|argument| match argument {
            EntryArgument::Array { name, bounds: Some((EntryValue::Int(low), _)), .. } => {
                Some((name.clone(), low.clone()))
            }
            _ => None,
        });
        Self {
            symbols: table.symbols().map(|(_, symbol)| (symbol.name.clone(), symbol.sort)).collect(),
            lowest: lowest.collect(),
            types: types.collect(),
            reading: reads_input.then(|| entry.clone()),
        }
    }

    /// The data of a text; integers must fit the types of their inputs.
    pub(super) fn read(&self, session: &Session, text: &str) -> Result<Data, Refusal> {
        let data = self.read_any(session, text)?;
        let exceeding = data.scalars.iter().find_map(|(name, value)| {
            let (low, high) = self.types.get(name)?.limits();
            let number = value.as_int().filter(|&number| *number < low || *number > high)?;
            Some(format!("{name} = {number} does not fit the type: {low} to {high}"))
        });
        let Some(message) = exceeding else { return Ok(data) };
        let mut sources = Sources::new();
        let source = sources.add("data", text);
        let span = Span { source, start: 0, end: text.len() as u32 };
        Err(Box::new((Diagnostic::error(span, message).into(), sources)))
    }

    fn read_any(&self, session: &Session, text: &str) -> Result<Data, Refusal> {
        let mut data = Data::default();
        if text.trim().is_empty() {
            return Ok(data);
        }
        let (shown, rest): (Vec<&str>, Vec<&str>) =
            pieces(text).into_iter().partition(|piece| self.shown_name(piece).is_some());
        for piece in shown {
            self.enter_shown(session, piece, &mut data)?;
        }
        let (wholes, rest): (Vec<&str>, Vec<&str>) =
            rest.into_iter().partition(|piece| self.whole(piece).is_some());
        for piece in wholes {
            self.enter_whole(session, piece, &mut data)?;
        }
        let text = rest.join(",");
        if text.trim().is_empty() {
            return Ok(data);
        }
        let mut sources = Sources::new();
        // The data are the arguments of a call nobody makes: one reader serves for both.
        let id = sources.add("data", format!("DATA({text})"));
        let call = session.read_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
        let mut errors = Diagnostics::new();
        for argument in &call.arguments {
            if let Err((span, message)) = self.enter(argument, &mut data) {
                errors.push(Diagnostic::error(span, message));
            }
        }
        if errors.has_errors() { Err(Box::new((errors, sources))) } else { Ok(data) }
    }

    /// The single value that a piece names as it is shown, where that is no plain name of the language, and the text
    /// behind the equals sign.
    fn shown_name<'t>(&self, piece: &'t str) -> Option<((String, Sort), &'t str)> {
        let (name, value) = piece.split_once('=')?;
        let name: String = name.split_whitespace().collect();
        if name.chars().all(|letter| letter.is_alphanumeric() || "_$#@".contains(letter)) {
            return None;
        }
        if let Some(entry) = &self.reading {
            let number: String = name.chars().skip_while(|letter| !letter.is_ascii_digit()).collect();
            let read = number.parse().ok().map(|number: u64| entry.read_name(number));
            if let Some(read) = read.filter(|read| read.eq_ignore_ascii_case(&name)) {
                return Some(((read, Sort::INT), value));
            }
        }
        let same = |known: &str| plain(known) == plain(&name);
        let exact = self.symbols.iter().find(|(known, _)| same(known));
        let alike =
            || self.symbols.iter().find(|(known, _)| plain(known).eq_ignore_ascii_case(&plain(&name)));
        let found = exact.or_else(alike).filter(|(_, sort)| matches!(sort, Sort::Scalar(_)))?;
        Some((found.clone(), value))
    }

    fn enter_shown(&self, session: &Session, piece: &str, data: &mut Data) -> Result<(), Refusal> {
        let Some(((name, Sort::Scalar(sort)), value)) = self.shown_name(piece) else { return Ok(()) };
        let value = single(session, &name, sort, value)?;
        data.scalars.insert(name, value);
        Ok(())
    }

    fn enter(&self, argument: &CallArgument, data: &mut Data) -> Result<(), Failure> {
        let how = "data are written NAME = value or NAME = (value, …)";
        let (name, bounds, values, span) = match argument {
            CallArgument::Variable { name, bounds, values, span, .. } => (name, bounds, values, span),
            CallArgument::Value(expr) => return Err((expr.span, how.into())),
            CallArgument::Absent(span) => return Err((*span, how.into())),
        };
        if self.enter_parts(name, values, data)? {
            return Ok(());
        }
        let (name, sort) = self.symbol(name).map_err(|message| (*span, message))?;
        match (sort, &values[..]) {
            (_, []) => Err((*span, format!("there is no value: write {name} = value"))),
            (Sort::Scalar(scalar), [value]) if bounds.is_empty() => {
                let value = constant(value, scalar)?;
                match data.scalars.insert(name.clone(), value) {
                    None => Ok(()),
                    Some(_) => Err((*span, format!("{name} has two values"))),
                }
            }
            (Sort::Scalar(_), _) => Err((*span, format!("{name} is not an array: give one value"))),
            (Sort::Array(element), values) => {
                let (low, high) = self.range(&name, bounds.first())?;
                if high.is_some_and(|high| IBig::from(values.len()) > high - &low + IBig::ONE) {
                    return Err((*span, format!("there are {} values, more than elements", values.len())));
                }
                let elements = data.elements.entry(name.clone()).or_default();
                for (offset, value) in values.iter().enumerate() {
                    let index = &low + IBig::from(offset);
                    if elements.insert(index.clone(), constant(value, element)?).is_some() {
                        return Err((*span, format!("{name}({index}) has two values")));
                    }
                }
                Ok(())
            }
        }
    }

    /// Texts and complex numbers: each of their parts is a symbol. `false` if the name means something else.
    fn enter_parts(&self, name: &str, values: &[Expr], data: &mut Data) -> Result<bool, Failure> {
        let known =
            |part: String| self.symbols.iter().find(|(known, _)| known.eq_ignore_ascii_case(&part)).cloned();
        if let [Expr { kind: ExprKind::Text(text), span, .. }] = values {
            let mut length = 0;
            while let Some((symbol, _)) = known(format!("{name}({0}:{0})", length + 1)) {
                let code = text.get(length).copied().unwrap_or(b' ');
                data.scalars.insert(symbol, Value::Int(code.into()));
                length += 1;
            }
            return match length {
                0 => Err((*span, format!("{name} is no text of this call"))),
                _ => Ok(true),
            };
        }
        let (Some((re, sort)), Some((im, _))) = (known(format!("RE({name})")), known(format!("IM({name})")))
        else {
            return Ok(false);
        };
        let Sort::Scalar(sort) = sort else { return Ok(false) };
        let parts = match values {
            [Expr { kind: ExprKind::Complex(re, im), .. }] => [&**re, &**im],
            [re, im] => [re, im],
            _ => return Ok(false),
        };
        data.scalars.insert(re, constant(parts[0], sort)?);
        data.scalars.insert(im, constant(parts[1], sort)?);
        Ok(true)
    }

    /// The first of the elements that are given, and the last if it is written.
    fn range(&self, name: &str, bounds: Option<&(Expr, Expr)>) -> Result<(IBig, Option<IBig>), Failure> {
        let bound = |expr: &Expr| match constant(expr, Scalar::Int)? {
            Value::Int(value) => Ok(value),
            _ => Err((expr.span, "a subscript is a number".to_owned())),
        };
        match bounds {
            Some((low, high)) => Ok((bound(low)?, Some(bound(high)?))),
            None => Ok((self.lowest.get(name).cloned().unwrap_or(IBig::ONE), None)),
        }
    }

    /// The symbol of a name; the case of letters matters only where it makes a difference.
    fn symbol(&self, name: &str) -> Result<(String, Sort), String> {
        let exact = self.symbols.iter().find(|(known, _)| known == name);
        let alike = || self.symbols.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some(found) = exact.or_else(alike) {
            return Ok(found.clone());
        }
        let upper = name.to_ascii_uppercase();
        let number = upper.strip_prefix("IN").and_then(|digits| digits.parse::<u64>().ok());
        let number = number.filter(|&number| number > 0 && upper == read_name(number));
        if let (Some(number), Some(entry)) = (number, &self.reading) {
            return Ok((entry.read_name(number), Sort::INT));
        }
        let known: Vec<&str> = self.symbols.iter().map(|(name, _)| name.as_str()).collect();
        Err(match known[..] {
            [] => format!("{name} is no symbol of this call; it has none"),
            _ => format!("{name} is no symbol of this call (its symbols: {})", known.join(", ")),
        })
    }
}

/// The parts between commas that stand in no brackets and no quotes.
fn pieces(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth, mut quote) = (Vec::new(), 0, 0i32, None);
    for (at, sign) in text.char_indices() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(sign),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

/// A name without blanks and with points for arrows.
fn plain(name: &str) -> String {
    let name: String = name.split_whitespace().collect();
    let name = name.replace("->", ".");
    match name.strip_prefix('*') {
        Some(pointer) => format!("{pointer}[0]"),
        None => name,
    }
}

/// The single value that is written for a symbol.
fn single(session: &Session, name: &str, sort: Scalar, text: &str) -> Result<Value, Refusal> {
    let mut sources = Sources::new();
    let id = sources.add("data", format!("DATA({text})"));
    let call = session.read_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
    let found = match &call.arguments[..] {
        [CallArgument::Value(expr)] => constant(expr, sort),
        _ => Err((call.procedure_span, format!("{name} has one value"))),
    };
    found.map_err(|(span, message)| Box::new((Diagnostic::error(span, message).into(), sources)))
}

fn constant(expr: &Expr, sort: Scalar) -> Result<Value, Failure> {
    match entry_value(expr, sort, Rounding::Floor, &mut Vec::new())? {
        EntryValue::Int(value) => Ok(Value::Int(value)),
        EntryValue::Bool(value) => Ok(Value::Bool(value)),
        EntryValue::Constant(value) => Ok(value),
        EntryValue::Procedure(_) | EntryValue::Term(_) | EntryValue::Undefined => {
            Err((expr.span, "the data are numbers, without symbols".into()))
        }
    }
}

/// The data as they are shown: scalars in the order of their symbols, then neighbouring elements of arrays.
pub fn shown(table: &Table, data: &Data) -> Vec<(String, String)> {
    let mut scalars = Vec::new();
    for (_, symbol) in table.symbols() {
        if let Some(value) = data.scalars.get(&symbol.name) {
            scalars.push((symbol.name.clone(), value.clone()));
        }
    }
    let mut shown = gathered(scalars);
    for (name, elements) in &data.elements {
        let mut rest = elements.iter().peekable();
        while let Some((low, value)) = rest.next() {
            let (mut high, mut values) = (low.clone(), vec![value.to_string()]);
            while let Some((index, value)) = rest.next_if(|(index, _)| **index == &high + IBig::ONE) {
                high = index.clone();
                values.push(value.to_string());
            }
            let label = if *low == IBig::ONE { name.clone() } else { format!("{name}({low}:{high})") };
            shown.push((label, format!("({})", values.join(", "))));
        }
    }
    shown
}
