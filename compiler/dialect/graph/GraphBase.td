// The graph dialect: the classes that operator records are made of.
//
// A record is the only truth about its operator. Beside what ODS wants it says
//   category     how the operator relates output to input elements; decides fusion
//   infer, eval  names of the shape function (infer/*.cpp) and of the reference evaluator
//                (interp/*.cpp); by default the operator's own name, so that a missing one does
//                not link
//   formula      for elementwise operators: the C++ expression of one element; it replaces eval
//   onnx         the ONNX operators that mean this one
//   constraints  numbered; the shape function quotes the number, a test violates it
// tables.py turns these fields into tables, importer maps and documentation.
#ifndef INGOT_GRAPH_BASE
#define INGOT_GRAPH_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::ingot::graph";
  let summary = "Neural networks as pure dataflow on tensors.";
  let description = [{
    One operator per meaning, whatever format the model came from. Operands that a model left out are
    values of type `none`; attributes are explicit; axes count from the front
    where the rank is known.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::quant::QuantDialect"];
}

//===--------------------------------------------------------------------------------------------===//
// Types
//===--------------------------------------------------------------------------------------------===//

class Graph_Type<string name, string typeMnemonic> : TypeDef<Graph_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Graph_String : Graph_Type<"String", "string"> {
  let summary = "a text of any length, the element of string tensors";
}
def Graph_Sequence : Graph_Type<"Sequence", "seq"> {
  let summary = "an ordered list of values of one type";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}
def Graph_Optional : Graph_Type<"Optional", "opt"> {
  let summary = "a value or nothing";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def Graph_Float : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ,
                             F8E8M0FNU, F4E2M1FN, F6E2M3FN, F6E3M2FN], "float">;
def Graph_Signed : AnyTypeOf<[I64, I32, I16, I8, I<4>, I<2>], "signed integer">;
def Graph_Unsigned : AnyTypeOf<[UI64, UI32, UI16, UI8, UI<4>, UI<2>], "unsigned integer">;
def Graph_Quantized : Type<CPred<"::llvm::isa<::mlir::quant::QuantizedType>($_self)">, "quantized">;
def Graph_ComplexElement : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex">;

class Graph_TensorOf<list<Type> elements, string text> 
    : TensorOf<elements, [], text # " tensor">;
def Graph_FloatTensor : Graph_TensorOf<[Graph_Float], "float">;
def Graph_IntTensor : Graph_TensorOf<[Graph_Signed, Graph_Unsigned], "integer">;
def Graph_UnsignedTensor : Graph_TensorOf<[Graph_Unsigned], "unsigned integer">;
def Graph_IndexTensor : Graph_TensorOf<[I64, I32], "index">;
def Graph_NumberTensor : Graph_TensorOf<[Graph_Float, Graph_Signed, Graph_Unsigned], "number">;
def Graph_BoolTensor : Graph_TensorOf<[I1], "boolean">;
def Graph_NumberOrBoolTensor
    : Graph_TensorOf<[Graph_Float, Graph_Signed, Graph_Unsigned, I1], "number or boolean">;
def Graph_StringTensor : Graph_TensorOf<[Graph_String], "string">;
def Graph_AnyTensor
    : Graph_TensorOf<[Graph_Float, Graph_Signed, Graph_Unsigned, I1, Graph_String, Graph_Quantized,
                      Graph_ComplexElement], "any">;
def Graph_AnyValue : AnyTypeOf<[Graph_AnyTensor, Graph_Sequence, Graph_Optional], "tensor, sequence or optional">;
/// An operand that a model may leave out: then it is a value of type none.
class Graph_Maybe<Type type> : AnyTypeOf<[type, NoneType], type.summary # " or none">;

//===--------------------------------------------------------------------------------------------===//
// Our own fields
//===--------------------------------------------------------------------------------------------===//

class Graph_Category<string n> { string categoryName = n; }
def Elementwise_ : Graph_Category<"Elementwise">;  // out[i] from in[i] (broadcast)
def Injective : Graph_Category<"Injective">;       // out[i] is some in[f(i)]: data movement
def Reduction : Graph_Category<"Reduction">;       // many elements to one
def Contraction : Graph_Category<"Contraction">;   // sums of products
def Opaque : Graph_Category<"Opaque">;             // anything else
def Structural : Graph_Category<"Structural">;     // constants, control flow, sequences

/// One numbered rule: C<number>, quoted by the shape function, violated in a test.
class Rule<int number_, string text_> { int number = number_; string text = text_; }

/// An ONNX operator that means this record. `Onnx`: operands by position and attributes by name, with
/// the record's defaults, are all there is to it. `OnnxRule`: a function import<Name> in
/// import/onnx/rules/ translates it.
class Onnx<string name_, string domain_ = ""> {
  string onnxName = name_;
  string domain = domain_;
  bit direct = 1;
  bit widens = 0;
  list<int> f32Outputs = [];
}
class OnnxRule<string name_, string domain_ = ""> : Onnx<name_, domain_> { let direct = 0; }
class MicrosoftRule<string name_> : OnnxRule<name_, "com.microsoft">;
class MlRule<string name_> : OnnxRule<name_, "ai.onnx.ml">;
/// A rule that computes with several operators what ONNX means as one: its inputs of 16-bit floats are
/// widened to f32 before it, its outputs rounded once behind it. `f32Outputs_` are f32 as they are.
class Widened<Onnx rule, list<int> f32Outputs_ = []> : OnnxRule<rule.onnxName, rule.domain> {
  let widens = 1;
  let f32Outputs = f32Outputs_;
}

/// ONNX operators without an operator of their own here: the rule writes them with other operators.
class Graph_Composites { list<Onnx> onnx = []; }

//===--------------------------------------------------------------------------------------------===//
// The operator class
//===--------------------------------------------------------------------------------------------===//

class Graph_Op<string mnemonic, Graph_Category category_, list<Trait> traits = [Pure]>
    : Op<Graph_Dialect, mnemonic, traits> {
  Graph_Category category = category_;
  list<Onnx> onnx = [];
  list<Rule> constraints = [];
  string infer = "";   // "" = named after the operator
  string eval = "";    // "" = named after the operator
  // One element, over the operands and the attributes, computed in type C: double (the reference),
  // float, int64_t or uint64_t. Constants are written C(0.5), so that floats are not widened.
  string formula = "";
  string formulaTypes = ""; // f(loat) i(nt) u(nsigned) b(ool): which the formula is for
  bit formulaIsBool = 0;    // the result is a truth value
  // f16, bf16 and smaller floats are widened to f32 for the evaluator and rounded once at the end.
  bit widen = 1;
  // The evaluator provides the result itself (a view, a sequence, a shape that depends on data).
  bit ownsResults = 0;
  // May run at import when all operands are constant.
  bit foldable = 1;
  // The result depends on random draws.
  bit random = 0;
  // Of an injective operator: how many leading operands its elements come from; -1 all of them.
  int dataOperands = 1;
  // Names the function macs<…> in infer/Cost.cpp that counts multiply-accumulates; "" = none.
  string macs = "";
  // Names the function range<…> in infer/Range.cpp that says between which numbers the elements of
  // the first result lie; "" = an injective operator has those of what it moves, others any.
  string range = "";
  // The first result has the shape of the first operand.
  bit keepsShape = 0;
  // The result has the shape that the operands broadcast to, and each element those of theirs there.
  bit broadcasts = 0;
  // The element types are what it is about, so that it is not computed in another precision.
  bit keepsPrecision = 0;
  // The result takes more memory than the constants it is made of: optimizing does not fold it.
  bit growsConstants = 0;

  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return ::ingot::graph::verifyOperator(getOperation()); }
  }];
}

/// One result, one output element per broadcast position, given by a formula.
class Graph_Formula<string mnemonic, string types, string expression>
    : Graph_Op<mnemonic, Elementwise_> {
  let eval = "Formula";
  let infer = "SameAsFirst";
  let formula = expression;
  let formulaTypes = types;
  let widen = 0;
}
class Graph_Unary<string mnemonic, string types, string expression, Type type = Graph_FloatTensor,
                  dag attributes = (ins)>
    : Graph_Formula<mnemonic, types, expression> {
  let arguments = !con((ins type:$x), attributes);
  let results = (outs type:$y);
}
class Graph_Binary<string mnemonic, string types, string expression, Type type = Graph_NumberTensor,
                   dag attributes = (ins)>
    : Graph_Formula<mnemonic, types, expression> {
  let arguments = !con((ins type:$x, type:$y), attributes);
  let results = (outs type:$z);
  let infer = "Broadcast";
  let broadcasts = 1;
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "operand shapes broadcast to one shape">];
}
class Graph_Compare<string mnemonic, string types, string expression, Type type>
    : Graph_Binary<mnemonic, types, expression, type> {
  let results = (outs Graph_BoolTensor:$z);
  let infer = "BroadcastToBool";
  let formulaIsBool = 1;
}

#endif
