// libcurl, with the parts that the Swift importer cannot see on its own.
#ifndef JC_CURL_SHIM_H
#define JC_CURL_SHIM_H

// The type-checking macros of curl.h would only get in the way of the wrappers below.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// CURL_GLOBAL_DEFAULT is an expression of macros, which the importer drops.
static inline CURLcode jc_curl_global_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// curl_easy_setopt and its relatives are variadic, which the importer drops: one wrapper for
// each type of argument.
static inline CURLcode jc_curl_set_long(
    CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode jc_curl_set_offset(
    CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

// libcurl copies the text.
static inline CURLcode jc_curl_set_string(
    CURL *_Nonnull handle, CURLoption option, const char *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

// libcurl keeps the pointer.
static inline CURLcode jc_curl_set_pointer(
    CURL *_Nonnull handle, CURLoption option, const void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

// libcurl keeps the list.
static inline CURLcode jc_curl_set_list(
    CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*jc_curl_receiver)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode jc_curl_set_receiver(
    CURL *_Nonnull handle, CURLoption option, jc_curl_receiver _Nonnull receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

// curl_easy_getinfo is variadic; 0 if libcurl has nothing to tell.
static inline long jc_curl_info_long(CURL *_Nonnull handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t jc_curl_info_offset(CURL *_Nonnull handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline CURLMcode jc_curl_multi_set_long(
    CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLMsg.data is a union, which the importer drops.
static inline CURLcode jc_curl_message_result(const CURLMsg *_Nonnull message) {
  return message->data.result;
}

// CURLAUTH_BASIC and CURLAUTH_DIGEST are cast macros, which the importer drops.
static inline long jc_curl_auth_basic(void) { return (long)CURLAUTH_BASIC; }
static inline long jc_curl_auth_digest(void) { return (long)CURLAUTH_DIGEST; }

#endif
