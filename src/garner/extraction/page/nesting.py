"""Find the position at which a page must be cut off, so that parsing takes time linear in its length.

The parser walks up the open elements at every tag, so a page that nests a hundred thousand deep costs the square of
that. So do the attributes of one element, since each is compared with all the others. Pages of a few thousand tags
cannot cost much, regardless of their content; counting identifies them, and they are all but a few. The tags of the
other pages are read as the parser would read them, only more conservatively: a closing tag counts where it certainly
closes an element, and not in a comment, in an attribute, in a script, across a table's edge, or when no element of its
name is open. When in doubt an element stays open, and the page is cut off earlier than necessary.
"""

import re

MAX_DEPTH = 1_000
MAX_ATTRIBUTES = 1_000
FEW_TAGS = 8_000
MAX_STEPS = 3_000_000

_LONG_TAG = re.compile(rb"<[a-zA-Z][^>]{%d}" % (3 * MAX_ATTRIBUTES))
_ATTRIBUTE = (
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?)?"""
)
_NAME = rb"[a-zA-Z][^\t\n\f\r />]*+"
_CROWDED_TAG = re.compile(rb"<%b(?>%b){%d}" % (_NAME, _ATTRIBUTE, MAX_ATTRIBUTES))
_MARKUP = re.compile(
    rb"<(?:(?P<closes>/?)(?P<name>%b)(?>%b)*+[\t\n\f\r ]*+(?P<alone>/?)[\t\n\f\r /]*+>?"
    rb"|!--(?:-?>|.*?--!?>|.*)|(?P<data>!\[CDATA\[)|[!?/][^>]*+>?)" % (_NAME, _ATTRIBUTE),
    re.DOTALL,
)
_RAW = frozenset(b"script style textarea title xmp iframe noembed noframes".split())
_RAW_ENDS = {name: re.compile(rb"</%b[\t\n\f\r />]" % name, re.I) for name in _RAW}
# A script's text has three states in HTML: plain, escaped after `<!--`, and doubly escaped after a `<script` in there,
# where `</script>` only leads back to escaped. `-->` leads back to plain from either. The marks that matter in each
# state:
_PLAIN_MARK, _ESCAPED_MARK, _DOUBLY_ESCAPED_MARK = (
    re.compile(mark, re.I)
    for mark in (
        rb"<!(?=--)|</script[\t\n\f\r />]",
        rb"-->|</?script[\t\n\f\r />]",
        rb"-->|</script[\t\n\f\r />]",
    )
)

# Void elements, elements that never nest in themselves, and elements that a page has once.
_UNCOUNTED = frozenset(
    b"area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr "
    b"p td th tr option html head body".split()
)
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u form".split())
_ENTRIES = {b"li": (b"li",), b"dd": (b"dd", b"dt"), b"dt": (b"dd", b"dt")}
_EDGES = frozenset(b"table template select object applet marquee caption".split())
_SPECIAL = _EDGES | frozenset(
    b"address article aside blockquote button center colgroup dd details dir div dl dt fieldset figcaption figure "
    b"footer form frameset h1 h2 h3 h4 h5 h6 header hgroup iframe li listing main menu nav noembed noframes noscript "
    b"ol plaintext pre script search section style summary tbody textarea tfoot thead title ul xmp".split()
)
_FOREIGN = frozenset((b"svg", b"math"))
_BACK_TO_HTML = frozenset(b"foreignobject desc title annotation-xml mi mo mn ms mtext".split())
_NEVER_FOREIGN = frozenset(
    b"b big blockquote center code dd div dl dt em h1 h2 h3 h4 h5 h6 i li menu nobr ol pre ruby s small span strong "
    b"strike sub sup table tt u ul var listing p br hr img embed meta body head".split()
)


def truncate_deep_page(page: bytes, few_tags: int = FEW_TAGS, depth: int = MAX_DEPTH) -> bytes:
    """Return the page up to the point where its elements nest deeper than `depth` or have more than `MAX_ATTRIBUTES`
    attributes each. A page of at most `few_tags` tags may nest without limit."""
    if not _has_more_tags(page, few_tags) and not _may_be_crowded(page):
        return page
    end = _Tags(page, depth).end()
    return page if end is None else page[:end]


def _has_more_tags(page: bytes, few: int) -> bool:
    tags = page.count(b"<")
    return tags > few and tags - page.count(b"</") > few


def _may_be_crowded(page: bytes) -> bool:
    return any(_CROWDED_TAG.match(page, tag.start()) for tag in _LONG_TAG.finditer(page))


class _Tags:
    """The tags of a page from its beginning, and the elements that are open."""

    def __init__(self, page: bytes, depth: int) -> None:
        self._page = page
        self._depth = depth
        self._open: list[bytes] = []
        self._names = dict.fromkeys(_FOREIGN | _BACK_TO_HTML, 0)  # count of open elements by name
        self._steps = 0

    def end(self) -> int | None:
        """Return the position at which the page has to be cut off, or None."""
        at = 0
        while (tag := _MARKUP.search(self._page, at)) is not None:
            at = tag.end()
            name = (tag["name"] or b"").lower()
            if not name:
                at = self._behind_data(at) if tag["data"] else at
            elif tag["closes"]:
                self._close(name)
            elif name not in _UNCOUNTED or (self._is_foreign and name not in _NEVER_FOREIGN):
                if at - tag.start() > 2 * MAX_ATTRIBUTES and _CROWDED_TAG.match(self._page, tag.start()):
                    return tag.start()
                at = self._enter(name, bool(tag["alone"]), at)
            if len(self._open) > self._depth or self._steps > MAX_STEPS:
                return tag.start()
            if at < 0:
                return None
        return None

    @property
    def _is_foreign(self) -> bool:
        return bool(self._names[b"svg"] or self._names[b"math"])

    def _behind_data(self, at: int) -> int:
        """Return the position after a CDATA section. In SVG its content is text; elsewhere there are no CDATA sections,
        and it ends at the next bracket. Which case applies is uncertain while SVG is open."""
        bracket = self._page.find(b">", at)
        end = self._page.find(b"]]>", at) if self._is_foreign else -1
        if self._page.find(b"<", bracket, end) >= 0 and bracket < end:
            self._steps = MAX_STEPS + 1
        return max(bracket, end) + 1 or -1

    def _is_html_again(self) -> bool:
        return any(self._names[name] for name in _BACK_TO_HTML)

    def _enter(self, name: bytes, stands_alone: bool, at: int) -> int:
        """Open the element and return the position at which to continue reading, which is after any text that is not
        markup."""
        if not self._is_foreign:
            if name == b"plaintext":
                return -1
            if name in _RAW:
                return self._behind_raw_text(name, at)
        elif not self._is_html_again():
            if name in _NEVER_FOREIGN:
                self._leave_foreign()
            elif stands_alone:
                return at
        if name in _ENTRIES:
            self._close_entry(_ENTRIES[name])
        self._open.append(name)
        self._names[name] = self._names.get(name, 0) + 1
        return at

    def _behind_raw_text(self, name: bytes, at: int) -> int:
        closing = _RAW_ENDS[name].search(self._page, at)
        if closing is None:
            return -1
        if name == b"script" and self._page.find(b"<!--", at, closing.start()) >= 0:
            return _end_of_script(self._page, at)
        return closing.start()

    def _leave_foreign(self) -> None:
        while self._is_foreign:
            self._names[self._open.pop()] -= 1

    def _close(self, name: bytes) -> None:
        if not self._names.get(name):
            return
        if self._is_foreign:
            self._close_foreign(name)
            return
        stops = _EDGES if name in _SPECIAL or name in _FORMATTING else _SPECIAL
        for index in range(len(self._open) - 1, -1, -1):
            self._steps += 1
            opened = self._open[index]
            if opened == name:
                self._forget(index, only_it=name in _FORMATTING)
                return
            if opened in stops:
                return

    def _close_foreign(self, name: bytes) -> None:
        """Close an element inside SVG or MathML, where tags may be text: only the innermost element, or all of the SVG
        if it contains nothing else."""
        if self._open[-1] == name:
            self._forget(len(self._open) - 1)
        elif name in _FOREIGN and not self._is_html_again():
            self._forget(len(self._open) - 1 - self._open[::-1].index(name))
            self._steps += len(self._open)

    def _close_entry(self, names: tuple[bytes, ...]) -> None:
        for index in range(len(self._open) - 1, -1, -1):
            self._steps += 1
            opened = self._open[index]
            if opened in names:
                self._forget(index)
                return
            if self._is_foreign or (opened in _SPECIAL and opened not in (b"address", b"div")):
                return

    def _forget(self, index: int, *, only_it: bool = False) -> None:
        gone = self._open[index : index + 1] if only_it else self._open[index:]
        for name in gone:
            self._names[name] -= 1
        del self._open[index : index + len(gone)]


def _end_of_script(page: bytes, at: int) -> int:
    """Return the start of the closing tag of a script whose text begins at `at`, or -1 if the script extends to the
    end."""
    marks = _PLAIN_MARK
    while (mark := marks.search(page, at)) is not None:
        at, text = mark.end(), mark.group()
        if text == b"-->":
            marks = _PLAIN_MARK
        elif text == b"<!" or marks is _DOUBLY_ESCAPED_MARK:
            marks = _ESCAPED_MARK
        elif text.startswith(b"</"):
            return mark.start()
        else:
            marks = _DOUBLY_ESCAPED_MARK
    return -1
