"""Words that say little about which record is meant, by language.

*Function words* are dropped: articles, pronouns, question words, courtesy. *Attribute
words* ask for a field of a record and are kept with little weight. *Pointing words*
refer to what was spoken of before, and *opening words* go on with a conversation.
"""

from __future__ import annotations

import functools

from ..text import fold
from ..text import words

_FUNCTION = {
    "en": (
        "a about after all also am an and any anybody anyone are as at be been before "
        "being but by can could did do does doing don done each either else for from "
        "get gets getting give go got had has have having he hello help her here hers "
        "hey hi him his how i if in into is isn it its just kindly know let like list "
        "ll look looking made make may maybe me mean might more most much many must "
        "my need no not now of off ok okay on one ones only or other our ours out "
        "over please possible possibly quite really regarding right s say see shall "
        "she should show since so some something still such sure t tell than thank "
        "thanks that the their them then there these they thing things think this "
        "those to today too until up us use ve very want was way we well were what "
        "when where whether which while who whom whose why will wish with within "
        "without won would you your yours find finding wonder wondering understand "
        "question answer currently exactly actually dear located "
        "lives live lie lies stand stands"
    ),
    "de": (
        "aber alle allem allen als also am an auch auf aus bei bin bis bist bitte da "
        "damit danke dann das dass dein dem den der des die dies diese diesem diesen "
        "dieser dieses doch du durch ein eine einem einen einer eines er es euch für "
        "gab geben gibt gern gerne guten hab habe haben habt hallo hat hatte hätte "
        "ich ihr ihre ihm ihn im in ins ist ja jede jeder jetzt kann kannst kein "
        "keine können könnte könnten sie lassen machen man mein meine mich mir mit "
        "möchte möchten nach nein nicht noch nur ob oder ohne sagen sehr sein seine "
        "sich sind so sollen tag tun über um und uns unter viel viele vom von vor "
        "wann war waren warum was weiß welche welchem welchen welcher welches wenn "
        "wer werden wie wieviel will wir wird wissen wo würde würden zeig zeige "
        "zeigen zu zum zur eigentlich liegt liegen befindet "
        "wohnt steht"
    ),
    "fr": (
        "ai alors à as au aucun aussi aux avec avez avoir bonjour ça c car ce cela "
        "ces cet cette chez comme comment combien d dans de des dire dites donc "
        "donner du elle elles en encore es est et être été eux faire fait il ils j je "
        "l la là le les leur leurs lui m ma mais me merci mes moi mon montre montrer "
        "montrez n ne nos notre nous on ont ou où par pas peut peux plaît plus pour "
        "pourquoi pourriez pouvez puis qu quand que quel quelle quelles quels qui "
        "quoi s sa sans savoir se ses si sil son sont sur svp t ta te tes toi ton "
        "toujours tout toute très tu un une vos votre vous voudrais y est-ce salut "
        "trouve situé aujourd hui habite"
    ),
    "es": (
        "a al algo alguna algún buenas buenos cada como cómo con cual cuál cuales "
        "cuáles cuando cuándo cuanta cuánta cuantas cuántas cuanto cuánto cuantos "
        "cuántos da dame de decir decirme del dime donde dónde e el él ella ellos en "
        "entre era eres es esa ese eso esta está están estas este esto favor fue "
        "gracias gustaría ha hace hay hola la las le les lo los más me mi mis mostrar "
        "muestra muéstrame muy necesito ni no nos o os otra otro para pero podría por "
        "porque puede puedes puedo que qué quien quién quiero quisiera saber se ser "
        "si sí sin sobre son soy su sus también te tengo tiene tienen tienes tu tú un "
        "una unas uno unos usted ustedes y ya yo días encuentra queda mañana "
        "vive"
    ),
    "it": (
        "a ai al alla anche avete avere c che chi ci ciao come con cosa così da dal "
        "dei del della delle di dimmi dove e è ed era favore fra gli grazie ha hai "
        "hanno ho i il in io l la le lei lo loro ma mi mia mio molto mostra nel nella "
        "no non o per perché più posso potete può potrebbe puoi qual quale quali "
        "quando quanta quante quanti quanto quella quello questa questo sapere se sei "
        "si sono su sua suo ti tra tu un una uno voglio vorrei"
    ),
    "pt": (
        "a ao aos as até bom com como da das de dê dia do dos e é ela ele em era essa "
        "esse esta está este eu favor foi há isso lhe mais mas me meu minha mostre na "
        "não nas no nos o obrigado olá onde os ou para pela pelo pode poderia por "
        "porque posso qual quais quando quanta quantas quanto quantos que quem quero "
        "saber se sem ser seu sua são tem têm também um uma umas uns você vocês "
        "gostaria diga"
    ),
    "nl": (
        "aan al als ben bij bent dag dan dank dat de deze die dit dus een en er geef "
        "goeden graag had hallo heb hebben hebt heeft het hij hoe hoeveel ik in "
        "is ja je jij jullie kan kunnen kunt laat maar me met mij mijn naar nee niet "
        "nog nu of om ons onze ook op over te toch tot u uit van veel voor waar "
        "waarom wat we weten welk welke wie wil wilt worden wordt zal ze zien zijn "
        "zou alstublieft alsjeblieft"
    ),
    "tr": (
        "acaba ama ancak bana bazı ben benim bir biz bu buna bunu bunun çok da daha "
        "de değil diye en evet gibi göster hangi hangisi hakkında hem her hiç için "
        "içinde ile istiyorum kaç kadar kim lütfen merhaba mı mi mu mü musun mısın "
        "misin müsün mısınız misiniz ne neden nedir nerede nasıl o olan olarak olur "
        "olup öğrenmek onu onun sen siz söyle söyler söyleyebilir şu teşekkürler var "
        "ve veya ya yok yani"
    ),
    "ru": (
        "а без бы был была были было быть в вам вас ваш во вот все всё вы где да для "
        "до добрый день его ее её если есть еще ещё же за здравствуйте знать и из или "
        "им их к как какая какие какой какое когда кто куда ли меня мне много можете "
        "можно мой моя мы на над нам нас не нет ни них но ну о об он она они от по "
        "под подскажите пожалуйста покажи покажите помогите почему при привет про с "
        "сейчас сказать скажите сколько со спасибо так также там те тебя то тоже "
        "только ты у уже хочу хотел хотелось чего чей чем что чтобы эта эти это этого "
        "этой этот я находится находятся каком какого каких какую каков какова который которая "
    ),
    "uk": (
        "а або але б без був була були було бути в вам вас ваш ви від вона вони все "
        "де для до є же з за і із його її їх й як яка яке який які коли кого ласка ми "
        "мене мені можна можете на не ні ну о по покажи привіт про скажіть скільки та "
        "так там те ти то тут у хто хочу це ця цей ці чи що щоб я дякую будь"
    ),
    "fa": (
        "از اگر اما امروز اند آیا است او با باشد باید بدانم بده بدهید برای بسیار بعد "
        "بفرمایید بگو بگویید بگید بله به بود بودن بی پس تا تو تنها توانید چرا چطور "
        "چطوری چقدر چگونه چند چندتا چه چی چیزی چیست چیه چنده خود خوب خواهم خواهش خیلی "
        "دارد داره دارند داری دارید داریم دارم در درباره دقیقا دیگر را راجع رو روی "
        "سلام شد شده شما شود شوند ضمن فقط کجا کجاست کدام کدوم کرد کردن کرده کن کنم "
        "کند کنید کنه که کی کیست گفت لطفا لطفاً ما ممنون من مرا میتوان میتوانید "
        "میتونی میتونید میخواستم میخوام میخواهم میشه میشود میکند میکنم مورد نه نیست "
        "نیز ها هایی هر هست هستند هستید هم همه همین و ولی وقتی یا یک یکی کنند تشکر "
        "متشکرم بخش نشان نشون ببینم بدونم واقع قرار"
    ),
    "ar": (
        "أخبرني أريد إذا إلى إلي إن أن أنا أنت أنتم أو أي أية أين بعد بعض بكم بل به "
        "بها بين تلك ثم حتى حول حيث خلال ذلك شكرا عن عند عندك عندكم على عليه عليها "
        "عما غير فقط في فيه فيها قد كان كانت كل كم كما كيف لا لدى لديك لديكم لدي لكن "
        "لم لماذا لو لي له لها ليس ما ماذا متى مثل مرحبا مع من منذ منه منها نحن نعم "
        "هل هم هنا هناك هو هي و يا يرجى يكون يمكن يمكنك يمكنني لك لنا الذي التي الذين "
        "السلام عليكم فضلك معرفة أود تخبرني يوجد توجد هذا هذه لطفا يقع "
        "تقع"
    ),
    "ur": (
        "اس ان اور ایک آپ براہ پر تو جو جی سے سلام شکریہ کا کب کتنا کتنی کتنے کر کرم "
        "کریں کس کو کون کونسا کہ کہاں کی کیا کیسے کے گا گی گے مجھے میرا میری میں نہیں "
        "نے ہم ہو ہوں ہے ہیں یا یہ وہ بتائیں چاہیے چاہتا لیے بھی"
    ),
    "hi": (
        "अगर आप आपका आपके इस इसका इसकी इसके उस उसका उसकी उसके एक और कब कर करना करें "
        "का कि कितना कितनी कितने किस की के को कोई कौन कौनसा क्या क्यों कृपया जो तक तो "
        "था थी थे दिखाएं दो धन्यवाद नमस्ते नहीं ने पर बताइए बताएं बताओ बारे भी मुझे "
        "में मेरा मेरी मैं यदि यह यहाँ या ये वह वे सकता सकते से हम हाँ ही हुआ हूँ है "
        "हैं हो होता कहाँ कैसे चाहिए"
    ),
    "el": (
        "α αν από αυτά αυτή αυτό για γεια δεν εγώ εδώ είναι είχε ένα ένας έχει έχετε "
        "έχω η θα θέλω και κάνει με μας μου μπορείτε μπορώ να ναι ο οι όχι παρακαλώ "
        "πες ποια ποιο ποιος πόσα πόσο πότε που πού πώς σας σε στη στην στο στον τα "
        "τη την της τι τις το τον του τους των υπάρχει ευχαριστώ"
    ),
    "he": (
        "אבל או אותו אותה אחד אחת אין אלה אם אני אנחנו אנא את אתה אתם בבקשה בין גם "
        "האם הוא היא היה הם הן הזה הזאת הנה זה זו יש יכול יכולה כל כמה כן לא לי לך "
        "לכם לו מה מי מאיזה איזה איזו איפה איך מתי למה על עם של שלום שלך שלי תודה "
        "תגיד תגידי רוצה לדעת"
    ),
    "ko": (
        "그 그것 그럼 나 나는 내 누가 누구 는 당신 대해 대한 더 뭐 무엇 "
        "무엇인가요 무엇입니까 무슨 부탁 부탁합니다 수 안녕 안녕하세요 알려 "
        "알려주세요 어느 어디 어떤 어떻게 언제 얼마 얼마나 얼마예요 얼마인가요 "
        "얼마입니까 왜 은 은요 을 의 이 이것 인가요 있나요 있어요 있습니까 저 "
        "저는 제 좀 주세요 합니까 해주세요 몇"
    ),
}

