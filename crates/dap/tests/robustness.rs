//! Broken conversations: whatever comes in, every request is answered once and nothing fails inside.

use std::collections::{BTreeMap, VecDeque};
use std::io::{Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use serde_json::{Value, json};

/// A conversation that uses everything, in an order that makes sense.
fn conversation() -> Vec<Value> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/debugger/sorting.pli");
    let requests = [
        (
            "initialize",
            json!({ "adapterID": "sextant", "linesStartAt1": true, "supportsInvalidatedEvent": true }),
        ),
        ("launch", json!({ "program": program, "call": "SORTING(A, \"N\")", "stopOnEntry": true })),
        (
            "setBreakpoints",
            json!({ "source": { "path": program }, "breakpoints": [
                { "line": 9, "condition": "J > 1", "hitCondition": "1" }, { "line": 4 }
            ] }),
        ),
        ("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "EXCHANGE" }] })),
        ("setExceptionBreakpoints", json!({ "filters": ["error"] })),
        ("configurationDone", Value::Null),
        ("threads", Value::Null),
        ("continue", json!({ "threadId": 1 })),
        ("stepInTargets", json!({ "frameId": 1 })),
        ("stepIn", json!({ "threadId": 1, "targetId": 1 })),
        ("evaluate", json!({ "expression": "assume (\"N\" = 2)", "context": "repl" })),
        ("next", json!({ "threadId": 1 })),
        ("continue", json!({ "threadId": 1 })),
        ("stackTrace", json!({ "threadId": 1, "startFrame": 0, "levels": 20 })),
        ("scopes", json!({ "frameId": 1 })),
        ("variables", json!({ "variablesReference": 1 })),
        ("variables", json!({ "variablesReference": 3, "start": 0, "count": 2 })),
        ("setVariable", json!({ "variablesReference": 1, "name": "SWAPS", "value": "\"S\" + 1" })),
        ("dataBreakpointInfo", json!({ "variablesReference": 1, "name": "SWAPS" })),
        ("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "SWAPS of SORTING" }] })),
        ("evaluate", json!({ "expression": "A(J) + 1", "context": "hover", "frameId": 1 })),
        ("completions", json!({ "text": "back to ch", "column": 11 })),
        ("stepBack", json!({ "threadId": 1 })),
        ("reverseContinue", json!({ "threadId": 1 })),
        ("getFullMap", json!({})),
        ("jump", json!({ "stepId": "0.0" })),
        ("stepSpecific", json!({ "prevId": "0.0", "case": "F" })),
        ("stepOut", json!({ "threadId": 1 })),
        ("source", json!({ "source": { "path": program } })),
        ("loadedSources", Value::Null),
        ("jump", json!({ "stepId": "0.0" })),
        ("setExpression", json!({ "expression": "A(2)", "value": "7" })),
        ("exceptionInfo", json!({ "threadId": 1 })),
        ("evaluate", json!({ "expression": "step 3; show tree; save; restore 1", "context": "repl" })),
        ("pause", json!({ "threadId": 1 })),
        ("restart", json!({})),
        ("terminate", json!({})),
        ("disconnect", json!({})),
    ];
    requests
        .into_iter()
        .enumerate()
        .map(|(index, (command, arguments))| {
            json!({ "seq": index + 1, "type": "request", "command": command, "arguments": arguments })
        })
        .collect()
}

fn framed(body: &[u8]) -> Vec<u8> {
    let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    message.extend(body);
    message
}

/// A client that waits for the response to each message before it sends the next.
struct Polite {
    messages: VecDeque<Vec<u8>>,
    sending: Vec<u8>,
    answered: Receiver<()>,
    waiting: bool,
}

impl Read for Polite {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.sending.is_empty() {
            let Some(message) = self.messages.pop_front() else { return Ok(0) };
            if std::mem::replace(&mut self.waiting, true) {
                // A conversation that is over answers nothing more.
                let _ = self.answered.recv();
            }
            self.sending = message;
        }
        let count = buffer.len().min(self.sending.len());
        buffer[..count].copy_from_slice(&self.sending[..count]);
        self.sending.drain(..count);
        Ok(count)
    }
}

/// Notices responses among what is written.
struct Noticing {
    output: Vec<u8>,
    answered: Sender<()>,
}

impl Write for Noticing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.output.extend(bytes);
        // A message comes in one piece.
        if String::from_utf8_lossy(bytes).contains("\"request_seq\"") {
            let _ = self.answered.send(());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What is said to requests that come one after the other.
fn discuss(requests: &[Value]) -> Vec<Value> {
    let (answered, hear) = channel();
    let messages = requests.iter().map(|request| framed(request.to_string().as_bytes())).collect();
    let input = Polite { messages, sending: Vec::new(), answered: hear, waiting: false };
    let mut output = Noticing { output: Vec::new(), answered };
    sextant_dap::serve(input, &mut output).expect("vectors are writable");
    messages_of(&output.output)
}

/// What is said to an input that comes at once.
fn talk(input: Vec<u8>) -> Vec<Value> {
    let mut output = Vec::new();
    sextant_dap::serve(Cursor::new(input), &mut output).expect("vectors are writable");
    messages_of(&output)
}

fn messages_of(output: &[u8]) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    let mut rest = output;
    while !rest.is_empty() {
        let text = std::str::from_utf8(rest).expect("messages are UTF-8");
        let (header, body) = text.split_once("\r\n\r\n").expect("a header");
        let length: usize =
            header.strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        messages.push(serde_json::from_str(&body[..length]).expect("a message is JSON"));
        rest = &rest[header.len() + 4 + length..];
    }
    for message in &messages {
        let inside = message["message"].as_str().is_some_and(|text| text.contains("internal error"));
        assert!(!inside, "{message}");
    }
    messages
}

/// How often each number was answered.
fn answers(messages: &[Value]) -> BTreeMap<i64, usize> {
    let mut answers = BTreeMap::new();
    for message in messages.iter().filter(|message| message["type"] == "response") {
        *answers.entry(message["request_seq"].as_i64().expect("a number")).or_default() += 1;
    }
    answers
}

fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

#[test]
fn the_whole_conversation_succeeds() {
    let requests = conversation();
    let messages = discuss(&requests);
    let failed: Vec<&Value> = messages
        .iter()
        .filter(|message| message["success"] == json!(false) && message["command"] != "exceptionInfo")
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(answers(&messages).len(), requests.len());
}

#[test]
fn every_request_is_answered_once_in_any_order() {
    let requests = conversation();
    let mut random = 0x2545_f491_4f6c_dd1d;
    for _ in 0..40 {
        let mut input = Vec::new();
        let count = 30;
        for seq in 1..=count {
            let mut request = requests[next(&mut random) as usize % requests.len()].clone();
            if request["command"] == "disconnect" {
                request["command"] = json!("launch");
                request["arguments"] = requests[1]["arguments"].clone();
            }
            request["seq"] = json!(seq);
            input.extend(framed(request.to_string().as_bytes()));
        }
        let answers = answers(&talk(input));
        assert_eq!(answers, (1..=count).map(|seq| (seq, 1)).collect());
    }
}

/// Values that are wrong in some way.
fn oddities() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    vec![
        Value::Null,
        json!(-1),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(1.5),
        json!(true),
        json!(""),
        json!("((((((((((((((((((((("),
        json!("\u{0}ü\u{1f600};;;go;\""),
        json!("x".repeat(100_000)),
        json!({}),
        json!([]),
        json!(["set"]),
        deep,
    ]
}

