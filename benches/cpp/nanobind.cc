// The functions that are called from Python, as a module of nanobind.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

using Matrix = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Result = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

static std::string concat(std::string_view a, std::string_view b) {
  std::string result;
  result.reserve(a.size() + b.size());
  return result.append(a).append(b);
}

static int64_t sum(const std::vector<int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), int64_t{0});
}

static void check3(const Matrix& a, const Matrix& b, const Matrix& c) {
  if (a.shape(1) != b.shape(0) || c.shape(0) != a.shape(0) || c.shape(1) != b.shape(1)) {
    throw nb::value_error("shapes do not match");
  }
}

static Result copied(const Vector& x) {
  float* data = new float[x.size()];
  std::memcpy(data, x.data(), x.size() * sizeof(float));
  nb::capsule owner(data, [](void* data) noexcept { delete[] static_cast<float*>(data); });
  return Result(data, {x.shape(0)}, owner);
}

static double mixed(int64_t a, double b, std::string_view c, bool d, nb::bytes e, std::optional<int64_t> f) {
  return static_cast<double>(a) + b + static_cast<double>(c.size()) + d + static_cast<double>(e.size()) +
         static_cast<double>(f.value_or(0));
}

template <typename T>
static std::vector<T> several(int64_t count, T first) {
  std::vector<T> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

static size_t sum_lengths(const std::vector<std::string>& values) {
  size_t sum = 0;
  for (const std::string& value : values) sum += value.size();
  return sum;
}

static int64_t sum_values(const std::unordered_map<std::string, int64_t>& values) {
  int64_t sum = 0;
  for (const auto& [key, value] : values) sum += value;
  return sum;
}

static int64_t call_back(nb::callable f, int64_t count) {
  int64_t sum = 0;
  for (int64_t index = 0; index < count; ++index) sum += nb::cast<int64_t>(f(index));
  return sum;
}

struct Item {
  int64_t value;
  std::string name;
};

static void fail() { throw std::runtime_error("this always fails"); }

NB_MODULE(peer_nanobind, m) {
  m.def("noop", [] {});
  m.def("add_one", [](int64_t x) { return x + 1; }, "x"_a);
  m.def("add3", [](double a, double b, int64_t c) { return a + b + static_cast<double>(c); }, "a"_a, "b"_a, "c"_a);
  m.def("concat", &concat, "a"_a, "b"_a);
  m.def("sum", &sum, "values"_a);
  m.def("check3", &check3, "a"_a, "b"_a, "c"_a);
  m.def("check3_held", &check3, "a"_a, "b"_a, "c"_a);
  m.def("copied", &copied, "x"_a);
  m.def("fail", &fail);
  m.def("mixed", &mixed, "a"_a, "b"_a, "c"_a, "d"_a, "e"_a, "f"_a.none() = nb::none());
  m.def("sum_floats", [](const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); });
  m.def("sum_lengths", &sum_lengths);
  m.def("integers", [](int64_t count) { return several<int64_t>(count, 1000); });
  m.def("floats", [](int64_t count) { return several<double>(count, 0.0); });
  m.def("texts", [](int64_t count) {
    return std::vector<std::string_view>(static_cast<size_t>(count), "a text of some length");
  });
  m.def("sum_values", &sum_values);
  m.def("mapping", [] {
    return std::unordered_map<std::string, int64_t>{{"one", 1}, {"two", 2}, {"three", 3}, {"four", 4}};
  });
  m.def("tuple", [] { return std::make_tuple(int64_t{1}, 2.5, "three"); });
  m.def("bytes", [](nb::bytes value) { return nb::bytes(value.c_str(), value.size()); });
  m.def("call_back", &call_back, "f"_a, "count"_a);
  nb::class_<Item>(m, "Item")
      .def("__init__", [](Item* item, int64_t value, std::string_view name) { new (item) Item{value, std::string(name)}; },
           "value"_a, "name"_a = "item")
      .def_rw("value", &Item::value)
      .def_ro("name", &Item::name)
      .def("plus", [](const Item& item, int64_t other) { return item.value + other; })
      .def("add", [](Item& item, int64_t other) { item.value += other; })
      .def("__len__", [](const Item&) { return size_t{3}; })
      .def("__repr__", [](const Item& item) { return "Item { value: " + std::to_string(item.value) + " }"; })
      .def("__eq__", [](const Item& a, const Item& b) { return a.value == b.value && a.name == b.name; })
      .def("__hash__", [](const Item& item) { return item.value; })
      .def("__getitem__", [](const Item& item, int64_t index) {
        if (index >= 3) throw nb::index_error("no such item");
        return item.value + index;
      });
}
