//! Compares the layouts and numbers that are passed to the driver with cuda.h.

use core::fmt::Write;
use core::mem::offset_of;

use cudarc::driver::sys;

use crate::tensor_map::{Interleave, L2Promotion, Swizzle, TensorMap};
use crate::testing::Toolkit;
use crate::{status, stream};

// The layouts that the driver relies on, checked here for builds without CUDA headers.
const _: () = {
    assert!(size_of::<sys::CUlaunchConfig>() == 56);
    assert!(offset_of!(sys::CUlaunchConfig, hStream) == 32);
    assert!(offset_of!(sys::CUlaunchConfig, attrs) == 40);
    assert!(offset_of!(sys::CUlaunchConfig, numAttrs) == 48);
    assert!(size_of::<sys::CUlaunchAttribute>() == 72);
    assert!(offset_of!(sys::CUlaunchAttribute, value) == 8);
};

/// C expressions and their expected values.
struct Rows(Vec<(String, i64)>);

impl Rows {
    fn add(&mut self, expression: impl Into<String>, value: i64) {
        self.0.push((expression.into(), value));
    }

    /// A type: its size and alignment.
    fn add_type<T>(&mut self, name: &str) {
        self.add(format!("sizeof({name})"), size_of::<T>() as i64);
        self.add(format!("_Alignof({name})"), align_of::<T>() as i64);
    }
}

macro_rules! structs {
    ($rows:ident; $($name:ident { $($field:ident),* $(,)? })*) => {$(
        $rows.add_type::<sys::$name>(stringify!($name));
        $($rows.add(
            concat!("offsetof(", stringify!($name), ", ", stringify!($field), ")"),
            offset_of!(sys::$name, $field) as i64,
        );)*
    )*};
}

macro_rules! numbers {
    ($rows:ident; $($enumeration:ident { $($name:ident),* $(,)? })*) => {$($(
        $rows.add(stringify!($name), sys::$enumeration::$name as i64);
    )*)*};
}

fn rows() -> Rows {
    let mut rows = Rows(Vec::new());
    structs! { rows;
        CUlaunchConfig {
            gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, attrs, numAttrs,
        }
        CUlaunchAttribute { id, value }
        CUlaunchAttributeValue { clusterDim, cooperative, programmaticStreamSerializationAllowed, priority }
        CUdeviceptr {}
        CUdevice {}
        CUstream {}
        CUcontext {}
        CUkernel {}
        CUfunction {}
        CUlibrary {}
        CUevent {}
    }
    rows.add_type::<TensorMap>("CUtensorMap");
    rows.add_type::<status::Status>("CUresult");
    // In the union each of these has the first bytes.
    let value = "((CUlaunchAttributeValue *)0)";
    rows.add(format!("sizeof({value}->clusterDim)"), 12);
    for field in ["cooperative", "programmaticStreamSerializationAllowed", "priority"] {
        rows.add(format!("sizeof({value}->{field})"), 4);
    }
    // The table of functions has a C `int` for each of these.
    for name in [
        "CUdevice_attribute",
        "CUfunction_attribute",
        "CUstreamCaptureMode",
        "CUstreamCaptureStatus",
        "CUtensorMapDataType",
        "CUtensorMapInterleave",
        "CUtensorMapSwizzle",
        "CUtensorMapL2promotion",
        "CUtensorMapFloatOOBfill",
        "CUjit_option",
        "CUlibraryOption",
    ] {
        rows.add(format!("sizeof({name})"), 4);
    }
    add_numbers(&mut rows);
    rows
}

fn add_numbers(rows: &mut Rows) {
    numbers! { rows;
        CUlaunchAttributeID {
            CU_LAUNCH_ATTRIBUTE_IGNORE, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
            CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, CU_LAUNCH_ATTRIBUTE_PRIORITY,
        }
        CUdevice_attribute_enum {
            CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
            CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
            CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
        }
        CUfunction_attribute_enum {
            CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS,
            CU_FUNC_ATTRIBUTE_PTX_VERSION, CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH,
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
        }
    }
    for (number, name) in status::known() {
        rows.add(name, i64::from(number));
    }
    for (name, number) in stream::NUMBERS {
        rows.add(*name, i64::from(*number));
    }
    for (name, number) in [
        ("CU_TENSOR_MAP_SWIZZLE_NONE", Swizzle::None as i32),
        ("CU_TENSOR_MAP_SWIZZLE_32B", Swizzle::B32 as i32),
        ("CU_TENSOR_MAP_SWIZZLE_64B", Swizzle::B64 as i32),
        ("CU_TENSOR_MAP_SWIZZLE_128B", Swizzle::B128 as i32),
        ("CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B", Swizzle::B128Atom32B as i32),
        ("CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B", Swizzle::B128Atom32BFlip8B as i32),
        ("CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B", Swizzle::B128Atom64B as i32),
        ("CU_TENSOR_MAP_INTERLEAVE_NONE", Interleave::None as i32),
        ("CU_TENSOR_MAP_INTERLEAVE_16B", Interleave::B16 as i32),
        ("CU_TENSOR_MAP_INTERLEAVE_32B", Interleave::B32 as i32),
        ("CU_TENSOR_MAP_L2_PROMOTION_NONE", L2Promotion::None as i32),
        ("CU_TENSOR_MAP_L2_PROMOTION_L2_64B", L2Promotion::B64 as i32),
        ("CU_TENSOR_MAP_L2_PROMOTION_L2_128B", L2Promotion::B128 as i32),
        ("CU_TENSOR_MAP_L2_PROMOTION_L2_256B", L2Promotion::B256 as i32),
        ("CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE", i32::from(false)),
        ("CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA", i32::from(true)),
    ] {
        rows.add(name, i64::from(number));
    }
    for (name, number) in crate::tensor_map::DATA_TYPES {
        rows.add(*name, i64::from(*number));
    }
}

#[test]
fn structs_and_numbers_are_those_of_cuda_h() {
    let Some(toolkit) = Toolkit::find("the comparison with cuda.h") else { return };
    let Rows(rows) = rows();
    let mut source =
        "#include <cuda.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n".to_owned();
    for (expression, _) in &rows {
        writeln!(source, "  printf(\"%lld\\n\", (long long)({expression}));")
            .expect("a `String` takes everything");
    }
    source.push_str("  return 0;\n}\n");
    let output = toolkit.output_of("layout.c", &source);
    let found: Vec<i64> = output.lines().map(|line| line.parse().expect("a number a line")).collect();
    assert_eq!(found.len(), rows.len());
    for ((expression, here), there) in rows.iter().zip(found) {
        assert_eq!(*here, there, "{expression}");
    }
}
