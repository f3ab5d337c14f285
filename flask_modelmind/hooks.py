"""Check the functions an application gives us, and name them in logs and errors."""

from __future__ import annotations

import functools
import inspect
import logging
import typing as t
from collections import abc as cabc
from pathlib import PurePath

from .errors import AccessDenied
from .errors import RegistrationError

logger = logging.getLogger(__name__)


def hook_name(hook: t.Any) -> str:
    """Return how a hook is called in logs and errors: ``shop.orders.own_orders``."""
    if isinstance(hook, functools.partial):
        return hook_name(hook.func)
    name = getattr(hook, "__qualname__", None) or type(hook).__qualname__
    return f"{getattr(hook, '__module__', None) or '?'}.{name}"


def check_hook(hook: t.Any, *, role: str, arguments: cabc.Sequence[str]) -> None:
    """Refuse a hook that could only fail when it is called.

    :param role: What the hook is, for the error: ``"scope of Order"``.
    :param arguments: Names of the positional arguments it will be called with.
    :raises RegistrationError: It is not callable, is asynchronous, or does not take
        these arguments.
    """
    call = f"({', '.join(arguments)})"
    if not callable(hook):
        raise RegistrationError(
            f"The {role} is {hook!r}; expected a callable that takes {call}."
        )
    name = hook_name(hook)
    if inspect.iscoroutinefunction(hook):
        raise RegistrationError(
            f"The {role}, '{name}', is asynchronous; expected a plain function."
        )
    try:
        signature = inspect.signature(hook)
    except ValueError:
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        raise RegistrationError(
            f"The {role}, '{name}', takes {signature}; expected {call}."
        ) from None


def failure(exc: BaseException) -> str:
    """Say which error came from where, without its message: that may hold data.

    :return: Such as ``KeyError at orders.py:12``.
    """
    frame = exc.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None:
        return type(exc).__name__
    file = PurePath(frame.tb_frame.f_code.co_filename).name
    return f"{type(exc).__name__} at {file}:{frame.tb_lineno}"


def hook_refusal(hook: cabc.Callable[..., object], *arguments: t.Any) -> str | None:
    """Ask a hook that may allow something; anything but ``True`` is a refusal.

    :return: Why it refuses, without data of the arguments; ``None``: it allows.
    """
    name = hook_name(hook)
    try:
        result = hook(*arguments)
    except AccessDenied as exc:
        return f"hook '{name}': {exc.reason}"
    except Exception as exc:  # noqa: BLE001 -- the hook is the application's.
        reason = f"hook '{name}' raised {failure(exc)}"
        logger.warning("%s; it is taken for a no", reason)
        return reason
    if result is True:
        return None
    if result is False:
        return f"hook '{name}' said no"
    return f"hook '{name}' returned {type(result).__name__}; only True allows"
