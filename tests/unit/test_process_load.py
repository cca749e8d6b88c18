"""The share of work a process takes: reduced under load, restored afterwards, never zero, and without oscillation."""

import itertools
import random
from pathlib import Path

import pytest

from garner import observe
from garner.core.tuning.process_load import CALM, TRIAL, Load, ProcessLoad
from garner.runtime.process_load import LoadWatch, MemoryGauge, ProcessorGauge
from garner.settings import Settings

EASE = Load(0.3, 0.5, 0.0)


def story(load: ProcessLoad, *seconds: Load) -> list[float]:
    shares = []
    for second in seconds:
        load.observe(second)
        shares.append(load.share)
    return shares


def test_an_idle_process_takes_its_full_share() -> None:
    load = ProcessLoad()
    assert story(load, *[EASE] * 50) == [1.0] * 50
    assert load.lower(200) == 200


def test_full_memory_lowers_the_share_repeatedly_but_not_below_one_item() -> None:
    load = ProcessLoad()
    shares = story(load, *[Load(0.95, 0.5, 0)] * 20)
    assert shares[:3] == [0.5, 0.25, 0.125] and shares == sorted(shares, reverse=True)
    assert [load.lower(claim) for claim in (1, 2, 10, 1000)] == [1, 1, 1, 15]


def test_lag_on_busy_processors_leaves_slots_besides_a_hanging_page() -> None:
    load = ProcessLoad()
    shares = story(load, *[Load(0.3, 1.0, lag) for lag in (0.4, 0.0, 0.0, 1.3, 0.0) * 60])
    assert shares == sorted(shares, reverse=True)
    assert load.lower(Settings().fetch.concurrency) >= 10
    assert load.lower(1) == 1


def test_busy_processors_lower_the_share_only_once() -> None:
    load = ProcessLoad()
    shares = story(load, *[Load(0.3, 1.0, 0)] * 60)
    assert (shares[0], set(shares[10:])) == (1.0, {0.5})  # single measurements are ignored, above all the first


def test_busy_processors_do_not_raise_a_share_lowered_by_memory() -> None:
    load = ProcessLoad()
    story(load, *[Load(0.95, 1.0, 0)] * 4)
    assert story(load, *[Load(0.3, 1.0, 0)] * 20) == [1 / 16] * 20


def test_the_share_recovers_after_high_load_and_stays_recovered() -> None:
    load = ProcessLoad()
    story(load, *[Load(0.99, 1.0, 3.0)] * 30)
    shares = story(load, *[EASE] * 200)
    assert shares == sorted(shares) and shares[40] > 0.8 and shares[-1] == 1.0


def test_the_share_does_not_change_between_the_thresholds() -> None:
    load = ProcessLoad()
    story(load, Load(0.95, 0.5, 0))
    assert story(load, *[Load(memory, 0.5, 0) for memory in (0.81, 0.89, 0.85, 0.88) * 10]) == [0.5] * 40


def test_the_share_settles_if_memory_depends_on_it() -> None:
    """Memory grows with the share: the share settles and does not oscillate between all and nothing."""
    load, shares = ProcessLoad(), []
    for _ in range(200):
        load.observe(Load(0.5 + 0.5 * load.share, 0.5, 0))
        shares.append(load.share)
    settled = shares[50:]
    assert max(settled) - min(settled) <= 0.2 and min(settled) > 0.3


def test_a_share_that_causes_lag_is_rarely_tried_again() -> None:
    load, shares = ProcessLoad(), []
    for _ in range(600):
        load.observe(Load(0.3, 0.5, 0.3 if load.share > 0.75 else 0.05))
        shares.append(load.share)
    cuts = sum(after < before for before, after in itertools.pairwise(shares))
    assert 2 <= cuts <= 600 / TRIAL and sum(shares[30:]) / len(shares[30:]) > 0.6


def test_intermittently_busy_processors_do_not_make_the_share_oscillate() -> None:
    load = ProcessLoad()
    shares = story(load, *[Load(0.3, busy, 0) for busy in (1.0, 0.85, 1.0, 0.9, 0.8)] * 60)
    assert sum(after != before for before, after in itertools.pairwise(shares)) <= 1


