//! K4: executing symbolically and then instantiating equals executing concretely.
//!
//! For every program under `tests/programs` and many random inputs: exactly one leaf's condition holds
//! (leaves are disjoint and, when the exploration is complete, cover all inputs); instantiated, that leaf gives the
//! outputs, the output stream, the ending and the statements of the concrete execution. Every leaf's model follows
//! exactly its path.

use crate::harness;

use harness::{Program, Random};

const INPUTS: usize = 200;

#[test]
fn symbolic_results_instantiated_equal_concrete_ones() {
    let programs = Program::all();
    assert!(programs.len() >= 40, "there are only {} programs", programs.len());
    for program in &programs {
        let leaves = program.explore(false);
        assert!(!leaves.is_empty(), "{}: no path", program.name);
        let mut random = Random::new(program.name.len() as u64 + 17);
        for _ in 0..INPUTS {
            let input = program.random_input(&mut random);
            program.check_input(&leaves, &input);
        }
    }
}

#[test]
fn every_model_follows_exactly_its_path() {
    for program in &Program::all() {
        let leaves = program.explore(false);
        for leaf in &leaves {
            program.check_model(&leaves, leaf);
        }
    }
}

#[test]
fn leaves_are_pairwise_disjoint() {
    for program in &Program::all() {
        let leaves = program.explore(false);
        // Pairs grow with the square; the first leaves differ from each other in every decision there is.
        program.check_disjoint(&leaves[..leaves.len().min(24)]);
    }
}

#[test]
fn splitting_subscripts_gives_the_same_results() {
    for program in &Program::all() {
        let leaves = program.explore(true);
        let mut random = Random::new(program.name.len() as u64 + 5);
        for _ in 0..INPUTS / 4 {
            let input = program.random_input(&mut random);
            program.check_input(&leaves, &input);
        }
    }
}
