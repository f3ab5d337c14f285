"""Units of measure and currencies: how they are written, and how they convert.

Every unit is a dimension with a factor to its base unit, so that 60 seconds and one
minute are the same value. Currencies are dimensions of their own: they never convert.
"""

from __future__ import annotations

import dataclasses
import decimal

from ..text import fold
from .wordset import read_table


@dataclasses.dataclass(frozen=True)
class Unit:
    """What a number is a number of."""

    dimension: str
    """``time``, ``mass``, … or ``money:EUR``; empty for a bare number."""
    factor: decimal.Decimal = decimal.Decimal(1)
    """How many base units it is."""

    @property
    def is_bare(self) -> bool:
        """Whether there is no unit at all."""
        return not self.dimension


BARE = Unit("")
PERCENT = Unit("percent")

_MEASURES = """\
time 0.001: ms millisecond milliseconds میلی_ثانیه millisekunden 毫秒
time 1: s sec secs second seconds ثانیه ثانیه_ها ثانية ثوان ثواني sekunde sekunden
    seconde secondes segundo segundos secondo secondi секунда секунды секунд сек saniye
    सेकंड सेकेंड 秒 秒钟 초
time 60: min mins minute minutes دقیقه دقيقة دقائق minuten minuto minutos minuti минута
    минуты минут мин dakika मिनट 分钟 分鐘 分 분
time 3600: h hr hrs hour hours ساعت ساعة ساعات stunde stunden std heure heures hora
    horas ora ore час часа часов saat घंटा घंटे 小时 小時 時間 시간
time 86400: d day days روز يوم ايام أيام tag tage tagen jour jours día días giorno
    giorni день дня дней gün दिन 天 日間 일
time 604800: week weeks هفته اسبوع أسابيع woche wochen semaine semaines semana semanas
    неделя недели недель hafta सप्ताह 周 週間 星期
months 1: month months ماه شهر أشهر شهور monat monate monaten mois mes meses mese mesi
    месяц месяца месяцев ay महीना महीने 个月 個月 ヶ月 か月 개월
months 12: year years yr yrs سال سنة سنوات عام أعوام jahr jahre jahren ans année années
    año años anno anni год года лет yıl yil साल वर्ष 年 年間 년
mass 0.001: mg milligram milligrams میلی_گرم
mass 1: g gr gram grams gramme grammes گرم غرام جرام gramm gramo gramos grammo grammi
    грамм грамма граммов ग्राम 克 グラム 그램
mass 1000: kg kgs kilogram kilograms kilo kilos kilogramme کیلوگرم کیلو كيلوغرام
    كيلوجرام كيلو kilogramm kilogramo kilogramos кг килограмм किलोग्राम किलो 公斤 千克 キログラム
    キロ 킬로그램
mass 1000000: tonne tonnes تن طن тонна тонн टन 吨
mass 453.59237: lb lbs pound_weight
mass 28.349523125: oz ounce ounces
length 0.001: mm millimetre millimetres millimeter millimeters میلی_متر ملم 毫米
length 0.01: cm centimetre centimetres centimeter centimeters zentimeter centímetro
    centímetros centimètre centimètres سانتی_متر سانتیمتر سانت سم см सेंटीमीटर 厘米 センチ
length 1: m metre metres meter meters metern متر امتار أمتار mètre mètres metro metros
    metri метр метра метров मीटर 米 メートル 미터
length 1000: km kilometre kilometres kilometer kilometers kilometern کیلومتر كيلومتر
    كيلومترات kilomètre kilomètres kilómetro kilómetros chilometri км километр километра
    километров किलोमीटर 公里 千米 キロメートル 킬로미터
length 0.0254: inch inches اینچ بوصة zoll pouces pulgadas дюйм дюймов इंच 英寸
length 0.3048: ft foot feet فوت قدم fuß pies pieds фут футов फुट 英尺
length 1609.344: mi mile miles مایل ميل meilen millas milles миля мили миль मील 英里 マイル
volume 0.001: ml millilitre millilitres milliliter milliliters میلی_لیتر مل 毫升
volume 1: l litre litres liter liters لیتر لتر litro litros litri литр литра литров लीटर
    升 リットル
data 1000: kb kilobyte kilobytes
data 1000000: mb megabyte megabytes مگابایت
data 1000000000: gb gigabyte gigabytes گیگابایت جيجابايت
data 1000000000000: tb terabyte terabytes ترابایت
area 1: m2 m² sqm متر_مربع 平方米
temperature 1: °c celsius درجه_سانتیگراد 摄氏度
frequency 1: hz hertz هرتز
power 1: w watt watts وات واط
power 1000: kw kilowatt kilowatts کیلووات
percent 1: % percent percents per_cent pct درصد بالمئة بالمائة في_المئة في_المائة
    prozent pour_cent por_ciento procent процент процента процентов yüzde प्रतिशत 百分
    パーセント 퍼센트
"""
"""Dimension and factor to its base unit: spellings."""
_CURRENCIES = """\
EUR: € eur euro euros یورو يورو евро यूरो 欧元 歐元 ユーロ 유로
USD: $ us$ usd dollar dollars us_dollars us_dollar دلار دولار دولارات dólar dólares
    доллар доллара долларов dolar डॉलर 美元 美金 ドル 달러
GBP: £ gbp pound pounds sterling پوند جنيه_استرليني pfund livres libras фунт पाउंड 英镑
    ポンド
JPY: jpy yen ین ين 日元 円
CNY: cny rmb yuan یوان يوان 人民币 元
CHF: chf franken francs_suisses
INR: ₹ inr rupee rupees روپیه روبية रुपये रुपए
IRT: تومان toman tomans
IRR: ریال irr
SAR: sar ريال_سعودي
AED: aed درهم dirham dirhams
TRY: ₺ lira liras tl
RUB: ₽ rub rouble roubles ruble rubles рубль рубля рублей руб روبل
KRW: ₩ krw 원
SEK: sek
NOK: nok
DKK: dkk
PLN: pln zł złoty
CAD: cad ca$
AUD: aud a$
BRL: brl r$
"""


_FACTORS = """\
1e3: k thousand هزار الف آلاف ألف tausend mille mil тысяч тысячи тысяча тыс हज़ार हजार 千
1e4: 万 萬 만
1e5: lakh लाख
1e6: m mio million millions میلیون مليون ملايين millionen millones millón milioni
    миллион миллиона миллионов млн milyon मिलियन 百万
1e7: crore करोड़
1e8: 亿 億 억
1e9: bn billion billions میلیارد مليار milliarde milliarden milliard milliards miliardi
    миллиард миллиарда миллиардов млрд milyar
"""

UNITS: dict[str, Unit] = {
    form: Unit(dimension, decimal.Decimal(factor))
    for key, forms in read_table(_MEASURES)
    for dimension, factor in (key.split(),)
    for form in forms
} | {
    form: Unit(f"money:{code}")
    for code, forms in read_table(_CURRENCIES)
    for form in forms
}
"""Folded spelling → unit."""

FACTORS: dict[str, decimal.Decimal] = {
    form: decimal.Decimal(factor)
    for factor, forms in read_table(_FACTORS)
    for form in forms
}
"""Folded words that multiply the number before them."""


def unit_named(word: str) -> Unit | None:
    """Return the unit a word names, in any spelling that is known.

    :param word: A unit as a model declares it (``EUR``, ``kg``) or a column names it.
    """
    return UNITS.get(fold(word))
