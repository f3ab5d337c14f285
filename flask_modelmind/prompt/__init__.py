"""Compose what a model is sent, and read the tokens it writes."""
