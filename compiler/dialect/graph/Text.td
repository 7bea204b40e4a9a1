// String operators.
include "GraphBase.td"

def Graph_StringConcatOp : Graph_Op<"string_concat", Elementwise_> {
  let summary = "The text of x followed by that of y, broadcast.";
  let arguments = (ins Graph_StringTensor:$x, Graph_StringTensor:$y);
  let results = (outs Graph_StringTensor:$z);
  let onnx = [Onnx<"StringConcat">];
  let infer = "Broadcast";
  let broadcasts = 1;
  let constraints = [Rule<1, "operands have the same element type">,
                     Rule<2, "operand shapes broadcast to one shape">];
}

def Graph_StringSplitOp : Graph_Op<"string_split", Opaque> {
  let summary = "Cuts each text at a delimiter; gives the parts along a new last axis, and their number.";
  let description = [{
    Without a delimiter, runs of white space separate parts, and white space at both ends is dropped.
    At most `maxsplit` cuts are made, from the left; a negative number does not limit them. Texts with
    fewer parts than others are filled up with empty ones.
  }];
  let arguments = (ins Graph_StringTensor:$x, DefaultValuedAttr<StrAttr, "\"\"">:$delimiter,
                       DefaultValuedAttr<I64Attr, "-1">:$maxsplit);
  let results = (outs Graph_StringTensor:$parts, Graph_TensorOf<[I64], "64-bit integer">:$counts);
  let onnx = [Onnx<"StringSplit">];
  let ownsResults = 1;
}

def Graph_StringNormalizerOp : Graph_Op<"string_normalizer", Opaque> {
  let summary = "Drops the texts that are among `stopwords` and changes the case of the others.";
  let description = [{
    Case is that of Unicode's simple mappings, whatever the locale. When nothing is left, the result is
    one empty text.
  }];
  let arguments = (ins Graph_StringTensor:$x, StrAttr:$case_change, BoolAttr:$case_sensitive,
                       StrArrayAttr:$stopwords);
  let results = (outs Graph_StringTensor:$y);
  let onnx = [OnnxRule<"StringNormalizer">];
  let constraints = [Rule<1, "the operand has the shape [C] or [1, C]">,
                     Rule<2, "case_change is NONE, LOWER or UPPER">];
  let ownsResults = 1;
}

def Graph_RegexFullMatchOp : Graph_Op<"regex_full_match", Elementwise_> {
  let summary = "Whether the whole text matches a regular expression, in the syntax of RE2.";
  let arguments = (ins Graph_StringTensor:$x, StrAttr:$pattern);
  let results = (outs Graph_BoolTensor:$y);
  let onnx = [Onnx<"RegexFullMatch">];
  let infer = "SameShapeBool";
  let foldable = 0;
}

def Graph_TfIdfOp : Graph_Op<"tf_idf", Opaque> {
  let summary = "Counts the n-grams of a pool in each row.";
  let description = [{
    The pool lists 1-grams, then 2-grams, and so on; those of n tokens begin at `gram_starts[n-1]`. The
    i-th n-gram counts into column `columns[i]`. The tokens of an n-gram stand in the row at equal
    distances, with up to `max_skip` tokens between neighbours; a single token counts once. Mode TF
    counts, TFIDF adds the n-gram's weight each time, IDF sets it.
  }];
  let arguments = (ins Graph_TensorOf<[I64, I32, Graph_String], "integer or string">:$x,
                       StrAttr:$mode, I64Attr:$min_gram, I64Attr:$max_gram, I64Attr:$max_skip,
                       DenseI64ArrayAttr:$gram_starts, DenseI64ArrayAttr:$columns,
                       DenseI64ArrayAttr:$integer_pool, StrArrayAttr:$string_pool,
                       DenseF32ArrayAttr:$weights);
  let results = (outs Graph_TensorOf<[F32], "f32">:$y);
  let onnx = [OnnxRule<"TfIdfVectorizer">];
  let constraints = [Rule<1, "the operand has the shape [C] or [N, C]">,
                     Rule<2, "mode is TF, IDF or TFIDF">,
                     Rule<3, "1 <= min_gram <= max_gram <= the sizes in the pool, and max_skip >= 0">,
                     Rule<4, "the pool of the operand's type holds whole n-grams in the stated order">,
                     Rule<5, "there is one column, not negative, for each n-gram">,
                     Rule<6, "there are no weights, or one for each n-gram">];
  let foldable = 0;
}
