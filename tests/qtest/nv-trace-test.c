/*
 * Tests of the NVIDIA GPU: traces in the formats of others' tools
 *
 * A trace is compared with what the test has done, line by line: the test reads
 * formats as their tools do, see mmiotrace.rst of Linux and demmio of
 * envytools.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/units.h"
#include "qobject/qdict.h"
#include "hw/nv/bus-regs.h"
#include "hw/pci/pci_regs.h"
#include "libnv/nv-channel.h"
#include "libnv/nv-fermi-graph.h"
#include "libnv/nv-pio.h"
#include "libnv/nv-posted.h"
#include "libnv/nv-semaphore.h"
#include "libnv/nv-tesla.h"
#include "libnv/nv-test.h"

/* A ring that keeps all that a test does */
#define RING "-chardev ringbuf,id=trace,size=1048576"
#define TRACED "mmiotrace=trace"
#define DUMPED "pushdump=trace"

/* A register that isn't modelled, but storage; PRAMIN or PMEM */
#define SCRATCH 0x007400
#define INSTANCE 0x700000

/* An address without a BAR, and with room for BAR0 */
#define BAR0_ELSEWHERE 0xfc000000

/* --- Lines ------------------------------------------------------------- */

/* The ring's contents, including an incomplete line */
static char *trace_text(NVDev *nv)
{
    GString *text = g_string_new(NULL);
    const char *piece;

    /* Then it has everything. */
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'stop' }");
    qtest_qmp_assert_success(nv->qts, "{ 'execute': 'cont' }");
    do {
        QDict *rsp = qtest_qmp(nv->qts, "{ 'execute': 'ringbuf-read', "
                               "'arguments': { 'device': 'trace', "
                               "'size': 65536 } }");

        piece = qdict_get_str(rsp, "return");
        g_string_append(text, piece);
        piece = *piece ? "more" : NULL;
        qobject_unref(rsp);
    } while (piece);
    return g_string_free(text, false);
}

/**
 * struct Line - one line of a trace
 *
 * @kind: its first word
 * @size, @us, @map, @addr, @val: what R and W have; MAP has its length in @val
 */
typedef struct Line {
    char kind[16];
    unsigned size;
    int64_t us;
    unsigned map;
    uint64_t addr, val;
} Line;

static bool parse_access(const char *text, Line *line)
{
    unsigned s, us;
    int end = 0;

    if (sscanf(text, "%1[RW] %u %u.%6u %u 0x%" SCNx64 " 0x%" SCNx64
               " 0x0 0%n", line->kind, &line->size, &s, &us, &line->map,
               &line->addr, &line->val, &end) != 7 || text[end]) {
        return false;
    }
    line->us = s * 1000000ll + us;
    return true;
}

static bool parse_map(const char *text, Line *line)
{
    unsigned s, us;
    int end = 0;

    if (sscanf(text, "%15s %u.%6u %u 0x%" SCNx64 " 0x0 0x%" SCNx64 " 0x0 0%n",
               line->kind, &s, &us, &line->map, &line->addr, &line->val,
               &end) == 6 && !text[end] && !strcmp(line->kind, "MAP")) {
        return true;
    }
    return sscanf(text, "%15s %u.%6u %u 0x0 0%n", line->kind, &s, &us,
                  &line->map, &end) == 4 && end && !text[end] &&
           !strcmp(line->kind, "UNMAP");
}

/* All lines; unknown ones only have a kind. */
static GArray *parse(const char *text)
{
    GArray *lines = g_array_new(false, true, sizeof(Line));
    g_auto(GStrv) each = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; each[i] && each[i + 1]; i++) {
        Line line = {};

        if (!parse_access(each[i], &line) && !parse_map(each[i], &line)) {
            memset(&line, 0, sizeof(line));
            g_assert_cmpint(sscanf(each[i], "%15s", line.kind), ==, 1);
            if (strcmp(line.kind, "VERSION") && strcmp(line.kind, "PCIDEV") &&
                strcmp(line.kind, "MARK")) {
                nv_fail("no line of a trace: %s", each[i]);
            }
        }
        g_array_append_val(lines, line);
    }
    return lines;
}

