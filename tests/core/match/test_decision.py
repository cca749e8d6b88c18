from dataclasses import replace

from garner.core.matching import Fit, MatchScore, Unmatched, decide, decide_one_to_one
from garner.core.matching.scoring import BY_GTIN, BY_NUMBER

SURE, LIKELY, HARDLY = MatchScore(5.0, 0.0), MatchScore(1.5, 0.0), MatchScore(-3.0, 0.0)


def fit(
    name: str, scored: MatchScore, *, product: str = "", title: str = "", same_brand: bool | None = None
) -> Fit[str]:
    return Fit(name, scored, product or name, title or name, same_brand)


def certain(odds: float = 0.0, by: float = BY_NUMBER) -> MatchScore:
    return MatchScore(odds + by, by)


def test_the_best_candidate_is_the_match_and_all_are_kept_in_order() -> None:
    decision = decide([fit("a", HARDLY), fit("b", SURE), fit("c", LIKELY)])
    assert (decision.match, decision.reason) == ("b", None)
    assert [candidate.id for candidate in decision.candidates] == ["b", "c", "a"]
    assert decision.score == decision.candidates[0].score > 0.9


def test_a_row_without_a_good_candidate_is_not_found_and_keeps_the_best_one() -> None:
    decision = decide([fit("a", HARDLY)])
    assert (decision.match, decision.reason) == (None, Unmatched.NO_MATCH)
    assert [candidate.id for candidate in decision.candidates] == ["a"]


def test_a_row_without_candidates_is_not_found() -> None:
    decision: object = decide([])
    assert decision == decide(()) and decide([]).match is None and decide([]).reason is Unmatched.NO_MATCH


def test_at_most_five_candidates_are_kept() -> None:
    assert len(decide([fit(str(place), LIKELY) for place in range(20)]).candidates) == 5


def test_candidates_that_fit_almost_equally_well_give_no_match() -> None:
    rivals = [fit(str(place), MatchScore(1.4 - place / 10, 0.0)) for place in range(5)]
    decision = decide([fit("a", LIKELY), *rivals])
    assert (decision.match, decision.reason) == (None, Unmatched.NO_MATCH)


def test_entries_of_one_product_count_once_and_the_others_are_offers() -> None:
    shops = [fit(shop, LIKELY, product="kettle") for shop in "abcde"]
    alone, sold_by_five = decide(shops[:1]), decide(shops)
    assert sold_by_five.match == "a" and sold_by_five.score == alone.score
    assert sold_by_five.offers == ("b", "c", "d", "e")
    assert [candidate.id for candidate in sold_by_five.candidates] == ["a"]


def test_entries_that_were_not_compared_are_offers_up_to_ten() -> None:
    entries = tuple("abcdefghijklmn")
    one, other = Fit("a", LIKELY, "kettle", "a", entries=entries), Fit("m", HARDLY, "kettle", "m", entries=entries)
    assert decide([one, other]).offers == entries[1:11]
    assert decide([fit("z", HARDLY), replace(one, scored=HARDLY), replace(other, scored=SURE)]).offers == entries[:10]


def test_the_first_entry_of_a_product_stays_the_match_when_a_copy_fits_better() -> None:
    assert decide([fit("a", LIKELY, product="kettle"), fit("b", SURE, product="kettle")]).match == "a"


def test_an_entry_that_does_not_match_alone_does_not_represent_its_product() -> None:
    assert decide([fit("a", HARDLY, product="kettle"), fit("b", SURE, product="kettle")]).match == "b"


def test_an_entry_with_the_title_of_the_row_replaces_another_variant() -> None:
    exact = Fit("b", SURE, "kettle", "b", same_title=True)
    variant = Fit("a", SURE, "kettle", "a", other_variant=True)
    assert decide([variant, exact]).match == "b"
    assert decide([fit("a", SURE, product="kettle"), exact]).match == "a"


def test_a_better_offer_of_another_product_does_not_change_the_match() -> None:
    match = fit("a", LIKELY)
    for offer in (fit("c", SURE, product="b"), fit("c", LIKELY, product="b", title="a")):
        decision = decide([match, fit("b", HARDLY), offer])
        assert (decision.match, decision.reason) == ("a", None)
        assert decision.score == decide([match, fit("b", HARDLY)]).score


def test_offers_are_considered_in_order_if_no_first_entry_matches() -> None:
    firsts = [fit("a", HARDLY), fit("b", HARDLY)]
    assert decide([*firsts, fit("c", LIKELY, product="b"), fit("d", SURE, product="a")]).match == "c"
    assert decide([*firsts, fit("c", MatchScore(-2.0, 0.0), product="b"), fit("d", SURE, product="a")]).match == "d"


