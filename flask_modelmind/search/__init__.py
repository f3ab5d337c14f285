"""Find candidate rows inside the database, under the viewer's scope."""
