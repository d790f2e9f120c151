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

// The functions of an open file sit behind a table of pointers that the importer cannot call. What is
// in memory is written over below the pager, which is then told to forget its pages.
// Source: sqlite.org/c3ref/c_fcntl_begin_atomic_write.html, FILE_POINTER and RESET_CACHE.
static inline int jc_replace_content(
    sqlite3 *_Nonnull database, const void *_Nullable bytes, int count) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result == SQLITE_OK && (file == 0 || file->pMethods == 0)) result = SQLITE_MISUSE;
  if (result == SQLITE_OK) result = file->pMethods->xTruncate(file, 0);
  if (result == SQLITE_OK) result = file->pMethods->xWrite(file, bytes, count, 0);
  if (result != SQLITE_OK) return result;
  return sqlite3_file_control(database, "main", SQLITE_FCNTL_RESET_CACHE, 0);
}

#endif
