#[derive(tvm_ffi::StrEnum)]
#[tvm_ffi(crate = "my_crate::ffi")]
enum Mode {
    FastMode,
    #[rename = "slow \"mode\""]
    Slow,
}