static unsigned count_kind(GArray *lines, const char *kind)
{
    unsigned count = 0;

    for (unsigned i = 0; i < lines->len; i++) {
        count += !strcmp(g_array_index(lines, Line, i).kind, kind);
    }
    return count;
}

/* The beginning, which this also ends; the caller frees it. */
static char *trace_begin(NVDev *nv)
{
    nv_rd32(nv, A_NV_PMC_BOOT_0);
    return trace_text(nv);
}

/* --- Accesses that a test remembers ------------------------------------- */

/* The bus has two accesses of one of 8 bytes, the low half first. */
static void note(NVDev *nv, GArray *done, char kind, uint64_t addr,
                 unsigned size, uint64_t val)
{
    Line line = { { kind }, size, nv->clock / 1000, 0, addr, val };

    if (size == 8) {
        note(nv, done, kind, addr, 4, (uint32_t)val);
        note(nv, done, kind, addr + 4, 4, val >> 32);
        return;
    }
    g_array_append_val(done, line);
}

static uint64_t read_noted(NVDev *nv, GArray *done, uint64_t addr,
                           unsigned size)
{
    uint64_t val = size == 1 ? qtest_readb(nv->qts, addr) :
                   size == 2 ? qtest_readw(nv->qts, addr) :
                   size == 4 ? qtest_readl(nv->qts, addr) :
                               qtest_readq(nv->qts, addr);

    note(nv, done, 'R', addr, size, val);
    return val;
}

static void write_noted(NVDev *nv, GArray *done, uint64_t addr, unsigned size,
                        uint64_t val)
{
    if (size < 8) {
        val &= (1ull << size * 8) - 1;
    }
    note(nv, done, 'W', addr, size, val);
    switch (size) {
    case 1:
        qtest_writeb(nv->qts, addr, val);
        break;
    case 2:
        qtest_writew(nv->qts, addr, val);
        break;
    case 4:
        qtest_writel(nv->qts, addr, val);
        break;
    default:
        qtest_writeq(nv->qts, addr, val);
    }
}

/* The trace's accesses are the last ones that the test has made. */
static void compare(GArray *lines, GArray *done, bool times)
{
    unsigned at = done->len;

    for (unsigned i = lines->len; i--; ) {
        const Line *got = &g_array_index(lines, Line, i);
        const Line *want;

        if (strcmp(got->kind, "R") && strcmp(got->kind, "W")) {
            continue;
        }
        if (!at--) {
            nv_fail("%s %u 0x%" PRIx64 ": nobody did that", got->kind,
                    got->size, got->addr);
            return;
        }
        want = &g_array_index(done, Line, at);
        if (strcmp(got->kind, want->kind) || got->size != want->size ||
            got->addr != want->addr || got->val != want->val ||
            (times && got->us != want->us)) {
            nv_fail("access %u: %s %u at %" PRId64 " us 0x%" PRIx64
                    " 0x%" PRIx64 " in place of %s %u at %" PRId64 " us 0x%"
                    PRIx64 " 0x%" PRIx64, at, got->kind, got->size, got->us,
                    got->addr, got->val, want->kind, want->size, want->us,
                    want->addr, want->val);
        }
    }
}

/* --- mmiotrace ---------------------------------------------------------- */

/* Places in all BARs without side effects */
static unsigned places(NVDev *nv, uint64_t *place)
{
    unsigned count = 0;

    place[count++] = nv->bar0 + SCRATCH;
    place[count++] = nv->bar0 + INSTANCE + 0x1000;
    place[count++] = nv->bar1 + 0x2000;
    if (nv->bar3) {
        place[count++] = nv->bar3 + 0x3000;
    }
    return count;
}

