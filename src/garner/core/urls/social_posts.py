"""Detect posts of social networks by host and path: neither is sufficient alone."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

# The path prefix of a post, by the network's host. A host that only shortens links to posts accepts any path.
_ANY = r"/\w"
_POSTS: Mapping[str, re.Pattern[str]] = {
    host: re.compile(path, re.I)
    for hosts, path in (
        (("instagram.com",), r"(?:/[\w.]+)?/(?:p|reels?|tv|share)/[\w-]"),
        (("tiktok.com",), r"/@[\w.-]+/(?:video|photo)/\d|/t/\w|/v/\d"),
        (
            ("facebook.com", "fb.com"),
            r"/(?:[\w.-]+/)?(?:posts|videos|reel|watch|share|photos?|permalink)\b|/groups/[\w.-]+/\w|/story\.php",
        ),
        (("youtube.com", "youtube-nocookie.com"), r"/(?:watch|shorts/|live/|embed/|post/|clip/)"),
        (("x.com", "twitter.com"), r"/(?:\w+|i/web)/status(?:es)?/\d"),
        (("threads.net", "threads.com"), r"/@[\w.]+/post/\w|/t/\w"),
        (("reddit.com",), r"(?:/(?:r|user|u)/[\w-]+)?/(?:comments|s)/\w"),
        (("bsky.app",), r"/profile/[\w.:-]+/post/\w"),
        (("tumblr.com",), r"/[\w-]+/\d+|/post/\d"),
        (("lemon8-app.com",), r"/@?[\w.-]+/\d"),
        (("pinterest",), r"/pin/[\w-]"),
        (("vm.tiktok.com", "vt.tiktok.com", "fb.watch", "youtu.be", "redd.it", "pin.it", "instagr.am"), _ANY),
    )
    for host in hosts
}
URL_JOB = "url"
SOCIAL_JOB = "social"

# One network with a host in every country.
_PINTEREST = re.compile(r"(?:[\w-]+\.)?pinterest\.(?:com|co|[a-z]{2})(?:\.[a-z]{2})?\Z")


def is_post(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return False
    pattern = _POSTS["pinterest"] if _PINTEREST.match(host) else _of_host(host)
    return pattern is not None and pattern.match(parts.path) is not None


def _of_host(host: str) -> re.Pattern[str] | None:
    labels = host.split(".")
    endings = (".".join(labels[start:]) for start in range(len(labels) - 1))
    return next((pattern for ending in endings if (pattern := _POSTS.get(ending))), None)


def job_type_of(url: str) -> str:
    """Return the mailbox job type of a link."""
    return SOCIAL_JOB if is_post(url) else URL_JOB