_ATTRIBUTE = {
    "en": (
        "sell sells selling buy offer cheapest price prices priced cost costs costing expensive cheap stock available "
        "availability name names called colour color colours size weight weigh weighs "
        "date status number description details detail info information phone email "
        "address category brand link page total sum count average code codes city "
        "country high height tall long length old age heavy big elevation"
    ),
    "de": (
        "verkauft verkaufen kaufen wiegt teuer preis preise kostet kosten teuer lager lagernd verfügbar vorrätig name heißt "
        "farbe größe gewicht wiegt datum status nummer beschreibung details code "
        "stadt land hoch höhe lang länge schwer groß"
    ),
    "fr": (
        "vendez acheter pèse poids prix coûte coûtent coût cher stock disponible nom couleur taille poids date "
        "statut numéro description détails code ville pays haut hauteur altitude"
    ),
    "es": (
        "venden comprar pesa pesan altitud disponible precio precios cuesta cuestan costo coste stock existencias disponible "
        "disponibles nombre color tamaño peso fecha estado número descripción "
        "detalles código ciudad país alto altura altitud"
    ),
    "it": (
        "vendete comprare città prezzo prezzi costa costano costo disponibile magazzino nome colore peso data"
    ),
    "pt": "vendem comprar cidade preço preços custa custam custo estoque disponível nome cor peso data",
    "nl": "prijs prijzen kost kosten voorraad beschikbaar naam kleur gewicht datum",
    "tr": (
        "şehir şehirde şehri para ücret ücreti ülke kod kodu rakım fiyat fiyatı fiyatları lira stok stokta mevcut ad adı renk ağırlık tarih"
    ),
    "ru": (
        "весит высоту высоте цена цену цены стоит стоят стоимость наличии наличие доступен название цвет "
        "размер вес дата статус номер описание код город городе страна стране высота"
    ),
    "uk": "ціна ціну коштує коштують наявності назва колір вага дата",
    "fa": (
        "مانده مونده کجاست میفروشید امتیاز رنگ ارزان قیمت بها هزینه موجودی موجود انبار نام اسم رنگ اندازه وزن تاریخ وضعیت شماره "
        "توضیح توضیحات مشخصات جزئیات تعداد مبلغ کد شهر کشور ارتفاع طول"
    ),
    "ar": (
        "متوفرة متوفر تبيعون يزن تزن المدينة الارتفاع سعر السعر أسعار ثمن تكلفة متوفر متاح مخزون المخزون اسم لون حجم وزن تاريخ "
        "حالة رقم وصف تفاصيل رمز مدينة المدينة بلد ارتفاع طول"
    ),
    "ur": "قیمت دستیاب نام رنگ وزن تاریخ",
    "hi": "शहर देश ऊंचाई कीमत दाम मूल्य स्टॉक उपलब्ध नाम रंग आकार वजन तारीख",
    "el": "τιμή κοστίζει απόθεμα διαθέσιμο όνομα χρώμα βάρος",
    "he": "מחיר עולה מלאי זמין שם צבע גודל משקל תאריך",
    "ko": "가격 가격은 가격이 재고 재고가 이름 색상 크기 무게 날짜",
}