/* Random accesses: kind, width, time, address and value are in the trace. */
static void every_access(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    GArray *done = g_array_new(false, true, sizeof(Line)), *lines;
    g_autofree char *text = NULL;
    uint64_t place[4];
    unsigned count = places(nv, place);

    g_free(trace_begin(nv));
    for (unsigned i = 0; i < 400; i++) {
        unsigned bar = g_rand_int(rand) % count;
        unsigned size = 1 << g_rand_int(rand) % (bar ? 4 : 3);
        uint64_t addr = place[bar] + (g_rand_int(rand) % 4 & -size);

        if (i % 10 == 0) {
            nv->clock = qtest_clock_step(nv->qts, g_rand_int(rand) >> 8);
        }
        if (g_rand_boolean(rand)) {
            write_noted(nv, done, addr, size,
                        g_rand_int(rand) | (uint64_t)g_rand_int(rand) << 32);
        } else {
            read_noted(nv, done, addr, size);
        }
    }
    text = trace_text(nv);
    lines = parse(text);
    g_assert_cmpuint(count_kind(lines, "R") + count_kind(lines, "W"), ==,
                     done->len);
    compare(lines, done, true);
    g_array_unref(lines);
    g_array_unref(done);
}

/* A BAR in PCIDEV's line: addresses, then sizes */
static void check_pcidev(NVDev *nv, const char *text)
{
    const char *line = strstr(text, "PCIDEV ");
    g_auto(GStrv) word = NULL;

    g_assert_nonnull(line);
    word = g_strsplit_set(line, "\n ", 19);
    g_assert_cmpstr(word[1], ==, "0020");
    nv_assert_hex(g_ascii_strtoull(word[2], NULL, 16),
                  qpci_config_readw(nv->pci, PCI_VENDOR_ID) << 16 |
                  nv->card->pci_id);
    nv_assert_hex(g_ascii_strtoull(word[3], NULL, 16),
                  qpci_config_readb(nv->pci, PCI_INTERRUPT_LINE));
    for (unsigned bar = 0; bar < 6; bar++) {
        uint64_t addr = g_ascii_strtoull(word[4 + bar], NULL, 16);
        uint64_t size = g_ascii_strtoull(word[11 + bar], NULL, 16);
        uint64_t want = qpci_config_readl(nv->pci,
                                          PCI_BASE_ADDRESS_0 + bar * 4);

        if (bar && nv_bar_flags(nv, bar - 1) & PCI_BASE_ADDRESS_MEM_TYPE_64 &&
            g_ascii_strtoull(word[11 + bar - 1], NULL, 16)) {
            /* The upper half of an address */
            want = 0;
        }
        if (!(want & ~(uint64_t)0xf)) {
            /* It isn't mapped: then nothing shows its type. */
            want = 0;
        }
        if (!(want & PCI_BASE_ADDRESS_SPACE_IO)) {
            nv_assert_hex(addr, want);
        }
        if (want && !(want & PCI_BASE_ADDRESS_SPACE_IO)) {
            nv_assert_hex(size, nv_bar_size(nv, bar));
        }
    }
}

/* It begins with the version, the card, and where the BARs are. */
static void begins_as_mmiotrace_does(NVDev *nv)
{
    g_autofree char *text = trace_begin(nv), *header = NULL;
    GArray *lines;
    unsigned maps;

    g_assert_true(g_str_has_prefix(text, "VERSION 20070824\nPCIDEV "));
    check_pcidev(nv, text);
    lines = parse(text);
    maps = nv->bar3 ? 3 : nv->bar1 == nv->bar0 + 0x1000000 ? 1 : 2;
    g_assert_cmpuint(count_kind(lines, "VERSION"), ==, 1);
    g_assert_cmpuint(count_kind(lines, "PCIDEV"), ==, 1);
    if (count_kind(lines, "MAP") != maps) {
        /* Instance memory's */
        g_assert_cmpuint(count_kind(lines, "MAP"), ==, maps + 1);
    }
    nv_assert_hex(g_array_index(lines, Line, 2).addr, nv->bar0);
    nv_assert_hex(g_array_index(lines, Line, 2).val, nv_bar_size(nv, 0));
    g_array_unref(lines);

    /* The beginning can be read later if it was lost. */
    header = nv_qom_get(nv, "mmiotrace-header");
    g_assert_true(g_str_has_prefix(header, "VERSION 20070824\nPCIDEV "));
    check_pcidev(nv, header);
    lines = parse(header);
    g_assert_cmpuint(count_kind(lines, "MAP"), >=, maps);
    g_array_unref(lines);
}

