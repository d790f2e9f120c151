// SQLite, with the parts that the Swift importer cannot see on its own.
#ifndef JC_SQLITE_SHIM_H
#define JC_SQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_STATIC is a cast macro, which the importer drops.
static inline int jc_bind_text_static(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int jc_bind_blob_static(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nonnull bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

// SQLITE_TRANSIENT is a cast macro, which the importer drops.
static inline int jc_bind_text_transient(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int jc_bind_blob_transient(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nonnull bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// A variadic function, which the importer drops. Without its count of allocated bytes SQLite takes no
// lock, shared by all connections of a process, at every allocation.
static inline int jc_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
