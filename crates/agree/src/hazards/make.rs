//! Random C functions in which much may go wrong.
//!
//! `int f(int a, int b)` computes with two numbers, arrays, a pointer that leads to one of several objects or nowhere,
//! allocated storage and values that are not always there. Loops are short, every statement has a line of its own, and what
//! goes wrong is what sanitizers notice.

use sextant_base::Random;

/// Statements of a function, those in blocks apart.
const STATEMENTS: usize = 7;
/// Blocks in blocks.
const DEEPEST: usize = 2;

/// What a function may use beside numbers.
struct Means {
    array: bool,
    pointer: bool,
    heap: bool,
    record: bool,
    /// A variable without a first value.
    unset: bool,
    /// Shifts and operations on bits.
    bits: bool,
}

struct Maker<'r> {
    random: &'r mut Random,
    means: Means,
    text: String,
    depth: usize,
    loops: usize,
}

/// The text of a program whose function is `f`.
pub(super) fn program(random: &mut Random) -> String {
    let means = Means {
        array: !random.one_in(3),
        pointer: random.one_in(2),
        heap: random.one_in(3),
        record: random.one_in(3),
        unset: random.one_in(3),
        bits: random.one_in(2),
    };
    let mut maker = Maker { random, means, text: PRELUDE.to_owned(), depth: 1, loops: 0 };
    maker.function();
    maker.text
}

const PRELUDE: &str = "#include <assert.h>
#include <stdlib.h>
static int total;
static const int table[4] = {3, 0, -1, 2147483647};
struct pair { int one; int many[3]; signed char small; };
void reset(int n)
{
    total = n;
}
static int get(const int *from, int at)
{
    return from[at];
}
static void put(int *to, int value)
{
    if (value > 3)
        total = value;
    *to = value;
}
";