def test_a_number_of_an_offer_decides_for_its_product() -> None:
    decision = decide([fit("a", SURE), fit("b", HARDLY), fit("c", certain(-3.0), product="b")])
    assert (decision.match, decision.offers) == ("b", ("c",))
    by_gtin = fit("c", certain(-3.0, by=BY_GTIN), product="b")
    assert decide([fit("a", certain()), fit("b", HARDLY), by_gtin]).match == "b"


def test_rivals_with_the_same_title_count_once() -> None:
    best, rival = fit("a", LIKELY), fit("b", MatchScore(1.0, 0.0), title="bowl")
    same = fit("c", MatchScore(0.9, 0.0), title="bowl")
    assert decide([best, rival, same]).score == decide([best, rival]).score
    assert decide([best, rival, fit("c", MatchScore(0.9, 0.0))]).score < decide([best, rival]).score


def test_products_that_fit_equally_well_are_ambiguous() -> None:
    for count in (2, 5):
        decision = decide([fit(str(place), LIKELY) for place in range(count)])
        assert (decision.match, decision.reason) == (None, Unmatched.AMBIGUOUS)
        assert [candidate.id for candidate in decision.candidates] == [str(place) for place in range(count)]


def test_products_with_the_same_title_are_ambiguous_even_if_one_fits_better() -> None:
    decision = decide([fit("a", LIKELY, title="bowl"), fit("b", SURE, title="bowl")])
    assert (decision.match, decision.reason) == (None, Unmatched.AMBIGUOUS)


def test_the_brand_of_the_row_distinguishes_products_with_the_same_title() -> None:
    own = fit("a", SURE, title="bowl", same_brand=True)
    assert decide([own, fit("b", LIKELY, title="bowl", same_brand=False)]).match == "a"
    assert decide([own, fit("b", LIKELY, title="bowl")]).reason is Unmatched.AMBIGUOUS


def test_weak_candidates_are_not_ambiguous() -> None:
    assert decide([fit("a", HARDLY), fit("b", HARDLY)]).reason is Unmatched.NO_MATCH


def test_a_certain_candidate_is_the_match_even_if_another_fits_better() -> None:
    decision = decide([fit("a", SURE, title="bowl"), fit("b", certain(-3.0), title="bowl")])
    assert decision.match == "b" and decision.score > 0.99


def test_of_two_certain_products_the_better_fit_is_chosen() -> None:
    assert decide([fit("a", certain(1.0)), fit("b", certain(4.0))]).match == "b"
    assert decide([fit("a", certain(1.0)), fit("b", certain(1.0))]).reason is Unmatched.AMBIGUOUS


def test_a_gtin_outranks_another_number() -> None:
    assert decide([fit("a", certain(4.0), title="bowl"), fit("b", certain(by=BY_GTIN), title="bowl")]).match == "b"


def test_one_to_one_assigns_a_product_to_the_row_that_fits_best() -> None:
    first, second = decide_one_to_one([[fit("a", LIKELY)], [fit("a", SURE)]])
    assert (first.match, second.match) == (None, "a")
    assert decide([fit("a", LIKELY)]).match == "a"


def test_a_row_that_lost_its_product_takes_its_next_best() -> None:
    first, second = decide_one_to_one([[fit("a", LIKELY), fit("b", MatchScore(1.4, 0.0))], [fit("a", SURE)]])
    assert (first.match, second.match) == ("b", "a")


def test_a_row_does_not_take_its_next_best_if_the_lost_product_fitted_far_better() -> None:
    first, _ = decide_one_to_one([[fit("a", MatchScore(4.0, 0.0)), fit("b", MatchScore(1.0, 0.0))], [fit("a", SURE)]])
    assert first.match is None


def test_a_row_does_not_take_a_copy_of_the_product_it_lost() -> None:
    copies = [fit("a", LIKELY, product="kettle"), fit("b", LIKELY, product="kettle")]
    first, second = decide_one_to_one([copies, [fit("a", SURE, product="kettle")]])
    assert (first.match, second.match) == (None, "a")


def test_duplicate_rows_keep_the_same_product() -> None:
    assert [each.match for each in decide_one_to_one([[fit("a", SURE)], [fit("a", SURE)]])] == ["a", "a"]


def test_a_certain_match_is_never_lost_to_another_row() -> None:
    rows = [[fit("a", certain(-3.0))], [fit("a", SURE)], [fit("a", certain(5.0))]]
    assert [each.match for each in decide_one_to_one(rows)] == ["a", None, "a"]


def test_a_row_with_the_exact_title_of_an_entry_keeps_it() -> None:
    exact = Fit("a", LIKELY, "a", "a", same_title=True)
    assert [each.match for each in decide_one_to_one([[fit("a", SURE)], [exact]])] == [None, "a"]


def test_a_weak_match_takes_no_product_from_other_rows() -> None:
    weak, weaker = MatchScore(-0.2, 0.0), MatchScore(-0.3, 0.0)
    assert [each.match for each in decide_one_to_one([[fit("a", weak)], [fit("a", weaker)]])] == ["a", "a"]
