"""Train the digits model and write everything this folder ships.

  python train.py                   train, export, check and write the files
  python train.py --out DIR         the same, into another folder
  python train.py --cross-validate  five folds of the training split only; writes nothing

Every seed is fixed and one thread is used, so two runs on one machine give
the same bytes. The test split plays no part in training: the model of the
last epoch is the one that ships, and the test split is read once, at the end.
"""

import argparse
import json
import math
import struct
import warnings
import zlib
from collections import OrderedDict
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold, train_test_split
from torch import nn
from torch.nn import functional as F

SEED = 0
TEST_SIZE = 360  # of 1797 images, the same share of every digit
EPOCHS = 60
BATCH = 64
PEAK_RATE = 0.01
OPSET = 17


def load():
    """The digits as ([n,1,8,8] f32 in 0..1, [n] i64), split into train and test."""
    data = load_digits()
    images = (data.images / 16.0).astype(np.float32)[:, None]  # pixels are whole numbers 0..16
    labels = data.target.astype(np.int64)
    return train_test_split(images, labels, test_size=TEST_SIZE, random_state=SEED, stratify=labels)


def network():
    """Three convolutions; the names become the node names of the ONNX graph."""

    def block(i, inputs, outputs):
        # No convolution bias: the batch normalization that follows has its own.
        return [
            (f"conv{i}", nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)),
            (f"bn{i}", nn.BatchNorm2d(outputs)),
            (f"relu{i}", nn.ReLU()),
        ]

    return nn.Sequential(
        OrderedDict(
            block(1, 1, 16)
            + block(2, 16, 32)
            + [("pool", nn.MaxPool2d(2))]
            + block(3, 32, 48)
            + [("mean", nn.AdaptiveAvgPool2d(1)), ("flatten", nn.Flatten()), ("dense", nn.Linear(48, 10))]
        )
    )


def jitter(x):
    """Rotate, scale and move every image a little, each in its own way."""

    def uniform(reach):
        return (torch.rand(len(x)) * 2 - 1) * reach

    angle, scale = uniform(math.radians(10)), 1 + uniform(0.1)
    cos, sin = torch.cos(angle) * scale, torch.sin(angle) * scale
    dx, dy = uniform(0.15), uniform(0.15)  # 1.0 is half the image: up to 0.6 pixel
    theta = torch.stack([torch.stack([cos, -sin, dx], 1), torch.stack([sin, cos, dy], 1)], 1)
    return F.grid_sample(x, F.affine_grid(theta, x.shape, align_corners=False), align_corners=False)


def train(images, labels):
    """Train a fresh network and return it in evaluation mode."""
    torch.manual_seed(SEED)
    x, y = torch.from_numpy(images), torch.from_numpy(labels)
    model = network()
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    steps = EPOCHS * math.ceil(len(x) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=PEAK_RATE, total_steps=steps)
    for epoch in range(EPOCHS):
        total = 0.0
        for pick in torch.randperm(len(x)).split(BATCH):
            loss = F.cross_entropy(model(jitter(x[pick])), y[pick], label_smoothing=0.05)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(pick)
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1:3}  loss {total / len(x):.4f}")
    return model.eval()


def with_softmax(model):
    """The network that ships: the scores it gives sum to one."""
    return nn.Sequential(OrderedDict(list(model.named_children()) + [("softmax", nn.Softmax(1))])).eval()


def torch_scores(model, images):
    with torch.no_grad():
        return model(torch.from_numpy(images)).numpy()


def onnx_scores(path, images):
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(["scores"], {"image": images})[0]


def export(model, path, metadata):
    """Write the model as ONNX, with batch normalization left as nodes of its own."""
    with warnings.catch_warnings():
        # PRESERVE takes the model as it stands (evaluation mode). EVAL would fold
        # batch normalization into the convolutions, and that is a compiler's work.
        # The exporter that keeps it is the older one, and says so.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (torch.zeros(2, 1, 8, 8),),
            str(path),
            dynamo=False,
            training=torch.onnx.TrainingMode.PRESERVE,
            opset_version=OPSET,
            input_names=["image"],
            output_names=["scores"],
            dynamic_axes={"image": {0: "batch"}, "scores": {0: "batch"}},
        )
    proto = onnx.load(path)
    proto.graph.name = "digits"
    # "/conv1/Conv" -> "conv1", and its result "/conv1/Conv_output_0" -> "conv1_out".
    renamed = {}
    for node in proto.graph.node:
        node.name = node.name.split("/")[1]
        node.doc_string = ""
        node.input[:] = [renamed.get(name, name) for name in node.input]
        if node.output[0] != "scores":
            renamed[node.output[0]] = node.output[0] = f"{node.name}_out"
    del proto.graph.value_info[:]
    onnx.helper.set_model_props(proto, metadata)
    onnx.checker.check_model(proto, full_check=True)
    onnx.save(proto, path)


