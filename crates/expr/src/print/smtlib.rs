//! SMT-LIB 2 text. Terms that occur more than once are named by `let`, so that the text is no longer than the
//! term.

use dashu_base::Signed;
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use super::constants::padded;
use super::smtlib_names::{DEFINITIONS, declaration, format_name, function, sort_name, symbol_name};
use crate::{Op, Table, TermId};

impl Table {
    /// The term as SMT-LIB 2 text; see [`Table::smtlib_script`] for the functions it may use.
    pub fn show_smtlib(&self, term: TermId) -> String {
        let order = self.operands_first(&[term]);
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for &inner in &order {
            for &arg in self.args(inner) {
                *uses.entry(arg).or_default() += 1;
            }
        }
        let mut text = String::new();
        let mut named = FxHashSet::default();
        for &inner in &order {
            let shared = uses.get(&inner).is_some_and(|&count| count > 1) && !self.args(inner).is_empty();
            if shared && inner != term {
                text.push_str(&format!("(let ((?{} ", inner.0));
                self.write_smtlib(inner, &named, &mut text);
                text.push_str(")) ");
                named.insert(inner);
            }
        }
        self.write_smtlib(term, &named, &mut text);
        text.push_str(&")".repeat(named.len()));
        text
    }

    /// Declarations of the symbols that occur, definitions of the functions used, and one assertion per
    /// condition.
    pub fn smtlib_script(&self, conditions: &[TermId]) -> String {
        let order = self.operands_first(conditions);
        let mut script = String::new();
        let mut symbols: Vec<_> = order
            .iter()
            .filter_map(|&term| match self.op(term) {
                Op::Symbol(id) => Some(*id),
                _ => None,
            })
            .collect();
        symbols.sort_unstable();
        for id in symbols {
            let sort = sort_name(self.symbol_info(id).sort);
            script.push_str(&format!("(declare-const {} {sort})\n", symbol_name(self, id)));
        }
        let mut declared = FxHashSet::default();
        for &term in &order {
            if let Some(declaration) = declaration(self.op(term), self.sort(term))
                && declared.insert(declaration.clone())
            {
                script.push_str(&declaration);
            }
        }
        let asserts: Vec<String> = conditions
            .iter()
            .map(|&condition| format!("(assert {})\n", self.show_smtlib(condition)))
            .collect();
        let used = self.used_definitions(&order);
        for (name, definition) in DEFINITIONS {
            if used.contains(name) {
                script.push_str(definition);
                script.push('\n');
            }
        }
        script.extend(asserts);
        script
    }

    fn used_definitions(&self, order: &[TermId]) -> FxHashSet<&'static str> {
        let mut used = FxHashSet::default();
        for &term in order {
            let Some(&first) = self.args(term).first() else { continue };
            let name = function(self.op(term), self.sort(first), self.sort(term));
            used.extend(DEFINITIONS.iter().map(|(known, _)| *known).filter(|known| *known == name));
        }
        // Remainders are defined by quotients.
        for (remainder, quotient) in [("sextant.mod", "sextant.div"), ("sextant.rem", "sextant.quot")] {
            if used.contains(remainder) {
                used.insert(quotient);
            }
        }
        used
    }

    /// Every term the roots are made of, once, operands first.
    fn operands_first(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending: Vec<(TermId, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, ready)) = pending.pop() {
            if ready {
                order.push(term);
            } else if seen.insert(term) {
                pending.push((term, true));
                pending.extend(self.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
        order
    }

    /// Writes one term, named terms by their names.
    fn write_smtlib(&self, term: TermId, named: &FxHashSet<TermId>, text: &mut String) {
        let mut pending: Vec<Result<TermId, String>> = vec![Ok(term)];
        while let Some(piece) = pending.pop() {
            let inner = match piece {
                Err(part) => {
                    text.push_str(&part);
                    continue;
                }
                Ok(inner) => inner,
            };
            if named.contains(&inner) {
                text.push_str(&format!("?{}", inner.0));
            } else if self.args(inner).is_empty() {
                text.push_str(&self.smtlib_leaf(inner));
            } else {
                pending.extend(self.smtlib_pieces(inner).into_iter().rev());
            }
        }
    }

    fn smtlib_pieces(&self, term: TermId) -> Vec<Result<TermId, String>> {
        let args = self.args(term);
        let name = function(self.op(term), self.sort(args[0]), self.sort(term));
        let text = |text: &str| Err(text.to_owned());
        match self.op(term) {
            Op::FloatToReal => {
                let infinite =
                    [text("(ite (or (fp.isNaN "), Ok(args[0]), text(") (fp.isInfinite "), Ok(args[0])];
                let rest = [text(")) 0.0 (fp.to_real "), Ok(args[0]), text("))")];
                infinite.into_iter().chain(rest).collect()
            }
            Op::BvToSint => {
                let width = crate::build::width(self, args[0]);
                let bound = text(&format!(" (_ bv0 {width})) (- (bv2nat "));
                let wrap = text(&format!(") {}) (bv2nat ", IBig::ONE << usize::from(width)));
                vec![text("(ite (bvslt "), Ok(args[0]), bound, Ok(args[0]), wrap, Ok(args[0]), text("))")]
            }
            Op::Min | Op::Max => {
                // Defined for two operands.
                let mut pieces = Vec::new();
                for &arg in &args[..args.len() - 1] {
                    pieces.extend([text(&format!("({name} ")), Ok(arg), text(" ")]);
                }
                pieces.extend([Ok(args[args.len() - 1]), Err(")".repeat(args.len() - 1))]);
                pieces
            }
            _ => {
                let mut pieces = vec![Err(format!("({name}"))];
                for &arg in args {
                    pieces.extend([text(" "), Ok(arg)]);
                }
                pieces.push(text(")"));
                pieces
            }
        }
    }

    fn smtlib_leaf(&self, term: TermId) -> String {
        let signed = |negative: bool, text: String| if negative { format!("(- {text})") } else { text };
        match self.op(term) {
            Op::Bool(value) => value.to_string(),
            Op::Int(value) => {
                signed(value.is_negative(), value.to_string().trim_start_matches('-').to_owned())
            }
            Op::Real(value) => {
                let numerator = value.numerator().to_string();
                let top = format!("{}.0", numerator.trim_start_matches('-'));
                let whole = value.denominator().is_one();
                let text = if whole { top } else { format!("(/ {top} {}.0)", value.denominator()) };
                signed(value.is_negative(), text)
            }
            Op::Bits(width, value) => format!("(_ bv{value} {width})"),
            Op::Float(kind, bits) => {
                let length = if *kind == crate::FloatKind::Single { 32 } else { 64 };
                let digits = padded(&format!("{bits:b}"), length);
                format!("((_ to_fp {}) #b{digits})", format_name(*kind))
            }
            Op::Symbol(id) => symbol_name(self, *id),
            _ => String::new(),
        }
    }
}
