//! Functions of every library with a feature, which the manifest does not list.

/// A function of the library, with one parameter or none: its name, its symbol, what it does, and its body, which gives a
/// `Result`.
macro_rules! library_function {
    ($name:literal, $symbol:literal, $doc:literal, ($($parameter:ident: $type:ty)?) -> $result:ty, $body:expr) => {
        const _: () = {
            use core::ffi::{c_int, c_void};
            #[allow(unused_imports, reason = "a function without a parameter does not use two of them")]
            use tvm_ffi_core::__private::{Args, Param, ParameterProbe, Record, Returned, Shim, Slot, TVMFFIAny, call};

            static RECORD: Record = Record {
                name: $name,
                doc: $doc,
                file: file!(),
                line: line!(),
                krate: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                parameters: &[$(Param { name: stringify!($parameter), ..Param::new(ParameterProbe::<$type>::TYPE) })?],
                // SAFETY: the function keeps the contract.
                ..Record::new(unsafe { Shim::new(shim) }, || Returned::<$result>::tag().result_type())
            };

            #[unsafe(export_name = $symbol)]
            unsafe extern "C" fn shim(
                _: *mut c_void,
                args: *const TVMFFIAny,
                num_args: i32,
                result: *mut TVMFFIAny,
            ) -> c_int {
                let body = |args: Args<'_>, slot: Slot<'_>| {
                    const COUNT: i32 = <[&str]>::len(&[$(stringify!($parameter))?]) as i32;
                    args.require_count(COUNT, COUNT)?;
                    $(
                        let mut holder = ();
                        let $parameter = args.get::<$type, _>(0, &mut holder)?;
                    )?
                    let value: $result = $body;
                    Some(Returned::of(&value).write_or_raise(value, slot, $name))
                };
                // SAFETY: the SafeCall contract; the function takes no tensor.
                unsafe { call(&RECORD, None, args, num_args, result, body) }
            }
        };
    };
}
pub(crate) use library_function;
