//! The cost of a code base whose files need one another.

use sextant_session::{CostReport, LoopDepth};

#[test]
fn a_file_is_read_with_the_modules_it_uses() {
    let folder = std::env::temp_dir().join(format!("sextant-cost-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("kinds.f90", "module kinds\n  integer, parameter :: wide = 8\nend module\n");
    write(
        "limits.f90",
        "module limits\n  use kinds, only: wide\n  integer(wide) :: most = 9\ncontains\n  integer function twice(i)\n    \
         integer :: i\n    twice = 2 * i\n  end function\nend module\n",
    );
    write(
        "total.f90",
        "subroutine total(n, s)\n  use limits\n  integer(wide) :: n, s, i\n  s = 0\n  do i = 1, n\n    s = s + i\n  \
         end do\nend subroutine\n",
    );
    write("alone.f90", "subroutine alone(n)\n  use nowhere\n  integer :: n\n  n = 1\nend subroutine\n");
    let report = CostReport::of(&folder, LoopDepth::Trips).expect("a report");
    std::fs::remove_dir_all(&folder).expect("removed");
    let skipped: Vec<&str> =
        report.skipped.iter().map(|(file, _)| file.rsplit('/').next().unwrap_or(file)).collect();
    assert_eq!(skipped, ["alone.f90"]);
    let mut names: Vec<String> = report.procedures.iter().map(|cost| cost.procedure.to_lowercase()).collect();
    names.sort();
    // A procedure of a module is counted once, with its own file.
    assert_eq!(names, ["total", "twice"]);
    assert_eq!(report.loops.map(|loops| (loops.loops, loops.counted)), Some((1, 1)));
}
