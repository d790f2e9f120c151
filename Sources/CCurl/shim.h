#ifndef JC_CURL_SHIM_H
#define JC_CURL_SHIM_H

#include <curl/curl.h>

#endif
