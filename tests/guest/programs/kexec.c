/*
 * Have another kernel take over, without a reset of the machine: what the
 * first has left in its devices is what the second finds.
 *
 * The image and its file system are in /kexec; the command line is this
 * kernel's own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "card.h"

static int open_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        test_fail("%s: %s", path, strerror(errno));
    }
    return fd;
}

int main(void)
{
    static char line[4096];
    ssize_t size;
    int fd;

    test_begin("kexec");
    fd = open_file("/proc/cmdline");
    size = read(fd, line, sizeof(line) - 1);
    close(fd);
    if (size <= 0) {
        test_fail("there is no command line");
    }
    line[size] = '\0';
    line[strcspn(line, "\n")] = '\0';

    if (syscall(SYS_kexec_file_load, open_file("/kexec/kernel"),
                open_file("/kexec/initramfs"), strlen(line) + 1, line, 0UL)) {
        test_fail("kexec_file_load: %s", strerror(errno));
    }
    printf("the other kernel is loaded\n");
    fflush(stdout);
    sync();
    syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2,
            LINUX_REBOOT_CMD_KEXEC, NULL);
    test_fail("reboot: %s", strerror(errno));
}
