"""Words and phrases that make a column name sensitive, and those that only look so."""

from __future__ import annotations

import dataclasses

ANYWHERE = """
password, passwd, pwd, passphrase, passcode, pass phrase, pass code, secret, credential
token, jwt, csrf, xsrf, nonce, bearer, otp, totp, hotp, mfa, 2fa, two factor
second factor, webauthn, auth, authn, oauth, oauth2, authenticator, encrypted
ciphertext
api key, access key, private key, secret key, signing key, encryption key, ssh key
session key, auth key, master key, license key, licence key, activation key
recovery key, webhook key, shared key, service key, service account key, client key
account key, host key, deploy key, gpg key, pgp key
stripe key, aws key, openai key, sendgrid key, twilio key, mailgun key, paypal key
google key, azure key, github key, gitlab key, slack key, firebase key, anthropic key
gemini key, braintree key, mapbox key
recovery code, backup code, reset code, verification code, activation code
confirmation code, access code, unlock code, security code, security answer
security question, seed phrase, mnemonic phrase, connection string, database url
database uri, webhook url, webhook uri, webhook endpoint
credit card, debit card, card number, card no, card num, card pan, card expiry
card exp, card cvc, pan number, cc number, cc num, cc exp, cvv, cvc, iban
bank account, account number, account no, routing number, sort code, bank details
dob, date of birth, birth date, birthday, born on, ssn, social security
social insurance, national id, national number, national insurance, passport, tax id
tax number, tin number, taxpayer id, identity card, id card, identity number
driving licence, driving license, driver license, drivers license, biometric
salary, wage, payroll, recovery question, passkey, sessid, phpsessid, mpin, cvn
acct number, acct num, acct no, aadhaar, aadhar, cpf, nhs number, dni, curp
personnummer, pesel
"""
"""Sensitive wherever they stand in a name, as written, joined, or with a final s."""

STEMS = """
password, passwd, passphrase, passwort, kennwort, wachtwoord, apikey, accesskey
privatekey, secretkey, accesstoken, refreshtoken, authtoken, apitoken
"""
"""Sensitive even in the middle of a word: ``userpassword``."""

HARMLESS = """
token price, token count, token limit, token usage, token budget, token cost
token symbol, token supply, token type, token amount, token per, token used
max token, min token, total token, input token, output token, prompt token
completion token, used token, secret santa, passport required, passport office
is encrypted, accepts credit card, credit card accepted, credit card fee
"""
"""Taken out of a name before anything else is looked for."""

OTHER_LANGUAGES = """
geburtsdatum, kontonummer, steuernummer, sozialversicherungsnummer, gehalt, reisepass
mot de passe, mdp, salaire, date de naissance, date naissance, numero de compte, jeton
contrasena, clave secreta, salario, sueldo, fecha de nacimiento, fecha nacimiento
numero de cuenta, pasaporte, senha, data de nascimento, data nascimento, stipendio
data di nascita, data nascita, codice fiscale, salaris, geboortedatum, bsn, sifre
dogum tarihi, maas, пароль, секрет, токен, зарплата, дата рождения, паспорт, снилс
رمز عبور, گذرواژه, کد ملی, شماره ملی, شماره کارت, شماره حساب, شماره شبا, تاریخ تولد
گذرنامه, كلمة المرور, كلمة السر, الرقم السري, راتب, تاريخ الميلاد, جواز السفر
رقم الحساب, رقم البطاقة, סיסמה, תאריך לידה, पासवर्ड, वेतन
"""

UNSPACED = """
密码, 密碼, 口令, 密钥, 密鑰, 令牌, 身份证, 身份證, 工资, 薪资, 出生日期
护照, 银行账号, 卡号
パスワード, 暗証番号, 秘密鍵, 給与, 給料, 生年月日, 口座番号, マイナンバー, カード番号
비밀번호, 급여, 주민등록번호, 생년월일, 계좌번호, 여권번호, รหัสผ่าน
"""
"""Looked for in the middle of a word: these scripts do not write spaces."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ambiguous:
    """A word that is sensitive alone, and in some company."""

    after: frozenset[str] | None
    """Words before it that make it sensitive; ``None``: any but ``not_after``."""
    before: frozenset[str]
    """Words behind it that make it sensitive."""
    not_after: frozenset[str] = frozenset()


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SESSION = Ambiguous(
    after=_words("user login web browser php admin active current auth http"),
    before=_words("id key token data cookie secret hash value state"),
)
_COOKIE = Ambiguous(
    after=_words("session auth login user browser http tracking remember"),
    before=_words("value data id header jar"),
)
AMBIGUOUS = {
    "pin": Ambiguous(
        after=_words(
            "account admin alarm atm bank card credit customer debit device door"
            " employee hashed login my new old payment security sim unlock user wallet"
        ),
        before=_words("code digest hash hashed number salt"),
    ),
    "pass": Ambiguous(
        after=_words(
            "admin database db email ftp imap ldap login mail my mysql proxy root smtp"
            " sql ssh user wifi"
        ),
        before=_words("hash word"),
    ),
    "hash": Ambiguous(after=None, before=_words("digest key salt value")),
    "salt": Ambiguous(
        after=None,
        before=_words("hash key value"),
        not_after=_words("sea rock table low no less added bath epsom himalayan"),
    ),
    "session": _SESSION,
    "sessions": _SESSION,
    "cookie": _COOKIE,
    "cookies": _COOKIE,
    "authorization": Ambiguous(
        after=_words("http"), before=_words("code header key token")
    ),
    "webhook": Ambiguous(after=None, before=_words("key secret token")),
    "dsn": Ambiguous(after=None, before=frozenset()),
}
