"""Talk to a language model, or answer from the evidence alone."""
