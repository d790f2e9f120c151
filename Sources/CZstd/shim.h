#ifndef JC_ZSTD_SHIM_H
#define JC_ZSTD_SHIM_H

#include <zstd.h>

#endif
