#!/usr/bin/env bash
# Compiles the images of the tests with the CUDA compiler (13.0) in CUDA_HOME or on the path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
nvcc="${CUDA_HOME:+$CUDA_HOME/bin/}nvcc"
for arch in 80 90; do
    "$nvcc" -cubin "-arch=sm_$arch" -o "kernels.sm$arch.cubin" kernels.cu
done
"$nvcc" -ptx -arch=compute_80 -o kernels.compute_80.ptx kernels.cu
"$nvcc" -fatbin --no-compress -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -o kernels.fatbin kernels.cu
