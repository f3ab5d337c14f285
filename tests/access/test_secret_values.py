"""What looks like a secret is masked; every value here is made up."""

from __future__ import annotations

import time

import pytest
from werkzeug.security import generate_password_hash

from flask_modelmind.access import secret_value
from flask_modelmind.access import SensitiveColumns
from flask_modelmind.access.secret_values import MASK
from flask_modelmind.settings import Settings

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"
SECRETS = {
    "openai": ("sk-proj-" + "a1B2" * 8, "api key"),
    "stripe": ("sk_" + "live_" + "a1B2c3D4e5F6", "api key"),
    "webhook": ("whsec_" + "a1B2c3D4" * 3, "api key"),
    "google": ("AIza" + "a1B2c" * 7, "api key"),
    "aws": ("AKIA" + "ABCDEFGH12345678", "cloud key"),
    "github": ("ghp_" + "a1B2c3" * 6, "access token"),
    "gitlab": ("glpat-" + "a1B2c3D4" * 3, "access token"),
    "slack": ("xoxb-" + "1234567890-abcdef", "access token"),
    "bearer": ("Bearer " + "abc.DEF_123-456/789=", "access token"),
    "jwt": ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "json web token"),
    "pem": (PEM, "private key"),
    "cut pem": (PEM[:50], "private key"),
    "bcrypt": ("$2b$12$" + "a" * 53, "password hash"),
    "argon2": ("$argon2id$v=19$m=65536,t=3,p=4$c29t$aGFz", "password hash"),
    "werkzeug": (generate_password_hash("hunter2"), "password hash"),
    "pbkdf2": (generate_password_hash("hunter2", "pbkdf2:sha1:9"), "password hash"),
    "card": ("4111 1111 1111 1111", "card number"),
    "card without spaces": ("5555555555554444", "card number"),
    "amex": ("3782-822463-10005", "card number"),
}  # fmt: skip


@pytest.mark.parametrize(("secret", "kind"), SECRETS.values(), ids=SECRETS)
def test_a_secret_in_a_text_is_masked(secret: str, kind: str) -> None:
    text = f"before {secret} after"
    masked = SensitiveColumns(Settings()).mask(text)

    assert secret_value(text) == kind
    assert secret not in masked
    assert masked.startswith(f"before {MASK}")


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("The password: hunter2!", f"The password: {MASK}"),
        ('{"smtp_password": "s3cret99"}', f'{{"smtp_password": "{MASK}"}}'),
        ("api_key=abc123def, next", f"api_key={MASK}, next"),
        ("postgres://bo:pa55@db/shop", f"postgres://{MASK}@db/shop"),
        ("رمز عبور: abc123", f"رمز عبور: {MASK}"),
    ],
    ids=["password", "json", "assignment", "address", "persian"],
)
def test_only_the_secret_itself_is_masked(text: str, masked: str) -> None:
    assert SensitiveColumns(Settings()).mask(text) == masked


PLAIN = [
    "The password is required for every account.",
    "Password: required",
    "Order 4111111111111112 of 2026-04-03",
    "EAN 4006381333931",
    "call +49 30 1234 5678 9012",
    "https://shop.test/a:b@c",
    "task-4711 and risk-free sk-40",
    "Falcon 40 (FAL-40), 1299.00 EUR",
    "6011 units",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    "رمز عبور خود را تغییر دهید",
    "the token price: 120.50",
    "",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_text_without_a_secret_stays_as_it_is(text: str) -> None:
    assert secret_value(text) is None
    assert SensitiveColumns(Settings()).mask(text) == text


def test_several_secrets_are_masked_each() -> None:
    text = f"{SECRETS['aws'][0]} x {SECRETS['github'][0]}"

    assert SensitiveColumns(Settings()).mask(text) == f"{MASK} x {MASK}"


@pytest.mark.parametrize(
    "piece", ["-----BEGIN PRIVATE KEY-----", "eyJaaaaaaaaa.", "://a:", "4111 ", "pwd:"]
)
def test_a_hostile_text_takes_no_longer_than_its_length(piece: str) -> None:
    text = piece * 2_000
    started = time.perf_counter()

    SensitiveColumns(Settings()).mask(text)

    assert time.perf_counter() - started < 0.5
