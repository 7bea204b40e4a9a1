// Loop steps as LLVM IR: a loop over units, in it a loop over the innermost dimension, several
// vectors at a time, and what is left of it element by element.
#include "compiler/codegen/Emitter.h"
#include "compiler/codegen/StepCode.h"
#include "compiler/codegen/Widen.h"

#include <algorithm>

using namespace llvm;

namespace ingot::codegen {
namespace {

class LoopEmitter {
public:
  LoopEmitter(Emitter &emit, const LoopStep &step, unsigned lanes, bool isGeneral)
      : emit(emit), builder(emit.builder), step(step), lanes(lanes), isGeneral(isGeneral) {}

  Status body(Function *function);

private:
  /// for (i = begin; i < end; i += stride) body(i), leaving the builder behind the loop.
  template <typename F> Status loop(Value *begin, Value *end, int64_t stride, F &&body);
  void pointers();
  Value *pitchOf(const Operand &operand);
  Status row();
  void enterUnit(Value *unit);
  Status elements(Value *index, unsigned width);
  Value *load(const Operand &operand, size_t k, Value *index, unsigned width);
  void store(const Operand &operand, size_t k, Value *index, Value *value, unsigned width);
  Align alignment(const Operand &operand) const { return Align(elementBytes(operand.type)); }

