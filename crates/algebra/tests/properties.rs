//! Terms and conditions against plain arithmetic: whatever the canonical form does, the value stays.

use dashu_int::IBig;
use dashu_ratio::RBig;
use proptest::prelude::*;
use sextant_algebra::{Condition, Symbol, Term, Values, floor_div, sum_below};
use sextant_testing::{check_strategy, proptest};

const NAMES: [&str; 3] = ["a", "b", "c"];

/// An integer expression as it is written.
#[derive(Clone, Debug)]
enum Tree {
    Number(i8),
    Name(usize),
    Plus(Box<[Tree; 2]>),
    Minus(Box<[Tree; 2]>),
    Times(Box<[Tree; 2]>),
    Power(Box<Tree>, u8),
    Floor(Box<[Tree; 2]>),
    Modulo(Box<[Tree; 2]>),
    Least(Box<[Tree; 2]>),
    Greatest(Box<[Tree; 2]>),
    /// The second if the first is not negative, otherwise the third.
    Choice(Box<[Tree; 3]>),
}

use Tree::*;

fn leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![(-5i8..6).prop_map(Number), (0..NAMES.len()).prop_map(Name)]
}

/// Two operands.
fn two(inner: &BoxedStrategy<Tree>) -> impl Strategy<Value = Box<[Tree; 2]>> + use<> {
    [inner.clone(), inner.clone()].prop_map(Box::new)
}

/// A sum, difference, product or power.
fn ring(inner: &BoxedStrategy<Tree>) -> BoxedStrategy<Tree> {
    let power = (inner.clone(), 0u8..4).prop_map(|(base, exponent)| Power(Box::new(base), exponent));
    prop_oneof![two(inner).prop_map(Plus), two(inner).prop_map(Minus), two(inner).prop_map(Times), power]
        .boxed()
}

/// Any operation; those of polynomials are as frequent as the others.
fn operation(inner: &BoxedStrategy<Tree>) -> BoxedStrategy<Tree> {
    let choice = [inner.clone(), inner.clone(), inner.clone()].prop_map(|three| Choice(Box::new(three)));
    prop_oneof![
        5 => ring(inner),
        1 => two(inner).prop_map(Floor),
        1 => two(inner).prop_map(Modulo),
        1 => two(inner).prop_map(Least),
        1 => two(inner).prop_map(Greatest),
        1 => choice,
    ]
    .boxed()
}

fn polynomial() -> impl Strategy<Value = Tree> {
    leaf().prop_recursive(4, 16, 2, |inner| ring(&inner))
}

fn tree() -> impl Strategy<Value = Tree> {
    leaf().prop_recursive(4, 16, 3, |inner| operation(&inner))
}

/// A value for each name.
fn point() -> impl Strategy<Value = [i16; 3]> {
    [-20i16..21, -20i16..21, -20i16..21]
}

fn symbol(at: usize) -> Symbol {
    Symbol::integer(NAMES[at])
}

impl Tree {
    /// As the algebra sees it.
    fn term(&self) -> Term {
        match self {
            Number(value) => Term::int(*value),
            Name(at) => Term::symbol(&symbol(*at)),
            Plus(both) => both[0].term().plus(&both[1].term()),
            Minus(both) => both[0].term().minus(&both[1].term()),
            Times(both) => both[0].term().times(&both[1].term()),
            Power(base, exponent) => base.term().to_power(u32::from(*exponent)),
            Floor(both) => Term::floor_div(&both[0].term(), &both[1].term()),
            Modulo(both) => Term::modulo(&both[0].term(), &both[1].term()),
            Least(both) => Term::min(&both.each_ref().map(Tree::term)),
            Greatest(both) => Term::max(&both.each_ref().map(Tree::term)),
            Choice(three) => {
                Term::choice(&Condition::ge(&three[0].term()), &three[1].term(), &three[2].term())
            }
        }
    }

    /// As arithmetic has it; `x / 0` is 0 and `x mod 0` is `x`.
    fn value(&self, point: &[i16; 3]) -> IBig {
        let both = |both: &[Tree; 2]| both.each_ref().map(|tree| tree.value(point));
        match self {
            Number(value) => IBig::from(*value),
            Name(at) => IBig::from(point[*at]),
            Plus(operands) => both(operands).into_iter().sum(),
            Times(operands) => both(operands).into_iter().product(),
            Minus(operands) => {
                let [left, right] = both(operands);
                left - right
            }
            Power(base, exponent) => base.value(point).pow(usize::from(*exponent)),
            Floor(operands) => {
                let [left, right] = both(operands);
                if right == IBig::ZERO { right } else { floor_div(&left, &right) }
            }
            Modulo(operands) => {
                let [left, right] = both(operands);
                if right == IBig::ZERO { left } else { &left - &right * floor_div(&left, &right) }
            }
            Least(operands) => both(operands).into_iter().min().expect("two"),
            Greatest(operands) => both(operands).into_iter().max().expect("two"),
            Choice(three) if three[0].value(point) >= IBig::ZERO => three[1].value(point),
            Choice(three) => three[2].value(point),
        }
    }
}

