/*
 * A process beside a case's: see peer.h
 *
 * It is begun anew, since what a driver has is not made to be forked.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "peer.h"

Peer peer_start(const char *role)
{
    Peer peer;
    int sockets[2];
    char number[16];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets)) {
        fail("no socket");
    }
    peer.socket = sockets[0];
    peer.process = fork();
    if (peer.process < 0) {
        fail("no process");
    }
    if (!peer.process) {
        close(sockets[0]);
        snprintf(number, sizeof(number), "%d", sockets[1]);
        execl("/proc/self/exe", "vkcases", "peer", role, number, NULL);
        _exit(CASE_FAILED);
    }
    close(sockets[1]);
    return peer;
}

void peer_finish(Peer *peer)
{
    int status;

    if (waitpid(peer->process, &status, 0) != peer->process) {
        fail("the other process is lost");
    }
    close(peer->socket);
    if (status) {
        fail("the other process ended with status 0x%x", status);
    }
}

void peer_main(const Role *role, int socket)
{
    Gpu gpu;

    /* The kernel has named it after the link. */
    prctl(PR_SET_NAME, "vkcases");
    gpu_open(&gpu);
    role->run(&gpu, socket);
    gpu_close(&gpu);
    fflush(stdout);
    _exit(CASE_PASSED);
}

void tell(int socket, uint64_t number)
{
    if (send(socket, &number, sizeof(number), MSG_NOSIGNAL) !=
        sizeof(number)) {
        fail("the other process doesn't listen");
    }
}

uint64_t hear(int socket)
{
    uint64_t number;

    if (recv(socket, &number, sizeof(number), 0) != sizeof(number)) {
        fail("the other process says nothing");
    }
    return number;
}

/* A message of one byte and a file, as sendmsg(2) and recvmsg(2) have it */
typedef struct Message {
    struct msghdr header;
    struct iovec part;
    char byte;
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
} Message;

static void message_init(Message *message)
{
    *message = (Message) { 0 };
    message->part = (struct iovec) {
        .iov_base = &message->byte,
        .iov_len = 1,
    };
    message->header = (struct msghdr) {
        .msg_iov = &message->part,
        .msg_iovlen = 1,
        .msg_control = message->control.bytes,
        .msg_controllen = sizeof(message->control.bytes),
    };
}

void give_file(int socket, int file)
{
    Message message;
    struct cmsghdr *control;

    message_init(&message);
    control = CMSG_FIRSTHDR(&message.header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(file));
    memcpy(CMSG_DATA(control), &file, sizeof(file));
    if (sendmsg(socket, &message.header, MSG_NOSIGNAL) != 1) {
        fail("the other process takes no file");
    }
    close(file);
}

int take_file(int socket)
{
    Message message;
    struct cmsghdr *control;
    int file;

    message_init(&message);
    if (recvmsg(socket, &message.header, 0) != 1) {
        fail("the other process gives no file");
    }
    control = CMSG_FIRSTHDR(&message.header);
    if (!control || control->cmsg_type != SCM_RIGHTS) {
        fail("the other process gives something else than a file");
    }
    memcpy(&file, CMSG_DATA(control), sizeof(file));
    return file;
}
