//! Statements on files.

use sextant_base::Span;
use sextant_syntax::{
    Expr, ExprKind, LabelId, Layout, Operation, Place, Setting, Stmt, StmtKind, Transfer, TransferItem, Type,
    Unit,
};

use super::Resolver;
use super::build::{self, INT, convert, element_type, rank};
use super::operators::describe;
use crate::raw::{self, ControlValue, ExprKind as Raw, Item, Verb};

/// What a keyword of an I/O statement means.
enum Keyword {
    Unit,
    Format,
    Namelist,
    Record,
    OnError,
    OnEnd,
    OnEndOfRecord,
    Status,
    Message,
    /// A value that says how.
    Given(Setting),
    /// A variable that gets an answer.
    Answer(Setting),
    /// Of no consequence here.
    Ignored,
}

fn keyword(upper: &str, operation: Operation) -> Option<Keyword> {
    use Keyword::*;
    let asks = operation == Operation::Inquire;
    let given = |setting: Setting| if asks { Answer(setting) } else { Given(setting) };
    Some(match upper {
        "UNIT" => Unit,
        "FMT" => Format,
        "NML" => Namelist,
        "REC" => Record,
        "ERR" => OnError,
        "END" => OnEnd,
        "EOR" => OnEndOfRecord,
        "IOSTAT" => Status,
        "IOMSG" => Message,
        "FILE" => Given(Setting::File),
        "NAME" if asks => Answer(Setting::File),
        "NAME" => Given(Setting::File),
        "STATUS" | "DISP" | "DISPOSE" => Given(Setting::Status),
        "ACCESS" => given(Setting::Access),
        "FORM" => given(Setting::Form),
        "RECL" => given(Setting::RecordLength),
        "BLANK" => given(Setting::Blank),
        "POSITION" => given(Setting::Position),
        "ACTION" => given(Setting::Action),
        "DELIM" => given(Setting::Delimiter),
        "PAD" => given(Setting::Pad),
        "ADVANCE" => Given(Setting::Advance),
        "SIZE" => Answer(Setting::Size),
        "EXIST" => Answer(Setting::Exists),
        "OPENED" => Answer(Setting::Opened),
        "NUMBER" => Answer(Setting::Number),
        "NAMED" => Answer(Setting::Named),
        "SEQUENTIAL" => Answer(Setting::Sequential),
        "DIRECT" => Answer(Setting::Direct),
        "FORMATTED" => Answer(Setting::Formatted),
        "UNFORMATTED" => Answer(Setting::Unformatted),
        "NEXTREC" => Answer(Setting::NextRecord),
        "NEWUNIT" => Answer(Setting::NewUnit),
        "READ" => Answer(Setting::MayRead),
        "WRITE" => Answer(Setting::MayWrite),
        "READWRITE" => Answer(Setting::MayReadWrite),
        "IOLENGTH" => Answer(Setting::Length),
        "ENCODING" | "ASYNCHRONOUS" | "DECIMAL" | "ROUND" | "SIGN" | "CONVERT" | "ID" => Ignored,
        _ => return None,
    })
}

