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
