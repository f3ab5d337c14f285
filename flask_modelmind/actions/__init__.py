"""Turn declared endpoints into links this viewer may open."""
