"""Say who asks, and what they may see.

Order: sensitive columns are hidden; then, in the statement itself and before any order
or limit, tenant scope, user scope and the application's scopes; then the record gate:
the tenant and user columns of the loaded record again, the model's ``authorize``, the
``@mind.authorize`` hooks. A hook that raises or gives anything else than it should, a
misspelt column, a tenant that does not resolve: denied, with a reason in the log.
"""

from __future__ import annotations

from .gate import Decision
from .hooks import AccessHooks
from .policy import Access
from .secret_values import secret_value
from .sensitive import SensitiveColumns

__all__ = ["Access", "AccessHooks", "Decision", "SensitiveColumns", "secret_value"]
