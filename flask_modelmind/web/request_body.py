"""Read a JSON body, or say exactly why not."""

from __future__ import annotations

import json
import typing as t

from flask import request

from .errors import Refusal


def read_json(*, max_bytes: int) -> t.Any:
    """Return the decoded JSON body of the current request.

    :param max_bytes: Largest body.
    :raises Refusal: It is too large, not JSON, or not UTF-8.
    """
    check_length(max_bytes=max_bytes)
    if not request.is_json:
        raise Refusal("unsupported_media_type")
    if request.content_length is None:
        body = request.stream.read(max_bytes + 1)
    else:
        body = request.get_data()
    if len(body) > max_bytes:
        raise Refusal("body_too_large")
    try:
        return json.loads(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refusal("invalid_encoding") from None
    except (ValueError, RecursionError):
        raise Refusal("invalid_json") from None


def check_length(*, max_bytes: int) -> None:
    """Refuse a body that says of itself that it is too large.

    :raises Refusal: It does.
    """
    if (request.content_length or 0) > max_bytes:
        raise Refusal("body_too_large")
