// The bytes of the files, embedded from where they are kept, so that what is served is what lies in the repository.

#include "schemas.h"

// Swift's clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char bindings_1[] = {
#embed "published/bindings-1.json"
};

static const char bindings_check_1[] = {
#embed "published/bindings-check-1.json"
};

static const char changes_1[] = {
#embed "published/changes-1.json"
};

static const char check_1[] = {
#embed "published/check-1.json"
};

static const char cluster_event_1[] = {
#embed "published/cluster-event-1.json"
};

static const char cluster_list_1[] = {
#embed "published/cluster-list-1.json"
};

static const char cluster_top_1[] = {
#embed "published/cluster-top-1.json"
};

static const char components_1[] = {
#embed "published/components-1.json"
};

static const char crashes_1[] = {
#embed "published/crashes-1.json"
};

static const char describe_1[] = {
#embed "published/describe-1.json"
};

static const char describe_2[] = {
#embed "published/describe-2.json"
};

static const char event_1[] = {
#embed "published/event-1.json"
};

static const char explain_1[] = {
#embed "published/explain-1.json"
};

static const char failure_1[] = {
#embed "published/failure-1.json"
};

static const char from_1[] = {
#embed "published/from-1.json"
};

static const char generations_1[] = {
#embed "published/generations-1.json"
};

static const char graph_1[] = {
#embed "published/graph-1.json"
};

static const char inspect_1[] = {
#embed "published/inspect-1.json"
};

static const char inspect_2[] = {
#embed "published/inspect-2.json"
};

static const char installed_1[] = {
#embed "published/installed-1.json"
};

static const char list_1[] = {
#embed "published/list-1.json"
};

static const char log_1[] = {
#embed "published/log-1.json"
};

static const char lost_1[] = {
#embed "published/lost-1.json"
};

static const char new_1[] = {
#embed "published/new-1.json"
};

static const char news_1[] = {
#embed "published/news-1.json"
};

static const char open_dry_run_1[] = {
#embed "published/open-dry-run-1.json"
};

static const char progress_1[] = {
#embed "published/progress-1.json"
};

static const char routes_1[] = {
#embed "published/routes-1.json"
};

static const char service_log_1[] = {
#embed "published/service-log-1.json"
};

static const char top_1[] = {
#embed "published/top-1.json"
};

static const char warning_1[] = {
#embed "published/warning-1.json"
};

static const published_schema schemas[] = {
    {"bindings-1.json", bindings_1, sizeof(bindings_1)},
    {"bindings-check-1.json", bindings_check_1, sizeof(bindings_check_1)},
    {"changes-1.json", changes_1, sizeof(changes_1)},
    {"check-1.json", check_1, sizeof(check_1)},
    {"cluster-event-1.json", cluster_event_1, sizeof(cluster_event_1)},
    {"cluster-list-1.json", cluster_list_1, sizeof(cluster_list_1)},
    {"cluster-top-1.json", cluster_top_1, sizeof(cluster_top_1)},
    {"components-1.json", components_1, sizeof(components_1)},
    {"crashes-1.json", crashes_1, sizeof(crashes_1)},
    {"describe-1.json", describe_1, sizeof(describe_1)},
    {"describe-2.json", describe_2, sizeof(describe_2)},
    {"event-1.json", event_1, sizeof(event_1)},
    {"explain-1.json", explain_1, sizeof(explain_1)},
    {"failure-1.json", failure_1, sizeof(failure_1)},
    {"from-1.json", from_1, sizeof(from_1)},
    {"generations-1.json", generations_1, sizeof(generations_1)},
    {"graph-1.json", graph_1, sizeof(graph_1)},
    {"inspect-1.json", inspect_1, sizeof(inspect_1)},
    {"inspect-2.json", inspect_2, sizeof(inspect_2)},
    {"installed-1.json", installed_1, sizeof(installed_1)},
    {"list-1.json", list_1, sizeof(list_1)},
    {"log-1.json", log_1, sizeof(log_1)},
    {"lost-1.json", lost_1, sizeof(lost_1)},
    {"new-1.json", new_1, sizeof(new_1)},
    {"news-1.json", news_1, sizeof(news_1)},
    {"open-dry-run-1.json", open_dry_run_1, sizeof(open_dry_run_1)},
    {"progress-1.json", progress_1, sizeof(progress_1)},
    {"routes-1.json", routes_1, sizeof(routes_1)},
    {"service-log-1.json", service_log_1, sizeof(service_log_1)},
    {"top-1.json", top_1, sizeof(top_1)},
    {"warning-1.json", warning_1, sizeof(warning_1)},
};

const published_schema *published_schema_at(size_t index) {
  return index < sizeof(schemas) / sizeof(schemas[0]) ? &schemas[index] : NULL;
}
