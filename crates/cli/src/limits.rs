//! Limits of a whole run: Ctrl-C, time and memory. Work is asked to stop first; what does not stop in time is ended.

use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sextant_session::{Interrupt, Options};

/// How often the watching thread looks.
const TICK: Duration = Duration::from_millis(50);
/// How long work may go on after Ctrl-C.
const AFTER_INTERRUPT: Duration = Duration::from_millis(1500);
/// How long work may go on after memory has run out, if it takes no more.
const AFTER_EXHAUSTION: Duration = Duration::from_secs(20);
/// What a run may take longer than its time, and a sixth of it.
const LATE: Duration = Duration::from_millis(400);

/// The limits of this process.
struct Watch {
    interrupt: Interrupt,
    /// In bytes.
    memory: u64,
    /// The latest end.
    end: Mutex<Option<Instant>>,
}

static WATCH: OnceLock<Watch> = OnceLock::new();

/// Begins to watch; the limit of memory is in bytes. Ctrl-C asks work to stop, a second one ends the process at once.
pub fn watch(memory: Option<u64>) {
    let memory = memory.unwrap_or_else(default_memory);
    let watch = WATCH.get_or_init(|| Watch { interrupt: Interrupt::new(), memory, end: Mutex::new(None) });
    // Without a thread or a handler Ctrl-C still ends the process; only the partial result is lost.
    let _ = std::thread::Builder::new().name("limits".into()).spawn(move || watch.run());
}

/// What asks the work of this process to stop.
pub fn interrupt() -> Interrupt {
    let watch =
        WATCH.get_or_init(|| Watch { interrupt: Interrupt::new(), memory: u64::MAX, end: Mutex::new(None) });
    let asked = watch.interrupt.clone();
    let _ = ctrlc::set_handler(move || {
        if asked.asked() {
            std::process::exit(130);
        }
        asked.ask();
    });
    watch.interrupt.clone()
}

/// The options of a run that begins now: whatever it does ends with its time limit.
pub fn begin(options: Options) -> Options {
    if let (Some(limit), Some(watch)) = (options.timeout, WATCH.get()) {
        let end = latest_end(limit);
        *watch.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
    }
    Options { interrupt: options.deadline(), ..options }
}

/// When a run that begins now and has a time limit is over at the latest; none where nobody can wait so long.
pub fn latest_end(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)?.checked_add(limit / 6 + LATE)
}

/// The run has its results: it may take its time to write them.
pub fn finish() {
    if let Some(watch) = WATCH.get() {
        *watch.end.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Whether Ctrl-C was pressed, and whether memory has run out.
pub fn stopped() -> (bool, bool) {
    WATCH.get().map_or((false, false), |watch| (watch.interrupt.asked(), watch.interrupt.exhausted()))
}

impl Watch {
    fn run(&self) {
        let (mut asked, mut exhausted) = (None, None);
        loop {
            std::thread::sleep(TICK);
            let now = Instant::now();
            if self.interrupt.asked() && now > *asked.get_or_insert(now) + AFTER_INTERRUPT {
                leave(130, "interrupted");
            }
            let end = *self.end.lock().unwrap_or_else(PoisonError::into_inner);
            if end.is_some_and(|end| now > end) {
                leave(3, "time ran out (--timeout) in a step that cannot be cut short; there is no result");
            }
            let taken = resident().unwrap_or(0);
            if taken <= self.memory && exhausted.is_none() {
                continue;
            }
            self.interrupt.exhaust();
            let since = *exhausted.get_or_insert(now);
            if taken > self.memory.saturating_add(self.memory / 6) || now > since + AFTER_EXHAUSTION {
                leave(3, OUT_OF_MEMORY);
            }
        }
    }
}

/// Said where the process ends because of memory.
pub const OUT_OF_MEMORY: &str = "out of memory (--memory); there is no result";

/// Ends the process.
pub fn leave(status: i32, why: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "sextant: {why}");
    std::process::exit(status)
}

/// The bytes of memory that the process has at present.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Three quarters of what the machine has, or of what the process may have.
fn default_memory() -> u64 {
    let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let of_file = |path: &str, key: &str| {
        let text = std::fs::read_to_string(path).ok()?;
        text.lines().find(|line| line.starts_with(key)).and_then(number)
    };
    let machine = of_file("/proc/meminfo", "MemTotal:").map(|kilobytes| kilobytes * 1024);
    let address_space = of_file("/proc/self/limits", "Max address space");
    let group = of_file("/sys/fs/cgroup/memory.max", "");
    let least = [machine, address_space, group].into_iter().flatten().min();
    least.map_or(u64::MAX, |bytes| bytes / 4 * 3)
}

/// Reads a size, as in 500M, 4G or 2000000000.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| format!("{text} is not a size, as in 500M or 4G"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units() {
        assert_eq!((size("500M"), size("4g"), size("77")), (Ok(500 << 20), Ok(4 << 30), Ok(77)));
        for wrong in ["", "M", "0", "-1", "99999999999G", "4 G", "é"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
