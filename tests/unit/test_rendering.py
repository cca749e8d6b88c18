from random import Random

from garner.core.pacing.rendering import FIRST_TRIES, MEMORY, RenderHistory

NO_LUCK = 0.999


def history_of(*outcomes: bool) -> RenderHistory:
    history = RenderHistory()
    for won in outcomes:
        history = history.after(won=won)
    return history


def test_an_unknown_domain_gets_a_few_tries() -> None:
    assert history_of().worth_rendering(NO_LUCK)
    assert history_of(*[False] * (FIRST_TRIES - 1)).worth_rendering(NO_LUCK)
    assert not history_of(*[False] * FIRST_TRIES).worth_rendering(NO_LUCK)


def test_a_domain_where_rendering_helps_continues_to_be_rendered() -> None:
    assert history_of(*[True, False] * 200).worth_rendering(NO_LUCK)


def test_a_domain_where_rendering_rarely_helps_is_not_rendered() -> None:
    assert not history_of(True, *[False] * 9).worth_rendering(NO_LUCK)


def test_a_domain_that_is_not_rendered_is_occasionally_tried_again() -> None:
    random = Random(7)
    given_up = history_of(*[False] * 50)
    looks = sum(given_up.worth_rendering(random.random()) for _ in range(10_000))
    assert 50 < looks < 200


def test_rendering_stops_soon_for_a_domain_where_it_no_longer_helps() -> None:
    history = history_of(*[True] * 1000)
    losses = 0
    while history.worth_rendering(NO_LUCK):
        history = history.after(won=False)
        losses += 1
    assert losses < 2 * MEMORY


def test_rendering_resumes_soon_for_a_domain_where_it_helps_again() -> None:
    history = history_of(*[False] * 1000)
    wins = 0
    while not history.worth_rendering(NO_LUCK):
        history = history.after(won=True)
        wins += 1
    assert wins < MEMORY / 4
