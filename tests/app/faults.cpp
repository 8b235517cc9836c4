// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into cohort by the tests: makes the n-th write, sync or cut of some files go wrong, so that kills and full
// disks hit the places that chance would miss.
//
//   COHORT_TEST_FAULT="die 7 project.db"   the 7th for files with that in their path ends the process, a write after
//                                          its first half
//   COHORT_TEST_FAULT="full 7 data/"       from the 7th on the disk is full for them

#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Fault { None, Die, Full };

Fault fault = Fault::None;
long place = 0;
const char *where = "";
std::atomic<long> passed = 0;

template<class Function>
Function real(Function, const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool isMeant(int file)
{
    char link[64];
    char path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return std::strstr(path, where) != nullptr && std::strstr(path, "-shm") == nullptr;
}

// True when this is the place, or past it.
bool here(int file)
{
    return fault != Fault::None && isMeant(file) && ++passed >= place;
}

template<class Write>
ssize_t wrong(size_t size, Write write)
{
    if (fault == Fault::Die) {
        write(size / 2);
        std::raise(SIGKILL);
    }
    errno = ENOSPC;
    return -1;
}

[[gnu::constructor]] void prepare()
{
    if (const char *text = std::getenv("COHORT_TEST_FAULT")) {
        fault = std::strncmp(text, "die ", 4) == 0 ? Fault::Die : Fault::Full;
        char *end = nullptr;
        place = std::strtol(std::strchr(text, ' ') + 1, &end, 10);
        where = strdup(end + 1);
    }
    unsetenv("COHORT_TEST_FAULT"); // what cohort starts is left alone
    unsetenv("LD_PRELOAD");
}

} // namespace

extern "C" {

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset)
{
    const auto write = [&](size_t part) { return real(&pwrite64, "pwrite64")(file, data, part, offset); };
    return here(file) ? wrong(size, write) : write(size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    return pwrite64(file, data, size, offset);
}

ssize_t write(int file, const void *data, size_t size)
{
    const auto directly = [&](size_t part) { return real(&write, "write")(file, data, part); };
    return here(file) ? wrong(size, directly) : directly(size);
}

int fdatasync(int file)
{
    return here(file) ? static_cast<int>(wrong(0, [](size_t) {})) : real(&fdatasync, "fdatasync")(file);
}

int fsync(int file)
{
    return here(file) ? static_cast<int>(wrong(0, [](size_t) {})) : real(&fsync, "fsync")(file);
}

int ftruncate64(int file, off64_t size) noexcept
{
    return here(file) ? static_cast<int>(wrong(0, [](size_t) {})) : real(&ftruncate64, "ftruncate64")(file, size);
}

int ftruncate(int file, off_t size) noexcept
{
    return ftruncate64(file, size);
}

} // extern "C"
