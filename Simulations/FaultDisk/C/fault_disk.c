#include "fault_disk.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Sources: "The OS Backend (VFS) To SQLite" and the comments of sqlite3.h on sqlite3_io_methods.
// One process and one thread at a time; several connections may have a file open.

enum { SECTOR = 512, SHM_SLOTS = SQLITE_SHM_NLOCK };

// A change that has not been synced: bytes at an offset, or a new length if there are no bytes.
typedef struct {
  sqlite3_int64 offset;
  sqlite3_int64 count;
  unsigned char *bytes;
} change;

typedef struct {
  unsigned char *bytes;
  sqlite3_int64 count;
  sqlite3_int64 capacity;
} image;

typedef struct file {
  char *name;
  image current;
  image durable;
  change *changes;
  int change_count;
  int change_capacity;
  // Whether its entry in the directory is there now, and whether it is after a power cut.
  bool exists;
  bool is_durable;
  void **regions;
  int region_count;
  struct handle *handles;
  struct file *next;
} file;

typedef struct handle {
  sqlite3_file base;
  fault_disk *disk;
  file *file;
  int level;
  unsigned shared;
  unsigned exclusive;
  bool removes;
  struct handle *next;
} handle;

struct fault_disk {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  char *name;
  file *files;
  uint64_t random;
  int64_t operations;
  fault_kind kind;
  int64_t armed;
  bool is_off;
};

