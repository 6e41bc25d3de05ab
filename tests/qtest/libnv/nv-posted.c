/*
 * Tests of the NVIDIA GPU: writes are posted, as on the bus
 *
 * A write has no answer that a test needs, and to wait for QEMU's "OK" costs
 * two switches of processes, which is most of what an access takes.  So writes
 * are kept until something has an answer, or may see what they have done: then
 * all of them are sent at once, and their "OK"s awaited.  A read is sent with
 * them, and its answer follows the "OK"s; before time passes, QEMU gets the time
 * to do what the writes have begun.
 *
 * libqtest keeps its socket to itself.  What it calls to send, to receive and
 * to close is replaced when a program is linked (ld's --wrap); a program that
 * isn't linked like that waits for each write.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "nv-posted.h"

/* Bytes of writes that are sent even if nobody asks */
#define NV_POSTED_MOST (32 * KiB)

/* An answer to a write */
#define NV_POSTED_OK "OK\n"

/*
 * struct NVPosted - the socket of an emulator's qtest
 *
 * @fd: the socket
 * @writes: commands that haven't been sent
 * @count: their number
 * @owed: how many others QEMU hasn't answered yet
 * @answers: how many libqtest hasn't asked about yet
 * @told: what QEMU has told meanwhile, such as the level of an interrupt
 * @in_write, @in_other: libqtest has sent a part of such a command
 */
typedef struct NVPosted {
    int fd;
    GString *writes;
    unsigned count;
    unsigned owed;
    unsigned answers;
    GString *told;
    bool in_write, in_other;
} NVPosted;

static GPtrArray *nv_posted;

/* Each write is waited for. */
static bool nv_posted_never;

static NVPosted *nv_posted_find(int fd)
{
    for (unsigned i = 0; nv_posted && i < nv_posted->len; i++) {
        NVPosted *p = g_ptr_array_index(nv_posted, i);

        if (p->fd == fd) {
            return p;
        }
    }
    return NULL;
}

static void nv_posted_free(void *opaque)
{
    NVPosted *p = opaque;

    g_string_free(p->writes, true);
    g_string_free(p->told, true);
    g_free(p);
}

static void nv_posted_new(int fd)
{
    NVPosted *p = g_new0(NVPosted, 1);

    if (!nv_posted) {
        nv_posted = g_ptr_array_new_with_free_func(nv_posted_free);
    }
    p->fd = fd;
    p->writes = g_string_new(NULL);
    p->told = g_string_new(NULL);
    g_ptr_array_add(nv_posted, p);
}

/*
 * The emulator may end by what is written: then libqtest finds out, as soon as
 * it wants an answer.
 */
static void nv_posted_send(NVPosted *p)
{
    size_t at = 0;

    p->owed += p->count;
    p->count = 0;
    while (at < p->writes->len) {
        ssize_t len = __real_send(p->fd, p->writes->str + at,
                                  p->writes->len - at, MSG_NOSIGNAL);

        if (len < 0 && errno != EINTR) {
            p->owed = 0;
            break;
        }
        at += MAX(len, 0);
    }
    g_string_truncate(p->writes, 0);
}

/* Lines other than a write's answer are libqtest's. */
static void nv_posted_take(NVPosted *p, GString *rx)
{
    const char *end;

    while (p->owed && (end = memchr(rx->str, '\n', rx->len))) {
        size_t len = end + 1 - rx->str;

        if (g_str_has_prefix(rx->str, NV_POSTED_OK)) {
            p->owed--;
        } else if (g_str_has_prefix(rx->str, "IRQ ")) {
            g_string_append_len(p->told, rx->str, len);
        } else {
            g_error("a write was answered by %.*s", (int)len - 1, rx->str);
        }
        g_string_erase(rx, 0, len);
    }
}

static void nv_posted_await(NVPosted *p)
{
    g_autoptr(GString) rx = g_string_new(NULL);

    while (p->owed) {
        char buf[4096];
        ssize_t len = __real_recv(p->fd, buf, sizeof(buf), 0);

        if (len < 0 && errno == EINTR) {
            continue;
        }
        if (len <= 0) {
            p->owed = 0;
            break;
        }
        g_string_append_len(rx, buf, len);
        nv_posted_take(p, rx);
    }
    g_string_append(p->told, rx->str);
}

