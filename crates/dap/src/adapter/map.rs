//! The visited tree as the map of SEDAP: a node for each stretch of execution without a choice, and one that is
//! still pending for each answer that nobody has given.

use serde_json::{Map, Value, json};
use sextant_debugger::{Stopped, StretchView};

use super::Adapter;
use super::motion::Motion;
use crate::message::{JumpArguments, StepSpecificArguments};

impl Adapter {
    pub(super) fn full_map(&mut self) -> Result<Value, String> {
        let mut map = self.map()?;
        self.known_map = map.clone();
        map["reset"] = json!(true);
        Ok(map)
    }

    /// Goes to the end of a visited stretch.
    pub(super) fn jump(&mut self, arguments: &JumpArguments) -> Result<Value, String> {
        let (stretch, answer) = read_id(&arguments.step_id)?;
        match answer {
            Some(answer) => self.take(stretch, answer),
            None => {
                self.debugger()?.jump(stretch)?;
                self.proceed(Motion::Arrived(Stopped::Goal, String::new()), Value::Null)
            }
        }
    }

    /// Gives an answer at the end of a visited stretch.
    pub(super) fn step_specific(&mut self, arguments: &StepSpecificArguments) -> Result<Value, String> {
        let (stretch, pending) = read_id(&arguments.prev_id)?;
        match answer_in(&arguments.case).or(pending) {
            Some(answer) => self.take(stretch, answer),
            None => {
                self.debugger()?.jump(stretch)?;
                self.proceed(Motion::Command("step", "step"), Value::Null)
            }
        }
    }

    fn take(&mut self, stretch: (usize, usize), answer: bool) -> Result<Value, String> {
        let loaded = self.loaded.as_ref().ok_or("no program is being debugged")?;
        if !loaded.configured {
            return Err("the configuration is not done yet".into());
        }
        self.debugger()?.jump(stretch)?;
        match self.execute(if answer { "step true" } else { "step false" }) {
            Ok(reply) => {
                let stopped = reply.stopped.unwrap_or(Stopped::Goal);
                self.proceed(Motion::Arrived(stopped, reply.text), Value::Null)
            }
            Err(message) => {
                // The walker is at the stretch now.
                self.then = Some(Motion::Arrived(Stopped::Goal, String::new()));
                Err(message)
            }
        }
    }

    /// Tells the client which nodes have changed.
    pub(super) fn map_changed(&mut self) {
        let Ok(map) = self.map() else { return };
        let mut update = map.clone();
        if let (Some(nodes), Some(known)) =
            (update["nodes"].as_object_mut(), self.known_map["nodes"].as_object())
        {
            nodes.retain(|id, node| known.get(id) != Some(node));
            for gone in known.keys().filter(|id| map["nodes"].get(id.as_str()).is_none()) {
                nodes.insert(gone.clone(), Value::Null);
            }
        }
        self.known_map = map;
        self.events.push(("mapUpdate", update));
    }

    fn map(&mut self) -> Result<Value, String> {
        let trees = self.debugger()?.tree();
        let (mut nodes, mut roots, mut current) = (Map::new(), Vec::new(), Vec::new());
        for (run, (call, stretches)) in trees.into_iter().enumerate() {
            roots.push(json!({ "mapId": id((run, 0)), "name": call }));
            let mut children: Vec<Vec<&StretchView>> = vec![Vec::new(); stretches.len()];
            for stretch in &stretches {
                if let Some(siblings) = stretch.parent.and_then(|parent| children.get_mut(parent)) {
                    siblings.push(stretch);
                }
            }
            for stretch in &stretches {
                if stretch.here {
                    current.push(id(stretch.id));
                }
                for (answer, condition) in &stretch.open {
                    let pending = pending_id(stretch.id, *answer);
                    let next: [Value; 0] = [];
                    let node = json!({
                        "stepId": pending, "aliases": [], "submaps": [], "next": next,
                        "options": { "kind": "pending" }, "condition": condition,
                    });
                    nodes.insert(pending, node);
                }
                nodes.insert(id(stretch.id), node(stretch, &children[stretch.id.1]));
            }
        }
        Ok(json!({
            "nodes": nodes,
            "roots": roots,
            "currentSteps": { "primary": current, "secondary": [] },
            "reset": false,
        }))
    }
}

fn node(stretch: &StretchView, children: &[&StretchView]) -> Value {
    let mut next: Vec<Value> =
        children.iter().map(|child| json!({ "label": child.label, "stepId": id(child.id) })).collect();
    for (answer, condition) in &stretch.open {
        let letter = if *answer { 'T' } else { 'F' };
        next.push(
            json!({ "label": format!("{letter}: {condition}"), "stepId": pending_id(stretch.id, *answer) }),
        );
    }
    let options = match stretch.parent {
        None => json!({ "kind": "root", "title": stretch.label, "subtitle": stretch.summary }),
        Some(_) => {
            let mut options = json!({
                "kind": "basic",
                "display": format!("{}   {}", stretch.label, stretch.summary),
                "selectable": true,
            });
            if stretch.failed {
                options["highlight"] = json!("error");
            } else if stretch.ended {
                options["highlight"] = json!("success");
            }
            options
        }
    };
    json!({ "stepId": id(stretch.id), "aliases": [], "submaps": [], "next": next, "options": options })
}

fn id((run, stretch): (usize, usize)) -> String {
    format!("{run}.{stretch}")
}

fn pending_id(stretch: (usize, usize), answer: bool) -> String {
    format!("{}.{}", id(stretch), if answer { 'T' } else { 'F' })
}

/// The stretch of an id, and the answer if it is of a pending node.
fn read_id(text: &str) -> Result<((usize, usize), Option<bool>), String> {
    let wrong = || format!("{text:?} is no step of the map");
    let mut parts = text.split('.');
    let mut number = || parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong);
    let stretch = (number()?, number()?);
    let answer = match (parts.next(), parts.next()) {
        (None, _) => None,
        (Some("T"), None) => Some(true),
        (Some("F"), None) => Some(false),
        _ => return Err(wrong()),
    };
    Ok((stretch, answer))
}

/// The answer that a case means: a truth value, a word, or the label of a way on.
fn answer_in(case: &Value) -> Option<bool> {
    match case {
        Value::Bool(answer) => Some(*answer),
        Value::String(text) => {
            let word = text.split(':').next().unwrap_or("").trim().to_ascii_lowercase();
            match word.as_str() {
                "true" | "t" => Some(true),
                "false" | "f" => Some(false),
                _ => None,
            }
        }
        Value::Array(parts) => parts.iter().find_map(answer_in),
        _ => None,
    }
}