def png(pixels):
    """An 8-bit grayscale PNG file of a [height,width] u8 array."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    height, width = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # filter 0 on every row
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )


def write_samples(out, images, labels):
    """The first image of every digit in the test split, whatever the model makes of it."""
    (out / "samples").mkdir(exist_ok=True)
    names, pixels = {}, []
    for digit in range(10):
        image = images[np.flatnonzero(labels == digit)[0], 0]
        pixels.append(np.rint(image * 255).astype(np.uint8))
        names[f"samples/{digit}.png"] = digit
        (out / "samples" / f"{digit}.png").write_bytes(png(pixels[-1]))
    (out / "samples.json").write_text(json.dumps(names, indent=2) + "\n")
    return np.stack(pixels)[:, None].astype(np.float32) / 255


def cross_validate(images, labels):
    right = 0
    for fit, held in StratifiedKFold(5, shuffle=True, random_state=SEED).split(images, labels):
        guess = torch_scores(train(images[fit], labels[fit]), images[held]).argmax(1)
        right += int((guess == labels[held]).sum())
        print(f"fold: {(guess == labels[held]).mean():.2%}")
    print(f"cross-validation accuracy: {right}/{len(labels)} = {right / len(labels):.2%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--cross-validate", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    train_images, test_images, train_labels, test_labels = load()
    if args.cross_validate:
        cross_validate(train_images, train_labels)
        return
    args.out.mkdir(parents=True, exist_ok=True)

    model = with_softmax(train(train_images, train_labels))
    expected = torch_scores(model, test_images)
    guess = expected.argmax(1)
    right, total = int((guess == test_labels).sum()), len(test_labels)
    accuracy = f"{right}/{total} = {right / total:.2%}"

    path = args.out / "digits.onnx"
    export(
        model,
        path,
        {
            "title": "Handwritten digits, 8x8, small convolutional network",
            "training_data": "UCI ML Optical Recognition of Handwritten Digits (E. Alpaydin, C. Kaynak, 1998),"
            f" as carried by scikit-learn; {len(train_labels)} images to train, {total} to test",
            "training_data_licence": "CC BY 4.0",
            "licence": "Apache-2.0",
            "accuracy": accuracy,
        },
    )

    # The exported file must give what PyTorch gives, for the whole batch and one by one.
    whole = onnx_scores(path, test_images)
    single = np.concatenate([onnx_scores(path, test_images[i : i + 1]) for i in range(10)])
    np.testing.assert_allclose(whole, expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(single, expected[:10], rtol=1e-4, atol=1e-6)
    assert (whole.argmax(1) == guess).all(), "ONNX Runtime and PyTorch read an image differently"

    np.savez_compressed(args.out / "test.npz", images=test_images, labels=test_labels)
    samples = write_samples(args.out, test_images, test_labels)
    read = onnx_scores(path, samples).argmax(1)
    wrong = [
        {"index": int(i), "label": int(test_labels[i]), "read_as": int(guess[i])}
        for i in np.flatnonzero(guess != test_labels)
    ]
    result = {"correct": right, "total": total, "accuracy": right / total, "wrong": wrong}
    (args.out / "accuracy.json").write_text(json.dumps(result, indent=2) + "\n")

    print(f"test accuracy, PyTorch:      {accuracy}")
    print(f"test accuracy, ONNX Runtime: {int((whole.argmax(1) == test_labels).sum())}/{total}")
    print(f"samples read correctly:      {int((read == np.arange(10)).sum())}/10")
    print(f"parameters:                  {sum(p.numel() for p in model.parameters())}")
    print(f"digits.onnx:                 {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
