// SPDX-License-Identifier: GPL-3.0-or-later
// sandbox-start PROCESSES MEMORY FILESIZE PROGRAM [ARGUMENT…]
//
// Sets limits from inside the sandbox's user namespace, where the count of processes begins at none, and becomes the
// program. MEMORY and FILESIZE are bytes; 0 sets no limit.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int limit(__rlimit_resource_t resource, const char *text)
{
    const rlim_t value = strtoull(text, NULL, 10);
    if (value == 0)
        return 0;
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both);
}

int main(int count, char **words)
{
    if (count < 5)
        return 125;
    const struct rlimit none = {0, 0};
    const struct rlimit files = {4096, 4096};
    if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_NOFILE, &files) != 0
        || limit(RLIMIT_NPROC, words[1]) != 0 || limit(RLIMIT_DATA, words[2]) != 0
        || limit(RLIMIT_FSIZE, words[3]) != 0) {
        fprintf(stderr, "cohort: cannot set limits: %s\n", strerror(errno));
        return 125;
    }
    execvp(words[4], words + 4);
    fprintf(stderr, "cohort: cannot start %s: %s\n", words[4], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
