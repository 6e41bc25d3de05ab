/*
 * Tests of the NVIDIA GPU: the video overlay, before NV50
 *
 * What nouveau's dispnv04/overlay.c programs, and xf86-video-nv's nv_video.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/nv/bus-regs.h"
#include "libnv/nv-screen.h"
#include "libnv/nv-snapshot.h"
#include "libnv/nv-test.h"

#define FB 0x40000
#define FB_PITCH (640 * 4)
#define PICTURE 0x200000
#define UV_PLANE 0x208000
#define PITCH 256
#define LIMIT 0x3fffff

#define BASE_COLOR 0x102030
#define KEY 0x00ff00

/* Where the picture is on the screen, and its size in memory */
#define X 100
#define Y 50
#define WIDTH 32
#define HEIGHT 16

/* More than a frame of whatever a card is set to */
#define FRAME 1000000000LL

static const NVMode mode_32 = {
    .width = 640, .height = 480, .bpp = 32, .base = FB,
};

enum {
    FORMAT_PLANAR = 1 << 0,
    FORMAT_YUYV = 1 << 16,
    FORMAT_KEY = 1 << 20,
    FORMAT_BT709 = 1 << 24,
};

/* --- Pictures --------------------------------------------------------- */

/* Packed, or Y and UV */
static uint8_t bytes[HEIGHT][WIDTH * 2], planes[2][HEIGHT][WIDTH];

static void begin(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x8900);
    uint32_t line[2 * WIDTH + 4];

    for (unsigned x = 0; x < ARRAY_SIZE(line); x++) {
        line[x] = BASE_COLOR;
    }
    nv_mode_set(nv, &mode_32);
    for (unsigned y = Y - 2; y < Y + 2 * HEIGHT + 2; y++) {
        nv_mem_wr_words(nv, nv->bar1 + FB + y * FB_PITCH + (X - 2) * 4, line,
                        ARRAY_SIZE(line));
    }
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH * 2; x++) {
            bytes[y][x] = g_rand_int(rand);
            planes[x / WIDTH][y][x % WIDTH] = g_rand_int(rand);
        }
        nv_mem_write(nv, nv->bar1 + PICTURE + y * PITCH, bytes[y], WIDTH * 2);
    }
}

/* YUYV's or UYVY's Y, U and V of a pixel */
static void packed(unsigned x, unsigned y, bool yuyv, int *yuv)
{
    const uint8_t *pair = &bytes[y][x / 2 * 4];

    yuv[0] = pair[x % 2 * 2 + !yuyv];
    yuv[1] = pair[yuyv];
    yuv[2] = pair[yuyv + 2];
}

/* A matrix of ITU-R, for luminance from 16 to 235, by its two weights */
static double itu(unsigned i, double kr, double kb, double luma, double pb,
                  double pr)
{
    double r = luma + 2 * (1 - kr) * pr;
    double b = luma + 2 * (1 - kb) * pb;
    double g = (luma - kr * r - kb * b) / (1 - kr - kb);

    return i == 0 ? r : i == 1 ? g : b;
}

/* The color controls: neutral is 1, 1, 0, 0 */
typedef struct Look {
    bool bt709;
    double contrast, cosine, sine, brightness;
} Look;

static const Look neutral = { .contrast = 1, .cosine = 1 };

static void assert_yuv(uint32_t pixel, const int *yuv, const Look *view)
{
    double luma = (yuv[0] - 16) * 255 / 219.0 * view->contrast;
    double u = (yuv[1] - 128) * 255 / 224.0, v = (yuv[2] - 128) * 255 / 224.0;
    double pb = u * view->cosine + v * view->sine;
    double pr = v * view->cosine - u * view->sine;

    for (unsigned i = 0; i < 3; i++) {
        double kr = view->bt709 ? 0.2126 : 0.299;
        double kb = view->bt709 ? 0.0722 : 0.114;
        double want = itu(i, kr, kb, luma, pb, pr) + view->brightness;
        double have = pixel >> (16 - i * 8) & 0xff;

        want = MIN(MAX(want, 0), 255);
        g_assert_cmpfloat(have, >, want - 3);
        g_assert_cmpfloat(have, <, want + 3);
    }
}

