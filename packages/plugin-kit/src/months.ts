// cspell:disable -- names and codes of many languages
/** Month names of the languages written in Latin script that a document is likely to use, without accents. */
const names: Record<string, string> = {
  en: 'january february march april may june july august september october november december',
  de: 'januar februar marz april mai juni juli august september oktober november dezember',
  at: 'janner feber maerz april mai juni juli august september oktober november dezember',
  fr: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  pt: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  sv: 'januari februari mars april maj juni juli augusti september oktober november december',
  da: 'januar februar marts april maj juni juli august september oktober november december',
  no: 'januar februar mars april mai juni juli august september oktober november desember',
  fi: 'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu',
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  cs: 'ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince',
  hu: 'januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december',
  ro: 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  tr: 'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik',
  ms: 'januari februari mac april mei jun julai ogos september oktober november disember',
  id: 'januari februari maret april mei juni juli agustus september oktober november desember',
};

/** Abbreviations that are not the first letters of a name above, or too short to be taken for one safely. */
const extra: Record<string, number> = {
  mar: 3,
  sept: 9,
  mrz: 3,
  mrt: 3,
  juil: 7,
  sty: 1,
  okt: 10,
  okto: 10,
  dic: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  set: 9,
  out: 10,
  gen: 1,
  giu: 6,
  lug: 7,
  ott: 10,
  fev: 2,
  avr: 4,
  aou: 8,
  mei: 5,
  maj: 5,
  mag: 5,
};

const lists = Object.values(names).map((list) => list.split(' '));

/** Month 1 to 12 of a name or abbreviation in any of the languages; undefined where languages disagree. */
export function parseMonth(name: string): number | undefined {
  const key = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/ł/g, 'l')
    .toLowerCase();
  if (key in extra) return extra[key];
  if (key.length < 3) return undefined;
  let month: number | undefined;
  for (const list of lists)
    for (const [index, full] of list.entries())
      if (full.startsWith(key)) {
        if (month !== undefined && month !== index + 1) return undefined;
        month = index + 1;
      }
  return month;
}

/** Abbreviations that are also everyday words: a month only beside a hyphen or a year of four digits. */
export const isEverydayWord = (name: string): boolean =>
  /^(set|out|ago|may|led|ara|lis|mag|gen)$/i.test(name);