/* A BAR that moves: the trace says so before it continues. */
static void bars_that_move(NVDev *nv)
{
    uint64_t to = BAR0_ELSEWHERE;
    GArray *done = g_array_new(false, true, sizeof(Line)), *lines;
    g_autofree char *text = NULL;
    unsigned maps;

    g_free(trace_begin(nv));
    read_noted(nv, done, nv->bar0 + SCRATCH, 4);
    qpci_config_writel(nv->pci, PCI_BASE_ADDRESS_0, to);
    read_noted(nv, done, to + SCRATCH, 4);
    text = trace_text(nv);
    lines = parse(text);
    compare(lines, done, false);
    maps = count_kind(lines, "MAP");
    g_assert_cmpuint(count_kind(lines, "VERSION"), ==, 0);
    g_assert_cmpuint(count_kind(lines, "PCIDEV"), ==, 1);
    g_assert_cmpuint(count_kind(lines, "UNMAP"), ==, maps);
    for (unsigned i = 0, seen = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);

        seen += line->addr == to && !strcmp(line->kind, "MAP");
        if (line->addr == to + SCRATCH) {
            g_assert_cmpuint(seen, ==, 1);
            g_assert_cmpuint(line->map, ==, maps + 1);
        }
    }
    g_array_unref(lines);
    g_array_unref(done);
}

/* At big-endian the trace has what the CPU sees. */
static void big_endian(NVDev *nv)
{
    GArray *done = g_array_new(false, true, sizeof(Line)), *lines;
    g_autofree char *text = NULL;

    g_free(trace_begin(nv));
    write_noted(nv, done, nv->bar0 + A_NV_PMC_BOOT_1, 4, 0x01000001);
    nv_assert_hex(read_noted(nv, done, nv->bar0 + A_NV_PMC_BOOT_0, 4),
                  bswap32(nv->card->boot0));
    nv_assert_hex(read_noted(nv, done, nv->bar0 + A_NV_PMC_BOOT_0 + 3, 1),
                  nv->card->boot0 & 0xff);
    text = trace_text(nv);
    lines = parse(text);
    g_assert_cmpuint(count_kind(lines, "R"), ==, 2);
    compare(lines, done, true);
    g_array_unref(lines);
    g_array_unref(done);
}

/* Whether the watching region of a BAR covers an address of the CPU's */
static bool is_watched(NVDev *nv, uint64_t addr)
{
    g_autofree char *tree = qtest_hmp(nv->qts, "info mtree -f");
    g_autofree char *begin = g_strdup_printf("%016" PRIx64 "-", addr);
    const char *range = strstr(tree, begin);

    g_assert_nonnull(range);
    return strstr(range, "nv.probed") &&
           strstr(range, "nv.probed") < strchr(range, '\n');
}

/* BAR1 can be left out, and is then as fast as ever. */
static void without_video_memory(NVDev *nv)
{
    GArray *done = g_array_new(false, true, sizeof(Line)), *lines;
    g_autofree char *text = NULL;

    g_free(trace_begin(nv));
    g_assert_true(is_watched(nv, nv->bar0));
    g_assert_false(is_watched(nv, nv->bar1));
    nv_vram_wr32(nv, 0x1000, 0x12345678);
    write_noted(nv, done, nv->bar0 + SCRATCH, 4, 0x87654321);
    nv_vram_rd32(nv, 0x1000);
    text = trace_text(nv);
    lines = parse(text);
    g_assert_cmpuint(count_kind(lines, "W"), ==, 1);
    g_assert_cmpuint(count_kind(lines, "R"), ==, 0);
    compare(lines, done, true);
    g_array_unref(lines);
    g_array_unref(done);
}

/* A ring has the end of the trace. */
static void ring_has_the_end(NVDev *nv)
{
    GArray *done = g_array_new(false, true, sizeof(Line)), *lines;
    g_autofree char *text = NULL;
    char *begin;

    for (unsigned i = 0; i < 3000; i++) {
        write_noted(nv, done, nv->bar0 + SCRATCH, 4, i);
    }
    text = trace_text(nv);
    g_assert_cmpuint(strlen(text), ==, 4096);
    g_assert_null(strstr(text, "VERSION"));
    /* The first line is incomplete. */
    begin = strchr(text, '\n') + 1;
    lines = parse(begin);
    g_assert_cmpuint(lines->len, >, 4000 / 64);
    g_assert_cmpuint(lines->len, <, done->len);
    compare(lines, done, true);
    g_array_unref(lines);
    g_array_unref(done);
}