impl<'a> Resolver<'a, '_> {
    pub(crate) fn input_output(&mut self, raw: &'a raw::InputOutput, span: Span) -> Option<StmtKind> {
        let operation = match raw.verb {
            Verb::Read | Verb::Accept => Operation::Read,
            Verb::Write | Verb::Print | Verb::Punch | Verb::Type => Operation::Write,
            Verb::Open => Operation::Open,
            Verb::Close => Operation::Close,
            Verb::Inquire => Operation::Inquire,
            Verb::Rewind => Operation::Rewind,
            Verb::Backspace => Operation::Backspace,
            Verb::EndFile => Operation::EndFile,
            Verb::Flush => Operation::Flush,
            Verb::Wait => return Some(StmtKind::Unsupported("WAIT".to_owned())),
        };
        let asks = operation == Operation::Inquire;
        let transfers = matches!(operation, Operation::Read | Operation::Write);
        let unit = if asks { Unit::ByName } else { Unit::Standard };
        let mut transfer = Transfer::new(operation, unit, Layout::Unformatted);
        let mut unit_given = raw.short && transfers;
        let mut complete = true;
        for (position, control) in raw.controls.iter().enumerate() {
            let meaning = match &control.keyword {
                Some(name) => keyword(&name.upper, operation),
                None if raw.short && transfers => Some(Keyword::Format),
                None if position == 0 => Some(Keyword::Unit),
                None if position == 1 && transfers => Some(Keyword::Format),
                None => None,
            };
            let Some(meaning) = meaning else {
                self.report(control.span, "this statement has no such control");
                complete = false;
                continue;
            };
            unit_given |= matches!(meaning, Keyword::Unit);
            complete &= self.control(&mut transfer, meaning, control).is_some();
        }
        if !unit_given && transfers {
            return self.fail(span, "the unit is missing");
        }
        if let Some(at) = transfer.answers.iter().position(|(setting, _)| *setting == Setting::Length) {
            return self.record_length(transfer.answers.remove(at).1, &raw.items, span);
        }
        // OPEN finds a unit by NEWUNIT where none is given.
        if operation == Operation::Open && transfer.unit == Unit::Standard {
            transfer.unit = Unit::ByName;
        }
        let is_read = operation == Operation::Read;
        for item in &raw.items {
            match self.item(item, is_read, true) {
                Some(item) => transfer.items.extend(item),
                None => complete = false,
            }
        }
        complete.then(|| StmtKind::Transfer(Box::new(transfer)))
    }

    /// `INQUIRE (IOLENGTH = …)`: how many bytes the items take in an unformatted record.
    fn record_length(&mut self, answer: Place, items: &'a [Item], span: Span) -> Option<StmtKind> {
        let length = self.temporary("bytes", INT, span);
        let sum = || build::variable(length, INT, span);
        let mut statements = vec![self.made(build::set(length, build::int(0, span)), span)];
        for item in items {
            let more = self.constructor_item(item, false, &mut |resolver, value| {
                let bytes = resolver.bytes_of(&value);
                vec![resolver.made(build::set(length, build::add(sum(), bytes)), span)]
            })?;
            statements.extend(more);
        }
        let answer = self.designator_of_place(&answer, span);
        statements.push(self.assignment(answer, sum()));
        Some(self.group(statements, span).kind)
    }

    fn bytes_of(&mut self, value: &Expr) -> Expr {
        let span = value.span;
        let each = match element_type(&value.ty) {
            Type::Text(_) => self.length_of(value),
            other => build::int(self.size_of(other).unwrap_or(0), span),
        };
        if rank(&value.ty) == 0 { each } else { build::multiply(self.total(value, span), each) }
    }

    fn control(
        &mut self,
        transfer: &mut Transfer,
        meaning: Keyword,
        control: &'a raw::Control,
    ) -> Option<()> {
        let raw = match (&control.value, &meaning) {
            (ControlValue::Star, Keyword::Unit) => {
                transfer.unit = Unit::Standard;
                return Some(());
            }
            (ControlValue::Star, Keyword::Format) => {
                transfer.layout = Layout::List;
                return Some(());
            }
            (ControlValue::Star, _) => return self.fail(control.span, "a value is needed here"),
            (ControlValue::Expr(raw), _) => raw,
        };
        match meaning {
            Keyword::Unit => transfer.unit = self.io_unit(raw)?,
            Keyword::Format => transfer.layout = self.layout(raw)?,
            Keyword::Namelist => transfer.layout = self.namelist(raw)?,
            Keyword::Record => transfer.record = Some(self.integer(raw)?),
            Keyword::OnError => transfer.outcome.on_error = Some(self.io_label(raw)?),
            Keyword::OnEnd => transfer.outcome.on_end = Some(self.io_label(raw)?),
            Keyword::OnEndOfRecord => transfer.outcome.on_end_of_record = Some(self.io_label(raw)?),
            Keyword::Status => transfer.outcome.status = Some(self.place_of(raw)?),
            Keyword::Message => transfer.outcome.message = Some(self.place_of(raw)?),
            Keyword::Given(setting) => {
                let value = self.scalar(raw)?;
                transfer.settings.push((setting, value));
            }
            Keyword::Answer(setting) => {
                let place = self.place_of(raw)?;
                transfer.answers.push((setting, place));
            }
            Keyword::Ignored => {
                self.scalar(raw)?;
            }
        }
        Some(())
    }

    /// The place that a reference names.
    pub(crate) fn place_of(&mut self, raw: &raw::Expr) -> Option<Place> {
        let designator = self.designator(raw)?;
        Some(self.place(designator))
    }

    fn io_label(&mut self, raw: &raw::Expr) -> Option<LabelId> {
        let Raw::Int { digits, .. } = &raw.kind else { return self.fail(raw.span, "a label is needed here") };
        let Ok(value) = digits.parse() else { return self.fail(raw.span, "a label is needed here") };
        self.label(raw::Label { value, span: raw.span })
    }

    fn io_unit(&mut self, raw: &'a raw::Expr) -> Option<Unit> {
        let value = self.value(raw)?;
        match element_type(&value.ty) {
            Type::Text(_) => match value.kind {
                ExprKind::Load(place) => Some(Unit::Internal(place)),
                _ => self.fail(raw.span, "a text variable is needed as an internal file"),
            },
            Type::Int(_) if rank(&value.ty) == 0 => Some(Unit::Number(value)),
            _ => self
                .fail(raw.span, format!("a unit is a whole number or a text, not {}", describe(&value.ty))),
        }
    }

    fn layout(&mut self, raw: &'a raw::Expr) -> Option<Layout> {
        match &raw.kind {
            Raw::Int { digits, kind: None } => {
                let label = digits.parse::<u32>().unwrap_or(0);
                let format = self.scope().formats.get(&label).map(|text| Layout::Format((*text).to_owned()));
                format.or_else(|| self.fail(raw.span, format!("no FORMAT has the label {label}")))
            }
            Raw::Name(name) if self.scope().namelists.contains_key(&name.upper) => self.namelist(raw),
            _ => self.computed_layout(raw),
        }
    }

    fn computed_layout(&mut self, raw: &'a raw::Expr) -> Option<Layout> {
        let value = self.value(raw)?;
        match (&value.kind, element_type(&value.ty)) {
            (ExprKind::Text(bytes), _) => Some(Layout::Format(String::from_utf8_lossy(bytes).into_owned())),
            (_, Type::Text(_)) if rank(&value.ty) > 0 => Some(Layout::Computed(self.joined(value))),
            (_, Type::Text(_)) => Some(Layout::Computed(value)),
            (ExprKind::Load(Place::Variable(_)), Type::Int(_)) if rank(&value.ty) == 0 => {
                let mut formats: Vec<(u32, String)> =
                    self.scope().formats.iter().map(|(&label, &text)| (label, text.to_owned())).collect();
                formats.sort_unstable();
                Some(Layout::Assigned(value, formats))
            }
            // A numeric array that holds the characters of a format, as before there were texts.
            (ExprKind::Load(_), Type::Int(_) | Type::Real(_) | Type::Logical) if rank(&value.ty) > 0 => {
                self.before(StmtKind::Unsupported("a format in a numeric array".to_owned()), raw.span);
                Some(Layout::List)
            }
            _ => self.fail(raw.span, "this is no format"),
        }
    }

    /// The elements of an array of texts, one after the other.
    fn joined(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let extents = self.extents(&value);
        match extents.first().and_then(build::known) {
            Some(total) if extents.len() == 1 && total <= 100 => {
                let mut joined = build::text(Vec::new(), span);
                for position in 1_usize..=total {
                    let element = self.element(&value, &[build::int(position, span)]);
                    joined = build::binary(sextant_syntax::BinaryOp::Concatenate, joined, element);
                }
                joined
            }
            _ => {
                self.before(
                    StmtKind::Unsupported("a format in an array of texts of this shape".to_owned()),
                    span,
                );
                build::text("(A)", span)
            }
        }
    }

    fn namelist(&mut self, raw: &raw::Expr) -> Option<Layout> {
        let Raw::Name(name) = &raw.kind else {
            return self.fail(raw.span, "the name of a NAMELIST is needed here");
        };
        let found = self.seen_units().find_map(|unit| self.scopes[unit].namelists.get(&name.upper)).cloned();
        let Some((written, members)) = found else {
            return self.fail(raw.span, format!("there is no NAMELIST `{}`", name.written));
        };
        let mut places = Vec::new();
        for member in members {
            let entity = self.find_or_make(&member);
            let variable = self.variable_of(entity, member.span)?;
            places.push((member.written.to_string(), Place::Variable(variable)));
        }
        Some(Layout::Namelist(written, places))
    }

    /// An item of an I/O list. What must be computed before is computed before the statement, which an implied DO does
    /// not allow.
    fn item(&mut self, item: &'a Item, is_read: bool, outermost: bool) -> Option<Vec<TransferItem>> {
        match item {
            Item::Value(raw) if is_read => {
                let designator = self.designator(raw)?;
                if let ExprKind::Load(place) = self.load(designator.clone()).kind
                    && super::scalarise::has_vector_subscript(&place)
                {
                    return self.fail(raw.span, "unsupported: reading into a section chosen by an array");
                }
                Some(vec![TransferItem::Place(self.place(designator))])
            }
            Item::Value(raw) => {
                let value = self.value(raw)?;
                self.check_depth(&value, self.body.level)?;
                let is_place = matches!(&value.kind, ExprKind::Load(place) if !super::scalarise::has_vector_subscript(place));
                Some(vec![match value {
                    Expr { kind: ExprKind::Load(place), .. } if is_place => TransferItem::Place(place),
                    value if rank(&value.ty) > 0 => match self.array_temporary(value).kind {
                        ExprKind::Load(place) => TransferItem::Place(place),
                        _ => return None,
                    },
                    value => TransferItem::Value(value),
                }])
            }
            Item::Loop(implied) => Some(vec![self.implied_do(implied, is_read, outermost)?]),
        }
    }

    fn implied_do(
        &mut self,
        implied: &'a raw::ImpliedDo,
        is_read: bool,
        outermost: bool,
    ) -> Option<TransferItem> {
        let control = &implied.control;
        let raw =
            raw::Expr { kind: Raw::Name(control.variable.clone()), span: control.variable.span, depth: 1 };
        let designator = self.designator(&raw)?;
        let ty = designator.ty.clone();
        if !matches!(ty, Type::Int(_)) {
            return self.fail(raw.span, "the variable of an implied DO is an integer");
        }
        let variable = self.place(designator);
        let (from, to) = (self.integer(&control.from), self.integer(&control.to));
        let by = self.integer_if_any(control.step.as_ref());
        let (from, to) = (convert(from?, &ty), convert(to?, &ty));
        let by = by?.map(|by| convert(by, &ty));
        let mut items = Vec::new();
        let mut complete = true;
        let (_, before, after) = self.apart(|resolver| {
            for item in &implied.items {
                match resolver.item(item, is_read, false) {
                    Some(item) => items.extend(item),
                    None => complete = false,
                }
            }
        });
        let span = implied.span;
        let mut whole = TransferItem::Loop { variable, from, to, by, items };
        if outermost && !is_read && !before.is_empty() {
            whole = self.computed_before(whole, before, after, span);
        } else {
            self.body.before.extend(before);
            self.body.after.extend(after);
        }
        complete.then_some(whole)
    }

    /// Computes the values of an implied DO in a loop before the statement and keeps them in arrays.
    fn computed_before(
        &mut self,
        item: TransferItem,
        mut body: Vec<Stmt>,
        after: Vec<Stmt>,
        span: Span,
    ) -> TransferItem {
        let TransferItem::Loop { variable, from, to, by, items } = item else { return item };
        let one = || convert(build::int(1, span), &from.ty);
        let step = by.clone().unwrap_or_else(one);
        let (from, step) = (self.kept_extent(from.clone()), self.kept_extent(step));
        let distance = build::add(build::subtract(to.clone(), from.clone()), step.clone());
        let turns = self.kept_extent(build::divide(distance, step.clone()));
        let own = Expr { kind: ExprKind::Load(variable.clone()), ty: from.ty.clone(), span };
        let position = build::add(build::divide(build::subtract(own, from.clone()), step), one());
        let mut kept = Vec::new();
        for item in items {
            let value = match item {
                TransferItem::Value(value) => value,
                TransferItem::Place(place) => {
                    let ty = self.place_type(&place);
                    Expr { kind: ExprKind::Load(place), ty, span }
                }
                TransferItem::Loop { .. } => Expr { ty: build::array_of(INT, 1), ..build::int(0, span) },
            };
            if rank(&value.ty) > 0 {
                let what = "an implied DO whose array items need a function or a reduction";
                self.before(StmtKind::Unsupported(what.to_owned()), span);
                continue;
            }
            let element = self.storable(&value);
            let array = self.temporary_array(element, std::slice::from_ref(&turns), span);
            let whole = self.whole(array, span);
            let target = self.element_of(whole, std::slice::from_ref(&position));
            kept.push(TransferItem::Place(self.place(target.clone())));
            body.push(self.assignment(target, value));
        }
        body.extend(after);
        self.before(build::count(variable.clone(), from.clone(), to.clone(), by.clone(), body), span);
        TransferItem::Loop { variable, from, to, by, items: kept }
    }
}
