"""Turn declared endpoints into the buttons that this viewer may press.

An action is resolved from the record in hand, never from what the model or the visitor
wrote: login, roles and the declared hook first, then ``url_for``. What cannot be built,
or is not allowed, is left out and the log says why. An address that stands in an answer
never becomes a button.
"""

from __future__ import annotations

from .declared import check_action
from .links import may_link
from .links import row_links
from .offers import Actions

__all__ = ["Actions", "check_action", "may_link", "row_links"]
