"""Small networks with random weights, in the form that exporters give to those that people use. Each entry of EXPORTS
builds one."""
from . import detection, sequence, text, vision

EXPORTS = {
    build.__name__: build
    for build in (
        detection.retinanet, detection.ssd, detection.yolo, detection.detr, detection.yolos, detection.rtdetr,
        vision.segmentation, vision.unet, vision.smallnet, vision.swin, vision.convnext, vision.vit,
        vision.segformer,
        sequence.lstm, sequence.gru, sequence.crnn, sequence.voice, sequence.branches, sequence.cond,
        sequence.wav2vec2,
        text.gpt2, text.gpt2_fixed, text.llama, text.llama_fixed, text.qwen, text.qwen3, text.mistral, text.gemma,
        text.mixtral, text.whisper_decoder, text.trocr, text.t5, text.transformer, text.bert,
    )
}
