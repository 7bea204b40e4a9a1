// The gradient of a traced function, by reverse mode: from the result back to the variables.
#pragma once

#include "compiler/import/base/Emitter.h"

namespace ingot::autodiff {

/// Emits the derivatives of the sum of the trace's only output by each of the variables: zeros for
/// one that it does not depend on, none for one that is not wanted. An error names all operators
/// that have no derivative.
Expected<std::vector<importer::Handle>>
differentiate(importer::Emitter &emitter, const importer::Trace &trace,
              const std::vector<importer::Handle> &variables, const std::vector<bool> &wanted);

} // namespace ingot::autodiff
