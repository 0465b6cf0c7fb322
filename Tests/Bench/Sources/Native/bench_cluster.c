// Clients of a broker that do what hosts of a cluster do with it, and nothing around that.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_native.h"

enum { ROOM = 1 << 16, SUBJECT = 128, QUEUE = 256 };

// A connection to a broker, and what of it was read and not looked at yet.
typedef struct {
  int end;
  size_t used, had;
  char bytes[ROOM];
} reader;

static int send_all(int end, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(end, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) return 0;
    bytes += sent;
    length -= (size_t)sent;
  }
  return 1;
}

static int read_more(reader *from) {
  if (from->used > 0) {
    memmove(from->bytes, from->bytes + from->used, from->had - from->used);
    from->had -= from->used;
    from->used = 0;
  }
  if (from->had == ROOM) return 0;
  ssize_t got = recv(from->end, from->bytes + from->had, ROOM - from->had, 0);
  if (got <= 0) return 0;
  from->had += (size_t)got;
  return 1;
}

// The next line, which ends with a null; NULL where there is none.
static char *next_line(reader *from) {
  for (;;) {
    char *start = from->bytes + from->used;
    char *end = memmem(start, from->had - from->used, "\r\n", 2);
    if (end) {
      *end = 0;
      from->used = (size_t)(end - from->bytes) + 2;
      return start;
    }
    if (!read_more(from)) return NULL;
  }
}

// Waits for a message; where it is to be answered. 0 where the connection is over.
static int next_message(reader *from, char *reply) {
  for (;;) {
    char *line = next_line(from), subject[SUBJECT], third[SUBJECT] = "", fourth[SUBJECT] = "", fifth[SUBJECT] = "";
    if (!line) return 0;
    if (strcmp(line, "PING") == 0 && !send_all(from->end, "PONG\r\n", 6)) return 0;
    int has_head = line[0] == 'H';
    if (strncmp(line + has_head, "MSG ", 4) != 0) continue;
    int count = sscanf(line + has_head + 4, "%127s %*s %127s %127s %127s", subject, third, fourth, fifth);
    const char *size = count == 4 ? fifth : count == 3 ? fourth : third;
    snprintf(reply, SUBJECT, "%s", count - has_head == 3 ? third : "");
    size_t whole = (size_t)atol(size) + 2;
    while (from->had - from->used < whole) {
      if (!read_more(from)) return 0;
    }
    from->used += whole;
    return 1;
  }
}

static int is_connected(reader *from, int port) {
  static const char hello[] = "CONNECT {\"verbose\":false,\"headers\":true,\"no_responders\":true}\r\n";
  from->end = bench_connect(NULL, port);
  from->used = from->had = 0;
  return from->end >= 0 && send_all(from->end, hello, sizeof hello - 1);
}

// Sends lines, and waits until the broker has done what they say.
static int has_told(reader *from, const char *lines) {
  if (!send_all(from->end, lines, strlen(lines)) || !send_all(from->end, "PING\r\n", 6)) return 0;
  for (char *line; (line = next_line(from));) {
    if (strcmp(line, "PONG") == 0) return 1;
  }
  return 0;
}

static int publish(int end, const char *subject, const char *reply, const char *head, const char *content) {
  char message[1024];
  size_t heads = strlen(head) + 12 + 2, all = heads + strlen(content);
  int length = snprintf(message, sizeof message, "HPUB %s %s %zu %zu\r\nNATS/1.0\r\n%s\r\n%s\r\n", subject, reply, heads - 2,
                        all - 2, head, content);
  return length > 0 && (size_t)length < sizeof message && send_all(end, message, (size_t)length);
}

// ------------------------------------------------------------------------------------------------- who answers

static const char answer_head[] = "Component-Host: 0123456789ab\r\nComponent-Request: 0123456789ab-1000\r\n";

// What was read and is to be answered by the other thread.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t news;
  char replies[QUEUE][SUBJECT];
  unsigned first, last;
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER, .news = PTHREAD_COND_INITIALIZER};

