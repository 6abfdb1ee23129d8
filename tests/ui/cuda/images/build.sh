#!/bin/sh
# Compiles the images, with the `nvcc` of CUDA 13.0 on the path.
set -e
cd "$(dirname "$0")"
nvcc -cubin -arch=sm_80 kernels.cu -o kernels.sm80.cubin
nvcc -cubin -arch=sm_90 kernels.cu -o kernels.sm90.cubin
nvcc -ptx -arch=compute_80 kernels.cu -o kernels.compute_80.ptx
nvcc -fatbin --no-compress -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 kernels.cu -o kernels.fatbin