static void nv_posted_flush_one(NVPosted *p)
{
    if (p->count && !p->in_write) {
        nv_posted_send(p);
        nv_posted_await(p);
    }
}

static void nv_posted_flush_but(const NVPosted *one)
{
    for (unsigned i = 0; nv_posted && i < nv_posted->len; i++) {
        NVPosted *p = g_ptr_array_index(nv_posted, i);

        if (p != one) {
            nv_posted_flush_one(p);
        }
    }
}

void nv_posted_flush(void)
{
    nv_posted_flush_but(NULL);
}

void nv_posted_end(void)
{
    nv_posted_flush();
    nv_posted_never = true;
}

static bool nv_posted_begins(const char *command, const char *const *names)
{
    while (*names && !g_str_has_prefix(command, *names)) {
        names++;
    }
    return *names;
}

static const char *const nv_posted_writes[] = {
    "write", "b64write ", "memset ", "outb ", "outw ", "outl ", NULL,
};

static const char *const nv_posted_reads[] = {
    "read", "b64read ", "inb ", "inw ", "inl ", NULL,
};

static void nv_posted_keep(NVPosted *p, const char *part, size_t size,
                           bool last)
{
    g_string_append_len(p->writes, part, size);
    p->in_write = !last;
    if (last) {
        p->count++;
        p->answers++;
        if (p->writes->len >= NV_POSTED_MOST) {
            nv_posted_flush_one(p);
        }
    }
}

/* libqtest asks for the byte order once, when a socket is new. */
static bool nv_posted_is_first(const char *command)
{
    return g_str_equal(command, "endianness\n") &&
           !nv_posted_never && g_strcmp0(g_getenv("NV_POSTED"), "0");
}

ssize_t __wrap_send(int fd, const void *buf, size_t size, int flags)
{
    g_autofree char *part = g_strndup(buf, size);
    bool last = g_str_has_suffix(part, "\n");
    ssize_t sent;
    NVPosted *p;

    if (nv_posted_is_first(part)) {
        nv_posted_new(fd);
    }
    p = nv_posted_find(fd);
    if (p && (p->in_write || (!nv_posted_never && !p->in_other &&
                              nv_posted_begins(part, nv_posted_writes)))) {
        nv_posted_keep(p, buf, size, last);
        return size;
    }
    if (p && p->count && !p->in_other && last &&
        nv_posted_begins(part, nv_posted_reads)) {
        nv_posted_flush_but(p);
        g_string_append_len(p->writes, buf, size);
        nv_posted_send(p);
        return size;
    }
    nv_posted_flush();
    if (p) {
        p->in_other = !last;
    }
    /* If a write has ended the emulator, libqtest says so when it reads. */
    sent = __real_send(fd, buf, size, flags | MSG_NOSIGNAL);
    return sent < 0 && errno == EPIPE ? (ssize_t)size : sent;
}

/* What a write is answered isn't waited for. */
static ssize_t nv_posted_answer(NVPosted *p, void *buf, size_t size)
{
    ssize_t len = strlen(NV_POSTED_OK);

    g_assert_cmpuint(size, >=, len);
    memcpy(buf, NV_POSTED_OK, len);
    p->answers--;
    return len;
}

static ssize_t nv_posted_tell(NVPosted *p, void *buf, size_t size)
{
    ssize_t len = MIN(size, p->told->len);

    memcpy(buf, p->told->str, len);
    g_string_erase(p->told, 0, len);
    return len;
}

ssize_t __wrap_recv(int fd, void *buf, size_t size, int flags)
{
    NVPosted *p = nv_posted_find(fd);

    if (p && p->answers) {
        return nv_posted_answer(p, buf, size);
    }
    if (p && p->owed) {
        nv_posted_await(p);
    }
    if (p && p->told->len) {
        return nv_posted_tell(p, buf, size);
    }
    /* A monitor's event may be what a write leads to. */
    nv_posted_flush();
    return __real_recv(fd, buf, size, flags);
}

/* The number may be that of another emulator's monitor next. */
int __wrap_close(int fd)
{
    NVPosted *p = nv_posted_find(fd);

    if (p) {
        g_ptr_array_remove(nv_posted, p);
    }
    return __real_close(fd);
}
