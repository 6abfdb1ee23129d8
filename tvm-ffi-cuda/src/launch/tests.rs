use super::*;

fn refused(result: Result<Launch>) -> String {
    result.expect_err("it is out of range").to_string()
}

#[test]
fn grids_are_integers_tuples_and_arrays() {
    for (launch, grid) in [
        (Launch::grid(7_i64), [7, 1, 1]),
        (Launch::grid(7_u8), [7, 1, 1]),
        (Launch::grid((7,)), [7, 1, 1]),
        (Launch::grid((7_usize, 8_i32)), [7, 8, 1]),
        (Launch::grid((7_u128, 8_i16, 9_isize)), [7, 8, 9]),
        (Launch::grid([7]), [7, 1, 1]),
        (Launch::grid([7_u64, 8]), [7, 8, 1]),
        (Launch::grid([7, 8, 9]), [7, 8, 9]),
        (Launch::grid((i32::MAX, 65535, 65535)), [i32::MAX as u32, 65535, 65535]),
    ] {
        let launch = launch.expect("it is in range");
        assert_eq!(launch.grid, grid);
        assert!(!launch.special.has(Special::EMPTY));
    }
}

#[test]
fn a_grid_out_of_range_names_its_dimension_and_value() {
    assert_eq!(refused(Launch::grid(-1)), "ValueError: grid.x is -1, expected 0 to 2147483647");
    assert_eq!(
        refused(Launch::grid(1_u64 << 31)),
        "ValueError: grid.x is 2147483648, expected 0 to 2147483647"
    );
    assert_eq!(refused(Launch::grid((1, 65536))), "ValueError: grid.y is 65536, expected 0 to 65535");
    assert_eq!(
        refused(Launch::grid([1, 1, i64::MIN])),
        "ValueError: grid.z is -9223372036854775808, expected 0 to 65535"
    );
    assert_eq!(
        refused(Launch::grid(u128::MAX)),
        "ValueError: grid.x is 340282366920938463463374607431768211455, expected 0 to 2147483647"
    );
    // What wraps to a small number in 32 bits is refused like any other.
    assert!(refused(Launch::grid((1_i64 << 32) + 1)).contains("4294967297"));
}

#[test]
fn a_grid_without_blocks_is_empty() {
    for launch in [Launch::grid(0), Launch::grid((3, 0)), Launch::grid([3, 3, 0]), Launch::linear(0, 256)] {
        assert!(launch.expect("it is in range").block(32).special == Special::EMPTY);
    }
}

#[test]
fn linear_rounds_up_and_does_not_overflow() {
    for (n, block, blocks) in [
        (1, 256, 1),
        (256, 256, 1),
        (257, 256, 2),
        (1023, 1, 1023),
        (i64::from(i32::MAX) * 1024, 1024, i32::MAX),
    ] {
        let launch = Launch::linear(n, block).expect("it is in range");
        assert_eq!((launch.grid, launch.block), ([blocks as u32, 1, 1], [block as u32, 1, 1]));
        assert_eq!(launch.special, Special::NOTHING);
    }
    assert_eq!(
        refused(Launch::linear(u64::MAX, 256)),
        "ValueError: grid.x is 72057594037927936, for 18446744073709551615 threads in blocks of 256, expected at most 2147483647"
    );
    assert_eq!(
        refused(Launch::linear(-5, 256)),
        "ValueError: the number of threads is -5, expected 0 to 18446744073709551615"
    );
    for block in [0, -1, 1025] {
        assert_eq!(
            refused(Launch::linear(1, block)),
            format!("ValueError: block.x is {block}, expected 1 to 1024")
        );
    }
}

#[test]
fn invalid_blocks_are_reported_by_the_launch() {
    let grid = Launch::grid(1).expect("it is in range");
    let rule = "expected 1 to 1024 threads, and at most 64 in z";
    let check = |launch: Launch| launch.check("k").map_err(|error| error.to_string());
    for (launch, text) in [
        (grid, "the launch has no block; set it, for example with `.block(256)`".into()),
        (grid.block(0), format!("block is [0, 1, 1], 0 threads, {rule}")),
        (grid.block(1025), format!("block is [1025, 1, 1], 1025 threads, {rule}")),
        (grid.block((32, 33)), format!("block is [32, 33, 1], 1056 threads, {rule}")),
        (grid.block((1, 1, 65)), format!("block is [1, 1, 65], 65 threads, {rule}")),
        (grid.block((65536, 65536)), format!("block is [65536, 65536, 1], 4294967296 threads, {rule}")),
        (grid.block((1, -1)), format!("block.y is negative or beyond 32 bits, {rule}")),
        (grid.block(1_u64 << 40), format!("block.x is negative or beyond 32 bits, {rule}")),
    ] {
        assert_eq!(check(launch), Err(format!("ValueError: kernel `k`: {text}")));
    }
    for launch in [grid.block(1), grid.block([32, 32]), grid.block((4, 4, 64)), grid.block(0).block(8_u8)] {
        assert_eq!(check(launch), Ok(()));
        assert_eq!(launch.special, Special::NOTHING);
    }
}

#[test]
fn clusters_divide_the_grid() {
    let launch = |grid: [i32; 3], cluster: [i64; 3]| {
        let launch = Launch::grid(grid).expect("it is in range").block(32).cluster(cluster);
        launch.check("k").map_err(|error| error.to_string())
    };
    assert_eq!(launch([4, 2, 1], [2, 2, 1]), Ok(()));
    assert_eq!(launch([16, 1, 1], [16, 1, 1]), Ok(()));
    for (grid, cluster, text) in [
        ([4, 1, 1], [3, 1, 1], "grid [4, 1, 1] is not a multiple of its cluster [3, 1, 1]"),
        ([4, 1, 1], [0, 1, 1], "cluster is [0, 1, 1], 0 blocks, expected 1 to 16"),
        ([32, 1, 1], [32, 1, 1], "cluster is [32, 1, 1], 32 blocks, expected 1 to 16"),
        ([4, 1, 1], [2, -1, 1], "cluster.y is negative or beyond 32 bits, expected 1 to 16 blocks"),
    ] {
        assert_eq!(launch(grid, cluster), Err(format!("ValueError: kernel `k`: {text}")));
    }
}

#[test]
fn shared_memory_is_checked() {
    let launch = Launch::grid(1).expect("it is in range").block(32);
    assert_eq!(launch.smem(4_usize * 24576).expect("it is in range").smem, 98304);
    assert_eq!(
        refused(launch.smem(-4)),
        "ValueError: dynamic shared memory is -4 bytes, expected 0 to 4294967295"
    );
    assert!(refused(launch.smem(1_u64 << 32)).contains("4294967296 bytes"));
}

#[test]
fn attributes_are_switched_on_and_off() {
    let launch = Launch::grid(1).expect("it is in range").block(32);
    assert_eq!(launch.pdl(true).pdl(false).cooperative(true).cooperative(false).special, Special::NOTHING);
    assert_eq!(launch.priority(0).special, Special::PRIORITY);
}
