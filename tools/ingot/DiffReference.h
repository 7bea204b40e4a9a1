// DiffReference: where the tensors come from that `ingot diff` wants: another run, or files.
//
// Two targets need not run the same operators: one may have computed at compile time what another
// one computes in the run. Layers are found by the names of the model's nodes and how often they
// came; of a node that both run, the operators are compared of which both run as many. What only
// one side runs is left out.
#pragma once

#include "tools/ingot/LayerStream.h"
#include "tools/ingot/TensorFolder.h"

#include <map>
#include <set>

namespace ingot::tool {

class DiffReference {
public:
  virtual ~DiffReference() = default;
  /// For each operator of a layer its tensors by name; those that the reference lacks are left out.
  virtual Expected<std::vector<NamedTensors>> layer(const Layer &found) = 0;
  virtual Expected<NamedTensors> outputs(const NamedTensors &found) = 0;
};

/// The nodes that a program runs, as far as its report says; those of the model if it says nothing.
std::set<std::string> nodesOf(const Model &model, const Program &program);

/// A run of another program; `compared` are the nodes that the first one runs.
Expected<std::unique_ptr<DiffReference>> runReference(const Model &model, Program program,
                                                      std::vector<Value> inputs,
                                                      const RunOptions &options,
                                                      std::set<std::string> compared);
/// NAME.npy files.
std::unique_ptr<DiffReference> fileReference(const std::string &folder);

} // namespace ingot::tool
