#!/usr/bin/env python3
"""Measures other stores on the records that Jamaal's benchmark uses, in the same run.

Usage: Simulations/Benchmarks/peers/compare.py [--count N] [--rounds N] [--histories N]

Builds the benchmark, installs loro, pycrdt and accordsync-core from PyPI into a throw-away
environment, and prints a table: medians of the rounds, all stores one after the other in each
round. Then accordsync-core, an implementation by other people, is given the writes of random
histories in shuffled orders and has to come to what Jamaal's replicas came to.

What is timed: making the records in the store, in one transaction where the store has them
(Jamaal: on disk, with its commit and the checkpoint of its log; the others: in memory); and
taking what was exported into an empty store, decoding included. Reading the records from the
feed is not timed. Bytes are those of the exported form, before any compression of the file.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ["loro==1.17.1", "pycrdt==0.14.13", "accordsync-core==0.3.2"]
FIELDS = ["title", "notes", "place", "created", "due", "effort", "rank", "weight"]


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


# Each measurement runs in a process of its own, so that none inherits another's memory.


def measure_loro(records):
    from loro import ExportMode, LoroDoc, LoroMap

    def write():
        doc = LoroDoc()
        root = doc.get_map("records")
        for record in records:
            fields = root.insert_container(record["id"], LoroMap())
            for name in FIELDS:
                fields.insert(name, record[name])
        doc.commit()
        return doc

    seconds, doc = timed(write)
    exported = doc.export(ExportMode.Updates(LoroDoc().oplog_vv))

    def merge():
        other = LoroDoc()
        other.import_(exported)
        # Reading makes it build its state, which it otherwise puts off.
        assert len(other.get_map("records").get_deep_value()) == len(records)

    return seconds, timed(merge)[0], len(exported)


def measure_pycrdt(records):
    from pycrdt import Doc, Map

    def write():
        doc = Doc()
        root = doc.get("records", type=Map)
        with doc.transaction():
            for record in records:
                root[record["id"]] = Map({name: record[name] for name in FIELDS})
        return doc

    seconds, doc = timed(write)
    exported = doc.get_update()

    def merge():
        other = Doc()
        other.apply_update(exported)
        assert len(other.get("records", type=Map)) == len(records)

    return seconds, timed(merge)[0], len(exported)


def accord_schema():
    from accordsync_core import define_schema

    return define_schema(
        {
            "record": {name: "lww" for name in FIELDS},
            "item": {"title": "lww", "rank": "lww", "glasses": "counter"},
        }
    )


def measure_accordsync(records):
    from accordsync_core import LocalWriter, decode_op, encode_op

    def write():
        writer = LocalWriter(accord_schema(), "a", lambda: 1_800_000_000_000)
        ops = []
        for record in records:
            key = "record:" + record["id"]
            for name in FIELDS:
                ops.append(writer.assign(key, name, record[name]))
        return ops

    seconds, ops = timed(write)
    exported = json.dumps([encode_op(op) for op in ops]).encode()

    def merge():
        other = LocalWriter(accord_schema(), "b", lambda: 1_800_000_000_000)
        for op in json.loads(exported):
            other.receive(decode_op(op))
        assert len(other.replica.records()) == len(records)

    return seconds, timed(merge)[0], len(exported)


def check_histories(paths):
    """Applies each history in three shuffled orders; says the first difference."""
    from accordsync_core import Replica, decode_op

    for path in paths:
        *ops, last = load(path)
        expected = last["state"]
        for order in range(3):
            shuffled = list(ops)
            random.Random(f"{path}/{order}").shuffle(shuffled)
            replica = Replica(accord_schema())
            for op in shuffled:
                replica.apply(decode_op(op))
            found = {
                record: {"title": "", "rank": 0, "glasses": 0} | replica.read(record)
                for record in replica.records()
            }
            if found != expected:
                sys.exit(f"{Path(path).name}, order {order}: {found} is not {expected}")
    print(json.dumps(len(paths)))


def in_environment(environment, *arguments):
    run = subprocess.run(
        [environment / "bin" / "python", __file__, *map(str, arguments)],
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(run.stdout)


def compare(options):
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "jamaal-bench"],
        cwd=ROOT,
        check=True,
        stdout=sys.stderr,
    )
    bench = ROOT / ".build" / "release" / "jamaal-bench"
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        environment = directory / "environment"
        venv.create(environment, with_pip=True)
        subprocess.run(
            [environment / "bin" / "pip", "install", "--quiet", *PACKAGES],
            check=True,
            stdout=sys.stderr,
        )
        feed = directory / "records"
        with open(feed, "wb") as out:
            subprocess.run([bench, "records", str(options.count)], check=True, stdout=out)
        measured = {name: [] for name in ["Jamaal", *PACKAGES]}
        for _ in range(options.rounds):
            own = subprocess.run(
                [bench, "store", str(options.count)], check=True, stdout=subprocess.PIPE
            )
            measured["Jamaal"].append(json.loads(own.stdout))
            for package in PACKAGES:
                name = package.split("==")[0].split("-")[0]
                measured[package].append(in_environment(environment, "--measure", name, feed))
        print_table(measured, options.count)
        paths = []
        for seed in range(1, options.histories + 1):
            paths.append(directory / f"history-{seed}")
            with open(paths[-1], "wb") as out:
                subprocess.run([bench, "history", str(seed)], check=True, stdout=out)
        count = in_environment(environment, "--check", *paths)
        print(f"\n{count} random histories, each in 3 orders: accordsync-core agrees on all.")


def print_table(measured, count):
    print("| store | records written a second | fields merged a second | bytes a record |")
    print("| --- | --- | --- | --- |")
    for name, rounds in measured.items():
        write, merge, size = (statistics.median(column) for column in zip(*rounds))
        row = [name.replace("==", " "), count / write, count * len(FIELDS) / merge, size / count]
        print("| " + " | ".join([row[0]] + [f"{value:,.0f}" for value in row[1:]]) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100_000, help="records (100000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--histories", type=int, default=300, help="random histories (300)")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "FEED"), help=argparse.SUPPRESS)
    parser.add_argument("--check", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, feed = options.measure
        print(json.dumps(globals()[f"measure_{name}"](load(feed))))
    elif options.check is not None:
        check_histories(options.check)
    else:
        os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        compare(options)


if __name__ == "__main__":
    main()
