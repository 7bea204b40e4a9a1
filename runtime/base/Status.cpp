// Number formatting for messages.
#include "ingot/Status.h"

#include <cstdio>

void ingot::detail::append(std::string &out, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.9g", value);
  out += text;
}
