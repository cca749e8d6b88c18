"""The search index in PostgreSQL: documents, their words, and the statements that find them."""
