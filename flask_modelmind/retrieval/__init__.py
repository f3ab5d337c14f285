"""Turn a question into terms, rank what was found, and fit it into a budget."""
