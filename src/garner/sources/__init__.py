"""Places to pull files from: local folders, buckets, FTP servers."""

from garner.sources.bucket import BucketSource
from garner.sources.folder import Folder
from garner.sources.ftp import FtpAccount, FtpFolder
from garner.sources.source import Entry, Listing, Source

__all__ = ["BucketSource", "Entry", "Folder", "FtpAccount", "FtpFolder", "Listing", "Source"]