_POINTING = {
    "en": "it its this that these those them they their he she his her one same",
    "de": "er es sie ihn ihm dieser diese dieses das davon dessen deren sein",
    "fr": "il elle ils elles le la celui celle ceci cela ça y en lui",
    "es": "lo la ello este esta ese esa esto eso aquel él ella suyo",
    "it": "lo la esso essa questo questa quello quella",
    "pt": "ele ela isso este esta esse essa aquele",
    "nl": "het hij zij die dat deze dit ervan",
    "tr": "o bu şu onun bunun onu bunu kod kodu şehir şehri ülke yükseklik",
    "ru": "он она оно они его её ее их этот эта это эти него нее ней нём",
    "uk": "він вона воно вони його її їх цей ця це",
    "fa": "این آن اون ان اینها آنها همین همان آنرا اینو اونو",
    "ar": "هذا هذه ذلك تلك هو هي ها منه منها به بها",
    "ur": "یہ وہ اس ان اسے",
    "hi": "यह वह ये वे इस उस इसका इसकी इसके उसका उसकी उसके",
    "el": "αυτό αυτή αυτός αυτά του της",
    "he": "זה זו הוא היא הם אותו אותה שלו שלה",
    "ko": "그 이 그것 이것 그건 이건",
}

_OPENING = {
    "en": ("and", "also", "what about", "how about"), "de": ("und", "auch"),
    "fr": ("et",), "es": ("y",), "it": ("e",), "pt": ("e",), "nl": ("en",),
    "tr": ("ya", "peki"), "ru": ("а", "и"), "uk": ("а", "і"), "fa": ("و", "پس"),
    "ar": ("و", "وماذا", "ماذا عن"), "ur": ("اور",), "hi": ("और",), "el": ("και",),
    "he": ("ומה", "ומה עם"), "ko": ("그럼", "그리고"),
}  # fmt: skip

