//! A law does not remember its inputs. In a file of its own, because the peak is that of the whole process.

#[cfg(target_os = "linux")]
#[test]
fn the_peak_does_not_grow_with_the_number_of_inputs() {
    use proofmark::law::{self, Effort, search};
    use proofmark::subject::{InProcess, Reference};
    use proofmark::verdict::Verdict;

    let law = law::all()
        .find(|law| law.id == "index_key/law/order-of-all-types")
        .unwrap();
    let peak_after = |cases| {
        let effort = Effort {
            cases,
            ..Effort::default()
        };
        let finding = search(law, &mut InProcess(Reference::default()), &effort);
        assert_eq!(finding.verdict, Verdict::Pass, "{finding:?}");
        assert_eq!(finding.search.unwrap().inputs, cases);
        peak_in_kib()
    };
    let (few, many) = (peak_after(500), peak_after(20_000));
    // An input is about a kibibyte of text, and several as a value.
    assert!(many < few + 8 * 1024, "{few} KiB, then {many} KiB");
}

#[cfg(target_os = "linux")]
fn peak_in_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.unwrap().trim().trim_end_matches(" kB");
    number.parse().unwrap()
}