/* The whole picture, each pixel @n times in both directions */
static void assert_packed(NVDev *nv, bool yuyv, const Look *view, unsigned n)
{
    g_autoptr(NVScreen) screen = nv_screen_new(nv);

    for (unsigned y = 0; y < HEIGHT * n; y++) {
        for (unsigned x = 0; x < WIDTH * n; x++) {
            int yuv[3];

            packed(x / n, y / n, yuyv, yuv);
            assert_yuv(nv_screen_pixel(screen, X + x, Y + y), yuv, view);
        }
    }
    nv_assert_hex(nv_screen_pixel(screen, X - 1, Y), BASE_COLOR);
    nv_assert_hex(nv_screen_pixel(screen, X, Y - 1), BASE_COLOR);
    nv_assert_hex(nv_screen_pixel(screen, X + WIDTH * n, Y), BASE_COLOR);
    nv_assert_hex(nv_screen_pixel(screen, X, Y + HEIGHT * n), BASE_COLOR);
}

/* --- NV10 to NV40 ----------------------------------------------------- */

/* nv_load_state_ext(), nv10_set_params(), nv10_update_plane() */
static void program(NVDev *nv, unsigned i, uint32_t format, unsigned n)
{
    nv_wr32(nv, A_NV_PVIDEO_LIMIT + i * 4, LIMIT);
    nv_wr32(nv, A_NV_PVIDEO_UVPLANE_LIMIT + i * 4, LIMIT);
    nv_wr32(nv, A_NV_PVIDEO_LUMINANCE + i * 4, 0x1000);
    nv_wr32(nv, A_NV_PVIDEO_CHROMINANCE + i * 4, 0x1000);
    nv_wr32(nv, A_NV_PVIDEO_BASE + i * 4, 0);
    nv_wr32(nv, A_NV_PVIDEO_OFFSET_BUFF + i * 4, PICTURE);
    nv_wr32(nv, A_NV_PVIDEO_SIZE_IN + i * 4, HEIGHT << 16 | WIDTH);
    nv_wr32(nv, A_NV_PVIDEO_POINT_IN + i * 4, 0);
    nv_wr32(nv, A_NV_PVIDEO_DS_DX + i * 4, (1 << 20) / n);
    nv_wr32(nv, A_NV_PVIDEO_DT_DY + i * 4, (1 << 20) / n);
    nv_wr32(nv, A_NV_PVIDEO_POINT_OUT + i * 4, Y << 16 | X);
    nv_wr32(nv, A_NV_PVIDEO_SIZE_OUT + i * 4,
            (HEIGHT * n) << 16 | (WIDTH * n));
    nv_wr32(nv, A_NV_PVIDEO_UVPLANE_BASE + i * 4, 0);
    nv_wr32(nv, A_NV_PVIDEO_UVPLANE_OFFSET_BUFF + i * 4, UV_PLANE);
    nv_wr32(nv, A_NV_PVIDEO_FORMAT + i * 4, format | PITCH);
}

static void start(NVDev *nv, unsigned i)
{
    nv_wr32(nv, A_NV_PVIDEO_STOP, 0);
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, i ? 0x10 : 0x1);
    nv_clock_step(nv, FRAME);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_BUFFER), 0);
}

static void formats(NVDev *nv)
{
    begin(nv);
    for (unsigned i = 0; i < 4; i++) {
        Look view = neutral;

        view.bt709 = i & 2;
        program(nv, i & 1, (i & 1 ? FORMAT_YUYV : 0) |
                           (view.bt709 ? FORMAT_BT709 : 0), 1);
        start(nv, i & 1);
        assert_packed(nv, i & 1, &view, 1);
    }
    nv_wr32(nv, A_NV_PVIDEO_STOP, 1);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
}

static void planar(NVDev *nv)
{
    begin(nv);
    for (unsigned y = 0; y < HEIGHT; y++) {
        nv_mem_write(nv, nv->bar1 + PICTURE + y * PITCH, planes[0][y], WIDTH);
        nv_mem_write(nv, nv->bar1 + UV_PLANE + y * PITCH, planes[1][y], WIDTH);
    }
    for (unsigned nv12 = 0; nv12 < 2; nv12++) {
        g_autoptr(NVScreen) screen = NULL;

        program(nv, 0, FORMAT_PLANAR | (nv12 ? FORMAT_YUYV : 0), 1);
        start(nv, 0);
        screen = nv_screen_new(nv);
        for (unsigned y = 0; y < HEIGHT; y++) {
            for (unsigned x = 0; x < WIDTH; x++) {
                const uint8_t *uv = &planes[1][y / 2][x / 2 * 2];
                int yuv[] = { planes[0][y][x], uv[!nv12], uv[nv12] };

                assert_yuv(nv_screen_pixel(screen, X + x, Y + y), yuv,
                           &neutral);
            }
        }
    }
}

