// What the soak calls: compiled with a NAME, and with a STATE where it hands one over. Each file of it has a stamp, which
// all its answers carry; with an odd one it does not start.
extension Soak {
  /// What stands before the stamp in the file.
  static let mark: [UInt8] = Array("SoakMark".utf8)

  static let source = """
    #include "component_author.h"
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdlib.h>
    #include <unistd.h>
    static const volatile struct { char mark[8]; int64_t stamp; } made = {{'S', 'o', 'a', 'k', 'M', 'a', 'r', 'k'}, 0};
    static atomic_llong counter;
    static component_value pair(component_value both[2], int64_t one, int64_t other) {
      both[0] = component_int(one);
      both[1] = component_int(other);
      return component_list(both, 2);
    }
    static int32_t reply_pair(component_call *call, int64_t other) {
      component_value both[2];
      return component_reply(call, pair(both, made.stamp, other));
    }
    static int32_t version(void *context, component_call *call) { (void)context; return reply_pair(call, made.stamp); }
    static int32_t echo(void *context, component_call *call) {
      component_text text;
      (void)context;
      if (!component_text_parameter(call, "text", &text)) return COMPONENT_OK;
      return component_reply_text(call, text);
    }
    static int32_t ask(void *context, component_call *call) {
      (void)context;
      return component_call_action(call->host, "Steady", "echo", call->parameters, call->parameter_count,
                                   component_pass_on, call);
    }
    // A call of its own component, which another thread may just be replacing.
    static void hear_version(void *context, const component_value *reply, const component_failure *failure) {
      *(int64_t *)context = reply && reply->kind == COMPONENT_KIND_LIST ? reply->as.items[0].as.integer
                                                                        : failure ? -failure->code : -1;
    }
    static int32_t inside(void *context, component_call *call) {
      int64_t inner = -1;
      (void)context;
      component_call_action(call->host, NAME, "version", NULL, 0, hear_version, &inner);
      return reply_pair(call, inner);
    }
    static int32_t inside_by_url(void *context, component_call *call) {
      int64_t inner = -1;
      (void)context;
      component_open_url(call->host, "app://" NAME "/way/1", NULL, 0, hear_version, &inner);
      return reply_pair(call, inner);
    }
    static int32_t inside_by_key(void *context, component_call *call) {
      int64_t inner = -1;
      (void)context;
      component_open_key(call->host, NAME "_way", NULL, 0, hear_version, &inner);
      return reply_pair(call, inner);
    }
    static int32_t nap(void *context, component_call *call) {
      int64_t us;
      (void)context;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      usleep((useconds_t)us);
      return reply_pair(call, made.stamp);
    }
    // What goes on where the call that asked for it has returned.
    typedef struct job { component_call *call; int64_t us; int adds; } job;
    static void *work(void *context) {
      job *job = context;
      usleep((useconds_t)job->us);
      reply_pair(job->call, job->adds ? atomic_fetch_add(&counter, 1) + 1 : made.stamp);
      job->call->host->release(job->call);
      free(job);
      return NULL;
    }
    static int32_t later(void *context, component_call *call) {
      int64_t us;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      job *job = malloc(sizeof *job);
      pthread_t thread;
      *job = (struct job){call->host->defer(call), us, context != NULL};
      if (pthread_create(&thread, NULL, work, job) != 0) work(job); else pthread_detach(thread);
      return COMPONENT_OK;
    }
    static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
    static int32_t tick(void *context, component_call *call) {
      static int64_t ticks;
      component_value both[2];
      (void)context;
      pthread_mutex_lock(&order);
      int64_t number = ++ticks;
      // The address tells its generation from all others.
      component_value said = pair(both, (int64_t)(intptr_t)&counter, number);
      int32_t status = component_publish(call->host, NAME ".ticked", said);
      pthread_mutex_unlock(&order);
      return reply_pair(call, status == COMPONENT_OK ? number : -1);
    }
    static const component_function given = {COMPONENT_HEAD(component_function), .run = version};
    static int32_t give(void *context, component_call *call) {
      component_function function = given;
      component_value both[2] = {component_int(made.stamp), component_function_value(&function)};
      (void)context;
      function.host = call->host;
      return component_reply(call, component_list(both, 2));
    }
    static int32_t take(void *context, component_call *call) {
      const component_function *function;
      (void)context;
      if (!component_function_parameter(call, "function", &function)) return COMPONENT_OK;
      component_request request = component_request_of(NULL, 0, component_pass_on, call);
      call->host->invoke(call->host, function, &request);
      return COMPONENT_OK;
    }
    static int32_t add(void *context, component_call *call) {
      (void)context;
      return reply_pair(call, atomic_fetch_add(&counter, 1) + 1);
    }
    static int32_t total(void *context, component_call *call) { (void)context; return reply_pair(call, atomic_load(&counter)); }
    // What it has heard, of each of the two that tell something.
    static atomic_llong heard[2], lost[2];
    static void hear(void *context, const component_notice *notice) {
      atomic_fetch_add(&heard[context != NULL], 1);
      atomic_fetch_add(&lost[context != NULL], (int64_t)notice->lost);
    }
    static int32_t hears(void *context, component_call *call) {
      component_value all[4];
      (void)context;
      for (int i = 0; i < 2; i++) {
        all[2 * i] = component_int(atomic_load(&heard[i]));
        all[2 * i + 1] = component_int(atomic_load(&lost[i]));
      }
      return component_reply(call, component_list(all, 4));
    }
    typedef struct thing { int alive, busy; } thing;
    static void *make(void *context) {
      thing *made = malloc(sizeof *made);
      (void)context;
      *made = (thing){77, 0};
      return made;
    }
    static void destroy(void *context, void *instance) {
      (void)context;
      ((thing *)instance)->alive = 0;
      free(instance);
    }
    static char alone;
    static int32_t use(void *context, component_call *call) {
      thing *thing = call->instance;
      int bad = thing->alive != 77 || (context && thing->busy++ != 0);
      if (context) thing->busy--;
      return bad ? component_reply_int(call, 0) : reply_pair(call, made.stamp);
    }
    static int32_t add_things(const component_host *host, component_registration *registration, const char *name,
                              uint32_t flags, void *context) {
      component_target target = {COMPONENT_HEAD(component_target), .name = component_text_of(name), .flags = flags,
                                 .make = make, .destroy = destroy};
      component_row row = {"use", "", "", use, "", 0, context};
      int32_t status = host->add_target(registration, &target);
      return status == COMPONENT_OK ? component_add_actions(host, registration, name, &row, 1) : status;
    }
    static int32_t start(void *context, component_call *call) {
      (void)context;
      return made.stamp & 1 ? component_fail(call, COMPONENT_FAILURE_FAILED, "odd", "it does not start")
                            : component_reply(call, component_null());
    }
    static int32_t save(void *context, component_call *call) {
      (void)context;
      return component_reply_int(call, atomic_load(&counter));
    }
    static int32_t restore(void *context, component_call *call) {
      int64_t state;
      (void)context;
      if (!component_int_parameter(call, "state", &state)) return COMPONENT_OK;
      atomic_store(&counter, state);
      return component_reply(call, component_null());
    }
    // Where the ways lead is there in every other version only.
    static component_row rows[] = {
      {"", "", "", version, "", COMPONENT_ACTION_REMOTE, 0},
      {"insideByURL", "", "", inside_by_url, "", 0, 0}, {"insideByKey", "", "", inside_by_key, "", 0, 0},
      {"version", "", "", version, "", COMPONENT_ACTION_REMOTE, 0},
      {"echo", "(text: text)", "", echo, "", COMPONENT_ACTION_REMOTE, 0},
      {"ask", "", "", ask, "", 0, 0}, {"inside", "", "", inside, "", 0, 0}, {"nap", "", "", nap, "", 0, 0},
      {"later", "", "", later, "", 0, 0}, {"tick", "", "", tick, "", 0, 0}, {"give", "", "", give, "", 0, 0},
      {"take", "", "", take, "", 0, 0}, {"add", "", "", add, "", 0, 0}, {"addLater", "", "", later, "", 0, &alone},
      {"total", "", "", total, "", 0, 0}, {"hears", "", "", hears, "", 0, 0}};
    static const component_event_row events[] = {{NAME ".ticked", "", ""}};
    COMPONENT_REGISTER(host, registration) {
      rows[0].name = made.stamp >> 1 & 1 ? "port" : "starboard";
      component_about about = {COMPONENT_HEAD(component_about), .name = component_text_of(NAME),
                               .version = {1, 0, (uint32_t)made.stamp}, .start = start};
    #ifdef STATE
      about.save = save;
      about.restore = restore;
    #else
      (void)save, (void)restore;
    #endif
      int32_t status = host->describe(registration, &about);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
      if (status == COMPONENT_OK)
        status = component_add_actions(host, registration, NAME, rows, COMPONENT_COUNT(rows));
      if (status == COMPONENT_OK) status = component_add_events(host, registration, events, 1);
    #ifdef HEARS
      if (status == COMPONENT_OK) status = component_add_observer(host, registration, "Changing.ticked", 0, hear, NULL);
      if (status == COMPONENT_OK) status = component_add_observer(host, registration, "Tally.ticked", 0, hear, &alone);
    #else
      (void)hear;
    #endif
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Serial", COMPONENT_TARGET_SERIAL, &alone);
      if (status == COMPONENT_OK) status = add_things(host, registration, NAME ".Kept", 0, NULL);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Cached", COMPONENT_TARGET_CACHED, NULL);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Fresh", COMPONENT_TARGET_PER_CALL, &alone);
      component_route route = {COMPONENT_HEAD(component_route), .target = component_text_of(NAME),
                               .action = component_text_of("version"), .pattern = component_text_of("/number/:n<int>")};
      if (status == COMPONENT_OK) status = host->add_route(registration, &route);
      route.action = component_text_of(rows[0].name);
      route.pattern = component_text_of("/way/:n<int>");
      if (status == COMPONENT_OK) status = host->add_route(registration, &route);
      component_key key = {COMPONENT_HEAD(component_key), .key = component_text_of("way"),
                           .target = component_text_of(NAME), .action = route.action};
      return status == COMPONENT_OK ? host->add_key(registration, &key) : status;
    }
    """
}
