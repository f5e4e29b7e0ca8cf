//! Numbers that look random and are the same in every run.

/// A generator; two with the same seed give the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(0x2545_f491_4f6c_dd1d ^ seed)
    }

    /// A number of 56 bits.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }

    /// A number below a limit; zero if the limit is.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % (limit.max(1) as u64)) as usize
    }

    /// Whether something happens that happens once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several things.
    pub fn choose<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
