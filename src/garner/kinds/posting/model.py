"""The data of a job posting, as it is extracted: every field is present."""

from typing import Annotated, TypedDict

from garner.kinds.model_fields import Amount, Currency, Date, Html, Url, Word


class Posting(TypedDict):
    """A job posting."""

    title: Annotated[str, "The job title; a posting requires it"]
    company: Annotated[str | None, "The employer"]
    description: Annotated[str | None, "The description, as plain text"]
    description_html: Annotated[Html | None, "The description, as sanitized HTML"]
    locations: Annotated[list[str], "The places of work"]
    remote: Annotated[bool | None, "Whether the job is fully remote; null if it is hybrid or the page does not say"]
    employment_type: Annotated[
        Word | None,
        "`full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; "
        "if the page names several, the first",
    ]
    salary_min: Annotated[Amount | None, "The pay, or the lower end of its range"]
    salary_max: Annotated[Amount | None, "The upper end of the range, if there is one"]
    salary_currency: Annotated[Currency | None, "The currency of the pay"]
    salary_period: Annotated[Word | None, "The period of the pay: `hour`, `day`, `week`, `month` or `year`"]
    posted_at: Annotated[Date | None, "When it was posted, with the time if the page has it"]
    valid_through: Annotated[Date | None, "The last day to apply"]
    external_id: Annotated[str | None, "The site's id of the posting"]
    apply_url: Annotated[Url | None, "Where to apply"]
    expired: Annotated[
        bool | None,
        "True if the page says that the job is no longer available; null otherwise, even if `valid_through` has "
        "passed: compare that with the current time",
    ]