  Emitter &emit;
  IRBuilder<> &builder;
  const LoopStep &step;
  unsigned lanes;
  bool isGeneral;               ///< no size is known
  std::vector<Value *> bases;   ///< of the operands
  std::vector<Value *> pitches; ///< of the operands: from one element of a row to the next
  std::vector<Value *> rows;    ///< of the operands, in the current unit
};

template <typename F> Status LoopEmitter::loop(Value *begin, Value *end, int64_t stride, F &&body) {
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *before = builder.GetInsertBlock();
  auto *head = BasicBlock::Create(builder.getContext(), "loop", function);
  auto *inside = BasicBlock::Create(builder.getContext(), "body", function);
  auto *after = BasicBlock::Create(builder.getContext(), "after", function);
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(begin, before);
  builder.CreateCondBr(builder.CreateICmpSLT(index, end), inside, after);
  builder.SetInsertPoint(inside);
  INGOT_TRY(body(index));
  index->addIncoming(builder.CreateNSWAdd(index, builder.getInt64(stride)),
                     builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  return success();
}

/// Operands at one address share a pointer: code that writes where it reads says so.
void LoopEmitter::pointers() {
  for (size_t k = 0; k < step.operands.size(); ++k) {
    const Address &own = step.operands[k].address;
    auto same =
        std::find_if(step.operands.begin(), step.operands.begin() + static_cast<long>(k),
                     [&](const Operand &other) {
                       return other.address.base == own.base && other.address.offset == own.offset;
                     });
    size_t first = static_cast<size_t>(same - step.operands.begin());
    bases.push_back(first < k ? bases[first] : emit.pointer(own, k));
    pitches.push_back(pitchOf(step.operands[k]));
  }
}

Value *LoopEmitter::pitchOf(const Operand &operand) {
  int64_t stride = operand.strides.back();
  return stride == 0 || stride == 1 ? builder.getInt64(static_cast<uint64_t>(stride))
                                    : emit.size(stride);
}

/// Where each operand's row for this unit begins.
void LoopEmitter::enterUnit(Value *unit) {
  size_t outer = step.dims.size() - 1;
  std::vector<Value *> index(outer);
  for (size_t d = outer; d-- > 0;) {
    Value *size = emit.size(step.dims[d]);
    index[d] = d == 0 ? unit : builder.CreateURem(unit, size);
    if (d > 0)
      unit = builder.CreateUDiv(unit, size);
  }
  rows.clear();
  for (size_t k = 0; k < step.operands.size(); ++k) {
    const Operand &operand = step.operands[k];
    Value *offset = builder.getInt64(0);
    for (size_t d = 0; d < outer; ++d)
      if (operand.strides[d] != 0)
        offset =
            builder.CreateAdd(offset, builder.CreateMul(index[d], emit.size(operand.strides[d])));
    rows.push_back(builder.CreateInBoundsGEP(emit.storageType(operand.type), bases[k], offset));
  }
}

Value *LoopEmitter::load(const Operand &operand, size_t k, Value *index, unsigned width) {
  Type *type = emit.storageType(operand.type);
  int64_t stride = operand.strides.back();
  auto at = [&](Value *i) {
    return builder.CreateInBoundsGEP(type, rows[k], builder.CreateMul(i, pitches[k]));
  };
  if (stride == 1 || width == 1)
    return builder.CreateAlignedLoad(widened(type, width), at(index), alignment(operand));
  if (stride == 0)
    return builder.CreateVectorSplat(width,
                                     builder.CreateAlignedLoad(type, rows[k], alignment(operand)));
  Value *vector = PoisonValue::get(widened(type, width));
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *element = builder.CreateAlignedLoad(
        type, at(builder.CreateAdd(index, builder.getInt64(lane))), alignment(operand));
    vector = builder.CreateInsertElement(vector, element, lane);
  }
  return vector;
}

void LoopEmitter::store(const Operand &operand, size_t k, Value *index, Value *value,
                        unsigned width) {
  Type *type = emit.storageType(operand.type);
  int64_t stride = operand.strides.back();
  auto at = [&](Value *i) {
    return builder.CreateInBoundsGEP(type, rows[k], builder.CreateMul(i, pitches[k]));
  };
  if (stride == 1 || width == 1) {
    builder.CreateAlignedStore(value, at(index), alignment(operand));
    return;
  }
  for (unsigned lane = 0; lane < width; ++lane)
    builder.CreateAlignedStore(builder.CreateExtractElement(value, lane),
                               at(builder.CreateAdd(index, builder.getInt64(lane))),
                               alignment(operand));
}

Status LoopEmitter::elements(Value *index, unsigned width) {
  auto values =
      INGOT_TRY(emit.expression(step.expression, width, [&](const Expression::Node &node) {
        auto k = static_cast<size_t>(node.index);
        return load(step.operands[k], k, index, width);
      }));
  for (size_t r = 0; r < step.results.size(); ++r) {
    auto k = static_cast<size_t>(step.outputs[r]);
    store(step.operands[k], k, index, values[static_cast<size_t>(step.results[r])], width);
  }
  return success();
}

/// The elements of a unit: whole vectors, then the rest one by one.
Status LoopEmitter::row() {
  int64_t known = isGeneral ? 0 : step.dims.back(), knownWhole = known / lanes * lanes;
  Value *size = emit.size(step.dims.back()), *begin = builder.getInt64(0);
  if (lanes > 1 && (isGeneral || knownWhole > 0)) {
    Value *whole = builder.CreateAnd(size, builder.getInt64(~uint64_t{lanes - 1}));
    INGOT_TRY(loop(begin, whole, lanes, [&](Value *index) { return elements(index, lanes); }));
    begin = whole;
  }
  if (isGeneral || knownWhole < known || lanes == 1)
    INGOT_TRY(loop(begin, size, 1, [&](Value *index) { return elements(index, 1); }));
  return success();
}

Status LoopEmitter::body(Function *function) {
  builder.SetInsertPoint(BasicBlock::Create(builder.getContext(), "entry", function));
  emit.enter(function->getArg(0), function->getArg(1));
  pointers();
  INGOT_TRY(loop(function->getArg(2), function->getArg(3), 1, [&](Value *unit) -> Status {
    enterUnit(unit);
    return row();
  }));
  builder.CreateRet(builder.getInt64(0));
  return success();
}

/// Two vectors' worth of the widest compute type, so that one can be computed while the other is
/// loaded.
unsigned lanesFor(const LoopStep &step, const machine::Isa &isa) {
  int64_t widest = 1;
  for (const Operand &operand : step.operands)
    widest = std::max<int64_t>(widest, static_cast<int64_t>(elementBytes(operand.type)));
  for (const auto &node : step.expression.nodes)
    if (node.kind == Expression::Kind::Formula && !isFloat(node.type))
      widest = 8;
  return static_cast<unsigned>(2 * isa.vectorBytes / std::max<int64_t>(widest, 4));
}

} // namespace

std::unique_ptr<Module> emptyModule(LLVMContext &context, const Library &library,
                                    const machine::Machine &machine) {
  auto module = std::make_unique<Module>("step", context);
  module->setTargetTriple(
      Triple(StringRef(machine.isa->triple.data(), machine.isa->triple.size())));
  module->setDataLayout(library.dataLayout());
  library.copyFlags(*module);
  return module;
}

Function *stepFunction(Module &module, const machine::Machine &machine) {
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  auto *type = FunctionType::get(
      word, {PointerType::get(context, 0), PointerType::get(context, 0), word, word}, false);
  auto *function = Function::Create(type, GlobalValue::ExternalLinkage, stepName, module);
  setMachine(*function, machine);
  return function;
}

void setMachine(Function &function, const machine::Machine &machine) {
  function.removeFnAttr(Attribute::VScaleRange); // the library's; a machine may have longer vectors
  function.addFnAttr("target-cpu", machine.cpu);
  function.addFnAttr("target-features", machine.features);
  function.addFnAttr("prefer-vector-width", std::to_string(machine.isa->vectorBytes * 8));
  function.addFnAttr(Attribute::NoUnwind);
}

Expected<StepCode> loopCode(LLVMContext &context, const LoopStep &step,
                            const machine::Machine &machine, Specialize level) {
  auto library = INGOT_TRY(Library::openFormulas(context, *machine.isa));
  auto module = emptyModule(context, *library, machine);
  Emitter emit(*module, *library, level, step.operands.size(), machine.isa->fuses());
  LoopEmitter loop(emit, step, lanesFor(step, *machine.isa), level == Specialize::None);
  INGOT_TRY(loop.body(stepFunction(*module, machine)));
  return module;
}

} // namespace ingot::codegen