UNSPACED = (
    "多少钱", "多少錢", "多少", "什么", "什麼", "哪个", "哪個", "哪里", "哪裡", "怎么",
    "怎麼", "请问", "請問", "请", "請", "告诉我", "有没有", "有沒有", "是否", "可以",
    "吗", "嗎", "呢", "吧", "的", "了", "是", "在", "这个", "這個", "那个", "那個",
    "我想知道", "我想", "我", "你们", "你", "您", "它", "有", "和", "几个", "幾個",
    "ですか", "でしょうか", "ください", "教えて", "いくら", "いくつ", "どこ", "いつ",
    "なに", "何", "どの", "どれ", "ありますか", "あります", "この", "その", "それ",
    "これ", "とは", "です", "ます", "から", "まで", "には", "では", "は", "が", "を",
    "に", "の", "で", "と", "も", "か", "お願いします",
    "เท่าไหร่", "เท่าไร", "อะไร", "ที่ไหน", "เมื่อไหร่", "กี่", "ไหม", "ครับ", "ค่ะ",
    "คะ", "ขอ", "ช่วย", "บอก", "หน่อย", "นี้", "นั้น", "มี", "ของ", "และ", "เป็น",
    "คือ", "อยู่", "หรือ",
)  # fmt: skip
"""Function words of scripts without spaces; they are cut out of a run."""

