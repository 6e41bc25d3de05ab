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

/** FUC_AND: @_r = @_s & @_v, and the zero flag; 4 bytes */
#define FUC_AND(_r, _s, _v) 0xe4, (_s) << 4 | (_r), FUC_BYTES(_v)

/** FUC_BACK_IF_ZERO, FUC_BACK: jump @_n bytes back; 3 bytes */
#define FUC_BACK_IF_ZERO(_n) 0xf4, 0x0b, (uint8_t)-(_n)
#define FUC_BACK(_n) 0xf4, 0x0e, (uint8_t)-(_n)

/** FUC_EXIT: stop; 2 bytes */
#define FUC_EXIT 0xf8, 0x02

#endif /* LIBNV_NV_FUC_H */
