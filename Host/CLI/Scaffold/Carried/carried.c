// The bytes of the files, embedded from where they are kept. They lie in the program's read-only data, and are not
// touched before they are asked for.

#include "carried.h"

// Swift's clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const carried_file files[] = {
    {"include/component.h", (const char[]){
#embed "../../../ABI/include/component.h" suffix(, 0)
    }},
    {"include/component.hpp", (const char[]){
#embed "../../../ABI/include/component.hpp" suffix(, 0)
    }},
    {"include/component_author.h", (const char[]){
#embed "../../../ABI/include/component_author.h" suffix(, 0)
    }},
    {"include/component_test.h", (const char[]){
#embed "../../../ABI/include/component_test.h" suffix(, 0)
    }},
    {"include/component_test.hpp", (const char[]){
#embed "../../../ABI/include/component_test.hpp" suffix(, 0)
    }},
    {"include/author/answer.h", (const char[]){
#embed "../../../ABI/include/author/answer.h" suffix(, 0)
    }},
    {"include/author/base64.h", (const char[]){
#embed "../../../ABI/include/author/base64.h" suffix(, 0)
    }},
    {"include/author/build.h", (const char[]){
#embed "../../../ABI/include/author/build.h" suffix(, 0)
    }},
    {"include/author/collection.h", (const char[]){
#embed "../../../ABI/include/author/collection.h" suffix(, 0)
    }},
    {"include/author/conversion.h", (const char[]){
#embed "../../../ABI/include/author/conversion.h" suffix(, 0)
    }},
    {"include/author/date.h", (const char[]){
#embed "../../../ABI/include/author/date.h" suffix(, 0)
    }},
    {"include/author/deferred.h", (const char[]){
#embed "../../../ABI/include/author/deferred.h" suffix(, 0)
    }},
    {"include/author/event.h", (const char[]){
#embed "../../../ABI/include/author/event.h" suffix(, 0)
    }},
    {"include/author/failure.h", (const char[]){
#embed "../../../ABI/include/author/failure.h" suffix(, 0)
    }},
    {"include/author/intercept.h", (const char[]){
#embed "../../../ABI/include/author/intercept.h" suffix(, 0)
    }},
    {"include/author/keep.h", (const char[]){
#embed "../../../ABI/include/author/keep.h" suffix(, 0)
    }},
    {"include/author/log.h", (const char[]){
#embed "../../../ABI/include/author/log.h" suffix(, 0)
    }},
    {"include/author/manifest.h", (const char[]){
#embed "../../../ABI/include/author/manifest.h" suffix(, 0)
    }},
    {"include/author/message.h", (const char[]){
#embed "../../../ABI/include/author/message.h" suffix(, 0)
    }},
    {"include/author/neighbour.h", (const char[]){
#embed "../../../ABI/include/author/neighbour.h" suffix(, 0)
    }},
    {"include/author/parameter.h", (const char[]){
#embed "../../../ABI/include/author/parameter.h" suffix(, 0)
    }},
    {"include/author/reading.h", (const char[]){
#embed "../../../ABI/include/author/reading.h" suffix(, 0)
    }},
    {"include/author/refusal.h", (const char[]){
#embed "../../../ABI/include/author/refusal.h" suffix(, 0)
    }},
    {"include/author/registration.h", (const char[]){
#embed "../../../ABI/include/author/registration.h" suffix(, 0)
    }},
    {"include/author/reply.h", (const char[]){
#embed "../../../ABI/include/author/reply.h" suffix(, 0)
    }},
    {"include/author/text.h", (const char[]){
#embed "../../../ABI/include/author/text.h" suffix(, 0)
    }},
    {"include/author/thread.h", (const char[]){
#embed "../../../ABI/include/author/thread.h" suffix(, 0)
    }},
    {"include/author/value.h", (const char[]){
#embed "../../../ABI/include/author/value.h" suffix(, 0)
    }},
    {"include/author/way.h", (const char[]){
#embed "../../../ABI/include/author/way.h" suffix(, 0)
    }},
    {"include/cpp/call.hpp", (const char[]){
#embed "../../../ABI/include/cpp/call.hpp" suffix(, 0)
    }},
    {"include/cpp/date.hpp", (const char[]){
#embed "../../../ABI/include/cpp/date.hpp" suffix(, 0)
    }},
    {"include/cpp/face.hpp", (const char[]){
#embed "../../../ABI/include/cpp/face.hpp" suffix(, 0)
    }},
    {"include/cpp/failure.hpp", (const char[]){
#embed "../../../ABI/include/cpp/failure.hpp" suffix(, 0)
    }},
    {"include/cpp/form.hpp", (const char[]){
#embed "../../../ABI/include/cpp/form.hpp" suffix(, 0)
    }},
    {"include/cpp/held.hpp", (const char[]){
#embed "../../../ABI/include/cpp/held.hpp" suffix(, 0)
    }},
    {"include/cpp/host.hpp", (const char[]){
#embed "../../../ABI/include/cpp/host.hpp" suffix(, 0)
    }},
    {"include/cpp/intercept.hpp", (const char[]){
#embed "../../../ABI/include/cpp/intercept.hpp" suffix(, 0)
    }},
    {"include/cpp/registration.hpp", (const char[]){
#embed "../../../ABI/include/cpp/registration.hpp" suffix(, 0)
    }},
    {"include/cpp/value.hpp", (const char[]){
#embed "../../../ABI/include/cpp/value.hpp" suffix(, 0)
    }},
    {"include/test/call.h", (const char[]){
#embed "../../../ABI/include/test/call.h" suffix(, 0)
    }},
    {"include/test/event.h", (const char[]){
#embed "../../../ABI/include/test/event.h" suffix(, 0)
    }},
    {"include/test/form.h", (const char[]){
#embed "../../../ABI/include/test/form.h" suffix(, 0)
    }},
    {"include/test/generation.h", (const char[]){
#embed "../../../ABI/include/test/generation.h" suffix(, 0)
    }},
    {"include/test/host.h", (const char[]){
#embed "../../../ABI/include/test/host.h" suffix(, 0)
    }},
    {"include/test/image.h", (const char[]){
#embed "../../../ABI/include/test/image.h" suffix(, 0)
    }},
    {"include/test/json.h", (const char[]){
#embed "../../../ABI/include/test/json.h" suffix(, 0)
    }},
    {"include/test/log.h", (const char[]){
#embed "../../../ABI/include/test/log.h" suffix(, 0)
    }},
    {"include/test/outcome.h", (const char[]){
#embed "../../../ABI/include/test/outcome.h" suffix(, 0)
    }},
    {"include/test/question.h", (const char[]){
#embed "../../../ABI/include/test/question.h" suffix(, 0)
    }},
    {"include/test/reader.h", (const char[]){
#embed "../../../ABI/include/test/reader.h" suffix(, 0)
    }},
    {"include/test/registration.h", (const char[]){
#embed "../../../ABI/include/test/registration.h" suffix(, 0)
    }},
    {"include/test/signature.h", (const char[]){
#embed "../../../ABI/include/test/signature.h" suffix(, 0)
    }},
    {"include/test/step.h", (const char[]){
#embed "../../../ABI/include/test/step.h" suffix(, 0)
    }},
    {"include/test/stub.h", (const char[]){
#embed "../../../ABI/include/test/stub.h" suffix(, 0)
    }},
    {"include/test/url.h", (const char[]){
#embed "../../../ABI/include/test/url.h" suffix(, 0)
    }},
    {"rust/asking.rs", (const char[]){
#embed "../../../ABI/rust/asking.rs" suffix(, 0)
    }},
    {"rust/call.rs", (const char[]){
#embed "../../../ABI/rust/call.rs" suffix(, 0)
    }},
    {"rust/contract.rs", (const char[]){
#embed "../../../ABI/rust/contract.rs" suffix(, 0)
    }},
    {"rust/data.rs", (const char[]){
#embed "../../../ABI/rust/data.rs" suffix(, 0)
    }},
    {"rust/date.rs", (const char[]){
#embed "../../../ABI/rust/date.rs" suffix(, 0)
    }},
    {"rust/deferred.rs", (const char[]){
#embed "../../../ABI/rust/deferred.rs" suffix(, 0)
    }},
    {"rust/event.rs", (const char[]){
#embed "../../../ABI/rust/event.rs" suffix(, 0)
    }},
    {"rust/fault.rs", (const char[]){
#embed "../../../ABI/rust/fault.rs" suffix(, 0)
    }},
    {"rust/held.rs", (const char[]){
#embed "../../../ABI/rust/held.rs" suffix(, 0)
    }},
    {"rust/instance.rs", (const char[]){
#embed "../../../ABI/rust/instance.rs" suffix(, 0)
    }},
    {"rust/intercept.rs", (const char[]){
#embed "../../../ABI/rust/intercept.rs" suffix(, 0)
    }},
    {"rust/mod.rs", (const char[]){
#embed "../../../ABI/rust/mod.rs" suffix(, 0)
    }},
    {"rust/neighbour.rs", (const char[]){
#embed "../../../ABI/rust/neighbour.rs" suffix(, 0)
    }},
    {"rust/parameter.rs", (const char[]){
#embed "../../../ABI/rust/parameter.rs" suffix(, 0)
    }},
    {"rust/record.rs", (const char[]){
#embed "../../../ABI/rust/record.rs" suffix(, 0)
    }},
    {"rust/refusal.rs", (const char[]){
#embed "../../../ABI/rust/refusal.rs" suffix(, 0)
    }},
    {"rust/registration.rs", (const char[]){
#embed "../../../ABI/rust/registration.rs" suffix(, 0)
    }},
    {"rust/row.rs", (const char[]){
#embed "../../../ABI/rust/row.rs" suffix(, 0)
    }},
    {"rust/start.rs", (const char[]){
#embed "../../../ABI/rust/start.rs" suffix(, 0)
    }},
    {"rust/testing.rs", (const char[]){
#embed "../../../ABI/rust/testing.rs" suffix(, 0)
    }},
    {"rust/testing_call.rs", (const char[]){
#embed "../../../ABI/rust/testing_call.rs" suffix(, 0)
    }},
    {"rust/testing_generation.rs", (const char[]){
#embed "../../../ABI/rust/testing_generation.rs" suffix(, 0)
    }},
    {"rust/testing_instance.rs", (const char[]){
#embed "../../../ABI/rust/testing_instance.rs" suffix(, 0)
    }},
    {"rust/testing_registration.rs", (const char[]){
#embed "../../../ABI/rust/testing_registration.rs" suffix(, 0)
    }},
    {"rust/testing_signature.rs", (const char[]){
#embed "../../../ABI/rust/testing_signature.rs" suffix(, 0)
    }},
    {"rust/testing_stub.rs", (const char[]){
#embed "../../../ABI/rust/testing_stub.rs" suffix(, 0)
    }},
    {"rust/testing_table.rs", (const char[]){
#embed "../../../ABI/rust/testing_table.rs" suffix(, 0)
    }},
    {"rust/testing_url.rs", (const char[]){
#embed "../../../ABI/rust/testing_url.rs" suffix(, 0)
    }},
    {"rust/way.rs", (const char[]){
#embed "../../../ABI/rust/way.rs" suffix(, 0)
    }},
};

const carried_file *carried_file_at(size_t index) {
  return index < sizeof(files) / sizeof(files[0]) ? &files[index] : NULL;
}
