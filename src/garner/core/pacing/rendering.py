"""Decide per domain, from experience, whether a page is worth a browser.

A browser costs a hundred times a plain fetch, and most pages that give no record as fetched give none when rendered
either. So a page is rendered only after it gave nothing as fetched, and only on domains where rendering has helped: a
domain gets a few tries, is rendered as long as that pays, and is retried occasionally, as sites are rebuilt. Counts
decay, so that a domain's last months weigh more than its first day.
"""

from dataclasses import dataclass

FIRST_TRIES = 3
WORTH_IT = 0.2  # the least share of renderings that must give a record
SECOND_LOOK = 0.01  # probability of retrying a domain that does not pay
MEMORY = 100  # renderings after which the counts are halved


@dataclass(frozen=True, slots=True)
class RenderHistory:
    """The counts of one domain's pages that gave no record as fetched: how many gave one when rendered, and how many
    not."""

    wins: int = 0
    losses: int = 0

    def worth_rendering(self, chance: float) -> bool:
        """Return whether to render a page that gave nothing as fetched. `chance` is drawn from [0, 1)."""
        tries = self.wins + self.losses
        return tries < FIRST_TRIES or self.wins >= WORTH_IT * tries or chance < SECOND_LOOK

    def after(self, *, won: bool) -> "RenderHistory":
        wins, losses = self.wins + won, self.losses + (not won)
        return RenderHistory(wins // 2, losses // 2) if wins + losses >= MEMORY else RenderHistory(wins, losses)
