"""What the drawn lines say: words of many languages, and the things that stand on receipts, labels, plates and screens."""

import pathlib
import re

ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚț"
)
SIGNS = "€£¥§°±×÷²³µ½¼¾©®™•·…–—„«»¿¡ºª№Ω≤≥√∞‰"
ASCII = "".join(chr(code) for code in range(33, 127))
CHARACTERS = ASCII + ACCENTED + SIGNS

DICTIONARIES = (
    ("american-english", 3), ("british-english", 2), ("ngerman", 3), ("french", 3), ("spanish", 2), ("italian", 2),
    ("dutch", 1.5), ("portuguese", 1.5), ("polish", 1.5), ("swedish", 1.2), ("danish", 1), ("norsk", 1), ("catala", 0.4),
)
HUNSPELL = (("cs_CZ", 1), ("hu_HU", 1), ("ro_RO", 0.8), ("tr_TR", 0.8))

COMPANY = "Ltd LTD. Inc. INC LLC GmbH AG KG OHG e.K. S.A. SARL SAS S.L. S.r.l. SpA B.V. N.V. AB ApS A/S AS Oy Sp. z o.o. s.r.o. Kft. Lda SDN BHD SDN. BHD. PTE Co. & Sons Bros Trading Enterprise Market Mart Store Shop Restaurant Cafe Hotel Pharmacy Hardware Stationery Bakery Supermarkt Apotheke Bäckerei Boulangerie Ferretería Panadería".split()
STREET = "Street St. Road Rd Ave Avenue Lane Drive Blvd Jalan Jln Lorong Taman Bandar Kampung Lot No. Block Unit Level Floor Str. Straße Weg Platz Gasse rue allée place boulevard Calle Avda. Plaza via Viale Corso straat laan ulica gatan vej".split()
RECEIPT = (
    "TOTAL SUBTOTAL|SUB TOTAL|Sub-Total|GRAND TOTAL|TOTAL AMOUNT|AMOUNT DUE|BALANCE DUE|CHANGE|CASH|CARD|VISA|MASTERCARD|DEBIT|CREDIT|TENDERED|ROUNDING|ROUNDING ADJ|"
    "TAX|VAT|GST|SST|GST 6%|VAT 20%|MwSt. 19%|MwSt 7%|TVA 20%|IVA 21%|Incl. VAT|TOTAL EXCL. GST|TOTAL INCL. GST|GST SUMMARY|TAX INVOICE|INVOICE|RECEIPT|CASH RECEIPT|"
    "Invoice No|INV NO|Bill No|Receipt #|Doc No.|Date|DATE|Time|TIME|Cashier|CASHIER|Server|Table|TABLE|Pax|Till|Terminal|Member|QTY|Qty|PRICE|Price|U/P|AMT|Amount|AMOUNT(RM)|DISC|DISCOUNT|ITEM|Item|Description|Desc|"
    "THANK YOU|THANK YOU FOR SHOPPING|PLEASE COME AGAIN|GOODS SOLD ARE NOT RETURNABLE|NO EXCHANGE OR REFUND|CUSTOMER COPY|TEL|Tel|Tel.|FAX|Fax|Phone|REG NO|CO. REG NO|GST ID|GST REG NO|VAT No|USt-IdNr.|St.-Nr.|SIRET|NIF|CIF|P.IVA|"
    "Summe|SUMME|Gesamt|Zwischensumme|Betrag|Bar|Rückgeld|EUR|Datum|Uhrzeit|Rechnung|Quittung|Bon-Nr.|Kasse|Total TTC|Montant|Espèces|Merci de votre visite|Ticket|Importe|Efectivo|Cambio|Fecha|Totale|Contanti|Resto|Totaal|Wisselgeld|Razem|Suma|Summa|Att betala|Moms"
).split("|")
LABEL = (
    "SHIP TO:|SHIP FROM:|FROM:|TO:|TRACKING #:|TRACKING NUMBER|REF 1:|REF:|PO #|Order No.|WEIGHT|Weight:|Gewicht:|LBS|KG|1 OF 1|1/1|SERVICE|EXPRESS|GROUND|PRIORITY MAIL|STANDARD|ROUTING|BILLING: P/P|DESC:|DIM|Sendungsnr.|Empfänger|Absender|Expéditeur|Destinataire|"
    "MODEL|Model:|MODEL NO.|Type|TYPE|S/N|SERIAL NO.|Serial No:|Ser. Nr.|P/N|PART NO.|BATCH|LOT|EXP|MFG DATE|Made in Germany|MADE IN CHINA|Fabriqué en France|INPUT|OUTPUT|VOLTAGE|CURRENT|POWER|Rated|MAX|IP65|IP54|CE|50/60 Hz|50Hz|AC 230V|DC 24V|cos φ|kW|kWh|m³|rpm|min⁻¹|"
    "Voltage|Nennspannung|Leistung|Baujahr|Year|Weight|Capacity|Temp.|Pressure|Flow|Status|Alarm|Speed|Setpoint|Error|OK|Cancel|Save|Open|Close|File|Edit|View|Help|Name|Customer|Customer No.|Address|City|Country|Description|Quantity|Unit price|Line total|Net|Gross|Page|Search|Settings|User|Password"
).split("|")


