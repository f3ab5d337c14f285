"""Golden tables: names that must be hidden, and names that only look so."""

from __future__ import annotations

import pytest
from sqlalchemy import Integer
from sqlalchemy import LargeBinary
from sqlalchemy import String
from sqlalchemy import types
from sqlalchemy.dialects import mysql
from sqlalchemy.dialects import postgresql

from flask_modelmind.access import SensitiveColumns
from flask_modelmind.settings import Settings

HIDDEN = """
password passwd pwd user_password password_hash passwordHash PASSWORD password2
userpassword passphrase pass_phrase passcode secret client_secret shared_secrets
credentials token tokens api_token csrf_token remember_token remember_me_token
invitation_token access_token refreshToken jwt nonce otp otp_code totp_secret mfa_backup
two_factor two_factor_secret two_factor_recovery_codes twoFactorRecoveryCodes 2fa_seed
auth auth_code oauth_provider authorization_code http_authorization x-auth-key
api_key apikey apiKey x-api-key API_KEYS stripe_key stripeAPIKey access_key
aws_access_key_id private_key secret_key signing_key encryption_key ssh_key license_key
webhook_url webhookUrl webhook_secret recovery_codes recovery_code backup_codes
reset_code verification_code security_answer security_question seed_phrase
connection_string database_url dsn
pin pin_code card_pin pin_hash hash salt password_salt file_hash session session_id
user_session session_data cookie cookies auth_cookie cookie_value
card_number cardNumber card_no credit_card creditCardNumber cvv cvc cvv2 pan_number
iban iban_1 bank_account bank_account_number account_number account_no routing_number
sort_code ssn social_security_number national_id nationalId national_insurance
passport passport_number tax_id tax_number dob date_of_birth dateOfBirth birth_date
birthday salary salaries base_salary hourly_wage payroll driving_licence_no biometrics
encrypted_notes settings.smtp_password meta.apiKey customer.pin card.number
config.session.id smtp_pass userPass pass passkey PHPSESSID acct_no cpf theme.pin training.session
contraseña contrasena senha passwort nutzerpasswort kennwort mot_de_passe
date_de_naissance fecha_nacimiento wachtwoord şifre пароль дата_рождения паспорт
رمز_عبور رمز‌عبور کد_ملی كد_ملي شماره_کارت كلمة_المرور סיסמה पासवर्ड
密码 用户密码 身份证号 パスワード 暗証番号 비밀번호 주민등록번호 รหัสผ่าน
ｐａｓｓｗｏｒｄ ａｐｉ＿ｋｅｙ
"""

SHOWN = """
id name title sku code slug price stock status discard_reason discarded_at cardinality
card scorecard discount_card_color card_color postcard session_length session_title
training_session sessions_count hotplate_model is_private bank_holiday bank_name
token_price token_count tokens_used max_tokens total_tokens output_tokens token_symbol
shipping shipping_address spinner pinned is_pinned pin_count pinterest opinion hashtag
hash_brown_count author authors authority co_author authorized_at secretary
secretariat secret_santa keyboard key key_features primary_key foreign_key keywords
piano_keys compass passenger passengers passed boarding_pass mountainPass pass_rate bypass_valve surpassed sea_salt salt_free
salt_content cookie_flavor is_encrypted accepts_credit_card passport_required
saltwater saline wager birthplace tax_rate tax_included
account accounts_payable account_name identity identity_color national_park nationality
social_media security_level access_level recovery_time recovery_rate backup_date
reset_count verification_status webhooks_enabled crossing
ibanez doberman adobe dobro panorama canned_goods company expansion pan_size
otpravka robotphone hashing saltire authorship cvvtree signature email phone
categoria.nombre category.name قیمت نام محصول название цена 商品名 价格 商品番号 가격
ราคา
कीमत Größe längd tamaño clave color
"""


@pytest.fixture(scope="module")
def sensitive() -> SensitiveColumns:
    return SensitiveColumns(Settings())


@pytest.mark.parametrize("name", HIDDEN.split())
def test_a_sensitive_name_is_hidden(sensitive: SensitiveColumns, name: str) -> None:
    assert sensitive.reason(name)


@pytest.mark.parametrize("name", SHOWN.split())
def test_a_name_that_only_looks_sensitive_is_shown(
    sensitive: SensitiveColumns, name: str
) -> None:
    assert sensitive.reason(name) is None


def test_a_golden_table_names_at_least_sixty_each_way() -> None:
    assert min(len(set(HIDDEN.split())), len(set(SHOWN.split()))) >= 60


def test_a_reason_names_the_word(sensitive: SensitiveColumns) -> None:
    assert sensitive.reason("stripe_api_keys") == "'api key' is a sensitive name"


def test_further_columns_can_be_blocked_by_name() -> None:
    sensitive = SensitiveColumns(Settings(blocked_columns=("supplier_price",)))

    assert sensitive.reason("supplierPrice")
    assert sensitive.reason("product.supplier_price")
    assert sensitive.reason("supplier_price_note") is None


def test_further_words_can_be_blocked_wherever_they_stand() -> None:
    sensitive = SensitiveColumns(Settings(blocked_patterns=("margin", "home phone")))

    assert sensitive.reason("gross_margins")
    assert sensitive.reason("customer_home_phone")
    assert sensitive.reason("homephone")
    assert sensitive.reason("marginal") is None
    assert sensitive.reason("phone") is None


@pytest.mark.parametrize("name", ["", "_", ".", "...", "0", "💳"])
def test_an_odd_name_is_no_error(sensitive: SensitiveColumns, name: str) -> None:
    assert sensitive.reason(name) is None


class EncryptedString(types.TypeDecorator[str]):
    impl = String
    cache_ok = True


class Sealed(types.TypeDecorator[bytes]):
    impl = LargeBinary
    cache_ok = True


class PasswordType(types.UserDefinedType[str]):
    cache_ok = True


@pytest.mark.parametrize(
    "kind",
    [
        LargeBinary(),
        LargeBinary,
        postgresql.BYTEA(),
        mysql.LONGBLOB(),
        EncryptedString(),
        Sealed(),
        PasswordType(),
    ],
    ids=str,
)
def test_binary_encrypted_and_password_types_are_hidden(
    sensitive: SensitiveColumns, kind: object
) -> None:
    assert sensitive.type_reason(kind)


@pytest.mark.parametrize("kind", [Integer(), String(4), types.JSON(), types.Uuid()])
def test_plain_types_are_shown(sensitive: SensitiveColumns, kind: object) -> None:
    assert sensitive.type_reason(kind) is None
