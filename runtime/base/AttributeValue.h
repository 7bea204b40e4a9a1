// AttributeValue: a compile-time parameter of an operator as plain data.
#pragma once

#include "ingot/Tensor.h"

#include <variant>

namespace ingot {

using AttributeValue =
    std::variant<int64_t, float, bool, std::string, std::vector<int64_t>, std::vector<float>,
                 std::vector<std::string>, ElementType, Tensor>;

} // namespace ingot
