// The bytes of the files, embedded from where they are kept, so that what is served is what lies in the repository.

#include "schemas.h"

// Swift's clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char crashes_1[] = {
#embed "published/crashes-1.json"
};

static const char describe_1[] = {
#embed "published/describe-1.json"
};

static const char describe_2[] = {
#embed "published/describe-2.json"
};

static const char failure_1[] = {
#embed "published/failure-1.json"
};

static const char generations_1[] = {
#embed "published/generations-1.json"
};

static const char list_1[] = {
#embed "published/list-1.json"
};

static const char log_1[] = {
#embed "published/log-1.json"
};

static const char progress_1[] = {
#embed "published/progress-1.json"
};

static const char routes_1[] = {
#embed "published/routes-1.json"
};

static const char warning_1[] = {
#embed "published/warning-1.json"
};

static const published_schema schemas[] = {
    {"crashes-1.json", crashes_1, sizeof(crashes_1)},
    {"describe-1.json", describe_1, sizeof(describe_1)},
    {"describe-2.json", describe_2, sizeof(describe_2)},
    {"failure-1.json", failure_1, sizeof(failure_1)},
    {"generations-1.json", generations_1, sizeof(generations_1)},
    {"list-1.json", list_1, sizeof(list_1)},
    {"log-1.json", log_1, sizeof(log_1)},
    {"progress-1.json", progress_1, sizeof(progress_1)},
    {"routes-1.json", routes_1, sizeof(routes_1)},
    {"warning-1.json", warning_1, sizeof(warning_1)},
};

const published_schema *published_schema_at(size_t index) {
  return index < sizeof(schemas) / sizeof(schemas[0]) ? &schemas[index] : NULL;
}
