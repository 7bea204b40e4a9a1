#!/usr/bin/env python3
"""Turns the operator records (llvm-tblgen --dump-json) into the C++ tables derived from them.

usage: tables.py GraphOps.json OUTPUT_DIR

Writes Operators.inc (one row per operator), AttributeSpecs.inc (their attributes), Facts.inc (what passes
ask of them), Constraints.inc (their numbered rules), Formulas.inc, FormulaRows.inc and FormulaFunctions.inc (the elementwise formulas as code, their table, and a
function of each in each compute type) and OnnxRules.inc (ONNX operator -> import rule). Files that would not change are
left alone.
"""
import json
import os
import sys

DOMAIN_PREFIX = {"": "", "com.microsoft": "Microsoft", "ai.onnx.ml": "Ml",
                 "ai.onnx.preview": "Preview", "ai.onnx.preview.training": "Training"}


class Records:
    def __init__(self, path):
        with open(path) as file:
            self.all = json.load(file)

    def instances(self, cls):
        return [self.all[name] for name in self.all["!instanceof"].get(cls, [])]

    def of(self, reference):
        return self.all[reference["def"]]

    def operators(self):
        return sorted(self.instances("Graph_Op"), key=lambda r: r["opName"])


def camel(snake):
    return "".join(part[:1].upper() + part[1:] for part in snake.split("_"))


def attributes(records, operator):
    """(name, C++ kind, default expression or None, optional) of each attribute of an operator."""
    found = []
    for reference, name in operator["arguments"]["args"]:
        record = records.of(reference)
        classes = record["!superclasses"]
        if "Attr" not in classes:
            continue
        optional = "OptionalAttr" in classes
        default = record.get("defaultValue") or None
        while record.get("baseAttr"):
            record = records.of(record["baseAttr"])
        found.append((name, KIND[record["!name"]], default, optional))
    return found


# The ODS attributes that records may use, and their kind in Attributes.h.
KIND = {"I64Attr": "Integer", "SI64Attr": "Integer", "F32Attr": "Number", "BoolAttr": "Flag",
        "StrAttr": "Text", "DenseI64ArrayAttr": "Integers", "DenseF32ArrayAttr": "Numbers",
        "StrArrayAttr": "Texts", "TypeAttr": "Type", "ElementsAttr": "Tensor"}


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def operator_rows(records):
    for op in records.operators():
        category = records.of(op["category"])["categoryName"]
        infer = "infer" + (op["infer"] or camel(op["opName"]))
        evaluate = "eval" + (op["eval"] or camel(op["opName"]))
        flags = ", ".join("true" if op[f] else "false" for f in ("widen", "ownsResults", "foldable", "random"))
        macs = "macs" + op["macs"] if op["macs"] else "nullptr"
        yield (f"INGOT_OPERATOR({op['opName']}, {category}, {infer}, {evaluate}, {flags}, "
               f"{op['dataOperands']}, {macs})")


def fact_rows(records):
    """What passes ask of each operator, in the order of operator_rows."""
    for op in records.operators():
        span = "range" + op["range"] if op["range"] else "nullptr"
        names = ("keepsShape", "broadcasts", "keepsPrecision", "growsConstants")
        facts = ["true" if op[f] else "false" for f in names]
        yield f"{{{span}, {', '.join(facts)}}}, // {op['opName']}"


CPP_TYPE = {"Integer": "int64_t", "Number": "float", "Flag": "bool", "Text": "std::string",
            "Integers": "std::vector<int64_t>", "Numbers": "std::vector<float>",
            "Texts": "std::vector<std::string>"}


def attribute_rows(records):
    """The attributes of each operator, in the order of operator_rows."""
    for op in records.operators():
        specs = []
        for name, kind, default, optional in attributes(records, op):
            if default and default.startswith("{"):
                default = CPP_TYPE[kind] + default
            value = f"AttributeValue(std::in_place_type<{CPP_TYPE[kind]}>, {default})" if default else "std::nullopt"
            specs.append(f"{{{quote(name)}, AttributeKind::{kind}, {'true' if optional else 'false'}, {value}}}")
        yield "{" + ", ".join(specs) + f"}}, // {op['opName']}"


def formulas(records):
    """(operator, operand names, attribute names) of each operator with a formula."""
    for op in records.operators():
        if op["formula"]:
            operands = [name for ref, name in op["arguments"]["args"]
                        if "Attr" not in records.of(ref)["!superclasses"]]
            yield op, operands, [name for name, _, _, _ in attributes(records, op)]


