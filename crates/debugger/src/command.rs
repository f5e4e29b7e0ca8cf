//! The commands: their names, how they are written, and what they do. The one table feeds reading, help and
//! completion.

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Call,
    Data,
    Step,
    Next,
    Finish,
    Go,
    Choices,
    Choose,
    Back,
    Break,
    Breaks,
    Delete,
    Trace,
    Show,
    Set,
    Save,
    Open,
    Restore,
    States,
    Assume,
    Prove,
    Test,
    Help,
    Quit,
}

/// An entry of the table.
pub(super) struct Command {
    pub(super) verb: Verb,
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
    /// Words that can stand behind it.
    pub(super) words: &'static [&'static str],
}

const fn command(
    verb: Verb,
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    words: &'static [&'static str],
) -> Command {
    Command { verb, name, usage, help, words }
}

/// All commands, in the order in which they are explained.
pub(super) const COMMANDS: &[Command] = &[
    command(
        Verb::Call,
        "call",
        "call PROCEDURE(arguments)",
        "Starts an execution and halts before its first statement. A quoted name is a symbol, a bare name a \
         variable of the caller; the procedure's name alone makes every parameter symbolic.",
        &[],
    ),
    command(
        Verb::Data,
        "data",
        "data [NAME = value, ... | off]",
        "Gives the symbols of the calls to come values, as in X = 3, A = (1, 2, 3): a call then runs on these data, \
         and values are shown both ways, symbolic and actual.",
        &["off"],
    ),
    command(
        Verb::Step,
        "step",
        "step [n | true | false]",
        "Executes one statement, or n. With an answer: answers the open question first. Where you have been \
         before and came back, the same branch is taken again.",
        &["true", "false"],
    ),
    command(
        Verb::Next,
        "next",
        "next",
        "Executes one statement; a procedure it calls is executed as a whole.",
        &[],
    ),
    command(Verb::Finish, "finish", "finish", "Goes on until the running procedure has returned.", &[]),
    command(
        Verb::Go,
        "go",
        "go [true | false | other]",
        "Goes on to a breakpoint, an open question or the end. With an answer: answers the open question first; \
         other goes back to the last fork and takes the other answer.",
        &["true", "false", "other"],
    ),
    command(Verb::Go, "continue", "continue", "The same as go.", &["true", "false", "other"]),
    command(
        Verb::Choices,
        "choices",
        "choices",
        "Lists the exits of the current block with their conditions, and whether they are feasible.",
        &[],
    ),
    command(Verb::Choose, "choose", "choose n", "Takes exit n of the current block.", &[]),
    command(
        Verb::Back,
        "back",
        "back [n | to fork | to break | to change VARIABLE | to PLACE | to caller | to start]",
        "Undoes one statement, or n; or goes back to the last answered question, to the last breakpoint, to \
         before the last change of a variable or an element, to a line, a #statement or the beginning of a \
         procedure, to the statement that called the running procedure, or to the start.",
        &["to", "fork", "break", "change", "caller", "start"],
    ),
    command(
        Verb::Break,
        "break",
        "break LINE | #STATEMENT | PROCEDURE [before | after] | call PROCEDURE | change VARIABLE [if (P)] [hits n]",
        "Sets a breakpoint: on a statement, on a procedure, before its calls, on a change of a variable or an \
         element. With a condition it stops where the condition holds or may hold; with hits n from the n-th time \
         on (hits = n: that time only; hits % n: every n-th time).",
        &["before", "after", "if", "call", "change", "hits"],
    ),
    command(Verb::Breaks, "breaks", "breaks", "Lists the breakpoints.", &[]),
    command(Verb::Delete, "delete", "delete n | all", "Takes breakpoints away.", &["all"]),
    command(
        Verb::Trace,
        "trace",
        "trace on | off | numbers | statements | results [for PROCEDURE | #FROM-#TO ...]",
        "Shows statements as they are executed: their numbers, their texts, the values they give; everywhere or \
         in some places only.",
        &["on", "off", "numbers", "statements", "results", "for"],
    ),
    command(
        Verb::Show,
        "show",
        "show [VARIABLE ... | expression, ... | all | pc | stack | output | source | tree | model]",
        "Shows values, the path condition, the active procedures, what was written, the source, the visited \
         tree, or inputs that come here; nothing: where you are.",
        &["all", "pc", "stack", "output", "source", "tree", "model"],
    ),
    command(
        Verb::Set,
        "set",
        "set VARIABLE = value",
        "Gives a variable or an element another value: a constant, a \"symbol\", or an expression.",
        &[],
    ),
    command(
        Verb::Save,
        "save",
        "save [NAME], save session FILE",
        "Keeps the state under the next number, and under a name; or saves the whole session to a file, to be \
         continued on another day.",
        &["session"],
    ),
    command(
        Verb::Open,
        "open",
        "open FILE",
        "Goes on with the session that was saved to a file. The program must be the same.",
        &[],
    ),
    command(Verb::Restore, "restore", "restore NUMBER | NAME", "Goes to a kept state.", &[]),
    command(Verb::States, "states", "states", "Lists the kept states.", &[]),
    command(
        Verb::Assume,
        "assume",
        "assume (P)",
        "Adds a condition over variables and \"symbols\" to the path condition. One that contradicts it is \
         refused.",
        &[],
    ),
    command(
        Verb::Prove,
        "prove",
        "prove (P)",
        "Says whether a condition follows from the path condition.",
        &[],
    ),
    command(
        Verb::Test,
        "test",
        "test [(n)] PROCEDURE(arguments)",
        "Explores all paths of less than n statements: condition and results of each.",
        &[],
    ),
    command(Verb::Help, "help", "help [COMMAND]", "Explains the commands.", &[]),
    command(Verb::Quit, "quit", "quit", "Ends the session.", &[]),
];

/// The command of a name or of an abbreviation that means one command only.
pub(super) fn find(word: &str) -> Result<&'static Command, String> {
    let word = word.to_ascii_lowercase();
    if let Some(exact) = COMMANDS.iter().find(|command| command.name == word) {
        return Ok(exact);
    }
    let matching: Vec<&Command> = COMMANDS.iter().filter(|command| command.name.starts_with(&word)).collect();
    match matching[..] {
        [] => Err(format!("there is no command {word}; help lists them")),
        [only] => Ok(only),
        _ => {
            let names: Vec<&str> = matching.iter().map(|command| command.name).collect();
            Err(format!("{word} may be {}", names.join(" or ")))
        }
    }
}

/// The explanation of a command, or the list of all.
pub(super) fn help(word: &str) -> Result<String, String> {
    if word.is_empty() {
        let lines: Vec<&str> = COMMANDS.iter().map(|command| command.usage).collect();
        return Ok(lines.join("\n"));
    }
    find(word).map(|command| format!("{}\n  {}", command.usage, command.help))
}

/// The commands of a line: pieces between semicolons outside quotes.
pub(super) fn split(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut quoted, mut from) = (false, 0);
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                pieces.push(line[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(line[from..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// A command's first word and the rest; a parenthesis or a quote ends the word as well.
pub(super) fn first_word(piece: &str) -> (&str, &str) {
    let end = piece.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(piece.len());
    (&piece[..end], piece[end..].trim())
}
