//! Reads C files one by one and prints their trees, or only the messages: `read [--quiet] files`.

use std::path::Path;

use sextant_base::Sources;
use sextant_front_c::{Options, print, read_tree};

fn main() {
    let mut quiet = false;
    let mut options = Options::default();
    let (mut right, mut wrong) = (0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--quiet" {
            quiet = true;
        } else if let Some(folder) = argument.strip_prefix("-I") {
            options.include_folders.push(Path::new(folder).to_owned());
        } else if let Some(standard) = argument.strip_prefix("-std=") {
            options.standard = Some(standard.to_owned());
        } else {
            let mut sources = Sources::new();
            let Ok(bytes) = std::fs::read(&argument) else { continue };
            let id = sources.add(argument.clone(), String::from_utf8_lossy(&bytes));
            let (program, diagnostics) = read_tree(&mut sources, &[id], &options);
            for message in diagnostics.sorted() {
                println!("{}", message.one_line(&sources));
            }
            if diagnostics.has_errors() {
                wrong += 1;
            } else {
                right += 1;
            }
            let text = print(&program);
            if !quiet {
                println!("{text}");
            } else {
                for line in text.lines().filter(|line| line.contains("unsupported(")) {
                    println!("{argument}: {}", line.trim());
                }
            }
        }
    }
    println!("{right} read, {wrong} with errors");
}
