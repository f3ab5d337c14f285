"""Who asks, and what may they see."""
