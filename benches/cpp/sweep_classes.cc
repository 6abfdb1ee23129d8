// The classes of the sweep, written the usual way with the C++ headers of tvm-ffi.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/object.h>
#include <tvm/ffi/optional.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/ffi/string.h>

#include <cstdint>

namespace {

namespace ffi = tvm::ffi;

#define DEFINE_CLASS(Name, Key, kMutable)                                          \
  struct Name : ffi::Object {                                                      \
    static constexpr bool _type_mutable = kMutable;                                \
    int64_t number = 42;                                                           \
    double real = 0.5;                                                             \
    bool flag = true;                                                              \
    ffi::Optional<int64_t> maybe = 1;                                              \
    ffi::String text = "a longer text";                                            \
    ffi::Array<int64_t> numbers = {0, 1, 2, 3, 4, 5, 6, 7};                        \
    int64_t Count() const { return number; }                                       \
    ffi::String GetName() const { return text; }                                   \
    double Sum() const { return static_cast<double>(number) + real; }              \
    TVM_FFI_DECLARE_OBJECT_INFO(Key, Name, ffi::Object);                           \
  };                                                                               \
  ffi::ObjectRef New##Name() { return ffi::ObjectRef(ffi::make_object<Name>()); }

DEFINE_CLASS(Fields, "bench_cpp.Fields", false)
DEFINE_CLASS(MutableFields, "bench_cpp.MutableFields", true)

#define REGISTER(Name, def_field)               \
  refl::ObjectDef<Name>(refl::init(false))      \
      .def_field("int", &Name::number)          \
      .def_field("float", &Name::real)          \
      .def_field("flag", &Name::flag)           \
      .def_field("maybe", &Name::maybe)         \
      .def_field("text", &Name::text)           \
      .def_field("numbers", &Name::numbers)     \
      .def("count", &Name::Count)               \
      .def("name", &Name::GetName)              \
      .def("sum", &Name::Sum)

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = ffi::reflection;
  REGISTER(Fields, def_ro);
  REGISTER(MutableFields, def_rw);
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(new_fields, NewFields)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(new_mutable_fields, NewMutableFields)
