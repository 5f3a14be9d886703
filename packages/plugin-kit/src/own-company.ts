// cspell:disable -- legal forms
import { foldText } from './folded-text.ts';
import type { CompanyIdentity } from './types.ts';

/** Tells what on a paper is the company's own. */
export interface OwnCompany {
  /** Whether a line names the company. */
  isNamedIn(text: string): boolean;
  /** Whether a line holds one of its tax numbers or accounts. */
  hasCodeIn(text: string): boolean;
  /** @param code as printed */
  isTaxId(code: string): boolean;
  /** @param code as printed */
  isIban(code: string): boolean;
}

/** Legal forms at the end of a name, which papers leave out or spell otherwise. */
const legalForm =
  /[\s,]+(?:g?mbh(?: ?& ?co\.? ?kg)?|ag|kg|ohg|ug|e\.? ?k\.?|ltd|limited|plc|llp|inc|llc|corp|s\.?a\.?r\.?l|s\.?a\.?s|s\.?a|s\.?p\.?a|s\.?r\.?l|s\.?l(?:\.?u)?|b\.?v|n\.?v|ab|a\/s|aps|as|oy|pty|sp\.? ?z ?o\.? ?o)\.?$/iu;
/** A shorter name is found in too much else. */
const leastName = 4;
const leastCode = 8;
/** Share of its line that a name of a single word takes: `Post` is not named in `Deutsche Post AG`. */
const leastShare = 0.6;

/** @param company undefined: nothing is known to be its own. */
export function ownCompany(company: CompanyIdentity | undefined): OwnCompany {
  const names = (company?.names ?? []).flatMap((name) => {
    const words = name.trim().replace(legalForm, '');
    const folded = foldText(words).text;
    return folded.length < leastName ? [] : [{ folded, isOneWord: !/\s/.test(words) }];
  });
  const taxIds = (company?.taxIds ?? []).map(plainCode);
  const ibans = (company?.ibans ?? []).map(plainCode);
  const isTaxId = (code: string): boolean => {
    const plain = plainCode(code);
    // With or without the country before it.
    return taxIds.some((own) => own === plain || own === plain.slice(2) || own.slice(2) === plain);
  };
  const isIban = (code: string): boolean => ibans.includes(plainCode(code));
  return {
    isTaxId,
    isIban,
    isNamedIn(text) {
      if (names.length === 0) return false;
      const line = foldText(text);
      return names.some(({ folded, isOneWord }) => {
        const at = line.text.indexOf(folded);
        if (at < 0 || !line.starts.includes(at)) return false;
        const end = at + folded.length;
        if (end < line.text.length && !line.starts.includes(end)) return false;
        return !isOneWord || folded.length >= leastShare * line.text.length;
      });
    },
    hasCodeIn(text) {
      const plain = plainCode(text);
      return [...taxIds, ...ibans].some((own) => own.length >= leastCode && plain.includes(own));
    },
  };
}

const plainCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
