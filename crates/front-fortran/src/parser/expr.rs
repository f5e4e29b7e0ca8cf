//! Expressions.
//!
//! Operators bind in this order, loosest first: defined binary, `.EQV.` and `.NEQV.`, `.OR.`, `.AND.`, `.NOT.`,
//! relations, `//`, `+` and `-`, `*` and `/`, `**` (from the right), defined unary; see [`OPERATORS`].

use crate::cursor::{Line, Parsed};
use crate::raw::{
    Argument, ArgumentValue, BinaryOp, DoControl, Expr, ExprKind, ImpliedDo, Item, Label, OPERATORS, UnaryOp,
};
use sextant_base::Span;

const NOT: u8 = 4;
const PRODUCT: u8 = 8;
const POWER: u8 = 9;

/// An operator between operands, how tightly it binds and how many characters it has.
type Operator = (BinaryOp, u8, usize);

impl Line<'_> {
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    /// An expression of operators that bind at least so tightly.
    fn binary(&mut self, lowest: u8) -> Parsed<Expr> {
        self.deeper(|line| {
            let mut left = line.prefixed(lowest)?;
            while let Some((operator, level, length)) =
                line.operator().filter(|(_, level, _)| *level >= lowest)
            {
                let at = line.position();
                line.go_to(at + length);
                let right = line.binary(if level == POWER { POWER } else { level + 1 })?;
                let span = line.span_since(left.span);
                let below = left.depth.max(right.depth);
                let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                left = line.node(kind, span, below)?;
            }
            Ok(left)
        })
    }

    fn prefixed(&mut self, lowest: u8) -> Parsed<Expr> {
        let start = self.start();
        let (operator, level) = if self.accept(".NOT.") {
            (UnaryOp::Not, NOT + 1)
        } else if self.peek() == '-' {
            self.accept("-");
            (UnaryOp::Minus, PRODUCT)
        } else if self.accept("+") {
            (UnaryOp::Plus, PRODUCT)
        } else if self.dotted_word().is_some_and(|word| !matches!(word.as_str(), "TRUE" | "FALSE")) {
            (UnaryOp::Defined(self.operator_name()), POWER + 1)
        } else {
            return self.primary();
        };
        let operand = self.binary(level.max(lowest))?;
        let below = operand.depth;
        self.node_from(start, ExprKind::Unary(operator, Box::new(operand)), below)
    }

    /// The letters between two dots, if that is what comes next.
    fn dotted_word(&mut self) -> Option<String> {
        let rest = self.rest();
        let letters: String =
            rest.iter().skip(1).map(|c| c.value).take_while(char::is_ascii_alphabetic).collect();
        let closed = rest.get(letters.len() + 1).is_some_and(|c| c.value == '.');
        let dotted = rest.first().is_some_and(|c| c.value == '.') && !letters.is_empty() && closed;
        dotted.then(|| letters.to_ascii_uppercase())
    }

    /// Takes `.name.` and gives the name.
    fn operator_name(&mut self) -> crate::raw::Name {
        let length = self.dotted_word().map_or(0, |word| word.len());
        self.accept(".");
        let name = self.take_name(length);
        self.accept(".");
        name
    }

    /// The operator that comes next.
    fn operator(&mut self) -> Option<Operator> {
        // `/)` ends an array constructor.
        if !"*/+-=<>.".contains(self.peek()) || self.is_next("/)") {
            return None;
        }
        for operator in &OPERATORS {
            if let Some(spelling) = operator.spellings.iter().find(|spelling| self.is_next(spelling)) {
                return Some((BinaryOp::Intrinsic(operator), operator.level, spelling.len()));
            }
        }
        let word = self.dotted_word().filter(|word| !matches!(word.as_str(), "NOT" | "TRUE" | "FALSE"))?;
        let at = self.position();
        let name = self.operator_name();
        self.go_to(at);
        Some((BinaryOp::Defined(name), 0, word.len() + 2))
    }

    pub(crate) fn primary(&mut self) -> Parsed<Expr> {
        match self.peek() {
            '(' if self.peek_ahead(1) == '/' => self.array_constructor("(/", "/)"),
            '(' => self.parenthesised(),
            '[' => self.array_constructor("[", "]"),
            '\'' | '"' => {
                let text = self.text_constant(None)?;
                // A constant may have a substring; nothing else can follow it.
                if self.peek() == '(' { self.selectors(text, false) } else { Ok(text) }
            }
            '.' if self.dotted_word().is_some() => self.logical_constant(),
            first if first.is_ascii_digit() => self.number(),
            '.' if self.peek_ahead(1).is_ascii_digit() => self.number(),
            first if first.is_ascii_alphabetic() || first == '_' => self.name_or_constant(),
            '%' if self.peek_ahead(1).is_ascii_alphabetic() => {
                let span = self.span_at(self.position());
                Err(self.refuse(span, "%VAL and its like"))
            }
            _ => Err(self.expected("an expression")),
        }
    }

    /// `(value)` or the complex constant `(real, imaginary)`.
    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.position();
        self.expect("(")?;
        let first = self.expression()?;
        if !self.accept(",") {
            self.expect(")")?;
            let below = first.depth;
            return self.node_from(start, ExprKind::Paren(Box::new(first)), below);
        }
        let second = self.expression()?;
        self.expect(")")?;
        if !is_complex_part(&first) || !is_complex_part(&second) {
            return Err(self.error_from(start, "the parts of a complex constant are constants"));
        }
        let below = first.depth.max(second.depth);
        self.node_from(start, ExprKind::Complex(Box::new(first), Box::new(second)), below)
    }

    fn array_constructor(&mut self, open: &str, close: &str) -> Parsed<Expr> {
        let start = self.position();
        let ty = self.open_typed(open)?.map(Box::new);
        let mut items = Vec::new();
        if !self.accept(close) {
            items = self.list(Self::item)?;
            self.expect(close)?;
        }
        let below = items.iter().map(item_depth).max().unwrap_or(0);
        self.node_from(start, ExprKind::ArrayConstructor { ty, items }, below)
    }

    /// A variable or whatever else begins with a name, with all that follows it.
    pub(crate) fn designator(&mut self) -> Parsed<Expr> {
        self.designator_in(false)
    }

    /// The same as what is called, with the arguments of the call.
    pub(crate) fn called(&mut self) -> Parsed<Expr> {
        self.designator_in(true)
    }

    fn designator_in(&mut self, call: bool) -> Parsed<Expr> {
        let name = self.name("a name")?;
        let span = name.span;
        let base = self.node(ExprKind::Name(name), span, 0)?;
        self.selectors(base, call)
    }

    /// `(…)` and `%name` behind a name.
    pub(crate) fn selectors(&mut self, mut base: Expr, call: bool) -> Parsed<Expr> {
        loop {
            let below = base.depth;
            if self.accept("(") {
                let arguments = self.arguments(call)?;
                let deepest = arguments.iter().map(argument_depth).max().unwrap_or(0);
                let span = self.span_since(base.span);
                base = self.node(ExprKind::Apply(Box::new(base), arguments), span, below.max(deepest))?;
            } else if self.accept("%") {
                let name = self.name("the name of a component")?;
                let span = self.span_since(base.span);
                base = self.node(ExprKind::Component(Box::new(base), name), span, below)?;
            } else if self.peek() == '[' {
                let span = self.span_at(self.position());
                return Err(self.refuse(span, "coarrays"));
            } else {
                return Ok(base);
            }
        }
    }

    /// What stands between the parentheses, up to the closing one.
    fn arguments(&mut self, call: bool) -> Parsed<Vec<Argument>> {
        if self.accept(")") {
            return Ok(Vec::new());
        }
        let arguments = self.list(|line| line.argument(call))?;
        self.expect_close()?;
        Ok(arguments)
    }

    fn argument(&mut self, call: bool) -> Parsed<Argument> {
        let start = self.start();
        let keyword = self.argument_keyword();
        let alternate = call && matches!(self.peek(), '*' | '&' | '$') && self.peek_ahead(1).is_ascii_digit();
        let value = if alternate {
            let at = self.position();
            self.go_to(at + 1);
            ArgumentValue::AlternateReturn(self.label()?)
        } else {
            self.subscript()?
        };
        Ok(Argument { keyword, value, span: self.span_from(start) })
    }

    /// `keyword =`
    pub(crate) fn argument_keyword(&mut self) -> Option<crate::raw::Name> {
        let (start, length) = (self.position(), self.name_length());
        if length == 0 {
            return None;
        }
        let name = self.take_name(length);
        if self.equals_next() {
            self.accept("=");
            return Some(name);
        }
        self.go_to(start);
        None
    }

    /// A value, or a range with one or two colons.
    fn subscript(&mut self) -> Parsed<ArgumentValue> {
        let low = if self.peek() == ':' { None } else { Some(self.expression()?) };
        let low = match low {
            Some(low) if self.peek() != ':' => return Ok(ArgumentValue::Expr(low)),
            low => low,
        };
        self.expect(":")?;
        let high = if matches!(self.peek(), ':' | ',' | ')') { None } else { Some(self.expression()?) };
        let stride = if self.accept(":") { Some(self.expression()?) } else { None };
        Ok(ArgumentValue::Range { low, high, stride })
    }

    /// A value or an implied DO.
    pub(crate) fn item(&mut self) -> Parsed<Item> {
        if self.peek() == '(' && self.implied_do_ahead() {
            return Ok(Item::Loop(Box::new(self.deeper(Self::implied_do)?)));
        }
        Ok(Item::Value(self.expression()?))
    }

    /// Whether the parentheses that come next hold `, name =`.
    fn implied_do_ahead(&mut self) -> bool {
        let open = self.position();
        let Some(end) = self.group_end(open) else { return false };
        // The state goes from `,` over the letters of a name to `=`.
        let mut after_comma = false;
        let mut named = false;
        let inside: Vec<(usize, char)> = self.outside_brackets(open + 1, end - 1).collect();
        for (index, &(at, sign)) in inside.iter().enumerate() {
            let next = inside.get(index + 1).filter(|(next, _)| *next == at + 1).map(|(_, sign)| *sign);
            match sign {
                ',' => (after_comma, named) = (true, false),
                ' ' => {}
                '=' if named && !matches!(next, Some('=' | '>')) => return true,
                _ if after_comma && crate::cursor::is_name_character(sign) => named = true,
                _ => (after_comma, named) = (false, false),
            }
        }
        false
    }

    fn implied_do(&mut self) -> Parsed<ImpliedDo> {
        let start = self.position();
        self.expect("(")?;
        let mut items = Vec::new();
        let control = loop {
            if !items.is_empty()
                && let Some(variable) = self.argument_keyword()
            {
                break self.do_range(variable)?;
            }
            items.push(self.item()?);
            self.expect(",")?;
        };
        self.expect(")")?;
        let below = items.iter().map(item_depth).max().unwrap_or(0);
        let span = self.span_from(start);
        // The node is checked as an expression would be.
        let depth = self.node(ExprKind::Hollerith(String::new()), span, below)?.depth;
        Ok(ImpliedDo { items, control, span, depth })
    }

    /// `from, to, step` behind `variable =`.
    pub(crate) fn do_range(&mut self, variable: crate::raw::Name) -> Parsed<DoControl> {
        let from = self.expression()?;
        self.expect(",")?;
        let to = self.expression()?;
        let step = if self.accept(",") { Some(self.expression()?) } else { None };
        Ok(DoControl { variable, from, to, step })
    }

    /// Labels between parentheses.
    pub(crate) fn labels(&mut self) -> Parsed<Vec<Label>> {
        self.in_parentheses(|line| line.list(Self::label))
    }

    /// A condition in parentheses.
    pub(crate) fn condition(&mut self) -> Parsed<Expr> {
        self.in_parentheses(Self::expression)
    }
}

/// What stands for an expression that could not be read.
pub(super) fn placeholder(span: Span) -> Expr {
    Expr { kind: ExprKind::Logical { value: true, kind: None }, span, depth: 1 }
}

fn is_complex_part(part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Int { .. } | ExprKind::Real { .. } | ExprKind::Name(_) | ExprKind::Boz { .. } => true,
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, operand) => {
            matches!(operand.kind, ExprKind::Int { .. } | ExprKind::Real { .. })
        }
        _ => false,
    }
}

fn item_depth(item: &Item) -> usize {
    match item {
        Item::Value(value) => value.depth,
        Item::Loop(implied) => implied.depth,
    }
}

fn argument_depth(argument: &Argument) -> usize {
    match &argument.value {
        ArgumentValue::Expr(value) => value.depth,
        ArgumentValue::Range { low, high, stride } => {
            [low, high, stride].into_iter().flatten().map(|part| part.depth).max().unwrap_or(0)
        }
        ArgumentValue::AlternateReturn(_) => 0,
    }
}