impl Maker<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self) {
        self.text.push_str("int f(int a, int b)\n{\n");
        self.line("int x = a;");
        self.line("int y = 1;");
        if self.means.unset {
            self.line("int w;");
        }
        if self.means.array {
            let values = if self.random.one_in(3) { "" } else { " = {1, 2}" };
            self.line(&format!("int v[4]{values};"));
        }
        if self.means.record {
            self.line("struct pair s = {4, {1, 2, 3}, 5};");
        }
        if self.means.heap {
            self.line("int *q = malloc(3 * sizeof *q);");
            self.line("q[0] = b;");
        }
        if self.means.pointer {
            self.line("int *p = &y;");
            let target = self.target();
            self.line(&format!("p = {target};"));
        }
        for _ in 0..STATEMENTS {
            self.statement();
        }
        if self.means.heap {
            self.line("free(q);");
        }
        let value = self.number(1);
        self.line(&format!("return {value};"));
        self.text.push_str("}\n");
    }

    fn one<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.below(all.len())]
    }

    /// What the pointer may lead to.
    fn target(&mut self) -> String {
        let one = |maker: &mut Self| match maker.random.below(7) {
            0 => "&x".to_owned(),
            1 => "&total".to_owned(),
            2 if maker.means.array => format!("v + ({} & 3)", maker.one(&["a", "b"])),
            3 if maker.means.record => "&s.many[1]".to_owned(),
            4 if maker.means.heap => "q".to_owned(),
            5 => "0".to_owned(),
            _ => "&y".to_owned(),
        };
        let first = one(self);
        if self.random.one_in(2) {
            return first;
        }
        let (condition, second) = (self.condition(), one(self));
        format!("{condition} ? {first} : {second}")
    }

    fn place(&mut self) -> String {
        loop {
            return match self.random.below(9) {
                0 | 1 => "x".to_owned(),
                2 => "y".to_owned(),
                3 => "total".to_owned(),
                4 if self.means.array => format!("v[{}]", self.subscript()),
                5 if self.means.pointer => "*p".to_owned(),
                6 if self.means.heap => format!("q[{}]", self.subscript()),
                7 if self.means.record => self.member(),
                8 if self.means.unset => "w".to_owned(),
                _ => continue,
            };
        }
    }

    fn member(&mut self) -> String {
        match self.random.below(3) {
            0 => "s.one".to_owned(),
            1 => "s.small".to_owned(),
            _ => format!("s.many[{}]", self.one(&["a & 1", "b % 3", "x", "2", "1"])),
        }
    }

    fn subscript(&mut self) -> &'static str {
        self.one(&["a & 3", "b & 1", "a % 4", "x", "y", "x & 7", "0", "1", "2", "3", "b"])
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(3) {
            return match self.random.below(8) {
                0 | 1 => self.one(&["a", "b"]).to_owned(),
                2 => format!("table[{}]", self.one(&["a & 3", "b % 4", "x & 1", "2"])),
                4 if self.means.pointer => "*p".to_owned(),
                5 => self.one(&["0", "1", "-1", "7", "31", "100", "2147483647"]).to_owned(),
                _ => self.place(),
            };
        }
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        match self.random.below(10) {
            0 => format!("{left} / {}", bracketed(&right)),
            1 => format!("{left} % {}", bracketed(&right)),
            2 if self.means.bits => format!("({left} << {})", bracketed(&right)),
            3 if self.means.bits => format!("({left} >> ({right} & 31))"),
            4 if self.means.bits => format!("({left} ^ {right})"),
            5 => format!("({left} & {})", self.one(&["1", "3", "7", "255"])),
            6 => format!("{} * {}", bracketed(&left), bracketed(&right)),
            7 => format!("({left} - {})", bracketed(&right)),
            8 => format!("(signed char)({left})"),
            _ => format!("({left} + {right})"),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.number(1), self.number(0));
        let relation = self.one(&["<", ">", "==", "!=", "<=", ">="]);
        let plain = format!("({left} {relation} {right})");
        match self.random.below(8) {
            0 if self.means.pointer => "(p != 0)".to_owned(),
            1 => format!("({plain} && {})", self.one(&["a > 0", "b < 9", "y", "x != 0"])),
            2 => format!("({plain} || {})", self.one(&["a > 100", "b < 0", "!y", "x == 0"])),
            _ => plain,
        }
    }

    fn statement(&mut self) {
        if self.depth <= DEEPEST {
            match self.random.below(8) {
                0 | 1 => return self.branch(),
                2 => return self.counted(),
                3 if self.random.one_in(2) => return self.switch(),
                4 if self.means.pointer && self.random.one_in(2) => return self.inner(),
                _ => {}
            }
        }
        let value = self.number(2);
        let statement = match self.random.below(12) {
            0 if self.means.pointer => format!("p = {};", self.target()),
            1 if self.means.pointer => format!("put(p, {value});"),
            2 if self.means.heap && self.random.one_in(3) => format!("if {} free(q);", self.condition()),
            3 => format!("assert({});", self.condition()),
            4 => format!("{}++;", self.one(&["x", "y", "total"])),
            5 => format!("{} += {value};", self.one(&["x", "y"])),
            // Not in expressions: what is computed before it and what after is left open there.
            6 if self.means.array => {
                // Further away it could meet another variable, which sanitizers do not notice.
                let at = self.one(&["a & 3", "b & 1", "a % 4", "x & 7", "2"]);
                format!("{} = get(v, {at});", self.one(&["x", "y"]))
            }
            _ => format!("{} = {value};", self.place()),
        };
        self.line(&statement);
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..=self.random.below(2) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn branch(&mut self) {
        let condition = self.condition();
        self.line(&format!("if {condition} {{"));
        self.block();
        if self.random.one_in(2) {
            self.line("} else {");
            self.block();
        }
        self.line("}");
    }

    fn counted(&mut self) {
        self.loops += 1;
        let counter = format!("i{}", self.loops);
        let count = self.one(&["2", "3", "(a & 3)", "(b & 1) + 2"]);
        self.line(&format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{"));
        self.depth += 1;
        if self.means.array {
            self.line(&format!("v[{counter}] = x;"));
        }
        let changed = self.one(&["x", "y", "total"]);
        let how = self.one(&["+=", "-=", "="]);
        self.line(&format!("{changed} {how} {counter};"));
        self.depth -= 1;
        self.block();
        self.line("}");
    }

    fn switch(&mut self) {
        let on = self.one(&["a & 3", "b", "x"]);
        self.line(&format!("switch ({on}) {{"));
        for case in ["case 0:", "case 2:", "default:"] {
            self.line(case);
            self.block();
            if !self.random.one_in(3) {
                self.line("    break;");
            }
        }
        self.line("}");
    }

    /// A block with a variable that the pointer may lead to after its end.
    fn inner(&mut self) {
        let condition = self.condition();
        let value = self.number(1);
        self.line("{");
        self.line(&format!("    int z = {value};"));
        self.line(&format!("    if {condition} p = &z;"));
        self.block();
        self.line("}");
    }
}

fn bracketed(text: &str) -> String {
    let plain = text.chars().all(|sign| sign.is_alphanumeric());
    if plain { text.to_owned() } else { format!("({text})") }
}