/* --- Readers that fail -------------------------------------------------- */

#define SOCKET_BYTES (32 * KiB)

/*
 * What is read: more than 1 MB of lines, even at 8 bytes each, of which the
 * socket and QEMU have room for a tenth.
 */
#define READ_BYTES (256 * KiB)

/* A machine whose trace goes into a socket of little room; @fd has its end. */
static NVDev *trace_into_socket(const NVCard *card, int *fd)
{
    int ends[2], room = SOCKET_BYTES;
    g_autofree char *args = NULL;
    NVDev *nv;

    g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), ==, 0);
    g_assert_cmpint(setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room,
                               sizeof(room)), ==, 0);
    qemu_set_cloexec(ends[0]);
    args = g_strdup_printf("-chardev socket,id=trace,fd=%d", ends[1]);
    nv = nv_start(card, TRACED, args);
    close(ends[1]);
    *fd = ends[0];
    return nv;
}

/* Reads up to a text. */
static char *trace_read_until(int fd, const char *end)
{
    GString *text = g_string_new(NULL);
    char piece[65536];

    while (!strstr(text->str, end)) {
        ssize_t len = read(fd, piece, sizeof(piece) - 1);

        g_assert_cmpint(len, >, 0);
        piece[len] = 0;
        g_string_append(text, piece);
        /* The text could begin here; older output needn't be searched again. */
        if (text->len > 4096 && !strstr(text->str, end)) {
            g_string_erase(text, 0, text->len - 2048);
        }
    }
    return g_string_free(text, false);
}

/* A slow reader doesn't stop the card; lost lines are counted. */
static void reader_that_stands_still(NVDev *none)
{
    int fd;
    NVDev *nv = trace_into_socket(none->card, &fd);
    g_autofree char *bytes = g_malloc(READ_BYTES);
    g_autofree char *text = NULL;
    uint64_t lost;

    nv_wr32(nv, SCRATCH, 0x11111111);
    nv_mem_read(nv, nv->bar1, bytes, READ_BYTES);
    nv_assert_hex(nv_rd32(nv, SCRATCH), 0x11111111);

    /* Once it is read it continues, and reports what is missing. */
    while (1) {
        char drop[65536];
        struct timeval wait = { .tv_usec = 100000 };
        fd_set set;

        FD_ZERO(&set);
        FD_SET(fd, &set);
        if (select(fd + 1, &set, NULL, NULL, &wait) <= 0) {
            break;
        }
        g_assert_cmpint(read(fd, drop, sizeof(drop)), >, 0);
    }
    nv_wr32(nv, SCRATCH, 0x22222222);
    nv_posted_flush();
    text = trace_read_until(fd, "0x22222222 0x0 0\n");
    g_assert_nonnull(strstr(text, " Lost "));
    lost = g_ascii_strtoull(strstr(text, " Lost ") + 6, NULL, 10);
    g_assert_cmpuint(lost, >, 1000);
    g_assert_cmpuint(lost, <, READ_BYTES / 4);
    close(fd);
    /* And without a reader */
    nv_assert_hex(nv_rd32(nv, SCRATCH), 0x22222222);
    nv_quit(nv);
}

/* --- Pushbuffers --------------------------------------------------------- */

#define CHID 3

/* Words of a channel's map as dedma finds them: consecutive */
static GArray *dump_words(const char *text, unsigned chid)
{
    GArray *words = g_array_new(false, false, sizeof(uint32_t));
    g_auto(GStrv) each = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; each[i] && *each[i]; i++) {
        unsigned map, addr, word;
        int end = 0;

        if (!g_str_has_prefix(each[i], "--0000-- ")) {
            nv_fail("no line of mmt: %s", each[i]);
        }
        if (sscanf(each[i], "--%*d-- w %u:0x%x, 0x%x %n", &map, &addr, &word,
                   &end) == 3 && map == chid) {
            g_assert_cmpint(each[i][end], ==, 0);
            nv_assert_hex(addr, words->len * 4);
            g_array_append_val(words, word);
        }
    }
    return words;
}

