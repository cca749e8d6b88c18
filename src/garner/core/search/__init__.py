"""The pure parts of search: how texts are divided into words, what a query asks for, and what a misspelt word means."""
