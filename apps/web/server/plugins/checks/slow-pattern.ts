// cspell:ignore refa scslre
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { remark } from '@readout/domain/platform/review/remark';
import type { Remark } from '@readout/domain/platform/review/rules';
import { isDisjointWith, JS, NFA } from 'refa';
import { analyse } from 'scslre';

const known = new Map<string, Remark | undefined>();
const maxKnown = 5000;
/** Alternatives of one group that are held against each other; automata larger than this are left alone. */
const maxAlternatives = 40;
const maxNodes = 2000;

/**
 * Why a regular expression can take exponentially long on a text somebody chose; undefined: nothing of that kind was
 * found. Looked at are repetitions within repetitions (scslre's analysis) and repeated alternatives that can match the
 * same text, of which each further one doubles the ways to try.
 */
export function slowPattern(source: string, flags: string): Remark | undefined {
  const key = `${flags}/${source}`;
  if (known.has(key)) return known.get(key);
  const found = look(source, flags);
  if (known.size < maxKnown) known.set(key, found);
  return found;
}

function look(source: string, flags: string): Remark | undefined {
  try {
    const { reports, parsed } = analyse({ source, flags }, { maxReports: 50, reportTypes: { Move: false } });
    const report = reports.find(({ exponential }) => exponential);
    if (report)
      return remark('check.found.slow_character', { character: JSON.stringify(report.character.pick) });
    const twice = repeatedTwice(parsed);
    return twice === undefined ? undefined : remark('check.found.slow_alternatives', twice);
  } catch {
    // Not a regular expression: the program would fail where it makes it.
    return undefined;
  }
}

/** Two alternatives of a repeated group that share a text. */
function repeatedTwice(
  parsed: Pick<ReturnType<typeof analyse>['parsed'], 'pattern' | 'flags'>,
): { one: string; other: string } | undefined {
  const groups: AST.Alternative[][] = [];
  visitRegExpAST(parsed.pattern, {
    onQuantifierEnter({ max, element }) {
      if (max < 10 || (element.type !== 'Group' && element.type !== 'CapturingGroup')) return;
      if (element.alternatives.length > 1) groups.push(element.alternatives.slice(0, maxAlternatives));
    },
  });
  const parser = JS.Parser.fromAst(parsed);
  for (const alternatives of groups) {
    const automata = alternatives.map((alternative) => {
      const { expression, maxCharacter } = parser.parseElement(alternative, {
        maxNodes,
        assertions: 'throw',
        backreferences: 'throw',
      });
      return NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxNodes));
    });
    for (const [index, one] of automata.entries())
      for (let other = index + 1; other < automata.length; other++)
        if (!isDisjointWith(one, automata[other]!))
          return {
            one: alternatives[index]!.raw.slice(0, 60),
            other: alternatives[other]!.raw.slice(0, 60),
          };
  }
  return undefined;
}