// SplitMix64.
static uint64_t next_random(fault_disk *disk) {
  uint64_t mixed = (disk->random += 0x9E3779B97F4A7C15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

// MARK: Images

static int resize(image *image, sqlite3_int64 count) {
  if (count > image->capacity) {
    sqlite3_int64 capacity = count + count / 2 + 4096;
    unsigned char *bytes = realloc(image->bytes, (size_t)capacity);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    image->bytes = bytes;
    image->capacity = capacity;
  }
  if (count > image->count) {
    memset(image->bytes + image->count, 0, (size_t)(count - image->count));
  }
  image->count = count;
  return SQLITE_OK;
}

static int put(image *image, const void *bytes, sqlite3_int64 count, sqlite3_int64 offset) {
  if (offset + count > image->count) {
    int result = resize(image, offset + count);
    if (result) return result;
  }
  memcpy(image->bytes + offset, bytes, (size_t)count);
  return SQLITE_OK;
}

static void forget_changes(file *file) {
  for (int index = 0; index < file->change_count; index++) free(file->changes[index].bytes);
  file->change_count = 0;
}

static int note(file *file, const void *bytes, sqlite3_int64 count, sqlite3_int64 offset) {
  if (file->change_count == file->change_capacity) {
    int capacity = file->change_capacity * 2 + 16;
    change *changes = realloc(file->changes, (size_t)capacity * sizeof(change));
    if (!changes) return SQLITE_IOERR_NOMEM;
    file->changes = changes;
    file->change_capacity = capacity;
  }
  change made = {.offset = offset, .count = count, .bytes = NULL};
  if (bytes) {
    made.bytes = malloc((size_t)count + 1);
    if (!made.bytes) return SQLITE_IOERR_NOMEM;
    memcpy(made.bytes, bytes, (size_t)count);
  }
  file->changes[file->change_count++] = made;
  return SQLITE_OK;
}

// MARK: Faults

// Counts an operation; anything but SQLITE_OK means that it does not happen, or not whole.
static int count(fault_disk *disk, int failure) {
  if (disk->is_off) return failure;
  int64_t number = disk->operations++;
  if (disk->kind == FAULT_NONE || number < disk->armed) return SQLITE_OK;
  switch (disk->kind) {
    case FAULT_POWER_CUT:
      disk->is_off = true;
      return failure;
    case FAULT_FULL:
      return failure == SQLITE_IOERR_WRITE ? SQLITE_FULL : SQLITE_OK;
    case FAULT_IO_ERROR:
      disk->kind = FAULT_NONE;
      return failure;
    default:
      return SQLITE_OK;
  }
}

// MARK: One open file

static int close_file(sqlite3_file *base) {
  handle *self = (handle *)base;
  for (handle **link = &self->file->handles; *link; link = &(*link)->next) {
    if (*link == self) {
      *link = self->next;
      break;
    }
  }
  if (self->removes) self->file->exists = false;
  return SQLITE_OK;
}

static int read_file(sqlite3_file *base, void *buffer, int amount, sqlite3_int64 offset) {
  handle *self = (handle *)base;
  if (self->disk->is_off) return SQLITE_IOERR_READ;
  image *image = &self->file->current;
  sqlite3_int64 there = image->count > offset ? image->count - offset : 0;
  if (there > amount) there = amount;
  if (there > 0) memcpy(buffer, image->bytes + offset, (size_t)there);
  if (there == amount) return SQLITE_OK;
  memset((char *)buffer + there, 0, (size_t)(amount - there));
  return SQLITE_IOERR_SHORT_READ;
}

static int write_file(
    sqlite3_file *base, const void *buffer, int amount, sqlite3_int64 offset) {
  handle *self = (handle *)base;
  bool was_off = self->disk->is_off;
  int failure = count(self->disk, SQLITE_IOERR_WRITE);
  // The write at which the power goes may have got anywhere.
  bool is_cut = failure && !was_off && self->disk->is_off;
  if (failure && !is_cut) return failure;
  int result = note(self->file, buffer, amount, offset);
  if (result == SQLITE_OK) result = put(&self->file->current, buffer, amount, offset);
  return failure ? failure : result;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size) {
  handle *self = (handle *)base;
  int failure = count(self->disk, SQLITE_IOERR_TRUNCATE);
  if (failure) return failure;
  int result = note(self->file, NULL, 0, size);
  return result ? result : resize(&self->file->current, size);
}

static int sync_file(sqlite3_file *base, int flags) {
  handle *self = (handle *)base;
  (void)flags;
  int failure = count(self->disk, SQLITE_IOERR_FSYNC);
  if (failure) return failure;
  file *file = self->file;
  int result = resize(&file->durable, file->current.count);
  if (result) return result;
  if (file->current.count > 0) {
    memcpy(file->durable.bytes, file->current.bytes, (size_t)file->current.count);
  }
  file->is_durable = file->exists;
  forget_changes(file);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  *size = ((handle *)base)->file->current.count;
  return SQLITE_OK;
}

static int lock_file(sqlite3_file *base, int level) {
  handle *self = (handle *)base;
  if (level <= self->level) return SQLITE_OK;
  for (handle *other = self->file->handles; other; other = other->next) {
    if (other == self) continue;
    bool is_refused = level == SQLITE_LOCK_SHARED ? other->level >= SQLITE_LOCK_PENDING
        : level == SQLITE_LOCK_RESERVED           ? other->level >= SQLITE_LOCK_RESERVED
                                                  : other->level >= SQLITE_LOCK_SHARED;
    if (is_refused) return SQLITE_BUSY;
  }
  self->level = level;
  return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int level) {
  handle *self = (handle *)base;
  if (level < self->level) self->level = level;
  return SQLITE_OK;
}

static int check_reserved(sqlite3_file *base, int *is_reserved) {
  handle *self = (handle *)base;
  *is_reserved = 0;
  for (handle *other = self->file->handles; other; other = other->next) {
    if (other->level >= SQLITE_LOCK_RESERVED) *is_reserved = 1;
  }
  return SQLITE_OK;
}

static int control_file(sqlite3_file *base, int operation, void *argument) {
  (void)base, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base) {
  (void)base;
  return SECTOR;
}

static int characteristics(sqlite3_file *base) {
  (void)base;
  // As SQLite assumes of every disk today: a cut write damages no byte outside its range.
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

// MARK: The shared memory of a log

static int map_shared(
    sqlite3_file *base, int region, int size, int extends, void volatile **result) {
  file *file = ((handle *)base)->file;
  *result = NULL;
  if (region >= file->region_count) {
    if (!extends) return SQLITE_OK;
    void **regions = realloc(file->regions, (size_t)(region + 1) * sizeof(void *));
    if (!regions) return SQLITE_IOERR_NOMEM;
    file->regions = regions;
    while (file->region_count <= region) {
      void *memory = calloc(1, (size_t)size);
      if (!memory) return SQLITE_IOERR_NOMEM;
      file->regions[file->region_count++] = memory;
    }
  }
  *result = file->regions[region];
  return SQLITE_OK;
}

static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
  handle *self = (handle *)base;
  unsigned mask = ((1u << count) - 1u) << offset;
  if (flags & SQLITE_SHM_UNLOCK) {
    self->shared &= ~mask;
    self->exclusive &= ~mask;
    return SQLITE_OK;
  }
  for (handle *other = self->file->handles; other; other = other->next) {
    if (other == self) continue;
    unsigned held = other->exclusive | (flags & SQLITE_SHM_EXCLUSIVE ? other->shared : 0);
    if (held & mask) return SQLITE_BUSY;
  }
  if (flags & SQLITE_SHM_EXCLUSIVE) {
    self->exclusive |= mask;
  } else {
    self->shared |= mask;
  }
  return SQLITE_OK;
}

static void shared_barrier(sqlite3_file *base) {
  (void)base;
  __sync_synchronize();
}

static void forget_shared(file *file) {
  for (int index = 0; index < file->region_count; index++) free(file->regions[index]);
  free(file->regions);
  file->regions = NULL;
  file->region_count = 0;
}

static int unmap_shared(sqlite3_file *base, int removes) {
  if (removes) forget_shared(((handle *)base)->file);
  return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
};

// MARK: The disk

static file *find(fault_disk *disk, const char *name) {
  for (file *file = disk->files; file; file = file->next) {
    if (file->exists && strcmp(file->name, name) == 0) return file;
  }
  return NULL;
}

static file *add(fault_disk *disk, const char *name) {
  file *made = calloc(1, sizeof(file));
  if (!made) return NULL;
  made->name = strdup(name);
  if (!made->name) {
    free(made);
    return NULL;
  }
  made->exists = true;
  made->next = disk->files;
  disk->files = made;
  return made;
}

static int open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out_flags) {
  fault_disk *disk = vfs->pAppData;
  handle *self = (handle *)base;
  base->pMethods = NULL;
  if (disk->is_off) return SQLITE_CANTOPEN;
  file *file = name ? find(disk, name) : NULL;
  if (!file) {
    if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (count(disk, SQLITE_CANTOPEN)) return SQLITE_CANTOPEN;
    file = add(disk, name ? name : "");
    if (!file) return SQLITE_NOMEM;
    if (!name) file->exists = false;
  }
  memset(self, 0, sizeof(*self));
  self->disk = disk;
  self->file = file;
  self->removes = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
  self->next = file->handles;
  file->handles = self;
  self->base.pMethods = &methods;
  if (out_flags) *out_flags = flags;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs) {
  fault_disk *disk = vfs->pAppData;
  if (count(disk, SQLITE_IOERR_DELETE)) return SQLITE_IOERR_DELETE;
  file *file = find(disk, name);
  if (!file) return SQLITE_IOERR_DELETE_NOENT;
  file->exists = false;
  if (syncs) file->is_durable = false;
  return SQLITE_OK;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)flags;
  *result = find(vfs->pAppData, name) != NULL;
  return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int capacity, char *result) {
  (void)vfs;
  sqlite3_snprintf(capacity, result, "%s", name);
  return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int amount, char *bytes) {
  // SQLite's own salts; seeded, so that a run can be had again.
  for (int index = 0; index < amount; index++) {
    bytes[index] = (char)next_random(vfs->pAppData);
  }
  return amount;
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *result) {
  (void)vfs;
  *result = 2460000.5;
  return SQLITE_OK;
}

