/*
 * Tests of the NVIDIA GPU: a vCPU that accesses what the test wants
 *
 * The machine's accelerator is TCG, and its firmware a program that waits for
 * the test.  Time passes by itself.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef LIBNV_NV_VCPU_H
#define LIBNV_NV_VCPU_H

#include "nv-gpu.h"

/**
 * enum NVVcpuPlace - where the vCPU is when it writes
 *
 * @NV_VCPU_NOWHERE: no vCPU writes, but the test does
 */
typedef enum NVVcpuPlace {
    NV_VCPU_NOWHERE,
    NV_VCPU_FIRST,
    NV_VCPU_SECOND,
} NVVcpuPlace;

/**
 * nv_vcpu_start: nv_start() and nv_init() of a card in such a machine
 * @card, @props, @args: see nv_start()
 *
 * No BAR may be mapped, that is, sized, while the vCPU runs: it would be in the
 * firmware's place for a moment.  So nv->bar3 is NV40's BAR of instance memory,
 * too.
 */
NVDev *nv_vcpu_start(const NVCard *card, const char *props, const char *args);

/** nv_vcpu_start_cold: the same without nv_init() */
NVDev *nv_vcpu_start_cold(const NVCard *card, const char *props,
                          const char *args);

/**
 * nv_vcpu_at: have the vCPU make all further writes to BAR0 and BAR1 of 32 bits
 * @nv: the card
 * @place: which of its instructions makes them
 */
void nv_vcpu_at(NVDev *nv, NVVcpuPlace place);

/** The most bytes that one of its instructions accesses */
#define NV_VCPU_WIDEST 16

/**
 * nv_vcpu_load, nv_vcpu_store: have it make one access
 * @nv: the card
 * @addr: where, in the machine's memory; it needn't be aligned
 * @data: what it reads or writes
 * @size: bytes: 1, 2, 4, 8 or 16, by one instruction
 *
 * QEMU takes the way of a processor's accesses, other than for those of qtest:
 * it doesn't split what a device says that it can't do.
 */
void nv_vcpu_load(NVDev *nv, uint64_t addr, void *data, unsigned size);
void nv_vcpu_store(NVDev *nv, uint64_t addr, const void *data, unsigned size);

/**
 * nv_vcpu_call: have it call code of the test's, and wait until that returns
 * @addr: where it is in the guest's memory: 32 bits, flat segments, no paging
 */
void nv_vcpu_call(NVDev *nv, uint32_t addr);

/** nv_vcpu_set_stack: where its stack is */
void nv_vcpu_set_stack(NVDev *nv, uint32_t addr);

/**
 * nv_vcpu_where: what nv_machine_where() finds then
 * @place: the same
 *
 * Returns "0x...,0x...", in static memory, with the stack that it begins with.
 */
const char *nv_vcpu_where(NVVcpuPlace place);

#endif /* LIBNV_NV_VCPU_H */
