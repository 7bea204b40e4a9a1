// Image: a compiled program as plain data, between code generation and running.
//
// It holds machine code as relocatable objects, what to call in them and with which tables, the
// ports, the memory plan, and the weights by reference. Nothing in it is an address of this
// process: the same image is linked here, or written to a file for another machine.
#pragma once

#include "ingot/Tensor.h"
#include "runtime/base/AttributeValue.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::runtime {

/// What the entries of the array of bases are; inputs and then outputs follow.
enum Base : int { WeightBase, ArenaBase, PortBase };

/// A place in memory: an entry of the array of bases and a distance in bytes.
struct Address {
  int base = 0;
  int64_t offset = 0;
};

/// Code for the image's machine.
struct Object {
  std::string name;
  std::shared_ptr<const std::string> bytes;
  int64_t codeBytes = 0; ///< of them, what is code
};

/// An operator that runs on the host, on memory whose places are known.
struct HostCall {
  struct Slot {
    Address address;
    ElementType type = ElementType::F32;
    Shape dims;
    bool isThere = false; ///< false for an operand or result that was left out
  };
  std::string operation;
  std::vector<std::pair<std::string, AttributeValue>> attributes;
  std::vector<Slot> operands, results;
};

/// A function of an object, and what its table is made of.
struct CodeCall {
  std::string symbol;
  std::vector<Address> operands;
  std::vector<int64_t> sizes; ///< that are not part of the code

  /// The offsets of the operands, as `offsetOf` gives them for an address, then the sizes.
  template <typename OffsetOf> std::vector<int64_t> table(const OffsetOf &offsetOf) const {
    std::vector<int64_t> table;
    for (const Address &operand : operands)
      table.push_back(offsetOf(operand));
    table.insert(table.end(), sizes.begin(), sizes.end());
    return table;
  }
};

struct Image;

/// A program that a step of another runs, on memory of that one.
struct Call {
  /// Where a port lies in the first trip, and how many bytes further in each of the next.
  struct Port {
    Address address;
    int64_t stride = 0;
  };
  std::vector<Port> inputs, outputs;
  Address arena;
};

/// A value that each trip of a loop hands to the next. What a trip writes lies in `result` or in
/// `other`, by turns, so that the last writes to `result`.
struct Carried {
  size_t input = 0, output = 0; ///< ports
  Address initial, result, other;
  int64_t bytes = 0;
};

/// Runs a call for a number of trips, or one of two calls.
struct Control {
  std::vector<Call> calls;          ///< of two the first where the condition holds
  std::optional<Address> condition; ///< a truth value: whether there is a first trip
  std::optional<Address> next;      ///< a truth value that a trip writes: whether there is another
  std::optional<Address> count;     ///< an i64: no more trips than that
  int64_t trips = 1;                ///< no more than that
  std::optional<Address> trip;      ///< an i64: the number of the trip goes there
  std::optional<Address> holds;     ///< a truth value: true goes there
  std::vector<Carried> carried;
};

/// Control with the programs of its calls.
struct ImageControl {
  Control control;
  std::vector<std::shared_ptr<Image>> programs;
};

struct ImageStep {
  std::string name;  ///< of the model's node
  std::string what;  ///< the instruction
  int64_t units = 1; ///< of work
  CodeCall code;
  std::string fault; ///< what is said of an element that it cannot take; % stands for its place
  std::optional<HostCall> host;        ///< instead of code
  std::optional<ImageControl> control; ///< instead of code
};

struct Place {
  std::string name;
  ElementType type = ElementType::F32;
  Shape shape;
  int64_t bytes = 0;
};

/// Constant memory at an offset from the base of the weights. They are in the order of their
/// offsets; whoever loads the image may place each of them elsewhere.
struct Weight {
  std::string name;
  int64_t offset = 0;
  Tensor value;
  /// Names what the value was made of and how, where that is known: equal recipes, equal values.
  std::string recipe = {};
};

struct Image {
  std::string triple, cpu, features; ///< of the machine, as LLVM names them
  std::vector<Object> objects;
  std::vector<ImageStep> steps;
  std::vector<Place> inputs, outputs;
  std::vector<Weight> weights;
  int64_t weightBytes = 0, arenaBytes = 0, codeBytes = 0;
};

} // namespace ingot::runtime