static void compare_words(const char *text, unsigned chid,
                          const uint32_t *want, unsigned count)
{
    GArray *words = dump_words(text, chid);

    g_assert_cmpuint(words->len, ==, count);
    for (unsigned i = 0; i < MIN(count, words->len); i++) {
        nv_assert_hex(g_array_index(words, uint32_t, i), want[i]);
    }
    g_array_unref(words);
}

/* Commands that bind an object, and valid parameters for it */
static const uint32_t bound[] = {
    NV_CMD_INC(1, NV_MTHD_OBJECT, 1), NV_HANDLE_GRAPH,
    NV_CMD_INC(1, 0x0200, 3), 0x11111111, 0x22222222, 0x33333333,
    NV_CMD_NOP, NV_CMD_NOP,
    NV_CMD_INC(1, 0x0300, 1), 0x20000000,
};

/* All words that the pusher has read, without jumps and what they skip */
static void words_of_commands(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    g_autofree char *text = NULL;
    uint32_t want[ARRAY_SIZE(bound) + 2];

    memcpy(want, bound, sizeof(bound));
    want[ARRAY_SIZE(bound)] = NV_CMD_INC(1, 0x0400, 1);
    want[ARRAY_SIZE(bound) + 1] = 0x44444444;
    nv_push_words(chan, bound, ARRAY_SIZE(bound));
    nv_push_jump(chan, 0x4000);
    nv_push_words(chan, want + ARRAY_SIZE(bound), 2);
    nv_run(chan);
    text = trace_text(nv);
    compare_words(text, CHID, want, ARRAY_SIZE(want));
    /* dedma knows the class before the word that binds it. */
    g_assert_nonnull(strstr(text, "type 0x0030\n--0000-- w 3:0x00000004, "
                            "0xbeef0030\n"));
    g_assert_nonnull(strstr(text, "create gpu object 0x00000003:0xbeef0030 "
                            "type 0x0030\n"));
    g_assert_nonnull(strstr(text, "--0000-- submit 3:0x4008\n"));
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* In the pushbuffer's order, whenever the puller gets there */
static void words_in_cache1(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    g_autofree char *text = NULL;

    nv_puller(nv, false);
    nv_push_words(chan, bound, ARRAY_SIZE(bound));
    nv_kick(chan);
    text = trace_text(nv);
    compare_words(text, CHID, bound, ARRAY_SIZE(bound));
    nv_puller(nv, true);
    nv_wait(chan);
    g_free(text);
    text = trace_text(nv);
    g_assert_cmpstr(text, ==, "");
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

/* A long command is split into several that dedma knows. */
static void words_of_long_commands(NVDev *nv)
{
    NVChan *chan = nv_ib_chan_new(nv, CHID, NV_IN_GART, NV_IB_ORDER);
    uint32_t want[2 + 2500 + 2], *w = want;
    g_autofree char *text = NULL;

    nv_push(chan, NV_CMD_LONG_NI(0, NV_MTHD_REF_CNT));
    nv_push(chan, 2500);
    for (unsigned i = 0; i < 2500; i++) {
        if (i % 2047 == 0) {
            *w++ = NV_CMD_NI(0, NV_MTHD_REF_CNT, MIN(2500 - i, 2047));
        }
        nv_push(chan, i * 3);
        *w++ = i * 3;
    }
    *w++ = NV_CMD_INC(0, NV_MTHD_REF_CNT, 1);
    *w++ = 0x77777777;
    nv_push_words(chan, w - 2, 2);
    nv_run(chan);
    text = trace_text(nv);
    compare_words(text, CHID, want, w - want);
    g_assert_nonnull(strstr(text, "--0000-- entry 3:0 at 0x0000000000 bytes "
                            "10016\n"));
    g_assert_nonnull(strstr(text, "--0000-- submit 3:0x1 entries\n"));
    nv_chan_fini(chan);
    nv_chan_free(chan);
}

static void has_line(const char *text, const char *line)
{
    if (!strstr(text, line)) {
        nv_fail("there is no \"%s\" in %s", line, text);
    }
}

/* The channel's result is there, and the class of each handle. */
static void results(NVDev *nv)
{
    NVChan *chan = nv_chan_new_objects(nv, CHID);
    NVBuf *buf = nv_buf_new(nv, NV_IN_VRAM, 0x1000, 0x3d);
    NVBuf *sem = nv_semaphore_new(chan, NV_IN_RAM);
    g_autofree char *text = NULL;

    nv_chan_buffer(chan, 0xbeef003d, buf);
    nv_push_release(chan, 0x10, 0x22);
    nv_push_inc(chan, 0, NV_MTHD_REF_CNT, 0x11);
    nv_push_object(chan, 1, NV_HANDLE_GRAPH);
    nv_push_inc(chan, 1, 0x0184, 0xbeef003d);
    nv_run(chan);
    nv_push_object(chan, 2, NV_HANDLE_SOFTWARE);
    nv_push_inc(chan, 2, NV_MTHD_OBJECT, 0x12345678);
    nv_kick(chan);
    nv_poll(nv_handle_intr(nv));
    nv_poll(nv_handle_intr(nv));
    text = trace_text(nv);
    has_line(text, "--0000-- reference 3:0x00000011\n");
    has_line(text, "--0000-- release 3:0x0000000010, 0x00000022\n");
    has_line(text, "--0000-- error 3: EMPTY_SUBCHANNEL subchannel 2 method "
             "0x0000 data 0x55550000\n");
    has_line(text, "--0000-- error 3: NO_HASH subchannel 2 method 0x0000 data "
             "0x12345678\n");
    has_line(text, ":0xbeef003d type 0x003d\n");
    has_line(text, ":0x55550000 type 0x0030 software\n");
    has_line(text, ":0xbeef0030 type 0x0030\n");
    nv_chan_fini(chan);
    nv_buf_free(sem);
    nv_buf_free(buf);
    nv_chan_free(chan);
}

static void results_of_fermi(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);
    g_autofree char *text = NULL, *release = NULL;
    uint32_t addr;
    uint64_t va = nv_fermi_buffer(chan, 0x1000, &addr);

    nv_fermi_release(chan, va, 0x22);
    nv_fermi_ref(chan, 0x11);
    /* No object has been bound to that subchannel. */
    nv_fermi_inc(chan, 5, 0x0100, 0);
    nv_fermi_kick(chan);
    nv_poll(nv_rd32(nv, A_NVC0_PFIFO_INTR) & 0x20000000);
    text = trace_text(nv);
    release = g_strdup_printf("--0000-- release 3:0x%010" PRIx64
                              ", 0x00000022\n", va);
    has_line(text, release);
    has_line(text, "--0000-- reference 3:0x00000011\n");
    has_line(text, "--0000-- error 3: PBDMA DEVICE subchannel 5 method "
             "0x0100 ");
    nv_fermi_channel_free(chan);
}

/* NV03's DMA: a page table in instance memory, which NV03 has in BAR1 */
#define NV03_RAMIN 0xc00000
#define NV03_PT_INST 0x8000

static void words_of_nv03(NVDev *nv)
{
    uint64_t page = nv_ram_alloc(nv, 4096);
    g_autofree char *text = NULL;

    nv_pio_init(nv);
    nv_pio_object(nv, 0, NV_HANDLE_GRAPH);
    nv_vram_wr32(nv, NV03_RAMIN + NV03_PT_INST, page | 1);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_PT_INST, NV03_PT_INST);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_TARGET, 2);
    for (unsigned i = 0; i < ARRAY_SIZE(bound); i++) {
        qtest_writel(nv->qts, page + i * 4, bound[i]);
    }
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_GET, 0);
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_COUNT, sizeof(bound));
    nv_wr32(nv, A_NV03_PFIFO_CACHE1_DMA_CTRL, 1);
    nv_poll(!nv_rd32(nv, A_NV03_PFIFO_CACHE1_DMA_COUNT));
    text = trace_text(nv);
    compare_words(text, 0, bound, ARRAY_SIZE(bound));
}

