// cspell:ignore tele
import {
  addressField,
  type Cell,
  type Check,
  cellsOf,
  check,
  type DraftRecord,
  defineReader,
  type Field,
  findDates,
  joinSightings,
  layoutOf,
  listField,
  postalCountry,
  repairLetters,
  textField,
} from '@readout/plugin-kit';
import { type Contact, domainOf, mailsIn, partOf, phonesIn, sitesIn } from './contacts.ts';
import { companyWord, foreignWord, streetWord, titleWord, unmarked } from './words.ts';

export default defineReader({
  read({ reading, locale, today }) {
    const layout = layoutOf(reading);
    const cells = layout.rows.flatMap((row) => joined(cellsOf(layout, row, 2)));
    if (cells.length < 3 || cells.length > 24) return [];
    // Money, dates and words of other papers: a letter or an invoice has telephone numbers too.
    if (
      cells.some(
        (cell) =>
          foreignWord.test(unmarked(cell.text)) ||
          /\d[.,]\d\d\s?(?:€|\$|£|EUR|USD|kr)|[€$£]\s?\d/.test(cell.text),
      )
    )
      return [];
    if (cells.some((cell) => findDates(cell.text, { locale, today }).length > 0)) return [];

    const used = new Set<Cell>();
    const take = (find: (cell: Cell, whole: ReturnType<typeof partOf>) => Contact[]): Contact[] => {
      const contacts = cells.flatMap((cell) => find(cell, partOf(cell)));
      for (const { cell } of contacts) used.add(cell);
      return contacts.filter(
        ({ value }, index) => contacts.findIndex((other) => other.value === value) === index,
      );
    };
    const sites = take(sitesIn);
    const mails = take(mailsIn);
    const phones = take((cell, whole) =>
      cell.text.includes('@') && !/\s/.test(cell.text) ? [] : phonesIn(cell, whole),
    );
    for (const cell of cells) if (/^(?:tele)?fax\b|^f\b[:.]?\s*[+\d(]/i.test(cell.text)) used.add(cell);
    const kinds = [sites, mails, phones].filter((list) => list.length > 0).length;
    // One person's card, not a list of people.
    if (kinds < 2 || mails.length > 3 || phones.length > 4) return [];

    const address = addressOf(cells, used);
    const free = () => cells.filter((cell) => !used.has(cell) && /\p{L}{2}/u.test(cell.text));
    const company = companyOf(free(), [...sites, ...mails]);
    if (company) used.add(company);
    const title = free().find((cell) => titleWord.test(unmarked(cell.text)) && !/\d/.test(cell.text));
    if (title) used.add(title);
    const name = nameOf(free(), mails, title);
    if (!name || !(company || title)) return [];
    used.add(name);
    const letters = (list: Iterable<Cell>) => [...list].reduce((sum, { text }) => sum + text.length, 0);
    const share = letters(used) / letters(cells);
    if (share < 0.6) return [];

    const matches = mails.some(({ value }) => isNamed(value, name.text));
    const fields: Record<string, Field | undefined> = {
      name: textField(
        { ...name.seen, text: repairLetters(name.text) },
        matches
          ? { checks: [check('matches-mail', true, 'The email address holds the same name.')] }
          : { confidence: name.seen.confidence * 0.9 },
      ),
      company: company && textField({ ...company.seen, text: company.text }),
      title: title && textField({ ...title.seen, text: repairLetters(title.text) }),
      phones: listOf(phones, (phone) => phone),
      emails: listOf(mails, (value) => mailWith(value, sites, name.text), [...mailChecks(mails, sites)]),
      websites: listOf(sites, (value) => siteWith(value, mails)),
      address: addressField(
        address.map((cell) => ({
          ...cell.seen,
          text: cell.text.replace(/,(?=\S)/g, ', ').replace(/straBe/i, (word) => word.replace(/B/, 'ß')),
        })),
      ),
    };
    const kept = Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, Field] => entry[1] !== undefined),
    );
    const confidence = 0.55 + 0.1 * kinds + (matches ? 0.08 : 0) + (company && title ? 0.05 : 0);
    const record: DraftRecord = {
      type: 'business-card',
      confidence: Math.round(confidence * share * 1000) / 1000,
      fields: kept,
    };
    return [record];
  },
});

/** Large letters stand further apart than cells of small ones do: texts of one size in a row belong together. */
function joined(cells: Cell[]): Cell[] {
  const all: Cell[] = [];
  for (const cell of cells) {
    const last = all.at(-1);
    const isSame =
      last !== undefined &&
      Math.max(last.height, cell.height) < 1.3 * Math.min(last.height, cell.height) &&
      cell.left - last.right < 1.6 * cell.height &&
      !/[\d@]/.test(last.text + cell.text);
    if (isSame)
      all[all.length - 1] = {
        ...last,
        text: `${last.text} ${cell.text}`,
        seen: joinSightings([last.seen, cell.seen], ' '),
        right: cell.right,
      };
    else all.push(cell);
  }
  return all;
}

