// The lowering as a pass of ingot-opt: --lower-to-instr.
#pragma once

namespace ingot::lower {

void registerLowerPass();

} // namespace ingot::lower
