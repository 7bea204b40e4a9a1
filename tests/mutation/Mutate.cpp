// The edits.
#include "tests/mutation/Mutate.h"

#include "tests/mutation/Wire.h"

#include <functional>
#include <random>

namespace ingot::mutation {
namespace {

using Random = std::mt19937_64;

size_t pick(Random &random, size_t count) { return count ? random() % count : 0; }

/// Numbers at which arithmetic goes wrong.
uint64_t specialInteger(Random &random) {
  static constexpr int64_t values[] = {0,
                                       1,
                                       -1,
                                       2,
                                       -2,
                                       3,
                                       7,
                                       -9,
                                       16,
                                       65536,
                                       INT32_MAX,
                                       INT32_MIN,
                                       4294967296,
                                       1000000,
                                       63,
                                       64,
                                       INT64_MAX,
                                       INT64_MIN,
                                       INT64_MAX - 1,
                                       -2147483649};
  return static_cast<uint64_t>(values[pick(random, std::size(values))]);
}

uint32_t specialFloat(Random &random) {
  static constexpr uint32_t bits[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0x7f7fffff, 0x00000001, 0x4f000000};
  return bits[pick(random, std::size(bits))];
}

std::string varints(Random &random, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i)
    for (uint64_t value = specialInteger(random);; value >>= 7) {
      out.push_back(static_cast<char>(value >= 0x80 ? (value | 0x80) : value));
      if (value < 0x80)
        break;
    }
  return out;
}

/// All messages of a kind below `root`.
void collect(Message &root, MessageKind kind, std::vector<Message *> &out) {
  if (root.kind == kind)
    out.push_back(&root);
  for (Field &field : root.fields)
    if (field.message)
      collect(*field.message, kind, out);
}

std::vector<Field *> fieldsOf(Message &message, std::initializer_list<uint32_t> numbers) {
  std::vector<Field *> found;
  for (Field &field : message.fields)
    for (uint32_t number : numbers)
      if (field.number == number)
        found.push_back(&field);
  return found;
}

void editNumber(Field &field, Random &random) {
  if (field.wire == 0)
    field.value = specialInteger(random);
  else if (field.wire == 5)
    field.value = specialFloat(random);
  else if (field.wire == 1)
    field.value = random();
  else
    field.bytes = varints(random, pick(random, 6));
}

void dropField(Message &message, Field *field) {
  std::erase_if(message.fields, [&](const Field &f) { return &f == field; });
}

void editAttribute(Message &attribute, Random &random) {
  auto values = fieldsOf(attribute, {2, 3, 4, 7, 8, 9});
  if (values.empty())
    return;
  Field &field = *values[pick(random, values.size())];
  if (field.number == 4 || field.number == 9) {
    static constexpr const char *texts[] = {"",       "SAME_UPPER", "constant",
                                            "linear", "none",       "\xff\xfe"};
    field.bytes = texts[pick(random, std::size(texts))];
  } else if (field.number == 7 && field.wire == 2) {
    field.bytes.resize(field.bytes.size() / 8 * 4);
  } else {
    editNumber(field, random);
  }
  if (field.number == 8 && random() % 3 == 0) { // one more item
    Field extra;
    extra.number = 8;
    extra.value = specialInteger(random);
    attribute.fields.push_back(std::move(extra));
  }
}

void editNodeNames(Message &node, Random &random) {
  auto names = fieldsOf(node, {1, 2});
  if (names.empty())
    return;
  Field *chosen = names[pick(random, names.size())];
  switch (random() % 5) {
  case 0:
    chosen->bytes.clear();
    break;
  case 1:
    dropField(node, chosen);
    break;
  case 2: {
    Field copy;
    copy.number = chosen->number;
    copy.wire = 2;
    copy.bytes = chosen->bytes;
    node.fields.push_back(std::move(copy));
    break;
  }
  default: // rewire
    chosen->bytes = names[pick(random, names.size())]->bytes;
  }
}

void editNodeOperator(Message &node, Random &random) {
  static constexpr std::pair<const char *, const char *> operators[] = {
#define INGOT_ONNX_RULE(domain, name, ...) {domain, name},
#define INGOT_ONNX_DIRECT(domain, name, ...) {domain, name},
#include "compiler/dialect/graph/OnnxRules.inc"
#undef INGOT_ONNX_RULE
#undef INGOT_ONNX_DIRECT
  };
  auto [domain, name] = operators[pick(random, std::size(operators))];
  for (Field *field : fieldsOf(node, {4}))
    field->bytes = name;
  auto domains = fieldsOf(node, {7});
  if (domains.empty()) {
    Field field;
    field.number = 7;
    field.wire = 2;
    field.bytes = domain;
    node.fields.push_back(std::move(field));
  }
  for (Field *field : domains)
    field->bytes = domain;
}

void editTensor(Message &tensor, Random &random) {
  auto fields = fieldsOf(tensor, {1, 2, 4, 5, 7, 9, 10, 11});
  if (fields.empty())
    return;
  Field &field = *fields[pick(random, fields.size())];
  if (field.wire != 2) {
    field.value = random() % 2 ? specialInteger(random) : random() % 30;
    return;
  }
  if (field.bytes.empty() || random() % 4 == 0)
    field.bytes = varints(random, pick(random, 5));
  else if (random() % 2)
    field.bytes[pick(random, field.bytes.size())] = static_cast<char>(random());
  else
    field.bytes.resize(pick(random, field.bytes.size() + 1));
}

void editType(Message &type, Random &random) {
  std::vector<Message *> dims;
  collect(type, MessageKind::Dimension, dims);
  if (!dims.empty() && random() % 3) {
    Message &dim = *dims[pick(random, dims.size())];
    dim.fields.clear();
    Field field;
    field.number = 1;
    field.value = specialInteger(random);
    dim.fields.push_back(std::move(field));
    return;
  }
  for (Field *element : fieldsOf(type, {1}))
    if (element->wire == 0)
      element->value = random() % 30;
}

void editList(Message &parent, std::initializer_list<uint32_t> numbers, Random &random) {
  auto items = fieldsOf(parent, numbers);
  if (items.empty())
    return;
  if (random() % 2) {
    dropField(parent, items[pick(random, items.size())]);
    return;
  }
  // Out of order: the nodes of a graph must be sorted.
  Field *a = items[pick(random, items.size())], *b = items[pick(random, items.size())];
  std::swap(a->message, b->message);
  std::swap(a->bytes, b->bytes);
}

using Edit = void (*)(Message &, Random &);
struct EditKind {
  MessageKind on;
  Edit edit;
};
constexpr EditKind edits[] = {
    {MessageKind::Attribute, editAttribute},
    {MessageKind::Attribute, editAttribute},
    {MessageKind::Node, editNodeNames},
    {MessageKind::Node, editNodeOperator},
    {MessageKind::Node, [](Message &node, Random &r) { editList(node, {5}, r); }},
    {MessageKind::Tensor, editTensor},
    {MessageKind::TensorType, editType},
    {MessageKind::OpsetId,
     [](Message &opset, Random &r) {
       for (Field *version : fieldsOf(opset, {2}))
         version->value = r() % 8 ? r() % 30 : specialInteger(r);
     }},
    {MessageKind::Graph, [](Message &graph, Random &r) { editList(graph, {1}, r); }},
    {MessageKind::Graph, [](Message &graph, Random &r) { editList(graph, {5, 11, 12}, r); }},
};

} // namespace

std::string mutateModel(std::string_view bytes, uint64_t seed) {
  Message model;
  if (!parseMessage(bytes, MessageKind::Model, model))
    return std::string(bytes);
  Random random(seed);
  size_t count = 1 + random() % 2;
  for (size_t done = 0, tries = 0; done < count && tries < 16; ++tries) {
    const EditKind &kind = edits[pick(random, std::size(edits))];
    std::vector<Message *> places;
    collect(model, kind.on, places);
    if (places.empty())
      continue;
    kind.edit(*places[pick(random, places.size())], random);
    ++done;
  }
  return serialize(model);
}

} // namespace ingot::mutation
