// A disk in memory for SQLite that loses power, fills up and fails where it is told to.
//
// What a file holds after a power cut is what it held at its last sync, and of each write since then
// all, nothing, or the first few sectors, chosen at random: as bad as a disk may be that keeps what
// it was asked to sync. Files made, and removals without a directory sync, may be lost as well.
#ifndef FAULT_DISK_H
#define FAULT_DISK_H

#include <stdint.h>

typedef struct fault_disk fault_disk;

typedef enum {
  FAULT_NONE,
  // The power goes: this and everything after it fails until fault_disk_restart.
  FAULT_POWER_CUT,
  // The disk is full, for this operation and every later one that writes, until told otherwise.
  FAULT_FULL,
  // This one operation fails, and nothing of it happens.
  FAULT_IO_ERROR,
} fault_kind;

// Makes an empty disk and registers it with SQLite; NULL without memory. The name is the caller's.
fault_disk *_Nullable fault_disk_create(const char *_Nonnull name, uint64_t seed);

// Unregisters it. No database may be open on it.
void fault_disk_destroy(fault_disk *_Nonnull disk);

// Has a fault happen at one operation that changes the disk, counted from 0 since the disk was made.
void fault_disk_fail(fault_disk *_Nonnull disk, fault_kind kind, int64_t operation);

// How many operations that change the disk there were: writes, syncs, cuts, removals.
int64_t fault_disk_operations(const fault_disk *_Nonnull disk);

// Puts power on again: what was not synced is decided, and no fault is armed. No database may be open.
void fault_disk_restart(fault_disk *_Nonnull disk);

#endif