@pytest.mark.parametrize("spread", [0.04, 0.06, 0.08])
@pytest.mark.parametrize("mean", [0.9, 0.925, 0.95])
@pytest.mark.parametrize("signal", ["processors", "memory"])
def test_noisy_measurements_rarely_change_the_share(signal: str, mean: float, spread: float) -> None:
    for seed in range(10):
        chance, load = random.Random(seed), ProcessLoad()
        noise = [min(chance.gauss(mean, spread), 1.0) for _ in range(600)]
        seconds = [Load(0.3, busy, 0) if signal == "processors" else Load(busy, 0.5, 0) for busy in noise]
        shares = story(load, *seconds)
        assert sum(after != before for before, after in itertools.pairwise([1.0, *shares])) <= 8


def test_a_change_returns_its_cause() -> None:
    load = ProcessLoad()
    assert load.observe(Load(0.93, 0.5, 0)) == "memory is 93% full"
    assert load.observe(Load(0.3, 0.5, 0.4)) == "the event loop lags by 400 ms"
    assert [load.observe(Load(None, None, 0)) for _ in range(CALM)] == [None] * (CALM - 1) + ["at ease"]
    assert ProcessLoad().observe(EASE) is None
    busy = ProcessLoad()
    assert "processors are 98% busy" in [busy.observe(Load(0.3, 1.0, 0)) for _ in range(20)]


# Gauges -------------------------------------------------------------------------------------------------------


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


MEMINFO = "MemTotal: 1000 kB\nMemFree: 10 kB\nMemAvailable: 600 kB\n"


def test_a_memory_limit_of_the_container_is_used(tmp_path: Path) -> None:
    proc = written(tmp_path / "proc", meminfo=MEMINFO, self__cgroup="0::/garner\n")
    group = {
        "memory_dot_max": "1000\n",
        "memory_dot_current": "950\n",
        "memory_dot_stat": "anon 1\ninactive_file 200\n",
    }
    groups = written(tmp_path / "cgroup", **{f"garner__{name}": text for name, text in group.items()})
    assert MemoryGauge(groups, proc).read() == pytest.approx(0.75)  # the file cache is reclaimable
    (groups / "garner/memory.max").write_text("max\n")
    assert MemoryGauge(groups, proc).read() == pytest.approx(0.4)  # memory of the machine
    assert MemoryGauge(tmp_path / "nowhere", tmp_path / "nowhere").read() is None


def test_inside_a_container_the_root_group_is_used(tmp_path: Path) -> None:
    proc = written(tmp_path / "proc", self__cgroup="0::/somewhere/else\n")
    groups = written(tmp_path / "cgroup", memory_dot_max="100\n", memory_dot_current="91\n")
    assert MemoryGauge(groups, proc).read() == pytest.approx(0.91)


def test_processor_use_is_measured_between_two_reads(tmp_path: Path) -> None:
    proc = written(tmp_path, stat="cpu 100 0 100 700 100 0 0 0 0 0\ncpu0 1 1 1 1\n")
    gauge = ProcessorGauge(proc)
    assert gauge.read() is None
    (proc / "stat").write_text("cpu 150 0 130 715 105 0 0 0 0 0\n")
    assert gauge.read() == pytest.approx(0.8)
    assert ProcessorGauge(tmp_path / "nowhere").read() is None


def test_the_memory_of_this_machine_can_be_read() -> None:
    memory = LoadWatch(ProcessLoad()).memory_of.read()
    assert memory is None or 0 < memory < 1.5


def test_a_decision_is_published_with_its_cause(tmp_path: Path) -> None:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    nowhere = tmp_path / "nowhere"
    watch = LoadWatch(ProcessLoad(), MemoryGauge(nowhere, nowhere), ProcessorGauge(nowhere))
    watch.look(0.0)
    watch.look(1.0)
    unsubscribe()
    assert events == [observe.ControllerDecided("process_load", 0.5, "the event loop lags by 1000 ms", 1000.0)]
