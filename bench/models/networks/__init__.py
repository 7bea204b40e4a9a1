"""The networks that speed is measured on. Each entry of NETWORKS builds one: a torch module with random weights
and the inputs, by name, that it is traced with."""
from . import convolutional, detector, small, transformer

NETWORKS = {
    "resnet50": convolutional.resnet50,
    "mobilenetv2": convolutional.mobilenetv2,
    "mobilenetv3": convolutional.mobilenetv3,
    "efficientnetb0": convolutional.efficientnetb0,
    "squeezenet": convolutional.squeezenet,
    "yolov8n": detector.yolov8n,
    "bert": transformer.bert,
    "minilm": transformer.minilm,
    "vit": transformer.vit,
    "gpt2": transformer.gpt2,
    "whisper": transformer.whisper,
    "mlp": small.mlp,
    "dlrm": small.dlrm,
    "lstm": small.lstm,
}
