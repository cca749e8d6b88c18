"""Which pages are posts of social networks."""


def job_type_of(url: str | None) -> str:
    return "ocr" if url is None else "url"
