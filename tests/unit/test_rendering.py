from random import Random

from garner.core.pacing.rendering import FIRST_TRIES, MEMORY, RenderHistory

NO_LUCK = 0.999


def lived(*outcomes: bool) -> RenderHistory:
    history = RenderHistory()
    for won in outcomes:
        history = history.after(won=won)
    return history


def test_an_unknown_domain_gets_a_few_tries() -> None:
    assert lived().worth_rendering(NO_LUCK)
    assert lived(*[False] * (FIRST_TRIES - 1)).worth_rendering(NO_LUCK)
    assert not lived(*[False] * FIRST_TRIES).worth_rendering(NO_LUCK)


def test_a_domain_where_rendering_helps_goes_on_being_rendered() -> None:
    assert lived(*[True, False] * 200).worth_rendering(NO_LUCK)


def test_a_domain_where_rendering_rarely_helps_is_left_alone() -> None:
    assert not lived(True, *[False] * 9).worth_rendering(NO_LUCK)


def test_a_domain_that_was_given_up_is_looked_at_again_once_in_a_while() -> None:
    random = Random(7)
    given_up = lived(*[False] * 50)
    looks = sum(given_up.worth_rendering(random.random()) for _ in range(10_000))
    assert 50 < looks < 200


def test_a_domain_that_stopped_paying_is_given_up_within_its_memory() -> None:
    history = lived(*[True] * 1000)
    losses = 0
    while history.worth_rendering(NO_LUCK):
        history = history.after(won=False)
        losses += 1
    assert losses < 2 * MEMORY


def test_a_domain_that_was_rebuilt_is_won_back() -> None:
    history = lived(*[False] * 1000)
    wins = 0
    while not history.worth_rendering(NO_LUCK):
        history = history.after(won=True)
        wins += 1
    assert wins < MEMORY / 4