UNSPACED_ATTRIBUTES = (
    "价格", "机场", "空港", "價格", "库存", "庫存", "名称", "名稱", "颜色", "顏色", "重量", "日期",
    "代码", "代碼", "编号", "編號", "城市", "国家", "國家", "高度", "海拔", "コード",
    "番号", "都市", "標高", "高さ", "รหัส", "เมือง", "ประเทศ", "価格", "値段", "在庫", "名前", "色", "重さ", "日付", "ราคา", "สต็อก", "ชื่อ", "สี",
)  # fmt: skip

UNSPACED_POINTING = (
    "它", "这个", "這個", "那个", "那個", "这", "這", "それ", "これ", "その", "この",
    "มัน", "นี้", "นั้น",
)  # fmt: skip


def function_words(lang: str) -> frozenset[str]:
    """Return the folded function words of a language, English ones always included."""
    return _folded("function", lang) | _folded("function", "en")


def attribute_words(lang: str) -> frozenset[str]:
    """Return the folded words that ask for a field, English ones always included."""
    return _folded("attribute", lang) | _folded("attribute", "en")


def pointing_words(lang: str) -> frozenset[str]:
    """Return the folded words that refer to what was spoken of before."""
    return _folded("pointing", lang)


def opening_phrases(lang: str) -> tuple[str, ...]:
    """Return the folded beginnings that go on with a conversation."""
    return tuple(map(fold, _OPENING.get(lang, ())))


_TABLES = {
    "function": _FUNCTION,
    "attribute": _ATTRIBUTE,
    "pointing": _POINTING,
}


@functools.cache
def _folded(kind: str, lang: str) -> frozenset[str]:
    listed = _TABLES[kind].get(lang, "")
    return frozenset(word.text for word in words(fold(listed)))