static void scaled(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    int yuv[3];

    begin(nv);
    program(nv, 0, FORMAT_YUYV, 2);
    start(nv, 0);
    assert_packed(nv, true, &neutral, 2);
    /* POINT_IN has 4 bits behind the point. */
    program(nv, 1, FORMAT_YUYV, 1);
    nv_wr32(nv, A_NV_PVIDEO_POINT_IN + 4, 3 * 16 << 16 | 5 * 16);
    start(nv, 1);
    screen = nv_screen_new(nv);
    packed(5, 3, true, yuv);
    assert_yuv(nv_screen_pixel(screen, X, Y), yuv, &neutral);
    /* The last pixel is repeated beyond SIZE_IN. */
    packed(WIDTH - 1, HEIGHT - 1, true, yuv);
    assert_yuv(nv_screen_pixel(screen, X + WIDTH - 1, Y + HEIGHT - 1), yuv,
               &neutral);
}

static void colors(NVDev *nv)
{
    static const Look looks[] = {
        { .contrast = 0.5, .cosine = 1 },
        { .contrast = 1, .cosine = 1, .brightness = -64 },
        { .contrast = 1, .cosine = 0.5 },
        { .contrast = 1.25, .cosine = 0, .sine = 1, .brightness = 32 },
    };

    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    start(nv, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(looks); i++) {
        const Look *view = &looks[i];

        nv_wr32(nv, A_NV_PVIDEO_LUMINANCE,
                (uint32_t)(int)(view->brightness * 4) << 16 |
                (int)(view->contrast * 4096));
        nv_wr32(nv, A_NV_PVIDEO_CHROMINANCE,
                (int)(view->sine * 4096) << 16 | (int)(view->cosine * 4096));
        assert_packed(nv, true, view, 1);
    }
}

static void color_key(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    int yuv[3];

    begin(nv);
    nv_wr32(nv, A_NV_PVIDEO_COLOR_KEY, KEY);
    program(nv, 0, FORMAT_YUYV | FORMAT_KEY, 1);
    start(nv, 0);
    nv_vram_wr32(nv, FB + Y * FB_PITCH + (X + 3) * 4, 0xab000000 | KEY);
    screen = nv_screen_new(nv);
    packed(3, 0, true, yuv);
    assert_yuv(nv_screen_pixel(screen, X + 3, Y), yuv, &neutral);
    nv_assert_hex(nv_screen_pixel(screen, X + 2, Y), BASE_COLOR);
    nv_assert_hex(nv_screen_pixel(screen, X + 4, Y), BASE_COLOR);
}

/* Pixels behind the limit are black. */
static void limit(NVDev *nv)
{
    static const int black[] = { 0, 0, 0 };
    g_autoptr(NVScreen) screen = NULL;
    int yuv[3];

    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    nv_wr32(nv, A_NV_PVIDEO_LIMIT, PICTURE + PITCH + 3);
    start(nv, 0);
    screen = nv_screen_new(nv);
    packed(1, 1, true, yuv);
    assert_yuv(nv_screen_pixel(screen, X + 1, Y + 1), yuv, &neutral);
    assert_yuv(nv_screen_pixel(screen, X + 2, Y + 1), black, &neutral);
}

