// The small host for tests in C, tried on targets that make instances.

#include "component_test.h"

int main(void) {
  component_test *test = component_test_open("./libInstances.so");
  COMPONENT_EXPECT(test, "count", NULL, 0, "[1,0]");
  COMPONENT_EXPECT(test, "count", NULL, 0, "[1,0]");
  COMPONENT_EXPECT(test, "Instances.Each.count", NULL, 0, "[2,0]");
  COMPONENT_EXPECT(test, "Instances.Each.count", NULL, 0, "[3,1]");
  COMPONENT_EXPECT_FAILURE(test, "Instances.None.count", NULL, 0, "no_instance");

  // One that was let go of is destroyed when no call is in it, and the next call has a new one.
  COMPONENT_EXPECT(test, "drop", NULL, 0, "[3,2]");
  COMPONENT_EXPECT(test, "count", NULL, 0, "[4,3]");
  COMPONENT_EXPECT_FAILURE(test, "Instances.Each.drop", NULL, 0, "not_dropped");
  const component_text own = component_text_of("Instances");
  if (test->table.release_instance(&test->table, own, NULL, NULL) != COMPONENT_OK) return 1;
  if (test->table.release_instance(&test->table, own, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 2;
  COMPONENT_EXPECT(test, "count", NULL, 0, "[6,5]");
  return component_test_close(test);
}