fault_disk *fault_disk_create(const char *name, uint64_t seed) {
  fault_disk *disk = calloc(1, sizeof(fault_disk));
  if (!disk) return NULL;
  disk->name = strdup(name);
  disk->random = seed;
  disk->vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = sizeof(handle),
      .mxPathname = 512,
      .zName = disk->name,
      .pAppData = disk,
      .xOpen = open_file,
      .xDelete = delete_file,
      .xAccess = access_file,
      .xFullPathname = full_name,
      .xRandomness = randomness,
      .xSleep = sleep_for,
      .xCurrentTime = current_time,
  };
  if (!disk->name || sqlite3_vfs_register(&disk->vfs, 0)) {
    free(disk->name);
    free(disk);
    return NULL;
  }
  return disk;
}

static void destroy_file(file *file) {
  forget_changes(file);
  forget_shared(file);
  free(file->changes);
  free(file->current.bytes);
  free(file->durable.bytes);
  free(file->name);
  free(file);
}

void fault_disk_destroy(fault_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  while (disk->files) {
    file *next = disk->files->next;
    destroy_file(disk->files);
    disk->files = next;
  }
  free(disk->name);
  free(disk);
}

void fault_disk_fail(fault_disk *disk, fault_kind kind, int64_t operation) {
  disk->kind = kind;
  disk->armed = operation;
}

int64_t fault_disk_operations(const fault_disk *disk) { return disk->operations; }

// Decides what became of a file's writes since its last sync.
static void settle(fault_disk *disk, file *file) {
  for (int index = 0; index < file->change_count; index++) {
    change *made = &file->changes[index];
    uint64_t fate = next_random(disk) % 4;
    if (fate == 0) continue;
    if (!made->bytes) {
      resize(&file->durable, made->offset);
      continue;
    }
    sqlite3_int64 kept = made->count;
    if (fate == 1) {
      kept = (sqlite3_int64)(next_random(disk) % (uint64_t)(made->count / SECTOR + 1)) * SECTOR;
    }
    if (kept > 0) put(&file->durable, made->bytes, kept, made->offset);
  }
  forget_changes(file);
  if (resize(&file->current, file->durable.count) == SQLITE_OK && file->durable.count > 0) {
    memcpy(file->current.bytes, file->durable.bytes, (size_t)file->durable.count);
  }
  // A file never synced, or removed without a sync of the directory, may be there or not.
  if (file->exists != file->is_durable) file->exists = next_random(disk) % 2 == 0;
  file->is_durable = file->exists;
  forget_shared(file);
}

void fault_disk_restart(fault_disk *disk) {
  for (file *file = disk->files; file; file = file->next) {
    settle(disk, file);
    // Two files of one name cannot be: an older one that came back gives way to the newer.
    for (struct file *newer = disk->files; file->exists && newer != file; newer = newer->next) {
      if (newer->exists && strcmp(newer->name, file->name) == 0) file->exists = false;
    }
    file->is_durable = file->exists;
  }
  disk->is_off = false;
  disk->kind = FAULT_NONE;
}
