//! Calls: of graphs, of parameters, of what is at an address, of the machine.

use sextant_base::Span;
use sextant_syntax::{Argument, Passing, Place, Primitive, Type, VarId};

use super::ast::{ArgumentNode, CalleeNode, Name, Node};
use super::build::{Builder, Signature};
use crate::Action;
use crate::typing::same_apart_from_bounds;

impl Builder<'_> {
    pub fn call(
        &mut self,
        callee: CalleeNode,
        arguments: Vec<ArgumentNode>,
        result: Option<Node>,
        span: Span,
    ) -> Option<Action> {
        let name = match callee {
            CalleeNode::Named(name) => name,
            CalleeNode::Pointer(callee) => {
                let callee = self.declared.scope.pointer(*callee, self.diagnostics);
                let arguments = self.arguments(arguments, Some(Passing::Value));
                let result = self.optional_result(result)?;
                return Some(Action::CallPointer { callee: callee?, arguments: arguments?, result });
            }
        };
        let scope = &self.declared.scope;
        let variable = scope.names.get(&name.text).copied();
        if let Some(variable) = variable.filter(|&variable| scope.variables[variable].ty == Type::Procedure) {
            let arguments = self.arguments(arguments, None);
            let result = self.optional_result(result)?;
            return Some(Action::CallParameter { variable, arguments: arguments?, result });
        }
        let signatures = self.signatures;
        let Some(signature) = signatures.get(&name.text) else {
            self.error(name.span, format!("there is no graph `{}` in this file", name.text));
            return None;
        };
        if signature.broken {
            return None;
        }
        self.call_graph(&name, signature, arguments, result, span)
    }

    fn call_graph(
        &mut self,
        callee: &Name,
        signature: &Signature,
        arguments: Vec<ArgumentNode>,
        result: Option<Node>,
        span: Span,
    ) -> Option<Action> {
        let (want, have) = (signature.parameters.len(), arguments.len());
        if want != have {
            let plural = if want == 1 { "" } else { "s" };
            self.error(span, format!("`{}` has {want} parameter{plural}, not {have}", callee.text));
        }
        let scope = &mut self.declared.scope;
        let arguments: Vec<Option<Argument>> = arguments
            .into_iter()
            .zip(&signature.parameters)
            .map(|(node, (ty, usual))| scope.argument(node, Some(ty), *usual, self.diagnostics))
            .collect();
        let result = match result {
            Some(result) => Some(self.call_result(result, signature, callee)?),
            None => None,
        };
        let arguments = arguments.into_iter().collect::<Option<_>>()?;
        Some(Action::Call { procedure: signature.id, arguments, result })
    }

    /// The arguments of a procedure about which nothing is known.
    fn arguments(&mut self, arguments: Vec<ArgumentNode>, usual: Option<Passing>) -> Option<Vec<Argument>> {
        let scope = &mut self.declared.scope;
        let arguments: Vec<Option<Argument>> =
            arguments.into_iter().map(|node| scope.argument(node, None, usual, self.diagnostics)).collect();
        arguments.into_iter().collect()
    }

    pub fn primitive(
        &mut self,
        primitive: Primitive,
        operands: Vec<Node>,
        result: Option<Node>,
    ) -> Option<Action> {
        let scope = &mut self.declared.scope;
        let operands: Vec<_> =
            operands.into_iter().map(|operand| scope.expr(operand, self.diagnostics)).collect();
        let result = self.optional_result(result)?;
        Some(Action::Primitive(primitive, operands.into_iter().collect::<Option<_>>()?, result))
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
        match self.declared.scope.target(result, self.diagnostics)? {
            (Place::Variable(variable), _) => Some(variable),
            _ => {
                self.error(span, "the returned value goes to a variable, not to an element");
                None
            }
        }
    }

    /// The variable that gets a returned value: a call converts nothing.
    fn call_result(&mut self, result: Node, signature: &Signature, callee: &Name) -> Option<VarId> {
        let span = result.span;
        let (place, ty) = self.declared.scope.target(result, self.diagnostics)?;
        let message = match (&signature.returns, place) {
            (None, _) => format!("`{}` returns no value", callee.text),
            (Some(returned), Place::Variable(variable)) if same_apart_from_bounds(&ty, returned) => {
                return Some(variable);
            }
            (Some(_), Place::Element(..) | Place::Part(_)) => {
                "the returned value goes to a variable, not to an element".to_owned()
            }
            (Some(_), Place::Variable(_)) => {
                "the variable must have the type of the returned value".to_owned()
            }
        };
        self.error(span, message);
        None
    }
}
