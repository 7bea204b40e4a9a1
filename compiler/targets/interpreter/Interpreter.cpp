// The interpreter as a target: reference kernels, one after the other. It is the oracle.
#include "compiler/interp/Build.h"
#include "compiler/targets/Target.h"

namespace ingot {
namespace {

class InterpreterProgram : public Program::Impl {
public:
  explicit InterpreterProgram(std::shared_ptr<const interp::Program> program)
      : program(std::move(program)) {}

  Expected<std::vector<Value>> run(const std::vector<Value> &inputs,
                                   const RunOptions &options) const override {
    interp::RunOptions inner;
    inner.maxMemory = options.maxMemory;
    inner.timeout = options.timeout;
    inner.seed = options.seed;
    inner.observe = options.observe;
    return interp::run(*program, inputs, inner);
  }

private:
  std::shared_ptr<const interp::Program> program;
};

class InterpreterTarget : public Target {
public:
  TargetInfo info() const override {
    return {"interpreter", "reference kernels on the CPU, for correctness rather than speed"};
  }
  Expected<std::shared_ptr<const Program::Impl>> compile(const ModelSource &source,
                                                         const CompileOptions &) const override {
    auto program = INGOT_TRY(interp::buildProgram(source.module, source.owner));
    return std::shared_ptr<const Program::Impl>(
        std::make_shared<InterpreterProgram>(std::move(program)));
  }
};

} // namespace

const Target &targetInterpreter() {
  static const InterpreterTarget target;
  return target;
}

} // namespace ingot
