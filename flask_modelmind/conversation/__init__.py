"""Sessions and messages, each with an owner."""
