// What the soak calls: compiled with a NAME and a VERSION.
extension Soak {
  static let source = """
    #include "component_author.h"
    #include <pthread.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int32_t reply_version(component_call *call) {
      component_value both[2] = {component_int(VERSION), component_int(VERSION)};
      return component_reply(call, component_list(both, 2));
    }
    static int32_t version(void *context, component_call *call) { (void)context; return reply_version(call); }
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
    static int32_t nap(void *context, component_call *call) {
      int64_t us;
      (void)context;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      usleep((useconds_t)us);
      return reply_version(call);
    }
    typedef struct job { component_call *call; int64_t us; } job;
    static void *work(void *context) {
      job *job = context;
      usleep((useconds_t)job->us);
      reply_version(job->call);
      job->call->host->release(job->call);
      free(job);
      return NULL;
    }
    static int32_t later(void *context, component_call *call) {
      int64_t us;
      (void)context;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      job *job = malloc(sizeof *job);
      pthread_t thread;
      *job = (struct job){call->host->defer(call), us};
      if (pthread_create(&thread, NULL, work, job) != 0) work(job); else pthread_detach(thread);
      return COMPONENT_OK;
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
      usleep(20);
      if (context) thing->busy--;
      return bad ? component_reply_int(call, 0) : reply_version(call);
    }
    static int32_t add_things(const component_host *host, component_registration *registration, const char *name,
                              uint32_t flags, void *context) {
      component_target target = {COMPONENT_HEAD(component_target), .name = component_text_of(name), .flags = flags,
                                 .make = make, .destroy = destroy};
      component_row row = {"use", "", "", use, "", 0, context};
      int32_t status = host->add_target(registration, &target);
      return status == COMPONENT_OK ? component_add_actions(host, registration, name, &row, 1) : status;
    }
    static const component_row rows[] = {
      {"version", "", "", version, "", COMPONENT_ACTION_REMOTE, 0}, {"echo", "(text: text)", "", echo, "", COMPONENT_ACTION_REMOTE, 0},
      {"ask", "", "", ask, "", 0, 0}, {"nap", "", "", nap, "", 0, 0}, {"later", "", "", later, "", 0, 0}};
    COMPONENT_REGISTER(host, registration) {
      int32_t status = component_describe(host, registration, NAME, "", 1, 0, 0);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
      if (status == COMPONENT_OK)
        status = component_add_actions(host, registration, NAME, rows, COMPONENT_COUNT(rows));
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Serial", COMPONENT_TARGET_SERIAL, &alone);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Cached", COMPONENT_TARGET_CACHED, NULL);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Fresh", COMPONENT_TARGET_PER_CALL, &alone);
      component_route route = {COMPONENT_HEAD(component_route), .target = component_text_of(NAME),
                               .action = component_text_of("version"), .pattern = component_text_of("/number/:n<int>")};
      return status == COMPONENT_OK ? host->add_route(registration, &route) : status;
    }
    """
}
