// The instr dialect: a list of instructions on typed memory.
//
// A program is one block. It begins with what it is given, the declare section: weights, inputs,
// outputs. Then come buffers, views of them, and instructions that read and write them. Memory has
// a shape and strides, so that a layout is a property of a buffer and of no instruction.
#ifndef INGOT_INSTR
#define INGOT_INSTR

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Instr_Dialect : Dialect {
  let name = "instr";
  let cppNamespace = "::ingot::instr";
  let summary = "Instructions on typed memory regions.";
  let description = [{
    Each operand of an instruction is `@in`, `@out` or `@inout`: that is its memory effect. A buffer
    lives from its alloc to its dealloc; a view is another shape of the memory it names. What
    instructions compute stands in their regions as graph operators.
  }];
}

class Instr_Op<string mnemonic, list<Trait> traits = []> : Op<Instr_Dialect, mnemonic, traits>;

//===--------------------------------------------------------------------------------------------===//
// The program and its declare section
//===--------------------------------------------------------------------------------------------===//

def Instr_ProgramOp
    : Instr_Op<"program", [IsolatedFromAbove, Symbol, SingleBlock, NoTerminator]> {
  let summary = "Declarations, then instructions, in the order they run.";
  let description = [{
    C1 declarations come first; C2 nothing is read before it is written; C3 nothing is used after
    its dealloc or twice deallocated; C4 buffers that live at the same time and have offsets do not
    overlap; C5 weights and inputs are not written; C6 every output is written.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<I64Attr>:$arena);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name (`arena` $arena^)? attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

class Instr_Declaration<string mnemonic> : Instr_Op<mnemonic, [Pure]> {
  let results = (outs AnyMemRef:$memory);
}
def Instr_WeightOp : Instr_Declaration<"weight"> {
  let summary = "Constant memory with these elements, row-major in the memory's own order of axes.";
  let description = [{
    `recipe` names what the elements were made of and how, where that is known: equal recipes, equal
    elements.
  }];
  let arguments = (ins StrAttr:$name, ElementsAttr:$value, OptionalAttr<I64Attr>:$offset,
                       OptionalAttr<StrAttr>:$recipe);
  let assemblyFormat = "$name (`at` $offset^)? attr-dict `=` $value `->` type($memory)";
}
def Instr_InputOp : Instr_Declaration<"input"> {
  let summary = "Memory that the caller has filled.";
  let arguments = (ins I64Attr:$index, StrAttr:$name);
  let assemblyFormat = "$index $name attr-dict `:` type($memory)";
}
def Instr_OutputOp : Instr_Declaration<"output"> {
  let summary = "Memory that the caller reads after the run.";
  let arguments = (ins I64Attr:$index, StrAttr:$name);
  let assemblyFormat = "$index $name attr-dict `:` type($memory)";
}

//===--------------------------------------------------------------------------------------------===//
// Buffers
//===--------------------------------------------------------------------------------------------===//

def Instr_AllocOp : Instr_Op<"alloc"> {
  let summary = "The beginning of a buffer's life; `at` is its place in the arena once planned.";
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memory);
  let assemblyFormat = "(`at` $offset^)? attr-dict `:` type($memory)";
}
def Instr_DeallocOp : Instr_Op<"dealloc"> {
  let summary = "The end of a buffer's life.";
  let arguments = (ins Arg<AnyMemRef, "", [MemFree]>:$memory);
  let assemblyFormat = "$memory attr-dict `:` type($memory)";
}
def Instr_ViewOp : Instr_Op<"view", [Pure]> {
  let summary = "The same memory under another shape, strides and offset, all of the result's type.";
  let description = [{
    The offset counts elements from the beginning of the buffer at the root, not of the operand.
  }];
  let arguments = (ins AnyMemRef:$source);
  let results = (outs AnyMemRef:$memory);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($memory)";
  let hasVerifier = 1;
}

//===--------------------------------------------------------------------------------------------===//
// Instructions
//===--------------------------------------------------------------------------------------------===//

/// Operands with roles, `(@in %a : type, @out %b : type)`, and what of the operator they compute.
class Instr_Instruction<string mnemonic, list<Trait> traits = []>
    : Instr_Op<mnemonic, !listconcat([DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], traits)> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      ::ingot::instr::roleEffects(getOperation(), getRoles(), effects);
    }
  }];
}

def Instr_CopyOp : Instr_Instruction<"copy"> {
  let summary = "Copies elements from memory to memory of the same shape, whatever the strides.";
  let arguments = (ins Variadic<AnyMemRef>:$operands, DenseI8ArrayAttr:$roles);
  let assemblyFormat = "custom<Operands>($operands, type($operands), $roles) attr-dict";
  let hasVerifier = 1;
}

