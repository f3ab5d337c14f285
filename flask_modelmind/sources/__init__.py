"""What may be known: records of the application's models, and context texts."""