/* Fermi's commands are unchanged. */
static void words_of_fermi(NVDev *nv)
{
    NVFermiChan *chan = nv_fermi_graph_new(nv, CHID);
    static const uint32_t want[] = {
        NV_FERMI_INC(2, NV_MTHD_OBJECT, 1), 0x9039,
        NV_FERMI_1INC(2, 0x0238, 2), 0, 0x1000,
        NV_FERMI_IMMD(2, 0x0100, 0x123),
        NV_FERMI_NI(0, NV_MTHD_REF_CNT, 3), 1, 2, 0x20000000,
        NV_FERMI_INC(0, NV_MTHD_REF_CNT, 1), 0x55555555,
    };
    g_autofree char *text = NULL;

    for (unsigned i = 0; i < ARRAY_SIZE(want); i++) {
        nv_fermi_push(chan, want[i]);
    }
    nv_fermi_run(chan);
    text = trace_text(nv);
    compare_words(text, CHID, want, ARRAY_SIZE(want));
    g_assert_nonnull(strstr(text, "create gpu object 0x00000003:0x00009039 "
                            "type 0x9039\n"));
    g_assert_nonnull(strstr(text, "--0000-- submit 3:0x1 entries\n"));
    g_assert_nonnull(strstr(text, " bytes 48\n"));
    nv_fermi_channel_fini(chan);
    nv_fermi_channel_free(chan);
}

