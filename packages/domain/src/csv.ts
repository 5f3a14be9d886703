/** A decimal as it stands in the record (`13.50`): its digits are kept where the format can, its value where it cannot. */
interface DecimalCell {
  decimal: string;
}
/** A day, ISO 8601. */
interface DateCell {
  date: string;
}
interface InstantCell {
  instant: Date;
}

/** A cell: text, or what a spreadsheet may calculate with. */
export type Cell = string | number | DecimalCell | DateCell | InstantCell;

/** How people who speak it write numbers and dates, and what their spreadsheets expect between two cells. */
const writing = {
  en: { separator: ',', decimal: '.', date: (y: string, m: string, d: string) => `${y}-${m}-${d}` },
  de: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}.${m}.${y}` },
  es: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}/${m}/${y}` },
  fr: { separator: ';', decimal: ',', date: (y: string, m: string, d: string) => `${d}/${m}/${y}` },
} as const;
export type CsvLanguage = keyof typeof writing;

/** As programs read it. */
export const csvCell = (cell: Cell): string => textOf(cell, 'en');

/** A row as spreadsheets of the language read it. */
export const csvRow = (cells: readonly Cell[], language: CsvLanguage): string =>
  `${cells.map((cell) => textOf(cell, language)).join(writing[language].separator)}\r\n`;

function textOf(cell: Cell, language: CsvLanguage): string {
  const { separator, decimal, date } = writing[language];
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  if (typeof cell === 'object') {
    if ('decimal' in cell) return cell.decimal.replace('.', decimal);
    const [day, time] = ('date' in cell ? cell.date : cell.instant.toISOString()).split('T');
    const [y, m, d] = day!.split('-');
    if (time === undefined) return date(y!, m!, d!);
    return language === 'en' ? `${day}T${time}` : `${date(y!, m!, d!)} ${time.slice(0, 8)}`;
  }
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