/* A buffer is shown from the next blank on; then the other one is done. */
static void buffers(NVDev *nv)
{
    begin(nv);
    nv_wr32(nv, A_NV_PMC_INTR_EN, 1);
    program(nv, 0, FORMAT_YUYV, 1);
    program(nv, 1, 0, 1);
    nv_wr32(nv, A_NV_PVIDEO_STOP, 0);
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 0x1);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_BUFFER), 0x1);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_clock_step(nv, FRAME);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_BUFFER), 0);
    assert_packed(nv, true, &neutral, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_INTR), 0);
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 0x10);
    assert_packed(nv, true, &neutral, 1);
    nv_clock_step(nv, FRAME);
    assert_packed(nv, false, &neutral, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_INTR), 0x1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PVIDEO_MASK, 0);
    nv_wr32(nv, A_NV_PVIDEO_INTR_EN, 0x11);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PVIDEO_MASK,
                  R_NV_PMC_INTR_PVIDEO_MASK);
    nv_wr32(nv, A_NV_PVIDEO_INTR, 0x1);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PVIDEO_MASK, 0);
    /* If enabled, the next one interrupts as it happens. */
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 0x1);
    nv_clock_step(nv, FRAME);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PVIDEO_MASK,
                  R_NV_PMC_INTR_PVIDEO_MASK);
    nv_wr32(nv, A_NV_PVIDEO_INTR, 0x10);
    nv_assert_hex(nv_rd32(nv, A_NV_PMC_INTR) & R_NV_PMC_INTR_PVIDEO_MASK, 0);
    /* STOP removes a waiting buffer, too. */
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 0x1);
    nv_wr32(nv, A_NV_PVIDEO_STOP, 1);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_BUFFER), 0);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_wr32(nv, A_NV_PVIDEO_STOP, 0);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
}

/* The overlay goes to the second head, which the monitor doesn't show. */
static void other_head(NVDev *nv)
{
    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    start(nv, 0);
    nv_wr32(nv, A_NV_PCRTC_ENGINE_CTRL + NV_HEAD_STRIDE, 1 << 12);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_wr32(nv, A_NV_PCRTC_ENGINE_CTRL + NV_HEAD_STRIDE, 0);
    assert_packed(nv, true, &neutral, 1);
}

static void migrated(NVDev *nv)
{
    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    program(nv, 1, 0, 1);
    start(nv, 0);
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 0x10);
    nv_migrate(nv);
    assert_packed(nv, true, &neutral, 1);
    nv_clock_step(nv, FRAME);
    assert_packed(nv, false, &neutral, 1);
}

/* Whatever the registers contain, a screen dump can be taken. */
static void nonsense(NVDev *nv)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x8958);

    begin(nv);
    for (unsigned i = 0; i < 40; i++) {
        for (uint32_t reg = 0x8800; reg < 0x8960; reg += 4) {
            nv_wr32(nv, reg, g_rand_int(rand) >>
                             g_rand_int_range(rand, 0, 32));
        }
        start(nv, i % 2);
        nv_screen_free(nv_screen_new(nv));
    }
    /* It shows what a driver sets then. */
    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    start(nv, 0);
    assert_packed(nv, true, &neutral, 1);
}

/* NV45 and later have none: what a driver of NV40 writes shows nothing. */
static void absent(NVDev *nv)
{
    begin(nv);
    program(nv, 0, FORMAT_YUYV, 1);
    nv_wr32(nv, A_NV_PVIDEO_STOP, 0);
    nv_wr32(nv, A_NV_PVIDEO_BUFFER, 1);
    nv_clock_step(nv, FRAME);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
    nv_assert_hex(nv_rd32(nv, A_NV_PVIDEO_INTR), 0);
}

/* --- NV04 ------------------------------------------------------------- */

/* nv04_update_plane() */
static void nv04_program(NVDev *nv, uint32_t overlay, unsigned n)
{
    nv_wr32(nv, A_NV04_PVIDEO_OE_STATE, 0);
    nv_wr32(nv, A_NV04_PVIDEO_SU_STATE, 0);
    nv_wr32(nv, A_NV04_PVIDEO_RM_STATE, 0);
    for (unsigned i = 0; i < 2; i++) {
        nv_wr32(nv, A_NV04_PVIDEO_BUFF_START_ADDRESS + i * 4, PICTURE);
        nv_wr32(nv, A_NV04_PVIDEO_BUFF_PITCH_LENGTH + i * 4, PITCH);
        nv_wr32(nv, A_NV04_PVIDEO_BUFF_OFFSET + i * 4, 0);
    }
    nv_wr32(nv, A_NV04_PVIDEO_WINDOW_START, Y << 16 | X);
    nv_wr32(nv, A_NV04_PVIDEO_WINDOW_SIZE,
            (HEIGHT * n) << 16 | (WIDTH * n));
    nv_wr32(nv, A_NV04_PVIDEO_STEP_SIZE, 2048 / n << 16 | 2048 / n);
    nv_wr32(nv, A_NV04_PVIDEO_RED_CSC_OFFSET, 0x69);
    nv_wr32(nv, A_NV04_PVIDEO_GREEN_CSC_OFFSET, 0x3e);
    nv_wr32(nv, A_NV04_PVIDEO_BLUE_CSC_OFFSET, 0x89);
    nv_wr32(nv, A_NV04_PVIDEO_CSC_ADJUST, 0);
    nv_wr32(nv, A_NV04_PVIDEO_KEY, KEY);
    nv_wr32(nv, A_NV04_PVIDEO_OVERLAY, overlay);
}

