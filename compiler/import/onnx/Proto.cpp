// Reads the ONNX messages with protozero, which throws on malformed input: each entry point turns
// that into a Status.
#include "compiler/import/onnx/Proto.h"

#include "compiler/import/onnx/ProtoReader.h"

namespace ingot::onnx {
namespace {

using protozero::pbf_reader;

std::string_view view(const protozero::data_view &data) { return {data.data(), data.size()}; }

class Reader {
public:
  explicit Reader(const Limits &limits) : limits(limits) {}

  std::string_view string(pbf_reader &r) {
    auto text = view(r.get_view());
    if (static_cast<int64_t>(text.size()) > limits.stringBytes)
      throw overLimit(
          str("a string of ", text.size(), " bytes is over the limit of ", limits.stringBytes));
    return text;
  }

  std::pair<std::string_view, std::string_view> entry(pbf_reader r) {
    countMessage();
    std::pair<std::string_view, std::string_view> pair;
    while (r.next()) {
      if (r.tag() == 1)
        pair.first = string(r);
      else if (r.tag() == 2)
        pair.second = string(r);
      else
        r.skip();
    }
    return pair;
  }

  /// Repeated 64-bit integers, packed or not.
  void integers(pbf_reader &r, std::vector<int64_t> &out) {
    if (r.wire_type() == protozero::pbf_wire_type::varint) {
      out.push_back(r.get_int64());
      return;
    }
    auto range = r.get_packed_int64();
    out.insert(out.end(), range.begin(), range.end());
  }

  void floats(pbf_reader &r, std::vector<float> &out) {
    if (r.wire_type() == protozero::pbf_wire_type::fixed32) {
      out.push_back(r.get_float());
      return;
    }
    auto range = r.get_packed_float();
    out.insert(out.end(), range.begin(), range.end());
  }

  void shape(pbf_reader &r, Shape &dims) {
    integers(r, dims);
    if (static_cast<int64_t>(dims.size()) > limits.rank)
      throw overLimit(str("a tensor of rank ", dims.size(), " is over the limit of ", limits.rank));
  }

  TensorProto tensor(pbf_reader r) {
    countMessage();
    TensorProto t;
    t.body = view(r.data());
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        shape(r, t.dims);
        break;
      case 2:
        t.dataType = r.get_int32();
        break;
      case 8:
        t.name = string(r);
        break;
      case 9:
        t.hasRaw = true;
        t.raw = view(r.get_view());
        break;
      case 13:
        t.externalData.push_back(entry(r.get_message()));
        break;
      case 14:
        t.external = r.get_enum() == 1;
        break;
      default:
        r.skip();
      }
    }
    return t;
  }

