"""Secrets inside free text, recognised by their shape."""

from __future__ import annotations

import re

MASK = "••••••"
"""What stands in place of a secret."""

_SHAPES = {
    "private_key": (
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----"
        r"(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|\Z)"
    ),
    "json_web_token": r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*",
    "api_key": (
        r"\bsk-[A-Za-z0-9_-]{16,}|\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}"
        r"|\bwhsec_[A-Za-z0-9+/=]{16,}|\bAIza[\w-]{35}|\bSG\.[\w-]{16,}\.[\w-]{16,}"
        r"|\bnpm_[A-Za-z0-9]{36}|\bpypi-[\w-]{20,}"
    ),
    "cloud_key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "access_token": (
        r"\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}"
        r"|\bxox[abeprs]-[A-Za-z0-9-]{10,}|\b[Bb]earer +[\w.~+/-]{16,}=*"
    ),
    "password_hash": (
        r"\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:id|i|d)\$[\w$=,+/.-]{20,}"
        r"|\bpbkdf2[:_]sha\d+[:$]\d+\$[\w$=+/.-]{16,}|\bscrypt:\d+:\d+:\d+\$[\w$+/=.-]{16,}"
        r"|\$[156]\$[\w./]{1,16}\$[\w./]{22,}"
    ),
    "login_in_address": r"(?<=://)[^\s/:@]{1,64}:[^\s/@]{1,128}(?=@)",
    "stated_password": (
        r"(?i:(?<![^\W_])(?:password|passwd|pwd|passphrase|secret|api[ _-]?key"
        r"|access[ _-]?key|auth[ _-]?token|passwort|contraseña|senha|пароль"
        r"|رمز عبور|密码)"
        r"[\"']?\s{0,3}[:=\uff1a]\s{0,3}[\"']?)"
        r"(?P<stated>(?=[^\s\"',;]{0,64}[\d!@#$%^&*])[^\s\"',;]{6,128})"
    ),
    "card_number": (
        r"(?<![\w-])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d)(?:[ -]?\d{4}){3}"
        r"|3[47]\d\d[ -]?\d{6}[ -]?\d{5})(?![\w-])"
    ),
}
_SECRET = re.compile(
    "|".join(f"(?P<{name}>{shape})" for name, shape in _SHAPES.items())
)


def secret_value(text: str) -> str | None:
    """Name the kind of the first secret in a text: ``"private key"``, or ``None``."""
    for match in _SECRET.finditer(text):
        if _is_secret(match):
            return _kind(match).replace("_", " ")
    return None


def mask_secrets(text: str) -> str:
    """Replace every secret in a text by :data:`MASK`; other text is untouched."""
    return _SECRET.sub(_masked, text)


def _masked(match: re.Match[str]) -> str:
    if not _is_secret(match):
        return match[0]
    stated = match["stated"]
    return MASK if stated is None else match[0].removesuffix(stated) + MASK


def _is_secret(match: re.Match[str]) -> bool:
    return _kind(match) != "card_number" or _has_check_digit(match[0])


def _kind(match: re.Match[str]) -> str:
    return next(name for name in _SHAPES if match[name] is not None)


def _has_check_digit(number: str) -> bool:
    """Check a card number. Source: ISO/IEC 7812-1, annex B (the Luhn formula)."""
    digits = [int(digit) for digit in number if digit.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
