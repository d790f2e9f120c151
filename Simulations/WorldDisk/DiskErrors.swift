import CSQLite

// Extended codes are macros with a shift in them, which are not imported.
let ioErrorRead = SQLITE_IOERR | 1 << 8
let ioErrorShortRead = SQLITE_IOERR | 2 << 8
let ioErrorWrite = SQLITE_IOERR | 3 << 8
let ioErrorSync = SQLITE_IOERR | 4 << 8
let ioErrorTruncate = SQLITE_IOERR | 6 << 8
let ioErrorDelete = SQLITE_IOERR | 10 << 8
let ioErrorLock = SQLITE_IOERR | 15 << 8
let ioErrorMemory = SQLITE_IOERR | 21 << 8
