use super::*;

const USUAL: Situation = Situation { is_blocking: false, is_forked: false };

#[test]
fn every_error_of_the_list_has_advice() {
    for status in [
        3, 4, 34, 46, 100, 101, 200, 209, 218, 222, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 803,
        804, 900, 901,
    ] {
        assert!(advice::of(Status(status), USUAL).is_some(), "{status}");
        assert!(Status(status).name().unwrap().starts_with("CUDA_ERROR_"), "{status}");
    }
    for status in [0, 1, 2, 713, 722, 4711, u32::MAX] {
        assert_eq!(advice::of(Status(status), USUAL), None, "{status}");
    }
    assert!(advice::of(Status(101), USUAL).unwrap().contains("this process has no such GPU"));
}

#[test]
fn kinds_of_errors() {
    assert_eq!(Status(2).kind(), ErrorKind::MemoryError);
    assert_eq!(
        [720, 912].map(|status| Status(status).kind()),
        [ErrorKind::ValueError, ErrorKind::ValueError]
    );
    for status in [1, 3, 100, 700, 4711] {
        assert_eq!(Status(status).kind(), ErrorKind::RuntimeError);
    }
}

#[test]
fn advice_is_one_line_without_a_period() {
    for status in 0..1000 {
        for situation in
            [USUAL, Situation { is_blocking: true, ..USUAL }, Situation { is_forked: true, ..USUAL }]
        {
            let Some(advice) = advice::of(Status(status), situation) else { continue };
            assert!(!advice.contains('\n') && !advice.contains("  ") && !advice.ends_with('.'), "{advice}");
        }
    }
}

#[test]
fn in_a_fork_the_advice_is_about_forks() {
    let situation = Situation { is_forked: true, ..USUAL };
    for status in [3, 1, 700] {
        assert_eq!(advice::of(Status(status), situation), Some(advice::FORKED));
    }
}