fn values(point: &[i16; 3]) -> Values {
    let mut values = Values::default();
    for (name, value) in NAMES.iter().zip(point) {
        values.set(name, RBig::from(*value));
    }
    values
}

#[test]
fn terms_have_the_value_of_what_was_written() {
    check_strategy(1, 20_000, (tree(), point()), |(tree, point)| {
        let term = tree.term();
        assert_eq!(values(&point).term(&term), Ok(tree.value(&point).into()), "{term}");
    });
}

/// One form for all polynomials that are equal as functions, whatever was written.
#[test]
fn equal_polynomials_are_equal_terms() {
    check_strategy(2, 5_000, [polynomial(), polynomial(), polynomial()], |trees| {
        let [x, y, z] = trees.map(|tree| tree.term());
        assert_eq!(x.times(&y.plus(&z)), y.times(&x).plus(&z.times(&x)), "distribution");
        assert_eq!(x.plus(&y).plus(&z), z.plus(&y).plus(&x), "order of a sum");
        assert_eq!(x.minus(&y).to_power(2), y.minus(&x).times(&y.minus(&x)), "square");
        assert_eq!(x.plus(&y).minus(&y), x, "cancellation");
        // Different ones differ far away, where no small numbers make up for each other.
        let differs = values(&[30_001, 911, 29]).term(&x.minus(&y)) != Ok(RBig::ZERO);
        assert_eq!(x != y, differs, "{x} and {y}");
    });
}

#[test]
fn substitution_agrees_with_evaluation() {
    check_strategy(3, 10_000, (tree(), tree(), point()), |(outer, inner, point)| {
        let (term, value) = (outer.term(), inner.term());
        let replaced = term.with_symbol(&symbol(0), &value);
        let mut there = values(&point);
        there.set(NAMES[0], RBig::from(inner.value(&point)));
        assert_eq!(values(&point).term(&replaced), there.term(&term), "{value} for a in {term}");
    });
}

#[test]
fn conditions_are_true_where_their_comparisons_are() {
    check_strategy(4, 10_000, (tree(), tree(), point()), |(left, right, point)| {
        let [x, y] = [left.term(), right.term()];
        let (a, b) = (left.value(&point), right.value(&point));
        let mut values = values(&point);
        let mut holds = |condition: &Condition| values.condition(condition).expect("a truth value");
        let difference = x.minus(&y);
        let all = [
            (Condition::ge(&difference), a >= b),
            (Condition::gt(&difference), a > b),
            (Condition::eq(&difference), a == b),
            (Condition::ne(&difference), a != b),
            (Condition::at_most(&x, &y), a <= b),
            (Condition::less(&x, &y), a < b),
        ];
        for (condition, wanted) in &all {
            assert_eq!(holds(condition), *wanted, "{x} and {y}: {condition:?}");
            assert_eq!(holds(&condition.negated()), !wanted, "not {condition:?}");
            assert_eq!(holds(&condition.tidied()), *wanted, "tidied {condition:?}");
        }
        for ((one, first), (other, second)) in all.iter().zip(all.iter().skip(1)) {
            assert_eq!(holds(&one.and(other)), *first && *second, "{one:?} and {other:?}");
            let either = Condition::any([one.clone(), other.clone()]);
            assert_eq!(holds(&either), *first || *second, "{one:?} or {other:?}");
        }
    });
}

/// A closed sum is what adding gives.
#[test]
fn sums_are_what_adding_gives() {
    check_strategy(5, 1_500, (polynomial(), 1i8..4, 0i16..12, point()), |(body, base, count, mut point)| {
        let index = symbol(0);
        let power = Term::power(&Term::int(base), &Term::symbol(&index));
        let summed = sum_below(&body.term().times(&power), &index);
        point[0] = count;
        let found = values(&point).term(&summed.value);
        let steps = (0..count).map(|at| {
            point[0] = at;
            body.value(&point) * IBig::from(base).pow(at as usize)
        });
        assert_eq!(found, Ok(RBig::from(steps.sum::<IBig>())), "{}", summed.value);
    });
}
