from garner.core.match import Scored, decide, decide_all

SURE, LIKELY, HARDLY = Scored(5.0, False), Scored(1.5, False), Scored(-3.0, False)


def test_the_best_candidate_is_the_match_and_all_are_kept_in_order() -> None:
    decision = decide([("a", HARDLY), ("b", SURE), ("c", LIKELY)])
    assert decision.match == "b"
    assert [candidate.id for candidate in decision.candidates] == ["b", "c", "a"]
    assert decision.score == decision.candidates[0].score > 0.9


def test_nothing_good_enough_is_not_found_and_keeps_its_best() -> None:
    decision = decide([("a", HARDLY)])
    assert decision.match is None
    assert [candidate.id for candidate in decision.candidates] == ["a"]


def test_without_candidates_nothing_is_found() -> None:
    assert decide([]).match is None


def test_no_more_than_five_are_kept() -> None:
    assert len(decide([(place, LIKELY) for place in range(20)]).candidates) == 5


def test_many_that_fit_equally_well_leave_none_of_them_likely() -> None:
    assert decide([("a", LIKELY), ("b", LIKELY)]).match == "a"
    assert decide([(place, LIKELY) for place in range(5)]).match is None


def test_what_is_certain_is_found_though_it_is_there_many_times() -> None:
    certain = Scored(12.0, True)
    assert decide([(place, certain) for place in range(9)]).match == 0


def test_an_entry_goes_to_the_row_that_it_fits_best() -> None:
    first, second = decide_all([[("a", LIKELY)], [("a", SURE)]])
    assert (first.match, second.match) == (None, "a")
    assert decide([("a", LIKELY)]).match == "a"


def test_a_row_that_was_outbid_takes_its_next_best() -> None:
    first, second = decide_all([[("a", LIKELY), ("b", Scored(1.4, False))], [("a", SURE)]])
    assert (first.match, second.match) == ("b", "a")


def test_a_row_that_fitted_a_lost_entry_far_better_is_not_given_its_next_best() -> None:
    first, _ = decide_all([[("a", Scored(4.0, False)), ("b", Scored(1.0, False))], [("a", SURE)]])
    assert first.match is None


def test_rows_that_repeat_each_other_both_keep_their_entry() -> None:
    assert [each.match for each in decide_all([[("a", SURE)], [("a", SURE)]])] == ["a", "a"]


def test_what_is_certain_is_outbid_by_nobody() -> None:
    certain = Scored(2.0, True)
    assert [each.match for each in decide_all([[("a", certain)], [("a", SURE)]])] == ["a", "a"]


def test_a_row_that_is_hardly_any_match_takes_nothing_from_others() -> None:
    weak, weaker = Scored(-0.2, False), Scored(-0.3, False)
    assert [each.match for each in decide_all([[("a", weak)], [("a", weaker)]])] == ["a", "a"]
