#ifndef JC_SODIUM_SHIM_H
#define JC_SODIUM_SHIM_H

#include <sodium.h>

#endif
