// cspell:disable -- words of many languages, without marks on letters: recognisers lose them
/** A text without marks on its letters, as the patterns below are written. */
export const unmarked = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const whole = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu');

/** Legal forms of companies, and words companies are named with. */
export const companyWord = whole(
  'gmbh|mbh|ag|kg|ohg|ug|e\\.k\\.|ltd|limited|llc|llp|inc|corp|corporation|company|co\\.|plc|pty|s\\.?a\\.?s?|sarl|s\\.?r\\.?l|s\\.?p\\.?a|b\\.?v|n\\.?v|ab|as|a/s|aps|oy|oyj|sp\\. ?z ?o\\.?o|s\\.r\\.o|kft|gruppe|group|holding|partners|& co|university|universitat|institute|institut|clinic|klinik|hospital|verein|foundation|stiftung|studio|atelier|agency|agentur|solutions|systems|consulting|werkstatt|bakery|works',
);

/** What people are at work; endings, because languages join words (`Vertriebsleiterin`). */
export const titleWord =
  /manager|director|direktor|direct(?:eur|rice)|engineer|ingenieur|\blead\b|\bhead of\b|\bhead\b|sales|officer|technician|techniker|consultant|berater|analyst|developer|entwickler|assistant|assist[ea]nt|president|partner|accountant|lawyer|attorney|anwalt|architect|architekt|professor|designer|gesch(?:ae|a)ftsf(?:ue|u)hr|leiter|leitung|vertrieb|responsable|chef|conseill|gerente|ingeniero|responsabile|direttore|kierownik|specjalista|specialist|coordinator|supervisor|founder|gr(?:ue|u)nder|owner|inhaber|editor|scientist|researcher|advisor|representative|\b(?:ceo|cto|cfo|coo|vp)\b|purchasing|einkauf|marketing|physiotherapist|nurse|electrician|plumber|photographer|saljare|chef|konsult|johtaja/iu;

/** Words that stand on other papers, hardly ever on a card. */
export const foreignWord = whole(
  'invoice|rechnung|facture|fattura|factura|receipt|kvitto|total|subtotal|amount|betrag|vat|mwst|moms|qty|quantity|order no|bestell\\w*|tracking|ship to|deliver to|serial|s/n|voltage|volts?|hz|kw|model|exp(?:iry|ires)?|valid until|dear|sehr geehrte|regards|cashier|table|visit us|open(?:ing)? hours|menu|password|settings|cancel|boarding|passport|subject|betreff|conference',
);

export const streetWord =
  /(?:stra(?:ß|ss|b)e|str\.?|weg|platz|allee|gasse|ring|gatan|vagen|gata|straat|laan|plein|katu|tie)(?=[\s,.\d]|$)|\b(?:street|st\.?|road|rd\.?|avenue|ave\.?|lane|drive|blvd|boulevard|square|court|way|rue|chemin|via|viale|piazza|calle|avenida|plaza|ul\.|ulica|aleja|floor|suite|p\.?o\.? ?box|postfach|house|park)(?![\p{L}])/iu;