/* --- All --------------------------------------------------------------- */

#define ALL .early = true, .tesla = true, .fermi = true, .cold = true

static const NVTest tests[] = {
    { "trace/mmiotrace-has-every-access", "mmiotrace!", every_access, ALL,
      .props = TRACED, .args = RING },
    { "trace/mmiotrace-begins-with-the-card", "mmiotrace",
      begins_as_mmiotrace_does, ALL, .props = TRACED, .args = RING },
    { "trace/mmiotrace-knows-bars-that-move", "mmiotrace", bars_that_move, ALL,
      .props = TRACED, .args = RING },
    { "trace/mmiotrace-at-big-endian", "mmiotrace", big_endian,
      .needs = NV_CARD_CALL, .tesla = true, .cold = true, .props = TRACED,
      .args = RING },
    { "trace/mmiotrace-at-big-endian", "mmiotrace", big_endian,
      .needs = NV_CARD_NVC0, .cold = true, .props = TRACED, .args = RING },
    { "trace/mmiotrace-without-video-memory", "mmiotrace", without_video_memory,
      ALL, .lacks = NV_CARD_NV01, .props = TRACED ",mmiotrace-vram=off",
      .args = RING },
    { "trace/mmiotrace-in-a-ring", "mmiotrace", ring_has_the_end, ALL,
      .props = TRACED, .args = "-chardev ringbuf,id=trace,size=4096" },
    { "trace/mmiotrace-without-a-reader", "host-safety mmiotrace",
      reader_that_stands_still, ALL, .no_machine = true, .slow = true },
    { "trace/pushdump-has-the-words", "pushbuffer-dump!", words_of_commands,
      .tesla = true, .props = DUMPED, .args = RING },
    { "trace/pushdump-in-the-pushers-order", "pushbuffer-dump", words_in_cache1,
      .tesla = true, .props = DUMPED, .args = RING },
    { "trace/pushdump-of-long-commands", "pushbuffer-dump",
      words_of_long_commands, .needs = NV_CARD_NV50, .tesla = true,
      .props = DUMPED, .args = RING },
    { "trace/pushdump-has-the-results", "pushbuffer-dump", results,
      .needs = NV_CARD_SEMAPHORE, .tesla = true, .props = DUMPED,
      .args = RING },
    { "trace/pushdump-has-the-results", "pushbuffer-dump", results_of_fermi,
      .needs = NV_CARD_NVC0, .props = DUMPED, .args = RING },
    { "trace/pushdump-of-nv03", "pushbuffer-dump!", words_of_nv03,
      .needs = NV_CARD_NV03, .early = true, .cold = true, .props = DUMPED,
      .args = RING },
    { "trace/pushdump-of-fermi", "pushbuffer-dump!", words_of_fermi,
      .needs = NV_CARD_NVC0, .props = DUMPED, .args = RING },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, G_N_ELEMENTS(tests));
}
