// Objects to functions in this process, through LLVM's JIT linker.
#include "compiler/codegen/Link.h"

#include "compiler/machine/Machine.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace llvm;

namespace ingot::codegen {
namespace {
Status asStatus(Error error) { return failure(llvm::toString(std::move(error))); }
} // namespace

ingot::Expected<LinkedCode> link(const std::vector<runtime::Object> &objects,
                                 const std::vector<std::string> &symbols) {
  machine::initializeLlvm();
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return asStatus(jit.takeError());
  for (const runtime::Object &object : objects) {
    MemoryBufferRef bytes(*object.bytes, object.name);
    if (Error error = (*jit)->addObjectFile(MemoryBuffer::getMemBuffer(bytes, false)))
      return asStatus(std::move(error));
  }
  LinkedCode code;
  for (const std::string &symbol : symbols) {
    if (code.functions.contains(symbol))
      continue;
    auto address = (*jit)->lookup(symbol);
    if (!address)
      return asStatus(address.takeError());
    code.functions[symbol] = address->toPtr<runtime::StepFunction>();
  }
  code.owner = std::shared_ptr<const void>(std::move(*jit));
  return code;
}

} // namespace ingot::codegen