static void nv04(NVDev *nv)
{
    Look view = neutral;

    begin(nv);
    nv04_program(nv, 0x101, 1);
    assert_packed(nv, true, &view, 1);
    nv04_program(nv, 0x001, 2);
    assert_packed(nv, false, &view, 2);
    /* Brightness: 32 of the driver's 62 */
    nv04_program(nv, 0x101, 1);
    nv_wr32(nv, A_NV04_PVIDEO_RED_CSC_OFFSET, 0x69 - 32);
    nv_wr32(nv, A_NV04_PVIDEO_GREEN_CSC_OFFSET, 0x3e + 32);
    nv_wr32(nv, A_NV04_PVIDEO_BLUE_CSC_OFFSET, 0x89 - 32);
    view.brightness = 64;
    assert_packed(nv, true, &view, 1);
    nv_wr32(nv, A_NV04_PVIDEO_OVERLAY, 0x100);
    nv_assert_pixel(nv, X, Y, BASE_COLOR);
}

static void nv04_key(NVDev *nv)
{
    g_autoptr(NVScreen) screen = NULL;
    int yuv[3];

    begin(nv);
    nv04_program(nv, 0x111, 1);
    nv_vram_wr32(nv, FB + Y * FB_PITCH + (X + 3) * 4, KEY);
    screen = nv_screen_new(nv);
    packed(3, 0, true, yuv);
    assert_yuv(nv_screen_pixel(screen, X + 3, Y), yuv, &neutral);
    nv_assert_hex(nv_screen_pixel(screen, X + 2, Y), BASE_COLOR);
}

/* nouveau_overlay_init() */
static bool has_pvideo(const NVCard *card)
{
    return !(card->features & (NV_CARD_NV04 | NV_CARD_NV40)) ||
           g_str_equal(card->name, "nv40");
}

static bool has_no_overlay(const NVCard *card)
{
    return !has_pvideo(card) && !(card->features & NV_CARD_NV04);
}

/* nv10_overlay_init(): not NV10, NV11, NV15, NV1A and NV20 */
static bool has_planes(const NVCard *card)
{
    return has_pvideo(card) && card->features & NV_CARD_DAC_HEAD;
}

static bool has_heads(const NVCard *card)
{
    return has_pvideo(card) && card->features & NV_CARD_HEAD2;
}

#define NV10 .applies = has_pvideo, .cold = true
#define NV04 .needs = NV_CARD_NV04, .cold = true

static const NVTest tests[] = {
    { "pvideo/packed", "overlay!", formats, NV10, .slow = true },
    { "pvideo/planar", "overlay", planar, .applies = has_planes, .cold = true },
    { "pvideo/scaled", "overlay", scaled, NV10 },
    { "pvideo/colors", "overlay", colors, NV10 },
    { "pvideo/color-key", "overlay", color_key, NV10 },
    { "pvideo/limit", "hostile-display", limit, NV10 },
    { "pvideo/buffers", "overlay", buffers, NV10 },
    { "pvideo/other-head", "overlay", other_head, .applies = has_heads,
      .cold = true },
    { "pvideo/survives-migration", "migration", migrated, NV10, .slow = true },
    { "pvideo/nonsense-is-harmless", "hostile-display", nonsense, NV10,
      .slow = true },
    { "pvideo/absent", "overlay", absent, .applies = has_no_overlay,
      .cold = true },
    { "pvideo/nv04", "overlay", nv04, NV04 },
    { "pvideo/nv04-color-key", "overlay", nv04_key, NV04 },
};

int main(int argc, char **argv)
{
    return nv_test_main(argc, argv, tests, ARRAY_SIZE(tests));
}
