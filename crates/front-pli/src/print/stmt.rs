//! Statements.

use sextant_syntax::{Claim, DoRange, DoSpec, Expr, LabelId, OutputItem, Stmt, StmtKind};

use super::Printer;

impl Printer<'_> {
    pub(super) fn statement(&mut self, statement: &Stmt) {
        if let Some(number) = statement.number {
            self.next = number.0 as usize + 1;
        }
        self.start_line();
        for &label in &statement.labels {
            self.put(format_args!("{}: ", self.procedure.labels[label]));
        }
        let label = statement.labels.first().copied();
        match &statement.kind {
            StmtKind::If { condition, then_branch, else_branch } => {
                self.text.push_str("IF ");
                self.expr(condition);
                self.text.push_str(" THEN\n");
                self.unit(then_branch);
                if let Some(branch) = else_branch {
                    self.start_line();
                    self.text.push_str("ELSE\n");
                    self.unit(branch);
                }
            }
            StmtKind::Select { cases, otherwise } => self.select(cases, otherwise.as_deref()),
            StmtKind::Group(body) => {
                self.text.push_str("DO;\n");
                self.body(body);
            }
            StmtKind::While { while_condition, until_condition, body, .. } => {
                self.text.push_str("DO");
                if while_condition.is_none() && until_condition.is_none() {
                    self.text.push_str(" FOREVER");
                }
                self.conditions(while_condition.as_ref(), until_condition.as_ref());
                self.loop_body(label, body);
            }
            StmtKind::Iterate { variable, specs, body } => {
                self.text.push_str("DO ");
                self.place(variable);
                self.text.push_str(" = ");
                self.separated(specs, Self::do_spec);
                self.loop_body(label, body);
            }
            simple => {
                self.simple(simple);
                self.text.push_str(";\n");
            }
        }
    }

    fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { targets, value } => {
                self.separated(targets, Self::place);
                self.text.push_str(" = ");
                self.expr(value);
            }
            StmtKind::Leave(out) => self.loop_exit("LEAVE", *out),
            StmtKind::NextIteration(out) => self.loop_exit("ITERATE", *out),
            StmtKind::Goto(label) => self.put(format_args!("GO TO {}", self.procedure.labels[*label])),
            StmtKind::Call { procedure, arguments } => {
                self.put(format_args!("CALL {}", self.program.procedures[*procedure].name));
                if !arguments.is_empty() {
                    self.parenthesised(|printer| printer.separated(arguments, Self::argument));
                }
            }
            StmtKind::Return(None) => self.text.push_str("RETURN"),
            StmtKind::Return(Some(value)) => self.keyword_with("RETURN", value),
            StmtKind::Stop => self.text.push_str("STOP"),
            StmtKind::Read(places) if places.is_empty() => self.text.push_str("GET SKIP"),
            StmtKind::Read(places) => {
                self.text.push_str("GET LIST");
                self.parenthesised(|printer| printer.separated(places, Self::place));
            }
            StmtKind::Write(items) => self.write(items),
            StmtKind::Assume(condition) => self.keyword_with("ASSUME", condition),
            StmtKind::Prove(condition) => self.keyword_with("PROVE", condition),
            StmtKind::Assert(condition) => self.keyword_with("ASSERT", condition),
            StmtKind::Claim(Claim::Entry, condition) => self.keyword_with("ASSERT ENTRY", condition),
            StmtKind::Claim(Claim::Exit, condition) => self.keyword_with("ASSERT EXIT", condition),
            StmtKind::Claim(Claim::Measure, measure) => self.keyword_with("MEASURE", measure),
            // A null statement is its `;`; the others are printed by their callers.
            _ => {}
        }
    }

    pub(super) fn keyword_with(&mut self, keyword: &str, expr: &Expr) {
        self.text.push_str(keyword);
        self.parenthesised(|printer| printer.expr(expr));
    }

    fn loop_exit(&mut self, keyword: &str, out: usize) {
        self.text.push_str(keyword);
        let target = self.loops.iter().rev().nth(out).copied().flatten();
        if let (1.., Some(label)) = (out, target) {
            self.put(format_args!(" {}", self.procedure.labels[label]));
        }
    }

    /// New lines come first: PUT skips before it writes.
    fn write(&mut self, items: &[OutputItem]) {
        if let [line @ .., OutputItem::NewLine] = items
            && line.first().is_some_and(|item| *item != OutputItem::NewLine)
        {
            self.text.push_str("WRITE LIST");
            return self.parenthesised(|printer| printer.separated(line, Self::item));
        }
        let lines = items.iter().take_while(|item| **item == OutputItem::NewLine).count();
        self.text.push_str("PUT");
        match lines {
            0 if items.is_empty() => self.text.push_str(" SKIP(0)"),
            0 => {}
            1 => self.text.push_str(" SKIP"),
            _ => self.put(format_args!(" SKIP({lines})")),
        }
        if lines < items.len() {
            self.text.push_str(" LIST");
            self.parenthesised(|printer| printer.separated(&items[lines..], Self::item));
        }
    }

    fn item(&mut self, item: &OutputItem) {
        match item {
            OutputItem::Value(value) => self.expr(value),
            OutputItem::Text(text) => self.put(format_args!("'{}'", text.replace('\'', "''"))),
            OutputItem::NewLine => {}
        }
    }

    /// A statement that belongs to the line above.
    fn unit(&mut self, statement: &Stmt) {
        self.indent += 1;
        self.statement(statement);
        self.indent -= 1;
    }

    fn body(&mut self, body: &[Stmt]) {
        self.indent += 1;
        self.list(body);
        self.indent -= 1;
        self.start_line();
        self.text.push_str("END;\n");
    }

    fn loop_body(&mut self, label: Option<LabelId>, body: &[Stmt]) {
        self.text.push_str(";\n");
        self.loops.push(label);
        self.body(body);
        self.loops.pop();
    }

    fn select(&mut self, cases: &[(Expr, Stmt)], otherwise: Option<&Stmt>) {
        self.text.push_str("SELECT;\n");
        self.indent += 1;
        for (condition, statement) in cases {
            self.start_line();
            self.keyword_with("WHEN", condition);
            self.text.push('\n');
            self.unit(statement);
        }
        if let Some(otherwise) = otherwise {
            self.start_line();
            self.text.push_str("OTHERWISE\n");
            self.unit(otherwise);
        }
        self.indent -= 1;
        self.start_line();
        self.text.push_str("END;\n");
    }

    fn do_spec(&mut self, spec: &DoSpec) {
        self.expr(&spec.from);
        if let Some(DoRange { to, by }) = &spec.range {
            for (keyword, limit) in [(" TO ", to), (" BY ", by)] {
                if let Some(limit) = limit {
                    self.text.push_str(keyword);
                    self.expr(limit);
                }
            }
        }
        self.conditions(spec.while_condition.as_ref(), spec.until_condition.as_ref());
    }

    fn conditions(&mut self, while_condition: Option<&Expr>, until_condition: Option<&Expr>) {
        for (keyword, condition) in [(" WHILE", while_condition), (" UNTIL", until_condition)] {
            if let Some(condition) = condition {
                self.keyword_with(keyword, condition);
            }
        }
    }
}
