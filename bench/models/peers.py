"""The systems that are compared. Each loads a model in its constructor and measures it in turns of some seconds; a
constructor raises Unavailable or the system's own exception where it cannot."""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import onnxruntime


class Unavailable(Exception):
    """Why a system takes no part."""


def time_calls(call, seconds):
    """Milliseconds of each call, for as long as the turn lasts, at least one."""
    times, end = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return times


class OnnxRuntime:
    name = "ONNX Runtime"

    def __init__(self, model, inputs, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.inputs = inputs
        self.outputs = self.session.run(None, inputs)

    def measure(self, seconds):
        times = time_calls(lambda: self.session.run(None, self.inputs), seconds)
        return min(times), float(numpy.median(times))


class OpenVino:
    name = "OpenVINO"

    def __init__(self, model, inputs, threads):
        try:
            import openvino
        except ImportError:
            raise Unavailable("openvino is not installed") from None
        # Without the hint OpenVINO computes f32 models in bf16 where the processor has it.
        options = {
            "INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1,
            "PERFORMANCE_HINT": "LATENCY",
        }
        core = openvino.Core()
        graph = core.read_model(str(model))
        graph.reshape({name: list(value.shape) for name, value in inputs.items()})
        self.request = core.compile_model(graph, "CPU", options).create_infer_request()
        for name, value in inputs.items():
            self.request.set_tensor(name, openvino.Tensor(value))
        self.request.infer()

    def measure(self, seconds):
        times = time_calls(self.request.infer, seconds)
        return min(times), float(numpy.median(times))


class Ingot:
    """The tool, a process for each turn: every turn reads the model, compiles it and measures the compiled program."""

    name = "Ingot"

    def __init__(self, program, model, inputs, threads, folder):
        self.program, self.model = program, str(model)
        self.threads = ["--target=cpu", f"--threads={threads}"]
        self.inputs = []
        for index, (name, value) in enumerate(inputs.items()):
            file = Path(folder) / f"input{index}.npy"
            numpy.save(file, value)
            self.inputs.append(f"--input={name}=@{file}")
        self.shapes = [f"--shapes={name}:{'x'.join(map(str, value.shape))}" for name, value in inputs.items()]
        self.compile_seconds = None

    def call(self, verb, options):
        """What the tool writes as JSON."""
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            command = [self.program, verb, self.model, *options, f"--json={file.name}"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=900)
            if done.returncode:
                raise RuntimeError(f"ingot {verb} ended with {done.returncode}: {reason(done.stderr)}")
            return json.loads(Path(file.name).read_text())

    def macs(self):
        """Multiply-accumulates of a run."""
        return self.call("inspect", self.shapes)["cost"]["macs"]

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = self.call("run", [*self.threads, *self.inputs, f"--output-dir={folder}"])
            return [numpy.load(file) for file in answer["files"]]

    def measure(self, seconds):
        answer = self.call("bench", [*self.threads, *self.inputs, f"--duration={seconds}"])
        self.compile_seconds = answer["compile_seconds"]
        return answer["latency_ms"]["min"], answer["latency_ms"]["p50"]


def reason(text):
    """The line of a message that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line]
    return (errors or lines or ["no message"])[0]


def measure_peak(threads, size=384, seconds=3):
    """f32 GFLOPS of so many threads: that of numpy's matrix product on one, times their number, so that what else runs
    on the machine spoils it least. A good BLAS comes within a tenth or two of what the processor can do."""
    probe = (
        "import numpy, time\n"
        f"a = numpy.random.rand({size}, {size}).astype('f'); times = []; end = time.time() + {seconds}\n"
        "while time.time() < end:\n"
        "    start = time.perf_counter(); a @ a; times.append(time.perf_counter() - start)\n"
        "print(min(times))"
    )
    one = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")}
    command = [sys.executable, "-c", probe]
    done = subprocess.run(command, env={**os.environ, **one}, capture_output=True, text=True, check=True)
    return threads * 2e-9 * size**3 / float(done.stdout)
