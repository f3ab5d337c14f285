"""The HTTP surface: JSON, server-sent events, templates."""