def speakable(letters):
    return all(c in CHARACTERS or c == " " for c in letters)


class Texts:
    def __init__(self, dictionaries=DICTIONARIES, hunspell=HUNSPELL, folder="/usr/share"):
        self.words, self.weights = [], []
        for name, weight in dictionaries:
            path = pathlib.Path(folder, "dict", name)
            if path.exists():
                self.add(path.read_text(errors="ignore").split("\n"), weight)
        for name, weight in hunspell:
            path = pathlib.Path(folder, "hunspell", name + ".dic")
            if path.exists():
                coding = re.search(r"SET (\S+)", path.with_suffix(".aff").read_text("latin-1"))
                lines = path.read_text(coding.group(1) if coding else "utf-8", errors="ignore").split("\n")[1:]
                self.add([line.split("/")[0].split("\t")[0] for line in lines], weight)

    def add(self, words, weight):
        words = [w for w in words if 1 < len(w) < 18 and speakable(w) and not w.endswith("'s")]
        if words:
            self.words.append(words)
            self.weights.append(weight)

    def line(self, r):
        """r: random.Random. A text of at most about 45 characters, words parted by single spaces."""
        makers = ((self.prose, 5), (self.upper, 5), (self.receipt, 7), (self.label, 3), (self.address, 3), (self.code, 4), (self.number_line, 4), (self.letters, 2))
        kinds, weights = zip(*makers)
        text = r.choices(kinds, weights)[0](r)
        text = re.sub(r"\s+", " ", text).strip()[: r.choice((12, 18, 26, 34, 45))].strip()
        return text if text and speakable(text) else self.line(r)

    def word(self, r, language=None):
        return r.choice(language or r.choices(self.words, self.weights)[0])

    def language(self, r):
        return r.choices(self.words, self.weights)[0]

    def cased(self, r, word):
        return r.choices((word, word.capitalize(), word.upper()), (5, 3, 2))[0]

    def prose(self, r):
        language = self.language(r)
        words = [self.cased(r, self.word(r, language)) if r.random() < 0.2 else self.word(r, language) for _ in range(r.randint(1, 6))]
        if r.random() < 0.5:
            words[0] = words[0].capitalize()
        for n in range(len(words) - 1):
            if r.random() < 0.1:
                words[n] += r.choice((",", ",", ";", ":", ".", " -", " –"))
        text = " ".join(words)
        if r.random() < 0.1:
            text = r.choice('"„(«') + text + r.choice('"“)»').replace("“", '"')
        return text + r.choice(("", "", "", ".", "!", "?", ":", " :", "..."))

    def upper(self, r):
        language = self.language(r)
        words = [self.word(r, language).upper().replace("ß", "SS") for _ in range(r.randint(1, 5))]
        if r.random() < 0.25:
            words.append(r.choice(COMPANY).upper())
        if r.random() < 0.2:
            words.insert(r.randint(0, len(words)), r.choice(("&", "-", "/", "@", "+", "#" + str(r.randint(1, 999)), self.quantity(r))))
        return " ".join(words) + r.choice(("", "", "", ":", " :", "*", "**", "!"))

    def amount(self, r):
        whole = r.choice((r.randint(0, 9), r.randint(0, 99), r.randint(0, 999), r.randint(0, 99999)))
        part = f"{r.randint(0, 99):02d}" if r.random() < 0.9 else f"{r.randint(0, 999):03d}"
        style = r.random()
        if style < 0.55:
            text = f"{whole:,}.{part}" if r.random() < 0.5 else f"{whole}.{part}"
        elif style < 0.85:
            text = f"{whole:,}".replace(",", r.choice((".", " ", ""))) + "," + part
        else:
            text = str(whole)
        sign = r.random()
        if sign < 0.2:
            text = r.choice(("$", "€", "£", "RM", "RM ", "EUR ", "USD ", "€ ", "$ ", "Rs. ", "S$", "CHF ", "¥")) + text
        elif sign < 0.35:
            text += r.choice((" €", "€", " EUR", " $", " kr", " zł", " Kč", " CHF", " £", "%", " %"))
        if r.random() < 0.08:
            text = "-" + text
        if r.random() < 0.12:
            text += r.choice((" A", " B", " S", " T", " SR", " Z", "*", " *A", "-"))
        return text

    def quantity(self, r):
        n = r.choice((r.randint(1, 9), r.randint(1, 99), round(r.uniform(0, 99), 3)))
        unit = r.choice(("x", " x", "X", "kg", " kg", "g", "ml", "L", "pcs", " PCS", "mm", " cm", "V", " V", "A", "W", " kW", "Hz", "°C", " °C", "µm", " m²", "m³", " bar", "kWh", "%", '"', "GB", "ct"))
        return f"{n}{unit}"

    def date(self, r):
        d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(1990, 2035)
        month = r.choice("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec JAN FEB MAR MAY JUN JUL AUG SEP OCT NOV DEC März Mai Okt Dez janv. févr. août enero".split())
        return r.choice((f"{d:02d}/{m:02d}/{y}", f"{d:02d}-{m:02d}-{y}", f"{d:02d}.{m:02d}.{y}", f"{y}-{m:02d}-{d:02d}", f"{d}/{m}/{y % 100:02d}", f"{d:02d} {month} {y}", f"{month} {d}, {y}", f"{d:02d}.{m:02d}.{y % 100:02d}", f"{d:02d}-{month}-{y}", f"{m:02d}/{y}"))

    def time(self, r):
        h, m, s = r.randint(0, 23), r.randint(0, 59), r.randint(0, 59)
        return r.choice((f"{h:02d}:{m:02d}", f"{h:02d}:{m:02d}:{s:02d}", f"{h % 12 + 1}:{m:02d} {r.choice(('AM', 'PM', 'am', 'pm'))}", f"{h:02d}:{m:02d}:{s:02d}{r.choice(('AM', 'PM', ' AM', ' PM'))}"))

    def phone(self, r):
        def n(k):
            return "".join(r.choice("0123456789") for _ in range(k))
        return r.choice((f"{n(3)}-{n(7)}", f"+{n(2)} {n(3)} {n(3)} {n(4)}", f"({n(3)}) {n(3)}-{n(4)}", f"0{n(1)}-{n(4)} {n(4)}", f"0{n(2)}/{n(6)}", f"{n(2)} {n(2)} {n(2)} {n(2)} {n(2)}", f"+{n(2)} {n(2)} {n(8)}", f"1-800-{n(3)}-{n(4)}"))

    def receipt(self, r):
        language = self.language(r)
        name = " ".join(self.word(r, language).upper() if r.random() < 0.7 else self.word(r, language).capitalize() for _ in range(r.randint(1, 3)))
        head = r.choice(RECEIPT)
        return r.choice((
            lambda: f"{head}{r.choice((':', ' :', '', ' ', ': '))} {self.amount(r)}",
            lambda: f"{head}{r.choice((':', ' :', ' : ', ''))}",
            lambda: f"{head}{r.choice((':', ' :', ': '))} {self.date(r)} {self.time(r) if r.random() < 0.6 else ''}",
            lambda: f"{head} {r.choice(('No.', '#', 'No:', ':'))} {self.mixed(r)}",
            lambda: f"{name} {self.amount(r)}",
            lambda: f"{r.randint(1, 20)} {r.choice(('x', 'X', '@', '*', ''))} {self.amount(r)} {self.amount(r)}",
            lambda: f"{name} {self.quantity(r)} {r.choice(('', self.amount(r)))}",
            lambda: f"{self.mixed(r)} {name}",
            lambda: f"{r.choice(('Tel', 'TEL', 'Tel.', 'Fax', 'Ph', 'T'))}{r.choice((':', ' :', '.', ': ', ''))} {self.phone(r)}",
            lambda: f"{r.choice(RECEIPT)} {r.choice(RECEIPT)}",
            lambda: f"{r.choice(('S', 'SR', 'T', 'A', 'ZRL'))} = {self.amount(r)} @ {r.randint(0, 25)}% {self.amount(r)}",
            lambda: f"** {head} **" if r.random() < 0.5 else f"*** {head} ***",
            lambda: f"{name} {r.choice(COMPANY)} ({self.mixed(r)})",
        ))()

    def label(self, r):
        head = r.choice(LABEL)
        return r.choice((
            lambda: f"{head} {r.choice(LABEL)}",
            lambda: f"{head}{r.choice((':', ' ', ': '))} {self.mixed(r)}",
            lambda: f"{head}{r.choice((':', ' ', ': '))} {self.quantity(r)}",
            lambda: f"{head} {self.cased(r, self.word(r))}",
            lambda: f"{self.quantity(r)} / {self.quantity(r)}",
            lambda: head,
            lambda: f"{self.word(r)}@{self.word(r)}.{r.choice(('com', 'de', 'fr', 'org', 'co.uk', 'com.my', 'net', 'io'))}".lower(),
            lambda: f"{r.choice(('www.', 'http://www.', 'https://', ''))}{self.word(r)}.{r.choice(('com', 'de', 'com.my', 'eu', 'net'))}{r.choice(('', '/', '/' + self.word(r)))}".lower(),
        ))()

    def address(self, r):
        def words(k):
            language = self.language(r)
            return " ".join(self.word(r, language).capitalize() for _ in range(k))
        number = r.choice((str(r.randint(1, 399)), f"{r.randint(1, 99)}{r.choice('ABCabc')}", f"{r.randint(1, 40)}/{r.randint(1, 99)}", f"{r.randint(1, 99)}-{r.randint(1, 99)}", f"{r.choice('ABG')}-{r.randint(1, 30)}-{r.randint(1, 20)}", f"PT {r.randint(100, 9999)}"))
        code = r.choice((f"{r.randint(10000, 99999)}", f"{r.randint(1000, 9999)}", f"{r.choice('ABCDEFGHKLMNPRSW')}{r.randint(1, 20)} {r.randint(1, 9)}{r.choice('ABDEFGHJLNP')}{r.choice('QRSTUWXYZ')}", f"{r.choice('DFIELP')}-{r.randint(10000, 99999)}", f"{r.choice(('NY', 'CA', 'TX', 'FL', 'WA'))} {r.randint(10000, 99999)}"))
        text = r.choice((
            lambda: f"{r.choice(('', 'No. ', 'NO. ', 'No.', 'Lot ', 'LOT '))}{number}, {r.choice(STREET)} {words(r.randint(1, 2))}{r.choice(('', ','))}",
            lambda: f"{r.choice(STREET)} {words(1)} {number}, {code} {words(1)}",
            lambda: f"{code} {words(r.randint(1, 2))}{r.choice(('', ',', '.'))}",
            lambda: f"{words(1)}straße {number}",
            lambda: f"{number} {words(1)} {r.choice(STREET)}, {words(1)} {code}",
            lambda: f"{code}, {words(1)}, {words(1)}.",
        ))()
        return text.upper().replace("SSE", "SSE") if r.random() < 0.45 else text

    def mixed(self, r):
        kind = r.random()
        if kind < 0.3:
            return "".join(r.choice("0123456789") for _ in range(r.randint(3, 14)))
        if kind < 0.5:
            return r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") * r.randint(1, 2) + "".join(r.choice("0123456789") for _ in range(r.randint(3, 10)))
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if kind < 0.9 else "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        text = "".join(r.choice(letters) for _ in range(r.randint(3, 12)))
        for _ in range(r.randint(0, 2)):
            at = r.randint(1, len(text) - 1)
            text = text[:at] + r.choice("-/.-_") + text[at:]
        return text

    def code(self, r):
        kind = r.random()
        if kind < 0.5:
            return " ".join(self.mixed(r) for _ in range(r.randint(1, 3)))
        if kind < 0.6:
            return "".join(r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ<<<<<0123456789") for _ in range(r.randint(20, 44)))
        if kind < 0.75:
            digits = "".join(r.choice("0123456789") for _ in range(r.choice((12, 13, 16, 18, 20, 22))))
            step = r.choice((3, 4, 5))
            return " ".join(digits[n : n + step] for n in range(0, len(digits), step))
        if kind < 0.85:
            digits = "".join(r.choice("0123456789") for _ in range(20))
            return f"{r.choice(('DE', 'FR', 'ES', 'NL', 'IT', 'GB'))}{digits[:2]} " + " ".join(digits[n : n + 4] for n in range(2, 18, 4))
        return f"{self.mixed(r)}{r.choice(('', ' '))}({self.mixed(r)})"

    def number_line(self, r):
        return " ".join(r.choice((self.amount, self.amount, self.date, self.time, self.quantity, self.phone))(r) for _ in range(r.randint(1, 4)))

    def letters(self, r):
        """Any characters, so that each is seen."""
        pool = r.choice((ASCII, ASCII, ACCENTED, CHARACTERS, SIGNS + "0123456789"))
        return " ".join("".join(r.choice(pool) for _ in range(r.randint(1, 7))) for _ in range(r.randint(1, 4)))
