#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static host_control_result at_start;

// Those of the environment that a command looks at.
static const char *const lent[] = {"NO_COLOR", "TERM", "HOME"};
#define LENT_COUNT (sizeof lent / sizeof *lent)

// MARK: signals

static const int passed[] = {SIGINT, SIGTERM, SIGHUP};
#define PASSED_COUNT (sizeof passed / sizeof *passed)

static volatile sig_atomic_t came[PASSED_COUNT];

static void note(int number) {
  for (size_t place = 0; place < PASSED_COUNT; place++) {
    if (passed[place] == number) came[place] = 1;
  }
}

// Each is noted from here on, and arrives in `ppoll` only. A second SIGINT or SIGTERM kills: the host may have no time for it.
// What the process was started to ignore stays ignored.
static void listen_to_signals(sigset_t *before) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (size_t place = 0; place < PASSED_COUNT; place++) sigaddset(&blocked, passed[place]);
  sigprocmask(SIG_BLOCK, &blocked, before);
  for (size_t place = 0; place < PASSED_COUNT; place++) {
    struct sigaction old, action = {.sa_handler = note};
    if (sigaction(passed[place], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    action.sa_flags = passed[place] == SIGHUP ? 0 : SA_RESETHAND;
    sigaction(passed[place], &action, NULL);
    sigdelset(before, passed[place]);
  }
}

static void pass_on(int socket) {
  for (size_t place = 0; place < PASSED_COUNT; place++) {
    if (!came[place]) continue;
    came[place] = 0;
    unsigned char byte = (unsigned char)passed[place];
    host_control_send(socket, &byte, 1);
  }
}

// MARK: the first message

// Tells also whose process answers.
static int reach(const char *path, uid_t *user, host_control_result *result) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  result->stage = HOST_CONTROL_CLIENT_UNREACHED;
  if (length == 0 || length >= sizeof address.sun_path) {
    result->error = length == 0 ? ENOENT : ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path, path, length);
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int status = client < 0 ? -1 : 0;
  while (status == 0 && connect(client, (struct sockaddr *)&address, sizeof address) != 0) {
    if (errno != EINTR) status = -1;
  }
  if (status != 0) {
    result->error = errno;
    if (client >= 0) close(client);
    return -1;
  }
  // The process that answers is given this process's streams.
  if (!host_control_peer(client, user) || (*user != 0 && *user != geteuid() && geteuid() != 0)) {
    result->stage = HOST_CONTROL_CLIENT_FOREIGN;
    result->error = (int32_t)*user;
    close(client);
    return -1;
  }
  return client;
}

// The words and values, one behind the other; null where there is no memory, or they are too long.
static char *written(int count, char **values, host_control_head *head) {
  const char *lines[LENT_COUNT];
  size_t length = 0;
  memcpy(head->magic, HOST_CONTROL_MAGIC, sizeof head->magic);
  for (int place = 1; place < count; place++) length += strlen(values[place]) + 1;
  for (size_t place = 0; place < LENT_COUNT; place++) {
    lines[place] = getenv(lent[place]);
    if (lines[place]) length += strlen(lent[place]) + strlen(lines[place]) + 2;
  }
  if (length > HOST_CONTROL_BYTES_LIMIT) return NULL;
  char *text = malloc(length + 1), *end = text;
  if (!text) return NULL;
  for (int place = 1; place < count; place++) end = stpcpy(end, values[place]) + 1;
  for (size_t place = 0; place < LENT_COUNT; place++) {
    if (!lines[place]) continue;
    end = stpcpy(stpcpy(stpcpy(end, lent[place]), "="), lines[place]) + 1;
    head->values++;
  }
  head->words = (uint32_t)(count > 1 ? count - 1 : 0);
  head->bytes = (uint32_t)length;
  return text;
}

static int say(int socket, int folder, int count, char **values) {
  host_control_head head = {0};
  char *text = written(count, values, &head);
  if (!text) return E2BIG;
  int descriptors[HOST_CONTROL_DESCRIPTORS] = {0, 1, 2, folder};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof descriptors)];
  } control = {0};
  struct iovec content = {&head, sizeof head};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr *lend = CMSG_FIRSTHDR(&message);
  lend->cmsg_level = SOL_SOCKET;
  lend->cmsg_type = SCM_RIGHTS;
  lend->cmsg_len = CMSG_LEN(sizeof descriptors);
  memcpy(CMSG_DATA(lend), descriptors, sizeof descriptors);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  int error = sent < 0 ? errno : 0;
  if (!error) error = host_control_send(socket, (char *)&head + sent, sizeof head - (size_t)sent);
  if (!error) error = host_control_send(socket, text, head.bytes);
  free(text);
  return error;
}

// MARK: the call

void host_control_call(const char *path, int count, char **values, host_control_result *result) {
  memset(result, 0, sizeof *result);
  // A stream that is closed can't be lent: in its place stands one that can neither be read nor written, as it could not.
  for (int number = 0; number < 3; number++) {
    if (fcntl(number, F_GETFD) < 0) (void)!open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
  }
  uid_t user = 0;
  int client = reach(path, &user, result);
  if (client < 0) return;
  // A process that has a folder's descriptor needs no rights on the folders above it: root's is not lent to another user,
  // whose host then finds no files.
  int is_lent = user == 0 || user == geteuid();
  int folder = is_lent ? open(".", O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
  // A folder that is gone has no files either.
  if (folder < 0) folder = open("/proc/self/fdinfo", O_PATH | O_DIRECTORY | O_CLOEXEC);
  sigset_t before;
  listen_to_signals(&before);
  int error = folder < 0 ? errno : say(client, folder, count, values);
  if (folder >= 0) close(folder);
  // A host that refuses says so before it has read everything.
  int is_refused = error == EPIPE || error == ECONNRESET;
  if (error && !is_refused) {
    result->stage = HOST_CONTROL_CLIENT_UNSENT;
    result->error = error;
  }
  size_t had = 0;
  while (!error || is_refused) {
    pass_on(client);
    struct pollfd ready = {client, POLLIN, 0};
    if (ppoll(&ready, 1, NULL, &before) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    ssize_t more = recv(client, (char *)&result->answer + had, sizeof result->answer - had, MSG_DONTWAIT);
    if (more < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (more > 0) had += (size_t)more;
    if (more > 0 && had < sizeof result->answer) continue;
    result->stage = more > 0 ? HOST_CONTROL_CLIENT_ANSWERED : HOST_CONTROL_CLIENT_LOST;
    break;
  }
  close(client);
  for (size_t place = 0; place < PASSED_COUNT; place++) {
    struct sigaction old;
    if (sigaction(passed[place], NULL, &old) == 0 && old.sa_handler == note) signal(passed[place], SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
}

int host_control_output(void) {
  int file = memfd_create("output", MFD_CLOEXEC);
  return file < 0 ? -errno : file;
}

void host_control_call_at_start(const char *path, int count, char **values) {
  host_control_call(path, count, values, &at_start);
}

host_control_result host_control_of_start(void) { return at_start; }

void host_control_end(const host_control_answer *answer) {
  if (answer->signal > 0 && answer->signal < 65) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, answer->signal);
    signal(answer->signal, SIG_DFL);
    raise(answer->signal);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
  }
  _exit(answer->exit);
}
