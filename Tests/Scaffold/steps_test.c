// The small host for tests in C, tried on a component that starts, saves, restores and shuts down.

#include "component_test.h"

static bool is_there(const char *path) {
  FILE *file = fopen(path, "r");
  if (file) fclose(file);
  return file != NULL;
}

static void wish(const char *path) {
  FILE *file = fopen(path, "w");
  if (file) fclose(file);
}

int main(void) {
  component_test *test = component_test_open("./libSteps.so");
  char folder[4096], where[4200];
  if (!getcwd(folder, sizeof(folder))) return 1;
  snprintf(where, sizeof(where), "[\"Steps\",\"%s\"]", folder);
  COMPONENT_EXPECT(test, "where", NULL, 0, where);
  if (!is_there("steps.own")) return 2;

  // A step by itself. Without `save` no other one runs.
  const component_entry two[] = {component_pair("more", component_int(2))};
  COMPONENT_EXPECT(test, "add", two, 1, "2");
  COMPONENT_EXPECT_STEP(test, memory_pressure, NULL, 0, "2");
  COMPONENT_EXPECT_STEP_FAILURE(test, restore, NULL, 0, "missing_parameter");
  COMPONENT_EXPECT_STEP_FAILURE(test, start, NULL, 0, "owned");
  COMPONENT_EXPECT_LOGGED(test, "info start\ninfo restore\ninfo start\n");
  COMPONENT_EXPECT_LOGGED(test, "");

  // The next generation, with variables of its own, takes the state and what only one can own.
  COMPONENT_EXPECT_REPLACED(test, "./libSteps.so");
  COMPONENT_EXPECT_LOGGED(test, "info save\ninfo restore\ninfo start\ninfo shutdown\n"
                                "debug gives back what it described\n");
  COMPONENT_EXPECT(test, "add", NULL, 0, "3");
  COMPONENT_EXPECT(test, "where", NULL, 0, where);
  COMPONENT_EXPECT_REPLACED(test, "libSteps.so");
  COMPONENT_EXPECT(test, "add", NULL, 0, "4");
  COMPONENT_EXPECT_LOGGED(test, "info save\ninfo restore\ninfo start\ninfo shutdown\n"
                                "debug gives back what it described\n");

  // Where the next one does not start, this one gets its state back and goes on.
  wish("steps.forbidden");
  COMPONENT_EXPECT_NOT_REPLACED(test, "./libSteps.so", "start_failed");
  COMPONENT_EXPECT_LOGGED(test, "info save\ninfo restore\ninfo start\ninfo shutdown\n"
                                "debug gives back what it described\ninfo restore\ninfo start\n");
  COMPONENT_EXPECT(test, "add", NULL, 0, "5");
  if (!is_there("steps.own")) return 3;

  // Where it does not save, it has let go of nothing.
  const component_entry down[] = {component_pair("more", component_int(-10))};
  COMPONENT_EXPECT(test, "add", down, 1, "-5");
  COMPONENT_EXPECT_NOT_REPLACED(test, "./libSteps.so", "save_failed");
  COMPONENT_EXPECT_LOGGED(test, "info save\ninfo shutdown\ndebug gives back what it described\n");
  COMPONENT_EXPECT_NOT_REPLACED(test, "./libNothing.so", "not_registered");
  wish("steps.twice");
  COMPONENT_EXPECT_NOT_REPLACED(test, "./libSteps.so", "not_registered");
  COMPONENT_EXPECT(test, "add", NULL, 0, "-4");
  if (!is_there("steps.own")) return 4;

  COMPONENT_EXPECT_LOGGED(test, "debug gives back what it described\n");

  // Levels by their names; one that is not known is the next lower one.
  const int levels[] = {5, 10, 25, 30, 99};
  for (size_t index = 0; index < COMPONENT_COUNT(levels); index++) {
    const component_entry level[] = {component_pair("level", component_int(levels[index]))};
    COMPONENT_EXPECT(test, "say", level, 1, "null");
  }
  COMPONENT_EXPECT_LOGGED(test, "debug said\ndebug said\ninfo said\nwarning said\nerror said\n");

  // What is wrong is told, and counted.
  size_t before = test->failures;
  bool was_right = component_test_expect_replaced(test, "a wrong test", 1, "./libSteps.so", NULL) ||
                   component_test_expect_replaced(test, "a wrong test", 2, "./libSteps.so", "start_failed") ||
                   component_test_expect_logged(test, "a wrong test", 3, "") ||
                   component_test_expect_step(test, "a wrong test", 4, "save", NULL, NULL, 0, false, "null");
  if (was_right || test->failures != before + 4) return 5;
  test->failures = before;
  if (component_test_close(test) != 0 || is_there("steps.own")) return 6;

  // A state of the test's own, and one that is refused: then it starts without.
  const component_value item = component_int(40);
  const component_entry entries[] = {component_pair("count", component_list(&item, 1)),
                                     component_pair("by", component_string("steps"))};
  const component_value state = component_map(entries, 2);
  test = component_test_open_with("./libSteps.so", &state);
  COMPONENT_EXPECT(test, "add", NULL, 0, "41");
  COMPONENT_EXPECT_LOGGED(test, "info restore\ninfo start\n");
  if (component_test_close(test) != 0) return 7;
  test = component_test_open_with("./libSteps.so", &item);
  COMPONENT_EXPECT(test, "add", NULL, 0, "1");
  COMPONENT_EXPECT_LOGGED(test, "info restore\ninfo start\n");
  return component_test_close(test);
}
