//! The attributes of a launch, in the form that the driver takes.

use core::ffi::c_int;

use cudarc::driver::sys;

use super::{Launch, Special};

/// The attributes of one launch, on the stack.
pub(crate) struct LaunchAttributes {
    list: [sys::CUlaunchAttribute; 4],
    count: usize,
}

const NO_VALUE: sys::CUlaunchAttributeValue = sys::CUlaunchAttributeValue_union { pad: [0; 64] };

const IGNORED: sys::CUlaunchAttribute = sys::CUlaunchAttribute_st {
    id: sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_IGNORE,
    pad: [0; 4],
    value: NO_VALUE,
};

impl LaunchAttributes {
    /// The attributes that a launch asks for. `may_start_early` says whether the kernel supports programmatic dependent launch on the device.
    pub(crate) fn of(launch: &Launch, may_start_early: bool) -> Self {
        use sys::CUlaunchAttributeID::*;

        let mut attributes = Self { list: [IGNORED; 4], count: 0 };
        if launch.special.has(Special::CLUSTER) {
            attributes.push(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, cluster(launch.cluster));
        }
        if launch.special.has(Special::COOPERATIVE) {
            attributes.push(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, number(1));
        }
        if launch.special.has(Special::DEPENDENT) && may_start_early {
            attributes.push(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, number(1));
        }
        if launch.special.has(Special::PRIORITY) {
            attributes.push(CU_LAUNCH_ATTRIBUTE_PRIORITY, number(launch.priority));
        }
        attributes
    }

    fn push(&mut self, id: sys::CUlaunchAttributeID, value: sys::CUlaunchAttributeValue) {
        self.list[self.count] = sys::CUlaunchAttribute_st { id, pad: [0; 4], value };
        self.count += 1;
    }

    /// Makes a launch configuration refer to these attributes.
    pub(crate) fn set(&mut self, config: &mut sys::CUlaunchConfig) {
        config.attrs = self.list.as_mut_ptr();
        config.numAttrs = self.count as u32;
    }
}

/// The value of an attribute that is one number: its first four bytes.
fn number(value: c_int) -> sys::CUlaunchAttributeValue {
    let mut union = NO_VALUE;
    union.priority = value;
    union
}

fn cluster([x, y, z]: [u32; 3]) -> sys::CUlaunchAttributeValue {
    let mut union = NO_VALUE;
    union.clusterDim = sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x, y, z };
    union
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attribute's id and the bytes of its value.
    fn words(attribute: &sys::CUlaunchAttribute) -> (u32, [u8; 64]) {
        // SAFETY: all bytes of the union are initialised by `NO_VALUE`.
        (attribute.id as u32, unsafe { attribute.value.pad }.map(|byte| byte as u8))
    }

    #[test]
    fn attributes_have_the_numbers_and_bytes_of_the_driver() {
        let launch =
            Launch::of([4, 1, 1]).block(32).cluster((2, 1, 1)).cooperative(true).pdl(true).priority(-3);
        let attributes = LaunchAttributes::of(&launch, true);
        assert_eq!(attributes.count, 4);
        let expected: [(u32, &[u32]); 4] = [(4, &[2, 1, 1]), (2, &[1]), (6, &[1]), (8, &[-3_i32 as u32])];
        for (attribute, (id, numbers)) in attributes.list.iter().zip(expected) {
            let mut bytes = [0; 64];
            for (at, number) in numbers.iter().enumerate() {
                bytes[4 * at..4 * at + 4].copy_from_slice(&number.to_ne_bytes());
            }
            assert_eq!(words(attribute), (id, bytes));
        }
    }

    #[test]
    fn an_early_start_is_left_out_where_it_is_not_supported() {
        let launch = Launch::of([1; 3]).block(32).pdl(true);
        assert_eq!(LaunchAttributes::of(&launch, false).count, 0);
        assert_eq!(LaunchAttributes::of(&launch.pdl(false), true).count, 0);
    }
}
