// The kernels that the tests launch. They never run: the tests check how they are loaded, and with which bytes they are launched.
//
// `build.sh` compiles this file to the images in this folder.

#define KERNEL extern "C" __global__ void

KERNEL nothing() {}

KERNEL vadd(const float* a, const float* b, float* c, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

KERNEL scalars(float* out, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long long g,
               unsigned long long h, float i, double j, bool k) {
  out[0] = a + b + c + d + e + f + g + h + i + j + k;
}

#define OF_TYPE(name, type) \
  KERNEL copy_##name(const type* from, type* to, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) to[i] = from[i]; \
  }
OF_TYPE(f32, float)
OF_TYPE(i32, int)

KERNEL dynamic(float* out) {
  extern __shared__ float memory[];
  memory[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x ^ 1];
}

KERNEL both(float* out) {
  extern __shared__ float memory[];
  __shared__ float own[256];
  own[threadIdx.x] = out[threadIdx.x];
  memory[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x ^ 1] + own[threadIdx.x ^ 1];
}

struct Settings {
  float scale;
  int count;
  const float* bias;
  unsigned char flag;
};

KERNEL by_value(Settings settings, float* out) {
  out[settings.count] = settings.scale * settings.bias[0] + settings.flag;
}

// CuTe's layout of a tensor with two modes: the pointer, then the shape, then the strides, without the static ones.
struct Rows {
  const float* data;
  struct {
    struct { int rows, columns; } shape;
    long long stride;
  } layout;
};

KERNEL cute(Rows rows, float* out) {
  out[threadIdx.x] = rows.data[rows.layout.stride * (rows.layout.shape.rows - 1) + rows.layout.shape.columns - 1];
}

struct alignas(64) Map {
  unsigned long long words[16];
};

KERNEL mapped(const __grid_constant__ Map a, const __grid_constant__ Map b, float* out) {
  out[threadIdx.x] = (float)(a.words[threadIdx.x] + b.words[threadIdx.x]);
}

#if __CUDA_ARCH__ >= 900
KERNEL __cluster_dims__(2, 1, 1) clustered(float* out) { out[threadIdx.x] = 1; }
#endif
