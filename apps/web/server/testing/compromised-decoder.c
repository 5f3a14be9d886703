// What native code in a decoder would try once it does what an attacker wants. Loaded by process.dlopen, which runs the
// constructor; every attempt is one line "name result", 0 where it succeeded, else the error's number.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void report(const char *name, long result) {
  dprintf(2, "%s %d\n", name, result < 0 ? errno : 0);
}

static long read_file(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  return file < 0 ? -1 : read(file, &byte, 1) < 0 ? -1 : 0;
}

__attribute__((constructor)) static void attack(void) {
  const char *secret = getenv("ATTACK_SECRET"), *port = getenv("ATTACK_PORT"), *host = getenv("ATTACK_PID");
  if (!secret || !port || !host) return;
  pid_t pid = atoi(host);
  char path[64];

  report("secret", read_file(secret));
  report("write", open("/tmp/readout-written", O_WRONLY | O_CREAT | O_EXCL, 0600));

  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  report("connect", connection < 0 ? -1 : connect(connection, (struct sockaddr *)&address, sizeof address));

  report("kill", kill(pid, 0));
  report("ptrace", ptrace(PTRACE_SEIZE, pid, 0, 0));
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)report, 1};
  report("process_vm_readv", process_vm_readv(pid, &here, 1, &there, 1, 0));
  snprintf(path, sizeof path, "/proc/%d/environ", pid);
  report("environ", read_file(path));
  snprintf(path, sizeof path, "/proc/%d/mem", pid);
  report("memory", open(path, O_RDWR));

  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, 0, 0);
  report("fork", child);

  report("setuid", setuid(0) == 0 && geteuid() == 0 && open("/etc/shadow", O_RDONLY) >= 0 ? 0 : (errno = EPERM, -1));
  report("mount", mount("attack", getenv("ATTACK_MOUNT"), "tmpfs", 0, 0));
  report("unshare", unshare(CLONE_NEWUSER));
}