def formula_rows(records):
    """One functor per formula: of its operands in compute type C and attributes, or of element i of operand arrays and
    attributes p[] in double."""
    for op, operands, names in formulas(records):
        declared = ", ".join([f"C {name}" for name in operands] + [f"Parameter<C> {name}" for name in names])
        given = ", ".join([f"in[{k}][i]" for k in range(len(operands))] + [f"p[{k}]" for k in range(len(names))])
        result = "bool" if op["formulaIsBool"] else "C"
        yield "\n".join([
            f"struct Formula_{op['opName']} {{",
            f"  template <typename C> static {result} of({declared}) {{",
            f"    return static_cast<{result}>({op['formula']});",
            "  }",
            "  template <typename C> static auto apply(const C *const *in, int64_t i, const double *p) {",
            f"    return of<C>({given});",
            "  }",
            "};"])


# The letters of formulaTypes, and the compute types and suffixes of the functions for them.
COMPUTE_TYPES = [("f", "float", "f32"), ("f", "double", "f64"), ("i", "int64_t", "i64"), ("ub", "uint64_t", "u64")]


def formula_function_rows(records):
    """formula_<operator>_<type>, a function by value: the operands, then the attributes (for integers in double)."""
    for op, operands, names in formulas(records):
        for letters, compute, suffix in COMPUTE_TYPES:
            if not any(letter in op["formulaTypes"] for letter in letters):
                continue
            result = "bool" if op["formulaIsBool"] else compute
            declared = ", ".join([f"{compute} {name}" for name in operands]
                                 + [f"Parameter<{compute}> {name}" for name in names])
            yield (f"extern \"C\" {result} formula_{op['opName']}_{suffix}({declared}) {{ "
                   f"return Formula_{op['opName']}::of<{compute}>({', '.join(operands + names)}); }}")


def formula_table_rows(records):
    """INGOT_FORMULA(name, operands, floats?, signed?, unsigned or bool?, bool result?, {parameters})"""
    for op, operands, parameters in formulas(records):
        types = op["formulaTypes"]
        has = lambda letters: "true" if any(l in types for l in letters) else "false"
        names = ", ".join(map(quote, parameters))
        yield (f"INGOT_FORMULA({op['opName']}, {len(operands)}, {has('f')}, {has('i')}, {has('ub')}, "
               f"{'true' if op['formulaIsBool'] else 'false'}, {{{names}}})")


def constraint_rows(records):
    for op in records.operators():
        for rule in map(records.of, op["constraints"]):
            yield f"{{{quote(op['opName'])}, {rule['number']}, {quote(rule['text'])}}},"


def onnx_rows(records):
    rows = {}
    for op in records.operators() + records.instances("Graph_Composites"):
        for reference in op["onnx"]:
            onnx = records.of(reference)
            key = (onnx["domain"], onnx["onnxName"])
            if key in rows:
                sys.exit(f"ONNX operator {key} is claimed by two records")
            if onnx["direct"]:
                rows[key] = f"INGOT_ONNX_DIRECT({quote(key[0])}, {quote(key[1])}, {quote(op['opName'])})"
            else:
                function = "import" + DOMAIN_PREFIX[key[0]] + key[1]
                f32_outputs = sum(1 << i for i in onnx["f32Outputs"])
                rows[key] = (f"INGOT_ONNX_RULE({quote(key[0])}, {quote(key[1])}, {function}, "
                             f"{'true' if onnx['widens'] else 'false'}, {f32_outputs})")
    return [rows[key] for key in sorted(rows)]


def write_text(path, text):
    """Writes a file unless it has this text already."""
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == text:
                return
    with open(path, "w") as file:
        file.write(text)


def write(path, rows):
    write_text(path, "// Generated by tables.py from the operator records.\n" + "\n".join(rows) + "\n")


def main():
    records, out = Records(sys.argv[1]), sys.argv[2]
    write(os.path.join(out, "Operators.inc"), operator_rows(records))
    write(os.path.join(out, "AttributeSpecs.inc"), attribute_rows(records))
    write(os.path.join(out, "Facts.inc"), fact_rows(records))
    write(os.path.join(out, "Constraints.inc"), constraint_rows(records))
    write(os.path.join(out, "Formulas.inc"), formula_rows(records))
    write(os.path.join(out, "FormulaRows.inc"), formula_table_rows(records))
    write(os.path.join(out, "FormulaFunctions.inc"), formula_function_rows(records))
    write(os.path.join(out, "OnnxRules.inc"), onnx_rows(records))


if __name__ == "__main__":
    main()