#[test]
fn arguments_of_every_shape_are_answered() {
    let requests = conversation();
    let oddities = oddities();
    for at in 0..requests.len() {
        let Some(arguments) = requests[at]["arguments"].as_object() else { continue };
        let mut said = requests[..at].to_vec();
        let mut expected = at as i64;
        for name in arguments.keys() {
            for oddity in &oddities {
                let mut request = requests[at].clone();
                request["arguments"][name.as_str()] = oddity.clone();
                expected += 1;
                request["seq"] = json!(expected);
                said.push(request);
            }
        }
        let answers = answers(&discuss(&said));
        assert_eq!(answers, (1..=expected).map(|seq| (seq, 1)).collect(), "{}", requests[at]);
    }
}

#[test]
fn broken_bytes_do_no_harm() {
    let whole: Vec<u8> =
        conversation().iter().flat_map(|request| framed(request.to_string().as_bytes())).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15;
    for round in 0..300 {
        let mut input = whole.clone();
        for _ in 0..1 + round % 8 {
            let at = next(&mut random) as usize % input.len();
            match next(&mut random) % 4 {
                0 => input[at] = next(&mut random) as u8,
                1 => drop(input.remove(at)),
                2 => input.insert(at, next(&mut random) as u8),
                _ => input.truncate(at.max(1)),
            }
        }
        let most = answers(&talk(input)).into_values().max();
        // A damaged number may be that of another request, but no request is answered twice.
        assert!(most.unwrap_or(0) <= 3);
    }
}

#[test]
fn messages_that_are_no_requests_are_told_apart() {
    let mut input = Vec::new();
    for body in
        ["", "{", "[]", "7", "{\"seq\": 5}", "{\"seq\": 6, \"command\": 7}", "{\"command\": \"threads\"}"]
    {
        input.extend(framed(body.as_bytes()));
    }
    input.extend(framed(br#"{"seq": 9, "type": "response", "command": "threads"}"#));
    input.extend(framed(br#"{"seq": 10, "type": "request", "command": "fly"}"#));
    let messages = talk(input);
    assert_eq!(answers(&messages), BTreeMap::from([(5, 1), (6, 1), (10, 1)]));
    assert_eq!(messages.iter().filter(|message| message["event"] == "output").count(), 5);
}
