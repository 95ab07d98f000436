//! Processes that should be gone.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Asserts that no process of a test is left: none has its token among its arguments.
pub(crate) fn none(token: &str) {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let left = with(token);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The command lines of processes that hold the token. Those that have ended have none.
#[cfg(target_os = "linux")]
pub(crate) fn with(token: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("Linux has it");
    processes
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "))
        .filter(|line| line.contains(token))
        .collect()
}

/// The command lines of processes that hold the token.
#[cfg(not(target_os = "linux"))]
pub(crate) fn with(token: &str) -> Vec<String> {
    let Ok(listed) = Command::new("ps").args(["-A", "-o", "args="]).output() else {
        return Vec::new();
    };
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let lines = listed.lines().filter(|line| line.contains(token));
    lines.map(str::to_owned).collect()
}

/// Sends an interrupt, as Ctrl-C does.
#[cfg(unix)]
pub(crate) fn interrupt(pid: u32) {
    let sent = Command::new("kill")
        .args(["-INT", &pid.to_string()])
        .status();
    assert!(sent.expect("there is kill").success());
}
