//! Dtypes, compared with the runtime in both directions.

use std::ffi::c_int;

use crate::capi::CApi;
use tvm_ffi_core::abi::{DLDataType, TVMFFIAny, TVMFFIByteArray};
use tvm_ffi_core::{Any, DType, ErrorKind, Function};

type FromString = unsafe extern "C" fn(*const TVMFFIByteArray, *mut DLDataType) -> c_int;
type ToString = unsafe extern "C" fn(*const DLDataType, *mut TVMFFIAny) -> c_int;

struct Runtime {
    from_string: FromString,
    to_string: ToString,
    _library: CApi,
}

impl Runtime {
    fn new() -> Self {
        let library = CApi::new();
        // SAFETY: the types are those of the C API.
        let from_string = unsafe { library.get(c"TVMFFIDataTypeFromString") };
        // SAFETY: as above.
        let to_string = unsafe { library.get(c"TVMFFIDataTypeToString") };
        Self { from_string, to_string, _library: library }
    }

    fn parse(&self, text: &str) -> Option<DType> {
        let mut out = DLDataType { code: 0, bits: 0, lanes: 0 };
        // SAFETY: the text is readable, `out` is writable.
        let code = unsafe {
            (self.from_string)(&TVMFFIByteArray { data: text.as_ptr(), size: text.len() }, &mut out)
        };
        (code == 0).then(|| out.into())
    }

    fn print(&self, dtype: DType) -> Option<String> {
        let mut out = TVMFFIAny::NONE;
        // SAFETY: the dtype is readable, `out` is writable.
        let code = unsafe { (self.to_string)(&dtype.into(), &mut out) };
        // SAFETY: the runtime gave an owned value.
        (code == 0).then(|| unsafe { Any::from_raw(out) }.cast().unwrap())
    }
}

const LANES: [u16; 14] = [0, 1, 2, 3, 4, 8, 16, 64, 255, 32767, 32768, 65532, 65534, 65535];
const COMPLEX: [u8; 2] = [5, 18];

#[test]
fn every_dtype_is_written_as_the_runtime_writes_it() {
    let runtime = Runtime::new();
    for code in (0..18).filter(|code| !COMPLEX.contains(code)) {
        for bits in 0..=255 {
            for lanes in LANES {
                let dtype = DType::new(code, bits, lanes);
                assert_eq!(runtime.print(dtype), Some(dtype.to_string()), "{code} {bits} {lanes}");
            }
        }
    }
}

#[test]
fn codes_that_the_runtime_refuses_are_readable() {
    let runtime = Runtime::new();
    for code in COMPLEX.into_iter().chain([19, 20, 127, 128]) {
        assert_eq!(runtime.print(DType::new(code, 64, 1)), None);
    }
    assert_eq!(DType::COMPLEX64.to_string(), "complex64");
    assert_eq!(DType::new(128, 64, 1).to_string(), "dtype(code=128, bits=64, lanes=1)");
}

#[test]
fn every_written_form_is_read_as_the_runtime_reads_it() {
    let runtime = Runtime::new();
    for code in (0..18).filter(|code| !COMPLEX.contains(code)) {
        for bits in [0, 1, 4, 6, 8, 16, 32, 64, 128, 255] {
            for lanes in LANES {
                let text = DType::new(code, bits, lanes).to_string();
                assert_eq!(text.parse().ok(), runtime.parse(&text), "{text}");
            }
        }
    }
}

/// Words that dtypes are made of, and some that they are not, between bars.
const HEADS: &str = "\
    int|uint|float|bfloat|bool|handle|void|i|u|f|b|bf|fp|fp8_|fp6_|fp4_|f8_|f6_|f4_|float8_|\
    float6_|float4_|float8|float16_|custom|Int| int||x|half|str|fp16|i_|uint_|floa|han|boolean|ü";
const MIDDLES: &str = "\
    |0|1|4|6|8|16|032|64|255|256|4294967295|4294967296|e3m4|e4m3|e4m3b11fnuz|e4m3fn|e4m3fnuz|\
    e5m2|e5m2fnuz|e8m0fnu|e2m3fn|e3m2fn|e2m1fn|e2m1|8_e4m3|4_e2m1fn|-8|+8|8.|é";
const TAILS: &str = "\
    |x|x0|x1|x4|x04|x65535|x65536|x4294967296|xvscale|xvscalex|xvscalex4|xvscalex32768|\
    xvscalex65535|_x2|_|_xvscalex2|x4x4|x4 | |xvscale4|x-4|\0";

#[test]
fn every_combination_is_read_as_the_runtime_reads_it() {
    let runtime = Runtime::new();
    let mut understood = 0;
    for head in HEADS.split('|') {
        for middle in MIDDLES.split('|') {
            for tail in TAILS.split('|') {
                let text = format!("{head}{middle}{tail}");
                let ours: Option<DType> = text.parse().ok();
                assert_eq!(ours, runtime.parse(&text), "{text:?}");
                understood += usize::from(ours.is_some());
            }
        }
    }
    assert!(understood > 500, "only {understood} of the combinations are dtypes");
}

#[test]
fn complex_types_are_understood_beyond_the_runtime() {
    let runtime = Runtime::new();
    for text in ["complex64", "complex128", "bcomplex32", "complex64x2"] {
        assert_eq!(runtime.parse(text), None, "the runtime has learned `{text}`: compare it too");
        assert_eq!(text.parse::<DType>().unwrap().to_string(), text);
    }
}

#[test]
fn custom_types_go_through_the_runtime() {
    let code = DType::new(131, 16, 4);
    assert_eq!("custom[posit]16x4".parse::<DType>().unwrap_err().kind(), ErrorKind::ValueError);
    assert_eq!(code.to_string(), "dtype(code=131, bits=16, lanes=4)");

    let name_of = Function::new(|code: i64| if code == 131 { "posit" } else { "unheard of" }.to_owned());
    let code_of = Function::new(|name: &str| if name == "posit" { Ok(131) } else { Err("no such type") });
    Function::set_global("dtype.get_custom_type_name", &name_of).unwrap();
    Function::set_global("dtype.get_custom_type_code", &code_of).unwrap();

    assert_eq!(code.to_string(), "custom[posit]x4");
    assert_eq!("custom[posit]16x4".parse::<DType>().unwrap(), code);
    for text in ["custom[other]16", "custom[posit", "custom", "custom]", "custom[posit]16y"] {
        let error = text.parse::<DType>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ValueError, "{text}");
        assert!(error.message().starts_with(&format!("`{text}` is not a dtype, expected `int`")), "{error}");
    }
}

#[test]
fn the_runtime_agrees_on_devices() {
    // The runtime writes devices in the `repr` of containers.
    let Some(repr) = crate::only_in_cpp("ffi.ReprPrint") else { return };
    for device_type in 0..=18 {
        let device = tvm_ffi_core::Device::new(device_type, 3);
        let text: String = repr.call((device,)).unwrap().cast().unwrap();
        let expected = if device.kind().is_some() { device.to_string() } else { "unknown:3".to_owned() };
        assert_eq!(text, expected);
    }
}
