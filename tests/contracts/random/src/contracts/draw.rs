//! Random decisions.

/// A source of decisions. The first choice of each is the simplest, so a source of zeros makes a simple contract.
pub trait Draw {
    /// A number below the limit.
    fn below(&mut self, limit: u64) -> u64;

    /// True with this percentage.
    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of the items.
    fn pick<T: Copy>(&mut self, from: &[T]) -> T
    where
        Self: Sized,
    {
        from[self.below(from.len() as u64) as usize]
    }

    /// One of them, by weight.
    fn weighted<T: Copy>(&mut self, from: &[(u64, T)]) -> T
    where
        Self: Sized,
    {
        let mut number = self.below(from.iter().map(|(weight, _)| weight).sum());
        for (weight, choice) in from {
            match number.checked_sub(*weight) {
                Some(rest) => number = rest,
                None => return *choice,
            }
        }
        panic!("no choice has any weight");
    }
}

/// Decisions that follow from a seed (SplitMix64).
#[derive(Debug, Clone)]
pub struct Seeded(u64);

impl Seeded {
    /// Decisions for one item of a seed.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut draw = Self(seed);
        let mixed = draw.next();
        Self(mixed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Draw for Seeded {
    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}
