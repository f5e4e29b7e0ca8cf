//! What an ordinary execution is told by the world: the time (universal time), random numbers, no arguments.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use sextant_state::Told;
use sextant_syntax::Outside;

/// The world around one execution.
pub(crate) struct World {
    begun: Instant,
    /// The state of the generator of random numbers.
    random: AtomicU64,
}

impl World {
    pub(crate) fn new() -> Self {
        let seed = since_1970().as_nanos() as u64;
        Self { begun: Instant::now(), random: AtomicU64::new(seed) }
    }

    /// The answer to a question; `at` counts the answers of one statement.
    pub(crate) fn tell(&self, asked: Outside, at: u64) -> Told {
        let now = Moment::now();
        match asked {
            Outside::Date => Told::Text(format!("{:04}{:02}{:02}", now.year, now.month, now.day)),
            Outside::TimeOfDay => {
                let [hour, minute, second, thousandth] = now.clock;
                Told::Text(format!("{hour:02}{minute:02}{second:02}.{thousandth:03}"))
            }
            Outside::Zone => Told::Text("+0000".into()),
            Outside::DateParts => {
                let [hour, minute, second, thousandth] = now.clock;
                let parts = [now.year, now.month, now.day, 0, hour, minute, second, thousandth];
                Told::Whole(parts.get(at as usize).copied().unwrap_or(0))
            }
            Outside::Seconds => Told::Whole(since_1970().as_secs() as i64),
            Outside::Nanoseconds => Told::Whole(i64::from(since_1970().subsec_nanos())),
            Outside::Microseconds => Told::Whole(self.begun.elapsed().as_micros() as i64),
            Outside::CpuTime => Told::Real(self.begun.elapsed().as_secs_f64()),
            Outside::Count => Told::Whole(since_1970().as_millis() as i64 & i64::from(i32::MAX)),
            Outside::CountRate => Told::Whole(1000),
            Outside::CountMost => Told::Whole(i64::from(i32::MAX)),
            // As many bits as a REAL has, so that rounding never gives 1.
            Outside::Random => Told::Real((self.next_random() >> 40) as f64 / (1u64 << 24) as f64),
            Outside::SeedSize => Told::Whole(8),
            Outside::Seed => Told::Whole(i64::from(self.next_random() as i32)),
            Outside::ArgumentCount | Outside::ArgumentLength => Told::Whole(0),
            Outside::Argument => Told::Text(String::new()),
            Outside::ArgumentStatus => Told::Whole(1),
        }
    }

    /// SplitMix64.
    fn next_random(&self) -> u64 {
        let step = 0x9E37_79B9_7F4A_7C15_u64;
        let mut mixed = self.random.fetch_add(step, Ordering::Relaxed).wrapping_add(step);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

/// The present moment, as in `2024-01-31T10:20:30Z`.
pub fn date_and_time() -> String {
    let Moment { year, month, day, clock: [hour, minute, second, _] } = Moment::now();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn since_1970() -> std::time::Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A moment by the calendar.
#[derive(PartialEq, Eq, Debug)]
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    /// Hours, minutes, seconds, thousandths.
    clock: [i64; 4],
}

impl Moment {
    fn now() -> Self {
        Self::at(since_1970().as_millis() as i64)
    }

    /// The moment so many thousandths of a second after the beginning of 1970.
    fn at(thousandths: i64) -> Self {
        let (days, rest) = (thousandths.div_euclid(86_400_000), thousandths.rem_euclid(86_400_000));
        // Days are counted from the 1st of March of the year 0, so that the leap day is the last of its year; the
        // calendar repeats after 146097 days.
        let days = days + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000];
        Self { year, month, day, clock }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_their_dates() {
        let cases = [
            (0, (1970, 1, 1, [0, 0, 0, 0])),
            (951_827_696_789, (2000, 2, 29, [12, 34, 56, 789])),
            (1_709_251_199_999, (2024, 2, 29, [23, 59, 59, 999])),
            (4_107_542_400_000, (2100, 3, 1, [0, 0, 0, 0])),
        ];
        for (at, (year, month, day, clock)) in cases {
            assert_eq!(Moment::at(at), Moment { year, month, day, clock });
        }
    }

    #[test]
    fn random_numbers_lie_below_one() {
        let world = World::new();
        for _ in 0..1000 {
            let Told::Real(value) = world.tell(Outside::Random, 0) else {
                panic!("a random number is a real")
            };
            assert!((0.0..1.0).contains(&value));
        }
    }
}
