//! Reads C files one by one, lowers them to flow graphs and prints them, or only what is wrong: `lower [--quiet] files`.

use sextant_base::Sources;
use sextant_front_c::{Options, parse};

fn main() {
    let mut quiet = false;
    let (mut right, mut wrong) = (0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--quiet" {
            quiet = true;
            continue;
        }
        let mut sources = Sources::new();
        let Ok(bytes) = std::fs::read(&argument) else { continue };
        let id = sources.add(argument.clone(), String::from_utf8_lossy(&bytes));
        let (program, diagnostics) = parse(&mut sources, &[id], |_| Options::default());
        for message in diagnostics.sorted() {
            println!("{}", message.one_line(&sources));
        }
        let graph = sextant_flow::lower(&program);
        let broken = sextant_flow::verify(&graph).err().unwrap_or_default();
        broken.iter().for_each(|rule| println!("{argument}: {rule}"));
        if diagnostics.has_errors() || !broken.is_empty() {
            wrong += 1;
        } else {
            right += 1;
        }
        if !quiet {
            println!("{}", sextant_flow::print(&graph));
        }
    }
    println!("{right} lowered, {wrong} wrong");
}
