//! Functions of many arguments and of many ranks, written by macros in place of a user's patience.
//!
//! `../../cpp/sweep_tensors.cc` has the same functions under the same names.

use tvm_ffi::{CpuView, CpuViewD, CpuViewMut, CpuViewMutD, Strided};

/// Matrices of one shape, read and written; nothing is computed.
macro_rules! matrices {
    ($read:ident $write:ident: $($name:ident)*) => {
        /// Reads.
        #[allow(clippy::too_many_arguments, reason = "the number is what is measured")]
        #[tvm_ffi::export]
        fn $read($(#[shape(n, d)] $name: CpuView<'_, f32, 2>),*) {
            $(let _ = $name;)*
        }

        /// Writes.
        #[allow(clippy::too_many_arguments, reason = "the number is what is measured")]
        #[tvm_ffi::export]
        fn $write($(#[shape(n, d)] $name: CpuViewMut<'_, f32, 2>),*) {
            $(let _ = $name;)*
        }
    };
}

matrices!(read_1 write_1: t0);
matrices!(read_2 write_2: t0 t1);
matrices!(read_4 write_4: t0 t1 t2 t3);
matrices!(read_8 write_8: t0 t1 t2 t3 t4 t5 t6 t7);
matrices!(read_16 write_16: t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15);
matrices!(read_32 write_32: t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19 t20 t21 t22 t23 t24 t25 t26 t27 t28 t29 t30 t31);

/// Two tensors of one shape, one of them written; nothing is computed. Then the same with any strides.
macro_rules! ranks {
    ($contiguous:ident $strided:ident $rank:literal: $($extent:ident)*) => {
        /// Contiguous ones.
        #[tvm_ffi::export]
        fn $contiguous(
            #[shape($($extent),*)] _x: CpuView<'_, f32, $rank>,
            #[out]
            #[shape($($extent),*)]
            _out: CpuViewMut<'_, f32, $rank>,
        ) {
        }

        /// With any strides.
        #[tvm_ffi::export]
        fn $strided(
            #[shape($($extent),*)] _x: CpuView<'_, f32, $rank, Strided>,
            #[out]
            #[shape($($extent),*)]
            _out: CpuViewMut<'_, f32, $rank, Strided>,
        ) {
        }
    };
}

ranks!(rank_0 strided_0 0:);
ranks!(rank_1 strided_1 1: a);
ranks!(rank_2 strided_2 2: a b);
ranks!(rank_3 strided_3 3: a b c);
ranks!(rank_4 strided_4 4: a b c d);
ranks!(rank_5 strided_5 5: a b c d e);
ranks!(rank_6 strided_6 6: a b c d e f);
ranks!(rank_7 strided_7 7: a b c d e f g);
ranks!(rank_8 strided_8 8: a b c d e f g h);

/// Two tensors of any rank, one of them written.
#[tvm_ffi::export]
fn any_rank(_x: CpuViewD<'_, f32>, #[out] _out: CpuViewMutD<'_, f32>) {}

/// Integers, and integers that may be None.
macro_rules! integers {
    ($all:ident $given:ident: $($name:ident)*) => {
        /// Adds.
        #[allow(clippy::too_many_arguments, reason = "the number is what is measured")]
        #[tvm_ffi::export]
        fn $all($($name: i64),*) -> i64 {
            0 $(+ $name)*
        }

        /// Adds the arguments that are not None.
        #[allow(clippy::too_many_arguments, reason = "the number is what is measured")]
        #[tvm_ffi::export]
        fn $given($($name: Option<i64>),*) -> i64 {
            0 $(+ $name.unwrap_or(1))*
        }
    };
}

integers!(integers_1 optional_1: a);
integers!(integers_2 optional_2: a b);
integers!(integers_3 optional_3: a b c);
integers!(integers_4 optional_4: a b c d);
integers!(integers_6 optional_6: a b c d e f);
integers!(integers_8 optional_8: a b c d e f g h);
integers!(integers_12 optional_12: a b c d e f g h i j k l);

/// A list of vectors.
#[tvm_ffi::export]
fn views(vectors: Vec<CpuView<'_, f32, 1>>) -> usize {
    vectors.len()
}

/// A list of vectors, and one that is written.
#[tvm_ffi::export]
fn views_out(vectors: Vec<CpuView<'_, f32, 1>>, #[out] _out: CpuViewMut<'_, f32, 1>) -> usize {
    vectors.len()
}

/// A panic, which becomes an error.
#[tvm_ffi::export]
fn panics() {
    panic!("this always panics")
}