__attribute__((noreturn)) static void *answer_what_waits(void *context) {
  const reader *from = context;
  for (;;) {
    char reply[SUBJECT];
    pthread_mutex_lock(&waiting.lock);
    while (waiting.first == waiting.last) pthread_cond_wait(&waiting.news, &waiting.lock);
    memcpy(reply, waiting.replies[waiting.first++ % QUEUE], SUBJECT);
    pthread_mutex_unlock(&waiting.lock);
    publish(from->end, reply, "", answer_head, "2");
  }
}

static void answer_all(reader *from, int apart) {
  char reply[SUBJECT];
  pthread_t thread;
  if (apart && pthread_create(&thread, NULL, answer_what_waits, from)) _exit(1);
  while (next_message(from, reply)) {
    if (!apart) {
      publish(from->end, reply, "", answer_head, "2");
      continue;
    }
    pthread_mutex_lock(&waiting.lock);
    memcpy(waiting.replies[waiting.last++ % QUEUE], reply, SUBJECT);
    pthread_cond_signal(&waiting.news);
    pthread_mutex_unlock(&waiting.lock);
  }
  _exit(0);
}

int bench_broker_answerer(int port, const char *subject, int apart) {
  int ready[2];
  char subscription[256], word;
  snprintf(subscription, sizeof subscription, "SUB %s bench 1\r\n", subject);
  if (pipe(ready)) return -1;
  pid_t child = fork();
  if (child == 0) {
    static reader from;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!is_connected(&from, port) || !has_told(&from, subscription) || write(ready[1], "r", 1) != 1) _exit(1);
    close(ready[0]);
    close(ready[1]);
    answer_all(&from, apart);
  }
  close(ready[1]);
  // It is ready, or has ended.
  int is_ready = child > 0 && read(ready[0], &word, 1) == 1;
  close(ready[0]);
  return is_ready ? child : -1;
}

// ---------------------------------------------------------------------------------------------------- who asks

struct bench_broker_client {
  reader from;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t news;
  long heard;
  int is_over;
};

static const char inbox[] = "_INBOX.0123456789abcdef0123456789abcdef.1000";
static const char ask_head[] = "Component-Request: 0123456789ab-1000\r\nComponent-Hops: 1\r\n";

static void *hear_all(void *context) {
  bench_broker_client *client = context;
  char reply[SUBJECT];
  for (int more = 1; more;) {
    more = next_message(&client->from, reply);
    pthread_mutex_lock(&client->lock);
    if (more) client->heard++;
    client->is_over = !more;
    pthread_cond_signal(&client->news);
    pthread_mutex_unlock(&client->lock);
  }
  return NULL;
}

bench_broker_client *bench_broker_client_start(int port, int apart) {
  bench_broker_client *client = calloc(1, sizeof *client);
  char subscription[256];
  snprintf(subscription, sizeof subscription, "SUB %s%d 1\r\n", inbox, apart);
  if (!client || !is_connected(&client->from, port) || !has_told(&client->from, subscription)) return NULL;
  pthread_mutex_init(&client->lock, NULL);
  pthread_cond_init(&client->news, NULL);
  if (apart && pthread_create(&client->thread, NULL, hear_all, client)) return NULL;
  return client;
}

long bench_broker_asked(bench_broker_client *client, const char *subject, long count) {
  char reply[SUBJECT];
  snprintf(reply, sizeof reply, "%s1", inbox);
  for (long i = 0; i < count; i++) {
    pthread_mutex_lock(&client->lock);
    long awaited = client->heard + 1;
    pthread_mutex_unlock(&client->lock);
    if (!publish(client->from.end, subject, reply, ask_head, "{\"id\":1}")) return i;
    pthread_mutex_lock(&client->lock);
    while (client->heard < awaited && !client->is_over) pthread_cond_wait(&client->news, &client->lock);
    int is_over = client->is_over;
    pthread_mutex_unlock(&client->lock);
    if (is_over) return i;
  }
  return count;
}

long bench_broker_flights(bench_broker_client *client, const char *subject, long count) {
  char own[SUBJECT], reply[SUBJECT];
  snprintf(own, sizeof own, "%s0", inbox);
  for (long sent = 0, heard = 0; heard < count; heard++) {
    for (; sent < count && sent < heard + 64; sent++) {
      if (!publish(client->from.end, subject, own, ask_head, "{\"id\":1}")) return heard;
    }
    if (!next_message(&client->from, reply)) return heard;
  }
  return count;
}