def Instr_MapOp : Instr_Instruction<"map", [SingleBlock]> {
  let summary = "Elementwise operators as one loop.";
  let description = [{
    The region has one argument per operand that is read, a tensor of the operand's shape, and
    yields one tensor per operand that is written, in order. Values broadcast as in graph IR.
  }];
  let arguments = (ins Variadic<AnyMemRef>:$operands, DenseI8ArrayAttr:$roles);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "custom<Operands>($operands, type($operands), $roles) attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Instr_HostOp : Instr_Instruction<"host", [SingleBlock]> {
  let summary = "Operators that the reference evaluators run, on dense memory.";
  let description = [{ Region as for map. }];
  let arguments = (ins Variadic<AnyMemRef>:$operands, DenseI8ArrayAttr:$roles);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "custom<Operands>($operands, type($operands), $roles) attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Instr_KernelOp : Instr_Instruction<"kernel"> {
  let summary = "A kernel of the library with its sizes, and what it applies to operand and result.";
  let description = [{
    The kernel is a row of the kernel table, and its sizes are given by the names in that. The first
    operands are the kernel's own, as the row has them; then come those of the prologue, then those
    of the epilogue. The prologue's region takes the kernel's first operand and the prologue's
    operands as tensors, and yields what the kernel computes with. The epilogue's region takes the
    kernel's result, of the type that it computes in, and the epilogue's operands, and yields what is
    stored. `axes` are those of the result in the order in which the kernel walks them: the last
    `columns` of them in vectors along a row, the others from row to row. `x_axes` and `x_columns`
    are the same for the first operand. `fault` is what is said of an element that the kernel cannot
    take, `%` standing for its place.
  }];
  let arguments = (ins StrAttr:$kernel, Variadic<AnyMemRef>:$operands, DenseI8ArrayAttr:$roles,
                       DictionaryAttr:$sizes,
                       DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$axes,
                       DefaultValuedAttr<I64Attr, "0">:$columns,
                       DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$x_axes,
                       DefaultValuedAttr<I64Attr, "0">:$x_columns,
                       DefaultValuedAttr<StrAttr, "\"\"">:$fault);
  let regions = (region MaxSizedRegion<1>:$prologue, MaxSizedRegion<1>:$epilogue);
  let assemblyFormat = [{
    $kernel custom<Operands>($operands, type($operands), $roles) `sizes` $sizes
    attr-dict-with-keyword (`prologue` $prologue^)? (`epilogue` $epilogue^)?
  }];
  let extraClassDeclaration = [{
    /// The row of the table; there is one in verified IR.
    const ::ingot::library::Kernel &getRow();
    /// The values of the row's sizes, in its order.
    std::vector<int64_t> getSizeValues();
    /// How many units of work there are.
    int64_t getUnits();
  }];
  let hasVerifier = 1;
}

def Instr_RunOp : Instr_Instruction<"run"> {
  let summary = "Runs a program for a number of trips, or one of two programs.";
  let description = [{
    Each port of the programs, the inputs and then the outputs of the first, then those of the second,
    has three numbers in `ports`: the operand that it lies in, the bytes from the beginning of that,
    and the bytes from trip to trip. `arenas` are the operands that are the programs' arenas. Each
    value that a trip hands to the next has five numbers in `carried`: its input and its output, whose
    operand is -1, and three operands: the initial value, the result, and a second place for it.
    `condition` (of two programs the first runs where it holds; of one whether there is a first trip),
    `next` (whether there is another), `count` (no more trips than that), `trip` (the number of the
    trip goes there) and `holds` (true goes there) are operands, -1 where there is none. There are no
    more than `trips`.
  }];
  let arguments = (ins FlatSymbolRefAttr:$first, OptionalAttr<FlatSymbolRefAttr>:$second,
                       Variadic<AnyMemRef>:$operands, DenseI8ArrayAttr:$roles,
                       DenseI64ArrayAttr:$ports, DenseI64ArrayAttr:$arenas,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$carried,
                       DefaultValuedAttr<I64Attr, "1">:$trips,
                       DefaultValuedAttr<I64Attr, "-1">:$condition, DefaultValuedAttr<I64Attr, "-1">:$next,
                       DefaultValuedAttr<I64Attr, "-1">:$count, DefaultValuedAttr<I64Attr, "-1">:$trip,
                       DefaultValuedAttr<I64Attr, "-1">:$holds);
  let assemblyFormat = [{
    $first (`or` $second^)? custom<Operands>($operands, type($operands), $roles)
    `ports` $ports `arenas` $arenas attr-dict
  }];
  let hasVerifier = 1;
}

#endif
