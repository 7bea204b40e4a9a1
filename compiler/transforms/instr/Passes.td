// The instr passes: one record and one file each.
#ifndef INGOT_INSTR_PASSES
#define INGOT_INSTR_PASSES

include "mlir/Pass/PassBase.td"

def Peepholes : Pass<"instr-peepholes", "::ingot::instr::ProgramOp"> {
  let summary = "Drops instructions that do nothing, and copies for a reader that takes what was copied";
}

def EliminateCopies : Pass<"instr-eliminate-copies", "::ingot::instr::ProgramOp"> {
  let summary = "Lets instructions write where a copy would put their result";
  let description = [{
    A buffer that is copied whole to an output, or to a part of another buffer, need not exist: its
    writers write to the copy's destination. Where rows lie further apart there, kernels are told of
    the pitch. This is what makes concatenation free.
  }];
}

def ShareBuffers : Pass<"instr-share-buffers", "::ingot::instr::ProgramOp"> {
  let summary = "Lets loops write over an operand that nothing reads afterwards";
}

def ScheduleInstructions : Pass<"instr-schedule", "::ingot::instr::ProgramOp"> {
  let summary = "Orders instructions so that less memory is live at a time";
  let description = [{
    Of the instructions whose operands are ready, the one comes next after which least is live. The
    order stays as it was where that does not lower the peak.
  }];
}

def MarkLifetimes : Pass<"instr-mark-lifetimes", "::ingot::instr::ProgramOp"> {
  let summary = "Moves allocs to the first use of a buffer and puts deallocs after the last";
  let description = [{
    Buffers that nothing reads go, with the instructions that write them; so do weights that were only
    looked at to be packed.
  }];
}

def PlanMemory : Pass<"instr-plan-memory", "::ingot::instr::ProgramOp"> {
  let summary = "Gives every buffer its place in the arena";
  let options = [Option<"seconds", "seconds", "double", "0.1", "how long to look for a better plan">];
}

#endif