/** The lines around a postal code: a street above it, a country below. */
function addressOf(cells: Cell[], used: Set<Cell>): Cell[] {
  const isFree = (cell: Cell | undefined): cell is Cell => cell !== undefined && !used.has(cell);
  const index = cells.findIndex(
    (cell) =>
      isFree(cell) &&
      (postalCountry(cell.text) !== undefined ||
        /(?:^|[\s,])(?:[A-Z]{1,2}-)?\d{2,3}\s?\d{2,3}\s\p{Lu}\p{L}{2}/u.test(cell.text) ||
        /\p{L}{3},?\s(?:[A-Z]{2}\s)?\d{4,6}$/u.test(cell.text)),
  );
  const place = cells[index];
  if (!place) return [];
  const address = [place];
  const isNear = (a: Cell, b: Cell) =>
    a.bottom < b.bottom - 0.5 * b.height &&
    b.top - a.bottom < 1.2 * a.height &&
    Math.min(a.right, b.right) > Math.max(a.left, b.left);
  const isStreet = ({ text }: Cell) =>
    streetWord.test(unmarked(text)) || /\p{L}{3,}\.? \d{1,4}\s?[a-z]?$/u.test(text);
  while (address.length < 3) {
    const above = cells.find((cell) => isFree(cell) && !address.includes(cell) && isNear(cell, address[0]!));
    if (!above || !isStreet(above)) break;
    address.unshift(above);
  }
  const under = cells.find((cell) => isFree(cell) && !address.includes(cell) && isNear(place, cell));
  if (
    under &&
    address.length > 1 &&
    /^\p{Lu}[\p{L} ]{3,24}$/u.test(under.text) &&
    !titleWord.test(unmarked(under.text))
  )
    address.push(under);
  for (const cell of address) used.add(cell);
  return address;
}

/** Letters and digits only, as domains hold names. */
const squeezed = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The line with a legal form, or whose words the domain consists of. */
function companyOf(cells: Cell[], contacts: Contact[]): Cell | undefined {
  const domains = contacts.map(({ value }) =>
    squeezed(domainOf(value).replace(/(?:\.[a-z]{2,7}){1,2}$/, '')),
  );
  const score = (cell: Cell): number => {
    const core = squeezed(cell.text.replace(companyWord, ''));
    const own = squeezed(cell.text);
    const inDomain = domains.some(
      (domain) =>
        domain.length >= 4 &&
        (domain === core ||
          domain === own ||
          (core.length >= 5 && domain.startsWith(core)) ||
          (domain.length >= 6 && own.startsWith(domain))),
    );
    return (
      (inDomain ? 2 : 0) +
      (companyWord.test(unmarked(cell.text)) && !titleWord.test(unmarked(cell.text)) ? 1 : 0)
    );
  };
  return cells.filter((cell) => score(cell) > 0).sort((a, b) => score(b) - score(a))[0];
}

const isName = (text: string): boolean =>
  /^(?:(?:dr|prof|dipl|ing|mag|mr|mrs|ms|herr|frau)[.\-\s]+)*(?:\p{Lu}[\p{L}.'’-]*\s+){1,3}(?:(?:von|van|de|der|den|di|da|del|la|le|zu)\s+)*\p{Lu}[\p{L}'’-]+(?:,?\s(?:phd|msc|bsc|mba|md|m\.?a\.?|b\.?a\.?))?$/iu.test(
    text,
  ) && text.length <= 40;

/** Whether an address of a person holds a part of the name. */
function isNamed(mail: string, name: string): boolean {
  const local = squeezed(mail.split('@')[0]!);
  return name.split(/[\s-]+/).some((part) => squeezed(part).length >= 3 && local.includes(squeezed(part)));
}

/** Two to five capitalised words: those the email address holds, else those right above the title, else the largest. */
function nameOf(cells: Cell[], mails: Contact[], title: Cell | undefined): Cell | undefined {
  const candidates = cells.filter(
    (cell) =>
      isName(cell.text) && !companyWord.test(unmarked(cell.text)) && !titleWord.test(unmarked(cell.text)),
  );
  const tallest = Math.max(...candidates.map((cell) => cell.height));
  const score = (cell: Cell): number => {
    const above = title ? title.top - cell.bottom : Number.POSITIVE_INFINITY;
    return (
      (mails.some(({ value }) => isNamed(value, cell.text)) ? 3 : 0) +
      (above > -0.5 * cell.height && above < 1.5 * cell.height ? 1 : 0) +
      cell.height / tallest
    );
  };
  const best = candidates.sort((a, b) => score(b) - score(a))[0];
  // A lone capitalised line proves nothing: something must say that it is a person.
  return best && score(best) >= 1.5 ? best : undefined;
}

function listOf(
  contacts: Contact[],
  asWritten: (value: string) => string,
  checks: Check[] = [],
): Field | undefined {
  return listField(
    contacts.map(({ value, sighting }) => ({ sighting, value: asWritten(value) })),
    { checks },
  );
}

/** The domain as the website has it where only full stops differ, and the first letter as the name has it where it was read as 1. */
function mailWith(mail: string, sites: Contact[], name: string): string {
  const [local = '', domain = ''] = mail.split('@');
  const known = sites
    .map(({ value }) => domainOf(value))
    .find((other) => squeezed(other) === squeezed(domain));
  const initial =
    /^[1|]\./.test(local) && /^[il]/i.test(name) ? name[0]!.toLowerCase() + local.slice(1) : local;
  return `${initial}@${known ?? domain}`;
}

/** `ww.` where the email address proves the domain behind it. */
function siteWith(site: string, mails: Contact[]): string {
  const domain = domainOf(site);
  return /^ww\./.test(site) && mails.some(({ value }) => domainOf(value) === domain) ? `w${site}` : site;
}

function* mailChecks(mails: Contact[], sites: Contact[]): Generator<Check> {
  const agree = mails.some(({ value }) =>
    sites.some((site) => squeezed(domainOf(site.value)) === squeezed(domainOf(value))),
  );
  if (agree) yield check('matches-website', true, 'The website has the same domain.');
}
