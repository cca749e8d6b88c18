"""The division of the given pages into folds by site."""

import pytest
from evaluation.folds import FOLDS, Split, fold_of, site_name


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.com", "example"),
        ("example.co.uk", "example"),
        ("shop.example.com.au", "example"),
        ("example.kitchen", "example"),
        ("EXAMPLE.de", "example"),
        ("example", "example"),
        ("co.uk", "co"),
    ],
)
def test_hosts_of_a_site_share_its_name(host: str, site: str) -> None:
    assert site_name(host) == site


def test_the_fold_of_a_site_never_changes() -> None:
    # Changing these moves pages that rules were made with to the held-out fold.
    folds = {site: fold_of(site) for site in ("dice", "hotjobs", "nettemps", "amazon", "compsource", "jr", "onsale")}
    assert folds == {"dice": 2, "hotjobs": 0, "nettemps": 3, "amazon": 1, "compsource": 4, "jr": 3, "onsale": 0}


def test_sites_spread_over_all_folds() -> None:
    counts = [0] * FOLDS
    for number in range(1_000):
        counts[fold_of(f"site {number}")] += 1
    assert min(counts) > 150


@pytest.mark.parametrize("held_out", range(FOLDS))
def test_a_site_is_either_held_out_or_for_development(held_out: int) -> None:
    split = Split(held_out)
    for number in range(50):
        site = f"site {number}"
        assert split.includes(site, "held-out") == (fold_of(site) == held_out)
        assert split.includes(site, "dev") != split.includes(site, "held-out")
        assert split.includes(site)


def test_a_part_is_scored_alone_when_only_its_pages_are_read() -> None:
    assert Split().scored_parts == ("all", "dev", "held-out")
    assert Split(part="dev").scored_parts == ("dev",)
    assert not Split(part="dev").includes("hotjobs")
