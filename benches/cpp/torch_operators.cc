// The operators of tests/frameworks/kernels as a C++ extension of PyTorch has them.
#include <torch/library.h>
#include <ATen/ATen.h>
#include <cmath>
#include <tuple>

static at::Tensor silu(const at::Tensor& x) {
  TORCH_CHECK(x.dim() == 1, "silu: x has ", x.dim(), " dimensions, expected 1");
  TORCH_CHECK(x.scalar_type() == at::kFloat, "silu: x is not float32");
  TORCH_CHECK(x.device().is_cpu(), "silu: x is not on the CPU");
  at::Tensor from = x.contiguous();
  at::Tensor y = at::empty_like(from);
  const float* in = from.const_data_ptr<float>();
  float* out = y.mutable_data_ptr<float>();
  for (int64_t i = 0; i < from.numel(); ++i) out[i] = in[i] / (1.0f + std::exp(-in[i]));
  return y;
}

static std::tuple<at::Tensor, at::Tensor> rms_norm(const at::Tensor& x, const at::Tensor& weight, double eps) {
  TORCH_CHECK(x.dim() == 2 && weight.dim() == 1, "rms_norm: expected 2 dimensions and 1");
  TORCH_CHECK(x.scalar_type() == at::kFloat && weight.scalar_type() == at::kFloat, "rms_norm: expected float32");
  TORCH_CHECK(x.device().is_cpu() && weight.device().is_cpu(), "rms_norm: expected the CPU");
  TORCH_CHECK(weight.size(0) == x.size(1), "rms_norm: weight has ", weight.size(0), " elements, expected ", x.size(1));
  at::Tensor from = x.contiguous(), scale = weight.contiguous();
  at::Tensor y = at::empty_like(from), rstd = at::empty({from.size(0)}, from.options());
  const int64_t n = from.size(0), d = from.size(1);
  const float *in = from.const_data_ptr<float>(), *w = scale.const_data_ptr<float>();
  float *out = y.mutable_data_ptr<float>(), *r = rstd.mutable_data_ptr<float>();
  for (int64_t i = 0; i < n; ++i) {
    float square = 0;
    for (int64_t j = 0; j < d; ++j) square += in[i * d + j] * in[i * d + j];
    r[i] = 1.0f / std::sqrt(square / d + static_cast<float>(eps));
    for (int64_t j = 0; j < d; ++j) out[i * d + j] = in[i * d + j] * r[i] * w[j];
  }
  return {y, rstd};
}

static std::tuple<at::Tensor, at::Tensor> rms_norm_bwd(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight,
                                                       const at::Tensor& rstd) {
  TORCH_CHECK(dy.dim() == 2 && x.dim() == 2 && weight.dim() == 1 && rstd.dim() == 1, "rms_norm_bwd: the dimensions are wrong");
  for (const at::Tensor* one : {&dy, &x, &weight, &rstd}) {
    TORCH_CHECK(one->scalar_type() == at::kFloat && one->device().is_cpu(), "rms_norm_bwd: expected float32 on the CPU");
  }
  TORCH_CHECK(dy.sizes() == x.sizes() && weight.size(0) == x.size(1) && rstd.size(0) == x.size(0), "rms_norm_bwd: the shapes differ");
  at::Tensor gradient = dy.contiguous(), from = x.contiguous(), scale = weight.contiguous(), of_rows = rstd.contiguous();
  at::Tensor dx = at::empty_like(from), dweight = at::zeros_like(scale);
  const int64_t n = from.size(0), d = from.size(1);
  const float *g = gradient.const_data_ptr<float>(), *in = from.const_data_ptr<float>();
  const float *w = scale.const_data_ptr<float>(), *r = of_rows.const_data_ptr<float>();
  float *out = dx.mutable_data_ptr<float>(), *sums = dweight.mutable_data_ptr<float>();
  for (int64_t i = 0; i < n; ++i, g += d, in += d, out += d) {
    float dot = 0;
    for (int64_t j = 0; j < d; ++j) dot += g[j] * in[j] * w[j];
    const float mean = r[i] * r[i] * r[i] * dot / d;
    for (int64_t j = 0; j < d; ++j) {
      out[j] = r[i] * g[j] * w[j] - mean * in[j];
      sums[j] += g[j] * in[j] * r[i];
    }
  }
  return {dx, dweight};
}

static void silu_mul_(at::Tensor x, const at::Tensor& gate) {
  TORCH_CHECK(x.sizes() == gate.sizes(), "silu_mul_: the shapes differ");
  TORCH_CHECK(x.scalar_type() == at::kFloat && gate.scalar_type() == at::kFloat, "silu_mul_: expected float32");
  TORCH_CHECK(x.is_contiguous(), "silu_mul_: x is not contiguous");
  at::Tensor by = gate.contiguous();
  float* out = x.mutable_data_ptr<float>();
  const float* g = by.const_data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i) out[i] = out[i] / (1.0f + std::exp(-out[i])) * g[i];
}

TORCH_LIBRARY(cpp_operators, library) {
  library.def("silu(Tensor x) -> Tensor");
  library.def("rms_norm(Tensor x, Tensor weight, float eps=1e-06) -> (Tensor, Tensor)");
  // `torch_calls.py` gives this one a gradient.
  library.def("rms_norm_tracked(Tensor x, Tensor weight, float eps=1e-06) -> (Tensor, Tensor)");
  library.def("rms_norm_bwd(Tensor dy, Tensor x, Tensor weight, Tensor rstd) -> (Tensor, Tensor)");
  library.def("silu_mul_(Tensor(a!) x, Tensor gate) -> ()");
}

TORCH_LIBRARY_IMPL(cpp_operators, CPU, library) {
  library.impl("silu", silu);
  library.impl("rms_norm", rms_norm);
  library.impl("rms_norm_tracked", rms_norm);
  library.impl("rms_norm_bwd", rms_norm_bwd);
  library.impl("silu_mul_", silu_mul_);
}
