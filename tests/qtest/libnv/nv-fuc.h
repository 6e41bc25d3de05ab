/*
 * Tests of the NVIDIA GPU: instructions of falcons, in bytes
 *
 * Register 1 is for addresses.
 *
 * Source: envytools, docs/hw/falcon/isa.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_FUC_H
#define LIBNV_NV_FUC_H

#define FUC_BYTES(_v) (_v) & 0xff, (_v) >> 8 & 0xff

/** FUC_MOV: register @_r is @_v; 8 bytes */
#define FUC_MOV(_r, _v) 0xf1, (_r) << 4 | 7, FUC_BYTES(_v), \
                        0xf1, (_r) << 4 | 3, FUC_BYTES((_v) >> 16)

/** FUC_IORD, FUC_IOWR: the register that the driver has at @_reg; 11 bytes */
#define FUC_IORD(_r, _reg) FUC_MOV(1, (_reg) << 6), 0xcf, 0x10 | (_r), 0
#define FUC_IOWR(_reg, _r) FUC_MOV(1, (_reg) << 6), 0xd0, 0x10 | (_r), 0

/** FUC5_MOV: the same in version 5; 5 bytes */
#define FUC5_MOV(_r, _v) 0xd0 | (_r), FUC_BYTES(_v), FUC_BYTES((_v) >> 16)

/** FUC5_IORD, FUC5_IOWR: the same; 8 bytes */
#define FUC5_IORD(_r, _reg) FUC5_MOV(1, (_reg) << 6), 0xcf, 0x10 | (_r), 0
#define FUC5_IOWR(_reg, _r) FUC5_MOV(1, (_reg) << 6), 0xf6, 0x10 | (_r), 0

/** FUC_AND: @_r = @_s & @_v, and the zero flag; 4 bytes */
#define FUC_AND(_r, _s, _v) 0xe4, (_s) << 4 | (_r), FUC_BYTES(_v)

/** FUC_BACK_IF_ZERO, FUC_BACK: jump @_n bytes back; 3 bytes */
#define FUC_BACK_IF_ZERO(_n) 0xf4, 0x0b, (uint8_t)-(_n)
#define FUC_BACK(_n) 0xf4, 0x0e, (uint8_t)-(_n)

/** FUC_EXIT: stop; 2 bytes */
#define FUC_EXIT 0xf8, 0x02

/** FUC_IRET: return from a handler; 2 bytes */
#define FUC_IRET 0xf8, 0x01

/**
 * FUC_SLEEP_FOREVER: enable interrupts for $iv0, and sleep again after each;
 * 12 bytes
 */
#define FUC_SLEEP_FOREVER \
    0xf4, 0x31, 0x10,                   /* bset $flags ie0 */ \
    0xf4, 0x31, 0x00,                   /* bset $flags $p0 */ \
    0xf4, 0x28, 0x00,                   /* sleep $p0 */ \
    0xf4, 0x0e, 0xfd                    /* bra -3 */

/**
 * FUC_HANDLE: for address 0: have @_handler called for interrupts, with $r0 0
 * and the stack at the end of data; 11 bytes
 */
#define FUC_HANDLE(_handler) \
    0xbd, 0x04,                         /* 00 clear b32 $r0 */ \
    0xfe, 0x04, 0x00,                   /* 02 mov $sp $r0 */ \
    0xf0, 0x17, (_handler),             /* 05 mov $r1 _handler */ \
    0xfe, 0x10, 0x00                    /* 08 mov $iv0 $r1 */

/** FUC5_HANDLE: the same in version 5; 10 bytes */
#define FUC5_HANDLE(_handler) \
    0xbd, 0x04,                         /* 00 clear b32 $r0 */ \
    0xfe, 0x04, 0x00,                   /* 02 mov $sp $r0 */ \
    0x01, (_handler),                   /* 05 mov $r1 _handler */ \
    0xfe, 0x10, 0x00                    /* 07 mov $iv0 $r1 */

/**
 * FUC_SERVE_ENGINE: the same, and sleep: the handler at FUC_HANDLER is called
 * for methods (line 2) and channels (line 3)
 */
#define FUC_SERVE_ENGINE \
    FUC_HANDLE(FUC_HANDLER),            /* 00 */ \
    0xf0, 0x17, 0x0c,                   /* 0b mov $r1 0xc */ \
    0xf1, 0x27, 0x00, 0x04,             /* 0e mov $r2 0x400 */ \
    0xd0, 0x21, 0x00,                   /* 12 iowr I[$r2] $r1 */ \
    FUC_SLEEP_FOREVER                   /* 15 */
#define FUC_HANDLER 0x40

#endif /* LIBNV_NV_FUC_H */
