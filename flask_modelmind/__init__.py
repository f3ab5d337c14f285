"""A Flask extension that answers questions about an application's own data."""