  SparseTensorProto sparse(pbf_reader r) {
    SparseTensorProto s;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        s.values = tensor(r.get_message());
        break;
      case 2:
        s.indices = tensor(r.get_message());
        break;
      case 3:
        shape(r, s.dims);
        break;
      default:
        r.skip();
      }
    }
    return s;
  }

  TypeProto type(pbf_reader r, int depth) {
    enter(depth);
    TypeProto t;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        tensorType(r.get_message(), t);
        t.kind = TypeProto::Kind::Tensor;
        break;
      case 8:
        tensorType(r.get_message(), t);
        t.kind = TypeProto::Kind::SparseTensor;
        break;
      case 4:
        innerType(r.get_message(), t, depth);
        t.kind = TypeProto::Kind::Sequence;
        break;
      case 9:
        innerType(r.get_message(), t, depth);
        t.kind = TypeProto::Kind::Optional;
        break;
      case 5:
        mapType(r.get_message(), t, depth);
        t.kind = TypeProto::Kind::Map;
        break;
      case 7:
        r.skip();
        t.kind = TypeProto::Kind::Opaque;
        break;
      default:
        r.skip();
      }
    }
    return t;
  }

  ValueInfo valueInfo(pbf_reader r) {
    countMessage();
    ValueInfo v;
    while (r.next()) {
      if (r.tag() == 1)
        v.name = string(r);
      else if (r.tag() == 2)
        v.type = type(r.get_message(), 0);
      else
        r.skip();
    }
    return v;
  }

  AttributeProto attribute(pbf_reader r, int depth) {
    countMessage();
    AttributeProto a;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        a.name = string(r);
        break;
      case 2:
        a.f = r.get_float();
        break;
      case 3:
        a.i = r.get_int64();
        break;
      case 4:
        a.s = view(r.get_view());
        break;
      case 5:
        a.tensor = std::make_shared<TensorProto>(tensor(r.get_message()));
        break;
      case 6:
        a.graph = std::make_shared<GraphProto>(graph(r.get_message(), depth + 1));
        break;
      case 7:
        floats(r, a.floats);
        break;
      case 8:
        integers(r, a.ints);
        break;
      case 9:
        a.strings.push_back(string(r));
        break;
      case 14:
        a.typeProto = std::make_shared<TypeProto>(type(r.get_message(), depth));
        break;
      case 20:
        a.type = r.get_enum();
        break;
      case 21:
        a.reference = string(r);
        break;
      case 22:
        a.sparse = std::make_shared<SparseTensorProto>(sparse(r.get_message()));
        break;
      default:
        r.skip();
      }
    }
    return a;
  }

  NodeProto node(pbf_reader r, int depth) {
    countMessage();
    if (++nodeCount > limits.nodes)
      throw overLimit(str("more than ", limits.nodes, " nodes"));
    NodeProto n;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        n.inputs.push_back(string(r));
        break;
      case 2:
        n.outputs.push_back(string(r));
        break;
      case 3:
        n.name = string(r);
        break;
      case 4:
        n.opType = string(r);
        break;
      case 5:
        n.attributes.push_back(attribute(r.get_message(), depth));
        if (static_cast<int64_t>(n.attributes.size()) > limits.attributesPerNode)
          throw overLimit(
              str("node '", n.name, "' has more than ", limits.attributesPerNode, " attributes"));
        break;
      case 7:
        n.domain = string(r);
        break;
      case 8:
        n.overload = string(r);
        break;
      default:
        r.skip();
      }
    }
    if (n.domain == "ai.onnx")
      n.domain = "";
    return n;
  }

  GraphProto graph(pbf_reader r, int depth) {
    enter(depth);
    GraphProto g;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        g.nodes.push_back(node(r.get_message(), depth));
        break;
      case 2:
        g.name = string(r);
        break;
      case 5:
        g.initializers.push_back(tensor(r.get_message()));
        break;
      case 11:
        g.inputs.push_back(valueInfo(r.get_message()));
        break;
      case 12:
        g.outputs.push_back(valueInfo(r.get_message()));
        break;
      case 13:
        g.values.push_back(valueInfo(r.get_message()));
        break;
      case 15:
        g.sparseInitializers.push_back(sparse(r.get_message()));
        break;
      default:
        r.skip();
      }
    }
    return g;
  }

  FunctionProto function(pbf_reader r) {
    countMessage();
    FunctionProto f;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        f.name = string(r);
        break;
      case 4:
        f.inputs.push_back(string(r));
        break;
      case 5:
        f.outputs.push_back(string(r));
        break;
      case 7:
        f.nodes.push_back(node(r.get_message(), 1));
        break;
      case 9:
        opset(r.get_message(), f.opsets);
        break;
      case 10:
        f.domain = string(r);
        break;
      case 11:
        f.defaults.push_back(attribute(r.get_message(), 1));
        break;
      case 13:
        f.overload = string(r);
        break;
      default:
        r.skip();
      }
    }
    if (f.domain == "ai.onnx")
      f.domain = "";
    return f;
  }

  ModelProto model(pbf_reader r) {
    ModelProto m;
    while (r.next()) {
      switch (r.tag()) {
      case 1:
        m.irVersion = r.get_int64();
        break;
      case 2:
        m.producerName = string(r);
        break;
      case 3:
        m.producerVersion = string(r);
        break;
      case 4:
        m.domain = string(r);
        break;
      case 5:
        m.modelVersion = r.get_int64();
        break;
      case 6:
        m.docString = view(r.get_view());
        break;
      case 7:
        m.graph = graph(r.get_message(), 0);
        break;
      case 8:
        opset(r.get_message(), m.opsets);
        break;
      case 14:
        m.metadata.push_back(entry(r.get_message()));
        break;
      case 25:
        m.functions.push_back(function(r.get_message()));
        break;
      default:
        r.skip();
      }
    }
    return m;
  }

  /// A SequenceProto or OptionalProto: both keep what they hold in the same fields.
  ValueProto container(pbf_reader r, ValueProto::Kind kind, int depth) {
    enter(depth);
    ValueProto v{kind, {}, {}};
    while (r.next()) {
      switch (r.tag()) {
      case 3:
        v.values.push_back({ValueProto::Kind::Tensor, {tensor(r.get_message())}, {}});
        break;
      case 5:
        v.values.push_back(container(r.get_message(), ValueProto::Kind::Sequence, depth + 1));
        break;
      case 7:
        v.values.push_back(container(r.get_message(), ValueProto::Kind::Optional, depth + 1));
        break;
      default:
        r.skip();
      }
    }
    return v;
  }

