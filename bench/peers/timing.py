"""Interleaved timing of contenders by graphs of launches over rotating buffers.

Each contender is a function of a buffer set; a graph holds `launches` of them over the sets in turn, so that no set is in
L2 when its turn comes and launch gaps are as on a busy stream. Rounds go through all contenders in a new order each."""
import random
import statistics

import torch


def graph_of(function, sets, launches):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for s in sets:
            function(*s)
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(launches):
            function(*sets[i % len(sets)])
    return graph


def interleaved(contenders, sets, launches, rounds):
    """{name: function} -> {name: [seconds of one launch, per round]}"""
    graphs = {name: graph_of(f, sets, launches) for name, f in contenders.items()}
    times = {name: [] for name in graphs}
    for graph in graphs.values():
        graph.replay()
    torch.cuda.synchronize()
    for _ in range(rounds):
        for name in random.sample(list(graphs), len(graphs)):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            graphs[name].replay()
            end.record()
            end.synchronize()
            times[name].append(start.elapsed_time(end) * 1e-3 / launches)
    return times


def median(values):
    return statistics.median(values)


def spread(values):
    """p20 and p80"""
    v = sorted(values)
    return v[len(v) // 5], v[len(v) - 1 - len(v) // 5]
