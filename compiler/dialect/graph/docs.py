#!/usr/bin/env python3
"""Turns the operator records (llvm-tblgen --dump-json) into Markdown: a page per category and an index.

usage: docs.py GraphOps.json OUTPUT_DIR

Everything is read from the records, so a page cannot be out of date with the operator it describes.
"""
import os
import re
import sys
import textwrap

from tables import Records, attributes, write_text

KIND_TEXT = {"Integer": "integer", "Number": "float", "Flag": "bool", "Text": "string", "Integers": "list of integers",
             "Numbers": "list of floats", "Texts": "list of strings", "Type": "element type", "Tensor": "tensor"}
FORMULA_TYPES = {"f": "floats", "i": "signed integers", "u": "unsigned integers", "b": "booleans"}


def page_of(record):
    """The category file a record is written in; a record made by a class lists the class's file too."""
    return os.path.basename(record["!locs"][-1].split(":")[0]).removesuffix(".td")


def line_of(record):
    return int(record["!locs"][-1].split(":")[1])


def type_text(records, record):
    """"float tensor or none" of ODS's "float tensor of float values or none"."""
    if "OpVariable" in record["!superclasses"]:  # a type with side effects
        record = records.of(record["constraint"])
    variadic = "Variadic" in record["!superclasses"]
    if variadic:
        record = records.of(record["baseType"])
    text = re.sub(r" of .*? values", "", record["summary"] or record["!name"])
    return f"any number of: {text}" if variadic else text


def default_text(default):
    """A C++ default as a reader wants it: 0.01 for 0.01f, up for a quoted "up"."""
    return re.sub(r"^([-+.0-9e]+)f$", r"\1", default.strip('"'))


def is_attribute(records, reference):
    return "Attr" in records.of(reference)["!superclasses"]


def table(head, rows):
    if not rows:
        return []
    cell = lambda text: str(text).replace("|", "\\|").replace("\n", " ")
    line = lambda row: "| " + " | ".join(cell(c) for c in row) + " |"
    return [line(head), "|" + "---|" * len(head)] + [line(row) for row in rows] + [""]


def onnx_names(records, record):
    return [f"{onnx['domain'] or 'ai.onnx'}.{onnx['onnxName']}" for onnx in map(records.of, record["onnx"])]


def attribute_rows(records, op):
    for name, kind, default, optional in attributes(records, op):
        value = f"`{default_text(default)}`" if default is not None else "left out" if optional else "must be given"
        yield (f"`{name}`", KIND_TEXT[kind], value)


def operator_section(records, op):
    operands = [(f"`{name}`", type_text(records, records.of(ref)))
                for ref, name in op["arguments"]["args"] if not is_attribute(records, ref)]
    results = [(f"`{name}`", type_text(records, records.of(ref))) for ref, name in op["results"]["args"]]
    lines = [f"## graph.{op['opName']}", "", op["summary"], ""]
    if op["description"]:
        lines += [textwrap.dedent(op["description"]).strip(), ""]
    lines += table(("operand", "type"), operands)
    lines += table(("attribute", "kind", "default"), list(attribute_rows(records, op)))
    lines += table(("result", "type"), results)
    if op["regions"]["args"]:
        lines += ["Regions: " + ", ".join(f"`{name}`" for _, name in op["regions"]["args"]), ""]
    constraints = sorted((c["number"], c["text"]) for c in map(records.of, op["constraints"]))
    lines += [f"- **C{number}**: {text}" for number, text in constraints] + [""] * bool(constraints)
    if op["formula"]:
        types = ", ".join(FORMULA_TYPES[letter] for letter in op["formulaTypes"])
        lines += [f"Formula ({types}): `{op['formula']}`", ""]
    lines += [f"Category: {records.of(op['category'])['categoryName']}", ""]
    names = onnx_names(records, op)
    return lines + ([f"ONNX: {', '.join(names)}", ""] if names else [])


def category_page(records, name, operators, composites):
    lines = [f"# {name} operators", ""]
    for op in operators:
        lines += operator_section(records, op)
    names = sorted(sum((onnx_names(records, c) for c in composites), []))
    if names:
        lines += ["## ONNX operators written with others", "", ", ".join(names), ""]
    return "\n".join(lines)


def index_page(records, pages, composites):
    lines = ["# Operators of the graph dialect", ""]
    for name, operators in sorted(pages.items()):
        links = ", ".join(f"[{op['opName']}]({name.lower()}.md#graph{op['opName']})" for op in operators)
        lines += [f"**[{name}]({name.lower()}.md)**: {links}", ""]
    rows = []
    for name, operators in pages.items():
        for op in operators:
            link = f"[graph.{op['opName']}]({name.lower()}.md#graph{op['opName']})"
            rows += [(onnx, link) for onnx in onnx_names(records, op)]
    for composite in composites:
        rows += [(onnx, "several operators") for onnx in onnx_names(records, composite)]
    return "\n".join(lines + ["## From ONNX", ""] + table(("ONNX", "becomes"), sorted(rows)))


def main():
    records, out = Records(sys.argv[1]), sys.argv[2]
    os.makedirs(out, exist_ok=True)
    pages = {}
    for op in sorted(records.operators(), key=line_of):
        pages.setdefault(page_of(op), []).append(op)
    composites = records.instances("Graph_Composites")
    for name, operators in pages.items():
        own = [c for c in composites if page_of(c) == name]
        write_text(os.path.join(out, name.lower() + ".md"), category_page(records, name, operators, own))
    write_text(os.path.join(out, "index.md"), index_page(records, pages, composites))


if __name__ == "__main__":
    main()
