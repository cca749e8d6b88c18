"""Where files lie that nobody sends: folders of this machine, buckets, FTP servers."""

from garner.sources.bucket import Bucket
from garner.sources.folder import Folder
from garner.sources.ftp import (
    Account,
    FtpFolder,
)
from garner.sources.source import (
    Entry,
    Listing,
    Source,
)

__all__ = ["Account", "Bucket", "Entry", "Folder", "FtpFolder", "Listing", "Source"]
