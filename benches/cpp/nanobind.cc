// The functions that are called from Python, as a module of nanobind.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
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
}
