// Stands between a test and its disk (LD_PRELOAD). In the folder GIOG_TEST_FAULTS,
//   a file `denied` makes every write and every opening for writing fail as without permission,
//   a file `sync` makes every sync fail with an I/O error,
//   a file `unread` makes every read of a page that is full of `Z` fail with an I/O error, and `misread` with a wrong checksum,
//   a file `hold` lets every sync wait until it is gone,
//   and `trace` gets a line for each write and sync that got through, and for each sync that waits or failed.
// Only `giog.db` and its companions are meant, but not its lock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int has_fault(const char *name) {
    const char *folder = getenv("GIOG_TEST_FAULTS");
    char path[4096];
    if (!folder) return 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

// The name's part after the database's, such as `-wal`; null for other files.
static const char *meant(const char *path) {
    const char *name = strstr(path, "giog.db");
    const char *part = name ? name + strlen("giog.db") : NULL;
    return part && strcmp(part, ".lock") != 0 ? part : NULL;
}

static int of_fd(int fd, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return meant(path) != NULL;
}

static void trace(const char *what, const char *path) {
    const char *folder = getenv("GIOG_TEST_FAULTS");
    char to[4096];
    if (!folder) return;
    snprintf(to, sizeof to, "%s/trace", folder);
    FILE *file = fopen(to, "a");
    if (!file) return;
    fprintf(file, "%s%s\n", what, meant(path));
    fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int may_write(int fd) {
    char path[4096];
    if (!of_fd(fd, path, sizeof path)) return 1;
    if (has_fault("denied")) {
        errno = EPERM;
        return 0;
    }
    trace("write", path);
    return 1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
    return may_write(fd) ? REAL(write)(fd, bytes, size) : -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
    return may_write(fd) ? REAL(pwrite)(fd, bytes, size, at) : -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
    return may_write(fd) ? REAL(pwrite64)(fd, bytes, size, at) : -1;
}

static ssize_t checked(int fd, const char *bytes, ssize_t got) {
    char path[4096];
    int error = has_fault("unread") ? EIO : has_fault("misread") ? EBADMSG : 0;
    if (!error || got < 4096 || !of_fd(fd, path, sizeof path)) return got;
    for (ssize_t at = got - 4092; at < got; at++) {
        if (bytes[at] != 'Z') return got;
    }
    errno = error;
    return -1;
}

ssize_t read(int fd, void *bytes, size_t size) {
    return checked(fd, bytes, REAL(read)(fd, bytes, size));
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at) {
    return checked(fd, bytes, REAL(pread)(fd, bytes, size, at));
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t at) {
    return checked(fd, bytes, REAL(pread64)(fd, bytes, size, at));
}

static int may_sync(int fd) {
    char path[4096];
    if (!of_fd(fd, path, sizeof path)) return 1;
    if (has_fault("hold")) {
        trace("waits", path);
        while (has_fault("hold")) usleep(1000);
    }
    if (has_fault("sync")) {
        trace("failed", path);
        errno = EIO;
        return 0;
    }
    trace("sync", path);
    return 1;
}

int fsync(int fd) { return may_sync(fd) ? REAL(fsync)(fd) : -1; }

int fdatasync(int fd) { return may_sync(fd) ? REAL(fdatasync)(fd) : -1; }

static int may_open(const char *path, int flags) {
    if ((flags & O_ACCMODE) != O_RDONLY && meant(path) && has_fault("denied")) {
        errno = EPERM;
        return 0;
    }
    return 1;
}

#define MODE(flags)                              \
    mode_t mode = 0;                             \
    if ((flags) & (O_CREAT | O_TMPFILE)) {       \
        va_list rest;                            \
        va_start(rest, flags);                   \
        mode = va_arg(rest, mode_t);             \
        va_end(rest);                            \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return may_open(path, flags) ? REAL(open)(path, flags, mode) : -1;
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return may_open(path, flags) ? REAL(open64)(path, flags, mode) : -1;
}
