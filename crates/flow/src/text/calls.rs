//! Calls: of graphs, of parameters, of what is at an address, of the machine.

use sextant_base::Span;
use sextant_syntax::{Argument, Expr, ExprKind, Passing, Place, Type, VarId};

use super::expressions::{Node, What};
use super::file::Signature;
use super::lexer::TokenKind;
use super::reader::{Name, Parsed, Reader};
use super::spellings::primitive_named;
use crate::Action;
use crate::typing::suits::suits_parameter;
use crate::typing::{INT, same_apart_from_bounds};

const ARRAY_WANTED: &str = "the parameter is an array; the argument must be an array with such elements";

/// An argument; how it is passed where the text says it.
type Given = (Option<Passing>, Node);

impl Reader<'_> {
    /// `call callee(argument, …)` behind the word; the callee is a name or `*(address)`.
    pub fn call(&mut self, result: Option<Node>, start: Span) -> Parsed<Option<Action>> {
        if self.take_mark("*") {
            let callee = self.in_brackets(Self::whole_expr)?;
            let callee = self.pointer(callee);
            let arguments = self.unchecked_arguments(Some(Passing::Value))?;
            let result = self.optional_result(result);
            return Ok(callee
                .zip(arguments)
                .zip(result)
                .map(|((callee, arguments), result)| Action::CallPointer { callee, arguments, result }));
        }
        let name = self.name("the name of a graph")?;
        let variable = self.scope.names.get(&name.text).copied();
        if let Some(variable) = variable.filter(|&it| self.scope.variables[it].ty == Type::Procedure) {
            let arguments = self.unchecked_arguments(None)?;
            let result = self.optional_result(result);
            let parts = arguments.zip(result);
            return Ok(parts.map(|(arguments, result)| Action::CallParameter {
                variable,
                arguments,
                result,
            }));
        }
        let arguments = self.arguments()?;
        match self.file.graphs.get(&name.text).cloned() {
            Some(signature) if signature.broken => Ok(None),
            Some(signature) => {
                let span = self.since(start);
                Ok(self.call_of(&name, &signature, arguments, result, span))
            }
            None => Ok(self.report(name.span, format!("there is no graph `{}` in this file", name.text))),
        }
    }

    fn call_of(
        &mut self,
        callee: &Name,
        signature: &Signature,
        arguments: Vec<Given>,
        result: Option<Node>,
        span: Span,
    ) -> Option<Action> {
        let (want, have) = (signature.parameters.len(), arguments.len());
        if want != have {
            let plural = if want == 1 { "" } else { "s" };
            self.complain(span, format!("`{}` has {want} parameter{plural}, not {have}", callee.text));
        }
        let arguments: Vec<Option<Argument>> = arguments
            .into_iter()
            .zip(&signature.parameters)
            .map(|(argument, (ty, usual))| self.argument(argument, Some(ty), *usual))
            .collect();
        let result = match result {
            Some(result) => Some(self.call_result(result, signature, callee)?),
            None => None,
        };
        let arguments = arguments.into_iter().collect::<Option<_>>()?;
        Some(Action::Call { procedure: signature.id, arguments, result })
    }

    fn arguments(&mut self) -> Parsed<Vec<Given>> {
        if !self.is_mark("(") {
            return Ok(Vec::new());
        }
        let said =
            [("by_value", Passing::Value), ("by_reference", Passing::Reference), ("by_copy", Passing::Copy)];
        self.list_in_brackets(|reader| {
            let passing = said.into_iter().find(|(word, _)| reader.take_word(word));
            Ok((passing.map(|(_, passing)| passing), reader.whole_expr()?))
        })
    }

    /// The arguments of a procedure about which nothing is known.
    fn unchecked_arguments(&mut self, usual: Option<Passing>) -> Parsed<Option<Vec<Argument>>> {
        let arguments = self.arguments()?;
        let arguments: Vec<Option<Argument>> =
            arguments.into_iter().map(|argument| self.argument(argument, None, usual)).collect();
        Ok(arguments.into_iter().collect())
    }

    /// An argument for a parameter. Unless it says how it is passed, it goes the parameter's own way; where that is
    /// open, a bare place of the parameter's type is passed by reference, all else as a copy. Of a procedure that
    /// is a parameter itself the parameters are not known.
    fn argument(
        &mut self,
        (passing, node): Given,
        parameter: Option<&Type>,
        usual: Option<Passing>,
    ) -> Option<Argument> {
        let (span, bracketed) = (node.span, node.bracketed);
        let passing = passing.or(usual);
        let wants_array = parameter.is_some_and(|parameter| parameter.target().is_array());
        let (expr, own_way) = match node.what {
            What::Absent => {
                let expr = Expr { kind: ExprKind::Int(0.into()), ty: INT, span };
                return Some(Argument { expr, passing: Passing::Absent });
            }
            What::Place(place, ty) => {
                let lenient = self.file.program.rules.storage_arguments;
                let suits = parameter.is_none_or(|parameter| suits_parameter(&ty, parameter, lenient));
                if !suits && wants_array {
                    return self.report(span, ARRAY_WANTED);
                }
                if suits {
                    let own_way = if bracketed { Passing::Copy } else { Passing::Reference };
                    (Expr { kind: ExprKind::Load(place), ty, span }, own_way)
                } else {
                    (self.value(Node { what: What::Place(place, ty), ..node })?, Passing::Copy)
                }
            }
            _ => {
                let expr = self.whole_value(node)?;
                if wants_array {
                    return self.report(span, ARRAY_WANTED);
                }
                if passing == Some(Passing::Reference) {
                    let message = "only a variable or a part of one is passed by reference";
                    return self.report(span, message);
                }
                (expr, Passing::Copy)
            }
        };
        let expr = match parameter {
            Some(parameter) if own_way == Passing::Copy && !expr.ty.is_array() => {
                self.converted(expr, parameter)
            }
            _ => expr,
        };
        Some(Argument { expr, passing: passing.unwrap_or(own_way) })
    }

    /// `primitive WORD ["text"](operand, …)` behind the word.
    pub fn primitive(&mut self, result: Option<Node>) -> Parsed<Option<Action>> {
        let span = self.here();
        let Some(TokenKind::Word(word)) = self.next() else {
            return self.error(span, "after `primitive` stands what the machine is to do");
        };
        let text = match self.peek() {
            Some(TokenKind::Text(text)) => {
                self.next();
                Some(text.clone())
            }
            _ => None,
        };
        let Some(primitive) = primitive_named(word, text) else {
            return self.error(self.since(span), format!("there is no primitive `{word}` of this form"));
        };
        let operands = self.list_in_brackets(Self::any_expr)?;
        let result = self.optional_result(result);
        Ok(result.map(|result| Action::Primitive(primitive, operands, result)))
    }

    /// `None` if something is wrong with the variable that gets a value.
    fn optional_result(&mut self, result: Option<Node>) -> Option<Option<VarId>> {
        match result {
            Some(result) => self.result_variable(result).map(Some),
            None => Some(None),
        }
    }

    /// The variable that gets a value which is not converted.
    pub fn result_variable(&mut self, result: Node) -> Option<VarId> {
        let span = result.span;
        match self.target(result)? {
            (Place::Variable(variable), _) => Some(variable),
            _ => self.report(span, "the returned value goes to a variable, not to an element"),
        }
    }

    /// The variable that gets a returned value: a call converts nothing.
    fn call_result(&mut self, result: Node, signature: &Signature, callee: &Name) -> Option<VarId> {
        let span = result.span;
        let Some(returned) = &signature.returns else {
            self.target(result)?;
            return self.report(span, format!("`{}` returns no value", callee.text));
        };
        let variable = self.result_variable(result)?;
        if same_apart_from_bounds(&self.scope.variables[variable].ty, returned) {
            return Some(variable);
        }
        self.report(span, "the variable must have the type of the returned value")
    }
}
