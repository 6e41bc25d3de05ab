/*
 * A process beside a case's, with a device of its own, and a socket between
 * the two.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PEER_H
#define PEER_H

#include <sys/types.h>

#include "gpu.h"

/* What a peer does: see process.c and loss.c */
typedef struct Role {
    const char *name;
    void (*run)(Gpu *gpu, int socket);
} Role;

typedef struct Peer {
    pid_t process;
    int socket;
} Peer;

/* A process that does the role of a name */
Peer peer_start(const char *role);
/* Fail unless it ends, and has passed. */
void peer_finish(Peer *peer);
/* Such a process from its beginning to its end */
__attribute__((noreturn))
void peer_main(const Role *role, int socket);

/* A number to or from the other one; a failure if there is no other one */
void tell(int socket, uint64_t number);
uint64_t hear(int socket);
/* A file likewise; ours is closed. */
void give_file(int socket, int file);
int take_file(int socket);

#endif /* PEER_H */
