# Default configuration for x86_64-softmmu, without the debugger of NVIDIA GPUs

include default.mak

CONFIG_NV_GPU_DEBUG=n