private:
  /// Each part of a file takes more memory here than there, so their number is bounded.
  void countMessage() {
    if (++messageCount > limits.messages)
      throw overLimit(str("more than ", limits.messages, " parts"));
  }

  void enter(int depth) {
    countMessage();
    if (depth > limits.nesting)
      throw overLimit(str("nested more than ", limits.nesting, " levels deep"));
  }

  void tensorType(pbf_reader r, TypeProto &t) {
    while (r.next()) {
      if (r.tag() == 1)
        t.element = r.get_int32();
      else if (r.tag() == 2)
        shapeProto(r.get_message(), t);
      else
        r.skip();
    }
  }

  void shapeProto(pbf_reader r, TypeProto &t) {
    t.hasShape = true;
    while (r.next()) {
      if (r.tag() != 1) {
        r.skip();
        continue;
      }
      countMessage();
      pbf_reader d = r.get_message();
      Dimension dim;
      while (d.next()) {
        if (d.tag() == 1)
          dim.value = d.get_int64();
        else if (d.tag() == 2)
          dim.name = string(d);
        else
          d.skip();
      }
      t.dims.push_back(dim);
    }
    if (static_cast<int64_t>(t.dims.size()) > limits.rank)
      throw overLimit(str("a type of rank ", t.dims.size(), " is over the limit of ", limits.rank));
  }

  void innerType(pbf_reader r, TypeProto &t, int depth) {
    while (r.next()) {
      if (r.tag() == 1)
        t.inner = std::make_shared<TypeProto>(type(r.get_message(), depth + 1));
      else
        r.skip();
    }
  }

  void mapType(pbf_reader r, TypeProto &t, int depth) {
    while (r.next()) {
      if (r.tag() == 1)
        t.element = r.get_int32();
      else if (r.tag() == 2)
        t.inner = std::make_shared<TypeProto>(type(r.get_message(), depth + 1));
      else
        r.skip();
    }
  }

  void opset(pbf_reader r, OpsetImports &imports) {
    std::string domain;
    int64_t version = 0;
    while (r.next()) {
      if (r.tag() == 1)
        domain = std::string(string(r));
      else if (r.tag() == 2)
        version = r.get_int64();
      else
        r.skip();
    }
    if (domain == "ai.onnx")
      domain.clear();
    imports[domain] = version;
  }

  const Limits &limits;
  int64_t nodeCount = 0, messageCount = 0;
};

pbf_reader reader(std::string_view bytes) { return pbf_reader(bytes.data(), bytes.size()); }

} // namespace

Expected<std::shared_ptr<ModelProto>> parseModel(std::string_view bytes, const Limits &limits) {
  if (static_cast<int64_t>(bytes.size()) > limits.fileBytes)
    return badModel(
        str("file of ", bytes.size(), " bytes is over the limit of ", limits.fileBytes));
  return guarded([&] { return std::make_shared<ModelProto>(Reader(limits).model(reader(bytes))); });
}

Expected<TensorProto> parseTensor(std::string_view bytes, const Limits &limits) {
  return guarded([&] { return Reader(limits).tensor(reader(bytes)); });
}

Expected<ValueProto> parseSequence(std::string_view bytes, const Limits &limits) {
  return guarded(
      [&] { return Reader(limits).container(reader(bytes), ValueProto::Kind::Sequence, 0); });
}

Expected<ValueProto> parseOptional(std::string_view bytes, const Limits &limits) {
  return guarded(
      [&] { return Reader(limits).container(reader(bytes), ValueProto::Kind::Optional, 0); });
}

} // namespace ingot::onnx
