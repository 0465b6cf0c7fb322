// The small host for tests in C, tried on targets that make instances.

#include "component_test.h"

int main(void) {
  component_test *test = component_test_open("./libInstances.so");
  COMPONENT_EXPECT(test, "count", NULL, 0, "[1,0]");
  COMPONENT_EXPECT(test, "count", NULL, 0, "[1,0]");
  COMPONENT_EXPECT(test, "Instances.Each.count", NULL, 0, "[2,0]");
  COMPONENT_EXPECT(test, "Instances.Each.count", NULL, 0, "[3,1]");
  COMPONENT_EXPECT_FAILURE(test, "Instances.None.count", NULL, 0, "no_instance");
  return component_test_close(test);
}
