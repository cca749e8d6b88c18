"""The declaration of job postings."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, keep, to_moment, to_text
from garner.kinds.declaration import KindDeclaration, RecordField, RecordTable

FIELDS = (
    RecordField("title", "text", "The job title; a posting requires it"),
    RecordField("company", "text", "The employer"),
    RecordField("description", "text", "The description, as plain text"),
    RecordField("description_html", "HTML", "The description, as sanitized HTML"),
    RecordField("locations", "list of texts", "The places of work"),
    RecordField(
        *("remote", "boolean"),
        "Whether the job is fully remote; null if it is hybrid or the page does not say",
    ),
    RecordField(
        *("employment_type", "word"),
        "`full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; "
        "if the page names several, the first",
    ),
    RecordField("salary_min", "decimal as text", "The pay, or the lower end of its range"),
    RecordField("salary_max", "decimal as text", "The upper end of the range, if there is one"),
    RecordField("salary_currency", "ISO 4217", "The currency of the pay"),
    RecordField("salary_period", "word", "The period of the pay: `hour`, `day`, `week`, `month` or `year`"),
    RecordField("posted_at", "date", "When it was posted, with the time if the page has it"),
    RecordField("valid_through", "date", "The last day to apply"),
    RecordField("external_id", "text", "The site's id of the posting"),
    RecordField("apply_url", "URL", "Where to apply"),
    RecordField(
        *("expired", "boolean"),
        "True if the page says that the job is no longer available; null otherwise, even if `valid_through` has "
        "passed: compare that with the current time",
    ),
)
POSTING = KindDeclaration(
    kind=Kind.POSTING,
    noun="job posting",
    fields=FIELDS,
    table=RecordTable(
        "postings",
        columns=(
            StoredColumn("title", to_text(512), must_exist=True),
            StoredColumn("company", to_text(255)),
            StoredColumn("external_id", to_text(255)),
            StoredColumn("description", keep),
            StoredColumn("posted_at", to_moment),
            StoredColumn("valid_through", to_moment),
        ),
        task_columns=("domain_id", "crawl_task_id", "url"),
    ),
    ttl_setting="GARNER_POSTING_TTL_DAYS",
    naming="title",
    required=("title",),
    essential=("title", "company", "description"),
    promised=("title", "company"),
    weights={"title": 2, "company": 2, "description": 2, "locations": 1, "posted_at": 1, "employment_type": 1},
    together={
        "description": ("description_html",),
        "salary_min": ("salary_max", "salary_currency", "salary_period"),
        "salary_max": ("salary_min", "salary_currency", "salary_period"),
    },
    csv_fields=(
        *("title", "company", "locations", "remote", "employment_type"),
        *("salary_min", "salary_max", "salary_currency", "salary_period"),
        *("posted_at", "valid_through", "external_id", "apply_url", "description"),
    ),
    llm_warning="LLM fallback used; please verify details.",
)
