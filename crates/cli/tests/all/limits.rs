//! Time, memory and Ctrl-C end every command. The programs run for ever, so that a command that heeds no limit hangs; the
//! bounds are wide, so that a loaded machine does not matter.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::command::{Outcome, command, sextant};
use crate::folder::Folder;

/// A run that heeds its limits ends long before.
const PATIENCE: Duration = Duration::from_secs(25);

const C: &str = "\
unsigned step(unsigned x, unsigned y) {
    unsigned s = 0;
    while (x != y) {
        x = x * 2654435761u ^ (x >> 7);
        y += x % 13;
        if (x & y & 1) s += x; else s ^= y;
    }
    return s;
}
int hard(int a, int b, int c) {
    for (int i = 0; i < 100000; i++) {
        if (a * b * c - i * a * a == b * b * b + 7) return 1;
        a += b % 7 ? c : i;
    }
    return 0;
}
";

const FORTRAN: &str = "\
program ever
  integer :: i
  i = 0
  do
    i = mod(i + 1, 1000)
  end do
end program
subroutine step(x, y, s)
  integer :: x, y, s
  s = 0
  do while (x /= y)
    x = mod(x * 31 + 7, 1009)
    if (mod(y, 3) == 1) then
      s = s + x
    else
      s = s - y * x
      y = y + 1
    end if
  end do
end subroutine
";

const PLI: &str = "\
EVER: PROCEDURE (X, Y, S);
   DECLARE (X, Y, S) FIXED BINARY (31);
   S = 0;
   DO WHILE (X ^= Y);
      X = MOD(X * 31 + 7, 1009);
      IF MOD(Y, 3) = 1 THEN S = S + X * Y;
      ELSE DO; S = S - Y * X; Y = Y + 1; END;
   END;
END EVER;
";

/// Every command that executes or analyses a program, on one that gives it work without an end.
const ENDLESS: &[&[&str]] = &[
    &["paths", "ever.c", "step"],
    &["paths", "ever.pli", "EVER", "-n", "1000000000"],
    &["check", "ever.c", "step"],
    &["check", "ever.f90", "step", "-n", "1000000000"],
    &["tests", "ever.c", "hard"],
    &["tree", "ever.f90", "step", "-n", "1000000000"],
    &["table", "ever.f90", "step", "-n", "1000000000"],
    &["document", "ever.c"],
    &["prove", "ever.c", "hard"],
    &["summary", "ever.f90", "step"],
    &["compare", "ever.f90", "step", "ever.f90", "step"],
    &["run", "ever.f90"],
    &["trace", "ever.f90"],
];

fn programs(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (name, text) in [("ever.c", C), ("ever.f90", FORTRAN), ("ever.pli", PLI)] {
        folder.file(name, text);
    }
    folder
}

#[test]
fn every_command_heeds_the_time_limit() {
    let folder = programs("time-limit");
    for arguments in ENDLESS {
        let limited: Vec<&str> = arguments.iter().copied().chain(["--timeout", "0.5"]).collect();
        let began = Instant::now();
        let Outcome { output, errors, code } = sextant(&folder.0, &limited);
        let taken = began.elapsed();
        assert!([0, 1, 3].contains(&code), "{limited:?}: exit code {code}\n{output}{errors}");
        assert!(taken < PATIENCE, "{limited:?} takes {taken:?}");
    }
}

/// Whether a process has a handler for SIGINT.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_ends_with_an_interrupt() {
    let folder = programs("interrupts");
    for arguments in ENDLESS {
        let mut child = command(&folder.0, arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let began = Instant::now();
        while !listens(child.id()) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        let asked = Instant::now();
        while child.try_wait().expect("a child").is_none() && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let ended = child.try_wait().expect("a child");
        // Nothing is left behind if it did not end.
        let _ = child.kill();
        assert_eq!(ended.and_then(|status| status.code()), Some(130), "{arguments:?}");
    }
}

#[test]
fn memory_is_bounded_with_a_message() {
    let folder = Folder::new("memory-limit");
    let text = "int main(void) {
    for (long n = 0; ; n++) {
        char *p = __builtin_malloc(100000);
        p[n % 99999] = 1;
    }
}
";
    folder.file("grow.c", text);
    for arguments in [vec!["run", "grow.c"], vec!["trace", "grow.c"]] {
        let limited: Vec<&str> =
            arguments.iter().copied().chain(["--memory", "150M", "--timeout", "100"]).collect();
        let began = Instant::now();
        let Outcome { output, errors, code } = sextant(&folder.0, &limited);
        assert!([1, 3].contains(&code), "{limited:?}: exit code {code}\n{output}{errors}");
        assert!(errors.contains("out of memory (--memory)"), "{limited:?}: {errors}");
        assert!(began.elapsed() < 4 * PATIENCE, "{limited:?}");
    }
}

#[test]
fn random_bytes_are_refused_at_once() {
    let folder = Folder::new("random-bytes");
    let mut number = 7u64;
    let mut byte = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 56) as u8
    };
    let bytes: Vec<u8> = (0..300_000).map(|_| byte()).collect();
    for name in ["random.c", "random.f90", "random.f", "random.pli", "random.flow"] {
        std::fs::write(folder.0.join(name), &bytes).expect("writable");
        let began = Instant::now();
        let Outcome { errors, code, .. } = sextant(&folder.0, &["check", name]);
        let taken = began.elapsed();
        assert_eq!(code, 2, "{name}: {}", errors.chars().take(400).collect::<String>());
        assert!(errors.contains(name), "{name}: {}", errors.chars().take(400).collect::<String>());
        assert!(taken < PATIENCE, "{name} takes {taken:?}");
    }
}
