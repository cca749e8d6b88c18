"""The declaration of job postings."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, keep, to_moment, to_text
from garner.kinds.declaration import KindDeclaration, RecordTable, SearchFields
from garner.kinds.posting.model import Posting

POSTING = KindDeclaration(
    kind=Kind.POSTING,
    noun="job posting",
    model=Posting,
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
    search=SearchFields(
        labels=("company",),
        details=("locations", "employment_type"),
        prose=("description",),
        codes=("external_id",),
        facets={"company": "company", "location": "locations", "employmentType": "employment_type"},
    ),
    llm_warning="LLM fallback used; please verify details.",
)
